"""Chapters 3 and 4: dice, orders and their priority, who is activated, impulses; cohesion, objectives, the end."""

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
    now,
    red,
    roll,
    say,
    told,
)


def army(*generals: Plain, bases: tuple[Plain, ...] = (), **keys: Any) -> Any:
    own = bases or (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="d", brigade="b"))
    foe = (blue("Z", 20000, 38000, "Hv", division="z"),)
    chiefs = [*generals, general("E", "blue", 20000, 39500, division="z")]
    return begun(keys.pop("phase", "orders"), *own, *foe, generals=chiefs, **keys)


ORDERS: list[tuple[str, str, int, int, int, int]] = [
    ("3.3.3-b", "level 0", 0, 3000, 5, 5),
    ("3.3.3-b", "level +1", 1, 3000, 5, 6),
    ("3.3.3-c", "no more than six", 1, 3000, 6, 6),
    ("3.3.3-b", "level +2", 2, 3000, 4, 6),
    ("3.3.3-b", "level -1", -1, 3000, 5, 4),
    ("3.3.3-d", "lost by the level", -1, 3000, 4, 0),
    ("3.3.3-a", "at the edge of the radius", 0, 9000, 5, 5),
    ("3.3.3-a", "out of the radius", 0, 9011, 5, 4),
    ("3.3.3-d", "lost on the way", 0, 9011, 4, 0),
    ("3.3.3-e", "lost on the way whatever the level", 2, 9011, 4, 0),
    ("3.3.3-e", "a good general far away", 2, 9011, 5, 6),
    ("3.3.3-e", "a capable general far away", 1, 9011, 6, 6),
]


@pytest.mark.parametrize(
    ("level", "gap", "die", "priority"),
    [pytest.param(*rest, id=name, marks=pytest.mark.rule(f"alaguerre:{rule}")) for rule, name, *rest in ORDERS],
)
def test_the_priority_of_an_order(level: int, gap: int, die: int, priority: int) -> None:
    """Squares of one um, nearest points: nine um between centres are eight of radius."""
    chiefs = (general("C", "red", 20000, 2000), general("D", "red", 20000, 2000 + gap, level=level, division="d"))
    bases = (red("A", 20000, 14000, "Hv", division="d"), red("B", 24000, 14000, "Hv", division="d", brigade="b"))
    m = army(*chiefs, bases=bases, rolled={"red": [die, 1], "blue": [1]})
    say(m, "red", "orders", assign={"D": die})
    order = told(m, "order")[0]
    assert (order["die"], order["lost"]) == (die, priority == 0)
    if priority:
        assert order["priority"] == priority


@pytest.mark.rule("alaguerre:3.3.3-a")
@pytest.mark.parametrize(
    ("first", "second", "priority"), [(3000, 3000, 6), (9100, 3000, 5), (3000, 9100, 5), (9100, 9100, 4)]
)
def test_every_link_of_the_chain_is_paid(first: int, second: int, priority: int) -> None:
    chiefs = (
        general("C", "red", 20000, 2000),
        general("I", "red", 20000, 2000 + first),
        general("D", "red", 20000 + second, 2000 + first, division="d", superior="I"),
    )
    bases = (
        red("A", 20000 + second, 14000, "Hv", division="d"),
        red("B", 24000 + second, 14000, "Hv", division="d", brigade="b"),
    )
    m = army(*chiefs, bases=bases, rolled={"red": [6, 1], "blue": [1]})
    say(m, "red", "orders", assign={"D": 6})
    assert told(m, "order")[0]["priority"] == priority


CHIEF = general("C", "red", 14000, 2000)
COMMANDER = general("D", "red", 17000, 5000, division="d")


@pytest.mark.rule("alaguerre:3.3.2-a")
def test_what_may_be_assigned() -> None:
    m = army(CHIEF, COMMANDER, rolled={"red": [6, 4], "blue": [1]})
    assert m.ask.data["dice"] == [6, 4]
    assert barred(m, "red", "orders", assign={"D": 5}) is not None
    assert barred(m, "red", "orders", assign={"C": 6}) is not None, "he commands no units"
    assert barred(m, "red", "orders", assign={"D": 6}) is None
    assert barred(m, "red", "orders", assign={}) is None


