"""9.2 and 9.3, step by step: whose zone a winner enters, how far he goes on, who chooses, leads and is broken."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Charge, Counter, Join, Leader, Melee, Move, Stand, Stay
from quadrilatero.games.alaguerre.records import Fight
from quadrilatero.games.alaguerre.rules import combats, melee, momentum
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, line, red, state

AT = [20000, 20000]
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))
CAV = ("Cav", "1/-/2 a")
GUNS = ("MdArt", "1/1/- -")
C: Plain = {"brigade": "c"}
A = red("A", AT)


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def told(s: State, script: Any, *sent: Any) -> list[str]:
    """What a script tells, and whom it leaves fighting whom."""
    found = drive(script, *sent)
    return [*course(s), *[f"{mine.id}-{theirs.id}" for mine, theirs in found or []]]


@pytest.mark.rule("alaguerre:9.2.1-b", "alaguerre:9.1.1-c", "alaguerre:5.6.2-b")
@pytest.mark.parametrize(
    ("bases", "sent", "happens"),
    [
        ((A, blue("E", AT)), [(4,)], ["roll morale E charged 6 passed", "contact A E front True 0", "A-E"]),
        ((A, blue("E", at(20800))), [Stand(), (4,)], ["roll morale E charged 6 passed"]),
        (
            (A, blue("E", at(20800))),
            [Counter(), (4,)],
            ["roll morale E charged 6 passed", "moved counter E 800", "contact A E front True 0", "A-E"],
        ),
        (
            (A, blue("E", at(20800))),
            [Counter(), (2,)],
            ["roll morale E charged 4 stands_disordered", "state charged E disordered"],
        ),
        ((A, blue("E", at(20800), state="shaken")), [(6,)], ["roll morale E charged 6 passed"]),
        (
            (A, blue("E", at(20800), state="routed"), blue("F", at(20800, 22200))),
            [Stand(), (4,)],
            ["moved rout E 3000", "roll morale F charged 6 passed"],
        ),
    ],
)
def test_those_whose_zone_is_entered_declare_and_test(
    bases: tuple[Plain, ...], sent: list[Any], happens: list[str]
) -> None:
    s = state(*bases, *FAR)
    entered = [s.bases[id] for id in "EF" if id in s.bases]
    assert told(s, momentum.challenge(s, unit(s), [*entered, *entered]), *sent) == happens


@pytest.mark.rule("alaguerre:9.1.1-c", "alaguerre:9.2.1-b")
def test_who_follows_up_is_in_his_melee_still_and_who_has_gone_is_passed_over() -> None:
    for still, rounds in ((True, 2), (False, 0)):
        s = state(red("A", AT, fight={"rounds": 2}), blue("G", at(30000)), blue("E", AT), *FAR)
        gone = s.bases["G"]
        s.remove(gone)
        script = momentum.challenge(s, unit(s), [gone, s.bases["E"]], still_fighting=still)
        assert told(s, script, (4,))[-1] == "A-E"
        fight = s.bases["A"].fight
        assert fight is not None
        assert (fight.rounds, fight.charged) == (rounds, not still)
    alone = state(A, blue("E", AT), *FAR)
    winner, enemy = unit(alone), alone.bases["E"]
    alone.remove(alone.bases["A"])
    assert told(alone, momentum.challenge(alone, winner, [enemy])) == []


@pytest.mark.rule("alaguerre:9.2-a", "alaguerre:9.2.1-a")
@pytest.mark.parametrize(
    ("others", "won"),
    [
        ((blue("E", AT),), False),
        ((blue("E", at(21000)),), True),
        ((blue("E", at(21000)), blue("F", at(19500, 21000), facing=27000)), False),
    ],
)
def test_who_has_nobody_before_him_has_won(others: tuple[Plain, ...], won: bool) -> None:
    s = state(A, *others, *FAR)
    assert momentum.has_won(s, unit(s)) is won
    s.remove(s.bases["E"])
    assert momentum.has_won(s, unit(s)) is (len(others) == 1)


@pytest.mark.rule("alaguerre:9.2.1-a")
@pytest.mark.parametrize(
    ("base", "first", "fit"),
    [
        (A, True, True),
        (A, False, False),
        (red("A", AT, state="disordered"), True, False),
        (red("A", AT, *CAV), True, True),
        (red("A", AT, *GUNS), True, False),
    ],
)
def test_who_may_penetrate(base: Plain, first: bool, fit: bool) -> None:
    s = state(base, *FAR)
    assert momentum.is_fit(unit(s), first) is fit


@pytest.mark.rule("alaguerre:9.2.1-a", "alaguerre:11.3.2-b", "alaguerre:11.2-g")
@pytest.mark.parametrize(
    ("base", "others", "terrain", "to"),
    [
        (A, (), (), 21000),
        (A, (blue("E", at(20600)),), (), 20600),
        (A, (red("F", at(21600)),), (), 20500),
        (A, (red("F", at(21050)),), (), 20000),
        (A, (red("F", at(21100)),), (), 20000),
        (A, (blue("E", at(20300)), red("F", at(21600, 22000))), (), 20300),
        (A, (), (area("P", "pond", 15, 20.4, 25, 22),), 20400),
        (
            red("A", AT, *GUNS, formation="limbered"),
            (),
            (line("H", "wall", (10, 20.5), (30, 20.5), vdf=1, obstacle=2),),
            20499,
        ),
        (red("A", at(40200)), (), (), 40500),
        (red("A", at(40490)), (), (), 40490),
    ],
)
def test_how_far_a_winner_goes_straight_on(
    base: Plain, others: tuple[Plain, ...], terrain: tuple[Plain, ...], to: int
) -> None:
    s = state(base, *others, *FAR, terrain=terrain)
    by = momentum.to_the_edge(s, unit(s), 1000)
    momentum.go_straight(s, unit(s), by, "penetration", "9.2.1-a")
    assert s.bases["A"].at == (20000, to)
    assert len(course(s)) == (to != base["at"][1])


@pytest.mark.rule("alaguerre:9.2.2-b", "alaguerre:9.2.2-c")
def test_what_horse_under_control_may_do() -> None:
    s = state(red("A", AT, *CAV), blue("E", at(22500)), blue("F", at(26000)), *FAR)
    ask = next(momentum.control(s, unit(s)))
    answers = (Stay(), Charge("E"), Charge("F"), Move("A", []))
    refused = [ask.refuse("red", answer) for answer in answers]
    assert [one and f"{one.rule} {one.reason}" for one in refused] == [
        *(None, None),
        "9.2.2-b out_of_reach",
        "5.2-a say_a_manoeuvre",
    ]
    assert ask.options("red") == [{"do": "stay"}, {"do": "charge", "target": "E"}]
    assert momentum.reachable(s, unit(s), 2500) == ["E"]
    assert momentum.reachable(s, unit(s), 2499) == []
    must = momentum.must_charge(s, unit(s), ["E"])
    wrong = must.refuse("red", Charge("F"))
    assert wrong is not None
    assert (wrong.rule, must.refuse("red", Charge("E")), must.certain) == ("9.2.2-d", None, True)


# -- choices in a mêlée ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9-b", "alaguerre:9.3-d")
def test_who_chooses_the_melee_and_the_enemy() -> None:
    s = state(A, red("B", at(30000)), blue("E", AT), blue("F", at(30000)), *FAR)
    ask = melee.melee_question(s, combats.melees(s))
    assert ask.options("red") == [{"do": "melee", "unit": "A"}, {"do": "melee", "unit": "B"}]
    refused = [ask.refuse("red", Melee(id)) for id in ("A", "F", "Y", "Q")]
    assert [one and one.rule for one in refused] == [None, None, "9-b", "9-b"]
    assert ask.certain
    assert not melee.melee_question(s, combats.melees(s)[:1]).certain
    even = state(
        red("A", at(20000, 20000)),
        red("B", at(20000, 22000)),
        blue("E", at(20000, 19000)),
        blue("F", at(20000, 21000)),
        blue("G", at(20000, 23000)),
        *FAR,
    )
    script = melee.choose_enemies(even, [unit(even, id) for id in "ABEFG"])
    step = next(script)
    assert (step.what, step.data["unit"], step.data["enemies"]) == ("join", "F", ["A", "B"])
    refused = [step.refuse("red", Join(*pair)) for pair in (("F", "B"), ("F", "E"), ("E", "B"))]
    assert [one and one.rule for one in refused] == [None, "9.3-d", "9.3-d"]
    assert step.options("red") == [{"do": "join", "unit": "F", "enemy": id} for id in "AB"]
    with pytest.raises(StopIteration) as end:
        script.send(Join("F", "B"))
    assert end.value.value == {"F": "B"}


@pytest.mark.rule("alaguerre:9.4-t10", "alaguerre:9.3.1-c")
def test_who_leads_and_who_is_principal() -> None:
    s = state(A, *FAR, generals=[general("C", [5000, 5000])])
    ask = melee.leader_question(s, "red", [s.generals["C"]])
    wrong = ask.refuse("red", Leader("Q"))
    assert wrong is not None
    assert (wrong.rule, ask.refuse("red", Leader("C"))) == ("9.4-t10", None)


@pytest.mark.rule("alaguerre:9.1.5-a", "alaguerre:10.3.2-a")
def test_who_cannot_fight_is_broken_with_his_general() -> None:
    people = [general("C", [5000, 35000], side="blue"), general("G", [21000, 20501], side="blue", division="blue")]
    s = state(A, blue("E", AT, *GUNS), *FAR, generals=people)
    left = drive(melee.break_helpless(s, [unit(s), unit(s, "E")]), (3,), (6,))
    assert [one.id for one in left] == ["A"]
    broken = ["state melee E routed", "cohesion rout blue 8", "losses melee E E 1"]
    tried = ["roll general G 1", "roll fate G 6 escapes", "general G escapes"]
    assert course(s) == [*broken, *tried, "moved rout E 1000"]
    worn = state(A, blue("E", AT, *GUNS, losses=3), *FAR)
    assert [one.id for one in drive(melee.break_helpless(worn, [unit(worn, "E"), unit(worn)]))] == ["A"]
    assert course(worn) == [*broken, "eliminated losses E"]


@pytest.mark.rule("alaguerre:9.2.1-b", "alaguerre:9.2.1-c")
def test_a_second_melee_is_fought_at_once_and_disorders() -> None:
    s = state(red("A", AT, fight={"charged": True, "began": "red"}), blue("E", AT), *FAR)
    drive(melee.fight_on(s, unit(s), unit(s, "E")), (3, 3))
    assert course(s)[-1] == "state second_melee A disordered"
    apart = state(A, blue("E", at(21000)), *FAR)
    drive(melee.fight_on(apart, unit(apart), unit(apart, "E")))
    assert course(apart) == ["state second_melee A disordered"]
    for gone in "AE":
        lost = state(A, blue("E", AT), *FAR)
        mine, theirs = unit(lost), unit(lost, "E")
        lost.remove(lost.bases[gone])
        drive(melee.fight_on(lost, mine, theirs))
        assert course(lost) == (["state second_melee A disordered"] if gone == "E" else [])


@pytest.mark.rule("alaguerre:9.1.3-a")
def test_who_has_left_contact_has_left_his_fight() -> None:
    s = state(A, blue("E", AT), red("B", at(30000)), *FAR)
    for id in "AEB":
        s.change(s.bases[id], fight=Fight(rounds=1))
    melee.leave_fights(s)
    assert [s.bases[id].fight is None for id in "AEBY"] == [False, False, True, True]
