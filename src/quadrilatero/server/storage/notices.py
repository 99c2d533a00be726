"""The queue of letters and webhooks, and what they are about.

What a player is to be told is worked out from the tables as they stand and from what the player was told of last. So
nothing is lost by a crash between an act and its notice, and a notice's id keeps it from being queued twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, or_, select, union, update

from quadrilatero.kernel import find_game
from quadrilatero.kernel.plain import Seat
from quadrilatero.server.storage import chat, contacts, upsert
from quadrilatero.server.storage.contacts import Contact, contact_of
from quadrilatero.server.storage.records import STUDY
from quadrilatero.server.storage.schema import (
    CHAT,
    CONTACTS,
    ENTRIES,
    NOTICES,
    PRESENCE,
    SEATS,
    SIDE_CHAT,
    TABLES,
    WATCHED,
)

KINDS = ("turn", "over", "joined", "offer", "chat")
CHANNELS = ("mail", "webhook")
CONFIRM = "confirm"
STUCK = 300.0
"""A notice that has been on its way that long was lost with the process that sent it."""
AT_ONCE = 50
"""Notices that are looked at in one go."""
SAME_TARGET = 10
"""Notices that one target gets in one go: few enough to be sent before they count as stuck."""


class Seen(msgspec.Struct, frozen=True):
    """A table as a player was last told of it."""

    status: str = "open"
    turn: bool = False
    version: int = 0
    offers: list[str] = []
    chat: int = -1
    """The last line to everybody."""
    side_chat: dict[Seat, int] = {}
    """The last line among those of each side that the player plays for."""

    @property
    def lines(self) -> int:
        """A number that grows with every line of chat."""
        return self.chat + sum(number + 1 for number in self.side_chat.values())


class Notice(msgspec.Struct, frozen=True):
    """Something to be told to a player by one channel."""

    id: str
    player: str
    table_id: str | None
    channel: str
    kind: str
    target: str
    data: dict[str, Any]
    tries: int
    due: float


# -- what is new -----------------------------------------------------------------------------------------------------


def collect(connection: Connection, since: float, now: float, after: float, channels: Iterable[str]) -> int:
    """Queue what players are to be told of tables that have changed since then; how many notices."""
    talked = union(*(select(book.c.table_id).where(book.c.at >= since) for book in (CHAT, SIDE_CHAT)))
    wanted = (
        select(TABLES, SEATS.c.seat, CONTACTS)
        .join(SEATS, SEATS.c.table_id == TABLES.c.id)
        .join(CONTACTS, CONTACTS.c.player == SEATS.c.player)
        .where(TABLES.c.opponent != STUDY, or_(TABLES.c.updated >= since, TABLES.c.id.in_(talked)))
    )
    at: dict[tuple[str, str], list[Any]] = {}
    for row in connection.execute(wanted).all():
        at.setdefault((row.id, row.player), []).append(row)
    queued = 0
    for (table, player), rows in at.items():
        old = _seen(connection, table, player)
        new = _now(connection, rows)
        if old == new:
            continue
        contact = contact_of(rows[0])
        for kind in _kinds(connection, rows, old, new):
            if kind in contact.events:
                queued += _queue(connection, contact, rows[0], kind, new, now + after, channels)
        _watch(connection, table, player, new)
    return queued


def baseline(connection: Connection, player: str) -> None:
    """Whoever begins to listen is not told of what was there before."""
    wanted = select(TABLES, SEATS.c.seat, SEATS.c.player).join(SEATS, SEATS.c.table_id == TABLES.c.id)
    at: dict[str, list[Any]] = {}
    for row in connection.execute(wanted.where(SEATS.c.player == player)).all():
        at.setdefault(row.id, []).append(row)
    for table, rows in at.items():
        _watch(connection, table, player, _now(connection, rows))


def _seen(connection: Connection, table: str, player: str) -> Seen:
    wanted = select(WATCHED.c.seen).where(WATCHED.c.table_id == table, WATCHED.c.player == player)
    found = connection.execute(wanted).scalar()
    return Seen() if found is None else msgspec.json.decode(found, type=Seen)


def _watch(connection: Connection, table: str, player: str, seen: Seen) -> None:
    text = msgspec.json.encode(seen).decode()
    upsert.put(connection, WATCHED, {"table_id": table, "player": player, "seen": text})


def _now(connection: Connection, rows: list[Any]) -> Seen:
    row, mine = rows[0], {row.seat for row in rows}
    offers = msgspec.json.decode(row.offers)
    sides = sorted({find_game(row.game).side_of(seat) for seat in mine})
    return Seen(
        row.status,
        row.status == "running" and not mine.isdisjoint(msgspec.json.decode(row.turn)),
        row.version,
        sorted(f"{what} {seat}" for what, seats in offers.items() for seat in seats if not mine.issuperset(seats)),
        chat.last(connection, row.id),
        {side: chat.last(connection, row.id, side) for side in sides},
    )


def _kinds(connection: Connection, rows: list[Any], old: Seen, new: Seen) -> list[str]:
    row, player, mine = rows[0], rows[0].player, [row.seat for row in rows]
    found = []
    if new.status == "over" and old.status != "over" and row.opponent != "same_screen":
        found.append("over")
    elif new.status == "running":
        if old.status == "open" and row.creator == player and row.opponent in ("open", "invitation", "rematch"):
            found.append("joined")
        if new.turn and row.opponent != "same_screen":
            acts = select(ENTRIES.c.number).where(ENTRIES.c.table_id == row.id, ENTRIES.c.number >= old.version)
            others = acts.where(ENTRIES.c.seat.is_not(None), ENTRIES.c.seat.not_in(mine)).limit(1)
            if not old.turn or connection.execute(others).first():
                found.append("turn")
    if new.status != "open" and set(new.offers) - set(old.offers):
        found.append("offer")
    heard: dict[Seat | None, int] = {None: old.chat, **{side: old.side_chat.get(side, -1) for side in new.side_chat}}
    if new.lines > old.lines and any(
        chat.said_since(connection, row.id, to, number, player) for to, number in heard.items()
    ):
        found.append("chat")
    return found


def _queue(
    connection: Connection, contact: Contact, row: Any, kind: str, new: Seen, due: float, channels: Iterable[str]
) -> int:
    queued = 0
    for channel in channels:
        target = contact.target(channel)
        if target is not None:
            id = f"{channel}/{kind}/{row.id}/{contact.player}/{row.revision}/{new.lines}"
            queued += put(connection, Notice(id, contact.player, row.id, channel, kind, target, {}, 0, due))
    return queued


def put(connection: Connection, notice: Notice) -> bool:
    """Queue a notice, once; whether it was new."""
    data = msgspec.json.encode(notice.data).decode()
    values = {**msgspec.structs.asdict(notice), "data": data, "state": "waiting", "at": notice.due}
    return upsert.add(connection, NOTICES, values)


def confirm_id(contact: Contact) -> str:
    """The id of the letter that asks for confirmation of a contact's address as it is now."""
    return f"mail/{CONFIRM}/{contact.player}/{contact.confirmation}"


