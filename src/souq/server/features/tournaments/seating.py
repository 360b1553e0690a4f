"""Dividing people among tables so that what speaks against it is least: found by exchanging two, again and again.

For tables of two the best division is found for sure, as a matching; for larger ones that takes too long, and several
beginnings are tried.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.int64]
"""What speaks against two at one table, by their places in a list."""
Alone = NDArray[np.int64]
"""What speaks against somebody at a table at which a bot fills in, by their places in a list."""


def cost(groups: Sequence[Sequence[int]], weights: Weights, alone: Alone, full: int) -> int:
    """What speaks against a division of people into groups; with fewer than ``full``, bots fill in."""
    inside = sum(int(weights[np.ix_(group, group)].sum()) // 2 for group in groups)
    return inside + sum(int(alone[list(group)].sum()) * (full - len(group)) for group in groups)


def improved(groups: Sequence[Sequence[int]], weights: Weights, alone: Alone, full: int) -> list[list[int]]:
    """A division from which no exchange of two leads to a better one."""
    people = len(weights)
    at = np.zeros(people, np.int64)
    for table, group in enumerate(groups):
        at[list(group)] = table
    bots = np.array([full - len(group) for group in groups], np.int64)
    every = np.arange(people)
    while True:
        sits = (at[:, None] == np.arange(len(groups))[None, :]).astype(np.int64)
        against = weights @ sits + alone[:, None] * bots[None, :]
        there = against[:, at]  # what speaks against each at the table of each
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
    """The best division that is found from several beginnings, each an order in which people are dealt to tables."""
    best: list[list[int]] = []
    least = -1
    for order in orders:
        found = improved(dealt(order, lengths), weights, alone, full)
        price = cost(found, weights, alone, full)
        if least < 0 or price < least:
            best, least = found, price
    return best


def dealt(order: Sequence[int], lengths: Sequence[int]) -> list[list[int]]:
    """People, the first to the first table until it is full."""
    ends = np.cumsum(lengths)
    return [list(order[end - length : end]) for end, length in zip(ends.tolist(), lengths, strict=True)]


def matched(weights: Weights, alone: Alone) -> list[list[int]]:
    """The best division into tables of two: for an odd number one sits with a bot.

    Nothing speaks less against any other.
    """
    import networkx  # only tournaments need it, and seldom

    people, graph = len(weights), networkx.Graph()
    for one in range(people):
        for other in range(one + 1, people):
            graph.add_edge(one, other, weight=-int(weights[one, other]))
        if people % 2:
            graph.add_edge(one, people, weight=-int(alone[one]))
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted(sorted(place for place in pair if place < people) for pair in pairs)
