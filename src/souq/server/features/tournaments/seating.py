"""Division of people into tables with the lowest total penalty.

For tables of two the optimum is found as a matching. For larger tables a local search swaps people between tables, from
several starting orders.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.int64]
"""(people, people): symmetric matrix of the penalties for seating two people at one table."""
Alone = NDArray[np.int64]
"""(people,): for each person, the penalty per bot at their table."""


def cost(groups: Sequence[Sequence[int]], weights: Weights, alone: Alone, full: int) -> int:
    """Return the total penalty of a division of people into tables, whose empty seats bots fill up to ``full``."""
    inside = sum(int(weights[np.ix_(group, group)].sum()) // 2 for group in groups)
    return inside + sum(int(alone[list(group)].sum()) * (full - len(group)) for group in groups)


def improved(groups: Sequence[Sequence[int]], weights: Weights, alone: Alone, full: int) -> list[list[int]]:
    """Lower the penalty of a division by swapping people of different tables, until no swap helps.

    The best swap is made first.
    """
    people = len(weights)
    at = np.zeros(people, np.int64)
    for table, group in enumerate(groups):
        at[list(group)] = table
    bots = np.array([full - len(group) for group in groups], np.int64)
    every = np.arange(people)
    while True:
        sits = (at[:, None] == np.arange(len(groups))[None, :]).astype(np.int64)
        against = weights @ sits + alone[:, None] * bots[None, :]
        there = against[:, at]  # [a, b]: penalty of a at the table of b
        here = there[every, every]
        change = there + there.T - here[:, None] - here[None, :] - 2 * weights
        change[at[:, None] == at[None, :]] = 0
        one, other = divmod(int(change.argmin()), people)
        if change[one, other] >= 0:
            return [[int(place) for place in every[at == table]] for table in range(len(groups))]
        at[one], at[other] = at[other], at[one]


def divided(
    orders: Sequence[Sequence[int]], lengths: Sequence[int], weights: Weights, alone: Alone, full: int
) -> list[list[int]]:
    """Divide people into tables with a low penalty: start from each of several orders, and return the best result."""
    best: list[list[int]] = []
    least = -1
    for order in orders:
        found = improved(dealt(order, lengths), weights, alone, full)
        price = cost(found, weights, alone, full)
        if least < 0 or price < least:
            best, least = found, price
    return best


def dealt(order: Sequence[int], lengths: Sequence[int]) -> list[list[int]]:
    """Seat people at tables in the given order, filling the first table first; ``lengths`` are the tables' sizes."""
    ends = np.cumsum(lengths)
    return [list(order[end - length : end]) for end, length in zip(ends.tolist(), lengths, strict=True)]


def matched(weights: Weights, alone: Alone) -> list[list[int]]:
    """Return an optimal division into tables of two; if the number is odd, one sits with a bot.

    This is a maximum-weight perfect matching of negated penalties.
    """
    import networkx  # slow to import, and rarely needed

    people, graph = len(weights), networkx.Graph()
    for one in range(people):
        for other in range(one + 1, people):
            graph.add_edge(one, other, weight=-int(weights[one, other]))
        if people % 2:
            graph.add_edge(one, people, weight=-int(alone[one]))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted(sorted(place for place in pair if place < people) for pair in pairs)
