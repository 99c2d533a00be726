"""Chapter 9: damage, who wins, and what becomes of the beaten and of the winners."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    Plain,
    asked,
    barred,
    begun,
    blue,
    fought,
    general,
    gone,
    modifiers,
    now,
    red,
    reply,
    roll,
    rolls,
    say,
    told,
)

FIGHT = {"fight": {"rounds": 1, "charged": False, "on": "front", "began": "red"}}
FIRST = {"fight": {"rounds": 0, "charged": False, "on": "front", "began": "red"}}


def a(troops: str = "Hv", fight: Plain = FIGHT, **more: Any) -> Plain:
    return red("A", 20000, 10000, troops, **{"stats": "1/-/0 -", **fight, **more})


def d(troops: str = "Hv", fight: Plain = FIGHT, **more: Any) -> Plain:
    return blue("D", 20000, 10000, troops, **{"stats": "1/-/0 -", **fight, **more})


@pytest.mark.parametrize(
    ("dice", "value", "damage"),
    [
        ((3, 4), 0, 0),
        ((4, 4), 0, 0),
        ((5, 4), 0, 1),
        ((5, 3), 0, 2),
        ((5, 2), 0, 3),
        ((6, 1), 0, 3),
        ((6, 1), 4, 3),
        ((1, 1), -3, 0),
        ((1, 6), 5, 0),
        ((2, 5), 5, 2),
    ],
)
@pytest.mark.rule("alaguerre:9.1-a", "alaguerre:9.1-b")
def test_damage_is_the_difference_and_at_most_three(dice: tuple[int, int], value: int, damage: int) -> None:
    m = fought(a(stats=f"1/-/{value} -"), d(), dice=dice)
    assert roll(m, "melee", by="red").data["damage"] == damage


@pytest.mark.parametrize(
    ("dice", "states", "losses"),
    [
        ((5, 4), ("ordered", "disordered"), (0, 0)),
        ((4, 5), ("disordered", "ordered"), (0, 0)),
        ((4, 4), ("disordered", "disordered"), (0, 0)),
        ((6, 3), ("ordered", "disordered"), (0, 1)),
        ((2, 5), ("disordered", "ordered"), (1, 0)),
    ],
)
@pytest.mark.rule("alaguerre:9.1-c", "alaguerre:9.1-b")
def test_the_beaten_add_a_level(dice: tuple[int, int], states: tuple[str, str], losses: tuple[int, int]) -> None:
    m = fought(a(), d(), dice=dice)
    assert (now(m, "A")["state"], now(m, "D")["state"]) == states
    assert (now(m, "A")["losses"], now(m, "D")["losses"]) == losses


@pytest.mark.rule("alaguerre:9.1.1-a", "alaguerre:9.1.1-b", "alaguerre:5.6.1-a")
def test_the_beaten_with_a_loss_recoils_and_is_followed() -> None:
    m = fought(a(), d(), dice=(6, 3))
    assert (now(m, "D")["at"], now(m, "A")["at"]) == ([20000, 10500], [20000, 10500])
    assert [each["why"] for each in told(m, "moved")] == ["recoil", "advance"]


@pytest.mark.rule("alaguerre:9.1.1-a")
def test_the_beaten_without_a_loss_stays() -> None:
    m = fought(a(), d(), dice=(5, 3))
    assert (now(m, "D")["at"], told(m, "moved")) == ([20000, 10000], [])


@pytest.mark.rule("alaguerre:9.1.1-a")
def test_who_lines_a_work_does_not_recoil() -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[18000, 10000], [22000, 10000]], "vdf": 1, "obstacle": 1}
    m = fought(a(), d(occupies="H"), terrain=(hedge,), dice=(6, 1))
    assert (now(m, "D")["losses"], now(m, "D")["at"], told(m, "moved")) == (1, [20000, 10000], [])


@pytest.mark.rule("alaguerre:9.1.2-a", "alaguerre:10.2.1-t2", "alaguerre:10.2.2-m8")
@pytest.mark.parametrize(
    ("die", "result", "state", "losses"),
    [
        (6, "passed", "shaken", 0),
        (4, "passed", "shaken", 0),
        (3, "rout", "routed", 1),
        (2, "rout", "routed", 1),
        (1, "rout_loss", "routed", 2),
    ],
)
def test_who_becomes_shaken_tests(die: int, result: str, state: str, losses: int) -> None:
    """1 for morale + 2 for the flanks - 2 for shaken - 1 for the damage: the die as it is."""
    m = fought(a(), d(state="disordered"), dice=(6, 4, die, 6))
    test = roll(m, "morale", unit="D")
    assert (test.data["row"], test.data["total"], test.data["result"]) == ("melee", die, result)
    assert (now(m, "D")["state"], now(m, "D")["losses"]) == (state, losses)


@pytest.mark.rule("alaguerre:9.1.2-a", "alaguerre:5.6.3-b")
def test_a_passed_test_in_melee_is_a_retreat() -> None:
    m = fought(a(), d(state="disordered"), dice=(6, 4, 6))
    assert now(m, "D")["at"] == [20000, 12000]
    assert told(m, "moved", unit="D")[0]["why"] == "retreat"


@pytest.mark.rule("alaguerre:9.1-c")
def test_a_shaken_loser_routs() -> None:
    m = fought(a(), d(state="shaken"), dice=(6, 4))
    assert (now(m, "D")["state"], now(m, "D")["losses"], rolls(m, "morale", unit="D")) == ("routed", 1, [])


@pytest.mark.rule("alaguerre:9.1.2-b")
def test_who_came_shaken_tests_though_it_won() -> None:
    fight: Plain = {"fight": {"rounds": 0, "charged": False, "on": "front", "began": "red"}}
    m = fought(a("Hv", fight, stats="1/-/5 -", state="shaken"), d("Hv", fight), dice=(5, 1, 6))
    assert roll(m, "morale", unit="A").data["row"] == "melee"


@pytest.mark.rule("alaguerre:9.1.2-c", "alaguerre:10.2.1-e")
def test_a_rout_costs_no_second_loss_in_the_same_round() -> None:
    m = fought(a(), d(state="shaken"), dice=(6, 1))
    assert (now(m, "D")["state"], now(m, "D")["losses"]) == ("routed", 1)


@pytest.mark.rule("alaguerre:10.2.1-t2", "alaguerre:10.2.1-f")
def test_a_score_of_one_in_melee_is_a_rout_with_a_loss_more() -> None:
    """Die 1 + 1 + 2 - 2 - 2 losses = 0: rout, and beyond the loss of the round one more."""
    m = fought(a(), d(state="disordered", losses=1, stats="0/-/0 -"), dice=(6, 1, 1))
    assert roll(m, "morale", unit="D").data["result"] == "rout_loss"
    assert now(m, "D")["losses"] == 3


@pytest.mark.rule("alaguerre:5.6.4-b")
@pytest.mark.parametrize(("troops", "run"), [("Hv", 3000), ("Cav", 5000), ("Rei", 6000), ("LC", 7000)])
def test_routs_run_the_move_and_more(troops: str, run: int) -> None:
    m = fought(a("Hv", FIGHT), d(troops, stats="1/-/0 -", state="shaken"), dice=(6, 4))
    rear = now(m, "D")["at"][1] - 1000 if now(m, "D")["facing"] == 0 else now(m, "D")["at"][1]
    assert (now(m, "D")["state"], rear) == ("routed", 10000 + run)


@pytest.mark.rule("alaguerre:9.1.5-a")
def test_guns_that_are_caught_are_lost() -> None:
    m = begun("manoeuvre", red("A", 20000, 10000, "Cav"), blue("T", 20000, 11500, "HvArt"), dice=(5, 1))
    say(m, "red", "charge", unit="A", target="T")
    assert gone(m, "T")


@pytest.mark.rule("alaguerre:9.2.1-a")
def test_an_ordered_winner_of_its_first_round_goes_on_a_um() -> None:
    m = fought(a("Hv", FIRST), d("Hv", FIRST, state="shaken"), dice=(6, 4))
    assert told(m, "moved", unit="A")[0]["why"] == "penetration"
    assert now(m, "A")["at"] == [20000, 11000]


@pytest.mark.rule("alaguerre:9.2.1-a")
@pytest.mark.parametrize(("fight", "state"), [(FIRST, "disordered"), (FIGHT, "ordered")])
def test_a_disordered_or_later_winner_stays(fight: Plain, state: str) -> None:
    m = fought(a("Hv", fight, stats="1/-/3 -", state=state), d("Hv", FIRST, state="shaken"), dice=(6, 4))
    assert (now(m, "D")["state"], told(m, "moved", unit="A"), now(m, "A")["at"]) == ("routed", [], [20000, 10000])


@pytest.mark.rule("alaguerre:9.2.2-a", "alaguerre:10.2.2-m19", "alaguerre:10.2.2-m18")
@pytest.mark.parametrize(
    ("troops", "notes", "expected"),
    [("Cav", [], {}), ("Cav", ["cuirassiers"], {"10.2.2-m18": -1}), ("LC", [], {"10.2.2-m19": -2}), ("Rei", [], {})],
)
def test_horse_tests_for_control(troops: str, notes: list[str], expected: dict[str, int]) -> None:
    m = fought(a(troops, FIRST, notes=notes), d("Rei", FIRST, state="shaken"), dice=(6, 4, 6))
    test = roll(m, "morale", unit="A")
    found = modifiers(test)
    found.pop("10.2.2-m3", None)
    assert (test.data["row"], found) == ("charge", expected)
    assert asked(m) == ("control", "red")


@pytest.mark.rule("alaguerre:9.2.2-d")
def test_horse_out_of_control_rushes_on() -> None:
    """Nobody to charge: the move of 3um less the first, disordered. 1 for morale, 2 for the flanks, -1: score 3."""
    m = fought(a("Cav", FIRST, notes=["cuirassiers"]), d("Rei", FIRST, state="shaken"), dice=(6, 4, 1))
    assert roll(m, "morale", unit="A").data["success"] is False
    assert (now(m, "A")["state"], now(m, "A")["at"]) == ("disordered", [20000, 13000])


@pytest.mark.rule("alaguerre:9.2.1-a")
def test_foot_takes_no_control_test() -> None:
    m = fought(a("Hv", FIRST), d("Hv", FIRST, state="shaken"), dice=(6, 4))
    assert rolls(m, "morale", unit="A") == []


@pytest.mark.rule("alaguerre:9.3.1-a", "alaguerre:9.3.1-d", "alaguerre:9.3.1-e")
def test_two_against_one() -> None:
    two = (
        red("A", 19000, 10000, "Hv", brigade="a", stats="1/-/0 -", **FIGHT),
        red("B", 21000, 10000, "Hv", brigade="b", stats="1/-/0 -", **FIGHT),
    )
    m = begun("melee", *two, d(stats="1/-/3 -"), dice=(2, 6))
    reply(m, "melee", "melee", unit="A")
    assert asked(m) == ("principal", "red")
    say(m, "red", "principal", unit="B")
    assert (roll(m, "melee", by="red").data["unit"], modifiers(roll(m, "melee", by="red"))) == ("B", {"9.4-t8": 1})
    assert (now(m, "A")["losses"], now(m, "B")["losses"]) == (0, 1)
    assert (now(m, "A")["state"], now(m, "B")["state"]) == ("disordered", "disordered")


@pytest.mark.rule("alaguerre:9.3.1-e")
def test_the_enemy_follows_only_when_all_have_gone() -> None:
    two = (
        red("A", 19000, 10000, "Hv", brigade="a", stats="1/-/0 -", **FIGHT),
        red("B", 21000, 10000, "Hv", brigade="b", stats="1/-/0 -", **FIGHT),
    )
    m = begun("melee", *two, d(stats="1/-/3 -"), dice=(2, 6))
    reply(m, "melee", "melee", unit="A")
    say(m, "red", "principal", unit="B")
    assert (now(m, "B")["at"], now(m, "D")["at"]) == ([21000, 9500], [20000, 10000])


@pytest.mark.rule("alaguerre:5.6.1-b", "alaguerre:10.2.1-t5")
@pytest.mark.parametrize(("morale", "tests"), [(0, 1), (1, 0), (2, 0)])
def test_a_recoil_pushes_friends_who_test_if_of_lower_morale(morale: int, tests: int) -> None:
    friend = blue("F", 20000, 11200, "Hv", stats=f"{morale}/-/0 -", brigade="f")
    m = fought(a(), d(), friend, dice=(6, 3, 6))
    assert (now(m, "D")["at"], now(m, "F")["at"]) == ([20000, 10500], [20000, 11500])
    assert len(rolls(m, "morale", unit="F", row="contagion")) == tests


@pytest.mark.rule("alaguerre:5.6.1-c")
def test_a_recoil_that_is_stopped_costs_a_loss_more() -> None:
    water = {"id": "P", "type": "impassable", "shape": [[15000, 11200], [25000, 11200], [25000, 14000], [15000, 14000]]}
    m = fought(a(), d(), terrain=(water,), dice=(6, 3))
    assert (now(m, "D")["at"], now(m, "D")["losses"]) == ([20000, 10200], 2)


@pytest.mark.rule("alaguerre:9-b")
def test_the_initiative_chooses_the_order_of_melees() -> None:
    more = (red("E", 30000, 10000, "Hv", **FIGHT), blue("F", 30000, 10000, "Hv", **FIGHT))
    m = begun("melee", a(), d(), *more, initiative="blue", dice=(5, 4, 5, 4))
    assert asked(m) == ("melee", "blue")
    say(m, "blue", "melee", unit="F")
    assert [each.data["unit"] for each in rolls(m, "melee")][:2] in (["E", "F"], ["F", "E"])


@pytest.mark.rule("alaguerre:10.3.1-a", "alaguerre:10.3.1-b")
@pytest.mark.parametrize(
    ("level", "die", "at_risk"),
    [(0, 2, True), (0, 3, False), (1, 3, True), (2, 4, True), (2, 5, False), (-1, 1, True), (-1, 2, False)],
)
def test_a_general_is_at_risk_when_his_unit_takes_a_loss(level: int, die: int, at_risk: bool) -> None:
    """The die less his level less one for the loss; his level also fights, so the enemy's value makes up for it."""
    chief = general("G", "red", 20000, 8500, level=level, division="red")
    m = fought(a(), d(stats="1/-/5 -"), generals=[chief], dice=(1, 6, die, 6))
    assert now(m, "A")["losses"] == 1
    test = roll(m, "general")
    assert (test.data["test"], test.data["at_risk"]) == ("wound", at_risk)
    assert len(rolls(m, "fate")) == at_risk


