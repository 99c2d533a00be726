"""Chapter 12, rout: the ways routers try, whom they go round, where they come to rest, to whom they surrender."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.rules import rout
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.table import centre, shift
from tests.games.vivaorre.battle import area, blue, events, play, red, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 20000]
FAR = blue("D", [68000, 44000])
UNARMED = {"class": "c-/-c", "weapon": "none"}
ROUTER = red("A", HERE, facing=18000, formation="mass", disorder="reorder", **UNARMED)
MIDDLE = (30000, 20625)
"""The centre of that mass, an inch and a quarter deep."""
WAYS = (18000, 16500, 19500, 15000, 21000, 13500, 22500)


def in_rout(*others: Plain, **more: Any) -> tuple[State, Unit]:
    s = state(ROUTER, *others, FAR, **more)
    return s, s.units["A"]


def friend(id: str, bearing: int, far: int) -> Plain:
    """A single figure so far from the centre of the router in that direction, with its back to it."""
    x, y, *_ = shift((*MIDDLE, bearing, 1, 1), bearing, far + 625)
    return red(id, [x, y], figures=1, start=1, facing=bearing)


@pytest.mark.rule("vivaorre:12-l")
@pytest.mark.parametrize("blocked", range(8))
def test_routers_try_straight_home_and_then_ways_ever_farther_off_it(blocked: int) -> None:
    s, unit = in_rout(*[friend(f"F{number}", WAYS[number], 6000) for number in range(min(blocked, 7))])
    found = rout.way_out(s, unit)
    if blocked < 7:
        assert found == (WAYS[blocked], 6000, [], [])
    else:
        assert (found.bearing, found.friends) == (18000, ["F0"]), "no way is free: straight through"


@pytest.mark.rule("vivaorre:12-l", "vivaorre:12-k")
def test_routers_to_the_north_try_the_same_ways() -> None:
    ahead = blue("F", [30000, 26500], figures=1, start=1, facing=0)
    s = state(blue("A", HERE, facing=0, formation="mass", disorder="reorder"), ahead, red("D", [2000, 2000]))
    assert rout.way_out(s, s.units["A"]).bearing == 34500


@pytest.mark.rule("vivaorre:12-l")
@pytest.mark.parametrize(("off", "free"), [(1177, False), (1178, True), (-1177, False), (-1178, True)])
def test_two_inches_are_room_enough(off: int, free: bool) -> None:
    """An inch to either side and half a base, but for what counts as touching."""
    s, unit = in_rout(red("F", [30000 + off, 15000], figures=1, start=1))
    assert (rout.way_out(s, unit).bearing == 18000) is free


@pytest.mark.rule("vivaorre:12-l")
@pytest.mark.parametrize(("far", "straight"), [(6600, False), (6640, True)])
def test_routers_look_as_far_as_their_front_gets(far: int, straight: bool) -> None:
    s, unit = in_rout(friend("F", 18000, far))
    assert (rout.way_out(s, unit).bearing == 18000) is straight


@pytest.mark.rule("vivaorre:12-l", "vivaorre:13-g")
def test_routers_do_not_go_round_whom_they_do_not_see() -> None:
    wood = area("w", "open_wood", 25, 13, 35, 17)
    hidden = blue("H", [30000, 15000], hidden=True)
    s, unit = in_rout(hidden, terrain=(wood,))
    assert rout.way_out(s, unit) == (18000, 6000, [], [])
    assert rout.resting_place(s, unit, 18000, 6000) == 6000


@pytest.mark.rule("vivaorre:12-l")
def test_who_touches_their_back_is_left_behind() -> None:
    s = state(ROUTER, blue("D", [30000, 21250]), blue("E", [32250, 20000], figures=4))
    unit = s.units["A"]
    assert rout.is_left_behind(unit, s.units["D"])
    aside = s.units["E"].copy()
    aside.at, aside.facing = (31500, 20625), 9000
    aside.settle()
    assert not rout.is_left_behind(unit, aside), "who is level with them is not behind them"


@pytest.mark.rule("vivaorre:12-l", "vivaorre:12-k")
@pytest.mark.parametrize(
    ("facing", "at", "left"),
    [(9000, [29375, 20000], True), (27000, [29375, 20000], False), (27000, [31875, 20000], True)],
)
def test_routers_to_the_east_and_west_leave_behind_who_touches_their_back(
    facing: int, at: list[int], left: bool
) -> None:
    """A mass, 1500 wide and 1250 deep, whose centre is at 30625."""
    front = [31250, 20000] if facing == 9000 else [30000, 20000]
    s = state(red("A", [5000, 5000], formation="mass", disorder="reorder"), blue("D", [60000, 40000], figures=4))
    unit = s.change(s.units["A"], at=tuple(front), facing=facing)
    foe = s.change(s.units["D"], at=tuple(at), facing=9000 if at[0] < 30000 else 27000)
    other = s.change(foe, at=(at[0] + (625 if at[0] < 30000 else -625), at[1]))
    assert rout.is_left_behind(unit, other) is left


@pytest.mark.rule("vivaorre:12-k")
@pytest.mark.parametrize(
    ("edge", "other", "facing"),
    [("south", "north", 18000), ("north", "south", 0), ("west", "east", 27000), ("east", "west", 9000)],
)
def test_routers_turn_to_their_own_edge_about_their_centre(edge: str, other: str, facing: int) -> None:
    s = state(red("A", HERE), FAR, edges={"red": edge, "blue": other})
    after = rout.turned_home(s, s.units["A"])
    assert (after.facing, after.formation) == (facing, "mass")
    x, y = centre(after.pose)
    assert (abs(x - 30000) <= 1, abs(y - 19688) <= 1) == (True, True)


# -- where they come to rest ------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:12-l")
def test_routers_run_on_by_tenths_of_an_inch_until_they_stand_on_nobody() -> None:
    s, unit = in_rout(red("F", [30000, 14500]))
    assert rout.resting_place(s, unit, 18000, 6000) == 7400
    assert rout.resting_place(s, unit, 18000, 500) == 500


@pytest.mark.rule("vivaorre:12-n", "vivaorre:12-l")
def test_routers_who_run_off_the_table_do_not_look_for_room_there() -> None:
    near = red("A", [30000, 3000], facing=18000, formation="mass", disorder="reorder")
    s = state(near, red("F", [30000, 900]), FAR)
    assert rout.resting_place(s, s.units["A"], 18000, 3100) == 3100


@pytest.mark.rule("vivaorre:8-ab", "vivaorre:12-l")
def test_routers_rest_on_this_side_of_closed_ground() -> None:
    river = area("r", "impassable", 0, 10, 72, 14, material="river")
    s, unit = in_rout(terrain=(river,))
    assert rout.resting_place(s, unit, 18000, 7000) == 6000
    s, unit = in_rout(red("F", [30000, 15875]), terrain=(river,))
    assert rout.resting_place(s, unit, 18000, 5000) == 6000, "between its friends and the water"
    s, unit = in_rout(red("F", [30000, 20000], formation="assault"), terrain=(area("r", "impassable", 0, 10, 72, 18),))
    assert rout.resting_place(s, unit, 18000, 1900) == 0, "there is no room but where it stands"


@pytest.mark.rule("vivaorre:12-n")
def test_the_whole_table_is_on_the_table() -> None:
    s = state(ROUTER, FAR)
    assert not rout.is_off_table(s, (60000, 20000, 0, 1000, 1000))
    assert not rout.is_off_table(s, (71000, 47000, 0, 1000, 1000))
    assert rout.is_off_table(s, (60000, 48100, 0, 1000, 1000))
    assert rout.is_off_table(s, (72000, 20000, 0, 1000, 1000))


@pytest.mark.rule("vivaorre:12-k")
def test_who_can_stand_nowhere_disperses() -> None:
    s, unit = in_rout()
    rout.flee(s, unit, 18000, None, "12-k")
    assert "A" not in s.units
    (gone,) = [event for event in s.sink if event.kind == "eliminated"]
    assert (gone.rule, gone.data["why"]) == ("12-k", "rout")


@pytest.mark.rule("vivaorre:12-k", "vivaorre:8-d")
def test_who_has_run_has_moved() -> None:
    s, unit = in_rout()
    rout.flee(s, unit, 18000, 1000, "12-k")
    after = s.units["A"]
    assert (after.at, after.moved) == ((30000, 19000), True)


# -- the whole of it --------------------------------------------------------------------------------------------------


def flight(unit: Plain, *others: Plain, dice: list[int], **more: Any) -> q.Match:
    """A rout of A that is open."""
    return play(unit, *others, phase="fire", stage="over", pending=[{"rout": "A"}], dice=dice, **more)


@pytest.mark.rule("vivaorre:12-k", "vivaorre:10-m")
@pytest.mark.parametrize(("unit", "gone"), [(UNARMED, []), ({"arm": "artillery"}, ["10-m"])], ids=["foot", "guns"])
def test_a_rout_is_told_of_a_battery_too(unit: Plain, gone: list[str]) -> None:
    match = flight(red("A", HERE, **unit), red("B", [60000, 5000]), FAR, dice=[6])
    first = events(match, "state")[0]
    assert (first.rule, first.data["unit"]) == ("12-k", "A")
    assert (first.data["state"], first.data["why"]) == ("routed", "rout")
    assert [event.rule for event in events(match, "eliminated")] == gone


@pytest.mark.rule("vivaorre:12-o")
def test_who_comes_to_itself_is_told_so() -> None:
    match = flight(red("A", HERE, **UNARMED), FAR, dice=[6])
    last = events(match, "state")[-1]
    assert (last.rule, last.data["state"], last.data["why"]) == ("12-o", "shaken", "rout")


@pytest.mark.rule("vivaorre:12-c", "vivaorre:8-r")
def test_a_friend_that_is_shaken_by_routers_is_told_so() -> None:
    wall = [red(f"F{n}", [18000 + 3000 * n, 17000], **UNARMED) for n in range(9)]
    match = flight(red("A", HERE, **UNARMED), *wall, FAR, dice=[2, 6, 6, 6])
    shaken = events(match, "state")[1]
    assert (shaken.rule, shaken.data["unit"], shaken.data["why"]) == ("12-h", "F4", "routers")
    assert rolls(match, "morale")[0].data["occasion"] == "routers"


def among_enemies(dice: list[int], **more: Any) -> q.Match:
    """Red's routers have a wall of blue between them and their edge."""
    wall = [blue(f"F{n}", [18000 + 3000 * n, 17000], weapon="none", **{"class": "c-/-c"}) for n in range(9)]
    return flight(red("A", HERE, **UNARMED), *wall, dice=dice, **more)


