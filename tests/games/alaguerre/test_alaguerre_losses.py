"""2.6.6, 2.6.7, 4.1.1: what it costs to lose order and strength, and what is told of it."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.rules import losses
from quadrilatero.games.alaguerre.rules.formations import Unit, single, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Ended
from tests.games.alaguerre.battle import blue, red, state

Plain = dict[str, Any]
AT = [20000, 20000]
FAR = blue("Z", [45000, 39000])


def told(s: State, kind: str) -> list[Any]:
    return [event for event in s.sink if event.kind == kind]


def veterans(**more: Any) -> State:
    """A of morale 3, engaged with B."""
    return state(
        red("A", AT, "Ln", "3/1/1 -", engaged="B", division="d", **more), blue("B", [20000, 21000], engaged="A"), FAR
    )


@pytest.mark.rule("alaguerre:4.1.1-a", "alaguerre:4.1.1-b", "alaguerre:7.2.1-b")
def test_a_rout_costs_the_morale_once_and_recovery_brings_half_of_it_back() -> None:
    s = veterans()
    losses.set_state(s, single(s.bases["A"]), "routed", "fire", "10.2.1-t1")
    assert s.cohesion["red"] == 6
    assert (s.bases["A"].engaged, s.bases["B"].engaged) == (None, None)
    assert s.divisions["d"].tests
    (ended,) = told(s, "disengaged")
    assert (ended.rule, ended.data["unit"], ended.data["target"]) == ("7.2.1-b", "A", "B")
    (changed,) = told(s, "state")
    assert (changed.rule, changed.data["unit"], changed.data["state"], changed.data["why"]) == (
        "10.2.1-t1",
        "A",
        "routed",
        "fire",
    )
    (paid,) = told(s, "cohesion")
    assert (paid.rule, paid.data["why"], paid.data["by"]) == ("4.1.1-a", "rout", -3)
    losses.set_state(s, single(s.bases["A"]), "routed", "fire", "10.2.1-t1")
    assert (s.cohesion["red"], len(told(s, "state"))) == (6, 1), "it has routed already"
    losses.set_state(s, single(s.bases["A"]), "shaken", "recovery", "10.4.2-a")
    assert s.cohesion["red"] == 7
    back = told(s, "cohesion")[-1]
    assert (back.rule, back.data["why"], back.data["by"]) == ("4.1.1-b", "recovery", 1)


@pytest.mark.rule("alaguerre:5.2.8-e")
def test_order_found_again_ends_a_tactical_move() -> None:
    s = state(red("A", AT, tactical=True, state="shaken"), FAR)
    losses.set_state(s, single(s.bases["A"]), "disordered", "rally", "10.4.1-b")
    found = [s.bases["A"].tactical]
    losses.set_state(s, single(s.bases["A"]), "ordered", "rally", "10.4.1-b")
    assert [*found, s.bases["A"].tactical] == [True, False]
    assert state(red("A", AT)).bases["A"].tactical is False


@pytest.mark.rule("alaguerre:2.6.7-a", "alaguerre:10.2.1-c")
def test_of_a_unit_only_those_who_are_left_are_put_into_disorder() -> None:
    line = [red("A", AT, brigade="b"), red("B", [22000, 20000], brigade="b"), red("C", [24000, 20000], brigade="b")]
    s = state(*line, FAR)
    unit = unit_of(s, s.bases["A"])
    s.remove(s.bases["B"])
    left = losses.set_state(s, unit, "disordered", "tactical", "5.2.8-d")
    assert left is not None
    assert left.ids == ["A", "C"]
    worse = losses.add_levels(s, Unit("A", "line", (s.bases["A"], s.bases["C"])), 1, "melee", "9.1-c")
    assert worse is not None
    assert {base.state for base in worse.bases} == {"shaken"}


@pytest.mark.rule("alaguerre:10.2.1-c")
@pytest.mark.parametrize(
    ("states", "levels", "after"),
    [
        (("ordered", "disordered"), 1, ["disordered", "shaken"]),
        (("ordered", "disordered"), 2, ["shaken", "routed"]),
        (("ordered", "shaken"), 3, ["routed", "routed"]),
    ],
)
def test_levels_are_added_base_by_base(states: tuple[str, str], levels: int, after: list[str]) -> None:
    s = state(red("A", AT, state=states[0]), red("B", [22000, 20000], state=states[1]), FAR)
    losses.add_levels(s, Unit("A", "line", (s.bases["A"], s.bases["B"])), levels, "melee", "9.1-c")
    assert [s.bases[id].state for id in "AB"] == after


@pytest.mark.rule("alaguerre:2.6.6-a", "alaguerre:2.11.1-a", "alaguerre:4.1.1-a")
def test_losses_are_told_one_by_one_and_the_fourth_is_the_last() -> None:
    s = state(red("A", AT, stats="2/0/2 a", losses=2, division="d"), red("B", [30000, 20000]), FAR)
    gone = losses.take_loss(s, single(s.bases["A"]), 3, "fire", "8.2.1-c")
    assert gone is None
    assert "A" not in s.bases
    found = told(s, "losses")
    assert [(event.rule, event.data["base"], event.data["losses"], event.data["why"]) for event in found] == [
        ("8.2.1-c", "A", 1, "fire")
    ] * 2
    (out,) = told(s, "eliminated")
    assert (out.rule, out.data["unit"], out.data["name"], out.data["why"]) == ("8.2.1-c", "A", "A", "losses")
    (paid,) = told(s, "cohesion")
    assert (paid.rule, paid.data["by"], paid.data["why"]) == ("4.1.1-a", -2, "losses")
    (record,) = s.eliminated
    assert (record.id, record.side, record.division, record.stats, record.why) == ("A", "red", "d", "2/0/2 a", "losses")


@pytest.mark.rule("alaguerre:2.6.6-a", "alaguerre:2.11.1-a")
def test_a_loss_falls_on_the_base_that_is_hit_and_in_a_great_unit_on_the_rear_one() -> None:
    s = state(
        red("A", AT, brigade="b"),
        red("B", [18000, 20000], brigade="b"),
        red("F", [30000, 20000], great="T"),
        red("R", [30000, 19000], great="T"),
        FAR,
    )
    for id in ("A", "F"):
        left = losses.take_loss(s, unit_of(s, s.bases[id]), 1, "fire", "8.2.1-c")
        assert left is not None
    assert [(s.bases[id].losses, s.bases[id].lost) for id in "ABFR"] == [(1, 1), (0, 0), (0, 0), (1, 1)]


@pytest.mark.rule("alaguerre:4.1.3-a", "alaguerre:7.2.1-b")
def test_with_its_last_base_an_army_is_beaten_though_that_had_routed() -> None:
    s = state(red("A", AT, state="routed"), red("B", [24000, 20000], engaged="Z"), {**FAR, "engaged": "B"})
    losses.eliminate(s, s.bases["B"], "losses", "2.6.6-a")
    assert s.bases["Z"].engaged is None
    with pytest.raises(Ended):
        losses.eliminate(s, s.bases["A"], "losses", "2.6.6-a")
    assert s.result is not None
    assert s.result.winner == "blue"
    guns = state(red("K", AT, "LtArt", "2/1/- -"), FAR)
    with pytest.raises(Ended):
        losses.abandon_guns(guns, guns.bases["K"])


@pytest.mark.rule("alaguerre:4.1.1-a", "alaguerre:10.1.1-a", "alaguerre:10.2-f")
def test_who_leaves_the_table_counts_as_routed() -> None:
    bases = [red("A", AT, state="shaken"), red("B", [24000, 20000], state="routed"), red("C", [30000, 20000])]
    s = state(*bases, red("D", [35000, 20000]), red("K", [40000, 20000], "LtArt", "1/1/- -", division=None), FAR)
    both = Unit("A", "line", (s.bases["C"], s.bases["A"]))
    s.remove(s.bases["C"])
    losses.leave_table(s, both)
    losses.leave_table(s, single(s.bases["B"]))
    assert [gone.why for gone in s.eliminated] == ["shaken_off", "routed_off"]
    assert {event.rule for event in told(s, "eliminated")} == {"10.2-f"}
    assert s.cohesion["red"] == 8, "who had routed has been paid for"
    losses.eliminate(s, s.bases["K"], "losses", "2.6.6-a")
    assert set(s.divisions) == {"red", "blue"}
    assert s.cohesion["red"] == 7, "guns count too"


@pytest.mark.rule("alaguerre:5.6.5-m")
def test_guns_that_are_left_stay_where_they_stood() -> None:
    s = state(
        red("K", AT, "LtArt", "2/1/- -", division="d", facing=4500, engaged="B"),
        red("A", [30000, 20000]),
        blue("B", [20000, 23000], engaged="K"),
    )
    losses.abandon_guns(s, s.bases["K"])
    assert "K" not in s.bases
    (guns,) = s.guns
    assert (guns.id, guns.side, tuple(guns.at), guns.facing, guns.morale) == ("K", "red", (20000, 20000), 4500, 2)
    (record,) = s.eliminated
    assert (record.id, record.side, record.division, record.stats, record.why) == (
        "K",
        "red",
        "d",
        "2/1/- -",
        "abandoned",
    )
    assert s.divisions["d"].tests
    assert s.bases["B"].engaged is None
    assert s.cohesion["red"] == 9, "they do not count as routed"
    (out,) = told(s, "eliminated")
    assert (out.rule, out.data["unit"], out.data["name"], out.data["why"]) == ("5.6.5-m", "K", "K", "abandoned")


@pytest.mark.rule("alaguerre:7.2.1-b")
def test_an_engagement_ends_for_both_who_are_in_it() -> None:
    s = state(
        red("A", AT, "Ln", "1/1/1 -", engaged="B"),
        blue("B", [20000, 21000], engaged="C"),
        red("C", [24000, 20000], "Ln", "1/1/1 -", engaged="B"),
    )
    losses.disengage(s, "nobody")
    losses.disengage(s, "A")
    assert [s.bases[id].engaged for id in "ABC"] == [None, "C", "B"]
    losses.disengage(s, "A")
    assert len(told(s, "disengaged")) == 1
    s.remove(s.bases["B"])
    losses.disengage(s, "C")
    assert s.bases["C"].engaged is None
