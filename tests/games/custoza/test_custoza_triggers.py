"""Chapter 11 in its finer points: what sets off reactions, and what is open to whom."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.answers import Turn
from quadrilatero.games.custoza.deeds import Deed, Trigger
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import reactions
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, rolls, state, where

MARKER = {"type": "assault", "hex": "3010", "target": "3011"}
ACTIVE = {"formation": "austria", "markers": [MARKER]}
VERBS = ("leave_march", "leave_square", "limber", "unlimber")


def enter(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    """An Austrian Force comes to the marker in 3010, aimed at 3011."""
    m = play(austria("a", "3009", facing="S"), *units, active=ACTIVE, dice=dice or [1] * 12, **more)
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    return m


@pytest.mark.rule("custoza:11.5.6-a")
@pytest.mark.parametrize(
    ("kind", "more", "verbs"),
    [
        ("line", {}, set()),
        ("line", {"march": True}, {"leave_march"}),
        ("cavalry", {"march": True}, {"leave_march"}),
        ("line", {"square": True}, {"leave_square"}),
        ("artillery", {}, {"limber"}),
        ("artillery", {"march": True}, {"unlimber"}),
        ("artillery", {"square": True}, set()),
    ],
)
def test_what_each_may_change_in_reaction(kind: str, more: Plain, verbs: set[str]) -> None:
    company = [italy("L", "3011", square=True)] if kind == "artillery" and "square" in more else []
    s = state(italy("i", "3011", kind, **more), *company)
    assert {verb for verb in VERBS if reactions.can_change(s, [s.units["i"]], verb)} == verbs


@pytest.mark.rule("custoza:11.5.4-a", "custoza:7.7-c")
@pytest.mark.parametrize(
    ("kind", "more", "rule"),
    [
        ("line", {}, None),
        ("light", {"status": "disordered"}, None),
        ("line", {"status": "disorganised"}, "7.7-c"),
        ("line", {"square": True}, "11.5.4-a"),
        ("cavalry", {}, "11.5.4-a"),
        ("artillery", {}, "11.5.4-a"),
        ("fortress", {}, "11.5.4-a"),
    ],
)
def test_who_may_form_square(kind: str, more: Plain, rule: str | None) -> None:
    refusal = reactions.refuse_square([state(italy("i", "3011", kind, **more)).units["i"]])
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("custoza:11.1-g", "custoza:11.5.3-b")
@pytest.mark.parametrize(
    ("active", "option", "deed", "quiet"),
    [
        (None, "entering", {}, {"leaves"}),
        (None, "none", {}, {"leaves", "enters", "within", "retreat"}),
        ("austria", "entering", {}, set()),
        ("austria", "none", {}, set()),
        ("austria", "entering", {"reaction": True}, {"leaves", "enters", "within"}),
        ("italy", "entering", {}, {"leaves", "enters", "within"}),
    ],
)
def test_what_sets_off_nothing(active: str | None, option: str, deed: Plain, quiet: set[str]) -> None:
    more = {} if active is None else {"active": {"formation": active}}
    units = austria("a", "3010"), italy("i", "3020")
    s = state(*units, options={"quiet_withdrawals": option}, **more)
    s.begin(Deed("move", "austria", ("a",), **deed))
    kinds = ("leaves", "enters", "within", "retreat")
    assert {kind for kind in kinds if reactions.is_quiet(s, kind)} == quiet


@pytest.mark.rule("custoza:11.1-b", "custoza:22.4-a")
def test_nobody_reacts_at_night_nor_to_those_who_are_gone() -> None:
    units = austria("a", "3010"), italy("i", "3011")
    s = state(*units, active={"formation": "austria"})
    s.begin(Deed("move", "austria", ("a",)))
    trigger = reactions.triggered(s, "enters")
    assert trigger is not None
    assert (trigger.by, trigger.units, [force.ids for force in trigger.forces]) == ("austria", ("a",), [("i",)])
    s.change_deed(excluded=("i",))
    assert reactions.triggered(s, "enters") is None
    s.change_deed(excluded=())
    s.remove(s.units["a"], "eliminated")
    assert reactions.triggered(s, "enters") is None


@pytest.mark.rule("custoza:11.1-c", "custoza:10.5.6-a")
def test_who_watches_both_hexes_does_not_see_one_left() -> None:
    s = state(austria("a", "3010"), italy("i", "3011"), active={"formation": "austria"})
    s.begin(Deed("move", "austria", ("a",)))
    inside, outside = s.board.hex("3110"), s.board.hex("3009")
    assert reactions.triggered(s, "leaves", to=inside) is None
    assert reactions.triggered(s, "leaves", to=outside) is not None
    assert reactions.triggered(s, "retreat", came=inside) is not None, "in an activation all do"
    s.active = None
    assert reactions.triggered(s, "retreat", came=inside) is None
    assert reactions.triggered(s, "retreat", came=outside) is not None


@pytest.mark.rule("custoza:11.1-d")
def test_each_force_has_its_own_trigger() -> None:
    s = state(austria("a", "3010"), italy("i", "3011"), italy("j", "3109"), active={"formation": "austria"})
    s.begin(Deed("move", "austria", ("a",)))
    trigger = reactions.triggered(s, "enters", came=s.board.hex("2910"))
    assert trigger is not None
    found = {force.ids[0]: reactions.kind_for(s, trigger, force) for force in trigger.forces}
    assert found == {"i": "within", "j": "enters"}
    other = reactions.triggered(s, "advance", came=s.board.hex("2910"))
    assert other is not None
    assert {reactions.kind_for(s, other, force) for force in other.forces} == {"advance"}


# -- 11.5.5 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.5.5-a", "custoza:10.5.4-a")
def test_a_force_falls_back_by_one_way_or_each_unit_by_its_own() -> None:
    pair = italy("i", "3011", facing="N", sv=2), italy("j", "3011", "light", facing="N")
    m = enter(*pair, italy("z", "2020"))
    back: Plain = {"do": "fall_back", "units": ["i", "j"]}
    assert refused(m, "italy", back) == "11.5.5-a"
    assert refused(m, "italy", {**back, "path": ["3012"], "paths": {"i": ["3012"], "j": ["3012"]}}) == "11.5.5-a"
    assert refused(m, "italy", {**back, "paths": {"i": ["3012"]}}) == "11.5.5-a"
    assert refused(m, "italy", {**back, "paths": {"i": ["3012"], "j": ["3010"]}})
    assert refused(m, "italy", {**back, "path": ["3010"]})
    together = m.clone()
    together.answer("italy", {**back, "path": ["3012"]})
    assert (where(together, "i"), where(together, "j")) == ("3012", "3012")
    m.answer("italy", {**back, "paths": {"i": ["3012"], "j": ["2911"]}})
    assert (where(m, "i"), where(m, "j")) == ("3012", "2911")


@pytest.mark.rule("custoza:11.5.5-b")
def test_falling_back_is_harder_before_the_faster() -> None:
    m = enter(italy("i", "3011", facing="N", ma=3), dice=[1, 1] * 4)
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    (check,) = rolls(m, "cohesion")
    assert check.data["reason"] == "fall_back"
    assert dict(check.modifiers)["11.5.5-b"] == 2


# -- 11.5.1, 11.5.4, 11.5.6 --------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.5.1-a", "custoza:11.5.1-b")
def test_a_force_that_turns_in_reaction_checks_and_keeps_its_facing() -> None:
    m = enter(italy("i", "3011", facing="S"), dice=[6, 6, *[1] * 8])
    m.answer("italy", {"do": "face", "units": ["i"], "facing": "N"})
    (check,) = rolls(m, "cohesion")
    assert check.data["reason"] == "face"
    assert now(m).units["i"].facing == 0
    assert now(m).units["i"].status > 0


@pytest.mark.rule("custoza:11.5.4-a", "custoza:11.5.4-c")
@pytest.mark.parametrize(("dice", "square"), [([1, 1], True), ([6, 6], False)])
def test_a_square_stands_if_nobody_loses_a_level(dice: list[int], square: bool) -> None:
    m = enter(italy("i", "3011", facing="N"), dice=[*dice, *[1] * 10])
    m.answer("italy", {"do": "square", "units": ["i"]})
    (check,) = rolls(m, "cohesion")
    assert (check.data["reason"], check.modifiers) == ("square", [("11.5.4-a", -1)])
    assert now(m).units["i"].square is square


@pytest.mark.rule("custoza:11.5.6-a", "custoza:11.3-a")
def test_guns_limber_when_what_set_it_off_is_over() -> None:
    m = enter(italy("i", "3011", facing="N"), italy("g", "3011", "artillery", facing="N"))
    m.answer("italy", {"do": "limber", "units": ["g"]})
    assert not now(m).units["g"].march, "not yet"
    assert refused(m, "italy", {"do": "limber", "units": ["g"]}) == "11.3-a"
    m.answer("italy", {"do": "pass"})
    assert events(m, "march")
    assert now(m).units["g"].march


# -- 6.5 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6.5-a", "custoza:6.5-b")
def test_a_marker_is_turned_one_side_to_another_enemy_or_given_up() -> None:
    units = italy("i", "3011", facing="N"), italy("j", "3110", facing="N"), italy("k", "3109", facing="N")
    s = state(austria("a", "3009"), *units, active=ACTIVE)
    marker = s.acting().markers[0]
    assert s.board.numbers(reactions.new_targets(s, marker, "austria")) == ["3110"]
    left = Marker(marker.type, marker.hex, s.board.hex("3109"))
    assert s.board.numbers(reactions.new_targets(s, left, "austria")) == ["3110"]
    script = reactions.choose_target(s, marker, [s.board.hex("3110")], "austria")
    question = next(script)
    assert question.data == {"hex": "3010", "targets": ["3110"]}
    turn = {"do": "turn", "hex": "3010", "target": "3110"}
    assert list(question.options("austria")) == [turn, {"do": "pass"}]
    for hex, target in (("3010", "3011"), ("3009", "3110")):
        assert question.refuse("austria", Turn(hex, target)).rule == "6.5-a"
    assert question.refuse("austria", Turn("3010", "3110")) is None


@pytest.mark.rule("custoza:11.4-a")
def test_a_trigger_stands_as_long_as_anybody_of_it_is_there_and_may_go_on() -> None:
    s = state(austria("a", "3010", sv=2), austria("b", "3010", sv=2), italy("i", "3011"), active=ACTIVE)
    trigger = Trigger("enters", "austria", ("a", "b"), s.board.hex("3010"))
    assert reactions.still_stands(s, trigger)
    s.remove(s.units["a"], "eliminated")
    assert reactions.still_stands(s, trigger)
    s.begin(Deed("move", "austria", ("a", "b"), stopped=True))
    assert not reactions.still_stands(s, trigger)
    s.finish()
    s.move(s.units["b"], s.board.hex("3009"))
    assert not reactions.still_stands(s, trigger)
