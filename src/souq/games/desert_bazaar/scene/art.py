"""Drawings of single pieces, such as a tent or a die: functions that return SVG markup, most of it cached.

Resources are numbered 0 Water, 1 Camel, 2 Silk, 3 Spice; die faces continue with 4 Wild, 5 Desert. Pieces are drawn
around (0, 0).
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import n, rect
from souq.engine.present.ornament import polygon, star
from souq.engine.present.scene import path, text, use
from souq.games.desert_bazaar.scene.geometry import hexagon
from souq.games.desert_bazaar.state import NAMES

LETTERS = "WCSP"
FACES = (*NAMES, "Wild", "Desert")
EMBLEMS = ("crescent", "star", "palm", "lamp", "rose")
"""Emblems of the seats; the camel is missing because it is a resource here."""

LIT, PAPER, INK, OUTLINE = "var(--lit)", "var(--paper)", "var(--ink)", "var(--outline)"
FRAME_INK, MUTED, LINE = "var(--frame-ink)", "var(--muted)", "var(--line)"

_GLYPHS = ("g-W", "g-C", "g-S", "g-P", "g-wild", "g-desert")


# ---- shapes


def box(
    width: float,
    height: float,
    radius: float,
    fill: str,
    stroke: str = "",
    stroke_width: float = 1.2,
    extra: str = "",
    y: float = 0.0,
) -> str:
    """Return markup of a rectangle with round corners, centred on (0, ``y``)."""
    return rect(-width / 2, y - height / 2, width, height, radius, fill, stroke, stroke_width, extra)


def lit_box(width: float, height: float, radius: float) -> str:
    """Draw the highlighted rectangle that marks a piece as one that can be chosen."""
    return box(width, height, radius, "var(--lit-soft)", LIT, 2.5, 'class="edge"')


def tone(face: int) -> str:
    """Return the CSS variable with the colour of a resource or a die face."""
    return f"var(--g-{face + 1})"


def glyph(face: int, x: float, y: float, size: float) -> str:
    """Draw the symbol of a resource or a die face, in its ink colour, around (``x``, ``y``)."""
    left, top, ink = round(x - size / 2, 2), round(y - size / 2, 2), f"var(--g-{face + 1}-ink)"
    return use(_GLYPHS[face], left, top, round(size, 2), colour=ink)


# ---- pieces


@lru_cache(maxsize=64)
def tent(good: int, size: float) -> str:
    """Draw a tent. The point (0, 0) is a little below its middle."""
    return use(f"t-{LETTERS[good]}", round(-size / 2, 2), round(-size * 0.57, 2), round(size, 2))


@lru_cache(maxsize=128)
def coin(seat: int, radius: float) -> str:
    """Draw a seat's marker around (0, 0) for a sprite whose CSS class ``seat-n`` gives it its colour."""
    return coin_at(0, 0, seat, radius)


def coin_at(x: float, y: float, seat: int, radius: float, opacity: float = 1.0) -> str:
    """Draw a seat's marker around (``x``, ``y``), as part of a sprite with the CSS class ``seat-n``."""
    small = radius * 0.54
    art = use("marker", round(x - radius, 2), round(y - radius, 2), round(radius * 2, 2))
    art += use(
        f"e-{EMBLEMS[seat]}", round(x - small, 2), round(y - small, 2), round(small * 2, 2), colour="var(--tone-ink)"
    )
    return art if opacity == 1 else f'<g opacity="{opacity:g}">{art}</g>'


def disc_at(x: float, y: float, good: int, radius: float) -> str:
    """Draw what a neighbour pays: a small disc with the symbol of a resource, around (``x``, ``y``)."""
    circle = f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius)}" fill="{tone(good)}"'
    return f'{circle} stroke="var(--lift)" stroke-width="2.2"/>' + glyph(good, x, y, radius * 1.28)


@lru_cache(maxsize=64)
def card(good: int, width: float, deep: int = 0) -> str:
    """Draw a resource card on top of a pile; the edges of ``deep`` cards below it can be seen."""
    w, h, step = width, width * 1.4, width / 15
    art = ""
    for i in range(deep, 0, -1):
        art += rect(-w / 2 - i * step, -h / 2 - i * step, w, h, w * 0.14, tone(good), OUTLINE, 1)
    art += box(w, h, w * 0.14, tone(good), OUTLINE)
    return art + box(w * 0.84, h - w * 0.16, w * 0.08, "none", "var(--hi)") + glyph(good, 0, 0, w * 0.6)


