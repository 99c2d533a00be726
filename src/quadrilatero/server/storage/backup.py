"""Backups: every row as a line of JSON, compressed. Made from either kind of database and restored into either."""

from __future__ import annotations

import gzip
import hashlib
import os
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.server.storage.migrations import NEWEST, upgrade, version_of
from quadrilatero.server.storage.schema import METADATA

KIND = "quadrilatero backup"
BATCH = 1000


class BadBackup(ValueError):
    """A file that cannot be restored; the message says why."""


class _Head(msgspec.Struct, frozen=True):
    kind: str
    schema: int


class _Tail(msgspec.Struct, frozen=True):
    rows: int
    sha256: str


def backup(engine: Engine, path: Path) -> int:
    """Write all rows, as they stand at one moment, to a file that appears only when it is whole; how many."""
    version = version_of(engine)
    if version != NEWEST:
        raise BadBackup(f"the database has schema version {version}, not {NEWEST}; use the program that it belongs to")
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb") as file:
                rows = _write(engine, file)
            raw.flush()
            os.fsync(raw.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return rows


def _write(engine: Engine, file: gzip.GzipFile) -> int:
    rows, digest = 0, hashlib.sha256()
    file.write(msgspec.json.encode(_Head(KIND, NEWEST)) + b"\n")
    with engine.connect() as plain:
        connection = _snapshot(plain)
        for table in METADATA.sorted_tables:
            if table.name == "meta":
                continue
            for row in connection.execute(select(table)).yield_per(BATCH):
                line = msgspec.json.encode([str(table.name), list(row)]) + b"\n"
                file.write(line)
                digest.update(line)
                rows += 1
    file.write(msgspec.json.encode(_Tail(rows, digest.hexdigest())) + b"\n")
    return rows


def _snapshot(connection: Connection) -> Connection:
    """See all tables as of one moment. On SQLite an open transaction does that."""
    if connection.dialect.name == "postgresql":
        return connection.execution_options(isolation_level="REPEATABLE READ")
    connection.exec_driver_sql("BEGIN")
    return connection


def restore(engine: Engine, path: Path) -> int:
    """Fill an empty database from a backup: all of it or nothing; how many rows."""
    if version_of(engine) != 0 and not _is_empty(engine):
        raise BadBackup("the database is not empty; restore into a new one")
    check(path)
    upgrade(engine)
    rows = 0
    with engine.begin() as connection:
        batch: list[dict[str, Any]] = []
        current = ""
        for name, values in _rows(path):
            if batch and (name != current or len(batch) >= BATCH):
                connection.execute(METADATA.tables[current].insert(), batch)
                batch = []
            current = name
            batch.append(dict(zip(METADATA.tables[name].columns.keys(), values, strict=True)))
            rows += 1
        if batch:
            connection.execute(METADATA.tables[current].insert(), batch)
    return rows


def check(path: Path) -> int:
    """Read a backup to its end; BadBackup where it is not whole. How many rows it holds."""
    return sum(1 for _ in _rows(path))


def _rows(path: Path) -> Iterator[tuple[str, list[Any]]]:
    digest, rows, tail = hashlib.sha256(), 0, None
    try:
        with gzip.open(path, "rb") as file:
            head = msgspec.json.decode(file.readline(), type=_Head)
            if head.kind != KIND:
                raise BadBackup(f"{path.name} is no backup of ours")
            if head.schema != NEWEST:
                raise BadBackup(
                    f"{path.name} has schema version {head.schema}, not {NEWEST}: restore it with the program it was "
                    "made with, then run quadrilatero db upgrade"
                )
            for line in file:
                if line.startswith(b"{"):
                    tail = msgspec.json.decode(line, type=_Tail)
                    break
                digest.update(line)
                rows += 1
                name, values = msgspec.json.decode(line, type=tuple[str, list[Any]])
                yield name, values
    except (OSError, EOFError, zlib.error, msgspec.DecodeError) as error:
        raise BadBackup(f"{path.name} cannot be read: {type(error).__name__}") from None
    if tail != _Tail(rows, digest.hexdigest()):
        raise BadBackup(f"{path.name} is not whole or was changed")


def _is_empty(engine: Engine) -> bool:
    try:
        with engine.connect() as connection:
            return connection.execute(select(METADATA.tables["players"].c.id).limit(1)).first() is None
    except SQLAlchemyError:
        return False
