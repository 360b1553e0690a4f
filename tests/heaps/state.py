from enum import IntEnum

from souq.engine.choices import Choices
from souq.engine.record import GameRecord, arr, i8, i16, num

SEATS = 3
CHOICES = Choices()
TAKE = CHOICES.group("take", ["1", "2"])


class Rule(IntEnum):
    HE_T01 = 1
    HE_T02 = 2


class Event(IntEnum):
    TOOK = 1  # seat, stones


class State(GameRecord):
    heap = num(i8)
    seat = num(i8)
    last = num(i8)  # who took the last stone, or -1
    event = arr(i16, 2, 6)
