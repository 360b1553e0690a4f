"""What things show when somebody points at them: where a crowd could go, what a shop is worth, who waits outside."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import moved
from souq.engine.scene import Sprite, Tooltip
from souq.engine.wording import listed, many, opened
from souq.games.marracash.scene.art import LIFTED_LAYER, LIT, badge
from souq.games.marracash.scene.desk import OUT_OF, PASSING, Desk
from souq.games.marracash.scene.geometry import Plan
from souq.games.marracash.scene.people import ENDS, crowd_key, end_key, fountain_key, gate_key, waiting_key
from souq.games.marracash.scene.shops import half, house, middle, shop_key, spot
from souq.games.marracash.scene.streets import tracks, walks_preview
from souq.games.marracash.scene.telling import crowd_hint, place, shop_hint, shop_title
from souq.games.marracash.scene.words import crowd_words
from souq.games.marracash.state import BOX, FOUNTAINS, GATE_NAMES, GATES, NAMES, NOBODY, SHOPS
from souq.games.marracash.story.wording import money

AHEAD = 6
"""How many who wait at an end are named."""


def tooltips(desk: Desk, plan: Plan) -> list[Tooltip]:
    """Everything on the board that says something and is no choice now."""
    return [*_fountains(desk, plan), *_shops(desk, plan), *_gates(desk), *_queue(desk)]


def _fountains(desk: Desk, plan: Plan) -> list[Tooltip]:
    made = []
    for fountain in range(FOUNTAINS):
        routes = list(OUT_OF[fountain])
        if any(route in desk.ways for route in routes):
            continue  # its pick says the same
        on, title = (fountain_key(fountain), crowd_key(fountain)), f"Fountain {fountain + 1}"
        if desk.sizes[fountain]:
            title += f": {crowd_words(desk.crowds[fountain])}"
            made.append(Tooltip(on, title, crowd_hint(desk, fountain, routes), walks_preview(desk, plan, routes)))
        else:
            ends = listed([str(BOX.town.routes[route].end + 1) for route in routes])
            art = tracks(plan, tuple(routes), thin=True)
            hint = f"Nobody stands here. Streets lead to {ends}."
            made.append(Tooltip(on[:1], title, hint, (Sprite("ways", art, 0, 0, layer=LIFTED_LAYER),)))
    return made


# ---- shops


def _shops(desk: Desk, plan: Plan) -> list[Tooltip]:
    return [
        Tooltip((shop_key(shop),), shop_title(desk, shop), shop_hint(desk, shop), shop_preview(desk, plan, shop))
        for shop in range(SHOPS)
        if shop not in desk.lots
    ]


def shop_preview(desk: Desk, plan: Plan, shop: int) -> tuple[Sprite, ...]:
    """The streets that pass a shop, those along which customers could be led to it now drawn boldly."""
    return (_streets(plan, shop, tuple(desk.feeders(shop))),)


@lru_cache(maxsize=2048)
def _streets(plan: Plan, shop: int, bold: tuple[int, ...]) -> Sprite:
    art = tracks(plan, tuple(route for route in PASSING[shop] if route not in bold), thin=True) + tracks(plan, bold)
    return Sprite("ways", art + moved(spot(plan, shop), *middle(plan, shop)), 0, 0, layer=LIFTED_LAYER)


def lot_preview(desk: Desk, plan: Plan, shop: int) -> tuple[Sprite, ...]:
    """A shop as it would be auctioned: the stone on it, what would be pulled in, and who could be led there."""
    x, y = middle(plan, shop)
    ways = shop_preview(desk, plan, shop)[0]
    lot = Sprite("lot", house(plan, shop, NOBODY, 0, "lot"), x, y, layer=LIFTED_LAYER, classes="lifted")
    return ways, lot, *pulled_in(desk, plan, shop)


def pulled_in(desk: Desk, plan: Plan, shop: int) -> list[Sprite]:
    """What the visitors at the door of a shop would pay whoever buys it."""
    pull = desk.pull(shop)
    if pull is None:
        return []
    (x, y), (w, h) = middle(plan, shop), half(plan, shop)
    art = badge(f"+{money(pull.profit)}", 17 * min(plan.grow, 1.3), LIT, "var(--accent-ink)", LIT)
    return [Sprite("pull", art, x + w - 12, y - h, layer=LIFTED_LAYER)]


# ---- outside


def _gates(desk: Desk) -> list[Tooltip]:
    made = []
    for gate in range(GATES):
        at = BOX.entrances[gate]
        hint = f"{opened(crowd_words(desk.crowds[at]))} at {place(at)}."
        if gate in desk.empty:
            hint = "Nobody stands here. Whoever’s turn it is fills every empty gate at the end of it."
        made.append(Tooltip((gate_key(gate),), f"Gate {GATE_NAMES[gate]}", hint))
    return made


def _queue(desk: Desk) -> list[Tooltip]:
    """Each half of the queue names who comes next from its end."""
    made = []
    for end in range(2) if desk.left else ():
        share = (desk.left + 1 - end) // 2
        on = (end_key(end), *(waiting_key(at) for at in desk.group(end, share)))
        ahead = [NAMES[desk.waiting(at)] for at in desk.group(end, min(AHEAD, desk.left))]
        title = f"End {ENDS[end]} of the queue, {many(desk.left, 'visitor')} waiting"
        made.append(Tooltip(on, title, f"The next from here: {listed(ahead)}."))
    return made
