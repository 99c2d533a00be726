"""Salt for the dice: each seat may add its own before the first roll, and the dice then follow from it."""

from __future__ import annotations

import json
import random
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel import CommittedDice
from quadrilatero.server.storage import open_store, tables
from tests.server.support import Player, Server, play, running, two_players
from tests.server.test_kill import process

SALTS = {"spain": "0123456789abcdef0123456789abcdef", "austria": "zucchero è sale"}


def exported(player: Player, table: str, path: Path) -> Any:
    path.write_bytes(player.http.get(f"/api/tables/{table}/export").content)
    return json.loads(path.read_text("utf-8"))


def rolls(save: Any) -> list[int]:
    return [face for kind, _, value in save["entries"] if kind == "roll" for face in value]


def test_both_salts_are_in_the_dice_and_verify_proves_it(server: Server, tmp_path: Path):
    with two_players(server, scenario="battle") as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            assert spain.until_state()["can_salt"]
            assert austria.until_state()["can_salt"]
            assert spain.ask(t="salt", seat="spain", salt=SALTS["spain"])["t"] == "ack"
            assert austria.until_state()["can_salt"]
            assert not spain.until_state()["can_salt"]
            again = spain.ask(t="salt", seat="spain", salt="more")
            assert (again["code"], "already" in again["text"]["en"]) == ("illegal", True)
            assert austria.ask(t="salt", seat="austria", salt=SALTS["austria"])["t"] == "ack"
            play({"spain": spain, "austria": austria}, random.Random(1), 90)
            assert not austria.state["can_salt"]
            late = austria.ask(t="salt", seat="austria", salt="too late")
            assert (late["code"], "first die" in late["text"]["en"]) == ("illegal", True)
        seen = exported(bela, table["id"], tmp_path / "running.json")
        assert seen["dice"]["salts"] == [f"{seat}:{salt}" for seat, salt in SALTS.items()]
        assert q.verify(tmp_path / "running.json").ok
        bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
        save = exported(bela, table["id"], tmp_path / "over.json")
        frames = anna.get(f"/api/tables/{table['id']}/replay?seat=spain")
        assert frames["stops"][0] == 2
        frame = anna.get(f"/api/tables/{table['id']}/replay/{frames['frames']}?seat=spain")
        assert frame["view"]["result"] == frames["header"]["result"]
    report = q.verify(tmp_path / "over.json")
    assert (report.problems, report.dice_verified) == ([], True)
    faces = rolls(save)
    assert faces
    secret = bytes.fromhex(save["dice"]["secret"])
    assert faces == list(CommittedDice(secret, save["dice"]["salts"]).faces(0, len(faces)))


def test_a_room_that_is_loaded_again_has_the_salted_dice(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 's.db'}", rooms=1) as server, two_players(server) as (table, anna, bela):
        for player, seat in ((anna, "spain"), (bela, "austria")):
            with player.sit(table["id"]) as socket:
                socket.until_state()
                assert socket.ask(t="salt", seat=seat, salt=SALTS[seat])["t"] == "ack"
        before = server.services.rooms._rooms[table["id"]]
        for _ in range(3):
            anna.table()
            for other in anna.get("/api/tables")["tables"]:
                anna.get(f"/api/tables/{other['id']}")
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            assert server.services.rooms._rooms[table["id"]] is not before
            play({"spain": spain, "austria": austria}, random.Random(2))
        exported(anna, table["id"], tmp_path / "over.json")
    report = q.verify(tmp_path / "over.json")
    assert (report.problems, report.dice_verified) == ([], True)


def test_salt_makes_nobodys_answer_stale(server: Server):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            version = spain.until_state()["version"]
            austria.until_state()
            assert austria.ask(t="salt", seat="austria", salt="x")["t"] == "ack"
            assert spain.ask(t="salt", seat="spain", salt="y")["t"] == "ack"
            assert spain.answer(spain.state["options"][0], version=version)["t"] == "ack"


def test_salt_survives_a_take_back(server: Server, tmp_path: Path):
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            spain.answer(spain.until_state()["options"][0])
            austria.until_state()
            assert austria.ask(t="salt", seat="austria", salt="x")["t"] == "ack"
            for player, seat in ((anna, "spain"), (bela, "austria")):
                player.post(f"/api/tables/{table['id']}/takeback", seat=seat, offer=True)
            spain.until_state(lambda state: state["options"])
            assert spain.ask(t="salt", seat="spain", salt="y")["t"] == "ack"
            spain.follow(anna.get(f"/api/tables/{table['id']}")["revision"])
            play({"spain": spain, "austria": austria}, random.Random(3))
        assert exported(anna, table["id"], tmp_path / "s.json")["dice"]["salts"] == ["austria:x", "spain:y"]
    assert q.verify(tmp_path / "s.json").dice_verified


