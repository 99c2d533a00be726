"""7.6, the end of an Assault and 23: which way units face when a deed is over, and who has won when the game is."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Face
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.records import Turning
from quadrilatero.games.custoza.rules import assault, turning, victory
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import Plain, austria, italy, state

FAR = austria("far", "6010")


def put_off(s: State) -> Turning | None:
    return s.facing


def told(s: State, kind: str) -> list[tuple[str | None, list[str], str]]:
    return [(event.rule, event.data["units"], event.data["facing"]) for event in s.sink if event.kind == kind]


@pytest.mark.rule("custoza:7.6-c", "custoza:2.7-c")
def test_who_has_a_choice_of_facing() -> None:
    units = (
        italy("A", "3010", sv=1),
        italy("B", "3010", sv=1),
        italy("v", "3012"),
        italy("C", "1004"),
        italy("x", "3020"),
    )
    s = state(*units, FAR, board={"terrain": {"3012": "village"}})
    s.remove(s.units["x"], "routed")
    assert turning.has_choice(s, s.of(["A", "B"]))
    assert not turning.has_choice(s, s.of(["A"])), "it has joined B"
    assert turning.has_choice(s, s.of(["A"]), stayed=True), "B turns along"
    assert turning.has_choice(s, s.of(["C"])), "the first hex of the map"
    for ids in (["v"], ["x"], []):
        assert not turning.has_choice(s, s.of(ids), stayed=True)


@pytest.mark.rule("custoza:7.6-b")
def test_a_facing_that_was_put_off_is_asked_for_if_there_is_still_a_choice() -> None:
    s = state(italy("A", "3010", sv=1, facing="N"), italy("B", "3010", sv=1, facing="N"), FAR)
    turning.turn_later(s, s.of(["A"]), "7.6-b")
    assert put_off(s) is None
    turning.turn_later(s, s.of(["A", "B"]), "12.1-a", 2)
    assert put_off(s) == Turning(("A", "B"), 2, "12.1-a")
    s.remove(s.units["B"], "routed")
    script = turning.face_step(s)
    question = next(script)
    assert (question.what, question.rule, question.data["units"], question.data["facing"]) == (
        "face",
        "12.1-a",
        ["A"],
        "N",
    )
    with pytest.raises(StopIteration):
        script.send(Face(["A"], "SE"))
    assert (put_off(s), s.units["A"].facing, told(s, "faced")) == (None, 2, [("12.1-a", ["A"], "SE")])
    s.facing = Turning(("B",), None, "7.6-b")
    assert (list(turning.face_step(s)), put_off(s)) == ([], None)


@pytest.mark.rule("custoza:7.6-b", "custoza:7.8.2-c", "custoza:7.6-a")
@pytest.mark.parametrize(
    ("along", "allowed"),
    [
        (None, ["N", "NE", "SE", "S", "SW", "NW"]),
        (0, ["N", "NE", "NW"]),
        (3, ["SE", "S", "SW"]),
        (5, ["N", "SW", "NW"]),
    ],
)
def test_after_a_march_units_face_nearly_where_they_went(along: int | None, allowed: list[str]) -> None:
    s = state(italy("A", "3010", facing="N"), italy("B", "3012"), FAR)
    question = next(turning.choose_facing(s, s.of(["A"]), along=along))
    assert (question.rule, question.seats) == ("7.6-b", ("italy",))
    assert sorted(option["facing"] for option in question.options("italy")) == sorted(allowed)
    facing: Any
    for facing in ("N", "NE", "SE", "S", "SW", "NW"):
        refusal = question.refuse("italy", Face(["A"], facing))
        assert (refusal and (refusal.rule, refusal.reason)) == (
            None if facing in allowed else ("7.8.2-c", "march_facing")
        )
    facing = allowed[0]
    refusal = question.refuse("italy", Face(["B"], facing))
    assert (refusal.rule, refusal.reason) == ("7.6-a", "these_turn")


@pytest.mark.rule("custoza:7.6-a")
def test_the_whole_hex_turns_and_is_told_only_of_a_change() -> None:
    units = italy("A", "3010", sv=1, facing="N"), italy("g", "3010", "artillery", sv=1, facing="N")
    s = state(*units, italy("com", "3010", "commander"), FAR)
    turning.turn(s, s.stack(s.units["A"].hex), 0, "7.6-a")
    assert told(s, "faced") == []
    turning.turn(s, s.stack(s.units["A"].hex), 3, "7.6-a")
    assert [unit.facing for unit in s.of(["A", "g"])] == [3, 3]
    assert told(s, "faced") == [("7.6-a", ["A", "g"], "S")]


@pytest.mark.rule("custoza:10.4.11-b", "custoza:10.5.5-a")
@pytest.mark.parametrize(
    ("more", "elsewhere", "turns"),
    [({}, False, True), ({"stopped": True}, False, False), ({}, True, False)],
)
def test_when_an_assault_is_over_the_force_turns_unless_it_was_thrown_back(
    more: Plain, elsewhere: bool, turns: bool
) -> None:
    s = state(italy("A", "1004", sv=1), italy("B", "3012" if elsewhere else "1004", sv=1), italy("x", "3020"), FAR)
    s.remove(s.units["x"], "routed")
    assault.end_facing(s, ["A", "B", "x"], Deed("assault", "italy", ("A", "B", "x"), **more))
    assert s.facing == (Turning(("A", "B"), None, "10.4.11-b") if turns else None)


@pytest.mark.rule("custoza:7.6-c", "custoza:10.4.11-b")
@pytest.mark.parametrize(("heading", "turns"), [(-1, True), (0, False), (3, False)])
def test_who_has_joined_others_in_an_assault_does_not_turn_them(heading: int, turns: bool) -> None:
    s = state(italy("A", "3010", sv=1), italy("B", "3010", sv=1), FAR)
    assault.end_facing(s, ["A"], Deed("assault", "italy", ("A",), heading=heading))
    assert (s.facing is not None) is turns


# -- 23: who has won ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:23.1.4-a", "custoza:23.2.4-a", "custoza:23.3.4-a")
@pytest.mark.parametrize(
    ("wanted", "winner", "reason", "rule"),
    [
        (["3010", "3012", "3321"], "italy", "majority", "23.1.4-a"),
        (["3010", "3012", "2915"], "italy", "majority", "23.1.4-a"),
        (["3030", "3924"], "austria", "majority", "23.2.4-a"),
        (["3030", "3010"], None, "tied", "23.3.4-a"),
        ([], None, "tied", "23.3.4-a"),
    ],
)
def test_the_side_with_more_of_the_listed_hexes_wins(
    wanted: list[str], winner: str | None, reason: str, rule: str
) -> None:
    won: Any = {"type": "majority", "hexes": wanted}
    s = state(italy("A", "3010"), italy("B", "3012"), austria("D", "3030"), victory=won)
    victory.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason, s.result.rule) == (winner, reason, rule)
    assert s.result.score == {"hexes": victory.counted(s)}
    (event,) = [event for event in s.sink if event.kind == "result"]
    assert (event.rule, event.data["winner"], event.data["reason"]) == (rule, winner or "nobody", reason)


@pytest.mark.rule("custoza:23-a", "custoza:3.5-a")
def test_where_nothing_is_listed_nothing_is_decided_and_nothing_told() -> None:
    s = state(italy("A", "3010"), austria("D", "3030"))
    assert s.victory is None
    victory.tell_held(s)
    assert s.sink == []
    victory.final_result(s)
    assert s.result is not None
    assert (s.result.winner, s.result.reason, s.result.score) == (None, "undecided", {})
    assert [(event.kind, event.rule) for event in s.sink] == [("result", "23-a")]
