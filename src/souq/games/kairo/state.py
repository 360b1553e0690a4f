"""The position of Kairo: the record, its numbers, and what can be chosen.

Colours are numbered 0 white, 1 red, 2 purple, 3 green, 4 yellow, 5 blue; sites 0 (A1) to 143 (L12), row after row;
segments 0 to 8; cards 0 to 8 the standard card of each segment, 9 to 14 the jokers. A set of sites is three words of
bits (see :mod:`souq.engine.bits`), a stack of cards one integer with two bits for each kind (see
:mod:`souq.games.kairo.rules.cards`).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from souq.engine.choices import Choices
from souq.engine.events import WIDTH as ROW
from souq.engine.record import GameRecord, arr, i8, i16, i32, i64, num
from souq.games.kairo import box

BOX = box.unpack(Path(__file__).parent)
"""What is in the box."""
NAMES = box.COLOURS
LABELS = box.LABELS

PLAYERS = 4
NEUTRAL = PLAYERS
"""Owner of the stalls that belong to nobody."""
OWNERS = PLAYERS + 1
COLOURS = len(NAMES)
PURPLE = 2
SITES = len(LABELS)
SEGMENTS = 9
CARDS = len(BOX.cards)
JOKERS = SEGMENTS
"""The first joker."""
THREE = CARDS
"""The way to build with any three cards (KA-C03)."""
DISPLAY = BOX.turn["display"]
N_EVENTS = 48
"""Most that one decision can tell. A setup: who begins, six customers, four cards, twelve stalls, the first turn. A
last expansion: three cards, six payments, two medals, the final phase, four players out, the end, three rows a seat."""


class Phase(IntEnum):
    """What is asked of ``player``."""

    ACT = 1  # D1: what kind of action
    COLOUR = 2  # S1, D2: which colour of stall
    SITE = 3  # S2, S4, D3: where the stall or expansion goes
    ENTRY = 4  # S3, S4, D4: where the entry of the stall goes
    WAY = 5  # D5: which card, or three
    KEEP = 6  # D5b: which of four cards is kept when three are played
    FEE = 7  # D6: colour of the joker's money
    PAY = 8  # D7: colour of a substitute
    CUSTOMER = 9  # L1: whom to lure
    GOAL = 10  # L2: to which entry
    TAKE = 11  # W1, W2: a card or a barker
    DISCARD = 12  # W3: a card too many


class Act(IntEnum):
    """What is being done."""

    NONE = 0
    PLACE = 1  # setup: an own stall
    NEUTRAL = 2  # setup of two players: a neutral stall
    NEW = 3
    EXPAND = 4
    MOVE = 5
    LURE = 6
    DRAW = 7


CHOICES = Choices()
"""Everything that can be chosen."""
NEW = CHOICES.group("new")
EXPAND = CHOICES.group("expand")
MOVE = CHOICES.group("move")
LURE = CHOICES.group("lure")
DRAW = CHOICES.group("draw")
QUIT = CHOICES.group("quit")
COLOUR = CHOICES.group("colour", NAMES)
SITE = CHOICES.group("site", LABELS)
ENTRY = CHOICES.group("entry", LABELS)
_CODES = [card.code for card in BOX.cards]
WAY = CHOICES.group("play", [*_CODES, "three"])
KEEP = CHOICES.group("keep", _CODES)
FEE = CHOICES.group("fee", NAMES)
PAY = CHOICES.group("pay", NAMES)
CUSTOMER = CHOICES.group("customer", NAMES)
GOAL = CHOICES.group("goal", LABELS)
TAKE = CHOICES.group("take", [*_CODES, "deck", "barker"])
DECK = TAKE + CARDS
BARKER = TAKE + CARDS + 1
DISCARD = CHOICES.group("discard", _CODES)
N_LEGAL = SITES
"""No decision has more options than there are sites."""


class Event(IntEnum):
    """What is told. ``a`` to ``d`` are the four numbers of a row; those not named are 0. An owner of 4 is nobody.

    A Build is told as CARD for every card played (then FEE), NEW or MOVED or (after PAID for each colour) EXPANDED,
    SCORED and MEDAL. Luring is LURED, CAME, EARNED for each who does, BARKERS.
    """

    FIRST = 1  # a seat drawn to begin
    STANDS = 2  # customer a begins on site b; -1: off the board
    SHOWN = 3  # card b lies in slot a of the display; c left in the deck
    PLACED = 4  # setup: stall of owner a, colour b, on site c with entry d
    NEUTRAL = 5  # a seat draws the neutral stall of colour b from the bag
    CROWDED = 6  # setup: seat a's stall of colour b has no place; c 0: the limit of a segment is ignored, 1: left out
    TURN = 7  # a seat begins turn number b
    CARD = 8  # a seat plays card b; c 0 by itself, 1 as one of three
    FEE = 9  # a seat pays a joker's fee of colour b
    PAID = 10  # a seat pays of colour b c money
    NEW = 11  # a seat's new stall of colour b on site c with entry d
    EXPANDED = 12  # a seat's stand of colour b grows onto site c to size d
    MOVED = 13  # a seat's stall of colour b moves to site c with entry d
    SCORED = 14  # a seat scores b points for the stand of size c
    MEDAL = 15  # a seat takes of colour b the gold (c 1) or silver (c 0) medal from seat d (-1: the supply)
    LURED = 16  # a seat lures customer b from site c to the entry on site d
    CAME = 17  # customer a comes onto site b instead
    EARNED = 18  # a seat earns of colour b c money; d 1 as the owner of the stall
    BARKERS = 19  # a seat returns b barkers
    TOOK = 20  # a seat takes card b from slot c of the display
    DREW = 21  # a seat draws from the deck; b left there
    CARD_DREW = 22  # for that seat alone: it is card b
    BARKER = 23  # a seat takes a barker; b left
    DISCARDED = 24  # a seat discards card b
    SHUFFLED = 25  # the discards become the deck: a cards
    FINAL = 26  # the final phase begins by rule a, after seat b's turn
    OUT = 27  # a seat is out of the final phase; b 1 by choice
    END = 28  # nobody is left: the game ends
    MEDALS = 29  # final scoring: a seat has b gold and c silver medals: d points
    MONEY = 30  # final scoring: a seat has b money: c points
    RANK = 31  # final scoring: a seat is placed b with c points
    LOW = 32  # before the final phase: of colour a only b expansions are left, 1 or 0


class State(GameRecord):
    """A position. -1 is "none" everywhere."""

    phase = num(i8)  # Phase: what is asked
    player = num(i8)  # the seat that is asked
    first = num(i8)  # the start player
    suggested = num(i8)  # option: suggested starting positions
    act = num(i8)  # Act: what is being done
    colour = num(i8)  # of the stall being built, or -1
    site = num(i16)  # where the stall or expansion goes, or -1
    door = num(i16)  # where the entry goes, or -1
    way = num(i8)  # card played, or THREE, or -1
    owed = num(i8)  # substitutes still to pay for an expansion
    customer = num(i8)  # who is being lured, or -1
    picks = num(i8)  # cards and barkers taken in this turn
    placed = num(i8)  # stalls placed in the setup, those left out included
    limit = num(i8)  # setup: 1 while the limit of a segment holds for this placement (KA-X32)
    bag = num(i8)  # neutral stalls still in the bag, a colour a bit
    final = num(i8)  # 1 in the final phase
    out = num(i8)  # seats out of the final phase, a bit each
    turn = num(i16)  # turns begun; 0 in the setup
    idle = num(i16)  # turns in a row without a new stall or an expansion (KA-X30)
    asked = arr(i64, 3)  # set of the options of this decision: choices less the first of their group
    solid = arr(i64, 3)  # set of the sites with a stall or an expansion
    doors = arr(i64, 3)  # set of the sites with an entry
    crowd = arr(i64, 3)  # set of the sites with a customer
    tiles = arr(i64, COLOURS, 3)  # set of the sites with a stall or an expansion of a colour
    reach = arr(i64, 3)  # set of the walkable sites that customers can reach
    loose = arr(i64, 3)  # set of those that can be built on without cutting anything off, as far as neighbours tell
    stall = arr(i16, OWNERS, COLOURS)  # site of a main stall, or -1
    entry = arr(i16, OWNERS, COLOURS)  # site of its entry, or -1
    sizes = arr(i8, OWNERS, COLOURS)  # tiles of the stand; 0 without one
    stands = arr(i16, COLOURS)  # site of a customer, or -1 off the board
    present = arr(i16, COLOURS)  # segments with a main stall of a colour, a bit each
    supply = arr(i8, COLOURS)  # expansions left
    gold = arr(i8, COLOURS)  # seat that holds the gold medal, or -1
    silver = arr(i8, COLOURS)  # seat that holds the silver medal, or -1
    money = arr(i16, PLAYERS, COLOURS)
    score = arr(i16, PLAYERS)  # points so far
    barkers = arr(i8, PLAYERS)
    hand = arr(i32, PLAYERS)  # stall cards held; of others only those known
    known = arr(i32, PLAYERS)  # of these, cards that everybody knows of
    held = arr(i8, PLAYERS)  # how many stall cards each holds
    deck = num(i32)  # cards in the deck; for who cannot know them, with those in others' hands
    discards = num(i32)  # the open discard pile
    left = num(i8)  # how many cards the deck holds
    display = arr(i8, DISPLAY)  # cards on display, or -1
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
