"""9.1 and 9.3: a round of mêlée part by part: who leads, what is rolled, who takes what, who recoils and follows."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.records import Occupation
from quadrilatero.games.alaguerre.rules import melee
from quadrilatero.games.alaguerre.rules.combats import Combat
from quadrilatero.games.alaguerre.rules.formations import Unit, unit_of
from quadrilatero.games.alaguerre.rules.melee import Round
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import Plain, area, blue, course, drive, general, line, red, state, told_by
from tests.games.alaguerre.rounds import AT, FAR

HV = ("Hv", "1/-/0 -")
X: Plain = {"brigade": "x"}
C = general("C", [5000, 3000])
G = general("G", [18500, 19500], division="red")


def unit(s: State, id: str = "A") -> Unit:
    return unit_of(s, s.bases[id])


def combat_of(s: State, reds: str = "A", blues: str = "B") -> Combat:
    """These against those; the first of each leads."""
    found = Combat([unit(s, id) for id in reds], [unit(s, id) for id in blues])
    found.principal = {"red": found.units["red"][0], "blue": found.units["blue"][0]}
    return found


def field(*bases: Plain, **more: Any) -> State:
    return state(*bases, *FAR, **more)


# -- before the dice ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.1.3-a", "alaguerre:9.1-c")
def test_which_round_it_is_and_who_has_lost() -> None:
    s = field(red("A", AT, fight={"rounds": 2}), blue("B", AT, fight={"rounds": 1}))
    one = Round(combat_of(s), {"red": 1, "blue": 2})
    assert (one.round, one.first, one.losers) == (3, {"A": False, "B": False}, ["blue"])
    assert one.before == {"A": 0, "B": 0}
    fresh = field(red("A", AT), blue("B", AT, state="disordered"))
    two = Round(combat_of(fresh), {"red": 2, "blue": 2})
    assert (two.round, two.first, two.losers, two.before) == (
        *(1, {"A": True, "B": True}, ["red", "blue"], {"A": 0, "B": 1}),
    )
    assert Round(combat_of(fresh), {"red": 3, "blue": 2}).losers == ["red"]


@pytest.mark.rule("alaguerre:9.1-a")
@pytest.mark.parametrize(
    ("own", "their", "initiative", "first"),
    [
        (None, None, "red", "red"),
        (None, None, "blue", "blue"),
        ("blue", "blue", "red", "blue"),
        (None, "red", "blue", "red"),
        ("red", "red", "blue", "red"),
    ],
)
def test_whose_die_comes_first(own: str | None, their: str | None, initiative: str, first: str) -> None:
    s = field(
        red("A", AT, fight={"rounds": 1, "began": own}),
        blue("B", AT, fight={"rounds": 1, "began": their}),
        initiative=initiative,
    )
    assert melee.began(s, combat_of(s)) == first


@pytest.mark.rule("alaguerre:9.3.1-c")
def test_a_unit_of_which_any_base_fights_in_closed_order_only_does_so_itself_not() -> None:
    light, heavy = ("Sh", "1/1/0 - sk/ln"), ("Sh", "1/1/0 -")
    s = field(
        red("A", [10000, 10000], *light, **X),
        red("B", [12000, 10000], *heavy, **X),
        red("D", [20000, 10000], *heavy),
        red("E", [30000, 10000], *light),
    )
    assert unit(s).ids == ["A", "B"]
    found = [[one.id for one in melee.eligible([unit(s, id) for id in ids])] for ids in ("ADE", "AE", "DE", "E")]
    assert found == [["D"], ["A", "E"], ["D"], ["E"]]


@pytest.mark.rule("alaguerre:9.3.1-b", "alaguerre:9.4-t10", "alaguerre:9.3.1-a")
def test_principals_stay_and_one_general_leads_unasked() -> None:
    great: Plain = {"great": "T"}
    s = field(
        red("A", [19000, 20000], *HV, fight={"rounds": 1}),
        red("F", [21050, 20000], "Pk", "1/0/0 -", fight={"rounds": 1, "principal": True}, **great),
        red("R", [21050, 19000], "Pk", "1/0/0 -", fight={"rounds": 1}, **great),
        blue("B", AT, *HV),
        generals=[C, general("G", [17500, 19500], division="red")],
    )
    combat = Combat([unit(s), unit(s, "F")], [unit(s, "B")])
    drive(melee.name_principals(s, combat))
    assert {side: one.id for side, one in combat.principal.items()} == {"red": "T", "blue": "B"}
    assert combat.leader == {"red": "G", "blue": None}


# -- the dice ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.1-a", "alaguerre:9.1-b")
@pytest.mark.parametrize(
    ("dice", "own", "theirs"),
    [
        ((4, 4), (4, 5, 0, False), (4, 5, 0, False)),
        ((5, 3), (5, 4, 2, True), (3, 6, 0, False)),
        ((1, 6), (1, 7, 0, False), (6, 2, 3, True)),
    ],
)
def test_what_a_round_is_rolled_with(dice: tuple[int, int], own: tuple[Any, ...], theirs: tuple[Any, ...]) -> None:
    fight: Plain = {"fight": {"rounds": 2, "began": "red"}}
    s = field(red("A", AT, *HV, **fight), blue("B", AT, *HV, **fight))
    one = drive(melee.roll_round(s, combat_of(s)), dice)
    told = [event.data for event in s.sink]
    keys = ("total", "need", "damage", "success")
    assert [tuple(data[key] for key in keys) for data in told] == [own, theirs]
    assert [(data["round"], data["value"], data["bases"], data["by"]) for data in told] == [
        *((3, 0, [1, 1], "red"), (3, 0, [1, 1], "blue")),
    ]
    assert one.taken == {"red": theirs[2], "blue": own[2]}


# -- what comes of it --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.1-b", "alaguerre:9.3.1-e", "alaguerre:9.3-b")
def test_one_base_of_a_line_takes_the_loss_and_all_of_it_are_damaged() -> None:
    s = field(red("A", AT, *HV, **X), red("E", [22000, 20000], *HV, **X), blue("B", [20000, 20000], *HV))
    one = Round(combat_of(s), {"red": 3, "blue": 0})
    melee.strike(s, one, "red")
    melee.strike(s, one, "blue")
    assert [(s.bases[id].losses, s.bases[id].damaged) for id in "AEB"] == [(1, True), (0, True), (0, False)]
    assert one.losses == {"A": 1, "B": 0}
    few = field(red("A", AT, *HV), blue("B", AT, *HV))
    one = Round(combat_of(few), {"red": 2, "blue": 1})
    melee.strike(few, one, "red")
    assert (few.bases["A"].losses, few.bases["A"].damaged, one.losses) == (0, True, {"A": 0})


@pytest.mark.rule("alaguerre:9.1-c", "alaguerre:9.3-c")
def test_a_combat_is_told_with_its_round() -> None:
    s = field(red("A", AT, fight={"rounds": 2}), blue("B", AT, fight={"rounds": 2}))
    drive(melee.apply(s, Round(combat_of(s), {"red": 0, "blue": 1})))
    (told,) = [event.data for event in s.sink if event.kind == "combat"]
    assert (told["round"], told["winner"], told["damage"], told["principal"], told["red"], told["blue"]) == (
        *(3, "red", [0, 1], ["A", "B"], ["A"], ["B"]),
    )
    assert (s.bases["A"].state, s.bases["B"].state) == ("ordered", "disordered")


HEDGE = line("H", "hedge", (15, 19), (25, 19), vdf=2, obstacle=1)


@pytest.mark.rule("alaguerre:9.1.2-a", "alaguerre:9.1.2-c", "alaguerre:10.2.2-m6")
@pytest.mark.parametrize(
    ("base", "lost", "sent", "move", "told"),
    [
        (red("A", AT, *HV), 0, (), None, []),
        (red("A", AT, *HV, state="disordered"), 0, (), None, []),
        (red("A", AT, *HV, state="shaken"), 0, ((5,),), "retreat", ["roll morale A melee 4 passed"]),
        (
            red("A", AT, *HV, state="shaken"),
            0,
            ((4,), (5,)),
            "rout",
            [
                "roll morale A melee 3 rout",
                "state melee A routed",
                "cohesion rout red 8",
                "losses rout A A 1",
                "roll general G 3",
                "general G escapes",
            ],
        ),
        (
            red("A", AT, *HV, state="routed"),
            0,
            ((5,),),
            "rout",
            ["losses rout A A 1", "roll general G 3", "general G escapes"],
        ),
        (red("A", AT, *HV, state="routed"), 1, ((5,),), "rout", ["roll general G 4"]),
    ],
)
def test_who_is_shaken_tests_and_who_has_routed_runs(
    base: Plain, lost: int, sent: tuple[Any, ...], move: str | None, told: list[str]
) -> None:
    """The hedge is behind him, and covers him from nobody there."""
    s = field(base, blue("B", AT), generals=[C, G], terrain=(HEDGE,))
    one = Round(combat_of(s), {"red": 1, "blue": 0})
    if lost:
        one.losses["A"] = lost
    assert drive(melee.face_result(s, one, unit(s)), *sent) == move
    assert course(s) == told
    tried = [event.data["test"] for event in s.sink if event.data.get("why") == "general"]
    assert tried == (["wound"] if lost else ["capture"])[: len(tried)]


@pytest.mark.rule("alaguerre:9.1.1-a")
def test_who_recoils() -> None:
    s = field(red("A", AT, *HV, **X), red("E", [22000, 20000], *HV, **X), blue("B", AT, *HV))
    one = Round(combat_of(s), {"red": 3, "blue": 0})
    assert not melee.recoils(s, one, unit(s))
    one.losses["A"] = 1
    assert melee.recoils(s, one, unit(s))
    s.change(s.bases["E"], occupies=Occupation("V"))
    both = unit(s)
    assert (both.ids, melee.recoils(s, one, both)) == (["A", "E"], False)
    s.remove(s.bases["A"])
    s.remove(s.bases["E"])
    assert not melee.recoils(s, one, both)


@pytest.mark.rule("alaguerre:9.1.1-b", "alaguerre:9.3.1-e", "alaguerre:5.6.1-a")
@pytest.mark.parametrize(
    ("bases", "reds", "told"),
    [
        ((red("A", AT, *HV), blue("B", AT, *HV)), "A", ["moved recoil A 500", "moved advance B 500"]),
        ((red("A", AT, *HV), blue("B", AT, *HV, state="shaken")), "A", ["moved recoil A 500", "moved advance B 500"]),
        ((red("A", AT, *HV), blue("B", AT, *HV, state="routed")), "A", ["moved recoil A 500"]),
        ((red("A", [20000, 800], *HV), blue("B", [20000, 800], *HV)), "A", ["eliminated steady_off A"]),
        (
            (red("A", [19000, 20000], *HV), red("E", [21050, 20000], *HV), blue("B", AT, *HV)),
            "AE",
            ["moved recoil A 500"],
        ),
    ],
)
def test_who_follows_who_recoils(bases: tuple[Plain, ...], reds: str, told: list[str]) -> None:
    s = field(*bases)
    one = Round(combat_of(s, reds), {"red": 3, "blue": 0})
    drive(melee.recoil(s, one, unit(s)))
    assert course(s) == told
    gone = field(*bases)
    one = Round(combat_of(gone, reds), {"red": 3, "blue": 3})
    gone.remove(gone.bases["B"])
    drive(melee.recoil(gone, one, unit(gone)))
    assert course(gone) == told[:1]


@pytest.mark.rule("alaguerre:9.2.1-b", "alaguerre:9.2.1-c")
def test_a_second_melee_disorders_though_the_enemy_has_gone() -> None:
    s = field(red("A", AT), blue("B", [20000, 20500]))
    assert told_by(s, melee.fight_on(s, unit(s), unit(s, "B"))) == [
        "state second_melee A disordered",
        "A: state=disordered",
    ]


@pytest.mark.rule("alaguerre:9.1.3-a")
def test_who_touches_nobody_any_more_is_in_no_melee() -> None:
    s = field(red("A", AT, fight={"rounds": 1}), blue("B", [20000, 20500], fight={"rounds": 1}))
    assert drive(melee.phase(s)) is True
    assert [s.bases[id].fight for id in "AB"] == [None, None]
    village = area("V", "village", 18, 20, 22, 24, vdf=1)
    walls = field(red("A", AT, fight={"rounds": 1}), blue("B", [20000, 21500], inside="V"), terrain=(village,))
    melee.leave_fights(walls)
    assert walls.bases["A"].fight is not None
