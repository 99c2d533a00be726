"""Chapter 7, more of it: wheels and ways of charges, what stops them, skirmishers, squares, fire at chargers."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.rout import free_way
from quadrilatero.table import overlaps, shift
from tests.games.vivaorre.battle import area, blue, events, line, play, red, refused, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}
CHARGE = {"do": "charge", "unit": "A", "target": "D"}
SKIRMISH = {"notes": ["skirmish"], "formation": "skirmish", **UNARMED}


def declare(charger: Plain, *others: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    idle = red("idle", [2000, 2000], **UNARMED)
    return play(red("A", HERE, **{**UNARMED, **charger}), idle, *others, phase="charges", dice=dice or [], **more)


def carry_out(found: q.Match, *more: Plain, wheel: Plain | None = None) -> q.Match:
    """Red's A charges, blue declares what is said, and all the charged stand."""
    found.answer("red", CHARGE if wheel is None else {**CHARGE, "wheel": wheel})
    found.answer("red", {"do": "done"})
    for answer in more:
        found.answer("blue", answer)
    while found.ask is not None and found.ask.what in ("charge", "react"):
        found.answer(found.ask.who[0], {"do": "done" if found.ask.what == "charge" else "stand"})
    return found


# -- who charges whom --------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-o")
def test_a_square_does_not_charge() -> None:
    friend = red("B", [20000, 20000], **UNARMED)
    found = declare({"formation": "square"}, friend, blue("D", [30000, 15000]), blue("E", [20000, 22000]))
    assert refused(found, "red", CHARGE) == "8-o"


@pytest.mark.rule("vivaorre:7-a")
def test_a_counter_charge_has_no_limit_of_distance() -> None:
    foot, horse = blue("D", [30000, 19000], **UNARMED), red("A", HERE, arm="cavalry", **UNARMED)
    found = play(horse, foot, phase="charges", seat="blue", charges=[{"unit": "A", "target": "D"}])
    assert found.refuse("blue", {"do": "charge", "unit": "D", "target": "A"}) is None
    alone = play(horse, foot, blue("E", [30000, 20500], arm="cavalry", **UNARMED), phase="charges", seat="blue")
    assert refused(alone, "blue", {"do": "charge", "unit": "D", "target": "A"}) == "7-c"


@pytest.mark.rule("vivaorre:7-a")
@pytest.mark.parametrize(("y", "rule"), [(16000, None), (16001, "7-c")])
def test_a_charge_is_declared_at_up_to_twice_its_reach(y: int, rule: str | None) -> None:
    friend, foe = red("B", [50000, 10000], **UNARMED), blue("E", [50000, 12000], **UNARMED)
    refusal = declare({}, friend, blue("D", [30000, y], **UNARMED), foe).refuse("red", CHARGE)
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("vivaorre:7-a")
def test_the_second_side_declares_knowing_what_the_first_has_declared() -> None:
    found = declare({}, blue("D", [30000, 12000], **UNARMED))
    found.answer("red", CHARGE)
    found.answer("red", {"do": "done"})
    assert found.ask is not None
    assert found.ask.who == ("blue",)
    assert [(one["unit"], one["target"]) for one in found.view("blue")["charges"]] == [("A", "D")]
    found.answer("blue", {"do": "charge", "unit": "D", "target": "A"})
    assert [event.data["counter"] for event in events(found, "charge")] == [False, True]


@pytest.mark.rule("vivaorre:7-f")
def test_a_counter_charge_on_a_charger_that_failed_its_test_is_a_charge() -> None:
    found = declare({"class": "e-/-c"}, blue("D", [30000, 12000], **UNARMED), dice=[2])
    carry_out(found, {"do": "charge", "unit": "D", "target": "A"})
    assert (unit_of(found, "A")["at"], unit_of(found, "A")["charged"]) == (HERE, None)
    (contact,) = events(found, "contact")
    assert (contact.data["unit"], contact.data["contact"], contact.rule) == ("D", True, "7-g")


