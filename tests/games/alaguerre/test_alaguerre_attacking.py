"""Chapters 5 to 8: who may act, generals on their way, charges, approaches and fire, where nobody else looks."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre import proposals
from quadrilatero.games.alaguerre.answers import Approach
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import (
    approach,
    attack_ways,
    charge_fire,
    evasion,
    fire,
    forced,
    interpenetration,
    momentum,
    moving,
    shots,
)
from quadrilatero.games.alaguerre.rules.formations import single, unit_of
from quadrilatero.table import LEFT, RIGHT, arc_length
from tests.games.alaguerre.battle import area, base_of, blue, events, general, play, red, refused, rolls, state

Plain = dict[str, Any]
AT = [20000, 20000]
FAR = blue("Z", [45000, 39000])
CAV = ("Cav", "1/-/2 a")
LN = ("Ln", "1/1/1 -")
OPEN = {"formation": "skirmish"}


def moves(*bases: Plain, dice: tuple[int, ...] = (), **more: Any) -> q.Match:
    """The moves of red's only division, with somebody who stays behind."""
    stray = red("S", [1000, 2000], "LC", "0/-/0 -")
    more.setdefault("orders", {"red": 5})
    return play(*bases, stray, FAR, phase="manoeuvre", dice=list(dice), **more)


def go(unit: str, *path: Plain) -> Plain:
    return {"do": "move", "unit": unit, "path": list(path)}


def to(x: int, y: int) -> Plain:
    return {"go": "to", "at": [x, y]}


# -- who acts (5.1) ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6-f", "alaguerre:5-a")
def test_in_one_phase_a_division_charges_with_one_unit_and_moves_another() -> None:
    match = moves(red("A", AT, *CAV), red("B", [30000, 20000]), blue("E", [20000, 22500], *CAV), dice=(1,))
    match.answer("red", {"do": "charge", "unit": "A", "target": "E"})
    assert [test.data["unit"] for test in rolls(match, "morale")] == ["A"]
    match.answer("red", go("B", {"go": "advance", "by": 700}))
    assert base_of(match, "B")["at"] == [30000, 20700]
    assert refused(match, "red", go("A", {"go": "advance", "by": 100})) != ""


@pytest.mark.rule("alaguerre:5.1-d", "alaguerre:5.1-g", "alaguerre:9.1.4-a")
def test_who_has_anything_to_do() -> None:
    """Units in mêlée have nothing, but for horse that may break off from foot."""
    s = state(
        red("A", AT, division="d"),
        red("B", [5000, 20000], division="e"),
        red("C", [10000, 20000], *CAV, division="d"),
        red("D", [30000, 20000], division="d"),
        blue("E", [10000, 20000]),
        blue("F", [30000, 20000]),
        orders={"d": 5},
    )
    found = {id: moving.refuse_any(s, single(s.bases[id]), Active("d"), "red") for id in "ABCD"}
    assert {id: refusal and refusal.rule for id, refusal in found.items()} == {
        "A": None,
        "B": "5.1-d",
        "C": None,
        "D": "9.1.4-a",
    }
    idle = moving.refuse_any(s, single(s.bases["C"]), Active("light"), "red")
    assert idle is not None
    assert moving.is_fighting(s, single(s.bases["C"]))


@pytest.mark.rule("alaguerre:5.1-d", "alaguerre:3.3.3-g", "alaguerre:5.2-a", "alaguerre:5.1-g")
@pytest.mark.parametrize(
    ("more", "active", "rule"),
    [
        ({}, Active("red"), None),
        ({}, Active("blue"), "5.1-d"),
        ({}, Active("red", None, ("A",)), "5.1-d"),
        ({"moved": 1}, Active("red"), "5.2-a"),
        ({"acted": True}, Active("red"), "5.2-a"),
        ({"state": "routed"}, Active("red"), "2.6.7-d"),
        ({"state": "shaken"}, Active("red"), None),
    ],
)
def test_why_a_base_has_nothing_to_do(more: Plain, active: Active, rule: str | None) -> None:
    s = state(red("A", AT, **more), FAR, orders={"red": 5})
    refusal = moving.refuse_base(s, s.bases["A"], active, "red")
    assert (refusal and refusal.rule) == rule
    unordered = state(red("A", AT), FAR, orders={"red": 5}, activated=[])
    refusal = moving.refuse_base(unordered, unordered.bases["A"], Active("red"), "red")
    assert refusal is not None
    assert refusal.rule == "3.3.3-g"
    fighting = state(red("A", AT), blue("E", AT), orders={"red": 5})
    refusal = moving.refuse_base(fighting, fighting.bases["A"], Active("red"), "red")
    assert refusal is not None
    assert refusal.rule == "5.1-g"


