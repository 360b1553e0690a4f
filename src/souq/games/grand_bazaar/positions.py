"""Validity of positions of Hafid's Grand Bazaar, and completion of their missing and derived fields."""

from __future__ import annotations

from itertools import chain, product

from souq.engine.match.validation import Allowed, check_blank, require
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar.rules import bidding, floor, open_trading, proposals, selling, trader
from souq.games.grand_bazaar.rules.open_trading import POSTS, TRADES
from souq.games.grand_bazaar.rules.opening import ROUNDS
from souq.games.grand_bazaar.state import (
    ANYTHING,
    CARAVANS,
    CARDS,
    CONTESTS,
    COPIES,
    CUBES,
    CUSTOMERS,
    GOODS,
    HAGGLER,
    INFORMANT,
    MARKETS,
    NAMES,
    NOBODY,
    NOTHING,
    PAIR,
    RICHES,
    TALENTS,
    TURNS,
    TYPE,
    TYPES,
    Phase,
    State,
    Trading,
)

DERIVED = ("rounds", "kinds", "below")

PROPOSAL = range(Phase.GIVE, Phase.BORROW + 1)
FROM = (Phase.FLOOR, Phase.INVITED, Phase.ANSWER, Phase.OPEN)
"""Phases in which a seat can begin a proposal."""
SALE = (Phase.QUANTITY, Phase.COLLECT, Phase.PLY)
SELLING = (Phase.SELL, *SALE, Phase.DISCARD)
FLOOR = (Phase.FLOOR, Phase.SEEK, Phase.INVITED, Phase.ANSWER, Phase.LAST, Phase.PICK)
AT_CARAVAN = (Phase.CLAIM, Phase.POLL, Phase.RIGHT, Phase.DENIED)


def bounds(players: int) -> dict[str, Allowed]:
    """Return the allowed values of each field of a position with this number of players."""
    seat, seat_or_none, seats, cubes = range(players), range(-1, players), range(1 << players), range(CUBES + 1)
    copies, good, customers = range(int(max(COPIES)) + 1), range(-1, GOODS), range(1 << CUSTOMERS)
    net, turns = range(-TALENTS, TALENTS + 1), range(TURNS + 1)
    return {
        "trading": Trading, "turns": turns[1:], "nth": range(1, int(ROUNDS[players]) + 1), "first": seat,
        "phase": Phase, "asks": Phase, "player": seat, "hand": copies, "known": copies, "market": good,
        "looked": seats, "pile": copies, "top": good, "discard": copies, "cubes": cubes, "bids": cubes,
        "came": range(players + 1), "square": seat_or_none, "negotiator": seats, "retired": seats, "placed": seats,
        "access": seats, "caravan": range(-1, CARAVANS), "held": seats, "sender": seat_or_none, "ahead": seats,
        "floor": seat_or_none, "left": turns, "partner": seat_or_none, "sought": range(-1, ANYTHING + 1),
        "waiting": seats, "posted": seats, "give": good, "want": good, "net": net, "lend": customers,
        "borrow": customers, "posts": range(POSTS + 1), "trades": range(TRADES + 1), "giving": good, "wanting": good,
        "paying": net, "lending": customers, "borrowing": customers, "at": range(GOODS), "drawn": copies,
        "n_drawn": range(CARDS + 1), "good": good, "need": range(CARDS + 1), "sellers": seats, "sold": customers,
        "talents": range(RICHES + 1),
    }  # fmt: skip


def complete(s: State, given: frozenset[str]) -> None:
    """Fill in the fields that a position leaves out.

    Cards that are nowhere else go to the markets and the draw pile; cubes that aren't on the board return to their
    owners.
    """
    if given & {"hand", "market", "discard", "top"} and "pile" not in given:
        _complete_cards(s, given)
    if "known" not in given:
        s.known = [[[0] * GOODS for _ in hands] for hands in s.known]
    if "access" not in given:
        s.access = list(s.placed)
    if "came" not in given:
        s.came = [[sorted(n for n in row if n).index(n) + 1 if n else 0 for n in row] for row in s.bids]
    if "cubes" not in given:
        s.cubes = [max(0, CUBES - _cubes_on_board(s, seat)) if seat < s.players else 0 for seat in range(len(s.cubes))]
    if "asks" not in given:
        s.asks = s.phase


