"""Camps: one ground and one contour for tents that touch, the tents, whose they are, and how many."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Sprite, path, text
from souq.engine.wording import listed
from souq.games.desert_bazaar.scene import art
from souq.games.desert_bazaar.scene.board import CAMPS_LAYER, COINS_LAYER, PLATES_LAYER, TENTS_LAYER, tile_key
from souq.games.desert_bazaar.scene.desk import Camp, Desk, site_choice
from souq.games.desert_bazaar.scene.geometry import Plan, hexagon, outline
from souq.games.desert_bazaar.state import BOX, FULL, LABELS, Phase
from souq.games.desert_bazaar.story.wording import product


def coin_key(site: int) -> str:
    """Key of the marker on a site."""
    return f"coin-{LABELS[site]}"


def camps(desk: Desk, plan: Plan) -> list[Sprite]:
    """Every camp with everything in it."""
    return [sprite for camp in desk.camps for sprite in _camp(desk, plan, camp)]


def _camp(desk: Desk, plan: Plan, camp: Camp) -> list[Sprite]:
    """Ground, tents, markers and size; a camp that has been full for some time is one faded thing."""
    x, y = plan.centre(camp.head)
    told, key, size = words(desk, camp), LABELS[camp.head], len(camp.sites)
    ground = _ground(camp.sites, camp.full, plan)
    if camp.full and desk.fresh.isdisjoint(camp.sites):
        tents = tuple((site, BOX.tiles[desk.tile[site]].product) for site in camp.sites)
        faded = ground + _faded(tents, camp.head, plan) + _plate("full", camp.head, plan)
        return [Sprite(f"camp-{key}", faded, x, y, layer=CAMPS_LAYER, label=told)]
    made = [Sprite(f"camp-{key}", ground, x, y, layer=CAMPS_LAYER, label=told)]
    for site in camp.sites:
        made.append(_tent(desk, plan, camp, site, told))
        if desk.owner[site] >= 0:
            made.append(_coin(desk, plan, site))
    if size > 1:
        drawn = _plate("full" if camp.full else f"{size}/{FULL}", camp.head, plan)
        made.append(Sprite(f"size-{key}", drawn, x, y, layer=PLATES_LAYER))
    return made


def words(desk: Desk, camp: Camp) -> str:
    """A camp's size, whose markers stand in it, and where a tent would close it."""
    if camp.full:
        return "A full camp. Nothing more can be built beside it"
    size, index = len(camp.sites), desk.camp_at[camp.head]
    owners = [desk.owner[site] for site in camp.sites]
    held = [f"{desk.ctx.names(seat)} {owners.count(seat)}" for seat in desk.seats if seat in owners]
    said = [f"Camp of {size} of {FULL}" if size > 1 else "It stands alone"]
    said.append(f"Markers: {', '.join(held)}" if held else "No markers")
    if closing := [LABELS[site] for site in desk.open if index in desk.touching[site] and desk.size[site] == FULL]:
        said.append(f"A tent on {listed(closing, 'or')} would close it")
    return ". ".join(said)


def _tent(desk: Desk, plan: Plan, camp: Camp, site: int, told: str) -> Sprite:
    (x, y), tile, seat = plan.centre(site), desk.tile[site], desk.owner[site]
    fresh = site in desk.fresh
    whose = f"{desk.ctx.names(seat)}’s marker" if seat >= 0 else "no marker"
    return Sprite(
        tile_key(tile),
        _standing(BOX.tiles[tile].product, fresh, plan),
        x,
        y,
        layer=TENTS_LAYER,
        label=f"{product(tile)} tent on {LABELS[site]}, {whose}. {told}",
        classes="trail" if fresh else "dim" if camp.full else "",
        refused=site_choice(site) if desk.asks(Phase.SITE) else None,
    )


def _coin(desk: Desk, plan: Plan, site: int) -> Sprite:
    (x, y), r, seat = plan.centre(site), plan.radius, desk.owner[site]
    drawn, at = art.coin(seat, r * 0.33), (x + r * 0.43, y + r * 0.42)
    return Sprite(coin_key(site), drawn, *at, layer=COINS_LAYER, classes=f"seat-{seat + 1}")


@lru_cache(maxsize=1024)
def _ground(sites: tuple[int, ...], full: bool, plan: Plan) -> str:
    fill, d = "var(--g-8)" if full else "var(--g-6)", outline(frozenset(sites), plan.radius, -0.025, sites[0])
    return path(d, fill, "var(--board-ink)", round(plan.radius * 0.045, 2))


@lru_cache(maxsize=256)
def _faded(tents: tuple[tuple[int, int], ...], head: int, plan: Plan) -> str:
    drawn, (x, y) = "", plan.centre(head)
    for site, good in tents:
        tx, ty = plan.centre(site)
        drawn += f'<g transform="translate({n(tx - x)} {n(ty - y)})">{art.tent(good, plan.radius * 1.5)}</g>'
    return f'<g opacity=".5">{drawn}</g>'


@lru_cache(maxsize=256)
def _plate(words: str, head: int, plan: Plan) -> str:
    """A camp's size, over its topmost tent, but on the board."""
    full, r = words == "full", plan.radius * plan.grow
    wide, high = r * (1 if full else 0.82), r * 0.46
    y = max(-plan.radius * 0.93, high / 2 + 1.5 - plan.centre(head)[1])
    fill, ink = ("var(--board-ink)", "var(--board)") if full else (art.PAPER, art.INK)
    plate = art.box(wide, high, high / 2, fill, "var(--board-ink)", y=y)
    return plate + text(words, 0, round(y + high * 0.33, 2), round(high * 0.86, 2), ink, 600)


@lru_cache(maxsize=32)
def _standing(good: int, fresh: bool, plan: Plan) -> str:
    """A tent on its site; one built just now stands in a dotted ring."""
    tent = art.tent(good, plan.radius * 1.5)
    dots = 'class="edge" stroke-dasharray="0.5 5" stroke-linecap="round"'
    return path(hexagon(plan.radius * 0.84), "none", "var(--trail)", 2, dots) + tent if fresh else tent
