"""Chapter 11.2, 11.5, 5.2.8: waters and what leads over them, closed ground, fords that are found, tactical moves."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Tactical
from quadrilatero.games.alaguerre.rules import fords, tactical, terrain
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.rules.movement import Walk
from quadrilatero.games.alaguerre.rules.sight import sees
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, area, blue, drive, line, red, state

AT = [10000, 30000]
A = red("A", AT)
COLUMN = red("A", AT, formation="column")
GUNS = ("MdArt", "1/1/- -")
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 3000], "LC", "0/-/0 -"))
OPEN = ("Lt", "1/1/0 - sk")


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else f"{refusal.rule} {refusal.reason}"


# -- closed ground on a way (11.2-g) ----------------------------------------------------------------------------------


def closed(s: State, by: int = 6000, towards: int = 0) -> tuple[str, str, int] | None:
    found = terrain.closed_on_way(s, unit(s), unit(s).pose, towards, by)
    return None if found is None else (found[0], found[1].id, found[2])


BARS: Plain = {
    "shapes": [[[1000, 31000], [2000, 31000], [2000, 32000]], [[9000, 34000], [11000, 34000], [10000, 35000]]]
}
STEEP: Plain = {"slope": "steep"}


@pytest.mark.rule("alaguerre:11.2-g", "alaguerre:11-t2", "alaguerre:11-t7")
@pytest.mark.parametrize(
    ("base", "ground", "found"),
    [
        (A, (area("P", "pond", 9, 34, 11, 35),), ("11.2-g", "P", 4000)),
        (A, (area("Q", "pond", 30, 34, 31, 35), area("P", "pond", 9, 34, 11, 35)), ("11.2-g", "P", 4000)),
        (A, (area("Q", "pond", 1, 34, 8, 35), area("P", "pond", 9, 34, 11, 35)), ("11.2-g", "P", 4000)),
        (A, ({"id": "P", "type": "impassable", **BARS},), ("11.2-g", "P", 4000)),
        (A, (area("P", "pond", 9, 34, 11, 34.5), area("Q", "pond", 9, 33, 11, 36)), ("11.2-g", "Q", 3000)),
        (A, (area("P", "pond", 9, 33, 11, 34), area("Q", "pond", 9, 34, 11, 36)), ("11.2-g", "P", 3000)),
        (A, (area("P", "pond", 9, 33, 11, 34), area("Q", "pond", 9, 33, 11, 36)), ("11.2-g", "P", 3000)),
        (A, (area("H", "hill", 9, 34, 11, 35, **STEEP), area("F", "field", 9, 34, 11, 35)), None),
        (red("A", AT, *GUNS), (area("H", "hill", 9, 34, 11, 35, **STEEP),), ("11-t2", "H", 4000)),
        (red("A", AT, *GUNS), (area("W", "wood", 9, 34, 11, 35, **STEEP),), None),
        (red("A", AT, *GUNS), (area("F", "field", 9, 34, 11, 35),), ("11-t7", "F", 4000)),
        (A, (area("P", "pond", 9, 36.1, 11, 37),), None),
    ],
)  # fmt: skip
def test_the_nearest_closed_ground_ends_a_way(
    base: Plain, ground: tuple[Plain, ...], found: tuple[str, str, int] | None
) -> None:
    assert closed(state(base, *FAR, terrain=ground)) == found


LONG = [red(id, [10000 + 2000 * n, 30000], brigade="l") for n, id in enumerate("ABCDEF")]


@pytest.mark.rule("alaguerre:11.2-g", "alaguerre:11.4-a")
def test_a_long_line_is_stopped_by_what_lies_before_its_wing() -> None:
    s = state(*LONG, *FAR, terrain=(area("P", "pond", 20.9, 30.5, 22, 31), area("Q", "pond", 20.9, 20, 22, 21)))
    assert unit(s).pose == (15000, 30000, 0, 12000, 1000)
    assert closed(s, 600) == ("11.2-g", "P", 500)
    assert closed(s, 9000, 18000) == ("11.2-g", "Q", 8000)
    assert terrain.lies_on((15000, 30000, 0, 12000, 1000), s.ground.pieces["P"]) is False


@pytest.mark.rule("alaguerre:11.4-a")
def test_a_base_is_in_ground_of_several_parts_where_it_is_in_one() -> None:
    s = state(A, *FAR, terrain=({"id": "P", "type": "marsh", **BARS},))
    piece = s.ground.pieces["P"]
    assert terrain.lies_on((10000, 34500, 0, 2000, 1000), piece)
    assert terrain.meets((10000, 30000, 0, 2000, 1000), 0, 4100, piece)
    assert not terrain.meets((10000, 30000, 0, 2000, 1000), 0, 3900, piece)


# -- bridges and fords (11.2-e, 11.2-f) -------------------------------------------------------------------------------

RIVER = line("R", "river", (5, 33), (15, 33), width=2000)
BRIDGE = line("B", "bridge", (10, 31), (10, 35), width=1000)


@pytest.mark.rule("alaguerre:11.2-e", "alaguerre:11.2-g", "alaguerre:11.2-f")
@pytest.mark.parametrize(
    ("x", "ground", "left"),
    [
        (10000, (RIVER,), 2000),
        (10000, (RIVER, BRIDGE), None),
        (10500, (RIVER, BRIDGE), None),
        (10600, (RIVER, BRIDGE), 2000),
        (10000, (RIVER, BRIDGE, line("C", "bridge", (30, 31), (30, 35), width=1000)), None),
        (10000, (RIVER, line("C", "bridge", (30, 31), (30, 35), width=1000), BRIDGE), None),
        (10000, (RIVER, line("W", "road", (10, 31), (10, 35), width=1000)), 2000),
        (15500, (RIVER, BRIDGE), 2000),
        (10000, (area("R", "pond", 5, 32, 15, 34), BRIDGE), 2000),
        (10000, (RIVER, line("B", "bridge", (10, 31), (10, 33), (10, 35), width=1000)), None),
        (10000, (RIVER, line("B", "ford", (10, 31), (10, 35), wide=1000)), None),
    ],
)  # fmt: skip
def test_a_column_crosses_a_river_on_a_bridge_alone(x: int, ground: tuple[Plain, ...], left: int | None) -> None:
    """The middle of its front stays on the bridge; over a pond no bridge leads."""
    s = state(red("A", [x, 30000], formation="column"), *FAR, terrain=ground)
    found = closed(s, 8000)
    assert (found and found[2]) == left


@pytest.mark.rule("alaguerre:11.2-e", "alaguerre:11.2-f")
@pytest.mark.parametrize(
    ("base", "bridge", "narrow", "wide"),
    [
        (A, False, False, True),
        (COLUMN, True, True, True),
        (red("A", AT, *OPEN), True, True, True),
        (red("A", AT, *GUNS), False, False, False),
        (red("A", AT, *GUNS, formation="limbered"), True, True, True),
        (red("A", AT, "Cav", "1/-/2 a"), False, False, True),
    ],
)
def test_who_may_use_bridges_and_fords(base: Plain, bridge: bool, narrow: bool, wide: bool) -> None:
    ways = (BRIDGE, *[line(f"F{w}", "ford", (20, 31), (20, 35), wide=w) for w in (1000, 1999, 2000)])
    s = state(base, *FAR, terrain=ways)
    found = [terrain.may_use(unit(s), s.ground.pieces[id]) for id in ("B", "F1000", "F1999", "F2000")]
    assert found == [bridge, narrow, narrow, wide]


@pytest.mark.rule("alaguerre:11.2-g", "alaguerre:11.2-e")
@pytest.mark.parametrize(
    ("pose", "more", "stands"),
    [
        ((10000, 32020, 0, 2000, 1000), (), False),
        ((10000, 32021, 0, 2000, 1000), (), True),
        ((10000, 35000, 0, 2000, 1020), (), False),
        ((10000, 35000, 0, 2000, 1021), (), True),
        ((10000, 34010, 18000, 2000, 1000), (), False),
        ((10000, 33980, 18000, 2000, 1000), (), False),
        ((10000, 33979, 18000, 2000, 1000), (), True),
        ((4000, 32500, 0, 2040, 1000), (), False),
        ((4000, 32500, 0, 2041, 1000), (), True),
        ((10000, 31000, 9000, 2040, 1000), (), False),
        ((10000, 31000, 9000, 2041, 1000), (), True),
        ((10000, 33000, 27000, 1000, 30000), (), True),
        ((10000, 32500, 0, 2000, 1000), (BRIDGE,), False),
        ((10000, 32500, 0, 2000, 1000), (line("W", "road", (10, 31), (10, 35), width=1000),), True),
        ((7000, 32500, 0, 2000, 1000), (BRIDGE,), True),
    ],
)
def test_who_stands_in_a_river_by_more_than_a_hair(pose: Pose, more: tuple[Plain, ...], stands: bool) -> None:
    s = state(*FAR, terrain=(RIVER, *more))
    assert (terrain.stands_in_closed(s, pose) is not None) is stands


@pytest.mark.rule("alaguerre:5.2-a", "alaguerre:10.2-f")
@pytest.mark.parametrize(
    ("x", "y", "there"),
    [
        *((0, 20000, True), (-1, 20000, False), (46667, 20000, True), (46668, 20000, False)),
        *((9000, 0, True), (9000, -1, False), (9000, 40000, True), (9000, 40001, False)),
    ],
)
def test_a_base_is_on_the_table_with_its_middle(x: int, y: int, there: bool) -> None:
    assert terrain.is_on_table(state(*FAR), (x, y + 500, 0, 2000, 1000)) is there


@pytest.mark.rule("alaguerre:5.6.5-i", "alaguerre:9.4-t9")
def test_half_of_a_base_in_rough_ground_is_enough() -> None:
    s = state(*FAR, terrain=(area("W", "wood", 10, 20, 20, 30), area("F", "field", 30, 20, 40, 30)))
    found = [terrain.in_rough(s, (x, 25000, 0, 2000, 1000)) for x in (15000, 10000, 9998, 9000, 35000)]
    assert found == [True, True, False, False, False]
    assert terrain.in_rough(state(*FAR), (35000, 25000, 0, 2000, 1000)) is False


# -- fords that are found (11.5) --------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:11.5-a", "alaguerre:11.5-b")
@pytest.mark.parametrize(
    ("points", "face", "ends"),
    [
        (((1, 36), (40, 36)), 5, [[10000, 29000], [10000, 42000 - 500 + 1500]]),
        (((40, 36), (1, 36)), 6, [[10000, 43000], [10000, 29000]]),
    ],
)
def test_a_ford_lies_before_the_unit_from_bank_to_bank(points: Any, face: int, ends: list[list[int]]) -> None:
    river = line("R", "river", *points, width=12000)
    old = line("O", "ford", (30, 31), (30, 35), wide=1000)
    pond = area("P", "river", 25, 1, 30, 5)
    s = state(A, *FAR, terrain=(river, old, BRIDGE, pond), options={"ford_search": "on"})
    assert [said(fords.refuse_search(s, unit(s), id)) for id in ("R", "B", "P", "nowhere")] == [
        None,
        *["11.5-a no_river"] * 3,
    ]
    drive(fords.search(s, unit(s), "R"), (face,))
    (found,) = [piece for piece in s.ground.pieces.values() if piece.type == "ford" and piece.id != "O"]
    assert found.id == "R.ford2"
    assert [list(point) for point in found.line] == ends
    (told,) = s.sink
    assert (told.kind, told.rule, told.dice) == ("roll", "11.5-a", (face,))
    assert told.data | {"why": "ford", "by": "red", "need": 5, "total": face, "success": True} == told.data
    assert told.data | {"unit": "A", "piece": "R", "wide": 1000 * (face - 4), "outcome": "success"} == told.data


@pytest.mark.rule("alaguerre:11.5-a")
def test_a_ford_lies_square_to_a_river_that_runs_aslant() -> None:
    s = state(A, *FAR, terrain=(line("R", "river", (3, 25), (17, 39), width=1400),), options={"ford_search": "on"})
    assert fords.refuse_search(s, unit(s), "R") is None
    drive(fords.search(s, unit(s), "R"), (5,))
    assert s.ground.pieces["R.ford1"].line == ((10202, 29798), (7798, 32202))


@pytest.mark.rule("alaguerre:11.5-a")
def test_a_search_that_fails_is_told_and_takes_the_whole_manoeuvre() -> None:
    s = state(A, *FAR, terrain=(line("R", "river", (1, 31), (40, 31), width=2000),), options={"ford_search": "on"})
    drive(fords.search(s, unit(s), "R"), (4,))
    (told,) = s.sink
    assert told.data | {"need": 5, "total": 4, "success": False, "wide": 0, "outcome": "failure"} == told.data
    assert s.bases["A"].acted
    assert list(s.ground.pieces) == ["R"]


# -- tactical moves (5.2.8) -------------------------------------------------------------------------------------------


def went(s: State, *points: list[int], facing: int = 0, id: str = "A") -> tuple[Pose, str | None]:
    walk = Walk(s, unit(s, id))
    refusal = walk.take([Tactical(by=list(points), facing=facing)])
    return walk.pose, said(refusal)


@pytest.mark.rule("alaguerre:5.2.8-c", "alaguerre:5.2.8-d")
def test_a_tactical_move_stands_still_at_no_point_of_its_way() -> None:
    """Its middle begins at (10, 29.5)."""
    s = state(COLUMN, *FAR)
    assert went(s, [10000, 29500], [12000, 29500], facing=9000) == ((12500, 29500, 9000, 2000, 1000), None)
    assert went(s, [10001, 29500], [6002, 29500]) == ((6002, 30000, 0, 2000, 1000), None)
    assert went(s, [10001, 29500], [6001, 29500])[1] == "5.2.8-c too_far"


@pytest.mark.rule("alaguerre:5.2.8-c", "alaguerre:11.4.1-a", "alaguerre:11-t4")
@pytest.mark.parametrize(
    ("point", "facing", "why"),
    [
        ([12000, 29500], 0, "11.4.1-a too_far"),
        ([12000, 29500], 9000, None),
        ([10000, 31002], 0, None),
        ([10000, 31002], 18000, None),
        ([10000, 31002], 9000, "11.4.1-a too_far"),
        ([10000, 31502], 9000, None),
    ],
)
def test_a_tactical_move_that_does_not_leave_its_wood_is_as_slow_as_the_wood(
    point: list[int], facing: int, why: str | None
) -> None:
    """A column in a wood goes 1um; out of it, it goes as far as it can: what counts is where it comes to stand."""
    s = state(COLUMN, *FAR, terrain=(area("W", "wood", 5, 25, 11.4, 30.5),))
    assert went(s, point, facing=facing)[1] == why


@pytest.mark.rule("alaguerre:5.2.8-b")
@pytest.mark.parametrize(
    ("enemy", "why"),
    [
        (blue("E", [10000, 32500], "Sh", "1/1/0 -", state="shaken"), None),
        (blue("E", [10000, 32500], "Sh", "1/1/0 -"), "5.2.8-b enemy_near"),
        (blue("E", [10000, 31001], state="shaken"), None),
        (blue("E", [18000, 29000], *GUNS), "5.2.8-b enemy_near"),
    ],
)
def test_an_enemy_who_can_harm_any_of_its_bases_forbids_it(enemy: Plain, why: str | None) -> None:
    """The guns see the first base over the wood, the second they do not."""
    two = (red("A", [10000, 30000], brigade="c"), red("B", [10000, 29000], brigade="c"))
    s = state(*two, enemy, *FAR, terrain=(area("W", "wood", 11.5, 27.2, 16, 29.6),))
    assert len(unit(s).bases) == 2
    assert [sees(s, (18000, 29000, 18000, 1000, 1000), base.pose) for base in unit(s).bases] == [True, False]
    assert said(tactical.refuse(s, unit(s))) == why
