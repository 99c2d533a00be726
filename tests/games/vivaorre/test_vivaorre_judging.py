"""Chapter 8: moves that are judged together are judged as each would be alone, and name the manoeuvre at fault."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.answers import Advance, Follow, Form, Manoeuvre, Move, Sideways, To, Wheel
from quadrilatero.games.vivaorre.rules import moving
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel import Refusal
from tests.games.vivaorre.battle import blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("Z", [60000, 40000])
ROAD = line("w", "road", (30, 0), (30, 40))

PATHS: list[list[Manoeuvre]] = [
    [],
    [Advance(1000)],
    [Advance(9000)],
    [Wheel("left", 1000), Advance(1000)],
    [Wheel("left", 1000), Advance(2000)],
    [Wheel("left", 9100), Advance(1000)],
    [Advance(1000), Wheel("left", 1000)],
    [Form("assault"), Advance(1000)],
    [Form("march"), Follow("w", 1000)],
    [Follow("w", 3000), Follow("w", 3000)],
    [To([30000, 11000], None), To([31000, 12000], 4500)],
    [Form("assault"), Wheel("right", 1000), Advance(500)],
]


def outcome(s: State, answer: Move, begun: moving.Begun | None = None) -> tuple[Any, ...]:
    found = moving.judge_move(s, s.units["A"], answer, begun)
    if isinstance(found, Refusal):
        return found.rule, found.reason
    return found.unit.pose, found.unit.formation, found.left, found.gone


@pytest.mark.rule("vivaorre:8-a", "vivaorre:8-l")
@pytest.mark.parametrize(
    "unit",
    [
        red("A", HERE),
        red("A", HERE, formation="march"),
        red("A", HERE, notes=["skirmish"], formation="skirmish"),
        red("A", None),
    ],
)
def test_moves_judged_together_come_out_as_each_does_alone(unit: Plain) -> None:
    s = state(unit, FAR, terrain=(ROAD,))
    begun: moving.Begun = {}
    enter = [30000, 0] if unit["at"] is None else None
    for _ in range(2):
        for path in PATHS:
            for forced in (False, True):
                answer = Move("A", path, forced=forced, enter=enter)
                assert outcome(s, answer, begun) == outcome(s, answer)


@pytest.mark.rule("vivaorre:12-i", "vivaorre:8-n", "vivaorre:8-g")
@pytest.mark.parametrize(
    ("more", "answer", "rule", "at"),
    [
        ({"state": "shaken"}, Move("A", [Wheel("left", 100), Advance(1000)]), "12-i", 1),
        ({"state": "shaken"}, Move("A", [Advance(1000)]), "12-i", 0),
        ({}, Move("A", [Form("assault"), Sideways("left", 500)]), "8-n", 1),
        ({}, Move("A", [Advance(1000)], forced=True), "8-g", 0),
        ({}, Move("A", [], forced=True), "8-g", 0),
    ],
)
def test_what_other_chapters_forbid_names_the_manoeuvre_at_fault(more: Plain, answer: Move, rule: str, at: int) -> None:
    s = state(red("A", HERE, **more), blue("D", [30000, 13000], weapon="none"))
    found = moving.judge_move(s, s.units["A"], answer)
    assert isinstance(found, Refusal)
    assert (found.rule, found.data["at"], found.data["unit"]) == (rule, at, "A")


OTHER = {"south": "north", "north": "south", "west": "east", "east": "west"}


@pytest.mark.rule("vivaorre:5-j", "vivaorre:3-b")
@pytest.mark.parametrize(
    ("edge", "facing", "ends", "beyond", "inside"),
    [
        ("south", 0, ([0, 0], [72000, 0]), ([-1, 0], [72001, 0]), [30000, 1]),
        ("north", 18000, ([0, 48000], [72000, 48000]), ([-1, 48000], [72001, 48000]), [30000, 47999]),
        ("west", 9000, ([0, 0], [0, 48000]), ([0, -1], [0, 48001]), [1, 20000]),
        ("east", 27000, ([72000, 0], [72000, 48000]), ([72000, -1], [72000, 48001]), [71999, 20000]),
    ],
)
def test_a_unit_enters_anywhere_on_its_own_edge_facing_inward(
    edge: str, facing: int, ends: tuple[list[int], ...], beyond: tuple[list[int], ...], inside: list[int]
) -> None:
    s = state(red("A", None), FAR, edges={"red": edge, "blue": OTHER[edge]})
    for at in ends:
        entered = moving.enter(s, s.units["A"], Move("A", [Advance(1000)], enter=at))
        assert not isinstance(entered, Refusal)
        assert (entered.at, entered.facing) == (tuple(at), facing)
    for at in (*beyond, inside):
        refusal = moving.enter(s, s.units["A"], Move("A", [Advance(1000)], enter=at))
        assert isinstance(refusal, Refusal)
        assert (refusal.rule, refusal.reason) == ("5-j", "not_on_its_edge")
