"""The weights of Kairo's judgement, in points unless something else is said."""

from __future__ import annotations

from souq.engine.rules.weights import Weights
from souq.games.kairo.state import BOX

WEIGHTS = Weights.read(__package__)
"""The numbers themselves, of ``weights.toml``."""

COIN = 1.0 / BOX.end["money"]
"""A coin at the end of the game."""
GROWING = WEIGHTS.place("growing")
"""A coin of a colour in which an own stand can still grow."""
SPARE_COINS = WEIGHTS.place("spare_coins")
"""Coins of a growing colour beyond which more are worth no more than others."""
MEDAL = WEIGHTS.place("medal")
"""Share of a medal's value that it may bring once more at the end."""
ONE_OF_THREE = WEIGHTS.place("one_of_three")
"""Each further card that is played."""
JOKER = WEIGHTS.place("joker")
"""A joker played, beside its fee."""
RIVAL = WEIGHTS.place("rival")
"""Each point or coin that a lure brings to somebody else."""
BARKING = WEIGHTS.place("barking")
"""A barker spent."""
NEXT = WEIGHTS.place("next")
"""Share of what the customer who comes may bring on his next walk."""
POOR_HAND = WEIGHTS.place("poor_hand")
"""Drawing with two cards or fewer."""
FULL_HAND = WEIGHTS.place("full_hand")
"""Drawing with more."""
FRESH = WEIGHTS.place("fresh")
"""A new stall, early: it can grow, and its medals may be free."""
CROWDED = WEIGHTS.place("crowded")
"""By how much a new stall is worth less for each own one there is beyond the first three."""
LEFT = WEIGHTS.place("left")
"""Expansions left in the supply from which on a new stall is worth less."""
MOVING = WEIGHTS.place("moving")
"""Moving a blocked stall."""
ROOM = WEIGHTS.place("room")
"""Each site on which a stand can still grow."""
WALL = WEIGHTS.place("wall")
"""Each step that a wall adds to a walk to a rival's entry, or takes from being nearest oneself."""
BARKER_WORTH = WEIGHTS.place("barker_worth")
"""A barker taken, the first."""
GOLD_KEPT = WEIGHTS.place("gold_kept")
"""Each point of a gold medal that is held, at the end."""
GOLD_EARLY = WEIGHTS.place("gold_early")
"""By how much less early: it may be lost, and its points are scored."""
SILVER_KEPT = WEIGHTS.place("silver_kept")
"""Each point of a silver medal that is held."""
ANY_COIN = WEIGHTS.place("any_coin")
"""A coin, of any colour."""
RIGHT_COIN = WEIGHTS.place("right_coin")
"""One more, early, of a colour in which an own stand can grow."""
STAND = WEIGHTS.place("stand")
"""Each tile, early, of a stand that can still grow."""
PAYABLE = WEIGHTS.place("payable")
"""Each point of the best expansion that can be paid."""
READY = WEIGHTS.place("ready")
"""Each point of the best that can be paid and built with the cards held, at the end."""
READY_EARLY = WEIGHTS.place("ready_early")
"""By how much less early."""
VISITOR = WEIGHTS.place("visitor")
"""Each coin, early, that customers would bring by going to their nearest entries."""
HELD_CARD = WEIGHTS.place("held_card")
"""A card in the hand."""
HELD_BARKER = WEIGHTS.place("held_barker")
"""A barker in reserve."""
LATER = WEIGHTS.place("later")
"""Being last to act, against being next."""
SURE = WEIGHTS.place("sure")
"""How much a point decides when all expansions are gone."""
SURE_LEFT = WEIGHTS.place("sure_left")
"""By how much less for each expansion that is left (in the exponent)."""
SURE_ENDING = WEIGHTS.place("sure_ending")
"""The same for each that is needed to begin the final phase."""
SURE_FINAL = WEIGHTS.place("sure_final")
"""How many times more it decides in the final phase."""
FAR = 5.0
"""Expansions before the final phase from which on the game is early."""
SPENDABLE = 8
"""Coins of a colour that can be spent in time."""
MEDAL_TWICE = 1.5
"""Points of a medal that is about to be won, for it may score once more."""
NOTHING = -9.0
"""What cannot be done."""
