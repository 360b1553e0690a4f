"""The rules of MarraCash, sorted like the chapters of its rulebook.

``turn`` is the course of the game and a good place to begin. ``opening``, ``auction``, ``walking``, ``payment``,
``visitors`` and ``scoring`` are the chapters. ``asking`` sets the legal choices, and ``refusing`` names the rule that
forbids a choice.
"""

from souq.engine.rules.perfect_information import determinize, hide
from souq.engine.rules.turns import deciders, legal
from souq.games.marracash.rules.refusing import refusal
from souq.games.marracash.rules.scoring import points, ranks
from souq.games.marracash.rules.turn import apply, on_turn, setup

__all__ = ["apply", "deciders", "determinize", "hide", "legal", "on_turn", "points", "ranks", "refusal", "setup"]
