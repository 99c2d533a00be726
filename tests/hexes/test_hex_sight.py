"""Lines of sight from tables, against the same rule asked hex by hex."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import NO_HEXES, Blocks, Grid, HexSet, Sight
from quadrilatero.hexes.sight import Rule
from tests.hexes.shapes import CUSTOZA, grids

verdicts = st.sampled_from(list(Blocks))


def by_levels(levels: dict[int, int], closed: set[int], *, higher_end: bool = False) -> Rule:
    """Higher ground blocks always; woods and units do on the level of both ends, or at least of the higher one."""

    def rule(start: int, end: int, hex: int) -> Blocks:
        ends = levels.get(start, 0), levels.get(end, 0)
        level = levels.get(hex, 0)
        if level > max(ends):
            return Blocks.ALWAYS
        if level == max(ends) and (higher_end or level == min(ends)):
            return Blocks.ALWAYS if hex in closed else Blocks.IF_HELD
        return Blocks.NEVER

    return rule


@settings(deadline=None)
@given(grids, st.booleans(), st.data())
def test_tables_say_what_the_rule_says(grid: Grid, grazed: bool, data: st.DataObject) -> None:
    answers = data.draw(st.lists(verdicts, min_size=grid.size, max_size=grid.size))
    held = HexSet.of(data.draw(st.sets(st.integers(0, grid.size - 1))))
    start = data.draw(st.integers(0, grid.size - 1))
    radius = data.draw(st.integers(0, 6))
    sight = Sight(grid, radius, lambda start, end, hex: answers[hex], grazed=grazed)

    def blocks(hex: int) -> bool:
        if hex < 0 or answers[hex] is Blocks.NEVER:
            return False
        return answers[hex] is Blocks.ALWAYS or hex in held

    seen = set()
    for end in range(grid.size):
        line = grid.line(start, end, grazed=grazed)
        barred = [crossed for crossed in line if all(map(blocks, crossed))]
        clear = not barred and grid.distance(start, end) <= radius
        assert sight.is_clear(start, end, held) == clear
        assert sight.barrier(start, end, held) == (barred[0] if barred else ())
        seen |= {end} if clear else set()
    assert set(sight.seen(start, held)) == seen


@settings(deadline=None)
@given(st.dictionaries(st.integers(0, 80), st.integers(0, 3)), st.sets(st.integers(0, 80)), st.data())
def test_who_sees_is_seen(levels: dict[int, int], closed: set[int], data: st.DataObject) -> None:
    grid = Grid(9, 9, layout="flat", shifted="odd")
    sight = Sight(grid, 5, by_levels(levels, closed))
    held = HexSet.of(data.draw(st.sets(st.integers(0, 80))))
    a, b = data.draw(st.integers(0, 80)), data.draw(st.integers(0, 80))
    assert sight.is_clear(a, b, held) == sight.is_clear(b, a, held)


@pytest.mark.parametrize(
    ("levels", "woods", "units", "clear", "clear_by_the_higher_end"),
    [
        ({}, [], [], True, True),
        ({}, ["3012"], [], False, False),
        ({}, [], ["3012"], False, False),
        ({"3010": 1}, ["3012"], [], True, True),
        ({"3010": 1, "3014": 1}, ["3012"], ["3013"], True, True),
        ({"3012": 1}, [], [], False, False),
        ({"3012": 1, "3014": 1}, [], [], True, True),
        ({"3012": 1, "3014": 1}, ["3012"], [], True, False),
        ({"3012": 1, "3014": 1}, [], ["3012"], True, False),
        ({}, ["3014", "3010"], ["3014", "3010"], True, True),
    ],
)
def test_levels_woods_and_units_on_a_straight_line(
    levels: dict[str, int], woods: list[str], units: list[str], clear: bool, clear_by_the_higher_end: bool
) -> None:
    index = CUSTOZA.index
    heights = {index(number): level for number, level in levels.items()}
    closed, held = set(map(index, woods)), HexSet.of(map(index, units))
    for higher_end, expected in ((False, clear), (True, clear_by_the_higher_end)):
        sight = Sight(CUSTOZA, 5, by_levels(heights, closed, higher_end=higher_end))
        assert sight.is_clear(index("3010"), index("3014"), held) == expected
        assert bool(sight.barrier(index("3010"), index("3014"), held)) != expected


@pytest.mark.parametrize(
    ("woods", "units", "clear"),
    [(["3110"], [], True), (["3110"], ["3111"], False), ([], ["3110", "3111"], False), (["3110", "3111"], [], False)],
)
def test_along_a_hexside_one_open_hex_is_enough(woods: list[str], units: list[str], clear: bool) -> None:
    index = CUSTOZA.index
    sight = Sight(CUSTOZA, 5, by_levels({}, set(map(index, woods))))
    held = HexSet.of(map(index, units))
    assert sight.is_clear(index("3011"), index("3211"), held) == clear
    assert set(sight.barrier(index("3011"), index("3211"), held)) == (
        set() if clear else {index("3110"), index("3111")}
    )


def test_neighbours_always_see_each_other_and_nobody_sees_beyond_the_range() -> None:
    sight = Sight(CUSTOZA, 5, lambda start, end, hex: Blocks.ALWAYS)
    here = CUSTOZA.index("3010")
    assert sight.seen(here, CUSTOZA.all) == CUSTOZA.within(here, 1)
    open_ground = Sight(CUSTOZA, 5, lambda start, end, hex: Blocks.IF_HELD)
    assert open_ground.seen(here, NO_HEXES) == CUSTOZA.within(here, 5)
    assert len(open_ground.seen(here, NO_HEXES)) == 91


def test_a_grazed_corner() -> None:
    """The line meets two of its six hexes in a single corner each."""
    here, there = CUSTOZA.index("3015"), CUSTOZA.index("3412")
    crossed = CUSTOZA.line(here, there)
    touched = [hex for element in crossed for hex in element if (hex,) not in CUSTOZA.line(here, there, grazed=False)]
    assert len(touched) == 2
    for grazed in (True, False):
        sight = Sight(CUSTOZA, 5, lambda start, end, hex: Blocks.IF_HELD, grazed=grazed)
        assert sight.is_clear(here, there, HexSet.of(touched)) != grazed


def test_the_rule_is_asked_once() -> None:
    asked = []

    def rule(start: int, end: int, hex: int) -> Blocks:
        asked.append((start, end, hex))
        return Blocks.IF_HELD

    sight = Sight(CUSTOZA, 3, rule)
    here = CUSTOZA.index("3010")
    assert not asked
    sight.seen(here, NO_HEXES)
    first = len(asked)
    assert len(set(asked)) == first > 0
    sight.seen(here, CUSTOZA.all)
    assert sight.is_clear(here, CUSTOZA.index("3013"), NO_HEXES)
    assert len(asked) == first
