"""Chapters 14.6 and 16 by the book: attempts, the march along the road, scouts, and columns that meet the enemy."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.custoza.blind.campaigns import (
    ROAD,
    ROAD_HEXES,
    campaign,
    com,
    corps,
    general,
    inside,
    lazily,
    own,
    paths,
    scout,
    tried,
    unit,
)
from tests.games.custoza.blind.situations import (
    AUSTRIA,
    ITALY,
    Plain,
    ah,
    asked,
    barred,
    now,
    roll,
    rolls,
    say,
    told,
    where,
)

FAR = ah("Z", "line", "6030")
THEIRS = [com("a1", "6010", AUSTRIA), inside("x1", "a1", AUSTRIA)]


def road(first: int, last: int) -> list[str]:
    step = 1 if last >= first else -1
    return [f"20{row:02}" for row in range(first, last + step, step)]


def marching(
    *dice: int, units: Any = None, more: Any = (), board: Any = ROAD, others: Any = (), **formation: Any
) -> q.Match:
    """The March Phase; Italy's column d1 stands at 2010 and is to go to 2034. Austria has one that rests far away."""
    mine = units or [com("d1", "2010"), inside("r1", "d1")]
    keys = {"state": "march", "objective": "2034"} | formation
    resting = [com("a9", "6904", AUSTRIA), inside("x9", "a9", AUSTRIA)]
    return campaign(
        *mine,
        *more,
        *resting,
        FAR,
        formations=[corps("d1", **keys), *others, corps("a9", AUSTRIA, state="reserve")],
        phase="march",
        gt=6,
        dice=(*dice, *(6,) * 12),
        board=board,
    )


def go(m: q.Match, *path: str) -> None:
    say(m, ITALY, "move", units=["com.d1"], path=list(path))


def stop(m: q.Match, *path: str) -> str | None:
    return barred(m, ITALY, "move", units=["com.d1"], path=list(path))


# ---------------------------------------------------------------- attempts


@pytest.mark.rule("custoza:14.6-a", "custoza:16.4-c")
def test_a_die_up_to_the_command_value_sets_the_column_in_motion() -> None:
    m = marching(3)
    tried(m, "d1")
    assert asked(m) == ("march_move", ITALY)
    m = marching(4)
    tried(m, "d1")
    assert asked(m) != ("march_move", ITALY)
    assert own(m, "d1")["attempts"] == 1


@pytest.mark.rule("custoza:14.6-a")
def test_each_failed_attempt_helps_the_next_by_one() -> None:
    m = marching(5, 5, 5)
    for failed in range(2):
        tried(m, "d1")
        assert own(m, "d1")["attempts"] == failed + 1
        assert asked(m) == ("march", AUSTRIA)
        say(m, AUSTRIA, "pass")
    tried(m, "d1")
    assert roll(m, "activation").modifiers == [("5.1.1-b", -2)]
    assert asked(m) == ("march_move", ITALY)


@pytest.mark.rule("custoza:14.6-b", "custoza:16.4-b")
def test_a_natural_six_halts_the_column_whatever_the_modifiers() -> None:
    m = marching(6, attempts=4)
    tried(m, "d1")
    assert roll(m, "activation").data["outcome"] == "halted"
    mine = own(m, "d1")
    assert (mine["objective"], mine["moved"], where(m, "com.d1")) == ("2034", False, "2010")
    lazily(m, "march")
    say(m, AUSTRIA, "pass")
    assert asked(m) != ("march", ITALY) or m.refuse(ITALY, {"do": "activate", "formation": "d1"}) is not None


@pytest.mark.rule("custoza:16.4-b", "custoza:18.2-f")
def test_a_halted_column_rests() -> None:
    m = marching(6, *([6] * 8), fatigue=5)
    tried(m, "d1")
    lazily(m)
    assert own(m, "d1")["fatigue"] == 3


