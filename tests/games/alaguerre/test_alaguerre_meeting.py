"""6.3, 5.6.5: fire where bases meet or before one evades, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Fire, Hold
from quadrilatero.games.alaguerre.rules import charge_fire, morale
from quadrilatero.games.alaguerre.rules.formations import single, unit_of
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import blue, line, red, state

Plain = dict[str, Any]
AT = [20000, 20000]
LN = ("Ln", "1/1/1 -")
SPENT: Plain = {"first_fire": False}
FAR = blue("Z", [45000, 39000])


def drive(script: Any, *sent: Any) -> list[Any]:
    """What a script asks for while it is sent these answers and dice, to its end."""
    asked, answers = [], iter(sent)
    value = next(script, None)
    while value is not None:
        asked.append(value)
        try:
            value = script.send(next(answers))
        except StopIteration:
            break
    assert next(answers, None) is None, "all that was sent is used"
    assert next(script, None) is None, "it is at its end"
    return asked


def shots_of(s: State) -> list[Any]:
    return [event for event in s.sink if event.kind == "roll" and event.data["why"] == "fire"]


def morale_rolls(s: State) -> list[Any]:
    return [event for event in s.sink if event.kind == "roll" and event.data["why"] == "morale"]


def meeting(**more: Any) -> State:
    return state(red("A", AT, *LN, **SPENT), blue("B", AT, *LN, **{**SPENT, **more}), FAR)


@pytest.mark.rule("alaguerre:6.3-a", "alaguerre:6.3-d", "alaguerre:6.3-e", "alaguerre:6.3-c")
def test_both_are_asked_and_shoot_at_once_and_who_was_hit_tests() -> None:
    s = meeting()
    script = charge_fire.at_contact(s, single(s.bases["A"]), single(s.bases["B"]), halted=False)
    first, second, dice, test = drive(script, Fire(), Fire(), (6, 1), (6,))
    assert [(ask.what, ask.rule, ask.who) for ask in (first, second)] == [
        ("charge_fire", "6.3-a", ("red",)),
        ("charge_fire", "6.3-a", ("blue",)),
    ]
    assert (dice.count, test.count) == (2, 1)
    mine, theirs = shots_of(s)
    assert [(shot.data["unit"], shot.data["range"], shot.data["damage"]) for shot in (mine, theirs)] == [
        ("A", "long", 3),
        ("B", "long", 0),
    ]
    assert [(shot.data["charge"], shot.data["answer"]) for shot in (mine, theirs)] == [(True, False), (True, True)]
    assert [s.bases[id].fired for id in "AB"] == [True, True]
    hit = s.bases["B"]
    assert (hit.losses, hit.damaged, hit.tested, hit.state) == (1, True, True, "disordered")
    assert [(one.data["unit"], one.data["row"]) for one in morale_rolls(s)] == [("B", "fire")]
    assert (s.bases["A"].damaged, s.bases["A"].tested) == (False, False)


@pytest.mark.rule("alaguerre:6.3-a", "alaguerre:6.3.2-b")
@pytest.mark.parametrize(("halted", "band"), [(True, "short"), (False, "long")])
def test_who_alone_shoots_rolls_first_and_line_infantry_that_waits_shoots_short(halted: bool, band: str) -> None:
    s = meeting()
    script = charge_fire.at_contact(s, single(s.bases["A"]), single(s.bases["B"]), halted=halted)
    drive(script, Hold(), Fire(), (2, 5))
    (shot,) = shots_of(s)
    assert (shot.data["unit"], shot.data["range"], shot.dice, shot.data["charge"]) == ("B", band, (2, 5), True)
    assert [s.bases[id].fired for id in "AB"] == [False, True]


@pytest.mark.rule("alaguerre:6.3-a")
def test_nobody_need_shoot() -> None:
    s = meeting()
    drive(charge_fire.at_contact(s, single(s.bases["A"]), single(s.bases["B"]), halted=True), Hold(), Hold())
    assert shots_of(s) == []
    spent = meeting(fired=True)
    drive(charge_fire.at_contact(spent, single(spent.bases["A"]), single(spent.bases["B"]), halted=True), Hold())


@pytest.mark.rule("alaguerre:5.6.5-f", "alaguerre:6.3-b", "alaguerre:6.3-c")
def test_shot_that_shoots_before_it_evades_shoots_alone_and_at_long_range() -> None:
    s = state(red("A", AT, "Cav", "1/-/2 -"), blue("B", [20000, 21000], "Sh", "1/2/0 -", **SPENT), FAR)
    drive(charge_fire.before_evading(s, single(s.bases["B"]), single(s.bases["A"])), Fire(), (5, 3), (6,))
    (shot,) = shots_of(s)
    assert (shot.data["unit"], shot.data["range"], shot.data["charge"], shot.data["answer"]) == (
        "B",
        "long",
        True,
        False,
    )
    assert shot.data["damage"] == 2
    assert (s.bases["B"].fired, s.bases["A"].tested) == (True, True)
    assert [one.data["unit"] for one in morale_rolls(s)] == ["A"]
    held = state(red("A", AT, "Cav", "1/-/2 -"), blue("B", [20000, 21000], "Sh", "1/2/0 -", **SPENT), FAR)
    drive(charge_fire.before_evading(held, single(held.bases["B"]), single(held.bases["A"])), Hold())
    assert shots_of(held) == []


@pytest.mark.rule("alaguerre:6.3-c", "alaguerre:8.2.1-a", "alaguerre:10.2.1-d")
@pytest.mark.parametrize(
    ("more", "damage", "dice", "after"),
    [
        ({}, 0, (), ("ordered", 0, False)),
        ({}, 1, ((6,),), ("ordered", 0, True)),
        ({}, 3, ((6,),), ("disordered", 1, True)),
        ({"state": "routed"}, 1, (), ("routed", 0, False)),
        ({"losses": 3}, 3, (), None),
    ],
)
def test_damage_by_charge_fire(more: Plain, damage: int, dice: Any, after: tuple[str, int, bool] | None) -> None:
    s = state(red("A", AT, *LN), red("C", [30000, 20000]), blue("B", AT, *LN, **more), FAR)
    base = s.bases["B"]
    drive(charge_fire.suffer(s, base, damage, s.bases["A"]), *dice)
    left = s.bases.get("B")
    assert (left and (left.state, left.losses, left.tested)) == after
    if left is None:
        drive(charge_fire.suffer(s, base, damage, s.bases["A"]))


@pytest.mark.rule("alaguerre:2.11.1-c", "alaguerre:2.11.1-a")
def test_a_great_unit_that_is_shot_at_where_bases_meet_tests_as_one() -> None:
    s = state(
        red("A", AT, *LN), blue("F", AT, great="T"), blue("R", [20000, 21000], great="T"), FAR, red("C", [30000, 20000])
    )
    drive(charge_fire.suffer(s, s.bases["F"], 3, s.bases["A"]), (6,))
    assert {s.bases[id].tested for id in "FR"} == {True}
    assert [s.bases[id].losses for id in "FR"] == [0, 1]
    assert unit_of(s, s.bases["F"]).state == "disordered"


@pytest.mark.rule("alaguerre:6.3-c", "alaguerre:10.2.2-m5", "alaguerre:8.2.1-a")
def test_cover_steadies_against_who_has_shot_if_it_lies_between() -> None:
    """A wall behind B is none against A; were A gone, nobody knows from where the shot came."""
    wall = line("W", "wall", (15, 21), (25, 21), vdf=1)
    s = state(red("A", AT, *LN), red("C", [30000, 20000]), blue("B", AT, *LN), FAR, terrain=(wall,))
    one = s.bases["A"]
    drive(charge_fire.suffer(s, s.bases["B"], 3, one), (6,))
    (test,) = morale_rolls(s)
    assert "10.2.2-m5" not in dict(test.modifiers)
    (lost,) = [event for event in s.sink if event.kind == "losses"]
    assert (lost.rule, lost.data["why"], lost.data["base"]) == ("8.2.1-a", "fire", "B")
    s.remove(one)
    drive(charge_fire.suffer(s, s.bases["B"], 1, one), (6,))
    assert dict(morale_rolls(s)[-1].modifiers)["10.2.2-m5"] == 1


# -- a test of morale (10.2) -------------------------------------------------------------------------------------------


def taken(s: State, row: str, die: int, cause: morale.Cause = morale.NOTHING) -> Any:
    """The roll of A's test."""
    drive(morale.take_test(s, single(s.bases["A"]), row, cause), (die,))
    return morale_rolls(s)[-1]


