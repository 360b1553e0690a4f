"""Storage of sign-in methods: passkeys, recovery codes and e-mail addresses."""

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
"""Maximum number of passkeys per person."""


@dataclass(frozen=True, slots=True)
class Known:
    """A person's sign-in methods: passkeys, the number of recovery codes, and the e-mail address."""

    passkeys: tuple[Passkey, ...] = ()
    codes: int = 0
    mail: str | None = None
    handle: bytes | None = None

    def left_without(self, what: str, party: str, mails: bool) -> bool:
        """Return whether a person can still sign in here if they remove the method `what`.

        Args:
            what: a passkey's ID, `codes` or `mail`.
            party: the server's relying party; passkeys of other relying parties do not count.
            mails: whether the server sends e-mails.
        """
        keys = any(each.id != what and each.party == party for each in self.passkeys)
        return keys or bool(self.codes and what != "codes") or bool(mails and self.mail and what != "mail")


class SignInMethods:
    """Storage of sign-in methods. Each call is one transaction; if it fails, nothing has changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person_id: str) -> Known:
        """Return a person's sign-in methods."""
        mine = select(PASSKEYS).where(PASSKEYS.c.person_id == person_id).order_by(PASSKEYS.c.created_at)
        codes = select(func.count()).select_from(CODES).where(CODES.c.person_id == person_id)
        async with self._database.read() as db:
            passkeys = tuple(Passkey(**row._mapping) for row in await db.execute(mine))
            left = int((await db.execute(codes)).scalar() or 0)
            person = (await db.execute(select(PEOPLE.c.mail, PEOPLE.c.handle).where(PEOPLE.c.id == person_id))).first()
        return Known(passkeys, left, person.mail, person.handle) if person else Known()

    async def passkey(self, credential: bytes) -> tuple[Passkey, bytes | None] | None:
        """Return the passkey with this credential ID and its owner's WebAuthn user handle, or None if unknown."""
        whose = select(*columns(PASSKEYS, Passkey), PEOPLE.c.handle).join(PEOPLE, PEOPLE.c.id == PASSKEYS.c.person_id)
        row = await self._database.first(whose.where(PASSKEYS.c.credential == credential))
        if row is None:
            return None
        *passkey, handle = row
        return Passkey(*passkey), handle

    async def add(self, passkey: Passkey, handle: bytes) -> None:
        """Store a new passkey; a guest becomes an account.

        Raises:
            Refused: it exists already, or the person has too many.
            SignedOut: the person has been deleted.
        """
        mine = select(func.count()).select_from(PASSKEYS).where(PASSKEYS.c.person_id == passkey.person_id)
        try:
            async with self._database.write() as db:
                await _keeps(db, passkey.person_id, handle=func.coalesce(PEOPLE.c.handle, handle))
                called = select(PEOPLE.c.handle).where(PEOPLE.c.id == passkey.person_id)
                if (await db.execute(called)).scalar() != handle:  # made while another browser made the first
                    raise Refused(
                        "Delete this passkey in your browser and try again. Another one was added at the same moment."
                    )
                if int((await db.execute(mine)).scalar() or 0) >= MOST:
                    raise Refused(f"Remove a passkey you no longer use first. You already have {MOST}.")
                await db.execute(insert(PASSKEYS).values(**asdict(passkey)))
        except IntegrityError as error:
            raise Refused("That passkey is already in use here. Make a new one.") from error

    async def used(self, passkey: Passkey, uses: int) -> None:
        """Store the time when a passkey signed in, and the signature counter `uses` that its authenticator reported."""
        async with self._database.write() as db:
            this = PASSKEYS.c.credential == passkey.credential
            await db.execute(update(PASSKEYS).where(this).values(uses=uses, used_at=time.time()))

    async def call(self, person_id: str, passkey: str, name: str) -> bool:
        """Rename one of a person's passkeys; return whether the person has that passkey."""
        mine = PASSKEYS.c.person_id == person_id, PASSKEYS.c.id == passkey
        return await self._database.run(update(PASSKEYS).where(*mine).values(name=name)) > 0

    async def remove(self, person_id: str, passkey: str) -> bool:
        """Delete a person's passkey; return whether they had it."""
        mine = PASSKEYS.c.person_id == person_id, PASSKEYS.c.id == passkey
        return await self._database.run(delete(PASSKEYS).where(*mine)) > 0

    async def set_codes(self, person_id: str, hashes: Iterable[bytes]) -> None:
        """Replace a person's recovery codes; a guest becomes an account.

        Raises:
            SignedOut: the person has been deleted.
        """
        now = time.time()
        rows = [{"code_hash": each, "person_id": person_id, "created_at": now} for each in hashes]
        async with self._database.write() as db:
            await _keeps(db, person_id)
            await db.execute(delete(CODES).where(CODES.c.person_id == person_id))
            await db.execute(insert(CODES), rows)

    async def drop_codes(self, person_id: str) -> None:
        """Delete a person's recovery codes."""
        await self._database.run(delete(CODES).where(CODES.c.person_id == person_id))

    async def with_code(self, code_hash: bytes) -> str | None:
        """Return the ID of the person who owns a recovery code, or None. The code isn't deleted yet."""
        query = select(CODES.c.person_id).where(CODES.c.code_hash == code_hash)
        return await self._database.scalar(query)

    async def with_mail(self, mail: str) -> str | None:
        """Return the ID of the person with an e-mail address, or None."""
        return await self._database.scalar(select(PEOPLE.c.id).where(PEOPLE.c.mail == mail))

    async def set_mail(self, person_id: str, mail: str | None) -> None:
        """Store an e-mail address that a person has confirmed; a guest becomes an account. None deletes the address.

        Raises:
            Refused: another account has the address.
            SignedOut: the person has been deleted.
        """
        try:
            async with self._database.write() as db:
                if mail is None:
                    await db.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(mail=None))
                else:
                    await _keeps(db, person_id, mail=mail)
        except IntegrityError as error:
            raise Refused(
                "This address already signs you in under another name. Sign in there and remove it first."
            ) from error

    async def settle(self, person_id: str, chosen: dict[str, Any]) -> dict[str, Any]:
        """Update a person's stored settings with those in `chosen`, and return all of them.

        Raises:
            SignedOut: the person has been deleted.
        """
        async with self._database.write() as db:
            mine = PEOPLE.c.id == person_id
            found = (await db.execute(select(PEOPLE.c.settings).where(mine).with_for_update())).first()
            if found is None:
                raise SignedOut
            settings = dict(found.settings or {}) | chosen
            await db.execute(update(PEOPLE).where(mine).values(settings=settings))
        return settings


async def _keeps(db: AsyncConnection, person_id: str, **values: Any) -> None:
    """Turn a guest into an account, if the person is still a guest, and set the given columns of their row.

    Raises:
        SignedOut: the person has been deleted.
    """
    since = case((PEOPLE.c.kept_at > 0, PEOPLE.c.kept_at), else_=time.time())
    done = await db.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(kept_at=since, **values))
    if not done.rowcount:
        raise SignedOut
