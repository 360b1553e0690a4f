"""The view model of a scene: whose turn it is, who leads each contest, who is in line, and what each hand may hold.

A :class:`Desk` is created once per scene; its values are computed on first use. Seats, goods, types and contests (the
caravans and the Informant, on which seats outbid each other) are numbers from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from souq.engine.match.decision import seats
from souq.engine.present import desk as engine
from souq.engine.present.scene import Context
from souq.engine.present.story import only
from souq.engine.rules.events import Row
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules import cards
from souq.games.grand_bazaar.rules.bidding import free_square, leader, least
from souq.games.grand_bazaar.rules.caravans import came_at
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.state import Event, Phase, State
from souq.games.grand_bazaar.story.wording import line, lowest_square, negotiators, open_proposals

kind_of = interpreted(cards.kind_of)
"""Return the type of a card, whether its good is visible or hidden."""
Stage = Literal["bidding", "caravans", "trading", "selling"]
"""Names of the four parts of a round (GB-R01)."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open proposal of ``seat`` to ``other``: what it gives and what it wants in return."""

    seat: int
    other: int
    give: tuple[int, ...]
    """Goods given, in ascending order."""
    want: tuple[int, ...]
    net: int
    """Talents that ``seat`` pays; a negative number is the Talents that it asks for."""
    lend: int
    """Customers that ``seat`` gives access to, as a bit mask."""
    borrow: int
    """Customers that ``seat`` asks for access to, as a bit mask."""


