"""Situations written from the rulebook alone, before its code was read: how they are set up, answered and looked at.

Lengths are thousandths of a um. Red faces north and blue south; the place of a base is the middle of its front edge and
its body lies behind it: 2000 wide and 1000 deep, guns 1000 wide.
"""

from __future__ import annotations

from typing import Any

import quadrilatero as q

Plain = dict[str, Any]

LATER = (4,) * 40
"""Dice for what a situation does not look at."""

LINES = {
    "Pk": "1/0/2 -",
    "Hv": "1/-/2 -",
    "Wb": "1/-/2 -",
    "Sh": "1/1/0 -",
    "Ln": "1/1/1 -",
    "Lt": "1/0/0 - sk",
    "Dr": "1/0/-1 - sk",
    "Cav": "1/-/2 -",
    "Rei": "1/1/0 -",
    "MC": "1/0/1 -",
    "LC": "1/0/0 - sk/ln",
    "LtArt": "1/1/- -",
    "MdArt": "1/1/- -",
    "HvArt": "1/1/- -",
    "MdHow": "1/1/- -",
    "baggage": "-/-/- -",
}
"""A usual line of each type; none has armour."""


def base(side: str, id: str, x: int, y: int, troops: str = "Pk", **more: Any) -> Plain:
    return {"id": id, "side": side, "at": [x, y], "type": troops, "stats": LINES[troops], **more}


def red(id: str, x: int, y: int, troops: str = "Pk", **more: Any) -> Plain:
    return base("red", id, x, y, troops, **more)


def blue(id: str, x: int, y: int, troops: str = "Pk", **more: Any) -> Plain:
    return base("blue", id, x, y, troops, **more)


IDLE = red("Y", 20000, 2000, "Hv", brigade="y")
"""A unit far behind, beyond nobody's flank, that has yet to move: the phase is not over."""


def general(id: str, side: str, x: int, y: int, **more: Any) -> Plain:
    return {"id": id, "side": side, "at": [x, y], **more}


def box(id: str, kind: str, west: int, south: int, east: int, north: int, **more: Any) -> Plain:
    """An area; its sides are 0 south, 1 east, 2 north, 3 west."""
    return {"id": id, "type": kind, "shape": [[west, south], [east, south], [east, north], [west, north]], **more}


def across(id: str, kind: str, y: int, **more: Any) -> Plain:
    """A line from west to east over the whole table."""
    return {"id": id, "type": kind, "line": [[0, y], [46667, y]], **more}


def begun(
    phase: str,
    *bases: Plain,
    terrain: tuple[Plain, ...] = (),
    dice: tuple[int, ...] = (),
    options: dict[str, str] | None = None,
    **keys: Any,
) -> q.Match:
    """A match in that phase of its only turn, red first; in the Manoeuvre phase red's division has an order of 5."""
    position = {
        "bases": list(bases),
        "table": {"terrain": list(terrain)},
        "phase": phase,
        "last_turn": 1,
        "cohesion": {"red": 40, "blue": 40},
        **keys,
    }
    if phase == "manoeuvre":
        position.setdefault("orders", {"red": 5})
    return q.start("alaguerre", position=position, dice=[*dice, *LATER], options=options or {})


def say(m: q.Match, seat: str, do: str, **more: Any) -> None:
    m.answer(seat, {"do": do, **more})


def asked(m: q.Match) -> tuple[str, str] | None:
    return None if m.ask is None else (m.ask.what, m.ask.who[0])


def reply(m: q.Match, what: str, do: str, **more: Any) -> None:
    """The answer to that question, where it is put."""
    if m.ask is not None and m.ask.what == what:
        say(m, m.ask.who[0], do, **more)


def barred(m: q.Match, seat: str, do: str, **more: Any) -> str | None:
    """The paragraph that refuses the answer, or None."""
    refusal = m.refuse(seat, {"do": do, **more})
    return None if refusal is None else str(refusal.rule).split("-")[0]


def go(manoeuvre: str, **more: Any) -> Plain:
    return {"go": manoeuvre, **more}


def move(m: q.Match, unit: str, *path: Plain, seat: str = "red", **more: Any) -> None:
    say(m, seat, "move", unit=unit, path=list(path), **more)


def move_barred(m: q.Match, unit: str, *path: Plain, seat: str = "red", **more: Any) -> str | None:
    return barred(m, seat, "move", unit=unit, path=list(path), **more)


def done(m: q.Match, what: str) -> None:
    """Everybody who is asked this has nothing more to say."""
    while m.ask is not None and m.ask.what == what:
        say(m, m.ask.who[0], "done")


def rolls(m: q.Match, why: str, **data: Any) -> list[Any]:
    found = [e for e in m.events if e.kind == "roll" and e.data["why"] == why]
    return [e for e in found if all(e.data.get(key) == value for key, value in data.items())]


def roll(m: q.Match, why: str, **data: Any) -> Any:
    """The first roll of that kind."""
    return rolls(m, why, **data)[0]


def told(m: q.Match, kind: str, **data: Any) -> list[Plain]:
    found = [e.data for e in m.events if e.kind == kind]
    return [each for each in found if all(each.get(key) == value for key, value in data.items())]


def modifiers(event: Any) -> dict[str, int]:
    return dict(event.modifiers)


def now(m: q.Match, id: str) -> Plain:
    """The base, or the general, as all see it."""
    view = m.view("red")
    for each in [*view["bases"], *view["generals"]]:
        if each["id"] == id:
            found: Plain = each
            return found
    raise AssertionError(f"{id} is gone")


def gone(m: q.Match, id: str) -> bool:
    return all(each["id"] != id or each["at"] is None for each in m.view("red")["bases"])


def shot(*bases: Plain, target: str = "T", side: str | int | None = None, answer: str = "hold", **keys: Any) -> q.Match:
    """F of red shoots at T of blue, who does as said; then all close their fire."""
    m = begun("fire", *bases, **keys)
    say(m, "red", "fire", unit="F", target=target, **({} if side is None else {"side": side}))
    reply(m, "return_fire", answer)
    done(m, "fire")
    return m


def fought(*bases: Plain, **keys: Any) -> q.Match:
    """The round of a mêlée, the first unit of several being the principal."""
    m = begun("melee", *bases, **keys)
    reply(m, "melee", "melee", unit="A")
    return m


def charged(*bases: Plain, target: str = "T", react: str = "stand", face: str = "stay", **keys: Any) -> q.Match:
    """A of red charges T of blue, who reacts so; nobody shoots, and the Manoeuvre phase goes on."""
    m = begun("manoeuvre", *bases, IDLE, **keys)
    say(m, "red", "charge", unit="A", target=target)
    reply(m, "react", react)
    reply(m, "face", face)
    while asked(m) is not None and asked(m)[0] == "charge_fire":  # type: ignore[index]
        reply(m, "charge_fire", "hold")
    return m


def trial(
    unit: Plain, *others: Plain, row: str, dice: tuple[int, ...], losses: int = 0, damage: int = 0, **keys: Any
) -> q.Match:
    """The unit A takes a test of that row before anything else."""
    work = {"test": "A", "row": row, "losses": losses, "damage": damage}
    return begun("fire", unit, *others, dice=dice, pending=[work], **keys)
