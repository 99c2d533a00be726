"""What bases are worth and what dice cost them, in points of cohesion: exact sums over dice, tests and rounds."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from quadrilatero.games.alaguerre.rules import fire, melee, morale
from quadrilatero.games.alaguerre.rules.losses import GONE
from quadrilatero.games.alaguerre.tables import MELEE, MORALE

MATERIAL = 1.5
"""What a whole base in order is worth beside the morale that goes with it."""
FIT = (1.0, 0.88, 0.5, 0.15)
"""What is left of that by its level of disorder."""
AT_HEART = (1.0, 1.0, 0.85, 0.15)
"""4.1.1-a, 4.1.1-b: what is left of its cohesion; who routs may recover and bring half of it back."""
CACHED = 100_000
FACES = range(1, 7)
ROUT = 3


class Body(NamedTuple):
    """A base or great unit as tests see it.

    `heart` is what is added to its tests beside losses, damage and disorder, `missing` the strength that it began
    without, `cohesion` what its army loses with it.
    """

    heart: int
    level: int
    lost: int
    missing: int
    cohesion: int

    @property
    def is_gone(self) -> bool:
        return self.lost + self.missing >= GONE


Ends = tuple[tuple[Body, float], ...]
"""What may become of a body, with the chances."""


def left_of(body: Body) -> float:
    """2.6.6-a, 4.1.1-a: what a body is still worth."""
    if body.is_gone:
        return 0.0
    whole = 1 - (body.lost + body.missing) / (GONE + 1)
    return MATERIAL * whole * FIT[body.level] + body.cohesion * AT_HEART[body.level]


def cost(body: Body, ends: Ends) -> float:
    """What a body loses on average."""
    return left_of(body) - sum([chance * left_of(end) for end, chance in ends])


# -- tests (10.2) ------------------------------------------------------------------------------------------------------


@lru_cache(CACHED)
def results(row: str, added: int) -> tuple[tuple[str, float], ...]:
    """10.2.1-b: the results of a test with so much added to the die, with their chances."""
    found: dict[str, float] = {}
    for die in FACES:
        result = morale.cell(row, die, max(1, die + added))
        found[result] = found.get(result, 0.0) + 1 / 6
    return tuple(found.items())


def chance_of(row: str, added: int, wanted: tuple[str, ...]) -> float:
    """The chance of one of these results."""
    return sum([chance for result, chance in results(row, added) if result in wanted])


def suffering(body: Body, result: str, lost: int) -> Body:
    """10.2.1-c, 10.2.1-d, 10.2.1-e, 10.2.1-f: a body after a result; `lost` are losses taken in the same situation."""
    level = body.level
    if result in morale.ROUTS:
        level = ROUT
    elif result == "shaken_retreats":
        level = max(2, level)
    elif result == morale.STANDS:
        level = max(1, level)
    else:
        level = min(ROUT, level + morale.LEVELS.get(result, 0))
    if lost:
        level = max(1, level)
    more = 0
    if level == ROUT and body.level < ROUT:
        more = (0 if lost else 1) + (result == "rout_loss")
    return body._replace(level=level, lost=body.lost + more)


@lru_cache(CACHED)
def tested(body: Body, row: str, added: int, lost: int) -> Ends:
    """10.2.1-a: what may become of a body by a test, `added` on top of its heart, its losses and disorder."""
    found: dict[Body, float] = {}
    condition = MORALE["10.2.2-m7"] * body.lost + MORALE["10.2.2-m9"] * body.level
    for result, chance in results(row, body.heart + condition + added):
        end = suffering(body, result, lost)
        found[end] = found.get(end, 0.0) + chance
    return tuple(found.items())


# -- fire (8.2) --------------------------------------------------------------------------------------------------------


@lru_cache(CACHED)
def damages(added: int) -> tuple[float, ...]:
    """8.2-a, 8.2-b: the chances of 0 to 3 damages with so much added to the die."""
    found = [0.0] * 4
    for die in FACES:
        for against in FACES:
            found[fire.damage_of(max(1, die + added), against)] += 1 / 36
    return tuple(found)


def joined(one: tuple[float, ...], other: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of the sum of two damages."""
    found = [0.0] * (len(one) + len(other) - 1)
    for a, p in enumerate(one):
        for b, r in enumerate(other):
            found[a + b] += p * r
    return tuple(found)