def no_card(width: float, line: str) -> str:
    """Draw an empty place for a card."""
    return box(width, width * 1.4, width * 0.14, "none", line, 1.3, 'stroke-dasharray="3 3" opacity=".6"')


@lru_cache(maxsize=64)
def die(face: int, size: float) -> str:
    """Draw a die that shows ``face``, with a bright line along two edges."""
    a, b, c, r = (n(k * size / 48) for k in (19, 14, 12, 7))
    edge = f"M-{a} {b}V-{c}A{r} {r} 0 0 1 -{c} -{a}H{c}"
    art = box(size * 0.92, size * 0.92, size * 0.19, tone(face), OUTLINE, 1.5)
    art += path(edge, "none", "var(--hi)", round(size / 24, 2), 'stroke-linecap="round"')
    return art + glyph(face, 0, 0, size * 0.56)


@lru_cache(maxsize=64)
def stock(count: int) -> str:
    """Draw the face-down tiles and their number."""
    pile = "".join(path(hexagon(22, -i * 2.5, -i * 2.5), "var(--orn-2)", OUTLINE, 1.3) for i in (2, 1, 0))
    words = text(str(count), 32, -3, 19, FRAME_INK, anchor="start", serif=True)
    words += text("in stock", 32, 13, 11.5, FRAME_INK, anchor="start")
    return (
        rect(-28, -30, 112, 58, 8, "var(--frame)")
        + pile
        + path(polygon(star(0, 0, 12, 8, 0.6)), "var(--orn-1)")
        + words
    )


@lru_cache(maxsize=64)
def small_stock(count: int) -> str:
    """Draw the face-down tiles and their number, small enough for the corner of a phone's board."""
    back = path(hexagon(12), "var(--orn-2)", OUTLINE, 1) + path(polygon(star(0, 0, 7, 8, 0.6)), "var(--orn-1)")
    return rect(-16, -16, 56, 32, 7, "var(--frame)") + back + text(str(count), 18, 5, 14, FRAME_INK, 600, "start")


# ---- tiles


def flag(stripes: tuple[int, ...], x: float, y: float, width: float, height: float, upright: bool = False) -> str:
    """Draw a tile's cost as three stripes with the symbols of resources; ``x``, ``y`` is their top left corner."""
    art, size = "", min(width, height) * 0.7
    for i, good in enumerate(stripes):
        left, top = (x, y + i * height) if upright else (x + i * width, y)
        art += rect(left, top, width, height, 0, tone(good), OUTLINE)
        art += glyph(good, left + width / 2, top + height / 2, size)
    return art


@lru_cache(maxsize=512)
def tile(product: int, stripes: tuple[int, ...], radius: float, state: str) -> str:
    """Draw a tile on display: a hexagon with the tent above and the cost large below.

    ``state`` is "", "lit" (can be built), "idle" (cannot) or "picked".
    """
    s, top, t = radius * 0.46, radius * 0.12, radius * 0.86
    if state == "picked":
        ground = path(hexagon(radius), "var(--lit-soft)", "var(--lift)", 3)
    else:
        ground = path(hexagon(radius), "var(--frame-2)" if state == "idle" else "var(--board)", OUTLINE, 1.5)
    if state == "lit":
        ground += path(hexagon(radius - 1), "var(--lit-soft)", extra='opacity=".75"')
        ground += path(hexagon(radius * 0.9), "none", LIT, 2)
    roof = use(f"t-{LETTERS[product]}", round(-t / 2, 2), round(top - t * 0.97, 2), round(t, 2))
    picture = flag(stripes, -1.5 * s, top, s, s * 1.12) + roof
    return ground + (f'<g opacity=".72">{picture}</g>' if state == "idle" else picture)


@lru_cache(maxsize=512)
def ticket(product: int, stripes: tuple[int, ...], state: str) -> str:
    """Draw a tile on display as a rectangle of 86 × 53 for a phone, with the tile's cost at the right edge."""
    if state == "picked":
        ground = box(86, 53, 7, "var(--lit-soft)", LIT, 2.5)
    else:
        ground = box(86, 53, 7, "var(--board)", OUTLINE)
    if state == "lit":
        ground += box(84, 51, 6, "var(--lit-soft)", extra='opacity=".75"') + box(81, 48, 5, "none", LIT, 1.8)
    picture = use(f"t-{LETTERS[product]}", -38, -22.5, 43) + flag(stripes, 10, -23.3, 26, 15.5, upright=True)
    shade = box(87, 54, 7.5, "var(--ground)", extra='opacity=".6"') if state == "idle" else ""
    return ground + picture + shade
