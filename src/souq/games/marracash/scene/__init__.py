"""MarraCash's table: a walled town of shops, crowds at its fountains, and the queue round the wall.

A scene is a pure function of a view and of whom it is for. What can be chosen comes with the context; what would follow
from a choice is worked out on the desk.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from souq.engine.scene import Area, Context, Pick, Scene, Sprite, Tooltip
from souq.games.marracash import story
from souq.games.marracash.scene.board import exits, fountains, gates, shops, trails
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

_S = TypeVar("_S", Pick, Tooltip)


def scene(view: State, ctx: Context) -> Scene:
    """Everything ``ctx.seat`` sees of a position."""
    desk, plan = Desk(view, ctx), plan_of(ctx.layout)
    areas = tuple(area for area in (_board(desk, plan), hand(desk, plan), tray(desk, plan)) if area)
    keys = {sprite.key for area in areas for sprite in area.sprites}
    return Scene(
        areas=areas,
        panels=panels(desk),
        prompt=story.prompt(view, desk.seat, ctx.names),
        picks=tuple(_there(pick, keys) for pick in picks(desk, plan)),
        tooltips=tuple(_there(tooltip, keys) for tooltip in tooltips(desk, plan) if keys & {*tooltip.on}),
        facts=facts(desk),
        tally=tally(view, ctx),
        warning="" if desk.last_seat < 0 or areas[-1].name == "tray" else last_words(desk),
        meta=f"turn {view.turn}" if view.turn else "setup",
        amount=amount(desk),
    )


def _board(desk: Desk, plan: Plan) -> Area:
    made: list[Sprite] = trails(desk, plan) + fountains(desk, plan) + gates(desk, plan) + shops(desk, plan)
    made += exits(desk, plan) + crowds(desk, plan) + queue(desk, plan)
    made += pulled_in(desk, plan, desk.lot) if desk.lot >= 0 else []
    return Area("board", plan.width, plan.height, tuple(made), ground(plan.layout), "The town", backdrop(plan.layout))


def _there(shown: _S, keys: set[str]) -> _S:
    """On those of its sprites that this layout has."""
    on = tuple(key for key in shown.on if key in keys)
    return shown if len(on) == len(shown.on) else replace(shown, on=on)
