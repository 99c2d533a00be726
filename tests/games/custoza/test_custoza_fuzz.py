"""Random games of the minor scenarios: what must hold after every answer, however they go."""

from __future__ import annotations

import random

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.rules.actions import marker_limits
from quadrilatero.games.custoza.rules.concepts import STACKING_LIMIT, stacking_points, zone, zone_of
from quadrilatero.games.custoza.state import State

ANSWERS = 25
FIGHTS = {"declare", "assault", "charge", "fire", "square", "fall_back", "activate", "break_off", "turn"}


def check_units(s: State) -> None:
    """2.8 of the contract: what holds of every counter, also in the middle of an action."""
    for unit in s.units.values():
        if unit.is_piece or unit.hex < 0:
            continue
        assert 1 <= unit.sp <= unit.max
        assert 0 <= unit.status <= 3
        assert s.board.terrain[unit.hex] not in ("lake", "mincio"), unit.id
    for side in SIDES:
        mask = 0
        for unit in s.on_map(side):
            mask |= zone_of(s, unit).mask
        assert zone(s, side).mask == mask, "zones as counted afresh"
        assert set(s.held[side]) == {unit.hex for unit in s.on_map(side)}


def check_hexes(s: State) -> None:
    """2.6 to 2.9: what holds of every hex once an action is over."""
    for hex in s.units_held():
        stack = s.stack(hex)
        assert len({unit.side for unit in stack}) == 1
        assert len({unit.facing for unit in stack}) == 1
        assert stacking_points(s, hex, stack[0].side) <= STACKING_LIMIT


def check(m: q.Match) -> None:
    s = m.standing()[1]
    check_units(s)
    if not s.deeds:
        check_hexes(s)
    if s.active is not None:
        assert len(s.active.markers) <= marker_limits(s)[0]


@pytest.mark.parametrize("scenario", ["vanguards", "morning", "tail"])
@pytest.mark.parametrize("warlike", [False, True])
def test_random_play_keeps_the_invariants(scenario: str, warlike: bool) -> None:
    rng = random.Random(f"{scenario} {warlike}")
    m = q.start("custoza", scenario=scenario, seed=rng.randrange(1000))
    for _ in range(ANSWERS):
        if m.ask is None:
            break
        seat = m.ask.who[0]
        options = m.options(seat)
        assert options
        fights = [option for option in options if option["do"] in FIGHTS] if warlike else []
        for option in rng.sample(options, min(2, len(options))):
            m.clone().answer(seat, option)
        m.answer(seat, rng.choice(fights or options))
        check(m)
