"""Below a phone's board: the Foreign Markets."""

from __future__ import annotations

from functools import cache

from souq.engine.markup import moved
from souq.engine.scene import Area, text
from souq.games.grand_bazaar.scene.art import INK, empty_card
from souq.games.grand_bazaar.scene.board.markets import pair
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import Point
from souq.games.grand_bazaar.state import MARKET_NAMES, MARKETS

WIDTH, HEIGHT = 370.0, 69.0
_COLUMN = WIDTH / MARKETS
_SCALE = 0.5


def tray(desk: Desk) -> Area:
    """What lies below a phone's board."""
    made = [sprite for market in range(MARKETS) for sprite in pair(desk, market, spots(market), _SCALE)]
    return Area("tray", WIDTH, HEIGHT, tuple(made), _ground(), "Foreign Markets")


def spots(market: int) -> tuple[Point, Point]:
    """Middles of the two cards of a market."""
    x = _COLUMN * (market + 0.5)
    return (x - 12, 22), (x + 12, 27)


@cache
def _ground() -> str:
    art = ""
    for market in range(MARKETS):
        for point in spots(market):
            art += moved(empty_card(), *point, _SCALE)
        art += text(MARKET_NAMES[market].removeprefix("The "), _COLUMN * (market + 0.5), 64, 12, INK, serif=True)
    return art
