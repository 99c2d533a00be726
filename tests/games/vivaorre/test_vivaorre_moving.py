"""Chapter 8: how far units go, how they turn and form, what stops them."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.battle import blue, events, play, red, refused, rolls, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])


def match(unit: Plain, *others: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    return play(red("A", HERE, **unit), *(others or (FAR,)), phase="movement", dice=dice, **more)


def go(unit: Plain, *path: Plain, others: tuple[Plain, ...] = (), forced: bool = False, **more: Any) -> q.Match:
    found = match(unit, *others, **more)
    found.answer("red", {"do": "move", "unit": "A", "path": list(path), **({"forced": True} if forced else {})})
    return found


def why(unit: Plain, *path: Plain, others: tuple[Plain, ...] = (), forced: bool = False, **more: Any) -> str:
    answer = {"do": "move", "unit": "A", "path": list(path), **({"forced": True} if forced else {})}
    return refused(match(unit, *others, **more), "red", answer)


def advance(by: int) -> Plain:
    return {"go": "advance", "by": by}


RATES = [
    ({}, 3000, "8-a"),
    ({"formation": "assault"}, 5000, "8-a"),
    ({"formation": "march"}, 5000, "8-a"),
    ({"formation": "mass", "disorder": None}, 3000, "8-a"),
    ({"training": "irregular"}, 5000, "8-a"),
    ({"arm": "cavalry"}, 6000, "8-b"),
    ({"arm": "cavalry", "formation": "assault"}, 8000, "8-b"),
    ({"arm": "cavalry", "training": "irregular"}, 8000, "8-b"),
    ({"arm": "artillery", "formation": "limbered"}, 3000, "8-c"),
    ({"arm": "artillery", "formation": "limbered", "mount": "horse"}, 6000, "8-c"),
    ({"arm": "artillery", "formation": "limbered", "mount": "mountain"}, 3000, "8-c"),
    ({"arm": "artillery", "formation": "limbered", "gun": "smooth_18"}, 2000, "8-c"),
    ({"arm": "artillery"}, 1000, "8-p"),
    ({"class": "b-*-c", "figures": 8, "start": 8}, 3000, "8-a"),
    ({"class": "b-*-c", "figures": 20, "start": 20}, 5000, "8-a"),
]


@pytest.mark.rule("vivaorre:8-a", "vivaorre:8-b", "vivaorre:8-c")
@pytest.mark.parametrize(("unit", "rate", "rule"), RATES)
def test_how_far_a_unit_goes_to_the_mil(unit: Plain, rate: int, rule: str) -> None:
    moved = go(unit, advance(rate))
    assert unit_of(moved, "A")["at"] == [30000, 10000 + rate]
    assert why(unit, advance(rate + 1)) == rule


@pytest.mark.rule("vivaorre:8-k", "vivaorre:8-j")
def test_a_change_of_formation_costs_half_a_move_and_then_the_new_rate_holds() -> None:
    form = {"go": "form", "formation": "line"}
    moved = go({"formation": "assault"}, form, advance(1500))
    assert (unit_of(moved, "A")["at"], unit_of(moved, "A")["formation"]) == ([30000, 11500], "line")
    assert why({"formation": "assault"}, form, advance(1501)) == "8-a"
    assert why({"formation": "assault"}, form, {"go": "form", "formation": "march"}, advance(1)) == "8-a"
    assert why({"training": "irregular"}, {"go": "form", "formation": "march"}, advance(1)) == "8-a"


@pytest.mark.rule("vivaorre:8-k")
def test_siege_guns_take_two_whole_moves() -> None:
    limber = {"go": "form", "formation": "limbered"}
    once = go({"arm": "artillery", "gun": "smooth_24"}, limber)
    assert (unit_of(once, "A")["formation"], unit_of(once, "A")["forming"]) == ("battery", "limbered")
    twice = go({"arm": "artillery", "gun": "smooth_24", "forming": "limbered"}, limber)
    assert (unit_of(twice, "A")["formation"], unit_of(twice, "A")["forming"]) == ("limbered", None)


@pytest.mark.rule("vivaorre:8-h")
def test_lines_wheel_for_nothing_to_45_degrees_and_once() -> None:
    wheel = {"go": "wheel", "side": "left", "angle": 4500}
    moved = unit_of(go({}, wheel, advance(3000)), "A")
    assert moved["facing"] == 31500
    assert why({}, {"go": "wheel", "side": "left", "angle": 4501}) == "8-h"
    assert why({}, wheel, {"go": "wheel", "side": "right", "angle": 100}) == "8-h"


@pytest.mark.rule("vivaorre:8-h")
def test_columns_wheel_to_90_degrees_and_pay_for_the_arc() -> None:
    column = {"formation": "march"}
    wheel = {"go": "wheel", "side": "right", "angle": 9000}
    assert unit_of(go(column, wheel, advance(4411)), "A")["facing"] == 9000
    assert why(column, wheel, advance(4412)) == "8-a", "a quarter circle of 375 is 589"


@pytest.mark.rule("vivaorre:8-l")
def test_changes_and_wheels_come_first() -> None:
    assert why({}, advance(100), {"go": "wheel", "side": "left", "angle": 100}) == "8-l"
    assert why({}, advance(100), {"go": "about"}) == "8-l"


@pytest.mark.rule("vivaorre:8-m")
def test_regular_foot_obliques_at_double_cost() -> None:
    oblique = {"go": "oblique", "side": "right", "angle": 4500, "by": 1500}
    moved = unit_of(go({}, oblique), "A")
    assert (moved["at"], moved["facing"]) == ([31061, 11061], 0)
    assert why({}, {**oblique, "by": 1501}) == "8-a"
    assert why({"arm": "cavalry"}, oblique) == "8-m"
    assert why({}, {**oblique, "angle": 4501}) == "8-m"


@pytest.mark.rule("vivaorre:8-n")
def test_regular_foot_steps_back_and_aside_where_nobody_can_charge_it() -> None:
    assert unit_of(go({}, {"go": "back", "by": 1500}), "A")["at"] == [30000, 8500]
    assert unit_of(go({}, {"go": "sideways", "side": "left", "by": 1500}), "A")["at"] == [28500, 10000]
    assert why({}, {"go": "back", "by": 1501}) == "8-a"
    assert why({"training": "irregular"}, {"go": "back", "by": 100}) == "8-n"
    near = blue("D", [30000, 13000])
    assert why({}, {"go": "back", "by": 100}, others=(near,)) == "8-n"
    away = blue("D", [30000, 16000])
    assert unit_of(go({}, {"go": "back", "by": 100}, others=(away,)), "A")["at"] == [30000, 9900]


@pytest.mark.rule("vivaorre:8-o")
def test_skirmishers_and_squares_go_anywhere() -> None:
    skirmishers = {"notes": ["skirmish"], "formation": "skirmish"}
    moved = unit_of(go(skirmishers, {"go": "to", "at": [33000, 6000]}), "A")
    assert (moved["at"], moved["facing"]) == ([33000, 6000], 0)
    assert why(skirmishers, {"go": "to", "at": [33000, 5999]}) == "8-a"
    assert unit_of(go({"formation": "square"}, {"go": "to", "at": [29000, 10000]}), "A")["at"] == [29000, 10000]
    assert why({"formation": "square"}, {"go": "to", "at": [28999, 10000]}) == "8-o"
    assert why({"formation": "square"}, advance(100)) == "8-o"
    assert why({}, {"go": "to", "at": [30000, 10100]}) == "8-o"


@pytest.mark.rule("vivaorre:8-i")
def test_front_to_rear_and_front_to_flank() -> None:
    back = unit_of(go({}, {"go": "about"}), "A")
    assert (back["at"], back["facing"]) == ([30000, 9375], 18000)
    flank = unit_of(go({}, {"go": "turn", "side": "right"}), "A")
    assert (flank["formation"], flank["facing"]) == ("march", 9000)
    assert why({"formation": "assault"}, {"go": "turn", "side": "right"}) == "8-i"


@pytest.mark.rule("vivaorre:8-q", "vivaorre:7-g")
def test_nobody_passes_through_others_but_foot_skirmishers() -> None:
    friend = red("B", [30000, 12000])
    assert why({}, advance(3000), others=(friend, FAR)) == "8-q"
    skirmishers = {"notes": ["skirmish"], "formation": "skirmish"}
    assert unit_of(go(skirmishers, {"go": "to", "at": [30000, 14000]}, others=(friend, FAR)), "A")["at"] == [
        30000,
        14000,
    ]
    assert why(skirmishers, {"go": "to", "at": [30000, 12000]}, others=(friend, FAR)) == "8-q"
    riders = {"arm": "cavalry", "notes": ["skirmish"], "formation": "skirmish"}
    assert why(riders, {"go": "to", "at": [30000, 16000]}, others=(friend, FAR)) == "8-q"
    assert why({}, advance(2000), others=(blue("D", [30000, 12000]),)) == "7-g"
    assert why({}, advance(1990), others=(blue("D", [30000, 12000]),)) == "7-g", "within a hundredth they touch"
    assert unit_of(go({}, advance(1989), others=(blue("D", [30000, 12000]),)), "A")["at"] == [30000, 11989]


@pytest.mark.rule("vivaorre:12-n")
def test_nobody_leaves_the_table() -> None:
    found = play(red("A", [30000, 2000], facing=18000), FAR, phase="movement")
    assert refused(found, "red", {"do": "move", "unit": "A", "path": [advance(2100)]}) == "12-n"


@pytest.mark.rule("vivaorre:8-f", "vivaorre:12-b")
@pytest.mark.parametrize(
    ("letter", "die", "far", "state"), [("c", 3, 5000, "steady"), ("c", 4, 7500, "steady"), ("a", 1, 5000, "shaken")]
)
def test_a_forced_march_is_tested_before_it_is_made(letter: str, die: int, far: int, state: str) -> None:
    column = {"formation": "assault", "class": f"{letter}-c-c"}
    moved = go(column, advance(7500), forced=True, dice=[die])
    assert (unit_of(moved, "A")["at"], unit_of(moved, "A")["state"]) == ([30000, 10000 + far], state)
    assert rolls(moved, "morale")[0].data["occasion"] == "forced_march"


@pytest.mark.rule("vivaorre:8-g")
def test_who_is_engaged_does_not_force_the_march() -> None:
    near = blue("D", [30000, 19999], weapon="none", **{"class": "c-/-c"})
    assert why({"formation": "assault"}, advance(100), others=(near,), forced=True) == "8-g"


@pytest.mark.rule("vivaorre:12-i")
def test_the_shaken_do_not_go_nearer() -> None:
    assert why({"state": "shaken"}, advance(100)) == "12-i"
    about = {"go": "about"}
    assert events(go({"state": "shaken"}, about, advance(1500)), "moved")


@pytest.mark.rule("vivaorre:8-ad")
def test_the_disordered_reorder_on_the_spot_or_back() -> None:
    unit = {"formation": "mass", "disorder": "reorder"}
    assert why(unit, advance(100)) == "8-ad"
    found = match(unit)
    found.answer("red", {"do": "reorder", "unit": "A", "back": 3000, "formation": "line"})
    moved = unit_of(found, "A")
    assert (moved["at"], moved["formation"], moved["disorder"]) == ([30000, 7000], "line", None)
    assert refused(match(unit), "red", {"do": "reorder", "unit": "A", "back": 3001}) == "8-ad"
    assert refused(match({}), "red", {"do": "reorder", "unit": "A"}) == "8-ad"


@pytest.mark.rule("vivaorre:5-d", "vivaorre:7-c", "vivaorre:7-f")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [({"out": True}, "5-d"), ({"charged": "D"}, "7-c"), ({"no_move": True}, "7-f"), ({"moved": True}, "8-a")],
)
def test_who_does_not_move(unit: Plain, rule: str) -> None:
    found = play(red("A", HERE, **unit), red("B", [40000, 10000]), FAR, phase="movement")
    assert refused(found, "red", {"do": "move", "unit": "A", "path": [advance(100)]}) == rule
