"""The weights of Desert Bazaar's evaluator, in points unless stated otherwise."""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)

MARKED = WEIGHTS.place("marked")
"""A marker set: the point that it will score, and a little for the place it holds."""
OWN = WEIGHTS.place("own")
"""Each of the seat's markers that a closed camp sends home; its point is certain anyway."""
RIVAL = WEIGHTS.place("rival")
"""Each marker that goes home to another seat."""
ROOM = WEIGHTS.place("room")
"""Each legal site next to a site: among equal sites, those with most space round them are best."""
PRICE = WEIGHTS.place("price")
"""A card early in the game."""
LATE = WEIGHTS.place("late")
"""Number of legal sites below which cards lose worth, down to nothing when none is left."""
SPREAD = WEIGHTS.place("spread")
"""Worth that a card loses for each card of its resource in the hand."""
LEAD = WEIGHTS.place("lead")
"""A card that takes or ties the lead in its resource, for each of ``NEARLY`` sites that is gone."""
NEARLY = WEIGHTS.place("nearly")
"""See ``LEAD``."""
ROLLING = WEIGHTS.place("rolling")
"""Rolling instead of building, with few cards."""
RICH = WEIGHTS.place("rich")
"""Size of a rich hand, as a share of an equal part of all cards."""
CROWD = WEIGHTS.place("crowd")
"""Worth that rolling loses for each card beyond a rich hand."""
BARREN = WEIGHTS.place("barren")
"""Rolling when all piles are empty, unless that ends the game."""
STOPPING = WEIGHTS.place("stopping")
"""Not building another tent: even a slight loss now is better than another turn later."""
TOGETHER = WEIGHTS.place("together")
"""Share of the worth of a set's other tiles that is added to each: a turn that builds several is worth more."""
PAIRED = WEIGHTS.place("paired")
"""Each other tile of the set that costs this tile's product."""
ENDING = WEIGHTS.place("ending")
"""Ending the game as its winner; the same is lost by ending it otherwise."""
FEW = WEIGHTS.place("few")
"""Number of legal sites up to which the end is checked for, as one tile can use up so many."""
LASTING = WEIGHTS.place("lasting")
"""A card's part of the expectation that lasts to the end of the game."""
FLEETING = WEIGHTS.place("fleeting")
"""A card's part of the expectation that shrinks with the share of legal sites."""
HOARD = WEIGHTS.place("hoard")
"""Factor by which each card beyond ``MANY`` counts in addition."""
MANY = WEIGHTS.place("many")
"""Cards beyond which a hand is a hoard."""
EVEN = WEIGHTS.place("even")
"""Each of the first two cards of a resource, with which most flags can be paid."""
MOST = WEIGHTS.place("most")
"""Share of the points for majorities that is expected when no legal site is left."""
SETTLING = WEIGHTS.place("settling")
"""How late majorities are settled: exponent of the share of legal sites that are gone."""
SLOPE = WEIGHTS.place("slope")
"""Slope of the logistic chance of a majority, per card of the lead."""
CLEAR = WEIGHTS.place("clear")
"""Lead in cards at which that chance is one half."""
WAIT = WEIGHTS.place("wait")
"""A round of waiting for the next turn."""
FREE = WEIGHTS.place("free")
"""A free card to take, and dice to throw."""
THROW = WEIGHTS.place("throw")
"""Thrown dice."""
TENT = WEIGHTS.place("tent")
"""A tent being built, or another that may be."""
BARGAIN = WEIGHTS.place("bargain")
"""Share of a tent's worth that is added once it has a site."""
CERTAINTY = WEIGHTS.place("certainty")
"""How sure a lead of one point is to last: this for each seat, divided by ``EARLY`` plus the share of legal sites."""
EARLY = WEIGHTS.place("early")
"""See ``CERTAINTY``."""
