"""A board of the shape that the battle of Custoza is played on, made from its numbers alone."""

import pytest

from quadrilatero.hexes import Facings, HexSet
from tests.hexes.shapes import CUSTOZA

FACINGS = Facings(CUSTOZA, to="side")


def numbers(hexes: HexSet | tuple[int, ...]) -> list[str]:
    return [CUSTOZA.number(cell) for cell in hexes]


def test_count() -> None:
    assert CUSTOZA.size == 1861
    assert len(CUSTOZA.cols) == 61
    places = [CUSTOZA.place(cell) for cell in range(CUSTOZA.size)]
    for col in CUSTOZA.cols:
        rows = [row for place, row in places if place == col]
        assert rows == list(range(4, 34 if col % 2 else 35))


def test_neighbours() -> None:
    """Odd columns half a hex south of even ones."""
    for cell in range(CUSTOZA.size):
        c, r = CUSTOZA.place(cell)
        low = r if c % 2 else r - 1
        near = [(c, r - 1), (c + 1, low), (c + 1, low + 1), (c, r + 1), (c - 1, low + 1), (c - 1, low)]
        expected = [f"{x:02}{y:02}" if 10 <= x <= 70 and 4 <= y <= 34 - x % 2 else None for x, y in near]
        steps = CUSTOZA.neighbours[cell]
        assert [CUSTOZA.number(near) if near >= 0 else None for near in steps] == expected


def test_fortress_of_peschiera() -> None:
    assert numbers(CUSTOZA.adjacent[CUSTOZA.index("1705")]) == ["1704", "1805", "1806", "1706", "1606", "1605"]


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("4404", "4409", 5),
        ("4404", "4410", 6),
        ("3010", "3019", 9),
        ("3010", "3020", 10),
        ("1705", "1606", 1),
        ("1705", "1604", 2),
        ("1004", "7034", 60),
        ("1034", "7004", 60),
        ("1004", "1133", 30),
    ],
)
def test_distances(a: str, b: str, steps: int) -> None:
    assert CUSTOZA.distance(CUSTOZA.index(a), CUSTOZA.index(b)) == steps


@pytest.mark.parametrize(
    ("facing", "front", "rear"),
    [
        ("N", ["2909", "3009", "3109"], ["3110", "3011", "2910"]),
        ("NE", ["3009", "3109", "3110"], ["3011", "2910", "2909"]),
        ("SE", ["3109", "3110", "3011"], ["2910", "2909", "3009"]),
        ("S", ["3110", "3011", "2910"], ["2909", "3009", "3109"]),
        ("SW", ["3011", "2910", "2909"], ["3009", "3109", "3110"]),
        ("NW", ["2910", "2909", "3009"], ["3109", "3110", "3011"]),
    ],
)
def test_fronts_and_rears(facing: str, front: list[str], rear: list[str]) -> None:
    cell, turned = CUSTOZA.index("3010"), FACINGS.names.index(facing)
    assert numbers(FACINGS.front[cell][turned]) == front
    assert numbers(FACINGS.rear[cell][turned]) == rear


def test_who_is_beaten_from_the_north_goes_to_one_of_three() -> None:
    beaten = CUSTOZA.index("3011")
    assert set(numbers(FACINGS.behind[beaten][FACINGS.names.index("N")])) == {"3012", "2911", "3111"}


def test_a_zone_leaves_out_what_cannot_be_entered() -> None:
    closed = HexSet.of(map(CUSTOZA.index, ["3011", "3110", "2909"]))
    assert set(numbers(CUSTOZA.around[CUSTOZA.index("3010")] - closed)) == {"3009", "3109", "2910"}


def test_field_of_fire_to_five_hexes() -> None:
    """Facing north from 4014: the corner between a front side and a rear side still counts."""
    field = FACINGS.arc(CUSTOZA.index("4014"), 0, 5)
    assert len(field) == 47
    assert all(CUSTOZA.index(number) in field for number in ("4009", "3513", "4214", "3814", "4412"))
    assert all(CUSTOZA.index(number) not in field for number in ("4008", "3514", "4215", "4015", "4114"))
