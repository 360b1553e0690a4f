"""The weights of the Grand Bazaar's evaluator, in Talents unless stated otherwise."""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)
"""The weights, read from ``weights.toml``."""

CARD = WEIGHTS.place("card")
"""Worth of a card drawn unseen."""
CARD_SOLD = WEIGHTS.place("card_sold")
"""Added to that for each customer that the seat has access to."""
CUBE = WEIGHTS.place("cube")
"""Opportunity cost of a cube."""
CONTESTED = WEIGHTS.place("contested")
"""Probability that a single cube on an empty caravan isn't outbid."""
DEAL = WEIGHTS.place("deal")
"""Worth of the right to trade."""
SHARE = WEIGHTS.place("share")
"""Fraction counted of what a customer would add to the expected hand."""
GUILD_SHARE = WEIGHTS.place("guild_share")
"""The same for the Guild Master, who may end up buying nothing."""
PAIRS = WEIGHTS.place("pairs")
"""Extra worth of the Haggler, for cards still to come."""
KNOWING = WEIGHTS.place("knowing")
"""Worth of the Informant."""

UNSOLD = WEIGHTS.place("unsold")
"""Fraction of its face value that a card in hand is worth in any case."""
LATER = WEIGHTS.place("later")
"""Fraction of its face value that an unsold card is worth in a later round."""
PART = WEIGHTS.place("part")
"""Face value of the cards that customers take for each Talent they pay."""

MARGIN = WEIGHTS.place("margin")
"""Least gain for which a trade is made."""
LUCK = WEIGHTS.place("luck")
"""Probability that a promising proposal is accepted."""
PATIENCE = WEIGHTS.place("patience")
"""Penalty of another floor turn for each one used already."""
FACE = WEIGHTS.place("face")
"""Estimated gain of another seat for each Talent of a card's value."""
SWEET = WEIGHTS.place("sweet")
"""Gain that a proposal should leave to the other seat."""
LEAVING = WEIGHTS.place("leaving")
"""Worth of leaving the floor or open trading, if no other choice looks better."""
PAIRED = WEIGHTS.place("paired")
"""Estimated gain of a seat with access to the Haggler for each Talent of a card's value, if it has another copy."""
ACCESS = WEIGHTS.place("access")
"""Estimated gain of another seat from access to one more customer, for each card in its hand."""
FIRST_ACCESS = WEIGHTS.place("first_access")
"""The same if it has no access, for it could Ply Its Wares."""
FAIR = WEIGHTS.place("fair")
"""Fraction of the gain from a trade that is offered to the other seat."""
SOUGHT = WEIGHTS.place("sought")
"""Estimated gain of a seat for each Talent of a card's value, if it has asked for that good."""
RIVAL = WEIGHTS.place("rival")
"""Penalty of a trade for each Talent that the other seat seems to gain, divided by the number of rivals."""

SOON = WEIGHTS.place("soon")
"""Fraction counted of a hand's best sale while cubes or cards are still to come."""
RIPE = WEIGHTS.place("ripe")
"""The same afterwards."""
HOPED = WEIGHTS.place("hoped")
"""Fraction counted of what further customers would add, while the seat has cubes to place there."""
HAGGLES = WEIGHTS.place("haggles")
"""Worth of access to the Haggler while cards are still to come."""
FULL_SETS = WEIGHTS.place("full_sets")
"""The same for the Guild Master."""
TO_PLACE = WEIGHTS.place("to_place")
"""Worth of a cube still to be placed, whatever it is used for."""
COMING = WEIGHTS.place("coming")
"""Worth of a card that the seat's cubes will bring in this round."""
COMING_SOLD = WEIGHTS.place("coming_sold")
"""Added to that for each customer that the seat has access to."""
KNOWER = WEIGHTS.place("knower")
"""Worth of leading at the Informant."""
NEGOTIATES = WEIGHTS.place("negotiates")
"""Worth of a seat's own cube on the Negotiator while trading is possible."""
AT_LAST = WEIGHTS.place("at_last")
"""Worth of a card in hand in the last round, while cards are still to come."""
HELD = WEIGHTS.place("held")
"""Worth of a card in hand before the seat has sold, if there are rounds to come."""
HELD_FACE = WEIGHTS.place("held_face")
"""Worth of each Talent of its face value."""
HELD_SALE = WEIGHTS.place("held_sale")
"""Worth of each Talent by which such a hand would sell for more than now if all customers bought."""
KEPT_FACE = WEIGHTS.place("kept_face")
"""Worth of each Talent of face value in hand after the seat has sold, if there are rounds to come."""
KEPT_SALE = WEIGHTS.place("kept_sale")
"""Worth of each Talent that such a hand would sell for if all customers bought."""
SPREAD = WEIGHTS.place("spread")
"""Least standard deviation of the final Talents; the squares of this and of the following weights are added."""
SPREAD_CUBES = WEIGHTS.place("spread_cubes")
"""Standard deviation added while all cubes of a round are unplaced."""
SPREAD_SALES = WEIGHTS.place("spread_sales")
"""Standard deviation added while no seat has sold."""
SPREAD_ROUND = WEIGHTS.place("spread_round")
"""Standard deviation added for each round to come."""