def put_confirmation(
    connection: Connection, contact: Contact, notice: Notice, since: float, *, to_one: int, by_one: int, in_all: int
) -> str | None:
    """Keep a contact and queue the letter that asks for its confirmation, or say of what there was enough since then.

    `to_one`: to the same mailbox; `by_one`: asked for by the same player.
    """
    upsert.all_in_turn(connection)
    asked = select(NOTICES.c.player, NOTICES.c.target).where(NOTICES.c.kind == CONFIRM, NOTICES.c.at >= since)
    rows = connection.execute(asked).all()
    if sum(mailbox(row.target) == mailbox(notice.target) for row in rows) >= to_one:
        return "to_one"
    if sum(row.player == notice.player for row in rows) >= by_one:
        return "by_one"
    if len(rows) >= in_all:
        return "in_all"
    contacts.write(connection, contact)
    put(connection, notice)
    return None


def mailbox(address: str) -> str:
    """Where letters to an address end up, as far as can be told: capitals and a +tag lead nowhere else."""
    name, _, domain = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


# -- sending ---------------------------------------------------------------------------------------------------------


def claim(connection: Connection, channel: str, now: float, most: int) -> list[Notice]:
    """Take notices of a channel that are due, for so many targets at most and each for one process alone.

    Those that got stuck are taken again. A target that is being sent to is left alone, so that what goes there goes in
    order.
    """
    stuck = now - STUCK
    due = or_(
        (NOTICES.c.state == "waiting") & (NOTICES.c.due <= now),
        (NOTICES.c.state == "sending") & (NOTICES.c.at < stuck),
    )
    busy = select(NOTICES.c.target).where(
        NOTICES.c.channel == channel, NOTICES.c.state == "sending", NOTICES.c.at >= stuck
    )
    wanted = select(NOTICES).where(NOTICES.c.channel == channel, due, NOTICES.c.target.not_in(busy))
    taken: dict[str, list[Notice]] = {}
    for row in connection.execute(wanted.order_by(NOTICES.c.due, NOTICES.c.id).limit(AT_ONCE)).all():
        if (row.target not in taken and len(taken) >= most) or len(taken.get(row.target, ())) >= SAME_TARGET:
            continue
        same = update(NOTICES).where(NOTICES.c.id == row.id, NOTICES.c.state == row.state, NOTICES.c.at == row.at)
        if connection.execute(same.values(state="sending", at=now)).rowcount == 1:
            names = (field for field in Notice.__struct_fields__ if field != "data")
            notice = Notice(**{name: getattr(row, name) for name in names}, data=msgspec.json.decode(row.data))
            taken.setdefault(row.target, []).append(notice)
    return [notice for notices in taken.values() for notice in notices]


