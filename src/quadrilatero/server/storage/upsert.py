"""Writing one row in place of another, also while others write the same one."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Table, select
from sqlalchemy.dialects import postgresql, sqlite

from quadrilatero.server.storage.schema import META, PLAYERS


def add(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Write a row unless there is one with the same key; whether it was written."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    written = make(table).values(row).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(written).first() is not None


def put(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Write a row in place of the one with the same key, if there is one."""
    make = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in row.items() if name not in keys}
    connection.execute(make(table).values(row).on_conflict_do_update(index_elements=keys, set_=rest))


def all_in_turn(connection: Connection) -> None:
    """Let no other transaction that asks for it go on before this one ends."""
    connection.execute(select(META.c.key).where(META.c.key == "schema").with_for_update())


def one_at_a_time(connection: Connection, player: str) -> None:
    """Let no other transaction count or write what is that player's before this one ends.

    SQLite has one writer anyway.
    """
    connection.execute(select(PLAYERS.c.id).where(PLAYERS.c.id == player).with_for_update())
