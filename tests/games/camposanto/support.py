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


def unit(id: str, side: str, kind: str, hex: str, **more: Any) -> dict[str, Any]:
    """A unit of a position: `kind` may be short (inf, cav, art); four steps and the centre unless said otherwise."""
    kind = SHORT.get(kind, kind)
    base: dict[str, Any] = {"id": id, "side": side, "wing": "centre", "type": kind, "hex": hex}
    if kind in ("infantry", "cavalry"):
        base["steps"] = 4
    return base | more


def spain(id: str, kind: str, hex: str, **more: Any) -> dict[str, Any]:
    return unit(id, "spain", kind, hex, **more)


def austria(id: str, kind: str, hex: str, **more: Any) -> dict[str, Any]:
    return unit(id, "austria", kind, hex, **more)


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


def row(m: q.Match, id: str) -> int:
    """The row where a unit stands now."""
    return int(find(m, id)["hex"][2:])


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


def rolls(m: q.Match) -> list[Any]:
    """The roll events so far, in order."""
    return [event for event in m.events if event.kind == "roll"]


def assault(m: q.Match, targets: dict[str, list[str]], start: str = "left") -> None:
    """Declare these Assaults for the seat that is asked, and have them fought from that end."""
    seat = m.ask.who[0]
    for id, enemies in targets.items():
        m.answer(seat, {"do": "assault", "unit": id, "targets": enemies})
    m.answer(seat, {"do": "done", "from": start})


def settle(m: q.Match, *until: str) -> None:
    """Answer the small questions after a blow, nobody advancing or turning, up to one of these or the next decision."""
    small = {"hit", "flee", "advance", "face"} - set(until)
    while m.ask and m.ask.what in small:
        seat = m.ask.who[0]
        keep = {"do": "face", "unit": m.ask.data.get("unit"), "facing": m.ask.data.get("facing")}
        plain = {"advance": {"do": "pass"}, "face": keep}
        m.answer(seat, plain.get(m.ask.what) or m.options(seat)[0])


def blows(*units: dict[str, Any], targets: dict[str, list[str]], **how: Any) -> tuple[dict[str, int], dict[str, int]]:
    """The modifiers of the attacker's first roll and of the defender's answer, by rule."""
    m = begin(*units, step="assault", dice=[1] * 60, **how)
    assault(m, targets)
    while len(rolls(m)) < 2:
        m.answer(m.ask.who[0], {"do": "fight"})
    first, second = rolls(m)[:2]
    return dict(first.modifiers), dict(second.modifiers)
