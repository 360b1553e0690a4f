"""The position of Kairo: the record, its constants, and the choices.

Colours are numbered 0 white, 1 red, 2 purple, 3 green, 4 yellow, 5 blue; sites 0 (A1) to 143 (L12), row after row;
segments 0 to 8; cards 0 to 8 the standard card of each segment, 9 to 14 the jokers. A set of sites is three words of
bits (see :mod:`souq.engine.rules.bits`), a stack of cards one integer with two bits for each kind (see
:mod:`souq.games.kairo.rules.cards`).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from souq.engine.rules.choices import Choices
from souq.engine.rules.events import WIDTH as ROW
from souq.engine.rules.events import Kind
from souq.engine.rules.meaning import FLAG, SEAT, SEATS, Count, OneOf, Packed, SetOf
from souq.engine.rules.record import GameRecord, arr, i8, i16, i32, i64, num
from souq.games.kairo import box

BOX = box.unpack(Path(__file__).parent)
"""The contents of the box."""
NAMES = box.COLOURS
LABELS = box.LABELS

PLAYERS = 4
NEUTRAL = PLAYERS
"""Owner of the neutral stalls."""
OWNERS = PLAYERS + 1
COLOURS = len(NAMES)
PURPLE = 2
SITES = len(LABELS)
SEGMENTS = 9
CODES = tuple(card.code for card in BOX.cards)
CARDS = len(CODES)
JOKERS = SEGMENTS
"""Number of the first joker card; all cards from this number on are jokers."""
THREE = CARDS
"""Number of the way to pay with any three cards (KA-C03). Ways with smaller numbers are single cards."""
DISPLAY = BOX.turn["display"]
N_EVENTS = 48
"""Maximum number of events that one decision can cause.

A setup emits the start player, six customers, four cards, twelve stalls and the first turn. A last expansion emits
three cards, six payments, two medals, the final phase, four players out, the end, and three rows for each seat.
"""

STAND = 1 + BOX.supply["expansions"]
"""Maximum number of tiles of a stand."""
STACK = Packed(CODES, most=3)
"""Encoding of a stack of stall cards as one integer, which holds the number of cards of each kind."""
TURNS = 500
"""Upper bound of the turns of a game."""
MONEY = 200
"""Upper bound of a seat's money of one colour."""
POINTS = 150
"""Upper bound of a seat's points."""


class Phase(IntEnum):
    """The decision that ``player`` has to make."""

    ACT = 1  # D1: what kind of action
    COLOUR = 2  # S1, D2: which colour of stall
    SITE = 3  # S2, S4, D3: where the stall or expansion goes
    ENTRY = 4  # S3, S4, D4: where the entry of the stall goes
    WAY = 5  # D5: which card, or three
    KEEP = 6  # D5b: which of four cards is kept when three are played
    FEE = 7  # D6: colour of the joker's money
    PAY = 8  # D7: colour of a substitute
    CUSTOMER = 9  # L1: which customer to lure
    GOAL = 10  # L2: to which entry
    TAKE = 11  # W1, W2: a card or a barker
    DISCARD = 12  # W3: a card too many


class Act(IntEnum):
    """Kind of action that is in progress."""

    NONE = 0
    PLACE = 1  # setup: an own stall
    NEUTRAL = 2  # setup of two players: a neutral stall
    NEW = 3
    EXPAND = 4
    MOVE = 5
    LURE = 6
    DRAW = 7


CHOICES = Choices()
"""All choices of the game."""
NEW = CHOICES.group("new")
EXPAND = CHOICES.group("expand")
MOVE = CHOICES.group("move")
LURE = CHOICES.group("lure")
DRAW = CHOICES.group("draw")
QUIT = CHOICES.group("quit")
COLOUR = CHOICES.group("colour", NAMES)
SITE = CHOICES.group("site", LABELS)
ENTRY = CHOICES.group("entry", LABELS)
WAY = CHOICES.group("play", [*CODES, "three"])
KEEP = CHOICES.group("keep", CODES)
FEE = CHOICES.group("fee", NAMES)
PAY = CHOICES.group("pay", NAMES)
CUSTOMER = CHOICES.group("customer", NAMES)
GOAL = CHOICES.group("goal", LABELS)
TAKE = CHOICES.group("take", [*CODES, "deck", "barker"])
DECK = TAKE + CARDS
BARKER = TAKE + CARDS + 1
DISCARD = CHOICES.group("discard", CODES)
N_LEGAL = SITES
"""Maximum number of legal choices in a decision, reached if every site is legal."""


