"""Checkpoints in plain data: what is kept beside a log so that a match need not be played again from its beginning."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from quadrilatero.kernel.events import Event
from quadrilatero.kernel.game import Game
from quadrilatero.kernel.history import Moment, Past, Tale
from quadrilatero.kernel.log import Entry, Logged, Ordered
from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.kernel.standing import direct, passes


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
    moments: list[Moment]


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
        tale=_packed(_Tale([event.plain() for event in tale.events], list(tale.moments))),
    )


def past_of(
    kept: Sequence[Checkpoint], entries: Sequence[Logged], game: Game[Any], options: Mapping[str, str]
) -> Past | None:
    """The past of a match from the checkpoints beside its log: the last one on the way to its end, and those before.

    `entries` are those since the last closed checkpoint.
    """
    by_entries = {point.entries: point for point in kept}
    first = max((point.entries for point in kept if point.closed), default=0)
    ways = direct(entries)
    passed = [p for p in kept if p.closed or passes(ways, p.entries - first, p.settled - first)]
    if not passed:
        return None
    chain = [max(passed, key=lambda point: point.entries)]
    while (before := chain[-1].before) is not None:
        chain.append(by_entries[before])
    past: Past | None = None
    for point in reversed(chain):
        past = _stretch(past, point, entries, first, game, options)
    return past


def _stretch(
    before: Past | None,
    point: Checkpoint,
    entries: Sequence[Logged],
    first: int,
    game: Game[Any],
    options: Mapping[str, str],
) -> Past:
    def tale() -> Tale:
        stored = msgspec.json.decode(zlib.decompress(point.tale), type=_Tale)
        return Tale([Event.stored(event, game.book) for event in stored.events], stored.moments)

    begin = 0 if before is None else before.entries - first
    log = [as_entry(entry) for entry in entries[begin : point.entries - first]] if point.entries > first else []
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


def as_entry(entry: Logged) -> Entry:
    """An entry that need not be played again, as the log of a match has it."""
    if isinstance(entry, Entry):
        return entry
    if entry.kind == "instructed":
        return Entry(entry.kind, entry.seat, msgspec.convert(entry.value, Ordered))
    return Entry(entry.kind, entry.seat, tuple(entry.value) if isinstance(entry.value, list) else entry.value)
