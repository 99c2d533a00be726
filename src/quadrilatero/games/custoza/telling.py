"""Short ways for the rules to ask, tell and refuse, so that nobody is told of a counter more than he may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from quadrilatero.games.custoza.board import SIDES
from quadrilatero.games.custoza.fog import described, knows, listed, retold
from quadrilatero.games.custoza.state import State, Unit
from quadrilatero.games.custoza.words import BOOK, VOICE
from quadrilatero.kernel import Ask, Event, Plain, Refusal, Seat
from quadrilatero.kernel.ask import Answer, Reveal
from quadrilatero.kernel.plain import Row

no = VOICE.no
Modifiers = list[tuple[str, int]]
AUDIENCE: tuple[Seat | None, ...] = (*SIDES, None)


def ask(
    s: State,
    seat: Seat,
    what: str,
    rule: str,
    kinds: tuple[type[Answer], ...],
    options: Callable[[], Any],
    refuse: Callable[[Any], Refusal | None],
    certain: bool = False,
    *,
    secret: bool = False,
    **data: Any,
) -> Ask:
    """A question to one seat. Others learn of the answer with the names they know; of a secret one, nothing.

    `data` is for the asked seat alone: write enemies into it by hex and class, or through `retold`.
    """
    retell = None if secret else lambda other, answer: retold(s, other, msgspec.to_builtins(answer))
    return VOICE.ask(seat, what, rule, kinds, options, refuse, certain, secret=secret, retell=retell, **data)


def tell(s: State, kind: str, rule: str, **data: Any) -> None:
    """Something has happened that names no counter: everybody is told the same."""
    VOICE.tell(s, kind, rule, **data)


def tell_of(s: State, kind: str, rule: str, units: Sequence[Unit], **data: Any) -> None:
    """Something has happened to counters: `units` and `names` for all; seats that do not see them get aliases.

    Where the event is about a single counter, as `hit`, `status` or `routed`, `tell_of_one` has the key `unit`.
    """
    _tell(s, kind, rule, units, {"units": [unit.id for unit in units], **data})


def tell_of_one(s: State, kind: str, rule: str, unit: Unit, **data: Any) -> None:
    """Something has happened to one counter: `unit` and `names`."""
    _tell(s, kind, rule, [unit], {"unit": unit.id, **data})


def _tell(s: State, kind: str, rule: str, units: Sequence[Unit], data: Plain) -> None:
    whole = {**data, "names": [unit.name for unit in units]}
    blind = _blind(s, units)
    if blind:
        VOICE.tell_apart(s, kind, rule, {seat: _veil(s, seat, units, data) for seat in blind}, **whole)
    else:
        VOICE.tell(s, kind, rule, **whole)


def _blind(s: State, units: Sequence[Unit]) -> list[Seat | None]:
    """Those who do not see all of these counters."""
    return [seat for seat in AUDIENCE if not all(knows(s, seat, unit) for unit in units)]


def _veil(s: State, seat: Seat | None, units: Sequence[Unit], data: Plain) -> Plain:
    told: Plain = retold(s, seat, data)
    return {**told, "names": [described(s, seat, unit) for unit in listed(s, seat, units)]}


def reveal_of(s: State, kind: str, rule: str, units: Sequence[Unit]) -> Reveal:
    """A fact about counters becomes known, to everybody by the names he has for them; to be yielded."""
    return _reveal(s, kind, rule, units, {"units": [unit.id for unit in units]})


def reveal_of_one(s: State, kind: str, rule: str, unit: Unit, **data: Any) -> Reveal:
    """The same of one counter: `unit` and `names`."""
    return _reveal(s, kind, rule, [unit], {"unit": unit.id, **data})


def _reveal(s: State, kind: str, rule: str, units: Sequence[Unit], data: Plain) -> Reveal:
    tellings = {seat: Event(kind, rule, _veil(s, seat, units, data), BOOK) for seat in _blind(s, units)}
    return Reveal(Event(kind, rule, {**data, "names": [unit.name for unit in units]}, BOOK, tellings=tellings or None))


def roll(
    s: State,
    rule: str,
    why: str,
    side: Seat,
    units: Sequence[Unit],
    faces: tuple[int, ...],
    *,
    modifiers: Modifiers = [],  # noqa: B006  # read only
    success: bool | None = None,
    total: int | None = None,
    private: Iterable[str] = (),
    about: Sequence[Unit] = (),
    guarded: Mapping[str, Sequence[Unit]] = {},
    **data: Any,
) -> None:
    """A roll with its reason, who rolled, the sum and every modifier with its rule; zeros left out.

    Who does not see the units is told the dice and the outcome, but neither modifiers nor the `private` data. Who sees
    them, but not all those it is `about`, is told everything with such names as he knows. A modifier that is `guarded`
    by counters is told, and the sum with it, to those alone who see these counters, whether it applies or not.
    """
    kept = [(name, value) for name, value in modifiers if value]
    whole: Plain = {
        "why": why,
        "by": side,
        "units": [unit.id for unit in units],
        "names": [unit.name for unit in units],
        "total": sum(faces) + sum(value for _, value in kept) if total is None else total,
        "success": success,
        "outcome": "success" if success else "failure",
        **data,
    }
    hidden = {"total", *private}
    open_part = {key: value for key, value in whole.items() if key not in hidden and key != "names"}
    blind = _blind(s, units)
    tellings = {seat: Event("roll", rule, _veil(s, seat, units, open_part), BOOK, Row(faces)) for seat in blind}
    for seat in _blind(s, about):
        if seat not in tellings:
            tellings[seat] = Event("roll", rule, retold(s, seat, whole), BOOK, Row(faces), kept)
    for guard, counters in guarded.items():
        for seat in _blind(s, counters):
            told = tellings.get(seat) or Event("roll", rule, whole, BOOK, Row(faces), kept)
            bare = {key: value for key, value in told.data.items() if key != "total"}
            rest = [(name, value) for name, value in told.modifiers if name != guard]
            tellings[seat] = Event("roll", rule, bare, BOOK, Row(faces), rest)
    s.sink.append(Event("roll", rule, whole, BOOK, Row(faces), kept, tellings=tellings or None))
