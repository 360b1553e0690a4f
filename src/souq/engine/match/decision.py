"""Decisions, clocks, steps and observations: who may choose, who chose what, and the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from souq.engine.errors import NotYourTurn
from souq.engine.present.scene import Names
from souq.engine.rules.record import Batch
from souq.engine.ruletext import RuleText

SPECTATOR = -1
"""Seat of a spectator."""

NOBODY = -1
"""Seat of a decision made by time."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice and the seat that made it."""

    seat: int
    choice: int
    goes_on: bool = field(default=False, compare=False, repr=False)
    """Whether it belongs together with the next decision: undo takes back both."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A countdown: when it runs out, the server makes a choice for :data:`NOBODY`.

    Returned by ``runs(view)`` of a game's module ``clock``, from public information. It starts with the decision after
    which it first appears; a clock with another ``key`` is a new one.
    """

    key: str
    """Short identifier of the period, unique in the game: "trading 3"."""
    seconds: float
    """Duration in seconds."""
    choice: int
    """Choice made when it runs out; it must be legal for :data:`NOBODY` all the time."""
    label: str = ""
    """Label of the countdown: "Trading"."""


@dataclass(frozen=True, slots=True)
class Step:
    """A decision with the true states before and after it; hide them before showing them to players."""

    ply: int
    decision: Decision
    before: Batch
    after: Batch


@dataclass(frozen=True, slots=True)
class Observation:
    """A seat's knowledge and legal choices at one moment: the complete input of a bot."""

    seat: int
    view: Batch
    """Position with everything hidden blanked."""
    legal: tuple[int, ...]
    """Legal choices, ascending; empty if the seat isn't deciding."""


def seats(mask: int) -> Iterator[int]:
    """Return the seats in a bit mask, lowest first."""
    return (seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def only_decider(mask: int, names: Names) -> int:
    """Return the only seat that may choose, or 0 if none may.

    Raises:
        NotYourTurn: several may.
    """
    if mask & (mask - 1):
        raise NotYourTurn(f"Say who chooses: {', '.join(map(names, seats(mask)))} may all choose now.")
    return next(seats(mask), 0)


def check_turn(mask: int, seat: int, words: str, names: Names, rule: RuleText | None = None) -> None:
    """Check that a seat is among those that may choose.

    Raises:
        NotYourTurn: it is not; the message names the choice and the seats that may choose.
    """
    if seat == SPECTATOR:
        raise NotYourTurn("Spectators can’t choose.")
    if not mask >> seat & 1:
        who = ", ".join(map(names, seats(mask)))
        now = f"It’s {who}’s turn." if who else "The game is over."
        raise NotYourTurn(f"{names(seat)} can’t choose {words[:60]!r} now. {now}", rule)
