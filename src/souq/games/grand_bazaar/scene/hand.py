"""The viewer's hand: its cards by type and good, its best sale, and what one more copy of each good would add.

On a desktop every copy has its own card, and many copies of a good overlap. On a phone each good has one card with a
count.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from souq.engine.present.markup import circle, rect
from souq.engine.present.scene import Area, Pick, Sprite, Tooltip, text, use
from souq.engine.present.wording import listed, opened
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.best import best_sale
from souq.games.grand_bazaar.rules.selling import PLIED
from souq.games.grand_bazaar.scene.art import CARD, INK, MUTED, OUTLINE, PAPER, face, inked, tone
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import Plan
from souq.games.grand_bazaar.scene.picks.deals import card_key
from souq.games.grand_bazaar.scene.worth import Worth, access_bits, buyer_of, how, may_ply, own_worth
from souq.games.grand_bazaar.state import Event, Phase
from souq.games.grand_bazaar.story.wording import fitting

WIDE_HAND = (818.0, 84.0)
TALL_HAND = (366.0, 94.0)
"""Width and height of the hand on a phone; ``WIDE_HAND`` is the same for a desktop."""
BEST = 84.0
"""Width of the best sale's display on a desktop."""
SIGNS = ("gb-sign-1", "gb-sign-3", "gb-sign-5")
"""Symbol of each customer."""

LONGEST = 120
"""Maximum number of characters in the best sale's tooltip: they fit into two lines below the prompt."""

_UP = 9.0  # how far a chosen card is raised
_BETWEEN = 5.0  # extra distance between two types
_DRAWN = (Phase.COLLECT, Phase.PLY, Phase.DISCARD)


@dataclass(frozen=True, slots=True)
class Spot:
    """Place of a copy of a good in the hand: its centre and scale."""

    good: int
    copy: int
    """Index of this copy among the copies of its good, counted from the front one."""
    x: float
    scale: float
    count: int
    """Number of copies to be written on the card, or 0 to write nothing."""


def copy_key(good: int, copy: int) -> str:
    """Return the key of a copy of a good in the hand, where copy 0 is the front one."""
    return card_key(good) if copy == 0 else f"{card_key(good)}-{copy}"


def copy_keys(desk: Desk, good: int) -> tuple[str, ...]:
    """Return the keys of all sprites of a good in the viewer's hand: one for each copy, or a single one on a phone."""
    return tuple(copy_key(good, copy) for copy in range(1 if desk.terse else desk.hand[good]))


def with_copies(pick: Pick, desk: Desk) -> Pick:
    """Return a pick that the viewer can make with any copy of its goods, instead of only with the front copy."""
    keys = {card_key(good): copy_keys(desk, good) for good in range(g.GOODS) if desk.hand[good] > 1}
    if desk.terse or not keys.keys() & {*pick.on}:
        return pick
    return replace(pick, on=tuple(copy for key in pick.on for copy in keys.get(key, (key,))))


def hand(desk: Desk, plan: Plan) -> Area | None:
    """Return the area of the viewer's hand, or None for a spectator."""
    if desk.seat < 0:
        return None
    if plan.tall:
        return Area("hand", *TALL_HAND, tuple(_tall(desk)), label="Your cards")
    return Area("hand", *WIDE_HAND, tuple(_wide(desk)), label="Your cards")


# ---- a desk


def _wide(desk: Desk) -> list[Sprite]:
    fresh, up = _fresh(desk), chosen(desk)
    made = [_copy(desk, i, spot, fresh, up) for i, spot in enumerate(laid(desk.hand))]
    if not made:
        made = [Sprite("no-cards", text("No cards", 0, 0, 15, MUTED, anchor="start"), 4, 48)]
    return [*made, _best_wide(desk)]


def _copy(desk: Desk, i: int, spot: Spot, fresh: dict[int, int], up: dict[int, int]) -> Sprite:
    good, raised = spot.good, spot.copy < up.get(spot.good, 0)
    classes = "lifted" if raised else "trail" if spot.copy < fresh.get(good, 0) else ""
    return Sprite(
        copy_key(good, spot.copy),
        _front(good, spot.count) if spot.count else face(good),
        spot.x,
        44 - (_UP if raised else 0),
        scale=spot.scale,
        layer=i,
        label=card_words(desk, good) if spot.copy == 0 else "",
        classes=classes,
        refused=_refused(desk, good),
    )


