"""What hosts are called, and the origins of their pages."""

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
"""Letters of the longest name that there can be."""


@dataclass(frozen=True, slots=True)
class Host:
    """A host, and the port that was named with it."""

    name: str
    """In small letters; an address of IPv6 without its brackets."""
    port: int | None = None

    def __str__(self) -> str:
        name = f"[{self.name}]" if ":" in self.name else self.name
        return name if self.port is None else f"{name}:{self.port}"


def host_of(text: str) -> Host | None:
    r"""The host that a text names, as in the header ``Host``; None: it names none.

    Programs read odd texts in different ways: ``evil.example\@souq.example`` is one host to a browser and another one
    to a library. So nothing counts but a plain name, or an address of IPv6 in brackets, with or without a port.

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
    """The name of a host, without its port; "" of what names none.

    >>> name("Souq.Example:8000"), name("[::1]:8000")
    ('souq.example', '::1')
    """
    found = host_of(text)
    return found.name if found else ""


def in_figures(asked: str) -> bool:
    """Whether the name of a host is an address in figures.

    >>> in_figures("192.0.2.7"), in_figures("::1"), in_figures("souq.example")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(asked)
    except ValueError:
        return False
    return True


_HOME = ("localhost", "local", "lan", "home", "home.arpa", "internal", "localdomain")
"""Endings of names that nobody on the internet can have."""


def at_home(asked: str) -> bool:
    """Whether the name of a host is one that another site cannot have.

    >>> at_home("nas"), at_home("raspberrypi.local"), at_home("souq.example")
    (True, True, False)
    """
    return bool(asked) and ("." not in asked or asked.endswith(tuple(f".{ending}" for ending in _HOME)))


_PORTS = {"http": 80, "https": 443}
"""The ports that browsers leave out."""


class NoOrigin(SouqError):
    """A text that is not the origin of any page."""


def origin(address: str) -> str:
    """Return the origin of a site's address, as browsers name it.

    >>> origin("https://Souq.example:8443/")
    'https://souq.example:8443'

    Raises:
        NoOrigin: it is none; the message says what one looks like.
    """
    scheme, slashes, rest = address.removesuffix("/").lower().partition("://")
    host = host_of(rest)
    if scheme not in _PORTS or not slashes or host is None:
        raise NoOrigin(
            f"{address!r} is not the origin of a site. Write it like https://souq.example.org, without a path."
        )
    return written(scheme, host)


def written(scheme: str, host: Host) -> str:
    """Return the origin of a host's pages, without the port that browsers leave out."""
    return f"{scheme}://{Host(host.name, shown_port(scheme, host))}"


def shown_port(scheme: str, host: Host) -> int | None:
    """Return the port of a host as an origin names it: None where browsers leave it out."""
    return None if host.port == _PORTS[scheme] else host.port
