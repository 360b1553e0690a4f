"""Standing orders in an auction: the game raises the bid for a player up to a limit, then passes."""

from __future__ import annotations

from souq.engine.present.scene import Amount, Names, Order
from souq.games.marracash.bidding import cap, next_bid
from souq.games.marracash.state import BID, NOBODY, PASS, SHOP_NAMES, STEP, Phase, State


def offer(view: State, seat: int, names: Names) -> Order | None:
    """Return the standing order that a seat can set up for the present auction, or None if it can't raise.

    The auctioneer makes the first bid by hand, at any price (MA-A02), so there is no order for it.
    """
    if view.over or view.lot < 0 or seat < 0 or not view.inside >> seat & 1:
        return None
    if view.leader == NOBODY and seat == view.player:
        return None
    low, high, shop = next_bid(view), cap(view, seat), SHOP_NAMES[view.lot]
    if high < low:
        return None
    control = Amount(
        low,
        high,
        STEP,
        title=f"Bid on {shop} up to…",
        say="Raise up to {}",
        label="Raise up to…",
        start=min(low + 4 * STEP, high),
        quick=(50, 100, 200),
        hints=(
            (
                low,
                "Bids the minimum for you up to this sum, then passes. You keep at least {rest}. Nobody else sees it.",
            ),
        ),
        purse=view.cash[seat],
        unit="Dirham",
    )
    return Order(f"lot {shop}", control, "Raising up to {}")


def answer(view: State, seat: int, amount: int) -> tuple[int, ...] | None:
    """Return the bid or pass that a standing order up to ``amount`` makes, or None if its seat isn't asked to bid."""
    if view.phase != Phase.BID or view.player != seat or view.leader == NOBODY:
        return None
    return (BID,) if next_bid(view) <= min(amount, cap(view, seat)) else (PASS,)
