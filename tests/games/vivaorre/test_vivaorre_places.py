"""Chapters 3 and 13, function by function: where armies deploy, who gives way when found, what an Osservatore sees."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.answers import Placed, Shot
from quadrilatero.games.vivaorre.records import SetUp
from quadrilatero.games.vivaorre.rules import deployment, discovery, hidden, setup
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel.ask import Dice
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


BACK = {0: (0, -1), 9000: (-1, 0), 18000: (0, 1), 27000: (1, 0)}


@pytest.mark.rule("vivaorre:13-g")
@pytest.mark.parametrize(("facing", "edge"), [(0, 0), (9000, 0), (18000, 48000), (27000, 72000)])
@pytest.mark.parametrize(("spare", "goes"), [(0, 500), (-1, -1000)])
def test_who_is_found_at_the_edge_of_the_table_goes_back_to_it_and_not_over_it(
    facing: int, edge: int, spare: int, goes: int
) -> None:
    x, y = BACK[facing]
    deep = 500 + 625 + spare
    at = [30000 if x == 0 else edge - x * deep, 20000 if y == 0 else edge - y * deep]
    s = state(blue("D", at, facing=facing, figures=2, start=8), red("A", [40000, 30000], figures=2, start=8))
    assert s.units["D"].pose[4] == 625
    s.change(s.units["A"], at=(at[0] + 300 * x, at[1] + 300 * y), facing=(facing + 18000) % 36000)
    hidden.stand_clear(s, s.units["D"])
    assert s.units["D"].at == (at[0] + goes * x, at[1] + goes * y)


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


# -- 13-h: who is struck ----------------------------------------------------------------------------------------------


def struck(face: int, *enemies: Plain, before: int = 0) -> dict[str, int]:
    """The hits when all dice of red's A that fires at a place show the same face."""
    s = state(red("A", [30000, 13000], weapon="breech_rifle"), *enemies, phase="fire")
    hits = {"D": before} if before else {}
    script = hidden.fire_at_place(s, s.units["A"], Shot("A", at=[30000, 19500]), hits)
    dice = next(script)
    assert isinstance(dice, Dice)
    with pytest.raises(StopIteration):
        script.send((face,) * dice.count)
    return hits


@pytest.mark.rule("vivaorre:13-h", "vivaorre:9-m4")
def test_fire_at_a_place_strikes_the_hidden_unit_that_is_there_and_nobody_else() -> None:
    lying = blue("D", [30000, 19000], hidden=True)
    assert struck(6, lying) == {"D": 2}
    assert struck(6, lying, before=8) == {"D": 10}, "with what others did"
    assert struck(1, lying) == {}
    assert struck(6, blue("D", [30000, 19000])) == {}, "who is seen is fired at as a target"
    assert struck(6, blue("D", [30000, 19501], hidden=True)) == {}, "the place is a mil before its front"


@pytest.mark.rule("vivaorre:5-ch6")
def test_an_osservatore_sees_as_deep_into_a_wood_as_a_unit_hides_in_it_but_not_over_a_crest() -> None:
    deep = area("w", "dense_wood", 20, 14, 40, 40)
    hill = {**area("h", "gentle_hill", 20, 12, 40, 30), "crest": [[21000, 15000], [39000, 15000]]}
    for piece, seen in ((deep, True), (hill, False)):
        s = state(red("A", [10000, 2000]), blue("D", [30000, 26000], hidden=True), terrain=(piece,))
        assert hidden.observes(s, (30000, 9000), s.units["D"]) is seen


@pytest.mark.rule("vivaorre:13-h")
def test_one_hidden_enemy_among_others_is_enough_to_be_asked_for_fire() -> None:
    s = state(red("A", HERE), blue("D", [30000, 44000], hidden=True), FAR | {"id": "E"}, phase="fire")
    assert hidden.is_asked(s, "red")


@pytest.mark.rule("vivaorre:13-g")
def test_who_is_not_on_the_table_yet_is_not_found() -> None:
    s = state(red("A", [1500, 1000]), blue("D", None, hidden=True), FAR | {"id": "E"})
    assert list(hidden.found(s)) == []
    assert s.units["D"].hidden
