"""The rules of Chatuchak, along the chapters of its rulebook.

``turn`` is the course of the game and a good place to begin; ``opening`` and ``grids`` set it up; ``market`` says what
a market is worth, ``winning`` who wins which marker, ``clock`` when it ends and ``scoring`` who has won.
"""

from souq.engine.rules.perfect_information import determinize, hide
from souq.games.chatuchak.rules.refusing import refusal
from souq.games.chatuchak.rules.scoring import points, ranks, unwon
from souq.games.chatuchak.rules.turn import apply, deciders, legal, setup

__all__ = ["apply", "deciders", "determinize", "hide", "legal", "points", "ranks", "refusal", "setup", "unwon"]
