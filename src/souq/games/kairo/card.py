"""Picture that represents Kairo in the list of games: stalls of four colours on a square, and a customer's path."""

from __future__ import annotations

from souq.engine.present.card import Card, window
from souq.engine.present.ornament import EIGHTH, Layer, mashrabiya, polygon, ring
from souq.engine.present.scene import path, use
from souq.games.kairo import GAME

CELL = 34
STALLS = (
    (0, 0, 2, "red", "crescent"),
    (0, 1, 2, "red", "crescent"),
    (2, 0, 3, "purple", "star"),
    (1, 2, 4, "green", "palm"),
    (3, 2, 6, "blue", "star"),
    (-1, 2, 6, "blue", "palm"),
)
"""Stalls in the picture. Each has a column, a row, a colour, the number of its weave pattern and its owner's emblem."""


def pattern(width: float, height: float, scale: float) -> list[Layer]:
    """Return the layers of the background pattern, which looks like a mashrabiya (a carved wooden window screen)."""
    return mashrabiya(width, height, unit=46 * scale, seed=2)


def _middle(index: int) -> float:
    return 100 + (index - 1) * CELL


def _cell(column: int, row: int, inset: float, paint: str) -> str:
    x, y, side = _middle(column) - CELL / 2 + inset, _middle(row) - CELL / 2 + inset, CELL - 2 * inset
    return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" {paint}/>'


def _stall(column: int, row: int, tone: int, weave: str, emblem: str) -> str:
    x, y = _middle(column), _middle(row)
    plate = f'<circle cx="{x:g}" cy="{y:g}" r="9.5" fill="var(--lit-soft)" stroke="var(--outline)" stroke-width="1.2"/>'
    body = _cell(column, row, 1.5, f'rx="4" fill="var(--g-{tone})" stroke="var(--outline)" stroke-width="1.5"')
    cloth = _cell(column, row, 1.5, f'rx="4" fill="url(#ka-w-{weave})"')
    return body + cloth + plate + use(f"e-{emblem}", x - 5.8, y - 5.8, 11.6, colour="var(--outline)")


def _paving(column: int, row: int) -> str:
    fill = "board" if (column + row) % 2 else "board-2"
    return _cell(column, row, 0, f'fill="var(--{fill})" stroke="var(--board-line)" stroke-width=".8"')


def _way() -> str:
    """Draw the customer's path: a dotted line with an arrowhead."""
    a, b, end = _middle(1), _middle(2), 'stroke-linecap="round"'
    line = path(f"M{b} {b + 4}V{a}H{a}", stroke="var(--g-8)", width=3, extra=f'stroke-dasharray="1 6.5" {end}')
    return line + path(f"M{a + 3} {a - 6}L{a - 5} {a}L{a + 3} {a + 6}", stroke="var(--g-8)", width=3, extra=end)


def _scene() -> str:
    frame = polygon(ring(100, 100, 84, 8, EIGHTH))
    square = "".join(_paving(i, j) for i in range(-1, 4) for j in range(-1, 4))
    stalls = "".join(_stall(*stall) for stall in STALLS)
    customer = f'<g class="lifted">{use("ka-red", _middle(2) - 17, _middle(2) - 29, 34, 44)}</g>'
    clip = f'<clipPath id="ka-window"><path d="{frame}"/></clipPath>'
    return f'{window(frame)}{clip}<g clip-path="url(#ka-window)">{square}{stalls}{_way()}{customer}</g>'


CARD = Card(
    facts=GAME,
    tagline="Lure customers across the square. Every stall you add is also a wall.",
    pattern=pattern,
    scene=_scene(),
    ease=40,
)
