"""What hosts are called."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def name(text: str) -> str:
    """The name of a host, without its port.

    >>> name("Souq.Example:8000"), name("[::1]:8000")
    ('souq.example', '::1')
    """
    try:
        return (urlsplit(f"//{text}").hostname or "").removesuffix(".")
    except ValueError:
        return ""


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
