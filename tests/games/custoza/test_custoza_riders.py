"""Commanders, Generals and the Reserve: 4.4, 7.10 and 2.4.2.3 in their finer points."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.answers import Move
from quadrilatero.games.custoza.rules import marching
from tests.games.custoza.support import Plain, austria, events, hexes, italy, now, play, refused, state, where

AWAY = austria("away", "6020")
RESERVE: Plain = {"formation": None, "reserve": True}


# -- 4.4: units of the Reserve -----------------------------------------------------------------------------------------


def asked_for_the_reserve(*more: Plain) -> q.Match:
    """The first Formation is activated, and R and Q of the Reserve are in its commander's range."""
    m = play(
        italy("R", "3012", "artillery", **RESERVE),
        italy("Q", "2912", "cavalry", **RESERVE),
        italy("com", "3010", "commander"),
        italy("A", "3011"),
        *more,
        AWAY,
        dice=[1, 1],
        fixed_initiative=True,
    )
    m.answer("italy", {"do": "activate", "formation": "italy"})
    return m


@pytest.mark.rule("custoza:4.4-a")
def test_one_of_the_reserve_is_named_or_none() -> None:
    m = asked_for_the_reserve()
    assert (m.ask.what, m.ask.rule, m.ask.data["units"]) == ("reserve", "4.4-a", ["R", "Q"])
    assert list(m.options("italy")) == [{"do": "pass"}, *({"do": "reserve", "unit": id} for id in "RQ")]
    for answer, unit in (({"unit": "A"}, "A"), ({"unit": "R", "formation": "italy"}, "R"), ({}, "?")):
        refusal = m.refuse("italy", {"do": "reserve", **answer})
        assert refusal is not None
        assert (refusal.rule, refusal.reason, refusal.data["unit"]) == ("4.4-a", "not_in_reach", unit)
    m.answer("italy", {"do": "pass"})
    assert now(m).acting().reserve is None
    assert (m.ask.what, m.ask.data["units"]) == ("act", ["A"])


@pytest.mark.rule("custoza:4.4-a", "custoza:4.4-b")
def test_who_was_taken_along_is_used_for_this_game_turn() -> None:
    m = asked_for_the_reserve()
    m.answer("italy", {"do": "reserve", "unit": "R"})
    assert now(m).acting().reserve == "R"
    assert [id for id in "RQ" if now(m).units[id].used] == ["R"]
    assert (m.ask.what, m.ask.data["units"]) == ("act", ["R", "A"])


@pytest.mark.rule("custoza:4.4-a")
def test_a_battery_of_the_reserve_in_the_corner_of_the_map_is_in_range_too() -> None:
    units = italy("R", "1004", "artillery", **RESERVE), italy("com", "1005", "commander"), italy("A", "1006")
    m = play(*units, AWAY, dice=[1, 1], fixed_initiative=True)
    m.answer("italy", {"do": "activate", "formation": "italy"})
    assert (m.ask.what, m.ask.data["units"]) == ("reserve", ["R"])


@pytest.mark.rule("custoza:4.4-a")
def test_where_nobody_of_the_reserve_is_in_range_nobody_asks() -> None:
    m = play(italy("com", "3010", "commander"), italy("A", "3011"), AWAY, dice=[1, 1], fixed_initiative=True)
    m.answer("italy", {"do": "activate", "formation": "italy"})
    assert m.ask.what == "act"
    assert m.ask.rule == "3.2.2b-a"


# -- 7.10: commanders ride ---------------------------------------------------------------------------------------------


def ride(*more: Plain, board: Plain | None = None, at: str = "3010") -> q.Match:
    """The activated commander may ride; nobody else is near."""
    units = italy("com", at, "commander"), italy("A", "5020")
    return play(*units, *more, board=board, active={"formation": "italy"})


def why(m: q.Match, *path: str) -> tuple[str | None, str] | None:
    refusal = m.refuse("italy", {"do": "move", "units": ["com"], "path": list(path)})
    return None if refusal is None else (refusal.rule, refusal.reason)


