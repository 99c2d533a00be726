"""What can be looked up on the map, and standing instructions."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel.game import BadQuery
from quadrilatero.kernel.instructions import BadInstructions, ordered, read
from tests.games.custoza.support import austria, italy, play

ASSAULT = {"type": "assault", "hex": "3010", "target": "3011"}
CHARGE = {"type": "charge", "hex": "3010", "target": "3011"}


def look(m: q.Match, seat: str | None, **query: Any) -> dict[str, Any]:
    return q.inspect(m, seat, query)


@pytest.mark.rule("custoza:8.9-a", "custoza:8.9-d")
def test_sight_tells_what_blocks_it() -> None:
    board = {"terrain": {"3012": "woods"}}
    m = play(italy("g", "3010", "artillery"), austria("D", "3014"), board=board, active={"formation": "italy"})
    found = look(m, "italy", what="sight", **{"from": "3010", "to": "3014"})
    assert (found["clear"], found["range"], found["barrier"], found["rule"]) == (False, 4, ["3012"], "8.9-a")
    assert found["certainty"] == "known"
    clear = look(m, "italy", what="sight", **{"from": "3010", "to": "3112"})
    assert (clear["clear"], clear["rule"], clear["barrier"]) == (True, None, [])


@pytest.mark.rule("custoza:8.9-a", "custoza:22.4-c")
def test_all_that_is_seen_from_a_hex() -> None:
    units = italy("g", "3010", "artillery"), austria("D", "3030")
    m = play(*units, board={"terrain": {"3012": "woods"}}, area=[27, 70], active={"formation": "italy"})
    found = look(m, "italy", what="field", **{"from": "3010"})
    assert {"3011", "3012", "3512"} <= set(found["seen"])
    assert "3014" in found["unseen"]
    assert not {"2610", "3016"} & {*found["seen"], *found["unseen"]}
    for hex in (*found["seen"], *found["unseen"]):
        assert look(m, "italy", what="sight", **{"from": "3010", "to": hex})["clear"] == (hex in found["seen"])
    dim = look(play(*units, light="dawn", active={"formation": "italy"}), "italy", what="field", **{"from": "3010"})
    assert len(dim["seen"]) == 1 + 6 + 12 + 18


@pytest.mark.rule("custoza:22.4-c")
def test_dim_light_ends_sight() -> None:
    m = play(italy("A", "3010"), austria("D", "3030"), light="dusk", active={"formation": "italy"})
    assert look(m, "italy", what="sight", **{"from": "3010", "to": "3014"})["rule"] == "22.4-c"


@pytest.mark.rule("custoza:2.6-a", "custoza:2.6-c")
def test_zones_of_both_sides() -> None:
    m = play(italy("A", "3010"), italy("M", "4010", march=True), austria("D", "3020"), active={"formation": "italy"})
    zones = look(m, "italy", what="zones")["zones"]
    assert set(zones["italy"]) == {"3009", "3011", "2909", "2910", "3109", "3110"}
    assert len(zones["austria"]) == 6


@pytest.mark.rule("custoza:4.2-a", "custoza:13.5-b")
def test_command_and_supply_of_own_formations_only() -> None:
    m = play(
        italy("c", "3010", "commander"),
        italy("A", "3012"),
        italy("B", "3018"),
        austria("D", "3030"),
        supply={"italy": ["3004"]},
        active={"formation": "italy"},
    )
    found = look(m, "italy", what="command", formation="italy")
    assert found["commander"] == "3010"
    assert found["out"] == ["B"]
    assert {"3012", "3014"} <= set(found["hexes"])
    assert look(m, "italy", what="supply", formation="italy")["cut"] == []
    with pytest.raises(BadQuery, match="your own"):
        look(m, "austria", what="command", formation="italy")


@pytest.mark.rule("custoza:7.2-d", "custoza:7.5-b")
def test_reach_is_told_in_points_and_leaves_out_enemy_zones() -> None:
    m = play(italy("A", "3010"), austria("D", "3012"), active={"formation": "italy"})
    found = look(m, "italy", what="reach", units=["A"])
    assert found["ground"]["3009"] == "1"
    assert "3011" not in found["ground"], "an enemy zone without a marker"
    with pytest.raises(BadQuery, match="units of yours"):
        look(m, "italy", what="reach", units=["D"])


@pytest.mark.rule("custoza:10.5-b", "custoza:10.5-c")
def test_ways_of_retreat_and_why_not_elsewhere() -> None:
    m = play(italy("A", "3010"), italy("B", "3110"), austria("D", "3011"), active={"formation": "italy"})
    found = look(m, "italy", what="retreat", hex="3010", **{"from": "3011"})
    assert found["paths"]
    assert all(path[-1] != "3011" for path in found["paths"])
    assert found["barred"]["3110"]["rule"].startswith("10.5")
    assert found["barred"]["3110"]["text"]["it"]


def test_the_ground_of_a_hex() -> None:
    board = {"terrain": {"3010": "woods"}, "hexsides": [["3010", "3011", "slope"]], "levels": {"3011": 1}}
    m = play(italy("A", "3014"), austria("D", "3030"), board=board, active={"formation": "italy"})
    found = look(m, None, what="terrain", hex="3010")
    assert (found["terrain"], found["blocks_sight"], found["zone"]) == ("woods", True, False)
    assert {"to": "3011", "kinds": ["slope"]} in found["sides"]
    with pytest.raises(BadQuery, match="expected what"):
        look(m, None, what="weather")


# -- standing instructions ---------------------------------------------------------------------------------------------


def asked_to_react(*, cavalry: bool = False) -> q.Match:
    kind, start, marker = ("cavalry", "3008", CHARGE) if cavalry else ("line", "3009", ASSAULT)
    m = play(
        italy("A", start, kind, facing="S"),
        austria("D", "3011", facing="N", sp=3, max=6),
        active={"formation": "italy", "markers": [marker]},
    )
    path = ["3009", "3010"] if cavalry else ["3010"]
    m.answer("italy", {"do": marker["type"], "units": ["A"], "path": path})
    assert m.ask is not None
    assert m.ask.what == "react"
    return m


def by(m: q.Match, **orders: Any) -> Any:
    pieces = m.game.instructable(m.view("austria"), "austria")
    found = ordered(m, "austria", read(m.game, orders, pieces))
    return None if found is None else found.answer


def test_reactions_by_instruction() -> None:
    m = asked_to_react()
    assert by(m, react={"all": {"do": "fire"}}) == {"do": "fire", "units": ["D"]}
    assert by(m, react={"all": {"do": "pass"}}) == {"do": "pass"}
    assert by(m, react={"all": {"do": "square"}}) == {"do": "fire", "units": ["D"]}, "no cavalry"
    back = by(m, react={"all": {"do": "fall_back", "percent": 20}})
    assert (back["do"], back["units"]) == ("fall_back", ["D"])
    assert by(m, react={"all": {"do": "fall_back", "percent": 99}})["do"] == "fire"
    assert by(m, react={"all": {"do": "fire"}, "pieces": {"D": {"do": "pass"}}}) == {"do": "pass"}
    assert by(m, react={"pieces": {"D": {"do": "ask"}}}) is None
    with pytest.raises(BadInstructions):
        by(m, react={"all": {"do": "dance"}})


def test_square_against_cavalry_by_instruction() -> None:
    m = asked_to_react(cavalry=True)
    assert by(m, react={"all": {"do": "square"}}) == {"do": "square", "units": ["D"]}


ROAD = [f"20{row}" for row in range(10, 21)]


def campaign(*units: dict[str, Any], **more: Any) -> q.Match:
    board = {"roads": [{"class": "major", "path": ROAD}]}
    formation = {"id": "d1", "side": "italy", "command": 3, "state": "march", "objective": "2020", "fatigue": 4}
    own = [
        italy("com.d1", "2017", "commander", formation="d1"),
        {"id": "r1", "side": "italy", "formation": "d1", "type": "line", "box": "formation"},
    ]
    settled = {"mode": "advanced", "phase": "march", "supply": {"italy": ["2010"]}, "formations": [formation]}
    return play(*own, *units, board=board, **(settled | more))


@pytest.mark.rule("custoza:20.1-a", "custoza:20.1-c")
def test_the_line_of_communication_is_told_hex_by_hex() -> None:
    found = look(campaign(), "italy", what="line", formation="d1")
    assert (found["traced"], found["line"], found["sources"]) == (True, ROAD[7::-1], ["2010"])
    cut = look(campaign(austria("D", "2011")), "italy", what="line", formation="d1")
    assert (cut["traced"], cut["line"]) == (True, [])
    base = look(campaign(mode="base", phase="initiative", fixed_initiative=True), "italy", what="line", formation="d1")
    assert not base["traced"]
    with pytest.raises(BadQuery):
        look(campaign(), "austria", what="line", formation="d1")


@pytest.mark.rule("custoza:18.3-a")
def test_how_likely_a_formation_tires() -> None:
    found = look(campaign(), "italy", what="fatigue", formation="d1")
    assert (found["level"], found["next"], found["chance"]) == (4, 2, 0)
    worn = {
        "id": "d1",
        "side": "italy",
        "command": 3,
        "state": "march",
        "objective": "2020",
        "fatigue": 9,
        "moved": True,
    }
    assert look(campaign(formations=[worn]), "italy", what="fatigue", formation="d1")["chance"] == 21 / 36


@pytest.mark.rule("custoza:26.2-a")
def test_what_of_ones_own_objectives_is_met() -> None:
    conditions = [{"kind": "control_all", "hexes": ["3010"]}, {"kind": "control_all", "hexes": ["3020"]}]
    sought = [{"side": "italy", "number": 1, "title": "Both", "conditions": conditions}]
    victory = {"type": "objectives", "objectives": sought}
    m = campaign(victory=victory, strategy={"italy": 1, "austria": 2}, control={"italy": ["3010"]})
    first, *others = look(m, "italy", what="objectives")["objectives"]
    assert (first["chosen"], first["met"], [part["met"] for part in first["conditions"]]) == (
        True,
        False,
        [True, False],
    )
    assert not any(one["chosen"] or one["conditions"] for one in others)
    hidden = look(m, "austria", what="objectives")["objectives"]
    assert [one["chosen"] for one in hidden] == [False, True, False]
    assert look(m, None, what="objectives")["objectives"] == []
