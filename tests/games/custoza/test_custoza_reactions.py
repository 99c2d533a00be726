"""Chapter 11: reactions."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.support import Plain, austria, events, italy, play, refused

ACTIVE = {"formation": "austria", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]}
COME = {"do": "assault", "units": ["a"], "path": ["3010"]}


def enter(*units: Plain, dice: list[int] | None = None, attacker: Plain | None = None, **more: Any) -> q.Match:
    """An Austrian Force enters 3010, next to the Italians in 3011."""
    comes = austria("a", "3009", (attacker or {}).get("type", "line"), facing="S", ma=(attacker or {}).get("ma", 5))
    m = play(comes, *units, dice=dice or [], active=ACTIVE, **more)
    m.answer("austria", COME)
    return m


@pytest.mark.rule("custoza:11.1-b", "custoza:11.3-a", "custoza:11.4-b")
def test_two_forces_of_a_hex_react_each_in_its_own_way() -> None:
    m = enter(italy("i", "3011", facing="N"), italy("g", "3011", "artillery", facing="N"), dice=[1, 1, 1, 1])
    may = {force["units"][0]: set(force["may"]) for force in m.ask.data["forces"]}
    assert {"fire", "limber", "face"} <= may["g"]
    assert {"fire", "assault", "square", "fall_back", "face"} <= may["i"]
    assert "assault" not in may["g"]
    m.answer("italy", {"do": "fire", "units": ["g"]})
    assert [force["units"] for force in m.ask.data["forces"]] == [["i"]]
    assert refused(m, "italy", {"do": "fire", "units": ["g"]}) == "11.3-a"


@pytest.mark.rule("custoza:11.1-f", "custoza:7.8.3-c")
def test_marching_units_do_not_react_to_who_comes_near() -> None:
    m = enter(italy("i", "3011", march=True), dice=[6, 6, 1, 1])
    assert m.ask.what != "react"


@pytest.mark.rule("custoza:11.1-f", "custoza:11.5.6-a")
def test_under_fire_they_may_only_leave_march_movement() -> None:
    guns = austria("h", "3008", "artillery", facing="S")
    m = play(guns, italy("i", "3011", march=True), dice=[1, 1], active={"formation": "austria"})
    m.answer("austria", {"do": "fire", "units": ["h"], "hex": "3011"})
    assert [force["may"] for force in m.ask.data["forces"]] == [["leave_march"]]
    m.answer("italy", {"do": "leave_march", "units": ["i"]})
    assert not m.standing()[1].units["i"].march


@pytest.mark.rule("custoza:11.5.1-a", "custoza:11.5.1-b")
def test_who_turns_checks_and_the_facing_stands() -> None:
    m = enter(italy("i", "3011", facing="S"), dice=[6, 3, 1, 1])
    m.answer("italy", {"do": "face", "units": ["i"], "facing": "N"})
    unit = m.standing()[1].units["i"]
    assert (unit.facing, unit.status) == (0, 1)


@pytest.mark.rule("custoza:11.5.4-a", "custoza:11.5.4-b")
def test_a_square_is_formed_after_a_check_with_one_less_and_takes_the_guns_in() -> None:
    m = enter(italy("i", "3011", facing="N"), italy("g", "3011", "artillery", facing="N"), dice=[6, 3])
    m.answer("italy", {"do": "square", "units": ["i"]})
    assert events(m, "roll")[0].modifiers == [("11.5.4-a", -1)]
    s = m.standing()[1]
    assert s.units["i"].square
    assert s.units["g"].square


@pytest.mark.rule("custoza:11.5.4-c")
def test_a_failed_square_costs_status() -> None:
    m = enter(italy("i", "3011", facing="N"), dice=[6, 4, 1, 1])
    m.answer("italy", {"do": "square", "units": ["i"]})
    unit = m.standing()[1].units["i"]
    assert (unit.square, unit.status) == (False, 1)


@pytest.mark.rule("custoza:11.5.5-a", "custoza:11.5.5-b", "custoza:11.5.5-c")
def test_a_force_falls_back_in_spite_of_a_failed_check_and_keeps_its_facing() -> None:
    m = enter(italy("i", "3011", "light", facing="N", cv=7), dice=[5, 4], attacker={"type": "cavalry", "ma": 8})
    assert refused(m, "italy", {"do": "fall_back", "units": ["i"], "path": ["2910"]}) == "11.5.5-a"
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    check = events(m, "roll")[0].data["checks"][0]
    assert (check["modifiers"], check["total"], check["margin"]) == ([["11.5.5-b", 2]], 11, 4)
    s = m.standing()[1]
    unit = s.units["i"]
    assert (s.board.grid.numbers[unit.hex], unit.status, unit.facing) == ("3012", 2, 0)


@pytest.mark.rule("custoza:11.5.5-d", "custoza:6.5-a")
def test_after_a_withdrawal_the_active_force_may_go_on_elsewhere() -> None:
    m = enter(italy("i", "3011", "light", facing="N"), dice=[1, 1])
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    assert (m.ask.what, m.ask.rule, m.ask.data["why"], m.ask.data["left"]) == ("go_on", "11.5.5-d", "way", "4")
    m.answer("austria", {"do": "go_on", "path": ["2909"]})
    assert events(m, "moved")[-1].data["to"] == "2909"
    assert m.standing()[1].active is None or m.standing()[1].active.markers[0].spent


@pytest.mark.rule("custoza:6.5-a")
def test_a_marker_without_a_target_may_be_turned() -> None:
    m = enter(italy("i", "3011", "light", facing="N"), italy("j", "3110", facing="N"), dice=[1, 1, 1, 1])
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    m.answer("italy", {"do": "pass"})
    assert (m.ask.what, m.ask.data["targets"]) == ("turn_marker", ["3110"])
    m.answer("austria", {"do": "turn", "hex": "3010", "target": "3110"})
    assert events(m, "combat")[0].data["target"] == "3110"


@pytest.mark.rule("custoza:11.5.3-b", "custoza:11.2-a")
def test_a_counter_attack_meets_the_whole_hex_and_its_victory_ends_the_action() -> None:
    m = enter(italy("i", "3011", facing="N", sp=12), dice=[1, 1, 6, 6])
    m.answer("italy", {"do": "assault", "units": ["i"]})
    roll = events(m, "roll")[1]
    assert (roll.data["by"], roll.data["odds"], roll.data["target"]) == ("italy", "12:6", "3010")
    assert (m.ask.what, m.ask.who, m.ask.data["marker"]) == ("retreat", ("austria",), "3011")


@pytest.mark.rule("custoza:11.1-c", "custoza:11.1-d")
def test_leaving_a_zone_and_moving_within_it() -> None:
    units = austria("a", "3010", facing="S"), italy("i", "3011", facing="N")
    m = play(*units, active={"formation": "austria"}, dice=[1, 1])
    m.answer("austria", {"do": "move", "units": ["a"], "path": ["3009"]})
    assert (m.ask.what, m.ask.rule, m.ask.data["hex"], m.ask.data["to"]) == ("react", "11.1-c", "3010", "3009")
    inside = {"formation": "austria", "markers": [{"type": "assault", "hex": "3110", "target": "3111"}]}
    both = play(*units, italy("j", "3111", facing="N"), active=inside, dice=[1, 1])
    both.answer("austria", {"do": "assault", "units": ["a"], "path": ["3110"]})
    triggers = {force["units"][0]: force["trigger"] for force in both.ask.data["forces"]}
    assert triggers == {"i": "within", "j": "enters"}


@pytest.mark.rule("custoza:10.5.6-a")
def test_a_retreat_into_a_zone_lets_others_react_also_of_the_active_side() -> None:
    active = {"formation": "italy", "markers": [{"type": "assault", "hex": "3010", "target": "3011"}]}
    closed = {"terrain": {"2911": "lake", "3111": "lake"}}
    units = italy("A", "3010", facing="S"), austria("D", "3011", facing="N"), italy("Z", "3112", facing="NW")
    m = play(*units, board=closed, active=active, dice=[5, 6, 1, 1])
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    if m.ask.what == "retreat":
        m.answer("austria", m.options("austria")[0])
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("react", ("italy",), "10.5.6-a")
    assert [force["units"] for force in m.ask.data["forces"]] == [["Z"]]


@pytest.mark.rule("custoza:22.4-a")
def test_no_reactions_at_night() -> None:
    m = play(
        austria("a", "3010", facing="S"),
        italy("i", "3011", facing="N"),
        active={"formation": "austria"},
        light="night",
    )
    m.answer("austria", {"do": "move", "units": ["a"], "path": ["3009"]})
    assert m.ask.what == "face"
