"""Buttons for bids: pass, the least raise, quick raises, and the control for any other amount."""

from __future__ import annotations

from souq.engine.scene import Amount, Pick
from souq.games.marracash.bidding import cap, encoding, fee_of, least, way
from souq.games.marracash.rules.auction import HIGH, LEAST, LIMIT, LOW
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.state import PASS, SHOP_NAMES, STEP, Event, Phase
from souq.games.marracash.story.wording import money

RAISES = (50, 100, 200)
"""Quick raises: so much more than the standing bid, or than what an auction opens with."""
BUTTONS = {"wide": 3, "tall": 2}
"""So many stand beside those that open the control and a standing order; a phone keeps them in one row."""


def amount(desk: Desk) -> Amount | None:
    """The control for any other bid; None where only one amount is left."""
    low, high = (least(desk.view), cap(desk.view, desk.player)) if desk.lot >= 0 else (0, 0)
    if not desk.asks(Phase.BID, Phase.AMOUNT) or low >= high:
        return None
    return Amount(
        low,
        high,
        STEP,
        title=f"What do you bid for {SHOP_NAMES[desk.lot]}?",
        say="Bid {}",
        encoding=encoding(desk.view),
        start=min(_start(desk) + RAISES[1], high),
        quick=RAISES,
        hints=_hints(desk, low),
        purse=desk.view.cash[desk.player],
        unit="Dirham",
        final=_goes_on(desk, way(desk.view, low)),
    )


def _start(desk: Desk) -> int:
    """What quick raises are counted from."""
    if desk.phase == Phase.AMOUNT:
        return desk.view.counted
    return desk.view.standing or LEAST


def picks(desk: Desk) -> tuple[Pick, ...]:
    """Pass, the least raise, and quick raises."""
    if not desk.asks(Phase.BID, Phase.AMOUNT):
        return ()
    made = []
    if PASS in desk.legal:
        made = [Pick(PASS, "Pass", hint=_passing(desk), final=_goes_on(desk, (PASS,)))]
    low, high = least(desk.view), cap(desk.view, desk.player)
    quick = [_start(desk) + more for more in RAISES if low < _start(desk) + more <= high] or (
        [high] if high > low else []
    )
    return (*made, *(_bid(desk, each) for each in (low, *quick)[: BUTTONS[desk.ctx.layout] - len(made)]))


def _bid(desk: Desk, bid: int) -> Pick:
    first, *then = choices = way(desk.view, bid)
    hint = bid_words(desk, bid)
    return Pick(first, f"Bid {money(bid)}", hint=hint, then=tuple(then), final=_goes_on(desk, choices))


def _goes_on(desk: Desk, choices: tuple[int, ...]) -> bool:
    """Whether the auction goes on: then somebody else is asked next, and a button says so itself.

    What sells the shop is confirmed, as whatever else ends a turn.
    """
    return not desk.foresee(*choices).of(Event.BOUGHT)


# ---- words


def bid_words(desk: Desk, bid: int) -> str:
    """What a bid leaves, what comes back at once, and what the auctioneer gets."""
    left = f"You keep {money(desk.view.cash[desk.player] - bid)}"
    pull = desk.pull(desk.lot)
    at_once = f", and {money(pull.profit)} comes back at once" if pull else ""
    return f"{left}{at_once}. {_fee_words(desk)} {fee_of(bid + STEP if desk.player == desk.active else bid)}."


def _fee_words(desk: Desk) -> str:
    own = desk.player == desk.active
    return "If someone else wins, the bank pays you" if own else f"The bank pays {desk.called(desk.active)}"


def _hints(desk: Desk, low: int) -> tuple[tuple[int, str], ...]:
    """What any amount leaves, and what the auctioneer gets for it."""
    turn = LIMIT if desk.player == desk.active else LIMIT + STEP
    said = [(low, LOW), (turn, HIGH)] if low < turn else [(low, HIGH)]
    return tuple((at, f"You keep {{rest}}. {_fee_words(desk)} {fee}.") for at, fee in said)


def _passing(desk: Desk) -> str:
    """What follows from passing."""
    leader, standing = desk.ctx.names(desk.view.leader), money(desk.view.standing)
    seen = desk.foresee(PASS)
    if not seen.of(Event.BOUGHT):
        return f"You’re out of this auction. {leader} leads with {standing}."
    fee = "".join(f", and the bank pays you {row.money}" for row in seen.of(Event.FEE) if row.seat == desk.player)
    return f"{leader} buys {SHOP_NAMES[desk.lot]} for {standing}{fee}."