@pytest.mark.rule("alaguerre:10.3.1-c")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "mortal"), (2, "light"), (3, "light"), (4, "unharmed"), (6, "unharmed")]
)
def test_the_fate_of_a_general(die: int, result: str) -> None:
    chief = general("G", "red", 20000, 8500, division="red")
    m = fought(a(), d(stats="1/-/5 -"), generals=[chief], dice=(1, 6, 1, die))
    assert roll(m, "fate").data["result"] == result


@pytest.mark.rule("alaguerre:2.6.6-a", "alaguerre:4.1.1-a")
def test_the_fourth_loss_is_the_end() -> None:
    m = fought(a(), d(losses=3, stats="2/-/4 -"), dice=(6, 1), cohesion={"red": 9, "blue": 9})
    assert gone(m, "D")
    assert m.view("blue")["cohesion"]["blue"] == 7


@pytest.mark.rule("alaguerre:9.1.4-a")
@pytest.mark.parametrize(
    ("troops", "enemy", "rule"), [("Cav", "Hv", None), ("Cav", "Cav", "9.1.4"), ("Hv", "Hv", "9.1.4")]
)
def test_only_horse_among_foot_breaks_off(troops: str, enemy: str, rule: str | None) -> None:
    m = begun("manoeuvre", a(troops), d(enemy), red("X", 5000, 5000, "Hv"))
    assert barred(m, "red", "break_off", unit="A") == rule
