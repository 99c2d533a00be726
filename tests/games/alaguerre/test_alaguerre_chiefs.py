"""Chapters 5.2.1, 5.3.1, 3.3, 3.5, 12.2: how generals move and make room, their chains, secret orders, patrols."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.alaguerre.answers import Advance, Move, Orders, To
from quadrilatero.games.alaguerre.records import SetUp
from quadrilatero.games.alaguerre.rules import command, general_moves, intelligence, secret_orders
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Refusal
from tests.games.alaguerre.battle import Plain, blue, drive, general, red, state, told_by

D: Plain = {"division": "d"}
FAR = (red("Y", [1000, 2000], division="y"), blue("Z", [45000, 39000], division="z"))


def said(refusal: Refusal | None) -> str | None:
    return None if refusal is None else f"{refusal.rule} {refusal.reason}"


def goes(*points: tuple[int, int], id: str = "G") -> Move:
    return Move(id, [To(list(point)) for point in points])


def led(*troops: Plain, people: tuple[Plain, ...] = (), **more: Any) -> State:
    """G leads red's division d; C, the CiC, is far away."""
    at = more.pop("at", [20000, 20000])
    own = [general("C", [40000, 2000]), general("G", at, **D, **more.pop("health", {}))]
    return state(*troops, *FAR, generals=[*own, *people], phase="manoeuvre", **more)


# -- generals on their way (5.2.1) ------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:10.3.1-d", "alaguerre:5.2-a")
@pytest.mark.parametrize(
    ("health", "why"),
    [
        ({}, None),
        ({"moved": 1}, "5.2-a has_moved"),
        ({"state": "wounded", "until": [1, 1]}, "10.3.1-d wounded_stays"),
        ({"state": "wounded", "until": [1, 2]}, "10.3.1-d wounded_stays"),
        ({"state": "wounded"}, None),
        ({"state": "well", "until": [1, 2]}, None),
    ],
)
def test_who_is_wounded_stays_with_his_unit(health: Plain, why: str | None) -> None:
    s = led(health=health)
    assert said(general_moves.refuse_general(s, s.generals["G"])) == why


@pytest.mark.rule("alaguerre:5.2-t9", "alaguerre:5.1-h", "alaguerre:5.3.1-b")
@pytest.mark.parametrize(
    ("troops", "answer", "why"),
    [
        ((), goes((20000, 30000)), None),
        ((), goes((20000, 30001)), ("5.2-t9 too_far", 0)),
        ((), goes((20000, 25000), (20000, 30001)), ("5.2-t9 too_far", 1)),
        ((), goes((20000, 29999), (20000, 30000)), None),
        ((), Move("G", [To([20000, 21000]), Advance(500)]), ("5.2.1-a generals_go_to", 1)),
        ((blue("E", [20000, 24000]),), goes((20000, 28000)), ("5.1-h touches_enemy", 0)),
        ((blue("E", [20000, 24000]),), goes((22000, 20000), (22000, 28000)), None),
        ((blue("E", [20000, 24000]),), goes((21400, 20000), (21400, 28000)), ("5.1-h touches_enemy", 1)),
        ((blue("E", [20000, 20500]),), goes((20000, 20000)), None),
        ((red("A", [20000, 24000], **D),), goes((20000, 28000)), None),
        ((red("A", [20000, 24000], **D),), goes((20000, 24400)), ("5.3.1-b ends_on_friend", 0)),
        ((red("A", [20000, 24000], **D),), goes((20000, 21000), (20000, 24400)), ("5.3.1-b ends_on_friend", 1)),
        ((red("A", [20000, 24000], **D),), goes((20000, 24500)), None),
        ((red("A", [20000, 24000], division="y"),), goes((20000, 24500)), ("2.7.5-d not_his_command", 0)),
        ((red("A", [20000, 24000], division="y"),), goes((20000, 24511)), None),
        ((), goes((20000, 20000)), None),
    ],
)
def test_where_generals_may_go(troops: tuple[Plain, ...], answer: Move, why: tuple[str, int] | None) -> None:
    """10um in all from place to place, past no enemy; they end beside units of their own command alone."""
    s = led(*troops)
    refusal = general_moves.refuse_move(s, s.generals["G"], answer)
    assert (refusal and (said(refusal), refusal.data["at"])) == why
    assert refusal is None or refusal.data["unit"] == "G"


@pytest.mark.rule("alaguerre:5.2-a", "alaguerre:5.3.1-b")
def test_generals_stay_on_the_table_and_off_each_other() -> None:
    s = led(at=[500, 20000], people=(general("H", [500, 23000]),))
    found = [
        said(general_moves.refuse_move(s, s.generals["G"], goes(point)))
        for point in ((0, 20000), (-1, 20000), (500, 22100), (500, 22000))
    ]
    assert found == [None, "5.2-a off_the_table", "5.3.1-b ends_on_friend", None]


