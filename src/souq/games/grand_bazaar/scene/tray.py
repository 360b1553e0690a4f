"""Below a phone's board: the viewer's cubes and the Foreign Markets."""

from __future__ import annotations

from functools import cache

from souq.engine.scene import Area, Sprite, text
from souq.games.grand_bazaar.scene.art import INK, empty_card, moved
from souq.games.grand_bazaar.scene.board import supply
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import Plan, Point
from souq.games.grand_bazaar.scene.markets import pair
from souq.games.grand_bazaar.state import MARKET_NAMES, MARKETS

WIDTH = 370.0
_COLUMN = WIDTH / MARKETS
_SCALE = 0.52
_ROW = 34.0  # own cubes


def tray(desk: Desk, plan: Plan) -> Area:
    """What lies below a phone's board; the viewer's cubes while there is bidding."""
    own = supply(desk, 140, 20, 26)
    top = _ROW if own else 0.0
    made: list[Sprite] = list(own)
    for market in range(MARKETS):
        made += pair(desk, market, spots(market, top), _SCALE)
    return Area("tray", WIDTH, top + 76, tuple(made), _ground(top), "Foreign Markets")


def spots(market: int, top: float) -> tuple[Point, Point]:
    """Middles of the two cards of a market."""
    x = _COLUMN * (market + 0.5)
    return (x - 12, top + 26), (x + 12, top + 31)


@cache
def _ground(top: float) -> str:
    art = ""
    for market in range(MARKETS):
        for point in spots(market, top):
            art += moved(empty_card(), *point, _SCALE)
        art += text(MARKET_NAMES[market].removeprefix("The "), _COLUMN * (market + 0.5), top + 70, 12, INK, serif=True)
    return art
