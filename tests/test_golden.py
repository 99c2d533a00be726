"""Finished games, one for every way in which a match can end, come out as they were recorded."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import quadrilatero as q
from quadrilatero.games.camposanto import GAME
from quadrilatero.kernel.saves import pack, read
from tests.make_golden import FOLDER, GAMES, LARGEST

CHANGED = (
    "the rules behave differently from when {name} was recorded. If that is meant, raise `rules_version` of the game "
    "and record anew with `python tests/make_golden.py`; if not, a change has broken something"
)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_comes_out_the_same(name: str):
    path = FOLDER / f"{name}.json"
    save = read(path)
    report = q.verify(path)
    assert report.ok, f"{CHANGED.format(name=path.name)}: {report.problems}"
    match = q.load(path)
    again = pack(match)
    assert (again.chain, again.hash) == (save.chain, save.hash), CHANGED.format(name=path.name)
    assert match.state() == save.checkpoint
    assert match.result is not None
    assert [event.kind for event in match.events] == [event.kind for event in save.events]


def test_every_way_to_end_is_recorded_and_small():
    files = {path.stem: path for path in Path(FOLDER).glob("*.json")}
    assert files.keys() == GAMES.keys()
    assert all(path.stat().st_size < LARGEST for path in files.values())
    reasons = {(read(path).result or {})["reason"] for path in files.values()}
    by_the_rules = {"wing_lost", "four_points", "more_points", "fewer_regiments_lost", "drawn"}
    of_others = {"majority", "tied", "undecided", "points", "broken", "turns", "draw"}
    assert reasons == by_the_rules | of_others | {"resigned", "agreed", "time"}


# -- games of earlier rules --------------------------------------------------------------------------------------------

EARLIER = FOLDER / "earlier"


def test_a_game_begun_under_earlier_rules_goes_on_under_those_of_today(tmp_path: Path):
    match = q.load(EARLIER / "rules_1_in_an_assault.json")
    assert f"played under rules version 1 until here, goes on under version {GAME.rules_version}" in match.notice
    assert match.earlier
    rng = random.Random(0)
    while match.ask is not None:
        seat = rng.choice(match.ask.who)
        match.answer(seat, rng.choice(match.options(seat)))
    match.save(tmp_path / "finished.json")
    assert q.verify(tmp_path / "finished.json").ok


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("rules_1_finished", "four_points"),
        ("custoza_rules_1_finished", "undecided"),
        ("custoza_rules_2_finished", "undecided"),
        ("custoza_rules_3_finished", "undecided"),
        ("custoza_rules_4_finished", "undecided"),
        ("alaguerre_rules_3_finished", "turns"),
        ("alaguerre_rules_4_finished", "draw"),
        ("alaguerre_rules_5_finished", "turns"),
        ("vivaorre_rules_1_finished", "points"),
        ("vivaorre_rules_2_finished", "points"),
        ("vivaorre_rules_3_finished", "broken"),
    ],
)
def test_a_game_finished_under_earlier_rules_can_be_opened_and_its_hashes_hold(name: str, reason: str):
    path = EARLIER / f"{name}.json"
    match = q.load(path)
    assert match.result is not None
    assert match.result.reason == reason
    assert q.verify(path).problems == ["played under other rules or data: only hashes and dice were checked"]
