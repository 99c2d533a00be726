"""Chapter 3.1, 5.1: impulses, which orders are removed when, and in which order divisions move."""

from __future__ import annotations

import pytest

import quadrilatero as q
from tests.games.alaguerre.battle import Plain, blue, events, general, play, red, refused


def finish(match: q.Match, until: str | None = None) -> None:
    """Everybody ends every division and holds fire, to the end or to a phase."""
    for _ in range(80):
        if match.ask is None or (until is not None and match.view(None)["phase"] == until):
            return
        seat = match.ask.waiting[0]
        match.answer(seat, {"do": "done"} if match.refuse(seat, {"do": "done"}) is None else match.options(seat)[0])


def course(match: q.Match) -> list[str]:
    """What happened: who moved, what was removed, which phases came."""
    found = []
    for event in match.events:
        if event.kind == "division":
            found.append(f"{event.data['division']} moves")
        elif event.kind == "deactivated":
            found.append(f"remove {event.data['priority']}")
        elif event.kind == "phase" and event.data["phase"] in ("rally", "fire", "melee"):
            found.append(event.data["phase"])
    return found


@pytest.mark.rule("alaguerre:3.1-b", "alaguerre:3.1-c", "alaguerre:3.1-d")
def test_example_of_31_two_impulses_and_rally_in_the_second() -> None:
    """E11: the orders as they are assigned, without levels."""
    match = play(
        red("R", [5000, 5000], division="right"),
        red("C", [15000, 5000], division="centre"),
        blue("S", [15000, 35000], division="swede"),
        phase="manoeuvre",
        orders={"right": 6, "centre": 4, "swede": 4},
    )
    finish(match)
    assert course(match) == [
        "right moves",
        "centre moves",
        "swede moves",
        "remove 4",
        "fire",
        "melee",
        "right moves",
        "remove 6",
        "rally",
        "fire",
        "melee",
    ]


@pytest.mark.rule("alaguerre:3.1-a", "alaguerre:3.1-e")
@pytest.mark.parametrize(
    ("orders", "impulses", "removed"),
    [
        ({"right": 6, "centre": 6, "swede": 6}, 1, [6]),
        ({"right": 4, "swede": 4}, 1, [4]),
        ({"right": 4, "centre": 5, "swede": 6}, 3, [4, 5, 6]),
        ({}, 1, []),
    ],
)
def test_example_of_31_as_many_impulses_as_priorities(orders: Plain, impulses: int, removed: list[int]) -> None:
    match = play(
        red("R", [5000, 5000], division="right"),
        red("C", [15000, 5000], division="centre"),
        blue("S", [15000, 35000], division="swede"),
        phase="manoeuvre",
        orders=orders,
    )
    finish(match)
    assert [event.data["priority"] for event in events(match, "deactivated")] == removed
    assert sum(event.data["phase"] == "melee" for event in events(match, "phase")) == impulses


@pytest.mark.rule("alaguerre:5.1-a", "alaguerre:5.1-d")
def test_divisions_of_one_priority_move_the_initiative_first_and_as_their_player_likes() -> None:
    match = play(
        red("R", [5000, 5000], division="right"),
        red("C", [15000, 5000], division="centre"),
        blue("S", [15000, 35000], division="swede"),
        phase="manoeuvre",
        orders={"right": 5, "centre": 5, "swede": 5},
        initiative="red",
    )
    assert match.ask is not None
    assert (match.ask.what, match.ask.who) == ("division", ("red",))
    assert refused(match, "red", {"do": "division", "division": "swede"}) == "5.1-d"
    match.answer("red", {"do": "division", "division": "centre"})
    finish(match)
    assert course(match)[:3] == ["centre moves", "right moves", "swede moves"]


@pytest.mark.rule("alaguerre:5.1.1-a", "alaguerre:5.1.1-b")
def test_light_troops_without_orders_move_last_in_the_first_impulse_alone() -> None:
    """D03: with orders of 6 and 5 in play, and with none at all."""
    for orders, impulses in (({"right": 6, "centre": 5}, 2), ({}, 1)):
        match = play(
            red("R", [5000, 5000], division="right"),
            red("C", [15000, 5000], division="centre"),
            red("L", [25000, 5000], "LC", "1/0/0 - sk", division="wing"),
            blue("S", [15000, 35000], division="swede"),
            phase="manoeuvre",
            orders=orders,
        )
        asked = []
        for _ in range(60):
            if match.ask is None:
                break
            if match.ask.what == "move":
                asked.append((match.view(None)["impulse"], match.ask.data["division"]))
            seat = match.ask.waiting[0]
            match.answer(seat, {"do": "done"})
        assert [impulse for impulse, division in asked if division == "light"] == [1]
        assert sum(event.data["phase"] == "melee" for event in events(match, "phase")) == impulses
        if orders:
            assert [division for impulse, division in asked if impulse == 1][:3] == ["right", "centre", "light"]


