"""Chapters 7 and 8, function by function: what a straight way costs, and where a charge or a short breath ends it."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from quadrilatero.games.vivaorre.answers import Back, Follow, Form, Oblique, Sideways, To, TurnAside, Wheel
from quadrilatero.games.vivaorre.rules import marching
from quadrilatero.games.vivaorre.rules.going import Going
from quadrilatero.games.vivaorre.rules.manoeuvres import Walk
from quadrilatero.games.vivaorre.rules.rates import WHOLE
from quadrilatero.kernel import Refusal
from quadrilatero.table import TOUCH, arc_length, centre, span
from tests.games.vivaorre.battle import area, blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("Z", [60000, 40000])
ROUGH = area("r", "rough", 20, 5, 40, 30)


def walk(unit: Plain, *others: Plain, clip: bool = False, charging: bool = False, **more: Any) -> Walk:
    s = state(unit, *others, FAR, **more)
    return Walk(s, s.units["A"], clip=clip, charging=charging)


def left(refusal: Refusal | None) -> int:
    assert refusal is not None
    found: int = refusal.data["left"]
    return found


# -- what it costs ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-s", "vivaorre:8-aa")
@pytest.mark.parametrize(
    ("formation", "road", "by", "times", "share"),
    [
        ("mass", False, 600, 1, 2),
        ("mass", True, 600, 1, 2),
        ("mass", False, 300, 2, 4),
        ("march", True, 600, 1, 1),
    ],
)
def test_difficult_ground_costs_double_but_to_columns_on_a_road(
    formation: str, road: bool, by: int, times: int, share: int
) -> None:
    terrain = (ROUGH, line("w", "road", (30, 0), (30, 40))) if road else (ROUGH,)
    going = walk(
        red("A", HERE, formation=formation, disorder="ground" if formation == "mass" else None), terrain=terrain
    )
    assert going.go(0, by, times) is None
    rate = 5000 if formation == "march" else 3000
    assert going.left == WHOLE - by * share * WHOLE // rate
    assert going.where() == (30000, 10000 + by)


@pytest.mark.rule("vivaorre:8-a")
def test_a_refusal_says_how_far_it_would_have_gone() -> None:
    assert left(walk(red("A", HERE)).go(0, 3001, 1)) == 3000
    assert left(walk(red("A", HERE), red("B", [30000, 10625])).go(0, 1000, 1)) == 0, "a friend stands before it"
    assert left(walk(red("A", HERE), blue("D", [30000, 10000 + TOUCH])).go(0, 1000, 1)) == 0
    spent = walk(red("A", HERE))
    assert spent.take([Form("assault"), Form("line")]) is None
    assert left(spent.form(Form("march"))) == 0


@pytest.mark.rule("vivaorre:8-y")
def test_lines_are_crossed_where_they_lie_each_for_its_share() -> None:
    hedges = line("h", "hedge", (20, 11), (40, 11)), line("i", "hedge", (20, 12), (40, 12))
    for by, crossed in ((499, 0), (500, 1), (1499, 1), (1500, 2)):
        going = walk(red("A", [30000, 10500]), terrain=hedges)
        assert going.go(0, by, 1) is None
        assert (going.where(), going.gone) == ((30000, 10500 + by), by)
        assert going.left == WHOLE - crossed * WHOLE // 4 - by * WHOLE // 3000
    assert left(walk(red("A", [30000, 10500]), terrain=hedges).go(0, 1501, 1)) == 1500


@pytest.mark.rule("vivaorre:8-y", "vivaorre:8-aa")
@pytest.mark.parametrize(
    ("passage", "rule"), [((), "8-y"), ((line("f", "ford", (30, 10), (30, 16)),), "8-aa")]
)  # fmt: skip
def test_a_line_that_is_too_dear_names_the_rule_of_its_price(passage: tuple[Plain, ...], rule: str) -> None:
    stream = line("s", "stream", (20, 13), (40, 13))
    refusal = walk(red("A", HERE, formation="march"), terrain=(stream, *passage)).go(0, 3500, 1)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == (rule, "crossing_too_dear")


@pytest.mark.rule("vivaorre:8-ab", "vivaorre:7-g")
def test_a_line_that_nobody_crosses_stops_a_move_before_it_and_a_charge_at_it() -> None:
    cliff = (line("c", "impassable", (20, 12), (40, 12)),)
    assert left(walk(red("A", HERE), terrain=cliff).go(0, 2500, 1)) == 1999
    charge = walk(red("A", HERE), terrain=cliff, charging=True)
    assert charge.go(0, 2500, 1) is None
    assert (charge.where(), charge.spent, charge.met) == ((30000, 12000), True, None)


@pytest.mark.rule("vivaorre:8-n")
def test_steps_back_and_aside_are_square_to_the_front() -> None:
    s = state(red("A", [30000, 20000], formation="march"), FAR)
    for step, place in (
        (Back(3700), (30000, 16300)),
        (Sideways("left", 3700), (26300, 20000)),
        (Sideways("right", 3700), (33700, 20000)),
    ):
        going = Walk(s, s.units["A"], (3, 2))
        assert going.take([step]) is None
        assert going.where() == place


@pytest.mark.rule("vivaorre:5-ch15")
def test_an_ottuso_forbids_skirmishing_alone() -> None:
    dull: Plain = {"id": "G", "side": "red", "rank": "brigade", "brigade": "b", "at": [30000, 8000]}
    light = red("A", HERE, notes=["skirmish"], brigade="b")
    for step, rule in ((Form("march"), None), (Form("skirmish"), "5-ch15")):
        found = walk(light, generals=[{**dull, "characters": ["ottuso"]}]).form(step)
        assert (None if found is None else found.rule) == rule


@pytest.mark.rule("vivaorre:8-i", "vivaorre:8-k")
@pytest.mark.parametrize(("side", "facing"), [("left", 27000), ("right", 9000)])
@pytest.mark.parametrize(("before", "after"), [("line", "march"), ("march", "line")])
def test_line_and_column_turn_into_each_other_about_their_centre(
    side: Literal["left", "right"], facing: int, before: str, after: str
) -> None:
    going = walk(red("A", [30000, 20000], formation=before))
    middle = centre(going.unit.pose)
    assert going.turn(TurnAside(side)) is None
    assert (going.unit.formation, going.unit.facing, going.left) == (after, facing, WHOLE // 2)
    assert all(abs(now - then) <= 1 for now, then in zip(centre(going.unit.pose), middle, strict=True)), "but for a mil"
    assert going.turn(TurnAside(side)) is None
    dear = going.turn(TurnAside(side))
    assert dear is not None
    assert (dear.rule, dear.reason) == ("8-k", "change_too_dear")


@pytest.mark.rule("vivaorre:8-h", "vivaorre:8-s")
@pytest.mark.parametrize(("terrain", "times"), [((), 1), ((ROUGH,), 2)])
def test_a_column_pays_for_the_arc_of_its_wheel_and_twice_in_difficult_ground(
    terrain: tuple[Plain, ...], times: int
) -> None:
    going = walk(red("A", HERE, formation="assault"), terrain=terrain)
    cost = going.grains(arc_length(going.unit.pose[3], 1000), times)
    assert going.wheel(Wheel("left", 1000)) is None
    assert going.left == WHOLE - cost
    again = going.wheel(Wheel("left", 1000))
    assert again is not None
    assert (again.rule, again.reason) == ("8-h", "wheeled_already")
    far = walk(red("A", HERE, formation="assault"), terrain=terrain).wheel(Wheel("left", 9001))
    assert far is not None
    assert (far.data["most"], far.data["degrees"]) == (9000, 90)


@pytest.mark.rule("vivaorre:8-o", "vivaorre:7-c")
def test_skirmishers_and_squares_wheel_only_to_charge() -> None:
    for unit in (red("A", HERE, notes=["skirmish"], formation="skirmish"), red("A", HERE, formation="square")):
        found = walk(unit).wheel(Wheel("left", 1000))
        assert found is not None
        assert (found.rule, found.reason) == ("8-o", "no_wheel")
        charge = walk(unit, charging=True)
        assert charge.wheel(Wheel("left", 1000)) is None
        assert (charge.unit.facing, charge.spent) == (35000, False)


@pytest.mark.rule("vivaorre:7-c", "vivaorre:7-g")
@pytest.mark.parametrize(
    ("other", "met"), [(blue("D", [29000, 11000]), "D"), (red("B", [29000, 11000], facing=18000), None)]
)  # fmt: skip
def test_the_wheel_of_a_charge_ends_at_whom_it_meets(other: Plain, met: str | None) -> None:
    charge = walk(red("A", HERE), other, charging=True)
    assert charge.wheel(Wheel("left", 4500)) is None
    assert 31500 < charge.unit.facing < 36000
    assert (charge.spent, None if charge.met is None else charge.met.id) == (True, met)
    slow = walk(red("A", HERE), other).wheel(Wheel("left", 4500))
    assert slow is not None
    assert (slow.rule, slow.reason) == ("7-g" if met else "8-q", "wheel_stopped")


@pytest.mark.rule("vivaorre:7-c", "vivaorre:8-q")
@pytest.mark.parametrize(("friend", "foe", "met"), [(10800, 11500, None), (11500, 10800, "D")])
def test_a_wheel_is_stopped_by_the_first_it_meets(friend: int, foe: int, met: str | None) -> None:
    others = red("B", [30500, friend], facing=18000), blue("D", [30500, foe])
    charge = walk(red("A", HERE), *others, charging=True)
    assert charge.wheel(Wheel("left", 4500)) is None
    assert (charge.spent, None if charge.met is None else charge.met.id) == (True, met)
    slow = walk(red("A", HERE), *others).wheel(Wheel("left", 4500))
    assert slow is not None
    assert (slow.rule, slow.reason) == ("7-g" if met else "8-q", "wheel_stopped")
    assert abs(slow.data["most"] - (36000 - charge.unit.facing)) <= 1


@pytest.mark.rule("vivaorre:8-h")
def test_a_column_that_has_nothing_left_does_not_wheel() -> None:
    going = walk(red("A", HERE))
    assert going.take([Form("march"), Form("assault")]) is None
    found = going.wheel(Wheel("left", 1000))
    assert found is not None
    assert (found.rule, found.reason, found.data["most"], found.data["degrees"]) == ("8-h", "wheel_too_dear", 1, 0)


@pytest.mark.rule("vivaorre:8-o")
def test_skirmishers_pay_to_turn_for_the_way_of_their_farthest_corner() -> None:
    going = walk(red("A", HERE, notes=["skirmish"], formation="skirmish", figures=4, start=8))
    half, deep = going.unit.pose[3] // 2, going.unit.pose[4]
    far = span(-half, -deep, -deep, half)
    assert far > span(-half, 0, 0, half), "the rear corners go farther than those of the front"
    assert going.face(9000) is None
    paid = going.grains(far, 1)
    assert paid <= WHOLE - going.left <= going.grains(far + 2, 1)
    assert going.unit.facing == 9000
    tired = walk(red("A", HERE, notes=["skirmish"], formation="skirmish", figures=4, start=8))
    tired.left = paid - 1
    refusal = tired.face(9000)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("8-a", "turn_too_dear")


@pytest.mark.rule("vivaorre:8-o")
def test_skirmishers_who_go_to_a_place_stand_on_it_exactly() -> None:
    going = walk(red("A", HERE, notes=["skirmish"], formation="skirmish", figures=4, start=8))
    assert going.take([To([31234, 12345], None)]) is None
    assert (going.where(), going.unit.facing) == ((31234, 12345), 0)


ROAD = line("w", "road", (30, 5), (30, 12), (36, 12))


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(
    ("at", "facing", "by", "ends"),
    [
        ([30000, 10000], 0, 1500, (30000, 11500, 0)),
        ([30500, 9000], 0, 1500, (30000, 10500, 0)),
        ([30000, 10000], 18000, 1500, (30000, 8500, 18000)),
        ([30000, 10000], 0, 4000, (32000, 12000, 9000)),
    ],
)
def test_a_column_on_a_road_goes_along_its_middle_the_way_it_faces(
    at: list[int], facing: int, by: int, ends: tuple[int, int, int]
) -> None:
    going = walk(red("A", at, facing=facing, formation="march"), terrain=(ROAD,))
    assert going.follow(Follow("w", by)) is None
    assert going.unit.pose[:3] == ends
    assert going.gone == by


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(
    ("unit", "step", "reason"),
    [
        (red("A", HERE, formation="march"), Follow("x", 1000), "no_road"),
        (red("A", [30502, 10000], formation="march"), Follow("w", 1000), "not_on_road"),
        (red("A", HERE), Follow("w", 1000), "road_for_columns"),
        (red("A", [35000, 12000], facing=9000, formation="march"), Follow("w", 1001), "road_ends"),
    ],
)
def test_why_a_road_is_not_followed(unit: Plain, step: Follow, reason: str) -> None:
    found = walk(unit, terrain=(ROAD,)).follow(step)
    assert found is not None
    assert (found.rule, found.reason) == ("8-aa", reason)


@pytest.mark.rule("vivaorre:3-d", "vivaorre:8-aa")
def test_an_army_on_the_march_has_its_written_way_beside_the_roads() -> None:
    terrain = ROAD, line("h", "hedge", (1, 40), (5, 40))
    route = {"side": "red", "order": ["A"], "line": [[30000, 0], [30000, 48000]]}
    s = state(red("A", HERE, formation="march"), FAR, terrain=terrain, route=route)
    mine, other = Walk(s, s.units["A"]), Walk(s, s.units["Z"])
    assert mine.way_of(marching.ROUTE) == (((30000, 0), (30000, 48000)), marching.WIDE)
    assert other.way_of(marching.ROUTE) is None
    road = (((30000, 5000), (30000, 12000), (36000, 12000)), 1000)
    assert mine.way_of("w") == other.way_of("w") == road
    assert mine.way_of("h") is None, "no road"
    assert mine.way_of("x") is None
    s.route = None
    assert mine.way_of(marching.ROUTE) is None


@pytest.mark.rule("vivaorre:8-m")
def test_an_oblique_way_is_at_most_45_degrees_off_the_straight() -> None:
    assert walk(red("A", HERE)).oblique(Oblique("left", 4500, 1000)) is None
    found = walk(red("A", HERE)).oblique(Oblique("left", 4501, 1000))
    assert found is not None
    assert (found.reason, found.data["most"], found.data["degrees"]) == ("oblique_too_far", 4500, 45)


@pytest.mark.rule("vivaorre:8-i")
def test_irregulars_in_column_and_other_formations_do_not_turn_aside() -> None:
    wild = red("A", HERE, training="irregular", formation="march")
    for unit in (wild, red("A", HERE, formation="assault")):
        found = walk(unit).turn(TurnAside("left"))
        assert found is not None
        assert (found.rule, found.reason) == ("8-i", "no_turn")


@pytest.mark.rule("vivaorre:8-q")
def test_who_ends_on_a_friend_is_told_which_manoeuvre_is_at_fault() -> None:
    runner = red("A", HERE, notes=["skirmish"], formation="skirmish")
    refusal = walk(runner, red("B", [30000, 12000])).take([To([30000, 11000], None), To([30000, 12000], None)])
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"]) == ("8-q", 1)


@pytest.mark.rule("vivaorre:8-f", "vivaorre:8-y")
def test_who_runs_out_of_breath_stops_before_the_line_he_cannot_cross() -> None:
    hedge = (line("h", "hedge", (20, 12), (40, 12)),)
    short = walk(red("A", [30000, 9500]), terrain=hedge, clip=True)
    assert short.go(0, 3000, 1) is None
    assert (short.where(), short.gone, short.spent) == ((30000, 12000), 2500, True)
    open_ground = walk(red("A", HERE), clip=True)
    assert open_ground.go(0, 4000, 1) is None
    assert (open_ground.where(), open_ground.spent) == ((30000, 13000), True)


@pytest.mark.rule("vivaorre:8-ae")
@pytest.mark.parametrize("option", ["ground_free", "always_reorder"])
def test_who_was_in_order_stays_so_in_the_open(option: str) -> None:
    s = state(red("A", HERE), FAR, options={"disorder": option})
    going = Going(s, s.units["A"])
    assert going.go(0, 1000, 1) is None
    assert going.unit.disorder is None


# -- charges ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:7-g", "vivaorre:12-n")
@pytest.mark.parametrize(
    ("at", "others", "terrain", "gone", "met"),
    [
        (HERE, (blue("D", [30000, 12000]),), (), 2000, "D"),
        (HERE, (blue("D", [30000, 13000]),), (), 3000, "D"),
        (HERE, (blue("D", [30000, 13001]),), (), 3000, None),
        (HERE, (red("B", [30000, 12625]), blue("D", [30000, 13000])), (), 2000, None),
        (HERE, (blue("D", [30000, 13000]),), (area("x", "impassable", 29, 12, 31, 13),), 2000, None),
        ([30000, 47000], (), (), 1000, None),
    ],
)
def test_a_charge_is_over_where_somebody_or_something_stops_it(
    at: list[int], others: tuple[Plain, ...], terrain: tuple[Plain, ...], gone: int, met: str | None
) -> None:
    going = walk(red("A", at), *others, terrain=terrain, charging=True)
    assert going.go(0, 90000, 1) is None
    assert (going.gone, None if going.met is None else going.met.id, going.spent) == (gone, met, True)
    assert going.where() == (30000, at[1] + gone)
    less = walk(red("A", at), *others, terrain=terrain, charging=True)
    assert less.go(0, 500, 1) is None
    assert (less.gone, less.met, less.spent) == (500, None, False)
