"""Shops: houses of two cells with an awning at every door, the owner's sign, customers and what the next one pays."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import moved, n, rect
from souq.engine.scene import Sprite, path, text, use
from souq.games.marracash.box import LETTERS
from souq.games.marracash.scene.art import (
    EXITS_LAYER,
    INK,
    LIT,
    LIT_SOFT,
    MUTED,
    OUTLINE,
    PAPER,
    SHOPS_LAYER,
    plate,
    sign,
    tone,
)
from souq.games.marracash.scene.desk import TOWN, Desk, next_payment
from souq.games.marracash.scene.geometry import UNIT, Plan, Point
from souq.games.marracash.state import AUCTION, NAMES, NOBODY, SHOP_NAMES, SHOPS, Phase

_TURN = {(0.0, 1.0): 0, (-1.0, 0.0): 90, (0.0, -1.0): 180, (1.0, 0.0): 270}  # of an awning, by where it hangs


def shop_key(shop: int) -> str:
    """Key of a shop's sprite."""
    return f"shop-{SHOP_NAMES[shop]}"


@lru_cache(maxsize=64)
def middle(plan: Plan, shop: int) -> Point:
    """Middle of a shop."""
    (ax, ay), (bx, by) = (plan.centre(cell) for cell in TOWN.shops[shop].cells)
    return (ax + bx) / 2, (ay + by) / 2


@lru_cache(maxsize=64)
def half(plan: Plan, shop: int) -> Point:
    """Half the width and half the height of a shop's house."""
    (ax, ay), (bx, by) = (plan.centre(cell) for cell in TOWN.shops[shop].cells)
    return abs(ax - bx) / 2 + 0.44 * UNIT, abs(ay - by) / 2 + 0.44 * UNIT


# ---- art


@lru_cache(maxsize=128)
def _awnings(plan: Plan, shop: int, pale: bool) -> str:
    """An awning over every door: cream cloth with stripes of the shop's colour."""
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
    """The house itself: flat colour and weave, pale while nobody owns it."""
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
def house(plan: Plan, shop: int, owner: int, customers: int, state: str = "") -> str:
    """A shop; ``state`` is "" or "lot" (is being auctioned)."""
    pale = owner == NOBODY and state != "lot"
    art = _halo(plan, shop, state) + _awnings(plan, shop, pale) + _house(plan, shop, pale)
    first, second = _halves(plan, shop)
    if owner != NOBODY:
        return art + sign(owner, *first, 0.64 * UNIT) + moved(_account(shop, customers, plan.grow), *second)
    place = second if state == "lot" else (0.0, 0.0)
    if state == "lot":
        size = 0.6 * UNIT
        art += use("ma-stone", round(first[0] - size / 2, 1), round(first[1] - size / 2, 1), size)
    return art + moved(_name(shop, plan.grow), *place)


def _halo(plan: Plan, shop: int, state: str) -> str:
    if state != "lot":
        return ""
    (w, h), out = half(plan, shop), 5.5
    return rect(-w - out, -h - out, 2 * (w + out), 2 * (h + out), 11, LIT_SOFT, LIT, 3)


def _halves(plan: Plan, shop: int) -> tuple[Point, Point]:
    """Middles of the left or upper, and of the right or lower cell."""
    w, h = half(plan, shop)
    return ((-w / 2, 0.0), (w / 2, 0.0)) if w > h else ((0.0, -h / 2), (0.0, h / 2))


@lru_cache(maxsize=256)
def _account(shop: int, customers: int, grow: float) -> str:
    """Its name, or on a small screen its letter, and its customers so far, over what the next one pays."""
    large = grow > 1
    called = LETTERS[TOWN.shops[shop].colour] if large else SHOP_NAMES[shop]
    size, small = (20.0, 18.5) if large else (15.2 if customers < 10 else 13.2, 13.8)
    art = plate(51 if large else 48, 47 if large else 40, 5)
    many = f'<tspan font-weight="400" dx="{3 if customers < 10 else 2}">×{customers}</tspan>'
    look = f'font-size="{size:g}" font-weight="700" fill="{INK}" text-anchor="middle"'
    art += f'<text x="0" y="{-2 if large else -1.8:g}" {look}>{called}{many}</text>'
    return art + text(f"+{next_payment(customers)}", 0, 17.5 if large else 14, small, MUTED)


@lru_cache(maxsize=64)
def _name(shop: int, grow: float) -> str:
    radius, size = (18.0, 20.0) if grow > 1 else (15.5, 16.5)
    disc = f'<circle r="{radius:g}" fill="{PAPER}" stroke="{OUTLINE}" stroke-width="1.2"/>'
    return disc + text(SHOP_NAMES[shop], 0, round(0.36 * size, 1), size, INK, 700)


# ---- sprites


def shops(desk: Desk, plan: Plan) -> list[Sprite]:
    """Every shop; one that is being auctioned is lit and bears the stone. Those for sale do not outshine the crowds."""
    return [_shop(desk, plan, shop) for shop in range(SHOPS)]


def _shop(desk: Desk, plan: Plan, shop: int) -> Sprite:
    owner, customers = desk.owner[shop], desk.customers[shop]
    state = "lot" if shop == desk.lot else ""
    x, y = middle(plan, shop)
    refused = AUCTION + shop if desk.asks(Phase.ACTION) and shop not in desk.lots else None
    classes = "trail" if shop in desk.fresh else "faint" if shop in desk.lots else ""
    art = house(plan, shop, owner, customers, state)
    layer = EXITS_LAYER if state == "lot" else SHOPS_LAYER
    return Sprite(shop_key(shop), art, x, y, layer=layer, label=_label(desk, shop), classes=classes, refused=refused)


def _label(desk: Desk, shop: int) -> str:
    name = f"{NAMES[TOWN.shops[shop].colour].capitalize()} shop {SHOP_NAMES[shop]}"
    owner = desk.owner[shop]
    if shop == desk.lot:
        return f"{name}, being auctioned"
    if owner == NOBODY:
        return f"{name}, for sale"
    held = "yours" if owner == desk.seat else desk.whose(owner)
    return f"{name}, {held}"


@lru_cache(maxsize=64)
def spot(plan: Plan, shop: int) -> str:
    """The ring round a shop in a preview."""
    (w, h), out = half(plan, shop), 5.0
    return rect(-w - out, -h - out, 2 * (w + out), 2 * (h + out), 11, "none", LIT, 3.5)
