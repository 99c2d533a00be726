"""Checkpoints in plain data: what is kept beside a log so that a match need not be played again from its beginning."""

from __future__ import annotations

import zlib
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.history import Past, Tale
from quadrilatero.kernel.log import Entry, Logged, Ordered
from quadrilatero.kernel.phrases import LANGUAGES
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.records import Moment
from quadrilatero.kernel.standing import direct, passes

if TYPE_CHECKING:
    from quadrilatero.kernel.match import Match


class Checkpoint(msgspec.Struct, frozen=True):
    """The end of a stretch of the past, as a host stores it. `before` is the one it follows, by its entries.

    `position` (of the boundary) and `tale` (what happened since the one before) are compressed JSON.
    """

    entries: int
    settled: int
    before: int | None
    rolled: int
    told: int
    numbers: list[tuple[Seat | None, int]]
    untold: list[tuple[Seat | None, int]]
    closed: bool
    position: bytes
    tale: bytes


class _Tale(msgspec.Struct, frozen=True):
    events: list[Plain]
    moments: list[tuple[int, int, list[tuple[Seat | None, int]]]]


def _packed(value: Any) -> bytes:
    return zlib.compress(msgspec.json.encode(value), 1)


def checkpoint(past: Past, game: Game[Any], seats: Sequence[Seat]) -> Checkpoint:
    """The end of that stretch in plain data."""
    tale = past.tale
    return Checkpoint(
        entries=past.entries,
        settled=past.settled,
        before=None if past.before is None else past.before.entries,
        rolled=past.rolled,
        told=past.told,
        numbers=[(seat, past.number(seat)) for seat in (None, *seats)],
        untold=list(past.untold.items()),
        closed=past.closed,
        position=_packed(game.position(past.boundary())),
        tale=_packed(
            _Tale(
                [event.plain() for event in tale.events],
                [(moment.version, moment.told, list(moment.untold.items())) for moment in tale.moments],
            )
        ),
    )


def passed(match: Match, known: Container[int] = ()) -> list[Checkpoint]:
    """The checkpoints that a match has passed and that are not known, by their entries; the earliest first."""
    found: list[Past] = []
    past = match.past
    while past is not None and past.entries not in known:
        found.append(past)
        past = past.before
    return [checkpoint(past, match.game, match.seats) for past in reversed(found)]


def past_of(
    kept: Sequence[Checkpoint],
    entries: Sequence[Logged],
    game: Game[Any],
    options: Mapping[str, str],
    last: Checkpoint | None = None,
    *,
    outdated: bool = False,
) -> Past | None:
    """The past of a match from the checkpoints beside its log: the last one on the way to its end, and those before.

    `entries` are those since the last closed checkpoint. `last` is given where it is known to be the last. An
    `outdated` match was played under other rules or data: its events are told as far as today's have words for them.
    """
    by_entries = {point.entries: point for point in kept}
    first = max((point.entries for point in kept if point.closed), default=0)
    ways = direct(entries)
    passed = [p for p in kept if p.closed or passes(ways, p.entries - first, p.settled - first)]
    last = last or max(passed, key=lambda point: point.entries, default=None)
    if last is None:
        return None
    chain = [last]
    while (before := chain[-1].before) is not None:
        chain.append(by_entries[before])
    past: Past | None = None
    for point in reversed(chain):
        past = _stretch(past, point, entries, first, game, options, outdated or point.entries <= first)
    return past


def _stretch(
    before: Past | None,
    point: Checkpoint,
    entries: Sequence[Logged],
    first: int,
    game: Game[Any],
    options: Mapping[str, str],
    outdated: bool,
) -> Past:
    def tale() -> Tale:
        stored = msgspec.json.decode(zlib.decompress(point.tale), type=_Tale)
        events = [Event.stored(event, game.book) for event in stored.events]
        moments = [Moment(version, told, dict(untold)) for version, told, untold in stored.moments]
        return Tale([_tellable(event) for event in events] if outdated else events, moments)

    begin = 0 if before is None else before.entries - first
    log = [] if point.entries <= first else [as_entry(entry) for entry in entries[begin : point.entries - first]]
    return Past(
        before,
        log,
        tale,
        lambda: game.read(msgspec.json.decode(zlib.decompress(point.position)), game.choose_options(options)),
        entries=point.entries,
        settled=point.settled,
        rolled=point.rolled,
        told=point.told,
        untold=dict(point.untold),
        numbers=dict(point.numbers),
        closed=point.closed,
    )


def _tellable(event: Event) -> Event:
    """An event of other rules in words of today, if they have any for it."""
    try:
        for language in LANGUAGES:
            event.text(language)
    except (KeyError, IndexError, ValueError, AttributeError):
        return Event("forgotten", event.rule, {"was": event.kind}, event.book, seen_by=event.seen_by)
    return event


def as_entry(entry: Logged) -> Entry:
    """An entry that need not be played again, as the log of a match has it."""
    if isinstance(entry, Entry):
        return entry
    if entry.kind == "instructed":
        return Entry(entry.kind, entry.seat, msgspec.convert(entry.value, Ordered))
    return Entry(entry.kind, entry.seat, tuple(entry.value) if isinstance(entry.value, list) else entry.value)
