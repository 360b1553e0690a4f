"""The background, which never changes: dunes under stars, the sites, and the frame with the score track."""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import pairwise

from souq.engine.present.markup import n, rect
from souq.engine.present.ornament import Layer, dunes
from souq.engine.present.plans import Point
from souq.engine.present.scene import Layout, path, text
from souq.games.desert_bazaar.scene.art import FRAME_INK
from souq.games.desert_bazaar.scene.geometry import TALL, TILE_RADIUS, Plan, hexagon, outline, plan_of, tile_at
from souq.games.desert_bazaar.state import LABELS, SITES, SLOTS
from souq.games.desert_bazaar.story.wording import SETS

_NUMBER = re.compile(r"-?[\d.]+")

BEADS = 50
"""Number of spaces (beads) on the score track. A coin that passes the last one continues at the first."""


def backdrop(layout: Layout) -> str:
    """Return markup of the dunes, which fill the space around the board."""
    return _dunes(plan_of(layout))


@cache
def ground(layout: Layout) -> str:
    """Return markup of everything on the board that never changes; sprites are drawn on top of it."""
    plan = plan_of(layout)
    board = _island(plan) + _rows(plan)
    return board if plan is TALL else board + _frame(plan) + _display(plan)


@cache
def _dunes(plan: Plan) -> str:
    """Draw the dunes; their ridges fade from the colour of night far away to that of sand nearby."""
    unit = 34 if plan is TALL else 58
    return "".join(_layer(layer) for layer in dunes(plan.width, plan.height, unit=unit, seed=11, sky=0.5))


def _layer(layer: Layer) -> str:
    opacity = f'opacity="{layer.opacity:g}"' if layer.opacity != 1 else ""
    if not layer.fill:
        return path(_lines(layer.d), "none", f"var(--{layer.stroke})", layer.width, opacity)
    if layer.shade is None:
        return path(layer.d, f"var(--{layer.fill})", extra=opacity)
    *crest, right, left = _points(layer.d)
    d = f"{_curve(crest)}L{n(right[0])} {n(right[1])}H{n(left[0])}Z"
    return path(d, f"var(--{layer.fill})") + path(d, "var(--orn-1)", extra=f'opacity="{0.8 - 0.46 * layer.shade:.2f}"')


def _lines(d: str) -> str:
    """Return the path data of wavy lines with fewer points, so few that they just look the same."""
    return "".join(_curve(_points(line)) for line in d.split("M") if line)


def _points(d: str) -> list[Point]:
    values = [float(value) for value in _NUMBER.findall(d)]
    return list(zip(values[::2], values[1::2], strict=True))


def _curve(points: list[Point]) -> str:
    """Return the path data of a smooth line through about every fourth of some points, in relative coordinates."""
    sampled = [*points[:-1:4], points[-1]]
    (x, y), *ahead = sampled
    d = f"M{n(x)} {n(y)}"
    for (bx, by), (cx, cy) in pairwise(ahead):
        ex, ey = (bx + cx) / 2, (by + cy) / 2
        d += f"q{n(bx - x)} {n(by - y)} {n(ex - x)} {n(ey - y)}"
        x, y = round(x + float(n(ex - x)), 1), round(y + float(n(ey - y)), 1)
    return d + f"L{n(ahead[-1][0])} {n(ahead[-1][1])}"


def _island(plan: Plan) -> str:
    """Draw the ground under all sites as one shape, and on it each site as plain sand."""
    every, r = frozenset(range(SITES)), plan.radius
    sites = "".join(hexagon(r * 0.955, *plan.centre(site)) for site in range(SITES))
    middle = f'<g transform="translate({n(plan.width / 2)} {n(plan.height / 2)})">'
    rims = path(outline(every, r, -0.17), "var(--board-line)") + path(outline(every, r, -0.12), "var(--board-2)")
    return f"{middle}{rims}</g>" + path(sites, "var(--board)")


