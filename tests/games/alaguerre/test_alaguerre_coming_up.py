"""Chapters 3.2 and 12.2.1: who comes in from which edge and where, what is asked and told of it, and what is hidden."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Appear, EnterTable, Placed, Wait
from quadrilatero.games.alaguerre.rules import arrivals, deployment, reserve
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from quadrilatero.table import overlaps
from tests.games.alaguerre.battle import Plain, area, blue, drive, general, red, state, told_by

D: Plain = {"division": "d"}
FOES = {"south": "north", "north": "south", "west": "east", "east": "west"}


def away(id: str, side: str = "red", **more: Any) -> Plain:
    return {**general(id, [1000, 1000], side, **more), "at": None}


def put(x: int, y: int, **more: Any) -> Placed:
    return Placed([x, y], **more)


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else f"{refusal.rule} {refusal.reason}"


def due(*troops: Plain, at: list[int], edge: str = "south", others: tuple[Plain, ...] = (), **more: Any) -> State:
    """Red's division d with its general H is due at a place on his edge."""
    return state(
        *troops,
        *others,
        blue("Z", [25000, 25000]),
        generals=[general("C", [9000, 9000], division="y"), away("H", **D), *more.pop("people", ())],
        reinforcements=[{"id": "g", "side": "red", "turn": 2, "at": at, "divisions": ["d"]}],
        **{"turn": 2, "last_turn": 9, "edges": {"red": edge, "blue": FOES[edge]}, **more},
    )


def entered(s: State) -> list[str]:
    """Where a group stands that has come in."""
    told = told_by(s, arrivals.phase(s), EnterTable("g"))
    return [line for line in told if line[1:3] == ": "]


TWO = (red("A", None, **D), red("B", None, **D))
WALL = tuple([red(f"X{n}", [12000 + 2000 * n, 1000]) for n in range(9)])


@pytest.mark.rule("alaguerre:3.2-a", "alaguerre:12.1.2-b")
@pytest.mark.parametrize(
    ("s", "places"),
    [
        (due(*TWO, at=[0, 0]), ["A: at=0,1000", "B: at=2000,1000", "H: at=3500,500"]),
        (
            due(*TWO, at=[0, 0], edge="west"),
            ["A: at=1000,0 facing=9000", "B: at=1000,2000 facing=9000", "H: at=500,3500"],
        ),
        (
            due(*TWO, at=[0, 40000], edge="west"),
            ["A: at=1000,40000 facing=9000", "B: at=1000,38000 facing=9000", "H: at=500,36500"],
        ),
        (
            due(*TWO, at=[46667, 20000], edge="east"),
            ["A: at=45667,20000 facing=27000", "B: at=45667,22000 facing=27000", "H: at=46167,18500"],
        ),
        (
            due(*TWO, at=[20000, 40000], edge="north", others=(red("X", [20000, 39000], facing=18000),)),
            ["A: at=18000,39000 facing=18000", "B: at=22000,39000 facing=18000", "H: at=16500,39500"],
        ),
        (due(*TWO, at=[20000, 0], others=WALL), ["A: at=20000,2500", "B: at=22000,2500", "H: at=18500,2000"]),
    ],
)
def test_where_a_group_stands_that_enters_by_an_edge(s: State, places: list[str]) -> None:
    """Side by side along the edge, behind one another where it is full, its general in a free square beside it."""
    assert [line.removesuffix(" formation=column") for line in entered(s)] == places
    assert not any(overlaps(s.generals["H"].pose, base.pose) for base in s.on_table())


@pytest.mark.rule("alaguerre:3.2-a")
def test_a_long_group_stands_straight_along_its_edge() -> None:
    s = due(*[red(id, None, **D) for id in "ABEFG"], at=[46667, 20000], edge="east")
    drive(arrivals.phase(s), EnterTable("g"))
    assert [s.bases[id].at for id in "ABEFG"] == [(45667, y) for y in (20000, 22000, 18000, 24000, 16000)]
    north = due(*[red(id, None, **D) for id in "ABEFG"], at=[20000, 40000], edge="north")
    drive(arrivals.phase(north), EnterTable("g"))
    assert [north.bases[id].at for id in "ABEFG"] == [(x, 39000) for x in (20000, 18000, 22000, 16000, 24000)]