@pytest.mark.rule("alaguerre:3.3.3-i")
def test_a_formation_is_activated_by_any_of_its_bases() -> None:
    line = [red("A", [27000, 9000], brigade="b", division="d"), red("B", [29000, 9000], brigade="b", division="d")]
    other = red("C", [31200, 9000], division="d")
    match = play(
        *line, other, FAR, generals=[general("G", [20000, 9000], division="d")], phase="manoeuvre", orders={"d": 5}
    )
    assert match.refuse("red", go("B", {"go": "advance", "by": 500})) is None
    assert refused(match, "red", go("C", {"go": "advance", "by": 500})) == "3.3.3-g"


@pytest.mark.rule("alaguerre:10.1.1-t2")
@pytest.mark.parametrize(("until", "rule"), [(1, "10.1.1-t2"), (None, None)])
def test_who_wavers_attacks_nobody(until: int | None, rule: str | None) -> None:
    wavering: Plain = {"red": {"side": "red", "wavers": until}}
    match = moves(red("A", AT, *CAV), blue("E", [20000, 22500], *CAV), divisions=wavering)
    refusal = match.refuse("red", {"do": "charge", "unit": "A", "target": "E"})
    assert (refusal and refusal.rule) == rule


# -- generals (5.2.1, 5.3.1) -------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.3.1-a", "alaguerre:5.3.1-b", "alaguerre:5.1-h", "alaguerre:5.2-a", "alaguerre:5.2.1-a")
def test_a_general_rides_past_friends_but_not_onto_them_or_into_the_enemy() -> None:
    match = moves(
        red("A", AT),
        red("B", [20000, 16000]),
        blue("E", [26000, 16000]),
        generals=[general("C", [5000, 5000]), general("G", [20000, 12000], division="red", radius=20000)],
    )
    assert refused(match, "red", go("G", to(20000, 15300))) == "5.3.1-b"
    assert refused(match, "red", go("G", to(25900, 15500))) == "5.1-h"
    match.answer("red", go("G", to(20000, 17500)))
    assert next(one["at"] for one in match.state()["generals"] if one["id"] == "G") == [20000, 17500]
    (moved,) = [event for event in events(match, "moved") if event.data["unit"] == "G"]
    assert moved.data["distance"] == 5500
    assert refused(match, "red", go("G", to(20000, 17600))) == "5.2-a"


@pytest.mark.rule("alaguerre:5.2.1-a")
def test_ways_that_are_put_forward_for_a_general_lead_in_all_directions() -> None:
    s = state(red("A", AT), generals=[general("G", [20000, 12000])])
    ways = [tuple(one["path"][0]["at"]) for one in proposals.rides(s, s.generals["G"])]
    assert len(set(ways)) == len(ways) == 24
    assert {(20000, 22000), (30000, 12000), (20000, 10000), (20000, 7000)} <= set(ways)


# -- friends in the way (5.3) ------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.3-t1", "alaguerre:5.3.2-a")
def test_open_order_makes_way_but_light_horse_not_to_pikes() -> None:
    s = state(
        red("P", AT),
        red("H", [24000, 20000], "Hv", "1/-/1 -"),
        red("L", [28000, 20000], "LC", "1/0/0 - sk/ln", **OPEN),
        red("S", [32000, 20000], "Sh", "1/1/0 - sk", **OPEN),
    )
    found = {
        (one, other): interpenetration.through_open_order(single(s.bases[one]), s.bases[other])
        for one in "PHL"
        for other in "LS"
        if one != other
    }
    free = {"PS", "HL", "HS", "LS"}
    assert {"".join(pair) for pair, how in found.items() if how == "free"} == free
    assert found["P", "L"] == "no"


