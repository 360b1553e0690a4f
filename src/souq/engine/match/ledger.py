"""The ledger: the sources of every seat's points, summed from the public events of a finished match.

A scene module may define ``earned``, which converts the public events of one decision to earnings. The sums are passed
to its scenes as ``ledger`` of the context, for the final scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

Earned = tuple[str, int, int]
"""Earning: a source, the seat, and the amount, negative if it was paid."""
Ledger = Mapping[str, tuple[int, ...]]
"""Amounts of each seat, by source."""
Teller = Callable[[Sequence[tuple[int, ...]]], Iterable[Earned]]


def summed(earned: Teller, players: int, decisions: Iterable[Sequence[tuple[int, ...]]]) -> Ledger:
    """Sum the earnings over the events of many decisions.

    >>> def earned(events):
    ...     return [("Sales", seat, price) for _, _, seat, price, *_ in events]
    >>> summed(earned, 2, [[(30, -1, 0, 5, 0, 0)], [(30, -1, 1, 2, 0, 0), (30, -1, 0, 3, 0, 0)]])
    {'Sales': (8, 2)}
    """
    found: dict[str, list[int]] = {}
    for events in decisions:
        for what, seat, amount in earned(events):
            found.setdefault(what, [0] * players)[seat] += amount
    return {what: tuple(sums) for what, sums in found.items()}


def accounts(ledger: Ledger, headings: Iterable[str], totals: Sequence[int], rest: str) -> dict[str, tuple[int, ...]]:
    """Return the nonzero rows in the order of ``headings``; the remainder to ``totals`` is a row called ``rest``.

    >>> accounts({"Sales": (8, 2), "Trades": (0, 0)}, ("Trades", "Sales"), (8, 4), "Other")
    {'Sales': (8, 2), 'Other': (0, 2)}
    """
    rows = {what: ledger[what] for what in headings if any(ledger.get(what, ()))}
    left = tuple(total - sum(row[seat] for row in rows.values()) for seat, total in enumerate(totals))
    return rows | ({rest: left} if any(left) else {})
