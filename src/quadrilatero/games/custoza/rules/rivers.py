"""22.1 and 22.2: the Tione and the Mincio."""

from __future__ import annotations

from quadrilatero.games.custoza.board import ARTILLERY
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.telling import no
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel import Refusal


def may_unlimber(s: State, unit: Unit) -> bool:
    """22.1-a. Guns cannot leave March Movement on a bridge or ford of the Tione."""
    return s.board.terrain[unit.hex] != "tione"


def refuse_ground(s: State, unit: Unit, here: int, there: int) -> Refusal:
    """22.1-a, 22.2-a, 22.2-b, 7.4-a. Why a hex cannot be entered: a river, or the ground."""
    number, terrain = s.board.grid.numbers[there], s.board.ground.terrain[there]
    if terrain == "mincio":
        bridged = there in s.board.bridges
        return no("22.2-b" if bridged else "22.2-a", "mincio", hex=number)
    if terrain == "tione" and unit.kind == ARTILLERY:
        return no("22.1-a", "tione", hex=number)
    return no("7.4-a", "impassable", hex=number)


def recovers_here(s: State, unit: Unit) -> bool:
    """22.1.1-a, 22.2.1-a. In the Tione, and on the bridges of the Mincio, nobody recovers from Disorganised."""
    return not (s.board.at(unit.hex).flags.no_recovery_from_disorganised and unit.status >= 3)