@pytest.mark.rule("custoza:16.4-b")
def test_a_natural_six_halts_a_scout_too() -> None:
    m = marching(6, more=[scout("s1", "2020"), scout("s2", "2024")])
    tried(m, "d1")
    assert asked(m) == ("scout", ITALY)
    assert {(o["do"], o["unit"]) for o in m.options(ITALY)} == {("halt", "s1"), ("halt", "s2")}
    say(m, ITALY, "halt", unit="s2")
    assert (now(m, "s1")["used"], now(m, "s2")["used"]) == (False, True)


@pytest.mark.rule("custoza:14.6-a", "custoza:16.4-c")
@pytest.mark.parametrize("first", [ITALY, AUSTRIA])
def test_the_side_with_the_initiative_tries_first_and_then_they_alternate(first: str) -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        *THEIRS,
        formations=[
            corps("d1", state="march", objective="2034"),
            corps("a1", AUSTRIA, state="march", objective="6030"),
        ],
        phase="march",
        initiative=first,
        dice=(5, 5, 5),
    )
    second = AUSTRIA if first == ITALY else ITALY
    for seat in (first, second, first):
        assert asked(m) == ("march", seat)
        tried(m, "d1" if seat == ITALY else "a1", seat)


@pytest.mark.rule("custoza:14.6-c")
def test_three_passes_in_a_row_end_the_phase_and_an_attempt_starts_the_count_again() -> None:
    m = marching(5, 6, 6, 6, 6)
    say(m, ITALY, "pass")
    say(m, AUSTRIA, "pass")
    tried(m, "d1")
    for seat in (AUSTRIA, ITALY):
        assert asked(m) == ("march", seat)
        say(m, seat, "pass")
    assert asked(m) == ("march", AUSTRIA)
    say(m, AUSTRIA, "pass")
    assert asked(m) is None or asked(m) != ("march", ITALY)
    assert own(m, "d1")["moved"] is False


@pytest.mark.rule("custoza:16.4-c")
def test_the_general_helps_a_column_within_his_radius() -> None:
    m = marching(4, more=[general(ITALY, "2013", 3)])
    tried(m, "d1")
    assert roll(m, "activation").modifiers == [("5.1.3-a", -1)]
    assert asked(m) == ("march_move", ITALY)
    m = marching(4, more=[general(ITALY, "2410", 3)])
    tried(m, "d1")
    assert roll(m, "activation").modifiers == []


@pytest.mark.rule("custoza:16.4-c")
@pytest.mark.parametrize("die", [5, 4])
def test_reluctance_does_not_touch_a_column(die: int) -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        FAR,
        formations=[corps("d1", state="march", objective="2034")],
        phase="march",
        reluctance=True,
        dice=(die,),
    )
    tried(m, "d1")
    assert (own(m, "d1")["attempts"], own(m, "d1")["this_turn"]) == (1, None)


@pytest.mark.rule("custoza:14.6-e")
@pytest.mark.parametrize("first", [ITALY, AUSTRIA])
def test_generals_ride_at_the_end_of_the_phase_the_initiative_side_second(first: str) -> None:
    m = campaign(
        com("d1", "2010"),
        inside("r1", "d1"),
        general(ITALY, "2004"),
        general(AUSTRIA, "6004"),
        *THEIRS,
        formations=[corps("d1", state="march", objective="2034"), corps("a1", AUSTRIA, state="reserve")],
        phase="march",
        initiative=first,
        dice=(6,) * 9,
        board={},
    )
    lazily(m, "general")
    second = AUSTRIA if first == ITALY else ITALY
    assert asked(m) == ("general", second)
    assert m.refuse(second, {"do": "move", "units": [f"gen.{second}"], "path": ["1004"]}) is not None
    say(m, second, "pass")
    assert asked(m) == ("general", first)


# ---------------------------------------------------------------- 16.1 the way


@pytest.mark.rule("custoza:16.1-b", "custoza:16.5-a")
def test_the_march_takes_from_half_to_the_whole_of_the_slowest_allowance() -> None:
    """Line infantry has five points: eight to fifteen hexes of a third each."""
    m = marching(1)
    tried(m, "d1")
    assert stop(m, *road(11, 17)) == "16.1"
    assert stop(m, *road(11, 18)) is None
    assert stop(m, *road(11, 25)) is None
    assert stop(m, *road(11, 26)) is not None


