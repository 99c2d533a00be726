"""7.2: what it hangs on where a Force can go; what was found for it holds until that changes."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.rules import fortresses, movement
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT, size_of, zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit


class Surroundings:
    """2.9-b, 7.2-c, 7.5-b, 7.8.1-b: who stands in a Force's way, as masks, and the region where that matters to it.

    The Force itself, and who shares its hex, are not looked at.
    """

    __slots__ = ("_board", "_enemies", "_region", "_road", "_room", "_walls", "_zone")

    def __init__(self, s: State, units: Sequence[Unit]) -> None:
        first, size, enemy = units[0], size_of(units), ENEMY[units[0].side]
        crowds = s.crowds[first.side]
        self._board = s.board
        self._region: int = s.board.region(first.kind, True, first.hex, movement.budget(units)).mask
        self._enemies: int = s.held[enemy].mask
        self._zone: int = zone(s, enemy).mask
        self._room: int = crowds[STACKING_LIMIT + 1 - size]
        self._road: int = crowds[movement.ROAD_SPACE + 1 - size] if size <= movement.ROAD_SPACE else 0
        self._walls: int = fortresses.without_room(s, units)

    def hold(self, s: State, units: Sequence[Unit]) -> bool:
        """Whether these units, of the same Force in the same hex, would find everything as it was."""
        size, side = size_of(units), units[0].side
        region, enemy, crowds = self._region, ENEMY[side], s.crowds[side]
        if self._board is not s.board or _differ(self._room, crowds[STACKING_LIMIT + 1 - size], region):
            return False
        if size <= movement.ROAD_SPACE and _differ(self._road, crowds[movement.ROAD_SPACE + 1 - size], region):
            return False
        if _differ(self._enemies, s.held[enemy].mask, region) or _differ(self._zone, zone(s, enemy).mask, region):
            return False
        return not _differ(self._walls, fortresses.without_room(s, units), region)


def _differ(then: int, now: int, region: int) -> bool:
    return then != now and (then ^ now) & region != 0
