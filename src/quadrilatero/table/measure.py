"""Lengths, angles, sides and tolerances: whole numbers throughout, and one table of sines.

A length is a whole number of the smallest measure of the rules, an angle one of hundredths of a degree, clockwise from
north (+y); x grows east. A measured value is the exact one rounded to the nearest whole number, and every rule compares
that number. There are two tolerances: what is no more than TOUCH apart touches, and fronts are level within LEVEL.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

from quadrilatero.native import i64

Point = tuple[int, int]

Side = int
FRONT: Final = 1
RIGHT: Final = 2
REAR: Final = 4
LEFT: Final = 8
CENTRE: Final = 0
"""Sides can be joined to a set (LEFT | RIGHT). CENTRE is no side: it is what `reform` may keep."""

SIDES: Final = (FRONT, RIGHT, REAR, LEFT)
"""Clockwise, as the corners follow one another: a side begins at the corner of its own number."""

TOUCH: Final = 10
LEVEL: Final = (100, 50)
"""Facings within the first, an angle, and front lines within the second."""

FULL: Final = 36000
ONE_BITS: Final = 30
ONE: Final = 1 << ONE_BITS
"""The sine of a right angle in the table."""

NEAR: Final = (2 * TOUCH + 1) ** 2
"""A squared double (see `half_root`) below this is a length of at most TOUCH."""

_FINE: Final = 96


def _arc_tangent_of_one_over(n: int) -> int:
    """In units of 2^-96, by adding up powers."""
    power, total, k = (1 << _FINE) // n, 0, 1
    while power:
        total += power // k if k % 4 == 1 else -(power // k)
        power //= n * n
        k += 2
    return total


def _sines() -> list[int]:
    """The sines of 0.00 to 90.00 degrees in units of 2^-30, from Machin's pi by the sum of multiple angles."""
    pi = 16 * _arc_tangent_of_one_over(5) - 4 * _arc_tangent_of_one_over(239)
    step = pi // (FULL // 2)
    sine, cosine, term, k = 0, 0, 1 << _FINE, 0
    while term:
        if k % 2:
            sine += term if k % 4 == 1 else -term
        else:
            cosine += term if k % 4 == 0 else -term
        k += 1
        term = (term * step >> _FINE) // k
    before, now, table = -sine, 0, []
    for _ in range(FULL // 4 + 1):
        table.append(((now >> (_FINE - ONE_BITS - 1)) + 1) >> 1)
        before, now = now, (2 * cosine * now >> _FINE) - before
    return table


SINES: Final = _sines()


def direction(angle: i64) -> tuple[i64, i64]:
    """The sine and the cosine of any angle, in units of 2^-30: how far a way in that direction leads east and north."""
    if angle < 0 or angle >= 36000:
        angle %= 36000
    if angle <= 9000:
        return SINES[angle], SINES[9000 - angle]
    if angle <= 18000:
        return SINES[18000 - angle], -SINES[angle - 9000]
    if angle <= 27000:
        return -SINES[angle - 18000], -SINES[27000 - angle]
    return -SINES[36000 - angle], SINES[angle - 27000]


def sine(angle: i64) -> i64:
    """Of any angle, in units of 2^-30."""
    return direction(angle)[0]


def cosine(angle: i64) -> i64:
    """Of any angle, in units of 2^-30."""
    return direction(angle)[1]


def scaled(product: i64) -> i64:
    """A product with a sine brought back to a length, rounded half away from zero."""
    if product < 0:
        return -((-product + 536870912) >> 30)
    return (product + 536870912) >> 30


def half_scaled(product: i64) -> i64:
    """The same of twice a length."""
    if product < 0:
        return -((-product + 1073741824) >> 31)
    return (product + 1073741824) >> 31


def divided(number: int, parts: int) -> int:
    """A quotient by a number above 0, rounded half away from zero."""
    shared = (2 * abs(number) + parts) // (2 * parts)
    return -shared if number < 0 else shared


def quotient(number: int, parts: int) -> int:
    """The square of a number divided by another, rounded down. The square may be more than a machine word holds."""
    return number * number // parts


def half_root(squared_double: i64) -> i64:
    """The length of which the double was squared and rounded down, to the nearest whole number.

    Rounding down the square of the double first changes nothing, and lets the least of several lengths be found before
    the root is drawn: `floor(4 d^2)` grows with d. The root is Newton's, who comes from above, so that what is still
    too much is counted off at the end. The square is below 2^60.
    """
    if squared_double == 0:
        return 0
    bound: i64 = 256
    bits: i64 = 7
    while bound * bound <= squared_double:
        bound <<= 1
        bits += 1
    root = (bound + (squared_double >> bits)) // 3
    root = (root + squared_double // root) >> 1
    root = (root + squared_double // root) >> 1
    if bits > 20:
        root = (root + squared_double // root) >> 1
    while root * root > squared_double:
        root -= 1
    return (root + 1) >> 1


def height(cross: int, square: int) -> int:
    """A cross product (or dot product) with a vector, divided by the vector's length, whose square is given."""
    double = 2 * abs(cross)
    return (isqrt(double * double // square) + 1) // 2


def span(x1: int, y1: int, x2: int, y2: int) -> int:
    """The distance of two points."""
    return half_root(4 * ((x2 - x1) ** 2 + (y2 - y1) ** 2))


def apart(one: int, other: int) -> int:
    """The angle between two facings, 0 to 18000."""
    between = (one - other) % FULL
    return min(between, FULL - between)


def arc_length(width: int, angle: int) -> int:
    """How far the outer corner goes when a front of that width wheels by that angle."""
    pi, one = 3141592653589793238462643383279502884, 10**36
    return divided(width * abs(angle) * pi, 18000 * one)
