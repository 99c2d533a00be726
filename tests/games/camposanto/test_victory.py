"""Chapter 12: how the game is won, lost and drawn."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.camposanto.support import assault, at, austria, axial, begin, events, find, rolls, settle, spain

HIT, MISS = [6, 6], [1, 1]
GUN = austria("G", "art", axial(5, 8), facing="S")
SECOND = austria("H", "art", axial(8, 8), facing="S")
MARKSMAN = spain("U", "inf", axial(5, 5), wing="left", steps=1, max=2)
RESERVE = spain("R", "inf", axial(0, 1))


def fire(m: q.Match, gun: str, hex: str) -> None:
    m.answer(m.ask.who[0], {"do": "fire", "unit": gun, "hex": hex})


def under_fire(*units: dict[str, Any], dice: list[int], **how: Any) -> q.Match:
    """Austrian guns at (5, 8) and (8, 8) about to fire down their files."""
    return begin(GUN, SECOND, RESERVE, *units, active="austria.centre", step="artillery", dice=dice, **how)


def end_of_phase(*units: dict[str, Any], **position: Any) -> q.Match:
    """A match whose only acting wing has nothing left to do, so that the Phase ends at once."""
    there = units or (spain("S", "inf", "0815"), austria("A", "inf", "0801"))
    return begin(*there, step="assault", **position)


def gone(id: str, side: str, kind: str = "infantry", **more: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "wing": "centre", "type": kind, **more}


def says_so(m: q.Match, reason: str) -> None:
    """The result is told, in both languages, by the last event."""
    last = m.events[-1]
    assert (last.kind, last.data["why"], last.rule) == ("result", reason, m.result.rule)
    assert last.text("en") != last.text("it")
    assert m.view(None)["result"]["reason"] == reason


# -- 12.1 --------------------------------------------------------------------------------------------------------------


MARSHAL = spain("M", "marshal", axial(8, 5), wing="left")
LIGHT = spain("L", "light", axial(3, 1), wing="left")


@pytest.mark.rule("camposanto:12.1-a")
def test_a_wing_of_which_the_marshal_lives_is_not_lost():
    m = under_fire(MARKSMAN, MARSHAL, dice=HIT)
    fire(m, "G", axial(5, 5))
    assert at(m, "U") is None
    assert m.result is None


@pytest.mark.rule("camposanto:12.1-a")
def test_a_wing_that_has_lost_its_marshal_too_loses_the_game_at_once():
    m = under_fire(MARKSMAN, MARSHAL, dice=HIT + HIT, vp={"spain": 3, "austria": 0}, inflicted={"spain": 9})
    fire(m, "G", axial(5, 5))
    fire(m, "H", axial(8, 5))
    assert m.ask is None
    assert (m.result.winner, m.result.reason, m.result.rule) == ("austria", "wing_lost", "12.1-a")
    assert m.view(None)["vp"] == {"spain": 3, "austria": 0}
    assert events(m, "vp") == []
    says_so(m, "wing_lost")


@pytest.mark.rule("camposanto:12.1-a")
@pytest.mark.parametrize(
    ("reading", "left", "over"),
    [
        ("counters", [MARSHAL], False),
        ("counters", [LIGHT, MARSHAL], False),
        ("counters", [LIGHT], False),
        ("counters", [], True),
        ("combat_units", [MARSHAL], True),
        ("combat_units", [LIGHT, MARSHAL], False),
        ("combat_units", [], True),
        ("regiments", [LIGHT, MARSHAL], True),
        ("regiments", [spain("C", "cav", axial(3, 1), wing="left")], False),
    ],
)
def test_which_counters_keep_a_wing_in_being_is_an_option(reading, left, over):
    m = under_fire(MARKSMAN, *left, dice=HIT, options={"wing_loss": reading})
    fire(m, "G", axial(5, 5))
    assert (m.result is not None) == over
    if over:
        assert m.result.winner == "austria"


@pytest.mark.rule("camposanto:12.1-a")
def test_the_last_counters_of_another_wing_do_not_matter_to_a_wing_that_stands():
    m = under_fire(spain("U", "inf", axial(5, 5), steps=1), dice=HIT)
    fire(m, "G", axial(5, 5))
    assert at(m, "U") is None
    assert m.result is None


@pytest.mark.rule("camposanto:12.1-a")
def test_a_wing_that_began_without_combat_units_cannot_be_lost():
    m = under_fire(MARSHAL, dice=HIT)
    fire(m, "H", axial(8, 5))
    assert at(m, "M") is None
    assert m.result is None


@pytest.mark.rule("camposanto:12.1-a")
def test_where_only_regiments_count_a_wing_that_began_with_none_cannot_be_lost():
    shot = spain("L", "light", axial(5, 5), wing="left")
    m = under_fire(shot, dice=HIT, options={"wing_loss": "regiments"})
    fire(m, "G", axial(5, 5))
    assert at(m, "L") is None
    assert m.result is None


@pytest.mark.rule("camposanto:12.1-a")
def test_a_wing_lost_in_flight_ends_the_game_in_the_middle_of_an_assault():
    m = begin(
        spain("A", "inf", axial(5, 13)),
        austria("D", "inf", axial(5, 14), wing="left"),
        austria("B", "inf", axial(-3, 10)),
        step="assault",
        dice=HIT,
    )
    assault(m, {"A": ["D"]})
    assert m.ask is None
    assert (m.result.winner, m.result.reason) == ("spain", "wing_lost")


@pytest.mark.rule("camposanto:12.1-a")
def test_an_attacker_that_loses_its_last_counter_loses_the_game():
    m = begin(
        spain("A", "inf", axial(5, 5), steps=1, max=4),
        spain("B", "inf", axial(2, 0), wing="left"),
        austria("D", "inf", axial(5, 6)),
        step="assault",
        dice=MISS + HIT,
    )
    assault(m, {"A": ["D"]})
    m.answer("austria", {"do": "fight"})
    settle(m)
    assert (m.result.winner, m.result.reason) == ("austria", "wing_lost")


@pytest.mark.rule("camposanto:12.1-a")
def test_the_empty_wings_of_the_learning_scenario_lose_nobody_the_game():
    m = q.start("camposanto", scenario="learning", seed=3)
    assert m.result is None
    assert m.view(None)["wings"] == ["austria.left", "spain.right"]


# -- 12.2: the losses track --------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:12.2-a")
@pytest.mark.parametrize("kind", ["inf", "cav"])
def test_a_step_lost_by_fire_is_recorded_for_the_enemy(kind):
    m = under_fire(spain("U", kind, axial(5, 5)), dice=HIT + MISS, inflicted={"spain": 1, "austria": 2})
    fire(m, "G", axial(5, 5))
    assert m.view(None)["inflicted"] == {"spain": 1, "austria": 3}


@pytest.mark.rule("camposanto:12.2-a")
def test_a_unit_that_cannot_flee_gives_the_enemy_every_step_it_had():
    m = begin(
        spain("A", "inf", axial(5, 13)),
        austria("D", "inf", axial(5, 14)),
        austria("B", "inf", axial(-3, 10)),
        step="assault",
        dice=HIT,
    )
    assault(m, {"A": ["D"]})
    assert at(m, "D") is None
    assert m.view(None)["inflicted"] == {"spain": 4, "austria": 0}


@pytest.mark.rule("camposanto:12.2-a")
def test_hits_beyond_the_last_step_are_not_recorded():
    m = begin(
        spain("A", "inf", axial(5, 5)),
        austria("D", "inf", axial(5, 6), steps=1, max=4),
        austria("B", "inf", axial(-3, 10)),
        step="assault",
        turn="evening",
        dice=HIT,
    )
    assault(m, {"A": ["D"]})
    assert at(m, "D") is None
    assert m.view(None)["inflicted"] == {"spain": 1, "austria": 0}


@pytest.mark.rule("camposanto:12.2-a")
def test_a_step_lost_on_an_enemy_front_in_flight_is_recorded_too():
    m = begin(
        spain("A", "inf", axial(5, 5)),
        austria("D", "inf", axial(5, 6)),
        spain("E", "cav", axial(4, 8), facing="S", wing="right"),
        step="assault",
        dice=HIT,
    )
    assault(m, {"A": ["D"]})
    settle(m, "advance", "face")
    assert find(m, "D")["steps"] == 2
    assert m.view(None)["inflicted"] == {"spain": 2, "austria": 0}


@pytest.mark.rule("camposanto:12.2-g")
@pytest.mark.parametrize("kind", ["light", "art"])
def test_light_foot_and_guns_shot_away_are_not_recorded(kind):
    m = under_fire(spain("U", kind, axial(5, 5)), dice=HIT)
    fire(m, "G", axial(5, 5))
    assert at(m, "U") is None
    assert m.view(None)["inflicted"] == {"spain": 0, "austria": 0}


@pytest.mark.rule("camposanto:12.2-g")
@pytest.mark.rule("camposanto:12.2-a")
def test_a_hit_that_light_foot_takes_for_its_regiment_is_not_recorded_but_the_next_is():
    gun = austria("I", "art", axial(4, 8), facing="S")
    stack = [spain("U", "inf", axial(5, 5)), spain("L", "light", axial(5, 5))]
    m = under_fire(gun, *stack, dice=HIT + HIT)
    fire(m, "G", axial(5, 5))
    assert (at(m, "L"), find(m, "U")["steps"]) == (None, 4)
    assert m.view(None)["inflicted"]["austria"] == 0
    fire(m, "I", axial(5, 5))
    assert find(m, "U")["steps"] == 3
    assert m.view(None)["inflicted"]["austria"] == 1


@pytest.mark.rule("camposanto:12.2-g")
def test_a_marshal_shot_dead_is_not_recorded():
    m = under_fire(MARSHAL, dice=HIT)
    fire(m, "H", axial(8, 5))
    assert m.view(None)["inflicted"] == {"spain": 0, "austria": 0}


# -- 12.2: points ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("camposanto:12.2-b")
@pytest.mark.parametrize(
    ("inflicted", "vp"),
    [((3, 2), (1, 0)), ((0, 1), (0, 1)), ((2, 2), (0, 0)), ((0, 0), (0, 0)), ((40, 1), (1, 0))],
)
def test_who_inflicted_more_in_the_phase_has_one_point(inflicted, vp):
    m = end_of_phase(inflicted=dict(zip(("spain", "austria"), inflicted, strict=True)))
    assert tuple(m.view(None)["vp"].values()) == vp
    (told,) = events(m, "vp")
    assert tuple(told["inflicted"].values()) == inflicted
    assert told["side"] == (None if vp == (0, 0) else "spain" if vp[0] else "austria")


@pytest.mark.rule("camposanto:12.2-c")
def test_the_track_starts_each_phase_at_zero():
    m = end_of_phase(inflicted={"spain": 3, "austria": 2})
    assert m.view(None)["inflicted"] == {"spain": 0, "austria": 0}
    tied = end_of_phase(inflicted={"spain": 2, "austria": 2})
    assert tied.view(None)["inflicted"] == {"spain": 0, "austria": 0}


@pytest.mark.rule("camposanto:12.2-d")
@pytest.mark.parametrize(("turn", "phase"), [("evening", 1), ("evening", 3)])
@pytest.mark.parametrize(("winner", "loser"), [("spain", "austria"), ("austria", "spain")])
def test_four_points_win_at_once_in_any_phase(turn, phase, winner, loser):
    m = end_of_phase(turn=turn, phase=phase, vp={winner: 3, loser: 2}, inflicted={winner: 3, loser: 2})
    assert m.ask is None
    assert (m.result.winner, m.result.reason, m.result.rule) == (winner, "four_points", "12.2-d")
    assert m.result.score["vp"] == {winner: 4, loser: 2}
    says_so(m, "four_points")


@pytest.mark.rule("camposanto:12.2-d")
def test_three_points_are_not_enough_to_win_at_once():
    m = end_of_phase(turn="evening", phase=1, vp={"spain": 2}, inflicted={"spain": 1})
    assert m.view(None)["vp"]["spain"] == 3
    assert m.result is None


@pytest.mark.rule("camposanto:12.2-e")
@pytest.mark.parametrize(("vp", "winner"), [((2, 1), "spain"), ((0, 1), "austria")])
def test_after_both_turns_more_points_win_whatever_was_lost(vp, winner):
    lost = [gone(f"X{n}", winner) for n in range(5)]
    m = end_of_phase(turn="evening", phase=3, vp=dict(zip(("spain", "austria"), vp, strict=True)), eliminated=lost)
    assert (m.result.winner, m.result.reason, m.result.rule) == (winner, "more_points", "12.2-e")
    says_so(m, "more_points")


@pytest.mark.rule("camposanto:12.2-e")
def test_the_point_of_the_last_phase_can_decide():
    m = end_of_phase(turn="evening", phase=3, vp={"spain": 1, "austria": 1}, inflicted={"austria": 1})
    assert (m.result.winner, m.result.reason) == ("austria", "more_points")


@pytest.mark.rule("camposanto:12.2-e")
def test_a_game_of_one_turn_is_decided_by_points_too():
    m = end_of_phase(last_turn="day", phase=3, vp={"spain": 1})
    assert (m.result.winner, m.result.reason) == ("spain", "more_points")


@pytest.mark.rule("camposanto:12.2-f")
def test_with_equal_points_fewer_regiments_lost_win():
    lost = [gone("X", "spain"), gone("Y", "spain", "cavalry"), gone("Z", "austria")]
    m = end_of_phase(turn="evening", phase=3, vp={"spain": 1, "austria": 1}, eliminated=lost)
    assert (m.result.winner, m.result.reason, m.result.rule) == ("austria", "fewer_regiments_lost", "12.2-f")
    assert m.result.score["regiments_lost"] == {"spain": 2, "austria": 1}
    says_so(m, "fewer_regiments_lost")


@pytest.mark.rule("camposanto:12.2-f")
def test_with_equal_points_and_equal_losses_the_game_is_drawn():
    lost = [gone("X", "spain"), gone("Z", "austria", "cavalry")]
    m = end_of_phase(turn="evening", phase=3, eliminated=lost)
    assert m.ask is None
    assert (m.result.winner, m.result.reason, m.result.rule) == (None, "drawn", "12.2-f")
    says_so(m, "drawn")


@pytest.mark.rule("camposanto:12.2-f")
def test_a_regiment_of_several_counters_is_lost_only_with_the_last_of_them():
    alive = (
        spain("G3", "inf", "0815", name="Guardias III", regiment="Guardias"),
        austria("A", "inf", "0801"),
    )
    guards = [gone(f"G{n}", "spain", name=f"Guardias {n}", regiment="Guardias") for n in (1, 2)]
    m = end_of_phase(*alive, turn="evening", phase=3, eliminated=[*guards, gone("Z", "austria")])
    assert (m.result.winner, m.result.score["regiments_lost"]) == ("spain", {"spain": 0, "austria": 1})
    whole = [*guards, gone("G4", "spain", name="Guardias IV", regiment="Guardias"), gone("Z", "austria")]
    m = end_of_phase(turn="evening", phase=3, eliminated=whole)
    assert (m.result.winner, m.result.score["regiments_lost"]) == (None, {"spain": 1, "austria": 1})


@pytest.mark.rule("camposanto:12.2-f")
@pytest.mark.rule("camposanto:12.2-g")
def test_light_foot_guns_and_marshals_lost_do_not_break_a_tie():
    m = under_fire(
        spain("U", "light", axial(5, 5)),
        turn="evening",
        phase=3,
        eliminated=[gone("L", "spain", "light"), gone("K", "spain", "artillery"), gone("M", "spain", "marshal")],
        dice=[],
    )
    while m.ask:
        m.answer("austria", {"do": "done"})
    assert (m.result.winner, m.result.reason) == (None, "drawn")
    assert m.result.score["regiments_lost"] == {"spain": 0, "austria": 0}


@pytest.mark.rule("camposanto:12.2-f")
def test_a_regiment_lost_in_play_breaks_the_tie():
    m = under_fire(spain("U", "inf", axial(5, 7), steps=1), turn="evening", phase=3, inflicted={"spain": 1}, dice=HIT)
    fire(m, "G", axial(5, 7))
    while m.ask:
        m.answer("austria", {"do": "done"})
    assert rolls(m)[0].data["success"]
    assert (m.result.winner, m.result.reason) == ("austria", "fewer_regiments_lost")
