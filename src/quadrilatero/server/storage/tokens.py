"""The tokens by which programs come in. The database keeps a hash of each, and the player it plays as."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from quadrilatero.server.storage.records import Full, Player
from quadrilatero.server.storage.schema import PLAYERS, TOKENS
from quadrilatero.server.storage.upsert import one_at_a_time


class Token(msgspec.Struct, frozen=True):
    """A token as its owner sees it afterwards: without the token itself."""

    id: str
    player: Player
    created: float


def create(connection: Connection, token: Token, owner: str, hashed: str, most: int) -> None:
    """A token with a player of its own; Full where the owner has enough of them."""
    one_at_a_time(connection, owner)
    mine = select(func.count()).select_from(TOKENS).where(TOKENS.c.owner == owner)
    if connection.execute(mine).scalar_one() >= most:
        raise Full("too_many_tokens")
    player = {"id": token.player.id, "name": token.player.name, "created": token.created}
    connection.execute(insert(PLAYERS).values(player))
    row = {"id": token.id, "owner": owner, "player": token.player.id, "token": hashed, "created": token.created}
    connection.execute(insert(TOKENS).values(row))


def of_owner(connection: Connection, owner: str) -> list[Token]:
    """Somebody's tokens, the oldest first."""
    wanted = select(TOKENS.c.id, TOKENS.c.player, TOKENS.c.created, PLAYERS.c.name)
    wanted = wanted.join(PLAYERS, PLAYERS.c.id == TOKENS.c.player).where(TOKENS.c.owner == owner)
    rows = connection.execute(wanted.order_by(TOKENS.c.created, TOKENS.c.id))
    return [Token(row.id, Player(row.player, row.name), row.created) for row in rows]


def player_of(connection: Connection, hashed: str) -> Player | None:
    """Whom the program with that token plays as."""
    wanted = select(PLAYERS.c.id, PLAYERS.c.name).join(TOKENS, TOKENS.c.player == PLAYERS.c.id)
    row = connection.execute(wanted.where(TOKENS.c.token == hashed)).first()
    return None if row is None else Player(row.id, row.name)


def revoke(connection: Connection, owner: str, id: str) -> str | None:
    """Forget a token; the player that it played as, None where the owner has no such token."""
    mine = TOKENS.c.id == id, TOKENS.c.owner == owner
    player = connection.execute(select(TOKENS.c.player).where(*mine)).scalar()
    connection.execute(delete(TOKENS).where(*mine))
    return player
