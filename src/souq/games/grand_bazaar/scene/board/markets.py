"""The six Foreign Markets, the draw pile and the discard pile."""

from __future__ import annotations

from functools import cache, lru_cache

from souq.engine.present.markup import circle, moved, rect
from souq.engine.present.plans import Point
from souq.engine.present.scene import Area, Sprite, text, use
from souq.engine.present.wording import listed, several
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.art import ACCENT, INK, MUTED, back, empty_card, face, inked, sketch, tone
from souq.games.grand_bazaar.scene.desk import Desk, kind_of
from souq.games.grand_bazaar.scene.geometry import Plan
from souq.games.grand_bazaar.state import Phase
from souq.games.grand_bazaar.story.wording import TYPE_NAMES

MARKET_LAYER = 1


def market_key(market: int, place: int) -> str:
    """Return the key of one of the two cards of a Foreign Market."""
    return f"market-{market}-{place}"


def keys_of(desk: Desk, market: int) -> tuple[str, ...]:
    """Return the keys of all cards of a market."""
    return tuple(market_key(market, place) for place in range(len(desk.market(market))))


def keys_of_kind(desk: Desk, kind: int) -> tuple[str, ...]:
    """Return the keys of all cards of a type in the markets."""
    return tuple(
        market_key(market, place)
        for market in range(g.MARKETS)
        for place, seen in enumerate(desk.market(market))
        if kind_of(seen) == kind
    )


def kind_key(kind: int) -> str:
    """Return the key of the tile of a type that the Informant may look at."""
    return f"kind-{kind}"


@lru_cache(maxsize=64)
def kind_art(kind: int, count: int, size: float) -> str:
    """Return the drawing of a tile in a type's colour, with the type's symbol and a number of cards."""
    half = size / 2
    art = rect(-half, -half, size, size, 5, tone(kind), "var(--outline)", 1.4, 'class="edge"')
    art += use(f"gb-type-{kind}", -half * 0.78, -half * 0.78, size * 0.78, colour=inked(kind))
    r = size * 0.27
    return (
        art
        + circle(half, -half, r, "var(--paper)", "var(--outline)", 1)
        + text(str(count), half, -half + r * 0.7, r * 1.9, INK, 700)
    )


def card_words(seen: int) -> str:
    """Return a market's card in words, as the viewer sees it: ``Salt``, ``a Food card``."""
    return g.NAMES[seen] if seen < g.BACK else f"{_article(TYPE_NAMES[seen - g.BACK])} card"


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'AEIOU' else 'a'} {word}"


def cards_words(cards: tuple[int, ...]) -> str:
    """Return one or two cards in words: ``Salt and a Food card``, ``two Food cards``."""
    if len(cards) == g.PAIR and cards[0] == cards[1]:
        return f"two {TYPE_NAMES[cards[0] - g.BACK]} cards" if cards[0] >= g.BACK else f"two {g.NAMES[cards[0]]}"
    return listed([card_words(seen) for seen in cards])


def market_words(desk: Desk, market: int) -> str:
    """Describe the cards of a market as the viewer sees them: ``Rome: a Food card and Salt``."""
    cards = desk.market(market)
    return f"{g.MARKET_NAMES[market]}: {cards_words(cards) if cards else 'empty'}"


