"""Overlaps, against shapely and against each other."""

from hypothesis import given
from hypothesis import strategies as st

from quadrilatero.table import TOUCH, Pose, distance, overlap, overlaps, overlaps_any
from tests.table.poses import ORIGIN, difference, mirrored, moved, pairs, poses, thorough, turned

Pair = tuple[Pose, Pose]

crowded = poses.map(lambda p: (p[0] % 9000, p[1] % 9000, *p[2:]))


@thorough
@given(pairs)
def test_overlap_is_the_shortest_way_out(pair: Pair) -> None:
    ways = difference(*pair)
    expected = ways.exterior.distance(ORIGIN) if ways.contains(ORIGIN) else 0
    assert abs(overlap(*pair) - expected) <= 0.501


@thorough
@given(pairs)
def test_overlap_is_the_same_from_both_sides_and_wherever_the_table_is(pair: Pair) -> None:
    a, b = pair
    depth = overlap(a, b)
    assert depth == overlap(b, a)
    assert depth == overlap(moved(a), moved(b)) == overlap(turned(a), turned(b)) == overlap(mirrored(a), mirrored(b))
    assert overlaps(a, b) == (depth > TOUCH)
    far = (-90000, -90000, 0, 500, 500)
    for change in (moved, turned, mirrored):
        others = [far, change(b), far]
        assert overlaps_any(change(a), others) == (1 if depth > TOUCH else -1)
        assert overlaps_any(change(a), others, but=1) == -1
        assert overlaps_any(change(a), others[1:]) == (0 if depth > TOUCH else -1)
    assert depth == 0 or distance(a, b) == 0


@thorough
@given(
    poses, st.lists(poses | poses.map(lambda p: (p[0] % 9000, p[1] % 9000, *p[2:])), max_size=20), st.integers(-1, 5)
)
def test_the_first_of_many(a: Pose, others: list[Pose], but: int) -> None:
    a = (a[0] % 9000, a[1] % 9000, *a[2:])
    found = [i for i, b in enumerate(others) if i != but and overlap(a, b) > TOUCH]
    assert overlaps_any(a, others, but) == (found[0] if found else -1)


def test_depths() -> None:
    line = (0, 0, 0, 3000, 625)
    assert overlap(line, (0, 100, 0, 3000, 625)) == 525
    assert overlap(line, (2990, 0, 0, 3000, 625)) == 10
    assert overlap(line, (3000, 0, 0, 3000, 625)) == 0
    assert overlap(line, (3010, 0, 0, 3000, 625)) == 0
    assert overlap(line, (0, 0, 9000, 625, 3000)) == 313
    assert overlap(line, (0, 0, 18000, 3000, 625)) == 0
    assert overlap(line, (0, -20, 18000, 3000, 625)) == 20
    assert overlap(line, line) == 625
    assert overlap((0, 0, 0, 1000, 1000), (0, 687, 4500, 1000, 1000)) == 368
    assert overlap((0, 0, 0, 3001, 1), (3000, 0, 0, 3001, 1)) == 1, "however thin they are"


def test_touch_is_no_overlap() -> None:
    line = (0, 0, 0, 3000, 625)
    assert [overlaps(line, (3000 - n, 0, 0, 3000, 625)) for n in (-5, 0, 10, 11)] == [False, False, False, True]
    others = [(9000, 0, 0, 3000, 625), (2990, 0, 0, 3000, 625), (2989, 0, 0, 3000, 625), line]
    assert overlaps_any(line, others) == 2
    assert overlaps_any(line, others, but=2) == 3
    assert overlaps_any(line, others[:2]) == -1
    assert overlaps_any(line, []) == -1
