"""Chapter 3: elements of terrain: how large, of what, and where they may lie."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.answers import Terrain
from quadrilatero.games.vivaorre.rules import elements
from tests.games.vivaorre.battle import area, blue, red, state
from tests.games.vivaorre.telling import is_said

Plain = dict[str, Any]
Points = list[list[int]]
UNITS = red("A", [30000, 10000]), blue("D", [30000, 40000])


def laid(
    kind: Any, *, shape: Points | None = None, line: Points | None = None, types: tuple[str, ...] = (), **options: str
) -> str | None:
    """Why an element may not be placed on a bare table; None where it may."""
    s = state(*UNITS, options={"impassable_terrain": "on", **options})
    refusal = elements.refuse_element(s, types, Terrain(kind, shape, line))
    if refusal is None:
        return None
    is_said(refusal)
    return refusal.reason


def box(west: int, south: int, wide: int, high: int) -> Points:
    return [[west, south], [west + wide, south], [west + wide, south + high], [west, south + high]]


@pytest.mark.rule("vivaorre:3-j")
@pytest.mark.parametrize(
    ("wide", "high", "reason"),
    [
        (12000, 12000, None),
        (12010, 12000, None),
        (12011, 12000, "element_too_large"),
        (12000, 12011, "element_too_large"),
        (100, 14000, "element_too_large"),
    ],
)
def test_an_area_is_at_most_twelve_inches_long_and_wide(wide: int, high: int, reason: str | None) -> None:
    assert laid("open_wood", shape=box(20000, 10000, wide, high)) == reason


@pytest.mark.rule("vivaorre:3-j")
def test_an_area_may_lie_askew() -> None:
    """A square of 12 inches stood on its corner is 17 inches across, and still one of 12 inches."""
    askew = [[30000, 10000], [38480, 18480], [30000, 26960], [21520, 18480]]
    assert laid("open_wood", shape=askew) is None
    larger = [[30000, 10000], [38500, 18500], [30000, 27000], [21500, 18500]]
    assert laid("open_wood", shape=larger) == "element_too_large"


@pytest.mark.rule("vivaorre:3-j")
@pytest.mark.parametrize(("far", "reason"), [(6000, None), (6010, None), (6011, "element_too_large")])
def test_a_line_is_at_most_twelve_inches_long_all_its_parts_together(far: int, reason: str | None) -> None:
    assert laid("hedge", line=[[20000, 10000], [26000, 10000], [26000, 10000 + far]]) == reason


@pytest.mark.rule("vivaorre:3-j")
@pytest.mark.parametrize("kind", ["road", "stream"])
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ([[0, 10000], [72000, 30000]], None),
        ([[0, 10000], [30000, 0]], None),
        ([[30000, 0], [30000, 48000]], None),
        ([[0, 10000], [0, 30000]], "crosses_the_table"),
        ([[30000, 0], [40000, 0]], "crosses_the_table"),
        ([[30000, 0], [30000, 47999]], "crosses_the_table"),
        ([[1, 10000], [72000, 30000]], "crosses_the_table"),
        ([[0, 10000], [73000, 30000]], "element_off_table"),
    ],
)
def test_streams_and_roads_lead_from_one_edge_to_another(kind: str, line: Points, reason: str | None) -> None:
    assert laid(kind, line=line) == reason


@pytest.mark.rule("vivaorre:3-j", "vivaorre:3-k", "vivaorre:19-a")
def test_what_lies_outside_or_is_not_agreed_upon_is_refused() -> None:
    assert laid("open_wood", shape=box(0, 0, 1000, 1000)) is None
    assert laid("open_wood", shape=box(-1, 0, 1000, 1000)) == "element_off_table"
    assert laid("open_wood", shape=box(0, 47001, 1000, 1000)) == "element_off_table"
    assert laid("impassable", shape=box(20000, 10000, 5000, 5000)) is None
    barred: Plain = {"impassable_terrain": "off"}
    assert laid("impassable", shape=box(20000, 10000, 5000, 5000), **barred) == "impassable_by_agreement"
    assert laid("hedge", shape=box(20000, 10000, 5000, 5000)) == "no_element", "a hedge is a line"
    tournament: Plain = {"tournament_terrain": "on"}
    assert laid("open_wood", shape=box(20000, 10000, 5000, 5000), **tournament) == "not_of_the_theatre"
    assert laid("open_wood", shape=box(20000, 10000, 5000, 5000), types=("open_wood",), **tournament) is None


@pytest.mark.rule("vivaorre:3-l", "vivaorre:8-v")
def test_an_element_is_numbered_and_a_hill_has_its_crest_along_its_length() -> None:
    s = state(*UNITS, terrain=(area("t2", "open_wood", 1, 1, 2, 2),))
    hill = elements.place_element(s, Terrain("gentle_hill", box(20000, 10000, 12000, 4000)))
    assert hill.id == "t3", "t2 lies there already"
    assert s.ground.pieces["t3"].plain["crest"] == [[21500, 10500], [30500, 13500]]
    house = elements.place_element(s, Terrain("building", box(40000, 10000, 2000, 2000)))
    assert (house.id, s.ground.pieces["t4"].material) == ("t4", "stone")


@pytest.mark.rule("vivaorre:3-h", "vivaorre:3-i")
def test_who_is_in_defence_for_the_terrain() -> None:
    def defends(kind: str, **european: bool) -> str | None:
        s = state(*UNITS, armies={side: {"european": one} for side, one in european.items()})
        return elements.in_defence(s, kind, "red")

    assert defends("defensive") == "blue"
    assert defends("ambush") == "blue"
    assert defends("encounter") is None
    assert defends("encounter", red=False) == "red"
    assert defends("defensive", red=False, blue=True) == "red"
    assert defends("defensive", red=False, blue=False) == "blue"
    assert elements.number_of_elements({"red": 3, "blue": 4}, None) == {"red": 3, "blue": 4}
    assert elements.number_of_elements({"red": 3, "blue": 4}, "red") == {"red": 4, "blue": 3}


@pytest.mark.rule("vivaorre:3-l", "vivaorre:15-b")
@pytest.mark.parametrize(
    ("kind", "form", "material"),
    [
        ("wall", "line", "stone"),
        ("bridge", "line", "stone"),
        ("building", "shape", "stone"),
        ("impassable", "line", "river"),
        ("impassable", "shape", "cliff"),
        ("open_wood", "shape", None),
        ("hedge", "line", None),
    ],
)
def test_of_what_an_element_is(kind: Any, form: str, material: str | None) -> None:
    s = state(*UNITS)
    points = {"line": [[20000, 10000], [22000, 10000]], "shape": box(20000, 10000, 2000, 2000)}[form]
    said = elements.place_element(s, Terrain(kind, **{form: points}))
    assert s.ground.pieces[said.id].plain.get("material") == material


@pytest.mark.rule("vivaorre:8-v")
def test_a_crest_runs_between_the_corners_that_are_farthest_apart() -> None:
    assert elements.crest_of([(0, 0), (4000, 8000), (0, 8000)]) == [[333, 1333], [3333, 7333]]
    assert elements.crest_of([(4000, 8000), (0, 8000), (0, 0)]) == [[3333, 7333], [333, 1333]]
