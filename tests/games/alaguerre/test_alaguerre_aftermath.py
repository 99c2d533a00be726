"""Chapters 9, 10, 4 and 12: what comes of fights, losses, support, generals, beaten armies, reserves: particulars."""

from __future__ import annotations

import random
from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.records import GunsLeft
from quadrilatero.games.alaguerre.rules import (
    cohesion,
    generals,
    losses,
    melee,
    objectives,
    reserve,
    sequence,
    support,
)
from quadrilatero.games.alaguerre.rules.formations import single
from quadrilatero.kernel import Ended
from quadrilatero.table import LEFT, RIGHT, rear_strip
from tests.games.alaguerre.battle import area, base_of, blue, general, play, red, refused, rolls, state

Plain = dict[str, Any]
AT = [20000, 20000]
FAR = blue("Z", [45000, 39000])
HV = ("Hv", "1/-/0 -")


# -- mêlée (9) ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:9.1.3-a")
def test_who_has_nobody_before_him_any_more_is_in_no_fight() -> None:
    s = state(
        red("A", AT, fight={"rounds": 2}),
        red("B", [30000, 20000], fight={"rounds": 1}),
        blue("E", [30000, 20000], fight={"rounds": 1}),
    )
    melee.leave_fights(s)
    assert s.bases["A"].fight is None
    assert [s.bases[id].fight is not None for id in "BE"] == [True, True]


@pytest.mark.rule("alaguerre:9.2.2-d")
def test_horse_out_of_control_is_asked_whom_it_charges() -> None:
    match = play(
        red("A", [20000, 18000], "Cav", "1/-/6 -"),
        blue("B", [20000, 18000], "LC", "1/-/0 -", state="shaken"),
        blue("C", [18600, 20700], *HV),
        blue("D", [21400, 20700], *HV),
        phase="melee",
        dice=[6, 1, 1, *[4] * 12],
    )
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("must_charge", ("red",))
    assert match.options("red") == [{"do": "charge", "target": "C"}, {"do": "charge", "target": "D"}]
    assert refused(match, "red", {"do": "charge", "target": "B"}) == "9.2.2-d"
    match.answer("red", {"do": "charge", "target": "D"})
    tests = [(test.data["unit"], test.data["row"]) for test in rolls(match, "morale")]
    assert ("D", "charged") in tests
    assert ("C", "charged") not in tests


# -- losses (10.1, 4.1) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.1.1-a")
def test_a_division_that_has_lost_a_unit_is_to_be_tested() -> None:
    s = state(
        red("A", AT, division="a"),
        red("B", [24000, 20000], division="b"),
        red("W", [28000, 20000], "baggage", "-/-/- -", division="w"),
        FAR,
    )
    losses.eliminate(s, s.bases["A"], "losses", "2.6.6-a")
    losses.eliminate(s, s.bases["W"], "losses", "9.1.5-b")
    assert {id: s.divisions[id].tests for id in "abw"} == {"a": True, "b": False, "w": False}
    assert [gone.id for gone in s.eliminated] == ["A", "W"]


@pytest.mark.rule("alaguerre:4.1.3-a")
def test_an_army_of_whom_nobody_is_left_is_beaten() -> None:
    s = state(red("A", AT), FAR)
    cohesion.judge(s, "blue")
    assert not cohesion.is_gone(s, "blue")
    s.remove(s.bases["Z"])
    assert cohesion.is_gone(s, "blue")
    with pytest.raises(Ended):
        cohesion.judge(s, "blue")
    assert s.result is not None
    assert (s.result.winner, s.result.reason, s.result.score) == ("red", "rout", {"red": 9, "blue": 0})
    due = [{"id": "g", "side": "blue", "turn": 3, "divisions": ["z"]}]
    later = state(red("A", AT), blue("N", None, division="z"), reinforcements=due)
    assert not cohesion.is_gone(later, "blue"), "somebody is to come"


ALLIES: Plain = {"f": {"side": "red", "army": "france"}, "h": {"side": "red", "army": "hesse"}}


