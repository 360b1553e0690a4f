"""Everything the processes need, imported before they are forked."""

from __future__ import annotations

import contextlib
import gc

from souq.bots import levels
from souq.engine import registry
from souq.engine.errors import SouqError
from souq.server import app, serve
from souq.server.core.live.tables import load
from souq.server.ops import worker
from tests.barter import GAME as BARTER
from tests.dash import GAME as DASH
from tests.lot import GAME as LOT
from tests.toy import GAME as TOY

__all__ = ["app", "know_games", "levels", "serve", "worker"]


def know_games() -> None:
    """Register the tests' games too."""
    for game in (BARTER, DASH, LOT, TOY):
        registry.register(game)


know_games()
for each in registry.games():
    with contextlib.suppress(SouqError):  # reported where it is needed
        load(registry.find(each))
gc.freeze()