@pytest.mark.rule("alaguerre:5.1-d")
def test_a_brigade_finishes_before_the_next() -> None:
    match = play(
        red("A", [5000, 5000], division="d", brigade="x"),
        red("B", [9000, 5000], division="d", brigade="x"),
        red("C", [15000, 5000], division="d", brigade="y"),
        red("D", [20000, 5000], division="d", brigade="y"),
        blue("S", [15000, 35000]),
        phase="manoeuvre",
        orders={"d": 5},
    )

    def ahead(id: str) -> Plain:
        return {"do": "move", "unit": id, "path": [{"go": "advance", "by": 500}]}

    match.answer("red", ahead("A"))
    match.answer("red", ahead("C"))
    assert refused(match, "red", ahead("B")) == "5.1-d"
    assert refused(match, "red", ahead("A")) == "5.1-d"


@pytest.mark.rule("alaguerre:5.1-b", "alaguerre:5.1-f", "alaguerre:5.1-e")
def test_idle_generals_unlimbering_and_defence_come_after_all_divisions() -> None:
    match = play(
        red("A", [5000, 5000], division="d"),
        red("G", [9000, 5000], "LtArt", "1/1/- -", division="e", formation="limbered"),
        red("F", [30000, 33500], "Sh", "1/1/0 - sk/ln", division="e"),
        red("H", [20000, 5000], "Sh", "1/1/0 - sk/ln", division="e"),
        blue("S", [30000, 35000]),
        generals=[general("C", [5000, 3000])],
        phase="manoeuvre",
        orders={"d": 5},
    )
    assert match.ask is not None
    match.answer("red", {"do": "done"})
    assert match.ask.data["division"] == "others"
    assert match.ask.data["units"] == ["G", "F", "C"], "nobody threatens H"
    march = {"do": "move", "unit": "F", "path": [{"go": "back", "by": 500}]}
    assert refused(match, "red", march) == "3.3.3-g"
    match.answer("red", {"do": "move", "unit": "G", "path": [{"go": "form", "formation": "battery"}]})
    match.answer("red", {"do": "move", "unit": "F", "path": [{"go": "form", "formation": "skirmish"}]})
    match.answer("red", {"do": "move", "unit": "C", "path": [{"go": "to", "at": [6000, 3000]}]})


@pytest.mark.rule("alaguerre:4.1.3-b")
@pytest.mark.parametrize(
    ("red_has", "winner", "reason"), [(9, None, "draw"), (10, "red", "turns"), (8, "blue", "turns")]
)
def test_after_the_last_turn_the_higher_cohesion_wins(red_has: int, winner: str | None, reason: str) -> None:
    match = play(red("R", [5000, 5000]), blue("S", [15000, 35000]), phase="melee", cohesion={"red": red_has, "blue": 9})
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (winner, reason)
    assert match.result.score == {"red": red_has, "blue": 9}


def test_dice_are_told_once_for_both_sides() -> None:
    match = play(
        red("A", [5000, 5000], division="a"),
        blue("Z", [40000, 38000], division="z"),
        generals=[general("C", [5000, 3000], division="a"), general("Y", [40000, 39500], "blue", division="z")],
        phase="activation",
        turn=2,
        last_turn=2,
        dice=[5, 3],
    )
    (told,) = events(match, "rolled")
    assert told.data["rolled"] == {"red": [5], "blue": [3]}
    assert (told.data["red"], told.data["blue"]) == (1, 0)


@pytest.mark.rule("alaguerre:2.7.5-c")
def test_a_general_who_joins_or_leaves_a_unit_is_told_of() -> None:
    match = play(
        red("A", [5000, 5000], division="a"),
        blue("Z", [40000, 38000], division="z"),
        generals=[general("C", [5000, 2000], division="a")],
        phase="manoeuvre",
        orders={"a": 5},
    )
    match.answer("red", {"do": "move", "unit": "C", "path": [{"go": "to", "at": [5000, 3500]}]})
    (told,) = events(match, "general")
    assert (told.data["what"], told.data["unit"], told.text("en")) == ("attached", "A", "C: joins a unit.")
