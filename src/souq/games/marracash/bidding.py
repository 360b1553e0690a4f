"""Bids as whole amounts, and the series of choices that encode each amount (decisions D5, D6 and D11).

Every legal amount has exactly one encoding. The minimum bid is the choice ``bid``. Every other amount is ``more``,
repeated for each further hundred, and then ``add`` for what is missing. Where only one amount is left, the last step is
forced, so it isn't a choice.
"""

from __future__ import annotations

from souq.engine.present.scene import Encoding
from souq.engine.rules.twin import interpreted
from souq.games.marracash.rules import auction
from souq.games.marracash.rules.auction import JUMP
from souq.games.marracash.state import ADD, BID, MORE, STEP, Phase, State

STEPS = JUMP // STEP

next_bid, cap, fee_of = interpreted(auction.least), interpreted(auction.cap), interpreted(auction.fee_of)
"""The rules for the minimum bid, a seat's highest bid, and the auctioneer's fee, as plain Python functions."""


def least(view: State) -> int:
    """Return the lowest amount that the player can bid now.

    While a higher bid is composed step by step, this is the lowest amount that it can still become.
    """
    return view.counted + STEP if view.phase == Phase.AMOUNT else next_bid(view)


def encoding(view: State) -> Encoding:
    """Return the encoding of all amounts from :func:`least` to :func:`cap` as choices of the player who bids.

    >>> from types import SimpleNamespace as View
    >>> view = View(phase=Phase.BID, standing=500, leader=1, player=0, cash=[1200, 900])
    >>> encoding(view).to(4) == (MORE, ADD + 3)
    True
    """
    counting, low, high = view.phase == Phase.AMOUNT, least(view), cap(view, view.player)
    base = low - STEP if counting else low
    jumps, over = divmod(high - base - STEP, JUMP)
    first = () if counting else (MORE,)
    last = (*first, *(MORE,) * jumps) if jumps >= 0 and not over else ()
    return Encoding(
        add=tuple(range(ADD, ADD + STEPS)), jump=MORE, first=first, lowest=() if counting else (BID,), last=last
    )


def choices_for(view: State, amount: int) -> tuple[int, ...]:
    """Return the series of choices that bids ``amount``, which must be legal."""
    how = encoding(view)
    return how.last if how.last and amount == cap(view, view.player) else how.to((amount - least(view)) // STEP)
