"""The other side of a session at a table: a connection, who uses it, and how much they may send."""

from __future__ import annotations

from abc import ABC, abstractmethod

from souq.server.core.commands import protocol
from souq.server.core.live.people import Guest


class Gone(Exception):
    """Raised by the methods of a client that has disconnected."""


class Client(ABC):
    """The client of a session.

    By default it is a stranger who may send as much as they like, as on their own device. A server overrides that.
    """

    address = ""
    """The address that is charged for what the client sends."""

    @abstractmethod
    async def receive(self) -> str:
        """Return the client's next message; "" for one that isn't text.

        Raises:
            Gone: the client has disconnected.
        """

    @abstractmethod
    async def send_text(self, text: str) -> None:
        """Send a message.

        Raises:
            Gone: the client has disconnected.
        """

    @abstractmethod
    async def close(self, code: int, reason: str) -> None:
        """Disconnect, with a status code of WebSockets and a reason in words.

        Raises:
            Gone: the client has disconnected already.
        """

    async def recognise(self) -> Guest:
        """Return the person who uses the client."""
        return Guest("", None)

    async def introduce(self, guest: Guest, name: str) -> Guest:
        """Return the person after they have given their name, which is remembered if people are.

        Raises:
            Malformed: the name isn't allowed.
            SignedOut: the person has been deleted meanwhile.
        """
        return guest

    def pay(self, who: str, command: protocol.Command | None) -> None:  # noqa: B027 - free by default
        """Charge rate limits with the cost of a message, which is None if it was malformed.

        Args:
            who: the sender's seat, the person or else the address.
            command: the message.

        Raises:
            TooFast: a limit is exhausted.
        """

    def may_talk(self, who: str) -> bool:
        """Take a chat message from the sender's rate limit, and return whether that was possible."""
        return True

    def may_preview(self, who: str) -> bool:
        """Take a preview of a proposal from the sender's rate limit, and return whether that was possible."""
        return True
