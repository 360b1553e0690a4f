"""Spans of time, as hosts write them."""

from __future__ import annotations

import re

from souq.engine.errors import SouqError

_SPAN = re.compile(r"(\d{1,6}) ?(h|d|w|m|y)[a-z]*")
_SECONDS = {"h": 3600, "d": 86_400, "w": 7 * 86_400, "m": 30 * 86_400, "y": 365 * 86_400}


class BadSpan(SouqError):
    """What was given is no span of time."""


def span(text: str) -> float:
    """The seconds of a span of time.

    >>> span("365d") / 86400, span("2 weeks") / 86400, span("1y") / 86400
    (365.0, 14.0, 365.0)

    Raises:
        BadSpan: it is none; the message says what one looks like.
    """
    found = _SPAN.fullmatch(text.strip().lower())
    if found is None or int(found[1]) == 0:
        raise BadSpan(f"{text!r} is not a span of time. Write it like 365d, 12h, 8w, 6m or 2y.")
    return float(int(found[1]) * _SECONDS[found[2]])
