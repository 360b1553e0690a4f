"""The Grand Bazaar's table: six caravans within six wedges, the Foreign Markets round them, and everybody's backs.

A scene is a pure function of a view and of whom it is for. What can be chosen comes with the context; what would follow
from a choice is worked out on the desk.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from souq.engine.scene import Area, Context, Pick, Scene, Tooltip
from souq.games.grand_bazaar import story
from souq.games.grand_bazaar.scene import fans, hand, offers
from souq.games.grand_bazaar.scene.board import board
from souq.games.grand_bazaar.scene.board.markets import tray
from souq.games.grand_bazaar.scene.composer import composer
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.effects import effects
from souq.games.grand_bazaar.scene.geometry import Plan, plan_of
from souq.games.grand_bazaar.scene.ground import backdrop, ground
from souq.games.grand_bazaar.scene.panels import facts, panels
from souq.games.grand_bazaar.scene.picks import picks
from souq.games.grand_bazaar.scene.picks.deals import amount
from souq.games.grand_bazaar.scene.tally import earned, tally
from souq.games.grand_bazaar.scene.tooltips import tooltips
from souq.games.grand_bazaar.state import State

__all__ = ["backdrop", "earned", "effects", "ground", "scene", "tally"]

_S = TypeVar("_S", Pick, Tooltip)


def scene(view: State, ctx: Context) -> Scene:
    """Everything ``ctx.seat`` sees of a position."""
    desk, plan = Desk(view, ctx), plan_of(ctx.layout)
    areas = _areas(desk, plan)
    keys = {sprite.key for area in areas for sprite in area.sprites}
    said = (*tooltips(desk, plan), *hand.tooltips(desk), *fans.tooltips(desk), *offers.tooltips(desk))
    return Scene(
        areas=areas,
        panels=panels(desk),
        prompt=story.prompt(view, desk.seat, ctx.names),
        picks=tuple(hand.with_copies(_there(pick, keys), desk) for pick in picks(desk, plan)),
        tooltips=tuple(_there(tooltip, keys) for tooltip in said if keys & {*tooltip.on}),
        meta=f"round {view.nth} of {view.rounds}",
        facts=facts(desk),
        tally=tally(view, ctx),
        amount=amount(desk),
        composer=composer(desk),
    )


def _areas(desk: Desk, plan: Plan) -> tuple[Area, ...]:
    """The board, the own hand, everybody's backs, what is proposed; on a phone the markets until they are claimed."""
    shown = board(desk, plan)
    found = (
        replace(shown, sprites=(*shown.sprites, *offers.over_board(desk, plan))),
        hand.hand(desk, plan),
        tray(desk) if plan.tall and desk.stage in ("bidding", "caravans") else None,
        *fans.fans(desk),
        offers.offers(desk),
    )
    return tuple(area for area in found if area)


def _there(shown: _S, keys: set[str]) -> _S:
    """On those of its sprites that this layout has."""
    on, lifts = tuple(key for key in shown.on if key in keys), tuple(key for key in shown.lifts if key in keys)
    return shown if (on, lifts) == (shown.on, shown.lifts) else replace(shown, on=on, lifts=lifts)