@pytest.mark.rule("alaguerre:3.3.3-g")
@pytest.mark.parametrize(("y", "active"), [(14500, True), (14520, False)])
def test_who_lies_in_the_radius_is_activated(y: int, active: bool) -> None:
    """The general's upper edge is at 5500, the rear of the base a um below its front."""
    bases = (red("A", 17000, y, "Hv", division="d"), red("B", 20000, 6000, "Hv", division="d", brigade="b"))
    m = army(CHIEF, COMMANDER, bases=bases, rolled={"red": [5], "blue": [1]})
    say(m, "red", "orders", assign={"D": 5})
    assert ("A" in told(m, "activated", division="d")[0]["bases"]) == active


@pytest.mark.rule("alaguerre:3.3.3-i")
def test_a_formation_is_activated_by_one_base() -> None:
    bases: tuple[Plain, ...] = (red("A", 17000, 14000, "Hv", division="d", brigade="a"),)
    bases += tuple(red(f"A{n}", 17000 + 2000 * n, 14000, "Hv", division="d", brigade="a") for n in range(1, 5))
    m = army(CHIEF, COMMANDER, bases=bases, rolled={"red": [5], "blue": [1]})
    say(m, "red", "orders", assign={"D": 5})
    assert set(told(m, "activated", division="d")[0]["bases"]) == {"A", "A1", "A2", "A3", "A4"}


@pytest.mark.rule("alaguerre:3.3.3-h")
def test_an_attached_general_activates_that_unit_alone() -> None:
    bases = (
        red("A", 17000, 6500, "Hv", division="d", brigade="a"),
        red("B", 22000, 6500, "Hv", division="d", brigade="b"),
    )
    m = army(CHIEF, COMMANDER, bases=bases, rolled={"red": [5], "blue": [1]})
    say(m, "red", "orders", assign={"D": 5})
    assert told(m, "activated", division="d")[0]["bases"] == ["A"]


@pytest.mark.rule("alaguerre:3.3.4-a")
@pytest.mark.parametrize(("option", "priority"), [("minus_one", 5), ("off", 6)])
def test_an_attached_chief_commands_worse(option: str, priority: int) -> None:
    bases = (
        red("A", 17000, 10000, "Hv", division="d", brigade="a"),
        red("X", 14000, 3500, "Hv", division="c", brigade="x"),
    )
    chief = general("C", "red", 14000, 2000, division="c")
    m = army(chief, COMMANDER, bases=bases, rolled={"red": [6], "blue": [1]}, options={"cic_attached": option})
    say(m, "red", "orders", assign={"D": 6})
    assert told(m, "order")[0]["priority"] == priority


DICE: list[tuple[str, int, tuple[Plain, ...], int]] = [
    (
        "two divisions, level 0",
        0,
        (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="e")),
        2,
    ),
    (
        "two divisions, level +2",
        2,
        (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="e")),
        4,
    ),
    (
        "two divisions, level -1",
        -1,
        (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="e")),
        1,
    ),
    (
        "a division of guns is none",
        1,
        (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "LtArt", division="e")),
        2,
    ),
    (
        "guns with foot are one",
        1,
        (
            red("A", 20000, 10000, "Hv", division="d"),
            red("G", 26000, 10000, "LtArt", division="e"),
            red("B", 24000, 10000, "Hv", division="e"),
        ),
        3,
    ),
    ("one division, level -1", -1, (red("A", 20000, 10000, "Hv", division="d"),), 0),
]


@pytest.mark.parametrize(("level", "bases", "count"), [pytest.param(*rest, id=name) for name, *rest in DICE])
@pytest.mark.rule("alaguerre:3.3-a")
def test_how_many_dice_the_chief_rolls(level: int, bases: tuple[Plain, ...], count: int) -> None:
    chiefs = (
        general("C", "red", 14000, 2000, level=level),
        general("D", "red", 17000, 5000, division="d"),
        general("F", "red", 22000, 5000, division="e"),
    )
    chosen = chiefs if any(each["division"] == "e" for each in bases) else chiefs[:2]
    m = army(*chosen, bases=bases, phase="activation", dice=(5,) * 8)
    own = [e for e in m.events if e.kind == "roll" and e.data["why"] == "activation" and e.data["by"] == "red"]
    assert [len(each.dice) for each in own] == ([count] if count else [])


