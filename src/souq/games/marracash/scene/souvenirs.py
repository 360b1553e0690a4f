"""Souvenirs: the two cards face up, the number face down, and the owner's choice between two (decision D7, MA-V04)."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import moved, rect
from souq.engine.present.ornament import EIGHTH, polygon, ring
from souq.engine.present.scene import Pick, Sprite, Tooltip, path, text
from souq.engine.present.wording import listed, opened, several
from souq.games.marracash import visits
from souq.games.marracash.box import LETTERS
from souq.games.marracash.rules.payment import A_COLOUR
from souq.games.marracash.scene.art import INK, LINE, MUTED, OUTLINE, PAPER, plate, tone
from souq.games.marracash.scene.desk import TOWN, Desk
from souq.games.marracash.scene.motifs import SIDE, motif, thing
from souq.games.marracash.state import NAMES, NOBODY, SELL, SHOP_NAMES, SHOWN
from souq.games.marracash.story.wording import money, worth

CARD = (112.0, 70.0)
"""Width and height of a card."""
SMALL = (54.0, 66.0)
"""Width and height of a card without its name, where space is short."""
BACK = (40.0, 56.0)
"""Width and height of a card face down."""

_NAME = 11.0  # largest font size of a name
_LETTER = 0.56  # average width of a letter, in font sizes


def card_key(slot: int) -> str:
    """Return the key of the card in a slot."""
    return f"souvenir-{slot}"


def face_down(desk: Desk) -> int:
    """Return the number of cards that have not been turned up."""
    return desk.view.unseen.bit_count()


# ---- art


@lru_cache(maxsize=64)
def face(card: int) -> str:
    """Draw a card round (0, 0): the thing, its colour's letter, its price, and its name."""
    (w, h), colour, name = CARD, card // A_COLOUR, thing(card)
    art = plate(w, h, 7, PAPER, LINE) + _edge(w, h)
    art += moved(f'<g transform="scale(1.55)">{motif(card)}</g>', -w / 2 + 7, -h / 2 + 6)
    art += moved(_chip(colour), w / 2 - 16, -h / 2 + 16)
    art += text(money(worth(card)), w / 2 - 30, -h / 2 + 22, 17, INK, 600, "end")
    return art + text(name, 0, h / 2 - 7, min(_NAME, round((w - 10) / (_LETTER * len(name)), 1)), MUTED)


def _edge(w: float, h: float) -> str:
    """Draw the outline that lights up when a card can be chosen."""
    return rect(-w / 2, -h / 2, w, h, 7, "none", extra='class="edge" stroke-width="2.2"')


@lru_cache(maxsize=64)
def small(card: int) -> str:
    """Draw a card without its name."""
    (w, h), colour = SMALL, card // A_COLOUR
    art = plate(w, h, 6, PAPER, LINE) + _edge(w, h)
    art += moved(f'<g transform="scale(1.25)">{motif(card)}</g>', -SIDE * 0.625, -h / 2 + 4)
    art += moved(f'<g transform="scale(.84)">{_chip(colour)}</g>', -w / 2 + 13, h / 2 - 14)
    return art + text(money(worth(card)), w / 2 - 5, h / 2 - 9, 13, INK, 600, "end")


@lru_cache(maxsize=8)
def _chip(colour: int) -> str:
    """Draw a colour's chip with its letter."""
    ink = f"var(--g-{colour + 1}-ink)"
    return plate(19, 19, 4, tone(colour), OUTLINE, 1.2) + text(LETTERS[colour], 0, 4.8, 13, ink, 700)


@lru_cache(maxsize=8)
def gap(width: float, height: float) -> str:
    """Draw an empty slot round (0, 0)."""
    return rect(-width / 2, -height / 2, width, height, 7, "none", LINE, 1.3, 'stroke-dasharray="4 4"')


