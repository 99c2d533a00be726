"""What helps a player at the table: looking things up, what may be done about absent players, another password."""

from __future__ import annotations

from pathlib import Path

from tests.server.support import Clock, Server, running, two_players
from tests.server.test_acts import MINUTES, first_answer

PASSWORD = "correct horse battery"


def test_anybody_who_sees_the_board_may_look_things_up(server: Server):
    with server.player("Anna") as anna, server.player("Watcher") as watcher:
        table = anna.table(opponent={"kind": "same_screen"}, public=True)
        for who, seat in ((anna, "spain"), (watcher, None)):
            with who.sit(table["id"], seat) as socket:
                view = socket.until_state()["view"]
                unit = next(u for u in view["units"] if u["type"] == "infantry")
                found = socket.ask(t="inspect", query={"look": "unit", "unit": unit["id"]})["found"]
                assert (found["hex"], len(found["front"])) == (unit["hex"], 2)
                line = socket.ask(t="inspect", query={"look": "line", "from": unit["id"], "to": "1010"})["found"]
                assert line["refusal"]["text"]["it"]
                wrong = socket.ask(t="inspect", query={"look": "the enemy's orders"})
                assert (wrong["t"], wrong["code"]) == ("error", "invalid")


def test_looking_things_up_is_limited_like_any_message(tmp_path: Path):
    with (
        running(f"sqlite:///{tmp_path / 'slow.db'}", messages_per_second=0.01, messages_at_once=2) as server,
        server.player("Anna") as anna,
    ):
        table = anna.table(opponent={"kind": "same_screen"})
        with anna.sit(table["id"], "spain") as socket:
            socket.until_state()
            query = {"look": "threats", "hex": "1010", "side": "spain"}
            replies = [socket.ask(t="inspect", query=query) for _ in range(3)]
            assert [reply["t"] for reply in replies] == ["inspect", "inspect", "error"]
            assert replies[-1]["code"] == "too_fast"


def test_a_table_says_when_it_may_be_claimed_or_played_on(timed: Server, clock: Clock):
    with two_players(timed, pace=MINUTES) as (table, anna, bela), timed.player("Curious") as curious:
        path = f"/api/tables/{table['id']}"
        first_answer(anna, table["id"])
        assert (anna.get(path)["may_claim"], anna.get(path)["may_replace"]) == ([], [])
        clock.at += 1801
        assert (anna.get(path)["may_claim"], anna.get(path)["may_replace"]) == (["spain"], ["austria"])
        assert (bela.get(path)["may_claim"], bela.get(path)["may_replace"]) == ([], [])
        mine = next(found for found in anna.get("/api/tables")["tables"] if found["id"] == table["id"])
        assert mine["may_claim"] == ["spain"]
        assert curious.refused(f"{path}/claim", seat="spain") in ("not_found", "not_yours")
        over = anna.post(f"{path}/claim", seat="spain")
        assert (over["may_claim"], over["may_replace"]) == ([], [])


def test_a_free_seat_may_be_given_to_the_computer(server: Server):
    with server.player("Anna") as anna, server.player("Bela") as bela:
        table = anna.table(opponent={"kind": "open"})
        assert table["may_replace"] == ["austria"]
        assert bela.get(f"/api/tables/{table['id']}")["may_replace"] == []
        begun = anna.post(f"/api/tables/{table['id']}/replace", seat="austria", level="recluta")
        assert (begun["status"], begun["may_replace"]) == ("running", [])


def test_another_password_shuts_out_other_devices(server: Server):
    with server.player("Anna") as anna, server.player() as phone:
        assert anna.refused("/api/password", old=PASSWORD, password=PASSWORD) == "no_account"
        anna.post("/api/account", password=PASSWORD)
        phone.post("/api/login", name="Anna", password=PASSWORD)
        assert anna.refused("/api/password", old="wrong horse", password="a new password") == "wrong_password"
        assert anna.refused("/api/password", old=PASSWORD, password="short") == "bad_password"
        anna.post("/api/password", old=PASSWORD, password="a new password")
        assert anna.get("/api/session")["player"]["name"] == "Anna"
        assert phone.get("/api/session")["player"] is None
        assert phone.refused("/api/login", name="Anna", password=PASSWORD) == "wrong_login"
        phone.post("/api/login", name="Anna", password="a new password")
