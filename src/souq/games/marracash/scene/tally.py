"""The final scoring: the sources of every seat's cash (MA-E04, MA-E05)."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.scene import Context, Tally
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.state import BOX, SHOPS, State
from souq.games.marracash.story.wording import money


def tally(view: State, ctx: Context) -> Tally | None:
    """Return the scoring table, or None while the game goes on.

    The game doesn't record earnings as guide and auctioneer. They are calculated as the cash that neither the starting
    money nor the shops account for.
    """
    if not view.over:
        return None
    seats = range(view.players)
    cash = [view.cash[seat] for seat in seats]
    paid, income, given = (_of(view, by_shop, len(seats)) for by_shop in (view.price, view.income, view.cuts))
    accounts = zip(cash, paid, income, given, strict=True)
    taken = [total - BOX.cash + price - earned + cuts for total, price, earned, cuts in accounts]
    bought = [view.owner.count(seat) for seat in seats]
    served = _of(view, view.customers, len(seats))
    return Tally(
        rows=(
            ("Starting money", tuple(money(BOX.cash) for _ in seats), ""),
            ("Shops bought", _cells(paid, "−", [f"{k} shop{'s' * (k != 1)}" for k in bought]), ""),
            ("Customers", _cells(income, "+", [f"{k} served" for k in served]), "souvenirs included" * view.souvenirs),
            ("Paid to guides", _cells(given, "−"), ""),
            ("Earned as guide and auctioneer", _cells(taken, "+"), ""),
        ),
        totals=tuple(map(money, cash)),
        ranks=Desk(view, ctx).ranks,
        note="Tied for the most money." if cash.count(max(cash)) > 1 else "",
    )


def _of(view: State, by_shop: Sequence[int], seats: int) -> list[int]:
    """Return the sum of an amount over each seat's shops; ``by_shop`` has the amount for every shop."""
    return [sum(by_shop[shop] for shop in range(SHOPS) if view.owner[shop] == seat) for seat in range(seats)]


def _cells(amounts: list[int], sign: str, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """Return a row of the scoring table: each seat's amount with a sign, and an optional note below it."""
    said = [f"{sign}{money(k)}" if k else "–" for k in amounts]
    return tuple(f"{cell}\n{more}" for cell, more in zip(said, notes, strict=True)) if notes else tuple(said)