@pytest.mark.rule("vivaorre:7-f")
@pytest.mark.parametrize(
    ("letter", "joined", "dice", "total", "charges"),
    [("d", False, [4], 3, False), ("d", True, [4], 4, True), ("c", False, [], None, True)],
)
def test_vor_d07_who_needs_a_test_to_charge(
    letter: str, joined: bool, dice: list[int], total: int | None, charges: bool
) -> None:
    generals = [{"id": "G", "side": "red", "rank": "cic", "with": "A"}] if joined else []
    found = declare(
        {"class": f"{letter}-/-c"},
        blue("D", [30000, 12000], **UNARMED),
        dice=[*dice, *[1] * 16, *[6] * 8],
        generals=generals,
    )
    carry_out(found)
    tests = [test for test in rolls(found, "morale") if test.data["occasion"] == "charge"]
    assert [test.data["total"] for test in tests] == ([] if total is None else [total])
    assert bool(events(found, "contact")) is charges


# -- the way of a charge -----------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-c")
def test_a_charge_begins_with_the_smallest_wheel_that_touches() -> None:
    found = declare({"arm": "cavalry"}, blue("D", [36500, 14000], **UNARMED))
    carry_out(found)
    unit = unit_of(found, "A")
    (contact,) = events(found, "contact")
    assert contact.data["contact"] is True
    assert 0 < unit["facing"] < 4500
    assert unit["charged"] == "D"


@pytest.mark.rule("vivaorre:7-c")
def test_a_wheel_may_be_said_and_is_at_most_45_degrees() -> None:
    found = declare({"arm": "cavalry"}, blue("D", [34000, 14000], **UNARMED))
    over = found.refuse("red", {**CHARGE, "wheel": {"side": "right", "angle": 4501}})
    assert over is not None
    assert (over.rule, over.data["most"]) == ("7-c", 4500)
    assert refused(found, "red", {**CHARGE, "wheel": {"side": "left", "angle": 4000}}) == "7-c", "it would miss"
    carry_out(found, wheel={"side": "right", "angle": 2000})
    assert unit_of(found, "A")["facing"] == 2000


@pytest.mark.rule("vivaorre:7-c", "vivaorre:8-h")
def test_a_column_pays_for_the_wheel_of_its_charge() -> None:
    """A column of four files of foot is 1.5 inches wide: 45 degrees cost 1.178 of its 5 inches."""
    target = blue("D", [34000, 14000], **UNARMED)
    found = declare({"formation": "assault"}, target)
    carry_out(found, wheel={"side": "right", "angle": 4500})
    moved = [event for event in events(found, "moved") if event.data["unit"] == "A"]
    assert (events(found, "contact")[0].data["contact"], moved[0].data["distance"]) == (False, 5000 - 1178)


@pytest.mark.rule("vivaorre:7-g")
def test_a_wheel_that_meets_the_enemy_is_contact() -> None:
    """The right corner, three inches from the left one, swings into a front 0.8 inches ahead at 15.47 degrees."""
    found = declare({}, blue("D", [30000, 10800], **UNARMED))
    carry_out(found, wheel={"side": "left", "angle": 4500})
    (contact,) = events(found, "contact")
    assert (contact.data["contact"], contact.data["side"]) == (True, "front")
    assert abs(unit_of(found, "A")["facing"] - (36000 - 1547)) <= 2


@pytest.mark.rule("vivaorre:7-g", "vivaorre:8-y")
def test_an_obstacle_costs_a_share_of_the_charge_move() -> None:
    """Horse in line charges 9 inches: a stream takes half of them, a hedge a quarter."""
    stream = line("s", "stream", (20, 11), (40, 11))
    short = declare({"arm": "cavalry"}, blue("D", [30000, 14600], **UNARMED), terrain=(stream,))
    carry_out(short)
    assert (unit_of(short, "A")["at"], events(short, "contact")[0].data["contact"]) == ([30000, 14500], False)
    hedge = line("s", "hedge", (20, 11), (40, 11))
    home = declare({"arm": "cavalry"}, blue("D", [30000, 16750], **UNARMED), terrain=(hedge,))
    carry_out(home)
    assert events(home, "contact")[0].data["contact"] is True


@pytest.mark.rule("vivaorre:7-g", "vivaorre:8-q")
def test_a_friend_in_the_way_stops_a_charge() -> None:
    friend = red("B", [30000, 12000], **UNARMED)
    found = declare({"arm": "cavalry"}, friend, blue("D", [30000, 15000], **UNARMED))
    carry_out(found)
    assert unit_of(found, "A")["at"] == [30000, 11375]
    assert unit_of(found, "A")["disorder"] == "reorder"