def allied(**more: Any) -> Any:
    return state(
        red("A", AT, division="f"),
        red("B", [30000, 20000], division="h"),
        FAR,
        generals=[general("F", [20000, 9000], division="f"), general("H", [30000, 9000], division="h", superior="F")],
        divisions=ALLIES,
        **more,
    )


@pytest.mark.rule("alaguerre:4.2-a")
@pytest.mark.parametrize(("hesse", "whole"), [(2, 5), (0, 3), (-2, 3)])
def test_allies_are_reckoned_together_but_for_who_has_routed(hesse: int, whole: int) -> None:
    s = allied(cohesion={"france": 3, "hesse": hesse, "blue": 4})
    assert cohesion.total(s, "red") == whole
    assert cohesion.total(s, "blue") == 4


@pytest.mark.rule("alaguerre:4.2-a", "alaguerre:4.1.1-c")
def test_guns_that_were_left_are_of_the_army_of_their_crew() -> None:
    s = allied(eliminated=[{"id": "K", "side": "red", "division": "h", "stats": "1/1/- -", "why": "abandoned"}])
    assert objectives.army_of_guns(s, GunsLeft("K", "red", (1, 1), 0, 1)) == "hesse"
    assert objectives.army_of_guns(s, GunsLeft("L", "red", (1, 1), 0, 1)) == "france"


@pytest.mark.rule("alaguerre:4.2-c")
def test_with_an_army_that_has_routed_its_troops_go_after_an_answer() -> None:
    s = allied(cohesion={"france": 3, "hesse": 0, "blue": 4}, phase="fire")
    sequence.look_round(s)
    assert list(s.bases) == ["A", "Z"]
    whole = allied(cohesion={"france": 3, "hesse": 1, "blue": 4}, phase="fire")
    sequence.look_round(whole)
    assert list(whole.bases) == ["A", "B", "Z"]


# -- support (10.2.2) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.2.2-m2", "alaguerre:10.2.2-a")
@pytest.mark.parametrize(
    ("between", "ground", "barred"),
    [
        (None, (), False),
        (blue("E", [20000, 17800], "LtArt", "1/1/- -"), (), True),
        (blue("E", [26000, 17800], "LtArt", "1/1/- -"), (), False),
        (None, (area("P", "pond", 19, 18.2, 21, 18.6),), True),
        (None, (area("P", "pond", 25, 18.2, 27, 18.6),), False),
        (None, (area("P", "marsh", 19, 18.2, 21, 18.6),), False),
    ],
)
def test_support_from_behind_needs_a_free_way(between: Plain | None, ground: tuple[Plain, ...], barred: bool) -> None:
    friends = (red("A", AT, *HV), red("B", [20000, 17500], *HV))
    s = state(*friends, *([between] if between else []), terrain=ground)
    unit = single(s.bases["A"])
    strip = rear_strip(unit.pose, 2000)
    assert support.is_barred(s, unit, strip, 1500) == barred
    assert (support.rear_support(s, unit) is None) == barred
    assert support.closed_ground_in(s, strip) == (bool(ground) and ground[0]["type"] == "pond" and barred)


@pytest.mark.rule("alaguerre:10.2.2-a", "alaguerre:10.2.2-j")
@pytest.mark.parametrize(
    ("ground", "holder", "secure"),
    [
        ((), None, False),
        ((area("P", "pond", 22, 18, 24, 21),), None, True),
        ((area("P", "pond", 23.5, 18, 25, 21),), None, False),
        ((area("P", "village", 22, 18, 24, 21),), None, False),
        ((area("P", "village", 22, 18, 24, 21),), red("B", [23000, 20500], *HV, inside="P", state="shaken"), True),
        ((area("P", "village", 22, 18, 24, 21),), red("B", [23000, 20500], *HV, inside="P", state="routed"), False),
        ((area("P", "village", 22, 18, 24, 21),), blue("B", [23000, 20500], *HV, inside="P"), False),
        ((area("P", "wood", 22, 18, 24, 21),), None, False),
    ],
)
def test_ground_that_secures_a_flank(ground: tuple[Plain, ...], holder: Plain | None, secure: bool) -> None:
    """Impassable ground, or a place that friends hold; an enemy far off to the right is beyond the flank."""
    s = state(
        red("A", AT, *HV),
        *([holder] if holder else []),
        blue("E", [32000, 23500]),
        blue("L", [3000, 23500]),
        terrain=ground,
    )
    unit = single(s.bases["A"])
    assert support.is_flank_secure(s, unit, RIGHT, None) == secure
    assert support.ground_secures(s, unit, RIGHT, 2001) == secure
    assert not support.is_flank_secure(s, unit, LEFT, None)


