"""Random games on a GPU."""

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


def playout(game: str | Game, n: int, players: int | None, seed: int, options: Mapping[str, Any] | None) -> Playouts:
    """Play ``n`` random games; see :func:`souq.gpu.playout`."""
    found = registry.find(game) if isinstance(game, str) else game
    seats = found.check_players(found.company if players is None else players)
    numbers = [*found.option_numbers(found.check_options(dict(options or {}), seats)), 0]
    n, begins = whole("The number of games", n, 1), first_of(seed)
    needed()
    lengths, scores, ranks = (cuda.device_array(shape, np.int64) for shape in (n, (n, seats), (n, seats)))
    blank, device_options = cuda.to_device(quiet(found.State).new()), cuda.to_device(np.array(numbers, np.int64))
    kernel("playing", found)(n, blank, seats, device_options, begins, lengths, scores, ranks, in_turn=True)
    return Playouts(*(made.copy_to_host() for made in (lengths, scores, ranks)))
