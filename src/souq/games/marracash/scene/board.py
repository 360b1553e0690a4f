"""The town: shops with an awning at every door, fountains, gates, exits, and the footsteps of the last walks."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import moved, n, rect
from souq.engine.present.ornament import polygon, star
from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, path, text, use
from souq.engine.present.wording import opened
from souq.games.marracash import state as m
from souq.games.marracash.box import LETTERS
from souq.games.marracash.scene.art import (
    EXITS_LAYER,
    FOUNTAINS_LAYER,
    INK,
    LIT,
    LIT_SOFT,
    MUTED,
    OUTLINE,
    PAPER,
    SHOPS_LAYER,
    TRAIL_LAYER,
    plate,
    sign,
    tone,
)
from souq.games.marracash.scene.desk import OUT_OF, TOWN, Desk, next_payment
from souq.games.marracash.scene.geometry import UNIT, Plan
from souq.games.marracash.scene.ground import gate_at, line
from souq.games.marracash.state import Phase
from souq.games.marracash.story.wording import crowd_words, shop_name

ENDS_ROUND = 'stroke-linecap="round"'

_TURN = {(0.0, 1.0): 0, (-1.0, 0.0): 90, (0.0, -1.0): 180, (1.0, 0.0): 270}  # an awning's rotation, by its door's side


def shop_key(shop: int) -> str:
    """Return the key of a shop's sprite."""
    return f"shop-{m.SHOP_NAMES[shop]}"


@lru_cache(maxsize=64)
def middle(plan: Plan, shop: int) -> Point:
    """Return the middle of a shop."""
    (ax, ay), (bx, by) = (plan.centre(cell) for cell in TOWN.shops[shop].cells)
    return (ax + bx) / 2, (ay + by) / 2


@lru_cache(maxsize=64)
def half(plan: Plan, shop: int) -> Point:
    """Return half the width and half the height of a shop's house."""
    (ax, ay), (bx, by) = (plan.centre(cell) for cell in TOWN.shops[shop].cells)
    return abs(ax - bx) / 2 + 0.44 * UNIT, abs(ay - by) / 2 + 0.44 * UNIT


@lru_cache(maxsize=2)
def spots(plan: Plan) -> tuple[tuple[str, float, float, float], ...]:
    """Return the name, middle and radius of each shop and fountain that the story names."""
    shops = [(m.SHOP_NAMES[shop], *middle(plan, shop), UNIT) for shop in range(m.SHOPS)]
    return (
        *shops,
        *(
            (f"{before} {fountain + 1}", *plan.fountain(fountain), 0.7 * UNIT)
            for fountain in range(m.FOUNTAINS)
            for before in ("fountain", "to", "towards")
        ),
    )


def fountain_key(fountain: int) -> str:
    """Return the key of a fountain's sprite."""
    return f"fountain-{fountain + 1}"


def gate_key(gate: int) -> str:
    """Return the key of a gate (0 to 2)."""
    return f"gate-{m.GATE_NAMES[gate]}"


def exit_key(route: int) -> str:
    """Return the key of the arrow at the beginning of a route."""
    return f"exit-{m.ROUTE_NAMES[route].replace(' ', '-')}"


# ---- shops


@lru_cache(maxsize=128)
def _awnings(plan: Plan, shop: int, pale: bool) -> str:
    """Draw an awning over every door: cream cloth with stripes of the shop's colour."""
    (x, y), art = middle(plan, shop), ""
    symbol = f"ma-awning-{LETTERS[TOWN.shops[shop].colour]}{'-pale' if pale else ''}"
    for cell, beyond in TOWN.shops[shop].doors:
        px, py = plan.centre(cell)
        dx, dy = plan.turned(beyond[0] - cell[0], beyond[1] - cell[1])
        ax, ay = px - x + dx * 0.43 * UNIT, py - y + dy * 0.43 * UNIT
        turn = f"translate({n(ax)} {n(ay)}) rotate({_TURN[dx, dy]})"
        art += f'<use href="#{symbol}" x="-20" y="-4" width="40" height="16" transform="{turn}"/>'
    return art


@lru_cache(maxsize=128)
def _house(plan: Plan, shop: int, pale: bool) -> str:
    """Draw a shop's building: flat colour and weave, pale as long as the shop has no owner."""
    (w, h), colour = half(plan, shop), TOWN.shops[shop].colour
    shape = (-w, -h, 2 * w, 2 * h, 0.1 * UNIT)
    art = rect(*shape, "var(--board)") if pale else ""
    art += rect(*shape, tone(colour), extra='fill-opacity=".42"' if pale else "")
    if LETTERS[colour] != "Y":
        art += rect(*shape, f"url(#ma-p-{LETTERS[colour]})", extra=f'opacity="{".35" if pale else ".8"}"')
    shine = f"M{n(4 - w)} {n(h - 6)}V{n(7 - h)}Q{n(4 - w)} {n(4 - h)} {n(7 - w)} {n(4 - h)}H{n(w - 6)}"
    art += path(shine, "none", "var(--hi)", 2, 'stroke-linecap="round"')
    return art + rect(*shape, "none", OUTLINE, 1.5, 'class="edge"')