@pytest.mark.rule("alaguerre:5.3.5-a")
@pytest.mark.parametrize(("foot", "rule"), [(2, None), (1, "5.3-b")])
def test_who_stands_partly_out_of_a_farm_is_passed_where_it_could_hold_both(foot: int, rule: str | None) -> None:
    farm = area("F", "farm", 17, 20, 19.3, 22, vdf=0, capacity={"foot": foot, "guns": 1, "order": "any"})
    match = moves(red("A", [20500, 20000], *CAV), red("B", [20000, 21700], inside="F"), terrain=(farm,))
    refusal = match.refuse("red", go("A", {"go": "advance", "by": 3000}))
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("alaguerre:5.4-a")
def test_whose_zone_a_winner_stands_in() -> None:
    near = (blue("B", [20000, 20900]), blue("C", [24000, 20900]), blue("D", [20000, 24000]))
    s = state(red("A", AT), *near)
    assert [base.id for base in momentum.in_zones(s, single(s.bases["A"]))] == ["B"]


@pytest.mark.rule("alaguerre:5.2.4-a")
@pytest.mark.parametrize(("width", "arc"), [(2000, 1000), (2000, 2000), (6000, 1000)])
def test_the_widest_wheel_of_an_arc(width: int, arc: int) -> None:
    angle = attack_ways.widest((0, 0, 0, width, 1000), arc)
    assert arc_length(width, angle) <= arc < arc_length(width, angle + 1)


# -- charges (6) -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:2.6.7-e", "alaguerre:9.1.5-a")
def test_routers_who_are_caught_lose_and_run_on() -> None:
    """Pikes run 3um, and the horse, whose extra move is earned, has 5 less what it has ridden."""
    match = moves(red("A", AT, *CAV), blue("B", [20000, 20300], state="routed"), dice=(6,))
    match.answer("red", {"do": "charge", "unit": "A", "target": "B"})
    assert [(event.data["unit"], event.data["why"]) for event in events(match, "losses")] == [("B", "ridden_down")]
    caught = base_of(match, "B")
    assert (caught["losses"], caught["state"], caught["at"][1]) == (1, "routed", 27300)
    assert base_of(match, "A")["state"] == "ordered"
    assert rolls(match, "melee") == []


@pytest.mark.rule("alaguerre:2.6.7-e", "alaguerre:2.6.7-f", "alaguerre:2.6.7-d")
def test_routers_who_are_crossed_run_without_a_test() -> None:
    s = state(red("A", AT, "Hv", "2/-/1 -"), red("C", [20000, 15000], state="routed"), red("D", [30000, 15000]), FAR)
    spreader = single(s.bases["A"])
    assert list(forced.shock(s, "C", spreader)) == [], "no die is asked for"
    assert s.bases["C"].pose[1] < 14000
    asked = next(forced.shock(s, "D", spreader))
    assert type(asked).__name__ == "Dice"
    states = [forced.is_routed(s, single(s.bases[id])) for id in "ACD"]
    assert states == [False, True, False]
    gone = single(s.bases["D"])
    s.remove(s.bases["D"])
    assert forced.is_routed(s, gone)


@pytest.mark.rule("alaguerre:6-e", "alaguerre:6.2-e")
def test_how_far_a_charge_could_go_and_had_to_is_told() -> None:
    match = moves(red("A", AT, *CAV), blue("B", [20000, 24500], *CAV), dice=(4,))
    match.answer("red", {"do": "charge", "unit": "A", "target": "B"})
    match.answer("blue", {"do": "stand"})
    (told,) = events(match, "contact")
    assert (told.rule, told.data["contact"], told.data["reach"], told.data["distance"]) == ("6-e", False, 3000, 4500)
    met = moves(red("A", AT, *CAV), blue("B", [20000, 22500], *CAV), dice=(4, 5))
    met.answer("red", {"do": "charge", "unit": "A", "target": "B"})
    met.answer("blue", {"do": "stand"})
    (told,) = events(met, "contact")
    assert (told.rule, told.data["contact"], told.data["reach"], told.data["distance"]) == ("6.2-e", True, 3000, 2500)


