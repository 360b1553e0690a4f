"""Parsing of durations in settings and commands, such as ``365d``."""

from __future__ import annotations

import re

from souq.engine.errors import SouqError

_SPAN = re.compile(r"(\d{1,6}) ?(h|d|w|m|y)[a-z]*")
_SECONDS = {"h": 3600, "d": 86_400, "w": 7 * 86_400, "m": 30 * 86_400, "y": 365 * 86_400}


class BadSpan(SouqError):
    """The error for a text that isn't a span of time."""


def span(text: str) -> float:
    """Parse a span of time, and return its length in seconds. A month has 30 days, a year 365.

    >>> span("365d") / 86400, span("2 weeks") / 86400, span("1y") / 86400
    (365.0, 14.0, 365.0)

    Raises:
        BadSpan: the text isn't a span; the message shows the format.
    """
    found = _SPAN.fullmatch(text.strip().lower())
    if found is None or int(found[1]) == 0:
        raise BadSpan(f"{text!r} is not a span of time. Write it like 365d, 12h, 8w, 6m or 2y.")
    return float(int(found[1]) * _SECONDS[found[2]])
