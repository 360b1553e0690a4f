"""Kinds of origins: where the first position of a table comes from.

The kind is the first word of a table's ``origin``, as in ``lesson:first``, ``puzzle:0a1b2c3d``,
``daily:2026-11-23/0a1b2c3d``, ``storm:12/0a1b2c3d``, ``own:0a1b2c3d``, ``figure:NAME`` or ``saved:HASH``.
"""

from __future__ import annotations

from typing import Final

LESSON: Final = "lesson"
PUZZLE: Final = "puzzle"
DAILY: Final = "daily"
"""Kind of the tables with a puzzle of the day, in games in which it isn't an option."""
STORM: Final = "storm"
"""Kind of the tables with a puzzle against the clock."""
OWN: Final = "own"
"""Kind of the tables with a puzzle from a person's own games."""
FIGURE: Final = "figure"
"""Kind of the tables that begin with the position of a figure in the rules."""
SAVED: Final = "saved"
"""Kind of the tables made of a saved match (:mod:`souq.server.core.live.importing`)."""


def kind_of(origin: str) -> str:
    """Return the kind of an origin; "" if the game began with its own setup."""
    return origin.partition(":")[0]
