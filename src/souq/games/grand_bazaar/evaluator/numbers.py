"""Indexes of the weights of the Grand Bazaar's evaluator; each is documented with what its weight means.

Weights are in Talents unless stated otherwise. They are grouped by the modules that use them: bidding, hands and
selling, trading, prospects.
"""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)
"""The weights, read from ``weights.toml``."""

CARD = WEIGHTS.place("card")
"""Worth of an unknown card that a bid may bring."""
CARD_SOLD = WEIGHTS.place("card_sold")
"""Addition to ``CARD`` for each customer that the seat has access to."""
CUBE = WEIGHTS.place("cube")
"""Cost of placing a cube, since it can't be placed elsewhere any longer."""
CONTESTED = WEIGHTS.place("contested")
"""Probability that one cube on a caravan without other cubes isn't outbid later."""
DEAL = WEIGHTS.place("deal")
"""Worth of a cube on the Negotiator, which gives the right to start trades."""
SHARE = WEIGHTS.place("share")
"""Factor in the score of a bid on a customer: it multiplies what the access would add to the hand's best sale."""
GUILD_SHARE = WEIGHTS.place("guild_share")
"""Factor used in place of ``SHARE`` for the Guild Master, who may end up buying nothing."""
PAIRS = WEIGHTS.place("pairs")
"""Bonus for a bid on the Haggler, as he may also buy cards that the seat has yet to receive."""
KNOWING = WEIGHTS.place("knowing")
"""Worth of winning the Informant, used to score bids."""

UNSOLD = WEIGHTS.place("unsold")
"""Fraction of a hand's face value that is added to its best sale before the last round."""
LATER = WEIGHTS.place("later")
"""Fraction of its face value that an unsold card is worth in a later round."""
PART = WEIGHTS.place("part")
"""Assumed face value of the cards sold, for each Talent that customers pay; the other cards stay unsold."""

MARGIN = WEIGHTS.place("margin")
"""Minimum gain, in Talents, for which the bot agrees to a trade."""
LUCK = WEIGHTS.place("luck")
"""Probability that inviting other seats to offer a good leads to a trade, if another seat has that good."""
PATIENCE = WEIGHTS.place("patience")
"""Penalty for another offer or invitation, for each floor turn that the seat has already used."""
FACE = WEIGHTS.place("face")
"""Estimated worth of a card to another seat, for each Talent of its face value."""
SWEET = WEIGHTS.place("sweet")
"""Gain that a proposal should leave to the other seat, so that it accepts."""
LEAVING = WEIGHTS.place("leaving")
"""Score of leaving the trading; a bot stays only if another choice scores more."""
PAIRED = WEIGHTS.place("paired")
"""Addition to ``FACE`` if the other seat can sell to the Haggler, times the probability that it has the good."""
ACCESS = WEIGHTS.place("access")
"""Estimated worth to another seat of access to a customer, for each card in its hand, if it has other accesses too."""
FIRST_ACCESS = WEIGHTS.place("first_access")
"""Estimated worth to another seat of access to its only customer, for each card in its hand."""
FAIR = WEIGHTS.place("fair")
"""Share of the bot's surplus that a proposal offers; the surplus is its gain minus the minimum payment."""
SOUGHT = WEIGHTS.place("sought")
"""Addition to ``FACE`` for a good that the other seat has asked for in an invitation."""
RIVAL = WEIGHTS.place("rival")
"""Penalty for a trade, for each Talent that the other seat seems to gain; it is divided by the number of opponents."""

SOON = WEIGHTS.place("soon")
"""Fraction of a hand's best sale that the evaluation counts during the Bidding and Caravan phases."""
RIPE = WEIGHTS.place("ripe")
"""Fraction of a hand's best sale that the evaluation counts after the Caravan phase."""
HOPED = WEIGHTS.place("hoped")
"""Fraction of what access to more customers would add to a hand, counted while the seat has cubes to win it."""
HAGGLES = WEIGHTS.place("haggles")
"""Worth of access to the Haggler for cards that the seat is still to receive, until the Caravan phase ends."""
FULL_SETS = WEIGHTS.place("full_sets")
"""Worth of access to the Guild Master for cards that the seat is still to receive, until the Caravan phase ends."""
TO_PLACE = WEIGHTS.place("to_place")
"""Worth of each cube that a seat hasn't placed yet."""
COMING = WEIGHTS.place("coming")
"""Worth of a card that the seat's cubes will bring in this round."""
COMING_SOLD = WEIGHTS.place("coming_sold")
"""Addition to ``COMING`` for each customer that the seat has access to."""
KNOWER = WEIGHTS.place("knower")
"""Worth of having the most cubes on the Informant, in the evaluation of a position."""
NEGOTIATES = WEIGHTS.place("negotiates")
"""Worth of a seat's own cube on the Negotiator while trading is possible."""
AT_LAST = WEIGHTS.place("at_last")
"""Worth of each card in hand in the last round, until the Caravan phase ends."""
HELD = WEIGHTS.place("held")
"""Worth for later rounds of each card in hand, until the seat sells in this round."""
HELD_FACE = WEIGHTS.place("held_face")
"""Worth for later rounds of each Talent of a hand's face value, until the seat sells in this round."""
HELD_SALE = WEIGHTS.place("held_sale")
"""Worth of each Talent that a hand's best sale would gain from access to all customers."""
KEPT_FACE = WEIGHTS.place("kept_face")
"""Worth for later rounds of each Talent of a hand's face value, after the seat has sold in this round."""
KEPT_SALE = WEIGHTS.place("kept_sale")
"""Worth for later rounds of each Talent that all customers would pay for a hand left after selling."""
SPREAD = WEIGHTS.place("spread")
"""Uncertainty of the final Talents that is always present (standard deviation). The squares of all parts add up."""
SPREAD_CUBES = WEIGHTS.place("spread_cubes")
"""Uncertainty while all cubes are unplaced (standard deviation); its square falls with each cube placed."""
SPREAD_SALES = WEIGHTS.place("spread_sales")
"""Uncertainty before the first sale of a round (standard deviation); its square falls with each seat that has sold."""
SPREAD_ROUND = WEIGHTS.place("spread_round")
"""Uncertainty for each further round (standard deviation)."""
