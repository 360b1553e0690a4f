"""The levels of bots: five that play every game, and one for games with a learned evaluation.

Their budgets are counted in iterations, so that a level is equally strong on every machine.
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
"""The levels by name, from the weakest to the strongest, each with its bot."""

EXTRA: dict[str, Bot] = {"random": RandomBot(), "greedy": LEVELS["trader"]}
"""Other names of bots: the bot that plays at random, and a former name of the Trader."""


class UnknownLevel(SouqError, LookupError):
    """Raised when there is no bot of that name, or the bot can't play that game with that number of players."""


def get(level: str) -> Bot:
    """Return the bot of a level, given its name or title.

    >>> get("trader").title, get("Wanderer").name, get("greedy").name
    ('Trader', 'random', 'trader')

    Raises:
        UnknownLevel: there is none; the message suggests the most similar name.
    """
    named = EXTRA | LEVELS
    known = named | {bot.title.lower(): bot for bot in named.values()}
    name = level.strip().lower()
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    hint = f"Did you mean {known[near[0]].name!r}?" if near else f"There are: {', '.join(LEVELS)}, and random."
    raise UnknownLevel(f"No bot is called {level[:40]!r}. {hint}")


def kinds(game: Game) -> list[tuple[Bot, int]]:
    """Return a quick bot of every class that can play the game, with a number of players at which to try it.

    Once each has chosen, everything that any level needs is compiled.
    """
    found: dict[type, Bot] = {type(LEVELS[each.name]): LEVELS[each.name] for each in reversed(EVERYWHERE)}
    made = [(bot, game.min_players) for bot in found.values()]
    learned = LearnedBot(*SULTAN, 1)
    there = [players for players in tables(SULTAN, game) if learned.plays(game, players)]
    return [*made, (learned, there[0])] if there else made


def begin(game: Game, bot: Bot, players: int) -> None:
    """Let a bot make one choice in a new game, so that everything the bot needs is compiled."""
    state = game.bindings.setup(players, game.option_numbers(game.check_options(None, players)), (1, 2))
    seat = next(seats(game.bindings.deciders(state)))
    legal = game.bindings.legal(state, seat).copy()
    bot.choose(game, game.bindings.hidden(state, seat), seat, legal, 1)


def at(level: str, game: Game, players: int) -> Bot:
    """Return the bot of a level, for a table with this number of players.

    Raises:
        UnknownLevel: there is none, or it can't play there; the message names the strongest that can.
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
    """Return the bot of a level, or another bot if that one can't play the game at the moment.

    While a game's rules are interpreted, a search is too slow, so the greedy bot plays. If a learned evaluation
    is missing or doesn't fit the game any more, the strongest other level plays.

    Raises:
        UnknownLevel: see :func:`get`.
    """
    bot = get(level)
    if game.bindings.interpreted and isinstance(bot, SearchBot | LearnedBot):
        return LEVELS["trader"]
    if isinstance(bot, LearnedBot) and not bot.plays(game, int(view["players"][0])):
        return LEVELS["vizier"]
    return bot
