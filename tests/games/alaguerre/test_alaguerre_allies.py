"""4.2: allied armies; 2.10: lines that are formed and broken; 5.3.5, 5.5.3: friends in houses, sides that change."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import allies, areas, cohesion, losses, objectives
from quadrilatero.games.alaguerre.rules.formations import single, unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Ended
from tests.games.alaguerre.battle import area, base_of, blue, events, general, play, red, refused, state

Plain = dict[str, Any]
ALLIES = {"f": {"side": "red", "army": "france"}, "h": {"side": "red", "army": "hesse"}}


def coalition(**more: Any) -> Plain:
    """France with a CiC of +1 and Hesse under a general of 0, two bases each; blue is one army."""
    return {
        "generals": [
            general("F", [10000, 3000], division="f", level=1),
            general("H", [30000, 3000], division="h", superior="F"),
        ],
        "divisions": ALLIES,
        "cohesion": {},
        **more,
    }


TROOPS = (
    red("f1", [10000, 6000], division="f", stats="2/0/2 a"),
    red("f2", [13000, 6000], division="f", stats="2/0/2 a"),
    red("h1", [30000, 6000], division="h"),
    red("h2", [33000, 6000], division="h"),
    blue("b1", [20000, 36000], stats="3/0/2 a"),
    blue("b2", [25000, 36000], stats="3/0/2 a"),
)
MILL = {"id": "m", "at": [31000, 20000], "value": 3}


@pytest.mark.rule("alaguerre:4.2-a")
def test_allied_armies_have_cohesions_of_their_own() -> None:
    s = state(*TROOPS, **coalition())
    assert s.cohesion == {"france": 3, "hesse": 1, "blue": 3}
    losses.set_state(s, single(s.bases["f1"]), "routed", "test", "4.1.1-a")
    assert s.cohesion == {"france": 1, "hesse": 1, "blue": 3}


@pytest.mark.rule("alaguerre:4.2-a")
def test_one_beaten_ally_does_not_end_the_battle() -> None:
    s = state(*TROOPS, **coalition())
    cohesion.change(s, "hesse", -1, "test", "4.1.1-a")
    assert not cohesion.is_beaten(s, "red")
    with pytest.raises(Ended):
        cohesion.change(s, "france", -3, "test", "4.1.1-a")
    assert s.result is not None
    assert s.result.winner == "blue"


@pytest.mark.rule("alaguerre:4.2-b")
def test_an_objective_that_an_ally_takes_counts_for_both() -> None:
    s = state(*TROOPS, **coalition(objectives=[MILL]))
    s.change(s.bases["h1"], at=(31000, 20500))
    objectives.look(s)
    assert s.cohesion == {"france": 6, "hesse": 4, "blue": 3}
    assert (s.objectives[0].owner, s.objectives[0].army) == ("red", "hesse")


@pytest.mark.rule("alaguerre:4.2-c")
def test_with_a_routed_ally_go_his_troops_and_his_objectives() -> None:
    s = state(*TROOPS, **coalition(objectives=[{**MILL, "value": 2, "owner": "red", "army": "hesse"}]))
    cohesion.change(s, "hesse", -1, "test", "4.1.1-a")
    allies.leave(s)
    assert [base.id for base in s.on_table("red")] == ["f1", "f2"]
    assert s.objectives[0].owner is None
    assert s.cohesion["france"] == 1
    told = [event.data["army"] for event in s.sink if event.kind == "army_routs"]
    assert told == ["hesse"]


# -- lines and columns (2.10) -----------------------------------------------------------------------------------------


def brigade(*bases: Plain, **more: Any) -> q.Match:
    mine = [{"division": "a", "brigade": "b", **base} if base["side"] == "red" else base for base in bases]
    stray = red("S", [3000, 3000], division="a")
    return play(*mine, stray, phase="manoeuvre", orders={"a": 5}, **more)


def advance(unit: str, by: int, **more: Any) -> Plain:
    return {"do": "move", "unit": unit, "path": [{"go": "advance", "by": by}], **more}


@pytest.mark.rule("alaguerre:2.10.1-b", "alaguerre:5.1.2-a", "alaguerre:2.7.2-b")
def test_a_line_is_broken_and_formed_by_moving_its_bases() -> None:
    match = brigade(red("A", [20000, 20000]), red("B", [22000, 20000]), blue("Z", [40000, 38000]))
    match.answer("red", advance("A", 500, alone=True))
    assert [base_of(match, id)["at"][1] for id in "AB"] == [20500, 20000]
    match.answer("red", advance("B", 500))
    assert [base_of(match, id)["at"][1] for id in "AB"] == [20500, 20500]
    s = state(red("A", [20000, 20500], brigade="b"), red("B", [22000, 20500], brigade="b"))
    assert unit_of(s, s.bases["B"]).ids == ["A", "B"], "they are a line again"
    block = brigade(red("A", [20000, 20000]), red("B", [22000, 20000]), blue("Z", [40000, 38000]))
    block.answer("red", advance("A", 500))
    assert [base_of(block, id)["at"][1] for id in "AB"] == [20500, 20500], "or all together"


@pytest.mark.rule("alaguerre:2.10.1-c")
def test_nobody_leaves_or_joins_a_line_that_fights() -> None:
    fighting = (red("A", [20000, 20000]), blue("Z", [19500, 20000]))
    match = brigade(fighting[0], red("B", [22000, 20000]), fighting[1])
    assert (
        refused(match, "red", {"do": "move", "unit": "B", "alone": True, "path": [{"go": "back", "by": 500}]})
        == "2.10.1-c"
    )
    joins = brigade(fighting[0], red("B", [22000, 19000]), fighting[1])
    assert refused(joins, "red", advance("B", 1000)) == "2.10.1-c"
    assert joins.refuse("red", advance("B", 500)) is None


@pytest.mark.rule("alaguerre:2.10.1-d")
def test_a_line_is_not_formed_and_broken_in_one_phase() -> None:
    match = brigade(red("A", [20000, 20000]), red("B", [22000, 19000]), blue("Z", [40000, 38000]))
    match.answer("red", advance("B", 1000))
    assert refused(match, "red", advance("A", 500, alone=True)) == "2.10.1-d"


@pytest.mark.rule("alaguerre:2.10.2-b")
def test_nobody_leaves_a_column_that_fights() -> None:
    match = brigade(
        red("A", [20000, 20000], formation="column"),
        red("B", [20000, 19000], formation="column"),
        blue("Z", [20000, 20000]),
    )
    assert (
        refused(match, "red", {"do": "move", "unit": "B", "alone": True, "path": [{"go": "back", "by": 500}]})
        == "2.10.2-b"
    )


# -- areas (5.3.5, 5.5.3) ---------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:5.5.3-b")
def test_to_change_the_sides_one_occupies_takes_the_impulse() -> None:
    village = area("V", "village", 18, 20, 22, 23, vdf=1, capacity={"foot": 1, "guns": 1, "order": "any"})
    at_sides: Plain = {"inside": "V", "occupies": {"piece": "V", "sides": [0, 1]}}
    match = brigade(red("A", [20000, 22000], **at_sides), blue("Z", [40000, 38000]), terrain=(village,))
    match.answer("red", {"do": "occupy", "unit": "A", "piece": "V", "sides": [2, 3]})
    assert base_of(match, "A")["occupies"]["sides"] == [2, 3]
    assert base_of(match, "A")["acted"]
    assert events(match, "occupied")[0].data["sides"] == [2, 3]


@pytest.mark.rule("alaguerre:5.3.5-a", "alaguerre:5.5-d")
@pytest.mark.parametrize(("foot", "lawful"), [(2, True), (1, False)])
def test_a_friend_in_houses_is_passed_where_there_is_room_for_both(foot: int, lawful: bool) -> None:
    village = area("V", "village", 18, 20.5, 22, 21.9, vdf=1, capacity={"foot": foot, "guns": 1, "order": "any"})
    friend = red("B", [20000, 21700], inside="V", division="z")
    s = state(red("A", [20000, 20000], "Cav", "1/-/2 a"), friend, terrain=(village,))
    assert areas.holds_both(s, single(s.bases["A"]), s.bases["B"]) == lawful
    outside = state(red("A", [20000, 20000], "Cav", "1/-/2 a"), red("B", [20000, 21700]))
    assert not areas.holds_both(outside, single(outside.bases["A"]), outside.bases["B"])


# -- who is of which army (4.2) ---------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:4.2-a")
def test_each_army_has_its_chief_and_the_guns_of_the_cic_are_of_his() -> None:
    """The CiC is neither the first general of his army, nor is that the first of its side."""
    divisions: Plain = {
        "h": {"side": "red", "army": "hesse"},
        "g": {"side": "red", "army": "france"},
        "f": {"side": "red", "army": "france"},
    }
    staff = [
        general("U", [30000, 33000], "blue", division="u"),
        general("H", [30000, 3000], division="h", superior="F"),
        general("G", [10000, 3000], division="g", superior="F"),
        general("F", [10000, 3000], division="f", cic=True),
    ]
    s = state(red("K", [20000, 6000], "LtArt", "1/1/- -", division=None), divisions=divisions, generals=staff)
    assert cohesion.armies_of(s, "red") == ["hesse", "france"]
    assert cohesion.armies_of(s, "blue") == ["blue"], "of whom nobody is there"
    assert cohesion.army_of(s, s.bases["K"]) == "france"
    assert [cohesion.army_named(s, id, "red") for id in ("h", "f", "nobody", None)] == [
        "hesse",
        "france",
        "hesse",
        "hesse",
    ]
    chiefs = [cohesion.chief_of(s, "red", army) for army in ("hesse", "france")]
    assert [chief and chief.id for chief in chiefs] == ["H", "F"]
    leaderless = state(red("K", [20000, 6000], "LtArt", "1/1/- -", division=None), divisions=divisions)
    assert [cohesion.chief_of(leaderless, "red", army) for army in ("hesse", "france")] == [None, None]
    alone = state(
        red("A", [20000, 6000]), generals=[general("G", [10000, 3000]), general("C", [10000, 4000], cic=True)]
    )
    chief = cohesion.chief_of(alone, "red", "red")
    assert chief is not None
    assert chief.id == "C"


@pytest.mark.rule("alaguerre:4.1-a")
@pytest.mark.parametrize(("rounding", "found"), [("up", [2, 3]), ("down", [2, 2])])
def test_half_of_an_even_sum_is_not_rounded(rounding: str, found: list[int]) -> None:
    chosen = {"cohesion_rounding": rounding}
    even = state(red("A", [20000, 6000], stats="4/0/2 a"), options=chosen)
    odd = state(red("A", [20000, 6000], stats="5/0/2 a"), options=chosen)
    assert [cohesion.at_start(s)["red"] for s in (even, odd)] == found
    assert cohesion.armies_of(even, "blue") == ["blue"], "nobody of whom is there"


@pytest.mark.rule("alaguerre:4.2-a", "alaguerre:4.2-b")
def test_what_allies_gain_counts_for_those_who_still_fight() -> None:
    s = state(*TROOPS, **coalition(cohesion={"france": 3, "hesse": 0, "blue": 4}))
    cohesion.change_all(s, "red", 2, "objective", "4.1.1-d")
    assert s.cohesion == {"france": 5, "hesse": 0, "blue": 4}
    alone = state(*TROOPS, cohesion={"red": 0, "blue": 4})
    cohesion.together(alone)
    cohesion.change_all(alone, "red", 2, "objective", "4.1.1-d")
    assert alone.cohesion == {"red": 2, "blue": 4}
    saxony: Plain = {
        "x": {"side": "blue", "army": "saxony"},
        "y": {"side": "blue", "army": "sweden"},
        "red": {"side": "red"},
    }
    other = state(*TROOPS, divisions=saxony)
    assert [cohesion.side_of_army(other, army) for army in ("saxony", "sweden", "red")] == ["blue", "blue", "red"]


@pytest.mark.rule("alaguerre:4.1.1-a", "alaguerre:4.3-a")
@pytest.mark.parametrize("shown", ["own", "all"])
def test_a_change_of_cohesion_is_told_to_who_may_know_of_it(shown: str) -> None:
    s = state(*TROOPS, cohesion={"red": 9, "blue": 9}, options={"cohesion_shown": shown})
    cohesion.change(s, "red", 0, "rout", "4.1.1-a")
    assert s.sink == [], "nothing has changed"
    cohesion.change(s, "red", -2, "rout", "4.1.1-a")
    (told,) = s.sink
    assert (told.kind, told.rule, told.seen_by) == ("cohesion", "4.1.1-a", None if shown == "all" else ("red",))
    assert {key: told.data[key] for key in ("side", "by", "now", "why")} == {
        "side": "red",
        "by": -2,
        "now": 7,
        "why": "rout",
    }
    several = state(*TROOPS, generals=[general("C", [1000, 1000]), general("D", [3000, 1000])], players=["D"])
    assert cohesion.own_seats(several, "red") == ("red",), "they all play together"


def judged(s: State, *, both: bool) -> None:
    """Both armies are looked at, as after one event or one after the other."""
    if both:
        cohesion.judge_both(s)
    for side in ("red", "blue"):
        cohesion.judge(s, side)


@pytest.mark.rule("alaguerre:4.1.3-a", "alaguerre:4.1.3-b", "alaguerre:4-a")
@pytest.mark.parametrize(
    ("left", "ends", "result"),
    [
        ({"red": 0, "blue": 3}, "judge", ("blue", "rout", "4.1.3-a")),
        ({"red": 4, "blue": -1}, "judge", ("red", "rout", "4.1.3-a")),
        ({"red": 0, "blue": -1}, "both", (None, "draw", "4.1.3-a")),
        ({"red": 0, "blue": 3}, "both", ("blue", "rout", "4.1.3-a")),
        ({"red": 4, "blue": 3}, "last", ("red", "turns", "4.1.3-b")),
        ({"red": 2, "blue": 3}, "last", ("blue", "turns", "4.1.3-b")),
        ({"red": 3, "blue": 3}, "last", (None, "draw", "4.1.3-b")),
    ],
)
def test_how_a_battle_ends(left: dict[str, int], ends: str, result: tuple[str | None, str, str]) -> None:
    s = state(*TROOPS, cohesion={"red": 9, "blue": 9})
    s.cohesion = left
    if ends == "last":
        cohesion.judge_last_turn(s)
    else:
        with pytest.raises(Ended):
            judged(s, both=ends == "both")
    assert s.result is not None
    assert (s.result.winner, s.result.reason, s.result.rule) == result
    assert s.result.score == left
    told = s.sink[-1]
    assert (told.kind, told.rule, told.data["winner"], told.data["reason"]) == ("result", result[2], *result[:2])
    assert (told.data["red"], told.data["blue"]) == (left["red"], left["blue"])


@pytest.mark.rule("alaguerre:4.2-c")
def test_only_what_the_routed_army_had_goes_with_it_and_once() -> None:
    """Blue has two armies, red one; the mill is the other army's, and the farm red's."""
    divisions: Plain = {"x": {"side": "blue", "army": "saxony"}, "y": {"side": "blue", "army": "sweden"}}
    taken: list[Plain] = [
        {"id": "m", "at": [31000, 20000], "value": 1, "owner": "blue", "army": "sweden"},
        {"id": "s", "at": [35000, 20000], "value": 1, "owner": "blue", "army": "saxony"},
        {"id": "f", "at": [39000, 20000], "value": 1, "owner": "red"},
    ]
    s = state(
        red("A", [20000, 6000]),
        blue("X", [20000, 30000], division="x"),
        blue("Y", [30000, 30000], division="y"),
        divisions=divisions,
        objectives=taken,
        cohesion={"red": 5, "saxony": 0, "sweden": 5},
    )
    allies.leave(s)
    allies.leave(s)
    assert list(s.bases) == ["A", "Y"]
    assert {one.id: one.owner for one in s.objectives} == {"m": "blue", "s": None, "f": "red"}
    (routs,) = [event for event in s.sink if event.kind == "army_routs"]
    assert (routs.rule, routs.data["army"], routs.data["side"]) == ("4.2-c", "saxony", "blue")
    (gone,) = [event for event in s.sink if event.kind == "eliminated"]
    assert (gone.rule, gone.data["why"], gone.data["unit"]) == ("4.2-c", "division", "X")
