"""Chapter 8: the General and the Marshals."""

from __future__ import annotations

from quadrilatero.games.camposanto.answers import General, Pass, Reroll
from quadrilatero.games.camposanto.rules import flight  # 6.4, 7.3 and 8.2 refer to one another
from quadrilatero.games.camposanto.rules.components import is_combat
from quadrilatero.games.camposanto.rules.hits import eliminate
from quadrilatero.games.camposanto.state import AGGRESSIVE, CAUTIOUS, State, Unit
from quadrilatero.games.camposanto.telling import ask, no, tell
from quadrilatero.hexes import HexSet
from quadrilatero.kernel import Plain, Refusal, Script

# -- 8.1 -------------------------------------------------------------------------------------------------------------


def refuse_general(s: State, side: str) -> Refusal | None:
    """8.1-b. Once a game a player may make a Cautious wing Aggressive as it is activated; never a Titubant one."""
    active = s.active
    if s.general_used[side]:
        return no("8.1-c", "general_used", side=side)
    if active is None or active.side != side or active.step != "start":
        return no("8.1-b", "general_at_start")
    return None if active.state == CAUTIOUS else no("8.1-b", "general_needs_cautious", state=active.state)


def general_step(s: State) -> Script:
    """8.1-a. The General stands off the map, is no target, and is called upon as the wing begins.

    Like every step: None where nothing was to be decided, False when the step is over, True when it goes on.
    """
    active = s.acting()
    if refuse_general(s, active.side):
        return None
    answer = yield ask(
        active.side,
        "general",
        "8.1-b",
        (General, Pass),
        lambda: [{"do": "general"}, {"do": "pass"}],
        lambda _: None,
        certain=True,
        wing=active.wing,
    )
    if isinstance(answer, General):
        use_general(s)
    return False


def use_general(s: State) -> None:
    """8.1-c. The wing is Aggressive for this activation, keeps its place in the order, and the General is used up."""
    active = s.acting()
    s.general_used = {**s.general_used, active.side: True}
    active.state = AGGRESSIVE
    tell(s, "general", "8.1-b", side=active.side, wing=active.wing)


# -- 8.2 -------------------------------------------------------------------------------------------------------------


def is_marshal(unit: Unit) -> bool:
    """8.2-a. A Marshal does not fight: he has no ZOC and no Front."""
    return not is_combat(unit)


def refuse_step(unit: Unit, step: str) -> Refusal | None:
    """8.2-c. The Marshal moves after his wing's combat units."""
    if (unit.type == "marshal") == (step == "marshal"):
        return None
    if is_marshal(unit):
        return no("8.2-c", "marshal_moves_later", unit=unit.name)
    return no("5.5-a", "only_marshal_moves", unit=unit.name)


def refuse_marshal_in_zoc(unit: Unit) -> Refusal | None:
    """8.2-e. A Marshal enters no enemy ZOC."""
    return no("8.2-e", "marshal_in_zoc", unit=unit.name) if is_marshal(unit) else None


def marshals_flee(s: State, arrived: Unit) -> Script:
    """8.2-f. A Marshal to whom an enemy combat unit comes adjacent must flee. Returns whether any did."""
    if is_marshal(arrived):
        return False
    near = [
        unit
        for hex in s.board.grid.adjacent[arrived.hex]
        for unit in s.stack(hex)
        if unit.side != arrived.side and is_marshal(unit)
    ]
    if not near:
        return False
    yield from flight.flee(s, near, "8.2-f")
    return True


def flee_from_hex(s: State, arriving: Unit, hex: int) -> Script:
    """8.2-f: a Marshal whose own hex an enemy is about to enter from next to him has to go first."""
    yield from flight.flee(s, [unit for unit in s.stack(hex) if unit.side != arriving.side], "8.2-f")


def reroll_marshals(s: State, fighters: list[Unit]) -> list[Unit]:
    """8.2-h. Any Marshal of the army adjacent to one of its units in the Assault, attacking or defending."""
    near = HexSet.union(s.board.grid.within(unit.hex, 1) for unit in fighters)
    return [unit for unit in s.of_side(fighters[0].side) if is_marshal(unit) and unit.hex in near]


def ask_reroll(s: State, fighters: list[Unit], need: int) -> Script:
    """8.2-j. After each failed roll a Marshal may have it repeated, as often as it happens. Returns him or None."""
    marshals = reroll_marshals(s, fighters)
    if not marshals:
        return None

    def options() -> list[Plain]:
        return [*({"do": "reroll", "marshal": marshal.id} for marshal in marshals), {"do": "pass"}]

    def refuse(answer: Reroll | Pass) -> Refusal | None:
        if isinstance(answer, Pass) or any(marshal.id == answer.marshal for marshal in marshals):
            return None
        return no("8.2-h", "marshal_not_near", unit=answer.marshal)

    answer = yield ask(
        marshals[0].side,
        "reroll",
        "8.2-h",
        (Reroll, Pass),
        options,
        refuse,
        certain=True,
        marshals=[marshal.id for marshal in marshals],
        names=[marshal.name for marshal in marshals],
        need=need,
    )
    if isinstance(answer, Pass):
        return None
    marshal = s.units[answer.marshal]
    tell(s, "reroll", "8.2-h", unit=marshal.id, name=marshal.name, side=marshal.side)
    return marshal


def reroll_failed(s: State, marshal: Unit) -> None:
    """8.2-i. If the repeated roll fails too, the Marshal is eliminated."""
    eliminate(s, marshal, "8.2-i")


def killed_by_fire(s: State, marshal: Unit) -> None:
    """8.2-k. A HIT from enemy fire eliminates a Marshal."""
    eliminate(s, marshal, "8.2-k")
