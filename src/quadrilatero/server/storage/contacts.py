"""How players want to be told of what happens."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, select, update

from quadrilatero.server.storage.schema import CONTACTS
from quadrilatero.server.storage.upsert import put


class Contact(msgspec.Struct, frozen=True, kw_only=True):
    """A player's mail address and webhook. `confirmed`: whoever reads that mailbox has said yes."""

    player: str
    address: str | None
    confirmed: bool
    confirmation: str | None
    unsubscribe: str
    webhook: str | None
    secret: str
    events: list[str]
    language: str

    def target(self, channel: str) -> str | None:
        """Where something goes by that channel; None where it must not."""
        if channel == "webhook":
            return self.webhook
        return self.address if self.confirmed else None


def _found(connection: Connection, condition: object) -> Contact | None:
    row = connection.execute(select(CONTACTS).where(condition)).first()  # type: ignore[arg-type]
    return None if row is None else contact_of(row)


def contact_of(row: object) -> Contact:
    """The contact in a row that has all its columns."""
    fields = {column.name: getattr(row, column.name) for column in CONTACTS.columns}
    return Contact(**{**fields, "events": msgspec.json.decode(fields["events"])})


def find(connection: Connection, player: str) -> Contact | None:
    """How that player wants to be told."""
    return _found(connection, CONTACTS.c.player == player)


def write(connection: Connection, contact: Contact) -> None:
    """Replace a player's wishes."""
    events = msgspec.json.encode(contact.events).decode()
    put(connection, CONTACTS, {**msgspec.to_builtins(contact), "events": events})


def confirm(connection: Connection, confirmation: str) -> bool:
    """Believe the address to which the token with that hash was sent; whether there is one."""
    waiting = update(CONTACTS).where(CONTACTS.c.confirmation == confirmation)
    return connection.execute(waiting.values(confirmed=True, confirmation=None)).rowcount == 1


def unsubscribe(connection: Connection, token: str) -> bool:
    """Send no more letters to whoever has that token; whether there is one."""
    gone = {"address": None, "confirmed": False, "confirmation": None}
    return connection.execute(update(CONTACTS).where(CONTACTS.c.unsubscribe == token).values(gone)).rowcount == 1
