"""The position of Hafid's Grand Bazaar: the record (one row of an array), its constants, choices, events and rules.

The good of type ``t`` and rank ``r`` (from 0) has the number ``5 t + r``. A hidden card still shows its type: it is
``BACK + t`` instead of its good, and ``kinds`` counts the types in every hand for all viewers. The draw pile is its top
card and a count of each good below it. Nobody can know the order of these cards, so the next top card is drawn at
random from the counts.

``known`` is a lower bound: the copies of a good that are certainly in a hand, for each viewer and (row ``PUBLIC``) by
public information. It rises when a viewer sees a card arrive or a proposal name it, and falls when a copy leaves
(specification, section 6).
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path

from souq.engine.compiler.compiled import table
from souq.engine.rules.choices import Choices
from souq.engine.rules.events import WIDTH as ROW
from souq.engine.rules.events import Kind
from souq.engine.rules.meaning import SEAT, SEATS, Count, OneOf, SetOf
from souq.engine.rules.record import GameRecord, arr, i8, i16, num
from souq.games.grand_bazaar import box

BOX = box.unpack(Path(__file__).parent)
"""The game's components, read from ``components.toml``."""

PLAYERS = 6
TYPES = box.TYPES
RANKS = box.RANKS
GOODS = len(BOX.goods)
BACK = GOODS
"""First number of hidden cards: a card whose good is hidden is ``BACK`` plus its type."""
CARDS = sum(good.copies for good in BOX.goods)
MARKETS = len(BOX.markets)
PAIR = BOX.limits["market"]
CARAVANS = 6
INFORMANT = CARAVANS
CONTESTS = CARAVANS + 1
"""Number of contests, the segments on which seats can outbid each other: the caravans and the Informant."""
SQUARES = 6
CUBES = BOX.limits["cubes"]
CUSTOMERS = len(BOX.buyers)
HAGGLER, COLLECTOR, GUILD = range(CUSTOMERS)
SIDE = BOX.trading["cards"]
"""Maximum number of cards on one side of a trade."""
TALENTS = BOX.trading["talents"]
MOST = max(good.copies for good in BOX.goods)
"""Largest number of copies of one good in the game."""
OF_A_TYPE = max(sum(good.copies for good in BOX.goods if good.type == kind) for kind in range(TYPES))
"""Largest number of cards of one type in the game."""
ROUNDS = max(BOX.rounds.values())
TURNS = 20
"""Largest number of floor turns in a round that a table can choose."""
RICHES = 1000
"""Upper bound of a seat's Talents."""
PUBLIC = PLAYERS
"""Index in ``known`` of the row for public information."""
NOBODY = -1
NOTHING = -1
ANYTHING = GOODS
"""Value of ``sought`` for an invitation that doesn't name a good."""
N_EVENTS = 160
"""Maximum number of events that one decision emits; the last discard of a round emits the next round's deal too."""

VALUE = table([good.value for good in BOX.goods])
COPIES = table([good.copies for good in BOX.goods])
TYPE = table([good.type for good in BOX.goods])

NAMES = tuple(good.name for good in BOX.goods)
CODES = tuple(good.code for good in BOX.goods)
MARKET_NAMES = BOX.markets
CUSTOMER_NAMES = BOX.buyers

TYPE_NAMES = tuple(kind.name for kind in BOX.types)
COPY = Count(MOST, each=NAMES)
GOOD_OR_NONE = OneOf(NAMES, or_none=True)
CARD_OR_NONE = OneOf((*NAMES, *(f"a card of {name}" for name in TYPE_NAMES)), or_none=True)
ACCESSES = SetOf(CUSTOMER_NAMES)
PAYMENT = Count(TALENTS, least=-TALENTS)


class Trading(IntEnum):
    """The trading modes that a table can choose (GB-T22)."""

    FLOOR = 0
    OPEN = 1
    OFF = 2


class Phase(IntEnum):
    """The kinds of decisions; numbers up to DISCARD are those of the specification, section 5."""

    BID = 1
    LOOK = 2
    TAKE = 3
    CLAIM = 4
    POLL = 5
    RIGHT = 6
    DENIED = 7
    FLOOR = 8
    SEEK = 9
    INVITED = 10
    GIVE = 11
    LEND = 12
    NET = 13
    WANT = 14
    BORROW = 15
    ANSWER = 16
    LAST = 17
    PICK = 18
    SELL = 19
    QUANTITY = 20
    COLLECT = 21
    PLY = 22
    DISCARD = 23
    OPEN = 24  # open trading: everybody may act