@pytest.mark.rule("custoza:16.5-a")
@pytest.mark.parametrize(
    ("kinds", "farthest"),
    [(("light",), 28), (("light", "line"), 25), (("cavalry",), 34), (("cavalry", "artillery"), 28)],
)
def test_a_column_is_as_fast_as_its_slowest_unit(kinds: tuple[str, ...], farthest: int) -> None:
    units = [com("d1", "2010"), *(inside(f"r{n}", "d1", kind=kind) for n, kind in enumerate(kinds))]
    m = marching(1, units=units)
    tried(m, "d1")
    assert max(int(h[2:]) for h in paths(m, "com.d1")) == min(farthest, 34)
    if farthest < 34:
        assert stop(m, *road(11, farthest + 1)) is not None


@pytest.mark.rule("custoza:16.5-a")
def test_stragglers_do_not_slow_a_column_down() -> None:
    units = [com("d1", "2010"), inside("r1", "d1", kind="cavalry"), unit("r2", "d1", "4020", ooc=True)]
    m = marching(1, units=units)
    tried(m, "d1")
    assert stop(m, *road(11, 32)) is None


@pytest.mark.rule("custoza:16.1-b")
def test_a_minor_road_costs_half_a_point_a_hex() -> None:
    m = marching(1, board={"roads": [{"class": "minor", "path": ROAD_HEXES}]})
    tried(m, "d1")
    assert stop(m, *road(11, 14)) == "16.1"
    assert stop(m, *road(11, 15)) is None
    assert stop(m, *road(11, 20)) is None
    assert stop(m, *road(11, 21)) is not None


@pytest.mark.rule("custoza:16.1-b")
def test_the_march_does_not_leave_the_road() -> None:
    m = marching(1)
    tried(m, "d1")
    assert stop(m, *road(11, 19), "2119") == "16.1"


@pytest.mark.rule("custoza:16.1-a")
def test_the_march_ends_nearer_to_the_objective() -> None:
    m = marching(1, units=[com("d1", "2020"), inside("r1", "d1")], objective="2034")
    tried(m, "d1")
    assert stop(m, *road(19, 8)) == "16.1"
    assert all(int(h[2:]) > 20 for h in paths(m, "com.d1"))


@pytest.mark.rule("custoza:16.1-b", "custoza:16.1-d")
def test_a_near_objective_may_be_reached_with_less_than_half_the_allowance() -> None:
    m = marching(1, objective="2015")
    tried(m, "d1")
    assert stop(m, *road(11, 12)) == "16.1"
    assert stop(m, *road(11, 13)) is None
    assert stop(m, *road(11, 15)) is None


@pytest.mark.rule("custoza:16.1-c")
def test_a_commander_off_the_road_first_goes_to_it() -> None:
    m = marching(1, units=[com("d1", "2210"), inside("r1", "d1")])
    tried(m, "d1")
    reached = paths(m, "com.d1")
    assert reached
    assert all(h.startswith("20") for h in reached)


@pytest.mark.rule("custoza:16.4-a")
def test_combat_units_do_not_move_in_the_march_phase() -> None:
    m = marching(1, more=[unit("r2", "d1", "4020", ooc=True)])
    tried(m, "d1")
    assert m.refuse(ITALY, {"do": "move", "units": ["r2"], "path": ["4019"]}) is not None


@pytest.mark.rule("custoza:15.2-a", "custoza:14.6-c")
def test_a_column_that_has_marched_does_not_march_again() -> None:
    m = marching(1)
    tried(m, "d1")
    go(m, *road(11, 20))
    assert own(m, "d1")["moved"] is True
    lazily(m, "march")
    say(m, AUSTRIA, "pass")
    assert m.refuse(ITALY, {"do": "activate", "formation": "d1"}) is not None


