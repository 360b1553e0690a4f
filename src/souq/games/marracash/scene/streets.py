"""What happens along the streets: exits that can be taken, the trail of the last walk, and walks as they would be.

A walk shows its real way, the shops that would be entered, who earns what there, and the crowd as it would be at the
end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from souq.engine.markup import moved, n, rect
from souq.engine.scene import Sprite, path, text
from souq.games.marracash.scene.art import (
    CROWDS_LAYER,
    EXITS_LAYER,
    INK,
    LIFTED_LAYER,
    LIT,
    LIT_SOFT,
    PAPER,
    TRAIL_LAYER,
    badge,
    pawn,
    sign,
)
from souq.games.marracash.scene.desk import TOWN, Desk
from souq.games.marracash.scene.geometry import UNIT, Plan, Point
from souq.games.marracash.scene.ground import line
from souq.games.marracash.scene.labels import labels, put
from souq.games.marracash.scene.people import crowd
from souq.games.marracash.scene.shops import middle, spot
from souq.games.marracash.state import BOX, ROUTE_NAMES
from souq.games.marracash.story.wording import money
from souq.games.marracash.visits import Entry, Walk

_ENDS = 'stroke-linecap="round"'


def exit_key(route: int) -> str:
    """Key of the arrow at the beginning of a route."""
    return f"exit-{ROUTE_NAMES[route].replace(' ', '-')}"


def to_words(route: int) -> str:
    """Where a route leads: ``to fountain 10``, ``to gate 8``."""
    end = TOWN.routes[route].end
    return f"to {'gate' if end in BOX.entrances else 'fountain'} {end + 1}"


# ---- exits


def exits(desk: Desk, plan: Plan) -> list[Sprite]:
    """An arrow at every exit along which a crowd can be led now."""
    made = []
    for route in desk.ways:
        x, y = exit_at(plan, route)
        art = _arrow(*direction(plan, route), plan.grow)
        label = f"From fountain {TOWN.routes[route].start + 1} {to_words(route)}"
        made.append(Sprite(exit_key(route), art, x, y, layer=EXITS_LAYER, label=label))
    return made


@lru_cache(maxsize=128)
def direction(plan: Plan, route: int) -> Point:
    """Where the first step of a route goes, as a unit."""
    (ax, ay), (bx, by) = plan.way(route)[:2]
    return (bx - ax) / UNIT, (by - ay) / UNIT


@lru_cache(maxsize=128)
def exit_at(plan: Plan, route: int) -> Point:
    """Where the arrow of a route stands: beside the crowd, which is broader than high."""
    (x, y), (dx, dy) = plan.way(route)[0], direction(plan, route)
    far = (0.7 if dy > 0 else 0.8) * UNIT
    return x + dx * far, y + dy * far


@lru_cache(maxsize=16)
def _arrow(dx: float, dy: float, grow: float) -> str:
    """A small arrow on a disc; the disc's surroundings can be hit too."""
    r = 9.5 * (1.2 if grow > 1 else 1)

    def at(out: float, across: float) -> str:
        return f"{n(dx * out * r - dy * across * r)} {n(dy * out * r + dx * across * r)}"

    hit = '<circle r="17" fill="none" pointer-events="all"/>'
    disc = f'<circle r="{n(r)}" fill="{LIT_SOFT}" stroke="{LIT}" stroke-width="1.4" class="edge"/>'
    head = f"M{at(-0.3, -0.5)}L{at(0.35, 0)}L{at(-0.3, 0.5)}"
    return hit + disc + path(head, "none", LIT, 2.4, _ENDS)


# ---- the last walk


def trails(desk: Desk, plan: Plan) -> list[Sprite]:
    """Steps along the streets that were walked last."""
    return [
        Sprite(f"trail-{route}", _steps(plan, route), 0, 0, layer=TRAIL_LAYER, classes="trail") for route in desk.walked
    ]