@pytest.mark.rule("alaguerre:6-b", "alaguerre:7-a")
def test_attacks_that_are_put_forward_are_those_one_may_declare() -> None:
    bases = (red("A", AT, *LN), blue("B", [20000, 21600]), blue("C", [40000, 21600]), blue("D", [20000, 16000]))
    s = state(*bases, orders={"red": 5})
    found = proposals.attacks(s, single(s.bases["A"]), Active("red"))
    assert {(one["do"], one["target"]) for one in found} == {("charge", "B"), ("approach", "B")}


@pytest.mark.rule("alaguerre:5.3-e", "alaguerre:5.3-b")
def test_who_charges_through_a_friend_comes_clear_of_him() -> None:
    """It falls short, where it would stand on open order that it goes through."""
    match = moves(
        red("A", AT, "Hv", "1/-/1 -"),
        red("F", [20000, 21900], "Sh", "1/1/0 - sk", **OPEN),
        blue("B", [20000, 23000], state="routed"),
        dice=(2,),
    )
    match.answer("red", {"do": "charge", "unit": "A", "target": "B"})
    mine, friend = base_of(match, "A"), base_of(match, "F")
    assert abs(mine["at"][1] - friend["at"][1]) >= 1000


@pytest.mark.rule("alaguerre:7.2.1-a")
def test_who_is_engaged_approaches_nobody() -> None:
    s = state(red("A", AT, *LN, engaged="B"), red("C", [30000, 20000], *LN), blue("B", [20000, 21600]))
    busy = approach.refuse_approach(s, single(s.bases["A"]), Approach("B"), order=5)
    assert busy is not None
    assert busy.rule == "7.2.1-a"
    s.change(s.bases["A"], engaged=None)
    assert approach.refuse_approach(s, single(s.bases["A"]), Approach("B"), order=5) is None


@pytest.mark.rule("alaguerre:7.2.1-b", "alaguerre:9.1.3-a")
def test_who_goes_back_is_engaged_with_nobody_and_in_no_fight() -> None:
    s = state(red("A", AT, *LN, engaged="B", fight={"rounds": 1}), blue("B", [20000, 21000], *LN, engaged="A"))
    left = forced.leaves_fight(s, single(s.bases["A"]))
    assert left.ids == ["A"]
    assert (s.bases["A"].engaged, s.bases["A"].fight, s.bases["B"].engaged) == (None, None, None)


# -- evasion (5.6.5) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.6.5-c")
def test_one_evades_once_in_an_impulse() -> None:
    light = ("LC", "1/0/0 - sk/ln")
    s = state(
        red("F", AT, *LN),
        red("C", [24000, 20000], *CAV),
        blue("A", [20000, 23000], *light, **OPEN),
        blue("B", [25000, 23000], *light, **OPEN, evaded=True),
    )
    units = [single(s.bases[id]) for id in "AB"]
    assert [evasion.may_evade_fire(s, unit, s.bases["F"]) for unit in units] == ["evade", None]
    assert [evasion.must_evade(s, unit, single(s.bases["C"])) for unit in units] == [True, False]


@pytest.mark.rule("alaguerre:5.6.5-j", "alaguerre:8.2.3-a")
def test_open_order_may_shoot_back_at_closed_order_and_then_evade() -> None:
    match = play(
        red("A", AT, *LN, first_fire=False),
        blue("B", [20000, 21500], "Sh", "1/1/0 - sk", **OPEN, first_fire=False),
        phase="fire",
        dice=[3, 4],
    )
    match.answer("red", {"do": "fire", "unit": "A", "target": "B"})
    assert {"do": "fire_evade"} in match.options("blue")
    match.answer("blue", {"do": "fire_evade"})
    assert len(rolls(match, "fire")) == 2
    gone = base_of(match, "B")
    assert (gone["at"], gone["evaded"], gone["state"]) == ([20000, 24500], True, "disordered")


