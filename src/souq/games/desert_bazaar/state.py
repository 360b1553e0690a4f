"""The position of Desert Bazaar as a record of numbers, the constants it needs, and the choices of the game.

Resources are numbered 0 Water, 1 Camel, 2 Silk, 3 Spice; die faces continue with 4 Wild and 5 Desert. A set of sites is
two words of bits, a set of choices three (see :mod:`souq.engine.rules.bits`). Everything but ``key`` and ``draws`` is
public (DB-V03): hands can be deduced (DB-V02), and no player knows the order of the stock.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations_with_replacement, product
from pathlib import Path

from souq.engine.compiler.compiled import table
from souq.engine.rules.choices import Choices
from souq.engine.rules.events import WIDTH, Kind
from souq.engine.rules.meaning import FLAG, SEAT, Count, OneOf, Planes, SetOf
from souq.engine.rules.record import GameRecord, arr, i8, i16, i64, num
from souq.games.desert_bazaar.box import LETTERS, unpack

BOX = unpack(Path(__file__).parent)
"""The game's components, read from ``components.toml``."""

PLAYERS = 5
RESOURCES = 4
SITES = len(BOX.sites)
TILES = len(BOX.tiles)
SIDES, SLOTS = 2, 4
FULL = 7
"""Number of tiles of a full encampment (DB-B03)."""
TURNS = 300
"""Number of turns that no game exceeds."""
POINTS = 100
"""Number of points that no seat exceeds."""
FACE_WILD, FACE_DESERT = 4, 5
N_EVENTS = 120
"""Maximum number of events that one decision emits, with all forced decisions after it.

Building emits at most 29. Forced turns follow each other only while one pile has cards: 15 turns emit four events each,
then five barren turns two each. The end and its scoring emit 15.
"""

SIDE_NAMES = ("left", "right")
NAMES = ("Water", "Camel", "Silk", "Spice")
LABELS = tuple(site.label for site in BOX.sites)
NEIGHBOURS = tuple(site.neighbours for site in BOX.sites)
"""For each site, the sites next to it, in the order E, NE, NW, W, SW, SE."""

PRODUCT = table([tile.product for tile in BOX.tiles])
COST = table([tile.cost for tile in BOX.tiles])
_THREES = combinations_with_replacement(range(RESOURCES), 3)
TRADES = table([[given.count(r) for r in range(RESOURCES)] for given in _THREES])
"""For each way to trade three cards for another one, how many cards of each resource are given (DB-P05)."""
_FLAGS = [cost for cost in product(range(3), repeat=RESOURCES) if sum(cost) == 3]
FLAGS = table(_FLAGS)
"""The 16 possible costs of a tile (flags): for each, how many cards of each resource it asks for."""
KIND = table([_FLAGS.index(tile.cost) for tile in BOX.tiles])
"""For each tile, the number of its cost in ``FLAGS``."""
PARTS = table(sorted({part for cost in _FLAGS for part in product(*(range(n + 1) for n in cost))}))
"""Parts of a tile's cost that neighbours can pay: for each, how many cards of each resource; the first has none. A
choice of how to pay has the number of the part that neighbours offer to pay and the player declines.
"""


def _cards(counts: list[int]) -> str:
    """Return counts as letters: ``WWP`` for two Water and one Spice."""
    return "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))


class Phase(IntEnum):
    """Kinds of decisions that the player can have to make."""

    WILD = 1  # setup: declare the resource of a Wild (DB-S09)
    TURN = 2  # roll, or the first tile to build (DB-T01)
    TAKE = 3  # the free card (DB-R01)
    THROWN = 4  # stop with a resource, or keep a face and throw again (DB-R05, DB-R07)
    MATCH = 5  # declare the resource of a kept Wild (DB-R11)
    SITE = 6  # where the tile goes (DB-B03)
    PAY = 7  # which offers are used (DB-P04)
    TRADE = 8  # which three cards to give for a missing one (DB-P05)
    NEXT = 9  # another tile, or done (DB-B08)


