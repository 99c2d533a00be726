"""Chapter 5: what each state allows a wing, and the order of its operations."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.camposanto.support import (
    assault,
    at,
    austria,
    axial,
    begin,
    blows,
    ends,
    events,
    find,
    refused,
    rolls,
    settle,
    spain,
)

STATES = ("impetuous", "aggressive", "cautious", "titubant")
FIVE = [spain(f"I{n}", "inf", axial(n, 2)) for n in range(5)]


def move(m: q.Match, id: str, *path: str, facing: str | None = None) -> None:
    """Move a unit (with no path: turn it) and answer for its facing, the present one if none is given."""
    seat = m.ask.who[0]
    m.answer(seat, {"do": "move", "unit": id, "path": list(path)})
    if m.ask and m.ask.what == "face":
        m.answer(seat, {"do": "face", "unit": id, "facing": facing or m.ask.data["facing"]})


def turn(id: str) -> dict[str, Any]:
    return {"do": "move", "unit": id, "path": []}


def step_to(id: str, *path: str) -> dict[str, Any]:
    return {"do": "move", "unit": id, "path": list(path)}


def activate(m: q.Match, *ids: str) -> None:
    for id in ids:
        move(m, id)


def longest(m: q.Match, id: str) -> int:
    """The most hexes a listed move of the unit has."""
    return max(len(o["path"]) for o in m.options(m.ask.who[0]) if o.get("unit") == id)


# -- 5 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:5-a")
def test_after_the_impetuous_wing_the_points_decide_and_not_the_states():
    laid = {"spain": {"left": 16, "centre": 4, "right": 5}, "austria": {"left": 17, "centre": 2, "right": 3}}
    m = q.start("camposanto", position={"units": [austria("A", "inf", "0801")], "orders": laid}, dice=[])
    view = m.view(None)
    assert view["order"] == [
        "austria.left",
        "spain.left",
        "spain.right",
        "spain.centre",
        "austria.right",
        "austria.centre",
    ]
    assert view["states"]["spain"] == {"left": "cautious", "centre": "aggressive", "right": "aggressive"}


@pytest.mark.rule("camposanto:5-a")
def test_only_units_of_the_acting_wing_act():
    m = begin(spain("S", "inf", "0815"), spain("L", "inf", "0115", wing="left"), austria("A", "inf", "0801"))
    assert {o["unit"] for o in m.options("spain") if "unit" in o} == {"S"}
    assert refused(m, "spain", turn("L")) == "5-a"
    assert refused(m, "spain", turn("A")) == "5-a"


# -- 5.1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:5.1-a")
@pytest.mark.rule("camposanto:5.2-a")
@pytest.mark.parametrize("state", ["impetuous", "aggressive"])
def test_an_impetuous_or_aggressive_wing_activates_all_its_units(state):
    m = begin(*FIVE, state=state)
    activate(m, "I0", "I1", "I2", "I3")
    assert m.ask.data["units"] == ["I4"]
    assert m.ask.data["left"] is None
    move(m, "I4", axial(4, 3))
    assert at(m, "I4") == axial(4, 3)


@pytest.mark.rule("camposanto:5.1-b")
@pytest.mark.rule("camposanto:aid.wings-c")
@pytest.mark.parametrize(("turn_", "less"), [("day", 0), ("evening", 1)])
@pytest.mark.parametrize(("kind", "usual"), [("inf", 3), ("light", 3), ("cav", 4), ("art", 1), ("marshal", 4)])
def test_every_unit_of_an_impetuous_wing_goes_one_hex_farther(kind, usual, turn_, less):
    step = "marshal" if kind == "marshal" else "movement"
    reach = {}
    for state in STATES:
        m = begin(spain("U", kind, "0808"), state=state, step=step, turn=turn_)
        reach[state] = longest(m, "U") if any(o.get("path") for o in m.options("spain")) else 0
    assert reach == dict.fromkeys(STATES, usual - less) | {"impetuous": usual - less + 1}


@pytest.mark.rule("camposanto:5.1-b")
def test_an_impetuous_wing_has_no_second_extra_hex():
    m = begin(spain("U", "inf", "0808"), state="impetuous")
    assert refused(m, "spain", step_to("U", "0807", "0806", "0805", "0804")) is None
    assert refused(m, "spain", step_to("U", "0807", "0806", "0805", "0804", "0803")) == "6-b"


DUEL = [spain("A", "inf", axial(5, 5), facing="N"), austria("D", "inf", axial(5, 6), facing="S")]


@pytest.mark.rule("camposanto:5.1-c")
@pytest.mark.rule("camposanto:aid.wings-c")
def test_an_impetuous_wing_adds_one_to_the_rolls_of_its_own_assaults():
    attack, defence = blows(*DUEL, targets={"A": ["D"]}, state="impetuous")
    assert (sum(attack.values()), defence) == (1, {})
    attack, defence = blows(*DUEL, targets={"A": ["D"]}, state="aggressive")
    assert (attack, defence) == ({}, {})


@pytest.mark.rule("camposanto:5.1-c")
def test_every_roll_of_the_impetuous_attacker_has_the_bonus():
    m = begin(*DUEL, step="assault", state="impetuous", dice=[1, 2] * 3)
    assault(m, {"A": ["D"]})
    m.answer("austria", {"do": "fight"})
    m.answer("spain", {"do": "fight"})
    assert [sum(value for _, value in roll.modifiers) for roll in rolls(m)] == [1, 0, 1]


@pytest.mark.rule("camposanto:5.1-c")
def test_a_wing_impetuous_this_phase_has_no_bonus_when_it_is_assaulted_later():
    laid = {"spain": {"left": 1, "centre": 18, "right": 4}, "austria": {"left": 2, "centre": 17, "right": 3}}
    struck = [spain("D", "inf", axial(5, 5), facing="N"), austria("A", "inf", axial(5, 6), facing="S")]
    attack, defence = blows(*struck, targets={"A": ["D"]}, active="austria.centre", state="cautious", orders=laid)
    assert (attack, defence) == ({}, {})


ZONES = [
    spain("U", "inf", axial(5, 5)),
    austria("D", "inf", axial(5, 6)),
    austria("E", "inf", axial(8, 4)),
]


@pytest.mark.rule("camposanto:5.1-d")
@pytest.mark.rule("camposanto:aid.wings-c")
@pytest.mark.parametrize("turn", ["day", "evening"])
def test_only_an_impetuous_unit_goes_from_one_enemy_zone_into_another(turn):
    same, other = axial(6, 5), [axial(6, 4), axial(7, 4)]
    m = begin(*ZONES, state="impetuous", turn=turn)
    assert refused(m, "spain", step_to("U", same)) is None
    assert refused(m, "spain", step_to("U", *other)) is None
    assert {same, other[-1]} <= ends(m, "spain", "U")
    for state in ("aggressive", "cautious"):
        m = begin(*ZONES, state=state, turn=turn)
        assert refused(m, "spain", step_to("U", same)) == "6.1-f"
        assert refused(m, "spain", step_to("U", *other)) == "6.1-f"
        assert not {same, other[-1]} & ends(m, "spain", "U")


@pytest.mark.rule("camposanto:5.1-d")
def test_an_impetuous_unit_still_stops_in_the_first_zone_it_enters():
    m = begin(*ZONES, state="impetuous")
    assert refused(m, "spain", step_to("U", axial(6, 5), axial(7, 5))) == "6.1-e"
    assert refused(m, "spain", step_to("U", axial(6, 4), axial(7, 4), axial(8, 3))) == "6.1-e"


@pytest.mark.rule("camposanto:5.1-d")
def test_guns_and_marshals_of_an_impetuous_wing_still_keep_out_of_zones():
    gun = begin(spain("G", "art", axial(5, 5)), ZONES[1], state="impetuous")
    assert refused(gun, "spain", step_to("G", axial(6, 5))) == "9.2-a"
    marshal = begin(spain("M", "marshal", axial(6, 4)), ZONES[1], state="impetuous", step="marshal")
    assert refused(marshal, "spain", step_to("M", axial(6, 5))) == "8.2-e"


# -- 5.2 and 5.3 -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:5.2-a")
def test_an_aggressive_wing_fires_enters_zones_and_assaults_without_bonus():
    gun, target = spain("G", "art", axial(0, 5)), austria("T", "inf", axial(0, 8))
    m = begin(gun, target, *DUEL, spain("C", "cav", axial(7, 3)), step="artillery", dice=[5, 4, 1, 1])
    m.answer("spain", {"do": "fire", "unit": "G", "hex": axial(0, 8)})
    assert find(m, "T")["steps"] == 3
    assert axial(6, 5) in ends(m, "spain", "C")
    m.answer("spain", {"do": "done"})
    assault(m, {"A": ["D"]})
    assert rolls(m)[-1].modifiers == []


@pytest.mark.rule("camposanto:5.3-a")
@pytest.mark.rule("camposanto:aid.wings-b")
def test_a_cautious_wing_activates_no_fifth_unit():
    m = begin(*FIVE, spain("M", "marshal", axial(2, 4)), state="cautious")
    assert m.ask.data["left"] == 4
    move(m, "I0", axial(0, 3))
    move(m, "I1", facing="S")
    activate(m, "I2")
    assert m.ask.data["left"] == 1
    activate(m, "I3")
    assert m.ask.data["units"] == ["M"]
    assert refused(m, "spain", turn("I4")) == "5.3-a"
    assert refused(m, "spain", step_to("I4", axial(4, 3))) == "5.3-a"
    assert "I4" not in {o.get("unit") for o in m.options("spain")}


@pytest.mark.rule("camposanto:5.3-a")
def test_turning_a_stack_uses_one_of_the_four_activations():
    m = begin(*FIVE, spain("L", "light", axial(0, 2)), spain("M", "marshal", axial(2, 4)), state="cautious")
    move(m, "L", facing="S")
    assert find(m, "I0")["facing"] == "S"
    assert m.ask.data["left"] == 3


@pytest.mark.rule("camposanto:5.3-a")
def test_units_moved_before_the_position_count_among_the_four():
    m = begin(*FIVE, state="cautious", marks={"activated": ["I0", "I1"], "moved": ["I2"]})
    assert m.ask.data["left"] == 1
    assert m.ask.data["units"] == ["I3", "I4"]


@pytest.mark.rule("camposanto:5.3-a")
@pytest.mark.rule("camposanto:5.3-b")
def test_fire_assaults_and_the_marshal_are_beside_the_four_activations_of_a_cautious_wing():
    units = [
        spain("G", "art", axial(0, 5), facing="N"),
        spain("I1", "inf", axial(3, 2)),
        spain("I2", "inf", axial(4, 2)),
        spain("I3", "inf", axial(5, 2)),
        spain("L", "light", axial(8, 4), facing="N"),
        spain("I5", "inf", axial(-2, 5), facing="N"),
        spain("M", "marshal", axial(4, 0)),
        austria("T", "inf", axial(0, 8)),
        austria("D", "inf", axial(-2, 6), facing="S"),
        austria("E", "inf", axial(8, 6), facing="S"),
    ]
    m = begin(*units, step="artillery", state="cautious", dice=[1, 1, 1, 1, 6, 6])
    m.answer("spain", {"do": "fire", "unit": "G", "hex": axial(0, 8)})
    assert m.ask.data["left"] == 4
    move(m, "I1", axial(3, 3))
    move(m, "I2", facing="S")
    move(m, "I3", axial(5, 3))
    move(m, "L", axial(8, 5), facing="N")
    assert m.view(None)["active"]["activated"] == ["I1", "I2", "I3", "L"]
    assert m.ask.data["units"] == ["M"]
    assert refused(m, "spain", turn("I5")) == "5.3-a"
    assert refused(m, "spain", step_to("I5", axial(-2, 4))) == "5.3-a"
    move(m, "M", axial(4, 1))
    assert refused(m, "spain", turn("I5")) == "5.3-a"
    m.answer("spain", {"do": "fire", "unit": "L", "hex": axial(8, 6)})
    assert refused(m, "spain", turn("I5")) == "5.3-a"
    assault(m, {"I5": ["D"]})
    assert rolls(m)[-1].data["units"] == ["I5"]
    settle(m)
    assert find(m, "D")["steps"] == 3


@pytest.mark.rule("camposanto:5.3-b")
def test_a_cautious_wing_may_assault_with_more_than_four_units():
    units = [spain(f"I{n}", "inf", axial(n, 5), facing="N") for n in range(6)]
    units += [austria(f"D{n}", "inf", axial(n, 6), facing="S") for n in range(6)]
    m = begin(*units, step="assault", state="cautious", marks={"activated": ["I0", "I1", "I2", "I3"]})
    assert m.ask.data["units"] == [f"I{n}" for n in range(6)]
    for n in (5, 4, 0):
        assert refused(m, "spain", {"do": "assault", "unit": f"I{n}", "targets": [f"D{n}"]}) is None


FLANKED = [spain("A", "inf", axial(5, 5), facing="N"), austria("D", "inf", axial(5, 6), facing="N")]


@pytest.mark.rule("camposanto:5.3-c")
@pytest.mark.rule("camposanto:aid.wings-b")
def test_a_cautious_wing_has_no_flank_bonus_and_its_victim_no_penalty():
    for state, both in (("aggressive", ({"7.2-h": 1}, {"7.2-h": -1})), ("cautious", ({}, {}))):
        assert blows(*FLANKED, targets={"A": ["D"]}, state=state) == both
    attack, defence = blows(*FLANKED, targets={"A": ["D"]}, state="impetuous")
    assert (attack["7.2-h"], defence["7.2-h"]) == (1, -1)


@pytest.mark.rule("camposanto:aid.wings-b")
def test_a_cautious_wing_still_fires_and_enters_zones():
    m = begin(
        spain("G", "art", axial(0, 5)),
        spain("I", "inf", axial(0, 3)),
        austria("T", "inf", axial(0, 7)),
        step="artillery",
        state="cautious",
    )
    assert m.ask.what == "fire"
    m.answer("spain", {"do": "done"})
    assert axial(-1, 6) in ends(m, "spain", "I")


# -- 5.4 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:5.4-a")
@pytest.mark.rule("camposanto:aid.wings-a")
def test_a_titubant_wing_activates_no_fifth_unit_but_its_marshal_moves():
    m = begin(*FIVE, spain("M", "marshal", axial(2, 4)), state="titubant")
    activate(m, "I0", "I1", "I2", "I4")
    assert m.ask.data["units"] == ["M"]
    assert refused(m, "spain", turn("I3")) == "5.4-a"
    move(m, "M", axial(2, 5))
    assert at(m, "M") == axial(2, 5)


BESIDE = [
    spain("U", "inf", axial(5, 5), facing="N"),
    spain("V", "inf", axial(6, 3)),
    spain("L", "light", axial(6, 5), facing="N"),
    spain("G", "art", axial(0, 5)),
    austria("D", "inf", axial(5, 6), facing="S"),
    austria("T", "inf", axial(0, 8)),
]


@pytest.mark.rule("camposanto:5.4-b")
def test_a_titubant_unit_enters_no_enemy_zone():
    into = step_to("V", axial(6, 4), axial(7, 4), axial(7, 5))
    zone = step_to("V", axial(5, 4), axial(4, 5), axial(4, 6))
    m = begin(*BESIDE, state="titubant")
    assert refused(m, "spain", into) is None
    assert refused(m, "spain", zone) == "5.4-b"
    assert axial(4, 6) not in ends(m, "spain", "V")
    for state in ("impetuous", "aggressive", "cautious"):
        m = begin(*BESIDE, state=state)
        assert refused(m, "spain", zone) is None
        assert axial(4, 6) in ends(m, "spain", "V")


@pytest.mark.rule("camposanto:5.4-d")
def test_a_titubant_unit_beside_the_enemy_may_leave_his_zone_but_enter_none():
    m = begin(*BESIDE, state="titubant")
    assert {axial(5, 4), axial(6, 4), axial(4, 5)} <= ends(m, "spain", "U")
    assert axial(4, 6) not in ends(m, "spain", "U")
    assert refused(m, "spain", step_to("U", axial(4, 6))) == "5.4-b"
    assert refused(m, "spain", step_to("U", axial(4, 5), axial(4, 6))) == "5.4-b"
    move(m, "U", axial(5, 4))
    assert at(m, "U") == axial(5, 4)


@pytest.mark.rule("camposanto:5.4-d")
def test_a_titubant_unit_in_a_zone_may_turn_where_it_stands():
    m = begin(*BESIDE, state="titubant")
    move(m, "U", facing="S")
    assert find(m, "U")["facing"] == "S"
    assert refused(m, "spain", step_to("U", axial(4, 6)))


@pytest.mark.rule("camposanto:5.4-c")
@pytest.mark.rule("camposanto:aid.wings-a")
def test_a_titubant_wing_neither_assaults_nor_fires():
    m = begin(*BESIDE, spain("M", "marshal", axial(5, 2)), state="titubant", step="artillery")
    assert (m.ask.what, m.ask.data["step"]) == ("move", "movement")
    assert refused(m, "spain", {"do": "assault", "unit": "U", "targets": ["D"]}) == "5.4-c"
    assert refused(m, "spain", {"do": "fire", "unit": "G", "hex": axial(0, 8)}) == "9.1-b"
    assert refused(m, "spain", {"do": "fire", "unit": "L", "hex": axial(5, 6)}) == "10.2-b"
    m.answer("spain", {"do": "done"})
    assert refused(m, "spain", {"do": "assault", "unit": "U", "targets": ["D"]}) == "5.4-c"
    m.answer("spain", {"do": "done"})
    assert m.ask.what == "orders"


@pytest.mark.rule("camposanto:5.4-c")
def test_a_titubant_unit_rolls_when_it_is_assaulted():
    laid = {"spain": {"left": 18, "centre": 1, "right": 4}, "austria": {"left": 2, "centre": 17, "right": 3}}
    m = begin(*DUEL, active="austria.centre", step="assault", orders=laid, dice=[1, 1, 6, 6])
    assert m.view(None)["states"]["spain"]["centre"] == "titubant"
    assault(m, {"D": ["A"]})
    m.answer("spain", {"do": "fight"})
    assert [roll.data["by"] for roll in rolls(m)] == ["austria", "spain"]
    assert rolls(m)[1].data["success"]


# -- 5.5 ---------------------------------------------------------------------------------------------------------------


FULL = [
    spain("G", "art", axial(0, 5), facing="N"),
    spain("I", "inf", axial(5, 5), facing="N"),
    spain("L", "light", axial(8, 5), facing="N"),
    spain("M", "marshal", axial(4, 0)),
    austria("T", "inf", axial(0, 8)),
    austria("D", "inf", axial(5, 6), facing="S"),
    austria("E", "inf", axial(8, 6), facing="S"),
]


@pytest.mark.rule("camposanto:5.5-a")
def test_a_wing_fires_its_guns_moves_moves_its_marshal_fires_its_light_foot_and_assaults():
    m = begin(*FULL, step="start")
    asked = []
    while m.ask.what != "orders":
        asked.append((m.ask.what, m.view(None)["active"]["step"]))
        m.answer("spain", {"do": "done", "from": "left"} if m.ask.what == "assault" else {"do": "done"})
    assert asked == [
        ("fire", "artillery"),
        ("move", "movement"),
        ("move", "marshal"),
        ("fire", "light_fire"),
        ("assault", "assault"),
    ]


@pytest.mark.rule("camposanto:5.5-a")
@pytest.mark.parametrize(
    ("step", "answer"),
    [
        ("artillery", {"do": "move", "unit": "I", "path": []}),
        ("artillery", {"do": "assault", "unit": "I", "targets": ["D"]}),
        ("artillery", {"do": "done", "from": "left"}),
        ("movement", {"do": "assault", "unit": "I", "targets": ["D"]}),
        ("movement", {"do": "done", "from": "right"}),
        ("marshal", {"do": "move", "unit": "I", "path": []}),
        ("light_fire", {"do": "move", "unit": "I", "path": []}),
        ("light_fire", {"do": "assault", "unit": "I", "targets": ["D"]}),
        ("assault", {"do": "move", "unit": "I", "path": []}),
        ("assault", {"do": "move", "unit": "M", "path": []}),
    ],
)
def test_no_operation_is_done_out_of_its_turn(step, answer):
    m = begin(*FULL, step=step)
    assert m.view(None)["active"]["step"] == step
    assert refused(m, "spain", answer) == "5.5-a"
    assert answer not in m.options("spain")


@pytest.mark.rule("camposanto:5.5-a")
def test_operations_for_which_there_is_no_unit_are_passed_over():
    m = begin(spain("I", "inf", "0815"), austria("A", "inf", "0801"), step="start")
    assert m.ask.what == "move"
    m.answer("spain", {"do": "done"})
    assert m.ask.what == "orders"


@pytest.mark.rule("camposanto:5.5-b")
def test_a_unit_finishes_before_the_next_begins():
    m = begin(*FIVE)
    m.answer("spain", step_to("I0", axial(0, 3)))
    assert (m.ask.what, m.ask.data["unit"]) == ("face", "I0")
    assert refused(m, "spain", turn("I1"))
    assert refused(m, "spain", {"do": "face", "unit": "I1", "facing": "S"})


@pytest.mark.rule("camposanto:5.5-b")
def test_no_unit_acts_twice_in_an_activation():
    m = begin(*FIVE, spain("M", "marshal", axial(2, 4)))
    move(m, "I0", axial(0, 3))
    assert refused(m, "spain", step_to("I0", axial(0, 4))) == "5.5-b"
    assert refused(m, "spain", turn("I0")) == "5.5-b"
    assert "I0" not in m.ask.data["units"]
    m.answer("spain", {"do": "done"})
    assert refused(m, "spain", turn("I0")) == "5.5-b"
    assert refused(m, "spain", step_to("nobody", axial(0, 4))) == "5.5-b"


@pytest.mark.rule("camposanto:5.5-b")
def test_a_gun_that_fired_may_move_and_light_foot_that_fired_may_assault():
    m = begin(*FULL, step="artillery", dice=[1, 1, 1, 1, 6, 6])
    m.answer("spain", {"do": "fire", "unit": "G", "hex": axial(0, 8)})
    move(m, "G", axial(0, 6))
    assert at(m, "G") == axial(0, 6)
    m.answer("spain", {"do": "done"})
    m.answer("spain", {"do": "done"})
    m.answer("spain", {"do": "fire", "unit": "L", "hex": axial(8, 6)})
    assault(m, {"L": ["E"]})
    settle(m)
    assert [e["unit"] for e in events(m, "hit")] == ["E"]


# -- who has acted -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:5.5-b")
def test_a_unit_that_only_turned_has_acted():
    m = begin(spain("U", "inf", "0810"), spain("V", "inf", "1010"), austria("E", "inf", "0101"))
    m.answer("spain", step_to("U"))
    m.answer("spain", {"do": "face", "unit": "U", "facing": "S"})
    assert m.ask.data["units"] == ["V"]
    assert refused(m, "spain", step_to("U", "0809")) == "5.5-b"


@pytest.mark.rule("camposanto:5.5-b")
def test_a_marshal_moves_once():
    units = spain("M", "marshal", "0810"), spain("N", "marshal", "1010"), spain("U", "inf", "0815")
    m = begin(*units, austria("E", "inf", "0101"), step="marshal")
    m.answer("spain", step_to("M", "0809"))
    assert m.ask.data["units"] == ["N"]
    assert refused(m, "spain", step_to("M", "0808")) == "5.5-b"


@pytest.mark.rule("camposanto:5.1-a")
@pytest.mark.rule("camposanto:5.2-a")
@pytest.mark.parametrize(("state", "asked"), [("impetuous", True), ("aggressive", True), ("cautious", False)])
def test_a_fifth_unit_acts_in_an_impetuous_or_aggressive_wing(state, asked):
    ids = ["U1", "U2", "U3", "U4", "U5"]
    units = [spain(id, "inf", f"{3 + 2 * i:02}10") for i, id in enumerate(ids)]
    m = begin(*units, austria("E", "inf", "0101"), state=state, marks={"activated": ids[:4]})
    assert (m.ask.what == "move") is asked
    assert not asked or m.ask.data["units"] == ["U5"]
