"""Short ways for the rules to ask, tell and refuse, so that nobody is told of a counter more than he may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from quadrilatero.games.custoza.board import ARTILLERY, SIDES
from quadrilatero.games.custoza.fog import called, described, knows, listed, renamed_for, retold, spoken, unmeasured
from quadrilatero.games.custoza.state import State
from quadrilatero.games.custoza.units import Unit
from quadrilatero.games.custoza.words import BOOK, VOICE
from quadrilatero.kernel import Ask, Event, Plain, Refusal, Seat
from quadrilatero.kernel.ask import Answer, Reveal
from quadrilatero.kernel.events import Telling, made
from quadrilatero.kernel.plain import Row

no = VOICE.no
Modifiers = list[tuple[str, int]]
AUDIENCE: Final[tuple[Seat | None, ...]] = (*SIDES, None)


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
    whispered: bool = False,
    **data: Any,
) -> Ask:
    """A question to one seat. Others learn of the answer with the names they know; of a secret one, nothing.

    Answers name counters of the asked seat alone, so that all others hear the same. Of a `whispered` question others
    know what it is, but hear no answer: what follows from it tells them enough.
    `data` is for the asked seat alone: write enemies into it by hex and class, or through `retold`.
    """
    heard: list[Any] = []

    def retell(other: Seat | None, answer: Any) -> Plain:
        if not heard or heard[0] is not answer:
            heard[:] = answer, retold(s, None, msgspec.to_builtins(answer))
        plain: Plain = heard[1]
        return plain

    return Ask(
        BOOK,
        (seat,),
        what,
        rule,
        kinds,
        lambda _: options(),
        lambda _, answer: refuse(answer),
        data,
        certain,
        secret=secret,
        retell=None if secret else _untold if whispered else retell,
    )


def ask_all(
    seats: tuple[Seat, ...],
    what: str,
    rule: str,
    kinds: tuple[type[Answer], ...],
    options: Callable[[Seat], Any],
    refuse: Callable[[Seat, Any], Refusal | None],
) -> Ask:
    """A question to several seats at once, in secret: nobody ever learns what the others answered."""
    return VOICE.ask_all(seats, what, rule, kinds, options, refuse, True, secret=True)


def _untold(other: Seat | None, answer: Any) -> Plain | None:
    return None


def tell(s: State, kind: str, rule: str, **data: Any) -> None:
    """Something has happened that names no counter: everybody is told the same."""
    VOICE.tell(s, kind, rule, **data)


def tell_of(s: State, kind: str, rule: str, units: Sequence[Unit], **data: Any) -> None:
    """Something has happened to counters: `units` and `names` for all; seats that do not see them get aliases.

    Where the event is about a single counter, as `hit`, `status` or `routed`, `tell_of_one` has the key `unit`.
    """
    s.sink.append(_event(s, kind, rule, units, {"units": [unit.id for unit in units], **data}))


def tell_of_one(s: State, kind: str, rule: str, unit: Unit, **data: Any) -> None:
    """Something has happened to one counter: `unit` and `names`."""
    s.sink.append(_event(s, kind, rule, [unit], {"unit": unit.id, **data}))


def _event(s: State, kind: str, rule: str, units: Sequence[Unit], data: Plain) -> Event:
    """What has happened to counters, whole, and as those are told of it who do not see all of them."""
    blind = _blind(s, units)
    tellings = _tellings(s, blind, units, kind, rule, data) if blind else None
    return Event(kind, rule, {**data, "names": [unit.name for unit in units]}, BOOK, tellings=tellings)


def _blind(s: State, units: Sequence[Unit]) -> list[Seat | None]:
    """Those who do not see all of these counters."""
    dark = {unit.side for unit in units if not knows(s, None, unit)}
    return [seat for seat in AUDIENCE if dark - {seat}] if dark else []


class Veiled:
    """What those are told who do not see all counters that something has happened to; put into words when asked for.

    All that it hangs on how things stood is noted at once: by what names which counters are called.
    """

    __slots__ = ("_data", "_faces", "_kind", "_made", "_names", "_own", "_rank", "_rule", "_words")

    def __init__(
        self,
        s: State,
        seat: Seat | None,
        units: Sequence[Unit],
        kind: str,
        rule: str,
        data: Plain,
        named: Sequence[Unit],
        faces: tuple[int, ...],
    ) -> None:
        self._kind, self._rule, self._data, self._faces = kind, rule, data, faces
        self._names = called(s, seat, named)
        self._own = {unit.id for unit in named if unit.side == seat}
        self._rank = s.rank
        self._words = {unit.id: described(s, seat, unit) for unit in units}
        if len(units) > 1:
            names = self._names if len(units) == len(named) else called(s, seat, units)
            self._words = {id: self._words[id] for id in listed(self._words, names, s.rank)}
        if any(unit.kind == ARTILLERY for unit in units):
            self._data = unmeasured(data)
        self._made: Event | None = None

    def __call__(self) -> Event:
        """The event, of guns without what they have spent (7.9-b: `unmeasured`)."""
        if self._made is None:
            told: Plain = renamed_for(self._data, self._names, self._rank, self._own)
            told = {**told, "names": list(self._words.values())}
            self._made = Event(self._kind, self._rule, told, BOOK, Row(self._faces))
        return self._made


def _tellings(
    s: State,
    blind: Sequence[Seat | None],
    units: Sequence[Unit],
    kind: str,
    rule: str,
    data: Plain,
    faces: tuple[int, ...] = (),
) -> dict[Seat | None, Telling]:
    """What each of those is told who do not see all of these counters; spectators' words do for all but owners."""
    named = spoken(s, data)
    owners = {unit.side for unit in (*units, *named)}
    common = Veiled(s, None, units, kind, rule, data, named, faces)
    return {
        seat: Veiled(s, seat, units, kind, rule, data, named, faces) if seat in owners else common for seat in blind
    }