@pytest.mark.rule("alaguerre:3.2-a", "alaguerre:2.7.3-a")
def test_a_group_brings_those_of_its_divisions_who_are_still_away_and_nobody_else() -> None:
    others = (red("E", None, division="e"), red("T", [30000, 5000], **D))
    s = due(*TWO, at=[20000, 0], others=others, people=(away("I", division="e"),))
    drive(arrivals.phase(s), EnterTable("g"))
    (told,) = [event for event in s.sink if event.kind == "reinforced"]
    assert (told.rule, told.data) == ("3.2-a", {"group": "g", "side": "red", "bases": ["A", "B"]})
    assert (s.bases["E"].at, s.bases["T"].at, s.generals["I"].at) == (None, (30000, 5000), None)
    assert s.generals["C"].at == (9000, 9000)
    fallen = due(*TWO, at=[20000, 0])
    fallen.lead(fallen.generals["H"], state="dead", lost=1)
    drive(arrivals.phase(fallen), EnterTable("g"))
    assert fallen.generals["H"].at is None
    there = due(*TWO, at=[20000, 0])
    there.lead(there.generals["H"], at=(3000, 3000))
    drive(arrivals.phase(there), EnterTable("g"))
    assert there.generals["H"].at == (3000, 3000)


@pytest.mark.rule("alaguerre:3.2-a")
def test_two_groups_come_one_after_the_other_and_one_may_wait() -> None:
    groups = [{"id": id, "side": "red", "turn": 2, "at": [20000, 0], "divisions": [id]} for id in ("d", "e")]
    troops = (red("A", None, **D), red("E", None, division="e"), red("Y", [1000, 2000], division="y"))
    s = state(*troops, blue("Z", [25000, 25000]), reinforcements=groups, turn=2, last_turn=9)
    assert drive(arrivals.phase(s), Wait()) is False
    assert [(one.id, one.turn) for one in s.reinforcements] == [("d", 3), ("e", 2)]
    assert drive(arrivals.phase(s), EnterTable("e")) is True
    assert [one.id for one in s.reinforcements] == ["d"]
    nobody = state(*troops, blue("Z", [25000, 25000]), reinforcements=[{**groups[0], "divisions": []}], turn=2)
    ask = next(arrivals.phase(nobody))
    assert ask.who == ("red",)


# -- what is asked, and who sees it -----------------------------------------------------------------------------------

WOOD = area("W", "wood", 10, 10, 20, 20)
UNSEEN = {"id": "g", "side": "red", "divisions": ["d"], "hidden": True}


def hidden(*others: Plain, terrain: tuple[Plain, ...] = (WOOD,), **more: Any) -> State:
    """Red keeps the division d hidden; its general may be a player of his own."""
    return state(
        *TWO,
        red("Y", [1000, 2000], division="y"),
        *(others or (blue("Z", [40000, 38000]),)),
        terrain=terrain,
        **{
            "generals": [general("C", [5000, 5000], division="y"), away("H", **D)],
            "reinforcements": [UNSEEN],
            "divisions": {"d": {"side": "red", "reserve": True}},
            **more,
        },
    )


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:3.2-a", "alaguerre:3.4-a")
def test_a_hidden_group_is_asked_for_without_a_word_of_who_it_is() -> None:
    s = hidden(players=["H"], options={"players": "several"})
    s.lead(s.generals["H"], at=(3000, 9000))
    ask = next(arrivals.phase(s))
    assert (ask.who, ask.what, ask.rule, ask.open, ask.certain) == (("red.H",), "reinforce", "3.2-a", True, True)
    assert ask.tell is not None
    assert ask.retell is not None
    assert [ask.tell(seat) for seat in ("red", "red.H")] == [{"open": True, "group": "g"}] * 2
    assert [ask.tell(seat) for seat in ("blue", None)] == [{"open": True, "group": "reserve"}] * 2
    assert ask.retell("blue", Wait()) is None, "that nobody comes is not told"
    assert ask.retell("blue", EnterTable("g")) == {"do": "enter", "group": "g"}
    enters = [{"do": "enter", "group": "g"}, {"do": "enter", "group": "g", "formation": "deployed"}]
    listed = ask.options("red.H")
    assert [*listed[:2], listed[-1]] == [*enters, {"do": "wait"}]
    assert [one["bases"]["A"]["at"] for one in listed[2:-1]] == [[15000, 20000], [15000, 10000]]
    assert said(ask.refuse("red", Appear("g", {"A": put(13000, 14000)}))) == "12.1.3-a not_deployed"
    assert said(ask.refuse("red", Appear("x", {}))) == "3.2-a not_due"
    assert ask.refuse("red", EnterTable("g")) is None


