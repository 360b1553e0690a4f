"""Host names and origins (scheme, host and port of a site): parsing and comparing them."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass

from souq.engine.errors import SouqError

_HOST = re.compile(
    r"(?:(?P<name>[a-z0-9-]+(?:\.[a-z0-9-]+)*)|\[(?P<figures>[0-9a-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?",
    re.ASCII | re.IGNORECASE,
)
_LONGEST = 253
"""Maximum length of a DNS name (RFC 1035)."""


@dataclass(frozen=True, slots=True)
class Host:
    """A host, with its port if one was given."""

    name: str
    """Name in lower case; an IPv6 address is without its brackets."""
    port: int | None = None

    def __str__(self) -> str:
        name = f"[{self.name}]" if ":" in self.name else self.name
        return name if self.port is None else f"{name}:{self.port}"


def host_of(text: str) -> Host | None:
    r"""Parse a host with an optional port, as in the header ``Host``; return None if it isn't exactly that.

    Parsers disagree about unusual texts: ``evil.example\@souq.example`` is one host to a browser and another to a
    library. So only a plain name or an IPv6 address in brackets is accepted.

    >>> host_of("Souq.Example:8000"), host_of("[::1]")
    (Host(name='souq.example', port=8000), Host(name='::1', port=None))
    >>> host_of("evil.example\\@souq.example"), host_of("souq.example:8000@evil.example"), host_of("souq.example.")
    (None, None, None)
    """
    found = _HOST.fullmatch(text)
    if found is None or len(found["name"] or "") > _LONGEST:
        return None
    port = int(found["port"]) if found["port"] else None
    if port is not None and not 1 <= port <= 65_535:
        return None
    if found["figures"] and not (":" in found["figures"] and in_figures(found["figures"])):
        return None
    return Host((found["name"] or found["figures"]).lower(), port)


def name(text: str) -> str:
    """Return the name of a host without its port, or "" if the text isn't a host.

    >>> name("Souq.Example:8000"), name("[::1]:8000")
    ('souq.example', '::1')
    """
    found = host_of(text)
    return found.name if found else ""


def in_figures(asked: str) -> bool:
    """Return whether a host is given as an IP address rather than as a name.

    >>> in_figures("192.0.2.7"), in_figures("::1"), in_figures("souq.example")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(asked)
    except ValueError:
        return False
    return True


_HOME = ("localhost", "local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Top-level domains that don't exist on the public internet."""


def at_home(asked: str) -> bool:
    """Return whether a host's name can exist only in a local network, and not on the internet.

    >>> at_home("nas"), at_home("raspberrypi.local"), at_home("souq.example")
    (True, True, False)
    """
    return bool(asked) and ("." not in asked or asked.endswith(tuple(f".{ending}" for ending in _HOME)))


_PORTS = {"http": 80, "https": 443}
"""Default port of each scheme. An origin doesn't mention it."""


class NoOrigin(SouqError):
    """Raised for a text that isn't an origin."""


def origin(address: str) -> str:
    """Parse the URL of a site, and return its origin as browsers write it.

    >>> origin("https://Souq.example:8443/")
    'https://souq.example:8443'

    Raises:
        NoOrigin: the text isn't an origin; the message shows the format.
    """
    scheme, slashes, rest = address.removesuffix("/").lower().partition("://")
    host = host_of(rest)
    if scheme not in _PORTS or not slashes or host is None:
        raise NoOrigin(f"{address!r} is not a site’s origin. Write it like https://souq.example.org, without a path.")
    return written(scheme, host)


def written(scheme: str, host: Host) -> str:
    """Return the origin of a site, such as ``https://souq.example``, from its scheme and host.

    It contains the port unless that is the scheme's default port.
    """
    return f"{scheme}://{Host(host.name, shown_port(scheme, host))}"


def shown_port(scheme: str, host: Host) -> int | None:
    """Return the port to write in an origin, or None for the scheme's default port."""
    return None if host.port == _PORTS[scheme] else host.port
