"""Names and descriptions of the bots' levels, in a module that loads no bot, so that web pages can use it quickly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from souq.engine.game import Game


class Character(NamedTuple):
    """Name of a level in commands and saved matches, its title at a table, and a line about its character."""

    name: str
    title: str
    tagline: str


APPRENTICE = Character("apprentice", "Apprentice", "Still learning the trade: sensible, short-sighted, easily tempted.")
TRADER = Character("trader", "Trader", "Takes the best bargain in sight, one step at a time.")
MERCHANT = Character("merchant", "Merchant", "Thinks before each bargain, and expects you to do the same.")
CARAVANER = Character("caravaner", "Caravan Master", "Has crossed every desert twice and sees you coming from afar.")
VIZIER = Character("vizier", "Grand Vizier", "Knows what you’ll do before you do. Merciless.")

SULTAN = Character("sultan", "Sultan", "Learned the bazaar from thousands of games against itself. Viziers bow.")

EVERYWHERE = (APPRENTICE, TRADER, MERCHANT, CARAVANER, VIZIER)
"""Levels that play every game with every number of players, the weakest first."""
CHARACTERS = (*EVERYWHERE, SULTAN)
"""Every level, the weakest first."""


def learned_file(game: Game, players: int) -> Path:
    """Return the path of the file that training writes for a game and number of players; it need not exist."""
    return game.folder / f"learned-{players}.npz"


def seated(game: Game, players: int) -> tuple[Character, ...]:
    """Return the levels that can play a game with this number of players; the Sultan only if trained for it."""
    return CHARACTERS if learned_file(game, players).is_file() else EVERYWHERE


def tables(character: Character, game: Game) -> tuple[int, ...]:
    """Return the numbers of players for which a level can play a game."""
    return tuple(n for n in range(game.min_players, game.max_players + 1) if character in seated(game, n))
