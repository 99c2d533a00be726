"""Situations written from the rulebook alone, before its code was read: how they are set up, answered and looked at.

Lengths are thousandths of an inch. Red faces north and blue south; a unit's place is the middle of its front edge, its
body lies behind it. A line of eight foot is 3000 wide and 625 deep, a column of them 1500 wide and 1250 deep.
"""

from __future__ import annotations

from typing import Any

import quadrilatero as q
from tests.games.vivaorre.telling import all_is_told, is_said

Plain = dict[str, Any]

MISSES = (2,) * 40
"""Dice that neither hit, nor shake on a one, nor bring events."""


def red(id: str, x: int, y: int, **more: Any) -> Plain:
    return {"id": id, "side": "red", "at": [x, y], **more}


def blue(id: str, x: int, y: int, **more: Any) -> Plain:
    return {"id": id, "side": "blue", "at": [x, y], **more}


def general(id: str, side: str, rank: str = "brigade", **more: Any) -> Plain:
    return {"id": id, "side": side, "rank": rank, **more}


def box(id: str, kind: str, west: int, south: int, east: int, north: int, **more: Any) -> Plain:
    return {"id": id, "type": kind, "shape": [[west, south], [east, south], [east, north], [west, north]], **more}


def across(id: str, kind: str, y: int, **more: Any) -> Plain:
    """A line from west to east over the whole table."""
    return {"id": id, "type": kind, "line": [[0, y], [72000, y]], **more}


def begun(
    phase: str,
    *units: Plain,
    terrain: tuple[Plain, ...] = (),
    dice: tuple[int, ...] = (),
    options: Any = None,
    **keys: Any,
) -> q.Match:
    """A match in that phase of its only turn, red first."""
    table = {"terrain": list(terrain)}
    position = {"units": list(units), "table": table, "phase": phase, "turn": 1, "last_turn": 1, **keys}
    if phase in ("charges", "movement"):
        position.setdefault("first", "red")
    return q.start("vivaorre", position=position, dice=[*dice, *MISSES], options=options or {})


def say(m: q.Match, seat: str, do: str, **more: Any) -> None:
    m.answer(seat, {"do": do, **more})


def barred(m: q.Match, seat: str, do: str, **more: Any) -> str | None:
    """The rule that refuses the answer, or None."""
    refusal = m.refuse(seat, {"do": do, **more})
    if refusal is None:
        return None
    is_said(refusal)
    return str(refusal.rule)


def go(manoeuvre: str, **more: Any) -> Plain:
    return {"go": manoeuvre, **more}


def move_barred(m: q.Match, unit: str, *path: Plain, seat: str = "red", **more: Any) -> str | None:
    return barred(m, seat, "move", unit=unit, path=list(path), **more)


def move(m: q.Match, unit: str, *path: Plain, seat: str = "red", **more: Any) -> None:
    say(m, seat, "move", unit=unit, path=list(path), **more)


def volley(
    *units: Plain, shots: list[Plain], reply: list[Plain] | None = None, dice: tuple[int, ...] = (), **keys: Any
) -> q.Match:
    """A phase of fire: red's shots, then blue's where it is asked."""
    m = begun("fire", *units, dice=dice, **keys)
    fire(m, shots, reply)
    return m


def fire(m: q.Match, shots: list[Plain], reply: list[Plain] | None = None) -> None:
    assert m.ask is not None
    assert m.ask.what == "fire"
    who = m.ask.who
    if "red" in who:
        say(m, "red", "fire", shots=shots)
    if "blue" in who:
        say(m, "blue", "fire", shots=reply or [])


def done(m: q.Match, what: str) -> None:
    """Everybody who is asked this has nothing more to say."""
    while m.ask is not None and m.ask.what == what:
        say(m, m.ask.who[0], "done")


def charge(
    *units: Plain, by: str = "A", target: str = "D", counter: bool = False, reaction: str | None = "stand", **keys: Any
) -> q.Match:
    """Red's charge, and blue's counter-charge if it makes one; all is declared then, and the charged react so."""
    m = begun("charges", *units, **keys)
    say(m, "red", "charge", unit=by, target=target)
    if m.ask is not None and m.ask.what == "charge" and m.ask.who[0] == "red":
        say(m, "red", "done")
    if counter:
        say(m, "blue", "charge", unit=target, target=by)
    done(m, "charge")
    if reaction is not None and asked(m) == ("react", "blue"):
        say(m, "blue", reaction)
    return m


def asked(m: q.Match) -> tuple[str, str] | None:
    return None if m.ask is None else (m.ask.what, m.ask.who[0])


def rolls(m: q.Match, why: str, **data: Any) -> list[Any]:
    all_is_told(m)
    found = [e for e in m.events if e.kind == "roll" and e.data["why"] == why]
    return [e for e in found if all(e.data[key] == value for key, value in data.items())]


def roll(m: q.Match, why: str, **data: Any) -> Any:
    """The first roll of that kind."""
    return rolls(m, why, **data)[0]


def told(m: q.Match, kind: str, **data: Any) -> list[Plain]:
    all_is_told(m)
    found = [e.data for e in m.events if e.kind == kind]
    return [each for each in found if all(each.get(key) == value for key, value in data.items())]


def modifiers(event: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for rule, value in event.modifiers:
        found[rule] = found.get(rule, 0) + value
    return found


def now(m: q.Match, id: str) -> Plain:
    """The unit as its owner sees it."""
    all_is_told(m)
    for seat in ("red", "blue"):
        for unit in m.view(seat)["units"]:
            if unit["id"] == id:
                found: Plain = unit
                return found
    raise AssertionError(f"nobody has {id}")


def gone(m: q.Match, id: str) -> bool:
    return any(each["id"] == id for each in m.view("red")["eliminated"])
