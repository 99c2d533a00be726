"""The store, by the same tests on SQLite and on PostgreSQL."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection, inspect, text

from quadrilatero.kernel.loading import resume
from quadrilatero.kernel.saves import plain_entries
from quadrilatero.kernel.start import start
from quadrilatero.server.storage import (
    Conflict,
    Player,
    SeatHolder,
    Store,
    TableRecord,
    Taken,
    chat,
    open_store,
    players,
    tables,
)
from quadrilatero.server.storage import backup as backups
from quadrilatero.server.storage.migrations import NEWEST, STEPS, WrongVersion, prepare, upgrade, version_of
from quadrilatero.server.storage.records import Receipt
from quadrilatero.server.storage.schema import METADATA
from quadrilatero.server.storage.store import BadUrl, open_engine, read_url
from tests.server.support import play, running, two_players

ANNA, BELA = Player("a", "Anna"), Player("b", "Béla")
NOW = 1_800_000_000.0


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = open_store(database)
    yield opened
    opened.close()


def made(store: Store, id: str = "t", **changes: object) -> TableRecord:
    """A table of Anna's, stored."""
    match = start("camposanto", "learning")
    record = TableRecord(
        id=id,
        creator="a",
        opponent="open",
        game="camposanto",
        scenario="learning",
        options=match.header.options,
        pace={"kind": "none"},
        assistance="standard",
        public=False,
        invitation=None,
        status="open",
        seats={"spain": SeatHolder(ANNA), "austria": SeatHolder()},
        header=match.header,
        dice=match.dice.plain(),
        version=match.version,
        revision=0,
        turn=[],
        result=None,
        clock=None,
        since={"asked": {}},
        offers={"draw": [], "takeback": []},
        previous=None,
        rematch=None,
        created=NOW,
        updated=NOW,
    )
    record = msgspec.structs.replace(record, **changes)
    store.at_once(tables.create, record, plain_entries(match.entries))
    return record


@pytest.fixture
def people(store: Store) -> None:
    store.at_once(players.create, ANNA, NOW)
    store.at_once(players.create, BELA, NOW)


def moved(record: TableRecord, **changes: object) -> TableRecord:
    return msgspec.structs.replace(record, revision=record.revision + 1, **changes)


# -- players -------------------------------------------------------------------------------------------------------


def test_names_of_accounts_are_taken_whatever_their_case(store: Store, people: None):
    store.at_once(players.make_account, ANNA, "hash")
    assert store.at_once(players.credentials, "ANNA") == (Player("a", "Anna", True), "hash")
    assert store.at_once(players.credentials, "Béla") is None
    with pytest.raises(Taken):
        store.at_once(players.rename, Player("b", "aNNa"))
    with pytest.raises(Taken):
        store.at_once(players.create, Player("c", "aNNa"), NOW)
    with pytest.raises(Taken):
        store.at_once(players.make_account, Player("b", "aNNa"), "hash")
    store.at_once(players.rename, Player("a", "Anne", True))
    assert store.at_once(players.credentials, "anne") is not None


def test_sessions_end(store: Store, people: None):
    store.at_once(players.open_session, "hash", "a", NOW + 10)
    assert store.at_once(players.of_session, "hash", NOW) == ANNA
    assert store.at_once(players.of_session, "hash", NOW + 11) is None
    store.at_once(players.forget_expired, NOW + 11)
    assert store.at_once(players.of_session, "hash", NOW) is None
    store.at_once(players.open_session, "other", "a", NOW + 10)
    store.at_once(players.close_session, "other")
    assert store.at_once(players.of_session, "other", NOW) is None


# -- tables --------------------------------------------------------------------------------------------------------


def test_a_table_comes_back_as_it_was(store: Store, people: None):
    record = made(store, pace={"kind": "days", "days": 3, "increment_hours": 12, "cap_days": 10}, clock={"at": NOW})
    assert store.at_once(tables.find, "t") == record
    assert list(record.seats) == ["spain", "austria"]
    assert store.at_once(tables.find, "other") is None


def test_tables_are_listed_by_who_may_see_them(store: Store, people: None):
    made(store, "open")
    made(store, "invited", opponent="invitation", invitation="token")
    made(store, "shown", status="running", public=True, updated=NOW + 1)
    both = {"spain": SeatHolder(ANNA), "austria": SeatHolder(bot="recluta")}
    made(store, "bot", status="running", seats=both, turn=["austria"])
    assert [t.id for t in store.at_once(tables.of_player, "a")] == ["shown", "bot", "invited", "open"]
    assert store.at_once(tables.of_player, "b") == []
    assert [t.id for t in store.at_once(tables.open_ones)] == ["open"]
    assert [t.id for t in store.at_once(tables.public_ones)] == ["shown"]
    assert store.at_once(tables.unfinished, "a") == 4
    assert store.at_once(tables.waiting_for_bots) == ["bot"]
    made(store, "mine", status="running", seats=both, turn=["spain"])
    assert store.at_once(tables.waiting_for_bots) == ["bot"]


