"""10.4, 9.3, 11.5.3: the odds of Assaults and Charges, from the way there to the result and its checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quadrilatero.games.custoza.answers import Assault, Charge
from quadrilatero.games.custoza.board import CAVALRY, ENEMY
from quadrilatero.games.custoza.branches import NONE, SQUARE, Branch, branches, cost
from quadrilatero.games.custoza.deeds import Deed
from quadrilatero.games.custoza.duel import TWO_DICE, Duel, duel
from quadrilatero.games.custoza.odds_policy import Policy
from quadrilatero.games.custoza.rules import assault, charge, cohesion, combat, fortresses, movement
from quadrilatero.games.custoza.rules.concepts import ccv
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.games.custoza.words import BOOK
from quadrilatero.kernel import Ask, Plain
from quadrilatero.kernel.odds import Details, Losses, Mean, Odds
from quadrilatero.kernel.trial import aside

Outcome = tuple[str | None, tuple[int, int], tuple[int, int]]
"""Who wins (None: there is no combat), and the SP and levels lost by both, the Attacker's first."""


class Reckoning(NamedTuple):
    """All that may come of an attack, with what each side loses; `fought` is the combat as it would be at once."""

    chances: dict[Outcome, float]
    gone: tuple[float, float]
    fought: Duel | None

    def of(self, winner: str | None) -> float:
        """How likely somebody wins."""
        return sum(p for (who, _, _), p in self.chances.items() if who == winner)


# -- as an action ------------------------------------------------------------------------------------------------------


def of_attack(s: State, ask: Ask, answer: Assault | Charge, policy: Policy, most: int = 0) -> Odds:
    """9.3-b, 10.2-b, 9.4-b: an Assault or a Charge with the reactions on its way, up to its first combat.

    With `most`, TooMany is raised where so many trials do not tell.
    """
    riding = s.units[answer.units[0]].kind == CAVALRY
    tries = [way for way in policy.tries if riding or way != SQUARE]
    found = [_attack(s, ask, answer, way, most) for way in tries]
    return _odds(s, answer, min(found, key=lambda one: one.of(combat.ATTACKER)), policy)


def _attack(s: State, ask: Ask, answer: Assault | Charge, reactions: str, most: int) -> Reckoning:
    start = aside(s)
    if ask.what == "charge_on":
        assert isinstance(answer, Charge)
        deed = start.deed
        charge.head_for(start, answer, deed.target, charge.entry(start, start.of(deed.units), deed.marker, deed.target))
    elif isinstance(answer, Assault):
        assault.set_out(start, start.of(answer.units), answer)
    else:
        charge.set_out(start, start.of(answer.units), answer)
    why = "assault" if isinstance(answer, Assault) else "charge"
    return _reckon(s, branches(start, movement.walk, reactions, most), why, _ready)


def _ready(s: State, why: str) -> list[Unit]:
    """Who of the Force has come to the marker and can strike at its target; nobody where it is not to be."""
    deed = s.deed
    force = [unit for unit in s.of(deed.units) if unit.hex == deed.marker]
    if deed.stopped or deed.path or deed.do != why or not force or deed.target not in s.held[ENEMY[deed.side]]:
        return []
    if why == "charge":
        return force if charge.is_ahead(s, force, deed.target) else []
    return force if fortresses.attackable_from(s, deed.target, deed.marker) else []


def _reckon(s: State, ways: list[Branch], why: str, ready: Callable[[State, str], list[Unit]]) -> Reckoning:
    """The combat at the end of each way, and what has been lost on it."""
    chances: dict[Outcome, float] = {}
    gone = [0.0, 0.0]
    fought: Duel | None = None
    for chance, after in ways:
        side = after.deed.side
        lost = cost(s, after, side), cost(s, after, ENEMY[side])
        force = ready(after, why)
        ahead = duel(after, force, after.deed.target, why) if force else None
        if ahead is None:
            none: Outcome = (None, (lost[0].sp, lost[1].sp), (lost[0].levels, lost[1].levels))
            chances[none] = chances.get(none, 0.0) + chance
            gone = [gone[n] + chance * bool(lost[n].gone) for n in (0, 1)]
            continue
        fought = fought or ahead
        for end, p in ahead.ends.items():
            sp = lost[0].sp + end.sp[0], lost[1].sp + end.sp[1]
            levels = lost[0].levels + end.levels[0], lost[1].levels + end.levels[1]
            key: Outcome = (end.winner, sp, levels)
            chances[key] = chances.get(key, 0.0) + chance * p
            gone = [gone[n] + chance * p * bool(lost[n].gone or end.gone[n]) for n in (0, 1)]
    return Reckoning(chances, (gone[0], gone[1]), fought)


# -- as a reaction -----------------------------------------------------------------------------------------------------


