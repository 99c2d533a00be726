"""What must hold after every answer of a Custoza game, and how its random games are played."""

from __future__ import annotations

import random
from typing import Any

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT, stacking_points, zone, zone_of
from quadrilatero.games.custoza.rules.declarations import marker_limits
from quadrilatero.games.custoza.state import MOST_POINTS, State
from quadrilatero.games.custoza.view import view
from quadrilatero.kernel.worlds import sample
from tests import fuzzing

Answer = dict[str, Any]
FIGHTS = {"declare", "assault", "charge", "fire", "square", "fall_back", "activate", "break_off", "turn"}
TRIED = 3
"""How many of the listed answers are put to the rules at each question."""
SAMPLED = 5
"""At every so manyth question a world is made up for a seat."""
COUNTED = 3
"""At every so manyth question all that is kept from before is counted, shown and listed afresh."""
SELDOM = 12
"""Both are done so many times more seldom in a campaign: it has thousands of questions."""


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
        points = {hex: stacking_points(s, hex, side) for hex in s.held[side]}
        for least in range(1, MOST_POINTS + 1):
            crowded = sum(1 << hex for hex, count in points.items() if count >= least)
            assert s.crowds[side][least] == crowded, "crowds"
    for hex, ids in s.at.items():
        assert list(ids) == [id for id in s.units if s.units[id].hex == hex], "at"


def forgetful(s: State) -> State:
    """The same state, with nothing worked out before."""
    fresh = s.copy()
    fresh.veils, fresh.listed, fresh.tallies, fresh.memory = {}, {}, {}, {}
    fresh.searches, fresh.zones, fresh.zones_at = {}, {}, {}
    return fresh


def listed_afresh(match: q.Match, seat: str) -> list[Answer]:
    """The answers to the question that is put, listed as if nothing had been kept from before."""
    assert match.ask is not None
    s = match.standing()[1]
    kept = s.listed, s.searches, s.memory
    s.listed, s.searches, s.memory = {}, {}, {}
    try:
        return list(match.ask.options(seat))
    finally:
        s.listed, s.searches, s.memory = kept


def check_views(s: State) -> None:
    """What is shown is what would be shown if nothing had been kept from before."""
    fresh = forgetful(s)
    for seat in (*SIDES, None):
        assert view(s, seat) == view(fresh, seat), f"view of {seat}"


def check_hexes(s: State) -> None:
    """What holds of every hex once an action is over: one side, one facing but of a fortress (unless it is just asked),
    room for all."""
    turning = () if s.facing is None else s.facing.units
    for hex in s.units_held():
        stack = s.stack(hex)
        assert len({unit.side for unit in stack}) == 1
        assert len({unit.facing for unit in stack if unit.id not in turning and unit.type != "fortress"}) <= 1
        assert stacking_points(s, hex, stack[0].side) <= STACKING_LIMIT


def check_strength(s: State) -> None:
    """Printed strength is what is left and what was lost; nobody gains any."""
    printed = {card.id: card.sp for cards in s.roster.values() for card in cards}
    for unit in s.units.values():
        assert unit.is_piece or unit.sp + unit.lost == unit.max == printed[unit.id]


def check_state(s: State) -> None:
    """All of it."""
    check_units(s)
    check_strength(s)
    if not s.deeds:
        check_hexes(s)
    if s.active is not None:
        assert len(s.active.markers) <= marker_limits(s)[0]


def check_position(match: q.Match) -> None:
    """A position can be read again: no rule leads to one that the rules forbid."""
    position = match.state()
    if not position["since"]:
        GAME.read(position, match.header.options)


def check_worlds(match: q.Match, rng: random.Random) -> None:
    """What a seat sees can be completed to a world that looks the same to it."""
    seat = rng.choice((*SIDES, None))
    view = match.view(seat)
    assert sample(view, rng).view(seat) == view


class Watch(fuzzing.Watch):
    """Counters, stacks and caches agree, and the rules accept what is listed."""

    def __init__(self, match: q.Match, most_decisions: int) -> None:
        super().__init__(match, most_decisions)
        self._rng = random.Random(match.version)
        self._seldom = SELDOM if match.standing()[1].mode == "advanced" else 1

    def check(self, match: q.Match) -> None:
        s = match.standing()[1]
        check_state(s)
        counted = self.decisions % (COUNTED * self._seldom) == 0
        if counted:
            check_kept(s)
            check_views(s)
        if match.ask is None:
            return
        if self.decisions % (SAMPLED * self._seldom) == 0:
            check_worlds(match, self._rng)
        seat = match.ask.who[0]
        options = match.options(seat)
        if counted:
            check_position(match)
        if counted:
            assert list(options) == listed_afresh(match, seat), f"answers listed to {match.ask.what}"
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
    """Some players are eager for a fight. Campaigns are played where they are named (`--scenario`): they are long."""

    most_decisions = 40_000
    moods = ("any", "verbs", "warlike")
    tested = 5
    pairs = 4000

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.scenarios = [name for name in self.scenarios if GAME.data.scenarios[name].mode == "base"]

    def watch(self, match: q.Match) -> Watch:
        return Watch(match, self.most_decisions)

    def choose(self, match: q.Match, seat: str, rng: random.Random, mood: str) -> Answer:
        if mood != "warlike":
            return super().choose(match, seat, rng, mood)
        options = match.options(seat)
        fights = [option for option in options if option["do"] in FIGHTS]
        return rng.choice(fights or options)


FUZZ = CustozaFuzz("custoza")
