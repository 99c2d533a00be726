"""Chapter 8: the score of a shot, row by row of the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import Plain, blue, box, modifiers, red, roll, shot

USED = {"first_fire": False}


def sum_of(firer: Plain, target: Plain, **keys: Any) -> dict[str, int]:
    return modifiers(roll(shot(firer, target, **keys), "fire", unit="F"))


def foot(**more: object) -> Plain:
    return red("F", 20000, 18000, "Sh", **{**USED, **more})


def gun(troops: str = "LtArt", **more: object) -> Plain:
    return red("F", 20000, 18000, troops, **more)


def at(distance: int, troops: str = "Hv", **more: object) -> Plain:
    return blue("T", 20000, 18000 + distance, troops, **more)


CASES: list[tuple[str, str, Plain, Plain, dict[str, int]]] = [
    ("8.4-t10", "a musket at long range", foot(), at(2000), {}),
    ("8.4-t10", "a light gun just beyond short range", gun(), at(501), {"8.4-t10": -1}),
    ("8.4-t10", "a light gun at the end of long range", gun(), at(3000), {"8.4-t10": -1}),
    ("8.4-t16", "a light gun beyond long range", gun(), at(3001), {"8.4-t16": -2}),
    ("8.4-t16", "a light gun at the end of extreme range", gun(), at(6000), {"8.4-t16": -2}),
    ("8.4-t2", "a light gun at half a um", gun(), at(500), {"8.4-t2": 2}),
    ("8.4-t2", "a medium gun at a um", gun("MdArt"), at(1000), {"8.4-t2": 2}),
    ("8.4-t2", "a heavy gun at one and a half", gun("HvArt"), at(1500), {"8.4-t2": 2}),
    ("8.3-a", "a howitzer as a medium gun, short", gun("MdHow"), at(1000), {"8.4-t2": 2}),
    ("8.3-a", "a howitzer as a medium gun, long", gun("MdHow"), at(4000), {"8.4-t10": -1}),
    ("8.2-t4", "a medium gun at four", gun("MdArt"), at(4000), {"8.4-t10": -1}),
    ("8.2-t4", "a medium gun at eight", gun("MdArt"), at(8000), {"8.4-t16": -2}),
    ("8.2-t4", "a heavy gun at five", gun("HvArt"), at(5000), {"8.4-t10": -1}),
    ("8.2-t4", "a heavy gun at ten", gun("HvArt"), at(10000), {"8.4-t16": -2}),
    ("8.4-t1", "muskets on who used the tactical move", foot(), at(1500, tactical=True), {"8.4-t1": 1}),
    ("8.4-t1", "guns on who used the tactical move", gun(), at(400, tactical=True), {"8.4-t1": 2, "8.4-t2": 2}),
    ("8.4-t3", "the first fire of muskets", foot(first_fire=True), at(1500), {"8.4-t3": 1}),
    ("8.4-t3", "no first fire of bows", foot(first_fire=True, weapon="Bw"), at(1500), {}),
    ("8.4-t3", "no first fire of long bows", foot(first_fire=True, weapon="LBw"), at(1500), {}),
    ("8.4-t3", "no first fire of guns", gun(first_fire=True), at(500), {"8.4-t2": 2}),
    ("8.4-t5", "muskets on pikes", foot(), at(1500, "Pk"), {"8.4-t5": 1}),
    ("8.4-t5", "arquebuses on pikes", foot(weapon="Aq"), at(1500, "Pk"), {"8.4-t5": 1}),
    ("8.4-t5", "pistols on pikes", red("F", 20000, 18000, "Rei", **USED), at(1000, "Pk"), {"8.4-t5": 1}),
    ("8.4-t5", "guns on pikes", gun(), at(500, "Pk"), {"8.4-t2": 2, "8.4-t5": 1}),
    ("8.4-t5", "bows are no firearms", foot(weapon="Bw"), at(1500, "Pk"), {}),
    ("8.4-t5", "crossbows are no firearms", foot(weapon="XBw"), at(1500, "Pk"), {}),
    ("8.4-t6", "a disordered firer", foot(state="disordered"), at(1500), {"8.4-t6": -1}),
    ("8.4-t6", "a disordered battery", gun(state="disordered"), at(500), {"8.4-t2": 2, "8.4-t6": -1}),
    ("8.4-t7", "one loss of the firer", foot(losses=1), at(1500), {"8.4-t7": -1}),
    ("8.4-t7", "three losses of the firer", foot(losses=3), at(1500), {"8.4-t7": -3}),
    ("2.6.6-c", "strength missing from the start", foot(strength=2), at(1500), {"8.4-t7": -2}),
    ("2.6.6-c", "missing strength and a loss", foot(strength=3, losses=1), at(1500), {"8.4-t7": -2}),
    ("8.4-t8", "muskets on open order", foot(), at(1500, "Lt"), {"8.4-t8": -1}),
    ("8.4-t8", "guns on open order", gun(), at(500, "Lt"), {"8.4-t2": 2, "8.4-t8": -1}),
    ("8.4-t9", "muskets on guns", foot(), at(1500, "LtArt"), {"8.4-t9": -1}),
    ("8.4-t9", "guns on guns", gun(), at(2000, "MdArt"), {"8.4-t9": -1, "8.4-t10": -1}),
    ("8.4-t11", "foot that has moved half", foot(moved=1000), at(1500), {"8.4-t11": -1}),
    ("8.4-t11", "foot that has changed formation", foot(acted=True), at(1500), {"8.4-t11": -1}),
    ("8.4-t11", "a battery that has moved", gun(moved=500), at(500), {"8.4-t2": 2}),
    ("8.4-t12", "shields from the front", foot(), at(1500, notes=["shields"]), {"8.4-t12": -1}),
    ("8.4-t12", "pavises from the front", foot(), at(1500, notes=["pavises"]), {"8.4-t12": -1}),
    ("8.4-t12", "guns and shields", gun(), at(500, notes=["shields"]), {"8.4-t2": 2}),
    ("8.4-t12", "shields on the right side", foot(), at(2500, facing=9000, notes=["shields"]), {}),
    ("8.4-t12", "shields on the left side", foot(), at(2500, facing=27000, notes=["shields"]), {"8.4-t12": -1}),
    ("8.4-t12", "shields from behind", foot(), at(2500, facing=0, notes=["shields"]), {}),
    ("8.4-t12", "pavises on the left side", foot(), at(2500, facing=27000, notes=["pavises"]), {}),
    ("8.4-t13", "armour", foot(), at(1500, stats="1/-/2 a"), {"8.4-t13": -1}),
    ("8.4-t13", "guns on armour", gun(), at(500, stats="1/-/2 a"), {"8.4-t2": 2, "8.4-t13": -1}),
    ("8.4-t18", "long bows on armour", foot(weapon="LBw"), at(1500, stats="1/-/2 a"), {"8.4-t18": -2}),
    ("8.4-t18", "long bows without armour", foot(weapon="LBw"), at(1500), {}),
    ("8.4.3-a", "salvo without having moved", foot(notes=["salvo"]), at(1500), {"8.4.3-a": 1}),
    ("8.4.3-a", "salvo after a move", foot(notes=["salvo"], moved=500), at(1500), {"8.4-t11": -1}),
    (
        "8.4-t17",
        "a square",
        red("F", 20000, 18000, "Pk", notes=["square"], formation="square", **USED),
        at(1500),
        {"8.4-t17": -2},
    ),
    ("8.1.6-b", "muskets close by, without an approach", foot(), at(300), {}),
    ("8.4-t4", "horse close by, without an approach", foot(), at(300, "Cav"), {}),
]


@pytest.mark.parametrize(
    ("firer", "target", "expected"),
    [pytest.param(f, t, e, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, f, t, e in CASES],
)
def test_modifiers_of_a_shot(firer: Plain, target: Plain, expected: dict[str, int]) -> None:
    assert sum_of(firer, target) == expected


@pytest.mark.parametrize(
    ("options", "firer", "target", "expected"),
    [
        ({"first_fire": "off"}, foot(first_fire=True), at(1500), {}),
        ({"artillery_short": "1"}, gun(), at(500), {"8.4-t2": 1}),
        ({"armour_fire": "0"}, foot(), at(1500, stats="1/-/2 a"), {}),
    ],
)
@pytest.mark.rule("alaguerre:8.4-t3", "alaguerre:8.4-t2", "alaguerre:8.4-t13")
def test_lost_cells_are_options(options: dict[str, str], firer: Plain, target: Plain, expected: dict[str, int]) -> None:
    assert sum_of(firer, target, options=options) == expected


ENGAGED = {"engaged": "T"}


@pytest.mark.parametrize(
    ("firer", "target", "expected"),
    [
        (red("F", 20000, 18000, "Ln", **ENGAGED, **USED), at(1000, "Hv", engaged="F"), {"8.4-t2": 1}),
        (red("F", 20000, 18000, "Ln", **ENGAGED, **USED), at(1000, "Cav", engaged="F"), {"8.4-t2": 1, "8.4-t4": 1}),
        (red("F", 20000, 18000, "Rei", **ENGAGED, **USED), at(500, "Rei", engaged="F"), {"8.4-t2": 1, "8.4-t4": 1}),
        (red("F", 20000, 18000, "Rei", **ENGAGED, **USED), at(500, "Pk", engaged="F"), {"8.4-t2": 1, "8.4-t5": 1}),
    ],
)
@pytest.mark.rule("alaguerre:8.4-t2", "alaguerre:8.4-t4", "alaguerre:7.2.3-d")
def test_engaged_units_shoot_at_short_range(firer: Plain, target: Plain, expected: dict[str, int]) -> None:
    assert sum_of(firer, target) == expected


VILLAGE = box("V", "village", 18000, 19500, 22000, 22000, vdf=2, obstacle=0)
WOOD = box("V", "wood", 18000, 19500, 22000, 22000, vdf=1)


@pytest.mark.parametrize(
    ("terrain", "firer", "target", "expected"),
    [
        (VILLAGE, foot(), at(1500, "Hv", inside="V"), {"8.4-t19": -2}),
        (VILLAGE, foot(), at(1500, "Pk", inside="V"), {"8.4-t19": -2}),
        (VILLAGE, foot(), at(1500, "Lt", inside="V"), {"8.4-t19": -2}),
        (VILLAGE, foot(), at(1500, "LtArt", inside="V"), {"8.4-t19": -2}),
        (VILLAGE, foot(), at(1500, "Hv", inside="V", notes=["pavises"]), {"8.4-t19": -2}),
        (VILLAGE, gun(), at(1500, "Pk", inside="V"), {"8.4-t10": -1, "8.4-t19": -2}),
        (VILLAGE, foot(), at(1500, "Hv", inside="V", stats="1/-/2 a"), {"8.4-t13": -1, "8.4-t19": -2}),
        (WOOD, foot(), at(1500, "Pk"), {"8.4-t5": 1, "8.4-t19": -1}),
        (WOOD, foot(), at(1500, "Lt"), {"8.4-t8": -1, "8.4-t19": -1}),
    ],
)
@pytest.mark.rule("alaguerre:8.4-t19", "alaguerre:8.4.1-a", "alaguerre:8.3-b")
def test_cover(terrain: Plain, firer: Plain, target: Plain, expected: dict[str, int]) -> None:
    assert sum_of(firer, target, terrain=(terrain,)) == expected


@pytest.mark.rule("alaguerre:8.4-t19", "alaguerre:8.4.1-a")
def test_pikes_behind_a_trench_are_still_pikes() -> None:
    trench = {"id": "V", "type": "trench", "line": [[18000, 19500], [22000, 19500]], "vdf": 1, "obstacle": 1}
    assert sum_of(foot(), at(1500, "Pk", occupies="V"), terrain=(trench,)) == {"8.4-t5": 1, "8.4-t19": -1}


@pytest.mark.parametrize(("sides", "row", "value"), [([0, 1], "8.4-t14", -1), ("all", "8.4-t17", -2)])
@pytest.mark.rule("alaguerre:8.4-t14", "alaguerre:8.4-t17", "alaguerre:8.4.2-e")
def test_who_lines_several_sides_shoots_worse(sides: object, row: str, value: int) -> None:
    house = box("V", "village", 18000, 16000, 22000, 18000, vdf=1)
    firer = red("F", 20000, 17500, "Sh", inside="V", occupies={"piece": "V", "sides": sides}, facing=18000, **USED)
    m = shot(firer, blue("T", 20000, 14500, "Hv", facing=0), terrain=(house,), side=0)
    assert modifiers(roll(m, "fire", unit="F")) == {row: value}


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.rule("alaguerre:8.4-t15", "alaguerre:8.1.3-d")
def test_reiters_shoot_from_a_flank(side: str) -> None:
    x = 20000 + (-1900 if side == "left" else 1900)
    target = blue("T", x, 17500, "Hv", facing=9000 if side == "left" else 27000)
    m = shot(red("F", 20000, 18000, "Rei", **USED), target, side=side)
    assert modifiers(roll(m, "fire", unit="F")) == {"8.4-t15": -1}