@pytest.mark.parametrize(
    ("red_die", "blue_die", "before", "turn", "who"),
    [
        (6, 5, "blue", 2, "red"),
        (5, 6, "red", 2, "blue"),
        (6, 6, "blue", 2, "blue"),
        (5, 4, "blue", 2, "blue"),
        (1, 5, "red", 2, "red"),
    ],
)
@pytest.mark.rule("alaguerre:3.3.1-a", "alaguerre:3.3.1-b")
def test_sixes_give_the_initiative(red_die: int, blue_die: int, before: str, turn: int, who: str) -> None:
    m = army(
        CHIEF, COMMANDER, phase="activation", dice=(red_die, blue_die), initiative=before, turn=turn, last_turn=turn
    )
    assert m.view("red")["initiative"] == who


@pytest.mark.rule("alaguerre:3.3.1-b")
@pytest.mark.parametrize(("lot", "who"), [(1, "red"), (3, "red"), (4, "blue"), (6, "blue")])
def test_a_tie_in_the_first_turn_is_drawn(lot: int, who: str) -> None:
    m = army(CHIEF, COMMANDER, phase="activation", dice=(5, 5, lot))
    assert m.view("red")["initiative"] == who


@pytest.mark.rule("alaguerre:3.3-b")
def test_low_dice_are_no_orders() -> None:
    m = army(CHIEF, COMMANDER, rolled={"red": [3, 2, 4], "blue": [1]})
    assert m.ask.data["dice"] == [4]


@pytest.mark.parametrize(
    ("orders", "impulses"), [({"d": 4}, 1), ({"d": 4, "e": 6}, 2), ({"d": 6, "e": 6}, 1), ({"d": 4, "e": 5, "z": 6}, 3)]
)
@pytest.mark.rule("alaguerre:3.1-c", "alaguerre:3.1-e")
def test_as_many_impulses_as_priorities(orders: dict[str, int], impulses: int) -> None:
    bases = (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="e"))
    m = army(
        CHIEF, COMMANDER, general("F", "red", 22000, 5000, division="e"), bases=bases, phase="manoeuvre", orders=orders
    )
    while m.ask is not None:
        m.answer(m.ask.who[0], m.options(m.ask.who[0])[-1])
    rallies = len([e for e in m.events if e.kind == "phase" and e.data["phase"] == "rally"])
    melees = len([e for e in m.events if e.kind == "phase" and e.data["phase"] == "melee"])
    assert (melees, rallies) == (impulses, 1)


@pytest.mark.parametrize(
    ("orders", "initiative", "first"),
    [
        ({"d": 5, "z": 6}, "red", "z"),
        ({"d": 5, "z": 5}, "red", "d"),
        ({"d": 5, "z": 5}, "blue", "z"),
        ({"d": 6, "z": 5}, "blue", "d"),
    ],
)
@pytest.mark.rule("alaguerre:5.1-a")
def test_the_order_of_divisions(orders: dict[str, int], initiative: str, first: str) -> None:
    m = army(CHIEF, COMMANDER, phase="manoeuvre", orders=orders, initiative=initiative)
    assert m.ask.data["division"] == first


@pytest.mark.rule("alaguerre:5.1.1-a", "alaguerre:5.1.1-c")
def test_light_troops_move_without_orders_but_do_not_charge() -> None:
    bases = (red("A", 20000, 10000, "Lt", division="d"), red("B", 24000, 10000, "Hv", division="d", brigade="b"))
    m = begun("manoeuvre", *bases, blue("T", 20000, 12000, "Lt"), orders={})
    assert (m.ask.data["division"], m.ask.who[0]) == ("light", "red")
    assert barred(m, "red", "charge", unit="A", target="T") == "5.1.1"
    assert barred(m, "red", "move", unit="A", path=[{"go": "advance", "by": 500}]) is None
    assert barred(m, "red", "move", unit="B", path=[{"go": "advance", "by": 500}]) is not None