def test_salt_of_others_nonsense_and_finished_games_is_refused(server: Server):
    with two_players(server, public=True) as (table, anna, bela), server.player() as stranger:
        with anna.sit(table["id"]) as spain, stranger.sit(table["id"]) as third:
            spain.until_state()
            assert not third.until_state()["can_salt"]
            assert spain.ask(t="salt", seat="austria", salt="x")["code"] == "not_yours"
            assert third.ask(t="salt", seat="austria", salt="x")["code"] == "not_yours"
            for salt in ("", "two\nlines", "x" * 201, "\x00"):
                assert spain.ask(t="salt", seat="spain", salt=salt)["code"] == "bad_salt"
            assert spain.ask(t="salt", seat="spain", salt=7)["code"] == "not_json"
            bela.post(f"/api/tables/{table['id']}/resign", seat="austria")
            assert spain.ask(t="salt", seat="spain", salt="x")["code"] == "over"


def test_salt_while_the_table_waits_and_against_the_computer(server: Server, tmp_path: Path):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        open_table = anna.table()
        with anna.sit(open_table["id"]) as spain:
            assert spain.until_state()["can_salt"]
            assert spain.ask(t="salt", seat="spain", salt="early")["t"] == "ack"
        bela.post(f"/api/tables/{open_table['id']}/join")
        table = anna.table(opponent={"kind": "bot", "level": "recluta"})
        with anna.sit(table["id"]) as spain:
            spain.until_state()
            assert spain.ask(t="salt", seat="spain", salt="x")["t"] == "ack"
            play({"spain": spain}, random.Random(5), 5)
        anna.post(f"/api/tables/{table['id']}/resign", seat="spain")
        save = exported(anna, table["id"], tmp_path / "bot.json")
    assert save["dice"]["salts"] == ["spain:x"]
    assert q.verify(tmp_path / "bot.json").dice_verified


@pytest.mark.parametrize("seed", range(4))
def test_salt_while_the_first_dice_are_rolled(server: Server, tmp_path: Path, seed: int):
    """Whichever comes first, the salt is in every face, or it is refused and in none."""
    replies: list[Any] = []
    with two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria, bela.sit(table["id"]) as second:

            def add_salt() -> None:
                second.until_state(lambda state: state["version"] >= 3 * seed)
                replies.append(second.ask(t="salt", seat="austria", salt="x"))

            salting = threading.Thread(target=add_salt)
            salting.start()
            play({"spain": spain, "austria": austria}, random.Random(seed), 90)
            salting.join()
        anna.post(f"/api/tables/{table['id']}/resign", seat="spain")
        save = exported(anna, table["id"], tmp_path / "s.json")
    assert rolls(save)
    assert save["dice"]["salts"] == (["austria:x"] if replies[0]["t"] == "ack" else [])
    report = q.verify(tmp_path / "s.json")
    assert (report.problems, report.dice_verified) == ([], True)


def test_acknowledged_salt_outlives_kill_9(tmp_path: Path):
    database = f"sqlite:///{tmp_path / 'kill.db'}"
    with process(database) as (served, address), Player(address) as anna:
        anna.post("/api/session", name="Anna")
        table = anna.table(opponent={"kind": "same_screen"})["id"]
        with anna.sit(table, "spain") as spain:
            spain.until_state()
            assert spain.ask(t="salt", seat="spain", salt=SALTS["spain"])["t"] == "ack"
            served.send_signal(signal.SIGKILL)
        cookies = anna.http.cookies
    with process(database) as (_, address), Player(address) as anna:
        anna.http.cookies = cookies
        with anna.sit(table, "spain") as spain, anna.sit(table, "austria") as austria:
            assert not spain.until_state()["can_salt"]
            play({"spain": spain, "austria": austria}, random.Random(1), 20)
        anna.post(f"/api/tables/{table}/resign", seat="spain")
        save = exported(anna, table, tmp_path / "s.json")
    assert save["dice"]["salts"] == [f"spain:{SALTS['spain']}"]
    assert q.verify(tmp_path / "s.json").dice_verified
    store = open_store(database)
    assert store.at_once(tables.entries, table)[0].kind == "salt"
    store.close()
