"""The bots' names and descriptions, without the bots: web pages show them without loading any bot."""

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
    """Return the path of a game's learned evaluation for a number of players; the file need not exist."""
    return game.folder / f"learned-{players}.npz"


def seated(game: Game, players: int) -> tuple[Character, ...]:
    """Return the levels that can play with this number of players, weakest first; the Sultan needs a learned file."""
    return CHARACTERS if learned_file(game, players).is_file() else EVERYWHERE


def tables(character: Character, game: Game) -> tuple[int, ...]:
    """Return the numbers of players with which a level plays a game."""
    return tuple(n for n in range(game.min_players, game.max_players + 1) if character in seated(game, n))
