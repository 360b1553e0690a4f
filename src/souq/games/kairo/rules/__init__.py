"""The rules of Kairo, one module for each chapter of its rulebook.

``turn`` is the course of the game and a good place to start; ``opening``, ``stalls``, ``stands``, ``payment``,
``building``, ``medals``, ``luring``, ``cards`` and ``scoring`` are the chapters; ``sites`` and ``access`` are the
square; ``asking`` and ``refusing`` decide which choices are legal, and why others are not.
"""

from souq.engine.rules.turns import deciders
from souq.games.kairo.rules.knowing import determinize, hide
from souq.games.kairo.rules.refusing import refusal
from souq.games.kairo.rules.scoring import points, ranks
from souq.games.kairo.rules.turn import apply, legal, random_legal, setup

__all__ = ["apply", "deciders", "determinize", "hide", "legal", "points", "random_legal", "ranks", "refusal", "setup"]
