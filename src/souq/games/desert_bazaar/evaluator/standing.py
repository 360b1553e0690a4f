"""What everybody would have if the game ended now."""

from __future__ import annotations

from souq.engine.compiled import rule
from souq.games.desert_bazaar.state import BOX, RESOURCES, SITES, State

MARKER = BOX.scoring["marker"]
MAJORITY = BOX.scoring["majority"]


@rule
def standing(s: State, seat: int) -> float:
    """Points of a seat if the game ended now."""
    return settled(s, seat) + (0.0 if s.over == 1 else majorities(s, seat))


@rule
def settled(s: State, seat: int) -> float:
    """Points that nobody can take away: those scored, and those of the markers on the board."""
    points = s.score[seat] + 0.0
    if s.over == 0:
        for site in range(SITES):
            if s.owner[site] == seat:
                points += MARKER
    return points


@rule
def majorities(s: State, seat: int) -> float:
    """Points for the resources of which a seat has most cards now."""
    points = 0.0
    for r in range(RESOURCES):
        if s.hand[seat][r] > most_elsewhere(s, seat, r):
            points += MAJORITY
    return points


@rule
def most_elsewhere(s: State, seat: int, r: int) -> int:
    """The most cards of a resource that another seat holds."""
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, s.hand[other][r])
    return most
