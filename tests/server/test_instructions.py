"""Standing instructions on a server: private, obeyed at once, marked for their own side alone."""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from quadrilatero.kernel.loading import resume
from quadrilatero.kernel.saves import plain_entries
from quadrilatero.server.play import obeying
from quadrilatero.server.storage import instructions, open_store, tables
from tests.server.support import Player, Server, Socket, play, running, two_players, wait_for
from tests.server.test_kill import process

ALL: dict[str, Any] = {
    "react": {"all": {"do": "at_least", "percent": 40}},
    "stand": {"all": {"do": "at_least", "percent": 50}},
    "reroll": {"all": {"do": "never"}},
    "face": {"all": {"do": "enemy"}},
    "flee": {"all": {"do": "safest"}},
    "hit": {"all": {"do": "strongest"}},
    "advance": {"all": {"do": "stay"}},
    "swap": {"all": {"do": "keep"}},
}
DAYS = {"kind": "days", "days": 3, "increment_hours": 12, "cap_days": 10}


def put(player: Player, table: str, orders: dict[str, Any], status: int = 200, seat: str = "spain", **more: Any) -> Any:
    response = player.http.put(f"/api/tables/{table}/standing?seat={seat}", json={"orders": orders, **more})
    assert response.status_code == status, response.text
    return response.json()


def marked(socket: Socket) -> list[dict[str, Any]]:
    return [event for event in socket.events if event["kind"] == "instructed"]


def play_until_marked(table: str, anna: Player, bela: Player, most: int = 600) -> tuple[Socket, Socket]:
    spain, austria = anna.sit(table), bela.sit(table)
    rng = random.Random(5)
    for _ in range(most // 10):
        play({"spain": spain, "austria": austria}, rng, 10)
        if marked(spain) or spain.state["table"]["status"] == "over":
            break
    return spain, austria


def test_a_fault_in_them_leaves_the_question_to_the_player(server: Server, monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    with two_players(server) as (table, anna, bela):
        put(anna, table["id"], ALL)
        monkeypatch.setattr(obeying, "ordered", fails)
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            play({"spain": spain, "austria": austria}, random.Random(5), 40)
        found = server.services.store.at_once(tables.load, table["id"])
        assert found is not None
        record, entries, *_ = found
        assert resume(record.header, record.dice, entries).version == record.version


def test_they_are_kept_for_their_owner_and_checked(server: Server):
    with two_players(server) as (table, anna, bela), server.player() as stranger:
        id = table["id"]
        empty = anna.get(f"/api/tables/{id}/standing?seat=spain")
        assert (empty["orders"], empty["delay"], empty["delayable"], empty["chances"]) == ({}, False, False, True)
        unit = empty["pieces"]["stand"][0]
        orders = {**ALL, "stand": {"all": {"do": "fight"}, "pieces": {unit: {"do": "fall_back"}}}}
        assert put(anna, id, orders)["orders"] == orders
        assert anna.get(f"/api/tables/{id}/standing?seat=spain")["orders"] == orders
        assert bela.get(f"/api/tables/{id}/standing?seat=spain", 403)["error"]["code"] == "not_yours"
        assert stranger.get(f"/api/tables/{id}/standing?seat=spain", 401)
        put(bela, id, orders, 403)
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"dance": {"all": {"do": "ask"}}}, "dance"),
            ({"stand": {"all": {"do": "dance"}}}, "stand.all.do"),
            ({"stand": {"all": {"do": "at_least"}}}, "stand.all.percent"),
            ({"stand": {"all": {"do": "fight", "percent": 3}}}, "stand.all.percent"),
            ({"stand": {"all": {"do": "at_least", "percent": 101}}}, "stand.all.percent"),
            ({"stand": {"pieces": {"A1": {"do": "fight"}, "nobody": {"do": "fight"}}}}, "stand.pieces"),
            ({"swap": {"pieces": {unit: {"do": "keep"}}}}, "swap.pieces"),
            ({"stand": {"all": {"do": "fight"}, "more": 1}}, "stand"),
            ({"stand": "fight"}, "stand"),
        ]
        for bad, where in wrong:
            error = put(anna, id, bad, 422)["error"]
            assert error["code"] == "bad_instructions"
            assert re.search(rf": {re.escape(where)}[.\w-]*\. Scegli", error["text"]["it"]), error
        assert anna.get(f"/api/tables/{id}/standing?seat=spain")["orders"] == orders
        assert put(anna, id, {"stand": {"all": {"do": "ask"}}})["orders"] == {}


