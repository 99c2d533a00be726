"""Studies: how many somebody keeps, and letting go of one."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from quadrilatero.server.storage.records import STUDY
from quadrilatero.server.storage.schema import METADATA, TABLES


def count(connection: Connection, player: str) -> int:
    """How many studies a player keeps."""
    counted = select(func.count()).select_from(TABLES)
    return connection.execute(counted.where(TABLES.c.creator == player, TABLES.c.opponent == STUDY)).scalar_one()


def discard(connection: Connection, id: str) -> None:
    """Let a study go with everything that belongs to it; no other table is ever taken away."""
    if connection.execute(select(TABLES.c.id).where(TABLES.c.id == id, TABLES.c.opponent == STUDY)).first() is None:
        return
    for table in reversed(METADATA.sorted_tables):
        if "table_id" in table.c:
            connection.execute(delete(table).where(table.c.table_id == id))
    connection.execute(delete(TABLES).where(TABLES.c.id == id))
