"""The position of MarraCash: the record, its constants, and the choices.

Colours are numbered 0 red, 1 blue, 2 green, 3 purple, 4 yellow. Shops are 0 to 24 and fountains 0 to 15, as the town is
read from the top. There are five souvenir cards of each colour: card ``5 c + k`` is the ``k``-th cheapest of colour
``c``. A set of choices is stored as bits in two integers (see :mod:`souq.engine.rules.bits`). All players have the same
information; only future random draws are hidden.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from souq.engine.compiler.compiled import table
from souq.engine.rules.choices import Choices
from souq.engine.rules.events import WIDTH as ROW
from souq.engine.rules.events import Kind
from souq.engine.rules.meaning import FLAG, SEAT, SEATS, Count, OneOf, SetOf
from souq.engine.rules.record import GameRecord, arr, i8, i16, i32, i64, num
from souq.games.marracash import box

BOX = box.unpack(Path(__file__).parent)
"""The game's components."""

PLAYERS = 4
COLOURS = len(BOX.colours)
SHOPS = len(BOX.town.shops)
FOUNTAINS = len(BOX.town.fountains)
ROUTES = len(BOX.town.routes)
GATES = len(BOX.entrances)
VISITORS = sum(colour.visitors for colour in BOX.colours)
QUEUE = VISITORS - BOX.visitors["at_entrance"] * GATES
CARDS = sum(len(colour.souvenirs) for colour in BOX.colours)
SHOWN = 2
STEP = BOX.auction["step"]
NOBODY = -1
MOST = max(colour.visitors for colour in BOX.colours)
"""Number of visitors of the most frequent colour."""
TAKINGS = BOX.ladder[-1] * MOST + max(sum(colour.souvenirs) for colour in BOX.colours)
"""Upper bound of what one shop can earn in a game."""
CUTS = BOX.guide["high"] * MOST
"""Upper bound of the total that one shop's owner pays to guides."""
RICHES = 40_000
"""Upper bound of a seat's cash: more than the sum of what visitors, souvenirs and auctioneers' fees can pay."""
TURNS = 200
"""Upper bound of the turns in a game."""
N_EVENTS = 96
"""Maximum number of events that one decision emits.

A walk passes five shops, each with its customers, two souvenirs, income and cut; then come the end of the turn, groups,
cards turned up, the end and its places. A setup emits the first seat and three entrances.
"""

NAMES = tuple(colour.name for colour in BOX.colours)
SHOP_NAMES = tuple(shop.name for shop in BOX.town.shops)
ROUTE_NAMES = tuple(f"{route.start + 1} {route.way}" for route in BOX.town.routes)
GATE_NAMES = tuple(str(fountain + 1) for fountain in BOX.entrances)

SHOP_COLOUR = table([shop.colour for shop in BOX.town.shops])
"""Colour of each shop."""
ROUTE_START = table([route.start for route in BOX.town.routes])
ROUTE_END = table([route.end for route in BOX.town.routes])
PASSED = table([[*route.passed, *[-1] * (8 - len(route.passed))] for route in BOX.town.routes])
"""Shops that each route passes, in order; -1 after the last."""
BESIDE = table([(*BOX.town.touching(cell), -1)[0] for cell in BOX.town.fountains])
"""For each fountain, the first shop with a door onto its cell, or -1 if there is none."""
ENTRANCE = table(BOX.entrances)
"""Fountain behind each gate."""
SOUVENIR = table([value for colour in BOX.colours for value in colour.souvenirs])
"""Price of each souvenir card, in Dirham."""


class Phase(IntEnum):
    """The kinds of decisions that a player makes."""

    ACTION = 1  # D2, D4: move a crowd, or auction a shop
    BID = 2  # D5, D6: pass, the minimum bid, or more
    AMOUNT = 3  # D11: how much more
    SOUVENIR = 4  # D7: which card to sell
    GATE = 5  # D8: which entrance to fill
    GROUP = 6  # D9: which visitors to bring in


class Stage(IntEnum):
    """The current part of the turn."""

    ACTIONS = 1
    VISITORS = 2  # bringing in new visitors (MA-N01)
    DONE = 3


