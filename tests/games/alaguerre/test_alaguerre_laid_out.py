"""Chapters 12 and 3.2: plans, deployments, reserves and reinforcements: what is refused, and where everybody stands."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Appear, Deploy, EnterTable, Orders, Placed, Plan, Reserve, Wait
from quadrilatero.games.alaguerre.records import SetUp
from quadrilatero.games.alaguerre.rules import activation, arrivals, deployment, orders, reserve
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, area, blue, drive, general, red, state, told_by

GUNS = ("MdArt", "1/1/- -")
D: Plain = {"division": "d"}
E: Plain = {"division": "e"}
G: Plain = {"great": "T"}


def away(id: str, side: str = "red", **more: Any) -> Plain:
    return {**general(id, [1000, 1000], side, **more), "at": None}


def waiting(*more: Plain, edges: dict[str, str] | None = None, **others: Any) -> State:
    """Red's divisions d and e are off the table, with their generals and a battery of the CiC's."""
    troops = red("A", None, **D), red("B", None, **D), red("L", None, **E), red("K", None, *GUNS, division=None)
    people = [away("C", division="d"), away("H", division="e")]
    chosen = edges or {"red": "south", "blue": "north"}
    return state(*troops, blue("Z", [40000, 38000]), *more, generals=people, edges=chosen, **others)


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else f"{refusal.rule} {refusal.reason}"


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.3-a")
@pytest.mark.parametrize(
    ("sectors", "why"),
    [
        ({"d": [0, 0], "e": [6, 1]}, None),
        ({"d": [0, 0]}, "12.1.3-a division_without_sector"),
        ({"d": [0, 0], "e": [0, 0], "q": [0, 0]}, "12.1.3-a no_division_to_deploy"),
        ({"d": [0, 0], "e": [7, 0]}, "12.1.3-a no_such_sector"),
        ({"d": [0, 0], "e": [-1, 0]}, "12.1.3-a no_such_sector"),
        ({"d": [0, 0], "e": [0, 6]}, "12.1.3-a no_such_sector"),
        ({"d": [0, 0], "e": [0, 2]}, "12.3-a outside_area"),
        ({"d": [0, 0], "e": [0, 5]}, "12.3-a outside_area"),
        ({"d": [0, 0], "e": [0, -1]}, "12.1.3-a no_such_sector"),
    ],
)
def test_plans_give_every_division_a_sector(sectors: dict[str, list[int]], why: str | None) -> None:
    assert said(deployment.refuse_plan(waiting(), "red", Plan(sectors))) == why


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.3-a", "alaguerre:12.1.2-a")
def test_sectors_and_deployment_areas_of_both_sides() -> None:
    s = waiting()
    assert deployment.area_of(s, "red") == (0, 0, 46667, 13334)
    assert deployment.area_of(s, "blue") == (0, 26666, 46667, 40000)
    assert deployment.sector_box(s, "red", 1, 1) == (6667, 6667, 13334, 13334)
    assert deployment.sector_box(s, "blue", 6, 0) == (40002, 33333, 46667, 40000)
    assert [deployment.rows_to_deploy(rows) for rows in (3, 4)] == [1, 2]
    box = (0, 0, 2000, 1000)
    assert deployment.is_inside((1000, 1000, 0, 2000, 1000), box)
    for pose in ((1001, 1000, 0, 2000, 1000), (999, 1000, 0, 2000, 1000), (1000, 1001, 0, 2000, 1000)):
        assert not deployment.is_inside(pose, box)
    assert not deployment.is_inside((1000, 999, 0, 2000, 1000), box)
    assert [deployment.holds(box, x, y) for x, y in ((0, 0), (2000, 1000), (2001, 0), (-1, 0), (0, 1001), (0, -1))] == [
        *(True, True),
        *(False, False, False, False),
    ]
    assert [deployment.whole_id(s, "red", id) for id in ("d", "red.d")] == ["d", "red.d"]


def put(x: int, y: int, **more: Any) -> Placed:
    return Placed([x, y], **more)


GOOD = {"A": put(10000, 5000), "B": put(12000, 5000)}
SETUP = SetUp(stage="deploy", plan={"d": [1, 0], "e": [2, 1]}, turns=("red", "blue"), reserves=("red",))


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:12.3-a", "alaguerre:12.2-f")
@pytest.mark.parametrize(
    ("division", "bases", "people", "why"),
    [
        ("d", GOOD, {}, None),
        ("q", GOOD, {}, "12.1.3-a no_division_to_deploy"),
        ("d", {"A": put(10000, 5000)}, {}, "12.1.3-a not_deployed"),
        ("d", {**GOOD, "L": put(8000, 5000)}, {}, "12.1.3-a not_of_division"),
        ("d", {**GOOD, "K": put(30000, 5000)}, {}, None),
        ("d", {**GOOD, "K": put(30000, 14000)}, {}, "12.3-a outside_area"),
        ("d", {**GOOD, "B": put(11900, 5000)}, {}, "5.3-a on_others"),
        ("d", {**GOOD, "B": put(14400, 5000)}, {}, "12.1.3-a outside_sector"),
        ("d", {**GOOD, "B": put(10000, 7200)}, {}, "12.1.3-a outside_sector"),
        ("d", {**GOOD, "B": put(10000, 7100)}, {}, None),
        ("d", {**GOOD, "B": put(10000, 900)}, {}, "12.3-a off_table"),
        ("d", {**GOOD, "B": put(12000, 5000, formation="column")}, {}, None),
        ("d", {**GOOD, "B": put(12000, 5000, formation="skirmish")}, {}, "2.5-a no_such_formation"),
        ("d", GOOD, {"C": [9000, 3000]}, None),
        ("d", GOOD, {"H": [9000, 3000]}, "12.1.3-a no_general_to_deploy"),
        ("d", GOOD, {"C": [9000, 13335]}, "12.3-a outside_area"),
        ("e", {"L": put(15000, 8000)}, {}, None),
        ("e", {"L": put(15000, 8000, formation="column")}, {}, "12.2-f no_column_here"),
        ("e", {"L": put(15000, 8000)}, {"H": [9000, 3000], "C": [9000, 5000]}, None),
    ],
)
def test_divisions_deploy_in_their_sectors(
    division: str, bases: dict[str, Placed], people: dict[str, list[int]], why: str | None
) -> None:
    assert said(deployment.refuse_deploy(waiting(), SETUP, "red", Deploy(division, bases, people))) == why


@pytest.mark.rule("alaguerre:12.1.3-a", "alaguerre:2.7.4-c")
def test_the_last_division_brings_the_guns() -> None:
    s = waiting()
    deployment.put_down(s, GOOD)
    assert [s.bases[id].at for id in "AB"] == [(10000, 5000), (12000, 5000)]
    last = Deploy("e", {"L": put(15000, 8000)})
    assert said(deployment.refuse_deploy(s, SETUP, "red", last)) == "12.1.3-a not_deployed"
    both = Deploy("e", {"L": put(15000, 8000), "K": put(20000, 8000, formation="battery")})
    assert said(deployment.refuse_deploy(s, SETUP, "red", both)) is None
    assert deployment.to_deploy(s, "red") == ["e"]
    north = waiting(edges={"red": "north", "blue": "south"})
    deployment.put_down(north, {"A": put(10000, 35000), "B": put(12000, 35000, facing=9000)})
    assert [north.bases[id].facing for id in "AB"] == [18000, 9000]


@pytest.mark.rule("alaguerre:12.2-b", "alaguerre:12.2.1-a", "alaguerre:12.2.1-b")
def test_which_division_is_kept_back() -> None:
    s = waiting()
    found = [said(deployment.refuse_reserve(s, SETUP, "red", Reserve(id))) for id in ("d", "e", "q")]
    assert found == ["12.2.1-b reserve_of_cic", None, "12.1.3-a no_division_to_deploy"]
    none = SetUp(stage="deploy", plan=SETUP.plan, turns=("red",))
    assert said(deployment.refuse_reserve(s, none, "red", Reserve("e"))) == "12.2.1-a no_reserve"
    deployment.put_down(s, GOOD)
    assert said(deployment.refuse_reserve(s, SETUP, "red", Reserve("e"))) == "12.2.1-a last_to_deploy"
    deployment.put_down(s, {"K": put(20000, 5000)})
    assert said(deployment.refuse_reserve(s, SETUP, "red", Reserve("e"))) == "12.2.1-a last_to_deploy"
    s.lead(s.generals["C"], at=(9000, 3000))
    assert said(deployment.refuse_reserve(s, SETUP, "red", Reserve("e"))) is None
    reserve.keep(s, "red", "e")
    assert (s.divisions["e"].reserve, s.reinforcements[0].hidden, s.reinforcements[0].at) == (True, True, (23333, 0))
    assert deployment.to_deploy(s, "red") == []
    assert [reserve.is_kept(s, id) for id in ("e", "d", "q", None)] == [True, False, False, False]
    assert reserve.has_come(s, "red") == []
    deployment.put_down(s, {"L": put(30000, 5000)})
    assert reserve.has_come(s, "red") == ["e"]
    reserve.end_of_turn(s)
    assert not s.divisions["e"].reserve


@pytest.mark.rule("alaguerre:12.1.2-b")
def test_where_a_reserve_enters() -> None:
    assert reserve.entry(waiting(), "red") == (23333, 0)
    assert reserve.entry(waiting(), "blue") == (23333, 40000)
    assert reserve.entry(waiting(communications={"red": [[30000, 0], [9000, 0]]}), "red") == (30000, 0)


HIDDEN = {"id": "g", "side": "red", "divisions": ["d"], "hidden": True}
WOOD = area("W", "wood", 10, 10, 20, 20)


def unseen(*others: Plain, **more: Any) -> State:
    return state(
        red("A", None, **D),
        red("B", None, **D),
        red("Y", [1000, 2000]),
        *others,
        generals=[general("C", [5000, 5000], division="y"), away("H", division="d")],
        reinforcements=[{**HIDDEN, **more}],
        divisions={"d": {"side": "red", "reserve": True}},
        terrain=(WOOD,),
    )


IN_WOOD = {"A": put(13000, 14000), "B": put(16000, 14000)}


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:12.2.1-c")
@pytest.mark.parametrize(
    ("others", "more", "bases", "people", "why"),
    [
        ((blue("Z", [40000, 38000]),), {}, IN_WOOD, {}, None),
        (
            (blue("Z", [40000, 38000]),),
            {"hidden": False, "turn": 9, "at": [9000, 0]},
            IN_WOOD,
            {},
            "12.2.1-a not_hidden",
        ),
        ((blue("Z", [40000, 38000]),), {}, {"A": put(13000, 14000)}, {}, "12.1.3-a not_deployed"),
        ((blue("Z", [40000, 38000]),), {}, {**IN_WOOD, "B": put(30000, 14000)}, {}, "12.2.1-c was_seen_there"),
        ((blue("Z", [40000, 38000]),), {}, {**IN_WOOD, "B": put(20500, 14000)}, {}, "12.2.1-c was_seen_there"),
        ((blue("Z", [13000, 18000]),), {}, IN_WOOD, {}, None),
        ((blue("Z", [13000, 14900]),), {}, IN_WOOD, {}, "12.2.1-c was_seen_there"),
        ((blue("Z", [13000, 14000]),), {}, IN_WOOD, {}, "12.2.1-c was_seen_there"),
        ((blue("Z", [40000, 38000]),), {}, {**IN_WOOD, "B": put(14900, 14000)}, {}, "5.3-a on_others"),
        (
            (blue("Z", [40000, 38000]),),
            {},
            {**IN_WOOD, "B": put(16000, 14000, formation="square")},
            {},
            "2.10.3-a no_such_formation",
        ),
        ((blue("Z", [40000, 38000]),), {}, IN_WOOD, {"H": [14000, 12000]}, None),
        ((blue("Z", [40000, 38000]),), {}, IN_WOOD, {"C": [14000, 12000]}, "12.2.1-a no_general_to_deploy"),
        ((blue("Z", [40000, 38000]),), {}, IN_WOOD, {"Q": [14000, 12000]}, "12.2.1-a no_general_to_deploy"),
        ((blue("Z", [40000, 38000]),), {}, IN_WOOD, {"H": [14000, 40001]}, "12.2.1-a off_table"),
    ],
)
def test_where_a_hidden_group_may_appear(
    others: tuple[Plain, ...], more: Plain, bases: dict[str, Placed], people: dict[str, list[int]], why: str | None
) -> None:
    s = unseen(*others, **more)
    assert said(reserve.refuse_appear(s, s.reinforcements[0], Appear("g", bases, people))) == why


@pytest.mark.rule("alaguerre:12.2.1-c")
def test_where_the_enemy_has_stood_is_remembered() -> None:
    s = unseen(blue("Z", [13000, 14900]))
    reserve.watch(s)
    reserve.watch(s)
    assert s.watched == {"red": ((13000, 14900, 18000, 2000, 1000),)}
    s.change(s.bases["Z"], at=(40000, 38000))
    there = deployment.stood(s, s.bases["A"], put(13000, 14000))
    assert not reserve.is_out_of_sight(s, there)
    reserve.watch(s)
    assert len(s.watched["red"]) == 2
    s.watched = {}
    assert reserve.is_out_of_sight(s, there)


@pytest.mark.rule("alaguerre:12.2.1-a", "alaguerre:12.2.1-d")
def test_a_hidden_group_stands_on_the_table_with_its_general() -> None:
    s = unseen(blue("Z", [40000, 38000]))
    drive(reserve.appear(s, s.reinforcements[0], Appear("g", IN_WOOD, {"H": [14500, 12000]})), None)
    assert [s.bases[id].at for id in "AB"] == [(13000, 14000), (16000, 14000)]
    assert s.generals["H"].at == (14500, 12000)


# -- reinforcements (3.2) ----------------------------------------------------------------------------------------------


def coming(*bases: Plain, turn: int = 2, groups: tuple[Plain, ...] = (), **more: Any) -> State:
    return state(
        *bases,
        red("Y", [1000, 2000], division="y"),
        blue("Z", [40000, 38000]),
        generals=[general("C", [5000, 5000], division="y"), away("H", division="d")],
        reinforcements=list(groups),
        turn=turn,
        last_turn=9,
        **more,
    )


GROUP: Plain = {"id": "g", "side": "red", "turn": 2, "at": [20000, 0], "divisions": ["d"]}
COMPANY = (
    red("A", None, **D),
    red("B", None, **D),
    red("K", None, *GUNS, **D),
    red("L", None, "LC", "1/0/0 - sk", formation="skirmish", **D),
)


@pytest.mark.rule("alaguerre:3.2-a", "alaguerre:3.2-b", "alaguerre:4.3-c")
@pytest.mark.parametrize(
    ("bases", "group", "answer", "told"),
    [
        (
            COMPANY,
            GROUP,
            EnterTable("g"),
            [
                "reinforced red",
                "cohesion reinforcements red 11",
                "A: at=20000,1000 formation=column",
                "B: at=22000,1000 formation=column",
                "K: at=18500,1000 formation=limbered",
                "L: at=17000,1000",
                "H: at=23500,500",
                "cohesion red: 11",
                "reinforcements=",
            ],
        ),
        (
            COMPANY,
            GROUP,
            EnterTable("g", "deployed"),
            [
                "reinforced red",
                "cohesion reinforcements red 11",
                "A: at=20000,1000 acted",
                "B: at=22000,1000 acted",
                "K: at=18500,1000 acted",
                "L: at=17000,1000 acted",
                "H: at=23500,500",
                "cohesion red: 11",
                "reinforcements=",
            ],
        ),
        (COMPANY, GROUP, Wait(), ["reinforcements: id=g side=red turn=3 at=20000,0 divisions=d formation=column"]),
        (
            (*COMPANY, red("X", [20000, 1000])),
            GROUP,
            EnterTable("g"),
            [
                "reinforced red",
                "cohesion reinforcements red 10",
                "A: at=22000,1000 formation=column",
                "B: at=18000,1000 formation=column",
                "K: at=23500,1000 formation=limbered",
                "L: at=16000,1000",
                "H: at=24500,500",
                "cohesion red: 10",
                "reinforcements=",
            ],
        ),
        (
            COMPANY,
            {**GROUP, "at": [46667, 0]},
            EnterTable("g"),
            [
                "reinforced red",
                "cohesion reinforcements red 11",
                "A: at=46667,1000 formation=column",
                "B: at=44667,1000 formation=column",
                "K: at=43167,1000 formation=limbered",
                "L: at=41667,1000",
                "H: at=40167,500",
                "cohesion red: 11",
                "reinforcements=",
            ],
        ),
    ],
)
def test_what_comes_of_a_group_that_enters(
    bases: tuple[Plain, ...], group: Plain, answer: Any, told: list[str]
) -> None:
    s = coming(*bases, groups=(group,))
    assert told_by(s, arrivals.phase(s), answer) == told


@pytest.mark.rule("alaguerre:3.2-a", "alaguerre:12.2.1-a")
def test_which_group_comes_next() -> None:
    theirs = {"id": "h", "side": "blue", "turn": 1, "at": [20000, 40000], "divisions": ["e"]}
    bases = (*COMPANY, blue("F", None, **E))
    found = [arrivals.next_due(coming(*bases, turn=turn, groups=(theirs, GROUP))) for turn in (1, 2)]
    assert [one and one.id for one in found] == ["h", "g"]
    hidden = coming(*bases, groups=({**HIDDEN},), turn=1)
    due = arrivals.next_due(hidden)
    assert due is not None
    ask = arrivals.question(hidden, due)
    assert [one["do"] for one in ask.options("red")][-1] == "wait"
    assert ask.tell is not None
    assert [ask.tell(seat)["group"] for seat in ("red", "blue", None)] == ["g", "reserve", "reserve"]
    assert said(ask.refuse("red", EnterTable("x"))) == "3.2-a not_due"
    assert ask.refuse("red", Wait()) is None
    early = coming(*bases, groups=(GROUP,), turn=1)
    assert arrivals.next_due(early) is None
    assert drive(arrivals.phase(early)) is True


# -- dice and orders (3.3) ---------------------------------------------------------------------------------------------


def commanded(**more: Any) -> State:
    people = [
        general("C", [5000, 5000], division="c", level=1),
        general("D", [9000, 5000], division="d", superior="C"),
        general("E", [30000, 5000], division="e", superior="C", level=-1),
        general("F", [12000, 5000], division="f", superior="C"),
    ]
    troops = (
        red("A", [5000, 9000], division="c"),
        red("B", [9000, 9000], **D),
        red("B2", [9000, 39000], **D),
        red("G", [30000, 9000], *GUNS, **E),
        red("K", [9000, 12000], *GUNS, division=None),
        red("K2", [40000, 30000], *GUNS, division=None),
        red("L", [20000, 9000], "LC", "1/0/0 - sk", division="l"),
    )
    return state(*troops, blue("Z", [40000, 38000]), **{"generals": people, **more})


@pytest.mark.rule("alaguerre:3.3-a", "alaguerre:3.3.2-a", "alaguerre:3.3.3-g")
def test_how_many_dice_who_gets_orders_and_who_is_activated() -> None:
    s = commanded()
    assert activation.dice_of(s, "red") == 3, "c and d, and the level of the CiC: e has guns alone, l no general"
    assert activation.dice_of(s, "blue") == 0
    assert [one.id for one in orders.receivers(s, "red")] == ["C", "D", "E"]
    assert activation.activated_by(s, {"d": 5}) == ("B", "K")
    assert activation.activated_by(s, {"c": 5, "e": 4}) == ("A", "G", "K")
    assert activation.activated_by(s, {"l": 5}) == ("L",)
    s.lead(s.generals["D"], at=(7500, 9000))
    assert activation.activated_by(s, {"d": 5}) == ("B",), "he is with one unit"
    s.lead(s.generals["C"], at=None, state="dead")
    assert activation.dice_of(s, "red") == 0


@pytest.mark.rule("alaguerre:3.3.3-a", "alaguerre:3.3.3-c", "alaguerre:3.3.3-e")
def test_with_which_priority_an_order_arrives() -> None:
    s = commanded()
    found = {id: [orders.priority_of(s, s.generals[id], face) for face in (4, 5, 6)] for id in "CDE"}
    assert found == {"C": [5, 6, 6], "D": [4, 5, 6], "E": [None, None, 4]}
    assert [orders.broken_links(s, s.generals[id]) for id in "CDE"] == [0, 0, 1]


@pytest.mark.rule("alaguerre:3.3.2-a", "alaguerre:3.5.1-a")
@pytest.mark.parametrize(
    ("secret", "assign", "dummies", "why"),
    [
        (False, {"C": 6, "D": 4}, [], None),
        (False, {"F": 6}, [], "3.3.2-a no_receiver"),
        (False, {"C": 5}, [], "3.3.2-a no_such_die"),
        (False, {"C": 6, "D": 6}, [], "3.3.2-a no_such_die"),
        (False, {"C": 6}, ["D"], "3.5.1-a no_dummies"),
        (True, {"C": 6}, ["D"], None),
        (True, {"C": 6}, ["C"], "3.5.1-a no_place_for_dummy"),
        (True, {"C": 6}, ["F"], "3.5.1-a no_place_for_dummy"),
        (True, {"C": 6}, ["D", "D"], "3.5.1-a too_many_dummies"),
    ],
)
def test_which_orders_can_be_given(secret: bool, assign: dict[str, int], dummies: list[str], why: str | None) -> None:
    s = commanded(options={"orders": "secret"} if secret else None)
    s.hand, s.rolled = {"red": (6, 4)}, {"red": (6, 4, 1)}
    assert said(orders.refuse_orders(s, "red", Orders(assign=assign, dummies=dummies))) == why


@pytest.mark.rule("alaguerre:3.3.2-a", "alaguerre:3.3.2-b")
def test_all_ways_to_give_out_the_dice() -> None:
    s = commanded()
    s.hand = {"red": (6, 6)}
    found = [one["assign"] for one in orders.assignments(s, "red")]
    assert {} in found
    assert len(found) == 7
    s.hand = {"red": (6, 4)}
    assert len(orders.assignments(s, "red")) == 13
    orders.give(s, "red", {"C": 6, "E": 4})
    assert (s.orders, s.hand) == ({"c": 6}, {})
    assert [event.data["outcome"] for event in s.sink] == ["order_6", "order_lost"]
