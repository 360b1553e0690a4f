from enum import IntEnum

from souq.engine.rules.choices import Choices
from souq.engine.rules.meaning import SEAT, Count, Seats
from souq.engine.rules.record import GameRecord, arr, i8, i16, num

SEATS = 4
LOTS = 3
STEP = 5
JUMP = 20
PURSE = 100
CHOICES = Choices()
PASS = CHOICES.group("pass")
BID = CHOICES.group("bid")
MORE = CHOICES.group("more")
ADD = CHOICES.group("add", ["5", "10", "15", "20"])


class Rule(IntEnum):
    LO_T01 = 1
    LO_B01 = 2
    LO_B02 = 3
    LO_B03 = 4
    LO_B04 = 5


class Event(IntEnum):
    TASTE = 1  # seat, what a lot is worth: seen by the seat alone
    BIDS = 2  # seat, amount
    PASSES = 3  # seat
    SOLD = 4  # seat, lot, price
    UNSOLD = 5  # lot


HIDDEN = ("taste",)
"""Fields that not everybody may see."""


class State(GameRecord):
    lot = num(i8, Count(LOTS))
    first = num(i8, SEAT)  # who will begin the next lot
    seat = num(i8, SEAT)  # who is asked
    standing = num(i16, Count(PURSE))  # the highest bid; 0 before the first
    leader = num(i8, SEAT)  # whose it is
    inside = num(i8, Seats())  # who is still in
    counted = num(i16, Count(PURSE))  # reached so far on the way to a bid, or 0
    purse = arr(i16, SEATS, of=Count(PURSE), seats=0)
    taste = arr(i8, SEATS, of=Count(9), seats=0)
    won = arr(i8, SEATS, of=Count(LOTS), seats=0)
    event = arr(i16, 8, 6)
