"""Random games on a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.learn.playout import Playouts, first_of
from souq.engine.rules.record import quiet
from souq.envs.errors import whole
from souq.gpu.cards import cuda, needed
from souq.gpu.kernels import kernel


def playout(
    game: str | Game,
    n: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
) -> Playouts:
    """Play ``n`` random games.

    They are those of :func:`souq.engine.learn.playout.playout`, one by one. The first of a kind takes a while, for it
    is translated; what it makes is kept for the next process.

    Args:
        game: what to play, or its name.
        n: how many games. With 100,000 and more a card has enough to do.
        players: how many seats; the fewest that are company when left out.
        seed: the same seed gives the same games.
        options: values of the game's options.

    Raises:
        NoCard: there is no card that could play.
        UnknownGame, BadPlayers, BadOption, BadSeed, BadSetting: with what is wrong and what would be right.
    """
    found = registry.find(game) if isinstance(game, str) else game
    seats = found.check_players(found.company if players is None else players)
    numbers = [*found.option_numbers(found.check_options(dict(options or {}), seats)), 0]
    n, begins = whole("The number of games", n, 1), first_of(seed)
    needed()
    lengths, scores, ranks = (cuda.device_array(shape, np.int64) for shape in (n, (n, seats), (n, seats)))
    blank, told = cuda.to_device(quiet(found.State).new()), cuda.to_device(np.array(numbers, np.int64))
    kernel("playing", found)(n, blank, seats, told, begins, lengths, scores, ranks, in_turn=True)
    return Playouts(*(made.copy_to_host() for made in (lengths, scores, ranks)))
