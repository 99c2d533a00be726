"""Chapters 5 and 6: radii, generals out of command, characters, initiative."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.vivaorre.battle import blue, events, play, red, rolls, unit_of

Plain = dict[str, Any]
FOE = blue("D", [60000, 40000])


def match(unit: Plain, *generals: Plain, dice: list[int] | None = None, **more: Any) -> q.Match:
    one = red("A", [30000, 10000], brigade="b", **unit)
    found = [{"side": "red", **general} for general in generals]
    return play(one, FOE, generals=found, phase="command", dice=dice or [], options={"order": "loser_first"}, **more)


def brigadier(at: list[int], **more: Any) -> Plain:
    return {"id": "G", "brigade": "b", "at": at, **more}


def cic(at: list[int], **more: Any) -> Plain:
    return {"id": "C", "rank": "cic", "at": at, **more}


@pytest.mark.rule("vivaorre:5-c")
@pytest.mark.parametrize(("far", "out"), [(10000, False), (10001, True)])
def test_a_unit_is_in_command_within_ten_inches(far: int, out: bool) -> None:
    found = match({}, brigadier([30000, 10000 + far]), dice=[6, 1])
    assert unit_of(found, "A")["out"] is out


@pytest.mark.rule("vivaorre:5-e", "vivaorre:5-f")
def test_units_of_a_brigadier_out_of_command_may_be_farther_from_him() -> None:
    found = match({}, brigadier([30000, 24000]), cic([30000, 47000]), dice=[4, 6, 1])
    assert unit_of(found, "A")["out"] is False, "14 inches from a general who is 23 from the CiC"
    (die,) = rolls(found, "command")
    assert (die.data["need"], die.data["success"]) == (4, True)


@pytest.mark.rule("vivaorre:5-ch17", "vivaorre:5-ch18")
@pytest.mark.parametrize(("character", "need"), [("stupido", 6), ("intraprendente", 2)])
def test_characters_change_what_a_lost_general_needs(character: str, need: int) -> None:
    found = match({}, brigadier([30000, 24000], characters=[character]), cic([30000, 47000]), dice=[4, 6, 1])
    (die,) = rolls(found, "command")
    assert die.data["need"] == need


@pytest.mark.rule("vivaorre:5-l", "vivaorre:11-f", "vivaorre:5-ch19")
@pytest.mark.parametrize(
    ("general", "far", "out"),
    [
        ({"substitute": True}, 8000, False),
        ({"substitute": True}, 8001, True),
        ({"state": "wounded"}, 10000, False),
        ({"characters": ["incapace"]}, 10000, False),
    ],
)
def test_radii_that_are_cut(general: Plain, far: int, out: bool) -> None:
    assert unit_of(match({}, brigadier([30000, 10000 + far], **general), dice=[6, 1]), "A")["out"] is out


@pytest.mark.rule("vivaorre:5-k")
def test_a_general_who_is_gone_commands_nobody_until_his_substitute_comes() -> None:
    gone = {"id": "G", "brigade": "b", "state": "dead", "returns": 3}
    assert unit_of(match({}, gone, dice=[6, 1], turn=2, last_turn=2), "A")["out"] is True
    found = match({}, gone, dice=[6, 1], turn=3, last_turn=3)
    assert unit_of(found, "A")["out"] is False
    assert [event.data["what"] for event in events(found, "general")] == ["substitute"]


@pytest.mark.rule("vivaorre:5-ch2", "vivaorre:5-ch16", "vivaorre:5-ch3")
@pytest.mark.parametrize(
    ("character", "told", "die", "does"),
    [
        ("cauto", "advance", 5, "hold"),
        ("cauto", "advance", 4, "advance"),
        ("temerario", "hold", 5, "advance"),
        ("testardo", "hold", 6, "advance"),
        ("testardo", "advance", 5, "hold"),
    ],
)
def test_generals_of_their_own_mind(character: str, told: str, die: int, does: str) -> None:
    found = match({}, brigadier([30000, 12000], characters=[character]), dice=[die, 6, 1])
    found.answer("red", {"do": "orders", "orders": {"G": told}})
    assert found.view("red")["orders"]["G"] == {"told": told, "does": does}


@pytest.mark.rule("vivaorre:5-ch9")
def test_a_duro_has_a_die_rolled_again() -> None:
    lost = brigadier([30000, 24000], characters=["duro"])
    found = match({}, lost, cic([30000, 47000]), dice=[1, 5, 6, 1])
    found.answer("red", {"do": "reroll", "general": "G", "die": 0})
    (die,) = rolls(found, "command")
    assert (die.data["total"], die.data["success"]) == (5, True)


@pytest.mark.rule("vivaorre:6-a", "vivaorre:6-d")
def test_the_higher_roll_chooses_and_ties_are_rolled_again() -> None:
    found = play(red("A", [30000, 10000]), FOE, phase="initiative", dice=[3, 3, 2, 5])
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("initiative", ("blue",))
    armies = {"red": {"initiative": 1}, "blue": {"initiative": -1}}
    found = play(
        red("A", [30000, 10000]),
        FOE,
        phase="initiative",
        dice=[4, 5],
        armies=armies,
        options={"initiative_modifiers": "on"},
    )
    assert found.ask is not None
    assert found.ask.who == ("red",)


@pytest.mark.rule("vivaorre:20.zulu-b")
@pytest.mark.parametrize(("loins", "out"), [([30000, 5000], False), ([30000, 25000], True)])
def test_zulus_are_in_command_while_they_keep_the_buffalo(loins: list[int], out: bool) -> None:
    roles = [
        {"id": "H", "brigade": "b", "role": "head", "at": [30000, 20000]},
        {"id": "L", "role": "left", "at": [10000, 20000]},
        {"id": "R", "role": "right", "at": [50000, 20000]},
        {"id": "N", "role": "loins", "at": loins},
    ]
    assert unit_of(match({}, *roles, dice=[6, 1]), "A")["out"] is out
