"""6.2 and 5.1: what targets declare and test, how they turn to face, and the questions of the Manoeuvre phase."""

from __future__ import annotations

import random

import pytest

from quadrilatero.games.alaguerre.answers import Choose, Counter, Evade, FaceThem, Stand, Stay
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import manoeuvre, reactions
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LT = ("Lt", "1/1/0 - sk")
GUNS = ("MdArt", "1/1/- -")
A = red("A", AT, *CAV)


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


@pytest.mark.rule("alaguerre:6.2.1-b", "alaguerre:5.6.5-g")
def test_a_target_declares_only_what_it_can() -> None:
    s = state(A, blue("E", at(22000)), *FAR)
    ask = next(reactions.asked(s, unit(s), unit(s, "E"), "front", ["stand", "evade"], "6.2-d"))
    assert ask.certain
    refused = [ask.refuse("blue", one) for one in (Stand(), Counter(), Evade(), Evade(formation="skirmish"))]
    assert [one and f"{one.rule} {one.reason}" for one in refused] == [
        *(None, "6.2.1-b not_open_to_it", None),
        "5.6.5-g not_open_to_it",
    ]
    assert ask.options("blue") == [{"do": "stand"}, {"do": "evade"}]
    assert (ask.data["unit"], ask.data["charger"], ask.data["side"]) == ("E", "A", "front")


@pytest.mark.rule("alaguerre:6.2-c", "alaguerre:2.6.7-e", "alaguerre:10.3.1-a")
@pytest.mark.parametrize(
    ("more", "dice", "result", "gone", "told"),
    [
        ({}, (4,), "passed", False, ["roll morale E charged 6 passed"]),
        (
            {},
            (2,),
            "stands_disordered",
            False,
            ["roll morale E charged 4 stands_disordered", "state charged E disordered"],
        ),
        ({"state": "routed"}, (), "rout", True, ["moved rout E 3000"]),
        (
            {"losses": 2, "state": "shaken"},
            (1, 5),
            "rout",
            True,
            [
                "roll morale E charged 1 rout",
                "state charged E routed",
                "cohesion rout blue 8",
                "losses rout E E 1",
                "roll general G 3",
                "moved rout E 3000",
            ],
        ),
    ],
)
def test_how_a_target_comes_out_of_its_test(
    more: Plain, dice: tuple[int, ...], result: str, gone: bool, told: list[str]
) -> None:
    people = [general("C", [5000, 35000], side="blue"), general("G", [21500, 22500], side="blue", division="blue")]
    s = state(A, blue("E", at(22000), **more), *FAR, generals=people)
    found = drive(reactions.tested(s, unit(s, "E"), unit(s), "front", approach=False), *[(die,) for die in dice])
    assert (found.result, found.gone) == (result, gone)
    assert (found.passed, found.may_evade) == (result == "passed", result in ("passed", "stands_disordered"))
    assert course(s) == told


ASLANT: Plain = {"facing": 16000}


@pytest.mark.rule("alaguerre:6.2-f", "alaguerre:6.2.2-b", "alaguerre:7.2.2-a")
@pytest.mark.parametrize(
    ("target", "others", "terrain", "on", "passed", "asked"),
    [
        (blue("E", at(22500), **ASLANT), (), (), "front", False, True),
        (blue("E", at(22500), **ASLANT), (), (), "flank", True, True),
        (blue("E", at(22500), **ASLANT), (), (), "flank", False, False),
        (blue("E", at(22500)), (), (), "front", True, False),
        (blue("E", at(22500), *GUNS, **ASLANT), (), (), "front", True, False),
        (blue("E", at(22500), "baggage", "-/-/- -", **ASLANT), (), (), "front", True, False),
        (blue("E", at(22500), **{**ASLANT, "formation": "square", "notes": ["square"]}), (), (), "front", True, False),
        (
            blue("E", at(22500), **{**ASLANT, "inside": "V"}),
            (),
            (area("V", "village", 18, 22, 22, 25, vdf=1),),
            "front",
            True,
            False,
        ),
    ],
)
def test_who_may_turn_to_face(
    target: Plain, others: tuple[Plain, ...], terrain: tuple[Plain, ...], on: str, passed: bool, asked: bool
) -> None:
    s = state(A, target, *others, *FAR, terrain=terrain)
    script = reactions.faced(s, unit(s, "E"), unit(s), on, passed)
    ask = next(script, None)
    assert (ask is not None) is asked
    if ask is not None:
        assert ask.certain
        assert ask.options("blue") == [{"do": "stay"}, {"do": "face", "side": "right"}]
        refused = [ask.refuse("blue", one) for one in (Stay(), FaceThem("right"), FaceThem("left"))]
        assert [one and one.reason for one in refused] == [None, None, "cannot_face"]
        assert drive(reactions.faced(s, unit(s, "E"), unit(s), on, passed), Stay()).pose == s.bases["E"].pose
        turned = drive(reactions.faced(s, unit(s, "E"), unit(s), on, passed), FaceThem("right"))
        assert (turned.pose[2], s.bases["E"].facing, s.bases["E"].acted) == (18000, 18000, True)
        assert turned.bases[0] is s.bases["E"]
        assert len(course(s)) == 1


@pytest.mark.rule("alaguerre:5.1-d", "alaguerre:5-a", "alaguerre:5.1-b")
def test_the_questions_of_the_manoeuvre_phase() -> None:
    people = [general("C", [5000, 5000], division="q"), general("G", [18500, 15000], division="red", moved=5)]
    s = state(
        A, red("B", at(10000)), *FAR, generals=people, phase="manoeuvre", orders={"red": 5}, active={"division": "red"}
    )
    ids = manoeuvre.movers(s, Active("red"), "red")
    assert ids == ["A", "B"]
    choice = manoeuvre.division_question(s, "red", ["d", "e"])
    assert choice.certain
    assert [choice.refuse("red", Choose(id)) is None for id in ("d", "e", "q")] == [True, True, False]
    ask = manoeuvre.move_question(s, Active("red"), "red", ids)
    assert ask.options("red") == [*[{"do": "unit", "unit": id} for id in ids], {"do": "done"}]
    assert (ask.certain, ask.open, ask.data["unit"]) == (True, False, None)
    drawn = [ask.sample("red", random.Random(seed)) for seed in range(60)]
    assert 5 < sum(one == {"do": "done"} for one in drawn) < 30
    assert {one.get("unit") for one in drawn} >= {"A", "B", None}
    s.chosen = "A"
    chosen = manoeuvre.move_question(s, Active("red"), "red", ids)
    assert chosen.open
    assert {one.get("unit") for one in chosen.options("red")} <= {"A", None}
    moves = [chosen.sample("red", random.Random(seed)) for seed in range(20)]
    assert {one["unit"] for one in moves if one["do"] != "done"} == {"A"}
    manoeuvre.begin(s, "red", "light")
    assert (s.active, s.side, s.sink) == (Active("light"), "red", [])
    manoeuvre.finish(s, Active("light"), "red")
    assert list(s.done) == ["light.red"]
    manoeuvre.begin(s, "red", "red")
    assert [event.kind for event in s.sink] == ["division"]
    manoeuvre.finish(s, Active("red"), "red")
    assert list(s.done) == ["light.red", "red"]
