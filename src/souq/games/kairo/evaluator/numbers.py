"""Weights of Kairo's evaluator, in points unless another unit is given."""

from __future__ import annotations

from souq.engine.rules.weights import Weights
from souq.games.kairo.state import BOX

WEIGHTS = Weights.read(__package__)
"""Weights of the evaluator, read from ``weights.toml``."""

COIN = 1.0 / BOX.end["money"]
"""Value of a coin at the end of the game. Earlier, the value of a coin of a colour that the seat cannot expand."""
GROWING = WEIGHTS.place("growing")
"""Value of a coin of a colour in which the seat's own stand can still be expanded."""
SPARE_COINS = WEIGHTS.place("spare_coins")
"""Number of coins of a colour above which each further coin of that colour is worth only ``COIN``."""
MEDAL = WEIGHTS.place("medal")
"""Bonus for winning a medal, as a share of its points, because the medal may score again at the end of the game."""
ONE_OF_THREE = WEIGHTS.place("one_of_three")
"""Price of each further card when three cards are played instead of one."""
JOKER = WEIGHTS.place("joker")
"""Price of playing a joker, without its fee."""
RIVAL = WEIGHTS.place("rival")
"""Factor of the points or coins that an opponent gains from an action; the product is subtracted from its value."""
BARKING = WEIGHTS.place("barking")
"""Price of each barker that a seat spends to lure a customer further."""
NEXT = WEIGHTS.place("next")
"""Factor of the size of the stand nearest to the next customer (see :func:`luring.next_walk`)."""
POOR_HAND = WEIGHTS.place("poor_hand")
"""Value of drawing cards with at most two in the hand, before a reduction for each card in the hand."""
FULL_HAND = WEIGHTS.place("full_hand")
"""Value of drawing cards with more than two in the hand."""
FRESH = WEIGHTS.place("fresh")
"""Value of a new stall early in the game: it can grow, and its medals may still be in the supply."""
CROWDED = WEIGHTS.place("crowded")
"""Loss of a new stall's value for each own stall beyond the first three."""
LEFT = WEIGHTS.place("left")
"""Number of expansions in the supply below which a new stall loses value."""
MOVING = WEIGHTS.place("moving")
"""Value of moving a blocked stall (a stall that cannot be expanded)."""
ROOM = WEIGHTS.place("room")
"""Value of each free site near a new stall, and of each site that an expansion lets the stand grow onto."""
WALL = WEIGHTS.place("wall")
"""Value of each coin that an expansion gains for the seat, or takes from opponents, by blocking customers' paths."""
BARKER_WORTH = WEIGHTS.place("barker_worth")
"""Value of taking a barker with none in reserve. A barker is a token that is paid to lure a customer further."""
GOLD_KEPT = WEIGHTS.place("gold_kept")
"""Value of each point of a gold medal that the seat holds, near the end of the game."""
GOLD_EARLY = WEIGHTS.place("gold_early")
"""Reduction of ``GOLD_KEPT`` early in the game, because the seat may still lose the medal."""
SILVER_KEPT = WEIGHTS.place("silver_kept")
"""Value of each point of a silver medal that the seat holds."""
ANY_COIN = WEIGHTS.place("any_coin")
"""Value of a coin of any colour."""
RIGHT_COIN = WEIGHTS.place("right_coin")
"""Additional value, early in the game, of a coin whose colour is that of an own stand that can still grow."""
STAND = WEIGHTS.place("stand")
"""Value, early in the game, of each tile of a stand that can still grow."""
PAYABLE = WEIGHTS.place("payable")
"""Value of each point of the best expansion that can be paid for."""
READY = WEIGHTS.place("ready")
"""Value, at the end, of each point of the best expansion that can be paid for and built with the cards held."""
READY_EARLY = WEIGHTS.place("ready_early")
"""Reduction of ``READY`` early in the game."""
VISITOR = WEIGHTS.place("visitor")
"""Value, early in the game, of each coin that a seat would earn if all customers went to their nearest entries."""
HELD_CARD = WEIGHTS.place("held_card")
"""Value of a card in the hand."""
HELD_BARKER = WEIGHTS.place("held_barker")
"""Value of a barker in reserve."""
LATER = WEIGHTS.place("later")
"""Value of being the last to act; negative. It is multiplied by the share of seats that act before this one."""
SURE = WEIGHTS.place("sure")
"""Factor that turns expected points into win probabilities (in a softmax) once no expansions are left."""
SURE_LEFT = WEIGHTS.place("sure_left")
"""Reduction of the logarithm of ``SURE`` for each expansion left in the supply."""
SURE_ENDING = WEIGHTS.place("sure_ending")
"""Reduction of the logarithm of ``SURE`` for each expansion needed to start the final phase."""
SURE_FINAL = WEIGHTS.place("sure_final")
"""Multiplier of ``SURE`` in the final phase."""
FAR = 5.0
"""Minimum number of expansions still needed for the final phase while the game counts as fully early."""
SPENDABLE = 8
"""Maximum number of coins of a colour that can be spent before the game ends."""
MEDAL_TWICE = 1.5
"""Factor of the points of a medal about to be won, because it may score again at the end."""
NOTHING = -9.0
"""Low value that marks a choice as impossible."""