CHOICES = Choices()
"""All choices of the game, 155 numbers."""
WILD = CHOICES.group("wild", NAMES)
ROLL = CHOICES.group("roll")
TILE = CHOICES.group("tile", [f"{side} {slot + 1}" for side in SIDE_NAMES for slot in range(SLOTS)])
TAKE = CHOICES.group("take", NAMES)
STOP = CHOICES.group("stop", NAMES)
KEEP = CHOICES.group("keep", [*NAMES, "wild"])
MATCH = CHOICES.group("match", NAMES)
SITE = CHOICES.group("site", LABELS)
PAY = CHOICES.group("pay", ["cheapest", *("+" + _cards(d) for d in PARTS.tolist()[1:])])
TRADE = CHOICES.group("trade", [_cards(given) for given in TRADES.tolist()])
DONE = CHOICES.group("done")
N_LEGAL = SITES
"""Maximum number of legal choices at a time, which is the number of sites."""


class Event(Kind):
    """Events of a decision. All players see every event.

    A tile emits TILE when chosen, then (after its TRADEs) SITE, HELP for every unit a neighbour pays, PAID for every
    resource paid in cards, and ISOLATED or CAMP. If it closes an encampment, it also emits CLOSED, HOME for each
    marker, COUNTED for each seat that had one, and BONUS.
    """

    FIRST = 1, "seat"  # the starting player, drawn
    DEAL = 2, "seat one two three"  # a throw of the setup: every resource die takes its card at once
    DECLARED = 3, "seat good"  # the resource of a Wild of the setup
    TURN = 4, "seat turn"
    BARREN = 5, "seat times"  # all piles are empty; times: barren turns in a row
    FREE = 6, "seat good"  # the card before the throw
    NO_THROW = 7, "seat"  # the free card was the last card
    THROW = 8, "seat one two three"
    KEEP = 9, "seat face die again"  # set aside; again: the dice thrown again, as a bit mask
    RETHROW = 10, "seat one two three"  # all dice; the kept one and Deserts are unchanged
    GAIN = 11, "seat good cards due"
    NOTHING = 12, "seat rule"  # the rule by which the dice bring nothing
    TILE = 13, "seat side slot tile"  # chosen to be built
    TRADE = 14, "seat good trade"  # one card of good for the three of TRADES[trade]
    SITE = 15, "seat site tile marked"  # marked: 1 if the tile gets a marker
    HELP = 16, "seat site good owner"  # the tile on the site pays a unit; owner: seat of its marker, or -1
    PAID = 17, "seat good cards"
    ISOLATED = 18, "seat site points"  # a marked tile that touches none
    CAMP = 19, "seat site size touched"  # touched: number of encampments (0: alone, unmarked)
    CLOSED = 20, "seat site"
    HOME = 21, "seat site"  # a marker scores and goes home
    COUNTED = 22, "seat points"  # for the markers in the encampment that closed
    BONUS = 23, "seat points"  # for closing it
    REFILL = 24, "side slot tile left"  # left: tiles in the stock now
    END = 25, "rule"  # the rule that ends the game
    MARKERS = 26, "seat markers points"  # final scoring; markers: those on the board
    MAJORITY = 27, "good seat most points"  # final scoring; seat -1: a tie, or no cards at all
    RANK = 28, "seat rank points cards"


class Rule(IntEnum):
    """The rules of the rulebook by their IDs, so that a refused choice can name the rule that forbids it."""

    DB_S01 = 1
    DB_S02 = 2
    DB_S03 = 3
    DB_S04 = 4
    DB_S05 = 5
    DB_S06 = 6
    DB_S07 = 7
    DB_S08 = 8
    DB_S09 = 9
    DB_S10 = 10
    DB_T01 = 11
    DB_T02 = 12
    DB_T03 = 13
    DB_T04 = 14
    DB_T05 = 15
    DB_R01 = 16
    DB_R02 = 17
    DB_R03 = 18
    DB_R04 = 19
    DB_R05 = 20
    DB_R06 = 21
    DB_R07 = 22
    DB_R08 = 23
    DB_R09 = 24
    DB_R10 = 25
    DB_R11 = 26
    DB_R12 = 27
    DB_R13 = 28
    DB_R14 = 29
    DB_R15 = 30
    DB_B01 = 31
    DB_B02 = 32
    DB_B03 = 33
    DB_B04 = 34
    DB_B05 = 35
    DB_B06 = 36
    DB_B07 = 37
    DB_B08 = 38
    DB_B09 = 39
    DB_P01 = 40
    DB_P02 = 41
    DB_P03 = 42
    DB_P04 = 43
    DB_P05 = 44
    DB_P06 = 45
    DB_P07 = 46
    DB_P08 = 47
    DB_P09 = 48
    DB_P10 = 49
    DB_M01 = 50
    DB_M02 = 51
    DB_M03 = 52
    DB_E01 = 53
    DB_E02 = 54
    DB_E03 = 55
    DB_E04 = 56
    DB_E05 = 57
    DB_D01 = 58
    DB_D02 = 59
    DB_D03 = 60
    DB_D04 = 61
    DB_D05 = 62
    DB_X01 = 63
    DB_X02 = 64
    DB_X03 = 65
    DB_X04 = 66
    DB_X05 = 67
    DB_F01 = 68
    DB_F02 = 69
    DB_F03 = 70
    DB_F04 = 71
    DB_V01 = 72
    DB_V02 = 73
    DB_V03 = 74


