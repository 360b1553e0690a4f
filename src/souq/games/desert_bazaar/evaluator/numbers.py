"""The weights of Desert Bazaar's evaluator, in points unless stated otherwise."""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)

MARKED = WEIGHTS.place("marked")
"""Worth of placing a marker: the point that it will score, and a little for its presence on the board."""
OWN = WEIGHTS.place("own")
"""Worth of each of the seat's markers that returns when a camp closes, besides its point, which is certain."""
RIVAL = WEIGHTS.place("rival")
"""Cost of each marker that returns to another seat when a camp closes."""
ROOM = WEIGHTS.place("room")
"""Worth of each legal site next to a site, so that of equal sites the one with most space around it is best."""
PRICE = WEIGHTS.place("price")
"""Worth of a card early in the game."""
LATE = WEIGHTS.place("late")
"""Number of legal sites below which the worth of cards falls, down to zero when no site is left."""
SPREAD = WEIGHTS.place("spread")
"""Reduction of a card's worth for each card of the same resource in the hand."""
LEAD = WEIGHTS.place("lead")
"""Worth of a card that takes or ties the lead in its resource, for each legal site fewer than ``NEARLY``."""
NEARLY = WEIGHTS.place("nearly")
"""Number of legal sites below which ``LEAD`` counts."""
ROLLING = WEIGHTS.place("rolling")
"""Worth of rolling instead of building, unless the hand is larger than a rich one."""
RICH = WEIGHTS.place("rich")
"""Size of a rich hand, as a multiple of all cards divided by the number of players."""
CROWD = WEIGHTS.place("crowd")
"""Reduction of the worth of rolling for each card beyond a rich hand."""
BARREN = WEIGHTS.place("barren")
"""Worth of rolling when all piles are empty, unless that ends the game."""
STOPPING = WEIGHTS.place("stopping")
"""Worth of building no other tent: negative, because even a slight loss now is better than another turn later."""
TOGETHER = WEIGHTS.place("together")
"""Share of the worth of a set's other tiles that is added to each tile, because one turn can build several."""
PAIRED = WEIGHTS.place("paired")
"""Worth of each other tile of the set whose cost includes this tile's product."""
ENDING = WEIGHTS.place("ending")
"""Worth of ending the game as its sole leader; otherwise, ending it costs as much."""
FEW = WEIGHTS.place("few")
"""Maximum number of legal sites at which each site is valued on its own, and tents are checked for ending the game."""
LASTING = WEIGHTS.place("lasting")
"""Part of a card's expected worth that does not depend on the number of legal sites."""
FLEETING = WEIGHTS.place("fleeting")
"""Part of a card's expected worth that is multiplied by the share of sites that are legal."""
HOARD = WEIGHTS.place("hoard")
"""Factor of the number of cards beyond ``MANY``; the product is added to the number of cards."""
MANY = WEIGHTS.place("many")
"""Number of cards up to which ``HOARD`` does not apply."""
EVEN = WEIGHTS.place("even")
"""Additional worth of each of the first two cards of a resource, which are enough for most flags."""
MOST = WEIGHTS.place("most")
"""Share of the points for majorities that is expected when no legal site is left."""
SETTLING = WEIGHTS.place("settling")
"""Exponent of the share of sites that are no longer legal: the larger, the later majorities count."""
SLOPE = WEIGHTS.place("slope")
"""Slope, per card of the lead, of the logistic function that gives the probability of a majority."""
CLEAR = WEIGHTS.place("clear")
"""Lead in cards at which the probability of a majority is one half."""
WAIT = WEIGHTS.place("wait")
"""Cost of waiting for the next turn, multiplied by the share of players that act before it."""
FREE = WEIGHTS.place("free")
"""Worth of the rest of a turn in which a free card is taken and dice are thrown."""
THROW = WEIGHTS.place("throw")
"""Worth of the rest of a turn in which dice have been thrown."""
TENT = WEIGHTS.place("tent")
"""Worth of the rest of a turn in which a tent is being built or may still be built."""
BARGAIN = WEIGHTS.place("bargain")
"""Share of a tent's worth that is added to ``TENT`` once its site is chosen."""
CERTAINTY = WEIGHTS.place("certainty")
"""Factor of expected points in the softmax of win probabilities, multiplied by the number of players and divided by
``EARLY`` plus the share of sites that are legal.
"""
EARLY = WEIGHTS.place("early")
"""Constant in the divisor of ``CERTAINTY``."""
