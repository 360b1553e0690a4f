"""Previews of building: what a tile costs on each site, a tent on its site, and a sentence about what happens."""

from __future__ import annotations

from functools import cache

from souq.engine.present.scene import Sprite, use
from souq.engine.present.wording import counted, opened, several
from souq.games.desert_bazaar import state as s
from souq.games.desert_bazaar.scene.art import coin_at, disc_at, tent
from souq.games.desert_bazaar.scene.board import LIFTED_LAYER, symbol, tile_key
from souq.games.desert_bazaar.scene.desk import Desk, Outcome, Price
from souq.games.desert_bazaar.scene.geometry import TALL, Plan
from souq.games.desert_bazaar.story import wording

# ---- drawn


def prices(plan: Plan, where: dict[int, Price]) -> Sprite:
    """Return a sprite with the price of a tile on every site where the player can pay for it."""
    drawn = "".join(_prices(plan, price)[site] for site, price in where.items())
    return Sprite("prices", drawn, 0, 0, layer=LIFTED_LAYER)


@cache
def _prices(plan: Plan, price: Price) -> list[str]:
    """Return markup of the same price for every site, indexed by site."""
    r = plan.radius * plan.grow
    at = [plan.centre(site) for site in range(s.SITES)]
    name = f"x-price-{'t' * price.trade}{price.cards}"
    return [use(name, round(x - r, 1), round(y - r, 1), round(2 * r, 1)) for x, y in at]


def lifted(desk: Desk, plan: Plan, made: Outcome) -> tuple[Sprite, Sprite, Sprite]:
    """Return the sprites that preview a tent: its lit site, what neighbours pay, and the tent with its marker."""
    (x, y), r = plan.centre(made.site), plan.radius
    discs = ""
    for near, good in made.helpers:
        nx, ny = plan.centre(near)
        discs += disc_at((nx - x) * 0.5, (ny - y) * 0.5, good, r * 0.27)
    raised = tent(s.BOX.tiles[desk.building].product, r * 1.6)
    if made.marked:
        raised += coin_at(r * 0.47, r * 0.45, desk.player, r * 0.35)
    return (
        Sprite("here", symbol("x-here", r * 1.2), x, y, layer=LIFTED_LAYER),
        Sprite("paid", discs, x, y, layer=LIFTED_LAYER),
        Sprite("tent", raised, x, y - r * 0.07, layer=LIFTED_LAYER, classes=f"lifted seat-{desk.player + 1}"),
    )


def rising(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of a tent that is being paid for. On a phone its tile stays on display as well."""
    site, tile = desk.view.site, desk.building
    if site < 0 or tile < 0:
        return []
    here, paid, tent = lifted(desk, plan, desk.outcome())
    key = "here-tent" if plan is TALL else tile_key(tile)
    label = f"{wording.product(tile)} tent for {s.LABELS[site]}"
    return [here, paid, Sprite(key, tent.art, tent.x, tent.y, layer=LIFTED_LAYER, label=label, classes=tent.classes)]


# ---- said


def consequence(desk: Desk, made: Outcome) -> str:
    """Describe the outcome of building: payment, trades, score, and whether the game ends."""
    said = [_payment(made), _trades(desk, made), _gain(desk, made)]
    if made.ends:
        said.append("This ends the game.")
    return " ".join(part for part in said if part)


def _payment(made: Outcome) -> str:
    pays = f"you pay {wording.cards(made.paid)}."
    if not made.helpers:
        return opened(pays)
    return f"{wording.helpers(made.helpers)}, and {pays}" if any(made.paid) else "Neighbours pay for all of it."


def _trades(desk: Desk, made: Outcome) -> str:
    if not any(made.got):
        return ""
    all_cards = sum(made.spent) - sum(made.got) == sum(desk.view.hand[desk.player])
    what = wording.cards(made.given) if all_cards else several(sum(made.given), "card")
    return f"First you trade {what} for {wording.cards(made.got)}."


def _gain(desk: Desk, made: Outcome) -> str:
    own, marked = made.gains.get(desk.player, 0), made.marked
    if made.closes:
        rest = [(desk.ctx.names(seat), n) for seat, n in sorted(made.gains.items()) if seat != desk.player]
        return f"It closes the camp: you +{own}{''.join(f', {name} +{n}' for name, n in rest)}."
    if made.size == 1:
        return f"It stands alone: +{own}." if marked else "It stands alone, but without a marker it scores nothing."
    return f"It makes a camp of {counted(made.size)}{'' if marked else ', but you have no marker left for it'}."
