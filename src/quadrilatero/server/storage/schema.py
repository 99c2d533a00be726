"""The tables of the database as they are now. How older ones become these is in migrations.py."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

METADATA = MetaData()

META = Table("meta", METADATA, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

PLAYERS = Table(
    "players",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("account", Text, unique=True),  # the name without differences of case; NULL for a guest
    Column("password", Text),
    Column("created", Double, nullable=False),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("token", Text, primary_key=True),  # a hash of the cookie
    Column("player", Text, ForeignKey("players.id"), nullable=False),
    Column("expires", Double, nullable=False),
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("creator", Text, ForeignKey("players.id"), nullable=False),
    Column("opponent", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("assistance", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("invitation", Text),
    Column("status", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("version", Integer, nullable=False),  # entries of the match
    Column("revision", Integer, nullable=False),  # changes of this row
    Column("turn", Text, nullable=False),
    Column("result", Text),
    Column("clock", Text),
    Column("offers", Text, nullable=False),
    Column("previous", Text),
    Column("rematch", Text),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Index("tables_status", "status", "updated"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("player", Text, ForeignKey("players.id")),
    Column("bot", Text),
    Index("seats_player", "player"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("seat", Text),
    Column("value", Text, nullable=False),
    Column("at", Double, nullable=False),
)

RECEIPTS = Table(
    "receipts",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("player", Text, primary_key=True),
    Column("message", Text, primary_key=True),
    Column("reply", Text, nullable=False),
    Column("at", Double, nullable=False),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("player", Text, ForeignKey("players.id"), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)

NOTES = Table(
    "notes",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("player", Text, ForeignKey("players.id"), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
)