def _frame(plan: Plan) -> str:
    w, h, b = plan.width, plan.height, plan.band
    inner = f"M{b:g} {b:g}V{h - b:g}H{w - b:g}V{b:g}Z"
    beyond = f"M{-w:g} {-h:g}H{2 * w:g}V{2 * h:g}H{-w:g}Z"  # windows of other shapes show more frame, not dunes
    art = path(beyond + inner, "var(--frame)", extra='fill-rule="evenodd"')
    art += path(f"M{b:g} {b:g}H{w - b:g}V{h - b:g}H{b:g}Z", "none", "var(--orn-2)", 1, 'opacity=".7"')
    for bead in range(BEADS):
        x, y = track(bead)
        if bead % 5:
            art += f'<circle cx="{n(x)}" cy="{n(y)}" r="2.2" fill="var(--orn-3)" opacity=".7"/>'
        else:
            art += text(str(bead), round(x, 1), round(y + 4.2, 1), 12, "var(--orn-3)", serif=True)
    return art


_UNLABELLED = "DFHJ"
"""Rows whose letter and number are left out on a phone, because a frame or a pile of cards is in that place."""


def _rows(plan: Plan) -> str:
    """Draw the labels of the board's rows: a letter at the left, and the number of the last site at the right."""
    last = {label[0]: site for site, label in enumerate(LABELS)}
    ends = [(last[row], 1, LABELS[last[row]][1:]) for row in last]
    ends += [(site, -1, label[0]) for site, label in enumerate(LABELS) if label[1:] == "1"]
    art = ""
    for site, side, words in ends:
        if plan is TALL and LABELS[site][0] in _UNLABELLED:
            continue
        x, y = plan.centre(site)
        x += side * plan.radius * 1.34
        art += f'<circle cx="{n(x)}" cy="{n(y)}" r="8.5" fill="var(--frame)"/>'
        art += text(words, round(x, 1), round(y + 4, 1), 12 if plan is TALL else 11, FRAME_INK)
    return art


def _display(plan: Plan) -> str:
    """Draw the titles of the two sets and the places of their tiles."""
    art = ""
    for side, word in enumerate(("Left set", "Right set")):
        x, y = tile_at(plan, side, 0)
        art += rect(x - 34, y - TILE_RADIUS - 26, 68, 20, 10, "var(--frame)")
        art += text(word, x, y - TILE_RADIUS - 12, 13, FRAME_INK, serif=True)
        places = "".join(hexagon(TILE_RADIUS * 0.97, *tile_at(plan, side, slot)) for slot in range(SLOTS))
        art += path(places, "var(--frame)", "var(--orn-2)", 1, 'opacity=".4"')
    return art


@cache
def tray_ground() -> str:
    """Return markup of the area below a phone's board: the names of the two sets, and empty places for their tiles."""
    art = ""
    for side, word in enumerate(SETS):
        title, y = text(word, 0, 4, 12, "var(--muted)"), tile_at(TALL, side, 0)[1]
        art += f'<g transform="translate(8 {y:g}) rotate(-90)">{title}</g>'
        for slot in range(SLOTS):
            x, y = tile_at(TALL, side, slot)
            art += rect(x - 42, y - 25.5, 84, 51, 7, "none", "var(--line)", 1.2, 'stroke-dasharray="4 4"')
    return art


# ---- the score track ----


@cache
def _track_path(plan: Plan) -> tuple[tuple[Point, ...], tuple[float, ...]]:
    """Return points along the score track, clockwise from the bottom, and the length of the track up to each."""
    w, h, i, r = plan.width, plan.height, plan.band / 2, 10.0
    points: list[Point] = [(w / 2, h - i)]
    for cx, cy, start in (
        (i + r, h - i - r, 90),
        (i + r, i + r, 180),
        (w - i - r, i + r, 270),
        (w - i - r, h - i - r, 360),
    ):
        points += [
            (cx + r * math.cos(math.radians(start + k * 15)), cy + r * math.sin(math.radians(start + k * 15)))
            for k in range(7)
        ]
    points.append(points[0])
    distances = [0.0]
    for (ax, ay), (bx, by) in pairwise(points):
        distances.append(distances[-1] + math.hypot(bx - ax, by - ay))
    return tuple(points), tuple(distances)


@cache
def track(bead: float) -> Point:
    """Return the coordinates of a space (bead) of the score track in the wide layout; space 0 is at the bottom."""
    points, distances = _track_path(plan_of("wide"))
    at = (bead % BEADS) / BEADS * distances[-1]
    k = next(k for k in range(1, len(distances)) if distances[k] >= at)
    part = (at - distances[k - 1]) / ((distances[k] - distances[k - 1]) or 1)
    (ax, ay), (bx, by) = points[k - 1], points[k]
    return ax + (bx - ax) * part, ay + (by - ay) * part
