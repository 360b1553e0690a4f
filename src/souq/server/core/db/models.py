"""The database tables that core reads and writes, and the classes of their rows. Features have their own ``models``.

Times are seconds since 1970. Tokens are stored only as SHA-256 hashes.

A game's table is stored as its game, options, seats, secret and decisions; everything else that players see is computed
from these. Several columns count changes:

- ``revision`` counts the commands that the table has accepted.
- ``public`` counts those that changed what everybody sees.
- ``private`` counts, for each seat, those that only this seat sees, such as a click in a draft.
- ``moved`` is the value of ``public`` when the decisions, or the pending choice, last changed.
- ``writes`` counts every write, including those that don't increment ``revision``. A writer passes the count it has
  read, and fails if the count has changed since.

Messages to a seat are numbered by ``public`` plus its ``private``, so that players can't notice others' drafts.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Executable,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
    true,
)

from souq.server.core.db.declaring import DERIVED, KEY, METADATA, STAYS, declare, of_person, of_table

State = Literal["waiting", "playing", "finished"]
Kind = Literal["person", "bot", "open"]
Pace = Literal["people", "quick", "none"]
"""Length of the pauses between bots' moves: as long as people's, just long enough to follow, or none."""

Talk = Literal["free", "phrases"]
"""Kinds of chat: free text, or quick phrases only."""

Company = Literal["friends", "anybody"]
"""People who may take an open seat: only friends with its link, or anybody."""

Ended = Literal["", "won", "shared", "nobody", "early"]
"""How a game ended: with one winner, several or none, or early because its players agreed; "" while it is played."""


@dataclass(slots=True)
class SeatRow:
    """One seat of a table."""

    seat: Annotated[int, KEY]
    kind: Annotated[Kind, String(10)]
    level: Annotated[str, String(40)] = ""
    name: Annotated[str, String(400)] = ""
    person_id: Annotated[str | None, String(32), ForeignKey("people.id", ondelete="SET NULL"), STAYS] = None
    token_hash: Annotated[bytes | None, LargeBinary(32)] = None
    invitation: Annotated[str | None, String(64)] = None  # token that takes the open seat, once
    confirm: bool = True
    seal: Annotated[bytes | None, LargeBinary(32)] = None  # SHA-256 of the share, sent before any share is known
    share: Annotated[bytes | None, LargeBinary(32)] = (
        None  # the client's part of the randomness; null: the server draws it
    )
    ends: Annotated[bool, false()] = False  # the player wants the game to end
    salt: Annotated[bytes | None, LargeBinary(32)] = None  # derives the token again until it is first used
    here_at: Annotated[float, text("0")] = 0.0  # when the player was last present
    hushed: Annotated[bool, false()] = False  # the host has muted the player for everybody

    @property
    def reserved(self) -> bool:
        """Whether the seat is reserved for an absent player: open to them alone, or played by a bot in the meantime."""
        if self.kind == "open":
            return bool(self.name)
        return self.kind == "bot" and (self.person_id is not None or self.token_hash is not None)


@dataclass(slots=True)
class TableRow:
    """One table with its settings, state and seats, but without the decisions of its game."""

    id: Annotated[str, String(16), KEY]
    game: Annotated[str, String(40)]
    rules_version: Annotated[str, String(80)]
    players: int
    options: dict[str, Any]
    secret: Annotated[bytes, LargeBinary(32)]
    created_at: float
    updated_at: float
    state: Annotated[State, String(10)] = "waiting"
    revision: int = 1
    public: Annotated[int, text("0")] = 1
    private: Annotated[list[int], text("'[]'")] = field(default_factory=list)  # by seat
    moved: int = 1
    ply: int = 0  # decisions in the log, the draft included
    mark: int = 0  # decisions that everybody may see
    pending_choice: Annotated[int | None, DERIVED] = None  # chosen, but not confirmed yet
    deciders: Annotated[int, BigInteger()] = 0  # bit mask of the seats the table waits for
    host: int | None = None  # seat of the player who opened the table and may start it
    result: dict[str, Any] | None = None  # points, ranks and winners by seat; "agreed": ended early
    begins_at: Annotated[float, text("0")] = 0.0  # in a race: when moves begin to count
    clock: Annotated[str, String(80), text("''")] = ""  # key of the running clock, or ""
    clock_from: Annotated[float, text("0")] = 0.0  # when it was started
    pace: Annotated[Pace, String(10), text("'people'")] = "people"
    sealed_at: Annotated[float, text("0")] = 0.0  # when the table began to wait for shares, or 0
    follows: Annotated[str | None, String(16)] = None  # the finished table that is played again here
    start: dict[str, Any] | None = None  # fields of the first position; None: the game's own setup
    origin: Annotated[str, String(120), text("''")] = ""  # origin of that position, a kind and a name: "lesson:first"
    step: Annotated[int, text("0")] = 0  # finished steps of the lesson
    rated: Annotated[bool, false()] = False  # the result changes the players' ratings
    tournament: Annotated[bool, false()] = False  # belongs to a tournament: no hints, and played to the end
    timing: dict[str, Any] | None = None  # time control (souq.server.core.clocks.terms); None: unlimited
    clocks: dict[str, Any] | None = None  # each seat's time left, and since when its clock runs (live.player_clocks)
    reckoned: Annotated[float, text("0")] = 0.0  # server time at which these are right; 0 without clocks
    talk: Annotated[Talk, String(10), text("'free'")] = "free"
    writes: Annotated[int, text("1")] = 1
    souq: Annotated[str, String(20), text("''")] = ""  # version of souq that set rules_version; "": unknown
    posed: dict[str, Any] | None = None  # the puzzle of the table, if it isn't one of the game's (souq.puzzles.mistake)
    unasked: Annotated[bool, false()] = False  # may go on without a player's decision: bots, orders, clocks
    seats: Annotated[list[SeatRow], DERIVED] = field(default_factory=list)

    def seq(self, seat: int) -> int:
        """Return the sequence number of a seat (-1: a spectator): the number of changes that this seat could see.

        These are the public changes and the seat's own. Other players' drafts and undos aren't counted, so the number
        doesn't reveal them.
        """
        return self.public + (self.private[seat] if seat >= 0 and self.private else 0)


TABLES = declare(
    "tables",
    TableRow,
    Column("held", Integer, key="pending_choice"),
    Index("tables_state", "state"),
    Index("tables_unasked", "unasked", sqlite_where=text("unasked"), postgresql_where=text("unasked")),
    Index("tables_follows", "follows", unique=True),  # unique: all who play again meet at one table
)

SEATS = declare("seats", SeatRow, of_table(), UniqueConstraint("token_hash"), Index("seats_person", "person_id"))


class Decided(NamedTuple):
    """One decision of a log."""

    seat: int
    choice: int
    goes_on: Annotated[bool, false()]  # one action together with the next (or pending) decision


DECISIONS = declare(
    "decisions",
    Decided,
    of_table(),
    Column("ply", Integer, primary_key=True),  # the first decision is 1; 0 is the setup
    Column("at", Float, nullable=False),
)


class Step(NamedTuple):
    """A command that a table accepted, with the values of the table's counters after it."""

    revision: Annotated[int, KEY]
    seat: int
    kind: Annotated[str, String(10)]
    ply: int
    mark: int
    public: Annotated[int, text("0")]
    private: Annotated[int, text("0")]  # of this seat


