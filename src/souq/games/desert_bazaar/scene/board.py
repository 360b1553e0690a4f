"""The sites of the desert, and the tent that is about to stand on one."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.scene import Sprite, text, use
from souq.games.desert_bazaar.scene.art import LIT, coin_at, disc_at, tent
from souq.games.desert_bazaar.scene.desk import Desk, site_choice
from souq.games.desert_bazaar.scene.geometry import TALL, Plan
from souq.games.desert_bazaar.scene.words import price_words, units_words
from souq.games.desert_bazaar.state import BOX, FULL, LABELS, Phase
from souq.games.desert_bazaar.story.wording import product

UNDER_LAYER, SITES_LAYER, CAMPS_LAYER, TENTS_LAYER, COINS_LAYER, PLATES_LAYER, LIFTED_LAYER = range(7)
"""From back to front."""


def site_key(site: int) -> str:
    """Key of an empty site's sprite."""
    return f"site-{LABELS[site]}"


def tile_key(tile: int) -> str:
    """Key of a tile, on display and in the desert alike: building moves it."""
    return f"tile-{tile}"


# ---- sites


def sites(desk: Desk, plan: Plan) -> list[Sprite]:
    """Dead sand and, for a seat, open sites: lit where the tile in hand can be paid for, else they only answer."""
    asked, refuse = desk.asks(Phase.SITE), desk.waits or desk.asks(Phase.SITE, Phase.TURN, Phase.NEXT)
    dead = _symbol("x-dead", plan.radius)
    made = [_site(plan, site, dead, "dead sand, where a camp would grow too large", refuse) for site in desk.dead]
    if asked:
        return made + [_open(desk, plan, site) for site in desk.open]
    if desk.seat < 0 or desk.over:
        return made
    clear = _symbol("x-open", plan.radius)
    return made + [_site(plan, site, clear, _idle(desk, site), refuse) for site in desk.open]


def _idle(desk: Desk, site: int) -> str:
    """Of an open site while no tile is in hand: the least a tent costs here, or what the neighbours offer."""
    if desk.asks(Phase.TURN, Phase.NEXT):
        prices = [bills[site].spent for bills in desk.shown.values() if site in bills]
        if not prices:
            return "no tent you can afford"
        return f"a tent from {price_words(min(prices))}" if min(prices) else "a tent for free"
    offers = units_words(desk.offers[site])
    return f"open, neighbours offer {offers}" if offers else "open, no neighbours to help"


def _site(plan: Plan, site: int, drawn: str, words: str, refused: bool = False) -> Sprite:
    x, y = plan.centre(site)
    why = site_choice(site) if refused else None
    return Sprite(site_key(site), drawn, x, y, layer=SITES_LAYER, label=f"{LABELS[site]}: {words}", refused=why)


def _open(desk: Desk, plan: Plan, site: int) -> Sprite:
    if site_choice(site) not in desk.legal:
        return _site(plan, site, _symbol("x-sand", plan.radius), "too dear for you", refused=True)
    bill, points = desk.bill(desk.building, site), desk.gains(site)[desk.player]
    words = price_words(bill.spent) + (" with a trade" if bill.missing else "")
    if points:
        words += f", {points} {'point' if points == 1 else 'points'} now"
    return _site(plan, site, _lit(bill.spent, bill.missing > 0, points, desk.size[site] == FULL, plan), words)


@lru_cache(maxsize=64)
def _symbol(name: str, radius: float) -> str:
    return use(name, round(-radius, 2), round(-radius, 2), round(2 * radius, 2))


@lru_cache(maxsize=256)
def _lit(cards: int, trade: bool, points: int, closes: bool, plan: Plan) -> str:
    """A site that can be paid for: cards that leave the hand on a plate, points now beside it.

    The cheaper, the brighter; arrows below the plate say that some of the cards are traded.
    """
    r, grow = plan.radius, plan.grow
    art = _symbol("x-lit-trade" if trade else f"x-lit-{3 if closes else 3 - cards}", r)
    aside = r * 0.155 * (1 + grow) if points else 0.0
    if cards:
        w = r * 0.36 * grow
        art += use("x-card", round(-w / 2 - aside, 2), round(-w * 0.67, 2), round(w, 2), round(w * 1.34, 2))
    if trade:
        w = r * 0.5 * grow
        art += use("x-trade", round(-w / 2 - aside, 2), round(r * 0.29 * grow, 2), round(w, 2), round(w * 0.6, 2))
    art += _figure(str(cards or "free"), -aside, r * (0.37 if cards else 0.34 if points else 0.4) * grow, 700)
    return art + (_figure(f"+{points}", r * 0.31, r * 0.42 * grow, 600) if points else "")


def _figure(words: str, x: float, size: float, weight: int) -> str:
    return text(words, round(x, 2), round(size * 0.36, 2), round(size, 2), LIT, weight)


# ---- the site in hand


def lifted(desk: Desk, plan: Plan, tile: int, site: int) -> tuple[Sprite, Sprite, Sprite]:
    """How it would look: the site lit, what each neighbour pays beside it, the tent lifted with the marker it gets."""
    (x, y), r = plan.centre(site), plan.radius
    discs = ""
    for near, good in desk.helpers(tile, site):
        nx, ny = plan.centre(near)
        discs += disc_at((nx - x) * 0.5, (ny - y) * 0.5, good, r * 0.27)
    raised = tent(BOX.tiles[tile].product, r * 1.6)
    if desk.view.markers[desk.player] > 0:
        raised += coin_at(r * 0.47, r * 0.45, desk.player, r * 0.35)
    return (
        Sprite("here", _symbol("x-here", r * 1.2), x, y, layer=LIFTED_LAYER),
        Sprite("paid", discs, x, y, layer=LIFTED_LAYER),
        Sprite("tent", raised, x, y - r * 0.07, layer=LIFTED_LAYER, classes=f"lifted seat-{desk.player + 1}"),
    )


def rising(desk: Desk, plan: Plan) -> list[Sprite]:
    """The tile that is being paid for stands on its site already; on a phone it lies on the tray as well."""
    site, tile = desk.view.site, desk.building
    if site < 0 or tile < 0:
        return []
    here, paid, tent = lifted(desk, plan, tile, site)
    key = "here-tent" if plan is TALL else tile_key(tile)
    label = f"{product(tile)} tent, about to stand on {LABELS[site]}"
    return [here, paid, Sprite(key, tent.art, tent.x, tent.y, layer=LIFTED_LAYER, label=label, classes=tent.classes)]
