"""Chapters 15, 16.2, 16.10 to 16.12 and 17 by the book: states of a Formation, objectives, Reserve and stragglers."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import (
    ROAD_HEXES,
    campaign,
    com,
    corps,
    general,
    inside,
    lazily,
    own,
    scout,
    unit,
)
from tests.games.custoza.blind.situations import AUSTRIA, ITALY, Plain, ah, asked, now, rolls, say, told, where

FAR = ah("Z", "line", "6030")


def orders(*units: Any, dice: tuple[int, ...] = (), what: str = "states", **formation: Any) -> q.Match:
    """Italy, which has the initiative, is asked for its orders of the Command Phase."""
    m = campaign(*units, FAR, formations=[corps("d1", **formation)], phase="command", gt=6, dice=dice)
    for _ in range(9):
        if asked(m) == (what, ITALY):
            return m
        assert m.ask is not None
        assert m.ask.what in ("states", "objectives", "deploy")
        say(m, m.ask.who[0], "done")
    raise AssertionError(what)


def column(hex: str = "2010", **more: Any) -> list[Plain]:
    return [com("d1", hex), inside("r1", "d1", **more)]


def allowed(m: q.Match, do: str, **more: Any) -> bool:
    return m.refuse(ITALY, {"do": do, "formation": "d1", **more}) is None


MARCH: Plain = {"state": "march", "objective": "2020"}

# ---------------------------------------------------------------- 15 changes of state


@pytest.mark.rule("custoza:17.1-b", "custoza:16.2-c")
def test_a_formation_leaves_reserve_with_a_new_objective_and_no_roll() -> None:
    m = orders(*column(), state="reserve")
    say(m, ITALY, "march", formation="d1", objective="2030")
    assert (own(m, "d1")["state"], own(m, "d1")["objective"]) == ("march", "2030")
    assert rolls(m, "objective") == []


@pytest.mark.rule("custoza:15-b")
@pytest.mark.parametrize(
    ("units", "do", "formation"),
    [
        (column(), {"do": "march", "objective": "2030"}, {"state": "reserve"}),
        (column("2018"), {"do": "reserve"}, MARCH),
        (column("2018"), {"do": "deploy"}, MARCH),
    ],
)
def test_a_formation_changes_state_only_once_in_a_game_turn(units: Any, do: Plain, formation: Any) -> None:
    assert allowed(orders(*units, **formation), **do)
    changed = campaign(*units, FAR, formations=[corps("d1", changed=True, **formation)], phase="command", gt=6)
    lazily_to_states(changed)
    assert not allowed(changed, **do)


@pytest.mark.rule("custoza:15.3-b")
def test_an_engaged_formation_does_not_march_off_at_once() -> None:
    m = orders(com("d1", "2010"), unit("r1", "d1", "2010"))
    assert not allowed(m, "march", objective="2030")
    assert allowed(m, "reserve")


@pytest.mark.rule("custoza:15-b", "custoza:15.3-b")
def test_who_has_entered_reserve_does_not_march_off_in_the_same_command_phase() -> None:
    m = orders(com("d1", "2010"), unit("r1", "d1", "2010"), scout("s1", "2010"))
    say(m, ITALY, "reserve", formation="d1")
    lazily(m, "states")
    assert asked(m) == ("states", ITALY)
    assert not allowed(m, "march", objective="2030")


@pytest.mark.rule("custoza:16.2.1-a", "custoza:16.12-a", "custoza:16.1-d")
@pytest.mark.parametrize(
    ("hex", "there"), [("2017", False), ("2018", True), ("2020", True), ("2022", True), ("2023", False)]
)
def test_from_the_march_into_reserve_within_two_hexes_of_the_objective(hex: str, there: bool) -> None:
    assert allowed(orders(*column(hex), **MARCH), "reserve") is there


@pytest.mark.rule("custoza:16.10-a", "custoza:16.1-d")
@pytest.mark.parametrize(("hex", "there"), [("2017", False), ("2018", True)])
def test_a_column_deploys_of_its_own_will_at_its_objective(hex: str, there: bool) -> None:
    assert allowed(orders(*column(hex), **MARCH), "deploy") is there


@pytest.mark.rule("custoza:17.1-b", "custoza:16.10-a")
def test_a_formation_in_reserve_does_not_deploy_of_its_own_will() -> None:
    assert not allowed(orders(*column("2018"), state="reserve"), "deploy")


# ---------------------------------------------------------------- 16.12 entering Reserve


@pytest.mark.rule("custoza:16.12-b")
@pytest.mark.parametrize(
    ("foe", "free"),
    [("3020", False), ("3021", True)],
)
def test_engaged_units_rest_more_than_four_hexes_from_the_enemy(foe: str, free: bool) -> None:
    """The unit stands at 3016, in command of 3010 by the road, which is ten and eleven hexes from the enemy."""
    road = [f"30{r:02}" for r in range(10, 17)]
    units = [com("d1", "3010"), unit("r1", "d1", "3016"), ah("Y", "line", foe)]
    m = campaign(
        *units, formations=[corps("d1")], phase="command", gt=6, board={"roads": [{"class": "minor", "path": road}]}
    )
    if asked(m) == ("states", AUSTRIA):
        say(m, AUSTRIA, "done")
    assert (asked(m) == ("states", ITALY) and allowed(m, "reserve")) is free


@pytest.mark.rule("custoza:16.12-b")
@pytest.mark.parametrize(("foe", "free"), [("3019", False), ("3020", True)])
def test_an_engaged_commander_rests_more_than_nine_hexes_from_the_enemy(foe: str, free: bool) -> None:
    m = campaign(
        com("d1", "3010"), unit("r1", "d1", "3009"), ah("Y", "line", foe), formations=[corps("d1")], phase="command"
    )
    lazily_to_states(m)
    assert allowed(m, "reserve") is free


@pytest.mark.rule("custoza:16.12-b")
@pytest.mark.parametrize(("hex", "free"), [("3014", True), ("3015", False)])
def test_an_engaged_formation_rests_only_with_all_its_units_in_command(hex: str, free: bool) -> None:
    m = campaign(com("d1", "3010"), unit("r1", "d1", hex), FAR, formations=[corps("d1")], phase="command", board={})
    lazily_to_states(m)
    assert allowed(m, "reserve") is free


@pytest.mark.rule("custoza:16.12-b")
def test_an_enemy_commander_alone_does_not_keep_anybody_from_resting() -> None:
    units = [
        com("d1", "3010"),
        unit("r1", "d1", "3010"),
        com("a1", "3019", AUSTRIA, up=True),
        unit("x", "a1", "6030", AUSTRIA),
    ]
    m = campaign(*units, formations=[corps("d1"), corps("a1", AUSTRIA)], phase="command", board={})
    lazily_to_states(m)
    assert allowed(m, "reserve")


def lazily_to_states(m: q.Match) -> None:
    while asked(m) != ("states", ITALY):
        assert m.ask is not None
        assert m.ask.what == "states"
        say(m, m.ask.who[0], "done")


@pytest.mark.rule("custoza:16.12-c", "custoza:17-a")
def test_in_reserve_the_units_are_off_the_map_and_the_commander_lies_face_down_with_a_scout() -> None:
    m = orders(com("d1", "2010", up=True), unit("r1", "d1", "2012", sp=4, max=6), scout("s1", "2024"))
    say(m, ITALY, "reserve", formation="d1")
    while m.ask is not None and m.ask.what in ("scout", "states") and m.ask.who == (ITALY,):
        options = list(m.options(ITALY))
        m.answer(ITALY, next((o for o in options if o["do"] == "place"), options[0]))
    assert where(m, "r1") == "formation"
    assert now(m, "r1")["sp"] == 4
    assert now(m, "com.d1")["up"] is False
    assert where(m, "s1") == "2010"


@pytest.mark.rule("custoza:16.12-c")
def test_the_enemy_sees_two_alike_pieces_where_a_formation_rests() -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        scout("s1", "2010"),
        FAR,
        formations=[corps("d1", state="reserve")],
        phase="march",
    )
    seen = [u for u in m.view(AUSTRIA)["units"] if u["side"] == ITALY and u.get("hex") == "2010"]
    assert [u["type"] for u in seen] == ["piece", "piece"]
    assert {frozenset(u) for u in seen} == {frozenset(seen[0])}


@pytest.mark.rule("custoza:17.1-a")
def test_a_formation_in_reserve_is_not_activated_in_the_march_phase() -> None:
    m = campaign(*column(), FAR, formations=[corps("d1", state="reserve")], phase="march")
    assert asked(m) == ("march", ITALY)
    assert not allowed(m, "activate")


@pytest.mark.rule("custoza:5.1-a", "custoza:15.2-a")
def test_a_formation_in_march_is_not_activated_in_the_action_phase() -> None:
    m = campaign(
        *column(),
        com("d2", "5004"),
        unit("r2", "d2", "5004"),
        FAR,
        formations=[corps("d1", **MARCH), corps("d2")],
        phase="action",
    )
    assert asked(m) == ("activate", ITALY)
    assert not allowed(m, "activate")


# ---------------------------------------------------------------- 16.2 objectives


@pytest.mark.rule("custoza:16.2-a", "custoza:16.2-b")
@pytest.mark.parametrize(
    ("die", "command", "value", "changed"), [(4, 3, 1, True), (5, 3, 1, False), (5, 2, 3, True), (6, 4, 4, False)]
)
def test_an_objective_changes_on_the_sum_of_both_commands_but_never_on_a_six(
    die: int, command: int, value: int, changed: bool
) -> None:
    units = [*column(), general(ITALY, "5004", value)]
    m = orders(*units, what="objectives", dice=(die,), command=command, **MARCH)
    say(m, ITALY, "objective", formation="d1", hex="2030")
    assert own(m, "d1")["objective"] == ("2030" if changed else "2020")


@pytest.mark.rule("custoza:16.2-a")
def test_without_a_general_the_commander_is_alone_with_his_value() -> None:
    for die, changed in ((3, True), (4, False)):
        m = orders(*column(), what="objectives", dice=(die,), **MARCH)
        say(m, ITALY, "objective", formation="d1", hex="2030")
        assert (own(m, "d1")["objective"] == "2030") is changed


@pytest.mark.rule("custoza:16.2-a")
def test_there_is_one_try_in_a_game_turn() -> None:
    m = orders(*column(), what="objectives", dice=(5, 1), **MARCH)
    say(m, ITALY, "objective", formation="d1", hex="2030")
    assert asked(m) != ("objectives", ITALY) or not allowed(m, "objective", hex="2030")


@pytest.mark.rule("custoza:16.2-a", "custoza:16.2-c")
def test_who_leaves_reserve_has_no_other_try() -> None:
    m = orders(*column(), state="reserve")
    say(m, ITALY, "march", formation="d1", objective="2030")
    lazily(m, "objectives", "activate", "march")
    assert asked(m) != ("objectives", ITALY) or not allowed(m, "objective", hex="2025")


@pytest.mark.rule("custoza:16.10-a", "custoza:16.11-a", "custoza:16.2.2-a")
def test_a_new_objective_where_it_stands_lets_a_column_deploy() -> None:
    m = orders(*column(), what="objectives", dice=(1,), **MARCH)
    say(m, ITALY, "objective", formation="d1", hex="2010")
    assert asked(m) == ("objectives", ITALY)
    say(m, ITALY, "deploy", formation="d1")
    lazily_deployed(m)
    mine = own(m, "d1")
    assert (mine["state"], mine["objective"]) == ("engaged", None)


@pytest.mark.rule("custoza:16.10-a")
def test_a_new_objective_elsewhere_does_not_let_a_column_deploy() -> None:
    m = orders(*column(), what="objectives", dice=(1,), **MARCH)
    say(m, ITALY, "objective", formation="d1", hex="2030")
    assert asked(m) != ("objectives", ITALY) or not allowed(m, "deploy")


def lazily_deployed(m: q.Match) -> None:
    while m.ask is not None and m.ask.what in ("deploy", "scout"):
        seat = m.ask.who[0]
        m.answer(seat, m.options(seat)[0])


# ---------------------------------------------------------------- 16.8-c placing


def deployed(*more: Any, hex: str = "2018") -> q.Match:
    m = orders(*column(hex), *more, **MARCH)
    say(m, ITALY, "deploy", formation="d1")
    lazily(m, "deploy")
    assert asked(m) == ("deploy", ITALY)
    return m


@pytest.mark.rule("custoza:16.8-c", "custoza:14.2.3-a")
def test_a_column_deploys_on_road_hexes_within_four_of_its_commander() -> None:
    m = deployed()
    assert {o["hex"] for o in m.options(ITALY)} == {h for h in ROAD_HEXES if "2014" <= h <= "2022"}
    assert m.refuse(ITALY, {"do": "place", "unit": "r1", "hex": "2013"}) is not None
    assert m.refuse(ITALY, {"do": "place", "unit": "r1", "hex": "2118"}) is not None


@pytest.mark.rule("custoza:16.8-c", "custoza:16.11-a")
def test_who_has_deployed_is_in_march_movement_and_its_commander_lies_face_up() -> None:
    m = deployed()
    say(m, ITALY, "place", unit="r1", hex="2016")
    lazily_deployed(m)
    assert (where(m, "r1"), now(m, "r1")["march"]) == ("2016", True)
    assert now(m, "com.d1")["up"] is True
    assert own(m, "d1")["state"] == "engaged"
    assert told(m, "deployed") != []
    seen = next(u for u in m.view(AUSTRIA)["units"] if u.get("hex") == "2016")
    assert (seen["type"], seen.get("hidden")) == ("infantry", True)


@pytest.mark.rule("custoza:16.8-c")
def test_stacking_binds_who_deploys_and_then_the_hexes_beside_the_road_serve() -> None:
    """Nine road hexes hold nine regiments; the tenth finds the road full."""
    many = [inside(f"x{n}", "d1") for n in range(9)]
    m = deployed(*many)
    for _ in range(9):
        assert m.ask is not None
        seat = m.ask.who[0]
        assert all(o["hex"] in ROAD_HEXES for o in m.options(seat))
        m.answer(seat, m.options(seat)[0])
    assert asked(m) == ("deploy", ITALY)
    assert all(o["hex"] not in ROAD_HEXES for o in m.options(ITALY))


@pytest.mark.rule("custoza:16.8-d")
def test_a_scout_leaves_the_map_when_a_column_deploys() -> None:
    m = orders(*column("2018"), scout("s1", "2018"), **MARCH)
    say(m, ITALY, "deploy", formation="d1")
    lazily_deployed(m)
    lazily(m, "objectives", "activate")
    lazily_deployed(m)
    assert where(m, "s1") == "pool"


# ---------------------------------------------------------------- 15.4 stragglers


@pytest.mark.rule("custoza:15.4-a")
@pytest.mark.parametrize(
    ("hex", "state", "joined"),
    [("3014", "march", True), ("3015", "march", False), ("3014", "reserve", True), ("3016", "reserve", False)],
)
def test_stragglers_rejoin_a_column_when_they_are_in_range(hex: str, state: str, joined: bool) -> None:
    units = [com("d1", "3010"), inside("r1", "d1"), unit("r2", "d1", hex, ooc=True), FAR]
    formation = corps("d1", state=state, objective="3030" if state == "march" else None)
    m = campaign(*units, formations=[formation], phase="initiative", dice=(6, 6, 1, 1), board={}, gt=6)
    lazily(m, "ooc", "march")
    assert where(m, "r2") == ("formation" if joined else hex)
    assert [e["unit"] for e in told(m, "rejoined")] == (["r2"] if joined else [])


@pytest.mark.rule("custoza:15.4-a", "custoza:3.4-c")
def test_a_straggler_moves_towards_its_column_among_the_units_out_of_command() -> None:
    units = [com("d1", "3010"), inside("r1", "d1"), unit("r2", "d1", "3020", ooc=True), FAR]
    m = campaign(*units, formations=[corps("d1", state="march", objective="3030")], phase="ooc", board={}, gt=6)
    assert asked(m) == ("ooc", ITALY)
    assert m.refuse(ITALY, {"do": "move", "units": ["r2"], "path": ["3021"]}) is not None
    assert m.refuse(ITALY, {"do": "move", "units": ["r2"], "path": ["3019"]}) is None


# ---------------------------------------------------------------- 17.2 forced out of Reserve


@pytest.mark.rule("custoza:17.2-a", "custoza:16.11-a")
@pytest.mark.parametrize(("foe", "out"), [("3019", True), ("3020", False)])
def test_an_enemy_within_nine_hexes_forces_a_formation_out_of_reserve(foe: str, out: bool) -> None:
    units = [com("d1", "3010"), inside("r1", "d1"), ah("Y", "line", foe)]
    m = campaign(*units, formations=[corps("d1", state="reserve")], phase="action", board={}, gt=6)
    lazily_deployed(m)
    assert (own(m, "d1")["state"] == "engaged") is out


@pytest.mark.rule("custoza:17.2-a", "custoza:15-b")
def test_forced_deployment_happens_even_after_a_change_of_state() -> None:
    units = [com("d1", "3010"), inside("r1", "d1"), ah("Y", "line", "3018")]
    m = campaign(*units, formations=[corps("d1", state="reserve", changed=True)], phase="action", board={}, gt=6)
    lazily_deployed(m)
    assert own(m, "d1")["state"] == "engaged"
