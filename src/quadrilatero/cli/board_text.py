"""Camposanto in the terminal: the board, the state of the battle and the counters, drawn from a view. No rules here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from quadrilatero.cli.words import Words
from quadrilatero.hexes import Grid
from quadrilatero.kernel import Plain, find_game

ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
LETTERS = {"infantry": "I", "cavalry": "C", "artillery": "A", "light": "L", "marshal": "M"}
SIDE_LETTERS = {"spain": "S", "austria": "A"}
COUNTERS = {
    "spain": Style(color="white", bgcolor="dark_red"),
    "austria": Style(color="black", bgcolor="khaki1"),
}
NAMES = {"spain": Style(color="red", bold=True), "austria": Style(color="yellow", bold=True)}
GRASS, HOUSE, WATER, BRIDGE, FAR = "·", "⌂", "≈", "╫", " "
STYLES = {
    GRASS: Style(dim=True),
    HOUSE: Style(color="bright_magenta"),
    WATER: Style(color="bright_blue"),
    BRIDGE: Style(color="bright_white", bold=True),
    FAR: Style(),
}
REACHED = (Style(color="green", bold=True), Style(color="bright_green", bold=True, underline=True))
LABEL = 4
ROOMY, TIGHT = 5, 4
MARGIN = 2


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


_fields: dict[str, Field] = {}


def field_of(view: Plain) -> Field:
    """The field of a view: the game's own map, or the blank board that the position brought."""
    key = str(view["map"])
    if key not in _fields:
        _fields[key] = _own_field() if view["map"] == "camposanto" else _blank_field(view["map"])
    return _fields[key]


def _own_field() -> Field:
    data: Any = find_game("camposanto").data  # type: ignore[attr-defined]  # only Camposanto is drawn here
    return Field(
        Grid(data.grid.cols, data.grid.rows, layout=data.grid.layout, shifted=data.grid.shifted),
        frozenset(house.hex for house in data.farmhouses),
        frozenset((*data.river, *data.pond)),
        frozenset(data.out_of_play),
        data.bridge,
    )


def _blank_field(plain: Mapping[str, Any]) -> Field:
    grid = Grid(plain["cols"], plain["rows"], layout="pointy", shifted="even")
    water = frozenset((*plain["river"], *plain["pond"]))
    return Field(grid, frozenset(plain["farmhouses"]), water, frozenset(), plain["bridge"])


# -- the board ---------------------------------------------------------------------------------------------------------


class Frame(msgspec.Struct, frozen=True):
    """The part of the map that is drawn, and how large: columns and rows from 1, characters a hex, lines a hex."""

    cols: range
    rows: range
    width: int
    tall: bool


