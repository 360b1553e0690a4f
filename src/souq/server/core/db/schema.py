"""The tables of the database that belong to features."""

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
    String,
    Table,
    false,
    text,
)

from souq.server.core.db.declaring import METADATA

PASSKEYS = Table(
    "passkeys",
    METADATA,
    Column("credential", LargeBinary(1023), primary_key=True),  # what the authenticator calls it
    Column("id", String(16), nullable=False),  # by which its person names it
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("name", String(400), nullable=False),
    Column("party", String(253), nullable=False),  # the name of the host that it is for
    Column("public_key", LargeBinary(2000), nullable=False),
    Column("uses", BigInteger, nullable=False),  # as the authenticator counts them; 0: it does not
    Column("transports", JSON, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float, nullable=False),
    Index("passkeys_id", "id", unique=True),
    Index("passkeys_person", "person_id"),
)

CHALLENGES = Table(  # what browsers are asked that make or show a passkey, until they answer
    "challenges",
    METADATA,
    Column("challenge_hash", LargeBinary(32), primary_key=True),
    Column("browser_hash", LargeBinary(32), nullable=False),  # of the token of the browser that is asked
    Column("purpose", String(10), nullable=False),
    Column("party", String(300), nullable=False),  # the host that the passkey is for
    Column("handle", LargeBinary(64), nullable=False),  # what a new passkey is to call its person
    Column("until", Float, nullable=False),
    Index("challenges_until", "until"),
)

WAITS = Table(  # who waits for company
    "waits",
    METADATA,
    Column("id", String(64), primary_key=True),  # the guest's, or the hash of a program's ticket
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE")),
    Column("token_hash", LargeBinary(32)),  # of that ticket, which becomes the token of the seat
    Column("name", String(400), nullable=False),
    Column("games", JSON, nullable=False),
    Column("sizes", JSON, nullable=False),  # of the company; empty: any
    Column("clock", String(10), nullable=False, server_default=text("'live'")),  # none, live or days
    Column("since", Float, nullable=False),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE")),  # where company was found
)

CHANNELS = Table(  # by what somebody is told that a table waits
    "channels",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),  # push, mail or hook
    Column("session", String(16), ForeignKey("sessions.id", ondelete="CASCADE")),  # the browser that is pushed to
    Column("address", String(2000), nullable=False),  # where it is sent; "": to the address of its person
    Column("digest", LargeBinary(32)),  # SHA-256 of a browser's address, which is one person's only
    Column("keys", JSON),  # what is sent to a browser is encrypted with
    Column("everybody", Boolean, nullable=False, server_default=false()),  # of all turns at the tables they host
    Column("origin", String(300), nullable=False, server_default=text("''")),  # where its links lead
    Column("created_at", Float, nullable=False),
    Index("channels_person", "person_id"),
    Index("channels_session", "session"),
    Index("channels_digest", "digest", unique=True),
)

OUTBOX = Table(  # what is to be told, or was, and has not been seen yet
    "outbox",
    METADATA,
    Column("channel_id", String(16), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),  # whose turn it is
    Column("mark", Integer, nullable=False),  # of the table, when it was
    Column("since", Float, nullable=False),
    Column("due", Float, nullable=False),  # when it is to be sent, or tried again
    Column("tries", Integer, nullable=False, server_default=text("0")),
    Column("sent_at", Float),  # null: not yet
    Index("outbox_due", "due"),
    Index("outbox_table", "table_id"),
)

KEYS = Table(  # what the house signs with, made when it is first needed
    "keys",
    METADATA,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary(64), nullable=False),
)

STARTERS = Table(  # who began a game, whatever becomes of their seats
    "starters",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Index("starters_person", "person_id"),
)

ENDINGS = Table(  # games that are over and not in the records yet, in the order in which they ended
    "endings",
    METADATA,
    Column("n", Integer, primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("at", Float, nullable=False),
    Index("endings_table", "table_id", unique=True),
)

RESULTS = Table(  # a row for every seat of a game that is over; the table itself may have been cleared away
    "results",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("ended_at", Float, nullable=False),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="SET NULL")),  # null: a bot, or nobody known
    Column("level", String(40), nullable=False),  # of a bot of the house; "": a person
    Column("place", Integer, nullable=False),  # 1 is best; 0: the game was ended early
    Column("points", Integer, nullable=False),
    Column("mu_before", Float),  # null: the game was not rated
    Column("sigma_before", Float),
    Column("mu", Float),
    Column("sigma", Float),
    Index("results_person", "person_id", "ended_at"),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Float, nullable=False),  # when the last of them ended
    Index("ratings_best", "game", "mu"),
)

