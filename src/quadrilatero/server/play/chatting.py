"""Talking at a table: to everybody there, or among the seats of a side."""

from __future__ import annotations

import contextlib

from quadrilatero.kernel.plain import Seat
from quadrilatero.server.errors import Problem
from quadrilatero.server.play import telling
from quadrilatero.server.play.messages import Chat
from quadrilatero.server.play.room import Connection, Room
from quadrilatero.server.play.sides import side_of
from quadrilatero.server.services import Services
from quadrilatero.server.storage import Conflict, Line, Player, chat, tables
from quadrilatero.server.storage.records import Receipt

TRIES = 5


async def say(services: Services, room: Room, connection: Connection, message: Chat) -> None:
    """Store what somebody says, acknowledge it and tell those whom it is meant for."""
    player, text = connection.player, message.text.strip()
    if player is None or (room.record.status != "over" and not room.record.held_by(player.id)):
        raise Problem("silent")
    if not text or len(text) > services.settings.chat_characters:
        raise Problem("too_large" if text else "not_json")
    to = _side(room, connection.seat) if message.to == "side" else None
    receipt = Receipt(player.id, message.id, telling.acknowledgement(room.match, connection.seat, message.id))
    line = await _write(services, room, to, player, text, receipt)
    reply = receipt.reply if line else await services.store(tables.reply, room.record.id, player.id, message.id)
    room.remember(player.id, message.id, reply)
    connection.send(telling.encode(reply))
    if line is not None:
        room.pass_on(line.message(), to)


def _side(room: Room, seat: Seat | None) -> Seat:
    if seat is None:
        raise Problem("no_side")
    return side_of(room.record, seat)


async def _write(
    services: Services, room: Room, to: Seat | None, player: Player, text: str, receipt: Receipt
) -> Line | None:
    """Store a line; None where this message was answered before, by another process."""
    store, id, now = services.store, room.record.id, services.settings.now()
    for _ in range(TRIES):  # another process may take the same number
        with contextlib.suppress(Conflict):
            return await store(chat.say, id, to, player, text, now, receipt)
        if await store(tables.reply, id, player.id, receipt.message) is not None:
            return None
    raise Problem("try_again")
