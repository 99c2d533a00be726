"""What weighs on Formations and units: fatigue, collapse, no supply (18-20), rivers (22.1), forts and the night."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import cohesion, collapse, combat
from tests.games.custoza.support import (
    Plain,
    austria,
    decline,
    events,
    italy,
    now,
    play,
    refused,
    rolls,
    state,
    where,
)

MARKER = {"type": "assault", "hex": "3010", "target": "3011"}
ACTIVE = {"formation": "italy", "markers": [MARKER]}
IDLE = italy("idle", "5010")
FAR = austria("far", "6010")


def burdened(**burden: Any) -> Any:
    """A, whose Formation bears this, before D in the Advanced Game."""
    return state(
        italy("A", "3010", facing="S", sp=5, max=6),
        austria("D", "3011", facing="N", sp=5),
        mode="advanced",
        formations=[{"id": "italy", "side": "italy", "collapse": 9, **burden}],
        active=ACTIVE,
    )


@pytest.mark.rule("custoza:18.4-a", "custoza:19.3-a", "custoza:20.1.1-a")
@pytest.mark.parametrize(
    ("burden", "in_combat", "in_check"),
    [
        ({}, [], []),
        ({"fatigued": True}, [("18.4-a", -1)], [("18.4-a", 1)]),
        ({"collapse": 1}, [("19.3-a", -1)], [("19.3-a", 2)]),
        ({"cut_off": True}, [("20.1.1-a", -1)], [("20.1.1-a", 2)]),
    ],
)
def test_what_a_formation_bears_weighs_in_combat_and_in_checks(
    burden: Plain, in_combat: list[Any], in_check: list[Any]
) -> None:
    s = burdened(**burden)
    ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), "assault")
    assert ahead is not None
    assert [modifier for modifier in ahead.modifiers if modifier[0] != "10.4.2-a"] == in_combat
    assert cohesion.modifiers(s, s.units["A"], "face", None) == in_check


@pytest.mark.rule("custoza:20.1.1-b")
def test_collapsed_and_cut_off_count_once() -> None:
    s = burdened(collapse=1, cut_off=True)
    ahead = combat.prospects(s, [s.units["A"]], s.board.hex("3011"), "assault")
    assert ahead is not None
    assert [modifier for modifier in ahead.modifiers if modifier[0] != "10.4.2-a"] == [("19.3-a", -1)]
    assert cohesion.modifiers(s, s.units["A"], "face", None) == [("19.3-a", 2)]


@pytest.mark.rule("custoza:19.1-a", "custoza:19.2-a", "custoza:19.4-a")
def test_a_formation_is_collapsed_while_its_losses_reach_its_level() -> None:
    gone = {"side": "italy", "type": "line", "sp": 4, "max": 6}
    units = (
        italy("A", "3010", sp=4, max=6),
        {"id": "B", "box": "routed", **gone},
        {"id": "C", "box": "eliminated", **gone},
        austria("D", "3020"),
    )
    for level, fallen in ((14, True), (15, False)):
        formations = [{"id": "italy", "side": "italy", "collapse": level}]
        s = state(*units, mode="advanced", formations=formations)
        assert collapse.losses(s, "italy") == 2 + 6 + 6
        assert collapse.collapsed(s, "italy") is fallen
    base = state(*units, formations=[{"id": "italy", "side": "italy", "collapse": 1}])
    assert not collapse.collapsed(base, "italy")
    assert (
        next(e for e in play(*units, fixed_initiative=True).view("austria")["formations"] if e["id"] == "italy")[
            "losses"
        ]
        == 14
    )


@pytest.mark.rule("custoza:19.1-b", "custoza:19.2-a")
def test_the_losses_of_a_formation_are_counted_for_both_players() -> None:
    routed = {"id": "B", "side": "italy", "type": "line", "sp": 4, "max": 6, "box": "routed"}
    units = italy("A", "3010", sp=4, max=6), routed, austria("D", "3020")
    assert collapse.losses(state(*units), "italy") == 2 + 6
    m = play(*units, fixed_initiative=True)
    told = [entry["losses"] for seat in m.seats for entry in m.view(seat)["formations"] if entry["id"] == "italy"]
    assert told == [8, 8]


@pytest.mark.rule("custoza:13.6.3-a", "custoza:19.3-b", "custoza:20.1.1-a")
@pytest.mark.parametrize(("dice", "status"), [([6, 6], 2), ([1, 1], 0)])
def test_who_is_cut_off_recovers_only_after_a_check(dice: list[int], status: int) -> None:
    m = play(
        italy("A", "3010", status="disordered"),
        FAR,
        mode="advanced",
        formations=[{"id": "italy", "side": "italy", "cut_off": True}],
        active={"formation": "italy"},
        dice=dice,
    )
    m.answer("italy", {"do": "done"})
    assert [event.data["reason"] for event in rolls(m, "cohesion")] == ["recover"]
    assert now(m).units["A"].status == status


@pytest.mark.rule("custoza:18.2-e", "custoza:26.1.3-b")
def test_who_has_fought_is_marked_as_such_on_both_sides() -> None:
    m = play(italy("A", "3010", facing="S"), IDLE, austria("D", "3011", facing="N"), active=ACTIVE, dice=[1, 2])
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert [(f.fought, f.blooded) for f in now(m).formations.values()] == [(True, True), (True, True)]


# -- 22.1, 22.3, 22.4 --------------------------------------------------------------------------------------------------

BRIDGE = {
    "terrain": {"3011": "tione"},
    "bridges": ["3011"],
    "roads": [{"class": "major", "path": ["3010", "3011", "3012"]}],
}


@pytest.mark.rule("custoza:22.1-a")
def test_guns_neither_unlimber_nor_leave_march_on_a_bridge_of_the_tione() -> None:
    m = play(italy("g", "3011", "artillery", march=True), IDLE, FAR, active={"formation": "italy"}, board=BRIDGE)
    stay = {"do": "move", "units": ["g"], "path": []}
    assert refused(m, "italy", {**stay, "march": False}) == "22.1-a"
    assert refused(m, "italy", {**stay, "path": ["3010", "3011"], "unlimber": True}) == "22.1-a"
    on_land = play(italy("g", "3011", "artillery", march=True), IDLE, FAR, active={"formation": "italy"})
    assert on_land.refuse("italy", {**stay, "march": False}) is None


@pytest.mark.rule("custoza:22.1-a")
@pytest.mark.parametrize(("board", "reacts"), [(BRIDGE, False), ({}, True)])
def test_guns_under_fire_unlimber_in_reaction_but_not_on_a_bridge_of_the_tione(board: Plain, reacts: bool) -> None:
    m = play(
        austria("h", "3008", "artillery", facing="S"),
        italy("g", "3011", "artillery", march=True),
        active={"formation": "austria"},
        board=board,
        dice=[1, 1],
    )
    m.answer("austria", {"do": "fire", "units": ["h"], "hex": "3011"})
    assert (m.ask is not None and m.ask.what == "react") is reacts


@pytest.mark.rule("custoza:22.4-a")
def test_at_night_nobody_declares_enters_a_zone_or_fires() -> None:
    units = (
        italy("A", "3009", facing="S"),
        italy("g", "3008", "artillery", facing="S"),
        austria("D", "3011", facing="N"),
    )
    declaring = {"formation": "italy", "step": "declare"}
    assert play(*units, active=declaring, light="day").ask.what == "declare"
    m = play(*units, active=declaring, light="night")
    assert m.ask.what == "act"
    assert refused(m, "italy", {"do": "move", "units": ["A"], "path": ["3010"]}) == "22.4-a"
    assert refused(m, "italy", {"do": "fire", "units": ["g"], "hex": "3011"}) == "22.4-a"


@pytest.mark.rule("custoza:22.4-c")
@pytest.mark.parametrize(("light", "seen"), [("day", True), ("dawn", False), ("dusk", False)])
def test_in_dim_light_guns_see_three_hexes_far(light: str, seen: bool) -> None:
    m = play(
        italy("g", "3010", "artillery", facing="S"),
        austria("C", "3013", march=True),
        austria("D", "3210", march=True),
        austria("E", "3214"),
        active={"formation": "italy"},
        light=light,
    )
    assert m.refuse("italy", {"do": "fire", "units": ["g"], "hex": "3013"}) is None
    refusal = m.refuse("italy", {"do": "fire", "units": ["g"], "hex": "3214"})
    assert (refusal is None) is seen
    assert refusal is None or refusal.rule == "22.4-c"


@pytest.mark.rule("custoza:22.3.4-a", "custoza:10.5.2-a")
def test_who_falls_back_finds_room_for_one_unit_beside_a_fortress() -> None:
    closed = dict.fromkeys(("2909", "3109", "2910", "3110"), "lake")
    fort = {"id": "F", "side": "italy", "type": "fortress", "hex": "3009"}

    def ends(*inside: Plain) -> set[str]:
        m = play(
            italy("A", "3010", facing="S"),
            fort,
            *inside,
            austria("D", "3011", facing="N"),
            board={"terrain": closed},
            phase="non_activated",
            next="italy",
            initiative="austria",
        )
        return {where(m, "A")} | {option["path"][-1] for option in m.options("italy") if option["do"] == "fall_back"}

    assert "3009" in ends()
    assert "3009" not in ends(italy("B", "3009", "light"))


# -- 10.5, 11, 12: retreats, reactions, withdrawals --------------------------------------------------------------------


@pytest.mark.rule("custoza:12.1-a", "custoza:12.2-a")
def test_a_withdrawal_is_as_short_as_can_be_and_shuns_zones() -> None:
    m = play(
        italy("A", "3010", facing="S"),
        austria("D", "3011", facing="N"),
        austria("E", "3209", facing="N"),
        phase="non_activated",
        next="italy",
        initiative="austria",
    )
    back = {"do": "fall_back", "units": ["A"]}
    assert refused(m, "italy", {**back, "path": ["3009", "3008"]}) == "12.1-a"
    assert refused(m, "italy", {**back, "path": ["3109"]}) == "12.2-a", "E watches it"
    m.answer("italy", {**back, "path": ["3009"]})
    assert where(m, "A") == "3009"


@pytest.mark.rule("custoza:10.5.4-a", "custoza:12.2-a")
def test_a_commander_goes_along_with_the_last_who_withdraw() -> None:
    m = play(
        italy("A", "3010", facing="S", sv=2),
        italy("B", "3010", facing="S", sv=2),
        italy("com", "3010", "commander"),
        austria("D", "3011", facing="N"),
        phase="non_activated",
        next="italy",
        initiative="austria",
    )
    m.answer("italy", {"do": "fall_back", "units": ["A"], "path": ["3009"]})
    decline(m, "face")
    assert where(m, "com") == "3010"
    m.answer("italy", {"do": "fall_back", "units": ["B"], "path": ["2909"]})
    assert where(m, "com") == "2909"


def come(*units: Plain, dice: list[int] | None = None) -> q.Match:
    """The Austrian a enters 3010, next to the Italians in 3011."""
    m = play(
        austria("a", "3009", facing="S"), *units, dice=dice or [], active={"formation": "austria", "markers": [MARKER]}
    )
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    return m


@pytest.mark.rule("custoza:10.5.4-a", "custoza:11.5.5-a", "custoza:12.1-a")
def test_a_force_that_falls_back_may_part_and_unlimbered_guns_cannot_fall_back() -> None:
    pair = italy("i", "3011", facing="N", sv=2), italy("j", "3011", facing="N", sv=2)
    m = come(*pair, italy("g", "3011", "artillery", facing="N"), dice=[1, 1])
    may = {force["class"]: force["may"] for force in m.ask.data["forces"]}
    assert ("fall_back" in may["infantry"], "fall_back" in may["artillery"]) == (True, False)
    part = {"do": "fall_back", "units": ["i", "j"]}
    assert refused(m, "italy", {**part, "paths": {"i": ["2911"], "j": ["3010"]}}).startswith("1")
    m.answer("italy", {**part, "paths": {"i": ["2911"], "j": ["3111"]}})
    assert [where(m, id) for id in "ij"] == ["2911", "3111"]


@pytest.mark.rule("custoza:11.2-a", "custoza:11.5-a", "custoza:11.5.2-a")
def test_fire_in_reaction_strikes_who_set_it_off_and_nobody_else() -> None:
    m = play(
        austria("a", "3009", facing="S", sv=2),
        austria("h", "3010", "artillery", facing="S", sp=4),
        italy("i", "3011", facing="N", sp=12),
        active={"formation": "austria", "markers": [MARKER]},
        dice=[6, 6, 1, 2, 1, 1],
    )
    m.answer("austria", {"do": "assault", "units": ["a"], "path": ["3010"]})
    m.answer("italy", {"do": "fire", "units": ["i"]})
    assert rolls(m, "fire")[0].data["targets"] == ["a"]
    assert {event.data["unit"] for event in events(m, "hit")} == {"a"}


@pytest.mark.rule("custoza:11.1-e", "custoza:10.6.1-b")
def test_all_next_to_lone_guns_may_react_wherever_their_zones_reach() -> None:
    board = {"terrain": {"3011": "woods"}}
    m = play(
        italy("A", "3010", facing="S"),
        IDLE,
        austria("g", "3011", "artillery", facing="N"),
        austria("N", "3012", facing="N"),
        active={"formation": "italy", "markers": [MARKER]},
        board=board,
        dice=[1, 1],
    )
    m.answer("italy", {"do": "assault", "units": ["A"], "path": []})
    assert (m.ask.what, m.ask.rule) == ("react", "11.1-e")
    assert [force["units"] for force in m.ask.data["forces"]] == [["N"]], "no zone reaches into the wood, yet it may"


@pytest.mark.rule("custoza:11.5.3-b")
def test_who_attacks_back_through_a_zone_sets_off_no_reaction() -> None:
    m = play(
        austria("h", "3008", "artillery", facing="S"),
        austria("x", "3008", "light", facing="S"),
        austria("W", "2909", facing="SE"),
        italy("i", "3011", facing="N"),
        active={"formation": "austria"},
        dice=[1, 1, 1, 1, 4, 4, 1, 1, 1, 1],
    )
    m.answer("austria", {"do": "fire", "units": ["h"], "hex": "3011"})
    m.answer("italy", {"do": "assault", "units": ["i"], "path": ["3010", "3009"]})
    assert m.ask is None or m.ask.what != "react"
    assert [roll.data["target"] for roll in rolls(m, "assault")] == ["3008"]


@pytest.mark.rule("custoza:11.5.3.1-b")
def test_after_a_counter_charge_the_cavalry_moves_off_and_nobody_reacts() -> None:
    m = come(italy("k", "3011", "cavalry", facing="N", sp=12), dice=[1, 1, 6, 6])
    m.answer("italy", {"do": "charge", "units": ["k"]})
    decline(m, "retreat", "face", "hit")
    assert (m.ask.what, m.ask.who, where(m, "k")) == ("after_charge", ("italy",), "3010")
    away = next(option for option in m.options("italy") if option["do"] == "move" and len(option["path"]) > 2)
    m.answer("italy", away)
    assert where(m, "k") == away["path"][-1]
    assert m.ask is None or m.ask.what != "react"