@pytest.mark.rule("custoza:7.10-a", "custoza:7.10-b", "custoza:7.5-e")
def test_by_which_rule_a_commander_cannot_ride_there() -> None:
    board = {"terrain": {"3011": "lake"}}
    m = ride(austria("D", "2909"), board=board)
    assert why(m) == ("7.10-c", "off_map")
    assert why(m, "3012") == ("7.2-b", "not_adjacent")
    assert why(m, "9999") == ("7.2-b", "not_adjacent")
    assert why(m, "2909") == ("7.2-c", "enemy_there")
    assert why(m, "3009") == ("7.5-e", "no_marker")
    assert why(m, "3011") is not None
    friend = ride(austria("D", "2909"), italy("F", "3009"), board=board)
    assert why(friend, "3009") is None, "a friend covers it"
    free = ride(AWAY)
    assert why(free, *[f"30{row}" for row in range(11, 19)]) is None
    assert why(free, *[f"30{row}" for row in range(11, 20)]) == ("7.10-a", "too_far")


@pytest.mark.rule("custoza:7.10-a")
def test_a_commander_rides_by_road_at_the_roads_cost_and_is_told_so() -> None:
    road = {"class": "major", "path": [f"30{row}" for row in range(10, 31)]}
    m = ride(AWAY, board={"roads": [road], "terrain": {"3011": "woods"}})
    assert why(m, *[f"30{row}" for row in range(11, 20)]) is None, "the road is quicker than open ground"
    m.answer("italy", {"do": "move", "units": ["com"], "path": ["3011", "3012"]})
    (moved,) = events(m, "moved")
    assert (moved.rule, moved.data["path"], moved.data["to"], moved.data["mp"]) == (
        "7.10-a",
        ["3011", "3012"],
        "3012",
        "2/3",
    )
    assert where(m, "com") == "3012"
    assert refused(m, "italy", {"do": "move", "units": ["com"], "path": ["3013"]}) == "7.10-c"


@pytest.mark.rule("custoza:7.10-a")
def test_the_corner_of_the_map_is_a_hex_for_commanders_too() -> None:
    m = ride(AWAY, at="1005")
    assert why(m, "1004") is None
    off = m.refuse("italy", {"do": "move", "units": ["com"], "path": ["1007"]})
    assert off is not None
    assert off.data["hex"] == "1007"
    far = ride(AWAY, at="1010").refuse("italy", {"do": "move", "units": ["com"], "path": ["1004"]})
    assert far is not None
    assert far.data["hex"] == "1004"


@pytest.mark.rule("custoza:7.10-a", "custoza:7.5-e")
def test_all_hexes_where_a_commander_may_ride_are_listed_and_no_others() -> None:
    road = {"class": "major", "path": [f"30{row}" for row in range(10, 31)]}
    for foes in ((AWAY,), (austria("D", "2908"), austria("E", "3012"))):
        m = ride(*foes, italy("F", "3011"), board={"roads": [road]})
        listed = [option["path"] for option in m.options("italy") if option.get("units") == ["com"]]
        assert all(why(m, *path) is None for path in listed)
        ends = {path[-1] for path in listed}
        assert len(ends) == len(listed)
        assert {"3011", "3108"} <= ends
        assert ({"2908", "2909", "3012", "3013"} & ends == set()) is (foes[0] is not AWAY)
        assert ("3025" in ends) is (foes[0] is AWAY), "the road is open"
        assert "3010" not in ends


@pytest.mark.rule("custoza:7.8.3-b", "custoza:22.1-a")
@pytest.mark.parametrize(
    ("kind", "march", "ground", "leaves"),
    [
        ("line", True, "clear", True),
        ("line", False, "clear", False),
        ("line", True, "tione", True),
        ("artillery", True, "clear", True),
        ("artillery", True, "tione", False),
        ("artillery", False, "clear", False),
    ],
)
def test_who_may_leave_march_movement_where_he_stands(kind: str, march: bool, ground: str, leaves: bool) -> None:
    board: Plain = {"terrain": {"3010": ground}, "bridges": ["3010"]} if ground == "tione" else {}
    s = state(italy("U", "3010", kind, march=march), AWAY, board=board)
    assert marching.may_leave_march(s, s.units["U"]) is leaves


