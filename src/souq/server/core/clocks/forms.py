"""The clock's fields in the form for a new table: the time controls to choose from, and the fields' parser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from souq.server.core.clocks.terms import DAY, DAYS, LIVE, MINUTE, USUAL, Terms, in_words
from souq.server.errors import Malformed


@dataclass(frozen=True, slots=True)
class Preset:
    """A time control that a form offers."""

    value: str
    """The form field's value."""
    words: str


def live_presets() -> list[Preset]:
    """Return the live time controls that the form offers, the one with the shortest time first.

    >>> live_presets()[1]
    Preset(value='5+10', words='5 minutes + 10 seconds a turn')
    """
    return [Preset(f"{bank}+{more}", in_words(Terms("live", bank * MINUTE, more))) for bank, more in LIVE]


def day_presets() -> list[Preset]:
    """Return the time controls in days a turn that the form offers, the one with the shortest time first.

    >>> day_presets()[0]
    Preset(value='1', words='1 day a turn')
    """
    return [Preset(str(days), in_words(Terms("days", days * DAY))) for days in DAYS]


def parse_terms(form: Mapping[str, str]) -> Terms | None:
    """Return the time control that was chosen in a form, or None if the game is to have no clocks.

    >>> parse_terms({"clock": "live", "clock-live": "5+10"})
    Terms(kind='live', bank=300.0, increment=10.0, level='trader')
    >>> parse_terms({"clock": "none", "clock-live": "5+10"}) is parse_terms({}) is None
    True

    Raises:
        Malformed: the form's fields cannot be parsed.
    """
    kind, level = form.get("clock", "none"), form.get("clock-level", USUAL)
    try:
        if kind == "live":
            bank, _, more = form.get("clock-live", "10+20").partition("+")
            return Terms("live", int(bank[:6]) * MINUTE, float(int(more[:6])), level)
        if kind == "days":
            return Terms("days", int(form.get("clock-days", "3")[:6]) * DAY, 0.0, level)
    except ValueError as error:
        raise Malformed("Say how long people may take: “5+10” is five minutes, and ten seconds a turn.") from error
    if kind != "none":
        raise Malformed("Choose no clock, a live clock, or days for each turn.")
    return None
