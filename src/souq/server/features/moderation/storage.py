"""Storage of moderation: administrators, reports, suspensions, announcements and the audit log.

Every change is logged in the same transaction, with its author and reason.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable, Select, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.engine.present.names import clean_speech
from souq.server.core.db.declaring import columns
from souq.server.core.db.engines import Database
from souq.server.core.db.models import LISTINGS, PEOPLE, SESSIONS, TABLES
from souq.server.core.live.people import fresh_id, fresh_token, hashed
from souq.server.errors import Malformed
from souq.server.features.moderation.models import (
    ADMINS,
    ANNOUNCEMENTS,
    AUDIT,
    OFFERS,
    REPORTS,
    SUSPENSIONS,
    Announcement,
    Done,
    Report,
    Suspension,
)
from souq.server.features.moderation.networks import network

OFFERED = 3600.0
"""Lifetime of an administrator's invitation, in seconds."""
LONGEST = 500
"""Maximum length of a reason or an announcement, in characters."""


@dataclass(frozen=True, slots=True)
class Actor:
    """The author of a change in the audit log: an administrator, the command line, or the server itself."""

    name: str
    person_id: str | None = None
    """ID of the administrator; None for the command line or the server itself."""


@dataclass(frozen=True, slots=True)
class PersonSummary:
    """A person's name and activity, for administrators."""

    id: str
    name: str
    has_account: bool
    since: float
    seen: float
    """When one of the person's browsers was last active; 0 if they have no session."""


DEEDS = {
    "grant": "made {whom} an administrator",
    "revoke": "removed {whom} as an administrator",
    "invite": "invited an administrator",
    "accept": "became an administrator",
    "close": "dealt with a report about {whom}",
    "suspend": "suspended {whom}",
    "lift": "lifted the suspension of {whom}",
    "announce": "put up a notice",
    "quiet": "took the notice down",
    "unlist": "took out of the lobby and the library: {whom}",
    "clear": "deleted old tables",
    "restore": "restored a backup",
}
"""Texts of the audit log that follow the name of the person who acted, by action.

The placeholder is the name of the person or the table concerned.
"""


def sentence(done: Done) -> str:
    """Return an audit log entry as a sentence.

    >>> sentence(Done(1, 0.0, None, "Rosa", "suspend", None, "Omar", ""))
    'Rosa suspended Omar'
    """
    return f"{done.by} {DEEDS.get(done.did, done.did).format(whom=done.whom)}".strip()


