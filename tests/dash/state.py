from enum import IntEnum

from souq.engine.rules.choices import Choices
from souq.engine.rules.meaning import Count, Seats
from souq.engine.rules.record import GameRecord, arr, i8, i16, num

SEATS = 4
END = 10
CHOICES = Choices()
STEP = CHOICES.group("step", ["1", "2", "3"])
STOP = CHOICES.group("stop")


class Rule(IntEnum):
    DA_T01 = 1
    DA_T02 = 2


class Event(IntEnum):
    STEPS = 1  # seat, how far, where it is then
    STOPS = 2  # seat


class State(GameRecord):
    at = arr(i8, SEATS, of=Count(END), seats=0)
    steps = arr(i8, SEATS, of=Count(END), seats=0)
    out = num(i8, Seats())  # who has given up
    event = arr(i16, 4, 6)
