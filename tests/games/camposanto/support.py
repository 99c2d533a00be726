"""Small words for setting up Camposanto positions in tests."""

from __future__ import annotations

from typing import Any

import quadrilatero as q

BLANK = {"cols": 15, "rows": 15, "farmhouses": [], "river": [], "bridge": None, "pond": []}
AXIAL_FACINGS = ("NW", "N", "NE", "SE", "S", "SW")
SHORT = {"inf": "infantry", "cav": "cavalry", "art": "artillery", "light": "light", "marshal": "marshal"}


def axial(q_: int, r: int) -> str:
    """The printed number of an axial hex of the worked examples, on the blank 15 x 15 board."""
    return f"{9 - q_ + (14 - r) // 2:02}{15 - r:02}"


def unit(id: str, side: str, type: str, hex: str, **more: Any) -> dict[str, Any]:
    """A unit of a position: `type` may be short (inf, cav, art); four steps and the centre unless said otherwise."""
    type = SHORT.get(type, type)
    base: dict[str, Any] = {"id": id, "side": side, "wing": "centre", "type": type, "hex": hex}
    if type in ("infantry", "cavalry"):
        base["steps"] = 4
    return base | more


def spain(id: str, type: str, hex: str, **more: Any) -> dict[str, Any]:
    return unit(id, "spain", type, hex, **more)


def austria(id: str, type: str, hex: str, **more: Any) -> dict[str, Any]:
    return unit(id, "austria", type, hex, **more)


def begin(
    *units: dict[str, Any],
    active: str = "spain.centre",
    state: str = "aggressive",
    step: str = "movement",
    dice: list[int] | None = None,
    options: dict[str, str] | None = None,
    board: dict[str, Any] | str | None = None,
    marks: dict[str, Any] | None = None,
    **position: Any,
) -> q.Match:
    """A match at a step of one wing's activation (no order points: only that wing acts, then the Phase ends).

    `marks` adds to `active` (activated, fired, moved ...); keywords go into the position.
    """
    side, wing = active.split(".")
    whole = {
        "map": board if isinstance(board, str) else BLANK | (board or {}),
        "units": list(units),
        "active": {"side": side, "wing": wing, "state": state, "step": step, **(marks or {})},
        **position,
    }
    return q.start("camposanto", position=whole, dice=dice or [], seed=0, options=options or {})


def at(m: q.Match, id: str) -> str | None:
    """Where a unit stands now; None when it is gone."""
    return next((u["hex"] for u in m.view(None)["units"] if u["id"] == id), None)


def find(m: q.Match, id: str) -> dict[str, Any]:
    """A unit as the view shows it now."""
    return next(u for u in m.view(None)["units"] if u["id"] == id)


def refused(m: q.Match, seat: str, answer: Any) -> str | None:
    """The rule that refuses an answer, or None where it is allowed."""
    refusal = m.refuse(seat, answer)
    assert refusal is None or (refusal.text("en") and refusal.text("it"))
    return None if refusal is None else refusal.rule


def events(m: q.Match, kind: str) -> list[dict[str, Any]]:
    """The data of all events of one kind."""
    return [event.data for event in m.events if event.kind == kind]


def ends(m: q.Match, seat: str, id: str) -> set[str]:
    """The hexes that the listed moves of a unit lead to."""
    return {o["path"][-1] for o in m.options(seat) if o.get("unit") == id and o.get("path")}
