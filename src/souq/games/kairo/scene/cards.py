"""Stall cards, the draw pile and the barkers: how they are drawn, and what lies beside the square.

A card is drawn round (0, 0), 72 by 88; sprites scale it.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n
from souq.engine.ornament import EIGHTH, polygon, ring
from souq.engine.scene import Sprite, path, text, use
from souq.engine.twin import interpreted
from souq.engine.wording import several
from souq.games.kairo.rules import asking
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import BARKERS_AT, DECK_AT, DISPLAY_AT, DISPLAY_CARD
from souq.games.kairo.state import BARKER, BOX, CARDS, DECK, DISPLAY, DRAW, JOKERS, SEGMENTS, TAKE, Event, Phase

WIDTH, HEIGHT = 72.0, 88.0
"""Size of a card."""
BACK = (88.0, 64.0)
"""Size of the draw pile's top card."""

_barkers_left = interpreted(asking.barkers_left)
_ROOM = 66.0  # what a name may take of a card's width
_NAME = 10.5  # size of a name
_FEE_AT = (31.0, -40.0)  # middle of a joker's badge


# ---- words


def card_name(card: int) -> str:
    """What stands on a card: ``South-east``."""
    return BOX.cards[card].name.capitalize()


def card_words(card: int) -> str:
    """A card in words, with what a joker costs: ``West column, a joker that costs 1``."""
    fee = f", a joker that costs {BOX.turn['joker_fee']}" if card >= JOKERS else ""
    return card_name(card) + fee


# ---- art


def rect(x: float, y: float, width: float, height: float, radius: float, fill: str, extra: str = "") -> str:
    """Markup of a rectangle with round corners."""
    place = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="{n(radius)}"'
    return f'<rect {place} fill="{fill}"{" " + extra if extra else ""}/>'


def edge(width: float, height: float, radius: float) -> str:
    """The outline round (0, 0) that is lit while a piece can be chosen, and shows what was done last."""
    return rect(-width / 2, -height / 2, width, height, radius, "none", 'class="edge" stroke-width="2.2"')


def stroke(colour: str, width: float = 1.0) -> str:
    """Attributes of a line."""
    return f'stroke="{colour}" stroke-width="{width:g}"'


@lru_cache(maxsize=64)
def face(card: int, short: bool = False) -> str:
    """A stall card face up: the nine segments, north at the top, with those it reaches and the restaurant's edge.

    ``short`` is for a small card: the name larger.
    """
    kind = BOX.cards[card]
    art = rect(-36, -44, WIDTH, HEIGHT, 7, "var(--paper)", stroke("var(--line)")) + edge(WIDTH, HEIGHT, 7)
    for segment in range(SEGMENTS):
        x, y = -27 + segment % 3 * 18.5, -35 + segment // 3 * 18.5
        reached = segment in kind.segments
        art += rect(x, y, 17, 17, 2.5, "var(--accent)" if reached else "var(--board-2)")
    art += path("M-27-16.5V19M-27 19.5H27V-16.5", "none", "var(--g-7-ink)", 2, 'stroke-opacity=".55"')
    art += text(card_name(card), 0, 35.5, 12.8 if short else _NAME, weight=500, room=_ROOM)
    return art + (_fee(12.4 if short else 11) if kind.joker else "")


def _fee(size: float) -> str:
    """What a joker costs, on its corner."""
    x, y = _FEE_AT
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="10.5" fill="var(--gold)" {stroke("var(--outline)", 1.3)}/>'
    return disc + text(f"−{BOX.turn['joker_fee']}", x, y + 4.2, size, "var(--gold-ink)", 700)


@lru_cache(maxsize=16)
def slot(width: float = WIDTH, height: float = HEIGHT) -> str:
    """Where a card would lie, round (0, 0)."""
    return rect(
        -width / 2, -height / 2, width, height, 7, "none", f'{stroke("var(--line)", 1.3)} stroke-dasharray="4 4"'
    )


