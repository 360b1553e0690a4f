"""A table's time control, chosen when it is opened: none, a live clock, or days a turn."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from souq.server.errors import Malformed

Kind = Literal["live", "days"]

MINUTE, DAY = 60.0, 86_400.0

USUAL = "trader"
"""The default level of the bot that plays on for a player who has run out of time."""

LIVE: tuple[tuple[int, int], ...] = ((3, 5), (5, 10), (10, 20), (20, 30), (45, 60))
"""The live clocks that forms offer: minutes for the whole game, and seconds added after every turn."""

DAYS: tuple[int, ...] = (1, 2, 3, 7, 14)
"""The clocks in days that forms offer: the number of days for each turn."""

BANK, INCREMENT, TURN = (30.0, 4 * 3600.0), (3.0, 600.0), (3600.0, 30 * DAY)
"""Minimum and maximum seconds for a live clock, for its increment, and for a turn with a clock in days."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A time control: how long players may take at a table."""

    kind: Kind
    bank: float
    """Seconds that a player has: with a live clock for the whole game, with a clock in days for every turn."""
    increment: float = 0.0
    """Seconds that are added after every turn; only for a live clock."""
    level: str = USUAL
    """The level of the bot that plays on for a player who has run out of time."""

    def ended(self, left: float, own: bool) -> float:
        """Return the seconds that a player's clock has for the next turn, now that a turn has ended.

        Args:
            left: seconds left when the turn ended.
            own: whether the player played it themselves. With a live clock, a bot's turn leaves the player at least one
                increment, so that one who has run out of time can go on.
        """
        if self.kind == "days":
            return self.bank
        return left + self.increment if own else max(left, self.increment)


def check(terms: Terms) -> Terms:
    """Validate a time control and return it.

    Raises:
        Malformed: a time is out of range; the message says what is allowed.
        UnknownLevel: no bot has that level.
    """
    from souq.bots import levels  # loads the compiler

    levels.get(terms.level)
    if terms.kind == "days":
        if not TURN[0] <= terms.bank <= TURN[1] or terms.increment:
            raise Malformed("Choose between an hour and 30 days for a turn, with no time added.")
    elif not (BANK[0] <= terms.bank <= BANK[1] and INCREMENT[0] <= terms.increment <= INCREMENT[1]):
        raise Malformed(
            "Choose 30 seconds to four hours for a live clock, and 3 seconds to ten minutes added each turn."
        )
    return terms


def to_json(terms: Terms | None) -> dict[str, Any] | None:
    """Return a time control as JSON for the database; None for a table without clocks."""
    return asdict(terms) if terms else None


def from_json(stored: dict[str, Any] | None) -> Terms | None:
    """Parse a time control from the database; return None for a table without clocks."""
    return Terms(**stored) if stored else None


def in_words(terms: Terms) -> str:
    """Return a time control as text for players.

    >>> in_words(Terms("live", 300, 10)), in_words(Terms("live", 90, 5)), in_words(Terms("days", 86400))
    ('5 minutes + 10 seconds a turn', '90 seconds + 5 seconds a turn', '1 day a turn')
    """
    return f"{span(terms.bank)}{f' + {span(terms.increment)}' if terms.increment else ''} a turn"


def in_brief(terms: Terms) -> str:
    """Return a time control as short text with abbreviated units.

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
    """Return a duration as text, in the largest unit that needs no fractions.

    >>> span(60), span(90), span(7200), span(259200)
    ('1 minute', '90 seconds', '2 hours', '3 days')
    """
    for unit, length in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds >= length and seconds % length == 0:
            return _counted(int(seconds // length), unit)
    return _counted(round(seconds), "second")


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'s' * (number != 1)}"
