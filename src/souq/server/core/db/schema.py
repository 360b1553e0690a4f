"""The database's tables. Times are seconds since 1970; tokens are kept as SHA-256 hashes only.

A table of the house is its game, options, seats, secret and decisions; everything seen is derived from these.
``revision`` counts accepted commands. Those that changed what everybody sees are counted in ``public``, the others,
such as a click of a draft, for the seat that gave them in ``private``: what is sent counts with these two, so that
nobody hears of others' drafts. ``moved`` is what ``public`` was when the decisions, or the pending
choice, last changed. ``writes`` counts every write, those that raise no revision too: whoever writes says which count
they have read, and is overtaken if there is another by now.
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
    true,
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
    Column("timing", JSON),  # how long people may take (souq.server.core.clocks.terms), or null: as long as they like
    Column("clocks", JSON),  # what is left to each seat, and since when it is asked (souq.server.core.live.banks)
    Column("reckoned", Float, nullable=False, server_default=text("0")),  # the time of that, by the house
    Column("talk", String(10), nullable=False, server_default=text("'free'")),  # how its people talk: free or phrases
    Column("follows", String(16)),  # the finished table whose people play again here
    Column("start", JSON),  # fields of the position it begins from, by name, or null: the game's own setup
    Column("origin", String(120), nullable=False, server_default=text("''")),  # where that comes from: "lesson:first"
    Column("step", Integer, nullable=False, server_default=text("0")),  # steps of its lesson that are over
    Column("rated", Boolean, nullable=False, server_default=false()),  # whether its people play for their ratings
    Column("tournament", Boolean, nullable=False, server_default=false()),  # whether it is one of a tournament's
    Column("writes", Integer, nullable=False, server_default=text("1")),
    Column("unasked", Boolean, nullable=False, server_default=false()),  # whether it may go on though nobody decides
    Column("souq", String(20), nullable=False, server_default=text("''")),  # the version that plays it by its rules
    Column("created_at", Float, nullable=False),
    Column("updated_at", Float, nullable=False),
    Index("tables_state", "state"),
    Index("tables_unasked", "unasked", sqlite_where=text("unasked"), postgresql_where=text("unasked")),
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
    Column("person_id", String(32), ForeignKey("people.id", ondelete="SET NULL")),
    Column("token_hash", LargeBinary(32), unique=True),
    Column("invitation", String(64)),  # good for taking the open seat once, and worth nothing afterwards
    Column("confirm", Boolean, nullable=False),
    Column("seal", LargeBinary(32)),  # SHA-256 of what the seat's client adds to chance
    Column("share", LargeBinary(32)),  # that, once all seals were known; without it the server's stands in its place
    Column("ends", Boolean, nullable=False, server_default=false()),  # who sits there wants the game to end
    Column("salt", LargeBinary(32)),  # with the invitation it makes the token, until that has been shown
    Column("here_at", Float, nullable=False, server_default=text("0")),  # when its player was last seen here
    Column("hushed", Boolean, nullable=False, server_default=false()),  # the host lets its player say nothing here
    Index("seats_person", "person_id"),
)

HOUSE = Table(  # one row
    "house",
    METADATA,
    Column("one", Integer, primary_key=True),
    Column("time", Float, nullable=False),  # by which clocks run: it stands still while the house is away
    Column("at", Float, nullable=False, server_default=text("0")),  # when that was written, by the database's clock
)

SERVERS = Table(  # the processes that the house is made of now
    "servers",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("version", String(20), nullable=False),
    Column("works", Boolean, nullable=False),  # whether it does what nobody has asked for
    Column("shows", Boolean, nullable=False, server_default=true()),  # whether it has pages to show
    Column("since", Float, nullable=False),
    Column("until", Float, nullable=False),  # it is taken for gone from then on; by the database's clock, as since
)

LEASES = Table(  # who does what is to be done once; good as long as the holder is not gone
    "leases",
    METADATA,
    Column("name", String(80), primary_key=True),
    Column("holder", String(16), nullable=False),
    Column("term", String(16), nullable=False),  # a new one whenever it is taken
)

WALL = Table(  # by how much the world's time is ahead of the house's, and from when on (the house's)
    "wall",
    METADATA,
    Column("at", Float, primary_key=True),
    Column("ahead", Float, nullable=False),
)

HOURS = Table(  # somebody's nights and holidays (souq.server.core.clocks.hours)
    "hours",
    METADATA,
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("hours", JSON, nullable=False),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(400), nullable=False),
    Column("emblem", String(20), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("kept_at", Float, nullable=False, server_default=text("0")),  # since when they keep their name; 0: a guest
    Column("handle", LargeBinary(32)),  # what their passkeys call them
    Column("mail", String(320)),  # the address they have shown to be theirs
    Column("settings", JSON, nullable=False, server_default=text("'{}'")),  # theme, sound, volume, as chosen
    Index("people_handle", "handle", unique=True),
    Index("people_mail", "mail", unique=True),
)

SESSIONS = Table(  # a row for every browser that somebody is known by
    "sessions",
    METADATA,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("id", String(16), nullable=False),  # by which its person names it
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(80), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Index("sessions_id", "id", unique=True),
    Index("sessions_person", "person_id"),
)

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

CODES = Table(  # recovery codes that have not been used
    "codes",
    METADATA,
    Column("code_hash", LargeBinary(32), primary_key=True),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", Float, nullable=False),
    Index("codes_person", "person_id"),
)

LETTERS = Table(  # links that were asked for by mail, whether or not anybody has that address
    "letters",
    METADATA,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("code_hash", LargeBinary(32), nullable=False),
    Column("browser_hash", LargeBinary(32), nullable=False),  # of the token of the browser that asked
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE")),  # whom it is for; null: nobody
    Column("mail", String(320), nullable=False),
    Column("keeps", Boolean, nullable=False),  # it shows that an address is somebody's; else it signs in
    Column("tries", Integer, nullable=False),  # how often its code was typed wrongly
    Column("until", Float, nullable=False),
    Index("letters_browser", "browser_hash"),
    Index("letters_until", "until"),
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
    Column("name", String(400), nullable=False, server_default=text("''")),  # what the seat was called; "": as now
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
    Column("phrase", Integer),  # the number of a quick phrase (souq.server.features.social.phrases), or null: free talk
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "seat", "key", name="chat_once"),
)

LISTINGS = Table(  # of tables that are not for friends alone; without a row nobody is told that there is a table
    "listings",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("code", String(24), nullable=False, unique=True),  # what it is called in the lobby: it opens no seat
    Column("company", String(10), nullable=False),  # who may take an open seat: friends, with a link, or anybody
    Column("watch", Boolean, nullable=False),  # whether strangers are shown the way to watch
    Column("agreed", BigInteger, nullable=False, server_default=text("0")),  # bit mask of the seats that would publish
    Column("ended_at", Float),  # since when it stands in the library, or null
    Column("ended", String(10), nullable=False, server_default=text("''")),  # won, shared, nobody or early
    Column("best", Integer, nullable=False, server_default=text("0")),  # the points of whoever came first
    Index("listings_newest", "ended_at", "table_id"),
    Index("listings_best", "best", "table_id"),
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

PAST_SEATS = Table(  # which seats somebody has left, and what they were called there
    "past_seats",
    METADATA,
    Column("n", Integer, primary_key=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(400), nullable=False),
    Column("person_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Index("past_seats_table", "table_id"),
    Index("past_seats_person", "person_id"),
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

MUTES = Table(  # whom somebody mutes at one table, where one of the two is nobody but the holder of a seat's token
    "mutes",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("by", Integer, primary_key=True),  # the seat that hears the other no more
    Column("seat", Integer, primary_key=True),
    Column("name", String(400), nullable=False),  # who sat there: whoever comes later is heard again
)

REMOVALS = Table(  # whom the host has removed from a table
    "removals",
    METADATA,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("who", String(64), primary_key=True),  # a person, or the hash of the token they had
    Column("at", Float, nullable=False),
    Index("removals_who", "who"),
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