@pytest.mark.rule("alaguerre:5.2.1-a", "alaguerre:2.7.5-c")
@pytest.mark.parametrize(
    ("at", "points", "told"),
    [
        ([20000, 20000], ((20000, 22000), (21000, 22000)), ["moved move G 3000", "G: at=21000,22000 moved=3000"]),
        ([20000, 20000], ((20000, 20000),), ["G: moved=1"]),
        ([20000, 22500], ((21000, 22500),), ["moved move G 1000", "G: at=21000,22500 moved=1000"]),
        (
            [20000, 20000],
            ((20000, 22500),),
            ["moved move G 2500", "general A G attached", "G: at=20000,22500 moved=2500"],
        ),
        ([20000, 22500], ((20000, 20000),), ["moved move G 2500", "general A G left", "G: at=20000,20000 moved=2500"]),
        (
            [20000, 22500],
            ((26000, 22500),),
            ["moved move G 6000", "general B G attached", "G: at=26000,22500 moved=6000"],
        ),
    ],
)
def test_a_general_who_moves_joins_and_leaves_units(
    at: list[int], points: tuple[tuple[int, int], ...], told: list[str]
) -> None:
    troops = (red("A", [20000, 24000], **D), red("B", [26000, 24000], **D, brigade="b"))
    s = led(*troops, at=at)

    def script() -> Any:
        general_moves.move(s, s.generals["G"], goes(*points))
        yield from ()

    assert told_by(s, script()) == told
    moved = [event for event in s.sink if event.kind == "moved"]
    for event in moved:
        assert (event.data["from"], event.data["to"]) == ({"at": at}, {"at": list(points[-1])})


def crowd(rows: int) -> list[Any]:
    """Nine bases side by side in ranks, so many before and behind the middle one."""
    return [(12000 + 2000 * n, 20000 + 1000 * rank, 0, 2000, 1000) for n in range(9) for rank in range(-rows, rows + 1)]


@pytest.mark.rule("alaguerre:5.3.1-b")
@pytest.mark.parametrize(
    ("at", "poses", "others", "ends"),
    [
        ([20000, 20000], [(24000, 20000, 0, 2000, 1000)], (), (20000, 20000)),
        ([20000, 20000], [(20000, 20000, 0, 2000, 1000)], (), (20000, 20500)),
        ([20000, 20000], [(20000, 21000, 0, 2000, 1000)], (), (20000, 19500)),
        ([20000, 20000], [(20000, 20700, 0, 2000, 1000)], (), (20000, 19200)),
        ([20000, 39600], [(20000, 40000, 0, 2000, 1000)], (), (20000, 38500)),
        ([20000, 19600], crowd(5), (), (20000, 25500)),
        ([20000, 19600], crowd(6), (), (20000, 19600)),
        ([20000, 20000], [(20000, 20000, 0, 2000, 1000)], (general("H", [20000, 21400]),), (20996, 20575)),
    ],
)
def test_generals_make_room_by_as_little_as_they_can(
    at: list[int], poses: list[Any], others: tuple[Plain, ...], ends: tuple[int, int]
) -> None:
    """First straight ahead, then to the right and about; where nothing is free within 6um they stay."""
    s = led(*[red(f"A{n}", list(pose[:2]), **D) for n, pose in enumerate(poses)], at=at, people=others)
    general_moves.make_room(s, poses)
    assert s.generals["G"].at == ends
    assert s.sink == []


# -- chains of command (3.3.3) ----------------------------------------------------------------------------------------


@pytest.mark.rule("alaguerre:3.3.3-a", "alaguerre:2.7.5-b")
def test_a_chain_passes_over_who_is_lost_and_ends_where_it_comes_round() -> None:
    def chain(*lost: str, **above: str) -> list[str]:
        people = [general(id, [9000 + 900 * n, 9000], superior=above.get(id)) for n, id in enumerate("CABD")]
        s = state(*FAR, generals=people)
        for id, superior in above.items():
            s.lead(s.generals[id], superior=superior)
        for id in lost:
            s.lead(s.generals[id], state="dead", at=None, lost=1)
        return [one.id for one in command.chain(s, s.generals["A"])]

    assert chain(A="B", B="D", D="C") == ["A", "B", "D", "C"]
    assert chain("B", A="B", B="D", D="C") == ["A", "D", "C"]
    assert chain("B", "D", A="B", B="D", D="C") == ["A", "C"]
    assert chain(A="B", B="A") == ["A", "B"]
    assert chain(A="B", B="D", D="B") == ["A", "B", "D"]
    assert chain("B", "D", A="B", B="D", D="B") == ["A"]
    assert chain("B", A="B", B="A") == ["A"]


