"""Chapter 9: artillery, and the fire steps of 5.5 for both arms that fire."""

from __future__ import annotations

from quadrilatero.games.camposanto.rules.evening import artillery_range
from quadrilatero.games.camposanto.rules.light_infantry import has_enemy
from quadrilatero.games.camposanto.state import TITUBANT, Active, State, Unit
from quadrilatero.games.camposanto.telling import no
from quadrilatero.kernel import Refusal

STACK = ["artillery", "infantry"]


def is_gun(unit: Unit) -> bool:
    """9-a. A combat unit of one step, with Front and Flank like the others."""
    return unit.type == "artillery"


# -- 9.1 -------------------------------------------------------------------------------------------------------------


def may_fire(active: Active, unit: Unit) -> bool:
    """9.1-a. As its wing is activated each gun may fire once, one after the other."""
    return is_gun(unit) and unit.id not in active.fired and not is_silent(active)


def is_silent(active: Active) -> bool:
    """9.1-b. Guns of a Titubant wing do not fire."""
    return active.state == TITUBANT


def cone(s: State, unit: Unit) -> dict[int, int]:
    """9.1-c. The field of fire opens from the Front to four hexes: 2, 3, 4 and 5 hexes wide. Gives hex: range."""
    return dict(s.board.facings.cone(unit.hex, unit.facing, artillery_range(s)))


def targets(s: State, unit: Unit) -> list[int]:
    """9.1-c: the hexes with an enemy that a gun may fire at."""
    return [hex for hex in cone(s, unit) if has_enemy(s, unit, hex) and not line_is_blocked(s, unit, hex)]


def is_obstacle(s: State, hex: int) -> bool:
    """9.1-d. Any counter of either side, a Marshal's too, and farmhouses bar the line of fire."""
    return hex in s.at or hex in s.board.farmhouses


def line_is_blocked(s: State, unit: Unit, hex: int) -> bool:
    """9.1-e. From centre to centre; barred by an obstacle in any hex that the line touches between gun and target."""
    return any(touches_obstacle(s, crossed) for crossed in s.board.grid.line(unit.hex, hex))


def touches_obstacle(s: State, crossed: tuple[int, ...]) -> bool:
    """9.1-f. Along the side of two hexes the line is barred only if both hold an obstacle."""
    return all(hex >= 0 and is_obstacle(s, hex) for hex in crossed)


def fire_modifiers(s: State, unit: Unit, hex: int) -> list[tuple[str, int]]:
    """9.1-g, 9.1-i, aid.fire-a. The counter's number for the range is the only bonus."""
    value = unit.fire[s.board.grid.distance(unit.hex, hex) - 1]
    return ([("9.1-g", value)] if value else []) + farmhouse_modifier(s, hex)


def farmhouse_modifier(s: State, hex: int) -> list[tuple[str, int]]:
    """9.1-j. Farmhouses at the target are the only penalty."""
    return [("9.1-j", -1)] if hex in s.board.farmhouses else []


def refuse_target(s: State, unit: Unit, hex: int) -> Refusal | None:
    """9.1-c: why a hex cannot be fired at."""
    if hex not in cone(s, unit):
        far = hex >= 0 and s.turn == "evening" and s.board.grid.distance(unit.hex, hex) > 1
        return no("11-b", "evening_range") if far else no("9.1-c", "outside_cone", unit=unit.name)
    if not has_enemy(s, unit, hex):
        return no("9.1-c", "no_target")
    return no("9.1-d", "line_blocked", unit=unit.name) if line_is_blocked(s, unit, hex) else None


# -- 9.2 -------------------------------------------------------------------------------------------------------------


def refuse_gun_in_zoc(unit: Unit) -> Refusal | None:
    """9.2-a. Guns enter no enemy ZOC."""
    return no("9.2-a", "gun_in_zoc", unit=unit.name) if is_gun(unit) else None


def can_flee_or_advance(unit: Unit) -> bool:
    """9.2-b. Guns neither flee nor advance after combat; they may turn."""
    return not is_gun(unit)


def refuse_gun_stack(together: list[str], where: str) -> Refusal | None:
    """9.2-d. A gun stands alone or with one infantry regiment, never with light infantry, horse or another gun."""
    return no("9.2-d", "gun_stack", hex=where) if "artillery" in together else None


def gun_on_top(stack: list[Unit]) -> Unit | None:
    """9.2-e, 9.3-d. In a stack the gun lies on top and takes every HIT first; a further one falls on the regiment."""
    return next((unit for unit in stack if is_gun(unit)), None)


# -- 9.3 -------------------------------------------------------------------------------------------------------------


def is_lone_gun(s: State, unit: Unit) -> bool:
    """9.3-a. A gun alone in its hex starts and joins no Assault."""
    return is_gun(unit) and not any(other.type == "infantry" for other in s.stack(unit.hex))


def assault_stars(unit: Unit) -> int:
    """9.3-b. In an Assault a gun is a plain one-step unit: its fire numbers are not used, and it has no other bonus."""
    return 0 if is_gun(unit) else unit.stars
