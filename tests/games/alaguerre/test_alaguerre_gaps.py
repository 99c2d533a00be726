"""11.3.1, step by step: openings in obstacles, the nearest of several, who comes over with how little."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.rules import obstacles
from quadrilatero.games.alaguerre.rules.formations import unit_of
from tests.games.alaguerre.battle import Plain, blue, course, drive, line, play, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
GUNS = ("MdArt", "1/1/- -")
COLUMN: Plain = {"formation": "column"}
LIMBERED: Plain = {"formation": "limbered"}
A = red("A", AT, **COLUMN)


def wall(y: float, west: float, east: float) -> Plain:
    gap = [[round(1000 * west), round(1000 * y)], [round(1000 * east), round(1000 * y)]]
    return line("H", "wall", (10, y), (30, y), vdf=1, obstacle=2, gaps=[gap])


@pytest.mark.rule("alaguerre:11.3.1-d")
@pytest.mark.parametrize(
    ("base", "piece", "bearing", "by", "passes"),
    [
        (A, wall(20.5, 19.5, 20.5), 0, 1000, True),
        (A, wall(20.5, 20.5, 19.5), 0, 1000, True),
        (A, wall(20.5, 18, 20.02), 0, 1000, True),
        (A, wall(20.5, 18, 19.9), 0, 1000, False),
        (A, wall(20.5, 20.1, 22), 0, 1000, False),
        (A, wall(20.5, 21, 23), 0, 1000, False),
        (A, wall(21.5, 19.5, 20.5), 0, 1000, False),
        (A, wall(20, 19.5, 20.5), 0, 10, True),
        (A, wall(20, 20.005, 21), 0, 10, True),
        (A, wall(20, 20.1, 21), 0, 10, False),
        (A, wall(20.5, 21.4, 21.6), 7200, 2000, True),
        (red("A", AT), wall(20.5, 19.5, 20.5), 0, 1000, False),
        (red("A", AT, *GUNS, **LIMBERED), wall(20.5, 19.5, 20.5), 0, 1000, True),
        (red("A", AT, *GUNS), wall(20.5, 19.5, 20.5), 0, 1000, False),
    ],
)
def test_columns_pass_by_openings(base: Plain, piece: Plain, bearing: int, by: int, passes: bool) -> None:
    s = state(base, *FAR, terrain=(piece,))
    found = s.ground.pieces["H"]
    assert obstacles.by_gap(unit_of(s, s.bases["A"]), s.bases["A"].pose, bearing, by, found) is passes


@pytest.mark.rule("alaguerre:11.3.1-a", "alaguerre:11.3.2-b")
def test_the_nearest_of_several_obstacles_counts() -> None:
    hedges = [
        line(id, "hedge", (10, y), (30, y), vdf=1, obstacle=1) for id, y in (("H", 20.8), ("I", 20.4), ("K", 20.9))
    ]
    s = state(red("A", AT), *FAR, terrain=(line("L", "hedge", (1, 30), (5, 30), vdf=1, obstacle=1), *hedges))
    found = obstacles.first_obstacle(s, s.bases["A"].pose, 0, 1000, set())
    assert found is not None
    assert (found[1].id, round(found[0], -1)) == ("I", 400)
    second = obstacles.first_obstacle(s, s.bases["A"].pose, 0, 1000, {"I"})
    assert second is not None
    assert second[1].id == "H"
    assert obstacles.room_before(s, unit_of(s, s.bases["A"]), 0, 1000) == 1000
    walls = [line(id, "wall", (10, y), (30, y), vdf=1, obstacle=2) for id, y in (("H", 20.8), ("I", 20.4))]
    guns = state(
        red("A", AT, *GUNS, **LIMBERED), *FAR, terrain=(line("L", "fence", (1, 30), (5, 30), obstacle=0), *walls)
    )
    assert round(obstacles.room_before(guns, unit_of(guns, guns.bases["A"]), 0, 1000), -1) == 400
    wide = line("W", "hedge", (10, 20.2), (30, 20.2), vdf=1, obstacle=1, width=400)
    broad = state(red("A", AT), *FAR, terrain=(wide,))
    assert obstacles.is_at(broad.bases["A"].pose, broad.ground.pieces["W"])
    broad.change(broad.bases["A"], at=(20000, 19980))
    assert not obstacles.is_at(broad.bases["A"].pose, broad.ground.pieces["W"])


@pytest.mark.rule("alaguerre:11.3.1-b", "alaguerre:11.3.1-c", "alaguerre:11.3.3-a")
def test_how_an_attempt_ends() -> None:
    pair = red("A", AT, crossing="H", brigade="c"), red("B", [22000, 20000], brigade="c")
    s = state(*pair, *FAR, terrain=(line("H", "hedge", (1, 30), (9, 30), vdf=1, obstacle=0),))
    one, piece = unit_of(s, s.bases["A"]), s.ground.pieces["H"]
    assert drive(obstacles.attempt(s, one, piece)) == "crosses"
    found = []
    for die in (2, 3, 4):
        rolled = state(*pair, *FAR, terrain=(line("H", "hedge", (1, 30), (9, 30), vdf=1, obstacle=1),))
        unit = unit_of(rolled, rolled.bases["A"])
        found.append(drive(obstacles.attempt(rolled, unit, rolled.ground.pieces["H"]), (die,)))
        (event,) = rolled.sink
        assert (event.data["need"], event.data["success"]) == (3, die >= 3)
    assert found == ["stays", "crosses_disordered", "crosses"]
    unknown = state(*pair, *FAR, terrain=(line("H", "hedge", (1, 30), (9, 30), vdf=1),))
    drive(obstacles.find_level(unknown, unknown.ground.pieces["H"]), (1,))
    (level,) = unknown.sink
    assert (level.data["need"], level.data["total"], level.data["success"]) == (2, 1, False)


@pytest.mark.rule("alaguerre:11.3.1-d")
def test_a_column_aslant_at_an_obstacle_passes_by_the_opening_before_it() -> None:
    """Its corner touches the wall, and the middle of its front goes through the opening."""
    for west, east, rolled in ((19.9, 20.7, []), (21, 23, ["roll obstacle A 6 crosses"])):
        aslant = red("A", AT, **{**COLUMN, "facing": 3000})
        match = play(aslant, *FAR, terrain=(wall(20.5, west, east),), phase="manoeuvre", orders={"red": 5}, dice=[6])
        match.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 900}]})
        assert [line for line in course(match) if "obstacle" in line] == rolled
