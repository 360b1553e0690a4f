"""The rules of Chatuchak, by chapter of the rulebook.

``turn`` is the course of play and a good place to start; ``opening`` and ``grids`` set up the game; ``market`` measures
a market, ``winning`` awards markers, ``clock`` decides when the game ends and ``scoring`` who has won.
"""

from souq.engine.rules.perfect_information import determinize, hide
from souq.games.chatuchak.rules.refusing import refusal
from souq.games.chatuchak.rules.scoring import points, ranks, unwon
from souq.games.chatuchak.rules.turn import apply, deciders, legal, setup

__all__ = ["apply", "deciders", "determinize", "hide", "legal", "points", "ranks", "refusal", "setup", "unwon"]
