"""Chapter 11: reactions."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, rolls, where

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


@pytest.mark.rule("custoza:7.8.3-c", "custoza:11.1-f")
def test_of_a_hex_only_those_react_that_do_not_march() -> None:
    m = enter(italy("i", "3011", facing="N"), italy("j", "3011", sv=1, facing="N", march=True), dice=[6, 6, 1, 1])
    assert [force["units"] for force in m.ask.data["forces"]] == [["i"]]


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


# -- 11.1: triggers ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.1-e", "custoza:10.3-a")
def test_who_advances_into_a_zone_is_met_there() -> None:
    units = austria("a", "3010", facing="S", sp=12), italy("i", "3011", facing="N"), italy("j", "2912", facing="NE")
    m = play(*units, active=ACTIVE, dice=[6, 6, 1, 1])
    m.answer("austria", {"do": "assault", "units": ["a"], "path": []})
    while m.ask.what in ("retreat", "face", "hit"):
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[0])
    assert where(m, "a") == "3011"
    near = play(units[0], units[1], italy("j", "2911", facing="NE"), active=ACTIVE, dice=[6, 6, 1, 1])
    near.answer("austria", {"do": "assault", "units": ["a"], "path": []})
    while near.ask.what in ("retreat", "face", "hit"):
        near.answer(near.ask.who[0], near.options(near.ask.who[0])[0])
    assert (near.ask.what, near.ask.who, near.ask.rule) == ("react", ("italy",), "11.1-e")
    assert [(force["units"], force["trigger"]) for force in near.ask.data["forces"]] == [(["j"], "advance")]
    near.answer("italy", {"do": "fire", "units": ["j"]})
    assert (rolls(near, "fire")[0].data["hex"], rolls(near, "fire")[0].data["targets"]) == ("3011", ["a"])


def withdrawing(*others: Plain, closed: tuple[str, ...] = (), **more: Any) -> q.Match:
    """An Austrian Force in 3011 that was not activated withdraws from the Italians in 3010."""
    return play(
        austria("a", "3011", facing="N"),
        italy("i", "3010", facing="S"),
        *others,
        board={"terrain": dict.fromkeys(closed, "lake")},
        phase="non_activated",
        next="austria",
        initiative="italy",
        **more,
    )


@pytest.mark.rule("custoza:11.1-g", "custoza:12.2-a")
def test_outside_an_activation_only_entering_another_zone_sets_off_reactions() -> None:
    leaving = withdrawing()
    leaving.answer("austria", {"do": "fall_back", "units": ["a"], "path": ["3012"]})
    assert leaving.ask.what == "face", "nobody reacts to who leaves"
    along = withdrawing(closed=("2910", "2911", "3111", "3012"))
    along.answer("austria", {"do": "fall_back", "units": ["a"], "path": ["3110", "3210"]})
    assert (along.ask.what, where(along, "a")) == ("face", "3210"), "nor to who goes on through the same Force's zone"
    other = withdrawing(italy("z", "3112", facing="NW"), closed=("2910", "2911", "3111", "3110"))
    assert (other.ask.what, other.ask.who, other.ask.rule) == ("react", ("italy",), "10.5.6-a")
    assert [force["units"] for force in other.ask.data["forces"]] == [["z"]]
    quiet = withdrawing(
        italy("z", "3112", facing="NW"),
        closed=("2910", "2911", "3111", "3110"),
        options={"quiet_withdrawals": "none"},
    )
    assert quiet.ask.what == "face"


@pytest.mark.rule("custoza:11.4-a", "custoza:11.4-b", "custoza:11.3-a")
def test_reactions_are_done_one_by_one_before_the_action_goes_on() -> None:
    m = enter(italy("i", "3011", facing="N"), italy("j", "2910", facing="NE"), dice=[1, 1, 1, 1, 1, 2])
    assert not events(m, "combat")
    assert sorted(force["units"][0] for force in m.ask.data["forces"]) == ["i", "j"]
    m.answer("italy", {"do": "fire", "units": ["j"]})
    assert [force["units"] for force in m.ask.data["forces"]] == [["i"]]
    m.answer("italy", {"do": "fire", "units": ["i"]})
    assert [roll.data["units"] for roll in rolls(m, "fire")] == [["j"], ["i"]]
    assert rolls(m, "assault"), "now the Assault is resolved"


@pytest.mark.rule("custoza:11.4-a", "custoza:10.5.6-a")
def test_a_reaction_inside_a_reaction_is_over_before_the_outer_one_goes_on() -> None:
    marks = [{"type": "assault", "hex": "3010", "target": "3011"}]
    m = play(
        austria("a", "3009", facing="S"),
        austria("w", "3112", facing="NW"),
        italy("i", "3011", "light", facing="N"),
        italy("rest", "5010"),
        active={"formation": "austria", "markers": marks},
        board={"terrain": {"2911": "lake", "3111": "lake"}},
        dice=[1, 1, 1, 1],
    )
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    assert (m.ask.what, m.ask.who, m.ask.rule) == ("react", ("austria",), "10.5.6-a"), "also Forces of the active side"
    m.answer("austria", {"do": "fire", "units": ["w"]})
    assert rolls(m, "fire")[0].data["targets"] == ["i"]
    assert (m.ask.what, m.ask.rule) == ("go_on", "11.5.5-d"), "then the Assault finds its target gone"


# -- 11.5 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:11.5-a", "custoza:11.5.3-d")
def test_what_each_class_may_do_in_reaction() -> None:
    m = enter(
        italy("i", "3011", facing="N"),
        italy("g", "3011", "artillery", facing="N"),
        italy("k", "2910", "cavalry", facing="NE"),
    )
    may = {force["units"][0]: set(force["may"]) for force in m.ask.data["forces"]}
    assert may == {
        "i": {"face", "fire", "assault", "square", "fall_back"},
        "g": {"face", "fire", "limber"},
        "k": {"face", "assault", "charge", "fall_back"},
    }
    for do, units, rule in (
        ("charge", "i", "11.5.3-d"),
        ("assault", "g", "11.5.3-b"),
        ("fall_back", "g", "11.5.5-a"),
        ("square", "k", "11.5.4-a"),
        ("fire", "k", "11.5.2-a"),
        ("unlimber", "g", "11.5.6-a"),
    ):
        assert (
            refused(m, "italy", {"do": do, "units": [units], **({"path": ["3012"]} if do == "fall_back" else {})})
            == rule
        )


@pytest.mark.rule("custoza:11.5.4.1-b", "custoza:11.5.6-a")
def test_a_square_is_left_as_a_reaction_or_before_the_force_acts() -> None:
    m = enter(italy("i", "3011", facing="N", square=True), dice=[1, 2])
    assert "leave_square" in m.ask.data["forces"][0]["may"]
    m.answer("italy", {"do": "leave_square", "units": ["i"]})
    assert not now(m).units["i"].square
    own = play(
        italy("i", "3011", square=True), italy("rest", "5010"), austria("far", "6010"), active={"formation": "italy"}
    )
    own.answer("italy", {"do": "leave_square", "units": ["i"]})
    assert not now(own).units["i"].square
    assert own.refuse("italy", {"do": "move", "units": ["i"], "path": ["3012"]}) is None, "it is free"
    assert refused(own, "italy", {"do": "leave_square", "units": ["i"]}) == "11.5.4.1-b"


@pytest.mark.rule("custoza:11.5.4.1-a")
def test_a_square_that_attacks_or_must_withdraw_is_given_up() -> None:
    m = enter(italy("i", "3011", facing="N", square=True, sp=12), dice=[1, 1, 6, 6])
    m.answer("italy", {"do": "assault", "units": ["i"]})
    assert not now(m).units["i"].square
    idle = play(
        italy("A", "3010", square=True), austria("D", "3011"), phase="non_activated", next="italy", initiative="italy"
    )
    idle.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009"]})
    assert (where(idle, "A"), now(idle).units["A"].square) == ("3009", False)


@pytest.mark.rule("custoza:11.5.5-a", "custoza:10.5.2-b")
def test_who_falls_back_through_a_crowd_disturbs_it() -> None:
    closed = {"terrain": {"2911": "lake", "3111": "lake"}}
    m = enter(italy("i", "3011", facing="N"), italy("f", "3012", sv=4), board=closed, dice=[1, 1])
    m.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012", "3013"]})
    assert (where(m, "i"), now(m).units["f"].status) == ("3013", 1)


@pytest.mark.rule("custoza:12.1-b")
def test_nobody_withdraws_as_an_action() -> None:
    m = play(italy("A", "3010"), austria("D", "3011"), active={"formation": "italy"})
    assert refused(m, "italy", {"do": "fall_back", "units": ["A"], "path": ["3009"]}) == "12.1-b"
    reacting = enter(italy("i", "3011", facing="N"), dice=[1, 1])
    assert refused(reacting, "italy", {"do": "fall_back", "units": ["i"], "path": ["3012", "3013"]}) == "11.5.5-a"
    reacting.answer("italy", {"do": "fall_back", "units": ["i"], "path": ["3012"]})
    assert where(reacting, "i") == "3012"


# -- what is open to a Force -------------------------------------------------------------------------------------------


def open_to(*units: Plain) -> set[str]:
    """The reactions of the first Force that may react to who enters 3010."""
    return set(enter(*units).ask.data["forces"][0]["may"])


@pytest.mark.rule("custoza:7.7-c", "custoza:11.5.4-a")
def test_a_disorganised_force_forms_no_square_in_reaction() -> None:
    assert "square" in open_to(italy("i", "3011", facing="N", status="disordered"))
    m = enter(italy("i", "3011", facing="N", status="disorganised"))
    assert "square" not in m.ask.data["forces"][0]["may"]
    assert refused(m, "italy", {"do": "square", "units": ["i"]}) == "7.7-c"


@pytest.mark.rule("custoza:8.2.1-a", "custoza:8.8-b", "custoza:11.5.2-a")
def test_infantry_fires_back_through_its_front_while_it_has_ammunition() -> None:
    assert "fire" in open_to(italy("i", "3011", facing="N"))
    assert "fire" not in open_to(italy("i", "3011", facing="S"))
    assert "fire" not in open_to(italy("i", "3011", facing="N", ammo="out"))
    m = enter(italy("i", "3011", facing="N", ammo="out"))
    assert refused(m, "italy", {"do": "fire", "units": ["i"]}) == "11.5.2-a"


@pytest.mark.rule("custoza:9-a", "custoza:9.8-a", "custoza:11.5.3-d")
def test_cavalry_that_is_not_exhausted_may_charge_back() -> None:
    assert "charge" not in open_to(italy("k", "3011", "cavalry", facing="N", exhausted=True))
    assert "charge" not in open_to(italy("i", "3011", facing="N"))
    m = enter(italy("k", "3011", "cavalry", facing="N", sp=12), dice=[1, 1, 6, 6])
    m.answer("italy", {"do": "charge", "units": ["k"]})
    assert [(roll.data["by"], roll.data["hex"], roll.data["target"]) for roll in rolls(m, "charge")] == [
        ("italy", "3011", "3010")
    ]


@pytest.mark.rule("custoza:10.1-b", "custoza:11.5.3-b")
@pytest.mark.parametrize(("ma", "reaches"), [(3, True), (2, False)])
def test_who_is_fired_at_attacks_back_as_far_as_its_allowance_goes(ma: int, reaches: bool) -> None:
    guns = austria("h", "3008", "artillery", facing="S")
    m = play(guns, italy("i", "3011", facing="N", ma=ma), dice=[1, 1], active={"formation": "austria"})
    m.answer("austria", {"do": "fire", "units": ["h"], "hex": "3011"})
    assert ("assault" in m.ask.data["forces"][0]["may"]) is reaches
    if reaches:
        assert {"do": "assault", "units": ["i"], "path": ["3010", "3009"]} in m.options("italy")


@pytest.mark.rule("custoza:10.5-a", "custoza:11.5.3-b")
def test_a_beaten_counter_attacker_goes_back_as_an_attacker_does() -> None:
    m = enter(italy("i", "3011", facing="N"), dice=[1, 1, 1, 2])
    m.answer("italy", {"do": "assault", "units": ["i"]})
    assert (m.ask.what, m.ask.who, m.ask.data["hexes"]) == ("retreat", ("italy",), 1)
    assert {option["path"][-1] for option in m.options("italy")} == {"2911", "3012", "3111"}
