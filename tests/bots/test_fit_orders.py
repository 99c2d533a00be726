"""How the figures behind maresciallo's orders are made."""

from __future__ import annotations

import random
import tomllib

import pytest

from bench.fit_orders import Phase, fit_hits, fit_kept, play, written
from quadrilatero.games.camposanto.mind import phases
from quadrilatero.games.camposanto.rules.victory import WINNING_POINTS
from quadrilatero.games.camposanto.state import TITUBANT, WING_STATES
from quadrilatero.lab.statistics import least_squares

NEAR = {"impetuous": 0.3, "aggressive": 0.1, "cautious": 0.05, "titubant": -0.1}
KEPT = 0.15


def made_up(games: int) -> list[list[Phase]]:
    """Games in which each unit near the enemy and each point kept is worth what was just said, and luck counts one."""
    rng = random.Random(4)
    found = []
    for _ in range(games):
        game: list[Phase] = []
        for turn in ("day", "evening"):
            kept = 0
            for number in (1, 2, 3):
                near = {state: float(rng.randint(-8, 8)) for state in WING_STATES}
                luck = rng.gauss(0, 1)
                margin = sum(NEAR[state] * near[state] for state in WING_STATES) + luck + KEPT * kept
                kept = rng.randint(-20, 20)
                points = kept, rng.randint(-5, 5), rng.randint(-5, 5)
                gains = {state: rng.random() for state in WING_STATES}
                game.append(Phase(turn, number, near, gains, points, margin, luck))
        found.append(game)
    return found


def test_least_squares_finds_slopes_and_says_how_surely():
    rng = random.Random(1)
    rows = [(rng.random(), rng.random()) for _ in range(400)]
    slopes, errors = least_squares(list(zip(*rows, strict=True)), [3 + 2 * a - b + rng.gauss(0, 0.1) for a, b in rows])
    assert slopes == pytest.approx([2, -1], abs=0.06)
    assert all(0.01 < error < 0.03 for error in errors)


def test_what_states_and_points_kept_bring_is_found_again():
    games = made_up(400)
    hits, straying = fit_hits([phase for game in games for phase in game])
    for state in WING_STATES:
        assert hits[state][0].value == pytest.approx(NEAR[state], abs=0.05)
    assert straying > 1.6, "luck is not known when orders are laid"
    each, highest, lowest = fit_kept(games, 2)
    assert each.value == pytest.approx(KEPT, abs=0.02)
    assert highest.value == pytest.approx(0, abs=5 * highest.error)
    assert lowest.value == pytest.approx(0, abs=5 * lowest.error)


def test_the_file_says_how_it_was_made():
    told = tomllib.loads(written(made_up(40), "a command"))
    assert told["hits"].keys() == set(WING_STATES)
    assert told["kept"].keys() == {"1", "2"}
    assert told["record"]["made"].startswith("a command: least squares over 40 games, 240 Phases")


def test_a_game_is_told_phase_by_phase():
    found = play(8)
    assert 1 <= len(found) <= 6
    assert [phase.number for phase in found] == [1, 2, 3, 1, 2, 3][: len(found)]
    assert sum(phase.margin > 0 for phase in found) <= WINNING_POINTS
    assert any(phase.luck for phase in found)
    assert found[2].kept == (0, 0, 0), "nothing is left after the last Phase of a Turn"


def test_the_figures_in_use_make_sense():
    each = {state: phases.HITS[state][0] for state in WING_STATES}
    assert each["impetuous"] > each["aggressive"] > each["cautious"] > each[TITUBANT]
    assert all(sum(kept) > 0 for kept in phases.KEPT.values())