class Event(Kind):
    """Kinds of events. Colours and customers are numbers of colours; ``left`` is the number that remains of something.

    A Build emits CARD for every card played (then FEE), NEW or MOVED or (after PAID for each colour) EXPANDED, SCORED
    and MEDAL. Luring emits LURED, CAME, EARNED for each seat that earns, BARKERS.
    """

    FIRST = 1, "seat"  # drawn to begin
    STANDS = 2, "customer site"  # where a customer begins; -1: off the board
    SHOWN = 3, "slot card left"
    PLACED = 4, "owner colour site entry"  # in the setup; an owner of 4 is nobody
    NEUTRAL = 5, "seat colour"  # a neutral stall is drawn from the bag
    CROWDED = 6, "owner colour left_out"  # a first stall (-1: of any colour) has no place; if not 0, at all
    TURN = 7, "seat turn"
    CARD = 8, "seat card together"  # together: 1 for one of three
    FEE = 9, "seat colour"  # for a joker
    PAID = 10, "seat colour money"
    NEW = 11, "seat colour site entry"
    EXPANDED = 12, "seat colour site size"
    MOVED = 13, "seat colour site entry"
    SCORED = 14, "seat points size"  # for a stand that has grown to this size
    MEDAL = 15, "seat colour is_gold giver"  # a giver of -1 is the supply
    LURED = 16, "seat customer start entry"
    CAME = 17, "customer entry"  # the customer that was off the board
    EARNED = 18, "seat colour money as_owner"  # as_owner: 1 for the owner of the stall
    BARKERS = 19, "seat barkers"  # used up
    TOOK = 20, "seat card slot"  # from the display
    DREW = 21, "seat left"  # from the deck
    CARD_DREW = 22, "seat card"  # the drawn card, visible to that seat alone
    BARKER = 23, "seat left"
    DISCARDED = 24, "seat card"
    SHUFFLED = 25, "cards"  # the discards become the deck
    FINAL = 26, "rule seat"  # the final phase begins, after this seat's turn
    OUT = 27, "seat by_choice"  # of the final phase
    END = 28  # nobody is left
    MEDALS = 29, "seat gold silver points"  # final scoring, as the following
    MONEY = 30, "seat money points"
    RANK = 31, "seat rank points"
    LOW = 32, "colour left"  # before the final phase: 1 or 0 expansions


HIDDEN = ("hand", "deck")
"""Names of the fields with hidden information."""


class State(GameRecord):
    """A position. -1 means "none" in every field."""

    phase = num(i8, OneOf(Phase))
    player = num(i8, SEAT)  # the seat that is asked
    first = num(i8, SEAT)  # the start player
    suggested = num(i8, FLAG)  # option: suggested starting positions
    act = num(i8, OneOf(Act))  # the action in progress
    colour = num(i8, OneOf(NAMES, or_none=True))  # of the stall being built
    site = num(i16, OneOf(LABELS, or_none=True))  # where the stall or expansion goes
    door = num(i16, OneOf(LABELS, or_none=True))  # where the entry goes
    way = num(i8, OneOf((*CODES, "three"), or_none=True))  # card played, or THREE
    owed = num(i8, Count(BOX.turn["substitutes"] * STAND))  # substitutes still to pay for an expansion
    customer = num(i8, OneOf(NAMES, or_none=True))  # who is being lured
    picks = num(i8, Count(BOX.turn["picks"]))  # cards and barkers taken in this turn
    placed = num(i8, Count(BOX.start["stalls"] * PLAYERS + COLOURS))  # in the setup, those left out included
    limit = num(i8, FLAG)  # setup: the limit of a segment holds for this placement (KA-X32)
    bag = num(i8, SetOf(NAMES))  # neutral stalls still in the bag
    final = num(i8, FLAG)  # the final phase
    out = num(i8, SEATS)  # who is out of the final phase
    turn = num(i16, Count(TURNS))  # turns begun; 0 in the setup
    idle = num(i16, Count(TURNS))  # turns in a row without a new stall or an expansion (KA-X30)
    asked = arr(i64, 3, of=SetOf(SITES), derived=True)  # options: choices, counted from the first of their group
    solid = arr(i64, 3, of=SetOf(LABELS), derived=True)  # with a stall or an expansion
    doors = arr(i64, 3, of=SetOf(LABELS), derived=True)  # with an entry
    crowd = arr(i64, 3, of=SetOf(LABELS), derived=True)  # with a customer
    tiles = arr(i64, COLOURS, 3, of=SetOf(LABELS))  # with a stall or an expansion of a colour
    reach = arr(i64, 3, of=SetOf(LABELS), derived=True)  # walkable sites that customers can reach
    loose = arr(i64, 3, of=SetOf(LABELS), derived=True)  # of these, sites where building is safe by their neighbours
    stall = arr(i16, OWNERS, COLOURS, of=OneOf(LABELS, or_none=True), seats=0)  # site of a main stall
    entry = arr(i16, OWNERS, COLOURS, of=OneOf(LABELS, or_none=True), seats=0)  # site of its entry
    sizes = arr(i8, OWNERS, COLOURS, of=Count(STAND, each=NAMES), seats=0)  # tiles of the stand; 0 without one
    stands = arr(i16, COLOURS, of=OneOf(LABELS, or_none=True))  # site of a customer, or -1 off the board
    present = arr(i16, COLOURS, of=SetOf(SEGMENTS), derived=True)  # segments with a main stall of a colour
    supply = arr(i8, COLOURS, of=Count(BOX.supply["expansions"], each=NAMES))  # expansions left
    gold = arr(i8, COLOURS, of=SEAT)  # who holds the gold medal
    silver = arr(i8, COLOURS, of=SEAT)
    money = arr(i16, PLAYERS, COLOURS, of=Count(MONEY, each=NAMES), seats=0)
    score = arr(i16, PLAYERS, of=Count(POINTS), seats=0)  # points so far
    barkers = arr(i8, PLAYERS, of=Count(BOX.supply["barkers"]), seats=0)
    hand = arr(i32, PLAYERS, of=STACK, seats=0)  # stall cards held; a viewer sees only the known ones of others
    known = arr(i32, PLAYERS, of=STACK, seats=0)  # of these, cards taken from the display, so publicly known
    held = arr(i8, PLAYERS, of=Count(BOX.turn["hand"] + BOX.turn["picks"]), seats=0)  # number of stall cards each holds
    deck = num(i32, STACK)  # a viewer's copy also has the unknown cards in others' hands
    discards = num(i32, STACK)  # the open discard pile
    left = num(i8, Count(sum(card.copies for card in BOX.cards)))  # how many cards the deck holds
    display = arr(i8, DISPLAY, of=OneOf(CODES, or_none=True))
    event = arr(i16, N_EVENTS, ROW)  # what happened in the last decision