@pytest.mark.rule("alaguerre:3.2-a")
def test_a_group_that_everybody_knows_is_asked_for_openly() -> None:
    ask = next(arrivals.phase(due(*TWO, at=[20000, 0])))
    assert (ask.who, ask.open, ask.certain) == (("red",), False, True)
    assert ask.tell is not None
    assert ask.retell is not None
    assert [ask.tell(seat) for seat in ("red", "blue", None)] == [{"open": False, "group": "g"}] * 3
    assert ask.retell("blue", Wait()) == {"do": "wait"}
    assert [one["do"] for one in ask.options("red")] == ["enter", "enter", "wait"]


PLACES = {"A": put(13000, 14000), "B": put(16000, 14000)}


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:12.2.1-d", "alaguerre:11.1.1-b")
def test_what_comes_of_a_group_that_appears() -> None:
    """It has not moved, its general stands with it, and the wood it comes out of is measured."""
    s = hidden()
    assert told_by(s, arrivals.phase(s), Appear("g", PLACES, {"H": [14500, 12000]}), None, (5,)) == [
        "roll vdf 5",
        "works",
        "cohesion reinforcements red 10",
        "A: at=13000,14000",
        "B: at=16000,14000",
        "H: at=14500,12000",
        "table terrain: id=W type=wood shape=10000,10000,20000,10000,20000,20000,10000,20000 vdf=2",
        "cohesion red: 10",
        "reinforcements=",
    ]


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:3.2-a")
def test_that_a_hidden_group_enters_by_the_edge_is_seen_by_all() -> None:
    s = hidden()
    script = arrivals.phase(s)
    next(script)
    seen = script.send(EnterTable("g"))
    assert (seen.event.kind, seen.event.rule) == ("reinforced", "3.2-a")
    assert seen.event.data == {"group": "g", "side": "red", "bases": ["A", "B"]}


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:2.7.5-b")
def test_only_its_own_general_comes_with_a_hidden_group() -> None:
    people = [general("C", [5000, 5000], division="y"), away("H", **D), away("I", division="e")]
    s = hidden(generals=people)
    drive(reserve.appear(s, s.reinforcements[0], Appear("g", PLACES)), None)
    assert s.generals["H"].at is not None
    assert (s.generals["C"].at, s.generals["I"].at) == ((5000, 5000), None)
    for more in ({"state": "dead"}, {"at": (3000, 3000)}):
        other = hidden(generals=people)
        other.lead(other.generals["H"], **more)
        before = other.generals["H"].at
        drive(reserve.appear(other, other.reinforcements[0], Appear("g", PLACES)), None)
        assert other.generals["H"].at == before


# -- where it may appear (12.2.1-c) -----------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:12.2.1-c", "alaguerre:1.2-a")
@pytest.mark.parametrize(
    ("kind", "at", "eye", "hides"),
    [
        ("wood", (15000, 11000), [15000, 8500], True),
        ("wood", (15000, 10999), [15000, 8500], False),
        ("wood", (15000, 19000), [15000, 8500], True),
        ("wood", (15000, 19000), [15000, 10500], True),
        ("wood", (15000, 12400), [15000, 10500], False),
        ("field", (15000, 15000), [15000, 8500], False),
        ("hill", (15000, 21500), [15000, 8500], True),
        ("hill", (15000, 19000), [15000, 8500], False),
    ],
)
def test_the_whole_base_is_in_a_wood_or_out_of_sight(
    kind: str, at: tuple[int, int], eye: list[int], hides: bool
) -> None:
    s = hidden(blue("Z", eye, facing=0), terrain=(area("W", kind, 10, 10, 20, 20),))
    assert reserve.is_out_of_sight(s, deployment.stood(s, s.bases["A"], put(*at))) is hides


