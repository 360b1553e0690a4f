"""The weights of Desert Bazaar's evaluator, in points unless stated otherwise."""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)

MARKED = WEIGHTS.place("marked")
"""Worth of placing a marker: the point that the marker will score, and a little more because it is on the board."""
OWN = WEIGHTS.place("own")
"""Worth of getting a marker back when a camp closes. The point that the marker scores isn't included."""
RIVAL = WEIGHTS.place("rival")
"""Cost of each marker that another seat gets back when a camp closes."""
ROOM = WEIGHTS.place("room")
"""Worth of each legal site next to the site of a tent. It makes a site with much space around it better."""
PRICE = WEIGHTS.place("price")
"""Worth of a card early in the game."""
LATE = WEIGHTS.place("late")
"""Number of legal sites below which the worth of cards falls, down to zero when no site is left."""
SPREAD = WEIGHTS.place("spread")
"""Reduction of a card's worth for each card of the same resource in the hand."""
LEAD = WEIGHTS.place("lead")
"""Bonus for a card that takes or ties the lead in its resource, counted once for each legal site below ``NEARLY``."""
NEARLY = WEIGHTS.place("nearly")
"""Number of legal sites below which ``LEAD`` counts."""
ROLLING = WEIGHTS.place("rolling")
"""Worth of rolling the dice for cards instead of building a tent. It falls when the hand is larger than a rich one."""
RICH = WEIGHTS.place("rich")
"""Size of a rich hand, as a multiple of the number of all cards divided by the number of players."""
CROWD = WEIGHTS.place("crowd")
"""Reduction of the worth of rolling for each card beyond a rich hand."""
BARREN = WEIGHTS.place("barren")
"""Worth of rolling when all piles are empty, unless that ends the game."""
STOPPING = WEIGHTS.place("stopping")
"""Worth of building no other tent: negative, because even a slight loss now is better than another turn later."""
TOGETHER = WEIGHTS.place("together")
"""Share of the other tiles' worth in a set that is added to each tile's, as one turn can build several of a set."""
PAIRED = WEIGHTS.place("paired")
"""Bonus for each other displayed tile of the same set whose cost includes the resource that this tile produces."""
ENDING = WEIGHTS.place("ending")
"""Worth of ending the game for a seat that is the sole leader. For any other seat it is the cost of ending it."""
FEW = WEIGHTS.place("few")
"""Number of legal sites up to which the evaluator values each site separately, and checks which tents end the game."""
LASTING = WEIGHTS.place("lasting")
"""Part of a card's expected worth that stays the same while the board fills up."""
FLEETING = WEIGHTS.place("fleeting")
"""Part of a card's expected worth that shrinks as the board fills up, in proportion to the legal sites left."""
HOARD = WEIGHTS.place("hoard")
"""Extra weight of each card beyond ``MANY``: in a large hand such a card counts as 1 + ``HOARD`` cards."""
MANY = WEIGHTS.place("many")
"""Number of cards in a hand up to which every card counts once. Cards beyond it have the extra weight ``HOARD``."""
EVEN = WEIGHTS.place("even")
"""Bonus for each of the first two cards of a resource, which are enough to pay for most tiles."""
MOST = WEIGHTS.place("most")
"""Factor of the points expected for majorities (having the most cards of a resource) when no legal site is left."""
SETTLING = WEIGHTS.place("settling")
"""Exponent of the share of sites that are no longer legal. The larger it is, the later majorities begin to count."""
SLOPE = WEIGHTS.place("slope")
"""Steepness of the logistic function that turns a lead in cards into the chance of keeping a majority."""
CLEAR = WEIGHTS.place("clear")
"""Lead in cards of a resource with which the chance of keeping the majority is one half."""
WAIT = WEIGHTS.place("wait")
"""Cost of waiting a whole round for the next turn. It is multiplied by the share of players that act before."""
FREE = WEIGHTS.place("free")
"""Worth of what is left of a turn in which the player is about to take a free card and throw the dice."""
THROW = WEIGHTS.place("throw")
"""Worth of the rest of a turn while the player must stop, throw again or declare the resource of a kept Wild."""
TENT = WEIGHTS.place("tent")
"""Worth of what is left of a turn in which the player is building a tent or may build another."""
BARGAIN = WEIGHTS.place("bargain")
"""Share of a tent's worth that is added to ``TENT`` while the player decides how to pay for the tent."""
CERTAINTY = WEIGHTS.place("certainty")
"""Numerator of the factor by which expected points are multiplied in the softmax that gives win probabilities. The
factor is ``CERTAINTY`` × players / (``EARLY`` + share of sites that are legal).
"""
EARLY = WEIGHTS.place("early")
"""Number added to the share of legal sites in the divisor of ``CERTAINTY``."""
