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
    Column("title", Text),  # a study's own, in every language; NULL where game and scenario say it
    Column("battle", Text),  # what was agreed on where players bring armies, and the armies
    Column("status", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("version", Integer, nullable=False),  # entries of the match
    Column("revision", Integer, nullable=False),  # changes of this row
    Column("turn", Text, nullable=False),
    Column("result", Text),
    Column("clock", Text),
    Column("offers", Text, nullable=False),
    Column("since", Text, nullable=False, server_default="{}"),  # since when seats are asked
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

CHECKPOINTS = (
    Table(  # boundaries of matches and what happened before each, so that nothing is played from the beginning
        "checkpoints",
        METADATA,
        Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
        Column("entries", Integer, primary_key=True),  # of the match by then
        Column("data", Text, nullable=False),
    )
)

BOUNDARIES = Table(  # where matches that nobody plays now had their last boundary, for rules that come after
    "boundaries",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("data", Text, nullable=False),
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

SIDE_CHAT = Table(  # lines for the seats of one side; each side counts its own, so that no gap tells the others
    "side_chat",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("side", Text, primary_key=True),
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

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("owner", Text, ForeignKey("players.id"), nullable=False),
    Column("player", Text, ForeignKey("players.id"), nullable=False),  # whom the program plays as
    Column("token", Text, nullable=False, unique=True),  # a hash of it
    Column("created", Double, nullable=False),
    Index("tokens_owner", "owner"),
)

THOUGHTS = Table(
    "thoughts",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # the entry that the computer's decision became
    Column("seat", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("reasons", Text, nullable=False),
)

STANDING = Table(
    "standing",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("player", Text, ForeignKey("players.id"), nullable=False),
    Column("orders", Text, nullable=False),
    Column("delay", Boolean, nullable=False),
)

VACATIONS = Table(
    "vacations",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("player", Text, ForeignKey("players.id"), nullable=False),
    Column("begins", Double, nullable=False),
    Column("ends", Double, nullable=False),
    Index("vacations_player", "player", "ends"),
)

CONTACTS = Table(
    "contacts",
    METADATA,
    Column("player", Text, ForeignKey("players.id"), primary_key=True),
    Column("address", Text),
    Column("confirmed", Boolean, nullable=False),
    Column("confirmation", Text),  # a hash of the token that was mailed last
    Column("unsubscribe", Text, nullable=False, unique=True),  # in every letter; it can do nothing else
    Column("webhook", Text),
    Column("secret", Text, nullable=False),  # signs what the webhook gets
    Column("events", Text, nullable=False),
    Column("language", Text, nullable=False),
)

NOTICES = Table(
    "notices",
    METADATA,
    Column("id", Text, primary_key=True),  # says what it is about, so that nothing is queued twice
    Column("player", Text, ForeignKey("players.id"), nullable=False),
    Column("table_id", Text, ForeignKey("tables.id")),
    Column("channel", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due", Double, nullable=False),
    Column("at", Double, nullable=False),  # of its last change of state
    Index("notices_due", "state", "due"),
    Index("notices_target", "channel", "target", "at"),
)

WATCHED = Table(
    "watched",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("player", Text, ForeignKey("players.id"), primary_key=True),
    Column("seen", Text, nullable=False),  # the state of the table that the player was last told of
)

PRESENCE = Table(
    "presence",
    METADATA,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("player", Text, ForeignKey("players.id"), primary_key=True),
    Column("at", Double, nullable=False),  # when a page of the player last showed the table
)
