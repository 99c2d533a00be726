"""Chapter 9 by the book: arcs, ranges, dice, ammunition, modifiers; what fire does to those it hits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.blind.situations import (
    across,
    barred,
    begun,
    blue,
    box,
    general,
    gone,
    modifiers,
    now,
    red,
    roll,
    rolls,
    told,
    volley,
)


def shot(unit: str = "A", target: str = "D", **more: Any) -> dict[str, Any]:
    return {"unit": unit, "target": target, **more}


def one(a: Any = None, d: Any = None, gap: int = 1000, ammo: str | None = None, **keys: Any) -> Any:
    """A fires at D, straight ahead; the roll."""
    said = shot() if ammo is None else shot(ammo=ammo)
    m = volley(red("A", 30000, 10000, **(a or {})), blue("D", 30000, 10000 + gap, **(d or {})), shots=[said], **keys)
    return roll(m, "fire", unit="A")


@pytest.mark.rule("vivaorre:9-g", "vivaorre:9-d", "vivaorre:18-d")
@pytest.mark.parametrize(
    ("weapon", "gap", "band", "count"),
    [
        ("musket", 1000, "short", 8),
        ("musket", 1001, "medium", 4),
        ("musket", 2000, "medium", 4),
        ("musket", 2001, "long", 2),
        ("musket", 4000, "long", 2),
        ("rifled_musket", 2000, "short", 8),
        ("rifled_musket", 8000, "long", 2),
        ("breech_rifle", 3001, "medium", 4),
        ("breech_rifle", 12000, "long", 2),
        ("dreyse_rifle", 8000, "long", 2),
        ("bow", 1000, "medium", 4),
        ("bow", 2000, "long", 2),
    ],
)
def test_bands_are_inclusive_and_share_the_dice(weapon: str, gap: int, band: str, count: int) -> None:
    fired = one({"weapon": weapon}, gap=gap)
    assert (fired.data["band"], fired.data["count"], fired.data["distance"]) == (band, count, gap)


@pytest.mark.rule("vivaorre:9-g")
@pytest.mark.parametrize(("weapon", "gap"), [("musket", 4001), ("bow", 2001), ("breech_rifle", 12001)])
def test_beyond_long_range_nobody_fires(weapon: str, gap: int) -> None:
    other = blue("E", 34000, 11000)
    m = begun(
        "fire", red("A", 30000, 10000, weapon=weapon), red("B", 34000, 10000), blue("D", 30000, 10000 + gap), other
    )
    assert barred(m, "red", "fire", shots=[shot()]) == "9-g"


@pytest.mark.rule("vivaorre:9-l")
def test_extreme_range_is_twice_long_with_an_eighth_of_the_dice() -> None:
    fired = one({"weapon": "musket", "figures": 16, "start": 16}, gap=8000, options={"extreme_range": "on"})
    assert (fired.data["band"], fired.data["count"], fired.data["share"]) == ("extreme", 2, "1/8")


@pytest.mark.rule("vivaorre:9-d", "vivaorre:2-f", "vivaorre:2-j")
@pytest.mark.parametrize(
    ("firer", "count"),
    [
        ({"formation": "assault"}, 4),
        ({"formation": "assault", "figures": 6, "start": 8}, 4),
        ({"formation": "assault", "figures": 4, "start": 8, "files": 4}, 4),
        ({"training": "irregular"}, 8),
        ({"training": "irregular", "figures": 15, "start": 16}, 8),
        ({"training": "irregular", "figures": 14, "start": 16}, 7),
        ({"formation": "march"}, 1),
        ({"formation": "skirmish", "notes": ["skirmish"]}, 8),
        ({"formation": "skirmish", "notes": ["skirmish"], "ranks": 3}, 8),
    ],
)
def test_only_the_first_rank_fires_but_all_skirmishers(firer: Any, count: int) -> None:
    assert one(firer).data["count"] == count


@pytest.mark.rule("vivaorre:1-k", "vivaorre:9-h", "vivaorre:14-b")
def test_all_shares_are_taken_before_one_rounding_up() -> None:
    works = box("w", "heavy_works", 27000, 11500, 33000, 15000)
    fired = one({"weapon": "musket", "figures": 10, "start": 10}, gap=2000, terrain=(works,))
    assert (fired.data["count"], fired.data["share"], modifiers(fired)) == (3, "1/4", {"9-m2": -1})


@pytest.mark.rule("vivaorre:9-m")
def test_a_five_after_modifiers_hits_a_natural_six_always_and_a_natural_one_never() -> None:
    good = one({"class": "c-a-c", "weapon": "breech_rifle"}, {"formation": "assault"}, dice=(1, 2, 3, 1, 1, 1, 1, 1))
    assert (good.data["need"], good.data["hits"]) == (2, 2)
    wood = box("w", "open_wood", 27000, 10500, 33000, 15000)
    bad = one(
        {"class": "c-e-c"},
        {"notes": ["skirmish"], "formation": "skirmish"},
        terrain=(wood,),
        dice=(5, 5, 6, 5, 5, 5, 5, 5),
    )
    assert (bad.data["need"], bad.data["hits"]) == (6, 1)
    assert modifiers(bad) == {"9-m1": -1, "9-m2": -1, "9-m5": -2}


FIRE: dict[str, tuple[Any, Any, dict[str, int]]] = {
    "mounted with a breech carbine": (
        {"arm": "cavalry", "class": "c-c-c", "weapon": "breech_carbine"},
        {},
        {"9-m6": -1, "9-m13": 1},
    ),
    "mounted with a rifle": (
        {"arm": "cavalry", "class": "c-b-c", "weapon": "rifled_musket"},
        {},
        {"9-m6": -1, "9-m5": 1},
    ),
    "dismounted": (
        {"arm": "cavalry", "class": "c-c-c", "weapon": "breech_carbine", "notes": ["dismount"], "mounted": False},
        {},
        {"9-m13": 1},
    ),
    "Dreyse": ({"weapon": "dreyse_rifle"}, {}, {"9-m13": 1}),
    "horse": ({}, {"arm": "cavalry"}, {"9-m9": 1}),
    "horse in column": ({}, {"arm": "cavalry", "formation": "assault"}, {"9-m9": 1, "9-m10": 1}),
    "dismounted horse": ({}, {"arm": "cavalry", "notes": ["dismount"], "mounted": False}, {}),
    "march column": ({}, {"formation": "march"}, {"9-m10": 1}),
    "mass": ({}, {"training": "irregular"}, {"9-m11": 1}),
    "square": ({}, {"formation": "square"}, {"9-m8": 2}),
    "square from behind": ({}, {"formation": "square", "facing": 0}, {"9-m8": 2}),
    "line from behind": ({}, {"facing": 0}, {"9-m12": 1}),
    "line from the flank": ({}, {"facing": 9000, "at": [31700, 13000]}, {"9-m12": 1}),
    "battery": ({}, {"arm": "artillery"}, {"9-m3": -1}),
    "limbered": ({}, {"arm": "artillery", "formation": "limbered"}, {}),
    "class D": ({"class": "c-d-c"}, {}, {"9-m5": -1}),
    "class A": ({"class": "c-a-c"}, {}, {"9-m5": 2}),
}


@pytest.mark.rule("vivaorre:9-m9", "vivaorre:9-m10", "vivaorre:9-m12")
@pytest.mark.parametrize("name", FIRE)
def test_modifiers_of_fire(name: str) -> None:
    firer, target, expected = FIRE[name]
    gap = 3000 if target.get("facing") is not None else 1000
    fired = one({"weapon": "rifled_musket", **firer}, target, gap=gap)
    assert modifiers(fired) == expected
    assert fired.data["need"] == min(6, max(2, 5 - sum(expected.values())))


@pytest.mark.rule("vivaorre:13-j")
@pytest.mark.parametrize(
    ("firer", "ammo", "expected"),
    [
        ({"weapon": "musket"}, None, {"13-j": -1}),
        ({"weapon": "rifled_musket"}, None, {"13-j": -1}),
        ({"weapon": "breech_rifle"}, None, {"9-m13": 1}),
        ({"arm": "artillery", "gun": "smooth_12"}, "ball", {}),
    ],
)
def test_rain_spoils_muzzle_loading_small_arms_alone(firer: Any, ammo: str | None, expected: dict[str, int]) -> None:
    assert modifiers(one(firer, ammo=ammo, weather="rain")) == expected


@pytest.mark.rule("vivaorre:9-a", "vivaorre:2-m")
def test_any_part_of_the_target_in_the_arc_is_enough() -> None:
    """Half a front is 1500; the target's far corner lies 2625 ahead, so that it may be 4125 aside."""
    for x, rule in ((35625, None), (35627, "9-a")):
        m = begun("fire", red("A", 30000, 10000), red("B", 50000, 10000), blue("D", x, 12000), blue("E", 50000, 11000))
        assert barred(m, "red", "fire", shots=[shot()]) == rule


