"""7.2 to 7.8 and 2.9: searches agree with what is said of every single step, whoever stands in the way."""

from __future__ import annotations

import heapq
from typing import Any

import pytest

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.rules import routes
from quadrilatero.games.custoza.rules.concepts import zone
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.hexes import NO_HEXES, HexSet
from tests.games.custoza.support import Plain, austria, italy, state

FAR = austria("far", "6010")


def plainly(
    s: State, units: list[Unit], points: int, march: bool, zones: bool, markers: HexSet, start: int | None
) -> dict[int, int]:
    """7.2-d, 7.4-a, 7.5-c: what it costs to come to each hex, step by step by what the rules say of a step."""
    here = units[0].hex if start is None else start
    called = zone(s, ENEMY[units[0].side]) & markers if zones else NO_HEXES
    found: dict[int, int] = {}
    edge = [(0, here)]
    while edge:
        spent, one = heapq.heappop(edge)
        if (one != here and found.get(one, -1) != spent) or (one in called and one != here):
            continue
        for there in s.board.grid.adjacent[one]:
            cost = routes.costs(s, units, march, one, there)
            if routes.refuse_step(s, units, one, there, cost, zones=zones, markers=markers) is not None:
                continue
            assert cost is not None
            least = one == here and start is None and points >= routes.budget(units)
            if not routes.has_room(s, units, there) or (spent + cost > points and not least):
                continue
            if there != here and spent + cost < found.get(there, 10**6):
                found[there] = spent + cost
                if spent + cost <= points:
                    heapq.heappush(edge, (spent + cost, there))
    return found


GROUND: Plain = {
    "terrain": {"3009": "woods", "3112": "heavy_cultivation", "2911": "tione", "3211": "woods"},
    "hexsides": [["3010", "2910", "steep_slope"], ["3110", "3111", "stream"]],
    "roads": [
        {"class": "major", "path": ["3008", "3009", "3010", "3011", "3012", "3013"]},
        {"class": "minor", "path": ["2909", "3010", "3110", "3211"]},
    ],
}
AROUND = {
    "nobody": (),
    "one point ahead": (italy("f", "3011", sv=1),),
    "two points ahead": (italy("f", "3011", sv=2), italy("g", "3110", sv=1)),
    "three points ahead": (italy("f", "3011", sv=3), italy("g", "3009", sv=2)),
    "crowds": (italy("f", "3011", sv=5), italy("g", "3110", sv=4)),
    "one beside": (italy("f", "3010", sv=1), italy("h", "3012", sv=2)),
    "two beside": (italy("f", "3010", sv=2),),
    "three beside": (italy("f", "3010", sv=3, ma=9),),
    "an enemy": (austria("D", "3012"),),
    "enemies around": (austria("D", "3012"), austria("E", "2908"), italy("f", "3111", sv=3)),
    "friends at a marker": (austria("D", "3012"), italy("f", "3011", sv=3), italy("g", "2910", sv=1)),
    "a crowd in the woods": (italy("f", "3009", sv=5), italy("g", "2909", sv=3)),
    "a crowd on another road": (austria("D", "3012"), italy("f", "3110", sv=3), austria("E", "3211")),
    "an empty fortress": (italy("F", "3011", "fortress"),),
    "a manned fortress": (italy("F", "3011", "fortress"), italy("f", "3011", sv=1)),
    "their fortress": (austria("F", "3111", "fortress"),),
}
WHO: dict[str, list[Plain]] = {
    "one point": [italy("A", "3010", sv=1, ma=2)],
    "two points": [italy("A", "3010", sv=2, ma=2)],
    "three points": [italy("A", "3010", sv=3, ma=2)],
    "four points": [italy("A", "3010", sv=4, ma=2)],
    "a pair": [italy("A", "3010", sv=1, ma=2), italy("B", "3010", sv=1, ma=3)],
    "guns": [italy("A", "3010", "artillery", ma=2, march=True)],
    "horse": [italy("A", "3010", "cavalry", sv=2, ma=3)],
    "slow": [italy("A", "3010", sv=1, ma=1)],
}


def placed(who: str, around: str) -> tuple[State, list[Unit]] | None:
    """The position, if there is room for all of it."""
    units = WHO[who]
    sizes: dict[str, int] = {}
    for unit in (*units, *AROUND[around]):
        if unit["side"] == "italy":
            sizes[unit["hex"]] = sizes.get(unit["hex"], 0) + (0 if unit["type"] == "fortress" else unit.get("sv", 1))
    if max(sizes.values()) > 5:
        return None
    s = state(*units, *AROUND[around], FAR, board=GROUND, active={"formation": "italy"})
    return s, s.of([unit["id"] for unit in units])


