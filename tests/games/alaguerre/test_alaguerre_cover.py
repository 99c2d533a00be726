"""5.5, 11: what covers a base, whom it touches, and ground that slows, disorders or bars."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.ground import Piece
from quadrilatero.games.alaguerre.rules import (
    areas,
    attack_ways,
    combats,
    contact,
    cover,
    evasion,
    fire_modifiers,
    momentum,
    obstacles,
    shots,
    support,
    terrain,
)
from quadrilatero.games.alaguerre.rules.formations import single, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import area, base_of, blue, events, line, play, red, refused, rolls, state

Plain = dict[str, Any]
AT = [20000, 20000]
ENEMY = blue("E", [20000, 24000])
FAR = blue("Z", [45000, 39000])
OPEN = {"formation": "skirmish"}


def moves(*bases: Plain, **more: Any) -> q.Match:
    """The moves of red's only division, with somebody who stays behind."""
    stray = red("S", [1000, 2000], "LC", "0/-/0 -")
    return play(*bases, stray, FAR, phase="manoeuvre", orders={"red": 5}, **more)


def go(unit: str, *path: Plain) -> Plain:
    return {"do": "move", "unit": unit, "path": list(path)}


def advance(by: int) -> Plain:
    return {"go": "advance", "by": by}


def piece_of(s: State, id: str = "P") -> Piece:
    return s.ground.pieces[id]


# -- cover (5.5, 11.1) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:11-t4", "alaguerre:11-t8", "alaguerre:11-t10", "alaguerre:11-t11", "alaguerre:11.1-b")
@pytest.mark.parametrize(
    ("piece", "more", "value"),
    [
        (area("P", "wood", 15, 15, 25, 20, vdf=1), {}, 1),
        (area("P", "wood", 15, 10, 25, 18.9, vdf=1), {}, 0),
        (line("P", "stream", (15, 20), (25, 20), vdf=1), {}, 1),
        (line("P", "hedge", (15, 20), (25, 20), vdf=2), {}, 2),
        (line("P", "wall", (15, 20), (25, 20), vdf=2), {}, 2),
        (line("P", "rampart", (15, 20), (25, 20), vdf=4), {}, 4),
        (line("P", "rampart", (15, 18), (25, 18), vdf=4), {}, 0),
        (line("P", "rampart", (15, 22), (25, 22), vdf=4), {}, 0),
        (line("P", "hedge", (15, 19), (25, 19), vdf=2), {"occupies": "P"}, 2),
        (line("P", "hedge", (15, 19), (25, 19), vdf=2), {}, 0),
        (area("P", "village", 15, 15, 25, 22, vdf=3), {"inside": "P"}, 3),
        (area("P", "redoubt", 15, 15, 25, 22, vdf=3), {"inside": "P", "occupies": {"piece": "P", "sides": "all"}}, 3),
        (area("P", "field", 15, 15, 25, 22), {}, 0),
    ],
)
def test_what_covers_a_base_that_is_shot_at_from_the_front(piece: Plain, more: Plain, value: int) -> None:
    s = state(red("A", AT, **more), ENEMY, terrain=(piece,))
    shot = shots.aim(s, s.bases["E"], s.bases["A"], "front")
    assert cover.vdf_of(shot.cover) == value
    assert cover.covers(piece_of(s), s.bases["A"], s.bases["E"].pose) == (value > 0)
    assert fire_modifiers.of_cover(shot) == [("8.4-t19", -value)]


@pytest.mark.rule("alaguerre:11.1-a", "alaguerre:11.1-b")
def test_the_better_of_two_covers_counts() -> None:
    s = state(
        red("A", AT),
        ENEMY,
        terrain=(area("W", "wood", 15, 15, 25, 20, vdf=1), line("T", "trench", (15, 20), (25, 20), vdf=3)),
    )
    best = cover.cover_of(s, s.bases["A"], s.bases["E"].pose)
    assert best is not None
    assert (best.id, cover.vdf_of(best), cover.vdf_of(None)) == ("T", 3, 0)