def test_the_log_grows_by_commits_and_plays_again(store: Store, people: None):
    record = made(store)
    match = start("camposanto", "learning", dice=resume(record.header, record.dice, []).dice)
    rng = random.Random(4)
    while match.ask is not None and match.version < 60:
        version = match.version
        seat = rng.choice(match.ask.who)
        match.answer(seat, rng.choice(match.options(seat)))
        after = moved(record, version=match.version)
        receipt = Receipt("a", f"m{version}", {"t": "ack"})
        store.at_once(tables.commit, record, after, plain_entries(match.entries[version:]), receipt)
        record = after
    found = store.at_once(tables.load, "t")
    assert found is not None
    stored, entries, receipts, _ = found
    assert stored == record
    assert resume(stored.header, stored.dice, entries).view("spain") == match.view("spain")
    assert {receipt.message for receipt in receipts} >= {"m0", "m1"}
    assert store.at_once(tables.entries, "t", 50) == entries[50:]


def test_two_writers_cannot_both_go_on_from_the_same_place(store: Store, people: None):
    record = made(store)
    entry = plain_entries([])
    store.at_once(tables.commit, record, moved(record, turn=["spain"]), entry)
    with pytest.raises(Conflict):
        store.at_once(tables.commit, record, moved(record, turn=["austria"]), entry)
    assert store.at_once(tables.find, "t").turn == ["spain"]


def test_a_conflict_leaves_nothing_behind(store: Store, people: None):
    record = made(store)
    match = start("camposanto", "learning")
    match.answer("spain", match.options("spain")[0])
    new = plain_entries(match.entries)
    receipt = Receipt("a", "m", {})
    first = moved(record, version=1)
    store.at_once(tables.commit, record, first, new, receipt)
    with pytest.raises(Conflict):
        store.at_once(tables.commit, first, moved(first, version=2), new, receipt)
    assert len(store.at_once(tables.entries, "t")) == 1
    assert store.at_once(tables.find, "t").version == 1


def test_a_seat_is_taken_once(store: Store, people: None):
    record = made(store)
    sits = moved(record, seats={**record.seats, "austria": SeatHolder(BELA)})
    store.at_once(tables.commit, record, sits, [])
    assert store.at_once(tables.find, "t").held_by("b") == ["austria"]
    leaves = moved(sits, seats={**sits.seats, "austria": SeatHolder(bot="recluta")})
    store.at_once(tables.commit, sits, leaves, [])
    assert store.at_once(tables.find, "t").seats["austria"].bot == "recluta"


def test_chat_and_notes(store: Store, people: None):
    made(store)
    for number in range(5):
        line = store.at_once(chat.say, "t", None, ANNA, f"line {number}", NOW)
        assert line.n == number
    assert [line.text for line in store.at_once(chat.lines, "t", [], 3)] == ["line 2", "line 3", "line 4"]
    assert store.at_once(tables.note, "t", "a") == ""
    store.at_once(tables.write_note, "t", "a", "secret plan", NOW)
    store.at_once(tables.write_note, "t", "a", "better plan", NOW)
    assert store.at_once(tables.note, "t", "a") == "better plan"
    assert store.at_once(tables.note, "t", "b") == ""


def test_a_whole_game_on_either_database(database: str):
    with running(database) as server, two_players(server) as (table, anna, bela):
        with anna.sit(table["id"]) as spain, bela.sit(table["id"]) as austria:
            assert play({"spain": spain, "austria": austria}, random.Random(6)) > 20
            result = spain.state["table"]["result"]
    with running(database) as server, server.player() as anybody:
        assert anybody.get("/api/health")["status"] == "ok"
        stored = server.services.store.at_once(tables.find, table["id"])
        assert stored.result == result


# -- versions, backups ---------------------------------------------------------------------------------------------


