"""Data classes for the caller of a command, and for the changes that the command makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from souq.engine.match.decision import SPECTATOR
from souq.server.core.live.live import Live
from souq.server.core.live.people import Guest
from souq.server.core.store.rows import Pace, SeatRow, Talk


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a command: a seat (-1: none), the seat to which the sender's link invites, and a guest or account.

    ``shown`` is the token in that link. If a player took a seat but the answer with the seat's token was lost, sending
    the invitation again returns the token.
    """

    seat: int = SPECTATOR
    invited: int | None = None
    guest: Guest | None = None
    shown: str | None = None


@dataclass(slots=True)
class Outcome:
    """The changes that a command makes, before they are stored. The match in memory has changed already."""

    moved: bool = False
    """Whether decisions, draft or pending choice have changed."""
    pending_choice: int | None = None
    """The choice that waits for confirmation from now on."""
    seats: list[SeatRow] = field(default_factory=list)
    pace: Pace | None = None
    full: bool = False
    """Whether every seat is taken. The game then begins as soon as all promised shares of randomness are revealed."""
    begins: bool = False
    """Whether the game begins now, even if shares of randomness are missing."""
    ends: bool = False
    """Whether the players end the game early, before its rules do."""
    note: str = ""
    """Kind of the note (:mod:`souq.server.core.live.leaving`) about a seat that is added to the story; "" for none."""
    of: int | None = None
    """The seat that the note is about; None for the seat whose player sent the command."""
    named: str = ""
    """The former name of the seat that the note is about, if the seat has a new name now."""
    resigned: int | None = None
    """The seat that resigned, if the game ends because of that."""
    cancelled: bool = False
    """Whether the game ends before every person has made a first decision."""
    at: float | None = None
    """Server time at which the command arrived; None for commands of the server itself, which count from now."""
    host: int | None = None
    """The new host's seat, if the host changes."""
    talk: Talk | None = None
    """How players may talk from now on, if that changes."""
    removed: list[str] = field(default_factory=list)
    """ID and token hash of a player removed by the host (:func:`souq.server.core.live.removals.keys`)."""
    step: int | None = None
    """The number of finished steps of the lesson, if that changes."""
    answer: dict[str, Any] = field(default_factory=dict)


def plain_answer(live: Live, seat: int, key: str) -> dict[str, Any]:
    """Return the acknowledgement of a command that doesn't increment the table's revision."""
    return {"type": "ack", "id": key, "seq": live.seq(seat)}
