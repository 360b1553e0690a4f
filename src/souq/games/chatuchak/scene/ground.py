"""Static art: the striped awning over the market and its floor."""

from __future__ import annotations

from functools import cache

from souq.engine.present.markup import n
from souq.engine.present.scene import path
from souq.games.chatuchak.box import COLUMNS, ROWS
from souq.games.chatuchak.scene.geometry import CELL, MARGIN, Plan

_LOBES = 16
_DROP = 38.0  # straight part of a lobe
_POLE = 10.0


def backdrop(plan: Plan) -> str:
    """Return the markup that fills the frame around the board."""
    return (
        f'<rect width="{n(plan.width)}" height="{n(plan.height)}" fill="var(--{"board" if plan.tall else "ground"})"/>'
    )


@cache
def ground(plan: Plan) -> str:
    """Return the static markup under the board's sprites."""
    rx = 0 if plan.tall else 12
    paper = f'<rect width="{n(plan.width)}" height="{n(plan.height)}" rx="{rx}" fill="var(--board)"/>'
    return paper + ("" if plan.tall else _awning(plan.width)) + _floor(plan)


def _awning(width: float) -> str:
    """Return the awning across the board: stripes of cloth under a pole that has the board's rounded upper corners."""
    wide = width / _LOBES
    stripes = ["", ""]
    for i in range(_LOBES):
        stripes[i % 2] += f"M{n(i * wide)} {n(_POLE)}h{n(wide)}v{n(_DROP - _POLE)}a{n(wide / 2)} 17 0 0 1 {n(-wide)} 0z"
    cloth = path(stripes[0], "var(--orn-2)", "var(--outline)", 1.2) + path(
        stripes[1], "var(--orn-1)", "var(--outline)", 1.2
    )
    pole = f"M0 {n(_POLE + 1)}V12A12 12 0 0 1 12 0H{n(width - 12)}A12 12 0 0 1 {n(width)} 12V{n(_POLE + 1)}z"
    return cloth + path(pole, "var(--frame)")


def _floor(plan: Plan) -> str:
    """Return the floor under the booths."""
    x, y = plan.grid.x - MARGIN, plan.grid.y - MARGIN
    size = f'width="{n(COLUMNS * CELL + 2 * MARGIN)}" height="{n(ROWS * CELL + 2 * MARGIN)}" rx="16"'
    return f'<rect x="{n(x)}" y="{n(y)}" {size} fill="var(--board-2)" stroke="var(--board-line)"/>'
