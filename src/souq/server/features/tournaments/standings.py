"""Standings, ordered by points, opponents' average points, points against equals, wins, and then the draw.

A player scores one point for each player they finish ahead of and half a point for each tie; bots count as players. In
a knock-out, standings are first ordered by how far an entrant came.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from souq.server.features.tournaments.draw import drawn
from souq.server.features.tournaments.pairing import by_place
from souq.server.features.tournaments.rounds import Plan, Rounds, scores


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's place in a tournament, with the numbers that decide it."""

    place: int
    """Place in the tournament: 1 is best; places are never shared."""
    entrant: int
    points: Fraction
    met: Fraction
    """Average points of the other people at the entrant's tables; it breaks ties."""
    direct: Fraction
    """Points scored against entrants who have the same points and the same `met`; they break ties."""
    wins: int
    """Number of tables at which the entrant finished alone in first place."""
    games: int
    """Number of finished tables."""
    reached: int
    """Number of the last round in which the entrant had a seat, from 1; 0 if none."""


def standings(plan: Plan, entrants: Sequence[int], rounds: Rounds) -> list[Standing]:
    """Return all entrants' standings, the best first; unfinished tables do not count."""
    made, order = scores(rounds), drawn(plan.seed, entrants, "standings")
    average = {entrant: _met(rounds, made, entrant) for entrant in entrants}
    came = {entrant: _came(plan, rounds, entrant) for entrant in entrants}

    def alike(entrant: int) -> tuple[tuple[int, int], int, Fraction]:
        return came[entrant], -made[entrant], -average[entrant]

    rows: list[Standing] = []
    for _, group in groupby(sorted(order, key=alike), key=alike):
        level = list(group)
        direct = {entrant: _direct(rounds, entrant, level) for entrant in level}
        wins = {entrant: _wins(rounds, entrant) for entrant in level}
        for entrant in sorted(level, key=lambda one: (-direct[one], -wins[one])):
            halves = Fraction(made[entrant], 2), average[entrant], direct[entrant]
            far = -_reached(rounds, entrant)
            rows.append(Standing(len(rows) + 1, entrant, *halves, wins[entrant], _games(rounds, entrant), -far))
    return rows


def _met(rounds: Rounds, made: dict[int, int], entrant: int) -> Fraction:
    """Return the average points of the other people at an entrant's finished tables, without bots."""
    others = [
        made[other]
        for tables in rounds
        for each in tables
        if entrant in each.seats and each.ranks is not None
        for other in each.people
        if other != entrant
    ]
    return Fraction(sum(others), 2 * len(others)) if others else Fraction(0)


def _direct(rounds: Rounds, entrant: int, level: Sequence[int]) -> Fraction:
    """Return the points that an entrant scored against the entrants in `level`, who are otherwise equal."""
    tables = (each for tables in rounds for each in tables if entrant in each.seats)
    return Fraction(sum(each.halves(entrant, level) for each in tables), 2)


def _wins(rounds: Rounds, entrant: int) -> int:
    return sum(each.won(entrant) for tables in rounds for each in tables if entrant in each.seats)


def _games(rounds: Rounds, entrant: int) -> int:
    return sum(each.ranks is not None for tables in rounds for each in tables if entrant in each.seats)


def _reached(rounds: Rounds, entrant: int) -> int:
    sat = [nth for nth, tables in enumerate(rounds, 1) if any(entrant in each.seats for each in tables)]
    return max(sat, default=0)


def _came(plan: Plan, rounds: Rounds, entrant: int) -> tuple[int, int]:
    """Return a sort key that puts entrants first who came furthest in a knock-out.

    In other systems it is the same for everyone.
    """
    last = _reached(rounds, entrant)
    if plan.system != "knockout" or not last:
        return (0, 0)
    (sitting,) = [each for each in rounds[last - 1] if entrant in each.seats]
    place = by_place(plan, rounds[:last], sitting).index(entrant) if sitting.ranks else 0
    return (-last, place)
