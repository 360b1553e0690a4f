"""Floor trading (GB-T14 to T19): floor turns, in which one negotiator makes an offer, invites offers or leaves."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.rules.proposals import begin_draft, can_accept, can_deal, drop, swap
from souq.games.grand_bazaar.state import (
    ACCEPT,
    COUNTER,
    INVITE,
    LEAVE,
    NOBODY,
    NONE,
    NOTHING,
    OFFER,
    PICK,
    PLAYERS,
    PROPOSE,
    REJECT,
    SEEK,
    Event,
    Phase,
    State,
)


@rule
def active(s: State, seat: int) -> bool:
    """Return whether a seat has a cube on the Negotiator and hasn't left the trading (GB-T01, T02)."""
    return ((s.negotiator & ~s.retired) >> seat) & 1 == 1


@rule
def has_partner(s: State, seat: int) -> bool:
    """Return whether any seat other than ``seat`` is still in the trading (GB-T04)."""
    return ((1 << s.players) - 1) & ~s.retired & ~(1 << seat) != 0


@rule
def ask_floor(s: State, seat: int) -> bool:
    """Let the first negotiator from ``seat`` onwards who can do so take a floor turn; return False if none can.

    Proposals of the previous floor turn are dropped (GB-T04, T13, T14).
    """
    clear_floor(s)
    other = next_floor(s, seat)
    if other == NOBODY:
        return False
    s.floor = s.player = other
    s.phase = s.asks = Phase.FLOOR
    emit(s, Event.FLOOR, ALL, other, s.left[other], 0, 0)
    return True


@rule
def next_floor(s: State, seat: int) -> int:
    """Return the first negotiator from ``seat`` onwards with floor turns left and a partner, or -1."""
    for step in range(s.players):
        other = (seat + step) % s.players
        if active(s, other) and s.left[other] > 0 and has_partner(s, other):
            return other
    return NOBODY


@rule
def clear_floor(s: State) -> None:
    """Take the floor from its holder, and drop the invitation and all proposals."""
    s.floor = s.partner = NOBODY
    s.sought = NOTHING
    s.waiting = 0
    for seat in range(PLAYERS):
        if s.posted[seat] != 0:
            for other in range(PLAYERS):
                drop(s, seat, other)


@rule
def floor_moves(s: State, out: Any) -> int:
    """Write the choices of a floor turn: offers, the invitation, leaving (GB-T15); return how many there are."""
    n = 0
    seat = s.player
    for other in range(s.players):
        if partner_for(s, seat, other):
            out[n] = OFFER + other
            n += 1
    if n > 0:
        out[n] = INVITE
        n += 1
    out[n] = LEAVE
    return n + 1


@rule
def partner_for(s: State, seat: int, other: int) -> bool:
    """Return whether ``seat`` can make a valid proposal to ``other``, and ``other`` is still in the trading."""
    return other != seat and (s.retired >> other) & 1 == 0 and can_deal(s, seat, other)


@rule
def take_floor(s: State, seat: int, choice: int) -> bool:
    """Begin an offer or an invitation, or leave, as chosen in a floor turn; return whether the floor turn is over."""
    if choice == LEAVE:
        s.retired |= 1 << seat
        emit(s, Event.LEFT, ALL, seat, 0, 0, 0)
        return True
    if choice == INVITE:
        s.phase = s.asks = Phase.SEEK
        return False
    begin_draft(s, seat, choice - OFFER)
    return False


@rule
def seek(s: State, seat: int, choice: int) -> bool:
    """Announce the good that an invitation asks for, and ask the first seat that may answer (GB-T17).

    Return whether the floor turn is over.
    """
    s.sought = choice - SEEK
    emit(s, Event.INVITES, ALL, seat, s.sought, 0, 0)
    for other in range(s.players):
        if partner_for(s, seat, other):
            s.waiting |= 1 << other
    return not ask_invited(s)


@rule
def ask_invited(s: State) -> bool:
    """Ask the next seat that hasn't answered the invitation; after the last, let the inviter pick a proposal.

    Return False if all have answered and no seat has proposed anything.
    """
    for step in range(1, s.players):
        seat = (s.floor + step) % s.players
        if (s.waiting >> seat) & 1 == 1:
            s.waiting &= ~(1 << seat)
            s.player = seat
            s.phase = s.asks = Phase.INVITED
            return True
    for seat in range(s.players):
        if s.posted[seat] != 0:
            s.player = s.floor
            s.phase = s.asks = Phase.PICK
            return True
    return False


@rule
def answer_invitation(s: State, seat: int, choice: int) -> bool:
    """Pass on an invitation, or begin a proposal to the inviter; return whether the floor turn is over."""
    if choice == PROPOSE:
        begin_draft(s, seat, s.floor)
        return False
    asks = ask_invited(s)
    emit(s, Event.DECLINES, ALL, seat, s.floor, 0 if asks else 1, 0)
    return not asks


@rule
def picks(s: State, out: Any) -> int:
    """Write a choice for each proposal that the inviter can accept, and NONE; return how many there are."""
    n = 0
    for seat in range(s.players):
        if s.posted[seat] != 0 and can_accept(s, seat, s.floor):
            out[n] = PICK + seat
            n += 1
    out[n] = NONE
    return n + 1


@rule
def pick(s: State, seat: int, choice: int) -> None:
    """Accept one of the proposals made in answer to an invitation, or none."""
    if choice == NONE:
        emit(s, Event.PICKS_NONE, ALL, seat, 0, 0, 0)
    else:
        swap(s, choice - PICK, seat)


@rule
def after_proposal(s: State, seat: int, other: int) -> bool:
    """Ask ``other`` to answer the proposal of ``seat``; return whether the floor turn is over.

    If the proposal answers an invitation, ask the next invited seat instead.
    """
    if s.sought != NOTHING:
        return not ask_invited(s)
    s.player = other
    s.phase = s.asks = Phase.LAST if other == s.floor else Phase.ANSWER
    return False


@rule
def proposer(s: State) -> int:
    """Return the seat whose offer or counter awaits an answer, or -1."""
    if s.phase == Phase.ANSWER:
        return s.floor
    for seat in range(s.players):
        if seat != s.floor and s.posted[seat] != 0:
            return seat
    return NOBODY


@rule
def answers(s: State, out: Any) -> int:
    """Write the possible answers to an offer or a counter (GB-T11, T16); return how many there are."""
    n = 0
    if can_accept(s, proposer(s), s.player):
        out[n] = ACCEPT
        n += 1
    out[n] = REJECT
    n += 1
    if s.phase == Phase.ANSWER:
        out[n] = COUNTER
        n += 1
    return n


@rule
def answer(s: State, seat: int, choice: int) -> bool:
    """Accept or reject an offer or a counter, or begin a counter; return whether the floor turn is over."""
    other = proposer(s)
    if choice == COUNTER:
        begin_draft(s, seat, other)
        return False
    if choice == ACCEPT:
        swap(s, other, seat)
    else:
        emit(s, Event.REJECTS, ALL, seat, other, 0, 0)
    return True
