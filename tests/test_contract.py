"""Every registered game held to the contract, and some for testing: with hidden cards, bids, a race, open trading."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from souq.engine import registry
from souq.engine.game import Game
from tests.barter import GAME as BARTER
from tests.contract import CHECKS
from tests.dash import GAME as DASH
from tests.heaps import GAME as HEAPS
from tests.lot import GAME as LOT
from tests.toy import GAME as TOY

GAMES = list({game.name: game for game in (*registry.games().values(), TOY, LOT, DASH, HEAPS, BARTER)}.values())


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.name)
def test_contract(game: Game, check: Callable[[Game], None]) -> None:
    check(game)
