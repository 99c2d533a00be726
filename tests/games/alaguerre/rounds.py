"""The battle in which rounds of mêlée are followed from the first die to the last move."""

from __future__ import annotations

from typing import Any

from quadrilatero.games.alaguerre import GAME
from tests.games.alaguerre.battle import Plain, blue, changed, course, general, play, red, state

AT = [20000, 20000]
FAR = (
    red("Y", [1000, 2000], "LC", "0/-/0 -"),
    red("X", [45000, 2000], "LC", "0/-/0 -"),
    blue("Z", [1000, 38000], "LC", "0/-/0 -"),
    blue("W", [45000, 38000], "LC", "0/-/0 -"),
)
CAV = ("Cav", "1/-/2 a")
LC = ("LC", "1/-/2 -")
HV = ("Hv", "1/-/2 a")
BAD = ("Hv", "0/-/-2 -")
GUNS = ("MdArt", "1/1/- -")
LT = ("Lt", "1/1/0 - sk")
C: Plain = {"brigade": "c"}
G: Plain = {"great": "T"}
CHARGED: Plain = {"fight": {"charged": True, "began": "red"}}
WORN: Plain = {"losses": 3}
PHASE = ("phase", "turn", "impulse", "result", "fought", "initiative", "orders")


def at(y: int, x: int = 20000) -> list[int]:
    return [x, y]


def outcome(bases: tuple[Plain, ...], dice: tuple[int, ...], answers: list[Plain], **more: Any) -> list[str]:
    """What comes of the Mêlée phase, to the next question or the end of the battle."""
    before = GAME.position(state(*bases, *FAR, phase="melee", **more))
    match = play(*bases, *FAR, phase="melee", dice=list(dice), **more)
    for answer in answers:
        assert match.ask is not None
        match.answer(match.ask.who[0], answer)
    now = {key: value for key, value in match.state().items() if key not in PHASE}
    asked = [] if match.ask is None else [f"ask {match.ask.what} {match.ask.who[0]}"]
    return [*course(match), *changed(before, now), *asked]


A = red("A", AT, **CHARGED)
B = blue("B", AT)
BESIDE = [
    general("C", [5000, 5000]),
    general("G", [18500, 20000], division="red"),
    general("D", [5000, 35000], side="blue"),
    general("H", [21500, 20300], side="blue", division="blue"),
]
TWO = [general("C", [18500, 18900]), *BESIDE[1:]]
STAY, STAND, COUNTER = {"do": "stay"}, {"do": "stand"}, {"do": "counter"}
DOOMED = blue("B", AT, *BAD, **WORN)
HORSE = red("A", AT, *CAV, **CHARGED)
LIGHT = red("A", AT, *LC, **CHARGED)