@lru_cache(maxsize=256)
def laid(held: tuple[int, ...]) -> tuple[Spot, ...]:
    """Return the places of a hand's cards, from left to right.

    Copies of a good lie next to each other if all cards fit that way at scale 0.8 or more; otherwise they overlap.
    """
    width = WIDE_HAND[0] - BEST - 14
    goods = [good for good in range(g.GOODS) if held[good]]
    gaps = _BETWEEN * (len({good // g.RANKS for good in goods}) - 1)
    more = sum(held) - len(goods)
    # cards without overlap are easier to read than larger ones with overlap
    for scale in (0.9, 0.84, 0.8):
        if (len(goods) + more) * (CARD[0] * scale + 3) + gaps <= width:
            return _row(held, goods, scale, CARD[0] * scale + 3, CARD[0] * scale + 3)
    # ``least`` is the smallest visible width of a covered copy
    for scale, least in ((0.9, 14), (0.84, 12), (0.8, 10), (0.76, 8), (0.72, 6)):
        step = CARD[0] * scale + 3
        peek = (width - gaps - len(goods) * step) / max(1, more)
        if peek >= least:
            return _row(held, goods, scale, step, min(peek, step))
    return _row(held, goods, 0.72, (width - gaps - 5 * more - 8) / len(goods), 5)


def _row(held: tuple[int, ...], goods: list[int], scale: float, step: float, peek: float) -> tuple[Spot, ...]:
    """Return the places of cards in a row.

    Goods are ``step`` apart. Copies of a good are ``peek`` apart, with the front one last.
    """
    made, x, kind = list[Spot](), 2 + CARD[0] * scale / 2, -1
    for good in goods:
        x += _BETWEEN if kind not in (-1, good // g.RANKS) else 0
        kind, folded = good // g.RANKS, peek < 0.6 * step and held[good] > 1
        for copy in range(held[good] - 1, -1, -1):
            made.append(Spot(good, copy, round(x, 1), scale, held[good] if folded and copy == 0 else 0))
            x += peek if copy else step
    return tuple(made)


@lru_cache(maxsize=256)
def _front(good: int, count: int) -> str:
    """Return the drawing of several overlapping copies of a good: the front card with a badge for their number."""
    badge = circle(24, -9, 10.5, INK, PAPER, 2) + text(str(count), 24, -4, 14.5, PAPER, 700)
    return face(good) + badge


# ---- a phone


def _tall(desk: Desk) -> list[Sprite]:
    goods = [good for good in range(g.GOODS) if desk.hand[good]]
    fresh, up = _fresh(desk), chosen(desk)
    cells = len(goods) + 1
    rows = 1 if cells <= 6 else 2
    columns = 6 if rows == 1 else max(5, -(-cells // 2))
    width, height = TALL_HAND[0] / columns, TALL_HAND[1] / rows
    made = []
    for i, good in enumerate(goods):
        x, y = width * (i % columns + 0.5), height * (i // columns + 0.5)
        raised = up.get(good, 0) > 0
        art = _card_art(good, desk.hand[good]) if rows == 1 else tile(good, desk.hand[good], width - 3, height - 3)
        if raised:
            at = (width / 2 - 10, -0.5) if rows == 2 else (CARD[0] * 0.475 - 11, CARD[1] * 0.475 - 11)
            art += _mark(up[good], *at)  # on a tile between the number of copies and the name
        scale = 0.95 if rows == 1 else 1.0
        classes = "lifted" if raised else "trail" if good in fresh else ""
        label = card_words(desk, good)
        made.append(Sprite(card_key(good), art, x, y, 0, scale, i, label, classes, _refused(desk, good)))
    x, y = width * ((cells - 1) % columns + 0.5), height * ((cells - 1) // columns + 0.5)
    return [*made, _best_tall(desk, x, y, width)]


def _card_art(good: int, count: int) -> str:
    return _front(good, count) if count > 1 else face(good)


_NAMES = (12.0, 10.0)
"""Font sizes for a good's name on a tile, in order of preference."""
_NARROW = 0.34
"""Minimum width of a letter (condensed but readable), relative to the font size."""


@lru_cache(maxsize=512)
def tile(good: int, count: int, width: float, height: float) -> str:
    """Return a card as a tile: its type and value on a coloured strip, its good, and its name if there is space."""
    kind, half, top = good // g.RANKS, width / 2, -height / 2
    art = rect(-half, top, width, height, 6, PAPER)
    strip = f"M{-half + 6:g} {top:g}h11v{height:g}h-11a6 6 0 0 1-6-6v{12 - height:g}a6 6 0 0 1 6-6z"
    art += f'<path d="{strip}" fill="{tone(kind)}"/>'
    art += use(f"gb-type-{kind}", -half + 2, top + 3, 13, colour=inked(kind))
    art += text(str(g.VALUE[good]), -half + 8.5, -top - 5, 13, inked(kind), 700)
    named, middle = width >= 58, 8.5
    size = 24 if named else min(26, width - 19)
    art += use(f"gb-good-{good}", middle - size / 2, -size / 2 - (5 if named else 0), size, colour=_ink(kind))
    if named:
        name, size = _named(g.NAMES[good], width - 21)
        art += text(name, middle, -top - 5, size, INK, 600, room=width - 21)
    art += rect(-half, top, width, height, 6, "none", OUTLINE, 1.3, 'class="edge"')
    return art + (_badge(half - 6, top + 7, count) if count > 1 else "")


def _named(name: str, width: float) -> tuple[str, float]:
    """Return a good's name and the font size at which it fits into a width; a name that never fits is cut off."""
    for size in _NAMES:
        if len(name) * _NARROW * size <= width:
            return name, size
    return f"{name[: int(width / (_NARROW * _NAMES[-1])) - 1]}…", _NAMES[-1]


def _badge(x: float, y: float, count: int) -> str:
    return circle(x, y, 8, INK, PAPER, 1.5) + text(str(count), x, y + 4.2, 12, PAPER, 700)


def _mark(count: int, x: float, y: float) -> str:
    """Return a badge with the number of chosen copies of a card or tile."""
    return circle(x, y, 9, "var(--accent)", PAPER, 1.5) + text(str(count), x, y + 4.4, 12.5, "var(--accent-ink)", 700)


def _ink(kind: int) -> str:
    return f"var(--good-{kind + 1})"


# ---- what a card says


def chosen(desk: Desk) -> dict[int, int]:
    """Return the number of copies of each good that the viewer has chosen to sell, to discard or to give."""
    if desk.player != desk.seat:
        return {}
    if desk.phase in _DRAWN:
        return {good: n for good, n in enumerate(desk.view.drawn) if n}
    draft = desk.draft
    return {good: draft.give.count(good) for good in draft.give} if draft else {}


def _fresh(desk: Desk) -> dict[int, int]:
    """Return how many copies of each good the viewer has received since its last decision.

    If that is the whole hand, the result is empty, so that not every card is marked as new.
    """
    events = desk.recent_events(Event.DREW, Event.GOT, Event.TAKES)
    found = Counter(row.good for row in events if row.seat == desk.seat)
    return found if found.total() < sum(desk.hand) else {}


def _refused(desk: Desk, good: int) -> int | None:
    """Return an illegal choice for a good that can't be chosen now, so that a click explains why; else None."""
    asked = ((Phase.SELL, g.HAGGLE), (Phase.GIVE, g.GIVE), *((phase, g.CARD) for phase in _DRAWN))
    for phase, first in asked:
        if desk.asks(phase) and first + good not in desk.legal:
            return first + good
    return None


def card_words(desk: Desk, good: int) -> str:
    """Describe the copies of a good in the hand: ``3 Goats, worth 1 each``."""
    held, value = desk.hand[good], int(g.VALUE[good])
    return f"{g.NAMES[good]}, worth {value}" if held == 1 else f"{held} {g.NAMES[good]}, worth {value} each"


# ---- the best sale


def _best_wide(desk: Desk) -> Sprite:
    found = own_worth(desk)
    return Sprite("best", best_art(found.total, found.by_customer()), WIDE_HAND[0] - 2, 0, label=best_title(found))


@lru_cache(maxsize=1024)
def best_art(total: int, paid: tuple[tuple[int, int], ...]) -> str:
    """Return the display of the best sale: its total, and what each customer pays.

    Its upper right corner is (0, 0).
    """
    art = rect(-BEST, 0, BEST, WIDE_HAND[1], 6, "none", extra='pointer-events="all"')
    art += text("Best sale", 0, 18, 13, MUTED, anchor="end") + text(str(total), 0, 49, 31, INK, 400, "end", serif=True)
    x = 0.0
    for customer, talents in reversed(paid):
        if customer == PLIED:
            art += text("face value", x, 72, 12.5, MUTED, anchor="end")
        elif len(paid) > 1:
            words = str(talents)
            art += text(words, x, 72, 12.5, MUTED, anchor="end")
            x -= 7.4 * len(words) + 16
            art += use(SIGNS[customer], x, 61, 13.5, colour="var(--accent)")
            x -= 6
        else:
            art += use(SIGNS[customer], x - 15, 60, 15, colour="var(--accent)")
    return art


def _best_tall(desk: Desk, x: float, y: float, width: float) -> Sprite:
    found = own_worth(desk)
    return Sprite("best", _best_tile(found.total, width), x, y, label=best_title(found))


@lru_cache(maxsize=512)
def _best_tile(total: int, width: float) -> str:
    art = rect(-width / 2, -22, width, 44, 6, "none", extra='pointer-events="all"')
    words = "Best sale" if width >= 58 else "sale"
    return art + text(str(total), 0, 6, 23, INK, serif=True) + text(words, 0, 20, 11, MUTED)


def best_title(found: Worth) -> str:
    """Return the total of the best sale in words: ``Best sale now: 31``."""
    return f"Best sale now: {found.total}" if found.total else "Nothing to sell now"


# ---- pointing


def tooltips(desk: Desk) -> list[Tooltip]:
    """Return the tooltips of the viewer's cards and of the best sale."""
    if desk.seat < 0:
        return []
    made = [_card_tooltip(desk, good) for good in range(g.GOODS) if desk.hand[good]]
    return [*made, _best_tooltip(desk)]


def _card_tooltip(desk: Desk, good: int) -> Tooltip:
    found = own_worth(desk)
    sentences = [adds(desk, good, found.gains[good])] if desk.hand[good] < g.COPIES[good] else []
    sold, left = desk.discard[good], desk.unseen[good]
    out = f"{left} still out there" if left else "none left to find"
    sentences.append(f"{g.COPIES[good]} in all: {f'{sold} sold, ' if sold else ''}{out}.")
    return Tooltip(copy_keys(desk, good), card_words(desk, good), " ".join(sentences))


def adds(desk: Desk, good: int, gain: int) -> str:
    """Describe what one more copy of a good would add: ``Another one would add 4 at the Haggler``."""
    if not gain:
        return "Another one would add nothing now."
    customer = buyer_of(desk.hand, access_bits(desk), may_ply(desk), good)
    return f"Another one would add {gain}{f' at the {g.CUSTOMER_NAMES[customer]}' if customer >= 0 else ''}."


def _best_tooltip(desk: Desk) -> Tooltip:
    """Return the tooltip of the best sale: its sales, and what would add most to it."""
    found, access = own_worth(desk), access_bits(desk)
    sentences = [how(found)] if found.total else []
    if desk.stage in ("bidding", "caravans"):
        sentences.append(_with_more_customers(desk, found.total, access))
    top = max(found.gains)
    if top:
        goods = [
            g.NAMES[good] for good in range(g.GOODS) if found.gains[good] == top and (desk.unseen[good] or desk.terse)
        ]
        names = listed(goods[:3], "or") if len(goods) <= 3 else ""
        sentences.append(
            f"Another card of {names} would add the most: {top}." if names else f"Another card can add up to {top}."
        )
    return Tooltip(("best",), best_title(found), fitting(LONGEST, *sentences), lifts=_sold_keys(desk, found))


def _sold_keys(desk: Desk, found: Worth) -> tuple[str, ...]:
    """Return the keys of the sprites of the cards that the best sale would sell."""
    taken: dict[int, int] = {}
    for sale in found.sales:
        for good, count in sale.goods:
            taken[good] = taken.get(good, 0) + count
    if desk.terse:
        return tuple(card_key(good) for good in taken)
    return tuple(copy_key(good, copy) for good, count in taken.items() for copy in range(count))


def _with_more_customers(desk: Desk, total: int, access: int) -> str:
    """Return a sentence on how much the best sale would bring with each further customer who would raise it."""
    parts = list[str]()
    for customer in range(g.CUSTOMERS):
        if not access >> customer & 1:
            new_total = best_sale(desk.hand, access | 1 << customer, True)
            if new_total > total:
                it = "" if parts else "would make it "
                parts.append(f"the {g.CUSTOMER_NAMES[customer]} {it}{new_total}")
    return f"{opened(listed(parts))}." if parts else ""
