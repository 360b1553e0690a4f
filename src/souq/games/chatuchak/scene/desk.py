"""What a position means to the eye: markets, who holds what, and what each move would do.

A :class:`Desk` is made once for a scene; everything on it is worked out when first asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from souq.engine.scene import Context
from souq.engine.twin import Twin
from souq.games.chatuchak.scene.planes import ALL_MARKERS, LANES, Market, Pairs
from souq.games.chatuchak.state import BOX, COLOURS, FULL, MIDDLE, MIXES, MOVE, PAIRS, STOP, Event, Mode


@dataclass(frozen=True, slots=True)
class Win:
    """A marker won by a move."""

    marker: int
    giver: int
    """Seat that loses it; -1: it lay in the middle."""
    strength: int
    over: int
    """The strongest other seat's strength, which it beats."""
    cells: int
    """The structure that wins it."""


@dataclass(frozen=True, slots=True)
class Threat:
    """A rival who could take a marker next turn by one move."""

    marker: int
    seat: int
    cell: int
    """The booth that would move."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move of the own market does."""

    cell: int
    colour: int
    after: Market
    wins: tuple[Win, ...]
    beside: tuple[int, ...]
    """Own markers that lose their place."""
    back: tuple[int, ...]
    """Own markers that find a place again."""
    score: int
    """Points then, were this the end."""
    threats: tuple[Threat, ...]
    """What it opens to rivals; nothing of what they could take anyway."""