def test_the_catalogue_says_what_can_be_instructed(server: Server):
    with server.player() as anybody:
        (game,) = [game for game in anybody.get("/api/catalogue")["games"] if game["game"] == "camposanto"]
    listed = {i["name"]: i for i in game["instructions"]}
    assert set(listed) == set(ALL)
    for name, order in ALL.items():
        assert order["all"]["do"] in [choice["name"] for choice in listed[name]["choices"]]
        assert listed[name]["rules"]
        assert all(choice["text"]["en"] and choice["text"]["it"] for choice in listed[name]["choices"])


def test_a_tournament_has_no_chances(server: Server):
    with two_players(server, assistance="tournament") as (table, anna, _):
        assert put(anna, table["id"], ALL, 422)["error"]["code"] == "bad_instructions_no_odds"
        assert put(anna, table["id"], {"stand": {"all": {"do": "fight"}}})["orders"]


def test_they_answer_and_only_their_own_side_sees_that_they_did(server: Server):
    with two_players(server, scenario="battle", public=True) as (table, anna, bela), server.player() as stranger:
        id = table["id"]
        put(anna, id, ALL)
        spain, austria = play_until_marked(id, anna, bela)
        with spain, austria, stranger.sit(id) as third:
            third.until_state()
            mine = marked(spain)
            assert mine
            assert all("standing instruction" in event["text"]["en"] for event in mine)
            assert all("istruzione permanente" in event["text"]["it"] for event in mine)
            assert not marked(austria)
            assert not marked(third)
            heard = b"".join(austria.heard + third.heard)
        for way in ("export?seat=austria", "replay?seat=austria"):
            heard += bela.http.get(f"/api/tables/{id}/{way}").content
        assert b"instructed" not in heard
        mine_too = anna.http.get(f"/api/tables/{id}/export?seat=spain").content
        assert b'"instructed"' in mine_too
        room = server.services.rooms._rooms[id]
        again = resume(room.record.header, room.record.dice, plain_entries(room.match.entries))
        assert [event.plain() for event in again.events] == [event.plain() for event in room.match.events]


def test_until_they_answer_they_change_no_byte_for_the_others(tmp_path: Path):
    """The same game with and without instructions that never come into play: the other side hears the same."""

    def heard(name: str, orders: dict[str, Any]) -> list[bytes]:
        from tests.server.support import Clock

        with (
            running(f"sqlite:///{tmp_path / name}", now=Clock()) as server,
            two_players(server) as (table, anna, bela),
            anna.sit(table["id"]) as spain,
            bela.sit(table["id"]) as austria,
        ):
            spain.until_state()
            austria.until_state()
            told = list(austria.heard)
            put(anna, table["id"], orders)
            reply = spain.answer(spain.state["options"][0])
            austria.catch_up(reply["version"])
            put(anna, table["id"], {})
            austria.socket.send('{"t":"ping"}')
            austria.until(lambda message: message["t"] == "pong")
            found = austria.heard[len(told) :]
            secrets = [table["id"], table["dice"]["commitment"], anna.id, bela.id]
            for secret in secrets:
                found = [message.replace(secret.encode(), b"*") for message in found]
            return found

    assert heard("a.db", {}) == heard("b.db", ALL)


