"""Who of those who play has the table before him, and since when who has not.

A process knows its own sockets. It tells the others who comes and goes, and they answer with who is with them, so that
each knows of all. A page that is loaded again is gone for a moment only, and nobody is told of that.
"""

from __future__ import annotations

import asyncio

from quadrilatero.kernel.plain import Plain
from quadrilatero.server.play import telling
from quadrilatero.server.play.room import Connection, Room
from quadrilatero.server.settings import Settings
from quadrilatero.server.storage import Store, notices

NEVER = 0.0
"""When somebody left who has not been here."""
Since = dict[str, float | None]
"""By player: since when he is away, None for who is there."""


def playing(room: Room) -> set[str]:
    """The people at a table, where there are several: alone nobody waits for anybody."""
    people = {holder.player.id for holder in room.record.seats.values() if holder.player is not None}
    return people if len(people) > 1 else set()


def here(room: Room) -> set[str]:
    """Those of them that have a socket open in this process."""
    open_ones = {connection.player.id for connection in room.connections if connection.player is not None}
    return open_ones & playing(room)


def message(players: Since) -> Plain:
    """What clients are told."""
    return {"t": "presence", "players": players}


async def arrive(store: Store, room: Room, connection: Connection) -> None:
    """Tell a new connection who is there, and the others of it."""
    looked = await store(notices.looks, room.record.id)
    elsewhere = room.elsewhere
    known: Since = {player: elsewhere.get(player, looked.get(player, NEVER)) for player in playing(room)}
    connection.send(telling.encode(message(known | dict.fromkeys(here(room)))))
    if connection.player is not None and connection.player.id in playing(room):
        room.say(message({connection.player.id: None}))


def leave(settings: Settings, room: Room, connection: Connection) -> None:
    """Note when somebody went; if he does not come back at once, tell the others."""
    player = connection.player
    if player is None or player.id not in playing(room) or player.id in here(room):
        return
    at = settings.now()
    room.keep(notices.look, [(room.record.id, player.id)], at)
    asyncio.get_running_loop().call_later(settings.presence_grace, _gone, room, player.id, at)


def _gone(room: Room, player: str, at: float) -> None:
    if player not in here(room):
        room.say(message({player: at}))


def hear(room: Room, players: Since) -> None:
    """Take note of what another process says, and answer with what it cannot know."""
    own = here(room)
    news = [
        player for player, since in players.items() if since is None and room.elsewhere.get(player, NEVER) is not None
    ]
    room.elsewhere.update(players)
    room.pass_on(message(players | dict.fromkeys(own & players.keys())))
    if own and (news or any(since is not None and player in own for player, since in players.items())):
        room.tell_others(message(dict.fromkeys(own)))
