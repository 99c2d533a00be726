"""Chapter 7 and 6, more closely: reach of mixed units, who is engaged, what follows when the target has gone."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.answers import Approach, GoOn
from quadrilatero.games.alaguerre.rules import approach, attack_ways
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, line, play, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LN = ("Ln", "1/1/1 -")
GUNS = ("MdArt", "1/1/- -")
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}
A = red("A", AT, *LN)


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str) -> Unit:
    return unit_of(s, s.bases[id])


@pytest.mark.rule("alaguerre:7-a", "alaguerre:8.2-t1", "alaguerre:8.1.4-a")
def test_the_reach_of_a_unit_is_that_of_its_worst_weapon_and_its_nearest_base() -> None:
    s = state(
        red("A", AT, *LN, **C),
        red("B", at(20000, 22000), *LN, weapon="none", **C),
        red("D", at(9000, 9000), *LN),
        blue("E", at(23000, 21500), **G),
        blue("F", at(24000, 21500), **G),
        *FAR,
    )
    assert [approach.reach_of(s, unit(s, id)) for id in "AD"] == [0, 1000]
    refusal = approach.refuse_approach(s, unit(s, "A"), Approach("E"), order=5)
    assert refusal is not None
    assert refusal.rule == "7.1-a"
    assert approach.apart(s.bases["B"].pose, unit(s, "E")) == 3000
    assert approach.way_to_range(s, s.bases["D"].pose, unit(s, "E"), 1000) is None


@pytest.mark.rule("alaguerre:7.2.1-a", "alaguerre:7.2.3-d")
@pytest.mark.parametrize(("short", "late"), [(True, False), (False, True)])
def test_the_nearest_bases_are_engaged(short: bool, late: bool) -> None:
    mine = red("A", AT, *LN, **C), red("B", at(20000, 22000), *LN, **C)
    theirs = blue("E", at(21000, 23000), brigade="e"), blue("F", at(21000, 25000), brigade="e")
    s = state(*mine, *theirs, *FAR)
    approach.engage(s, unit(s, "A"), unit(s, "E"), answers_short=short)
    assert {id: s.bases[id].engaged for id in "ABEF"} == {"A": None, "B": "E", "E": "B", "F": None}
    assert (s.bases["E"].late, s.bases["B"].late) == (late, False)


@pytest.mark.rule("alaguerre:7.2-a", "alaguerre:7.2-e")
def test_an_approach_is_seen_by_all_while_it_is_answered() -> None:
    match = play(A, blue("E", at(22500), *CAV), *FAR, phase="manoeuvre", orders={"red": 5}, dice=[4, 4])
    match.answer("red", {"do": "approach", "unit": "A", "target": "E"})
    seen = match.view("blue")["attack"]
    assert (seen["kind"], seen["unit"], seen["target"], seen["on"]) == ("approach", "A", "E", "front")
    assert match.options("blue") == [{"do": "stand"}, {"do": "counter"}]


@pytest.mark.rule("alaguerre:7.2.3-a", "alaguerre:7.2.3-e", "alaguerre:5.6.5-n")
@pytest.mark.parametrize(
    ("target", "on", "able"),
    [
        (blue("E", at(22500), *CAV), "front", ["stand", "counter"]),
        (blue("E", at(22500), *CAV), "flank", ["stand"]),
        (blue("E", at(22500)), "front", ["stand"]),
        (blue("E", at(22500), *GUNS), "front", ["stand", "evade"]),
        (blue("E", at(22500), *GUNS, formation="limbered"), "front", ["stand"]),
        (blue("E", at(22500), *GUNS, evaded=True), "front", ["stand"]),
    ],
)
def test_what_who_is_approached_may_declare(target: Plain, on: str, able: list[str]) -> None:
    s = state(A, target, *FAR)
    assert approach.choices(s, unit(s, "A"), unit(s, "E"), on) == able


@pytest.mark.rule("alaguerre:7.2-f", "alaguerre:7.2-g")
@pytest.mark.parametrize(
    ("others", "by", "to"),
    [
        ((), None, 22000),
        ((), 700, 20700),
        ((blue("F", at(21500, 21000)),), None, 21400),
        ((blue("F", at(21500, 21000)),), 300, 20300),
        ((blue("F", at(20050, 21000)),), None, 20000),
    ],
)
def test_how_far_an_approach_goes_on(others: tuple[Plain, ...], by: int | None, to: int) -> None:
    s = state(A, blue("E", at(22000, 19000)), *others, *FAR)
    stood = unit(s, "E")
    s.remove(s.bases["E"])
    drive(approach.go_on(s, unit(s, "A"), stood, 3000), GoOn(by))
    assert s.bases["A"].at == (20000, to)
    assert course(s) == ([f"moved approach A {to - 20000}"] if to > 20000 else [])


@pytest.mark.rule("alaguerre:7.2-f", "alaguerre:7.2-g")
def test_who_stands_where_the_target_was_is_asked_nothing() -> None:
    s = state(A, blue("E", AT), *FAR)
    stood = unit(s, "E")
    s.remove(s.bases["E"])
    drive(approach.go_on(s, unit(s, "A"), stood, 3000))
    far = state(A, blue("E", at(20000)), blue("F", at(22500)), *FAR)
    stood = unit(far, "E")
    far.remove(far.bases["E"])
    ask = next(approach.go_on(far, unit(far, "A"), stood, 2000))
    assert ask.options("red") == [{"do": "stay"}, {"do": "approach", "target": "F"}]
    assert approach.other_targets(far, unit(far, "A"), 1500) == ["F"]
    assert approach.other_targets(far, unit(far, "A"), 1499) == []


# -- ways of attacks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6.2-e", "alaguerre:6-b", "alaguerre:6.2.2-a")
def test_the_way_to_a_target_is_that_to_its_nearest_base_or_its_walls() -> None:
    village = area("V", "village", 15, 21.4, 25, 26, vdf=1)
    s = state(
        red("A", AT, *CAV),
        blue("E", at(24000, 19000), **G),
        blue("F", at(24000, 21000), **G),
        blue("H", at(21800, 21500), brigade="h"),
        *FAR,
    )
    assert attack_ways.way_to(s, s.bases["A"].pose, unit(s, "E")) == 4000
    assert attack_ways.way_to(s, s.bases["A"].pose, unit(s, "E"), 3999) is None
    assert attack_ways.straight_to(s, s.bases["A"].pose, unit(s, "E")) is None
    assert attack_ways.straight_to(s, s.bases["A"].pose, unit(s, "H")) == 1800
    inside = state(red("A", AT), blue("E", at(24000), inside="V"), *FAR, terrain=(village,))
    assert attack_ways.way_to(inside, inside.bases["A"].pose, unit(inside, "E")) == 1400
    assert attack_ways.charged_on((20000, 27500, 18000, 2000, 1000), unit(inside, "E"), inside) == "front"
    open_ground = state(red("A", AT), blue("E", at(24000)), *FAR)
    assert attack_ways.charged_on((20000, 27500, 18000, 2000, 1000), unit(open_ground, "E"), open_ground) == "rear"
    ring = state(red("A", AT), blue("E", at(24000), formation="square", notes=["square"]), *FAR)
    assert attack_ways.charged_on((20000, 27500, 18000, 2000, 1000), unit(ring, "E"), ring) == "front"


@pytest.mark.rule("alaguerre:11.3.1-g", "alaguerre:11.3.1-e")
@pytest.mark.parametrize(
    ("y", "facing", "reason"),
    [(20000, 0, "cannot_cross"), (19000, 0, None), (20700, 0, "stops_at_obstacle"), (22000, 0, None)],
)
def test_guns_attack_across_no_wall(y: int, facing: int, reason: str | None) -> None:
    """Baggage never comes over one: as a stand-in for whoever cannot."""
    wall = line("H", "wall", (10, y / 1000), (30, y / 1000), vdf=1, obstacle=2)
    s = state(red("A", AT, *GUNS, formation="limbered"), blue("E", at(22000)), *FAR, terrain=(wall,))
    refusal = attack_ways.refuse_way(s, unit(s, "A"), s.bases["A"].pose, 2000, unit(s, "E"))
    assert (refusal and refusal.reason) == reason