@pytest.mark.rule("alaguerre:5.1.1-b")
def test_light_troops_without_orders_move_in_the_first_impulse_alone() -> None:
    bases = (red("A", 20000, 10000, "Lt", division="d"), red("B", 24000, 10000, "Hv", division="d", brigade="b"))
    m = begun("manoeuvre", *bases, blue("T", 20000, 30000, "Lt"), orders={}, impulse=2)
    assert m.ask is None or m.ask.data.get("division") != "light"


@pytest.mark.rule("alaguerre:5.1-d")
def test_a_brigade_finishes_before_the_next() -> None:
    bases = [
        red(f"{b}{n}", 10000 + 3000 * n + 9000 * i, 10000, "Hv", brigade=b)
        for i, b in enumerate("pq")
        for n in range(2)
    ]
    m = begun("manoeuvre", *bases, blue("Z", 20000, 38000, "Hv"))
    say(m, "red", "move", unit="p0", path=[{"go": "advance", "by": 500}])
    say(m, "red", "move", unit="q0", path=[{"go": "advance", "by": 500}])
    assert barred(m, "red", "move", unit="p1", path=[{"go": "advance", "by": 500}]) == "5.1"


# --- several players and secret orders


@pytest.mark.rule("alaguerre:3.5.1-a", "alaguerre:3.5.1-b")
def test_secret_orders_are_sealed_and_dummies_fall_away() -> None:
    chiefs = (CHIEF, COMMANDER, general("F", "red", 22000, 5000, division="e"))
    bases = (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="e"))
    m = army(*chiefs, bases=bases, rolled={"red": [5, 2], "blue": [4]}, options={"orders": "secret"})
    assert set(m.ask.who) == {"red", "blue"}
    say(m, "red", "orders", assign={"D": 5}, dummies=["F"])
    assert "D" not in str(m.view("blue").get("orders"))
    assert told(m, "order") == []
    say(m, "blue", "orders", assign={"E": 4})
    assert {each["general"] for each in told(m, "order")} == {"D", "E"}
    assert m.view("blue")["orders"] == {"d": 5, "z": 4}


@pytest.mark.rule("alaguerre:3.5.1-a")
def test_no_more_dummies_than_failed_dice() -> None:
    chiefs = (CHIEF, COMMANDER, general("F", "red", 22000, 5000, division="e"))
    bases = (red("A", 20000, 10000, "Hv", division="d"), red("B", 24000, 10000, "Hv", division="e"))
    m = army(*chiefs, bases=bases, rolled={"red": [5], "blue": [4]}, options={"orders": "secret"})
    assert barred(m, "red", "orders", assign={"D": 5}, dummies=["F"]) == "3.5.1"


@pytest.mark.rule("alaguerre:3.4.2-a", "alaguerre:3.4.2-b")
@pytest.mark.parametrize(("level", "extra"), [(2, 2), (1, 1), (0, 0), (-1, 0)])
def test_a_player_general_rolls_dice_of_his_own(level: int, extra: int) -> None:
    chiefs = (CHIEF, general("D", "red", 17000, 5000, level=level, division="d"))
    m = army(
        *chiefs,
        phase="activation",
        dice=(5, 5, 6, 6, 1, 1),
        players=["D"],
        options={"players": "several"},
        initiative="blue",
        turn=2,
        last_turn=2,
    )
    own = [e for e in m.events if e.kind == "roll" and e.data["why"] == "activation" and e.data.get("general") == "D"]
    assert [len(each.dice) for each in own] == ([extra] if extra else [])
    assert m.view("red")["initiative"] == "blue", "his sixes count for nothing here"


# --- cohesion


