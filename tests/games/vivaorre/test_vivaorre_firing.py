"""Chapter 9: who may fire at whom as both stand, and which plans of fire are put forward."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.vivaorre.answers import Shot
from quadrilatero.games.vivaorre.rules import fire, fire_modifiers
from tests.games.vivaorre.battle import area, blue, play, red, rolls, state, unit_of, why_not

Plain = dict[str, Any]
HERE = [30000, 10000]
UNARMED = {"class": "c-/-c", "weapon": "none"}
IMPI: Plain = {"class": "b-*-c", "figures": 24, "start": 24}
GUNS: Plain = {"arm": "artillery", "gun": "smooth_12"}


def shot(target: str = "D", **more: Any) -> Plain:
    return {"do": "fire", "shots": [{"unit": "A", "target": target, **more}]}


def no_shot(unit: Plain, target: Plain, *more: Plain, terrain: tuple[Plain, ...] = (), **said: Any) -> tuple[str, str]:
    """Why A does not fire at D; B of red could fire at E."""
    others = red("B", [60000, 10000]), blue("E", [60000, 11000])
    keys = {key: said.pop(key) for key in ("options", "year", "weather") if key in said}
    match = play(unit, target, *others, *more, terrain=terrain, phase="fire", **keys)
    return why_not(match, "red", shot(**said))


@pytest.mark.rule("vivaorre:9-a", "vivaorre:9-g", "vivaorre:2-k")
def test_who_has_nothing_to_fire_with_does_not() -> None:
    target = blue("D", [30000, 11000])
    assert no_shot(red("A", HERE, **GUNS, formation="limbered"), target, ammo="shell") == ("2-k", "not_in_battery")
    assert no_shot(red("A", HERE, **{"class": "c-/-c"}), target) == ("9-g", "no_firearms")
    assert no_shot(red("A", HERE, weapon="none"), target) == ("9-g", "no_firearms")
    assert no_shot(red("A", HERE, ammunition=False), target) == ("17-ev2", "no_ammunition")
    assert no_shot(red("A", HERE, digging=True), target) == ("14-d", "digs")
    assert no_shot(red("A", None, arrives=2), target) == ("12-k", "cannot_fire")


@pytest.mark.rule("vivaorre:20.zulu-e", "vivaorre:9-l")
def test_an_impi_has_one_range_of_ten_inches_and_no_extreme_one() -> None:
    for inches in (1, 10):
        s = state(red("A", HERE, **IMPI), blue("D", [30000, 10000 + 1000 * inches]), phase="fire")
        assert fire.aim(s, s.units["A"], s.units["D"], Shot("A", "D")).band == "short"
    far = blue("D", [30000, 20001])
    assert no_shot(red("A", HERE, **IMPI), far, options={"extreme_range": "on"}) == ("9-g", "out_of_range")


@pytest.mark.rule("vivaorre:9-a", "vivaorre:2-m")
@pytest.mark.parametrize(("x", "lawful"), [(32500, True), (32501, True), (34600, False)])
def test_the_arc_goes_out_from_the_front_at_45_degrees(x: int, lawful: bool) -> None:
    """A line of one figure: its front ends 187 mils right of its middle."""
    target = blue("D", [x + 187, 12000], figures=1, formation="march")
    match = play(red("A", HERE, figures=1, start=8), target, red("B", [60000, 10000]), blue("E", [60000, 11000]),
                 phase="fire")  # fmt: skip
    if lawful:
        assert match.refuse("red", shot()) is None
    else:
        assert why_not(match, "red", shot()) == ("9-a", "outside_arc")


@pytest.mark.rule("vivaorre:9-b", "vivaorre:2-m")
@pytest.mark.parametrize("kind", ["building", "light_works", "heavy_works"])
def test_foot_in_buildings_and_works_fires_all_around_and_others_do_not(kind: str) -> None:
    behind = blue("D", [30000, 7000], facing=0)
    held = (area("h", kind, 25, 8, 35, 12),)
    foot: Plain = {"training": "irregular", "formation": "mass", "figures": 8}

    def lawful(unit: Plain, terrain: tuple[Plain, ...], **more: Any) -> bool:
        match = play(unit, behind, red("B", [60000, 10000]), blue("E", [60000, 11000]), terrain=terrain, phase="fire")
        return match.refuse("red", shot(**more)) is None

    assert lawful(red("A", HERE, **foot), held)
    assert not lawful(red("A", HERE, **foot), ())
    assert not lawful(red("A", HERE, **foot), (area("h", kind, 40, 8, 45, 12),)), "it stands beside them"
    assert not lawful(red("A", HERE, **foot), (area("h", "bushes", 25, 8, 35, 12),))
    assert not lawful(red("A", HERE, **GUNS), held, ammo="shell"), "guns have their arc"


@pytest.mark.rule("vivaorre:9-b", "vivaorre:2-i")
def test_a_square_fires_from_the_side_that_has_the_target_in_its_arc() -> None:
    square = red("A", HERE, formation="square")
    for target, side in (
        ([30000, 11000], "front"),
        ([26000, 9400], "left"),
        ([34000, 9400], "right"),
        ([30000, 7000], "rear"),
    ):
        match = play(square, blue("D", target, figures=1, formation="march"), phase="fire")
        lawful = [one for one in ("front", "left", "right", "rear") if match.refuse("red", shot(side=one)) is None]
        assert lawful == [side]
        assert {one["shots"][0]["side"] for one in match.options("red") if one["shots"]} == {side}


@pytest.mark.rule("vivaorre:7-j")
def test_at_a_charger_in_contact_fire_the_charged_and_its_neighbours_alone() -> None:
    """D has charged A; B stands beside A in line, C further off, and E touches nobody."""
    charger = blue("D", [30000, 10000], charged="A", **UNARMED)
    line_of = [red("A", HERE), red("B", [33000, 10000]), red("C", [38000, 10000]), blue("E", [38000, 12000])]
    match = play(charger, *line_of, phase="fire")
    for unit, lawful in (("A", True), ("B", True), ("C", False)):
        answer: Plain = {"do": "fire", "shots": [{"unit": unit, "target": "D"}]}
        if lawful:
            assert match.refuse("red", answer) is None
        else:
            assert why_not(match, "red", answer) == ("7-j", "in_contact")
    assert why_not(match, "red", {"do": "fire", "shots": [{"unit": "A", "target": "E"}]}) == ("7-j", "in_contact")
    stood = play(blue("D", [30000, 10000], **UNARMED), *line_of, phase="fire")
    assert why_not(stood, "red", shot()) == ("7-j", "in_contact"), "who has not charged is fought in mêlée"


@pytest.mark.rule("vivaorre:9-c")
def test_irregulars_fire_at_the_nearest_whom_they_can() -> None:
    tribe = red("A", HERE, training="irregular", formation="mass", figures=8)
    near, far = blue("D", [30000, 11000], **UNARMED), blue("E", [33600, 12500], **UNARMED)
    match = play(tribe, near, far, phase="fire")
    assert why_not(match, "red", shot("E")) == ("9-c", "not_the_nearest")
    assert match.refuse("red", shot("D")) is None
    assert play(red("A", HERE), near, far, phase="fire").refuse("red", shot("E")) is None, "regulars choose"
    behind = blue("D", [30000, 8500], facing=0, **UNARMED)
    assert play(tribe, behind, far, phase="fire").refuse("red", shot("E")) is None, "out of their arc"


@pytest.mark.rule("vivaorre:15-a", "vivaorre:15-d")
def test_guns_fire_at_the_middle_of_a_structure_in_arc_and_range() -> None:
    battery = red("A", HERE, **GUNS)

    def bombards(west: int, south: int, *, unit: Plain = battery, **more: Any) -> tuple[str, str] | None:
        house = area("h", "building", west, south, west + 2, south + 2, material="stone")
        match = play(unit, red("B", [60000, 10000]), blue("E", [60000, 11000]), terrain=(house,), phase="fire")
        answer = shot("h", **{"ammo": "shell", **more})
        return None if match.refuse("red", answer) is None else why_not(match, "red", answer)

    assert bombards(29, 28) is None
    assert bombards(29, 30) == ("9-g", "out_of_range"), "its middle is 21 inches away"
    assert bombards(29, 2) == ("9-a", "outside_arc")
    assert bombards(29, 11, ammo="canister") == ("15-d", "no_canister")
    assert bombards(29, 11, unit=red("A", HERE), ammo=None) == ("15-a", "no_structure")


@pytest.mark.rule("vivaorre:9-a", "vivaorre:15-a")
def test_plans_put_forward_are_the_nearest_targets_some_others_and_nobody() -> None:
    targets = [blue("D", [30000, 12000], **UNARMED), blue("E", [34000, 13000], **UNARMED)]
    match = play(red("A", HERE), red("B", [34000, 10000]), *targets, phase="fire")
    first = [{"unit": "A", "target": "D"}, {"unit": "B", "target": "D"}]
    offered = [option["shots"] for option in match.options("red")]
    assert offered[0] == first
    assert offered[-1] == []
    assert [{"unit": "A", "target": "E"}, first[1]] in offered
    assert [first[0], {"unit": "B", "target": "E"}] in offered
    assert len(offered) == 4
    assert match.ask is not None
    assert match.asked("red").data["units"] == {"A": ["D", "E"], "B": ["D", "E"]}
    guns = play(red("A", HERE, **GUNS), targets[0], phase="fire",
                terrain=(area("h", "building", 29, 14, 31, 16, material="stone"),))  # fmt: skip
    kinds = [one["shots"][0] for one in guns.options("red") if one["shots"]]
    assert kinds == [{"unit": "A", "target": "D", "ammo": ammo} for ammo in ("canister", "ball", "shell")]
    assert guns.asked("red").data["units"] == {"A": ["D", "h"]}


@pytest.mark.rule("vivaorre:9-m", "vivaorre:6-c")
def test_hits_of_several_on_one_target_add_up() -> None:
    dice = [6, 6, 1, 1, 6, 6, 1, 1, *[5] * 20]
    match = play(
        red("A", HERE), red("B", [34000, 10000]), blue("D", [32000, 12000], **UNARMED), phase="fire", dice=dice
    )
    match.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}, {"unit": "B", "target": "D"}]})
    first, second = rolls(match, "fire")
    assert (first.data["hits"], second.data["hits"], unit_of(match, "D")["figures"]) == (2, 2, 6)
    assert (first.data["total"], first.data["success"], first.data["distance"]) == (2, True, 2000)
    assert (first.data["band"], first.data["share"], first.data["figures"], first.data["power"]) == (
        "medium",
        "1/2",
        8,
        1,
    )
    assert [unit_of(match, id)["fired"] for id in ("A", "B", "D")] == [True, True, False]


def is_asked(match: q.Match, seat: str) -> bool:
    return match.ask is not None and seat in match.ask.who


@pytest.mark.rule("vivaorre:9-a", "vivaorre:6-c")
def test_only_sides_with_a_lawful_shot_are_asked() -> None:
    match = play(red("A", HERE), blue("D", [30000, 12000], **UNARMED), phase="fire")
    assert (is_asked(match, "red"), is_asked(match, "blue")) == (True, False)
    both = play(red("A", HERE), blue("D", [30000, 12000]), phase="fire")
    assert (is_asked(both, "red"), is_asked(both, "blue")) == (True, True)


# -- what is added ----------------------------------------------------------------------------------------------------


def of_target(cover: bool = False, unseen: bool = False, garrison: bool = False, **more: Any) -> Any:
    options = more.pop("options", None)
    s = state(red("A", HERE), blue("D", [30000, 12000], **more), options=options)
    return fire_modifiers.of_target(s, s.units["D"], cover=cover, unseen=unseen, garrison=garrison)


@pytest.mark.rule("vivaorre:9-m2", "vivaorre:9-m4", "vivaorre:9-m11")
def test_what_a_target_adds() -> None:
    assert of_target() == []
    assert of_target(cover=True) == [("9-m2", -1)]
    assert of_target(unseen=True) == [("9-m4", -2)]
    assert of_target(formation="assault") == [("9-m10", 1)]
    assert of_target(formation="march", options={"march_target": "column"}) == [("9-m10", 1)]
    assert of_target(formation="march", options={"march_target": "none"}) == []
    assert of_target(training="irregular", figures=16) == [("9-m11", 1)]
    assert of_target(training="irregular", figures=16, garrison=True) == []
    assert of_target(arm="cavalry", formation="assault") == [("9-m9", 1), ("9-m10", 1)]
    assert of_target(arm="artillery", formation="limbered") == []


def of_firer(ammo: str | None = None, **more: Any) -> Any:
    weather = more.pop("weather", "clear")
    s = state(red("A", HERE, **more), blue("D", [30000, 12000]), weather=weather)
    return fire_modifiers.of_firer(s, s.units["A"], ammo)


@pytest.mark.rule("vivaorre:9-m7", "vivaorre:13-j", "vivaorre:3-m")
def test_what_a_firer_adds() -> None:
    assert of_firer() == []
    assert of_firer("shell", arm="artillery") == []
    assert of_firer("canister", arm="artillery") == [("9-m7", 1)]
    assert of_firer(volleys=0) == [("3-m", -1)]
    assert of_firer(volleys=1) == []
    assert of_firer(weather="rain") == [("13-j", -1)]
    assert of_firer(weather="bad") == []
    assert of_firer(weather="rain", arm="artillery") == []
    assert of_firer(weather="rain", weapon="bow") == []


@pytest.mark.rule("vivaorre:9-m5", "vivaorre:5-ch10")
@pytest.mark.parametrize(
    ("letter", "with_him"), [("a", "a"), ("b", "a"), ("c", "b"), ("d", "c"), ("e", "d"), ("/", "/")]
)
def test_a_metodico_makes_the_fire_of_the_unit_he_is_with_one_better(letter: str, with_him: str) -> None:
    def fires(*characters: str, joined: str = "A") -> str:
        general = {"id": "G", "side": "red", "with": joined, "characters": list(characters)}
        units = red("A", HERE, **{"class": f"c-{letter}-c"}), red("B", [40000, 10000])
        s = state(*units, blue("D", [30000, 12000]), generals=[general])
        return fire_modifiers.fire_class(s, s.units["A"])

    assert fires("metodico") == with_him
    assert fires("duro") == fires("metodico", joined="B") == letter


@pytest.mark.rule("vivaorre:1-j", "vivaorre:9-m5")
@pytest.mark.parametrize(("added", "need"), [(-9, 6), (-1, 6), (0, 5), (2, 3), (3, 2), (4, 2), (9, 2)])
def test_the_lowest_face_that_hits(added: int, need: int) -> None:
    assert fire_modifiers.lowest_face([("9-m5", added)]) == need
    assert fire_modifiers.lowest_face([("9-m5", added - 1), ("9-m7", 1)]) == need
