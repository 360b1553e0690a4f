"""The other players' hands as fans of backs, with pins above them for the goods that are known to be in the hand.

A phone has space for two fans; with more rivals each hand is a column with a count of each type.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present.markup import circle, moved, n, rect
from souq.engine.present.scene import Area, Sprite, Tooltip, path, text, use
from souq.engine.present.wording import listed, opened, several
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.art import ACCENT, INK, MUTED, PAPER, inked, tone
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.hand import SIGNS
from souq.games.grand_bazaar.story.wording import kinds, named

BACK = (30.0, 42.0)
"""Width and height of a card's back in a fan."""
FANS = 2
"""Maximum number of hands that a phone shows as fans."""
WIDE = (222.0, 68.0)
"""Width and height of a fan on a desktop, including the symbols of the seat's rights at its right end."""

_TOP = 25.0  # top of the backs, below the pins
_RIGHTS = 34.0  # width of the seat's rights next to its fan
_STEP = 16.0  # largest distance between two backs
_PIN = 25.0  # width and height of a pin
_SIGNS = ("gb-sign-2", *SIGNS)
_TOTAL_WIDTH = 374.0  # of all hands and the gaps between them on a phone
_GAP = 8.0
_ROW_HEIGHT = 19.0  # height of a type's row in a column


@dataclass(frozen=True, slots=True)
class VisibleHand:
    """The viewer's knowledge of a hand: its number of cards of each type, and the copies of goods known to be in it."""

    kinds: tuple[int, ...]
    known: tuple[int, ...]

    def goods(self, kind: int) -> list[tuple[int, int]]:
        """Return the known goods of one type, as pairs of a good and its number of copies."""
        return [
            (good, self.known[good]) for good in range(g.RANKS * kind, g.RANKS * kind + g.RANKS) if self.known[good]
        ]


@dataclass(frozen=True, slots=True)
class Rights:
    """Rights of a seat in a round: to start trades, to sell to each customer (``signs``), and Free Trader squares."""

    signs: tuple[bool, ...]
    squares: tuple[int, ...]


def area_name(seat: int) -> str:
    """Return the name of the area that shows a seat's hand."""
    return f"fan-{seat}"


def floor_key(seat: int) -> str:
    """Return the key of a hand's background, whose label describes the hand."""
    return f"held-{seat}"


def back_key(seat: int, kind: int, at: int) -> str:
    """Return the key of one of the backs of a type in a fan, counted from 0."""
    return f"back-{seat}-{kind}-{at}"


def pin_key(seat: int, good: int) -> str:
    """Return the key of the pin for a good that is known to be in a hand."""
    return f"known-{seat}-{good}"


def other_seats(desk: Desk) -> tuple[int, ...]:
    """Return the seats whose hands are shown as fans or columns: all but the viewer's."""
    return tuple(seat for seat in desk.seats if seat != desk.seat)


def visible_hand(desk: Desk, seat: int) -> VisibleHand:
    """Return what the viewer sees and knows of a seat's hand."""
    return VisibleHand(desk.kinds(seat), known_goods(desk, seat))


def known_goods(desk: Desk, seat: int) -> tuple[int, ...]:
    """Return how many copies of each good the viewer knows to be in a hand: all of them once hands are revealed."""
    whole = desk.ctx.revealed
    return tuple(whole.hand[seat]) if whole else desk.known(seat)


def fans(desk: Desk) -> list[Area]:
    """Return an area for every hand but the viewer's."""
    return [_area(desk, seat) for seat in other_seats(desk)]


def _area(desk: Desk, seat: int) -> Area:
    rivals, found, label = len(other_seats(desk)), visible_hand(desk, seat), f"{opened(desk.whose(seat))} hand"
    if desk.terse and rivals > FANS:
        size = (_TOTAL_WIDTH - _GAP * (rivals - 1)) / rivals, _ROW_HEIGHT * (g.TYPES + 1)
        made: tuple[Sprite, ...] = (Sprite(floor_key(seat), _column(desk, seat, found, size[0]), 0, 0, label=label),)
    else:
        size = ((_TOTAL_WIDTH - _GAP * (rivals - 1)) / rivals, WIDE[1]) if desk.terse else WIDE
        made = fan(seat, found, size, hand_words(desk, seat), rights(desk, seat))
    return Area(area_name(seat), *size, made, label=label, place="panel", seat=seat)


# ---- a fan


