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


@pytest.mark.rule("vivaorre:12-d", "vivaorre:12-m2")
@pytest.mark.parametrize(
    ("figures", "start", "quarter", "half"),
    [(7, 8, False, False), (6, 8, True, False), (7, 9, False, False), (4, 8, True, True), (5, 9, True, False)],
)
def test_quarters_of_what_a_unit_began_with_are_not_rounded(
    figures: int, start: int, quarter: bool, half: bool
) -> None:
    unit = state(red("A", HERE, figures=figures, start=start), FAR).units["A"]
    assert (losses.has_lost(unit, 1), losses.has_lost(unit, 2)) == (quarter, half)


@pytest.mark.rule("vivaorre:12-h", "vivaorre:12-j")
def test_who_is_shaken_again_is_so_from_this_turn_on_and_it_is_not_told_twice() -> None:
    s = state(red("A", HERE, state="shaken", shaken_since=1), red("B", [40000, 10000]), FAR, turn=3, last_turn=9)
    assert losses.shake(s, s.units["A"], "12-h", "fire").shaken_since == 3
    assert told(s, "state") == []
    losses.shake(s, s.units["B"], "12-h", "fire")
    [(rule, data)] = told(s, "state")
    assert (rule, data["unit"], data["state"], data["why"]) == ("12-h", "B", "shaken", "fire")


@pytest.mark.rule("vivaorre:12-p")
def test_only_units_of_a_demoralised_brigade_are_demoralised() -> None:
    units = red("A", HERE, brigade="b"), red("B", [40000, 10000], brigade="c"), red("C", [50000, 10000])
    brigades = {
        "b": {"side": "red", "strength": 2, "demoralised": True},
        "c": {"side": "red", "strength": 2, "demoralised": False},
    }
    s = state(*units, FAR, brigades=brigades)
    assert [losses.is_demoralised(s, s.units[id]) for id in "ABC"] == [True, False, False]
