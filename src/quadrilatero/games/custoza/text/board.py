"""The field of battle in characters, drawn from a view. No rules here."""

from __future__ import annotations

from collections.abc import Sequence

from quadrilatero.games.custoza.board import Board
from quadrilatero.hexes.text import Frame, choose_frame, draw, stacks_of
from quadrilatero.kernel import Plain
from quadrilatero.kernel.speaker import Line, Window

ARROWS = {"N": "↑", "NE": "↗", "SE": "↘", "S": "↓", "SW": "↙", "NW": "↖"}
LETTERS = {
    "line": "I",
    "light": "L",
    "infantry": "I",
    "cavalry": "C",
    "artillery": "A",
    "horse_artillery": "H",
    "train": "T",
    "fortress": "F",
    "commander": "K",
    "general": "G",
    "scout": "?",
    "piece": "?",
}
COUNTERS = {"italy": "white on dark_green", "austria": "black on khaki1"}
STATUS = {"good_order": " ", "shaken": "s", "disordered": "d", "disorganised": "x"}
GROUND = {
    "clear": "·",
    "light_cultivation": "'",
    "heavy_cultivation": '"',
    "woods": "♣",
    "village": "⌂",
    "fortress": "▣",
    "tione": "~",
    "mincio": "≈",
    "mincio_bridge": "╫",
    "lake": "≈",
}
STYLES = {
    "♣": "green",
    "⌂": "bright_magenta",
    "▣": "bright_magenta",
    "~": "bright_blue",
    "≈": "bright_blue",
    "╫": "bold",
}
GOAL, ROAD = "★", "-"
REACHED = "bold green"


def draw_board(
    view: Plain,
    board: Board,
    window: Window,
    reached: frozenset[str] = frozenset(),
    ready: frozenset[str] = frozenset(),
) -> list[Line]:
    """The board. Hexes in `reached` show their number; counters in `ready` can act now and are underlined."""
    stacks = stacks_of(view["units"])
    focus = [unit["hex"] for unit in view["units"] if unit["id"] in ready and "hex" in unit]
    goals = frozenset(goals_of(view))
    around = focus or list(stacks)
    frame = choose_frame(board.grid, around, window.width, window.height, whole=window.whole, focus=focus)

    def cell(number: str, line: int) -> Line:
        if number in stacks:
            return _counter(stacks[number], frame, line, ready)
        if number in reached and line == 0:
            return [(number.ljust(frame.width), REACHED)]
        return _ground(board, number, frame.width, line, goals)

    return draw(board.grid, frame, cell)


def goals_of(view: Plain) -> list[str]:
    """The victory hexes; in a campaign those of the seat's own Strategic Objective."""
    victory = view["victory"] or {}
    if victory.get("type") != "objectives":
        return list(victory.get("hexes", ()))
    seat = view["seat"]
    mine = (seat, view["strategy"].get(seat)) if seat else None
    chosen = [each for each in victory["objectives"] if (each["side"], each["number"]) == mine]
    return [hex for each in chosen for part in each["conditions"] for hex in part.get("hexes", ())]


def _ground(board: Board, number: str, width: int, line: int, goals: frozenset[str]) -> Line:
    hex = board.numbered[number]
    sign = GROUND[board.terrain[hex]]
    if number in goals:
        shown = f" {GOAL}" if line == 0 else " "
        return [(shown.ljust(width), "bold bright_yellow")]
    road = ROAD if hex in board.roads and sign not in "≈~" else sign
    shown = f" {sign}{road}" if line == 0 else (f" {board.levels[hex]}" if board.levels[hex] else "")
    return [(shown.ljust(width), STYLES.get(sign, "dim") if line == 0 else "dim")]


def _counter(stack: Sequence[Plain], frame: Frame, line: int, ready: frozenset[str]) -> Line:
    """Two lines: who stands there (the largest unit, its facing, + for more), and strength, status, march or Square."""
    unit = max(stack, key=lambda one: (one.get("sv", -1), one.get("sp", 0)))
    style = COUNTERS[unit["side"]]
    if any(one["id"] in ready for one in stack):
        style = f"bold underline {style}"
    if line == 0:
        more = "+" if len(stack) > 1 else " "
        shown = f"{unit['side'][0].upper()}{LETTERS[unit['type']]}{ARROWS.get(unit.get('facing', ''), ' ')}{more}"
    else:
        strength = str(unit.get("sp", "?" if unit.get("hidden") and unit["type"] != "piece" else ""))
        mark = "Q" if unit.get("square") else "m" if unit.get("march") else " "
        shown = f"{strength:>2}{STATUS.get(unit.get('status', ''), ' ')}{mark}"
    return [(shown, style), (" " * (frame.width - len(shown)), "")]
