"""9.2 and 9.1.1: winners who go on: where they end, whom they meet there, and what comes of it at once."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Charge, Counter, GoOn, Stand
from quadrilatero.games.alaguerre.rules import momentum
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, blue, course, drive, red, state, told_by

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
LC = ("LC", "1/0/0 -")
HV = ("Hv", "1/-/0 -")
EAST: Plain = {"facing": 9000}
SQUARE: Plain = {"formation": "square", "notes": ["square"], "brigade": "q"}


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def pairs(found: list[tuple[Unit, Unit]]) -> list[tuple[str, str]]:
    return [(one.id, other.id) for one, other in found]


@pytest.mark.rule("alaguerre:9.2-a")
@pytest.mark.parametrize(
    ("others", "won"),
    [
        ((), True),
        ((blue("B", AT),), False),
        ((blue("B", AT, state="routed"),), True),
        ((blue("B", [20000, 20500]),), True),
        ((blue("B", [20000, 20500]), blue("C", [21000, 22000], facing=27000)), True),
        ((blue("B", [20000, 20500]), blue("C", [21000, 19500], facing=27000)), False),
    ],
)
def test_a_winner_has_nobody_left_who_fights_him(others: tuple[Plain, ...], won: bool) -> None:
    s = state(red("A", AT), *others, *FAR)
    assert momentum.has_won(s, unit(s)) is won


@pytest.mark.rule("alaguerre:9.2.1-a", "alaguerre:10.2-f")
@pytest.mark.parametrize(
    ("at", "facing", "by"),
    [
        ([20000, 20000], 0, 1000),
        ([20000, 40200], 0, 300),
        ([20000, 40500], 0, 0),
        ([20000, 500], 18000, 1000),
        ([20000, 300], 18000, 800),
        ([46400, 20000], 9000, 750),
    ],
)
def test_no_winner_goes_off_the_table(at: list[int], facing: int, by: int) -> None:
    s = state(red("A", at, facing=facing), *FAR)
    assert momentum.to_the_edge(s, unit(s), 1000) == by


@pytest.mark.rule("alaguerre:9.2-b", "alaguerre:9.2.1-b", "alaguerre:9.2.2-a")
def test_horse_that_meets_somebody_new_takes_no_test_of_control() -> None:
    s = state(red("A", AT, *CAV), blue("B", [20000, 21900], *CAV), *FAR)
    ask = next(momentum.penetrate(s, unit(s)))
    assert (ask.what, ask.rule, ask.data["unit"], ask.data["charger"], ask.data["side"]) == (
        *("react", "9.2.1-b", "B", "A", "front"),
    )
    s = state(red("A", AT, *CAV), blue("B", [20000, 21900], *CAV), *FAR)
    assert pairs(drive(momentum.penetrate(s, unit(s)), Counter(), (5,))) == [("A", "B")]
    assert course(s) == [
        "moved penetration A 1000",
        "roll morale B charged 6 passed",
        "moved counter B 900",
        "contact A B front True 0",
    ]
    (contact,) = [event for event in s.sink if event.kind == "contact"]
    assert (contact.data["reach"], contact.data["distance"]) == (0, 0)
    theirs, mine = s.bases["B"].fight, s.bases["A"].fight
    assert theirs is not None
    assert mine is not None
    assert (theirs.charged, theirs.began, mine.charged, mine.began, mine.on) == (True, "red", True, "red", "front")


@pytest.mark.rule("alaguerre:9.2.1-b", "alaguerre:9.2.1-a")
def test_who_stood_before_the_winner_already_is_not_asked_again() -> None:
    s = state(red("A", AT), blue("C", [21800, 20900]), *FAR)
    assert [base.id for base in momentum.in_zones(s, unit(s))] == ["C"]
    assert drive(momentum.penetrate(s, unit(s))) == []
    assert course(s) == ["moved penetration A 900"]


@pytest.mark.rule("alaguerre:9.2.1-b", "alaguerre:9.1.1-c", "alaguerre:5.6.2-b")
@pytest.mark.parametrize(
    ("other", "sent", "fights", "told"),
    [
        (blue("B", [20000, 20900], *CAV), (Stand(), (5,)), [], ["roll morale B charged 6 passed"]),
        (
            blue("B", [20000, 20900], *CAV),
            (Counter(), (5,)),
            [("A", "B")],
            [
                "roll morale B charged 6 passed",
                "moved counter B 900",
                "contact A B front True 0",
                "A fight: charged on=front began=red",
                "B: at=20000,20000 moved=900 acted",
                "B fight: charged on=front began=red",
            ],
        ),
        (
            blue("B", AT, *CAV),
            ((5,),),
            [("A", "B")],
            [
                "roll morale B charged 6 passed",
                "contact A B front True 0",
                "A fight: charged on=front began=red",
            ],
        ),
        (
            blue("B", [20000, 20900], *CAV),
            (Counter(), (3,)),
            [],
            ["roll morale B charged 4 stands_disordered", "state charged B disordered", "B: state=disordered"],
        ),
        (
            blue("B", [20000, 20900], *HV, losses=3, state="shaken"),
            ((1,),),
            [],
            [
                "roll morale B charged 1 rout",
                "state charged B routed",
                "cohesion rout blue 8",
                "losses rout B B 1",
                "eliminated losses B",
                "B: gone",
                "divisions blue: side=blue tests",
                "eliminated: id=B side=blue division=blue stats=1/-/0 - why=losses",
                "cohesion blue: 8",
            ],
        ),
    ],
)
def test_what_they_do_whose_zone_a_winner_enters(
    other: Plain, sent: tuple[Any, ...], fights: list[tuple[str, str]], told: list[str]
) -> None:
    s = state(red("A", AT), other, *FAR)
    found: list[Any] = []

    def script() -> Any:
        found.extend((yield from momentum.challenge(s, unit(s), [s.bases["B"], s.bases["B"]])))

    assert told_by(s, script(), *sent) == told
    assert pairs(found) == fights


@pytest.mark.rule("alaguerre:9.2.1-b", "alaguerre:2.10.3-b")
def test_a_square_that_looks_the_other_way_does_not_come_on() -> None:
    ring = blue("S", [20000, 22900], facing=0, **SQUARE), blue("T", [20000, 20900], **SQUARE)
    s = state(red("A", AT), *ring, *FAR)
    assert unit(s, "T").ids == ["S", "T"]
    assert drive(momentum.challenge(s, unit(s), [s.bases["T"]]), Counter(), (6,)) == []
    assert course(s) == ["roll morale S charged 10 passed"]


@pytest.mark.rule("alaguerre:9.1.1-c")
@pytest.mark.parametrize(("still", "rounds"), [(True, 2), (False, 0)])
def test_who_is_in_his_melee_still_has_no_new_first_round(still: bool, rounds: int) -> None:
    s = state(red("A", AT, fight={"rounds": 2}), blue("B", [20000, 20900], *CAV), blue("C", [20000, 25000], *CAV), *FAR)
    fights = drive(momentum.challenge(s, unit(s), [s.bases["B"]], still_fighting=still), Counter(), (5,))
    assert pairs(fights) == [("A", "B")]
    fight = s.bases["A"].fight
    assert fight is not None
    assert fight.rounds == rounds


@pytest.mark.rule("alaguerre:9.2.2-d", "alaguerre:9.2.2-b")
@pytest.mark.parametrize(
    ("others", "sent", "told"),
    [
        ((), (), ["state control A disordered", "moved control A 4000", "A: at=20000,24000 state=disordered"]),
        (
            (blue("B", [20000, 23500]),),
            (Stand(), (5,)),
            [
                "state control A disordered",
                "moved charge A 1000",
                "roll morale B charged 7 passed",
                "moved charge A 2500",
                "contact A B front True 3500",
                "A: at=20000,23500 state=disordered moved=3500",
                "A fight: charged on=front began=red",
                "B fight: on=front began=red",
            ],
        ),
        (
            (blue("B", [20000, 23500], *HV), blue("C", [22100, 23400])),
            (Charge("B"), (2,), GoOn()),
            [
                "state control A disordered",
                "moved charge A 1000",
                "roll morale B charged 2 two_levels_retreats",
                "state charged B shaken",
                "moved retreat B 1000",
                "moved retreat B 1000",
                "moved charge A 2500",
                "A: at=20000,23500 state=disordered moved=3500",
                "B: at=20000,25500 state=shaken",
            ],
        ),
    ],
)
def test_horse_out_of_control(others: tuple[Plain, ...], sent: tuple[Any, ...], told: list[str]) -> None:
    s = state(red("A", AT, *LC), *others, *FAR)
    assert told_by(s, momentum.rush(s, unit(s)), *sent) == told