@lru_cache(maxsize=1024)
def fan(seat: int, found: VisibleHand, size: tuple[float, float], label: str, may: Rights) -> tuple[Sprite, ...]:
    """Return a hand as a fan: backs of cards, pins above them for known goods, and symbols of the seat's rights."""
    width, high = size[0] - _RIGHTS, size[1]
    # the transparent background makes the whole fan react to pointing
    floor = rect(0, 0, *size, 6, "none", extra='pointer-events="all"') + moved(_rights(may), size[0] - 26, high - 43)
    total = sum(found.kinds)
    if not total:
        floor += text("No cards", 0, _TOP + 26, 13, MUTED, anchor="start")
    made = [Sprite(floor_key(seat), floor, 0, 0, label=label)]
    step = min(_STEP, (width - BACK[0] - 2) / max(1, total - 1))
    at, x, first = 0, BACK[0] / 2 + 1, list[float]()
    for kind, count in enumerate(found.kinds):
        first.append(x)
        for i in range(count):
            made.append(Sprite(back_key(seat, kind, i), _back(kind), round(x, 1), _TOP + BACK[1] / 2, layer=1 + at))
            at, x = at + 1, x + step
    made.append(Sprite(f"kinds-{seat}", _numbers(found.kinds, tuple(first)), 0, high - 6, layer=2 + at))
    return (*made, *_pinned(seat, found, first, width, 3 + at))


def strip(desk: Desk, seat: int, size: tuple[float, float]) -> str:
    """Return a seat's fan as a single drawing instead of sprites, for the composer on a phone."""
    made = fan(seat, visible_hand(desk, seat), size, "", rights(desk, seat))
    return "".join(moved(each.art, each.x, each.y) for each in made)


@lru_cache(maxsize=1024)
def _numbers(kinds: tuple[int, ...], first: tuple[float, ...]) -> str:
    """Return the number of cards of each type, drawn on the leftmost back of that type."""
    return "".join(
        text(str(count), first[kind] - BACK[0] / 2 + 2.5, 0, 12, inked(kind), 700, "start")
        for kind, count in enumerate(kinds)
        if count
    )


@lru_cache(maxsize=g.TYPES)
def _back(kind: int) -> str:
    return use(f"gb-fan-{kind}", -BACK[0] / 2, -BACK[1] / 2, *BACK)


def _pinned(seat: int, found: VisibleHand, first: list[float], width: float, layer: int) -> list[Sprite]:
    """Return the pins of the known goods, each as close to its type as possible without overlaps.

    Pins are placed from left to right; those beyond the right edge are then shifted back.
    """
    goods = [(good, count, first[kind] - 1) for kind in range(g.TYPES) for good, count in found.goods(kind)]
    if not goods:
        return []
    step, half = min(_PIN + 2, (width - _PIN - 2) / max(1, len(goods) - 1)), _PIN / 2 + 1
    places, x = list[float](), half
    for _, _, wish in goods:
        places.append(x := max(x, wish))
        x += step
    most = width - half
    for i in reversed(range(len(places))):
        places[i] = min(places[i], most)
        most = places[i] - step
    return [
        Sprite(pin_key(seat, good), pin(good, count), round(places[i], 1), 13.5, layer=layer + i)
        for i, (good, count, _) in enumerate(goods)
    ]


@lru_cache(maxsize=256)
def pin(good: int, count: int) -> str:
    """Return a good on a tag that points down, with the number of known copies if there is more than one."""
    kind, half = good // g.RANKS, _PIN / 2
    art = path(f"M-4.5 {n(half - 1)}L0 {n(half + 5)}L4.5 {n(half - 1)}Z", tone(kind))
    art += rect(-half, -half, _PIN, _PIN, 6, PAPER, tone(kind), 2)
    art += use(f"gb-good-{good}", -10, -10, 20, colour=f"var(--good-{kind + 1})")
    if count > 1:
        art += circle(half - 2, -half + 3.5, 7, INK, PAPER, 1.2)
        art += text(str(count), half - 2, -half + 7.4, 11, PAPER, 700)
    return art


# ---- a column


def _column(desk: Desk, seat: int, found: VisibleHand, width: float) -> str:
    """Return a hand as a column: the number of cards of each type, and the known goods next to it."""
    return column(found, round(width, 1), rights(desk, seat))


