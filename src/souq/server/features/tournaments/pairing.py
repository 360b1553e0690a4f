"""Who sits with whom in the next round: round robin, Swiss and knock-out, for tables of any size.

Entrants are numbers, and what is left to luck follows from the seed, so that anybody can pair again and find the same.
There are no byes: where people do not fill the tables bots sit down, at every table as many as at the others, or one
more, and whoever has sat with fewer of them so far is asked first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np

from souq.server.features.tournaments.draw import drawn
from souq.server.features.tournaments.rounds import Plan, Rounds, Sitting, meetings, scores, sizes, with_bots
from souq.server.features.tournaments.seating import Alone, Weights, cost, dealt, divided, improved, matched

MOST = 64
"""Entrants of a tournament at most."""
MOST_ROUNDS = 24
TRIES = 6
"""Beginnings from which a division is looked for."""

AGAIN = 10**10
"""What speaks against two who have met; it outweighs everything else together."""
BOTS = 10**7
"""What speaks against a bot for somebody who has sat with one; it outweighs how people stand."""

Seats = tuple[int | None, ...]
"""The seats of a table: numbers of entrants, and None for bots."""


def usual_rounds(system: str, people: int, size: int) -> int:
    """How many rounds it takes, if nobody says anything else: of a knock-out that shows only as it is played.

    >>> usual_rounds("robin", 6, 2), usual_rounds("robin", 9, 3)
    (5, 4)
    >>> usual_rounds("swiss", 16, 2), usual_rounds("swiss", 16, 4)
    (4, 3)
    """
    if system == "robin":
        even = people + people % 2
        most = even - 1 if size == 2 else -(-(people - 1) // (size - 1))
        return max(1, min(MOST_ROUNDS, most))
    rounds, places = 0, 1
    while places < people:
        rounds, places = rounds + 1, places * size
    return max(1, rounds + (size > 2))


def paired(plan: Plan, entrants: Sequence[int], gone: Collection[int], rounds: Rounds) -> list[Seats]:
    """The tables of the next round; none: the tournament is over.

    Args:
        plan: how it is played.
        entrants: everybody who has entered.
        gone: those of them who have left. Bots sit in their place, or nobody does.
        rounds: those before, all of them over.
    """
    groups = _groups(plan, drawn(plan.seed, entrants, "entrants"), gone, rounds)
    return [_seated(plan, group, rounds, number) for number, group in enumerate(groups)]


def _groups(plan: Plan, entrants: Sequence[int], gone: Collection[int], rounds: Rounds) -> list[list[int]]:
    """Who sits together; entrants stand in the order in which they were drawn."""
    here = [entrant for entrant in entrants if entrant not in gone]
    if plan.system == "knockout":
        return _knock_out(plan, entrants, gone, rounds)
    if len(rounds) >= plan.rounds or len(here) < 2:
        return []
    if plan.system == "swiss":
        return _swiss(plan, here, rounds)
    table = circle(len(entrants), len(rounds)) if plan.size == 2 else robin(plan, len(entrants))[len(rounds)]
    met = [[entrants[place] for place in group if entrants[place] not in gone] for group in table]
    return [group for group in met if group]


def circle(people: int, nth: int) -> list[list[int]]:
    """A round of tables of two in which everybody meets somebody new, until everybody has met.

    >>> [circle(4, nth) for nth in range(3)]
    [[[0, 3], [1, 2]], [[0, 2], [3, 1]], [[0, 1], [2, 3]]]
    """
    places = list(range(people + people % 2))
    turned = nth % (len(places) - 1)
    ring = places[1:]
    ring = ring[len(ring) - turned :] + ring[: len(ring) - turned]
    around = [places[0], *ring]
    half = len(around) // 2
    pairs = zip(around[:half], around[: half - 1 : -1], strict=True)
    return [[place for place in pair if place < people] for pair in pairs]


def robin(plan: Plan, people: int) -> list[list[list[int]]]:
    """All rounds of larger tables: everybody meets everybody as often as any other, as nearly as can be found."""
    lengths = sizes(people, plan.size)
    made: list[list[list[int]]] = []
    for nth in range(plan.rounds):
        made.append(_fresh(plan, made, lengths, nth, people))
    for _ in range(3):  # each round once more, now that the others are known
        for nth in range(len(made)):
            others = made[:nth] + made[nth + 1 :]
            weights, alone = _met(others, people, plan.size)
            found = min(
                (improved(made[nth], weights, alone, plan.size), _fresh(plan, others, lengths, nth, people)),
                key=lambda groups: cost(groups, weights, alone, plan.size),
            )
            made[nth] = found
    return made


def _fresh(plan: Plan, others: list[list[list[int]]], lengths: list[int], nth: int, people: int) -> list[list[int]]:
    """A round beside others."""
    weights, alone = _met(others, people, plan.size)
    orders = [drawn(plan.seed, range(people), "robin", nth, attempt) for attempt in range(TRIES)]
    return divided(orders, lengths, weights, alone, plan.size)


def _met(rounds: list[list[list[int]]], people: int, full: int) -> tuple[Weights, Alone]:
    """What speaks against two, and against a bot for somebody: that they have met, and the more so the oftener."""
    met, bots = np.zeros((people, people), np.int64), np.zeros(people, np.int64)
    for group in (each for groups in rounds for each in groups):
        met[np.ix_(group, group)] += 1
        bots[group] += full - len(group)
    weights = 2 * met + 1
    np.fill_diagonal(weights, 0)
    return weights, 2 * bots + 1


def _swiss(plan: Plan, here: Sequence[int], rounds: Rounds) -> list[list[int]]:
    """Those who stand alike meet, and two who have met before do not, as long as that can be."""
    made = scores(rounds)
    ordered = sorted(here, key=lambda entrant: -made[entrant])  # those who stand alike as they were drawn
    weights, alone = _against(ordered, rounds)
    standing = np.array([made[entrant] for entrant in ordered], np.int64)
    weights += (standing[:, None] - standing[None, :]) ** 2
    np.fill_diagonal(weights, 0)
    alone += (standing - standing.min()) ** 2
    if plan.size == 2:
        places = matched(weights, alone)
    else:
        every, lengths = range(len(ordered)), sizes(len(ordered), plan.size)
        tries = [drawn(plan.seed, every, "swiss", len(rounds), attempt) for attempt in range(TRIES)]
        places = divided([list(every), *tries], lengths, weights, alone, plan.size)
    return [[ordered[place] for place in group] for group in places]


def _against(people: Sequence[int], rounds: Rounds) -> tuple[Weights, Alone]:
    """What speaks against two at a table, and against bots for somebody, before it is known how they stand."""
    met, bots = meetings(rounds), with_bots(rounds)
    weights = np.zeros((len(people), len(people)), np.int64)
    for (one, a), (other, b) in combinations(enumerate(people), 2):
        times = met[min(a, b), max(a, b)]
        weights[one, other] = weights[other, one] = AGAIN * times * times
    return weights, np.array([BOTS * bots[entrant] * bots[entrant] for entrant in people], np.int64)


def _knock_out(plan: Plan, entrants: Sequence[int], gone: Collection[int], rounds: Rounds) -> list[list[int]]:
    """Those who went on, and those who came as far the same way apart if that can be."""
    if not rounds:
        here = [entrant for entrant in entrants if entrant not in gone]
        return dealt(here, sizes(len(here), plan.size)) if len(here) > 1 else []
    if len(rounds[-1]) == 1:
        return []
    alive = going_on(plan, rounds, gone)
    if len(alive) < 2:
        return []
    weights, alone = _against(alive, rounds)
    last = {entrant: sitting.rank(entrant) for sitting in rounds[-1] for entrant in sitting.people}
    came = np.array([last[entrant] for entrant in alive], np.int64)
    weights += came[:, None] == came[None, :]
    np.fill_diagonal(weights, 0)
    orders = [drawn(plan.seed, range(len(alive)), "knockout", len(rounds), attempt) for attempt in range(TRIES)]
    groups = divided(orders, sizes(len(alive), plan.size), weights, alone, plan.size)
    return [[alive[place] for place in group] for group in groups]


def going_on(plan: Plan, rounds: Rounds, gone: Collection[int]) -> list[int]:
    """Who goes on from the last round of a knock-out, table by table.

    At every table with two people or more at least one goes out, so that one is left in the end.
    """
    made: list[int] = []
    for sitting in rounds[-1]:
        places = min(plan.forward, max(1, len(sitting.people) - 1))
        made += [entrant for entrant in by_place(plan, rounds, sitting) if entrant not in gone][:places]
    return made


def by_place(plan: Plan, rounds: Rounds, sitting: Sitting) -> list[int]:
    """The people of a table, the best first; of two who are level whoever has made more so far, then the draw."""
    made, order = scores(rounds), drawn(plan.seed, sitting.people, "level")
    return sorted(order, key=lambda entrant: (sitting.rank(entrant), -made[entrant]))


def _seated(plan: Plan, group: Sequence[int], rounds: Rounds, table: int) -> Seats:
    """Who of a table sits where: whoever sat further back so far sits further to the front."""
    order = drawn(plan.seed, group, "seats", len(rounds))
    people = sorted(order, key=lambda entrant: -_back(rounds, entrant))
    bots = set(drawn(plan.seed, range(plan.size), "bots", len(rounds), table)[: plan.size - len(people)])
    rest = iter(people)
    return tuple(None if seat in bots else next(rest) for seat in range(plan.size))


def _back(rounds: Rounds, entrant: int) -> int:
    """How far back somebody has sat so far, in all."""
    return sum(each.seats.index(entrant) for tables in rounds for each in tables if entrant in each.seats)
