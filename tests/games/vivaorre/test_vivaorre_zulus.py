"""20.zulu: the buffalo, and what keeps its brigades in command."""

from __future__ import annotations

from typing import Any

import pytest

from quadrilatero.games.vivaorre.rules import zulu
from tests.games.vivaorre.battle import blue, red, state

Plain = dict[str, Any]
FAR = blue("D", [60000, 40000])
HEAD = (36000, 24000)
EDGES = {"south": "north", "north": "south", "west": "east", "east": "west"}


def buffalo(edge: str, **moved: tuple[float, float] | str) -> bool:
    """Whether an army of that edge keeps it: horns 10 inches left and right of the head, loins 8 behind, or moved.

    Places are inches to the right of the head and ahead of it, for who looks at the table from that edge.
    """
    usual: dict[str, tuple[float, float] | str] = {"head": (0, 0), "left": (-10, 0), "right": (10, 0), "loins": (0, -8)}
    led: list[Plain] = []
    for role, place in {**usual, **moved}.items():
        right, ahead = (0, 0) if isinstance(place, str) else (int(1000 * place[0]), int(1000 * place[1]))
        x, y = {"south": (right, ahead), "north": (-right, -ahead), "west": (ahead, -right), "east": (-ahead, right)}[
            edge
        ]
        led.append({"id": role, "side": "red", "role": role, "at": [HEAD[0] + x, HEAD[1] + y]})
        if isinstance(place, str):
            led[-1] = {"id": role, "side": "red", "role": role, "state": place}
    s = state(red("A", [2000, 2000]), FAR, generals=led, edges={"red": edge, "blue": EDGES[edge]})
    return zulu.keeps_the_buffalo(s, "red")


@pytest.mark.rule("vivaorre:20.zulu-b")
@pytest.mark.parametrize("edge", EDGES)
def test_the_horns_are_left_and_right_of_the_head_and_the_loins_behind_it(edge: str) -> None:
    assert buffalo(edge)
    assert buffalo(edge, left=(-1, 9), right=(1, -9), loins=(9, -1))
    assert buffalo(edge, left=(-1, -9), right=(1, 9), loins=(-9, -1))
    assert not buffalo(edge, left=(10, 0))
    assert not buffalo(edge, right=(-10, 0))
    assert not buffalo(edge, right=(0, 10)), "straight ahead is not to the right"
    assert not buffalo(edge, left=(0, 10)), "nor to the left"
    assert buffalo(edge, left=(-0.001, 10), right=(0.001, 10))
    assert not buffalo(edge, loins=(0, 8))
    assert not buffalo(edge, loins=(9, 0)), "beside the head is not behind it"


@pytest.mark.rule("vivaorre:20.zulu-b")
def test_all_of_the_buffalo_is_within_thirty_inches_of_its_head() -> None:
    assert buffalo("south", left=(-30, 0))
    assert not buffalo("south", left=(-30.001, 0))
    assert not buffalo("south", right=(30, 1))
    assert not buffalo("south", head="dead"), "without its head it is lost"
    assert buffalo("south", left="dead"), "who is gone has no place to keep"


@pytest.mark.rule("vivaorre:20.zulu-b")
def test_an_army_has_divisions_where_one_of_its_generals_has_a_role() -> None:
    head = {"id": "H", "side": "red", "role": "head", "at": [36000, 24000]}
    other = {"id": "O", "side": "red", "at": [36000, 44000]}
    foe = {"id": "E", "side": "blue", "role": "loins", "at": [36000, 30000]}
    s = state(red("A", [2000, 2000]), FAR, generals=[head, other])
    assert zulu.has_divisions(s, "red")
    assert not zulu.has_divisions(s, "blue")
    s = state(red("A", [2000, 2000]), FAR, generals=[head, other, foe])
    assert zulu.keeps_the_buffalo(s, "red"), "who has no role, and the enemy's generals, have no place in it"
    assert not zulu.keeps_the_buffalo(s, "blue"), "loins without a head"
