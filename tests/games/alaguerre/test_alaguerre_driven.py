"""Chapter 5.6: recoils, retreats and routs, step by step: whom they push, cross and frighten, and what stops them."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.rules import forced
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, red, state, told_by

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
GUNS = ("MdArt", "1/1/- -")
WEAK = ("Pk", "0/0/2 a")
OPEN: Plain = {"formation": "skirmish"}
SHAKEN: Plain = {"state": "shaken"}
ROUTED: Plain = {"state": "routed"}
G: Plain = {"great": "T"}


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


A = red("A", AT)
R = red("A", AT, state="routed")
WALL = (red("H", [22000, 18000]), red("I", [18000, 18000]))
POND = area("P", "pond", 15, 16, 25, 17.5)
BESIDE = [general("C", [5000, 5000]), general("G", [21500, 20000], division="red")]
AT_EDGE = [general("C", [5000, 5000]), general("G", [21500, 300], division="red")]
AT_SIDE = [general("C", [5000, 5000]), general("G", [46400, 21500], division="red")]
E_FRONT = blue("E", AT)


@pytest.mark.rule("alaguerre:5.6.1-a", "alaguerre:5.6.1-b", "alaguerre:5.6.1-c")
@pytest.mark.parametrize(
    ("bases", "more", "dice", "told"),
    [
        ((A,), {}, (), ["moved recoil A 500", "A: at=20000,19500"]),
        ((red("A", AT, facing=27000),), {}, (), ["moved recoil A 500", "A: at=20500,20000"]),
        (
            (A, red("F", at(18900))),
            {},
            (),
            ["moved push F 400", "moved recoil A 500", "A: at=20000,19500", "F: at=20000,18500"],
        ),
        (
            (A, red("F", at(18900)), red("H", at(17700))),
            {},
            (),
            [
                "moved push H 200",
                "moved push F 400",
                "moved recoil A 500",
                "A: at=20000,19500",
                "F: at=20000,18500",
                "H: at=20000,17500",
            ],
        ),
        (
            (A, red("F", at(18900), *WEAK)),
            {},
            (4,),
            [
                "moved push F 400",
                "moved recoil A 500",
                "roll morale F contagion 4 stands_disordered",
                "state contagion F disordered",
                "A: at=20000,19500",
                "F: at=20000,18500 state=disordered",
            ],
        ),
        (
            (A, red("F", at(18900), *WEAK, **ROUTED)),
            {},
            (),
            [
                "moved push F 400",
                "moved recoil A 500",
                "moved rout F 3000",
                "A: at=20000,19500",
                "F: at=20000,14500 facing=18000",
            ],
        ),
        (
            (red("A", AT, *LT, **OPEN), red("F", at(18900), *WEAK)),
            {},
            (),
            ["moved push F 400", "moved recoil A 500", "A: at=20000,19500", "F: at=20000,18500"],
        ),
        (
            (A, blue("E", at(18700), facing=0)),
            {},
            (),
            ["moved recoil A 300", "losses blocked A A 1", "A: at=20000,19700 losses=1 lost=1"],
        ),
        (
            (A, blue("E", at(17700), facing=0), red("F", at(18900))),
            {},
            (),
            [
                "moved push F 200",
                "moved recoil A 300",
                "losses blocked A A 1",
                "A: at=20000,19700 losses=1 lost=1",
                "F: at=20000,18700",
            ],
        ),
        (
            (red("A", at(700)),),
            {},
            (),
            [
                "eliminated steady_off A",
                "A: gone",
                "eliminated: id=A side=red division=red stats=1/0/2 a why=steady_off",
            ],
        ),
        (
            (red("A", at(1700)), red("F", at(600))),
            {},
            (),
            [
                "eliminated steady_off F",
                "moved recoil A 500",
                "A: at=20000,1200",
                "F: gone",
                "eliminated: id=F side=red division=red stats=1/0/2 a why=steady_off",
            ],
        ),
        ((A,), {"generals": BESIDE}, (), ["moved recoil A 500", "A: at=20000,19500", "G: at=21500,19500"]),
        ((red("A", at(1700)),), {"generals": AT_EDGE}, (), ["moved recoil A 500", "A: at=20000,1200", "G: at=21500,0"]),
        (
            (red("A", at(20000, 45500), facing=27000),),
            {"generals": AT_SIDE},
            (),
            ["moved recoil A 500", "A: at=46000,20000", "G: at=46667,21500"],
        ),
        (
            (A,),
            {"terrain": (area("P", "pond", 15, 18, 25, 18.8),)},
            (),
            ["moved recoil A 200", "losses blocked A A 1", "A: at=20000,19800 losses=1 lost=1"],
        ),
    ],
)
def test_recoils(bases: tuple[Plain, ...], more: Plain, dice: tuple[int, ...], told: list[str]) -> None:
    s = state(*bases, *FAR, **more)
    assert told_by(s, forced.recoil(s, unit_of(s, s.bases["A"])), *[(die,) for die in dice]) == told


@pytest.mark.rule("alaguerre:5.6.3-a", "alaguerre:5.6.3-g", "alaguerre:5.6.3-h")
@pytest.mark.parametrize(
    ("bases", "more", "dice", "told"),
    [
        ((A,), {}, (), ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000"]),
        ((red("A", AT, facing=9000),), {}, (), ["moved retreat A 1000", "moved retreat A 1000", "A: at=19000,19000"]),
        ((A, E_FRONT), {}, (), ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000 fight=None"]),
        (
            (A, blue("E", at(20190), facing=17000)),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000"],
        ),
        (
            (A, blue("E", at(20190), facing=19000)),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000"],
        ),
        (
            (A, blue("E", at(19500, 19000), facing=9000)),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=21000,19000 fight=None"],
        ),
        (
            (A, blue("E", at(19500, 21000), facing=27000)),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=18000,18000 facing=9000 fight=None"],
        ),
        (
            (A, E_FRONT, blue("F", at(19500, 19000), facing=9000)),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=21000,17586 facing=31500 fight=None"],
        ),
        (
            (A, E_FRONT, blue("F", at(19500, 21000), facing=27000)),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=19000,17586 facing=4500 fight=None"],
        ),
        (
            (A, E_FRONT, blue("F", at(25000))),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000 fight=None"],
        ),
        (
            (A, red("F", at(18500))),
            {},
            (),
            [
                "moved push F 500",
                "moved retreat A 1000",
                "moved retreat A 2500",
                "A: at=18500,17000",
                "F: at=20000,18000",
            ],
        ),
        (
            (A, red("F", at(18500), *WEAK)),
            {},
            (),
            [
                "moved push F 500",
                "moved retreat A 1000",
                "moved retreat A 2500",
                "A: at=18500,17000",
                "F: at=20000,18000",
            ],
        ),
        (
            (red("A", AT, **SHAKEN), red("F", at(18500), *WEAK)),
            {},
            (4,),
            [
                "moved push F 500",
                "moved retreat A 1000",
                "moved retreat A 2500",
                "roll morale F contagion 4 stands_disordered",
                "state contagion F disordered",
                "A: at=18500,17000",
                "F: at=20000,18000 state=disordered",
            ],
        ),
        (
            (
                red("A", AT, **SHAKEN),
                red("F", at(17500), *WEAK),
                red("H", at(17500, 22000)),
                red("I", at(17500, 18000)),
            ),
            {},
            (4,),
            ["moved retreat A 1000", "moved retreat A 2500", "roll morale F contagion 6 passed", "A: at=20000,16500"],
        ),
        (
            (
                red("A", AT, **SHAKEN),
                red("F", at(17500), *WEAK, **ROUTED),
                red("H", at(17500, 22000)),
                red("I", at(17500, 18000)),
            ),
            {},
            (),
            [
                "moved retreat A 1000",
                "moved retreat A 2500",
                "moved rout F 3000",
                "A: at=20000,16500",
                "F: at=20000,13500 facing=18000",
            ],
        ),
        (
            (A, red("F", at(17500, 21400))),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 2500", "A: at=20000,16500"],
        ),
        (
            (A, blue("F", at(18600), facing=0)),
            {},
            (),
            [
                "moved retreat A 400",
                "state retreat A routed",
                "cohesion rout red 8",
                "losses rout A A 1",
                "moved rout A 3354",
                "A: at=18500,15600 facing=18000 losses=1 state=routed lost=1",
                "divisions red: side=red tests",
                "cohesion red: 8",
            ],
        ),
        (
            (red("A", AT, **SHAKEN), blue("F", at(18600), facing=0)),
            {},
            (),
            [
                "moved retreat A 400",
                "state retreat A routed",
                "cohesion rout red 8",
                "losses rout A A 1",
                "moved rout A 3354",
                "A: at=18500,15600 facing=18000 losses=1 state=routed lost=1",
                "divisions red: side=red tests",
                "cohesion red: 8",
            ],
        ),
        (
            (A,),
            {"terrain": (area("P", "pond", 15, 17.5, 25, 18.5),)},
            (),
            ["moved retreat A 500", "state retreat A disordered", "A: at=20000,19500 state=disordered"],
        ),
        (
            (red("A", AT, **SHAKEN),),
            {"terrain": (area("P", "pond", 15, 17.5, 25, 18.5),)},
            (),
            [
                "moved retreat A 500",
                "state retreat A routed",
                "cohesion rout red 8",
                "losses rout A A 1",
                "eliminated losses A",
                "A: gone",
                "divisions red: side=red tests",
                "eliminated: id=A side=red division=red stats=1/0/2 a why=losses",
                "cohesion red: 8",
            ],
        ),
        (
            (A,),
            {"terrain": (area("P", "pond", 15, 16.5, 25, 17.5),)},
            (),
            ["moved retreat A 1000", "moved retreat A 500", "A: at=20000,18500"],
        ),
        (
            (red("A", at(1700)),),
            {},
            (),
            [
                "moved retreat A 1000",
                "eliminated steady_off A",
                "A: gone",
                "eliminated: id=A side=red division=red stats=1/0/2 a why=steady_off",
            ],
        ),
        (
            (red("A", at(1700), **SHAKEN),),
            {},
            (),
            [
                "moved retreat A 1000",
                "eliminated shaken_off A",
                "cohesion shaken_off red 8",
                "A: gone",
                "divisions red: side=red tests",
                "eliminated: id=A side=red division=red stats=1/0/2 a why=shaken_off",
                "cohesion red: 8",
            ],
        ),
        (
            (red("A", AT, *GUNS),),
            {},
            (),
            [
                "eliminated abandoned A",
                "A: gone",
                "divisions red: side=red tests",
                "eliminated: id=A side=red division=red stats=1/1/- - why=abandoned",
                "guns: id=A side=red at=20000,20000 morale=1",
            ],
        ),
        (
            (red("A", AT, *GUNS, formation="limbered"),),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", mounted_stats="1/0/0 - sk/ln"),),
            {},
            (),
            ["moved retreat A 1000", "moved retreat A 5000", "A: at=20000,14000 mounted"],
        ),
        (
            (red("A", AT, inside="V"),),
            {"terrain": (area("V", "village", 15, 18.6, 25, 23, vdf=1),)},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=20000,18000 inside=None"],
        ),
        (
            (red("A", AT, fight={"rounds": 1}, engaged="E"), blue("E", AT, engaged="A")),
            {"generals": BESIDE},
            (),
            [
                "disengaged A E",
                "moved retreat A 1000",
                "moved retreat A 1000",
                "A: at=20000,18000 engaged=None fight=None",
                "E: engaged=None",
                "G: at=21500,18000",
            ],
        ),
        (
            (A,),
            {"communications": {"red": [[30000, 20000]]}},
            (),
            ["moved retreat A 1000", "moved retreat A 1000", "A: at=20989,19148"],
        ),
        ((red("A", AT, *CAV),), {}, (), ["moved retreat A 1000", "moved retreat A 2000", "A: at=20000,17000"]),
    ],
)
def test_retreats(bases: tuple[Plain, ...], more: Plain, dice: tuple[int, ...], told: list[str]) -> None:
    s = state(*bases, *FAR, **more)
    foes = [unit_of(s, s.bases[id]) for id in "EF" if id in s.bases and s.bases[id].side == "blue"]
    assert told_by(s, forced.retreat(s, unit_of(s, s.bases["A"]), foes), *[(die,) for die in dice]) == told


@pytest.mark.rule("alaguerre:5.6.4-a", "alaguerre:5.6.4-d", "alaguerre:5.6.4-e")
@pytest.mark.parametrize(
    ("bases", "more", "dice", "told"),
    [
        ((R,), {}, (), ["moved rout A 3000", "A: at=20000,16000 facing=18000"]),
        ((red("A", AT, facing=9000, **ROUTED),), {}, (), ["moved rout A 3000", "A: at=19500,16500 facing=18000"]),
        (
            (red("A", AT, **G, **ROUTED), red("B", at(19000), **G, **ROUTED)),
            {},
            (),
            ["moved rout T 2000", "A: at=20000,16000 facing=18000", "B: at=20000,17000 facing=18000"],
        ),
        (
            (red("A", AT, brigade="c", **ROUTED), red("B", at(20000, 22000), brigade="c", **ROUTED)),
            {},
            (),
            ["moved rout A 3000", "A: at=20000,16000 facing=18000"],
        ),
        ((R, red("F", at(18000))), {}, (), ["moved rout A 3354", "A: at=18500,16000 facing=18000"]),
        (
            (R, red("F", at(18000), *WEAK), *WALL),
            {},
            (4,),
            ["moved rout A 3000", "roll morale F contagion 6 passed", "A: at=20000,16000 facing=18000"],
        ),
        (
            (
                R,
                red("F", at(18000), *WEAK),
                *WALL,
                red("J", at(16900), *WEAK),
                red("K", at(16900, 22000), *WEAK),
                red("L", at(16900, 18000), *WEAK),
            ),
            {},
            (4, 4),
            [
                "moved rout A 4100",
                "roll morale F contagion 8 passed",
                "roll morale J contagion 6 passed",
                "A: at=20000,14900 facing=18000",
                "J: supports=F",
            ],
        ),
        (
            (R, red("F", at(18000), *WEAK, **ROUTED), *WALL),
            {},
            (),
            [
                "moved rout A 3000",
                "moved rout F 3000",
                "moved rout A 3354",
                "A: at=18500,13000 facing=18000",
                "F: at=20000,14000 facing=18000",
            ],
        ),
        ((R, red("F", at(18500), *WEAK, **ROUTED)), {}, (), ["moved rout A 3354", "A: at=18500,16000 facing=18000"]),
        ((R, red("F", at(18000, 21400))), {}, (), ["moved rout A 3002", "A: at=19900,16000 facing=18000"]),
        (
            (R, red("F", at(25000), "MdArt", "0/1/- -")),
            {},
            (4,),
            [
                "moved rout A 3000",
                "roll morale F contagion 4 stands_disordered",
                "state contagion F disordered",
                "A: at=20000,16000 facing=18000",
                "F: state=disordered",
            ],
        ),
        (
            (R, red("F", at(25000), "MdArt", "0/1/- -", state="disordered")),
            {},
            (1,),
            [
                "moved rout A 3000",
                "roll morale F contagion 1 rout",
                "state contagion F routed",
                "losses rout F F 1",
                "moved rout F 1000",
                "A: at=20000,16000 facing=18000",
                "F: at=20000,23000 facing=18000 losses=1 state=routed lost=1",
                "divisions red: side=red tests",
            ],
        ),
        (
            (R, red("F", at(25000), "MdArt", "0/1/- -", state="routed")),
            {},
            (),
            ["moved rout A 3000", "A: at=20000,16000 facing=18000"],
        ),
        ((R, red("F", at(25000), *GUNS)), {}, (), ["moved rout A 3000", "A: at=20000,16000 facing=18000"]),
        (
            (red("A", AT, *LT, formation="skirmish", **ROUTED), red("F", at(25000), "MdArt", "0/1/- -")),
            {},
            (),
            ["moved rout A 4000", "A: at=20000,15000 facing=18000"],
        ),
        (
            (R, red("F", at(25000), "MdArt", "0/1/- -")),
            {"terrain": (area("H", "wood", 10, 21, 30, 24),)},
            (),
            ["moved rout A 3000", "A: at=20000,16000 facing=18000"],
        ),
        (
            (R,),
            {"terrain": (POND,)},
            (),
            [
                "eliminated losses A",
                "A: gone",
                "divisions red: side=red tests",
                "eliminated: id=A side=red division=red stats=1/0/2 a why=losses",
            ],
        ),
        ((R, blue("E", at(18000), facing=0)), {}, (), ["moved rout A 3354", "A: at=18500,16000 facing=18000"]),
        (
            (red("A", at(1700), **ROUTED),),
            {},
            (),
            [
                "eliminated routed_off A",
                "A: gone",
                "divisions red: side=red tests",
                "eliminated: id=A side=red division=red stats=1/0/2 a why=routed_off",
            ],
        ),
        (
            (red("A", at(1700), *CAV, **ROUTED), red("F", at(500))),
            {},
            (),
            [
                "eliminated routed_off A",
                "A: gone",
                "divisions red: side=red tests",
                "eliminated: id=A side=red division=red stats=1/-/2 a why=routed_off",
            ],
        ),
        (
            (R,),
            {"communications": {"red": [[30000, 20000]]}},
            (),
            ["moved rout A 3000", "A: at=23495,19675 facing=8714"],
        ),
        ((R,), {"generals": BESIDE}, (), ["moved rout A 3000", "A: at=20000,16000 facing=18000", "G: at=21500,16000"]),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", mounted_stats="1/0/0 - sk/ln", inside="V", **ROUTED),),
            {"terrain": (area("V", "village", 15, 18.6, 25, 23, vdf=1),)},
            (),
            ["moved rout A 8000", "A: at=20000,11000 facing=18000 mounted inside=None"],
        ),
    ],
)
def test_routs(bases: tuple[Plain, ...], more: Plain, dice: tuple[int, ...], told: list[str]) -> None:
    s = state(*bases, *FAR, **more)
    assert told_by(s, forced.rout(s, unit_of(s, s.bases["A"])), *[(die,) for die in dice]) == told


def outcome(s: State) -> list[str]:
    """What has happened, and where A stands now."""
    x, y, facing = s.bases["A"].pose[:3]
    return [*course(s), f"{x},{y} {facing}"]


@pytest.mark.rule("alaguerre:5.6.2-a", "alaguerre:9.1.1-b")
@pytest.mark.parametrize(
    ("others", "told"),
    [
        ((blue("E", at(20500)),), ["moved advance A 500", "20000,20500 0"]),
        ((blue("E", at(20501)),), ["moved advance A 500", "20000,20500 0"]),
        ((blue("E", at(20560)),), ["20000,20000 0"]),
        ((blue("E", at(20400), facing=17000),), ["moved advance A 400", "19947,20391 35000"]),
        ((blue("E", at(20400), facing=19000),), ["moved advance A 400", "20053,20391 1000"]),
        ((blue("E", at(20800), facing=21000),), ["moved advance A 300", "20000,20300 0"]),
        ((blue("E", at(20500)), blue("D", at(20300, 22000))), ["moved advance A 500", "20000,20500 0"]),
        ((blue("E", at(20900)), blue("D", at(20300, 22001))), ["20000,20000 0"]),
    ],
)
def test_who_wins_follows_who_recoils(others: tuple[Plain, ...], told: list[str]) -> None:
    s = state(A, *others, *FAR)
    forced.follow(s, unit_of(s, s.bases["A"]), unit_of(s, s.bases["E"]))
    assert outcome(s) == told


@pytest.mark.rule("alaguerre:5.6.2-a")
def test_how_a_winner_turns_parallel() -> None:
    """No farther than 1um with its outer corner, the shorter way."""
    ways = {
        (0, 0): 0,
        (0, 1000): 1000,
        (0, 35000): 35000,
        (0, 2860): 2860,
        (0, 2870): 0,
        (35500, 500): 500,
        (500, 35500): 35500,
        (0, 18000): 0,
        (0, 9000): 0,
        (20000, 19000): 19000,
        (19000, 20000): 20000,
    }
    found = {(facing, wanted): forced.parallel((0, 0, facing, 2000, 1000), wanted) for facing, wanted in ways}
    assert {key: pose[2] for key, pose in found.items()} == ways
    assert found[0, 1000][:2] == (15, 174)
    assert found[0, 35000][:2] == (-15, 174)


@pytest.mark.rule("alaguerre:5.6.3-a")
def test_who_is_driven_turns_backward_until_parallel() -> None:
    ways = {0: 0, 18000: 0, 17000: 35000, 19000: 1000, 1000: 1000, 35000: 35000, 9000: 9000, 27000: 9000}
    found = {away: forced.turned_back((0, 0, 0, 2000, 1000), away) for away in ways}
    assert {away: pose[2] for away, pose in found.items()} == ways
    assert found[17000][:2] == (15, -174)
    assert found[19000][:2] == (-15, -174)


@pytest.mark.rule("alaguerre:5.6.3-e", "alaguerre:5.6.3-f")
@pytest.mark.parametrize(("y", "crossed"), [(17600, True), (17500, True), (17100, True), (17000, False)])
def test_who_is_crossed_only_by_the_end_of_a_retreat_tests_too(y: int, crossed: bool) -> None:
    """Friends to the left and right leave no gap; its move ends half in them or before, and it goes on to beyond."""
    others = red("F", at(y), *WEAK), red("H", at(y, 22000)), red("I", at(y, 18000))
    s = state(red("A", AT, **SHAKEN), *others, *FAR)
    drive(forced.retreat(s, unit_of(s, s.bases["A"])), *([(6,)] if crossed else []))
    assert ("roll morale F contagion 8 passed" in course(s)) is crossed