COMMANDS = declare(
    "commands",
    Step,
    of_table(),
    Column("key", String(80), nullable=False),  # the client's idempotency key
    Column("answer", JSON, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "seat", "key", name="commands_once"),
)


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A seat's standing order: it gives the same answer to a question of the game, up to an amount."""

    seat: Annotated[int, KEY]
    about: Annotated[str, String(80)]  # name of the question, as the game calls it
    amount: int


ORDERS = declare("orders", OrderRow, of_table())

ANSWERS = Table(  # one row: the server time for every standing answer that is on
    "answers",
    METADATA,
    of_table(),
    Column("seat", Integer, primary_key=True),
    Column("name", String(80), primary_key=True),  # as the game calls it
)


@dataclass(frozen=True, slots=True)
class NoteRow:
    """An entry of the log about a seat, such as a player leaving. The game's own story doesn't contain it."""

    moment: int  # number of the game's entries before it
    seat: int
    kind: Annotated[str, String(10)]
    name: Annotated[str, String(400), text("''")] = ""  # the seat's name at that time; "": as now


NOTES = declare("notes", NoteRow, of_table(), Column("revision", Integer, primary_key=True))  # of the command


@dataclass(frozen=True, slots=True)
class LineRow:
    """The shortest sequence of choices that the solver knows for a seat, and how many hints the seat has taken."""

    seat: Annotated[int, KEY]
    looked: bool = False
    choices: tuple[int, ...] | None = None  # the line; None: none was found
    bound: int = 0  # lower bound of any line's length
    hints: int = 0


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


@dataclass(frozen=True, slots=True)
class Said:
    """A chat message."""

    n: Annotated[int, KEY]
    seat: int
    name: Annotated[str, String(400)]
    text: Annotated[str, String(8000)]
    at: float
    phrase: int | None = None  # number of a quick phrase (souq.server.features.social.phrases); None: free text
    about: Annotated[str | None, String(80)] = None  # of what a player wants and has: Listing.about, "" to take it back


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


def fresh_code() -> str:
    """Return a random public name for a table in the lobby: it opens no seat and doesn't reveal the table's ID."""
    return secrets.token_urlsafe(12)


