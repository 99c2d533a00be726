"""Tables with more than two seats, and with several seats a side."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator

import msgspec
import pytest

from quadrilatero.server.play.describe import against
from quadrilatero.server.storage import tables
from tests.server.postgres import Postgres
from tests.server.support import Clock, Player, Server, Socket, play, running, wait_for

pytestmark = pytest.mark.usefixtures("toys")

TOY = {"game": "toy", "scenario": "short", "seat": "ann"}
TEAMS = {"game": "teams", "scenario": "short", "seat": "red"}
BOT = {"kind": "bot", "level": "recluta"}
MINUTES = {"kind": "minutes", "minutes": 30}


@contextlib.contextmanager
def company(server: Server, *names: str) -> Iterator[list[Player]]:
    """Players of these names."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(server.player(name)) for name in names]


@contextlib.contextmanager
def three(server: Server, **table: object) -> Iterator[tuple[str, list[Player]]]:
    """The path of a toy table at which Anna, Béla and Carla sit as ann, bob and cid."""
    with company(server, "Anna", "Béla", "Carla") as people:
        path = f"/api/tables/{people[0].table(**{**TOY, **table})['id']}"
        for player in people[1:]:
            player.post(f"{path}/join")
        yield path, people


@contextlib.contextmanager
def four(server: Server, **table: object) -> Iterator[tuple[str, dict[str, Player]]]:
    """The path of a table of two sides with two seats each, and who sits where."""
    with company(server, "Anna", "Béla", "Carla", "Dora") as people:
        seated = dict(zip(("red", "red.C", "blue", "blue.C"), people, strict=True))
        path = f"/api/tables/{people[0].table(**{**TEAMS, **table})['id']}"
        for seat, player in list(seated.items())[1:]:
            player.post(f"{path}/join", seat=seat)
        yield path, seated


@contextlib.contextmanager
def sitting(seated: dict[str, Player], path: str) -> Iterator[dict[str, Socket]]:
    with contextlib.ExitStack() as stack:
        yield {seat: stack.enter_context(who.sit(path.rpartition("/")[2], seat)) for seat, who in seated.items()}


def notices(socket: Socket, count: int) -> list[str]:
    return [socket.until(lambda message: message["t"] == "notice")["text"]["en"] for _ in range(count)]


# -- the lobby -----------------------------------------------------------------------------------------------------


def test_the_catalogue_tells_seats_and_sides_in_both_languages(server: Server):
    with server.player() as anybody:
        games = {game["game"]: game for game in anybody.get("/api/catalogue")["games"]}
    teams, camposanto = games["teams"], games["camposanto"]
    assert teams["seats"] == teams["scenarios"][0]["seats"] == ["red", "blue", "red.C", "blue.C"]
    assert teams["seating"][2] == {
        "seat": "red.C",
        "side": "red",
        "name": {"en": "the Reds' centre", "it": "il centro dei Rossi"},
    }
    assert [side["side"] for side in teams["sides"]] == ["red", "blue"]
    assert [side["name"]["it"] for side in camposanto["sides"]] == ["gli Spagnoli", "gli Austro-Sabaudi"]
    assert [seat["side"] for seat in games["toy"]["seating"]] == games["toy"]["seats"] == ["ann", "bob", "cid"]


def test_the_game_begins_when_the_last_seat_is_taken(server: Server):
    with company(server, "Anna", "Béla", "Carla") as (anna, bela, carla):
        table = anna.table(**TOY)
        path = f"/api/tables/{table['id']}"
        assert table["sides"] == {"ann": ["ann"], "bob": ["bob"], "cid": ["cid"]}
        with anna.sit(table["id"]) as ann:
            joined = bela.post(f"{path}/join", seat="cid")
            assert (joined["status"], joined["mine"], joined["turn"]) == ("open", ["cid"], [])
            assert bela.refused(f"{path}/join") == "own_table"
            assert bela.refused(f"{path}/join", seat="bob") == "own_table"
            assert carla.refused(f"{path}/join", seat="cid") == "no_seat_free"
            assert carla.refused(f"{path}/join", seat="zed") == "no_seat_free"
            begun = carla.post(f"{path}/join")
            assert (begun["status"], begun["mine"], begun["turn"]) == ("running", ["bob"], ["ann"])
            assert notices(ann, 2) == [
                "Béla has sat down (cid); others are still awaited.",
                "Carla has sat down; the game begins.",
            ]


