"""8.2, 8.4, 9.4, 10.2, 5.2: ranges, modifiers and rates, each where another would do almost as well."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import artillery, fire_modifiers, rates, shots, weapons
from quadrilatero.games.alaguerre.rules.formations import Unit, single
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


# -- rates (5.2) -------------------------------------------------------------------------------------------------------

GUNS = "1/1/- -"


@pytest.mark.rule("alaguerre:5.2-t6", "alaguerre:5.2-t7", "alaguerre:5.2-t8")
@pytest.mark.parametrize(
    ("kind", "formation", "year", "option", "move", "turn"),
    [
        ("LtArt", "battery", 1659, "still", 1000, 1000),
        ("LtArt", "battery", 1660, "still", 2000, 1000),
        ("MdArt", "battery", 1659, "still", 0, 500),
        ("MdArt", "battery", 1660, "still", 1000, 1000),
        ("MdHow", "battery", 1660, "still", 1000, 1000),
        ("HvArt", "battery", 1659, "still", 0, 500),
        ("HvArt", "battery", 1660, "still", 0, 500),
        ("LtArt", "limbered", 1640, "still", 3000, 1000),
        ("MdArt", "limbered", 1640, "still", 2000, 500),
        ("HvArt", "limbered", 1659, "still", 0, 500),
        ("HvArt", "limbered", 1659, "limber", 1000, 500),
        ("HvArt", "limbered", 1660, "still", 1000, 500),
    ],
)
def test_guns_by_class_and_year(kind: str, formation: str, year: int, option: str, move: int, turn: int) -> None:
    s = state(red("A", AT, kind, GUNS, formation=formation), year=year, options={"heavy_guns": option})
    unit = single(s.bases["A"])
    assert (rates.move_of(s, unit), rates.wheel_of(s, unit)) == (move, turn)


@pytest.mark.rule("alaguerre:5.2-t9", "alaguerre:5.2.4-b", "alaguerre:2.7.1-b", "alaguerre:5.2-t5", "alaguerre:6-d")
def test_trains_and_units_of_foot_and_horse() -> None:
    """A mixed unit goes as slowly as its foot, and wheels and charges as horse."""
    s = state(
        red("W", AT, "baggage", "-/-/- -"),
        red("C", [24000, 20000], "camp", "-/-/- -"),
        red("F", [28000, 20000]),
        red("H", [32000, 20000], "LC", "1/0/0 - sk/ln"),
    )
    assert [rates.move_of(s, single(s.bases[id])) for id in "WCFH"] == [1000, 0, 2000, 5000]
    assert [rates.wheel_of(s, single(s.bases[id])) for id in "WCFH"] == [1000, 1000, 1000, 2000]
    mixed = Unit("F", "line", (s.bases["F"], s.bases["H"]))
    assert (rates.move_of(s, mixed), rates.wheel_of(s, mixed), rates.extra_of(mixed)) == (2000, 2000, 2000)
    assert rates.charge_distance(s, mixed) == 4000
    assert [rates.farthest_charge(s, s.bases[id]) for id in "FH"] == [5000, 7000]
    assert rates.tactical_move(s, mixed) == 4000
    light = state(
        red("S", AT, "Sh", "1/1/0 - sk/ln", formation="skirmish"),
        red("L", [24000, 20000], "LC", "1/0/0 - sk/ln", formation="skirmish"),
    )
    assert [rates.wheel_of(light, single(light.bases[id])) for id in "SL"] == [3000, 4000]
    assert [rates.move_of(light, single(light.bases[id])) for id in "SL"] == [3000, 6000]


# -- guns (8.3) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.3.2-a")
def test_damages_of_heavy_guns_add_up_to_a_breach() -> None:
    """Of five damages three lower the value, and two are left over to the end of the impulse."""
    ground = (
        area("V", "village", 18, 22, 22, 26, vdf=2, material="stone"),
        area("E", "redoubt", 28, 22, 32, 26, vdf=2, material="earth"),
        area("O", "farm", 8, 22, 12, 26, vdf=0),
    )
    s = state(red("A", AT, "HvArt", "1/2/- -"), red("M", [24000, 20000], "MdArt", "1/2/- -"), terrain=ground)
    gun = s.bases["A"]
    artillery.batter(s, gun, s.ground.pieces["V"], 0)
    artillery.batter(s, gun, None, 3)
    artillery.batter(s, gun, s.ground.pieces["E"], 3)
    artillery.batter(s, gun, s.ground.pieces["O"], 3)
    artillery.batter(s, s.bases["M"], s.ground.pieces["V"], 3)
    assert (s.battered, s.sink) == ({}, [])
    artillery.batter(s, gun, s.ground.pieces["V"], 2)
    assert (s.battered, s.ground.pieces["V"].vdf) == ({"V": 2}, 2)
    artillery.batter(s, gun, s.ground.pieces["V"], 3)
    assert (s.battered, s.ground.pieces["V"].vdf) == ({"V": 2}, 1)
    artillery.batter(s, gun, s.ground.pieces["V"], 1)
    assert (s.battered, s.ground.pieces["V"].vdf) == ({"V": 0}, 0)
    assert [(event.kind, event.rule, event.data["piece"], event.data["vdf"]) for event in s.sink] == [
        ("works", "8.3.2-a", "V", 1),
        ("works", "8.3.2-a", "V", 0),
    ]


@pytest.mark.rule("alaguerre:8.3.1-a")
def test_only_guns_on_the_flat_top_of_a_rise_have_a_dead_zone() -> None:
    hill = area("H", "hill", 15, 8, 25, 12, top=[[15000, 9000], [25000, 9000], [25000, 10500], [15000, 10500]])
    bases = (
        red("T", [20000, 10000], "MdArt", "1/1/- -"),
        red("S", [23000, 11900], "MdArt", "1/1/- -"),
        red("M", [17000, 10000], "Sh", "1/1/0 -"),
    )
    s = state(*bases, terrain=(hill, area("W", "wood", 15, 8, 25, 12)))
    found = {id: artillery.hill_under(s, s.bases[id]) for id in "TSM"}
    assert {id: piece and piece.id for id, piece in found.items()} == {"T": "H", "S": None, "M": None}
    assert artillery.in_dead_zone(s, s.bases["T"], (20000, 13500, 18000, 2000, 1000))
    assert not artillery.in_dead_zone(s, s.bases["S"], (20000, 13500, 18000, 2000, 1000))
