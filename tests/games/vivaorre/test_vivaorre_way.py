"""Chapter 8, more of it: what refusals say, ground on the way, roads, bridges and fords, order lost and found."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.battle import area, bad, blue, events, line, play, red, refused, rolls, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])
COLUMN = {"formation": "assault"}
MARCH = {"formation": "march"}
RIDERS = {"arm": "cavalry", "notes": ["skirmish", "dismount"], "class": "c-c-c", "weapon": "breech_carbine"}


def match(unit: Plain, *others: Plain, terrain: tuple[Plain, ...] = (), **more: Any) -> q.Match:
    return play(red("A", HERE, **unit), *(others or (FAR,)), terrain=terrain, phase="movement", **more)


def move(*path: Plain, forced: bool = False) -> Plain:
    return {"do": "move", "unit": "A", "path": list(path), **({"forced": True} if forced else {})}


def advance(by: int) -> Plain:
    return {"go": "advance", "by": by}


def wheel(angle: int, side: str = "left") -> Plain:
    return {"go": "wheel", "side": side, "angle": angle}


def form(formation: str, **more: Any) -> Plain:
    return {"go": "form", "formation": formation, **more}


def after(unit: Plain, *path: Plain, terrain: tuple[Plain, ...] = (), others: tuple[Plain, ...] = ()) -> Plain:
    found = match(unit, *others, terrain=terrain)
    found.answer("red", move(*path))
    return unit_of(found, "A")


# -- what a refusal says -----------------------------------------------------------------------------------------------

REFUSED = [
    ({}, [wheel(1000), advance(3001)], "8-a", 1, 3000),
    (COLUMN, [wheel(9000), advance(5000)], "8-a", 1, 5000 - 2356),
    (COLUMN, [form("line"), advance(1501)], "8-a", 1, 1500),
    ({}, [{"go": "oblique", "side": "left", "angle": 1000, "by": 1600}], "8-a", 0, 1500),
    ({"arm": "cavalry"}, [advance(6001)], "8-b", 0, 6000),
    ({"arm": "artillery", "formation": "limbered"}, [advance(3001)], "8-c", 0, 3000),
    ({"formation": "square"}, [{"go": "to", "at": [30000, 11001]}], "8-o", 0, 1000),
]


@pytest.mark.rule("vivaorre:8-a", "vivaorre:8-b", "vivaorre:8-c")
@pytest.mark.parametrize(("unit", "path", "rule", "at", "left"), REFUSED)
def test_a_refusal_names_the_manoeuvre_the_unit_and_what_was_allowed(
    unit: Plain, path: list[Plain], rule: str, at: int, left: int
) -> None:
    refusal = match(unit).refuse("red", move(*path))
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"], refusal.data["unit"], refusal.data["left"]) == (rule, at, "A", left)
    assert f"{left / 1000:g}" in refusal.text("en")
    assert f"{left / 1000:g}".replace(".", ",") in refusal.text("it")
    allowed = [*path[:at], {**path[at], "by": left}] if "by" in path[at] else path[:at]
    assert match(unit).refuse("red", move(*allowed)) is None


@pytest.mark.rule("vivaorre:7-g", "vivaorre:8-q")
@pytest.mark.parametrize(
    ("other", "rule", "left"), [(red("B", [30000, 12000]), "8-q", 1375), (blue("E", [30000, 12000]), "7-g", 1989)]
)
def test_who_is_in_the_way_leaves_so_much_room(other: Plain, rule: str, left: int) -> None:
    found = match({}, other, FAR)
    refusal = found.refuse("red", move(advance(3000)))
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"], refusal.data["left"]) == (rule, 0, left)
    assert found.refuse("red", move(advance(left))) is None
    assert refused(found, "red", move(advance(left + 12))) == rule


@pytest.mark.rule("vivaorre:8-h")
@pytest.mark.parametrize(("unit", "angle", "most"), [({}, 4501, 4500), (COLUMN, 9001, 9000)])
def test_a_wheel_that_is_too_long_is_told_the_angle_that_is_not(unit: Plain, angle: int, most: int) -> None:
    refusal = match(unit).refuse("red", move(wheel(angle)))
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"], refusal.data["most"]) == ("8-h", 0, most)
    assert str(most // 100) in refusal.text("en")
    assert match(unit).refuse("red", move(wheel(most))) is None


@pytest.mark.rule("vivaorre:8-h", "vivaorre:8-q")
def test_a_friend_beside_the_wheel_stops_it() -> None:
    friend = red("B", [30000, 11300])
    refusal = match({}, friend, FAR).refuse("red", move(wheel(4500)))
    assert refusal is not None
    assert refusal.rule == "8-q"
    assert 0 < refusal.data["most"] < 4500
    assert match({}, friend, FAR).refuse("red", move(wheel(refusal.data["degrees"] * 100))) is None


@pytest.mark.rule("vivaorre:8-l")
def test_a_wheel_comes_before_or_after_a_change_but_not_after_a_step() -> None:
    assert after(COLUMN, form("line"), wheel(4500))["facing"] == 31500
    assert after({}, wheel(1000), form("assault"))["formation"] == "assault"
    refusal = match({}).refuse("red", move(advance(100), form("assault")))
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"]) == ("8-l", 1)


@pytest.mark.rule("vivaorre:8-k")
def test_two_changes_are_a_whole_move_and_a_third_too_dear() -> None:
    assert after({}, form("assault"), form("march"))["formation"] == "march"
    assert refused(match({}), "red", move(form("assault"), form("march"), form("line"))) == "8-k"
    assert refused(match({"training": "irregular"}), "red", move(form("march"), {"go": "about"})) == "8-k"


@pytest.mark.rule("vivaorre:8-n")
def test_back_and_sideways_are_judged_by_who_could_charge() -> None:
    step = {"go": "back", "by": 500}
    close = {"class": "c-/-c", "weapon": "none"}
    for foe, rule in (
        (blue("D", [30000, 13000], **close), "8-n"),
        (blue("D", [30000, 13001], **close), None),
        (blue("D", [30000, 13000], facing=0, **close), None),
        (blue("D", [30000, 13000], state="shaken", **close), None),
        (blue("D", [30000, 13000], formation="march", **close), None),
        (blue("D", [30000, 18900], arm="cavalry", **close), "8-n"),
    ):
        refusal = match({}, foe).refuse("red", move(step))
        assert (None if refusal is None else (refusal.rule, refusal.data["at"])) == (
            None if rule is None else (rule, 0)
        )


@pytest.mark.rule("vivaorre:8-p")
def test_a_battery_advances_an_inch_in_the_open_and_siege_guns_do_not() -> None:
    battery = {"arm": "artillery"}
    assert after(battery, advance(1000))["at"] == [30000, 11000]
    assert refused(match(battery, terrain=(area("w", "marsh", 20, 10, 40, 20),)), "red", move(advance(500))) == "8-p"
    hill = area("w", "gentle_hill", 20, 10, 40, 20)
    assert after(battery, advance(500), terrain=(hill,))["at"] == [30000, 10500], "a gentle hill is open ground"
    assert refused(match({"arm": "artillery", "gun": "smooth_18"}), "red", move(advance(500))) == "8-p"
    assert after(battery, wheel(4500))["facing"] == 31500, "it wheels like a line"


@pytest.mark.rule("vivaorre:8-h")
def test_limbered_guns_wheel_like_a_column() -> None:
    limbered = {"arm": "artillery", "formation": "limbered"}
    assert after(limbered, wheel(9000), advance(840))["facing"] == 27000
    assert refused(match(limbered), "red", move(wheel(9000), advance(841))) == "8-c", "the arc of 1.375 is 2.16 inches"


@pytest.mark.rule("vivaorre:8-o")
def test_skirmishers_turn_where_they_end_for_the_way_of_the_farthest_corner() -> None:
    skirmishers = {"notes": ["skirmish"], "formation": "skirmish", "figures": 4, "start": 4}
    turned = after(skirmishers, {"go": "to", "at": [30000, 13000], "facing": 4500})
    assert (turned["at"], turned["facing"]) == ([30000, 13000], 4500)
    whole = {"go": "to", "at": [30000, 15000], "facing": 100}
    refusal = match(skirmishers).refuse("red", move(whole))
    assert refusal is not None
    assert refusal.rule == "8-a", "nothing is left to turn with"
    assert (
        refused(match({"formation": "square"}), "red", move({"go": "to", "at": [30000, 10500], "facing": 100})) == "8-o"
    )


@pytest.mark.rule("vivaorre:2-l", "vivaorre:8-j")
def test_dismounting_is_a_change_of_formation() -> None:
    off = after(RIDERS, form("line", mounted=False), advance(1500))
    assert (off["mounted"], off["formation"], off["at"]) == (False, "line", [30000, 11500])
    assert after(RIDERS, form("skirmish", mounted=False))["mounted"] is False
    assert refused(match(RIDERS), "red", move(form("assault", mounted=False))) == "2-l"
    on = {**RIDERS, "mounted": False}
    assert after(on, form("line", mounted=True), advance(3000))["at"] == [30000, 13000]
    assert refused(match({"arm": "cavalry"}), "red", move(form("line", mounted=False))) == "2-l"
    assert refused(match(on), "red", move(form("square"))) == "2-i"


@pytest.mark.rule("vivaorre:2-e", "vivaorre:2-f", "vivaorre:2-j")
@pytest.mark.parametrize(
    ("unit", "formation", "rule"),
    [
        ({"training": "irregular"}, "line", "2-e"),
        ({"training": "irregular"}, "assault", "2-f"),
        ({}, "mass", "2-j"),
        ({}, "skirmish", "2-h"),
        ({"arm": "cavalry"}, "square", "2-i"),
        ({}, "limbered", "2-k"),
        ({"arm": "artillery"}, "line", "2-e"),
    ],
)
def test_a_formation_that_is_not_its_own(unit: Plain, formation: str, rule: str) -> None:
    refusal = match(unit).refuse("red", move(form(formation)))
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"]) == (rule, 0)


# -- difficult ground --------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-s")
def test_a_wheel_or_a_change_into_a_wood_makes_a_mass() -> None:
    wood = area("w", "open_wood", 31, 10, 40, 20)
    wheeled = after({}, wheel(4500), terrain=(wood,))
    assert (wheeled["formation"], wheeled["disorder"]) == ("mass", None), "the mass itself is clear of the wood"
    deep = area("w", "open_wood", 20, 10, 40, 20)
    turned = after({}, wheel(4500), terrain=(deep,))
    assert (turned["formation"], turned["disorder"]) == ("mass", "ground")
    beside = area("w", "open_wood", 29, 0, 31, 20)
    assert after({}, {"go": "about"}, terrain=(beside,))["formation"] == "mass"


@pytest.mark.rule("vivaorre:8-s")
def test_in_a_wood_nobody_forms_up() -> None:
    wood = area("w", "open_wood", 20, 0, 40, 30)
    inside = {"formation": "mass", "disorder": "ground"}
    assert refused(match(inside, terrain=(wood,)), "red", move(form("line"))) == "8-s"


@pytest.mark.rule("vivaorre:8-t")
def test_who_has_left_the_wood_forms_in_its_next_move_for_half_of_it() -> None:
    out = {"formation": "mass", "disorder": None}
    assert after(out, form("line"), advance(1500))["at"] == [30000, 11500]


@pytest.mark.rule("vivaorre:8-ae")
def test_by_an_option_disorder_of_ground_takes_a_turn_too() -> None:
    wood = area("w", "open_wood", 20, 5, 40, 9)
    inside = {"formation": "mass", "disorder": "ground"}
    found = match(inside, terrain=(wood,), options={"disorder": "always_reorder"})
    found.answer("red", move(advance(1000)))
    assert unit_of(found, "A")["disorder"] == "reorder"


@pytest.mark.rule("vivaorre:8-s", "vivaorre:8-o")
def test_skirmishers_are_slowed_and_not_disordered() -> None:
    wood = area("w", "rough", 20, 5, 40, 30)
    skirmishers = {"notes": ["skirmish"], "formation": "skirmish"}
    moved = after(skirmishers, {"go": "to", "at": [30000, 12500]}, terrain=(wood,))
    assert (moved["formation"], moved["disorder"]) == ("skirmish", None)
    assert refused(match(skirmishers, terrain=(wood,)), "red", move({"go": "to", "at": [30000, 12501]})) == "8-a"


@pytest.mark.rule("vivaorre:8-v", "vivaorre:8-ab")
@pytest.mark.parametrize(
    ("kind", "most", "formation"),
    [
        ("gentle_hill", 3000, "line"),
        ("light_works", 3000, "line"),
        ("open", 3000, "line"),
        ("steep_hill", 1500, "mass"),
        ("sand", 1500, "mass"),
        ("marsh", 1500, "mass"),
        ("bushes", 1500, "mass"),
        ("heavy_works", 1500, "mass"),
    ],
)
def test_which_areas_slow_and_disorder(kind: str, most: int, formation: str) -> None:
    piece = area("p", kind, 20, 0, 40, 30)
    assert after({}, advance(most), terrain=(piece,))["formation"] == formation
    assert refused(match({}, terrain=(piece,)), "red", move(advance(most + 1))) == "8-a"


@pytest.mark.rule("vivaorre:8-ab", "vivaorre:8-aa")
@pytest.mark.parametrize(
    ("unit", "terrain", "rule"),
    [
        (COLUMN, (line("r", "impassable", (20, 12), (40, 12), material="river"),), "8-ab"),
        (COLUMN, (area("r", "impassable", 20, 12, 40, 13, material="river"),), "8-ab"),
        ({}, (area("r", "impassable", 20, 12, 40, 13, material="jungle"),), "8-ab"),
        (
            {},
            (
                area("r", "impassable", 20, 11, 40, 12, material="river"),
                line("b", "bridge", (30, 10), (30, 13)),
            ),
            "8-aa",
        ),
        (
            {},
            (
                line("r", "impassable", (20, 11), (40, 11), material="river"),
                line("b", "bridge", (30, 10), (30, 13)),
            ),
            "8-aa",
        ),
    ],
)
def test_ground_that_stops_everybody_and_bridges_that_are_for_columns(
    unit: Plain, terrain: tuple[Plain, ...], rule: str
) -> None:
    refusal = match(unit, terrain=terrain).refuse("red", move(advance(2900)))
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"]) == (rule, 0)


RIVERS = [area("r", "impassable", 20, 12, 40, 13, material="river"), line("r", "impassable", (20, 12), (40, 12))]


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize("river", [{**RIVERS[0]}, {**RIVERS[1], "material": "river"}])
@pytest.mark.parametrize(("passage", "most"), [("bridge", 5000), ("ford", 2500)])
@pytest.mark.parametrize("formation", ["assault", "march"])
def test_columns_cross_a_river_by_bridge_and_ford(river: Plain, passage: str, most: int, formation: str) -> None:
    terrain = (river, line("b", passage, (30, 9), (30, 16)))
    unit = {"formation": formation}
    assert after(unit, advance(most), terrain=terrain)["at"] == [30000, 10000 + most]
    assert refused(match(unit, terrain=terrain), "red", move(advance(most + 1))) == "8-a"


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-y")
def test_a_bridge_saves_a_column_the_stream() -> None:
    terrain = (line("s", "stream", (20, 12), (40, 12)), line("b", "bridge", (30, 9), (30, 16)))
    assert after(COLUMN, advance(5000), terrain=terrain)["at"] == [30000, 15000]
    assert after({}, advance(1500), terrain=(terrain[0],))["at"] == [30000, 11500]
    away = {**line("s", "stream", (20, 11), (40, 11))}
    assert refused(match({}, terrain=(away, terrain[1])), "red", move(advance(1501))) == "8-a", "a line fords it"


# -- roads -------------------------------------------------------------------------------------------------------------

ROAD = line("r", "road", (30, 0), (30, 15), (40, 25))
FOREST = area("w", "open_wood", 20, 0, 50, 48)


def follow(by: int) -> Plain:
    return {"go": "follow", "road": "r", "by": by}


@pytest.mark.rule("vivaorre:8-aa")
def test_a_column_follows_the_bends_of_a_road_through_a_wood() -> None:
    moved = after(MARCH, follow(7000), terrain=(FOREST, ROAD))
    assert (moved["at"], moved["facing"], moved["formation"]) == ([31414, 16414], 4500, "march")


@pytest.mark.rule("vivaorre:8-aa")
@pytest.mark.parametrize(("option", "most"), [("add", 10000), ("larger", 7500)])
def test_road_and_forced_march_together(option: str, most: int) -> None:
    straight = line("r", "road", (30, 0), (30, 40))
    found = match(MARCH, terrain=(straight,), dice=[4], options={"road_forced": option})
    assert refused(found, "red", move(follow(most + 1), forced=True)) == "8-a"
    found.answer("red", move(follow(most), forced=True))
    assert unit_of(found, "A")["at"] == [30000, 10000 + most]


@pytest.mark.rule("vivaorre:8-aa", "vivaorre:8-q", "vivaorre:7-g")
def test_who_stands_on_the_road_stops_a_column() -> None:
    friend, foe = red("B", [31500, 17000]), blue("E", [31500, 16500])
    found = match(MARCH, friend, FAR, terrain=(ROAD,))
    refusal = found.refuse("red", move(follow(7500)))
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"]) == ("8-q", 0)
    assert refused(match(MARCH, foe, FAR, terrain=(ROAD,)), "red", move(follow(7500))) == "7-g"


@pytest.mark.rule("vivaorre:8-aa")
def test_a_road_ends_where_it_ends_and_is_left_only_by_who_pays_for_the_ground() -> None:
    short = line("r", "road", (30, 0), (30, 12))
    refusal = match(MARCH, terrain=(short,)).refuse("red", move(follow(3000)))
    assert refusal is not None
    assert (refusal.rule, refusal.data["left"]) == ("8-aa", 2000)
    mixed = [advance(100), follow(100)]
    assert refused(match(MARCH, terrain=(ROAD,)), "red", move(*mixed, advance(4801))) == "8-a", "no bonus then"
    wood = (FOREST, short)
    left = after(MARCH, advance(2600), terrain=wood)
    assert left["formation"] == "mass", "beyond the road it is in the wood"
    assert after(MARCH, advance(1900), terrain=wood)["formation"] == "march"


# -- who passes through whom, order lost and found ---------------------------------------------------------------------


@pytest.mark.rule("vivaorre:8-r", "vivaorre:12-c")
@pytest.mark.parametrize(("skirmishers", "tests"), [(False, 1), (True, 0)])
def test_who_is_passed_through_by_routers_tests(skirmishers: bool, tests: int) -> None:
    router = red(
        "A", [30000, 20000], state="routed", **({"notes": ["skirmish"], "formation": "skirmish"} if skirmishers else {})
    )
    friends = [red(f"F{x}", [x, 17000], facing=0) for x in range(15000, 46000, 3000)]
    found = play(router, *friends, FAR, phase="fire", pending=[{"rout": "A", "enemy": None}], dice=[6] * 12)
    assert len([roll for roll in rolls(found, "morale") if roll.data["occasion"] == "routers"]) >= tests
    assert bool([roll for roll in rolls(found, "morale") if roll.data["occasion"] == "routers"]) is bool(tests)


@pytest.mark.rule("vivaorre:8-ad")
def test_reordering_takes_room_and_the_turn() -> None:
    unit = {"formation": "mass", "disorder": "reorder"}
    beside = red("B", [32300, 10000])
    crowded = match(unit, beside, FAR)
    refusal = crowded.refuse("red", {"do": "reorder", "unit": "A", "formation": "line"})
    assert refusal is not None
    assert (refusal.rule, refusal.data["unit"]) == ("8-q", "A")
    assert crowded.refuse("red", {"do": "reorder", "unit": "A", "back": 2000, "formation": "line"}) is None
    assert refused(crowded, "red", {"do": "reorder", "unit": "A", "formation": "skirmish"}) == "8-ad"
    idle = match(unit, dice=[])
    while idle.ask is not None:
        idle.answer(idle.ask.who[0], {"do": "done"})
    assert [event.data["unit"] for event in events(idle, "reordered")] == ["A"], "on the spot, in recovery"


@pytest.mark.rule("vivaorre:8-ac", "vivaorre:8-ad")
def test_who_was_disordered_in_this_turn_reorders_in_the_next() -> None:
    short = play(
        red("A", HERE, charged="D", moved=True, formation="mass", disorder="reorder"),
        FAR,
        phase="recovery",
        last_turn=2,
        dice=[6, 1],
    )
    assert unit_of(short, "A")["disorder"] == "reorder"


@pytest.mark.rule("vivaorre:8-f", "vivaorre:8-g")
@pytest.mark.parametrize(
    ("foe", "rule"),
    [
        (blue("D", [30000, 19999], **{"class": "c-/-c"}, weapon="none"), "8-g"),
        (blue("D", [30000, 20000], **{"class": "c-/-c"}, weapon="none"), None),
        (blue("D", [30000, 21000], weapon="breech_rifle"), "8-g"),
        (blue("D", [30000, 21000], arm="cavalry", formation="assault"), "8-g"),
    ],
)
def test_who_counts_as_engaged(foe: Plain, rule: str | None) -> None:
    refusal = match(COLUMN, foe).refuse("red", move(advance(100), forced=True))
    assert (None if refusal is None else refusal.rule) == rule


@pytest.mark.rule("vivaorre:8-f", "vivaorre:8-k")
def test_a_failed_forced_march_ends_where_the_normal_budget_does() -> None:
    """Half the move forms the line; 2.25 inches would be the forced half of its rate, 1.5 the normal one."""
    found = match(COLUMN, dice=[3])
    found.answer("red", move(form("line"), advance(2250), forced=True))
    assert (unit_of(found, "A")["at"], unit_of(found, "A")["formation"]) == ([30000, 11500], "line")


@pytest.mark.rule("vivaorre:8-x")
def test_a_gully_is_entered_at_its_ends_by_all() -> None:
    gully = line("g", "gully", (30, 5), (30, 20))
    horse = {"arm": "cavalry", "formation": "march"}
    assert after(horse, advance(8000), terrain=(gully,))["at"] == [30000, 18000]
    across = line("g", "gully", (20, 11), (40, 11))
    assert (
        refused(match({"arm": "artillery", "formation": "limbered"}, terrain=(across,)), "red", move(advance(2000)))
        == "8-x"
    )
    assert after(COLUMN, advance(3750), terrain=(across,))["at"] == [30000, 13750]


@pytest.mark.rule("vivaorre:8-w")
def test_horse_goes_through_a_village_in_march_column_as_it_is() -> None:
    village = area("b", "building", 20, 11, 40, 20)
    horse = {"arm": "cavalry", "formation": "march"}
    moved = after(horse, advance(4500), terrain=(village,))
    assert (moved["at"], moved["formation"]) == ([30000, 14500], "march")
    assert refused(match(horse, terrain=(village,)), "red", move(advance(4501))) == "8-b", "an inch, then half of seven"


@pytest.mark.rule("vivaorre:8-q", "vivaorre:8-u", "vivaorre:12-n")
def test_nobody_stands_on_others_in_closed_ground_or_off_the_table() -> None:
    assert bad(red("A", HERE), red("B", [32900, 10000])).rule == "8-q"
    assert bad(red("A", HERE), blue("D", [30000, 9900])).rule == "8-q"
    wood = area("w", "dense_wood", 20, 0, 40, 20)
    assert bad(red("A", HERE, arm="cavalry"), terrain=(wood,)).rule == "8-u"
    assert bad(red("A", [30000, -1])).rule == "12-n"
    touching = play(red("A", HERE), red("B", [33000, 10000]), blue("D", HERE), phase="movement")
    assert len(touching.view(None)["units"]) == 3


@pytest.mark.rule("vivaorre:8-ad", "vivaorre:8-ae")
def test_who_reorders_in_a_wood_stays_a_mass_in_it() -> None:
    wood = area("w", "open_wood", 20, 0, 40, 30)
    found = match({"formation": "mass", "disorder": "reorder"}, terrain=(wood,))
    assert refused(found, "red", {"do": "reorder", "unit": "A", "formation": "line"}) == "8-s"
    found.answer("red", {"do": "reorder", "unit": "A"})
    assert (unit_of(found, "A")["formation"], unit_of(found, "A")["disorder"]) == ("mass", "ground")


@pytest.mark.rule("vivaorre:8-ac", "vivaorre:8-q")
def test_who_is_disordered_takes_mass_where_there_is_room() -> None:
    """The friend close behind leaves no room for a second rank there: the mass stands forward of where the line did."""
    close = red("B", [30000, 12300], figures=8)
    short = play(red("A", HERE), close, blue("D", [30000, 15900]), phase="charges")
    short.answer("red", {"do": "charge", "unit": "B", "target": "D"})
    short.answer("red", {"do": "done"})
    while short.ask is not None and short.ask.what in ("charge", "react"):
        short.answer("blue", {"do": "done" if short.ask.what == "charge" else "stand"})
    assert (unit_of(short, "B")["formation"], unit_of(short, "B")["at"]) == ("mass", [30000, 15300])


@pytest.mark.rule("vivaorre:12-n", "vivaorre:5-j")
def test_who_enters_does_not_turn_its_front_off_the_table() -> None:
    found = play(red("A", None), red("B", [50000, 5000]), FAR, phase="movement")
    about = {"do": "move", "unit": "A", "path": [{"go": "about"}], "enter": [20000, 0]}
    assert refused(found, "red", about) == "12-n"


@pytest.mark.rule("vivaorre:8-a", "vivaorre:5-g")
@pytest.mark.parametrize(
    ("answer", "rule", "unit"),
    [
        (move(advance(100)), "7-f", "A"),
        ({"do": "unit", "unit": "A"}, "7-f", "A"),
        ({"do": "move", "unit": "G", "path": [{"go": "to", "at": [30000, 40000]}]}, "5-g", "G"),
        ({"do": "move", "unit": "X", "path": []}, "8-a", "X"),
    ],
)
def test_every_refusal_of_a_move_names_its_unit(answer: Plain, rule: str, unit: str) -> None:
    general = {"id": "G", "side": "red", "rank": "cic", "at": [30000, 20000]}
    found = match({"no_move": True}, red("B", [50000, 5000]), FAR, generals=[general])
    refusal = found.refuse("red", answer)
    assert refusal is not None
    assert (refusal.rule, refusal.data["unit"], refusal.data["at"]) == (rule, unit, 0)
