"""The picture of Desert Bazaar's table: a desert of hexagons, tents on display, dice, piles of cards, and hands.

A scene depends only on a position as one seat sees it (the view) and on its context. The context holds the legal
choices, because the scene itself applies no rules.
"""

from __future__ import annotations

from souq.engine.present.scene import Area, Context, Scene, Sprite
from souq.engine.present.wording import many
from souq.games.desert_bazaar import story
from souq.games.desert_bazaar.scene import market
from souq.games.desert_bazaar.scene.board import camps, scores, sites
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.dice import dice
from souq.games.desert_bazaar.scene.effects import effects
from souq.games.desert_bazaar.scene.geometry import TALL, TRAY, Plan, plan_of, spots
from souq.games.desert_bazaar.scene.ground import backdrop, ground, tray_ground
from souq.games.desert_bazaar.scene.hand import hand
from souq.games.desert_bazaar.scene.panels import facts, panels
from souq.games.desert_bazaar.scene.picks import picks
from souq.games.desert_bazaar.scene.previews import rising
from souq.games.desert_bazaar.scene.tally import earned, tally
from souq.games.desert_bazaar.state import State

__all__ = ["backdrop", "earned", "effects", "ground", "scene", "tally"]

_LAST_SITES = 3
"""Number of legal sites up to which a warning says that the game will end soon."""


def scene(view: State, ctx: Context) -> Scene:
    """Return the picture of the table as ``ctx.seat`` sees it, with the seat's choices, the prompt and the panels."""
    desk, plan = Desk(view, ctx), plan_of(ctx.layout)
    own = hand(desk, plan)
    areas = [_board(desk, plan), *([own] if own else []), *([_tray(desk)] if plan is TALL else [])]
    return Scene(
        areas=tuple(areas),
        panels=panels(desk),
        prompt=story.prompt(view, ctx.seat, ctx.names),
        picks=picks(desk, plan),
        facts=facts(desk),
        tally=tally(view, ctx),
        warning=_warning(desk),
        meta=f"turn {view.turn}" if view.turn else "first cards",
    )


def _board(desk: Desk, plan: Plan) -> Area:
    made: list[Sprite] = [market.stock(desk, plan), *dice(desk, plan), *market.piles(desk, plan)]
    if plan is not TALL:
        made += market.tiles(desk, plan) + scores(desk)
    made += sites(desk, plan) + camps(desk, plan) + rising(desk, plan)
    behind = backdrop(plan.layout)
    size = (plan.width, plan.height)
    return Area("board", *size, tuple(made), ground(plan.layout), "The desert", behind, spots=spots(plan))


def _tray(desk: Desk) -> Area:
    """Return the area below the board on a phone, in which the tiles on display are drawn."""
    width, height = TRAY
    return Area("tray", width, height, tuple(market.tiles(desk, TALL)), tray_ground(), "Tents on display")


def _warning(desk: Desk) -> str:
    left = len(desk.open)
    if desk.over or not desk.mine or left > _LAST_SITES:
        return ""
    return f"Only {many(left, 'site')} left. The game ends when the last one goes."
