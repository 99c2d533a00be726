"""Chapter 8.2: Marshals who have a failed roll repeated."""

from __future__ import annotations

import pytest

from tests.games.camposanto.support import assault, at, austria, begin, events, refused, rolls, settle, spain

A = spain("A", "inf", "0810")
D = austria("D", "inf", "0809")
M = spain("M", "marshal", "0811")
N = austria("N", "marshal", "0808")
FAIL = [1, 1]
WIN = [6, 6]
REROLL = {"do": "reroll", "marshal": "M"}


def ready(*units, dice, targets=None, **how):
    m = begin(*units, step="assault", dice=dice, **how)
    assault(m, targets or {"A": ["D"]})
    return m


@pytest.mark.rule("camposanto:8.2-h")
def test_a_marshal_next_to_the_attacker_may_have_the_failed_roll_repeated():
    m = ready(A, D, M, dice=[*FAIL, *WIN], state="impetuous")
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("reroll", ("spain",), "8.2-h")
    assert m.options("spain") == [REROLL, {"do": "pass"}]
    assert m.ask.text("en")
    assert m.ask.text("it")
    m.answer("spain", REROLL)
    first, second = rolls(m)
    assert first.data["need"] == second.data["need"] == 9
    assert first.modifiers == second.modifiers == [("7.2-b", 1)]
    assert (first.data["success"], second.data["success"]) == (False, True)
    settle(m)
    assert at(m, "M") == "0811"
    assert at(m, "D") != "0809"


@pytest.mark.rule("camposanto:8.2-h")
def test_the_defender_has_the_same_right():
    m = ready(A, D, N, dice=[*FAIL, *FAIL, *WIN])
    assert m.ask.what == "stand"
    m.answer("austria", {"do": "fight"})
    assert (m.ask.what, m.ask.who, m.ask.data["need"]) == ("reroll", ("austria",), 8)
    m.answer("austria", {"do": "reroll", "marshal": "N"})
    assert [(r.data["by"], r.data["need"]) for r in rolls(m)] == [("spain", 9), ("austria", 8), ("austria", 8)]
    settle(m)
    assert at(m, "A") != "0810"


@pytest.mark.rule("camposanto:8.2-h")
@pytest.mark.parametrize(
    ("hex", "wing", "asked"), [("0811", "left", True), ("0710", "right", True), ("0812", "centre", False)]
)
def test_any_marshal_of_the_army_will_do_but_he_must_be_adjacent(hex, wing, asked):
    m = ready(A, D, M | {"hex": hex, "wing": wing}, dice=FAIL)
    assert m.ask.what == ("reroll" if asked else "stand")


def test_the_marshal_need_be_next_to_one_of_the_fighters_only():
    units = (A, spain("W", "inf", "0710"), D, M | {"hex": "0711"})
    m = ready(*units, dice=FAIL, targets={"A": ["D"], "W": ["D"]})
    assert m.ask.what == "reroll"
    m = ready(*units, dice=FAIL, targets={"A": ["D"]})
    assert m.ask.what == "stand"


def test_the_enemys_marshal_does_not_help():
    m = ready(A, D, N | {"hex": "0811"}, dice=FAIL)
    assert m.ask.what == "stand"
    m = ready(A, D, M, N, dice=FAIL)
    assert refused(m, "spain", {"do": "reroll", "marshal": "N"}) == "8.2-h"
    assert refused(m, "spain", {"do": "reroll", "marshal": "A"}) == "8.2-h"
    assert refused(m, "spain", {"do": "reroll", "marshal": "X"}) == "8.2-h"


def test_a_successful_roll_is_not_repeated():
    m = ready(A, D, M, dice=WIN)
    assert m.ask.what == "flee"


def test_a_player_may_let_the_failure_stand():
    m = ready(A, D, M, dice=FAIL)
    m.answer("spain", {"do": "pass"})
    assert (m.ask.what, m.ask.data["need"]) == ("stand", 8)
    assert len(rolls(m)) == 1
    assert at(m, "M") == "0811"


@pytest.mark.rule("camposanto:8.2-i")
def test_if_the_repeated_roll_fails_too_the_marshal_is_lost():
    m = ready(A, D, M, dice=[*FAIL, *FAIL])
    m.answer("spain", REROLL)
    assert at(m, "M") is None
    assert [(e.rule, e.data["unit"]) for e in m.events if e.kind == "eliminated"] == [("8.2-i", "M")]
    assert (m.ask.what, m.ask.who, m.ask.data["need"]) == ("stand", ("austria",), 8)
    assert m.view(None)["inflicted"] == {"spain": 0, "austria": 0}


def test_after_a_failed_repetition_a_second_marshal_does_not_try_again():
    m = ready(A, D, M, M | {"id": "M2", "hex": "0911", "wing": "left"}, dice=[*FAIL, *FAIL])
    assert {o.get("marshal") for o in m.options("spain")} == {"M", "M2", None}
    m.answer("spain", REROLL)
    assert m.ask.what == "stand"
    assert at(m, "M2") == "0911"


@pytest.mark.rule("camposanto:8.2-j")
def test_a_marshal_helps_after_every_failed_roll_of_every_assault():
    m = begin(
        A,
        spain("B", "inf", "0710"),
        D | {"hex": "0909"},
        austria("E", "inf", "0709"),
        M,
        step="assault",
        dice=[*FAIL, *WIN, *FAIL, *WIN],
    )
    assault(m, {"B": ["E"], "A": ["D"]})
    m.answer("spain", REROLL)
    settle(m)
    assert m.ask.what == "reroll"
    m.answer("spain", REROLL)
    settle(m)
    assert [r.data["success"] for r in rolls(m)] == [False, True, False, True]
    assert len(events(m, "reroll")) == 2


@pytest.mark.rule("camposanto:8.2-j")
def test_a_marshal_helps_again_within_one_assault():
    m = ready(A, D, M, N, dice=[*FAIL, *FAIL, *FAIL, *WIN])
    m.answer("spain", {"do": "pass"})
    m.answer("austria", {"do": "fight"})
    m.answer("austria", {"do": "pass"})
    m.answer("spain", {"do": "fight"})
    assert (m.ask.what, m.ask.who, m.ask.data["need"]) == ("reroll", ("spain",), 7)
    m.answer("spain", REROLL)
    assert rolls(m)[-1].data["success"]


def test_a_side_that_cannot_fall_back_still_has_its_marshal():
    gun = austria("D", "art", "0809")
    m = ready(A, gun, N, dice=[*FAIL, *FAIL])
    assert (m.ask.what, m.ask.who) == ("reroll", ("austria",))


def test_by_option_a_marshal_in_the_hex_of_a_fighter_is_near_enough():
    m = ready(A, D, M | {"hex": "0810"}, dice=FAIL, options={"marshal_stacking": "shared"})
    assert m.ask.what == "reroll"
