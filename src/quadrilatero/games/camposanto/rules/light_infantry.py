"""Chapter 10: light infantry."""

from __future__ import annotations

from quadrilatero.games.camposanto.board import ENEMY
from quadrilatero.games.camposanto.state import TITUBANT, Active, State, Unit
from quadrilatero.games.camposanto.telling import no
from quadrilatero.kernel import Refusal

STACK = ["infantry", "light"]


def is_light(unit: Unit) -> bool:
    """10-a. A combat unit of one step, with Front and Flank like the others."""
    return unit.type == "light"


def spares_cavalry(defender: Unit) -> bool:
    """10-b. Horse that charges light infantry from the front has no penalty; a regiment under it still gives one."""
    return is_light(defender)


def refuse_light_stack(together: list[str], where: str) -> Refusal | None:
    """10.1-b. Light infantry stands alone or with one infantry regiment."""
    return no("10.1-b", "light_stack", hex=where) if "light" in together else None


def light_on_top(stack: list[Unit]) -> Unit | None:
    """10.1-c. In a stack the light infantry lies on top, takes the HIT and is gone."""
    return next((unit for unit in stack if is_light(unit)), None)


def may_fire(active: Active, unit: Unit) -> bool:
    """10.2-a. After all activations each light infantry unit of the wing may fire once, one after another."""
    return is_light(unit) and unit.id not in active.fired and not is_silent(active)


def is_silent(active: Active) -> bool:
    """10.2-b. Light infantry of a Titubant wing does not fire."""
    return active.state == TITUBANT


def targets(s: State, unit: Unit) -> list[int]:
    """10.2-c. It fires at an enemy in one of its two Front hexes."""
    return [hex for hex in s.board.facings.front[unit.hex][unit.facing] if has_enemy(s, unit, hex)]


def has_enemy(s: State, unit: Unit, hex: int) -> bool:
    """Whether an enemy counter, combat unit or Marshal, stands in the hex."""
    return hex in s.counters[ENEMY[unit.side]]


def fire_modifiers(s: State, hex: int) -> list[tuple[str, int]]:
    """10.2-d. Nothing helps the shot; farmhouses at the target take one off."""
    return [("10.2-d", -1)] if hex in s.board.farmhouses else []


def refuse_target(s: State, unit: Unit, hex: int) -> Refusal | None:
    """10.2-c: why a hex cannot be fired at."""
    if hex not in s.board.facings.front[unit.hex][unit.facing]:
        return no("10.2-c", "not_on_front", unit=unit.name)
    return None if has_enemy(s, unit, hex) else no("10.2-c", "no_target")