@pytest.mark.rule("alaguerre:10.2.2-h", "alaguerre:10.2.2-g")
def test_support_that_was_counted_is_booked() -> None:
    s = state(red("A", AT, *HV), red("B", [20000, 17500], *HV), red("C", [24000, 20000], *HV))
    units = {id: single(s.bases[id]) for id in "ABC"}
    support.book(s, units["B"], units["A"])
    assert s.bases["B"].supports == "A"
    assert support.may_support(s.bases["B"], units["A"])
    assert not support.may_support(s.bases["B"], units["C"])


# -- generals (10.3) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.3.1-d")
@pytest.mark.parametrize(
    ("phase", "orders", "until"),
    [
        ("manoeuvre", {"red": 5, "blue": 4}, (3, 2)),
        ("manoeuvre", {"red": 5, "blue": 5}, (4, 1)),
        ("fire", {"red": 5}, (3, 2)),
        ("fire", {}, (4, 1)),
    ],
)
def test_the_impulse_to_whose_end_a_light_wound_holds(phase: str, orders: Plain, until: tuple[int, int]) -> None:
    """At the end of the Manoeuvre phase the lowest priority goes."""
    s = state(red("A", AT), FAR, phase=phase, orders=orders, turn=3, last_turn=9)
    assert generals.next_impulse(s) == until


@pytest.mark.rule("alaguerre:10.3.1-d", "alaguerre:10.3.2-c")
@pytest.mark.parametrize(
    ("test", "die", "state_after", "at"),
    [
        ("wound", 1, "dead", None),
        ("wound", 2, "wounded", (9000, 9000)),
        ("wound", 4, "well", (9000, 9000)),
        ("capture", 1, "captured", None),
        ("capture", 3, "wounded", (20000, 18500)),
        ("capture", 4, "well", (20000, 18500)),
    ],
)
def test_what_becomes_of_a_general_at_risk(test: str, die: int, state_after: str, at: tuple[int, int] | None) -> None:
    """Who gets away comes into contact with the nearest friends, behind them."""
    s = state(
        red("A", AT),
        red("B", [40000, 20000]),
        FAR,
        generals=[general("G", [9000, 9000])],
        turn=3,
        last_turn=9,
        phase="fire",
    )
    asked = generals.meet_fate(s, s.generals["G"], test)
    next(asked)
    with pytest.raises(StopIteration):
        asked.send((die,))
    found = s.generals["G"]
    assert (found.state, found.at) == (state_after, at)
    assert found.until == ((4, 1) if state_after == "wounded" else None)
    assert found.lost == (3 if at is None else None)


@pytest.mark.rule("alaguerre:10.3.2-c")
def test_a_general_joins_the_nearest_whom_he_does_not_touch_yet() -> None:
    s = state(red("A", [10000, 10000]), red("B", [13000, 13000]), generals=[general("G", [10000, 8500])])
    generals.join_nearest(s, s.generals["G"])
    assert s.generals["G"].at == (13000, 11500)
    alone = state(red("A", [10000, 10000]), generals=[general("G", [10000, 8500])])
    generals.join_nearest(alone, alone.generals["G"])
    assert alone.generals["G"].at == (10000, 8500)


