"""Chapter 9.1.4: horse that breaks off."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from quadrilatero.games.alaguerre.rules import breaking_off
from quadrilatero.games.alaguerre.rules.formations import unit_of
from tests.games.alaguerre.battle import base_of, blue, general, play, red, refused, rolls, state
from tests.games.alaguerre.test_alaguerre_meeting import drive

CAV = ("Cav", "1/-/2 a")
BREAK = {"do": "break_off", "unit": "A"}


def match(mine: tuple[str, str], theirs: tuple[str, str], dice: list[int] | None = None, **more: Any) -> q.Match:
    return play(
        red("A", [20000, 20000], *mine, division="a", **more),
        red("far1", [1000, 2000], "LC", "0/-/0 -", division="a"),
        red("far2", [45000, 2000], "LC", "0/-/0 -", division="z"),
        blue("B", [20000, 20000], *theirs),
        blue("far3", [1000, 38000], "LC", "0/-/0 -"),
        blue("far4", [45000, 38000], "LC", "0/-/0 -"),
        phase="manoeuvre",
        orders={"a": 4},
        dice=dice,
    )


@pytest.mark.rule("alaguerre:9.1.4-a", "alaguerre:5.1-g")
def test_horse_breaks_off_from_foot() -> None:
    found = match(CAV, ("Pk", "1/0/2 a"), [3])
    ahead = {"do": "move", "unit": "A", "path": [{"go": "back", "by": 500}]}
    assert refused(found, "red", ahead) == "5.1-g"
    found.answer("red", BREAK)
    (test,) = rolls(found, "morale")
    assert (test.data["row"], test.data["result"]) == ("melee", "passed")
    base = base_of(found, "A")
    assert (base["state"], base["fight"], base["at"][1]) == ("disordered", None, 17000)


@pytest.mark.rule("alaguerre:9.1.4-a")
def test_a_failed_test_is_a_rout() -> None:
    found = match(CAV, ("Pk", "1/0/2 a"), [1])
    found.answer("red", BREAK)
    base = base_of(found, "A")
    assert (base["state"], base["losses"]) == ("routed", 1)


@pytest.mark.rule("alaguerre:9.1.4-a", "alaguerre:5.1-g")
def test_nobody_else_breaks_off() -> None:
    assert refused(match(CAV, CAV), "red", BREAK) == "9.1.4-a"
    assert refused(match(("Pk", "1/0/2 a"), CAV), "red", BREAK) == "9.1.4-a"
    assert refused(match(CAV, ("Pk", "1/0/2 a")), "red", {"do": "break_off", "unit": "far1"}) == "9.1.4-a"


@pytest.mark.rule("alaguerre:9.1.4-a")
def test_who_may_break_off_and_why_not() -> None:
    """All of a unit are horse, and all who touch it are foot."""
    line: Any = {"brigade": "b"}
    s = state(
        red("A", [20000, 20000], *CAV, **line),
        red("B", [22000, 20000], *CAV, **line),
        red("C", [5000, 20000], *CAV),
        red("P", [30000, 20000]),
        red("D", [38000, 20000], *CAV),
        blue("E", [20000, 20000]),
        blue("F", [30000, 20000]),
        blue("G", [37000, 20000]),
        blue("H", [39100, 20000], *CAV),
    )
    found = {id: breaking_off.refuse_break_off(s, unit_of(s, s.bases[id])) for id in "ACPD"}
    assert {id: refusal and (refusal.rule, refusal.reason) for id, refusal in found.items()} == {
        "A": None,
        "C": ("9.1.4-a", "not_in_melee"),
        "P": ("9.1.4-a", "cannot_break_off"),
        "D": ("9.1.4-a", "cannot_break_off"),
    }


@pytest.mark.rule("alaguerre:9.1.4-a", "alaguerre:10.3.2-a")
def test_what_breaking_off_tells_and_risks() -> None:
    """A general with horse that routs as it breaks off may be captured, as from a mêlée."""
    s = state(
        red("A", [20000, 20000], *CAV, state="shaken"),
        red("R", [5000, 5000]),
        blue("B", [20000, 20000]),
        generals=[general("G", [20000, 18500])],
    )
    drive(breaking_off.break_off(s, unit_of(s, s.bases["A"])), (1,), (6,))
    tried = [event.data["test"] for event in s.sink if event.kind == "roll" and event.data["why"] == "general"]
    assert tried == ["capture"]
    free = state(red("A", [20000, 20000], *CAV), blue("B", [20000, 20000]))
    drive(breaking_off.break_off(free, unit_of(free, free.bases["A"])), (6,))
    assert free.bases["A"].acted
    (told,) = [event for event in free.sink if event.kind == "state"]
    assert (told.rule, told.data["why"], told.data["state"]) == ("9.1.4-a", "break_off", "disordered")