class Rule(IntEnum):
    """Every rule and ruling of the rulebook, so that a refusal can name one."""

    KA_S01 = 1
    KA_S02 = 2
    KA_S03 = 3
    KA_S04 = 4
    KA_S05 = 5
    KA_S06 = 6
    KA_S07 = 7
    KA_S08 = 8
    KA_S09 = 9
    KA_S10 = 10
    KA_S11 = 11
    KA_S12 = 12
    KA_T01 = 13
    KA_T02 = 14
    KA_T03 = 15
    KA_C01 = 16
    KA_C02 = 17
    KA_C03 = 18
    KA_C04 = 19
    KA_C05 = 20
    KA_C06 = 21
    KA_N01 = 22
    KA_N02 = 23
    KA_N03 = 24
    KA_N04 = 25
    KA_N05 = 26
    KA_N06 = 27
    KA_N07 = 28
    KA_N08 = 29
    KA_N09 = 30
    KA_E01 = 31
    KA_E02 = 32
    KA_E03 = 33
    KA_E04 = 34
    KA_E05 = 35
    KA_E06 = 36
    KA_E07 = 37
    KA_E08 = 38
    KA_E09 = 39
    KA_E10 = 40
    KA_E11 = 41
    KA_E12 = 42
    KA_A01 = 43
    KA_A02 = 44
    KA_M01 = 45
    KA_M02 = 46
    KA_M03 = 47
    KA_M04 = 48
    KA_M05 = 49
    KA_M06 = 50
    KA_B01 = 51
    KA_B02 = 52
    KA_B03 = 53
    KA_L01 = 54
    KA_L02 = 55
    KA_L03 = 56
    KA_L04 = 57
    KA_L05 = 58
    KA_L06 = 59
    KA_L07 = 60
    KA_L08 = 61
    KA_L09 = 62
    KA_L10 = 63
    KA_D01 = 64
    KA_D02 = 65
    KA_D03 = 66
    KA_D04 = 67
    KA_D05 = 68
    KA_F01 = 69
    KA_F02 = 70
    KA_F03 = 71
    KA_F04 = 72
    KA_F05 = 73
    KA_F06 = 74
    KA_F07 = 75
    KA_P01 = 76
    KA_P02 = 77
    KA_P03 = 78
    KA_X01 = 79
    KA_X02 = 80
    KA_X03 = 81
    KA_X04 = 82
    KA_X05 = 83
    KA_X06 = 84
    KA_X07 = 85
    KA_X08 = 86
    KA_X09 = 87
    KA_X10 = 88
    KA_X11 = 89
    KA_X12 = 90
    KA_X13 = 91
    KA_X14 = 92
    KA_X15 = 93
    KA_X16 = 94
    KA_X17 = 95
    KA_X18 = 96
    KA_X19 = 97
    KA_X20 = 98
    KA_X21 = 99
    KA_X22 = 100
    KA_X23 = 101
    KA_X24 = 102
    KA_X25 = 103
    KA_X26 = 104
    KA_X27 = 105
    KA_X28 = 106
    KA_X29 = 107
    KA_X30 = 108
    KA_X31 = 109
    KA_X32 = 110
    KA_X33 = 111
    KA_X34 = 112
    KA_X35 = 113
    KA_X36 = 114
    KA_X37 = 115
    KA_X38 = 116
    KA_X39 = 117
    KA_X40 = 118
    KA_X41 = 119
    KA_X42 = 120
    KA_X43 = 121
    KA_X44 = 122
    KA_X45 = 123
