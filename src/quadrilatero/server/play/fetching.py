"""Getting matches out of the database: whole, or what is new since they were read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import msgspec

from quadrilatero.kernel import Header, Match
from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.checkpoints import Checkpoint, past_of
from quadrilatero.kernel.game import Result
from quadrilatero.kernel.history import last_closed
from quadrilatero.kernel.loading import game_of, is_current, reopen_log, resume
from quadrilatero.kernel.plain import Plain
from quadrilatero.kernel.replaying import repeat
from quadrilatero.kernel.saves import BadSave, SavedEntry, plain_entries
from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.play.obeying import InstructionsBySeat
from quadrilatero.server.storage import Store, StoredEntry, TableRecord, checkpoints, instructions, tables
from quadrilatero.server.storage.records import Receipt

ELSEWHERE = frozenset({"salt", "take_back", "reopen"})
"""Entries that do more than a match can repeat where it stands."""
P = ParamSpec("P")
R = TypeVar("R")
REPLAYING = ThreadPoolExecutor(2, thread_name_prefix="replaying")
"""Long matches are played again here, beside the event loop: the others go on meanwhile."""


class Fetched(msgspec.Struct, frozen=True):
    """A table as it is stored, its match standing where it was left.

    `kept` are the checkpoints that are stored, by their entries. A match whose rules or data have changed since is
    `reopened` at its last boundary, which is not stored yet.
    """

    record: TableRecord
    match: Match
    receipts: list[Receipt]
    instructions: InstructionsBySeat
    kept: frozenset[int]
    reopened: bool = False


async def fetch(store: Store, id: str) -> Fetched:
    """A table with its match from its last checkpoint; Problem where there is none, or it cannot be played again."""
    found = await store(tables.load, id)
    if found is None:
        raise Problem("not_found")
    record, entries, receipts, points = found
    reopened = False
    try:
        if reopened := not is_current(game_of(record.header, "the log"), record.header):
            last = await store(checkpoints.last_boundary, id)
            match = await beside(_reopened, record, entries, points, last)
            LOG.info("match reopened", extra={"table": id, "notice": match.notice})
        else:
            match = await beside(standing, record.header, record.dice, entries, points)
    except BadSave as error:
        LOG.error("match not loaded", extra={"table": id, "why": str(error)})
        raise Problem("other_rules") from None
    kept = frozenset(point.entries for point in points)
    return Fetched(record, match, receipts, await store(instructions.of_table, id), kept, reopened)


async def beside(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What comes of playing a match again, which takes a while, in a thread."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(REPLAYING, lambda: work(*args, **kwargs))


def standing(header: Header, dice: Plain, entries: list[SavedEntry], points: list[Checkpoint]) -> Match:
    """A match where its log ends, from the last checkpoint, or from the beginning where that does not fit."""
    game = game_of(header, "the log")
    past = past_of(points, entries, game, header.options)
    if past is not None and not past.closed:
        try:
            return resume(header, dice, entries, past)
        except BadSave as error:
            LOG.warning("checkpoint passed over", extra={"why": str(error)})
    return resume(header, dice, entries, last_closed(past))


def _reopened(
    record: TableRecord, entries: list[SavedEntry], points: list[Checkpoint], last: Checkpoint | None
) -> Match:
    ended = msgspec.convert(record.result, Result | None)
    return reopen_log(record.header, record.dice, entries, points, last, ended)


async def follow(store: Store, record: TableRecord, match: Match) -> Fetched:
    """The same table after other processes have changed it; what they have added is played on the match at hand."""
    news = await store(tables.news, record)
    if news is None:
        raise Problem("not_found")
    newer, entries, receipts = news
    if newer.dice != record.dice or not _repeat(match, entries):  # other dice: another match was begun in its place
        return await fetch(store, record.id)
    kept = frozenset(await store(checkpoints.numbers, record.id))
    return Fetched(newer, match, receipts, await store(instructions.of_table, record.id), kept)


def _repeat(match: Match, entries: list[StoredEntry]) -> bool:
    """Play entries that others have made; whether they came out as they were written."""
    if any(entry.kind in ELSEWHERE for entry in entries):
        return False
    version = match.version
    try:
        for entry in entries:
            repeat(match, entry)
    except (Illegal, ValueError, RuntimeError):
        return False
    return plain_entries(match.entries_since(version)) == entries
