"""Where tables, players and the truth of every match are kept: SQLite or PostgreSQL, by the same code."""

from quadrilatero.server.storage.records import Conflict, Line, Player, SeatHolder, StoredEntry, TableRecord, Taken
from quadrilatero.server.storage.store import Store, open_store

__all__ = [
    "Conflict",
    "Line",
    "Player",
    "SeatHolder",
    "Store",
    "StoredEntry",
    "TableRecord",
    "Taken",
    "open_store",
]
