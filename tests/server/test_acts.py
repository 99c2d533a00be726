"""What is done at a table outside its questions: sitting down, giving up, draws, take-backs, clocks, rematches."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from quadrilatero.server.play import clocks
from tests.server.support import Clock, Player, Server, play, running, two_players, wait_for

BOT = {"kind": "bot", "level": "recluta"}
MINUTES = {"kind": "minutes", "minutes": 30}
DAYS = {"kind": "days", "days": 3, "increment_hours": 12, "cap_days": 4}


# -- the lobby -----------------------------------------------------------------------------------------------------


def test_an_open_seat_is_for_the_first_who_comes(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela, server.player("Carla") as carla:
        table = anna.table(seat="austria")
        assert (table["status"], table["turn"], table["invitation"]) == ("open", [], None)
        assert [t["id"] for t in bela.get("/api/tables?scope=open")["tables"]] == [table["id"]]
        with anna.sit(table["id"]) as socket:
            state = socket.until_state()
            assert (state["options"], state["question"]) == (None, None)
            assert socket.ask(t="answer", seat="austria", version=0, answer={})["code"] == "waiting"
            assert anna.refused(f"/api/tables/{table['id']}/join") == "own_table"
            joined = bela.post(f"/api/tables/{table['id']}/join")
            assert (joined["status"], joined["mine"]) == ("running", ["spain"])
            assert socket.until_state()["options"]
        assert carla.refused(f"/api/tables/{table['id']}/join") == "no_seat_free"
        assert [t["id"] for t in bela.get("/api/tables")["tables"]] == [table["id"]]
        assert bela.get("/api/tables?scope=open")["tables"] == []


def test_who_looked_at_an_open_table_does_not_stay_when_the_private_game_begins(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela, server.player("Curious") as curious:
        table = anna.table()
        with curious.sit(table["id"]) as watching:
            assert watching.until_state()["seat"] is None
            bela.post(f"/api/tables/{table['id']}/join")
            with pytest.raises(ConnectionClosed):
                watching.until(lambda message: message["t"] == "state")


def test_a_table_that_waits_is_cleared_by_resigning(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        table = anna.table()
        path = f"/api/tables/{table['id']}"
        assert bela.refused(f"{path}/resign", seat="spain") == "not_yours"
        cleared = anna.post(f"{path}/resign", seat="spain")
        assert (cleared["status"], cleared["result"]["reason"]) == ("over", "cancelled")
        assert anna.get("/api/tables?scope=open")["tables"] == []


def test_an_invitation_is_needed_where_one_was_made(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        table = anna.table(opponent={"kind": "invitation"})
        path, token = f"/api/tables/{table['id']}", table["invitation"]
        assert len(token) >= 20
        assert bela.get("/api/tables?scope=open")["tables"] == []
        bela.get(path, 404)
        bela.get(f"{path}?token=wrong", 404)
        assert bela.get(f"{path}?token={token}")["invitation"] is None
        assert bela.refused(f"{path}/join") == "not_found"
        assert bela.refused(f"{path}/join", token="wrong") == "wrong_token"
        assert bela.post(f"{path}/join", token=token)["status"] == "running"


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"scenario": "moon"},
        {"seat": "france"},
        {"options": {"fatigue": "maybe"}},
        {"options": {"magic": "yes"}},
        {"opponent": {"kind": "bot", "level": "god"}},
    ],
)
def test_what_does_not_exist_cannot_be_played(server: Server, changes: dict[str, Any]):
    with server.player("Anna") as anna:
        table = {"game": "camposanto", "scenario": "learning", "opponent": BOT}
        assert anna.refused("/api/tables", **{**table, **changes}) == "no_game"


def test_there_is_a_limit_to_tables(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'l.db'}", tables_per_player=2) as server, server.player("Anna") as anna:
        first = anna.table(opponent={"kind": "same_screen"})
        anna.table()
        assert anna.refused("/api/tables", game="camposanto", scenario="learning", opponent=BOT) == "too_many_tables"
        anna.post(f"/api/tables/{first['id']}/resign", seat="spain")
        anna.table()


def test_public_tables_are_listed_once_they_run(server: Server):
    with server.player() as stranger, two_players(server, public=True) as (table, _, _):
        assert [t["id"] for t in stranger.get("/api/tables?scope=public")["tables"]] == [table["id"]]
        assert stranger.get("/api/tables")["tables"] == []


# -- ends ----------------------------------------------------------------------------------------------------------


def test_resigning(server: Server):
    with two_players(server) as (table, anna, bela), bela.sit(table["id"]) as austria:
        path = f"/api/tables/{table['id']}/resign"
        assert anna.refused(path, seat="austria") == "not_yours"
        over = anna.post(path, seat="spain")
        assert over["result"] == {"winner": "austria", "reason": "resigned", "rule": None, "score": {}}
        assert austria.until_state(lambda state: state["table"]["status"] == "over")["options"] is None
        assert anna.refused(path, seat="spain") == "over"
        assert austria.answer({"do": "done"})["code"] == "over"


def test_a_draw_needs_both(server: Server):
    with two_players(server) as (table, anna, bela):
        path = f"/api/tables/{table['id']}/draw"
        assert anna.post(path, seat="spain", offer=True)["offers"]["draw"] == ["spain"]
        assert anna.post(path, seat="spain", offer=False)["offers"]["draw"] == []
        anna.post(path, seat="spain", offer=True)
        assert bela.post(path, seat="austria", offer=True)["result"]["reason"] == "agreed"


def test_the_computer_agrees_to_no_draw(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(opponent=BOT)
        assert anna.post(f"/api/tables/{table['id']}/draw", seat="spain", offer=True)["status"] == "running"


# -- take-backs ----------------------------------------------------------------------------------------------------


def test_taking_back_needs_consent_and_goes_across_what_happened_since(server: Server):
    with two_players(server) as (table, anna, bela):
        path = f"/api/tables/{table['id']}/takeback"
        assert anna.refused(path, seat="spain", offer=True) == "nothing_to_take_back"
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            first = spain.until_state()
            play({"spain": spain, "austria": austria}, random.Random(1), 2)
            version = spain.state["version"]
            assert anna.post(path, seat="spain", offer=True)["offers"]["takeback"] == ["spain"]
            assert anna.post(path, seat="spain", offer=False)["offers"]["takeback"] == []
            anna.post(path, seat="spain", offer=True)
            after = bela.post(path, seat="austria", offer=True)
            assert after["offers"]["takeback"] == []
            assert austria.until(lambda message: message["t"] == "notice")["text"] == {
                "en": "The last decision of the Spanish was taken back by agreement.",
                "it": "L'ultima decisione (gli Spagnoli) è stata ritirata di comune accordo.",
            }
            back = spain.until_state(lambda state: state["version"] > version)
            assert back["version"] == version + 1
            assert back["view"] == first["view"]
            assert (back["from"], spain.events) == (0, [])
            play({"spain": spain, "austria": austria}, random.Random(2), 12)
            assert bela.post(path, seat="austria", offer=True)["offers"]["takeback"] == ["austria"]
            austria.catch_up(max(spain.state["version"], austria.state["version"]))
            play({"spain": spain, "austria": austria}, random.Random(3), 1)
            assert spain.state["table"]["offers"]["takeback"] == []


def test_a_game_with_take_backs_is_loaded_again(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'tb.db'}"
    with running(database) as server, server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "same_screen"})
        with anna.sit(table["id"], "spain") as spain, anna.sit(table["id"], "austria") as austria:
            sockets = {"spain": spain, "austria": austria}
            for seed in range(5):
                play(sockets, random.Random(seed), 5)
                after = anna.post(f"/api/tables/{table['id']}/takeback", seat="spain", offer=True)
                spain.follow(after["revision"])
                austria.follow(after["revision"])
            view, events = spain.state["view"], spain.events
        cookies = anna.http.cookies
    with running(database) as server, server.player() as anna:
        anna.http.cookies = cookies
        with anna.sit(table["id"], "spain") as spain:
            assert spain.until_state()["view"] == view
            assert spain.events == events


def test_the_computer_consents_but_not_in_a_tournament(server: Server):
    with server.player("Anna") as anna:
        for assistance in ("novice", "tournament"):
            table = anna.table(opponent=BOT, assistance=assistance)
            with anna.sit(table["id"]) as spain:
                spain.until_state()
                spain.answer(spain.state["options"][0])
            path = f"/api/tables/{table['id']}/takeback"
            if assistance == "tournament":
                assert anna.refused(path, seat="spain", offer=True) == "no_take_back"
            else:
                assert anna.post(path, seat="spain", offer=True)["offers"]["takeback"] == []


# -- clocks --------------------------------------------------------------------------------------------------------


def test_clocks_run_for_those_who_are_to_answer():
    clock = clocks.start(MINUTES, ("spain", "austria"), ["spain"], 0)
    assert clock == {"remaining": {"spain": 1800, "austria": 1800}, "running": ["spain"], "at": 0}
    clock = clocks.turn(clock, MINUTES, ["austria"], 60)
    assert clock is not None
    assert clock["remaining"] == {"spain": 1740, "austria": 1800}
    assert clocks.out_of_time(clock, 60 + 1799) == []
    assert clocks.out_of_time(clock, 60 + 1800) == ["austria"]
    assert clocks.start({"kind": "none"}, ("spain",), [], 0) is None
    assert clocks.turn(None, MINUTES, [], 0) is None
    assert clocks.shown(None, 0) is None


def test_days_gain_with_each_turn_up_to_the_cap():
    clock = clocks.start(DAYS, ("spain", "austria"), ["spain"], 0)
    for at in range(1, 6):
        clock = clocks.turn(clock, DAYS, ["austria"] if at % 2 else ["spain"], at * 3600)
    assert clock is not None
    assert clock["remaining"]["spain"] == 4 * 86_400
    assert clock["remaining"]["austria"] == pytest.approx(3 * 86_400 - 2 * 3600 + 2 * 12 * 3600)


def first_answer(player: Player, table: str) -> None:
    with player.sit(table) as socket:
        socket.until_state()
        assert socket.answer(socket.state["options"][0])["t"] == "ack"


def test_a_stalled_game_is_claimed_when_the_clock_has_run_out(timed: Server, clock: Clock):
    with two_players(timed, pace=MINUTES) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        assert table["clock"]["running"] == ["spain", "austria"]
        first_answer(anna, table["id"])
        clock.at += 1799
        assert anna.refused(f"{path}/claim", seat="spain") == "not_yet"
        clock.at += 2
        shown = anna.get(path)["clock"]
        assert (shown["out"], shown["remaining"]["spain"]) == (["austria"], 1800)
        assert bela.refused(f"{path}/claim", seat="austria") == "not_yet"
        over = anna.post(f"{path}/claim", seat="spain")
        assert (over["result"]["winner"], over["result"]["reason"]) == ("spain", "time")
        assert over["clock"]["running"] == []


def test_the_computer_takes_over_from_who_stays_away(timed: Server, clock: Clock):
    with two_players(timed) as (table, anna, bela), timed.player("Curious") as curious:
        path = f"/api/tables/{table['id']}"
        first_answer(anna, table["id"])
        assert anna.refused(f"{path}/replace", seat="austria", level="recluta") == "not_yet"
        clock.at += 8 * 86_400
        away = bela.sit(table["id"])
        away.until_state()
        assert anna.refused(f"{path}/replace", seat="austria", level="god") == "no_game"
        assert curious.refused(f"{path}/replace", seat="austria", level="recluta") == "not_found"
        after = anna.post(f"{path}/replace", seat="austria", level="recluta")
        assert after["seats"]["austria"] == {"player": None, "bot": "recluta"}
        with pytest.raises(ConnectionClosed):
            away.until(lambda message: message["t"] == "state")
        away.close()
        wait_for(lambda: anna.get(path)["revision"] > after["revision"])
        bela.get(path, 404)


def test_a_free_seat_or_ones_own_may_go_to_the_computer_at_once(server: Server):
    with server.player("Anna") as anna:
        table = anna.table()
        path = f"/api/tables/{table['id']}/replace"
        with anna.sit(table["id"]) as socket:
            assert anna.post(path, seat="austria", level="recluta")["status"] == "running"
            assert socket.until(lambda message: message["t"] == "notice")["text"] == {
                "en": "The computer (Recluta) now plays for the Austro-Savoyards.",
                "it": "Ora il computer (Recluta) gioca per gli Austro-Sabaudi.",
            }
        anna.post(path, seat="spain", level="recluta")
        assert wait_for(lambda: anna.get(f"/api/tables/{table['id']}")["result"])


# -- rematch -------------------------------------------------------------------------------------------------------


def test_a_rematch_swaps_the_seats_when_both_want_it(server: Server):
    with two_players(server, pace=MINUTES, public=True) as (table, anna, bela), server.player("Carla") as carla:
        path = f"/api/tables/{table['id']}"
        assert anna.refused(f"{path}/rematch") == "not_over"
        anna.post(f"{path}/resign", seat="spain")
        assert carla.refused(f"{path}/rematch") == "not_yours"
        again = anna.post(f"{path}/rematch")
        assert (again["status"], again["mine"], again["previous"]) == ("open", ["austria"], table["id"])
        assert anna.post(f"{path}/rematch")["id"] == again["id"]
        assert anna.get(path)["rematch"] == again["id"]
        assert carla.refused(f"/api/tables/{again['id']}/join") == "not_found"
        begun = bela.post(f"{path}/rematch")
        assert (begun["id"], begun["status"], begun["mine"]) == (again["id"], "running", ["spain"])
        assert begun["dice"]["commitment"] != table["dice"]["commitment"]


def test_a_rematch_with_the_computer_begins_at_once(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(opponent=BOT)
        anna.post(f"/api/tables/{table['id']}/resign", seat="spain")
        again = anna.post(f"/api/tables/{table['id']}/rematch")
        assert (again["status"], again["mine"]) == ("running", ["austria"])
        assert again["seats"]["spain"]["bot"] == "recluta"


def test_notes_are_private(server: Server):
    with two_players(server) as (table, anna, bela):
        path = f"/api/tables/{table['id']}/notes"
        assert anna.get(path) == {"text": ""}
        assert anna.http.put(path, json={"text": "Hold the farm."}).json() == {"text": "Hold the farm."}
        assert (anna.get(path)["text"], bela.get(path)["text"]) == ("Hold the farm.", "")
        assert anna.http.put(path, json={"text": "x" * 10_001}).status_code == 422
