"""Bids as people say them: whole amounts, each with the choices that stand for it (D5, D6, D11).

Every legal amount has exactly one way: the least is ``bid``; any other is ``more``, as often as there are whole
hundreds between, and ``add``. Where one amount only is left, the last step makes itself and is no choice.
"""

from __future__ import annotations

from souq.engine.scene import Encoding
from souq.games.marracash.state import ADD, BID, BOX, MORE, NOBODY, STEP, Phase, State

LEAST, MOST, JUMP = BOX.auction["least"], BOX.auction["most"], BOX.auction["jump"]
LIMIT, LOW, HIGH = BOX.auction["limit"], BOX.auction["low"], BOX.auction["high"]
STEPS = JUMP // STEP


def least(view: State) -> int:
    """The least that can be bid now (MA-A02, MA-A06); while a bid is being put together, the least it can become."""
    if view.phase == Phase.AMOUNT:
        return view.counted + STEP
    return view.standing + STEP if view.leader != NOBODY else LEAST


def cap(view: State, seat: int) -> int:
    """The most a seat may bid (MA-A05, MA-A12)."""
    return min(view.cash[seat], MOST)


def fee_of(price: int) -> int:
    """What the bank pays the auctioneer when somebody else buys (MA-A09)."""
    return LOW if price <= LIMIT else HIGH


def encoding(view: State) -> Encoding:
    """The choices that stand for each amount from :func:`least` to :func:`cap`, of who is asked.

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


def way(view: State, amount: int) -> tuple[int, ...]:
    """The choices that stand for a legal amount."""
    how = encoding(view)
    return how.last if how.last and amount == cap(view, view.player) else how.to((amount - least(view)) // STEP)
