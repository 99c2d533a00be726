"""The charts as the rules ask them: typed tables made from the data, and the small sums that go with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from quadrilatero.games.custoza.datapack import ChartsFile, Modifier
from quadrilatero.games.custoza.datapack.tables import AssaultRow, FireRow, InitiativeRow, OddsRow

MP: Final = 6
"""Movement points are counted in sixths, so that halves and thirds of a point are whole."""
PROHIBITED: Final = "P"
BY_ROAD: Final = "R"
FULL_DAY: Final = 24


class Effect(NamedTuple):
    """What a result does to a side: SP and levels lost, or a cohesion check with a DRM."""

    sp: int = 0
    levels: int = 0
    check: int | None = None

    @classmethod
    def of(cls, cell: str) -> Effect:
        """The effect that a cell writes as nS#, cc# or a dash."""
        if cell == "-":
            return cls()
        if cell.startswith("cc"):
            return cls(check=int(cell[2:]))
        sp, levels = cell.split("S")
        return cls(int(sp), int(levels))


class CombatResult(NamedTuple):
    """A cell of the Assault Table."""

    cell: str
    colour: str
    attacker: Effect
    defender: Effect


@cache
def sixths(cost: str) -> int:
    """A cost of the charts in sixths of a movement point.

    >>> sixths("1/3"), sixths("+2")
    (2, 12)
    """
    return int(Fraction(cost.removeprefix("+")) * MP)


class Charts:
    """All charts of a data pack."""

    def __init__(self, file: ChartsFile) -> None:
        self.file = file
        self.hex = {terrain.id: terrain for terrain in file.terrain.hex}
        self.hexside = {terrain.id: terrain for terrain in file.terrain.hexside}
        self.road = {terrain.id: terrain for terrain in file.terrain.road}
        self.cohesion: Mapping[str, Modifier] = {entry.id: entry for entry in file.cohesion_modifiers}
        self.fire: Mapping[str, Modifier] = {entry.id: entry for entry in file.fire_modifiers.entry}
        self.assault: Mapping[str, Modifier] = {entry.id: entry for entry in file.assault_modifiers}
        self.statuses = tuple(level.id for level in file.status.levels)
        self.status_cv = tuple(level.cv for level in file.status.levels)
        self.range_factor = {int(far): Fraction(by) for far, by in file.fire_modifiers.artillery_range.factor.items()}
        self.infantry_factor = {
            "light": Fraction(file.fire_modifiers.infantry.light),
            "line": Fraction(file.fire_modifiers.infantry.line),
        }
        self.fire_columns = tuple(column.label for column in file.fire_table.columns)
        self.combat_columns = file.assault_table.columns
        self.conducts: Mapping[str, InitiativeRow] = {row.id: row for row in file.initiative.rows}
        self._odds: dict[tuple[int, int, bool], OddsRow] = {}

    # -- cohesion ---------------------------------------------------------------------------------------------------

    def levels_lost(self, margin: int) -> int:
        """chart.CCET-a: Status levels lost by a check that failed by so much; none where it did not fail."""
        rows = self.file.cohesion_effects.rows
        return next((row.levels for row in rows if row.margin_min <= margin <= row.margin_max), 0)

    def check_drm(self, entry: str) -> int:
        """chart.CCMT-a: A modifier of cohesion checks that is a number."""
        drm = self.cohesion[entry].drm
        assert isinstance(drm, int)
        return drm

    # -- fire -------------------------------------------------------------------------------------------------------

    def fire_cvm(self, ccv: int) -> int:
        """chart.FCVM-a: What the cohesion of the firing unit adds to the roll."""
        return next(row.drm for row in self.file.fire_cvm.rows if row.ccv_min <= ccv <= row.ccv_max)

    def fire_column(self, power: int) -> int:
        """chart.FT-a: The column of a firepower, -1 below the first."""
        columns = self.file.fire_table.columns
        return next((n for n in reversed(range(len(columns))) if power >= columns[n].min), -1)

    def fire_result(self, column: int, total: int) -> str:
        """8.6-c: The cell of the Fire Table; beyond the last column the last one serves."""
        row: FireRow = next(row for row in self.file.fire_table.rows if row.min <= total <= row.max)
        return row.cells[min(column, len(row.cells) - 1)]

    # -- combat -----------------------------------------------------------------------------------------------------

    def odds(self, attacker: int, defender: int, *, inverse: bool = False) -> OddsRow:
        """10.4.2-a: The row nearest to a ratio, an exact middle in the Defender's favour; the ends serve all beyond.

        By option ratios below one are rounded as 1:x.
        """
        key = attacker, defender, inverse
        if key not in self._odds:
            self._odds[key] = self._nearest_odds(attacker, defender, inverse=inverse)
        return self._odds[key]

    def _nearest_odds(self, attacker: int, defender: int, *, inverse: bool) -> OddsRow:
        rows = self.file.odds.rows
        ratio = Fraction(attacker, defender)
        if inverse and ratio < 1:
            below = [row for row in rows if Fraction(row.ratio) <= 1]
            return min(below, key=lambda row: (abs(1 / Fraction(row.ratio) - 1 / ratio), Fraction(row.ratio)))
        return next((row for row in reversed(rows) if ratio > Fraction(row.above)), rows[0])

    def combat_column(self, difference: int) -> int:
        """10.4.4-a: The difference of cohesion, held to the columns of the table."""
        columns = self.combat_columns
        return max(columns[0], min(columns[-1], difference))

    def combat_result(self, column: int, total: int) -> CombatResult:
        """10.4.5-a, 10.4.7-a: The cell of the Assault Table: left of the slash the Attacker's, right the Defender's."""
        row: AssaultRow = next(row for row in self.file.assault_table.rows if row.min <= total <= row.max)
        cell = row.cells[self.combat_columns.index(column)]
        colour, effects = cell.split(" ")
        attacker, defender = map(Effect.of, effects.split("/"))
        return CombatResult(cell, colour, attacker, defender)

    # -- command ----------------------------------------------------------------------------------------------------

    def conduct(self, total: int) -> InitiativeRow:
        """chart.INI-a: What a loose cannon does by a die and its commander's Morale."""
        return next(row for row in self.file.initiative.rows if row.min <= total <= row.max)

    def morale(self, value: int) -> int:
        """chart.MORALE-a: A value held to the ends of the track."""
        return max(self.file.morale.min, min(self.file.morale.max, value))

    def collapse_level(self, units: Iterable[tuple[int, int]]) -> int:
        """chart.CMD-a, 19.1-a: The losses at which a Formation collapses, by printed SP and CV of its units."""
        rule = self.file.collapse
        worth = sum(sp * cv for sp, cv in units)
        return max(rule.minimum, (2 * worth + rule.divisor) // (2 * rule.divisor))

    # -- turns ------------------------------------------------------------------------------------------------------

    def turns_per_day(self, *, full: bool) -> int:
        """22.4-d: Game turns of a day; by option the short night is played in full."""
        return FULL_DAY if full else self.file.turns.turns_per_day

    def light(self, year: int, gt: int) -> str:
        """chart.TURN-a, 22.4-d: Day, night, dawn or dusk by the turn track of the year."""
        track = self.file.turns.day_1848 if year == 1848 else self.file.turns.day_1866
        if gt in track.night or gt > self.file.turns.turns_per_day:
            return "night"
        return "dawn" if gt in track.dawn else "dusk" if gt in track.dusk else "day"
