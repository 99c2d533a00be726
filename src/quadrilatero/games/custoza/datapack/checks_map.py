"""What the map must satisfy: each check raises the fault it finds, by the rule it serves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from quadrilatero.datapacks import Document, Way, repeated
from quadrilatero.games.custoza.datapack.contents import GridData, MapFile
from quadrilatero.hexes import Grid


@cache
def grid_of(data: GridData) -> Grid:
    """The grid of a map: odd columns lack the last row."""
    columns = range(data.first_column, data.last_column + 1)
    missing = [f"{column:02}{data.last_row:02}" for column in columns if column % 2]
    rows = range(data.first_row, data.last_row + 1)
    return Grid(columns, rows, layout=data.layout, shifted=data.shifted, missing=missing)


def check_map(doc: Document[MapFile]) -> None:
    """All that a map must satisfy."""
    check_hexes(doc)
    check_numbers(doc)
    check_hexsides(doc)
    check_ways(doc)
    check_rivers(doc)
    check_crossings(doc)


def check_hexes(doc: Document[MapFile]) -> None:
    """2.2-b. The map describes every hex of its grid, each once."""
    field, grid = doc.content, grid_of(doc.content.grid)
    if twice := repeated((("hex", n, "hex"), entry.hex) for n, entry in enumerate(field.hex)):
        raise doc.bad(twice.way, f"the hex is already described on line {doc.line(twice.earlier)}", "keep one of them")
    described = {entry.hex for entry in field.hex}
    for number in grid.numbers:
        if number not in described:
            raise doc.bad(("hex",), f'hex "{number}" of the grid is missing', "describe it")


def check_numbers(doc: Document[MapFile]) -> None:
    """2.2-b. Every hex that the map names lies on its grid."""
    on_grid = frozenset(grid_of(doc.content.grid).numbers)
    for way, number in _named(doc.content):
        if number not in on_grid:
            raise doc.bad(way, f'hex "{number}" is not on the map', "correct the number")


def _named(field: MapFile) -> Iterator[tuple[Way, str]]:
    yield from ((("hex", n, "hex"), entry.hex) for n, entry in enumerate(field.hex))
    yield from ((("crossing", n, "hex"), crossing.hex) for n, crossing in enumerate(field.crossing))
    yield from ((("fortress", n, "hex"), fortress.hex) for n, fortress in enumerate(field.fortress))
    yield from ((("entry", n, "hex"), entry.hex) for n, entry in enumerate(field.entry))
    yield from ((("exit", "hexes", n), number) for n, number in enumerate(field.exit.hexes))
    places: list[tuple[Way, Sequence[str]]] = [(("place", n), place.hexes) for n, place in enumerate(field.place)]
    for way, hexes in (*_lines(field), *places):
        yield from (((*way, "hexes", at), number) for at, number in enumerate(hexes))


def _lines(field: MapFile) -> Iterator[tuple[Way, Sequence[str]]]:
    """Roads, railways and rivers by the hexes they run through."""
    yield from ((("road", n), road.hexes) for n, road in enumerate(field.road))
    yield from ((("railway", n), railway.hexes) for n, railway in enumerate(field.railway))
    yield from ((("river", n), river.hexes) for n, river in enumerate(field.river))


def check_hexsides(doc: Document[MapFile]) -> None:
    """A hexside lies between neighbours, has a slope or a stream, and a slope rises to the higher of the two."""
    grid = grid_of(doc.content.grid)
    level = {entry.hex: entry.level for entry in doc.content.hex}
    for n, side in enumerate(doc.content.hexside):
        way = ("hexside", n, "between")
        one, other = side.between
        if one not in level or other not in level or grid.index(other) not in grid.adjacent[grid.index(one)]:
            raise doc.bad(way, f"{one} and {other} are not neighbours", "name two hexes that share a side")
        if side.slope is None and side.stream is None:
            raise doc.bad(way, "nothing lies on this side", "give it a slope or a stream, or remove it")
        if side.slope is None:
            continue
        low = one if side.up == other else other
        if side.up not in side.between or level[side.up or one] <= level[low]:
            raise doc.bad(("hexside", n, "up"), "a slope rises to the hex of the higher level", "name that hex")


def check_ways(doc: Document[MapFile]) -> None:
    """7.8-a. Roads and rivers run from neighbour to neighbour, and no road runs through the lake."""
    grid = grid_of(doc.content.grid)
    lake = {entry.hex for entry in doc.content.hex if entry.terrain == "lake"}
    for way, hexes in _lines(doc.content):
        for at, (one, other) in enumerate(pairwise(hexes)):
            if grid.index(other) not in grid.adjacent[grid.index(one)]:
                fault = f"{one} and {other} are not neighbours"
                raise doc.bad((*way, "hexes", at + 1), fault, "add the hexes between them")
        if way[0] == "road" and (wet := lake.intersection(hexes)):
            raise doc.bad((*way, "hexes"), f"{min(wet)} is lake", "lead the road round it")


def check_rivers(doc: Document[MapFile]) -> None:
    """22.1-a, 22.2-a. The hexes of each river are those with its terrain."""
    for n, river in enumerate(doc.content.river):
        wet = {entry.hex for entry in doc.content.hex if entry.terrain == river.id}
        if odd := wet.symmetric_difference(river.hexes):
            fault = f'hex "{min(odd)}" is in the river or has its terrain, but not both'
            raise doc.bad(("river", n, "hexes"), fault, "correct one of the two")


def check_crossings(doc: Document[MapFile]) -> None:
    """22.1-a, 22.2-b. A road enters a river only where there is a bridge or a ford."""
    crossed = {crossing.hex for crossing in doc.content.crossing}
    rivers = {entry.hex for entry in doc.content.hex if entry.terrain in ("tione", "mincio")}
    for n, road in enumerate(doc.content.road):
        for at, number in enumerate(road.hexes):
            if number in rivers - crossed:
                fault = f"the road enters the river at {number}, where there is neither bridge nor ford"
                raise doc.bad(("road", n, "hexes", at), fault, "add the crossing or move the road")
