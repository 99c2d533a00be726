"""Chapter 21: Formations that come in at the edge, barred and shifted entries."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import reinforcements
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, state, where

ROAD = [f"70{row:02}" for row in range(4, 20)]
WEST = [f"{column}04" for column in range(70, 55, -1)]
INLAND = ["6904", "6905"]
BOARD: Plain = {
    "roads": [{"class": name, "path": path} for name, path in (("minor", ROAD), ("major", WEST), ("minor", INLAND))]
}
A1: Plain = {"id": "a1", "side": "austria", "command": 3, "state": "march", "objective": "7018"}
COMING: list[Plain] = [
    {"id": "com.a1", "side": "austria", "type": "commander", "formation": "a1", "box": "due"},
    {"id": "b1", "side": "austria", "type": "line", "formation": "a1", "box": "due"},
    {"id": "g1", "side": "austria", "type": "general", "box": "due"},
    {"id": "s1", "side": "austria", "type": "scout", "box": "pool"},
]
FAR = italy("I", "1030")


def group(**more: Any) -> Plain:
    units = [unit["id"] for unit in COMING if unit["type"] != "scout"]
    return {
        "id": "r1",
        "side": "austria",
        "formation": "a1",
        "units": units,
        "day": 1,
        "gt": 6,
        "entry": "7004",
        **more,
    }


def coming(*units: Plain, phase: str = "march", **more: Any) -> q.Match:
    said: Plain = {
        "mode": "advanced",
        "gt": 6,
        "initiative": "austria",
        "reinforcements": [group()],
        "formations": [A1],
    }
    return play(*COMING, *(units or (FAR,)), board=BOARD, phase=phase, **{**said, **more})


@pytest.mark.rule("custoza:21.1-a", "custoza:21.2-a", "custoza:14.2.1-a")
def test_a_formation_enters_in_the_march_phase_once_it_is_due_and_activated() -> None:
    m = coming(gt=5)
    assert refused(m, "austria", {"do": "activate", "formation": "a1"}) == "16.4-c", "a game turn too early"
    m = coming(dice=[2])
    assert where(m, "com.a1") == "due"
    m.answer("austria", {"do": "activate", "formation": "a1"})
    assert refused(m, "austria", {"do": "move", "units": ["com.a1"], "path": ROAD[1:8]}).startswith("21.1")
    m.answer("austria", {"do": "move", "units": ["com.a1"], "path": ROAD[:8]})
    assert (where(m, "com.a1"), where(m, "b1")) == ("7011", "formation")
    assert (where(m, "s1"), where(m, "g1")) == ("7011", "7011"), (
        "a scout on its commander, and the General of the group"
    )
    assert now(m).formations["a1"].moved


@pytest.mark.rule("custoza:21.1-a", "custoza:16.1-b")
def test_the_entry_hex_is_paid_for_as_along_its_road() -> None:
    """5 MP: the entry hex by the major road costs a third, nine hexes of the minor road 9/2, and not one more."""
    m = coming(dice=[2])
    m.answer("austria", {"do": "activate", "formation": "a1"})
    ends = {option["path"][-1] for option in m.options("austria")}
    assert max(ends) == "7013"
    assert {option["path"][0] for option in m.options("austria")} == {"7004"}


@pytest.mark.rule("custoza:21.1-b", "custoza:14.2.5-a")
def test_who_is_to_enter_is_given_an_objective_without_a_roll_before_it_marches() -> None:
    entry: Plain = {**A1, "objective": None}
    m = coming(formations=[entry])
    assert refused(m, "austria", {"do": "activate", "formation": "a1"}) == "21.1-b"
    m = coming(formations=[entry], phase="command")
    while m.ask is not None and (m.ask.what, m.ask.who) != ("objectives", ("austria",)):
        m.answer(m.ask.who[0], {"do": "done"})
    m.answer("austria", {"do": "objective", "formation": "a1", "hex": "7010"})
    assert m.state()["formations"][0]["objective"] == "7010"
    assert not m.can_undo("austria"), "no more than an order that took a die"
    assert events(m, "roll") == []


@pytest.mark.rule("custoza:21.3-a", "custoza:16.8-a")
def test_near_the_enemy_a_formation_that_enters_deploys_at_once() -> None:
    m = coming(italy("I", "7013"), dice=[2])
    m.answer("austria", {"do": "activate", "formation": "a1"})
    m.answer("austria", {"do": "move", "units": ["com.a1"], "path": ROAD[:7]})
    assert where(m, "com.a1") == "7004", "nine hexes from 7013"
    assert [event.data["formation"] for event in events(m, "deployed")] == ["a1"]
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["unit"]) == ("deploy", "b1")


@pytest.mark.rule("custoza:21.6-a")
def test_who_does_not_come_may_come_later() -> None:
    m = coming(gt=9)
    assert {option.get("formation") for option in m.options("austria")} == {"a1", None}


@pytest.mark.rule("custoza:21.5-a", "custoza:21.5-b", "custoza:21.5-c")
def test_a_barred_group_is_led_to_a_road_at_the_edge_towards_its_rear() -> None:
    """Austria's rear is the east: from 6504 to 7004 are five hexes, a game turn; 6404 lies to the west."""
    entry = group(entry="6504")
    m = coming(italy("I", "6504"), phase="command", reinforcements=[entry], dice=[])
    assert m.ask is not None
    assert m.ask.what in ("states", "reinforcements")
    while m.ask.what != "reinforcements":
        m.answer(m.ask.who[0], {"do": "done"})
    assert [event.data["hex"] for event in events(m, "entry_barred")] == ["6504"]
    assert m.asked("italy").what == "secret"
    assert refused(m, "austria", {"do": "shift", "group": "r1", "hex": "6404"}) == "21.5-c"
    assert refused(m, "austria", {"do": "shift", "group": "r1", "hex": "6905"}) == "21.5-c", "no edge, no entry"
    m.answer("austria", {"do": "shift", "group": "r1", "hex": "7004"})
    moved = m.state()["reinforcements"][0]
    assert (moved["entry"], moved["day"], moved["gt"]) == ("7004", 1, 7)
    s = now(coming(italy("I", "6504"), phase="command", reinforcements=[group(entry="6404")]))
    delays = reinforcements.other_entries(s, s.reinforcements[0])
    assert delays[s.board.hex("7004")] == 2, "six hexes"


