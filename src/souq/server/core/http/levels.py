"""The bots that a page offers, the gentlest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from souq.bots.characters import CHARACTERS, Character, tables
from souq.engine.game import Game
from souq.engine.present.wording import counted, listed


def told(characters: Iterable[Character]) -> list[dict[str, Any]]:
    """What a page says of bots that play at its table."""
    return [_said(each) for each in characters]


def offered(game: Game) -> list[dict[str, Any]]:
    """The bots of a game as long as nobody has said for how many: who plays only some tables says which."""
    every = tuple(range(game.min_players, game.max_players + 1))
    sizes = {each: tables(each, game) for each in CHARACTERS}
    return [_said(each, at if at != every else ()) for each, at in sizes.items() if at]


def _said(who: Character, only: Sequence[int] = ()) -> dict[str, Any]:
    said = listed([counted(n) for n in only], "or")
    return {"name": who.name, "title": who.title, "about": who.tagline, "sizes": only, "only": said}
