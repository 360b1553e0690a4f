"""The strip under the board: the auction or, between auctions, the shops' accounts, remaining signs, and souvenirs.

The shops are the viewer's; a spectator sees those of the active seat. On a phone they are in a tray.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import moved, rect
from souq.engine.present.scene import Area, Sprite, text
from souq.engine.present.wording import opened, several
from souq.games.marracash import state as m
from souq.games.marracash.box import LETTERS
from souq.games.marracash.scene import auction, souvenirs
from souq.games.marracash.scene.art import A_ROW, INK, LINE, MUTED, OUTLINE, plate, prose, rows, sign, tone
from souq.games.marracash.scene.desk import TOWN, Desk
from souq.games.marracash.scene.geometry import Plan
from souq.games.marracash.scene.panels import counts, last_words
from souq.games.marracash.story.wording import money, shop_name, signed

NARROW, FLAT = 80.0, 50.0
"""Width and height below which a tile shows only its letter and the result."""
WIDTH = 370.0
"""Width of a phone's tray."""
_TILES = 40.0
_SCALE = 0.86  # of the souvenirs


def hand(desk: Desk, plan: Plan) -> Area | None:
    """Return the strip under the board: the auction, or else the viewer's shops and the souvenirs.

    On a phone it is None between auctions, as :func:`tray` replaces it.
    """
    at = auction.places_of(plan)
    if desk.lot >= 0:
        return Area("hand", at.width, at.height, tuple(auction.auction(desk, plan)), label="The auction")
    if plan.tall:
        return None
    cards = souvenirs.width() + 14 if desk.view.souvenirs else 0.0
    made: list[Sprite] = tiles(desk, 0, 1, at.width - cards, at.height - 2)
    made += souvenirs.cards(desk, at.width - cards + 14, at.height / 2)
    return Area("hand", at.width, at.height, tuple(made), label=opened(f"{desk.whose(desk.own)} shops"))


