from enum import IntEnum

from souq.engine.rules.choices import Choices
from souq.engine.rules.meaning import SEAT, Count
from souq.engine.rules.record import GameRecord, arr, i8, i16, num

SEATS = 3
MOST = 7  # stones
CHOICES = Choices()
TAKE = CHOICES.group("take", ["1", "2"])


class Rule(IntEnum):
    HE_T01 = 1
    HE_T02 = 2


class Event(IntEnum):
    TOOK = 1  # seat, stones


class State(GameRecord):
    heap = num(i8, Count(MOST))
    seat = num(i8, SEAT)
    last = num(i8, SEAT)  # who took the last stone
    event = arr(i16, 2, 6)