@pytest.mark.rule("vivaorre:7-g")
def test_closed_ground_stops_a_charge() -> None:
    wood = area("w", "dense_wood", 20, 12, 40, 14)
    found = declare({"arm": "cavalry"}, blue("D", [30000, 16000], **UNARMED), terrain=(wood,))
    carry_out(found)
    assert unit_of(found, "A")["at"] == [30000, 12000]


@pytest.mark.rule("vivaorre:7-b")
def test_all_charge_at_once_the_shortest_way_first() -> None:
    """B, nearer, is there first; A then finds the front of D taken where it would have gone."""
    found = play(
        red("A", [30000, 10000], arm="cavalry", **UNARMED),
        red("B", [30000, 13000], figures=4, start=4, **UNARMED),
        blue("D", [30000, 15000], **UNARMED),
        phase="charges",
        dice=[1] * 40,
    )
    found.answer("red", CHARGE)
    found.answer("red", {"do": "charge", "unit": "B", "target": "D"})
    found.answer("red", {"do": "done"})
    while found.ask is not None and found.ask.what in ("charge", "react"):
        found.answer("blue", {"do": "done" if found.ask.what == "charge" else "stand"})
    assert [(event.data["unit"], event.data["contact"]) for event in events(found, "contact")] == [
        ("B", True),
        ("A", False),
    ]


@pytest.mark.rule("vivaorre:7-o")
def test_who_is_in_contact_fights_in_the_melee_phase() -> None:
    found = declare({"arm": "cavalry"}, blue("D", [30000, 15000], **UNARMED), dice=[1] * 20 + [6] * 6)
    carry_out(found)
    while found.ask is not None and found.ask.what == "move":
        found.answer(found.ask.who[0], {"do": "done"})
    assert [roll.data["unit"] for roll in rolls(found, "melee")] == ["A", "D"]


# -- counter-charges ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-h", "vivaorre:8-ac")
def test_a_counter_charge_out_of_both_reaches_moves_half_and_disorders_both() -> None:
    column = declare({"formation": "assault"}, blue("D", [30000, 18200], **UNARMED))
    carry_out(column, {"do": "charge", "unit": "D", "target": "A"})
    assert (unit_of(column, "A")["at"], unit_of(column, "D")["at"]) == ([30000, 12500], [30000, 16700])
    assert [unit_of(column, id)["disorder"] for id in "AD"] == ["reorder", "reorder"]
    assert [event.data["contact"] for event in events(column, "contact")] == [False, False]


@pytest.mark.rule("vivaorre:7-h", "vivaorre:8-e")
def test_horse_that_counter_charges_goes_its_whole_charge_if_it_must() -> None:
    found = declare({"arm": "cavalry"}, blue("D", [30000, 21900], **UNARMED))
    carry_out(found, {"do": "charge", "unit": "D", "target": "A"})
    assert (unit_of(found, "A")["at"], unit_of(found, "D")["at"]) == ([30000, 18925], [30000, 18925])
    assert [event.data["contact"] for event in events(found, "contact")] == [True, True]


# -- skirmishers -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-l")
def test_skirmishers_run_from_formed_troops_also_when_these_fall_short() -> None:
    found = declare({}, blue("D", [30000, 15000], **SKIRMISH))
    carry_out(found)
    assert unit_of(found, "D")["at"] == [30000, 21000]


@pytest.mark.rule("vivaorre:7-m", "vivaorre:7-e")
@pytest.mark.parametrize("answer", ["stand", "evade"])
def test_skirmishers_charged_by_skirmishers_choose(answer: str) -> None:
    found = declare({**SKIRMISH}, blue("D", [30000, 14000], **SKIRMISH), dice=[1] * 30 + [6] * 10)
    found.answer("red", CHARGE)
    found.answer("red", {"do": "done"})
    if found.ask is not None and found.ask.what == "charge":
        found.answer("blue", {"do": "done"})
    assert found.ask is not None
    assert (found.ask.what, found.ask.rule) == ("react", "7-l")
    assert found.options("blue") == [{"do": "stand"}, {"do": "evade"}]
    found.answer("blue", {"do": answer})
    assert events(found, "contact")[0].data["contact"] is (answer == "stand")
    assert unit_of(found, "D")["at"] == ([30000, 14000] if answer == "stand" else [30000, 20000])


