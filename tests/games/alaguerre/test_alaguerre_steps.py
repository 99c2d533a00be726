"""Chapter 5.2, step by step: to the thousandth where ways lead, and which manoeuvre is at fault."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quadrilatero.games.alaguerre.answers import Move
from quadrilatero.games.alaguerre.rules.formations import unit_of
from quadrilatero.games.alaguerre.rules.movement import Walk
from tests.games.alaguerre.battle import Plain, area, blue, red, state

AT = [20000, 20000]
A = red("A", AT)
LIMBERED = red("A", AT, "MdArt", "1/1/- -", formation="limbered")
FAR = (red("Y", [1000, 2000], "LC", "0/-/0 -"), blue("Z", [45000, 39000], "LC", "0/-/0 -"))


def walked(base: Plain, *path: Plain, others: tuple[Plain, ...] = (), terrain: tuple[Plain, ...] = ()) -> Any:
    """Where A comes to stand; or the manoeuvre at fault and the rule."""
    s = state(base, *others, *FAR, terrain=terrain)
    walk = Walk(s, unit_of(s, s.bases["A"]))
    refusal = walk.take(msgspec.convert({"do": "move", "unit": "A", "path": list(path)}, Move).path)
    return walk.pose[:3] if refusal is None else (refusal.data["at"], refusal.rule)


def adv(by: int) -> Plain:
    return {"go": "advance", "by": by}


def to(x: int, y: int) -> Plain:
    return {"go": "to", "at": [x, y]}


@pytest.mark.rule("alaguerre:5.2-a", "alaguerre:5.3-e")
def test_who_ends_on_a_friend_is_told_the_last_manoeuvre() -> None:
    light = red("A", AT, "Lt", "1/1/0 - sk")
    friend = red("F", [20000, 21600])
    assert walked(light, adv(200), adv(200), adv(400), others=(friend,)) == (2, "5.3-e")
    assert walked(light, adv(200), adv(200), adv(2200), others=(friend,)) == (20000, 22600, 0)
    assert walked(light, adv(100), adv(100), adv(400), others=(friend,)) == (20000, 20600, 0)


@pytest.mark.rule("alaguerre:5.2.5-a")
def test_back_is_straight_back() -> None:
    assert walked({**A, "facing": 19297}, {"go": "back", "by": 1000}) == (20224, 20974, 19297)


@pytest.mark.rule("alaguerre:5.2.2-a", "alaguerre:11.2-g")
def test_limbered_guns_go_where_they_were_sent() -> None:
    pond = (area("P", "pond", 19, 17, 21, 18.9),)
    assert walked(LIMBERED, to(20000, 18500), terrain=pond) == (0, "11.2-g")
    assert walked(LIMBERED, to(20000, 21500), terrain=pond) == (20000, 21500, 0)
    assert walked(LIMBERED, to(20297, 21190)) == (20297, 21190, 0)
