"""Whole games over real sockets: two players, one screen, against the computer; and what must not be possible."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import msgspec
import pytest

import quadrilatero as q
from quadrilatero.server.computer.thinking import Thinking
from quadrilatero.server.storage.commits import Change
from tests.server.support import PATIENCE, Server, play, running, two_players, wait_for

ORDERS = {"do": "orders", "left": 1, "centre": 2, "right": 3}


def points(answer: dict[str, Any]) -> list[bytes]:
    """How the points of an answer could show in a message: together, in any order of the wings."""
    values = [answer[wing] for wing in ("left", "centre", "right")]
    listed = msgspec.json.encode(values)
    named = msgspec.json.encode({wing: answer[wing] for wing in ("left", "centre", "right")})[1:-1]
    return [listed, named]


@pytest.mark.parametrize("scenario", ["learning", "battle"])
def test_a_whole_game_over_two_sockets_with_hidden_orders(server: Server, scenario: str, tmp_path: Any):
    rng = random.Random(11)
    sealed = 0
    with two_players(server, scenario=scenario) as (table, anna, bela):
        with anna.sit(table["id"], "spain") as spain, bela.sit(table["id"], "austria") as austria:
            sockets = {"spain": spain, "austria": austria}
            for socket in sockets.values():
                socket.until_state()
            while spain.state["table"]["status"] != "over":
                asked = spain.state["question"]
                if asked["what"] == "orders" and set(spain.state["view"]["ask"]["who"]) == {"spain", "austria"}:
                    sealed += 1
                    quick, slow = rng.sample(list(sockets.values()), 2)
                    answer = rng.choice(quick.state["options"])
                    heard, before = len(slow.heard), slow.state
                    reply = quick.answer(answer)
                    slow.catch_up(reply["version"])
                    quick.catch_up(reply["version"])
                    public = msgspec.json.encode(before["view"])  # the last three points are known, not where they lie
                    for message in slow.heard[heard:]:
                        assert not any(trace in message for trace in points(answer) if trace not in public)
                    seen, known = dict(slow.state["view"]), dict(before["view"])
                    assert seen.pop("ask")["who"] == [slow.state["seat"]]
                    del known["ask"]
                    assert seen == known
                    assert slow.state["options"] == before["options"]
                    assert quick.state["options"] is None
                    reply = slow.answer(rng.choice(slow.state["options"]), version=before["version"])
                    assert reply["t"] == "ack"
                    slow.catch_up(reply["version"])
                play(sockets, rng, 1)
            result = spain.state["table"]["result"]
            assert result == austria.state["table"]["result"] == spain.state["view"]["result"]
            assert spain.events == austria.events
        file = tmp_path / "save.json"
        file.write_bytes(bela.http.get(f"/api/tables/{table['id']}/export").content)
    assert sealed >= 3
    report = q.verify(file)
    assert (report.problems, report.dice_verified) == ([], True)
    assert q.load(file).result == q.Result(**result)


def test_one_screen_for_both_sides(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "same_screen"})
        assert table["mine"] == ["spain", "austria"]
        assert table["status"] == "running"
        with anna.sit(table["id"], "spain") as spain, anna.sit(table["id"], "austria") as austria:
            assert play({"spain": spain, "austria": austria}, random.Random(1)) > 20
            assert spain.state["table"]["result"]


def test_one_socket_may_answer_for_both_seats_of_one_screen(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "same_screen"})
        with anna.sit(table["id"], "spain") as socket:
            options = socket.until_state()["options"]
            assert socket.answer(options[0])["t"] == "ack"
            socket.until_state()
            reply = socket.answer({"do": "orders", "left": 0, "centre": 0, "right": 0}, seat="austria")
            assert reply["code"] == "illegal"


def test_a_game_against_the_computer(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "bot", "level": "recluta"}, seat="austria")
        assert table["seats"]["spain"] == {"player": None, "bot": "recluta"}
        with anna.sit(table["id"]) as socket:
            assert socket.until_state()["seat"] == "austria"
            assert play({"austria": socket}, random.Random(2)) > 10
    text = server.services.metrics.text().decode()
    assert 'quadrilatero_bot_seconds_count{level="recluta"}' in text


def test_a_bot_that_hangs_is_cut_and_the_game_goes_on(tmp_path: Any):
    with running(f"sqlite:///{tmp_path / 'cut.db'}", bot_seconds=0.001) as server, server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "bot", "level": "recluta"})
        with anna.sit(table["id"]) as socket:
            socket.until_state()
            while socket.state["view"]["ask"]["who"] != ["spain"]:
                socket.until_state()
        assert "quadrilatero_bot_cut_total 0.0" not in server.services.metrics.text().decode()


def test_a_bot_that_finds_no_answer_costs_nobody_the_game(tmp_path: Any, monkeypatch: pytest.MonkeyPatch):
    async def lost(*_: object) -> None:
        raise RuntimeError("none of 2000 worlds")

    monkeypatch.setattr(Thinking, "consider", lost)
    with running(f"sqlite:///{tmp_path / 'lost.db'}") as server, server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "bot", "level": "recluta"})
        with anna.sit(table["id"]) as socket:
            socket.until_state()
            while socket.state["view"]["ask"]["who"] != ["spain"]:
                socket.until_state()
        assert "quadrilatero_faults_total 0.0" not in server.services.metrics.text().decode()


# -- connections ---------------------------------------------------------------------------------------------------


def test_coming_back_shows_everything_again(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(3), 12)
            state, events = spain.state, spain.events
        with anna.sit(table["id"]) as again:
            fresh = again.until_state()
            assert (fresh["from"], fresh["anew"]) == (0, True)
            assert (fresh["view"], fresh["version"], again.events) == (state["view"], state["version"], events)


def test_coming_back_with_the_place_one_had_come_to_brings_only_what_is_new(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            sockets = {"spain": spain, "austria": austria}
            play(sockets, random.Random(3), 30)
            had, before = list(spain.events), spain.state["mark"]
            play(sockets, random.Random(4), 10)
            events = list(spain.events)
        assert had == events[: len(had)]
        for known, mark, since in ((events, spain.state["mark"], len(events)), (had, before, len(had))):
            with anna.come_back(table["id"], have=len(known), mark=mark) as again:
                state = again.next()
                assert ("anew" in state, state["from"]) == (False, since)
                assert [*known, *state["events"]] == events
        for have, mark in ((len(had), spain.state["mark"]), (10**6, before), (-1, before), (len(had), "x"), (1, "")):
            with anna.come_back(table["id"], have=have, mark=mark) as again:
                assert again.next()["anew"]


def test_what_was_undone_meanwhile_does_not_fit_any_more(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            sockets = {"spain": spain, "austria": austria}
            for seed in range(200):
                play(sockets, random.Random(seed), 1)
                able = [s for s in sockets.values() if s.state["can_undo"] and s.state["events"]]
                if able and able[0].state["question"]["what"] != "orders":
                    break
            else:
                pytest.fail("nobody could undo anything")
            mover, told = able[0], len(able[0].events)
            mark = mover.state["mark"]
            assert mover.ask(t="undo", seat=mover.state["seat"], version=mover.state["version"])["t"] == "ack"
            mover.until_state()
            assert len(mover.events) < told
            player = anna if mover is spain else bela
            with player.come_back(table["id"], have=told, mark=mark) as again:
                state = again.next()
                assert state["anew"]
                assert state["events"] == mover.events


def test_spectators_see_what_everybody_may_and_may_do_nothing(server: Server):
    with two_players(server, public=True) as (table, anna, _), server.player() as stranger:
        with stranger.sit(table["id"]) as watching, anna.sit(table["id"]) as spain:
            seen = watching.until_state()
            assert (seen["seat"], seen["options"], seen["can_undo"]) == (None, None, False)
            assert seen["table"]["mine"] == []
            spain.until_state()
            sealed = spain.state["options"][3]
            assert spain.answer(sealed)["t"] == "ack"
            told = watching.until_state()
            assert not any(trace in watching.heard[-1] for trace in points(sealed))
            assert told["view"]["ask"]["who"] == ["austria"]
            refused = watching.ask(t="answer", version=told["version"], seat="austria", answer=sealed)
            assert refused["code"] == "not_yours"
            assert watching.ask(t="why", seat="spain", answer=sealed)["code"] == "not_yours"
            assert watching.ask(t="odds", seat="spain", answer=sealed)["code"] == "not_yours"
            assert watching.ask(t="chat", text="hello")["code"] == "silent"


def test_private_tables_are_private(server: Server):
    with two_players(server) as (table, _, _), server.player("Curious") as curious:
        curious.get(f"/api/tables/{table['id']}", 404)
        for path in ("export", "replay", "replay/0", "notes"):
            curious.get(f"/api/tables/{table['id']}/{path}", 404)
        with curious.sit(table["id"]) as socket:
            assert socket.next()["code"] == "not_found"
        with curious.sit(table["id"], "spain") as socket:
            assert socket.next()["code"] == "not_found"
        with curious.sit("nowhere") as socket:
            assert socket.next()["code"] == "not_found"


def test_nobody_takes_another_seat(server: Server):
    with two_players(server, public=True) as (table, anna, bela):
        with bela.sit(table["id"], "spain") as socket:
            assert socket.next()["code"] == "not_yours"
        with anna.sit(table["id"]) as spain:
            state = spain.until_state()
            for kind in ("answer", "undo"):
                extra: dict[str, Any] = {"answer": state["options"][0]} if kind == "answer" else {}
                reply = spain.ask(t=kind, version=state["version"], seat="austria", **extra)
                assert reply["code"] == "not_yours"
            assert spain.ask(t="why", seat="austria", answer={})["code"] == "not_yours"


# -- messages ------------------------------------------------------------------------------------------------------


def test_illegal_answers_are_refused_with_their_rule(server: Server):
    with two_players(server) as (table, anna, _), anna.sit(table["id"]) as spain:
        version = spain.until_state()["version"]
        reply = spain.answer(ORDERS)
        assert (reply["t"], reply["code"]) == ("error", "illegal")
        assert reply["rule"]
        assert reply["text"]["it"] != reply["text"]["en"]
        spoilt: list[Any] = [None, [], {"do": "dance"}, {"do": "orders"}, "x" * 1000, {"do": {"do": []}}]
        for answer in spoilt:
            assert spain.answer(answer)["code"] == "illegal"
        assert spain.ask(t="ping", id="p")["t"] == "error"
        why = spain.ask(t="why", seat="spain", answer=ORDERS)
        assert why["refusal"]["rule"] == reply["rule"]
        assert spain.ask(t="why", seat="spain", answer=spain.state["options"][0])["refusal"] is None
        assert spain.answer(spain.state["options"][0])["version"] == version + 1


def test_a_stale_answer_is_refused_and_the_state_sent_again(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            sockets = {"spain": spain, "austria": austria}
            play(sockets, random.Random(5), 4)
            old = spain.state
            for socket in sockets.values():
                socket.catch_up(max(s.state["version"] for s in sockets.values()))
            mover = next(s for s in sockets.values() if s.state["options"])
            reply = mover.answer(mover.state["options"][0], version=0)
            assert reply["code"] == "stale"
            assert mover.until_state()["version"] >= old["version"]
            assert mover.state["events"] == [], "it has been told all that happened"
            for version in (-1, 10**9):
                assert mover.answer(mover.state["options"][0], version=version)["code"] == "stale"
                mover.until_state()
            assert mover.answer(mover.state["options"][0])["t"] == "ack"


def test_the_same_message_twice_is_done_once(server: Server):
    with two_players(server) as (table, anna, _):
        with anna.sit(table["id"]) as spain:
            answer = spain.until_state()["options"][0]
            first = spain.answer(answer, id="one")
            assert spain.answer(answer, id="one") == first
            bad = spain.answer(ORDERS, id="bad")
            assert spain.answer(answer, id="bad") == bad
        with anna.sit(table["id"]) as again:
            revision = again.until_state()["table"]["revision"]
            assert again.answer(answer, id="one") == first
            assert again.ask(t="chat", id="said", text="hello")["t"] == "ack"
            assert again.ask(t="chat", id="said", text="hello")["t"] == "ack"
        assert anna.get(f"/api/tables/{table['id']}")["revision"] == revision
        with anna.sit(table["id"]) as socket:
            socket.until_state()
            assert socket.until(lambda message: message["t"] == "chat")["text"] == "hello"
            assert socket.ask(t="ping", id="x")["t"] == "error"


def test_the_same_message_on_a_second_socket_before_the_first_was_answered(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    commit = server.services.store.commit

    async def slowly(change: Change) -> None:
        await asyncio.sleep(0.2)
        await commit(change)

    monkeypatch.setattr(server.services.store, "commit", slowly)
    with two_players(server) as (table, anna, _), anna.sit(table["id"]) as first, anna.sit(table["id"]) as second:
        state = first.until_state()
        second.until_state()
        message = {"t": "answer", "id": "m1", "version": state["version"], "seat": "spain"}
        first.send(**message, answer=state["options"][0])
        again = second.ask(**message, answer=state["options"][0])
        assert again == first.until(lambda reply: reply.get("id") == "m1")
        assert again["t"] == "ack"
        assert second.ask(**message, answer=state["options"][0]) == again


def test_an_answer_is_finished_though_its_player_has_gone(server: Server, monkeypatch: pytest.MonkeyPatch):
    """Whoever is let go while an answer is being written finds it done, and the others are told."""
    commit, begun, go_on = server.services.store.commit, threading.Event(), threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def slowly(change: Change) -> None:
        loops.append(asyncio.get_running_loop())
        begun.set()
        await asyncio.to_thread(go_on.wait, PATIENCE)
        await commit(change)

    with two_players(server) as (table, anna, bela), bela.sit(table["id"]) as austria:
        before = austria.until_state()["table"]["revision"]
        room = server.services.rooms._rooms[table["id"]]
        with anna.sit(table["id"], "spain") as spain:
            state = spain.until_state()
            monkeypatch.setattr(server.services.store, "commit", slowly)
            spain.send(t="answer", id="m1", version=state["version"], seat="spain", answer=state["options"][0])
            assert begun.wait(PATIENCE)
            (hers,) = [one for one in room.connections if one.player and one.player.id == anna.id]
            loops[0].call_soon_threadsafe(hers.closing.set)
            wait_for(lambda: len(room.connections) == 1)
        go_on.set()
        austria.follow(before + 1)
        with anna.sit(table["id"], "spain") as again:
            again.until_state()
            reply = again.ask(t="answer", id="m1", version=state["version"], seat="spain", answer=state["options"][0])
            assert reply["t"] == "ack"
        assert not room.given_up


def test_undo_takes_back_and_shortens_the_stream(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            answer = spain.until_state()["options"][0]
            spain.answer(answer)
            assert spain.until_state()["can_undo"]
            assert spain.ask(t="undo", seat="spain", version=spain.state["version"])["t"] == "ack"
            assert not spain.until_state()["can_undo"]
            refused = spain.ask(t="undo", seat="spain", version=spain.state["version"])
            assert refused["code"] == "illegal"
            sockets = {"spain": spain, "austria": austria}
            undone = 0
            for seed in range(60):
                play(sockets, random.Random(seed), 1)
                if able := [
                    s for s in sockets.values() if s.state["can_undo"] and s.state["question"]["what"] != "orders"
                ]:
                    told = len(able[0].events)
                    reply = able[0].ask(t="undo", seat=able[0].state["seat"], version=able[0].state["version"])
                    assert reply["t"] == "ack"
                    for socket in sockets.values():
                        socket.catch_up(reply["version"])
                    undone += len(able[0].events) < told
            assert undone
            assert spain.events == austria.events
            with anna.sit(table["id"]) as fresh:
                fresh.until_state()
                assert fresh.events == spain.events


def test_odds_come_from_the_server_unless_it_is_a_tournament(server: Server):
    with two_players(server, scenario="battle") as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(8), 3)
            mover = spain if spain.state["options"] else austria
            seat = mover.state["seat"]
            odds = mover.ask(t="odds", seat=seat, answer=mover.state["options"][0])
            assert odds["t"] == "odds"
            assert sum(outcome["chance"] for outcome in odds["odds"]["outcomes"]) == pytest.approx(1)
            assert odds["odds"]["text"]["it"]
            assert mover.ask(t="odds", seat=seat, answer={"do": "no"})["code"] == "illegal"
            compared = mover.ask(t="compare", seat=seat, answers=[{"do": "no"}, mover.state["options"][0]])["odds"]
            assert compared == [None, odds["odds"]]
            assert mover.ask(t="compare", seat=seat, answers=[])["code"] == "not_json"
    with two_players(server, assistance="tournament") as (table, anna, _), anna.sit(table["id"]) as spain:
        option = spain.until_state()["options"][0]
        assert spain.ask(t="odds", seat="spain", answer=option)["code"] == "no_odds"
        assert spain.ask(t="compare", seat="spain", answers=[option])["code"] == "no_odds"


def test_chat_reaches_the_table_and_is_kept(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            austria.until_state()
            assert spain.ask(t="chat", text="  Buona fortuna!  ")["t"] == "ack"
            heard = austria.until(lambda message: message["t"] == "chat")
            assert (heard["n"], heard["text"], heard["player"]) == (
                0,
                "Buona fortuna!",
                {"id": anna.id, "name": "Anna"},
            )
            assert spain.ask(t="chat", text="x" * 501)["code"] == "too_large"
            assert spain.ask(t="chat", text="   ")["code"] == "not_json"
        with bela.sit(table["id"]) as again:
            assert again.until(lambda message: message["t"] == "chat")["text"] == "Buona fortuna!"


NONSENSE: list[Any] = [
    "",
    "x",
    "[]",
    "null",
    "{}",
    '{"t":"answer"}',
    '{"t":"fly","id":"a"}',
    '{"t":"answer","id":"a","version":"1","seat":"spain","answer":{}}',
    '{"t":"answer","id":7,"version":1,"seat":"spain","answer":{}}',
    '{"t":"undo","id":"u","version":1e400,"seat":"spain"}',
    '{"t":"chat","id":"c","text":7}',
    '{"t":"ping","more":1}',
    "[" * 5000,
    '{"a":' * 5000,
    b"\xff\xfe\x00",
    b'{"t":"ping"}',
]


def test_nonsense_is_answered_and_harms_nobody(server: Server):
    with two_players(server) as (table, anna, _), anna.sit(table["id"]) as spain:
        spain.until_state()
        rng = random.Random(0)
        for text in NONSENSE:
            spain.socket.send(text)
            assert spain.until(lambda message: message["t"] != "presence")["t"] in ("error", "pong")
        whole = msgspec.json.encode(
            {"t": "answer", "id": "f", "version": 0, "seat": "spain", "answer": ORDERS}
        ).decode()
        for _ in range(200):
            at = rng.randrange(len(whole))
            spain.socket.send(whole[:at] + rng.choice('{}[]":,0ax') + whole[at + rng.randrange(3) :])
            assert spain.next()["t"] in ("error", "state")
        assert anna.get("/api/health")["status"] == "ok"
        assert "quadrilatero_faults_total 0.0" in server.services.metrics.text().decode()


def test_a_message_that_is_too_large_ends_the_connection(server: Server):
    from websockets.exceptions import ConnectionClosed

    with two_players(server) as (table, anna, _), anna.sit(table["id"]) as spain:
        spain.until_state()
        spain.socket.send("x" * (64 * 1024 + 1))
        with pytest.raises(ConnectionClosed):
            spain.until(lambda _: False)