def test_undo_takes_back_what_the_player_decided_and_not_what_was_instructed():
    from quadrilatero.kernel.log import Ordered
    from quadrilatero.kernel.start import start

    match = start("camposanto", "learning", seed=1)
    for seat in ("spain", "austria"):
        match.answer(seat, match.options(seat)[0])
    while match.ask is None or match.ask.what != "move":
        assert match.ask is not None
        match.answer(match.ask.who[0], match.options(match.ask.who[0])[-1])
    seat = match.ask.who[0]
    other = next(s for s in match.seats if s != seat)
    before, told = match.view(seat), len(match.told(seat))
    move = next(option for option in match.options(seat) if option.get("path"))
    match.answer(seat, move)
    assert match.ask.what == "face"
    match.obey(seat, Ordered(match.options(seat)[0], "faces", {"name": "x", "facing": "N"}))
    assert "instructed" in [event.kind for event in match.told(seat)[told:]]
    assert not any(event.kind == "instructed" for event in match.told(other))
    match.undo(seat)
    assert match.view(seat) == before
    assert [entry.kind for entry in match.entries[-4:]] == ["answer", "instructed", "undo", "undo"]
    again = resume(match.header, match.dice.plain(), plain_entries(match.entries))
    assert again.view(seat) == before


def test_another_holder_does_not_inherit_them(server: Server):
    with two_players(server) as (table, anna, _):
        put(anna, table["id"], ALL)
        anna.post(f"/api/tables/{table['id']}/replace", seat="spain", level="recluta")
        assert not server.services.store.at_once(instructions.of_table, table["id"])


def test_they_wait_where_the_player_wants_it(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'delay.db'}"
    with (
        running(database, instruction_delay=(0.5, 0.6)) as server,
        two_players(server, scenario="battle", pace=DAYS) as (table, anna, bela),
    ):
        shown = put(anna, table["id"], ALL, delay=True)
        assert (shown["delay"], shown["delayable"]) == (True, True)
        rng = random.Random(5)
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            room = server.services.rooms._rooms[table["id"]]

            def settled_by_instruction() -> bool:
                return obeying.next_answer(room.match, room.record, room.instructions, delayed=True) is not None

            while not settled_by_instruction():
                assert play({"spain": spain, "austria": austria}, rng, 1) == 1
            version = room.match.version
            assert "spain" in room.record.turn
            assert not marked(spain)
            wait_for(lambda: room.match.version > version)
            assert room.match.entries[version].kind == "instructed"
            spain.until_state(lambda state: state["version"] > version)
            assert marked(spain)


@pytest.mark.parametrize("delay", [False, True])
def test_kill_9_between_question_and_instruction_loses_nothing(tmp_path: Path, delay: bool):
    database = f"sqlite:///{tmp_path / 'kill.db'}"
    with process(database) as (served, address), Player(address) as anna, Player(address) as bela:
        anna.post("/api/session", name="Anna")
        bela.post("/api/session", name="Béla")
        table = anna.table(scenario="battle", pace=DAYS)["id"]
        bela.post(f"/api/tables/{table}/join")
        put(anna, table, ALL, delay=delay)
        spain, austria = anna.sit(table), bela.sit(table)
        play({"spain": spain, "austria": austria}, random.Random(2), 150)
        version = max(spain.state["version"], austria.state["version"])
        served.send_signal(signal.SIGKILL)
        served.wait()
        cookies = anna.http.cookies
    store = open_store(database)
    entries = store.at_once(tables.entries, table)
    kept = store.at_once(instructions.of_table, table)
    record = store.at_once(tables.find, table)
    store.close()
    assert len(entries) >= version
    assert record is not None
    assert (kept["spain"].delay, set(kept["spain"].orders)) == (delay, set(ALL))
    resume(record.header, record.dice, entries)
    with process(database) as (_, address), Player(address) as anna:
        anna.http.cookies = cookies
        assert anna.get(f"/api/tables/{table}/standing?seat=spain")["orders"] == ALL
        with anna.sit(table) as spain:
            assert spain.until_state()["version"] >= version
