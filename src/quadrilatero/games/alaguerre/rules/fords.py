"""Chapter 11.5: searching for a ford."""

from __future__ import annotations

from quadrilatero.games.alaguerre.ground import PieceSaid
from quadrilatero.games.alaguerre.rules.contact import touches_line
from quadrilatero.games.alaguerre.rules.formations import Unit
from quadrilatero.games.alaguerre.said import UM
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import no, roll
from quadrilatero.kernel import Refusal, Script
from quadrilatero.kernel.ask import Dice
from quadrilatero.table import along, shift

FOUND = {5: UM, 6: 2 * UM}
"""11.5-a: how wide a ford a die finds."""


def refuse_search(s: State, unit: Unit, id: str) -> Refusal | None:
    """11.5-a. Why a unit cannot look for a ford: not agreed on, no river, or not at its bank."""
    if s.options["ford_search"] != "on":
        return no("11.5-a", "no_search_agreed")
    piece = s.ground.pieces.get(id)
    if piece is None or piece.type != "river" or not piece.line:
        return no("11.5-a", "no_river", piece=id)
    if not touches_line(unit.pose, piece.line, piece.width):
        return no("11.5-a", "not_at_it", piece=id)
    return None


def search(s: State, unit: Unit, id: str) -> Script:
    """11.5-a, 11.5-b. One die for the whole Manoeuvre: what is found lies before the unit and stays for everybody."""
    piece = s.ground.pieces[id]
    (face,) = yield Dice(1)
    wide = FOUND.get(face, 0)
    roll(
        s,
        "11.5-a",
        "ford",
        unit.side,
        (face,),
        need=5,
        total=face,
        success=wide > 0,
        unit=unit.id,
        units=unit.ids,
        piece=id,
        wide=wide,
    )
    for base in unit.bases:
        s.change(s.bases[base.id], acted=True)
    if not wide:
        return
    x, y, way = along(piece.line, unit.pose[0], unit.pose[1], 0)
    half = piece.width // 2 + UM
    ends = [list(shift((x, y, 0, 1, 1), (way + turn) % 36000, half)[:2]) for turn in (9000, 27000)]
    number = 1 + sum(other.type == "ford" for other in s.ground.pieces.values())
    ford = PieceSaid(id=f"{id}.ford{number}", type="ford", line=ends, width=wide, wide=wide)
    s.ground = s.ground.with_piece(ford)
