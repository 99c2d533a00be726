"""Battles between armies that players bring: set up, joined with an army of one's own, begun, played again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.support import Player, Server, running

ARMIES = "/api/armies/vivaorre"
WAR: dict[str, Any] = {"year": 1860, "points": 1000, "theatre": "europe"}
TABLE: dict[str, Any] = {"game": "vivaorre", "seat": "red", "opponent": {"kind": "open"}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests here: a worker that has the lists in mind is quicker."""
    with running(f"sqlite:///{tmp_path_factory.mktemp('battles') / 'test.db'}") as started:
        yield started


def suggested(player: Player, list: str, **more: Any) -> Any:
    return player.post(f"{ARMIES}/suggest", list=list, **{**WAR, **more})


def named(army: Any, name: str) -> Any:
    """The army with a unit that can be told from all others."""
    army["brigades"][0]["units"][0]["name"] = name
    return army


def fought(player: Player, table: str, seat: str) -> Any:
    with player.sit(table, seat) as socket:
        return socket.until_state()


def names(state: Any) -> set[str]:
    """Of those that their owners named; the others have a name in every language."""
    return {unit["name"] for unit in state["view"]["units"] if isinstance(unit["name"], str)}


def test_a_battle_against_the_computer_begins_at_once(server: Server):
    with server.player("Anna") as anna:
        battle = {**WAR, "agreed": {"deployment": "automatic"}, "mine": {"list": "nap"}, "theirs": {"list": "gar"}}
        bot = {"kind": "bot", "level": "recluta"}
        table = anna.post("/api/tables", **{**TABLE, "opponent": bot}, battle=battle)
        assert (table["status"], table["battle"]["lists"]) == ("running", {"red": "nap", "blue": "gar"})
        assert table["title"] == {"en": "Viva o' rre!: 1000 points, 1860", "it": "Viva o' rre!: 1000 punti, 1860"}
        state = fought(anna, table["id"], "red")
        assert state["view"]["phase"] != "setup"
        assert {unit["entry"].split(".")[0] for unit in state["view"]["units"]} == {"nap", "gar"}


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_whoever_joins_brings_his_army(database: str):
    with running(database) as server, server.player("Anna") as anna, server.player("Béla") as bela:
        mine = named(suggested(anna, "nap"), "Sannita")
        agreed = {"kind": "defensive", "attacker": "blue"}
        table = anna.post("/api/tables", **TABLE, battle={**WAR, "agreed": agreed, "mine": {"army": mine}})
        assert (table["status"], table["battle"]["awaits"], table["battle"]["agreed"]) == ("open", ["blue"], agreed)
        path = f"/api/tables/{table['id']}"
        assert bela.refused(f"{path}/join") == "army_first"
        assert bela.refused(f"{path}/join", army={"army": mine, "list": "gar"}) == "army_first"
        large = suggested(bela, "gar", points=2000)
        assert bela.refused(f"{path}/join", army={"army": large}) == "unlawful_army"
        theirs = named(suggested(bela, "gar", seed=5), "Mille")
        with anna.sit(table["id"], "red") as waiting:
            before = waiting.until_state()
            assert "Mille" not in names(before)
            joined = bela.post(f"{path}/join", army={"army": theirs})
            assert (joined["status"], joined["battle"]["awaits"]) == ("running", [])
            assert joined["dice"]["commitment"] != table["dice"]["commitment"]
        state = fought(anna, table["id"], "red")
        assert {"Sannita", "Mille"} <= names(state)
        assert state["view"]["setup"]["attacker"] == "blue"
        assert state["question"]["what"] == "deploy"
        assert bela.refused(f"{path}/join") in ("own_table", "no_seat_free")
        cookies = anna.http.cookies
    with running(database) as server, server.player() as anna:  # and what was stored is that battle
        anna.http.cookies = cookies
        assert {"Sannita", "Mille"} <= names(fought(anna, table["id"], "red"))


def test_a_rematch_swaps_the_armies(server: Server):
    with server.player("Anna") as anna, server.player("Béla") as bela:
        table = anna.post("/api/tables", **TABLE, battle={**WAR, "mine": {"list": "nap"}})
        path = f"/api/tables/{table['id']}"
        bela.post(f"{path}/join", army={"list": "gar"})
        bela.post(f"{path}/resign", seat="blue")
        following = anna.post(f"{path}/rematch")
        assert (following["mine"], following["battle"]["lists"]) == (["blue"], {"red": "nap", "blue": "gar"})
        again = bela.post(f"{path}/rematch")
        assert (again["status"], again["mine"]) == ("running", ["red"])
        assert names(fought(bela, again["id"], "red")) == names(fought(anna, again["id"], "blue"))


def test_the_computer_may_take_the_seat_of_whoever_is_awaited(server: Server):
    with server.player("Anna") as anna:
        table = anna.post("/api/tables", **TABLE, battle={**WAR, "mine": {"list": "nap"}})
        filled = anna.post(f"/api/tables/{table['id']}/replace", seat="blue", level="recluta")
        assert filled["status"] == "running"
        assert {unit["side"] for unit in fought(anna, table["id"], "red")["view"]["units"]} == {"red", "blue"}


def test_a_battle_that_cannot_be_is_refused(server: Server):
    with server.player("Anna") as anna:
        mine = {"mine": {"list": "nap"}}

        def refused(battle: Any, **more: Any) -> str:
            return anna.refused("/api/tables", **{**TABLE, **more}, battle=battle)

        assert refused({**WAR, **mine}, scenario="scaramuccia") == "no_game"
        assert refused({**WAR, **mine}, game="camposanto", seat="spain") == "no_game"
        assert refused({**WAR, **mine, "agreed": {"kind": "siege"}}) == "no_game"
        assert refused({**WAR, **mine}, options={"events": "maybe"}) == "no_game"
        assert refused({**WAR, **mine}, opponent={"kind": "same_screen"}) == "army_first"
        assert refused({**WAR, **mine, "theatre": "mars"}) == "bad_army"
        assert refused({**WAR, **mine, "year": 1700}) == "no_such_army"
        assert refused({**WAR, "mine": {"army": {"kind": "quadrilatero-army"}}}) == "bad_army"
        assert refused({**WAR, "mine": {}}) == "army_first"
        assert anna.refused("/api/tables", **TABLE) == "no_game"
        assert anna.get("/api/tables")["tables"] == []
