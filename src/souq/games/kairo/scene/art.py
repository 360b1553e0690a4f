"""Drawings of all things on the table: tiles and doors, customers, stall cards, barkers and plates.

Everything is drawn around (0, 0); a card is 72 by 88, and sprites scale it.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import n
from souq.engine.present.ornament import EIGHTH, polygon, ring
from souq.engine.present.scene import path, text, use
from souq.games.kairo.scene.geometry import CELL, INSET, NEAR, centre, outline
from souq.games.kairo.state import BOX, JOKERS, NAMES, SEGMENTS

LETTERS = tuple(name[0].upper() for name in NAMES)
"""For each colour, its letter."""
EMBLEMS = ("crescent", "star", "camel", "palm")
"""For each seat, its emblem."""
WIDTH, HEIGHT = 72.0, 88.0
"""Size of a card."""
BACK = (88.0, 64.0)
"""Size of the draw pile's top card."""
_ROOM = 66.0  # greatest width of a name on a card
_NAME = 10.5  # font size of a name
_FEE_AT = (31.0, -40.0)  # middle of a joker's badge
_TURN = {(0.0, 1.0): 0, (-1.0, 0.0): 90, (0.0, -1.0): 180, (1.0, 0.0): 270}  # of a door in degrees, by its direction
_DOOR = 29.0  # from the middle of a stall to its edge


# ---- words


def card_name(card: int) -> str:
    """Return the name printed on a card: ``South-east``."""
    return BOX.cards[card].name.capitalize()


def card_words(card: int) -> str:
    """Return a card's name, with the fee of a joker: ``West column, a joker that costs 1``."""
    fee = f", a joker that costs {BOX.turn['joker_fee']}" if card >= JOKERS else ""
    return card_name(card) + fee


# ---- shapes


def rect(x: float, y: float, width: float, height: float, radius: float, fill: str, extra: str = "") -> str:
    """Return the markup of a rectangle with round corners."""
    place = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="{n(radius)}"'
    return f'<rect {place} fill="{fill}"{" " + extra if extra else ""}/>'


def edge(width: float, height: float, radius: float) -> str:
    """Return an outline around (0, 0), highlighted while a piece can be chosen or was part of the last action."""
    return rect(-width / 2, -height / 2, width, height, radius, "none", 'class="edge" stroke-width="2.2"')


def stroke(colour: str, width: float = 1.0) -> str:
    """Return the SVG attributes of a line's colour and width."""
    return f'stroke="{colour}" stroke-width="{width:g}"'


def tone(colour: int) -> str:
    """Return the CSS variable of a colour."""
    return f"var(--g-{colour + 1})"


def ink(colour: int) -> str:
    """Return the CSS variable of text on a colour."""
    return f"var(--g-{colour + 1}-ink)"


def at(art: str, x: float, y: float, turn: float = 0.0) -> str:
    """Return markup moved to a point and turned by ``turn`` degrees."""
    rotated = f" rotate({turn:g})" if turn else ""
    return f'<g transform="translate({n(x)} {n(y)}){rotated}">{art}</g>'


def plate(count: int, radius: float = 15.0) -> str:
    """Draw a number on a light disc."""
    disc = f'<circle r="{radius:g}" fill="var(--plate)" {stroke("var(--outline)", 1.3)}/>'
    return disc + text(str(count), 0, radius * 0.37, radius * 1.07, "var(--plate-ink)", 700)


@lru_cache(maxsize=32)
def number(count: int, grow: float = 1.0) -> str:
    """Return a small number on a light disc around (0, 0), scaled by ``grow``."""
    r = 9.5 * grow
    circle = f'<circle r="{n(r)}" fill="var(--plate)" stroke="var(--outline)" stroke-width="1.3"/>'
    return circle + text(str(count), 0, round(4.6 * grow, 1), round(13 * grow, 1), "var(--plate-ink)", 700)


# ---- cards and barkers


@lru_cache(maxsize=64)
def face(card: int, short: bool = False) -> str:
    """Draw a stall card face up: a map of the segments, north at the top, with those it reaches highlighted.

    ``short`` is for a small card, with the name in larger type.
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
    """Draw a joker's fee on its corner."""
    x, y = _FEE_AT
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="10.5" fill="var(--gold)" {stroke("var(--outline)", 1.3)}/>'
    return disc + text(f"−{BOX.turn['joker_fee']}", x, y + 4.2, size, "var(--gold-ink)", 700)


@lru_cache(maxsize=16)
def slot(width: float = WIDTH, height: float = HEIGHT) -> str:
    """Draw an empty place for a card around (0, 0)."""
    return rect(
        -width / 2, -height / 2, width, height, 7, "none", f'{stroke("var(--line)", 1.3)} stroke-dasharray="4 4"'
    )


@lru_cache(maxsize=16)
def back(width: float, height: float) -> str:
    """Draw a stall card face down: the lattice of a screen, octagons and turned squares."""
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
    """Draw the deck: the edges of up to two more cards show below the top one."""
    art = ""
    for i in range(min(2, max(0, count - 1)), 0, -1):
        x, y = i * 3 - width / 2, i * 3 - height / 2
        art += rect(x, y, width, height, 7, "var(--frame-2)", stroke("var(--frame-ink)", 1.2))
    return art + (back(width, height) if count else slot(width, height)) + edge(width, height, 7)


