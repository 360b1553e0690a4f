"""The levels a seat can be given to: five characters, the same in every game, and one for tables it has learned.

Their budgets are counted in iterations, so that a level is as strong on one machine as on another.
"""

from __future__ import annotations

import difflib

from souq.bots.apprentice import ApprenticeBot
from souq.bots.base import Bot
from souq.bots.characters import CARAVANER, EVERYWHERE, MERCHANT, SULTAN, VIZIER, seated, tables
from souq.bots.greedy import GreedyBot
from souq.bots.learned import LearnedBot
from souq.bots.random_bot import RandomBot
from souq.bots.search import SearchBot
from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match.decision import seats
from souq.engine.rules.record import Batch

LEVELS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        ApprenticeBot(),
        GreedyBot(),
        SearchBot(*MERCHANT, 60),
        SearchBot(*CARAVANER, 600),
        SearchBot(*VIZIER, 6_000),
        LearnedBot(*SULTAN, 30_000),
    )
}
"""Every level by name, the weakest first."""

BESIDE: dict[str, Bot] = {"random": RandomBot(), "greedy": LEVELS["trader"]}
"""Names of bots that are no levels of their own: for comparison, and what a level was called before."""


class UnknownLevel(SouqError, LookupError):
    """No bot of that name, or none of that name at such a table."""


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


def kinds(game: Game) -> list[tuple[Bot, int]]:
    """A bot of every kind that plays a game, which thinks as little as can be, and for how many players.

    Once each has chosen, all is compiled that any level needs.
    """
    found: dict[type, Bot] = {type(LEVELS[each.name]): LEVELS[each.name] for each in reversed(EVERYWHERE)}
    made = [(bot, game.min_players) for bot in found.values()]
    learned = LearnedBot(*SULTAN, 1)
    there = [players for players in tables(SULTAN, game) if learned.plays(game, players)]
    return [*made, (learned, there[0])] if there else made


def begin(game: Game, bot: Bot, players: int) -> None:
    """Have a bot make the first choice of a game."""
    state = game.bindings.setup(players, game.option_numbers(game.check_options(None, players)), (1, 2))
    seat = next(seats(game.bindings.deciders(state)))
    legal = game.bindings.legal(state, seat).copy()
    bot.choose(game, game.bindings.hidden(state, seat), seat, legal, 1)


def at(level: str, game: Game, players: int) -> Bot:
    """The bot of a level, for a table of so many.

    Raises:
        UnknownLevel: there is none, or it does not play there; the message says who does.
    """
    bot = get(level)
    there = seated(game, players)
    if bot.name in LEVELS and bot.name not in {each.name for each in there}:
        raise UnknownLevel(
            f"The {bot.title} hasn’t learned {game.title} for a table of {players}. "
            f"The strongest bot at such a table is the {there[-1].title}."
        )
    return bot


def able(level: str, game: Game, view: Batch) -> Bot:
    """The bot of a level for what a seat sees; while a game's rules are interpreted, one that does not think ahead.

    Where what was learned is gone, or does not fit the game any more, the strongest other plays on.

    Raises:
        UnknownLevel: as :func:`get`.
    """
    bot = get(level)
    if game.bindings.interpreted and isinstance(bot, SearchBot | LearnedBot):
        return LEVELS["trader"]
    if isinstance(bot, LearnedBot) and not bot.plays(game, int(view["players"][0])):
        return LEVELS["vizier"]
    return bot
