"""The clocks at tables for anybody: what somebody who waits may wish for, and what the tables found have then.

Nobody who plays with strangers is held up for ever: the usual clock is a live one with plenty of time.
"""

from __future__ import annotations

from typing import Literal

from souq.server.core.clocks.terms import DAY, MINUTE, Terms, in_words

Clock = Literal["none", "live", "days"]
"""Kinds of clocks, as the lobby sorts tables by them."""

USUAL: Clock = "live"
"""What somebody wishes for who says nothing else."""

_TERMS: dict[Clock, Terms | None] = {
    "live": Terms("live", 20 * MINUTE, 30),
    "days": Terms("days", DAY),
    "none": None,
}


def terms_of(clock: Clock) -> Terms | None:
    """What a table has whose people wished for a clock; None: everybody may take as long as they like."""
    return _TERMS[clock]


def words_of(clock: Clock) -> str:
    """The same in words.

    >>> words_of("live"), words_of("days"), words_of("none")
    ('20 minutes + 30 seconds a turn', '1 day a turn', 'no clock')
    """
    terms = _TERMS[clock]
    return in_words(terms) if terms else "no clock"


def clock_of(text: str) -> Clock:
    """The clock that a form asks for: the usual one, if nothing else.

    >>> clock_of("days"), clock_of("")
    ('days', 'live')
    """
    return "days" if text == "days" else "none" if text == "none" else USUAL
