"""What a table agrees on when it is opened: no clock, a live one, or days."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from souq.server.errors import Malformed

Kind = Literal["live", "days"]

MINUTE, DAY = 60.0, 86_400.0

USUAL = "trader"
"""The level of the bot that plays on, if nobody says anything else."""

LIVE: tuple[tuple[int, int], ...] = ((3, 5), (5, 10), (10, 20), (20, 30), (45, 60))
"""Live clocks to choose from: minutes to begin with, and seconds for every turn."""

DAYS: tuple[int, ...] = (1, 2, 3, 7, 14)
"""Days a turn to choose from."""

BANK, INCREMENT, TURN = (30.0, 4 * 3600.0), (3.0, 600.0), (3600.0, 30 * DAY)
"""The least and the most of each, in seconds."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How long people may take at a table."""

    kind: Kind
    bank: float
    """Seconds: live, those that everybody begins with; of days, those of every turn."""
    increment: float = 0.0
    """Seconds that are added after every turn; only live."""
    level: str = USUAL
    """Who plays on for whoever has run out of time."""

    def ended(self, left: float, own: bool) -> float:
        """What somebody has left after a turn that ended with so much.

        Args:
            left: seconds.
            own: whether they played it themselves. After a turn that a bot played nobody has more than one increment
                can give: who has run out begins again with that.
        """
        if self.kind == "days":
            return self.bank
        return left + self.increment if own else max(left, self.increment)


def check(terms: Terms) -> Terms:
    """The terms, if they make sense.

    Raises:
        Malformed: they do not; the message says what would.
        UnknownLevel: no bot has that level.
    """
    from souq.bots import levels  # loads the compiler

    levels.get(terms.level)
    if terms.kind == "days":
        if not TURN[0] <= terms.bank <= TURN[1] or terms.increment:
            raise Malformed("A turn takes between an hour and 30 days, and nothing is added to it.")
    elif not (BANK[0] <= terms.bank <= BANK[1] and INCREMENT[0] <= terms.increment <= INCREMENT[1]):
        raise Malformed("A live clock has 30 seconds to four hours, and 3 seconds to ten minutes for every turn.")
    return terms


def to_json(terms: Terms | None) -> dict[str, Any] | None:
    """Terms as they are stored."""
    return asdict(terms) if terms else None


def from_json(stored: dict[str, Any] | None) -> Terms | None:
    """Terms as they were stored."""
    return Terms(**stored) if stored else None


def in_words(terms: Terms) -> str:
    """Terms as people say them.

    >>> in_words(Terms("live", 300, 10)), in_words(Terms("live", 90, 5)), in_words(Terms("days", 86400))
    ('5 minutes + 10 seconds a turn', '90 seconds + 5 seconds a turn', '1 day a turn')
    """
    return f"{span(terms.bank)}{f' + {span(terms.increment)}' if terms.increment else ''} a turn"


def in_brief(terms: Terms) -> str:
    """The same where there is little room.

    >>> in_brief(Terms("live", 300, 10)), in_brief(Terms("live", 90, 5)), in_brief(Terms("days", 86400))
    ('5 min + 10 s', '90 s + 5 s', '1 day a turn')
    """
    said = in_words(terms)
    if terms.kind == "days":
        return said
    for unit, short in (("hour", "h"), ("minute", "min"), ("second", "s")):
        said = said.replace(f"{unit}s", short).replace(unit, short)
    return said.removesuffix(" a turn")


def span(seconds: float) -> str:
    """A stretch of time in its largest whole unit.

    >>> span(60), span(90), span(7200), span(259200)
    ('1 minute', '90 seconds', '2 hours', '3 days')
    """
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length and seconds % length == 0:
            return _counted(int(seconds // length), unit)
    return _counted(round(seconds), "second")


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'s' * (number != 1)}"