@lru_cache(CACHED)
def after_damage(body: Body, damage: int, in_charge: bool = False) -> Ends:
    """8.2.1-a, 8.2.1-c, 8.2.1-e, 6.3-c: what becomes of a body that takes so much; in a charge any damage is a test."""
    if not damage or body.is_gone:
        return ((body, 1.0),)
    if body.level == ROUT:
        return ((body._replace(lost=body.lost + 1), 1.0),)
    lost = fire.losses_of(damage)
    hurt = body._replace(lost=body.lost + lost)
    if hurt.is_gone:
        return ((hurt, 1.0),)
    if not lost and body.level == 0 and not in_charge:
        return ((body._replace(level=1), 1.0),)
    return tested(hurt, morale.FIRE, 0 if lost else MORALE["10.2.2-m8"], lost)


@lru_cache(CACHED)
def after_fire(body: Body, spread: tuple[float, ...], in_charge: bool = False) -> Ends:
    """The same for a spread of damages."""
    found: dict[Body, float] = {}
    for damage, chance in enumerate(spread):
        if chance > 1e-6:
            for end, p in after_damage(body, damage, in_charge):
                found[end] = found.get(end, 0.0) + chance * p
    return tuple(found.items())


@lru_cache(CACHED)
def cost_of_fire(body: Body, spread: tuple[float, ...]) -> float:
    """What a spread of damages costs a body on average."""
    return cost(body, after_fire(body, spread))


# -- mêlée (9.1) -------------------------------------------------------------------------------------------------------


class Blow(NamedTuple):
    """What a side adds to its die in the first round and in later ones, beside disorder and losses."""

    first: int
    later: int


class Duel(NamedTuple):
    """What a mêlée leaves of both on average, and how likely each is driven off."""

    mine: float
    theirs: float
    beaten: float
    beats: float


@lru_cache(CACHED)
def blows(added: int, against: int) -> tuple[tuple[int, int, float], ...]:
    """9.1-a, 9.1-b: damage that each of two takes in a round, with the chances; the first adds `added`."""
    found: dict[tuple[int, int], float] = {}
    for die in FACES:
        for other in FACES:
            given = min(melee.MOST, max(0, max(1, die + added) - other))
            taken = min(melee.MOST, max(0, max(1, other + against) - die))
            found[taken, given] = found.get((taken, given), 0.0) + 1 / 36
    return tuple([(taken, given, chance) for (taken, given), chance in found.items()])


@lru_cache(CACHED)
def after_round(body: Body, taken: int, loses: bool) -> tuple[tuple[Body, bool, float], ...]:
    """9.1-c, 9.1.2-a, 9.1.2-c: what becomes of one in a round, and whether it is still there."""
    lost = taken // melee.MOST
    hurt = body._replace(lost=body.lost + lost, level=min(ROUT, body.level + loses))
    if hurt.is_gone:
        return ((hurt, False, 1.0),)
    if hurt.level == ROUT:
        return ((hurt._replace(lost=hurt.lost + (0 if lost else 1)), False, 1.0),)
    if hurt.level < 2:
        return ((hurt, True, 1.0),)
    ends = tested(hurt, morale.MELEE, MORALE["10.2.2-m8"] if taken and not lost else 0, lost)
    return tuple([(end, False, chance) for end, chance in ends])


def weakness(body: Body) -> int:
    """9.4-t13, 9.4-t14: what disorder and losses take from a blow."""
    return MELEE["9.4-t13"] * body.level + MELEE["9.4-t14"] * (body.lost + body.missing)


@lru_cache(CACHED)
def duel(me: Body, mine: Blow, they: Body, theirs: Blow, rounds: int, later: bool = False) -> Duel:
    """9.1: so many rounds of two against each other, by all dice and tests."""
    left = foe_left = beaten = beats = 0.0
    own = (mine.later if later else mine.first) + weakness(me)
    foe = (theirs.later if later else theirs.first) + weakness(they)
    for taken, given, chance in blows(own, foe):
        for i, stays, p in after_round(me, taken, taken >= given):
            for he, holds, r in after_round(they, given, given >= taken):
                both = chance * p * r
                if both < 1e-5:
                    continue
                beaten += both * (not stays)
                beats += both * (not holds)
                if stays and holds and rounds > 1:
                    on = duel(i, mine, he, theirs, rounds - 1, True)
                    left += both * on.mine
                    foe_left += both * on.theirs
                    beaten += both * on.beaten
                    beats += both * on.beats
                else:
                    left += both * left_of(i)
                    foe_left += both * left_of(he)
    return Duel(left, foe_left, beaten, beats)
