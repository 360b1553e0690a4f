"""MarraCash's table: a walled town of shops, crowds at its fountains, and the queue round the wall.

A scene is a pure function of a view and its context. The legal choices come with the context; the desk computes what
would follow from them.
"""

from __future__ import annotations

from souq.engine.present.scene import Area, Context, Scene, Sprite
from souq.games.marracash import story
from souq.games.marracash.scene.board import exits, fountains, gates, shops, spots, trails
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.scene.effects import effects
from souq.games.marracash.scene.geometry import Plan, plan_of
from souq.games.marracash.scene.ground import backdrop, ground
from souq.games.marracash.scene.hand import hand, tray
from souq.games.marracash.scene.panels import facts, last_words, panels
from souq.games.marracash.scene.people import crowds, queue
from souq.games.marracash.scene.picks import amount, picks
from souq.games.marracash.scene.previews import pulled_in
from souq.games.marracash.scene.tally import tally
from souq.games.marracash.scene.tooltips import tooltips
from souq.games.marracash.state import State

__all__ = ["backdrop", "effects", "ground", "scene", "tally"]


def scene(view: State, ctx: Context) -> Scene:
    """Return everything that ``ctx.seat`` sees of a position."""
    desk, plan = Desk(view, ctx), plan_of(ctx.layout)
    areas = tuple(area for area in (_board(desk, plan), hand(desk, plan), tray(desk, plan)) if area)
    return Scene(
        areas=areas,
        panels=panels(desk),
        prompt=story.prompt(view, desk.seat, ctx.names),
        picks=tuple(picks(desk, plan)),
        tooltips=tuple(tooltips(desk, plan)),
        facts=facts(desk),
        tally=tally(view, ctx),
        warning="" if desk.last_seat < 0 or areas[-1].name == "tray" else last_words(desk),
        meta=f"turn {view.turn}" if view.turn else "setup",
        amount=amount(desk),
    ).fitted()


def _board(desk: Desk, plan: Plan) -> Area:
    made: list[Sprite] = trails(desk, plan) + fountains(desk, plan) + gates(desk, plan) + shops(desk, plan)
    made += exits(desk, plan) + crowds(desk, plan) + queue(desk, plan)
    made += pulled_in(desk, plan, desk.lot) if desk.lot >= 0 else []
    behind = backdrop(plan.layout)
    size = (plan.width, plan.height)
    return Area("board", *size, tuple(made), ground(plan.layout), "The town", behind, spots=spots(plan))
