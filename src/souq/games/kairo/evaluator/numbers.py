"""Weights of Kairo's evaluator, in points unless another unit is given."""

from __future__ import annotations

from souq.engine.rules.weights import Weights
from souq.games.kairo.state import BOX

WEIGHTS = Weights.read(__package__)
"""Values read from ``weights.toml``."""

COIN = 1.0 / BOX.end["money"]
"""Value of a coin at the end of the game."""
GROWING = WEIGHTS.place("growing")
"""Value of a coin of a colour in which the seat's own stand can still grow."""
SPARE_COINS = WEIGHTS.place("spare_coins")
"""Number of coins of a growing colour above which further ones are worth as much as those of any other colour."""
MEDAL = WEIGHTS.place("medal")
"""Share of a medal's value that it is expected to score again at the end."""
ONE_OF_THREE = WEIGHTS.place("one_of_three")
"""Price of each further card that is played."""
JOKER = WEIGHTS.place("joker")
"""Price of playing a joker, without its fee."""
RIVAL = WEIGHTS.place("rival")
"""Price of each point or coin that a lure brings to an opponent."""
BARKING = WEIGHTS.place("barking")
"""Price of a barker."""
NEXT = WEIGHTS.place("next")
"""Share counted of the coins that the arriving customer may bring on its next walk."""
POOR_HAND = WEIGHTS.place("poor_hand")
"""Value of drawing with two cards or fewer."""
FULL_HAND = WEIGHTS.place("full_hand")
"""Value of drawing with more than two."""
FRESH = WEIGHTS.place("fresh")
"""Value of a new stall early in the game: it can grow, and its medals may be free."""
CROWDED = WEIGHTS.place("crowded")
"""Loss of a new stall's value for each own stall beyond the first three."""
LEFT = WEIGHTS.place("left")
"""Number of expansions in the supply below which a new stall loses value."""
MOVING = WEIGHTS.place("moving")
"""Value of moving a blocked stall."""
ROOM = WEIGHTS.place("room")
"""Value of each site on which a stand can still grow."""
WALL = WEIGHTS.place("wall")
"""Value of each coin that customers would bring more, or rivals less, after a wall is built."""
BARKER_WORTH = WEIGHTS.place("barker_worth")
"""Value of the first barker taken."""
GOLD_KEPT = WEIGHTS.place("gold_kept")
"""Value, at the end, of each point of a gold medal that is held."""
GOLD_EARLY = WEIGHTS.place("gold_early")
"""Reduction of that value early in the game: the medal may be lost, and its points are scored already."""
SILVER_KEPT = WEIGHTS.place("silver_kept")
"""Value of each point of a silver medal that is held."""
ANY_COIN = WEIGHTS.place("any_coin")
"""Value of a coin of any colour."""
RIGHT_COIN = WEIGHTS.place("right_coin")
"""Additional value, early, of a coin of a colour in which an own stand can grow."""
STAND = WEIGHTS.place("stand")
"""Value, early, of each tile of a stand that can still grow."""
PAYABLE = WEIGHTS.place("payable")
"""Value of each point of the best expansion that can be paid for."""
READY = WEIGHTS.place("ready")
"""Value, at the end, of each point of the best expansion that can be paid for and built with the cards held."""
READY_EARLY = WEIGHTS.place("ready_early")
"""Reduction of that value early in the game."""
VISITOR = WEIGHTS.place("visitor")
"""Value, early, of each coin that customers would bring by going to their nearest entries."""
HELD_CARD = WEIGHTS.place("held_card")
"""Value of a card in the hand."""
HELD_BARKER = WEIGHTS.place("held_barker")
"""Value of a barker in reserve."""
LATER = WEIGHTS.place("later")
"""Difference in value between acting last and acting next."""
SURE = WEIGHTS.place("sure")
"""Weight of a lead of one point in win probabilities when all expansions are gone."""
SURE_LEFT = WEIGHTS.place("sure_left")
"""Decrease of that weight for each expansion left, in the exponent."""
SURE_ENDING = WEIGHTS.place("sure_ending")
"""Decrease of that weight for each expansion needed to start the final phase, in the exponent."""
SURE_FINAL = WEIGHTS.place("sure_final")
"""Factor of that weight in the final phase."""
FAR = 5.0
"""Number of expansions before the final phase above which the game counts as early."""
SPENDABLE = 8
"""Maximum number of coins of a colour that can be spent in time."""
MEDAL_TWICE = 1.5
"""Factor of the points of a medal about to be won: it may score again at the end."""
NOTHING = -9.0
"""Value of a choice that is impossible."""
