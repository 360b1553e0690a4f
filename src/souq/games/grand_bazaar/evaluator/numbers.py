"""Indexes of the weights of the Grand Bazaar's evaluator; each is documented with what its weight means.

Weights are in Talents unless stated otherwise. They are grouped by the modules that use them: bidding, hands and
selling, trading, prospects.
"""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)
"""The weights, read from ``weights.toml``."""

CARD = WEIGHTS.place("card")
"""Worth of a card drawn without being seen."""
CARD_SOLD = WEIGHTS.place("card_sold")
"""Addition to ``CARD`` for each customer that the seat has access to."""
CUBE = WEIGHTS.place("cube")
"""Opportunity cost of placing a cube."""
CONTESTED = WEIGHTS.place("contested")
"""Probability that a single cube on an empty caravan isn't outbid."""
DEAL = WEIGHTS.place("deal")
"""Worth of a cube on the Negotiator, which gives the right to start trades."""
SHARE = WEIGHTS.place("share")
"""Factor in the prior of a bid on a customer: multiplies what access adds to the hand with some cards still to come."""
GUILD_SHARE = WEIGHTS.place("guild_share")
"""Same as ``SHARE``, for the Guild Master, who may end up buying nothing."""
PAIRS = WEIGHTS.place("pairs")
"""Additional worth of a cube on the Haggler, for cards still to come."""
KNOWING = WEIGHTS.place("knowing")
"""Worth of winning the Informant, in a bid's prior."""

UNSOLD = WEIGHTS.place("unsold")
"""Fraction of a hand's face value that is added to its best sale before the last round."""
LATER = WEIGHTS.place("later")
"""Fraction of its face value that an unsold card is worth in a later round."""
PART = WEIGHTS.place("part")
"""Assumed ratio of the face value of sold cards to the Talents paid for them; the rest of the hand stays unsold."""

MARGIN = WEIGHTS.place("margin")
"""Minimum gain for which the bot agrees to a trade."""
LUCK = WEIGHTS.place("luck")
"""Probability that an invitation leads to a trade if another seat has the good sought."""
PATIENCE = WEIGHTS.place("patience")
"""Penalty for another floor turn, multiplied by the number of floor turns already used."""
FACE = WEIGHTS.place("face")
"""Estimated worth of a card to another seat, for each Talent of its face value."""
SWEET = WEIGHTS.place("sweet")
"""Minimum gain that a proposal should leave to the other seat."""
LEAVING = WEIGHTS.place("leaving")
"""Prior of leaving the trading: a bot stays only if another choice has a higher prior."""
PAIRED = WEIGHTS.place("paired")
"""Addition to ``FACE`` if the other seat has access to the Haggler, times the probability that it holds the good."""
ACCESS = WEIGHTS.place("access")
"""Estimated worth of access to a customer for another seat with other accesses, for each card in its hand."""
FIRST_ACCESS = WEIGHTS.place("first_access")
"""Same as ``ACCESS``, for a seat without other accesses, which could only Ply Its Wares instead."""
FAIR = WEIGHTS.place("fair")
"""Fraction of the bot's surplus (its gain minus the minimum payment) that a proposal pays on top of that minimum."""
SOUGHT = WEIGHTS.place("sought")
"""Addition to ``FACE`` for a good that the other seat has asked for in an invitation."""
RIVAL = WEIGHTS.place("rival")
"""Penalty for a trade, for each Talent that the other seat seems to gain; it is divided by the number of opponents."""

SOON = WEIGHTS.place("soon")
"""Fraction of a hand's best sale that counts during the Bidding and Caravan phases."""
RIPE = WEIGHTS.place("ripe")
"""Fraction of a hand's best sale that counts after the Caravan phase."""
HOPED = WEIGHTS.place("hoped")
"""Fraction of the gain from access to further customers that counts while the seat has cubes to place there."""
HAGGLES = WEIGHTS.place("haggles")
"""Worth of access to the Haggler during the Bidding and Caravan phases, for cards still to come."""
FULL_SETS = WEIGHTS.place("full_sets")
"""Worth of access to the Guild Master during the Bidding and Caravan phases, for cards still to come."""
TO_PLACE = WEIGHTS.place("to_place")
"""Worth of a cube not placed yet, whatever it is used for."""
COMING = WEIGHTS.place("coming")
"""Worth of a card that the seat's cubes will bring in this round."""
COMING_SOLD = WEIGHTS.place("coming_sold")
"""Addition to ``COMING`` for each customer that the seat has access to."""
KNOWER = WEIGHTS.place("knower")
"""Worth of leading on the Informant, in the evaluation of a position."""
NEGOTIATES = WEIGHTS.place("negotiates")
"""Worth of a seat's own cube on the Negotiator while trading is possible."""
AT_LAST = WEIGHTS.place("at_last")
"""Worth of each card in hand in the last round, during the Bidding and Caravan phases."""
HELD = WEIGHTS.place("held")
"""Worth of each card in hand for later rounds, before the seat has sold in this one."""
HELD_FACE = WEIGHTS.place("held_face")
"""Worth for later rounds of each Talent of face value in hand, before the seat has sold in this one."""
HELD_SALE = WEIGHTS.place("held_sale")
"""Worth of each Talent by which a hand's best sale with access to all customers exceeds its best sale now."""
KEPT_FACE = WEIGHTS.place("kept_face")
"""Worth for later rounds of each Talent of face value kept in hand, after the seat has sold in this one."""
KEPT_SALE = WEIGHTS.place("kept_sale")
"""Worth of each Talent of the kept hand's best sale if all customers bought, after the seat has sold in this round."""
SPREAD = WEIGHTS.place("spread")
"""Standard deviation of the final Talents that always remains; the squares of this and the next weights are added."""
SPREAD_CUBES = WEIGHTS.place("spread_cubes")
"""Standard deviation added while all cubes are unplaced; its square counts in proportion to the unplaced cubes."""
SPREAD_SALES = WEIGHTS.place("spread_sales")
"""Standard deviation added while no seat has sold; its square counts in proportion to the seats still to sell."""
SPREAD_ROUND = WEIGHTS.place("spread_round")
"""Standard deviation added for each further round."""