CHOICES = Choices()
"""All choices of the game, in groups."""
CARAVAN = CHOICES.group("caravan", [f"{c + 1} {k + 1}" for c in range(CARAVANS) for k in range(CUBES)])
INFORM = CHOICES.group("informant", [str(k + 1) for k in range(CUBES)])
TRADER = CHOICES.group("free trader")
NEGOTIATOR = CHOICES.group("negotiator")
CUSTOMER = CHOICES.group("customer", CUSTOMER_NAMES)
LOOK = CHOICES.group("look", [*MARKET_NAMES, *TYPE_NAMES])
TAKE = CHOICES.group("take", NAMES)
DRAW = CHOICES.group("draw")
LEAVE_IT = CHOICES.group("nothing")
CLAIM = CHOICES.group("claim", MARKET_NAMES)
HOLD = CHOICES.group("hold")
SEND = CHOICES.group("send")
ALLOW = CHOICES.group("allow")
DENY = CHOICES.group("deny")
GO_ON = CHOICES.group("go on")
STOP = CHOICES.group("stop")
OFFER = CHOICES.group("offer", [str(seat + 1) for seat in range(PLAYERS)], seats=True)
INVITE = CHOICES.group("invite")
LEAVE = CHOICES.group("leave")
SEEK = CHOICES.group("seek", [*NAMES, "anything"])
DECLINE = CHOICES.group("pass")
PROPOSE = CHOICES.group("propose")
GIVE = CHOICES.group("give", NAMES)
LEND = CHOICES.group("lend", CUSTOMER_NAMES)
NET = CHOICES.group("talents", [str(n) for n in range(-TALENTS, TALENTS + 1)])
WANT = CHOICES.group("want", NAMES)
BORROW = CHOICES.group("borrow", CUSTOMER_NAMES)
DONE = CHOICES.group("done")
ACCEPT = CHOICES.group("accept")
REJECT = CHOICES.group("reject")
COUNTER = CHOICES.group("counter")
PICK = CHOICES.group("pick", [str(seat + 1) for seat in range(PLAYERS)], seats=True)
NONE = CHOICES.group("none")
HAGGLE = CHOICES.group("haggle", NAMES)
COLLECT = CHOICES.group("collect")
GUILD_SALE = CHOICES.group("guild", TYPE_NAMES)
PLY = CHOICES.group("ply")
FINISH = CHOICES.group("finish")
QUANTITY = CHOICES.group("quantity", [str(q) for q in range(2, MOST + 1)])
CARD = CHOICES.group("card", NAMES)
POST = CHOICES.group("post", [str(seat + 1) for seat in range(PLAYERS)], seats=True)
WITHDRAW = CHOICES.group("withdraw", [str(seat + 1) for seat in range(PLAYERS)], seats=True)
REFUSE = CHOICES.group("refuse", [str(seat + 1) for seat in range(PLAYERS)], seats=True)
TAKE_UP = CHOICES.group("take up", [str(seat + 1) for seat in range(PLAYERS)], seats=True)
RETIRE = CHOICES.group("retire")
TIME = CHOICES.group("time")
N_LEGAL = 2 * TALENTS + 1


class Event(Kind):
    """The kinds of events, each with the names of its values.

    An event with hidden information is emitted twice: in public without it, and in full to the seats that may see it.
    """

    FIRST = 1, "seat"  # drawn to hold Hafid
    ROUND = 2, "nth rounds seat"  # seat: the first player
    DEALT = 3, "seat count"
    BID = 4, "seat cubes contest total"  # total: its cubes there now
    SQUARE = 5, "seat square"
    NEGOTIATES = 6, "seat"
    BEFRIENDS = 7, "seat customer"
    STUCK = 8, "seat cubes"  # cubes left over, with no legal bid
    PHASE = 9, "part nth"  # part: 1 the caravans, 2 the trading, 3 the selling
    LOOKS = 10, "seat market type"  # a market or a type; the other is -1
    SAW = 11, "seat market place good"  # for this seat only
    TAKES = 12, "seat good"
    DRAWS = 13, "seat count why"  # why: 0 Informant, 1 outbid, 2 Free Trader
    DREW = 14, "seat good"  # for this seat only
    CLAIMS = 15, "seat market caravan"
    GOT = 16, "seat good market place"  # for this seat and those who have looked
    POLLED = 17, "seat sends seats"  # seats: those ahead if it sends; all once the last one holds; a bit each
    ANSWERS = 18, "seat other denies"  # other: the seat that requests to send
    STOPS = 19, "seat goes_on"
    SHUFFLED = 20, "count"
    FLOOR = 21, "seat left"  # left: floor turns, this one included
    LEFT = 22, "seat"
    INVITES = 23, "seat sought"
    DECLINES = 24, "seat other last"  # other: the inviter; last: nobody has proposed
    PROPOSES = 25, "seat other net access"  # net: Talents given; access: customers lent, and 8 times those borrowed
    GIVES = 26, "seat good wanted other"
    ACCEPTS = 27, "seat giver net access"  # giver: the proposer; net, access and the cards that follow are as proposed
    REJECTS = 28, "seat giver"
    PICKS_NONE = 29, "seat"
    SELLS = 30, "seat customer count talents"  # customer 3: Ply Your Wares
    SOLD = 31, "good count"
    DISCARDS = 32, "seat count good"
    RETURNED = 33, "nth"
    HAFID = 34, "seat"
    WITHDRAWS = 35, "seat other"
    LAPSED = 36, "seat other"
    CLOSED = 37, "clock"
    END = 38
    RANK = 39, "seat rank talents value"  # value: left in hand
    OUTBID = 40, "seat contest other"  # other: the new leader
    IDLE = 41, "seat"


