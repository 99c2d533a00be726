"""Chapter 17 by the book: three sixes and what comes of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.vivaorre.blind.situations import (
    asked,
    barred,
    begun,
    blue,
    box,
    general,
    now,
    red,
    roll,
    rolls,
    say,
    told,
)

ON = {"events": "on"}


def event(number: int, *after: int, a: Any = None, d: Any = None, more: tuple[Any, ...] = (), **keys: Any) -> Any:
    """A rolls three sixes at D, then this number with the die of twenty."""
    m = begun(
        "fire",
        red("A", 30000, 10000, **(a or {})),
        blue("D", 30000, 11000, weapon="none", **(d or {})),
        *more,
        dice=(6, 6, 6, 2, 2, 2, 2, 2, number, *after),
        options=ON,
        **keys,
    )
    say(m, "red", "fire", shots=[{"unit": "A", "target": "D"}])
    if asked(m) == ("fire", "blue"):
        say(m, "blue", "fire", shots=[])
    return m


@pytest.mark.rule("vivaorre:17-a", "vivaorre:17-b")
@pytest.mark.parametrize(("sixes", "option", "comes"), [(3, "on", True), (2, "on", False), (3, "off", False)])
def test_three_sixes_bring_an_event_where_players_want_it(sixes: int, option: str, comes: bool) -> None:
    m = begun(
        "fire",
        red("A", 30000, 10000),
        blue("D", 30000, 11000, weapon="none"),
        dice=(6,) * sixes + (2,) * (8 - sixes) + (4,),
        options={"events": option},
    )
    say(m, "red", "fire", shots=[{"unit": "A", "target": "D"}])
    assert bool(rolls(m, "event")) is comes


@pytest.mark.rule("vivaorre:17-ev3", "vivaorre:17-ev4", "vivaorre:17-ev9")
@pytest.mark.parametrize(
    ("number", "unit", "letters"),
    [
        (3, "A", "c-d-c"),
        (4, "A", "b-c-c"),
        (9, "A", "c-c-b"),
        (10, "A", "d-c-c"),
        (14, "D", "d-c-c"),
        (17, "A", "c-c-d"),
        (18, "A", "c-b-c"),
    ],
)
def test_events_that_move_a_letter(number: int, unit: str, letters: str) -> None:
    assert now(event(number), unit)["class"] == letters


@pytest.mark.rule("vivaorre:17-ev4", "vivaorre:17-ev10")
def test_letters_do_not_go_beyond_a_and_e() -> None:
    assert now(event(4, a={"class": "a-c-c"}), "A")["class"] == "a-c-c"
    assert now(event(10, a={"class": "e-c-c"}), "A")["class"] == "e-c-c"


@pytest.mark.rule("vivaorre:17-ev1", "vivaorre:17-ev6")
@pytest.mark.parametrize(("number", "weather"), [(1, "rain"), (6, "bad")])
def test_storms_and_fog(number: int, weather: str) -> None:
    m = event(number)
    assert m.view("red")["weather"] == weather
    assert m.view("red")["weather_rolls"] is True


@pytest.mark.rule("vivaorre:17-ev2")
def test_out_of_ammunition() -> None:
    m = event(2)
    assert now(m, "A")["ammunition"] is False
    m = begun(
        "fire", red("A", 30000, 10000, ammunition=False), red("B", 34000, 10000), blue("D", 30000, 11000), options=ON
    )
    assert barred(m, "red", "fire", shots=[{"unit": "A", "target": "D"}]) == "17-ev2"


@pytest.mark.rule("vivaorre:17-ev5")
def test_raw_recruits_run() -> None:
    m = event(5, 6)
    assert told(m, "moved", unit="A", why="rout")
    assert now(m, "A")["state"] == "shaken"


@pytest.mark.rule("vivaorre:17-ev7")
def test_a_glint_shows_a_hidden_unit() -> None:
    wood = box("w", "open_wood", 50000, 20000, 60000, 30000)
    m = event(7, 1, more=(blue("H", 55000, 25000, hidden=True),), terrain=(wood,))
    assert told(m, "revealed", unit="H")[0]["why"] == "event"


@pytest.mark.rule("vivaorre:17-ev8")
def test_treason_takes_an_ally() -> None:
    m = event(8, 1, more=(red("T", 50000, 10000, ally=True),))
    assert now(m, "T")["side"] == "blue"


@pytest.mark.rule("vivaorre:17-ev11")
@pytest.mark.parametrize(("figures", "after"), [(5, 7), (6, 7), (7, 8), (8, 8)])
def test_stragglers_come_back(figures: int, after: int) -> None:
    m = begun(
        "fire",
        red("A", 30000, 10000, figures=figures, start=8),
        blue("D", 30000, 11000, weapon="none"),
        dice=(6, 6, 6, *(2,) * (figures - 3), 11),
        options=ON,
    )
    say(m, "red", "fire", shots=[{"unit": "A", "target": "D"}])
    assert now(m, "A")["figures"] == after


@pytest.mark.rule("vivaorre:17-ev12")
def test_a_stroke_of_genius_asks_for_one_thing_more() -> None:
    m = event(12)
    assert asked(m) == ("extra", "red")
    assert barred(m, "red", "pass") is None
    assert barred(m, "red", "fire", shots=[{"unit": "A", "target": "D"}]) is None
    assert barred(m, "red", "move", unit="A", path=[{"go": "back", "by": 500}]) in (None, "8-n")


@pytest.mark.rule("vivaorre:17-ev13", "vivaorre:5-n")
def test_the_brigadier_shows_what_he_is() -> None:
    m = event(13, 17, a={"brigade": "b"}, generals=[general("G", "red", brigade="b", at=[30000, 8000])])
    [found] = [each for each in m.view("red")["generals"] if each["id"] == "G"]
    assert found["characters"] == ["stupido"]


@pytest.mark.rule("vivaorre:17-ev15")
def test_a_battalion_of_stragglers_comes_next_turn() -> None:
    m = event(15, 6, 1, last_turn=2)
    new = [unit for unit in m.view("red")["units"] if unit["side"] == "red" and unit["id"] != "A"]
    assert [(unit["arrives"], unit["at"], unit["figures"]) for unit in new] == [(2, None, 8)]


@pytest.mark.rule("vivaorre:17-ev16")
def test_berserk_units_must_charge_the_nearest_in_the_next_phase_of_charges() -> None:
    assert now(event(16), "A")["berserk"] is True
    m = begun(
        "charges", red("A", 30000, 10000, berserk=True), blue("D", 29000, 12000), blue("E", 32100, 12600), options=ON
    )
    assert barred(m, "red", "done") == "17-ev16"
    assert barred(m, "red", "charge", unit="A", target="E") == "17-ev16"
    assert barred(m, "red", "charge", unit="A", target="D") is None


@pytest.mark.rule("vivaorre:17-ev19")
def test_a_unit_fires_at_its_nearest_friend() -> None:
    m = event(19, *(6, 6, 2, 2, 2, 2, 2, 2), more=(red("F", 34000, 10000), red("G", 50000, 10000)))
    fired = rolls(m, "fire", unit="A")
    assert [e.data["target"] for e in fired] == ["D", "F"]
    assert fired[1].data["count"] == 8
    assert now(m, "F")["figures"] == 7


@pytest.mark.rule("vivaorre:17-ev20")
@pytest.mark.parametrize(("die", "state"), [(3, "shaken"), (4, "steady")])
def test_a_beloved_officer_falls(die: int, state: str) -> None:
    m = event(20, die)
    assert roll(m, "morale", unit="A").data["occasion"] == "event"
    assert now(m, "A")["state"] == state
