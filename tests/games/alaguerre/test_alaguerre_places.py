"""Chapters 4.1.2, 5.2.9, 5.5 and 11: areas that are entered and occupied, obstacles, formations, ground, objectives."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quadrilatero.games.alaguerre.answers import Form, Move, Occupy
from quadrilatero.games.alaguerre.records import GunsLeft
from quadrilatero.games.alaguerre.rules import areas, changes, objectives, obstacles, terrain
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, area, blue, course, general, line, red, state, told_by

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
LC = ("LC", "1/0/0 - sk/ln")
LN = ("Ln", "1/1/1 -")
GUNS = ("MdArt", "1/1/- -")
LIGHT_GUNS = ("LtArt", "1/1/- -")
TRAIN = ("baggage", "-/-/- -")
OPEN: Plain = {"formation": "skirmish"}
LIMBERED: Plain = {"formation": "limbered"}
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def village(**more: Any) -> Plain:
    return area("V", "village", 15, 20, 25, 24, vdf=1, **more)


def room(foot: int, guns: int, order: str = "any", **more: Any) -> Plain:
    return {"capacity": {"foot": foot, "guns": guns, "order": order, **more}}


# -- areas (5.5) -------------------------------------------------------------------------------------------------------

A = red("A", AT)


def outcome(found: object) -> list[str]:
    """A refusal, or where a unit comes to stand and what it occupies."""
    if isinstance(found, Refusal):
        return [f"{found.rule} {found.reason}"]
    assert isinstance(found, tuple)
    pose, *more = found if isinstance(found[0], tuple) else (found,)
    return [" ".join(map(str, pose[:3])), *[f"{one.piece} {one.sides}" for one in more]]


@pytest.mark.rule("alaguerre:5.5.1-a", "alaguerre:5.5-c", "alaguerre:5.5-d")
@pytest.mark.parametrize(
    ("bases", "piece", "told"),
    [
        ((A,), village(), ["20000 21000 0"]),
        ((A,), area("V", "wood", 15, 20, 25, 24), ["5.5-c cannot_be_entered"]),
        ((A,), line("V", "hedge", (15, 20), (25, 20), vdf=1), ["5.5.1-b cannot_be_entered"]),
        ((red("A", at(19989)),), village(), ["5.5.1-a not_at_its_edge"]),
        ((red("A", at(19990)),), village(), ["20000 22500 0"]),
        ((A, blue("E", at(22000), inside="V")), village(), ["5.5-d enemies_inside"]),
        ((A, red("F", at(21000), inside="V")), village(**room(1, 1)), ["5.5-d no_room"]),
        ((A, red("F", at(21000), inside="V")), village(**room(2, 1)), ["22000 21000 0"]),
        (
            (A, red("F", at(21000), inside="V"), red("H", at(21000, 22000), inside="V")),
            village(**room(9, 1)),
            ["24000 21000 0"],
        ),
        ((A, red("F", at(21000), *GUNS, inside="V")), village(**room(1, 1)), ["22000 21000 0"]),
        ((A, red("F", at(21000), *GUNS, inside="V")), village(**room(1, 1, either=True)), ["5.5-d no_room"]),
        ((A, red("F", at(21000), *GUNS, inside="V")), village(**room(1, 2, either=True)), ["22000 21000 0"]),
        ((A,), village(**room(1, 1, "open")), ["5.5-d no_room"]),
        ((A,), village(**room(1, 1, "closed")), ["20000 21000 0"]),
        ((red("A", AT, *LT, **OPEN),), village(**room(1, 1, "open")), ["20000 21000 0"]),
        ((red("A", AT, *LT, **OPEN),), village(**room(1, 1, "closed")), ["5.5-d no_room"]),
        ((red("A", AT, *GUNS, **LIMBERED),), village(**room(1, 1)), ["20000 21000 0"]),
        ((red("A", AT, *GUNS, **LIMBERED),), village(**room(1, 0)), ["5.5-d no_room"]),
        ((red("A", AT, **C), red("B", at(20000, 22000), **C)), village(**room(1, 1)), ["5.5-d no_room"]),
    ],
)
def test_who_goes_into_an_area_and_where_he_stands(bases: tuple[Plain, ...], piece: Plain, told: list[str]) -> None:
    s = state(*bases, *FAR, terrain=(piece,))
    assert outcome(areas.entering(s, unit(s), s.bases["A"].pose, "V")) == told


@pytest.mark.rule("alaguerre:5.5.2-a", "alaguerre:5.5.2-b", "alaguerre:5.5.2-f")
@pytest.mark.parametrize(
    ("base", "piece", "more", "told"),
    [
        (A, village(), {"sides": "all"}, ["20000 21000 0", "V all"]),
        (A, village(), {"sides": "all", "facing": 9000}, ["20500 20500 9000", "V all"]),
        (A, village(), {"sides": [0, 1]}, ["20498 20450 9571", "V [0, 1]"]),
        (A, village(), {"sides": [1, 2]}, ["20410 20787 5501", "V [1, 2]"]),
        (A, village(), {"sides": [3, 0]}, ["19502 20450 26429", "V [0, 3]"]),
        (A, village(), {"sides": [0, 2]}, ["5.5.2-f two_adjacent_sides"]),
        (A, village(), {"sides": [0]}, ["5.5.2-f two_adjacent_sides"]),
        (A, village(), {"sides": [3, 4]}, ["5.5.2-f no_such_side"]),
        (A, village(), {}, ["20000 21000 0", "V all"]),
        (red("A", at(22000), inside="V"), village(), {"sides": [2, 3]}, ["19553 21724 29657", "V [2, 3]"]),
        (red("A", at(15000)), village(), {"sides": "all"}, ["5.5.1-a not_at_its_edge"]),
        (red("A", AT, *CAV), village(), {"sides": "all"}, ["5.5.2-a only_foot_and_guns"]),
        (red("A", AT, state="shaken"), village(), {"sides": "all"}, ["2.6.7-c not_in_this_state"]),
        (red("A", AT, *GUNS, **LIMBERED), village(), {"sides": [2]}, ["20000 21000 0", "V [2]"]),
        (red("A", AT, *GUNS, **LIMBERED), village(), {"sides": [1, 2]}, ["5.5.2-f guns_at_one_side"]),
        (red("A", AT, *GUNS, **LIMBERED), village(), {"sides": "all"}, ["5.5.2-f guns_at_one_side"]),
        (A, area("V", "wood", 15, 20, 25, 24), {"sides": "all"}, ["5.5-c cannot_be_occupied"]),
        (A, line("V", "stream", (15, 20), (25, 20)), {}, ["5.5-c cannot_be_occupied"]),
        (A, line("V", "hedge", (15, 20), (25, 20), vdf=1), {}, ["20000 20000 0", "V None"]),
        (A, line("V", "hedge", (25, 20), (15, 20), vdf=1), {}, ["20000 20000 0", "V None"]),
        (A, line("V", "hedge", (15, 20.5), (25, 20.5), vdf=1), {}, ["5.5.2-b not_at_it"]),
        (
            red("A", AT, facing=18000),
            line("V", "hedge", (15, 20), (25, 20), vdf=1),
            {},
            ["20000 20000 18000", "V None"],
        ),
        (A, line("V", "trench", (15, 20), (25, 20), vdf=1, own="blue"), {}, ["5.5.2-e not_its_own_side"]),
        (A, line("V", "trench", (15, 20), (25, 20), vdf=1, own="red"), {}, ["20000 20000 0", "V None"]),
        (A, line("V", "hedge", (15, 20), (25, 21), vdf=1, width=200), {}, ["5.5.2-b not_at_it"]),
    ],
)
def test_who_occupies_what_and_how_he_stands(base: Plain, piece: Plain, more: Plain, told: list[str]) -> None:
    s = state(base, *FAR, terrain=(piece,))
    assert outcome(areas.occupied(s, unit(s), Occupy("A", "V", **more))) == told


@pytest.mark.rule("alaguerre:5.5.2-e")
def test_a_work_of_nobody_is_his_who_lines_it_first() -> None:
    trench = line("T", "trench", (15, 20), (25, 20), vdf=1)
    hedge = line("H", "hedge", (15, 30), (25, 30), vdf=1)
    s = state(A, *FAR, terrain=(trench, hedge))
    for id in "TH":
        areas.claim(s, unit(s), s.ground.pieces[id])
    areas.claim(s, unit(s, "Z"), s.ground.pieces["T"])
    assert [s.ground.pieces[id].own for id in "TH"] == ["red", None]


# -- obstacles (11.3) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:11.3.1-t1", "alaguerre:11.3.1-g", "alaguerre:11.2-h")
@pytest.mark.parametrize(
    ("base", "numbers", "never"),
    [
        (A, [3, 4, 5], False),
        (red("A", AT, *LT, **OPEN), [2, 3, 4], False),
        (red("A", AT, *CAV), [4, 5, 6], False),
        (red("A", AT, *LIGHT_GUNS, **LIMBERED), [5, None, None], False),
        (red("A", AT, *LIGHT_GUNS), [None] * 3, False),
        (red("A", AT, *GUNS, **LIMBERED), [None] * 3, False),
        (red("A", AT, *TRAIN), [None] * 3, True),
    ],
)
def test_what_each_needs_to_come_over(base: Plain, numbers: list[int | None], never: bool) -> None:
    s = state(base, *FAR, terrain=(line("H", "hedge", (1, 30), (9, 30), vdf=1, obstacle=0),))
    assert [obstacles.number_for(unit(s), level) for level in (1, 2, 3)] == numbers
    assert obstacles.may_cross(unit(s), s.ground.pieces["H"]) is not never


@pytest.mark.rule("alaguerre:11.3.1-b", "alaguerre:11.3.1-c", "alaguerre:11.3.1-f")
@pytest.mark.parametrize(
    ("base", "level", "dice", "told"),
    [
        (A, 0, (), []),
        (A, 1, (4,), ["roll obstacle A 4 crosses"]),
        (A, 1, (3,), ["roll obstacle A 3 crosses_disordered"]),
        (A, 1, (2,), ["roll obstacle A 2 stays"]),
        (A, 3, (5,), ["roll obstacle A 5 crosses_disordered"]),
        (red("A", AT, crossing="H"), 1, (), ["crossed A"]),
        (red("A", AT, crossing="I"), 1, (4,), ["roll obstacle A 4 crosses"]),
        (red("A", [30000, 20000]), 1, (3,), ["roll obstacle A 4 crosses"]),
        (red("A", [30000, 20000]), 2, (3,), ["roll obstacle A 4 crosses_disordered"]),
        (red("A", [30000, 20000]), 3, (3,), ["roll obstacle A 4 stays"]),
    ],
)
def test_who_comes_over_an_obstacle(base: Plain, level: int, dice: tuple[int, ...], told: list[str]) -> None:
    hedges = [line(id, "hedge", (1, y), (9, y), vdf=1, obstacle=level) for id, y in (("H", 30), ("I", 35))]
    people = [general("C", [31500, 20000], level=1), general("G", [28500, 20000], division="red", level=0)]
    s = state(base, *FAR, terrain=tuple(hedges), generals=people)
    assert told_by(s, obstacles.attempt(s, unit(s), s.ground.pieces["H"]), *[(die,) for die in dice]) == told


@pytest.mark.rule("alaguerre:11.3.3-a")
@pytest.mark.parametrize(("die", "level"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_level_of_an_obstacle_that_nobody_knows(die: int, level: int) -> None:
    s = state(A, *FAR, terrain=(line("H", "hedge", (1, 30), (9, 30), vdf=1, obstacle=None),))
    told_by(s, obstacles.find_level(s, s.ground.pieces["H"]), (die,))
    assert s.ground.pieces["H"].obstacle == level
    (rolled,) = s.sink
    assert (rolled.data["value"], rolled.data["success"]) == (level, level > 0)


@pytest.mark.rule("alaguerre:11.3.1-a", "alaguerre:11.3.2-b")
@pytest.mark.parametrize(
    ("y", "bearing", "first", "across", "room"),
    [
        (20.5, 0, 500, None, 500),
        (21.2, 0, None, None, 1000),
        (20, 0, None, True, 0),
        (20, 18000, None, False, 1000),
        (19, 18000, None, True, 0),
        (19, 0, None, False, 1000),
        (19.5, 9000, None, False, 1000),
        (18.4, 18000, 600, None, 600),
    ],
)
def test_obstacles_on_a_way(y: float, bearing: int, first: int | None, across: bool | None, room: int) -> None:
    s = state(red("A", AT, *GUNS, **LIMBERED), *FAR, terrain=(line("H", "wall", (10, y), (30, y), vdf=1, obstacle=2),))
    pose, piece = s.bases["A"].pose, s.ground.pieces["H"]
    found = obstacles.first_obstacle(s, pose, bearing, 1000, set())
    assert (None if found is None else round(found[0], -1)) == first
    assert obstacles.first_obstacle(s, pose, bearing, 1000, {"H"}) is None
    if across is not None:
        assert obstacles.is_at(pose, piece)
        assert obstacles.leads_across(pose, bearing, 1000, piece) is across
    assert round(obstacles.room_before(s, unit(s), bearing, 1000), -1) == room


# -- formations (5.2.9) ------------------------------------------------------------------------------------------------


def formed(s: State, step: Plain) -> list[str]:
    """The formation that A takes up, and where its bases stand; or why it cannot."""
    (read,) = msgspec.convert({"do": "move", "unit": "A", "path": [{"go": "form", **step}]}, Move).path
    assert isinstance(read, Form)
    found = changes.change(s, unit(s), read)
    if isinstance(found, Refusal):
        return [f"{found.rule} {found.reason}"]
    places = [f"{id} {pose[0]},{pose[1]} {pose[2]}" for id, pose in found.poses.items()]
    return [f"{found.formation} {found.mounted}", *places, " ".join(map(str, found.pose))]


SQUARES: Plain = {"notes": ["square"]}
DR: Plain = {"mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC"}


@pytest.mark.rule("alaguerre:5.2.9-b", "alaguerre:2.8-b", "alaguerre:2.10.3-b")
@pytest.mark.parametrize(
    ("bases", "step", "told"),
    [
        ((A,), {"formation": "column"}, ["column None", "A 20000,20000 0", "20000 20000 0 2000 1000"]),
        ((A,), {"formation": "line"}, ["5.2.9-b no_such_change"]),
        ((A,), {"formation": "skirmish"}, ["2.5-a no_such_change"]),
        ((A,), {"formation": "square"}, ["2.10.3-a no_square"]),
        ((A,), {"formation": "battery"}, ["5.2.11-a only_guns"]),
        ((A,), {"formation": "column", "facing": 9000}, ["5.2.9-b keeps_its_facing"]),
        (
            (red("A", AT, **SQUARES),),
            {"formation": "square"},
            ["square None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        ((red("A", AT, *CAV, **SQUARES),), {"formation": "square"}, ["2.10.3-a no_square"]),
        (
            (red("A", AT, **SQUARES, **C), red("B", at(20000, 22000), **SQUARES, **C)),
            {"formation": "square"},
            ["square None", "A 20000,20000 0", "B 20000,18000 18000", "20000 20000 0 2000 2000"],
        ),
        (
            (
                red("A", AT, **SQUARES, **C),
                red("B", at(20000, 22000), **SQUARES, **C),
                red("D", at(20000, 24000), **SQUARES, **C),
            ),
            {"formation": "square"},
            ["square None", "A 20000,20000 0", "B 20000,18000 18000", "D 22000,19000 9000", "20500 20000 0 3000 2000"],
        ),
        (
            (red("A", AT, **SQUARES, **C), red("B", at(20000, 22000), **C)),
            {"formation": "square"},
            ["2.10.3-a no_square"],
        ),
        (
            (red("A", AT, formation="square", **SQUARES),),
            {"formation": "line", "facing": 9000},
            ["line None", "A 20500,19500 9000", "20500 19500 9000 2000 1000"],
        ),
        (
            (red("A", AT, *LC),),
            {"formation": "skirmish"},
            ["skirmish None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            (red("A", AT, *LC, **OPEN),),
            {"formation": "line"},
            ["line None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            (red("A", AT, *LC, **OPEN),),
            {"formation": "column"},
            ["column None", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        ((red("A", AT, *LT, **OPEN),), {"formation": "line"}, ["2.5-a no_such_change"]),
        (
            (red("A", AT, *LC, **C), red("B", at(20000, 22000), *LC, **C)),
            {"formation": "skirmish"},
            ["2.8-b one_base_in_open_order"],
        ),
        (
            (red("A", AT, *LC, **C), red("B", at(20000, 22000), *LC, **C)),
            {"formation": "column"},
            ["column None", "A 21000,20000 0", "B 21000,19000 0", "21000 20000 0 2000 2000"],
        ),
        (
            (red("A", AT, formation="column", **C), red("B", at(19000), formation="column", **C)),
            {"formation": "line"},
            ["line None", "A 19000,20000 0", "B 21000,20000 0", "20000 20000 0 4000 1000"],
        ),
        (
            (red("A", AT, *GUNS),),
            {"formation": "limbered"},
            ["limbered None", "A 20000,20000 0", "20000 20000 0 1000 1000"],
        ),
        (
            (red("A", AT, *GUNS),),
            {"formation": "limbered", "facing": 18000},
            ["limbered None", "A 20000,20000 0", "20000 20000 0 1000 1000"],
        ),
        (
            (red("A", AT, *GUNS, **LIMBERED),),
            {"formation": "battery", "facing": 9000},
            ["battery None", "A 20500,19500 9000", "20500 19500 9000 1000 1000"],
        ),
        ((red("A", AT, *GUNS, **LIMBERED),), {"formation": "limbered"}, ["5.2.11-a no_such_change"]),
        ((red("A", AT, *GUNS),), {"formation": "line"}, ["5.2.11-a no_such_change"]),
        ((red("A", AT, "HvArt", "1/1/- -"),), {"formation": "limbered"}, ["5.2.11-a guns_stay"]),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **DR, **OPEN),),
            {"formation": "line", "mounted": True},
            ["line True", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **DR, **OPEN),),
            {"formation": "line", "mounted": True, "facing": 18000},
            ["line True", "A 20000,19000 18000", "20000 19000 18000 2000 1000"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **DR, **OPEN),),
            {"formation": "line", "mounted": True, "facing": 9000},
            ["5.2.10-a only_about"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **DR, mounted=True),),
            {"formation": "skirmish", "mounted": False},
            ["skirmish False", "A 20000,20000 0", "20000 20000 0 2000 1000"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", **DR, mounted=True),),
            {"formation": "line", "mounted": True},
            ["5.2.9-b no_such_change"],
        ),
        ((A,), {"formation": "line", "mounted": True}, ["5.2.10-a cannot_mount"]),
    ],
)
def test_which_formations_a_unit_takes_up(bases: tuple[Plain, ...], step: Plain, told: list[str]) -> None:
    s = state(*bases, *FAR)
    assert formed(s, step) == told


# -- ground (11.2, 11.4) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:11.4.1-a", "alaguerre:11-t3", "alaguerre:11-t7")
@pytest.mark.parametrize(
    ("base", "speeds", "closed"),
    [
        (A, [3000, 1000, 1000, 1500, 3000, 1500, 1500], []),
        (red("A", AT, formation="column"), [3000, 1000, 1000, 1500, 3000, 1500, 3000], []),
        (red("A", AT, *LT, **OPEN), [3000, 1500, 1500, 3000, 3000, 1500, 3000], []),
        (red("A", AT, *GUNS, **LIMBERED), [3000, 1000, 1000, 1500, 3000, 1500, 1500], ["marsh", "field", "steep"]),
        (red("A", AT, *TRAIN), [3000, 1000, 1000, 1500, 3000, 1500, 1500], ["marsh", "steep"]),
        (red("A", AT, **G), [3000, 1000, 1000, 1500, 3000, 1500, 3000], ["marsh"]),
    ],
)
def test_what_each_kind_of_ground_does_to_a_move(base: Plain, speeds: list[int], closed: list[str]) -> None:
    kinds = ("marsh", "wood", "field", "hill", "steep", "village")
    pieces = [
        area(kind, kind.replace("steep", "hill"), 1, n, 9, n + 0.9, **({"slope": "steep"} if kind == "steep" else {}))
        for n, kind in enumerate(kinds, 5)
    ]
    s = state(base, *FAR, terrain=tuple(pieces))
    one = unit(s)
    found = [terrain.slowed(3000, one, [s.ground.pieces[kind]]) for kind in kinds]
    assert [terrain.slowed(3000, one, []), *found] == speeds
    assert [kind for kind in kinds if terrain.closed_to(one, s.ground.pieces[kind])] == closed


@pytest.mark.rule("alaguerre:5.6.5-i", "alaguerre:9.4-t9")
@pytest.mark.parametrize(("north", "rough"), [(19.49, False), (19.5, True), (25, True)])
def test_who_is_half_in_rough_ground(north: float, rough: bool) -> None:
    for kind in ("wood", "marsh", "village", "field"):
        s = state(A, *FAR, terrain=(area("W", kind, 10, 15, 30, north),))
        assert terrain.in_rough(s, s.bases["A"].pose) is (rough and kind != "field")


# -- objectives (4.1.2) ------------------------------------------------------------------------------------------------


def point(**more: Any) -> Plain:
    return {"id": "o", "at": [20000, 19500], "value": 3, **more}


@pytest.mark.rule("alaguerre:4.1.2-f", "alaguerre:4.1.2-g", "alaguerre:4.1.2-h")
@pytest.mark.parametrize(
    ("bases", "objective", "told"),
    [
        ((A,), point(), ["objective o", "cohesion objective red 12", "12 9 red"]),
        ((A,), point(owner="red"), ["9 9 red"]),
        (
            (A,),
            point(owner="blue"),
            ["objective o", "cohesion objective red 12", "cohesion objective blue 6", "12 6 red"],
        ),
        ((red("A", at(18499)),), point(), ["9 9 None"]),
        ((red("A", at(20500)),), point(), ["objective o", "cohesion objective red 12", "12 9 red"]),
        ((red("A", AT, state="shaken"),), point(), ["9 9 None"]),
        ((red("A", AT, state="shaken"),), point(owner="blue"), ["9 9 blue"]),
        ((red("A", AT, *GUNS),), point(), ["9 9 None"]),
        (
            (red("A", at(20000, 21000)), blue("E", at(19500, 19000), facing=9000)),
            point(),
            ["objective o", "cohesion objective red 12", "12 9 red"],
        ),
        ((red("A", at(25000)), blue("E", at(10000))), point(owner="red"), ["9 9 red"]),
        (
            (red("A", at(25000)), blue("E", at(10000))),
            point(owner="blue"),
            ["objective o", "cohesion objective blue 6", "9 6 None"],
        ),
        (
            (red("A", at(25000), state="shaken"), blue("E", at(10000))),
            point(owner="red"),
            ["objective o", "cohesion objective red 6", "6 9 None"],
        ),
        ((red("A", at(25000)), blue("E", at(15000))), point(owner="red", camp=True), ["9 9 red"]),
        (
            (red("A", at(25000)), blue("E", at(20000), facing=0)),
            point(owner="red", camp=True),
            ["objective o", "cohesion objective blue 12", "cohesion objective red 6", "6 12 blue"],
        ),
        (
            (red("A", at(22000), inside="V"),),
            {"id": "o", "piece": "V", "value": 2},
            ["objective o", "cohesion objective red 11", "11 9 red"],
        ),
        (
            (red("A", at(30000)), blue("E", at(20000))),
            {"id": "o", "piece": "V", "value": 2, "owner": "red"},
            ["objective o", "cohesion objective red 7", "7 9 None"],
        ),
        (
            (red("A", at(19000)), blue("E", at(30000))),
            {"id": "o", "piece": "V", "value": 2, "owner": "red"},
            ["9 9 red"],
        ),
        (
            (red("A", AT, occupies={"piece": "H", "sides": None}),),
            {"id": "o", "piece": "H", "value": 2},
            ["objective o", "cohesion objective red 11", "11 9 red"],
        ),
        (
            (red("A", at(18000)), blue("E", at(23000))),
            {"id": "o", "piece": "H", "value": 2, "owner": "red"},
            ["9 9 red"],
        ),
        (
            (red("A", at(16000)), blue("E", at(23000))),
            {"id": "o", "piece": "H", "value": 2, "owner": "red"},
            ["objective o", "cohesion objective red 7", "7 9 None"],
        ),
    ],
)
def test_who_has_an_objective(bases: tuple[Plain, ...], objective: Plain, told: list[str]) -> None:
    lie = area("V", "village", 15, 21, 25, 24, vdf=1), line("H", "hedge", (15, 20), (25, 20), vdf=1)
    s = state(*bases, *FAR, objectives=[objective], terrain=lie)
    objectives.look(s)
    assert outcome_of(s) == told


def outcome_of(s: State) -> list[str]:
    """What the look told, the points of both and whose the objective is."""
    return [*course(s), f"{s.cohesion['red']} {s.cohesion['blue']} {s.objectives[0].owner}"]


@pytest.mark.rule("alaguerre:4.1.2-b", "alaguerre:4.1.2-c", "alaguerre:4.1.2-d")
def test_what_a_piece_of_ground_is_worth() -> None:
    cases = {
        ("town", 3, 9000, 0, "stone"): 3,
        ("farm", 1, 9000, 0, "stone"): 1,
        ("trench", 2, 5999, 0, "earth"): 4,
        ("hedge", 1, 6000, 0, "earth"): 3,
        ("fort", 3, 1999, 0, "earth"): 0,
        ("ford", 0, 0, 1999, ""): 0,
        ("ford", 0, 0, 2000, ""): 1,
        ("ford", 0, 0, 4000, ""): 2,
        ("bridge", 0, 0, 0, "stone"): 4,
        ("bridge", 0, 0, 0, "wood"): 3,
        ("wood", 2, 9000, 0, ""): 0,
    }
    assert {case: objectives.value_of(*case) for case in cases} == cases


@pytest.mark.rule("alaguerre:4.1.1-c")
@pytest.mark.parametrize(
    ("y", "told"),
    [(19000, ["overrun K red", "cohesion overrun red 7", "7 9 None"]), (18980, ["9 9 None"]), (30000, ["9 9 None"])],
)
def test_guns_that_were_left_are_overrun(y: int, told: list[str]) -> None:
    s = state(A, blue("E", [20000, y], facing=0), *FAR, objectives=[point(value=0)])
    s.guns = (GunsLeft("K", "red", (20000, 20000), 0, 2),)
    s.remove(s.bases["A"])
    objectives.look(s)
    assert outcome_of(s) == told
