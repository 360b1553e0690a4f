"""Medals (KA-M01 to KA-M06): a stand that grows wins gold or silver if no stand of its colour is larger."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.kairo.state import BOX, PLAYERS, Event, State

GOLD = BOX.medals["gold"]
SILVER = BOX.medals["silver"]


@rule
def largest_other(s: State, seat: int, colour: int) -> int:
    """Return the size of the largest stand of a colour among other players; 0 if they have none."""
    largest = 0
    for other in range(PLAYERS):
        if other != seat and s.sizes[other][colour] > largest:
            largest = s.sizes[other][colour]
    return largest


@rule
def medal_points(s: State, seat: int, colour: int, size: int) -> int:
    """Return the points for the medals a seat takes when its stand of a colour grows to a size."""
    other = largest_other(s, seat, colour)
    points = 0
    if size > other and s.gold[colour] != seat:
        points += GOLD
    if size >= other and s.silver[colour] != seat:
        points += SILVER
    return points


@rule
def take_medals(s: State, seat: int, colour: int, size: int) -> None:
    """Give a seat the medals of a stand that grew to ``size`` (KA-M01, KA-M02).

    If it is larger than every other player's stand of the colour, the seat wins gold and silver; if it ties with the
    largest, silver.
    """
    other = largest_other(s, seat, colour)
    if size > other and s.gold[colour] != seat:
        emit(s, Event.MEDAL, ALL, seat, colour, 1, s.gold[colour])
        s.gold[colour] = seat
    if size >= other and s.silver[colour] != seat:
        emit(s, Event.MEDAL, ALL, seat, colour, 0, s.silver[colour])
        s.silver[colour] = seat
