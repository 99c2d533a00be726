"""Chapter 10: tests of divisions with all that speaks for and against, generals in danger and their heirs, rallying."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.answers import Successor
from quadrilatero.games.alaguerre.rules import divisions, generals
from quadrilatero.games.alaguerre.rules.formations import unit_of
from tests.games.alaguerre.battle import (
    Plain,
    area,
    blue,
    changed,
    course,
    general,
    play,
    red,
    state,
    told_by,
)

AT = [20000, 20000]
FAR = blue("Z", [45000, 39000], "LC", "0/-/0 -")
CAV = ("Cav", "1/-/2 a")
GUNS = ("MdArt", "1/1/- -")
D: Plain = {"division": "d"}
VILLAGE = (area("V", "village", 15, 15, 25, 20.4, vdf=1),)
CIC = general("C", [5000, 5000])


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def lost(id: str, **more: Any) -> Plain:
    return {"id": id, "side": "red", "division": "d", "stats": "2/0/2 a", **more}


def leader(level: int = 1, **more: Any) -> Plain:
    return {**general("G", [20000, 5000], division="d", level=level), **more}


def away(id: str, **more: Any) -> Plain:
    return {**general(id, AT, **more), "at": None}


A = red("A", AT, **D)
ALL = {"piece": "V", "sides": "all"}
GONE: Plain = {"at": None, "lost": 1, "state": "dead"}


@pytest.mark.rule("alaguerre:10.1.3-m2", "alaguerre:10.1.3-m5", "alaguerre:10.1.3-m7")
@pytest.mark.parametrize(
    ("bases", "more", "told"),
    [
        ((A,), {}, ["m2 +1"]),
        ((A, red("B", at(15000), "Pk", "2/0/2 a", **D)), {}, ["m2 +3"]),
        ((A, red("B", at(15000), "Pk", "2/0/2 a", state="shaken", **D)), {}, ["m2 +1"]),
        ((A, red("B", at(15000), "Pk", "2/0/2 a", state="routed", **D)), {}, ["m2 +1", "m5 -2"]),
        ((A, red("B", at(15000), "Pk", "2/0/2 a", state="routed", division="e")), {}, ["m2 +1"]),
        (
            (A,),
            {"eliminated": [lost("X"), lost("Y", why="routed_off"), lost("W", why="shaken_off")]},
            ["m2 +1", "m5 -6"],
        ),
        (
            (A,),
            {"eliminated": [lost("X", why="steady_off"), lost("Y", why="abandoned"), lost("W", division="e")]},
            ["m2 +1"],
        ),
        ((A,), {"eliminated": [lost("X", why="division"), lost("Y", stats="-/-/- -")]}, ["m2 +1", "m5 -2"]),
        ((A,), {"generals": [CIC, leader(2)]}, ["m1 +2", "m2 +1"]),
        ((A,), {"generals": [CIC, leader(2, **GONE)]}, ["m2 +1", "m8 -2"]),
        ((A,), {"generals": [{**CIC, **GONE}, leader(1)]}, ["m1 +1", "m2 +1", "m9 -2"]),
        ((A,), {"generals": [{**general("C", [20000, 5000], division="d"), **GONE}]}, ["m2 +1", "m8 -2"]),
        ((A,), {"objectives": [{"id": "o", "at": [20000, 19500], "value": 1}]}, ["m2 +1", "m4 +1"]),
        ((A,), {"objectives": [{"id": "o", "at": [20000, 18500], "value": 1}]}, ["m2 +1"]),
        ((red("A", AT, state="shaken", **D),), {"objectives": [{"id": "o", "at": [20000, 19500], "value": 1}]}, []),
        (
            (red("A", AT, inside="V", **D),),
            {"terrain": VILLAGE, "objectives": [{"id": "o", "piece": "V", "value": 1}]},
            ["m2 +1", "m4 +1"],
        ),
        ((red("A", AT, inside="V", occupies=ALL, **D), blue("E", at(22000))), {"terrain": VILLAGE}, ["m2 +1", "m3 +1"]),
        (
            (red("A", AT, inside="V", occupies=ALL, **D), blue("E", at(22000), state="shaken")),
            {"terrain": VILLAGE},
            ["m2 +1"],
        ),
        (
            (red("A", AT, inside="V", occupies=ALL, state="shaken", **D), blue("E", at(22000))),
            {"terrain": VILLAGE},
            [],
        ),
        ((red("A", AT, inside="V", occupies=ALL, **D), blue("E", at(24000))), {"terrain": VILLAGE}, ["m2 +1"]),
        ((red("A", AT, inside="V", occupies=ALL, **D), blue("E", at(22000), *GUNS)), {"terrain": VILLAGE}, ["m2 +1"]),
        ((A, blue("E", at(15000))), {}, ["m2 +1", "m7 -1"]),
        ((A, blue("E", at(19500, 25000))), {}, ["m2 +1"]),
        ((A, blue("E", at(22000))), {}, ["m2 +1"]),
        ((A, blue("E", at(15000), state="shaken")), {}, ["m2 +1"]),
        ((A, blue("E", at(15000))), {"terrain": (area("H", "hill", 10, 17, 30, 18),)}, ["m2 +1"]),
        ((A, red("B", at(10000), **D), blue("E", at(15000))), {}, ["m2 +2"]),
        ((A, red("B", at(10000, 30000), **D), blue("E", at(8000, 30000))), {}, ["m2 +2", "m7 -1"]),
        ((A, blue("E", at(30000))), {"communications": {"red": [[20000, 30500]]}}, ["m2 +1", "m6 -1"]),
        ((A, blue("E", at(30000))), {"communications": {"red": [[20000, 31500]]}}, ["m2 +1"]),
        (
            (A, blue("E", at(30000))),
            {"communications": {"red": [[20000, 30500]]}, "terrain": (area("H", "hill", 1, 27, 40, 28),)},
            ["m2 +1"],
        ),
    ],
)
def test_what_speaks_for_a_division_and_against(bases: tuple[Plain, ...], more: Plain, told: list[str]) -> None:
    s = state(*bases, red("R", [1000, 2000], "LC", "0/-/0 -"), FAR, **more)
    assert outcome(divisions.modifiers(s, "d")) == told


def outcome(found: list[tuple[str, int]]) -> list[str]:
    """What is added and taken off, without what is nothing."""
    return [f"{rule.partition('-')[2]} {value:+}" for rule, value in found if value]


@pytest.mark.rule("alaguerre:10.1.1-t2", "alaguerre:10.1.1-t3", "alaguerre:10.1.1-t4")
@pytest.mark.parametrize(
    ("bases", "dice", "told"),
    [
        ((A,), (6,), ["roll division 7 steady", "divisions d: side=red"]),
        ((A,), (5,), ["roll division 6 steady", "divisions d: side=red"]),
        ((A,), (4,), ["roll division 5 wavers", "wavers", "divisions d: side=red wavers=2"]),
        ((A,), (3,), ["roll division 4 wavers", "wavers", "divisions d: side=red wavers=2"]),
        (
            (A,),
            (2,),
            ["roll division 3 shaken", "state division A disordered", "A: state=disordered", "divisions d: side=red"],
        ),
        (
            (red("A", AT, "Pk", "0/0/2 a", **D),),
            (1,),
            [
                "roll division 1 rout",
                "state division A routed",
                "moved rout A 3000",
                "eliminated division A",
                "A: gone",
                "divisions d: side=red",
                "eliminated: id=A side=red division=d stats=0/0/2 a why=division",
            ],
        ),
        (
            (red("A", AT, "Pk", "0/0/2 a", **D), red("B", at(15000), state="routed", **D)),
            (1,),
            [
                "roll division 1 rout",
                "state division A routed",
                "moved rout A 3000",
                "moved rout B 3000",
                "eliminated division A",
                "eliminated division B",
                "A: gone",
                "B: gone",
                "divisions d: side=red",
                "eliminated: id=A side=red division=d stats=0/0/2 a why=division",
                "eliminated: id=B side=red division=d stats=1/0/2 a why=division",
            ],
        ),
        (
            (A, red("B", at(15000), state="shaken", **D)),
            (1,),
            [
                "roll division 2 shaken",
                "state division A disordered",
                "state division B routed",
                "cohesion rout red 8",
                "moved rout B 3000",
                "A: state=disordered",
                "B: at=20000,11000 facing=18000 state=routed",
                "divisions d: side=red",
                "cohesion red: 8",
            ],
        ),
        (
            (A, blue("E", at(20900))),
            (2,),
            [
                "roll division 3 shaken",
                "state division A disordered",
                "moved retreat A 1000",
                "moved retreat A 1000",
                "A: at=20000,18000 state=disordered",
                "divisions d: side=red",
            ],
        ),
        (
            (A, blue("E", at(21000))),
            (2,),
            ["roll division 3 shaken", "state division A disordered", "A: state=disordered", "divisions d: side=red"],
        ),
        (
            (A, blue("E", at(20900), state="shaken")),
            (2,),
            ["roll division 3 shaken", "state division A disordered", "A: state=disordered", "divisions d: side=red"],
        ),
        (
            (A, blue("E", at(20000))),
            (2,),
            ["roll division 3 shaken", "state division A disordered", "A: state=disordered", "divisions d: side=red"],
        ),
        (
            (red("A", AT, engaged="E", **D), blue("E", at(20900), engaged="A")),
            (2,),
            ["roll division 3 shaken", "state division A disordered", "A: state=disordered", "divisions d: side=red"],
        ),
    ],
)
def test_what_a_test_of_a_division_brings(bases: tuple[Plain, ...], dice: tuple[int, ...], told: list[str]) -> None:
    s = state(*bases, red("R", [1000, 2000], "LC", "0/-/0 -"), FAR, divisions={"d": {"side": "red", "tests": True}})
    assert told_by(s, divisions.take_test(s, "d"), *[(die,) for die in dice]) == told


@pytest.mark.rule("alaguerre:10.1.1-c")
@pytest.mark.parametrize(
    ("bases", "gone", "broken"),
    [
        ((A,), [], False),
        ((red("A", AT, state="routed", **D),), [], False),
        ((red("A", AT, state="routed", **D), red("B", at(15000), state="routed", **D)), [], True),
        ((red("A", AT, state="routed", **D), red("B", at(15000), **D)), [], False),
        ((red("A", AT, state="routed", **D),), [lost("X")], True),
        ((red("A", AT, division="e"),), [lost("X")], False),
    ],
)
def test_when_a_division_is_broken(bases: tuple[Plain, ...], gone: list[Plain], broken: bool) -> None:
    s = state(*bases, FAR, eliminated=gone)
    assert divisions.is_broken(s, "d") is broken


# -- generals ----------------------------------------------------------------------------------------------------------

WITH = [general("C", [5000, 5000], level=1), general("G", [21500, 20000], division="d", level=1)]


@pytest.mark.rule("alaguerre:10.3.1-b", "alaguerre:10.3.1-c", "alaguerre:10.3.2-c")
@pytest.mark.parametrize(
    ("base", "losses", "routs", "melee", "dice", "told"),
    [
        (A, 0, False, True, (), []),
        (A, 1, False, True, (3,), ["roll general G 2"]),
        (
            A,
            1,
            False,
            True,
            (2, 1),
            [
                "roll general G 1",
                "roll fate G 1 mortal",
                "general G mortal",
                "G: at=None state=dead lost=2 fell=21500,20000",
            ],
        ),
        (
            A,
            1,
            False,
            True,
            (2, 2),
            ["roll general G 1", "roll fate G 2 light", "general G light", "G: state=wounded until=3,1"],
        ),
        (
            A,
            1,
            False,
            True,
            (2, 3),
            ["roll general G 1", "roll fate G 3 light", "general G light", "G: state=wounded until=3,1"],
        ),
        (A, 1, False, True, (2, 4), ["roll general G 1", "roll fate G 4 unharmed"]),
        (red("A", AT, lost=1, **D), 1, False, True, (3, 4), ["roll general G 1", "roll fate G 4 unharmed"]),
        (red("A", AT, lost=1, **D), 1, True, False, (4, 6), ["roll general G 1", "roll fate G 6 unharmed"]),
        (A, 0, True, False, (3, 5), ["roll general G 1", "roll fate G 5 unharmed"]),
        (
            A,
            0,
            True,
            True,
            (2, 1),
            [
                "roll general G 1",
                "roll fate G 1 captured",
                "general G captured",
                "G: at=None state=captured lost=2 fell=21500,20000",
            ],
        ),
        (
            A,
            0,
            True,
            True,
            (2, 2),
            [
                "roll general G 1",
                "roll fate G 2 escapes_wounded",
                "general G light",
                "general G escapes",
                "G: at=20000,13500 state=wounded until=3,1",
            ],
        ),
        (
            A,
            0,
            True,
            True,
            (2, 4),
            ["roll general G 1", "roll fate G 4 escapes", "general G escapes", "G: at=20000,13500"],
        ),
        (A, 0, True, True, (3,), ["roll general G 2", "general G escapes", "G: at=20000,13500"]),
    ],
)
def test_generals_with_a_unit_that_suffers(
    base: Plain, losses: int, routs: bool, melee: bool, dice: tuple[int, ...], told: list[str]
) -> None:
    s = state(base, red("B", at(15000), **D), red("F", at(30000), **D), FAR, generals=WITH, turn=2, last_turn=9)
    script = generals.risk(s, unit_of(s, s.bases["A"]), [s.generals["G"]], losses, routs=routs, from_melee=melee)
    assert told_by(s, script, *[(die,) for die in dice]) == told


@pytest.mark.rule("alaguerre:10.3.3-a", "alaguerre:10.3.3-b", "alaguerre:10.3.3-c")
@pytest.mark.parametrize(
    ("people", "turn", "sent", "told"),
    [
        (
            [
                away("C", level=1, lost=1, state="dead", fell=[9000, 9000]),
                general("G", [20000, 18000], division="d", level=1),
            ],
            2,
            [],
            [],
        ),
        (
            [
                away("C", level=1, lost=1, state="dead", fell=[9000, 9000]),
                general("G", [20000, 18000], division="d", level=1),
            ],
            3,
            [Successor("G")],
            [
                "general G_2 replaced",
                "successor G red",
                "C: superior=G cic=False lost=None",
                "G: level=0 division=None superior=None cic",
                "G_2: new",
            ],
        ),
        (
            [
                away("C", level=1, lost=1, state="dead", fell=[9000, 9000]),
                general("G", [20000, 18000], division="d", level=-1),
                general("H", [30000, 18000], division="e", level=2),
            ],
            3,
            [Successor("G")],
            [
                "general G_2 replaced",
                "successor G red",
                "C: superior=G cic=False lost=None",
                "G: division=None superior=None cic",
                "H: superior=G",
                "G_2: new",
            ],
        ),
        (
            [away("C", level=1, lost=1, state="dead", fell=[9000, 9000])],
            3,
            [],
            ["general C replaced", "C: at=9000,9000 level=-1 radius=6000 state=well lost=None"],
        ),
        (
            [
                general("C", [5000, 5000]),
                away("G", division="d", level=2, lost=1, state="captured", fell=[9000, 9000]),
            ],
            3,
            [],
            ["general G replaced", "G: at=9000,9000 level=-1 radius=6000 state=well lost=None"],
        ),
        (
            [general("C", [5000, 5000]), away("G", division="d", level=2, lost=1, state="captured")],
            3,
            [],
            ["general G replaced", "G: at=20000,18500 level=-1 radius=6000 state=well lost=None"],
        ),
        (
            [general("C", [5000, 5000]), away("G", division="d", level=2, lost=2, state="captured")],
            3,
            [],
            [],
        ),
    ],
)
def test_who_takes_the_place_of_a_lost_general(
    people: list[Plain], turn: int, sent: list[Successor], told: list[str]
) -> None:
    s = state(A, red("B", [30000, 20000], division="e"), FAR, generals=people, turn=turn, last_turn=9)
    assert told_by(s, generals.successions(s), *sent) == told


# -- rallying ----------------------------------------------------------------------------------------------------------


def rallies(bases: tuple[Plain, ...], dice: tuple[int, ...], answers: list[Plain], **more: Any) -> list[str]:
    """What comes of the Rally phase to the next question."""
    before = GAME.position(state(*bases, FAR, phase="rally", **more))
    match = play(*bases, FAR, phase="rally", dice=list(dice), **more)
    for answer in answers:
        assert match.ask is not None
        match.answer(match.ask.who[0], answer)
    keep = {key: value for key, value in match.state().items() if key not in ("phase", "turn", "impulse", "result")}
    asked = (
        []
        if match.ask is None
        else [" ".join([match.ask.what, *[one["do"] for one in match.options(match.ask.who[0])]])]
    )
    return [*course(match), *changed(before, keep), *asked]


BESIDE = [CIC, general("G", [21500, 20000], division="d")]
DONE = {"do": "done"}


@pytest.mark.rule("alaguerre:10.4.1-b", "alaguerre:10.4.1-d", "alaguerre:10.4.2-a")
@pytest.mark.parametrize(
    ("bases", "dice", "answers", "told"),
    [
        ((A,), (), [], []),
        (
            (red("A", AT, state="disordered", **D),),
            (),
            [],
            [
                "state rally A ordered",
                "rallied A ordered",
                "A: state=ordered",
                "stage=order",
                "rally turn done",
            ],
        ),
        (
            (red("A", AT, state="shaken", **D),),
            (),
            [],
            [
                "state rally A disordered",
                "rallied A disordered",
                "A: state=disordered",
                "stage=order",
                "rally rally turn done",
            ],
        ),
        (
            (red("A", AT, state="shaken", **D),),
            (),
            [{"do": "rally", "general": "G", "unit": "A"}],
            [
                "state rally A disordered",
                "rallied A disordered",
                "state rally A ordered",
                "rallied A ordered",
                "A: state=ordered",
                "stage=order",
                "rally turn done",
            ],
        ),
        (
            (red("A", AT, state="shaken", **D),),
            (),
            [{"do": "rally", "general": "G", "unit": "A"}, DONE],
            [
                "state rally A disordered",
                "rallied A disordered",
                "state rally A ordered",
                "rallied A ordered",
                "A: state=ordered",
            ],
        ),
        (
            (red("A", AT, state="disordered", facing=9000, **D),),
            (),
            [{"do": "turn", "unit": "A", "facing": 0}],
            ["state rally A ordered", "rallied A ordered", "turned A", "A: facing=0 state=ordered"],
        ),
        ((red("A", AT, state="disordered", moved=1, **D),), (), [], []),
        ((red("A", AT, state="disordered", acted=True, **D),), (), [], []),
        ((red("A", AT, state="disordered", evaded=True, **D),), (), [], []),
        ((red("A", AT, state="disordered", tested=True, **D),), (), [], []),
        (
            (red("A", AT, state="routed", **D),),
            (6,),
            [],
            [
                "roll morale A rout 4 recovers",
                "state recovery A shaken",
                "A: state=shaken",
                "stage=order",
                "rally turn done",
            ],
        ),
        (
            (red("A", AT, state="routed", **D),),
            (1,),
            [],
            [
                "roll morale A rout 1 rout",
                "losses recovery A A 1",
                "moved rout A 3000",
                "A: at=20000,16000 facing=18000 losses=1 lost=1",
                "G: at=21500,16000",
            ],
        ),
        (
            (red("A", AT, state="routed", losses=3, **D),),
            (1,),
            [],
            ["roll morale A rout 1 rout", "losses recovery A A 1", "eliminated losses A", "stage=recovery"],
        ),
        ((red("A", AT, state="routed", moved=1, **D),), (), [], []),
    ],
)
def test_who_finds_his_order_again(
    bases: tuple[Plain, ...], dice: tuple[int, ...], answers: list[Plain], told: list[str]
) -> None:
    assert rallies(bases, dice, answers, generals=BESIDE) == told


@pytest.mark.rule("alaguerre:10.4.1-c", "alaguerre:10.4.1-d")
def test_why_nobody_rallies_or_turns() -> None:
    bases = red("A", AT, state="shaken", **D), red("B", at(20000, 22100), **D), red("K", at(10000), state="shaken", **D)
    match = play(*bases, red("L", at(5000), state="routed", moved=1, **D), FAR, phase="rally", generals=BESIDE)
    for answer, rule in (
        ({"do": "rally", "general": "G", "unit": "K"}, "10.4.1-d"),
        ({"do": "rally", "general": "C", "unit": "A"}, "10.4.1-d"),
        ({"do": "rally", "general": "Q", "unit": "A"}, "10.4.1-d"),
        ({"do": "rally", "general": "G", "unit": "Z"}, "10.4.1-d"),
        ({"do": "turn", "unit": "B", "facing": 9000}, "10.4.1-c"),
        ({"do": "turn", "unit": "A", "facing": 9000}, None),
        ({"do": "turn", "unit": "L", "facing": 4500}, "10.4.1-c"),
    ):
        refusal = match.refuse("red", answer)
        assert (refusal and refusal.rule) == rule, answer
    match.answer("red", {"do": "rally", "general": "G", "unit": "A"})
    refusal = match.refuse("red", {"do": "rally", "general": "G", "unit": "A"})
    assert refusal is not None
    assert refusal.reason == "has_rallied"