@pytest.mark.rule("alaguerre:12.2.1-c", "alaguerre:1.2-a")
def test_whom_it_touches_it_is_seen_by() -> None:
    s = hidden(terrain=(area("H", "hill", 10, 10, 20, 20),))
    assert reserve.is_seen(s, (15000, 9000, 0, 2000, 1000), (15000, 10000, 0, 2000, 1000))
    assert not reserve.is_seen(s, (15000, 9000, 0, 2000, 1000), (15000, 22000, 0, 2000, 1000))


@pytest.mark.rule("alaguerre:2.11-b", "alaguerre:12.2.1-a")
def test_a_great_unit_appears_in_one_piece_and_generals_on_the_table() -> None:
    great = {**D, "great": "T"}
    troops = (red("A", None, **great), red("B", None, **great), red("Y", [1000, 2000], division="y"))
    people = [general("C", [5000, 5000], division="y"), away("H", **D)]
    s = state(*troops, blue("Z", [40000, 38000]), generals=people, reinforcements=[UNSEEN], terrain=(WOOD,))
    group = s.reinforcements[0]
    together = {"A": put(15000, 15000), "B": put(15000, 14000)}
    assert (
        said(reserve.refuse_appear(s, group, Appear("g", {**together, "B": put(15000, 13900)}))) == "2.11-b great_apart"
    )
    places: list[tuple[list[int], str | None]] = [
        *(([0, 9000], None), ([9000, 0], None), ([-1, 9000], "12.2.1-a off_table")),
        *(([9000, -1], "12.2.1-a off_table"), ([46668, 9000], "12.2.1-a off_table")),
    ]
    for place, why in places:
        assert said(reserve.refuse_appear(s, group, Appear("g", together, {"H": place}))) == why


@pytest.mark.rule("alaguerre:12.2.1-c", "alaguerre:12.2.1-b")
def test_only_against_hidden_groups_it_is_noted_where_the_enemy_has_stood() -> None:
    theirs = {"id": "h", "side": "blue", "divisions": ["e"], "hidden": True}
    known = {"id": "k", "side": "red", "turn": 5, "at": [9000, 0], "divisions": ["d"]}
    more = (blue("E", None, division="e"), red("F", None, division="f"))
    groups = [known, {**UNSEEN, "divisions": ["f"]}]
    both = hidden(blue("Z", [40000, 38000]), *more, reinforcements=groups)
    reserve.watch(both)
    assert both.watched == {"red": ((40000, 38000, 18000, 2000, 1000),)}
    blues = hidden(blue("Z", [40000, 38000]), *more, reinforcements=[known, theirs], divisions={})
    reserve.watch(blues)
    assert blues.watched == {"blue": ((1000, 2000, 0, 2000, 1000),)}
    alone = state(red("A", None, **D), red("Y", [1000, 2000]), reinforcements=[UNSEEN])
    reserve.watch(alone)
    assert alone.watched == {}
    assert not reserve.is_kept(alone, None)


@pytest.mark.rule("alaguerre:12.1.2-b", "alaguerre:12.2.1-a")
def test_a_division_kept_back_comes_by_the_line_of_communication() -> None:
    s = state(*TWO, red("Y", [1000, 2000]), communications={"red": [[30000, 7], [9000, 9]]})
    reserve.keep(s, "red", "d")
    assert s.reinforcements[0].at == (30000, 7)
    assert [(event.kind, event.rule, event.data) for event in s.sink] == [("reserve", "12.2.1-a", {"side": "red"})]
