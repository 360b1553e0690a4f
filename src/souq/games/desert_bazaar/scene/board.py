"""The board: desert sites, camps with their tents and markers, and the coins on the score track around it."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import n
from souq.engine.present.scene import Sprite, path, text, use
from souq.engine.present.wording import listed, several
from souq.games.desert_bazaar import state as s
from souq.games.desert_bazaar.scene import art
from souq.games.desert_bazaar.scene.desk import Camp, Desk
from souq.games.desert_bazaar.scene.geometry import Plan, hexagon, outline
from souq.games.desert_bazaar.scene.ground import BEADS, track
from souq.games.desert_bazaar.state import Phase
from souq.games.desert_bazaar.story import wording

UNDER_LAYER, SITES_LAYER, CAMPS_LAYER, TENTS_LAYER, COINS_LAYER, PLATES_LAYER, LIFTED_LAYER = range(7)
"""Layers of the board, from back to front."""


def site_key(site: int) -> str:
    """Return the key of an empty site's sprite."""
    return f"site-{s.LABELS[site]}"


def tile_key(tile: int) -> str:
    """Return the key of a tile's sprite, the same on display and on the board, so that building moves the sprite."""
    return f"tile-{tile}"


def coin_key(site: int) -> str:
    """Return the key of the marker on a site."""
    return f"coin-{s.LABELS[site]}"


# ---- sites


