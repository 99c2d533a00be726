"""Chapter 11: isolated units in the Assaults of the Evening."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import assault, at, austria, axial, begin, events, find, rolls, row, settle, spain

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
WIN = [6, 6]
ELSEWHERE = (spain("F", "inf", "0115"), austria("E", "inf", "0101"))


def won(*units, targets=None, turn="evening", **how):
    m = begin(*units, *ELSEWHERE, step="assault", turn=turn, dice=WIN, **how)
    assault(m, targets or {"A": ["D"]})
    settle(m, "advance")
    return m


@pytest.mark.rule("camposanto:11-d")
def test_an_isolated_unit_beaten_in_the_evening_takes_two_hits():
    m = begin(
        spain("A1", "inf", axial(5, 5)),
        spain("A2", "inf", axial(6, 5)),
        austria("D", "inf", axial(5, 6)),
        step="assault",
        turn="evening",
        dice=[5, 3],
    )
    assault(m, {"A1": ["D"], "A2": ["D"]})
    (roll,) = rolls(m)
    assert (roll.modifiers, roll.data["total"], roll.data["need"]) == ([("7.2-c", 1)], 9, 9)
    settle(m)
    hits = [(e.rule, e.data["steps"]) for e in m.events if e.kind == "hit"]
    assert hits == [("7.1-g", 3), ("11-d", 2)]
    assert (events(m, "hit")[-1]["side_up"], events(m, "hit")[-1]["hit_marker"]) == ("back", False)
    assert find(m, "D")["steps"] == 2
    assert find(won(A, D, austria("N", "inf", "0709")), "D")["steps"] == 3
    assert len(events(m, "fled")[0]["path"]) == 3
    assert row(m, "D") == 15 - 9


@pytest.mark.rule("camposanto:11-c")
@pytest.mark.parametrize(
    ("friend", "steps"),
    [
        (austria("N", "inf", "0709", wing="left"), 3),
        (austria("N", "light", "0708", wing="left"), 3),
        (austria("N", "art", "0808"), 3),
        (austria("N", "cav", "0807"), 2),
        (austria("N", "marshal", "0808"), 2),
    ],
)
def test_only_a_combat_unit_in_a_neighbouring_hex_saves_from_isolation(friend, steps):
    assert find(won(A, D, friend), "D")["steps"] == steps


@pytest.mark.rule("camposanto:11-c")
def test_a_stack_partner_does_not_save_from_isolation():
    m = won(A, D, austria("L", "light", "0809"))
    assert at(m, "L") is None
    assert find(m, "D")["steps"] == 3


def test_by_day_nobody_is_isolated():
    assert find(won(A, D, turn="day"), "D")["steps"] == 3


def test_a_beaten_attacker_can_be_isolated_too():
    m = begin(A, D, *ELSEWHERE, step="assault", turn="evening", dice=[1, 1, 6, 6])
    assault(m, {"A": ["D"]})
    m.answer("austria", {"do": "fight"})
    settle(m)
    assert find(m, "A")["steps"] == 2


def test_attackers_side_by_side_are_not_isolated():
    units = (A, spain("W", "inf", "0710"), D, *ELSEWHERE)
    m = begin(*units, step="assault", turn="evening", dice=[1, 1, 6, 6])
    assault(m, {"A": ["D"], "W": ["D"]})
    m.answer("austria", {"do": "fight"})
    m.answer("spain", {"do": "hit", "unit": "A"})
    settle(m)
    assert (find(m, "A")["steps"], find(m, "W")["steps"]) == (3, 4)


def test_two_hits_on_an_isolated_stack_take_the_gun_and_then_a_step():
    m = won(A, D, austria("G", "art", "0809"))
    assert at(m, "G") is None
    assert find(m, "D")["steps"] == 3
    assert m.view(None)["inflicted"]["spain"] == 1


def test_the_second_hit_on_a_one_step_unit_is_lost():
    m = won(A, D | {"steps": 1})
    assert at(m, "D") is None
    assert m.view(None)["inflicted"]["spain"] == 1


def test_the_second_hit_does_not_fall_on_a_marshal_in_the_same_hex():
    m = won(A, D | {"steps": 1}, austria("M", "marshal", "0809"), options={"marshal_stacking": "shared"})
    assert at(m, "D") is None
    assert at(m, "M") == "0809"


@pytest.mark.parametrize(("victim", "hits"), [("A1", ["7.1-g", "11-d"]), ("A2", ["7.1-g"])])
def test_isolation_is_judged_for_the_unit_that_takes_the_hit(victim, hits):
    m = begin(
        spain("A1", "inf", "0710"),
        spain("A2", "inf", "0808", facing="S"),
        spain("N", "inf", "0908", wing="left"),
        D,
        *ELSEWHERE,
        step="assault",
        turn="evening",
        dice=[1, 1, 6, 6],
    )
    assault(m, {"A1": ["D"], "A2": ["D"]})
    m.answer("austria", {"do": "fight"})
    m.answer("spain", {"do": "hit", "unit": victim})
    assert [e.rule for e in m.events if e.kind == "hit"] == hits


TWO_FIGHTS = (
    spain("A1", "inf", "0710"),
    spain("A2", "inf", "0910"),
    austria("D1", "inf", "0809", facing="N"),
    austria("D2", "inf", "0909"),
)


@pytest.mark.rule("camposanto:11-e")
def test_a_unit_whose_neighbour_has_fled_is_isolated_in_the_next_assault():
    m = begin(*TWO_FIGHTS, *ELSEWHERE, step="assault", turn="evening", dice=WIN * 2)
    assault(m, {"A1": ["D1"], "A2": ["D2"]})
    settle(m)
    assert (find(m, "D1")["steps"], find(m, "D2")["steps"]) == (3, 2)


def test_isolation_holds_from_the_start_of_an_assault():
    m = begin(*TWO_FIGHTS, *ELSEWHERE, step="assault", turn="evening", dice=WIN * 2)
    assault(m, {"A1": ["D1"], "A2": ["D2"]}, "right")
    settle(m)
    assert (find(m, "D2")["steps"], find(m, "D1")["steps"]) == (3, 2)
