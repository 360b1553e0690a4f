"""Static drawings: the lattice of the frame, the sand with its nine segments, and the restaurant's yard."""

from __future__ import annotations

from functools import cache

from souq.engine.present.markup import n
from souq.engine.present.ornament import mashrabiya
from souq.engine.present.scene import Layout, path, text
from souq.games.kairo.box import HEIGHT, WIDTH
from souq.games.kairo.scene.geometry import CELL, EDGE, SQUARE, TITLES, Plan, outline, plan_of
from souq.games.kairo.state import BOX, SEGMENTS

_SEGMENT = 4 * CELL  # side of a segment
_PAINT = {"orn-1": "frame", "orn-2": "frame-2", "orn-3": "frame-2"}


def backdrop(layout: Layout) -> str:
    """Return the static markup that covers the frame around the board."""
    plan = plan_of(layout)
    fill = "var(--frame)" if plan.tall else "var(--ground)"
    return f'<rect width="{n(plan.width)}" height="{n(plan.height)}" fill="{fill}"/>'


@cache
def ground(layout: Layout) -> str:
    """Return the static markup under the board's sprites."""
    plan = plan_of(layout)
    return _frame(plan) + _sand() + _coordinates(plan) + _gate(plan) + _titles(plan)


def _frame(plan: Plan) -> str:
    """Draw dark wood with the lattice cut into it, and the plinth that the square lies on."""
    high = plan.height if plan.tall else SQUARE
    shape = f'width="{n(SQUARE)}" height="{n(high)}" rx="{0 if plan.tall else 12}"'
    wood = f'{_lattice(44 if plan.tall else 30)}<rect {shape} fill="var(--frame)"/>'
    lattice = f'<rect {shape} fill="url(#ka-lattice)" opacity=".5"/>'
    side = SQUARE - 2 * EDGE + 14
    plinth = f'<rect x="{n(EDGE - 7)}" y="{n(EDGE - 7)}" width="{n(side)}" height="{n(side)}" rx="6"'
    return f'{wood}{lattice}{plinth} fill="var(--frame)"/>'


def _lattice(unit: int) -> str:
    """Return the tile of the pattern that covers the frame: four by four openings of a carved screen."""
    side, art = 4 * unit, ""
    for layer in mashrabiya(side, side, unit=unit, seed=3)[1:]:
        paint = f"var(--{_PAINT[layer.fill or layer.stroke]})"
        if layer.stroke:
            art += path(layer.d, "none", paint, round(layer.width, 2))
        else:
            art += path(layer.d, paint, extra='fill-rule="evenodd"')
    return f'<pattern id="ka-lattice" width="{side}" height="{side}" patternUnits="userSpaceOnUse">{art}</pattern>'


def _sand() -> str:
    """Draw the segments, the restaurant's yard, the grid, and the faint numbers of the segments."""
    art = ""
    for k in range(SEGMENTS):
        x, y = EDGE + k % 3 * _SEGMENT, EDGE + k // 3 * _SEGMENT
        place = f'x="{n(x)}" y="{n(y)}" width="{n(_SEGMENT)}" height="{n(_SEGMENT)}"'
        art += f'<rect {place} fill="var(--{"board-2" if k % 2 else "board"})"/>'
    yard = outline(frozenset(BOX.restaurant), -1, 0.0, 0.01)
    art += path(yard, "var(--g-7)") + path(yard, "url(#ka-w-rest)")
    end = EDGE + WIDTH * CELL
    inner = [EDGE + i * CELL for i in range(1, HEIGHT) if i % 4]
    grid = "".join(f"M{n(EDGE)} {n(v)}H{n(end)}M{n(v)} {n(EDGE)}V{n(end)}" for v in inner)
    art += path(grid, "none", "var(--board-line)", 1, 'opacity=".6"')
    for k in range(SEGMENTS):
        x, y = EDGE + (k % 3 + 0.5) * _SEGMENT, EDGE + (k // 3) * _SEGMENT + 156
        number = text(str(k + 1), x, y, 116, "var(--board-ink)", serif=True)
        art += f'<g opacity=".1">{number}</g>'
    art += path(yard, "none", "var(--g-7-ink)", 1.5, 'stroke-opacity=".45"')
    lines = [EDGE + i * CELL for i in (4, 8)]
    roads = "".join(f"M{n(EDGE)} {n(v)}H{n(end)}M{n(v)} {n(EDGE)}V{n(end)}" for v in lines)
    return art + path(roads, "none", "var(--board-line)", 6) + path(roads, "none", "var(--lift)", 2, 'opacity=".7"')


def _coordinates(plan: Plan) -> str:
    size = 12.6 * plan.grow
    art = ""
    for i in range(WIDTH):
        middle = EDGE + (i + 0.5) * CELL
        art += text(chr(ord("A") + i), middle, 17 + size / 3, size, "var(--frame-ink)", 600)
        art += text(str(i + 1), 15, middle + size / 3, size, "var(--frame-ink)", 600)
    return art


def _gate(plan: Plan) -> str:
    """Draw the niche where the customer who is off the board waits; only a phone's frame has one."""
    if not plan.tall:
        return ""
    x, y = plan.gate
    niche = f"M{n(x - 34)} {n(plan.height)}V{n(y - 8)}Q{n(x - 34)} {n(y - 26)} {n(x)} {n(y - 32)}"
    niche += f"Q{n(x + 34)} {n(y - 26)} {n(x + 34)} {n(y - 8)}V{n(plan.height)}Z"
    words = text("At the gate", x - 48, y + 8, 19, "var(--frame-ink)", anchor="end", serif=True)
    return path(niche, "var(--board-2)", "var(--frame-ink)", 1.5) + words


def _titles(plan: Plan) -> str:
    if plan.tall:
        return ""
    return "".join(text(words, plan.side, y, 13, "var(--muted)", anchor="start", serif=True) for y, words in TITLES)