HIDDEN = ("hand", "pile")
"""Fields with values that are hidden from some viewers."""


class State(GameRecord):
    """A position of the game; -1 means "none" in every field."""

    trading = num(i8, OneOf(Trading))
    turns = num(i8, Count(TURNS, least=1))  # floor turns a negotiator has in a round
    nth = num(i8, Count(ROUNDS))  # rounds begun
    rounds = num(i8, Count(ROUNDS))  # rounds in all
    first = num(i8, SEAT)  # holder of Hafid
    phase = num(i8, OneOf(Phase))
    asks = num(i8, OneOf(Phase))  # the phase that others see while a draft is open
    player = num(i8, SEAT)  # the deciding seat
    # cards
    hand = arr(i8, PLAYERS, GOODS, of=COPY, seats=0)
    kinds = arr(i8, PLAYERS, TYPES, of=Count(OF_A_TYPE, each=TYPE_NAMES), seats=0)  # cards of each type in each hand
    known = arr(  # viewer (or PUBLIC), hand, good: lower bound of the copies; -1: hidden from this viewer
        i8, PLAYERS + 1, PLAYERS, GOODS, of=Count(MOST, least=-1, each=NAMES), seats=(0, 1)
    )
    market = arr(i8, MARKETS, PAIR, of=CARD_OR_NONE)  # BACK + type where hidden
    looked = arr(i8, MARKETS, PAIR, of=SEATS)  # seats that know the card
    pile = arr(i8, GOODS, of=COPY)  # goods below the top card
    below = num(i16, Count(CARDS))  # how many cards these are
    top = num(i8, CARD_OR_NONE)  # the top card; BACK + type where hidden
    discard = arr(i8, GOODS, of=COPY)
    # bidding
    cubes = arr(i8, PLAYERS, of=Count(CUBES), seats=0)  # not placed yet
    bids = arr(i8, CONTESTS, PLAYERS, of=Count(CUBES), seats=1)  # cubes on each contest
    came = arr(i8, CONTESTS, PLAYERS, of=Count(PLAYERS), seats=1)  # order of first cubes there, from 1; 0: none
    square = arr(i8, SQUARES, of=SEAT)  # owner of the cube on each Free Trader square
    negotiator = num(i8, SEATS)  # seats with a cube there
    retired = num(i8, SEATS)  # … that have taken it off
    placed = arr(i8, CUSTOMERS, of=SEATS)  # seats with a cube on each customer
    access = arr(i8, CUSTOMERS, of=SEATS)  # seats that may sell to it
    # caravans
    caravan = num(i8, OneOf(CARAVANS, or_none=True))  # being resolved
    held = num(i8, SEATS)  # Free Traders who hold since the window opened or a cube left
    sender = num(i8, SEAT)  # the seat that requests to send
    ahead = num(i8, SEATS)  # still to be asked
    # trading
    floor = num(i8, SEAT)  # holder of the floor
    left = arr(i8, PLAYERS, of=Count(TURNS), seats=0)  # floor turns left
    partner = num(i8, SEAT)  # addressee of the draft
    sought = num(i8, OneOf((*NAMES, "anything"), or_none=True))  # good that is sought, or ANYTHING
    waiting = num(i8, SEATS)  # seats still to be asked by the invitation
    posted = arr(i8, PLAYERS, of=SEATS, seats=0)  # by proposer: seats with an open proposal from it
    give = arr(i8, PLAYERS, PLAYERS, SIDE, of=GOOD_OR_NONE, seats=(0, 1))  # from, to: goods given, ascending
    want = arr(i8, PLAYERS, PLAYERS, SIDE, of=GOOD_OR_NONE, seats=(0, 1))  # goods wanted
    net = arr(i8, PLAYERS, PLAYERS, of=PAYMENT, seats=(0, 1))  # Talents given (positive) or asked for
    lend = arr(i8, PLAYERS, PLAYERS, of=ACCESSES, seats=(0, 1))  # accesses given
    borrow = arr(i8, PLAYERS, PLAYERS, of=ACCESSES, seats=(0, 1))  # accesses asked for
    posts = arr(i8, PLAYERS, of=Count(BOX.trading["posts"]), seats=0)  # open trading: posts made in this round
    trades = arr(i8, PLAYERS, of=Count(BOX.trading["trades"]), seats=0)  # … and trades
    # a draft: a proposal of ``player`` to ``partner``, a sale, or what is discarded
    giving = arr(i8, SIDE, of=GOOD_OR_NONE)  # goods given so far, ascending
    wanting = arr(i8, SIDE, of=GOOD_OR_NONE)
    paying = num(i8, PAYMENT)  # Talents
    lending = num(i8, ACCESSES)
    borrowing = num(i8, ACCESSES)
    at = num(i8, OneOf(GOODS))  # lowest good (or customer) that its present step may name
    drawn = arr(i8, GOODS, of=COPY)  # cards chosen so far: of a sale, or to discard
    n_drawn = num(i8, Count(CARDS))
    good = num(i8, GOOD_OR_NONE)  # being haggled over
    need = num(i8, Count(CARDS))  # cards to discard
    # selling
    sellers = num(i8, SEATS)  # seats that have had their selling turn
    sold = num(i8, ACCESSES)  # customers the seller has sold to
    talents = arr(i16, PLAYERS, of=Count(RICHES), seats=0)
    event = arr(i16, N_EVENTS, ROW)  # what happened in the last decision