# ---------------------------------------------------------------- 16.7 scouts


@pytest.mark.rule("custoza:16.7-a", "custoza:16.7-b")
def test_one_scout_rides_with_the_column_wherever_it_likes() -> None:
    m = marching(1, more=[scout("s1", "3010"), scout("s2", "4010")])
    tried(m, "d1")
    go(m, *road(11, 20))
    assert asked(m) == ("scout_move", ITALY)
    eight = [f"30{row:02}" for row in range(11, 20)]
    assert m.refuse(ITALY, {"do": "move", "units": ["s1"], "path": eight[:8]}) is None
    assert m.refuse(ITALY, {"do": "move", "units": ["s1"], "path": eight}) is not None
    say(m, ITALY, "move", units=["s1"], path=["3009", "3008"])
    assert asked(m) == ("march", AUSTRIA)
    assert (where(m, "s1"), where(m, "s2")) == ("3008", "4010")


@pytest.mark.rule("custoza:16.7-a")
def test_a_scout_that_has_moved_or_was_halted_does_not_move_again() -> None:
    m = marching(1, more=[scout("s1", "3010", used=True), scout("s2", "4010")])
    tried(m, "d1")
    go(m, *road(11, 20))
    assert m.refuse(ITALY, {"do": "move", "units": ["s1"], "path": ["3009"]}) is not None
    assert m.refuse(ITALY, {"do": "move", "units": ["s2"], "path": ["4009"]}) is None


@pytest.mark.rule("custoza:16.7-a")
def test_no_scout_moves_without_an_activation() -> None:
    m = marching(5, more=[scout("s1", "3010")])
    tried(m, "d1")
    assert asked(m) == ("march", AUSTRIA)


# ---------------------------------------------------------------- 16.8 meeting the enemy


def settle(m: q.Match) -> None:
    """Units that must deploy are placed, scouts removed."""
    while m.ask is not None and m.ask.what in ("deploy", "scout", "screen"):
        seat = m.ask.who[0]
        m.answer(seat, m.options(seat)[0])


@pytest.mark.rule("custoza:16.8-a", "custoza:16.11-a")
def test_a_column_within_nine_hexes_of_an_enemy_unit_stops_and_deploys() -> None:
    """The enemy at 2030 is met at 2021."""
    m = marching(1, more=[ah("Y", "line", "2030")])
    tried(m, "d1")
    go(m, *road(11, 24))
    settle(m)
    assert where(m, "com.d1") == "2021"
    assert own(m, "d1")["state"] == "engaged"
    assert where(m, "r1") in ROAD_HEXES


@pytest.mark.rule("custoza:16.8-a")
def test_ten_hexes_from_the_enemy_nobody_deploys() -> None:
    m = marching(1, more=[ah("Y", "line", "2030")])
    tried(m, "d1")
    go(m, *road(11, 20))
    settle(m)
    assert own(m, "d1")["state"] == "march"


@pytest.mark.rule("custoza:16.8-a")
def test_an_enemy_commander_makes_a_column_deploy_a_general_does_not() -> None:
    theirs = [com("a1", "2030", AUSTRIA, up=True), unit("x1", "a1", "6010", AUSTRIA)]
    m = marching(1, more=theirs, others=[corps("a1", AUSTRIA)])
    tried(m, "d1")
    go(m, *road(11, 24))
    settle(m)
    assert (where(m, "com.d1"), own(m, "d1")["state"]) == ("2021", "engaged")
    m = marching(1, more=[general(AUSTRIA, "2030")])
    tried(m, "d1")
    go(m, *road(11, 24))
    settle(m)
    assert (where(m, "com.d1"), own(m, "d1")["state"]) == ("2024", "march")


