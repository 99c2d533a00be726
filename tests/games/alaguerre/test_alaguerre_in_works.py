"""Chapters 5.5 and 11.3: into houses of several parts, along thick works, and before obstacles that bend."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Occupy
from quadrilatero.games.alaguerre.records import Occupation
from quadrilatero.games.alaguerre.rules import areas, obstacles
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, area, blue, line, red, state

AT = [10000, 30000]
A = red("A", AT)
GUNS = ("MdArt", "1/1/- -")
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 3000], "LC", "0/-/0 -"))
VILLAGE = area("V", "village", 6, 30, 14, 34, vdf=1)


def placed(base: Plain, *terrain: Plain, others: tuple[Plain, ...] = ()) -> tuple[State, Unit]:
    s = state(base, *others, *FAR, terrain=terrain)
    return s, unit_of(s, s.bases["A"])


def said(found: Any) -> Any:
    return f"{found.rule} {found.reason}" if isinstance(found, Refusal) else found


def box(west: int, south: int, east: int, north: int) -> list[list[int]]:
    return [[1000 * x, 1000 * y] for x, y in ((west, south), (east, south), (east, north), (west, north))]


# -- areas (5.5.1) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.5.1-a", "alaguerre:5.5-c")
@pytest.mark.parametrize(
    ("base", "there"),
    [
        (red("A", [10000, 30000]), (10000, 31000, 0, 2000, 1000)),
        (red("A", [14000, 32000], facing=27000), (13000, 32000, 27000, 2000, 1000)),
        (red("A", [10000, 34000], facing=18000), (10000, 33000, 18000, 2000, 1000)),
        (red("A", [6000, 32000], facing=9000), (7000, 32000, 9000, 2000, 1000)),
        (red("A", [6000, 29989]), "5.5.1-a not_at_its_edge"),
    ],
)
def test_one_goes_in_over_any_of_its_sides(base: Plain, there: Any) -> None:
    s, unit = placed(base, VILLAGE)
    assert areas.is_at_edge(unit.pose, s.ground.pieces["V"]) is (not isinstance(there, str))
    assert said(areas.entering(s, unit, unit.pose, "V")) == there


@pytest.mark.rule("alaguerre:5.5.1-a", "alaguerre:5.5-d")
def test_one_goes_into_the_part_that_one_stands_at() -> None:
    parts: Plain = {"id": "V", "type": "village", "shapes": [box(20, 30, 24, 34), box(6, 30, 14, 34)], "vdf": 1}
    s, unit = placed(A, parts)
    assert areas.is_at_edge(unit.pose, s.ground.pieces["V"])
    assert areas.entering(s, unit, unit.pose, "V") == (10000, 31000, 0, 2000, 1000)


@pytest.mark.rule("alaguerre:5.5-d", "alaguerre:5.5.1-a")
@pytest.mark.parametrize(
    ("friend", "there"),
    [
        ([10000, 31000], (12000, 31000, 0, 2000, 1000)),
        ([9000, 31000], (12000, 31000, 0, 2000, 1000)),
        ([8000, 31000], (10000, 31000, 0, 2000, 1000)),
    ],
)
def test_beside_a_friend_who_is_inside_there_is_room_to_the_right(friend: list[int], there: Any) -> None:
    two = {**VILLAGE, "capacity": {"foot": 2, "guns": 0}}
    s, unit = placed(A, two, others=(red("F", friend, inside="V"),))
    assert areas.entering(s, unit, unit.pose, "V") == there
    west = red("A", [14000, 32000], facing=27000)
    t, other = placed(west, two, others=(red("F", [13000, 31000], facing=27000, inside="V"),))
    assert areas.entering(t, other, other.pose, "V") == (13000, 34000, 27000, 2000, 1000)


@pytest.mark.rule("alaguerre:5.5-d", "alaguerre:5.5-c")
def test_who_has_room_in_an_area() -> None:
    light = red("A", AT, "Lt", "1/1/0 - sk")
    for order, base, rooms in (
        ("any", light, True),
        ("any", A, True),
        ("open", light, True),
        ("open", A, False),
        ("closed", light, False),
        ("closed", A, True),
    ):
        s, unit = placed(base, {**VILLAGE, "capacity": {"foot": 1, "guns": 1, "order": order}})
        assert areas.has_room(s, unit, s.ground.pieces["V"]) is rooms, (order, base["type"])


# -- occupying (5.5.2) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.5.2-b", "alaguerre:5.5.2-d")
@pytest.mark.parametrize(
    ("base", "points", "pose"),
    [
        (A, ((5, 30.2), (15, 30.2)), (10000, 30000, 0, 2000, 1000)),
        (A, ((15, 30.2), (5, 30.2)), (10000, 30000, 0, 2000, 1000)),
        (red("A", [10000, 30400], facing=18000), ((5, 30.2), (15, 30.2)), (10000, 30400, 18000, 2000, 1000)),
        (red("A", [10000, 30000], facing=9000), ((10.2, 20), (10.2, 35)), (10000, 30000, 9000, 2000, 1000)),
        (red("A", [10400, 30000], facing=27000), ((10.2, 20), (10.2, 35)), (10400, 30000, 27000, 2000, 1000)),
    ],
)
def test_a_thick_work_is_lined_along_its_edge(base: Plain, points: Any, pose: Any) -> None:
    s, unit = placed(base, line("W", "wall", *points, width=400, vdf=1, obstacle=1))
    assert areas.occupied(s, unit, Occupy("A", "W")) == (pose, Occupation("W"))


@pytest.mark.rule("alaguerre:5.5.2-f", "alaguerre:5.5-c")
def test_why_a_place_cannot_be_occupied_so() -> None:
    s, unit = placed(A, VILLAGE)
    assert said(areas.occupied(s, unit, Occupy("A", "Q"))) == "5.5-c cannot_be_occupied"
    refusal = areas.refuse_occupy(s, unit, Occupy("A", "V", sides=[7, 1]))
    assert refusal is not None
    assert (refusal.reason, refusal.data["side"]) == ("no_such_side", 7)
    t, guns = placed(red("A", AT, *GUNS), VILLAGE)
    for sides in (None, "all", [0, 1]):
        answer: Any = Occupy("A", "V", sides=sides)
        assert said(areas.occupied(t, guns, answer)) == "5.5.2-f guns_at_one_side"
    found = [said(areas.occupied(t, guns, Occupy("A", "V", sides=[side]))) for side in range(4)]
    assert [pose[2] for pose, _ in found] == [18000, 9000, 0, 27000]


# -- obstacles (11.3) -------------------------------------------------------------------------------------------------


def hedge(id: str, *points: tuple[float, float], **more: Any) -> Plain:
    return line(id, "hedge", *points, **{"vdf": 1, "obstacle": 1, **more})


@pytest.mark.rule("alaguerre:11.3.1-a", "alaguerre:11.3-a")
def test_which_obstacle_comes_first_and_who_is_at_one() -> None:
    far, one, two = hedge("F", (5, 31.5), (15, 31.5)), hedge("G", (5, 31), (15, 31)), hedge("H", (5, 31), (15, 31))
    s, unit = placed(A, far, one, two)
    found = obstacles.first_obstacle(s, unit.pose, 0, 2000, set())
    assert found is not None
    assert (found[1].id, round(found[0], -1)) == ("G", 1000)
    for y, touches in ((30010, True), (30011, False)):
        t, other = placed(A, hedge("H", (5, y / 1000), (15, y / 1000)))
        assert obstacles.is_at(other.pose, t.ground.pieces["H"]) is touches


@pytest.mark.rule("alaguerre:11.3.1-a")
@pytest.mark.parametrize(
    ("towards", "across"),
    [(0, True), (18000, False), (9000, False), (27000, False), (4000, True)],
)
def test_a_bend_elsewhere_does_not_matter(towards: int, across: bool) -> None:
    bent = hedge("H", (12, 38), (15, 30.005), (5, 30.005), (2, 38))
    s, unit = placed(A, bent)
    assert obstacles.leads_across(unit.pose, towards, 500, s.ground.pieces["H"]) is across


@pytest.mark.rule("alaguerre:11.3.2-b", "alaguerre:11.3.1-g")
def test_guns_at_a_hedge_have_no_room_before_it() -> None:
    s, unit = placed(red("A", AT, *GUNS), hedge("H", (5, 30), (15, 30)))
    assert obstacles.room_before(s, unit, 0, 1000) == 0
    assert obstacles.room_before(s, unit, 18000, 1000) == 1000


@pytest.mark.rule("alaguerre:11.3.1-d")
@pytest.mark.parametrize(
    ("x", "gap", "passes"),
    [
        (10000, ((9.5, 30), (10.5, 30)), True),
        (10540, ((9.5, 30), (10.5, 30)), False),
        (10510, ((9.5, 30), (10.5, 30)), True),
        (10000, ((9.5, 30.6), (10.5, 30.6)), True),
        (10600, ((9.5, 30.6), (10.5, 30.6)), False),
        (10000, ((10.5, 30.6), (9.5, 30.6)), True),
        (10000, ((9.5, 31.6), (10.5, 31.6)), False),
    ],
)
def test_a_column_passes_by_an_opening_with_the_middle_of_its_front(x: int, gap: Any, passes: bool) -> None:
    y = gap[0][1]
    open_ = hedge("H", (5, y), (15, y), gaps=[[[round(1000 * a), round(1000 * b)] for a, b in gap]])
    s, unit = placed(red("A", [x, 30000], formation="column"), open_)
    assert obstacles.by_gap(unit, unit.pose, 0, 1000, s.ground.pieces["H"]) is passes
    wide, other = placed(red("A", [x, 30000]), open_)
    assert not obstacles.by_gap(other, other.pose, 0, 1000, wide.ground.pieces["H"])