@pytest.mark.rule("vivaorre:8-q", "vivaorre:7-g")
def test_skirmishers_who_charge_do_not_pass_through_friends() -> None:
    friend = red("B", [30000, 13000], **UNARMED)
    found = declare({**SKIRMISH}, friend, blue("D", [30000, 16000], **SKIRMISH), dice=[1] * 40)
    carry_out(found)
    assert unit_of(found, "A")["at"] == [30000, 12375], "up to the friend's back"


@pytest.mark.rule("vivaorre:7-l", "vivaorre:8-q")
def test_evaders_on_foot_run_through_friends_and_stand_on_none() -> None:
    friend = blue("E", [30000, 18100], facing=0, **UNARMED)
    found = declare({}, blue("D", [30000, 12000], **SKIRMISH), friend)
    carry_out(found)
    assert 17000 < unit_of(found, "D")["at"][1] <= 17475, "short of the friend on whom it would have stood"
    beyond = blue("E", [30000, 15000], facing=0, **UNARMED)
    through = declare({}, blue("D", [30000, 12000], **SKIRMISH), beyond)
    carry_out(through)
    assert unit_of(through, "D")["at"] == [30000, 18000]
    riders = {**SKIRMISH, "arm": "cavalry", "figures": 4, "start": 4}
    wall = blue("E", [30000, 17000], facing=0, **UNARMED)
    mounted = declare({"arm": "cavalry"}, blue("D", [30000, 14000], **riders), wall, dice=[1] * 6 + [6] * 4)
    carry_out(mounted)
    ran = next(event for event in events(mounted, "moved") if event.data["why"] == "evade")
    assert ran.data["to"]["at"][1] <= 16375, "horse does not pass through"


@pytest.mark.rule("vivaorre:7-l", "vivaorre:8-u")
def test_closed_ground_and_the_edge_of_the_table_stop_an_evader() -> None:
    river = area("r", "impassable", 20, 15, 40, 17, material="river")
    found = declare({}, blue("D", [30000, 12000], **SKIRMISH), terrain=(river,))
    carry_out(found)
    assert unit_of(found, "D")["at"] == [30000, 15000]
    edge = play(
        red("A", [30000, 42000], **UNARMED),
        blue("D", [30000, 44500], **SKIRMISH),
        phase="charges",
        dice=[1] * 8 + [6] * 8,
    )
    edge.answer("red", CHARGE)
    edge.answer("red", {"do": "done"})
    ran = next(event for event in events(edge, "moved") if event.data["why"] == "evade")
    assert 47900 <= ran.data["to"]["at"][1] <= 48010


@pytest.mark.rule("vivaorre:7-l", "vivaorre:12-n")
def test_an_evader_whose_ranks_hang_over_the_edge_does_not_run_off_the_table() -> None:
    match = play(
        red("A", [30000, 44000], **UNARMED),
        blue("D", [30000, 48000], **SKIRMISH),
        phase="charges",
        dice=[1] * 8 + [6] * 8,
    )
    match.answer("red", CHARGE)
    match.answer("red", {"do": "done"})
    ran = next(event for event in events(match, "moved") if event.data["why"] == "evade")
    assert ran.data["to"] == {"at": [30000, 48000], "facing": 0, "formation": "skirmish"}


@pytest.mark.rule("vivaorre:7-n")
def test_the_caught_give_no_blows() -> None:
    found = declare({"arm": "cavalry"}, blue("D", [30000, 11500], **SKIRMISH), dice=[5, 5, 1, 1, 1, 1, 6])
    carry_out(found)
    (blows,) = rolls(found, "melee")
    assert (blows.data["unit"], blows.data["target"], blows.data["caught"]) == ("A", "D", True)
    assert [event.data["state"] for event in events(found, "state")][:1] == ["routed"]


# -- squares -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-p")
@pytest.mark.parametrize(
    ("unit", "may"),
    [
        ({}, True),
        ({"out": True}, True),
        ({"training": "irregular"}, False),
        ({"formation": "mass", "disorder": "reorder"}, False),
        ({"arm": "cavalry"}, False),
    ],
)
def test_who_may_try_an_emergency_square(unit: Plain, may: bool) -> None:
    found = declare({"arm": "cavalry"}, blue("D", [30000, 14000], **{**UNARMED, **unit}), dice=[1] * 40 + [6] * 20)
    found.answer("red", CHARGE)
    found.answer("red", {"do": "done"})
    if found.ask is not None and found.ask.what == "charge":
        found.answer("blue", {"do": "done"})
    asked = found.ask is not None and found.ask.what == "react"
    assert asked is may


