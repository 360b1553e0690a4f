"""Positions of the Grand Bazaar in the notation of its worked examples, and a table to play on from there.

Seats are the letters A to F, goods are codes (``LS5``), cubes on a caravan or the Informant are ``"B1 C2 A4"``: totals,
in the order in which the seats came. Every choice is carried out compiled and interpreted, and both must agree.
"""

from __future__ import annotations

from collections import Counter, namedtuple
from collections.abc import Sequence
from typing import Any

from souq.engine.match.decision import seats
from souq.engine.rules.events import Row, rows, visible_events
from souq.engine.rules.twin import Twin, interpreted
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.rules import turn
from souq.games.grand_bazaar.state import CODES, GOODS, INFORMANT, NAMES, TIME, Event, Phase
from tests.games import tables
from tests.games.grand_bazaar.reference import BUYERS, COPIES, Bazaar, Proposal

A, B, C, D, E, F = range(6)
NOBODY = -1
NAMED = dict(zip(CODES, NAMES, strict=True))
FILLER = "RM5 TX5 FG5 LS5 FO5 RM4 TX4 FG4 LS4 FO4 RM3 TX3 FG3 LS3 FO3"
"""Goods that markets are filled with where it does not matter, in this order."""

EventNumbers = tuple[Event, Any]


_tuple: Any = namedtuple


def _named(row: Row) -> EventNumbers:
    """Return an event and its numbers with their names."""
    return Event(row.kind), _tuple(row.kind.name, row.kind.names)(*row.numbers[: len(row.kind.names)])


def seat_of(letter: str) -> int:
    """Return a seat by its letter."""
    return "ABCDEF".index(letter)


def cards(codes: str) -> Counter[str]:
    """Return goods from their codes: ``"LS5 2xFG1"``."""
    found: Counter[str] = Counter()
    for word in codes.split():
        n, times, code = word.rpartition("x")
        found[code] += int(n) if times else 1
    return found


def everything_but(codes: str, market: Sequence[str]) -> str:
    """Return all cards of the game that are neither named nor in these markets."""
    gone = cards(" ".join([codes, *market]))
    return " ".join(f"{n - gone[code]}x{code}" for code, n in COPIES.items() if n > gone[code])


def row(goods: Counter[str]) -> list[int]:
    """Return counts of all goods, as the record stores them."""
    return [goods[code] for code in CODES]


def options(**chosen: Any) -> dict[str, Any]:
    """Return all options with their values."""
    return GAME.check_options(chosen)


def numbers(**chosen: Any) -> list[int]:
    """Return the options as setup receives them."""
    return GAME.option_numbers(options(**chosen))


