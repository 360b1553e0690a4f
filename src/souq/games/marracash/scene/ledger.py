"""Shops between auctions, and the signs still left: what each cost and brought.

They are the viewer's; a spectator sees those of whose turn it is.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import moved, rect
from souq.engine.scene import Sprite, Tooltip, text
from souq.games.marracash.box import LETTERS
from souq.games.marracash.scene.art import INK, LINE, MUTED, OUTLINE, plate, sign, tone
from souq.games.marracash.scene.desk import TOWN, Desk
from souq.games.marracash.scene.telling import ledger, shop_title
from souq.games.marracash.state import NAMES, SHOP_NAMES, SHOPS
from souq.games.marracash.story.wording import money

A_ROW = 6
"""So many tiles stand side by side."""
NARROW, LOW = 80.0, 50.0
"""Narrower and lower tiles show the letter and the difference only."""


def owner_of(desk: Desk) -> int:
    """Whose shops are shown."""
    return desk.seat if desk.seat >= 0 else desk.active


def tile_key(shop: int) -> str:
    """Key of a shop's tile."""
    return f"own-{SHOP_NAMES[shop]}"


def owned(desk: Desk, seat: int) -> list[int]:
    """A seat's shops."""
    return [shop for shop in range(SHOPS) if desk.owner[shop] == seat]


def result(desk: Desk, shop: int) -> int:
    """What a shop brought its owner so far, its price and the guides' cuts taken off."""
    return desk.view.income[shop] - desk.view.cuts[shop] - desk.view.price[shop]


def signed(amount: int) -> str:
    """``+75``, ``−400``."""
    return f"{'+' if amount >= 0 else '−'}{money(abs(amount))}"


# ---- art


@lru_cache(maxsize=512)
def tile(shop: int, customers: int, price: int, kept: int, width: float, height: float) -> str:
    """A shop's account round (0, 0): its name, customers, what it cost and brought, and the difference."""
    left, top = -width / 2, -height / 2
    net, ink = kept - price, "var(--good)" if kept >= price else MUTED
    art = plate(width, height, 7, "none", LINE)
    if width < NARROW:
        small = f'<g transform="scale(.8)">{house(shop)}</g>'
        return art + moved(small, 0, top + 12) + text(signed(net), 0, height / 2 - 5, 12, ink, 600)
    if height < LOW:
        return art + moved(house(shop), left + 17, 0) + text(signed(net), width / 2 - 9, 5, 14, ink, 600, "end")
    art += moved(house(shop), left + 17, top + 17) + text(SHOP_NAMES[shop], left + 32, top + 22, 14, INK, 600, "start")
    art += text(f"×{customers}", width / 2 - 8, top + 22, 13, MUTED, anchor="end")
    art += text(f"−{money(price)} +{money(kept)}", left + 8, top + 43, 11, MUTED, anchor="start")
    return art + text(signed(net), left + 8, top + 61, 15, ink, 600, "start")


@lru_cache(maxsize=32)
def house(shop: int) -> str:
    """A shop as a small tile with its letter, 22 by 22 round (0, 0)."""
    colour = TOWN.shops[shop].colour
    letter, ink = LETTERS[colour], f"var(--g-{colour + 1}-ink)"
    weave = rect(-11, -11, 22, 22, 4, f"url(#ma-p-{letter})") if letter != "Y" else ""
    halo = f'stroke="{tone(colour)}" stroke-width="3" paint-order="stroke"'
    said = f'<text y="5" font-size="14" font-weight="700" text-anchor="middle" fill="{ink}" {halo}>{letter}</text>'
    return plate(22, 22, 4, tone(colour), OUTLINE, 1.4) + weave + said


@lru_cache(maxsize=64)
def vacant(seat: int, width: float, height: float) -> str:
    """Room for one more shop: a sign that is left."""
    frame = rect(-width / 2, -height / 2, width, height, 7, "none", LINE, 1.2, 'stroke-dasharray="4 4"')
    return frame + f'<g opacity=".4">{sign(seat, 0, 0, min(26, height - 10))}</g>'


# ---- sprites


def tiles(desk: Desk, x: float, y: float, width: float, height: float) -> list[Sprite]:
    """The shops and the signs left, in a box: six to a row."""
    seat = owner_of(desk)
    shops, left = owned(desk, seat), desk.view.signs[seat]
    total = len(shops) + left
    rows = max(1, -(-total // A_ROW))
    step, high = width / A_ROW, (height - 4 * (rows - 1)) / rows
    made = []
    for i in range(total):
        at = (x + step * (i % A_ROW + 0.5), y + (high + 4) * (i // A_ROW) + high / 2)
        if i < len(shops):
            shop = shops[i]
            price, kept = desk.view.price[shop], desk.view.income[shop] - desk.view.cuts[shop]
            art = tile(shop, desk.customers[shop], price, kept, step - 6, high)
            made.append(Sprite(tile_key(shop), art, *at, label=_label(desk, shop)))
        else:
            label = f"{left} signs left" if i == len(shops) else ""
            made.append(Sprite(f"sign-{i}", vacant(seat, step - 6, high), *at, label=label))
    return made


def _label(desk: Desk, shop: int) -> str:
    return f"{NAMES[TOWN.shops[shop].colour].capitalize()} shop {SHOP_NAMES[shop]}: {signed(result(desk, shop))} so far"


def tooltips(desk: Desk) -> tuple[Tooltip, ...]:
    """The account of each of the shops shown, in words."""
    shops = owned(desk, owner_of(desk))
    return tuple(Tooltip((tile_key(shop),), shop_title(desk, shop), ledger(desk, shop)) for shop in shops)