@pytest.mark.rule("alaguerre:5.5.2-b", "alaguerre:10.2.2-d")
def test_who_has_deployed_in_a_place_is_its_garrison() -> None:
    village = area("V", "village", 15, 15, 25, 22, vdf=1, capacity={"foot": 3, "guns": 1, "order": "any"})
    hedge = line("H", "hedge", (25, 30), (35, 30), vdf=1)
    s = state(
        red("A", AT, inside="V", occupies={"piece": "V", "sides": "all"}),
        red("B", [22000, 18000], inside="V"),
        red("C", [30000, 30000], occupies="H"),
        terrain=(village, hedge),
    )
    found = [s.bases[id] for id in "ABC"]
    assert [cover.occupies(base, piece_of(s, "V")) for base in found] == [True, False, False]
    assert [cover.occupies(base, piece_of(s, "H")) for base in found] == [False, False, True]
    assert [cover.is_garrison(s, base) for base in found] == [True, False, False]
    assert [evasion.holds_area(s, single(base)) for base in found] == [True, True, False]
    assert [support.has_all_fronts(s, single(base)) for base in found] == [True, False, False]


@pytest.mark.rule("alaguerre:10.2.2-d")
def test_a_garrison_has_no_rear_and_no_support_from_behind() -> None:
    village = area("V", "village", 15, 18, 25, 22, vdf=1)
    behind = red("B", [20000, 17500])
    enemy = blue("E", [20000, 14000], "Cav", "1/-/1 -", facing=0)
    held: Plain = {"inside": "V", "occupies": {"piece": "V", "sides": "all"}}
    nothing: Plain = {}
    for more, supported, threats, on in (
        (nothing, True, (False, True), "rear"),
        (held, False, (False, False), "front"),
    ):
        s = state(red("A", AT, **more), behind, enemy, terrain=(village,))
        unit = single(s.bases["A"])
        assert (support.rear_support(s, unit) is not None) == supported
        assert support.threats(s, unit) == threats
        assert attack_ways.charged_on(s.bases["E"].pose, unit, s) == on


# -- contact (5.5, 9) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2-e", "alaguerre:9-a")
@pytest.mark.parametrize(
    ("at", "touching"),
    [([20000, 20000], True), ([21900, 20000], True), ([22000, 20000], True), ([22100, 20000], False)],
)
def test_bases_are_in_contact_by_an_edge_or_a_corner(at: list[int], touching: bool) -> None:
    s = state(red("A", AT), blue("B", at))
    assert contact.touches(s.bases["A"].pose, s.bases["B"].pose) == touching
    assert [enemy.id for enemy in contact.enemies_touching(s, s.bases["A"])] == ["B"] * touching
    assert combats.in_contact(s, s.bases["A"], s.bases["B"]) == touching


@pytest.mark.rule("alaguerre:9-a")
def test_whom_a_base_would_touch_where_it_does_not_stand_yet() -> None:
    s = state(red("A", AT), blue("B", AT), blue("C", [30000, 20000]))
    assert [enemy.id for enemy in contact.enemies_touching(s, s.bases["A"])] == ["B"]
    there = s.bases["A"].copy()
    there.at = (30000, 20000)
    there.settle()
    assert [enemy.id for enemy in contact.enemies_touching(s, there)] == ["C"]


@pytest.mark.rule("alaguerre:5.5.1-a", "alaguerre:9-a")
@pytest.mark.parametrize(("y", "touching"), [(20000, True), (19900, False)])
def test_to_touch_a_place_is_to_touch_who_is_in_it(y: int, touching: bool) -> None:
    farm = area("F", "farm", 18, 20, 22, 24, vdf=1)
    s = state(red("A", [20000, y]), blue("B", [20000, 22500], inside="F"), terrain=(farm,))
    a, b = s.bases["A"], s.bases["B"]
    assert combats.is_at(a, piece_of(s, "F")) == areas.is_at_edge(a.pose, piece_of(s, "F")) == touching
    assert combats.in_contact(s, a, b) == combats.in_contact(s, b, a) == touching


@pytest.mark.rule("alaguerre:9-a", "alaguerre:9.1.5-b")
def test_who_can_be_in_a_melee() -> None:
    s = state(
        red("A", AT, "Hv", "1/-/1 -"),
        red("R", [30000, 20000], state="routed"),
        red("W", [40000, 20000], "baggage", "-/-/- -"),
        red("O", None),
        *[blue(f"E{n}", [20000 + 10000 * n, 20000]) for n in range(3)],
    )
    assert [combats.fights(s.bases[id]) for id in "ARWO"] == [True, False, False, False]
    assert [combats.in_contact(s, s.bases[id], s.bases[f"E{n}"]) for n, id in enumerate("ARW")] == [True, False, False]
    assert [[unit.id for unit in melee] for melee in combats.melees(s)] == [["A", "E0"]]


