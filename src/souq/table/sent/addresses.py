"""Where requests come from: which addresses count as one, and which are believed when they name another."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import lru_cache

from souq.engine.errors import SouqError


class NoAddress(SouqError):
    """What was given is no address of a machine or network."""


@lru_cache(maxsize=4096)
def counted(address: str) -> str:
    """As whose an address counts: one that is IPv6 as its network of 2**64, which one customer is given whole.

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


def proxy(text: str) -> str:
    """The address or network of a reverse proxy, as it is believed.

    >>> proxy("172.17.0.0/16")
    '172.17.0.0/16'

    Raises:
        NoAddress: it is none; the message says what one looks like.
    """
    return _network(text, "proxy", "10.0.0.2, or 172.17.0.0/16")


def machine(text: str) -> str:
    """The address or network of a machine, as it is let in.

    >>> machine("10.0.0.7")
    '10.0.0.7'

    Raises:
        NoAddress: it is none; the message says what one looks like.
    """
    _network(text, "machine", "10.0.0.7, or 10.0.0.0/24")
    return text


def _network(text: str, whose: str, such: str) -> str:
    """An address as a network.

    Raises:
        NoAddress: it is none.
    """
    try:
        return str(ipaddress.ip_network(text))
    except ValueError as error:
        raise NoAddress(
            f"{text!r} is not the address of a {whose}. Write it like {such} for a whole network."
        ) from error


class Proxies:
    """Addresses and networks, like those of the reverse proxies that are believed when they say for whom they ask."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self._networks = [ipaddress.ip_network(each) for each in addresses]

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in network for network in self._networks)
