"""The weights of the judgement of Desert Bazaar, in points unless something else is said."""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)

MARKED = WEIGHTS.place("marked")
"""A marker set: the point it will score, and a little for what it holds."""
OWN = WEIGHTS.place("own")
"""Each own marker that comes home from a camp (its point is safe anyway)."""
RIVAL = WEIGHTS.place("rival")
"""Each marker that comes home to somebody else."""
ROOM = WEIGHTS.place("room")
"""Each legal site next to a site: among equals the one with the most room round it."""
PRICE = WEIGHTS.place("price")
"""A card, early in the game."""
LATE = WEIGHTS.place("late")
"""Legal sites from which on cards lose worth, down to nothing when none is left."""
SPREAD = WEIGHTS.place("spread")
"""By how much a card is worth less for each one held of its resource."""
LEAD = WEIGHTS.place("lead")
"""A card that takes or ties the lead in its resource, for each of ``NEARLY`` sites that is gone."""
NEARLY = WEIGHTS.place("nearly")
"""See ``LEAD``."""
ROLLING = WEIGHTS.place("rolling")
"""Rolling instead of building, with few cards."""
RICH = WEIGHTS.place("rich")
"""A hand is rich with this share of what everybody would hold if all cards were dealt out."""
CROWD = WEIGHTS.place("crowd")
"""By how much rolling is worth less for each card beyond a rich hand."""
BARREN = WEIGHTS.place("barren")
"""Rolling when there is nothing to take, unless that ends the game."""
STOPPING = WEIGHTS.place("stopping")
"""Not building another tent: even a slight loss is better than a turn more later on."""
TOGETHER = WEIGHTS.place("together")
"""Share of what the other tiles of a set are worth that counts for each: a turn that builds several is worth more."""
PAIRED = WEIGHTS.place("paired")
"""Each other tile of the set that asks for the product."""
ENDING = WEIGHTS.place("ending")
"""Ending the game with the most points; as much is lost by ending it with less."""
FEW = WEIGHTS.place("few")
"""Legal sites from which on the end is looked for: one tile can take so many."""
LASTING = WEIGHTS.place("lasting")
"""What a card promises to the end of the game."""
FLEETING = WEIGHTS.place("fleeting")
"""What it promises beyond that, times the share of legal sites that are left."""
HOARD = WEIGHTS.place("hoard")
"""By how much more a card promises that is one of many."""
MANY = WEIGHTS.place("many")
"""Cards from which on a hand is a hoard."""
EVEN = WEIGHTS.place("even")
"""The first and the second card of a resource, each: with them most flags can be paid."""
MOST = WEIGHTS.place("most")
"""Share of the points for most cards of a resource that are expected when no legal site is left."""
SETTLING = WEIGHTS.place("settling")
"""How late these points are settled: a power of the share of legal sites that are gone."""
SLOPE = WEIGHTS.place("slope")
"""How much each card of a lead makes it surer."""
CLEAR = WEIGHTS.place("clear")
"""The lead in cards with which it is an even chance."""
WAIT = WEIGHTS.place("wait")
"""A round of waiting until the next turn."""
FREE = WEIGHTS.place("free")
"""A free card to take, and dice to throw."""
THROW = WEIGHTS.place("throw")
"""Dice thrown."""
TENT = WEIGHTS.place("tent")
"""A tent being built, or another that may be."""
BARGAIN = WEIGHTS.place("bargain")
"""The same for each point that it is worth, once it has its site."""
CERTAINTY = WEIGHTS.place("certainty")
"""How sure a lead of one point is to last: for each seat this, by ``EARLY`` and the share of legal sites left."""
EARLY = WEIGHTS.place("early")
"""See ``CERTAINTY``."""
