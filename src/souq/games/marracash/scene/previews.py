"""Previews on the town: walks, shops as they would be auctioned, and groups behind their gate.

A walk shows its exact path, the shops that would be entered, what each seat would earn there, and the crowd as it would
be at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from souq.engine.present.labels import Cell, Labels, Sheet, around
from souq.engine.present.markup import moved, n, rect
from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, path, text
from souq.games.marracash import state as m
from souq.games.marracash.box import COLUMNS, ROWS
from souq.games.marracash.scene.art import CROWDS_LAYER, INK, LIFTED_LAYER, LIT, LIT_SOFT, PAPER, badge, pawn, sign
from souq.games.marracash.scene.board import ENDS_ROUND, direction, half, house, middle
from souq.games.marracash.scene.desk import PASSING, TOWN, Desk
from souq.games.marracash.scene.geometry import UNIT, Plan
from souq.games.marracash.scene.ground import line
from souq.games.marracash.scene.people import crowd
from souq.games.marracash.story.wording import money
from souq.games.marracash.visits import Entry, Walk


@lru_cache(maxsize=64)
def spot(plan: Plan, shop: int) -> str:
    """Draw the ring round a shop in a preview."""
    (w, h), out = half(plan, shop), 5.0
    return rect(-w - out, -h - out, 2 * (w + out), 2 * (h + out), 11, "none", LIT, 3.5)


# ---- streets


@lru_cache(maxsize=1024)
def tracks(plan: Plan, routes: tuple[int, ...], thin: bool = False) -> str:
    """Draw routes as dashed lines on a pale band, each with an arrowhead at its end."""
    if not routes:
        return ""
    made = [_track(plan, route, 7.0 if thin else 10.0) for route in routes]
    d, heads = "".join(way for way, _ in made), "".join(head for _, head in made)
    bed = "" if thin else path(d, "none", LIT_SOFT, 12, f'{ENDS_ROUND} opacity=".9"')
    wide, dash = (2.4, "1 6") if thin else (4.0, "6 7")
    return bed + path(d, "none", LIT, wide, f'stroke-dasharray="{dash}" {ENDS_ROUND}') + path(heads, LIT, LIT, 1.5)


@lru_cache(maxsize=256)
def _track(plan: Plan, route: int, size: float) -> tuple[str, str]:
    """Return path data of a route's line, from the crowd's edge to the last fountain's edge, and of its arrowhead."""
    points = plan.path(route)
    (ax, ay), (bx, by) = points[-2:]
    dx, dy = (bx - ax) / UNIT, (by - ay) / UNIT
    tip = (bx - dx * 0.5 * UNIT, by - dy * 0.5 * UNIT)
    (sx, sy), (ox, oy) = points[0], direction(plan, route)

    def at(out: float, across: float) -> str:
        return f"{n(tip[0] + dx * out * size - dy * across * size)} {n(tip[1] + dy * out * size + dx * across * size)}"

    far = (0.66 if ox else 0.56) * UNIT  # next to the crowd, which is wider than it is high
    d = line(((sx + ox * far, sy + oy * far), *points[1:-1], tip))
    return d, f"M{at(-0.2, -0.85)}L{at(1.1, 0)}L{at(-0.2, 0.85)}Z"


# ---- walks


def walk_preview(desk: Desk, plan: Plan, walk: Walk) -> tuple[Sprite, ...]:
    """Preview one walk: its route, the shops entered with the earnings, and the crowd at its end."""
    made = [_routes(plan, (walk,)), _walkers(desk, plan, TOWN.routes[walk.route].start)]
    if any(walk.arriving):
        x, y = plan.fountain(walk.end)
        both = tuple(a + b for a, b in zip(walk.arriving, desk.crowds[walk.end], strict=True))
        bed = f'<circle r="{n(0.66 * UNIT)}" fill="{LIT_SOFT}" stroke="{LIT}" stroke-width="1.8"/>'
        made.append(Sprite("arriving", bed + crowd(both, plan.grow), x, y, layer=CROWDS_LAYER, classes="lifted"))
    return (*made, *_pills(plan, (walk,), desk.seat))


