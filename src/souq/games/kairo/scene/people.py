"""The customers: six silhouettes with their letter, on the square or waiting at the gate."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.scene import Sprite, use
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import Plan, Point, centre
from souq.games.kairo.scene.stands import LIFTED_LAYER, PEOPLE_LAYER
from souq.games.kairo.state import COLOURS, LABELS, NAMES, Phase


def customer_key(colour: int) -> str:
    """Key of a customer, on the board and at the gate alike."""
    return f"customer-{colour}"


def customer_at(desk: Desk, plan: Plan, colour: int) -> Point:
    """Where a customer stands."""
    site = desk.view.stands[colour]
    return centre(site) if site >= 0 else plan.gate


@lru_cache(maxsize=64)
def figure(colour: int, state: str = "") -> str:
    """A customer on a site; ``lit``, ``chosen`` or ``done`` draws the ring at the feet."""
    ring = f'<ellipse cy="17" {_RINGS[state]}/>' if state else _SHADOW
    if state == "chosen":
        return ring + use(f"ka-{NAMES[colour]}", -23.8, -43, 47.7, 62)
    return ring + use(f"ka-{NAMES[colour]}", -20, -28, 40, 52)


_SHADOW = '<ellipse cy="20" rx="17" ry="4.5" fill="var(--shadow)"/>'
_RINGS = {
    "lit": 'rx="21" ry="8.5" fill="var(--lit-soft)" stroke="var(--lit)" stroke-width="2.5"',
    "chosen": 'rx="24" ry="9" fill="var(--lift)" stroke="var(--lit)" stroke-width="3"',
    "done": 'rx="21" ry="8.5" fill="none" stroke="var(--trail)" stroke-width="2" stroke-dasharray="2 5"'
    ' stroke-linecap="round"',
}


def people(desk: Desk, plan: Plan) -> list[Sprite]:
    """All six; before the setup has placed them, none."""
    if not desk.customers:
        return []
    return [_customer(desk, plan, colour) for colour in range(COLOURS)]


def _customer(desk: Desk, plan: Plan, colour: int) -> Sprite:
    x, y = customer_at(desk, plan, colour)
    site = desk.view.stands[colour]
    where = f"on {LABELS[site]}" if site >= 0 else "at the gate"
    chosen = desk.phase == Phase.GOAL and colour == desk.view.customer
    state = "chosen" if chosen else "lit" if colour in desk.lured else "done" if colour in desk.moved else ""
    layer = LIFTED_LAYER if chosen else PEOPLE_LAYER
    label, refused = f"The {NAMES[colour]} customer, {where}", desk.unlured(colour)
    swap = "swap" if desk.asks(Phase.GOAL) and refused is not None else ""
    return Sprite(
        customer_key(colour), figure(colour, state), x, y, layer=layer, label=label, classes=swap, refused=refused
    )
