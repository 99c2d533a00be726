"""Chapter 6 rule by rule: who may act, what a conduct forbids, which duties are left, what is noted of a deed."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.custoza.answers import (
    Assault,
    Charge,
    Done,
    FallBack,
    Fire,
    LeaveSquare,
    Move,
    Pass,
    Reserve,
    Square,
)
from quadrilatero.games.custoza.records import Acted
from quadrilatero.games.custoza.rules import actions, routes
from quadrilatero.games.custoza.said import Work
from quadrilatero.games.custoza.state import State
from quadrilatero.kernel import Refusal
from tests.games.custoza.support import Plain, austria, hexes, italy, state

FAR = austria("far", "6010")
RESERVE: Plain = {"formation": None, "reserve": True}


def active(*units: Plain, markers: Any = (), conduct: str = "free", acted: Plain | None = None, **more: Any) -> State:
    """The Italians act."""
    said = {"formation": "italy", "markers": list(markers), "conduct": conduct, "acted": acted or {}}
    return state(*units, active=said, **more)


def marker(hex: str, target: str, kind: str = "assault", **more: Any) -> Plain:
    return {"type": kind, "hex": hex, "target": target, **more}


def of(refusal: Refusal | None) -> tuple[str | None, str] | None:
    return None if refusal is None else (refusal.rule, refusal.reason)


# -- 4.4 and 6-a: who acts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:4.4-a", "custoza:4.4-b")
def test_who_of_the_reserve_can_be_taken_along() -> None:
    units = [
        italy(id, hex, **RESERVE) for id, hex in (("R", "1004"), ("used", "3012"), ("gone", "3013"), ("two", "3014"))
    ]
    s = active(*units, italy("A", "3010"), italy("B", "4010", formation="two"), FAR)
    s.in_reach = dict.fromkeys(("R", "used", "gone", "A"), ("two", "italy")) | {"two": ("two",)}
    s.change(s.units["used"], used=True)
    s.remove(s.units["gone"], "routed")
    script = actions.take_reserve(s)
    question = next(script)
    assert (question.rule, question.data["units"]) == ("4.4-a", ["R"])
    assert question.options("italy") == [{"do": "pass"}, {"do": "reserve", "unit": "R"}]
    for wrong in (Reserve("two"), Reserve("R", "italy"), Reserve(None, "italy"), Reserve()):
        assert of(question.refuse("italy", wrong)) == ("4.4-a", "not_in_reach")
    assert question.refuse("italy", Pass()) is None
    with pytest.raises(StopIteration):
        script.send(Reserve("R"))
    assert (s.acting().reserve, s.units["R"].used) == ("R", True)


@pytest.mark.rule("custoza:6-a", "custoza:24.1.4.3-e")
def test_who_has_not_acted_and_can_acts() -> None:
    units = italy("A", "3010"), italy("B", "3011"), italy("o", "3012", ooc=True), italy("F", "3013", "fortress")
    s = active(*units, italy("w", "3014"), FAR, acted={"B": {"did": "move", "mp": "1"}})
    s.change(s.units["w"], ferry=Work(s.board.hex("3015"), 1))
    assert [unit.id for unit in actions.acting_units(s)] == ["A"]
    assert actions.active_side(s) == "italy"


@pytest.mark.rule("custoza:7.10-c")
def test_the_commander_rides_once_and_only_on_the_map() -> None:
    s = active(italy("com", "1004", "commander"), italy("A", "3010"), FAR)
    found = actions.commander(s)
    assert found is not None
    assert found.id == "com"
    s.change_active(commander_moved=True)
    assert actions.commander(s) is None
    s.change_active(commander_moved=False)
    s.remove(s.units["com"], "eliminated")
    assert actions.commander(s) is None
    assert actions.commander(active(italy("A", "3010"), FAR)) is None


@pytest.mark.rule("custoza:2.8-b", "custoza:4.1-a", "custoza:6-a")
def test_by_which_rule_units_may_not_act() -> None:
    s = active(
        italy("A", "3010", sv=1),
        italy("B", "3010", sv=1),
        italy("k", "3010", "cavalry", sv=1),
        italy("C", "3012"),
        italy("corner", "1004"),
        italy("o", "3014", ooc=True),
        italy("two", "3016", formation="two"),
        italy("R", "3018", **RESERVE),
        italy("done", "3020"),
        italy("gone", "3022"),
        italy("w", "3024"),
        italy("com", "3010", "commander"),
        FAR,
        acted={"done": {"did": "move", "mp": "1"}},
    )
    s.remove(s.units["gone"], "routed")
    s.change(s.units["w"], ferry=Work(s.board.hex("3025"), 1))

    def why(*ids: str) -> tuple[str | None, str] | None:
        return of(actions.refuse_units(s, Square(list(ids))))

    assert why("A") is None
    assert why("A", "B") is None
    assert why("corner") is None
    for wrong in ((), ("A", "A"), ("nobody",), ("A", "nobody"), ("far",), ("A", "far"), ("gone",)):
        assert why(*wrong) == ("2.8-a", "not_yours"), wrong
    assert why("A", "k") == why("A", "C") == ("2.8-b", "not_one_force")
    assert why("B", "A") == ("2.8-a", "whole_force")
    assert why("o") == ("4.1-a", "out_of_command")
    assert why("two") == ("4.1-a", "not_in_formation")
    assert why("R") == ("4.4-a", "not_in_formation")
    assert why("done") == ("6-a", "acted")
    assert why("w") == ("24.1.4.3-e", "waits_for_ferry")
    assert why("com") == ("7.10-c", "not_yours"), "a commander only rides"
    ride = Move(["com"], ["3011"])
    assert actions.refuse_units(s, ride) is None
    assert of(actions.refuse_units(s, Move(["com"], ["3011"], march=True))) == ("7.10-c", "not_yours")
    s.change_active(commander_moved=True)
    assert of(actions.refuse_units(s, ride)) == ("7.10-c", "not_yours")


# -- what is noted of a deed -------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:6-a", "custoza:9.7-a")
@pytest.mark.parametrize("in_activation", [True, False])
def test_what_units_have_done_is_noted_and_cavalry_does_not_rest(in_activation: bool) -> None:
    s = active(italy("k", "3010", "cavalry"), italy("A", "3011"), FAR)
    if not in_activation:
        s.active = None
    actions.record(s, s.of(["k"]), "move", 6)
    actions.record(s, s.of(["A"]), "square", 0)
    noted = s.acting().acted if in_activation else s.acted
    assert noted == {"k": Acted("move", 6), "A": Acted("square", 0)}
    assert (s.acted == {}) is in_activation
    assert (s.units["k"].used, s.units["A"].used) == (True, False)


@pytest.mark.rule("custoza:6.4-a")
def test_a_marker_is_spent_by_hex_and_target() -> None:
    marks = [marker("3010", "3011"), marker("3010", "2910"), marker("3012", "3011")]
    s = active(italy("A", "3010"), austria("D", "3011"), markers=marks)
    actions.spend_marker(s, s.board.hex("3010"), s.board.hex("3011"))
    assert [mark.spent for mark in s.acting().markers] == [True, False, False]
    s.active = None
    actions.spend_marker(s, s.board.hex("3010"), s.board.hex("3011"))
    assert s.active is None


@pytest.mark.rule("custoza:7.5-d", "custoza:6.4-a")
@pytest.mark.parametrize(
    ("target", "spent"),
    [
        ("2910", [False, True, False, False]),
        ("3011", [True, False, False, False]),
        ("3013", [True, False, False, False]),
    ],
)
def test_fire_serves_the_marker_it_is_aimed_at_or_else_the_first_of_its_hex(target: str, spent: list[bool]) -> None:
    marks = [marker("3010", "3011"), marker("3010", "2910"), marker("3012", "3011"), marker("3110", "3111", "charge")]
    s = active(italy("b", "3010", "light"), austria("D", "3011"), markers=marks)
    actions.serve_marker(s, s.board.hex("3010"), s.board.hex(target))
    assert [mark.spent for mark in s.acting().markers] == spent


@pytest.mark.rule("custoza:7.5-d")
def test_fire_serves_neither_charges_nor_what_is_served_already() -> None:
    for mark in (marker("3010", "3011", "charge"), marker("3010", "3011", spent=True), marker("3012", "3011")):
        s = active(italy("b", "3010", "light"), austria("D", "3011"), markers=[mark])
        actions.serve_marker(s, s.board.hex("3010"), s.board.hex("3011"))
        assert [found.spent for found in s.acting().markers] == [mark.get("spent", False)]


@pytest.mark.rule("custoza:7.5-d")
def test_a_marker_elsewhere_does_not_stand_in_for_the_one_here() -> None:
    marks = [marker("3012", "3011"), marker("3010", "2910")]
    s = active(italy("b", "3010", "light"), austria("D", "3011"), markers=marks)
    actions.serve_marker(s, s.board.hex("3010"), s.board.hex("3014"))
    assert [mark.spent for mark in s.acting().markers] == [False, True]


@pytest.mark.rule("custoza:3.2.2b-b", "custoza:7.7-a")
def test_what_is_carried_out_of_a_square() -> None:
    s = active(italy("A", "3010", sv=1), italy("B", "3010", sv=1), FAR)
    assert list(actions.carry_out(s, Square(["A", "B"]))) == []
    assert s.acting().acted == {"A": Acted("square", 0), "B": Acted("square", 0)}
    assert s.units["A"].square
    assert s.units["B"].square
    assert list(actions.carry_out(s, LeaveSquare(["A", "B"]))) == []
    assert not s.units["A"].square


@pytest.mark.rule("custoza:7.10-c", "custoza:3.2.2b-b")
@pytest.mark.parametrize(("start", "end"), [("3010", "3011"), ("1004", "1005")])
def test_a_unit_and_its_commander_go_where_they_are_sent(start: str, end: str) -> None:
    s = active(italy("com", start, "commander"), italy("A", start), FAR)
    assert list(actions.carry_out(s, Move(["com"], [end]))) == []
    assert s.acting().commander_moved
    assert list(actions.carry_out(s, Move(["A"], [end]))) == []
    assert hexes(s, [s.units["com"].hex, s.units["A"].hex]) == {end}


# -- 7.7 and 12: Squares and withdrawals as actions --------------------------------------------------------------------


@pytest.mark.rule("custoza:7.7-a", "custoza:7.7-c")
def test_who_forms_square() -> None:
    s = active(
        italy("A", "3010", sv=1, status="shaken"),
        italy("B", "3010", sv=1),
        italy("g", "3010", "artillery", sv=1, status="disorganised"),
        italy("k", "3012", "cavalry"),
        italy("q", "3014", square=True),
        italy("d", "3016", sv=1, status="disorganised"),
        italy("e", "3016", sv=1),
        FAR,
    )

    def why(*ids: str) -> tuple[str | None, str] | None:
        return of(actions.refuse_square(s, s.of(list(ids)), Square(list(ids))))

    assert why("A", "B") is None
    assert why("A") == ("7.7-a", "whole_force")
    assert why("k") == why("q") == why("g") == ("7.7-a", "no_square")
    assert why("d", "e") == why("e") == ("7.7-c", "no_square")
    assert why("A", "q") == ("7.7-a", "no_square")
    refusal = actions.refuse_square(s, s.of(["A"]), Square(["A"]))
    assert refusal is not None
    assert refusal.data["units"] == ["A", "B"]


@pytest.mark.rule("custoza:11.5.4.1-b")
def test_who_leaves_a_square_is_in_one() -> None:
    s = active(italy("q", "3010", square=True), italy("A", "3011"), FAR)
    assert actions.refuse_leave_square(s, s.of(["q"]), LeaveSquare(["q"])) is None
    assert actions.refuse_leave_square(s, s.of(["q", "A"]), LeaveSquare(["q", "A"])) is not None
    assert of(actions.refuse_leave_square(s, s.of(["A"]), LeaveSquare(["A"]))) == ("11.5.4.1-b", "not_in_square")


@pytest.mark.rule("custoza:12.1-b", "custoza:5.2-b")
@pytest.mark.parametrize("conduct", ["free", "cautious", "own_judgement", "bold", "rash", "fall_back", "halt", "hold"])
def test_only_three_conducts_order_a_withdrawal(conduct: str) -> None:
    s = active(italy("A", "3010"), italy("B", "3020"), austria("D", "3011"), conduct=conduct)
    orders = conduct in ("fall_back", "halt", "hold")
    answer = FallBack(["A"], ["3009"])
    assert of(actions.refuse_fall_back(s, s.of(["A"]), answer)) == (
        None if orders else ("12.1-b", "no_need_to_fall_back")
    )
    idle = actions.refuse_fall_back(s, s.of(["B"]), FallBack(["B"], ["3019"]))
    assert (idle and idle.rule) == ("12.1-a" if orders else "12.1-b"), "who stands in no zone has no reason to"


# -- 5.2-b: what a conduct forbids -------------------------------------------------------------------------------------

FIELD = (
    italy("A", "3010"),
    italy("B", "3021"),
    italy("b", "3023", "light"),
    italy("g", "3024", "artillery", facing="S"),
    austria("D", "3011"),
    austria("E", "3028"),
)


def allowed(s: State, id: str, answer: Any) -> bool:
    refusal = actions.refuse_conduct(s, s.of([id]), answer)
    assert refusal is None or of(refusal) == ("5.2-b", "conduct")
    return refusal is None


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
@pytest.mark.parametrize(
    ("conduct", "away", "nearer", "turn", "square", "fire", "guns"),
    [
        ("fall_back", True, False, True, False, False, False),
        ("halt", False, False, True, False, False, False),
        ("hold", False, False, True, True, False, True),
        ("cautious", True, True, True, True, True, True),
        ("own_judgement", True, True, True, True, True, True),
        ("bold", True, True, True, True, True, True),
        ("rash", False, False, False, False, False, True),
        ("free", True, True, True, True, True, True),
    ],
)
def test_what_each_conduct_lets_units_do(
    conduct: str, away: bool, nearer: bool, turn: bool, square: bool, fire: bool, guns: bool
) -> None:
    s = active(*FIELD, conduct=conduct)
    assert allowed(s, "B", Move(["B"], ["3020"])) is away
    assert allowed(s, "B", Move(["B"], ["3022"])) is nearer
    assert allowed(s, "B", Move(["B"], [])) is turn
    assert allowed(s, "B", Square(["B"])) is square
    assert allowed(s, "b", Fire(["b"], "3024")) is fire
    assert allowed(s, "g", Fire(["g"], "3028")) is guns
    assert allowed(s, "B", LeaveSquare(["B"]))


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
@pytest.mark.parametrize("conduct", ["fall_back", "halt", "hold"])
def test_who_stands_in_a_zone_withdraws_under_them_if_he_can(conduct: str) -> None:
    s = active(*FIELD, conduct=conduct)
    assert allowed(s, "A", FallBack(["A"], ["3009"]))
    assert not allowed(s, "A", Move(["A"], ["3009"]))
    assert not allowed(s, "A", Square(["A"]))
    lakes = {"terrain": dict.fromkeys(("3009", "3109", "3110", "2910", "2909"), "lake")}
    shut = active(*FIELD, conduct=conduct, board=lakes)
    assert allowed(shut, "A", Move(["A"], [])), "who cannot is not held to it"
    assert [unit.id for unit in actions.duties(s)] == ["A"]
    assert actions.duties(shut) == []
    assert actions.bound_by_conduct(s, s.of(["A"])) != actions.bound_by_conduct(shut, shut.of(["A"]))


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
@pytest.mark.parametrize("conduct", ["free", "fall_back", "halt", "hold", "bold", "rash"])
@pytest.mark.parametrize("id", ["A", "B", "b", "g"])
def test_where_a_conduct_leads_is_what_it_does_not_forbid(conduct: str, id: str) -> None:
    s = active(*FIELD, conduct=conduct)
    units = s.of([id])
    march = id == "g"
    ends = sorted(routes.reach(s, units, routes.budget(units), march).hexes)
    led = actions.led_by_conduct(s, units, ends, None)
    assert hexes(s, led) == {number for number in hexes(s, ends) if allowed(s, id, Move([id], [number]))}


@pytest.mark.rule("custoza:5.2-b")
def test_a_conduct_says_nothing_of_ways_off_the_map_and_all_of_its_corner() -> None:
    s = active(italy("B", "1010"), italy("C", "3030"), austria("D", "1204"), conduct="fall_back")
    assert allowed(s, "B", Move(["B"], ["9999"])), "that is refused as a move"
    assert not allowed(s, "B", Move(["B"], ["1004"])), "it leads towards the enemy"
    assert allowed(s, "B", Move(["B"], ["1011"]))


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
def test_under_a_rash_commander_only_the_nearest_hexes_will_do() -> None:
    s = active(italy("B", "3020"), italy("g", "3018", "artillery"), austria("E", "3028"), conduct="rash")
    units = s.of(["B"])
    assert actions.nearest_enemy(s, units[0], s.board.hex("3020")) == 8
    assert actions.as_near_as_can_be(s, units) == 3
    assert [unit.id for unit in actions.laggards(s)] == ["B"], "guns act freely"
    assert of(actions.refuse_done(s)) == ("5.2-b", "conduct")
    assert not actions.hangs_back(s, units, Assault(["B"], ["3021"]))
    assert not actions.hangs_back(s, units, Charge(["B"], ["3021"]))
    assert actions.hangs_back(s, units, Move(["B"], ["3021"]))
    assert not actions.hangs_back(s, units, Move(["B"], ["3025"]))
    assert actions.bound_by_conduct(s, units) == (3, 3)
    assert actions.bound_by_conduct(s, s.of(["g"])) == ()
    s.change_active(conduct="bold")
    assert (actions.laggards(s), actions.bound_by_conduct(s, units), actions.refuse_done(s)) == ([], (), None)


@pytest.mark.rule("custoza:5.2-b")
def test_light_infantry_that_fires_from_a_marker_does_not_hang_back() -> None:
    units = italy("b", "3020", "light"), austria("E", "3028")
    s = active(*units, conduct="rash", markers=[marker("3021", "3022")])
    assert not actions.hangs_back(s, s.of(["b"]), Fire(["b"], "3022", path=["3021"]))
    assert actions.hangs_back(s, s.of(["b"]), Fire(["b"], "3022", path=["3019"]))
    assert actions.hangs_back(s, s.of(["b"]), Fire(["b"], "3022"))
    assert actions.hangs_back(s, s.of(["b"]), Move(["b"], ["3021"])), "to go there and stop is not enough"
    assert actions.hangs_back(s, s.of(["b"]), Move(["b"], ["1004"]))
    assert not actions.hangs_back(s, s.of(["b"]), Move(["b"], ["9999"])), "that is refused as a move"


@pytest.mark.rule("custoza:5.2-b")
def test_who_stands_at_the_enemy_is_no_laggard() -> None:
    s = active(italy("A", "3027"), italy("B", "3020"), austria("E", "3028"), conduct="rash")
    assert [unit.id for unit in actions.laggards(s)] == ["B"]
    assert actions.bound_by_conduct(s, s.of(["A"])) == ()


@pytest.mark.rule("custoza:5.2-b", "custoza:chart.INI-a")
def test_who_falls_back_ends_farther_away_and_not_as_far() -> None:
    s = active(italy("B", "3020"), austria("E", "3028"), conduct="fall_back")
    here, enemy, numbers = s.board.hex("3020"), s.board.hex("3028"), s.board.grid.numbers
    far = {hex: s.board.grid.distance(hex, enemy) for hex in s.board.grid.within(here, 2)}
    assert 8 in [distance for hex, distance in far.items() if hex != here]
    for hex, distance in far.items():
        assert hex == here or allowed(s, "B", Move(["B"], [numbers[hex]])) is (distance > 8)


@pytest.mark.rule("custoza:5.2-b")
def test_several_units_in_march_come_no_nearer_and_without_enemies_all_is_near() -> None:
    pair = italy("A", "3020", sv=1, march=True), italy("B", "3020", sv=1, march=True)
    s = active(*pair, austria("E", "3028"), conduct="rash")
    assert actions.as_near_as_can_be(s, s.of(["A", "B"])) == 8
    assert actions.as_near_as_can_be(s, s.of(["A"])) < 8
    s.remove(s.units["E"], "routed")
    assert set(actions.far_from_enemies(s, "italy")) == {0}


# -- 7.5 and 6.4: duties -----------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:7.5-a", "custoza:7.5-d")
def test_who_is_bound_to_attack_or_to_leave() -> None:
    units = italy("A", "3010", sv=1), italy("g", "3010", "artillery", sv=1), italy("B", "3020"), austria("D", "3011")
    s = active(*units)
    assert [id for id in "AgB" if actions.is_bound(s, s.units[id])] == ["A", "g"]
    marked = active(*units, markers=[marker("3010", "3011")])
    assert [id for id in "AgB" if actions.is_bound(marked, marked.units[id])] == ["A"], "a friend attacks from there"
    assert [unit.id for unit in actions.duties(s)] == ["A", "g"]
    assert [unit.id for unit in actions.duties(marked)] == ["A"]


@pytest.mark.rule("custoza:7.5-a")
@pytest.mark.parametrize(
    ("mark", "attacks"),
    [
        (marker("3010", "3011"), True),
        (marker("3010", "3011", "charge"), False),
        (marker("2910", "3011"), False),
        (None, False),
    ],
)
def test_who_could_attack_from_his_own_hex(mark: Plain | None, attacks: bool) -> None:
    lakes = {"terrain": dict.fromkeys(("3009", "3109", "3110", "2910", "2909"), "lake")}
    units = italy("A", "3010", sv=1), italy("g", "3010", "artillery", sv=1), austria("D", "3011")
    s = active(*units, markers=[mark] if mark else [], board=lakes)
    assert actions.can_attack_here(s, s.units["A"]) is attacks
    assert not actions.can_attack_here(s, s.units["g"])
    assert not actions.can_leave(s, s.units["A"])
    assert not actions.can_leave(s, s.units["g"])
    assert [unit.id for unit in actions.duties(s)] == (["A"] if attacks else []), "who can do neither stays"


@pytest.mark.rule("custoza:7.5-a", "custoza:8.3-c", "custoza:7.5-d")
def test_what_would_leave_a_duty_unmet() -> None:
    units = italy("b", "3010", "light", sv=1), italy("g", "3012", "artillery"), italy("B", "3020"), austria("D", "3011")
    s = active(*units)
    stays = ("7.5-a", "stays_in_zone")

    def why(id: str, answer: Any) -> tuple[str | None, str] | None:
        return of(actions.refuse_neglect(s, s.of([id]), answer))

    assert why("b", Square(["b"])) == why("b", Move(["b"], [])) == why("b", Fire(["b"], "3011")) == stays
    assert why("g", Fire(["g"], "3011")) == stays
    for answer in (Move(["b"], ["3009"]), Assault(["b"]), Charge(["b"]), LeaveSquare(["b"]), FallBack(["b"], ["3009"])):
        assert why("b", answer) is None
    assert why("B", Square(["B"])) is None
    s.change_active(markers=active(*units, markers=[marker("3010", "3011")]).acting().markers)
    assert why("b", Fire(["b"], "3011")) is None
    assert why("b", Fire(["b"], "3011", path=["3009"])) == stays
    s.change_active(markers=active(*units, markers=[marker("3010", "3011", "charge")]).acting().markers)
    assert why("b", Fire(["b"], "3011")) == stays


@pytest.mark.rule("custoza:6.4-a")
def test_a_marker_that_somebody_could_serve_is_served_before_the_end() -> None:
    units = italy("A", "3008"), austria("D", "3011")
    s = active(*units, markers=[marker("3010", "3011")])
    left = actions.refuse_act(s, Done())
    assert left is not None
    assert (left.rule, left.reason, left.data) == ("6.4-a", "marker_left", {"hex": "3010", "target": "3011"})
    assert actions.refuse_done(active(*units, markers=[marker("3010", "3011", spent=True)])) is None
    assert actions.refuse_done(active(*units, markers=[marker("3010", "2910")])) is None, "nobody is there"
    gone = active(italy("A", "3010"), austria("D", "3020"), markers=[marker("3010", "2910")])
    assert actions.refuse_done(gone) is None, "nor is there anybody left before A"
    served = active(*units, markers=[marker("3010", "3011")], acted={"A": {"did": "move", "mp": "1"}})
    assert actions.refuse_done(served) is None
    bound = active(italy("A", "3010"), austria("D", "3011"))
    assert of(actions.refuse_done(bound)) == ("7.5-a", "duty_left")


@pytest.mark.rule("custoza:7.5-a", "custoza:7.9-a", "custoza:5.2-b")
@pytest.mark.parametrize(
    ("ma", "march", "leaves"), [(1, False, False), (2, False, False), (3, False, True), (1, True, True)]
)
def test_guns_leave_a_zone_if_they_can_pay_for_limbering_and_a_hex(ma: int, march: bool, leaves: bool) -> None:
    units = italy("g", "3010", "artillery", ma=ma, march=march), austria("D", "3011")
    s = active(*units)
    assert actions.can_leave(s, s.units["g"]) is leaves
    assert [unit.id for unit in actions.duties(s)] == (["g"] if leaves else [])
    ordered = active(*units, conduct="hold")
    assert [unit.id for unit in actions.duties(ordered)] == ["g"], "to withdraw costs nothing"


@pytest.mark.rule("custoza:7.5-a", "custoza:8.3-c")
def test_a_battery_that_can_leave_its_zone_does_not_fire_because_another_cannot() -> None:
    guns = italy("g", "3010", "artillery", ma=1, sv=1), italy("h", "3010", "artillery", ma=3, sv=1)
    s = active(*guns, austria("D", "3011"))
    assert of(actions.refuse_neglect(s, s.of(["g", "h"]), Fire(["g", "h"], "3011"))) == ("7.5-a", "stays_in_zone")
    assert actions.refuse_neglect(s, s.of(["g"]), Fire(["g"], "3011")) is None
