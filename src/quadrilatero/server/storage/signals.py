"""What processes that share a PostgreSQL tell each other: sent with the transaction, heard by all when it commits.

With SQLite there is one process and nothing is sent.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, text

from quadrilatero.server.storage.records import TableRecord

CHANNEL = "quadrilatero"
MOST = 7900
"""PostgreSQL carries less than 8000 bytes."""
NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class Signal(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of: a table has changed, or its instructions; all who watch it are told something; a player has to go,
    or whoever came in by a session."""

    origin: str
    table: str = ""
    revision: int = -1
    waits: bool = False
    """Whether something is to act there by itself: a bot, or an instruction."""
    instructions: bool = False
    said: Any = None
    side: str = ""
    """Whose seats are told, where not everybody is."""
    player: str = ""
    session: str = ""


def send(connection: Connection, /, **fields: Any) -> None:
    """Tell the other processes when this transaction is committed."""
    if connection.dialect.name != "postgresql":
        return
    signal = Signal(origin_of(connection), **fields)
    payload = msgspec.json.encode(signal).decode()
    if len(payload.encode()) < MOST:
        connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})


def origin_of(connection: Connection) -> str:
    """The name of this process among those that share the database."""
    return str(connection.get_execution_options().get("origin", ""))


def changed(connection: Connection, record: TableRecord) -> None:
    """A table is no longer what it was."""
    if connection.dialect.name != "postgresql":
        return
    bots = any(record.seats[seat].bot for seat in record.turn)
    send(connection, table=record.id, revision=record.revision, waits=bots or record.pace["kind"] == "days")
