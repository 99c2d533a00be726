"""What units are worth and what dice cost them, in points of the army: exact sums over hits and tests."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from quadrilatero.games.vivaorre.rules.morale import NEED, succeeds
from quadrilatero.games.vivaorre.said import ROUTED, SHAKEN, STEADY

ALIVE, HALF = 0.3, 0.12
"""The parts of a unit's points that go with the unit itself, and with half of it (1-g); the rest figure by figure."""
STATES = {STEADY: 1.0, SHAKEN: 0.8, ROUTED: 0.35}
"""What is left of a unit by its state: one that routs may be caught, and counts for the brigade's morale."""
CACHED = 50_000


class Body(NamedTuple):
    """A unit as losses and tests see it; `morale` is what is added to its tests, `frail` that it routs at once."""

    figures: int
    start: int
    hits: int
    state: str
    morale: int
    frail: bool = False


class Blow(NamedTuple):
    """Dice and the lowest face that hits."""

    dice: int
    need: int


def left_of(figures: int, start: int, hits: int, state: str) -> float:
    """11-b, 12-i: the part of its points that a unit still is, 1 when whole and steady, 0 when dispersed."""
    if 4 * figures <= start:
        return 0.0
    whole = ALIVE + (HALF if 2 * figures > start else 0.0)
    return (whole + (1 - ALIVE - HALF) * (4 * figures - 2 * hits - start) / (3 * start)) * STATES[state]


def body_left(body: Body) -> float:
    """The same of a body."""
    return left_of(body.figures, body.start, body.hits, body.state)


@lru_cache(CACHED)
def passing(added: int) -> float:
    """12-f, 12-g: the chance to pass a test with so much added."""
    return sum(succeeds(face, face + added, NEED) for face in range(1, 7)) / 6


@lru_cache(CACHED)
def spread(dice: int, need: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2 … hits."""
    p = (7 - need) / 6
    return tuple([comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) for hits in range(dice + 1)])


def joined(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of the sum of hits of two volleys."""
    found = [0.0] * (len(one) + len(other) - 1)
    for a, p in enumerate(one):
        for b, r in enumerate(other):
            found[a + b] += p * r
    return tuple(found)


def hurt(body: Body, hits: int) -> Body:
    """11-a: the body after so many hits; half of its figures lost weigh on its tests (12-m2)."""
    removed, carried = divmod(body.hits + hits, 2)
    figures = max(0, body.figures - removed)
    was, now = 2 * body.figures <= body.start, 2 * figures <= body.start
    return body._replace(figures=figures, hits=carried, morale=body.morale - (1 if now and not was else 0))


def fails(body: Body) -> float:
    """12-h, 12-o: what is left of a unit that fails a test: shaken, or routed if it already is."""
    return left_of(body.figures, body.start, body.hits, SHAKEN if body.state == STEADY else ROUTED)


@lru_cache(CACHED)
def cost_of_hits(body: Body, hits: int) -> float:
    """11-a, 11-b, 12-d: the part of its points that a unit loses to so many hits by fire, its test included."""
    if not hits:
        return 0.0
    after = hurt(body, hits)
    left = body_left(after)
    if left and 4 * (after.start - after.figures) >= after.start:
        passes = passing(after.morale)
        left = passes * left + (1 - passes) * fails(after)
    return body_left(body) - left


def cost_of_fire(body: Body, hits: tuple[float, ...]) -> float:
    """The same for a spread of hits."""
    return sum(chance * cost_of_hits(body, number) for number, chance in enumerate(hits) if chance > 1e-4)


@lru_cache(CACHED)
def cost_of_volley(body: Body, dice: int, need: int) -> float:
    """The same for one volley."""
    return cost_of_fire(body, spread(dice, need))


class Exchange(NamedTuple):
    """What a mêlée costs both, in parts of their points, and the chances that they are beaten in it."""

    mine: float
    theirs: float
    beaten: float
    beats: float


@lru_cache(CACHED)
def exchange(me: Body, mine: Blow, they: Body, theirs: Blow) -> Exchange:
    """Any hits (10-d to 10-h): the loser's test, then the winner's; of equals `they`, who received, first."""
    cost_me = cost_they = beaten = beats = 0.0
    for taken, p in enumerate(spread(*theirs)):
        if p < 1e-4:
            continue
        i = hurt(me, taken)
        for given, r in enumerate(spread(*mine)):
            chance = p * r
            if chance < 1e-5:
                continue
            foe = hurt(they, given)
            left, left_foe = body_left(i), body_left(foe)
            if left and left_foe:
                lead = given - taken
                holds, foe_holds = passing(i.morale + lead), passing(foe.morale - lead)
                if lead >= 0:
                    i_fail, foe_fails = foe_holds * (1 - holds), 1 - foe_holds
                else:
                    i_fail, foe_fails = 1 - holds, holds * (1 - foe_holds)
                left = (1 - i_fail) * left + i_fail * beaten_left(i)
                left_foe = (1 - foe_fails) * left_foe + foe_fails * beaten_left(foe)
                beaten += chance * i_fail
                beats += chance * foe_fails
            else:
                beaten += chance * (not left)
                beats += chance * (not left_foe)
            cost_me += chance * (body_left(me) - left)
            cost_they += chance * (body_left(they) - left_foe)
    return Exchange(cost_me, cost_they, beaten, beats)


def beaten_left(body: Body) -> float:
    """10-e, 10-h: what is left of a unit that is beaten: it gives way shaken, or routs."""
    state = ROUTED if body.frail or body.state != STEADY else SHAKEN
    return left_of(body.figures, body.start, body.hits, state)
