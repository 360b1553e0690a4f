"""The levels a seat can be given to."""

from __future__ import annotations

import difflib

from souq.bots.base import Bot
from souq.bots.greedy import GreedyBot
from souq.bots.random_bot import RandomBot
from souq.engine.errors import SouqError

LEVELS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), GreedyBot())}
"""Every level by name, the weakest first."""


class UnknownLevel(SouqError, LookupError):
    """No bot of that name."""


def get(level: str) -> Bot:
    """The bot of a level, by name or title.

    >>> get("greedy").title, get("Wanderer").name
    ('Trader', 'random')

    Raises:
        UnknownLevel: there is none; the message names the nearest.
    """
    known = {**LEVELS, **{bot.title.lower(): bot for bot in LEVELS.values()}}
    name = level.strip().lower()
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f"Did you mean {known[near[0]].name!r}?" if near else f"There are: {', '.join(LEVELS)}."
    raise UnknownLevel(f"No bot is called {level[:40]!r}. {hint}")
