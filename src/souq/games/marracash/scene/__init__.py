"""MarraCash's table: a walled town of shops, crowds at its fountains, and the queue round the wall.

A scene is a pure function of a view and of whom it is for. What can be chosen comes with the context; what would follow
from a choice is worked out on the desk.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from souq.engine.scene import Area, Context, Look, Panel, Pick, Scene, Sprite
from souq.engine.twin import Twin
from souq.games.marracash import story
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.scene.geometry import Plan, plan_of
from souq.games.marracash.scene.ground import backdrop, ground
from souq.games.marracash.scene.looks import looks
from souq.games.marracash.scene.people import crowds, fountains, gates, queue
from souq.games.marracash.scene.picks import board_picks
from souq.games.marracash.scene.shops import shops
from souq.games.marracash.scene.streets import exits, trails
from souq.games.marracash.scene.telling import warning

__all__ = ["backdrop", "ground", "scene"]

_S = TypeVar("_S", Pick, Look)


def scene(view: Twin, ctx: Context) -> Scene:
    """Everything ``ctx.seat`` sees of a position."""
    desk, plan = Desk(view, ctx), plan_of(ctx.layout)
    areas = (_board(desk, plan),)
    keys = {sprite.key for area in areas for sprite in area.sprites}
    return Scene(
        areas=areas,
        panels=tuple(Panel(seat, f"{view.cash[seat]:,}") for seat in desk.seats),
        prompt=story.prompt(view, desk.seat, ctx.names),
        picks=tuple(_there(pick, keys) for pick in board_picks(desk, plan)),
        looks=tuple(_there(look, keys) for look in looks(desk, plan)),
        warning=warning(desk),
        meta=f"turn {view.turn}" if view.turn else "setup",
    )


def _board(desk: Desk, plan: Plan) -> Area:
    made: list[Sprite] = trails(desk, plan) + fountains(desk, plan) + gates(desk, plan) + shops(desk, plan)
    made += exits(desk, plan) + crowds(desk, plan) + queue(desk, plan)
    return Area("board", plan.width, plan.height, tuple(made), ground(plan.layout), "The town", backdrop(plan.layout))


def _there(shown: _S, keys: set[str]) -> _S:
    """On those of its sprites that are there."""
    on = tuple(key for key in shown.on if key in keys)
    return shown if len(on) == len(shown.on) else replace(shown, on=on)
