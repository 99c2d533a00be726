"""Changes of many tables are written together, and one that fails does not spoil the others."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from sqlalchemy import Connection

from quadrilatero.server.storage import Conflict, Store, TableRecord, open_store, players, tables
from quadrilatero.server.storage.commits import Change
from quadrilatero.server.storage.records import Receipt, StoredEntry
from tests.server.postgres import Postgres
from tests.server.test_storage import ANNA, NOW, made


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = open_store(database)
    opened.at_once(players.create, ANNA, NOW)
    yield opened
    opened.close()


def moved(record: TableRecord) -> TableRecord:
    return msgspec.structs.replace(
        record, revision=record.revision + 1, version=record.version + 1, turn=["spain"], updated=NOW + 1
    )


def change(record: TableRecord, message: str = "m") -> Change:
    entry = StoredEntry("adjudicate", None, "time")
    return Change(record, moved(record), [entry], Receipt("a", message, {"t": "ack"}))


def commit(store: Store, changes: list[Change]) -> list[object]:
    async def together() -> list[object]:
        return list(await asyncio.gather(*(store.commit(one) for one in changes), return_exceptions=True))

    return asyncio.run(together())


def test_changes_of_one_moment_are_one_transaction(store: Store, monkeypatch: pytest.MonkeyPatch):
    sizes: list[int] = []
    together = store._together

    def counted(changes: list[Change]) -> list[BaseException | None]:
        sizes.append(len(changes))
        return together(changes)

    monkeypatch.setattr(store, "_together", counted)
    records = [made(store, f"t{number}") for number in range(5)]
    assert commit(store, [change(record) for record in records]) == [None] * 5
    assert sizes == [5]
    for record in records:
        assert store.at_once(tables.find, record.id) == moved(record)
        assert len(store.at_once(tables.entries, record.id)) == record.version + 1


def test_where_many_come_those_on_their_way_are_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch):
    """After a transaction with several changes the next one takes along what comes a few turns of the loop later; one
    that comes alone waits for nobody."""
    sizes: list[int] = []
    together = store._together

    def counted(changes: list[Change]) -> list[BaseException | None]:
        sizes.append(len(changes))
        return together(changes)

    async def late(turns: int, one: Change) -> None:
        for _ in range(turns):
            await asyncio.sleep(0)
        await store.commit(one)

    async def one_after_another(records: list[TableRecord]) -> None:
        await asyncio.gather(*(late(2 * number, change(record)) for number, record in enumerate(records)))

    async def run() -> None:
        await asyncio.gather(*(store.commit(change(record)) for record in records[:2]))
        await one_after_another(records[2:6])
        await store.commit(change(records[6]))
        await store.commit(change(records[7]))

    monkeypatch.setattr(store, "_together", counted)
    monkeypatch.setattr("quadrilatero.server.storage.store.GATHERING", 60.0)
    records = [made(store, f"t{number}") for number in range(8)]
    asyncio.run(run())
    assert sizes == [2, 4, 1, 1]


def test_nobody_waits_long_for_others(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("quadrilatero.server.storage.store.QUIET_TURNS", 10**9)
    records = [made(store, f"t{number}") for number in range(3)]
    assert commit(store, [change(record) for record in records[:2]]) == [None] * 2
    assert commit(store, [change(records[2])]) == [None]


def test_a_stale_change_fails_alone_and_leaves_nothing(store: Store):
    fresh, other, stale = made(store, "a1"), made(store, "a2"), made(store, "a3")
    assert commit(store, [change(stale)]) == [None]
    outcomes = commit(store, [change(fresh), change(stale, "again"), change(other)])
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert store.at_once(tables.find, "a3") == moved(stale)
    assert len(store.at_once(tables.entries, "a3")) == stale.version + 1
    assert store.at_once(tables.find, "a1") == moved(fresh)
    assert store.at_once(tables.find, "a2") == moved(other)


def test_many_threads_may_ask_at_once_while_changes_are_written(store: Store):
    record = made(store)
    asked = 200
    with ThreadPoolExecutor(4) as threads:
        found = [threads.submit(store.at_once, tables.find, record.id) for _ in range(asked)]
        for _ in range(asked):
            assert commit(store, [change(record, str(record.version))]) == [None]
            record = moved(record)
        assert {one.result().id for one in found} == {record.id}
    assert store.at_once(tables.find, record.id) == record


def test_a_message_is_done_once_even_if_the_room_has_forgotten_it(store: Store):
    record = made(store)
    assert commit(store, [change(record)]) == [None]
    outcomes = commit(store, [change(moved(record))])
    assert [type(outcome) for outcome in outcomes] == [Conflict]
    assert store.at_once(tables.find, "t") == moved(record)
    assert store.at_once(tables.reply, "t", "a", "m") == {"t": "ack"}


@pytest.mark.parametrize("read", ["load", "news"])
def test_a_table_and_its_log_are_read_as_of_one_moment(postgres: Postgres, monkeypatch: pytest.MonkeyPatch, read: str):
    """Another process may write between the two."""
    url = postgres.new_database()
    here, elsewhere = open_store(url), open_store(url)
    here.at_once(players.create, ANNA, NOW)
    known = made(here)
    find = tables.find

    def find_and_be_overtaken(connection: Connection, id: str) -> TableRecord | None:
        found = find(connection, id)
        assert commit(elsewhere, [change(known)]) == [None]
        return found

    monkeypatch.setattr(tables, "find", find_and_be_overtaken)
    if read == "load":
        found = here.at_once(tables.load, known.id)
        assert found is not None
        assert len(found[1]) == found[0].version == known.version
    else:
        news = here.at_once(tables.news, known)
        assert news is not None
        assert news[1] == []
    here.close()
    elsewhere.close()