HIDDEN = ()
"""Names of the fields that seats can't see. There are none: hands can be deduced, and the stock has no order yet
(DB-V01 to DB-V03).
"""


class State(GameRecord):
    """A position of the game. In every field -1 means "none"; sides of the display are 0 (left) and 1 (right)."""

    phase = num(i8, OneOf(Phase))
    player = num(i8, SEAT)  # the seat that has to decide
    first = num(i8, SEAT)  # the starting player
    ended = num(i8, OneOf(Rule))  # the rule that ended the game; 0 before the end
    turn = num(i16, Count(TURNS))  # turns begun; 0 in the setup
    barren = num(i8, Count(PLAYERS))  # barren turns in a row (DB-X04)
    discount = num(i8, FLAG)  # option auto_discount: every offer is used without asking
    throws = num(i8, Count(BOX.setup["throws"]))  # setup: throws the player has made
    wilds = num(i8, Count(3))  # setup: Wilds of this throw still to declare
    dice = arr(i8, 3, of=OneOf((*NAMES, "Wild", "Desert"), or_none=True))  # as they lie since the last throw
    kept = num(i8, OneOf(3, or_none=True))  # the die set aside
    side = num(i8, OneOf(SIDE_NAMES, or_none=True))  # set that this turn builds from
    slot = num(i8, OneOf(SLOTS, or_none=True))  # of the tile being built, on display until it is paid for
    site = num(i8, OneOf(LABELS, or_none=True))  # where the tile being built goes
    built = num(i8, Count(TILES))  # tiles built in this turn
    due = arr(i8, RESOURCES, of=Count(3, each=NAMES))  # cards to pay for the tile being built
    pile = arr(i8, RESOURCES, of=Count(max(BOX.cards), each=NAMES))  # cards left to take
    hand = arr(i8, PLAYERS, RESOURCES, of=Count(max(BOX.cards), each=NAMES), seats=0)  # cards held
    markers = arr(i8, PLAYERS, of=Count(BOX.setup["markers"]), seats=0)  # markers not on the board
    score = arr(i16, PLAYERS, of=Count(POINTS), seats=0)  # points so far
    tile = arr(i8, SITES, of=OneOf(TILES, or_none=True))
    owner = arr(i8, SITES, of=SEAT)  # seat of the marker on each site
    display = arr(i8, SIDES, SLOTS, of=OneOf(TILES, or_none=True))  # face-up tiles
    stock = num(i64, SetOf(TILES))  # tiles still face down
    asked = arr(i64, 3, of=SetOf(CHOICES.size), derived=True)  # legal choices
    open = arr(i64, 2, of=SetOf(LABELS), derived=True)  # legal sites (DB-B03)
    taken = arr(i64, 2, of=SetOf(LABELS), derived=True)  # sites with a tile
    grown = arr(i64, 3, 2, of=Planes(SITES, 3), derived=True)  # size of the camp a tile would make, per legal site
    offer = arr(i64, 8, 2, of=SetOf(LABELS), derived=True)  # sites offered a unit of r (row r), two or more (4 + r)
    offered = num(i64, SetOf(len(PARTS)), derived=True)  # which PARTS are offered (or more) on some legal site
    event = arr(i16, N_EVENTS, WIDTH)  # events of the last decision