@pytest.mark.rule("vivaorre:7-p", "vivaorre:8-q")
def test_there_has_to_be_room_for_a_square() -> None:
    behind = blue("E", [30000, 14700], **UNARMED)
    found = declare({"arm": "cavalry"}, blue("D", [30000, 14000], **UNARMED), behind)
    carry_out(found)
    assert rolls(found, "morale") == []
    assert unit_of(found, "D")["formation"] == "line"


# -- fire at chargers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-k", "vivaorre:12-d")
@pytest.mark.parametrize(("die", "state", "at"), [(3, "shaken", [30000, 7000]), (4, "steady", [30000, 10000])])
def test_a_charger_that_fails_its_test_goes_back_a_whole_move(die: int, state: str, at: list[int]) -> None:
    charger = red("A", HERE, charged="D", figures=6, start=8, **UNARMED)
    found = play(
        charger, blue("D", [30000, 10000]), phase="fire", dice=[5, 1, 1, 1, 1, 1, 1, 1, die, *[1] * 20, *[6] * 8]
    )
    found.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    back = [event.data["to"]["at"] for event in events(found, "moved") if event.rule == "7-k"]
    assert back == ([at] if state == "shaken" else [])
    (test,) = [roll for roll in rolls(found, "morale") if roll.data["occasion"] == "fire"]
    assert test.data["result"] == ("shaken" if state == "shaken" else "passed")


@pytest.mark.rule("vivaorre:7-i", "vivaorre:7-j")
def test_only_the_charged_and_its_neighbours_in_line_fire_at_a_charger() -> None:
    charger = red("A", HERE, charged="D", figures=8, start=8)
    charged = blue("D", [30000, 10000])
    level = blue("E", [33000, 10000])
    askew = blue("F", [26900, 10100], facing=18000)
    away = blue("G", [36100, 10000])
    found = play(charger, charged, level, askew, away, red("B", [33000, 8000]), phase="fire")
    for unit, rule in (("D", None), ("E", None), ("F", "7-j"), ("G", "7-j")):
        refusal = found.refuse("blue", {"do": "fire", "shots": [{"unit": unit, "target": "A"}]})
        assert (None if refusal is None else refusal.rule) == rule, unit
    assert refused(found, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]}) == "7-i"


@pytest.mark.rule("vivaorre:7-g", "vivaorre:12-n")
def test_the_edge_of_the_table_stops_a_charge() -> None:
    """Its target has run off to the side; the horse that goes on stops where the table ends."""
    found = play(
        red("A", [30000, 41000], arm="cavalry", **UNARMED),
        blue("D", [30000, 43000], **SKIRMISH),
        phase="charges",
        dice=[1] * 12 + [6] * 8,
    )
    found.answer("red", CHARGE)
    found.answer("red", {"do": "done"})
    charge = next(event for event in events(found, "moved") if event.data["why"] == "charge")
    assert charge.data["to"]["at"][1] <= 48010


@pytest.mark.rule("vivaorre:7-g", "vivaorre:7-o")
@pytest.mark.parametrize(
    ("facing", "other", "by"),
    [(1050, [7750, 14129], 4090), (1544, [7808, 13090], 3378), (1800, [7879, 12911], 3231)],
)
@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_way_that_grazes_a_corner_never_ends_on_top_of_anybody(
    facing: int, other: list[int], by: int, side: str
) -> None:
    """The corner is grazed by the whole tolerance; where the way ends, whole numbers make it a hair more."""
    rider = red("A", [10000, 10000], arm="cavalry", figures=3, facing=facing)
    grazed = {"id": "E", "side": side, "at": other, "facing": 18000, "figures": 8}
    s = state(rider, grazed, blue("D", [60000, 40000]))
    unit, met = s.units["A"], s.units["E"]
    assert overlaps(shift(unit.pose, facing, by), met.pose)
    walk = Walk(s, unit, charging=True)
    assert walk.go(facing, by, 1) is None
    assert not overlaps(walk.unit.pose, met.pose)
    assert walk.gone < by
    assert walk.spent
    assert walk.met is (met if side == "blue" else None)
    back = free_way(s, unit, facing, by)
    assert back < by
    assert not overlaps(shift(unit.pose, facing, back), met.pose)