@pytest.mark.rule("custoza:7.2-d", "custoza:2.9-b", "custoza:7.8.1-b")
@pytest.mark.parametrize("around", AROUND)
def test_searches_find_what_step_after_step_comes_to(around: str) -> None:
    for who in WHO:
        found = placed(who, around)
        if found is None:
            continue
        s, units = found
        full = routes.budget(units)
        called, everywhere = HexSet.of([s.board.hex("3011"), s.board.hex("2910")]), zone(s, "austria")
        for march in (False, True) if len(units) == 1 else (False,):
            for points in (full, full - 6):
                for zones, markers in ((True, NO_HEXES), (True, called), (True, everywhere), (False, NO_HEXES)):
                    reached = routes.reach(s, units, points, march, zones=zones, markers=markers)
                    assert reached.cost == plainly(s, units, points, march, zones, markers, None), who


@pytest.mark.rule("custoza:7.5-b", "custoza:7.2-d")
@pytest.mark.parametrize("around", ["an enemy", "enemies around", "a crowd on another road", "friends at a marker"])
def test_of_ways_to_a_marker_that_cost_the_same_the_shorter_is_taken(around: str) -> None:
    for who in ("one point", "horse"):
        found = placed(who, around)
        assert found is not None
        s, units = found
        points, called = routes.budget(units), zone(s, "austria")
        for march in (False, True):
            reached = routes.reach(s, units, points, march, markers=called)
            free = {hex: cost for hex, cost in reached.cost.items() if hex not in called} | {units[0].hex: 0}
            for there in reached.hexes:
                if there in called:
                    steps = [
                        (free[near] + cost, len(reached.way_to(near)), near)
                        for near in s.board.grid.adjacent[there]
                        if near in free and (cost := routes.costs(s, units, march, near, there)) is not None
                    ]
                    assert reached.before[there] == min(steps)[2]


@pytest.mark.rule("custoza:7.2-d", "custoza:21.3-b", "custoza:9.4-b")
@pytest.mark.parametrize("around", AROUND)
def test_searches_from_elsewhere_do_too(around: str) -> None:
    """As for who enters the map (21.3) or rides on from the hex that he has charged (9.4): no hex is for nothing."""
    for who in ("one point", "three points", "horse", "slow"):
        found = placed(who, around)
        if found is None:
            continue
        s, units = found
        points = routes.budget(units)
        for start in (s.board.hex("3109"), s.board.hex("3012")):
            for march in (False, True):
                for zones in (True, False):
                    reached = routes.reach(s, units, points, march, zones=zones, start=start)
                    assert reached.cost == plainly(s, units, points, march, zones, NO_HEXES, start), who


@pytest.mark.rule("custoza:7.8-a", "custoza:7.8.1-b")
def test_who_goes_by_road() -> None:
    units = italy("A", "3010", march=True), italy("b", "2910", sv=1, march=True), italy("f", "3011", sv=1)
    s = state(*units, FAR, board=GROUND)
    here, road, field = s.board.hex("3010"), s.board.hex("3009"), s.board.hex("3109")
    assert routes.by_road(s, s.of(["A"]), here, road)
    assert not routes.by_road(s, s.of(["A"]), here, field), "there is none"
    assert not routes.by_road(s, s.of(["A"]), here, s.board.hex("3011")), "a friend stands on it"
    assert not routes.by_road(s, s.of(["f"]), s.board.hex("3011"), s.board.hex("3012")), "not in march"
    assert not routes.by_road(s, [], here, road)


