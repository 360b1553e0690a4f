"""The database tables that core reads and writes. Features have their own ``models``."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    text,
    true,
)

from souq.server.core.db.declaring import METADATA, declare, of_person, of_table
from souq.server.core.store.rows import (
    Decided,
    LineRow,
    Listing,
    NoteRow,
    OrderRow,
    PersonRow,
    Said,
    SeatRow,
    SessionRow,
    Step,
    TableRow,
)

TABLES = declare(
    "tables",
    TableRow,
    Column("held", Integer, key="pending_choice"),
    Index("tables_state", "state"),
    Index("tables_unasked", "unasked", sqlite_where=text("unasked"), postgresql_where=text("unasked")),
    Index("tables_follows", "follows", unique=True),  # unique: all who play again meet at one table
)

SEATS = declare("seats", SeatRow, of_table(), UniqueConstraint("token_hash"), Index("seats_person", "person_id"))

DECISIONS = declare(
    "decisions",
    Decided,
    of_table(),
    Column("ply", Integer, primary_key=True),  # the first decision is 1; 0 is the setup
    Column("at", Float, nullable=False),
)

COMMANDS = declare(
    "commands",
    Step,
    of_table(),
    Column("key", String(80), nullable=False),  # the client's idempotency key
    Column("answer", JSON, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "seat", "key", name="commands_once"),
)

ORDERS = declare("orders", OrderRow, of_table())

ANSWERS = Table(  # one row: the server time for every standing answer that is on
    "answers",
    METADATA,
    of_table(),
    Column("seat", Integer, primary_key=True),
    Column("name", String(80), primary_key=True),  # as the game calls it
)

NOTES = declare("notes", NoteRow, of_table(), Column("revision", Integer, primary_key=True))  # of the command

LINES = declare("lines", LineRow, of_table())

ANALYSES = Table(
    "analyses",
    METADATA,
    of_table(),
    Column("found", JSON, nullable=False),  # everybody's chances by decision (souq.bots.analysis)
    Column("at", Float, nullable=False),
)

PAST_SEATS = Table(  # seats that people have left, with their names there
    "past_seats",
    METADATA,
    Column("n", Integer, primary_key=True),
    of_table(nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(400), nullable=False),
    of_person(nullable=False),
    Index("past_seats_table", "table_id"),
    Index("past_seats_person", "person_id"),
)

REMOVALS = Table(  # people that hosts have removed from tables
    "removals",
    METADATA,
    of_table(),
    Column("who", String(64), primary_key=True),  # a person's ID, or the hash of their seat's token
    Column("at", Float, nullable=False),
    Index("removals_who", "who"),
)

CHAT = declare(
    "chat",
    Said,
    of_table(),
    Column("key", String(80), nullable=False),
    UniqueConstraint("table_id", "seat", "key", name="chat_once"),
)

MUTES = Table(  # mutes at one table, where one of the two has no account
    "mutes",
    METADATA,
    of_table(),
    Column("by", Integer, primary_key=True),  # the seat that mutes
    Column("seat", Integer, primary_key=True),
    Column("name", String(400), nullable=False),  # of the muted player: a later player in the seat isn't muted
)

LISTINGS = declare(
    "listings",
    Listing,
    UniqueConstraint("code"),
    Index("listings_newest", "ended_at", "table_id"),
    Index("listings_best", "best", "table_id"),
)

PEOPLE = declare(
    "people",
    PersonRow,
    Column("created_at", Float, nullable=False),
    Column("handle", LargeBinary(32)),  # user handle of the passkeys
    Column("mail", String(320)),  # verified address
    Index("people_handle", "handle", unique=True),
    Index("people_mail", "mail", unique=True),
)

SESSIONS = declare(
    "sessions",
    SessionRow,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Index("sessions_id", "id", unique=True),
    Index("sessions_person", "person_id"),
)

CODES = Table(  # unused recovery codes
    "codes",
    METADATA,
    Column("code_hash", LargeBinary(32), primary_key=True),
    of_person(nullable=False),
    Column("created_at", Float, nullable=False),
    Index("codes_person", "person_id"),
)

LETTERS = Table(  # links requested by mail, also for unknown addresses: requests for both look alike
    "letters",
    METADATA,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("code_hash", LargeBinary(32), nullable=False),
    Column("browser_hash", LargeBinary(32), nullable=False),  # hash of the requesting browser's token
    of_person(nullable=True),  # null: nobody has that address
    Column("mail", String(320), nullable=False),
    Column("keeps", Boolean, nullable=False),  # verifies an address; otherwise it signs in
    Column("tries", Integer, nullable=False),  # wrong codes entered
    Column("until", Float, nullable=False),
    Index("letters_browser", "browser_hash"),
    Index("letters_until", "until"),
)

HOURS = Table(  # people's nights and holidays (souq.server.core.clocks.hours)
    "hours",
    METADATA,
    of_person(),
    Column("hours", JSON, nullable=False),
)

HOUSE = Table(  # one row
    "house",
    METADATA,
    Column("one", Integer, primary_key=True),
    Column("time", Float, nullable=False),  # clocks run by it: it stops while no server runs
    Column("at", Float, nullable=False, server_default=text("0")),  # when it was written, by the database's clock
)

WALL = Table(  # offsets of wall-clock time, by the server time from which they hold
    "wall",
    METADATA,
    Column("at", Float, primary_key=True),
    Column("ahead", Float, nullable=False),
)

SERVERS = Table(  # the running servers and workers
    "servers",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("version", String(20), nullable=False),
    Column("works", Boolean, nullable=False),  # whether it runs background jobs
    Column("shows", Boolean, nullable=False, server_default=true()),  # whether it serves pages
    Column("since", Float, nullable=False),
    Column("until", Float, nullable=False),  # counts as dead from then on (database's clock, as since)
)

LEASES = Table(  # which server does a job that only one may do; valid while that server lives
    "leases",
    METADATA,
    Column("name", String(80), primary_key=True),
    Column("holder", String(16), nullable=False),
    Column("term", String(16), nullable=False),  # random ID, new whenever the lease is taken
)