class Table(tables.Table):
    """A position that can be played on."""

    GAME = GAME

    # ---- reading

    @property
    def bazaar(self) -> Bazaar:
        """Return the position as the reference sees it."""
        return Bazaar.of(self.twin)

    def hand(self, seat: int) -> Counter[str]:
        """Return the goods in a hand."""
        return Counter({code: n for code, n in zip(CODES, self.twin.hand[seat], strict=True) if n})

    def known(self, hand: int, viewer: int = 6) -> Counter[str]:
        """Return the goods that a viewer (6: everybody) knows to be in a hand."""
        return Counter({code: n for code, n in zip(CODES, self.twin.known[viewer][hand], strict=True) if n})

    @property
    def line(self) -> list[int]:
        """Return the seats on the Free Trader's squares, with nobody for an empty one."""
        return list(self.twin.square)

    @property
    def asked(self) -> tuple[Phase, int]:
        """Return the pending question and its seat."""
        return Phase(self.twin.phase), self.twin.player

    @property
    def events(self) -> list[EventNumbers]:
        """Return the public events of the last choice."""
        return [_named(row) for row in rows(Event, visible_events(self.state[0], -1))]

    def events_of(self, kind: Event, viewer: int = -1) -> list[Any]:
        """Return all events of a kind that a viewer sees, each as a named tuple."""
        return [_named(row)[1] for row in rows(Event, visible_events(self.state[0], viewer)) if row.kind == kind]

    @property
    def drawn(self) -> list[int]:
        """Return who drew in the last choice, once for every card."""
        return [row.seat for row in self.events_of(Event.DRAWS) for _ in range(row.count)]

    def seen(self, viewer: int) -> Twin:
        """Return what a seat (-1: a spectator) may know."""
        return Twin.of(GAME.bindings.hidden(self.state, viewer))

    # ---- playing

    def play(self, *choices: str, seat: int | None = None, key: tuple[int, int] | None = None) -> Table:
        """Make choices one after the other, each by the deciding seat, or all by one."""
        for name in choices:
            self._make(self.twin.player if seat is None else seat, self.number(name), key)
        return self

    def time(self) -> Table:
        """Let the clock run out."""
        self._make(NOBODY, TIME)
        return self

    def propose(self, first: str, proposal: Proposal, seat: int | None = None) -> Table:
        """Make a whole proposal, ``first`` the choice that begins it; what is skipped must agree with it."""
        self.play(first, seat=seat)
        while Phase.GIVE <= self.twin.phase <= Phase.BORROW:
            self.play(proposal.step(self.twin.phase, self.said))
        return self

    @property
    def said(self) -> int:
        """Return how many things the current step of a draft has named."""
        s = self.twin
        held = {Phase.LEND: s.lending, Phase.BORROW: s.borrowing}
        cards = s.giving if s.phase == Phase.GIVE else s.wanting
        return held[s.phase].bit_count() if s.phase in held else sum(good >= 0 for good in cards)

    def stands(self, seat: int, other: int) -> Proposal | None:
        """Return a seat's open proposal to another, if there is one."""
        s = self.twin
        if not s.posted[seat] >> other & 1:
            return None
        give, want = (tuple(CODES[good] for good in side[seat][other] if good >= 0) for side in (s.give, s.want))
        lend, borrow = (
            tuple(name for k, name in enumerate(BUYERS) if side[seat][other] >> k & 1) for side in (s.lend, s.borrow)
        )
        return Proposal(give, lend, s.net[seat][other], want, borrow)

    def number(self, choice: str) -> int:
        """Return the number of a choice, goods by their codes and seats by their letters."""
        return super().number(spelt(choice))

    def _make(self, seat: int, choice: int, key: tuple[int, int] | None = None) -> None:
        self.make(seat, choice, key or (next(self.keys), 1))
        self.bazaar.check()


def spelt(choice: str) -> str:
    """Return a choice with the names of goods for their codes, and numbers for the letters of seats."""
    words = [NAMED.get(word, word) for word in choice.split()]
    if words[0] in ("offer", "pick", "post", "withdraw", "refuse", "take") and words[-1] in "ABCDEF":
        words[-1] = str(seat_of(words[-1]) + 1)
    return " ".join(words)


# ---- putting a position together


def position(
    *hands: str,
    players: int = 0,
    at: str = "bidding",
    player: int = 0,
    first: int = 0,
    nth: int = 1,
    market: Sequence[str] | None = None,
    top: str = "",
    below: str | None = None,
    discard: str = "",
    caravans: dict[int, str] | None = None,
    informant: str = "",
    squares: str = "",
    negotiators: str = "",
    customers: Sequence[str] = ("", "", ""),
    access: Sequence[str] | None = None,
    talents: Sequence[int] = (),
    turns: Sequence[int] = (),
    **chosen: Any,
) -> Twin:
    """Return a position at the start of something, after which the game continues normally.

    Args:
        hands: of every seat.
        players: so many as there are hands, when left out.
        at: ``bidding`` (of ``player``), ``caravans``, ``trading`` or ``selling``.
        player: who bids.
        first: who holds Hafid.
        nth: the round.
        market: two goods, or none (``""``), for each market; anything that is left when left out.
        top: the top card; anything that is left when left out.
        below: goods below it; when left out all that are left, else these are discarded.
        discard: goods in the discard pile.
        caravans: by number, the cubes on it.
        informant: the cubes on it.
        squares: seats of the cubes from square 1 on; ``.`` is an empty square.
        negotiators: seats with a cube there.
        customers: seats with a cube on each customer.
        access: seats who may sell to each customer; those with a cube when left out.
        talents: of each seat.
        turns: floor turns left for each seat.
        chosen: options.
    """
    n = players or len(hands)
    twin = Twin.of(GAME.bindings.setup(n, numbers(**({"start_player": "seat 1"} | chosen)), (1, 1)))
    twin.n_events, twin.nth, twin.first = 0, nth, first
    left = Counter(COPIES)
    twin.hand = [row(left_less(left, cards(hands[seat]))) if seat < len(hands) else [0] * GOODS for seat in range(6)]
    twin.kinds = [[sum(held[5 * kind : 5 * kind + 5]) for kind in range(5)] for held in twin.hand]
    gone = row(left_less(left, cards(discard)))
    wanted = left_less(left, cards(below)) if below is not None else None
    twin.top = CODES.index(top or next(code for code in FILLER.split() if left[code]))
    left_less(left, cards(CODES[twin.top]))
    pairs = [cards(pair) for pair in market] if market else []
    for pair in pairs:
        left_less(left, pair)
    while len(pairs) < 6:
        pairs.append(left_less(left, Counter([code for code in FILLER.split() if left[code]][:2])))
    twin.market = [[CODES.index(code) for code in pair.elements()] or [-1, -1] for pair in pairs]
    twin.pile = row(left if wanted is None else wanted)
    twin.below = sum(twin.pile)
    twin.discard = [a + b for a, b in zip(gone, row(left), strict=True)] if wanted is not None else gone
    lay_cubes(twin, caravans or {}, informant, squares, negotiators, customers)
    if access is not None:
        twin.access = [mask(each) for each in access]
    twin.talents = [*talents, *[0] * (6 - len(talents))]
    if turns:
        twin.left = [*turns, *[0] * (6 - len(turns))]
    begin(twin, at, player)
    return twin


