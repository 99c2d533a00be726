"""Chapter 6.1: zones of control and facing."""

from __future__ import annotations

from quadrilatero.games.camposanto.answers import Face
from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.state import State, Unit
from quadrilatero.games.camposanto.telling import ask, no, tell
from quadrilatero.hexes import FACINGS, HexSet
from quadrilatero.kernel import Plain, Refusal, Script


def in_zoc(s: State, side: str, hex: int) -> bool:
    """6.1-a. A combat unit's zone of control is the six hexes around it; friends and terrain change nothing."""
    return s.board.grid.around[hex].meets(s.held[ENEMY[side]])


def barred_hexes(s: State, unit: Unit) -> HexSet:
    """6-e: the hexes where enemies bar a unit's way: their combat units, and for a Marshal, who puts none to flight,
    their Marshals too.
    """
    enemies = s.counters if unit.type == "marshal" else s.held
    return enemies[ENEMY[unit.side]]


def front_hexes(s: State, unit: Unit) -> HexSet:
    """6.1-b. A unit faces a corner of its hex: the two hexes at that corner are its Front, the other four its Flank."""
    return s.board.facings.ahead[unit.hex][unit.facing]


def choose_facing(s: State, unit: Unit, rule: str = "6.1-c") -> Script:
    """6.1-c, 6.1-d, aid.move-a. At the end of its move, or without moving, a unit faces as it likes, also in a ZOC."""
    id = unit.id

    def refuse(answer: Face) -> Refusal | None:
        return None if answer.unit == id else no(rule, "other_unit_turns", unit=unit.name)

    def options() -> list[Plain]:
        return [{"do": "face", "unit": id, "facing": facing} for facing in FACINGS]

    now = FACINGS[unit.facing]
    answer = yield ask(
        unit.side, "face", rule, (Face,), options, refuse, certain=True, unit=id, name=unit.name, facing=now
    )
    facing = FACINGS.index(answer.facing)
    if any(other.facing != facing for other in s.stack(unit.hex)):
        s.turn_to(unit, facing)
    tell(s, "faced", rule, unit=id, name=unit.name, facing=answer.facing)
