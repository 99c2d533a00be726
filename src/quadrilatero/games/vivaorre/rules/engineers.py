"""Chapter 16: engineers replace gunners and blow up structures."""

from __future__ import annotations

from quadrilatero.games.vivaorre.answers import Crew
from quadrilatero.games.vivaorre.pieces import Piece
from quadrilatero.games.vivaorre.rules.bombardment import batter, hits_needed
from quadrilatero.games.vivaorre.rules.characters import throw
from quadrilatero.games.vivaorre.rules.contact import touches
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.telling import no, roll
from quadrilatero.kernel import Refusal, Script
from quadrilatero.table import TOUCH, overlaps_ground, to_line


def is_at(unit: Unit, piece: Piece) -> bool:
    """16-c. Whether a unit touches a structure, or stands in it."""
    if piece.line:
        return to_line(unit.pose, piece.line) <= piece.width // 2 + TOUCH
    return any(
        overlaps_ground(unit.pose, shape) or to_line(unit.pose, (*shape, shape[0])) <= TOUCH for shape in piece.shapes
    )


def refuse_demolish(s: State, unit: Unit, id: str) -> Refusal | None:
    """16-c. Engineers who touch a structure work at its demolition; who touches an enemy does not get so far (8-g)."""
    piece = s.ground.pieces.get(id)
    if "engineers" not in unit.notes:
        return no("16-c", "no_engineers")
    if piece is None or hits_needed(piece) is None:
        return no("16-c", "no_structure", piece=id)
    if not is_at(unit, piece):
        return no("16-c", "not_at_structure", piece=id)
    return None


def refuse_crew(s: State, unit: Unit, answer: Crew) -> Refusal | None:
    """16-b. Engineers who touch a battery replace gunners it has lost, figure for figure; one of them stays."""
    battery = s.units.get(answer.battery)
    if "engineers" not in unit.notes:
        return no("16-b", "no_engineers")
    if battery is None or not battery.is_guns or battery.side != unit.side or not touches(unit.pose, battery.pose):
        return no("16-b", "no_battery", battery=answer.battery)
    if answer.figures > battery.start - battery.figures or answer.figures >= unit.figures:
        return no("16-b", "too_many_figures", figures=answer.figures)
    return None


def crew(s: State, unit: Unit, answer: Crew) -> None:
    """16-b. Single figures become gunners; both units have so many fewer and more from now on."""
    battery = s.units[answer.battery]
    s.change(unit, figures=unit.figures - answer.figures, start=max(unit.start - answer.figures, 1))
    s.change(battery, figures=battery.figures + answer.figures)


def demolitions(s: State) -> Script:
    """16-c. At the end of the turn, for all who worked at a demolition and did not have to fight."""
    for id, piece in s.demolitions.items():
        if id in s.units and piece in s.ground.pieces and not s.units[id].fought:
            yield from demolish(s, s.units[id], piece)
    s.demolitions = {}


def demolish(s: State, unit: Unit, id: str) -> Script:
    """16-c. For each turn of work the structure takes a die of bombardment hits."""
    faces = yield from throw(s, 1, unit.side, [unit], "demolition")
    roll(s, "16-c", "demolition", unit.side, faces, need=1, total=faces[0], success=True, unit=unit, piece=id)
    batter(s, id, faces[0], "16-c")
