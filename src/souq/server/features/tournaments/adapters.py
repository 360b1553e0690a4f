"""Conversion of a tournament's database rows to the plain values from which pairings and standings are computed."""

from __future__ import annotations

import hmac

from souq.server.features.tournaments.models import EntrantRow, PairingRow, TournamentRow
from souq.server.features.tournaments.opening import Who
from souq.server.features.tournaments.pairing import usual_rounds
from souq.server.features.tournaments.rounds import Plan, Sitting
from souq.server.features.tournaments.standings import Standing, standings


def plan_of(row: TournamentRow) -> Plan:
    """Return a tournament's plan: system, table size, number of rounds and seed.

    If the host chose no number of rounds, it follows from the number of entrants.
    """
    rounds = row.rounds or usual_rounds(row.system, max(2, len(row.entrants)), row.size)
    return Plan(row.system, row.size, rounds, row.forward, row.seed)


def numbers(row: TournamentRow) -> list[int]:
    """Return the numbers of all entrants, including those who have left."""
    return [entrant.number for entrant in row.entrants]


def gone(row: TournamentRow) -> frozenset[int]:
    """Return the numbers of the entrants who have left the tournament."""
    return frozenset(entrant.number for entrant in row.entrants if entrant.gone)


def of_round(row: TournamentRow, nth: int) -> list[PairingRow]:
    """Return a round's pairings, which say who plays at which table."""
    return [pairing for pairing in row.pairings if pairing.round == nth]


def rounds_of(row: TournamentRow) -> list[list[Sitting]]:
    """Return the rounds that have been paired so far."""
    return [
        [Sitting(pairing.seats, pairing.ranks) for pairing in of_round(row, nth)] for nth in range(1, row.round + 1)
    ]


def standings_of(row: TournamentRow) -> list[Standing]:
    """Return a tournament's standings."""
    return standings(plan_of(row), numbers(row), rounds_of(row))


def who_is(row: TournamentRow, who: Who) -> EntrantRow | None:
    """Return the entrant who sends a request, or None if the caller has not entered the tournament.

    A person who had also entered as a guest has two entries, of which one has left.
    """
    for entrant in sorted(row.entrants, key=lambda each: each.gone):
        if who.person_id is not None and entrant.person_id == who.person_id:
            return entrant
        if _same(who.token_hash, entrant.token_hash):
            return entrant
    return None


def hosts(row: TournamentRow, who: Who) -> bool:
    """Return whether the caller is the tournament's host."""
    return (who.person_id is not None and who.person_id == row.host_id) or _same(who.token_hash, row.host_hash)


def _same(shown: bytes | None, kept: bytes | None) -> bool:
    return shown is not None and kept is not None and hmac.compare_digest(shown, kept)
