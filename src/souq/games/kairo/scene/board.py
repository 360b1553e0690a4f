"""Sprites on the square: stands and their doors, customers, sites that can be chosen, and what is being built."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from souq.engine.present.markup import n
from souq.engine.present.scene import Sprite, use
from souq.engine.present.wording import opened
from souq.games.kairo import state as k
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.art import at, body, dashed, disc, door, figure, halo, number
from souq.games.kairo.scene.desk import Desk, Stand
from souq.games.kairo.scene.geometry import NEAR, Plan, centre, toward
from souq.games.kairo.state import LABELS, NAMES, Act, Phase

SITES_LAYER, STANDS_LAYER, DOORS_LAYER, WAYS_LAYER, PEOPLE_LAYER, LIFTED_LAYER = range(6)
"""Layers from back to front."""
_CORNERS = {(0.0, 1.0): (17.0, -17.0), (1.0, 0.0): (-17.0, 17.0)}  # of the size, by a door in its way


# ---- stands


def stands(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return all stands, and the doors above them."""
    return [_stand_sprite(desk, plan, stand) for stand in desk.stands] + [_door(plan, stand) for stand in desk.stands]


def _stand_sprite(desk: Desk, plan: Plan, stand: Stand) -> Sprite:
    x, y = centre(stand.stall)
    lit = halo(stand.tiles, stand.stall) if stand.owner == desk.seat and stand.colour in desk.lit_stands else ""
    art = lit + standing(stand, plan)
    label = f"{desk.titled(stand)}, on {LABELS[stand.stall]}, entry on {LABELS[stand.entry]}"
    own = stand.owner == desk.seat
    refused = k.COLOUR + stand.colour if own and stand.colour in desk.instead else None
    classes = "swap" if refused is not None else "trail" if desk.fresh & stand.tiles else ""
    return Sprite(stand.key, art, x, y, layer=STANDS_LAYER, label=label, classes=classes, refused=refused)


@lru_cache(maxsize=2048)
def standing(stand: Stand, plan: Plan) -> str:
    """Draw a stand with its owner's emblem and, if it has expansions, its size."""
    art = body(stand.colour, stand.tiles, stand.stall) + disc(stand.owner)
    corner = _CORNERS.get(toward(stand.stall, stand.entry), (17.0, 17.0))
    return art + (at(number(stand.size, plan.grow), *corner) if stand.size > 1 else "")


def _door(plan: Plan, stand: Stand) -> Sprite:
    x, y = centre(stand.entry)
    art = door(stand.colour, *toward(stand.stall, stand.entry), 1.35 if plan.tall else 1.0)
    label = f"Entry of the {NAMES[stand.colour]} stall on {LABELS[stand.stall]}"
    return Sprite(stand.door, art, x, y, layer=DOORS_LAYER, label=f"{label}: {LABELS[stand.entry]}")


# ---- customers


def customer_key(colour: int) -> str:
    """Return the key of a customer's sprite. It doesn't change when the customer leaves the board."""
    return f"customer-{colour}"


