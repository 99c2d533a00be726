"""Chapter 9, played out: sealed plans, all dice before all losses, what hits, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.rules import fire
from tests.games.vivaorre.battle import area, blue, events, line, play, red, refused, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}


def at(inches: float) -> list[int]:
    """So far straight ahead of HERE."""
    return [30000, 10000 + int(1000 * inches)]


def aim(firer: Plain, target: Plain, terrain: tuple[Plain, ...] = (), **more: Any) -> fire.Aim:
    shot = more.pop("shot", {})
    s = state(firer, target, terrain=terrain, phase="fire", **more)
    return fire.aim(s, s.units["A"], s.units["D"], Shot("A", "D", **shot))


def volley(match: q.Match, *shots: Plain, seat: str = "red") -> None:
    match.answer(seat, {"do": "fire", "shots": list(shots)})


# -- dice -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:9-g", "vivaorre:18-e", "vivaorre:9-d")
@pytest.mark.parametrize("weapon", ["smooth_carbine", "bow"])
@pytest.mark.parametrize(
    ("mils", "band", "dice"),
    [(0, "short", 8), (10, "short", 8), (11, "medium", 4), (1000, "medium", 4), (1001, "long", 2)],
)
def test_a_short_range_of_nothing_is_contact(weapon: str, mils: int, band: str, dice: int) -> None:
    found = aim(red("A", HERE, weapon=weapon), blue("D", [30000, 10000 + mils], **UNARMED))
    assert (found.band, found.dice) == (band, dice)


@pytest.mark.rule("vivaorre:9-d", "vivaorre:2-h")
def test_every_skirmisher_fires() -> None:
    firer = red("A", HERE, notes=["skirmish"], formation="skirmish", ranks=2)
    assert aim(firer, blue("D", at(1), **UNARMED)).figures == 8


@pytest.mark.rule("vivaorre:9-d", "vivaorre:2-j")
@pytest.mark.parametrize(("figures", "dice"), [(16, 8), (15, 8), (14, 7)])
def test_a_mass_fires_with_the_better_half(figures: int, dice: int) -> None:
    firer = red("A", HERE, training="irregular", figures=figures, start=16)
    assert aim(firer, blue("D", at(1), **UNARMED)).dice == dice


@pytest.mark.rule("vivaorre:9-e")
@pytest.mark.parametrize(("gunners", "dice"), [(4, 6), (3, 6), (2, 3), (1, 3)])
def test_a_section_is_lost_with_its_second_gunner(gunners: int, dice: int) -> None:
    battery = red("A", HERE, arm="artillery", gun="rifled_9", sections=2, figures=gunners)
    assert aim(battery, blue("D", at(8), **UNARMED), shot={"ammo": "ball"}).dice == dice


@pytest.mark.rule("vivaorre:9-f")
@pytest.mark.parametrize(
    ("gun", "table", "rule"), [("rapid_6", 4, 3), ("mg_old", 4, 3), ("mg_modern", 4, 4), ("pom_pom", 3, 3)]
)
def test_power_of_quick_firing_and_machine_guns(gun: str, table: int, rule: int) -> None:
    battery = red("A", HERE, arm="artillery", gun=gun)
    shot: Plain = {} if gun.startswith("mg") else {"ammo": "ball"}
    for calibre, dice in (("table", table), ("rule", rule)):
        found = aim(battery, blue("D", at(2), **UNARMED), shot=shot, options={"calibre": calibre})
        assert found.dice == dice


@pytest.mark.rule("vivaorre:9-h", "vivaorre:1-k")
def test_heavy_works_halve_before_the_rounding() -> None:
    fort = area("f", "heavy_works", 25, 11, 35, 22)
    battery = red("A", HERE, arm="artillery", gun="smooth_6", sections=1)
    found = aim(battery, blue("D", at(10), **UNARMED), (fort,), shot={"ammo": "ball"})
    assert (found.band, found.share, found.dice) == ("long", "1/8", 1)


@pytest.mark.rule("vivaorre:9-k", "vivaorre:9-e")
def test_old_shell_costs_each_section_a_die_before_the_range() -> None:
    battery = red("A", HERE, arm="artillery", gun="smooth_9", sections=3)
    far = blue("D", at(20), **UNARMED)
    assert aim(battery, far, shot={"ammo": "shell"}, year=1869).dice == 2, "3 x 2 x 1/4"
    assert aim(battery, far, shot={"ammo": "ball"}, year=1869).dice == 3, "3 x 3 x 1/4"
    assert aim(battery, far, shot={"ammo": "shell"}, year=1870).dice == 3


@pytest.mark.rule("vivaorre:9-l")
def test_extreme_range_is_an_option() -> None:
    firer, target = red("A", HERE), blue("D", at(8), **UNARMED)
    shot = {"unit": "A", "target": "D"}
    near = (red("B", [50000, 10000]), blue("X", [50000, 11000], **UNARMED))
    match = play(firer, target, *near, phase="fire")
    assert refused(match, "red", {"do": "fire", "shots": [shot]}) == "9-g"
    found = aim(firer, target, options={"extreme_range": "on"})
    assert (found.band, found.share, found.dice) == ("extreme", "1/8", 1)
    match = play(firer, blue("D", at(8.01), **UNARMED), *near, phase="fire", options={"extreme_range": "on"})
    assert refused(match, "red", {"do": "fire", "shots": [shot]}) == "9-g"


# -- modifiers --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:9-m2", "vivaorre:8-u")
def test_cover_light_or_heavy_is_the_same_modifier() -> None:
    for kind in ("open_wood", "rough", "bushes", "building", "light_works", "heavy_works"):
        found = aim(red("A", HERE), blue("D", at(1), **UNARMED), (area("g", kind, 25, 11, 35, 15),))
        assert ("9-m2", -1) in found.modifiers, kind
    assert aim(red("A", HERE), blue("D", at(1), **UNARMED), (area("g", "marsh", 25, 11, 35, 15),)).modifiers == []


@pytest.mark.rule("vivaorre:9-m4", "vivaorre:13-f")
def test_howitzers_shell_what_they_do_not_see() -> None:
    wall = line("w", "wall", (20, 13), (40, 13))
    howitzer = red("A", HERE, arm="artillery", gun="howitzer_8")
    target = blue("D", at(6), **UNARMED)
    found = aim(howitzer, target, (wall,), shot={"ammo": "shell"})
    assert found.modifiers == [("9-m4", -2)]
    match = play(howitzer, target, terrain=(wall,), phase="fire")
    assert refused(match, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D", "ammo": "ball"}]}) == "13-f"
    gun = red("A", HERE, arm="artillery", gun="smooth_8")
    other = (red("B", [50000, 10000]), blue("X", [50000, 11000], **UNARMED))
    match = play(gun, target, *other, terrain=(wall,), phase="fire")
    assert refused(match, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D", "ammo": "shell"}]}) == "13-c"


@pytest.mark.rule("vivaorre:9-m3", "vivaorre:9-m9")
def test_guns_are_small_in_battery_and_never_a_horse() -> None:
    guns: Plain = {"arm": "artillery", "mount": "horse"}
    assert aim(red("A", HERE), blue("D", at(1), **guns)).modifiers == [("9-m3", -1)]
    assert aim(red("A", HERE), blue("D", at(1), formation="limbered", **guns)).modifiers == []
    dismounted: Plain = {"arm": "cavalry", "notes": ["dismount"], "mounted": False}
    assert aim(red("A", HERE), blue("D", at(1), **dismounted)).modifiers == []


@pytest.mark.rule("vivaorre:9-m5", "vivaorre:5-ch10")
@pytest.mark.parametrize(("letter", "added"), [("a", 2), ("b", 2), ("c", 1), ("e", -1)])
def test_a_metodico_with_the_unit_makes_its_fire_one_better(letter: str, added: int) -> None:
    general = {"id": "G", "side": "red", "with": "A", "characters": ["metodico"]}
    found = aim(red("A", HERE, **{"class": f"c-{letter}-c"}), blue("D", at(1), **UNARMED), generals=[general])
    assert found.modifiers == [("9-m5", added)]


@pytest.mark.rule("vivaorre:9-m5", "vivaorre:9-m13")
def test_guns_use_their_gunners_letter_and_no_breech() -> None:
    battery = red("A", HERE, arm="artillery", gun="breech_12", **{"class": "c-b-e"})
    assert aim(battery, blue("D", at(5), **UNARMED), shot={"ammo": "ball"}).modifiers == [("9-m5", 1)]


@pytest.mark.rule("vivaorre:9-m6", "vivaorre:9-m13", "vivaorre:20-f")
def test_riders_shoot_worse_with_long_arms_too() -> None:
    riders = red("A", HERE, arm="cavalry", weapon="breech_rifle", **{"class": "c-c-c"})
    assert sorted(aim(riders, blue("D", at(2), **UNARMED)).modifiers) == [("9-m13", 1), ("9-m6", -1)]


@pytest.mark.rule("vivaorre:9-m7", "vivaorre:9-i")
def test_canister_to_three_inches_included() -> None:
    battery = red("A", HERE, arm="artillery", gun="smooth_9")
    match = play(battery, blue("D", at(3), **UNARMED), phase="fire", dice=[4, 1, 1])
    volley(match, {"unit": "A", "target": "D", "ammo": "canister"})
    (roll,) = rolls(match, "fire")
    assert (roll.modifiers, roll.data["need"], roll.data["hits"]) == ([("9-m7", 1)], 4, 1)


@pytest.mark.rule("vivaorre:9-m8", "vivaorre:9-m12")
def test_a_square_is_easy_to_hit_and_has_no_flank() -> None:
    square = blue("D", at(1), facing=9000, formation="square", **UNARMED)
    assert aim(red("A", HERE, figures=2, start=2), square).modifiers == [("9-m8", 2)]


@pytest.mark.rule("vivaorre:9-b", "vivaorre:1-k")
@pytest.mark.parametrize(("inches", "dice"), [(1, 2), (2, 1), (4, 1)])
def test_a_side_of_a_square_at_every_range(inches: int, dice: int) -> None:
    square = red("A", HERE, formation="square")
    assert aim(square, blue("D", at(inches), **UNARMED), shot={"side": "front"}).dice == dice


@pytest.mark.rule("vivaorre:9-m10", "vivaorre:9-m11")
def test_columns_and_masses_are_easy_to_hit() -> None:
    for formation, rule in (("assault", "9-m10"), ("march", "9-m10"), ("mass", "9-m11")):
        target = blue("D", at(1), formation=formation, **UNARMED)
        assert aim(red("A", HERE), target).modifiers == [(rule, 1)]
    march = blue("D", at(1), formation="march", **UNARMED)
    assert aim(red("A", HERE), march, options={"march_target": "none"}).modifiers == []


@pytest.mark.rule("vivaorre:9-m11", "vivaorre:8-w")
def test_a_garrison_is_no_mass() -> None:
    house = area("h", "building", 25, 11, 35, 15)
    found = aim(red("A", HERE), blue("D", at(1), training="irregular", **UNARMED), (house,))
    assert found.modifiers == [("9-m2", -1)]


@pytest.mark.rule("vivaorre:9-m1", "vivaorre:20.zulu-g")
def test_a_shaken_impi_is_fired_at_as_skirmishers() -> None:
    impi: Plain = {"class": "b-*-c", "figures": 24}
    assert aim(red("A", HERE), blue("D", at(1), **impi)).modifiers == [("9-m10", 1)]
    assert aim(red("A", HERE), blue("D", at(1), state="shaken", **impi)).modifiers == [("9-m1", -1)]


@pytest.mark.rule("vivaorre:9-m", "vivaorre:1-j")
def test_a_one_never_hits_and_a_six_always_does() -> None:
    guards = red("A", HERE, weapon="breech_rifle", **{"class": "a-a-a"})
    match = play(guards, blue("D", at(1), arm="cavalry"), phase="fire", dice=[1, 2, 1, 1, 1, 1, 1, 1])
    volley(match, {"unit": "A", "target": "D"})
    (roll,) = rolls(match, "fire")
    assert (roll.data["need"], roll.data["hits"]) == (2, 1)
    mob = red("A", HERE, **{"class": "e-e-e"})
    wood = area("w", "open_wood", 25, 11, 35, 15)
    skirmishers = blue("D", at(1), notes=["skirmish"], formation="skirmish", **UNARMED)
    match = play(mob, skirmishers, terrain=(wood,), phase="fire", dice=[6, 5, 5, 5, 5, 5, 5, 5])
    volley(match, {"unit": "A", "target": "D"})
    (roll,) = rolls(match, "fire")
    assert (roll.data["need"], roll.data["hits"]) == (6, 1)


@pytest.mark.rule("vivaorre:13-j")
@pytest.mark.parametrize(
    ("weapon", "spoilt"),
    [("musket", True), ("rifled_musket", True), ("breech_rifle", False), ("dreyse_rifle", False), ("bow", False)],
)
def test_rain_spoils_powder_that_goes_in_at_the_muzzle(weapon: str, spoilt: bool) -> None:
    found = aim(red("A", HERE, weapon=weapon), blue("D", at(0.5), **UNARMED), weather="rain")
    assert (("13-j", -1) in found.modifiers) is spoilt
    battery = red("A", HERE, arm="artillery", gun="smooth_9")
    assert aim(battery, blue("D", at(2), **UNARMED), weather="rain", shot={"ammo": "ball"}).modifiers == []


@pytest.mark.rule("vivaorre:20.pru-d", "vivaorre:9-m13")
def test_the_dreyse_reaches_less_far_than_other_breech_loaders() -> None:
    for weapon, band in (("dreyse_rifle", "medium"), ("breech_rifle", "short")):
        found = aim(red("A", HERE, weapon=weapon), blue("D", at(3), **UNARMED))
        assert (found.band, found.modifiers) == (band, [("9-m13", 1)])
    assert aim(red("A", HERE, weapon="dreyse_rifle"), blue("D", at(8), **UNARMED)).band == "long"


# -- who fires --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:9-b")
def test_a_square_fires_once_to_each_side() -> None:
    square = red("A", HERE, formation="square")
    east = blue("E", [31750, 9375], facing=27000, **UNARMED)
    match = play(square, blue("D", at(1), **UNARMED), east, phase="fire", dice=[1] * 4)
    front = {"unit": "A", "target": "D", "side": "front"}
    right = {"unit": "A", "target": "E", "side": "right"}
    assert refused(match, "red", {"do": "fire", "shots": [front, front]}) == "9-a"
    assert refused(match, "red", {"do": "fire", "shots": [{**front, "side": "rear"}]}) == "9-a"
    volley(match, front, right)
    assert [roll.data["count"] for roll in rolls(match, "fire")] == [2, 2]


@pytest.mark.rule("vivaorre:9-b", "vivaorre:9-a")
def test_a_garrison_shares_its_figures_out() -> None:
    house = area("h", "building", 27, 8, 33, 10)
    garrison = red("A", HERE)
    behind = blue("E", [30000, 8000], facing=0, **UNARMED)
    match = play(garrison, blue("D", at(1), **UNARMED), behind, terrain=(house,), phase="fire", dice=[1] * 8)
    shots: list[Plain] = [{"unit": "A", "target": "D", "figures": 5}, {"unit": "A", "target": "E", "figures": 4}]
    assert refused(match, "red", {"do": "fire", "shots": shots}) == "9-b"
    assert refused(match, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}, shots[1]]}) == "9-b"
    volley(match, {**shots[0], "figures": 4}, shots[1])
    assert [roll.data["figures"] for roll in rolls(match, "fire")] == [4, 4]
    open_field = play(garrison, blue("D", at(1), **UNARMED), phase="fire")
    assert refused(open_field, "red", {"do": "fire", "shots": [shots[0]]}) == "9-b"


@pytest.mark.rule("vivaorre:9-a", "vivaorre:9-c")
def test_a_unit_fires_once_and_the_question_names_its_targets() -> None:
    match = play(
        red("A", HERE), blue("D", [29000, 11000], **UNARMED), blue("E", [33000, 11000], **UNARMED), phase="fire"
    )
    assert match.ask is not None
    assert match.ask.data["units"] == {"A": ["D", "E"]}
    both = [{"unit": "A", "target": "D"}, {"unit": "A", "target": "E"}]
    refusal = match.refuse("red", {"do": "fire", "shots": both})
    assert refusal is not None
    assert (refusal.rule, refusal.data["at"], refusal.data["unit"]) == ("9-a", 1, "A")


@pytest.mark.rule("vivaorre:9-j")
def test_round_shot_is_not_for_guns() -> None:
    battery = red("A", HERE, arm="artillery", gun="smooth_12")
    match = play(battery, blue("D", at(8), arm="artillery", gun="smooth_4"), phase="fire")
    assert refused(match, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D", "ammo": "ball"}]}) == "9-j"
    assert match.refuse("red", {"do": "fire", "shots": [{"unit": "A", "target": "D", "ammo": "shell"}]}) is None


@pytest.mark.rule("vivaorre:7-i", "vivaorre:9-m")
def test_a_charger_does_not_fire_and_is_fired_at_in_contact() -> None:
    charger = blue("D", HERE, charged="A", weapon="musket")
    dice = [5] + [1] * 7 + [1] * 16 + [6] * 3
    match = play(red("A", HERE, weapon="smooth_carbine"), charger, phase="fire", dice=dice)
    assert match.ask is not None
    assert match.ask.seats == ("red",), "the charger has no lawful shot"
    volley(match, {"unit": "A", "target": "D"})
    (roll,) = rolls(match, "fire")
    assert (roll.data["distance"], roll.data["band"], roll.data["count"]) == (0, "short", 8)


# -- simultaneous, and what follows -----------------------------------------------------------------------------------


@pytest.mark.rule("vivaorre:6-c", "vivaorre:12-d", "vivaorre:12-f")
def test_red_s_dice_then_blue_s_then_losses_then_tests_in_order() -> None:
    dice = [5, 5, 5, 5, 1, 1, 1, 1, 5, 5, 5, 5, 1, 1, 1, 1, 4, 3]
    match = play(blue("D", [30000, 11000]), red("A", HERE), phase="fire", dice=dice)
    volley(match, {"unit": "A", "target": "D"})
    volley(match, {"unit": "D", "target": "A"}, seat="blue")
    told = [event.data["unit"] for event in match.events if event.kind in ("roll", "losses")]
    assert told == ["A", "D", "D", "A", "D", "A"], "dice by seats; losses and tests by the order of the position"
    assert [roll.data["result"] for roll in rolls(match, "morale")] == ["passed", "shaken"]


@pytest.mark.rule("vivaorre:12-d")
@pytest.mark.parametrize(("hits", "tests"), [(4, 1), (3, 0)])
def test_the_quarter_is_counted_after_this_fire(hits: int, tests: int) -> None:
    dice = [5] * hits + [1] * (8 - hits) + [6]
    match = play(red("A", HERE), blue("D", at(1), **UNARMED), phase="fire", dice=dice)
    volley(match, {"unit": "A", "target": "D"})
    assert len(rolls(match, "morale")) == tests


@pytest.mark.rule("vivaorre:12-d")
def test_one_hit_brings_a_test_to_who_has_lost_his_quarter_before() -> None:
    match = play(
        red("A", HERE), blue("D", at(1), figures=6, start=8, **UNARMED), phase="fire", dice=[5] + [1] * 7 + [6]
    )
    volley(match, {"unit": "A", "target": "D"})
    assert unit_of(match, "D")["figures"] == 6
    assert [roll.data["occasion"] for roll in rolls(match, "morale")] == ["fire"]


@pytest.mark.rule("vivaorre:7-k", "vivaorre:12-h")
def test_a_charger_that_fails_its_test_goes_a_whole_move_back() -> None:
    charger = blue("D", HERE, charged="A", formation="assault", **UNARMED)
    match = play(red("A", HERE), charger, phase="fire", dice=[5] * 4 + [1] * 4 + [2])
    volley(match, {"unit": "A", "target": "D"})
    (back,) = events(match, "moved")
    assert (back.data["why"], back.data["distance"], back.data["to"]["at"]) == ("retreat", 5000, [30000, 15000])
    assert unit_of(match, "D")["state"] == "shaken"
    assert rolls(match, "melee") == []


@pytest.mark.rule("vivaorre:7-k")
def test_a_charge_that_fell_short_is_not_thrown_back() -> None:
    short = blue("D", at(0.5), charged="A", **UNARMED)
    match = play(red("A", HERE), short, phase="fire", dice=[5] * 4 + [1] * 4 + [2])
    volley(match, {"unit": "A", "target": "D"})
    assert unit_of(match, "D")["state"] == "shaken"
    assert events(match, "moved") == []


@pytest.mark.rule("vivaorre:20.zulu-e", "vivaorre:9-m")
def test_zulu_fire_is_one_die_that_wants_a_six() -> None:
    impi = red("A", HERE, figures=24, **{"class": "b-*-c"})
    match = play(impi, blue("D", at(10), arm="cavalry"), phase="fire", dice=[5])
    volley(match, {"unit": "A", "target": "D"})
    (roll,) = rolls(match, "fire")
    assert (roll.data["count"], roll.data["need"], roll.data["hits"], roll.modifiers) == (1, 6, 0, [])
    near = (blue("X", [28000, 15000]),)
    far = play(impi, blue("D", [32000, 20001]), *near, phase="fire")
    assert refused(far, "red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]}) == "9-g"


@pytest.mark.rule("vivaorre:20.zulu-f")
def test_an_impi_under_guns_tests_even_unhurt_and_under_muskets_does_not() -> None:
    impi = blue("D", at(4), figures=24, **{"class": "b-*-c"})
    battery = red("A", HERE, arm="artillery", gun="smooth_9")
    match = play(battery, impi, phase="fire", dice=[1, 1, 1, 2])
    volley(match, {"unit": "A", "target": "D", "ammo": "ball"})
    match.answer("blue", {"do": "fire", "shots": []})
    (test,) = rolls(match, "morale")
    assert (test.rule, test.data["occasion"], test.data["result"]) == ("20.zulu-f", "guns", "shaken")
    match = play(red("A", HERE, weapon="breech_rifle"), impi, phase="fire", dice=[6, 1, 1, 1])
    volley(match, {"unit": "A", "target": "D"})
    match.answer("blue", {"do": "fire", "shots": []})
    assert rolls(match, "fire")[0].data["hits"] == 1
    assert rolls(match, "morale") == []
