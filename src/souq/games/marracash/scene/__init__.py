"""MarraCash's table: a walled town of shops, crowds at its fountains, and the queue round the wall.

A scene is a pure function of a view and of whom it is for. What can be chosen comes with the context; what would follow
from a choice is worked out on the desk.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from souq.engine.scene import Area, Context, Pick, Scene, Sprite, Tooltip
from souq.games.marracash import story
from souq.games.marracash.scene import bids, hand, souvenirs
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.scene.effects import effects
from souq.games.marracash.scene.facts import facts, last_seat, last_words
from souq.games.marracash.scene.geometry import Plan, plan_of
from souq.games.marracash.scene.ground import backdrop, ground
from souq.games.marracash.scene.panels import panels
from souq.games.marracash.scene.people import crowds, fountains, gates, queue
from souq.games.marracash.scene.picks import board_picks
from souq.games.marracash.scene.shops import shops
from souq.games.marracash.scene.streets import exits, trails
from souq.games.marracash.scene.tally import tally
from souq.games.marracash.scene.tooltips import pulled_in, tooltips
from souq.games.marracash.scene.tray import tray
from souq.games.marracash.state import State

__all__ = ["backdrop", "effects", "ground", "scene", "tally"]

_S = TypeVar("_S", Pick, Tooltip)


def scene(view: State, ctx: Context) -> Scene:
    """Everything ``ctx.seat`` sees of a position."""
    desk, plan = Desk(view, ctx), plan_of(ctx.layout)
    areas = _areas(desk, plan)
    keys = {sprite.key for area in areas for sprite in area.sprites}
    picks = (*board_picks(desk, plan), *bids.picks(desk), *souvenirs.picks(desk))
    return Scene(
        areas=areas,
        panels=panels(desk),
        prompt=story.prompt(view, desk.seat, ctx.names),
        picks=tuple(_there(pick, keys) for pick in picks),
        tooltips=tuple(
            _there(tooltip, keys) for tooltip in (*tooltips(desk, plan), *hand.tooltips(desk)) if keys & {*tooltip.on}
        ),
        facts=facts(desk),
        tally=tally(view, ctx),
        warning="" if last_seat(desk) < 0 or any(area.name == "tray" for area in areas) else last_words(desk),
        meta=f"turn {view.turn}" if view.turn else "setup",
        amount=bids.amount(desk),
    )


def _areas(desk: Desk, plan: Plan) -> tuple[Area, ...]:
    """The board, what lies under it, and on a phone the tray."""
    found = (_board(desk, plan), hand.hand(desk, plan), tray(desk) if plan.tall else None)
    return tuple(area for area in found if area)


def _board(desk: Desk, plan: Plan) -> Area:
    made: list[Sprite] = trails(desk, plan) + fountains(desk, plan) + gates(desk, plan) + shops(desk, plan)
    made += exits(desk, plan) + crowds(desk, plan) + queue(desk, plan)
    made += pulled_in(desk, plan, desk.lot) if desk.lot >= 0 else []
    return Area("board", plan.width, plan.height, tuple(made), ground(plan.layout), "The town", backdrop(plan.layout))


def _there(shown: _S, keys: set[str]) -> _S:
    """On those of its sprites that this layout has."""
    on = tuple(key for key in shown.on if key in keys)
    return shown if len(on) == len(shown.on) else replace(shown, on=on)