def settle(connection: Connection, ids: Iterable[str], state: str, now: float, values: dict[str, Any]) -> None:
    """What became of them: sent, dropped, moot, or waiting for another time. What was in them is kept no longer."""
    kept = {} if state == "waiting" else {"data": "{}"}
    these = update(NOTICES).where(NOTICES.c.id.in_(list(ids)))
    connection.execute(these.values({"state": state, "at": now, **values, **kept}))


def last_letter(connection: Connection, player: str, table: str) -> float:
    """When the player last got a letter about that table."""
    sent = select(func.max(NOTICES.c.at)).where(NOTICES.c.player == player, NOTICES.c.table_id == table)
    return connection.execute(sent.where(NOTICES.c.channel == "mail", NOTICES.c.state == "sent")).scalar() or 0.0


def forget_old(connection: Connection, before: float) -> None:
    """Let go of notices that were settled long ago."""
    connection.execute(delete(NOTICES).where(NOTICES.c.state.not_in(("waiting", "sending")), NOTICES.c.at < before))


# -- who is looking --------------------------------------------------------------------------------------------------


def listening(connection: Connection) -> set[str]:
    """The players that have said how they want to be told."""
    return set(connection.execute(select(CONTACTS.c.player)).scalars())


def look(connection: Connection, looking: Iterable[tuple[str, str]], now: float) -> None:
    """These players have these tables before them, now."""
    for table, player in looking:
        upsert.put(connection, PRESENCE, {"table_id": table, "player": player, "at": now})


def looked(connection: Connection, table: str, player: str) -> float:
    """When a player last had a table before him."""
    wanted = select(PRESENCE.c.at).where(PRESENCE.c.table_id == table, PRESENCE.c.player == player)
    return connection.execute(wanted).scalar() or 0.0


def looks(connection: Connection, table: str) -> dict[str, float]:
    """When each player last had a table before him."""
    rows = connection.execute(select(PRESENCE.c.player, PRESENCE.c.at).where(PRESENCE.c.table_id == table))
    return {row.player: row.at for row in rows}


def turns_of(connection: Connection, player: str) -> list[str]:
    """The running tables where it is a player's turn, the longest waiting first."""
    wanted = select(TABLES.c.id, TABLES.c.turn, SEATS.c.seat).join(SEATS, SEATS.c.table_id == TABLES.c.id)
    mine = wanted.where(SEATS.c.player == player, TABLES.c.status == "running", TABLES.c.opponent != STUDY)
    rows = connection.execute(mine.order_by(TABLES.c.updated)).all()
    return list(dict.fromkeys(row.id for row in rows if row.seat in msgspec.json.decode(row.turn)))
