"""Data classes for the caller of a command, and for the changes that the command makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Executable

from souq.engine.match.decision import SPECTATOR
from souq.server.core.db.models import Pace, SeatRow, Talk
from souq.server.core.live.live import Live
from souq.server.core.live.people import Guest


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a command: a seat (-1: none), the seat that the caller's link invites to, and a guest or account.

    ``shown`` is the token in that link. A player who took a seat but never received the answer gets the seat's token
    again by sending the invitation once more.
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
    """Whether every seat is taken. Then the game begins once all sealed shares have been revealed."""
    begins: bool = False
    """Whether the game begins now."""
    ends: bool = False
    """Whether the game ends now, although its rules don't end it."""
    note: str = ""
    """Kind of the note (:mod:`souq.server.core.live.leaving`) about a seat that is added to the story; "" for none."""
    of: int | None = None
    """The seat that the note is about, or None if it is the seat that gives the command."""
    named: str = ""
    """The former name of the seat that the note is about, if the seat has a new name now."""
    resigned: int | None = None
    """The seat that resigned, if the game ends because of that."""
    cancelled: bool = False
    """Whether the game ends before every person has made a first decision."""
    at: float | None = None
    """Server time at which the command arrived; None means now."""
    host: int | None = None
    """The new host's seat, if the host changes."""
    talk: Talk | None = None
    """How players may talk from now on, if that changes."""
    also: list[Executable] = field(default_factory=list)
    """Further statements for the transaction that stores the command."""
    step: int | None = None
    """The number of finished steps of the lesson, if that changes."""
    answer: dict[str, Any] = field(default_factory=dict)


def plain_answer(live: Live, seat: int, key: str) -> dict[str, Any]:
    """Return the answer to a command that doesn't increment the table's revision."""
    return {"type": "ack", "id": key, "seq": live.seq(seat)}
