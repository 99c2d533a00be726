"""What things are worth to a computer player, in strength points: losses, ground, combats and shots before the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quadrilatero.games.custoza.board import ENEMY
from quadrilatero.games.custoza.charts import Effect
from quadrilatero.games.custoza.deeds import Force
from quadrilatero.games.custoza.duel import TWO_DICE, Duel, duel, mean
from quadrilatero.games.custoza.records import Marker
from quadrilatero.games.custoza.rules import combat, fire, reactions
from quadrilatero.games.custoza.rules.concepts import ccv
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.kernel.odds import Odds

LEVEL, GONE = 0.6, 2.0
"""A status level, and a unit that leaves the map, beside its SP."""
WON = 1.2
"""10.4.10: a combat won or lost: the loser goes back, and the commander's Morale follows."""
GOAL = 5.0
"""A victory hex."""


class Stakes(NamedTuple):
    """What a victory hex is worth, and how much of the worth of losses and order is left."""

    goal: float = GOAL
    force: float = 1.0


USUAL = Stakes()
BY_TURNS_LEFT = {0: Stakes(8.0, 0.5), 1: Stakes(6.0, 0.85)}
"""23: only ground counts in the end, so strength is worth less the fewer game turns are left to use it."""
SHOT_AT = 0.35
"""11.5.2: what the fire of one Force costs on the way to a marker, more or less."""


def loss(sp: float, levels: float, gone: float) -> float:
    """What losses weigh."""
    return sp + LEVEL * levels + GONE * gone


def of_duel(fought: Duel, target: int, goals: frozenset[int], stakes: Stakes = USUAL) -> float:
    """A combat to its Attacker: what both lose, who wins, and the ground that is won."""
    ours, theirs = (loss(*mean(fought.ends, side)) for side in (0, 1))
    won, lost = fought.chance(combat.ATTACKER), fought.chance(combat.DEFENDER)
    return stakes.force * (theirs - ours + WON * (won - lost)) + (stakes.goal * won if target in goals else 0.0)


def of_odds(odds: Odds, side: str, target: int, goals: frozenset[int], stakes: Stakes) -> float:
    """An attack to its Attacker by its odds, the reactions on its way included."""
    won = lost = worth = 0.0
    for end, chance in odds.outcomes:
        won += chance * (end["winner"] == combat.ATTACKER)
        lost += chance * (end["winner"] == combat.DEFENDER)
        worth += chance * (loss(end["sp"][1], end["levels"][1], 0) - loss(end["sp"][0], end["levels"][0], 0))
    worth += GONE * (odds.losses[ENEMY[side]].gone - odds.losses[side].gone)
    return stakes.force * (worth + WON * (won - lost)) + (stakes.goal * won if target in goals else 0.0)


def of_attack(s: State, units: Sequence[Unit], marker: Marker, goals: frozenset[int], stakes: Stakes) -> float | None:
    """An Assault or Charge from a marker, with the fire that it meets there; None where there is nobody to attack."""
    hex, target = marker.hex, marker.target
    fought = duel(s, units, target, marker.type, hex=hex)
    if fought is None:
        return None
    met = 0.0 if units[0].hex == hex else SHOT_AT * shooters_on(s, ENEMY[units[0].side], hex)
    return of_duel(fought, target, goals, stakes) - stakes.force * met


def shooters_on(s: State, side: str, hex: int) -> int:
    """11.5.2-a: how many Forces of a side could fire at who enters a hex."""
    return sum(
        any(fire.may_fire(s.units[id], reaction=True) for id in force.ids) for force in reactions.watching(s, side, hex)
    )


def of_shot(s: State, shooters: Sequence[Unit], target: Force, kind: str | None = None) -> float:
    """A shot, by what it takes from its target on average."""
    able = [unit for unit in shooters if unit.ammo != "out"]
    if not able:
        return 0.0
    shot = fire.prospect(s, able, target, kind)
    if shot.column < 0:
        return 0.0
    count, worth = len(target.ids), 0.0
    for total, chance in TWO_DICE.items():
        effect = Effect.of(s.board.charts.fire_result(shot.column, total + shot.drm))
        worth += chance * (effect.sp + LEVEL * effect.levels * count)
    keeps = 2 / 3 if any(unit.ammo == "low" for unit in able) else 1.0
    return worth * keeps


def of_check(s: State, units: Sequence[Unit], drm: int = 0) -> float:
    """13.2-c: what a check costs these units on average."""
    charts = s.board.charts
    return LEVEL * sum(
        chance * charts.levels_lost(total + drm - ccv(s, unit)) for unit in units for total, chance in TWO_DICE.items()
    )


def passes(s: State, units: Sequence[Unit], drm: int = 0) -> float:
    """13.2-b: the chance that all of a Force pass a check."""
    need = min(ccv(s, unit) for unit in units) - drm
    return sum(chance for total, chance in TWO_DICE.items() if total <= need)