@pytest.mark.rule("alaguerre:2.7.5-e", "alaguerre:3.3.3-g")
def test_who_is_lost_has_nobody_in_his_radius() -> None:
    s = led(at=[20000, 20000])
    found = [command.is_in_radius(s.generals["G"], (x, 20500, 0, 2000, 1000)) for x in (29500, 29501)]
    assert found == [True, False], "8um from base to base"
    s.lead(s.generals["G"], at=None, state="dead", lost=1)
    assert not command.is_in_radius(s.generals["G"], (1000, 1000, 0, 2000, 1000))


@pytest.mark.rule("alaguerre:3.3.4-a", "alaguerre:3.3.3-a")
@pytest.mark.parametrize(
    ("option", "at", "attached", "cut_off"),
    [
        ("minus_one", [16000, 21500], "C", True),
        ("minus_one", [16000, 21000], "C", False),
        ("minus_one", [16000, 21500], "G", False),
        ("off", [16000, 21500], "C", False),
        ("off", [9000, 21500], "C", True),
    ],
)
def test_who_is_cut_off_from_his_superior(option: str, at: list[int], attached: str, cut_off: bool) -> None:
    """Beyond the radius, or by one reading below a CiC who is with a unit; another general may be with one."""
    people = [general("C", [1000, 1000]), general("G", [2500, 2500], division="d"), general("H", [20000, 20000])]
    s = state(red("A", [16000, 23000], **D), *FAR, generals=people, options={"cic_attached": option})
    s.lead(s.generals[attached], at=tuple(at))
    assert command.is_cut_off(s, s.generals["H"], s.generals[attached]) is cut_off


@pytest.mark.rule("alaguerre:3.4-a")
def test_seats_of_one_player_a_side_are_two() -> None:
    for option, seats in (("one", ("red", "blue")), ("several", ("red", "blue", "red.G"))):
        s = led(players=["G", "C"], options={"players": option})
        assert command.seats(s) == seats


# -- secret orders (3.5) ----------------------------------------------------------------------------------------------


def secret(red_dice: tuple[int, ...], blue_dice: tuple[int, ...] = (), **more: Any) -> State:
    """Red's C leads c, G leads d; blue's U leads z. The faces are those rolled; of them 4 and more are orders."""
    people = [general("C", [5000, 5000], division="c"), general("G", [9000, 5000], **D)]
    people += [general("U", [40000, 37000], "blue", division="z")]
    troops = (
        red("A", [5000, 9000], division="c"),
        red("B", [9000, 9000], **D),
        blue("Z", [40000, 38000], division="z"),
    )
    s = state(*troops, generals=people, options={"orders": "secret"}, **more)
    s.rolled = {"red": red_dice, "blue": blue_dice}
    s.hand = {side: tuple([face for face in faces if face >= 4]) for side, faces in s.rolled.items()}
    return s


@pytest.mark.rule("alaguerre:3.5.1-a", "alaguerre:3.5-a")
def test_what_each_is_shown_of_the_markers() -> None:
    ask = next(secret_orders.give(secret((6, 1, 2), (5,))))
    assert (ask.who, ask.what, ask.rule, ask.certain) == (("red", "blue"), "orders", "3.5.1-a", True)
    assert ask.tell is not None
    markers = {"markers": {"red": 3, "blue": 1}}
    assert [ask.tell(seat) for seat in ("red", "blue", None)] == [
        {"dice": [6], "generals": ["C", "G"], "dummies": 2, **markers},
        {"dice": [5], "generals": ["U"], "dummies": 0, **markers},
        markers,
    ]
    do: Plain = {"do": "orders"}
    assert ask.options("red") == [
        {**do, "assign": {}},
        {**do, "assign": {"C": 6}},
        {**do, "assign": {"G": 6}},
        {**do, "assign": {}, "dummies": ["C", "G"]},
        {**do, "assign": {"C": 6}, "dummies": ["G"]},
        {**do, "assign": {"G": 6}, "dummies": ["C"]},
    ]
    assert ask.options("blue") == [{**do, "assign": {}}, {**do, "assign": {"U": 5}}]


@pytest.mark.rule("alaguerre:3.5.1-b", "alaguerre:3.3.2-b")
def test_markers_are_turned_up_together_and_corrected_the_initiative_first() -> None:
    s = secret((6, 1, 2), (5,), initiative="blue")
    answers = {"red": Orders({"G": 6}, ["C"]), "blue": Orders({"U": 5})}
    drive(secret_orders.give(s), answers)
    told = [(event.kind, event.rule, event.data) for event in s.sink]
    assert told[:2] == [
        ("markers_up", "3.5.1-b", {"side": "red", "orders": 1, "dummies": ["C"]}),
        ("markers_up", "3.5.1-b", {"side": "blue", "orders": 1, "dummies": []}),
    ]
    assert [data["general"] for _, _, data in told[2:]] == ["U", "G"]
    assert s.orders == {"z": 5, "d": 6}


