"""Many at once, on both databases: what is written twice is written once, and no limit is passed by being quick."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quadrilatero.server.storage import Conflict, Player, Store, Taken, open_store, players, tables, vacations
from quadrilatero.server.storage.contacts import Contact, find, write
from quadrilatero.server.storage.instructions import Instructions, of_table
from quadrilatero.server.storage.instructions import write as instruct
from quadrilatero.server.storage.notices import Notice, look, looked, put
from quadrilatero.server.storage.records import Full
from quadrilatero.server.storage.vacations import Vacation
from tests.server import support
from tests.server.support import running, two_players, wait_for
from tests.server.test_storage import ANNA, BELA, NOW, made

AT_ONCE = 8


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    opened = open_store(database)
    opened.at_once(players.create, ANNA, NOW)
    opened.at_once(players.create, BELA, NOW)
    yield opened
    opened.close()


def at_once(work: Callable[[int], Any], count: int = AT_ONCE) -> list[Any]:
    """What came of that work, or the error, when so many begin in the same moment."""
    gate = threading.Barrier(count)
    found: list[Any] = [None] * count

    def run(number: int) -> None:
        gate.wait()
        try:
            found[number] = work(number)
        except Exception as error:  # noqa: BLE001 - looked at below
            found[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return found


def contact(number: int) -> Contact:
    return Contact(
        player="a",
        address=None,
        confirmed=False,
        confirmation=None,
        unsubscribe=f"u{number}",
        webhook=None,
        secret="s",
        events=[],
        language="en",
    )


def test_the_last_of_many_writers_is_kept(store: Store):
    made(store)
    for _ in range(5):
        for writes in (
            lambda n: store.at_once(tables.write_note, "t", "a", f"note {n}", NOW),
            lambda n: store.at_once(write, contact(n)),
            lambda n: store.at_once(instruct, "t", "spain", Instructions("a", {"stand": {}}, n % 2 == 0)),  # type: ignore[dict-item]
            lambda n: store.at_once(look, [("t", "a")], NOW + n),
        ):
            assert at_once(writes) == [None] * AT_ONCE
    assert store.at_once(tables.note, "t", "a").startswith("note ")
    assert store.at_once(find, "a") is not None
    assert set(store.at_once(of_table, "t")) == {"spain"}
    assert store.at_once(looked, "t", "a") >= NOW


def test_a_notice_is_queued_once(store: Store):
    notice = Notice("id", "a", None, "mail", "turn", "a@example.org", {}, 0, NOW)
    assert sorted(at_once(lambda _: store.at_once(put, notice))) == [False] * (AT_ONCE - 1) + [True]


def test_names_are_given_once(store: Store, monkeypatch: pytest.MonkeyPatch):
    """Also where both have looked before either has written; SQLite lets one look after the other has written."""
    for player in (ANNA, BELA):
        store.at_once(players.make_account, player, "hash")
    looked, meeting = players._refuse_taken, threading.Barrier(2 if store.kind == "postgresql" else 1)

    def look_together(connection: Any, player: Player) -> None:
        looked(connection, player)
        meeting.wait(20)

    monkeypatch.setattr(players, "_refuse_taken", look_together)
    both = [Player("a", "Carla", True), Player("b", "Carla", True)]
    found = at_once(lambda n: store.at_once(players.rename, both[n]), 2)
    assert sorted(map(type, found), key=str) == [type(None), Taken], found


def test_an_account_is_made_once(store: Store):
    for number in range(AT_ONCE):
        store.at_once(players.create, Player(f"p{number}", "Dora"), NOW)
    found = at_once(lambda n: store.at_once(players.make_account, Player(f"p{n}", "Dora"), "hash"))
    assert found.count(None) == 1
    assert sum(isinstance(one, Taken) for one in found) == AT_ONCE - 1, found


def test_a_vacation_begins_once(store: Store):
    found = at_once(lambda n: store.at_once(vacations.begin, Vacation(f"v{n}", "a", NOW, NOW + 1000)))
    assert sum(one is None for one in found) == 1
    assert sum(isinstance(one, Conflict) for one in found) == AT_ONCE - 1


def test_nobody_has_more_tables_than_he_may(store: Store):
    record = made(store)

    def one(number: int) -> None:
        import msgspec

        new = msgspec.structs.replace(record, id=f"n{number}")
        store.at_once(tables.create, new, [], (), 3)

    found = at_once(one)
    assert sum(one is None for one in found) == 2
    assert sum(isinstance(one, Full) for one in found) == AT_ONCE - 2
    assert store.at_once(tables.unfinished, "a") == 3


def test_rematches_asked_for_in_the_same_moment_are_one_table(database: str):
    with running(database) as server, two_players(server) as (table, anna, bela):
        path = f"/api/tables/{table['id']}"
        anna.post(f"{path}/resign", seat="spain")
        found = at_once(lambda n: _again((anna, bela)[n % 2], path))
        ids = {one["id"] for one in found}
        assert len(ids) == 1, found
        mine = [one["id"] for one in anna.get("/api/tables")["tables"]]
        assert sorted(mine) == sorted([table["id"], *ids])
        wait_for(lambda: anna.get(f"/api/tables/{ids.copy().pop()}")["status"] == "running")


def _again(player: support.Player, path: str) -> Any:
    with support.Player(player.address) as twin:
        twin.http.cookies = player.http.cookies
        return twin.post(f"{path}/rematch")


def test_a_rematch_beyond_the_limit_is_none(tmp_path: Path):
    with running(f"sqlite:///{tmp_path / 'r.db'}", tables_per_player=1) as server:
        with two_players(server) as (table, anna, _):
            path = f"/api/tables/{table['id']}"
            anna.post(f"{path}/resign", seat="spain")
            anna.table()
            assert anna.refused(f"{path}/rematch") == "too_many_tables"
            assert anna.get(path)["rematch"] is None
