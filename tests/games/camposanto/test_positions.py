"""Positions: defaults, faults that name their field, the schema, and matches that start where another one stands."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import quadrilatero as q
from quadrilatero.games.camposanto import position
from quadrilatero.kernel.dice import SeededDice
from tests.games.camposanto.support import BLANK, austria, begin, find, spain

SCHEMA = Path(position.__file__).with_name("position.schema.json")
FOOT, FOE = spain("A", "inf", "0808"), austria("D", "inf", "0101")
RED = [1, 4, 5, 8, 9, 12, 13, 16, 18]
YELLOW_BLUE = [2, 3, 6, 7, 10, 11, 14, 15, 17]
ORDERS = {"spain": {"left": 16, "centre": 8, "right": 4}, "austria": {"left": 10, "centre": 14, "right": 6}}
ACTIVE = {"side": "spain", "wing": "centre", "state": "aggressive", "step": "movement"}


def start(**keys: Any) -> q.Match:
    """A match from a position on the blank board with one unit of each side, changed by keywords."""
    return q.start("camposanto", position={"map": BLANK, "units": [FOOT, FOE], **keys}, seed=0)


def wrong(**keys: Any) -> q.BadPosition:
    with pytest.raises(q.BadPosition) as caught:
        start(**keys)
    return caught.value


# -- defaults --------------------------------------------------------------------------------------------------------


def test_only_the_units_are_required():
    m = q.start("camposanto", position={"units": [spain("A", "inf", "1214")]}, seed=0)
    shown = m.view(None)
    assert {key: shown[key] for key in shown.keys() - {"units", "ask", "game", "readings", "seat"}} == {
        "map": "camposanto",
        "turn": "day",
        "last_turn": "evening",
        "phase": 1,
        "vp": {"spain": 0, "austria": 0},
        "inflicted": {"spain": 0, "austria": 0},
        "series": {"spain": RED, "austria": YELLOW_BLUE},
        "orders_left": {"spain": RED, "austria": YELLOW_BLUE},
        "orders": None,
        "states": {},
        "order": [],
        "general_used": {"spain": False, "austria": False},
        "fatigued": [],
        "active": None,
        "swap": None,
        "wings": ["spain.centre"],
        "eliminated": [],
        "result": None,
    }
    assert m.ask is not None
    assert (m.ask.what, m.ask.who) == ("orders", ("spain", "austria"))


@pytest.mark.parametrize(
    ("unit", "shown"),
    [
        (spain("A", "inf", "0808", steps=3), {"max": 3, "stars": 0, "name": "A", "regiment": "A", "facing": "N"}),
        (austria("A", "cav", "0808", name="Roth"), {"steps": 4, "name": "Roth", "regiment": "Roth", "facing": "S"}),
        (austria("A", "inf", "0808", name="Roth 2", regiment="Roth"), {"name": "Roth 2", "regiment": "Roth"}),
        (spain("A", "inf", "0808", steps=None, max=2), {"steps": 2, "max": 2}),
        (spain("A", "art", "0808"), {"steps": 1, "max": 1, "fire": [0, 0, 0, 0], "regiment": None}),
        (spain("A", "light", "0808"), {"steps": 1, "max": 1, "regiment": None}),
        (spain("A", "marshal", "0808"), {"name": "A", "hex": "0808"}),
    ],
)
def test_defaults_of_a_unit(unit, shown):
    found = find(start(units=[unit]), "A")
    assert {key: found[key] for key in shown} == shown


def test_a_marshal_has_neither_steps_nor_facing():
    found = find(start(units=[spain("M", "marshal", "0808")]), "M")
    assert found.keys() == {"id", "side", "wing", "type", "name", "hex"}


def test_what_is_said_of_one_side_leaves_the_other_at_its_default():
    shown = start(vp={"spain": 2}, general_used={"austria": True}, orders_left={"spain": RED}).view(None)
    assert shown["vp"] == {"spain": 2, "austria": 0}
    assert shown["general_used"] == {"spain": False, "austria": True}
    assert shown["orders_left"]["austria"] == YELLOW_BLUE


def test_a_blank_board_is_fifteen_by_fifteen():
    assert start(map={}).view(None)["map"] == BLANK
    assert find(start(map={}, units=[spain("A", "inf", "1515")]), "A")["hex"] == "1515"
    assert "units[0].hex" in str(wrong(map={}, units=[spain("A", "inf", "1615")]))


def test_points_laid_are_not_left():
    shown = start(orders=ORDERS).view(None)
    assert shown["orders_left"] == {"spain": [1, 5, 9, 12, 13, 18], "austria": [2, 3, 7, 11, 15, 17]}


def test_points_of_the_other_set_mean_that_the_sets_were_exchanged():
    shown = start(turn="evening", orders={"spain": ORDERS["austria"], "austria": ORDERS["spain"]}).view(None)
    assert shown["series"] == {"spain": YELLOW_BLUE, "austria": RED}
    assert shown["orders_left"]["spain"] == [2, 3, 7, 11, 15, 17]


def test_orders_without_an_active_wing_start_at_the_first_activation():
    m = start(orders=ORDERS, units=[spain("A", "inf", "0808", wing="left"), FOE])
    active = m.view(None)["active"]
    assert (active["side"], active["wing"], active["state"]) == ("spain", "left", "impetuous")
    assert m.view(None)["order"][0] == "spain.left"


def test_the_state_of_the_active_wing_follows_from_the_points():
    m = start(orders=ORDERS, active={"side": "spain", "wing": "centre", "step": "movement"})
    assert m.view(None)["active"]["state"] == "cautious"
    alone = start(active={"side": "spain", "wing": "centre"})
    assert (alone.view(None)["active"]["state"], alone.view(None)["active"]["step"]) == ("aggressive", "movement")


def test_a_used_general_explains_an_aggressive_wing():
    m = start(orders=ORDERS, active=ACTIVE, general_used={"spain": True})
    assert m.view(None)["active"]["state"] == "aggressive"


def test_an_active_wing_without_orders_acts_alone_and_then_the_phase_ends():
    m = start(active=ACTIVE)
    m.answer("spain", {"do": "done"})
    assert m.ask is not None
    assert (m.ask.what, m.view(None)["phase"]) == ("orders", 2)


def test_whoever_has_moved_has_been_activated():
    m = start(active={**ACTIVE, "moved": ["A"]}, units=[FOOT, spain("B", "inf", "0810"), FOE])
    assert m.view(None)["active"]["activated"] == ["A"]


def test_a_wing_without_combat_units_cannot_be_lost():
    lonely = spain("M", "marshal", "0202", wing="left")
    assert start(units=[FOOT, FOE, lonely]).view(None)["wings"] == ["austria.centre", "spain.centre"]


def test_the_position_given_is_not_changed():
    given = {"map": dict(BLANK), "units": [dict(FOOT), dict(FOE)], "active": dict(ACTIVE)}
    before = json.dumps(given)
    m = q.start("camposanto", position=given, seed=0)
    m.answer("spain", {"do": "move", "unit": "A", "path": ["0807"]})
    assert json.dumps(given) == before


# -- faults ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nonsense", [[], "battle", 3, [("units", [])], {"units": None}, {"units": {}}, {}, {1: 2}])
def test_what_is_no_position_at_all_is_refused(nonsense):
    with pytest.raises(q.BadPosition, match="position"):
        q.start("camposanto", position=nonsense, seed=0)


WRONG_FORM: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": ({"wind": "north"}, "wind"),
    "unknown key of a unit": ({"units": [{**FOOT, "morale": 3}]}, "morale"),
    "unknown key of the map": ({"map": {"forest": []}}, "forest"),
    "unknown key of the active wing": ({"active": {**ACTIVE, "mood": 1}}, "mood"),
    "unknown map": ({"map": "waterloo"}, "map"),
    "map of no columns": ({"map": {"cols": 0}}, "map.cols"),
    "map too wide": ({"map": {"cols": 100}}, "map.cols"),
    "farmhouse off the map": ({"map": {"farmhouses": ["9999"]}}, "map"),
    "bridge of no form": ({"map": {"bridge": "x"}}, "map"),
    "turn": ({"turn": "dawn"}, "turn"),
    "phase 0": ({"phase": 0}, "phase"),
    "phase 4": ({"phase": 4}, "phase"),
    "phase as text": ({"phase": "1"}, "phase"),
    "phase as truth": ({"phase": True}, "phase"),
    "points below zero": ({"vp": {"spain": -1}}, "vp.spain"),
    "points of nobody": ({"vp": {"france": 1}}, "france"),
    "hits as fraction": ({"inflicted": {"spain": 0.5}}, "inflicted.spain"),
    "point 19": ({"orders_left": {"spain": [19, 1, 4, 5, 8, 9, 12, 13, 16]}}, "orders_left.spain[0]"),
    "orders without a wing": ({"orders": {**ORDERS, "spain": {"left": 16, "centre": 8}}}, "right"),
    "orders of one side": ({"orders": {"spain": ORDERS["spain"]}}, "austria"),
    "general used twice": ({"general_used": {"spain": 2}}, "general_used.spain"),
    "fatigued wing": ({"fatigued": ["spain.rear"]}, "fatigued[0]"),
    "fatigued text": ({"fatigued": "spain.left"}, "fatigued"),
    "wings": ({"wings": ["left"]}, "wings[0]"),
    "states": ({"states": {"spain": {"left": "sleepy"}}}, "states"),
    "states of nobody": ({"states": {"france": {}}}, "states"),
    "order": ({"order": ["spain"]}, "order[0]"),
    "active text": ({"active": "spain.left"}, "active"),
    "active without side": ({"active": {"wing": "left"}}, "side"),
    "active state": ({"active": {**ACTIVE, "state": "brave"}}, "active.state"),
    "active step": ({"active": {**ACTIVE, "step": "tea"}}, "active.step"),
    "swap": ({"swap": "nobody"}, "swap"),
    "result": ({"result": {"winner": "spain"}}, "result"),
    "unit text": ({"units": ["A"]}, "units[0]"),
    "unit without id": ({"units": [{k: v for k, v in FOOT.items() if k != "id"}]}, "units[0]"),
    "unit id": ({"units": [{**FOOT, "id": 7}]}, "units[0].id"),
    "unit side": ({"units": [{**FOOT, "side": "france"}]}, "units[0].side"),
    "unit type": ({"units": [FOE, {**FOOT, "type": "pikes"}]}, "units[1].type"),
    "unit steps": ({"units": [{**FOOT, "steps": 5}]}, "units[0].steps"),
    "unit stars": ({"units": [{**FOOT, "stars": 3}]}, "units[0].stars"),
    "unit facing": ({"units": [{**FOOT, "facing": "E"}]}, "units[0].facing"),
    "unit fire": ({"units": [spain("G", "art", "0808", fire=[1, 2, 3])]}, "units[0].fire"),
    "unit hex as number": ({"units": [{**FOOT, "hex": 808}]}, "units[0].hex"),
    "since": ({"since": "yesterday"}, "since"),
    "since with a strange step": ({"since": [{"do": "pass"}]}, "since[0]"),
    "since with a strange die": ({"since": [{"dice": [7]}]}, "since[0].dice"),
    "since with an illegal answer": ({"since": [{"seat": "spain", "answer": {"do": "stay"}}]}, "since[0]"),
}


@pytest.mark.parametrize(("keys", "field"), WRONG_FORM.values(), ids=WRONG_FORM)
def test_a_value_of_the_wrong_form_is_named(keys, field):
    said = str(wrong(**keys))
    assert said.startswith("position: ")
    assert field in said


def two(*units: dict[str, Any]) -> dict[str, Any]:
    return {"units": [*units, FOE]}


WRONG_SENSE: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "id twice": (two(FOOT, {**FOOT, "hex": "0909"}), "units[1].id", None),
    "id twice on both sides": (two(FOOT, austria("A", "inf", "0909")), "units[1].id", None),
    "id also eliminated": (
        {"eliminated": [{"id": "A", "side": "spain", "wing": "left", "type": "light"}]},
        "eliminated[0].id",
        None,
    ),
    "id eliminated twice": (
        {"eliminated": [{"id": "Z", "side": "spain", "wing": "left", "type": "light"}] * 2},
        "eliminated[1].id",
        None,
    ),
    "off the map": (two({**FOOT, "hex": "1608"}), "units[0].hex", None),
    "row 00": (two({**FOOT, "hex": "0800"}), "units[0].hex", None),
    "no number": (two({**FOOT, "hex": "A1"}), "units[0].hex", None),
    "in the pond": ({"map": {"pond": ["0808"]}}, "units[0].hex", "6.3-c"),
    "in the river": ({"map": {"river": ["0808"]}}, "units[0].hex", "6.3-a"),
    "in the river of the map": ({"map": "camposanto", **two({**FOOT, "hex": "0718"})}, "units[0].hex", "6.3-a"),
    "in the pond of the map": ({"map": "camposanto", **two({**FOOT, "hex": "1914"})}, "units[0].hex", "6.3-c"),
    "beyond the river": ({"map": "camposanto", **two({**FOOT, "hex": "0719"})}, "units[0].hex", "6.3-a"),
    "two regiments": (two(FOOT, spain("B", "inf", "0808")), "units[1].hex", "6.2-"),
    "horse on foot": (two(FOOT, spain("B", "cav", "0808")), "units[1].hex", "6.2-"),
    "Marshal on foot": (two(FOOT, spain("B", "marshal", "0808")), "units[1].hex", "6.2-"),
    "two guns": (two(spain("B", "art", "0808"), spain("C", "art", "0808")), "units[1].hex", "9.2-d"),
    "gun on light": (two(spain("B", "light", "0808"), spain("C", "art", "0808")), "units[1].hex", "9.2-d"),
    "gun on horse": (two(spain("B", "cav", "0808"), spain("C", "art", "0808")), "units[1].hex", "9.2-d"),
    "light on horse": (two(spain("B", "cav", "0808"), spain("C", "light", "0808")), "units[1].hex", "10.1-b"),
    "two light": (two(spain("B", "light", "0808"), spain("C", "light", "0808")), "units[1].hex", "10.1-b"),
    "three": (two(FOOT, spain("B", "light", "0808"), spain("C", "light", "0808")), "units[2].hex", "10.1-b"),
    "gun, light and foot": (two(FOOT, spain("B", "light", "0808"), spain("C", "art", "0808")), "units[2].hex", "9.2-d"),
    "enemies in a hex": (two(FOOT, austria("B", "art", "0808")), "units[1].hex", "6-e"),
    "two facings": (two(FOOT, spain("B", "light", "0808", facing="S")), "units[0].facing", "10.1-c"),
    "no steps": (two({k: v for k, v in FOOT.items() if k != "steps"}), "units[0].steps", "2.1-b"),
    "more than all steps": (two({**FOOT, "max": 2}), "units[0].steps", "2.1-b"),
    "gun of two steps": (two(spain("B", "art", "0808", steps=2)), "units[0].steps", "2.1-g"),
    "Marshal with steps": (two(spain("M", "marshal", "0808", steps=1)), "units[0]", "8.2-a"),
    "Marshal with facing": (two(spain("M", "marshal", "0808", facing="N")), "units[0]", "8.2-a"),
    "point laid and left": (
        {"orders": ORDERS, "orders_left": {"spain": [16, 1, 5, 9, 12, 13]}},
        "orders_left.spain",
        "3-c",
    ),
    "point left twice": ({"orders_left": {"spain": [1, *RED]}}, "orders_left", "2.3-a"),
    "point held by both": ({"orders_left": {"spain": RED, "austria": RED}}, "orders_left", "2.3-a"),
    "point laid twice": (
        {"orders": {**ORDERS, "spain": {"left": 16, "centre": 16, "right": 4}}},
        "orders",
        "2.3-a",
    ),
    "too few left": ({"orders_left": {"spain": RED[:8]}}, "orders_left.spain", "3-c"),
    "too few left in phase 3": ({"phase": 3, "orders_left": {"austria": [2, 3]}}, "orders_left.austria", "3-c"),
    "state against the points": ({"orders": ORDERS, "active": ACTIVE}, "active.state", "4.1-c"),
    "state against the points, titubant": (
        {
            "orders": ORDERS,
            "general_used": {"spain": True},
            "active": {"side": "spain", "wing": "right", "state": "aggressive"},
        },
        "active.state",
        "4.1-c",
    ),
    "state that no General gives": (
        {"orders": ORDERS, "general_used": {"spain": True}, "active": {**ACTIVE, "state": "impetuous"}},
        "active.state",
        "4.1-c",
    ),
    "stranger activated": ({"active": {**ACTIVE, "activated": ["A", "D"]}}, "active.activated[1]", "5-a"),
    "ghost moved": ({"active": {**ACTIVE, "moved": ["ghost"]}}, "active.moved[0]", None),
    "ghost fired": ({"active": {**ACTIVE, "fired": ["ghost"]}}, "active.fired[0]", None),
    "stranger turning": ({"active": {**ACTIVE, "facing": "D"}}, "active.facing", "6.1-c"),
    "ghost turning": ({"active": {**ACTIVE, "facing": "ghost"}}, "active.facing", "6.1-c"),
    "declared while moving": ({"active": {**ACTIVE, "declared": {"A": ["D"]}}}, "active.step", "5.5-a"),
    "declared by a ghost": (
        {"active": {**ACTIVE, "step": "assault", "declared": {"ghost": ["D"]}}},
        "active.declared.ghost",
        "7-b",
    ),
    "declared against a ghost": (
        {"active": {**ACTIVE, "step": "assault", "declared": {"A": ["ghost"]}}},
        "active.declared.A",
        "7-c",
    ),
    "declared from afar": (
        {"active": {**ACTIVE, "step": "assault", "declared": {"A": ["D"]}}},
        "active.declared.A",
        "7-c",
    ),
    "declared by the enemy": (
        {"active": {**ACTIVE, "step": "assault", "declared": {"D": ["A"]}}},
        "active.declared.D",
        "7-a",
    ),
    "fighting nobody": ({"active": {**ACTIVE, "step": "assault", "fighting": True}}, "active.fighting", "7-f"),
    "pending and not fighting": (
        {"active": {**ACTIVE, "step": "assault", "pending": [[["A", "D"]]]}},
        "active.fighting",
        "7-f",
    ),
    "pending of one": (
        {"active": {**ACTIVE, "step": "assault", "fighting": True, "pending": [[["A"]]]}},
        "active.pending[0]",
        "7-e",
    ),
    "pending of a ghost": (
        {"active": {**ACTIVE, "step": "assault", "fighting": True, "pending": [[["A", "ghost"]]]}},
        "active.pending[0]",
        "7-e",
    ),
    "Evening after the last Turn": ({"turn": "evening", "last_turn": "day"}, "last_turn", "3-a"),
    "swap in the first Phase": ({"swap": "spain", "vp": {"austria": 1}}, "swap", "4.3-c"),
    "swap in the Evening": (
        {"swap": "spain", "vp": {"austria": 1}, "turn": "evening", "phase": 3},
        "swap",
        "4.3-c",
    ),
    "swap by the leader": ({"swap": "austria", "vp": {"austria": 1}, "phase": 3}, "swap", "4.3-c"),
    "swap with equal points": ({"swap": "austria", "phase": 3}, "swap", "4.3-c"),
}


@pytest.mark.parametrize(("keys", "field", "rule"), WRONG_SENSE.values(), ids=WRONG_SENSE)
def test_a_position_against_the_rules_names_field_and_rule(keys, field, rule):
    error = wrong(**keys)
    assert str(error).startswith("position: ")
    assert field in str(error)
    if rule is None:
        assert error.rule is None
    else:
        assert error.rule is not None
        assert error.rule.startswith(rule)
        assert str(error).count(f"[{error.rule}]") == 1


def test_a_scenario_and_a_position_together_are_refused():
    with pytest.raises(ValueError, match="scenario or a position"):
        q.start("camposanto", scenario="battle", position={"units": []})


def test_by_option_a_marshal_may_share_a_hex():
    units = [FOOT, spain("M", "marshal", "0808"), FOE]
    m = q.start("camposanto", position={"map": BLANK, "units": units}, options={"marshal_stacking": "shared"}, seed=0)
    assert find(m, "M")["hex"] == "0808"


@pytest.mark.parametrize("pair", [("inf", "art"), ("inf", "light"), ("art", "inf"), ("light", "inf")])
def test_the_two_stacks_of_the_book_are_allowed_in_either_order(pair):
    m = start(units=[spain("B", pair[0], "0808"), spain("C", pair[1], "0808"), FOE])
    assert find(m, "B")["hex"] == find(m, "C")["hex"] == "0808"


def test_a_unit_that_has_just_joined_a_stack_may_still_face_elsewhere():
    units = [FOOT, spain("L", "light", "0808", facing="S"), FOE]
    m = start(units=units, active={**ACTIVE, "moved": ["L"], "facing": "L"})
    assert m.ask is not None
    assert (m.ask.what, m.ask.data["unit"]) == ("face", "L")
    m.answer("spain", {"do": "face", "unit": "L", "facing": "S"})
    assert find(m, "A")["facing"] == find(m, "L")["facing"] == "S"


# -- standing where another match stands -----------------------------------------------------------------------------


def moments(seed: int, options: dict[str, str], scenario: str):
    """A random game, stopped now and then, and whenever a question comes in the middle of a segment."""
    rng = random.Random(seed)
    m = q.start("camposanto", scenario=scenario, seed=seed, options=options)
    while m.ask:
        if rng.random() < (1 if "since" in m.view(None) else 0.03):
            yield m, rng
        seat = rng.choice(m.ask.who)
        listed = m.options(seat)
        bold = [option for option in listed if option["do"] != "done"]
        m.answer(seat, rng.choice(bold if bold and rng.random() < 0.8 else listed))
    yield m, rng


GAMES = [
    (1, {}, "battle"),
    (2, {"fatigue": "limits"}, "battle"),
    (3, {"marshal_stacking": "shared"}, "learning"),
    (4, {"retreat": "fewest_fronts", "flank": "each_defender"}, "learning"),
]


@pytest.mark.parametrize(("seed", "options", "scenario"), GAMES)
def test_a_match_started_from_a_state_stands_where_the_other_stands(seed, options, scenario):
    within = 0
    for m, rng in moments(seed, options, scenario):
        state = json.loads(json.dumps(m.state()))
        within += bool(state["since"])
        twin = q.start("camposanto", position=state, options=options, dice=SeededDice(seed).faces(m.rolled, 200))
        assert twin.state() == state
        for seat in (*m.seats, None):
            assert twin.view(seat) == m.view(seat)
        for seat in m.seats:
            assert twin.options(seat) == m.options(seat)
        assert twin.result == m.result
        luck = rng.random()
        assert play_on(twin, luck) == play_on(m.clone(), luck)
    assert within > 2


def play_on(m: q.Match, luck: float) -> Any:
    """Where a few random answers lead."""
    rng = random.Random(luck)
    for _ in range(5):
        if m.ask:
            seat = m.ask.who[0]
            m.answer(seat, rng.choice(m.options(seat)))
    return m.state()


def test_a_sealed_order_is_part_of_the_state():
    m = start()
    m.answer("austria", {"do": "orders", "left": 2, "centre": 3, "right": 6})
    twin = q.start("camposanto", position=m.state(), seed=0)
    assert twin.ask is not None
    assert twin.ask.who == ("spain",)
    twin.answer("spain", {"do": "orders", "left": 1, "centre": 4, "right": 5})
    assert twin.view(None)["orders"]["austria"] == {"left": 2, "centre": 3, "right": 6}


def test_a_state_can_be_changed_before_it_is_started_again():
    m = begin(FOOT, FOE)
    state = m.state()
    state["turn"] = "evening"
    assert q.start("camposanto", position=state, seed=0).view(None)["turn"] == "evening"


# -- dice that run out -----------------------------------------------------------------------------------------------


def duel(dice: list[int], *more: dict[str, Any]) -> q.Match:
    m = begin(FOOT, austria("D", "inf", "0807"), *more, step="assault", dice=dice)
    m.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    return m


@pytest.mark.parametrize("dice", [[], [6]])
def test_dice_that_run_out_leave_the_match_at_the_question_before(dice):
    m = duel(dice)
    before = m.state(), m.view("spain"), m.options("spain"), m.version, len(m.events)
    with pytest.raises(q.DiceExhausted):
        m.answer("spain", {"do": "done", "from": "left"})
    assert (m.state(), m.view("spain"), m.options("spain"), m.version, len(m.events)) == before
    m.answer("spain", {"do": "assault", "unit": "A", "targets": []})
    m.answer("spain", {"do": "done"})
    assert m.ask is not None
    assert m.ask.what == "orders"


def test_dice_that_run_out_in_the_middle_of_an_assault_leave_it_there():
    m = duel([1, 1])
    m.answer("spain", {"do": "done", "from": "left"})
    assert m.ask is not None
    assert (m.ask.what, m.ask.who) == ("stand", ("austria",))
    before = m.state(), m.view("austria")
    with pytest.raises(q.DiceExhausted):
        m.answer("austria", {"do": "fight"})
    assert (m.state(), m.view("austria")) == before
    assert m.ask.what == "stand"


def test_dice_that_run_out_after_a_forced_answer_take_the_whole_answer_back():
    hemmed = begin(FOOT, austria("D", "art", "0807"), austria("E", "inf", "0101"), step="assault", dice=[1, 1])
    hemmed.answer("spain", {"do": "assault", "unit": "A", "targets": ["D"]})
    before = hemmed.state()
    with pytest.raises(q.DiceExhausted):
        hemmed.answer("spain", {"do": "done", "from": "left"})
    assert hemmed.state() == before
    assert not [event for event in hemmed.events if event.kind == "roll"]


# -- the schema ------------------------------------------------------------------------------------------------------


def test_the_schema_file_is_up_to_date():
    written = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert written == position.schema(), f"write position.schema() to {SCHEMA.name} again"


@pytest.fixture(scope="module")
def valid() -> Any:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("scenario", ["battle", "learning"])
def test_scenarios_fit_the_schema(valid, scenario):
    m = q.start("camposanto", scenario=scenario, seed=0)
    valid.validate(m.state())


@pytest.mark.parametrize(("seed", "options", "scenario"), GAMES[1:3])
def test_states_of_random_games_fit_the_schema(valid, seed, options, scenario):
    for number, (m, _) in enumerate(moments(seed, options, scenario)):
        if number % 4 == 0 or m.result:
            valid.validate(json.loads(json.dumps(m.state())))


def test_a_resigned_game_fits_the_schema(valid):
    m = begin(FOOT, FOE)
    m.resign("spain")
    valid.validate(m.state())
    assert q.start("camposanto", position=m.state(), seed=0).result == m.result


NOT_IN_THE_SCHEMA = {"farmhouse off the map", "bridge of no form", "since with an illegal answer"}


@pytest.mark.parametrize("name", sorted(WRONG_FORM.keys() - NOT_IN_THE_SCHEMA))
def test_a_value_of_the_wrong_form_does_not_fit_the_schema(valid, name):
    keys, _ = WRONG_FORM[name]
    assert not valid.is_valid({"map": BLANK, "units": [FOOT, FOE], **keys})


def test_lost_counters_of_the_order_of_battle_may_be_named_by_id():
    m = start(eliminated=["S-L1", "A-L10"])
    assert [(u["id"], u["name"]) for u in m.view(None)["eliminated"]] == [("S-L1", "Parma"), ("A-L10", "Slavoni I")]
    assert "eliminated[0]" in str(wrong(eliminated=["S-L99"]))
