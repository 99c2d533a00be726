"""One server at a time for a SQLite file: two would not hear of each other, and show old games."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from sqlalchemy.engine import URL

BESIDE = ".lock"


class InUse(RuntimeError):
    """Another server has the database; the message says what to do."""


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database; None for any other, or one in memory."""
    if url.get_backend_name() != "sqlite" or not url.database or ":memory:" in url.database:
        return None
    return Path(url.database.removeprefix("file:")).resolve()


def make_private(path: Path) -> None:
    """Make the file of a new database so that nobody else on the machine can read it; SQLite's other files follow."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except OSError:  # it is there, or cannot be made, which SQLite says in its own words
        return


def lock(path: Path) -> IO[bytes]:
    """Take a database for this process alone until the file that is returned is closed; InUse where it is taken.

    The system lets go of it when the process ends, however it ends.
    """
    beside = path.with_name(path.name + BESIDE)
    held = os.fdopen(os.open(beside, os.O_CREAT | os.O_RDWR, 0o600), "r+b")
    try:
        _lock(held)
    except OSError:
        held.close()
        raise InUse(
            f"another server uses {path}: stop it first, or give this one a database of its own with --db"
        ) from None
    return held


def _lock(held: IO[bytes]) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # is there on Windows alone
    else:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
