"""Sending something to an address that somebody gave: no redirect is followed, no answer read, nobody near reached.

Every address is looked at when it is connected to, whatever name led there: a name that leads to one place when it is
given, and to another when it is used, leads nowhere.
"""

from __future__ import annotations

import socket
import time
from email.utils import parsedate_to_datetime

import aiohttp

from souq.server.features.notifications.reach import is_public

TIMEOUT = 15.0
"""Seconds until an answer has begun."""


def guarded(found: aiohttp.AddrInfoType) -> socket.socket:
    """A socket for one of the addresses to which a name leads.

    Raises:
        OSError: it is none of the internet.
    """
    family, kind, protocol, _, address = found
    if not is_public(str(address[0])):
        raise OSError("That address is none of the internet.")
    return socket.socket(family, kind, protocol)


class Outside:
    """The way out.

    Args:
        near: whether it leads into the house's own network too.
        width: how much is on its way at once.
    """

    def __init__(self, near: bool, width: int) -> None:
        connector = aiohttp.TCPConnector(limit=width, limit_per_host=4, socket_factory=None if near else guarded)
        self._session = aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=TIMEOUT),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
        )

    async def post(self, address: str, body: bytes, headers: dict[str, str]) -> tuple[int, float]:
        """Send something; the status that was answered (0: none was) and for how many seconds to wait."""
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                answer.close()
                return answer.status, _wait(answer.headers.get("Retry-After", ""))
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
            return 0, 0.0

    async def close(self) -> None:
        """Let go of every connection."""
        await self._session.close()


def _wait(said: str) -> float:
    """For how many seconds a receiver wants to be left alone."""
    if said.isascii() and said.isdigit():
        return float(said[:6])
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
