"""Chapters 3 and 13, function by function: where armies deploy, who gives way when found, what an Osservatore sees."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.answers import Placed, Shot
from quadrilatero.games.vivaorre.records import SetUp
from quadrilatero.games.vivaorre.rules import deployment, discovery, hidden, setup
from quadrilatero.games.vivaorre.state import State
from tests.games.vivaorre.battle import area, blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 20000]
FAR = blue("D", [60000, 40000])
EDGES = {"south": "north", "north": "south", "west": "east", "east": "west"}


def sides(edge: str, *more: Plain, size: tuple[int, int] = (72000, 48000)) -> State:
    table = {"size": list(size), "terrain": []}
    return state(red("A", None), {**FAR, "at": None}, *more, edges={"red": edge, "blue": EDGES[edge]}, table=table)


# -- 3-b, 3-c, 3-d: zones ---------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:3-b", "vivaorre:3-c")
@pytest.mark.parametrize(
    ("edge", "zone"),
    [
        ("south", (0, 0, 72000, 24000)),
        ("north", (0, 24000, 72000, 48000)),
        ("west", (0, 0, 36000, 48000)),
        ("east", (36000, 0, 72000, 48000)),
    ],
)
def test_a_side_deploys_in_the_half_at_its_own_edge(edge: str, zone: tuple[int, ...]) -> None:
    s = sides(edge)
    for kind in ("encounter", "defensive"):
        assert deployment.zone_of(s, SetUp(kind, "blue"), "red") == zone
    assert deployment.zone_of(s, SetUp("ambush", "blue"), "red") == (0, 0, 72000, 48000)


@pytest.mark.rule("vivaorre:3-c")
@pytest.mark.parametrize(("edge", "facing"), [("south", 0), ("north", 18000), ("west", 9000), ("east", 27000)])
def test_who_says_nothing_of_it_faces_away_from_his_own_edge(edge: str, facing: int) -> None:
    s = sides(edge)
    assert deployment.stood(s, s.units["A"], Placed([30000, 20000])).facing == facing
    assert deployment.stood(s, s.units["A"], Placed([30000, 20000], facing=4500)).facing == 4500


# -- 3-f, 3-g: type of battle -----------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:3-g")
@pytest.mark.parametrize(
    ("red_total", "blue_total", "found"),
    [
        (4, 4, ("encounter", "red")),
        (5, 4, ("encounter", "red")),
        (6, 4, ("defensive", "blue")),
        (4, 6, ("defensive", "red")),
        (7, 4, ("ambush", "blue")),
        (4, 7, ("ambush", "red")),
        (8, 4, ("ambush", "blue")),
    ],
)
def test_the_lead_says_what_battle_is_fought_and_who_attacks(
    red_total: int, blue_total: int, found: tuple[str, str]
) -> None:
    assert setup.type_of_battle({"red": red_total, "blue": blue_total}, "red") == found


@pytest.mark.rule("vivaorre:3-f")
@pytest.mark.parametrize(
    ("red_horse", "blue_horse", "home", "totals"),
    [
        (6, 6, None, {"red": 3, "blue": 3}),
        (7, 6, None, {"red": 4, "blue": 3}),
        (6, 7, "red", {"red": 4, "blue": 4}),
        (6, 7, "blue", {"red": 3, "blue": 5}),
    ],
)
def test_only_more_horse_than_the_enemy_adds_to_the_roll(
    red_horse: int, blue_horse: int, home: str | None, totals: dict[str, int]
) -> None:
    riders = (
        red("A", HERE, arm="cavalry", figures=red_horse),
        blue("D", [60000, 40000], arm="cavalry", figures=blue_horse),
    )
    s = state(*riders, red("B", [10000, 10000], figures=20, training="irregular"))
    found, modifiers = setup.type_totals(s, SetUp("roll", "red", home=home), (3, 3))
    assert found == totals
    assert modifiers == [("3-f", 1)] * (sum(totals.values()) - 6)


# -- 13-g: who is found beneath others --------------------------------------------------------------------------------


def clears(at: list[int], facing: int, *terrain: Plain) -> tuple[int, ...] | None:
    """Where blue's D goes when it is found beneath red's A, which faces north."""
    found = blue("D", at, facing=facing, figures=2, start=8)
    s = state(found, red("A", [60000, 10000], figures=2, start=8), terrain=terrain)
    s.change(s.units["A"], at=(at[0], at[1] + (300 if facing == 18000 else 0)))
    hidden.stand_clear(s, s.units["D"])
    return s.units["D"].at


@pytest.mark.rule("vivaorre:13-g", "vivaorre:8-q")
@pytest.mark.parametrize(
    ("facing", "place"),
    [(0, (30000, 19000)), (9000, (29000, 20000)), (18000, (30000, 21000)), (27000, (31000, 20000))],
)
def test_who_is_found_beneath_others_goes_straight_back_whichever_way_it_faces(
    facing: int, place: tuple[int, int]
) -> None:
    there = clears(HERE, facing)
    assert there is not None
    moved = (there[0] - 30000, there[1] - 20000)
    assert (moved[0] == 0, moved[1] == 0) == (place[0] == 30000, place[1] == 20000)
    assert (moved[0] > 0, moved[1] > 0) == (place[0] > 30000, place[1] > 20000)


@pytest.mark.rule("vivaorre:13-g")
@pytest.mark.parametrize(
    ("at", "facing"),
    [([30000, 700], 0), ([30000, 47300], 18000), ([700, 20000], 9000), ([71300, 20000], 27000)],
)
def test_who_is_found_at_the_edge_of_the_table_stays_on_it(at: list[int], facing: int) -> None:
    there = clears(at, facing)
    assert there is not None
    assert there != tuple(at)
    s = state(blue("D", list(there), facing=facing, figures=2, start=8), red("A", [10000, 10000]))
    assert s.units["D"].at == there


@pytest.mark.rule("vivaorre:13-g", "vivaorre:8-ab")
def test_who_is_found_beneath_others_does_not_go_into_closed_ground() -> None:
    behind = area("x", "impassable", 25, 12, 35, 19)
    there = clears([30000, 20000], 0, behind)
    assert there is not None
    assert there[1] >= 20000


# -- 5-ch6 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:5-ch6")
@pytest.mark.parametrize(
    ("terrain", "seen"),
    [
        ((), True),
        ((area("w", "dense_wood", 25, 18, 35, 26),), True),
        ((area("w", "dense_wood", 25, 12, 35, 16),), False),
        ((area("w", "dense_wood", 25, 12, 35, 16), area("v", "dense_wood", 25, 18, 35, 26)), False),
        ((line("h", "wall", (20, 15), (40, 15)),), False),
    ],
)
def test_an_osservatore_sees_into_the_ground_that_hides_a_unit_and_not_through_other(
    terrain: tuple[Plain, ...], seen: bool
) -> None:
    s = state(red("A", [10000, 2000]), blue("D", [30000, 20000], hidden=True), terrain=terrain)
    assert hidden.observes(s, (30000, 9000), s.units["D"]) is seen


@pytest.mark.rule("vivaorre:5-ch6")
def test_the_unit_with_which_an_osservatore_rides_does_not_blind_him() -> None:
    s = state(red("A", [30000, 10000]), blue("D", [30000, 20000], hidden=True))
    assert hidden.observes(s, (30000, 9900), s.units["D"])
    assert not hidden.observes(s, (30000, 9000), s.units["D"]), "from behind it he sees nothing"


# -- 13-h, 13-i -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:13-h", "vivaorre:9-a", "vivaorre:9-g")
@pytest.mark.parametrize(
    ("shot", "why"),
    [
        (Shot("A", at=[30000, 22000]), None),
        (Shot("A", "D", at=[30000, 22000]), ("13-h", "target_or_place")),
        (Shot("A", at=[30000, 10000]), ("9-a", "outside_arc")),
        (Shot("A", at=[30000, 47000]), ("9-g", "out_of_range")),
    ],
)
def test_a_suspected_place_is_in_arc_and_in_range(shot: Shot, why: tuple[str, str] | None) -> None:
    s = state(red("A", HERE, weapon="musket"), FAR, phase="fire")
    found = hidden.refuse_suspected(s, s.units["A"], shot)
    assert (None if found is None else (found.rule, found.reason)) == why


@pytest.mark.rule("vivaorre:13-i", "vivaorre:13-g")
def test_who_has_fired_comes_to_light_or_with_smokeless_powder_shows_his_place_once() -> None:
    def fires(year: int, **more: Any) -> tuple[list[Any], bool, bool]:
        s = state(
            red("A", HERE, weapon="breech_rifle", **more),
            FAR,
            year=year,
            armies={"red": {"list": "boer"}},
            terrain=(area("w", "open_wood", 20, 10, 40, 30),),
        )
        told = list(hidden.after_firing(s, s.units["A"]))
        return told, s.units["A"].hidden, s.units["A"].located

    told, is_hidden, located = fires(1895, hidden=True)
    assert [(one.event.rule, one.event.data["why"]) for one in told] == [("13-i", "fired")]
    assert (is_hidden, located) == (True, True)
    assert fires(1895, hidden=True, located=True) == ([], True, True)
    told, is_hidden, located = fires(1880, hidden=True)
    assert [(one.event.rule, one.event.data["why"]) for one in told] == [("13-g", "fired")]
    assert (is_hidden, located) == (False, False)
    assert fires(1895) == ([], False, False)


# -- 7-g --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-g")
def test_only_enemies_who_are_seen_stop_a_move_where_it_touches_them() -> None:
    def why(**more: Any) -> tuple[str | None, str] | None:
        s = state(red("A", HERE), blue("D", HERE, **more), blue("E", [60000, 40000]))
        found = discovery.ends_at_enemy(s, s.units["A"])
        return None if found is None else (found.rule, found.reason)

    assert why() == ("7-g", "ends_at_enemy")
    assert why(hidden=True) is None
