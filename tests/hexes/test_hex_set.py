"""Sets of hexes against Python's own sets."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quadrilatero.hexes import NO_HEXES, HexSet

hexes = st.integers(0, 1900)
some = st.frozensets(hexes)
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""A busy machine takes long to make up sets, which says nothing of them."""


@unhurried
@given(some, hexes)
def test_it_behaves_like_a_set(members: frozenset[int], hex: int) -> None:
    found = HexSet.of(members)
    assert list(found) == sorted(members)
    assert len(found) == len(members)
    assert bool(found) == bool(members)
    assert (hex in found) == (hex in members)
    assert all(member in found for member in members)
    assert found.first() == min(members, default=-1)
    assert set(found.plus(hex)) == members | {hex}
    assert set(found.minus(hex)) == members - {hex}


@unhurried
@given(some, some)
def test_algebra(one: frozenset[int], other: frozenset[int]) -> None:
    a, b = HexSet.of(one), HexSet.of(other)
    assert set(a | b) == one | other
    assert set(a & b) == one & other
    assert set(a - b) == one - other
    assert a.meets(b) == (not one.isdisjoint(other))
    assert a.shared(b) == len(one & other)
    assert (a == b) == (one == other)
    assert HexSet.union([a, b, a]) == a | b


@unhurried
@given(some)
def test_equal_sets_are_one_key(members: frozenset[int]) -> None:
    assert {HexSet.of(members): 1}[HexSet.of(sorted(members, reverse=True))] == 1
    assert HexSet.of(members) == HexSet(sum(1 << hex for hex in members))
    assert HexSet.of(members) != members


def test_off_the_map_is_in_no_set() -> None:
    assert -1 not in HexSet.of(range(100))


def test_an_edit_leaves_the_old_set_alone() -> None:
    before = HexSet.of([4])
    assert before.plus(5) | before.minus(4) == HexSet.of([4, 5])
    assert before == HexSet.of([4])
    assert HexSet.union([]) == NO_HEXES == HexSet.of([])


def test_a_hex_below_zero_cannot_be_put_in() -> None:
    with pytest.raises(ValueError, match="negative shift count"):
        HexSet.of([-1])


def test_text() -> None:
    assert repr(HexSet.of([9, 2])) == "HexSet(2, 9)"
    assert repr(NO_HEXES) == "HexSet()"
