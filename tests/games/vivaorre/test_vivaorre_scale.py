"""Chapters 1, 2, 4 and 6: figures and dice, march columns, the front arc, the order of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre import GAME
from quadrilatero.games.vivaorre.rules.rates import WHOLE, charge_reach, flight, rate
from tests.games.vivaorre.battle import blue, events, play, red, refused, rolls, state, unit_of

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000])


@pytest.mark.rule("vivaorre:1-b")
@pytest.mark.parametrize("sections", [1, 2, 3])
def test_a_section_has_two_gunners(sections: int) -> None:
    unit = state(red("A", HERE, arm="artillery", sections=sections)).units["A"]
    assert (unit.figures, unit.start, unit.pose[3]) == (2 * sections, 2 * sections, 1375 * sections)


@pytest.mark.rule("vivaorre:1-c")
@pytest.mark.parametrize("gun", ["mg_old", "mg_modern", "pom_pom"])
def test_machine_guns_are_guns(gun: str) -> None:
    unit = {"arm": "artillery", "gun": gun}
    found = play(red("A", HERE, **unit), FAR, phase="movement")
    advance = {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 1001}]}
    assert refused(found, "red", advance) == "8-p", "in battery an inch"
    limbered = play(red("A", HERE, **unit, formation="limbered"), FAR, phase="movement")
    assert limbered.refuse("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 3000}]}) is None
    charges = play(red("A", HERE, **unit), red("B", [20000, 10000]), blue("D", [24000, 12000]), phase="charges")
    assert refused(charges, "red", {"do": "charge", "unit": "A", "target": "D"}) == "7-d"


@pytest.mark.rule("vivaorre:1-i")
def test_dice_have_six_sides_but_for_characters_and_events() -> None:
    assert GAME.dice == (6, 20)
    with pytest.raises(ValueError, match="7"):
        play(red("A", HERE), FAR, phase="initiative", dice=[7, 1])


@pytest.mark.rule("vivaorre:2-g")
@pytest.mark.parametrize(
    ("unit", "width", "depth"),
    [
        ({}, 375, 8 * 625),
        ({"training": "irregular"}, 375, 16 * 625),
        ({"arm": "cavalry"}, 1000, 6000),
        ({"class": "b-*-c", "figures": 10, "start": 10}, 375, 10 * 625),
    ],
)
def test_every_unit_has_a_march_column_in_single_file(unit: Plain, width: int, depth: int) -> None:
    formed = state(red("A", HERE, formation="march", **unit)).units["A"]
    assert (formed.pose[3:], formed.first_rank) == ((width, depth), 1)


@pytest.mark.rule("vivaorre:2-m")
@pytest.mark.parametrize(("x", "refusal"), [(35000, None), (35050, "9-a")])
def test_the_front_arc_opens_by_45_degrees_from_the_ends_of_the_front(x: int, refusal: str | None) -> None:
    """Two inches ahead it is two inches wider than the front of three, to either side; the target is as wide."""
    target = blue("D", [x, 12000], facing=0, weapon="none", **{"class": "c-/-c"})
    other = blue("E", [30000, 16000], weapon="none", **{"class": "c-/-c"})
    found = play(red("A", HERE, weapon="breech_rifle"), target, other, phase="fire")
    refused = found.refuse("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    assert (None if refused is None else refused.rule) == refusal


@pytest.mark.rule("vivaorre:4-a")
def test_a_turn_has_seven_phases_in_order() -> None:
    found = play(red("A", HERE), FAR, dice=[6, 1, 2, 3], last_turn=2, options={"order": "loser_first"})
    while found.ask is not None:
        found.answer(found.ask.who[0], {"do": "done"})
    told = [(event.data["turn"], event.data["phase"]) for event in events(found, "phase")]
    order = ["command", "initiative", "charges", "movement", "fire", "melee", "recovery"]
    assert told == [(1, name) for name in order[1:]] + [(2, name) for name in order]


@pytest.mark.rule("vivaorre:6-b")
def test_by_the_option_the_loser_goes_first_and_otherwise_the_winner_chooses() -> None:
    fixed = play(red("A", HERE), FAR, phase="initiative", dice=[6, 1], options={"order": "loser_first"})
    assert fixed.view(None)["first"] == "blue"
    chosen = play(red("A", HERE), FAR, phase="initiative", dice=[6, 1])
    assert chosen.options("red")[0] == {"do": "second"}, "the default is that the loser goes first"
    chosen.answer("red", {"do": "first"})
    assert chosen.view(None)["first"] == "red"


@pytest.mark.rule("vivaorre:6-c")
def test_who_fires_is_decided_by_both_before_a_die_is_rolled() -> None:
    found = play(red("A", HERE), blue("D", [30000, 12000]), phase="fire", dice=[1] * 16)
    assert found.ask is not None
    assert found.ask.who == ("red", "blue")
    found.answer("red", {"do": "fire", "shots": [{"unit": "A", "target": "D"}]})
    assert rolls(found, "fire") == []
    found.answer("blue", {"do": "fire", "shots": [{"unit": "D", "target": "A"}]})
    assert [roll.data["by"] for roll in rolls(found, "fire")] == ["red", "blue"]


@pytest.mark.rule("vivaorre:8-d", "vivaorre:8-e")
@pytest.mark.parametrize(
    ("unit", "charge", "away"),
    [
        ({}, 3000, 6000),
        ({"arm": "cavalry"}, 9000, 12000),
        ({"arm": "cavalry", "formation": "assault"}, 12000, 12000),
        ({"arm": "cavalry", "mounted": False, "notes": ["dismount"], "class": "c-c-c"}, 3000, 6000),
        ({"arm": "artillery", "formation": "limbered", "mount": "horse"}, 6000, 6000),
    ],
)
def test_how_far_units_charge_and_run(unit: Plain, charge: int, away: int) -> None:
    one = state(red("A", HERE, **unit)).units["A"]
    assert (charge_reach(one), flight(one)) == (charge, away)
    assert WHOLE % rate(one) == 0


@pytest.mark.rule("vivaorre:2-i")
def test_a_square_is_left_at_the_price_of_a_change() -> None:
    found = play(red("A", HERE, formation="square"), FAR, phase="movement")
    form = {"go": "form", "formation": "line"}
    path = [form, {"go": "advance", "by": 1500}]
    found.answer("red", {"do": "move", "unit": "A", "path": path})
    assert (unit_of(found, "A")["formation"], unit_of(found, "A")["at"]) == ("line", [30000, 11500])