def walks_preview(desk: Desk, plan: Plan, routes: Iterable[int]) -> tuple[Sprite, ...]:
    """Preview several walks of one crowd at once: their routes and what would be earned along them."""
    walks = tuple(desk.walk(route) for route in routes)
    walkers = _walkers(desk, plan, TOWN.routes[walks[0].route].start)
    return (_routes(plan, walks), walkers, *_pills(plan, walks, desk.seat))


@lru_cache(maxsize=4096)
def _routes(plan: Plan, walks: tuple[Walk, ...]) -> Sprite:
    """Draw the routes, the shops that would be entered, and the visitors who would enter."""
    art = tracks(plan, tuple(walk.route for walk in walks))
    for walk in walks:
        art += "".join(moved(spot(plan, entry.shop), *middle(plan, entry.shop)) for entry in walk.entries)
        art += _entering(plan, walk)
    return Sprite("ways", art, 0, 0, layer=LIFTED_LAYER)


def _walkers(desk: Desk, plan: Plan, fountain: int) -> Sprite:
    """Return the crowd that would walk, as a sprite above the drawing of its routes."""
    return Sprite("walkers", crowd(desk.crowds[fountain], plan.grow), *plan.fountain(fountain), layer=LIFTED_LAYER)


def _entering(plan: Plan, walk: Walk) -> str:
    """Draw the visitors who would enter, at the first door of their shop on the route."""
    art = ""
    for entry in walk.entries:
        x, y = door_at(plan, walk.route, entry.shop)
        art += pawn(TOWN.shops[entry.shop].colour, x, y, 0.5 * UNIT)
        if entry.count > 1:
            art += moved(badge(f"×{entry.count}", 10.5 * min(plan.grow, 1.25)), x + 11, y - 9)
    return art


@lru_cache(maxsize=512)
def door_at(plan: Plan, route: int, shop: int) -> Point:
    """Return the point in front of the first door of a shop that a route passes (MA-M05)."""
    doors = TOWN.shops[shop].doors
    inside, outside = next((own, cell) for cell in TOWN.routes[route].path for own, beyond in doors if beyond == cell)
    (ax, ay), (bx, by) = plan.centre(outside), plan.centre(inside)
    return ax + 0.36 * (bx - ax), ay + 0.36 * (by - ay)


@lru_cache(maxsize=4096)
def _pills(plan: Plan, walks: tuple[Walk, ...], viewer: int) -> tuple[Sprite, ...]:
    """Return a label on each shop that walks would enter, with the earnings there.

    If several of the walks enter a shop, the label is for the one that its owner would earn most from.
    """
    best: dict[int, Entry] = {}
    for entry in (entry for walk in walks for entry in walk.entries):
        if entry.shop not in best or entry.net > best[entry.shop].net:
            best[entry.shop] = entry
    places, made = labels(plan, [walk.route for walk in walks]), []
    for shop, entry in best.items():
        art, *size = _pill(entry, walks[0].guide, viewer, plan.grow)
        made.append(Sprite(f"pill-{shop}", art, *put(places, plan, shop, *size), layer=LIFTED_LAYER))
    return tuple(made)


@lru_cache(maxsize=1024)
def _pill(entry: Entry, guide: int, viewer: int, grow: float) -> tuple[str, float, float]:
    """Draw a label with the minimum that the owner and the guide earn in a shop; return markup, width and height.

    The label is filled if the viewer earns something.
    """
    earned = [(entry.owner, entry.net + min(entry.choice, default=0)), *([(guide, entry.cut)] if entry.cut else [])]
    parts = [(seat, f"+{money(amount)}{'…' if entry.choice else ''}") for seat, amount in earned]
    wide, high = sum(31 + 8.8 * len(words) for _, words in parts), 28.0
    fill, ink = (LIT, "var(--accent-ink)") if any(seat == viewer for seat, _ in parts) else (PAPER, INK)
    art, x = rect(-wide / 2 - 3, -high / 2, wide + 6, high, 9, fill, LIT, 1.5), -(wide + 6) / 2 + 6
    for seat, words in parts:
        art += sign(seat, x + 11, 0, 20) + text(words, round(x + 23, 1), 5.2, 14.5, ink, 700, "start")
        x += 31 + 8.8 * len(words)
    return art if grow == 1 else f'<g transform="scale({grow:g})">{art}</g>', wide * grow + 6 * grow, high * grow


