"""7.6: units choose their facing."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.custoza.answers import Face
from quadrilatero.games.custoza.records import Turning
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import ask, no, tell_of
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import FACINGS
from quadrilatero.kernel import Plain, Refusal, Script


def turn_later(
    s: State, units: Sequence[Unit], rule: str = "7.6-b", along: int | None = None, *, stayed: bool = False
) -> None:
    """2.7-a, 7.6-b. The Force whose action ends here chooses its facing in a segment of its own, if there is a choice.

    `along` is the last step of a march (7.8.2-c). Inside an action, after a retreat say, use `choose_facing` instead.
    """
    if has_choice(s, units, stayed=stayed):
        s.facing = Turning(tuple(unit.id for unit in units), along, rule)


def has_choice(s: State, units: Sequence[Unit], *, stayed: bool = False) -> bool:
    """7.6-c, 2.7-c. No choice for who has joined others, or stands where there is front all around.

    Who has `stayed` in his hex has joined nobody: those who stand with him turn along (7.6-a).
    """
    if not units or units[0].hex < 0 or units[0].hex in s.board.walls:
        return False
    ids = {unit.id for unit in units}
    return stayed or all(other.id in ids for other in s.stack(units[0].hex))


def face_step(s: State) -> Script:
    """7.6-b: the facing that was put off, as a segment of its own."""
    turning = s.facing
    assert turning is not None
    units = [s.units[id] for id in turning.units if s.units[id].hex >= 0]
    if has_choice(s, units, stayed=True):
        yield from choose_facing(s, units, turning.rule, turning.along)
    s.facing = None


def choose_facing(s: State, units: Sequence[Unit], rule: str = "7.6-b", along: int | None = None) -> Script:
    """2.7-a, 7.6-a, 7.6-b, 7.8.2-b, 7.8.2-c. Any side; after a march only the last step or a side next to it."""
    ids, hex = [unit.id for unit in units], units[0].hex
    allowed = range(6) if along is None else sorted({(along + turn) % 6 for turn in (-1, 0, 1)})

    def options() -> list[Plain]:
        return [{"do": "face", "units": ids, "facing": FACINGS[facing]} for facing in allowed]

    def refuse(answer: Face) -> Refusal | None:
        if answer.units != ids:
            return no("7.6-a", "these_turn", units=ids)
        if FACINGS.index(answer.facing) not in allowed:
            return no("7.8.2-c", "march_facing", facing=answer.facing)
        return None

    answer = yield ask(
        s,
        units[0].side,
        "face",
        rule,
        (Face,),
        options,
        refuse,
        certain=True,
        units=ids,
        facing=FACINGS[units[0].facing],
    )
    turn(s, s.stack(hex), FACINGS.index(answer.facing), rule)


def turn(s: State, units: Sequence[Unit], facing: int, rule: str) -> None:
    """7.6-a. When one Force turns, all units of its hex turn with it; told only if they face elsewhere now."""
    if all(unit.facing == facing for unit in units):
        return
    s.turn_to(units[0].hex, facing)
    tell_of(s, "faced", rule, s.stack(units[0].hex), facing=FACINGS[facing])
