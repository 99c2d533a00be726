"""5.6.5: who gives way before an enemy or fire, how far he goes, round whom and through whom."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.rules import evasion
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, line, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LC = ("LC", "1/0/0 - sk")
LT = ("Lt", "1/1/0 - sk")
REI = ("Rei", "1/1/0 -")
SH = ("Sh", "1/1/0 -")
GUNS = ("MdArt", "1/1/- -")
TRAIN = ("baggage", "-/-/- -")
OPEN: Plain = {"formation": "skirmish"}
X: Plain = {"brigade": "x"}
WALL_OF_PIKES = tuple([red(f"F{n}", [14000 + 2000 * n, 18000]) for n in range(7)])
FORT = area("V", "fort", 15, 15, 25, 25, vdf=1)


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


@pytest.mark.rule("alaguerre:5.6.5-e", "alaguerre:5.6.5-i", "alaguerre:5.6.5-l")
@pytest.mark.parametrize(
    ("base", "terrain", "must"),
    [
        (red("A", AT, *SH), (), True),
        (red("A", AT, *SH, inside="V"), (FORT,), False),
        (red("A", AT, *SH), (FORT,), True),
        (red("A", AT, *SH, evaded=True), (), False),
        (red("A", AT, *GUNS), (), True),
        (red("A", AT, *TRAIN), (), False),
        (red("A", AT, *LT, **OPEN), (), True),
        (red("A", AT, *LT, **OPEN), (area("W", "wood", 15, 15, 25, 25, vdf=0),), False),
        (red("A", AT, "Hv", "1/-/0 -"), (), False),
    ],
)
def test_who_must_give_way_before_horse(base: Plain, terrain: tuple[Plain, ...], must: bool) -> None:
    s = state(base, blue("E", [20000, 24000], *CAV), *FAR, terrain=terrain)
    assert evasion.must_evade(s, unit(s), unit(s, "E")) is must


@pytest.mark.rule("alaguerre:5.6.5-h", "alaguerre:5.6.5-j", "alaguerre:5.6.5-k")
@pytest.mark.parametrize(
    ("base", "terrain", "how"),
    [
        (red("A", AT, *REI), (), "evade"),
        (red("A", AT, *REI, state="disordered"), (), "evade"),
        (red("A", AT, *REI, state="shaken"), (), None),
        (red("A", AT, *REI, evaded=True), (), None),
        (red("A", AT, *LT, **OPEN), (), "evade"),
        (red("A", AT, *LT, **OPEN), (area("W", "wood", 15, 15, 25, 25, vdf=0),), None),
        (red("A", AT, "Lt", "1/1/0 - sk/ln"), (), "evade_open"),
        (red("A", AT, "Lt", "1/1/0 - sk/ln", great="T"), (), None),
        (red("A", AT), (), None),
        (red("A", AT, *GUNS), (), None),
        (red("A", AT, *TRAIN), (), None),
    ],
)
def test_who_may_give_way_before_fire(base: Plain, terrain: tuple[Plain, ...], how: str | None) -> None:
    s = state(base, blue("E", [20000, 24000]), *FAR, terrain=terrain)
    assert evasion.may_evade_fire(s, unit(s), s.bases["E"]) == how


@pytest.mark.rule("alaguerre:5.6.5-f", "alaguerre:5.6.5-k", "alaguerre:5.6.5-l")
@pytest.mark.parametrize(
    ("base", "passed", "first"),
    [
        (red("A", AT, *SH), False, True),
        (red("A", AT, *SH), True, True),
        (red("A", AT, *REI), True, False),
        (red("A", AT, *GUNS), True, True),
        (red("A", AT, *GUNS), False, False),
        (red("A", AT, *GUNS, formation="limbered"), True, False),
    ],
)
def test_who_shoots_before_he_gives_way(base: Plain, passed: bool, first: bool) -> None:
    s = state(base, *FAR)
    assert evasion.shoots_first(unit(s), "evade", passed) is first
    assert not evasion.shoots_first(unit(s), "evade_open", passed)


@pytest.mark.rule("alaguerre:5.6.5-a", "alaguerre:5.6.5-b", "alaguerre:5.3-e")
@pytest.mark.parametrize(
    ("base", "others", "terrain", "end", "by", "through"),
    [
        (red("A", AT, *REI), (), (), (20000, 16000, 0), 4000, []),
        (red("A", AT, *LC, facing=27000, **OPEN), (), (), (26000, 20000, 27000), 6000, []),
        (red("A", AT, *REI), WALL_OF_PIKES, (), (20000, 19000, 0), 1000, []),
        (red("A", AT, *REI), (red("F", [21500, 18000]),), (), (19500, 16000, 0), 4000, []),
        (red("A", AT, *REI), (red("F", [18500, 18000]),), (), (20500, 16000, 0), 4000, []),
        (red("A", AT, *REI), (red("F", [20000, 18000], *LT, **OPEN),), (), (20000, 16000, 0), 4000, ["F"]),
        (red("A", AT, *REI), (), (area("P", "pond", 10, 16, 30, 17.5),), (20000, 18500, 0), 1500, []),
        (red("A", [20000, 3000], *REI), (), (), (20000, 500, 0), 2500, []),
        (red("A", [45167, 20000], *REI, facing=27000), (), (), (46167, 20000, 27000), 1000, []),
        (red("A", [20000, 19000], *REI), WALL_OF_PIKES, (), (20000, 19000, 0), 0, []),
    ],
)
def test_how_far_and_where_one_goes_back(
    base: Plain,
    others: tuple[Plain, ...],
    terrain: tuple[Plain, ...],
    end: tuple[int, int, int],
    by: int,
    through: list[str],
) -> None:
    s = state(base, *others, *FAR, terrain=terrain)
    most = 6000 if base["type"] == "LC" else 4000
    pose, gone, crossed = evasion.way_back(s, unit(s), most)
    assert (pose[:3], gone, crossed) == (end, by, through)


@pytest.mark.rule("alaguerre:5.6.5-a", "alaguerre:5.6.5-m", "alaguerre:5.6.5-o")
def test_what_comes_of_giving_way() -> None:
    s = state(red("A", AT, *REI, **X), red("B", [22000, 20000], *REI, **X), *FAR)
    assert unit(s).ids == ["A", "B"]
    evasion.evade(s, unit(s), "evade")
    assert [s.bases[id].at for id in "AB"] == [(20000, 16000), (22000, 16000)]
    assert [(s.bases[id].evaded, s.bases[id].moved, s.bases[id].state) for id in "AB"] == [
        (True, 4000, "disordered")
    ] * 2
    assert course(s) == ["state evade A disordered", "moved evade A 4000", "moved evade B 4000"]
    stuck = state(red("A", [20000, 19000], *REI), *WALL_OF_PIKES, *FAR)
    evasion.evade(stuck, unit(stuck), "evade")
    assert (stuck.bases["A"].at, stuck.bases["A"].moved, stuck.bases["A"].evaded) == ((20000, 19000), 1, True)
    dragoons: Plain = {"mounted_stats": "1/-/0 -"}
    riders = state(red("A", AT, *SH, **dragoons), *FAR)
    evasion.evade(riders, unit(riders), "evade")
    assert riders.bases["A"].mounted
    open_now = state(red("A", AT, "Lt", "1/1/0 - sk/ln"), *FAR)
    evasion.evade(open_now, unit(open_now), "evade_open")
    assert (open_now.bases["A"].formation, open_now.bases["A"].at) == ("skirmish", (20000, 17000))


@pytest.mark.rule("alaguerre:6.1.2-b")
def test_who_holds_a_place_that_is_no_line() -> None:
    wall = line("W", "wall", (10, 30), (20, 30), vdf=1)
    held: Plain = {"occupies": {"piece": "V", "sides": [0]}}
    s = state(
        red("A", [20000, 15000], **held), red("B", [20000, 20000], inside="V"), red("C", [15000, 30000], occupies="W"),
        red("D", [30000, 5000], **X), red("E", [32000, 5000], **X), *FAR, terrain=(FORT, wall)
    )  # fmt: skip
    assert [evasion.holds_area(s, unit(s, id)) for id in "ABCD"] == [True, True, False, False]
    s.change(s.bases["E"], inside="V")
    both = unit(s, "D")
    assert (both.ids, evasion.holds_area(s, both)) == (["D", "E"], True)
