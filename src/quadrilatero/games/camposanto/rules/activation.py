"""Chapter 5: what the state of a wing allows it, and the order of its operations."""

from __future__ import annotations

from quadrilatero.games.camposanto.rules import commanders
from quadrilatero.games.camposanto.state import CAUTIOUS, IMPETUOUS, STEPS, TITUBANT, Active, State, Unit
from quadrilatero.games.camposanto.telling import no
from quadrilatero.kernel import Refusal

FOUR = 4


def activation_order(orders: dict[str, dict[str, int]]) -> tuple[str, ...]:
    """5-a. Wings act from the highest order point to the lowest; the Impetuous wing is thus the first."""
    points = {f"{side}.{wing}": point for side, wings in orders.items() for wing, point in wings.items()}
    return tuple(sorted(points, key=lambda wing: -points[wing]))


def extra_movement(active: Active) -> int:
    """5.1-b, aid.wings-c. Units of an Impetuous wing, guns and Marshal too, have one movement point more."""
    return 1 if active.state == IMPETUOUS else 0


def assault_bonus(active: Active) -> int:
    """5.1-c. An Impetuous wing adds one to its rolls in the Assaults that it starts."""
    return 1 if active.state == IMPETUOUS else 0


def may_change_zoc(active: Active) -> bool:
    """5.1-d. Only units of an Impetuous wing may go from one enemy ZOC into another."""
    return active.state == IMPETUOUS


def activation_limit(active: Active) -> int | None:
    """5.3-a, 5.4-a, aid.wings-a, aid.wings-b. Cautious and Titubant wings activate four units, others all."""
    return FOUR if active.state in (CAUTIOUS, TITUBANT) else None


def activations_left(s: State) -> int | None:
    """5.3-a: an activation is a combat unit that moves or turns in the movement step; None where there is no limit."""
    active = s.acting()
    limit = activation_limit(active)
    if limit is None:
        return None
    used = len(active.activated)
    return limit - used if used < limit else 0


def has_flank_bonus(active: Active) -> bool:
    """5.3-c. A Cautious wing gains nothing from the Flank, and its victim loses nothing there."""
    return active.state != CAUTIOUS


def stays_out_of_zoc(active: Active) -> bool:
    """5.4-b, 5.4-d. Units of a Titubant wing may leave an enemy ZOC but enter none."""
    return active.state == TITUBANT


def starts_no_assault(active: Active) -> bool:
    """5.4-c. A Titubant wing starts no Assault, not even with units next to the enemy; it defends itself as usual."""
    return active.state == TITUBANT


def next_step(step: str) -> str | None:
    """5.5-a. Artillery fire, movement, Marshal, light infantry fire, Assaults; None when all is done."""
    following = STEPS.index(step) + 1
    return STEPS[following] if following < len(STEPS) else None


def refuse_turn_to_act(s: State, unit: Unit) -> Refusal | None:
    """5.5-b. Units of the acting wing act one after another in their own step, each once."""
    active = s.acting()
    if unit.side != active.side or unit.wing != active.wing:
        return no("5-a", "not_of_the_wing", unit=unit.name, wing=active.wing, side=active.side)
    acted = active.moved if unit.type == "marshal" else active.activated
    if unit.id in acted:
        return no("5.5-b", "acted_already", unit=unit.name)
    return refuse_fifth(s, unit) or commanders.refuse_step(unit, active.step)


def refuse_fifth(s: State, unit: Unit) -> Refusal | None:
    """5.3-a, 5.4-a: once four combat units have acted, no other does."""
    if unit.type == "marshal" or activations_left(s) != 0:
        return None
    state = s.acting().state
    return no("5.3-a" if state == CAUTIOUS else "5.4-a", "four_activations", state=state)
