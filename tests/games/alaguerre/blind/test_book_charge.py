"""Chapters 6 and 7: who charges and approaches whom, the tests, the reactions, and where all come to stand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    IDLE,
    Plain,
    asked,
    barred,
    begun,
    blue,
    box,
    charged,
    general,
    modifiers,
    now,
    red,
    reply,
    roll,
    rolls,
    say,
    told,
)

OPEN = {"formation": "skirmish"}


def a(troops: str = "Cav", **more: Any) -> Plain:
    return red("A", 20000, 10000, troops, **more)


def t(gap: int, troops: str = "Hv", **more: Any) -> Plain:
    return blue("T", 20000, 10000 + gap, troops, **more)


REACH = [
    (a("Hv"), 3000),
    (a("Pk"), 3000),
    (a("Wb"), 3000),
    (a("Ln"), 3000),
    (a("Cav"), 5000),
    (a("Rei"), 6000),
    (a("MC"), 6000),
    (a("LC"), 7000),
]


@pytest.mark.parametrize(("base", "reach"), REACH)
@pytest.mark.rule("alaguerre:6-d", "alaguerre:5.2-t5")
def test_a_charge_is_declared_up_to_the_move_and_its_extra(base: Plain, reach: int) -> None:
    assert barred(begun("manoeuvre", base, t(reach)), "red", "charge", unit="A", target="T") is None
    assert barred(begun("manoeuvre", base, t(reach + 20)), "red", "charge", unit="A", target="T") == "6"


WHO: list[tuple[str, str, Plain, Plain, Plain, str | None]] = [
    ("6.1-a", "priority 5", a(), t(2000), {}, None),
    ("6.1-a", "priority 4", a(), t(2000), {"orders": {"red": 4}}, "6.1"),
    ("6.1-a", "priority 4 with the note", a(notes=["any_order"]), t(2000), {"orders": {"red": 4}}, None),
    ("6.1-a", "disordered", a(state="disordered"), t(2000), {}, None),
    ("6.1-a", "shaken", a(state="shaken"), t(2000), {}, "6.1"),
    ("6.1.1-a", "open order on closed order", a("Lt"), t(2000), {}, "6.1.1"),
    ("6.1.1-a", "open order on open order", a("Lt"), t(2000, "Lt"), {}, None),
    ("6.1.1-a", "open order on the shaken", a("Lt"), t(2000, state="shaken"), {}, None),
    ("6.1.1-a", "open order on the routed", a("Lt"), t(2000, state="routed"), {}, None),
    ("6.1.1-a", "open order on the disordered", a("Lt"), t(2000, state="disordered"), {}, "6.1.1"),
    ("6-c", "a target behind", a(facing=18000), t(2000), {}, "6"),
    ("6.1-a", "guns", a("LtArt"), t(500), {}, "any"),
    ("5.1-h", "a limbered battery", a("LtArt", formation="limbered"), t(500), {}, "any"),
]


@pytest.mark.parametrize(
    ("base", "target", "keys", "rule"),
    [pytest.param(b, x, k, r, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, b, x, k, r in WHO],
)
def test_who_may_charge(base: Plain, target: Plain, keys: Plain, rule: str | None) -> None:
    m = begun("manoeuvre", base, target, red("Y", 5000, 5000, "Hv", brigade="y"), **keys)
    found = barred(m, "red", "charge", unit="A", target="T")
    assert (found is not None) if rule == "any" else (found == rule or (rule == "6.1" and found in ("6.1", "2.6.7")))


@pytest.mark.parametrize(("piece", "rule"), [("village", "6.1.2"), ("wood", "6.1.2")])
@pytest.mark.rule("alaguerre:6.1.2-a", "alaguerre:6.1.2-b")
def test_horse_and_covered_troops(piece: str, rule: str) -> None:
    area = box("V", piece, 18000, 11500, 22000, 15000, vdf=1)
    where = {"inside": "V"} if piece == "village" else {}
    m = begun("manoeuvre", a(), t(2500, **where), red("Y", 5000, 5000, "Hv", brigade="y"), terrain=(area,))
    assert barred(m, "red", "charge", unit="A", target="T") == rule
    light = begun("manoeuvre", a("LC"), t(2500, **where), red("Y", 5000, 5000, "Hv", brigade="y"), terrain=(area,))
    assert barred(light, "red", "charge", unit="A", target="T") == (None if piece == "wood" else rule)


@pytest.mark.parametrize(("x", "lawful"), [(23900, True), (24200, False)])
@pytest.mark.rule("alaguerre:6-c")
def test_the_sector_of_a_charge(x: int, lawful: bool) -> None:
    """The rear of the target is two um ahead: the sector is two um wider there."""
    m = begun("manoeuvre", a(), blue("T", x, 11000, "Hv"), red("Y", 5000, 5000, "Hv", brigade="y"))
    found = barred(m, "red", "charge", unit="A", target="T")
    assert (found is None) == lawful, found


TESTS: list[tuple[str, str, list[Plain], dict[str, int], dict[str, int]]] = [
    ("10.2.2-m17", "Cav on Hv", [a(), t(2000)], {"10.2.2-m3": 2}, {"10.2.2-m3": 2, "10.2.2-m17": -1}),
    ("10.2.2-m17", "Cav on Wb", [a(), t(2000, "Wb")], {"10.2.2-m3": 2}, {"10.2.2-m3": 2, "10.2.2-m17": -1}),
    ("10.2.2-m17", "Cav on long spears", [a(), t(2000, notes=["long_spears"])], {"10.2.2-m3": 2}, {"10.2.2-m3": 2}),
    ("10.2.2-m17", "Cav on Ln", [a(), t(2000, "Ln")], {"10.2.2-m3": 2}, {"10.2.2-m3": 2}),
    (
        "10.2.2-m16",
        "Cav on Pk",
        [a(), t(2000, "Pk")],
        {"10.2.2-m3": 2, "10.2.2-m16": -1},
        {"10.2.2-m3": 2, "10.2.2-m15": 1},
    ),
    ("10.2.2-m15", "Pk on Hv", [a("Pk"), t(2000)], {"10.2.2-m3": 2, "10.2.2-m15": 1}, {"10.2.2-m3": 2}),
    (
        "10.2.2-m15",
        "Pk on Pk",
        [a("Pk"), t(2000, "Pk")],
        {"10.2.2-m3": 2, "10.2.2-m15": 1},
        {"10.2.2-m3": 2, "10.2.2-m15": 1},
    ),
    ("10.2.2-m17", "Hv on Hv", [a("Hv"), t(2000)], {"10.2.2-m3": 2}, {"10.2.2-m3": 2}),
    (
        "10.2.2-m14",
        "Cav on shaken Cav",
        [a(), t(2000, "Cav", state="shaken")],
        {"10.2.2-m3": 2, "10.2.2-m14": 2},
        {"10.2.2-m3": 2, "10.2.2-m9": -2},
    ),
    (
        "10.2.2-m14",
        "Cav on disordered Cav",
        [a(), t(2000, "Cav", state="disordered")],
        {"10.2.2-m3": 2},
        {"10.2.2-m3": 2, "10.2.2-m9": -1},
    ),
    (
        "10.2.2-m12",
        "Cav on the rear of Cav",
        [a(), blue("T", 20000, 13000, "Cav", facing=0)],
        {"10.2.2-m3": 2, "10.2.2-m12": 3},
        {"10.2.2-m3": 2, "10.2.2-m11": -2},
    ),
    (
        "10.2.2-m15",
        "Cav on a great unit",
        [a(), t(2000, "Pk", great="g", brigade="g"), blue("U", 20000, 13000, "Pk", great="g", brigade="g")],
        {"10.2.2-m3": 2, "10.2.2-m16": -1},
        {"10.2.2-m3": 2},
    ),
    (
        "10.2.2-m7",
        "Cav with losses",
        [a(losses=2), t(2000, "Cav")],
        {"10.2.2-m3": 2, "10.2.2-m7": -2},
        {"10.2.2-m3": 2},
    ),
]


@pytest.mark.parametrize(
    ("bases", "own", "theirs"),
    [pytest.param(b, x, y, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, b, x, y in TESTS],
)
def test_modifiers_of_charger_and_charged(bases: list[Plain], own: dict[str, int], theirs: dict[str, int]) -> None:
    m = charged(*bases, dice=(5, 5))
    assert modifiers(roll(m, "morale", row="charge")) == own
    assert modifiers(roll(m, "morale", row="charged")) == theirs


@pytest.mark.rule("alaguerre:10.2.2-m13")
def test_charging_into_a_melee() -> None:
    fighters = (red("B", 19000, 12000, "Hv", brigade="b"), t(2000))
    m = charged(red("A", 21500, 10000, "Cav", brigade="a"), *fighters, dice=(5, 5))
    assert modifiers(roll(m, "morale", row="charge")) == {"10.2.2-m13": 3}


@pytest.mark.parametrize(
    ("die", "result", "state"),
    [(1, "stands_disordered", "disordered"), (2, "stands", "ordered"), (3, "stands", "ordered")],
)
@pytest.mark.rule("alaguerre:10.2.1-t3", "alaguerre:6.2-g")
def test_a_charger_that_fails(die: int, result: str, state: str) -> None:
    """Morale 0 and no secure flank: the die as it is."""
    around = (blue("W", 2000, 30000, "Hv"), blue("E", 44000, 30000, "Hv"))
    m = begun("manoeuvre", a(stats="0/-/2 -"), t(2000), *around, dice=(die,))
    say(m, "red", "charge", unit="A", target="T")
    assert (roll(m, "morale").data["result"], now(m, "A")["state"], now(m, "A")["at"]) == (
        result,
        state,
        [20000, 10000],
    )
    assert rolls(m, "morale", row="charged") == []


@pytest.mark.parametrize(("option", "passes"), [("4", True), ("6", False)])
@pytest.mark.rule("alaguerre:10.2.1-t3")
def test_the_charge_passes_at_four_or_by_option_at_six(option: str, passes: bool) -> None:
    around = (blue("W", 2000, 30000, "Hv"), blue("E", 44000, 30000, "Hv"))
    m = begun("manoeuvre", a(stats="0/-/2 -"), t(2000), *around, dice=(4,), options={"charge_pass": option})
    say(m, "red", "charge", unit="A", target="T")
    assert roll(m, "morale", row="charge").data["success"] == passes


@pytest.mark.parametrize(("die", "extra"), [(3, False), (4, True)])
@pytest.mark.rule("alaguerre:6.2.3-a", "alaguerre:6-e", "alaguerre:6.2-c")
def test_the_extra_move_needs_more_than_six(die: int, extra: bool) -> None:
    """1 and 2 for the flanks: with 3 the score is 6. Four um away, horse without the extra falls short."""
    m = charged(a(), t(4000), dice=(die, 6))
    assert roll(m, "morale", row="charge").data["extra"] == extra
    if extra:
        assert now(m, "A")["at"] == [20000, 14000]
    else:
        assert (now(m, "A")["at"], now(m, "A")["state"]) == ([20000, 13000], "disordered")
        assert rolls(m, "morale", row="charged") == []


@pytest.mark.parametrize(
    ("die", "result", "state", "y"),
    [
        (6, "passed", "ordered", 12000),
        (5, "passed", "ordered", 12000),
        (4, "stands_disordered", "disordered", 12000),
        (3, "level_retreats", "disordered", 14000),
        (2, "two_levels_retreats", "shaken", 14000),
        (1, "rout", "routed", None),
    ],
)
@pytest.mark.rule("alaguerre:10.2.1-t4", "alaguerre:6.2-c", "alaguerre:5.6.3-b")
def test_every_result_of_the_charged(die: int, result: str, state: str, y: int | None) -> None:
    """Hv of morale 1, -1 against horse, no secure flank: the die as it is."""
    around = (red("W", 2000, 3000, "Hv"), red("E", 44000, 3000, "Hv"))
    m = charged(a(), t(2000), *around, dice=(5, die))
    test = roll(m, "morale", row="charged")
    assert (test.data["total"], test.data["result"], now(m, "T")["state"]) == (die, result, state)
    if y is not None:
        assert now(m, "T")["at"] == [20000, y]


@pytest.mark.rule("alaguerre:6.2-h", "alaguerre:6-e")
def test_the_charger_goes_where_the_target_stood() -> None:
    around = (red("W", 2000, 3000, "Hv"), red("E", 44000, 3000, "Hv"))
    m = charged(a("Hv"), t(1500), *around, dice=(3, 2))
    reply(m, "pursue", "go_on")
    assert now(m, "T")["state"] == "shaken" or now(m, "T")["state"] == "disordered"
    assert now(m, "A")["at"][1] >= 11500
    assert now(m, "A")["state"] == "disordered"


# --- reactions


@pytest.mark.parametrize(
    ("charger", "target", "answers"),
    [
        ("Cav", ("Cav", {}), {"stand", "counter"}),
        ("Cav", ("Rei", {}), {"stand", "counter", "evade"}),
        ("Hv", ("Rei", {}), {"stand", "counter", "evade"}),
        ("Cav", ("Pk", {}), {"stand", "counter"}),
        ("Cav", ("Hv", {}), None),
        ("Cav", ("Ln", {}), None),
        ("Cav", ("Wb", {}), None),
        ("Hv", ("Hv", {}), {"stand", "counter"}),
        ("Hv", ("Ln", {}), {"stand", "counter"}),
        ("Cav", ("Hv", {"state": "shaken"}), None),
        ("Cav", ("Cav", {"state": "shaken"}), None),
        ("Cav", ("LC", {}), {"stand", "counter", "evade"}),
    ],
)
@pytest.mark.rule("alaguerre:6.2.1-b", "alaguerre:5.6.5-g", "alaguerre:6.1-b")
def test_what_the_charged_may_declare(charger: str, target: tuple[str, Plain], answers: set[str] | None) -> None:
    gap = 2500
    m = begun("manoeuvre", a(charger), t(gap, target[0], **target[1]), dice=(5, 5))
    say(m, "red", "charge", unit="A", target="T")
    found = {each["do"] for each in m.options("blue")} if asked(m) == ("react", "blue") else None
    assert found == answers


@pytest.mark.parametrize(
    ("charger", "lawful"), [("Cav", True), ("Pk", True), ("Hv", True), ("Wb", True), ("Ln", False)]
)
@pytest.mark.rule("alaguerre:5.6.5-e", "alaguerre:5.6.5-a")
def test_shot_must_run_from_pikes_heavy_foot_and_horse(charger: str, lawful: bool) -> None:
    m = charged(a(charger), t(2000, "Sh"), dice=(5, 5))
    assert bool(told(m, "moved", unit="T", why="evade")) == lawful
    if lawful:
        assert (now(m, "T")["at"], now(m, "T")["state"], now(m, "T")["facing"]) == ([20000, 14000], "disordered", 18000)


@pytest.mark.rule("alaguerre:5.6.5-i")
@pytest.mark.parametrize(("troops", "run"), [("Lt", 3000), ("LC", 6000)])
def test_open_order_must_run_from_closed_order(troops: str, run: int) -> None:
    m = charged(a("Hv"), t(2000, troops, **OPEN), dice=(5, 5))
    assert told(m, "moved", unit="T")[0]["why"] == "evade"
    assert now(m, "T")["at"] == [20000, 12000 + run]


@pytest.mark.rule("alaguerre:5.6.5-i")
def test_open_order_does_not_run_from_open_order() -> None:
    m = charged(a("Lt"), t(1500, "Lt"), dice=(5, 5))
    assert told(m, "moved", unit="T") == []


@pytest.mark.rule("alaguerre:5.6.5-i", "alaguerre:5.6.5-e")
@pytest.mark.parametrize("troops", ["Lt", "Sh"])
def test_light_troops_in_a_wood_stand(troops: str) -> None:
    wood = box("M", "wood", 15000, 11500, 25000, 20000, vdf=0)
    m = charged(a("Hv"), t(1600, troops), terrain=(wood,), dice=(5, 6))
    assert told(m, "moved", unit="T") == []


@pytest.mark.rule("alaguerre:5.6.5-d")
def test_an_evader_obeys_its_test_first() -> None:
    """1 and a die of 1, no secure flank: two levels and retreat."""
    around = (red("W", 2000, 3000, "Hv"), red("E", 44000, 3000, "Hv"))
    m = charged(a(), t(2000, "Sh"), *around, dice=(5, 1))
    assert roll(m, "morale", row="charged").data["result"] == "two_levels_retreats"
    assert told(m, "moved", unit="T")[0]["why"] == "retreat"


@pytest.mark.parametrize(
    ("charger", "target", "meet"),
    [("Cav", "Cav", 12000), ("Rei", "Cav", 12500), ("Cav", "Rei", 11500)],
)
@pytest.mark.rule("alaguerre:6.2.1-a")
def test_where_charge_and_counter_charge_meet(charger: str, target: str, meet: int) -> None:
    """Three um apart, one is gone: half of the rest each, or three quarters for the faster."""
    m = charged(a(charger), t(3000, target), react="counter", dice=(5, 5))
    assert (now(m, "A")["at"], now(m, "T")["at"]) == ([20000, meet], [20000, meet])


@pytest.mark.rule("alaguerre:6.2-d")
def test_a_counter_charge_needs_a_passed_test() -> None:
    around = (red("W", 2000, 3000, "Hv"), red("E", 44000, 3000, "Hv"))
    m = charged(a(), t(3000, "Cav"), *around, react="counter", dice=(5, 3))
    assert roll(m, "morale", row="charged").data["result"] == "stands_disordered"
    assert (now(m, "A")["at"], now(m, "T")["at"], now(m, "T")["acted"]) == ([20000, 13000], [20000, 13000], True)


@pytest.mark.rule("alaguerre:6.2.2-b")
def test_no_counter_charge_from_behind() -> None:
    m = begun("manoeuvre", a(), blue("T", 20000, 14000, "Cav", facing=0), dice=(5, 5))
    say(m, "red", "charge", unit="A", target="T")
    assert asked(m) != ("react", "blue")
    assert barred(m, "blue", "counter") is not None


@pytest.mark.rule("alaguerre:6.3.2-a", "alaguerre:6.3-b")
def test_charge_fire_of_who_stands_is_long_and_unmoved() -> None:
    m = begun("manoeuvre", a(), t(2000, "Pk", first_fire=False), IDLE, dice=(5, 5, 3, 3))
    say(m, "red", "charge", unit="A", target="T")
    reply(m, "react", "stand")
    assert asked(m) == ("charge_fire", "blue")
    say(m, "blue", "fire")
    fire = roll(m, "fire")
    assert (fire.data["range"], fire.data["charge"], modifiers(fire)) == ("long", True, {})


@pytest.mark.parametrize(
    ("troops", "die", "band"), [("Ln", 5, "short"), ("Ln", 4, "long"), ("Rei", 5, "short"), ("Pk", 5, "long")]
)
@pytest.mark.rule("alaguerre:6.3.2-b")
def test_only_line_foot_and_reiters_that_passed_shoot_short(troops: str, die: int, band: str) -> None:
    """No secure flank; morale 0 for Ln and Rei: the die as it is."""
    around = (red("W", 2000, 3000, "Hv"), red("E", 44000, 3000, "Hv"))
    m = begun("manoeuvre", a(), t(2000, troops, stats="0/1/0 -", first_fire=False), *around, dice=(5, die, 3, 3))
    say(m, "red", "charge", unit="A", target="T")
    reply(m, "react", "stand")
    say(m, "blue", "fire")
    assert roll(m, "fire").data["range"] == band


@pytest.mark.rule("alaguerre:6.3-c")
def test_damage_by_charge_fire_is_a_test() -> None:
    m = begun("manoeuvre", a(), t(2000, "Pk", first_fire=False), IDLE, dice=(5, 5, 5, 4, 6))
    say(m, "red", "charge", unit="A", target="T")
    reply(m, "react", "stand")
    say(m, "blue", "fire")
    assert roll(m, "morale", unit="A", row="fire").data["result"] == "passed"
    assert now(m, "A")["state"] == "ordered"


@pytest.mark.rule("alaguerre:5.6.5-l", "alaguerre:5.6.5-m")
def test_gunners_run_and_the_guns_are_left() -> None:
    m = charged(a(), t(2500, "LtArt"), dice=(5, 6))
    assert all(each["id"] != "T" or each["at"] is None for each in m.view("red")["bases"])
    assert m.view("blue")["cohesion"]["blue"] in (40, 39)


# --- approaches


@pytest.mark.parametrize(
    ("base", "gap", "rule"),
    [
        (a("Ln"), 3000, None),
        (a("Ln"), 3020, "7"),
        (a("Rei"), 4500, None),
        (a("Rei"), 4520, "7"),
        (a("Sh"), 2000, "7.1"),
        (a("Sh", notes=["short_range"]), 2000, None),
        (a("Pk"), 2000, "7.1"),
        (a("Ln", state="shaken"), 2000, "7.1"),
    ],
)
@pytest.mark.rule("alaguerre:7-b", "alaguerre:7.1-a", "alaguerre:7.1-b")
def test_who_may_approach_and_how_far(base: Plain, gap: int, rule: str | None) -> None:
    m = begun("manoeuvre", base, t(gap), red("Y", 5000, 5000, "Hv", brigade="y"))
    found = barred(m, "red", "approach", unit="A", target="T")
    assert found == rule or (rule == "7.1" and found == "2.6.7")


@pytest.mark.rule("alaguerre:7.1-b")
def test_an_approach_needs_priority_five() -> None:
    m = begun("manoeuvre", a("Ln"), t(2000), orders={"red": 4})
    assert barred(m, "red", "approach", unit="A", target="T") == "7.1"


def approached(base: Plain, target: Plain, *more: Plain, dice: tuple[int, ...] = (5, 5), react: str = "stand") -> Any:
    m = begun("manoeuvre", base, target, *more, IDLE, dice=dice)
    say(m, "red", "approach", unit="A", target="T")
    reply(m, "react", react)
    return m


@pytest.mark.parametrize(("troops", "gap", "short"), [("Ln", 2500, 1000), ("Ln", 1500, 1000), ("Rei", 3500, 500)])
@pytest.mark.rule("alaguerre:7.2-a", "alaguerre:7.2-c", "alaguerre:7.2.1-a")
def test_an_approach_ends_exactly_at_short_range(troops: str, gap: int, short: int) -> None:
    m = approached(a(troops), t(gap))
    assert now(m, "A")["at"] == [20000, 10000 + gap - short]
    assert (now(m, "A")["engaged"], now(m, "T")["engaged"]) == ("T", "A")


@pytest.mark.rule("alaguerre:10.2.2-k")
def test_an_approach_has_no_modifiers_of_charges() -> None:
    m = approached(a("Rei"), t(3500, "Pk"))
    assert modifiers(roll(m, "morale", row="charge")) == {"10.2.2-m3": 2}
    assert modifiers(roll(m, "morale", row="charged")) == {"10.2.2-m3": 2}


@pytest.mark.rule("alaguerre:7.2-e")
def test_a_failed_approach_stays_and_ignores_the_rest() -> None:
    around = (blue("W", 2000, 30000, "Hv"), blue("E", 44000, 30000, "Hv"))
    m = approached(a("Ln", stats="0/1/1 -"), t(2500), *around, dice=(1,))
    assert (now(m, "A")["at"], now(m, "A")["state"]) == ([20000, 10000], "ordered")
    assert rolls(m, "morale", row="charged") == []


@pytest.mark.rule("alaguerre:7.2.3-a", "alaguerre:7.2.3-b")
def test_horse_counter_charges_foot_that_halts() -> None:
    m = approached(a("Ln"), t(2500, "Cav"), react="counter")
    while asked(m) is not None and asked(m)[0] == "charge_fire":  # type: ignore[index]
        reply(m, "charge_fire", "hold")
    assert (now(m, "A")["at"], now(m, "T")["at"]) == ([20000, 11000], [20000, 11000])


@pytest.mark.parametrize(("die", "band"), [(5, "short"), (4, "long")])
@pytest.mark.rule("alaguerre:7.2.3-d")
def test_the_approached_answer_at_short_range_if_they_passed(die: int, band: str) -> None:
    around = (red("W", 2000, 3000, "Hv"), red("E", 44000, 3000, "Hv"))
    m = approached(a("Ln"), t(2500, "Ln", stats="0/1/1 -"), *around, dice=(5, die, 1, 6))
    while asked(m) is not None and asked(m)[0] == "move":  # type: ignore[index]
        reply(m, "move", "done")
    say(m, "red", "done")
    say(m, "blue", "fire", unit="T", target="A")
    reply(m, "return_fire", "hold")
    assert roll(m, "fire", unit="T").data["range"] == band


@pytest.mark.rule("alaguerre:5.1-e", "alaguerre:3.3.3-f")
def test_who_has_no_order_does_not_move() -> None:
    m = begun("manoeuvre", a(), red("B", 5000, 5000, "Hv", division="e"), t(9000), orders={"red": 5})
    assert barred(m, "red", "move", unit="B", path=[{"go": "advance", "by": 500}]) is not None


@pytest.mark.rule("alaguerre:10.3.2-a", "alaguerre:5.3.1-a")
def test_an_enemy_general_in_the_way_is_tried() -> None:
    chief = general("G", "blue", 20000, 11500)
    m = begun("manoeuvre", a("Hv"), t(9000), generals=[chief], dice=(1, 1))
    say(m, "red", "move", unit="A", path=[{"go": "advance", "by": 2000}])
    assert roll(m, "general").data["test"] == "capture"
    assert roll(m, "fate").data["result"] == "captured"