def alone(stats: str = "1/-/2 -", **more: Any) -> State:
    """A, with enemies far off on both sides so that no flank is secure; B is to be charged."""
    beside = (blue("X1", [3000, 23500]), blue("X2", [38000, 23500]))
    return state(red("A", AT, "Cav", stats, **more), blue("B", [20000, 24500], "Hv", "1/-/1 -"), *beside)


@pytest.mark.rule("alaguerre:6.2.3-a", "alaguerre:10.2.1-a", "alaguerre:10.2.1-b")
@pytest.mark.parametrize(
    ("row", "stats", "die", "total", "result", "extra"),
    [
        ("charge", "2/-/2 -", 4, 6, "passed", False),
        ("charge", "3/-/2 -", 4, 7, "passed", True),
        ("charge", "1/-/2 -", 6, 7, "passed", True),
        ("charge", "0/-/2 -", 6, 6, "passed", False),
        ("charge", "0/-/2 -", 3, 3, "stands", False),
        ("charged", "3/-/2 -", 4, 7, "passed", False),
        ("fire", "3/-/2 -", 4, 7, "passed", False),
        ("rout", "3/-/2 -", 1, 4, "recovers", False),
    ],
)
def test_a_score_above_six_earns_a_charger_an_extra_move(
    row: str, stats: str, die: int, total: int, result: str, extra: bool
) -> None:
    roll = taken(alone(stats), row, die)
    assert (roll.data["total"], roll.data["result"], roll.data["extra"]) == (total, result, extra)
    assert roll.data["success"] == (result in ("passed", "recovers"))
    assert (roll.data["row"], roll.data["value"], roll.data["by"]) == (row, int(stats[0]), "red")
    assert (roll.data["unit"], roll.data["units"], roll.dice) == ("A", ["A"], (die,))
    assert roll.data["need"] == {"charge": 4, "charged": 5, "fire": 6, "rout": 4}[row]


