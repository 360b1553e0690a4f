"""Text commands that make several choices at once: ``bid 700``."""

from __future__ import annotations

from souq.engine.rules.choices import Forbidden
from souq.games.marracash.bidding import cap, choices_for, least
from souq.games.marracash.rules.auction import LEAST, MOST
from souq.games.marracash.state import NOBODY, STEP, Phase, Rule, State

FORMS = ("bid {}",)
"""Forms of the commands; ``{}`` is a number."""


def read(view: State, seat: int, text: str) -> tuple[int, ...] | Forbidden | None:
    """Return the choices that the text ``bid 700`` makes, a refusal if that bid is illegal (MA-A14), or None.

    None means that the text isn't a bid.
    """
    word, _, number = text.partition(" ")
    if word != "bid" or not (number.isascii() and number.isdigit()):
        return None
    if view.phase not in (Phase.BID, Phase.AMOUNT) or view.player != seat:
        return Forbidden(Rule.MA_T02 if view.lot < 0 else Rule.MA_A06, "It isn’t your turn to bid.")
    amount, low, high = int(number[:9]), least(view), cap(view, seat)
    if amount < low:
        return Forbidden(Rule.MA_A02 if view.leader == NOBODY else Rule.MA_A06, f"Bid {low:,} or more.")
    if (amount - LEAST) % STEP:
        below = amount // STEP * STEP
        return Forbidden(Rule.MA_A04, f"Bid {below:,} or {below + STEP:,} instead.")
    if amount > view.cash[seat]:
        return Forbidden(Rule.MA_A05, f"Bid less. You have {view.cash[seat]:,} Dirham.")
    if amount > high:
        return Forbidden(Rule.MA_A12, f"Bid {MOST:,} at most.")
    return choices_for(view, amount)
