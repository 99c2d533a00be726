"""What one thing sets off: lines and great units, contagion, momentum, generals in danger, answers to fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    IDLE,
    Plain,
    asked,
    barred,
    begun,
    blue,
    box,
    charged,
    done,
    fought,
    general,
    go,
    gone,
    modifiers,
    move,
    now,
    red,
    reply,
    roll,
    rolls,
    say,
    shot,
    trial,
)

FIRST = {"fight": {"rounds": 0, "charged": False, "on": "front", "began": "red"}}
FIGHT = {"fight": {"rounds": 1, "charged": False, "on": "front", "began": "red"}}
AROUND = (blue("W", 2000, 30000, "Hv"), blue("E", 44000, 30000, "Hv"))


# --- lines


def line(*more: Plain, troops: str = "Cav") -> list[Plain]:
    """Bases side by side from x = 18000."""
    return [
        red(f"A{n}" if n else "A", 18000 + 2000 * n, 10000, troops, brigade="b", **each) for n, each in enumerate(more)
    ]


@pytest.mark.rule("alaguerre:2.7.1-e")
def test_a_line_charges_with_one_test_and_together() -> None:
    m = charged(*line({}, {}), blue("T", 19000, 12000, "Hv"), dice=(5, 5))
    assert len(rolls(m, "morale", row="charge")) == 1
    assert (now(m, "A")["at"], now(m, "A1")["at"]) == ([18000, 12000], [20000, 12000])


@pytest.mark.rule("alaguerre:2.7.1-e", "alaguerre:10.2.1-t3")
def test_the_result_of_a_line_is_that_of_every_base() -> None:
    m = charged(*line({"stats": "0/-/2 -"}, {"stats": "0/-/2 -"}), blue("T", 19000, 12000, "Hv"), *AROUND, dice=(1,))
    assert (now(m, "A")["state"], now(m, "A1")["state"]) == ("disordered", "disordered")


@pytest.mark.rule("alaguerre:2.7.1-f", "alaguerre:2.7.1-b")
def test_the_worst_base_counts_for_a_line() -> None:
    bases = line({"stats": "2/-/2 -"}, {"stats": "1/-/2 -", "state": "disordered"})
    m = charged(*bases, blue("T", 19000, 12000, "Hv"), *AROUND, dice=(5, 5))
    test = roll(m, "morale", row="charge")
    assert (test.data["value"], modifiers(test)) == (1, {"10.2.2-m9": -1})


@pytest.mark.rule("alaguerre:2.7.1-d")
def test_one_base_of_a_line_charges_alone() -> None:
    m = begun("manoeuvre", *line({}, {}), blue("T", 18000, 12000, "Hv"), IDLE, dice=(5, 5))
    say(m, "red", "charge", unit="A", target="T", alone=True)
    reply(m, "react", "stand")
    assert (now(m, "A")["at"], now(m, "A1")["at"]) == ([18000, 12000], [20000, 10000])


@pytest.mark.rule("alaguerre:8.2.1-a", "alaguerre:2.7.1-c")
def test_fire_falls_on_one_base_of_a_line() -> None:
    targets = (blue("T", 20000, 19500, "Hv", brigade="t"), blue("U", 22000, 19500, "Hv", brigade="t"))
    m = shot(red("F", 20000, 18000, "Sh", stats="1/0/0 -", first_fire=False), *targets, dice=(4, 2))
    assert (now(m, "T")["state"], now(m, "U")["state"]) == ("disordered", "ordered")


@pytest.mark.rule("alaguerre:2.10-a")
def test_a_shaken_base_is_out_of_the_line() -> None:
    m = begun("manoeuvre", *line({}, {"state": "shaken"}, troops="Hv"), AROUND[0])
    move(m, "A", go("advance", by=1000))
    assert (now(m, "A")["at"], now(m, "A1")["at"]) == ([18000, 11000], [20000, 10000])


@pytest.mark.parametrize(
    "more", [{"brigade": "other"}, {"type": "Rei", "stats": "1/1/0 -"}, {"facing": 18000, "at": [20000, 9000]}]
)
@pytest.mark.rule("alaguerre:2.10-a", "alaguerre:2.10-b", "alaguerre:2.10.1-a")
def test_what_is_no_line(more: Plain) -> None:
    first, second = line({}, {})
    m = begun("manoeuvre", first, {**second, **more}, AROUND[0])
    move(m, "A", go("advance", by=1000))
    assert now(m, "A1")["at"] == more.get("at", [20000, 10000])


@pytest.mark.rule("alaguerre:2.10.1-d")
def test_a_line_formed_now_is_not_broken_now() -> None:
    bases = [red("A", 18000, 10000, "Hv", brigade="b"), red("B", 20000, 9000, "Hv", brigade="b")]
    m = begun("manoeuvre", *bases, red("C", 5000, 10000, "Hv", brigade="b"), AROUND[0])
    move(m, "B", go("advance", by=1000), alone=True)
    found = barred(m, "red", "move", unit="A", path=[go("advance", by=500)], alone=True)
    assert found == "2.10.1"


@pytest.mark.rule("alaguerre:10.2.2-i")
def test_support_behind_one_base_is_for_the_line() -> None:
    bases = [red("A", 18000, 10000, "Hv", brigade="b"), red("A1", 20000, 10000, "Hv", brigade="b")]
    m = trial(bases[0], bases[1], red("S", 20000, 8000, "Hv", brigade="s"), *AROUND, row="charged", dice=(5,))
    assert modifiers(roll(m, "morale", by="red"))["10.2.2-m2"] == 2


# --- great units


TERCIO = (
    blue("D", 20000, 10000, "Pk", great="g", brigade="g", stats="1/0/0 -", **FIGHT),
    blue("R", 20000, 11000, "Pk", great="g", brigade="g", stats="1/0/0 -"),
)


@pytest.mark.rule("alaguerre:2.11-b", "alaguerre:5.6.1-a", "alaguerre:2.11.1-a")
def test_a_great_unit_recoils_whole_and_loses_behind() -> None:
    m = fought(red("A", 20000, 10000, "Pk", stats="1/0/4 -", **FIGHT), *TERCIO, dice=(6, 1))
    assert (now(m, "D")["at"], now(m, "R")["at"]) == ([20000, 10500], [20000, 11500])
    assert (now(m, "D")["losses"], now(m, "R")["losses"]) == (0, 1)
    assert (now(m, "D")["state"], now(m, "R")["state"]) == ("disordered", "disordered")


@pytest.mark.rule("alaguerre:2.11.1-a", "alaguerre:2.11-b")
def test_the_rear_base_of_a_great_unit_is_removed_at_four() -> None:
    front, rear = TERCIO
    m = fought(red("A", 20000, 10000, "Pk", stats="1/0/4 -", **FIGHT), front, {**rear, "losses": 3}, dice=(6, 1))
    assert gone(m, "R")
    assert not gone(m, "D")


@pytest.mark.rule("alaguerre:2.11.1-b", "alaguerre:10.2.2-m7")
def test_losses_behind_do_not_weigh_on_a_great_unit() -> None:
    bases = [
        {**each, "side": "red", "facing": 0, "at": [20000, y], "fight": None}
        for each, y in zip(TERCIO, (10000, 9000), strict=True)
    ]
    bases[0]["id"], bases[1]["losses"] = "A", 2
    m = trial(bases[0], bases[1], *AROUND, row="fire", dice=(5,))
    assert modifiers(roll(m, "morale", by="red")) == {"10.2.2-m3": 2}


# --- contagion


def wall(y: int, morale: int, *, troops: str = "Hv") -> list[Plain]:
    """Nine friends of the beaten side by side, too wide to be gone round."""
    return [blue(f"F{n}", 12000 + 2000 * n, y, troops, stats=f"{morale}/-/0 -", brigade=f"f{n}") for n in range(9)]


def beaten(*friends: Plain, morale: int = 2, troops: str = "Hv", dice: tuple[int, ...] = (), **more: Any) -> Any:
    """A shaken unit loses a round and routs through its friends."""
    loser = blue("D", 20000, 10000, troops, **{"stats": f"{morale}/-/0 -", "state": "shaken", **FIGHT, **more})
    return fought(red("A", 20000, 10000, "Hv", stats="1/-/3 -", **FIGHT), loser, *friends, dice=(6, 4, *dice))


@pytest.mark.parametrize(("morale", "tests"), [(0, True), (1, True), (2, False), (3, False)])
@pytest.mark.rule("alaguerre:5.6.4-e", "alaguerre:10.2-c")
def test_who_is_run_through_tests_if_of_lower_morale(morale: int, tests: bool) -> None:
    m = beaten(*wall(12000, morale), dice=(6,) * 5)
    found = rolls(m, "morale", row="contagion")
    assert bool(found) == tests
    assert all(each.data["unit"] in ("F3", "F4", "F5") for each in found)


@pytest.mark.rule("alaguerre:5.6.4-c", "alaguerre:5.3.4-a")
def test_a_rout_completes_its_crossing() -> None:
    """Three um would end on the friends who stand from 13 to 14: it goes on beyond them."""
    m = beaten(*wall(12500, 3))
    low = now(m, "D")["at"][1] - 1000
    assert low >= 13500


@pytest.mark.rule("alaguerre:5.6.4-c")
def test_a_rout_goes_through_a_gap() -> None:
    friends = [each for each in wall(12000, 0) if each["id"] != "F5"]
    m = beaten(*friends)
    assert rolls(m, "morale", row="contagion") == []


@pytest.mark.rule("alaguerre:10.2-c")
def test_open_order_frightens_nobody() -> None:
    m = beaten(*wall(12000, 0), troops="Lt", stats="2/0/0 - sk")
    assert now(m, "D")["state"] == "routed"
    assert rolls(m, "morale", row="contagion") == []


@pytest.mark.parametrize(("morale", "x", "tests"), [(1, 30000, True), (2, 30000, False), (1, None, False)])
@pytest.mark.rule("alaguerre:5.6.4-e", "alaguerre:10.2-c")
def test_guns_that_see_a_better_unit_rout_test(morale: int, x: int | None, tests: bool) -> None:
    hill = box("H", "hill", 24000, 5000, 27000, 25000)
    guns = blue("G", 30000, 14000, "LtArt", stats=f"{morale}/1/- -")
    m = fought(
        red("A", 20000, 10000, "Hv", stats="1/-/3 -", **FIGHT),
        blue("D", 20000, 10000, "Hv", stats="2/-/0 -", state="shaken", **FIGHT),
        guns,
        dice=(6, 4, 6),
        terrain=() if x is not None else (hill,),
    )
    assert bool(rolls(m, "morale", row="contagion", unit="G")) == tests


@pytest.mark.parametrize(
    ("die", "after"),
    [(6, "ordered"), (5, "disordered"), (4, "disordered"), (3, "shaken"), (2, "shaken"), (1, "routed")],
)
@pytest.mark.rule("alaguerre:10.2.1-t5")
def test_what_contagion_does(die: int, after: str) -> None:
    """A battery of morale 0 that no enemy can get beside: secure flanks would add, so enemies stand beyond them."""
    guns = blue("G", 30000, 20000, "LtArt", stats="0/1/- -")
    far = (red("X", 2000, 3000, "Hv", brigade="x"), red("Z", 45000, 3000, "Hv", brigade="z"))
    m = beaten(guns, *far, dice=(die, 6))
    test = roll(m, "morale", row="contagion", unit="G")
    assert (test.data["total"], modifiers(test)) == (die, {})
    if after == "shaken":
        assert gone(m, "G"), "a battery that has to go back leaves its guns"
    else:
        assert now(m, "G")["state"] == after


# --- cohesion in chains


@pytest.mark.rule("alaguerre:4.1.1-a")
def test_a_rout_costs_its_morale_once() -> None:
    m = fought(
        red("A", 20000, 10000, "Hv", stats="1/-/3 -", **FIGHT),
        blue("D", 20000, 10000, "Hv", stats="2/-/0 -", state="shaken", **FIGHT),
        blue("Y", 40000, 30000, "Hv"),
        dice=(6, 4),
        cohesion={"red": 9, "blue": 9},
    )
    assert m.view("blue")["cohesion"]["blue"] == 7
    assert m.view("red")["cohesion"]["red"] == 9


@pytest.mark.rule("alaguerre:10.2-f", "alaguerre:4.1.1-a")
def test_who_leaves_the_table_routed_is_gone_but_paid_once() -> None:
    m = fought(
        red("A", 20000, 37000, "Hv", stats="1/-/3 -", **FIGHT),
        blue("D", 20000, 37000, "Hv", stats="2/-/0 -", state="shaken", **FIGHT),
        blue("Y", 40000, 30000, "Hv"),
        dice=(6, 4),
        cohesion={"red": 9, "blue": 9},
    )
    assert gone(m, "D")
    assert m.view("blue")["cohesion"]["blue"] == 7


# --- momentum


@pytest.mark.rule("alaguerre:9.2.1-b")
def test_who_is_entered_upon_tests_as_charged_and_fights_at_once() -> None:
    second = blue("S", 20000, 11800, "Hv", stats="1/-/0 -", brigade="s")
    m = fought(
        red("A", 20000, 10000, "Hv", stats="1/-/5 -", **FIRST),
        blue("D", 20000, 10000, "Hv", stats="1/-/0 -", **FIRST, state="shaken"),
        second,
        dice=(6, 4, 6, 6, 6, 6),
    )
    reply(m, "react", "stand")
    assert now(m, "A")["at"][1] >= 11000
    assert roll(m, "morale", row="charged").data["unit"] == "S"


@pytest.mark.rule("alaguerre:9.2.2-b")
def test_a_control_move_goes_anywhere_at_normal_speed() -> None:
    m = fought(
        red("A", 20000, 10000, "Cav", stats="1/-/5 -", **FIRST),
        blue("D", 20000, 10000, "Cav", stats="1/-/0 -", **FIRST, state="shaken"),
        dice=(6, 4, 6),
    )
    assert asked(m) == ("control", "red")
    say(m, "red", "stay")
    assert (now(m, "A")["at"], now(m, "A")["state"]) == ([20000, 11000], "ordered")


@pytest.mark.rule("alaguerre:9.2.2-b", "alaguerre:6.3.1-a")
def test_a_control_move_may_charge_without_a_test_or_fire() -> None:
    m = fought(
        red("A", 20000, 10000, "Cav", stats="1/-/5 -", **FIRST),
        blue("D", 20000, 10000, "LC", stats="1/-/0 -", **FIRST, state="shaken"),
        blue("S", 20000, 13500, "Pk", stats="1/1/0 -", brigade="s"),
        dice=(6, 4, 5, 5),
    )
    before = len(rolls(m, "morale", row="charge"))
    assert asked(m) == ("control", "red")
    say(m, "red", "charge", target="S")
    reply(m, "react", "stand")
    assert len(rolls(m, "morale", row="charge")) == before
    assert roll(m, "morale", row="charged").data["unit"] == "S"
    assert rolls(m, "fire") == []


# --- generals


def led(dice: tuple[int, ...], level: int = 0) -> Any:
    return fought(
        red("A", 20000, 10000, "Hv", stats="1/-/3 -", **FIGHT),
        blue("D", 20000, 10000, "Hv", stats="1/-/0 -", state="shaken", **FIGHT),
        blue("Y", 40000, 30000, "Hv"),
        generals=[general("G", "blue", 20000, 11500, level=level, division="blue")],
        dice=dice,
    )


@pytest.mark.parametrize(("die", "at_risk"), [(1, True), (2, True), (3, True), (4, False)])
@pytest.mark.rule("alaguerre:10.3.2-a", "alaguerre:10.3.2-b", "alaguerre:10.3.2-d")
def test_a_general_with_a_unit_that_only_routs_may_be_captured(die: int, at_risk: bool) -> None:
    """Two damages, no loss but that of the rout: one less for it, and one for the rout."""
    m = led((3, 4, die, 6))
    test = roll(m, "general")
    assert (now(m, "D")["state"], test.data["test"], test.data["at_risk"]) == ("routed", "capture", at_risk)


@pytest.mark.parametrize("level", [0, 2])
@pytest.mark.rule("alaguerre:10.3.2-b")
def test_the_level_does_not_count_for_capture(level: int) -> None:
    m = led((3, 4, 4, 6), level)
    assert now(m, "D")["state"] == "routed"
    assert roll(m, "general").data["at_risk"] is False


@pytest.mark.parametrize(
    ("die", "result"), [(1, "captured"), (2, "escapes_wounded"), (3, "escapes_wounded"), (4, "escapes")]
)
@pytest.mark.rule("alaguerre:10.3.2-c")
def test_the_fate_of_a_general_who_may_be_captured(die: int, result: str) -> None:
    m = led((3, 4, 1, die))
    assert roll(m, "fate").data["result"] == result


@pytest.mark.rule("alaguerre:10.3.1-b", "alaguerre:10.3.2-d")
def test_a_unit_that_loses_and_routs_tries_its_general_for_wounds() -> None:
    m = led((6, 1, 3, 6))
    test = roll(m, "general")
    assert (test.data["test"], test.data["at_risk"]) == ("wound", True), "3 - 1 for the loss - 1 for the rout"


# --- answers to fire


@pytest.mark.parametrize(
    ("target", "answers"),
    [
        (blue("T", 20000, 18900, "Rei"), {"hold", "fire", "evade", "fire_evade"}),
        (blue("T", 20000, 18900, "Lt"), {"hold", "fire", "evade", "fire_evade"}),
        (blue("T", 20000, 18900, "Sh"), {"hold", "fire"}),
        (blue("T", 20000, 18900, "Hv"), None),
        (blue("T", 20000, 18900, "Lt", state="shaken"), None),
        (blue("T", 20000, 18900, "Sh", fired=True), None),
    ],
)
@pytest.mark.rule("alaguerre:5.6.5-h", "alaguerre:5.6.5-j", "alaguerre:8.2.3-a")
def test_how_a_target_may_answer(target: Plain, answers: set[str] | None) -> None:
    m = begun("fire", red("F", 20000, 18000, "Sh"), target)
    say(m, "red", "fire", unit="F", target="T")
    found = {each["do"] for each in m.options("blue")} if asked(m) == ("return_fire", "blue") else None
    assert found == answers


@pytest.mark.rule("alaguerre:5.6.5-h", "alaguerre:5.6.5-a")
def test_who_evades_before_the_shot_is_not_hit_and_the_firer_may_choose_again() -> None:
    m = begun("fire", red("F", 20000, 18000, "Sh"), blue("T", 20000, 18900, "Rei"), blue("U", 22400, 18900, "Hv"))
    say(m, "red", "fire", unit="F", target="T")
    say(m, "blue", "evade")
    assert (now(m, "T")["at"], now(m, "T")["state"], rolls(m, "fire")) == ([20000, 22900], "disordered", [])
    assert barred(m, "red", "fire", unit="F", target="U") is None


@pytest.mark.rule("alaguerre:5.6.5-c")
def test_nobody_evades_twice() -> None:
    m = begun("fire", red("F", 20000, 18000, "Sh"), blue("T", 20000, 18900, "Rei", evaded=True))
    say(m, "red", "fire", unit="F", target="T")
    assert {each["do"] for each in m.options("blue")} == {"hold", "fire"}


# --- dead ground


HILL = box(
    "H", "hill", 15000, 10000, 25000, 18000, top=[[16000, 11000], [24000, 11000], [24000, 15000], [16000, 15000]]
)


@pytest.mark.parametrize(("y", "rule"), [(15200, "8.3.1"), (20900, "8.3.1"), (21100, None)])
@pytest.mark.rule("alaguerre:8.3.1-a", "alaguerre:8.3.1-b")
def test_dead_ground_below_a_battery(y: int, rule: str | None) -> None:
    """The foot is three um away: dead to three um beyond it."""
    battery = red("F", 20000, 15000, "MdArt")
    m = begun(
        "fire",
        battery,
        blue("T", 20000, y, "Hv"),
        red("O", 5000, 18000, "LtArt"),
        blue("U", 5000, 20000, "Hv"),
        terrain=(HILL,),
    )
    assert barred(m, "red", "fire", unit="F", target="T") == rule


@pytest.mark.rule("alaguerre:8.3.1-b")
def test_friends_in_dead_ground_do_not_stop_the_guns() -> None:
    bases = (red("F", 20000, 15000, "MdArt"), red("N", 20000, 19900, "Hv"), blue("T", 20000, 21500, "Hv"))
    m = begun("fire", *bases, terrain=(HILL,))
    assert barred(m, "red", "fire", unit="F", target="T") is None


# --- the end of a retreat


@pytest.mark.rule("alaguerre:5.6.3-h")
def test_who_backs_into_the_enemy_routs() -> None:
    m = fought(
        red("A", 20000, 10000, "Hv", stats="1/-/3 -", **FIGHT),
        blue("D", 20000, 10000, "Hv", stats="1/-/0 -", state="disordered", **FIGHT),
        red("B", 20000, 13000, "Hv", brigade="b"),
        dice=(3, 4, 6),
    )
    assert now(m, "D")["state"] == "routed" or gone(m, "D")


@pytest.mark.rule("alaguerre:5.6.3-g")
def test_a_retreat_without_room_is_a_level_more() -> None:
    """Shaken already: it routs, and a rout that cannot be completed is the end."""
    rock = {"id": "P", "type": "impassable", "shape": [[10000, 11200], [30000, 11200], [30000, 30000], [10000, 30000]]}
    m = fought(
        red("A", 20000, 10000, "Hv", stats="1/-/3 -", **FIGHT),
        blue("D", 20000, 10000, "Hv", stats="1/-/0 -", state="disordered", **FIGHT),
        blue("Y", 40000, 30000, "Hv"),
        dice=(3, 4, 6),
        terrain=(rock,),
    )
    assert gone(m, "D") or now(m, "D")["state"] == "routed"


@pytest.mark.rule("alaguerre:5.2.10-b")
def test_dragoons_on_foot_rout_on_horseback() -> None:
    more = {"mounted_stats": "1/-2/-1 - sk/ln", "mounted_as": "LC", "state": "shaken"}
    m = fought(
        red("A", 20000, 10000, "Hv", stats="1/-/3 -", **FIGHT),
        blue("D", 20000, 10000, "Dr", **FIGHT, **more),
        blue("Y", 40000, 30000, "Hv"),
        dice=(3, 4),
    )
    assert (now(m, "D")["state"], now(m, "D")["mounted"]) == ("routed", True)


@pytest.mark.rule("alaguerre:9.1.5-b")
def test_baggage_that_is_touched_is_gone_at_the_end_of_the_impulse() -> None:
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Hv"),
        blue("T", 20000, 11500, "baggage"),
        blue("Y", 40000, 30000, "Hv"),
        dice=(5, 5),
        last_turn=2,
    )
    say(m, "red", "charge", unit="A", target="T")
    for what in ("react", "pursue"):
        reply(m, what, "stand" if what == "react" else "go_on")
    done(m, "move")
    done(m, "fire")
    assert gone(m, "T")
