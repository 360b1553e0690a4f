"""Chatuchak's position: the record, its constants, and the choices.

Cells are numbered row by row, ``6 row + column``; a set of cells is one integer, bit ``i`` for cell ``i``. Colours are
0 red, 1 yellow, 2 green, 3 blue, 4 pink. Markers: 0 to 4 the groups of the colours, 5 to 9 the mixes on tiles 1 to 5,
10 the path, 11 the rectangle. Everything about a market that scores is stored with it, and updated for the colour that
moved. All players have the same information: only future rolls of the die are hidden.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from souq.engine.compiler.compiled import table
from souq.engine.rules.choices import Choices
from souq.engine.rules.events import WIDTH as ROW
from souq.engine.rules.events import Kind
from souq.engine.rules.meaning import SEAT, SEATS, Count, OneOf, SetOf
from souq.engine.rules.record import GameRecord, arr, i8, i16, i32, i64, num
from souq.games.chatuchak import box

BOX = box.unpack(Path(__file__).parent)
"""The components, read from ``components.toml``."""

PLAYERS = 5
CELLS = box.CELLS
COLUMNS = box.COLUMNS
COLOURS = len(BOX.colours)
BOOTHS = sum(colour.booths for colour in BOX.colours)
GROUPS = 3
"""Maximum number of groups of a colour: six booths make three pairs."""
MIXES = len(BOX.mixes)
MARKERS = COLOURS + MIXES + 2
MIX = COLOURS
PATH = COLOURS + MIXES
RECTANGLE = PATH + 1
STRONG = 8
"""Factor that packs a mix's strength into one number: ``STRONG * smaller group + larger group``.

A larger smaller group is therefore always stronger.
"""
TIED = 16
"""Factor that packs both tiebreakers into one number: ``TIED * general tokens + mix tokens`` (CH-E03)."""
TRAIL = 4
"""Number of former cells of the gap that are stored for each market."""
MOST = max(colour.booths for colour in BOX.colours)
"""Maximum number of booths of a colour."""
ROUNDS = sum(BOX.track)
"""Maximum number of rounds, because each round moves the tent or lowers the roll that it needs."""
TOKENS = 99
"""Upper bound of a seat's general tokens."""
NOBODY = -1
MIDDLE = -1
"""Holder of a marker that no seat has won yet, so that it lies in the middle of the table."""
N_EVENTS = 32
"""Maximum number of events of one decision: a move, twelve markers, five mixes, a roll, the end and five ranks."""

FULL = (1 << CELLS) - 1
FIRST_COLUMN = sum(1 << cell for cell in range(0, CELLS, COLUMNS))
LAST_COLUMN = FIRST_COLUMN << (COLUMNS - 1)
BESIDE = table([sum(1 << other for other in box.beside(cell)) for cell in range(CELLS)])
"""For each cell, the set of cells next to it."""
LANES = table([sum(1 << other for other in box.lanes(cell)) for cell in range(CELLS)])
"""For each cell, the set of cells from which a booth can jump into it (CH-T03)."""
PAIRS = table(BOX.mixes)
"""The two colours of a mix, indexed by the mix's tile, by the tile's side, and by 0 or 1."""
SIDES = table([box.planes(side) for side in BOX.sides])
"""Cells of each colour in the printed start grids, indexed by grid and colour."""

NAMES = tuple(colour.name for colour in BOX.colours)
TYPES = tuple(colour.type for colour in BOX.colours)


class Mode(IntEnum):
    """Variant of the game."""

    GOALS = 0  # markers and the clock
    SOLO = 1
    SPEED = 2  # everybody at once, the first to finish wins
    TICKS = 3  # the same in turns: everybody moves once, the fewest moves win (CH-V06)


CHOICES = Choices()
"""Every possible choice: 30 moves, one for each cell, and the pass."""
MOVE = CHOICES.group("move", [str(cell) for cell in range(CELLS)])
STOP = CHOICES.group("pass")
N_LEGAL = 10


class Event(Kind):
    """Kinds of events. Every player sees every event.

    A move emits MOVE, then BESIDE, BACK and WON for every marker it changes (after a MIX that names the mix), and then
    the events of the clock. In the puzzle and in races it emits MOVE and NTH.
    """

    FIRST = 1, "seat"  # drawn, or chosen, to begin
    SIDE = 2, "seat grid"  # the start grid: a printed one, 1 to 16, or 0: a new one
    MIX = 3, "tile side colour partner"
    BEGIN = 4, "mode needed"
    MOVE = 5, "seat cell gap colour"  # the booth of the cell moves into the gap
    WON = 6, "seat marker giver strength"  # giver -1: from the middle
    BESIDE = 7, "seat marker"  # it has no place in the seat's grid any more
    BACK = 8, "seat marker"  # it has one again
    PASSES = 9, "seat"  # for good; or it gives up
    ROLL = 10, "rolled needed moved tent"  # moved: 1 if the tent does; tent: the space it stands on then
    ROUND = 11, "round needed"
    SOLVED = 12, "seat moves"
    OUT = 13, "seat moves"
    END = 14, "rule"  # by which the game ends
    RANK = 15, "seat rank points tie"  # tie: general tokens times TIED plus tokens of mixes
    NTH = 16, "seat nth"  # so many moves has it made


