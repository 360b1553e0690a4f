"""A line to be sent to others when a puzzle is over: how well it went, and nothing of how it is solved."""

from __future__ import annotations

from datetime import date

from souq.engine.scene import Context
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.words import several
from souq.games.chatuchak.state import Mode
from souq.games.chatuchak.story.wording import rank


def share(desk: Desk) -> str:
    """``souq · Chatuchak · 21 November 2026 · solved in 24 (par 21) · Booth Owner``; "" unless it is over.

    Who has solved it waits until par is known, so that two who did the same say the same. Hints are told, and whoever
    took any has no rank.
    """
    moves, solved, known, hints = desk.moves(0), desk.solved(0), par(desk.ctx), desk.ctx.hints
    if not desk.over or desk.mode != Mode.SOLO or (solved and known is None):
        return ""
    best = "fewest possible" if moves == known == desk.ctx.bound else f"par {known}"
    result = f"solved in {moves} ({best})" if solved else f"unsolved after {several(moves, 'move')}"
    helped = f" with {several(hints, 'hint')}" if hints else ""
    earned = () if hints else (rank(moves, solved),)
    return " · ".join(("souq", "Chatuchak", grid(desk), result + helped, *earned))


def par(ctx: Context) -> int | None:
    """Moves of the best solution known."""
    return len(ctx.line) if ctx.line else None


def grid(desk: Desk) -> str:
    """What was played: ``21 November 2026``, ``grid 7``, ``a new grid``."""
    day, side = desk.ctx.options.get("day"), int(desk.view.side[0])
    if day:
        found = date.fromisoformat(str(day))
        return f"{found.day} {found:%B} {found.year}"
    return f"grid {side}" if side else "a new grid"
