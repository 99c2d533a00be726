"""Chapter 7.1, its end: the winner advances and turns. What is still to be decided is in the state."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.camposanto.answers import Advance, Pass
from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.rules import commanders, fall_back
from quadrilatero.games.camposanto.rules.artillery import can_flee_or_advance, is_gun
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.movement import refuse_stacking
from quadrilatero.games.camposanto.rules.zones import choose_facing, front_hexes
from quadrilatero.games.camposanto.state import Aftermath, State, Unit
from quadrilatero.games.camposanto.telling import ask, no, tell
from quadrilatero.kernel import Ask, Refusal, Script
from quadrilatero.kernel.position import replace


def leave_aftermath(s: State, rule: str, free: list[str], gone: list[Unit], winners: list[Unit]) -> None:
    """7.1-j: who may advance into the hexes left by whom, and who may turn after that."""
    vacated = tuple(dict.fromkeys(unit.hex for unit in gone))
    s.acting().aftermath = Aftermath(rule, tuple(free), vacated, tuple(unit.id for unit in winners))


def may_advance(s: State, unit: Unit, losers: list[Unit]) -> bool:
    """7.1-j. A winner may advance unless, as it wins, it stands on the Front of an enemy that was not beaten."""
    beaten = {loser.id for loser in losers}
    return not any(
        is_combat(other) and other.id not in beaten and unit.hex in front_hexes(s, other)
        for hex in s.board.grid.adjacent[unit.hex]
        for other in s.stack(hex)
        if other.side != unit.side
    )


def aftermath_step(s: State) -> Script:
    """7.1-j: the winners advance one after another, then turn one after another."""
    after = s.acting().aftermath
    assert after is not None
    ways = ways_to_advance(s, after)
    if ways:
        yield from advance(s, after, ways)
        return True
    if (yield from reorient(s, after)):
        return True
    s.acting().aftermath = None
    return bool(s.acting().pending)


def ways_to_advance(s: State, after: Aftermath) -> list[tuple[str, int]]:
    """7.1-j: which unit can enter which hex that the enemy has left."""
    return [(id, hex) for id in after.free for hex in after.vacated if _can_enter(s, id, hex)]


def advance(s: State, after: Aftermath, ways: list[tuple[str, int]]) -> Script:
    """7.1-c. Into the hexes that the enemy left, also when he fell back before the attacker."""
    answer = yield _advance_question(s, after.rule, after.free, ways)
    if isinstance(answer, Pass):
        s.acting().aftermath = replace(after, free=())
        return
    hex = s.board.hex(answer.hex)
    yield from commanders.flee_from_hex(s, s.units[answer.unit], hex)
    unit = s.move(s.units[answer.unit], hex)
    tell(s, "advanced", after.rule, unit=unit.id, name=unit.name, side=unit.side, hex=answer.hex)
    yield from fall_back.reactions(s, unit)
    yield from commanders.marshals_flee(s, unit)
    yield from choose_facing(s, s.units[unit.id], "7.1-k")
    single = s.options["advance"] == "single"
    free = () if single else tuple(id for id in after.free if id != unit.id)
    to_turn = tuple(id for id in after.to_turn if id != unit.id)
    s.acting().aftermath = replace(after, free=free, to_turn=to_turn)


def _can_enter(s: State, id: str, hex: int) -> bool:
    unit = s.units[id]
    return (
        can_flee_or_advance(unit)
        and hex in s.board.ways[unit.hex]
        and hex not in s.held[ENEMY[unit.side]]
        and refuse_stacking(s, unit, hex) is None
    )


def _advance_question(s: State, rule: str, ids: Sequence[str], ways: list[tuple[str, int]]) -> Ask:
    number = s.board.grid.number

    def refuse(answer: Advance | Pass) -> Refusal | None:
        if isinstance(answer, Pass) or (answer.unit, s.board.hex(answer.hex)) in ways:
            return None
        unit = s.units.get(answer.unit)
        if unit is not None and is_gun(unit):
            return no("9.2-b", "gun_advances", unit=unit.name)
        if answer.unit not in ids:
            return no(rule, "may_not_advance", unit=answer.unit if unit is None else unit.name)
        return no(rule, "not_vacated", hex=answer.hex)

    return ask(
        s.units[ways[0][0]].side,
        "advance",
        rule,
        (Advance, Pass),
        lambda: [*({"do": "advance", "unit": id, "hex": number(hex)} for id, hex in ways), {"do": "pass"}],
        refuse,
        certain=True,
        units=list(dict.fromkeys(id for id, _ in ways)),
        hexes=list(dict.fromkeys(number(hex) for _, hex in ways)),
    )


def reorient(s: State, after: Aftermath) -> Script:
    """7.1-k. Whoever took part in the victory may turn, though it did not advance; a stack turns as one."""
    if not after.to_turn:
        return False
    unit = s.units[after.to_turn[0]]
    yield from choose_facing(s, unit, "7.1-k")
    rest = tuple(id for id in after.to_turn if s.units[id].hex != unit.hex)
    s.acting().aftermath = replace(after, free=(), to_turn=rest)
    return True
