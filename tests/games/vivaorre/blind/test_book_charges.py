"""Chapter 7 by the book: who charges whom, how far, counter-charges, evasions, squares, fire at chargers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.blind.situations import (
    across,
    asked,
    barred,
    begun,
    blue,
    box,
    charge,
    done,
    fire,
    general,
    modifiers,
    move_barred,
    now,
    red,
    roll,
    rolls,
    say,
    told,
)

HORSE = {"arm": "cavalry"}
LIGHT = {"notes": ["skirmish"], "formation": "skirmish"}
GAPS: tuple[tuple[Any, int, bool], ...] = (
    ({}, 3000, True),
    ({}, 3100, False),
    ({"formation": "assault"}, 5000, True),
    ({"formation": "assault"}, 5100, False),
    ({"training": "irregular"}, 5000, True),
    (HORSE, 9000, True),
    (HORSE, 9100, False),
    (HORSE | {"formation": "assault"}, 12000, True),
    (HORSE | {"formation": "assault"}, 12100, False),
    (HORSE | {"training": "irregular"}, 12000, True),
)


@pytest.mark.rule("vivaorre:7-g", "vivaorre:8-e", "vivaorre:8-ac")
@pytest.mark.parametrize(("charger", "gap", "home"), GAPS)
def test_foot_charge_a_move_and_horse_half_as_much_again(charger: Any, gap: int, home: bool) -> None:
    m = charge(red("A", 30000, 10000, **charger), blue("D", 30000, 10000 + gap, weapon="none"))
    [found] = told(m, "contact", unit="A")
    assert found["contact"] is home
    if home:
        assert now(m, "A")["charged"] == "D"
    else:
        assert now(m, "A")["disorder"] == "reorder"
        assert now(m, "A")["at"][1] == 10000 + gap - 100


@pytest.mark.rule("vivaorre:7-d", "vivaorre:7-e", "vivaorre:8-ad")
@pytest.mark.parametrize(
    ("charger", "target", "rule"),
    [
        ({"arm": "artillery"}, {}, "7-d"),
        ({"formation": "march"}, {}, "7-d"),
        ({"state": "shaken"}, {}, "7-d"),
        (LIGHT, {}, "7-e"),
        (LIGHT, LIGHT, None),
        ({"disorder": "reorder"}, {}, "8-ad"),
        ({}, LIGHT, None),
        ({"out": True}, {}, "5-d"),
    ],
)
def test_who_may_charge(charger: Any, target: Any, rule: str | None) -> None:
    others = (red("B", 50000, 10000), blue("E", 50000, 12000))
    m = begun("charges", red("A", 30000, 10000, **charger), blue("D", 30000, 12000, **target), *others)
    assert barred(m, "red", "charge", unit="A", target="D") == rule


@pytest.mark.rule("vivaorre:7-c")
def test_a_charge_wheels_by_at_most_forty_five_degrees() -> None:
    """Straight to the side of the front no wheel of 45 degrees brings a line onto its enemy."""
    aside = blue("D", 34000, 10200)
    m = begun("charges", red("A", 30000, 10000), aside, red("B", 50000, 10000), blue("E", 50000, 12000))
    assert barred(m, "red", "charge", unit="A", target="D") == "7-c"
    wheel = {"side": "right", "angle": 4501}
    m = begun("charges", red("A", 30000, 10000), blue("D", 32000, 12000))
    assert barred(m, "red", "charge", unit="A", target="D", wheel=wheel) == "7-c"
    assert barred(m, "red", "charge", unit="A", target="D") is None


@pytest.mark.rule("vivaorre:7-f", "vivaorre:12-a", "vivaorre:12-m3")
@pytest.mark.parametrize(
    ("letters", "with_general", "die", "passed"),
    [
        ("d-c-c", False, 4, False),
        ("d-c-c", False, 5, True),
        ("d-c-c", True, 4, True),
        ("e-c-c", False, 5, False),
        ("e-c-c", False, 6, True),
        ("e-c-c", True, 5, True),
        ("a-c-c", False, None, True),
    ],
)
def test_poor_troops_test_before_they_charge(letters: str, with_general: bool, die: int | None, passed: bool) -> None:
    generals = [general("G", "red", brigade="b", **{"with": "A"})] if with_general else []
    dice = () if die is None else (die,)
    m = charge(
        red("A", 30000, 10000, brigade="b", **{"class": letters}),
        blue("D", 30000, 12000, weapon="none"),
        generals=generals,
        dice=dice,
    )
    assert bool(told(m, "contact", unit="A")) is passed
    assert len(rolls(m, "morale", unit="A", occasion="charge")) == len(dice)
    assert now(m, "A")["state"] == "steady"
    if not passed:
        assert now(m, "A")["at"] == [30000, 10000]


@pytest.mark.rule("vivaorre:7-f")
def test_who_would_not_charge_does_not_move_either() -> None:
    m = charge(red("A", 30000, 10000, **{"class": "d-c-c"}), red("B", 40000, 10000), blue("D", 30000, 12000), dice=(2,))
    assert asked(m) == ("move", "red")
    assert move_barred(m, "A", {"go": "wheel", "side": "left", "angle": 1000}) == "7-f"
    assert move_barred(m, "B", {"go": "advance", "by": 1000}) is None


@pytest.mark.rule("vivaorre:7-h")
@pytest.mark.parametrize(
    ("ours", "theirs", "gap", "we", "they"),
    [
        ({}, {}, 3000, 1500, 1500),
        (HORSE, {}, 6000, 4500, 1500),
        (HORSE, {"formation": "assault"}, 7000, 4500, 2500),
        (HORSE, HORSE, 18000, 9000, 9000),
    ],
)
def test_counter_chargers_meet_where_their_reaches_share_the_way(
    ours: Any, theirs: Any, gap: int, we: int, they: int
) -> None:
    m = charge(red("A", 30000, 10000, **ours), blue("D", 30000, 10000 + gap, **theirs), counter=True)
    done(m, "move")
    moved = {each["unit"]: each for each in told(m, "moved", why="charge")}
    assert abs(moved["A"]["distance"] - we) <= 10
    assert abs(moved["D"]["distance"] - they) <= 10
    assert all(each["contact"] for each in told(m, "contact"))


@pytest.mark.rule("vivaorre:7-h", "vivaorre:8-ac")
def test_counter_chargers_too_far_apart_go_half_their_reach_and_are_disordered() -> None:
    m = charge(red("A", 30000, 10000, **HORSE), blue("D", 30000, 23000), counter=True)
    moved = {each["unit"]: each["distance"] for each in told(m, "moved", why="charge")}
    assert moved == {"A": 4500, "D": 1500}
    assert {now(m, "A")["disorder"], now(m, "D")["disorder"]} == {"reorder"}


@pytest.mark.rule("vivaorre:7-f", "vivaorre:7-h")
def test_a_counter_charge_at_one_who_stays_becomes_a_charge() -> None:
    m = charge(
        red("A", 30000, 10000, **{"class": "d-c-c"}), blue("D", 30000, 13000, weapon="none"), counter=True, dice=(2,)
    )
    assert asked(m) == ("react", "red")
    say(m, "red", "stand")
    [moved] = told(m, "moved", why="charge")
    assert moved["unit"] == "D"
    assert abs(moved["distance"] - 3000) <= 10
    assert now(m, "A")["at"] == [30000, 10000]


@pytest.mark.rule("vivaorre:7-l", "vivaorre:8-d", "vivaorre:8-ac")
def test_skirmishers_run_from_formed_troops() -> None:
    m = charge(red("A", 30000, 10000), blue("D", 30000, 13000, **LIGHT))
    [run] = told(m, "moved", why="evade")
    assert (run["distance"], now(m, "D")["facing"], now(m, "D")["formation"]) == (6000, 0, "skirmish")
    assert (now(m, "D")["disorder"], now(m, "A")["disorder"]) == ("reorder", "reorder")
    [found] = told(m, "contact", unit="A")
    assert found["contact"] is False
    assert now(m, "A")["at"] == [30000, 13000]


@pytest.mark.rule("vivaorre:7-n", "vivaorre:8-d")
def test_skirmishers_caught_by_horse_take_blows_give_none_and_rout() -> None:
    m = charge(red("A", 30000, 10000, **HORSE), blue("D", 30000, 12000, **LIGHT), dice=(6, 5, *(2,) * 4, 6))
    [blows] = rolls(m, "melee")
    assert (blows.data["unit"], blows.data["caught"], blows.data["count"]) == ("A", True, 6)
    assert told(m, "state", unit="D", state="routed")
    assert asked(m) == ("pursue", "red")
    say(m, "red", "stay")
    assert roll(m, "morale", unit="D").data["occasion"] == "rout"


@pytest.mark.rule("vivaorre:7-m")
def test_skirmishers_charged_by_skirmishers_choose() -> None:
    m = charge(red("A", 30000, 10000, **LIGHT), blue("D", 30000, 12000, **LIGHT), reaction=None)
    assert asked(m) == ("react", "blue")
    assert barred(m, "blue", "stand") is None
    assert barred(m, "blue", "evade") is None
    assert barred(m, "blue", "square") is not None


@pytest.mark.rule("vivaorre:7-p", "vivaorre:12-e", "vivaorre:12-h")
@pytest.mark.parametrize(("die", "formation"), [(4, "square"), (3, "line"), (1, "line")])
def test_an_emergency_square_is_a_test_that_does_not_shake(die: int, formation: str) -> None:
    m = charge(red("A", 30000, 10000, **HORSE), blue("D", 30000, 16000), reaction=None, dice=(die,))
    assert asked(m) == ("react", "blue")
    say(m, "blue", "square")
    assert roll(m, "morale", unit="D").data["occasion"] == "square"
    assert now(m, "D")["state"] == "steady"
    assert now(m, "D")["formation"] == formation


@pytest.mark.rule("vivaorre:7-p")
@pytest.mark.parametrize("target", [HORSE, {"training": "irregular"}, {"arm": "artillery"}])
def test_only_regular_foot_may_form_square_when_charged(target: Any) -> None:
    m = charge(red("A", 30000, 10000, **HORSE), blue("D", 30000, 16000, **target), reaction=None)
    assert asked(m) != ("react", "blue") or barred(m, "blue", "square") is not None


def stormed(*more: Any, dice: tuple[int, ...] = (), **charger: Any) -> Any:
    m = charge(red("A", 30000, 10000, **charger), blue("D", 30000, 12000), *more, dice=dice)
    done(m, "move")
    return m


@pytest.mark.rule("vivaorre:7-i", "vivaorre:7-j")
def test_the_charged_and_their_neighbours_in_line_fire_and_nobody_else() -> None:
    m = stormed(
        blue("L", 33000, 12000),
        blue("R", 27000, 12000),
        blue("F", 23900, 12000),
        blue("S", 33000, 14000),
        red("B", 20000, 10000, weapon="breech_rifle"),
    )
    assert asked(m) == ("fire", "red")
    said = {id: barred(m, "blue", "fire", shots=[{"unit": id, "target": "A"}]) for id in ("D", "L", "R", "F", "S")}
    assert [id for id, rule in said.items() if rule is None] == ["D", "L", "R"]
    assert said["F"] == "7-j"
    assert barred(m, "red", "fire", shots=[{"unit": "A", "target": "D"}]) == "7-i"
    assert barred(m, "red", "fire", shots=[{"unit": "B", "target": "D"}]) == "7-j"


@pytest.mark.rule("vivaorre:7-i", "vivaorre:9-g")
def test_fire_at_a_charger_is_at_short_range_with_a_bow_too() -> None:
    m = charge(red("A", 30000, 10000), blue("D", 30000, 12000, weapon="bow"))
    done(m, "move")
    fire(m, [], [{"unit": "D", "target": "A"}])
    fired = roll(m, "fire", unit="D")
    assert (fired.data["band"], fired.data["count"]) == ("short", 8)


@pytest.mark.rule("vivaorre:7-k", "vivaorre:12-d")
def test_a_charger_that_fails_under_fire_goes_back_a_whole_move_and_does_not_fight() -> None:
    m = stormed(dice=(6, 6, 6, 6, 2, 2, 2, 2, 3))
    fire(m, [], [{"unit": "D", "target": "A"}])
    [back] = told(m, "moved", unit="A", why="retreat")
    assert back["distance"] == 3000
    assert (now(m, "A")["state"], now(m, "A")["facing"]) == ("shaken", 0)
    assert not rolls(m, "melee")


@pytest.mark.rule("vivaorre:7-k", "vivaorre:12-d")
def test_a_charger_that_has_lost_less_than_a_quarter_does_not_test() -> None:
    m = stormed(dice=(6, 6, 6, 2, 2, 2, 2, 2))
    fire(m, [], [{"unit": "D", "target": "A"}])
    assert not rolls(m, "morale", unit="A", occasion="fire")
    assert rolls(m, "melee", unit="A")


@pytest.mark.rule("vivaorre:7-g", "vivaorre:8-y")
@pytest.mark.parametrize(("gap", "home"), [(4500, True), (4700, False)])
def test_a_stream_takes_half_of_the_charge(gap: int, home: bool) -> None:
    m = charge(
        red("A", 30000, 10000, **HORSE),
        blue("D", 30000, 10000 + gap, weapon="none"),
        terrain=(across("s", "stream", 11000),),
    )
    assert told(m, "contact", unit="A")[0]["contact"] is home


@pytest.mark.rule("vivaorre:8-s", "vivaorre:7-g")
@pytest.mark.parametrize(("gap", "home"), [(2000, True), (2100, False)])
def test_difficult_ground_doubles_the_way_of_a_charge(gap: int, home: bool) -> None:
    """An inch in the open, then an inch in the wood for two: a line's whole reach."""
    wood = box("w", "open_wood", 20000, 11000, 40000, 20000)
    m = charge(red("A", 30000, 10000), blue("D", 30000, 10000 + gap, weapon="none"), terrain=(wood,))
    assert told(m, "contact", unit="A")[0]["contact"] is home


@pytest.mark.rule("vivaorre:10-m5", "vivaorre:10-m6", "vivaorre:10-m8")
def test_lancers_that_charge_foot_in_line() -> None:
    m = charge(
        red("A", 30000, 10000, arm="cavalry", notes=["lance"], **{"class": "b-/-b"}),
        blue("D", 30000, 16000, weapon="none"),
    )
    done(m, "move")
    assert modifiers(roll(m, "melee", unit="A")) == {"10-m4": 1, "10-m5": 1, "10-m6": 1, "10-m8": 1}
    assert modifiers(roll(m, "melee", unit="D")) == {"10-m3": -1}