def _complete_cards(s: State, given: frozenset[str]) -> None:
    """Put the cards that are nowhere else on the markets and the top of the draw pile, and the others below it."""
    if "market" not in given:
        s.market = [[NOTHING] * PAIR for _ in range(MARKETS)]
    if "top" not in given:
        s.top = NOTHING
    s.pile = [max(0, int(COPIES[good]) - _count_copies(s, good, pile=False)) for good in range(GOODS)]
    for market, place in product(range(MARKETS), range(PAIR)) if "market" not in given else ():
        s.market[market][place] = _take_commonest(s)
    if "top" not in given:
        s.top = _take_commonest(s)


def _take_commonest(s: State) -> int:
    """Remove a card of the good with the most copies from the draw pile and return it, or -1 if the pile is empty."""
    good = max(range(GOODS), key=lambda each: s.pile[each])
    if s.pile[good] == 0:
        return NOTHING
    s.pile[good] -= 1
    return good


def _count_copies(s: State, good: int, pile: bool = True) -> int:
    """Return the number of copies of a good in hands, markets and piles.

    Without ``pile`` the cards below the top card of the draw pile aren't counted.
    """
    held = sum(hand[good] for hand in s.hand) + s.discard[good] + (s.pile[good] if pile else 0)
    return int(held + list(chain(*s.market)).count(good) + (s.top == good))


def _cubes_on_board(s: State, seat: int) -> int:
    """Return the number of a seat's cubes on the board."""
    single = [s.negotiator & ~s.retired, *s.placed]
    return int(sum(row[seat] for row in s.bids) + s.square.count(seat) + sum(seats >> seat & 1 for seats in single))


def check(s: State) -> None:
    """Check that every card and cube exists exactly once, and that the present phase is possible.

    Raises:
        BadPosition: the position contradicts itself.
    """
    check_blank(s, "hand", "cubes", "left", "posted", "posts", "trades", "talents")
    for good, name in enumerate(NAMES):
        there = _count_copies(s, good)
        require(there == COPIES[good], f"pile: there are {there} cards of {name} in all; there are {COPIES[good]}.")
    for market, pair in enumerate(s.market):
        require((NOTHING in pair) == (set(pair) == {NOTHING}), f"market: {market} holds a pair, or nothing (-1).")
    for rows in s.known:
        surely = all(
            n <= held for row, hand in zip(rows, s.hand, strict=True) for n, held in zip(row, hand, strict=True)
        )
        require(surely, "known: a hand has fewer cards of a good than somebody knows of.")
    _check_cubes(s)
    for seat, other in product(range(len(s.give)), repeat=2):
        _check_proposal(s, seat, other)
    if not s.over:
        _check_question(s)


def _check_cubes(s: State) -> None:
    for seat in range(s.players):
        there = s.cubes[seat] + _cubes_on_board(s, seat)
        require(there <= CUBES, f"cubes: seat {seat} has {there} in all; there are {CUBES}.")
    for contest in range(CONTESTS):
        bids, came = s.bids[contest], s.came[contest]
        check_came = [n > 0 for n in bids] == [n > 0 for n in came]
        require(check_came, "came: the seats with cubes on a contest have come to it, and no others.")
        cubes = [n for n in bids if n]
        require(len(set(cubes)) == len(cubes), "bids: no two seats have equally many cubes on a contest.")
        require(sorted(n for n in came if n) == list(range(1, len(cubes) + 1)), "came: seats are counted from 1.")
    require(s.retired & ~s.negotiator == 0, "retired: only negotiators take their cube off.")


def _check_proposal(s: State, seat: int, other: int) -> None:
    posted = s.posted[seat] >> other & 1 == 1
    require(not posted or seat != other, "posted: a seat makes no proposal to itself.")
    for name in ("give", "want"):
        row = getattr(s, name)[seat][other]
        _check_side(name, row)
        require(posted or row[0] == NOTHING, f"{name}: seat {seat} proposes nothing to {other}.")
    for name in ("net", "lend", "borrow"):
        require(posted or getattr(s, name)[seat][other] == 0, f"{name}: seat {seat} proposes nothing to {other}.")


