"""Who is who: guests and people, known by a cookie that only their browser has. No password.

A guest is a name, an emblem and one browser; :mod:`souq.server.features.accounts` makes a person of a guest who wants
to be one.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from souq.engine.present.names import BadName, clean_name
from souq.server.core.db.models import PersonRow
from souq.server.core.db.sessions import Sessions
from souq.server.errors import Malformed, OutOfReach, SignedOut

COOKIE, SECURE_COOKIE = "souq_guest", "__Host-souq_guest"
"""Name of the cookie; behind TLS it has one that only this very host can set, and only over TLS."""
COOKIE_DAYS = 400
"""How long a browser keeps it after the last visit, and the house what it proves."""
RENEWED = 3600.0
"""Seconds after which a visit is noted, and the browser told to keep its cookie for so long again."""
EMBLEMS = ("crescent", "star", "camel", "palm", "lamp", "rose")
"""Those one may be shown with."""
EMBLEM = EMBLEMS[0]
"""That of the first seat, where guests sit at tables of their own: they are shown with it everywhere."""


def _worth_something() -> float:
    """Since when a token must have been used to prove anything."""
    return time.time() - COOKIE_DAYS * 86_400


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
    session: str = ""
    """Which of their browsers it is; "" of somebody unknown."""
    device: str = ""
    """What the browser calls itself."""
    renewed: bool = False
    """The visit was noted: the browser is to keep its cookie for longer."""

    @property
    def person_id(self) -> str | None:
        """Under which the house knows them, if it does."""
        return self.person.id if self.person else None


def kept(guest: Guest) -> PersonRow:
    """Return the person who asks.

    Raises:
        Malformed: a guest asks, who has nothing of the kind.
    """
    if guest.person is None:
        raise Malformed("There’s nothing kept about you here yet.")
    return guest.person


class People:
    """Who is who."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def recognise(self, cookies: Mapping[str, str], secure: bool, device: str = "") -> Guest:
        """The guest whose browser has these cookies; somebody new without one.

        Args:
            cookies: all that it sent.
            secure: whether they came over TLS. Then a cookie from before counts for as long as there is no other.
            device: what the browser calls itself.
        """
        if not secure or SECURE_COOKIE in cookies:
            return await self._known(cookies.get(SECURE_COOKIE if secure else COOKIE), device)
        guest = await self._known(cookies.get(COOKIE), device)
        return replace(guest, moves=True) if guest.person else Guest(fresh_token(), None, is_new=True, device=device)

    async def _known(self, token: str | None, device: str) -> Guest:
        if not token or not 20 <= len(token) <= 100 or not token.isascii():
            return Guest(fresh_token(), None, is_new=True, device=device)
        now = time.time()
        found = await self._sessions.known(hashed(token), _worth_something())
        if found is None:
            return Guest(token, None, device=device)
        person, session = found
        renews = now - session.seen_at > RENEWED
        if renews:
            with contextlib.suppress(OutOfReach):  # the next visit is noted
                await self._sessions.seen(session.id, device)
        return Guest(token, person, session=session.id, device=device, renewed=renews)

    async def remember(self, guest: Guest, name: str, emblem: str = "") -> PersonRow:
        """Store a guest under a name; a known guest is renamed.

        Raises:
            SignedOut: who they were is known no more.
        """
        person = guest.person
        if person is None:
            made = PersonRow(fresh_id(), name, emblem or EMBLEM)
            known = hashed(guest.token), fresh_id(), guest.device, _worth_something()
            return await self._sessions.remember(made, *known)
        row = replace(person, name=name, emblem=emblem or person.emblem)
        if row != person and not await self._sessions.rename(row):
            raise SignedOut
        return row