def markets(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the cards of all markets on a desktop's board; on a phone see :func:`tray`."""
    made = []
    for market in range(g.MARKETS):
        first, second, scale = plan.market(market)
        made += pair(desk, market, (first, second), scale)
    return made


def pair(desk: Desk, market: int, points: tuple[Point, Point], scale: float) -> list[Sprite]:
    """Return the cards of a market; those that the viewer has looked at are face up and marked with an eye."""
    refused = _refused(desk, market)
    return [
        Sprite(
            market_key(market, place),
            card_art(seen, scale < _LEGIBLE),
            *points[place],
            scale=scale,
            layer=MARKET_LAYER + place,
            label=f"{g.MARKET_NAMES[market]}: {card_words(seen)}",
            refused=refused,
        )
        for place, seen in enumerate(desk.market(market))
    ]


def _refused(desk: Desk, market: int) -> int | None:
    for phase, first in ((Phase.CLAIM, g.CLAIM), (Phase.LOOK, g.LOOK)):
        if desk.asks(phase) and first + market not in desk.legal:
            return first + market
    return None


_LEGIBLE = 0.7  # smallest scale at which a card's text is readable


@lru_cache(maxsize=128)
def card_art(seen: int, small: bool) -> str:
    """Return a card of a market.

    An eye in its corner marks a card that the viewer has looked at: other players may see only its back.
    """
    if seen >= g.BACK:
        return back(seen - g.BACK)
    radius = 13 if small else 9
    eye = circle(radius - 30, 42 - radius, radius, ACCENT, "var(--paper)", 1.5)
    sign = use("gb-sign-0", radius * 0.34 - 30, 42 - radius * 1.66, radius * 1.32, colour="var(--accent-ink)")
    return (sketch(seen) if small else face(seen)) + eye + sign


# ---- piles


_WINDOW = (Phase.POLL, Phase.RIGHT, Phase.DENIED)


def piles(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the draw pile with the type of its top card, and the discard pile with two of its goods."""
    scale = 0.8 if plan.tall else 0.87
    grow = plan.grow**0.8 if plan.tall else 1
    x, y = plan.pile
    glows = desk.phase in _WINDOW and not desk.over
    return [
        Sprite(
            "pile",
            pile_art(desk.top, min(3, desk.pile), f"Draw {desk.pile}", grow, glows),
            x,
            y,
            scale=scale,
            label=pile_words(desk),
        ),
        _sold(desk, plan.discard, scale, grow),
    ]


def pile_words(desk: Desk) -> str:
    """Return the draw pile in words: ``Draw pile: 22 cards, a Food card on top``."""
    if not desk.pile:
        return "Draw pile: empty"
    return f"Draw pile: {several(desk.pile, 'card')}, {_article(TYPE_NAMES[desk.top])} card on top"


@lru_cache(maxsize=512)
def pile_art(kind: int, thick: int, words: str, grow: float, glows: bool) -> str:
    """Return a pile of backs with a caption; ``glows`` lights it up while Free Traders may draw from it."""
    art = empty_card() if kind == g.NOTHING else ""
    if glows:
        art += rect(-38, -50, 80, 104, 14, "var(--lit-soft)", "var(--lit)", 1.2, 'stroke-opacity=".55"')
    for k in reversed(range(thick)):
        art += moved(back(kind, edge=k == 0), 2.8 * k, 2.8 * k)
    return art + _caption(words, grow)


def _caption(words: str, grow: float) -> str:
    """Return a pile's caption: below the pile, or on a phone above it."""
    return text(words, 2, 62, 13.8, MUTED) if grow == 1 else text(words, 2, -54, 16 * grow, MUTED)


def _sold(desk: Desk, at: Point, scale: float, grow: float) -> Sprite:
    """Return the discard pile with two of its goods on top (the first by number, as the pile has no order)."""
    n = sum(desk.discard)
    top = [good for good in range(g.GOODS) if desk.discard[good]][:2]
    art = sold_art(tuple(top), f"Sold {n}", grow)
    label = f"Discard pile: {several(n, 'card')}" if n else "Discard pile: empty"
    return Sprite("discard", art, *at, scale=scale, label=label)


@lru_cache(maxsize=512)
def sold_art(top: tuple[int, ...], words: str, grow: float) -> str:
    """Return the drawing of the discard pile: the goods in ``top`` on top of each other, with a caption."""
    art = "" if top else empty_card()
    for k, good in reversed(list(enumerate(top))):
        art += moved(face(good, edge=k == 0) if grow == 1 else sketch(good), 5 * k, 5 * k)
    return art + _caption(words, grow)


# ---- a phone's


TRAY = (370.0, 69.0)
"""Width and height of the tray below a phone's board."""
_COLUMN = TRAY[0] / g.MARKETS
_SCALE = 0.5


def tray(desk: Desk) -> Area:
    """Return a phone's area with the markets, which is below the board."""
    made = [sprite for market in range(g.MARKETS) for sprite in pair(desk, market, _spots(market), _SCALE)]
    return Area("tray", *TRAY, tuple(made), _tray(), "Foreign Markets")


def _spots(market: int) -> tuple[Point, Point]:
    """Return the centres of the two cards of a market in the tray."""
    x = _COLUMN * (market + 0.5)
    return (x - 12, 22), (x + 12, 27)


@cache
def _tray() -> str:
    art = ""
    for market in range(g.MARKETS):
        for point in _spots(market):
            art += moved(empty_card(), *point, _SCALE)
        art += text(g.MARKET_NAMES[market].removeprefix("The "), _COLUMN * (market + 0.5), 64, 12, INK, serif=True)
    return art
