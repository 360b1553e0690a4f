"""Opponents of a learning agent: bots, random play, or a function."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from souq.arena.entrants import admitted, entrant
from souq.bots.base import Bot
from souq.engine.errors import IllegalChoice
from souq.engine.game import Game
from souq.envs.errors import BadSetting
from souq.envs.naming import agents
from souq.envs.play import Play
from souq.envs.views import whole

Opponent = str | Bot | Callable[[Any, Any], int]
"""The name of a bot as the arena knows it (``"merchant"``, ``"search:400"``, ``"my.module:MyBot"``), ``"random"``, a
bot, or a function from an observation and a mask to an action, both relative to the acting seat.
"""

Acting = Callable[[Play, random.Random], int]
"""Function that chooses an action for the deciding seat of a game, with a generator for random numbers."""

RANDOM = "random"


def seated(opponents: Opponent | Sequence[Opponent], game: Game, players: int) -> list[Acting]:
    """Return the players of all seats but the agent's, beginning with the next seat round the table.

    Raises:
        BadSetting: too few or too many, or something that isn't an opponent.
        UnknownLevel: there is no such bot, and the message suggests the most similar; or it can't play at such a table.
        BadJudgement, Damaged: a bot's learned evaluation is for another table, or its file is incomplete.
    """
    seats = players - 1
    one = isinstance(opponents, str) or not isinstance(opponents, Sequence)
    each = [opponents] * seats if one else list(opponents)  # type: ignore[arg-type]
    if len(each) != seats:
        raise BadSetting(f"Other seats: {seats}. Opponents: {len(each)}. Give one for each, or one for all.")
    return [acting(opponent, game, players) for opponent in each]  # type: ignore[arg-type]


def acting(opponent: Opponent, game: Game, players: int) -> Acting:
    """Return the function that chooses actions for an opponent, which can be given in several forms.

    Raises:
        BadSetting, UnknownLevel, BadJudgement, Damaged: see :func:`seated`.
    """
    if opponent == RANDOM:
        return at_random
    if isinstance(opponent, str):
        return Thinking(entrant(admitted(opponent, game, players)))
    if callable(getattr(opponent, "choose", None)):
        return Thinking(opponent)  # type: ignore[arg-type]
    if callable(opponent):
        return Answering(opponent)
    raise BadSetting(
        f"An opponent cannot be {opponent!r}; it is a bot, its name, or a function of observation and mask."
    )


def at_random(play: Play, luck: random.Random) -> int:
    """Return a random legal action, with the same probability for each."""
    return int(play.picks[0])


@dataclass(frozen=True)
class Thinking:
    """An opponent whose actions a bot chooses. The bot receives only what its seat may know."""

    bot: Bot

    def __call__(self, play: Play, luck: random.Random) -> int:
        """Ask the bot for a choice, and return the choice as an action.

        Raises:
            IllegalChoice: the bot made an illegal choice.
        """
        seat = play.seat
        legal = sorted(play.choice(int(action), seat) for action in np.flatnonzero(play.mask()))
        choice = self.bot.choose(play.game, whole(play, seat), seat, legal, luck.getrandbits(63))
        return play.action(_legal(play, getattr(self.bot, "name", "bot"), choice, legal), seat)


@dataclass(frozen=True)
class Answering:
    """An opponent whose actions are computed by a function of an observation and a mask of legal actions."""

    function: Callable[[Any, Any], int]

    def __call__(self, play: Play, luck: random.Random) -> int:
        """Call the function with what the deciding seat sees, and return its action.

        Raises:
            IllegalChoice: the action is illegal.
        """
        mask = play.mask()
        action = self.function(play.observe(play.seat), mask)
        return _legal(play, getattr(self.function, "__name__", "opponent"), action, np.flatnonzero(mask).tolist())


def _legal(play: Play, name: str, chosen: Any, legal: Sequence[int]) -> int:
    if chosen not in legal:
        where = agents(play.players)[play.seat]
        raise IllegalChoice(f"The opponent {name!r} in {where} chose {chosen!r}, which is not legal.")
    return int(chosen)