@lru_cache(maxsize=32)
def pile(count: int) -> str:
    """Draw the cards face down and their number: strapwork stars on the frame's colour."""
    w, h = BACK
    under = moved(plate(w, h, 5, "var(--frame-2)", "var(--frame-ink)"), 3, 3) if count > 1 else ""
    if not count:
        return gap(w, h) + text("none", 0, 4, 11, MUTED)
    stars = "".join(
        polygon(ring(x, y, 6.5, 4, turn)) for x in (-10.0, 10.0) for y in (-18.0, 0.0, 18.0) for turn in (0.0, EIGHTH)
    )
    art = under + plate(w, h, 5, "var(--frame)", "var(--frame-ink)") + path(stars, "none", "var(--orn-3)", 1.1)
    disc = f'<circle r="13" fill="{PAPER}" stroke="{OUTLINE}" stroke-width="1.2"/>'
    return art + disc + text(str(count), 0, 5, 14, INK, 700)


# ---- sprites


def cards(desk: Desk, x: float, y: float, compact: bool = False, scale: float = 1.0) -> list[Sprite]:
    """Return the cards' sprites, given their left edge and middle height; none in a game without souvenirs."""
    if not desk.view.souvenirs:
        return []
    (w, h), step = SMALL if compact else CARD, scale * width(compact, piled=False) / SHOWN
    made, left = [], face_down(desk)
    for slot, card in enumerate(desk.view.shown):
        art, label = gap(w, h), "Sold. Another comes at the end of the turn" if left else "No souvenirs are left"
        if card >= 0:
            art = small(card) if compact else face(card)
            label = f"Souvenir: {thing(card)}, {NAMES[card // A_COLOUR]}, {worth(card)}"
        made.append(Sprite(card_key(slot), art, x + step * slot + scale * w / 2, y, scale=scale, label=label))
    if not compact:
        middle, label = x + step * SHOWN + scale * BACK[0] / 2, f"{several(left, 'souvenir')} face down"
        made.append(Sprite("souvenirs", pile(left), middle, y, scale=scale, label=label))
    return made


def width(compact: bool = False, piled: bool = True) -> float:
    """Return the width of the two cards, and of the pile if ``piled``; a ``compact`` row is smaller and has no pile."""
    return 2 * (SMALL[0] + 5) if compact else 2 * (CARD[0] + 6) + (BACK[0] + 4 if piled else 0)


# ---- what can be chosen


def picks(desk: Desk) -> list[Pick]:
    """Return the two cards as picks, each with the owner's proceeds (MA-V04, MA-V05)."""
    made = []
    for slot in desk.options(SELL, SHOWN):
        card = desk.view.shown[slot]
        label, hint = f"Sell the {thing(card)} for {worth(card)}", _proceeds(desk, slot)
        made.append(Pick(SELL + slot, label, (card_key(slot),), hint, area="hand", button=True))
    return made


def _proceeds(desk: Desk, slot: int) -> str:
    """Describe what the owner earns by selling a souvenir: ``Y3 earns 300, less 50 for Omar. You keep 250.``."""
    (profit, cut), shop = visits.sale(desk.view, slot), SHOP_NAMES[desk.view.sale]
    given = f", less {cut} for {desk.called(desk.view.guide)}" if cut else ""
    return f"{shop} earns {money(profit)}{given}. You keep {money(profit - cut)}."


def tooltips(desk: Desk) -> tuple[Tooltip, ...]:
    """Return each card's tooltip, which names the owners who could sell it."""
    if not desk.view.souvenirs:
        return ()
    made = []
    for slot, card in enumerate(desk.view.shown):
        if card >= 0:
            made.append(Tooltip((card_key(slot),), opened(f"{thing(card)}, {worth(card)}"), _sellers(desk, card)))
    if desk.lot >= 0:
        return tuple(made)
    hint = "Sold ones are replaced at the end of each turn, as long as any are left."
    return (*made, Tooltip(("souvenirs",), f"{several(face_down(desk), 'souvenir')} face down", hint))


def _sellers(desk: Desk, card: int) -> str:
    hue, shops = NAMES[card // A_COLOUR], zip(TOWN.shops, desk.owner, strict=True)
    owners = dict.fromkeys(owner for shop, owner in shops if shop.colour == card // A_COLOUR and owner != NOBODY)
    if not owners:
        return f"The next {hue} customer buys it, but nobody owns a {hue} shop yet."
    names = listed([desk.called(seat) for seat in owners], "or")
    return f"The next {hue} customer buys it. That’s {worth(card)} more for {names}."
