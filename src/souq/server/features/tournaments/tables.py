"""Creation of the table for one pairing of a round: every player has a seat, and the game begins immediately."""

from __future__ import annotations

from dataclasses import replace

from souq.server.core.clocks.terms import from_json
from souq.server.core.live import seats
from souq.server.core.live.seats import Opened, Wish
from souq.server.core.store.rows import SeatRow
from souq.server.features.tournaments.models import PairingRow, TournamentRow


def table_for(row: TournamentRow, pairing: PairingRow) -> Opened:
    """Return a new table for a pairing. Bots take empty seats and those of entrants who have left.

    Raises:
        SouqError: the game can no longer be played with these settings.
    """
    bots = [Wish("bot", row.level)] * row.size
    opened = seats.new_table(row.game, bots, row.options, None, pace=row.pace, timing=from_json(row.timing))
    names = {entrant.name for entrant in row.entrants}
    made: list[SeatRow] = []
    for seat, number in enumerate(pairing.seats):
        entrant = None if number is None else row.entrant(number)
        if entrant is None or entrant.gone:
            made.append(seats.bot(SeatRow(seat, "bot"), row.level, names | {each.name for each in made}))
        else:
            made.append(SeatRow(seat, "person", "", entrant.name, entrant.person_id))
    return replace(opened, table=replace(opened.table, seats=made, rated=row.rated, tournament=True))