@pytest.mark.rule("vivaorre:9-c")
def test_irregulars_fire_at_the_nearest_and_regulars_choose() -> None:
    enemies = (blue("D", 28500, 11000), blue("E", 31700, 11800))
    m = begun("fire", red("A", 30000, 10000, training="irregular"), *enemies)
    assert barred(m, "red", "fire", shots=[shot(target="E")]) == "9-c"
    assert barred(m, "red", "fire", shots=[shot(target="D")]) is None
    m = begun("fire", red("A", 30000, 10000), *enemies)
    assert barred(m, "red", "fire", shots=[shot(target="E")]) is None


GUN = {"arm": "artillery", "gun": "rifled_9", "sections": 2}


@pytest.mark.rule("vivaorre:9-k", "vivaorre:9-e", "vivaorre:9-f")
@pytest.mark.parametrize(
    ("gun", "year", "ammo", "gap", "count"),
    [
        (GUN, 1866, "shell", 12000, 2),
        (GUN, 1870, "shell", 12000, 3),
        (GUN, 1866, "ball", 12000, 3),
        (GUN | {"figures": 3, "start": 4}, 1866, "ball", 8000, 6),
        (GUN | {"figures": 2, "start": 4}, 1866, "ball", 8000, 3),
        ({"arm": "artillery", "gun": "smooth_12"}, 1860, "canister", 2000, 4),
        ({"arm": "artillery", "gun": "smooth_4"}, 1848, "shell", 10000, 1),
        ({"arm": "artillery", "gun": "smooth_18"}, 1848, "ball", 10000, 4),
        ({"arm": "artillery", "gun": "smooth_24"}, 1848, "ball", 10000, 5),
        ({"arm": "artillery", "gun": "rapid_6"}, 1890, "shell", 8000, 4),
        ({"arm": "artillery", "gun": "mg_old"}, 1875, None, 2000, 4),
    ],
)
def test_dice_of_guns(gun: Any, year: int, ammo: str | None, gap: int, count: int) -> None:
    assert one(gun, gap=gap, ammo=ammo, year=year).data["count"] == count