def choose_frame(
    view: Plain, width: int, height: int, whole: bool = False, focus: frozenset[str] = frozenset()
) -> Frame:
    """The part of the map where the counters are, or the whole, as large as fits; columns around the units in focus."""
    grid = field_of(view).grid
    cols, rows = (grid.cols, grid.rows) if whole else _around(view, grid)
    tall = 2 * len(rows) + 1 <= height
    if LABEL + len(cols) * ROOMY + ROOMY // 2 <= width:
        return Frame(cols, rows, ROOMY, tall)
    fitting = max(1, (width - LABEL - 2) // TIGHT)
    if fitting < len(cols):
        looked_at = [int(unit["hex"][:2]) for unit in view["units"] if unit["id"] in focus] or list(cols)
        first = (min(looked_at) + max(looked_at) + 1 - fitting) // 2
        first = min(max(first, cols.start), cols.stop - fitting)
        cols = range(first, first + fitting)
    return Frame(cols, rows, TIGHT, tall)


def _around(view: Plain, grid: Grid) -> tuple[range, range]:
    places = [(int(unit["hex"][:2]), int(unit["hex"][2:])) for unit in view["units"] if "hex" in unit]
    if not places:
        return grid.cols, grid.rows
    cols, rows = zip(*places, strict=True)
    return (
        range(max(grid.cols[0], min(cols) - MARGIN), min(grid.cols[-1], max(cols) + MARGIN) + 1),
        range(max(grid.rows[0], min(rows) - MARGIN), min(grid.rows[-1], max(rows) + MARGIN) + 1),
    )


def draw_board(
    view: Plain, frame: Frame, reached: frozenset[str] = frozenset(), ready: frozenset[str] = frozenset()
) -> Text:
    """The board. Hexes in `reached` show their number; counters in `ready` can act now and are underlined."""
    field = field_of(view)
    stacks: dict[str, list[Plain]] = {}
    for unit in view["units"]:
        if "hex" in unit:
            stacks.setdefault(unit["hex"], []).append(unit)
    text = _column_labels(frame)
    for row in frame.rows:
        shift = " " * (frame.width // 2 if row % 2 == 0 else 0)
        for line in range(2 if frame.tall else 1):
            text.append(f"{row:>2}  " if line == 0 else "    ", Style(dim=True))
            text.append(shift)
            for col in frame.cols:
                number = f"{col:02}{row:02}"
                if number in stacks:
                    _draw_counter(text, stacks[number], field, frame, line, ready)
                elif number in reached:
                    _draw_reached(text, number, field, frame, line)
                else:
                    _draw_ground(text, field.ground(number), frame.width, line)
            text.append("\n")
    text.right_crop(1)
    return text


def _column_labels(frame: Frame) -> Text:
    text = Text(" " * LABEL, no_wrap=True)
    for col in frame.cols:
        text.append(f" {col:02}".ljust(frame.width), Style(dim=True))
    return text.append("\n")


def _draw_ground(text: Text, sign: str, width: int, line: int) -> None:
    if sign == WATER:
        text.append(WATER * width, STYLES[WATER])
        return
    shown = sign if line == 0 or sign != GRASS else " "
    if sign == HOUSE:
        shown = HOUSE * 2
    text.append(f" {shown}".ljust(width), STYLES[sign])


def _draw_reached(text: Text, number: str, field: Field, frame: Frame, line: int) -> None:
    style = REACHED[int(number[:2]) % 2]
    if line == 0:
        text.append(number, style)
        mark = HOUSE if number in field.houses else " "
        text.append(mark * (frame.width - len(number)), STYLES[HOUSE])
    else:
        text.append(" " * frame.width)


def _draw_counter(text: Text, stack: list[Plain], field: Field, frame: Frame, line: int, ready: frozenset[str]) -> None:
    """Two lines: who (S L1) and what (infantry, its facing and steps); small: side, type, facing, steps."""
    unit = max(stack, key=lambda unit: unit["type"] in ("artillery", "light"))
    style = COUNTERS[unit["side"]]
    if any(one["id"] in ready for one in stack):
        style += Style(bold=True, underline=True)
    what = LETTERS[unit["type"]] + ARROWS.get(unit.get("facing", ""), " ") + str(unit.get("steps", " "))
    extra = "+" if len(stack) > 1 else " "
    if frame.tall:
        if line == 0:
            shown = unit["id"].replace("-", "")[:4].ljust(4)
        else:
            shown = what + (extra if extra == "+" else "*" if unit.get("stars") else " ")
    else:
        shown = SIDE_LETTERS[unit["side"]] + what
    text.append(shown, style)
    if frame.width > 4:
        house = unit["hex"] in field.houses
        if frame.tall:
            mark = HOUSE if house and line == 0 else " "
        else:
            mark = extra if extra == "+" else HOUSE if house else " "
        text.append(mark, STYLES[HOUSE])


def legend(words: Words) -> Text:
    """What the signs mean."""
    text = Text()
    text.append(f" {words('side.spain')} ", COUNTERS["spain"])
    text.append(" ")
    text.append(f" {words('side.austria')} ", COUNTERS["austria"])
    text.append(f"  {words('board.types')}  {HOUSE} {words('board.house')}  {WATER} {words('board.water')}  ", "dim")
    text.append(f"{BRIDGE} {words('board.bridge')}  {words('board.marks')}", "dim")
    return text


# -- the state of the battle -------------------------------------------------------------------------------------------


def draw_status(view: Plain, words: Words, width: int = 200) -> Text:
    """Turn and Phase, points, losses, and the order in which the wings act."""
    turn = f"{words.find('turn', view['turn'], view['turn'])}, {words('status.phase')} {view['phase']}"
    parts = [Text(turn, "bold")]
    for side in SIDE_LETTERS:
        gone = sum(unit["side"] == side for unit in view["eliminated"])
        general = words("status.general_used" if view["general_used"][side] else "status.general_free")
        said = words("status.side", vp=view["vp"][side], hits=view["inflicted"][side], lost=gone, general=general)
        parts.append(Text(words(f"side.{side}"), NAMES[side]).append(f" {said}", Style(bold=False, color="default")))
    lines = _in_lines(parts, width)
    if view["order"]:
        lines.append("\n").append(_in_lines([_draw_wing(view, key, words) for key in view["order"]], width))
    return lines


def _in_lines(parts: list[Text], width: int) -> Text:
    """Parts side by side, none broken over two lines."""
    lines, used = Text(), 0
    for part in parts:
        if used and used + 3 + len(part) > width:
            lines.append("\n")
            used = 0
        gap = 3 if used else 0
        lines.append(" " * gap).append(part)
        used += gap + len(part)
    return lines


def _draw_wing(view: Plain, key: str, words: Words) -> Text:
    side, wing = key.split(".")
    state = view["states"].get(side, {}).get(wing, "")
    active = view["active"] or {}
    current = (active.get("side"), active.get("wing")) == (side, wing)
    done = view["order"].index(key) < _current(view)
    points = view["orders"][side][wing] if view["orders"] else ""
    mark = "▶ " if current else "✓ " if done else ""
    tired = "!" if key in view["fatigued"] else ""
    names = f"{words.find('wing', wing, wing)} {points} {words.find('state', state, state)}"
    label = f"{mark}{SIDE_LETTERS[side]} {names}{tired}"
    return Text(label, NAMES[side] + Style(reverse=True) if current else Style(dim=done))


def _current(view: Plain) -> int:
    active = view["active"]
    if active is None:
        return 0
    key = f"{active['side']}.{active['wing']}"
    order: list[str] = view["order"]
    return order.index(key) if key in order else 0


def units_table(view: Plain, words: Words, side: str | None = None) -> Table:
    """Every counter with its values."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("id", "name", "type", "wing", "hex", "facing", "steps", "stars"):
        table.add_column(words(f"units.{name}"))
    gone = [{**unit, "hex": words("units.lost")} for unit in view["eliminated"]]
    for unit in [*view["units"], *gone]:
        if side is not None and unit["side"] != side:
            continue
        facing = unit.get("facing", "")
        shown = f"{ARROWS[facing]} {words.find('facing', facing, facing)}" if facing else ""
        steps = f"{unit['steps']}/{unit['max']}" if "steps" in unit else ""
        kind = f"{LETTERS[unit['type']]} {words.find('type', unit['type'], unit['type'])}"
        wing = words.find("wing", unit["wing"], unit["wing"])
        stars = "*" * unit.get("stars", 0)
        table.add_row(Text(unit["id"], NAMES[unit["side"]]), unit["name"], kind, wing, unit["hex"], shown, steps, stars)
    return table


def print_board(view: Plain, language: str) -> None:
    """The board and the state of the battle, for a position looked at from the command line."""
    words = Words(language)
    console = Console(highlight=False)
    width, height = (console.width, console.height - 6) if console.is_terminal else (160, 60)
    console.print(draw_status(view, words, width), soft_wrap=True)
    console.print(draw_board(view, choose_frame(view, width, height, whole=True)), soft_wrap=True)
    console.print(legend(words), soft_wrap=True)
