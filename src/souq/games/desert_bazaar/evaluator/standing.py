"""The points that each seat would have if the game ended now."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.games.desert_bazaar.rules.scoring import MAJORITY, MARKER, on_board
from souq.games.desert_bazaar.state import RESOURCES, State


@rule
def standing(s: State, seat: int) -> float:
    """Return a seat's points if the game ended now."""
    return settled(s, seat) + (0.0 if s.over == 1 else majorities(s, seat))


@rule
def settled(s: State, seat: int) -> float:
    """Return the points that ``seat`` is sure of: points already scored, and those for its markers on the board."""
    return s.score[seat] + (0.0 if s.over == 1 else MARKER * on_board(s, seat))


@rule
def majorities(s: State, seat: int) -> float:
    """Return the points that a seat would score now for having the most cards of resources."""
    points = 0.0
    for r in range(RESOURCES):
        if s.hand[seat][r] > most_elsewhere(s, seat, r):
            points += MAJORITY
    return points


@rule
def most_elsewhere(s: State, seat: int, r: int) -> int:
    """Return the number of cards of a resource that the other seat with the most of them holds."""
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, s.hand[other][r])
    return most
