"""The course of the game: rounds of bidding, caravans, trading and selling (GB-R01 to R06)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.rules.bidding import ask_bid, bid, bids_of, only_bid
from souq.games.grand_bazaar.rules.caravans import (
    ask_claim,
    ask_informant,
    claim,
    claims,
    clear_caravan,
    inspect,
    inspections,
    only_choice,
    take,
    takes,
)
from souq.games.grand_bazaar.rules.floor import (
    after_proposal,
    answer,
    answer_invitation,
    answers,
    ask_floor,
    clear_floor,
    floor_moves,
    pick,
    picks,
    seek,
    take_floor,
)
from souq.games.grand_bazaar.rules.open_trading import has_message, lapse, messages, open_trading, say
from souq.games.grand_bazaar.rules.opening import DEAL, begin_round, lay_out
from souq.games.grand_bazaar.rules.proposals import begin_draft, clear_draft, compose, put, steps
from souq.games.grand_bazaar.rules.scoring import finish
from souq.games.grand_bazaar.rules.selling import ask_seller, cards, choose, draft, over_limit, sales
from souq.games.grand_bazaar.rules.trader import after_denial, answer_right, ask_poll, poll
from souq.games.grand_bazaar.state import (
    ALLOW,
    ANYTHING,
    CLAIM,
    DECLINE,
    DENY,
    GO_ON,
    HOLD,
    NOBODY,
    POST,
    PROPOSE,
    SEEK,
    SEND,
    STOP,
    TIME,
    WITHDRAW,
    Event,
    Phase,
    State,
    Trading,
)

IN_A_ROW = 10_000
"""Maximum number of forced decisions made one after another, so that the loop is sure to end."""


@rule
def setup(s: State, options: Any) -> None:
    """Set up a game; for ``options`` see :func:`~souq.games.grand_bazaar.rules.opening.lay_out`."""
    lay_out(s, options)
    ask_bid(s, s.first)


@rule
def deciders(s: State) -> int:
    """Return a bit mask of the seats that may choose now.

    In open trading these are all seats with a legal message; otherwise it is a single seat.
    """
    if s.over == 1:
        return 0
    if s.phase != Phase.OPEN:
        return 1 << s.player
    found = 0
    for seat in range(s.players):
        if has_message(s, seat):
            found |= 1 << seat
    return found


@rule
def on_turn(s: State) -> int:
    """Return the seat whose turn it is, or -1.

    In the Caravan phase and in open trading it is no seat's turn. A floor turn belongs to the seat that has the floor.
    """
    if Phase.LOOK <= s.phase <= Phase.DENIED or s.phase == Phase.OPEN:
        return NOBODY
    return s.floor if Phase.FLOOR <= s.phase <= Phase.PICK else s.player


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """Write the legal choices of ``seat`` to ``out`` in ascending order; return how many there are.

    Seat -1 is the clock: its choice TIME is legal while open trading goes on (GB-T23).
    """
    if seat == NOBODY and s.over == 0 and s.asks == Phase.OPEN:
        out[0] = TIME
        return 1
    if s.over == 1 or (s.phase != Phase.OPEN and seat != s.player):
        return 0
    if s.phase == Phase.BID:
        return bids_of(s, seat, out)
    if s.phase <= Phase.DENIED:
        return caravan_choices(s, out)
    if s.phase == Phase.OPEN:
        return messages(s, seat, out)
    if s.phase >= Phase.SELL:
        return sales(s, out) if s.phase == Phase.SELL else cards(s, out)
    if Phase.GIVE <= s.phase <= Phase.BORROW:
        return steps(s, out)
    return floor_choices(s, out)


@rule
def caravan_choices(s: State, out: Any) -> int:
    """Write the legal choices of the Caravan phase; return how many there are."""
    if s.phase == Phase.LOOK:
        return inspections(s, out)
    if s.phase == Phase.TAKE:
        return takes(s, out)
    if s.phase == Phase.CLAIM:
        return claims(s, out)
    out[0] = HOLD if s.phase == Phase.POLL else ALLOW if s.phase == Phase.RIGHT else GO_ON
    out[1] = SEND if s.phase == Phase.POLL else DENY if s.phase == Phase.RIGHT else STOP
    return 2


@rule
def floor_choices(s: State, out: Any) -> int:
    """Write the legal choices of floor trading, except for steps of a proposal; return how many there are."""
    if s.phase == Phase.FLOOR:
        return floor_moves(s, out)
    if s.phase == Phase.SEEK:
        for good in range(ANYTHING + 1):
            out[good] = SEEK + good
        return ANYTHING + 1
    if s.phase == Phase.INVITED:
        out[0] = DECLINE
        out[1] = PROPOSE
        return 2
    return picks(s, out) if s.phase == Phase.PICK else answers(s, out)


@rule
def apply(s: State, seat: int, choice: int) -> None:
    """Apply a legal choice, then every forced decision that follows."""
    if seat == NOBODY:
        clear_draft(s)
        end_trading(s, 1)
    elif s.phase == Phase.BID:
        decide_bid(s, seat, choice)
    elif s.phase <= Phase.DENIED:
        decide_caravan(s, seat, choice)
    elif s.phase >= Phase.SELL and s.phase <= Phase.DISCARD:
        decide_sale(s, seat, choice)
    else:
        decide_trade(s, seat, choice)
    make_forced(s)


@rule
def decide_bid(s: State, seat: int, choice: int) -> None:
    """Apply a bid, then ask the next bidder; start the Caravan phase if no seat has a legal bid."""
    bid(s, seat, choice)
    if not ask_bid(s, (seat + 1) % s.players):
        begin_caravans(s)


@rule
def make_forced(s: State) -> None:
    """Make the decisions of bidding and of the caravans for which public information leaves a single choice.

    See section 5 of the specification.
    """
    for _ in range(IN_A_ROW):
        if s.over == 1:
            return
        if s.phase == Phase.BID:
            choice = only_bid(s, s.player)
            if choice == NOBODY:
                return
            decide_bid(s, s.player, choice)
        else:
            choice = only_choice(s)
            if choice == NOBODY:
                return
            decide_caravan(s, s.player, choice)


# ---- the Caravan phase


@rule
def begin_caravans(s: State) -> None:
    """End the bidding and start the Caravan phase."""
    emit(s, Event.PHASE, ALL, 1, s.nth, 0, 0)
    if not ask_informant(s):
        next_caravan(s)


@rule
def next_caravan(s: State) -> None:
    """Go on to the next caravan that has cubes; start the Trading phase after the last one."""
    if not ask_claim(s):
        begin_trading(s)


@rule
def decide_caravan(s: State, seat: int, choice: int) -> None:
    """Apply a choice of the Caravan phase, and go on to the next decision."""
    if s.phase == Phase.LOOK:
        inspect(s, seat, choice)
        return
    if s.phase == Phase.TAKE:
        take(s, seat, choice)
        next_caravan(s)
        return
    if s.phase == Phase.CLAIM:
        claim(s, seat, choice - CLAIM)
        s.held = 0
    elif s.phase == Phase.POLL:
        poll(s, seat, choice)
    elif s.phase == Phase.RIGHT:
        answer_right(s, seat, choice)
    else:
        after_denial(s, seat, choice)
    if s.sender == NOBODY and not ask_poll(s):
        clear_caravan(s)
        next_caravan(s)


# ---- trading


@rule
def begin_trading(s: State) -> None:
    """Start the Trading phase; skip it if there are no negotiators or the table plays without trading."""
    if s.trading == Trading.OFF or s.negotiator == 0:
        begin_selling(s)
        return
    emit(s, Event.PHASE, ALL, 2, s.nth, 0, 0)
    if s.trading == Trading.OPEN:
        if not open_trading(s):
            end_trading(s, 0)
    elif not ask_floor(s, s.first):
        end_trading(s, 0)


@rule
def end_trading(s: State, why: int) -> None:
    """End the Trading phase; ``why`` is 1 if time is up, 0 if no negotiator can continue."""
    clear_floor(s)
    emit(s, Event.CLOSED, ALL, why, 0, 0, 0)
    begin_selling(s)


@rule
def decide_trade(s: State, seat: int, choice: int) -> None:
    """Apply a choice of the Trading phase, and go on to the next decision."""
    if s.phase == Phase.OPEN:
        speak(s, seat, choice)
        return
    if Phase.GIVE <= s.phase <= Phase.BORROW:
        put(s, choice)
        go_on_composing(s)
        return
    if s.phase == Phase.FLOOR:
        done = take_floor(s, seat, choice)
    elif s.phase == Phase.SEEK:
        done = seek(s, seat, choice)
    elif s.phase == Phase.INVITED:
        done = answer_invitation(s, seat, choice)
    elif s.phase == Phase.PICK:
        pick(s, seat, choice)
        done = True
    else:
        done = answer(s, seat, choice)
    if done:
        end_floor_turn(s)
    elif s.phase == Phase.GIVE:
        go_on_composing(s)


@rule
def go_on_composing(s: State) -> None:
    """Make the forced choices of a proposal; once it is complete, ask for the next decision of the trading."""
    seat = s.player
    other = s.partner
    if not compose(s):
        return
    if s.trading == Trading.OPEN:
        s.posts[seat] += 1
        lapse(s)
        if not open_trading(s):
            end_trading(s, 0)
    elif after_proposal(s, seat, other):
        end_floor_turn(s)


@rule
def end_floor_turn(s: State) -> None:
    """Count the floor turn as used, and give the floor to the next negotiator."""
    s.left[s.floor] -= 1
    if not ask_floor(s, (s.floor + 1) % s.players):
        end_trading(s, 0)


@rule
def speak(s: State, seat: int, choice: int) -> None:
    """Apply a message of open trading; a post begins the draft of a proposal."""
    if choice < WITHDRAW:
        begin_draft(s, seat, choice - POST)
        go_on_composing(s)
    else:
        say(s, seat, choice)
        if not open_trading(s):
            end_trading(s, 0)


# ---- selling


@rule
def begin_selling(s: State) -> None:
    """Start the Selling phase with the first player, who holds Hafid."""
    emit(s, Event.PHASE, ALL, 3, s.nth, 0, 0)
    next_seller(s, s.first)


@rule
def next_seller(s: State, seat: int) -> None:
    """Ask the first seat from ``seat`` onwards that hasn't had its selling turn; end the round if all have."""
    if not ask_seller(s, seat):
        end_round(s)


@rule
def decide_sale(s: State, seat: int, choice: int) -> None:
    """Apply a choice of the Selling phase; on finishing, the seller discards down to the hand limit (GB-L09)."""
    discarding = s.phase == Phase.DISCARD
    done = choose(s, seat, choice)
    if done and (discarding or not over_limit(s, seat) or draft(s, seat)):
        next_seller(s, (seat + 1) % s.players)


@rule
def end_round(s: State) -> None:
    """End the round: pass Hafid and start the next round, or end the game after the last one (GB-R03 to R05)."""
    emit(s, Event.RETURNED, ALL, s.nth, 0, 0, 0)
    if s.nth == s.rounds:
        finish(s)
        return
    s.first = (s.first + 1) % s.players
    emit(s, Event.HAFID, ALL, s.first, 0, 0, 0)
    begin_round(s, DEAL)
    ask_bid(s, s.first)
