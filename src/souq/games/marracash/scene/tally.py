"""The final scoring: how everybody's cash came about (MA-E04, MA-E05)."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.scene import Names, Tally
from souq.engine.twin import Twin
from souq.engine.wording import listed
from souq.games.marracash.scene.art import money
from souq.games.marracash.state import BOX, SHOPS


def tally(view: Twin, names: Names) -> Tally | None:
    """Row by row; None while the game goes on. What guides and auctioneers got is what no shop accounts for."""
    if not view.over:
        return None
    seats = range(int(view.players))
    cash = [int(view.cash[seat]) for seat in seats]
    paid, income, given = (_of(view, kept, len(seats)) for kept in (view.price, view.income, view.cuts))
    kept = zip(cash, paid, income, given, strict=True)
    taken = [total - BOX.cash + price - earned + cuts for total, price, earned, cuts in kept]
    bought = [list(view.owner).count(seat) for seat in seats]
    served = _of(view, view.customers, len(seats))
    return Tally(
        rows=(
            ("To begin with", tuple(money(BOX.cash) for _ in seats), ""),
            ("Shops bought", _cells(paid, "−"), _each(bought, "shop")),
            (
                "Customers",
                _cells(income, "+"),
                _each(served, "served") + (" · with souvenirs" if view.souvenirs else ""),
            ),
            ("Cuts given to guides", _cells(given, "−"), ""),
            ("As guide and auctioneer", _cells(taken, "+"), "cuts of other shops and of sales"),
        ),
        totals=tuple(map(money, cash)),
        ranks=tuple(1 + sum(other > own for other in cash) for own in cash),
        note=_winners(cash, names),
    )


def _of(view: Twin, kept: Sequence[int], seats: int) -> list[int]:
    """What a number of every shop comes to for each seat."""
    return [sum(int(kept[shop]) for shop in range(SHOPS) if view.owner[shop] == seat) for seat in range(seats)]


def _cells(amounts: list[int], sign: str) -> tuple[str, ...]:
    return tuple(f"{sign}{money(k)}" if k else "–" for k in amounts)


def _each(numbers: list[int], thing: str) -> str:
    """``3, 2, 4 shops``."""
    return f"{', '.join(map(str, numbers))} {thing}{'s' if thing == 'shop' else ''}"


def _winners(cash: list[int], names: Names) -> str:
    best = [names(seat) for seat, own in enumerate(cash) if own == max(cash)]
    return f"{best[0]} wins" if len(best) == 1 else f"{listed(best)} share the win"
