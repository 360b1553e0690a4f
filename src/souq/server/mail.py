"""E-mail, sent over the SMTP server in the settings. If there is none, nothing is sent."""

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

from souq.engine.errors import SouqError
from souq.server.errors import Malformed
from souq.server.hosts import in_figures

LOG = logging.getLogger("souq.server")

TIMEOUT = 20.0
"""Timeout of SMTP, in seconds."""
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
_WRITTEN = SMTP.clone(max_line_length=400, cte_type="7bit")
"""Settings of Python's ``email`` package. Long header lines aren't wrapped, because some programs can't read that."""
_NOBODY = (550, 551, 553)
"""SMTP reply codes by which a mail server says that it doesn't know the recipient."""
Taken = Literal["taken", "later", "never"]
"""Result of sending an e-mail: accepted ("taken"), to be sent again ("later"), or no such address ("never")."""
_PORTS = {"smtp": 587, "smtps": 465}


class BadMail(SouqError):
    """Raised for a setting that isn't a valid SMTP URL or e-mail address."""


def address_of(text: str) -> str:
    """Validate an e-mail address, and return it trimmed and in lower case, as it's stored.

    >>> address_of(" Amina@Example.ORG ")
    'amina@example.org'

    Raises:
        Malformed: it isn't an address.
    """
    found = text.strip().lower()
    if len(found) > 254 or not _ADDRESS.fullmatch(found) or ".." in found:
        raise Malformed("That isn’t an e-mail address. One looks like amina@example.org.")
    return found


@dataclass(frozen=True, slots=True)
class Server:
    """An SMTP server."""

    host: str
    port: int
    user: str | None
    password: str | None
    tls: bool
    """Whether the connection uses TLS from the start (smtps)."""
    must_hide: bool
    """Whether to require STARTTLS, since a password would otherwise be sent to another machine unencrypted."""

    @property
    def way(self) -> dict[str, Any]:
        """Arguments with which ``aiosmtplib.send`` reaches this server."""
        begun = True if self.must_hide else False if self.tls else None
        known = {"username": self.user, "password": self.password}
        return {"hostname": self.host, "port": self.port, **known, "use_tls": self.tls, "start_tls": begun}


def server_of(url: str) -> Server:
    """Parse the URL of an SMTP server.

    >>> server_of("smtp://souq:secret@mail.example.org")
    Server(host='mail.example.org', port=587, user='souq', password='secret', tls=False, must_hide=True)

    Raises:
        BadMail: it isn't one; the message shows the format.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _PORTS or not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise BadMail(
            "Write the mail server like smtp://user:password@mail.example.org:587, or smtps://… for TLS from the start."
        )
    near = parts.hostname == "localhost" or (in_figures(parts.hostname) and parts.hostname.startswith("127."))
    user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
    tls = parts.scheme == "smtps"
    must_hide = not tls and not near and password is not None
    return Server(parts.hostname, port or _PORTS[parts.scheme], user, password, tls, must_hide)


class Post:
    """Sender of e-mails. If no SMTP server is configured, it sends nothing."""

    def __init__(self, smtp: str, sender: str) -> None:
        self._server = server_of(smtp) if smtp else None
        self._sender = sender
        if self._server and not _ADDRESS.fullmatch(sender):
            raise BadMail("Give the sender’s address, like souq@example.org.")

    @property
    def goes(self) -> bool:
        """Whether e-mails can be sent, because an SMTP server is configured."""
        return self._server is not None

    async def send(self, to: str, subject: str, text: str) -> bool:
        """Send an e-mail; return whether the mail server accepted it.

        Errors are logged without the recipient's address.
        """
        return await self.deliver(to, subject, text, {}) == "taken"

    async def deliver(self, to: str, subject: str, text: str, headers: Mapping[str, str]) -> Taken:
        """Send an e-mail with additional headers; return whether it was accepted or must be sent again.

        Errors are logged without the recipient's address.
        """
        if self._server is None:
            return "later"
        import aiosmtplib  # here, as the settings, which only check addresses, must do without it

        email = EmailMessage()
        email["From"] = formataddr(("souq", self._sender))
        email["To"], email["Subject"] = to, subject
        email["Date"], email["Message-ID"] = formatdate(), make_msgid(domain=self._sender.partition("@")[2])
        email["Auto-Submitted"] = "auto-generated"
        for name, value in headers.items():
            email[name] = value
        email.set_content(text, cte="quoted-printable")  # never base64, which spam filters distrust
        server = self._server
        try:
            await aiosmtplib.send(
                email.as_bytes(policy=_WRITTEN),
                sender=self._sender,
                recipients=[to],
                timeout=TIMEOUT,
                **server.way,
            )
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            LOG.error("An e-mail could not be sent over %s: %s", server.host, type(error).__name__)
            if isinstance(error, aiosmtplib.SMTPRecipientsRefused):  # for good, if it knows none of them
                return "never" if all(each.code in _NOBODY for each in error.recipients) else "later"
            return "later"
        return "taken"
