"""Things that a player can take: four displayed cards, the draw pile and the barkers."""

from __future__ import annotations

from functools import cache

from souq.engine.present.scene import Area, Sprite, text
from souq.engine.present.wording import several
from souq.engine.rules.twin import interpreted
from souq.games.kairo import state as k
from souq.games.kairo.rules import asking
from souq.games.kairo.scene.art import BACK, WIDTH, at, back, barker_sign, card_words, face, pile, plate, rect, slot
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import BARKERS_AT, DECK_AT, DISPLAY_AT, DISPLAY_CARD
from souq.games.kairo.state import Event, Phase

TRAY = (370.0, 98.0)
"""Width and height of the area below a phone's board."""
_CARD = 64.0
_STEP = 69.0
_SIDE = 336.0  # middle of the draw pile and the barkers
_TARGET = (68.0, 46.0)
_barkers_left = interpreted(asking.barkers_left)


def beside(desk: Desk) -> list[Sprite]:
    """Return the sprites next to the wide board: four cards on display, the draw pile, the barkers."""
    scale = DISPLAY_CARD[0] / WIDTH
    made = [display_card(desk, i, *DISPLAY_AT[i], scale) for i in range(k.DISPLAY)]
    x, y = BARKERS_AT
    left = barkers_left(desk)
    sign = rect(-18, -22, 100, 44, 7, "none", 'pointer-events="all"') + barker_edge(-18, -20, 96, 40)
    sign += barker_sign(30) + text(f"{left} left", 27, 5, 14, anchor="start")
    return made + deck_sprites(desk, *DECK_AT, *BACK) + barker_sprites(desk, sign, x, y, 30)


def tray(desk: Desk) -> Area:
    """Return the area below a phone's board: cards on display, the draw pile, the barkers."""
    width, height = TRAY
    made = [display_card(desk, i, 50 + i * _STEP, 52, _CARD / WIDTH, short=True) for i in range(k.DISPLAY)]
    made += deck_sprites(desk, _SIDE - 1, 25, 62, 44)
    sign = rect(-34, -23, *_TARGET, 7, "var(--paper)", 'stroke="var(--line)"') + barker_edge(-34, -23, *_TARGET)
    sign += at(barker_sign(24), -12, 0) + text(str(barkers_left(desk)), 16, 6, 17, weight=600)
    made += barker_sprites(desk, sign, _SIDE, 74, 24, -12)
    return Area("tray", width, height, tuple(made), _ground(), "On display")


@cache
def _ground() -> str:
    return at(text("On display", 0, 0, 12, "var(--muted)"), 10, 52, -90)


# ---- cards


def display_card(desk: Desk, place: int, x: float, y: float, scale: float, short: bool = False) -> Sprite:
    """Return a card on display; an emptied slot stays empty until the turn is over (KA-D02)."""
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
        refused=untaken(desk, k.TAKE + card),
    )


def deck_sprites(desk: Desk, x: float, y: float, width: float, height: float) -> list[Sprite]:
    """Return the draw pile with its count, and its top card, a separate sprite that flies to a seat."""
    left = desk.view.left
    label = f"The deck, {several(left, 'card')}"
    made = [Sprite("deck", pile(left, width, height), x, y, label=label, refused=untaken(desk, k.DECK))]
    if left:
        made.append(Sprite("deck-top", back(width, height), x, y, layer=1))
    return [*made, Sprite("deck-count", plate(left, height * 0.23), x, y, layer=2)]


def untaken(desk: Desk, choice: int) -> int | None:
    """Return ``choice``, which takes something, if it is illegal now, so that a click can explain why; else None."""
    return desk.denied({Phase.ACT: k.DRAW, Phase.TAKE: choice})


# ---- barkers


def barker_sprites(desk: Desk, sign: str, x: float, y: float, size: float, aside: float = 0.0) -> list[Sprite]:
    """Return the supply of barkers, and a horn at ``x + aside``.

    The horn is a sprite of its own because it flies to a seat when the seat takes a barker.
    """
    left = barkers_left(desk)
    made = [Sprite("barkers", sign, x, y, label=f"{several(left, 'barker')} left", refused=untaken(desk, k.BARKER))]
    return [*made, Sprite("barker-top", barker_sign(size), x + aside, y, layer=1)] if left else made


def barker_edge(x: float, y: float, width: float, height: float) -> str:
    """Return the outline around the barkers, which the page highlights while one can be taken."""
    return rect(x, y, width, height, 7, "none", 'class="edge" stroke-width="2.2"')


def barkers_left(desk: Desk) -> int:
    """Return the number of barkers in the supply."""
    return _barkers_left(desk.view)
