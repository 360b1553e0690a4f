"""A stored tournament as pairing and standings know it."""

from __future__ import annotations

import hmac

from souq.server.features.tournaments.models import EntrantRow, PairingRow, TournamentRow
from souq.server.features.tournaments.opening import Who
from souq.server.features.tournaments.pairing import usual_rounds
from souq.server.features.tournaments.rounds import Plan, Sitting
from souq.server.features.tournaments.standings import Standing, standings


def plan_of(row: TournamentRow) -> Plan:
    """How it is played; as many rounds as it takes for those who have entered, if nobody said how many."""
    rounds = row.rounds or usual_rounds(row.system, max(2, len(row.entrants)), row.size)
    return Plan(row.system, row.size, rounds, row.forward, row.seed)


def numbers(row: TournamentRow) -> list[int]:
    """Everybody who has entered."""
    return [entrant.number for entrant in row.entrants]


def gone(row: TournamentRow) -> frozenset[int]:
    """Those of them who have left."""
    return frozenset(entrant.number for entrant in row.entrants if entrant.gone)


def of_round(row: TournamentRow, nth: int) -> list[PairingRow]:
    """The tables of a round."""
    return [pairing for pairing in row.pairings if pairing.round == nth]


def rounds_of(row: TournamentRow) -> list[list[Sitting]]:
    """What has been played."""
    return [
        [Sitting(pairing.seats, pairing.ranks) for pairing in of_round(row, nth)] for nth in range(1, row.round + 1)
    ]


def standings_of(row: TournamentRow) -> list[Standing]:
    """How everybody stands."""
    return standings(plan_of(row), numbers(row), rounds_of(row))


def who_is(row: TournamentRow, who: Who) -> EntrantRow | None:
    """The entrant who asks; None: somebody else."""
    for entrant in row.entrants:
        if who.person_id is not None and entrant.person_id == who.person_id:
            return entrant
        if _same(who.token_hash, entrant.token_hash):
            return entrant
    return None


def hosts(row: TournamentRow, who: Who) -> bool:
    """Whether who asks has opened it."""
    return (who.person_id is not None and who.person_id == row.host_id) or _same(who.token_hash, row.host_hash)


def _same(shown: bytes | None, kept: bytes | None) -> bool:
    return shown is not None and kept is not None and hmac.compare_digest(shown, kept)