class Rule(IntEnum):
    """Every rule of the specification, by its ID, so that a refusal can name the rule that forbids a choice."""

    GB_S01 = 1
    GB_S02 = 2
    GB_S03 = 3
    GB_S04 = 4
    GB_S05 = 5
    GB_S06 = 6
    GB_S07 = 7
    GB_R01 = 8
    GB_R02 = 9
    GB_R03 = 10
    GB_R04 = 11
    GB_R05 = 12
    GB_R06 = 13
    GB_B01 = 14
    GB_B02 = 15
    GB_B03 = 16
    GB_B04 = 17
    GB_B05 = 18
    GB_B06 = 19
    GB_B07 = 20
    GB_B08 = 21
    GB_B09 = 22
    GB_B10 = 23
    GB_B11 = 24
    GB_B12 = 25
    GB_B13 = 26
    GB_B14 = 27
    GB_C01 = 28
    GB_C02 = 29
    GB_C03 = 30
    GB_C04 = 31
    GB_C05 = 32
    GB_C06 = 33
    GB_C07 = 34
    GB_C08 = 35
    GB_F01 = 36
    GB_F02 = 37
    GB_F03 = 38
    GB_F04 = 39
    GB_F05 = 40
    GB_F06 = 41
    GB_F07 = 42
    GB_F08 = 43
    GB_F09 = 44
    GB_F10 = 45
    GB_F11 = 46
    GB_F12 = 47
    GB_T01 = 48
    GB_T02 = 49
    GB_T03 = 50
    GB_T04 = 51
    GB_T05 = 52
    GB_T06 = 53
    GB_T07 = 54
    GB_T08 = 55
    GB_T09 = 56
    GB_T10 = 57
    GB_T11 = 58
    GB_T12 = 59
    GB_T13 = 60
    GB_T14 = 61
    GB_T15 = 62
    GB_T16 = 63
    GB_T17 = 64
    GB_T18 = 65
    GB_T19 = 66
    GB_T20 = 67
    GB_T21 = 68
    GB_T22 = 69
    GB_T23 = 70
    GB_T24 = 71
    GB_T25 = 72
    GB_L01 = 73
    GB_L02 = 74
    GB_L03 = 75
    GB_L04 = 76
    GB_L05 = 77
    GB_L06 = 78
    GB_L07 = 79
    GB_L08 = 80
    GB_L09 = 81
    GB_D01 = 82
    GB_D02 = 83
    GB_D03 = 84
    GB_D04 = 85
    GB_D05 = 86
    GB_D06 = 87
    GB_E01 = 88
    GB_E02 = 89
    GB_E03 = 90
    GB_E04 = 91
