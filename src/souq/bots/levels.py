"""The levels a seat can be given to: five characters, the same in every game.

Their budgets are counted in iterations, so that a level is as strong on one machine as on another.
"""

from __future__ import annotations

import difflib

from souq.bots.apprentice import ApprenticeBot
from souq.bots.base import Bot
from souq.bots.characters import CARAVANER, MERCHANT, VIZIER
from souq.bots.greedy import GreedyBot
from souq.bots.random_bot import RandomBot
from souq.bots.search import SearchBot
from souq.engine.errors import SouqError
from souq.engine.game import Game

LEVELS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        ApprenticeBot(),
        GreedyBot(),
        SearchBot(*MERCHANT, 60),
        SearchBot(*CARAVANER, 600),
        SearchBot(*VIZIER, 6_000),
    )
}
"""Every level by name, the weakest first."""

BESIDE: dict[str, Bot] = {"random": RandomBot(), "greedy": LEVELS["trader"]}
"""Names of bots that are no levels of their own: for comparison, and what a level was called before."""


class UnknownLevel(SouqError, LookupError):
    """No bot of that name."""


def get(level: str) -> Bot:
    """The bot of a level, by name or title.

    >>> get("trader").title, get("Wanderer").name, get("greedy").name
    ('Trader', 'random', 'trader')

    Raises:
        UnknownLevel: there is none; the message names the nearest.
    """
    named = BESIDE | LEVELS
    known = named | {bot.title.lower(): bot for bot in named.values()}
    name = level.strip().lower()
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f"Did you mean {known[near[0]].name!r}?" if near else f"There are: {', '.join(LEVELS)}, and random."
    raise UnknownLevel(f"No bot is called {level[:40]!r}. {hint}")


def able(level: str, game: Game) -> Bot:
    """The bot of a level; while a game's rules are interpreted, one that does not think ahead.

    Raises:
        UnknownLevel: as :func:`get`.
    """
    bot = get(level)
    return LEVELS["trader"] if game.bindings.interpreted and isinstance(bot, SearchBot) else bot
