"""Many games: the same table however they are played, stopped and resumed; nothing finished is ever lost."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.kernel import Event
from quadrilatero.kernel.rulebook import named
from quadrilatero.lab import play as lab
from quadrilatero.lab.folder import mend, ordered_games, read_games
from quadrilatero.lab.plan import derive, plan_run
from quadrilatero.lab.play import Failed, Luck, Times, attempt, play
from quadrilatero.lab.simulate import read_run, simulate
from quadrilatero.lab.words import Trouble
from quadrilatero.lab.workers import DIED

OWN = "tests.lab.players."


def plan(games=3, **more):
    return plan_run("camposanto", scenario="learning", games=games, **more)


def summary(run):
    return {key: value for key, value in run.plain().items() if key != "timing"}


def untimed(games):
    return [msgspec.structs.replace(game, times={}) for game in games]


def test_the_summary_has_its_fields_and_adds_up():
    run = simulate(plan(games=4, seed=3))
    plain = run.plain()
    documented = ["game", "scenario", "seed", "games", "bots", "wins", "draws", "reasons", "decisions"]
    assert list(plain)[:9] == documented
    assert "timing" in plain
    assert plain["games"] == 4 == sum(plain["wins"].values()) + plain["draws"] == sum(plain["reasons"].values())
    assert plain["decisions"]["min"] <= plain["decisions"]["mean"] <= plain["decisions"]["max"]
    assert not plain["swap"]
    assert json.loads(json.dumps(plain)) == plain


def test_again_and_with_more_processes_it_comes_out_the_same(tmp_path):
    alone = simulate(plan(games=9, seed=1), jobs=1, folder=tmp_path / "a")
    again = simulate(plan(games=9, seed=1), jobs=1)
    together = simulate(plan(games=9, seed=1), jobs=2, folder=tmp_path / "b")
    assert summary(alone) == summary(again) == summary(together)
    assert alone.tally.details() == together.tally.details()
    assert list(ordered_games(tmp_path / "a")) == list(ordered_games(tmp_path / "b"))
    assert together.jobs == 2


def test_another_seed_gives_other_games_and_a_longer_run_begins_alike():
    few = [play(plan(games=2, seed=1), index) for index in range(2)]
    many = [play(plan(games=3, seed=1), index) for index in range(2)]
    assert few == many
    assert {game.seed for game in few}.isdisjoint(plan(seed=2).dice_seed(index) for index in range(2))


def test_seeds_are_spread_out():
    seeds = {derive(k, i) for k in range(30) for i in range(30)}
    assert len(seeds) == 900
    assert derive(1, 23) != derive(12, 3)
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_unequal_bots_swap_sides_with_common_dice():
    swapped = plan(games=4, bots=[OWN + "Seeing", "recluta"])
    assert swapped.swap
    assert [swapped.seating(index) for index in range(4)] == [(0, 1), (1, 0), (0, 1), (1, 0)]
    assert swapped.dice_seed(0) == swapped.dice_seed(1) != swapped.dice_seed(2)
    run = simulate(swapped)
    first, second = run.plain()["per_bot"]
    assert first["seats"]["spain"]["games"] == first["seats"]["austria"]["games"] == 2
    assert first["wins"] == second["losses"]
    assert first["score"]["share"] == pytest.approx(1 - second["score"]["share"])
    kept = plan(bots=[OWN + "Seeing", "recluta"], swap=False)
    assert [kept.seating(index) for index in range(2)] == [(0, 1), (0, 1)]
    assert kept.dice_seed(0) != kept.dice_seed(1)


def test_bots_that_look_get_a_view_and_are_timed():
    one = plan(games=1, bots=[OWN + "Seeing", "recluta"])
    first, again = play(one, 0), play(one, 0)
    assert untimed([first]) == untimed([again])
    assert first.decisions > 50
    assert list(first.times) == ["spain"]
    times = first.times["spain"]
    assert 0 < times.quantile(0.5) <= times.quantile(0.95) <= times.longest / 1e6


def test_what_is_recorded_of_a_game_is_what_happened():
    one = plan(games=1, seed=5)
    game = play(one, 0)
    match = q.start("camposanto", scenario="learning", seed=game.seed)
    rng = {seat: random.Random(derive(game.seed, seat)) for seat in match.seats}
    while match.ask is not None:
        seat = match.ask.who[0]
        match.answer(seat, rng[seat].choice(match.options(seat)))
    assert (game.winner, game.reason) == (match.result.winner, match.result.reason)
    rolls = [event for event in match.events if event.kind == "roll"]
    assert sum(luck.rolls for luck in game.luck.values()) == len(rolls)
    assert sum(luck.successes for luck in game.luck.values()) == sum(event.data["success"] for event in rolls)
    assert sum(game.fired.values()) == len(match.events) + sum(len(event.modifiers) for event in match.events)
    assert sorted(game.gone) == sorted(unit["id"] for unit in match.state()["eliminated"])
    assert game.stages == sum(event.kind == "vp" for event in match.events) == len(game.leaders)
    assert set(game.fired) | set(game.asked) <= named("camposanto").told


def test_luck_is_the_difference_from_the_chances_before_the_roll():
    game = q.start("camposanto", scenario="learning", seed=1).game
    roll = Event("roll", "7.1-a", {"by": "spain", "need": 9, "success": True}, game.book, (5, 5), [("7.2-c", 1)])
    assert game.chance(roll) == ("spain", 15 / 36, True)
    assert game.chance(Event("hit", "7.4-a", {}, game.book)) is None
    luck = Luck()
    luck.add(Luck(1, 1, 416_667, 243_056))
    assert luck.surplus == 583_333


def test_times_keep_their_quantiles():
    times = Times(buckets={})
    for micro in range(1, 1001):
        times.note(micro / 1e6, cut=micro == 1000)
    assert times.quantile(0.5) == pytest.approx(0.0005, rel=0.1)
    assert times.quantile(0.95) == pytest.approx(0.00095, rel=0.1)
    assert (times.decisions, times.longest, times.cut) == (1000, 1000, 1)


# -- stopping and going on ---------------------------------------------------------------------------------------------


def stop_after(count):
    def progress(done):
        if done >= count:
            raise KeyboardInterrupt

    return progress


def test_a_run_stops_and_goes_on_as_if_it_had_not(tmp_path):
    whole = simulate(plan(games=6))
    stopped = simulate(plan(games=6), progress=stop_after(2), folder=tmp_path)
    assert stopped.stopped
    assert stopped.done == 2
    resumed = simulate(plan(games=6), folder=tmp_path, resume=True, jobs=2)
    assert not resumed.stopped
    assert resumed.fresh == 4
    assert summary(resumed) == summary(whole)
    assert read_run(tmp_path).details() == whole.tally.details()
    longer = simulate(plan(games=7), folder=tmp_path, resume=True)
    assert (longer.done, longer.fresh) == (7, 1)


def test_a_half_written_last_line_is_mended(tmp_path):
    whole = simulate(plan(games=3), folder=tmp_path)
    path = tmp_path / "games.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2]) + lines[2][:40])
    assert len(list(read_games(tmp_path))) == 2
    resumed = simulate(plan(games=3), folder=tmp_path, resume=True)
    assert resumed.fresh == 1
    assert summary(resumed) == summary(whole)
    path.write_bytes(b"half a line")
    assert mend(path) == 11
    assert path.read_bytes() == b""


def test_another_plan_in_the_same_folder_is_refused(tmp_path):
    simulate(plan(games=1), folder=tmp_path)
    with pytest.raises(Trouble, match="already holds a run"):
        simulate(plan(games=1), folder=tmp_path)
    with pytest.raises(Trouble, match="seed 0, not 9") as caught:
        simulate(plan(games=1, seed=9), folder=tmp_path, resume=True)
    assert "contiene un'altra serie: seed 0, non 9" in caught.value.text("it")
    with pytest.raises(Trouble, match="no run that could be resumed"):
        simulate(plan(games=1), folder=tmp_path / "new", resume=True)
    simulate(plan(games=2), folder=tmp_path / "two")
    with pytest.raises(Trouble, match="not take away"):
        simulate(plan(games=1), folder=tmp_path / "two", resume=True)


def test_files(tmp_path):
    run = simulate(plan(games=3, seed=9), folder=tmp_path / "new" / "folder")
    stored = json.loads((tmp_path / "new/folder/results.json").read_text())
    assert {key: value for key, value in stored.items() if key != "details"} == run.plain()
    assert stored["details"] == json.loads(json.dumps(run.tally.details()))
    with (tmp_path / "new/folder/games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0])[:7] == ["index", "seed", "winner", "reason", "rule", "decisions", "vp"]
    assert [int(row["index"]) for row in rows] == [0, 1, 2]
    assert rows[0]["vp"].startswith("spain=")
    steps = sum(int(row["steps_lost_spain"]) for row in rows)
    assert steps == pytest.approx(3 * stored["details"]["losses"]["spain"]["steps"], abs=0.02)


# -- what goes wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"scenario": "nowhere"}, "no scenario 'nowhere'; it has battle, learning"),
        ({"bots": ["recluta"]}, "name as many bots"),
        ({"bots": ["recluta", "napoleon"]}, "no bot 'napoleon'"),
        ({"bots": ["recluta", "no.where"]}, "no bot 'no.where'"),
        ({"games": 0}, "one game at least"),
        ({"budgets": {"capitano": 3}}, "'capitano', who does not play"),
        ({"budgets": {"*": 0}}, "one iteration at least"),
        ({"options": {"x": "y"}}, "no option 'x'"),
    ],
)
def test_a_plan_that_cannot_be(wrong, words):
    with pytest.raises(ValueError, match=words):
        plan_run(**{"game": "camposanto", **wrong})


def test_budgets_by_level():
    budgeted = plan(bots=["sergente:bold", "recluta"], budgets={"sergente": 7, "*": 9})
    assert budgeted.budget("sergente:bold") == 7
    assert budgeted.budget("recluta") == 9
    assert plan().budget("recluta") == 1000


def test_a_bot_that_raises_costs_its_game_alone_and_is_named_with_the_seed(tmp_path):
    broken = plan(games=6, seed=4, bots=[OWN + "Breaking", "recluta"])
    expected = [index for index in range(6) if isinstance(attempt(broken, index), Failed)]
    assert 0 < len(expected) < 6
    run = simulate(broken, folder=tmp_path)
    assert [failure.index for failure in run.failed] == expected
    assert run.failed[0].seed == broken.dice_seed(expected[0])
    assert run.failed[0].error == "ZeroDivisionError: a fault in a bot"
    assert run.done == 6 - len(expected)
    assert run.plain()["failed"][0]["seed"] == run.failed[0].seed


def test_a_process_that_dies_loses_no_game(tmp_path, monkeypatch):
    monkeypatch.setenv("QUADRILATERO_TEST_DEATH", str(tmp_path / "died"))
    dying = plan(games=4, seed=2, bots=[OWN + "Dying", "recluta"])
    run = simulate(dying, jobs=2, folder=tmp_path / "run")
    assert (tmp_path / "died").exists()
    assert (run.done, run.failed) == (4, [])
    seeing = plan(games=4, seed=2, bots=[OWN + "Seeing", "recluta"])
    assert untimed(ordered_games(tmp_path / "run")) == untimed(play(seeing, index) for index in range(4))


def test_a_game_that_kills_its_process_is_reported():
    run = simulate(plan(games=2, seed=2, bots=[OWN + "Deadly", "recluta"]), jobs=2)
    assert run.done == 0
    assert [failure.error for failure in run.failed] == [DIED, DIED]


def test_a_bot_that_never_comes_to_an_end_is_stopped(monkeypatch):
    monkeypatch.setattr(lab, "MOST_DECISIONS", 10)
    failed = attempt(plan(), 0)
    assert isinstance(failed, Failed)
    assert "10 decisions and no end" in failed.error


def test_a_run_from_before_an_option_goes_on_at_its_default(tmp_path):
    simulate(plan(games=1), folder=tmp_path)
    held = tmp_path / "plan.json"
    older = json.loads(held.read_text("utf-8"))
    del older["options"]["head_start"]
    held.write_text(json.dumps(older), "utf-8")
    assert read_run(tmp_path).plan.options["head_start"] == "none"
    assert simulate(plan(games=2), folder=tmp_path, resume=True).done == 2
    held.write_text(json.dumps(older), "utf-8")
    with pytest.raises(Trouble, match="holds another run: options"):
        simulate(plan(games=2, options={"head_start": "spain_1"}), folder=tmp_path, resume=True)


def test_a_plan_with_options_that_the_game_does_not_have_is_of_another_version(tmp_path):
    simulate(plan(games=1), folder=tmp_path)
    held = tmp_path / "plan.json"
    held.write_text(held.read_text("utf-8").replace("head_start", "tail_start"), "utf-8")
    with pytest.raises(Trouble, match="of another version: camposanto has no option 'tail_start'"):
        read_run(tmp_path)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds the processes of a run through Linux's /proc")
def test_a_run_that_is_killed_leaves_no_process_behind():
    command = [sys.executable, "-m", "quadrilatero", "simulate", "camposanto", "--games", "100000", "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        listed = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        until(lambda: len(listed.read_text().split()) >= 2)
        children = listed.read_text().split()
        run.kill()
    until(lambda: not any(map(lives, children)))


def lives(process: str) -> bool:
    try:
        return bool(Path(f"/proc/{process}/cmdline").read_bytes())  # of one that has ended it is empty
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(happened: Callable[[], bool], within: float = 60.0) -> None:
    end = time.monotonic() + within
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