@pytest.mark.rule("alaguerre:5.5.2-d", "alaguerre:11.3.1-a")
@pytest.mark.parametrize(("y", "touching"), [(20000, True), (19990, True), (19900, False), (20500, True)])
def test_who_touches_a_line(y: int, touching: bool) -> None:
    s = state(red("A", [20000, y]), terrain=(line("P", "hedge", (10, 20), (30, 20), obstacle=1),))
    pose, piece = s.bases["A"].pose, piece_of(s)
    assert contact.touches_line(pose, piece.line, piece.width) == touching
    assert obstacles.is_at(pose, piece) == touching


# -- obstacles (11.3) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:11.3-a", "alaguerre:11.3.1-a")
def test_a_line_is_an_obstacle_stretch_by_stretch() -> None:
    """A bent hedge: who comes from the south stops at its nearer stretch."""
    s = state(red("A", [20000, 18000]), terrain=(line("P", "hedge", (10, 20), (30, 20), (30, 30), obstacle=1),))
    piece, pose = piece_of(s), s.bases["A"].pose
    first, second = obstacles.stretches(piece)
    assert (first[3], second[3]) == (20000, 10000)
    found = obstacles.first_obstacle(s, pose, 0, 3000, set())
    assert found is not None
    assert (abs(found[0] - 2000) <= 10, found[1].id) == (True, "P")
    assert obstacles.first_obstacle(s, pose, 0, 1500, set()) is None
    assert obstacles.first_obstacle(s, pose, 0, 3000, {"P"}) is None


@pytest.mark.rule("alaguerre:11.3.1-a")
def test_a_way_leads_across_an_obstacle_or_along_it_or_away() -> None:
    s = state(red("A", AT), terrain=(line("P", "hedge", (10, 20), (30, 20), obstacle=1),))
    pose, piece = s.bases["A"].pose, piece_of(s)
    assert obstacles.leads_across(pose, 0, 500, piece)
    assert not obstacles.leads_across(pose, 18000, 500, piece)
    assert not obstacles.leads_across(pose, 9000, 500, piece)
    assert obstacles.leads_across(pose, 4500, 500, piece)


@pytest.mark.rule("alaguerre:11.3.1-a")
def test_level_0_is_crossed_in_the_next_phase_without_a_roll() -> None:
    hedge = line("P", "hedge", (10, 20), (30, 20), obstacle=0, vdf=0)
    match = moves(red("A", AT), terrain=(hedge,), dice=[])
    match.answer("red", go("A", advance(1000)))
    assert base_of(match, "A")["at"] == [20000, 21000]
    assert base_of(match, "A")["state"] == "ordered"
    before = moves(red("A", [20000, 19000]), terrain=(hedge,), dice=[])
    assert refused(before, "red", go("A", advance(2000))) == "11.3.1-a"
    before.answer("red", go("A", advance(1000)))
    assert base_of(before, "A")["at"] == [20000, 20000]


@pytest.mark.rule("alaguerre:11.3.1-g")
def test_who_has_no_value_for_a_level_that_is_found_out_stays() -> None:
    """Light guns come over level 1 alone; nobody knew that this is of level 2."""
    match = moves(
        red("A", AT, "LtArt", "1/1/- -", formation="limbered"),
        terrain=(line("P", "hedge", (10, 20), (30, 20)),),
        dice=[4],
    )
    match.answer("red", go("A", {"go": "to", "at": [20000, 21000]}))
    (level,) = rolls(match, "level")
    assert level.data["value"] == 2
    assert base_of(match, "A")["at"] == AT
    assert base_of(match, "A")["acted"]
    assert rolls(match, "obstacle") == []


# -- areas (11.2, 11.4) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:11.4-a", "alaguerre:11-t1")
def test_a_base_is_in_all_ground_that_any_part_of_it_is_in() -> None:
    ground = (
        area("M", "marsh", 20.9, 10, 30, 30),
        area("W", "wood", 10, 10, 19.1, 30),
        area("H", "hill", 10, 10, 30, 30),
        area("F", "field", 21.1, 10, 30, 30),
    )
    s = state(red("A", AT), terrain=ground)
    pose = s.bases["A"].pose
    assert {id for id in "MWHF" if terrain.lies_on(pose, piece_of(s, id))} == {"M", "W", "H"}
    assert [id for id in "MWHF" if terrain.meets(pose, 0, 500, piece_of(s, id))] == ["M", "W", "H"]
    assert not terrain.has_effect(piece_of(s, "H"))
    steep = state(red("A", AT), terrain=(area("H", "hill", 10, 10, 30, 30, slope="steep"),))
    assert terrain.has_effect(piece_of(steep, "H"))


