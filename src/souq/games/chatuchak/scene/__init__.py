"""Chatuchak's table: the own market large, the others small, twelve goals and a clock.

A scene is a pure function of a view and of whom it is for. What can be chosen comes with the context; what would follow
from a choice is worked out on the desk.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from souq.engine.scene import Area, Context, Look, Pick, Prompt, Scene, Sprite
from souq.engine.twin import Twin
from souq.games.chatuchak import story
from souq.games.chatuchak.scene import goals, rivals
from souq.games.chatuchak.scene.clock import clock
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.effects import effects
from souq.games.chatuchak.scene.facts import facts, warning
from souq.games.chatuchak.scene.geometry import Plan, plan_of
from souq.games.chatuchak.scene.ground import backdrop, ground
from souq.games.chatuchak.scene.looks import looks
from souq.games.chatuchak.scene.market import market
from souq.games.chatuchak.scene.panels import panels
from souq.games.chatuchak.scene.picks import picks
from souq.games.chatuchak.scene.purse import purse
from souq.games.chatuchak.scene.puzzle import puzzle
from souq.games.chatuchak.scene.share import share
from souq.games.chatuchak.scene.solver import solver
from souq.games.chatuchak.scene.tally import tally
from souq.games.chatuchak.scene.words import several
from souq.games.chatuchak.state import Mode

__all__ = ["backdrop", "effects", "ground", "scene", "tally"]

_S = TypeVar("_S", Pick, Look)


def scene(view: Twin, ctx: Context) -> Scene:
    """Everything ``ctx.seat`` sees of a position."""
    desk = Desk(view, ctx)
    plan = plan_of(ctx.layout, desk.race)
    board = _board(desk, plan)
    areas = (board, *rivals.rivals(desk), *_above_the_story(desk))
    keys = {sprite.key for area in areas for sprite in area.sprites}
    said = (*looks(desk, plan), *rivals.looks(desk), *goals.looks(desk))
    return Scene(
        areas=areas,
        panels=panels(desk),
        prompt=_prompt(desk),
        picks=tuple(_there(pick, keys) for pick in picks(desk, plan, list(board.sprites))),
        looks=tuple(_there(look, keys) for look in said if keys & {*look.on}),
        facts=facts(desk),
        tally=tally(view, ctx),
        warning=warning(desk),
        meta=_meta(desk),
        share=share(desk),
        hints=desk.mode == Mode.SOLO and not desk.over,
    )


def _prompt(desk: Desk) -> Prompt:
    """What is asked, or how it ended: who was helped is told so, and has no rank."""
    asked: Prompt = story.prompt(desk.view, desk.seat, desk.ctx.names)
    if not (desk.over and desk.mode == Mode.SOLO and desk.solved(0) and desk.ctx.hints):
        return asked
    return replace(asked, detail=f"Solved in {several(desk.moves(0), 'move')} with {several(desk.ctx.hints, 'hint')}.")


def _board(desk: Desk, plan: Plan) -> Area:
    made: list[Sprite] = market(desk, plan)
    made += puzzle(desk, plan) if desk.race else clock(desk, plan) + purse(desk, plan)
    whose = "Your market" if desk.own == desk.seat else f"{desk.ctx.names(desk.own)}’s market"
    return Area("board", plan.width, plan.height, tuple(made), ground(plan), whose, backdrop(plan))


def _above_the_story(desk: Desk) -> list[Area]:
    return [area for area in (goals.goals(desk), solver(desk)) if area]


def _meta(desk: Desk) -> str:
    """Beside the title: the round, or the move."""
    if not desk.race:
        return f"round {int(desk.view.rounds)}"
    made = desk.moves(desk.own)
    return f"move {made}" if made else "start"


def _there(shown: _S, keys: set[str]) -> _S:
    """On those of its sprites that this layout has."""
    on, lifts = tuple(key for key in shown.on if key in keys), tuple(key for key in shown.lifts if key in keys)
    return shown if (on, lifts) == (shown.on, shown.lifts) else replace(shown, on=on, lifts=lifts)