@lru_cache(maxsize=1024)
def house(plan: Plan, shop: int, owner: int, customers: int, lot: bool = False) -> str:
    """Draw a shop; ``lot`` if it is being auctioned."""
    pale, (w, h), out = owner == m.NOBODY and not lot, half(plan, shop), 5.5
    art = rect(-w - out, -h - out, 2 * (w + out), 2 * (h + out), 11, LIT_SOFT, LIT, 3) if lot else ""
    art += _awnings(plan, shop, pale) + _house(plan, shop, pale)
    first, second = _halves(plan, shop)
    if owner != m.NOBODY:
        return art + _sold(shop, owner, customers, plan)
    if lot:
        size = 0.6 * UNIT
        art += use("ma-stone", round(first[0] - size / 2, 1), round(first[1] - size / 2, 1), size)
    return art + moved(_name(shop, plan.grow), *(second if lot else (0.0, 0.0)))


def _halves(plan: Plan, shop: int) -> tuple[Point, Point]:
    """Return the middles of a shop's two halves: first the left or upper one."""
    w, h = half(plan, shop)
    return ((-w / 2, 0.0), (w / 2, 0.0)) if w > h else ((0.0, -h / 2), (0.0, h / 2))


def _sold(shop: int, owner: int, customers: int, plan: Plan) -> str:
    """Draw an owned shop's sign, name, number of customers, and the next customer's payment.

    On a phone the text is too large for one half of a shop, so the sign is smaller, and in a high shop the number has a
    line of its own.
    """
    (w, h), (first, second) = half(plan, shop), _halves(plan, shop)
    many, pays = f"×{customers}", f"+{next_payment(customers)}"
    if plan.grow == 1:
        size = 15.2 if customers < 10 else 13.2
        account = plate(48, 40, 5) + _named(shop, many, 3 if customers < 10 else 2, -1.8, size)
        return sign(owner, *first, 0.64 * UNIT) + moved(account + text(pays, 0, 14, 13.8, MUTED), *second)
    if w > h:
        account = plate(68, 47, 5) + _named(shop, many, 3, -2.5, 17.5 if customers < 10 else 16.2)
        return sign(owner, 19 - w, 0, 33) + moved(account + text(pays, 0, 17, 17, MUTED), w - 36, 0)
    account = plate(50, 67, 5) + text(m.SHOP_NAMES[shop], 0, -13, 19, INK, 700) + text(many, 0, 7, 17, INK)
    return sign(owner, 0, 21 - h, 36) + moved(account + text(pays, 0, 26, 16.2, MUTED), 0, h - 36)


def _named(shop: int, many: str, gap: float, y: float, size: float) -> str:
    """Draw a shop's name, and its number of customers after a gap."""
    style = f'font-size="{size:g}" font-weight="700" fill="{INK}" text-anchor="middle"'
    return (
        f'<text x="0" y="{y:g}" {style}>{m.SHOP_NAMES[shop]}<tspan font-weight="400" dx="{gap:g}">{many}</tspan></text>'
    )


@lru_cache(maxsize=64)
def _name(shop: int, grow: float) -> str:
    radius, size = (18.0, 20.0) if grow > 1 else (15.5, 16.5)
    disc = f'<circle r="{radius:g}" fill="{PAPER}" stroke="{OUTLINE}" stroke-width="1.2"/>'
    return disc + text(m.SHOP_NAMES[shop], 0, round(0.36 * size, 1), size, INK, 700)


