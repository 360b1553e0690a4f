"""The database's tables. Times are seconds since 1970; tokens are kept as SHA-256 hashes only.

A table of the house is its game, options, seats, secret and decisions; everything seen is derived from these.
``revision`` counts accepted commands. Those that changed what everybody sees are counted in ``public``, the others,
such as a click of a draft, for the seat that gave them in ``private``: what is sent counts with these two, so that
nobody hears of others' drafts. ``moved`` is what ``public`` was when the decisions, or the pending
choice, last changed.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules_version", String(80), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("state", String(10), nullable=False),  # waiting, playing or finished
    Column("revision", Integer, nullable=False),
    Column("public", Integer, nullable=False, server_default=text("0")),
    Column("private", JSON, nullable=False, server_default=text("'[]'")),  # by seat
    Column("moved", Integer, nullable=False),
    Column("ply", Integer, nullable=False),  # decisions in the log, the draft included
    Column("mark", Integer, nullable=False),  # decisions that everybody may see
    Column("held", Integer, key="pending_choice"),  # a choice that waits for its confirmation
    Column("deciders", BigInteger, nullable=False),  # bit mask of the seats the table waits for
    Column("host", Integer),  # seat of who opened the table, and may start it
    Column("result", JSON),  # {"points": [...], "ranks": [...], "winners": [...]} when finished; "agreed": ended before
    Column("begins_at", Float, nullable=False, server_default=text("0")),  # from when on moves count, in a race
    Column("clock", String(80), nullable=False, server_default=text("''")),  # key of the clock that runs, or ""
    Column("clock_from", Float, nullable=False, server_default=text("0")),  # since when it does
    Column("pace", String(10), nullable=False, server_default=text("'people'")),  # of its bots: people, quick or none
    Column("sealed_at", Float, nullable=False, server_default=text("0")),  # since when shares are waited for, or 0
    Column("follows", String(16)),  # the finished table whose people play again here
    Column("start", JSON),  # fields of the position it begins from, by name, or null: the game's own setup
    Column("origin", String(120), nullable=False, server_default=text("''")),  # where that comes from: "lesson:first"
    Column("step", Integer, nullable=False, server_default=text("0")),  # steps of its lesson that are over
    Column("created_at", Float, nullable=False),
    Column("updated_at", Float, nullable=False),
    Index("tables_state", "state"),
    Index("tables_follows", "follows", unique=True),  # whoever asks for it again is led to the same one
)

SEATS = Table(
    "seats",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),  # person, bot or open
    Column("level", String(40), nullable=False),
    Column("name", String(400), nullable=False),
    Column("person_id", String(32)),
    Column("token_hash", LargeBinary(32), unique=True),
    Column("invitation", String(64)),  # good for taking the open seat once, and worth nothing afterwards
    Column("confirm", Boolean, nullable=False),
    Column("seal", LargeBinary(32)),  # SHA-256 of what the seat's client adds to chance
    Column("share", LargeBinary(32)),  # that, once all seals were known; without it the server's stands in its place
    Column("ends", Boolean, nullable=False, server_default=false()),  # who sits there wants the game to end
    Column("salt", LargeBinary(32)),  # with the invitation it makes the token, until that has been shown
    Index("seats_person", "person_id"),
)

HOUSE = Table(  # one row
    "house",
    METADATA,
    Column("one", Integer, primary_key=True),
    Column("time", Float, nullable=False),  # by which clocks run: it stands still while the house is away
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("name", String(400), nullable=False),
    Column("emblem", String(20), nullable=False),
    Column("created_at", Float, nullable=False),
)

DECISIONS = Table(
    "decisions",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # the first decision is 1; 0 is the setup
    Column("seat", Integer, nullable=False),
    Column("choice", Integer, nullable=False),
    Column("goes_on", Boolean, nullable=False, server_default=false()),  # the next, or the pending one, belongs to it
    Column("at", Float, nullable=False),
)

ORDERS = Table(
    "orders",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("about", String(80), nullable=False),  # the question it is for, in the game's letters
    Column("amount", Integer, nullable=False),
)

ANSWERS = Table(  # a row for every standing answer that is switched on
    "answers",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(80), primary_key=True),  # in the game's letters
)

LINES = Table(
    "lines",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("looked", Boolean, nullable=False),  # the best way from the start was looked for
    Column("choices", JSON),  # that way, or null: none was found
    Column("bound", Integer, nullable=False),  # no way is shorter
    Column("hints", Integer, nullable=False),  # how many the seat has taken
)

NOTES = Table(  # what happened to seats in a game that goes on
    "notes",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Integer, primary_key=True),  # of the command that did it
    Column("moment", Integer, nullable=False),  # after so many entries
    Column("seat", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
)

ANALYSES = Table(
    "analyses",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("found", JSON, nullable=False),  # everybody's chances by decision (souq.bots.analysis)
    Column("at", Float, nullable=False),
)

COMMANDS = Table(
    "commands",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Integer, primary_key=True),  # what the table's revision became
    Column("seat", Integer, nullable=False),
    Column("key", String(80), nullable=False),  # the client's idempotency key
    Column("kind", String(10), nullable=False),
    Column("ply", Integer, nullable=False),  # the log's length afterwards
    Column("mark", Integer, nullable=False),
    Column("public", Integer, nullable=False, server_default=text("0")),  # as in the table's row, afterwards
    Column("private", Integer, nullable=False, server_default=text("0")),  # of this seat
    Column("answer", JSON, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "seat", "key", name="commands_once"),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("key", String(80), nullable=False),
    Column("name", String(400), nullable=False),
    Column("text", String(8000), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "seat", "key", name="chat_once"),
)
