"""8.2, 8.4, 9.4, 10.2, 5.2: ranges, modifiers and rates, each where another would do almost as well."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import artillery, fire_modifiers, morale, rates, shots, weapons
from quadrilatero.games.alaguerre.rules.formations import Unit, single, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import area, blue, general, line, red, state
from tests.games.alaguerre.test_alaguerre_melee import mods

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


# -- mêlée (9.4) -------------------------------------------------------------------------------------------------------

LC, RIDER = "1/-/0 - sk/ln", {"formation": "skirmish"}


@pytest.mark.rule("alaguerre:9.4-t1", "alaguerre:9.4.1-a", "alaguerre:9.4.1-b")
@pytest.mark.parametrize(
    ("own", "enemy", "bonus"),
    [
        (red("A", AT, "Cav", "1/-/1 -"), blue("B", AT, "LC", LC), 3),
        (red("A", AT, "Cav", "1/-/1 -"), blue("B", AT, "LC", LC, **RIDER), 3),
        (red("A", AT, "LC", LC), blue("B", AT, "LC", LC, **RIDER), 3),
        (red("A", AT, "LC", LC), blue("B", AT, "LC", LC), 0),
        (red("A", AT, "LC", LC, **RIDER), blue("B", AT, "LC", LC, **RIDER), 0),
        (red("A", AT, "LC", LC, **RIDER), blue("B", AT, "LC", LC), 0),
        (red("A", AT, "Cav", "1/-/1 -"), blue("B", AT, "Cav", "1/-/1 -"), 0),
        (red("A", AT, "LC", LC), blue("B", AT, "Cav", "1/-/1 -"), 0),
    ],
)
def test_closed_order_against_troops_of_either_order(own: Plain, enemy: Plain, bonus: int) -> None:
    found, _ = mods(own, enemy)
    assert found.get("9.4-t1", 0) == bonus


@pytest.mark.rule("alaguerre:9.4-t17", "alaguerre:9.4.8-a", "alaguerre:11-t8", "alaguerre:11-t9")
@pytest.mark.parametrize(
    ("piece", "cost"),
    [
        (area("P", "marsh", 15, 10, 25, 19.5), -1),
        (area("P", "marsh", 15, 10, 25, 18.9), 0),
        (area("P", "field", 15, 10, 25, 19.5), 0),
        (area("P", "hill", 15, 10, 25, 19.5, slope="steep"), -1),
        (area("P", "hill", 15, 10, 25, 18.9, slope="steep"), 0),
        (area("P", "hill", 15, 10, 25, 19.5), 0),
        (line("P", "stream", (15, 19.5), (25, 19.5)), -1),
        (line("P", "stream", (15, 18.5), (25, 18.5)), 0),
        (line("P", "stream", (15, 20), (25, 20)), 0),
        (line("P", "stream", (15, 19.99), (25, 19.99)), 0),
        (line("P", "stream", (15, 19.97), (25, 19.97)), -1),
        (line("P", "stream", (15, 19.01), (25, 19.01)), 0),
        (line("P", "stream", (15, 19.03), (25, 19.03)), -1),
        (line("P", "stream", (19.01, 15), (19.01, 25)), 0),
        (line("P", "stream", (19.03, 15), (19.03, 25)), -1),
        (line("P", "stream", (15, 20.02), (25, 20.02), width=100), -1),
        (line("P", "stream", (15, 20.06), (25, 20.06), width=100), 0),
        (line("P", "hedge", (15, 19.5), (25, 19.5)), 0),
        ({"id": "P", "type": "ford", "line": [[20000, 18000], [20000, 21500]], "width": 3000, "wide": 3000}, -1),
    ],
)
def test_ground_that_costs_closed_order_its_footing(piece: Plain, cost: int) -> None:
    own, _ = mods(red("A", AT, "Hv", "1/-/0 -"), blue("B", AT, "Hv", "1/-/0 -"), terrain=(piece,))
    assert own.get("9.4-t17", 0) == cost


@pytest.mark.rule("alaguerre:9.4-t12")
@pytest.mark.parametrize(
    ("hill", "found"),
    [
        (area("H", "hill", 15, 20, 25, 25), ({"9.4-t12": -1}, {})),
        (area("H", "hill", 15, 15, 25, 20), ({}, {"9.4-t12": -1})),
        (area("H", "hill", 15, 15, 25, 25), ({}, {})),
        (area("H", "field", 15, 20, 25, 25), ({}, {})),
    ],
)
def test_who_stands_higher_is_harder_to_beat(hill: Plain, found: tuple[Plain, Plain]) -> None:
    assert mods(red("A", AT, "Hv", "1/-/0 -"), blue("B", AT, "Hv", "1/-/0 -"), terrain=(hill,)) == found


@pytest.mark.rule(
    "alaguerre:9.4-t15", "alaguerre:9.4.6-a", "alaguerre:9.4.6-b", "alaguerre:9.4-t16", "alaguerre:9.4.7-a"
)
@pytest.mark.parametrize(
    ("on", "notes", "mine", "found"),
    [
        ("front", ["shields"], "Hv", {"9.4-t15": -1}),
        ("rear", ["shields"], "Hv", {"9.4-t15": -1, "9.4-t3": 3}),
        ("front", ["stakes"], "Hv", {"9.4-t15": -1}),
        ("flank", ["pavises"], "Hv", {"9.4-t5": 2}),
        ("front", ["shields"], "Pk", {}),
        ("front", ["halberds"], "Hv", {}),
    ],
)
def test_whom_shields_stakes_and_pavises_help(on: str, notes: list[str], mine: str, found: Plain) -> None:
    own, _ = mods(red("A", AT, mine, "1/-/0 -", fight={"on": on}), blue("B", AT, "Hv", "1/-/0 -", notes=notes))
    assert own == found
    spears, _ = mods(
        red("A", AT, "Hv", "1/-/0 -", fight={"on": on}, notes=["long_spears"]),
        blue("B", AT, "Hv", "1/-/0 -", notes=notes),
    )
    assert "9.4-t15" not in spears


@pytest.mark.rule("alaguerre:9.4-t6", "alaguerre:9.4.5-a", "alaguerre:9.4-t18", "alaguerre:9.4-t19", "alaguerre:9.4-t2")
@pytest.mark.parametrize(
    ("mine", "theirs", "more", "found"),
    [
        ("Cav", "Hv", {}, {"9.4-t6": 2}),
        ("Cav", "Ln", {}, {"9.4-t6": 2}),
        ("Cav", "Hv", {"notes": ["long_spears"]}, {}),
        ("Cav", "Pk", {}, {"9.4-t19": -2}),
        ("Cav", "Cav", {}, {}),
        ("Hv", "Hv", {}, {}),
        ("Hv", "Pk", {}, {"9.4-t18": -2}),
        ("Pk", "Pk", {}, {}),
        ("Hv", "LtArt", {}, {"9.4-t2": 3}),
        ("Cav", "LtArt", {}, {"9.4-t2": 3}),
    ],
)
def test_arms_against_arms(mine: str, theirs: str, more: Plain, found: Plain) -> None:
    own, _ = mods(red("A", AT, mine, "1/0/0 -"), blue("B", AT, theirs, "1/0/0 -", **more))
    assert own == found


# -- morale (10.2) -----------------------------------------------------------------------------------------------------


def morale_of(s: State, id: str, row: str, cause: morale.Cause = morale.NOTHING) -> dict[str, int]:
    return {rule: value for rule, value in morale.modifiers(s, unit_of(s, s.bases[id]), row, cause, None) if value}


BESIDE = (blue("X1", [3000, 23500]), blue("X2", [38000, 23500]))
"""Enemies far off on both sides, so that no flank is secure by open ground."""


@pytest.mark.rule("alaguerre:10.2.2-m14", "alaguerre:10.2.2-m16", "alaguerre:10.2.2-m12", "alaguerre:10.2.2-m13")
@pytest.mark.parametrize(
    ("mine", "theirs", "health", "found"),
    [
        ("Cav", "Hv", "ordered", {}),
        ("Cav", "Hv", "disordered", {}),
        ("Cav", "Hv", "shaken", {"10.2.2-m14": 2}),
        ("Cav", "Hv", "routed", {"10.2.2-m14": 2}),
        ("Cav", "Pk", "ordered", {"10.2.2-m16": -1}),
        ("Hv", "Pk", "ordered", {}),
        ("Pk", "Hv", "ordered", {"10.2.2-m15": 1}),
    ],
)
def test_what_a_charger_thinks_of_his_target(mine: str, theirs: str, health: str, found: Plain) -> None:
    s = state(red("A", AT, mine, "1/0/0 -"), blue("B", [20000, 22500], theirs, "1/0/0 -", state=health), *BESIDE)
    enemy = unit_of(s, s.bases["B"])
    assert morale_of(s, "A", "charge", morale.Cause(enemy=enemy)) == found
    assert morale_of(s, "A", "charge", morale.Cause(enemy=enemy, on="flank")) == {"10.2.2-m12": 3, **found}
    assert morale_of(s, "A", "charge", morale.Cause(enemy=enemy, melee=True)) == {"10.2.2-m13": 3, **found}
    assert morale_of(s, "A", "fire", morale.Cause(enemy=enemy, on="flank", melee=True)) == {}
    assert morale_of(s, "A", "charge") == ({"10.2.2-m15": 1} if mine == "Pk" else {})


@pytest.mark.rule("alaguerre:10.2.2-m17", "alaguerre:10.2.2-m15")
@pytest.mark.parametrize(
    ("mine", "notes", "charger", "found"),
    [
        ("Hv", [], "Cav", {"10.2.2-m17": -1}),
        ("Wb", [], "LC", {"10.2.2-m17": -1}),
        ("Hv", ["long_spears"], "Cav", {}),
        ("Hv", [], "Hv", {}),
        ("Ln", [], "Cav", {}),
        ("Pk", [], "Cav", {"10.2.2-m15": 1}),
    ],
)
def test_who_fears_horse(mine: str, notes: list[str], charger: str, found: Plain) -> None:
    s = state(red("A", AT, mine, "1/0/0 -", notes=notes), blue("B", [20000, 24900], charger, "1/0/0 -"), *BESIDE)
    enemy = unit_of(s, s.bases["B"])
    assert morale_of(s, "A", "charged", morale.Cause(enemy=enemy)) == found
    assert morale_of(s, "A", "charged", morale.Cause(enemy=enemy, approach=True)) == {}
    assert morale_of(s, "A", "charged") == ({"10.2.2-m15": 1} if mine == "Pk" else {})


@pytest.mark.rule("alaguerre:10.2.2-m18", "alaguerre:10.2.2-m19", "alaguerre:2.6.5-c")
@pytest.mark.parametrize(
    ("base", "found"),
    [
        (red("A", AT, "Cav", "1/-/1 a"), {}),
        (red("A", AT, "Cav", "1/-/1 a", notes=["cuirassiers"]), {"10.2.2-m18": -1}),
        (red("A", AT, "LC", "1/-/1 -"), {"10.2.2-m19": -2}),
        (red("A", AT, "Dr", "1/0/0 -", mounted=True, mounted_stats="1/0/0 -"), {"10.2.2-m18": -1}),
    ],
)
def test_who_is_hard_to_hold_after_a_won_melee(base: Plain, found: Plain) -> None:
    s = state(base, *BESIDE)
    assert morale_of(s, "A", "charge", morale.Cause(control=True, on="flank", melee=True)) == found


@pytest.mark.rule("alaguerre:10.2.2-m7", "alaguerre:10.2.2-m8", "alaguerre:10.2.2-m9", "alaguerre:10.2.2-m1")
def test_the_worst_base_of_a_line_and_the_front_one_of_a_great_unit() -> None:
    hurt: Plain = {"losses": 2, "damaged": True}
    s = state(
        red("A", AT, "Hv", "1/-/0 -", brigade="b", state="disordered", **hurt),
        red("B", [22000, 20000], "Hv", "1/-/0 -", brigade="b"),
        blue("F", [30000, 30000], great="T"),
        blue("R", [30000, 31000], great="T", losses=2),
        *BESIDE,
        generals=[general("G", [20000, 18500], level=-1), general("H", [22000, 18500], level=1)],
    )
    assert morale_of(s, "A", "fire") == {"10.2.2-m1": 1, "10.2.2-m7": -2, "10.2.2-m8": -1, "10.2.2-m9": -1}
    with_loss = morale_of(s, "A", "fire", morale.Cause(losses=1))
    assert with_loss == {"10.2.2-m1": 1, "10.2.2-m7": -2, "10.2.2-m9": -1}
    assert "10.2.2-m7" not in morale_of(s, "F", "fire")
    alone = state(red("A", AT, "Hv", "1/-/0 -"), *BESIDE, generals=[general("G", [20000, 18500], level=-1)])
    assert morale_of(alone, "A", "fire") == {"10.2.2-m1": -1}, "also for worse"


@pytest.mark.rule("alaguerre:10.2.1-c", "alaguerre:10.2.1-d", "alaguerre:10.2.1-e", "alaguerre:10.2.1-f")
@pytest.mark.parametrize(
    ("row", "result", "before", "lost", "after", "move", "losses"),
    [
        ("fire", "passed", "ordered", 0, "ordered", None, 0),
        ("fire", "passed", "ordered", 1, "disordered", None, 0),
        ("fire", "passed", "shaken", 1, "shaken", None, 0),
        ("melee", "passed", "shaken", 0, "shaken", "retreat", 0),
        ("fire", "level", "ordered", 0, "disordered", None, 0),
        ("fire", "level", "shaken", 0, "routed", "rout", 1),
        ("charged", "level_retreats", "ordered", 0, "disordered", "retreat", 0),
        ("charged", "two_levels_retreats", "ordered", 0, "shaken", "retreat", 0),
        ("charged", "stands_disordered", "ordered", 0, "disordered", None, 0),
        ("contagion", "shaken_retreats", "ordered", 0, "shaken", "retreat", 0),
        ("contagion", "rout", "ordered", 0, "routed", "rout", 1),
        ("melee", "rout", "shaken", 1, "routed", "rout", 0),
        ("melee", "rout_loss", "shaken", 1, "routed", "rout", 1),
        ("melee", "rout_loss", "shaken", 0, "routed", "rout", 2),
    ],
)
def test_what_each_result_brings(
    row: str, result: str, before: str, lost: int, after: str, move: str | None, losses: int
) -> None:
    s = state(red("A", AT, "Hv", "1/-/0 -", state=before), red("B", [30000, 20000]), *BESIDE)
    cause = morale.Cause(losses=lost)
    assert morale.suffer(s, unit_of(s, s.bases["A"]), row, morale.Tested(result, 1), cause) == move
    assert (s.bases["A"].state, s.bases["A"].losses) == (after, losses)


@pytest.mark.rule("alaguerre:10.2.1-e")
def test_a_rout_costs_each_base_of_a_line_and_a_great_unit_once() -> None:
    s = state(
        red("A", AT, brigade="b"),
        red("B", [22000, 20000], brigade="b", losses=3),
        red("F", [30000, 20000], great="T"),
        red("R", [30000, 19000], great="T"),
        *BESIDE,
    )
    left = morale.lose_for_rout(s, unit_of(s, s.bases["A"]), "rout", morale.NOTHING)
    assert left is not None
    assert left.ids == ["A"], "the other has lost its fourth point"
    morale.lose_for_rout(s, unit_of(s, s.bases["F"]), "rout", morale.NOTHING)
    assert [s.bases[id].losses for id in "AFR"] == [1, 0, 1]


@pytest.mark.rule("alaguerre:10.2.2-i", "alaguerre:10.2.2-m3")
def test_a_base_of_a_line_has_the_flanks_of_the_whole_line() -> None:
    """To the left stands a friend, to the right of its neighbour nobody."""
    heavy = ("Hv", "1/-/0 -")
    s = state(
        red("A", AT, *heavy, brigade="b"),
        red("B", [22000, 20000], *heavy, brigade="b"),
        red("C", [17500, 20000], *heavy),
        *BESIDE,
    )
    found = {rule for rule, value in morale.modifiers(s, single(s.bases["A"]), "fire", morale.NOTHING, None) if value}
    assert "10.2.2-m3" not in found
    guarded = state(
        red("A", AT, *heavy, brigade="b"),
        red("B", [22000, 20000], *heavy, brigade="b"),
        red("C", [17500, 20000], *heavy),
        red("D", [24500, 20000], *heavy),
        *BESIDE,
    )
    modifiers = dict(morale.modifiers(guarded, single(guarded.bases["A"]), "fire", morale.NOTHING, None))
    assert modifiers["10.2.2-m3"] == 2


@pytest.mark.rule("alaguerre:10.2.2-m5", "alaguerre:10.2.2-m6")
@pytest.mark.parametrize(("west", "found"), [(15, {"10.2.2-m6": 2}), (22.5, {}), (20.9, {"10.2.2-m6": 2}), (21.1, {})])
def test_cover_counts_where_all_bases_of_a_line_have_it(west: float, found: Plain) -> None:
    wall = line("W", "wall", (west, 20), (27, 20), vdf=2)
    s = state(
        red("A", AT, "Hv", "1/-/0 -", brigade="b"),
        red("B", [22000, 20000], "Hv", "1/-/0 -", brigade="b"),
        *BESIDE,
        terrain=(wall,),
    )
    assert morale_of(s, "A", "fire") == found


@pytest.mark.rule("alaguerre:10.2.1-d", "alaguerre:10.2.1-e", "alaguerre:10.2.1-f")
def test_what_is_told_of_losses_by_a_result() -> None:
    """The routed lose a point for it, and are gone if it was their last."""
    others = (red("C", [30000, 20000]), *BESIDE)
    s = state(red("A", AT), *others)
    morale.suffer(s, unit_of(s, s.bases["A"]), "fire", morale.Tested("passed", 6), morale.Cause(losses=1))
    (told,) = [event for event in s.sink if event.kind == "state"]
    assert (told.rule, told.data["why"]) == ("10.2.1-d", "loss")
    routed = state(red("A", AT), red("F", [24000, 20000], great="T"), red("R", [24000, 19000], great="T"), *others)
    for id in ("A", "F"):
        morale.lose_for_rout(routed, unit_of(routed, routed.bases[id]), "rout", morale.NOTHING)
    lost = [event for event in routed.sink if event.kind == "losses"]
    assert [(event.rule, event.data["why"], event.data["base"]) for event in lost] == [
        ("10.2.1-e", "rout", "A"),
        ("10.2.1-e", "rout", "R"),
    ]
    last = state(red("A", AT, losses=3), *others)
    assert morale.suffer(last, unit_of(last, last.bases["A"]), "fire", morale.Tested("rout", 1), morale.NOTHING) is None
    assert "A" not in last.bases
    gone = unit_of(routed, routed.bases["A"])
    routed.remove(routed.bases["A"])
    assert morale.suffer(routed, gone, "fire", morale.Tested("passed", 6), morale.Cause(losses=1)) is None


@pytest.mark.rule("alaguerre:10.2.1-t3", "alaguerre:10.2.1-b")
def test_a_charge_that_needs_six_by_the_other_reading() -> None:
    strict = state(red("A", AT), options={"charge_pass": "6"})
    assert [morale.outcome(strict, "charge", 5, score) for score in (1, 4, 5, 6)] == [
        "stands_disordered",
        "stands",
        "stands",
        "passed",
    ]
    assert morale.outcome(strict, "charge", 6, 4) == "passed"
    assert morale.outcome(strict, "melee", 5, 4) == "passed"
