"""A mail server for tests that stores the messages it receives."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.ports import free_port
from tests.server.clients import PATIENCE


class MailServer:
    """The messages received, the latest last."""

    def __init__(self, port: int) -> None:
        self.port, self.messages = port, list[EmailMessage]()
        self.unknown: set[str] = set()
        """Addresses that are rejected as unknown."""

    @property
    def url(self) -> str:
        """The SMTP URL of the server."""
        return f"smtp://localhost:{self.port}"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Accept a recipient unless it is unknown."""
        if address in self.unknown:
            return "550 There is nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Store a message."""
        self.messages.append(cast(EmailMessage, message_from_bytes(envelope.content, policy=policy.default)))
        return "250 OK"

    def message(self, number: int = 1) -> EmailMessage:
        """Return the nth message, waiting until it has arrived."""
        until = time.monotonic() + PATIENCE
        while len(self.messages) < number:
            assert time.monotonic() < until, "no letter came"
            time.sleep(0.02)
        return self.messages[number - 1]


def code_in(letter: EmailMessage) -> str:
    """Return the sign-in code of a message."""
    (code,) = re.findall(r"^ {4}(\w{4}-\w{4})\r?$", letter.get_content(), re.MULTILINE)
    return str(code)


def link_in(letter: EmailMessage) -> str:
    """Return the link of a message."""
    (link,) = re.findall(r"https?://\S+", letter.get_content())
    return str(link)


@contextmanager
def mail_server(password: str = "") -> Iterator[MailServer]:
    """Run a mail server on a free port, with a password if one is given."""
    inbox = MailServer(free_port())

    def authenticate(*args: Any) -> AuthResult:
        given = args[-1]
        return AuthResult(success=isinstance(given, LoginPassword) and given.password == password.encode())

    asks = {"authenticator": authenticate, "auth_required": True, "auth_require_tls": False} if password else {}
    controller = Controller(inbox, hostname="localhost", port=inbox.port, **asks)
    controller.start()
    try:
        yield inbox
    finally:
        controller.stop()
