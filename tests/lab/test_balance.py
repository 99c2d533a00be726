"""What is kept of a scenario's balance: made from stored runs, written, read again, and told while it holds."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from quadrilatero.kernel import find_game
from quadrilatero.lab import balance
from quadrilatero.lab.balance import Measured, from_run, measured, written
from quadrilatero.lab.folder import ordered_games
from quadrilatero.lab.plan import plan_run
from quadrilatero.lab.simulate import simulate
from quadrilatero.lab.words import Trouble
from quadrilatero.server.lobby import catalogue


def run(folder: Path, bots: tuple[str, str] = ("recluta", "recluta"), **options: str) -> Path:
    plan = plan_run("camposanto", "learning", bots, games=4, seed=3, options=options)
    simulate(plan, folder=folder)
    return folder


def test_a_stored_run_tells_who_won_and_how_to_play_it_again(tmp_path: Path):
    found = from_run(run(tmp_path / "run", head_start="austria_1"))
    games = list(ordered_games(tmp_path / "run"))
    assert found.wins == {side: sum(game.winner == side for game in games) for side in ("spain", "austria")}
    assert (found.scenario, found.level, found.games) == ("learning", "recluta", 4)
    assert found.options == {"head_start": "austria_1"}
    command = "quadrilatero simulate camposanto --scenario learning --bots recluta,recluta --games 4 --seed 3"
    assert found.command == f"{command} --options head_start=austria_1"


def test_players_that_differ_measure_no_balance(tmp_path: Path):
    with pytest.raises(Trouble, match="a level against itself"):
        from_run(run(tmp_path / "run", ("recluta", "sergente")))


ONE = Measured("battle", "capitano", 10, {"spain": 5, "austria": 3}, 2, "d1", 'say "x"', {"advance": "single"})


def test_what_is_written_is_read_again_and_the_last_word_counts():
    later = msgspec.structs.replace(ONE, games=20, wins={"spain": 9, "austria": 9})
    other = msgspec.structs.replace(ONE, options={})
    text = written([ONE, other, later])
    assert msgspec.convert(tomllib.loads(text)["measured"], list[Measured]) == [other, later]


def test_draws_are_halves_for_both_sides():
    assert [ONE.score(side).value for side in ("spain", "austria")] == [0.6, 0.4]


def test_what_was_measured_with_other_data_is_not_told(monkeypatch: pytest.MonkeyPatch):
    game = find_game("camposanto")
    today = msgspec.structs.replace(ONE, data=game.digest())
    monkeypatch.setattr(balance, "read", lambda name: [ONE, today])
    assert measured(game) == [today]


def test_the_lobby_tells_it_in_points_of_100_with_all_options_named(monkeypatch: pytest.MonkeyPatch):
    game = find_game("camposanto")
    today = msgspec.structs.replace(ONE, data=game.digest(), games=400, wins={"spain": 200, "austria": 190})
    monkeypatch.setattr(balance, "read", lambda name: [today])
    battle, learning = catalogue.seating(game)["scenarios"]
    (found,) = battle["measured"]
    assert learning["measured"] == []
    assert (found["level"], found["games"], found["options"]["advance"]) == ("capitano", 400, "single")
    assert found["options"].keys() == game.choose_options(None).keys()
    assert found["scores"][0] == {"side": "spain", "score": 51, "low": 46, "high": 56}


def test_all_that_is_kept_can_be_read_and_names_what_there_is():
    game = find_game("camposanto")
    for found in balance.read("camposanto"):
        assert found.scenario in [scenario.id for scenario in game.scenarios()]
        assert game.choose_options(found.options)
        assert set(found.wins) == set(game.sides)
        assert sum(found.wins.values()) <= found.games
