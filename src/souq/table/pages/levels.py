"""The bots that a page offers, the gentlest first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from souq.bots.characters import CHARACTERS, Character, tables
from souq.engine.game import Game
from souq.engine.wording import counted, listed


def told(characters: Iterable[Character]) -> list[dict[str, Any]]:
    """What a page says of bots."""
    return [{"name": each.name, "title": each.title, "about": each.tagline, "only": ""} for each in characters]


def offered(game: Game) -> list[dict[str, Any]]:
    """The bots of a game, as long as nobody has said for how many: of those who play only some tables, of which."""
    all_tables = tuple(range(game.min_players, game.max_players + 1))
    at = {each: tables(each, game) for each in CHARACTERS}
    made = told(each for each in CHARACTERS if at[each])
    for each, sizes in zip(made, filter(None, at.values()), strict=True):
        each["sizes"] = sizes
        if sizes != all_tables:
            each["only"] = listed([counted(n) for n in sizes], "or")
    return made