def test_who_waits_may_get_up_again_and_only_the_creator_clears_the_table(server: Server):
    with company(server, "Anna", "Béla", "Carla") as (anna, bela, carla):
        path = f"/api/tables/{anna.table(**TOY)['id']}"
        bela.post(f"{path}/join")
        assert carla.refused(f"{path}/resign", seat="bob") == "not_yours"
        left = bela.post(f"{path}/resign", seat="bob")
        assert (left["status"], left["mine"], left["seats"]["bob"]["player"]) == ("open", [], None)
        assert carla.post(f"{path}/join")["mine"] == ["bob"]
        cleared = anna.post(f"{path}/resign", seat="ann")
        assert (cleared["status"], cleared["result"]["reason"]) == ("over", "cancelled")


def test_single_seats_are_filled_as_the_table_says(server: Server):
    with company(server, "Anna", "Béla") as (anna, bela):
        table = anna.table(**{**TOY, "seat": "random"}, seats={"bob": {"kind": "mine"}, "cid": BOT})
        assert (table["status"], table["opponent"], table["mine"]) == ("running", "bot", ["ann", "bob"])
        assert table["seats"]["cid"]["bot"] == "recluta"
        table = anna.table(**TOY, opponent={"kind": "invitation"}, seats={"bob": BOT})
        assert (table["status"], table["opponent"]) == ("open", "invitation")
        path = f"/api/tables/{table['id']}"
        assert bela.post(f"{path}/join", token=table["invitation"])["mine"] == ["cid"]
        table = anna.table(**TOY, opponent={"kind": "same_screen"})
        assert (table["status"], table["mine"]) == ("running", ["ann", "bob", "cid"])
        form = {"game": "toy", "scenario": "short", "opponent": BOT}
        assert anna.refused("/api/tables", **form, seats={"zed": BOT}) == "no_game"
        assert anna.refused("/api/tables", **form, seats={"bob": {"kind": "bot", "level": "god"}}) == "no_game"