def test_an_empty_database_is_made_and_an_old_or_newer_one_refused(database: str):
    engine = open_engine(database)
    assert version_of(engine) == 0
    prepare(engine)
    assert version_of(engine) == NEWEST

    def add_column(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE players ADD COLUMN motto TEXT"))

    assert upgrade(engine, (*STEPS, add_column)) == (NEWEST, NEWEST + 1)
    assert "motto" in [column["name"] for column in inspect(engine).get_columns("players")]
    with pytest.raises(WrongVersion, match="upgrade the program"):
        prepare(engine)
    engine.dispose()


def test_a_database_of_the_first_release_keeps_everything(database: str, tmp_path: Path):
    engine = open_engine(database)
    upgrade(engine, STEPS[:1])
    assert not inspect(engine).has_table("tokens")
    old = Store(engine)
    old.at_once(players.create, ANNA, NOW)
    old.at_once(players.open_session, "hash", "a", NOW + 10)
    record = made(old)
    old.at_once(chat.say, record.id, None, ANNA, "Ciao", NOW)
    old.at_once(tables.write_note, record.id, "a", "mine", NOW)
    with pytest.raises(WrongVersion, match="db upgrade"):
        prepare(engine)
    with pytest.raises(backups.BadBackup):
        backups.backup(engine, tmp_path / "backup")
    assert upgrade(engine) == (1, NEWEST)
    prepare(engine)
    assert old.at_once(tables.load, record.id) == (record, old.at_once(tables.entries, record.id), [], [])
    assert old.at_once(players.of_session, "hash", NOW) == ANNA
    assert [line.text for line in old.at_once(chat.lines, record.id, [], 9)] == ["Ciao"]
    assert old.at_once(tables.note, record.id, "a") == "mine"
    assert {table.name for table in METADATA.sorted_tables} == set(inspect(engine).get_table_names())
    assert backups.backup(engine, tmp_path / "backup") == backups.check(tmp_path / "backup")
    old.close()


def test_a_failed_step_changes_nothing(database: str):
    engine = open_engine(database)
    upgrade(engine)

    def fails(connection: Connection) -> None:
        connection.execute(text("UPDATE meta SET value = 'spoilt' WHERE key = 'schema'"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        upgrade(engine, (*STEPS, fails))
    assert version_of(engine) == NEWEST
    engine.dispose()


def test_a_backup_restores_into_either_database(store: Store, people: None, tmp_path: Path):
    record = made(store)
    store.at_once(chat.say, "t", None, ANNA, "è così", NOW)
    rows = backups.backup(store.engine, tmp_path / "b.gz")
    engine = open_engine(f"sqlite:///{tmp_path / 'restored.db'}")
    assert backups.restore(engine, tmp_path / "b.gz") == rows == backups.check(tmp_path / "b.gz")
    again = Store(engine)
    assert again.at_once(tables.find, "t") == record
    assert again.at_once(chat.lines, "t", [], 9)[0].text == "è così"
    with pytest.raises(backups.BadBackup, match="not empty"):
        backups.restore(engine, tmp_path / "b.gz")
    again.close()


def test_a_backup_of_sqlite_restores_into_postgresql(database: str, tmp_path: Path):
    source = open_store(f"sqlite:///{tmp_path / 'source.db'}")
    source.at_once(players.create, ANNA, NOW)
    record = made(source, public=True)
    backups.backup(source.engine, tmp_path / "b.gz")
    source.close()
    engine = open_engine(database)
    backups.restore(engine, tmp_path / "b.gz")
    target = Store(engine)
    assert target.at_once(tables.find, "t") == record
    target.close()


def test_damaged_backups_are_refused(tmp_path: Path):
    source = open_store(f"sqlite:///{tmp_path / 'source.db'}")
    source.at_once(players.create, ANNA, NOW)
    file = tmp_path / "b.gz"
    backups.backup(source.engine, file)
    whole = file.read_bytes()
    source.close()
    for damaged in (b"", b"nonsense", whole[:-10], whole[: len(whole) // 2], whole.replace(whole[20:22], b"\0\0")):
        file.write_bytes(damaged)
        engine = open_engine(f"sqlite:///{tmp_path / 'target.db'}")
        with pytest.raises(backups.BadBackup):
            backups.restore(engine, file)
        assert version_of(engine) == 0
        engine.dispose()
    with pytest.raises(backups.BadBackup):
        backups.check(tmp_path / "missing.gz")


@pytest.mark.parametrize("url", ["", "mysql://x/y", "nonsense", "postgresql//x"])
def test_other_databases_are_refused_with_advice(url: str):
    with pytest.raises(BadUrl, match="sqlite:///"):
        read_url(url)


def test_a_database_that_does_not_answer_is_named(tmp_path: Path):
    for url in (f"sqlite:///{tmp_path / 'no' / 'such.db'}", f"postgresql://quadri@/x?host={tmp_path}"):
        with pytest.raises(BadUrl, match=r"does not answer|cannot be used"):
            open_store(url)


def test_durable_waits_for_the_disk(tmp_path: Path):
    for durable, level in ((False, 1), (True, 2)):
        engine = open_engine(f"sqlite:///{tmp_path / 'd.db'}", durable)
        with engine.connect() as connection:
            assert connection.execute(text("PRAGMA synchronous")).scalar() == level
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        engine.dispose()