def _check_side(name: str, row: list[int]) -> None:
    goods = [good for good in row if good != NOTHING]
    require(
        row == sorted(goods) + [NOTHING] * (len(row) - len(goods)), f"{name}: goods ascend, with -1 after the last."
    )


def _check_question(s: State) -> None:
    phase = s.phase
    asks = FROM if phase in PROPOSAL else (Phase.SELL,) if phase in SALE else (phase,)
    require(s.asks in asks, f"asks: others see {' or '.join(Phase(p).name for p in asks)} then.")
    require((s.caravan >= 0) == (phase in AT_CARAVAN), "caravan: the caravan being resolved, or -1 in other phases.")
    at_floor = phase in FLOOR or (phase in PROPOSAL and s.asks != Phase.OPEN)
    require((s.floor >= 0) == at_floor, "floor: the seat that has it in floor trading, otherwise -1.")
    trading = Trading.FLOOR if at_floor else Trading.OPEN if s.asks == Phase.OPEN else s.trading
    require(s.trading == trading, f"trading: it is {Trading(trading).name} in this phase.")
    require(at_floor or s.asks == Phase.OPEN or not any(s.posted), "posted: nothing is proposed outside trading.")
    require(phase in SELLING or not s.sellers, "sellers: nobody has sold before the selling.")
    if phase <= Phase.DENIED:
        _check_caravan(s)
    elif at_floor:
        _check_floor(s)
    elif phase == Phase.OPEN:
        going = any(interpreted(floor.active)(s, p) and interpreted(floor.has_partner)(s, p) for p in range(s.players))
        require(going, "negotiator: no negotiator has anybody left to trade with.")


def _check_caravan(s: State) -> None:
    phase, asked = s.phase, s.player
    if phase in (Phase.LOOK, Phase.TAKE):
        asked = interpreted(bidding.leader)(s, INFORMANT)
    elif phase == Phase.CLAIM:
        asked = interpreted(bidding.leader)(s, s.caravan)
    elif phase == Phase.POLL:
        asked = interpreted(trader.next_in_line)(s, ~s.held)
    elif phase == Phase.DENIED:
        asked = s.sender
    require(s.player == asked, "player: according to the cubes another seat decides, or none.")
    sending = phase in (Phase.RIGHT, Phase.DENIED)
    require((s.sender != NOBODY) == sending, "sender: the seat whose request others answer, otherwise -1.")
    if phase in (Phase.POLL, Phase.RIGHT):
        require(s.player in s.square and s.player != s.sender, "square: the seat that is asked must have a cube there.")
    if sending:
        require(s.sender in s.square, "square: the seat that wants to send must have a cube there.")
        ahead = s.square[: s.square.index(s.sender)]
        require(all(s.ahead >> p & 1 == 0 or p in ahead for p in range(s.players)), "ahead: they are on lower squares.")


def _check_floor(s: State) -> None:
    step, begun = s.asks, s.phase in PROPOSAL
    own = step in (Phase.FLOOR, Phase.SEEK, Phase.PICK, Phase.LAST)
    require((s.player == s.floor) == own, "player: another seat is asked, because of who has the floor.")
    require(s.left[s.floor] > 0 and interpreted(floor.active)(s, s.floor), "floor: it has no turn left to use.")
    seeking = step in (Phase.INVITED, Phase.PICK)
    require((s.sought != NOTHING) == seeking, "sought: the good sought while an invitation is answered, otherwise -1.")
    if step == Phase.ANSWER:
        require(
            s.posted[s.floor] == 1 << s.player,
            "posted: the seat on the floor must have made an offer to the seat that answers.",
        )
    if step == Phase.LAST:
        counters = [p for p in range(s.players) if p != s.floor and s.posted[p]]
        single = len(counters) == 1 and s.posted[counters[0]] == 1 << s.floor
        require(single, "posted: there is one counter to answer.")
    if step == Phase.PICK:
        require(any(s.posted), "posted: nobody has answered the invitation.")
    if seeking:
        require(all(s.posted[p] in (0, 1 << s.floor) for p in range(s.players)), "posted: all propose to the floor.")
        require(s.waiting & (1 << s.floor | 1 << s.player) == 0, "waiting: those who are asked do not wait.")
    if begun and step != Phase.FLOOR:
        require(s.partner == s.floor, "partner: it must be the seat that has the floor.")


