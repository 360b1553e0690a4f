"""Pairing of the next round: round robin, Swiss and knock-out, for tables of any size.

Entrants are identified by numbers. Random choices follow from the seed, so that anybody can repeat a pairing and get
the same result. There are no byes: bots fill empty seats, spread evenly over the tables. Pairings avoid seating the
same players together again, and the same player with bots again.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np

from souq.server.features.tournaments.draw import drawn
from souq.server.features.tournaments.rounds import Plan, Rounds, Sitting, meetings, scores, sizes, with_bots
from souq.server.features.tournaments.seating import Alone, Weights, cost, dealt, divided, improved, matched

MOST = 64
"""Maximum number of entrants of a tournament."""
MOST_ROUNDS = 24
TRIES = 6
"""Number of random orders from which a division of the entrants into tables is optimized; the best is used."""

REMATCH_PENALTY = 10**10
"""Penalty for pairing the same people again; it outweighs all other penalties together."""
BOT_PENALTY = 10**7
"""Penalty for seating a player with a bot again; it is larger than any penalty for a difference in points."""

Seats = tuple[int | None, ...]
"""Numbers of the entrants in a table's seats, in order; None is a bot."""


def usual_rounds(system: str, people: int, size: int) -> int:
    """Return the default number of rounds. A knock-out ignores it and ends when one player is left.

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
    """Return the tables of the next round as the entrants in their seats, or no tables if the tournament is over.

    Args:
        plan: the system, table size and number of rounds.
        entrants: everybody who has entered.
        gone: entrants who have left. In a round robin bots may take their place.
        rounds: the rounds so far, all finished.
    """
    groups = _groups(plan, drawn(plan.seed, entrants, "entrants"), gone, rounds)
    return [_seated(plan, group, rounds, number) for number, group in enumerate(groups)]


def _groups(plan: Plan, entrants: Sequence[int], gone: Collection[int], rounds: Rounds) -> list[list[int]]:
    """Return the entrants of each table of the next round, or no tables if the tournament is over.

    `entrants` is in drawn order.
    """
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
    """Return round `nth` of a round robin in pairs (circle method); each pair is given as two indices.

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
    """Plan all rounds of a round robin with tables of more than two, so that all pairs meet about equally often."""
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
    """Divide the people into tables for one round so that few pairs meet who also meet in the other rounds."""
    weights, alone = _met(others, people, plan.size)
    orders = [drawn(plan.seed, range(people), "robin", nth, attempt) for attempt in range(TRIES)]
    return divided(orders, lengths, weights, alone, plan.size)


def _met(rounds: list[list[list[int]]], people: int, full: int) -> tuple[Weights, Alone]:
    """Return two kinds of penalties: for each pair of people at one table, and for each person with a bot.

    Both grow with the number of meetings in the given rounds.
    """
    met, bots = np.zeros((people, people), np.int64), np.zeros(people, np.int64)
    for group in (each for groups in rounds for each in groups):
        met[np.ix_(group, group)] += 1
        bots[group] += full - len(group)
    weights = 2 * met + 1
    np.fill_diagonal(weights, 0)
    return weights, 2 * bots + 1


def _swiss(plan: Plan, here: Sequence[int], rounds: Rounds) -> list[list[int]]:
    """Return the tables of a Swiss round: entrants with similar points play each other, but preferably not again."""
    made = scores(rounds)
    ordered = sorted(here, key=lambda entrant: -made[entrant])  # stable: equal points keep the drawn order
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
    """Return the penalties for rematches and for sitting with a bot again, which ignore the players' points."""
    met, bots = meetings(rounds), with_bots(rounds)
    weights = np.zeros((len(people), len(people)), np.int64)
    for (one, a), (other, b) in combinations(enumerate(people), 2):
        times = met[min(a, b), max(a, b)]
        weights[one, other] = weights[other, one] = REMATCH_PENALTY * times * times
    return weights, np.array([BOT_PENALTY * bots[entrant] * bots[entrant] for entrant in people], np.int64)


def _knock_out(plan: Plan, entrants: Sequence[int], gone: Collection[int], rounds: Rounds) -> list[list[int]]:
    """Seat the players who reach the next round; keep those with equal ranks in the last round apart if possible."""
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
    """Return the players who reach the next round of a knock-out, table by table.

    Every table with at least two people eliminates at least one, so that one player is left in the end.
    """
    made: list[int] = []
    for sitting in rounds[-1]:
        places = min(plan.forward, max(1, len(sitting.people) - 1))
        made += [entrant for entrant in by_place(plan, rounds, sitting) if entrant not in gone][:places]
    return made


def by_place(plan: Plan, rounds: Rounds, sitting: Sitting) -> list[int]:
    """Return the people at a finished table in the order of their results, the best first.

    Ties are broken by total points, then by the draw.
    """
    made, order = scores(rounds), drawn(plan.seed, sitting.people, "level")
    return sorted(order, key=lambda entrant: (sitting.rank(entrant), -made[entrant]))


def _seated(plan: Plan, group: Sequence[int], rounds: Rounds, table: int) -> Seats:
    """Assign seats at a table: people who had later seats in earlier rounds get earlier ones; bots fill the others."""
    order = drawn(plan.seed, group, "seats", len(rounds))
    people = sorted(order, key=lambda entrant: -_back(rounds, entrant))
    bots = set(drawn(plan.seed, range(plan.size), "bots", len(rounds), table)[: plan.size - len(people)])
    rest = iter(people)
    return tuple(None if seat in bots else next(rest) for seat in range(plan.size))


def _back(rounds: Rounds, entrant: int) -> int:
    """Return the sum of an entrant's seat numbers so far; the entrant with the largest sum gets the earliest seat."""
    return sum(each.seats.index(entrant) for tables in rounds for each in tables if entrant in each.seats)