@pytest.mark.rule("alaguerre:5.6.5-k", "alaguerre:5.6.5-f")
def test_who_shoots_before_it_evades() -> None:
    s = state(
        blue("S", AT, "Sh", "1/1/0 - sk/ln"),
        blue("P", [24000, 20000]),
        blue("G", [28000, 20000], "LtArt", "1/1/- -"),
        blue("L", [32000, 20000], "LtArt", "1/1/- -", formation="limbered"),
    )
    units = {id: single(s.bases[id]) for id in "SPGL"}
    assert evasion.shoots_first(units["S"], evasion.EVADE, False)
    assert not evasion.shoots_first(units["S"], evasion.EVADE_OPEN, True), "it is busy taking open order"
    assert [evasion.shoots_first(units[id], evasion.EVADE, True) for id in "PGL"] == [False, True, False]
    assert not evasion.shoots_first(units["G"], evasion.EVADE, False)


# -- forced moves (5.6.3) ----------------------------------------------------------------------------------------------


def driven(*bases: Plain, dice: tuple[int, ...] = (), **more: Any) -> q.Match:
    """A retreats; nobody drives it."""
    return play(
        red("A", AT, "Hv", "1/-/1 -"), *bases, FAR, phase="melee", pending=[{"retreat": "A"}], dice=list(dice), **more
    )


@pytest.mark.rule("alaguerre:5.6.3-g", "alaguerre:5.6.3-b", "alaguerre:11.2-g")
def test_a_retreat_that_closed_ground_stops_disorders() -> None:
    """It stops before it, with nothing of it inside."""
    pond = area("P", "pond", 10, 16, 30, 17.7)
    stopped = base_of(driven(terrain=(pond,)), "A")
    assert (stopped["at"][1], stopped["state"]) == (18700, "disordered")
    free = base_of(driven(), "A")
    assert (free["at"][1], free["state"]) == (18000, "ordered")


@pytest.mark.rule("alaguerre:5.6.3-e")
def test_a_retreat_without_a_gap_goes_through_friends_and_beyond() -> None:
    wall = [red(f"W{n}", [12000 + 2000 * n, 17900], brigade="w") for n in range(9)]
    found = driven(*wall)
    there = base_of(found, "A")
    assert there["at"][1] <= 16900, "though its move ends before"
    assert {base_of(found, f"W{n}")["at"][1] for n in range(9)} == {17900}


# -- fire (8) ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.1.1-a", "alaguerre:8.1.2-a", "alaguerre:8.1.2-c", "alaguerre:6.3-a")
@pytest.mark.parametrize(
    ("base", "able"),
    [
        (red("A", AT, *LN), True),
        (red("A", AT, "Ln", "1/-/1 -"), False),
        (red("A", AT, "Ln", "1/-/1 -", weapon="Mk"), False),
        (red("A", AT, "Ln", "1/1/1 -", weapon="none"), False),
        (red("A", AT, "Ln", "1/-2/1 -"), True),
        (red("A", AT, *LN, state="disordered"), True),
        (red("A", AT, *LN, state="shaken"), False),
        (red("A", AT, *LN, fired=True), False),
        (red("A", AT, *LN, silent=True), False),
        (red("A", AT, *LN, facing=18000), False),
        (red("A", AT, "LtArt", "1/1/- -"), True),
        (red("A", AT, "LtArt", "1/1/- -", formation="limbered"), False),
    ],
)
def test_who_shoots_when_bases_meet(base: Plain, able: bool) -> None:
    s = state(base, blue("B", AT if base.get("facing") is None else [20000, 19000], facing=18000))
    if base.get("facing") is not None:
        s = state(base, blue("B", [20000, 21100]))
    assert charge_fire.can_shoot(s, s.bases["A"], s.bases["B"]) == able


@pytest.mark.rule("alaguerre:8.1.3-a", "alaguerre:1.1.3-b")
@pytest.mark.parametrize(("measuring", "farthest"), [("before", 2000), ("after", 4000)])
def test_who_is_too_far_off_to_be_looked_at(measuring: str, farthest: int) -> None:
    bases = (red("A", AT, *LN), blue("B", [20000, 20000 + farthest]), blue("C", [20000, 28000 + farthest]))
    s = state(bases[0], bases[2], options={"measuring": measuring})
    fan = shots.sector_of(s, s.bases["A"], "front")
    assert shots.is_beyond(s, fan, s.bases["C"])
    near = state(bases[0], bases[1], options={"measuring": measuring})
    assert not shots.is_beyond(near, fan, near.bases["B"])
    assert shots.refuse_sector(near, near.bases["A"], near.bases["B"], "front") is None
    beyond = shots.refuse_sector(s, s.bases["A"], s.bases["C"], "front")
    assert beyond is not None
    assert beyond.rule == "8.1.3-a"