@pytest.mark.rule("custoza:7.8-b", "custoza:7.9-a")
@pytest.mark.parametrize(
    ("kind", "march", "wish", "moving", "after"),
    [
        ("line", False, None, True, False),
        ("line", True, None, True, True),
        ("line", False, True, True, True),
        ("line", True, False, True, False),
        ("artillery", False, None, True, True),
        ("artillery", False, None, False, False),
        ("artillery", True, None, False, True),
        ("artillery", True, False, False, False),
        ("artillery", False, True, False, True),
    ],
)
def test_whether_units_march_after_what_they_wish(
    kind: str, march: bool, wish: bool | None, moving: bool, after: bool
) -> None:
    unit = state(italy("U", "3010", kind, march=march), AWAY).units["U"]
    assert marching.after_change([unit], wish, moving=moving) is after


def generals(*more: Plain, **others: Any) -> q.Match:
    """The Italian General moves at the end of the phase of those who were not activated."""
    units = italy("gen", "3010", "general"), italy("A", "3012"), *more
    return play(*units, AWAY, phase="non_activated", next="italy", initiative="italy", **others)


@pytest.mark.rule("custoza:7.10-c")
def test_a_general_rides_at_the_end_of_the_phase_or_stays() -> None:
    m = generals()
    assert (m.ask.what, m.ask.rule, m.ask.data["unit"]) == ("general", "7.10-c", "gen")
    listed = list(m.options("italy"))
    assert listed[0] == {"do": "pass"}
    assert {"do": "move", "units": ["gen"], "path": ["3011"]} in listed
    assert all(option["do"] == "move" and option["units"] == ["gen"] for option in listed[1:])
    assert refused(m, "italy", {"do": "move", "units": ["A"], "path": ["3011"]}) == "7.10-c"
    assert refused(m, "italy", {"do": "move", "units": ["gen"], "path": []}) == "7.10-c"
    m.answer("italy", {"do": "move", "units": ["gen"], "path": ["3011"]})
    assert where(m, "gen") == "3011"


@pytest.mark.rule("custoza:7.10-c")
def test_a_commander_who_rides_goes_somewhere() -> None:
    m = play(italy("com", "3010", "commander"), italy("A", "3012"), AWAY, active={"formation": "italy"})
    assert refused(m, "italy", {"do": "move", "units": ["com"], "path": []}) == "7.10-c"
    m.answer("italy", {"do": "move", "units": ["com"], "path": ["3011"]})
    assert where(m, "com") == "3011"


@pytest.mark.rule("custoza:7.10-c")
@pytest.mark.parametrize(
    ("option", "formation", "rides"),
    [
        ("always", {}, True),
        ("activation", {}, False),
        ("always", {"this_turn": "activated"}, False),
        ("always", {"state": "reserve"}, False),
    ],
)
def test_by_option_idle_commanders_ride_as_well(option: str, formation: Plain, rides: bool) -> None:
    units = italy("com", "3010", "commander"), italy("A", "3012")
    s = state(*units, AWAY, options={"commanders": option})
    s.change_formation("italy", **formation)
    asked = [question.data["unit"] for question in marching.idle_commanders_move(s, "italy")]
    assert asked == (["com"] if rides else [])
    assert not list(marching.idle_commanders_move(s, "austria"))


# -- 2.4.2.3: lone commanders ------------------------------------------------------------------------------------------


