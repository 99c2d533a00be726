"""The army builder over HTTP: what a game's book says, within limits of size and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from quadrilatero.kernel import game
from quadrilatero.server.lobby import catalogue
from tests.server.support import Player, Server, running
from tests.server.test_openapi import Recorder

NAPLES: dict[str, Any] = {"list": "nap", "year": 1860, "theatre": "europe", "against": "gar"}
ARMIES = "/api/armies/vivaorre"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here: a worker that has the lists in mind is quicker."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('armies') / 'test.db'}") as started:
        yield started


@pytest.fixture
def anna(server: Server) -> Iterator[Player]:
    """Anybody may build armies, and every answer is as the document says."""
    with server.player() as player:
        recorder = Recorder(player.get("/api/openapi.json"))
        yield recorder.watch(player)


def units(army: Any) -> Counter[str]:
    return Counter(unit["entry"] for brigade in army["brigades"] for unit in brigade["units"])


def test_lists_and_troops_come_with_prices_and_limits(anna: Player):
    armies = {one["game"] for one in anna.get("/api/catalogue")["games"] if one["armies"]}
    assert armies == {"alaguerre", "vivaorre"}
    found = anna.get(ARMIES)
    assert len(found["lists"]) == 22
    assert {"id": "europe", "name": {"en": "Europe", "it": "Europa"}} in found["theatres"]
    entries = {entry["id"]: entry for entry in anna.post(f"{ARMIES}/entries", **NAPLES)["entries"]}
    line = entries["nap.inf.linea"]
    assert line["size"] * line["arms"][0]["figure"] == line["arms"][0]["unit"]
    assert line["limits"][0]["rule"] == "20.nap-a"
    assert line["about"]["it"] == "regolare"
    cost = anna.post(f"{ARMIES}/cost", spec={"entry": "nap.inf.linea", "year": 1860})
    assert sum(points for _, points in cost["parts"]) == cost["figure"] == line["arms"][0]["figure"]


def test_the_catalogue_calls_sides_by_the_armies_of_each_battle(anna: Player):
    games = {game["game"]: game for game in anna.get("/api/catalogue")["games"]}
    names = {one["id"]: one["names"] for one in games["alaguerre"]["scenarios"]}
    assert names["rocroi"]["red"] == {"en": "France (Red)", "it": "Francia (Rosso)"}
    assert names["luetzen"]["red"]["en"] == "Sweden (Red)"
    assert {tuple(one["names"]) for one in games["camposanto"]["scenarios"]} == {()}


def test_an_army_is_suggested_checked_and_completed(anna: Player):
    army = anna.post(f"{ARMIES}/suggest", **NAPLES, points=1500, seed=4)
    checked = anna.post(f"{ARMIES}/check", army=army)
    assert checked["errors"] == []
    assert 1350 <= checked["points"] <= 1500
    broken = {**army, "points": 100}
    (error,) = anna.post(f"{ARMIES}/check", army=broken)["errors"]
    assert (error["rule"], error["data"]["most"]) == ("18-m", 100)
    assert error["text"]["en"] != error["text"]["it"]
    begun = {**army, "brigades": [{**army["brigades"][0], "name": "Prima"}]}
    whole = anna.post(f"{ARMIES}/suggest", **NAPLES, points=2500, keep=begun)
    assert not units(begun) - units(whole)
    assert whole["brigades"][0]["name"] == "Prima"
    assert anna.post(f"{ARMIES}/check", army=whole)["errors"] == []


def test_the_readings_of_a_table_bear_on_its_armies(anna: Player):
    army = anna.post(f"{ARMIES}/suggest", **NAPLES, points=1500)
    unit = next(unit for unit in army["brigades"][0]["units"] if unit.get("figures"))
    unit["figures"] = 6
    assert "2-b" in [error["rule"] for error in anna.post(f"{ARMIES}/check", army=army)["errors"]]
    free = anna.post(f"{ARMIES}/check", army=army, options={"unit_sizes": "free"})
    assert "2-b" not in [error["rule"] for error in free["errors"]]


def test_what_is_no_army_is_said_to_be_none(anna: Player):
    assert anna.refused(f"{ARMIES}/check", army={"kind": "quadrilatero-army"}) == "bad_army"
    assert anna.refused(f"{ARMIES}/entries", list="mars", year=1860, theatre="europe") == "bad_army"
    assert anna.refused(f"{ARMIES}/cost", spec={"entry": "nap.inf.linea"}) == "bad_army"
    assert anna.refused(f"{ARMIES}/suggest", **NAPLES, points=20) == "no_such_army"
    assert anna.refused(f"{ARMIES}/suggest", **NAPLES, points=20_001) == "invalid"
    assert anna.refused(f"{ARMIES}/check", army={}, options={"shares": "none"}) == "no_game"
    assert anna.refused("/api/armies/camposanto/check", army={}) == "not_found"
    anna.get("/api/armies/camposanto", 404)
    anna.get("/api/armies/chess", 404)


def test_armies_take_their_turn_and_no_more_than_their_time(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'slow.db'}", odds_seconds=0.001) as server, server.player() as anna:
        assert anna.refused(f"{ARMIES}/suggest", **NAPLES, points=3000) == "unavailable"
    with running(f"sqlite:///{tmp_path / 'few.db'}", costly_per_second=0.04) as server, server.player() as anna:
        assert anna.refused(f"{ARMIES}/entries", **NAPLES) == "too_fast"


def test_an_army_for_a_game_that_is_not_offered_is_not_found(server: Server):
    catalogue.listed.cache_clear()
    with mock.patch.object(game, "UNFINISHED", "game.py"), server.player() as anna:
        anna.get(ARMIES, 404)
    catalogue.listed.cache_clear()
