"""Servers and databases for the tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quadrilatero.server.lobby import catalogue
from tests.server.postgres import MISSING, Postgres, find
from tests.server.support import Clock, Server, running
from tests.toys import toys_found


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that lives as long as the tests."""
    folder = find()
    if folder is None:
        pytest.fail(MISSING)
    server = Postgres(folder)
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server on a new SQLite database."""
    with running(f"sqlite:///{tmp_path / 'test.db'}") as started:
        yield started


@pytest.fixture
def clock() -> Clock:
    """The time of `timed`, which goes on when it is told to."""
    return Clock()


@pytest.fixture
def timed(clock: Clock, tmp_path: Path) -> Iterator[Server]:
    """A running server whose time is `clock`."""
    with running(f"sqlite:///{tmp_path / 'timed.db'}", now=clock) as started:
        yield started


@pytest.fixture
def toys() -> Iterator[None]:
    """The toys are there too, in the catalogue and in worker processes as well."""
    with toys_found():
        catalogue.listed.cache_clear()
        yield
    catalogue.listed.cache_clear()
