"""Passkeys (WebAuthn): the relying party of a page, and the errors that players see."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from souq.server.errors import Refused
from souq.server.hosts import in_figures, name
from souq.server.ops.config.settings import Settings

NUMBERS = "Passkeys need a site with a name, and this address is a number."
HERE = f"{NUMBERS} On this machine you can use localhost instead."
PLAIN = "Browsers make passkeys over https only, and this page came over http."
UNNAMED = "Passkeys belong to a server’s name, and this server has none yet. Its host can set --name."


class NoPasskeys(Refused):
    """Refusal of passkeys at this address; the message says why browsers would refuse them."""


class NotProven(Refused):
    """Refusal of a passkey, a code or a link. The message does not reveal which part is wrong."""

    status = 401


@dataclass(frozen=True, slots=True)
class Party:
    """A WebAuthn relying party: the host name that passkeys are bound to, and the origin of its pages."""

    id: str
    origin: str


def party_of(origin: str, settings: Settings) -> Party:
    """Return the relying party for a page's origin: the server's own name, or localhost.

    >>> party_of("http://localhost:8000", Settings()).id
    'localhost'
    >>> party_of("https://souq.example", Settings(hosts=("souq.example",))).id
    'souq.example'

    Raises:
        NoPasskeys: browsers make no passkeys at this address.
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
    """Return the error for a failed passkey sign-in. It is always the same, so that it doesn't reveal the reason."""
    return NotProven("That passkey doesn’t work here. Try another way to sign in.")
