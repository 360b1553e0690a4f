"""What comes of a game that is over, for everybody who began it: places, and ratings before and after."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from souq.server.core.db.models import SeatRow, TableRow
from souq.server.core.live.leaving import HANDED, LEFT, RESIGNED
from souq.server.features.ratings.marks import mark
from souq.server.features.ratings.models import ResultRow
from souq.server.features.ratings.scale import Party, Rating, rated

FEWEST = 2
"""People without whom nobody is rated."""

GIVEN_UP = (HANDED, LEFT, RESIGNED)
"""Notes of somebody who had a bot play for them by their own doing."""


@dataclass(frozen=True, slots=True)
class Over:
    """A game that is over, with all that is to be known of it."""

    table: TableRow
    at: float
    starters: Mapping[int, str]
    """Who began it, by seat, as far as they are still known."""
    helped: Collection[int]
    """Seats for which a bot played by their people's own doing."""

    @property
    def counts(self) -> bool:
        """Whether ratings change by it."""
        ranks = (self.table.result or {}).get("ranks", [])
        return self.table.rated and company(list(self.starters.values())) and min(ranks, default=0) > 0

    @property
    def kept(self) -> bool:
        """Whether it stands in the records: somebody known began it, and it was not cancelled."""
        result = self.table.result
        return bool(result and self.starters) and not (result or {}).get("cancelled")


def company(people: Collection[str]) -> bool:
    """Whether those who sit at a table can be rated: two of them at least, and nobody more than once."""
    return len(people) >= FEWEST and len(set(people)) == len(people)


def results(over: Over, known: Mapping[str, Rating]) -> list[ResultRow]:
    """A row for every seat.

    Args:
        over: the game.
        known: the ratings of those who are rated, by person.
    """
    table, result = over.table, over.table.result or {}
    after = _rated(over, known) if over.counts else {}
    made = []
    for seat in table.seats:
        person = over.starters.get(seat.seat)
        before = known.get(person, Rating()) if person and after else None
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


def _rated(over: Over, known: Mapping[str, Rating]) -> dict[int, Rating]:
    """Everybody's rating afterwards, by seat; bots keep theirs, and whose strength nobody knows is left out."""
    ranks, parties = (over.table.result or {})["ranks"], {}
    for seat in over.table.seats:
        person = over.starters.get(seat.seat)
        rating = known.get(person, Rating()) if person else mark(over.table.game, _level(over, seat))
        if rating is not None:
            parties[seat.seat] = Party(rating, ranks[seat.seat], seat.seat in over.helped)
    return dict(zip(parties, rated(over.table.game, list(parties.values())), strict=True))


def _level(over: Over, seat: SeatRow) -> str:
    """The level of a bot of the house; "" for one that plays for somebody."""
    theirs = seat.kept or seat.seat in over.helped
    return seat.level if seat.kind == "bot" and not theirs else ""
