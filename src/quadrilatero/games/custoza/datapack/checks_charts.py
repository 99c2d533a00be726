"""What the charts must satisfy, so that every roll finds its cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol

from quadrilatero.datapacks import Document, Way
from quadrilatero.games.custoza.datapack.tables import ChartsFile

HEXES = {"clear", "light_cultivation", "heavy_cultivation", "woods", "village", "fortress", "tione", "mincio"}
HEXES |= {"mincio_bridge", "lake"}
SIDES = {"stream", "slope", "steep_slope"}
ROADS = {"major_road", "minor_road", "tione_bridge", "tione_ford"}
ROLLS = range(-12, 31)
CCVS = range(-5, 16)


class _Row(Protocol):
    @property
    def min(self) -> int: ...
    @property
    def max(self) -> int: ...


def check_charts(doc: Document[ChartsFile]) -> None:
    """All that the charts must satisfy."""
    check_terrain(doc)
    check_levels(doc)
    check_tables(doc)
    check_odds(doc)
    check_light(doc)


def check_terrain(doc: Document[ChartsFile]) -> None:
    """chart.TEC-a. All terrain that the rules name is there, and nothing else."""
    terrain = doc.content.terrain
    _all_named(doc, ("terrain", "hex"), (entry.id for entry in terrain.hex), HEXES)
    _all_named(doc, ("terrain", "hexside"), (entry.id for entry in terrain.hexside), SIDES)
    _all_named(doc, ("terrain", "road"), (entry.id for entry in terrain.road), ROADS)


def _all_named(doc: Document[ChartsFile], way: Way, found: Iterable[str], wanted: set[str]) -> None:
    listed = list(found)
    for name in sorted(wanted.symmetric_difference(listed)):
        raise doc.bad(way, f'"{name}" is missing' if name in wanted else f'no rule knows "{name}"', "correct the ids")


def check_levels(doc: Document[ChartsFile]) -> None:
    """chart.UST-a, 13.5-a. Four status levels in order, each worse than the one before; the next is rout."""
    levels = doc.content.status.levels
    if [level.level for level in levels] != list(range(4)) or doc.content.status.rout_at != 4:
        raise doc.bad(("status", "levels"), "expected the levels 0 to 3 in order, and rout at 4", "correct them")
    if [level.cv for level in levels] != sorted((level.cv for level in levels), reverse=True):
        raise doc.bad(("status", "levels"), "a worse level never helps cohesion", "correct the values of cv")


def check_tables(doc: Document[ChartsFile]) -> None:
    """chart.FT-a, chart.AT-a, chart.CCET-a, chart.INI-a. Every total has one row, and every row all its cells."""
    charts = doc.content
    _covers(doc, ("fire_table", "rows"), charts.fire_table.rows, ROLLS)
    _covers(doc, ("assault_table", "rows"), charts.assault_table.rows, ROLLS)
    track = charts.morale
    _covers(doc, ("initiative", "rows"), charts.initiative.rows, range(1 + track.min, 7 + track.max))
    for margin in range(1, 31):
        if sum(row.margin_min <= margin <= row.margin_max for row in charts.cohesion_effects.rows) != 1:
            raise doc.bad(("cohesion_effects", "rows"), f"a margin of {margin} needs one row", "correct the margins")
    for ccv in CCVS:
        if sum(row.ccv_min <= ccv <= row.ccv_max for row in charts.fire_cvm.rows) != 1:
            raise doc.bad(("fire_cvm", "rows"), f"a cohesion of {ccv} needs one row", "correct the bounds")
    columns = charts.fire_table.columns
    if columns[0].min != 1 or any(one.max + 1 != other.min for one, other in pairwise(columns)):
        raise doc.bad(("fire_table", "columns"), "columns follow one another from 1 on", "correct the bounds")
    _all_cells(doc, "fire_table", [row.cells for row in charts.fire_table.rows], len(columns))
    combat = charts.assault_table
    _all_cells(doc, "assault_table", [row.cells for row in combat.rows], len(combat.columns))


def _all_cells(doc: Document[ChartsFile], table: str, rows: Sequence[Sequence[str]], size: int) -> None:
    for n, cells in enumerate(rows):
        if len(cells) != size:
            raise doc.bad((table, "rows", n, "cells"), f"expected {size} cells, got {len(cells)}")


def _covers(doc: Document[ChartsFile], way: Way, rows: Sequence[_Row], totals: range) -> None:
    for total in totals:
        if sum(row.min <= total <= row.max for row in rows) != 1:
            raise doc.bad(way, f"a total of {total} needs exactly one row", "correct min and max")


def check_odds(doc: Document[ChartsFile]) -> None:
    """chart.ODDS-a. The rows of the odds rise."""
    rows = doc.content.odds.rows
    if [row.drm for row in rows] != sorted(row.drm for row in rows):
        raise doc.bad(("odds", "rows"), "better odds never help less", "put the rows in order")


def check_light(doc: Document[ChartsFile]) -> None:
    """chart.TURN-a, 22.4-d. No game turn is night, dawn and dusk at once, and all are on the track."""
    turns = doc.content.turns
    for key, day in (("day_1848", turns.day_1848), ("day_1866", turns.day_1866)):
        named = (*day.night, *day.dawn, *day.dusk)
        if len(set(named)) != len(named) or not all(1 <= gt <= turns.turns_per_day for gt in named):
            raise doc.bad(("turns", key), "a game turn is on the track once", "correct night, dawn and dusk")
