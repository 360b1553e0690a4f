"""Auctions (MA-A01 to MA-A14). A player bids the minimum, or composes a higher bid in steps (decision D11)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import popcount
from souq.engine.rules.events import ALL, emit
from souq.games.marracash.rules.asking import ask, offer
from souq.games.marracash.rules.walking import pull_in
from souq.games.marracash.state import ADD, BID, BOX, MORE, NOBODY, PASS, SHOPS, STEP, Event, Phase, State

LEAST = BOX.auction["least"]
MOST = BOX.auction["most"]
JUMP = BOX.auction["jump"]
LIMIT = BOX.auction["limit"]
LOW = BOX.auction["low"]
HIGH = BOX.auction["high"]


@rule
def cap(s: State, seat: int) -> int:
    """Return the highest amount that a seat may bid (MA-A05, MA-A12)."""
    return min(s.cash[seat], MOST)


@rule
def least(s: State) -> int:
    """Return the lowest amount that may be bid now (MA-A02, MA-A06)."""
    return LEAST if s.standing == 0 else s.standing + STEP


@rule
def fee_of(price: int) -> int:
    """Return what the bank pays the auctioneer when another player buys at ``price`` (MA-A09)."""
    return LOW if price <= LIMIT else HIGH


@rule
def for_sale(s: State) -> int:
    """Return a bit mask of the shops that the active player may put up for auction (MA-A01)."""
    if s.cash[s.active] < LEAST or s.signs[s.active] == 0:
        return 0
    found = 0
    for shop in range(SHOPS):
        if s.owner[shop] == NOBODY:
            found |= 1 << shop
    return found


@rule
def put_up(s: State, shop: int) -> None:
    """Put a shop up for auction, and ask the active player for the opening bid, which is compulsory (MA-A02)."""
    s.lot = shop
    s.standing = 0
    s.leader = NOBODY
    s.inside = 0
    emit(s, Event.LOT, ALL, s.active, shop, 0, 0)
    for seat in range(s.players):
        if s.signs[seat] > 0:
            s.inside |= 1 << seat
        else:  # MA-A03
            emit(s, Event.PASSES, ALL, seat, 2, 0, 0)
    ask_bid(s, s.active)


@rule
def ask_bid(s: State, seat: int) -> None:
    """Ask a seat for a bid or a pass (MA-A07).

    The auctioneer can't pass on the opening bid. A seat that can't raise can only pass.
    """
    ask(s, Phase.BID, seat)
    if s.standing > 0:
        offer(s, PASS, 1)
    if cap(s, seat) >= least(s):
        offer(s, BID, 1)
    if cap(s, seat) >= least(s) + STEP:
        offer(s, MORE, 1)


@rule
def ask_amount(s: State) -> None:
    """Ask the player how much to bid above the amount counted so far (D11)."""
    headroom = cap(s, s.player) - s.counted
    ask(s, Phase.AMOUNT, s.player)
    offer(s, ADD, (1 << min(JUMP, headroom) // STEP) - 1)
    if headroom >= JUMP + STEP:
        offer(s, MORE, 1)


@rule
def bid(s: State, amount: int) -> bool:
    """Bid an amount for the player; return whether the auction is over."""
    emit(s, Event.BIDS, ALL, s.player, amount, 1 if s.standing == 0 else 0, 0)
    s.standing = amount
    s.leader = s.player
    s.bids[s.player] = amount
    return next_bidder(s)


@rule
def leave(s: State) -> bool:
    """Let the player pass, which ends its part in the auction (MA-A06); return whether the auction is over."""
    emit(s, Event.PASSES, ALL, s.player, 1 if cap(s, s.player) < least(s) else 0, 0, 0)
    s.inside &= ~(1 << s.player)
    return next_bidder(s)


@rule
def next_bidder(s: State) -> bool:
    """Ask the next seat in the auction, clockwise, for a bid (MA-A08); return whether the auction is over instead.

    It is over if only the highest bidder is left, who then buys the shop.
    """
    if popcount(s.inside & ~(1 << s.leader)) == 0:
        buy(s)
        return True
    for step in range(1, s.players + 1):
        seat = (s.player + step) % s.players
        if (s.inside >> seat) & 1 == 1:
            ask_bid(s, seat)
            break
    return False


@rule
def buy(s: State) -> None:
    """Sell the shop to the highest bidder, and pay the auctioneer's fee (MA-A08 to MA-A11).

    Visitors at the shop's door enter it at once.
    """
    shop = s.lot
    buyer = s.leader
    s.cash[buyer] -= s.standing
    s.signs[buyer] -= 1
    s.owner[shop] = buyer
    s.price[shop] = s.standing
    s.progress = 1
    emit(s, Event.BOUGHT, ALL, buyer, shop, s.standing, s.active)
    if buyer != s.active:
        fee = fee_of(s.standing)
        s.cash[s.active] += fee
        emit(s, Event.FEE, ALL, s.active, fee, 0, 0)
    s.lot = -1
    s.standing = 0
    s.leader = NOBODY
    s.inside = 0
    for seat in range(s.players):
        s.bids[seat] = 0
    pull_in(s, shop)
