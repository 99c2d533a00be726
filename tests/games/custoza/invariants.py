"""What must hold after every answer of a Custoza game, and how its random games are played."""

from __future__ import annotations

import random
from typing import Any

import quadrilatero as q
from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.rules.actions import marker_limits
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT, stacking_points, zone, zone_of
from quadrilatero.games.custoza.state import MOST_POINTS, State
from tests import fuzzing

Answer = dict[str, Any]
FIGHTS = {"declare", "assault", "charge", "fire", "square", "fall_back", "activate", "break_off", "turn"}
TRIED = 3
"""How many of the listed answers are put to the rules at each question."""


def check_units(s: State) -> None:
    """What holds of every counter, also in the middle of an action."""
    for unit in s.units.values():
        if unit.is_piece or unit.hex < 0:
            continue
        assert 1 <= unit.sp <= unit.max
        assert 0 <= unit.status <= 3
        assert s.board.terrain[unit.hex] not in ("lake", "mincio"), unit.id


def check_kept(s: State) -> None:
    """What the state keeps in step is what is counted afresh: who stands where, zones, crowds."""
    for side in SIDES:
        units = list(s.on_map(side))
        mask = 0
        for unit in units:
            mask |= zone_of(s, unit).mask
        assert zone(s, side).mask == mask, "zones"
        assert set(s.held[side]) == {unit.hex for unit in units}, "held"
        for least in range(1, MOST_POINTS + 1):
            crowded = {hex for hex in s.held[side] if stacking_points(s, hex, side) >= least}
            assert {hex for hex in range(s.board.grid.size) if s.crowds[side][least] >> hex & 1} == crowded, "crowds"
    for hex, ids in s.at.items():
        assert list(ids) == [id for id in s.units if s.units[id].hex == hex], "at"


def check_hexes(s: State) -> None:
    """What holds of every hex once an action is over: one side, one facing, room for all."""
    for hex in s.units_held():
        stack = s.stack(hex)
        assert len({unit.side for unit in stack}) == 1
        assert len({unit.facing for unit in stack}) == 1
        assert stacking_points(s, hex, stack[0].side) <= STACKING_LIMIT


def check_strength(s: State) -> None:
    """Printed strength is what is left and what was lost; nobody gains any."""
    printed = {card.id: card.sp for cards in s.roster.values() for card in cards}
    for unit in s.units.values():
        assert unit.is_piece or unit.sp + unit.lost == unit.max == printed[unit.id]


def check_state(s: State) -> None:
    """All of it."""
    check_units(s)
    check_kept(s)
    check_strength(s)
    if not s.deeds:
        check_hexes(s)
    if s.active is not None:
        assert len(s.active.markers) <= marker_limits(s)[0]


class Watch(fuzzing.Watch):
    """Counters, stacks and caches agree, and the rules accept what is listed."""

    def __init__(self, match: q.Match, most_decisions: int) -> None:
        super().__init__(match, most_decisions)
        self._rng = random.Random(match.version)

    def check(self, match: q.Match) -> None:
        check_state(match.standing()[1])
        if match.ask is None:
            return
        seat = match.ask.who[0]
        options = match.options(seat)
        for _ in range(min(TRIED, len(options))):
            answer = self._rng.choice(options)
            refusal = match.refuse(seat, answer)
            assert refusal is None, f"{answer} is listed and refused by {refusal.rule}"

    def _check_options(self, match: q.Match) -> None:
        """Where even having no choice is hidden, a single answer is asked for too."""
        assert match.ask is not None
        for seat in match.ask.who:
            count = len(match.options(seat))
            self.largest = max(self.largest, count)
            assert count >= (1 if match.ask.certain else 2), f"{count} options at {match.ask.what}"


class CustozaFuzz(fuzzing.Fuzz):
    """The minor scenarios; some players are eager for a fight. The campaigns are not playable to the end yet."""

    most_decisions = 5000
    moods = ("any", "verbs", "warlike")
    tested = 5

    def __init__(self) -> None:
        super().__init__("custoza")
        self.scenarios = ["vanguards", "morning", "tail"]

    def watch(self, match: q.Match) -> Watch:
        return Watch(match, self.most_decisions)

    def choose(self, match: q.Match, seat: str, rng: random.Random, mood: str) -> Answer:
        if mood != "warlike":
            return super().choose(match, seat, rng, mood)
        options = match.options(seat)
        fights = [option for option in options if option["do"] in FIGHTS]
        return rng.choice(fights or options)


FUZZ = CustozaFuzz()
