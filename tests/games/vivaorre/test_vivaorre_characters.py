"""Chapter 5: whom a general commands, what his character binds his units to, and whose rolls are made again."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.records import Order
from quadrilatero.games.vivaorre.rules import characters, tempers
from quadrilatero.games.vivaorre.state import State
from quadrilatero.kernel.ask import Dice
from tests.games.vivaorre.battle import blue, red, state

Plain = dict[str, Any]
HERE = [30000, 10000]
FAR = blue("D", [60000, 40000], brigade="e")


def general(id: str = "G", **more: Any) -> Plain:
    return {"id": id, "side": "red", "brigade": "b", "at": [30000, 8000], **more}


def army(*generals: Plain, **more: Any) -> State:
    units = red("A", HERE, brigade="b"), red("B", [40000, 10000], brigade="c"), red("C", [50000, 10000])
    return state(*units, FAR, generals=list(generals), **more)


@pytest.mark.rule("vivaorre:5-ch4", "vivaorre:5-ch9")
def test_a_brigadier_commands_his_brigade_a_divisional_general_his_division_and_a_chief_all() -> None:
    generals = [
        general("G", division="one"),
        general("H", brigade="c", division="two"),
        general("V", brigade=None, rank="division", division="one"),
        general("K", brigade=None, rank="cic"),
        general("N", brigade=None),
        general("E", side="blue", brigade=None, rank="cic"),
    ]
    s = army(*generals)
    led = {
        id: [unit.id for unit in s.units.values() if characters.commands(s, s.generals[id], unit)] for id in s.generals
    }
    assert led == {"G": ["A"], "H": ["B"], "V": ["A"], "K": ["A", "B", "C"], "N": [], "E": ["D"]}
    s.lead(s.generals["K"], state="dead")
    assert not characters.commands(s, s.generals["K"], s.units["A"])


@pytest.mark.rule("vivaorre:5-ch2", "vivaorre:5-ch3", "vivaorre:5-ch16")
@pytest.mark.parametrize(
    ("character", "told", "does", "holds", "advances"),
    [
        ("cauto", "advance", "hold", "5-ch2", None),
        ("testardo", "advance", "hold", "5-ch3", None),
        ("testardo", "hold", "advance", None, "5-ch3"),
        ("temerario", "hold", "advance", None, "5-ch16"),
        ("temerario", "hold", "hold", "5-ch16", None),
        ("temerario", "advance", "advance", None, None),
    ],
)
def test_what_a_general_does_binds_his_brigade_alone(
    character: str, told: Any, does: Any, holds: str | None, advances: str | None
) -> None:
    s = army(general(characters=[character]))
    s.orders = {"G": Order(told, does)}
    assert characters.bound_to_hold(s, s.units["A"]) == holds
    assert characters.bound_to_advance(s, s.units["A"]) == advances
    for other in ("B", "C"):
        assert characters.bound_to_hold(s, s.units[other]) is None
        assert characters.bound_to_advance(s, s.units[other]) is None


@pytest.mark.rule("vivaorre:5-ch12")
@pytest.mark.parametrize(("strength", "gone", "rule"), [(4, 0, None), (4, 1, "5-ch12"), (5, 1, None), (8, 2, "5-ch12")])
def test_a_vigliacco_holds_back_once_a_quarter_of_the_brigade_is_gone(
    strength: int, gone: int, rule: str | None
) -> None:
    lost = [{"id": f"X{number}", "side": "red", "brigade": "b"} for number in range(gone)]
    others = [{"id": f"Y{number}", "side": "red", "brigade": "c"} for number in range(3)]
    units = [red(f"A{number}", [4000 * number + 3000, 10000], brigade="b") for number in range(strength - gone)]
    for character, found in (("vigliacco", rule), ("rapido", None)):
        s = state(*units, FAR, generals=[general(characters=[character])], eliminated=lost + others)
        assert characters.bound_to_hold(s, s.units["A0"]) == found


def askable(s: State, seat: str, by: str, *units: str) -> list[str]:
    found = characters._who_may(s, seat, by, [s.units[id] for id in units])
    return [one.id for one in found]


@pytest.mark.rule("vivaorre:5-ch9", "vivaorre:5-ch14")
def test_who_may_have_a_roll_made_again() -> None:
    hard, odd = general(characters=["duro"]), general("H", brigade="c", characters=["imprevedibile"])
    s = army(hard, odd)
    assert askable(s, "red", "red", "A") == ["G", "H"]
    assert askable(s, "red", "blue", "A", "D") == ["G"], "an Imprevedibile has rolls of his own side made again"
    assert askable(s, "red", "red", "B") == ["H"], "a Duro those of his command"
    assert askable(s, "blue", "red", "A") == []
    assert askable(army({**hard, "rerolled": True}, {**odd, "rerolled": True}), "red", "red", "A") == []


@pytest.mark.rule("vivaorre:5-ch14")
def test_the_enemy_of_an_imprevedibile_has_his_own_rolls_made_again_as_often_as_he_may() -> None:
    odd = general("H", brigade="c", characters=["imprevedibile"], rerolled=True)
    s = army(odd, rerolls={"red": 0, "blue": 1})
    assert askable(s, "blue", "blue", "D") == ["H"]
    assert askable(s, "blue", "red", "A") == []
    assert askable(army(odd), "blue", "blue", "D") == []


@pytest.mark.rule("vivaorre:13-g")
def test_rolls_for_hidden_units_alone_are_their_owners() -> None:
    s = army()
    for id in ("A", "B"):
        s.change(s.units[id], hidden=True)
    hidden, other, seen = s.units["A"], s.units["B"], s.units["C"]
    assert characters.veiled([hidden, other]) == ("red",)
    assert characters.veiled([hidden, seen]) is None
    assert characters.veiled([]) is None
    located = s.change(other, located=True)
    assert characters.veiled([located]) is None


def drawn(*faces: int, **more: Any) -> State:
    """An army whose generals have rolled these faces for their characters; none is too many."""
    s = army(general(name="Bixio", **more), options={"characters": "on"})
    script, left = tempers.roll_characters(s), iter(faces)
    asked = next(script, None)
    sides = [6]
    while asked is not None:
        assert isinstance(asked, Dice)
        assert (asked.count, asked.sides) == (1, sides[-1])
        sides.append(20)
        try:
            asked = script.send((next(left),))
        except StopIteration:
            asked = None
    assert next(left, None) is None
    return s


@pytest.mark.rule("vivaorre:5-m", "vivaorre:5-n")
@pytest.mark.parametrize(
    ("faces", "found"), [((4,), ()), ((5, 1), ("impetuoso",)), ((6, 2), ("cauto",)), ((5, 19), ("incapace",))]
)
def test_a_general_has_a_character_by_a_five_and_the_table_of_twenty_says_which(
    faces: tuple[int, ...], found: tuple[str, ...]
) -> None:
    s = drawn(*faces)
    assert s.generals["G"].characters == found
    told = [(event.rule, event.kind, event.data.get("why"), event.data.get("success")) for event in s.sink]
    which = [("5-n", "roll", "which_character", True), ("5-n", "general_character", None, None)] if found else []
    assert told == [("5-m", "roll", "character", bool(found)), *which]
    first = s.sink[0].data
    assert (first["need"], first["total"], first["general"], first["name"]) == (5, faces[0], "G", "Bixio")
    if found:
        second, last = s.sink[1].data, s.sink[2].data
        assert (second["sides"], second["total"], second["need"], second["general"]) == (20, faces[1], 1, "G")
        assert (last["general"], last["name"], last["characters"]) == ("G", "Bixio", list(found))


@pytest.mark.rule("vivaorre:5-ch20")
@pytest.mark.parametrize("faces", [(5, 20, 3, 9), (5, 20, 20, 3, 3, 9)])
def test_a_caotico_has_two_characters_that_differ(faces: tuple[int, ...]) -> None:
    assert drawn(*faces).generals["G"].characters == ("caotico", "testardo", "duro")


@pytest.mark.rule("vivaorre:5-m")
@pytest.mark.parametrize("more", [{"rank": "cic"}, {"characters": ["duro"]}], ids=["chief", "given"])
def test_no_die_is_rolled_for_the_chief_nor_for_who_has_a_character(more: Plain) -> None:
    s = army(general(**more), general("H", brigade="c"), options={"characters": "on"})
    assert [dice for dice in [next(tempers.roll_characters(s))] if isinstance(dice, Dice)], "the other's"
    alone = army(general(**more), options={"characters": "on"})
    assert list(tempers.roll_characters(alone)) == []
    off = army(general("H", brigade="c"), options={"characters": "off"})
    assert list(tempers.roll_characters(off)) == []


@pytest.mark.rule("vivaorre:5-ch9", "vivaorre:5-ch14")
def test_of_several_generals_of_the_enemy_an_imprevedibile_gives_the_roll_back() -> None:
    odd = general("H", brigade="c", characters=["imprevedibile"])
    plain = general("G", characters=["duro"])
    own = {
        "id": "E",
        "side": "blue",
        "brigade": "e",
        "at": [60000, 42000],
        "characters": ["imprevedibile"],
        "rerolled": True,
    }
    s = army(plain, odd, general("I", brigade=None, characters=["imprevedibile"]), own, rerolls={"red": 0, "blue": 2})
    assert askable(s, "blue", "blue", "D") == ["H"], "one of them is enough, and not his own"
