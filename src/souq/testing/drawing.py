"""Checks of artwork: every colour and symbol that a game names exists, and the home page has a card."""

from __future__ import annotations

import difflib
import re
import warnings
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from typing import Any
from xml.etree import ElementTree

from souq.engine.game import Game
from souq.engine.present import draw
from souq.engine.present.scene import Scene, to_json
from souq.testing.base import contract
from souq.testing.broken import MissingCard, fail

COLOUR = re.compile(r"var\(\s*(--[\w-]+)\s*\)")
"""Pattern of a CSS custom property used without a fallback."""
SYMBOL = re.compile(r"""(?:href=["']|url\()#([\w-]+)""")
DEFINED = re.compile(r"(--[\w-]+)\s*:")
NAMED = re.compile(r"""\bid=["']([\w-]+)["']""")
NOT_A_NUMBER = re.compile(r"""="[^"<]*?\b(nan|inf|None)\b""")
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->", re.S)


@contract
def what_it_is_drawn_with_exists(game: Game) -> None:
    """Check that souq or the game defines every ``var(--token)`` and ``#symbol`` in the game's files."""
    for file, text in (("theme.css", draw.sheet_of(game)), ("symbols.svg", draw.symbols(game))):
        check_art(game, COMMENT.sub("", text), f"{file} of {game.title}")


def check_drawn(game: Game, scene: Scene) -> None:
    """Check that the markup of a scene is well-formed, and that its colours and symbols exist.

    Raises:
        Broken: a colour or symbol doesn't exist, or the markup isn't well-formed.
    """
    for name, text in texts(to_json(scene)):
        check_art(game, text, "The scene")
        if text.startswith("<"):
            _check_markup(text)
        if name in ("icon", "emblem") and text:
            _check_symbol(game, text if name == "icon" else f"e-{text}", f"The scene, as {name},", set())


@contract
def it_has_a_card(game: Game) -> None:
    """Check that the game's card on the home page uses only existing colours and symbols; warn if there is no card."""
    module = game.module("card")
    if module is None:
        missing = f"{game.title} has no card.py, so it is not on the home page; it can be played by its address only."
        warnings.warn(missing, MissingCard, stacklevel=2)
        return
    card = module.CARD
    if card.game != game.name:
        fail(f"The card in card.py is of {card.game!r} and not of {game.name!r}; say `facts=GAME`.")
    check_art(game, card.scene, "The card's scene")
    check_art(game, card.ornament(200, 100), "The card's pattern")
    for emblem in card.emblems:
        _check_symbol(game, f"e-{emblem}", "The card, among its emblems,", set())


def texts(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield every string in nested lists and dictionaries, with the key under which it was found."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from texts(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each, name)


def check_art(game: Game, art: str, where: str) -> None:
    """Check that markup or a style sheet names only colours and symbols that exist.

    Raises:
        Broken: it names another; the message suggests the most similar.
    """
    if "var(" in art:
        known = colours(game)
        for token in COLOUR.findall(art):
            if token not in known and token not in DEFINED.findall(art):
                fail(
                    f"{where} has the colour var({token}), which does not exist{_nearest(token, known)}. Souq's "
                    "colours are in souq/engine/art/tokens.css, the game's own in its theme.css."
                )
    if "#" in art:
        own = {*NAMED.findall(art)}
        for symbol in SYMBOL.findall(art):
            _check_symbol(game, symbol, where, own)


@lru_cache(4096)
def _check_markup(art: str) -> None:
    """Check that markup is well-formed XML, and that no attribute has nan, inf or None where a number should be."""
    try:
        ElementTree.fromstring(f"<g>{art}</g>")
    except ElementTree.ParseError as error:
        fail(f"The scene has markup that is not well-formed ({error}): {art}")
    if found := NOT_A_NUMBER.search(art):
        fail(f"The scene has {found[1]!r} where a number should be: {art}")


def _check_symbol(game: Game, symbol: str, where: str, own: Collection[str]) -> None:
    if symbol not in symbols(game) and symbol not in own:
        fail(
            f"{where} has the symbol #{symbol}, which does not exist{_nearest(symbol, symbols(game))}. Souq's symbols "
            "are in souq/engine/art/house.svg, the game's own in its symbols.svg."
        )


def _nearest(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, sorted(known), n=1)
    return f"; perhaps {near[0]}" if near else ""


@cache
def colours(game: Game) -> frozenset[str]:
    """Return the names of all colours (CSS custom properties) that souq's or the game's style sheets define."""
    return frozenset(DEFINED.findall(COMMENT.sub("", draw.art("tokens.css") + draw.sheet_of(game))))


@cache
def symbols(game: Game) -> frozenset[str]:
    """Return the IDs of all SVG symbols, patterns and other named elements that souq or the game defines."""
    return frozenset(NAMED.findall(COMMENT.sub("", draw.art("house.svg") + draw.symbols(game))))
