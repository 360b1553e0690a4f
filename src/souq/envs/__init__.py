"""Environments for research: every registered game behind the interfaces that learners know.

>>> games = vector("kairo", 1024, players=2)          # many games at once, in arrays
>>> games.masks.shape[0]
1024
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from souq.envs.seatwise import advantages as advantages

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from souq.engine.game import Game
    from souq.envs.parallel_env import SouqParallel
    from souq.envs.tables import Start
    from souq.envs.vectors import Vector


def vector(game: str, n: int, players: int | None = None, options: dict[str, Any] | None = None, **how: Any) -> Vector:
    """``n`` games stepped together: see :class:`souq.envs.vectors.Vector` for what else can be said.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, BadSetting: with what is wrong and what would be right.
    """
    from souq.envs.vectors import Vector

    return Vector(game, n, players, options, **how)


def aec(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    start: Start = None,
    returns: str = "victory",
    observation: str = "flat",
    through: bool = True,
    window: int = 0,
    anew: bool = True,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    wrapped: bool = True,
) -> AECEnv[str, Any, int | None]:
    """A game as PettingZoo's AEC environment: agents ``seat_0``, ``seat_1``, … act one after another.

    Args:
        game: what to play, or its name.
        players: how many seats; the fewest that are company when left out.
        options: values of the game's options; the others keep their defaults.
        start: a position or the name of a small game to begin from.
        returns: ``victory``, ``points`` or ``potential``, see :data:`souq.envs.games.Returns`.
        observation: ``flat``, ``named`` or ``integers``, see :data:`souq.engine.observing.Form`.
        through: whether decisions with one option are made by themselves.
        window: where time can decide, after how many decisions it does; 0: never.
        anew: whether what is not open to all in that position, own hands too, is dealt anew each time.
        max_cycles: a game is cut short after so many steps a seat; None: never.
        render_mode: ``human`` (text), ``ansi``, ``rgb_array`` or None.
        wrapped: as PettingZoo's classics come: an action that is not legal loses and ends the game. Without, it keeps
            the position and costs 1, and every step is several times as fast.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, BadSetting, UnknownSmall: with what is wrong and what would be
            right.
        ModuleNotFoundError: PettingZoo is not installed.
    """
    from souq.envs import zoo
    from souq.envs.play import Play

    how: dict[str, Any] = {"returns": returns, "observation": observation, "through": through, "window": window}
    play = Play(game, players, options, start=start, anew=anew, **how)
    env = zoo.SouqAEC(play, max_cycles=max_cycles, render_mode=render_mode)
    return zoo.wrapped(env) if wrapped else env


def parallel(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    start: Start = None,
    returns: str = "victory",
    observation: str = "flat",
    through: bool = True,
    window: int = 0,
    anew: bool = True,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> SouqParallel:
    """A game as PettingZoo's parallel environment: all who may act do so at once, and the last action is to wait.

    Args, Raises: as :func:`aec`; ``max_cycles`` are rounds in which everybody is asked, and in a race nothing is
    forced: there one may wait.
    """
    from souq.envs.parallel_env import SouqParallel
    from souq.envs.play import Play

    how: dict[str, Any] = {"returns": returns, "observation": observation, "through": False, "window": window}
    play = Play(game, players, options, start=start, anew=anew, **how)
    return SouqParallel(play, through=through, max_cycles=max_cycles, render_mode=render_mode)
