"""Chapter 6: charges step by step: who is refused, how they end, what is left of their move."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.answers import Charge, GoOn
from quadrilatero.games.alaguerre.rules import charge
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.table import overlaps, shift
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, play, red, state, tale

AT = [20000, 20000]
CAV = ("Cav", "1/-/2 a")
LC = ("LC", "1/0/0 - sk/ln")
LT = ("Lt", "1/1/0 - sk")
SH = ("Sh", "1/1/0 -")
LN = ("Ln", "1/1/1 -")
PK = ("Pk", "1/0/2 a")
GUNS = ("MdArt", "1/1/- -")
C: Plain = {"brigade": "c"}
OPEN: Plain = {"formation": "skirmish"}
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
GO = {"do": "go_on"}
STAND, HOLD, FIRE = {"do": "stand"}, {"do": "hold"}, {"do": "fire"}
WIDE: Plain = {"wheel": {"side": "right", "angle": 2000}}
WHEELS = {"do": "charge", "target": "D"}
WOOD = area("W", "wood", 15, 20.7, 25, 25)


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str) -> Unit:
    return unit_of(s, s.bases[id])


# -- who may charge whom ----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6-d", "alaguerre:6.1.1-a", "alaguerre:6.1.2-a")
@pytest.mark.parametrize(
    ("bases", "terrain", "rule"),
    [
        ((red("A", AT, *CAV), blue("B", at(22500), **C), blue("D", at(22500, 22000), **C)), "hill", None),
        (
            (red("A", AT, *CAV, **C), red("E", at(20000, 22000), "Cav", "1/-/- a", **C), blue("B", at(22500))),
            "",
            "2.6.4-a",
        ),
        ((red("A", AT, *LT), blue("B", at(21500))), "wood", "6.1.1-a"),
        ((red("A", AT, *LT), blue("B", at(21500), state="shaken")), "wood", None),
        ((red("A", AT, *LT), blue("B", at(21900)), red("F", at(22900), facing=18000)), "", None),
        ((red("A", AT, *LT), blue("B", at(22000))), "begun in wood", "6.1.1-a"),
        ((red("A", AT, *CAV), blue("B", at(21500))), "wood", "6.1.2-a"),
        ((red("A", AT, *LC), blue("B", at(21500))), "wood", None),
        ((red("A", AT, *CAV), blue("B", at(22500))), "wood beyond", None),
        (
            (
                red("A", AT, *CAV, **C, engaged="D"),
                red("E", at(20000, 22000), *CAV, **C, engaged="B"),
                blue("B", at(22500, 22000), engaged="E"),
                blue("D", at(22500, 18000), engaged="A"),
            ),
            "",
            None,
        ),
        (
            (red("A", AT, *CAV, engaged="D"), blue("B", at(22500)), blue("D", at(22500, 18000), engaged="A")),
            "",
            "7.2.1-a",
        ),
    ],
)
def test_who_may_charge_whom_where(bases: tuple[Plain, ...], terrain: str, rule: str | None) -> None:
    lie = {
        "": (),
        "hill": (area("H", "hill", 19.5, 20.3, 40, 21.9),),
        "wood": (WOOD,),
        "begun in wood": (area("W", "wood", 15, 15, 25, 20.2),),
        "wood beyond": (area("W", "wood", 15, 22.6, 25, 25),),
    }[terrain]
    s = state(*bases, *FAR, terrain=lie)
    refusal = charge.refuse_charge(s, unit(s, "A"), Charge("B"), order=5)
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("alaguerre:6-c", "alaguerre:6-d", "alaguerre:6.2-i")
@pytest.mark.parametrize(
    ("enemy", "left", "rule"),
    [
        (blue("B", at(22000)), 2000, None),
        (blue("B", at(22000)), 1999, "6-d"),
        (blue("B", at(21000, 22500)), 1400, "6-d"),
        (blue("B", at(21000, 22500)), 3000, None),
        (blue("B", at(20500, 24000)), 3000, "6-c"),
    ],
)
def test_whom_a_charger_can_still_reach(enemy: Plain, left: int, rule: str | None) -> None:
    s = state(red("A", AT, *CAV), enemy, *FAR)
    refusal = charge.can_turn_on(s, unit(s, "A"), Charge("B"), left)
    assert (refusal and refusal.rule) == rule
    assert charge.other_targets(s, unit(s, "A"), left) == ([] if rule else ["B"])


@pytest.mark.rule("alaguerre:6.2-i")
def test_a_charger_does_not_turn_on_the_routed() -> None:
    s = state(red("A", AT, *CAV), blue("B", at(22000), state="routed"), *FAR)
    assert charge.other_targets(s, unit(s, "A"), 3000) == []


# -- where it ends ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6-e", "alaguerre:6.2-c")
@pytest.mark.parametrize(
    ("left", "to"), [(0, 20000), (1500, 21500), (1999, 21999), (2000, 21900), (3000, 21900), (2050, 21900)]
)
def test_who_falls_short_stops_before_whoever_is_in_the_way(left: int, to: int) -> None:
    s = state(red("A", AT, *CAV), blue("B", at(22000)), *FAR)
    charge.falls_short(s, unit(s, "A"), left)
    moved = [f"moved charge A {to - 20000}"] if left else []
    assert course(s) == [*moved, "state charge A disordered"]
    assert s.bases["A"].at == (20000, to)
    alone = state(red("A", AT, *CAV), *FAR)
    charge.falls_short(alone, unit(alone, "A"), left)
    assert alone.bases["A"].at == (20000, 20000 + left)


@pytest.mark.rule("alaguerre:6.2-e")
@pytest.mark.parametrize(
    ("bases", "most", "to"),
    [
        ((blue("B", at(22000)),), 3000, 22000),
        ((blue("B", at(22000)),), 1200, 21200),
        ((blue("B", at(22000, 24000)),), 3000, 23000),
        ((blue("B", at(22000, 24000)), blue("D", at(21500, 21500))), 3000, 21500),
        ((blue("B", at(20000)),), 3000, 20000),
    ],
)
def test_a_charge_goes_to_its_target_or_to_whoever_is_met_before(bases: tuple[Plain, ...], most: int, to: int) -> None:
    s = state(red("A", AT, *CAV), *bases, *FAR)
    charge.go_to(s, unit(s, "A"), unit(s, "B"), most)
    assert s.bases["A"].at == (20000, to)
    assert len(course(s)) == (to > 20000)


@pytest.mark.rule("alaguerre:6.2-b", "alaguerre:5.3-f", "alaguerre:5.3.1-b")
def test_a_step_of_a_charge_goes_through_friends_and_past_generals() -> None:
    friends = red("F", at(21200, 20500), *LT, **OPEN), red("E", at(20900, 23000), *LT, **OPEN)
    generals = [general("C", [5000, 5000]), general("G", [20000, 21000])]
    s = state(red("A", AT, *CAV), *friends, *FAR, generals=generals)
    charge.step(s, unit(s, "A"), shift(s.bases["A"].pose, 0, 2000), 2000)
    assert (s.bases["A"].at, s.bases["A"].moved) == ((20000, 22000), 2000)
    assert s.bases["F"].state == s.bases["E"].state == "ordered"
    assert not any(overlaps(s.generals["G"].pose, base.pose) for base in s.on_table())
    assert s.generals["G"].at != (20000, 21000)
    assert course(s)[0] == "moved charge A 2000"
    charge.step(s, unit(s, "A"), s.bases["A"].pose, 0)
    assert (len(course(s)), s.bases["A"].moved) == (1, 2000)


# -- whole charges ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:6-e", "alaguerre:6.2-h", "alaguerre:6.2-e")
@pytest.mark.parametrize(
    ("bases", "more", "dice", "answers", "told"),
    [
        (
            (red("A", AT, *CAV), blue("B", at(24500), *CAV)),
            {},
            (4,),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "contact A B front False 4500",
                "moved charge A 2000",
                "state charge A disordered",
                "A: at=20000,23000 state=disordered moved=3000 acted",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(24501, 21900), *CAV)),
            {},
            (4,),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "contact A B front False 4501",
                "moved charge A 2000",
                "state charge A disordered",
                "A: at=20000,23000 state=disordered moved=3000 acted",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *CAV)),
            {},
            (1,),
            [],
            ["roll morale A charge 2 stands", "A: acted"],
        ),
        (
            (red("A", AT, *CAV, engaged="B"), blue("B", at(22500), *CAV, engaged="A")),
            {},
            (1,),
            [],
            ["roll morale A charge 2 stands", "disengaged A B", "A: engaged=None acted", "B: engaged=None"],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *CAV)),
            {},
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "moved charge A 1500",
                "contact A B front True 2500",
                "A: at=20000,22500 moved=2500 acted",
                "A fight: charged on=front began=red",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *CAV)),
            {},
            (4, 5),
            [{"do": "counter"}],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 6 passed",
                "moved charge A 750",
                "moved counter B 750",
                "contact A B front True 2500",
                "A: at=20000,21750 moved=1750 acted",
                "A fight: charged on=front began=red",
                "B: at=20000,21750 moved=750 acted",
                "B fight: charged on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *CAV)),
            {},
            (4, 2),
            [{"do": "counter"}, GO],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 2000",
                "moved charge A 1500",
                "state charge A disordered",
                "A: at=20000,22500 state=disordered moved=2500 acted",
                "B: at=20000,25500 state=disordered",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(20800), *CAV)),
            {},
            (4, 5),
            [{"do": "counter"}],
            [
                "roll morale A charge 5 passed",
                "moved charge A 800",
                "roll morale B charged 6 passed",
                "contact A B front True 800",
                "A: at=20000,20800 moved=800 acted",
                "A fight: charged on=front began=red",
                "B: acted",
                "B fight: charged on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *CAV)),
            {},
            (4, 2),
            [STAND, GO],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 2000",
                "moved charge A 1500",
                "state charge A disordered",
                "A: at=20000,22500 state=disordered moved=2500 acted",
                "B: at=20000,25500 state=disordered",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *SH)),
            {},
            (4, 4, 3, 3, 3),
            [FIRE],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "roll fire B A 4 front 1500 1",
                "roll morale A fire 3 two_levels",
                "state fire A shaken",
                "state evade B disordered",
                "moved evade B 2000",
                "A: at=20000,21000 state=shaken moved=1000 acted damaged tested",
                "B: at=20000,24500 state=disordered first_fire=False moved=2000 fired evaded",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *SH)),
            {},
            (4, 4),
            [HOLD, {"do": "go_on", "by": 1800}],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "state evade B disordered",
                "moved evade B 2000",
                "moved charge A 1800",
                "state charge A disordered",
                "A: at=20000,22800 state=disordered moved=2800 acted",
                "B: at=20000,24500 state=disordered moved=2000 evaded",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(21500), *SH)),
            {},
            (4, 4),
            [HOLD, GO],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "state evade B disordered",
                "moved evade B 2000",
                "moved charge A 500",
                "state charge A disordered",
                "A: at=20000,21500 state=disordered moved=1500 acted",
                "B: at=20000,23500 state=disordered moved=2000 evaded",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *SH)),
            {},
            (4, 1),
            [GO],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 2 two_levels_retreats",
                "state charged B shaken",
                "moved retreat B 1000",
                "moved retreat B 1000",
                "moved charge A 1500",
                "state charge A disordered",
                "A: at=20000,22500 state=disordered moved=2500 acted",
                "B: at=20000,24500 state=shaken",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *GUNS)),
            {},
            (4, 4, 6, 1, 6),
            [FIRE, GO],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "roll fire B A 5 front 1500 3",
                "losses fire A A 1",
                "roll morale A fire 6 passed",
                "state loss A disordered",
                "eliminated abandoned B",
                "moved charge A 1500",
                "overrun B blue",
                "cohesion overrun blue 8",
                "A: at=20000,22500 losses=1 state=disordered moved=2500 acted damaged tested lost=1",
                "B: gone",
                "divisions blue: side=blue tests",
                "eliminated: id=B side=blue division=blue stats=1/1/- - why=abandoned",
                "cohesion blue: 8",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *GUNS)),
            {},
            (4, 4, 6, 1, 1),
            [FIRE],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "roll fire B A 5 front 1500 3",
                "losses fire A A 1",
                "roll morale A fire 1 rout",
                "state fire A routed",
                "cohesion rout red 8",
                "moved rout A 5000",
                "eliminated abandoned B",
                "A: at=20000,15000 facing=18000 losses=1 state=routed moved=1000 acted damaged tested lost=1",
                "B: gone",
                "divisions red: side=red tests",
                "divisions blue: side=blue tests",
                "eliminated: id=B side=blue division=blue stats=1/1/- - why=abandoned",
                "cohesion red: 8",
                "guns: id=B side=blue at=20000,22500 facing=18000 morale=1",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *GUNS)),
            {},
            (4, 1),
            [GO],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 2 two_levels_retreats",
                "state charged B shaken",
                "eliminated abandoned B",
                "moved charge A 1500",
                "state charge A disordered",
                "overrun B blue",
                "cohesion overrun blue 8",
                "A: at=20000,22500 state=disordered moved=2500 acted",
                "B: gone",
                "divisions blue: side=blue tests",
                "eliminated: id=B side=blue division=blue stats=1/1/- - why=abandoned",
                "cohesion blue: 8",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(20500), *PK, state="routed")),
            {},
            (4,),
            [{"do": "go_on", "by": 2500}],
            [
                "roll morale A charge 6 passed",
                "moved charge A 500",
                "moved rout B 3000",
                "moved charge A 2500",
                "state charge A disordered",
                "A: at=20000,23000 state=disordered moved=3000 acted",
                "B: at=20000,24500 facing=0",
            ],
        ),
        (
            (red("A", AT, *LN), blue("B", at(21500), *LN)),
            {},
            (4, 4, 4, 1, 3, 1),
            [STAND, HOLD, FIRE],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "moved charge A 500",
                "contact A B front True 1500",
                "roll fire B A 7 front 0 3",
                "losses fire A A 1",
                "roll morale A fire 3 two_levels",
                "state fire A shaken",
                "A: at=20000,21500 losses=1 state=shaken moved=1500 acted damaged tested lost=1",
                "A fight: charged on=front began=red",
                "B: first_fire=False fired",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *PK), blue("B", at(21500, 21000), *PK), blue("D", at(21500, 23000), *PK)),
            {},
            (4, 4),
            [STAND, HOLD, HOLD],
            [
                "roll morale A charge 6 passed",
                "moved charge A 1000",
                "roll morale B charged 6 passed",
                "moved charge A 500",
                "contact A B front True 1500",
                "A: at=20000,21500 moved=1500 acted",
                "A fight: charged on=front began=red",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *PK), blue("B", at(21500), *PK)),
            {"terrain": (area("M", "marsh", 15, 21, 25, 22),)},
            (4, 4),
            [STAND],
            [
                "roll morale A charge 6 passed",
                "moved charge A 1000",
                "contact A B front False 1500",
                "state charge A disordered",
                "A: at=20000,21000 state=disordered moved=1000 acted",
            ],
        ),
        (
            (red("A", AT, *PK), blue("B", at(21500), *PK)),
            {"terrain": (area("M", "marsh", 15, 21.6, 25, 22),)},
            (4, 4),
            [STAND, HOLD, HOLD],
            [
                "roll morale A charge 6 passed",
                "moved charge A 1000",
                "roll morale B charged 6 passed",
                "moved charge A 500",
                "contact A B front True 1500",
                "state terrain B disordered",
                "A: at=20000,21500 moved=1500 acted",
                "A fight: charged on=front began=red",
                "B: state=disordered",
                "B fight: on=front began=red",
            ],
        ),
    ],
)
def test_the_course_of_a_charge(
    bases: tuple[Plain, ...], more: Plain, dice: tuple[int, ...], answers: list[Plain], told: list[str]
) -> None:
    match = play(*bases, *FAR, phase="manoeuvre", orders={"red": 5}, dice=list(dice), **more)
    assert tale(match, {"do": "charge", "unit": "A", "target": "B"}, *answers) == told


@pytest.mark.rule("alaguerre:6.2-c", "alaguerre:6.2-f", "alaguerre:6.2.3-a")
def test_how_far_a_charge_has_come_is_seen_by_all() -> None:
    bases = red("A", AT, *CAV), blue("B", at(22600), *CAV, facing=16500)
    match = play(*bases, *FAR, phase="manoeuvre", orders={"red": 5}, dice=[6, 5])
    match.answer("red", {"do": "charge", "unit": "A", "target": "B"})
    begun = {"kind": "charge", "unit": "A", "target": "B", "on": "front"}
    assert match.view("blue")["attack"] == {**begun, "reaction": None, "left": 2000, "stage": "react"}
    match.answer("blue", STAND)
    assert match.view("blue")["attack"] == {**begun, "reaction": "stand", "left": 4000, "stage": "test"}


@pytest.mark.rule("alaguerre:9.4.3-a", "alaguerre:9.4.4-a")
@pytest.mark.parametrize(
    ("x", "y", "flank", "rear"),
    [
        (22000, 19000, "flank", "rear"),
        (18000, 19000, "flank", "rear"),
        (22000, 21000, "flank", "front"),
        (18000, 21000, "flank", "front"),
        (22000, 20500, "flank", "front"),
        (18000, 20500, "flank", "front"),
        (20000, 19000, "flank", "rear"),
        (20000, 21000, "front", "front"),
        (22011, 19000, "front", "front"),
    ],
)
def test_on_which_side_a_charger_strikes(x: int, y: int, flank: str, rear: str) -> None:
    """The corner of a side is enough, but not the middle of another one."""
    s = state(blue("B", AT, *PK, facing=0), red("A", [x, y], *CAV), *FAR)
    found = [charge.struck_on(unit(s, "A"), unit(s, "B"), on) for on in ("front", "flank", "rear")]
    if (x, y) == (20000, 19000):
        found[1] = "flank"
    assert found == ["front", flank, rear]


@pytest.mark.rule("alaguerre:6.2-h", "alaguerre:6.4-c")
def test_how_far_a_charger_may_go_on() -> None:
    s = state(red("A", AT, *CAV), *FAR)
    ask = charge.pursue_question(s, unit(s, "A"), 1500, 2000, ["B"])
    refused = [ask.refuse("red", GoOn(by)) for by in (1499, 1500, 2000, 2001, None)]
    assert [refusal and refusal.rule for refusal in refused] == ["6.2-h", None, None, "6.2-h", None]
    assert ask.options("red") == [GO, {"do": "go_on", "by": 2000}, {"do": "charge", "target": "B"}]
    for least, most, more in ((2000, 2000, []), (0, 1, []), (0, 2, [{"do": "go_on", "by": 2}])):
        assert charge.pursue_question(s, unit(s, "A"), least, most, []).options("red") == [GO, *more]


@pytest.mark.rule("alaguerre:2.6.7-e", "alaguerre:9.1.5-a", "alaguerre:10.3.2-a")
def test_a_routed_unit_that_is_caught_takes_a_loss_and_runs_on() -> None:
    generals = [general("C", [5000, 35000], side="blue"), general("G", [21500, 20000], side="blue", division="blue")]
    s = state(blue("B", AT, state="routed"), *FAR, generals=generals)
    drive(charge.ride_down(s, unit(s, "B")), (2,), (5,))
    assert course(s) == ["losses ridden_down B B 1", "roll general G 0", "roll fate G 5 unharmed", "moved rout B 3000"]
    worn = state(blue("B", AT, state="routed", losses=3), *FAR)
    drive(charge.ride_down(worn, unit(worn, "B")))
    assert course(worn) == ["losses ridden_down B B 1", "eliminated losses B"]


@pytest.mark.rule("alaguerre:6.2-h", "alaguerre:6.2-i", "alaguerre:6.3.1-a")
@pytest.mark.parametrize(
    ("bases", "more", "dice", "answers", "told"),
    [
        (
            (red("A", AT, *LC), blue("B", at(22500))),
            {},
            (4, 1),
            [STAND, HOLD, HOLD],
            [
                "roll morale A charge 4 passed",
                "moved charge A 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 1000",
                "moved charge A 3500",
                "contact A B front True 3500",
                "A: at=20000,24500 moved=4500 acted",
                "A fight: charged on=front began=red",
                "B: at=20000,24500 state=disordered",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *LC), blue("B", at(22500))),
            {},
            (6, 2),
            [STAND, HOLD, HOLD],
            [
                "roll morale A charge 6 passed",
                "moved charge A 1000",
                "roll morale B charged 4 stands_disordered",
                "state charged B disordered",
                "moved charge A 1500",
                "contact A B front True 2500",
                "A: at=20000,22500 moved=2500 acted",
                "A fight: charged on=front began=red",
                "B: state=disordered",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500), *CAV), blue("D", at(22500, 22000), *SH)),
            {},
            (4, 2, 4),
            [STAND, WHEELS, GO],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 2000",
                "moved charge A 1008",
                "roll morale D charged 5 passed",
                "state evade D disordered",
                "moved evade D 2000",
                "moved charge A 500",
                "state charge A disordered",
                "A: at=20006,22504 facing=24 state=disordered moved=2508 acted",
                "B: at=20000,25500 state=disordered",
                "D: at=22000,24500 state=disordered moved=2000 evaded",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22500, 21500), *CAV)),
            {},
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "moved charge A 1500",
                "contact A B front True 2500",
                "A: at=20000,22500 moved=2500 acted",
                "A fight: charged on=front began=red",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV), blue("B", at(22900, 21500), *CAV)),
            WIDE,
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1698",
                "contact A B front False 3252",
                "moved charge A 1302",
                "state charge A disordered",
                "A: at=20847,22505 facing=2000 state=disordered moved=3000 acted",
            ],
        ),
        (
            (red("A", AT, *CAV, **C), red("E", at(20000, 22000), *CAV, **C), blue("B", at(22500, 20500), *CAV)),
            {},
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "moved charge E 1000",
                "roll morale B charged 5 passed",
                "moved charge A 1500",
                "moved charge E 1500",
                "contact A B front True 2500",
                "A: at=20000,22500 moved=2500 acted",
                "A fight: charged on=front began=red",
                "E: at=22000,22500 moved=2500 acted",
                "E fight: charged on=front began=red",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV, **C), red("E", at(20000, 22000), *CAV, **C), blue("B", at(22500, 20500), *CAV)),
            {},
            (4, 2),
            [STAND, GO],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "moved charge E 1000",
                "roll morale B charged 3 level_retreats",
                "state charged B disordered",
                "moved retreat B 1000",
                "moved retreat B 2000",
                "moved charge A 1500",
                "moved charge E 1500",
                "state charge A disordered",
                "A: at=20000,22500 state=disordered moved=2500 acted",
                "E: at=22000,22500 state=disordered moved=2500 acted",
                "B: at=20500,25500 state=disordered",
            ],
        ),
        (
            (red("A", AT, *CAV), red("F", at(21500, 20500), *LC, moved=100), blue("B", at(22600), *CAV)),
            {},
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "state crossed A disordered",
                "state crossed F disordered",
                "roll morale B charged 5 passed",
                "moved charge A 1600",
                "contact A B front True 2600",
                "A: at=20000,22600 state=disordered moved=2600 acted",
                "A fight: charged on=front began=red",
                "F: state=disordered",
                "B fight: on=front began=red",
            ],
        ),
        (
            (red("A", AT, *CAV), red("F", at(21500, 20500), "Lt", "1/1/0 - sk", **OPEN), blue("B", at(22600), *CAV)),
            {},
            (4, 4),
            [STAND],
            [
                "roll morale A charge 5 passed",
                "moved charge A 1000",
                "roll morale B charged 5 passed",
                "moved charge A 1600",
                "contact A B front True 2600",
                "A: at=20000,22600 moved=2600 acted",
                "A fight: charged on=front began=red",
                "B fight: on=front began=red",
            ],
        ),
    ],
)
def test_what_a_charger_does_whose_target_has_gone(
    bases: tuple[Plain, ...], more: Plain, dice: tuple[int, ...], answers: list[Plain], told: list[str]
) -> None:
    match = play(*bases, *FAR, phase="manoeuvre", orders={"red": 5}, dice=list(dice))
    assert tale(match, {"do": "charge", "unit": "A", "target": "B", **more}, *answers) == told
