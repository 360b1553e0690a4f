"""The ways by which somebody comes back, as they are stored: passkeys, recovery codes, an address for mail."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import case, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.declaring import columns
from souq.server.core.db.engines import Database
from souq.server.core.db.models import CODES, PEOPLE
from souq.server.errors import Refused, SignedOut
from souq.server.features.accounts.models import PASSKEYS, Passkey

MOST = 20
"""Passkeys of one person."""


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody comes back by."""

    passkeys: tuple[Passkey, ...] = ()
    codes: int = 0
    mail: str | None = None
    handle: bytes | None = None

    def left_without(self, what: str, party: str, mails: bool) -> bool:
        """Whether there is another way in here than a passkey (its id), the ``codes`` or the ``mail``.

        Args:
            what: which one is left out.
            party: the name of this house; passkeys that were made for another open nothing here.
            mails: whether it sends letters.
        """
        keys = any(each.id != what and each.party == party for each in self.passkeys)
        return keys or bool(self.codes and what != "codes") or bool(mails and self.mail and what != "mail")


class Ways:
    """Everybody's ways in. Every method is one transaction; a failed one has changed nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person_id: str) -> Known:
        """By what somebody comes back."""
        mine = select(PASSKEYS).where(PASSKEYS.c.person_id == person_id).order_by(PASSKEYS.c.created_at)
        codes = select(func.count()).select_from(CODES).where(CODES.c.person_id == person_id)
        async with self._database.read() as db:
            passkeys = tuple(Passkey(**row._mapping) for row in await db.execute(mine))
            left = int((await db.execute(codes)).scalar() or 0)
            person = (await db.execute(select(PEOPLE.c.mail, PEOPLE.c.handle).where(PEOPLE.c.id == person_id))).first()
        return Known(passkeys, left, person.mail, person.handle) if person else Known()

    async def passkey(self, credential: bytes) -> tuple[Passkey, bytes | None] | None:
        """The passkey that an authenticator calls so, and what it calls its person."""
        whose = select(*columns(PASSKEYS, Passkey), PEOPLE.c.handle).join(PEOPLE, PEOPLE.c.id == PASSKEYS.c.person_id)
        row = await self._database.first(whose.where(PASSKEYS.c.credential == credential))
        if row is None:
            return None
        *passkey, handle = row
        return Passkey(*passkey), handle

    async def add(self, passkey: Passkey, handle: bytes) -> None:
        """Store a new passkey; its person keeps their name from now on.

        Raises:
            Refused: it is stored already, or there are too many.
            SignedOut: there is no such person any more.
        """
        mine = select(func.count()).select_from(PASSKEYS).where(PASSKEYS.c.person_id == passkey.person_id)
        try:
            async with self._database.write() as db:
                await _keeps(db, passkey.person_id, handle=func.coalesce(PEOPLE.c.handle, handle))
                called = select(PEOPLE.c.handle).where(PEOPLE.c.id == passkey.person_id)
                if (await db.execute(called)).scalar() != handle:  # made while another browser made the first
                    raise Refused("Another passkey was made in this moment. Remove this one there, and try once more.")
                if int((await db.execute(mine)).scalar() or 0) >= MOST:
                    raise Refused(f"You have {MOST} passkeys. Remove one that you no longer use first.")
                await db.execute(insert(PASSKEYS).values(**asdict(passkey)))
        except IntegrityError as error:
            raise Refused("That passkey is already in use here. Make a new one.") from error

    async def used(self, passkey: Passkey, uses: int) -> None:
        """A passkey has opened the door; ``uses`` is how often its authenticator says it has."""
        async with self._database.write() as db:
            this = PASSKEYS.c.credential == passkey.credential
            await db.execute(update(PASSKEYS).where(this).values(uses=uses, used_at=time.time()))

    async def call(self, person_id: str, passkey: str, name: str) -> bool:
        """Give one of somebody's passkeys another name; whether they have it."""
        mine = PASSKEYS.c.person_id == person_id, PASSKEYS.c.id == passkey
        return await self._database.run(update(PASSKEYS).where(*mine).values(name=name)) > 0

    async def remove(self, person_id: str, passkey: str) -> bool:
        """Forget one of somebody's passkeys; whether they had it."""
        mine = PASSKEYS.c.person_id == person_id, PASSKEYS.c.id == passkey
        return await self._database.run(delete(PASSKEYS).where(*mine)) > 0

    async def set_codes(self, person_id: str, hashes: Iterable[bytes]) -> None:
        """New recovery codes in place of all that somebody has; they keep their name from now on.

        Raises:
            SignedOut: there is no such person any more.
        """
        now = time.time()
        rows = [{"code_hash": each, "person_id": person_id, "created_at": now} for each in hashes]
        async with self._database.write() as db:
            await _keeps(db, person_id)
            await db.execute(delete(CODES).where(CODES.c.person_id == person_id))
            await db.execute(insert(CODES), rows)

    async def drop_codes(self, person_id: str) -> None:
        """Somebody's recovery codes are worth nothing from now on."""
        await self._database.run(delete(CODES).where(CODES.c.person_id == person_id))

    async def with_code(self, code_hash: bytes) -> str | None:
        """Whose recovery code it is. It is used up with the session that it opens."""
        query = select(CODES.c.person_id).where(CODES.c.code_hash == code_hash)
        return await self._database.scalar(query)

    async def with_mail(self, mail: str) -> str | None:
        """Whose address it is."""
        return await self._database.scalar(select(PEOPLE.c.id).where(PEOPLE.c.mail == mail))

    async def set_mail(self, person_id: str, mail: str | None) -> None:
        """Store the address that somebody has shown to be theirs; they keep their name from now on. None: forget it.

        Raises:
            Refused: somebody else signs in with it.
            SignedOut: there is no such person any more.
        """
        try:
            async with self._database.write() as db:
                if mail is None:
                    await db.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(mail=None))
                else:
                    await _keeps(db, person_id, mail=mail)
        except IntegrityError as error:
            raise Refused(
                "You sign in with this address already, under another name. Sign in there and remove it first."
            ) from error

    async def settle(self, person_id: str, chosen: dict[str, Any]) -> dict[str, Any]:
        """Store settings that somebody has chosen beside those they have; all they have now."""
        async with self._database.write() as db:
            mine = PEOPLE.c.id == person_id
            found = (await db.execute(select(PEOPLE.c.settings).where(mine).with_for_update())).first()
            if found is None:
                raise SignedOut
            settings = dict(found.settings or {}) | chosen
            await db.execute(update(PEOPLE).where(mine).values(settings=settings))
        return settings


async def _keeps(db: AsyncConnection, person_id: str, **values: Any) -> None:
    """Somebody keeps their name from now on, if they did not before.

    Raises:
        SignedOut: there is no such person any more.
    """
    since = case((PEOPLE.c.kept_at > 0, PEOPLE.c.kept_at), else_=time.time())
    done = await db.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(kept_at=since, **values))
    if not done.rowcount:
        raise SignedOut
