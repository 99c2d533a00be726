"""11.1.1: who rolls what works are worth, when, and who learns it."""

from __future__ import annotations

import pytest

from quadrilatero.games.alaguerre.rules import defence
from quadrilatero.games.alaguerre.state import Pose, State
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice, Reveal
from tests.games.alaguerre.battle import Plain, area, blue, line, red, state

NEAR: Pose = (20000, 20000, 0, 2000, 1000)
FAR: Pose = (5000, 5000, 0, 2000, 1000)
VILLAGE = area("V", "village", 15, 20, 25, 24)
WALL = line("W", "wall", (15, 20), (25, 20))


def field(*bases: Plain, terrain: tuple[Plain, ...]) -> State:
    others = red("Y", [1000, 2000]), blue("Z", [45000, 39000])
    return state(*bases, *others, terrain=terrain)


def rolled(script: Script, *faces: int) -> list[Dice]:
    """The dice that are asked for, one at a time."""
    asked: list[Dice] = []
    value: tuple[int, ...] | None = None
    for face in (*faces, 0):
        try:
            step = script.send(value)
        except StopIteration:
            break
        assert isinstance(step, Dice)
        asked.append(step)
        value = (face,)
    return asked


@pytest.mark.rule("alaguerre:11.1.1-b", "alaguerre:11.1.1-a")
def test_a_base_is_near_what_it_touches_or_is_in() -> None:
    s = field(terrain=(VILLAGE, WALL))
    village, wall = s.ground.pieces["V"], s.ground.pieces["W"]
    poses: list[Pose] = [NEAR, (20000, 23000, 0, 2000, 1000), (20000, 19980, 0, 2000, 1000)]
    assert [defence.is_near(pose, village) for pose in poses] == [True, True, False]
    assert [defence.is_near(pose, wall) for pose in poses] == [True, False, False]


@pytest.mark.rule("alaguerre:11.1.1-a", "alaguerre:11.1.1-b")
@pytest.mark.parametrize(
    ("piece", "face", "value"),
    [
        (VILLAGE, 1, 0),
        (VILLAGE, 2, 0),
        (VILLAGE, 3, 1),
        (VILLAGE, 6, 2),
        (line("V", "rampart", (15, 20), (25, 20)), 1, 1),
        (area("V", "redoubt", 15, 20, 25, 24), 4, 2),
        (area("V", "wood", 15, 20, 25, 24), 5, 2),
    ],
)
def test_what_a_die_makes_of_a_place(piece: Plain, face: int, value: int) -> None:
    s = field(terrain=(piece,))
    assert rolled(defence.find_values(s, [FAR, NEAR]), face) == [Dice(1)]
    roll, works = s.sink
    assert (roll.kind, roll.rule, list(roll.dice), roll.seen_by) == ("roll", "11.1.1-a", [face], None)
    told = [roll.data[key] for key in ("why", "by", "need", "total", "success", "piece", "value")]
    assert told == ["vdf", None, 3, face, value > 0, "V", value]
    assert (works.kind, works.rule, works.data["piece"], works.data["vdf"]) == ("works", "11.1.1-b", "V", value)
    assert (s.ground.pieces["V"].vdf, s.ground.pieces["V"].secret) == (value, None)
    assert list(defence.find_values(s, [NEAR])) == []


@pytest.mark.rule("alaguerre:11.1.1-b")
def test_nothing_is_rolled_of_what_nobody_has_come_to() -> None:
    s = field(terrain=(VILLAGE, {**WALL, "vdf": 1}, area("M", "marsh", 15, 20, 25, 24)))
    assert list(defence.find_values(s, [FAR])) == []
    assert rolled(defence.find_values(s, [NEAR]), 3) == [Dice(1)]
    assert [s.ground.pieces[id].vdf for id in "VWM"] == [1, 1, None]


@pytest.mark.rule("alaguerre:11.1.1-b")
@pytest.mark.parametrize(
    ("bases", "piece", "side"),
    [
        ((red("A", [20000, 20000]),), VILLAGE, "red"),
        ((blue("A", [20000, 22000]),), VILLAGE, "blue"),
        ((red("A", [20000, 20000]), red("B", [22500, 20000])), VILLAGE, "red"),
        ((red("A", [20000, 20000]), blue("B", [20000, 24000])), VILLAGE, None),
        ((red("A", [20000, 20000]),), {**VILLAGE, "vdf": 2}, None),
        ((red("A", [20000, 20000]),), area("V", "marsh", 15, 20, 25, 24), None),
        ((red("A", [10000, 10000]),), VILLAGE, None),
    ],
)
def test_who_stands_at_a_place_from_the_beginning_rolls_in_secret(
    bases: tuple[Plain, ...], piece: Plain, side: str | None
) -> None:
    for face, value in ((2, 0), (4, 1)):
        s = field(*bases, terrain=(piece,))
        asked = rolled(defence.find_secret_values(s), *([face] if side else []))
        assert asked == ([] if side is None else [Dice(1, seen_by=(side,))])
        if side is None:
            assert s.sink == []
            assert s.ground.pieces["V"].secret is None
            continue
        (roll,) = s.sink
        assert (roll.kind, roll.rule, list(roll.dice), roll.seen_by) == ("roll", "11.1.1-b", [face], (side,))
        told = [roll.data[key] for key in ("why", "by", "need", "total", "success", "piece", "value")]
        assert told == ["vdf", side, 3, face, value > 0, "V", value]
        assert (s.ground.pieces["V"].vdf, s.ground.pieces["V"].secret) == (value, side)


@pytest.mark.rule("alaguerre:11.1.1-b")
@pytest.mark.parametrize(
    ("secret", "side", "poses", "shown"),
    [
        ("blue", "red", [FAR, NEAR], True),
        ("blue", "red", [FAR], False),
        ("blue", "blue", [NEAR], False),
        (None, "red", [NEAR], False),
    ],
)
def test_a_secret_is_out_once_an_enemy_touches_the_place(
    secret: str | None, side: str, poses: list[Pose], shown: bool
) -> None:
    piece = {**VILLAGE, "vdf": 2, **({} if secret is None else {"secret": secret})}
    s = field(terrain=(piece,))
    found = list(defence.show_values(s, side, poses))
    assert [isinstance(one, Reveal) for one in found] == [True] * shown
    assert s.ground.pieces["V"].secret == (None if shown else secret)
    for one in found:
        assert isinstance(one, Reveal)
        assert (one.event.kind, one.event.rule, one.event.data["piece"], one.event.data["vdf"]) == (
            *("works", "11.1.1-b", "V", 2),
        )
