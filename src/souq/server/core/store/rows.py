"""The classes of the rows that core stores. Features have their own in their ``models``.

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

Annotations also describe columns in SQLAlchemy's terms. Only :mod:`souq.server.core.db.declaring` evaluates them, so
that the core can be imported without SQLAlchemy.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from sqlalchemy import BigInteger, Executable, ForeignKey, LargeBinary, String, false, text

    from souq.server.core.db.declaring import DERIVED, KEY, STAYS

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


class Decided(NamedTuple):
    """One decision of a log."""

    seat: int
    choice: int
    goes_on: Annotated[bool, false()]  # one action together with the next (or pending) decision


DECIDING = ("choose", "amount", "confirm", "undo", "reset")
"""Kinds of commands that make or undo decisions."""


class Step(NamedTuple):
    """A command that a table accepted, with the values of the table's counters after it."""

    revision: Annotated[int, KEY]
    seat: int
    kind: Annotated[str, String(10)]
    ply: int
    mark: int
    public: Annotated[int, text("0")]
    private: Annotated[int, text("0")]  # of this seat


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A seat's standing order: it gives the same answer to a question of the game, up to an amount."""

    seat: Annotated[int, KEY]
    about: Annotated[str, String(80)]  # name of the question, as the game calls it
    amount: int


@dataclass(frozen=True, slots=True)
class NoteRow:
    """An entry of the log about a seat, such as a player leaving. The game's own story doesn't contain it."""

    moment: int  # number of the game's entries before it
    seat: int
    kind: Annotated[str, String(10)]
    name: Annotated[str, String(400), text("''")] = ""  # the seat's name at that time; "": as now


@dataclass(frozen=True, slots=True)
class LineRow:
    """The shortest sequence of choices that the solver knows for a seat, and how many hints the seat has taken."""

    seat: Annotated[int, KEY]
    looked: bool = False
    choices: tuple[int, ...] | None = None  # the line; None: none was found
    bound: int = 0  # lower bound of any line's length
    hints: int = 0


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


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session: a browser that a person is signed in with."""

    id: Annotated[str, String(16)]  # public ID, which opens nothing
    person_id: Annotated[str, String(32), ForeignKey("people.id", ondelete="CASCADE"), STAYS]
    device: Annotated[str, String(80)]
    created_at: float
    seen_at: float


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
    left: list[SeatRow] = field(default_factory=list)
    """Seats, as they were, that people have left for good."""
    removed: list[str] = field(default_factory=list)
    """ID and token hash of a player removed by the host (:func:`souq.server.core.live.removals.keys`)."""
    also: list[Executable] = field(default_factory=list)
    """Further SQL statements to run in the same transaction."""
