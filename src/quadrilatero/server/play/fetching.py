"""Getting matches out of the database: whole, or what is new since they were read."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec

from quadrilatero.kernel import Header, Match
from quadrilatero.kernel.ask import Illegal
from quadrilatero.kernel.loading import repeat, resume
from quadrilatero.kernel.plain import Plain
from quadrilatero.kernel.saves import BadSave, SavedEntry, plain_entries
from quadrilatero.server.errors import Problem
from quadrilatero.server.logs import LOG
from quadrilatero.server.play.obeying import InstructionsBySeat
from quadrilatero.server.storage import Store, StoredEntry, TableRecord, instructions, tables
from quadrilatero.server.storage.records import Receipt

ELSEWHERE = frozenset({"salt", "take_back"})
"""Entries that do more than a match can repeat where it stands."""
REPLAYING = ThreadPoolExecutor(2, thread_name_prefix="replaying")
"""Long matches are played again here, beside the event loop: the others go on meanwhile."""


class Fetched(msgspec.Struct, frozen=True):
    """A table as it is stored, its match standing where it was left."""

    record: TableRecord
    match: Match
    receipts: list[Receipt]
    instructions: InstructionsBySeat


async def fetch(store: Store, id: str) -> Fetched:
    """A table with its match played again from its log; Problem where there is none, or it cannot be."""
    found = await store(tables.load, id)
    if found is None:
        raise Problem("not_found")
    record, entries, receipts = found
    try:
        match = await replayed(record.header, record.dice, entries)
    except BadSave as error:
        LOG.error("match not loaded", extra={"table": id, "why": str(error)})
        raise Problem("other_rules") from None
    return Fetched(record, match, receipts, await store(instructions.of_table, id))


async def replayed(header: Header, dice: Plain, entries: list[SavedEntry]) -> Match:
    """A match played again from its log; BadSave where it cannot be."""
    return await asyncio.get_running_loop().run_in_executor(REPLAYING, resume, header, dice, entries)


async def follow(store: Store, record: TableRecord, match: Match) -> Fetched:
    """The same table after other processes have changed it; what they have added is played on the match at hand."""
    news = await store(tables.news, record)
    if news is None:
        raise Problem("not_found")
    newer, entries, receipts = news
    if not _repeat(match, entries):
        return await fetch(store, record.id)
    return Fetched(newer, match, receipts, await store(instructions.of_table, record.id))


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