@pytest.mark.parametrize(
    ("morales", "level", "rounding", "cohesion"),
    [
        ((1, 1), 0, "down", 1),
        ((2, 1), 0, "down", 1),
        ((2, 1), 0, "up", 2),
        ((2, 1), 1, "down", 2),
        ((3, 2, 2), 2, "down", 5),
        ((3, 3), -1, "down", 2),
    ],
)
@pytest.mark.rule("alaguerre:4.1-a")
def test_cohesion_before_play(morales: tuple[int, ...], level: int, rounding: str, cohesion: int) -> None:
    bases = [
        red(f"A{n}", 10000 + 4000 * n, 10000, "Hv", stats=f"{v}/-/1 -", brigade=f"b{n}") for n, v in enumerate(morales)
    ]
    bases.append(red("G", 30000, 10000, "LtArt", stats="3/1/- -"))
    m = begun(
        "manoeuvre",
        *bases,
        *(blue(f"Z{n}", 10000 + 4000 * n, 38000, "Hv", stats="3/-/1 -", brigade=f"z{n}") for n in range(3)),
        generals=[general("C", "red", 10000, 5000, level=level, division="red")],
        options={"cohesion_rounding": rounding},
        cohesion=None,
    )
    assert m.view("red")["cohesion"]["red"] == cohesion


@pytest.mark.rule("alaguerre:4.1.3-a", "alaguerre:4.1.1-a")
@pytest.mark.parametrize(("left", "over"), [(2, True), (1, True), (3, False)])
def test_an_army_without_cohesion_is_beaten(left: int, over: bool) -> None:
    work = [{"test": "T", "row": "fire", "losses": 0, "damage": 0}]
    target = blue("T", 20000, 20000, "Hv", stats="2/-/1 -", losses=3)
    around = (red("W", 2000, 3000, "Sh"), red("E", 44000, 3000, "Hv"), blue("Y", 30000, 20000, "Hv"))
    m = begun("fire", target, *around, dice=(1,), pending=work, cohesion={"red": 5, "blue": left}, last_turn=2)
    assert (m.result is not None) == over
    if over:
        assert (m.result.winner, m.result.reason) == ("red", "rout")


@pytest.mark.rule("alaguerre:4.1.3-b")
@pytest.mark.parametrize(
    ("cohesion", "winner"),
    [({"red": 5, "blue": 4}, "red"), ({"red": 4, "blue": 5}, "blue"), ({"red": 4, "blue": 4}, None)],
)
def test_after_the_last_turn_the_higher_cohesion_wins(cohesion: dict[str, int], winner: str | None) -> None:
    m = begun("melee", red("A", 20000, 10000, "Hv"), blue("Z", 20000, 30000, "Hv"), cohesion=cohesion)
    assert m.result is not None
    assert m.result.winner == winner


@pytest.mark.rule("alaguerre:4.3-a")
def test_the_enemys_cohesion_is_unknown() -> None:
    m = army(CHIEF, COMMANDER, rolled={"red": [5], "blue": [1]})
    assert set(m.view("red")["cohesion"]) == {"red"}
    assert set(m.view("blue")["cohesion"]) == {"blue"}


@pytest.mark.rule("alaguerre:4.1.2-g", "alaguerre:4.1.1-d", "alaguerre:4.1.1-e")
@pytest.mark.parametrize(
    ("troops", "state", "owner"),
    [("Hv", "ordered", "red"), ("Cav", "disordered", "red"), ("Hv", "shaken", "blue"), ("LtArt", "ordered", None)],
)
def test_taking_an_objective(troops: str, state: str, owner: str | None) -> None:
    """Guns conquer nothing, but they are nearer than its owners: it is lost to them and belongs to nobody."""
    village = box("V", "village", 18000, 11000, 22000, 13000, vdf=1)
    objectives = [{"id": "o", "piece": "V", "value": 3, "owner": "blue"}]
    more = {"formation": "limbered"} if troops == "LtArt" else {}
    m = begun(
        "manoeuvre",
        red("A", 20000, 10900, troops, state=state, **more),
        red("B", 5000, 2000, "Hv", brigade="b"),
        blue("Z", 20000, 14500, "Hv"),
        objectives=objectives,
        terrain=(village,),
        cohesion={"red": 10, "blue": 10},
    )
    first = {"go": "to", "at": [20000, 11000]} if troops == "LtArt" else {"go": "advance", "by": 100}
    say(m, "red", "move", unit="A", path=[first, {"go": "enter", "piece": "V"}])
    assert now(m, "A")["inside"] == "V"
    assert m.view("red")["objectives"][0]["owner"] == owner
    assert m.view("red")["cohesion"]["red"] == (13 if owner == "red" else 10)
    assert m.view("blue")["cohesion"]["blue"] == (10 if owner == "blue" else 7)


