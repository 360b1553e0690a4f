"""The bots that a page offers, the weakest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from souq.bots.characters import CHARACTERS, Character, tables
from souq.engine.game import Game
from souq.engine.present.wording import counted, listed


def list_levels(characters: Iterable[Character]) -> list[dict[str, Any]]:
    """Return each bot's name, title and description as a dictionary, for a page's template."""
    return [_said(each) for each in characters]


def offered(game: Game) -> list[dict[str, Any]]:
    """Return the bots that can play a game, for a page on which the number of players hasn't been chosen yet.

    A bot that can't play with every number of players comes with the numbers with which it can.
    """
    every = tuple(range(game.min_players, game.max_players + 1))
    sizes = {each: tables(each, game) for each in CHARACTERS}
    return [_said(each, at if at != every else ()) for each, at in sizes.items() if at]


def _said(who: Character, only: Sequence[int] = ()) -> dict[str, Any]:
    said = listed([counted(n) for n in only], "or")
    return {"name": who.name, "title": who.title, "about": who.tagline, "sizes": only, "only": said}
