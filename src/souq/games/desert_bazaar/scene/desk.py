"""Facts about a position that its picture needs: camps, what a tile costs on each site, and what building it brings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import NamedTuple, cast

from souq.engine.present import desk
from souq.engine.present.foresight import Foresight
from souq.engine.rules.bits import Bits, count, first, members, minus, some
from souq.engine.rules.events import Row
from souq.engine.rules.twin import changed, interpreted
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar import state as s
from souq.games.desert_bazaar.rules import encampments, payment, scoring
from souq.games.desert_bazaar.rules.building import buildable
from souq.games.desert_bazaar.state import Event, Phase, State
from souq.games.desert_bazaar.story import wording

_encampment, _offering = interpreted(encampments.encampment), interpreted(encampments.offering)
_closing, _lone = interpreted(encampments.closing), interpreted(encampments.lone)
_buildable, _price = interpreted(buildable), interpreted(payment.price)
_purse, _sufficient = interpreted(payment.purse), interpreted(payment.sufficient)
_holding_most, _settle = interpreted(scoring.holding_most), interpreted(scoring.settle)
_TRADES: list[list[int]] = s.TRADES.tolist()


@dataclass(frozen=True, slots=True)
class Camp:
    """A group of connected tents. ``sites`` begins with the topmost site; ``around`` adds all sites next to them."""

    sites: tuple[int, ...]
    around: frozenset[int]

    @property
    def full(self) -> bool:
        """Whether the camp takes no further tents (DB-B03)."""
        return len(self.sites) == s.FULL


class Price(NamedTuple):
    """The price of a tile for a player on a site where neighbours pay all that they offer."""

    cards: int
    """Number of cards that the player pays or trades away, less the number of cards received in trades."""
    trade: bool
    """Whether the player has to trade for missing cards."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The effects of building the chosen tile, read from the events that the rules emit."""

    site: int
    marked: bool
    helpers: list[tuple[int, int]]
    """Neighbours that pay, as pairs of a site and a resource."""
    paid: list[int]
    """For each resource, the number of cards that the player pays, including those received in trades."""
    given: list[int]
    """For each resource, the number of cards that the player gives away in trades."""
    got: list[int]
    """For each resource, the number of cards that the player receives in trades."""
    gains: dict[int, int]
    """Points that each seat scores at once."""
    size: int
    """Number of tents in the camp that the new tent belongs to."""
    ends: bool
    """Whether building ends the game."""
    last: bool | None
    """Whether building ends the turn; None if that depends on tiles drawn from the stock."""

    @property
    def closes(self) -> bool:
        """Whether the tile makes its camp full."""
        return self.size == s.FULL

    @property
    def spent(self) -> list[int]:
        """Cards of each resource that are paid or traded away."""
        return [paid + given for paid, given in zip(self.paid, self.given, strict=True)]


def _outcome(events: Iterable[Row], last: bool | None) -> Outcome:
    by: defaultdict[int, list[Row]] = defaultdict(list)
    for row in events:
        by[row.kind].append(row)
    (site_row,), trades, gains = by[Event.SITE], by[Event.TRADE], Counter[int]()
    near = s.NEIGHBOURS[site_row.site]
    for row in by[Event.ISOLATED] + by[Event.COUNTED] + by[Event.BONUS]:
        gains[row.seat] += row.points
    return Outcome(
        site_row.site,
        bool(site_row.marked),
        sorted(((row.site, row.good) for row in by[Event.HELP]), key=lambda helper: near.index(helper[0])),
        _counts((row.good, row.cards) for row in by[Event.PAID]),
        _counts((good, n) for row in trades for good, n in enumerate(_TRADES[row.trade])),
        _counts((row.good, 1) for row in trades),
        gains,
        by[Event.CAMP][0].size if by[Event.CAMP] else 1,
        bool(by[Event.END]),
        last,
    )


def _counts(cards: Iterable[tuple[int, int]]) -> list[int]:
    found = [0] * s.RESOURCES
    for good, n in cards:
        found[good] += n
    return found