def derive(s: State) -> None:
    """Calculate the counts of cards that follow from the other fields, and check whether the phase is possible.

    Raises:
        BadPosition: these cards make a proposal, a sale or the present phase impossible.
    """
    s.rounds = int(ROUNDS[s.players])
    s.below = sum(s.pile)
    s.kinds = [
        [sum(n for n, kind in zip(hand, TYPE, strict=True) if kind == k) for k in range(TYPES)] for hand in s.hand
    ]
    for seat, other in product(range(s.players), repeat=2):
        if s.posted[seat] >> other & 1:
            valid = interpreted(proposals.still_valid)(s, seat, other)
            require(valid, f"posted: what seat {seat} proposes to seat {other} cannot be done.")
    if s.over:
        return
    if s.phase == Phase.BID:
        require(interpreted(bidding.count_bids)(s, s.player)[0] > 0, "cubes: the player has no bid.")
    elif s.phase == Phase.FLOOR:
        require(interpreted(floor.has_partner)(s, s.player), "floor: nobody is left to trade with.")
    elif s.phase == Phase.OPEN:
        speaker = interpreted(open_trading.open_trading)(s)
        require(speaker, "negotiator: nobody is left to trade with.")
    elif s.phase in PROPOSAL:
        _check_draft(s)
    elif s.phase in SELLING:
        _check_sale(s)


def _check_draft(s: State) -> None:
    """Check the draft of a proposal (the part composed so far)."""
    seat, other = s.player, s.partner
    require(other not in (NOBODY, seat), "partner: a proposal is made to somebody else.")
    require(s.retired >> other & 1 == 0, "partner: that seat has left the trading.")
    _check_side("giving", s.giving)
    _check_side("wanting", s.wanting)
    require(interpreted(proposals.owns)(s, seat, s.giving), "giving: the player doesn't have that many.")
    for kind in range(TYPES):
        wanted = interpreted(proposals.of_type)(s.wanting, kind)
        require(wanted <= s.kinds[other][kind], "wanting: the partner doesn't have that many cards of a type.")
    require(not set(s.giving) & set(s.wanting) - {NOTHING}, "wanting: no good may be on both sides.")
    require(-s.talents[other] <= s.paying <= s.talents[seat], "paying: the payer doesn't have that much.")
    require(
        s.lending & ~interpreted(proposals.lendable)(s, seat, other) == 0, "lending: the player has no such access."
    )
    require(s.borrowing & ~interpreted(proposals.lendable)(s, other, seat) == 0, "borrowing: there is no such access.")
    require(interpreted(proposals.completable)(s), "giving: the proposal can't be completed.")


def _check_sale(s: State) -> None:
    """Check the draft of a sale or a discard (the cards chosen so far)."""
    held, total = s.hand[s.player], sum(s.hand[s.player])
    require(s.sellers >> s.player & 1 == 1, "sellers: the player has already had this turn.")
    require(all(n <= have for n, have in zip(s.drawn, held, strict=True)), "drawn: the player doesn't have that many.")
    require(s.n_drawn == sum(s.drawn), "n_drawn: it counts the cards that are drawn.")
    access = interpreted(proposals.access_of)(s, s.player)
    if s.phase == Phase.QUANTITY:
        require(s.good != NOTHING and held[s.good] > selling.FEW, "good: the player has too few to be asked how many.")
        require(access >> HAGGLER & 1 == 1, "access: the player may not sell to the Haggler.")
    if s.phase == Phase.COLLECT:
        collects = interpreted(selling.all_types)(s, s.player)
        require(collects and s.n_drawn < TYPES, "drawn: the Collector takes a card of each type.")
    if s.phase == Phase.PLY:
        require(total >= selling.FEWEST and s.n_drawn < selling.MOST, "drawn: too many or too few cards.")
    if s.phase == Phase.DISCARD:
        require(s.need == total - selling.KEEP, "need: it must be the number of cards over the limit.")
        require(s.n_drawn < s.need, "n_drawn: enough cards are drawn.")
