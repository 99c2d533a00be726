"""Battles played at random: whatever is answered, the table stays a table."""

from __future__ import annotations

import random

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.rules import ground
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel.contract import random_answer
from quadrilatero.table import overlaps

MOST = 1500


def faults(s: State) -> list[str]:
    """What no answer may bring about: units on others, in closed ground, off the table; figures that do not add up."""
    found = []
    there = list(s.on_table())
    wide, high = s.ground.size
    for number, unit in enumerate(there):
        found += [f"{unit.id} on {other.id}" for other in there[:number] if overlaps(unit.pose, other.pose)]
        if ground.closed_at(s, unit, unit.pose) is not None:
            found.append(f"{unit.id} in closed ground")
        if not (0 <= unit.pose[0] <= wide and 0 <= unit.pose[1] <= high):
            found.append(f"{unit.id} off the table")
        if unit.hits not in (0, 1) or not 0 < unit.figures <= unit.start:
            found.append(f"{unit.id} has {unit.figures} of {unit.start} figures and {unit.hits} hits")
    return found


@pytest.mark.parametrize("scenario", ["scaramuccia", "calatafimi"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_battle_at_random_ends_and_breaks_no_rule_of_the_table(scenario: str, seed: int) -> None:
    rng = random.Random(seed)
    match = q.start("vivaorre", scenario=scenario, seed=seed)
    for _ in range(MOST):
        if match.ask is None:
            break
        asked = match.ask.what
        _, answer = random_answer(match, rng)
        assert faults(match.standing()[1]) == [], (asked, answer)
    assert match.result is not None


def test_a_move_that_is_spoilt_by_a_mil_or_a_hundredth_of_a_degree_is_refused() -> None:
    rng = random.Random(5)
    match = q.start("vivaorre", scenario="scaramuccia", seed=5)
    spoilt = 0
    for _ in range(400):
        if match.ask is None:
            break
        seat = match.ask.who[0]
        if match.ask.what == "move":
            unit = next(iter(match.ask.data["units"]))
            far = {"do": "move", "unit": unit, "path": [{"go": "advance", "by": 24001}]}
            wide = {"do": "move", "unit": unit, "path": [{"go": "wheel", "side": "left", "angle": 9001}]}
            assert match.refuse(seat, far) is not None
            assert match.refuse(seat, wide) is not None
            spoilt += 1
        random_answer(match, rng)
    assert spoilt > 10
