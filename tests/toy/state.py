from enum import IntEnum

from souq.engine.rules.choices import Choices
from souq.engine.rules.meaning import FLAG, Count, Seat
from souq.engine.rules.record import GameRecord, arr, i8, i16, num

SEATS = 4
CHOICES = Choices()
SWAP = CHOICES.group("swap")
MARK = CHOICES.group("mark", ["on", "off"])
KEEP = CHOICES.group("keep")
SHOUT = CHOICES.group("shout")
SHOW = CHOICES.group("show")
PEEK = CHOICES.group("peek")


class Rule(IntEnum):
    TO_T01 = 1
    TO_T02 = 2
    TO_T03 = 3
    TO_T04 = 4


class Event(IntEnum):
    SWAPPED = 1  # seat
    CARD = 2  # seat, card: seen by its holder alone
    SHOUTED = 3  # seat


HIDDEN = ("card",)
"""Fields that not everybody may see."""


class State(GameRecord):
    first = num(i8, Seat())
    highest = num(i8, Count(99))
    card = arr(i8, SEATS, of=Count(99), seats=0)
    marked = arr(i8, SEATS, of=FLAG, seats=0)
    shown = arr(i8, SEATS, of=FLAG, seats=0)  # everybody sees the card
    peeked = arr(i8, SEATS, of=FLAG, seats=0)  # sees the next seat's card
    seat = num(i8, Seat(SEATS))  # whose turn; players: the race
    shouter = num(i8, Seat())
    event = arr(i16, 8, 6)
