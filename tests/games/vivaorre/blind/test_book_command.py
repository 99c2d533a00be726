"""Chapters 5 and 6 by the book: radii, generals out of command, characters, initiative."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.blind.situations import (
    asked,
    barred,
    begun,
    blue,
    general,
    go,
    move,
    move_barred,
    now,
    red,
    roll,
    rolls,
    say,
    told,
)

FAR = blue("Z", 60000, 46000)


def led(x: int, *more: Any, generals: tuple[Any, ...] = (), phase: str = "command", **keys: Any) -> Any:
    """A of brigade b, whose general stands north of it at this distance of its front, in the turn's first phase."""
    brigadier = general("G", "red", brigade="b", at=[30000, 10000 + x])
    return begun(phase, red("A", 30000, 10000, brigade="b"), FAR, *more, generals=[brigadier, *generals], **keys)


def to_moves(m: Any) -> None:
    while m.ask is not None and m.ask.what != "move":
        who = m.ask.who[0]
        say(m, who, {"initiative": "first", "charge": "done"}[m.ask.what])


@pytest.mark.rule("vivaorre:5-c", "vivaorre:5-d")
@pytest.mark.parametrize(("distance", "within"), [(10000, True), (10001, False)])
def test_ten_inches_to_the_brigadier(distance: int, within: bool) -> None:
    m = led(distance, red("B", 50000, 10000), dice=(6, 1))
    to_moves(m)
    assert move_barred(m, "A", go("advance", by=1000)) == (None if within else "5-d")
    assert move_barred(m, "B", go("advance", by=1000)) is None


@pytest.mark.rule("vivaorre:5-d")
def test_the_out_of_command_fire_but_do_not_charge() -> None:
    m = begun(
        "fire",
        red("A", 30000, 10000, brigade="b"),
        blue("D", 30000, 11000),
        generals=[general("G", "red", brigade="b", at=[60000, 10000])],
    )
    assert barred(m, "red", "fire", shots=[{"unit": "A", "target": "D"}]) is None


@pytest.mark.rule("vivaorre:5-e", "vivaorre:5-ch17", "vivaorre:5-ch18")
@pytest.mark.parametrize(
    ("character", "die", "moves"),
    [
        (None, 4, True),
        (None, 3, False),
        ("stupido", 5, False),
        ("stupido", 6, True),
        ("intraprendente", 2, True),
        ("intraprendente", 1, False),
    ],
)
def test_a_brigadier_too_far_from_his_chief_moves_by_a_die(character: str | None, die: int, moves: bool) -> None:
    characters = [character] if character else []
    brigadier = general("G", "red", brigade="b", at=[30000, 12000], characters=characters)
    chief = general("C", "red", "cic", at=[30000, 28000])
    m = begun("command", red("A", 30000, 10000, brigade="b"), FAR, generals=[brigadier, chief], dice=(die, 6, 1))
    assert roll(m, "command").data["success"] is moves
    to_moves(m)
    assert (barred(m, "red", "move", unit="G", path=[go("to", at=[31000, 12000], facing=0)]) is None) is moves


@pytest.mark.rule("vivaorre:5-e")
def test_fifteen_inches_to_the_chief_need_no_die() -> None:
    brigadier = general("G", "red", brigade="b", at=[30000, 12000])
    chief = general("C", "red", "cic", at=[30000, 27000])
    m = begun("command", red("A", 30000, 10000, brigade="b"), FAR, generals=[brigadier, chief], dice=(6, 1))
    assert not rolls(m, "command")


