"""Features on hexsides."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import Feature, Grid, Hexsides, Side
from tests.hexes.shapes import CUSTOZA, grids

features = st.sampled_from(["slope", "stream", "road"])


@settings(deadline=None)
@given(grids, st.data())
def test_every_feature_is_found_from_both_hexes(grid: Grid, data: st.DataObject) -> None:
    sides = [(a, b) for a in range(grid.size) for b in grid.adjacent[a]]
    given_features = data.draw(st.lists(st.tuples(st.sampled_from(sides), features), max_size=12)) if sides else []
    hexsides = Hexsides(grid, [(a, b, Feature(kind)) for (a, b), kind in given_features])
    for a, b in sides:
        expected = [kind for side, kind in given_features if set(side) == {a, b}]
        assert [feature.kind for feature in hexsides.between(a, b)] == expected
    listed = list(hexsides)
    assert [(side.one, side.other) for side in listed] == sorted({(min(s), max(s)) for s, _ in given_features})
    assert all(side.features == hexsides.between(side.other, side.one) != () for side in listed)


def test_a_slope_rises_to_one_of_its_hexes() -> None:
    foot, top = CUSTOZA.index("1010"), CUSTOZA.index("1011")
    slope = Feature("slope", high=top)
    hexsides = Hexsides(CUSTOZA, [(top, foot, slope), (foot, top, Feature("stream"))])
    assert hexsides.between(foot, top) == hexsides.between(top, foot) == (slope, Feature("stream"))
    assert list(hexsides) == [Side(foot, top, (slope, Feature("stream")))]


def test_a_road_crosses_the_sides_of_its_way() -> None:
    way = [CUSTOZA.index(number) for number in ("1009", "1010", "1011", "1111")]
    roads = Hexsides(CUSTOZA, ((a, b, Feature("minor")) for a, b in pairwise(way)))
    crossed = [(CUSTOZA.number(side.one), CUSTOZA.number(side.other)) for side in roads]
    assert crossed == [("1009", "1010"), ("1010", "1011"), ("1011", "1111")]


def test_only_neighbours_have_a_side() -> None:
    a, b, c = (CUSTOZA.index(number) for number in ("1010", "1012", "1011"))
    with pytest.raises(ValueError, match="There is no side between 1010 and 1012 for stream: they are not neighbours"):
        Hexsides(CUSTOZA, [(a, b, Feature("stream"))])
    with pytest.raises(ValueError, match="The slope between 1010 and 1011 must rise to one of the two"):
        Hexsides(CUSTOZA, [(a, c, Feature("slope", high=b))])