@pytest.mark.rule("alaguerre:11.1.1-b")
def test_an_unknown_vdf_is_not_seen_by_the_enemy() -> None:
    village = box("V", "village", 18000, 11000, 22000, 13000)
    m = begun(
        "manoeuvre",
        red("A", 20000, 12500, "Hv", inside="V"),
        red("B", 5000, 2000, "Hv", brigade="b"),
        blue("Z", 20000, 34500, "Hv"),
        terrain=(village,),
        dice=(5,),
    )
    piece = next(each for each in m.view("blue")["table"]["terrain"] if each["id"] == "V")
    assert piece.get("vdf") is None


@pytest.mark.rule("alaguerre:10.3.3-c", "alaguerre:10.3.3-d")
def test_no_dice_without_a_chief() -> None:
    lost = {"id": "C", "side": "red", "at": None, "state": "dead", "lost": 1, "cic": True}
    m = army(lost, COMMANDER, phase="activation", dice=(5, 5), turn=2, last_turn=2)
    assert [e for e in m.events if e.kind == "roll" and e.data["why"] == "activation" and e.data["by"] == "red"] == []


@pytest.mark.rule("alaguerre:10.3.3-a", "alaguerre:10.3.3-c")
@pytest.mark.parametrize(("level", "after"), [(2, 1), (0, -1), (-1, -1)])
def test_a_general_takes_over_at_a_level_less(level: int, after: int) -> None:
    lost = {"id": "C", "side": "red", "at": None, "state": "dead", "lost": 1, "cic": True}
    m = army(
        lost,
        general("D", "red", 17000, 5000, level=level, division="d"),
        phase="activation",
        dice=(5, 5, 5, 5),
        turn=3,
        last_turn=3,
    )
    if asked(m) == ("successor", "red"):
        say(m, "red", "successor", general="D")
    assert (now(m, "D")["cic"], now(m, "D")["level"]) == (True, after)


@pytest.mark.rule("alaguerre:11.1.1-a")
@pytest.mark.parametrize(
    ("troops", "die", "vdf"),
    [("village", 1, 0), ("village", 3, 1), ("village", 6, 2), ("redoubt", 2, 1), ("redoubt", 4, 2), ("redoubt", 5, 3)],
)
def test_random_defence_values(troops: str, die: int, vdf: int) -> None:
    piece = box("V", troops, 18000, 11000, 22000, 13000, obstacle=1)
    m = begun(
        "manoeuvre",
        red("A", 20000, 10500, "Hv"),
        red("B", 5000, 2000, "Hv", brigade="b"),
        blue("Z", 20000, 34500, "Hv"),
        terrain=(piece,),
        dice=(die,),
    )
    say(m, "red", "move", unit="A", path=[{"go": "advance", "by": 500}])
    assert roll(m, "vdf").data["value"] == vdf


@pytest.mark.rule("alaguerre:11.3.3-a")
@pytest.mark.parametrize(("die", "level"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_random_levels_of_obstacles(die: int, level: int) -> None:
    hedge = {"id": "H", "type": "hedge", "line": [[10000, 11000], [30000, 11000]], "vdf": 1}
    m = begun(
        "manoeuvre",
        red("A", 20000, 10000, "Hv"),
        red("B", 5000, 2000, "Hv", brigade="b"),
        blue("Z", 20000, 34500, "Hv"),
        terrain=(hedge,),
        dice=(die,),
    )
    say(m, "red", "move", unit="A", path=[{"go": "advance", "by": 1000}])
    assert roll(m, "level").data["value"] == level