@pytest.mark.rule("alaguerre:11-t5")
@pytest.mark.parametrize("kind", ["town", "village"])
def test_closed_order_and_guns_go_at_half_speed_in_towns(kind: str) -> None:
    s = state(red("A", AT), red("B", [30000, 20000], "Sh", "1/1/0 - sk"), red("G", [40000, 20000], "LtArt", "1/1/- -"))
    assert [terrain.is_halved(single(s.bases[id]), kind) for id in "ABG"] == [True, False, True]


@pytest.mark.rule("alaguerre:11-t9")
def test_a_ford_disorders_in_movement_and_in_melee() -> None:
    ground = (
        {"id": "R", "type": "river", "line": [[10000, 20500], [30000, 20500]], "width": 1000},
        {"id": "P", "type": "ford", "line": [[20000, 19500], [20000, 21500]], "width": 3000, "wide": 3000},
    )
    s = state(red("A", AT), terrain=ground)
    ford = piece_of(s)
    assert terrain.disorders_in_melee(ford)
    assert terrain.disorders(single(s.bases["A"]), ford)
    marsh = state(red("A", AT), terrain=(area("P", "marsh", 10, 10, 30, 30),))
    assert terrain.disorders_in_melee(piece_of(marsh))
    wood = state(red("A", AT), terrain=(area("P", "wood", 10, 10, 30, 30),))
    assert not terrain.disorders_in_melee(piece_of(wood))


@pytest.mark.rule("alaguerre:5.5.1-d", "alaguerre:11.2-g")
@pytest.mark.parametrize(
    ("kind", "rules"),
    [
        ("village", [None, None, None]),
        ("redoubt", [None, None, None]),
        ("marsh", [None, "11-t3", "11-t3"]),
        ("field", [None, "11-t7", None]),
        ("pond", ["11.2-g", "11.2-g", "11.2-g"]),
    ],
)
def test_houses_and_works_are_open_to_all_other_ground_is_not(kind: str, rules: list[str | None]) -> None:
    s = state(
        red("A", [5000, 20000]),
        red("G", [9000, 20000], "LtArt", "1/1/- -"),
        red("B", [13000, 20000], "baggage", "-/-/- -"),
        terrain=(area("P", kind, 18, 20, 22, 24),),
    )
    assert [terrain.closed_to(single(s.bases[id]), piece_of(s)) for id in "AGB"] == rules


RIVER = {"id": "R", "type": "river", "line": [[10000, 20500], [30000, 20500]], "width": 1000}
BRIDGE = {"id": "B", "type": "bridge", "line": [[20000, 19500], [20000, 21500]], "width": 1000, "wide": 1000}


@pytest.mark.rule("alaguerre:11.2-e", "alaguerre:11.2-f", "alaguerre:11.2-g")
def test_nobody_stands_in_a_river_but_on_a_bridge_or_ford() -> None:
    dry = state(red("A", [20000, 18000]), terrain=(RIVER,))
    there = (20000, 21000, 0, 2000, 1000)
    wet = terrain.stands_in_closed(dry, there)
    assert wet is not None
    assert wet.id == "R"
    assert terrain.stands_in_closed(dry, (20000, 20005, 0, 2000, 1000)) is None, "by a hair"
    bridged = state(red("A", [20000, 18000]), terrain=(RIVER, BRIDGE))
    assert terrain.stands_in_closed(bridged, there) is None
    aside = terrain.stands_in_closed(bridged, (24000, 21000, 0, 2000, 1000))
    assert aside is not None


@pytest.mark.rule("alaguerre:11.2-g", "alaguerre:5.4-b")
def test_nobody_wheels_into_closed_ground_or_across_a_zone_of_control() -> None:
    wheel = {"go": "wheel", "side": "left", "angle": 2000}
    free = moves(red("A", AT))
    assert free.refuse("red", go("A", wheel)) is None
    pond = area("P", "pond", 20, 20.2, 22, 22)
    wet = moves(red("A", AT), terrain=(pond,))
    assert refused(wet, "red", go("A", wheel)) == "11.2-g"
    beside = blue("E", [21800, 21200], facing=18000)
    watched = moves(red("A", AT), beside)
    assert refused(watched, "red", go("A", wheel)) == "5.4-b"
    ahead = moves(red("A", AT), blue("E", [19000, 21200], facing=18000))
    assert ahead.refuse("red", go("A", wheel)) is None


