"""The rules of Hafid's Grand Bazaar, along the chapters of its rulebook.

``turn`` is the course of the game and a good place to begin; ``bidding``, ``caravans``, ``trader``, ``proposals``,
``floor``, ``open_trading``, ``selling`` and ``scoring`` are the chapters; ``cards`` moves cards, ``knowing`` says who
may know which.
"""

from souq.games.grand_bazaar.rules.knowing import determinize, hide
from souq.games.grand_bazaar.rules.refusing import refusal
from souq.games.grand_bazaar.rules.scoring import points, ranks
from souq.games.grand_bazaar.rules.turn import apply, deciders, legal, on_turn, setup

__all__ = ["apply", "deciders", "determinize", "hide", "legal", "on_turn", "points", "ranks", "refusal", "setup"]
