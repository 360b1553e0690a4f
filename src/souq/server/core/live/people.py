"""People recognised by a cookie in their browser instead of a password.

A guest is a name, an emblem and one browser; :mod:`souq.server.features.accounts` turns a guest who wants it into a
person with an account.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from souq.engine.present.names import BadName, clean_name
from souq.server.core.store.rows import PersonRow
from souq.server.errors import Malformed, OutOfReach, SignedOut

if TYPE_CHECKING:
    from souq.server.core.db.sessions import Sessions

COOKIE, SECURE_COOKIE = "souq_guest", "__Host-souq_guest"
"""The cookie's name, without and with TLS. The prefix ``__Host-`` means that only this very host can set it, over TLS.
"""
COOKIE_DAYS = 400
"""Days after the last visit for which a browser keeps the cookie and the server accepts it."""
RENEWED = 3600.0
"""Seconds after which a visit is stored again and the browser's cookie is renewed."""
ID_LETTERS, ID_LENGTH = "abcdefghijkmnpqrstuvwxyz23456789", 12
"""The 32 characters of a table's ID, and their number in it."""
EMBLEMS = ("crescent", "star", "camel", "palm", "lamp", "rose")
"""The emblems that people can choose from."""
EMBLEM = EMBLEMS[0]
"""The default emblem of a guest. It is the first seat's, since a guest who opens a table usually sits there."""


def _worth_something() -> float:
    """Return the earliest time, in seconds since 1970, of a last use for which a cookie's token is still valid."""
    return time.time() - COOKIE_DAYS * 86_400


def fresh_token() -> str:
    """Return a token of 192 random bits that fits into a cookie or a link."""
    return secrets.token_urlsafe(24)


def fresh_id() -> str:
    """Return 60 random bits as 12 characters, for a table's address.

    >>> len(fresh_id()), fresh_id().isalnum()
    (12, True)
    """
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def hashed(token: str) -> bytes:
    """Return the SHA-256 hash of a token, the only form in which the server stores it."""
    return hashlib.sha256(token.encode()).digest()


def named(text: str) -> str:
    """Return a name, cleaned for display.

    Raises:
        Malformed: the name isn't allowed; the message says why.
    """
    try:
        return clean_name(text)
    except BadName as error:
        raise Malformed(str(error)) from error


@dataclass(frozen=True, slots=True)
class Guest:
    """The person who sends a request, as far as the server recognises them.

    ``person`` is None until the server has a reason to store something about the person.
    """

    token: str
    person: PersonRow | None
    is_new: bool = False
    """Whether the browser sent no cookie."""
    moves: bool = False
    """Whether the browser sent only the cookie without TLS, so that it must be sent the cookie for TLS."""
    session: str = ""
    """ID of the browser's session; "" if the server doesn't recognise the browser."""
    device: str = ""
    """The browser's user agent."""
    renewed: bool = False
    """Whether this visit was stored as the session's last use, so that the cookie must be renewed as well."""

    @property
    def person_id(self) -> str | None:
        """The person's ID; None if nothing is stored about the person."""
        return self.person.id if self.person else None


def require_person(guest: Guest) -> PersonRow:
    """Return the stored person who sent a request.

    Raises:
        Malformed: nothing is stored about the sender.
    """
    if guest.person is None:
        raise Malformed("Nothing is stored about you yet.")
    return guest.person


class People:
    """Recognises people by the cookies of their requests, and stores new people."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def recognise(self, cookies: Mapping[str, str], secure: bool, device: str = "") -> Guest:
        """Return the person whose browser sent these cookies, or a new guest if the server doesn't recognise it.

        Args:
            cookies: all cookies of the request.
            secure: whether the request came over TLS. Then the cookie from before TLS counts only if there is no secure
            one.
            device: the browser's user agent.
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
            with contextlib.suppress(OutOfReach):  # the next visit will be stored
                await self._sessions.seen(session.id, device)
        return Guest(token, person, session=session.id, device=device, renewed=renews)

    async def remember(self, guest: Guest, name: str, emblem: str = "") -> PersonRow:
        """Store a new guest with this name, or change the name of a person who is already stored.

        Raises:
            SignedOut: the person has been deleted meanwhile.
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
