"""Chapter 9: who fires at whom, with how many dice, and what hits."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.rules import fire
from tests.games.vivaorre.battle import area, blue, play, red, refused, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}


def aim(
    firer: Plain, target: Plain, terrain: tuple[Plain, ...] = (), shot: Plain | None = None, **more: Any
) -> fire.Aim:
    s = state(firer, target, terrain=terrain, phase="fire", **more)
    return fire.aim(s, s.units["A"], s.units["D"], Shot("A", "D", **(shot or {})))


def at(inches: float) -> list[int]:
    """So far straight ahead of HERE."""
    return [30000, 10000 + int(1000 * inches)]


@pytest.mark.rule("vivaorre:9-d", "vivaorre:9-g")
@pytest.mark.parametrize(
    ("inches", "band", "dice"),
    [(1, "short", 8), (1.01, "medium", 4), (2, "medium", 4), (2.5, "long", 2), (4, "long", 2)],
)
def test_bands_end_where_the_table_says_and_divide_the_dice(inches: float, band: str, dice: int) -> None:
    found = aim(red("A", HERE), blue("D", at(inches), **UNARMED))
    assert (found.band, found.dice) == (band, dice)


@pytest.mark.rule("vivaorre:9-d", "vivaorre:1-k")
@pytest.mark.parametrize(
    ("formation", "figures", "dice"), [("assault", 8, 4), ("assault", 6, 4), ("march", 8, 1), ("line", 5, 5)]
)
def test_only_the_first_rank_fires(formation: str, figures: int, dice: int) -> None:
    assert aim(red("A", HERE, formation=formation, figures=figures, start=8), blue("D", at(1), **UNARMED)).dice == dice


@pytest.mark.rule("vivaorre:9-h", "vivaorre:1-k", "vivaorre:14-b")
def test_all_shares_are_multiplied_before_one_rounding_up() -> None:
    fort = area("f", "heavy_works", 25, 11, 35, 16)
    found = aim(red("A", HERE, figures=10, start=10), blue("D", at(2), **UNARMED), (fort,))
    assert (found.share, found.dice) == ("1/4", 3)
    assert ("9-m2", -1) in found.modifiers


@pytest.mark.rule("vivaorre:9-e", "vivaorre:9-f", "vivaorre:9-k")
@pytest.mark.parametrize(
    ("gun", "sections", "inches", "ammo", "year", "band", "dice"),
    [
        ("rifled_9", 2, 12, "shell", 1866, "medium", 2),
        ("rifled_9", 2, 12, "shell", 1870, "medium", 3),
        ("smooth_12", 1, 2, "canister", 1860, "short", 4),
        ("smooth_6", 1, 10, "shell", 1848, "long", 1),
        ("smooth_18", 1, 5, "ball", 1860, "short", 4),
    ],
)
def test_dice_of_guns(gun: str, sections: int, inches: int, ammo: str, year: int, band: str, dice: int) -> None:
    battery = red("A", HERE, arm="artillery", gun=gun, sections=sections)
    found = aim(battery, blue("D", at(inches), **UNARMED), shot={"ammo": ammo}, year=year)
    assert (found.band, found.dice) == (band, dice)


@pytest.mark.rule("vivaorre:9-f")
def test_by_an_option_the_calibre_decides() -> None:
    battery = red("A", HERE, arm="artillery", gun="smooth_18")
    found = aim(battery, blue("D", at(5), **UNARMED), shot={"ammo": "ball"}, options={"calibre": "rule"})
    assert found.dice == 5


@pytest.mark.rule("vivaorre:9-m7", "vivaorre:9-m10")
def test_canister_into_a_column() -> None:
    battery = red("A", HERE, arm="artillery", gun="smooth_12")
    found = aim(battery, blue("D", at(2), formation="assault", **UNARMED), shot={"ammo": "canister"})
    assert sorted(found.modifiers) == [("9-m10", 1), ("9-m7", 1)]
    assert found.need == 3


MODIFIERS = [
    ("9-m1", -1, {}, {"notes": ["skirmish"], "formation": "skirmish"}),
    ("9-m3", -1, {}, {"arm": "artillery", "class": "c-c-e", "weapon": None}),
    ("9-m5", 2, {"class": "c-a-c"}, {}),
    ("9-m5", -2, {"class": "c-e-c"}, {}),
    ("9-m6", -1, {"arm": "cavalry", "class": "c-c-c", "weapon": "rifled_carbine"}, {}),
    ("9-m8", 2, {}, {"formation": "square"}),
    ("9-m9", 1, {}, {"arm": "cavalry"}),
    ("9-m10", 1, {}, {"formation": "march", "facing": 18000}),
    ("9-m11", 1, {}, {"training": "irregular"}),
    ("9-m13", 1, {"weapon": "breech_rifle"}, {}),
    ("9-m13", 1, {"weapon": "dreyse_rifle"}, {}),
]


@pytest.mark.rule("vivaorre:9-m1", "vivaorre:9-m5", "vivaorre:9-m13")
@pytest.mark.parametrize(("rule", "value", "firer", "target"), MODIFIERS)
def test_each_modifier_alone(rule: str, value: int, firer: Plain, target: Plain) -> None:
    found = aim(red("A", HERE, **firer), blue("D", at(1), **{**UNARMED, **target}))
    assert found.modifiers == [(rule, value)]


@pytest.mark.rule("vivaorre:9-m12")
@pytest.mark.parametrize(("facing", "behind"), [(18000, False), (13600, False), (9000, True), (0, True)])
def test_fire_from_outside_the_target_s_arc_is_on_its_flank(facing: int, behind: bool) -> None:
    found = aim(red("A", HERE, figures=1, start=1), blue("D", at(3), facing=facing, **UNARMED))
    assert (("9-m12", 1) in found.modifiers) is behind


@pytest.mark.rule("vivaorre:13-j")
def test_rain_spoils_muzzle_loading_small_arms_alone() -> None:
    assert aim(red("A", HERE), blue("D", at(1), **UNARMED), weather="rain").modifiers == [("13-j", -1)]
    assert aim(red("A", HERE, weapon="breech_rifle"), blue("D", at(1), **UNARMED), weather="rain").modifiers == [
        ("9-m13", 1)
    ]


@pytest.mark.rule("vivaorre:20.zulu-e")
def test_an_impi_rolls_one_die_to_ten_inches_and_hits_with_a_six() -> None:
    found = aim(
        red("A", HERE, **{"class": "b-*-c"}, figures=24, start=24), blue("D", at(10), formation="square", **UNARMED)
    )
    assert (found.dice, found.need, found.modifiers) == (1, 6, [])


def shoot(*units: Plain, shots: list[Plain], **more: Any) -> str:
    """The rule by which red's plan is refused."""
    return refused(play(*units, phase="fire", **more), "red", {"do": "fire", "shots": shots})