@pytest.mark.rule("vivaorre:9-i", "vivaorre:9-j")
@pytest.mark.parametrize(
    ("target", "gap", "ammo", "rule"),
    [
        ({}, 3000, "canister", None),
        ({}, 3001, "canister", "9-i"),
        ({"notes": ["skirmish"], "formation": "skirmish"}, 3000, "ball", "9-j"),
        ({"arm": "artillery"}, 3000, "ball", "9-j"),
        ({"arm": "artillery", "formation": "limbered"}, 3000, "ball", "9-j"),
        ({"arm": "artillery"}, 3000, "shell", None),
        ({"notes": ["skirmish"], "formation": "skirmish"}, 3000, "canister", None),
    ],
)
def test_what_guns_may_be_loaded_with(target: Any, gap: int, ammo: str, rule: str | None) -> None:
    gun = red("A", 30000, 10000, arm="artillery", gun="smooth_12")
    m = begun("fire", gun, blue("D", 30000, 10000 + gap, **target))
    assert barred(m, "red", "fire", shots=[shot(ammo=ammo)]) == rule


@pytest.mark.rule("vivaorre:13-c", "vivaorre:13-e", "vivaorre:13-f")
def test_others_are_in_the_way_but_not_of_those_above_them_nor_of_howitzers() -> None:
    between = red("B", 30000, 12000, figures=16, start=16)
    enemy = blue("D", 30000, 14000)
    m = begun("fire", red("A", 30000, 10000, weapon="rifled_musket"), between, enemy)
    assert barred(m, "red", "fire", shots=[shot()]) == "13-c"
    hill = box("h", "gentle_hill", 25000, 5000, 35000, 10500, crest=[[25000, 8000], [35000, 8000]])
    m = begun("fire", red("A", 30000, 10000, weapon="rifled_musket"), between, enemy, terrain=(hill,))
    assert barred(m, "red", "fire", shots=[shot()]) is None
    howitzer = red("A", 30000, 10000, arm="artillery", gun="howitzer_8")
    m = begun("fire", howitzer, between, enemy)
    assert barred(m, "red", "fire", shots=[shot(ammo="ball")]) is not None
    m = volley(howitzer, between, enemy, shots=[shot(ammo="shell")])
    fired = roll(m, "fire", unit="A")
    assert (fired.data["count"], modifiers(fired)) == (2, {"9-m4": -2})


@pytest.mark.rule("vivaorre:13-d")
def test_one_sees_two_inches_into_a_wood() -> None:
    wood = box("w", "open_wood", 25000, 11000, 35000, 20000)
    for gap, rule in ((3000, None), (3001, "13-d")):
        other = (red("B", 50000, 10000), blue("E", 50000, 11000))
        m = begun(
            "fire",
            red("A", 30000, 10000, weapon="rifled_musket"),
            blue("D", 30000, 10000 + gap),
            *other,
            terrain=(wood,),
        )
        assert barred(m, "red", "fire", shots=[shot()]) == rule


@pytest.mark.rule("vivaorre:9-b")
def test_a_square_fires_with_a_quarter_of_its_figures_on_each_side() -> None:
    m = volley(
        red("A", 30000, 10000, formation="square", weapon="rifled_musket"),
        blue("D", 30000, 11000),
        blue("E", 30000, 7000, facing=0),
        shots=[shot(side="front"), shot(target="E", side="rear")],
    )
    assert [(e.data["target"], e.data["count"]) for e in rolls(m, "fire", unit="A")] == [("D", 2), ("E", 2)]