@pytest.mark.rule("custoza:14.2.1-a", "custoza:21.6-a", "custoza:21.5-a")
def test_barred_entries_are_looked_at_in_the_command_phase_and_the_group_may_wait() -> None:
    m = coming(italy("I", "7004"), phase="command", dice=[])
    assert m.ask is not None
    assert (m.ask.what, m.ask.who[0], m.ask.data["groups"]) == ("reinforcements", "austria", ["r1"])
    assert refused(m, "austria", {"do": "shift", "group": "r9", "hex": "7004"}) == "21.5-a"
    m.answer("austria", {"do": "done"})
    assert m.ask.what != "reinforcements"
    assert m.state()["reinforcements"][0]["gt"] == 6, "it waits"
    s = now(coming(italy("I", "7004"), phase="command"))
    assert reinforcements.entry_of(s, "a1") == -1
    assert reinforcements.groups_due(s, "italy") == []
    free = now(coming())
    assert reinforcements.entry_of(free, "a1") == free.board.hex("7004")
    free.gt = 5
    assert reinforcements.groups_due(free, "austria") == [], "its game turn has not come"
    assert not reinforcements.has_arrived(free, "a1")
    free.day = 2
    assert reinforcements.has_arrived(free, "a1")
    for unit in ("com.a1", "b1", "g1"):
        free.change(free.units[unit], box="routed")
    assert reinforcements.groups_due(free, "austria") == [], "nobody of it is left to come"


@pytest.mark.rule("custoza:16.3-a", "custoza:21.1-a")
def test_a_scout_that_waits_comes_in_with_a_formation_and_a_general_only_with_his_group() -> None:
    other = {"id": "g9", "side": "austria", "type": "scout", "box": "due"}
    m = coming(FAR, other, dice=[2])
    m.answer("austria", {"do": "activate", "formation": "a1"})
    m.answer("austria", {"do": "move", "units": ["com.a1"], "path": ROAD[:8]})
    assert (where(m, "s1"), where(m, "g9"), where(m, "g1")) == ("7011", "due", "7011")
    assert {event.rule for event in events(m, "piece_placed")} == {"21.1-a", "16.3-a"}