PROFILES = Table(  # of people who have chosen to show their page to others; nobody else has a row
    "profiles",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("code", String(24), nullable=False, unique=True),  # of the page's address: it tells nothing of the person
)

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("code", String(24), primary_key=True),  # its address: whoever knows it may look, and enter
    Column("title", String(400), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("size", Integer, nullable=False),  # seats of every table
    Column("system", String(10), nullable=False),  # robin, swiss or knockout
    Column("rounds", Integer, nullable=False),  # how many; 0: as many as it takes, which is settled when it begins
    Column("forward", Integer, nullable=False),  # how many of a table go on, in a knock-out
    Column("timing", JSON, nullable=False),  # how long people may take, as of tables
    Column("level", String(40), nullable=False),  # of bots that fill in
    Column("pace", String(10), nullable=False),
    Column("company", String(10), nullable=False),  # who is told of it: friends, with its address, or anybody
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("seed", String(32), nullable=False),  # of the draw: everybody can read it
    Column("host_id", String(32), ForeignKey("people.id", ondelete="SET NULL")),  # who opened it, and may begin it
    Column("host_hash", LargeBinary(32)),  # of the token of a program that did
    Column("state", String(10), nullable=False),  # waiting, playing, finished or ended (by its host, before its end)
    Column("round", Integer, nullable=False, server_default=text("0")),  # that is played; 0: it has not begun
    Column("revision", Integer, nullable=False, server_default=text("1")),
    Column("created_at", Float, nullable=False),
    Column("updated_at", Float, nullable=False),
    Index("tournaments_state", "state"),
    Index("tournaments_host", "host_id"),
)

ENTRANTS = Table(
    "entrants",
    METADATA,
    Column("code", String(24), ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # in the order in which they came, from 1
    Column("name", String(400), nullable=False),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("token_hash", LargeBinary(32)),  # of the token of a program
    Column("salt", LargeBinary(32)),  # with the key it came with it makes that token
    Column("gone", Boolean, nullable=False, server_default=false()),  # a bot sits in their place from now on
    Column("entered_at", Float, nullable=False),
    Index("entrants_person", "person_id"),
)

PAIRINGS = Table(  # a row for every table of every round, before there is a table
    "pairings",
    METADATA,
    Column("code", String(24), ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seats", JSON, nullable=False),  # the numbers of who sits there; null: a bot
    Column("ranks", JSON),  # how it ended, by seat, or null
)

MATCHES = Table(  # which table of the house that is: made once, whoever makes it
    "matches",
    METADATA,
    Column("code", String(24), ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True),
)

SHUNNED = Table(  # whom somebody mutes or blocks, wherever they meet
    "shunned",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(10), primary_key=True),  # mute or block
    Column("id", String(16), nullable=False),  # by which its person names it
    Column("name", String(400), nullable=False),  # what the other was called then
    Column("at", Float, nullable=False),
    Index("shunned_id", "id", unique=True),
    Index("shunned_other", "other_id"),
)

ADMINS = Table(  # who runs the house, beside whoever has its machine
    "admins",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("since", Float, nullable=False),
)

OFFERS = Table(  # links by which somebody who keeps their name becomes one of them, once
    "offers",
    METADATA,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("until", Float, nullable=False),
)

REPORTS = Table(  # what somebody at a table has reported; the table may be gone by now
    "reports",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("game", String(40), nullable=False),
    Column("reporter_id", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("reporter", String(400), nullable=False),
    Column("accused_id", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("accused", String(400), nullable=False),
    Column("seat", Integer, nullable=False),  # of whom is reported
    Column("kind", String(20), nullable=False),
    Column("words", String(8000), nullable=False),
    Column("line", Integer, nullable=False),  # the line of talk that it is about; 0: none
    Column("evidence", JSON, nullable=False),  # what was said around it, as the reporter could read it
    Column("at", Float, nullable=False),
    Column("closed_at", Float, nullable=False, server_default=text("0")),  # 0: it is open
    Column("outcome", String(2000), nullable=False, server_default=text("''")),
    Index("reports_closed", "closed_at", "at"),
    Index("reports_reporter", "reporter_id"),
    Index("reports_accused", "accused_id"),
)

SUSPENSIONS = Table(  # who takes no seats and does not talk: a person, or everybody at some addresses
    "suspensions",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE")),
    Column("network", String(50)),
    Column("reason", String(2000), nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float),  # null: for good
    Index("suspensions_person", "person_id"),
)

ANNOUNCEMENTS = Table(  # what stands on every page
    "announcements",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("text", String(2000), nullable=False),
    Column("since", Float, nullable=False),
    Column("until", Float, nullable=False),
)

AUDIT = Table(  # everything that was done by who runs the house
    "audit",
    METADATA,
    Column("n", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column(
        "by_id", String(32), ForeignKey("people.id", ondelete="SET NULL")
    ),  # null: somebody at the machine, or the house itself
    Column("by", String(400), nullable=False),
    Column("did", String(20), nullable=False),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="SET NULL")),  # to whom, if to anybody
    Column("whom", String(400), nullable=False),
    Column("why", String(2000), nullable=False),
    Index("audit_by", "by_id"),
    Index("audit_person", "person_id"),
)

THOUGHTS = Table(  # what was asked of any server of the house, and is answered; the one that asked takes it
    "thoughts",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("answer", JSON, nullable=False),
    Column("at", Float, nullable=False),
)
