"""Who the bots are, told without loading one: pages name them long before anybody thinks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from souq.engine.game import Game


class Character(NamedTuple):
    """What a level is called in commands and saved matches, what at a table, and one line on its character."""

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
"""Who plays every game at every table, the weakest first."""
CHARACTERS = (*EVERYWHERE, SULTAN)
"""Every level, the weakest first."""


def learned_file(game: Game, players: int) -> Path:
    """Where a game keeps what was learned for tables of so many; it need not be there."""
    return game.folder / f"learned-{players}.npz"


def seated(game: Game, players: int) -> tuple[Character, ...]:
    """Who may sit at a table, the weakest first: the Sultan only where a game has learned for so many."""
    return CHARACTERS if learned_file(game, players).is_file() else EVERYWHERE


def tables(character: Character, game: Game) -> tuple[int, ...]:
    """At tables of how many a character plays a game."""
    return tuple(n for n in range(game.min_players, game.max_players + 1) if character in seated(game, n))
