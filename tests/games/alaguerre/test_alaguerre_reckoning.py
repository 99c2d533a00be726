"""8.2, 8.4, 9.4, 10.2, 5.2: ranges, modifiers and rates, each where another would do almost as well."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import fire_modifiers, shots, weapons
from tests.games.alaguerre.battle import area, blue, line, red, state

Plain = dict[str, Any]
AT = [20000, 20000]


# -- ranges (8.2) ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.2-t1", "alaguerre:8.2-t2", "alaguerre:8.2-t3", "alaguerre:8.2-t4")
@pytest.mark.parametrize(
    ("base", "ranges"),
    [
        (red("A", AT, "Cav", "1/-/2 a", weapon="Aq"), (0, 0, 0)),
        (red("A", AT, "Cav", "1/1/2 a", weapon="Aq"), (0, 1500, 1500)),
        (red("A", AT, "Rei", "1/1/1 a", weapon="Aq"), (0, 1500, 1500)),
        (red("A", AT, "Rei", "1/1/1 a", weapon="Ps"), (500, 1000, 1000)),
        (red("A", AT, "Cav", "1/1/1 a", weapon="Ps"), (0, 1000, 1000)),
        (red("A", AT, "Sh", "1/1/1 -", weapon="Ps"), (0, 1000, 1000)),
        (red("A", AT, "Sh", "1/1/1 -", weapon="Mk"), (1000, 2000, 2000)),
        (red("A", AT, "MdArt", "1/1/- -", weapon="Ps"), (1000, 4000, 8000)),
        (red("A", AT, "LtArt", "1/1/- -", weapon="Mk"), (500, 3000, 6000)),
    ],
)
def test_ranges_of_those_who_have_the_arms_of_others(base: Plain, ranges: tuple[int, int, int]) -> None:
    s = state(base)
    one = s.bases["A"]
    assert (weapons.short_range(s, one), weapons.long_range(one), weapons.longest_range(one)) == ranges


# -- fire (8.4) --------------------------------------------------------------------------------------------------------


def shot_of(
    firer: Plain, target: Plain, side: str = "front", terrain: tuple[Plain, ...] = (), **options: str
) -> dict[str, int]:
    s = state(firer, target, terrain=terrain, options=options)
    shot = shots.aim(s, s.bases[firer["id"]], s.bases[target["id"]], side)
    return {rule: value for rule, value in fire_modifiers.modifiers(s, shot) if value}


SPENT: Plain = {"first_fire": False}


@pytest.mark.rule("alaguerre:8.4-t12")
@pytest.mark.parametrize(
    ("at", "note", "found"),
    [
        ([20000, 21500], "shields", {"8.4-t12": -1}),
        ([20000, 21500], "pavises", {"8.4-t12": -1}),
        ([20000, 17000], "shields", {}),
        ([17000, 19500], "shields", {"8.4-t12": -1}),
        ([17000, 19500], "pavises", {}),
        ([23000, 19500], "shields", {}),
    ],
)
def test_where_shields_and_pavises_help_who_faces_north(at: list[int], note: str, found: dict[str, int]) -> None:
    firer = blue("B", at, "Ln", "1/1/1 -", **SPENT)
    assert shot_of(firer, red("A", AT, "Hv", "1/-/1 -", notes=[note])) == found


@pytest.mark.rule("alaguerre:8.4.3-a", "alaguerre:8.4-t15")
def test_salvoes_are_of_foot_and_fire_to_a_flank_of_reiters() -> None:
    target = blue("B", [20000, 21500], "Cav", "1/-/1 -")
    assert shot_of(red("A", AT, "Ln", "1/1/1 -", notes=["salvo"], **SPENT), target) == {"8.4.3-a": 1}
    assert shot_of(red("A", AT, "MC", "1/1/1 -", notes=["salvo"], weapon="Aq", **SPENT), target) == {}
    beside = blue("B", [22500, 20000], "Cav", "1/-/1 -")
    assert shot_of(red("A", AT, "Rei", "1/1/1 -", **SPENT), beside, "right") == {"8.4-t15": -1}
    square = red("A", AT, "Pk", "1/1/1 -", formation="square", **SPENT)
    assert shot_of(square, beside, "right") == {"8.4-t17": -2}


@pytest.mark.rule("alaguerre:8.4.2-a", "alaguerre:8.4.2-b", "alaguerre:8.4.2-e")
@pytest.mark.parametrize(
    ("more", "sides"),
    [
        ({}, 1),
        ({"occupies": "H"}, 1),
        ({"inside": "V", "occupies": {"piece": "V", "sides": [0, 1]}}, 2),
        ({"inside": "V", "occupies": {"piece": "V", "sides": [2]}}, 1),
        ({"inside": "V", "occupies": {"piece": "V", "sides": "all"}}, 4),
        ({"formation": "square"}, 4),
    ],
)
def test_on_how_many_sides_a_base_shoots(more: Plain, sides: int) -> None:
    ground = (area("V", "village", 18, 18, 22, 22, vdf=1), line("H", "hedge", (18, 20), (22, 20), vdf=1))
    s = state(red("A", AT, **more), terrain=ground)
    assert fire_modifiers.sides_of(s.bases["A"]) == sides
    if more.get("inside"):
        guns = state(red("A", AT, "LtArt", "1/1/- -", **more), terrain=ground)
        assert fire_modifiers.sides_of(guns.bases["A"]) == 1
