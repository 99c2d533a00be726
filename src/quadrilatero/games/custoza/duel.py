"""A combat before the dice, reckoned from the charts: the Assault Table times the checks of both sides (10.4).

Everything here is numbers; which numbers a unit brings along is asked of the rules (`body`, `duel`). The results are
kept, so that odds and computer players may ask as often as they like.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from quadrilatero.games.custoza.board import ARTILLERY, CLASSES, ENEMY
from quadrilatero.games.custoza.charts import Charts, Effect
from quadrilatero.games.custoza.rules import cohesion, combat, guns
from quadrilatero.games.custoza.rules.concepts import ROUT, ccv, leads
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel.chances import ways

TWO_DICE = {total: count / 36 for total, count in ways(2).items()}


class Body(NamedTuple):
    """What of a unit decides how it comes out: `burden` is what its checks add to the dice less its cohesion."""

    kind: str
    sp: int
    sv: int
    status: int
    burden: int
    walls: bool = False


class Toll(NamedTuple):
    """What a result takes from a side: SP, levels, those that count on white, who still fights, units gone."""

    sp: int
    levels: int
    counted: tuple[int, ...]
    standing: bool
    gone: int


class End(NamedTuple):
    """How a combat may end; of each pair the Attacker's comes first."""

    winner: str
    sp: tuple[int, int]
    levels: tuple[int, int]
    gone: tuple[int, int]


class Duel(NamedTuple):
    """A combat with every end it may have and the chance of each; no `prospect` where lone guns are taken."""

    prospect: combat.Prospect | None
    ends: Mapping[End, float]

    def chance(self, winner: str) -> float:
        """How likely a side, or nobody, wins."""
        return sum(p for end, p in self.ends.items() if end.winner == winner)


# -- numbers -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def ends_of(
    charts: Charts, column: int, drm: int, attackers: tuple[Body, ...], defenders: tuple[Body, ...], added_up: bool
) -> Mapping[End, float]:
    """10.4.5-a, 10.4.7-a: every end of a combat in this column, with so much added to the dice."""
    found: dict[End, float] = {}
    for total, chance in TWO_DICE.items():
        result = charts.combat_result(column, total + drm)
        ours, theirs = tolls(charts, attackers, result.attacker), tolls(charts, defenders, result.defender)
        for (own, p), (other, q) in product(ours.items(), theirs.items()):
            winner = combat.WINNER.get(result.colour) or combat.steadier(
                (own.standing, other.standing), own.counted, other.counted, added_up=added_up
            )
            end = End(winner, (own.sp, other.sp), (own.levels, other.levels), (own.gone, other.gone))
            found[end] = found.get(end, 0.0) + chance * p * q
    return found


@lru_cache(maxsize=4096)
def tolls(charts: Charts, side: tuple[Body, ...], effect: Effect) -> Mapping[Toll, float]:
    """10.4.8-a: what one side's result may cost it: SP and levels, or a check of each class."""
    if effect.check is None:
        left = without(side, effect.sp)
        return {toll(side, left, [effect.levels] * len(side)): 1.0}
    rolls = [dict(TWO_DICE) if any(body.kind == kind for body in side) else {0: 1.0} for kind in CLASSES]
    found: dict[Toll, float] = {}
    for totals in product(*(roll.items() for roll in rolls)):
        faces = {kind: total for kind, (total, _) in zip(CLASSES, totals, strict=True)}
        levels = [charts.levels_lost(faces[body.kind] + effect.check + body.burden) for body in side]
        chance = 1.0
        for _, p in totals:
            chance *= p
        one = toll(side, side, levels)
        found[one] = found.get(one, 0.0) + chance
    return found


def without(side: Sequence[Body], sp: int) -> list[Body]:
    """8.7-b, 22.3.4-a: a side less so many SP: the largest loses the first, then who has most left; walls lose all."""
    left = list(side)
    bear = [number for number, body in enumerate(side) if body.walls] or list(range(len(side)))
    for count in range(sp):
        alive = [number for number in bear if left[number].sp > 0]
        if not alive:
            break
        most = max(left[number].sv for number in alive)
        pool = [number for number in alive if left[number].sv == most] if count == 0 else alive
        hurt = max(pool, key=lambda number: left[number].sp)
        left[hurt] = left[hurt]._replace(sp=left[hurt].sp - 1)
    return left


def toll(before: Sequence[Body], after: Sequence[Body], levels: Sequence[int]) -> Toll:
    """13.5-a, 10.6-a: what a side has lost by SP taken off and levels to be lost; the dead lose no levels."""
    lost = [0 if body.sp <= 0 else number for body, number in zip(after, levels, strict=True)]
    alive = [body.sp > 0 and body.status + number < ROUT for body, number in zip(after, lost, strict=True)]
    return Toll(
        sum(body.sp for body in before) - sum(body.sp for body in after),
        sum(min(number, ROUT - body.status) for body, number in zip(after, lost, strict=True)),
        tuple(number for body, number in zip(after, lost, strict=True) if body.kind != ARTILLERY),
        any(alive[n] and body.kind != ARTILLERY for n, body in enumerate(after)),
        alive.count(False),
    )


# -- units -------------------------------------------------------------------------------------------------------------


def body(s: State, unit: Unit, melee: combat.Melee) -> Body:
    """13.2-b: what of a unit decides in a combat, by the rules of its checks."""
    burden = sum(value for _, value in cohesion.modifiers(s, unit, "combat", melee)) - ccv(s, unit)
    return Body(unit.kind, unit.sp, unit.sv, unit.status, burden, unit.type == "fortress")


def fought(s: State, melee: combat.Melee) -> Duel:
    """10.4.5-a: a combat between these, with the units that lead them."""
    ahead = combat.prospect(s, melee)
    own, other = (tuple(body(s, unit, melee) for unit in side) for side in (melee.attackers, melee.defenders))
    added_up = s.options["uncertain"] == "sum"
    return Duel(ahead, ends_of(s.board.charts, ahead.column, ahead.drm, own, other, added_up))


def duel(s: State, attackers: Sequence[Unit], target: int, why: str, *, hex: int | None = None) -> Duel | None:
    """10.4.4-b, 10.6.1-a: a combat as it would be now; both choose who leads them as serves them best.

    `hex` is where the Attacker fights from, if he does not stand there yet. None where there is nobody to fight.
    """
    defenders = s.stack(target, ENEMY[attackers[0].side])
    if not defenders:
        return None
    if guns.stand_alone(defenders):
        lost = sum(unit.sp for unit in defenders)
        return Duel(None, {End(combat.ATTACKER, (0, lost), (0, 0), (0, len(defenders))): 1.0})
    start = attackers[0].hex if hex is None else hex
    sides = tuple(attackers), tuple(defenders)
    tries = [
        [fought(s, combat.Melee(why, *sides, start, target, lead, met)) for met in leads(defenders)]
        for lead in leads(attackers)
    ]
    worst = [min(row, key=lambda one: one.chance(combat.ATTACKER)) for row in tries]
    return max(worst, key=lambda one: one.chance(combat.ATTACKER))


def mean(ends: Mapping[End, float], side: int) -> tuple[float, float, float]:
    """What a side of a combat loses on average: SP, levels, units."""
    return _mean((end.sp[side], end.levels[side], end.gone[side], p) for end, p in ends.items())


def _mean(parts: Iterable[tuple[int, int, int, float]]) -> tuple[float, float, float]:
    sp = levels = gone = 0.0
    for lost, shaken, away, chance in parts:
        sp, levels, gone = sp + lost * chance, levels + shaken * chance, gone + away * chance
    return sp, levels, gone
