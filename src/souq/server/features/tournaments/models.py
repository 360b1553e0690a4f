"""Database tables of tournaments.

Every change increments the tournament's revision, so that concurrent changes are detected.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, String, Table, false, text

from souq.server.core.db.declaring import DERIVED, KEY, METADATA, STAYS, declare, of_table
from souq.server.core.store.rows import Company, Pace


def _of_tournament() -> Column[str]:
    return Column("code", String(24), ForeignKey("tournaments.code", ondelete="CASCADE"), primary_key=True)


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """An entrant of a tournament."""

    number: Annotated[int, KEY]  # in the order in which they came, from 1
    name: Annotated[str, String(400)]
    person_id: Annotated[str | None, String(32), ForeignKey("people.id", ondelete="SET NULL"), STAYS] = None
    token_hash: Annotated[bytes | None, LargeBinary(32)] = None  # of the token of a program
    salt: Annotated[bytes | None, LargeBinary(32)] = None  # the token is derived from this and the key of the request
    gone: Annotated[bool, false()] = False  # a bot sits in their place from now on
    entered_at: float = 0.0


ENTRANTS = declare("entrants", EntrantRow, _of_tournament(), Index("entrants_person", "person_id"))


@dataclass(frozen=True, slots=True)
class PairingRow:
    """One table of a round and the entrants who play at it. The row exists before the table is opened."""

    round: Annotated[int, KEY]
    number: Annotated[int, KEY]
    seats: tuple[int | None, ...]  # entrants' numbers; None: a bot
    ranks: tuple[int, ...] | None = None  # final ranks, by seat
    table_id: Annotated[str | None, DERIVED] = None
    """ID of the pairing's table; None before it is opened and after it is deleted."""


PAIRINGS = declare("pairings", PairingRow, _of_tournament())

MATCHES = Table(  # the table opened for a pairing; its primary key lets only one server open it
    "matches",
    METADATA,
    _of_tournament(),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    of_table(nullable=False, unique=True),
)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament with its entrants and pairings."""

    code: Annotated[str, String(24), KEY]  # its address: anybody who knows it can look and enter
    title: Annotated[str, String(400)]
    game: Annotated[str, String(40)]
    options: dict[str, Any]
    size: int  # seats of every table
    system: Annotated[Literal["robin", "swiss", "knockout"], String(10)]
    rounds: int  # 0: as many as needed, decided when it begins
    forward: int  # how many players of a table go on, in a knock-out
    timing: dict[str, Any]  # time control, as stored for tables
    level: Annotated[str, String(40)]  # of bots that fill in
    pace: Annotated[Pace, String(10)]
    company: Annotated[Company, String(10)]  # friends: only people with its address can find it
    seed: Annotated[str, String(32)]  # of the draw: everybody can read it
    created_at: float
    updated_at: float
    rated: Annotated[bool, false()] = False
    host_id: Annotated[str | None, String(32), ForeignKey("people.id", ondelete="SET NULL"), STAYS] = None
    host_hash: Annotated[bytes | None, LargeBinary(32)] = None  # of the token of a program that opened it
    state: Annotated[Literal["waiting", "playing", "finished", "ended"], String(10)] = (
        "waiting"  # ended: by its host, early
    )
    round: Annotated[int, text("0")] = 0  # the current one; 0: not begun
    revision: Annotated[int, text("1")] = 1
    entrants: Annotated[tuple[EntrantRow, ...], DERIVED] = field(default=(), compare=False)
    pairings: Annotated[tuple[PairingRow, ...], DERIVED] = field(default=(), compare=False)

    def entrant(self, number: int) -> EntrantRow:
        """Return the entrant with the given number."""
        return next(each for each in self.entrants if each.number == number)


TOURNAMENTS = declare(
    "tournaments", TournamentRow, Index("tournaments_state", "state"), Index("tournaments_host", "host_id")
)