def people(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of all six customers; none before the setup has placed them."""
    if not desk.customers:
        return []
    return [_customer(desk, plan, colour) for colour in range(k.COLOURS)]


def _customer(desk: Desk, plan: Plan, colour: int) -> Sprite:
    site = desk.view.stands[colour]
    x, y = centre(site) if site >= 0 else plan.gate
    where = f"on {LABELS[site]}" if site >= 0 else "at the gate"
    chosen = desk.phase == Phase.GOAL and colour == desk.view.customer
    state = "chosen" if chosen else "lit" if colour in desk.lured else "done" if colour in desk.moved else ""
    layer = LIFTED_LAYER if chosen else PEOPLE_LAYER
    label, refused = f"The {NAMES[colour]} customer, {where}", _unlured(desk, colour)
    swap = "swap" if desk.asks(Phase.GOAL) and refused is not None else ""
    return Sprite(
        customer_key(colour), figure(colour, state), x, y, layer=layer, label=label, classes=swap, refused=refused
    )


def _unlured(desk: Desk, customer: int) -> int | None:
    """Return the illegal choice to lure a customer, so that a click explains the refusal; None if it is legal.

    None is also returned for the customer who is being lured.
    """
    choice = k.CUSTOMER + customer
    chosen = customer == desk.view.customer
    return None if chosen else desk.denied({Phase.ACT: k.LURE, Phase.CUSTOMER: choice, Phase.GOAL: choice})


# ---- sites that can be chosen


_BOX = 'x="-26" y="-26" width="52" height="52" rx="10"'
_RING = 'stroke="var(--lit)" stroke-width="2.2" class="edge"'
_LIT = tuple(
    f'<rect {_BOX} fill="var(--lit-soft)" fill-opacity="{fill}" {_RING}{dash}/>'
    for fill, dash in ((0.75, ""), (0.45, ""), (0.15, ' stroke-dasharray="6 5"'))
)
"""For each grade, the highlight of a site that can be chosen: brighter for a cheaper card, dashed for three cards."""
_MANY = 60
"""Number of sites that can be chosen above which all of them are highlighted only faintly."""
_QUIET = f'<rect {_BOX} fill="var(--lit-soft)" fill-opacity=".5" stroke-opacity=".4" {_RING}/>'
_PLAIN = '<rect x="-29" y="-29" width="58" height="58" fill="none" pointer-events="all"/>'
_REACHED = 'width="52" height="52" rx="10" fill="none" stroke="var(--lit)" stroke-width="2.5"'
_COULD = f'<rect {_BOX} fill="none" pointer-events="all" stroke-width="2.5" class="edge"/>'


def site_key(site: int) -> str:
    """Return the key of a site's sprite."""
    return f"site-{LABELS[site]}"


def sites(desk: Desk, plan: Plan, carded: frozenset[int]) -> list[Sprite]:
    """Return sprites of the sites of the current decision: legal ones highlighted, the others with an explanation.

    ``carded`` are the sites that a card in the hand reaches at the start of a turn.
    """
    if desk.asks(Phase.SITE):
        drawn = (_QUIET,) * len(_LIT) if len(desk.legal) > _MANY else _LIT
        return [
            _site(site, k.SITE + site in desk.legal, k.SITE + site, drawn[grade(desk, site)])
            for site in paths.sites(desk.free)
        ]
    if desk.asks(Phase.ENTRY):
        return [_site(site, k.ENTRY + site in desk.legal, k.ENTRY + site) for site in NEAR[desk.view.site]]
    if desk.asks(Phase.GOAL):
        doors = [stand.entry for stand in desk.stands if stand.colour == desk.view.customer]
        return [_site(site, k.GOAL + site in desk.legal, k.GOAL + site) for site in doors]
    return [Sprite(site_key(site), _COULD, *centre(site), layer=SITES_LAYER) for site in sorted(carded)]


def grade(desk: Desk, site: int) -> int:
    """Return how expensive the cards to build on a site are: 0 a standard card or none, 1 a joker, 2 three cards."""
    if k.SITE + site not in desk.legal:
        return 0
    ways = desk.ahead.card_options(desk.act, desk.view.colour, site)
    return min((2 if way == k.THREE else int(way >= k.JOKERS) for way in ways), default=0)


def _site(site: int, lit: bool, choice: int, drawn: str = _LIT[0]) -> Sprite:
    """Return the sprite of a site, which can be chosen or explains why it cannot."""
    x, y = centre(site)
    if lit:
        return Sprite(site_key(site), drawn, x, y, layer=SITES_LAYER, label=LABELS[site])
    return Sprite(site_key(site), _PLAIN, x, y, layer=SITES_LAYER, label=f"{LABELS[site]}: not here", refused=choice)


def marked(site: int) -> tuple[Sprite, ...]:
    """Return a highlighted site, for a choice between several buildings on it."""
    x, y = centre(site)
    return (Sprite("here", _LIT[0], x, y),)


def reachable(sites: Iterable[int]) -> tuple[Sprite, ...]:
    """Return outlines around the sites that a card in the hand reaches, to be shown as a preview."""
    rings = "".join(f'<rect x="{n(x - 26)}" y="{n(y - 26)}" {_REACHED}/>' for x, y in map(centre, sites))
    return (Sprite("reached", rings, 0, 0),)


# ---- what is about to stand


def ghost(stand: Stand, site: int, plan: Plan) -> tuple[Sprite, ...]:
    """Return the preview of an expansion: the stand as it would be with a tile on ``site``."""
    grown = replace(stand, tiles=stand.tiles | {site})
    x, y = centre(stand.stall)
    art = dashed(grown.tiles, stand.stall) + standing(grown, plan)
    return (Sprite("ghost", art, x, y, classes="lifted"),)


def raised(owner: int, colour: int, site: int, entry: int, plan: Plan) -> tuple[Sprite, ...]:
    """Return the preview of a stall, with its door if the entry is known (else -1)."""
    x, y = centre(site)
    made = [Sprite("ghost", _tile(owner, colour), x, y, classes="lifted")]
    if entry >= 0:
        ex, ey = centre(entry)
        leaf = door(colour, *toward(site, entry), 1.35 if plan.tall else 1.0)
        made.append(Sprite("ghost-door", leaf, ex, ey))
    return tuple(made)


def _tile(owner: int, colour: int) -> str:
    """Draw the preview of a stall: one tile with a dashed line."""
    return use(f"ka-new-{NAMES[colour]}", -29, -29, 58) + disc(owner)


_RISING = (Phase.ENTRY, Phase.WAY, Phase.KEEP, Phase.FEE, Phase.PAY)  # phases after the site is chosen


def rising(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the preview of the stall or expansion whose site has been chosen but which isn't paid for yet."""
    site, colour = desk.view.site, desk.view.colour
    if site < 0 or colour < 0 or desk.over or desk.phase not in _RISING:
        return []
    what = f"{opened(NAMES[colour])} stall going on {LABELS[site]}"
    if desk.act == Act.EXPAND:
        made = ghost(desk.at[desk.player, colour], site, plan)
        what = f"{opened(NAMES[colour])} expansion going on {LABELS[site]}"
    else:
        made = raised(desk.builder, colour, site, -1 if desk.phase == Phase.ENTRY else desk.view.door, plan)
    return [
        Sprite(f"rising-{i}", s.art, s.x, s.y, layer=LIFTED_LAYER, label="" if i else what, classes=s.classes)
        for i, s in enumerate(made)
    ]
