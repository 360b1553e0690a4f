"""Pictures of scenes that need no other files, for notebooks, files and bug reports.

The browser draws with CSS variables and shared symbols. A picture outside the page has neither, so both are expanded
here: every ``<use>`` becomes a copy of its symbol, and every ``var(--token)`` its colour in the chosen theme.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from souq.engine.present.scene import Area, Scene, Sprite

if TYPE_CHECKING:
    from souq.engine.game import Game

Theme = Literal["light", "dark"]

_BLOCK = re.compile(r"([^{}]+)\{([^{}]*)\}")
_TOKEN = re.compile(r"(--[\w-]+)\s*:\s*([^;]+)")
_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->", re.S)
_VAR = re.compile(r"var\((--[\w-]+)(?:\s*,\s*([^()]*))?\)")
_SYMBOL = re.compile(r"<symbol\b([^>]*)>(.*?)</symbol>", re.S)
_PATTERN = re.compile(r"<pattern\b.*?</pattern>", re.S)
_USE = re.compile(r"<use\b([^>]*?)/>|<use\b([^>]*?)></use>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_RGB = re.compile(r"rgb\(\s*(\d+)\s+(\d+)\s+(\d+)\s*/\s*([\d.]+)\s*\)")
_SEAT = re.compile(r"\bseat-(\d)\b")
_TONED = re.compile(r"\b(seat|tone)-(\d)\b")
_SPACE = "http://www.w3.org/2000/svg"
ET.register_namespace("", _SPACE)


def art(name: str) -> str:
    """Return the text of an art file shared by all games: ``tokens.css`` or ``house.svg``."""
    return resources.files("souq.engine").joinpath("art", name).read_text("utf-8")


def sheet_of(game: Game | None) -> str:
    """Return the style sheet with the game's colours; "" if the game has none."""
    return _read(game.folder / "theme.css") if game else ""


def symbols(game: Game | None) -> str:
    """Return the SVG with the game's symbols; "" if the game has none."""
    return _read(game.folder / "symbols.svg") if game else ""


def svg(scene: Scene, game: Game, theme: Theme = "light", area: str = "board") -> str:
    """Return an area of a scene, such as the board, as an SVG document that needs no other files."""
    drawn = next(a for a in scene.areas if a.name == area)
    tokens = colours(game, theme)
    sheet = _symbols(game)
    body = _expand(drawn.backdrop + drawn.ground, tokens, sheet) + "".join(
        _sprite(s, tokens, sheet) for s in sorted(drawn.sprites, key=lambda s: s.layer)
    )
    defs = "".join(_paint(p, tokens) for p in _PATTERN.findall(_COMMENT.sub("", symbols(game))))
    return _document(drawn, _paint("var(--frame)", tokens), f"<defs>{defs}</defs>{body}")


