"""24.2 and 26.2, condition by condition: Strategic Objectives, who chooses them and when they are met."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Choose, Keep
from quadrilatero.games.custoza.rules import objectives
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal
from tests.games.custoza.support import Plain, austria, italy, state

WEST = [f"{column}{row:02}" for column in range(10, 20) for row in range(4, 34)]


def part(kind: str, *hexes: str, **more: str) -> Plain:
    return {"kind": kind, **({"hexes": list(hexes)} if hexes else {}), **more}


def said(side: str, number: int, *parts: Plain) -> Plain:
    return {"side": side, "number": number, "conditions": list(parts)}


ITALIAN = said("italy", 1, part("control_all", "3010"))
AUSTRIAN = said("austria", 1, part("control_all", "3020"))


def campaign(*units: Plain, listed: list[Plain] | None = None, **more: Any) -> State:
    others: Plain = {
        "mode": "advanced",
        "victory": {"type": "objectives", "objectives": listed or [ITALIAN, AUSTRIAN]},
        "strategy": {"italy": 1, "austria": 1},
    }
    return state(*(units or (italy("I", "5010"), austria("A", "6010"))), **{**others, **more})


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


# -- choosing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.2-a", "custoza:26.2-a", "custoza:28.2-a")
def test_who_has_still_to_choose() -> None:
    for strategy, sides in (
        ({}, ["italy", "austria"]),
        ({"italy": 3}, ["austria"]),
        ({"italy": 3, "austria": 2}, []),
    ):
        s = campaign(strategy=strategy)
        assert objectives.is_campaign(s)
        assert objectives.undecided(s) == sides
    for victory in (None, {"type": "majority", "hexes": ["3010"]}):
        s = campaign(victory=victory, strategy={})
        assert not objectives.is_campaign(s)
        assert objectives.undecided(s) == []


@pytest.mark.rule("custoza:24.2-a", "custoza:26.2-a")
@pytest.mark.parametrize(("year", "rule"), [(1848, "24.2-a"), (1866, "26.2-a")])
def test_each_chooses_one_of_three_at_once(year: int, rule: str) -> None:
    s = campaign(year=year, strategy={})
    script = objectives.choose_step(s, ["italy", "austria"])
    question = next(script)
    assert (question.what, question.rule, question.who) == ("strategy", rule, ("italy", "austria"))
    assert list(question.options("italy")) == [{"do": "choose", "objective": number} for number in (1, 2, 3)]
    for number, refusal in (
        (1, None),
        (3, None),
        (0, ("24.2-a", "no_such_objective")),
        (4, ("24.2-a", "no_such_objective")),
    ):
        assert why(question.refuse("italy", Choose(number))) == refusal
    with pytest.raises(StopIteration):
        script.send({"italy": Choose(2), "austria": Choose(3)})
    assert s.strategy == {"italy": 2, "austria": 3}
    late = campaign(year=year, strategy={"italy": 3})
    script = objectives.choose_step(late, ["austria"])
    next(script)
    with pytest.raises(StopIteration):
        script.send(Choose(1))
    assert late.strategy == {"italy": 3, "austria": 1}


@pytest.mark.rule("custoza:24.2-b")
@pytest.mark.parametrize(
    ("more", "asked"),
    [
        ({}, True),
        ({"year": 1866}, False),
        ({"day": 1}, False),
        ({"gt": 2}, False),
        ({"next": "austria"}, False),
        ({"victory": {"type": "majority", "hexes": ["3010"]}}, False),
    ],
)
def test_the_italian_may_change_his_mind_once(more: Plain, asked: bool) -> None:
    s = campaign(
        **{"year": 1848, "day": 2, "gt": 1, "last": {"day": 3, "gt": 1}, "strategy": {"italy": 2, "austria": 1}, **more}
    )
    s.next = more.get("next", "italy")
    script = objectives.change_step(s)
    question = next(script, None)
    assert (question is not None) is asked
    if question is None:
        return
    assert (question.what, question.rule, question.who, question.data) == ("strategy", "24.2-b", ("italy",), {"now": 2})
    assert question.secret
    assert list(question.options("italy")) == [
        {"do": "keep"},
        {"do": "choose", "objective": 1},
        {"do": "choose", "objective": 3},
    ]
    assert question.refuse("italy", Keep()) is None
    assert question.refuse("italy", Choose(3)) is None
    assert why(question.refuse("italy", Choose(2))) == ("24.2-b", "no_such_objective")
    event = script.send(Choose(3)).event
    assert (event.kind, event.rule, event.data["seat"]) == ("orders_given", "24.2-b", "italy")
    assert s.strategy == {"italy": 3, "austria": 1}
    again = objectives.change_step(s)
    next(again)
    again.send(Keep())
    assert s.strategy == {"italy": 3, "austria": 1}


# -- conditions --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.2-c", "custoza:26.2-a")
def test_all_conditions_of_an_objective_must_be_true() -> None:
    listed = [
        said("italy", 1, part("control_all", "3010"), part("occupy_all", "3011")),
        AUSTRIAN,
        said("italy", 2, part("control_all", "3012")),
    ]
    for units, met in (
        ((italy("a", "3010"), italy("b", "3011")), True),
        ((italy("a", "3010"),), False),
        ((italy("b", "3011"),), False),
    ):
        s = campaign(*units, austria("A", "6010"), listed=listed)
        assert objectives.is_met(s, "italy", 1) is met
        assert not objectives.is_met(s, "italy", 2)
        assert not objectives.is_met(s, "italy", 3), "of which nothing is said"
        assert not objectives.is_met(s, "austria", 1)
    bare = campaign(victory=None)
    assert objectives.conditions(bare, "italy", 1) == []


@pytest.mark.rule("custoza:24.2-h", "custoza:24.2-d", "custoza:26.2-f")
def test_to_control_and_to_occupy() -> None:
    units = italy("a", "3010"), austria("A", "6010")
    for option, hexes, controls, occupies in (
        ("occupy", ("3010",), True, True),
        ("occupy", ("3010", "3011"), True, False),
        ("control", ("3010", "3011"), True, True),
        ("control", ("3010", "3012"), False, False),
    ):
        s = campaign(*units, control={"italy": ["3011"]}, options={"valeggio": option})
        assert objectives.controls_all(s, "italy", part("control_all", *hexes)) is controls
        assert objectives.occupies_all(s, "italy", part("occupy_all", *hexes)) is occupies
        assert not objectives.controls_all(s, "austria", part("control_all", *hexes))
    for option, both, met in (("one", False, True), ("both", False, False), ("both", True, True)):
        held = ["3923", *(["3924"] if both else [])]
        s = campaign(*units, control={"italy": [*held, "3010"]}, options={"custoza_hexes": option})
        assert objectives.controls_all(s, "italy", part("control_all", "3923")) is met
        assert objectives.controls_all(s, "italy", part("control_all", "3010")), "elsewhere nothing is added"


@pytest.mark.rule("custoza:24.2-i", "custoza:26.2-b")
def test_lines_of_communication_from_and_between_hexes() -> None:
    road = [f"30{row:02}" for row in range(5, 31)]
    board: Plain = {"roads": [{"class": "major", "path": road}]}
    for others, line in (((), True), ((italy("I", "3020"),), False)):
        s = campaign(austria("A", "6010"), *others, italy("J", "1010"), board=board, supply={"austria": ["3030"]})
        assert objectives.has_line(s, "austria", part("valid_loc", "3010")) is line
        assert objectives.has_line(s, "austria", part("valid_loc", "3010", "3028")) is line
        assert (
            objectives.austria_has_no_line(s, "italy", {"kind": "no_ah_loc", "from": "3010", "to": "3029"}) is not line
        )


def corps(*units: Plain, rank: str = "corps", more: list[Plain] | None = None, **others: Any) -> State:
    entries = [
        {"id": "a1", "side": "austria", "rank": rank, "collapse": 6},
        *(more or []),
        {"id": "d1", "side": "italy", "rank": "corps"},
    ]
    return campaign(*units, italy("I", "1010", formation="d1"), formations=entries, board={"west": WEST}, **others)


@pytest.mark.rule("custoza:24.2-h", "custoza:24.2-l", "custoza:24.2-k")
def test_a_whole_corps_in_the_west() -> None:
    there, here = austria("A", "1510", formation="a1"), austria("B", "2510", formation="a1")
    lost: Plain = {"id": "L", "side": "austria", "type": "line", "formation": "a1", "box": "routed", "sp": 5, "max": 5}
    gone = {**lost, "sp": 6, "max": 6}
    for units, west in (
        ((there,), True),
        ((there, here), False),
        ((here,), False),
        ((there, lost), True),
        ((there, gone), False),
        ((lost,), False),
    ):
        assert objectives.corps_is_west(corps(*units), "austria", {}) is west
    assert not objectives.corps_is_west(corps(there, rank="brigade"), "austria", {})
    assert objectives.corps_is_west(corps(here), "italy", {}), "each side has its own"
    pair: list[Plain] = [{"id": "a2", "side": "austria", "rank": "corps", "corps": "a1", "collapse": 9}]
    second = austria("C", "2510", formation="a2")
    both = corps(there, second, more=pair)
    assert objectives.corps(both, "austria") == {"a1": ["a1", "a2"]}
    assert not objectives.corps_is_west(both, "austria", {})
    apart = corps(there, second, more=[{**pair[0], "corps": "a2"}])
    assert objectives.corps(apart, "austria") == {"a1": ["a1"], "a2": ["a2"]}
    assert objectives.corps_is_west(apart, "austria", {})


@pytest.mark.rule("custoza:24.2-j", "custoza:24.2-k")
def test_a_whole_corps_off_the_map() -> None:
    left: Plain = {"id": "A", "side": "austria", "type": "line", "formation": "a1", "box": "exited"}
    lost: Plain = {**left, "id": "L", "box": "routed", "sp": 2, "max": 2}
    dead: Plain = {**left, "id": "E", "box": "eliminated", "sp": 2, "max": 2}
    many: Plain = {**left, "id": "M", "box": "routed", "sp": 6, "max": 6}
    for units, whole in (
        ((left,), True),
        ((left, lost, dead), True),
        ((left, many), False),
        ((left, austria("B", "2510", formation="a1")), False),
        ((lost,), False),
    ):
        assert objectives.corps_has_left(corps(*units), "austria", {}) is whole
    assert not objectives.corps_has_left(corps(left, rank="division"), "austria", {})


# -- the result --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:24.2-c", "custoza:26.2-a", "custoza:24.2-d")
@pytest.mark.parametrize(
    ("year", "units", "winner", "reason", "rule"),
    [
        (1848, ("italy",), "italy", "objective", "24.2-d"),
        (1866, ("italy",), "italy", "objective", "26.2-b"),
        (1848, ("austria",), "austria", "objective", "24.2-h"),
        (1866, ("austria",), "austria", "objective", "26.2-e"),
        (1848, ("italy", "austria"), None, "both_objectives", "24.2-c"),
        (1866, (), None, "no_objective", "26.2-a"),
    ],
)
def test_who_wins(year: int, units: tuple[str, ...], winner: str | None, reason: str, rule: str) -> None:
    own = [italy("a", "3010")] if "italy" in units else [italy("a", "5010")]
    theirs = [austria("b", "3020")] if "austria" in units else [austria("b", "6010")]
    s = campaign(*own, *theirs, year=year)
    objectives.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason, s.result.rule) == (winner, reason, rule)
    assert [(event.kind, event.rule, event.data["winner"]) for event in s.sink] == [
        ("result", rule, winner or "nobody")
    ]
    undecided = campaign(*own, *theirs, year=year, strategy={})
    objectives.final_result(undecided)
    assert undecided.result is not None
    assert undecided.result.reason == "no_objective"
