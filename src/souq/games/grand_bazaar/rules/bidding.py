"""Bidding (GB-B01 to B14): cubes on caravans, the Informant, the Free Trader, the Negotiator and customers."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.state import (
    CARAVAN,
    CONTESTS,
    CUBES,
    CUSTOMER,
    CUSTOMERS,
    NEGOTIATOR,
    NOBODY,
    SQUARES,
    TRADER,
    Event,
    Phase,
    State,
    Trading,
)


@rule
def highest(s: State, contest: int, seat: int) -> int:
    """Return the most cubes that one seat, other than ``seat``, has on a caravan or the Informant.

    With ``seat`` -1 all seats count.
    """
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, s.bids[contest][other])
    return best


@rule
def leader(s: State, contest: int) -> int:
    """Return the seat with most cubes on a caravan or the Informant, or -1 if nobody has any.

    Ties can't occur (GB-B03).
    """
    best = 0
    found = NOBODY
    for seat in range(s.players):
        if s.bids[contest][seat] > best:
            best = s.bids[contest][seat]
            found = seat
    return found


@rule
def least(s: State, seat: int, contest: int) -> int:
    """Return the minimum number of cubes that a seat must add to lead a caravan or the Informant (GB-B03, B05)."""
    return max(1, highest(s, contest, seat) + 1 - s.bids[contest][seat])


@rule
def free_square(s: State) -> int:
    """Return the lowest-numbered empty Free Trader square, or -1 if all are taken (GB-B08)."""
    for square in range(SQUARES):
        if s.square[square] == NOBODY:
            return square
    return NOBODY


@rule
def bids_of(s: State, seat: int, out: Any) -> int:
    """Write a seat's legal bids to ``out`` in ascending order, and return their number."""
    n = 0
    cubes = s.cubes[seat]
    if cubes == 0:
        return 0
    for contest in range(CONTESTS):
        for k in range(least(s, seat, contest), cubes + 1):
            out[n] = CARAVAN + CUBES * contest + k - 1
            n += 1
    if free_square(s) != NOBODY:
        out[n] = TRADER
        n += 1
    if s.trading != Trading.OFF and (s.negotiator >> seat) & 1 == 0:
        out[n] = NEGOTIATOR
        n += 1
    for customer in range(CUSTOMERS):
        if (s.placed[customer] >> seat) & 1 == 0:
            out[n] = CUSTOMER + customer
            n += 1
    return n


@rule
def count_bids(s: State, seat: int) -> tuple[int, int]:
    """Return the number of a seat's legal bids and the highest-numbered of them, or 0 and -1 (GB-B11, B12)."""
    n = 0
    one = NOBODY
    cubes = s.cubes[seat]
    if cubes == 0:
        return 0, NOBODY
    for contest in range(CONTESTS):
        k = least(s, seat, contest)
        if k <= cubes:
            n += cubes - k + 1
            one = CARAVAN + CUBES * contest + k - 1
    if free_square(s) != NOBODY:
        n += 1
        one = TRADER
    if s.trading != Trading.OFF and (s.negotiator >> seat) & 1 == 0:
        n += 1
        one = NEGOTIATOR
    for customer in range(CUSTOMERS):
        if (s.placed[customer] >> seat) & 1 == 0:
            n += 1
            one = CUSTOMER + customer
    return n, one


@rule
def only_bid(s: State, seat: int) -> int:
    """Return the seat's bid if it has exactly one legal bid, else -1."""
    n, one = count_bids(s, seat)
    return one if n == 1 else NOBODY


@rule
def bid(s: State, seat: int, choice: int) -> None:
    """Place the cubes of a bid, and emit its events."""
    if choice < TRADER:
        contest = (choice - CARAVAN) // CUBES
        cubes = (choice - CARAVAN) % CUBES + 1
        if s.came[contest][seat] == 0:
            last = 0
            for other in range(s.players):
                last = max(last, s.came[contest][other])
            s.came[contest][seat] = last + 1
        before = leader(s, contest)
        s.bids[contest][seat] += cubes
        s.cubes[seat] -= cubes
        emit(s, Event.BID, ALL, seat, cubes, contest, s.bids[contest][seat])
        if before != NOBODY and before != seat:
            emit(s, Event.OUTBID, ALL, before, contest, seat, 0)
        return
    s.cubes[seat] -= 1
    if choice == TRADER:
        square = free_square(s)
        s.square[square] = seat
        emit(s, Event.SQUARE, ALL, seat, square, 0, 0)
    elif choice == NEGOTIATOR:
        s.negotiator |= 1 << seat
        emit(s, Event.NEGOTIATES, ALL, seat, 0, 0, 0)
    else:
        s.placed[choice - CUSTOMER] |= 1 << seat
        s.access[choice - CUSTOMER] |= 1 << seat
        emit(s, Event.BEFRIENDS, ALL, seat, choice - CUSTOMER, 0, 0)


@rule
def ask_bid(s: State, seat: int) -> bool:
    """Ask the first seat from ``seat`` onwards that has a legal bid to make one.

    If no seat has a legal bid, emit an event for each seat with unplaced cubes, and return False (GB-B01, B12, B13).
    """
    for step in range(s.players):
        other = (seat + step) % s.players
        if count_bids(s, other)[0] > 0:
            s.phase = s.asks = Phase.BID
            s.player = other
            return True
    for other in range(s.players):
        if s.cubes[other] > 0:
            emit(s, Event.STUCK, ALL, other, s.cubes[other], 0, 0)
    return False
