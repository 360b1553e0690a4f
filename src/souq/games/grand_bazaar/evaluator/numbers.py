"""The weights of the Grand Bazaar's judgement, in Talents unless something else is said."""

from __future__ import annotations

from souq.engine.rules.weights import Weights

WEIGHTS = Weights.read(__package__)
"""The numbers themselves, of ``weights.toml``."""

CARD = WEIGHTS.place("card")
"""A card drawn unseen."""
CARD_SOLD = WEIGHTS.place("card_sold")
"""What each customer one may sell to adds to such a card."""
CUBE = WEIGHTS.place("cube")
"""What a cube brings elsewhere."""
CONTESTED = WEIGHTS.place("contested")
"""How often a single cube on an empty caravan stays alone."""
DEAL = WEIGHTS.place("deal")
"""What the right to trade is worth."""
SHARE = WEIGHTS.place("share")
"""Share of what a customer would add to the hand one expects that is counted on."""
GUILD_SHARE = WEIGHTS.place("guild_share")
"""The same for the Guild Master, who may buy nothing."""
PAIRS = WEIGHTS.place("pairs")
"""What the Haggler is worth besides, for cards that are still to come."""
KNOWING = WEIGHTS.place("knowing")
"""What the Informant is worth."""

UNSOLD = WEIGHTS.place("unsold")
"""Share of a card's face value that it is worth in a hand, whatever the sale."""
LATER = WEIGHTS.place("later")
"""Share of its face value that a kept card is worth in a later round."""
PART = WEIGHTS.place("part")
"""Value of the cards that customers get for each Talent they pay."""

MARGIN = WEIGHTS.place("margin")
"""Least gain for which a trade is made."""
LUCK = WEIGHTS.place("luck")
"""How often a proposal that looks good is accepted."""
PATIENCE = WEIGHTS.place("patience")
"""What each floor turn used already speaks against another one."""
FACE = WEIGHTS.place("face")
"""What others are thought to gain by each Talent of a card's value."""
SWEET = WEIGHTS.place("sweet")
"""What they should gain by a trade."""
LEAVING = WEIGHTS.place("leaving")
"""What leaving the floor or open trading is worth, when nothing better can be said."""
PAIRED = WEIGHTS.place("paired")
"""What a card adds, for each Talent of its value, to a seat that may sell to the Haggler and has another one."""
ACCESS = WEIGHTS.place("access")
"""What others are thought to gain by access to one more customer, for each card they show."""
FIRST_ACCESS = WEIGHTS.place("first_access")
"""The same if they have access to none: they could Ply Their Wares."""
FAIR = WEIGHTS.place("fair")
"""Share of what a trade brings that is offered to the other."""
SOUGHT = WEIGHTS.place("sought")
"""What a card adds, for each Talent of its value, to who has asked for it."""
RIVAL = WEIGHTS.place("rival")
"""How much it speaks against a trade what the other seems to gain, divided among all rivals."""

SOON = WEIGHTS.place("soon")
"""Share of what a hand sells for while cubes or cards are still on their way."""
RIPE = WEIGHTS.place("ripe")
"""The same afterwards."""
HOPED = WEIGHTS.place("hoped")
"""Share of what the customers yet without one's cube would add that is counted on, while there are cubes."""
HAGGLES = WEIGHTS.place("haggles")
"""Access to the Haggler while cards are still on their way."""
FULL_SETS = WEIGHTS.place("full_sets")
"""The same to the Guild Master."""
TO_PLACE = WEIGHTS.place("to_place")
"""A cube still to be placed, whatever it is for."""
COMING = WEIGHTS.place("coming")
"""A card that one's cubes will bring in this round."""
COMING_SOLD = WEIGHTS.place("coming_sold")
"""What each customer one may sell to adds to such a card."""
KNOWER = WEIGHTS.place("knower")
"""To lead at the Informant."""
NEGOTIATES = WEIGHTS.place("negotiates")
"""To be able to trade still, with one's own cube."""
AT_LAST = WEIGHTS.place("at_last")
"""A card in hand in the last round, while cards are still on their way."""
HELD = WEIGHTS.place("held")
"""A card in hand before one has sold, while there are rounds to come."""
HELD_FACE = WEIGHTS.place("held_face")
"""Each Talent of its value."""
HELD_SALE = WEIGHTS.place("held_sale")
"""Each Talent that such a hand would bring if all customers bought, beyond what it sells for now."""
KEPT_FACE = WEIGHTS.place("kept_face")
"""Each Talent of the value of what is in hand after one has sold, while there are rounds to come."""
KEPT_SALE = WEIGHTS.place("kept_sale")
"""Each Talent that such a hand would bring if all customers bought."""
SPREAD = WEIGHTS.place("spread")
"""How far Talents scatter in any case. The squares of this and of the following are added."""
SPREAD_CUBES = WEIGHTS.place("spread_cubes")
"""… while all cubes of a round are to be placed."""
SPREAD_SALES = WEIGHTS.place("spread_sales")
"""… while all seats have yet to sell."""
SPREAD_ROUND = WEIGHTS.place("spread_round")
"""… for each round to come."""