@pytest.mark.rule("vivaorre:9-a", "vivaorre:9-g", "vivaorre:11-d")
def test_out_of_arc_range_or_reason() -> None:
    near = blue("X", [30000, 12000], **UNARMED)
    target = blue("D", [36000, 10200], **UNARMED)
    assert shoot(red("A", HERE, weapon="breech_rifle"), near, target, shots=[{"unit": "A", "target": "D"}]) == "9-a"
    far = blue("D", at(5), **UNARMED)
    assert (
        shoot(
            red("A", HERE),
            red("B", [40000, 10000]),
            blue("X", [40000, 11000], **UNARMED),
            far,
            shots=[{"unit": "A", "target": "D"}],
        )
        == "9-g"
    )
    general = {"id": "G", "side": "blue", "at": at(1)}
    assert shoot(red("A", HERE), near, generals=[general], shots=[{"unit": "A", "target": "G"}]) == "11-d"


@pytest.mark.rule("vivaorre:9-i", "vivaorre:9-j")
def test_what_guns_may_not_fire() -> None:
    battery = red("A", HERE, arm="artillery", gun="smooth_12")
    skirmishers = blue("D", at(8), notes=["skirmish"], formation="skirmish", **UNARMED)
    assert shoot(battery, skirmishers, shots=[{"unit": "A", "target": "D", "ammo": "ball"}]) == "9-j"
    assert (
        shoot(battery, blue("D", at(3.5), **UNARMED), shots=[{"unit": "A", "target": "D", "ammo": "canister"}]) == "9-i"
    )
    assert shoot(battery, blue("D", at(3.5), **UNARMED), shots=[{"unit": "A", "target": "D"}]) == "9-i"


@pytest.mark.rule("vivaorre:9-c")
def test_irregulars_fire_at_the_nearest() -> None:
    mob = red("A", HERE, training="irregular", weapon="breech_rifle")
    near, far = blue("D", [28000, 12000], **UNARMED), blue("E", [33500, 14000], **UNARMED)
    assert shoot(mob, near, far, shots=[{"unit": "A", "target": "E"}]) == "9-c"
    drilled = red("A", HERE, weapon="breech_rifle")
    match = play(drilled, near, far, phase="fire", dice=[1] * 8)
    assert match.refuse("red", {"do": "fire", "shots": [{"unit": "A", "target": "E"}]}) is None


@pytest.mark.rule("vivaorre:9-b", "vivaorre:9-m8")
def test_a_square_fires_a_quarter_to_each_side() -> None:
    square = red("A", HERE, formation="square")
    found = aim(square, blue("D", at(1), **UNARMED), shot={"side": "front"})
    assert found.dice == 2
    assert shoot(square, blue("D", at(1), **UNARMED), shots=[{"unit": "A", "target": "D"}]) == "9-b"


@pytest.mark.rule("vivaorre:6-c", "vivaorre:9-m")
def test_fire_is_simultaneous() -> None:
    match = play(red("A", HERE), blue("D", at(1)), phase="fire", dice=[5] * 8 + [5] * 8 + [4, 4])
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    match.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    assert [event.data["count"] for event in rolls(match, "fire")] == [8, 8], "both fire with all they began with"
    assert [unit_of(match, id)["figures"] for id in "AD"] == [4, 4]


@pytest.mark.rule("vivaorre:7-i", "vivaorre:7-j")
def test_only_the_charged_unit_and_its_neighbours_fire_at_a_charger() -> None:
    charger = blue("D", [30000, 10000], charged="A", **UNARMED)
    charged = red("A", [30000, 10000])
    neighbour = red("B", [33000, 10000])
    stranger = red("C", [40000, 10000], weapon="breech_rifle", facing=29000)
    match = play(charged, neighbour, stranger, charger, phase="fire", dice=[1] * 16)
    assert match.refuse("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]}) is None
    assert match.refuse("red", {"do": "fire", "shots": [{"unit": "B", "target": "D"}]}) is None
    assert refused(match, "red", {"do": "fire", "shots": [{"unit": "C", "target": "D"}]}) == "7-j"
