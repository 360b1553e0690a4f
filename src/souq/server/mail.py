"""Mail: how the host's server is reached, and letters that are sent over it. Without one nothing is sent."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formataddr, formatdate, make_msgid
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

import aiosmtplib

from souq.engine.errors import SouqError
from souq.server.errors import Malformed
from souq.server.hosts import in_figures

LOG = logging.getLogger("souq.server")

TIMEOUT = 20.0
"""Seconds for a letter to be taken."""
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
_WRITTEN = SMTP.clone(max_line_length=400, cte_type="7bit")
"""How letters are written: long addresses in their heads stand on one line, as programs read them."""
_NOBODY = (550, 551, 553)
"""By what a server says that there is nobody at an address."""
Taken = Literal["taken", "later", "never"]
"""What became of a letter."""
_PORTS = {"smtp": 587, "smtps": 465}


class BadMail(SouqError):
    """What was given is no server for mail, or no address."""


def address_of(text: str) -> str:
    """An address for mail, as it is kept.

    >>> address_of(" Amina@Example.ORG ")
    'amina@example.org'

    Raises:
        Malformed: it is none.
    """
    found = text.strip().lower()
    if len(found) > 254 or not _ADDRESS.fullmatch(found) or ".." in found:
        raise Malformed("That isn’t an e-mail address. One looks like amina@example.org.")
    return found


@dataclass(frozen=True, slots=True)
class Server:
    """A server for mail."""

    host: str
    port: int
    user: str | None
    password: str | None
    tls: bool
    """Whether everything is said over TLS from the start."""
    must_hide: bool
    """Whether TLS has to be begun before anything else is said: there is a password, and the way is long."""

    @property
    def way(self) -> dict[str, Any]:
        """How ``aiosmtplib`` reaches it."""
        begun = True if self.must_hide else False if self.tls else None
        known = {"username": self.user, "password": self.password}
        return {"hostname": self.host, "port": self.port, **known, "use_tls": self.tls, "start_tls": begun}


def server_of(url: str) -> Server:
    """The server of a URL.

    >>> server_of("smtp://souq:secret@mail.example.org")
    Server(host='mail.example.org', port=587, user='souq', password='secret', tls=False, must_hide=True)

    Raises:
        BadMail: it is none; the message says what one looks like.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadMail(
            "The server for mail is written like smtp://user:password@mail.example.org:587, or smtps://… for TLS from "
            "the start."
        )
    near = parts.hostname == "localhost" or (in_figures(parts.hostname) and parts.hostname.startswith("127."))
    user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
    tls = parts.scheme == "smtps"
    must_hide = not tls and not near and password is not None
    return Server(parts.hostname, port or _PORTS[parts.scheme], user, password, tls, must_hide)


class Post:
    """Sends letters, if the host has said how."""

    def __init__(self, smtp: str, sender: str) -> None:
        self._server = server_of(smtp) if smtp else None
        self._sender = sender
        if self._server and not _ADDRESS.fullmatch(sender):
            raise BadMail("Say from which address mail is sent, like souq@example.org.")

    @property
    def goes(self) -> bool:
        """Whether anything can be sent."""
        return self._server is not None

    async def send(self, to: str, subject: str, text: str) -> bool:
        """Send a letter; whether it was taken. What goes wrong is logged, without the address."""
        return await self.deliver(to, subject, text, {}) == "taken"

    async def deliver(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> Taken:
        """Send a letter with such headers besides: whether it was taken, may be later, or never will."""
        if self._server is None:
            return "later"
        letter = EmailMessage()
        letter["From"] = formataddr(("souq", self._sender))
        letter["To"], letter["Subject"] = to, subject
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self._sender.partition("@")[2])
        letter["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            letter[name] = value
        letter.set_content(text, cte="quoted-printable")  # for all: base64, which some would get, looks like spam
        server = self._server
        try:
            await aiosmtplib.send(
                letter.as_bytes(policy=_WRITTEN),
                sender=self._sender,
                recipients=[to],
                timeout=TIMEOUT,
                **server.way,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            LOG.error("A letter could not be sent over %s: %s", server.host, type(error).__name__)
            return "never" if _nobody(error) else "later"
        return "taken"


def _nobody(error: Exception) -> bool:
    """Whether a server says that there is nobody at an address, and never will be."""
    if not isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        return False
    return all(each.code in _NOBODY for each in error.recipients)
