"""16.8 to 16.12, 17.2 and chapter 15: Formations deploy, scouts are found out, Formations enter Reserve."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.custoza.rules import deployment, states
from tests.games.custoza.support import Plain, austria, events, italy, now, play, refused, state, where

ROAD = [f"30{row:02}" for row in range(5, 34)]
BOARD: Plain = {"roads": [{"class": "major", "path": ROAD}]}
MARCH: Plain = {"mode": "advanced", "gt": 6, "phase": "march"}
D1: Plain = {"id": "d1", "side": "italy", "command": 3, "state": "march", "objective": "3033"}
A1: Plain = {"id": "a1", "side": "austria", "command": 3, "state": "march", "objective": "3005"}


def commander(side: str, hex: str) -> Plain:
    name = "d1" if side == "italy" else "a1"
    return {"id": f"com.{name}", "side": side, "type": "commander", "hex": hex, "formation": name}


def inside(side: str, *ids: str, **more: Any) -> list[Plain]:
    name = "d1" if side == "italy" else "a1"
    return [{"id": id, "side": side, "formation": name, "type": "line", "box": "formation", **more} for id in ids]


def marching(*units: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    said: Plain = {**MARCH, "formations": [D1, A1], "board": BOARD, **more}
    return play(*units, dice=dice or [], **said)


def asked(match: q.Match) -> tuple[str, str]:
    assert match.ask is not None
    return match.ask.what, match.ask.who[0]


@pytest.mark.rule("custoza:16.8-a", "custoza:16.11-a", "custoza:15.1-b")
@pytest.mark.parametrize(("hex", "deploys"), [("3019", True), ("3020", False)])
def test_within_nine_hexes_of_an_enemy_unit_a_formation_deploys(hex: str, deploys: bool) -> None:
    enemy = austria("A", hex, formation="a1")
    m = marching(commander("italy", "3010"), *inside("italy", "r1"), enemy, formations=[D1, {**A1, "state": "engaged"}])
    assert [event.data["formation"] for event in events(m, "deployed")] == (["d1"] if deploys else [])
    assert now(m).formations["d1"].state == ("engaged" if deploys else "march")
    assert asked(m) == (("deploy", "italy") if deploys else ("march", "italy"))


@pytest.mark.rule("custoza:16.8-b", "custoza:16.8-a")
def test_two_formations_that_meet_both_deploy_the_stationary_one_first() -> None:
    units = (commander("italy", "3010"), *inside("italy", "r1"), commander("austria", "3028"), *inside("austria", "b1"))
    m = marching(*units, dice=[1])
    m.answer("italy", {"do": "activate", "formation": "d1"})
    m.answer("italy", {"do": "move", "units": ["com.d1"], "path": ROAD[6:16]})
    assert where(m, "com.d1") == "3019", "the march ends where the enemy is nine hexes away"
    assert asked(m) == ("deploy", "austria")
    m.answer("austria", m.options("austria")[0])
    assert asked(m) == ("deploy", "italy")
    assert [event.data["formation"] for event in events(m, "deployed")] == ["a1", "d1"]


@pytest.mark.rule("custoza:16.8-c", "custoza:14.2.3-a")
def test_units_are_placed_on_the_road_within_four_hexes_face_down_and_in_march() -> None:
    enemy = austria("A", "3118", formation="a1")
    units = inside("italy", "r1", "r2", "r3") + inside("italy", "g1", type="artillery")
    entries: list[Plain] = [D1, {**A1, "state": "engaged"}]
    m = marching(commander("italy", "3010"), italy("gen", "1010", "general"), *units, enemy, formations=entries)
    for id, hex in (("r1", "3010"), ("r2", "3011"), ("r3", "3014"), ("g1", "3010")):
        assert m.ask is not None
        assert m.ask.data["unit"] == id, "in the order of the roster"
        hexes = {option["hex"] for option in m.options("italy")}
        assert hexes <= set(ROAD[1:10]), "within four of 3010"
        assert refused(m, "italy", {"do": "place", "unit": id, "hex": "3110"}) == "16.8-c"
        m.answer("italy", {"do": "place", "unit": id, "hex": hex})
        assert where(m, id) == hex
    s = now(m)
    assert all(s.units[id].march and s.units[id].facing in (2, 3) for id in ("r1", "r2", "r3", "g1")), (
        "towards the enemy"
    )
    seen = [unit for unit in m.view("austria")["units"] if unit["side"] == "italy"]
    assert {unit["type"] for unit in seen if unit.get("hidden")} == {"infantry", "artillery", "piece"}
    assert [unit["id"] for unit in seen if not unit.get("hidden")] == ["com.d1"], "the commander lies face up"
    assert next(unit for unit in seen if unit["type"] == "piece")["hex"] == "1010"


@pytest.mark.rule("custoza:16.8-c", "custoza:2.9-b")
def test_where_the_road_is_full_the_hexes_next_to_it_serve() -> None:
    board = {"roads": [{"class": "major", "path": ["3010", "3011"]}]}
    full = [italy(f"f{hex}", hex, sv=5, formation="x") for hex in ("3010", "3011")]
    units = [commander("italy", "3010"), *inside("italy", "r1"), *full]
    s = state(*units, board=board, **MARCH, formations=[{**D1, "state": "engaged", "objective": None}])
    hexes = set(s.board.numbers(deployment.room_for(s, s.units["r1"])))
    around = {s.board.grid.numbers[h] for hex in ("3010", "3011") for h in s.board.grid.adjacent[s.board.hex(hex)]}
    assert hexes == around - {"3010", "3011"}


@pytest.mark.rule("custoza:16.8-d")
def test_with_a_deployment_one_scout_leaves_the_map_of_the_owner_s_choice() -> None:
    enemy = austria("A", "3019", formation="a1")
    scouts = (italy("s1", "3010", "scout"), italy("s2", "1010", "scout"))
    units = (commander("italy", "3010"), *inside("italy", "r1"), *scouts, enemy)
    m = marching(*units, formations=[D1, {**A1, "state": "engaged"}], dice=[1, 2, 3, 4])
    m.answer("italy", m.options("italy")[0])
    assert asked(m) == ("scout", "italy")
    m.answer("italy", {"do": "remove", "unit": "s1"})
    assert (where(m, "s1"), where(m, "s2")) == ("pool", "1010")
    assert [event.data["hex"] for event in events(m, "scout_removed")] == ["3010"]


@pytest.mark.rule("custoza:16.9-a", "custoza:16.9-b")
def test_a_scout_that_meets_a_marching_piece_is_removed_and_nobody_deploys() -> None:
    """The scout comes within nine hexes of a true commander: it goes, and is put on its own commander at once."""
    scouts = (italy("s1", "3018", "scout"), austria("s9", "6010", "scout"))
    units = (commander("italy", "3005"), *inside("italy", "r1"), commander("austria", "3030"), *inside("austria", "b1"))
    m = marching(*units, *scouts, dice=[1])
    m.answer("italy", {"do": "activate", "formation": "d1"})
    m.answer("italy", {"do": "move", "units": ["com.d1"], "path": ROAD[1:9]})
    m.answer("italy", {"do": "move", "units": ["s1"], "path": ["3019", "3020", "3021", "3022", "3023"]})
    moved = events(m, "moved")[-1]
    assert moved.data["to"] == "3021", "it stops nine hexes from 3030"
    assert [event.data["hex"] for event in events(m, "scout_removed")] == ["3021"]
    assert events(m, "deployed") == []
    assert where(m, "s1") == "3013", "there is but one other piece, so nobody was asked"
    assert asked(m) == ("screen", "austria")


@pytest.mark.rule("custoza:16.9-c")
def test_who_owns_the_true_commander_may_put_a_scout_on_him_unseen() -> None:
    scouts = (italy("s1", "3021", "scout"), austria("s9", "6010", "scout"))
    units = (commander("italy", "3005"), *inside("italy", "r1"), commander("austria", "3030"), *inside("austria", "b1"))
    m = marching(*units, *scouts)
    assert asked(m) == ("screen", "austria")
    assert m.asked("italy").what == "secret"
    m.answer("austria", {"do": "place", "unit": "s9", "hex": "3030"})
    assert where(m, "s9") == "3030"
    pieces = [unit for unit in m.view("italy")["units"] if unit["side"] == "austria"]
    assert [(unit["type"], unit["hex"]) for unit in pieces] == [("piece", "3030"), ("piece", "3030")]


@pytest.mark.rule("custoza:16.9-a")
def test_two_scouts_that_meet_both_go_and_one_that_meets_troops_goes() -> None:
    own = (commander("italy", "1010"), *inside("italy", "r1"), commander("austria", "6030"), *inside("austria", "b1"))
    m = marching(*own, italy("s1", "3010", "scout"), austria("s9", "3019", "scout"))
    assert {event.data["hex"] for event in events(m, "scout_removed")} == {"3010", "3019"}
    assert (where(m, "s1"), where(m, "s9")) == ("1010", "6030")
    m = marching(*own, italy("s1", "3010", "scout"), austria("A", "3019"))
    assert [event.data["hex"] for event in events(m, "scout_removed")] == ["3010"]


@pytest.mark.rule("custoza:17.2-a", "custoza:15-b")
def test_a_formation_in_reserve_is_made_to_deploy_in_the_action_phase_even_if_it_has_changed() -> None:
    """An enemy Force marches up; when its action is over the Formation stands on the road before it."""
    resting: Plain = {**D1, "state": "reserve", "objective": None, "changed": True}
    enemy = austria("A", "3021", formation="a1", march=True, facing="N")
    units = (commander("italy", "3010"), *inside("italy", "r1"), enemy)
    said: Plain = {"phase": None, "active": {"formation": "a1"}, "formations": [resting, {**A1, "state": "engaged"}]}
    del said["phase"]
    m = play(*units, mode="advanced", gt=6, board=BOARD, **said)
    assert events(m, "deployed") == []
    m.answer("austria", {"do": "move", "units": ["A"], "path": ["3020", "3019"]})
    assert [event.rule for event in events(m, "deployed")] == ["17.2-a"]
    assert asked(m) == ("deploy", "italy")


@pytest.mark.rule("custoza:16.8-a")
def test_neither_a_general_nor_the_command_phase_makes_anybody_deploy() -> None:
    units = (
        commander("italy", "3010"),
        *inside("italy", "r1"),
        austria("gen", "3015", "general"),
        austria("A", "6030"),
    )
    m = marching(*units, formations=[D1, {**A1, "state": "engaged"}])
    assert events(m, "deployed") == []
    near = (commander("italy", "3010"), *inside("italy", "r1"), austria("A", "3015", formation="a1"))
    m = marching(*near, phase="command", formations=[D1, {**A1, "state": "engaged"}])
    assert events(m, "deployed") == []


# -- 16.12: entering Reserve -------------------------------------------------------------------------------------------

ENGAGED: Plain = {"id": "d1", "side": "italy", "state": "engaged"}
FRONT: Plain = {"id": "a1", "side": "austria", "state": "engaged"}


def resting(enemy: str, *units: Plain, **more: Any) -> str | None:
    """The rule by which an Engaged Formation at 3010 may not enter Reserve."""
    own = ({**commander("italy", "3010"), "up": True}, *units)
    s = state(*own, austria("A", enemy, formation="a1"), mode="advanced", formations=[{**ENGAGED, **more}, FRONT])
    refusal = states.refuse_reserve(s, "italy", "d1")
    return None if refusal is None else refusal.rule


@pytest.mark.rule("custoza:16.12-b", "custoza:15-b", "custoza:15.1-b")
def test_an_engaged_formation_rests_only_far_from_the_enemy_and_together() -> None:
    unit = italy("I", "3011", formation="d1")
    assert resting("3020", unit) is None
    assert resting("3019", unit) == "16.12-b", "nine hexes from its commander"
    assert resting("3119", italy("I", "3014", formation="d1")) is None
    assert resting("3117", italy("I", "3014", formation="d1")) == "16.12-b", "four hexes from a unit"
    assert resting("3030", italy("I", "3015", formation="d1")) == "16.12-b", "out of command"
    assert resting("3030", unit, changed=True) == "15-b"


@pytest.mark.rule("custoza:16.12-c", "custoza:17-a", "custoza:16-a")
def test_entering_reserve_takes_units_off_turns_the_commander_down_and_brings_a_scout() -> None:
    own = ({**commander("italy", "3010"), "up": True}, italy("I", "3011", formation="d1", square=True))
    scouts = (italy("s1", "1010", "scout"), {"id": "s2", "side": "italy", "type": "scout", "box": "pool"})
    said: Plain = {"mode": "advanced", "gt": 6, "phase": "command", "initiative": "austria"}
    m = play(*own, *scouts, austria("A", "3030", formation="a1"), formations=[ENGAGED, FRONT], **said)
    assert asked(m) == ("states", "italy")
    m.answer("italy", {"do": "reserve", "formation": "d1"})
    s = now(m)
    assert (where(m, "I"), s.units["com.d1"].up, s.units["I"].square) == ("formation", False, False)
    assert asked(m) == ("scout", "italy")
    assert {option["unit"] for option in m.options("italy")} == {"s1", "s2"}
    m.answer("italy", {"do": "place", "unit": "s2", "hex": "3010"})
    pieces = [unit for unit in m.view("austria")["units"] if unit["side"] == "italy" and unit["hex"] == "3010"]
    assert [unit["type"] for unit in pieces] == ["piece", "piece"]
    entry = next(entry for entry in m.view("austria")["formations"] if entry["id"] == "d1")
    assert entry["state"] == "march", "whether it marches or rests the enemy does not see"


# -- 15: states --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("custoza:15.4-a")
def test_stragglers_leave_the_map_when_they_are_in_their_commander_s_range() -> None:
    near, far = italy("near", "3012", formation="d1"), italy("far", "3030", formation="d1")
    units = (commander("italy", "3010"), near, far, austria("A", "6030", formation="a1"))
    m = marching(*units, phase="initiative", skip_command=6, fixed_initiative=True, formations=[D1, FRONT])
    assert (where(m, "near"), where(m, "far")) == ("formation", "3030")
    assert now(m).units["far"].ooc
    assert [event.data["unit"] for event in events(m, "rejoined")] == ["near"]


@pytest.mark.rule("custoza:15-a", "custoza:17.1-a", "custoza:16.3-a")
def test_each_state_has_its_phase() -> None:
    """Engaged Formations are activated in the Action Phase, those In March in the March Phase, the Reserve never."""
    third = {"id": "d3", "side": "italy", "state": "reserve"}
    own = (
        commander("italy", "1010"),
        *inside("italy", "r1"),
        italy("I", "2030", formation="d2"),
        {**commander("italy", "1020"), "id": "com.d3", "formation": "d3"},
    )
    entries: list[Plain] = [D1, {"id": "d2", "side": "italy"}, third, FRONT]
    m = marching(*own, austria("A", "6030", formation="a1"), formations=entries)
    assert {option.get("formation") for option in m.options("italy")} == {"d1", None}
    assert refused(m, "italy", {"do": "activate", "formation": "d3"}) == "17.1-a"
    assert refused(m, "italy", {"do": "activate", "formation": "d2"}) == "16.4-c"
    m = play(*own, austria("A", "6030", formation="a1"), mode="advanced", phase="action", formations=entries)
    assert {option.get("formation") for option in m.options("italy")} == {"d2", None}