def tray(desk: Desk, plan: Plan) -> Area | None:
    """Return the area below a phone's board, with the shops and souvenirs.

    It is None on a desktop, and during an auction, which :func:`hand` shows.
    """
    if desk.lot >= 0 or not plan.tall:
        return None
    width, deep = WIDTH, -(-(len(desk.owned(desk.own)) + desk.view.signs[desk.own]) // A_ROW)
    high = _TILES * deep + 4 * (deep - 1)
    made: list[Sprite] = tiles(desk, 0, 0, width, high)
    said = last_words(desk)
    if desk.view.souvenirs:
        middle, taken = high + 6 + 31, souvenirs.width() * _SCALE
        made += souvenirs.cards(desk, 3, middle, scale=_SCALE)
        made.append(_town_summary(desk, said, taken + 14, high + 6, width - taken - 14))
        return Area("tray", width, high + 68, tuple(made), label="Shops and souvenirs")
    words = said or " · ".join(f"{value} {label}" for label, value in counts(desk))
    made.append(Sprite("town", prose(words, 4, 0, width - 8, 13, 2), 0, high + 21, label=words))
    return Area("tray", width, high + 12 + 18 * min(2, rows(words, width - 8, 13)), tuple(made), label="Shops")


def _town_summary(desk: Desk, said: str, x: float, y: float, width: float) -> Sprite:
    """Return the sprite next to the souvenirs: a warning that the end is near or, before that, numbers of visitors."""
    if said:
        return Sprite("town", prose(said, 0, 10, width, 12, 4), x, y, label=said)
    art = ""
    for i, (label, value) in enumerate(counts(desk)):
        y0 = 14 + 18 * i
        art += text(value, 16, y0, 13, INK, 600, "end") + text(label, 21, y0, 12, MUTED, anchor="start")
    spoken = ", ".join(f"{value} {label}" for label, value in counts(desk))
    return Sprite("town", art, x, y, label=spoken)


# ---- the shops


def tile_key(shop: int) -> str:
    """Return the key of a shop's tile."""
    return f"own-{m.SHOP_NAMES[shop]}"


def result(desk: Desk, shop: int) -> int:
    """Return a shop's profit so far: its income less its price and the guides' cuts."""
    return desk.view.income[shop] - desk.view.cuts[shop] - desk.view.price[shop]


@lru_cache(maxsize=512)
def tile(shop: int, customers: int, price: int, earned: int, width: float, height: float) -> str:
    """Draw a shop's account round (0, 0): its name, customers, price, income net of cuts, and the difference."""
    left, top = -width / 2, -height / 2
    net, ink = earned - price, "var(--good)" if earned >= price else MUTED
    art = plate(width, height, 7, "none", LINE)
    if width < NARROW:
        small = f'<g transform="scale(.8)">{little(shop)}</g>'
        return art + moved(small, 0, top + 12) + text(signed(net), 0, height / 2 - 5, 12, ink, 600)
    if height < FLAT:
        return art + moved(little(shop), left + 17, 0) + text(signed(net), width / 2 - 9, 5, 14, ink, 600, "end")
    name = text(m.SHOP_NAMES[shop], left + 32, top + 22, 14, INK, 600, "start")
    art += moved(little(shop), left + 17, top + 17) + name
    art += text(f"×{customers}", width / 2 - 8, top + 22, 13, MUTED, anchor="end")
    art += text(f"−{money(price)} +{money(earned)}", left + 8, top + 43, 11, MUTED, anchor="start")
    return art + text(signed(net), left + 8, top + 61, 15, ink, 600, "start")


@lru_cache(maxsize=32)
def little(shop: int) -> str:
    """Draw a shop as a small tile with its letter, 22 by 22 round (0, 0)."""
    colour = TOWN.shops[shop].colour
    letter, ink = LETTERS[colour], f"var(--g-{colour + 1}-ink)"
    weave = rect(-11, -11, 22, 22, 4, f"url(#ma-p-{letter})") if letter != "Y" else ""
    halo = f'stroke="{tone(colour)}" stroke-width="3" paint-order="stroke"'
    said = f'<text y="5" font-size="14" font-weight="700" text-anchor="middle" fill="{ink}" {halo}>{letter}</text>'
    return plate(22, 22, 4, tone(colour), OUTLINE, 1.4) + weave + said


@lru_cache(maxsize=64)
def vacant(seat: int, width: float, height: float) -> str:
    """Draw an empty tile for a sign that the seat can still place on a shop."""
    frame = rect(-width / 2, -height / 2, width, height, 7, "none", LINE, 1.2, 'stroke-dasharray="4 4"')
    return frame + f'<g opacity=".4">{sign(seat, 0, 0, min(26, height - 10))}</g>'


def tiles(desk: Desk, x: float, y: float, width: float, height: float) -> list[Sprite]:
    """Return the shops and the remaining signs, six to a row, in a box."""
    seat = desk.own
    shops, left = desk.owned(seat), desk.view.signs[seat]
    deep = max(1, -(-(len(shops) + left) // A_ROW))
    step, high = width / A_ROW, (height - 4 * (deep - 1)) / deep
    made = []
    for shop in shops:
        price, net = desk.view.price[shop], result(desk, shop)
        art = tile(shop, desk.customers[shop], price, price + net, step - 6, high)
        made.append((tile_key(shop), art, f"{opened(shop_name(shop))}: {signed(net)} so far"))
    for i in range(len(shops), len(shops) + left):
        label = f"{several(left, 'sign')} left" if i == len(shops) else ""
        made.append((f"sign-{i}", vacant(seat, step - 6, high), label))
    return [
        Sprite(key, art, x + step * (i % A_ROW + 0.5), y + (high + 4) * (i // A_ROW) + high / 2, label=label)
        for i, (key, art, label) in enumerate(made)
    ]
