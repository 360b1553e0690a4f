"""Passkeys (WebAuthn): for which host they are, and what is said of those that open nothing."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from souq.server.errors import Refused
from souq.server.hosts import in_figures, name
from souq.server.ops.config.settings import Settings

NUMBERS = "Passkeys need a site with a name, and this address is a number."
HERE = f"{NUMBERS} On this machine, souq is at localhost, too."
PLAIN = "Browsers make passkeys over https only, and this page came over http."
UNNAMED = "Passkeys belong to a house’s own name, and this house doesn’t know its name yet. Its host can say --name."


class NoPasskeys(Refused):
    """Browsers refuse passkeys at this address; the message says why."""


class NotProven(Refused):
    """A passkey, a code or a link that opens nothing. All are told the same."""

    status = 401


@dataclass(frozen=True, slots=True)
class Party:
    """The relying party: the host that passkeys are for, and the origin of its pages."""

    id: str
    origin: str


def party_of(origin: str, settings: Settings) -> Party:
    """For whom the passkeys of a page are: the server's own name, or this machine.

    >>> party_of("http://localhost:8000", Settings()).id
    'localhost'
    >>> party_of("https://souq.example", Settings(hosts=("souq.example",))).id
    'souq.example'

    Raises:
        NoPasskeys: browsers make none there.
    """
    asked = name(urlsplit(origin).netloc)
    if in_figures(asked):
        raise NoPasskeys(HERE if asked in ("127.0.0.1", "::1") else NUMBERS)
    if asked == "localhost" or asked.endswith(".localhost"):
        return Party("localhost", origin)
    own = {name(each) for each in settings.hosts} | {name(urlsplit(each).netloc) for each in settings.origins}
    if asked not in own:
        raise NoPasskeys(UNNAMED)
    if not origin.startswith("https://"):
        raise NoPasskeys(PLAIN)
    return Party(asked, origin)


def refusal() -> NotProven:
    """What is said of every passkey that opens nothing."""
    return NotProven("That passkey opens nothing here. Try another way in.")
