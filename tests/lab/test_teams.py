"""Three seats and two sides in the laboratory and the environment: bots and results are of sides, agents of seats."""

from __future__ import annotations

import csv
import json
import random

import numpy as np
import pytest
from typer.testing import CliRunner

import quadrilatero as q
from quadrilatero.bots import levels, usual_level
from quadrilatero.cli.app import app
from quadrilatero.env import env
from quadrilatero.lab.compare import Comparison
from quadrilatero.lab.ladder import plan_ladder
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.play import play
from quadrilatero.lab.reports import make_report
from quadrilatero.lab.simulate import simulate
from quadrilatero.lab.tune import plan_tuning
from quadrilatero.lab.words import Trouble
from tests.lab.teams import GAME, SIDES, TRIO, find_teams

__all__ = ["find_teams"]

OWN = "tests.lab.players."


def test_a_bot_holds_all_seats_of_its_side(teams):
    plan = plan_run(teams, bots=[OWN + "Seeing", "recluta"], games=2, seed=3)
    first, second = (play(plan, index) for index in (0, 1))
    assert {side: times.decisions for side, times in first.times.items()} == {"reds": 2}
    assert {side: times.decisions for side, times in second.times.items()} == {"blues": 1}
    assert set(first.luck) == {"reds", "blues"}


def test_what_many_games_add_up_to_is_told_by_side(teams):
    run = simulate(plan_run(teams, games=60, seed=1))
    found = run.plain()
    assert not found["failed"]
    assert found["wins"].keys() == {"reds", "blues"}
    assert sum(found["wins"].values()) + found["draws"] == 60
    assert found["wins"]["reds"] > found["wins"]["blues"], "two picks against one"
    assert sum(run.tally.side_points(side) for side in run.tally.sides) == 60


def test_a_number_of_bots_that_does_not_fit_is_refused(teams):
    with pytest.raises(Trouble) as trouble:
        plan_run(teams, bots=["recluta"] * 3)
    assert trouble.value.text("en") == "squads has 2 sides (reds, blues): name as many bots, not 3"


def test_reports_and_comparisons_of_a_game_without_losses_or_rolls(teams, tmp_path):
    for name, seed in (("one", 1), ("two", 2)):
        simulate(plan_run(teams, games=8, seed=seed), folder=tmp_path / name)
    for language in ("en", "it"):
        assert "reds" in make_report(tmp_path / "one", language)
    with (tmp_path / "one" / "games.csv").open(encoding="utf-8") as file:
        row = next(csv.DictReader(file))
    assert json.loads(row["score"]).keys() == {"best"}
    compared = Comparison([tmp_path / "one", tmp_path / "two"])
    assert compared.plain()["seat"] == "reds"
    assert "blues" in compared.page("en")


def test_the_command_needs_no_bots_to_be_named(teams):
    result = CliRunner().invoke(app, ["simulate", teams, "--games", "4", "--jobs", "1", "--lang", "en"])
    assert result.exit_code == 0, result.output
    assert "Won by blues (recluta)" in result.stdout


@pytest.fixture
def trio(teams):
    return TRIO.name


def test_with_three_sides_a_draw_is_shared_by_three(trio):
    tally = simulate(plan_run(trio, games=9, seed=1)).tally
    assert tally.sides == ("ann", "bob", "cid")
    assert tally.wins(None) == 9
    assert [tally.side_points(side) for side in tally.sides] == pytest.approx([3, 3, 3])
    assert tally.bot_points(0) == pytest.approx(3)


def test_with_three_sides_everybody_has_every_side_once(trio):
    plan = plan_run(trio, bots=["recluta"] * 3, games=3, swap=True)
    assert [plan.seating(index) for index in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({plan.dice_seed(index) for index in range(3)}) == 1


@pytest.mark.parametrize(
    "plan",
    [lambda game: plan_ladder(game, ["recluta", "tests.lab.players.Seeing"]), lambda game: plan_tuning(game, "x")],
)
def test_two_players_are_compared_in_games_of_two_sides_only(trio, plan):
    with pytest.raises(Trouble) as trouble:
        plan(trio)
    assert "trio has ann, bob, cid" in trouble.value.text("en")


# -- levels ------------------------------------------------------------------------------------------------------------


def test_a_game_without_a_mind_has_recluta_alone(teams):
    assert levels(teams) == ["recluta"]
    assert usual_level(teams) == "recluta"
    with pytest.raises(ValueError, match="there is no bot 'sergente'; squads has recluta"):
        q.bot(teams, "sergente")
    with pytest.raises(Trouble) as trouble:
        plan_run(teams, bots=["sergente", "recluta"])
    assert trouble.value.text("it") == "per squads non c'è il bot 'sergente'; ci sono recluta"


def test_a_mind_that_sees_less_far_has_fewer_levels(monkeypatch):
    assert levels("camposanto") == ["recluta", "sergente", "capitano", "maresciallo"]
    monkeypatch.setattr(type(q.start("camposanto", seed=0).game.mind()), "most_insight", 1)
    assert levels("camposanto") == ["recluta", "sergente"]
    with pytest.raises(ValueError, match="camposanto has recluta, sergente"):
        q.bot("camposanto", "capitano:bold")


# -- the environment ---------------------------------------------------------------------------------------------------


def test_agents_are_seats_and_a_side_wins_for_all_of_its_seats(teams):
    environment = env(teams)
    assert environment.possible_agents == ["ann", "bob", "cid"]
    ends = set()
    for seed in range(12):
        rng = random.Random(seed)
        environment.reset(seed=seed)
        rewards = dict.fromkeys(environment.possible_agents, 0.0)
        for agent in environment.agent_iter():
            seen, reward, over, cut, _ = environment.last()
            rewards[agent] += reward
            environment.step(None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        winner = environment.unwrapped.match.result.winner
        ends.add(winner)
        assert rewards == {seat: 0.0 if winner is None else 1.0 if SIDES[seat] == winner else -1.0 for seat in SIDES}
    assert ends == {"reds", "blues", None}


def test_a_list_longer_than_the_bound_says_so(teams, monkeypatch):
    monkeypatch.setattr(GAME, "most_options", 3)
    environment = env(teams)
    environment.reset(seed=1)
    with pytest.raises(RuntimeError, match="squads lists 4 answers to 'pick', more than its most_options of 3: raise"):
        environment.last()
