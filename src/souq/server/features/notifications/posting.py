"""HTTP requests to addresses that users entered: no redirects, no response bodies, no private addresses (SSRF).

The IP address is checked when connecting, so a name that later resolves to another address is checked too (DNS
rebinding).
"""

from __future__ import annotations

import socket
import time
from email.utils import parsedate_to_datetime

import aiohttp

from souq.server.features.notifications.reach import is_public

TIMEOUT = 15.0
"""Timeout until the response's headers arrive, in seconds."""


def guarded(found: aiohttp.AddrInfoType) -> socket.socket:
    """Return a socket for connecting to an IP address, unless the address is private.

    Raises:
        OSError: the address isn't public.
    """
    family, kind, protocol, _, address = found
    if not is_public(str(address[0])):
        raise OSError("That address isn’t on the public internet.")
    return socket.socket(family, kind, protocol)


class Outside:
    """HTTP client for addresses that users entered.

    Args:
        near: whether private addresses are allowed.
        width: maximum number of concurrent connections.
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
        """Send a POST request; return the status (0: no response) and the seconds to wait before the next request."""
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                answer.close()
                return answer.status, _wait(answer.headers.get("Retry-After", ""))
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
            return 0, 0.0

    async def close(self) -> None:
        """Close every connection."""
        await self._session.close()


def _wait(said: str) -> float:
    """Return the seconds to wait from a Retry-After header, which is a number of seconds or a date; 0 if invalid."""
    if said.isascii() and said.isdigit():
        return float(said[:6])
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
