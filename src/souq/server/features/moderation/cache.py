"""Cache of the active suspensions and announcements.

It is refreshed from the database every few seconds, so that checks need no query, and changes made on the command line
take effect in a running server.
"""

from __future__ import annotations

import asyncio
import logging
import time

from souq.engine.present.wording import sentence
from souq.server.core.live.admission import Admission
from souq.server.errors import NotAllowed, OutOfReach
from souq.server.features.moderation.models import Announcement, Suspension
from souq.server.features.moderation.networks import within
from souq.server.features.moderation.storage import Records, day

LOG = logging.getLogger("souq.server")

EVERY = 2.0
"""Seconds between two reads of the suspensions and announcements."""


class Suspended(NotAllowed):
    """Error for a request by a suspended person or from a suspended network."""

    def __init__(self, suspension: Suspension) -> None:
        super().__init__(suspension_message(suspension))


def suspension_message(suspension: Suspension) -> str:
    """Return the message for a suspended person: until when and why."""
    whom = "You’re suspended" if suspension.person_id else "Your network is suspended"
    return f"{whom} {day(suspension.until)}: {sentence(suspension.reason)}"


class ModerationCache(Admission):
    """The cached suspensions and announcements."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._suspensions: list[Suspension] = []
        self._announcements: list[Announcement] = []

    async def refresh(self) -> None:
        """Read the suspensions and announcements from the database."""
        self._suspensions = await self._records.suspensions()
        self._announcements = await self._records.announcements()

    async def run(self) -> None:
        """Refresh every few seconds until cancelled; while the database is unavailable, keep the old contents."""
        while True:
            try:
                await self.refresh()
            except OutOfReach as error:
                LOG.warning("Suspensions and notices could not be read again: %s", error)
            await asyncio.sleep(EVERY)

    def suspension(self, person_id: str | None, where: str) -> Suspension | None:
        """Return the suspension of a person or an IP address, or None."""
        now = time.time()
        for each in self._suspensions:
            mine = each.person_id == person_id if each.person_id else bool(where and within(where, each.network or ""))
            if mine and (each.until is None or each.until > now):
                return each
        return None

    def admit(self, person_id: str | None, where: str = "") -> None:
        """Reject a suspended person or IP address.

        Raises:
            Suspended: the person or the address is suspended; the message says until when and why.
        """
        found = self.suspension(person_id, where)
        if found is not None:
            raise Suspended(found)

    def suspended(self, person_id: str | None, where: str) -> str:
        """Return the notice that a suspended visitor sees on every page, or "" for a visitor who isn't suspended."""
        found = self.suspension(person_id, where)
        return suspension_message(found) if found else ""

    @property
    def announced(self) -> str:
        """Text of the first announcement that hasn't expired, or ""."""
        now = time.time()
        return next((each.text for each in self._announcements if each.until > now), "")