def test_a_match_may_have_fewer_seats_than_its_game(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(**TEAMS, options={"players": "one"}, opponent={"kind": "same_screen"})
        assert (table["mine"], table["sides"]) == (["red", "blue"], {"red": ["red"], "blue": ["blue"]})
        form = {"scenario": "short", "game": "teams", "options": {"players": "one"}}
        assert anna.refused("/api/tables", **form, seat="red.C", opponent=BOT) == "no_game"


# -- three sides ---------------------------------------------------------------------------------------------------


def test_three_people_play_to_the_end_and_again_with_swapped_seats(server: Server):
    with three(server) as (path, (anna, bela, carla)):
        with sitting({"ann": anna, "bob": bela, "cid": carla}, path) as sockets:
            assert play(sockets, random.Random(1)) == 3
            assert sockets["bob"].state["table"]["result"]["reason"] == "plan_done"
        again = bela.post(f"{path}/rematch")
        assert (again["status"], again["mine"]) == ("open", ["ann"])
        assert anna.post(f"{path}/rematch")["mine"] == ["cid"]
        begun = carla.post(f"{path}/rematch")
        assert (begun["id"], begun["status"], begun["mine"]) == (again["id"], "running", ["bob"])


def test_the_computer_plays_several_seats(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(**TOY, opponent=BOT)
        assert [table["seats"][seat]["bot"] for seat in ("bob", "cid")] == ["recluta", "recluta"]
        with anna.sit(table["id"]) as ann:
            ann.answer(ann.until_state()["options"][0])
            ann.until_state(lambda state: state["table"]["status"] == "over")
            assert [event["data"]["seat"] for event in ann.events] == ["ann", "bob", "cid"]


def test_all_three_must_agree_to_a_draw_and_to_take_back(server: Server):
    with three(server) as (path, people), people[0].sit(path.rpartition("/")[2]) as ann:
        ann.answer(ann.until_state()["options"][0])
        asked = [
            player.post(f"{path}/takeback", seat=seat, offer=True)
            for player, seat in zip(people, ("ann", "bob", "cid"), strict=True)
        ]
        assert [table["offers"]["takeback"] for table in asked] == [["ann"], ["ann", "bob"], []]
        assert [table["turn"] for table in asked] == [["bob"], ["bob"], ["ann"]]
        agreed = [
            player.post(f"{path}/draw", seat=seat, offer=True)
            for player, seat in zip(people, ("ann", "bob", "cid"), strict=True)
        ]
        assert [table["status"] for table in agreed] == ["running", "running", "over"]
        assert agreed[-1]["result"] == {"winner": None, "reason": "agreed", "rule": None, "score": {}}


def test_one_of_three_leaves_and_the_others_play_on(server: Server):
    with three(server) as (path, (anna, bela, carla)), carla.sit(path.rpartition("/")[2]) as cid:
        left = bela.post(f"{path}/resign", seat="bob")
        assert (left["status"], left["seats"]["bob"]) == ("running", {"player": None, "bot": "recluta"})
        assert notices(cid, 1) == ["The computer (Recluta) now plays for bob."]
        with anna.sit(path.rpartition("/")[2]) as ann:
            ann.answer(ann.until_state()["options"][0])
        assert cid.until_state(lambda state: state["options"])["table"]["turn"] == ["cid"]


def test_nobody_wins_by_the_clock_at_the_cost_of_a_third(timed: Server, clock: Clock):
    with three(timed, pace=MINUTES) as (path, (_, bela, carla)):
        clock.at += 31 * 60
        table = bela.get(path)
        assert (table["clock"]["out"], table["may_claim"], table["may_replace"]) == (["ann"], [], ["ann"])
        assert bela.refused(f"{path}/claim", seat="bob") == "not_yet"
        assert carla.post(f"{path}/replace", seat="ann", level="recluta")["seats"]["ann"]["bot"] == "recluta"


# -- several seats a side ------------------------------------------------------------------------------------------


def test_another_seat_of_the_own_side_may_be_taken_and_none_of_the_other(server: Server):
    with company(server, "Anna", "Béla") as (anna, bela):
        path = f"/api/tables/{anna.table(**TEAMS)['id']}"
        assert anna.post(f"{path}/join", seat="red.C")["mine"] == ["red", "red.C"]
        assert anna.refused(f"{path}/join", seat="blue") == "own_table"
        assert bela.post(f"{path}/join", seat="blue.C")["status"] == "open"
        assert bela.post(f"{path}/join", seat="blue")["status"] == "running"


def test_four_people_on_two_sides_play_to_the_end(server: Server):
    with four(server) as (path, seated), sitting(seated, path) as sockets:
        assert play(sockets, random.Random(2)) == 32
        record = server.services.store.at_once(tables.find, path.rpartition("/")[2])
        assert record is not None
        assert against(record, seated["red"].id) == "Carla, Dora"


def test_a_side_draws_when_its_people_agree(server: Server):
    with company(server, "Anna", "Béla", "Carla") as (anna, bela, carla):
        path = f"/api/tables/{anna.table(**TEAMS, seats={'blue': BOT})['id']}"
        bela.post(f"{path}/join", seat="red.C")
        carla.post(f"{path}/join", seat="blue.C")
        assert anna.post(f"{path}/draw", seat="red", offer=True)["status"] == "running"
        assert carla.post(f"{path}/draw", seat="blue.C", offer=True)["status"] == "running"
        assert bela.post(f"{path}/draw", seat="red.C", offer=True)["result"]["reason"] == "agreed"


def test_a_subordinate_who_leaves_is_followed_by_his_superior_and_a_commander_gives_up_for_his_side(server: Server):
    with four(server) as (path, seated), sitting({"blue": seated["blue"]}, path) as sockets:
        left = seated["red.C"].post(f"{path}/resign", seat="red.C")
        assert (left["status"], left["mine"]) == ("running", [])
        assert notices(sockets["blue"], 1) == ["Anna now plays for the Reds' centre too."]
        assert seated["red"].get(path)["mine"] == ["red", "red.C"]
        over = seated["red"].post(f"{path}/resign", seat="red.C")
        assert (over["result"]["winner"], over["result"]["reason"]) == ("blue", "resigned")


def test_the_other_side_wins_by_the_clock_and_the_own_side_does_not(timed: Server, clock: Clock):
    with four(timed, pace=MINUTES) as (path, seated):
        with sitting(seated, path) as sockets:
            for seat in ("red", "blue", "blue.C"):
                assert sockets[seat].answer(sockets[seat].until_state()["options"][0])["t"] == "ack"
        clock.at += 31 * 60
        assert seated["red"].get(path)["clock"]["out"] == ["red.C"]
        assert (seated["red"].get(path)["may_claim"], seated["red"].get(path)["may_replace"]) == ([], ["red.C"])
        assert seated["red"].refused(f"{path}/claim", seat="red") == "not_yet"
        assert seated["blue.C"].get(path)["may_claim"] == ["blue.C"]
        assert seated["blue.C"].post(f"{path}/claim", seat="blue.C")["result"]["winner"] == "blue"


def test_sides_are_swapped_in_a_rematch(server: Server):
    with four(server) as (path, seated):
        seated["blue"].post(f"{path}/resign", seat="blue")
        mine = {seat: player.post(f"{path}/rematch")["mine"] for seat, player in seated.items()}
        assert mine == {"red": ["blue"], "red.C": ["blue.C"], "blue": ["red"], "blue.C": ["red.C"]}


# -- talking among the own side --------------------------------------------------------------------------------------


def said(socket: Socket) -> list[tuple[int, str | None, str]]:
    """What a socket was sent of the chat until now."""
    socket.ask(t="inspect", query={})
    lines = [message for data in socket.heard if (message := msgspec.json.decode(data))["t"] == "chat"]
    return [(line["n"], line["to"], line["text"]) for line in lines]


def test_what_is_said_to_the_own_side_reaches_nobody_else(server: Server):
    with four(server, public=True) as (path, seated), server.player("Curious") as curious:
        table = path.rpartition("/")[2]
        with sitting(seated, path) as sockets, curious.sit(table) as third:
            for socket in (*sockets.values(), third):
                socket.until_state()
            assert sockets["red"].ask(t="chat", text="Good luck.")["t"] == "ack"
            assert sockets["red.C"].ask(t="chat", text="Left first.", to="side")["t"] == "ack"
            assert sockets["blue"].ask(t="chat", text="They hesitate.", to="side")["t"] == "ack"
            assert sockets["red"].ask(t="chat", text="Agreed.", to="side")["t"] == "ack"
            assert third.ask(t="chat", text="?", to="side")["code"] == "silent"
            assert sockets["blue.C"].ask(t="chat", text="Thanks.")["t"] == "ack"
            luck, thanks = (0, None, "Good luck."), (1, None, "Thanks.")
            reds = [luck, (0, "red", "Left first."), (1, "red", "Agreed."), thanks]
            blues = [luck, (0, "blue", "They hesitate."), thanks]
            assert [said(sockets[seat]) for seat in ("red", "red.C")] == [reds, reds]
            assert [said(sockets[seat]) for seat in ("blue", "blue.C")] == [blues, blues]
            assert said(third) == [luck, thanks]
        with sitting(seated, path) as sockets, curious.sit(table) as third:
            for socket in (*sockets.values(), third):
                socket.until_state()
            assert (said(sockets["red.C"]), said(sockets["blue.C"]), said(third)) == (reds, blues, [luck, thanks])
        seated["red"].post(f"{path}/resign", seat="red")
        with curious.sit(table) as third:
            third.until_state()
            assert third.ask(t="chat", text="?", to="side")["code"] == "no_side"


def test_words_to_the_own_side_stay_there_across_processes(postgres: Postgres):
    database = postgres.new_database()
    with running(database) as one, running(database) as other, company(one, "Anna", "Béla") as (anna, bela):
        path = f"/api/tables/{anna.table(**TEAMS)['id']}"
        table = path.rpartition("/")[2]
        anna.get(path)
        with company(other, "Carla", "Dora") as (carla, dora):
            carla.post(f"{path}/join", seat="red.C")
            dora.post(f"{path}/join", seat="blue.C")
            bela.post(f"{path}/join", seat="blue")
            wait_for(lambda: carla.get(path)["status"] == "running")
            with anna.sit(table) as red, carla.sit(table) as centre, dora.sit(table) as foe:
                for socket in (red, centre, foe):
                    socket.until_state()
                assert red.ask(t="chat", text="Hold.", to="side")["t"] == "ack"
                assert red.ask(t="chat", text="Hello.")["t"] == "ack"
                assert centre.until(lambda message: message["t"] == "chat")["text"] == "Hold."
                assert foe.until(lambda message: message["t"] == "chat")["text"] == "Hello."
