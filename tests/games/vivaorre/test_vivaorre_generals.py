"""Chapter 5: how generals ride, whom they command, and the twenty characters they may have."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.battle import area, blue, events, line, play, red, refused, rolls, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])
UNARMED = {"class": "c-/-c", "weapon": "none"}


def general(at: list[int] | None = None, joined: str | None = None, **more: Any) -> Plain:
    where: Plain = {} if at is None else {"at": at}
    return {"id": "G", "side": "red", "brigade": "b", **where, **({} if joined is None else {"with": joined}), **more}


def ride(to: list[int], join: str | None = None) -> Plain:
    path = [{"go": "to", "at": to}]
    return {"do": "move", "unit": "G", "path": path, **({} if join is None else {"join": join})}


# -- 5-g: riding -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:5-g")
@pytest.mark.parametrize(
    ("terrain", "most", "rule"),
    [
        ((), 12000, "5-g"),
        ((area("w", "open_wood", 20, 10, 40, 40),), 6000, "5-g"),
        ((line("l", "stream", (20, 11), (40, 11)),), 6000, "5-g"),
        ((line("l", "hedge", (20, 11), (40, 11)),), 9000, "5-g"),
        ((area("w", "dense_wood", 20, 13, 40, 40),), 3000, "8-u"),
    ],
)
def test_a_general_rides_twelve_inches_over_ground_as_a_mounted_skirmisher(
    terrain: tuple[Plain, ...], most: int, rule: str
) -> None:
    found = play(red("A", [10000, 10000]), FAR, generals=[general(HERE)], terrain=terrain, phase="movement")
    assert found.refuse("red", ride([30000, 10000 + most])) is None
    assert refused(found, "red", ride([30000, 10000 + most + 50])) == rule


@pytest.mark.rule("vivaorre:5-g")
def test_a_general_joins_and_leaves_a_unit_by_contact() -> None:
    found = play(red("A", HERE), red("B", [20000, 10000]), FAR, generals=[general([30000, 15000])], phase="movement")
    assert refused(found, "red", ride([30000, 11000], "A")) == "5-g", "his base does not reach so far"
    found.answer("red", ride([30000, 10500], "A"))
    assert found.view("red")["generals"][0]["with"] == "A"
    assert [event.data["what"] for event in events(found, "general")] == ["joined"]
    other = play(red("A", HERE), red("B", [10000, 10000]), FAR, generals=[general(joined="A")], phase="movement")
    other.answer("red", ride([30000, 12000]))
    assert (other.view("red")["generals"][0]["with"], other.view("red")["generals"][0]["at"]) == (None, [30000, 12000])
    assert [event.data["what"] for event in events(other, "general")] == ["left"]


@pytest.mark.rule("vivaorre:5-e")
def test_a_general_who_failed_his_roll_stays() -> None:
    lost = [general([30000, 20000], may_move=False)]
    found = play(red("A", HERE), FAR, generals=lost, phase="movement")
    assert refused(found, "red", ride([30000, 21000])) == "5-e"


# -- 5-c to 5-j: who is in command -------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:5-c", "vivaorre:5-d")
@pytest.mark.parametrize(("far", "rule"), [(10000, None), (10500, "5-d")])
def test_a_position_after_the_command_phase_has_it_worked_out(far: int, rule: str | None) -> None:
    unit = red("A", HERE, brigade="b")
    found = play(unit, red("B", [40000, 10000]), FAR, generals=[general([30000, 10000 + far])], phase="movement")
    refusal = found.refuse("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 100}]})
    assert (None if refusal is None else refusal.rule) == rule
    near = play(
        unit, blue("D", [30000, 12000], **UNARMED), generals=[general([30000, 10000 + far])], phase="fire", dice=[1] * 8
    )
    near.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    assert rolls(near, "fire"), "who is out of command may fire"


@pytest.mark.rule("vivaorre:5-f")
@pytest.mark.parametrize(("by", "rule"), [(1000, None), (1001, "5-f")])
def test_units_of_a_lost_brigadier_stay_within_fifteen_inches(by: int, rule: str | None) -> None:
    cic = {"id": "C", "side": "red", "rank": "cic", "at": [70000, 47000]}
    unit = red("A", [30000, 20000], brigade="b")
    lost = [general([30000, 6000], may_move=False), cic]
    found = play(unit, FAR, generals=lost, phase="movement")
    refusal = found.refuse("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": by + 625}]})
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("vivaorre:5-h")
@pytest.mark.parametrize(("divisions", "rolled"), [("on", []), ("off", ["G"])])
def test_with_divisions_a_brigadier_keeps_to_his_divisional_general(divisions: str, rolled: list[str]) -> None:
    generals = [
        general([30000, 12000], division="d1"),
        {"id": "V", "side": "red", "rank": "division", "division": "d1", "at": [30000, 26000]},
        {"id": "C", "side": "red", "rank": "cic", "at": [30000, 41000]},
    ]
    found = play(
        red("A", HERE, brigade="b"),
        FAR,
        generals=generals,
        dice=[4, 6, 1] if rolled else [6, 1],
        options={"divisions": divisions, "order": "loser_first"},
    )
    assert [roll.data["general"] for roll in rolls(found, "command")] == rolled


@pytest.mark.rule("vivaorre:5-h")
def test_a_divisional_general_out_of_reach_of_the_cic_is_out_of_command() -> None:
    generals = [
        general([30000, 12000], division="d1"),
        {"id": "V", "side": "red", "rank": "division", "division": "d1", "at": [30000, 26000]},
        {"id": "C", "side": "red", "rank": "cic", "at": [30000, 41001]},
    ]
    options = {"divisions": "on", "order": "loser_first"}
    found = play(red("A", HERE, brigade="b"), FAR, generals=generals, dice=[3, 6, 1], options=options)
    assert [(roll.data["general"], roll.data["success"]) for roll in rolls(found, "command")] == [("V", False)]


@pytest.mark.rule("vivaorre:5-j")
def test_reinforcements_enter_at_their_edge_and_make_for_their_general() -> None:
    coming = red("A", None, brigade="b", arrives=2, formation="march")
    generals = [general([30000, 30000])]
    early = play(coming, red("B", [50000, 10000]), FAR, generals=generals, phase="movement")
    enter = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 3000}], "enter": [20000, 0]}
    assert refused(early, "red", enter) == "5-j"
    found = play(coming, red("B", [50000, 10000]), FAR, generals=generals, phase="movement", turn=2, last_turn=2)
    assert refused(found, "red", {**enter, "enter": [20000, 10]}) == "5-j", "not on its edge"
    assert refused(found, "red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 3000}]}) == "5-j"
    found.answer("red", enter)
    unit = unit_of(found, "A")
    assert (unit["at"], unit["facing"]) == ([20000, 3000], 0), "its rear is still outside and counts as on the table"
    on = red("A", [20000, 12000], brigade="b", arrives=2)
    march = play(on, red("B", [50000, 10000]), FAR, generals=generals, phase="movement", turn=2, last_turn=2)
    assert unit_of(march, "A")["out"] is False, "in command until it has reached him"
    back = {"do": "move", "unit": "A", "path": [{"go": "back", "by": 1000}]}
    assert refused(march, "red", back) == "5-j"


@pytest.mark.rule("vivaorre:5-j")
def test_who_has_entered_half_goes_on_from_there() -> None:
    half = red("A", [20000, 1000], formation="march", figures=8)
    found = play(half, FAR, phase="movement")
    found.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 1000}]})
    assert unit_of(found, "A")["at"] == [20000, 2000]


# -- 5-ch: what they do ------------------------------------------------------------------------------------------------


def charges(*units: Plain, dice: list[int], character: str = "impetuoso", **more: Any) -> q.Match:
    led = general([30000, 8000], characters=[character])
    idle = red("idle", [2000, 2000], **UNARMED)
    return play(*units, idle, generals=[led], phase="charges", dice=dice, **more)


@pytest.mark.rule("vivaorre:5-ch1")
def test_an_impetuoso_has_every_unit_charge_that_can_at_the_nearest() -> None:
    one = red("A", HERE, brigade="b", **UNARMED)
    near, far = blue("D", [30000, 12000], **UNARMED), blue("E", [33100, 12600], **UNARMED)
    found = charges(one, near, far, dice=[5])
    assert found.ask is not None
    assert found.ask.data["must"] == ["A"]
    assert refused(found, "red", {"do": "done"}) == "5-ch1"
    assert refused(found, "red", {"do": "charge", "unit": "A", "target": "E"}) == "5-ch1"
    found.answer("red", {"do": "charge", "unit": "A", "target": "D"})
    assert found.refuse("red", {"do": "done"}) is None
    calm = charges(one, near, far, dice=[4])
    assert calm.refuse("red", {"do": "done"}) is None
    assert [roll.data["success"] for roll in rolls(calm, "impetuoso")] == [False]


@pytest.mark.rule("vivaorre:5-ch1")
def test_who_cannot_reach_anybody_need_not_charge() -> None:
    one = red("A", HERE, brigade="b", **UNARMED)
    found = charges(one, blue("D", [30000, 13001], **UNARMED), dice=[6])
    assert found.refuse("red", {"do": "done"}) is None


HOLDING = [("cauto", "5-ch2"), ("testardo", "5-ch3"), ("temerario", "5-ch16")]


@pytest.mark.rule("vivaorre:5-ch2", "vivaorre:5-ch3", "vivaorre:5-ch16")
@pytest.mark.parametrize(("character", "rule"), HOLDING)
def test_who_holds_neither_goes_nearer_nor_charges(character: str, rule: str) -> None:
    orders = {"G": {"told": "advance" if character != "temerario" else "hold", "does": "hold"}}
    one = red("A", HERE, brigade="b", **UNARMED)
    led = [general([30000, 8000], characters=[character])]
    found = play(one, blue("D", [30000, 13000], **UNARMED), generals=led, phase="movement", orders=orders)
    assert refused(found, "red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 100}]}) == rule
    assert (
        found.refuse("red", {"do": "move", "unit": "A", "path": [{"go": "about"}, {"go": "advance", "by": 100}]})
        is None
    )
    other = red("B", [50000, 10000], **UNARMED)
    declared = play(
        one,
        other,
        blue("D", [30000, 12000], **UNARMED),
        blue("E", [50000, 12000], **UNARMED),
        generals=led,
        phase="charges",
        orders=orders,
    )
    assert refused(declared, "red", {"do": "charge", "unit": "A", "target": "D"}) == rule
    assert declared.refuse("red", {"do": "charge", "unit": "B", "target": "E"}) is None, "of no brigade of his"


@pytest.mark.rule("vivaorre:5-ch3", "vivaorre:5-ch16")
@pytest.mark.parametrize(("character", "rule"), [("testardo", "5-ch3"), ("temerario", "5-ch16")])
def test_nobody_is_done_before_a_general_who_goes_forward_alone(character: str, rule: str) -> None:
    orders = {"G": {"told": "hold", "does": "advance"}}
    led = [general([30000, 8000], characters=[character])]
    one = red("A", HERE, brigade="b", **UNARMED)
    found = play(one, blue("D", [30000, 30000]), generals=led, phase="movement", orders=orders)
    assert refused(found, "red", {"do": "done"}) == rule
    assert {"do": "done"} not in found.options("red")
    assert refused(found, "red", {"do": "move", "unit": "A", "path": []}) == rule
    found.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 100}]})
    assert found.refuse("red", {"do": "done"}) is None


@pytest.mark.rule("vivaorre:5-ch16")
def test_what_is_listed_and_drawn_for_a_unit_that_must_go_forward_does_so() -> None:
    orders = {"G": {"told": "hold", "does": "advance"}}
    led = [general([30000, 8000], characters=["temerario"])]
    one = red("A", HERE, brigade="b", **UNARMED)
    found = play(one, blue("D", [30000, 30000]), generals=led, phase="movement", orders=orders)
    found.answer("red", {"do": "unit", "unit": "A"})
    listed = found.options("red")
    assert listed
    assert all(found.refuse("red", option) is None for option in listed)
    rng = random.Random(1)
    assert all(found.refuse("red", found.random_answer("red", rng)) is None for _ in range(40))


@pytest.mark.rule("vivaorre:5-ch12")
@pytest.mark.parametrize(("strength", "rule"), [(4, "5-ch12"), (5, None)])
def test_a_vigliacco_does_not_advance_after_a_quarter_of_his_units_is_lost(strength: int, rule: str | None) -> None:
    found = play(
        red("A", HERE, brigade="b"),
        FAR,
        generals=[general([30000, 8000], characters=["vigliacco"])],
        brigades={"b": {"side": "red", "strength": strength}},
        eliminated=[{"id": "X", "side": "red", "brigade": "b"}],
        phase="movement",
    )
    refusal = found.refuse("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 100}]})
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("vivaorre:5-ch4", "vivaorre:5-ch11")
@pytest.mark.parametrize(
    ("character", "joined", "modifiers"),
    [
        ("carismatico", False, [("5-ch4", 1)]),
        ("carismatico", True, [("12-m4", 1)]),
        ("tirannico", True, []),
        ("duro", False, []),
        ("metodico", True, [("12-m4", 1)]),
    ],
)
def test_what_a_general_adds_to_morale(character: str, joined: bool, modifiers: list[tuple[str, int]]) -> None:
    one = red("A", HERE, brigade="b", formation="assault", **UNARMED)
    led = [general(None if joined else [30000, 8000], "A" if joined else None, characters=[character])]
    found = play(one, FAR, generals=led, phase="movement", dice=[4])
    found.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 7500}], "forced": True})
    if found.ask is not None and found.ask.what == "reroll":
        found.answer("red", {"do": "pass"})
    (test,) = rolls(found, "morale")
    assert [tuple(one) for one in test.modifiers] == modifiers


@pytest.mark.rule("vivaorre:5-ch8")
def test_a_rapido_forces_the_march_once_without_a_test() -> None:
    led = [general([30000, 8000], characters=["rapido"])]
    one = red("A", HERE, brigade="b", formation="assault")
    forced = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 7500}], "forced": True}
    found = play(one, FAR, generals=led, phase="movement")
    found.answer("red", forced)
    assert (unit_of(found, "A")["at"], unit_of(found, "A")["forced_free"]) == ([30000, 17500], True)
    assert rolls(found, "morale") == []
    again = play({**one, "forced_free": True}, FAR, generals=led, phase="movement", dice=[4])
    again.answer("red", forced)
    assert len(rolls(again, "morale")) == 1


@pytest.mark.rule("vivaorre:5-ch7")
def test_an_intuitivo_who_lost_chooses_when_his_brigade_moves() -> None:
    units = (red("A", HERE, brigade="b"), red("B", [40000, 10000]), blue("D", [30000, 30000]))
    led = [general([30000, 8000], characters=["intuitivo"])]
    found = play(*units, generals=led, phase="initiative", dice=[1, 6])
    found.answer("blue", {"do": "first"})
    assert found.ask is not None
    assert (found.ask.what, found.ask.who, found.ask.data["brigade"]) == ("when", ("red",), "b")
    found.answer("red", {"do": "when", "brigade": "b", "half": "first"})
    assert found.ask is not None
    assert (found.ask.who, found.ask.data["units"]) == (("red",), ["A", "G"]), "his brigade, before blue's half"
    assert refused(found, "red", {"do": "unit", "unit": "B"}) == "5-ch7"
    found.answer("red", {"do": "done"})
    assert found.ask is not None
    assert found.ask.who == ("blue",)
    found.answer("blue", {"do": "done"})
    assert found.ask is not None
    assert (found.ask.who, found.ask.data["units"]) == (("red",), ["B"])


@pytest.mark.rule("vivaorre:5-ch7")
def test_an_intuitivo_made_to_go_first_may_wait() -> None:
    units = (red("A", HERE, brigade="b"), red("B", [40000, 10000]), blue("D", [30000, 30000]))
    led = [general([30000, 8000], characters=["intuitivo"])]
    found = play(*units, generals=led, phase="initiative", dice=[1, 6])
    found.answer("blue", {"do": "second"})
    found.answer("red", {"do": "when", "brigade": "b", "half": "second"})
    asked = []
    while found.ask is not None and found.ask.what == "move":
        asked.append((found.ask.who[0], found.ask.data["units"]))
        found.answer(found.ask.who[0], {"do": "done"})
    assert asked == [("red", ["B"]), ("blue", ["D"]), ("red", ["A", "G"])]


@pytest.mark.rule("vivaorre:5-ch15")
def test_the_troops_of_an_ottuso_never_skirmish() -> None:
    one = red("A", HERE, brigade="b", notes=["skirmish"])
    form = {"do": "move", "unit": "A", "path": [{"go": "form", "formation": "skirmish"}]}
    free = play(one, FAR, generals=[general([30000, 8000])], phase="movement")
    assert free.refuse("red", form) is None
    dull = play(one, FAR, generals=[general([30000, 8000], characters=["ottuso"])], phase="movement")
    assert refused(dull, "red", form) == "5-ch15"
    assert all("skirmish" not in str(option) for option in _moves(dull))


def _moves(found: q.Match) -> list[Plain]:
    found.answer("red", {"do": "unit", "unit": "A"})
    return list(found.options("red"))


@pytest.mark.rule("vivaorre:5-ch14")
@pytest.mark.parametrize(("price", "rerolls"), [(4, 0), (5, 1)])
def test_an_imprevedibile_has_a_roll_made_again_and_may_pay_for_it(price: int, rerolls: int) -> None:
    led = [general([30000, 24000], characters=["imprevedibile"])]
    cic = {"id": "C", "side": "red", "rank": "cic", "at": [30000, 47000]}
    one = red("A", HERE, brigade="b")
    found = play(one, FAR, generals=[*led, cic], dice=[1, 5, price, 6, 1], options={"order": "loser_first"})
    assert refused(found, "red", {"do": "reroll", "general": "G", "die": 0}) == "5-ch14", "all dice, not one"
    found.answer("red", {"do": "reroll", "general": "G"})
    (die,) = rolls(found, "command")
    assert die.data["total"] == 5
    assert found.view("red")["rerolls"]["blue"] == rerolls


@pytest.mark.rule("vivaorre:5-ch14")
def test_the_enemy_of_an_imprevedibile_has_a_roll_of_his_own_made_again() -> None:
    led = [general([30000, 8000], characters=["imprevedibile"], rerolled=True)]
    foe = blue("D", [60000, 40000], formation="assault")
    found = play(
        red("A", HERE, brigade="b"),
        foe,
        generals=led,
        phase="movement",
        seat="blue",
        rerolls={"red": 0, "blue": 1},
        dice=[2, 5],
    )
    found.answer("blue", {"do": "move", "unit": "D", "path": [{"go": "advance", "by": 7500}], "forced": True})
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("reroll", ("blue",))
    found.answer("blue", {"do": "reroll", "general": "G"})
    assert (unit_of(found, "D")["at"], found.view("red")["rerolls"]["blue"]) == ([60000, 32500], 0)


@pytest.mark.rule("vivaorre:5-ch9")
def test_a_duro_has_one_die_of_a_roll_against_his_units_made_again_once_a_turn() -> None:
    led = [general([30000, 8000], characters=["duro"])]
    one = red("A", HERE, brigade="b", **UNARMED)
    found = play(one, blue("D", [30000, 12000]), generals=led, phase="fire", dice=[6, 6, 1, 1, 1, 1, 1, 1, 2])
    found.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("reroll", ("red",))
    assert refused(found, "red", {"do": "reroll", "general": "G"}) == "5-ch9"
    found.answer("red", {"do": "reroll", "general": "G", "die": 1})
    (shot,) = rolls(found, "fire")
    assert (shot.data["hits"], found.view("red")["generals"][0]["rerolled"]) == (1, True)


@pytest.mark.rule("vivaorre:5-ch5")
@pytest.mark.parametrize(("die", "what", "there"), [(3, "saved", "well"), (2, "dead", "dead")])
def test_an_invulnerabile_is_saved_by_a_three(die: int, what: str, there: str) -> None:
    led = [general(characters=["invulnerabile"], joined="A")]
    one = red("A", HERE, brigade="b", **UNARMED)
    found = play(
        one,
        blue("D", [30000, 12000]),
        generals=led,
        phase="fire",
        dice=[5, 1, 1, 1, 6, 6, die],
    )
    found.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    assert [event.data["what"] for event in events(found, "general")] == [what]
    assert found.view("red")["generals"][0]["state"] == there


@pytest.mark.rule("vivaorre:5-ch10", "vivaorre:5-ch13")
def test_what_a_metodico_and_a_combattivo_add_to_their_unit() -> None:
    one = red("A", HERE, brigade="b", **{"class": "c-c-c"})
    shot = {"do": "fire", "shots": [{"unit": "A", "target": "D"}]}
    foe = blue("D", [30000, 12000], **UNARMED)
    led = [general(characters=["metodico"], joined="A")]
    found = play(one, foe, generals=led, phase="fire", dice=[1] * 8)
    found.answer("red", shot)
    assert ("9-m5", 1) in [tuple(one) for one in rolls(found, "fire")[0].modifiers]
    best = play({**one, "class": "c-a-c"}, foe, generals=led, phase="fire", dice=[1] * 8)
    best.answer("red", shot)
    assert ("9-m5", 2) in [tuple(one) for one in rolls(best, "fire")[0].modifiers], "an A stays an A"
    touching = blue("D", [30000, 10000], **UNARMED)
    fight = play(
        one,
        touching,
        generals=[general(characters=["combattivo"], joined="A")],
        phase="melee",
        dice=[1] * 17 + [6] * 8,
    )
    assert [roll.data["count"] for roll in rolls(fight, "melee")] == [9, 8]


@pytest.mark.rule("vivaorre:5-ch19", "vivaorre:11-f")
@pytest.mark.parametrize(
    ("option", "far", "out"), [("wide_radii", 10000, False), ("all_radii", 6666, False), ("all_radii", 6667, True)]
)
def test_by_an_option_a_wound_cuts_ten_inches_in_proportion(option: str, far: int, out: bool) -> None:
    led = [general([30000, 10000 + far], state="wounded")]
    options = {"wound": option, "order": "loser_first"}
    found = play(red("A", HERE, brigade="b"), FAR, generals=led, dice=[6, 1], options=options)
    assert unit_of(found, "A")["out"] is out


@pytest.mark.rule("vivaorre:5-ch19", "vivaorre:5-f")
@pytest.mark.parametrize(("far", "out"), [(10000, False), (10001, True)])
def test_an_incapace_out_of_command_reaches_ten_inches(far: int, out: bool) -> None:
    led = [general([30000, 10000 + far], characters=["incapace"])]
    cic = {"id": "C", "side": "red", "rank": "cic", "at": [70000, 47000]}
    options = {"order": "loser_first"}
    found = play(red("A", HERE, brigade="b"), FAR, generals=[*led, cic], dice=[4, 6, 1], options=options)
    assert unit_of(found, "A")["out"] is out


@pytest.mark.rule("vivaorre:5-g")
def test_a_general_beside_the_enemy_may_stay_where_he_is() -> None:
    foe = blue("D", [30000, 10400], **UNARMED)
    found = play(red("A", [10000, 10000]), foe, generals=[general(HERE)], phase="movement")
    assert found.refuse("red", {"do": "move", "unit": "G", "path": []}) is None
    assert refused(found, "red", ride([30000, 10100])) == "11-c"


@pytest.mark.rule("vivaorre:5-ch16", "vivaorre:5-j")
def test_where_the_chosen_unit_cannot_come_on_another_is_drawn_that_must_still_go_forward() -> None:
    orders = {"G": {"told": "hold", "does": "advance"}}
    led = [general([30000, 8000], characters=["temerario"])]
    full = [red(f"E{n}", [6000 + 12000 * n, 300], figures=32, start=32, **UNARMED) for n in range(6)]
    found = play(
        red("A", HERE, brigade="b", **UNARMED),
        red("B", None, brigade="c", **UNARMED),
        *full,
        blue("D", [30000, 30000]),
        generals=led,
        phase="movement",
        orders=orders,
    )
    found.answer("red", {"do": "unit", "unit": "B"})
    assert {option["do"] for option in found.options("red")} == {"unit"}, "friends stand all along its edge"
    rng = random.Random(1)
    drawn = [found.random_answer("red", rng) for _ in range(40)]
    assert {answer["unit"] for answer in drawn} > {"A", "B"}
    assert all(found.refuse("red", answer) is None for answer in drawn)