@dataclass(frozen=True, slots=True)
class Listing:
    """The information about a table that strangers may see, in the lobby and the library.

    A table without a listing is hidden from them.
    """

    table_id: Annotated[str, String(16), ForeignKey("tables.id", ondelete="CASCADE"), KEY]
    company: Annotated[Company, String(10)] = "friends"
    watch: bool = False  # strangers may watch
    code: Annotated[str, String(24)] = field(default_factory=fresh_code)
    agreed: Annotated[int, BigInteger(), text("0")] = 0  # bit mask of the seats that agree to publish the game
    ended_at: float | None = None  # when it came into the library
    ended: Annotated[Ended, String(10), text("''")] = ""
    best: Annotated[int, text("0")] = 0  # points of those ranked first


LISTINGS = declare(
    "listings",
    Listing,
    UniqueConstraint("code"),
    Index("listings_newest", "ended_at", "table_id"),
    Index("listings_best", "best", "table_id"),
)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person who has visited before: a guest, or the owner of an account."""

    id: Annotated[str, String(32), KEY]
    name: Annotated[str, String(400)]
    emblem: Annotated[str, String(20)]
    kept_at: Annotated[float, text("0")] = 0.0  # when the account was created; 0: a guest
    settings: Annotated[dict[str, Any], text("'{}'")] = field(default_factory=dict, compare=False)
    """The person's choices of theme, sound, volume, and whether to show only quick phrases; missing if not chosen."""

    @property
    def has_account(self) -> bool:
        """Whether the person has an account, rather than being a guest who can only be recognised by a cookie."""
        return self.kept_at > 0


PEOPLE = declare(
    "people",
    PersonRow,
    Column("created_at", Float, nullable=False),
    Column("handle", LargeBinary(32)),  # user handle of the passkeys
    Column("mail", String(320)),  # verified address
    Index("people_handle", "handle", unique=True),
    Index("people_mail", "mail", unique=True),
)


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session: a browser that a person is signed in with."""

    id: Annotated[str, String(16)]  # public ID, which opens nothing
    person_id: Annotated[str, String(32), ForeignKey("people.id", ondelete="CASCADE"), STAYS]
    device: Annotated[str, String(80)]
    created_at: float
    seen_at: float


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


def winners(result: Mapping[str, Any]) -> list[int]:
    """Return the seats that won a finished game. If a result was stored without winners, return those ranked first.

    >>> winners({"ranks": [2, 1], "winners": [0]}), winners({"ranks": [2, 1, 1]}), winners({})
    ([0], [1, 2], [])
    """
    first = [seat for seat, rank in enumerate(result.get("ranks", [])) if rank == 1]
    return list(result.get("winners", first))


@dataclass(frozen=True, slots=True)
class AgainstBots:
    """A game against bots that a person has played to the end."""

    table: str
    game: str
    levels: tuple[str, ...]
    """Levels of the bots, one for each of their seats."""
    won: bool
    """Whether the person won."""


@dataclass(frozen=True, slots=True)
class TaughtRow:
    """A table with a lesson or a puzzle: only what a list of them needs."""

    id: str
    game: str
    origin: str
    state: State
    step: int
    ply: int


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A finished table for one player: only what a list of them needs."""

    id: str
    options: dict[str, Any]
    result: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class NextRow:
    """The rematch of a finished table."""

    id: str
    by: str
    """Name of the host of the rematch, who asked for it."""


@dataclass(frozen=True, slots=True)
class LogState:
    """The number of decisions in a table's log at some revision, from which to send a client only what has changed.

    ``ply`` is the number of all decisions, ``mark`` the number of settled ones, and ``lowest`` the smallest number of
    decisions that the log has had since that revision.
    """

    ply: int
    mark: int
    lowest: int


@dataclass(slots=True)
class Commit:
    """An accepted command with everything it changes. All of it is stored, or nothing."""

    table: TableRow
    """The table as it will be stored; its ``revision`` is already incremented."""
    kind: str
    seat: int
    key: str
    answer: dict[str, Any]
    keep: int
    """Number of decisions to keep in the stored log, counted from the start."""
    cut: bool = False
    """Whether the stored log has decisions after these, which are to be deleted."""
    added: list[Decided] = field(default_factory=list)
    """Decisions to append to the log after the first ``keep``."""
    seats: list[SeatRow] = field(default_factory=list)
    """Seats that changed."""
    lapsed: list[int] = field(default_factory=list)
    """Seats whose standing orders are to be deleted."""
    ended: list[tuple[int, str]] = field(default_factory=list)
    """Standing answers to be deleted, each as a seat and a name."""
    note: NoteRow | None = None
    """Entry about a seat to add to the log, such as a player leaving; None if there is none."""
    also: list[Executable] = field(default_factory=list)
    """Further SQL statements to run in the same transaction."""
