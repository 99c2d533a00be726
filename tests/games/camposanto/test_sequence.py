"""Chapters 3 and 4: Turns, Phases, order points, wing states, the end of a Phase and of a Turn."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import quadrilatero as q
from tests.games.camposanto.support import BLANK, austria, begin, events, refused, spain

SPANISH = [1, 4, 5, 8, 9, 12, 13, 16, 18]
AUSTRIAN = [2, 3, 6, 7, 10, 11, 14, 15, 17]
WINGS = ("left", "centre", "right")
PRINTED = {"spain": {"left": 16, "centre": 8, "right": 4}, "austria": {"left": 10, "centre": 14, "right": 6}}
PRINTED_STATES = {
    "spain": {"left": "impetuous", "centre": "cautious", "right": "titubant"},
    "austria": {"left": "cautious", "centre": "aggressive", "right": "aggressive"},
}
PRINTED_ORDER = ["spain.left", "austria.centre", "austria.left", "spain.centre", "austria.right", "spain.right"]
ONE_PER_WING = [
    *(spain(f"S{wing}", "inf", hex, wing=wing) for wing, hex in zip(WINGS, ("0115", "0815", "1515"), strict=True)),
    *(austria(f"A{wing}", "inf", hex, wing=wing) for wing, hex in zip(WINGS, ("1501", "0801", "0101"), strict=True)),
]


def play(options: dict[str, str] | None = None, units: list[Any] | None = None, **position: Any) -> q.Match:
    """A match with one infantry unit in each wing, the armies out of reach of one another."""
    whole = {"map": BLANK, "units": ONE_PER_WING if units is None else units, **position}
    return q.start("camposanto", position=whole, dice=[], options=options or {})


def points(left: int, centre: int, right: int) -> dict[str, Any]:
    return {"do": "orders", "left": left, "centre": centre, "right": right}


def lay(m: q.Match, spanish: Sequence[int], austrian: Sequence[int]) -> None:
    m.answer("spain", points(*spanish))
    m.answer("austria", points(*austrian))


def idle(m: q.Match, *until: str) -> None:
    """Let every wing do nothing up to one of these questions or the end of the game."""
    for _ in range(200):
        if m.ask is None or m.ask.what in until:
            return
        seat = m.ask.who[0]
        nothing = [o for o in m.options(seat) if o["do"] in ("done", "pass")]
        m.answer(seat, nothing[0])
    pytest.fail("the Phase does not end")


def play_idly(m: q.Match) -> list[tuple[str, int]]:
    """Play to the end without a fight, the first points in hand each Phase; the Phases gone through."""
    phases: list[tuple[str, int]] = []
    for _ in range(9):
        idle(m, "orders", "swap")
        if m.ask is None:
            return phases
        phases.append((m.ask.data["turn"], m.ask.data["phase"]))
        for seat in m.ask.who:
            m.answer(seat, m.options(seat)[0])
    pytest.fail("the game does not end")


def end_of_phase(**position: Any) -> q.Match:
    """A match whose only acting wing has nothing left to do, so that the Phase ends at once."""
    return begin(spain("S", "inf", "0815"), austria("A", "inf", "0801"), step="assault", **position)


def word(m: q.Match, seat: str | None) -> str:
    return json.dumps(m.view(seat), sort_keys=True)


# -- 3 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:3-a")
@pytest.mark.rule("camposanto:3-b")
def test_a_battle_lasts_three_phases_of_day_and_three_of_evening():
    m = q.start("camposanto", scenario="battle", seed=1)
    assert play_idly(m) == [(turn, phase) for turn in ("day", "evening") for phase in (1, 2, 3)]
    assert m.result is not None


@pytest.mark.rule("camposanto:3-a")
def test_day_has_the_basic_rules_and_evening_those_of_its_chapter():
    three = {"do": "move", "unit": "S", "path": ["0814", "0813", "0812"]}
    assert refused(begin(spain("S", "inf", "0815"), turn="day"), "spain", three) is None
    assert refused(begin(spain("S", "inf", "0815"), turn="evening"), "spain", three) == "11-a"


@pytest.mark.rule("camposanto:3-b")
@pytest.mark.rule("camposanto:4.3-a")
def test_the_learning_scenario_is_one_turn_of_three_phases():
    m = q.start("camposanto", scenario="learning", seed=1)
    assert play_idly(m) == [("day", 1), ("day", 2), ("day", 3)]
    assert m.result is not None
    assert events(m, "swapped") == []


@pytest.mark.rule("camposanto:3-a")
def test_a_position_cannot_put_the_evening_after_the_last_turn():
    with pytest.raises(q.BadPosition, match="last_turn"):
        end_of_phase(turn="evening", last_turn="day", phase=3)


@pytest.mark.rule("camposanto:3-c")
def test_a_player_lays_one_point_on_each_wing():
    m = play()
    listed = m.options("spain")
    assert len(listed) == 9 * 8 * 7
    assert all(len({o[wing] for wing in WINGS}) == 3 for o in listed)
    assert all(refused(m, "spain", o) is None for o in listed)
    assert refused(m, "spain", {"do": "orders", "left": 1, "centre": 4})
    assert refused(m, "spain", points(1, 4, 5) | {"reserve": 8})


@pytest.mark.rule("camposanto:3-c")
@pytest.mark.parametrize("wrong", [(2, 4, 5), (1, 4, 19), (0, 4, 5), (1, 4, -5)])
def test_a_point_that_is_not_in_hand_is_refused(wrong):
    assert refused(play(), "spain", points(*wrong)) == "3-c"


@pytest.mark.rule("camposanto:3-c")
def test_the_same_point_cannot_serve_two_wings():
    m = play()
    assert refused(m, "spain", points(18, 18, 1)) == "3-c"
    assert refused(m, "austria", points(2, 17, 2)) == "3-c"


@pytest.mark.rule("camposanto:3-c")
def test_a_point_once_played_is_spent_for_the_turn():
    m = play()
    lay(m, (18, 1, 9), (2, 3, 17))
    idle(m, "orders")
    assert m.ask.data == {"turn": "day", "phase": 2}
    assert m.view("spain")["orders_left"] == {"spain": [4, 5, 8, 12, 13, 16], "austria": [6, 7, 10, 11, 14, 15]}
    assert refused(m, "spain", points(18, 4, 5)) == "3-c"
    assert len(m.options("austria")) == 6 * 5 * 4
    lay(m, (4, 5, 8), (6, 7, 10))
    idle(m, "orders")
    assert {o["left"] for o in m.options("spain")} == {12, 13, 16}


@pytest.mark.rule("camposanto:3-c")
def test_a_position_with_too_few_points_for_its_phases_is_refused():
    with pytest.raises(q.BadPosition, match=r"orders_left\.spain"):
        play(orders_left={"spain": [1, 4, 5, 8, 9, 12], "austria": AUSTRIAN})


@pytest.mark.rule("camposanto:3-d")
def test_the_spanish_begin_with_the_series_of_the_one_and_the_eighteen():
    left = q.start("camposanto", scenario="battle", seed=1).view(None)["orders_left"]
    assert left == {"spain": SPANISH, "austria": AUSTRIAN}


# -- 4 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:4-a")
def test_both_players_are_asked_for_their_points_at_the_same_time():
    m = play()
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("orders", ("spain", "austria"), "4-a")
    m.answer("austria", points(2, 3, 6))
    assert m.ask.who == ("spain",)
    assert m.view(None)["orders"] is None
    m.answer("spain", points(1, 4, 5))
    assert m.view(None)["orders"]["austria"] == {"left": 2, "centre": 3, "right": 6}


@pytest.mark.rule("camposanto:4-a")
@pytest.mark.rule("camposanto:4-b")
def test_points_laid_face_down_cannot_be_told_from_any_others():
    first, second = play(), play()
    first.answer("spain", points(16, 8, 4))
    second.answer("spain", points(1, 18, 13))
    for seat in ("austria", None):
        assert word(first, seat) == word(second, seat)
        assert first.told(seat) == second.told(seat) == []
    assert first.options("austria") == second.options("austria")
    assert first.view("spain")["since"]["answers"] == [{"seat": "spain", "answer": points(16, 8, 4)}]


@pytest.mark.rule("camposanto:4-b")
def test_points_still_face_down_may_be_taken_back_and_laid_otherwise():
    m = play()
    m.answer("spain", points(16, 8, 4))
    m.undo("spain")
    lay(m, (1, 4, 5), (2, 3, 6))
    assert m.view(None)["orders"]["spain"] == {"left": 1, "centre": 4, "right": 5}


# -- 4.1 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:4.1-a")
@pytest.mark.rule("camposanto:4.1-d")
def test_all_six_points_of_the_printed_example_are_turned_up_together():
    m = play()
    lay(m, (16, 8, 4), (10, 14, 6))
    (told,) = events(m, "states")
    view = m.view(None)
    for seen in (told, view):
        assert (seen["orders"], seen["states"], seen["order"]) == (PRINTED, PRINTED_STATES, PRINTED_ORDER)
        assert seen["fatigued"] == ["spain.left"]
    assert view["orders_left"] == {"spain": [1, 5, 9, 12, 13, 18], "austria": [2, 3, 7, 11, 15, 17]}


@pytest.mark.rule("camposanto:4.1-b")
@pytest.mark.rule("camposanto:4.1-f")
@pytest.mark.rule("camposanto:4.1-g")
def test_in_the_printed_example_wings_of_the_same_name_are_compared():
    m = play(orders=PRINTED)
    assert m.view(None)["states"] == PRINTED_STATES


@pytest.mark.rule("camposanto:4.1-c")
@pytest.mark.rule("camposanto:4.1-e")
@pytest.mark.rule("camposanto:5-a")
def test_the_printed_example_begins_with_the_highest_point_and_ends_with_the_lowest():
    m = play()
    lay(m, (16, 8, 4), (10, 14, 6))
    assert m.view(None)["states"]["spain"] == {"left": "impetuous", "centre": "cautious", "right": "titubant"}
    idle(m, "orders")
    assert [f"{e['side']}.{e['wing']}" for e in events(m, "activated")] == PRINTED_ORDER


@pytest.mark.rule("camposanto:4.1-f")
@pytest.mark.rule("camposanto:4.1-g")
@pytest.mark.rule("camposanto:4.1-h")
def test_highest_and_lowest_point_may_meet_in_the_same_wing():
    m = play()
    lay(m, (18, 5, 13), (2, 7, 10))
    view = m.view(None)
    assert view["states"] == {
        "spain": {"left": "impetuous", "centre": "cautious", "right": "aggressive"},
        "austria": {"left": "titubant", "centre": "aggressive", "right": "cautious"},
    }
    assert view["order"] == [
        "spain.left",
        "spain.right",
        "austria.right",
        "austria.centre",
        "spain.centre",
        "austria.left",
    ]


@pytest.mark.rule("camposanto:4.1-f")
def test_the_opponent_of_the_titubant_wing_is_aggressive_with_the_second_lowest_point():
    m = play()
    lay(m, (1, 18, 13), (2, 17, 15))
    states = m.view(None)["states"]
    assert (states["spain"]["left"], states["austria"]["left"]) == ("titubant", "aggressive")
    assert m.view(None)["order"][-2:] == ["austria.left", "spain.left"]


@pytest.mark.rule("camposanto:4.1-c")
@pytest.mark.rule("camposanto:4.1-e")
@pytest.mark.rule("camposanto:4.1-h")
def test_every_laying_of_points_gives_one_two_two_and_one():
    dice = random.Random(1743)
    for _ in range(60):
        m = play()
        lay(m, dice.sample(SPANISH, 3), dice.sample(AUSTRIAN, 3))
        view = m.view(None)
        states = {f"{s}.{w}": state for s, wings in view["states"].items() for w, state in wings.items()}
        assert Counter(states.values()) == {"impetuous": 1, "aggressive": 2, "cautious": 2, "titubant": 1}
        point = {f"{s}.{w}": p for s, wings in view["orders"].items() for w, p in wings.items()}
        assert states[max(point, key=point.__getitem__)] == "impetuous"
        assert states[min(point, key=point.__getitem__)] == "titubant"


@pytest.mark.rule("camposanto:4.1-d")
def test_fatigue_alone_does_not_keep_a_wing_from_being_impetuous_again():
    m = play()
    lay(m, (18, 1, 9), (2, 3, 17))
    idle(m, "orders")
    lay(m, (16, 4, 5), (6, 7, 10))
    assert m.view(None)["states"]["spain"]["left"] == "impetuous"
    idle(m, "orders")
    lay(m, (8, 12, 13), (11, 14, 15))
    assert m.view(None)["fatigued"] == ["spain.left", "austria.right"]


@pytest.mark.rule("camposanto:4.1-d")
def test_by_option_a_fatigued_wing_with_the_highest_point_acts_first_as_aggressive():
    m = play({"fatigue": "limits"})
    lay(m, (18, 1, 9), (2, 3, 17))
    assert m.view(None)["states"]["spain"]["left"] == "impetuous"
    idle(m, "orders")
    lay(m, (16, 4, 5), (6, 7, 10))
    view = m.view(None)
    assert view["states"]["spain"]["left"] == "aggressive"
    assert view["order"][0] == "spain.left"
    assert "impetuous" not in {state for wings in view["states"].values() for state in wings.values()}
    assert view["fatigued"] == ["spain.left"]


@pytest.mark.rule("camposanto:4.1-d")
@pytest.mark.rule("camposanto:4.3-b")
def test_by_option_a_fatigued_wing_may_be_impetuous_again_in_the_evening():
    m = end_of_phase(options={"fatigue": "limits"}, phase=3, fatigued=["spain.left"])
    lay(m, (17, 2, 3), (1, 4, 5))
    assert m.view(None)["states"]["spain"]["left"] == "impetuous"


@pytest.mark.rule("camposanto:4.1-d")
def test_a_position_with_points_marks_its_impetuous_wing_fatigued():
    assert play(orders=PRINTED).view(None)["fatigued"] == ["spain.left"]


@pytest.mark.rule("camposanto:4.1-d")
def test_by_option_a_position_may_say_that_the_first_wing_was_fatigued_before():
    limits = {"fatigue": "limits"}
    m = play(limits, orders=PRINTED, fatigued=["spain.left"])
    assert m.view(None)["states"]["spain"]["left"] == "aggressive"
    again = q.start("camposanto", position=m.state(), dice=[], options=limits)
    assert word(again, None) == word(m, None)


@pytest.mark.rule("camposanto:4.1-d")
def test_by_option_a_wing_impetuous_now_stays_so_when_its_position_is_read_again():
    limits = {"fatigue": "limits"}
    m = play(limits, orders=PRINTED)
    again = q.start("camposanto", position=m.state(), dice=[], options=limits)
    assert again.view(None)["states"] == PRINTED_STATES
    assert word(again, None) == word(m, None)


# -- positions with points and with an acting wing ---------------------------------------------------------------------


def acting(side: str, wing: str, state: str) -> dict[str, str]:
    return {"side": side, "wing": wing, "state": state, "step": "movement"}


@pytest.mark.rule("camposanto:4.1-c")
@pytest.mark.parametrize(
    ("side", "wing", "wrong"),
    [
        ("spain", "left", "aggressive"),
        ("spain", "right", "cautious"),
        ("austria", "centre", "impetuous"),
        ("austria", "left", "aggressive"),
        ("austria", "left", "titubant"),
    ],
)
def test_a_state_that_the_points_do_not_give_is_refused(side, wing, wrong):
    right = PRINTED_STATES[side][wing]
    assert play(orders=PRINTED, active=acting(side, wing, right)).view(None)["active"]["state"] == right
    with pytest.raises(q.BadPosition, match=r"active\.state") as error:
        play(orders=PRINTED, active=acting(side, wing, wrong))
    assert error.value.rule.startswith("4.1-")


@pytest.mark.rule("camposanto:8.1-b")
def test_a_cautious_wing_may_stand_as_aggressive_once_its_own_general_is_used():
    helped = acting("austria", "left", "aggressive")
    m = play(orders=PRINTED, active=helped, general_used={"austria": True})
    assert m.view(None)["states"]["austria"]["left"] == "aggressive"
    with pytest.raises(q.BadPosition, match=r"active\.state"):
        play(orders=PRINTED, active=helped, general_used={"spain": True})
    with pytest.raises(q.BadPosition, match=r"active\.state"):
        play(orders=PRINTED, active=acting("spain", "right", "aggressive"), general_used={"spain": True})


@pytest.mark.rule("camposanto:5-a")
def test_a_position_with_points_and_no_acting_wing_starts_at_the_first_activation():
    m = play(orders=PRINTED)
    assert (m.ask.what, m.ask.who) == ("move", ("spain",))
    assert m.view(None)["active"]["wing"] == "left"
    assert m.view(None)["order"] == PRINTED_ORDER


@pytest.mark.rule("camposanto:5-a")
@pytest.mark.rule("camposanto:4.2-a")
def test_a_position_in_the_middle_of_a_phase_goes_on_with_the_wings_that_follow():
    m = play(orders=PRINTED, active=acting("spain", "centre", "cautious"))
    idle(m, "orders")
    assert [f"{e['side']}.{e['wing']}" for e in events(m, "activated")] == ["austria.right", "spain.right"]


@pytest.mark.rule("camposanto:4.2-a")
def test_without_points_only_the_acting_wing_acts_and_the_phase_ends():
    m = play(active=acting("spain", "centre", "aggressive"))
    m.answer("spain", {"do": "done"})
    assert (m.ask.what, m.ask.data["phase"]) == ("orders", 2)
    assert events(m, "activated") == []
    assert len(events(m, "vp")) == 1


@pytest.mark.rule("camposanto:4-a")
def test_a_position_with_units_alone_starts_at_the_choice_of_points():
    m = q.start("camposanto", position={"units": [spain("S", "inf", "1214")]}, dice=[])
    assert (m.ask.what, m.ask.data) == ("orders", {"turn": "day", "phase": 1})


# -- 4.2 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:4.2-a")
def test_the_phase_ends_with_the_activation_of_the_titubant_wing():
    m = play(orders=PRINTED)
    for _ in range(20):
        if m.view(None)["active"]["state"] == "titubant":
            break
        nothing = {"do": "pass" if m.ask.what == "general" else "done"}
        m.answer(m.ask.who[0], nothing)
    assert len(events(m, "activated")) == 6
    assert events(m, "vp") == []
    m.answer("spain", {"do": "done"})
    assert len(events(m, "vp")) == 1


@pytest.mark.rule("camposanto:4.2-a")
def test_wings_without_units_are_compared_and_passed_over():
    m = q.start("camposanto", scenario="learning", seed=1)
    lay(m, (18, 1, 4), (2, 17, 3))
    view = m.view(None)
    assert view["states"]["spain"] == {"left": "impetuous", "centre": "titubant", "right": "aggressive"}
    assert view["fatigued"] == ["spain.left"]
    idle(m, "orders")
    assert [(e["side"], e["wing"]) for e in events(m, "activated")] == [("spain", "right"), ("austria", "left")]


@pytest.mark.rule("camposanto:4.2-a")
def test_a_wing_of_which_only_the_marshal_is_left_is_activated():
    units = [*ONE_PER_WING[1:], spain("M", "marshal", "0115", wing="left")]
    m = play(units=units, orders=PRINTED)
    assert m.view(None)["active"]["wing"] == "left"
    assert m.ask.data["units"] == ["M"]


@pytest.mark.rule("camposanto:4.2-a")
def test_a_board_with_no_unit_left_still_runs_through_its_phases():
    m = play(units=[])
    assert len(play_idly(m)) == 6


@pytest.mark.rule("camposanto:4.2-b")
def test_the_point_of_a_phase_is_awarded_as_it_ends():
    m = begin(spain("S", "inf", "0815"), inflicted={"spain": 2, "austria": 1}, vp={"spain": 1, "austria": 1})
    assert m.view(None)["vp"] == {"spain": 1, "austria": 1}
    m.answer("spain", {"do": "done"})
    assert m.view(None)["vp"] == {"spain": 2, "austria": 1}
    assert m.result is None


@pytest.mark.rule("camposanto:4.2-b")
@pytest.mark.rule("camposanto:4.2-c")
@pytest.mark.rule("camposanto:12.2-d")
def test_the_fourth_point_ends_the_game_before_another_phase():
    m = end_of_phase(turn="evening", phase=1, vp={"spain": 3, "austria": 0}, inflicted={"spain": 3, "austria": 2})
    assert m.view(None)["vp"] == {"spain": 4, "austria": 0}
    assert m.ask is None
    assert m.result.winner == "spain"
    assert events(m, "phase") == []
    short = end_of_phase(turn="evening", phase=1, vp={"spain": 2, "austria": 0}, inflicted={"spain": 3})
    assert (short.ask.what, events(short, "phase")) == ("orders", [{"turn": "evening", "phase": 2}])


@pytest.mark.rule("camposanto:4.2-c")
def test_a_new_phase_begins_while_there_are_points_in_hand():
    m = end_of_phase(phase=2, orders_left={"spain": [1, 4, 5], "austria": [2, 3, 6]})
    assert m.ask.data == {"turn": "day", "phase": 3}
    view = m.view(None)
    assert (view["states"], view["order"], view["orders"], view["active"]) == ({}, [], None, None)


# -- 4.3 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:4.3-a")
def test_the_day_ends_after_its_third_phase():
    m = end_of_phase(phase=3)
    assert m.ask.data == {"turn": "evening", "phase": 1}


@pytest.mark.rule("camposanto:4.3-b")
@pytest.mark.rule("camposanto:4.3-d")
def test_with_equal_points_the_sets_are_exchanged_and_nobody_is_asked():
    m = end_of_phase(phase=3, vp={"spain": 1, "austria": 1}, fatigued=["spain.left", "austria.right"])
    view = m.view(None)
    assert m.ask.what == "orders"
    assert view["orders_left"] == {"spain": AUSTRIAN, "austria": SPANISH}
    assert view["fatigued"] == []
    assert len(events(m, "swapped")) == 1


@pytest.mark.rule("camposanto:4.3-b")
@pytest.mark.parametrize("vp", [{"spain": 0, "austria": 0}, {"spain": 2, "austria": 0}, {"spain": 0, "austria": 1}])
def test_wings_are_fresh_in_the_evening_whoever_leads(vp):
    m = end_of_phase(phase=3, vp=vp, fatigued=["spain.left", "austria.right"])
    assert m.view(None)["fatigued"] == []


@pytest.mark.rule("camposanto:4.3-b")
def test_a_wing_stays_fatigued_from_phase_to_phase_of_the_same_turn():
    assert end_of_phase(phase=2, fatigued=["spain.left"]).view(None)["fatigued"] == ["spain.left"]
    evening = end_of_phase(turn="evening", phase=1, fatigued=["austria.centre"])
    assert evening.view(None)["fatigued"] == ["austria.centre"]


@pytest.mark.rule("camposanto:4.3-c")
@pytest.mark.parametrize(("do", "sets"), [("keep", (SPANISH, AUSTRIAN)), ("swap", (AUSTRIAN, SPANISH))])
@pytest.mark.parametrize(("vp", "chooser"), [((2, 0), "austria"), ((0, 1), "spain")])
def test_the_trailing_player_alone_decides_about_the_exchange(do, sets, vp, chooser):
    m = end_of_phase(phase=3, vp=dict(zip(("spain", "austria"), vp, strict=True)))
    other = {"spain": "austria", "austria": "spain"}[chooser]
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("swap", (chooser,), "4.3-c")
    assert m.options(chooser) == [{"do": "swap"}, {"do": "keep"}]
    with pytest.raises(q.Illegal):
        m.answer(other, {"do": "keep"})
    m.answer(chooser, {"do": do})
    left = m.view(None)["orders_left"]
    assert (left["spain"], left["austria"]) == sets
    assert m.ask.data == {"turn": "evening", "phase": 1}


@pytest.mark.rule("camposanto:4.3-c")
def test_the_point_of_the_third_phase_counts_for_who_trails():
    m = end_of_phase(phase=3, vp={"spain": 1, "austria": 1}, inflicted={"austria": 1})
    assert (m.ask.what, m.ask.who) == ("swap", ("spain",))


@pytest.mark.rule("camposanto:4.3-c")
def test_a_position_with_the_exchange_still_to_be_decided_can_be_read_again():
    m = end_of_phase(phase=3, vp={"spain": 2, "austria": 0})
    again = q.start("camposanto", position=m.state(), dice=[])
    assert (again.ask.what, again.ask.who) == ("swap", ("austria",))
    again.answer("austria", {"do": "swap"})
    assert again.view(None)["orders_left"]["spain"] == AUSTRIAN


@pytest.mark.rule("camposanto:4.3-d")
def test_exchanged_sets_are_known_from_the_points_of_a_position():
    left = {"spain": [2, 3, 6, 7, 10, 11], "austria": [1, 4, 5, 8, 9, 12]}
    m = play(turn="evening", phase=2, orders_left=left)
    lay(m, (11, 3, 2), (1, 4, 5))
    assert m.view(None)["series"] == {"spain": AUSTRIAN, "austria": SPANISH}


@pytest.mark.rule("camposanto:4.3-e")
def test_after_the_third_phase_of_the_evening_the_winner_is_named():
    m = end_of_phase(turn="evening", phase=3, vp={"spain": 1, "austria": 2})
    assert m.ask is None
    assert (m.result.winner, m.result.rule) == ("austria", "12.2-e")
    assert events(m, "swapped") == []
