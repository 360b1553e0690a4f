"""Client addresses: which addresses share a limit, and which proxies may report a client's address."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send


@lru_cache(maxsize=4096)
def counted(address: str) -> str:
    """Return the address under which a client is counted for limits.

    This is an IPv6 client's /64 network, since one customer has all of its addresses.

    >>> counted("192.0.2.7"), counted("2001:db8:1:2:3:4:5:6"), counted("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if found.is_loopback:
        return str(found)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64))


class Proxies:
    """A set of IP addresses and networks, such as the reverse proxies in front of the server; supports ``in``."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(each) for each in addresses]

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in network for network in self._networks)


_NAMED = re.compile(r"\[([^\]]*)\](?::\d+)?|([^:]*):\d+")
"""Pattern of an address in a proxy's header that isn't plain: IPv6 in brackets, or an address with a port."""
_SCHEMES = {"http": False, "ws": False, "https": True, "wss": True}


def asked_for(named: Iterable[str], proxies: Proxies) -> str:
    """Return the address of the client behind trusted proxies: the last forwarded address that isn't a proxy's.

    Each proxy appends the address from which it received the request, so anything before the returned address may be
    forged. If all addresses are trusted proxies, the first is returned.

    >>> asked_for(["192.0.2.1, 198.51.100.7:4711", "10.0.0.2"], Proxies(["10.0.0.0/24"]))
    '198.51.100.7'
    """
    found = [each for line in named for part in line.split(",") if (each := _bare(part))]
    return next((each for each in reversed(found) if each not in proxies), found[0] if found else "")


def _bare(text: str) -> str:
    found = _NAMED.fullmatch(text.strip())
    return text.strip() if found is None else found[1] or found[2] or ""


class Forwarded:
    """Middleware that reads a client's address and scheme from the headers that trusted proxies add to a request."""

    def __init__(self, app: ASGIApp, proxies: Iterable[str]) -> None:
        self._app, self._proxies = app, Proxies(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        client = scope.get("client")
        if client and client[0] in self._proxies:
            scope = self._seen(scope)
        await self._app(scope, receive, send)

    def _seen(self, scope: Scope) -> Scope:
        """Return the request with the client's address and scheme as the proxy reported them."""
        headers, seen = Headers(scope=scope), dict[str, object]()
        if where := asked_for(headers.getlist("x-forwarded-for"), self._proxies):
            seen["client"] = (where, 0)
        said = ",".join(headers.getlist("x-forwarded-proto")).rpartition(",")[2].strip().lower()
        if said in _SCHEMES:
            plain, secure = ("ws", "wss") if scope["type"] == "websocket" else ("http", "https")
            seen["scheme"] = secure if _SCHEMES[said] else plain
        # Drop the address where this server listens: the client asked the proxy's.
        return {**scope, **seen, "server": None} if seen else scope
