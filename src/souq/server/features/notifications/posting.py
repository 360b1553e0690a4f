"""HTTP requests to addresses that users gave: no redirects, no answers read, no private addresses (SSRF).

The IP address is checked when connecting, so a name that resolves differently later gains nothing (DNS rebinding).
"""

from __future__ import annotations

import socket
import time
from email.utils import parsedate_to_datetime

import aiohttp

from souq.server.features.notifications.reach import is_public

TIMEOUT = 15.0
"""Seconds until the answer's headers must have arrived."""


def guarded(found: aiohttp.AddrInfoType) -> socket.socket:
    """Return a socket for one of the IP addresses to which a name resolves.

    Raises:
        OSError: the address isn't public.
    """
    family, kind, protocol, _, address = found
    if not is_public(str(address[0])):
        raise OSError("That address isn’t on the public internet.")
    return socket.socket(family, kind, protocol)


class Outside:
    """HTTP client for addresses that users gave.

    Args:
        near: whether private addresses are allowed.
        width: connections at the same time.
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
        """Send a POST request; return the status (0: no answer) and the seconds to wait before another."""
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
    """Return the seconds that a Retry-After header asks for, which is a number or a date."""
    if said.isascii() and said.isdigit():
        return float(said[:6])
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time.time())
    except (TypeError, ValueError):
        return 0.0