@lru_cache(maxsize=16)
def back(width: float, height: float) -> str:
    """A stall card face down: the lattice of a screen, octagons and turned squares."""
    art = rect(-width / 2, -height / 2, width, height, 7, "var(--frame)", stroke("var(--frame-ink)", 1.2))
    step, radius = 16.0, 7.4
    columns, rows = int((width - 6) // step), int((height - 6) // step)
    left, top = -step * (columns - 1) / 2, -step * (rows - 1) / 2
    at = [(left + step * i, top + step * j) for i in range(columns) for j in range(rows)]
    octagons = "".join(polygon(ring(x, y, radius, 8, EIGHTH)) for x, y in at)
    gaps = [(x + step / 2, y + step / 2) for x, y in at if x < -left - 1 and y < -top - 1]
    squares = "".join(polygon(ring(x, y, 3, 4)) for x, y in gaps)
    return art + path(octagons, "none", "var(--frame-2)", 1.6) + path(squares, "var(--orn-3)")


@lru_cache(maxsize=64)
def pile(count: int, width: float, height: float) -> str:
    """The draw pile: two cards peep out below the top one."""
    art = ""
    for i in range(min(2, max(0, count - 1)), 0, -1):
        x, y = i * 3 - width / 2, i * 3 - height / 2
        art += rect(x, y, width, height, 7, "var(--frame-2)", stroke("var(--frame-ink)", 1.2))
    return art + (back(width, height) if count else slot(width, height)) + edge(width, height, 7)


def plate(count: int, radius: float = 15.0) -> str:
    """A number on a light disc."""
    disc = f'<circle r="{radius:g}" fill="var(--plate)" {stroke("var(--outline)", 1.3)}/>'
    return disc + text(str(count), 0, radius * 0.37, radius * 1.07, "var(--plate-ink)", 700)


def barker_sign(size: float, colour: str = "var(--accent)") -> str:
    """A market barker's horn round (0, 0)."""
    return use("ka-barker", -size / 2, -size / 2, size, colour=colour)


# ---- beside the square


def beside(desk: Desk) -> list[Sprite]:
    """What lies beside the wide board: four cards on display, the draw pile, the barkers."""
    scale = DISPLAY_CARD[0] / WIDTH
    made = [display_card(desk, i, *DISPLAY_AT[i], scale) for i in range(DISPLAY)]
    x, y = BARKERS_AT
    left = barkers_left(desk)
    sign = rect(-18, -22, 100, 44, 7, "none", 'pointer-events="all"') + barker_edge(-18, -20, 96, 40)
    sign += barker_sign(30) + text(f"{left} left", 27, 5, 14, anchor="start")
    return made + deck_sprites(desk, *DECK_AT, *BACK) + barker_sprites(desk, sign, x, y, 30)


def display_card(desk: Desk, place: int, x: float, y: float, scale: float, short: bool = False) -> Sprite:
    """A card on display; a slot that was emptied stays empty until the turn is over (KA-D02)."""
    card = desk.view.display[place]
    if card < 0:
        return Sprite(f"display-{place}", slot(), x, y, scale=scale, label="Empty until the turn ends")
    new = any(row.kind == Event.SHOWN and row.slot == place for row in desk.recent)
    return Sprite(
        f"display-{place}",
        face(card, short),
        x,
        y,
        scale=scale,
        label=f"{card_words(card)}, on display",
        classes="trail" if new else "",
        refused=untaken(desk, TAKE + card),
    )


def deck_sprites(desk: Desk, x: float, y: float, width: float, height: float) -> list[Sprite]:
    """The draw pile with its count. The card that flies home is a sprite of its own."""
    left = desk.view.left
    label = f"The deck, {several(left, 'card')}"
    made = [Sprite("deck", pile(left, width, height), x, y, label=label, refused=untaken(desk, DECK))]
    if left:
        made.append(Sprite("deck-top", back(width, height), x, y, layer=1))
    return [*made, Sprite("deck-count", plate(left, height * 0.23), x, y, layer=2)]


def barker_sprites(desk: Desk, sign: str, x: float, y: float, size: float, aside: float = 0.0) -> list[Sprite]:
    """The supply of barkers, its horn ``aside`` of x. The horn that flies home is a sprite of its own."""
    left = barkers_left(desk)
    made = [Sprite("barkers", sign, x, y, label=f"{several(left, 'barker')} left", refused=untaken(desk, BARKER))]
    return [*made, Sprite("barker-top", barker_sign(size), x + aside, y, layer=1)] if left else made


def barker_edge(x: float, y: float, width: float, height: float) -> str:
    """What is lit round the barkers' sign."""
    return rect(x, y, width, height, 7, "none", 'class="edge" stroke-width="2.2"')


def barkers_left(desk: Desk) -> int:
    """Barkers in the supply."""
    return _barkers_left(desk.view)


def untaken(desk: Desk, choice: int) -> int | None:
    """The choice that is refused when something to draw cannot be taken now; None when it can, or nothing is asked."""
    if desk.asks(Phase.ACT):
        return None if DRAW in desk.legal else DRAW
    return choice if desk.asks(Phase.TAKE) and choice not in desk.legal else None


def stack(cards: int) -> list[int]:
    """The cards of a stack, in the order of their kinds."""
    return [card for card in range(CARDS) for _ in range(cards >> 2 * card & 3)]