@pytest.mark.rule("custoza:2.9-b", "custoza:22.3.4-a")
def test_what_is_full_changes_with_who_comes_and_who_stands_there() -> None:
    s = state(
        *WHO["a pair"], italy("f", "3011", sv=4), italy("F", "3110", "fortress"), austria("D", "2908"), board=GROUND
    )
    one, pair = s.of(["A"]), s.of(["A", "B"])
    two = [s.units["A"].copy()]
    two[0].sv = 2
    fits = s.board.hex("3011"), s.board.hex("3110"), s.board.hex("2908"), s.board.hex("3010")

    def room(units: list[Unit], find: Any) -> list[bool]:
        return [not find(s, units) >> hex & 1 for hex in fits]

    assert room(one, routes.taken_hexes) == [True, True, False, True]
    assert room(two, routes.taken_hexes) == room(two, routes.closed_hexes) == [False, True, False, True]
    assert room(pair, routes.taken_hexes) == room(pair, routes.closed_hexes) == [False, False, False, True]
    assert room(two, routes.taken_hexes) == [False, True, False, True]
    assert room(one, routes.without_room) == [True, True, True, True]
    assert room(pair, routes.without_room) == [False, False, True, True]
    assert room(one, routes.closed_hexes) == [True, True, False, True]
    s.move(s.units["f"], s.board.hex("3110"))
    assert room(one, routes.taken_hexes) == [True, False, False, True]
    assert room(s.of(["f"]), routes.without_room) == [True, True, True, False], "in the fortress it is already"


@pytest.mark.rule("custoza:7.2-b", "custoza:23.1.3-a")
@pytest.mark.parametrize(
    ("start", "path", "reason", "hex"),
    [
        ("1005", ["9999"], "off_map", "?"),
        ("1005", ["1004"], None, ""),
        ("1005", ["1004", "1006"], "not_adjacent", "1006"),
        ("1006", ["1004"], "not_adjacent", "1004"),
        ("4010", ["4110"], "off_map", "?"),
        ("4010", ["3910"], None, ""),
    ],
)
def test_a_way_leads_from_hex_to_hex_within_the_area_of_play(
    start: str, path: list[str], reason: str | None, hex: str
) -> None:
    s = state(italy("A", start), austria("D", "2020"), area=[10, 40])
    units = s.of(["A"])
    refusal = routes.refuse_path(s, units, [s.board.hex(number) for number in path], routes.budget(units), False)
    assert (refusal and (refusal.rule, refusal.reason, refusal.data["hex"])) == (reason and ("7.2-b", reason, hex))


@pytest.mark.rule("custoza:7.4-a", "custoza:7.2-d")
def test_one_hex_whatever_it_costs_is_for_who_has_not_spent_anything_and_stands_there() -> None:
    dear = {"terrain": {"3011": "heavy_cultivation"}}
    s = state(italy("A", "3010", ma=1), FAR, board=dear)
    units, there = s.of(["A"]), [s.board.hex("3011"), s.board.hex("3012")]

    def why(path: list[int], points: int, start: int | None = None) -> tuple[str | None, Any] | None:
        refusal = routes.refuse_path(s, units, path, points, False, start=start)
        return None if refusal is None else (refusal.rule, refusal.data["hex"])

    assert why(there[:1], 6) is None
    assert why(there[:1], 5) == ("7.2-d", "3011")
    assert why(there[:1], 6, s.board.hex("3110")) == ("7.2-d", "3011")
    assert why(there, 6) == ("7.2-d", "3011"), "the first hex is already too far for a longer way"


@pytest.mark.rule("custoza:7.5-c", "custoza:7.5-b")
@pytest.mark.parametrize(("ground", "rule"), [("clear", "7.5-c"), ("woods", None)])
def test_a_way_leads_on_past_a_marker_only_where_it_lies_in_no_zone(ground: str, rule: str | None) -> None:
    marker = {"type": "assault", "hex": "3010", "target": "3011"}
    units = italy("A", "3009"), austria("D", "3011", facing="N")
    board = {"terrain": {"3010": ground, "2909": "lake"}}
    s = state(*units, board=board, active={"formation": "italy", "markers": [marker]})
    path = [s.board.hex("3010"), s.board.hex("3109")]
    refusal = routes.refuse_path(s, s.of(["A"]), path, 60, False, to_marker=True)
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("custoza:2.9-b", "custoza:22.3.4-a", "custoza:7.8-c")
def test_why_there_is_no_room() -> None:
    units = italy("A", "3010", sv=1), italy("B", "3010", sv=1), italy("f", "3011", sv=5), italy("F", "3110", "fortress")
    s = state(*units, italy("g", "3110", sv=1), FAR)
    for hex, rule, reason in (("3011", "2.9-b", "stacking"), ("3110", "22.3.4-a", "fortress_full")):
        refusal = routes.refuse_path(s, s.of(["A"]), [s.board.hex(hex)], 60, False)
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == (rule, reason)
    assert routes.refuse_column(s.of(["A", "B"]), [], True) is None
    refusal = routes.refuse_column(s.of(["A", "B"]), [s.board.hex("3009")], True)
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("7.8-c", "march_alone")
