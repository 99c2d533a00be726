"""Chapters 7, 10 and 12: how far those get who run, follow or charge, function by function."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules import charge_moves, deployment, pursuit, reserves, rout
from tests.games.vivaorre.battle import area, blue, line, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])


@pytest.mark.rule("vivaorre:12-n")
@pytest.mark.parametrize(
    ("x", "y", "off"),
    [
        (30000, 10000, False),
        (1490, 10000, False),
        (1489, 10000, True),
        (70510, 10000, False),
        (70511, 10000, True),
        (30000, 615, False),
        (30000, 614, True),
        (30000, 48010, False),
        (30000, 48011, True),
    ],
)
def test_who_is_off_the_table_with_any_part(x: int, y: int, off: bool) -> None:
    """A line of eight foot is 3000 wide and 625 deep; 10 mils are as good as nothing."""
    assert rout.is_off_table(state(red("A", HERE), FAR), (x, y, 0, 3000, 625)) is off


@pytest.mark.rule("vivaorre:7-k", "vivaorre:10-e")
def test_who_falls_back_is_stopped_by_others_closed_ground_and_the_edge() -> None:
    def gets(*others: Plain, terrain: tuple[Plain, ...] = (), by: int = 4000, **unit: Any) -> int:
        s = state(red("A", HERE, **unit), FAR, *others, terrain=terrain)
        return rout.free_way(s, s.units["A"], 18000, by)

    assert gets() == 4000
    assert gets(by=9800) in range(9375, 9386), "to the edge"
    assert gets(red("B", [30000, 7000])) in range(2365, 2376), "a friend stands 2375 mils behind its back"
    assert gets(blue("E", [30000, 7000], hidden=True)) == 4000, "whom it does not see stops nobody beforehand"
    gully = line("g", "gully", (25, 8), (35, 8))
    assert gets(terrain=(gully,)) == 4000
    assert gets(terrain=(gully,), arm="cavalry") in range(1990, 2001)
    lake = area("l", "impassable", 25, 4, 35, 7)
    assert gets(terrain=(lake,)) in range(2365, 2376)


@pytest.mark.rule("vivaorre:12-l")
def test_a_router_runs_on_until_it_stands_on_nobody() -> None:
    def rests(*others: Plain, terrain: tuple[Plain, ...] = (), by: int = 4000) -> int | None:
        s = state(red("A", [30000, 20000], facing=18000), FAR, *others, terrain=terrain)
        return rout.resting_place(s, s.units["A"], 18000, by)

    assert rests() == 4000
    friend = red("B", [30000, 16500])
    beyond = rests(friend)
    assert beyond is not None
    assert beyond in range(4800, 5000), "A's back is clear of B's"
    assert rests(terrain=(area("l", "impassable", 25, 10, 35, 14),)) == 4000
    shore = [[25000, 10000], [35000, 10000], [35000, 15600], [25000, 15600]]
    shut = rests(friend, terrain=({"id": "l", "type": "impassable", "shape": shore},))
    assert shut is not None
    assert shut in range(3400, 3511), "it cannot go on, and stops short of its friends"


@pytest.mark.rule("vivaorre:12-m")
def test_who_is_known_for_mercy() -> None:
    def mercy(option: str, **armies: Plain) -> bool:
        s = state(red("A", HERE), FAR, armies=armies, options={"prisoners": option})
        return rout.shows_mercy(s, "red", "blue")

    strange = {"european": False}
    assert mercy("european")
    assert not mercy("european", red=strange)
    assert not mercy("european", blue=strange)
    assert mercy("well", red=strange)
    assert not mercy("test")


@pytest.mark.rule("vivaorre:10-j")
def test_irregulars_pursue_unless_they_were_charged_in_cover() -> None:
    def must(training: str, *, charged: str | None = None, by: str | None = "A", cover: bool = True) -> bool:
        formation = "line" if training == "regular" else "mass"
        works = (area("w", "light_works", 25, 5, 35, 12),) if cover else ()
        s = state(red("A", HERE, training=training, formation=formation, charged=charged),
                  blue("D", [30000, 14000], charged=by), terrain=works)  # fmt: skip
        return pursuit.must_pursue(s, s.units["A"], s.units["D"])

    assert not must("regular")
    assert not must("irregular")
    assert must("irregular", cover=False)
    assert must("irregular", by=None), "nobody charged them"
    assert must("irregular", charged="D"), "they charged themselves"


@pytest.mark.rule("vivaorre:10-l", "vivaorre:8-e")
def test_a_pursuer_turns_where_there_is_room_and_goes_on_until_it_touches() -> None:
    s = state(red("A", HERE), red("B", [29700, 9300], figures=4, start=8), blue("D", [40000, 20000]))
    walk = pursuit.follow(s, s.units["A"], 9000, 3000)
    assert walk.unit.facing == 0, "B is in the way of its turn"
    alone = state(red("A", HERE), blue("D", [40000, 20000]))
    walk = pursuit.follow(alone, alone.units["A"], 9000, 3000)
    assert (walk.unit.facing, walk.unit.at, walk.gone) == (9000, (33000, 10000), 3000)
    near = state(red("A", HERE), blue("D", [30000, 12000]))
    assert pursuit.follow(near, near.units["A"], 0, 3000).unit.at in [(30000, y) for y in range(11990, 12001)]


@pytest.mark.rule("vivaorre:10-l", "vivaorre:8-ab", "vivaorre:12-n")
def test_a_pursuer_does_not_turn_onto_closed_ground_or_off_the_table() -> None:
    lake = area("lake", "impassable", 29, 11, 31, 13)
    for at, terrain in ((HERE, (lake,)), ([30000, 47900], ())):
        s = state(red("A", at, figures=16), blue("D", [40000, 20000]), terrain=terrain)
        assert pursuit.follow(s, s.units["A"], 9000, 3000).unit.facing == 0
    beside = state(red("A", HERE, figures=16), terrain=(area("lake", "impassable", 10, 11, 12, 13),))
    assert pursuit.follow(beside, beside.units["A"], 9000, 3000).unit.facing == 9000


@pytest.mark.rule("vivaorre:7-c", "vivaorre:7-g")
@pytest.mark.parametrize(("x", "side"), [(36000, "right"), (24000, "left"), (30000, None)])
def test_the_smallest_wheel_is_to_the_side_of_the_target(x: int, side: str | None) -> None:
    s = state(red("A", HERE, formation="assault"), blue("D", [x, 16000], formation="march"))
    way = charge_moves.way_to(s, s.units["A"], s.units["D"], 20000)
    assert way is not None
    assert way.side == side
    if side is not None:
        mirror = state(red("A", HERE, formation="assault"), blue("D", [60000 - x, 16000], formation="march"))
        other = charge_moves.way_to(mirror, mirror.units["A"], mirror.units["D"], 20000)
        assert other is not None
        assert abs(other.angle - way.angle) <= 1
        assert 0 < way.angle < 4500


@pytest.mark.rule("vivaorre:7-a")
def test_a_charge_is_declared_at_twice_the_reach_and_answered_from_anywhere() -> None:
    s = state(red("A", HERE), blue("D", [30000, 13000]), phase="charges", first="red",
              charges=[{"unit": "D", "target": "A"}])  # fmt: skip
    a, d = s.units["A"], s.units["D"]
    assert charge_moves.farthest(s, d, a) == 2 * charge_moves.reach(d)
    assert charge_moves.farthest(s, a, d) == 2 * (72000 + 48000)


@pytest.mark.rule("vivaorre:7-g")
@pytest.mark.parametrize(("facing", "side"), [(18000, "front"), (0, "rear"), (9000, "right"), (27000, "left")])
def test_which_side_of_the_target_is_struck(facing: int, side: str) -> None:
    """A stands south of D and goes north until it touches."""
    s = state(red("A", HERE, figures=1, start=8), blue("D", [30000, 14000], facing=facing, figures=4, start=8))
    a, d = s.units["A"], s.units["D"]
    way = charge_moves.way_to(s, a, d, 20000)
    assert way is not None
    moved = a.copy()
    moved.at = (30000, 10000 + way.by)
    moved.settle()
    assert charge_moves.struck_side(d, moved, a.pose) == side


@pytest.mark.rule("vivaorre:5-c")
def test_a_general_leads_his_brigade_or_the_army() -> None:
    units = red("A", HERE, brigade="b"), red("B", [40000, 10000], brigade="c"), red("C", [50000, 10000])
    generals = [
        {"id": "G", "side": "red", "brigade": "c", "at": [1000, 1000]},
        {"id": "K", "side": "red", "rank": "cic", "at": [1000, 1000]},
        {"id": "E", "side": "blue", "rank": "cic", "at": [1000, 40000]},
    ]
    s = state(*units, FAR, generals=generals)
    led = {id: [unit.id for unit in deployment.led(s, s.generals[id])] for id in "GKE"}
    assert led == {"G": ["B"], "K": ["A", "B", "C"], "E": ["D"]}
    deployment.attach(s, s.generals["G"])
    assert (s.generals["G"].with_unit, s.generals["G"].at) == ("B", None)


@pytest.mark.rule("vivaorre:17-ev15")
def test_reinforcements_are_called_up_whole_and_numbered() -> None:
    s = state(red("A", HERE), FAR, turn=3, last_turn=9)
    first, second = reserves.call_up(s, "blue"), reserves.call_up(s, "blue")
    assert [first.id, second.id] == ["blue.reserve1", "blue.reserve2"]
    assert (first.side, first.at, first.facing, first.arrives) == ("blue", None, 18000, 4)
    assert (first.figures, first.start, first.files, first.formation, first.arm) == (8, 8, 8, "line", "infantry")
    assert (first.sections, first.mounted, first.gun, first.notes) == (1, False, None, ())
    assert s.order["blue.reserve2"] == s.order["blue.reserve1"] + 1 == 3
