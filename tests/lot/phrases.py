"""Phrases for a whole bid: ``bid 45``."""

import re

from souq.engine.rules.choices import Forbidden

from .scene import encoding, least
from .state import STEP, Rule, State

FORMS = ("bid {}",)


def read(view: State, seat: int, text: str) -> tuple[int, ...] | Forbidden | None:
    """Return the choices of a bid, or the first rule that forbids it."""
    said = re.fullmatch(r"bid (\d{1,4})", text)
    if not said:
        return None
    amount, low, purse = int(said[1]), least(view), view.purse[seat]
    if amount < low:
        return Forbidden(Rule.LO_B02, f"{low} is the least now.")
    if amount % STEP:
        return Forbidden(Rule.LO_B03)
    if amount > purse:
        return Forbidden(Rule.LO_B01, f"You have {purse}.")
    return encoding(view).to((amount - low) // STEP)
