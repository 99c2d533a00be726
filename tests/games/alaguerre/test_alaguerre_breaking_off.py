"""Chapter 9.1.4: horse that breaks off."""

from __future__ import annotations

from typing import Any

import pytest

import quadrilatero as q
from tests.games.alaguerre.battle import base_of, blue, play, red, refused, rolls

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