@pytest.mark.rule("alaguerre:3.5.1-a")
def test_who_has_nothing_to_lay_is_not_asked() -> None:
    alone = secret((6,))
    ask = next(secret_orders.give(alone))
    assert ask.who == ("red",)
    assert ask.tell is not None
    assert ask.tell("blue") == {"markers": {"red": 1}}
    drive(secret_orders.give(alone), Orders({"C": 6}))
    assert alone.orders == {"c": 6}
    drive(secret_orders.give(secret((), ())))
    bluff = next(secret_orders.give(secret((2,))))
    assert bluff.options("red") == [{"do": "orders", "assign": {}}, {"do": "orders", "assign": {}, "dummies": ["C"]}]


# -- patrols before a battle (12.2) -----------------------------------------------------------------------------------

LEFT = {"red": 2, "blue": 2}


def patrolled(*dice: int, levels: tuple[int, int] = (0, 0)) -> tuple[State, list[tuple[Any, ...]]]:
    """Both have rolled; what was told of it: who rolled what, what he needed, whether he leads, and by how much."""
    people = [general("C", [9000, 9000], level=levels[0]), general("U", [9000, 30000], "blue", level=levels[1])]
    s = state(*FAR, generals=people, phase="setup")
    assert s.setup is not None
    rest = [(die,) for die in dice[2:]]
    drive(intelligence.patrol(s, s.setup, LEFT), dice[:2], *rest)
    keys = ("by", "need", "total", "success", "difference", "winner")
    return s, [tuple(event.data.get(key) for key in keys) for event in s.sink]


@pytest.mark.rule("alaguerre:12.2-a", "alaguerre:12.2-b", "alaguerre:12.2-c")
@pytest.mark.parametrize(
    ("dice", "levels", "told", "turns", "reserves"),
    [
        ((6, 4), (0, 0), [("red", 5, 6, True, 2, "red"), ("blue", 7, 4, False, 2, "red")], "brbr", ()),
        ((3, 6), (0, 0), [("red", 7, 3, False, 3, "blue"), ("blue", 4, 6, True, 3, "blue")], "rbrb", ()),
        ((5, 1), (0, 0), [("red", 2, 5, True, 4, "red"), ("blue", 6, 1, False, 4, "red")], "brbr", ("red",)),
        ((6, 1), (1, 0), [("red", 2, 7, True, 6, "red"), ("blue", 8, 1, False, 6, "red")], "bbrr", ("red",)),
        (
            *((4, 3), (0, 1)),
            [("red", 5, 4, False, 0, None), ("blue", 5, 4, False, 0, None)],
            *("brbr", ("red", "blue")),
        ),
        (
            *((4, 4), (1, 0)),
            [("red", 5, 5, True, 1, "red"), ("blue", 6, 4, False, 1, "red")],
            *("rbrb", ("red", "blue")),
        ),
    ],
)
def test_what_patrols_learn_and_what_it_brings(
    dice: tuple[int, ...], levels: tuple[int, int], told: list[Any], turns: str, reserves: tuple[str, ...]
) -> None:
    s, found = patrolled(*dice, levels=levels)
    assert found == told
    assert s.setup is not None
    assert (s.setup.stage, "".join(side[0] for side in s.setup.turns), s.setup.reserves) == ("deploy", turns, reserves)
    assert [event.rule for event in s.sink] == ["12.2-a", "12.2-a"]


@pytest.mark.rule("alaguerre:12.2-e")
@pytest.mark.parametrize(("die", "first", "success"), [(3, "red", False), (4, "blue", True)])
def test_a_lot_decides_between_equals(die: int, first: str, success: bool) -> None:
    s, found = patrolled(5, 5, die)
    assert found[-1] == (None, 4, die, success, None, first)
    assert (s.sink[-1].rule, s.sink[-1].dice, s.sink[-1].data["why"]) == ("12.2-e", (die,), "lot")
    assert s.setup is not None
    assert s.setup.turns[0] == first


@pytest.mark.rule("alaguerre:12.2-m1", "alaguerre:12.2-m4", "alaguerre:12.2-c")
def test_only_who_has_more_gains_by_it_and_only_an_attacked_army_defends() -> None:
    equal = state(red("A", [9000, 9000], "Dr", "1/0/-1 - sk"), blue("B", [9000, 30000], "Dr", "1/0/-1 - sk"))
    for kind, values in (("assault", [-1, 0, 0, 0, 0, 0]), ("encounter", [0] * 6)):
        setup = SetUp(kind=kind, attacker="blue")
        assert [value for _, value in intelligence.modifiers_of(equal, setup, "red")] == values
    turns, _ = intelligence.order_of_deployment(5, "red", {"red": 2, "blue": 4})
    assert "".join(side[0] for side in turns) == "bbrbrb"