@pytest.mark.rule("alaguerre:10.2-b", "alaguerre:10.2.1-a")
def test_a_test_tells_what_it_comes_of() -> None:
    s = alone()
    enemy = unit_of(s, s.bases["B"])
    charged = taken(s, "charge", 4, morale.Cause(enemy=enemy))
    assert charged.data["because"] == "B"
    assert "to charge B" in charged.data["reason"]["en"]
    approached = taken(s, "charge", 4, morale.Cause(enemy=enemy, approach=True))
    assert approached.data["reason"] != charged.data["reason"]
    fled = taken(s, "contagion", 4, morale.Cause(spreader=enemy))
    assert fled.data["because"] == "B"
    held = taken(s, "charge", 4, morale.Cause(control=True))
    assert "because" not in held.data
    assert held.data["reason"] not in (charged.data["reason"], fled.data["reason"])
    shot = taken(s, "fire", 4, morale.Cause(enemy=enemy))
    assert shot.data["reason"] == "row_fire"
    assert "because" not in shot.data
    assert taken(s, "charge", 4).data["reason"] == "row_charge"


@pytest.mark.rule("alaguerre:10.2.2-g", "alaguerre:10.2.2-h", "alaguerre:10.2.2-m2")
def test_support_that_a_test_counts_is_given() -> None:
    s = state(
        red("A", AT, "Hv", "1/-/0 -"),
        red("C", [20000, 17500], "Hv", "1/-/0 -"),
        blue("X1", [3000, 23500]),
        blue("X2", [38000, 23500]),
    )
    roll = taken(s, "fire", 3)
    assert dict(roll.modifiers)["10.2.2-m2"] == 2
    assert s.bases["C"].supports == "A"
    lonely = alone()
    assert "10.2.2-m2" not in dict(taken(lonely, "fire", 3).modifiers)
