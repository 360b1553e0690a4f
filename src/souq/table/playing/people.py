"""Guests: a name, an emblem, and a cookie that only its browser knows. No e-mail, no password."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from souq.engine.names import BadName, clean_name
from souq.table.errors import Malformed
from souq.table.stored.rows import PersonRow
from souq.table.stored.storage import Storage

COOKIE, SECURE_COOKIE = "souq_guest", "__Host-souq_guest"
"""Name of the cookie; behind TLS it has one that only this very host can set, and only over TLS."""
COOKIE_DAYS = 400
"""How long a browser keeps it after the last visit."""
EMBLEM = "crescent"
"""That of the first seat, where guests sit at tables of their own: they are shown with it everywhere."""


def fresh_token() -> str:
    """192 random bits that fit into a cookie or a link."""
    return secrets.token_urlsafe(24)


def fresh_id() -> str:
    """60 random bits, for a table's address.

    >>> len(fresh_id()), fresh_id().isalnum()
    (12, True)
    """
    return "".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(12))


def hashed(token: str) -> bytes:
    """All that the house keeps of a token."""
    return hashlib.sha256(token.encode()).digest()


def named(text: str) -> str:
    """A name as it is shown.

    Raises:
        Malformed: nobody could read it.
    """
    try:
        return clean_name(text)
    except BadName as error:
        raise Malformed(str(error)) from error


@dataclass(frozen=True, slots=True)
class Guest:
    """Whoever sent a request. ``person`` is None for somebody who has done nothing here yet."""

    token: str
    person: PersonRow | None
    is_new: bool = False
    """The browser has no cookie yet."""
    moves: bool = False
    """The browser has a cookie from before there was TLS, and is to be given the secure one."""

    @property
    def person_id(self) -> str | None:
        """Under which the house knows them, if it does."""
        return self.person.id if self.person else None


class People:
    """Who is who."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def recognise(self, cookies: Mapping[str, str], secure: bool) -> Guest:
        """The guest whose browser has these cookies; somebody new without one.

        Args:
            cookies: all that it sent.
            secure: whether they came over TLS. Then a cookie from before counts for as long as there is no other.
        """
        if not secure or SECURE_COOKIE in cookies:
            return await self._known(cookies.get(SECURE_COOKIE if secure else COOKIE))
        guest = await self._known(cookies.get(COOKIE))
        return replace(guest, moves=True) if guest.person else Guest(fresh_token(), None, is_new=True)

    async def _known(self, token: str | None) -> Guest:
        if not token or not 20 <= len(token) <= 100 or not token.isascii():
            return Guest(fresh_token(), None, is_new=True)
        return Guest(token, await self._storage.person(hashed(token)))

    async def remember(self, guest: Guest, name: str) -> PersonRow:
        """Store a guest under a name; a known guest is renamed."""
        person = guest.person
        if person and person.name == name:
            return person
        row = PersonRow(person.id if person else fresh_id(), name, EMBLEM)
        await self._storage.remember(row, hashed(guest.token))
        return row
