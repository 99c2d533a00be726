"""8.2 and 8.3.2: what fire brings to those who are hit, who may go back from it, and shots at empty works."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Retreat, Stay
from quadrilatero.games.alaguerre.rules import fire, morale
from quadrilatero.games.alaguerre.rules.fire import Victim
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
HV = ("Hv", "1/-/0 -")
HEAVY = ("HvArt", "1/1/- -")
X: Plain = {"brigade": "x"}
FORT = area("V", "fort", 17, 25, 24, 30, vdf=2, material="stone")


def field(*bases: Plain, **more: Any) -> State:
    return state(*bases, *FAR, phase="fire", **more)


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def hit(s: State, id: str, *, lost: int = 0) -> Victim:
    return Victim(unit(s, id), 1, lost, "E", s.bases[id].state)


def came_out(result: str) -> morale.Tested:
    return morale.Tested(result, 3)


# -- empty works -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.3.2-b")
def test_an_empty_work_is_a_target_as_large_as_it_is() -> None:
    s = field(red("A", AT, *HEAVY), terrain=(FORT,))
    target = fire.stand_in(s, s.bases["A"], s.ground.pieces["V"])
    assert (target.id, target.side, target.at, target.pose) == (
        *("V", "blue", (20500, 30000), (20500, 30000, 0, 7000, 5000)),
    )
    assert (target.morale, target.fire, target.melee, target.armour) == (0, None, None, False)
    assert fire.possible_works(s, "red") == [("A", "V")]
    s.change(s.bases["A"], fired=True)
    assert fire.possible_works(s, "red") == []
    drive(fire.batter_works(s, s.bases["A"], s.ground.pieces["V"]), (6, 1))
    assert s.bases["A"].fired


# -- the questions -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8-b", "alaguerre:8.2.2-a")
def test_the_questions_of_the_fire_phase_are_told_what_is_certain() -> None:
    s = field(red("A", AT, "Ln", "1/1/1 -"), blue("E", [20000, 21500], "Ln", "1/1/1 -"), side="red")
    ask = fire.fire_question(s, fire.possible(s, "red"))
    assert (ask.certain, ask.data["side"], ask.data["target"]) == (True, "red", None)
    back = next(fire.answered(s, s.bases["A"], s.bases["E"]))
    assert (back.certain, back.data["unit"], back.data["target"]) == (True, "E", "A")
    away = next(fire.chooses_retreat(s, unit(s)))
    assert (away.certain, away.rule, away.data["unit"]) == (True, "8.2.2-a", "A")
    assert [drive(fire.chooses_retreat(s, unit(s)), answer) for answer in (Retreat(), Stay())] == ["retreat", None]


# -- what the tests bring ----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.2.3-c", "alaguerre:10.2.1-c")
@pytest.mark.parametrize(
    ("how", "result", "routs"),
    [
        ("ordered", "passed", False),
        ("ordered", "level", False),
        ("disordered", "level", False),
        ("disordered", "two_levels", True),
        ("shaken", "level", True),
        ("shaken", "passed", False),
        ("ordered", "rout", True),
    ],
)
def test_whom_a_result_takes_into_rout(how: str, result: str, routs: bool) -> None:
    s = field(red("A", AT, *HV, state=how))
    victim = hit(s, "A")
    assert fire.would_rout(s, victim, came_out(result)) is routs
    s.remove(s.bases["A"])
    assert fire.would_rout(s, victim, came_out("two_levels")) is False


@pytest.mark.rule("alaguerre:8.2.2-a", "alaguerre:8.1.5-c")
@pytest.mark.parametrize(
    ("how", "before", "enemy", "may"),
    [
        ("shaken", 0, [20000, 25000], True),
        ("shaken", 1, [20000, 25000], True),
        ("shaken", 2, [20000, 25000], False),
        ("disordered", 0, [20000, 25000], False),
        ("routed", 1, [20000, 25000], False),
        ("shaken", 0, [22500, 20000], False),
    ],
)
def test_who_may_go_back_from_fire(how: str, before: int, enemy: list[int], may: bool) -> None:
    pair = red("A", AT, *HV, **X), red("B", [22000, 20000], *HV, **X)
    s = field(*pair, blue("E", enemy))
    both = unit(s)
    assert both.ids == ["A", "B"]
    for id in "AB":
        s.change(s.bases[id], state=how)
    now = Unit("A", "line", (s.bases["A"], s.bases["B"]))
    assert fire.may_retreat(s, now, before) is may


@pytest.mark.rule("alaguerre:8.2.1-c", "alaguerre:8.2.2-a", "alaguerre:10.3.1-a")
def test_what_the_tests_of_those_who_were_hit_bring_in_turn() -> None:
    people = [general("C", [5000, 3000]), general("G", [31500, 19500], division="red")]
    s = field(
        red("A", AT, *HV, state="disordered"),
        red("B", [25000, 20000], *HV, state="disordered"),
        red("D", [30000, 20000], *HV),
        generals=people,
    )
    results = [
        (hit(s, "A"), came_out("level"), morale.NOTHING),
        (hit(s, "B"), came_out("level"), morale.NOTHING),
        (hit(s, "D"), came_out("rout"), morale.NOTHING),
    ]
    s.remove(s.bases["A"])
    drive(fire.settle(s, results), (6,), Retreat())
    assert course(s) == [
        "state fire B shaken",
        "state fire D routed",
        "cohesion rout red 8",
        "losses rout D D 1",
        "roll general G 4",
        "moved retreat B 1000",
        "moved retreat B 1000",
        "moved rout D 3000",
    ]
    (trial,) = [event.data["test"] for event in s.sink if event.data.get("why") == "general"]
    assert trial == "wound"