# -- the reserve (12.2.1) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:12.2.1-b", "alaguerre:3.1-a")
def test_who_has_come_from_the_reserve_is_like_any_other_from_the_next_turn_on() -> None:
    kept: Plain = {"d": {"side": "red", "reserve": True}, "e": {"side": "red", "reserve": True}}
    s = state(red("A", AT, division="d"), red("B", None, division="e"), FAR, divisions=kept, last_turn=9)
    assert (reserve.is_kept(s, "d"), reserve.has_come(s, "red")) == (True, ["d"])
    sequence.begin_turn(s)
    assert [reserve.is_kept(s, id) for id in ("d", "e", None)] == [False, True, False]
    assert (s.turn, s.impulse) == (2, 1)


@pytest.mark.rule("alaguerre:12.1.2-b")
def test_a_reserve_comes_by_its_line_of_communication_or_the_middle_of_its_edge() -> None:
    s = state(red("A", AT), FAR, communications={"red": [[30000, 0], [9000, 0]]})
    assert reserve.entry(s, "red") == (30000, 0)
    assert reserve.entry(s, "blue") == (23333, 40000)


# -- what a seat makes up (4.3, 3.5) -----------------------------------------------------------------------------------


def guessed(match: q.Match, seat: str) -> set[int]:
    """The other side's cohesion in some worlds that a seat takes for possible."""
    other = "blue" if seat == "red" else "red"
    view = match.view(seat)
    return {q.sample(view, random.Random(n)).state()["cohesion"][other] for n in range(12)}


@pytest.mark.rule("alaguerre:2.6-a", "alaguerre:4.1-a", "alaguerre:4.1.1-a", "alaguerre:4.3-a")
def test_an_enemys_cohesion_is_guessed_from_his_troops_and_who_has_gone() -> None:
    """3 + 2 + 1 of foot and horse, one of them gone, make 3 and a chief of +1; two points have gone with who routed."""
    match = play(
        red("A", AT, "Sh", "1/1/0 -"),
        blue("B", [20000, 21500], stats="3/0/2 a", division="z"),
        blue("C", [30000, 30000], stats="2/0/2 a", division="z", state="routed"),
        blue("K", [40000, 30000], "LtArt", "1/1/- -", division="z"),
        generals=[general("U", [20000, 35000], "blue", division="z", level=1)],
        eliminated=[
            {"id": "X", "side": "blue", "division": "z", "stats": "1/0/2 a", "why": "losses"},
            {"id": "L", "side": "blue", "division": "z", "stats": "1/1/- -", "why": "abandoned"},
        ],
        phase="fire",
    )
    assert match.view("red")["cohesion"] == {"red": 9}
    assert min(guessed(match, "red")) == 3 + 1 - 2 - 1


@pytest.mark.rule("alaguerre:3.5.1-a")
def test_secret_orders_can_be_imagined() -> None:
    match = play(
        red("A", AT, division="d"),
        blue("Z", [20000, 35000], division="z"),
        generals=[general("G", [20000, 9000], division="d"), general("U", [20000, 38000], "blue", division="z")],
        phase="orders",
        rolled={"red": [4, 1], "blue": [5, 2]},
        options={"orders": "secret"},
    )
    assert match.ask is not None
    assert match.ask.who == ("red", "blue")
    world = q.sample(match.view("red"), random.Random(1))
    assert world.view("red") == match.view("red")
    world.answer("red", {"do": "orders", "assign": {"G": 4}})
    assert world.ask is not None


@pytest.mark.rule("alaguerre:11.1.1-a")
def test_a_secret_defence_value_is_one_that_a_die_can_bring() -> None:
    village = area("V", "village", 18, 21.5, 22, 24, vdf=2, secret="blue")
    match = play(
        red("A", AT, "Sh", "1/1/0 -"),
        blue("B", [20000, 22000], inside="V", occupies={"piece": "V", "sides": "all"}),
        terrain=(village,),
        phase="fire",
    )
    worlds = [q.sample(match.view("red"), random.Random(n)).state() for n in range(12)]
    assert {world["table"]["terrain"][0]["vdf"] for world in worlds} == {0, 1, 2}
    assert base_of(match, "B")["inside"] == "V"
