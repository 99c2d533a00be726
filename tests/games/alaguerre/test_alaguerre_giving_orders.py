"""Chapters 3.3, 3.4, 3.5 and 10.3: dice and orders of several players, who is activated, lost generals, open work."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Orders
from quadrilatero.games.alaguerre.rules import activation, generals, orders, pending
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from quadrilatero.table import touching
from tests.games.alaguerre.battle import Plain, blue, drive, general, red, state

SEVERAL = {"players": "several"}
GUNS = ("MdArt", "1/1/- -")
BASES = (
    red("A", [10000, 9000], division="c"),
    red("B", [20000, 9000], division="d"),
    red("E", [30000, 9000], division="e"),
    blue("Z", [20000, 30000], division="z"),
)


def staff(*others: Plain, level: int = 0, at: int = 17000, **more: Any) -> list[Plain]:
    """The CiC leads c; D leads d and may be a player, and E under him leads e."""
    return [
        general("C", [10000, 6000], division="c"),
        general("D", [at, 6000], level=level, **{"division": "d", **more}),
        general("E", [25000, 6000], division="e", superior="D"),
        general("Y", [20000, 33000], "blue", division="z"),
        *others,
    ]


def joint(*others: Plain, players: tuple[str, ...] = ("D",), people: list[Plain] | None = None, **more: Any) -> State:
    options = {**SEVERAL, **more.pop("options", {})}
    return state(*BASES, *others, generals=people or staff(), players=list(players), options=options, **more)


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else f"{refusal.rule} {refusal.reason}"


# -- dice (3.3) -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:3.3-a", "alaguerre:3.4.2-a")
def test_the_dice_of_a_side_and_those_of_a_player_are_told_apart() -> None:
    s = joint(people=staff(level=1), phase="activation", turn=2)
    drive(activation.phase(s), (6, 1, 5), (2,), (4,))
    told = [(e.rule, e.dice, e.data["by"], e.data["general"], e.data["orders"]) for e in s.sink if e.kind == "roll"]
    assert told == [
        ("3.3-a", (6, 1, 5), "red", None, [6, 5]),
        ("3.3-a", (2,), "blue", None, []),
        ("3.4.2-a", (4,), "red", "D", [4]),
    ]
    assert s.rolled == {"red": (6, 1, 5), "blue": (2,), "red.D": (4,)}
    assert s.hand == {"red": (6, 5), "blue": (), "red.D": (4,)}


@pytest.mark.rule("alaguerre:3.3-a", "alaguerre:10.3.3-d")
def test_which_divisions_count_for_a_die() -> None:
    """Foot or horse on the table under a general who is there: not guns alone, not those whose general is lost."""
    s = state(
        red("F", [9000, 9000], division="c"),
        red("H", [15000, 9000], "Cav", "1/-/2 a", division="d"),
        red("G", [20000, 9000], *GUNS, division="e"),
        red("T", [25000, 9000], "baggage", "-/-/- -", division="f"),
        generals=[general(id, [9000 + 900 * n, 3000], division=id.lower()) for n, id in enumerate("CDEF")],
    )
    assert activation.dice_of(s, "red") == 2
    s.lead(s.generals["D"], at=None, state="captured", lost=1)
    assert activation.dice_of(s, "red") == 1


@pytest.mark.rule("alaguerre:3.3.1-b", "alaguerre:3.3.1-a")
@pytest.mark.parametrize(("die", "winner", "success"), [(3, "red", False), (4, "blue", True)])
def test_a_tie_in_the_first_turn_is_decided_by_lot(die: int, winner: str, success: bool) -> None:
    s = joint(phase="activation", turn=1)
    drive(activation.settle_initiative(s, {"red": (6,), "blue": (6, 1)}), (die,))
    lot, told = s.sink
    assert (lot.rule, lot.dice, lot.data["why"], lot.data["need"]) == ("3.3.1-b", (die,), "lot", 4)
    assert (lot.data["success"], lot.data["winner"], lot.data["by"]) == (success, winner, None)
    assert (told.rule, told.data) == ("3.3.1-a", {"side": winner, "sixes": [1, 1]})
    assert (s.initiative, s.side) == (winner, winner)


# -- who gives orders (3.3.2, 3.4) ------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:3.3.2-b", "alaguerre:3.4.1-a")
def test_every_seat_with_dice_and_somebody_to_give_them_to_is_asked_in_turn() -> None:
    s = joint(phase="orders", initiative="blue")
    s.hand = {"red": (6,), "red.D": (5,), "blue": (4,)}
    script = activation.orders_phase(s)
    first = next(script)
    assert (first.who, first.rule) == (("blue",), "3.3.2-a")
    assert drive(activation.orders_phase(s), Orders({"Y": 4})) is False
    second = next(activation.orders_phase(s))
    assert (second.who, second.rule, second.data["generals"]) == (("red",), "3.3.2-a", ["C", "D"])
    assert drive(activation.orders_phase(s), Orders({"C": 6})) is False
    third = next(activation.orders_phase(s))
    assert (third.who, third.rule, third.data["generals"]) == (("red.D",), "3.4.1-a", ["D", "E"])
    assert drive(activation.orders_phase(s), Orders({"E": 5})) is True
    assert (s.orders, s.hand) == ({"z": 4, "c": 6, "e": 5}, {})
    nobody = joint(phase="orders", people=staff()[:1], players=())
    nobody.hand = {"red": (6,), "blue": (5,)}
    drive(activation.orders_phase(nobody), Orders({"C": 6}))
    assert nobody.orders == {"c": 6}, "blue has dice and no general"


@pytest.mark.rule("alaguerre:3.5.1-b", "alaguerre:3.4.1-a")
def test_after_secret_orders_the_players_give_theirs() -> None:
    s = joint(phase="orders", options={"orders": "secret"}, rolled={"red": [6, 1], "blue": []})
    s.hand = {"red": (6,), "red.D": (4,)}
    assert drive(activation.orders_phase(s), Orders({"D": 6}, ["C"])) is False
    assert (s.stage, s.hand) == ("open", {"red.D": (6, 4)})
    assert next(activation.orders_phase(s)).who == ("red.D",)
    assert drive(activation.orders_phase(s), Orders({"D": 4, "E": 6})) is True
    assert s.orders == {"d": 4, "e": 6}


@pytest.mark.rule("alaguerre:3.3.2-a", "alaguerre:3.4.1-a", "alaguerre:3.4.2-b")
def test_whom_each_seat_can_give_a_die() -> None:
    others = (red("T", [35000, 9000], "baggage", "-/-/- -", division="t"), red("W", [40000, 9000], division="w"))
    more = (general("X", [35000, 6000], division="t"), general("W", [40000, 6000], division="w"))
    s = joint(*others, players=("D", "W"), people=staff(*more))
    found = {seat: [one.id for one in orders.receivers(s, seat)] for seat in ("red", "red.D", "red.W", "blue")}
    assert found == {"red": ["C", "D", "W"], "red.D": ["D", "E"], "red.W": ["W"], "blue": ["Y"]}
    free = joint(people=staff(division=None))
    assert [one.id for one in orders.receivers(free, "red.D")] == ["E"], "he leads nobody himself"


@pytest.mark.rule("alaguerre:3.4.2-b", "alaguerre:3.4.2-c", "alaguerre:3.5.1-a")
@pytest.mark.parametrize(
    ("seat", "answer", "why"),
    [
        ("red", Orders({"C": 4}), "3.3.2-a no_such_die"),
        ("red.D", Orders({"D": 6}), "3.4.2-b no_such_die"),
        ("red.D", Orders({"C": 5}), "3.4.2-b no_receiver"),
        ("red.D", Orders({"D": 5}), None),
        ("red.D", Orders({"D": 5, "E": 4}), "3.4.2-c one_less"),
        ("red.D", Orders({"D": 5}, ["E"]), "3.5.1-a no_dummies"),
        ("red", Orders({"C": 6}, ["D"]), None),
        ("red", Orders({}, ["D", "D"]), "3.5.1-a no_place_for_dummy"),
        ("red", Orders({}, ["C", "D", "C"]), "3.5.1-a no_place_for_dummy"),
        ("red", Orders({}, ["C", "D", "C", "D"]), "3.5.1-a too_many_dummies"),
    ],
)
def test_which_dice_and_markers_a_seat_may_use(seat: str, answer: Orders, why: str | None) -> None:
    s = joint(people=staff(level=-1), options={"orders": "secret"})
    s.hand = {"red": (6,), "red.D": (5, 4)}
    s.rolled = {"red": (6, 1, 2, 3)}
    assert said(orders.refuse_orders(s, seat, answer)) == why
    s.rolled = None
    assert orders.markers(s, seat) == 0


@pytest.mark.rule("alaguerre:3.3.4-a", "alaguerre:12.2.1-b")
def test_a_cic_who_is_with_a_unit_may_be_read_to_order_himself_alone() -> None:
    near = [{**staff()[0], "at": [10000, 7500]}, *staff()[1:]]
    kept: Plain = {"d": {"side": "red", "reserve": True}}
    s = joint(players=(), people=near, options={"cic_attached": "no_orders", "players": "one"}, divisions=kept)
    s.hand = {"red": (6, 5)}
    refusal = orders.refuse_orders(s, "red", Orders({"D": 6}))
    assert refusal is not None
    assert (refusal.rule, refusal.reason, refusal.data["general"]) == ("3.3.4-a", "cic_is_attached", "C")
    assert orders.refuse_orders(s, "red", Orders({"C": 6})) is None, "nor has he to think of the reserve"
    away = joint(players=(), options={"cic_attached": "no_orders", "players": "one"}, divisions=kept)
    away.hand = {"red": (6, 5)}
    found = [said(orders.refuse_orders(away, "red", one)) for one in (Orders({"C": 6}), Orders({"D": 6}))]
    assert found == ["12.2.1-b reserve_needs_order", None]
    assert [orders.may_order_others(away, seat) for seat in ("red", "red.D")] == [True, True]
    assert orders.may_order_others(state(*BASES, options={"cic_attached": "no_orders"}), "red")


@pytest.mark.rule("alaguerre:12.2.1-b", "alaguerre:3.4.1-a")
def test_who_has_the_reserve_under_him_must_think_of_it() -> None:
    kept: Plain = {"e": {"side": "red", "reserve": True}}
    s = joint(divisions=kept)
    s.hand = {"red": (6,), "red.D": (5,)}
    found = [
        said(orders.refuse_orders(s, seat, one))
        for seat, one in (("red", Orders({"C": 6})), ("red.D", Orders({"D": 5})), ("red.D", Orders({"E": 5})))
    ]
    assert found == [None, "12.2.1-b reserve_needs_order", None]
    s.hand = {"red": (6,)}
    assert orders.refuse_orders(s, "red.D", Orders({})) is None, "there is no die"
    nobody = joint(divisions={"e": {"side": "red", "reserve": True}}, people=staff()[:2])
    nobody.hand = {"red": (6,)}
    assert orders.refuse_orders(nobody, "red", Orders({"C": 6})) is None, "nobody leads it"


@pytest.mark.rule("alaguerre:3.3.2-a")
def test_no_more_than_256_ways_to_give_out_dice_are_listed() -> None:
    people = [general(id, [9000 + 2000 * n, 3000], division=id.lower()) for n, id in enumerate("CDEFG")]
    s = state(*[red(id, [9000 + 3000 * n, 9000], division=id.lower()) for n, id in enumerate("CDEFG")], generals=people)
    s.hand = {"red": (6, 5, 4)}
    assert len(orders.assignments(s, "red")) == 1 + 3 * 5 + 3 * 5 * 4 + 5 * 4 * 3
    s.rolled = {"red": (6, 6, 5, 4)}
    s.hand = {"red": (6, 6, 5, 4)}
    assert len(orders.assignments(s, "red")) == 256


@pytest.mark.rule("alaguerre:3.3.3-d", "alaguerre:3.3.3-f", "alaguerre:3.4.1-a")
def test_orders_arrive_are_lost_or_are_handed_on() -> None:
    far = joint(people=staff(at=45000))
    far.hand = {"red": (4, 5), "red.D": (4,)}
    orders.give(far, "red", {"C": 5, "D": 4})
    assert far.hand == {"red.D": (4,)}, "the four for D is lost on its way"
    near = joint()
    near.hand = {"red": (6, 5), "red.D": (4,)}
    orders.give(near, "red", {"D": 6, "C": 5})
    assert near.hand == {"red.D": (6, 4)}
    assert [(e.rule, e.data["general"], e.data["outcome"]) for e in (*far.sink, *near.sink)] == [
        ("3.3.3-f", "C", "order_5"),
        ("3.3.3-d", "D", "order_lost"),
        ("3.3.3-f", "C", "order_5"),
    ]
    cut_off = joint(people=staff(at=45000), players=())
    orders.give(cut_off, "red", {"D": 4})
    assert [(e.rule, e.data["lost"]) for e in cut_off.sink] == [("3.3.3-d", True)]


@pytest.mark.rule("alaguerre:3.3.3-a", "alaguerre:3.4.2-b")
def test_links_above_the_player_who_orders_do_not_count() -> None:
    chain = staff(general("F", [44000, 6000], division="f", superior="E"), at=40000)
    s = joint(people=chain)
    assert [orders.broken_links(s, s.generals[id]) for id in "CDEF"] == [0, 0, 1, 2]
    alone = joint(people=chain, players=())
    assert [orders.broken_links(alone, alone.generals[id]) for id in "CDEF"] == [0, 1, 2, 3]


@pytest.mark.rule("alaguerre:3.3.3-g", "alaguerre:3.3.3-h")
def test_a_general_with_one_unit_does_not_keep_the_others_from_theirs() -> None:
    near = [{**staff()[0], "at": [10000, 7500]}, *staff()[1:]]
    s = joint(people=near, players=())
    assert activation.activated_by(s, {"c": 5, "d": 4, "z": 6}) == ("A", "B", "Z")


# -- generals at risk (10.3) ------------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.3.1-a", "alaguerre:10.3.2-a", "alaguerre:10.3.1-b")
def test_when_a_general_with_a_unit_is_tried_and_with_what() -> None:
    def tried(losses: int, routs: bool, from_melee: bool, *dice: int) -> list[tuple[Any, ...]]:
        line = [red("A", [10000, 9000], division="c", lost=1), red("B", [12000, 9000], division="c", lost=2)]
        line = [{**one, "brigade": "l"} for one in line]
        s = state(*line, *BASES[2:], generals=staff())
        unit, company = unit_of(s, s.bases["A"]), [s.generals["C"]]
        rolled = [(die,) for die in dice]
        drive(generals.risk(s, unit, company, losses, routs=routs, from_melee=from_melee), *rolled)
        return [(e.rule, e.data["test"], e.data["total"], e.data["need"]) for e in s.sink if e.kind == "roll"]

    assert tried(0, False, False) == []
    assert tried(0, False, True) == []
    assert tried(1, False, True, 5) == [("10.3.1-a", "wound", 3, 2)]
    assert tried(0, True, False, 5) == [("10.3.1-a", "wound", 2, 2)]
    assert tried(0, True, True, 5) == [("10.3.2-b", "capture", 2, 2)]


@pytest.mark.rule("alaguerre:10.3.2-a", "alaguerre:10.3.2-b")
def test_a_general_alone_is_taken_with_a_one() -> None:
    s = state(*BASES, generals=staff())
    drive(generals.meet_enemy(s, s.generals["E"]), (2,))
    assert s.generals["E"].is_there
    s = state(*BASES, generals=staff())
    drive(generals.meet_enemy(s, s.generals["E"]), (1,), (1,))
    assert (s.generals["E"].state, s.generals["E"].fell is None) == ("captured", False)


@pytest.mark.rule("alaguerre:10.3.1-d", "alaguerre:10.3.3-c")
def test_only_wounds_heal_and_only_the_lost_are_replaced() -> None:
    s = state(*BASES, generals=staff(), turn=3, last_turn=9)
    s.lead(s.generals["C"], until=(1, 1))
    s.lead(s.generals["D"], state="wounded")
    generals.heal(s)
    assert (s.generals["C"].until, s.generals["D"].state) == ((1, 1), "wounded")
    s.lead(s.generals["E"], lost=1)
    assert not generals.is_due(s, s.generals["E"]), "he is there"
    s.lead(s.generals["E"], state="dead", at=None)
    assert generals.is_due(s, s.generals["E"])
    s.lead(s.generals["E"], lost=2)
    assert not generals.is_due(s, s.generals["E"])


@pytest.mark.rule("alaguerre:10.3.3-a", "alaguerre:10.3.3-b")
def test_a_cic_without_heirs_is_replaced_like_any_other() -> None:
    people = [{**general("C", [9000, 3000], division="q"), "at": None, "state": "dead", "lost": 1}]
    s = state(*BASES, generals=people, turn=3, last_turn=9)
    drive(generals.successions(s))
    cic = s.generals["C"]
    assert (cic.state, cic.level, cic.radius, cic.lost, cic.at) == ("well", -1, 6000, None, None)
    assert [(e.rule, e.data["what"]) for e in s.sink] == [("10.3.3-b", "replaced")]
    named = state(*BASES, generals=[general("C", [9000, 3000], name="Tilly")])
    generals.anonymous(named, named.generals["C"], "q")
    assert named.generals["C_2"].name == "Tilly II"


@pytest.mark.rule("alaguerre:10.3.2-c", "alaguerre:2.7.5-a")
@pytest.mark.parametrize("facing", [1, 9257, 17999, 18001, 27148, 35999])
def test_who_escapes_stands_squarely_behind_a_friend(facing: int) -> None:
    s = state(red("A", [20000, 20000], facing=facing), *BASES[1:])
    x, y = generals.behind(s.bases["A"])
    assert touching(s.bases["A"].pose, (x, y + 500, 0, 1000, 1000))


# -- work left open (8.2.1-c) -----------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:8.2.1-c", "alaguerre:10.2.1-a")
def test_open_work_is_done_piece_by_piece() -> None:
    s = state(*BASES, pending=[{"test": "gone"}, {"rout": "left"}], phase="fire")
    drive(pending.work(s))
    assert [task.plain for task in s.pending] == [{"rout": "left"}]
    drive(pending.work(s))
    assert s.pending == ()
