"""The viewer's hand: cards, stalls that are not on the board yet, and money to pay with.

On a desktop the cards are under the seats, two in a row, with a cell for each colour below them. On a phone they are in
one row; next to them each colour's cell also shows money and expansions left, and below them are barkers and medals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from souq.engine.present.plans import Point
from souq.engine.present.scene import Area, Sprite, text, use
from souq.engine.present.wording import listed, many, several
from souq.games.kairo import state as k
from souq.games.kairo.scene.art import (
    LETTERS,
    WIDTH,
    at,
    barker_sign,
    card_words,
    edge,
    face,
    ink,
    plate,
    rect,
    slot,
    stall,
    stroke,
    tone,
)
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import Plan
from souq.games.kairo.state import COLOURS, NAMES, Event, Phase

WIDE_HAND = (208.0, 264.0)
"""Width and height of the hand on a desktop."""
TALL_HAND = (366.0, 94.0)
"""Width and height of the hand on a phone."""
_CELL = (45.0, 47.0)  # size of a colour's place on a phone
_PAYING = (Phase.FEE, Phase.PAY)


def hand(desk: Desk, plan: Plan) -> Area | None:
    """Return the area of the viewer's hand; None for a spectator."""
    if desk.seat < 0:
        return None
    width, height = TALL_HAND if plan.tall else WIDE_HAND
    made = _cards(desk, plan) or [_no_cards(plan)]
    if not plan.tall:
        made += [sprite for colour in range(COLOURS) for sprite in _wide_place(desk, colour)]
    else:
        made.append(_strip(desk))
        if len(desk.hand) <= k.BOX.turn["hand"]:
            made += [sprite for colour in range(COLOURS) for sprite in _tall_place(desk, colour)]
    return Area("hand", width, height, tuple(made), label="Your cards", place="seats")


# ---- cards


def _cards(desk: Desk, plan: Plan) -> list[Sprite]:
    cards, fresh, made = desk.hand, _fresh(desk), []
    for i, card in enumerate(cards):
        x, y, scale = _tall_at(i, len(cards)) if plan.tall else _wide_at(i, len(cards))
        new = card in fresh
        if new:
            fresh.remove(card)
        made.append(
            Sprite(
                card_key(i),
                face(card, plan.tall),
                x,
                y,
                scale=scale,
                layer=i,
                label=card_words(card),
                classes="trail" if new else "",
                refused=desk.denied({Phase.WAY: k.WAY + card, Phase.KEEP: k.KEEP + card}),
            )
        )
    return made


def _no_cards(plan: Plan) -> Sprite:
    x, y, scale = _tall_at(0, 0) if plan.tall else _wide_at(0, 0)
    return Sprite("no-cards", slot() + text("No cards", 0, 4, 12, "var(--muted)"), x, y, scale=scale)


def card_key(place: int) -> str:
    """Return the key of a card in the viewer's hand; ``place`` is its index in the order of kinds."""
    return f"card-{place}"