# ---- shops, and who comes in


def shop_preview(desk: Desk, plan: Plan, shop: int) -> tuple[Sprite, ...]:
    """Preview the streets that pass a shop; streets along which customers could be led to it now are bold."""
    return (_streets(plan, shop, tuple(desk.feeders(shop))),)


@lru_cache(maxsize=2048)
def _streets(plan: Plan, shop: int, bold: tuple[int, ...]) -> Sprite:
    art = tracks(plan, tuple(route for route in PASSING[shop] if route not in bold), thin=True) + tracks(plan, bold)
    return Sprite("ways", art + moved(spot(plan, shop), *middle(plan, shop)), 0, 0, layer=LIFTED_LAYER)


def lot_preview(desk: Desk, plan: Plan, shop: int) -> tuple[Sprite, ...]:
    """Preview the auction of a shop: the stone on it, visitors who enter at once, and those who could be led there."""
    x, y = middle(plan, shop)
    streets = shop_preview(desk, plan, shop)[0]
    lot = Sprite("lot", house(plan, shop, m.NOBODY, 0, True), x, y, layer=LIFTED_LAYER, classes="lifted")
    return streets, lot, *pulled_in(desk, plan, shop)


def pulled_in(desk: Desk, plan: Plan, shop: int) -> list[Sprite]:
    """Return a label with the amount that the visitors at a shop's door would pay its buyer."""
    pull = desk.pull(shop)
    if pull is None:
        return []
    (x, y), (w, h) = middle(plan, shop), half(plan, shop)
    art = badge(f"+{money(pull.profit)}", 17 * min(plan.grow, 1.3), LIT, "var(--accent-ink)", LIT)
    return [Sprite("pull", art, x + w - 12, y - h, layer=LIFTED_LAYER)]


def arriving(desk: Desk, plan: Plan, gate: int, taken: Sequence[int]) -> tuple[Sprite, ...]:
    """Preview a group of visitors at the fountain behind the gate through which it would come in."""
    art, (x, y) = crowd(desk.colours_at(taken), plan.grow, True), plan.fountain(m.BOX.entrances[gate])
    return (Sprite("arriving", art, x, y, layer=LIFTED_LAYER, classes="lifted"),)


# ---- labels: on or next to their shop, preferably over walls, not over doors, walks and crowds


@lru_cache(maxsize=4)
def _sheet(plan: Plan) -> Sheet:
    return Sheet(plan.width, plan.height, UNIT, plan.left, plan.top, edge=4, slack=8)


@lru_cache(maxsize=4)
def _weights(plan: Plan) -> dict[Cell, float]:
    """Return how undesirable it is that a label covers each cell of the plan, including the queue's cells."""
    sheet = _sheet(plan)
    made = dict.fromkeys(sheet.under((plan.width / 2, plan.height / 2), plan.width, plan.height), 1.5)
    for x in range(COLUMNS):
        for y in range(ROWS):
            what = m.BOX.town.cells[x, y]
            made[sheet.cell(plan.centre((x, y)))] = (
                0.2 if what == "##" else 0.5 if what == ".." else 1.0 if what[0].isalpha() else 3.0
            )
    return made


def labels(plan: Plan, routes: Sequence[int]) -> Labels:
    """Return a layout for labels that avoids covering the routes with these numbers."""
    weight, cell = _weights(plan).copy(), _sheet(plan).cell
    for route in routes:
        start, *between, end = plan.path(route)
        weight |= dict.fromkeys(map(cell, between), 2.5)
        weight |= dict.fromkeys(map(cell, (start, end)), 8.0)
    return Labels(_sheet(plan), weight)


def put(made: Labels, plan: Plan, shop: int, wide: float, high: float) -> Point:
    """Place a label at the best free position on or around a shop, and return that point."""
    at, (w, h) = middle(plan, shop), half(plan, shop)
    spots = [*around(at, h + high / 2 - 6, w + wide / 2 - 6), at]
    return made.put(wide, high, [(spot, 0.1 * k) for k, spot in enumerate(spots)])
