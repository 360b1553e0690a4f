"""The final tally (score sheet): the sources of each seat's Talents, and the tie-break (GB-E01 to E04)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from souq.engine.match.ledger import Earned, accounts
from souq.engine.present.scene import Context, Tally
from souq.engine.rules.events import rows
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar.rules.scoring import left_over
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.state import CUSTOMER_NAMES, Event, State

FACE, TRADES, BEFORE = "Sold at face value", "Paid in trades", "Had before"
SALES = (*(f"Sold to the {name}" for name in CUSTOMER_NAMES), FACE)
"""Labels in the tally for Talents from sales: one for each customer, then one for sales at face value."""


def earned(events: Sequence[tuple[int, ...]]) -> Iterator[Earned]:
    """Yield (source, seat, Talents) for each sale and for both seats of each trade; Talents paid are negative."""
    for row in rows(Event, events):
        if row.kind == Event.SELLS:
            yield SALES[row.customer], row.seat, row.talents
        elif row.kind == Event.ACCEPTS:
            yield TRADES, row.seat, row.net
            yield TRADES, row.giver, -row.net


def tally(view: State, ctx: Context) -> Tally | None:
    """Return the final tally, with the value left in hand below the totals; None before the end of the game."""
    if not view.over:
        return None
    desk = Desk(view, ctx)
    left = [interpreted(left_over)(view, seat) for seat in desk.seats]
    talents = [desk.view.talents[seat] for seat in desk.seats]
    sums = accounts(ctx.ledger, (*SALES, TRADES), talents, BEFORE)
    decides = "if Talents are tied, the lower value wins" if len({*talents}) < len(talents) else ""
    return Tally(
        rows=tuple((label, tuple(map(_cell, each)), "") for label, each in sums.items()),
        totals=tuple(str(own) for own in talents),
        ranks=desk.ranks,
        note=_decided(desk.ranks, talents),
        total="Total Talents",
        below=(
            ("Cards left in hand", tuple(str(desk.cards(seat) or "–") for seat in desk.seats), ""),
            ("Their value", tuple(str(value or "–") for value in left), decides),
        ),
    )


def _cell(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "–"


def _decided(ranks: tuple[int, ...], talents: list[int]) -> str:
    """Return a sentence on the tie-break that decided the win, or "" if it wasn't needed."""
    if talents.count(talents[ranks.index(1)]) == 1:
        return ""
    if ranks.count(1) > 1:
        return "Tied on Talents and on the value left in hand."
    return "Tied on Talents: the lower value left in hand wins."