def ridden_over(*friends: Plain) -> q.Match:
    """An Austrian Force enters the hex of a lone Italian commander."""
    m = play(
        italy("com", "3010", "commander"),
        *friends,
        austria("D", "3009"),
        active={"formation": "austria"},
        options={"fog": "open"},
    )
    m.answer("austria", {"do": "move", "units": ["D"], "path": ["3010"]})
    return m


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_a_lone_commander_rides_to_his_nearest_units() -> None:
    m = ridden_over(italy("A", "3015"), italy("B", "3016"), italy("other", "3012", formation="two"))
    (event,) = events(m, "displaced")
    assert (event.rule, event.data["unit"], event.data["to"], where(m, "com")) == ("2.4.2.3-d", "com", "3015", "3015")


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_among_units_equally_near_his_owner_chooses() -> None:
    m = ridden_over(italy("A", "3015"), italy("B", "2512"))
    s = now(m)
    here = s.board.hex("3010")
    assert s.board.grid.distance(here, s.board.hex("3015")) == s.board.grid.distance(here, s.board.hex("2512"))
    assert (m.ask.what, m.ask.rule, m.ask.who) == ("displace", "2.4.2.3-d", ("italy",))
    assert (m.ask.data["unit"], sorted(m.ask.data["hexes"])) == ("com", ["2512", "3015"])
    place = {"do": "place", "unit": "com", "hex": "3015"}
    assert place in list(m.options("italy"))
    for wrong in ({"unit": "A"}, {"hex": "3014"}, {"facing": "N"}, {"march": True}):
        assert refused(m, "italy", {**place, **wrong}) == "2.4.2.3-d"
    m.answer("italy", place)
    assert where(m, "com") == "3015"


@pytest.mark.rule("custoza:2.4.2.3-e")
def test_without_units_he_rides_eight_points_away_where_no_enemy_is() -> None:
    s = state(italy("com", "3010", "commander"), italy("other", "6010", formation="two"), austria("D", "3012"))
    found = hexes(s, marching.refuges(s, s.units["com"]))
    assert {"3009", "3018", "3002"} & found == {"3009", "3018"}
    assert "3012" not in found
    assert "3019" not in found
    general = state(italy("gen", "3010", "general"), italy("other", "6010", formation="two"), austria("D", "3012"))
    assert hexes(general, marching.refuges(general, general.units["gen"])) == {"6010"}


@pytest.mark.rule("custoza:2.4.2.3-e", "custoza:7.10-a")
def test_without_units_he_rides_farther_by_road() -> None:
    road = {"class": "major", "path": [f"30{row}" for row in range(10, 31)]}
    s = state(italy("com", "3010", "commander"), AWAY, board={"roads": [road]})
    assert "3030" in hexes(s, marching.refuges(s, s.units["com"]))


RING = dict.fromkeys(("3009", "3109", "3110", "3011", "2910", "2909"), "lake")


@pytest.mark.rule("custoza:2.4.2.3-d", "custoza:2.4.2.3-e")
def test_who_has_nowhere_to_ride_stays_and_others_ride_all_the_same() -> None:
    units = italy("com", "3010", "commander"), italy("two", "3010", "commander", formation="two")
    friend = italy("B", "3015", formation="two")
    s = state(*units, friend, AWAY, board={"terrain": RING}, options={"fog": "open"})
    assert list(marching.displace(s, s.units["com"].hex, "italy")) == []
    assert [s.board.grid.numbers[s.units[id].hex] for id in ("com", "two")] == ["3010", "3015"]


@pytest.mark.rule("custoza:2.4.2.3-d")
def test_neither_scouts_nor_commanders_of_the_other_side_are_driven_off() -> None:
    units = italy("com", "3010", "commander"), italy("sc", "3010", "scout"), austria("bar", "3010", "commander")
    more: Plain = {"mode": "advanced", "options": {"fog": "open"}}
    s = state(*units, italy("A", "3015"), austria("D", "3012"), **more)
    assert list(marching.displace(s, s.units["com"].hex, "italy")) == []
    assert [s.board.grid.numbers[s.units[id].hex] for id in ("com", "sc", "bar")] == ["3015", "3010", "3010"]


# -- 7.7 to 7.9: who is told of a change, and what guns may do ---------------------------------------------------------


def told(s: Any) -> list[tuple[str, list[str]]]:
    return [(event.kind, event.data["units"]) for event in s.sink]