@pytest.mark.rule("alaguerre:11.2-g")
def test_a_move_or_a_penetration_ends_before_closed_ground() -> None:
    pond = area("P", "pond", 18, 20.4, 22, 22)
    match = moves(red("A", AT), terrain=(pond,))
    assert refused(match, "red", go("A", advance(1000))) == "11.2-g"
    s = state(red("A", AT), FAR, terrain=(pond,))
    unit = momentum.go_straight(s, single(s.bases["A"]), 1000, "penetration", "9.2.1-a")
    assert unit.pose[1] == 20400
    column = [
        red("A", AT, "Sh", "1/1/0 - sk/ln", brigade="b"),
        red("B", [22000, 20000], "Sh", "1/1/0 - sk/ln", brigade="b"),
    ]
    bent = moves(*column, terrain=(area("P", "pond", 20, 17.5, 22, 18.5),))
    assert refused(bent, "red", go("A", {"go": "form", "formation": "column"})) == "11.2-g"


@pytest.mark.rule("alaguerre:11.4.1-a", "alaguerre:6-d")
def test_a_charge_goes_at_the_speed_of_the_ground_on_its_way() -> None:
    """Not of houses, and not of ground that lies behind its target."""
    ground = (area("M", "marsh", 15, 21, 25, 21.5), area("F", "field", 15, 26, 25, 28))
    s = state(red("A", AT), ENEMY, terrain=ground)
    unit = single(s.bases["A"])
    assert [piece.id for piece in attack_ways.ground_between(s, unit, unit.pose, 3000)] == ["M"]
    assert attack_ways.speed(s, unit, unit.pose, 3000) == 1000
    assert attack_ways.speed(s, unit, unit.pose, 900) == 2000
    houses = state(red("A", AT), ENEMY, terrain=(area("V", "village", 15, 21, 25, 21.5),))
    assert attack_ways.speed(houses, single(houses.bases["A"]), unit.pose, 3000) == 2000


@pytest.mark.rule("alaguerre:11-t8")
def test_who_moves_along_a_stream_is_slowed_and_disordered() -> None:
    """It stands astride the stream and goes up it; across it the roll alone counts."""
    stream = line("P", "stream", (20, 10), (20, 30), obstacle=0)
    match = moves(red("A", AT), terrain=(stream,))
    assert refused(match, "red", go("A", advance(1001))) == "11.4.1-a"
    match.answer("red", go("A", advance(1000)))
    assert base_of(match, "A")["state"] == "disordered"
    assert [event.data["why"] for event in events(match, "state")] == ["terrain"]


@pytest.mark.rule("alaguerre:11.3.1-a", "alaguerre:5.3-b", "alaguerre:5.3-e", "alaguerre:11.2-g")
@pytest.mark.parametrize(
    ("friend", "ground", "rule"),
    [
        (None, (), None),
        (red("F", [20000, 21800], "Pk", "1/0/2 a"), (), "5.3-b"),
        (red("F", [20000, 21800], "Sh", "1/1/0 - sk"), (), None),
        (red("F", [20000, 23500], "Sh", "1/1/0 - sk"), (), "5.3-e"),
        (None, (area("P", "pond", 19, 21, 21, 22),), "11.2-g"),
        (None, (line("P", "hedge", (15, 21), (25, 21), obstacle=1),), "11.3.1-a"),
    ],
)
def test_what_bars_the_way_of_a_charge(friend: Plain | None, ground: tuple[Plain, ...], rule: str | None) -> None:
    bases = [red("A", AT, "Hv", "1/-/1 -"), blue("B", [20000, 23000]), *([friend] if friend else [])]
    if rule == "5.3-e":
        bases = [red("A", AT, "Hv", "1/-/1 -"), blue("B", [20000, 23000]), {**bases[2], "at": [20000, 22900]}]
    match = moves(*bases, terrain=ground)
    refusal = match.refuse("red", {"do": "charge", "unit": "A", "target": "B"})
    assert (refusal and refusal.rule) == rule
    s = state(*bases, terrain=ground)
    unit = unit_of(s, s.bases["A"])
    found = attack_ways.refuse_way(s, unit, unit.pose, 3000, unit_of(s, s.bases["B"]))
    assert (found and found.rule) == rule
