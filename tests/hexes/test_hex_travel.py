"""Searches with costs, against every way tried out on a small board."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import Feature, Grid, HexSet, Hexsides, cheapest, flood, path, price
from quadrilatero.hexes.flood import PricedWays
from tests.hexes.shapes import CUSTOZA

GRID = Grid(3, 3, layout="flat", shifted="odd")
LARGER = Grid(7, 6, layout="pointy", shifted="even")

hexes = st.integers(0, GRID.size - 1)
sets = st.sets(hexes, max_size=4)
steps = {(a, b) for a in range(GRID.size) for b in GRID.adjacent[a]}
costs = st.fixed_dictionaries({step: st.none() | st.integers(1, 4) for step in sorted(steps)})

Way = tuple[int, ...]


def all_ways(cost: dict[tuple[int, int], int | None], way: Way, barred: set[int], stop: set[int]) -> Iterator[Way]:
    """Every way without a hex twice that goes on from this one."""
    if len(way) > 1 and way[-1] in stop:
        return
    for there in GRID.adjacent[way[-1]]:
        if there not in way and there not in barred and cost[way[-1], there] is not None:
            yield (*way, there)
            yield from all_ways(cost, (*way, there), barred, stop)


def total(cost: dict[tuple[int, int], int | None], way: Way) -> int:
    return sum(cost[step] or 0 for step in pairwise(way))


@settings(deadline=None, max_examples=60)
@given(costs, hexes, st.integers(0, 9), sets, sets, sets)
def test_cheapest_ways(
    cost: dict[tuple[int, int], int | None],
    start: int,
    budget: int,
    barred: set[int],
    stop: set[int],
    shun: set[int],
) -> None:
    ways = price(GRID.adjacent, lambda here, there: cost[here, there])
    found = cheapest(ways, start, budget, barred=HexSet.of(barred), stop=HexSet.of(stop), shun=HexSet.of(shun))
    best: dict[int, tuple[int, int, int]] = {}
    for way in all_ways(cost, (start,), barred, stop):
        label = total(cost, way), len(shun.intersection(way[1:])), len(way) - 1
        if label[0] <= budget and label < best.get(way[-1], (budget + 1, 0, 0)):
            best[way[-1]] = label
    assert found.cost == {hex: label[0] for hex, label in best.items()}
    assert list(found.cost.values()) == sorted(found.cost.values())
    for hex, label in best.items():
        way = (start, *path(found.before, hex))
        assert (total(cost, way), len(shun.intersection(way[1:])), len(way) - 1) == label
        assert way in set(all_ways(cost, (start,), barred, stop))


prices = st.lists(st.none() | st.integers(1, 4), min_size=6 * LARGER.size, max_size=6 * LARGER.size)
larger_sets = st.sets(st.integers(0, LARGER.size - 1), max_size=8)


@settings(deadline=None, max_examples=60)
@given(prices, st.integers(0, LARGER.size - 1), st.integers(0, 14), larger_sets, larger_sets, larger_sets, larger_sets)
def test_dear_hexes_are_entered_at_other_prices(
    cost: list[int | None],
    start: int,
    budget: int,
    barred: set[int],
    stop: set[int],
    shun: set[int],
    dear: set[int],
) -> None:
    def price_of(here: int, there: int) -> int | None:
        return cost[6 * here + LARGER.adjacent[here].index(there)]

    def dear_price(here: int, there: int) -> int | None:
        return None if (points := price_of(here, there)) is None or points == 4 else points + 1

    usual, other = price(LARGER.adjacent, price_of), price(LARGER.adjacent, dear_price)
    both = price(LARGER.adjacent, lambda here, there: (dear_price if there in dear else price_of)(here, there))
    sets: dict[str, Any] = {"barred": HexSet.of(barred), "stop": HexSet.of(stop), "shun": HexSet.of(shun)}
    found = cheapest(usual, start, budget, dear=HexSet.of(dear), dearer=other, **sets)
    wanted = cheapest(both, start, budget, **sets)
    assert (found.hexes, found.costs, found.nears) == (wanted.hexes, wanted.costs, wanted.nears)


@settings(deadline=None)
@given(st.integers(0, LARGER.size - 1), st.integers(0, 12), st.sets(st.integers(0, LARGER.size - 1)))
def test_equal_costs_are_a_flood(start: int, limit: int, stop: set[int]) -> None:
    ways = price(LARGER.adjacent, lambda here, there: 6)
    found = cheapest(ways, start, 6 * limit + 5, stop=stop)
    before = flood(LARGER.adjacent, start, limit, stop=stop)
    assert found.cost == {hex: 6 * len(path(before, hex)) for hex in before}
    assert all(len(path(found.before, hex)) == len(path(before, hex)) for hex in before)


def test_command_range_along_a_road() -> None:
    """Half a hex along the road and a whole one beside it, counted in halves; four hexes are in range."""
    road = [CUSTOZA.index(f"30{row:02}") for row in range(10, 19)]
    roads = Hexsides(CUSTOZA, ((a, b, Feature("road")) for a, b in pairwise(road)))
    ways = price(CUSTOZA.adjacent, lambda here, there: 1 if roads.between(here, there) else 2)
    cost = cheapest(ways, road[0], 8).cost
    assert cost[CUSTOZA.index("3018")] == 8
    assert cost[CUSTOZA.index("3116")] == 8
    assert CUSTOZA.index("3117") not in cost
    assert CUSTOZA.index("3310") in cost
    assert CUSTOZA.index("3510") not in cost


def test_the_same_price_by_way_of_fewer_zones() -> None:
    start, goal = CUSTOZA.index("3010"), CUSTOZA.index("3212")
    ways = price(CUSTOZA.adjacent, lambda here, there: 6)
    usual = path(cheapest(ways, start, 18).before, goal)
    around = path(cheapest(ways, start, 18, shun={usual[0]}).before, goal)
    assert len(around) == len(usual) == 3
    assert usual[0] not in around


def test_slopes_cost_by_direction_and_steep_ones_bar() -> None:
    foot, top = CUSTOZA.index("3010"), CUSTOZA.index("3011")
    sides = Hexsides(
        CUSTOZA, [(foot, top, Feature("slope", high=top)), (foot, CUSTOZA.index("3009"), Feature("cliff"))]
    )

    def cost(here: int, there: int) -> int | None:
        points = 6
        for feature in sides.between(here, there):
            if feature.kind == "cliff":
                return None
            points += 6 if feature.high == there else 2
        return points

    ways = price(CUSTOZA.adjacent, cost)
    assert cheapest(ways, foot, 12).cost[top] == 12
    assert cheapest(ways, top, 12).cost[foot] == 8
    assert cheapest(ways, foot, 12).cost[CUSTOZA.index("3009")] == 12
    assert CUSTOZA.index("3009") not in cheapest(ways, foot, 11).cost


def test_no_step_earns_points() -> None:
    with pytest.raises(ValueError, match="A step from hex 0 costs nothing, or less"):
        price(GRID.adjacent, lambda here, there: -1)


def test_a_search_in_the_midst_of_another_leaves_it_alone() -> None:
    """Prices are asked for while a search is under way, and whoever says them may search, too."""
    known = price(LARGER.adjacent, lambda here, there: 1 + (here + there) % 3)

    def cost(here: int, there: int) -> int:
        cheapest(known, there, 6, barred={here})
        return 1 + (here + there) % 3

    found, wanted = cheapest(PricedWays(LARGER.adjacent, cost), 9, 7), cheapest(known, 9, 7)
    assert (found.hexes, found.costs, found.nears) == (wanted.hexes, wanted.costs, wanted.nears)


def test_a_way_is_told_by_its_place_as_by_its_hex() -> None:
    found = cheapest(price(LARGER.adjacent, lambda here, there: 1 + here % 2), 9, 5)
    assert len(found.hexes) > LARGER.size // 2
    for place, hex in enumerate(found.hexes):
        assert found.way(place) == path(found.before, hex)
