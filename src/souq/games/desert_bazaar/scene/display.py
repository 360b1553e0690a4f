"""Beside the desert: the two sets of tiles, the stock, the piles, and the coins on the score track."""

from __future__ import annotations

from dataclasses import replace

from souq.engine.scene import Sprite, text
from souq.games.desert_bazaar.scene import art
from souq.games.desert_bazaar.scene.board import LIFTED_LAYER, TENTS_LAYER, UNDER_LAYER, tile_key
from souq.games.desert_bazaar.scene.desk import Desk, tile_choice
from souq.games.desert_bazaar.scene.geometry import TALL, TILE_RADIUS, Plan, Point, tile_at
from souq.games.desert_bazaar.scene.ground import BEADS, track
from souq.games.desert_bazaar.scene.words import price_words, tile_words
from souq.games.desert_bazaar.state import BOX, MATCH, NAMES, RESOURCES, SIDES, SLOTS, TAKE, WILD, Phase

_SETS = ("left", "right")


# ---- tiles


def tiles(desk: Desk, plan: Plan) -> list[Sprite]:
    """The tiles on display. What can be built is lit, what cannot recedes and says why."""
    made = []
    for side in range(SIDES):
        for slot in range(SLOTS):
            tile = desk.view.display[side][slot]
            away = plan is not TALL and tile == desk.building and desk.view.site >= 0  # stands on its site already
            if tile >= 0 and not away:
                made.append(_tile(desk, plan, side, slot, tile))
    return made


def _tile(desk: Desk, plan: Plan, side: int, slot: int, tile: int) -> Sprite:
    x, y = tile_at(plan, side, slot)
    choice, label = tile_choice(side, slot), f"{tile_words(tile)}, {_SETS[side]} set"
    if tile == desk.building:
        drawn = _drawn(plan, tile, "picked")
        return Sprite(tile_key(tile), drawn, x, y - plan.rise, layer=LIFTED_LAYER, label=label, classes="lifted")
    if desk.asks(Phase.SITE) and side == desk.view.side:
        return _other(
            desk, plan, tile, Sprite(tile_key(tile), "", x, y, layer=TENTS_LAYER, label=label, refused=choice)
        )
    asked = desk.asks(Phase.TURN, Phase.NEXT)
    lit = choice in desk.legal
    idle = not lit and not desk.over and (asked or desk.view.side == 1 - side)
    drawn = _drawn(plan, tile, "lit" if lit else "idle" if idle else "")
    refused = choice if not lit and (asked or desk.asks(Phase.SITE)) else None
    return Sprite(tile_key(tile), drawn, x, y, layer=TENTS_LAYER, label=label, refused=refused)


def _other(desk: Desk, plan: Plan, tile: int, plain: Sprite) -> Sprite:
    """A tile of the set in use while another's site is chosen: one that can be paid for may still take its place."""
    if not desk.prices(tile):
        return replace(plain, art=_drawn(plan, tile, "idle"))
    return replace(plain, art=_drawn(plan, tile, ""), classes="swap", label=f"{plain.label}. Build this one instead")


def _drawn(plan: Plan, tile: int, state: str) -> str:
    kind = BOX.tiles[tile]
    if plan is TALL:
        return art.ticket(kind.product, kind.flag, state)
    return art.tile(kind.product, kind.flag, TILE_RADIUS, state)


def stock(desk: Desk, plan: Plan) -> Sprite:
    """The tiles face down."""
    left = desk.view.stock.bit_count()
    x, y = (21.0, 24.0) if plan is TALL else (188.0, 68.0)
    drawn = art.small_stock(left) if plan is TALL else art.stock(left)
    return Sprite(
        "stock", drawn, x, y, layer=UNDER_LAYER, label=f"{left} {'tile' if left == 1 else 'tiles'} in the stock"
    )


# ---- piles

_TAKES = {Phase.WILD: WILD, Phase.TAKE: TAKE, Phase.MATCH: MATCH}


def pile_at(plan: Plan, good: int) -> Point:
    """Middle of a pile's top card: two piles in each lower corner."""
    step, edge, bottom = (44.0, 22.0, 41.0) if plan is TALL else (46.0, 191.0, 81.0)
    x = edge + good * step if good < 2 else plan.width - edge - (RESOURCES - 1 - good) * step
    return x, plan.height - bottom


def piles(desk: Desk, plan: Plan) -> list[Sprite]:
    """The four piles and how many cards are left in each."""
    return [_pile(desk, plan, good) for good in range(RESOURCES)]


def _pile(desk: Desk, plan: Plan, good: int) -> Sprite:
    left, w = desk.view.pile[good], 24.0 if plan is TALL else 32.0
    choice = _TAKES[Phase(desk.phase)] + good if desk.asks(*_TAKES) else None
    lit = choice in desk.legal
    drawn = art.box(w * 1.8, w * 2.5, 0, "none", extra='pointer-events="all"', y=w * 0.2)  # as much as a finger needs
    if lit:
        drawn += art.lit_box(w * 1.44, w * 1.84, w * 0.24)
    drawn += art.card(good, w, min(2, left - 1)) if left else art.no_card(w, art.FRAME_INK)
    drawn += text(str(left), 0, round(w * 1.36, 1), 14, art.FRAME_INK, 600)
    label = f"{NAMES[good]} pile, {price_words(left)} left"
    x, y = pile_at(plan, good)
    return Sprite(pile_key(good), drawn, x, y, layer=TENTS_LAYER, label=label, refused=None if lit else choice)


def pile_key(good: int) -> str:
    """Key of a pile."""
    return f"pile-{good}"


# ---- scores


def scores(desk: Desk) -> list[Sprite]:
    """Every seat's coin on the track; those on the same bead stand side by side along it."""
    points = [desk.view.score[seat] for seat in desk.seats]
    return [_score(desk, seat, points) for seat in desk.seats]


def _score(desk: Desk, seat: int, points: list[int]) -> Sprite:
    same = [other for other in desk.seats if (points[other] - points[seat]) % BEADS == 0]
    x, y = track(points[seat] + (same.index(seat) - (len(same) - 1) / 2) * 0.33)
    label = f"{desk.ctx.names(seat)}: {points[seat]} {'point' if points[seat] == 1 else 'points'}"
    return Sprite(f"score-{seat}", art.coin(seat, 11), x, y, layer=TENTS_LAYER, label=label, classes=f"seat-{seat + 1}")
