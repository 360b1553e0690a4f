"""A line to be sent to others when a puzzle is over: how well it went, and nothing of how it is solved."""

from __future__ import annotations

from datetime import date

from souq.engine.scene import Context
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.words import several
from souq.games.chatuchak.state import BOX, Mode
from souq.games.chatuchak.story.wording import rank

SQUARES = dict(zip("RYGBP", "🟥🟨🟩🟦🟪", strict=True))
"""A square for each colour in one piece; there is no pink one."""
APART, HINT = "⬜", "💡"
BULBS = 5
"""With more hints than this, their number stands for the bulbs."""


def share(desk: Desk) -> str:
    """``souq · Chatuchak · 21 November 2026 · solved in 24 (par 21) · Booth Owner · 🟥🟨🟩🟦🟪``; "" unless it is over.

    Who has solved it waits until par is known, so that two who did the same say the same. The squares are the colours
    that are in one piece; white ones are not. Bulbs stand for hints taken.
    """
    moves, solved, known = desk.moves(0), desk.solved(0), par(desk.ctx)
    if not desk.over or desk.mode != Mode.SOLO or (solved and known is None):
        return ""
    best = ", the fewest possible" if moves == known == desk.ctx.bound else f" (par {known})"
    result = f"solved in {moves}{best}" if solved else f"unsolved after {several(moves, 'move')}"
    hints = [several(desk.ctx.hints, "hint")] if desk.ctx.hints else []
    return " · ".join(("souq", "Chatuchak", grid(desk), result, rank(moves, solved), *hints, squares(desk)))


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


def squares(desk: Desk) -> str:
    """A square for each colour, and a bulb for each hint; ``💡×12`` where there are many."""
    shown = (SQUARES[colour.letter] if n == 1 else APART for colour, n in zip(BOX.colours, _counts(desk), strict=True))
    hints = desk.ctx.hints
    return "".join(shown) + (HINT * hints if hints <= BULBS else f"{HINT}×{hints}")


def _counts(desk: Desk) -> tuple[int, ...]:
    return desk.markets[0].counts()
