"""The tables of the rules as rules look them up; values, and where each comes from, are in data/tables.toml."""

from __future__ import annotations

from quadrilatero.games.alaguerre.datapack import PACK

_TABLES = PACK.chosen().tables

RANGES: dict[str, tuple[int | None, int, int | None]] = {
    row.weapon: (row.short, row.long, row.extreme) for row in _TABLES.range
}
"""8.2: short, long and extreme range of each weapon."""
FIRE: dict[str, tuple[int, int]] = {row.rule: (row.artillery, row.small_arms) for row in _TABLES.fire}
"""8.4: modifiers of guns and of small arms."""
MELEE: dict[str, int] = {row.rule: row.value for row in _TABLES.melee}
MORALE: dict[str, int] = {row.rule: row.value for row in _TABLES.morale}
ROWS: dict[str, tuple[str, ...]] = {row.id: tuple(row.results) for row in _TABLES.row}
"""10.2.1: the results of a row from a score of 1 to 6."""
ROW_RULES: dict[str, str] = {row.id: row.rule for row in _TABLES.row}
RADIUS: dict[int, int] = {row.level: row.radius for row in _TABLES.general}
"""2.7.5-g: the command radius of each level."""