class Desk:
    """A view with its meaning.

    ``seat`` is the viewer's, -1 for a spectator; ``own`` is the seat whose market lies on the board: the viewer's, or
    the first one.
    """

    def __init__(self, view: Twin, ctx: Context) -> None:
        self.view, self.ctx, self.seat = view, ctx, ctx.seat
        self.own = max(0, ctx.seat)
        self.mode = Mode(view.mode)
        self.seats = range(int(view.players))
        self.rivals = tuple(seat for seat in self.seats if seat != self.own)
        self.over = bool(view.over)
        self.player = int(view.player)
        self.legal = frozenset(ctx.legal)

    # ---- whose turn

    @property
    def mine(self) -> bool:
        """Whether the viewer may choose now."""
        return bool(self.legal)

    @property
    def race(self) -> bool:
        """Whether the markets are only to be tidied: the puzzle, and both kinds of race."""
        return self.mode != Mode.GOALS

    def passed(self, seat: int) -> bool:
        """Whether a seat has passed for good, given up or is out."""
        return bool(int(self.view.passed) >> seat & 1)

    def solved(self, seat: int) -> bool:
        """Whether a seat has solved its puzzle."""
        return bool(int(self.view.solved) >> seat & 1)

    def acting(self, seat: int) -> bool:
        """Whether a seat may choose now."""
        if self.over:
            return False
        return not self.passed(seat) if self.mode == Mode.SPEED else seat == self.player

    @property
    def last(self) -> int:
        """The seat that rolls the die (CH-S06)."""
        return (int(self.view.first) + len(self.seats) - 1) % len(self.seats)

    @property
    def terse(self) -> bool:
        """Whether words must be few, so that they take two lines on a phone."""
        return self.ctx.layout == "tall"

    # ---- words

    def called(self, seat: int) -> str:
        """A seat: ``you`` or a name."""
        return "you" if seat == self.seat else self.ctx.names(seat)

    def whose(self, seat: int) -> str:
        """Of a seat's thing: ``your`` or ``Omar's``."""
        return "your" if seat == self.seat else f"{self.ctx.names(seat)}’s"

    # ---- markets

    @cached_property
    def pairs(self) -> Pairs:
        """The mix that each of the five tiles shows."""
        shown = [PAIRS[tile][int(self.view.mix[tile])] for tile in range(MIXES)]
        return tuple((int(a), int(b)) for a, b in shown)

    @cached_property
    def markets(self) -> tuple[Market, ...]:
        """Every seat's."""
        return tuple(
            Market(tuple(self.view.booths[seat][:COLOURS]), int(self.view.hole[seat]), self.pairs)
            for seat in self.seats
        )

    @property
    def market(self) -> Market:
        """The own one."""
        return self.markets[self.own]

    @cached_property
    def started(self) -> tuple[Market, ...]:
        """How every seat's market was at the start."""
        return tuple(self._started(tuple(self.view.start[seat][:COLOURS])) for seat in self.seats)

    def _started(self, planes: tuple[int, ...]) -> Market:
        return Market(planes, (FULL & ~sum(planes)).bit_length() - 1, self.pairs)

    def trail(self, seat: int) -> list[int]:
        """Where a seat's hole was before, latest first."""
        return [int(cell) for cell in self.view.trail[seat] if cell >= 0]

    # ---- goals

    def strength(self, seat: int, marker: int) -> int:
        """Best anywhere in a seat's market."""
        return int(self.view.strength[seat][marker])

    def holder(self, marker: int) -> int:
        """Who holds a marker; -1: it lies in the middle."""
        return int(self.view.holder[marker])

    def held(self, seat: int) -> list[int]:
        """The markers a seat holds, in the market and beside it."""
        return [marker for marker in ALL_MARKERS if self.holder(marker) == seat]

    def placed(self, seat: int) -> list[int]:
        """Those that have a place in its market (CH-B02)."""
        return [marker for marker in self.held(seat) if self.strength(seat, marker)]

    def needed(self, seat: int, marker: int) -> int:
        """The strength a seat's structure must exceed to win a marker: that of the strongest other seat."""
        return max((self.strength(other, marker) for other in self.seats if other != seat), default=0)

    # ---- points

    def matching(self, seat: int) -> list[int]:
        """The markers whose matching token a seat has."""
        return [marker for marker in ALL_MARKERS if int(self.view.token[marker]) == seat]

    def general(self, seat: int) -> int:
        """A seat's general tokens."""
        return int(self.view.general[seat])

    def tokens(self, seat: int) -> int:
        """All of a seat's tokens, a star each."""
        return self.general(seat) + len(self.matching(seat))

    def score(self, seat: int) -> int:
        """A seat's points, were this the end (CH-E01, E02)."""
        return len(self.placed(seat)) + self.tokens(seat) - self.markets[seat].minus()

    def moves(self, seat: int) -> int:
        """Moves a seat has made."""
        return int(self.view.moves[seat])

    # ---- the clock

    @property
    def need(self) -> int:
        """What the die must show for the tent to move."""
        return int(self.view.need)

    @property
    def tent(self) -> int:
        """The space of the tent; 0 is START."""
        return int(self.view.tent)

    @property
    def chances(self) -> int:
        """So many of the die's faces move the tent."""
        return min(BOX.die, BOX.die + 1 - self.need)

    # ---- what a move would do

    @property
    def sources(self) -> tuple[int, ...]:
        """The nine cells from which a booth could come into the own hole."""
        return LANES[self.market.hole]

    @cached_property
    def movable(self) -> tuple[int, ...]:
        """The cells whose booths the viewer can move now."""
        return tuple(cell for cell in self.sources if MOVE + cell in self.legal)

    @property
    def can_stop(self) -> bool:
        """Whether the viewer can pass, or give up, now."""
        return STOP in self.legal

    @cached_property
    def outcomes(self) -> dict[int, Outcome]:
        """What each of the moves the viewer can make does, by cell."""
        return {cell: self._outcome(cell) for cell in self.movable}

    def _outcome(self, cell: int) -> Outcome:
        market, seat = self.market, self.own
        after, colour = market.after(cell), market.colour(cell)
        if self.race:
            return Outcome(cell, colour, after, (), (), (), 0, ())
        wins = self._wins(after, market.hole)
        held = self.held(seat)
        lost = tuple(m for m in held if self.strength(seat, m) and not after.strength(m))
        back = tuple(m for m in held if not self.strength(seat, m) and after.strength(m))
        stars = len(self.placed(seat)) - len(lost) + len(back) + 2 * len(wins) + self.tokens(seat)
        now = {*held, *(win.marker for win in wins)}
        opened = [found for key, found in self._threats(after, now).items() if key not in self.exposed]
        return Outcome(cell, colour, after, wins, lost, back, stars - after.minus(), tuple(opened))

    def _wins(self, after: Market, cell: int) -> tuple[Win, ...]:
        """The markers that the booth just moved to a cell of the own market wins (CH-M02)."""
        made = []
        for marker, (strength, found) in after.claims(cell).items():
            holder, over = self.holder(marker), self.needed(self.own, marker)
            if holder != self.own and strength > over:
                made.append(Win(marker, holder, strength, over, found))
        return tuple(made)

    @cached_property
    def reach(self) -> dict[int, dict[int, tuple[int, int]]]:
        """The strongest that each rival still in could claim by one move: seat to marker to strength and cell."""
        return {seat: self._reach(seat) for seat in self.rivals if not self.passed(seat)}

    def _reach(self, seat: int) -> dict[int, tuple[int, int]]:
        market, best = self.markets[seat], dict[int, tuple[int, int]]()
        for cell in LANES[market.hole]:
            for marker, (strength, _) in market.after(cell).claims(market.hole).items():
                best[marker] = max(best.get(marker, (0, 0)), (strength, cell))
        return best

    @cached_property
    def exposed(self) -> dict[tuple[int, int], Threat]:
        """Own markers that a rival could take by one move as things are, by marker and seat."""
        return {} if self.race else self._threats(self.market, {*self.held(self.own)})

    def _threats(self, own: Market, held: set[int]) -> dict[tuple[int, int], Threat]:
        """The same, were the own market and the markers held these."""
        made = {}
        for seat, best in self.reach.items():
            for marker in held & best.keys():
                strength, cell = best[marker]
                third = max((self.strength(s, marker) for s in self.rivals if s != seat), default=0)
                if strength > max(own.strength(marker), third):
                    made[marker, seat] = Threat(marker, seat, cell)
        return made

    # ---- what was done last

    @cached_property
    def fresh(self) -> dict[int, int]:
        """The cell to which each seat moved a booth last, as far as the viewer has not acted since."""
        return {row[2]: row[4] for row in self.ctx.recent if row[0] == Event.MOVE}

    @cached_property
    def changed(self) -> frozenset[int]:
        """Markers that changed hands meanwhile."""
        return frozenset(row[3] for row in self.ctx.recent if row[0] == Event.WON)


def from_middle(win: Win) -> bool:
    """Whether a marker is won from the middle, with its matching token."""
    return win.giver == MIDDLE
