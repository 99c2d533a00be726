"""Chapter 3.2: reinforcements; and 10.3.2, generals in the way of the enemy."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.alaguerre.battle import base_of, blue, events, general, play, red, refused, rolls

GROUP = {"id": "g", "side": "red", "turn": 2, "at": [20000, 0], "divisions": ["d"]}


def match(turn: int = 2, dice: list[int] | None = None, **more: Any) -> q.Match:
    return play(
        red("A", [5000, 5000], division="a"),
        red("N", None, division="d", stats="2/0/2 a"),
        red("M", None, division="d", stats="2/0/2 a"),
        red("K", None, "LtArt", "1/1/- -", division="d"),
        blue("Z", [40000, 38000], division="z"),
        generals=[general("C", [5000, 3000], division="a"), general("D", None, division="d")],  # type: ignore[arg-type]
        reinforcements=[GROUP],
        phase="reinforcements",
        turn=turn,
        last_turn=turn,
        dice=dice or [1, 1, 1],
        **more,
    )


@pytest.mark.rule("alaguerre:3.2-a", "alaguerre:3.2-c", "alaguerre:4.3-c")
def test_a_group_enters_in_column_at_its_place() -> None:
    found = match()
    assert found.ask is not None
    assert (found.ask.what, found.ask.who) == ("reinforce", ("red",))
    assert refused(found, "red", {"do": "enter", "group": "x"}) == "3.2-a"
    found.answer("red", {"do": "enter", "group": "g"})
    assert [base_of(found, id)["formation"] for id in "NMK"] == ["column", "column", "limbered"]
    assert base_of(found, "N")["at"] == [20000, 1000]
    assert base_of(found, "N")["facing"] == 0
    (told,) = [event for event in events(found, "cohesion") if event.data["side"] == "red"]
    assert told.data["by"] == 2, "half of five, less half of one"
    rolled = [roll for roll in rolls(found, "activation") if roll.data["by"] == "red"]
    assert len(rolled[0].dice) == 2, "its general counts for the dice of the same turn"


@pytest.mark.rule("alaguerre:3.2-b")
def test_a_group_that_comes_in_deployed_loses_an_impulse() -> None:
    found = match()
    found.answer("red", {"do": "enter", "group": "g", "formation": "deployed"})
    assert [(base_of(found, id)["formation"], base_of(found, id)["acted"]) for id in "NK"] == [
        ("line", True),
        ("battery", True),
    ]


@pytest.mark.rule("alaguerre:3.2-a")
def test_a_group_may_wait() -> None:
    found = match()
    found.answer("red", {"do": "wait"})
    assert found.view("red")["reinforcements"][0]["turn"] == 3
    assert events(match(turn=1), "reinforced") == []


@pytest.mark.rule("alaguerre:10.3.2-a")
def test_a_general_alone_in_the_way_is_tried() -> None:
    found = play(
        red("A", [20000, 20000], division="a"),
        red("B", [30000, 20000], division="a"),
        blue("Z", [40000, 38000]),
        generals=[general("G", [20000, 21500], "blue")],
        phase="manoeuvre",
        orders={"a": 5},
        dice=[1, 1],
    )
    found.answer("red", {"do": "move", "unit": "A", "path": [{"go": "advance", "by": 1500}]})
    (tried,) = rolls(found, "general")
    (fate,) = rolls(found, "fate")
    assert (tried.data["test"], fate.data["result"]) == ("capture", "captured")
    assert found.view(None)["generals"][0]["state"] == "captured"