@pytest.mark.rule("vivaorre:12-m", "vivaorre:12-k")
def test_routers_surrender_where_they_meet_the_enemy() -> None:
    match = among_enemies([], options={"prisoners": "well"})
    (moved,) = events(match, "moved")
    assert moved.data["distance"] == 1438, "from the front of the mass to the rear of the enemy's line"
    (gone,) = events(match, "eliminated")
    assert (gone.rule, gone.data["why"]) == ("12-m", "surrendered")
    assert rolls(match, "morale") == []


@pytest.mark.rule("vivaorre:12-m")
@pytest.mark.parametrize(("die", "why"), [(3, ["surrendered"]), (4, [])])
def test_routers_who_expect_no_mercy_test_without_modifiers(die: int, why: list[str]) -> None:
    match = among_enemies([die, 6], options={"prisoners": "test"})
    test = rolls(match, "morale")[0]
    assert (test.data["occasion"], test.data["total"], test.modifiers) == ("surrender", die, [])
    assert [event.data["why"] for event in events(match, "eliminated")] == why
    assert not why or len(rolls(match, "morale")) == 1
    if not why:
        assert unit_of(match, "A")["at"][1] < 16000, "through them"


@pytest.mark.rule("vivaorre:12-m")
@pytest.mark.parametrize(("captor", "mercy"), [("usa", True), ("mex", False)])
def test_americans_keep_to_european_customs(captor: str, mercy: bool) -> None:
    armies = {"red": {"european": True}, "blue": {"list": captor, "european": False}}
    assert rout.shows_mercy(state(ROUTER, FAR, armies=armies), "blue", "red") is mercy