@pytest.mark.rule("alaguerre:8.3.1-b", "alaguerre:8.1.3-c")
def test_a_friend_closes_the_fire_of_guns_unless_he_is_in_their_dead_zone() -> None:
    hill = area("H", "hill", 15, 8, 25, 12, top=[[15000, 9000], [25000, 9000], [25000, 10500], [15000, 10500]])
    bases = (red("G", [20000, 10000], "MdArt", "1/1/- -"), red("B", [20000, 14000]), blue("C", [20000, 15500]))
    flat = state(*bases, phase="fire")
    refusal = shots.refuse_shot(flat, flat.bases["G"], flat.bases["C"], "front")
    assert refusal is not None
    assert refusal.rule == "8.1.3-c"
    high = state(*bases, terrain=(hill,), phase="fire")
    fan = shots.sector_of(high, high.bases["G"], "front")
    for part in (LEFT, RIGHT):
        assert shots.blocker(high, high.bases["G"], high.bases["C"], fan, part, 5500) is None
        closed = shots.blocker(flat, flat.bases["G"], flat.bases["C"], fan, part, 5500)
        assert closed is not None
        assert closed.id == "B"


@pytest.mark.rule("alaguerre:5.5.3-a")
def test_of_two_adjacent_sides_the_common_corner_parts_the_sectors() -> None:
    village = area("V", "village", 18.5, 18.5, 21.5, 21.5, vdf=1)
    held: Plain = {"inside": "V", "occupies": {"piece": "V", "sides": [2, 3]}}
    s = state(red("A", [20000, 20500], "Sh", "1/1/0 -", **held), terrain=(village,))
    base = s.bases["A"]
    assert shots.inner_half(s, base, "2") == LEFT, "the west of the north side"
    assert shots.inner_half(s, base, "3") == RIGHT
    assert shots.inner_half(s, base, "front") is None
    held["occupies"] = {"piece": "V", "sides": "all"}
    whole = state(red("A", [20000, 20500], "Sh", "1/1/0 -", **held), terrain=(village,))
    assert shots.inner_half(whole, whole.bases["A"], "2") is None


@pytest.mark.rule("alaguerre:6-b", "alaguerre:2.11.1-b")
def test_a_place_means_who_is_in_it_and_a_great_unit_its_front() -> None:
    farm = area("F", "farm", 18, 21, 22, 24, vdf=1)
    s = state(
        red("A", AT, *LN),
        blue("B", [20000, 22500], inside="F"),
        blue("T1", [30000, 22000], great="T"),
        blue("T2", [30000, 23000], great="T"),
        terrain=(farm, area("W", "farm", 5, 5, 8, 8)),
        phase="fire",
    )
    assert [fire.named(s, id) for id in ("F", "W", "T", "T2", "A", "B")] == ["B", "W", "T1", "T1", "A", "B"]
    assert unit_of(s, s.bases["T2"]).id == "T"


@pytest.mark.rule("alaguerre:8.2.1-c", "alaguerre:10.3.1-a")
def test_a_test_that_is_open_is_taken_first_with_what_comes_of_it() -> None:
    """Its general is at risk, for the unit has taken losses."""
    match = play(
        red("A", AT, *LN, losses=1, lost=1),
        red("B", [30000, 20000], *LN),
        blue("E", [30000, 21500], *LN),
        phase="fire",
        generals=[general("G", [20000, 18500])],
        pending=[{"test": "A", "row": "fire", "losses": 1}],
        dice=[6, 6],
    )
    (test,) = rolls(match, "morale")
    assert (test.data["unit"], test.data["row"], test.data["result"]) == ("A", "fire", "passed")
    (tried,) = rolls(match, "general")
    assert (tried.data["general"], tried.data["test"]) == ("G", "wound")
    assert match.state()["pending"] == []
    assert match.ask is not None
    assert match.ask.what == "fire"
