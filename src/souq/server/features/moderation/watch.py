"""What counts at this moment: who is suspended, and what stands on every page.

Read from the database every few seconds, so that it costs a request nothing, and what somebody does on the command line
counts in a server that runs.
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
"""Seconds between two looks."""


class Suspended(NotAllowed):
    """Somebody who takes no seats and does not talk."""

    def __init__(self, suspension: Suspension) -> None:
        super().__init__(told(suspension))


def told(suspension: Suspension) -> str:
    """What who is suspended is told: what, until when and why."""
    whom = "You’re suspended" if suspension.person_id else "Your network is suspended"
    return f"{whom} {day(suspension.until)}: {sentence(suspension.reason)}"


class Watch(Admission):
    """What was read last."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._suspensions: list[Suspension] = []
        self._announcements: list[Announcement] = []

    async def look(self) -> None:
        """Read what counts now."""
        self._suspensions = await self._records.suspensions()
        self._announcements = await self._records.announcements()

    async def run(self) -> None:
        """Look every few seconds, for ever; what was read last counts while the database is away."""
        while True:
            try:
                await self.look()
            except OutOfReach as error:
                LOG.warning("Suspensions and notices stay as they are for now: %s", error)
            await asyncio.sleep(EVERY)

    def suspension(self, person_id: str | None, where: str) -> Suspension | None:
        """Whether who asks takes no seats and does not talk: as a person, or as anybody at an address."""
        now = time.time()
        for each in self._suspensions:
            mine = each.person_id == person_id if each.person_id else bool(where and within(where, each.network or ""))
            if mine and (each.until is None or each.until > now):
                return each
        return None

    def admit(self, person_id: str | None, where: str = "") -> None:
        """Refuse who is suspended.

        Raises:
            Suspended: they are; the message says until when and why.
        """
        found = self.suspension(person_id, where)
        if found is not None:
            raise Suspended(found)

    def suspended(self, person_id: str | None, where: str) -> str:
        """Return what a suspended person reads on every page."""
        found = self.suspension(person_id, where)
        return told(found) if found else ""

    @property
    def announced(self) -> str:
        """The first announcement that isn't over."""
        now = time.time()
        return next((each.text for each in self._announcements if each.until > now), "")
