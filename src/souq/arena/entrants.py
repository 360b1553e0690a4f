"""Look-up of the bots that can play in a tournament: souq's levels, searches with other settings, and custom bots."""

from __future__ import annotations

import importlib
import inspect
import operator
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from souq.bots import levels
from souq.bots.base import Bot
from souq.bots.learned import Learned, LearnedBot, of

if TYPE_CHECKING:
    from souq.engine.game import Game

LEARNED = "learned"


def entrant(spec: str) -> Bot:
    """Return the bot that a specification, such as ``search:400``, describes.

    ``spec`` is the name of a level, ``search:400`` for a search of 400 iterations a decision, ``learned:400:FILE`` for
    a search guided by the network in FILE, or ``package.module:object`` for a custom bot or a class of bots. Modules in
    the current folder are found.

    >>> entrant("Wanderer").name
    'random'
    >>> entrant("souq.bots.random_bot:RandomBot").title
    'Wanderer'

    Raises:
        UnknownLevel: there is no such bot.
        Damaged: the file doesn't hold a network, or is incomplete.
    """
    place, colon, what = spec.strip().partition(":")
    if not colon:
        return _level(place)
    if place == "search":
        return _search(what)
    if place == LEARNED:
        return _learned(what)
    if "" not in sys.path and "." not in sys.path:
        sys.path.append(".")
    try:
        found = operator.attrgetter(what)(importlib.import_module(place))
        bot: Bot = found() if isinstance(found, type) else found
    except Exception as error:  # importing or creating a custom bot can raise anything
        raise levels.UnknownLevel(f"There is no bot at {spec!r}: {type(error).__name__}: {error}.") from error
    if not callable(getattr(bot, "choose", None)):
        raise levels.UnknownLevel(f"What is at {spec!r} isn't a bot: it has no choose.")
    return bot


def admitted(spec: str, game: Game, players: int) -> str:
    """Check that a bot can play a game with this number of players, and return its name for the results.

    Raises:
        UnknownLevel: there is no such bot, or it does not play with so many.
        BadJudgement, Damaged: its network is for another game or number of players, or its file is incomplete.
    """
    name = called(spec)
    bot = levels.at(name, game, players) if name in levels.LEVELS else entrant(spec)
    if isinstance(bot, LearnedBot):
        of(game, players)
    adviser = getattr(bot, "adviser", None)
    if isinstance(adviser, Learned):
        adviser.check(game, players)
    return name


def _level(name: str) -> Bot:
    try:
        return levels.get(name)
    except levels.UnknownLevel as error:
        if not Path(f"{name}.py").exists():
            raise
        raise levels.UnknownLevel(f"{name}.py is a module: say which bot in it, as in '{name}:MyBot'.") from error


def source_of(spec: str) -> Path | None:
    """Return the file with the code or network of a bot that isn't part of souq; None for souq's own bots."""
    bot = entrant(spec)
    place, colon, _ = spec.strip().partition(":")
    if not colon or place == "search":
        return None
    if place == LEARNED:
        return Path(spec.strip().split(":", 2)[2])
    file = getattr(sys.modules[place], "__file__", None) or inspect.getsourcefile(type(bot))
    return Path(file) if file else None


def called(spec: str) -> str:
    """Return the name under which a bot appears in results, so that different spellings of it count as one bot.

    >>> called("Wanderer"), called("search:0400")
    ('random', 'search:400')

    Raises:
        UnknownLevel: there is no such bot.
    """
    bot = entrant(spec)
    return spec.strip() if ":" in spec and not spec.strip().startswith("search:") else bot.name


def _search(budget: str) -> Bot:
    from souq.bots.search import SearchBot

    n = _iterations(budget, "search:400")
    return SearchBot(f"search:{n}", f"Search {n}", f"Thinks {n} iterations before every decision.", n)


def _learned(what: str) -> Bot:
    """Return the bot of a specification ``ITERATIONS:FILE``: a search guided by the network in the file."""
    from souq.bots.search import SearchBot

    budget, _, file = what.partition(":")
    n = _iterations(budget, "learned:400:kairo.train/best.npz")
    if not Path(file).is_file():
        raise levels.UnknownLevel(f"There is no file {file!r} with a judgement that was learned.")
    learned = Learned.read(Path(file))
    said = f"Thinks {n} iterations before every decision, by what it has learned."
    name = f"{LEARNED}:{n}:{file}"
    return SearchBot(name, f"Learned {n}", said, n, adviser=learned, manner=learned.manner)


def _iterations(budget: str, example: str) -> int:
    if not budget.isdecimal() or int(budget) < 1:
        raise levels.UnknownLevel(f"Give the search a number of iterations, as in {example!r}, not {budget!r}.")
    return int(budget)
