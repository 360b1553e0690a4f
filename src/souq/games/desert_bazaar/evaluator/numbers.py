"""The weights of Desert Bazaar's evaluator, in points unless stated otherwise."""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)

MARKED = WEIGHTS.place("marked")
"""Worth of setting a marker: the point that it will score, and a little for the place it holds."""
OWN = WEIGHTS.place("own")
"""Worth of each of the seat's markers that a closed camp sends home; its point is certain anyway."""
RIVAL = WEIGHTS.place("rival")
"""Cost of each marker that goes home to another seat."""
ROOM = WEIGHTS.place("room")
"""Worth of each legal site next to a site: among equal sites, those with most space around them are best."""
PRICE = WEIGHTS.place("price")
"""Worth of a card early in the game."""
LATE = WEIGHTS.place("late")
"""Number of legal sites below which cards lose worth, down to nothing when none is left."""
SPREAD = WEIGHTS.place("spread")
"""Worth that a card loses for each card of its resource in the hand."""
LEAD = WEIGHTS.place("lead")
"""Worth of a card that takes or ties the lead in its resource, for each legal site below ``NEARLY`` that is gone."""
NEARLY = WEIGHTS.place("nearly")
"""Number of legal sites below which ``LEAD`` counts."""
ROLLING = WEIGHTS.place("rolling")
"""Worth of rolling instead of building, with few cards."""
RICH = WEIGHTS.place("rich")
"""Size of a rich hand, as a share of an equal part of all cards."""
CROWD = WEIGHTS.place("crowd")
"""Worth that rolling loses for each card beyond a rich hand."""
BARREN = WEIGHTS.place("barren")
"""Worth of rolling when all piles are empty, unless that ends the game."""
STOPPING = WEIGHTS.place("stopping")
"""Worth of not building another tent: even a slight loss now is better than another turn later."""
TOGETHER = WEIGHTS.place("together")
"""Share of the worth of a set's other tiles that is added to each: a turn that builds several is worth more."""
PAIRED = WEIGHTS.place("paired")
"""Worth of each other tile of the set that costs this tile's product."""
ENDING = WEIGHTS.place("ending")
"""Worth of ending the game as its winner; ending it otherwise costs the same."""
FEW = WEIGHTS.place("few")
"""Number of legal sites up to which the end of the game is checked for, because one tile can use up that many."""
LASTING = WEIGHTS.place("lasting")
"""Part of a card's expected worth that lasts to the end of the game."""
FLEETING = WEIGHTS.place("fleeting")
"""Part of a card's expected worth that shrinks with the share of legal sites."""
HOARD = WEIGHTS.place("hoard")
"""Factor by which each card beyond ``MANY`` counts in addition."""
MANY = WEIGHTS.place("many")
"""Number of cards beyond which a hand is a hoard."""
EVEN = WEIGHTS.place("even")
"""Worth of each of the first two cards of a resource, with which most flags can be paid."""
MOST = WEIGHTS.place("most")
"""Share of the points for majorities that is expected when no legal site is left."""
SETTLING = WEIGHTS.place("settling")
"""Exponent of the share of used-up sites: how late majorities are settled."""
SLOPE = WEIGHTS.place("slope")
"""Slope of the logistic probability of a majority, per card of the lead."""
CLEAR = WEIGHTS.place("clear")
"""Lead in cards at which that probability is one half."""
WAIT = WEIGHTS.place("wait")
"""Cost of waiting a round for the next turn."""
FREE = WEIGHTS.place("free")
"""Worth of a free card to take, and of dice to throw."""
THROW = WEIGHTS.place("throw")
"""Worth of thrown dice."""
TENT = WEIGHTS.place("tent")
"""Worth of a tent being built, or of another that may be built."""
BARGAIN = WEIGHTS.place("bargain")
"""Share of a tent's worth that is added once it has a site."""
CERTAINTY = WEIGHTS.place("certainty")
"""Weight of a lead of one point in win probabilities, per seat, before division by ``EARLY`` plus the share of legal
sites.
"""
EARLY = WEIGHTS.place("early")
"""Constant part of the divisor of ``CERTAINTY``."""
