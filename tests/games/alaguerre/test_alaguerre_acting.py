"""Chapter 5.1: who may do what now, and what comes of moves, changes of formation and occupations."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quadrilatero.games.alaguerre.answers import Approach, BreakOff, Charge, Move, Occupy, Pick, Search
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import moving
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, general, line, play, red, state, tale

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
LN = ("Ln", "1/1/1 -")
GUNS = ("MdArt", "1/1/- -")
C: Plain = {"brigade": "c"}
D: Plain = {"division": "d"}
OPEN: Plain = {"formation": "skirmish"}
LIMBERED: Plain = {"formation": "limbered"}
ORDERED: Plain = {"orders": {"red": 5}}
KINDS = Move | Charge | Approach | Occupy | BreakOff | Pick | Search


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def adv(by: int) -> Plain:
    return {"go": "advance", "by": by}


def do(what: str, unit: str | None = "A", **more: Any) -> Plain:
    return {"do": what, **({} if unit is None else {"unit": unit}), **more}


def go(*path: Plain, **more: Any) -> Plain:
    return do("move", path=list(path), **more)


def outcome(s: State, active: Active, answer: Plain) -> list[str]:
    """Why an answer is not lawful now."""
    found: Any = msgspec.convert(answer, KINDS)
    refusal = moving.refuse(s, active, "red", found)
    where = [str(refusal.data["at"])] if refusal is not None and "at" in refusal.data else []
    return ["lawful"] if refusal is None else [" ".join([str(refusal.rule), refusal.reason, *where])]


A = red("A", AT)
NEAR = blue("E", at(21500))
RED, LIGHT, OTHERS = Active("red"), Active("light"), Active("others")
LINE = (red("A", AT, **C), red("B", at(20000, 22000), **C))
FORM = {"go": "form", "formation": "column"}
HIM = [general("C", [5000, 5000], division="q"), general("G", [18500, 15000], division="red")]


@pytest.mark.rule("alaguerre:5.1-d", "alaguerre:5.1-e", "alaguerre:7.2.1-a")
@pytest.mark.parametrize(
    ("bases", "more", "active", "answer", "told"),
    [
        ((A,), {}, RED, go(adv(500)), ["lawful"]),
        ((A,), {}, RED, go(), ["5.2-a say_a_manoeuvre 0"]),
        ((A,), {}, RED, do("move", "Z", path=[adv(500)]), ["5.1-d not_yours"]),
        ((A,), {}, RED, do("move", "Q", path=[adv(500)]), ["5.1-d not_yours"]),
        ((A, red("N", None)), {}, RED, do("move", "N", path=[adv(500)]), ["5.1-d not_yours"]),
        ((A,), {}, RED, do("unit"), ["lawful"]),
        ((A, NEAR), {}, RED, do("charge", None, target="E"), ["6-b say_which_unit"]),
        ((A, NEAR), {}, RED, do("charge", target="E"), ["lawful"]),
        ((A, NEAR), {"orders": {"red": 4}}, RED, do("charge", target="E"), ["6.1-a order_too_low"]),
        (
            (A, NEAR),
            {"divisions": {"red": {"side": "red", "wavers": 1}}},
            RED,
            do("charge", target="E"),
            ["10.1.1-t2 division_wavers"],
        ),
        (
            (A, NEAR),
            {"divisions": {"red": {"side": "red", "wavers": 1}}},
            RED,
            go(adv(100)),
            ["10.1.1-t2 division_wavers 0"],
        ),
        (
            (A, NEAR),
            {"divisions": {"red": {"side": "red", "wavers": 1}}},
            RED,
            go({"go": "back", "by": 100}),
            ["lawful"],
        ),
        (
            (A, NEAR),
            {"divisions": {"red": {"side": "red", "wavers": 1}}, "turn": 2, "last_turn": 3},
            RED,
            go(adv(100)),
            ["lawful"],
        ),
        (
            (A, blue("E", at(21500), state="shaken")),
            {"divisions": {"red": {"side": "red", "wavers": 1}}},
            RED,
            go(adv(100)),
            ["10.1.1-t2 division_wavers 0"],
        ),
        ((A, NEAR), {"activated": []}, OTHERS, do("charge", target="E"), ["6.1-a not_activated"]),
        ((A, NEAR), {"activated": []}, OTHERS, do("approach", target="E"), ["7.1-b not_activated"]),
        ((A, NEAR), {"activated": []}, OTHERS, go(FORM), ["lawful"]),
        ((A, NEAR), {"activated": []}, OTHERS, go({"go": "about"}), ["lawful"]),
        ((A, NEAR), {"activated": []}, OTHERS, go(adv(100)), ["3.3.3-g not_activated 0"]),
        ((A, NEAR), {"activated": []}, OTHERS, do("occupy", piece="H"), ["5.1-e not_activated"]),
        ((A,), {"activated": []}, OTHERS, go(FORM), ["5.1-e not_activated"]),
        ((A,), {}, OTHERS, go(FORM), ["5.1-d another_division"]),
        (
            (red("A", AT, *GUNS, **LIMBERED),),
            {"activated": []},
            OTHERS,
            go({"go": "form", "formation": "battery"}),
            ["lawful"],
        ),
        ((red("A", AT, *GUNS, **LIMBERED),), {"activated": []}, OTHERS, go({"go": "about"}), ["5.1-e not_activated 0"]),
        (
            (red("A", AT, *GUNS, **LIMBERED), NEAR),
            {"activated": []},
            OTHERS,
            go({"go": "form", "formation": "battery"}),
            ["lawful"],
        ),
        (
            (red("A", AT, *LT, **OPEN), NEAR),
            {"activated": []},
            LIGHT,
            do("charge", target="E"),
            ["5.1.1-c not_activated"],
        ),
        ((red("A", AT, *LT, **OPEN), NEAR), {"activated": []}, LIGHT, go(adv(100)), ["lawful"]),
        ((red("A", AT, *LT, **OPEN), NEAR), {}, LIGHT, go(adv(100)), ["5.1-d another_division"]),
        ((A, NEAR), {"activated": []}, LIGHT, go(adv(100)), ["5.1-d another_division"]),
        (
            (red("A", AT, *LN, engaged="E"), blue("E", at(21000), engaged="A")),
            {},
            RED,
            go(adv(100)),
            ["7.2.1-a engaged 0"],
        ),
        (
            (red("A", AT, *LN, engaged="E"), blue("E", at(21000), engaged="A")),
            {},
            RED,
            go({"go": "back", "by": 100}),
            ["lawful"],
        ),
        (
            (red("A", AT, *LN, engaged="E"), blue("E", at(21000), engaged="A")),
            {},
            RED,
            go({"go": "back", "by": 100}, adv(100)),
            ["7.2.1-a engaged 1"],
        ),
        ((A, blue("E", AT)), {}, RED, go(adv(100)), ["5.1-g in_melee"]),
        ((A, blue("E", AT)), {}, RED, do("unit"), ["9.1.4-a cannot_break_off"]),
        ((red("A", AT, *CAV), blue("E", AT)), {}, RED, do("unit"), ["lawful"]),
        ((red("A", AT, *CAV), blue("E", AT)), {}, RED, do("break_off"), ["lawful"]),
        ((red("A", AT, *CAV), blue("E", AT)), {"activated": []}, OTHERS, do("break_off"), ["9.1.4-a not_activated"]),
        ((A, NEAR), {}, RED, do("break_off"), ["9.1.4-a not_in_melee"]),
        (LINE, {}, RED, go(adv(100), alone=True), ["lawful"]),
        ((*LINE, blue("E", at(20000, 23000))), {}, RED, go(adv(100), alone=True), ["2.10.1-c formation_fights"]),
        (
            (red("A", AT, **C), red("B", at(20000, 22000), moved=100, **C)),
            {},
            RED,
            go(adv(100), alone=True),
            ["2.10.1-d formed_just_now"],
        ),
        (
            (red("A", AT, **C), red("B", at(20000, 24100), **C), blue("E", at(20000, 24500))),
            {},
            RED,
            go({"go": "sideways", "side": "right", "by": 100}),
            ["lawful"],
        ),
        ((A,), {}, RED, do("occupy", piece="H"), ["lawful"]),
        ((A,), {}, RED, do("search", piece="H"), ["11.5-a no_search_agreed"]),
        ((A,), {"generals": HIM}, RED, do("move", "G", path=[{"go": "to", "at": [18500, 14000]}]), ["lawful"]),
        (
            (A,),
            {"generals": HIM},
            RED,
            do("move", "C", path=[{"go": "to", "at": [5000, 6000]}]),
            ["5.1-b another_division"],
        ),
        ((A,), {"generals": HIM}, OTHERS, do("move", "C", path=[{"go": "to", "at": [5000, 6000]}]), ["lawful"]),
        (
            (A,),
            {"generals": HIM},
            OTHERS,
            do("move", "G", path=[{"go": "to", "at": [18500, 14000]}]),
            ["5.1-b another_division"],
        ),
        ((A,), {"generals": HIM}, RED, do("unit", "G"), ["lawful"]),
        ((A, NEAR), {"generals": HIM}, RED, do("charge", "G", target="E"), ["5.2.1-a generals_go_to"]),
        ((A,), {"generals": [HIM[0], {**HIM[1], "moved": 5}]}, RED, do("unit", "G"), ["5.2-a has_moved"]),
    ],
)
def test_what_is_lawful_now(
    bases: tuple[Plain, ...], more: Plain, active: Active, answer: Plain, told: list[str]
) -> None:
    hedge = line("H", "hedge", (15, 20), (25, 20), vdf=1, obstacle=1)
    s = state(*bases, *FAR, **{"phase": "manoeuvre", "orders": {"red": 5}, "terrain": (hedge,), **more})
    assert outcome(s, active, answer) == told


@pytest.mark.rule("alaguerre:5.1-e")
@pytest.mark.parametrize(
    ("enemy", "threatened"),
    [
        (blue("E", at(23000)), True),
        (blue("E", at(23001)), False),
        (blue("E", at(22000), state="shaken"), False),
        (blue("E", at(25000), *CAV), True),
        (blue("E", at(25001), *CAV), False),
        (blue("E", at(25000), *GUNS), True),
        (blue("E", at(39000), *GUNS), False),
        (blue("E", at(21000), "baggage", "-/-/- -"), False),
        (blue("E", at(22000), "Ln", "1/1/1 -"), True),
    ],
)
def test_whom_an_enemy_threatens(enemy: Plain, threatened: bool) -> None:
    s = state(A, enemy, red("X", [45000, 2000]), FAR[0])
    assert moving.is_threatened(s, unit_of(s, s.bases["A"])) is threatened
    assert not moving.is_threatened(s, unit_of(s, s.bases["X"]))


@pytest.mark.rule("alaguerre:5.1-e")
def test_who_is_not_seen_threatens_nobody() -> None:
    s = state(A, blue("E", at(22500)), FAR[0], terrain=(area("H", "hill", 10, 20.5, 30, 21),))
    assert not moving.is_threatened(s, unit_of(s, s.bases["A"]))


VILLAGE = area("V", "village", 15, 20, 25, 24, vdf=1)
HEDGE = line("H", "hedge", (15, 20), (25, 20), vdf=1, obstacle=1)


@pytest.mark.rule("alaguerre:5.2-a", "alaguerre:5.5.1-a", "alaguerre:11.4.2-a")
@pytest.mark.parametrize(
    ("bases", "terrain", "dice", "answer", "told"),
    [
        ((A,), (), (), go(adv(500)), ["moved move A 500", "A: at=20000,20500 moved=500 pace=2000"]),
        (
            (red("A", AT, *CAV),),
            (),
            (),
            go(adv(500), {"go": "wheel", "side": "left", "angle": 500}),
            ["moved move A 675", "A: at=19996,20587 facing=35500 moved=675 pace=3000"],
        ),
        (
            LINE,
            (),
            (),
            go(adv(500)),
            [
                "moved move A 500",
                "moved move B 500",
                "A: at=20000,20500 moved=500 pace=2000",
                "B: at=22000,20500 moved=500 pace=2000",
            ],
        ),
        (LINE, (), (), go(adv(500), alone=True), ["moved move A 500", "A: at=20000,20500 moved=500 pace=2000"]),
        ((A,), (), (), go(FORM), ["formed A", "A: formation=column acted"]),
        ((A,), (), (), go({"go": "about"}), ["formed A", "A: at=20000,19000 facing=18000 acted"]),
        (
            (red("A", AT, *GUNS, **LIMBERED),),
            (),
            (),
            go({"go": "form", "formation": "battery", "facing": 4500}),
            ["formed A", "A: at=20354,19854 facing=4500 formation=battery acted"],
        ),
        (
            (A,),
            (VILLAGE,),
            (),
            go({"go": "enter", "piece": "V"}),
            ["moved enter A 2000", "A: at=20000,21000 inside=V moved=2000 pace=2000"],
        ),
        (
            (A,),
            (VILLAGE,),
            (),
            do("occupy", piece="V", sides=[1, 2]),
            ["occupied A", "A: at=20410,20787 facing=5501 inside=V acted", "A occupies: piece=V sides=1,2"],
        ),
        ((A,), (HEDGE,), (), do("occupy", piece="H"), ["occupied A", "A: acted", "A occupies: piece=H"]),
        (
            (red("A", at(22000), inside="V", occupies={"piece": "V", "sides": "all"}),),
            (VILLAGE,),
            (),
            go({"go": "leave", "piece": "V", "side": 2}),
            ["moved move A 1000", "A: at=20000,25000 inside=None occupies=None moved=1000 pace=2000"],
        ),
        (
            (A,),
            (HEDGE,),
            (6,),
            go(adv(500)),
            ["roll obstacle A 6 crosses", "moved move A 500", "A: at=20000,20500 moved=500 pace=2000"],
        ),
        (
            (A,),
            (HEDGE,),
            (3,),
            go(adv(500)),
            [
                "roll obstacle A 3 crosses_disordered",
                "state obstacle A disordered",
                "moved move A 500",
                "A: at=20000,20500 state=disordered moved=500 pace=2000",
            ],
        ),
        ((A,), (HEDGE,), (1,), go(adv(500)), ["roll obstacle A 1 stays", "A: crossing=H acted"]),
        (
            (A,),
            (line("H", "hedge", (15, 20), (25, 20), vdf=1),),
            (2, 6),
            go(adv(500)),
            [
                "roll level 2",
                "roll obstacle A 6 crosses",
                "moved move A 500",
                "A: at=20000,20500 moved=500 pace=2000",
                "table terrain: id=H type=hedge line=15000,20000,25000,20000 vdf=1 obstacle=1",
            ],
        ),
        (
            (A, red("F", at(21000), *LT, **OPEN)),
            (),
            (),
            go(adv(500)),
            ["moved move A 500", "moved push F 510", "A: at=20000,20500 moved=500 pace=2000", "F: at=20000,21510"],
        ),
        (
            (A,),
            (area("H", "hill", 15, 20.2, 25, 25, slope="steep"),),
            (),
            go(adv(500)),
            [
                "moved move A 500",
                "state terrain A disordered",
                "A: at=20000,20500 state=disordered moved=500 pace=1000",
            ],
        ),
        (
            (A,),
            (area("H", "hill", 15, 20.2, 25, 25),),
            (),
            go(adv(500)),
            ["moved move A 500", "A: at=20000,20500 moved=500 pace=2000"],
        ),
        (
            (red("A", AT, formation="column"),),
            (),
            (),
            go({"go": "tactical", "by": [[20000, 23000]], "facing": 0}),
            [
                "moved move A 3500",
                "state tactical A disordered",
                "A: at=20000,23500 state=disordered tactical moved=3500 pace=4000",
            ],
        ),
        (
            (red("A", AT, *LN, engaged="E"), blue("E", at(21000), engaged="A")),
            (),
            (),
            go({"go": "back", "by": 500}),
            ["moved move A 500", "A: at=20000,19500 moved=500 pace=2000"],
        ),
        (
            (red("A", AT, *LN, engaged="E"), blue("E", at(21900), engaged="A")),
            (),
            (),
            go({"go": "back", "by": 500}),
            [
                "moved move A 500",
                "disengaged A E",
                "A: at=20000,19500 engaged=None moved=500 pace=2000",
                "E: engaged=None",
            ],
        ),
        (
            (A, blue("E", at(21500, 26000))),
            (),
            (4,),
            go(adv(500)),
            [
                "moved move A 500",
                "roll general G 4",
                "general G escapes",
                "A: at=20000,20500 moved=500 pace=2000",
                "G: at=26000,23000",
            ],
        ),
    ],
)
def test_what_comes_of_a_move(
    bases: tuple[Plain, ...], terrain: tuple[Plain, ...], dice: tuple[int, ...], answer: Plain, told: list[str]
) -> None:
    people = [general("C", [5000, 5000]), general("G", [20000, 20700], side="blue", division="blue")]
    if len(bases) < 2 or bases[1]["id"] != "E":
        people = []
    match = play(*bases, *FAR, terrain=terrain, generals=people, phase="manoeuvre", orders={"red": 5}, dice=list(dice))
    assert tale(match, answer) == told
