"""Chapter 5.6: how far forced moves lead, whom they push, the gaps they find, and where they end."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import ways
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.rules.ways import Way
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, red, state

A = red("A", [20000, 20000])
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
SOUTH = 18000
Ground = tuple[Plain, ...]


def placed(*others: Plain, terrain: Ground = (), base: Plain = A) -> tuple[State, Unit]:
    """A faces north with its rear at 19um; south is its way home."""
    s = state(base, *others, *FAR, terrain=terrain)
    return s, unit_of(s, s.bases["A"])


def friend(id: str, x: int, y: int, **more: Any) -> Plain:
    return red(id, [x, y], brigade=id, **more)


def pond(west: float, south: float, east: float, north: float) -> Ground:
    return (area("P", "pond", west, south, east, north),)


def enemy(y: int, x: int = 20000) -> Plain:
    """An enemy whose front is so far south, and whose rear is 1um north of it."""
    return blue("E", [x, y])


@pytest.mark.rule("alaguerre:5.6.1-c", "alaguerre:5.6.3-c", "alaguerre:5.6.4-d")
@pytest.mark.parametrize(
    ("others", "terrain", "found"),
    [
        ((), (), (3000, "")),
        ((), pond(19, 17, 21, 18), (1000, "ground")),
        ((), pond(19, 10, 21, 15), (3000, "")),
        ((enemy(17500),), (), (500, "enemy")),
        ((enemy(17000),), pond(19, 16, 21, 16.5), (1000, "enemy")),
        ((enemy(15500),), pond(19, 17, 21, 18), (1000, "ground")),
        ((enemy(17200, 19000),), pond(20.01, 17, 21, 18.2), (800, "enemy")),
        ((blue("F", [40000, 30000]), enemy(17500)), (), (500, "enemy")),
    ],
)
def test_how_far_a_way_leads_and_what_stops_it(
    others: tuple[Plain, ...], terrain: Ground, found: tuple[int, str]
) -> None:
    s, unit = placed(*others, terrain=terrain)
    assert ways.room(s, unit, unit.pose, SOUTH, 3000) == found


BEHIND = friend("B", 20000, 19000)
NEXT = friend("C", 20000, 17700)


@pytest.mark.rule("alaguerre:5.6.1-b", "alaguerre:5.6.1-c", "alaguerre:5.6.3-a")
@pytest.mark.parametrize(
    ("others", "by", "far", "pushed"),
    [
        ((), 1000, 1000, []),
        ((BEHIND,), 1000, 1000, [("B", 1000)]),
        ((BEHIND, NEXT), 1000, 1000, [("B", 1000), ("C", 700)]),
        ((BEHIND, enemy(16600)), 1000, 400, [("B", 400)]),
        ((BEHIND, enemy(16001)), 1000, 999, [("B", 999)]),
        ((BEHIND, NEXT, enemy(15400)), 1000, 600, [("B", 600), ("C", 300)]),
        ((BEHIND, enemy(17000)), 1000, 0, []),
        ((BEHIND, enemy(17000)), 1, 0, []),
    ],
)
def test_whom_a_unit_pushes_and_how_far_that_goes(
    others: tuple[Plain, ...], by: int, far: int, pushed: list[tuple[str, int]]
) -> None:
    s, unit = placed(*others)
    gone, found = ways.pushes(s, unit, SOUTH, by)
    assert (gone, [(other.id, need) for other, need in found]) == (far, pushed)


MIDDLE = friend("M", 20000, 18500)
LEFT, RIGHT = friend("L", 18000, 18500), friend("R", 22000, 18500)


@pytest.mark.rule("alaguerre:5.6.3-b", "alaguerre:5.6.3-d", "alaguerre:5.6.3-e")
@pytest.mark.parametrize(
    ("others", "by", "at", "crossed"),
    [
        ((), 2000, (20000, 18000), ()),
        ((), 0, (20000, 20000), ()),
        ((), 1, (20000, 19999), ()),
        ((BEHIND,), 0, (20000, 20000), ()),
        ((BEHIND,), 2000, (18500, 18000), ()),
        ((LEFT, MIDDLE), 2000, (21500, 17500), ()),
        ((MIDDLE, RIGHT), 2000, (18500, 17500), ()),
        ((LEFT, MIDDLE, RIGHT), 2000, (20000, 17500), ("M",)),
        ((friend("N", 18500, 18500), friend("M", 20500, 18500)), 2000, (22000, 17500), ()),
        ((friend("N", 18501, 18500), friend("M", 20501, 18500)), 2000, (20000, 17500), ("M",)),
        ((LEFT, MIDDLE, RIGHT, friend("O", 20000, 17500)), 2000, (20000, 16500), ("M", "O")),
        ((LEFT, MIDDLE, RIGHT, friend("O", 20000, 17000)), 3000, (20000, 16000), ("M", "O")),
    ],
)
def test_the_second_step_of_a_retreat_takes_a_gap_or_crosses_friends(
    others: tuple[Plain, ...], by: int, at: tuple[int, int], crossed: tuple[str, ...]
) -> None:
    """The nearest gap of 1um, no more than 2um to a side; without one through them to free ground."""
    s, unit = placed(*others)
    assert ways.straight(s, unit, SOUTH, by) == Way((*at, 0, 2000, 1000), crossed, "")


@pytest.mark.rule("alaguerre:5.6.4-c", "alaguerre:5.6.4-d", "alaguerre:11.2-g")
@pytest.mark.parametrize(
    ("others", "terrain", "by", "way"),
    [
        ((LEFT, MIDDLE, RIGHT, enemy(15500)), (), 4000, ((20000, 17500), ("M",), "enemy")),
        ((friend("M", 20000, 16000), LEFT, RIGHT), pond(17, 14, 23, 15), 6000, ((20000, 17000), ("M",), "ground")),
        ((), pond(17, 14, 23, 16), 6000, ((20000, 17000), (), "ground")),
        ((BEHIND, friend("F", 17000, 19000)), pond(18.1, 17, 18.9, 18.95), 2000, ((18500, 20000), (), "ground")),
        ((BEHIND, friend("F", 17000, 19000)), pond(18.1, 17, 18.9, 18.951), 2000, ((20000, 20000), (), "ground")),
    ],
)
def test_a_way_that_is_stopped_ends_at_the_last_free_place_before(
    others: tuple[Plain, ...], terrain: Ground, by: int, way: tuple[tuple[int, int], tuple[str, ...], str]
) -> None:
    s, unit = placed(*others, terrain=terrain)
    at, crossed, stopped = way
    assert ways.straight(s, unit, SOUTH, by) == Way((*at, 0, 2000, 1000), crossed, stopped)


@pytest.mark.rule("alaguerre:5.6.4-c", "alaguerre:5.6.4-a")
def test_a_gap_lies_square_to_the_way() -> None:
    """Westward and a little north, with a friend squarely in the way: beside him to the right."""
    s, unit = placed(friend("M", 18501, 20035, facing=9148), base={**A, "facing": 9148})
    found = ways.straight(s, unit, 27148, 1500)
    assert found == Way((17540, 21562, 9148, 2000, 1000), (), "")
