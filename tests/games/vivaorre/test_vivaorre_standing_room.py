"""Chapter 8: whether a unit has room where it stands, and what difficult ground makes of its order."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules.going import Going
from tests.games.vivaorre.battle import area, blue, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [68000, 44000])


def going(*others: Plain, terrain: tuple[Plain, ...] = (), charging: bool = False, **more: Any) -> Going:
    """A unit that is put down at HERE, whatever stands there."""
    s = state(red("A", [60000, 5000], **more), *others, FAR, terrain=terrain)
    walk = Going(s, s.units["A"], charging=charging)
    walk.place((30000, 10000, *walk.unit.pose[2:]))
    return walk


def why(walk: Going) -> tuple[str | None, str] | None:
    refusal = walk.fits()
    return None if refusal is None else (refusal.rule, refusal.reason)


@pytest.mark.rule("vivaorre:8-q", "vivaorre:7-g")
def test_nobody_has_room_on_top_of_another_but_skirmishers_on_their_way_among_friends() -> None:
    loose: Plain = {"formation": "skirmish", "notes": ["skirmish"]}
    friend, foe = red("B", HERE), blue("E", [30000, 9500])
    aside = red("C", [40000, 10000]), blue("F", [20000, 10000])
    assert why(going(*aside)) is None
    assert why(going(friend)) == why(going(*aside, friend)) == ("8-q", "no_room")
    assert why(going(foe)) == why(going(*aside, foe)) == ("7-g", "no_room")
    assert why(going(friend, **loose)) is None
    assert why(going(foe, **loose)) == ("7-g", "no_room")
    assert why(going(friend, charging=True, **loose)) == ("8-q", "no_room"), "a charge passes through nobody"


@pytest.mark.rule("vivaorre:8-s", "vivaorre:8-w")
def test_who_is_put_down_in_difficult_ground_is_a_mass_there_but_for_horse_in_column_among_houses() -> None:
    wood, village = area("w", "open_wood", 20, 5, 40, 15), area("v", "building", 20, 1, 40, 20)
    cases: tuple[tuple[Plain, Plain, str, str | None], ...] = (
        (wood, {}, "mass", "ground"),
        (wood, {"formation": "mass"}, "mass", "ground"),
        (village, {"arm": "cavalry", "formation": "march"}, "march", None),
    )
    for terrain, troops, formation, disorder in cases:
        walk = going(terrain=(terrain,), **troops)
        assert why(walk) is None
        assert (walk.unit.formation, walk.unit.disorder) == (formation, disorder)


@pytest.mark.rule("vivaorre:8-s")
@pytest.mark.parametrize(
    ("formation", "disorder", "changed", "after"),
    [
        ("line", None, True, "ground"),
        ("line", "reorder", True, "reorder"),
        ("mass", None, False, "ground"),
        ("mass", "reorder", False, "reorder"),
    ],
)
def test_what_has_disordered_a_unit_first_goes_on_to(
    formation: str, disorder: str | None, changed: bool, after: str
) -> None:
    walk = going(formation=formation, disorder=disorder)
    assert walk.becomes_mass() is changed
    assert (walk.unit.formation, walk.unit.disorder) == ("mass", after)


@pytest.mark.rule("vivaorre:8-s", "vivaorre:7-g")
def test_a_charge_that_has_no_room_for_a_mass_keeps_its_formation() -> None:
    walk = going(red("B", [30000, 9000]), charging=True)
    assert walk.becomes_mass() is False
    assert walk.unit.formation == "line"
    walk = going(red("B", [30000, 9000]))
    assert walk.becomes_mass() is True
    walk = going(charging=True)
    assert walk.becomes_mass() is True