def reveal_of(s: State, kind: str, rule: str, units: Sequence[Unit], **data: Any) -> Reveal:
    """A fact about counters becomes known, to everybody by the names he has for them; to be yielded."""
    return Reveal(_event(s, kind, rule, units, {"units": [unit.id for unit in units], **data}))


def reveal_of_one(s: State, kind: str, rule: str, unit: Unit, **data: Any) -> Reveal:
    """The same of one counter: `unit` and `names`."""
    return Reveal(_event(s, kind, rule, [unit], {"unit": unit.id, **data}))


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
    unseen: bool = False,
    **data: Any,
) -> None:
    """A roll with its reason, who rolled, the sum and every modifier with its rule; zeros left out.

    Who does not see the units is told the dice and the outcome, but neither modifiers nor the `private` data. Who sees
    them, but not all those it is `about`, is told everything with such names as he knows. A modifier that is `guarded`
    by counters is told, and the sum with it, to those alone who see these counters, whether it applies or not.
    A roll that is `unseen` only its side knows of.
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
    if unseen:
        s.sink.append(Event("roll", rule, whole, BOOK, Row(faces), kept, seen_by=(side,)))
        return
    tellings: dict[Seat | None, Telling] = {}
    if blind := _blind(s, units):
        hidden = {"total", "names", *private}
        open_part = {key: value for key, value in whole.items() if key not in hidden}
        tellings = _tellings(s, blind, units, "roll", rule, open_part, faces)
    for seat in _blind(s, about):
        if seat not in tellings:
            tellings[seat] = Event("roll", rule, retold(s, seat, whole), BOOK, Row(faces), kept)
    for guard, counters in guarded.items():
        for seat in _blind(s, counters):
            instead = tellings.get(seat)
            told = Event("roll", rule, whole, BOOK, Row(faces), kept) if instead is None else made(instead)
            bare = {key: value for key, value in told.data.items() if key not in ("total", "checks")}
            rest = [(name, value) for name, value in told.modifiers if name != guard]
            tellings[seat] = Event("roll", rule, bare, BOOK, Row(faces), rest)
    s.sink.append(Event("roll", rule, whole, BOOK, Row(faces), kept, tellings=tellings or None))


# -- the Advanced Game: what is done out of the enemy's sight ----------------------------------------------------------


def tell_own(s: State, side: Seat, kind: str, rule: str, **data: Any) -> None:
    """Something has happened that only its side knows of (16.1-e, 16.6-a)."""
    VOICE.tell_to(s, (side,), kind, rule, **data)


def reveal(kind: str, rule: str, **data: Any) -> Reveal:
    """What was given as an order becomes visible to everybody; to be yielded."""
    return VOICE.reveal(kind, rule, **data)


def settle(side: Seat, kind: str, rule: str, **data: Any) -> Reveal:
    """An order that only its side knows of, but that is not taken back any more; to be yielded.

    That one order could be taken back and another not, because of a die, would tell the enemy which it was.
    """
    return VOICE.reveal(kind, rule, seen_by=(side,), **data)


def roll_unseen(
    s: State,
    rule: str,
    why: str,
    side: Seat,
    faces: tuple[int, ...],
    modifiers: Modifiers,
    *,
    dice_seen: bool,
    total: int,
    success: bool,
    outcome: str,
    formation: str,
    name: str,
    need: int,
    **own: Any,
) -> None:
    """16.6-a. A roll for a Formation that stays face down: others see the dice and what came of it, or nothing."""
    kept = [(rule, value) for rule, value in modifiers if value]
    shown: Plain = {"why": why, "by": side, "units": [], "names": [], "success": success, "outcome": outcome}
    whole: Plain = {**shown, "total": total, "formation": formation, "name": name, "need": need, **own}
    if not dice_seen:
        s.sink.append(Event("roll", rule, whole, BOOK, Row(faces), kept, seen_by=(side,)))
        return
    told = Event("roll", rule, {**shown, "name": "hidden_formation"}, BOOK, Row(faces))
    tellings: dict[Seat | None, Event] = {seat: told for seat in AUDIENCE if seat != side}
    s.sink.append(Event("roll", rule, whole, BOOK, Row(faces), kept, tellings=tellings))
