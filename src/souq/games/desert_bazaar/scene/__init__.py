"""Desert Bazaar's table: a desert of hexagons between dunes and stars, tents on display, dice, piles, and hands.

A scene is a pure function of a view and of whom it is for. What can be chosen comes with the context: no rule is
decided here.
"""

from __future__ import annotations

from functools import cache

from souq.engine.markup import rect
from souq.engine.scene import Area, Context, Scene, Sprite, text
from souq.engine.wording import many
from souq.games.desert_bazaar import story
from souq.games.desert_bazaar.scene import display
from souq.games.desert_bazaar.scene.board import rising, sites
from souq.games.desert_bazaar.scene.camps import camps
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.dice import dice
from souq.games.desert_bazaar.scene.effects import effects
from souq.games.desert_bazaar.scene.geometry import TALL, TRAY, Plan, plan_of, tile_at
from souq.games.desert_bazaar.scene.ground import backdrop, ground
from souq.games.desert_bazaar.scene.hand import hand
from souq.games.desert_bazaar.scene.panels import facts, panels
from souq.games.desert_bazaar.scene.picks import picks
from souq.games.desert_bazaar.scene.tally import earned, tally
from souq.games.desert_bazaar.state import SLOTS, State

__all__ = ["backdrop", "earned", "effects", "ground", "scene", "tally"]

_LAST_SITES = 3
"""So few sites left are worth a warning."""


def scene(view: State, ctx: Context) -> Scene:
    """Everything ``ctx.seat`` sees of a position."""
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
    made: list[Sprite] = [display.stock(desk, plan), *dice(desk, plan), *display.piles(desk, plan)]
    if plan is not TALL:
        made += display.tiles(desk, plan) + display.scores(desk)
    made += sites(desk, plan) + camps(desk, plan) + rising(desk, plan)
    return Area("board", plan.width, plan.height, tuple(made), ground(plan.layout), "The desert", backdrop(plan.layout))


def _tray(desk: Desk) -> Area:
    """The tiles on display, below a phone's board."""
    width, height = TRAY
    return Area("tray", width, height, tuple(display.tiles(desk, TALL)), _tray_ground(), "Tents on display")


@cache
def _tray_ground() -> str:
    """The names of the two sets, and where their tiles lie."""
    art = ""
    for side, word in enumerate(("left", "right")):
        title, y = text(word, 0, 4, 12, "var(--muted)"), tile_at(TALL, side, 0)[1]
        art += f'<g transform="translate(8 {y:g}) rotate(-90)">{title}</g>'
        for slot in range(SLOTS):
            x, y = tile_at(TALL, side, slot)
            art += rect(x - 42, y - 25.5, 84, 51, 7, "none", "var(--line)", 1.2, 'stroke-dasharray="4 4"')
    return art


def _warning(desk: Desk) -> str:
    left = len(desk.open)
    if desk.over or not desk.mine or left > _LAST_SITES:
        return ""
    return f"Only {many(left, 'site')} left. The game ends when the last one goes."