class Desk(desk.Desk[State]):
    """A position as one seat sees it, together with computed facts that are needed to draw it."""

    game = GAME

    # ---- sites

    @cached_property
    def camps(self) -> tuple[Camp, ...]:
        """All camps, the topmost first."""
        return _camps(tuple(self.view.taken))

    @cached_property
    def open(self) -> tuple[int, ...]:
        """Legal sites: those on which a tile can still be placed (DB-B03)."""
        return _sites(tuple(self.view.open))

    @cached_property
    def dead(self) -> list[int]:
        """Empty sites where no tile can be placed for the rest of the game."""
        alive = {*self.open}
        return [site for site, tile in enumerate(self.view.tile) if tile < 0 and site not in alive]

    @cached_property
    def lone(self) -> int:
        """Number of sites where a tent would touch no other."""
        return count(_lone(self.view))

    @cached_property
    def closing(self) -> tuple[int, ...]:
        """Sites where a new tent would make a camp full."""
        return _sites(_closing(self.view))

    def offers(self, site: int) -> list[int]:
        """Return how many units of each resource the neighbours of a site offer (DB-P02)."""
        made = [0] * s.RESOURCES
        for near in s.NEIGHBOURS[site]:
            if (tile := self.view.tile[near]) >= 0:
                made[s.BOX.tiles[tile].product] += 1
        return made

    # ---- what a tile costs

    @cached_property
    def building(self) -> int:
        """The tile being built, or -1."""
        return wording.building(self.view)

    def buildable(self, place: int) -> bool:
        """Return whether the player can pay for the tile in a place of the display (0 to 3 left, 4 to 7 right)."""
        return bool(self.once("buildable", lambda: _buildable(self.view)) >> place & 1)

    @cached_property
    def prices(self) -> dict[int, dict[int, Price]]:
        """Prices, by tile and then by site, of the chosen tile or else of all tiles that the viewer can choose."""
        if self.asks(Phase.SITE):
            return {self.building: self._prices(self.building)}
        places = self.options(s.TILE, s.SIDES * s.SLOTS)
        tiles = [self.view.display[place // s.SLOTS][place % s.SLOTS] for place in places]
        return {tile: self._prices(tile) for tile in tiles}

    def _prices(self, tile: int) -> dict[int, Price]:
        """Return what a tile costs the player on each site where the player can pay for it.

        On a site whose neighbours would pay several parts of the cost, the largest of these counts: parts are in
        ascending order, so its price replaces the others.
        """
        found = dict[int, Price]()
        untraded = _sufficient(self._untraded, tile)
        for part in members((_sufficient(self._purse, tile) & self.view.offered,)):
            price = Price(_price(self.view, self.player, tile, part), not untraded >> part & 1)
            found |= dict.fromkeys(_sites(_offering(self.view, part)), price)
        return dict(sorted(found.items()))

    @cached_property
    def _purse(self) -> int:
        return _purse(self.view, self.player)

    @cached_property
    def _untraded(self) -> int:
        """The player's purse (see ``rules.payment``) as if all piles were empty, which makes trades impossible."""
        return _purse(changed(self.view, pile=[0] * s.RESOURCES), self.player)

    # ---- what building brings

    def outcome(self, *choices: int) -> Outcome:
        """Return the effects of building the chosen tile after some choices; later payments are the cheapest."""
        return self.once(("outcome", choices), lambda: self._outcome(choices))

    def _outcome(self, choices: tuple[int, ...]) -> Outcome:
        asked = len(choices)
        # Trades can follow the viewer's choices; the cheapest ones are made until the tile is on its site.
        while not (seen := self._saving(*choices, seat=self.player)).of(Event.SITE):
            choices = (*choices, _payment(seen.batch[0]))
        refills = self.view.stock and all(tile < 0 for tile in seen.view.display[self.view.side])
        goes_on = not seen.view.over and seen.view.turn == self.view.turn
        return _outcome(seen.rows, False if goes_on or len(choices) > asked else None if refills else True)

    @cached_property
    def _saving(self) -> Foresight[State]:
        """Preview of choices in a copy of the position in which nothing is random.

        In the copy neighbours always pay, and the stock is empty. The empty stock does not end the game early: while
        there is a stock, the other set is not empty (DB-D01, DB-D02).
        """
        return Foresight(self.game, changed(self.view, discount=1, stock=0), self.seat)

    # ---- what was done last

    @cached_property
    def fresh(self) -> frozenset[int]:
        """Sites on which tents were built since the viewer's last action."""
        return frozenset(row.site for row in self.recent if row.kind == Event.SITE)

    # ---- the end

    def majority(self, good: int) -> tuple[int, int]:
        """Return the seat that alone has the most cards of a resource, or -1, and that number of cards (DB-F02)."""
        return _holding_most(self.view, good)

    def projected(self) -> list[int]:
        """Return every seat's points if the game ended now."""
        end = changed(self.view, score=[*self.view.score], n_events=-1)  # -1: without events
        _settle(end)
        return end.score[: end.players]


def _payment(view: State) -> int:
    """Return the cheapest next choice: accept all that neighbours offer, or trade so that spare cards stay balanced."""
    if view.phase == Phase.PAY:
        return s.PAY
    spare = [have - need for have, need in zip(view.hand[view.player], view.due, strict=True)]

    def left(choice: int) -> int:
        return sum((n - k) ** 2 for n, k in zip(spare, _TRADES[choice - s.TRADE], strict=True))

    return min(members(view.asked), key=left)


@lru_cache(maxsize=4096)
def _sites(found: Bits) -> tuple[int, ...]:
    return tuple(members(found))


@lru_cache(maxsize=256)
def _camps(taken: Bits) -> tuple[Camp, ...]:
    board = cast(State, SimpleNamespace(taken=taken))
    camps, left = list[Camp](), taken
    while some(left):
        sites, around = _encampment(board, first(left))
        camps.append(Camp(_sites(sites), frozenset(_sites(around))))
        left = minus(left, sites)
    return tuple(camps)
