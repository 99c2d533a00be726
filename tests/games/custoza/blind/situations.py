"""Situations written from the rulebook alone, before its code was read: how they are set up, answered and looked at.

Hexes: around 3010 lie 3009 N, 3109 NE, 3110 SE, 3011 S, 2910 SW and 2909 NW; around 3110 lie 3109 N, 3210 NE, 3211 SE,
3111 S, 3011 SW and 3010 NW.
"""

from __future__ import annotations

from typing import Any

import quadrilatero as q

Plain = dict[str, Any]

ITALY, AUSTRIA = "italy", "austria"


def it(id: str, kind: str, hex: str, **more: Any) -> Plain:
    """An Italian unit."""
    return {"id": id, "side": ITALY, "type": kind, "hex": hex, **more}


def ah(id: str, kind: str, hex: str, **more: Any) -> Plain:
    """An Austrian unit."""
    return {"id": id, "side": AUSTRIA, "type": kind, "hex": hex, **more}


def marker(hex: str, target: str, kind: str = "assault") -> Plain:
    return {"type": kind, "hex": hex, "target": target}


def acting(
    *units: Plain, markers: tuple[Plain, ...] = (), dice: tuple[int, ...] = (), board: Any = None, **keys: Any
) -> q.Match:
    """Italy's Formation is active, its markers lie; the board is blank but for what `board` says."""
    active = {"formation": ITALY, "markers": list(markers)} | keys.pop("active", {})
    return begun(*units, dice=dice, board=board, active=active, **keys)


def begun(*units: Plain, dice: tuple[int, ...] = (), board: Any = None, options: Any = None, **keys: Any) -> q.Match:
    position = {"map": {} if board is None else board, "units": list(units), **keys}
    return q.start("custoza", position=position, dice=list(dice), options=options or {})


def say(m: q.Match, seat: str, do: str, **more: Any) -> None:
    m.answer(seat, {"do": do, **more})


def barred(m: q.Match, seat: str, do: str, **more: Any) -> str | None:
    """The paragraph that refuses the answer, or None."""
    refusal = m.refuse(seat, {"do": do, **more})
    return None if refusal is None else str(refusal.rule).split("-")[0]


def asked(m: q.Match) -> tuple[str, str] | None:
    return None if m.ask is None else (m.ask.what, m.ask.who[0])


def rolls(m: q.Match, why: str) -> list[Any]:
    return [e for e in m.events if e.kind == "roll" and e.data["why"] == why]


def roll(m: q.Match, why: str) -> Any:
    """The last roll of that kind."""
    return rolls(m, why)[-1]


def told(m: q.Match, kind: str) -> list[Any]:
    return [e.data for e in m.events if e.kind == kind]


def now(m: q.Match, id: str) -> Plain:
    """The unit as its owner sees it."""
    for seat in (ITALY, AUSTRIA):
        for unit in m.view(seat)["units"]:
            if unit["id"] == id:
                found: Plain = unit
                return found
    raise AssertionError(f"nobody has {id}")


def where(m: q.Match, id: str) -> str:
    unit = now(m, id)
    return str(unit.get("hex") or unit["box"])


def formation(m: q.Match, id: str) -> Plain:
    found: Plain = next(f for f in m.view(None)["formations"] if f["id"] == id)
    return found


def may(m: q.Match, id: str) -> set[str]:
    """What the Force with that unit may do at this trigger."""
    assert m.ask is not None
    assert m.ask.what == "react"
    return next((set(f["may"]) for f in m.ask.data["forces"] if id in f["units"]), set())


def trigger(m: q.Match, id: str) -> str | None:
    assert m.ask is not None
    assert m.ask.what == "react"
    return next((str(f["trigger"]) for f in m.ask.data["forces"] if id in f["units"]), None)


def calm(m: q.Match, *until: str) -> None:
    """Nobody reacts or changes what need not be changed, until another question is put."""
    idle = {"react": "pass", "leave_march": "pass", "after_charge": "stop", "turn_marker": "pass"}
    while m.ask is not None and m.ask.what in (*idle, "advance", "face") and m.ask.what not in until:
        seat, what = m.ask.who[0], m.ask.what
        if what == "face":
            say(m, seat, "face", units=m.ask.data["units"], facing=m.ask.data["facing"])
        else:
            m.answer(seat, {"do": idle[what]} if what in idle else m.options(seat)[0])


def flee(m: q.Match) -> None:
    """Beaten units go back by the first way that is listed."""
    while m.ask is not None and m.ask.what == "retreat":
        seat = m.ask.who[0]
        m.answer(seat, m.options(seat)[0])


def ways(m: q.Match, id: str) -> set[tuple[str, ...]]:
    """The ways listed for the Force of that unit alone."""
    assert m.ask is not None
    return {tuple(o["path"]) for o in m.options(m.ask.who[0]) if o.get("units") == [id] and "path" in o}