@pytest.mark.rule("custoza:16.8-b")
def test_of_two_columns_that_meet_the_one_that_stands_deploys_first() -> None:
    theirs = [com("a1", "2030", AUSTRIA), inside("x1", "a1", AUSTRIA)]
    m = marching(1, more=theirs, others=[corps("a1", AUSTRIA, state="march", objective="2004")])
    tried(m, "d1")
    go(m, *road(11, 24))
    assert asked(m) == ("deploy", AUSTRIA)
    settle(m)
    assert (own(m, "a1")["state"], own(m, "d1")["state"]) == ("engaged", "engaged")


@pytest.mark.rule("custoza:16.8-d")
def test_deploying_on_the_march_takes_a_scout_off_the_map() -> None:
    m = marching(1, more=[ah("Y", "line", "2030"), scout("s1", "4004")])
    tried(m, "d1")
    go(m, *road(11, 24))
    settle(m)
    assert where(m, "s1") == "pool"


@pytest.mark.rule("custoza:16.8-a")
def test_an_enemy_who_comes_near_in_the_action_phase_makes_a_column_deploy() -> None:
    """From ten hexes away to nine."""
    m = campaign(
        com("d1", "3010"),
        inside("r1", "d1"),
        ah("Y", "line", "3020"),
        formations=[corps("d1", state="march", objective="3034")],
        active={"formation": AUSTRIA},
        board={},
    )
    assert own(m, "d1")["state"] == "march"
    say(m, AUSTRIA, "move", units=["Y"], path=["3019"])
    lazily(m, "deploy", "activate")
    settle(m)
    assert own(m, "d1")["state"] == "engaged"


@pytest.mark.rule("custoza:16.8-a", "custoza:16.8-c")
def test_at_the_start_of_the_march_phase_a_column_near_the_enemy_deploys() -> None:
    m = marching(1, more=[ah("Y", "line", "2018")])
    assert asked(m) == ("deploy", ITALY)
    settle(m)
    assert own(m, "d1")["state"] == "engaged"


# ---------------------------------------------------------------- 16.9 scouts and the enemy


@pytest.mark.rule("custoza:16.9-a", "custoza:16.9-b")
def test_a_scout_that_comes_within_nine_hexes_of_the_enemy_is_taken_off_and_put_elsewhere() -> None:
    m = marching(1, more=[ah("Y", "line", "4020"), scout("s1", "4008")])
    tried(m, "d1")
    go(m, *road(11, 20))
    say(m, ITALY, "move", units=["s1"], path=["4009", "4010", "4011", "4012"])
    assert told(m, "scout_removed") != []
    settle(m)
    assert where(m, "s1") == "2020"
    assert own(m, "d1")["state"] == "march"


@pytest.mark.rule("custoza:16.9-a")
def test_a_column_that_meets_an_enemy_scout_does_not_deploy() -> None:
    theirs = [com("a1", "6010", AUSTRIA), inside("x1", "a1", AUSTRIA), scout("t1", "2030", AUSTRIA)]
    m = marching(1, more=theirs, others=[corps("a1", AUSTRIA, state="march", objective="6030")])
    tried(m, "d1")
    go(m, *road(11, 21))
    assert told(m, "scout_removed") != []
    settle(m)
    assert own(m, "d1")["state"] == "march"
    assert where(m, "t1") in ("6010", "6904")


@pytest.mark.rule("custoza:16.9-c")
def test_the_owner_of_the_real_column_may_hide_it_behind_another_scout() -> None:
    theirs = [com("a1", "6010", AUSTRIA), inside("x1", "a1", AUSTRIA), scout("t1", "2030", AUSTRIA)]
    m = marching(1, more=[*theirs, scout("s1", "4004")], others=[corps("a1", AUSTRIA, state="march", objective="6030")])
    tried(m, "d1")
    go(m, *road(11, 21))
    lazily(m, "screen")
    assert asked(m) == ("screen", ITALY)
    say(m, ITALY, "place", unit="s1", hex="2021")
    assert where(m, "s1") == "2021"


