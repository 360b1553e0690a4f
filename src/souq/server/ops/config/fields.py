"""What may be set, and to what: the fields of ``Settings``, and where the server listens."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from souq.engine.errors import SouqError
from souq.server.core.http import addresses, security
from souq.server.errors import Malformed
from souq.server.hosts import in_figures, name
from souq.server.mail import address_of, server_of
from souq.server.ops.config.settings import Settings, database_file, database_url
from souq.server.ops.telemetry import logs

SCHEMES = ("sqlite", "sqlite+aiosqlite", "postgres", "postgresql", "postgresql+asyncpg")
"""Kinds of databases that are known."""

_BOUNDS: dict[str, tuple[float, float]] = {
    "port": (0, 65_535),
    "pause": (0, 60),
    "race_pause": (0, 60),
    "countdown": (0, 600),
    "sharing": (0, 60),
    "workers": (0, 256),
    "leaving": (0, 300),
    "health": (0, 65_535),
    "thinking": (0.1, 600),
    "solving": (0, 600),
    "hinting": (0, 600),
    "idle": (1, 86_400),
    "kept": (1, 100_000),
    "busy_timeout": (0, 600),
    "ration": (1, 100_000),
    "connections": (2, 1_000_000),
    "connections_each": (2, 1_000_000),
    "sockets": (1, 1_000_000),
    "sockets_each": (1, 1_000_000),
    "head_time": (0.1, 600),
    "body_time": (0.1, 600),
    "clear_tables": (0, 36_500),
    "clear_guests": (0, 36_500),
}
_SWITCHES = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


class Unfit(SouqError):
    """What a setting cannot be; the message goes on from its name."""


@dataclass(frozen=True, slots=True)
class Knob:
    """One thing that may be set."""

    name: str
    kind: type
    """``str``, ``bool``, ``int``, ``float``, or ``tuple``: a list of strings."""
    usual: Any
    least: float = 0.0
    most: float = math.inf

    @property
    def takes(self) -> str:
        """What it may be, in words."""
        if self.kind is bool:
            return "takes true or false"
        if self.kind is tuple:
            return 'takes a list of texts, like ["one", "two"]'
        if self.kind is str:
            return 'takes a text in quotes, like "this"'
        number = "a whole number" if self.kind is int else "a number"
        most = f"from {self.least:.9g} to {self.most:.9g}" if self.most < math.inf else f"of at least {self.least:.9g}"
        return f"takes {number} {most}"

    def fits(self, value: Any) -> Any:
        """The value, if it is one that can be.

        >>> KNOBS["port"].fits(8080), KNOBS["hosts"].fits(["souq.example"])
        (8080, ('souq.example',))

        Raises:
            Unfit: it is not; the message says what would be.
        """
        wrong = Unfit(f"{self.takes}, not {_shown(value)}.")
        if self.kind is tuple:
            if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
                raise wrong
            return tuple(_shaped(self.name, each) for each in value)
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not self.kind:
            raise wrong
        if (
            isinstance(value, int | float) and self.kind is not bool and not self.least <= value <= self.most
        ):  # which no NaN is
            raise wrong
        return _shaped(self.name, value) if isinstance(value, str) else value

    def read(self, text: str) -> Any:
        """The value that a text means, as it stands in an environment variable.

        >>> KNOBS["limited"].read("off"), KNOBS["hosts"].read("souq.example, kairo.example")
        (False, ('souq.example', 'kairo.example'))

        Raises:
            Unfit: it means none.
        """
        if self.kind is str:
            return self.fits(text)
        if self.kind is tuple:
            return self.fits([each for part in text.split(",") if (each := part.strip())])
        try:
            return self.fits(_SWITCHES[text.strip().lower()] if self.kind is bool else self.kind(text))
        except (KeyError, ValueError) as error:
            raise Unfit(f"{self.takes}, not {_shown(text)}.") from error


def _knobs() -> dict[str, Knob]:
    usual = Settings()
    made = {"address": Knob("address", str, "127.0.0.1"), "port": Knob("port", int, 8000, *_BOUNDS["port"])}
    for field in fields(Settings):
        value = getattr(usual, field.name)
        made[field.name] = Knob(field.name, type(value), value, *_BOUNDS.get(field.name, (0.0, math.inf)))
    return made


KNOBS = _knobs()
"""Everything that may be set, by name."""


def knob(name: str) -> Knob:
    """The setting of a name.

    Raises:
        Unfit: there is none; the message stands for itself.
    """
    if name not in KNOBS:
        near = difflib.get_close_matches(name, KNOBS, 1)
        raise Unfit(f"There’s no setting {name[:60]!r}." + (f" Did you mean {near[0]!r}?" if near else ""))
    return KNOBS[name]


def _shaped(name: str, text: str) -> str:
    """A text as a setting keeps it.

    Raises:
        Unfit: the setting can make nothing of it.
    """
    try:
        return _SHAPES[name](text) if name in _SHAPES and (text or name in WORDS) else text
    except Unfit:
        raise
    except SouqError as error:
        raise Unfit(f"can’t be that: {error}") from error


def _host(text: str) -> str:
    if "://" in text or "/" in text or not name(text) or any(char.isspace() for char in text):
        raise Unfit(f"takes names like souq.example.org, not {_shown(text)}.")
    return text


def _listening(text: str) -> str:
    if not in_figures(text) and _host(text) != text:
        raise Unfit(f"takes an address like 127.0.0.1 or 0.0.0.0, not {_shown(text)}.")
    return text


def _smtp(text: str) -> str:
    server_of(text)
    return text


def _mailing(text: str) -> str:
    try:
        address_of(text)
    except Malformed as error:
        raise Unfit(f"says from which address mail is sent, like souq@example.org, not {_shown(text)}.") from error
    return text


def _database(text: str) -> str:
    scheme, slashes, _ = text.partition("://")
    if slashes and scheme not in SCHEMES:
        raise Unfit(f"takes a file, or an address like postgresql://souq@localhost/souq, not one of {scheme!r}.")
    if "\0" in text or (not slashes and re.match("(file|sqlite|postgres|postgresql):", text)):
        raise Unfit(f"takes the path of a file, or an address like sqlite:///games.db, not {_shown(text)}.")
    try:
        url, file = make_url(database_url(text)), database_file(text)
        if slashes and file is not None and ("?" in text or url.host or file.name in ("", ":memory:")):
            raise Unfit("takes an address of a file and nothing else, like sqlite:///games.db. A ? in its name is %3F.")
        if file is not None:
            file.exists()
    except (RuntimeError, OSError, ValueError, ArgumentError) as error:  # an unknown home, or a name that is too long
        said = getattr(error, "strerror", None) or str(error)
        raise Unfit(f"can’t be {_shown(text)}: {said.rstrip('.')}.") from error
    return text


def _one_of(*words: str) -> Callable[[str], str]:
    def chosen(text: str) -> str:
        if text not in words:
            *others, last = (f'"{word}"' for word in words)
            raise Unfit(f"takes {', '.join(others)} or {last}, not {_shown(text)}.")
        return text

    return chosen


WORDS = ("log", "log_level")
"""Settings that are one of a few words, and never empty."""

_SHAPES: Mapping[str, Callable[[str], str]] = {
    "address": _listening,
    "database": _database,
    "hosts": _host,
    "log": _one_of(*logs.KINDS),
    "log_level": _one_of(*logs.LEVELS),
    "mail_from": _mailing,
    "metrics": addresses.machine,
    "origins": security.origin,
    "proxies": addresses.proxy,
    "smtp": _smtp,
}
"""What makes of a text what is kept; raises where it cannot."""


def _shown(value: Any) -> str:
    """A value as it is quoted in a complaint; never a long one, and never a password."""
    if isinstance(value, str):
        return repr(value[:60])
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)[:60]
