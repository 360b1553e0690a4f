"""Validation of text settings: hosts, addresses, origins and mail servers."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator

from souq.engine.errors import SouqError
from souq.server.errors import Malformed
from souq.server.hosts import in_figures, name, origin
from souq.server.mail import address_of, server_of


class Unfit(SouqError):
    """Error: a setting's value is invalid. In this module, the message ends a sentence that begins with its name."""


class NoAddress(SouqError):
    """Error: a text should be an IP address or a network, such as 10.0.0.0/24, but isn't."""


def quoted(value: Any) -> str:
    """Convert a setting's value to text for an error message, shortened to 60 characters."""
    if isinstance(value, str):
        return repr(value[:60])
    return str(value).lower() if isinstance(value, bool) else str(value)[:60]


def proxy(text: str) -> str:
    """Validate the IP address or network of a trusted reverse proxy, and return it as a network.

    >>> proxy("172.17.0.0/16")
    '172.17.0.0/16'

    Raises:
        NoAddress: it is neither; the message shows an example.
    """
    return _network(text, "proxy", "10.0.0.2, or 172.17.0.0/16")


def _machine(text: str) -> str:
    _network(text, "machine", "10.0.0.7, or 10.0.0.0/24")
    return text


def _network(text: str, whose: str, such: str) -> str:
    try:
        return str(ipaddress.ip_network(text))
    except ValueError as error:
        raise NoAddress(
            f"{text!r} is not the address of a {whose}. Write it like {such} for a whole network."
        ) from error


def _host(text: str) -> str:
    if "://" in text or "/" in text or not name(text) or any(char.isspace() for char in text):
        raise Unfit(f"takes names like souq.example.org, not {quoted(text)}.")
    return text


def _listening(text: str) -> str:
    return text if in_figures(text) else _host(text)


def _smtp(text: str) -> str:
    server_of(text)
    return text


def _sender(text: str) -> str:
    try:
        address_of(text)
    except Malformed as error:
        raise Unfit(f"takes the sender’s address, like souq@example.org, not {quoted(text)}.") from error
    return text


def _unless_empty(check: Callable[[str], str]) -> AfterValidator:
    return AfterValidator(lambda text: check(text) if text else text)


Address = Annotated[str, _unless_empty(_listening)]
Host = Annotated[str, _unless_empty(_host)]
Machine = Annotated[str, _unless_empty(_machine)]
MailServer = Annotated[str, _unless_empty(_smtp)]
Origin = Annotated[str, _unless_empty(origin)]
Proxy = Annotated[str, _unless_empty(proxy)]
Sender = Annotated[str, _unless_empty(_sender)]
