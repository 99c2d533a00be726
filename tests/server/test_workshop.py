"""Positions looked over, studied and played; data changed and tried out. Each player gets a fair part of it."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.server.support import PATIENCE, Player, Server

POSITION: dict[str, Any] = {
    "map": {},
    "units": [
        {"id": "a", "side": "italy", "type": "line", "hex": "3010"},
        {"id": "b", "side": "austria", "type": "line", "hex": "3020"},
    ],
}
STEPS = {"file": "units.toml", "way": ["unit", 0, "steps"], "value": 1}


def test_a_scenario_gives_its_position_and_a_position_its_faults(server: Server) -> None:
    with server.player("Anna") as anna:
        begin = anna.get("/api/positions/custoza/vanguards")
        assert {"units", "formations", "victory"} <= begin.keys()
        looked = anna.post("/api/positions/custoza/check", **begin)
        assert (looked["faults"], looked["asked"]) == ([], {"what": "limber", "who": ["italy"]})
        assert looked["position"]["units"] == begin["units"]
        assert "units" in anna.get("/api/positions/custoza")["properties"]
        crowd = {**POSITION, "units": [*POSITION["units"], {**POSITION["units"][0], "id": "c", "hex": "3020"}]}
        (fault,) = anna.post("/api/positions/custoza/check", **crowd)["faults"]
        assert fault["where"].endswith(".hex")
        assert fault["rule"] == "7.2-c"
        anna.get("/api/positions/custoza/nowhere", 422)
        anna.get("/api/positions/chess/battle", 404)
        response = anna.http.post("/api/positions/custoza/check", content=b"[1]")
        assert response.json()["error"]["code"] == "bad_position"


def test_a_position_is_studied_edited_again_and_played_against_the_computer(server: Server) -> None:
    with server.player("Anna") as anna, server.player("Béla") as bela:
        study = anna.post("/api/studies", game="custoza", position=POSITION)
        found = anna.get(f"/api/studies/{study['id']}/position")
        assert [unit["hex"] for unit in found["units"]] == ["3010", "3020"]
        bela.get(f"/api/studies/{study['id']}/position", 404)
        table = anna.post("/api/studies", game="custoza", position=POSITION, level="recluta", seat="austria")
        assert not table["study"]
        assert table["seats"]["italy"]["bot"] == "recluta"
        assert table["mine"] == ["austria"]
        anna.get(f"/api/studies/{table['id']}/position", 404)
        assert (
            anna.refused("/api/studies", game="custoza", position=POSITION, level="nobody", seat="italy") == "no_game"
        )
        wrong = {"game": "custoza", "position": POSITION, "level": "recluta", "seat": "spain"}
        assert anna.refused("/api/studies", **wrong) == "bad_study"


def tried(player: Player, **changes: Any) -> dict[str, Any]:
    asked = {"game": "camposanto", "scenario": "learning", "level": "recluta", "games": 2, "changes": [STEPS]}
    found: dict[str, Any] = player.post("/api/trials", **{**asked, **changes})
    return found


def ended(player: Player, id: str) -> dict[str, Any]:
    until = time.monotonic() + 6 * PATIENCE
    while time.monotonic() < until:
        found: dict[str, Any] = player.get(f"/api/trials/{id}")
        if found["state"] not in ("waiting", "running"):
            return found
        time.sleep(0.2)
    pytest.fail("the trial does not end")


def test_a_change_of_the_data_is_tried_beside_the_data_in_use(server: Server) -> None:
    with server.player("Anna") as anna, server.player("Béla") as bela:
        files = anna.get("/api/data/camposanto")["files"]
        assert files["units.toml"]["unit"][0]["steps"] > 1
        trial = tried(anna)
        assert anna.refused("/api/trials", game="camposanto", scenario="learning", changes=[STEPS]) == "trial_running"
        bela.get(f"/api/trials/{trial['id']}", 404)
        found = ended(anna, trial["id"])
        assert (found["state"], found["fault"]) == ("done", "")
        assert [arm["played"] for arm in found["arms"].values()] == [2, 2]
        assert len(found["difference"]) == 3
        for arm in found["arms"].values():
            assert sum(arm["wins"].values()) + arm["draws"] == 2


def test_what_cannot_be_tried_is_told_and_what_is_stopped_ends(server: Server) -> None:
    with server.player("Anna") as anna:
        asked = {"game": "camposanto", "scenario": "learning"}
        for change in (
            {**STEPS, "way": ["unit", 999, "steps"]},
            {**STEPS, "value": "many"},
            {**STEPS, "file": "x.toml"},
        ):
            assert anna.refused("/api/trials", **asked, changes=[change]) == "no_such_value"
        assert anna.refused("/api/trials", game="camposanto", scenario="nowhere", changes=[STEPS]) == "no_game"
        failed = ended(anna, tried(anna, changes=[{**STEPS, "value": -3}])["id"])
        assert failed["state"] == "failed"
        assert "units.toml" in failed["fault"]
        trial = tried(anna, games=200)
        assert anna.post(f"/api/trials/{trial['id']}/stop")["state"] == "stopped"
        assert tried(anna)["state"] in ("waiting", "running")
