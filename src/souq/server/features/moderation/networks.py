"""Networks that can be suspended: one IP address, or a range."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from souq.server.errors import Malformed

WIDEST = {4: 12, 6: 24}
"""Minimum prefix lengths of a range, by IP version, so that a mistyped range can't suspend half the internet."""
CUSTOMER = 64
"""Prefix length of the IPv6 range that one internet customer gets; a single IPv6 address means this range."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def network(text: str) -> str:
    """Parse an IP address or a range, and return it as a network.

    >>> network("192.0.2.7"), network("198.51.100.0/24"), network("2001:db8::1")
    ('192.0.2.7/32', '198.51.100.0/24', '2001:db8::/64')

    Raises:
        Malformed: it is neither, or the range is too wide.
    """
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError as error:
        raise Malformed(f"{text[:60]!r} is not an address. Write it like 192.0.2.7 or 198.51.100.0/24.") from error
    if found.prefixlen < WIDEST[found.version]:
        raise Malformed(f"{found} is far too many addresses. The widest range is /{WIDEST[found.version]}.")
    if found.version == 6 and found.prefixlen > CUSTOMER:
        found = ipaddress.ip_network((int(found.network_address) >> CUSTOMER << CUSTOMER, CUSTOMER))
    return str(found)


def within(address: str, network: str) -> bool:
    """Return whether an address belongs to a network.

    >>> within("198.51.100.7", "198.51.100.0/24"), within("2001:db8:1:2::", "198.51.100.0/24"), within("?", "::/64")
    (True, False, False)
    """
    try:
        return ipaddress.ip_address(address) in _network(network)
    except ValueError:
        return False


@lru_cache(maxsize=1024)
def _network(text: str) -> Network:
    return ipaddress.ip_network(text)
