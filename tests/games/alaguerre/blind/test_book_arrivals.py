"""Reinforcements, allies, player-generals, the CiC's guns, losses of commanders; and what a seat may not know."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.alaguerre.blind.situations import (
    Plain,
    asked,
    barred,
    begun,
    blue,
    box,
    general,
    modifiers,
    move_barred,
    now,
    red,
    reply,
    roll,
    rolls,
    say,
    told,
)

CHIEF = general("C", "red", 14000, 2000)
COMMANDER = general("D", "red", 17000, 5000, division="d")
FOE = blue("Z", 20000, 38000, "Hv", division="z")
ENEMY = general("E", "blue", 20000, 39500, division="z")
BASES = (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="d", brigade="b"))


def turn(phase: str, *bases: Plain, generals: tuple[Plain, ...] = (CHIEF, COMMANDER), **keys: Any) -> Any:
    return begun(phase, *(bases or BASES), FOE, generals=[*generals, ENEMY], **keys)


# --- reinforcements


LATE = (
    red("R", 0, 0, "Hv", division="r") | {"at": None},
    red("S", 0, 0, "Hv", division="r", brigade="b2") | {"at": None},
)
GROUP = {"id": "g", "side": "red", "turn": 2, "at": [30000, 0], "divisions": ["r"]}
RESERVE = general("F", "red", 0, 0, division="r") | {"at": None}


@pytest.mark.parametrize(("number", "asks"), [(1, False), (2, True)])
@pytest.mark.rule("alaguerre:3.2-a")
def test_reinforcements_come_in_their_turn(number: int, asks: bool) -> None:
    m = turn(
        "reinforcements",
        *BASES,
        *LATE,
        generals=(CHIEF, COMMANDER, RESERVE),
        reinforcements=[GROUP],
        turn=number,
        last_turn=5,
        dice=(1,) * 9,
    )
    assert (asked(m) == ("reinforce", "red")) == asks


@pytest.mark.rule("alaguerre:3.2-a", "alaguerre:3.2-c", "alaguerre:4.3-c")
def test_what_arrives_counts_at_once() -> None:
    """Two more bases of morale 1 are one of cohesion; their general is one die more."""
    m = turn(
        "reinforcements",
        *BASES,
        *LATE,
        generals=(CHIEF, COMMANDER, RESERVE),
        reinforcements=[GROUP],
        turn=2,
        last_turn=5,
        cohesion={"red": 9, "blue": 9},
        dice=(1,) * 9,
    )
    say(m, "red", "enter", group="g", formation="column")
    assert m.view("red")["cohesion"]["red"] == 10
    first = next(e for e in m.events if e.kind == "roll" and e.data["why"] == "activation" and e.data["by"] == "red")
    assert len(first.dice) == 2
    assert now(m, "R")["at"] is not None
    assert now(m, "R")["at"][1] <= 3000


@pytest.mark.rule("alaguerre:3.2-b")
def test_who_comes_deployed_does_nothing_in_the_first_impulse() -> None:
    m = turn(
        "reinforcements",
        *BASES,
        *LATE,
        generals=(CHIEF, COMMANDER, RESERVE),
        reinforcements=[GROUP],
        turn=2,
        last_turn=5,
        dice=(5,) * 9,
    )
    say(m, "red", "enter", group="g", formation="deployed")
    say(m, "red", "orders", assign={"F": 5})
    while m.ask is not None and m.ask.what == "orders":
        say(m, m.ask.who[0], "orders", assign={})
    assert move_barred(m, "R", {"go": "advance", "by": 500}) is not None


# --- guns of the CiC


@pytest.mark.parametrize(("x", "active"), [(17000, True), (40000, False)])
@pytest.mark.rule("alaguerre:2.7.4-c")
def test_guns_of_the_chief_go_with_any_general_in_reach(x: int, active: bool) -> None:
    guns = red("K", x, 9000, "LtArt", division=None)
    m = turn("orders", *BASES, guns, rolled={"red": [5], "blue": [1]})
    say(m, "red", "orders", assign={"D": 5})
    assert any("K" in each["bases"] for each in told(m, "activated")) == active


# --- several players


def several(level: int = 0, gap: int = 3000, rolled: tuple[int, ...] = (6, 5)) -> Any:
    player = general("P", "red", 14000 + gap, 2000, level=level)
    under = general("D", "red", 14000 + gap, 5000, division="d", superior="P")
    bases = tuple({**each, "at": [13000 + gap + 4000 * n, 9000]} for n, each in enumerate(BASES))
    return turn(
        "orders",
        *bases,
        generals=(CHIEF, player, under),
        players=["P"],
        options={"players": "several"},
        rolled={"red": list(rolled), "blue": [1]},
    )


@pytest.mark.rule("alaguerre:3.4.1-a", "alaguerre:3.4-a")
def test_a_die_is_handed_to_a_player_who_hands_it_on() -> None:
    m = several()
    say(m, "red", "orders", assign={"P": 6})
    assert asked(m) == ("orders", "red.P")
    say(m, "red.P", "orders", assign={"D": 6})
    assert told(m, "order", general="D")[0]["priority"] == 6


@pytest.mark.rule("alaguerre:3.4.1-a")
def test_the_link_to_a_player_is_paid() -> None:
    m = several(gap=9500)
    say(m, "red", "orders", assign={"P": 6})
    assert asked(m) == ("orders", "red.P")
    assert m.ask.data["dice"] == [5]
    say(m, "red.P", "orders", assign={"D": 5})
    assert told(m, "order", general="D")[0]["priority"] == 5


@pytest.mark.rule("alaguerre:3.4.2-b")
def test_a_player_commands_his_own_alone() -> None:
    m = several()
    say(m, "red", "orders", assign={"P": 6})
    assert barred(m, "red.P", "orders", assign={"C": 6}) is not None
    assert barred(m, "red.P", "orders", assign={"E": 6}) is not None


# --- commanders lost


@pytest.mark.rule("alaguerre:10.3.3-b", "alaguerre:10.3.3-c")
@pytest.mark.parametrize(("number", "back"), [(2, False), (3, True)])
def test_a_lost_general_is_replaced_two_turns_later(number: int, back: bool) -> None:
    lost = {"id": "D", "side": "red", "at": None, "division": "d", "level": 2, "state": "dead", "lost": 1}
    m = turn("activation", *BASES, generals=(CHIEF, lost), turn=number, last_turn=number, dice=(5,) * 6)
    found = [each for each in m.view("red")["generals"] if each["division"] == "d" and each["at"] is not None]
    assert [(each["level"], each["radius"]) for each in found] == ([(-1, 6000)] if back else [])


# --- what a general may do


@pytest.mark.rule("alaguerre:2.7.5-d")
def test_a_general_joins_only_his_own() -> None:
    other = red("X", 26000, 6000, "Hv", division="e")
    m = turn(
        "manoeuvre",
        *BASES,
        other,
        generals=(CHIEF, COMMANDER, general("F", "red", 32000, 2000, division="e")),
        orders={"d": 5},
    )
    assert move_barred(m, "D", {"go": "to", "at": [26000, 4500]}) == "2.7.5"
    assert move_barred(m, "D", {"go": "to", "at": [20000, 8500]}) is None


@pytest.mark.rule("alaguerre:10.3.1-d")
def test_a_wounded_general_does_not_leave() -> None:
    bases = (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="d", brigade="b"))
    hurt = general("D", "red", 20000, 8500, division="d", state="wounded", until=[1, 2])
    m = turn("manoeuvre", *bases, generals=(CHIEF, hurt), orders={"d": 5})
    assert move_barred(m, "D", {"go": "to", "at": [20000, 5000]}) == "10.3.1"


# --- allies


def allied(cohesion: Plain | None = None, **keys: Any) -> Any:
    own = (
        red("A", 20000, 10000, "Hv", division="d", stats="2/-/2 -", losses=2, state="disordered"),
        red("B", 24000, 10000, "Hv", division="e", stats="3/-/2 -"),
    )
    return begun(
        keys.pop("phase", "fire"),
        *own,
        FOE,
        generals=[COMMANDER, general("F", "red", 24000, 5000, division="e"), ENEMY],
        armies={
            "red": [{"name": "one", "list": "free", "points": 100}, {"name": "two", "list": "free", "points": 100}]
        },
        divisions={"d": {"side": "red", "army": "one"}, "e": {"side": "red", "army": "two"}},
        cohesion=cohesion or {"one": 9, "two": 9, "blue": 9},
        last_turn=3,
        **keys,
    )


@pytest.mark.rule("alaguerre:4.2-a")
def test_allies_have_each_their_cohesion() -> None:
    m = allied()
    assert m.view("red")["cohesion"] == {"one": 9, "two": 9}
    assert m.view("blue")["cohesion"] == {"blue": 9}


@pytest.mark.rule("alaguerre:4.2-a", "alaguerre:4.1.1-a")
def test_a_rout_costs_the_army_it_belongs_to() -> None:
    """2 for morale, 2 for the flanks, -2 for losses, -1 for disorder: with a 1 the score is 2."""
    work = [{"test": "A", "row": "melee", "losses": 0, "damage": 0}]
    m = allied(pending=work, dice=(1,))
    assert now(m, "A")["state"] == "routed"
    assert m.view("red")["cohesion"] == {"one": 7, "two": 9}


# --- secrecy


@pytest.mark.rule("alaguerre:4.3-a")
def test_events_do_not_tell_the_enemys_cohesion() -> None:
    work = [{"test": "A", "row": "melee", "losses": 0, "damage": 0}]
    bases = (red("A", 20000, 10000, "Hv", stats="0/-/2 -"), red("Y", 30000, 5000, "Hv", stats="1/-/2 -", brigade="y"))
    around = (blue("W", 2000, 30000, "Hv"), blue("V", 44000, 30000, "Hv"))
    strong = ({**bases[0], "stats": "2/-/2 -", "losses": 3}, bases[1])
    m = begun("fire", *strong, *around, pending=work, dice=(1,), cohesion={"red": 9, "blue": 9}, last_turn=2)
    assert m.view("red")["cohesion"]["red"] == 7
    own = [each for each in m.told("red") if each.kind == "cohesion"]
    theirs = [each for each in m.told("blue") if each.kind == "cohesion"]
    assert own
    assert theirs == []


@pytest.mark.rule("alaguerre:11.1.1-b")
def test_a_vdf_found_in_play_is_known_to_all() -> None:
    village = box("V", "village", 18000, 11000, 22000, 13000)
    m = begun(
        "manoeuvre",
        red("A", 20000, 10500, "Hv"),
        red("Y", 5000, 2000, "Hv", brigade="y"),
        blue("Z", 20000, 30000, "Hv"),
        terrain=(village,),
        dice=(5,),
    )
    say(m, "red", "move", unit="A", path=[{"go": "advance", "by": 500}])

    def seen(seat: str) -> Any:
        return next(each for each in m.view(seat)["table"]["terrain"] if each["id"] == "V").get("vdf")

    assert seen("red") == 2
    assert seen("blue") == 2


# --- approach, more


@pytest.mark.rule("alaguerre:7.2-f")
def test_the_approacher_need_not_follow() -> None:
    around = (red("W", 2000, 3000, "Hv"), red("V", 44000, 3000, "Hv"))
    m = begun(
        "manoeuvre", red("A", 20000, 10000, "Ln"), blue("T", 20000, 12500, "Hv", stats="0/-/2 -"), *around, dice=(5, 2)
    )
    say(m, "red", "approach", unit="A", target="T")
    assert roll(m, "morale", row="charged").data["result"] == "two_levels_retreats"
    assert asked(m) == ("pursue", "red")
    say(m, "red", "stay")
    assert (now(m, "A")["at"], now(m, "A")["state"], now(m, "A")["engaged"]) == ([20000, 11000], "ordered", None)


@pytest.mark.parametrize(("gap", "still"), [(1000, True), (1020, False)])
@pytest.mark.rule("alaguerre:7.2.1-b")
def test_going_back_out_of_range_ends_an_engagement(gap: int, still: bool) -> None:
    """The musket reaches two um."""
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Ln", engaged="T"),
        red("Y", 20000, 2000, "Hv", brigade="y"),
        blue("T", 20000, 10000 + gap, "Ln", engaged="A"),
    )
    say(m, "red", "move", unit="A", path=[{"go": "back", "by": 1000}])
    assert (now(m, "A")["engaged"], now(m, "T")["engaged"]) == (("T", "A") if still else (None, None))


@pytest.mark.rule("alaguerre:7.2.1-a", "alaguerre:6-b")
def test_the_engaged_charge_their_enemy_alone() -> None:
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Ln", engaged="T"),
        blue("T", 20000, 11000, "Ln", engaged="A"),
        blue("U", 22100, 11000, "Hv", brigade="u"),
    )
    assert barred(m, "red", "charge", unit="A", target="U") == "7.2.1"
    assert barred(m, "red", "charge", unit="A", target="T") is None


# --- breaking off


@pytest.mark.parametrize(("die", "away"), [(4, True), (1, False)])
@pytest.mark.rule("alaguerre:9.1.4-a")
def test_horse_that_breaks_off(die: int, away: bool) -> None:
    """1 for morale and no secure flank: 5 passes, 2 routs."""
    fight = {"fight": {"rounds": 1, "charged": False, "on": "front", "began": "red"}}
    around = (blue("W", 2000, 30000, "Hv"), blue("V", 44000, 30000, "Hv"))
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Cav", **fight),
        red("Y", 20000, 2000, "Hv", brigade="y"),
        blue("T", 20000, 10000, "Hv", **fight),
        *around,
        dice=(die,),
    )
    say(m, "red", "break_off", unit="A")
    assert roll(m, "morale", unit="A").data["row"] == "melee"
    if away:
        assert (now(m, "A")["at"], now(m, "A")["state"]) == ([20000, 7000], "disordered")
    else:
        assert now(m, "A")["state"] == "routed"


# --- obstacles and charges


@pytest.mark.rule("alaguerre:11.3.1-e")
def test_a_charge_carries_over_an_obstacle_without_a_die() -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[10000, 10000], [30000, 10000]], "vdf": 1, "obstacle": 3}
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Hv"),
        red("Y", 20000, 2000, "Hv", brigade="y"),
        blue("T", 20000, 11500, "Hv"),
        terrain=(hedge,),
        dice=(5, 5),
    )
    say(m, "red", "charge", unit="A", target="T")
    reply(m, "react", "stand")
    assert rolls(m, "obstacle") == []
    assert now(m, "A")["at"] == [20000, 11500]


@pytest.mark.rule("alaguerre:11.3.1-f")
@pytest.mark.parametrize(("level", "result"), [(1, "crosses"), (0, "crosses_disordered"), (-1, "stays")])
def test_a_general_helps_over_an_obstacle(level: int, result: str) -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[10000, 10000], [30000, 10000]], "vdf": 1, "obstacle": 1}
    chief = general("G", "red", 20000, 8500, level=level, division="red")
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Hv"),
        red("Y", 20000, 2000, "Hv", brigade="y"),
        blue("T", 20000, 31500, "Hv"),
        terrain=(hedge,),
        generals=[chief],
        activated=["A", "Y"],
        dice=(3,),
    )
    say(m, "red", "move", unit="A", path=[{"go": "advance", "by": 1000}])
    assert roll(m, "obstacle").data["result"] == result


@pytest.mark.rule("alaguerre:11.2-e", "alaguerre:11.2-f", "alaguerre:11.2-g")
@pytest.mark.parametrize(
    ("formation", "wide", "lawful"),
    [("line", 1000, False), ("column", 1000, True), ("line", 2000, True), ("line", 0, False)],
)
def test_rivers_are_passed_at_fords(formation: str, wide: int, lawful: bool) -> None:
    river = {"id": "R", "type": "river", "line": [[0, 10600], [46667, 10600]], "width": 1000}
    ford = {"id": "F", "type": "ford", "line": [[20000, 10000], [20000, 11200]], "wide": wide}
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Cav", formation=formation),
        red("Y", 20000, 2000, "Hv", brigade="y"),
        blue("T", 20000, 31500, "Hv"),
        terrain=(river, ford) if wide else (river,),
    )
    assert (move_barred(m, "A", {"go": "advance", "by": 3000}) is None) == lawful


@pytest.mark.rule("alaguerre:11-t9")
def test_a_ford_disorders() -> None:
    river = {"id": "R", "type": "river", "line": [[0, 10600], [46667, 10600]], "width": 1000}
    ford = {"id": "F", "type": "ford", "line": [[20000, 10000], [20000, 11200]], "wide": 2000}
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Cav"),
        red("Y", 20000, 2000, "Hv", brigade="y"),
        blue("T", 20000, 31500, "Hv"),
        terrain=(river, ford),
    )
    say(m, "red", "move", unit="A", path=[{"go": "advance", "by": 3000}])
    assert now(m, "A")["state"] == "disordered"


@pytest.mark.rule("alaguerre:11.4.2-b", "alaguerre:11-t3")
def test_a_marsh_disorders_who_is_attacked_in_it() -> None:
    marsh = box("M", "marsh", 15000, 12000, 25000, 18000)
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Hv"),
        red("Y", 20000, 2000, "Hv", brigade="y"),
        blue("T", 20000, 12000, "Hv"),
        terrain=(marsh,),
        dice=(5, 5),
    )
    say(m, "red", "charge", unit="A", target="T")
    reply(m, "react", "stand")
    assert now(m, "T")["state"] == "disordered"


@pytest.mark.rule("alaguerre:5.1-e", "alaguerre:5.1-f")
def test_limbered_guns_may_unlimber_without_an_order() -> None:
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "LtArt", formation="limbered", division="d"),
        blue("T", 20000, 31500, "Hv"),
        orders={},
    )
    assert m.ask.data["division"] == "others"
    assert move_barred(m, "A", {"go": "form", "formation": "battery", "facing": 0}) is None
    assert move_barred(m, "A", {"go": "to", "at": [20000, 10100]}) is not None


@pytest.mark.rule("alaguerre:10.2.2-m4")
@pytest.mark.parametrize(("option", "bonus"), [("on", 1), ("off", 0)])
def test_pikes_in_chequer(option: str, bonus: int) -> None:
    """Another unit of pikes behind the gap beside it, a base and a half to the side."""
    bases = (red("A", 20000, 10000, "Pk", brigade="a"), red("B", 22200, 8000, "Pk", brigade="b"))
    around = (blue("W", 2000, 30000, "Hv"), blue("V", 44000, 30000, "Hv"))
    work = [{"test": "A", "row": "fire", "losses": 0, "damage": 0}]
    m = begun("fire", *bases, *around, pending=work, dice=(5,), options={"chequer": option})
    assert modifiers(roll(m, "morale", unit="A")).get("10.2.2-m4", 0) == bonus
