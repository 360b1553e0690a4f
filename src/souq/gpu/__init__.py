"""Games on a GPU: many thousands of random games or environments at a time, with the same rules as on the CPU.

It needs an NVIDIA GPU, its driver, and souq's extra ``gpu``:

>>> import souq.gpu
>>> made = souq.gpu.playout("desert_bazaar", 1_000_000, players=3)      # doctest: +SKIP
>>> games = souq.gpu.vector("desert_bazaar", 65_536, players=3)         # doctest: +SKIP

What is played is the same as on the processor, game by game and step by step: :func:`souq.engine.learn.playout.playout`
and :func:`souq.envs.vector` with the same seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Unpack

from souq.envs.spec import BatchSettings, Observation, expanded

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.learn.playout import Playouts
    from souq.gpu.vectors import Vector


def playout(
    game: str | Game,
    n: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Playouts:
    """Play ``n`` random games on the GPU and return their lengths, points and ranks.

    They are the same games that :func:`souq.engine.learn.playout.playout` plays. The first call for a game compiles a
    kernel (a program for the GPU), which takes a while; later processes load it from the cache.

    Args:
        game: the game, or its name.
        n: number of games; it takes 100,000 or more to keep a GPU busy.
        players: number of seats; by default the smallest number with opponents.
        seed: the same seed gives the same games.
        options: values of the game's options.

    Raises:
        NoCard: there is no usable GPU.
        ModuleNotFoundError: the extra ``gpu`` is not installed.
        UnknownGame, BadPlayers, BadOption, BadSeed, BadSetting: an argument is invalid; the message says what would be
            right.
    """
    from souq.gpu.playouts import playout

    return playout(game, n, players, seed, options)


@expanded(BatchSettings)
def vector(
    game: str | Game,
    n: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    observation: Observation = "records",
    **settings: Unpack[BatchSettings],
) -> Vector:
    """Start ``n`` games that are stepped together on the GPU: see :class:`souq.gpu.vectors.Vector`.

    The arguments are those of :class:`~souq.envs.spec.EnvSpec`, except that ``returns`` is ``victory`` or ``points``.

    Raises:
        NoCard: there is no usable GPU.
        ModuleNotFoundError: the extra ``gpu`` is not installed.
    """
    from souq.gpu.vectors import Vector

    return Vector(game, n, players, options, observation=observation, **settings)
