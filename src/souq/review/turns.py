"""The turns of a match that can be reviewed, each with the position as the player knew it."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match.match import Match
from souq.engine.rules.record import Batch


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn to be reviewed: the choices of one seat, and the position as the seat knew it before the first choice."""

    seat: int
    view: Batch
    """Position before the first choice, as an array of one record in which everything hidden from the seat is blank."""
    legal: tuple[int, ...]
    played: tuple[int, ...]
    racing: bool = False


@dataclass(frozen=True, slots=True)
class Better:
    """Choices that would have been better than those made in a turn."""

    choices: tuple[int, ...]
    """The better choices, up to the point at which another seat or chance decides."""
    lost: float
    """Loss of win probability by not making these choices; a lower bound that takes sampling errors into account."""
    why: str
    """Reason from the game's module ``reasons``, with placeholders for names; "" if it has none."""


def chosen(match: Match) -> dict[int, int]:
    """Return the turns that can be reviewed: the first log entry of each, and its seat. Solo games have none.

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
    """Return the turn that begins with log entry ``at``: the choices made, and the position as its seat knew it."""
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
