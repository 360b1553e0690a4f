from enum import IntEnum

from souq.engine.rules.choices import Choices
from souq.engine.rules.meaning import SEAT, Count, OneOf, Seats
from souq.engine.rules.record import GameRecord, arr, i8, i16, num

SEATS = 4
ROUNDS = 2
PURSE = 6  # coins at the start
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
POST = CHOICES.group("post", [str(seat + 1) for seat in range(SEATS)], seats=True)
WITHDRAW = CHOICES.group("withdraw", [str(seat + 1) for seat in range(SEATS)], seats=True)
REFUSE = CHOICES.group("refuse", [str(seat + 1) for seat in range(SEATS)], seats=True)
TAKE = CHOICES.group("take", [str(seat + 1) for seat in range(SEATS)], seats=True)
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
    stage = num(i8, Count(ROUNDS))
    phase = num(i8, OneOf(Phase))
    first = num(i8, SEAT)
    seat = num(i8, SEAT)  # who is asked, or composes
    left = num(i8, Seats())  # who has left the trading of this round
    coins = arr(i16, SEATS, of=Count(SEATS * (PURSE + 2 * ROUNDS)), seats=0)
    hand = arr(i8, SEATS, GOODS, of=Count(8, each=NAMES), seats=0)
    posts = arr(i8, SEATS, of=Count(POSTS), seats=0)
    posted = arr(i8, SEATS, of=Seats(), seats=0)  # to whom each seat has a post
    net = arr(i8, SEATS, SEATS, of=Count(COINS, least=-COINS), seats=(0, 1))  # coins the poster gives, or asks for
    give = arr(i8, SEATS, SEATS, GOODS, of=Count(MOST, each=NAMES), seats=(0, 1))
    want = arr(i8, SEATS, SEATS, GOODS, of=Count(MOST, each=NAMES), seats=(0, 1))
    to = num(i8, SEAT)  # to whom a post is being composed
    paid = num(i8, Count(COINS, least=-COINS))
    giving = arr(i8, GOODS, of=Count(MOST, each=NAMES))
    wanting = arr(i8, GOODS, of=Count(MOST, each=NAMES))
    event = arr(i16, 16, 6)