def sites(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of all empty sites: dead ones, and open ones for a player.

    While the player chooses a site for a tile, the sites where the tile can be paid for are lit.
    """
    asked, refuse = desk.asks(Phase.SITE), desk.waits or desk.asks(Phase.SITE, Phase.TURN, Phase.NEXT)
    dead = symbol("x-dead", plan.radius)
    made = [_site(plan, site, dead, "dead sand, where a camp would grow too large", refuse) for site in desk.dead]
    if asked:
        return made + [_open(desk, plan, site) for site in desk.open]
    if desk.seat < 0 or desk.over:
        return made
    clear = symbol("x-open", plan.radius)
    return made + [_site(plan, site, clear, _idle(desk, site), refuse) for site in desk.open]


def _idle(desk: Desk, site: int) -> str:
    """Describe an open site while no tile is chosen: the lowest price of a tent there, or what neighbours would pay."""
    if desk.asks(Phase.TURN, Phase.NEXT):
        least = min((prices[site].cards for prices in desk.prices.values() if site in prices), default=None)
        if least is None:
            return "no tent you can afford"
        return f"a tent for {several(least, 'card')}" if least else "a tent for free"
    offers = desk.offers(site)
    return f"open, neighbours offer {wording.cards(offers)}" if any(offers) else "open, no neighbours to help"


def _site(plan: Plan, site: int, drawn: str, words: str, refused: bool = False) -> Sprite:
    x, y = plan.centre(site)
    why = s.SITE + site if refused else None
    return Sprite(site_key(site), drawn, x, y, layer=SITES_LAYER, label=f"{s.LABELS[site]}: {words}", refused=why)


def _open(desk: Desk, plan: Plan, site: int) -> Sprite:
    if s.SITE + site not in desk.legal:
        return _site(plan, site, symbol("x-sand", plan.radius), "too expensive for you", refused=True)
    (cards, trade), outcome = desk.prices[desk.building][site], desk.outcome(s.SITE + site)
    gain = outcome.gains.get(desk.player, 0)
    words = (several(cards, "card") if cards else "free") + (" with a trade" if trade else "")
    if gain:
        words += f", {several(gain, 'point')} now"
    return _site(plan, site, _lit(cards, trade, gain, outcome.closes, plan), words)


@lru_cache(maxsize=64)
def symbol(name: str, radius: float) -> str:
    """Return the markup of a symbol, scaled to the size of a site."""
    return use(name, round(-radius, 2), round(-radius, 2), round(2 * radius, 2))


@lru_cache(maxsize=256)
def _lit(cards: int, trade: bool, gain: int, closes: bool, plan: Plan) -> str:
    """Draw a site that can be paid for: a plate with the number of cards it costs, and immediate points next to it.

    Cheaper sites are brighter. Arrows below the plate mean that some of the cards are traded.
    """
    r, grow = plan.radius, plan.grow
    drawn = symbol("x-lit-trade" if trade else f"x-lit-{3 if closes else 3 - cards}", r)
    aside = r * 0.155 * (1 + grow) if gain else 0.0
    if cards:
        w = r * 0.36 * grow
        drawn += use("x-card", round(-w / 2 - aside, 2), round(-w * 0.67, 2), round(w, 2), round(w * 1.34, 2))
    if trade:
        w = r * 0.5 * grow
        drawn += use("x-trade", round(-w / 2 - aside, 2), round(r * 0.29 * grow, 2), round(w, 2), round(w * 0.6, 2))
    drawn += _figure(str(cards or "free"), -aside, r * (0.37 if cards else 0.34 if gain else 0.4) * grow, 700)
    return drawn + (_figure(f"+{gain}", r * 0.31, r * 0.42 * grow, 600) if gain else "")


def _figure(words: str, x: float, size: float, weight: int) -> str:
    return text(words, round(x, 2), round(size * 0.36, 2), round(size, 2), art.LIT, weight)


# ---- camps


def camps(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of all camps."""
    return [sprite for camp in desk.camps for sprite in _camp(desk, plan, camp)]


def _camp(desk: Desk, plan: Plan, camp: Camp) -> list[Sprite]:
    """Return the sprites of a camp: its ground, its tents, their markers, and a plate with its size.

    A full camp to which nothing was added recently is a single faded sprite.
    """
    head, size = camp.sites[0], len(camp.sites)
    x, y = plan.centre(head)
    description, key = _words(desk, camp), s.LABELS[head]
    ground = _ground(camp.sites, camp.full, plan)
    if camp.full and desk.fresh.isdisjoint(camp.sites):
        tents = tuple((site, s.BOX.tiles[desk.view.tile[site]].product) for site in camp.sites)
        faded = ground + _faded(tents, plan) + _plate("full", head, plan)
        return [Sprite(f"camp-{key}", faded, x, y, layer=CAMPS_LAYER, label=description)]
    made = [Sprite(f"camp-{key}", ground, x, y, layer=CAMPS_LAYER, label=description)]
    for site in camp.sites:
        made.append(_tent(desk, plan, camp, site, description))
        if desk.view.owner[site] >= 0:
            made.append(_coin(desk, plan, site))
    if size > 1:
        drawn = _plate("full" if camp.full else f"{size}/{s.FULL}", head, plan)
        made.append(Sprite(f"size-{key}", drawn, x, y, layer=PLATES_LAYER))
    return made


def _words(desk: Desk, camp: Camp) -> str:
    """Describe a camp: its size, the number of markers of each owner, and the sites where a tent would close it."""
    if camp.full:
        return "A full camp. Nothing more can be built beside it"
    size, owners = len(camp.sites), [desk.view.owner[site] for site in camp.sites]
    held = [f"{desk.ctx.names(seat)} {owners.count(seat)}" for seat in desk.seats if seat in owners]
    said = [f"Camp of {size} of {s.FULL}" if size > 1 else "It stands alone"]
    said.append(f"Markers: {', '.join(held)}" if held else "No markers")
    if closing := [s.LABELS[site] for site in desk.closing if site in camp.around]:
        said.append(f"A tent on {listed(closing, 'or')} would close it")
    return ". ".join(said)


def _tent(desk: Desk, plan: Plan, camp: Camp, site: int, description: str) -> Sprite:
    (x, y), tile, seat = plan.centre(site), desk.view.tile[site], desk.view.owner[site]
    fresh = site in desk.fresh
    whose = f"{desk.ctx.names(seat)}’s marker" if seat >= 0 else "no marker"
    return Sprite(
        tile_key(tile),
        _tent_art(s.BOX.tiles[tile].product, fresh, plan),
        x,
        y,
        layer=TENTS_LAYER,
        label=f"{wording.product(tile)} tent on {s.LABELS[site]}, {whose}. {description}",
        classes="trail" if fresh else "dim" if camp.full else "",
        refused=s.SITE + site if desk.asks(Phase.SITE) else None,
    )


def _coin(desk: Desk, plan: Plan, site: int) -> Sprite:
    (x, y), r, seat = plan.centre(site), plan.radius, desk.view.owner[site]
    drawn, at = art.coin(seat, r * 0.33), (x + r * 0.43, y + r * 0.42)
    return Sprite(coin_key(site), drawn, *at, layer=COINS_LAYER, classes=f"seat-{seat + 1}")


@lru_cache(maxsize=1024)
def _ground(sites: tuple[int, ...], full: bool, plan: Plan) -> str:
    fill, d = "var(--g-8)" if full else "var(--g-6)", outline(frozenset(sites), plan.radius, -0.025, sites[0])
    return path(d, fill, "var(--board-ink)", round(plan.radius * 0.045, 2))


@lru_cache(maxsize=256)
def _faded(tents: tuple[tuple[int, int], ...], plan: Plan) -> str:
    drawn, (x, y) = "", plan.centre(tents[0][0])
    for site, good in tents:
        tx, ty = plan.centre(site)
        drawn += f'<g transform="translate({n(tx - x)} {n(ty - y)})">{art.tent(good, plan.radius * 1.5)}</g>'
    return f'<g opacity=".5">{drawn}</g>'


@lru_cache(maxsize=256)
def _plate(words: str, head: int, plan: Plan) -> str:
    """Draw a small plate with the camp's size above its topmost tent, moved down if it would leave the board."""
    full, r = words == "full", plan.radius * plan.grow
    wide, high = r * (1 if full else 0.82), r * 0.46
    y = max(-plan.radius * 0.93, high / 2 + 1.5 - plan.centre(head)[1])
    fill, ink = ("var(--board-ink)", "var(--board)") if full else (art.PAPER, art.INK)
    plate = art.box(wide, high, high / 2, fill, "var(--board-ink)", y=y)
    return plate + text(words, 0, round(y + high * 0.33, 2), round(high * 0.86, 2), ink, 600)


@lru_cache(maxsize=32)
def _tent_art(good: int, fresh: bool, plan: Plan) -> str:
    """Draw a tent on its site; a new one has a dotted ring."""
    tent = art.tent(good, plan.radius * 1.5)
    dots = 'class="edge" stroke-dasharray="0.5 5" stroke-linecap="round"'
    return path(hexagon(plan.radius * 0.84), "none", "var(--trail)", 2, dots) + tent if fresh else tent


# ---- scores


def scores(desk: Desk) -> list[Sprite]:
    """Return each seat's coin on the score track; coins on the same bead are drawn next to each other."""
    return [_score(desk, seat) for seat in desk.seats]


def _score(desk: Desk, seat: int) -> Sprite:
    score = desk.view.score
    same = [other for other in desk.seats if (score[other] - score[seat]) % BEADS == 0]
    x, y = track(score[seat] + (same.index(seat) - (len(same) - 1) / 2) * 0.33)
    label = f"{desk.ctx.names(seat)}: {several(score[seat], 'point')}"
    return Sprite(f"score-{seat}", art.coin(seat, 11), x, y, layer=TENTS_LAYER, label=label, classes=f"seat-{seat + 1}")
