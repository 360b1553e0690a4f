"""Decisions, clocks, steps and observations, and checks of whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from souq.engine.errors import NotYourTurn
from souq.engine.present.scene import Names
from souq.engine.rules.record import Batch
from souq.engine.ruletext import RuleText

SPECTATOR = -1
"""Seat number of a spectator, who sees public information only."""

NOBODY = -1
"""Seat number for decisions that no player makes: a clock has run out, and the server makes its choice.

The number is the same as that of :data:`SPECTATOR`.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice and the seat that made it."""

    seat: int
    choice: int
    goes_on: bool = field(default=False, compare=False, repr=False)
    """Whether the next decision belongs to the same action as this one, so that one undo takes back both."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A countdown: when it runs out, the server makes its choice on behalf of :data:`NOBODY`.

    The function ``runs(view)`` of a game's module ``clock`` returns the clock running in a public position. The
    countdown starts with the decision after which it first appears; a clock with another ``key`` is a new countdown.
    """

    key: str
    """Identifier of the period that is limited, such as "trading 3". Each period of a match has its own."""
    seconds: float
    """Duration in seconds."""
    choice: int
    """Choice made when the time is up; it must be legal for :data:`NOBODY` as long as the clock runs."""
    label: str = ""
    """Label of the countdown, such as "Trading"."""


@dataclass(frozen=True, slots=True)
class Step:
    """A decision of a match, with the positions before and after it.

    Both positions contain all hidden information; ``Bindings.hidden`` removes it for a player.
    """

    ply: int
    decision: Decision
    before: Batch
    after: Batch


@dataclass(frozen=True, slots=True)
class Observation:
    """A seat's knowledge and legal choices at one moment: the complete input of a bot."""

    seat: int
    view: Batch
    """Position in which everything hidden from the seat is blank."""
    legal: tuple[int, ...]
    """Numbers of the seat's legal choices, in ascending order; empty if the seat may not choose now."""


def seats(mask: int) -> Iterator[int]:
    """Return the seats in a bit mask, in ascending order."""
    return (seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def only_decider(mask: int, names: Names) -> int:
    """Return the seat that may choose; 0 if none may, because the game is over.

    Raises:
        NotYourTurn: several seats may choose, so the caller has to name one.
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
