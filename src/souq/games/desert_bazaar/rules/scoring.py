"""Scoring: tiles and encampments during play (DB-E01 to DB-E05, DB-M03), and the end of the game (DB-F01 to DB-F04)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import Bits, count, first, rest, some
from souq.engine.rules.events import ALL, emit
from souq.engine.rules.ranking import ranked
from souq.games.desert_bazaar.rules.cards import wealth
from souq.games.desert_bazaar.state import BOX, FULL, RESOURCES, SITES, Event, State

ISOLATED = BOX.scoring["isolated"]
CLOSING = BOX.scoring["closing"]
MARKER = BOX.scoring["marker"]
MAJORITY = BOX.scoring["majority"]
TIE = 1000
"""Weight of a point in a sort key of points and cards in hand. It exceeds any hand, so cards only break ties."""


@rule
def score_tile(s: State, seat: int, site: int, camp: Bits, touched: int) -> None:
    """Score the tile that a seat has just built."""
    size = count(camp)
    if touched == 0 and s.owner[site] >= 0:  # DB-E01, DB-M03
        s.score[seat] += ISOLATED
        emit(s, Event.ISOLATED, ALL, seat, site, ISOLATED, 0)
    else:  # DB-E02
        emit(s, Event.CAMP, ALL, seat, site, size, touched)
    if size == FULL:
        close(s, seat, site, camp)


@rule
def close(s: State, seat: int, site: int, camp: Bits) -> None:
    """Score an encampment of seven: all markers in it score and return to their owners, and ``seat`` gets a bonus."""
    emit(s, Event.CLOSED, ALL, seat, site, 0, 0)
    counted = 0
    while some(camp):
        tent = first(camp)
        camp = rest(camp)
        owner = s.owner[tent]
        if owner >= 0:
            s.score[owner] += MARKER  # DB-E03
            s.markers[owner] += 1  # DB-E05
            s.owner[tent] = -1
            counted += 1 << (4 * owner)
            emit(s, Event.HOME, ALL, owner, tent, 0, 0)
    for owner in range(s.players):
        markers = (counted >> (4 * owner)) & 15
        if markers > 0:
            emit(s, Event.COUNTED, ALL, owner, MARKER * markers, 0, 0)
    s.score[seat] += CLOSING  # DB-E04
    emit(s, Event.BONUS, ALL, seat, CLOSING, 0, 0)


@rule
def finish(s: State, rule_: int) -> None:
    """End the game by a rule and score it (DB-X05)."""
    s.over = 1
    s.ended = rule_
    s.asked[0] = s.asked[1] = s.asked[2] = 0
    emit(s, Event.END, ALL, rule_, 0, 0, 0)
    settle(s)
    for seat in range(s.players):
        emit(s, Event.RANK, ALL, seat, rank(s, seat), s.score[seat], wealth(s, seat))


@rule
def settle(s: State) -> None:
    """Add the points of the final scoring: markers on the board, and majorities (the most cards of a resource)."""
    for seat in range(s.players):
        score_markers(s, seat)
    for r in range(RESOURCES):
        score_majority(s, r)


@rule
def score_markers(s: State, seat: int) -> None:
    """Score a point for every marker that a seat has on the board (DB-F01)."""
    markers = on_board(s, seat)
    s.score[seat] += MARKER * markers
    emit(s, Event.MARKERS, ALL, seat, markers, MARKER * markers, 0)


@rule
def on_board(s: State, seat: int) -> int:
    """Return the number of a seat's markers on the board."""
    markers = 0
    for site in range(SITES):
        if s.owner[site] == seat:
            markers += 1
    return markers


@rule
def score_majority(s: State, r: int) -> None:
    """Score two points for the seat with the most cards of a resource (DB-F02)."""
    leader, most = holding_most(s, r)
    if leader >= 0:
        s.score[leader] += MAJORITY
    emit(s, Event.MAJORITY, ALL, r, leader, most, MAJORITY if leader >= 0 else 0)


@rule
def holding_most(s: State, r: int) -> tuple[int, int]:
    """Return the seat that alone has the most cards of a resource (-1 if there is none), and that number of cards."""
    most = 0
    leader = -1
    for seat in range(s.players):
        cards = s.hand[seat][r]
        if cards > most:
            most = cards
            leader = seat
        elif cards == most:
            leader = -1
    return leader, most


@rule
def order(s: State, seat: int) -> int:
    """Return a seat's sort key: points, then cards in hand; seats equal in both share a rank (DB-F03, DB-F04)."""
    return s.score[seat] * TIE + wealth(s, seat)


rank, ranks = ranked(order)


@rule
def points(s: State, out: Any) -> None:
    """Write every seat's points to ``out``: the points so far, or the final ones once the game is over."""
    for seat in range(s.players):
        out[seat] = s.score[seat]
