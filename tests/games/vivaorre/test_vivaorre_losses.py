"""Chapter 11 and 12-p: figures lost, units gone, generals left alone, brigades that lose heart."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.records import Declared
from quadrilatero.games.vivaorre.rules import losses
from quadrilatero.games.vivaorre.state import State
from tests.games.vivaorre.battle import blue, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])


def told(s: State, kind: str) -> list[tuple[str | None, Plain]]:
    return [(event.rule, event.data) for event in s.sink if event.kind == kind]


@pytest.mark.rule("vivaorre:11-a", "vivaorre:11-b")
@pytest.mark.parametrize(
    ("figures", "hits", "left", "removed", "carried"), [(8, 3, 7, 1, 1), (8, 12, None, 6, 0), (2, 5, None, 2, 0)]
)
def test_two_hits_take_a_figure_and_who_is_down_to_a_quarter_is_gone(
    figures: int, hits: int, left: int | None, removed: int, carried: int
) -> None:
    s = state(red("A", HERE, figures=figures, start=8 if figures == 8 else 4), FAR)
    after = losses.take(s, s.units["A"], hits, "fire")
    assert (after and after.figures) == left
    [(rule, data)] = told(s, "losses")
    assert rule == "11-a"
    said = {key: data[key] for key in ("hits", "removed", "carried", "figures", "why")}
    assert said == {
        "hits": hits,
        "removed": removed,
        "carried": carried,
        "figures": figures - removed,
        "why": "fire",
    }
    gone = [(rule, data["why"]) for rule, data in told(s, "eliminated")]
    assert gone == ([] if left else [("11-b", "dispersed")])


@pytest.mark.rule("vivaorre:12-d", "vivaorre:12-m2")
def test_quarters_are_counted_of_what_a_unit_began_with() -> None:
    s = state(red("A", HERE, figures=6, start=8), red("B", [36000, 10000], figures=9, start=10), FAR)
    assert losses.has_lost(s.units["A"], 1)
    assert not losses.has_lost(s.units["A"], 2)
    assert not losses.has_lost(s.units["B"], 1)


@pytest.mark.rule("vivaorre:7-a")
def test_charges_by_and_on_who_is_gone_are_forgotten_and_no_others() -> None:
    s = state(red("A", HERE), red("B", [36000, 10000]), FAR, blue("E", [50000, 40000]))
    s.charges = (Declared("A", "D"), Declared("B", "E"), Declared("E", "A"))
    losses.forget_charges(s, "A")
    assert [(one.unit, one.target) for one in s.charges] == [("B", "E")]


@pytest.mark.rule("vivaorre:11-c")
@pytest.mark.parametrize(("gap", "taken"), [(500, True), (510, True), (511, False)])
def test_a_general_whose_unit_is_gone_stands_alone_and_is_taken_by_who_touches_him(gap: int, taken: bool) -> None:
    general = {"id": "G", "side": "red", "rank": "brigade", "with": "A"}
    others = blue("D", [30000, 10000 + gap]), FAR | {"id": "E"}
    s = state(red("A", HERE), *others, generals=[general])
    losses.leave_alone(s, s.generals["G"], s.units["A"])
    found = s.generals["G"]
    assert (found.with_unit, found.at) == (None, (30000, 10000))
    assert [(task.general, task.why) for task in s.pending] == ([("G", "contact")] if taken else [])


@pytest.mark.rule("vivaorre:12-p")
def test_a_brigade_is_demoralised_once_half_of_its_own_are_lost() -> None:
    mine = [red(id, [20000 + 4000 * n, 10000], brigade="b") for n, id in enumerate("ABC")]
    other = red("X", [40000, 10000], brigade="c")
    s = state(*mine, other, red("Y", [44000, 10000], brigade="c"), FAR)
    s.change(s.units["X"], state="routed")
    losses.lose(s, s.units["A"], "12-o", "rout")
    assert told(s, "demoralised") == [], "one of three, whoever else has run"
    losses.lose(s, s.units["B"], "12-o", "rout")
    assert s.brigades["b"].demoralised
    assert [rule for rule, _ in told(s, "demoralised")] == ["12-p"]
    assert [(rule, data["unit"], data["why"]) for rule, data in told(s, "state")] == [("12-p", "C", "demoralised")]
    losses.demoralise(s, "b")
    assert len(told(s, "demoralised")) == 1, "it is told once"
