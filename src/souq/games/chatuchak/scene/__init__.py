"""Chatuchak's table: the seat's own market (large), the other markets (small), twelve goals and a clock.

A scene is a pure function of a view and its context. The legal choices come with the context; the desk computes what
each of them would do.
"""

from __future__ import annotations

from dataclasses import replace

from souq.engine.present.scene import Area, Context, Prompt, Scene, Sprite
from souq.engine.present.wording import several
from souq.games.chatuchak import story
from souq.games.chatuchak.scene.board import clock, own_market
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.effects import effects
from souq.games.chatuchak.scene.geometry import Plan, plan_of
from souq.games.chatuchak.scene.goals import goals
from souq.games.chatuchak.scene.ground import backdrop, ground
from souq.games.chatuchak.scene.hand import hand
from souq.games.chatuchak.scene.market import rivals
from souq.games.chatuchak.scene.panels import facts, panels, warning
from souq.games.chatuchak.scene.picks import picks
from souq.games.chatuchak.scene.puzzle import puzzle, share, solver
from souq.games.chatuchak.scene.tally import tally
from souq.games.chatuchak.scene.tooltips import tooltips
from souq.games.chatuchak.state import Mode, State

__all__ = ["backdrop", "effects", "ground", "scene", "tally"]


def scene(view: State, ctx: Context) -> Scene:
    """Return the scene of a position for ``ctx.seat``."""
    desk = Desk(view, ctx)
    plan = plan_of(ctx.layout, desk.race)
    board = _board(desk, plan)
    areas = (board, *rivals(desk), *_above_the_story(desk))
    return Scene(
        areas=areas,
        panels=panels(desk),
        prompt=_prompt(desk),
        picks=picks(desk, plan, list(board.sprites)),
        tooltips=tuple(tooltips(desk, plan)),
        facts=facts(desk),
        tally=tally(view, ctx),
        warning=warning(desk),
        meta=_meta(desk),
        share=share(desk),
        hints=desk.mode == Mode.SOLO and not desk.over,
    ).fitted()


def _prompt(desk: Desk) -> Prompt:
    """Return the prompt; after a puzzle solved with hints, it gives the number of hints instead of a rank."""
    asked: Prompt = story.prompt(desk.view, desk.seat, desk.ctx.names)
    if not (desk.over and desk.mode == Mode.SOLO and desk.solved(0) and desk.ctx.hints):
        return asked
    return replace(
        asked, detail=f"Solved in {several(desk.view.moves[0], 'move')} with {several(desk.ctx.hints, 'hint')}."
    )


def _board(desk: Desk, plan: Plan) -> Area:
    made: list[Sprite] = own_market(desk, plan)
    made += puzzle(desk, plan) if desk.race else clock(desk, plan) + hand(desk, plan)
    whose = "Your market" if desk.own == desk.seat else f"{desk.ctx.names(desk.own)}’s market"
    return Area("board", plan.width, plan.height, tuple(made), ground(plan), whose, backdrop(plan))


def _above_the_story(desk: Desk) -> list[Area]:
    return [area for area in (goals(desk), solver(desk)) if area]


def _meta(desk: Desk) -> str:
    """Return the text next to the title: the number of the round or, in the puzzle and in races, of the move."""
    if not desk.race:
        return f"round {desk.view.rounds}"
    made = desk.view.moves[desk.own]
    return f"move {made}" if made else "start"