@pytest.mark.rule("vivaorre:5-f", "vivaorre:5-ch19")
@pytest.mark.parametrize(
    ("distance", "characters", "allowed"),
    [(14000, [], True), (15001, [], False), (10000, ["incapace"], True), (14000, ["incapace"], False)],
)
def test_units_of_a_brigadier_out_of_command_have_fifteen_inches(
    distance: int, characters: list[str], allowed: bool
) -> None:
    brigadier = general("G", "red", brigade="b", at=[30000, 10000 + distance], characters=characters)
    chief = general("C", "red", "cic", at=[70000, 2000])
    m = begun(
        "command",
        red("A", 30000, 10000, brigade="b"),
        red("B", 60000, 2000),
        FAR,
        generals=[brigadier, chief],
        dice=(2, 6, 1),
    )
    to_moves(m)
    assert (move_barred(m, "A", go("wheel", side="left", angle=100)) is None) is allowed


@pytest.mark.rule("vivaorre:5-l", "vivaorre:5-k")
@pytest.mark.parametrize(("distance", "within"), [(8000, True), (8001, False)])
def test_a_substitute_reaches_eight_inches(distance: int, within: bool) -> None:
    brigadier = general("G", "red", brigade="b", at=[30000, 10000 + distance], substitute=True)
    m = begun(
        "command",
        red("A", 30000, 10000, brigade="b"),
        red("B", 60000, 2000),
        FAR,
        generals=[brigadier],
        dice=(6, 1),
    )
    to_moves(m)
    assert (move_barred(m, "A", go("advance", by=100)) is None) is within


@pytest.mark.rule("vivaorre:5-i")
def test_troops_on_a_road_are_in_command() -> None:
    road = {"id": "r", "type": "road", "line": [[30000, 0], [30000, 48000]]}
    brigadier = general("G", "red", brigade="b", at=[60000, 10000])
    m = begun(
        "command",
        red("A", 30000, 10000, brigade="b", formation="march"),
        red("B", 50000, 2000),
        FAR,
        terrain=(road,),
        generals=[brigadier],
        dice=(6, 1),
    )
    to_moves(m)
    assert move_barred(m, "A", go("follow", road="r", by=5000)) is None


@pytest.mark.rule("vivaorre:5-g")
def test_generals_go_twelve_inches_and_join_by_contact() -> None:
    m = led(5000, phase="movement")
    assert barred(m, "red", "move", unit="G", path=[go("to", at=[42000, 15000], facing=0)]) is None
    assert barred(m, "red", "move", unit="G", path=[go("to", at=[42001, 15000], facing=0)]) == "5-g"
    move(m, "G", go("to", at=[30000, 10200], facing=0), join="A")
    [found] = [each for each in m.view("red")["generals"] if each["id"] == "G"]
    assert found["with"] == "A"
    assert asked(m) == ("move", "red")
    assert move_barred(m, "A", go("advance", by=1000)) is None
    assert {"do": "unit", "unit": "A"} in m.options("red")


@pytest.mark.rule("vivaorre:6-a")
def test_ties_are_rolled_again_and_the_winner_chooses() -> None:
    m = begun("initiative", red("A", 30000, 10000), FAR, dice=(3, 3, 2, 5))
    assert [e.data["winner"] for e in rolls(m, "initiative")][-1] == "blue"
    assert asked(m) == ("initiative", "blue")
    say(m, "blue", "second")
    to_moves(m)
    assert asked(m) == ("move", "red")


@pytest.mark.rule("vivaorre:6-b")
def test_by_the_other_reading_the_loser_goes_first_unasked() -> None:
    m = begun("initiative", red("A", 30000, 10000), FAR, dice=(2, 5), options={"order": "loser_first"})
    to_moves(m)
    assert not [e for e in m.events if e.kind == "ask"]
    assert asked(m) == ("move", "red")


@pytest.mark.rule("vivaorre:6-d")
@pytest.mark.parametrize(("option", "winner"), [("on", "blue"), ("off", "red")])
def test_the_lists_initiative_counts_by_option(option: str, winner: str) -> None:
    armies = {"red": {"list": "nap"}, "blue": {"list": "gar"}}
    m = begun(
        "initiative",
        red("A", 30000, 10000),
        FAR,
        dice=(4, 3),
        armies=armies,
        options={"initiative_modifiers": option},
    )
    assert roll(m, "initiative").data["winner"] == winner


