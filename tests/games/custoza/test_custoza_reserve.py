"""Chapter 17, 13.7 and 14.6-d: routed units rally, strength comes back, and the night counts as Reserve."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import fatigue, recovery, reserve
from tests.games.custoza.support import Plain, austria, drive, events, italy, now, play, refused, rolls, state, where

COMMANDER = italy("com.d1", "2010", "commander", formation="d1")
RESERVE: Plain = {"id": "d1", "side": "italy", "state": "reserve"}
FAR = austria("A", "6030")


def routed(id: str = "R", kind: str = "line", **more: Any) -> Plain:
    return {"id": id, "side": "italy", "type": kind, "box": "routed", "formation": "d1", "sp": 4, "max": 6, **more}


def rally(*units: Plain, dice: list[int], entry: Plain | None = None, **more: Any) -> q.Match:
    said: Plain = {"mode": "advanced", "gt": 6, "phase": "march", "step": "rally", "next": "austria", **more}
    general = italy("gen", "1010", "general")
    return play(COMMANDER, general, *units, FAR, dice=dice, formations=[entry or RESERVE], **said)


@pytest.mark.rule("custoza:13.7-b", "custoza:13.7-c", "custoza:17.1-c")
@pytest.mark.parametrize(("dice", "back"), [([1, 3], True), ([2, 3], False)])
def test_a_routed_unit_rallies_by_a_check_with_four_more_than_the_dice(dice: list[int], back: bool) -> None:
    """Two dice and 4 against the printed 8, whatever status it routed with; it comes back with one SP less."""
    m = rally(routed(status="disorganised", max=4), dice=dice, entry={**RESERVE, "collapse": 9})
    m.answer("italy", {"do": "rally", "unit": "R"})
    (roll,) = rolls(m, "cohesion")
    assert (roll.data["success"], roll.data["total"]) == (back, sum(dice))
    (check,) = roll.data["checks"]
    assert (check["unit"], check["total"], check["ccv"], check["levels"]) == ("R", sum(dice) + 4, 8, 0)
    assert check["passed"] is back
    assert roll.modifiers == [("13.7-b", 4)]
    unit = now(m).units["R"]
    assert (unit.box, unit.sp, unit.status) == (("formation", 3, 3) if back else ("routed", 4, 3))


@pytest.mark.rule("custoza:13.7-d", "custoza:14.6-d")
def test_a_failed_check_costs_nothing_and_each_unit_tries_once_in_a_game_turn() -> None:
    m = rally(routed("R"), routed("S"), dice=[6, 6, 6, 6])
    m.answer("italy", {"do": "rally", "unit": "R"})
    assert refused(m, "italy", {"do": "rally", "unit": "R"}) == "13.7-a"
    assert now(m).units["R"].sp == 4
    m.answer("italy", {"do": "done"})
    assert where(m, "S") == "routed"


@pytest.mark.rule("custoza:13.7-a", "custoza:13.7-c")
def test_guns_and_units_with_a_last_strength_point_never_rally() -> None:
    units = [routed("G", "artillery"), routed("L", sp=1), routed("K", "cavalry"), routed("R")]
    s = state(COMMANDER, *units, FAR, mode="advanced", formations=[RESERVE])
    assert [id for id in "GLKR" if reserve.may_rally(s, s.units[id])] == ["K", "R"]
    s = state(COMMANDER, *units, FAR, mode="advanced", formations=[{**RESERVE, "state": "march", "objective": "2020"}])
    assert [id for id in "GLKR" if reserve.may_rally(s, s.units[id])] == [], "not on the march"


@pytest.mark.rule("custoza:17.3-a", "custoza:13.7-e")
def test_at_night_who_was_not_activated_rests_as_if_in_reserve() -> None:
    engaged = {"id": "d1", "side": "italy", "fatigue": 5}
    own = italy("I", "2011", formation="d1")
    for light, after in (("night", 2), ("day", 3)):
        s = state(COMMANDER, own, routed(), FAR, mode="advanced", light=light, formations=[engaged])
        assert reserve.may_rally(s, s.units["R"]) is (light == "night")
        fatigue.adjust(s, s.formations["d1"])
        assert s.formations["d1"].fatigue == after
    watched = state(
        COMMANDER, own, routed(), austria("A", "2012"), mode="advanced", light="night", formations=[engaged]
    )
    assert not reserve.may_rally(watched, watched.units["R"]), "a unit in an enemy zone does not rest"
    tried = {**engaged, "this_turn": "activated"}
    awake = state(COMMANDER, own, routed(), FAR, mode="advanced", light="night", formations=[tried])
    assert not reserve.may_rally(awake, awake.units["R"])


@pytest.mark.rule("custoza:13.7-e")
def test_who_rallies_to_a_formation_on_the_map_is_placed_within_four_hexes_of_its_commander() -> None:
    engaged, own = {"id": "d1", "side": "italy"}, italy("I", "2011", formation="d1", facing="SE")
    enemy = austria("B", "2014", facing="N")
    m = rally(own, routed(), enemy, dice=[1, 1], light="night", entry=engaged)
    m.answer("italy", {"do": "rally", "unit": "R"})
    assert m.ask is not None
    assert m.ask.what == "place"
    hexes = {option["hex"] for option in m.options("italy")}
    assert "2006" in hexes
    assert hexes.isdisjoint({"2005", "2013", "2014", "2011"}), "too far, watched, held, and full"
    m.answer("italy", {"do": "place", "unit": "R", "hex": "2010"})
    unit = now(m).units["R"]
    assert (where(m, "R"), unit.status, unit.march) == ("2010", 3, False)


@pytest.mark.rule("custoza:17.4-a", "custoza:14.8.2-a")
def test_strength_comes_back_in_reserve_but_never_the_first_point_lost() -> None:
    inside = [
        {"id": id, "side": "italy", "formation": "d1", "type": "line", "box": "formation", "sp": sp, "max": 6}
        for id, sp in (("lost3", 3), ("lost1", 5), ("whole", 6))
    ]
    said: Plain = {"mode": "advanced", "phase": "end", "gt": 1, "last": {"day": 1, "gt": 2}, "dice": [1, 2, 3, 4]}
    m = play(COMMANDER, *inside, routed(sp=2), FAR, formations=[RESERVE], **said)
    units = now(m).units
    assert {id: units[id].sp for id in ("lost3", "lost1", "whole", "R")} == {"lost3": 4, "lost1": 5, "whole": 6, "R": 2}
    assert [event.data["sp"] for event in events(m, "strengthened")] == [1]
    marching: Plain = {**RESERVE, "state": "march", "objective": "2020"}
    m = play(COMMANDER, *inside, FAR, formations=[marching], **said)
    assert now(m).units["lost3"].sp == 3


# -- 17.1: those who rest off the map ----------------------------------------------------------------------------------


def inside(id: str, kind: str = "line", **more: Any) -> Plain:
    """A unit off the map with its commander."""
    return {"id": id, "side": "italy", "type": kind, "box": "formation", "formation": "d1", **more}


@pytest.mark.rule("custoza:17.1-c", "custoza:13.6.2-a", "custoza:13.6.2-b")
def test_who_rests_in_reserve_recovers_two_levels_or_his_breath_and_his_owner_is_told() -> None:
    units = (
        inside("A", status="disorganised"),
        inside("B", status="shaken"),
        inside("C"),
        inside("K", "cavalry", exhausted=True),
        inside("L", "cavalry", exhausted=True, status="disordered"),
        inside("M", "cavalry", exhausted=True, used=True),
        routed("R", status="shaken"),
    )
    s = state(COMMANDER, *units, austria("Z", "6030"), mode="advanced", formations=[RESERVE])
    drive(recovery.in_reserve(s, "italy"))
    assert {id: (s.units[id].status, s.units[id].exhausted) for id in "ABCKLMR"} == {
        "A": (1, False),
        "B": (0, False),
        "C": (0, False),
        "K": (0, False),
        "L": (0, True),
        "M": (0, True),
        "R": (1, False),
    }
    told = [(event.data["unit"], event.data["of"], event.data["levels"]) for event in s.sink]
    assert told == [("A", "status", 2), ("B", "status", 1), ("K", "exhaustion", 0), ("L", "status", 2)]
    assert {(event.kind, event.rule) for event in s.sink} == {("recovered", "17.1-c")}


@pytest.mark.rule("custoza:17.1-c")
@pytest.mark.parametrize(
    ("mode", "side", "entry"),
    [
        ("base", "italy", RESERVE),
        ("advanced", "austria", RESERVE),
        ("advanced", "italy", {**RESERVE, "state": "march"}),
    ],
)
def test_nobody_else_recovers_off_the_map(mode: str, side: str, entry: Plain) -> None:
    s = state(COMMANDER, inside("A", status="shaken"), austria("Z", "6030"), mode=mode, formations=[entry])
    drive(recovery.in_reserve(s, side))
    assert s.units["A"].status == 1
    assert not s.sink


@pytest.mark.rule("custoza:17.1-c", "custoza:13.6.3-a")
@pytest.mark.parametrize(("dice", "status"), [((1, 1), 0), ((6, 6), 2)])
def test_in_reserve_too_who_is_cut_off_checks_first_and_only_who_has_to_recover(
    dice: tuple[int, int], status: int
) -> None:
    units = inside("A", status="disordered"), inside("B"), inside("g", "artillery")
    s = state(COMMANDER, *units, austria("Z", "6030"), mode="advanced", formations=[{**RESERVE, "cut_off": True}])
    drive(recovery.in_reserve(s, "italy"), *dice)
    assert s.units["A"].status == status
    (roll,) = [event for event in s.sink if event.kind == "roll"]
    assert [check["unit"] for check in roll.data["checks"]] == ["A"]


@pytest.mark.rule("custoza:13.6.3-a", "custoza:20.1.1-a")
def test_who_has_no_formation_is_burdened_by_none() -> None:
    s = state(italy("g", "3010", "artillery", reserve=True), austria("Z", "6030"), mode="advanced")
    assert drive(recovery.those_who_pass(s, s.of(["g"]))) == s.of(["g"])
