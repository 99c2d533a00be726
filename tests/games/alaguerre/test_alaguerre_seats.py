"""3.4: which of a side's players decides what, and what all of them know."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.answers import Orders
from quadrilatero.games.alaguerre.records import Active
from quadrilatero.games.alaguerre.rules import cohesion, command, manoeuvre, players
from quadrilatero.games.alaguerre.state import State
from tests.games.alaguerre.battle import blue, events, general, play, red, refused, state

Plain = dict[str, Any]
SEVERAL = {"players": "several"}
BASES = (
    red("A", [10000, 9000], division="c"),
    red("B", [20000, 9000], division="d"),
    red("E", [30000, 9000], division="e"),
    red("K", [5000, 9000], "LtArt", "1/1/- -", division=None),
    blue("Z", [20000, 30000], division="z"),
)


def staff(level: int = 0, **more: Any) -> list[Plain]:
    """The CiC leads c; D is a player, and E under him."""
    return [
        general("C", [10000, 6000], division="c"),
        general("D", [20000, 6000], division="d", level=level, **more),
        general("E", [30000, 6000], division="e", superior="D"),
        general("Y", [20000, 33000], "blue", division="z"),
    ]


def joint(**more: Any) -> State:
    return state(*BASES, generals=staff(), players=["D"], options=SEVERAL, **more)


@pytest.mark.rule("alaguerre:3.4-a")
def test_the_nearest_player_up_the_chain_decides() -> None:
    s = joint()
    assert [command.seat_for_base(s, s.bases[id]) for id in "ABEKZ"] == ["red", "red.D", "red.D", "red", "blue"]
    assert [command.seat_for_division(s, id, "red") for id in ("c", "d", "e", None)] == ["red", "red.D", "red.D", "red"]
    assert [command.seat_for(s, s.generals[id]) for id in "CDEY"] == ["red", "red.D", "red.D", "blue"]
    assert [manoeuvre.seat_of(s, Active(id), "red") for id in ("c", "d", "e", "light", "others")] == [
        "red",
        "red.D",
        "red.D",
        "red",
        "red",
    ]
    alone = state(*BASES, generals=staff(), players=["D"])
    assert command.seat_for_base(alone, alone.bases["B"]) == "red"


@pytest.mark.rule("alaguerre:3.4-a")
def test_the_players_of_a_side_know_the_same_and_the_chief_stands_in_for_them() -> None:
    s = joint()
    assert (cohesion.own_seats(s, "red"), cohesion.own_seats(s, "blue")) == (("red", "red.D"), ("blue",))
    assert (GAME.side_of("red.D"), GAME.side_of("blue")) == ("red", "blue")
    assert (GAME.superior("red.D"), GAME.superior("red")) == ("red", None)


@pytest.mark.rule("alaguerre:3.4-a")
def test_a_player_moves_his_own_division() -> None:
    match = play(*BASES, generals=staff(), players=["D"], options=SEVERAL, phase="manoeuvre", orders={"d": 5})
    assert match.ask is not None
    assert match.ask.who == ("red.D",)
    match.answer("red.D", {"do": "move", "unit": "B", "path": [{"go": "advance", "by": 500}]})
    assert match.refuse("red", {"do": "done"}) is not None


def handing(level: int = 0, rolled: tuple[int, ...] = (6, 5), **more: Any) -> q.Match:
    return play(
        *BASES,
        generals=staff(level),
        players=["D"],
        options=SEVERAL,
        phase="orders",
        rolled={"red": list(rolled), "blue": [1], "red.D": [4]},
        **more,
    )


@pytest.mark.rule("alaguerre:3.4.2-c")
@pytest.mark.parametrize(("level", "rule"), [(-1, "3.4.2-c"), (0, None)])
def test_a_player_of_level_minus_one_loses_an_order(level: int, rule: str | None) -> None:
    s = state(*BASES, generals=staff(level), players=["D"], options=SEVERAL)
    s.hand = {"red.D": (6, 5)}
    refusal = players.refuse_all(s, "red.D", Orders(assign={"D": 6, "E": 5}))
    assert (refusal and refusal.rule) == rule
    assert players.refuse_all(s, "red.D", Orders(assign={"E": 6})) is None, "which one he loses is his choice"
    assert players.refuse_all(s, "red", Orders(assign={"C": 6})) is None
    s.hand = {"red.D": (6,)}
    last = players.refuse_all(s, "red.D", Orders(assign={"D": 6}))
    assert (last and last.rule) == rule


@pytest.mark.rule("alaguerre:12.2.1-b", "alaguerre:3.4.1-a")
def test_a_die_for_a_player_with_the_reserve_is_handed_over_whole() -> None:
    """He is far from the chief: any other order would lose a point on its way."""
    far = [{**one, "at": [45000, 6000]} if one["id"] == "D" else one for one in staff()]
    s = state(*BASES, generals=far, players=["D"], options=SEVERAL)
    assert players.handed_over(s, s.generals["D"], 5) == 4
    assert players.handed_over(s, s.generals["D"], 4) is None
    kept = state(
        *BASES, generals=far, players=["D"], options=SEVERAL, divisions={"d": {"side": "red", "reserve": True}}
    )
    assert players.handed_over(kept, kept.generals["D"], 4) == 4


@pytest.mark.rule("alaguerre:3.4.1-a", "alaguerre:3.4-a")
def test_what_is_handed_over_is_given_on_by_the_player() -> None:
    match = handing()
    match.answer("red", {"do": "orders", "assign": {"C": 6, "D": 5}})
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("orders", ("red.D",))
    assert 4 in match.view("red.D")["ask"]["data"]["dice"], "his own die, besides what he was handed"
    assert refused(match, "red.D", {"do": "orders", "assign": {"C": 4}}) == "3.4.2-b"
    match.answer("red.D", {"do": "orders", "assign": {"E": 4}})
    given = {event.data["general"]: event.data["priority"] for event in events(match, "order")}
    assert given["C"] == 6


@pytest.mark.rule("alaguerre:3.4-a", "alaguerre:3.4.2-a", "alaguerre:3.4.2-c")
def test_players_of_both_sides_and_what_each_has_of_his_own() -> None:
    """A player who is lost rolls nothing."""
    both = [*staff(2), general("W", [30000, 33000], "blue", division="w", level=1)]
    s = state(*BASES, generals=both, players=["D", "W"], options=SEVERAL)
    assert (players.seats_below(s, "red"), players.seats_below(s, "blue")) == (["red.D"], ["blue.W"])
    assert [players.own_dice(s, s.generals[id]) for id in ("C", "D", "E", "W")] == [0, 2, 0, 1]
    s.lead(s.generals["D"], state="dead", at=None)
    assert players.own_dice(s, s.generals["D"]) == 0
    low = state(*BASES, generals=staff(-1), players=["D"], options=SEVERAL)
    low.hand = {"red.D": (6, 5)}
    refusal = players.refuse_all(low, "red.D", Orders(assign={"D": 6, "E": 5}))
    assert refusal is not None
    assert refusal.reason == "one_less"


@pytest.mark.rule("alaguerre:3.4.1-a", "alaguerre:3.4-a")
def test_a_die_that_is_lost_on_its_way_to_a_player_is_told_of() -> None:
    far = [{**one, "at": [45000, 6000]} if one["id"] == "D" else one for one in staff()]
    s = state(*BASES, generals=far, players=["D"], options=SEVERAL)
    assert players.handed_over(s, s.generals["D"], 4) is None
    (told,) = s.sink
    assert (told.kind, told.rule, told.data["outcome"]) == ("order", "3.3.3-d", "order_lost")
    assert [told.data[key] for key in ("general", "division", "side", "die", "priority", "lost")] == [
        "D",
        "d",
        "red",
        4,
        None,
        True,
    ]
