"""What pieces look like: booths, goals, tokens and the signs of the seats."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import path, text, use
from souq.games.chatuchak.scene import marks
from souq.games.chatuchak.scene.planes import Pairs
from souq.games.chatuchak.scene.words import EMBLEMS, SIGNS, strength_words
from souq.games.chatuchak.state import MIX, PATH

HEX = "M12 .8l9.7 5.6v11.2L12 23.2l-9.7-5.6V6.4z"
STAR = "M12 5L13.8 9.5L18.7 9.8L15 13L16.1 17.7L12 15.1L7.9 17.7L9.1 13L5.3 9.8L10.2 9.5z"  # of a token, 24 by 24
OUTLINE = 'stroke="var(--outline)" stroke-width="1.3"'


def tone(colour: int) -> str:
    """The token of a colour of booths."""
    return f"var(--g-{colour + 1})"


def ink(colour: int) -> str:
    """The token of what stands on it."""
    return f"var(--g-{colour + 1}-ink)"


def at(art: str, x: float, y: float, scale: float = 1.0) -> str:
    """Markup moved to a point, and scaled there."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({n(x)} {n(y)}){size}">{art}</g>'


def sign(colour: int, x: float, y: float, size: float) -> str:
    """The figure of a booth, its upper left corner at ``x``, ``y``."""
    return use(f"ch-{SIGNS[colour]}", x, y, size)


def chip(colour: int, x: float, y: float, size: float) -> str:
    """A small booth: a rounded square of its colour with its figure."""
    square = f'x="{n(x)}" y="{n(y)}" width="{n(size)}" height="{n(size)}" rx="{n(size * 0.2)}"'
    inner = size * 0.72
    return (
        f'<rect {square} fill="{tone(colour)}"/>{sign(colour, x + (size - inner) / 2, y + (size - inner) / 2, inner)}'
    )


# ---- goals


def plate_width(marker: int, strength: int) -> float:
    """Width of :func:`plate`."""
    return marks.width(marker) * 1.25 + 20 + 10.5 * len(strength_words(marker, strength))


@lru_cache(maxsize=512)
def plate(marker: int, strength: int, pairs: Pairs) -> str:
    """A goal's marker with its strength on a light plate, round (0, 0), 38 high."""
    broad, words = marks.width(marker) * 1.25, strength_words(marker, strength)
    width = plate_width(marker, strength)
    box = f'x="{n(-width / 2)}" y="-19" width="{n(width)}" height="38" rx="19" fill="var(--paper)" {OUTLINE}'
    number = text(words, (broad + 4) / 2 + 1, 6, 17, "var(--ink)", 700)
    return f'<rect {box} class="edge"/>{at(marks.sign(marker, pairs, 1.25), 4 + broad / 2 - width / 2, 0)}{number}'


# ---- tokens


def general(x: float, y: float, size: float) -> str:
    """A general token."""
    return use("ch-token", x, y, size)


@lru_cache(maxsize=64)
def matching(marker: int, pairs: Pairs) -> str:
    """A goal's matching token, 24 by 24: the colours of the goal under a star."""
    if marker < MIX:
        shape, star = f'<path d="{HEX}" fill="{tone(marker)}"/>', ink(marker)
    elif marker < PATH:
        one, other = pairs[marker - MIX]
        left, right = "M12 .8L2.3 6.4V17.6L12 23.2z", "M12 .8L21.7 6.4V17.6L12 23.2z"
        shape, star = f'<path d="{left}" fill="{tone(one)}"/><path d="{right}" fill="{tone(other)}"/>', ""
    else:
        shape, star = f'<path d="{HEX}" fill="var(--ink)"/>', "var(--paper)"
    rim = path(HEX, "none", "var(--outline)", 1.3)
    drawn = path(STAR, star) if star else path(STAR, "var(--paper)", "var(--outline)", 1.0)
    return shape + rim + drawn


# ---- seats


def coin(seat: int, x: float, y: float, size: float) -> str:
    """A seat's sign on its disc, its upper left corner at ``x``, ``y``."""
    fill, r = f"var(--seat-{seat + 1})", size / 2
    width = n(max(size / 16, 1.0))
    disc = f'<circle cx="{n(x + r)}" cy="{n(y + r)}" r="{n(r * 0.94)}" fill="{fill}" stroke="var(--ring)"'
    figure = use(
        f"e-{EMBLEMS[seat]}", x + size * 0.225, y + size * 0.225, size * 0.55, colour=f"var(--seat-{seat + 1}-ink)"
    )
    return f'{disc} stroke-width="{width}"/>{figure}'
