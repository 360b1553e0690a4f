"""Identification of the players in the queue: guests by their cookie, programs by a ticket (a secret token)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from souq.server.core.live.people import Guest, People, fresh_token, hashed, named
from souq.server.errors import NoSeat

WORTHLESS = "This ticket isn’t valid here. Wait without one, and you get one."


@dataclass(frozen=True, slots=True)
class Asker:
    """A player who is in the queue or wants to join it."""

    id: str
    person_id: str | None = None
    token_hash: bytes | None = None
    ticket: str | None = None
    """Secret token issued to a new program, which receives it once; None for everyone else."""
    name: str = "Guest"


def known(guest: Guest, ticket: str | None) -> Asker | None:
    """Return the identity of a caller with a cookie or ticket, or None for a new caller."""
    if ticket:
        if not 16 <= len(ticket) <= 100 or not ticket.isascii():
            raise NoSeat(WORTHLESS)
        return Asker(hashed(ticket).hex(), None, hashed(ticket))
    return Asker(guest.person.id, guest.person.id) if guest.person else None


async def asker(people: People, guest: Guest, ticket: str | None, name: str) -> Asker:
    """Return the identity of a caller who wants to join the queue.

    A guest with a cookie is stored as a person. A new caller receives a ticket.
    """
    called = named(name or (guest.person.name if guest.person else "") or "Guest")
    found = known(guest, ticket)
    if found is not None and ticket:
        return replace(found, name=called)
    if guest.is_new:
        fresh = fresh_token()
        return Asker(hashed(fresh).hex(), None, hashed(fresh), fresh, called)
    person = await people.remember(guest, called)
    return Asker(person.id, person.id, name=called)
