"""Chapter 7: declarations of charges as they are asked for, tests before them, and reactions; chapter 12: tests."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.answers import FormSquare
from quadrilatero.games.vivaorre.rules import charges, morale
from tests.games.vivaorre.battle import area, blue, events, play, red, rolls, state, unit_of, why_not

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}
SKIRMISH = {"notes": ["skirmish"], "formation": "skirmish", **UNARMED}
IMPI = {"figures": 16, "class": "b-*-c", "weapon": "none"}
IDLE = red("idle", [2000, 2000], **UNARMED)
CHARGE = {"do": "charge", "unit": "A", "target": "D"}
DONE = {"do": "done"}


def declaring(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    return play(*units, IDLE, phase="charges", dice=dice or [], **more)


def all_declared(match: q.Match, *answers: Plain) -> q.Match:
    """Red declares these charges, blue none; the first reaction is open, or all has been carried out."""
    for answer in answers:
        match.answer("red", answer)
    while match.ask is not None and match.ask.what == "charge":
        match.answer(match.ask.who[0], DONE)
    return match


# -- who may be charged -----------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:17-ev16", "vivaorre:5-d")
def test_who_is_berserk_charges_out_of_command_too() -> None:
    s = state(red("A", HERE, out=True, berserk=True), blue("D", [30000, 12000]))
    assert charges.refuse_charger(s, s.units["A"]) is None
    s = state(red("A", HERE, out=True), blue("D", [30000, 12000]))
    refusal = charges.refuse_charger(s, s.units["A"])
    assert refusal is not None
    assert refusal.rule == "5-d"


@pytest.mark.rule("vivaorre:8-g")
def test_who_is_in_contact_charges_nobody() -> None:
    others = blue("E", HERE), blue("D", [34000, 12000]), red("B", [50000, 10000]), blue("F", [50000, 12000])
    assert why_not(declaring(red("A", HERE), *others), "red", CHARGE) == ("8-g", "in_contact")


@pytest.mark.rule("vivaorre:13-g", "vivaorre:13-i", "vivaorre:7-a")
def test_hidden_units_are_charged_only_once_they_are_located() -> None:
    wood = area("w", "open_wood", 25, 12, 35, 16)
    seen = red("A", HERE), red("B", [50000, 10000]), blue("E", [50000, 12000])
    unseen = declaring(*seen, blue("D", [30000, 13000], hidden=True), terrain=(wood,))
    assert why_not(unseen, "red", CHARGE) == ("7-a", "no_target")
    assert CHARGE not in unseen.options("red")
    located = declaring(*seen, blue("D", [30000, 13000], hidden=True, located=True), terrain=(wood,))
    assert located.refuse("red", CHARGE) is None
    assert CHARGE in located.options("red")


@pytest.mark.rule("vivaorre:7-c")
def test_a_refused_wheel_says_how_far_it_may_be_in_degrees() -> None:
    match = declaring(red("A", HERE), blue("D", [30000, 12000]))
    refusal = match.refuse("red", {**CHARGE, "wheel": {"side": "left", "angle": 4501}})
    assert refusal is not None
    assert (refusal.rule, refusal.data["most"], refusal.data["degrees"]) == ("7-c", 4500, 45)


@pytest.mark.rule("vivaorre:13-g", "vivaorre:7-a")
def test_a_hidden_unit_that_declares_a_charge_shows_itself() -> None:
    wood = area("w", "open_wood", 25, 5, 35, 11)
    match = declaring(red("A", HERE, hidden=True), blue("D", [30000, 14000]), terrain=(wood,))
    match.answer("red", CHARGE)
    assert [(event.data["unit"], event.data["why"]) for event in events(match, "revealed")] == [("A", "moved")]
    assert unit_of(match, "A")["at"] == HERE


# -- 5-ch1 ------------------------------------------------------------------------------------------------------------


def general(id: str, side: str, brigade: str, *characters: str) -> Plain:
    return {"id": id, "side": side, "brigade": brigade, "characters": list(characters), "at": [30000, 7000]}


@pytest.mark.rule("vivaorre:5-ch1")
def test_every_impetuoso_of_the_side_that_declares_rolls_once_and_nobody_else() -> None:
    leaders = [
        general("calm", "red", "a"),
        general("hot", "red", "b", "impetuoso"),
        {**general("foe", "blue", "e", "impetuoso"), "at": [30000, 16000]},
    ]
    units = red("A", HERE, brigade="b"), red("C", [20000, 10000], brigade="a"), blue("D", [30000, 12000], brigade="e")
    match = declaring(*units, generals=leaders, dice=[5, 4])
    (die,) = rolls(match, "impetuoso")
    assert (die.data["general"], die.data["by"], die.data["need"], die.data["success"]) == ("hot", "red", 5, True)
    assert why_not(match, "red", DONE) == ("5-ch1", "must_charge")
    match.answer("red", CHARGE)
    match.answer("red", DONE)
    assert [(die.data["general"], die.data["success"]) for die in rolls(match, "impetuoso")] == [
        ("hot", True),
        ("foe", False),
    ]


@pytest.mark.rule("vivaorre:5-ch1", "vivaorre:5-ch9")
def test_a_duro_may_have_the_die_of_his_impetuoso_rolled_again_but_not_of_another() -> None:
    units = red("A", HERE, brigade="b"), red("C", [20000, 10000], brigade="a"), blue("D", [30000, 12000])
    own = [general("hot", "red", "b", "impetuoso", "duro")]
    match = declaring(*units, generals=own, dice=[2, 5])
    assert match.ask is not None
    assert (match.ask.what, match.ask.data["roll"]) == ("reroll", {"why": "impetuoso", "dice": [2]})
    other = [general("hot", "red", "b", "impetuoso"), general("duro", "red", "a", "duro")]
    match = declaring(*units, generals=other, dice=[2])
    assert match.ask is not None
    assert match.ask.what == "charge"


# -- the question -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-a")
def test_what_is_declared_is_offered_to_be_changed_or_withdrawn() -> None:
    match = declaring(red("A", HERE), blue("D", [30000, 12000]), blue("E", [34000, 12000]))
    other, none = {**CHARGE, "target": "E"}, {**CHARGE, "target": None}
    assert match.options("red") == [CHARGE, other, DONE]
    match.answer("red", CHARGE)
    assert match.options("red") == [other, none, DONE]
    assert match.ask is not None
    assert match.ask.data["declared"] == [{"unit": "A", "target": "D"}]
    match.answer("red", none)
    assert match.options("red") == [CHARGE, other, DONE]
    match.answer("red", CHARGE)
    match.answer("red", DONE)
    assert match.ask is not None
    assert (match.ask.who, match.ask.data["declared"]) == (("blue",), []), "only what one has declared oneself"


@pytest.mark.rule("vivaorre:17-ev16", "vivaorre:5-ch1")
def test_who_must_charge_takes_the_nearest_and_is_not_done_before() -> None:
    units = red("A", HERE, berserk=True), blue("D", [31000, 12500]), blue("E", [27000, 12000])
    match = declaring(*units)
    nearest = {**CHARGE, "target": "E"}
    assert match.options("red") == [nearest]
    assert why_not(match, "red", DONE) == ("17-ev16", "must_charge")
    assert why_not(match, "red", CHARGE) == ("17-ev16", "must_charge_nearest")
    both = red("A", HERE, berserk=True), red("B", [36000, 10000], brigade="b"), blue("D", [30000, 12000])
    hot = general("G", "red", "b", "impetuoso")
    order: Plain = {"orders": {"G": {"told": None, "does": "charge"}}, "generals": [hot]}
    mixed = declaring(*both, blue("E", [36000, 12000]), **order)
    assert why_not(mixed, "red", DONE) == ("5-ch1", "must_charge"), "not all of them are berserk"


@pytest.mark.rule("vivaorre:7-a", "vivaorre:7-c")
def test_a_declared_wheel_is_told() -> None:
    match = declaring(red("A", HERE), blue("D", [30000, 12000]))
    match.answer("red", {**CHARGE, "wheel": {"side": "left", "angle": 500}})
    match.answer("red", CHARGE)
    told = [event.data["wheel"] for event in events(match, "charge")]
    assert told == [{"side": "left", "angle": 500}, None]


# -- tests and reactions ----------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-f", "vivaorre:17-ev16")
def test_every_doubtful_charger_tests_but_who_is_berserk() -> None:
    units = (
        red("A", HERE, weapon="none"),
        red("B", [20000, 10000], weapon="none", **{"class": "d-/-c"}),
        red("C", [40000, 10000], weapon="none", berserk=True, **{"class": "e-/-c"}),
    )
    foes = [blue(id, [x, 12000], **UNARMED) for id, x in (("D", 30000), ("E", 20000), ("F", 40000))]
    match = declaring(*units, *foes, dice=[6])
    answers = [{"do": "charge", "unit": unit, "target": foe} for unit, foe in ("AD", "BE", "CF")]
    all_declared(match, *answers)
    assert [test.data["unit"] for test in rolls(match, "morale")] == ["B"]


@pytest.mark.rule("vivaorre:7-p")
def test_each_of_the_charged_reacts_to_those_who_charge_it() -> None:
    units = red("A", HERE), red("B", [20000, 10000]), red("C", [32000, 5000], arm="cavalry")
    match = declaring(*units, blue("D", [30000, 12000], **UNARMED), blue("E", [20000, 12500], **UNARMED), dice=[1])
    answers = CHARGE, {"do": "charge", "unit": "B", "target": "E"}, {"do": "charge", "unit": "C", "target": "D"}
    all_declared(match, *answers)
    asked = []
    while match.ask is not None and match.ask.what == "react":
        data = match.ask.data
        asked.append((data["unit"], data["by"], data["distance"], match.ask.rule))
        match.answer("blue", {"do": "stand"})
    assert asked == [("D", ["A", "C"], 2000, "7-p"), ("E", ["B"], 2500, "7-p")]


@pytest.mark.rule("vivaorre:7-l")
def test_skirmishers_run_if_one_of_several_chargers_is_formed() -> None:
    units = red("A", HERE, **SKIRMISH), red("B", [36000, 10000], **UNARMED)
    match = declaring(*units, blue("D", [33000, 12000], **SKIRMISH), dice=[1] * 9)
    all_declared(match, CHARGE, {"do": "charge", "unit": "B", "target": "D"})
    assert events(match, "moved")[0].data["why"] == "evade"


@pytest.mark.rule("vivaorre:20.zulu-g", "vivaorre:7-l", "vivaorre:7-m")
def test_a_shaken_impi_runs_from_formed_troops_as_skirmishers_do() -> None:
    shaken = blue("D", [30000, 12000], state="shaken", **IMPI)
    match = all_declared(declaring(red("A", HERE, **UNARMED), shaken), CHARGE)
    evasion = events(match, "moved")[0]
    assert (evasion.data["unit"], evasion.data["why"], evasion.data["distance"]) == ("D", "evade", 6000)
    match = all_declared(declaring(red("A", HERE, **SKIRMISH), shaken), CHARGE)
    assert match.ask is not None
    assert (match.ask.what, match.ask.rule, match.options("blue")) == (
        "react",
        "7-l",
        [{"do": "stand"}, {"do": "evade"}],
    )
    match = all_declared(declaring(red("A", HERE, **UNARMED), blue("D", [30000, 12000], **IMPI)), CHARGE)
    assert [event.data["unit"] for event in events(match, "moved")] == ["A"], "steady it stands, and forms no square"


@pytest.mark.rule("vivaorre:7-p")
def test_a_square_that_is_formed_is_told() -> None:
    match = all_declared(declaring(red("A", HERE), blue("D", [30000, 12000], **UNARMED), dice=[4]), CHARGE)
    match.answer("blue", {"do": "square"})
    (formed,) = events(match, "formed")
    assert (formed.rule, formed.data["formation"], formed.data["why"]) == ("7-p", "square", "square")


@pytest.mark.rule("vivaorre:7-p", "vivaorre:2-i")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ({}, True),
        ({"arm": "cavalry"}, False),
        ({"arm": "cavalry", "notes": ["dismount"], "mounted": False}, False),
        ({"figures": 16, "class": "b-*-c"}, False),
        ({"formation": "mass", "disorder": "reorder"}, False),
        ({"training": "irregular"}, False),
    ],
)
def test_who_forms_square_when_charged(unit: Plain, may: bool) -> None:
    s = state(red("A", HERE), blue("D", [30000, 12000], **unit))
    assert (FormSquare in charges.reactions_open(s, s.units["D"])) is may


@pytest.mark.rule("vivaorre:7-p", "vivaorre:8-q")
@pytest.mark.parametrize(("behind", "may"), [(12625, False), (13250, True)])
def test_a_square_needs_room_behind_the_line(behind: int, may: bool) -> None:
    s = state(red("A", HERE), blue("D", [30000, 12000]), blue("E", [30000, behind]))
    assert (FormSquare in charges.reactions_open(s, s.units["D"])) is may


# -- 12: tests --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:5-ch4", "vivaorre:5-l")
def test_a_carismatico_steadies_nobody_else_and_no_substitute_does() -> None:
    def added(**more: Any) -> list[tuple[str, int]]:
        leader = {"id": "G", "side": "red", "brigade": "b", "characters": ["carismatico"], "at": [9000, 9000], **more}
        s = state(red("A", HERE, brigade="b"), red("B", [20000, 10000], brigade="c"), generals=[leader])
        return [*morale.modifiers(s, s.units["A"], "fire"), *morale.modifiers(s, s.units["B"], "fire")]

    assert added() == [("5-ch4", 1)]
    assert added(substitute=True) == []


@pytest.mark.rule("vivaorre:13-g", "vivaorre:12-f")
def test_the_test_of_a_hidden_unit_is_told_to_its_owner_alone() -> None:
    wood = area("w", "open_wood", 25, 5, 35, 11)
    for hidden, seen in ((True, ("red",)), (False, None)):
        unit = red("A", HERE, hidden=hidden, **UNARMED)
        pending = [{"test": "A", "why": "event"}]
        match = play(unit, blue("D", [60000, 40000]), terrain=(wood,), phase="fire", pending=pending, dice=[6])
        (test,) = rolls(match, "morale")
        assert test.seen_by == seen


@pytest.mark.rule("vivaorre:12-o", "vivaorre:5-ch9")
def test_a_rout_test_that_fails_is_told_as_the_end_of_the_unit() -> None:
    unit = red("A", HERE, **UNARMED)
    pending = [{"rout": "A", "enemy": None}]
    match = play(unit, red("B", [5000, 5000]), blue("D", [60000, 40000]), phase="fire", pending=pending, dice=[2])
    (test,) = rolls(match, "morale")
    assert (test.data["occasion"], test.data["result"], test.data["total"]) == ("rout", "eliminated", 0)
    leader = [general("G", "red", "b", "duro")]
    unit = red("A", HERE, brigade="b", **UNARMED)
    match = play(unit, blue("D", [60000, 40000]), phase="fire", pending=pending, dice=[2], generals=leader)
    assert match.ask is not None
    assert match.ask.data["roll"] == {"why": "morale", "dice": [2]}