@lru_cache(maxsize=128)
def _steps(plan: Plan, route: int) -> str:
    """Two rows of dots."""
    d, wide = line(plan.way(route)), 0.075 * UNIT
    art = ""
    for aside, offset in ((-0.06, 0.0), (0.06, 0.09)):
        dash = f'stroke-dasharray="{n(0.02 * UNIT)} {n(0.16 * UNIT)}" stroke-dashoffset="{n(offset * UNIT)}"'
        by = n(aside * UNIT)
        art += path(d, "none", "var(--trail)", wide, f'{dash} {_ENDS} transform="translate({by} {by})"')
    return art


# ---- walks as they would be


@lru_cache(maxsize=1024)
def tracks(plan: Plan, routes: tuple[int, ...], thin: bool = False) -> str:
    """Dashed ways on a soft bed, each with a head where it ends."""
    if not routes:
        return ""
    made = [_track(plan, route, 7.0 if thin else 10.0) for route in routes]
    d, heads = "".join(way for way, _ in made), "".join(head for _, head in made)
    bed = "" if thin else path(d, "none", LIT_SOFT, 12, f'{_ENDS} opacity=".9"')
    wide, dash = (2.4, "1 6") if thin else (4.0, "6 7")
    return bed + path(d, "none", LIT, wide, f'stroke-dasharray="{dash}" {_ENDS}') + path(heads, LIT, LIT, 1.5)


@lru_cache(maxsize=256)
def _track(plan: Plan, route: int, size: float) -> tuple[str, str]:
    """Path data of a way from beside its fountain to the edge of the next, and of its head."""
    points = plan.way(route)
    (ax, ay), (bx, by) = points[-2:]
    dx, dy = (bx - ax) / UNIT, (by - ay) / UNIT
    tip = (bx - dx * 0.5 * UNIT, by - dy * 0.5 * UNIT)
    (sx, sy), (ox, oy) = points[0], direction(plan, route)

    def at(out: float, across: float) -> str:
        return f"{n(tip[0] + dx * out * size - dy * across * size)} {n(tip[1] + dy * out * size + dx * across * size)}"

    far = (0.66 if ox else 0.56) * UNIT  # beside the crowd
    d = line(((sx + ox * far, sy + oy * far), *points[1:-1], tip))
    return d, f"M{at(-0.2, -0.85)}L{at(1.1, 0)}L{at(-0.2, 0.85)}Z"


@dataclass(frozen=True, slots=True)
class Pill:
    """Who earns what, on a plate: a seat's sign and an amount, one or two of them; ``sure`` is False for "at least"."""

    parts: tuple[tuple[int, int], ...]
    own: bool
    """Whether it is filled: the viewer earns here."""
    sure: bool = True


def pill_of(entry: Entry, guide: int, viewer: int) -> Pill:
    """What visitors who enter a shop pay its owner, and the guide."""
    extra = min(entry.choice) if entry.choice else 0
    parts = [(entry.owner, entry.net + extra)] + [(guide, entry.cut)] * bool(entry.cut)
    return Pill(tuple(parts), any(seat == viewer for seat, _ in parts), not entry.choice)


@lru_cache(maxsize=1024)
def pill_size(pill: Pill, grow: float) -> Point:
    """Width and height of a pill."""
    return sum(_part(amount, pill.sure) for _, amount in pill.parts) * grow + 6 * grow, 28 * grow


def _part(amount: int, sure: bool) -> float:
    return 31 + 8.8 * (len(f"+{money(amount)}") + (not sure))


@lru_cache(maxsize=1024)
def pill_art(pill: Pill, grow: float) -> str:
    """A pill round (0, 0)."""
    wide, high = pill_size(pill, 1.0)
    fill, ink = (LIT, "var(--accent-ink)") if pill.own else (PAPER, INK)
    art = rect(-wide / 2, -high / 2, wide, high, 9, fill, LIT, 1.5)
    x = -wide / 2 + 6
    for seat, amount in pill.parts:
        art += sign(seat, x + 11, 0, 20)
        words = f"+{money(amount)}" + ("" if pill.sure else "…")
        art += text(words, round(x + 23, 1), 5.2, 14.5, ink, 700, "start")
        x += _part(amount, pill.sure)
    return art if grow == 1 else f'<g transform="scale({grow:g})">{art}</g>'


