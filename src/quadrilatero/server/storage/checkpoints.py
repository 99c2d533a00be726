"""Checkpoints of matches, written in the same commit as the entries that lead there, and their last boundaries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from quadrilatero.kernel.checkpoints import Checkpoint
from quadrilatero.server.storage.schema import BOUNDARIES, CHECKPOINTS
from quadrilatero.server.storage.upsert import put


def rows(table: str, points: Sequence[Checkpoint]) -> list[dict[str, Any]]:
    """Checkpoints as rows to be written."""
    return [{"table_id": table, "entries": point.entries, "data": _text(point)} for point in points]


def _text(point: Checkpoint) -> str:
    return msgspec.json.encode(point).decode()


def of_table(connection: Connection, table: str) -> list[Checkpoint]:
    """The checkpoints of a match, the earliest first."""
    wanted = select(CHECKPOINTS.c.data).where(CHECKPOINTS.c.table_id == table).order_by(CHECKPOINTS.c.entries)
    return [msgspec.json.decode(data, type=Checkpoint) for data in connection.execute(wanted).scalars()]


def numbers(connection: Connection, table: str) -> list[int]:
    """After how many entries a match has checkpoints."""
    return list(connection.execute(select(CHECKPOINTS.c.entries).where(CHECKPOINTS.c.table_id == table)).scalars())


def last_boundary(connection: Connection, table: str) -> Checkpoint | None:
    """The last boundary of a match, if it was written when its room was let go."""
    found = connection.execute(select(BOUNDARIES.c.data).where(BOUNDARIES.c.table_id == table)).scalar()
    return None if found is None else msgspec.json.decode(found, type=Checkpoint)


def write_boundary(connection: Connection, table: str, point: Checkpoint) -> None:
    """Keep the last boundary of a match instead of the one before."""
    put(connection, BOUNDARIES, {"table_id": table, "data": _text(point)})
