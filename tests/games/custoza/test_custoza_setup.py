"""25.3 and 27.3, rule by rule: where counters may be placed, what is planned, and how it is laid open."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import Done, Place
from quadrilatero.games.custoza.records import Planned, Zone
from quadrilatero.games.custoza.rules import placing
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal, Script
from tests.games.custoza.support import Plain, austria, hexes, italy, state

CHIEF = italy("com", "3010", "commander", formation="d1")
GROUND: Plain = {"terrain": {"3012": "lake", "3013": "tione"}}


def setup(*units: Plain, zone: tuple[str, ...] = ("3010", "3011", "3012", "3013"), **more: Any) -> State:
    """Italians who are placed freely, and an enemy."""
    entries: list[Plain] = [{"id": "d1", "side": "italy", "state": "march"}, {"id": "a1", "side": "austria"}]
    s = state(*units, austria("Z", "3014", formation="a1"), mode="advanced", board=GROUND, formations=entries, **more)
    ids = tuple(unit["id"] for unit in units if unit["side"] == "italy" and unit["type"] not in ("fortress", "scout"))
    there = tuple(s.board.hex(number) for number in zone)
    s.free = (Zone("italy", ids[:-1], there), Zone("italy", ids[-1:], (s.board.hex("1010"), s.board.hex("1020")), True))
    s.next = "italy"
    return s


UNITS = (
    CHIEF,
    italy("A", "3010", sv=3, formation="d1"),
    italy("B", "3010", sv=2, formation="d1"),
    italy("E", "2010", formation="d1"),
)


def why(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


def run(script: Script, sent: Any = None) -> list[tuple[str, str]]:
    """What a script makes known, once it has its answer where it has asked for one."""
    found: list[tuple[str, str]] = []
    while True:
        try:
            event = script.send(sent).event
        except StopIteration:
            return found
        found.append((event.kind, event.rule))
        sent = None


@pytest.mark.rule("custoza:25.3-a", "custoza:2.9-b", "custoza:7.4-a")
def test_where_a_counter_fits() -> None:
    s = setup(*UNITS)
    assert hexes(s, placing.room_for(s, s.units["A"])) == {"3010", "3011", "3013"}, "beside B in 3010, not in a lake"
    assert hexes(s, placing.room_for(s, s.units["com"])) == {"3010", "3011", "3013"}
    assert hexes(s, placing.room_for(s, s.units["E"])) == {"1010", "1020"}, "where he will enter"
    assert placing.room_for(s, s.units["Z"]) == []
    s.plan = {"B": Planned(s.board.hex("3011"))}
    assert [placing.hex_of(s, s.units[id]) for id in "AB"] == [s.board.hex("3010"), s.board.hex("3011")]
    assert [unit.id for unit in placing.planned_stack(s, s.board.hex("3011"), "A")] == ["B"]
    assert placing.planned_stack(s, s.board.hex("3011"), "B") == []
    big = setup(CHIEF, italy("A", "3010", sv=3, formation="d1"), italy("C", "3011", sv=3, formation="d1"), UNITS[-1])
    assert hexes(big, placing.room_for(big, big.units["A"])) == {"3010", "3013"}
    held = setup(*UNITS, zone=("3011", "3014"))
    assert hexes(held, placing.room_for(held, held.units["A"])) == {"3011"}, "the enemy stands in 3014"
    guns = setup(CHIEF, italy("g", "3010", "artillery", formation="d1"), UNITS[-1])
    assert hexes(guns, placing.room_for(guns, guns.units["g"])) == {"3010", "3011"}


@pytest.mark.rule("custoza:22.3.4-a", "custoza:25.3-a")
def test_one_unit_fits_into_a_fortress() -> None:
    walls = italy("F", "3011", "fortress")
    for more, free in (((), True), ((italy("B", "3011", sv=1, formation="d1"),), False)):
        s = setup(CHIEF, italy("A", "3010", sv=1, formation="d1"), *more, UNITS[-1], walls)
        assert placing.fits(s, s.units["A"], s.board.hex("3011")) is free


@pytest.mark.rule("custoza:25.3-a", "custoza:2.4.2.3-b", "custoza:2.9-b")
def test_by_which_rule_a_counter_is_not_placed_there() -> None:
    s = setup(CHIEF, italy("A", "3010", sv=3, formation="d1"), italy("C", "3011", sv=3, formation="d1"), UNITS[-1])
    for answer, refusal in (
        (Place("A", "3010"), None),
        (Place("A", "3010", facing="NE", march=True), None),
        (Place("A", "3011"), ("2.9-b", "stacking")),
        (Place("A", "3020"), ("25.3-a", "out_of_zone")),
        (Place("A", "9999"), ("25.3-a", "out_of_zone")),
        (Place("Z", "3010"), ("25.3-a", "not_to_be_placed")),
        (Place("nobody", "3010"), ("25.3-a", "not_to_be_placed")),
        (Place("com", "3011"), None),
        (Place("com", "3011", facing="N"), ("2.4.2.3-b", "piece_faces")),
        (Place("com", "3011", march=True), ("2.4.2.3-b", "piece_faces")),
        (Place("E", "1010"), None),
        (Place("E", "3010"), ("25.3-a", "out_of_zone")),
    ):
        assert why(placing.refuse_place(s, "italy", answer)) == refusal, answer
    assert why(placing.refuse_place(s, "austria", Place("A", "3010"))) == ("25.3-a", "not_to_be_placed")


@pytest.mark.rule("custoza:25.3-a")
def test_one_counter_after_another_is_asked_for() -> None:
    s = setup(*UNITS)
    ids = placing.counters(s, "italy")
    assert sorted(ids) == ["A", "B", "E", "com"]
    assert placing.counters(s, "austria") == []
    script = placing.place_step(s)
    question = next(script)
    first = ids[0]
    assert (question.what, question.rule, question.certain, question.secret) == ("place", "25.3-a", True, True)
    assert (question.data["unit"], question.data["whom"], question.data["units"]) == (first, first, ids)
    assert list(question.options("italy")) == [
        {"do": "done"},
        *({"do": "place", "unit": first, "hex": number} for number in question.data["hexes"]),
    ]
    assert question.data["hexes"] == s.board.numbers(placing.room_for(s, s.units[first]))
    assert question.refuse("italy", Done()) is None
    assert why(question.refuse("italy", Place("A", "3020"))) == ("25.3-a", "out_of_zone")
    assert run(script, Place(ids[1], "3011" if ids[1] != "E" else "1010")) == []
    assert set(s.plan) >= {ids[1]}
    s.plan = {id: Planned(s.units[id].hex) for id in ids}
    script = placing.place_step(s)
    question = next(script)
    assert (question.data["unit"], question.data["whom"], question.data["hexes"]) == (None, "anybody_anew", [])
    assert list(question.options("italy")) == [{"do": "done"}]


@pytest.mark.rule("custoza:25.3-a", "custoza:27.3-a")
def test_when_both_are_done_all_is_laid_open() -> None:
    s = setup(*UNITS)
    script = placing.place_step(s)
    next(script)
    event = script.send(Done()).event
    assert (event.kind, event.rule, event.data["seat"]) == ("orders_given", "25.3-a", "italy")
    assert run(script) == []
    assert (s.next, s.step) == ("austria", "")
    assert run(placing.place_step(s)) == [("laid_open", "25.3-a")], "the Austrians have nothing to place"
    assert (s.next, s.step, s.free, s.plan) == ("italy", "objectives", (), {})


@pytest.mark.rule("custoza:7.6-a", "custoza:25.3-a")
def test_all_units_of_a_hex_are_planned_to_face_the_same_side() -> None:
    s = setup(*UNITS)
    there = s.board.hex("3011")
    placing.plan(s, s.units["A"], Place("A", "3011", facing="NE", march=True))
    assert s.plan == {"A": Planned(there, 1, True)}
    placing.plan(s, s.units["B"], Place("B", "3011"))
    assert s.plan["B"] == Planned(there, 1, False), "as those do who are there"
    assert placing.facing_of(s, s.units["B"]) == 1
    assert placing.facing_of(s, s.units["E"]) == s.units["E"].facing
    placing.plan(s, s.units["B"], Place("B", "3011", facing="S"))
    assert {id: s.plan[id].facing for id in "AB"} == {"A": 3, "B": 3}
    assert s.plan["A"].march
    placing.plan(s, s.units["A"], Place("A", "3010"))
    assert s.plan["A"] == Planned(s.board.hex("3010"), 3, True)
    placing.plan(s, s.units["com"], Place("com", "3011"))
    assert s.plan["com"] == Planned(there, s.units["com"].facing, False), "pieces face nowhere"
    assert s.plan["B"].facing == 3
    walls = setup(*UNITS, italy("F", "3011", "fortress", facing="SW"))
    placing.plan(walls, walls.units["A"], Place("A", "3011"))
    assert walls.plan == {"A": Planned(there, 0, False)}, "walls face all around"
    stay = setup(*UNITS)
    placing.plan(stay, stay.units["A"], Place("A", "3010", facing="SE"))
    assert stay.plan["B"] == Planned(stay.board.hex("3010"), 2, False), "whoever stands there turns along"


@pytest.mark.rule("custoza:25.3-a", "custoza:27.3-a")
def test_counters_stand_and_enter_where_it_was_planned() -> None:
    scouts = italy("scout.d1", "3010", "scout"), italy("scout.d2", "3010", "scout")
    group: Plain = {"id": "g", "side": "italy", "formation": "d1", "units": ["E"], "day": 1, "gt": 9, "entry": "1010"}
    other: Plain = {"id": "h", "side": "italy", "formation": None, "units": ["A"], "day": 1, "gt": 9, "entry": "1010"}
    s = setup(*UNITS, *scouts, reinforcements=[group, other])
    s.plan = {
        "com": Planned(s.board.hex("3011")),
        "A": Planned(s.board.hex("3013"), 4, True),
        "E": Planned(s.board.hex("1020")),
    }
    placing.lay_out(s)
    assert {id: hexes(s, [s.units[id].hex]) for id in ("com", "A", "B", "E", "scout.d1", "scout.d2")} == {
        "com": {"3011"},
        "A": {"3013"},
        "B": {"3010"},
        "E": {"2010"},
        "scout.d1": {"3011"},
        "scout.d2": {"3010"},
    }
    assert (s.units["A"].facing, s.units["A"].march) == (4, True)
    assert [hexes(s, [one.entry]) for one in s.reinforcements] == [{"1020"}, {"1010"}]


@pytest.mark.rule("custoza:16.1-a", "custoza:27.3-a")
def test_then_objectives_are_given_by_one_side_after_the_other() -> None:
    s = setup(*UNITS, austria("c9", "5010", "commander", formation="a1", used=True), phase="setup")
    s.free, s.step = (), "objectives"
    s.change(s.units["com"], used=True)
    script = placing.objectives_step(s)
    next(script)
    assert run(script, Done()) == [("orders_given", "14.2.4-a")]
    assert (s.next, s.step, s.units["com"].used) == ("austria", "objectives", False)
    assert s.units["c9"].used, "of the other side nothing is known yet"
    assert run(placing.objectives_step(s)) == []
    assert (s.next, s.step) == ("italy", "")