@pytest.mark.rule("custoza:21.5-a")
def test_enemy_units_and_zones_bar_an_entry_unless_a_friend_stands_there() -> None:
    def barred(*units: Plain) -> bool:
        s = state(*COMING, *units, board=BOARD, mode="advanced", formations=[A1])
        return reinforcements.is_barred(s, "austria", s.board.hex("7004"))

    assert not barred(FAR)
    assert barred(italy("I", "7004"))
    assert barred(italy("I", "7005"))
    assert not barred(italy("I", "7005"), austria("A", "7004"))
    assert not barred(italy("I", "7005", march=True))


# -- 21.3: columns -----------------------------------------------------------------------------------------------------

ENGAGED: Plain = {**A1, "state": "engaged", "objective": None}
SECOND: Plain = {"id": "b2", "side": "austria", "type": "line", "formation": "a1", "box": "due"}
GUNS: Plain = {"id": "k1", "side": "austria", "type": "artillery", "formation": "a1", "box": "due", "march": True}


def column(*units: Plain, entered: int = 0, **more: Any) -> q.Match:
    """The Formation is activated at the edge, some units of it on the map already."""
    entry = group(units=[unit["id"] for unit in (*COMING, *units) if unit.get("box") == "due"])
    active: Plain = {"formation": "a1", "step": "act", "entered": entered}
    said: Plain = {"formations": [ENGAGED], "reinforcements": [entry], "active": active}
    return coming(*units, FAR, phase="action", **{**said, **more})


def ends(match: q.Match, id: str, *, march: bool) -> set[str]:
    """Where a unit may come to in that kind of movement."""
    mine = [option for option in match.options("austria") if option.get("units") == [id]]
    return {option["path"][-1] for option in mine if option.get("march", False) is march}


@pytest.mark.rule("custoza:21.3-b", "custoza:21.2-a")
def test_an_engaged_formation_enters_unit_by_unit_each_with_less_to_go() -> None:
    """5 MP along the major road at a third each: the first goes fifteen hexes, the third loses two thirds."""
    m = column(SECOND)
    assert {option["path"][0] for option in m.options("austria") if option["do"] == "move"} == {"7004"}
    far = min(ends(m, "b1", march=True))
    assert far == "5604", "the entry hex and fourteen more"
    m = column(SECOND, entered=2)
    assert min(ends(m, "b1", march=True)) == "5804", "two thirds less: two hexes"
    assert refused(m, "austria", {"do": "move", "units": ["b1"], "path": WEST[:14], "march": True}) == "21.3-b"


@pytest.mark.rule("custoza:21.3-b", "custoza:21.3-c")
def test_over_the_ground_each_place_in_the_column_costs_a_whole_point() -> None:
    m = column(SECOND, GUNS)
    free = ends(m, "b1", march=False)
    assert "7008" in free, "five hexes, the entry hex among them"
    assert "7009" not in free
    m.answer("austria", {"do": "move", "units": ["b1"], "path": ["7004", "7005", "6905"]})
    assert (where(m, "b1"), m.state()["active"]["entered"]) == ("6905", 1)
    assert [event.data["to"] for event in events(m, "entered")] == ["7004"]
    while m.ask is not None and m.ask.what == "face":
        m.answer("austria", m.options("austria")[0])
    assert "7007" in ends(m, "b2", march=False)
    assert "7008" not in ends(m, "b2", march=False), "one point less"
    m.answer("austria", {"do": "move", "units": ["b2"], "path": WEST[:5], "march": True})
    assert now(m).units["b2"].march, "one walks, the other marches"


@pytest.mark.rule("custoza:21.3-b", "custoza:21.1-a")
def test_its_commander_comes_in_with_the_column_and_later_units_follow() -> None:
    m = column(SECOND)
    m.answer("austria", {"do": "move", "units": ["com.a1"], "path": ROAD[:3]})
    assert (where(m, "com.a1"), where(m, "g1"), now(m).units["com.a1"].up) == ("7006", "7006", True)
    assert refused(m, "austria", {"do": "move", "units": ["com.a1"], "path": ["7007"]}) == "7.10-c"
    assert "b1" in m.ask.data["units"], "he has gone ahead of them"
    m.answer("austria", {"do": "done"})
    assert where(m, "b1") == "due"


