"""A move followed before it is made, and what views and questions say beside positions."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.kernel import find_game
from quadrilatero.kernel.game import BadQuery


def line(**more: Any) -> q.Match:
    """Two bases in line with an order, a general behind them, an enemy far away."""
    bases = [
        {"id": "A", "side": "red", "type": "Pk", "stats": "1/0/2 a", "brigade": "b", "at": [10000, 6000]},
        {"id": "B", "side": "red", "type": "Pk", "stats": "1/0/2 a", "brigade": "b", "at": [12000, 6000]},
        {"id": "T", "side": "blue", "type": "Pk", "stats": "1/0/2 a", "at": [10000, 19500]},
    ]
    general = {"id": "G", "side": "red", "at": [10000, 3000], "division": "red", "name": "Spinola"}
    return q.start(
        "alaguerre",
        position={"bases": bases, "generals": [general], "phase": "manoeuvre", "orders": {"red": 5}, **more},
    )


def way(m: q.Match, unit: str, *path: dict[str, Any], **more: Any) -> dict[str, Any]:
    return q.inspect(m, "red", {"look": "way", "unit": unit, "path": list(path), **more})


def test_a_way_is_followed_step_by_step_and_every_base_with_it() -> None:
    found = way(line(), "A", {"go": "wheel", "side": "left", "angle": 500}, {"go": "advance", "by": 500})
    assert found["refusal"] is None
    assert len(found["steps"]) == 2
    assert found["steps"][1] == found["pose"]
    assert set(found["bases"]) == {"A", "B"}
    assert found["answer"] == {
        "do": "move",
        "unit": "A",
        "path": [{"go": "wheel", "side": "left", "angle": 500}, {"go": "advance", "by": 500}],
    }


def test_a_way_that_goes_too_far_is_cut_and_the_rule_is_told() -> None:
    found = way(line(), "A", {"go": "advance", "by": 9000})
    assert found["refusal"]["rule"] == "5.2-a"
    assert found["answer"]["path"] == [{"go": "advance", "by": 2000}]
    assert (found["gone"], found["left"]) == (2000, 0)


def test_formations_are_told_with_the_reason_why_not() -> None:
    forms = {one["go"]["formation"]: one["refusal"] for one in way(line(), "A", forms=True)["forms"]}
    assert forms["column"] is None
    assert forms["skirmish"]["rule"] == "2.5-a"


def test_who_has_no_move_is_told_why() -> None:
    m = line(activated=["B"])
    found = way(m, "A", {"go": "advance", "by": 500}, alone=True)
    assert found["answer"] is None
    assert found["refusal"]["rule"] == "3.3.3-g"


def test_a_general_rides_as_far_as_he_may() -> None:
    found = way(line(), "G", {"go": "to", "at": [30000, 3000]})
    assert found["refusal"]["rule"] == "5.2-t9"
    (leg,) = found["answer"]["path"]
    assert 19900 <= leg["at"][0] <= 20000
    assert found["pose"][1] == leg["at"][1] + 500


def test_one_follows_ones_own_alone() -> None:
    for unit in ("T", "nobody"):
        with pytest.raises(BadQuery, match="your own"):
            way(line(), unit)


def test_a_view_tells_which_bases_are_one_unit() -> None:
    m = line()
    for seat in ("red", "blue", None):
        assert m.view(seat)["formations"] == [{"unit": "A", "kind": "line", "bases": ["A", "B"]}]


def test_questions_call_divisions_by_their_generals() -> None:
    m = line()
    assert m.ask is not None
    assert m.ask.data["division_name"] == "Spinola"


def test_what_a_lobby_agrees_on_makes_a_battle() -> None:
    book = q.army("alaguerre")
    army = {**book.suggest(list="france", year=1640, points=300, seed=1), "against": None, "theatre": "europe"}
    game = find_game("alaguerre")
    agreed = game.agree({"kind": "assault", "attacker": "blue", "table": "5x4", "last_turn": "10"})
    position = game.pickup({"armies": {"red": army, "blue": army}, "seed": 3, **agreed})
    assert position["table"]["size"] == [5 * 6667, 4 * 6667]
    assert (position["setup"]["attacker"], position["last_turn"]) == ("blue", 10)
    assert game.agree({})["attacker"] is None
