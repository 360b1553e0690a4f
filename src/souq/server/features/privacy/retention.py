"""What is old is cleared away by the house itself, as far as its host wants it."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import delete

from souq.engine.errors import SouqError
from souq.server.core.core import Core
from souq.server.features.moderation.models import AUDIT, REPORTS, SUSPENSIONS
from souq.server.features.moderation.storage import Keeper, Records
from souq.server.features.privacy.clearing import Cleared, Clearing, clear
from souq.server.ops.config.settings import Settings

LOG = logging.getLogger("souq.server")

DAY = 86_400.0
FIRST, EVERY = 300.0, DAY / 4
"""Seconds from the start of a server until it looks, and between two looks."""
REPORTED = 90 * DAY
"""Seconds for which a report is kept once it is closed, and a suspension once it is over."""
WRITTEN = 365 * DAY
"""Seconds for which it is kept what was done."""
HOUSE = Keeper("The house")


async def keep(core: Core, first: float = FIRST) -> None:
    """Clear away what is old, again and again, for ever."""
    records, settings = core.parts[Records], core.settings
    await asyncio.sleep(first)
    while True:
        try:
            await once(records, settings, time.time())
        except SouqError as error:
            LOG.warning("What is old stays for now: %s", error)
        await asyncio.sleep(EVERY)


async def once(records: Records, settings: Settings, now: float) -> Cleared:
    """Clear away what is old now: old records always, games and guests if there is a time for it."""
    async with records.database.write() as db:
        await db.execute(delete(REPORTS).where(REPORTS.c.closed_at > 0, REPORTS.c.closed_at < now - REPORTED))
        await db.execute(delete(SUSPENSIONS).where(SUSPENSIONS.c.until < now - REPORTED))
        await db.execute(delete(AUDIT).where(AUDIT.c.at < now - WRITTEN))
    done = Cleared()
    if settings.clear_tables or settings.clear_guests:
        done = await clear(records.database, _old(settings, now))
    if not done.nothing:
        told = f"{done.finished} finished games, {done.commands} commands of finished games, {done.guests} guests"
        told += f", {done.tournaments} tournaments" if done.tournaments else ""
        LOG.info("Cleared away: %s.", told)
        await records.note(HOUSE, "clear", told)
    return done


def _old(settings: Settings, now: float) -> Clearing:
    """What is to go; a time of 0 is before everything."""
    tables, guests = (now - days * DAY if days else 0.0 for days in (settings.clear_tables, settings.clear_guests))
    return Clearing(tables=tables, commands=tables, playing=False, guests=guests)
