"""The rules of Desert Bazaar, in modules that follow the chapters of the rulebook.

Begin to read at ``turn``, the course of the game. ``opening``, ``rolling``, ``building``, ``payment`` and ``scoring``
are the chapters. ``encampments`` is the board, ``asking`` stores the legal choices, and ``refusing`` finds the rule
that forbids a choice.
"""

from souq.engine.rules.perfect_information import determinize, hide
from souq.engine.rules.turns import deciders, legal
from souq.games.desert_bazaar.rules.refusing import refusal
from souq.games.desert_bazaar.rules.scoring import points, ranks
from souq.games.desert_bazaar.rules.turn import apply, random_legal, setup

__all__ = ["apply", "deciders", "determinize", "hide", "legal", "points", "random_legal", "ranks", "refusal", "setup"]
