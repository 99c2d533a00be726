"""Schema versions. A step takes a database from one version to the next; steps are never edited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, Connection, Engine, inspect, select, update
from sqlalchemy.schema import CreateColumn

from quadrilatero.server.names import likeness
from quadrilatero.server.storage.schema import META, METADATA, PLAYERS, TABLES

Step = Callable[[Connection], None]


class WrongVersion(RuntimeError):
    """A database that this program cannot work with; the message says what to do."""


FIRST = ("meta", "players", "sessions", "tables", "seats", "entries", "receipts", "chat", "notes")
SECOND = (
    "tokens",
    "thoughts",
    "standing",
    "vacations",
    "contacts",
    "notices",
    "watched",
    "presence",
)
SIDE_CHAT = ("side_chat",)
CHECKPOINTS = ("checkpoints", "boundaries")


def _create(connection: Connection, names: tuple[str, ...]) -> None:
    METADATA.create_all(connection, [METADATA.tables[name] for name in names])


def _first(connection: Connection) -> None:
    """Everything there was in the beginning."""
    _create(connection, FIRST)


def _second(connection: Connection) -> None:
    """Tokens for programs, the computer's reasons; instructions, vacations and notices for correspondence play."""
    _create(connection, SECOND)


def _side_chat(connection: Connection) -> None:
    """Chat among the seats of a side."""
    _create(connection, SIDE_CHAT)


def _checkpoints(connection: Connection) -> None:
    """Boundaries of long matches."""
    _create(connection, CHECKPOINTS)


def _titles(connection: Connection) -> None:
    """Studies with titles of their own."""
    _add(connection, TABLES.c.title)


def _since(connection: Connection) -> None:
    """Since when seats are asked."""
    _add(connection, TABLES.c.since)


def _likenesses(connection: Connection) -> None:
    """Accounts are found by what their names look like; one that would look like another keeps its key."""
    known = set(connection.execute(select(PLAYERS.c.account)).scalars())
    for row in connection.execute(select(PLAYERS.c.id, PLAYERS.c.name).where(PLAYERS.c.account.is_not(None))).all():
        key = likeness(row.name)
        if key not in known:
            known.add(key)
            connection.execute(update(PLAYERS).where(PLAYERS.c.id == row.id).values(account=key))


def _battles(connection: Connection) -> None:
    """Battles between armies that players bring."""
    _add(connection, TABLES.c.battle)


def _add(connection: Connection, column: Column[Any]) -> None:
    """Add a column to a table that does not have it; one that was made by these steps has all of today's."""
    known = {one["name"] for one in inspect(connection).get_columns(column.table.name)}
    if column.name not in known:
        definition = CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {column.table.name} ADD COLUMN {definition}")


STEPS: tuple[Step, ...] = (_first, _second, _side_chat, _checkpoints, _titles, _since, _likenesses, _battles)
NEWEST = len(STEPS)


def version_of(engine: Engine) -> int:
    """The schema version of a database; 0 for an empty one."""
    if not inspect(engine).has_table("meta"):
        return 0
    with engine.connect() as connection:
        value = connection.execute(select(META.c.value).where(META.c.key == "schema")).scalar()
    return 0 if value is None else int(value)


def upgrade(engine: Engine, steps: tuple[Step, ...] = STEPS) -> tuple[int, int]:
    """Bring a database to the newest version, each step in a transaction of its own; the versions before and after."""
    before = version_of(engine)
    _refuse_newer(before, len(steps))
    for number, step in enumerate(steps[before:], before + 1):
        with engine.begin() as connection:
            step(connection)
            connection.execute(META.delete().where(META.c.key == "schema"))
            connection.execute(META.insert().values(key="schema", value=str(number)))
    return before, len(steps)


def prepare(engine: Engine) -> None:
    """Create an empty database; refuse one of another version."""
    version = version_of(engine)
    if version == 0:
        upgrade(engine)
        return
    _refuse_newer(version, NEWEST)
    if version < NEWEST:
        raise WrongVersion(
            f"the database has schema version {version}, this program needs {NEWEST}: back it up with the "
            "program it belongs to (quadrilatero db backup FILE --db URL), then run quadrilatero db upgrade --db URL"
        )


def _refuse_newer(version: int, newest: int) -> None:
    if version > newest:
        raise WrongVersion(
            f"the database has schema version {version}, newer than this program's {newest}: upgrade the program"
        )
