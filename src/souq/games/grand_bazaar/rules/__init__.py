"""The rules of Hafid's Grand Bazaar, one module for each chapter of its rulebook.

``turn`` runs the game and is the module to read first. ``bidding``, ``caravans``, ``trader``, ``proposals``, ``floor``,
``open_trading``, ``selling`` and ``scoring`` are the chapters. ``cards`` moves cards, ``knowing`` hides and samples
cards, ``refusing`` finds the rule that an illegal choice breaks.
"""

from souq.games.grand_bazaar.rules.knowing import determinize, hide
from souq.games.grand_bazaar.rules.refusing import refusal
from souq.games.grand_bazaar.rules.scoring import points, ranks
from souq.games.grand_bazaar.rules.turn import apply, deciders, legal, on_turn, setup

__all__ = ["apply", "deciders", "determinize", "hide", "legal", "on_turn", "points", "ranks", "refusal", "setup"]
