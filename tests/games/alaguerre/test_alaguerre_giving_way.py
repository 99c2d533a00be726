"""5.6.5 and 5.6.3: who evades, by which way, and which way home leads."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.rules import evasion, ways
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, changed, course, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
REI = ("Rei", "1/1/0 -")
SH = ("Sh", "1/1/0 -")
LN = ("Ln", "1/1/1 -")
LT = ("Lt", "1/1/0 - sk")
LC = ("LC", "1/0/0 - sk/ln")
GUNS = ("MdArt", "1/1/- -")
TRAIN = ("baggage", "-/-/- -")
OPEN: Plain = {"formation": "skirmish"}
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}
WOOD = (area("W", "wood", 15, 18, 25, 22),)
VILLAGE = (area("V", "village", 15, 18, 25, 22, vdf=1),)


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str) -> Unit:
    return unit_of(s, s.bases[id])


@pytest.mark.rule("alaguerre:5.6.5-e", "alaguerre:5.6.5-g", "alaguerre:5.6.5-k")
@pytest.mark.parametrize(
    ("bases", "charger", "terrain", "must", "may"),
    [
        ((red("A", AT, *SH),), CAV, (), True, []),
        ((red("A", AT, *SH),), SH, (), False, []),
        ((red("A", AT, *SH, evaded=True),), CAV, (), False, []),
        ((red("A", AT, *SH, **C), red("B", at(20000, 22000), *SH, evaded=True, **C)), CAV, (), False, []),
        ((red("A", AT, *SH, inside="V"),), CAV, VILLAGE, False, []),
        ((red("A", at(23000), *SH, occupies={"piece": "V", "sides": [2]}),), CAV, VILLAGE, False, []),
        ((red("A", AT, *SH),), CAV, WOOD, False, []),
        (
            (red("A", at(18000, 24500), *SH, **C), red("B", at(18000, 26500), *SH, **C)),
            CAV,
            (area("W", "wood", 15, 16, 25.5, 22),),
            True,
            [],
        ),
        ((red("A", AT, *TRAIN),), CAV, (), False, []),
        ((red("A", AT, *GUNS),), CAV, (), True, []),
        ((red("A", AT, *LN),), CAV, (), False, []),
        ((red("A", AT, *LT, **OPEN),), CAV, (), True, []),
        ((red("A", AT, *REI),), CAV, (), False, ["evade"]),
        ((red("A", AT, *REI),), SH, (), False, []),
        ((red("A", AT, *REI, state="shaken"),), CAV, (), False, []),
        ((red("A", AT, *REI, **C), red("B", at(20000, 22000), *REI, evaded=True, **C)), CAV, (), False, []),
        ((red("A", AT, *LC),), SH, (), False, ["evade_open"]),
        ((red("A", AT, *LC, **OPEN),), SH, (), True, []),
        ((red("A", AT, *LC),), SH, WOOD, False, []),
        ((red("A", AT, *LC, **C), red("B", at(20000, 22000), *LC, **C)), SH, (), False, []),
        ((red("A", AT, *LC, **G), red("B", at(20000, 22000), *LC, **G)), SH, (), False, []),
        ((red("A", AT, *LC, **G),), SH, (), False, []),
    ],
)
def test_who_evades_from_a_charge(
    bases: tuple[Plain, ...], charger: tuple[str, str], terrain: tuple[Plain, ...], must: bool, may: list[str]
) -> None:
    s = state(*bases, blue("E", at(35000), *charger), *FAR, terrain=terrain)
    assert evasion.must_evade(s, unit(s, "A"), unit(s, "E")) is must
    assert evasion.may_evade(s, unit(s, "A"), unit(s, "E")) == may


@pytest.mark.rule("alaguerre:5.6.5-h", "alaguerre:5.6.5-j", "alaguerre:5.6.5-k")
@pytest.mark.parametrize(
    ("bases", "how"),
    [
        ((red("A", AT, *REI),), "evade"),
        ((red("A", AT, *REI), blue("E", AT)), None),
        ((red("A", AT, *REI, evaded=True),), None),
        ((red("A", AT, *REI, **C), red("B", at(20000, 22000), *REI, **C), blue("E", at(20000, 22500))), None),
        ((red("A", AT, *REI, state="shaken"),), None),
        ((red("A", AT, *GUNS),), None),
        ((red("A", AT, *TRAIN),), None),
        ((red("A", AT, *LC),), "evade_open"),
        ((red("A", AT, *LC, **G), red("B", at(20000, 22000), *LC, **G)), None),
        ((red("A", AT, *LT, **OPEN),), "evade"),
        ((red("A", AT, *LN),), None),
    ],
)
def test_who_evades_from_fire(bases: tuple[Plain, ...], how: str | None) -> None:
    s = state(*bases, blue("S", at(35000), *SH), *FAR)
    assert evasion.may_evade_fire(s, unit(s, "A"), s.bases["S"]) == how


@pytest.mark.rule("alaguerre:5.6.5-f", "alaguerre:5.6.5-l")
@pytest.mark.parametrize(
    ("base", "how", "passed", "first"),
    [
        (red("A", AT, *SH), "evade", False, True),
        (red("A", AT, *SH), "evade_open", True, False),
        (red("A", AT, *GUNS), "evade", True, True),
        (red("A", AT, *GUNS), "evade", False, False),
        (red("A", AT, *GUNS, formation="limbered"), "evade", True, False),
        (red("A", AT, *LC), "evade", True, False),
    ],
)
def test_who_shoots_before_he_evades(base: Plain, how: str, passed: bool, first: bool) -> None:
    s = state(base, *FAR)
    assert evasion.shoots_first(unit(s, "A"), how, passed) is first


@pytest.mark.rule("alaguerre:5.6.5-a", "alaguerre:5.6.5-b", "alaguerre:5.6.5-m")
@pytest.mark.parametrize(
    ("bases", "terrain", "told"),
    [
        (
            (red("A", AT, *SH),),
            (),
            ["state evade A disordered", "moved evade A 2000", "A: at=20000,18000 state=disordered moved=2000 evaded"],
        ),
        (
            (red("A", AT, *SH, facing=27000),),
            (),
            ["state evade A disordered", "moved evade A 2000", "A: at=22000,20000 state=disordered moved=2000 evaded"],
        ),
        (
            (red("A", AT, *SH, engaged="E"), blue("E", at(21000), engaged="A")),
            (),
            [
                "disengaged A E",
                "state evade A disordered",
                "moved evade A 2000",
                "A: at=20000,18000 state=disordered engaged=None moved=2000 evaded",
                "E: engaged=None",
            ],
        ),
        (
            (red("A", AT, *GUNS),),
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
            (),
            ["state evade A disordered", "moved evade A 2000", "A: at=20000,18000 state=disordered moved=2000 evaded"],
        ),
        (
            (red("A", AT, "Dr", "1/0/-1 - sk", mounted_stats="1/0/0 - sk/ln"),),
            (),
            [
                "state evade A disordered",
                "moved evade A 6000",
                "A: at=20000,14000 mounted state=disordered moved=6000 evaded",
            ],
        ),
        (
            (red("A", AT, *SH), red("F", at(18500))),
            (),
            ["state evade A disordered", "moved evade A 2000", "A: at=22000,18000 state=disordered moved=2000 evaded"],
        ),
        (
            (red("A", AT, *SH), red("F", at(18500, 21400))),
            (),
            ["state evade A disordered", "moved evade A 2000", "A: at=19400,18000 state=disordered moved=2000 evaded"],
        ),
        (
            (red("A", AT, *SH), red("F", at(18500, 18600))),
            (),
            ["state evade A disordered", "moved evade A 2000", "A: at=20600,18000 state=disordered moved=2000 evaded"],
        ),
        (
            (red("A", AT, *SH), red("F", at(18500, 18600)), red("H", at(18500, 21400))),
            (),
            ["state evade A disordered", "moved evade A 500", "A: at=20000,19500 state=disordered moved=500 evaded"],
        ),
        (
            (red("A", AT, *SH), red("F", at(18500)), red("H", at(18500, 16000)), red("I", at(18500, 24000))),
            (),
            ["state evade A disordered", "moved evade A 2000", "A: at=22000,18000 state=disordered moved=2000 evaded"],
        ),
        (
            (
                red("A", AT, *SH),
                red("F", at(18500, 22000)),
                red("H", at(18500)),
                red("I", at(18500, 18000)),
                red("K", at(18500, 24000)),
                red("L", at(18500, 16000)),
            ),
            (),
            ["state evade A disordered", "moved evade A 500", "A: at=20000,19500 state=disordered moved=500 evaded"],
        ),
        (
            (red("A", AT, *CAV), red("F", at(18500, 20000), *LT, **OPEN)),
            (),
            ["state evade A disordered", "moved evade A 3000", "A: at=20000,17000 state=disordered moved=3000 evaded"],
        ),
        (
            (red("A", AT, *CAV), red("F", at(18500, 20000), *LC, moved=100)),
            (),
            [
                "state evade A disordered",
                "moved evade A 3000",
                "state crossed F disordered",
                "A: at=20000,17000 state=disordered moved=3000 evaded",
                "F: state=disordered",
            ],
        ),
        (
            (red("A", AT, *SH), blue("E", at(18400), facing=0)),
            (),
            ["state evade A disordered", "moved evade A 2000", "A: at=22000,18000 state=disordered moved=2000 evaded"],
        ),
        (
            (red("A", AT, *SH),),
            (area("P", "pond", 10, 17, 30, 18.2),),
            ["state evade A disordered", "moved evade A 800", "A: at=20000,19200 state=disordered moved=800 evaded"],
        ),
        (
            (red("A", AT, *SH),),
            (area("P", "pond", 10, 10, 18, 18.2),),
            ["state evade A disordered", "moved evade A 2000", "A: at=20000,18000 state=disordered moved=2000 evaded"],
        ),
        (
            (red("A", at(1800), *SH),),
            (),
            ["state evade A disordered", "moved evade A 1300", "A: at=20000,500 state=disordered moved=1300 evaded"],
        ),
        (
            (red("A", at(20000, 1200), *SH, facing=9000),),
            (),
            ["state evade A disordered", "moved evade A 700", "A: at=500,20000 state=disordered moved=700 evaded"],
        ),
        (
            (red("A", at(20000, 46000), *SH, facing=27000),),
            (),
            ["state evade A disordered", "moved evade A 150", "A: at=46150,20000 state=disordered moved=150 evaded"],
        ),
        (
            (red("A", at(39000), *SH, facing=18000),),
            (),
            ["state evade A disordered", "moved evade A 500", "A: at=20000,39500 state=disordered moved=500 evaded"],
        ),
        (
            (red("A", AT, *SH, **C), red("B", at(20000, 22000), *SH, **C)),
            (),
            [
                "state evade A disordered",
                "moved evade A 2000",
                "moved evade B 2000",
                "A: at=20000,18000 state=disordered moved=2000 evaded",
                "B: at=22000,18000 state=disordered moved=2000 evaded",
            ],
        ),
        (
            (red("A", AT, *SH, inside="V"),),
            VILLAGE,
            [
                "state evade A disordered",
                "moved evade A 2000",
                "A: at=20000,18000 state=disordered inside=None moved=2000 evaded",
            ],
        ),
    ],
)
def test_by_which_way_one_evades(bases: tuple[Plain, ...], terrain: tuple[Plain, ...], told: list[str]) -> None:
    s = state(*bases, *FAR, terrain=terrain)
    assert outcome(s) == told


def outcome(s: State) -> list[str]:
    """What comes of it that A evades."""
    before = GAME.position(s)
    evasion.evade(s, unit(s, "A"), evasion.EVADE)
    return course(s) + changed(before, GAME.position(s))


@pytest.mark.rule("alaguerre:5.6.4-a")
@pytest.mark.parametrize(
    ("at", "edge", "lines", "home"),
    [
        ([20000, 20500], "south", [], (18000, 20000)),
        ([20000, 20500], "north", [], (0, 20000)),
        ([20000, 20500], "west", [], (27000, 20000)),
        ([20000, 20500], "east", [], (9000, 26667)),
        ([20000, 20500], "south", [[46000, 20000]], (18000, 20000)),
        ([20000, 20500], "south", [[46000, 20000], [30000, 20000]], (9000, 10000)),
        ([20000, 20500], "south", [[20000, 30000]], (0, 10000)),
    ],
)
def test_which_way_home_is_the_shortest(
    at: list[int], edge: str, lines: list[list[int]], home: tuple[int, int]
) -> None:
    s = state(
        red("A", at),
        *FAR,
        edges={"red": edge, "blue": "north" if edge == "south" else "south"},
        communications={"red": lines},
    )
    assert ways.homeward(s, unit(s, "A")) == home
