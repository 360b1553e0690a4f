"""Muting and blocking of people across tables. Lists are private; nobody is notified of being on one.

The lists are cached in memory, since every message and every table list is filtered by them.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Row, and_, delete, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.engines import Database
from souq.server.core.events import AccountMerged, BlocksChanged, Bus
from souq.server.core.live.blocks import Blocks
from souq.server.core.personal_data import PersonalData
from souq.server.errors import OutOfReach, Refused
from souq.server.features.social.models import BLOCK_LISTS

LOG = logging.getLogger("souq.server")

Kind = Literal["mute", "block"]

MOST = 500
"""Maximum number of entries in one person's list, muted and blocked people together."""
EVERY = 60.0
"""Seconds between two refreshes of the cache."""


@dataclass(frozen=True, slots=True)
class BlockEntry:
    """An entry of a person's list: another person, by name, and whether they are muted or blocked."""

    id: str
    """ID of the entry, with which its owner can remove it; it doesn't reveal the other person's ID."""
    kind: Kind
    name: str
    at: float


class BlockLists(Blocks):
    """The lists of muted and blocked people.

    Args:
        database: stores the lists.
        bus: publishes changes of blocks.
    """

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database, self._bus = database, bus
        self._known: dict[tuple[str, Kind], set[str]] = defaultdict(set)
        self._version = 0
        self._lock = asyncio.Lock()

    async def keep(self) -> None:
        """Refresh the cache every minute until cancelled."""
        while True:
            try:
                await self.read()
            except OutOfReach as error:
                LOG.warning("Mutes and blocks could not be read again: %s", error)
            await asyncio.sleep(EVERY)

    async def read(self) -> set[str]:
        """Read all lists from the database into the cache; return the IDs of people whose lists have changed.

        Raises:
            OutOfReach: the database cannot be reached.
        """
        version, known = self._version, defaultdict[tuple[str, Kind], set[str]](set)
        for row in await self._database.rows(
            select(BLOCK_LISTS.c.person_id, BLOCK_LISTS.c.kind, BLOCK_LISTS.c.other_id)
        ):
            known[row.person_id, row.kind].add(row.other_id)
        if self._version != version:  # a change since then may be missing here; the next refresh has it
            return set()
        was, self._known = self._known, known
        others = {key for key in was.keys() | known.keys() if was.get(key, set()) != known.get(key, set())}
        if any(kind == "block" for _, kind in others):
            self._bus.publish(BlocksChanged())
        return {person_id for person_id, _ in others}

    # queries

    def muted(self, person_id: str | None) -> Iterable[str]:
        """Return the IDs of people muted by a person."""
        return self._known.get((person_id, "mute"), ()) if person_id else ()

    def shuts_out(self, people: Iterable[str], person_id: str | None) -> bool:
        """Return whether at least one of the given people has blocked a person."""
        return person_id is not None and any(person_id in self._known.get((each, "block"), ()) for each in people)

    def apart(self, one: str | None, other: str | None) -> bool:
        """Return whether one of two people blocks the other, so that they must not be brought together."""
        if one is None or other is None:
            return False
        return self.shuts_out([one], other) or self.shuts_out([other], one)

    def is_set(self, person_id: str | None, other_id: str | None, kind: Kind) -> bool:
        """Return whether a person has muted or blocked another person; `kind` says which of the two is meant."""
        return person_id is not None and other_id in self._known.get((person_id, kind), ())

    async def of(self, person_id: str) -> list[BlockEntry]:
        """Return the people that a person mutes or blocks, the latest first."""
        mine = (
            select(BLOCK_LISTS)
            .where(BLOCK_LISTS.c.person_id == person_id)
            .order_by(BLOCK_LISTS.c.at.desc(), BLOCK_LISTS.c.id)
        )
        return [BlockEntry(row.id, row.kind, row.name, row.at) for row in await self._database.rows(mine)]

    # changes

    async def set(self, person_id: str, other_id: str, name: str, kind: Kind, on: bool) -> None:
        """Mute, unmute, block or unblock a person; repeating it changes nothing.

        Raises:
            Refused: the person no longer exists or is the caller, or the list is full.
            NotSaved: the change could not be stored.
        """
        if person_id == other_id:
            raise Refused("That’s you. Choose somebody else.")
        if self.is_set(person_id, other_id, kind) == on:
            return
        async with self._lock:
            if on and sum(len(self._known.get((person_id, each), ())) for each in ("mute", "block")) >= MOST:
                raise Refused(f"Remove somebody from your list first, on your page. {MOST} people are on it already.")
            await self._store(person_id, other_id, name, kind, on)
        self._note(person_id, other_id, kind, on)

    async def _store(self, person_id: str, other_id: str, name: str, kind: Kind, on: bool) -> None:
        this = BLOCK_LISTS.c.person_id == person_id, BLOCK_LISTS.c.other_id == other_id, BLOCK_LISTS.c.kind == kind
        values = {"person_id": person_id, "other_id": other_id, "kind": kind, "name": name, "at": time.time()}
        try:
            async with self._database.write() as db:
                await db.execute(delete(BLOCK_LISTS).where(*this))
                if on:
                    await db.execute(insert(BLOCK_LISTS).values(id=secrets.token_hex(8), **values))
        except IntegrityError as error:
            raise Refused(f"{name} has been deleted.") from error

    async def undo(self, person_id: str, shun: str) -> None:
        """Delete an entry of a person's list; nothing happens if it doesn't exist.

        Raises:
            NotSaved: the change could not be stored.
        """
        mine = and_(BLOCK_LISTS.c.person_id == person_id, BLOCK_LISTS.c.id == shun)
        async with self._database.write() as db:
            row = (await db.execute(select(BLOCK_LISTS).where(mine))).first()
            await db.execute(delete(BLOCK_LISTS).where(mine))
        if row is not None:
            self._note(person_id, row.other_id, row.kind, on=False)

    def _note(self, person_id: str, other_id: str, kind: Kind, on: bool) -> None:
        self._version += 1
        (self._known[person_id, kind].add if on else self._known[person_id, kind].discard)(other_id)
        if kind == "block":
            self._bus.publish(BlocksChanged())

    async def merged(self, event: AccountMerged) -> None:
        """Refresh the cache because a guest's lists were moved to an account.

        Raises:
            OutOfReach: the database cannot be reached.
        """
        self._version += 1
        await self.read()
        self._bus.publish(BlocksChanged())


