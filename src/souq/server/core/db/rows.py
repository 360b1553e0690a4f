"""What is stored, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from sqlalchemy import Executable

State = Literal["waiting", "playing", "finished"]
Kind = Literal["person", "bot", "open"]
Pace = Literal["people", "quick", "none"]
"""How long bots take: like people, just so that one can follow, or no longer than they think."""

Talk = Literal["free", "phrases"]
"""How people talk at a table."""


@dataclass(slots=True)
class SeatRow:
    """One seat of a table."""

    seat: int
    kind: Kind
    level: str = ""
    name: str = ""
    person_id: str | None = None
    token_hash: bytes | None = None
    invitation: str | None = None
    confirm: bool = True
    seal: bytes | None = None
    share: bytes | None = None
    ends: bool = False
    salt: bytes | None = None
    here_at: float = 0.0
    """When its player was last seen here, as of 1970."""
    hushed: bool = False
    """Whether the host lets its player say nothing at this table."""

    @property
    def kept(self) -> bool:
        """Whether it belongs to somebody who is away: it is open for them alone, or a bot plays it meanwhile."""
        if self.kind == "open":
            return bool(self.name)
        return self.kind == "bot" and (self.person_id is not None or self.token_hash is not None)


@dataclass(slots=True)
class TableRow:
    """One table without its decisions; the fields are the keys of the columns of ``TABLES`` in the schema."""

    id: str
    game: str
    rules_version: str
    players: int
    options: dict[str, Any]
    secret: bytes
    created_at: float
    updated_at: float
    state: State = "waiting"
    revision: int = 1
    public: int = 1
    private: list[int] = field(default_factory=list)
    moved: int = 1
    ply: int = 0
    mark: int = 0
    pending_choice: int | None = None
    """What waits for its confirmation."""
    deciders: int = 0
    host: int | None = None
    result: dict[str, Any] | None = None
    begins_at: float = 0.0
    clock: str = ""
    clock_from: float = 0.0
    pace: Pace = "people"
    sealed_at: float = 0.0
    follows: str | None = None
    start: dict[str, Any] | None = None
    """Fields of the position it begins from; None: the game's own setup."""
    origin: str = ""
    """Where it comes from, a kind and a name: ``lesson:first``; "" for most."""
    step: int = 0
    """How many steps of its lesson are over."""
    rated: bool = False
    """Whether its people play for their ratings."""
    tournament: bool = False
    """Whether it is one of a tournament's: played to its end whoever is there, and without hints."""
    timing: dict[str, Any] | None = None
    """How long its people may take; None: as long as they like."""
    clocks: dict[str, Any] | None = None
    """What is left to each of them, and since when each is asked."""
    reckoned: float = 0.0
    """The house's time of that; 0 where people have no clocks."""
    talk: Talk = "free"
    """Whether its people may say what they like, or quick phrases only."""
    writes: int = 1
    """How often something was written of it, what raises no revision included."""
    souq: str = ""
    """The version of souq that has given it its ``rules_version``; "" where that is not known."""
    unasked: bool = False
    """Whether it may go on though nobody decides: a bot is asked, somebody has left an order, or time runs."""
    seats: list[SeatRow] = field(default_factory=list)

    def seq(self, seat: int) -> int:
        """How many changes of the table a seat (-1: a spectator) may know of: those that everybody sees, and its own.

        Of others' drafts and take-backs this tells nothing; of one's own it counts every one.
        """
        return self.public + (self.private[seat] if seat >= 0 and self.private else 0)


def winners(result: Mapping[str, Any]) -> list[int]:
    """The seats that won a game that is over; where tables were stored without them, whoever came first.

    >>> winners({"ranks": [2, 1], "winners": [0]}), winners({"ranks": [2, 1, 1]}), winners({})
    ([0], [1, 2], [])
    """
    first = [seat for seat, rank in enumerate(result.get("ranks", [])) if rank == 1]
    return list(result.get("winners", first))


class Decided(NamedTuple):
    """One decision of a log; ``goes_on``: the next was made together with it."""

    seat: int
    choice: int
    goes_on: bool


class Step(NamedTuple):
    """What is known of one command that a table took."""

    revision: int
    seat: int
    kind: str
    ply: int
    mark: int
    public: int
    private: int


@dataclass(frozen=True, slots=True)
class OrderRow:
    """A standing order that a seat has left: for what, and up to where."""

    seat: int
    about: str
    amount: int


@dataclass(frozen=True, slots=True)
class NoteRow:
    """What happened to a seat, after so many entries of the game."""

    moment: int
    seat: int
    kind: str
    name: str = ""
    """What the seat was called then; "": as now."""


@dataclass(frozen=True, slots=True)
class NextRow:
    """The table at which the people of a finished one play again."""

    id: str
    by: str
    """Who asked for it."""


@dataclass(frozen=True, slots=True)
class LineRow:
    """What is known of a seat's best way from the start, and how many hints it has taken."""

    seat: int
    looked: bool = False
    choices: tuple[int, ...] | None = None
    bound: int = 0
    hints: int = 0


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who has been here before."""

    id: str
    name: str
    emblem: str
    kept_at: float = 0.0
    """Since when they keep their name; 0: a guest."""
    settings: dict[str, Any] = field(default_factory=dict, compare=False)
    """Theme, sound, volume and whether they see quick phrases only, as far as they have chosen."""

    @property
    def kept(self) -> bool:
        """Whether they keep their name: then there may be other ways to come back than this browser."""
        return self.kept_at > 0


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A browser that somebody is known by."""

    id: str
    person_id: str
    device: str
    created_at: float
    seen_at: float


@dataclass(frozen=True, slots=True)
class Said:
    """Something said at a table."""

    n: int
    seat: int
    name: str
    text: str
    at: float
    phrase: int | None = None
    """The number of a quick phrase; None: free talk."""


@dataclass(frozen=True, slots=True)
class Past:
    """How many decisions were in the log and settled at a revision, and the fewest there have been since."""

    ply: int
    mark: int
    lowest: int


@dataclass(slots=True)
class Commit:
    """One accepted command: what it changes, all of it or nothing."""

    table: TableRow
    """As it is to be stored, revision already raised."""
    kind: str
    seat: int
    key: str
    answer: dict[str, Any]
    keep: int
    """Decisions of the stored log that stay."""
    cut: bool = False
    """Whether there are later ones, to be deleted."""
    added: list[Decided] = field(default_factory=list)
    """Decisions appended after those kept."""
    seats: list[SeatRow] = field(default_factory=list)
    """Seats that changed."""
    lapsed: list[int] = field(default_factory=list)
    """Seats whose standing orders are over."""
    ended: list[tuple[int, str]] = field(default_factory=list)
    """Standing answers that are over: seat and name."""
    note: NoteRow | None = None
    """What is told of it beside the story."""
    also: list[Executable] = field(default_factory=list)
    """What is stored with it, or not at all."""
