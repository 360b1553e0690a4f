"""Time controls of public tables: the kinds from which players in the queue choose, and the settings of each kind.

The default is a live clock with plenty of time, so that strangers can't hold each other up for ever.
"""

from __future__ import annotations

from typing import Literal

from souq.server.core.clocks.terms import DAY, MINUTE, Terms, in_words

Clock = Literal["none", "live", "days"]
"""Kinds of time controls in the lobby: none, a live clock, or a limit in days for each turn."""

USUAL: Clock = "live"
"""Default kind of clock."""

_TERMS: dict[Clock, Terms | None] = {
    "live": Terms("live", 20 * MINUTE, 30),
    "days": Terms("days", DAY),
    "none": None,
}


def terms_of(clock: Clock) -> Terms | None:
    """Return the time control for a kind of clock, or None for unlimited time."""
    return _TERMS[clock]


def words_of(clock: Clock) -> str:
    """Describe the time control in words.

    >>> words_of("live"), words_of("days"), words_of("none")
    ('20 minutes + 30 seconds a turn', '1 day a turn', 'no clock')
    """
    terms = _TERMS[clock]
    return in_words(terms) if terms else "no clock"


def clock_of(text: str) -> Clock:
    """Parse a form's kind of clock; return the default for anything unknown.

    >>> clock_of("days"), clock_of("")
    ('days', 'live')
    """
    return "days" if text == "days" else "none" if text == "none" else USUAL
