"""Open trading (GB-T23): no turns; messages take effect in the order in which they arrive."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.rules.floor import active, has_partner, partner_for
from souq.games.grand_bazaar.rules.proposals import can_accept, drop, prove_side, still_valid, swap
from souq.games.grand_bazaar.state import BOX, PLAYERS, POST, REFUSE, RETIRE, TAKE_UP, WITHDRAW, Event, Phase, State

POSTS = BOX.trading["posts"]
TRADES = BOX.trading["trades"]


@rule
def open_trading(s: State) -> bool:
    """Prepare the next message of open trading; return False if no negotiator has a partner any longer (GB-T04)."""
    for step in range(s.players):
        seat = (s.first + step) % s.players
        if active(s, seat) and has_partner(s, seat):
            s.phase = s.asks = Phase.OPEN
            s.player = seat
            return True
    return False


@rule
def may_post(s: State, seat: int, other: int) -> bool:
    """Return whether a seat may post a proposal to another.

    One of them must be an active negotiator, neither may have left the trading or reached a limit of the round, and a
    valid proposal between them must exist.
    """
    if not (active(s, seat) or active(s, other)) or (s.retired >> seat) & 1 == 1 or s.posts[seat] >= POSTS:
        return False
    return s.trades[seat] < TRADES and s.trades[other] < TRADES and partner_for(s, seat, other)


@rule
def messages(s: State, seat: int, out: Any) -> int:
    """Write the messages that a seat may send now, in ascending order; return how many there are."""
    n = 0
    for other in range(s.players):
        if may_post(s, seat, other):
            out[n] = POST + other
            n += 1
    for other in range(s.players):
        if (s.posted[seat] >> other) & 1 == 1:
            out[n] = WITHDRAW + other
            n += 1
    for other in range(s.players):
        if (s.posted[other] >> seat) & 1 == 1:
            out[n] = REFUSE + other
            n += 1
    for other in range(s.players):
        if (s.posted[other] >> seat) & 1 == 1 and can_accept(s, other, seat):
            out[n] = TAKE_UP + other
            n += 1
    if active(s, seat):
        out[n] = RETIRE
        n += 1
    return n


@rule
def has_message(s: State, seat: int) -> bool:
    """Return whether a seat has any legal message, judging by public information."""
    if active(s, seat):
        return True
    for other in range(s.players):
        if (s.posted[seat] >> other) & 1 == 1 or (s.posted[other] >> seat) & 1 == 1 or may_post(s, seat, other):
            return True
    return False


@rule
def say(s: State, seat: int, choice: int) -> None:
    """Withdraw, refuse or accept a post, or retire; posts themselves are composed step by step like proposals."""
    if choice < REFUSE:
        drop(s, seat, choice - WITHDRAW)
        emit(s, Event.WITHDRAWS, ALL, seat, choice - WITHDRAW, 0, 0)
    elif choice < TAKE_UP:
        drop(s, choice - REFUSE, seat)
        emit(s, Event.REJECTS, ALL, seat, choice - REFUSE, 0, 0)
    elif choice < RETIRE:
        other = choice - TAKE_UP
        swap(s, other, seat)
        s.trades[seat] += 1
        s.trades[other] += 1
    else:
        s.retired |= 1 << seat
        emit(s, Event.LEFT, ALL, seat, 0, 0, 0)
    lapse(s)


@rule
def lapse(s: State) -> None:
    """Drop every post that is no longer valid.

    For each valid post, record again that its seat holds the goods it gives, as a trade may have cast doubt on that.
    """
    for seat in range(PLAYERS):
        for other in range(PLAYERS):
            if (s.posted[seat] >> other) & 1 == 1:
                if post_still_valid(s, seat, other):
                    prove_side(s, seat, other)  # a copy that has left lowered what viewers knew of the hand
                else:
                    drop(s, seat, other)
                    emit(s, Event.LAPSED, ALL, seat, other, 0, 0)


@rule
def post_still_valid(s: State, seat: int, other: int) -> bool:
    """Return whether a post is still valid: both seats may trade, and the same proposal could be made now."""
    if not (active(s, seat) or active(s, other)) or ((s.retired >> seat) | (s.retired >> other)) & 1 == 1:
        return False
    return s.trades[seat] < TRADES and s.trades[other] < TRADES and still_valid(s, seat, other)