CHOICES = Choices()
"""All choices of the game, which are numbered from 0 to 88."""
MOVE = CHOICES.group("move", ROUTE_NAMES)
AUCTION = CHOICES.group("auction", SHOP_NAMES)
PASS = CHOICES.group("pass")
BID = CHOICES.group("bid")
MORE = CHOICES.group("more")
ADD = CHOICES.group("add", [str(STEP * k) for k in (1, 2, 3, 4)])
SELL = CHOICES.group("sell", ["0", "1"])
GATE = CHOICES.group("gate", GATE_NAMES)
BRING = CHOICES.group("bring", [f"{end} {k}" for end in "AB" for k in (2, 3, 4)])
N_LEGAL = ROUTES + SHOPS


class Event(Kind):
    """Events of a decision. Colours, shops, fountains, routes, cards and slots are numbers; ``visitors`` is a count.

    A walk emits WALK; for every shop entered ENTER, SOLD for each souvenir, INCOME and CUT; then ARRIVED. A sale emits
    LOT, BIDS and PASSES, BOUGHT and FEE, then PULL and what follows as in a walk. All players see every event.
    """

    FIRST = 1, "seat"  # the starting player, drawn or chosen
    TRIO = 2, "fountain colour second third"  # three visitors at an entrance at the start
    TURN = 3, "seat turn part"  # part: 1 in round 1, 2 in the last round
    SKIPPED = 4, "seat later"  # later 0: cannot auction in round 1; 1: has no possible action left in this turn
    WALK = 5, "seat fountain route visitors"  # leads a crowd
    ENTER = 6, "shop visitors customers money"  # customers: those before; money: what the bank pays
    SOLD = 7, "seat card slot money"
    INCOME = 8, "seat money shop visitors"  # souvenirs included
    CUT = 9, "owner guide money shop"
    ARRIVED = 10, "fountain visitors"
    LOT = 11, "seat shop"  # put up for auction
    BIDS = 12, "seat money opening"
    PASSES = 13, "seat why"  # why: 0 by choice, 1 cannot raise (MA-A07), 2 has no sign left (MA-A03)
    BOUGHT = 14, "seat shop money auctioneer"
    FEE = 15, "seat money"  # the bank pays the auctioneer
    PULL = 16, "shop visitors fountain"
    BROUGHT = 17, "seat visitors end fountain"  # end: 0 A, 1 B
    VISITOR = 18, "colour fountain left"  # each visitor of the group; left: visitors left in the queue
    CARD = 19, "card slot left"  # turned up; left: cards face down
    LAST = 20, "seat"  # the queue is empty: the last round begins after this seat's turn
    STALLED = 21, "turns"  # turns in a row without progress
    END = 22
    RANK = 23, "seat rank money"


HIDDEN = ()
"""No hidden fields: only chance is hidden, and souvenirs are drawn when they are turned up."""


