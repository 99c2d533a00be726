"""13.7, 17.3, 17.4 and chapter 18 in their finer points: who rallies, who tires, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Place
from quadrilatero.games.custoza.records import Task
from quadrilatero.games.custoza.rules import fatigue, reserve
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice
from tests.games.custoza.support import Plain, austria, drive, hexes, italy, state

CHIEF = italy("com", "2010", "commander", formation="d1")
FAR = austria("Z", "6030")


def routed(id: str = "R", kind: str = "line", **more: Any) -> Plain:
    return {"id": id, "side": "italy", "type": kind, "box": "routed", "formation": "d1", "sp": 4, "max": 6, **more}


def camp(*units: Plain, entry: Plain | None = None, **more: Any) -> State:
    """The Formation d1, and what is around it."""
    said: Plain = {"id": "d1", "side": "italy", "state": "reserve", "collapse": 99, **(entry or {})}
    return state(*units, **{"mode": "advanced", "formations": [said, {"id": "austria", "side": "austria"}], **more})


def told(s: State, *kinds: str) -> list[tuple[str, str]]:
    return [(event.kind, event.rule) for event in s.sink if not kinds or event.kind in kinds]


# -- 17.3, 13.7: who rallies -------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:17.3-a", "custoza:13.7-a")
def test_who_rests_at_night_and_who_is_near_enough_to_rally() -> None:
    night: Plain = {"light": "night", "entry": {"state": "engaged"}}
    corner = camp(CHIEF, italy("A", "1004", formation="d1"), routed(), austria("D", "1005"), **night)
    assert not reserve.rests_at_night(corner, corner.formations["d1"]), "A stands in a zone, in the corner of the map"
    calm = camp(CHIEF, italy("A", "1004", formation="d1"), routed(), FAR, **night)
    assert reserve.rests_at_night(calm, calm.formations["d1"])
    assert reserve.might_rally(calm, "italy")
    for hex in ("1004", "2010"):
        s = camp({**CHIEF, "hex": hex}, routed(), FAR)
        assert reserve.may_rally(s, s.units["R"])
        s.remove(s.units["com"], "exited")
        assert not reserve.may_rally(s, s.units["R"]), "their commander has left the map"
    without = camp(italy("A", "2011", formation="d1"), routed(), FAR)
    assert reserve.may_rally(without, without.units["R"])
    loose = camp(CHIEF, routed(formation=None, reserve=True), FAR)
    assert not reserve.may_rally(loose, loose.units["R"])
    assert not reserve.might_rally(loose, "italy")
    tried = camp(CHIEF, routed(used=True), FAR)
    assert not reserve.may_rally(tried, tried.units["R"])
    assert not reserve.might_rally(tried, "italy")
    assert not reserve.might_rally(camp(CHIEF, routed(), FAR), "austria")


@pytest.mark.rule("custoza:14.6-d", "custoza:13.7-a")
def test_the_question_is_put_even_where_nobody_may_rally() -> None:
    s = camp(CHIEF, routed(), FAR, entry={"state": "march", "objective": "2030"}, next="italy")
    s.next = "italy"
    question = next(reserve.rally_step(s))
    assert (question.what, question.rule, question.certain, question.data) == ("rally", "14.6-d", True, {"units": []})
    assert list(question.options("italy")) == [{"do": "done"}]


@pytest.mark.rule("custoza:13.7-b", "custoza:13.7-c", "custoza:19.3-a")
def test_a_check_to_rally_counts_what_burdens_the_formation() -> None:
    s = camp(CHIEF, routed(cv=9, ammo="out"), FAR, entry={"cut_off": True})
    drive(reserve.rally(s, s.units["R"]), 6, 6)
    (roll,) = [event for event in s.sink if event.kind == "roll"]
    assert (roll.rule, roll.data["reason"], roll.data["total"]) == ("13.7-b", "rally", 12)
    assert [rule for rule, _ in roll.modifiers] == ["13.7-b", "20.1.1-a"]
    assert (s.units["R"].box, s.units["R"].used) == ("routed", True)
    back = camp(CHIEF, routed(cv=12, ammo="out", kind="cavalry", exhausted=True), FAR)
    drive(reserve.rally(back, back.units["R"]), 1, 1)
    unit = back.units["R"]
    assert (unit.box, unit.sp, unit.status, unit.ammo, unit.exhausted) == ("formation", 3, 3, "full", False)
    assert back.tasks == ()
    engaged = camp(CHIEF, routed(cv=12), FAR, entry={"state": "engaged"}, light="night")
    drive(reserve.rally(engaged, engaged.units["R"]), 1, 1)
    assert engaged.tasks == (Task("place", "italy", "d1", "R"),)


def placing(*units: Plain, chief: Plain = CHIEF, **more: Any) -> tuple[State, Script]:
    back: Plain = {**routed(**more.pop("unit", {})), "box": "formation", "sp": 3}
    s = camp(chief, back, *units, entry={"state": "engaged"}, **more)
    return s, reserve.place_step(s, Task("place", "italy", "d1", "R"))


@pytest.mark.rule("custoza:13.7-e", "custoza:2.9-b", "custoza:7.6-c")
def test_where_a_rallied_unit_is_placed() -> None:
    s, script = placing(italy("f", "2012", sv=1, facing="SE", formation="d1"), FAR, unit={"square": False})
    question = next(script)
    assert (question.what, question.rule) == ("place", "13.7-e")
    assert (question.data["unit"], question.data["whom"]) == ("R", "R")
    numbers = question.data["hexes"]
    assert {"2006", "2014", "2012", "1608"} <= set(numbers)
    assert not {"2005", "2015"} & set(numbers)
    assert list(question.options("italy")) == [{"do": "place", "unit": "R", "hex": number} for number in numbers]
    assert question.retell is not None
    assert question.retell("austria", Place("R", "2012")) is None
    for answer, fits in (
        (Place("R", "2012"), True),
        (Place("f", "2012"), False),
        (Place("R", "2005"), False),
        (Place("R", "2012", facing="N"), False),
        (Place("R", "2012", march=True), False),
    ):
        assert (question.refuse("italy", answer) is None) is fits
    with pytest.raises(StopIteration):
        script.send(Place("R", "2012"))
    unit = s.units["R"]
    assert (hexes(s, [unit.hex]), unit.box, unit.facing, unit.march) == ({"2012"}, None, 2, False)
    assert [(event.kind, event.rule, event.data["hex"]) for event in s.sink] == [("unit_placed", "13.7-e", "2012")]
    _, script = placing(austria("D", "2015", march=True))
    next(script)
    assert script.send(Place("R", "2014")).event.kind == "revealed", "next to the enemy he is seen"


@pytest.mark.rule("custoza:13.7-e", "custoza:22.1-a")
def test_a_rallied_unit_needs_ground_and_room() -> None:
    board: Plain = {"terrain": {"2011": "lake", "2009": "mincio"}}
    s, _ = placing(italy("f", "2012", sv=3, formation="d1"), FAR, board=board)
    found = hexes(s, reserve.places(s, s.units["R"]))
    assert not {"2011", "2009", "2012"} & found
    assert "2010" in found
    corner, _ = placing(FAR, chief={**CHIEF, "hex": "1004"})
    assert "1004" in hexes(corner, reserve.places(corner, corner.units["R"]))
    gone, script = placing(FAR)
    gone.remove(gone.units["com"], "exited")
    with pytest.raises(StopIteration):
        next(script)
    assert (gone.units["R"].box, gone.units["R"].sp) == ("routed", 4), "there is no place for him"
    leaderless = camp(
        {**routed(), "box": "formation"}, italy("A", "3010", formation="d1"), FAR, entry={"state": "engaged"}
    )
    around = hexes(leaderless, reserve.places(leaderless, leaderless.units["R"]))
    assert {"3006", "3014"} <= around
    assert "3010" not in around


@pytest.mark.rule("custoza:17.4-a")
def test_strength_comes_back_to_every_formation_in_reserve_and_only_there() -> None:
    entries: list[Plain] = [
        {"id": "d0", "side": "italy", "state": "march"},
        {"id": "d1", "side": "italy", "state": "reserve"},
        {"id": "d2", "side": "italy", "state": "reserve"},
    ]
    inside = {"side": "italy", "type": "line", "box": "formation", "max": 6}
    units = [{**inside, "id": f"u{n}", "formation": f"d{n}", "sp": sp} for n, sp in ((0, 2), (1, 2), (2, 5))]
    chiefs = [italy(f"c{n}", f"20{10 + n}", "commander", formation=f"d{n}") for n in range(3)]
    s = state(*units, *chiefs, FAR, mode="advanced", formations=entries)
    found = [asked.event for asked in reserve.recover_strength(s)]
    assert [s.units[f"u{n}"].sp for n in range(3)] == [2, 3, 5]
    assert [(event.rule, event.data["formation"], event.data["sp"]) for event in found] == [("17.4-a", "d1", 1)]


# -- 18: fatigue -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:18.1-a", "custoza:14.7.1-a")
def test_which_formations_are_on_the_map() -> None:
    due: Plain = {**CHIEF, "box": "due"}
    del due["hex"]
    for units, present in (
        ((CHIEF,), True),
        (({**CHIEF, "hex": "1004"},), True),
        ((due,), False),
        ((due, italy("A", "1004", formation="d1")), True),
        ((italy("A", "2010", formation="d1"),), True),
        ((routed(),), False),
    ):
        s = camp(*units, FAR, entry={"state": "engaged"})
        assert fatigue.is_present(s, s.formations["d1"]) is present


@pytest.mark.rule("custoza:18.2-d", "custoza:18.2-e", "custoza:18.2-a")
@pytest.mark.parametrize(
    ("entry", "change"),
    [
        ({"state": "march", "this_turn": "activated"}, -2),
        ({"state": "march", "this_turn": "activated", "moved": True}, 1),
        ({"state": "march"}, -2),
        ({"state": "engaged", "moved": True}, 1),
        ({"state": "engaged", "this_turn": "activated"}, 1),
        ({"state": "engaged", "this_turn": "activated", "markers_placed": 1}, 2),
        ({"state": "engaged"}, -2),
        ({"state": "engaged", "fought": True}, 2),
        ({"state": "reserve"}, -3),
    ],
)
def test_by_how_much_a_level_changes(entry: Plain, change: int) -> None:
    s = camp(CHIEF, FAR, entry={"fatigue": 4, **entry})
    assert fatigue.change_of(s, s.formations["d1"]) == change
    assert fatigue.next_level(s, s.formations["d1"]) == 4 + change
    fresh = camp(CHIEF, FAR, entry=entry)
    assert fatigue.next_level(fresh, fresh.formations["d1"]) == max(0, change)


@pytest.mark.rule("custoza:18.5-a", "custoza:18.1-a")
@pytest.mark.parametrize(
    ("entry", "level", "fatigued", "tell"),
    [
        ({"fatigue": 4, "fatigued": True, "state": "engaged"}, 2, False, True),
        ({"fatigue": 4, "fatigued": True, "state": "engaged", "fought": True}, 6, True, True),
        ({"fatigue": 0, "fatigued": True, "state": "engaged"}, 0, True, False),
    ],
)
def test_who_rests_is_fatigued_no_longer(entry: Plain, level: int, fatigued: bool, tell: bool) -> None:
    s = camp({**CHIEF, "up": True}, italy("A", "2011", formation="d1"), FAR, entry=entry)
    fatigue.adjust(s, s.formations["d1"])
    assert (s.formations["d1"].fatigue, s.formations["d1"].fatigued) == (level, fatigued)
    assert told(s) == ([("fatigue", "18.2-a")] if tell else [])


def dice_of(script: Script, *dice: int) -> Dice:
    """The dice that a script asks for; it is run to its end."""
    asked = next(script)
    assert isinstance(asked, Dice)
    with pytest.raises(StopIteration):
        script.send(dice)
    return asked


@pytest.mark.rule("custoza:18.3-a", "custoza:16.1-e")
@pytest.mark.parametrize("state_", ["engaged", "march", "reserve"])
@pytest.mark.parametrize(
    ("dice", "before", "tired"), [((1, 1), False, True), ((3, 3), False, False), ((1, 1), True, True)]
)
def test_the_check_of_those_whom_nobody_sees_is_told_to_their_owner(
    state_: str, dice: tuple[int, int], before: bool, tired: bool
) -> None:
    units = [italy("A", "2011", formation="d1")] if state_ == "engaged" else []
    s = camp(
        {**CHIEF, "up": state_ == "engaged"},
        *units,
        FAR,
        entry={"state": state_, "fatigue": 6, "fatigued": before, "command": 3},
    )
    asked = dice_of(fatigue.check(s, s.formations["d1"]), *dice)
    seen = state_ == "engaged"
    assert asked.seen_by == (None if seen else ("italy",))
    roll = s.sink[0]
    assert (roll.kind, roll.rule, roll.data["success"], roll.data["fatigued"]) == ("roll", "18.3-a", not tired, tired)
    assert (roll.data["outcome"], roll.data["need"], roll.modifiers) == (
        "tired" if tired else "not_tired",
        6,
        [("18.3-a", 3)],
    )
    assert s.formations["d1"].fatigued is tired
    assert [event.kind for event in s.sink[1:]] == (["fatigue"] if tired and not before else [])
    other = roll.told("austria")
    assert other is None or seen == ("need" in other.data)


@pytest.mark.rule("custoza:14.7.3-a", "custoza:5.2.1-c")
@pytest.mark.parametrize(("morale", "after"), [(3, 2), (1, 0), (0, 0), (-1, 0), (-3, -2)])
def test_morale_drifts_to_none(morale: int, after: int) -> None:
    s = camp(CHIEF, FAR, entry={"morale": morale})
    fatigue.drift(s)
    assert s.formations["d1"].morale == after
    assert told(s) == ([("morale", "5.2.1-c")] if morale else [])


@pytest.mark.rule("custoza:18.6-a", "custoza:14.8.2-a")
def test_in_the_morning_nobody_is_tired() -> None:
    units = (
        italy("A", "2011", formation="d1", status="disordered"),
        routed(status="shaken"),
        routed("E", status="shaken", box="eliminated"),
    )
    for entry, tell in (
        ({"fatigue": 3}, True),
        ({"fatigued": True}, True),
        ({"fatigue": 3, "fatigued": True}, True),
        ({}, False),
    ):
        s = camp({**CHIEF, "up": True}, *units, FAR, entry={"state": "engaged", **entry})
        fatigue.recover_all(s)
        assert (s.formations["d1"].fatigue, s.formations["d1"].fatigued) == (0, False)
        assert {id: s.units[id].status for id in "ARE"} == {"A": 0, "R": 1, "E": 1}
        assert told(s) == [*([("fatigue", "18.6-a")] if tell else []), ("morning", "18.6-a")]
