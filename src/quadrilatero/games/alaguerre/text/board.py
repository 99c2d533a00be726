"""The table in characters, drawn from a view. No rules here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from quadrilatero.kernel import Plain
from quadrilatero.kernel.speaker import Line, Window
from quadrilatero.table import Pose
from quadrilatero.table.text import Ground, Piece, Sheet, arrow

COUNTERS = {"red": "white on dark_red", "blue": "white on dark_blue"}
FILLS = {"red": "▒", "blue": "░"}
MARKS = {"ordered": "", "disordered": "'", "shaken": "!", "routed": "!!"}
GENERAL, DISC = "★", 600
SIGNS = {
    "hill": ("^", "yellow"),
    "marsh": ('"', "cyan"),
    "wood": ("♣", "green"),
    "field": (":", "yellow"),
    "town": ("⌂", "bright_magenta"),
    "village": ("⌂", "bright_magenta"),
    "farm": ("⌂", "bright_magenta"),
    "fort": ("N", "bright_magenta"),
    "redoubt": ("n", "bright_magenta"),
    "orchard": ("♠", "green"),
    "stream": ("~", "bright_blue"),
    "hedge": ("%", "green"),
    "wall": ("=", "bright_white"),
    "trench": ("u", "yellow"),
    "rampart": ("U", "yellow"),
    "fence": ("|", "dim"),
    "bank": ("_", "yellow"),
    "river": ("≈", "bright_blue"),
    "pond": ("≈", "bright_blue"),
    "impassable": ("#", "bright_white"),
    "ford": ("+", "bright_blue"),
    "bridge": ("╫", "bold"),
    "road": ("-", "dim"),
}


def standing(view: Plain) -> Iterator[tuple[Plain, Pose]]:
    """The bases and generals on the table, each with the rectangle it takes up."""
    for base in view["bases"]:
        size = view["footprints"].get(base["id"])
        if base["at"] and size:
            yield base, (*base["at"], base["facing"], *size)
    for general in view["generals"]:
        if general.get("at") and general.get("state") not in ("dead", "captured"):
            x, y = general["at"]
            yield general, (x, y + DISC // 2, 0, DISC, DISC)


def is_general(one: Plain) -> bool:
    """Whether a piece is a general, who has no front."""
    return "level" in one


def draw_board(
    view: Plain, window: Window, names: Mapping[str, str], ready: frozenset[str], said: Callable[[object], str]
) -> list[Line]:
    """The table; those in `ready` can act now and are underlined, `names` are what stands on them."""
    sheet = Sheet(view["table"]["size"], window.width, window.height, whole=window.whole)
    sheet.lay([_ground(piece, said) for piece in view["table"]["terrain"]])
    sheet.stand([_piece(one, pose, names, ready) for one, pose in standing(view)])
    return sheet.lines()


def signs_of(view: Plain) -> dict[str, str]:
    """The kinds of ground on the table, with their signs."""
    return {piece["type"]: SIGNS[piece["type"]][0] for piece in view["table"]["terrain"]}


def _ground(piece: Plain, said: Callable[[object], str]) -> Ground:
    areas = piece.get("shapes") or ([piece["shape"]] if piece.get("shape") else [])
    sign, style = SIGNS[piece["type"]]
    return Ground(sign, style, areas, piece.get("line") or [], said(piece.get("name") or ""))


def _piece(one: Plain, pose: Pose, names: Mapping[str, str], ready: frozenset[str]) -> Piece:
    style = COUNTERS[one["side"]]
    if one["id"] in ready:
        style = f"bold underline {style}"
    front = GENERAL if is_general(one) else arrow(pose[2])
    label = f"{front}{names[one['id']]}{MARKS.get(one.get('state', ''), '')}"
    return Piece(pose, label, FILLS[one["side"]], style)
