from enum import IntEnum

from souq.engine.choices import Choices
from souq.engine.record import GameRecord, arr, i8, i16, num

SEATS = 4
ROUNDS = 2
NAMES = ("salt", "rugs", "figs", "seal")
GOODS = len(NAMES)
MOST = 3  # goods on one side
COINS = 5  # most coins in a trade
POSTS = 6  # of one seat in a round

CHOICES = Choices()
PASS = CHOICES.group("pass")
DRAW = CHOICES.group("draw")
GIVE = CHOICES.group("give", NAMES)
WANT = CHOICES.group("want", NAMES)
DONE = CHOICES.group("done")
NET = CHOICES.group("coins", [str(each) for each in range(-COINS, COINS + 1)])
POST = CHOICES.group("post", [str(seat + 1) for seat in range(SEATS)])
WITHDRAW = CHOICES.group("withdraw", [str(seat + 1) for seat in range(SEATS)])
REFUSE = CHOICES.group("refuse", [str(seat + 1) for seat in range(SEATS)])
TAKE = CHOICES.group("take", [str(seat + 1) for seat in range(SEATS)])
LEAVE = CHOICES.group("leave")
TIME = CHOICES.group("time")


class Phase(IntEnum):
    ASK = 0
    TALK = 1
    GIVING = 2
    PAYING = 3
    WANTING = 4


class Rule(IntEnum):
    BA_R01 = 1
    BA_T01 = 2
    BA_T02 = 3
    BA_T03 = 4
    BA_T04 = 5


class Event(IntEnum):
    PASSES = 1  # seat
    DRAWS = 2  # seat, coins
    POSTS = 3  # seat, other
    ENDS_POST = 4  # seat, other
    SWAPS = 5  # seat, other
    LEAVES = 6  # seat
    TIME_UP = 7  # round


class State(GameRecord):
    stage = num(i8)
    phase = num(i8)
    first = num(i8)
    seat = num(i8)  # who is asked, or composes
    left = num(i8)  # who has left the trading of this round, a bit each
    coins = arr(i16, SEATS)
    hand = arr(i8, SEATS, GOODS)
    posts = arr(i8, SEATS)
    posted = arr(i8, SEATS)  # to whom each seat has a post, a bit each
    net = arr(i8, SEATS, SEATS)  # coins the poster gives, or asks for below 0
    give = arr(i8, SEATS, SEATS, GOODS)
    want = arr(i8, SEATS, SEATS, GOODS)
    to = num(i8)  # to whom a post is being composed
    paid = num(i8)
    giving = arr(i8, GOODS)
    wanting = arr(i8, GOODS)
    event = arr(i16, 16, 6)