class BlockData(PersonalData):
    """Merging of a guest's muted and blocked people into an account."""

    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Move a guest's list to an account, and replace the guest by the account on other people's lists."""
        theirs = or_(BLOCK_LISTS.c.person_id == guest_id, BLOCK_LISTS.c.other_id == guest_id)
        both = or_(BLOCK_LISTS.c.person_id == person_id, BLOCK_LISTS.c.other_id == person_id)
        there = {_pair(row) for row in await db.execute(select(BLOCK_LISTS).where(both))}
        moved = [_moved(row, guest_id, person_id) for row in await db.execute(select(BLOCK_LISTS).where(theirs))]
        await db.execute(delete(BLOCK_LISTS).where(theirs))
        for row in moved:
            pair = row["person_id"], row["other_id"], row["kind"]
            if row["person_id"] != row["other_id"] and pair not in there:
                await db.execute(insert(BLOCK_LISTS).values(**row))


def _pair(row: Row[Any]) -> tuple[str, str, str]:
    return row.person_id, row.other_id, row.kind


def _moved(row: Row[Any], guest_id: str, person_id: str) -> dict[str, Any]:
    """Return the values of a list entry after merging: the account's ID takes the place of the guest's."""
    who = {name: person_id for name in ("person_id", "other_id") if row._mapping[name] == guest_id}
    return {**row._mapping, **who}