@pytest.mark.rule("custoza:21.1-a", "custoza:21.3-b")
def test_nobody_of_a_column_comes_in_but_by_its_entry_hex() -> None:
    m = column(SECOND)
    for id in ("b1", "com.a1"):
        assert refused(m, "austria", {"do": "move", "units": [id], "path": ["6905", "6906"]}) == "21.3-b"


@pytest.mark.rule("custoza:21.3-b")
def test_a_formation_at_the_edge_may_be_engaged_before_it_enters() -> None:
    m = coming(phase="command", dice=[2])
    while m.ask is not None and (m.ask.what, m.ask.who) != ("states", ("austria",)):
        m.answer(m.ask.who[0], {"do": "done"})
    m.answer("austria", {"do": "deploy", "formation": "a1"})
    assert m.state()["formations"][0]["state"] == "engaged"
    assert where(m, "b1") == "due"
    while m.ask is not None and m.ask.what != "activate":
        m.answer(m.ask.who[0], {"do": "done"})
    assert {"do": "activate", "formation": "a1"} in list(m.options("austria"))


@pytest.mark.rule("custoza:21.3-a")
def test_a_formation_brings_its_own_group_alone() -> None:
    later: Plain = {
        "id": "r2",
        "side": "austria",
        "formation": None,
        "units": ["b2"],
        "day": 2,
        "gt": 1,
        "entry": "7004",
    }
    m = coming(SECOND, FAR, reinforcements=[group(), later], dice=[2])
    m.answer("austria", {"do": "activate", "formation": "a1"})
    m.answer("austria", {"do": "move", "units": ["com.a1"], "path": ROAD[:8]})
    assert (where(m, "b1"), where(m, "b2")) == ("formation", "due")


# -- 21.4: units alone -------------------------------------------------------------------------------------------------

LONE: Plain = {"id": "r2", "side": "austria", "formation": None, "units": ["b2"], "day": 1, "gt": 6, "entry": "7004"}
LEADER = austria("com.a1", "7016", "commander", formation="a1")


def alone(*units: Plain, **more: Any) -> q.Match:
    said: Plain = {"mode": "advanced", "gt": 6, "phase": "ooc", "initiative": "italy", "formations": [ENGAGED]}
    return play(
        SECOND, LEADER, *units, FAR, board=BOARD, **{**said, "reinforcements": [LONE], "dice": [1] * 12, **more}
    )


@pytest.mark.rule("custoza:21.4-a", "custoza:3.4-a")
def test_units_without_their_commander_come_in_among_those_out_of_command_towards_the_nearest_one() -> None:
    m = alone()
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["units"]) == ("ooc", ["b2"])
    assert refused(m, "austria", {"do": "move", "units": ["b2"], "path": WEST[:4], "march": True}) == "21.4-a"
    assert refused(m, "austria", {"do": "move", "units": ["b2"], "path": ROAD[1:4]}) == "21.3-b", "not by 7005"
    m.answer("austria", {"do": "move", "units": ["b2"], "path": ROAD[:5], "march": True})
    assert where(m, "b2") == "7008"
    assert [event.rule for event in events(m, "entered")] == ["21.4-a"]


@pytest.mark.rule("custoza:21.4-a")
def test_the_nearest_friendly_commander_need_not_be_their_own() -> None:
    other = austria("com.a2", "6404", "commander", formation="a2")
    m = alone(other)
    assert refused(m, "austria", {"do": "move", "units": ["b2"], "path": ROAD[:5], "march": True}) == "21.4-a"
    m.answer("austria", {"do": "move", "units": ["b2"], "path": WEST[:4], "march": True})
    assert where(m, "b2") == WEST[3]


@pytest.mark.rule("custoza:21.6-a", "custoza:21.4-a")
def test_units_alone_may_wait_and_are_not_asked_for_before_their_time() -> None:
    m = alone()
    m.answer("austria", {"do": "done"})
    assert where(m, "b2") == "due"
    m = alone(reinforcements=[{**LONE, "gt": 7}])
    assert all(event.kind != "entered" for event in m.events)
    assert m.ask is None or m.ask.what != "ooc"
