"""The display next to the desert: the two sets of tiles, the stock, and the piles."""

from __future__ import annotations

from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, text
from souq.engine.present.wording import several
from souq.games.desert_bazaar import state as s
from souq.games.desert_bazaar.scene import art
from souq.games.desert_bazaar.scene.board import LIFTED_LAYER, TENTS_LAYER, UNDER_LAYER, tile_key
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.geometry import TALL, TILE_RADIUS, Plan, tile_at
from souq.games.desert_bazaar.state import Phase
from souq.games.desert_bazaar.story import wording

# ---- tiles


def tiles(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of the tiles on display: those that the viewer can build are lit, those it can't are faint."""
    made = []
    for place in range(s.SIDES * s.SLOTS):
        tile = desk.view.display[place // s.SLOTS][place % s.SLOTS]
        away = plan is not TALL and tile == desk.building and desk.view.site >= 0  # drawn on its site already
        if tile >= 0 and not away:
            made.append(_tile(desk, plan, place, tile))
    return made


def _tile(desk: Desk, plan: Plan, place: int, tile: int) -> Sprite:
    side, choice = place // s.SLOTS, s.TILE + place
    x, y = tile_at(plan, side, place % s.SLOTS)
    label = f"{wording.tent(tile)}, {wording.SETS[side]} set"
    if tile == desk.building:
        drawn = _drawn(plan, tile, "picked")
        return Sprite(tile_key(tile), drawn, x, y - plan.rise, layer=LIFTED_LAYER, label=label, classes="lifted")
    asked, sited, lit = desk.asks(Phase.TURN, Phase.NEXT), desk.asks(Phase.SITE), choice in desk.legal
    instead = sited and side == desk.view.side and desk.buildable(place)
    idle = not (lit or instead or desk.over) and (asked or sited or desk.view.side == 1 - side)
    return Sprite(
        tile_key(tile),
        _drawn(plan, tile, "lit" if lit else "idle" if idle else ""),
        x,
        y,
        layer=TENTS_LAYER,
        label=f"{label}. Build this one instead" if instead else label,
        classes="swap" if instead else "",
        refused=choice if not lit and (asked or sited) else None,
    )


def _drawn(plan: Plan, tile: int, state: str) -> str:
    kind = s.BOX.tiles[tile]
    if plan is TALL:
        return art.ticket(kind.product, kind.flag, state)
    return art.tile(kind.product, kind.flag, TILE_RADIUS, state)


def stock(desk: Desk, plan: Plan) -> Sprite:
    """Return the stock of face-down tiles."""
    left = desk.view.stock.bit_count()
    x, y = (21.0, 24.0) if plan is TALL else (188.0, 68.0)
    drawn = art.small_stock(left) if plan is TALL else art.stock(left)
    return Sprite("stock", drawn, x, y, layer=UNDER_LAYER, label=f"{several(left, 'tile')} in the stock")


# ---- piles

_TAKES = {Phase.WILD: s.WILD, Phase.TAKE: s.TAKE, Phase.MATCH: s.MATCH}


def pile_at(plan: Plan, good: int) -> Point:
    """Return the coordinates of a resource's pile; each lower corner of the board has two piles."""
    step, edge, bottom = (44.0, 22.0, 41.0) if plan is TALL else (46.0, 191.0, 81.0)
    x = edge + good * step if good < 2 else plan.width - edge - (s.RESOURCES - 1 - good) * step
    return x, plan.height - bottom


def piles(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the four piles, each with the number of cards left."""
    return [_pile(desk, plan, good) for good in range(s.RESOURCES)]


def _pile(desk: Desk, plan: Plan, good: int) -> Sprite:
    left, w = desk.view.pile[good], 24.0 if plan is TALL else 32.0
    choice = _TAKES[Phase(desk.phase)] + good if desk.asks(*_TAKES) else None
    lit = choice in desk.legal
    drawn = art.box(w * 1.8, w * 2.5, 0, "none", extra='pointer-events="all"', y=w * 0.2)  # touch target
    if lit:
        drawn += art.lit_box(w * 1.44, w * 1.84, w * 0.24)
    drawn += art.card(good, w, min(2, left - 1)) if left else art.no_card(w, art.FRAME_INK)
    drawn += text(str(left), 0, round(w * 1.36, 1), 14, art.FRAME_INK, 600)
    label = f"{s.NAMES[good]} pile, {several(left, 'card')} left"
    x, y = pile_at(plan, good)
    return Sprite(pile_key(good), drawn, x, y, layer=TENTS_LAYER, label=label, refused=None if lit else choice)


def pile_key(good: int) -> str:
    """Return the key of a pile."""
    return f"pile-{good}"
