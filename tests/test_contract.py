"""Every registered game passes the contract, and so do some for testing: hidden cards, bids, a race, open trading."""

from __future__ import annotations

import pytest

from souq.engine import registry
from souq.engine.game import Game
from souq.testing import CHECKS, Check
from tests.barter import GAME as BARTER
from tests.dash import GAME as DASH
from tests.heaps import GAME as HEAPS
from tests.lot import GAME as LOT
from tests.toy import GAME as TOY

GAMES = list({game.name: game for game in (*registry.games().values(), TOY, LOT, DASH, HEAPS, BARTER)}.values())


@pytest.mark.filterwarnings("ignore::souq.testing.MissingCard")
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_passes_a_check_of_the_contract(game: Game, check: Check) -> None:
    check(game)
