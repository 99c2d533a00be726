"""The queue of notices, on both kinds of database: each is queued once, taken by one, and kept in a backup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select

from quadrilatero.server.storage import Player as Person
from quadrilatero.server.storage import Store, contacts, notices, open_store, players
from quadrilatero.server.storage.contacts import Contact
from quadrilatero.server.storage.notices import Notice


def test_a_notice_is_queued_once_and_taken_by_one(database: str):
    store = open_store(database)
    store.at_once(players.create, Person("a", "Anna"), 0.0)
    notice = Notice("mail/x", "a", None, "mail", "confirm", "a@b.org", {"token": "t"}, 0, 10.0)
    assert store.at_once(notices.put, notice)
    assert not store.at_once(notices.put, notice)
    assert store.at_once(notices.claim, "mail", 5.0, 10) == []
    assert store.at_once(notices.claim, "webhook", 11.0, 10) == []
    assert store.at_once(notices.claim, "mail", 11.0, 10) == [notice]
    assert store.at_once(notices.claim, "mail", 12.0, 10) == [], "taken by another"
    assert store.at_once(notices.claim, "mail", 400.0, 10) == [notice], "lost with the process that had it"
    store.at_once(notices.settle, ["mail/x"], "sent", 401.0, {})
    assert store.at_once(notices.claim, "mail", 10_000.0, 10) == []
    store.close()


def test_a_letter_of_confirmation_is_queued_together_with_the_contact_it_is_for(database: str):
    store = open_store(database)
    store.at_once(players.create, Person("a", "Anna"), 0.0)
    wishes = Contact(
        player="a",
        address="a@b.org",
        confirmed=False,
        confirmation="hash",
        unsubscribe="u",
        webhook=None,
        secret="s",
        events=["turn", "over"],
        language="en",
    )
    letter = Notice(notices.confirm_id(wishes), "a", None, "mail", "confirm", "a@b.org", {"token": "t"}, 0, 10.0)
    few = {"to_one": 1, "by_one": 1, "in_all": 1}
    assert store.at_once(notices.put_confirmation, wishes, letter, 0.0, **few) is None
    assert store.at_once(contacts.find, "a") == wishes
    moved = msgspec.structs.replace(wishes, address="A+1@b.org")
    again = msgspec.structs.replace(letter, id="mail/other", target="A+1@b.org")
    assert store.at_once(notices.put_confirmation, moved, again, 0.0, **few) == "to_one"
    assert store.at_once(contacts.find, "a") == wishes
    store.close()


def test_a_place_that_is_being_sent_to_gets_nothing_else_and_few_places_are_taken_at_once(database: str):
    store = open_store(database)
    store.at_once(players.create, Person("a", "Anna"), 0.0)

    def queue(id: str, target: str, due: float) -> None:
        store.at_once(notices.put, Notice(id, "a", None, "webhook", "turn", target, {}, 0, due))

    def claimed(now: float, most: int) -> list[str]:
        return [notice.id for notice in store.at_once(notices.claim, "webhook", now, most)]

    for number in range(notices.SAME_TARGET + 2):
        queue(f"x{number:02}", "https://x.org", float(number))
    queue("y", "https://y.org", 20.0)
    queue("z", "https://z.org", 21.0)
    first = [f"x{number:02}" for number in range(notices.SAME_TARGET)]
    assert claimed(30.0, 2) == [*first, "y"]
    assert claimed(31.0, 2) == ["z"]
    store.at_once(notices.settle, first, "sent", 32.0, {})
    assert claimed(33.0, 2) == ["x10", "x11"]
    store.close()


def test_a_backup_holds_what_correspondence_needs(database: str, tmp_path: Path):

    from quadrilatero.kernel.instructions import Order, Standing
    from quadrilatero.server.storage import backup, contacts, instructions, vacations
    from quadrilatero.server.storage.contacts import Contact
    from quadrilatero.server.storage.instructions import Instructions
    from quadrilatero.server.storage.schema import METADATA
    from quadrilatero.server.storage.vacations import Vacation
    from tests.server.test_storage import ANNA, BELA, NOW, made

    store = open_store(database)
    for person in (ANNA, BELA):
        store.at_once(players.create, person, NOW)
    made(store)
    orders = {"stand": Standing(Order("at_least", 40), {"S1": Order("fight")})}
    store.at_once(instructions.write, "t", "spain", Instructions("a", orders, True))
    store.at_once(vacations.begin, Vacation("v", "a", NOW, NOW + 10))
    contact_made = Contact(
        player="a",
        address="a@b.org",
        confirmed=True,
        confirmation=None,
        unsubscribe="u",
        webhook=None,
        secret="s",
        events=["turn"],
        language="it",
    )
    store.at_once(contacts.write, contact_made)
    store.at_once(notices.baseline, "a")
    store.at_once(notices.look, [("t", "a")], NOW)
    store.at_once(notices.put, Notice("x", "a", "t", "mail", "turn", "a@b.org", {}, 0, NOW))

    def rows(opened: Store) -> dict[str, list[tuple[Any, ...]]]:
        names = ("standing", "vacations", "contacts", "notices", "watched", "presence")
        with opened.engine.connect() as connection:
            return {name: [tuple(row) for row in connection.execute(select(METADATA.tables[name]))] for name in names}

    before = rows(store)
    assert all(before.values())
    assert store.at_once(instructions.of_table, "t") == {"spain": Instructions("a", orders, True)}
    file = tmp_path / "b.gz"
    backup.backup(store.engine, file)
    store.close()
    other = open_store(f"sqlite:///{tmp_path / 'other.db'}")
    backup.restore(other.engine, file)
    assert rows(other) == before
    other.close()