def shops(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of all shops.

    A shop being auctioned carries the auctioneer's stone. A shop that the viewer can auction lights up only on hover.
    """
    return [_shop(desk, plan, shop) for shop in range(m.SHOPS)]


def _shop(desk: Desk, plan: Plan, shop: int) -> Sprite:
    lot, (x, y) = shop == desk.lot, middle(plan, shop)
    refused = m.AUCTION + shop if desk.asks(Phase.ACTION) and shop not in desk.lots else None
    classes = "trail" if shop in desk.fresh else "faint" if shop in desk.lots else ""
    art = house(plan, shop, desk.owner[shop], desk.customers[shop], lot)
    layer = EXITS_LAYER if lot else SHOPS_LAYER
    return Sprite(shop_key(shop), art, x, y, layer=layer, label=_label(desk, shop), classes=classes, refused=refused)


def _label(desk: Desk, shop: int) -> str:
    owner = desk.owner[shop]
    sold = "for sale" if owner == m.NOBODY else "yours" if owner == desk.seat else desk.whose(owner)
    return f"{opened(shop_name(shop))}, {'being auctioned' if shop == desk.lot else sold}"


# ---- fountains and gates


def fountains(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of all fountains; a click on an empty one explains why no crowd can be led from it."""
    made = []
    for fountain in range(m.FOUNTAINS):
        key, art = fountain_key(fountain), _basin(fountain, fountain in m.BOX.entrances)
        art += "" if desk.sizes[fountain] else _number(fountain, plan.grow)  # else it stands with the crowd
        refused = m.MOVE + OUT_OF[fountain][0] if desk.asks(Phase.ACTION) and not desk.sizes[fountain] else None
        at, label = plan.fountain(fountain), f"Fountain {fountain + 1}"
        made.append(Sprite(key, art, *at, layer=FOUNTAINS_LAYER, label=label, refused=refused))
    return made


@lru_cache(maxsize=64)
def _basin(fountain: int, entrance: bool) -> str:
    r = UNIT * (0.47 if entrance else 0.4)
    art = use("ma-fountain", round(-r, 1), round(-r, 1), round(2 * r, 1))
    if entrance:
        art += f'<circle r="{n(r * 0.5)}" fill="var(--orn-2)"/>'
    return art


@lru_cache(maxsize=64)
def _number(fountain: int, grow: float) -> str:
    disc = f'<circle r="{n(8 * grow)}" fill="var(--board)"/>'
    size = 12 * (1.5 if grow > 1 else 1)
    return disc + text(str(fountain + 1), 0, round(size * 0.36, 1), round(size, 1), "var(--board-ink)", 600)


def gates(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the three gates; those that can be filled are lit."""
    made = []
    for gate in range(m.GATES):
        x, y = gate_at(plan, gate)
        lit = m.GATE + gate in desk.legal or (desk.asks(Phase.GROUP) and gate == desk.gate)
        here = "nobody there" if gate in desk.empty else crowd_words(desk.crowds[m.BOX.entrances[gate]])
        label = f"Gate {m.GATE_NAMES[gate]}: {here}"
        art = _LIT_GATE if lit else _GATE
        made.append(Sprite(gate_key(gate), art, x, y, layer=FOUNTAINS_LAYER, label=label))
    return made


_GATE = '<circle r="17" fill="none" pointer-events="all"/>'
_LIT_GATE = f'<circle r="17" fill="{LIT_SOFT}" stroke="{LIT}" stroke-width="2.5" class="edge"/>'
_LIT_GATE += path(polygon(star(0, 0, 10)), "var(--orn-2)")


# ---- streets


def exits(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return an arrow at every exit along which a crowd can be led now."""
    made = []
    for route in desk.open_routes:
        x, y = exit_at(plan, route)
        art = _arrow(*direction(plan, route), plan.grow)
        end = TOWN.routes[route].end
        where = "gate" if end in m.BOX.entrances else "fountain"
        label = f"From fountain {TOWN.routes[route].start + 1} to {where} {end + 1}"
        made.append(Sprite(exit_key(route), art, x, y, layer=EXITS_LAYER, label=label))
    return made


@lru_cache(maxsize=128)
def direction(plan: Plan, route: int) -> Point:
    """Return the direction of a route's first step, as a unit vector."""
    (ax, ay), (bx, by) = plan.path(route)[:2]
    return (bx - ax) / UNIT, (by - ay) / UNIT


@lru_cache(maxsize=128)
def exit_at(plan: Plan, route: int) -> Point:
    """Return the position of a route's arrow, next to the crowd; it is closer where the route leads downwards."""
    (x, y), (dx, dy) = plan.path(route)[0], direction(plan, route)
    far = (0.7 if dy > 0 else 0.8) * UNIT
    return x + dx * far, y + dy * far


@lru_cache(maxsize=16)
def _arrow(dx: float, dy: float, grow: float) -> str:
    """Draw a small arrow on a disc with a larger hit area."""
    r = 9.5 * (1.2 if grow > 1 else 1)

    def at(out: float, across: float) -> str:
        return f"{n(dx * out * r - dy * across * r)} {n(dy * out * r + dx * across * r)}"

    hit = '<circle r="17" fill="none" pointer-events="all"/>'
    disc = f'<circle r="{n(r)}" fill="{LIT_SOFT}" stroke="{LIT}" stroke-width="1.4" class="edge"/>'
    head = f"M{at(-0.3, -0.5)}L{at(0.35, 0)}L{at(-0.3, 0.5)}"
    return hit + disc + path(head, "none", LIT, 2.4, ENDS_ROUND)


def trails(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return footsteps along the streets on which crowds have walked since the viewer last acted."""
    return [
        Sprite(f"trail-{route}", _steps(plan, route), 0, 0, layer=TRAIL_LAYER, classes="trail") for route in desk.walked
    ]


@lru_cache(maxsize=128)
def _steps(plan: Plan, route: int) -> str:
    """Draw a route's footsteps as two rows of dots."""
    d, wide = line(plan.path(route)), 0.075 * UNIT
    art = ""
    for aside, offset in ((-0.06, 0.0), (0.06, 0.09)):
        dash = f'stroke-dasharray="{n(0.02 * UNIT)} {n(0.16 * UNIT)}" stroke-dashoffset="{n(offset * UNIT)}"'
        by = n(aside * UNIT)
        art += path(d, "none", "var(--trail)", wide, f'{dash} {ENDS_ROUND} transform="translate({by} {by})"')
    return art
