"""Under the board: the auction while one runs; else, on a desk, the viewer's shops and the souvenirs."""

from __future__ import annotations

from souq.engine.scene import Area, Sprite, Tooltip
from souq.games.marracash.scene import auction, ledger, souvenirs
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.scene.geometry import Plan


def hand(desk: Desk, plan: Plan) -> Area | None:
    """The strip under the board; on a phone there is none between auctions: the tray shows it."""
    at = auction.places_of(plan)
    if desk.lot >= 0:
        return Area("hand", at.width, at.height, tuple(auction.auction(desk, plan)), label="The auction")
    if plan.tall:
        return None
    cards = souvenirs.width() + 14 if desk.view.souvenirs else 0.0
    made: list[Sprite] = ledger.tiles(desk, 0, 1, at.width - cards, at.height - 2)
    made += souvenirs.cards(desk, at.width - cards + 14, at.height / 2)
    return Area("hand", at.width, at.height, tuple(made), label=_label(desk))


def _label(desk: Desk) -> str:
    return "Your shops" if desk.seat >= 0 else f"{desk.ctx.names(desk.active)}’s shops"


def tooltips(desk: Desk) -> tuple[Tooltip, ...]:
    """What lies under the board says of itself."""
    own = auction.tooltips(desk) if desk.lot >= 0 else ledger.tooltips(desk)
    return (*own, *souvenirs.tooltips(desk))
