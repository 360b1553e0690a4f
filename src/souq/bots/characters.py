"""Who the bots are, told without loading one: pages name them long before anybody thinks."""

from __future__ import annotations

from typing import NamedTuple


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

CHARACTERS = (APPRENTICE, TRADER, MERCHANT, CARAVANER, VIZIER)
"""Every level, the weakest first."""