def left_less(left: Counter[str], goods: Counter[str]) -> Counter[str]:
    """Return ``goods`` after taking them from what is left."""
    for code, n in goods.items():
        assert left[code] >= n, f"there are not so many {code}"
        left[code] -= n
    return goods


def mask(letters: str) -> int:
    """Return seats as bits."""
    return sum(1 << seat_of(letter) for letter in letters)


def lay_cubes(
    twin: Twin,
    caravans: dict[int, str],
    informant: str,
    squares: str,
    negotiators: str,
    customers: Sequence[str],
) -> None:
    """Place the cubes."""
    for contest, cubes in [*((nth - 1, cubes) for nth, cubes in caravans.items()), (INFORMANT, informant)]:
        for nth, word in enumerate(cubes.split(), 1):
            twin.bids[contest][seat_of(word[0])] = int(word[1:])
            twin.came[contest][seat_of(word[0])] = nth
    line = [NOBODY if letter == "." else seat_of(letter) for letter in squares]
    twin.square = [*line, *[NOBODY] * (6 - len(line))]
    twin.negotiator = mask(negotiators)
    twin.placed = [mask(each) for each in customers]
    twin.access = list(twin.placed)
    for seat in range(twin.players):
        single = [twin.negotiator, *twin.placed]
        used = sum(bids[seat] for bids in twin.bids) + line.count(seat) + sum(each >> seat & 1 for each in single)
        twin.cubes[seat] = 6 - used
        assert twin.cubes[seat] >= 0


def begin(twin: Twin, at: str, player: int) -> None:
    """Begin a phase."""
    if at == "bidding":
        interpreted(turn.ask_bid)(twin, player)
    else:
        interpreted(getattr(turn, f"begin_{at}"))(twin)
    interpreted(turn.make_forced)(twin)


def table(*hands: str, **what: Any) -> Table:
    """Return a position to play on from; arguments as of :func:`position`."""
    made = Table(position(*hands, **what))
    made.bazaar.check()
    return made


def begun(players: int = 3, seed: int = 1, **chosen: Any) -> Table:
    """Return a new game."""
    return Table(Twin.of(GAME.bindings.setup(players, numbers(**chosen), (seed, 0))))


def deciders(t: Table) -> set[int]:
    """Return the seats that may choose."""
    return set(seats(GAME.bindings.deciders(t.state)))


def deal(give: str = "", want: str = "", net: int = 0, lend: str = "", borrow: str = "") -> Proposal:
    """Return a proposal: goods by code, customers by name."""
    sides = [tuple(sorted(cards(side).elements(), key=CODES.index)) for side in (give, want)]
    buyers = [tuple(name for name in BUYERS if name in side.split(", ")) for side in (lend, borrow)]
    return Proposal(sides[0], buyers[0], net, sides[1], buyers[1])