class State(GameRecord):
    """A position. -1 means "none" in every field."""

    phase = num(i8, OneOf(Phase))
    player = num(i8, SEAT)  # the seat that has to decide
    active = num(i8, SEAT)  # the seat whose turn it is
    first = num(i8, SEAT)  # the starting player
    souvenirs = num(i8, FLAG)  # option: the souvenir variant
    turn = num(i16, Count(TURNS))  # turns begun, including skipped ones
    actions = num(i8, Count(BOX.actions))  # actions made in this turn
    auctioned = num(i8, FLAG)  # one of them was an auction
    progress = num(i8, FLAG)  # this turn a shop was sold or entered, or visitors were brought in
    idle = num(i8, Count(BOX.patience * PLAYERS))  # turns in a row without progress (MA-Z04)
    closing = num(i8, Count(PLAYERS, least=-1))  # turns left in the last round; -1 before it
    front = num(i8, Count(QUEUE))  # the queue holds places front to back - 1; end A is at front
    back = num(i8, Count(QUEUE))
    queue = arr(i8, QUEUE, of=OneOf(NAMES))  # colour of each place; places outside front to back are empty by now
    crowd = arr(i8, FOUNTAINS, COLOURS, of=Count(MOST, each=NAMES))  # visitors at each fountain
    owner = arr(i8, SHOPS, of=SEAT)
    customers = arr(i8, SHOPS, of=Count(MOST, each=SHOP_NAMES))  # visitors who entered
    price = arr(i16, SHOPS, of=Count(BOX.auction["most"], each=SHOP_NAMES))  # price paid for the shop
    income = arr(i16, SHOPS, of=Count(TAKINGS, each=SHOP_NAMES))  # income so far, including souvenirs
    cuts = arr(i16, SHOPS, of=Count(CUTS, each=SHOP_NAMES))  # guides' cuts paid of it
    signs = arr(i8, PLAYERS, of=Count(BOX.signs_for_two), seats=0)  # signs left, one a shop that can be bought
    cash = arr(i32, PLAYERS, of=Count(RICHES), seats=0)
    lot = num(i8, OneOf(SHOP_NAMES, or_none=True))  # shop being auctioned
    standing = num(i16, Count(BOX.auction["most"]))  # standing bid; 0 before the opening
    leader = num(i8, SEAT)  # seat of the standing bid
    inside = num(i8, SEATS)  # seats still in the auction
    bids = arr(i16, PLAYERS, of=Count(BOX.auction["most"]), seats=0)  # each seat's last bid, or 0
    counted = num(i16, Count(BOX.auction["most"]))  # amount reached so far on the way to a bid (D11)
    gate = num(i8, OneOf(GATE_NAMES, or_none=True))  # entrance being filled
    sale = num(i8, OneOf(SHOP_NAMES, or_none=True))  # shop whose owner chooses which souvenir to sell
    guide = num(i8, SEAT)  # seat that led the customer there; -1: pulled in
    profit = num(i16, Count(BOX.ladder[-1]))  # what that customer paid by the ladder
    stage = num(i8, OneOf(Stage))  # of the turn
    unseen = num(i32, SetOf(CARDS))  # souvenir cards face down
    shown = arr(i8, SHOWN, of=OneOf(CARDS, or_none=True))  # souvenir cards face up
    asked = arr(i64, 2, of=SetOf(CHOICES.size), derived=True)  # legal choices
    event = arr(i16, N_EVENTS, ROW)  # events of the last decision


class Rule(IntEnum):
    """Every rule of the rulebook, so that a refusal can name one."""

    MA_S01 = 1
    MA_S02 = 2
    MA_S03 = 3
    MA_S04 = 4
    MA_S05 = 5
    MA_S06 = 6
    MA_S07 = 7
    MA_S08 = 8
    MA_S09 = 9
    MA_F01 = 10
    MA_F02 = 11
    MA_F03 = 12
    MA_T01 = 13
    MA_T02 = 14
    MA_T03 = 15
    MA_T04 = 16
    MA_T05 = 17
    MA_T06 = 18
    MA_T07 = 19
    MA_A01 = 20
    MA_A02 = 21
    MA_A03 = 22
    MA_A04 = 23
    MA_A05 = 24
    MA_A06 = 25
    MA_A07 = 26
    MA_A08 = 27
    MA_A09 = 28
    MA_A10 = 29
    MA_A11 = 30
    MA_A12 = 31
    MA_A13 = 32
    MA_A14 = 33
    MA_M01 = 34
    MA_M02 = 35
    MA_M03 = 36
    MA_M04 = 37
    MA_M05 = 38
    MA_M06 = 39
    MA_M07 = 40
    MA_M08 = 41
    MA_M09 = 42
    MA_M10 = 43
    MA_P01 = 44
    MA_P02 = 45
    MA_P03 = 46
    MA_P04 = 47
    MA_P05 = 48
    MA_N01 = 49
    MA_N02 = 50
    MA_N03 = 51
    MA_N04 = 52
    MA_N05 = 53
    MA_N06 = 54
    MA_E01 = 55
    MA_E02 = 56
    MA_E03 = 57
    MA_E04 = 58
    MA_E05 = 59
    MA_V01 = 60
    MA_V02 = 61
    MA_V03 = 62
    MA_V04 = 63
    MA_V05 = 64
    MA_V06 = 65
    MA_V07 = 66
    MA_V08 = 67
    MA_V09 = 68
    MA_W01 = 69
    MA_W02 = 70
    MA_Z01 = 71
    MA_Z02 = 72
    MA_Z03 = 73
    MA_Z04 = 74