class Desk(engine.Desk[State]):
    """View model of a position.

    ``seat`` is the viewer's, or -1 for a spectator, who sees only backs. ``phase`` is the present decision or, while
    the viewer composes a draft, the draft's step.
    """

    game = GAME

    def __init__(self, view: State, ctx: Context) -> None:
        super().__init__(view, ctx)
        self.phase: Phase = Phase(view.phase)
        self.trading = g.Trading(view.trading)

    # ---- whose turn

    @cached_property
    def stage(self) -> Stage:
        """The current part of the round."""
        if self.phase == Phase.BID:
            return "bidding"
        if self.phase <= Phase.DENIED:
            return "caravans"
        return "trading" if self.phase <= Phase.LAST or self.phase in (Phase.PICK, Phase.OPEN) else "selling"

    # ---- bidding

    @cached_property
    def leaders(self) -> tuple[int, ...]:
        """For each caravan and the Informant, the seat that leads there, or -1 if nobody has bid."""
        return tuple(interpreted(leader)(self.view, contest) for contest in range(g.CONTESTS))

    def bidders(self, contest: int) -> tuple[int, ...]:
        """Return the seats with cubes on a caravan or the Informant.

        The leader comes first, then the others in the order of their first bids (GB-C06).
        """
        lead = self.leaders[contest]
        return self.once(("bidders", contest), lambda: (lead, *self.outbid(contest, lead)) if lead >= 0 else ())

    def outbid(self, contest: int, lead: int) -> list[int]:
        """Return the seats that would be outbid on a contest if ``lead`` won it, in order of first bids (GB-C06)."""
        came = (interpreted(came_at)(self.view, contest, turn + 1) for turn in self.seats)
        return [seat for seat in came if seat not in (g.NOBODY, lead)]

    def least(self, contest: int) -> int:
        """Return the minimum number of cubes that the viewer must add to lead a contest (GB-B03, B05).

        A contest is a caravan or the Informant.
        """
        return interpreted(least)(self.view, self.seat, contest)

    def closed(self, contest: int) -> bool:
        """Return whether a seat has all its six cubes on a contest, so that no other seat can bid there (GB-B07)."""
        return self.leaders[contest] >= 0 and self.view.bids[contest][self.leaders[contest]] == g.CUBES

    # ---- the wedges

    @property
    def next_square(self) -> int:
        """The Free Trader square that the next cube goes to, or -1 if all are taken (GB-B08)."""
        return interpreted(free_square)(self.view)

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The seats in the Free Trader's line, in the order of their lowest squares (GB-F01)."""
        return tuple(line(self.view))

    def lowest(self, seat: int) -> int:
        """Return a seat's lowest Free Trader square, counted from 0, or -1 if it has none."""
        return lowest_square(self.view, seat) - 1 if seat in self.line else g.NOBODY

    @property
    def negotiators(self) -> list[int]:
        """Seats with a cube on the Negotiator that haven't left the trading (GB-T01, T02)."""
        return negotiators(self.view)

    @property
    def retired(self) -> list[int]:
        """Seats that have left the trading."""
        return list(seats(self.view.retired))

    def access(self, customer: int) -> list[int]:
        """Return the seats that may sell to a customer, through a cube or a trade."""
        return list(seats(self.view.access[customer]))

    def customers(self, seat: int) -> list[int]:
        """Return the customers that a seat may sell to."""
        return list(seats(interpreted(access_of)(self.view, seat)))

    # ---- cards

    @cached_property
    def hand(self) -> tuple[int, ...]:
        """Copies of each good in the viewer's hand; zeros for a spectator."""
        return tuple(self.view.hand[self.seat]) if self.seat >= 0 else (0,) * g.GOODS

    def kinds(self, seat: int) -> tuple[int, ...]:
        """Return the number of cards of each type in a hand, which everybody sees from the backs."""
        return tuple(self.view.kinds[seat])

    def cards(self, seat: int) -> int:
        """Return the number of cards in a hand."""
        return sum(self.kinds(seat))

    def known(self, seat: int) -> tuple[int, ...]:
        """Return how many copies of each good the viewer knows to be in a hand; after the game it knows all."""
        if seat == self.seat or self.over:
            return tuple(self.view.hand[seat])
        # spectators know what every seat knows
        return tuple(self.view.known[self.seat if self.seat >= 0 else g.PUBLIC][seat])

    def market(self, market: int) -> tuple[int, ...]:
        """Return the cards of a market: goods that the viewer has looked at, else ``BACK`` plus the type."""
        return tuple(card for card in self.view.market[market] if card != g.NOTHING)

    @property
    def top(self) -> int:
        """Type of the draw pile's top card, or -1 if the pile is empty."""
        return kind_of(self.view.top) if self.view.top != g.NOTHING else g.NOTHING

    @property
    def pile(self) -> int:
        """Number of cards in the draw pile, including the top one."""
        return self.view.below + int(self.view.top != g.NOTHING)

    @cached_property
    def discard(self) -> tuple[int, ...]:
        """Copies of each good in the discard pile."""
        return tuple(self.view.discard)

    @cached_property
    def unseen(self) -> tuple[int, ...]:
        """Copies of each good that the viewer can't locate: they are in hands, in markets or in the draw pile."""
        left = [int(g.COPIES[good]) - self.discard[good] for good in range(g.GOODS)]
        for seat in self.seats:
            for good, n in enumerate(self.known(seat)):
                left[good] -= n
        for market in range(g.MARKETS):
            for card in self.market(market):
                if card < g.BACK:
                    left[card] -= 1
        return tuple(left)

    @cached_property
    def in_markets(self) -> tuple[int, ...]:
        """Number of cards of each type in the markets."""
        found = [0] * g.TYPES
        for market in range(g.MARKETS):
            for card in self.market(market):
                found[kind_of(card)] += 1
        return tuple(found)

    # ---- trading

    @cached_property
    def proposals(self) -> tuple[Proposal, ...]:
        """All open proposals, in order of the seats that made them."""
        return tuple(self.proposal(seat, other) for seat, other in open_proposals(self.view))

    def proposal(self, seat: int, other: int) -> Proposal:
        """Return the proposal of ``seat`` to ``other``."""
        view = self.view
        return Proposal(
            seat,
            other,
            goods_of(view.give[seat][other]),
            goods_of(view.want[seat][other]),
            view.net[seat][other],
            view.lend[seat][other],
            view.borrow[seat][other],
        )

    @cached_property
    def draft(self) -> Proposal | None:
        """The proposal that the viewer is composing, or None."""
        if self.player != self.seat or not Phase.GIVE <= self.phase <= Phase.BORROW:
            return None
        view = self.view
        return Proposal(
            self.seat,
            view.partner,
            goods_of(view.giving),
            goods_of(view.wanting),
            view.paying,
            view.lending,
            view.borrowing,
        )

    # ---- what was done last

    def recent_events(self, *kinds: Event) -> list[Row]:
        """Return the events of these kinds since the viewer's last decision."""
        return only(self.recent, *kinds)


def goods_of(side: Sequence[int]) -> tuple[int, ...]:
    """Return the goods on one side of a proposal, without the empty slots."""
    return tuple(int(good) for good in side if good != g.NOTHING)
