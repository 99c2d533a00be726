"""Computer players at the table, their reasons, suggestions, and the chances that rolls had."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quadrilatero.bots import Alternative, Choice, levels, personalities
from quadrilatero.kernel import find_game
from quadrilatero.server.computer import coach, pace, worker
from quadrilatero.server.computer.thinking import Thinking
from quadrilatero.server.fairness import Asker
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import open_store, thoughts
from quadrilatero.server.storage.backup import backup, restore
from quadrilatero.server.storage.store import open_engine
from tests.server.support import Server, Socket, play, running, two_players, wait_for
from tests.server.tellings import record_of
from tests.server.test_openapi import Recorder
from tests.server.test_secrets import worlds

SERGENTE = {"kind": "bot", "level": "sergente"}


def metric(server: Server, name: str) -> float:
    with server.player() as anyone:
        lines = anyone.http.get("/metrics").text.splitlines()
    return float(next(line.rpartition(" ")[2] for line in lines if line.startswith(name)))


def at_random(spain: Socket, answers: int) -> None:
    """Answer for Spain so many times; the computer answers for the other side."""
    play({"spain": spain}, random.Random(5), answers)


# -- levels -----------------------------------------------------------------------------------------


def test_the_catalogue_says_what_to_expect_of_each_level(server: Server):
    with server.player() as anyone:
        (game,) = [game for game in anyone.get("/api/catalogue")["games"] if game["game"] == "camposanto"]
    assert [one["level"] for one in game["opponents"]] == game["levels"] == levels("camposanto")
    for one in game["opponents"]:
        for text in (one["strength"], one["time"], *(person["text"] for person in one["personalities"])):
            assert text["en"]
            assert text["it"]
        known = [] if one["level"] == "recluta" else personalities("camposanto")
        assert [person["id"] for person in one["personalities"]] == known


def test_a_table_may_name_a_level_with_its_personality(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "bot", "level": "capitano:steady"})
        assert table["seats"]["austria"]["bot"] == "capitano:steady"
        for wrong in ("napoleon", "capitano:napoleon", "recluta:steady", "capitano:", ":steady"):
            form = {"game": "camposanto", "scenario": "learning", "opponent": {"kind": "bot", "level": wrong}}
            refused = anna.refused("/api/tables", **form)
            assert (wrong, refused) == (wrong, "no_game")
        free = anna.table(opponent={"kind": "open"})
        path = f"/api/tables/{free['id']}/replace"
        assert anna.refused(path, seat="austria", level="sergente:napoleon") == "no_game"
        begun = anna.post(path, seat="austria", level="sergente:steady")
        assert (begun["status"], begun["seats"]["austria"]["bot"]) == ("running", "sergente:steady")


def test_the_computer_gets_its_cap_and_a_cut_decision_is_counted(tmp_path: Path):
    with (
        running(f"sqlite:///{tmp_path / 'cut.db'}", bot_cap=0.0) as server,
        server.player("Anna") as anna,
    ):
        table = anna.table(opponent=SERGENTE)
        with anna.sit(table["id"]) as spain:
            spain.until_state(lambda state: state["table"]["turn"] == ["spain"])
            assert metric(server, "quadrilatero_bot_cut_total") == 1
            assert spain.answer(spain.state["options"][0])["t"] == "ack"


# -- reasons -----------------------------------------------------------------------------------------


def test_reasons_are_shown_when_the_game_is_over_and_to_nobody_before(server: Server):
    with server.player("Anna") as anna, server.player() as stranger:
        Recorder(stranger.get("/api/openapi.json")).watch(stranger)  # holds every answer to the document
        table = anna.table(opponent=SERGENTE, public=True)
        path = f"/api/tables/{table['id']}"
        with anna.sit(table["id"]) as spain:
            at_random(spain, 12)
            heard = b"".join(spain.heard)
        for who in (anna, stranger):
            assert who.get(f"{path}/thoughts", 403)["error"]["code"] == "no_thoughts"
            assert who.get(f"{path}/thoughts?frame=1", 403)["error"]["code"] == "no_thoughts"
        kept = server.services.store.at_once(thoughts.until, table["id"], 10**6, 1000)
        assert kept
        assert b'"alternatives"' not in heard
        assert b"alternatives" not in anna.http.get(f"{path}/export?seat=spain").content
        anna.post(f"{path}/resign", seat="spain")
        found = stranger.get(f"{path}/thoughts")["thoughts"]
        save = stranger.get(f"{path}/export")
        for thought in found:
            kind, seat, answer = save["entries"][thought["frame"]]
            assert (kind in ("seal", "answer"), seat, answer) == (True, "austria", thought["answer"])
            assert thought["level"] == "sergente"
            assert all(term["text"]["en"] and term["text"]["it"] for term in thought["terms"])
        frames = [thought["frame"] for thought in found]
        assert frames == sorted(frames)
        middle = frames[len(frames) // 2]
        before = [one["frame"] for one in stranger.get(f"{path}/thoughts?frame={middle}")["thoughts"]]
        assert before[-len(frames) // 2 + 1 :] == [frame for frame in frames if frame < middle][-len(frames) // 2 + 1 :]
        assert len(found) <= 40
        stranger.get(f"{path}/thoughts?frame=-1", 422)


def test_a_private_game_keeps_its_reasons_to_its_players(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        table = anna.table(opponent=SERGENTE)
        anna.post(f"/api/tables/{table['id']}/resign", seat="spain")
        assert anna.get(f"/api/tables/{table['id']}/thoughts")["thoughts"] is not None
        bela.get(f"/api/tables/{table['id']}/thoughts", 404)


def test_in_a_study_the_computer_explains_itself_at_once(server: Server):
    with server.player("Anna") as anna:
        table = anna.post("/api/studies", game="camposanto", scenario="learning")
        path = f"/api/tables/{table['id']}"
        anna.post(f"{path}/replace", seat="austria", level="sergente")
        (thought,) = wait_for(lambda: anna.get(f"{path}/thoughts")["thoughts"])
        assert (thought["seat"], thought["answer"]["do"]) == ("austria", "orders")


def test_reasons_are_kept_small_and_told_with_their_names():
    terms = {f"t{number}": 1.0 / (number + 1) for number in range(20)} | {"faint": 0.0001}
    choice = Choice({"do": "done"}, 3.14159, terms, [Alternative({"do": "pass"}, 1.0, {"steps": 1.0})], note="?")
    kept = coach.reasons(choice)
    assert kept is not None
    assert (kept["value"], len(kept["terms"]), "faint" in kept["terms"]) == (3.142, 8, False)
    told = coach.told("camposanto", kept)
    assert told["alternatives"][0]["terms"][0]["text"]["it"] != "steps"
    assert coach.reasons(Choice({"do": "done"}, work=1)) is None


def test_every_term_of_a_game_has_words():
    game = find_game("camposanto")
    mind = game.mind()
    assert mind is not None
    for name in mind.terms:
        assert game.book.say("term", name, "it", {}) != game.book.say("term", name, "en", {})


def test_reasons_are_in_a_backup(database: str, tmp_path: Path):
    with running(database) as server, server.player("Anna") as anna:
        table = anna.table(opponent=SERGENTE)
        with anna.sit(table["id"]) as spain:
            at_random(spain, 3)
        kept = server.services.store.at_once(thoughts.until, table["id"], 10**6, 1000)
        assert kept
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    source, target = open_engine(database), open_engine(copy)
    backup(source, tmp_path / "backup.gz")
    restore(target, tmp_path / "backup.gz")
    source.dispose()
    target.dispose()
    store = open_store(copy)
    assert store.at_once(thoughts.until, table["id"], 10**6, 1000)[: len(kept)] == kept
    store.close()


# -- suggestions -----------------------------------------------------------------------------------------


def test_a_novice_is_suggested_a_lawful_answer_with_its_reasons(server: Server):
    with server.player("Anna") as anna:
        table = anna.table(opponent={"kind": "bot", "level": "recluta"}, assistance="novice")
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            for _ in range(6):
                reply = spain.ask(t="suggest", seat="spain")
                assert reply["t"] == "suggest", reply
                found = reply["suggestion"]
                assert (found["seat"], found["version"] <= spain.state["version"]) == ("spain", True)
                assert found["level"] in ("maresciallo", "capitano")
                assert found["answer"] in spain.state["options"]
                assert spain.answer(found["answer"])["t"] == "ack"
                spain.until_state(lambda state: state["options"] or state["table"]["status"] == "over")


@pytest.mark.parametrize("assistance", ["standard", "tournament"])
def test_elsewhere_nothing_is_suggested(server: Server, assistance: str):
    with two_players(server, assistance=assistance) as (table, anna, _), anna.sit(table["id"]) as spain:
        spain.until_state()
        assert spain.ask(t="suggest", seat="spain")["code"] == "no_suggestions"


def test_suggestions_are_for_ones_own_open_question(server: Server):
    with two_players(server, assistance="novice", public=True) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria, server.player().sit(table["id"]) as eye:
            for socket in (spain, austria, eye):
                socket.until_state()
            assert austria.ask(t="suggest", seat="spain")["code"] == "not_yours"
            assert eye.ask(t="suggest", seat="spain")["code"] == "not_yours"
            assert spain.answer(spain.state["options"][0])["t"] == "ack"
            assert spain.ask(t="suggest", seat="spain")["code"] == "not_asked"
        anna.post(f"/api/tables/{table['id']}/resign", seat="spain")
        with anna.sit(table["id"]) as spain:
            assert spain.ask(t="suggest", seat="spain")["code"] == "over"


def test_suggestions_are_limited(tmp_path: Path):
    with (
        running(f"sqlite:///{tmp_path / 'slow.db'}", costly_per_second=0.5) as server,
        server.player("Anna") as anna,
    ):
        table = anna.post("/api/studies", game="camposanto", scenario="learning")
        with anna.sit(table["id"], "spain") as spain:
            spain.until_state()
            ids = [spain.send(t="suggest", seat="spain") for _ in range(2)]
            replies: dict[str, Any] = {}
            while len(replies) < len(ids):
                reply = spain.next()
                if reply.get("id") in ids:
                    replies[reply["id"]] = reply
            assert [replies[ids[0]]["t"], replies[ids[1]].get("code")] == ["suggest", "too_fast"]


@pytest.mark.parametrize("steps", [0, 150])
def test_an_adviser_gets_what_the_seat_sees_and_nothing_else(steps: int, monkeypatch: pytest.MonkeyPatch):
    """In two worlds that differ in sealed orders, what goes to the worker is the same to the byte."""
    sent: list[tuple[Any, ...]] = []

    async def run(self: Thinking, asker: Asker, seconds: float, work: Callable[..., bytes], *args: Any) -> bytes:
        sent.append((work, args[0], args[1], *args[3:]))
        return msgspec.json.encode(Choice({"do": "done"}))

    monkeypatch.setattr(Thinking, "run", run)

    for match in worlds(3, steps):
        asyncio.run(advised(Thinking(Settings("sqlite://"), 1), match, "austria"))
    assert sent[0] == sent[1]
    assert sent[0][0] is worker.consider


async def advised(thinking: Thinking, match: Any, seat: str) -> Any:
    class Room:
        def __init__(self) -> None:
            self.match, self.record, self.lock = match, record_of(match), asyncio.Lock()

    return await coach.advise(thinking, Asker("a"), Room(), seat)  # type: ignore[arg-type]


def test_the_strongest_level_suggests_unless_it_is_late(monkeypatch: pytest.MonkeyPatch):
    """Maresciallo is given all the time it wants, then none; capitano helps out, and is asked first from then on."""
    thinking = Thinking(Settings("sqlite://"), 1)
    match = next(iter(worlds(3, 0)))
    asked: list[str] = []
    consider = Thinking.consider

    async def noted(
        self: Thinking, asker: Asker, view: Any, level: str, within: float | None = None, *, attentive: bool = False
    ) -> Choice:
        assert attentive
        asked.append(level)
        return await consider(self, asker, view, level, within, attentive=attentive)

    monkeypatch.setattr(Thinking, "consider", noted)

    async def all_cases() -> None:
        monkeypatch.setattr(coach, "PATIENCE", 60.0)
        assert (await advised(thinking, match, "austria"))["level"] == "maresciallo"
        monkeypatch.setattr(coach, "PATIENCE", 0.0)
        monkeypatch.setattr(pace, "PATIENCE", 0.0)
        found = await advised(thinking, match, "austria")
        assert (found["level"], found["cut"]) == ("capitano", False)
        assert asked == ["maresciallo", "maresciallo", "capitano"]
        assert (await advised(thinking, match, "austria"))["level"] == "capitano"
        assert asked[3:] == ["capitano"]

    try:
        asyncio.run(all_cases())
    finally:
        thinking.close()


def test_a_level_that_was_late_is_tried_again_after_a_while():
    times = pace.Pace()
    assert times.is_quick("camposanto", "maresciallo")
    times.note("camposanto", "maresciallo", 1.4)
    assert times.is_quick("camposanto", "maresciallo"), "one late answer may happen"
    times.note("camposanto", "maresciallo", 1.2)
    assert not times.is_quick("camposanto", "maresciallo")
    assert times.is_quick("veiled", "maresciallo"), "each game has times of its own"
    times.forgive("camposanto", "maresciallo")
    assert times.is_quick("camposanto", "maresciallo")


# -- luck -----------------------------------------------------------------------------------------


def test_every_roll_is_told_with_the_chance_it_had(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(6))
            events = spain.read_back()
        replayed = anna.replay(table["id"], "spain")["events"]
    rolls = [event for event in events if "chance" in event]
    assert rolls
    assert {event["kind"] for event in rolls} == {"roll"}
    assert all(("chance" in event) == (event["kind"] == "roll") for event in events)
    for event in rolls:
        chance = event["chance"]
        assert (chance["seat"], chance["success"]) == (event["data"]["by"], event["data"]["success"])
        need = event["data"]["need"] - sum(value for _, value in event["modifiers"])
        ways = sum(a + b >= need for a in range(1, 7) for b in range(1, 7))
        assert chance["chance"] == pytest.approx(ways / 36, abs=1e-5)
    assert [event.get("chance") for event in replayed] == [event.get("chance") for event in events]


def slow_start() -> None:
    time.sleep(6)


def at_once() -> bytes:
    return b"done"


def test_the_start_of_a_process_is_not_time_at_work(monkeypatch: pytest.MonkeyPatch):
    """Neither does it count against the limit of a request, nor is it charged to whoever asked first."""
    monkeypatch.setattr(worker, "ready", slow_start)
    charged: list[float] = []
    thinking = Thinking(Settings("sqlite://"), 1, spent=lambda _, seconds: charged.append(seconds))
    try:
        assert asyncio.run(thinking.run(Asker("a"), 5.0, at_once)) == b"done"
    finally:
        thinking.close()
    assert len(charged) == 1
    assert charged[0] < 5.0
