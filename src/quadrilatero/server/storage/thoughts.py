"""Why the computer decided as it did: kept beside the entries of a match, for when it is over."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, insert, select

from quadrilatero.kernel.plain import Plain, Seat
from quadrilatero.server.storage.schema import THOUGHTS


class Thought(msgspec.Struct, frozen=True):
    """The reasons for the decision that became entry `number`."""

    number: int
    seat: Seat
    level: str
    reasons: Plain


def keep(connection: Connection, table: str, thought: Thought) -> None:
    """Remember one."""
    row = {**msgspec.structs.asdict(thought), "reasons": msgspec.json.encode(thought.reasons).decode()}
    connection.execute(insert(THOUGHTS).values(table_id=table, **row))


def until(connection: Connection, table: str, number: int, most: int) -> list[Thought]:
    """The last ones of a match before it had more than so many entries, the oldest first."""
    wanted = select(THOUGHTS).where(THOUGHTS.c.table_id == table, THOUGHTS.c.number < number)
    rows = connection.execute(wanted.order_by(THOUGHTS.c.number.desc()).limit(most)).all()
    return [Thought(row.number, row.seat, row.level, msgspec.json.decode(row.reasons)) for row in reversed(rows)]
