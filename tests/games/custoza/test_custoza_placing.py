"""24, 25, 27 and 28: what the campaigns begin with, the free set-up, optional reinforcements and who leaves the map."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza import GAME
from quadrilatero.games.custoza.rules import objectives, placing
from quadrilatero.games.custoza.scenario import starting_position
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, state, where


@cache
def beginning(name: str) -> Plain:
    """The position that a campaign starts from."""
    return starting_position(GAME.data, GAME.charts, name)


def fortresses(name: str) -> dict[str, Plain]:
    return {unit["hex"]: unit for unit in beginning(name)["units"] if unit["type"] == "fortress"}


def laying_out(name: str) -> q.Match:
    """A free set-up once the Strategic Objectives are chosen."""
    m = q.start("custoza", name, seed=1)
    for seat in ("italy", "austria"):
        m.answer(seat, {"do": "choose", "objective": 1})
    return m


# -- 24.1, 25.1, 28.1: the terms ---------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.1.1-a", "custoza:25.1-a", "custoza:28.1-a")
@pytest.mark.parametrize("name", ["1848", "1848-free", "1848-late"])
def test_in_1848_peschiera_and_its_fortresses_are_italian(name: str) -> None:
    found = fortresses(name)
    assert {"1705", "1408", "1509", "1904", "2007", "2009"} <= found.keys()
    assert {unit["side"] for unit in found.values()} == {"italy"}
    assert beginning(name)["supply"]["austria"] == ["7004", "7006", "7011", "7014"], "24.1.5"


@pytest.mark.rule("custoza:24.1.2-a", "custoza:25.1-a", "custoza:28.1.2-a")
def test_osteria_al_bosco_is_a_small_fortress_until_it_has_fallen() -> None:
    for name in ("1848", "1848-free"):
        osteria = fortresses(name)["4604"]
        assert (osteria["sp"], osteria["guns"], osteria["cv"]) == (2, 0, 9)
        s = now(q.start("custoza", name, seed=1))
        assert s.board.terrain[s.board.hex("4604")] == "fortress"
    assert "4604" not in fortresses("1848-late")
    s = now(q.start("custoza", "1848-late", seed=1))
    assert s.board.terrain[s.board.hex("4604")] == "village"


@pytest.mark.rule("custoza:28.1-a", "custoza:28.3-a")
def test_the_late_start_has_its_bridge_of_boats_already() -> None:
    s = now(q.start("custoza", "1848-late", seed=1))
    assert s.board.grid.numbers[s.pontoon] == "2215"
    assert s.board.terrain[s.pontoon] == "mincio_bridge"
    assert not any(unit.type == "train" for unit in s.units.values())
    assert {group.formation for group in s.reinforcements} == {"i48.c1", "a48.per", None}


# -- 25: the Italian set-up --------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:25.3-a", "custoza:25.3-b", "custoza:25.4-a")
def test_the_italians_place_the_counters_of_1848_and_nobody_else_is_on_the_map() -> None:
    said = beginning("1848-free")
    here = {unit["id"] for unit in said["units"] if "hex" in unit and unit["type"] != "fortress"}
    before = {unit["id"] for unit in beginning("1848")["units"] if "hex" in unit and unit["side"] == "italy"}
    assert here == {id for id in before if not id.startswith("fort.")}
    (zone,) = said["free"]
    assert zone["side"] == "italy"
    assert set(zone["units"]) == {id for id in here if not id.startswith("scout.")}
    assert {int(hex[:2]) for hex in zone["hexes"]} == set(range(10, 55))
    assert {group["side"] for group in said["reinforcements"]} == {"italy", "austria"}


@pytest.mark.rule("custoza:25.3-a")
def test_counters_are_placed_anywhere_in_the_zone_with_room_for_them() -> None:
    m = laying_out("1848-free")
    assert m.ask is not None
    assert (m.ask.what, m.ask.who, m.asked("austria").what) == ("place", ("italy",), "secret")
    line = "i48.d3.r15" if "i48.d3.r15" in m.ask.data["units"] else m.ask.data["units"][1]
    assert refused(m, "italy", {"do": "place", "unit": line, "hex": "5510"}) == "25.3-a"
    assert refused(m, "italy", {"do": "place", "unit": "com.a48.i", "hex": "3020"}) == "25.3-a"
    assert refused(m, "italy", {"do": "place", "unit": "com.i48.d3", "hex": "3020", "facing": "N"}) == "2.4.2.3-b"
    before = where(m, line)
    m.answer("italy", {"do": "place", "unit": line, "hex": "5020", "facing": "SE"})
    own = next(unit for unit in m.view("italy")["units"] if unit["id"] == line)
    assert (own["hex"], own["facing"]) == ("5020", "SE")
    assert where(m, line) == before, "not laid out yet"
    m.answer("italy", {"do": "done"})
    assert (where(m, line), now(m).units[line].facing) == ("5020", 2)


@pytest.mark.rule("custoza:25.3-a", "custoza:2.9-b", "custoza:7.6-a")
def test_stacks_are_counted_as_planned_and_face_one_way() -> None:
    m = laying_out("1848-free")
    s = now(m)
    lines = [unit.id for unit in s.on_map("italy") if unit.type == "line" and placing.zone_for(s, unit.id)]
    m.answer("italy", {"do": "place", "unit": lines[0], "hex": "5020", "facing": "SE"})
    assert refused(m, "italy", {"do": "place", "unit": lines[1], "hex": "5020"}) == "2.9-b", "six points"
    light = next(u.id for u in s.on_map("italy") if u.sv == 1 and u.kind == "infantry" and placing.zone_for(s, u.id))
    m.answer("italy", {"do": "place", "unit": light, "hex": "5020", "facing": "N"})
    plan = m.view("italy")["plan"]
    assert {plan[lines[0]]["facing"], plan[light]["facing"]} == {"N"}, "the last word turns the hex"


@pytest.mark.rule("custoza:25.3-a")
def test_the_enemy_sees_nothing_of_it_before_it_is_done() -> None:
    m = laying_out("1848-free")
    before = m.view("austria")
    unit = m.ask.data["unit"]
    m.answer("italy", {"do": "place", "unit": unit, "hex": "3020"})
    assert m.view("austria") == before
    assert m.view(None)["units"] == q.start("custoza", "1848-free", seed=1).view(None)["units"]
    m.answer("italy", {"do": "done"})
    assert m.view("austria")["units"] != before["units"]
    assert [event.kind for event in m.told("austria")].count("laid_open") == 1


@pytest.mark.rule("custoza:25.2-a", "custoza:27.2-a")
@pytest.mark.parametrize(("free", "book"), [("1848-free", "1848"), ("1866-free", "1866")])
def test_a_free_set_up_is_won_as_the_historical_one(free: str, book: str) -> None:
    conditions = [
        [(entry["side"], entry["number"], entry["conditions"]) for entry in beginning(name)["victory"]["objectives"]]
        for name in (free, book)
    ]
    assert conditions[0] == conditions[1]


# -- 27: both set-ups --------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:27.1-a")
def test_the_free_campaign_of_1866_has_the_terms_of_the_historical_one() -> None:
    free, book = beginning("1866-free"), beginning("1866")
    assert fortresses("1866-free") == fortresses("1866"), "26.1.1: Peschiera is Austrian"
    assert {unit["side"] for unit in fortresses("1866-free").values()} == {"austria"}
    assert free["supply"] == book["supply"]
    terms = ("rank", "command", "no_general", "corps")
    ranks = [{f["id"]: [f[key] for key in terms] for f in position["formations"]} for position in (free, book)]
    assert ranks[0] == ranks[1], "26.1.2, 26.1.4"
    generals = [{u["id"]: u["value"] for u in p["units"] if u["type"] == "general"} for p in (free, book)]
    assert generals[0] == generals[1]


@pytest.mark.rule("custoza:27.3-a")
def test_both_place_commanders_on_roads_and_choose_where_the_others_enter() -> None:
    m = laying_out("1866-free")
    assert m.ask is not None
    assert set(m.ask.data["units"]) == {
        f"com.i66.{name}" for name in ("d1", "d2", "d3", "d5", "d7", "d8", "d9", "d16", "cav")
    }
    assert refused(m, "italy", {"do": "place", "unit": "com.i66.d1", "hex": "4020"}) == "25.3-a", "east of the Mincio"
    m.answer("italy", {"do": "place", "unit": "com.i66.d1", "hex": "2533"})
    assert refused(m, "italy", {"do": "place", "unit": "com.i66.d7", "hex": "1034"}) == "25.3-a"
    m.answer("italy", {"do": "place", "unit": "com.i66.d7", "hex": "4034"})
    m.answer("italy", {"do": "done"})
    assert (m.ask.what, m.ask.who) == ("place", ("austria",))
    assert where(m, "com.i66.d1") != "2533", "sealed until both are done"
    m.answer("austria", {"do": "place", "unit": "com.a66.v", "hex": "4204"})
    m.answer("austria", {"do": "done"})
    assert (where(m, "com.i66.d1"), where(m, "scout.i66.d1"), where(m, "com.a66.v")) == ("2533", "2533", "4204")
    groups = {group["formation"]: group for group in m.state()["reinforcements"]}
    assert (groups["i66.d7"]["entry"], groups["i66.d9"]["gt"]) == ("4034", 1)


@pytest.mark.rule("custoza:27.3-a", "custoza:16.1-a")
def test_after_the_set_up_formations_in_march_are_given_objectives_without_a_roll() -> None:
    m = laying_out("1866-free")
    m.answer("italy", {"do": "done"})
    m.answer("austria", {"do": "done"})
    assert m.ask is not None
    assert (m.ask.what, m.ask.who, m.asked("austria").what) == ("objectives", ("italy",), "secret")
    assert {f["state"] for f in m.state()["formations"] if f["id"] in ("i66.d1", "i66.d2", "a66.v")} == {"march"}
    m.answer("italy", {"do": "objective", "formation": "i66.d1", "hex": "3923"})
    assert events(m, "roll") == []
    assert now(m).formations["i66.d1"].objective == now(m).board.hex("3923")
    m.answer("italy", {"do": "done"})
    m.answer("austria", {"do": "done"})
    assert m.ask.what not in ("objectives", "place")
    assert not now(m).units["com.i66.d1"].used, "it may still change in the Command Phase"


# -- 24.2-g: optional reinforcements -----------------------------------------------------------------------------------

SAID: list[Plain] = [
    {"side": "italy", "number": 1, "conditions": [{"kind": "control_all", "hexes": ["3010"]}]},
    {
        "side": "italy",
        "number": 2,
        "conditions": [{"kind": "control_all", "hexes": ["3011"]}],
        "optional_reinforcements": True,
    },
    {"side": "austria", "number": 3, "conditions": [{"kind": "corps_exited"}]},
]
EXTRA: Plain = {"id": "x", "side": "italy", "type": "line", "formation": "d1", "box": "due"}
OPTIONAL: Plain = {
    "id": "o1",
    "side": "italy",
    "formation": None,
    "units": ["x"],
    "day": 1,
    "gt": 6,
    "entry": "2034",
    "condition": "optional",
}


def offered(number: int, **more: Any) -> q.Match:
    said: Plain = {
        "mode": "advanced",
        "year": 1848,
        "gt": 6,
        "phase": "command",
        "victory": {"type": "objectives", "objectives": SAID},
        "strategy": {"italy": number, "austria": 3},
        "reinforcements": [OPTIONAL],
        **more,
    }
    leader = italy("com.d1", "2020", "commander", formation="d1")
    return play(EXTRA, leader, italy("I", "2020", formation="d1"), austria("A", "6010"), **said)


@pytest.mark.rule("custoza:24.2-g")
def test_with_objective_two_the_italian_may_call_for_his_optional_reinforcements() -> None:
    m = offered(2)
    assert m.ask is not None
    assert (m.ask.what, m.ask.who) == ("reinforcements", ("italy",))
    m.answer("italy", {"do": "claim", "group": "o1"})
    assert m.state()["reinforcements"][0]["condition"] == "claimed"
    assert [event.kind for event in m.told("austria")].count("called_up") == 1, "which tells that it is not the first"


@pytest.mark.rule("custoza:24.2-g")
def test_with_objective_one_he_is_asked_all_the_same_and_can_only_decline() -> None:
    m = offered(1)
    assert m.ask is not None
    assert list(m.options("italy")) == [{"do": "done"}]
    assert refused(m, "italy", {"do": "claim", "group": "o1"}) == "24.2-g"
    m.answer("italy", {"do": "done"})
    assert m.view("austria")["reinforcements"][0]["condition"] == "optional", "nobody learns why not"
    assert m.view("italy")["reinforcements"][0]["condition"] == "declined"
    m = offered(2, options={"optional_reinforcements": "never"})
    assert m.ask is None or m.ask.what != "reinforcements"


# -- 24.2-j: leaving the map -------------------------------------------------------------------------------------------


def leaving(*units: Plain, **more: Any) -> q.Match:
    said: Plain = {
        "mode": "advanced",
        "year": 1848,
        "victory": {"type": "objectives", "objectives": SAID},
        "strategy": {"italy": 1, "austria": 1},
        "active": {"formation": "a1"},
        "formations": [{"id": "a1", "side": "austria", "rank": "corps"}],
        **more,
    }
    return play(*units, italy("I", "6010"), **said)


@pytest.mark.rule("custoza:24.2-j")
def test_austrians_leave_by_the_south_edge_up_to_4034() -> None:
    there = austria("A", "3932", formation="a1")
    m = leaving(there, austria("B", "4332", formation="a1"), austria("C", "4034", formation="a1"))
    assert refused(m, "austria", {"do": "move", "units": ["B"], "path": ["4333", "exit"]}) == "24.2-j"
    assert refused(m, "austria", {"do": "move", "units": ["A"], "path": ["exit"]}) == "24.2-j", "not at the edge yet"
    assert {"do": "move", "units": ["C"], "path": ["exit"]} in list(m.options("austria"))
    m.answer("austria", {"do": "move", "units": ["A"], "path": ["3933", "exit"]})
    assert where(m, "A") == "exited"
    assert [event.data["hex"] for event in events(m, "exited")] == ["3933"]
    m.answer("austria", {"do": "move", "units": ["C"], "path": ["exit"]})
    assert where(m, "C") == "exited"


@pytest.mark.rule("custoza:24.2-j")
@pytest.mark.parametrize(("hex", "edge", "leaves"), [("3932", "3933", True), ("4332", "4333", False)])
def test_a_commander_leaves_by_the_same_edge(hex: str, edge: str, leaves: bool) -> None:
    m = leaving(austria("com.a1", hex, "commander", formation="a1"), austria("A", "3020", formation="a1"))
    out = {"do": "move", "units": ["com.a1"], "path": [edge, "exit"]}
    if leaves:
        m.answer("austria", out)
        assert where(m, "com.a1") == "exited"
    else:
        assert refused(m, "austria", out) == "24.2-j"


@pytest.mark.rule("custoza:24.2-j", "custoza:24.2-k")
def test_a_corps_that_has_left_whole_counts_but_for_those_routed_or_lost() -> None:
    def met(*units: Plain) -> bool:
        formations = [{"id": "a1", "side": "austria", "rank": "corps"}]
        s = state(*units, italy("I", "6010"), mode="advanced", formations=formations)
        s.victory = {"type": "objectives", "objectives": SAID}
        return objectives.is_met(s, "austria", 3)

    gone: Plain = {"id": "A", "side": "austria", "type": "line", "formation": "a1", "box": "exited"}
    assert met(gone)
    assert met(gone, gone | {"id": "R", "sp": 2, "max": 2, "box": "routed"})
    assert not met(gone, austria("B", "3010", formation="a1"))


@pytest.mark.rule("custoza:24.2-j", "custoza:16.1-d")
def test_a_formation_in_march_leaves_from_the_edge_where_its_objective_is() -> None:
    entry: Plain = {"id": "a1", "side": "austria", "rank": "corps", "state": "march", "objective": "3033"}
    inside: Plain = {"id": "A", "side": "austria", "type": "line", "formation": "a1", "box": "formation"}
    commander = austria("com.a1", "3034", "commander", formation="a1")
    said: Plain = {"active": None, "formations": [entry], "phase": "march", "initiative": "austria", "dice": [1]}
    m = leaving(commander, inside, **said)
    m.answer("austria", {"do": "activate", "formation": "a1"})
    m.answer("austria", {"do": "move", "units": ["com.a1"], "path": ["exit"]})
    assert (where(m, "com.a1"), where(m, "A")) == ("exited", "exited")
