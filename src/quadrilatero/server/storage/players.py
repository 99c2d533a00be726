"""Players and their sessions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from quadrilatero.server.names import likeness
from quadrilatero.server.storage.records import Player, Taken
from quadrilatero.server.storage.schema import PLAYERS, SESSIONS

COLUMNS = (PLAYERS.c.id, PLAYERS.c.name, PLAYERS.c.account)


def account_key(name: str) -> str:
    """Names of accounts differ by more than case, and by more than letters that look alike."""
    return likeness(name)


def _player(row: Any) -> Player:
    return Player(row.id, row.name, row.account is not None)


def create(connection: Connection, player: Player, now: float) -> None:
    """A new guest; Taken where an account has that name."""
    _refuse_taken(connection, player)
    connection.execute(insert(PLAYERS).values(id=player.id, name=player.name, created=now))


def rename(connection: Connection, player: Player) -> None:
    """Another name for a player; Taken where an account has it."""
    _refuse_taken(connection, player)
    account = {"account": account_key(player.name)} if player.account else {}
    try:
        connection.execute(update(PLAYERS).where(PLAYERS.c.id == player.id).values(name=player.name, **account))
    except IntegrityError:  # somebody was faster
        raise Taken from None


def _refuse_taken(connection: Connection, player: Player) -> None:
    owner = select(PLAYERS.c.id).where(PLAYERS.c.account == account_key(player.name), PLAYERS.c.id != player.id)
    if connection.execute(owner).first():
        raise Taken


def make_account(connection: Connection, player: Player, password: str) -> None:
    """Give a player an account under its name, with the hash of a password."""
    change = update(PLAYERS).where(PLAYERS.c.id == player.id)
    try:
        connection.execute(change.values(account=account_key(player.name), password=password))
    except IntegrityError:
        raise Taken from None


def change_password(connection: Connection, player: str, password: str, kept: str) -> None:
    """Another hash for an account; all its sessions are closed but the one kept."""
    connection.execute(update(PLAYERS).where(PLAYERS.c.id == player).values(password=password))
    connection.execute(delete(SESSIONS).where(SESSIONS.c.player == player, SESSIONS.c.token != kept))


def credentials(connection: Connection, name: str) -> tuple[Player, str] | None:
    """The account of that name and its password's hash."""
    wanted = select(*COLUMNS, PLAYERS.c.password).where(PLAYERS.c.account == account_key(name))
    row = connection.execute(wanted).first()
    return None if row is None else (_player(row), row.password)


def find(connection: Connection, id: str) -> Player | None:
    """The player of that id."""
    row = connection.execute(select(*COLUMNS).where(PLAYERS.c.id == id)).first()
    return None if row is None else _player(row)


# -- sessions -----------------------------------------------------------------------------------------


def open_session(connection: Connection, token: str, player: str, expires: float) -> None:
    """Remember the hash of a cookie."""
    connection.execute(insert(SESSIONS).values(token=token, player=player, expires=expires))


def of_session(connection: Connection, token: str, now: float) -> Player | None:
    """Whose cookie has that hash."""
    wanted = select(*COLUMNS).join(SESSIONS, SESSIONS.c.player == PLAYERS.c.id)
    row = connection.execute(wanted.where(SESSIONS.c.token == token, SESSIONS.c.expires > now)).first()
    return None if row is None else _player(row)


def close_session(connection: Connection, token: str) -> None:
    """Forget a cookie."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.token == token))


def forget_expired(connection: Connection, now: float) -> None:
    """Forget the cookies that are out of date."""
    connection.execute(delete(SESSIONS).where(SESSIONS.c.expires <= now))
