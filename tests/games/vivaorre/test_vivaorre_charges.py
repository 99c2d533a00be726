"""Chapter 7: who charges whom, what the charged do, and where the charge ends."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.battle import blue, events, play, red, refused, rolls, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}
CHARGE = {"do": "charge", "unit": "A", "target": "D"}


def match(charger: Plain, *others: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    idle = red("idle", [2000, 2000], **UNARMED)
    return play(red("A", HERE, **{**UNARMED, **charger}), idle, *others, phase="charges", dice=dice or [], **more)


def charge(charger: Plain, *others: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """Red's A charges blue's D; blue stands."""
    found = match(charger, *others, dice=dice, **more)
    found.answer("red", CHARGE)
    found.answer("red", {"do": "done"})
    while found.ask is not None and found.ask.what in ("charge", "react"):
        found.answer("blue", {"do": "done" if found.ask.what == "charge" else "stand"})
    return found


@pytest.mark.rule("vivaorre:7-d", "vivaorre:7-e")
@pytest.mark.parametrize(
    ("charger", "rule"),
    [
        ({"arm": "artillery", "class": "c-c-e", "weapon": None}, "7-d"),
        ({"formation": "march"}, "7-d"),
        ({"state": "shaken"}, "7-d"),
        ({"notes": ["skirmish"], "formation": "skirmish"}, "7-e"),
        ({"out": True}, "5-d"),
        ({"disorder": "reorder", "formation": "mass"}, "8-ad"),
    ],
)
def test_who_may_not_charge(charger: Plain, rule: str) -> None:
    friend = red("B", [20000, 10000], **UNARMED)
    found = match(charger, friend, blue("D", [30000, 12000]), blue("E", [20000, 12000]))
    assert refused(found, "red", CHARGE) == rule


@pytest.mark.rule("vivaorre:7-c")
def test_the_target_lies_where_a_wheel_of_45_degrees_and_a_straight_way_lead() -> None:
    friend, foe = red("B", [10000, 10000], **UNARMED), blue("E", [10000, 12000])
    assert match({}, friend, foe, blue("D", [34000, 13000])).refuse("red", CHARGE) is None
    assert refused(match({}, friend, foe, blue("D", [37000, 9000])), "red", CHARGE) == "7-c"
    far = blue("D", [30000, 19000])
    assert refused(match({}, friend, foe, far), "red", CHARGE) == "7-c", "twice the reach is the most"
    assert match({}, friend, foe, blue("D", [30000, 16000])).refuse("red", CHARGE) is None


@pytest.mark.rule("vivaorre:7-g", "vivaorre:8-e")
@pytest.mark.parametrize(
    ("charger", "reach"), [({}, 3000), ({"formation": "assault"}, 5000), ({"arm": "cavalry"}, 9000)]
)
def test_a_charge_goes_home_within_its_reach(charger: Plain, reach: int) -> None:
    found = charge(charger, blue("D", [30000, 10000 + reach]))
    (contact,) = events(found, "contact")
    assert (contact.data["contact"], contact.data["reach"], contact.data["side"]) == (True, reach, "front")
    assert unit_of(found, "A")["at"] == [30000, 10000 + reach]
    assert unit_of(found, "A")["charged"] == "D"


@pytest.mark.rule("vivaorre:7-g", "vivaorre:8-ac")
def test_a_charge_that_falls_short_goes_its_whole_reach_and_is_disordered() -> None:
    found = charge({}, blue("D", [30000, 14000]))
    (contact,) = events(found, "contact")
    assert contact.data["contact"] is False
    assert unit_of(found, "A")["at"] == [30000, 13000]
    assert unit_of(found, "A")["disorder"] == "reorder"


@pytest.mark.rule("vivaorre:7-f", "vivaorre:12-a")
@pytest.mark.parametrize(("die", "charges"), [(4, False), (5, True)])
def test_units_of_poor_morale_test_before_they_charge(die: int, charges: bool) -> None:
    found = charge({"class": "d-/-c"}, blue("D", [30000, 12000]), dice=[die])
    (test,) = rolls(found, "morale")
    assert (test.data["occasion"], test.data["result"]) == ("charge", "passed" if charges else "no_charge")
    assert bool(events(found, "contact")) is charges
    unit = unit_of(found, "A")
    assert (unit["no_move"], unit["state"]) == (not charges, "steady")


@pytest.mark.rule("vivaorre:7-l", "vivaorre:8-d", "vivaorre:8-ac")
def test_skirmishers_run_from_formed_troops() -> None:
    skirmishers = blue("D", [30000, 12000], notes=["skirmish"], formation="skirmish", **UNARMED)
    found = charge({}, skirmishers)
    unit = unit_of(found, "D")
    assert (unit["at"], unit["facing"], unit["disorder"]) == ([30000, 18000], 0, "reorder")
    assert unit_of(found, "A")["disorder"] == "reorder", "the charge met nobody"


@pytest.mark.rule("vivaorre:7-n")
def test_an_evader_who_is_caught_takes_blows_and_routs() -> None:
    skirmishers = blue("D", [30000, 12000], notes=["skirmish"], formation="skirmish", **UNARMED)
    found = charge({"arm": "cavalry"}, skirmishers, dice=[5, 1, 1, 1, 1, 1, 1])
    (blows,) = rolls(found, "melee")
    assert blows.data["caught"] is True
    assert [event.data["state"] for event in events(found, "state")][:1] == ["routed"]


@pytest.mark.rule("vivaorre:7-p")
@pytest.mark.parametrize(("die", "formation"), [(4, "square"), (3, "line")])
def test_an_emergency_square(die: int, formation: str) -> None:
    found = match({"arm": "cavalry"}, blue("D", [30000, 15000], **UNARMED), dice=[die])
    found.answer("red", CHARGE)
    found.answer("red", {"do": "done"})
    while found.ask is not None and found.ask.what == "charge":
        found.answer("blue", {"do": "done"})
    assert found.ask is not None
    assert found.ask.what == "react"
    found.answer("blue", {"do": "square"})
    unit = unit_of(found, "D")
    assert (unit["formation"], unit["state"]) == (formation, "steady")


@pytest.mark.rule("vivaorre:7-h")
def test_a_counter_charge_shares_the_gap_by_the_reaches() -> None:
    found = match({"arm": "cavalry"}, blue("D", [30000, 19000], formation="assault", **UNARMED))
    found.answer("red", CHARGE)
    found.answer("red", {"do": "done"})
    found.answer("blue", {"do": "charge", "unit": "D", "target": "A"})
    found.answer("blue", {"do": "done"})
    assert unit_of(found, "A")["at"][1] == 10000 + 9000 * 9 // 14
    one, other = events(found, "contact")
    assert one.data["contact"] is other.data["contact"] is True


@pytest.mark.rule("vivaorre:7-a")
def test_a_declaration_can_be_replaced_and_withdrawn() -> None:
    found = match({}, blue("D", [30000, 12000]), blue("E", [34000, 12000]))
    found.answer("red", CHARGE)
    found.answer("red", {"do": "charge", "unit": "A", "target": "E"})
    found.answer("red", {"do": "charge", "unit": "A", "target": None})
    assert refused(found, "red", {"do": "charge", "unit": "A", "target": None}) == "7-a"