class Records:
    """Stored moderation data. Each method runs in one transaction; if it fails, nothing has changed."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # administrators

    async def admins(self) -> list[PersonSummary]:
        """Return the administrators."""
        return await self._people(_people().where(PEOPLE.c.id.in_(select(ADMINS.c.person_id))))

    async def grant(self, by: Actor, person: PersonSummary) -> None:
        """Make an account an administrator.

        Raises:
            Malformed: the person is a guest, identified only by a cookie, which is too weak a protection.
        """
        if not person.has_account:
            raise Malformed(f"{person.name} is a guest. Only somebody who keeps their name can be an administrator.")
        async with self.database.write() as db:
            await db.execute(delete(ADMINS).where(ADMINS.c.person_id == person.id))
            await db.execute(insert(ADMINS).values(person_id=person.id, since=time.time()))
            await _note(db, by, "grant", person)

    async def revoke(self, by: Actor, person: PersonSummary) -> None:
        """Remove an administrator.

        Raises:
            Malformed: the person is no administrator.
        """
        async with self.database.write() as db:
            gone = await db.execute(delete(ADMINS).where(ADMINS.c.person_id == person.id))
            if not gone.rowcount:
                raise Malformed(f"{person.name} isn’t an administrator.")
            await _note(db, by, "revoke", person)

    async def invite(self, by: Actor) -> str:
        """Return the token of a new invitation, with which one account can become an administrator."""
        token, now = fresh_token(), time.time()
        async with self.database.write() as db:
            await db.execute(delete(OFFERS).where(OFFERS.c.until < now))
            await db.execute(insert(OFFERS).values(token_hash=hashed(token), until=now + OFFERED))
            await _note(db, by, "invite")
        return token

    async def offered(self, token: str) -> bool:
        """Return whether an invitation is valid."""
        query = select(OFFERS.c.until).where(OFFERS.c.token_hash == hashed(token[:100]), OFFERS.c.until >= time.time())
        return await self.database.first(query) is not None

    async def accept(self, token: str, person: PersonSummary) -> bool:
        """Use up an invitation and make the account an administrator; return False if the invitation is invalid."""
        async with self.database.write() as db:
            mine = OFFERS.c.token_hash == hashed(token[:100]), OFFERS.c.until >= time.time()
            if not person.has_account or not (await db.execute(delete(OFFERS).where(*mine))).rowcount:
                return False
            await db.execute(delete(ADMINS).where(ADMINS.c.person_id == person.id))
            await db.execute(insert(ADMINS).values(person_id=person.id, since=time.time()))
            await _note(db, Actor(person.name, person.id), "accept", person)
            return True

    # people

    async def person(self, person_id: str) -> PersonSummary | None:
        """Return the person with this ID, or None."""
        found = await self._people(_people().where(PEOPLE.c.id == person_id))
        return found[0] if found else None

    async def people(self, text: str, most: int = 50) -> list[PersonSummary]:
        """Search people by ID, e-mail address or part of a name; accounts come before guests."""
        like = PEOPLE.c.name.icontains(text.strip(), autoescape=True)
        which = or_(PEOPLE.c.id == text.strip(), PEOPLE.c.mail == text.strip().lower(), like)
        return await self._people(_people().where(which).limit(most))

    async def the_one(self, text: str) -> PersonSummary:
        """Return the one person with an ID, an e-mail address or a name.

        Raises:
            Malformed: nobody or several people match; the message lists them.
        """
        found = await self.people(text)
        same = [each for each in found if text.strip() in (each.id, each.name)] or found
        if not same:
            raise Malformed(f"Nobody matches {text[:60]!r}. Give a name, an e-mail address or an id.")
        if len(same) > 1:
            matches = ", ".join(f"{each.id} ({each.name})" for each in same[:8])
            raise Malformed(f"Several people have that name: {matches}. Give the id of the one you mean.")
        return same[0]

    async def _people(self, query: Select[Any]) -> list[PersonSummary]:
        rows = await self.database.rows(query)
        return [PersonSummary(row.id, row.name, row.kept_at > 0, row.created_at, row.seen or 0.0) for row in rows]

    # reports

    async def report(self, report: Report) -> None:
        """Store a report."""
        await self.database.run(insert(REPORTS).values(**_fields(report)))

    async def reports(self, closed: bool = False, most: int = 100) -> list[Report]:
        """Return open reports, the oldest first, or closed ones, the latest first."""
        which = REPORTS.c.closed_at > 0 if closed else REPORTS.c.closed_at == 0
        order = REPORTS.c.closed_at.desc() if closed else REPORTS.c.at
        rows = await self.database.rows(select(REPORTS).where(which).order_by(order).limit(most))
        return [Report(**row._mapping) for row in rows]

    async def one(self, report_id: str) -> Report | None:
        """Return the report with this ID, or None."""
        row = await self.database.first(select(REPORTS).where(REPORTS.c.id == report_id))
        return Report(**row._mapping) if row else None

    async def close(self, by: Actor, report_id: str, outcome: str) -> None:
        """Close a report.

        Raises:
            Malformed: it isn't open, or `outcome` is empty or too long.
        """
        outcome = _said(outcome, "Say what was done")
        async with self.database.write() as db:
            which = REPORTS.c.id == report_id, REPORTS.c.closed_at == 0
            row = (await db.execute(select(REPORTS.c.accused_id, REPORTS.c.accused).where(*which))).first()
            if row is None:
                raise Malformed(f"There’s no open report {report_id[:20]!r}.")
            done = update(REPORTS).where(*which).values(closed_at=time.time(), outcome=outcome)
            await db.execute(done)
            await _note(db, by, "close", (row.accused_id, row.accused), f"Report {report_id}: {outcome}")

    # suspensions

    async def suspensions(self) -> list[Suspension]:
        """Return the active suspensions, the latest first."""
        now, since = time.time(), SUSPENSIONS.c.since.desc()
        counts = or_(SUSPENSIONS.c.until.is_(None), SUSPENSIONS.c.until > now)
        query = select(SUSPENSIONS, PEOPLE.c.name).outerjoin(PEOPLE, PEOPLE.c.id == SUSPENSIONS.c.person_id)
        rows = await self.database.rows(query.where(counts).order_by(since))
        return [Suspension(**{**row._mapping, "name": row.name or ""}) for row in rows]

    async def suspend(
        self, by: Actor, whom: PersonSummary | str, reason: str, until: float | None, report: str = ""
    ) -> Suspension:
        """Ban a person or a network from taking seats and chatting; replace their previous suspension.

        Raises:
            Malformed: the network is invalid or too wide, or no reason is given.
        """
        reason, now = _said(reason, "Give a reason, which the person will read"), time.time()
        if isinstance(whom, PersonSummary):
            made = Suspension(fresh_id(), whom.id, None, reason, now, until, whom.name)
            about: tuple[str | None, str] = (whom.id, whom.name)
        else:
            made = Suspension(fresh_id(), None, network(whom), reason, now, until)
            about = (None, made.whom)
        values = {each.key: getattr(made, each.key) for each in columns(SUSPENSIONS, Suspension)}
        which = f" (report {report})" if report else ""
        async with self.database.write() as db:
            same = (
                SUSPENSIONS.c.person_id == made.person_id if made.person_id else SUSPENSIONS.c.network == made.network
            )
            await db.execute(delete(SUSPENSIONS).where(same))
            await db.execute(insert(SUSPENSIONS).values(**values))
            await _note(db, by, "suspend", about, f"{day(until)}: {reason}{which}")
        return made

    async def lift(self, by: Actor, suspension_id: str, why: str = "") -> None:
        """Lift a suspension.

        Raises:
            Malformed: there is no such suspension.
        """
        async with self.database.write() as db:
            query = select(SUSPENSIONS, PEOPLE.c.name).outerjoin(PEOPLE, PEOPLE.c.id == SUSPENSIONS.c.person_id)
            row = (await db.execute(query.where(SUSPENSIONS.c.id == suspension_id))).first()
            if row is None:
                raise Malformed(f"There’s no suspension {suspension_id[:20]!r}.")
            await db.execute(delete(SUSPENSIONS).where(SUSPENSIONS.c.id == suspension_id))
            await _note(db, by, "lift", (row.person_id, row.name or row.network or ""), why[:LONGEST] or row.reason)

    # tables

    async def unlist(self, by: Actor, table_id: str) -> None:
        """Remove a table from the lobby and the library; its players play on.

        Raises:
            Malformed: it isn't listed.
        """
        async with self.database.write() as db:
            query = select(TABLES.c.game).join(LISTINGS).where(TABLES.c.id == table_id)
            game = (await db.execute(query)).scalar()
            if game is None:
                raise Malformed(f"Table {table_id[:20]!r} isn’t shown to strangers.")
            await db.execute(delete(LISTINGS).where(LISTINGS.c.table_id == table_id))
            await _note(db, by, "unlist", (None, f"{game} {table_id}"))

    # announcements

    async def announcements(self) -> list[Announcement]:
        """Return the current announcements, the latest first."""
        query = select(ANNOUNCEMENTS).where(ANNOUNCEMENTS.c.until > time.time())
        rows = await self.database.rows(query.order_by(ANNOUNCEMENTS.c.since.desc()))
        return [Announcement(**row._mapping) for row in rows]

    async def announce(self, by: Actor, text: str, until: float) -> Announcement:
        """Publish an announcement until a time, in place of the previous one.

        Raises:
            Malformed: it is empty or too long, or the time is in the past.
        """
        text, now = _said(text, "Write the notice"), time.time()
        if until <= now:
            raise Malformed("Say how long the notice should stay up. That time is already over.")
        made = Announcement(fresh_id(), text, now, until)
        async with self.database.write() as db:
            await db.execute(delete(ANNOUNCEMENTS))
            await db.execute(insert(ANNOUNCEMENTS).values(**_fields(made)))
            await _note(db, by, "announce", None, f"{day(until)}: {text}")
        return made

    async def quiet(self, by: Actor) -> bool:
        """Remove all announcements; return whether there were any."""
        async with self.database.write() as db:
            gone = (await db.execute(delete(ANNOUNCEMENTS))).rowcount
            if gone:
                await _note(db, by, "quiet")
            return bool(gone)

    # audit log

    async def done(self, most: int = 100, before: int = 0) -> list[Done]:
        """Return entries of the audit log, the latest first; if `before` is given, only those with lower numbers."""
        query = select(AUDIT).order_by(AUDIT.c.n.desc()).limit(most)
        rows = await self.database.rows(query.where(AUDIT.c.n < before) if before else query)
        return [Done(**row._mapping) for row in rows]

    async def note(self, by: Actor, did: str, why: str = "") -> None:
        """Add an entry to the audit log."""
        async with self.database.write() as db:
            await _note(db, by, did, None, why)

    async def signed_in(self, session: str) -> float:
        """Return when a browser session began, in seconds since 1970; 0 if there is no such session."""
        query = select(SESSIONS.c.created_at).where(SESSIONS.c.id == session)
        return float(await self.database.scalar(query) or 0.0)

    async def runs(self, person_id: str) -> bool:
        """Return whether a person is an administrator and has an account."""
        query = select(ADMINS.c.person_id).join(PEOPLE, PEOPLE.c.id == ADMINS.c.person_id)
        mine = query.where(ADMINS.c.person_id == person_id, PEOPLE.c.kept_at > 0)
        return await self.database.first(mine) is not None


def day(until: float | None) -> str:
    """Return an end time in words.

    >>> day(None), day(1796310000.0)
    ('for good', 'until 3 December 2026, 15:00 UTC')
    """
    if until is None:
        return "for good"
    when = time.gmtime(until)
    return time.strftime(f"until {when.tm_mday} %B %Y, %H:%M UTC", when)


def _people() -> Select[Any]:
    seen = select(func.max(SESSIONS.c.seen_at)).where(SESSIONS.c.person_id == PEOPLE.c.id).scalar_subquery()
    columns = (PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.kept_at, PEOPLE.c.created_at, seen.label("seen"))
    return select(*columns).order_by((PEOPLE.c.kept_at > 0).desc(), PEOPLE.c.created_at.desc())


def _said(text: str, ask: str) -> str:
    """Return the text of a reason or an announcement without surplus spaces, cut to the maximum length.

    Raises:
        Malformed: it is empty or much too long.
    """
    found = clean_speech(text)
    if not found or len(text) > 4 * LONGEST:
        raise Malformed(f"{ask}, in at most {LONGEST} characters.")
    return found[:LONGEST]


async def _note(
    db: AsyncConnection,
    by: Actor,
    did: str,
    about: PersonSummary | tuple[str | None, str] | None = None,
    why: str = "",
) -> None:
    person_id, whom = (about.id, about.name) if isinstance(about, PersonSummary) else about or (None, "")
    values = {"at": time.time(), "by_id": by.person_id, "by": by.name, "did": did, "person_id": person_id}
    written: Executable = insert(AUDIT).values(**values, whom=whom, why=why[:2000])
    await db.execute(written)


def _fields(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__dataclass_fields__}
