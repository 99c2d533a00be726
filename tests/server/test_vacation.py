"""Vacation: clocks stand still, within limits, for everybody to see."""

from __future__ import annotations

from pathlib import Path

from quadrilatero.server.play import clocks
from quadrilatero.server.storage import open_store, vacations
from quadrilatero.server.storage.vacations import Vacation
from tests.server.support import Clock, running, two_players, wait_for

DAY = 86_400.0
DAYS = {"kind": "days", "days": 3, "increment_hours": 0, "cap_days": 10}


def test_a_clock_that_is_stopped_runs_again_by_itself():
    clock = clocks.start(DAYS, ("a", "b"), ["a"], 0.0)
    assert clock is not None
    clock = clocks.stop(clocks.run(clock, DAY), ["a"], 5 * DAY, DAY)
    assert clocks.run(clock, 4 * DAY)["remaining"]["a"] == 2 * DAY
    assert clocks.out_of_time(clock, 4 * DAY) == []
    assert clocks.run(clock, 6 * DAY)["remaining"]["a"] == DAY
    assert clocks.out_of_time(clock, 7 * DAY) == ["a"]
    shown = clocks.shown(clock, 4 * DAY)
    assert shown is not None
    assert shown["stopped"] == {"a": 5 * DAY}
    assert clocks.shown(clock, 6 * DAY)["stopped"] == {}  # type: ignore[index]
    back = clocks.stop(clock, ["a"], 2 * DAY, 2 * DAY)
    assert clocks.run(back, 3 * DAY)["remaining"]["a"] == DAY
    passed = clocks.turn(clock, DAYS, ["b"], 3 * DAY)
    assert clocks.run(passed or {}, 4 * DAY)["remaining"] == {"a": 2 * DAY, "b": 2 * DAY}


def test_a_vacation_stops_the_clocks_of_all_games(tmp_path: Path):
    now = Clock()
    with (
        running(f"sqlite:///{tmp_path / 'v.db'}", now=now, session_life=1000 * DAY) as server,
        two_players(server, pace=DAYS) as (table, anna, bela),
    ):
        second = anna.table(pace=DAYS)["id"]
        path = f"/api/tables/{table['id']}"
        assert anna.get("/api/vacation") == {"until": None, "left": 14, "a_year": 14, "at_once": 10}
        assert anna.refused("/api/vacation", days=11) == "vacation_too_long"
        until = anna.post("/api/vacation", days=5)["until"]
        assert until == now() + 5 * DAY
        assert anna.refused("/api/vacation", days=1) == "on_vacation"
        assert bela.get(path)["clock"]["stopped"] == {"spain": until}
        bela.post(f"/api/tables/{second}/join")
        assert bela.get(f"/api/tables/{second}")["clock"]["stopped"] == {"spain": until}
        now.at += 4 * DAY
        clock = bela.get(path)["clock"]
        assert (clock["remaining"]["spain"], clock["out"]) == (3 * DAY, ["austria"])
        assert bela.refused(f"{path}/claim", seat="austria") == "not_yet"
        now.at += 3 * DAY
        assert bela.get(path)["clock"]["remaining"]["spain"] == DAY
        assert bela.get(path)["clock"]["stopped"] == {}
        assert anna.get("/api/vacation")["left"] == 9
        assert anna.refused("/api/vacation/end") == "no_vacation"
        anna.post("/api/vacation", days=9)
        now.at += 1.5 * DAY
        assert anna.post("/api/vacation/end") == {"until": None, "left": 7, "a_year": 14, "at_once": 10}
        now.at += DAY / 2
        assert bela.get(path)["clock"]["remaining"]["spain"] == DAY / 2
        now.at += 366 * DAY
        assert anna.get("/api/vacation")["left"] == 14


def test_games_without_days_do_not_care(tmp_path: Path):
    with (
        running(f"sqlite:///{tmp_path / 'v.db'}") as server,
        two_players(server, pace={"kind": "minutes", "minutes": 30}) as (table, anna, _),
    ):
        anna.post("/api/vacation", days=2)
        assert anna.get(f"/api/tables/{table['id']}")["clock"]["stopped"] == {}


def test_a_restart_finishes_what_a_crash_has_left(tmp_path: Path):
    database, now = f"sqlite:///{tmp_path / 'v.db'}", Clock()
    with running(database, now=now) as server, two_players(server, pace=DAYS) as (table, anna, _):
        who = anna.id
    store = open_store(database)
    store.at_once(vacations.begin, Vacation("v", who, now(), now() + DAY))
    store.close()
    with running(database, now=now) as server:
        rooms = server.services.rooms._rooms
        room = wait_for(lambda: rooms.get(table["id"]))
        assert room.record.clock is not None
        wait_for(lambda: room.record.clock.get("stopped") == {"spain": now() + DAY})
