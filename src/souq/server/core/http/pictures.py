"""PNG pictures that other programs show: link previews in messengers, and the app's icons.

They are rendered from souq's own art when they are first requested. Link previews contain no titles, since messengers
show those from the page's metadata.
"""

from __future__ import annotations

from functools import cache

from souq.engine import registry
from souq.engine.present.draw import alone, colours
from souq.games import card, cards
from souq.server.core.http.templating import static_file

WIDTH, HEIGHT = 1200, 630
"""Size of a link preview in pixels, as messengers expect it."""

HOUSE = "souq"
"""Name of the picture for souq as a whole. The picture for a game has the game's name."""

ICONS = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "apple-touch-180": 180}
"""Width in pixels of each icon of the app."""

_SPACE = "http://www.w3.org/2000/svg"
_FACE = "Noto Sans, DejaVu Sans, sans-serif"
_MARK = 152, 44


def names() -> list[str]:
    """Return the names of all pictures."""
    return [HOUSE, *(shown.game for shown in cards() if shown.playable), *ICONS]


@cache
def png(name: str) -> bytes | None:
    """Return the picture with this name as PNG, or None if there is none."""
    import resvg_py

    if name not in names():
        return None
    width = ICONS.get(name, WIDTH)
    drawn = _icon(name) if name in ICONS else _house() if name == HOUSE else _game(name)
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width))


def document(width: float, height: float, body: str) -> str:
    """Return an SVG document of this size."""
    return f'<svg xmlns="{_SPACE}" viewBox="0 0 {width:g} {height:g}" font-family="{_FACE}">{body}</svg>'


def pattern(game: str, width: float, height: float, scale: float) -> str:
    """Return a game's ornament (a repeating pattern) on the game's background colour, as SVG."""
    shown = card(game)
    assert shown is not None
    ground = f'<rect width="{width:g}" height="{height:g}" fill="var(--orn-1)"/>'
    return alone(ground + shown.ornament(width, height, scale), registry.find(game))


def _game(game: str) -> str:
    """Return the link preview of a game as SVG: the scene on its card, on its ornament, and souq's name in a corner."""
    shown = card(game)
    assert shown is not None
    scene = f'<svg x="330" y="30" width="540" height="540" viewBox="0 0 200 200">{shown.scene}</svg>'
    plate, name = mark(WIDTH - 190, HEIGHT - 84, 118)
    return document(
        WIDTH, HEIGHT, pattern(game, WIDTH, HEIGHT, 2) + alone(scene, registry.find(game)) + alone(plate + name, None)
    )


def _house() -> str:
    """Return the link preview of souq as SVG: a strip of each game's ornament, with souq's name in the middle."""
    strips, shown = [], [each for each in cards() if each.playable]
    width = WIDTH / len(shown)
    for i, each in enumerate(shown):
        strips.append(f'<svg x="{i * width:g}" width="{width:g}" height="{HEIGHT}">')
        strips.append(pattern(each.game, width, HEIGHT, 1.4) + "</svg>")
    plate, name = mark((WIDTH - 460) / 2, (HEIGHT - 460 * _MARK[1] / _MARK[0]) / 2, 460)
    return document(WIDTH, HEIGHT, "".join(strips) + alone(plate + name, None))


def mark(x: float, y: float, width: float) -> tuple[str, str]:
    """Return souq's name as two pieces of SVG: a plate for the background, and the lettering."""
    height, pad = width * _MARK[1] / _MARK[0], width * 0.17
    box = f'x="{x - pad:g}" y="{y - pad:g}" width="{width + 2 * pad:g}" height="{height + 2 * pad:g}"'
    plate = f'<rect {box} rx="{pad / 2:g}" fill="var(--paper)" stroke="var(--outline)" stroke-width="{width / 80:g}"/>'
    name = f'<use href="#wordmark" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" color="var(--ink)"/>'
    return plate, name


def _icon(name: str) -> str:
    """Return an icon of the app as SVG. Icons that systems crop themselves have a background up to the edges."""
    sign = (static_file("favicon.svg") or b"").decode()
    if name.startswith("icon"):
        return sign
    ground = f'<rect width="32" height="32" fill="{colours(None, "light")["--paper"]}"/>'
    inset = 4 if name.startswith("maskable") else 1
    size = 32 - 2 * inset
    return document(32, 32, f'{ground}<svg x="{inset}" y="{inset}" width="{size}" height="{size}">{sign}</svg>')