class Rule(IntEnum):
    """Rules of the rulebook, so that a refusal can name one."""

    CH_S01 = 1
    CH_S02 = 2
    CH_S03 = 3
    CH_S04 = 4
    CH_S05 = 5
    CH_S06 = 6
    CH_S07 = 7
    CH_S08 = 8
    CH_T01 = 9
    CH_T02 = 10
    CH_T03 = 11
    CH_T04 = 12
    CH_T05 = 13
    CH_T06 = 14
    CH_T07 = 15
    CH_T08 = 16
    CH_T09 = 17
    CH_K01 = 18
    CH_K02 = 19
    CH_K03 = 20
    CH_K04 = 21
    CH_K05 = 22
    CH_K06 = 23
    CH_K07 = 24
    CH_M01 = 25
    CH_M02 = 26
    CH_M03 = 27
    CH_M04 = 28
    CH_M05 = 29
    CH_M06 = 30
    CH_X01 = 31
    CH_X02 = 32
    CH_X03 = 33
    CH_X04 = 34
    CH_B01 = 35
    CH_B02 = 36
    CH_B03 = 37
    CH_B04 = 38
    CH_C01 = 39
    CH_C02 = 40
    CH_C03 = 41
    CH_C04 = 42
    CH_E01 = 43
    CH_E02 = 44
    CH_E03 = 45
    CH_E04 = 46
    CH_V01 = 47
    CH_V02 = 48
    CH_V03 = 49
    CH_V04 = 50
    CH_V05 = 51
    CH_V06 = 52
    CH_V07 = 53
    CH_N01 = 54
    CH_N02 = 55
    CH_N03 = 56
    CH_N04 = 57
    CH_N05 = 58
    CH_N06 = 59
    CH_N07 = 60
    CH_N08 = 61
    CH_Q01 = 62
    CH_Q02 = 63
    CH_Q03 = 64
    CH_Q04 = 65
    CH_Q05 = 66
    CH_Q06 = 67
    CH_Q07 = 68
    CH_Q08 = 69
    CH_Q09 = 70
    CH_Q10 = 71
    CH_Q11 = 72
    CH_Q12 = 73
    CH_Q13 = 74
    CH_Q14 = 75
    CH_Q15 = 76
    CH_Q16 = 77
    CH_Q17 = 78
    CH_Q18 = 79
    CH_Q19 = 80
    CH_Q20 = 81
    CH_Q21 = 82
    CH_Q22 = 83
    CH_Q23 = 84
    CH_Q24 = 85
    CH_Q25 = 86
    CH_Q26 = 87
    CH_Q27 = 88
    CH_Q28 = 89
    CH_Q29 = 90
    CH_Q30 = 91
    CH_Q31 = 92


HIDDEN = ()
"""Names of the fields with hidden information: none. Only future rolls of the die are unknown."""


class State(GameRecord):
    """A position. -1 means "none" in every field."""

    mode = num(i8, OneOf(Mode))
    first = num(i8, SEAT)  # the start player
    player = num(i8, SEAT)  # the seat on turn; in the speed game the first that is still in
    passed = num(i8, SEATS)  # who passed, gave up or is out
    solved = num(i8, SEATS)  # who has every colour in one piece (not in the main game)
    ended = num(i64, OneOf(Rule))  # by which the game ended; 0 while it goes on
    rounds = num(i8, Count(ROUNDS))  # begun
    tent = num(i8, Count(len(BOX.track)))  # space of the time tent, 0 START
    need = num(i8, Count(BOX.die, least=1))  # what the die must show for the tent to move
    rolled = num(i8, Count(BOX.die))  # what it showed last, or 0
    mix = arr(i8, MIXES, of=OneOf(2))  # which side of each mix tile is up
    side = arr(i8, PLAYERS, of=OneOf(len(SIDES) + 1), seats=0)  # start grid of each seat, 1 to 16, or 0: a new one
    start = arr(i32, PLAYERS, COLOURS, of=SetOf(CELLS), seats=0)  # where the booths of each colour stood at the start
    booths = arr(i32, PLAYERS, COLOURS, of=SetOf(CELLS), seats=0)  # … and stand now
    hole = arr(i8, PLAYERS, of=OneOf(CELLS), seats=0)  # the empty cell
    trail = arr(i8, PLAYERS, TRAIL, of=OneOf(CELLS, or_none=True), seats=0)  # where it was before, latest first
    moves = arr(i16, PLAYERS, of=Count(BOX.moves), seats=0)  # moves made
    groups = arr(  # of two booths or more; 0 after the last
        i32, PLAYERS, COLOURS, GROUPS, of=SetOf(CELLS), seats=0, derived=True
    )
    parts = arr(i8, PLAYERS, COLOURS, of=Count(MOST, each=NAMES), seats=0, derived=True)  # groups and single booths
    run = arr(i8, PLAYERS, COLOURS, of=Count(MOST, each=NAMES), seats=0, derived=True)  # longest straight run
    block = arr(i8, PLAYERS, COLOURS, of=Count(MOST, each=NAMES), seats=0, derived=True)  # largest rectangle: 0, 4 or 6
    strength = arr(  # best anywhere in the market for each marker (CH-K02 to K05)
        i8, PLAYERS, MARKERS, of=Count((STRONG + 1) * MOST), seats=0, derived=True
    )
    holder = arr(i8, MARKERS, of=SEAT)  # who holds each marker
    token = arr(i8, MARKERS, of=SEAT)  # who has its matching token
    general = arr(i16, PLAYERS, of=Count(TOKENS), seats=0)  # general tokens
    event = arr(i16, N_EVENTS, ROW)  # what happened in the last decision
