"""Small positions for the tests of A la Guerre.... Lengths are um where they are floats."""

from __future__ import annotations

from typing import Any

import quadrilatero as q
from quadrilatero.games.alaguerre import GAME
from quadrilatero.games.alaguerre.state import State
from quadrilatero.kernel import Script
from quadrilatero.kernel.ask import Dice

Plain = dict[str, Any]
UM = 1000


def red(id: str, at: list[int] | None, kind: str = "Pk", stats: str = "1/0/2 a", **more: Any) -> Plain:
    """A base of red, which faces north; pikes unless it is said otherwise."""
    return {"id": id, "side": "red", "at": at, "type": kind, "stats": stats, **more}


def blue(id: str, at: list[int] | None, kind: str = "Pk", stats: str = "1/0/2 a", **more: Any) -> Plain:
    """A base of blue, which faces south."""
    return {"id": id, "side": "blue", "at": at, "type": kind, "stats": stats, **more}


def general(id: str, at: list[int], side: str = "red", **more: Any) -> Plain:
    """A general; the first of his side is its CiC."""
    return {"id": id, "side": side, "at": at, **more}


def area(id: str, kind: str, west: float, south: float, east: float, north: float, **more: Any) -> Plain:
    """A rectangular area, in um; side 0 is the south."""
    corners = [[west, south], [east, south], [east, north], [west, north]]
    return {"id": id, "type": kind, "shape": [[round(UM * x), round(UM * y)] for x, y in corners], **more}


def line(id: str, kind: str, *points: tuple[float, float], **more: Any) -> Plain:
    """A line through these points, in um."""
    return {"id": id, "type": kind, "line": [[round(UM * x), round(UM * y)] for x, y in points], **more}


def position(*bases: Plain, terrain: tuple[Plain, ...] = (), **more: Any) -> Plain:
    """A position on a bare table, or with these pieces on it; it ends with the present turn, far from any rout."""
    usual = {"last_turn": 1, "cohesion": {"red": 9, "blue": 9}}
    return {"bases": list(bases), "table": {"terrain": list(terrain)}, **usual, **more}


def state(*bases: Plain, terrain: tuple[Plain, ...] = (), options: dict[str, str] | None = None, **more: Any) -> State:
    """The state of such a position."""
    return GAME.read(position(*bases, terrain=terrain, **more), GAME.choose_options(options))


def play(
    *bases: Plain,
    terrain: tuple[Plain, ...] = (),
    dice: list[int] | None = None,
    options: dict[str, str] | None = None,
    **more: Any,
) -> q.Match:
    """A match from such a position, with scripted dice."""
    found = position(*bases, terrain=terrain, **more)
    return q.start("alaguerre", position=found, dice=dice or [], options=options)


def refused(match: q.Match, seat: str, answer: Plain) -> str:
    """The rule by which an answer is refused."""
    refusal = match.refuse(seat, answer)
    assert refusal is not None, "it is lawful"
    return refusal.rule or ""


def events(match: q.Match, kind: str) -> list[q.Event]:
    """What has happened of one kind."""
    return [event for event in match.events if event.kind == kind]


def rolls(match: q.Match, why: str) -> list[q.Event]:
    """The rolls made for one reason."""
    return [event for event in events(match, "roll") if event.data["why"] == why]


def base_of(match: q.Match, id: str) -> Plain:
    """A base as it is now."""
    return next(base for base in match.view(None)["bases"] if base["id"] == id)


SHORT = (
    *("kind", "why", "unit", "base", "general", "id", "target", "charger", "row", "total", "result", "winner"),
    *("side", "state", "contact", "distance", "losses", "what", "damage", "now"),
)
QUIET = ("phase", "initiative", "turn", "impulse", "division", "result", "markers_up", "activated")


def course(found: q.Match | State) -> list[str]:
    """What has happened in short, event by event: what it was, whom it befell, what came of it."""
    happened = found.sink if isinstance(found, State) else found.events
    told = [{"kind": event.kind, **event.data} for event in happened if event.kind not in QUIET]
    return [" ".join(str(one[key]) for key in SHORT if one.get(key) is not None) for one in told]


def drive(script: Script, *sent: Any) -> Any:
    """What a script comes to that is sent these answers and dice, which are all that it asks for."""
    step, value = 0, None
    while True:
        try:
            asked = script.send(value)
        except StopIteration as end:
            assert step == len(sent), "all that was sent is used"
            return end.value
        assert step < len(sent), "it asks for nothing more"
        value, step = sent[step], step + 1
        assert not isinstance(asked, Dice) or len(value) == asked.count, "it rolls as many dice"


BESIDE = ("since", "activated", "active", "done", "side", "rolled")


def tale(match: q.Match, *answers: Plain) -> list[str]:
    """What comes of these answers: the course of it, then what has become of everything that has changed."""
    before = match.state()
    for answer in answers:
        assert match.ask is not None
        match.answer(match.ask.who[0], answer)
    return course(match) + changed(before, match.state())


def told_by(s: State, script: Script, *sent: Any) -> list[str]:
    """What comes of a script that is sent these answers and dice, told in the same way."""
    before = GAME.position(s)
    drive(script, *sent)
    return course(s) + changed(before, GAME.position(s))


def changed(before: Plain, after: Plain) -> list[str]:
    """What of a position has changed: a line for each base and general, one for each other key and part of it."""
    lines = []
    for kind in ("bases", "generals"):
        then = {one["id"]: one for one in before[kind]}
        for one in after[kind]:
            old = then.get(one["id"])
            if old is None:
                lines.append(f"{one['id']}: new")
                continue
            new = {key: value for key, value in one.items() if value != old.get(key)}
            apart = [key for key, value in new.items() if isinstance(value, dict)]
            plain = [paired(key, value) for key, value in new.items() if key not in apart]
            lines += [f"{one['id']}: {' '.join(plain)}"] if plain else []
            lines += [f"{one['id']} {key}: {said(new[key])}" for key in apart]
        lines += [f"{id}: gone" for id in then if id not in {one["id"] for one in after[kind]}]
    for key in after:
        if key not in ("bases", "generals", *BESIDE) and after[key] != before.get(key):
            lines += parted(key, before.get(key), after[key])
    return lines


def parted(key: str, before: Any, after: Any) -> list[str]:
    """What has changed under a key of a position: of a list what is new, of a table the entries that have changed."""
    if isinstance(after, dict) and isinstance(before, dict):
        return [f"{key} {name}: {said(value)}" for name, value in after.items() if value != before.get(name)]
    if isinstance(after, list) and after and isinstance(after[0], dict):
        return [f"{key}: {said(value)}" for value in after if value not in (before or [])]
    return [paired(key, after)]


def paired(key: str, value: Any) -> str:
    """A key with its value, or alone where it is true."""
    return key if value is True else f"{key}={said(value)}"


def said(value: Any) -> str:
    """A value in short, without what is empty in it."""
    if isinstance(value, dict):
        return " ".join(paired(key, one) for key, one in value.items() if one)
    if isinstance(value, list):
        return ",".join(said(one) for one in value)
    return str(value)