@pytest.mark.rule("custoza:16.9-a")
def test_two_scouts_that_meet_are_both_removed() -> None:
    theirs = [com("a1", "6010", AUSTRIA), inside("x1", "a1", AUSTRIA), scout("t1", "4020", AUSTRIA)]
    m = marching(1, more=[*theirs, scout("s1", "4008")], others=[corps("a1", AUSTRIA, state="march", objective="6030")])
    tried(m, "d1")
    go(m, *road(11, 20))
    say(m, ITALY, "move", units=["s1"], path=["4009", "4010", "4011"])
    assert len(told(m, "scout_removed")) == 2
    settle(m)
    assert where(m, "s1") == "2020"
    assert where(m, "t1") in ("6010", "6904")


# ---------------------------------------------------------------- 16.6 what the enemy learns


@pytest.mark.rule("custoza:16.6-a", "custoza:16.1-e")
def test_the_enemy_sees_the_die_but_neither_which_column_tried_nor_its_objective() -> None:
    m = marching(5)
    tried(m, "d1")
    telling = next(e for e in m.told(AUSTRIA) if e.kind == "roll")
    assert telling.dice == (5,)
    assert "d1" not in str(telling.data)
    assert not {"need", "formation"} & {k for k, v in telling.data.items() if v is not None}
    assert next(f for f in m.view(AUSTRIA)["formations"] if f["id"] == "d1").get("objective") is None


@pytest.mark.rule("custoza:16-a", "custoza:16.3-a")
def test_the_enemy_cannot_tell_a_commander_from_a_scout() -> None:
    def seen(first: Plain, second: Plain) -> Any:
        m = marching(units=[first, second, inside("r1", "d1")])
        return [u for u in m.view(AUSTRIA)["units"] if u["side"] == ITALY]

    assert seen(com("d1", "2010"), scout("s1", "3010")) == seen(com("d1", "3010"), scout("s1", "2010"))


@pytest.mark.rule("custoza:16.6-a")
def test_a_march_shows_the_enemy_a_piece_that_moves_and_nothing_else() -> None:
    m = marching(1)
    tried(m, "d1")
    go(m, *road(11, 20))
    for event in m.told(AUSTRIA):
        assert "d1" not in str(event.data)
    assert [u.get("hex") for u in m.view(AUSTRIA)["units"] if u["side"] == ITALY] == ["2020"]
    assert not any(u["id"] == "r1" for u in m.view(AUSTRIA)["units"])


@pytest.mark.rule("custoza:16.4-b", "custoza:16.6-a")
def test_the_enemy_does_not_learn_which_column_was_halted() -> None:
    others = [corps("d2", state="march", objective="4034")]
    m = marching(6, more=[com("d2", "4010"), inside("r2", "d2")], others=others)
    before = m.view(AUSTRIA)["formations"]
    tried(m, "d1")
    assert "d1" not in str([e.data for e in m.told(AUSTRIA)])
    assert m.view(AUSTRIA)["formations"] == before


@pytest.mark.rule("custoza:16.1-e", "custoza:14.2.2-a")
def test_orders_of_the_command_phase_are_secret() -> None:
    def after(objective: str) -> Any:
        m = campaign(
            com("d1", "2010"), inside("r1", "d1"), FAR, formations=[corps("d1", state="reserve")], phase="command", gt=6
        )
        while asked(m) != ("states", ITALY):
            say(m, AUSTRIA, "done")
        assert m.view(AUSTRIA)["ask"]["what"] == "secret"
        if objective:
            say(m, ITALY, "march", formation="d1", objective=objective)
        if asked(m) == ("states", ITALY):
            say(m, ITALY, "done")
        return m.view(AUSTRIA)

    assert after("2034") == after("2004")
    assert after("2034")["formations"] == after("")["formations"]


@pytest.mark.rule("custoza:18.3-a")
def test_fatigue_of_a_hidden_column_is_not_told() -> None:
    m = marching(6, 6, 1, 1, fatigue=12)
    lazily(m, "none")
    told_them = [e for e in m.told(AUSTRIA) if e.kind in ("roll", "fatigue") and "d1" in str(e.data)]
    assert rolls(m, "fatigue") != []
    assert told_them == []
