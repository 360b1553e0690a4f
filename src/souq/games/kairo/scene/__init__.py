"""The picture of Kairo's table: a square with stalls and customers, cards on display and in the hand.

A scene is a pure function of a view and its viewer. The context holds the legal choices; the rules compute the result
of a choice.
"""

from __future__ import annotations

from dataclasses import replace

from souq.engine.present.scene import Area, Context, Prompt, Scene, Sprite
from souq.games.kairo import story
from souq.games.kairo.scene.board import grade, people, rising, sites, stands
from souq.games.kairo.scene.builds import carded
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.effects import effects
from souq.games.kairo.scene.geometry import SPOTS, Plan, plan_of
from souq.games.kairo.scene.ground import backdrop, ground
from souq.games.kairo.scene.hand import hand
from souq.games.kairo.scene.market import beside, tray
from souq.games.kairo.scene.panels import facts, final_words, panels, warning
from souq.games.kairo.scene.picks import picks
from souq.games.kairo.scene.previews import growth_words
from souq.games.kairo.scene.tally import earned, tally
from souq.games.kairo.scene.tooltips import tooltips
from souq.games.kairo.scene.walks import routes
from souq.games.kairo.state import SITE, SITES, Act, Phase, State

__all__ = ["backdrop", "earned", "effects", "ground", "scene", "tally"]

_DASHED = 2
"""Grade of a site where the player can only pay with three cards (see :func:`~souq.games.kairo.scene.board.grade`)."""


def scene(view: State, ctx: Context) -> Scene:
    """Return everything that ``ctx.seat`` sees of a position."""
    desk, plan = Desk(view, ctx), plan_of(ctx.layout)
    could, own = carded(desk), hand(desk, plan)
    reached = frozenset(site for found in could.values() for site in found)
    areas = [_board(desk, plan, reached), *([own] if own else []), *([tray(desk)] if plan.tall else [])]
    return Scene(
        areas=tuple(areas),
        panels=panels(desk),
        prompt=_prompt(desk),
        picks=picks(desk, plan, could),
        tooltips=tooltips(desk, plan),
        facts=facts(desk),
        tally=tally(view, ctx),
        warning=warning(desk),
        meta=f"turn {view.turn}" if view.turn else "setup",
    ).fitted()


def _prompt(desk: Desk) -> Prompt:
    """Return the prompt (what the player is asked), with an explanation of sites whose outline is dashed, if any."""
    asked = story.prompt(desk.view, desk.seat, desk.ctx.names)
    if desk.asks(Phase.SITE) and desk.act == Act.EXPAND:
        asked = replace(asked, detail=growth_words(desk, desk.view.colour))
    if desk.terse and desk.phase == Phase.ACT and not desk.view.final and not warning(desk):
        # A phone does not show the supply's box, which has these words elsewhere.
        asked = replace(asked, detail=f"{asked.detail} {final_words(desk)}".strip())
    if not desk.asks(Phase.SITE) or all(grade(desk, site) < _DASHED for site in desk.options(SITE, SITES)):
        return asked
    return replace(asked, detail=f"{asked.detail} Dashed sites take three cards.")


def _board(desk: Desk, plan: Plan, reached: frozenset[int]) -> Area:
    made: list[Sprite] = sites(desk, plan, reached) + stands(desk, plan)
    made += routes(desk, plan) + people(desk, plan) + rising(desk, plan)
    if not plan.tall:
        made += beside(desk)
    behind = backdrop(plan.layout)
    size = (plan.width, plan.height)
    return Area("board", *size, tuple(made), ground(plan.layout), "The square", behind, spots=SPOTS)
