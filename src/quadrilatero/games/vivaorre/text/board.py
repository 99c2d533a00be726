"""The table in characters, drawn from a view. No rules here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from quadrilatero.kernel import Plain
from quadrilatero.kernel.speaker import Line, Window
from quadrilatero.table import Pose
from quadrilatero.table.text import Ground, Piece, Sheet, arrow

COUNTERS = {"red": "white on dark_red", "blue": "white on dark_blue"}
FILLS = {"red": "▒", "blue": "░"}
MARKS = {"steady": "", "shaken": "!", "routed": "!!"}
GENERAL, DISC = "★", 800
SIGNS = {
    "open": ("·", "dim"),
    "open_wood": ("♠", "green"),
    "dense_wood": ("♣", "green"),
    "rough": (":", "yellow"),
    "bushes": ("*", "green"),
    "marsh": ('"', "cyan"),
    "sand": (".", "yellow"),
    "steep_hill": ("▲", "yellow"),
    "gentle_hill": ("^", "yellow"),
    "building": ("⌂", "bright_magenta"),
    "light_works": ("n", "bright_magenta"),
    "heavy_works": ("N", "bright_magenta"),
    "hedge": ("%", "green"),
    "wall": ("=", "bright_white"),
    "stream": ("~", "bright_blue"),
    "gully": ("v", "yellow"),
    "road": ("-", "dim"),
    "bridge": ("╫", "bold"),
    "ford": ("+", "bright_blue"),
    "impassable": ("#", "bright_white"),
}


def standing(view: Plain) -> Iterator[tuple[Plain, Pose]]:
    """The units and generals on the table, each with the rectangle it takes up."""
    for unit in view["units"]:
        size = view["footprints"].get(unit["id"])
        if unit["at"] and size:
            yield unit, (*unit["at"], unit["facing"], *size)
    for general in view["generals"]:
        if general.get("at"):
            x, y = general["at"]
            yield general, (x, y + DISC // 2, 0, DISC, DISC)


def is_general(one: Plain) -> bool:
    """Whether a piece is a general, who has no front."""
    return "rank" in one


def draw_board(
    view: Plain, window: Window, names: Mapping[str, str], ready: frozenset[str], said: Callable[[object], str]
) -> list[Line]:
    """The table; those in `ready` can act now and are underlined, `names` are what stands on them."""
    sheet = Sheet(view["table"]["size"], window.width, window.height, whole=window.whole)
    sheet.lay([_ground(piece, said) for piece in view["table"]["terrain"]])
    led = {general["with"] for general in view["generals"] if general.get("with")}
    sheet.stand([_piece(one, pose, names, ready, led) for one, pose in standing(view)])
    return sheet.lines()


def signs_of(view: Plain) -> dict[str, str]:
    """The kinds of ground on the table, with their signs."""
    return {piece["type"]: SIGNS[piece["type"]][0] for piece in view["table"]["terrain"]}


def _ground(piece: Plain, said: Callable[[object], str]) -> Ground:
    areas = piece.get("shapes") or ([piece["shape"]] if piece.get("shape") else [])
    sign, style = SIGNS[piece["type"]]
    return Ground(sign, style, areas, piece.get("line") or [], said(piece.get("name") or ""))


def _piece(one: Plain, pose: Pose, names: Mapping[str, str], ready: frozenset[str], led: set[str]) -> Piece:
    style = COUNTERS[one["side"]]
    if one["id"] in ready:
        style = f"bold underline {style}"
    front = GENERAL if is_general(one) else arrow(pose[2])
    label = f"{front}{names[one['id']]}{MARKS.get(one.get('state', ''), '')}{GENERAL if one['id'] in led else ''}"
    return Piece(pose, label, FILLS[one["side"]], style)
