"""Who gives a command, and what it would change."""

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
    """Who gives a command: their seat (-1: none), the seat their link invites to, and who they are to the house.

    ``shown`` is the token in that link: by it, who took a seat and never heard of its token is told again.
    """

    seat: int = SPECTATOR
    invited: int | None = None
    guest: Guest | None = None
    shown: str | None = None


@dataclass(slots=True)
class Outcome:
    """What a command would change. The match in memory has changed already."""

    moved: bool = False
    """Decisions, draft or pending choice are other than before."""
    pending_choice: int | None = None
    """What waits for its confirmation from now on."""
    seats: list[SeatRow] = field(default_factory=list)
    pace: Pace | None = None
    full: bool = False
    """Every seat is taken: the game begins once all shares have come."""
    begins: bool = False
    """It begins now."""
    ends: bool = False
    """It ends now, though the rules would have it go on."""
    note: str = ""
    """What is told of the seat beside the story (:mod:`souq.server.core.live.leaving`)."""
    of: int | None = None
    """Of which seat, if not of the one that gives the command."""
    named: str = ""
    """What that seat was called, if it is called otherwise now."""
    resigned: int | None = None
    """The seat that gives the game up, where it ends by that."""
    cancelled: bool = False
    """It ends before it has got going."""
    at: float | None = None
    """When the command came, by the house's time; None: just now."""
    host: int | None = None
    """The seat of who is the host from now on, if that changes."""
    talk: Talk | None = None
    """How people talk from now on, if that changes."""
    also: list[Executable] = field(default_factory=list)
    """What else is stored, with the command or not at all."""
    step: int | None = None
    """So many steps of its lesson are over."""
    answer: dict[str, Any] = field(default_factory=dict)


def plain_answer(live: Live, seat: int, key: str) -> dict[str, Any]:
    """The answer to a command that does not count as a change of the table."""
    return {"type": "ack", "id": key, "seq": live.seq(seat)}