def _wide_at(i: int, count: int) -> tuple[float, float, float]:
    """Return the middle and scale of the ``i``-th card on a desktop: two in a row, or three if there are over four."""
    columns = 2 if count <= 4 else 3
    scale = 1.18 if columns == 2 else 0.9
    step = WIDE_HAND[0] / columns
    return step * (i % columns + 0.5), 58 + 109 * (i // columns), scale


def _tall_at(i: int, count: int) -> tuple[float, float, float]:
    """Return the middle and scale of the ``i``-th card in a phone's row; more than four share the whole width."""
    scale = 55 / WIDTH
    return 28 + i * (57 if count <= 4 else min(62, (TALL_HAND[0] - 56) / (count - 1))), 42, scale


def _fresh(desk: Desk) -> list[int]:
    """Return the cards the viewer took since they last acted."""
    return [row.card for row in desk.recent if row.kind in (Event.TOOK, Event.CARD_DREW) and row.seat == desk.seat]


# ---- a place for each colour


def stall_key(colour: int) -> str:
    """Return the key of the viewer's stall of a colour while it is not on the board."""
    return f"stall-{colour}"


def purse_key(colour: int) -> str:
    """Return the key of the sprite that shows the viewer's money of a colour."""
    return f"purse-{colour}"


def _wide_place(desk: Desk, colour: int) -> list[Sprite]:
    """Return the sprite of a colour below the cards on a desktop.

    It is the viewer's stall of the colour, an outline if the stall is on the board, or a coin while the viewer pays.
    """
    step = WIDE_HAND[0] / COLOURS
    x, y = step * (colour + 0.5), WIDE_HAND[1] - 18
    if desk.asks(*_PAYING):
        return [_purse(desk, colour, x, y)]
    if placed(desk, colour):
        return [Sprite(f"place-{colour}", _no_stall(colour, 28), x, y)]
    return [_stall_sprite(desk, colour, stall(colour, 28), x, y, (step, 40))]


def _stall_sprite(desk: Desk, colour: int, art: str, x: float, y: float, size: Point) -> Sprite:
    target = rect(-size[0] / 2, -size[1] / 2, *size, 0, "none", 'pointer-events="all"')
    label = f"Your {NAMES[colour]} stall, not on the square yet"
    classes = "lifted" if desk.asks(Phase.SITE) and desk.view.colour == colour else ""
    if colour in desk.instead:
        classes = "swap"
    art = target + edge(size[0] - 3, size[1] - 3, 7) + art
    return Sprite(stall_key(colour), art, x, y, layer=1, label=label, classes=classes, refused=_no_new(desk, colour))


@lru_cache(maxsize=32)
def _no_stall(colour: int, size: float) -> str:
    """Draw an empty outline instead of a stall that is on the board."""
    line = f'{stroke("var(--line)", 1.2)} stroke-dasharray="3 3"'
    return rect(-size / 2, -size / 2, size, size, 6, "none", line) + text(
        LETTERS[colour], 0, size * 0.19, size * 0.5, "var(--muted)"
    )


def _purse(desk: Desk, colour: int, x: float, y: float) -> Sprite:
    """Return the viewer's money of a colour, drawn as a coin with the amount."""
    money = desk.view.money[desk.seat][colour]
    art = rect(-17, -19, 34, 40, 7, "none", 'class="edge" stroke-width="2.2" pointer-events="all"')
    art += use("ka-coin", -14, -16, 28, colour=tone(colour)) + text(LETTERS[colour], 0, 3.5, 13, ink(colour), 700)
    art += at(plate(money, 8), 10, 11)
    label = _money_words(colour, money)
    return Sprite(purse_key(colour), art, x, y, layer=2, label=label, refused=_unpayable(desk, colour))


def _tall_place(desk: Desk, colour: int) -> list[Sprite]:
    """Return a colour's cell on a phone: the stall or its letter, the viewer's money, and the expansions left."""
    width, height = _CELL
    x, y = TALL_HAND[0] - width * (2.5 - colour % 3), height * (0.5 + colour // 3)
    money, left = desk.view.money[desk.seat][colour], desk.view.supply[colour]
    art = rect(-width / 2, -height / 2, width, height, 0, "none", 'pointer-events="all"') + edge(
        width - 3, height - 3, 7
    )
    if placed(desk, colour) or desk.asks(*_PAYING):
        art += at(_letter(colour), -10, -6)
    art += text(str(money), 11, 0, 17, "var(--ink)", 600) + _pips(colour, left, 12)
    label = f"{_money_words(colour, money)}, {several(left, 'expansion')} left"
    made = [Sprite(purse_key(colour), art, x, y, label=label, refused=_unpayable(desk, colour))]
    if not (placed(desk, colour) or desk.asks(*_PAYING)):
        tile = at(stall(colour, 24), -10, -6)
        made.append(_stall_sprite(desk, colour, tile, x, y, _CELL))
    return made


@lru_cache(maxsize=16)
def _letter(colour: int) -> str:
    """Draw the letter of a colour on a plain label, in place of a stall that is on the board."""
    art = rect(-8, -10, 17, 20, 4, tone(colour), stroke("var(--line)"))
    return art + text(LETTERS[colour], 0.5, 4.6, 13, ink(colour), 700)


def _pips(colour: int, left: int, y: float) -> str:
    """Draw a row of small squares, one for each expansion of a colour; filled ones are left in the supply."""
    total, art = k.BOX.supply["expansions"], ""
    for i in range(total):
        x = (i - (total - 1) / 2) * 6.6 - 2.6
        if i < left:
            art += rect(x, y, 5.2, 5.2, 1.4, tone(colour), stroke("var(--muted)", 0.8))
        else:
            art += rect(x, y, 5.2, 5.2, 1.4, "none", stroke("var(--line)", 0.8))
    return art


def placed(desk: Desk, colour: int) -> bool:
    """Return whether the viewer's stall of a colour is on the board."""
    return desk.view.stall[desk.seat][colour] >= 0


def _money_words(colour: int, money: int) -> str:
    return f"{money} {NAMES[colour]} money"


def _no_new(desk: Desk, colour: int) -> int | None:
    """Return the choice that a click on a stall in the hand would make if it is illegal now; else None."""
    choice = k.COLOUR + colour
    return choice if colour in desk.instead else desk.denied({Phase.ACT: k.NEW, Phase.COLOUR: choice})


def _unpayable(desk: Desk, colour: int) -> int | None:
    """Return the choice that a click on a coin would make if it is illegal now; else None."""
    return desk.denied({Phase.FEE: k.FEE + colour, Phase.PAY: k.PAY + colour})


# ---- below a phone's cards


def _strip(desk: Desk) -> Sprite:
    """Return the viewer's barkers and medals."""
    barkers = desk.view.barkers[desk.seat]
    art = at(barker_sign(15), 8, 0) + text(str(barkers), 20, 4.5, 13, weight=600, anchor="start")
    x, held = 40.0, []
    for colour in range(COLOURS):
        for symbol, owner in (("ka-gold", desk.view.gold), ("ka-silver", desk.view.silver)):
            if owner[colour] == desk.seat:
                art += use(symbol, x, -10, 17, 21.25, tone(colour))
                held.append(f"{symbol.removeprefix('ka-')} for {NAMES[colour]}")
                x += 18
    return Sprite("own-strip", art, 0, 86, label=holder_words(barkers, held))


def holder_words(barkers: int, medals: Sequence[str]) -> str:
    """Return barkers and medals in words: ``You have two barkers. Medals: gold for white and silver for blue``."""
    held = many(barkers, "barker")
    return f"You have {held}. Medals: {listed(medals)}" if medals else f"You have {held} and no medals"