def png(scene: Scene, game: Game, theme: Theme = "light", width: int = 1440, area: str = "board") -> bytes:
    """Return an area of a scene, such as the board, as a PNG image that is ``width`` pixels wide."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg(scene, game, theme, area), width=width))


def alone(markup: str, game: Game | None, theme: Theme = "light") -> str:
    """Return markup that needs no other files: symbols are copied into it, and colour variables replaced by colours.

    The colours are those of a game or, without one, of souq. Classes such as ``seat-1`` or ``tone-3`` set the colours
    of an element's contents to those of a seat or of goods.
    """
    tokens, sheet = colours(game, theme), _symbols(game)
    defs = "".join(_paint(p, tokens) for p in _PATTERN.findall(_COMMENT.sub("", symbols(game))))
    drawn = (_alone(part, tokens, sheet) for part in ET.fromstring(f'<svg xmlns="{_SPACE}">{markup}</svg>'))
    return f"<defs>{defs}</defs>{''.join(drawn)}"


def _alone(part: ET.Element, tokens: Mapping[str, str], sheet: Mapping[str, tuple[str, str]]) -> str:
    """Return an element and its children as markup in which symbols and colour variables are replaced.

    A class such as ``seat-1`` changes the colours inside its element.
    """
    toned = _TONED.search(part.get("class", ""))
    if toned:
        of = f"--{'g' if toned[1] == 'tone' else 'seat'}-{toned[2]}"
        tokens = {**tokens, "--tone": tokens[of], "--tone-ink": tokens[f"{of}-ink"]}
    inner = "".join(_alone(child, tokens, sheet) for child in part)
    shell = ET.Element(part.tag, part.attrib)
    shell.text = "\0" if inner else part.text
    written = ET.tostring(shell, "unicode").replace(f' xmlns="{_SPACE}"', "").replace(" />", "/>")
    return _expand(written, tokens, sheet).replace("\0", inner)


@cache
def colours(game: Game | None, theme: Theme) -> dict[str, str]:
    """Return the value of every colour variable, in the light or the dark theme.

    The values of souq's variables can be overridden by the game.
    """
    found: dict[str, str] = {}
    own = f'[data-game="{game.name}"]' if game else ""
    for sheet, wanted in ((art("tokens.css"), ":root"), (sheet_of(game), own)):
        for selector, body in _BLOCK.findall(_COMMENT.sub("", sheet)):
            if selector.strip() == wanted:
                found.update({name: themed(value.strip(), theme) for name, value in _TOKEN.findall(body)})
    return {name: _paint(value, found) for name, value in found.items()}


def themed(value: str, theme: Theme) -> str:
    """Return the colour that the CSS value ``light-dark(a, b)`` means in the light or the dark theme.

    Other values are returned unchanged.
    """
    if not value.startswith("light-dark("):
        return value
    inner, depth = value[len("light-dark(") : -1], 0
    for at, letter in enumerate(inner):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            return (inner[:at] if theme == "light" else inner[at + 1 :]).strip()
    return value


def _paint(markup: str, tokens: Mapping[str, str]) -> str:
    """Replace every ``var(--token)`` in markup by its value, which may contain variables itself."""
    for _ in range(4):
        painted = _VAR.sub(lambda m: tokens.get(m[1], m[2] or "none"), markup)
        if painted == markup:
            break
        markup = painted
    return _RGB.sub(r"rgba(\1,\2,\3,\4)", markup)


@cache
def _symbols(game: Game | None) -> dict[str, tuple[str, str]]:
    """Return the symbols of souq and of a game by their IDs, each with its viewBox and its markup."""
    found: dict[str, tuple[str, str]] = {}
    for sheet in (art("house.svg"), symbols(game)):
        for head, inner in _SYMBOL.findall(_COMMENT.sub("", sheet)):
            attributes = dict(_ATTRIBUTE.findall(head))
            found[attributes["id"]] = (attributes.get("viewBox", "0 0 24 24"), inner)
    return found


def _expand(
    markup: str, tokens: Mapping[str, str], sheet: Mapping[str, tuple[str, str]], ink: str = "#000000", depth: int = 0
) -> str:
    """Replace every ``<use>`` in SVG markup by a copy of the symbol it refers to; ``ink`` is the current colour."""

    def copy(match: re.Match[str]) -> str:
        attributes = dict(_ATTRIBUTE.findall(match[1] or match[2] or ""))
        name = attributes.get("href", "").removeprefix("#")
        if name not in sheet or depth > 6:
            return ""
        box, inner = sheet[name]
        colour = _paint(attributes.get("color", ink), tokens)
        width, height = attributes.get("width", box.split()[2]), attributes.get("height", box.split()[3])
        place = f'x="{attributes.get("x", "0")}" y="{attributes.get("y", "0")}" width="{width}" height="{height}"'
        turn = f' transform="{attributes["transform"]}"' if "transform" in attributes else ""
        faint = f' opacity="{attributes["opacity"]}"' if "opacity" in attributes else ""
        drawn = (
            f'<svg {place} viewBox="{box}" overflow="visible">{_expand(inner, tokens, sheet, colour, depth + 1)}</svg>'
        )
        return f"<g{turn}{faint}>{drawn}</g>" if turn or faint else drawn

    return _paint(_USE.sub(copy, markup).replace("currentColor", ink), tokens)


def _sprite(sprite: Sprite, tokens: dict[str, str], sheet: Mapping[str, tuple[str, str]]) -> str:
    """Return markup of a sprite at its position, in the colours of the seat named by a class such as ``seat-1``."""
    seat = _SEAT.search(sprite.classes)
    toned = (
        {**tokens, "--tone": tokens[f"--seat-{seat[1]}"], "--tone-ink": tokens[f"--seat-{seat[1]}-ink"]}
        if seat
        else tokens
    )
    turn = f" rotate({sprite.rotation:g})" if sprite.rotation else ""
    size = f" scale({sprite.scale:g})" if sprite.scale != 1 else ""
    faint = ' opacity=".5"' if "dim" in sprite.classes.split() else ""
    drawn = _expand(sprite.art, toned, sheet)
    return f'<g transform="translate({sprite.x:g} {sprite.y:g}){turn}{size}"{faint}>{drawn}</g>'


def _document(area: Area, ground: str, body: str) -> str:
    face = "Noto Sans, DejaVu Sans, sans-serif"
    body = body.replace('class="serif"', 'font-family="Noto Serif, DejaVu Serif, serif"')
    width, height = f"{area.width:g}", f"{area.height:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="{face}" role="img"><title>{escape(area.label)}</title>'
        f'<rect width="100%" height="100%" fill="{ground}"/>{body}</svg>'
    )


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""
