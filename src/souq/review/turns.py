"""The turns of a match that can be looked back at, each as whoever played it knew the game then."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match.match import Match
from souq.engine.rules.record import Batch


@dataclass(frozen=True, slots=True)
class Turn:
    """Choices that a seat made one after another, and what it knew before the first."""

    seat: int
    view: Batch
    """A batch of one hidden record."""
    legal: tuple[int, ...]
    played: tuple[int, ...]
    racing: bool = False


@dataclass(frozen=True, slots=True)
class Better:
    """What would have been better than what was played."""

    choices: tuple[int, ...]
    """Until somebody else decides, or chance does."""
    lost: float
    """How much of the chance to win was surely lost."""
    why: str
    """A sentence; "" where no word of the game tells the two apart."""


def chosen(match: Match) -> dict[int, int]:
    """After how many entries whose turn began, of every one in which there was a choice; nobody's if one plays alone.

    >>> import souq
    >>> match = souq.new("chatuchak", players=2, seed=7)
    >>> chosen(match)
    {}
    """
    if match.players == 1:
        return {}
    bindings, entries, made = match.game.bindings, match.entries, dict[int, int]()
    for step in match.steps(0, entries.end(len(entries))):
        seat = step.decision.seat
        if seat >= 0 and len(bindings.legal(step.before, seat)) > 1:
            made.setdefault(entries.of(step.ply) - 1, seat)
    return made


def turn_at(match: Match, at: int) -> Turn:
    """What was chosen in the entry after so many others, and what its seat knew."""
    start, end = match.entries.end(at), match.entries.end(at + 1)
    seat, state, bindings = match.log[start].seat, match.at(start), match.game.bindings
    deciders = bindings.deciders(state)
    return Turn(
        seat,
        bindings.hidden(state, seat),
        tuple(int(choice) for choice in bindings.legal(state, seat)),
        tuple(decision.choice for decision in match.log[start:end]),
        racing=deciders & deciders - 1 != 0,
    )
