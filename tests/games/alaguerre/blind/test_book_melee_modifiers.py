"""Chapter 9: the score of a round, row by row of the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    Plain,
    blue,
    box,
    fought,
    general,
    modifiers,
    red,
    roll,
)

CHARGED = {"fight": {"rounds": 0, "charged": True, "on": "front", "began": "red"}}
HALTED = {"fight": {"rounds": 0, "charged": False, "on": "front", "began": "red"}}
LATER_ROUND = {"fight": {"rounds": 1, "charged": True, "on": "front", "began": "red"}}


def a(troops: str = "Hv", fight: Plain = HALTED, **more: Any) -> Plain:
    return red("A", 20000, 10000, troops, **fight, **more)


def d(troops: str = "Hv", fight: Plain = HALTED, **more: Any) -> Plain:
    return blue("D", 20000, 10000, troops, **fight, **more)


CASES: list[tuple[str, str, Plain, Plain, dict[str, int]]] = [
    ("9.1-a", "foot against foot", a(), d(), {}),
    ("9.4.2-b", "Cav charging Cav", a("Cav", CHARGED), d("Cav"), {"9.4-t4": 2}),
    ("9.4.2-b", "Cav charging foot", a("Cav", CHARGED), d(), {"9.4-t4": 2, "9.4-t6": 2}),
    ("9.4.2-b", "Cav charging pikes", a("Cav", CHARGED), d("Pk"), {"9.4-t19": -2}),
    ("9.4.2-b", "Cav that stood", a("Cav"), d("Cav"), {}),
    ("9.4.2-d", "Rei charging Cav", a("Rei", CHARGED), d("Cav"), {}),
    ("9.4.2-d", "MC charging Cav", a("MC", CHARGED), d("Cav"), {}),
    ("9.4.2-d", "LC charging MC", a("LC", CHARGED), d("MC"), {}),
    ("9.4.2-d", "Hv charging Hv", a("Hv", CHARGED), d(), {}),
    ("9.4.2-d", "Ln charging Hv", a("Ln", CHARGED), d(), {}),
    ("9.4.2-c", "Pk charging foot", a("Pk", CHARGED), d(), {"9.4-t4": 2}),
    ("9.4.2-c", "Pk charging Pk", a("Pk", CHARGED), d("Pk"), {"9.4-t4": 2}),
    ("9.4.2-c", "Pk charging horse", a("Pk", CHARGED), d("Cav"), {}),
    ("9.4.2-c", "Wb charging foot", a("Wb", CHARGED), d(), {"9.4-t4": 2}),
    ("9.4.2-c", "Wb charging Pk", a("Wb", CHARGED), d("Pk"), {"9.4-t18": -2}),
    ("9.4.2-c", "Wb charging horse", a("Wb", CHARGED), d("Cav"), {}),
    ("9.4.2-a", "Cav in its second round", a("Cav", LATER_ROUND), d("Cav"), {}),
    ("9.4.2-a", "Pk in their second round", a("Pk", LATER_ROUND), d("Pk"), {}),
    ("9.4-t6", "horse against foot in the second round", a("Cav", LATER_ROUND), d(), {"9.4-t6": 2}),
    ("9.4-t6", "Rei against foot", a("Rei"), d("Ln"), {"9.4-t6": 2}),
    ("9.4-t6", "MC against shot", a("MC"), d("Sh"), {"9.4-t6": 2}),
    ("9.4.5-a", "horse against halberds", a("Rei"), d("Hv", notes=["halberds"]), {}),
    ("9.4.5-a", "horse against long spears", a("Rei"), d("Hv", notes=["long_spears"]), {}),
    ("9.4-t6", "horse against sword and shield", a("Rei"), d("Hv", notes=["sword_shield"]), {"9.4-t6": 2}),
    ("9.4-t19", "Rei against Pk", a("Rei"), d("Pk"), {"9.4-t19": -2}),
    ("9.4-t18", "Hv against Pk", a(), d("Pk"), {"9.4-t18": -2}),
    ("9.4-t18", "Sh against Pk", a("Sh"), d("Pk"), {"9.4-t18": -2}),
    ("9.4-t18", "Pk against Hv", a("Pk"), d(), {}),
    ("9.4-t18", "Pk against Pk", a("Pk"), d("Pk"), {}),
    ("9.4-t13", "disordered", a(state="disordered"), d(), {"9.4-t13": -1}),
    ("9.4-t13", "shaken", a(state="shaken"), d(), {"9.4-t13": -2}),
    ("9.4-t13", "the enemy's disorder is not counted", a(), d(state="disordered"), {}),
    ("9.4-t14", "one loss", a(losses=1), d(), {"9.4-t14": -1}),
    ("9.4-t14", "three losses", a(losses=3), d(), {"9.4-t14": -3}),
    ("2.6.6-c", "strength missing from the start", a(strength=3), d(), {"9.4-t14": -1}),
    ("9.4-t16", "against armour", a(), d(stats="1/-/2 a"), {"9.4-t16": -1}),
    ("9.4-t16", "own armour", a(stats="1/-/2 a"), d(), {}),
    ("9.4-t15", "against shields", a(), d(notes=["shields"]), {"9.4-t15": -1}),
    ("9.4-t15", "against pavises", a(), d(notes=["pavises"]), {"9.4-t15": -1}),
    ("9.4.6-a", "against stakes", a(), d(notes=["stakes"]), {"9.4-t15": -1}),
    ("9.4.6-b", "Pk against shields", a("Pk"), d(notes=["shields"]), {}),
    ("9.4.6-b", "halberds against shields", a(notes=["halberds"]), d(notes=["shields"]), {}),
    ("9.4-t7", "against who used the tactical move", a(), d(tactical=True), {"9.4-t7": 1}),
    ("9.4-t20", "after the tactical move", a(tactical=True), d(), {"9.4-t20": -2}),
    ("9.4.9-a", "a round after the tactical move", a("Hv", LATER_ROUND, tactical=True), d("Hv", LATER_ROUND), {}),
    ("9.4.9-a", "a round against the tactical move", a("Hv", LATER_ROUND), d("Hv", LATER_ROUND, tactical=True), {}),
    ("9.1.6-a", "pikes with halberds, first round", a("Pk", notes=["halberds"]), d(), {}),
    ("9.1.6-a", "pikes with halberds, second round", a("Pk", LATER_ROUND, notes=["halberds"]), d(), {"9.1.6-a": 1}),
    ("9.1.6-a", "pikes with swords, second round", a("Pk", LATER_ROUND, notes=["sword_shield"]), d(), {"9.1.6-a": 1}),
    ("9.1.6-a", "heavy foot with halberds", a("Hv", LATER_ROUND, notes=["halberds"]), d(), {}),
    ("9.4-t1", "against open order", a(), d("Lt"), {"9.4-t1": 3}),
    ("9.4.1-a", "against shot able to skirmish", a(), d("Sh", stats="1/1/0 - sk/ln"), {"9.4-t1": 3}),
    ("9.4-t1", "against shot in closed order only", a(), d("Sh"), {}),
    ("9.4-t1", "horse against open order", a("Cav", CHARGED), d("Lt"), {"9.4-t1": 3, "9.4-t4": 2, "9.4-t6": 2}),
    ("9.4.1-b", "shaken against open order", a(state="shaken"), d("Lt"), {"9.4-t13": -2}),
    ("9.4-t1", "open order against open order", a("Lt"), d("Lt"), {}),
]


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [pytest.param(x, y, e, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, x, y, e in CASES],
)
def test_modifiers_of_a_round(attacker: Plain, defender: Plain, expected: dict[str, int]) -> None:
    assert modifiers(roll(fought(attacker, defender), "melee", by="red")) == expected


BY_FLANK = {"fight": {"rounds": 0, "charged": True, "on": "flank", "began": "red"}}
BY_REAR = {"fight": {"rounds": 0, "charged": True, "on": "rear", "began": "red"}}


def beside(troops: str = "Hv", fight: Plain = BY_FLANK, **more: Any) -> Plain:
    return red("A", 21000, 10500, troops, facing=27000, **fight, **more)


def behind(troops: str = "Hv", **more: Any) -> Plain:
    return red("A", 20000, 11000, troops, facing=18000, **BY_REAR, **more)


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [
        (beside(), d(), {"9.4-t5": 2}),
        (beside("Cav"), d("Cav"), {"9.4-t4": 2, "9.4-t5": 2}),
        (beside("Cav"), d(), {"9.4-t4": 2, "9.4-t5": 2, "9.4-t6": 2}),
        (beside("Pk"), d("Pk", stats="1/0/2 a"), {"9.4-t4": 2, "9.4-t5": 2}),
        (beside(), d(stats="1/-/2 a"), {"9.4-t5": 2, "9.4-t16": -1}),
        (beside(), d(notes=["pavises"]), {"9.4-t5": 2}),
        (behind(), d(), {"9.4-t3": 3}),
        (behind("Cav"), d("Pk", stats="1/0/2 a"), {"9.4-t3": 3, "9.4-t19": -2}),
        (behind(), d(notes=["stakes"]), {"9.4-t3": 3}),
        (beside("Hv", HALTED), d(), {}),
    ],
)
@pytest.mark.rule("alaguerre:9.4-t5", "alaguerre:9.4-t3", "alaguerre:9.4.7-a")
def test_flank_and_rear(attacker: Plain, defender: Plain, expected: dict[str, int]) -> None:
    facing = {"facing": 18000}
    if defender["id"] == "D" and attacker["facing"] == 18000:
        defender = {**defender, "at": [20000, 10000]}
    assert modifiers(roll(fought(attacker, {**defender, **facing}), "melee", by="red")) == expected


@pytest.mark.parametrize("level", [-1, 1, 2])
@pytest.mark.rule("alaguerre:9.4-t10")
def test_a_general_with_the_unit(level: int) -> None:
    m = fought(a(), d(), generals=[general("G", "red", 20000, 8500, level=level, division="red")])
    assert modifiers(roll(m, "melee", by="red")) == {"9.4-t10": level}


@pytest.mark.rule("alaguerre:9.4-t10", "alaguerre:2.7.5-c")
def test_a_general_who_only_stands_near_gives_nothing() -> None:
    m = fought(a(), d(), generals=[general("G", "red", 20000, 8400, level=2, division="red")])
    assert modifiers(roll(m, "melee", by="red")) == {}


@pytest.mark.rule("alaguerre:9.4-t8", "alaguerre:2.10.1-f")
def test_a_base_more_in_line() -> None:
    line = (red("A", 19000, 10000, "Hv", brigade="b", **HALTED), red("B", 21000, 10000, "Hv", brigade="b", **HALTED))
    m = fought(*line, d())
    assert modifiers(roll(m, "melee", by="red")) == {"9.4-t8": 1}
    assert modifiers(roll(m, "melee", by="blue")) == {}


@pytest.mark.rule("alaguerre:9.3-e", "alaguerre:9.4-t8")
def test_all_of_a_great_unit_counts_at_once() -> None:
    tercio = (a("Pk", great="g", brigade="g"), red("B", 20000, 9000, "Pk", great="g", brigade="g"))
    assert modifiers(roll(fought(*tercio, d("Pk")), "melee", by="red")) == {"9.4-t8": 1}


@pytest.mark.parametrize(("rounds", "expected"), [(0, {}), (1, {"9.4-t8": 1})])
@pytest.mark.rule("alaguerre:2.10.2-c")
def test_the_rear_of_a_column_counts_from_the_second_round(rounds: int, expected: dict[str, int]) -> None:
    fight = {"fight": {"rounds": rounds, "charged": False, "on": "front", "began": "red"}}
    column = (
        a("Hv", fight, brigade="b", formation="column"),
        red("B", 20000, 9000, "Hv", brigade="b", formation="column"),
    )
    assert modifiers(roll(fought(*column, d("Hv", fight)), "melee", by="red")) == expected


MARSH = box("M", "marsh", 15000, 8000, 25000, 10000)


@pytest.mark.parametrize(
    ("terrain", "attacker", "expected"),
    [
        (MARSH, a(state="disordered"), {"9.4-t13": -1, "9.4-t17": -1}),
        (box("M", "wood", 15000, 8000, 25000, 10000, vdf=1), a(), {"9.4-t17": -1}),
        (box("M", "hill", 15000, 8000, 25000, 10000, slope="steep"), a(), {"9.4-t17": -1}),
        (box("M", "hill", 15000, 8000, 25000, 10000), a(), {}),
        (box("M", "field", 15000, 8000, 25000, 10000), a(), {}),
        (box("M", "wood", 15000, 8000, 25000, 10000, vdf=1), a("Lt"), {"9.4-t9": 1}),
        (box("M", "wood", 15000, 8000, 25000, 9400, vdf=1), a("Lt"), {}),
        (box("M", "wood", 15000, 8000, 25000, 9500, vdf=1), a("Lt"), {"9.4-t9": 1}),
    ],
)
@pytest.mark.rule("alaguerre:9.4-t17", "alaguerre:9.4-t9", "alaguerre:9.4.8-a")
def test_ground_under_the_fighter(terrain: Plain, attacker: Plain, expected: dict[str, int]) -> None:
    assert modifiers(roll(fought(attacker, d(), terrain=(terrain,)), "melee", by="red")) == expected


@pytest.mark.rule("alaguerre:9.4.1-c")
@pytest.mark.parametrize(("south", "expected"), [(10000, {}), (10500, {}), (10510, {"9.4-t1": 3})])
def test_light_troops_in_a_wood_are_no_easy_prey(south: int, expected: dict[str, int]) -> None:
    """Half of the base inside is enough."""
    wood = box("M", "wood", 15000, south, 25000, 12000, vdf=0)
    assert modifiers(roll(fought(a(), d("Lt"), terrain=(wood,)), "melee", by="red")) == expected


@pytest.mark.parametrize("vdf", [1, 2, 3])
@pytest.mark.rule("alaguerre:9.4-t11", "alaguerre:9.4.2-e", "alaguerre:11.1-b")
def test_a_lined_hedge_protects_and_breaks_the_charge(vdf: int) -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[18000, 10000], [22000, 10000]], "vdf": vdf, "obstacle": 1}
    m = fought(a("Pk", CHARGED), d("Hv", occupies="H"), terrain=(hedge,))
    assert modifiers(roll(m, "melee", by="red")) == {"9.4-t11": -vdf}


@pytest.mark.rule("alaguerre:9.4.2-e")
def test_the_charge_bonus_against_works_is_an_option() -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[18000, 10000], [22000, 10000]], "vdf": 1, "obstacle": 1}
    m = fought(a("Pk", CHARGED), d("Hv", occupies="H"), terrain=(hedge,), options={"charge_bonus_vs_works": "yes"})
    assert modifiers(roll(m, "melee", by="red")) == {"9.4-t4": 2, "9.4-t11": -1}


@pytest.mark.parametrize(("options", "expected"), [({}, {"9.4-t12": -1}), ({"higher_ground": "0"}, {})])
@pytest.mark.rule("alaguerre:9.4-t12")
def test_higher_ground(options: dict[str, str], expected: dict[str, int]) -> None:
    hill = box("M", "hill", 15000, 10000, 25000, 14000)
    m = fought(a(), d(), terrain=(hill,), options=options)
    assert modifiers(roll(m, "melee", by="red")) == expected
    assert modifiers(roll(m, "melee", by="blue")) == {}


@pytest.mark.rule("alaguerre:9.4.1-c", "alaguerre:9.3.1-c")
def test_light_troops_beside_closed_order_friends() -> None:
    """The shot cannot lead, and with heavy foot beside them nobody gets the three."""
    two = (
        red("S", 19000, 10000, "Sh", stats="1/1/0 - sk/ln", brigade="s", **HALTED),
        red("A", 21000, 10000, "Hv", brigade="a", **HALTED),
    )
    m = fought(*two, d())
    assert roll(m, "melee", by="red").data["unit"] == "A"
    assert modifiers(roll(m, "melee", by="blue")) == {}
    assert modifiers(roll(m, "melee", by="red")) == {"9.4-t8": 1}