def barker_sign(size: float, colour: str = "var(--accent)") -> str:
    """Draw a market barker's horn around (0, 0)."""
    return use("ka-barker", -size / 2, -size / 2, size, colour=colour)


# ---- stalls


def disc(owner: int) -> str:
    """Draw an owner's emblem on a disc around (0, 0). For a neutral stall, the disc has a bar and no emblem."""
    return use(f"ka-seat-{owner + 1}", -17, -17, 34)


@lru_cache(maxsize=32)
def stall(colour: int, size: float) -> str:
    """Draw a stall that is not on the board: a tile in its weave with its letter."""
    half, radius = size / 2, size * 0.22
    art = rect(-half, -half, size, size, radius, tone(colour), stroke("var(--outline)", 1.5))
    if colour:
        art += rect(-half, -half, size, size, radius, f"url(#ka-w-{NAMES[colour]})")
    return art + text(LETTERS[colour], 0, size * 0.2, size * 0.55, ink(colour), 700)


@lru_cache(maxsize=2048)
def body(colour: int, tiles: frozenset[int], origin: int) -> str:
    """Draw the joined tiles of a stand around the middle of site ``origin``: cloth, weave, seams, outline."""
    d = outline(tiles, origin)
    art = path(d, tone(colour))
    if colour:
        art += path(d, f"url(#ka-w-{NAMES[colour]})")
    seams = _seams(tiles, origin)
    if seams:
        art += path(seams, "none", "var(--outline)", 1.2, 'stroke-opacity=".35" stroke-dasharray="3 4"')
    return art + path(d, "none", "var(--outline)", 1.6, 'class="edge"')


def _seams(tiles: frozenset[int], origin: int) -> str:
    """Return path data of the lines where tiles of a stand meet."""
    ox, oy = centre(origin)
    half, long = CELL / 2, CELL - 4 * INSET
    d = ""
    for tile in sorted(tiles):
        x, y = centre(tile)[0] - ox, centre(tile)[1] - oy
        for near in NEAR[tile]:
            if near in tiles and near == tile + 1:
                d += f"M{n(x + half)} {n(y - long / 2)}v{n(long)}"
            elif near in tiles and near > tile + 1:
                d += f"M{n(x - long / 2)} {n(y + half)}h{n(long)}"
    return d


@lru_cache(maxsize=64)
def halo(tiles: frozenset[int], origin: int) -> str:
    """Draw the soft ring around a stand that can be chosen."""
    d = outline(tiles, origin, 1.5, 13.0)
    return path(d, "var(--lit-soft)", "var(--lit)", 2.5)


@lru_cache(maxsize=512)
def dashed(tiles: frozenset[int], origin: int) -> str:
    """Draw the dashed outline of a stand as it would be after a building."""
    d = outline(tiles, origin, 1.0, 13.0)
    return path(d, "none", "var(--lit)", 3, 'stroke-dasharray="6 5"')


@lru_cache(maxsize=64)
def door(colour: int, dx: float, dy: float, grow: float = 1.0) -> str:
    """Draw the door of a stall and the dashed site in front of it, around the middle of the entry."""
    site = f'<rect x="-24" y="-24" width="48" height="48" rx="9" fill="{tone(colour)}" fill-opacity=".2"'
    site += f' stroke="{tone(colour)}" stroke-opacity=".75" stroke-width="1.5" stroke-dasharray="4 4"/>'
    x, y = -dx * _DOOR, -dy * _DOOR
    leaf = at(use("ka-door", -16, -10, 32, 34, tone(colour)), x, y, _TURN[dx, dy])
    return site + leaf + text(LETTERS[colour], x + 6 * dx, y + 6 * dy + 4.7 * grow, 13.7 * grow, ink(colour), 700)


# ---- customers


@lru_cache(maxsize=64)
def figure(colour: int, state: str = "") -> str:
    """Draw a customer on a site. A ``state`` (``lit``, ``chosen`` or ``done``) adds a ring around the feet."""
    ring = f'<ellipse cy="17" {_RINGS[state]}/>' if state else _SHADOW
    if state == "chosen":
        return ring + use(f"ka-{NAMES[colour]}", -23.8, -43, 47.7, 62)
    return ring + use(f"ka-{NAMES[colour]}", -20, -28, 40, 52)


_SHADOW = '<ellipse cy="20" rx="17" ry="4.5" fill="var(--shadow)"/>'
_RINGS = {
    "lit": 'rx="21" ry="8.5" fill="var(--lit-soft)" stroke="var(--lit)" stroke-width="2.5"',
    "chosen": 'rx="24" ry="9" fill="var(--lift)" stroke="var(--lit)" stroke-width="3"',
    "done": 'rx="21" ry="8.5" fill="none" stroke="var(--trail)" stroke-width="2" stroke-dasharray="2 5"'
    ' stroke-linecap="round"',
}
