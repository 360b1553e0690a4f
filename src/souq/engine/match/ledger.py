"""The ledger of a finished match: how many points each seat got from which source, summed from public events.

A scene module may define ``earned``, which converts the public events of one decision to earnings. Their sums are
passed to the final scene as ``ledger`` of its context.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

Earned = tuple[str, int, int]
"""A gain or a payment of a seat: its source, the seat, and the amount, which is negative for a payment."""
Ledger = Mapping[str, tuple[int, ...]]
"""Amounts earned by the seats in a whole match: for each source, a number per seat."""
Teller = Callable[[Sequence[tuple[int, ...]]], Iterable[Earned]]


def summed(earned: Teller, players: int, decisions: Iterable[Sequence[tuple[int, ...]]]) -> Ledger:
    """Return the ledger of a match: the earnings from the events of all ``decisions``, summed by source and seat.

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
    """Return those rows of a ledger that a final scoring shows, each with a number per seat.

    These are the rows in ``headings`` that aren't all zeros, in that order. A last row, named ``rest``, has the
    differences between ``totals`` and the sums of these rows; it is left out if it is all zeros.

    >>> accounts({"Sales": (8, 2), "Trades": (0, 0)}, ("Trades", "Sales"), (8, 4), "Other")
    {'Sales': (8, 2), 'Other': (0, 2)}
    """
    rows = {what: ledger[what] for what in headings if any(ledger.get(what, ()))}
    left = tuple(total - sum(row[seat] for row in rows.values()) for seat, total in enumerate(totals))
    return rows | ({rest: left} if any(left) else {})
