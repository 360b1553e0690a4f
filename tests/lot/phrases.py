"""What can be said for a whole bid: ``bid 45``."""

import re

from souq.engine.rules.choices import Forbidden

from .scene import encoding, least
from .state import STEP, Rule, State

FORMS = ("bid {}",)


def read(view: State, seat: int, text: str) -> tuple[int, ...] | Forbidden | None:
    """The choices of a bid; what forbids it first."""
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