@pytest.mark.rule("vivaorre:6-c", "vivaorre:11-b")
def test_who_is_shot_to_pieces_fires_all_the_same() -> None:
    m = volley(
        red("A", 30000, 10000, figures=3, start=8),
        blue("D", 30000, 11000, figures=3, start=8),
        shots=[shot()],
        reply=[shot("D", "A")],
        dice=(6, 6, 6, 6, 6, 6),
    )
    assert [e.data["count"] for e in rolls(m, "fire")] == [3, 3]
    assert gone(m, "A")
    assert gone(m, "D")


@pytest.mark.rule("vivaorre:11-a", "vivaorre:11-b")
@pytest.mark.parametrize(
    ("start", "figures", "hits", "sixes", "left", "carried"),
    [
        (8, 8, 0, 3, 7, 1),
        (8, 8, 1, 3, 6, 0),
        (8, 4, 0, 3, 3, 1),
        (8, 4, 0, 4, None, 0),
        (10, 4, 0, 2, 3, 0),
        (10, 4, 0, 4, None, 0),
        (10, 4, 1, 1, 3, 0),
    ],
)
def test_two_hits_take_a_figure_and_at_a_quarter_a_unit_disperses(
    start: int, figures: int, hits: int, sixes: int, left: int | None, carried: int
) -> None:
    target = blue("D", 30000, 11000, figures=figures, start=start, hits=hits, **{"class": "a-c-c"})
    m = volley(red("A", 30000, 10000), target, shots=[shot()], dice=(6,) * sixes + (2,) * (8 - sixes) + (6,))
    if left is None:
        assert gone(m, "D")
    else:
        assert (now(m, "D")["figures"], now(m, "D")["hits"]) == (left, carried)


@pytest.mark.rule("vivaorre:12-d")
@pytest.mark.parametrize(
    ("figures", "hits", "sixes", "tests"),
    [(8, 0, 3, 0), (8, 0, 4, 1), (7, 0, 1, 0), (7, 1, 1, 1), (6, 0, 1, 1), (6, 0, 0, 0), (7, 0, 2, 1)],
)
def test_fire_tests_those_that_have_lost_a_quarter(figures: int, hits: int, sixes: int, tests: int) -> None:
    target = blue("D", 30000, 11000, figures=figures, start=8, hits=hits)
    m = volley(red("A", 30000, 10000), target, shots=[shot()], dice=(6,) * sixes + (2,) * (8 - sixes) + (6,))
    assert len(rolls(m, "morale", unit="D")) == tests


@pytest.mark.rule("vivaorre:11-e", "vivaorre:11-f")
@pytest.mark.parametrize(("wound", "state"), [(2, "well"), (3, "wounded"), (4, "wounded"), (5, "dead"), (6, "dead")])
def test_a_general_with_a_unit_that_is_hit(wound: int, state: str) -> None:
    m = volley(
        red("A", 30000, 10000),
        blue("D", 30000, 11000, brigade="b"),
        generals=[general("G", "blue", brigade="b", **{"with": "D"})],
        shots=[shot()],
        dice=(6, *(2,) * 7, 6, wound),
    )
    assert roll(m, "general").data["success"] is True
    found = next(each for each in m.view("blue")["generals"] if each["id"] == "G")
    assert found["state"] == state


@pytest.mark.rule("vivaorre:9-m2", "vivaorre:8-y")
def test_a_hedge_covers_those_who_line_it_on_its_side() -> None:
    fired = one({"weapon": "rifled_musket"}, gap=2000, terrain=(across("h", "hedge", 11700),))
    assert modifiers(fired) == {"9-m2": -1}
    fired = one({"weapon": "rifled_musket"}, gap=2000, terrain=(across("h", "hedge", 10300),))
    assert modifiers(fired) == {}


@pytest.mark.rule("vivaorre:20.zulu-e", "vivaorre:20.zulu-f")
def test_an_impi_throws_one_die_and_tests_under_guns_though_nothing_hits() -> None:
    impi = red("A", 30000, 10000, entry="zulu.inf.scapoli", figures=16, start=16)
    gun = blue("D", 30000, 19000, arm="artillery", gun="smooth_9")
    m = volley(impi, gun, shots=[shot()], reply=[shot("D", "A", ammo="ball")], dice=(5, 1, 1, 1, 6), year=1879)
    fired = roll(m, "fire", unit="A")
    assert (fired.data["count"], fired.data["need"], fired.data["hits"], modifiers(fired)) == (1, 6, 0, {})
    assert [e.data["occasion"] for e in rolls(m, "morale", unit="A")] == ["guns"]
    assert not told(m, "losses", unit="A")
