"""The results of a finished game for everyone who started it: places, and ratings before and after."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from souq.server.core.live.leaving import HANDED, LEFT, RESIGNED
from souq.server.core.rating_scale import Party, Rating, rated
from souq.server.core.store.rows import SeatRow, TableRow
from souq.server.features.ratings.marks import mark
from souq.server.features.ratings.models import ResultRow

FEWEST = 2
"""Minimum number of people in a rated game."""

GIVEN_UP = (HANDED, LEFT, RESIGNED)
"""Kinds of entries in a table's notes which say that a player deliberately handed their seat to a bot."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game, with all that is needed to compute its results."""

    table: TableRow
    at: float
    starters: Mapping[int, str]
    """IDs of the people who started the game, by seat, without those who have been deleted."""
    helped: Collection[int]
    """Numbers of the seats that their players deliberately handed to a bot."""

    @property
    def counts(self) -> bool:
        """Whether the game changes ratings."""
        ranks = (self.table.result or {}).get("ranks", [])
        return self.table.rated and company(list(self.starters.values())) and min(ranks, default=0) > 0

    @property
    def recorded(self) -> bool:
        """Whether the results are stored: a known person started the game, and it was not cancelled."""
        result = self.table.result
        return bool(result and self.starters) and not (result or {}).get("cancelled")


def company(people: Collection[str]) -> bool:
    """Return whether a game between these people may be rated: there are enough of them, and none has two seats."""
    return len(people) >= FEWEST and len(set(people)) == len(people)


def results(over: FinishedGame, known: Mapping[str, Rating]) -> list[ResultRow]:
    """Compute the rows to store for a finished game, one per seat.

    Args:
        over: the finished game.
        known: current ratings, by person.
    """
    table, result = over.table, over.table.result or {}
    after = _rated(over, known) if over.counts else {}
    made = []
    for seat in table.seats:
        person = over.starters.get(seat.seat)
        before = known.get(person, Rating()) if person and after else None  # None: the game is not rated
        made.append(
            ResultRow(
                table.id,
                seat.seat,
                table.game,
                table.players,
                over.at,
                person,
                "" if person else _level(over, seat),
                result["ranks"][seat.seat],
                result["points"][seat.seat],
                before.mu if before else None,
                before.sigma if before else None,
                after[seat.seat].mu if before else None,
                after[seat.seat].sigma if before else None,
            )
        )
    return made


def _rated(over: FinishedGame, known: Mapping[str, Rating]) -> dict[int, Rating]:
    """Return the players' ratings after a game, by seat; bots without a rating don't take part in the computation."""
    ranks, parties = (over.table.result or {})["ranks"], {}
    for seat in over.table.seats:
        person = over.starters.get(seat.seat)
        rating = known.get(person, Rating()) if person else mark(over.table.game, _level(over, seat))
        if rating is not None:
            parties[seat.seat] = Party(rating, ranks[seat.seat], seat.seat in over.helped)
    return dict(zip(parties, rated(over.table.game, list(parties.values())), strict=True))


def _level(over: FinishedGame, seat: SeatRow) -> str:
    """Return the level of the bot that played a seat from the start, or "" if a person had the seat."""
    theirs = seat.reserved or seat.seat in over.helped
    return seat.level if seat.kind == "bot" and not theirs else ""