def ordered(character: str, order: str, die: int) -> Any:
    """A's general is told this; then his die, and the initiative."""
    brigadier = general("G", "red", brigade="b", at=[30000, 12000], characters=[character])
    m = begun(
        "command",
        red("A", 30000, 10000, brigade="b"),
        red("B", 60000, 2000),
        blue("Z", 30000, 40000),
        generals=[brigadier],
        dice=(die, 6, 1),
    )
    assert asked(m) == ("orders", "red")
    say(m, "red", "orders", orders={"G": order})
    to_moves(m)
    return m


@pytest.mark.rule("vivaorre:5-ch2", "vivaorre:5-ch3", "vivaorre:5-ch16")
@pytest.mark.parametrize(
    ("character", "order", "die", "advances", "must"),
    [
        ("cauto", "advance", 5, False, False),
        ("cauto", "advance", 4, True, False),
        ("temerario", "hold", 5, True, True),
        ("testardo", "advance", 6, False, False),
        ("testardo", "hold", 6, True, True),
        ("testardo", "advance", 4, True, False),
    ],
)
def test_generals_who_do_as_they_like(character: str, order: str, die: int, advances: bool, must: bool) -> None:
    m = ordered(character, order, die)
    said = move_barred(m, "A", go("advance", by=1000))
    assert (said is None) is advances
    if not advances:
        assert said is not None
        assert said.startswith("5-ch")
    assert (barred(m, "red", "done") is not None) is must


@pytest.mark.rule("vivaorre:5-ch12")
@pytest.mark.parametrize(("strength", "advances"), [(4, False), (5, True)])
def test_a_vigliacco_stays_once_a_quarter_of_his_units_is_gone(strength: int, advances: bool) -> None:
    m = begun(
        "movement",
        red("A", 30000, 10000, brigade="b"),
        red("B", 60000, 2000),
        blue("Z", 30000, 40000),
        generals=[general("G", "red", brigade="b", at=[30000, 12000], characters=["vigliacco"])],
        brigades={"b": {"side": "red", "strength": strength}},
        eliminated=[{"id": "X", "side": "red", "brigade": "b"}],
    )
    assert move_barred(m, "A", go("advance", by=1000)) == (None if advances else "5-ch12")


@pytest.mark.rule("vivaorre:5-ch1")
@pytest.mark.parametrize(("die", "must"), [(5, True), (4, False)])
def test_an_impetuoso_sends_everybody_who_can_to_charge(die: int, must: bool) -> None:
    m = begun(
        "charges",
        red("A", 30000, 10000, brigade="b"),
        blue("D", 30000, 12000),
        generals=[general("G", "red", brigade="b", at=[32000, 8000], characters=["impetuoso"])],
        dice=(die,),
    )
    assert barred(m, "red", "done") == ("5-ch1" if must else None)


@pytest.mark.rule("vivaorre:5-ch15")
def test_an_ottuso_has_no_skirmishers() -> None:
    m = begun(
        "movement",
        red("A", 30000, 10000, brigade="b", notes=["skirmish"]),
        FAR,
        generals=[general("G", "red", brigade="b", at=[30000, 12000], characters=["ottuso"])],
    )
    assert move_barred(m, "A", go("form", formation="skirmish")) == "5-ch15"


@pytest.mark.rule("vivaorre:5-ch8", "vivaorre:8-f")
def test_a_rapido_spares_each_unit_one_test() -> None:
    m = begun(
        "movement",
        red("A", 30000, 10000, brigade="b"),
        FAR,
        generals=[general("G", "red", brigade="b", at=[30000, 12000], characters=["rapido"])],
    )
    move(m, "A", go("advance", by=4500), forced=True)
    assert not rolls(m, "morale")
    assert now(m, "A")["at"] == [30000, 14500]
    assert now(m, "A")["forced_free"] is True


