"""Environments for research: every registered game behind the interfaces that learners know.

>>> games = vector("kairo", 1024, players=2)          # many games at once, in arrays
>>> games.masks.shape[0]
1024
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING, overload

from souq.envs.seatwise import advantages

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, TypedDict, Unpack

    from pettingzoo import AECEnv

    from souq.engine.game import Game
    from souq.engine.learn.observations import Form
    from souq.envs import gym as gym
    from souq.envs import openspiel as openspiel
    from souq.envs.games import Autoreset, Returns
    from souq.envs.parallel_env import SouqParallel
    from souq.envs.rendering import Mode
    from souq.envs.tables import Start
    from souq.envs.vectors import Bare, Observation, Observed, Vector

    class _Others(TypedDict, total=False):
        """The other settings of :func:`vector`."""

        seed: int
        threads: int
        start: Start
        returns: Returns
        through: bool
        window: int
        anew: bool
        autoreset: Autoreset


__all__ = ["advantages", "aec", "gym", "openspiel", "parallel", "vector"]
_MODULES = ("gym", "openspiel")
"""Modules with registrations of their own, which need extras: they are imported when they are asked for."""


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # a type-checker would take any name for one of these

    def __getattr__(name: str):
        if name in _MODULES:
            return _importlib.import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@overload
def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Form,
    **others: Unpack[_Others],
) -> Observed: ...
@overload
def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Bare = "records",
    **others: Unpack[_Others],
) -> Vector: ...
@overload
def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Observation,
    **others: Unpack[_Others],
) -> Vector: ...
def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    seed: int = 0,
    threads: int = 1,
    start: Start = None,
    returns: Returns = "victory",
    observation: Observation = "records",
    through: bool = True,
    window: int = 0,
    anew: bool = True,
    autoreset: Autoreset = "same",
) -> Vector:
    """Begin ``n`` games that are stepped together, in arrays: see :class:`souq.envs.vectors.Vector`.

    Args:
        game: what to play, or its name.
        n: how many games.
        players: how many seats; the fewest that are company when left out.
        options: values of the game's options; the others keep their defaults.
        seed: the same seed gives the same games, whatever the number of threads.
        threads: how many cores work at a step; 0 is all.
        start: a position or the name of a small game to begin from.
        returns: ``victory``, ``points`` or ``potential``, see :data:`souq.envs.games.Returns`.
        observation: ``records`` (what who decides may know, as structured arrays), ``nothing`` (only masks are
            written), or an array of numbers: ``flat``, ``named`` or ``integers``, see
            :data:`souq.engine.learn.observations.Form`.
        through: whether decisions with one option are made by themselves.
        window: where time can decide, after how many decisions it does; 0: never.
        anew: whether what is not open to all in that position, own hands too, is dealt anew each time. Otherwise it is
            as the position says, and a learner that plays it often knows it by heart.
        autoreset: ``same``: a game that has ended begins again in the same step, and ``dones`` says so. ``next``: it
            begins with the next step, whose action is not read; what was seen last stands in the arrays until then.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, BadSeed, BadSetting, UnknownSmall: with what is wrong and what
            would be right.
    """
    from souq.envs import vectors

    kind = vectors.Observed if vectors.formed(observation) else vectors.Vector
    return kind(
        game,
        n,
        players,
        options,
        seed=seed,
        threads=threads,
        start=start,
        returns=returns,
        observation=observation,
        through=through,
        window=window,
        anew=anew,
        autoreset=autoreset,
    )


def aec(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    start: Start = None,
    returns: Returns = "victory",
    observation: Form = "flat",
    through: bool = True,
    window: int = 0,
    anew: bool = True,
    max_cycles: int | None = None,
    render_mode: Mode | None = None,
    wrapped: bool = True,
) -> AECEnv[str, Any, int | None]:
    """A game as PettingZoo's AEC environment: agents ``seat_0``, ``seat_1``, … act one after another.

    Args:
        game: what to play, or its name.
        players: how many seats; the fewest that are company when left out.
        options: values of the game's options; the others keep their defaults.
        start: a position or the name of a small game to begin from.
        returns: ``victory``, ``points`` or ``potential``, see :data:`souq.envs.games.Returns`.
        observation: ``flat``, ``named`` or ``integers``, see :data:`souq.engine.learn.observations.Form`.
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

    play = Play(
        game,
        players,
        options,
        start=start,
        returns=returns,
        observation=observation,
        through=through,
        window=window,
        anew=anew,
    )
    env = zoo.SouqAEC(play, max_cycles=max_cycles, render_mode=render_mode)
    return zoo.wrapped(env) if wrapped else env


def parallel(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    start: Start = None,
    returns: Returns = "victory",
    observation: Form = "flat",
    through: bool = True,
    window: int = 0,
    anew: bool = True,
    max_cycles: int | None = None,
    render_mode: Mode | None = None,
) -> SouqParallel:
    """A game as PettingZoo's parallel environment: all who may act do so at once, and the last action is to wait.

    Args, Raises: as :func:`aec`; ``max_cycles`` are rounds in which everybody is asked, and in a race nothing is
    forced: there one may wait.
    """
    from souq.envs.parallel_env import SouqParallel
    from souq.envs.play import Play

    play = Play(
        game,
        players,
        options,
        start=start,
        returns=returns,
        observation=observation,
        through=False,  # in a race nothing is forced: the environment makes what is
        window=window,
        anew=anew,
    )
    return SouqParallel(play, through=through, max_cycles=max_cycles, render_mode=render_mode)
