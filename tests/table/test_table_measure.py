"""Sines, angles and rounding."""

import hashlib
from fractions import Fraction
from math import isqrt, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quadrilatero.table import LEFT, RIGHT, aligned, arc_length, span, wheel
from quadrilatero.table.measure import (
    ONE,
    SINES,
    _sines,
    apart,
    cosine,
    divided,
    half_root,
    half_scaled,
    height,
    scaled,
    sine,
)
from tests.table.poses import thorough

HASH = "23b7caf77bc756fc2582dda399c8c4b39d7b02a62829d9f8190e6c91eee816c4"


def test_the_table_of_sines_is_the_same_everywhere() -> None:
    assert hashlib.sha256(repr(SINES).encode()).hexdigest() == HASH


def test_the_table_of_sines_comes_out_the_same_when_it_is_made_again() -> None:
    assert _sines() == SINES


def test_sines_are_the_nearest_whole_numbers() -> None:
    assert len(SINES) == 9001
    assert all(abs(value - sin(k * pi / 18000) * ONE) < 0.500001 for k, value in enumerate(SINES))
    assert (SINES[0], SINES[3000], SINES[9000]) == (0, ONE // 2, ONE)


@thorough
@given(st.integers(-80000, 80000))
def test_sines_of_any_angle(angle: int) -> None:
    assert abs(int(sine(angle)) - sin(angle * pi / 18000) * ONE) < 0.51
    assert sine(-angle) == -sine(angle) == sine(angle + 18000)
    assert cosine(angle) == cosine(-angle) == sine(9000 - angle)


@thorough
@given(st.integers(-(2**50), 2**50))
def test_rounding_is_half_away_from_zero(number: int) -> None:
    for rounded, exact in (
        (int(scaled(number)), Fraction(number, ONE)),
        (int(half_scaled(number)), Fraction(number, 2 * ONE)),
        (divided(number, 7), Fraction(number, 7)),
    ):
        assert abs(rounded - exact) <= Fraction(1, 2)
        if abs(rounded - exact) == Fraction(1, 2):
            assert abs(rounded) > abs(exact)


def test_halves() -> None:
    assert [scaled(n * ONE // 2) for n in (-3, -1, 1, 3)] == [-2, -1, 1, 2]
    assert [half_scaled(n * ONE) for n in (-3, -1, 1, 3)] == [-2, -1, 1, 2]
    almost, half = ONE // 2 - 1, ONE // 2
    assert [scaled(n) for n in (-half, -almost, 0, almost, half)] == [-1, 0, 0, 0, 1]
    assert [half_scaled(n) for n in (-ONE, 1 - ONE, 0, ONE - 1, ONE)] == [-1, 0, 0, 0, 1]
    assert [divided(n, 2) for n in (-3, -1, 0, 1, 3)] == [-2, -1, 0, 1, 2]
    assert [divided(n, 3) for n in (-4, -2, -1, 1, 2, 4)] == [-1, -1, 0, 0, 1, 1]


@thorough
@given(st.integers(-(2**40), 2**40), st.integers(1, 2**36))
def test_a_height_is_the_nearest_whole_number(cross: int, square: int) -> None:
    high = height(cross, square)
    assert (2 * high - 1) ** 2 * square <= 4 * cross**2 or high == 0
    assert 4 * cross**2 < (2 * high + 1) ** 2 * square


def test_roots() -> None:
    assert [half_root(n) for n in (0, 1, 3, 4, 8, 9, 24, 25, 440, 441)] == [0, 1, 1, 1, 1, 2, 2, 3, 10, 11]


def test_span() -> None:
    assert span(0, 0, 3000, 4000) == 5000
    assert span(1, 1, 2, 2) == 1
    assert span(5, -7, 5, -7) == 0


@pytest.mark.parametrize(
    ("width", "angle", "length"),
    [(3000, 9000, 4712), (3000, 4500, 2356), (1000, 100, 17), (6000, 1, 1), (3000, -9000, 4712)],
)
def test_the_arc_of_the_outer_corner(width: int, angle: int, length: int) -> None:
    assert arc_length(width, angle) == length


@thorough
@given(st.integers(0, 20000), st.integers(0, 36000))
def test_arcs_are_the_nearest_whole_numbers(width: int, angle: int) -> None:
    assert abs(arc_length(width, angle) - width * angle * pi / 18000) < 0.5001


def test_the_angle_between_facings() -> None:
    facings = [(0, 0), (0, 100), (35950, 50), (50, 35950), (0, 18000), (9000, 27001)]
    assert [apart(*two) for two in facings] == [0, 100, 100, 100, 18000, 17999]


@thorough
@given(st.integers(0, 2**59) | st.integers(0, 2**42) | st.integers(0, 2**29).map(lambda root: root * root))
def test_the_root_is_exact(number: int) -> None:
    for near in (number, number + 1, max(0, number - 1)):
        assert half_root(near) == (isqrt(near) + 1) // 2


def test_facings_a_degree_apart_are_level_and_no_more() -> None:
    line, beside = (0, 0, 0, 3000, 625), (3000, 0, 0, 3000, 625)
    assert [aligned(line, wheel(beside, LEFT, angle)) for angle in (99, 100, 101)] == [RIGHT, RIGHT, None]
