"""What orders come to when a question is met in a player's absence."""

from __future__ import annotations

import pytest

from quadrilatero.kernel import Match
from quadrilatero.kernel.cases import Case, Wish, answer_by, enough, plainly, wish
from quadrilatero.kernel.instructions import Order, Standing
from quadrilatero.kernel.log import Ordered
from quadrilatero.kernel.start import start
from tests.kernel.toy import Toy


@pytest.fixture
def match(toy: Toy) -> Match:
    return start("toy", position={"plan": [{"ask": "ann", "of": 3}]}, seed=1)


def test_a_question_is_answered_by_its_own_function(match: Match):
    def highest(case: Case[object]) -> Ordered | None:
        return Ordered(case.options[-1], "picked", {"order": case.order.all.do})

    orders = {"pick": Standing(Order("most"))}
    found = answer_by({"pick": highest}, match, "ann", orders)
    assert found == Ordered({"do": "pick", "number": 3}, "picked", {"order": "most"})
    assert answer_by({}, match, "ann", orders) is None
    assert answer_by({"pick": highest}, match, "ann", {"pick": Standing()}) is None
    assert match.ask is not None


def test_an_order_that_is_an_answer_in_itself(match: Match):
    found = answer_by({"pick": plainly(away="wave")}, match, "ann", {"pick": Standing(Order("away"))})
    assert found == Ordered({"do": "wave"}, "pick_away", {})


def test_an_order_to_hold_by_a_chance():
    def unasked() -> float:
        raise AssertionError("no chance is wanted")

    assert wish(Order(), "flee", unasked) is None
    assert wish(Order("flee"), "flee", unasked) == Wish(holds=False)
    assert wish(Order("stay"), "flee", unasked) == Wish(holds=True)
    assert wish(Order("by_chance", 40), "flee", lambda: 0.4) == Wish(True, 0.4, 40)
    weak = wish(Order("by_chance", 41), "flee", lambda: 0.4)
    assert weak is not None
    assert not weak.holds
    assert weak.told("flees", ["A"]) == ("flees_chance", {"names": ["A"], "chance": 40, "least": 41})
    assert Wish(holds=True).told("stays", ["A"]) == ("stays", {"names": ["A"]})


def test_the_rounding_of_floats_costs_no_percent():
    assert enough(0.1 + 0.2, 30)
    assert enough(0.7 * 0.1, 7)
    assert not enough(0.2999, 30)
