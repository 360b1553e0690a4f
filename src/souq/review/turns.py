"""The turns of a match that can be reviewed, each as its seat knew the game at that time."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match.match import Match
from souq.engine.rules.record import Batch


@dataclass(frozen=True, slots=True)
class Turn:
    """Consecutive choices of one seat, and what it knew before the first."""

    seat: int
    view: Batch
    """View of the seat before its first choice: a batch of one record, hidden fields blanked."""
    legal: tuple[int, ...]
    played: tuple[int, ...]
    racing: bool = False


@dataclass(frozen=True, slots=True)
class Better:
    """An alternative that would have been better."""

    choices: tuple[int, ...]
    """Choices up to the next decision of another seat, or the next chance event."""
    lost: float
    """Loss of win probability that is statistically certain."""
    why: str
    """An explanation; "" if the evaluator's terms don't distinguish the alternative from what was played."""


def chosen(match: Match) -> dict[int, int]:
    """Return the seat of every turn with a real choice, keyed by the turn's first log entry; empty in solo games.

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
    """Return the turn that begins with the entry ``at``, with its choices and what its seat knew."""
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
