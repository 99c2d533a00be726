"""12.1.3, 12.2, 3.1: the questions before a pick-up battle, and what is cleared away between phases and impulses."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Deploy, Placed, Plan, Reserve
from quadrilatero.games.alaguerre.rules import sequence, setup
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Ended
from tests.games.alaguerre.battle import Plain, blue, course, drive, events, general, play, red, state, told_by

D: Plain = {"division": "d"}
E: Plain = {"division": "e"}
A = red("A", None, **D)
L = red("L", None, **E)
K = red("K", None, "MdArt", "1/1/- -", division=None)
ZED = blue("Z", None, division="z")
THERE = blue("Z", [40000, 38000], division="z")


def away(id: str, side: str = "red", **more: Any) -> Plain:
    return {**general(id, [1000, 1000], side, **more), "at": None}


PEOPLE = [away("C", **D), away("H", **E), away("U", "blue", division="z")]


def before(*troops: Plain, **more: Any) -> State:
    """Red has the divisions d of the CiC and e, blue z; the battle has not begun."""
    return state(*troops, phase="setup", **{"generals": PEOPLE, **more})


# -- the map (12.1.3) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.3-a")
def test_each_is_asked_for_the_sectors_of_his_own_divisions() -> None:
    s = before(A, L, ZED)
    ask = next(setup.phase(s))
    assert (ask.who, ask.what, ask.rule, ask.open, ask.certain) == (("red", "blue"), "plan", "12.1.3-a", True, True)
    assert ask.tell is not None
    table = {"open": True, "columns": 7, "rows": 2}
    assert [ask.tell(seat) for seat in ("red", "blue", None)] == [
        {**table, "divisions": ["d", "e"]},
        {**table, "divisions": ["z"]},
        table,
    ]
    assert ask.retell is not None
    assert ask.retell("blue", Plan({"d": [1, 0]})) is None


@pytest.mark.rule("alaguerre:12.1.3-a")
def test_what_both_have_written_is_kept_and_nobody_sees_it() -> None:
    s = before(A, L, ZED)
    answers = {"red": Plan({"d": [1, 0], "e": [2, 0]}), "blue": Plan({"z": [3, 1]})}
    assert told_by(s, setup.phase(s), answers) == [
        "sectors_written red",
        "sectors_written blue",
        "setup stage: intelligence",
        "setup plan: d=1,0 e=2,0 z=3,1",
    ]


@pytest.mark.rule("alaguerre:12.1.3-a")
def test_who_has_nobody_to_deploy_writes_nothing() -> None:
    s = before(A, L, THERE)
    ask = next(setup.phase(s))
    assert ask.who == ("red",)
    assert ask.tell is not None
    assert "divisions" not in ask.tell("blue")
    assert told_by(s, setup.phase(s), Plan({"d": [1, 0], "e": [2, 0]})) == [
        "sectors_written red",
        "setup stage: intelligence",
        "setup plan: d=1,0 e=2,0",
    ]
    nobody = before(red("A", [9000, 3000], **D), THERE)
    assert told_by(nobody, setup.phase(nobody)) == ["setup stage: deploy"]


# -- deployment (12.2) ------------------------------------------------------------------------------------------------

PLANNED: Plain = {"stage": "deploy", "plan": {"d": [1, 0], "e": [2, 1], "z": [3, 1]}}


def deploying(*troops: Plain, **more: Any) -> State:
    turns = {"turns": ["red", "blue", "red"], "reserves": ["red", "blue"], **more}
    return before(*troops, THERE, setup={**PLANNED, **turns})


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.2-e")
def test_who_deploys_is_shown_his_divisions_and_guns_alone() -> None:
    s = deploying(A, L, K)
    ask = next(setup.phase(s))
    assert (ask.who, ask.what, ask.open, ask.certain) == (("red",), "deploy", True, True)
    assert ask.tell is not None
    assert [ask.tell(seat) for seat in ("red", "red.H", "blue", None)] == [
        *[{"open": True, "divisions": {"d": [1, 0], "e": [2, 1]}, "guns": ["K"], "reserve": True}] * 2,
        *[{"open": True}] * 2,
    ]
    late = next(setup.phase(deploying(A, L, reserves=["blue"])))
    assert late.tell is not None
    assert late.tell("red") == {"open": True, "divisions": {"d": [1, 0], "e": [2, 1]}, "guns": [], "reserve": False}


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:12.1.1-a")
def test_everybody_sees_who_deploys_and_nobody_which_division_stays_away() -> None:
    ask = next(setup.phase(deploying(A, L, K)))
    assert ask.retell is not None
    shown = {"do": "deploy", "division": "d", "bases": {"A": {"at": [10000, 5000]}}}
    placed = Deploy("d", {"A": Placed([10000, 5000])})
    assert [ask.retell(seat, placed) for seat in ("red", "blue", None)] == [shown] * 3
    kept = {"do": "reserve", "division": "e"}
    assert [ask.retell(seat, Reserve("e")) for seat in ("red", "red.H", "blue", None)] == [kept, kept, None, None]


PUT = {"A": Placed([10000, 5000])}
PUT_L = {"L": Placed([15000, 8000])}


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:2.7.5-b")
def test_generals_come_with_their_division_and_the_cic_with_the_last_at_the_latest() -> None:
    cic_of_e = [away("C", **E), away("H", **D), away("U", "blue", division="z")]
    s = before(A, L, THERE, generals=cic_of_e, setup={**PLANNED, "turns": ["red", "red"]})
    assert told_by(s, setup.phase(s), Deploy("d", PUT), None) == [
        "A: at=10000,5000",
        "H: at=9000,5500",
        "setup turns: red",
    ]
    assert s.generals["C"].at is None, "he leads the other division"
    early = before(A, L, THERE, generals=cic_of_e, setup={**PLANNED, "turns": ["red", "red"]})
    assert told_by(early, setup.phase(early), Deploy("d", PUT, {"C": [4000, 4000]}), None) == [
        "A: at=10000,5000",
        "C: at=4000,4000",
        "H: at=9000,5500",
        "setup turns: red",
    ]
    alone = [away("C", division="x"), away("H", **D), away("I", **E), away("U", "blue", division="z")]
    last = before(A, THERE, generals=alone, setup={**PLANNED, "turns": ["red"]})
    assert told_by(last, setup.phase(last), Deploy("d", PUT, {"H": [7000, 4000]}), None) == [
        "A: at=10000,5000",
        "C: at=9000,5500",
        "H: at=7000,4000",
        "setup turns: ",
    ]


@pytest.mark.rule("alaguerre:12.2-e", "alaguerre:12.2.1-a")
def test_one_division_may_stay_away() -> None:
    s = deploying(A, L)
    assert told_by(s, setup.phase(s), Reserve("e")) == [
        "reserve red",
        "divisions e: side=red reserve",
        "reinforcements: id=e side=red at=23333,0 divisions=e formation=column hidden",
        "setup turns: blue,red",
        "setup reserves: blue",
        "setup kept: red",
    ]


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:4.1-a")
def test_when_nobody_is_left_to_deploy_the_battle_begins() -> None:
    there = red("A", [9000, 3000], stats="4/0/2 a", **D)
    s = before(there, THERE, setup={**PLANNED, "turns": []}, cohesion={"red": 9, "blue": 9})
    assert drive(setup.phase(s)) is True
    assert (s.setup, s.cohesion) == (None, {"red": 2, "blue": 0})
    assert drive(setup.phase(s)) is True


# -- from phase to phase (3.1) ----------------------------------------------------------------------------------------

AT = [20000, 20000]
BASE = red("A", AT)
FAR = blue("Z", [40000, 38000])
PRIZE: Plain = {"id": "O", "at": AT, "value": 3}


def phases(s: State) -> list[Any]:
    return [event.data["phase"] for event in s.sink if event.kind == "phase"]


@pytest.mark.rule("alaguerre:3.1-b", "alaguerre:4.1.1-d")
def test_open_work_comes_before_the_phase_goes_on() -> None:
    """Of a unit that is gone nothing is open any longer; then objectives are looked at."""
    s = state(BASE, FAR, objectives=[PRIZE], phase="fire", stage="over", pending=[{"test": "gone"}])
    assert told_by(s, sequence.segment(s)) == [
        "objective O",
        "cohesion objective red 12",
        "objectives: id=O at=20000,20000 value=3 owner=red army=red",
        "cohesion red: 12",
        "pending=",
    ]
    assert (s.phase, s.stage, phases(s)) == ("fire", "over", [])
    drive(sequence.segment(s))
    assert (s.phase, s.stage, phases(s)) == ("melee", None, ["melee"])


@pytest.mark.rule("alaguerre:3.1-b", "alaguerre:4.1.3-a")
def test_a_phase_that_is_over_makes_way_for_the_next_unless_the_battle_is() -> None:
    s = state(BASE, FAR, objectives=[PRIZE], phase="reinforcements")
    drive(sequence.segment(s))
    assert course(s) == ["objective O", "cohesion objective red 12"]
    assert phases(s) == ["activation"]
    beaten = state(BASE, FAR, objectives=[{**PRIZE, "owner": "blue"}], phase="reinforcements", cohesion={"blue": 3})
    with pytest.raises(Ended):
        drive(sequence.segment(beaten))
    assert beaten.result is not None
    assert phases(beaten) == []


@pytest.mark.rule("alaguerre:4.1.1-d", "alaguerre:12.1.3-a")
def test_before_the_battle_nobody_takes_an_objective() -> None:
    s = state(BASE, FAR, objectives=[PRIZE], phase="setup")
    drive(sequence.segment(s))
    assert course(s) == []
    assert s.objectives[0].owner is None


@pytest.mark.rule("alaguerre:3.1-b", "alaguerre:8-a")
def test_who_shoots_first_and_who_has_fought_is_known_anew_in_each_phase() -> None:
    s = state(BASE, FAR, phase="manoeuvre", side="red", initiative="blue", target="A", fought=["A"])
    s.shots = ()
    sequence.enter(s, "fire")
    assert (s.side, s.target, s.fought) == ("blue", None, ("A",))
    again = state(BASE, FAR, phase="fire", side="red", initiative="blue", fought=["A"])
    sequence.enter(again, "melee")
    assert (again.side, again.fought) == ("red", ())
    rally = state(BASE, FAR, phase="manoeuvre", side="red", initiative="blue", fought=["A"])
    sequence.enter(rally, "rally")
    assert (rally.side, rally.fought) == ("red", ("A",))


@pytest.mark.rule("alaguerre:3.1-c", "alaguerre:3.1-e")
def test_the_lowest_orders_go_and_with_them_who_was_activated_by_them() -> None:
    troops = (red("A", [5000, 5000], **D), red("L", [15000, 5000], **E), red("K", AT, division=None))
    people = [general("C", [5000, 3000], **D), general("H", [15000, 3000], **E, name="Enea")]
    orders = {"d": 5, "e": 4, "z": 4}
    z = blue("Z", [40000, 38000], division="z")
    s = state(*troops, z, generals=people, orders=orders, activated=["A", "L", "gone", "K", "Z"])
    sequence.remove_lowest(s)
    assert (s.orders, s.activated) == ({"d": 5}, ("A", "K"))
    (told,) = s.sink
    assert (told.rule, told.data) == ("3.1-c", {"priority": 4, "divisions": ["e", "z"], "names": ["Enea", "z"]})


@pytest.mark.rule("alaguerre:3.1-b", "alaguerre:10.3.1-d")
def test_what_was_done_in_an_impulse_is_forgotten_with_it() -> None:
    done: Plain = {"moved": 500, "pace": 300, "acted": True, "fired": True, "crossed": ["B"], "lost": 1}
    people = [
        general("C", [5000, 3000], state="wounded", until=[1, 1], moved=7),
        general("H", [15000, 3000], state="wounded", until=[1, 2]),
    ]
    s = state(red("F", [9000, 9000]), red("A", AT, **done), FAR, generals=people, orders={"red": 5}, phase="melee")
    sequence.end_impulse(s)
    base = s.bases["A"]
    assert (base.moved, base.pace, base.acted, base.fired, base.crossed, base.lost) == (0, 0, False, False, (), 0)
    assert (s.generals["C"].moved, s.generals["C"].state, s.generals["H"].state) == (0, "well", "wounded")
    assert (s.impulse, s.phase, [event.kind for event in s.sink]) == (2, "manoeuvre", ["impulse", "phase"])


@pytest.mark.rule("alaguerre:3.1-b", "alaguerre:12.1.3-a")
def test_a_battle_of_troops_who_stand_already_begins_with_reinforcements() -> None:
    match = play(BASE, FAR, phase="setup", setup={"stage": "deploy"}, dice=[1] * 9)
    assert [event.data["phase"] for event in events(match, "phase")][:2] == ["reinforcements", "activation"]
