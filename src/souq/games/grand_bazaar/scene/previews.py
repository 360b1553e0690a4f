"""Previews of bids on the board: a caravan or wedge as it would look after the bid."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import circle
from souq.engine.present.scene import Sprite, path
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.art import LIT, cube
from souq.games.grand_bazaar.scene.board.caravans import bid_spots, number_art, pile
from souq.games.grand_bazaar.scene.board.wedges import (
    LIFTED_LAYER,
    cube_size,
    informant_bid,
    informant_spots,
    members,
    row_step,
    spots,
)
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import CARAVAN as RADIUS
from souq.games.grand_bazaar.scene.geometry import INFORMANT_AT, TRADER_AT, Plan


def preview(desk: Desk, plan: Plan, contest: int, count: int) -> tuple[Sprite, ...]:
    """Return sprites of a caravan or the Informant as it would look with ``count`` more cubes of the viewer."""
    total = desk.view.bids[contest][desk.seat] + count
    if contest == g.INFORMANT:
        return _informant(desk, plan, total)
    x, y = plan.caravan(contest)
    ring = 'stroke-dasharray="5 4"'
    nx, ny = plan.number(contest)
    art = circle(0, 0, RADIUS - 1, "var(--g-7)", LIT, 2.5, ring)
    art += number_art(contest, round(nx - x, 1), round(ny - y, 1), plan.grow, False)
    made = [Sprite("as-if", art, x, y, layer=LIFTED_LAYER)]
    for seat, cubes, dx, dy, size, pale in bid_spots(desk, contest, (desk.seat, total)):
        art = pile(seat, cubes, size, pale)
        made.append(Sprite(f"as-if-{seat}", art, x + dx, y + dy, layer=LIFTED_LAYER + 1))
    return tuple(made)


def _informant(desk: Desk, plan: Plan, total: int) -> tuple[Sprite, ...]:
    there = [(desk.seat, total)]
    there += [(seat, desk.view.bids[g.INFORMANT][seat]) for seat in desk.bidders(g.INFORMANT) if seat != desk.seat]
    made = [_cover(plan, INFORMANT_AT)]
    for i, ((seat, cubes), (x, y, size)) in enumerate(zip(there, informant_spots(plan, len(there)), strict=True)):
        made.append(Sprite(f"as-if-{seat}", informant_bid(seat, cubes, size, i > 0), x, y, layer=LIFTED_LAYER + 1))
    return tuple(made)


@lru_cache(maxsize=64)
def _cover(plan: Plan, at: int, rows: int = 1) -> Sprite:
    """Return a sprite that hides the cubes of a wedge, so that a preview can be shown in their place."""
    y, half = plan.block(at).row, cube_size(plan) / 2 + 5
    shape = plan.band(at, y - half, y + half + (rows - 1) * row_step(plan))
    return Sprite("as-if", path(shape, "var(--lit-soft)", LIT, 1.5, 'stroke-dasharray="5 4"'), 0, 0, layer=LIFTED_LAYER)


def joining(desk: Desk, plan: Plan, at: int) -> tuple[Sprite, ...]:
    """Return sprites that show a wedge as it would look with one more cube of the viewer."""
    if at == TRADER_AT:
        x, y = plan.square(desk.next_square)
        return (Sprite("as-if", cube(desk.seat, 0, 0, cube_size(plan)), x, y, layer=LIFTED_LAYER, classes="lifted"),)
    there = [*members(desk, at), desk.seat]
    places_then = spots(plan, at, len(there))
    made = [_cover(plan, at, len({y for _, y in places_then}))]
    for seat, (x, y) in zip(there, places_then, strict=True):
        made.append(Sprite(f"as-if-{seat}", cube(seat, 0, 0, cube_size(plan)), x, y, layer=LIFTED_LAYER + 1))
    return tuple(made)
