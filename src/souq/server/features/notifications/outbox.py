"""The outbox: notifications that are unsent, or sent but not yet seen. It survives restarts and crashes.

It has one row per channel, table and seat while that seat's turn lasts. The row of an e-mail stays until the player has
visited the table, so that they get only one e-mail per table until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from souq.server.core.db.engines import Database
from souq.server.core.db.models import SEATS, TABLES
from souq.server.core.db.storage import with_seats
from souq.server.core.store.rows import TableRow
from souq.server.features.notifications.channels import channel_of
from souq.server.features.notifications.models import CHANNELS, OUTBOX, Channel


@dataclass(frozen=True, slots=True)
class Letter:
    """A notification of one turn on one channel, as stored in the outbox."""

    channel: Channel
    table_id: str
    seat: int
    since: float
    tries: int
    due: float = 0.0

    @property
    def key(self) -> tuple[str, str, int]:
        """Primary key of the notification's row in the outbox: channel, table and seat."""
        return self.channel.id, self.table_id, self.seat


class Outbox:
    """The outbox in the database. Each method runs in one transaction; if it fails, nothing has changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, channels: Sequence[Channel], table: TableRow, seat: int, now: float, later: float) -> bool:
        """Store a notification of a turn for each of the channels; e-mails are due `later` seconds after the others.

        It replaces rows of the seat's previous turns, except e-mails that have not been seen. Return False if the table
        or a channel was deleted meanwhile.
        """
        try:
            await self._add(channels, table, seat, now, later)
        except IntegrityError:
            return False
        return True

    async def _add(self, channels: Sequence[Channel], table: TableRow, seat: int, now: float, later: float) -> None:
        here = _of(table.id, seat)
        async with self._database.write() as db:
            rows = await db.execute(select(OUTBOX.c.channel_id, OUTBOX.c.mark, OUTBOX.c.sent_at).where(here))
            there = {row.channel_id: row for row in rows}
            for channel in channels:
                known = there.get(channel.id)
                if known is not None:
                    if known.mark == table.mark or (channel.kind == "mail" and known.sent_at is not None):
                        continue
                    await db.execute(delete(OUTBOX).where(here, OUTBOX.c.channel_id == channel.id))
                due = now + (later if channel.kind == "mail" else 0.0)
                about = {"channel_id": channel.id, "table_id": table.id, "seat": seat, "mark": table.mark}
                await db.execute(insert(OUTBOX).values(**about, since=now, due=due))

    async def due(self, now: float, most: int) -> list[Letter]:
        """Return up to `most` notifications to send now, the longest overdue first."""
        query = select(OUTBOX, CHANNELS).join(CHANNELS).where(OUTBOX.c.sent_at.is_(None), OUTBOX.c.due <= now)
        rows = [row._mapping for row in await self._database.rows(query.order_by(OUTBOX.c.due).limit(most))]
        about = OUTBOX.c.table_id, OUTBOX.c.seat, OUTBOX.c.since, OUTBOX.c.tries, OUTBOX.c.due
        return [Letter(channel_of(row), *(row[column] for column in about)) for row in rows]

    async def next_due(self) -> float | None:
        """Return when the next notification is due, or None."""
        query = select(func.min(OUTBOX.c.due)).where(OUTBOX.c.sent_at.is_(None))
        found = await self._database.scalar(query)
        return None if found is None else float(found)

    async def waiting(self) -> int:
        """Return how many notifications are unsent, due now or later."""
        query = select(func.count()).select_from(OUTBOX).where(OUTBOX.c.sent_at.is_(None))
        return int(await self._database.scalar(query) or 0)

    async def claim(self, letter: Letter, until: float) -> bool:
        """Reserve a notification for this server until a time, so that no other server of the cluster sends it.

        Return whether the reservation succeeded.
        """
        as_read = _is(letter), OUTBOX.c.sent_at.is_(None), OUTBOX.c.due == letter.due
        return await self._database.run(update(OUTBOX).where(*as_read).values(due=until)) == 1

    async def mark_sent(self, letter: Letter, now: float) -> None:
        """Store that a notification was sent. Its row stays until `seen` or, unless it is an e-mail, `over`."""
        await self._change(letter, sent_at=now)

    async def again(self, letter: Letter, due: float, tries: int) -> None:
        """Set when to try again to send a notification, and how often sending it has failed."""
        await self._change(letter, due=due, tries=tries)

    async def drop(self, letter: Letter) -> None:
        """Delete a notification that can't be delivered."""
        await self._database.run(delete(OUTBOX).where(_is(letter)))

    async def over(self, table_id: str, seat: int) -> None:
        """Delete a seat's notifications because its turn is over; e-mails already sent stay until the next visit."""
        mails = select(CHANNELS.c.id).where(CHANNELS.c.kind == "mail")
        free = or_(OUTBOX.c.sent_at.is_(None), OUTBOX.c.channel_id.not_in(mails))
        await self._forget(_of(table_id, seat), free)

    async def seen(self, table_id: str, seat: int) -> None:
        """Delete a seat's notifications because its player has visited the table."""
        await self._forget(_of(table_id, seat))

    async def known(self) -> dict[tuple[str, int], int]:
        """Return the latest turn in the outbox of each seat, by table ID and seat number.

        A turn is identified by its table's mark.
        """
        query = select(OUTBOX.c.table_id, OUTBOX.c.seat, func.max(OUTBOX.c.mark).label("mark"))
        rows = await self._database.rows(query.group_by(OUTBOX.c.table_id, OUTBOX.c.seat))
        return {(row.table_id, row.seat): row.mark for row in rows}

    async def listened(self) -> list[TableRow]:
        """Return the running tables at which at least one player has a notification channel."""
        sits = SEATS.c.table_id == TABLES.c.id
        listens = select(SEATS.c.seat).join(CHANNELS, CHANNELS.c.person_id == SEATS.c.person_id).where(sits)
        async with self._database.read() as db:
            return await with_seats(db, select(TABLES).where(TABLES.c.state == "playing", listens.exists()))

    async def _change(self, letter: Letter, **values: float) -> None:
        await self._database.run(update(OUTBOX).where(_is(letter)).values(**values))

    async def _forget(self, *which: ColumnElement[bool]) -> None:
        await self._database.run(delete(OUTBOX).where(*which))


def _of(table_id: str, seat: int) -> ColumnElement[bool]:
    return and_(OUTBOX.c.table_id == table_id, OUTBOX.c.seat == seat)


def _is(letter: Letter) -> ColumnElement[bool]:
    return and_(_of(letter.table_id, letter.seat), OUTBOX.c.channel_id == letter.channel.id)
