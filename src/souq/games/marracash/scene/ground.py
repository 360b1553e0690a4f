"""The static background: the tiled square outside, the wall with its gates, the streets, and the palms."""

from __future__ import annotations

from functools import cache

from souq.engine.present.markup import n, rect
from souq.engine.present.ornament import girih, polygon, star
from souq.engine.present.plans import Point
from souq.engine.present.scene import Layout, path, use
from souq.games.marracash.box import COLUMNS, ROWS
from souq.games.marracash.scene.art import OUTLINE
from souq.games.marracash.scene.geometry import SLOTS, UNIT, Plan, plan_of
from souq.games.marracash.state import BOX, ROUTES

WALL = 0.17 * UNIT
"""Distance from the town's edge to the middle of its wall."""
_TILES = 2  # octagons in a repeated tile of the ornament, across and down
_SIDES = {"top": (0.0, -1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0), "bottom": (0.0, 1.0)}


@cache
def backdrop(layout: Layout) -> str:
    """Return static markup that covers the frame round the board: faint strapwork on whitewash."""
    plan, unit = plan_of(layout), 104 if layout == "tall" else 94
    side, art = _TILES * unit, ""
    for layer in girih(side, side, unit=unit, seed=3)[1:]:
        if layer.stroke:
            faint = ' stroke-opacity=".3"' if layer.stroke == "orn-2" else ""
            token = "orn-2" if layer.stroke == "orn-2" else "board"
            art += path(layer.d, "none", f"var(--{token})", round(layer.width, 2), faint.strip())
        else:
            art += path(layer.d, "var(--orn-2)", extra='fill-rule="evenodd" opacity=".09"')
    whole = f'width="{n(plan.width)}" height="{n(plan.height)}"'
    tile = f'<pattern id="ma-girih" width="{side}" height="{side}" patternUnits="userSpaceOnUse">{art}</pattern>'
    return f'{tile}<rect {whole} fill="var(--board)"/><rect {whole} fill="url(#ma-girih)" opacity=".8"/>'


@cache
def ground(layout: Layout) -> str:
    """Return static markup under the board's sprites."""
    plan = plan_of(layout)
    return _brickwork(plan) + _streets(plan) + _gates(plan) + _palms(plan) + _places(plan)


def _brickwork(plan: Plan) -> str:
    """Draw the brick wall round the town's floor."""
    x, y, wide, high = plan.box(0, 0, COLUMNS, ROWS)
    shape = (x - WALL, y - WALL, wide + 2 * WALL, high + 2 * WALL, 0.2 * UNIT)
    bricks = f'stroke-dasharray="{n(0.16 * UNIT)} {n(0.16 * UNIT)}"'
    art = rect(*shape, "var(--board-2)", OUTLINE, 0.27 * UNIT) + rect(*shape, "none", "var(--g-7)", 0.22 * UNIT)
    return art + rect(*shape, "none", "var(--hi)", 0.22 * UNIT, bricks)


def line(points: tuple[Point, ...]) -> str:
    """Return the path data (SVG) of a line through points; points between two corners are left out."""
    corners = [p for i, p in enumerate(points) if not 0 < i < len(points) - 1 or _turns(points[i - 1], points[i + 1])]
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in corners)


def _turns(before: Point, after: Point) -> bool:
    return before[0] != after[0] and before[1] != after[1]


def _streets(plan: Plan) -> str:
    once = [r for r in range(ROUTES) if BOX.town.routes[r].start < BOX.town.routes[r].end]
    d, ends = "".join(line(plan.path(route)) for route in once), 'stroke-linecap="round"'
    art = path(d, "none", "var(--board-line)", 0.8 * UNIT, ends) + path(d, "none", "var(--g-6)", 0.8 * UNIT - 2, ends)
    return art + path(d, "none", "var(--board-line)", 1.3, f'stroke-dasharray="1.5 7" {ends} opacity=".9"')


def gate_at(plan: Plan, gate: int) -> Point:
    """Return the middle of a gate (0 to 2) in the wall."""
    x, y = plan.fountain(BOX.entrances[gate])
    dx, dy = plan.turned(*_SIDES[BOX.gates[gate]])
    return x + dx * (0.5 * UNIT + WALL), y + dy * (0.5 * UNIT + WALL)


def _gates(plan: Plan) -> str:
    """Draw each gate as an opening between two towers."""
    art = ""
    for gate in range(len(BOX.gates)):
        (x, y), (dx, _) = gate_at(plan, gate), plan.turned(*_SIDES[BOX.gates[gate]])
        wide, deep = 0.5 * UNIT, 0.21 * UNIT
        half = (deep, wide) if dx else (wide, deep)
        art += rect(x - half[0], y - half[1], 2 * half[0], 2 * half[1], 0, "var(--g-6)")
        art += path(polygon(star(x, y, 0.15 * UNIT)), "var(--orn-2)")
        for k in (-wide, wide):
            tx, ty = (x, y + k) if dx else (x + k, y)
            art += use("ma-tower", round(tx - 13, 1), round(ty - 13, 1), 26)
    return art


def _palms(plan: Plan) -> str:
    size = 0.8 * UNIT
    found = [plan.centre(cell) for cell, what in BOX.town.cells.items() if what == "##"]
    return "".join(use("ma-palm", round(x - size / 2, 1), round(y - size / 2, 1), size) for x, y in found)


def _places(plan: Plan) -> str:
    """Draw a dot at every position in the queue."""
    dots = (plan.slot(place) for place in range(len(SLOTS)))
    return "".join(f'<circle cx="{n(x)}" cy="{n(y)}" r="2.2" fill="var(--board-line)"/>' for x, y in dots)