def of_counter(s: State, answer: Assault | Charge, policy: Policy) -> Odds:
    """11.5.3-a, 11.5.3-b: those who pass a check attack the trigger; if nobody does, nothing comes of it."""
    why = "assault" if isinstance(answer, Assault) else "charge"
    units = s.of(answer.units)
    able: dict[tuple[str, ...], float] = {}
    for total, chance in TWO_DICE.items():
        fit = tuple(unit.id for unit in units if total <= allowed(s, unit, why))
        able[fit] = able.get(fit, 0.0) + chance
    parts = [(chance, _counter(s, fit, answer, why)) for fit, chance in able.items()]
    chances: dict[Outcome, float] = {}
    for chance, part in parts:
        for outcome, p in part.chances.items():
            chances[outcome] = chances.get(outcome, 0.0) + chance * p
    gone = tuple(sum(chance * part.gone[n] for chance, part in parts) for n in (0, 1))
    fought = next((part.fought for _, part in parts if part.fought), None)
    return _odds(s, answer, Reckoning(chances, (gone[0], gone[1]), fought), policy)


def allowed(s: State, unit: Unit, reason: str) -> int:
    """13.2-b: the highest dice with which a unit passes its check."""
    return ccv(s, unit) - sum(value for _, value in cohesion.modifiers(s, unit, reason, None))


def _counter(s: State, ids: tuple[str, ...], answer: Assault | Charge, why: str) -> Reckoning:
    if not ids:
        return Reckoning({(None, (0, 0), (0, 0)): 1.0}, (0.0, 0.0), None)
    start = aside(s)
    path = tuple(map(s.board.hex, answer.path))
    target = s.triggers[-1].hex
    deed = Deed("assault", s.units[ids[0]].side, ids, path=path, target=target, reaction=True)
    start.begin(deed if why == "assault" else Deed("charge", deed.side, ids, path=path, target=target, reaction=True))
    return _reckon(s, branches(start, movement.walk, NONE), why, _arrived)


def _arrived(s: State, why: str) -> list[Unit]:
    deed = s.deed
    return [] if deed.path or deed.stopped else [unit for unit in s.of(deed.units) if unit.hex >= 0]


# -- as they are told --------------------------------------------------------------------------------------------------


def _odds(s: State, answer: Assault | Charge, found: Reckoning, policy: Policy) -> Odds:
    side = s.units[answer.units[0]].side
    seats = side, ENEMY[side]
    outcomes: list[tuple[Plain, float]] = [
        ({"winner": winner, "sp": list(sp), "levels": list(levels)}, p)
        for (winner, sp, levels), p in found.chances.items()
    ]
    success = found.of(combat.ATTACKER)

    def details() -> Details:
        suffers = {
            seat: Losses(
                sum(p * sp[n] for (_, sp, _), p in found.chances.items()),
                max(sp[n] for _, sp, _ in found.chances),
                found.gone[n],
            )
            for n, seat in enumerate(seats)
        }
        return Details(_said(s, answer, found, policy, seats), _blows(found), suffers)

    return Odds(outcomes, True, 0.0, policy.plain(), success, BOOK, details)


def _said(
    s: State, answer: Assault | Charge, found: Reckoning, policy: Policy, seats: tuple[str, str]
) -> list[tuple[str, Plain]]:
    names = [s.units[id].name for id in answer.units]
    why = "assault" if isinstance(answer, Assault) else "charge"
    chances = {winner: found.of(winner) for winner in (combat.ATTACKER, combat.DRAW, combat.DEFENDER)}
    said: list[tuple[str, Plain]] = [(why, {"names": names, **chances})]
    if found.fought is not None and found.fought.prospect is None:
        said.append(("lone_guns", {}))
    said += [("combat", blow) for blow in _blows(found)]
    if missed := found.of(None):
        said.append(("no_combat", {"chance": missed}))
    for n, seat in enumerate(seats):
        sp = sum(p * sp[n] for (_, sp, _), p in found.chances.items())
        levels = sum(p * levels[n] for (_, _, levels), p in found.chances.items())
        said.append(("losses", {"names": [seat], "sp": Mean(sp), "levels": Mean(levels), "gone": found.gone[n]}))
    return [*said, (f"reactions_{policy.reactions}", {})]


def _blows(found: Reckoning) -> list[Plain]:
    """The roll of the combat as it would be at once: odds, row, column and every modifier with its rule."""
    if found.fought is None or found.fought.prospect is None:
        return []
    ahead = found.fought.prospect
    return [
        {
            "why": "combat",
            "odds": ahead.odds,
            "row": ahead.row,
            "column": ahead.column,
            "modifiers": [(rule, value) for rule, value in ahead.modifiers if value],
            "drm": ahead.drm,
            "chance": found.fought.chance(combat.ATTACKER),
            "draw": found.fought.chance(combat.DRAW),
        }
    ]
