"""The Grand Bazaar's table: six caravans within six wedges, the Foreign Markets around them, and every hand.

A scene is a pure function of a view and its context, which holds the viewer's seat, layout and legal choices. Values
derived from the view are computed by the desk (the scene's view model).
"""

from __future__ import annotations

from dataclasses import replace

from souq.engine.present.scene import Area, Context, Scene
from souq.games.grand_bazaar import story
from souq.games.grand_bazaar.scene import fans, hand, offers
from souq.games.grand_bazaar.scene.board import board
from souq.games.grand_bazaar.scene.board.markets import tray
from souq.games.grand_bazaar.scene.composer import composer
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.effects import effects
from souq.games.grand_bazaar.scene.geometry import Plan, plan_of
from souq.games.grand_bazaar.scene.ground import backdrop, ground
from souq.games.grand_bazaar.scene.listing import listing
from souq.games.grand_bazaar.scene.panels import facts, panels
from souq.games.grand_bazaar.scene.picks import picks
from souq.games.grand_bazaar.scene.picks.deals import amount
from souq.games.grand_bazaar.scene.tally import earned, tally
from souq.games.grand_bazaar.scene.tooltips import tooltips
from souq.games.grand_bazaar.state import State

__all__ = ["backdrop", "earned", "effects", "ground", "scene", "tally"]


def scene(view: State, ctx: Context) -> Scene:
    """Return the scene of a position as the seat ``ctx.seat`` sees it."""
    desk, plan = Desk(view, ctx), plan_of(ctx.layout)
    areas = _areas(desk, plan)
    all_tooltips = (*tooltips(desk, plan), *hand.tooltips(desk), *fans.tooltips(desk), *offers.tooltips(desk))
    return Scene(
        areas=areas,
        panels=panels(desk),
        prompt=story.prompt(view, desk.seat, ctx.names),
        picks=tuple(hand.with_copies(pick, desk) for pick in picks(desk, plan)),
        tooltips=all_tooltips,
        meta=f"round {view.nth} of {view.rounds}",
        facts=facts(desk),
        tally=tally(view, ctx),
        amount=amount(desk),
        composer=composer(desk),
        listing=listing(desk),
    ).fitted()


def _areas(desk: Desk, plan: Plan) -> tuple[Area, ...]:
    """Return the areas of the board, the viewer's hand, the other hands and the proposals.

    On a phone the markets are a separate area, which is present only during the bidding and the caravans.
    """
    hexagon = board(desk, plan)
    areas = (
        replace(hexagon, sprites=(*hexagon.sprites, *offers.over_board(desk, plan))),
        hand.hand(desk, plan),
        tray(desk) if plan.tall and desk.stage in ("bidding", "caravans") else None,
        *fans.fans(desk),
        offers.offers(desk),
    )
    return tuple(area for area in areas if area)
