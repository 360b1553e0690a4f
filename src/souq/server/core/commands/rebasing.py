"""Update of players' running clocks after a player changes their holidays.

Each clock continues with the time that is left now.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from souq.engine.errors import SouqError
from souq.server.core.clocks import reckoning
from souq.server.core.clocks.hours import Hours, day_of
from souq.server.core.commands.committing import Committer
from souq.server.core.commands.outcome import Outcome
from souq.server.core.commands.protocol import fresh_key
from souq.server.core.db.clocking import Clocking
from souq.server.core.live.live import Live
from souq.server.core.live.player_clocks import clocks_of
from souq.server.core.live.tables import Tables


async def rebase(tables: Tables, storage: Clocking, committer: Committer, person_id: str, hours: Hours) -> None:
    """Update a player's running clocks at all tables with their new holidays.

    Nights, during which such a clock also stops, stay as they were when the turn began. Holidays are always in the
    future (:func:`souq.server.core.clocks.hours.agreed`), so no elapsed time is given back.
    """
    for table_id in await storage.timed_of(person_id):
        try:
            await tables.retry(partial(_rebase, tables, committer, table_id, person_id, hours))
        except SouqError:  # one table that cannot be read is no reason to leave the others out
            continue


async def _rebase(tables: Tables, committer: Committer, table_id: str, person_id: str, hours: Hours) -> None:
    async with tables.hold(table_id) as live:
        for seat in live.row.seats:
            if seat.person_id == person_id:
                await _apply_holidays(committer, live, seat.seat, hours)


async def _apply_holidays(committer: Committer, live: Live, seat: int, hours: Hours) -> None:
    """Apply new holidays to one seat's clock, if it is running and counts days."""
    known = clocks_of(live.row)
    bank = known[seat] if known else None
    if bank is None or bank.since is None or bank.hours is None:
        return
    today, known_days = day_of(bank.hours, live.world()), bank.hours.holidays  # its zone is the one of the turn too
    holidays = tuple(day for day in hours.holidays if day > today or day in known_days)
    if holidays == known_days:
        return
    now = live.now()
    changed = replace(bank, left=bank.at(now, live.offsets()), since=now, hours=replace(bank.hours, holidays=holidays))
    before = dict(live.row.clocks or {})
    live.row.clocks = before | {
        "banks": [reckoning.to_json(changed if each == seat else other) for each, other in enumerate(known)]
    }
    try:
        with committer.thrown_away_on_failure(live):
            outcome = Outcome(pending_choice=live.row.pending_choice)
            await committer.commit(live, seat, "hours", fresh_key(), outcome)
    except BaseException:
        live.row.clocks = before
        raise
