"""Chapters 8, 13 and 14 to 16: ground that slows, closes and covers; sight; works, structures and engineers."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.rules import bombardment, ground, visibility
from tests.games.vivaorre.battle import area, blue, events, line, play, red, refused, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])


def go(unit: Plain, by: int, *terrain: Plain) -> q.Match:
    found = play(red("A", HERE, **unit), FAR, terrain=terrain, phase="movement")
    found.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": by}]})
    return found


def why(unit: Plain, by: int, *terrain: Plain) -> str:
    found = play(red("A", HERE, **unit), FAR, terrain=terrain, phase="movement")
    return refused(found, "red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": by}]})


@pytest.mark.rule("vivaorre:8-s", "vivaorre:8-a")
def test_difficult_ground_doubles_the_way_and_makes_a_mass() -> None:
    wood = area("w", "open_wood", 20, 0, 40, 30)
    moved = unit_of(go({}, 1500, wood), "A")
    assert (moved["at"], moved["formation"], moved["disorder"]) == ([30000, 11500], "mass", "ground")
    assert why({}, 1501, wood) == "8-a"


@pytest.mark.rule("vivaorre:8-s")
def test_the_way_up_to_the_wood_is_free_ground() -> None:
    wood = area("w", "open_wood", 20, 11, 40, 30)
    column = {"formation": "assault"}
    moved = unit_of(go(column, 2000, wood), "A")
    assert moved["formation"] == "mass"
    assert why(column, 2250, wood) == "8-a", "an inch of five, then a mass of three at double cost: 1.2 inches"
    assert unit_of(go(column, 2190, wood), "A")["at"] == [30000, 12190]


@pytest.mark.rule("vivaorre:8-t", "vivaorre:8-ae")
def test_a_mass_is_in_order_again_once_all_of_it_is_out() -> None:
    wood = area("w", "open_wood", 20, 5, 40, 9)
    inside = {"formation": "mass", "disorder": "ground"}
    moved = unit_of(go(inside, 100, wood), "A")
    assert moved["disorder"] == "ground", "its rear is still in the wood"
    out = unit_of(go(inside, 1000, wood), "A")
    assert (out["formation"], out["disorder"]) == ("mass", None)


@pytest.mark.rule("vivaorre:8-y", "vivaorre:8-b")
@pytest.mark.parametrize(
    ("unit", "kind", "most"),
    [
        ({"formation": "assault"}, "hedge", 3750),
        ({"formation": "assault"}, "wall", 3750),
        ({"arm": "cavalry", "formation": "assault"}, "stream", 4000),
        ({"formation": "assault"}, "gully", 3750),
    ],
)
def test_lines_cost_their_share_and_do_not_disorder(unit: Plain, kind: str, most: int) -> None:
    across = line("l", kind, (20, 11), (40, 11))
    moved = unit_of(go(unit, most, across), "A")
    assert (moved["at"], moved["formation"]) == ([30000, 10000 + most], "assault")
    assert why(unit, most + 1, across) in ("8-a", "8-b")


@pytest.mark.rule("vivaorre:8-x", "vivaorre:8-u", "vivaorre:8-z")
@pytest.mark.parametrize(
    ("unit", "piece", "rule"),
    [
        ({"arm": "cavalry"}, line("l", "gully", (20, 11), (40, 11)), "8-x"),
        ({"arm": "cavalry"}, area("w", "dense_wood", 20, 11, 40, 20), "8-u"),
        ({"arm": "artillery", "formation": "limbered"}, area("w", "rough", 20, 11, 40, 20), "8-z"),
        ({"arm": "cavalry"}, area("w", "building", 20, 11, 40, 20), "8-w"),
        ({"arm": "cavalry"}, area("w", "light_works", 20, 11, 40, 20), "14-c"),
        ({}, area("w", "impassable", 20, 11, 40, 20, material="cliff"), "8-ab"),
    ],
)
def test_ground_that_is_closed(unit: Plain, piece: Plain, rule: str) -> None:
    assert why(unit, 2000, piece) == rule


@pytest.mark.rule("vivaorre:8-z", "vivaorre:8-w", "vivaorre:20.afg-d")
@pytest.mark.parametrize(
    ("unit", "piece"),
    [
        ({"arm": "artillery", "formation": "limbered", "mount": "mountain"}, area("w", "rough", 20, 11, 40, 20)),
        ({"arm": "cavalry", "formation": "march"}, area("w", "building", 20, 11, 40, 20)),
        ({"notes": ["climb"]}, area("w", "impassable", 20, 11, 40, 20, material="crest")),
    ],
)
def test_ground_that_is_open_to_some(unit: Plain, piece: Plain) -> None:
    assert unit_of(go(unit, 1500, piece), "A")["at"] == [30000, 11500]


@pytest.mark.rule("vivaorre:8-aa")
def test_a_march_column_goes_half_as_far_again_on_a_road() -> None:
    road = line("r", "road", (30, 0), (30, 40))
    follow = {"go": "follow", "road": "r", "by": 7500}
    found = play(red("A", HERE, formation="march"), FAR, terrain=(road,), phase="movement")
    assert refused(found, "red", {"do": "move", "unit": "A", "path": [{**follow, "by": 7501}]}) == "8-a"
    found.answer("red", {"do": "move", "unit": "A", "path": [follow]})
    assert unit_of(found, "A")["at"] == [30000, 17500]
    line_up = play(red("A", HERE), FAR, terrain=(road,), phase="movement")
    assert refused(line_up, "red", {"do": "move", "unit": "A", "path": [follow]}) == "8-aa"


@pytest.mark.rule("vivaorre:5-i")
def test_who_moves_on_a_road_is_in_command() -> None:
    road = line("r", "road", (30, 0), (30, 40))
    found = play(red("A", HERE, formation="march", out=True), FAR, terrain=(road,), phase="movement")
    assert found.refuse("red", {"do": "move", "unit": "A", "path": [{"go": "follow", "road": "r", "by": 100}]}) is None
    assert refused(found, "red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 100}]}) == "5-d"


COVERS = [
    (area("w", "open_wood", 28, 12, 32, 16), "light"),
    (area("w", "rough", 28, 12, 32, 16), "light"),
    (area("w", "bushes", 28, 12, 32, 16), "light"),
    (area("w", "building", 28, 12, 32, 16), "light"),
    (area("w", "heavy_works", 28, 12, 32, 16), "heavy"),
    (area("w", "gentle_hill", 28, 12, 32, 16), "light"),
    (area("w", "marsh", 28, 12, 32, 16), None),
    (line("w", "hedge", (20, 13), (40, 13)), "light"),
    (line("w", "hedge", (20, 12), (40, 12)), None),
]


@pytest.mark.rule("vivaorre:8-u", "vivaorre:8-v", "vivaorre:8-y")
@pytest.mark.parametrize(("piece", "cover"), COVERS)
def test_what_is_cover(piece: Plain, cover: str | None) -> None:
    s = state(red("A", HERE), blue("D", [30000, 13500]), terrain=(piece,))
    assert ground.cover_of(s, s.units["D"], s.units["A"].pose) == cover


@pytest.mark.rule("vivaorre:8-v")
def test_a_hill_covers_only_against_lower_ground() -> None:
    hill = area("w", "gentle_hill", 20, 5, 40, 16)
    s = state(red("A", HERE), blue("D", [30000, 13500]), terrain=(hill,))
    assert ground.cover_of(s, s.units["D"], s.units["A"].pose) is None


def sees(*terrain: Plain, more: tuple[Plain, ...] = (), **rest: Any) -> bool:
    s = state(red("A", HERE), blue("D", [30000, 16000]), *more, terrain=terrain, **rest)
    return visibility.sees(s, s.units["A"], s.units["D"])


@pytest.mark.rule("vivaorre:13-c", "vivaorre:13-d", "vivaorre:13-a")
def test_what_stops_a_line_of_sight() -> None:
    assert sees()
    assert not sees(more=(blue("E", [30000, 13000], figures=30, start=30),))
    assert not sees(line("h", "wall", (10, 13), (50, 13)))
    assert not sees(area("b", "building", 10, 12, 50, 13))
    assert sees(area("w", "open_wood", 10, 12, 50, 14)), "two inches of wood can be seen through"
    assert not sees(area("w", "open_wood", 10, 12, 50, 15))
    assert not sees(weather="bad")


@pytest.mark.rule("vivaorre:13-e")
def test_who_stands_higher_sees_over_units_and_hedges() -> None:
    hill = area("g", "gentle_hill", 20, 5, 40, 10)
    assert sees(hill, line("h", "wall", (10, 13), (50, 13)), more=(blue("E", [30000, 12000], figures=30, start=30),))
    assert not sees(hill, area("b", "building", 10, 12, 50, 13))


@pytest.mark.rule("vivaorre:15-b", "vivaorre:15-c")
@pytest.mark.parametrize(
    ("piece", "hits"),
    [
        (line("w", "wall", (0, 0), (3, 0), material="stone"), 6),
        (line("w", "wall", (0, 0), (3, 0), material="wood"), 3),
        (line("w", "bridge", (0, 0), (3, 0), material="wood"), 5),
        (line("w", "bridge", (0, 0), (3, 0), material="stone"), 10),
        (area("w", "building", 0, 0, 3, 3, material="wood"), 5),
        (area("w", "building", 0, 0, 3, 3, material="stone"), 10),
        (area("w", "building", 0, 0, 3, 3, material="fortified"), 15),
        (area("w", "open_wood", 0, 0, 3, 3), None),
    ],
)
def test_hits_that_destroy_a_structure(piece: Plain, hits: int | None) -> None:
    s = state(red("A", HERE), FAR, terrain=(piece,))
    assert bombardment.hits_needed(s.ground.pieces["w"]) == hits


@pytest.mark.rule("vivaorre:15-a", "vivaorre:15-d")
def test_guns_batter_a_building() -> None:
    house = area("h", "building", 28, 20, 32, 24, material="wood", hits=4)
    battery = red("A", HERE, arm="artillery", gun="smooth_12")
    near = blue("D", [30000, 14000], **{"class": "c-/-c"}, weapon="none")
    found = play(battery, near, terrain=(house,), phase="fire", dice=[5, 5])
    assert refused(found, "red", {"do": "fire", "shots": [{"unit": "A", "target": "h", "ammo": "canister"}]}) == "15-d"
    found.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "h", "ammo": "ball"}]})
    (told,) = events(found, "structure")
    assert (told.data["total"], told.data["needed"], told.data["destroyed"]) == (5, 5, True)


@pytest.mark.rule("vivaorre:14-d", "vivaorre:16-a", "vivaorre:20.boer-d")
@pytest.mark.parametrize(
    ("unit", "army", "die", "built"),
    [({}, None, 4, False), ({}, None, 5, True), ({"notes": ["engineers"]}, None, 3, True), ({}, "boer", 3, True)],
)
def test_improvised_cover(unit: Plain, army: str | None, die: int, built: bool) -> None:
    armies = {"red": {"list": army}}
    found = play(red("A", HERE, digging=True, **unit), FAR, phase="recovery", dice=[die], armies=armies)
    (told,) = rolls(found, "works")
    assert told.data["success"] is built
    assert bool(found.view("red")["table"]["terrain"]) is built


@pytest.mark.rule("vivaorre:16-c")
def test_engineers_blow_up_what_they_touch() -> None:
    house = area("h", "building", 28, 10, 32, 14, material="wood", hits=1)
    unit = red("A", [30000, 9995], notes=["engineers"])
    found = play(unit, FAR, terrain=(house,), phase="movement", dice=[4])
    found.answer("red", {"do": "demolish", "unit": "A", "piece": "h"})
    while found.ask is not None:
        found.answer(found.ask.who[0], {"do": "done"})
    (told,) = events(found, "structure")
    assert (told.data["total"], told.data["destroyed"]) == (5, True)
    plain = play(red("A", [30000, 9995]), FAR, terrain=(house,), phase="movement")
    assert refused(plain, "red", {"do": "demolish", "unit": "A", "piece": "h"}) == "16-c"


@pytest.mark.rule("vivaorre:16-b")
def test_engineers_replace_gunners() -> None:
    battery = red("B", [30000, 10000], arm="artillery", figures=1, sections=1)
    found = play(red("A", [30000, 8625], notes=["engineers"]), battery, FAR, phase="movement")
    assert refused(found, "red", {"do": "crew", "unit": "A", "battery": "B", "figures": 2}) == "16-b"
    found.answer("red", {"do": "crew", "unit": "A", "battery": "B", "figures": 1})
    assert (unit_of(found, "A")["figures"], unit_of(found, "B")["figures"]) == (7, 2)
