"""Chapter 16 up to 16.7, with 14.6: objectives, attempts, the march towards them by road, and scouts."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import states
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, rolls, state, where

ROAD = [f"20{row:02}" for row in range(10, 33)]
BOARD: Plain = {"roads": [{"class": "major", "path": ROAD}]}
MARCH: Plain = {"mode": "advanced", "gt": 6, "phase": "march"}
COMMANDER = italy("com.d1", "2010", "commander", formation="d1")
INSIDE = {"id": "r1", "side": "italy", "formation": "d1", "type": "line", "box": "formation"}
FAR = austria("A", "6030")


def formation(**more: Any) -> Plain:
    return {"id": "d1", "side": "italy", "command": 3, "state": "march", "objective": "2030", **more}


def march(*units: Plain, dice: list[int], entry: Plain | None = None, **more: Any) -> q.Match:
    return play(
        COMMANDER, INSIDE, *units, FAR, board=BOARD, dice=dice, formations=[entry or formation()], **{**MARCH, **more}
    )


def ride(match: q.Match, *path: str, unit: str = "com.d1") -> None:
    match.answer("italy", {"do": "move", "units": [unit], "path": list(path)})


@pytest.mark.rule("custoza:14.6-a", "custoza:16.4-c", "custoza:16.7-a")
def test_an_attempt_is_an_activation_with_one_less_for_each_failure() -> None:
    m = march(italy("s1", "2010", "scout"), dice=[4, 4])
    m.answer("italy", {"do": "activate", "formation": "d1"})
    assert m.ask is not None
    assert (m.ask.what, now(m).formations["d1"].attempts) == ("march", 1), "the enemy has nothing to try, and passes"
    m.answer("italy", {"do": "activate", "formation": "d1"})
    first, second = rolls(m, "activation")
    assert (first.data["outcome"], second.data["outcome"]) == ("failed", "activated")
    assert second.modifiers == [("5.1.1-b", -1)]
    assert m.ask.what == "march_move"
    ride(m, *ROAD[1:9])
    assert m.ask.what == "scout_move"


@pytest.mark.rule("custoza:14.6-b", "custoza:16.4-b")
def test_a_natural_six_halts_the_formation_and_a_scout() -> None:
    scouts = (italy("s1", "2010", "scout"), italy("s2", "2012", "scout"))
    m = march(*scouts, dice=[6], entry=formation(command=6))
    m.answer("italy", {"do": "activate", "formation": "d1"})
    assert m.ask is not None
    assert m.ask.what == "scout"
    m.answer("italy", {"do": "halt", "unit": "s2"})
    s = now(m)
    assert s.formations["d1"].this_turn == "halted"
    assert (s.units["s1"].used, s.units["s2"].used) == (False, True)
    assert (where(m, "com.d1"), s.formations["d1"].objective) == ("2010", s.board.hex("2030"))
    assert refused(m, "italy", {"do": "activate", "formation": "d1"}) == "14.6-b"
    assert not s.formations["d1"].moved


@pytest.mark.rule("custoza:14.6-c", "custoza:14.6-e")
def test_three_passes_in_a_row_end_the_attempts_and_generals_move() -> None:
    m = march(italy("gen", "2010", "general"), dice=[], last={"day": 1, "gt": 9})
    m.answer("italy", {"do": "pass"})
    m.answer("italy", {"do": "pass"})
    assert [event.data["passes"] for event in events(m, "passed")] == [1, 2, 3], "the other side cannot but pass"
    assert m.ask is not None
    assert m.ask.what == "general"


@pytest.mark.rule("custoza:16.1-a", "custoza:16.1-b", "custoza:16.5-a")
def test_a_march_goes_half_the_allowance_of_the_slowest_unit_by_road_and_nearer() -> None:
    m = march(dice=[2], entry=formation(objective="2032"))
    m.answer("italy", {"do": "activate", "formation": "d1"})
    ends = {option["path"][-1] for option in m.options("italy")}
    assert ends == set(ROAD[8:16]), "8 to 15 thirds of 5 MP; 7 thirds are less than 5/2"
    for path in (ROAD[1:8], ROAD[1:17], ["2011", "2111", "2012"], ["2009"]):
        assert refused(m, "italy", {"do": "move", "units": ["com.d1"], "path": path}).startswith("16.1"), path
    ride(m, *ROAD[1:9])
    assert where(m, "com.d1") == "2018"
    assert now(m).formations["d1"].moved


@pytest.mark.rule("custoza:16.1-b", "custoza:16.1-d")
def test_the_march_may_end_within_two_hexes_of_the_objective() -> None:
    m = march(dice=[2], entry=formation(objective="2015"))
    m.answer("italy", {"do": "activate", "formation": "d1"})
    assert refused(m, "italy", {"do": "move", "units": ["com.d1"], "path": ["2011"]}).startswith("16.1")
    assert m.refuse("italy", {"do": "move", "units": ["com.d1"], "path": ["2011", "2012", "2013"]}) is None


@pytest.mark.rule("custoza:16.1-a")
def test_who_finds_no_way_nearer_stands() -> None:
    m = march(dice=[2], entry=formation(objective="2004"))
    m.answer("italy", {"do": "activate", "formation": "d1"})
    assert len(events(m, "march_stuck")) == 1
    assert not now(m).formations["d1"].moved


@pytest.mark.rule("custoza:16.1-c")
def test_who_is_off_the_road_goes_to_the_nearest_road_hex_first() -> None:
    commander = italy("com.d1", "2310", "commander", formation="d1")
    m = play(commander, INSIDE, FAR, board=BOARD, dice=[2], formations=[formation()], **MARCH)
    m.answer("italy", {"do": "activate", "formation": "d1"})
    ends = {option["path"][-1] for option in m.options("italy")}
    assert ends <= set(ROAD)
    assert ends
    far = italy("com.d1", "3010", "commander", formation="d1")
    m = play(far, INSIDE, FAR, board=BOARD, dice=[2], formations=[formation()], **MARCH)
    m.answer("italy", {"do": "activate", "formation": "d1"})
    assert {option["path"][-1][:2] for option in m.options("italy")} == {"25"}, "five hexes of clear ground nearer"


@pytest.mark.rule("custoza:16.7-b", "custoza:2.4.2-b", "custoza:16.4-a")
def test_a_scout_rides_anywhere_and_lies_face_down_as_the_commander_does() -> None:
    m = march(italy("s1", "2010", "scout"), italy("s2", "2110", "scout"), dice=[1])
    m.answer("italy", {"do": "activate", "formation": "d1"})
    ride(m, *ROAD[1:9])
    ride(m, "2210", "2310", unit="s2")
    s = now(m)
    assert (where(m, "s2"), s.units["s2"].used, s.units["s1"].used) == ("2310", True, False)
    assert {unit["type"] for unit in m.view("austria")["units"] if unit["side"] == "italy"} == {"piece"}
    assert m.ask is not None
    assert m.ask.what == "march", "one scout for one activation"


@pytest.mark.rule("custoza:16.6-a", "custoza:16.1-e")
def test_the_enemy_is_shown_the_die_and_a_piece_that_moves_and_no_more() -> None:
    m = march(italy("s1", "2010", "scout"), dice=[2])
    asked = m.asked("austria")
    assert asked is not None
    assert asked.what == "secret"
    m.answer("italy", {"do": "activate", "formation": "d1"})
    (told,) = [event for event in m.told("austria") if event.kind == "roll"]
    assert (told.dice, told.modifiers) == ((2,), [])
    assert {"formation", "need", "total"}.isdisjoint(told.data)
    ride(m, *ROAD[1:9])
    moved = next(event for event in m.told("austria") if event.kind == "moved")
    assert (moved.data["units"], moved.data["from"], moved.data["to"]) == (["?2018a"], "2010", "2018")
    view = m.view("austria")
    (entry,) = [entry for entry in view["formations"] if entry["id"] == "d1"]
    assert (entry["objective"], entry["moved"], entry["this_turn"]) == (None, False, None)
    own = next(entry for entry in m.view("italy")["formations"] if entry["id"] == "d1")
    assert (own["objective"], own["moved"]) == ("2030", True)


# -- 16.2: changing objectives -----------------------------------------------------------------------------------------


def command(*units: Plain, dice: list[int], entry: Plain, until: str = "objectives") -> q.Match:
    m = play(
        COMMANDER, INSIDE, *units, FAR, board=BOARD, dice=dice, formations=[entry], **{**MARCH, "phase": "command"}
    )
    while m.ask is not None and (m.ask.what, m.ask.who) != (until, ("italy",)):
        m.answer(m.ask.who[0], {"do": "done"})
    return m


@pytest.mark.rule("custoza:16.2-a", "custoza:16.2-b", "custoza:14.2.4-a")
@pytest.mark.parametrize(
    ("general", "commander", "die", "changed"), [(2, 3, 5, True), (3, 4, 6, False), (1, 3, 5, False), (0, 1, 1, True)]
)
def test_an_objective_is_changed_by_one_die(general: int, commander: int, die: int, changed: bool) -> None:
    gen = italy("gen", "3010", "general", value=general)
    m = command(gen, dice=[die], entry=formation(command=commander))
    order = {"do": "objective", "formation": "d1", "hex": "2020"}
    m.answer("italy", order)
    assert m.state()["formations"][0]["objective"] == ("2020" if changed else "2030")
    assert rolls(m, "objective")[0].data["need"] == general + commander
    assert refused(m, "italy", order) == "16.2-a", "one try a game turn"
    assert [event.kind for event in m.told("austria")] == ["orders_given", "orders_given"], (
        "both have given their states"
    )


@pytest.mark.rule("custoza:16.2-c", "custoza:17.1-b", "custoza:15.3-b")
def test_out_of_reserve_a_formation_has_its_new_objective_without_a_roll() -> None:
    m = command(dice=[], entry=formation(state="reserve", objective=None, command=0), until="states")
    m.answer("italy", {"do": "march", "formation": "d1", "objective": "2020"})
    entry = m.state()["formations"][0]
    assert (entry["state"], entry["objective"], entry["changed"]) == ("march", "2020", True)
    assert rolls(m, "objective") == []
    assert refused(m, "italy", {"do": "march", "formation": "d1", "objective": "2021"}) == "15.3-b"
    engaged = state(COMMANDER, italy("I", "2010", formation="d1"), formations=[{"id": "d1", "side": "italy"}])
    refusal = states.refuse_march(engaged, "italy", "d1", "2020")
    assert refusal is not None
    assert refusal.rule == "15.3-b"


@pytest.mark.rule("custoza:16.2.1-a", "custoza:16.12-a", "custoza:15-b")
def test_from_the_march_to_reserve_only_where_the_objective_is_and_once() -> None:
    m = command(dice=[], entry=formation(objective="2013"), until="states")
    assert refused(m, "italy", {"do": "reserve", "formation": "d1"}) == "16.2.1-a"
    m = command(dice=[], entry=formation(objective="2012", changed=True), until="states")
    assert refused(m, "italy", {"do": "reserve", "formation": "d1"}) == "15-b"
    m = command(dice=[], entry=formation(objective="2012"), until="states")
    m.answer("italy", {"do": "reserve", "formation": "d1"})
    entry = m.state()["formations"][0]
    assert (entry["state"], entry["objective"]) == ("reserve", None)
    assert refused(m, "italy", {"do": "march", "formation": "d1", "objective": "2020"}) == "15-b"


@pytest.mark.rule("custoza:16.10-a", "custoza:16.11-a", "custoza:16.2.2-a")
def test_a_formation_deploys_of_its_own_will_at_its_objective_or_after_a_change_to_where_it_stands() -> None:
    m = command(dice=[], entry=formation(objective="2013"), until="states")
    assert refused(m, "italy", {"do": "deploy", "formation": "d1"}) == "16.10-a"
    m = command(dice=[], entry=formation(objective="2012"), until="states")
    m.answer("italy", {"do": "deploy", "formation": "d1"})
    s = now(m)
    assert (s.formations["d1"].state, s.formations["d1"].objective, s.units["com.d1"].up) == ("engaged", -1, True)
    m = command(dice=[1], entry=formation())
    assert refused(m, "italy", {"do": "deploy", "formation": "d1"}) == "16.10-a"
    m.answer("italy", {"do": "objective", "formation": "d1", "hex": "2010"})
    m.answer("italy", {"do": "deploy", "formation": "d1"})
    assert now(m).formations["d1"].state == "engaged"
