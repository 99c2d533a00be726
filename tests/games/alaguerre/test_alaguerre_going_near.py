"""Chapter 7: who is open to an approach, how far it leads in bad ground, and what when its target is gone."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Approach, GoOn, Stay
from quadrilatero.games.alaguerre.rules import approach
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, play, red, state, tale

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LN = ("Ln", "1/1/1 -")
REI = ("Rei", "1/1/0 -")
LT = ("Lt", "1/1/0 - sk")
GUNS = ("MdArt", "1/1/- -")
C: Plain = {"brigade": "c"}
A = red("A", AT, *LN)
GO, EVADE, COUNTER = ({"do": do} for do in ("go_on", "evade", "counter"))


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


PAIR = (red("A", AT, *LN, **C), red("B", [22000, 20000], *LN, **C))


@pytest.mark.rule("alaguerre:7-a", "alaguerre:8.1.4-a", "alaguerre:7.2.1-a")
def test_a_line_goes_as_near_as_its_least_weapons_and_its_nearest_base() -> None:
    s = state(*PAIR, blue("E", at(23500, 24100), **C), blue("F", at(23500, 22100), **C), *FAR)
    assert approach.reach_of(s, unit(s)) == 1000
    assert approach.apart(unit(s).pose, unit(s, "E")) == 3500
    approach.engage(s, unit(s), unit(s, "E"), answers_short=True)
    engaged = {id: s.bases[id].engaged for id in "ABEF"}
    assert engaged == {"A": None, "B": "F", "E": None, "F": "B"}
    assert not s.bases["F"].late
    unarmed = state(PAIR[0], {**PAIR[1], "stats": "1/-/1 -"}, blue("E", at(22500)), *FAR)
    assert approach.reach_of(unarmed, unit(unarmed)) == 0
    refusal = approach.refuse_approach(unarmed, unit(unarmed), Approach("E"), order=5)
    assert refusal is not None
    assert refusal.reason == "not_trained"


@pytest.mark.rule("alaguerre:7-b", "alaguerre:7.1.1-a")
@pytest.mark.parametrize(
    ("base", "enemy", "terrain", "why"),
    [
        (A, blue("E", at(20500, 24000)), (), "out_of_sector"),
        (red("A", AT, *LT, notes=["short_range"]), blue("E", at(22500)), (), "open_order_charges"),
        (
            red("A", AT, *LT, notes=["short_range"]),
            blue("E", at(22500)),
            (area("M", "marsh", 18, 18, 22, 20),),
            None,
        ),
    ],
)
def test_why_an_approach_is_refused(base: Plain, enemy: Plain, terrain: tuple[Plain, ...], why: str | None) -> None:
    s = state(base, enemy, *FAR, terrain=terrain)
    refusal = approach.refuse_approach(s, unit(s), Approach("E"), order=5)
    assert (refusal and refusal.reason) == why


@pytest.mark.rule("alaguerre:7.2.3-a", "alaguerre:5.6.5-n")
@pytest.mark.parametrize(
    ("enemy", "able"),
    [
        (blue("E", at(22500)), ["stand"]),
        (blue("E", at(22500), *CAV), ["stand", "counter"]),
        (blue("E", at(22500), *CAV, state="shaken"), ["stand"]),
        (blue("E", at(22500), *GUNS), ["stand", "evade"]),
        (blue("E", at(22500), *GUNS, evaded=True), ["stand"]),
        (blue("E", at(22500), *GUNS, formation="limbered"), ["stand"]),
    ],
)
def test_what_a_target_may_declare(enemy: Plain, able: list[str]) -> None:
    s = state(A, enemy, *FAR)
    assert approach.choices(s, unit(s), unit(s, "E"), "front") == able


def went(
    *bases: Plain, dice: tuple[int, ...], answers: tuple[Plain, ...] = (), marsh: bool = False, **more: Any
) -> Any:
    """What comes of the approach of A to B."""
    ground = (area("M", "marsh", 15, 15, 25, 25),) if marsh else ()
    match = play(*bases, *FAR, phase="manoeuvre", orders={"red": 5}, dice=list(dice), terrain=ground)
    return tale(match, {"do": "approach", "unit": "A", "target": "B", **more}, *answers)


@pytest.mark.rule("alaguerre:7.2-a", "alaguerre:11.4.1-a", "alaguerre:7.2.3-d")
@pytest.mark.parametrize(
    ("y", "more", "told"),
    [
        (22500, {}, ["moved approach A 1000", "A: at=20000,21000 moved=1000 acted"]),
        (
            22500,
            {"wheel": {"side": "right", "angle": 1000}},
            ["moved approach A 1000", "A: at=20128,20815 facing=1000 moved=1000 acted"],
        ),
        (
            22000,
            {},
            [
                "moved approach A 1000",
                "roll morale B charged 5 passed",
                "engaged A B",
                "A: at=20000,21000 engaged=B moved=1000 acted",
                "B: engaged=A late",
            ],
        ),
    ],
)
def test_an_approach_in_bad_ground_may_fall_short(y: int, more: Plain, told: list[str]) -> None:
    """In a marsh it goes 1um with its wheel; only who comes to short range is answered and engaged."""
    found = went(A, blue("B", at(y)), dice=(4, 4), marsh=True, **more)
    assert found == ["roll morale A charge 5 passed", *told]


@pytest.mark.rule("alaguerre:7.2.3-a", "alaguerre:7.2.3-b", "alaguerre:7.2.3-e")
def test_who_does_not_pass_does_not_do_what_he_declared() -> None:
    guns = went(A, blue("B", at(22500), *GUNS), dice=(4, 3), answers=(EVADE,))
    assert guns[2:] == [
        "roll morale B charged 4 stands_disordered",
        "state charged B disordered",
        "moved approach A 500",
        "engaged A B",
        "A: at=20000,21500 engaged=B moved=1500 acted",
        "B: state=disordered engaged=A late",
    ]
    horse = went(red("A", AT, *REI), blue("B", at(23500), *CAV), dice=(4, 3), answers=(COUNTER,))
    assert horse[2:] == [
        "roll morale B charged 4 stands_disordered",
        "state charged B disordered",
        "moved approach A 2000",
        "engaged A B",
        "A: at=20000,23000 engaged=B moved=3000 acted",
        "B: state=disordered engaged=A late",
    ]


@pytest.mark.rule("alaguerre:7.2.3-a", "alaguerre:7.2.1-b", "alaguerre:7.2.3-c")
def test_horse_that_counters_foot_leaves_its_engagement_and_meets_it_where_it_halted() -> None:
    engaged = (red("R", at(22500, 24000), *LN, engaged="B"), blue("B", at(22500), *CAV, engaged="R"))
    match = play(A, *engaged, *FAR, phase="manoeuvre", orders={"red": 5}, dice=[4, 5])
    match.answer("red", {"do": "approach", "unit": "A", "target": "B"})
    match.answer("blue", COUNTER)
    assert course(match)[2:] == [
        "roll morale B charged 6 passed",
        "disengaged B R",
        "moved counter B 1500",
        "contact B A front True 1500",
    ]
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("charge_fire", ("red",))


@pytest.mark.rule("alaguerre:7.2-c", "alaguerre:7.2-a")
def test_what_is_left_of_an_approach_is_known_while_its_target_tests() -> None:
    s = state(A, blue("B", at(22500)), *FAR, phase="manoeuvre", orders={"red": 5})
    script = approach.approach(s, unit(s), Approach("B"))
    next(script)
    assert s.attack is not None
    assert (s.attack.kind, s.attack.stage, s.attack.left) == ("approach", "test", 0)
    script.send((4,))
    assert (s.attack.stage, s.attack.reaction, s.attack.left) == ("test", "stand", 1000)


NEXT = blue("D", at(22500, 22100), brigade="d")


@pytest.mark.rule("alaguerre:7.2-f", "alaguerre:7.2-g")
def test_when_the_target_is_gone_one_stays_goes_on_or_turns_to_another() -> None:
    s = state(A, blue("B", at(22500)), NEXT, *FAR)
    stood = unit(s, "B")
    s.remove(s.bases["B"])
    ask = next(approach.go_on(s, unit(s), stood, 1000))
    assert (ask.what, ask.rule, ask.who, ask.data["most"]) == ("pursue", "7.2-f", ("red",), 1000)
    assert ask.options("red") == [{"do": "stay"}, {"do": "go_on"}]
    refusal = ask.refuse("red", GoOn(1001))
    assert refusal is not None
    assert (refusal.rule, refusal.data) == ("7.2-f", {"least": 0, "most": 1000})
    assert [ask.refuse("red", one) for one in (GoOn(1000), GoOn(), Stay())] == [None, None, None]
    far = ask.refuse("red", Approach("D"))
    assert far is not None
    assert far.rule == "7-b"
    near = next(approach.go_on(s, unit(s), stood, 1300))
    assert near.options("red")[2:] == []
    drive(approach.go_on(s, unit(s), stood, 0))
    drive(approach.go_on(s, unit(s), stood, 1000), GoOn(400))
    assert (s.bases["A"].at, s.bases["A"].moved) == ((20000, 20400), 400)


@pytest.mark.rule("alaguerre:7.2-f", "alaguerre:5.1-h")
@pytest.mark.parametrize(("y", "ends"), [(21500, 21400), (20150, 20050), (20090, 20000), (30000, 22000)])
def test_one_goes_on_to_a_tenth_before_another_enemy(y: int, ends: int) -> None:
    s = state(A, blue("B", at(23000)), blue("D", at(y, 21500), "baggage", "-/-/- -"), *FAR)
    stood = unit(s, "B")
    s.remove(s.bases["B"])
    drive(approach.go_on(s, unit(s), stood, 2000), GoOn())
    assert s.bases["A"].at == (20000, ends)
