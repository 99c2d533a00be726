"""Chapter 12.2: patrols before the battle, and who deploys when because of them."""

from __future__ import annotations

from msgspec.structs import replace

from quadrilatero.games.alaguerre.records import SetUp
from quadrilatero.games.alaguerre.said import BLUE, DR, ENEMY, LC, LT, RED, SH, SIDES
from quadrilatero.games.alaguerre.state import State
from quadrilatero.games.alaguerre.telling import Modifiers, roll
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice

COMPLETE, CLEAR, SLIGHT = 6, 4, 2
"""12.2-b, 12.2-c, 12.2-d: the least differences that bring something."""


def patrol(s: State, setup: SetUp, left: dict[str, int]) -> Script:
    """12.2-a. Both roll once; `left` are the divisions that each has to deploy."""
    faces: tuple[int, ...] = yield Dice(2)
    modifiers = {side: modifiers_of(s, setup, side) for side in SIDES}
    bonus = {side: sum(value for _, value in modifiers[side]) for side in SIDES}
    totals = {side: face + bonus[side] for side, face in zip(SIDES, faces, strict=True)}
    lead = totals[RED] - totals[BLUE]
    winner = None if lead == 0 else RED if lead > 0 else BLUE
    for side, face in zip(SIDES, faces, strict=True):
        roll(
            s,
            "12.2-a",
            "intelligence",
            side,
            (face,),
            need=totals[ENEMY[side]] + 1,
            total=totals[side],
            success=winner == side,
            modifiers=modifiers[side],
            difference=abs(lead),
            winner=winner,
        )
    first = winner
    if abs(lead) < SLIGHT:
        first = yield from better_prepared(s, bonus)
    assert first is not None
    turns, reserves = order_of_deployment(abs(lead), first, left)
    s.setup = replace(setup, stage="deploy", turns=turns, reserves=reserves)


def modifiers_of(s: State, setup: SetUp, side: str) -> Modifiers:
    """12.2-m1, 12.2-m2, 12.2-m3, 12.2-m4, 12.2-m5, 12.2-m6. What the armies, their chiefs and the country add."""
    defends = setup.kind == "assault" and setup.attacker == ENEMY[side]
    cic = s.cic(side)
    return [
        ("12.2-m1", -1 if defends else 0),
        ("12.2-m2", 0 if cic is None else cic.level),
        ("12.2-m3", 1 if setup.home == side else 0),
        ("12.2-m4", 1 if has_more(s, side, (DR,)) else 0),
        ("12.2-m5", 2 if has_more(s, side, (LC,)) else 0),
        ("12.2-m6", 1 if has_more(s, side, (LT, SH)) else 0),
    ]


def has_more(s: State, side: str, types: tuple[str, ...]) -> bool:
    """12.2-m4, 12.2-m5, 12.2-m6. Whether an army has more bases of these types than the other."""
    own = sum(base.side == side for base in s.bases.values() if base.type in types)
    others = sum(base.side != side for base in s.bases.values() if base.type in types)
    return own > others


def better_prepared(s: State, bonus: dict[str, int]) -> Script:
    """12.2-e. Who has the better modifiers; a lot where they are equal."""
    if bonus[RED] != bonus[BLUE]:
        return RED if bonus[RED] > bonus[BLUE] else BLUE
    (face,) = yield Dice(1)
    first = RED if face <= 3 else BLUE
    roll(s, "12.2-e", "lot", None, (face,), need=4, total=face, success=face >= 4, winner=first)
    return first


def order_of_deployment(difference: int, first: str, left: dict[str, int]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """12.2-b, 12.2-c, 12.2-d, 12.2-e. Whose turn it is to deploy a division, to the last one; who may keep one back.

    `first` is the winner, or with hardly any difference who begins.
    """
    second = ENEMY[first]
    if difference >= COMPLETE:
        return (second,) * left[second] + (first,) * left[first], (first,)
    if difference >= CLEAR:
        half = (left[second] + 1) // 2
        return (second,) * half + in_turn(first, {**left, second: left[second] - half}), (first,)
    if difference >= SLIGHT:
        return in_turn(second, left), ()
    return in_turn(first, left), SIDES


def in_turn(first: str, left: dict[str, int]) -> tuple[str, ...]:
    """12.2-d. One division each, and then those whom one side has more."""
    found: list[str] = []
    for n in range(max(left.values())):
        found += [side for side in (first, ENEMY[first]) if n < left[side]]
    return tuple(found)
