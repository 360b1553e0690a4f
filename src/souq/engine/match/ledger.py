"""Where everybody's points came from: summed over a match that is over, from what was told of it.

A scene module may have ``earned``: given the events of one decision that everybody may see, it says what they brought.
The sums are in the ``ledger`` of the context of its scenes, for the final scoring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

Earned = tuple[str, int, int]
"""What it was for, who got it, and how much; less than nothing was paid."""
Ledger = Mapping[str, tuple[int, ...]]
"""By what it was for: how much each seat got."""
Teller = Callable[[Sequence[tuple[int, ...]]], Iterable[Earned]]


def summed(earned: Teller, players: int, decisions: Iterable[Sequence[tuple[int, ...]]]) -> Ledger:
    """What the events of many decisions come to.

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
    """The sums that are not all nothing, in an order; what they do not account for is the ``rest``.

    >>> accounts({"Sales": (8, 2), "Trades": (0, 0)}, ("Trades", "Sales"), (8, 4), "Other")
    {'Sales': (8, 2), 'Other': (0, 2)}
    """
    rows = {what: ledger[what] for what in headings if any(ledger.get(what, ()))}
    left = tuple(total - sum(row[seat] for row in rows.values()) for seat, total in enumerate(totals))
    return rows | ({rest: left} if any(left) else {})
