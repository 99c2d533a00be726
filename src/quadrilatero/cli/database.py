"""`quadrilatero db`: upgrade, back up and restore the server's database."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import typer
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from quadrilatero.cli.serve import default_database
from quadrilatero.cli.words import Words
from quadrilatero.server.storage import backup as files
from quadrilatero.server.storage.locking import InUse
from quadrilatero.server.storage.migrations import WrongVersion, upgrade
from quadrilatero.server.storage.store import BadUrl, held, open_engine


def _with(database: str | None, words: Words, work: Callable[[Engine], str], *, alone: bool = False) -> int:
    """Do that with the database and say what came of it. `alone`: while no server uses it."""
    database = database or default_database()
    try:
        with (held(database) if alone else None) or nullcontext():
            engine = open_engine(database)
            try:
                typer.echo(work(engine))
            finally:
                engine.dispose()
    except (BadUrl, WrongVersion, InUse, files.BadBackup, OSError) as error:
        typer.echo(f"quadrilatero: {error}", err=True)
        return 1
    except SQLAlchemyError as error:
        typer.echo(f"quadrilatero: {words('db.silent', why=error.__cause__ or error)}", err=True)
        return 1
    return 0


def run_upgrade(database: str | None, language: str) -> int:
    """Bring the database to the schema of this program."""

    words = Words(language)

    def work(engine: Engine) -> str:
        before, after = upgrade(engine)
        return words("db.current" if before == after else "db.upgraded", before=before, after=after)

    return _with(database, words, work, alone=True)


def run_backup(file: Path, database: str | None, language: str) -> int:
    """Write a backup; the server may be running."""
    words = Words(language)
    return _with(database, words, lambda engine: words("db.saved", rows=files.backup(engine, file), file=file))


def run_restore(file: Path, database: str | None, language: str) -> int:
    """Fill an empty database from a backup."""
    words = Words(language)
    return _with(
        database, words, lambda engine: words("db.restored", rows=files.restore(engine, file), file=file), alone=True
    )
