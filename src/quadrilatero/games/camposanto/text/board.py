"""The field of battle in characters, drawn from a view. No rules here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from quadrilatero.games.camposanto.datapack import DataPack
from quadrilatero.hexes import Grid
from quadrilatero.hexes.text import Frame, choose_frame, draw, stacks_of
from quadrilatero.kernel import Plain
from quadrilatero.kernel.speaker import Line, Window

ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
LETTERS = {"infantry": "I", "cavalry": "C", "artillery": "A", "light": "L", "marshal": "M"}
SIDE_LETTERS = {"spain": "S", "austria": "A"}
COUNTERS = {"spain": "white on dark_red", "austria": "black on khaki1"}
GRASS, HOUSE, WATER, BRIDGE, FAR = "·", "⌂", "≈", "╫", " "
STYLES = {GRASS: "dim", HOUSE: "bright_magenta", WATER: "bright_blue", BRIDGE: "bold bright_white", FAR: ""}
REACHED = ("bold green", "bold underline bright_green")


class Field(msgspec.Struct, frozen=True):
    """What lies on the map, by printed number."""

    grid: Grid
    houses: frozenset[str]
    water: frozenset[str]
    far: frozenset[str]
    bridge: str | None

    def ground(self, number: str) -> str:
        """The sign of the ground in a hex."""
        if number == self.bridge:
            return BRIDGE
        if number in self.water:
            return WATER
        if number in self.far:
            return FAR
        return HOUSE if number in self.houses else GRASS


def own_field(data: DataPack, grid: Grid) -> Field:
    """The game's own map."""
    return Field(
        grid,
        frozenset(house.hex for house in data.farmhouses),
        frozenset((*data.river, *data.pond)),
        frozenset(data.out_of_play),
        data.bridge,
    )


def blank_field(plain: Mapping[str, Any]) -> Field:
    """The blank board that a position brought with it."""
    grid = Grid(plain["cols"], plain["rows"], layout="pointy", shifted="even")
    water = frozenset((*plain["river"], *plain["pond"]))
    return Field(grid, frozenset(plain["farmhouses"]), water, frozenset(), plain["bridge"])


def draw_board(
    view: Plain,
    field: Field,
    window: Window,
    reached: frozenset[str] = frozenset(),
    ready: frozenset[str] = frozenset(),
) -> list[Line]:
    """The board. Hexes in `reached` show their number; counters in `ready` can act now and are underlined."""
    stacks = stacks_of(view["units"])
    focus = [unit["hex"] for unit in view["units"] if unit["id"] in ready]
    frame = choose_frame(field.grid, stacks, window.width, window.height, whole=window.whole, focus=focus)

    def cell(number: str, line: int) -> Line:
        if number in stacks:
            return _counter(stacks[number], field, frame, line, ready)
        if number in reached:
            return _reached(number, field, frame, line)
        return _ground(field.ground(number), frame.width, line)

    return draw(field.grid, frame, cell)


def _ground(sign: str, width: int, line: int) -> Line:
    if sign == WATER:
        return [(WATER * width, STYLES[WATER])]
    shown = sign if line == 0 or sign != GRASS else " "
    if sign == HOUSE:
        shown = HOUSE * 2
    return [(f" {shown}".ljust(width), STYLES[sign])]


def _reached(number: str, field: Field, frame: Frame, line: int) -> Line:
    if line:
        return [(" " * frame.width, "")]
    mark = HOUSE if number in field.houses else " "
    return [(number, REACHED[int(number[:2]) % 2]), (mark * (frame.width - len(number)), STYLES[HOUSE])]


def _counter(stack: list[Plain], field: Field, frame: Frame, line: int, ready: frozenset[str]) -> Line:
    """Two lines: who (S L1) and what (infantry, its facing and steps); small: side, type, facing, steps."""
    unit = max(stack, key=lambda unit: unit["type"] in ("artillery", "light"))
    style = COUNTERS[unit["side"]]
    if any(one["id"] in ready for one in stack):
        style = f"bold underline {style}"
    what = LETTERS[unit["type"]] + ARROWS.get(unit.get("facing", ""), " ") + str(unit.get("steps", " "))
    extra = "+" if len(stack) > 1 else " "
    if not frame.tall:
        shown = SIDE_LETTERS[unit["side"]] + what
    elif line == 0:
        shown = unit["id"].replace("-", "")[:4].ljust(4)
    else:
        shown = what + (extra if extra == "+" else "*" if unit.get("stars") else " ")
    if frame.width == len(shown):
        return [(shown, style)]
    house = HOUSE if unit["hex"] in field.houses else " "
    if frame.tall:
        mark = house if line == 0 else " "
    else:
        mark = extra if extra == "+" else house
    return [(shown, style), (mark, STYLES[HOUSE])]
