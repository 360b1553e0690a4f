"""Who may choose, who chose what, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from souq.engine.errors import NotYourTurn
from souq.engine.present.scene import Names
from souq.engine.rules.record import Batch
from souq.engine.ruletext import RuleText

SPECTATOR = -1
"""The seat of who only watches."""

NOBODY = -1
"""The seat of a decision that time makes."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who chose what."""

    seat: int
    choice: int
    goes_on: bool = field(default=False, compare=False, repr=False)
    """Whether it was made together with the next one: they are taken back together."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A stretch of play that time ends: when it has run out the table makes a choice for :data:`NOBODY`.

    Made by ``runs(view)`` of the module ``clock`` of a game, from what everybody may know. It runs from the decision
    with which it was first there; a clock with another ``key`` is a new one.
    """

    key: str
    """Which stretch, in a few letters that no later one of the same game repeats: "trading 3"."""
    seconds: float
    """How long it runs."""
    choice: int
    """What happens then: legal for the seat :data:`NOBODY` all the while."""
    label: str = ""
    """What the countdown is for, in a word or two: "Trading"."""


@dataclass(frozen=True, slots=True)
class Step:
    """One decision as it was carried out, with the true states before and after: hide them before showing."""

    ply: int
    decision: Decision
    before: Batch
    after: Batch


@dataclass(frozen=True, slots=True)
class Observation:
    """What a seat knows and may choose at one moment: all that a bot is given."""

    seat: int
    view: Batch
    """What it may know: everything hidden is blank."""
    legal: tuple[int, ...]
    """What it may choose, ascending; empty when it is not deciding."""


def seats(mask: int) -> Iterator[int]:
    """The seats of a bit mask, lowest first."""
    return (seat for seat in range(mask.bit_length()) if mask >> seat & 1)


def only_decider(mask: int, names: Names) -> int:
    """The seat that is to choose, of those that may; 0 when nobody may.

    Raises:
        NotYourTurn: there are several.
    """
    if mask & (mask - 1):
        raise NotYourTurn(f"Say who chooses: {', '.join(map(names, seats(mask)))} may all choose now.")
    return next(seats(mask), 0)


def check_turn(mask: int, seat: int, words: str, names: Names, rule: RuleText | None = None) -> None:
    """Whether a seat is among those that may choose.

    Raises:
        NotYourTurn: it is not; the message says what it cannot choose, and who can.
    """
    if seat == SPECTATOR:
        raise NotYourTurn("Spectators can’t choose.")
    if not mask >> seat & 1:
        who = ", ".join(map(names, seats(mask)))
        now = f"It’s {who}’s turn." if who else "The game is over."
        raise NotYourTurn(f"{names(seat)} can’t choose {words[:60]!r} now. {now}", rule)