@pytest.mark.rule("vivaorre:5-ch7")
def test_an_intuitivo_s_troops_choose_their_half() -> None:
    m = begun(
        "initiative",
        red("A", 30000, 10000, brigade="b"),
        FAR,
        generals=[general("G", "red", brigade="b", at=[30000, 12000], characters=["intuitivo"])],
        dice=(1, 6),
    )
    say(m, "blue", "first")
    assert asked(m) == ("when", "red")
    assert barred(m, "red", "when", brigade="b", half="first") is None
    assert barred(m, "red", "when", brigade="b", half="second") is None


@pytest.mark.rule("vivaorre:5-ch9")
def test_a_duro_has_one_die_rolled_again() -> None:
    m = begun(
        "fire",
        red("A", 30000, 10000, brigade="b"),
        blue("D", 30000, 11000),
        generals=[general("G", "red", brigade="b", at=[30000, 8000], characters=["duro"])],
        dice=(2, 3, 3, 3, 3, 3, 3, 3, 6),
    )
    say(m, "red", "fire", shots=[{"unit": "A", "target": "D"}])
    if asked(m) == ("fire", "blue"):
        say(m, "blue", "fire", shots=[])
    assert asked(m) == ("reroll", "red")
    say(m, "red", "reroll", general="G", die=0)
    assert told(m, "losses", unit="D")[0]["hits"] == 1


@pytest.mark.rule("vivaorre:5-ch10")
@pytest.mark.parametrize(("letters", "value"), [("c-d-c", 0), ("c-c-c", 1), ("c-a-c", 2)])
def test_a_metodico_steadies_the_aim_of_his_unit(letters: str, value: int) -> None:
    m = begun(
        "fire",
        red("A", 30000, 10000, brigade="b", **{"class": letters}),
        blue("D", 30000, 11000),
        generals=[general("G", "red", brigade="b", characters=["metodico"], **{"with": "A"})],
    )
    say(m, "red", "fire", shots=[{"unit": "A", "target": "D"}])
    if asked(m) == ("fire", "blue"):
        say(m, "blue", "fire", shots=[])
    assert sum(value for rule, value in roll(m, "fire").modifiers if rule in ("9-m5", "5-ch10")) == value


@pytest.mark.rule("vivaorre:11-c", "vivaorre:5-ch5")
@pytest.mark.parametrize(("characters", "die", "state"), [([], None, "captured"), (["invulnerabile"], 3, "well")])
def test_a_general_alone_is_taken_by_who_touches_him(characters: list[str], die: int | None, state: str) -> None:
    m = begun(
        "movement",
        red("A", 30000, 10000),
        blue("Z", 60000, 46000, brigade="b"),
        generals=[general("G", "blue", brigade="b", at=[30000, 12000], characters=characters)],
        dice=() if die is None else (die,),
    )
    move(m, "A", go("advance", by=2500))
    assert next(each for each in m.view("blue")["generals"] if each["id"] == "G")["state"] == state


@pytest.mark.rule("vivaorre:20.zulu-b")
@pytest.mark.parametrize(("x", "within"), [(20000, True), (40000, False)])
def test_zulu_are_in_command_in_the_shape_of_the_buffalo(x: int, within: bool) -> None:
    """The left horn, seen from the own edge, must stand left of the head."""
    impi = [
        red("H", 30000, 20000, entry="zulu.inf.scapoli", figures=16, start=16, brigade="h"),
        red("L", x, 21000, entry="zulu.inf.scapoli", figures=16, start=16, brigade="l"),
    ]
    generals = [
        general("GH", "red", brigade="h", at=[30000, 22000], role="head"),
        general("GL", "red", brigade="l", at=[x, 23000], role="left"),
    ]
    m = begun(
        "command",
        *impi,
        FAR,
        generals=generals,
        armies={"red": {"list": "zulu"}},
        year=1879,
        orders={"GH": {"does": "free"}, "GL": {"does": "free"}},
        dice=(6, 1),
    )
    [command] = told(m, "command")
    assert ("L" not in command["out"]) is within
