"""Validation of addresses that users entered: only public ones are allowed, none in the server's own network."""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv6Address
from urllib.parse import urlsplit

from souq.server.errors import Malformed

LONGEST = 2000
"""Maximum length of an address, in characters."""

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""Prefix of IPv6 addresses that contain an IPv4 address for translation (NAT64, RFC 6052)."""

_GIVEN_OUT = ipaddress.ip_network("2000::/3")
"""The only range of IPv6 addresses that is used on the public internet so far."""


def address_of(text: str, near: bool) -> str:
    """Validate the URL of a webhook, and return it without surrounding spaces.

    Args:
        text: as the user typed it.
        near: whether private addresses and plain HTTP are allowed.

    Raises:
        Malformed: it isn't a valid or an allowed address; the message says why.
    """
    found = text.strip()
    try:
        parts = urlsplit(found)
        host, _ = parts.hostname, parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    plain = found.isascii() and found.isprintable() and " " not in found and len(found) <= LONGEST
    if not plain or not host or parts.scheme not in (("https", "http") if near else ("https",)) or parts.fragment:
        raise Malformed("That isn’t a webhook address. One looks like https://chat.example.org/hooks/abc123.")
    if parts.username is not None or parts.password is not None:
        raise Malformed("Leave the user name and password out of the address.")
    if not near and figures(host) is not None and not is_public(host):
        raise Malformed("That address belongs to a private network. The people who run this server can allow those.")
    return found


def origin_of(address: str) -> str:
    """Return the scheme, host and port of a URL.

    >>> origin_of("https://push.example.org:8443/v2/abc")
    'https://push.example.org:8443'
    """
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def figures(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address that a URL's host is written as, or None if the host is a name."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def is_public(address: str) -> bool:
    """Return whether an IP address is public: not private, loopback, link-local, multicast or reserved.

    >>> [is_public(each) for each in ("1.1.1.1", "127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1")]
    [True, False, False, False, False, False]
    >>> [is_public(each) for each in ("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "224.0.0.1", "0.0.0.0")]
    [False, False, False, False, False]
    >>> [is_public(each) for each in ("2606:4700::1111", "64:ff9b::101:101", "64:ff9b:1::a00:1", "::a00:1", "fec0::1")]
    [True, True, False, False, False]
    """
    found = figures(address.partition("%")[0])
    if found is None:
        return False
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in _TRANSLATED:
            inner = IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if found not in _GIVEN_OUT:
            return False
    return found.is_global and not found.is_multicast
