"""Short ways for the rules to ask, tell, roll and refuse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import to_builtins

from quadrilatero.games.alaguerre.said import Name
from quadrilatero.games.alaguerre.state import Base, State
from quadrilatero.games.alaguerre.words import BOOK, VOICE, unnumbered
from quadrilatero.kernel import Ask, Event, Plain, Refusal, Seat
from quadrilatero.kernel.ask import Answer, Reveal
from quadrilatero.kernel.plain import Row

no = VOICE.no
Modifiers = list[tuple[str, int]]
OUTCOMES = ("failure", "success")


def side_of(seat: Seat) -> Seat:
    """3.4-a. The side that a seat plays for."""
    return seat.partition(".")[0]


def um(mils: int) -> str:
    """A length for a sentence, in um."""
    return f"{mils / 1000:.3f}".rstrip("0").rstrip(".")


def at_fault(refusal: Refusal, number: int, id: str) -> Refusal:
    """5.2-a. A refusal that names the manoeuvre at fault, by its place in the path, and the unit."""
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
    """A question to one seat; `more` is its data, and whatever else the kernel's questions take.

    Options may be answers or plain data.
    """
    more |= named(s, more)
    return VOICE.ask(seat, what, rule, kinds, lambda: to_builtins(options()), refuse, certain, **more)


ask_all = VOICE.ask_all


def tell(s: State, kind: str, rule: str, **data: Any) -> None:
    """Something has happened that everybody sees."""
    s.sink.append(Event(kind, rule, {**data, **named(s, data)}, BOOK))


def reveal(s: State, kind: str, rule: str, **data: Any) -> Reveal:
    """What was hidden is seen by everybody; to be yielded to the kernel."""
    return VOICE.reveal(kind, rule, **data, **named(s, data))


def tell_to(s: State, seats: tuple[Seat, ...], kind: str, rule: str, **data: Any) -> None:
    """Something has happened that these seats alone see."""
    s.sink.append(Event(kind, rule, {**data, **named(s, data)}, BOOK, seen_by=seats))


def named(s: State, data: Plain) -> Plain:
    """What sentences call those that an event or a question names by their ids."""
    more: Plain = {}
    for key in ("unit", "target", "general", "charger", "piece"):
        if data.get(key) is not None:
            more[f"{key}_name"] = called(s, data[key])
    if data.get("division") is not None:
        more["division_name"] = division_called(s, data["division"])
    return more


def called(s: State, id: str) -> Name:
    """The name of a base, unit, general or piece of ground."""
    known = s.bases.get(id) or s.generals.get(id)
    if known is not None:
        return known.name
    piece = s.ground.pieces.get(id)
    if piece is not None:
        return piece.called
    return next((unnumbered(base.name) for base in s.bases.values() if base.great == id), id)


def division_called(s: State, id: str) -> Name:
    """A division by the name of the general who leads it; light troops and others have none."""
    general = s.commander(id)
    return id if general is None else general.name


def as_said(s: State, id: str, side: str | None = None) -> Name:
    """12.1.1-a, 12.2.1-a. What a player names in an answer: by its name, or by his own word where that would tell more.

    Whoever is not on the table may be hidden, and then only his own side knows him.
    """
    bases = [base for base in s.bases.values() if id in (base.id, base.great, base.division)]
    generals = [general for general in s.generals.values() if id in (general.id, general.division)]
    away = {base.side for base in bases if base.at is None} | {one.side for one in generals if one.at is None}
    if away - {side}:
        return id
    return division_called(s, id) if id in s.divisions else called(s, id)


def standing(base: Base) -> Plain:
    """Where and how a base stands, as events tell it."""
    return {"at": list(base.pose[:2]), "facing": base.facing, "formation": base.formation}


def tell_moved(s: State, rule: str, before: Base, after: Base, why: str, by: int) -> None:
    """A base has come from one place to another."""
    told = {"from": standing(before), "to": standing(after)}
    tell(s, "moved", rule, unit=after.id, why=why, distance=by, **told)


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
    unit: str | None = None,
    units: Sequence[str] = (),
    modifiers: Modifiers = [],  # noqa: B006  # read only
    seen_by: tuple[Seat, ...] | None = None,
    **data: Any,
) -> None:
    """1.1.1-a. A roll with its reason, whose it was, what was needed and every modifier with its rule; no zeros."""
    whole: Plain = {
        "why": why,
        "by": by,
        "unit": unit,
        "units": list(units) or ([] if unit is None else [unit]),
        "need": need,
        "total": total,
        "success": success,
        "outcome": OUTCOMES[success],
        **data,
    }
    kept = [(name, value) for name, value in modifiers if value]
    s.sink.append(Event("roll", rule, {**whole, **named(s, whole)}, BOOK, Row(faces), kept, seen_by=seen_by))
