"""The pictures on the souvenir cards: 25 small things, each on a square of 24."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.scene import path
from souq.games.marracash.rules.payment import A_COLOUR
from souq.games.marracash.scene.art import OUTLINE, tone
from souq.games.marracash.state import BOX

SIDE = 24.0
"""Side of the square that a thing is drawn on."""

_LINE = 1.2


def _round(x: float, y: float, r: float, way: int = 0) -> str:
    """Return path data of a circle; two circles with different ``way`` make a ring."""
    return f"M{x:g} {y - r:g}A{r:g} {r:g} 0 1 {way} {x:g} {y + r:g} {r:g} {r:g} 0 1 {way} {x:g} {y - r:g}Z"


# t: filled with the card's colour, g: brass, p: pale, n: a line
_THINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "string of chillies": (
        ("n", "M12 5.5V1.5"),
        ("t", "M8 8C4 11 3.5 16 6 21 7 16 8.5 13 10.5 10.5Z"),
        ("t", "M16 8C20 11 20.5 16 18 21 17 16 15.5 13 13.5 10.5Z"),
        ("t", "M10 8.5C9.5 13 10.5 18 12 22.5 13.5 18 14.5 13 14 8.5Z"),
        ("g", "M7.5 9 12 5 16.5 9 14 10.5 12 9.5 10 10.5Z"),
    ),
    "felt cap": (
        ("t", "M6.5 6.5H17.5L19.5 18.5C17 21 7 21 4.5 18.5Z"),
        ("n", "M12 6.5C15 4 19 5.5 19.5 12.5"),
        ("g", "M18.5 12.5H20.5L21.5 18H17.5Z"),
    ),
    "brass lantern": (
        ("n", "M12 5V1.5"),
        ("g", "M9 9 12 4.5 15 9Z"),
        ("g", "M8 9H16L18 18H6Z"),
        ("t", "M10.2 11H13.8L14.8 16H9.2Z"),
        ("g", "M6.5 18H17.5V21H6.5Z"),
    ),
    "leather slippers": (
        ("t", "M2 13C2 9.5 6 9 8 11L14 12C18 12 20.5 10 21.5 6.5 23 12 19.5 17.5 14 17.5H5C3 17.5 2 15.5 2 13Z"),
        ("p", "M3.5 12.8C4 10.8 6.7 10.9 8 12.8Z"),
        ("n", "M3 20.5H18"),
    ),
    "wool carpet": (
        ("n", "M6.5 2V22M9.2 2V22M12 2V22M14.8 2V22M17.5 2V22"),
        ("t", "M5 4H19V20H5Z"),
        ("p", "M7.5 6.5H16.5V17.5H7.5Z"),
        ("t", "M12 8 15 12 12 16 9 12Z"),
    ),
    "tile": (
        ("p", "M3 3H21V21H3Z"),
        ("t", "M12 4.5 19.5 12 12 19.5 4.5 12Z"),
        ("t", "M6.7 6.7H17.3V17.3H6.7Z"),
        ("p", "M12 8.5 15.5 12 12 15.5 8.5 12Z"),
    ),
    "drinking glass": (
        ("p", "M6.5 3H17.5L15.5 21H8.5Z"),
        ("t", "M7.1 9H16.9L15.6 20.8H8.4Z"),
        ("g", "M6.7 5H17.3L17.1 7H6.9Z"),
    ),
    "water jug": (
        ("n", "M7 10.5C1.5 9 2 4 10 4.2"),
        ("t", "M10 2.5H15.5L14.5 7C19 9 20 13 19 17 18 20.5 16 21.5 12.5 21.5S7 20.5 6 17 6 9 10.5 7Z"),
        ("n", "M6.2 12.5H18.8M5.9 15.5H19.2"),
    ),
    "teapot": (
        ("n", "M5.5 18C.5 17.5 1.5 10 6.5 11.5M17.5 16.5C20.5 15 19.5 11 22.5 9.5"),
        ("t", "M6 11H17.5C19 15 18 19.5 15.5 21H8C5.5 19.5 4.5 15 6 11Z"),
        ("t", "M7.5 11C8.5 6.5 15 6.5 16 11Z"),
        ("g", _round(11.8, 5.5, 1.7)),
    ),
    "indigo turban": (
        ("t", "M3 14C3 7.5 8 4.5 12 4.5S21 7.5 21 14C21 18.5 17 19.5 12 19.5S3 18.5 3 14Z"),
        ("n", "M4 11C9 8 15 8 20 11M3.5 15C9 12 15 12 20.5 15M7 18.5C9 13 12 7 17.5 6"),
        ("g", "M12 7.5 14.2 11 12 14.5 9.8 11Z"),
    ),
    "mint bundle": (
        ("n", "M12 12V22.5M12 14 9 22.5M12 14 15 22.5"),
        ("t", "M12 14C7 13 4.5 10 4.5 4.5 9.5 5.5 12 9 12 14Z"),
        ("t", "M12 14C17 13 19.5 10 19.5 4.5 14.5 5.5 12 9 12 14Z"),
        ("t", "M12 12C9.5 8.5 9.5 4.5 12 1.5 14.5 4.5 14.5 8.5 12 12Z"),
        ("g", "M9.5 15.5H14.5V18H9.5Z"),
    ),
    "clay pot": (
        ("t", "M8.5 3.5H15.5V7C19.5 9 20.5 13 18.8 17.5L16 21.5H8L5.2 17.5C3.5 13 4.5 9 8.5 7Z"),
        ("n", "M4.8 12H19.2M5 15H19"),
        ("g", "M7.5 3H16.5V5.5H7.5Z"),
    ),
    "tea tin": (
        ("t", "M5.5 8H18.5V21.5H5.5Z"),
        ("g", "M7 4H17V8H7Z"),
        ("p", "M8.3 11.5H15.7V18H8.3Z"),
        ("t", "M12 12.5C13.8 14 13.8 16 12 17.3 10.2 16 10.2 14 12 12.5Z"),
    ),
    "painted chest": (
        ("t", "M3 11C3 6 6 4.5 9 4.5H15C18 4.5 21 6 21 11Z"),
        ("t", "M3 11H21V20.5H3Z"),
        ("n", "M7 5V20.5M17 5V20.5"),
        ("g", "M10 9H14V14.5H10Z"),
    ),
    "curved dagger": (
        ("t", "M6.5 9.5 11.5 7.5C15 13 17 16.5 20.5 19.5 21.7 21 20 22.8 18.3 22 11.5 19.5 7.5 15.5 6.5 9.5Z"),
        ("g", "M6.7 6.5 5.3 2.8 10 1.2 10.8 5Z"),
        ("g", "M4.8 10.2 13 7.2 12.2 4.8 4 7.8Z"),
    ),
    "soap": (
        ("t", "M3 13C3 10 4 9 7 9H17C20 9 21 10 21 13V16C21 19 20 20 17 20H7C4 20 3 19 3 16Z"),
        ("n", "M7 12.2H17V16.8H7Z"),
        ("p", _round(18, 4.7, 2.3)),
        ("p", _round(13, 5.7, 1.4)),
    ),
    "glass vial": (
        ("p", "M9.7 5H14.3V10L18 18C18.5 20.5 17.5 22 15.5 22H8.5C6.5 22 5.5 20.5 6 18L9.7 10Z"),
        ("t", "M8.4 13H15.6L18 18C18.5 20.5 17.5 22 15.5 22H8.5C6.5 22 5.5 20.5 6 18Z"),
        ("g", "M9 1.8H15V5.8H9Z"),
    ),
    "silk scarf": (
        ("t", "M2.5 6.5C7 2 10.5 8 15 5.5L21.5 3 19.5 8.5C17 13 17.5 16 21 19.5L14.5 22C11 17 8 12.5 2.5 6.5Z"),
        ("n", "M6 7.5C10 11.5 13 16 17 20.5M11 7.2C14 10 14.5 15 18.5 20"),
    ),
    "perfume bottle": (
        ("t", "M12 9C17.5 9 20.5 12 20.5 15.5S17.5 22 12 22 3.5 19 3.5 15.5 6.5 9 12 9Z"),
        ("g", "M9.7 5.5H14.3V9.5H9.7Z"),
        ("g", "M12 1.2 14.2 3.4 12 5.6 9.8 3.4Z"),
        ("p", "M12 12 15 15.4 12 18.8 9 15.4Z"),
    ),
    "amethyst box": (
        ("p", "M4 13H20V21.5H4Z"),
        ("g", "M3 11.5H21V14.5H3Z"),
        ("t", "M7 6 9.5 2.5H14.5L17 6 12 12Z"),
        ("n", "M7 6H17M9.5 2.5 12 6 14.5 2.5"),
    ),
    "lemon basket": (
        ("t", _round(12, 7.5, 4)),
        ("t", _round(7.5, 11, 4)),
        ("t", _round(16.5, 11, 4)),
        ("g", "M2.5 13H21.5L18.5 21.5H5.5Z"),
        ("n", "M3.8 17H20.2M9 13 10 21.5M15 13 14 21.5"),
    ),
    "sandalwood box": (
        ("t", "M3 9.5 7.5 5H21L16.5 9.5Z"),
        ("t", "M3 9.5H16.5V20H3Z"),
        ("t", "M16.5 9.5 21 5V15.5L16.5 20Z"),
        ("n", "M3 12.5H16.5L21 8"),
        ("g", "M8.3 11.5H11.2V15.5H8.3Z"),
    ),
    "bangle": (
        ("t", _round(12, 12, 9.7) + _round(12, 12, 5.6, 1)),
        ("p", _round(12, 4.4, 1.1) + _round(4.4, 12, 1.1) + _round(19.6, 12, 1.1) + _round(12, 19.6, 1.1)),
    ),
    "brass tray": (
        ("t", _round(12, 12, 9.7)),
        ("n", _round(12, 12, 7)),
        ("g", "M12 7.5 13.3 10.7 16.5 12 13.3 13.3 12 16.5 10.7 13.3 7.5 12 10.7 10.7Z"),
    ),
    "signet ring": (
        ("t", _round(12, 15.3, 6.7) + _round(12, 15.3, 3.9, 1)),
        ("g", "M7.5 2.5H16.5L18.5 6.5 15 10.5H9L5.5 6.5Z"),
        ("p", "M12 4.3 14 6.5 12 8.7 10 6.5Z"),
    ),
}

_FILLS = {"g": "var(--orn-3)", "p": "var(--g-6)", "n": "none"}


def thing(card: int) -> str:
    """Return the name of the thing on a card: ``felt cap``."""
    return BOX.colours[card // A_COLOUR].things[card % A_COLOUR]


@lru_cache(maxsize=64)
def motif(card: int) -> str:
    """Return markup of the thing on a card, on a square of 24 from (0, 0)."""
    own = tone(card // A_COLOUR)
    return "".join(path(d, _FILLS.get(kind, own), OUTLINE, _LINE) for kind, d in _THINGS[thing(card)])