def walk_preview(desk: Desk, plan: Plan, walk: Walk) -> tuple[Sprite, ...]:
    """One walk: its way, shops entered with what is earned, and the crowd as it would be at the end."""
    made = [_ways(plan, (walk,)), _walkers(desk, plan, TOWN.routes[walk.route].start)]
    if any(walk.arriving):
        x, y = plan.fountain(walk.end)
        both = tuple(a + b for a, b in zip(walk.arriving, desk.crowds[walk.end], strict=True))
        bed = f'<circle r="{n(0.66 * UNIT)}" fill="{LIT_SOFT}" stroke="{LIT}" stroke-width="1.8"/>'
        made.append(Sprite("arriving", bed + crowd(both, plan.grow), x, y, layer=CROWDS_LAYER, classes="lifted"))
    return (*made, *_pills(plan, (walk,), desk.guide, desk.seat))


def walks_preview(desk: Desk, plan: Plan, routes: Iterable[int]) -> tuple[Sprite, ...]:
    """Several walks of a crowd at once: their ways, and what would be earned along them."""
    walks = tuple(desk.walk(route) for route in routes)
    walkers = _walkers(desk, plan, TOWN.routes[walks[0].route].start)
    return (_ways(plan, walks), walkers, *_pills(plan, walks, desk.guide, desk.seat))


@lru_cache(maxsize=4096)
def _ways(plan: Plan, walks: tuple[Walk, ...]) -> Sprite:
    """The ways, the shops that would be entered, and who goes in."""
    art = tracks(plan, tuple(walk.route for walk in walks))
    art += "".join(_spots(plan, walk.entries) + _entering(plan, walk) for walk in walks)
    return Sprite("ways", art, 0, 0, layer=LIFTED_LAYER)


def _walkers(desk: Desk, plan: Plan, fountain: int) -> Sprite:
    """The crowd that would walk, above its ways."""
    return Sprite("walkers", crowd(desk.crowds[fountain], plan.grow), *plan.fountain(fountain), layer=LIFTED_LAYER)


def _spots(plan: Plan, entries: Sequence[Entry]) -> str:
    return "".join(moved(spot(plan, entry.shop), *middle(plan, entry.shop)) for entry in entries)


def _entering(plan: Plan, walk: Walk) -> str:
    """Those who go in, at the first door of their shop that they pass."""
    art = ""
    for entry in walk.entries:
        x, y = door_at(plan, walk.route, entry.shop)
        art += pawn(TOWN.shops[entry.shop].colour, x, y, 0.5 * UNIT)
        if entry.count > 1:
            art += moved(badge(f"×{entry.count}", 10.5 * min(plan.grow, 1.25)), x + 11, y - 9)
    return art


@lru_cache(maxsize=512)
def door_at(plan: Plan, route: int, shop: int) -> Point:
    """Before the first door of a shop that a route passes (MA-M05)."""
    doors = TOWN.shops[shop].doors
    inside, outside = next((own, cell) for cell in TOWN.routes[route].path for own, beyond in doors if beyond == cell)
    (ax, ay), (bx, by) = plan.centre(outside), plan.centre(inside)
    return ax + 0.36 * (bx - ax), ay + 0.36 * (by - ay)


@lru_cache(maxsize=4096)
def _pills(plan: Plan, walks: tuple[Walk, ...], guide: int, viewer: int) -> tuple[Sprite, ...]:
    """A pill at every shop that would be entered; a shop that two walks reach has one for the better."""
    best: dict[int, Entry] = {}
    for entry in (entry for walk in walks for entry in walk.entries):
        if entry.shop not in best or entry.net > best[entry.shop].net:
            best[entry.shop] = entry
    places, made = labels(plan, [walk.route for walk in walks]), []
    for shop, entry in best.items():
        pill = pill_of(entry, guide, viewer)
        x, y = put(places, plan, shop, *pill_size(pill, plan.grow))
        made.append(Sprite(f"pill-{shop}", pill_art(pill, plan.grow), x, y, layer=LIFTED_LAYER))
    return tuple(made)
