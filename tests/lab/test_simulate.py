"""Many games: the same table however they are played."""

from __future__ import annotations

import csv
import json

import pytest

import quadrilatero as q
from quadrilatero.bots import Recluta, ladder
from quadrilatero.lab import simulate as lab
from quadrilatero.lab.simulate import derive, plan_run, play, simulate


class Seeing(Recluta):
    """Plays as a bot that needs a view and a sampler."""

    level = "seeing"
    blind = False


def plan(games=3, **more):
    return plan_run("camposanto", scenario="learning", games=games, **more)


def summary(run):
    return {key: value for key, value in run.plain().items() if key != "timing"}


def test_the_summary_has_its_fields_and_adds_up():
    run = simulate(plan(games=4, seed=3))
    plain = run.plain()
    assert list(plain) == [
        "game",
        "scenario",
        "seed",
        "games",
        "bots",
        "wins",
        "draws",
        "reasons",
        "decisions",
        "timing",
    ]
    assert plain["games"] == 4 == sum(plain["wins"].values()) + plain["draws"] == sum(plain["reasons"].values())
    assert plain["decisions"]["total"] == sum(game.decisions for game in run.played)
    assert plain["decisions"]["min"] <= plain["decisions"]["mean"] <= plain["decisions"]["max"]
    assert json.loads(json.dumps(plain)) == plain


def test_again_and_with_more_processes_it_comes_out_the_same():
    alone = simulate(plan(games=17, seed=1), jobs=1)
    again = simulate(plan(games=17, seed=1), jobs=1)
    together = simulate(plan(games=17, seed=1), jobs=2)
    assert summary(alone) == summary(again) == summary(together)
    assert alone.played == together.played
    assert together.jobs == 2


def test_another_seed_gives_other_games_and_a_longer_run_begins_alike():
    few, many = simulate(plan(games=2, seed=1)), simulate(plan(games=3, seed=1))
    assert few.played == many.played[:2]
    assert {game.seed for game in few.played}.isdisjoint(game.seed for game in simulate(plan(games=2, seed=2)).played)


def test_seeds_are_spread_out():
    seeds = {derive(k, i) for k in range(30) for i in range(30)}
    assert len(seeds) == 900
    assert derive(1, 23) != derive(12, 3)
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_bots_that_look_get_a_view_and_a_sampler(monkeypatch):
    monkeypatch.setitem(ladder.LADDER, "seeing", Seeing)
    first = play(plan(games=1, bots=["seeing", "recluta"]), 0)
    assert first == play(plan(games=1, bots=["seeing", "recluta"]), 0)
    assert first.decisions > 50


def test_stopping_keeps_what_was_done():
    def interrupt(done):
        if done >= 2:
            raise KeyboardInterrupt

    run = simulate(plan(games=5), progress=interrupt)
    assert run.stopped
    assert [game.index for game in run.played] == [0, 1]


def test_files(tmp_path):
    run = simulate(plan(games=3, seed=9))
    run.write(tmp_path / "new" / "folder")
    assert json.loads((tmp_path / "new/folder/results.json").read_text()) == run.plain()
    with (tmp_path / "new/folder/games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["index", "seed", "winner", "reason", "rule", "decisions", "vp"]
    assert [row["seed"] for row in rows] == [str(game.seed) for game in run.played]
    assert rows[0]["vp"].startswith("spain=")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"scenario": "nowhere"}, "no scenario 'nowhere'; it has battle, learning"),
        ({"bots": ["recluta"]}, "name as many bots"),
        ({"bots": ["recluta", "napoleon"]}, "no bot 'napoleon'"),
        ({"games": 0}, "one game at least"),
    ],
)
def test_a_plan_that_cannot_be(wrong, words):
    with pytest.raises(ValueError, match=words):
        plan_run(**{"game": "camposanto", **wrong})


def test_a_game_that_breaks_is_named_with_its_seed(monkeypatch):
    def broken(*_, **__):
        raise q.BadPosition("nonsense")

    monkeypatch.setattr(lab, "start", broken)
    with pytest.raises(
        RuntimeError, match=rf"game 0 of seed 4 \(own seed {derive(4, 0)}\) failed: BadPosition: nonsense"
    ):
        simulate(plan(seed=4))
