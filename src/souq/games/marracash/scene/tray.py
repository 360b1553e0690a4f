"""Below a phone's board between auctions: the viewer's shops, the souvenirs, and how far the game is."""

from __future__ import annotations

from souq.engine.scene import Area, Sprite, text
from souq.games.marracash.scene import ledger, souvenirs
from souq.games.marracash.scene.art import INK, MUTED
from souq.games.marracash.scene.desk import Desk
from souq.games.marracash.scene.facts import counts, last_words
from souq.games.marracash.scene.prose import prose
from souq.games.marracash.scene.prose import rows as rows_of

WIDTH = 370.0

_TILES = 40.0
_SCALE = 0.86  # of the souvenirs


def tray(desk: Desk) -> Area | None:
    """What lies below a phone's board; the auction takes its place."""
    if desk.lot >= 0:
        return None
    width, rows = WIDTH, -(-_held(desk) // ledger.A_ROW)
    high = _TILES * rows + 4 * (rows - 1)
    made: list[Sprite] = ledger.tiles(desk, 0, 0, width, high)
    said = last_words(desk)
    if desk.view.souvenirs:
        middle, taken = high + 6 + 31, souvenirs.width() * _SCALE
        made += souvenirs.cards(desk, 3, middle, scale=_SCALE)
        made.append(_beside(desk, said, taken + 14, high + 6, width - taken - 14))
        return Area("tray", width, high + 68, tuple(made), label="Shops and souvenirs")
    words = said or " · ".join(f"{value} {label}" for label, value in counts(desk))
    made.append(Sprite("town", prose(words, 4, 0, width - 8, 13, 2), 0, high + 21, label=words))
    return Area("tray", width, high + 12 + 18 * min(2, rows_of(words, width - 8, 13)), tuple(made), label="Shops")


def _held(desk: Desk) -> int:
    seat = ledger.owner_of(desk)
    return len(ledger.owned(desk, seat)) + desk.view.signs[seat]


def _beside(desk: Desk, said: str, x: float, y: float, width: float) -> Sprite:
    """The last round, or what there is in the town, beside the souvenirs."""
    if said:
        return Sprite("town", prose(said, 0, 10, width, 12, 4), x, y, label=said)
    art = ""
    for i, (label, value) in enumerate(counts(desk)):
        art += text(value, 16, 14 + 18 * i, 13, INK, 600, "end") + text(
            label, 21, 14 + 18 * i, 12, MUTED, anchor="start"
        )
    spoken = ", ".join(f"{value} {label}" for label, value in counts(desk))
    return Sprite("town", art, x, y, label=spoken)
