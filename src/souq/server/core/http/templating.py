"""Templates and the functions they may call, style sheets, and all files under ``/static/``."""

from __future__ import annotations

import hashlib
import re
from datetime import date
from functools import cache
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import cast

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from souq.engine.present.card import Card
from souq.engine.present.draw import Theme, colours, themed
from souq.engine.present.ornament import framed, painted
from souq.engine.present.wording import number
from souq.games import card, cards
from souq.server.core.clocks.forms import day_presets, live_presets

SERVER = cast(Path, resources.files("souq.server"))
STATIC = SERVER / "static"
PLACES = [SERVER, *sorted(folder for folder in (SERVER / "features").iterdir() if folder.is_dir())]
"""Folders with static files and templates: the shared folder and those of the features.

A file's name occurs in only one of them.
"""
ART = cast(Path, resources.files("souq.engine") / "art")
"""Folder with souq's colours and symbols. It belongs to the engine, whose pictures need them too."""

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp",
    "webmanifest": "application/manifest+json",
    "txt": "text/plain; charset=utf-8",
}
"""Content types of static files, by file extension; files with other extensions are not served."""

COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")

ORNAMENTS = {
    "card": (290, 256, 1.0),
    "side": (200, 220, 1.0),
    "thumb": (120, 88, 0.62),
    "shelf": (128, 96, 0.62),
    "banner": (400, 120, 0.8),
    "strip": (1360, 96, 1.0),
    "board": (896, 683, 1.0),
}
"""Width, height and scale of a game's ornament (a repeating pattern), by the place on a page where it is used."""

NAMED = re.compile(r"""(?:href=["']|url\()#([\w-]+)""")
"""Pattern of a reference to a symbol or a fill pattern in SVG."""

TWO_COLOURS = re.compile(r"light-dark\((?:[^()]|\([^()]*\))*\)")


@cache
def stylesheet() -> str:
    """Return the colours of souq and of every game as one style sheet.

    Browsers older than spring 2024 may not support ``light-dark()``; they always get the light colours.
    """
    whole = "\n".join([(ART / "tokens.css").read_text("utf-8"), *(card.theme for card in cards())])
    day = TWO_COLOURS.sub(lambda pair: themed(pair[0], "light"), whole)
    return f"{whole}\n@supports not (color: light-dark(#fff, #000)) {{\n{day}\n}}\n"


def static_file(name: str) -> bytes | None:
    """Return the content of the file with the address ``/static/<name>``, or None.

    ``theme.css`` is the :func:`stylesheet`. A name can't lead to a file outside the folders.
    """
    if name == "theme.css":
        return stylesheet().encode()
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or "\\" in name or "\0" in name or ".." in parts:
        return None
    for folder in (*(place / "static" for place in PLACES), ART):
        path = folder.joinpath(*parts)
        if path.is_file():
            return path.read_bytes()
    return None


def stamp(data: bytes) -> str:
    """Return a short hash of a file's content. It becomes part of the file's address, which thus changes with it."""
    return hashlib.sha256(data).hexdigest()[:12]


def ornament(game: str, name: str) -> Markup:
    """Return SVG markup that displays one of a game's :data:`ORNAMENTS`; it is empty for a game without a card.

    The markup refers to a file, which browsers cache, and takes the colours of the place where it is used.
    """
    art = ornament_file(game, name)
    if art is None:
        return Markup()
    width, height, _ = ORNAMENTS[name]
    use = f'<use href="/games/{game}/ornaments/{name}.svg?v={stamp(art)}#ornament"/>'
    return Markup(framed(use, width, height))


def ornament_file(game: str, name: str) -> bytes | None:
    """Return one of a game's ornaments as an SVG file; None if the game has no card, or there is no such ornament."""
    return _ornament_file(game, name) if name in ORNAMENTS and card(game) else None


@cache
def _ornament_file(game: str, name: str) -> bytes:
    known = card(game)
    assert known is not None
    art = painted(known.pattern(*ORNAMENTS[name]))
    return f'<svg xmlns="http://www.w3.org/2000/svg"><g id="ornament">{art}</g></svg>'.encode()


@cache
def symbols(shown: Card) -> Markup:
    """Return those of a game's symbols that its card uses, as SVG to include once in a page."""
    from xml.etree import ElementTree  # the worker of a page without a server has none

    sheet = ElementTree.fromstring(shown.symbols)
    parts = {part.attrib["id"]: part for part in sheet.iter() if "id" in part.attrib}
    needed, waiting = set[str](), [shown.scene]
    while waiting:
        named = {name for name in NAMED.findall(waiting.pop()) if name in parts}
        waiting += [ElementTree.tostring(parts[name], "unicode") for name in named - needed]
        needed |= named
    for holder in list(sheet.iter()):
        for part in list(holder):
            own = {each.attrib["id"] for each in part.iter() if "id" in each.attrib}
            if own and not own & needed and holder.get("id") not in needed:
                holder.remove(part)
    return Markup(ElementTree.tostring(sheet, "unicode"))  # prefixes: see souq.engine.present.draw


def words(sentence: str) -> Markup:
    """Convert a sentence from the description of a game's events to HTML: ``**`` is bold, ``[[`` marks points.

    >>> words("**Rosa** builds & scores [[+2]]")
    Markup('<b>Rosa</b> builds &amp; scores <span class="pos">+2</span>')
    """
    bold = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", str(escape(sentence)))
    return Markup(re.sub(r"\[\[(.+?)\]\]", r'<span class="pos">\1</span>', bold))


def count(number: int) -> str:
    """Return a small number as a capitalised word, for headings, and a larger one in digits.

    >>> count(5), count(20)
    ('Five', '20')
    """
    return COUNTS[number] if number < len(COUNTS) else str(number)


def ground(theme: Theme) -> str:
    """Return the background colour of pages, which browsers also use for the area around a page."""
    return colours(None, theme)["--ground"]


def environment() -> Environment:
    """Return the template environment with the functions and filters that need no running server.

    Templates escape every value except art. ``rendering`` adds ``static``, ``import_map``, ``game_url`` and
    ``souq_version``.
    """
    loader = FileSystemLoader([*(place / "templates" for place in PLACES), ART])
    made = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.globals.update(
        ornament=ornament,
        symbols=symbols,
        count=count,
        ground=ground,
        every_card=cards,
        today=date.today,
        company=True,
        site=False,
        offline=False,
        clocks={"live": live_presets(), "days": day_presets()},
    )
    made.filters["art"] = Markup
    made.filters["words"] = words
    made.filters["number"] = number
    return made