@pytest.mark.rule("custoza:7.7-a", "custoza:7.8.3-b")
def test_only_columns_leave_march_movement_to_form_square() -> None:
    s = state(italy("A", "3010", march=True, sv=1), italy("B", "3010", sv=1), italy("C", "3020"), AWAY)
    marching.form_square(s, s.of(["A", "B"]), "7.7-a")
    marching.form_square(s, s.of(["C"]), "7.7-a")
    assert told(s) == [("left_march", ["A"]), ("square", ["A", "B"]), ("square", ["C"])]
    assert all(s.units[id].square and not s.units[id].march for id in "ABC")


@pytest.mark.rule("custoza:11.5.4.1-b", "custoza:7.7-b")
def test_who_is_in_the_square_leaves_it_and_where_there_is_none_nothing_is_told() -> None:
    s = state(italy("A", "3010", square=True, sv=1), italy("k", "3010", "cavalry", sv=1), italy("C", "3020"), AWAY)
    marching.leave_square(s, s.of(["A"]), "11.5.4.1-b")
    marching.leave_square(s, s.of(["C"]), "11.5.4.1-b")
    assert told(s) == [("left_square", ["A"])]
    assert not s.units["A"].square


@pytest.mark.rule("custoza:7.8-b", "custoza:7.8-c")
def test_of_a_force_those_change_who_do_not_march_yet() -> None:
    s = state(italy("A", "3010", march=True, sv=1), italy("B", "3010", sv=1), AWAY)
    marching.change(s, s.of(["A", "B"]), True)
    marching.change(s, s.of(["A", "B"]), True)
    assert told(s) == [("march", ["B"])]
    assert s.sink[0].data["march"] is True
    marching.change(s, s.of(["A", "B"]), False)
    assert told(s)[1:] == [("left_march", ["A", "B"])]


@pytest.mark.rule("custoza:22.1-a", "custoza:7.9-a")
@pytest.mark.parametrize(
    ("kind", "path", "march", "rule"),
    [
        ("artillery", [], False, "22.1-a"),
        ("artillery", ["3011"], None, None),
        ("artillery", ["3011"], False, "7.9-a"),
        ("line", [], False, None),
    ],
)
def test_on_a_crossing_of_the_tione_only_unlimbering_is_barred(
    kind: str, path: list[str], march: bool | None, rule: str | None
) -> None:
    board: Plain = {"terrain": {"3010": "tione"}, "bridges": ["3010"]}
    s = state(italy("U", "3010", kind, march=True), AWAY, board=board)
    answer = Move(["U"], path, march)
    refusal = marching.refuse_change(s, s.of(["U"]), answer, [s.board.hex(number) for number in path])
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("custoza:7.9-a")
def test_guns_that_move_are_limbered_whatever_is_wished() -> None:
    gun = state(italy("U", "3010", "artillery"), AWAY).units["U"]
    assert marching.after_change([gun], False) is True


@pytest.mark.rule("custoza:7.10-a", "custoza:7.5-e")
def test_commanders_ride_far_by_road_though_a_zone_closes_other_hexes() -> None:
    road = {"class": "major", "path": [f"30{row}" for row in range(10, 31)]}
    m = ride(austria("D", "2908"), board={"roads": [road]})
    ends = {option["path"][-1] for option in m.options("italy") if option.get("units") == ["com"]}
    assert "3020" in ends
    assert why(m, *[f"30{row}" for row in range(11, 21)]) is None


@pytest.mark.rule("custoza:7.10-c")
@pytest.mark.parametrize(("at", "rides"), [("1004", True), (None, False)])
def test_an_idle_commander_rides_from_the_corner_of_the_map_and_not_from_off_it(at: str | None, rides: bool) -> None:
    s = state(italy("com", "1004", "commander"), italy("A", "3012"), AWAY, options={"commanders": "always"})
    if at is None:
        s.remove(s.units["com"], "eliminated")
    asked = [question.data["unit"] for question in marching.idle_commanders_move(s, "italy")]
    assert asked == (["com"] if rides else [])
