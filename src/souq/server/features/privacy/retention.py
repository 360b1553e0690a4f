"""Regular deletion of old data, as far as the operator has configured it."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy import delete

from souq.engine.errors import SouqError
from souq.server.core.core import Core
from souq.server.features.moderation.models import AUDIT, REPORTS, SUSPENSIONS
from souq.server.features.moderation.storage import Actor, Records
from souq.server.features.privacy.clearing import Cleared, Clearing, clear, clear_storms
from souq.server.ops.config.settings import Settings

LOG = logging.getLogger("souq.server")

DAY = 86_400.0
FIRST, EVERY = 300.0, DAY / 4
"""Seconds from the server's start to the first run, and between two runs."""
REPORTED = 90 * DAY
"""Seconds after which closed reports and expired suspensions are deleted."""
WRITTEN = 365 * DAY
"""Seconds after which entries of the audit log are deleted."""
HOUSE = Actor("souq")


async def run(core: Core, first: float = FIRST) -> None:
    """Delete old data every few hours until cancelled."""
    records, settings = core.parts[Records], core.settings
    await asyncio.sleep(first)
    while True:
        try:
            await once(records, settings, time.time())
        except SouqError as error:
            LOG.warning("Old data could not be deleted: %s", error)
        await asyncio.sleep(EVERY)


async def once(records: Records, settings: Settings, now: float) -> Cleared:
    """Delete old data once: moderation data and storms' tables always, others if the operator configured a span."""
    async with records.database.write() as db:
        await db.execute(delete(REPORTS).where(REPORTS.c.closed_at > 0, REPORTS.c.closed_at < now - REPORTED))
        await db.execute(delete(SUSPENSIONS).where(SUSPENSIONS.c.until < now - REPORTED))
        await db.execute(delete(AUDIT).where(AUDIT.c.at < now - WRITTEN))
    await clear_storms(records.database, now - DAY)
    done = Cleared()
    if settings.clear_tables or settings.clear_guests:
        done = await clear(records.database, _old(settings, now))
    if not done.nothing:
        summary = f"{done.finished} finished games, {done.commands} commands of finished games, {done.guests} guests"
        summary += f", {done.tournaments} tournaments" if done.tournaments else ""
        LOG.info("Deleted: %s.", summary)
        await records.note(HOUSE, "clear", summary)
    return done


def _old(settings: Settings, now: float) -> Clearing:
    """Return which tables, commands and guests are old enough to delete, according to the operator's settings.

    A time span that isn't configured gives the limit 0, before which nothing was stored.
    """
    tables, guests = (now - days * DAY if days else 0.0 for days in (settings.clear_tables, settings.clear_guests))
    return Clearing(tables=tables, commands=tables, playing=False, guests=guests)