@lru_cache(maxsize=1024)
def column(found: VisibleHand, width: float, may: Rights) -> str:
    """Return the drawing of a column: a row with the seat's rights, then a row for each type."""
    art = rect(0, 0, width, _ROW_HEIGHT * (g.TYPES + 1), 4, "none", extra='pointer-events="all"')
    step = min(17.0, (width - 14) / 3)
    for i, sign in enumerate(sign for sign, there in zip(_SIGNS, may.signs, strict=True) if there):
        art += use(sign, 1 + step * i, 2, 14, colour=ACCENT)
    for kind, count in enumerate(found.kinds):
        y = _ROW_HEIGHT * (kind + 1)
        art += path(f"M0 {n(y)}H{n(width)}", stroke="var(--line)", width=1)
        art += use(f"gb-mark-{kind}", 1, y + 2.5, 14)
        art += text(str(count) if count else "–", 27, y + 14.5, 13.5, INK if count else MUTED, 700)
        fitting_icons, goods = int((width - 36) // 15), [good for good, k in found.goods(kind) for _ in range(k)]
        for i, good in enumerate(goods[:fitting_icons]):
            art += use(f"gb-good-{good}", 37 + 15 * i, y + 2, 15, colour=f"var(--good-{kind + 1})")
    return art


# ---- what a seat may do


def rights(desk: Desk, seat: int) -> Rights:
    """Return the rights that a seat has now."""
    customers = desk.customers(seat)
    signs = (seat in desk.negotiators, *(customer in customers for customer in range(g.CUSTOMERS)))
    return Rights(signs, tuple(at + 1 for at, other in enumerate(desk.view.square) if other == seat))


@lru_cache(maxsize=512)
def _rights(may: Rights) -> str:
    """Return the drawing of a seat's rights: a symbol for each in a fixed place, and numbers of Free Trader squares."""
    art = ""
    for i, sign in enumerate(_SIGNS):
        if may.signs[i]:
            art += use(sign, 14 * (i % 2), 14 * (i // 2), 12.5, colour=ACCENT)
    if may.squares:
        art += use("gb-sign-4", 0, 29, 12.5, colour=MUTED)
        art += text(" ".join(map(str, may.squares[:2])), 13.5, 40, 11.5, MUTED, 600, "start")
    return art


# ---- words


def hand_words(desk: Desk, seat: int) -> str:
    """Describe a hand: ``Omar: 13 cards, 3 Finished Goods and 5 Livestock; Glass and Goats for sure``."""
    total = desk.cards(seat)
    if not total:
        return f"{opened(desk.called(seat))}: no cards"
    known = known_words(desk, seat)
    goods = f"; {known} for sure" if known else ""
    return f"{opened(desk.called(seat))}: {several(total, 'card')}, {kinds(desk.kinds(seat))}{goods}"


def known_words(desk: Desk, seat: int) -> str:
    """Return the known goods of a hand in words, as in ``Glass and 2 Goats``."""
    return named((good, n) for good, n in enumerate(known_goods(desk, seat)) if n)


def tooltips(desk: Desk) -> list[Tooltip]:
    """Return a tooltip for each hand, with its types, the known goods, and the seat's rights."""
    made = []
    for seat in other_seats(desk):
        total = desk.cards(seat)
        title = f"{opened(desk.called(seat))}: {several(total, 'card')}"
        known = known_words(desk, seat)
        seen = desk.over or desk.ctx.revealed
        goods = f" In hand: {known}." if seen else f" {known} for sure." if known else " You don’t know the goods."
        pins = tuple(pin_key(seat, good) for good in range(g.GOODS) if known_goods(desk, seat)[good])
        may = rights_words(desk, seat)
        hint = f"{kinds(desk.kinds(seat))}.{goods}{may}" if total else may.strip()
        made.append(Tooltip((floor_key(seat), *pins), title, hint, area=area_name(seat)))
    return made


def rights_words(desk: Desk, seat: int) -> str:
    """Describe a seat's rights (`` May sell to the Haggler. Free Trader square 2.``); "" if it has none."""
    may = rights(desk, seat)
    verbs = ["start trades"] if may.signs[0] else []
    buyers = [f"the {g.CUSTOMER_NAMES[customer]}" for customer in range(g.CUSTOMERS) if may.signs[1 + customer]]
    verbs += [f"sell to {listed(buyers)}"] if buyers else []
    squares = listed([str(square) for square in may.squares])
    trader = f" Free Trader {'square' if len(may.squares) == 1 else 'squares'} {squares}." if squares else ""
    return (f" May {listed(verbs)}." if verbs else "") + trader
