"""Environments for research: every registered game with the interfaces of Gymnasium, PettingZoo and others.

>>> games = vector("kairo", 1024, players=2)          # many games at once, in arrays
>>> games.masks.shape[0]
1024
"""

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING, overload

from souq.envs.seatwise import advantages
from souq.envs.spec import BatchSettings, Observation, Settings, expanded

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Unpack

    from pettingzoo import AECEnv

    from souq.engine.game import Game
    from souq.engine.learn.observations import Form
    from souq.envs import gym as gym
    from souq.envs import openspiel as openspiel
    from souq.envs.parallel_env import SouqParallel
    from souq.envs.rendering import Mode
    from souq.envs.vectors import Observed, Vector

__all__ = ["advantages", "aec", "gym", "openspiel", "parallel", "vector"]
_MODULES = ("gym", "openspiel")
"""Modules that need optional packages. They are imported on first access, and then register souq's environments."""


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
    threads: int = 1,
    **settings: Unpack[BatchSettings],
) -> Observed: ...
@overload
def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Observation = "records",
    threads: int = 1,
    **settings: Unpack[BatchSettings],
) -> Vector: ...
@expanded(BatchSettings)
def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Observation = "records",
    threads: int = 1,
    **settings: Unpack[BatchSettings],
) -> Vector:
    """Begin ``n`` games in a batch, whose data is in arrays and which one call steps together.

    :class:`~souq.envs.spec.EnvSpec` explains the arguments and the errors they raise.
    """
    from souq.envs import vectors

    kind = vectors.Observed if vectors.formed(observation) else vectors.Vector
    return kind(game, n, players, options, observation=observation, threads=threads, **settings)


@expanded(Settings)
def aec(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Form = "flat",
    max_cycles: int | None = None,
    render_mode: Mode | None = None,
    wrapped: bool = True,
    **settings: Unpack[Settings],
) -> AECEnv[str, Any, int | None]:
    """Return a game as PettingZoo's AEC environment: agents ``seat_0``, ``seat_1``, … act one after another.

    :class:`~souq.envs.spec.EnvSpec` explains the other arguments and the errors they raise.

    Args:
        max_cycles: truncate a game after so many steps per seat; None: never.
        render_mode: ``human`` (text), ``ansi``, ``rgb_array`` or None.
        wrapped: wrap it like PettingZoo's classics: an illegal action loses and ends the game. Without the wrappers it
            leaves the position unchanged and costs 1, and every step is several times as fast.

    Raises:
        ModuleNotFoundError: PettingZoo is not installed.
    """
    from souq.envs import zoo
    from souq.envs.play import Play

    play = Play(game, players, options, observation=observation, **settings)
    env = zoo.SouqAEC(play, max_cycles=max_cycles, render_mode=render_mode)
    return zoo.wrapped(env) if wrapped else env


@expanded(Settings)
def parallel(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Form = "flat",
    max_cycles: int | None = None,
    render_mode: Mode | None = None,
    **settings: Unpack[Settings],
) -> SouqParallel:
    """Return a game as PettingZoo's parallel environment, in which all agents act at once in every round.

    Each agent has one more action than the game has choices: the last action is to wait.

    Args, Raises: as :func:`aec`; ``max_cycles`` counts rounds in which all agents act. In a race (when several seats
    may decide) no decision is made automatically, because a seat may always wait.
    """
    from souq.envs.parallel_env import SouqParallel
    from souq.envs.play import Play

    through = settings.get("through", True)
    settings["through"] = False  # the environment itself makes forced decisions, and only outside a race
    play = Play(game, players, options, observation=observation, **settings)
    return SouqParallel(play, through=through, max_cycles=max_cycles, render_mode=render_mode)
