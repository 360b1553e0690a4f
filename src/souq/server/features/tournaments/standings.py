"""How entrants stand: by points, then by those they met, then among each other, then by games won, then by the draw.

At a table everybody makes a point for each other player they finish ahead of, and half a point for each they tie with;
bots that fill in are other players too. Of a knock-out it counts first how far somebody came.
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
    """How one entrant stands."""

    place: int
    """1 is best; no two share a place."""
    entrant: int
    points: Fraction
    met: Fraction
    """The points of the people they met, on average."""
    direct: Fraction
    """Points made against those who have as many, and met as strong ones."""
    wins: int
    """Tables at which they finished ahead of everybody."""
    games: int
    """Tables that are over."""
    reached: int
    """The last round in which they sat, from 1; 0: none yet."""


def standings(plan: Plan, entrants: Sequence[int], rounds: Rounds) -> list[Standing]:
    """Everybody, the best first; tables that are not over do not count yet."""
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
    """The points of the people somebody met, on average; bots do not count."""
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
    """Points made against some others."""
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
    """How far somebody came in a knock-out, the furthest first; all alike in what is none."""
    last = _reached(rounds, entrant)
    if plan.system != "knockout" or not last:
        return (0, 0)
    (sitting,) = [each for each in rounds[last - 1] if entrant in each.seats]
    place = by_place(plan, rounds[:last], sitting).index(entrant) if sitting.ranks else 0
    return (-last, place)
