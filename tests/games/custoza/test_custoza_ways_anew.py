"""10.5: a beaten Force whose way has been barred since it was chosen."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Face, Retreat
from quadrilatero.games.custoza.rules import retreat
from quadrilatero.games.custoza.rules.retreat import Flight
from quadrilatero.games.custoza.state import State
from tests.games.custoza.support import austria, italy, state

CLOSED = ("2911", "3111")


def going_back(*lakes: str) -> tuple[State, Any]:
    """D, beaten from 3010, is to go back from 3011 to 3013, where an enemy stands by now."""
    s = state(
        austria("D", "3011", facing="N"),
        italy("A", "3010", facing="S"),
        italy("B", "3013", facing="N"),
        active={"formation": "italy", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]},
        board={"terrain": dict.fromkeys((*CLOSED, *lakes), "lake")},
        options={"fog": "open"},
    )
    path = s.board.hex("3012"), s.board.hex("3013")
    return s, retreat.go_back(s, [s.units["D"]], path, Flight(s.board.hex("3010"), 2), [], ["A", "B"])


def stands(s: State) -> str:
    return s.board.grid.numbers[s.units["D"].hex]


@pytest.mark.rule("custoza:10.5-c", "custoza:10.5.5-a")
def test_among_other_ways_the_owner_chooses() -> None:
    s, script = going_back()
    question = next(script)
    assert (question.what, question.rule, question.seats) == ("retreat", "10.5-c", ("austria",))
    assert question.data == {"units": ["D"], "hexes": 1, "marker": "3010"}
    assert stands(s) == "3012"
    listed = question.options("austria")
    ways = [{"do": "retreat", "units": ["D"], "path": [hex]} for hex in ("2912", "3112")]
    assert sorted(listed, key=lambda option: option["path"]) == ways
    for wrong in (Retreat(["A"], ["2912"]), Retreat(["D"], ["2912"], ["A"])):
        refusal = question.refuse("austria", wrong)
        assert (refusal.rule, refusal.reason) == ("10.5-c", "not_listed")
    assert question.refuse("austria", Retreat(["D"], ["3011"])).rule == "10.5.1-b", "nobody comes back"
    assert question.refuse("austria", Retreat(["D"], ["3013"])).rule == "10.5.1-a"
    assert question.refuse("austria", Retreat(["D"], ["3112"])) is None
    facing = script.send(Retreat(["D"], ["3112"]))
    assert (facing.what, facing.rule, stands(s)) == ("face", "10.5.5-a", "3112")
    with pytest.raises(StopIteration):
        script.send(Face(["D"], "N"))
    told = [(event.rule, event.data["path"], event.data["to"]) for event in s.sink if event.kind == "retreated"]
    assert told == [("10.5-b", ["3012", "3112"], "3112")]


@pytest.mark.rule("custoza:10.5-c")
def test_the_only_other_way_is_taken() -> None:
    s, script = going_back("2912")
    facing = next(script)
    assert (facing.what, facing.rule, stands(s)) == ("face", "10.5.5-a", "3112")


@pytest.mark.rule("custoza:10.5.3-a")
def test_who_finds_no_other_way_is_lost() -> None:
    s, script = going_back("2912", "3112")
    with pytest.raises(StopIteration):
        next(script)
    assert s.units["D"].box == "eliminated"
    lost = [(event.rule, event.data["unit"], event.data["why"]) for event in s.sink if event.kind == "eliminated"]
    assert lost == [("10.5.3-a", "D", "no_retreat")]
    assert not [event for event in s.sink if event.kind == "retreated"]
    assert not s.deeds
