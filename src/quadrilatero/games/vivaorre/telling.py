"""Short ways for the rules to ask, tell, roll and refuse. What is hidden is told to its owner alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from quadrilatero.games.vivaorre.said import Name
from quadrilatero.games.vivaorre.state import State, Unit
from quadrilatero.games.vivaorre.words import BOOK, VOICE
from quadrilatero.kernel import Ask, Event, Plain, Refusal, Seat
from quadrilatero.kernel.ask import Answer, Reveal
from quadrilatero.kernel.plain import Row

no = VOICE.no
Modifiers = list[tuple[str, int]]


def at_fault(refusal: Refusal, number: int, id: str) -> Refusal:
    """8-a. A refusal that names the manoeuvre at fault, by its place in the path, and the unit."""
    data = {**refusal.data, "at": max(0, number), "unit": id}
    return Refusal(refusal.rule, refusal.reason, refusal.book, data)


def ask(
    s: State,
    seat: Seat,
    what: str,
    rule: str,
    kinds: tuple[type[Answer], ...],
    options: Callable[[], Any],
    refuse: Callable[[Any], Refusal | None],
    certain: bool = False,
    **more: Any,
) -> Ask:
    """A question to one seat; `more` is its data, and whatever else the kernel's questions take."""
    return VOICE.ask(seat, what, rule, kinds, options, refuse, certain, **more)


def tell(s: State, kind: str, rule: str, **data: Any) -> None:
    """Something has happened that everybody sees."""
    VOICE.tell(s, kind, rule, **data)


def tell_of(s: State, kind: str, rule: str, unit: Unit, **data: Any) -> None:
    """Something has happened to a unit: `unit` and `name`; of a hidden one its owner alone is told (13-g)."""
    whole = {"unit": unit.id, "name": unit.name, **data, **named(s, data)}
    seen_by = (unit.side,) if unit.hidden and not unit.located else None
    s.sink.append(Event(kind, rule, whole, BOOK, seen_by=seen_by))


def named(s: State, data: Plain) -> Plain:
    """What sentences call those that an event names by their ids: its target, its general."""
    more: Plain = {}
    if "target" in data:
        more["target_name"] = called(s, data["target"])
    if data.get("general") is not None and data.get("name") is None:
        more["name"] = s.generals[data["general"]].name
    return more


def called(s: State, id: str | None) -> Name:
    """The name of a unit or of a piece of ground; of nobody in sight, a word for that."""
    if id is None:
        return "target_in_the_dark"
    unit = s.units.get(id)
    if unit is not None:
        return unit.name
    piece = s.ground.pieces.get(id)
    return id if piece is None else piece.name or f"type_{piece.type}"


def tell_moved(s: State, rule: str, before: Unit, after: Unit, why: str, by: int) -> None:
    """A unit has come from one place to another."""
    whole = {"why": why, "distance": by, "from": standing(before), "to": standing(after)}
    tell_of(s, "moved", rule, after, **whole)


def standing(unit: Unit) -> Plain:
    """Where and how a unit stands, as events tell it."""
    return {"at": list(unit.pose[:2]), "facing": unit.facing, "formation": unit.formation}


def reveal_of(s: State, rule: str, unit: Unit, why: str) -> Reveal:
    """13-g. A hidden unit comes to light for everybody; to be yielded."""
    return VOICE.reveal("revealed", rule, unit=unit.id, name=unit.name, why=why)


def roll(
    s: State,
    rule: str,
    why: str,
    by: Seat | None,
    faces: tuple[int, ...],
    *,
    need: int,
    total: int,
    success: bool,
    unit: Unit | None = None,
    units: Sequence[Unit] = (),
    modifiers: Modifiers = [],  # noqa: B006  # read only
    seen_by: tuple[Seat, ...] | None = None,
    **data: Any,
) -> None:
    """1-j. A roll with its reason, who rolled it, what was needed and every modifier with its rule; zeros left out."""
    whole: Plain = {
        "why": why,
        "by": by,
        "unit": None if unit is None else unit.id,
        "units": [one.id for one in units] or ([] if unit is None else [unit.id]),
        "name": None if unit is None else unit.name,
        "need": need,
        "total": total,
        "success": success,
        "outcome": "success" if success else "failure",
        **data,
        **named(s, {"name": None if unit is None else unit.name, **data}),
    }
    if seen_by is None and why != "fire" and unit is not None and unit.hidden and not unit.located:
        seen_by = (unit.side,)
    kept = [(name, value) for name, value in modifiers if value]
    s.sink.append(Event("roll", rule, whole, BOOK, Row(faces), kept, seen_by=seen_by))
