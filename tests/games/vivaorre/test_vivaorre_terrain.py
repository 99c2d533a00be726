"""Chapter 8 of the ground: what is closed to whom, what a line takes to cross, the edge of the table, cover."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules import ground
from quadrilatero.games.vivaorre.rules.rates import WHOLE
from tests.games.vivaorre.battle import area, blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])
TROOPS: dict[str, Plain] = {
    "foot": {},
    "climbers": {"notes": ["climb"]},
    "horse": {"arm": "cavalry"},
    "climbing horse": {"arm": "cavalry", "notes": ["climb"]},
    "horse in column": {"arm": "cavalry", "formation": "march"},
    "guns": {"arm": "artillery"},
    "mountain guns": {"arm": "artillery", "mount": "mountain"},
}
ALL = set(TROOPS)
RIDERS = {"horse", "climbing horse", "horse in column"}
BATTERIES = {"guns", "mountain guns"}


@pytest.mark.rule("vivaorre:8-u", "vivaorre:8-w", "vivaorre:8-ab")
@pytest.mark.parametrize(
    ("kind", "more", "rule", "shut"),
    [
        ("impassable", {"material": "cliff"}, "8-ab", ALL),
        ("impassable", {"material": "crest"}, "8-ab", ALL - {"climbers"}),
        ("dense_wood", {}, "8-u", RIDERS | BATTERIES),
        ("rough", {}, "8-z", {"guns"}),
        ("building", {}, "8-w", {"horse", "climbing horse"}),
        ("light_works", {}, "14-c", RIDERS),
        ("heavy_works", {}, "14-c", RIDERS),
        ("open_wood", {}, "", set()),
        ("bushes", {}, "", set()),
    ],
)
def test_which_areas_are_closed_to_whom(kind: str, more: Plain, rule: str, shut: set[str]) -> None:
    piece = area("x", kind, 40, 20, 45, 25, **more)
    for name, troops in TROOPS.items():
        s = state(red("A", HERE, **troops), FAR, terrain=(piece,))
        found = ground.closed_to(s.units["A"], s.ground.pieces["x"])
        assert found == (rule if name in shut else None), name


@pytest.mark.rule("vivaorre:8-x", "vivaorre:8-y", "vivaorre:8-aa")
@pytest.mark.parametrize(("kind", "part"), [("hedge", 4), ("wall", 4), ("gully", 4), ("stream", 2), ("ford", 2)])
def test_a_line_takes_its_share_of_a_move(kind: str, part: int) -> None:
    over, through = line("b", "bridge", (50, 19), (50, 21), material="stone"), line("f", "ford", (55, 19), (55, 21))
    s = state(red("A", HERE), red("C", [20000, 10000], formation="march"), FAR,
              terrain=(line("x", kind, (40, 20), (60, 20)), over, through))  # fmt: skip
    pieces, units = s.ground.pieces, s.units

    def cost(unit: str, by: str | None) -> int:
        return ground.crossing_cost(units[unit], ground.Crossing(0, pieces["x"], None if by is None else pieces[by]))

    assert cost("A", None) == cost("C", None) == cost("A", "b") == WHOLE // part
    if kind == "stream":
        assert (cost("C", "b"), cost("C", "f")) == (0, WHOLE // 2), "columns use bridges and fords"
    if kind in ("hedge", "wall"):
        assert cost("C", "b") == WHOLE // part, "no bridge leads over it"


@pytest.mark.rule("vivaorre:8-x", "vivaorre:8-aa", "vivaorre:8-ab")
def test_who_cannot_cross_a_line() -> None:
    def crosses(kind: str, by: str | None = None, **more: Any) -> list[str | None]:
        """Foot, a column of foot, horse, a column of horse, guns."""
        lines = line("x", kind, (40, 20), (60, 20), **more), line("b", "bridge", (50, 19), (50, 21), material="stone")
        found = []
        for troops in ({}, {"formation": "march"}, TROOPS["horse"], TROOPS["horse in column"], TROOPS["guns"]):
            s = state(red("A", HERE, **troops), FAR, terrain=lines)
            over = None if by is None else s.ground.pieces[by]
            found.append(ground.refuses_crossing(s.units["A"], ground.Crossing(0, s.ground.pieces["x"], over)))
        return found

    assert crosses("ford") == ["8-aa", None, "8-aa", None, "8-aa"]
    assert crosses("gully") == [None, None, "8-x", "8-x", "8-x"]
    assert crosses("gully", "b") == [None, None, "8-x", None, "8-x"]
    assert crosses("hedge") == [None] * 5
    assert crosses("impassable", material="river") == ["8-ab"] * 5
    assert crosses("impassable", "b", material="river") == ["8-aa", None, "8-aa", None, "8-aa"]


@pytest.mark.rule("vivaorre:12-n")
def test_how_far_a_footprint_hangs_over_each_edge() -> None:
    s = state(red("A", HERE), FAR)
    assert ground.overhang(s, (30000, 10000, 0, 3000, 625)) == (0, 0, 0, 0)
    assert ground.overhang(s, (1000, 600, 0, 3000, 625)) == (500, 25, 0, 0)
    assert ground.overhang(s, (71000, 48010, 0, 3000, 625)) == (0, 0, 500, 10)
    assert ground.is_well_inside(s, (30000, 10000, 0, 3000, 625)), "no corner can be over an edge"
    assert not ground.is_well_inside(s, (1000, 10000, 0, 3000, 625))


@pytest.mark.rule("vivaorre:12-n", "vivaorre:5-j")
def test_nobody_goes_farther_over_an_edge_than_he_was() -> None:
    s = state(red("A", HERE), FAR)
    inside, over = (30000, 10000, 0, 3000, 625), (1000, 10000, 0, 3000, 625)
    assert ground.stays_on_table(s, inside, (1490, 10000, 0, 3000, 625)), "as much as touches"
    assert not ground.stays_on_table(s, inside, (1489, 10000, 0, 3000, 625))
    assert ground.stays_on_table(s, over, over)
    assert not ground.stays_on_table(s, over, (999, 10000, 0, 3000, 625))
    assert not ground.stays_on_table(s, (0, 0, 0, 3000, 625), (-1, 0, 0, 3000, 625)), "its place is on the table"
    assert not ground.stays_on_table(s, (0, 0, 18000, 3000, 625), (0, -1, 18000, 3000, 625))


@pytest.mark.rule("vivaorre:8-s")
def test_stretches_of_difficult_ground_are_counted_once() -> None:
    woods = (
        area("v", "open_wood", 28, 12, 32, 15),
        area("w", "open_wood", 28, 14, 32, 17),
        area("x", "rough", 28, 20, 32, 21),
    )
    s = state(red("A", HERE), red("C", [40000, 10000], formation="march"), FAR, terrain=woods)
    line_of, column = s.units["A"], s.units["C"]
    found = ground.difficult_stretches(s, line_of, line_of.pose, 0, 20000)
    assert [(round(begin, -2), round(end, -2)) for begin, end in found] == [(2000, 7600), (10000, 11600)]
    found = ground.difficult_stretches(s, column, (30000, 10000, *column.pose[2:]), 0, 20000)
    assert [(round(begin, -2), round(end, -2)) for begin, end in found] == [(2000, 16000)], "it is five inches deep"
    assert ground.difficult_way(s, 30000, 10000, 30000, 30000) in range(5990, 6011)
    assert ground.difficult_way(s, 40000, 10000, 40000, 30000) == 0


@pytest.mark.rule("vivaorre:8-s", "vivaorre:8-aa")
def test_a_column_on_a_road_is_not_in_difficult_ground() -> None:
    wood, road = area("w", "open_wood", 25, 0, 35, 20), line("r", "road", (30, 0), (30, 48))

    def hard(*terrain: Plain, **troops: Any) -> bool:
        s = state(red("A", HERE, **troops), FAR, terrain=terrain)
        return ground.is_difficult(s, s.units["A"], s.units["A"].pose)

    assert hard(wood)
    assert hard(wood, formation="march")
    assert not hard(wood, road, formation="march")
    assert not hard(wood, road, arm="artillery", formation="limbered")
    assert hard(wood, road, training="irregular", formation="mass"), "only columns march"
    assert not hard(road)


@pytest.mark.rule("vivaorre:8-y", "vivaorre:8-x", "vivaorre:9-h")
def test_cover_behind_lines_and_on_higher_ground() -> None:
    def cover(*terrain: Plain, at: list[int] = HERE, **target: Any) -> str | None:
        """Of A against D, which stands 10 inches to its front."""
        s = state(red("A", at, **target), blue("D", [30000, 20000]), terrain=terrain)
        return ground.cover_of(s, s.units["A"], s.units["D"].pose)

    assert cover() is None
    for kind in ("hedge", "wall"):
        assert cover(line("l", kind, (25, 10), (35, 10)), at=[30000, 9500]) == "light"
        assert cover(line("l", kind, (25, 10), (35, 10)), at=[30000, 9499]) is None, "it does not line it"
        assert cover(line("l", kind, (25, 9), (35, 9))) is None, "it lies behind"
    assert cover(line("l", "stream", (25, 10), (35, 10)), at=[30000, 9900]) is None
    assert cover(line("g", "gully", (25, 10), (35, 10)), at=[30000, 10300]) == "light"
    assert cover(line("g", "gully", (25, 14), (35, 14))) is None
    hill = area("h", "gentle_hill", 25, 5, 35, 12)
    assert cover(hill) == "light"
    assert cover(area("h", "gentle_hill", 25, 5, 35, 25)) is None, "both stand on it"
    assert cover(area("h", "building", 25, 5, 35, 12, material="stone")) == "light"
    assert cover(area("h", "building", 25, 5, 35, 12, material="fortified")) == "heavy"
    assert cover(area("h", "building", 25, 5, 35, 12), arm="cavalry", formation="march") is None
    assert cover(area("h", "open", 25, 5, 35, 12)) is None
