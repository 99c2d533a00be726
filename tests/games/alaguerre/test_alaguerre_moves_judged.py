"""Chapter 5.1: what is refused to units of a line, to generals and to the wavering, and what a move leaves behind."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quadrilatero.games.alaguerre.answers import (
    About,
    Advance,
    Approach,
    BreakOff,
    Charge,
    Form,
    Move,
    Occupy,
    Pick,
    Search,
    To,
)
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import moving
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, line, red, state, told_by

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LN = ("Ln", "1/1/1 -")
SH = ("Sh", "1/1/0 - sk/ln")
LC = ("LC", "1/0/0 - sk/ln")
GUNS = ("MdArt", "1/1/- -")
C: Plain = {"brigade": "c"}
RED, LIGHT, OTHERS = Active("red"), Active("light"), Active("others")
KINDS = Move | Charge | Approach | Occupy | BreakOff | Pick
A = red("A", AT)
LINE = (red("A", AT, **C), red("B", [22000, 20000], **C))
CAVALRY = (red("A", AT, *CAV, **C), red("B", [22000, 20000], *CAV, **C))


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def now(*bases: Plain, **more: Any) -> State:
    return state(*bases, *FAR, **{"phase": "manoeuvre", "orders": {"red": 5}, "active": {"division": "red"}, **more})


def refused(s: State, active: Active, answer: Any) -> str | None:
    refusal = moving.refuse(s, active, "red", msgspec.convert(answer, KINDS) if isinstance(answer, dict) else answer)
    where = f" {refusal.data['at']}" if refusal is not None and "at" in refusal.data else ""
    return None if refusal is None else f"{refusal.rule} {refusal.reason}{where}"


def go(*path: Any, unit: str = "A") -> Move:
    return Move(unit, list(path))


PEOPLE = [
    general("C", [5000, 5000], division="q"),
    general("G", [18500, 15000], division="red"),
    general("U", [40000, 37000], "blue"),
]


@pytest.mark.rule("alaguerre:5.1-b", "alaguerre:5.1-d", "alaguerre:5.2-a")
def test_whose_generals_can_be_moved() -> None:
    s = now(A, generals=PEOPLE)
    assert refused(s, RED, go(To([40000, 36000]), unit="U")) == "5.1-d not_yours"
    s.lead(s.generals["C"], moved=5)
    assert refused(s, RED, go(To([5000, 6000]), unit="C")) == "5.2-a has_moved"
    s.lead(s.generals["G"], at=None, state="dead", lost=1)
    assert refused(s, RED, go(To([5000, 6000]), unit="G")) == "5.1-d not_yours"


@pytest.mark.rule("alaguerre:5.1.1-a", "alaguerre:5.1.1-b")
@pytest.mark.parametrize(
    ("base", "why"),
    [
        (red("A", AT, *LC, formation="skirmish"), None),
        (red("A", AT, *LC), "5.1-d another_division"),
        (red("A", AT, *SH, formation="skirmish"), "5.1-d another_division"),
    ],
)
def test_light_troops_in_open_order_alone_move_without_an_order(base: Plain, why: str | None) -> None:
    assert refused(now(base, activated=[]), LIGHT, go(Advance(100))) == why


@pytest.mark.rule("alaguerre:5.1-g", "alaguerre:9.1.4-a")
def test_a_line_of_which_one_fights_is_in_melee_as_a_whole() -> None:
    enemy = blue("E", at(20000, 22100))
    assert refused(now(*LINE, enemy), RED, Pick("A")) == "9.1.4-a cannot_break_off"
    assert refused(now(*CAVALRY, enemy), RED, Pick("A")) is None
    assert refused(now(*CAVALRY, enemy), RED, BreakOff("A")) is None


@pytest.mark.rule("alaguerre:2.10.1-c", "alaguerre:2.10.2-b")
def test_nobody_comes_into_line_with_those_who_fight() -> None:
    mates = (red("B", at(20000, 26000), **C), red("D", at(20000, 24000), **C))
    s = now(red("A", at(19000, 22000), **C), *mates, blue("E", at(20000, 24100)))
    assert refused(s, RED, go(Advance(500))) is None
    assert refused(s, RED, go(Advance(500), Advance(500))) == "2.10.1-c formation_fights 1"
    s.remove(s.bases["B"])
    assert refused(s, RED, go(Advance(500), Advance(500))) == "2.10.1-c formation_fights 1"
    behind = now(red("A", at(18500), **C), red("D", at(20000), **C), blue("E", at(20000)))
    assert refused(behind, RED, go(Advance(200), Advance(300))) == "2.10.2-b formation_fights 1"


@pytest.mark.rule("alaguerre:5.1-e", "alaguerre:3.3.3-g", "alaguerre:7.2.1-a")
def test_what_troops_without_an_order_and_engaged_ones_may_do() -> None:
    idle: Plain = {"activated": []}
    guns = red("A", AT, *GUNS, formation="limbered")
    near = blue("E", at(21500))
    assert refused(now(A, near, **idle), OTHERS, go(Form("column"), Advance(100))) == "3.3.3-g not_activated 0"
    assert refused(now(guns, near, **idle), OTHERS, go(About())) == "5.2.7-a no_about 0"
    assert refused(now(guns, **idle), OTHERS, go(About())) == "5.1-e not_activated 0"
    engaged = (red("A", AT, *LN, **C), red("B", [22000, 20000], *LN, engaged="E", **C))
    both = now(*engaged, blue("E", at(21000, 22000), engaged="B"))
    assert refused(both, RED, go(Advance(100))) == "7.2.1-a engaged 0"


@pytest.mark.rule("alaguerre:10.1.1-t2")
def test_who_wavers_comes_no_nearer_to_any_steady_enemy() -> None:
    s = state(
        A, red("K", [5000, 5000], *GUNS, division=None), blue("E", at(25000)), blue("F", [5000, 20000], state="shaken")
    )
    found = [
        moving.nears_the_enemy(s, unit_of(s, s.bases["A"]), pose)
        for pose in (
            (20000, 20100, 0, 2000, 1000),
            (20000, 19900, 0, 2000, 1000),
            (20500, 20000, 0, 2000, 1000),
            (19000, 19500, 0, 2000, 1000),
        )
    ]
    assert found == [True, False, False, False], "nearer; farther; as near; nearer to the shaken alone"
    both = state(A, blue("E", at(25000)), blue("F", [30000, 10000]))
    assert moving.nears_the_enemy(both, unit_of(both, both.bases["A"]), (20500, 19000, 0, 2000, 1000))
    assert not moving.wavers(s, unit_of(s, s.bases["K"])), "guns under the CiC are of no division"
    wavering = now(A, blue("E", at(25000)), divisions={"red": {"side": "red", "wavers": 1}})
    assert refused(wavering, RED, go(Advance(100), Advance(100), Advance(100))) == "10.1.1-t2 division_wavers 2"


@pytest.mark.rule("alaguerre:5.1-e", "alaguerre:5.2-t1")
@pytest.mark.parametrize(("y", "threatened"), [(22900, True), (23000, True), (23001, False)])
def test_a_great_unit_shoots_farther_than_it_charges(y: int, threatened: bool) -> None:
    great: Plain = {"great": "T", "weapon": "LBw"}
    archers = [blue(id, at(y + back), "Sh", "1/1/0 -", **great) for id, back in (("E", 0), ("F", 1000))]
    s = state(A, *archers, FAR[0])
    assert moving.is_threatened(s, unit_of(s, s.bases["A"])) is threatened


# -- what is done -----------------------------------------------------------------------------------------------------


def done(s: State, answer: Any, *sent: Any) -> list[str]:
    """What comes of an answer that is carried out; the brigade in hand is known after it."""
    assert s.active is not None
    s.sink.clear()
    return told_by(s, moving.carry_out(s, s.active, answer), *sent)


@pytest.mark.rule("alaguerre:5.1-d")
def test_a_brigade_is_open_from_its_first_act_on() -> None:
    s = now(A, red("B", [30000, 20000], **C))
    drive(moving.carry_out(s, RED, go(Advance(100))))
    assert s.active == Active("red", "A", ())
    drive(moving.carry_out(s, Active("red", "A"), go(Advance(100), unit="B")))
    assert s.active == Active("red", "c", ("A",))
    moving.open_brigade(s, Active("red", "c", ("A",)), s.bases["B"])
    assert s.active == Active("red", "c", ("A",))
    fighting = now(red("A", AT, *CAV), blue("E", AT))
    script = moving.carry_out(fighting, RED, BreakOff("A"))
    next(script, None)
    assert fighting.active == Active("red", "A", ())
    charging = now(A, blue("E", at(21500)))
    next(moving.carry_out(charging, RED, Charge("E", "A")), None)
    assert charging.active == Active("red", "A", ())
    hedge = line("H", "hedge", (15, 20), (25, 20), vdf=1, obstacle=1)
    works = now(A, terrain=(hedge,))
    drive(moving.carry_out(works, RED, Occupy("A", "H")))
    assert works.active == Active("red", "A", ())
    stopped = now(A, terrain=(hedge,))
    drive(moving.carry_out(stopped, RED, go(Advance(500))), (1,))
    assert (stopped.active, stopped.bases["A"].crossing) == (Active("red", "A", ()), "H")


@pytest.mark.rule("alaguerre:5.2-a", "alaguerre:5.3-b", "alaguerre:5.3.1-b")
def test_what_a_move_does_to_those_it_passes() -> None:
    """The first who is passed through is disordered when it moves; a general in the way makes room."""
    light = red("A", AT, "Lt", "1/1/0 - sk")
    friend = red("F", at(21200), **C)
    s = now(light, friend, generals=[general("C", [20000, 21700])])
    assert done(s, go(Advance(2200))) == [
        "moved move A 2200",
        "A: at=20000,22200 moved=2200 pace=3000",
        "F: crossed=A",
        "C: at=20000,22700",
    ]
    told = s.sink[0].data
    assert (told["from"], told["to"]) == (
        {"at": [20000, 20000], "facing": 0, "formation": "skirmish"},
        {"at": [20000, 22200], "facing": 0, "formation": "skirmish"},
    )
    assert done(s, go(Form("column"), unit="F")) == [
        "state crossed F disordered",
        "formed F",
        "F: formation=column state=disordered acted crossed=",
    ]
    acted = now(light, {**friend, "moved": 100})
    assert done(acted, go(Advance(2200))) == [
        "moved move A 2200",
        "state crossed F disordered",
        "A: at=20000,22200 moved=2200 pace=3000",
        "F: state=disordered",
    ]


@pytest.mark.rule("alaguerre:5.3-b", "alaguerre:6.2-b", "alaguerre:7.2-e")
@pytest.mark.parametrize(("base", "answer"), [(A, Charge("E", "A")), (red("A", AT, *LN), Approach("E", "A"))])
def test_who_was_passed_through_is_disordered_before_he_attacks(base: Plain, answer: Any) -> None:
    passed = red("L", [10000, 10000], "Lt", "1/1/0 - sk")
    s = now({**base, "crossed": ["L"]}, passed, blue("E", at(22500)))
    script = moving.carry_out(s, RED, answer)
    next(script)
    assert course(s) == ["state crossed A disordered"]
    script.send((6,))
    roll = next(event for event in s.sink if event.kind == "roll")
    assert ("10.2.2-m9", -1) in roll.modifiers


@pytest.mark.rule("alaguerre:5.2.9-a", "alaguerre:11.4.2-a", "alaguerre:5.2-a")
def test_who_stands_still_on_a_slope_is_not_disordered_by_it() -> None:
    slope = area("H", "hill", 15, 15, 25, 25, slope="steep")
    assert done(now(A, terrain=(slope,)), go(Form("column"))) == ["formed A", "A: formation=column acted"]
    guns = red("A", AT, *GUNS, formation="limbered")
    assert done(now(guns), go(To([20000, 20000]))) == ["moved move A 0", "A: moved=1 pace=2000"]


@pytest.mark.rule("alaguerre:5.2.10-a", "alaguerre:5.2.9-a")
def test_who_mounts_is_mounted() -> None:
    dragoons = red("A", AT, "Dr", "1/1/0 - sk/ln", mounted_stats="1/-/0 -", formation="column")
    s = now(dragoons)
    drive(moving.carry_out(s, RED, go(Form("column", mounted=True))))
    assert (s.bases["A"].mounted, s.bases["A"].acted) == (True, True)


@pytest.mark.rule("alaguerre:7.2.1-b")
def test_whose_enemy_is_gone_is_engaged_no_longer() -> None:
    s = now(red("A", AT, *LN, engaged="E"), blue("E", at(21000), engaged="A"))
    s.remove(s.bases["E"])
    assert done(
        s,
        go(
            {"go": "back"}
            and msgspec.convert({"do": "move", "unit": "A", "path": [{"go": "back", "by": 100}]}, Move).path[0]
        ),
    ) == [
        "moved move A 100",
        "disengaged A E",
        "A: at=20000,19900 engaged=None moved=100 pace=2000",
    ]


@pytest.mark.rule("alaguerre:11.1.1-b")
def test_secret_works_are_known_to_who_comes_to_them() -> None:
    hedge = line("H", "hedge", (15, 20.5), (25, 20.5), vdf=2, obstacle=1, secret="blue")
    s = now(A, terrain=(hedge,))
    drive(moving.carry_out(s, RED, go(Advance(500))), None)
    assert s.ground.pieces["H"].secret is None


@pytest.mark.rule("alaguerre:11.5-a", "alaguerre:2.7.1-a")
def test_a_whole_line_searches_for_a_ford() -> None:
    river = line("R", "river", (10, 20.5), (30, 20.5), width=1000)
    s = now(*LINE, terrain=(river,), options={"ford_search": "on"})
    drive(moving.carry_out(s, RED, Search("A", "R")), (2,))
    assert [s.bases[id].acted for id in "AB"] == [True, True]
