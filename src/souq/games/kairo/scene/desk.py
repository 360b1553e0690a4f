"""What a position means to the eye: stands, who walks where and what that earns.

A :class:`Desk` is made once for a scene. It reads what its viewer may see of a position; what can be chosen comes with
the context.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from souq.engine import desk
from souq.engine.scene import Context
from souq.engine.voice import Person
from souq.games.kairo import GAME
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.ahead import Ahead
from souq.games.kairo.state import (
    BOX,
    COLOURS,
    CUSTOMER,
    LURE,
    NEUTRAL,
    OWNERS,
    PURPLE,
    Act,
    Event,
    Phase,
    State,
)

VISIT = BOX.turn["visit"]
RESTAURANT = sum(1 << site for site in BOX.restaurant)
MARKET = paths.BOARD ^ RESTAURANT
_BUILT = (Event.PLACED, Event.NEW, Event.EXPANDED, Event.MOVED)


@dataclass(frozen=True, slots=True)
class Stand:
    """A stall with its expansions."""

    owner: int
    colour: int
    stall: int
    entry: int
    tiles: frozenset[int]

    @property
    def size(self) -> int:
        """Tiles, the stall among them."""
        return len(self.tiles)

    @property
    def key(self) -> str:
        """Key of its sprite."""
        return f"stand-{self.owner}-{self.colour}"

    @property
    def door(self) -> str:
        """Key of its door's sprite."""
        return f"door-{self.owner}-{self.colour}"


@dataclass(frozen=True, slots=True)
class Goal:
    """An entry a customer can be lured to, were there barkers enough (KA-L02 to KA-L05)."""

    stand: Stand
    steps: int
    barkers: int
    """How many it takes."""


class Desk(desk.Desk[State]):
    """A view with its meaning."""

    game = GAME

    def __init__(self, view: State, ctx: Context) -> None:
        super().__init__(view, ctx)
        self.act = view.act

    # ---- what can be chosen

    @cached_property
    def ahead(self) -> Ahead:
        """What the viewer could do, while it is asked something; else nothing."""
        return Ahead(self.view, self.ctx.legal)

    @cached_property
    def lured(self) -> list[int]:
        """Customers the viewer can lure now."""
        return self.ahead.lured if self.asks(Phase.ACT, Phase.CUSTOMER) else []

    @cached_property
    def lit_stands(self) -> frozenset[int]:
        """Colours of the viewer's stands that can grow or move now, or the one that is about to."""
        if self.asks(Phase.SITE) and self.act == Act.EXPAND:
            return frozenset((self.view.colour,))
        if not self.asks(Phase.ACT, Phase.COLOUR):
            return frozenset()
        return frozenset(self.ahead.colours(Act.EXPAND)) | frozenset(self.ahead.colours(Act.MOVE))

    @cached_property
    def instead(self) -> frozenset[int]:
        """Colours of own stands that could grow in place of the one whose site is being chosen."""
        if not self.asks(Phase.SITE) or self.act != Act.EXPAND:
            return frozenset()
        return frozenset(self.ahead.instead(Act.EXPAND)) - {self.view.colour}

    @cached_property
    def other_stalls(self) -> frozenset[int]:
        """Colours of stalls in the hand that could be built in place of the one whose site is being chosen."""
        if not self.asks(Phase.SITE) or self.act not in (Act.PLACE, Act.NEW):
            return frozenset()
        return frozenset(self.ahead.instead(self.act)) - {self.view.colour}

    def unlured(self, customer: int) -> int | None:
        """The choice that is refused when a customer cannot be lured where somebody is to be."""
        if self.asks(Phase.CUSTOMER, Phase.GOAL):
            choice = CUSTOMER + customer
            return None if choice in self.legal or self.view.customer == customer else choice
        return LURE if self.asks(Phase.ACT) and LURE not in self.legal else None

    @property
    def mover(self) -> int:
        """Who would lure: the player, while somebody is being lured, else the viewer if they have a seat."""
        return self.player if self.seat < 0 or self.phase == Phase.GOAL else self.seat

    # ---- words

    def called(self, owner: int) -> Person:
        """An owner: ``you``, a name, or ``nobody``."""
        return Person("nobody") if owner == NEUTRAL else super().called(owner)

    def whose(self, owner: int) -> str:
        """Of an owner's thing: ``your``, ``Omar’s``, ``the neutral``."""
        return "the neutral" if owner == NEUTRAL else super().whose(owner)

    def owned(self, owner: int) -> str:
        """The same of a thing that is not named again: ``yours``, ``Omar’s``, ``the neutral one``."""
        if owner == NEUTRAL:
            return "the neutral one"
        return "yours" if owner == self.seat else self.whose(owner)

    # ---- sites

    @cached_property
    def solid(self) -> int:
        """Sites with a stall or an expansion."""
        return paths.board(self.view.solid)

    @cached_property
    def walk(self) -> int:
        """Sites that can be walked over (KA-L03)."""
        return MARKET & ~self.solid

    @cached_property
    def free(self) -> int:
        """Sites with nothing on them (KA-N02)."""
        taken = paths.board(self.view.doors) | paths.board(self.view.crowd)
        return paths.BOARD & ~(self.solid | taken)

    @staticmethod
    def area(colour: int) -> int:
        """Sites that take stalls of a colour (KA-N04, KA-E02)."""
        return RESTAURANT if colour == PURPLE else MARKET

    # ---- stands

    @cached_property
    def stands(self) -> list[Stand]:
        """Every stand on the board."""
        return [
            Stand(owner, colour, stall, self.view.entry[owner][colour], self._tiles(colour, stall))
            for owner in range(OWNERS)
            for colour in range(COLOURS)
            if (stall := self.view.stall[owner][colour]) >= 0
        ]

    def _tiles(self, colour: int, stall: int) -> frozenset[int]:
        return frozenset(paths.sites(paths.flood(1 << stall, paths.board(self.view.tiles[colour]))))

    @cached_property
    def at(self) -> dict[tuple[int, int], Stand]:
        """Stands by owner and colour."""
        return {(stand.owner, stand.colour): stand for stand in self.stands}

    def border(self, stand: Stand) -> int:
        """Sites a stand could grow onto (KA-E02 to KA-E06), whatever it costs."""
        return self.once(("border", stand), lambda: self._border(stand))

    def _border(self, stand: Stand) -> int:
        found = self.beside(stand)
        for site in paths.sites(found & self.joints):
            if not self.joined(site):
                found &= ~(1 << site)
        return found

    def beside(self, stand: Stand) -> int:
        """Sites beside a stand that fit for it, whatever they cut off (KA-E02 to KA-E05)."""
        tiles = sum(1 << tile for tile in stand.tiles)
        rivals = paths.beside(paths.board(self.view.tiles[stand.colour]) & ~tiles)
        return paths.beside(tiles) & self.free & self.area(stand.colour) & ~rivals

    def joined(self, site: int) -> bool:
        """Whether all customers could still reach all entries were ``site`` built on (KA-A01)."""
        goals = paths.board(self.view.doors) | paths.board(self.view.crowd)
        return not goals & ~paths.flood(goals & -goals, self.walk & ~(1 << site))

    @cached_property
    def fitting(self) -> int:
        """Sites where what is in hand would fit, were it not for the ways it cuts."""
        colour = self.view.colour
        if self.act == Act.EXPAND:
            tiles = sum(1 << tile for tile in self.at[self.player, colour].tiles)
            return paths.beside(tiles) & self.free & self.area(colour)
        return self.free & self.area(colour) & ~paths.beside(self.solid)

    def best_other(self, owner: int, colour: int) -> int:
        """Size of the largest stand of a colour that another player has; 0 without one."""
        return max((self.view.sizes[seat][colour] for seat in self.seats if seat != owner), default=0)

    def medals(self, owner: int, colour: int, size: int) -> list[tuple[str, int, int]]:
        """Medals a growth to ``size`` would take (KA-M01, KA-M02): which, from whom (-1: the supply), their points."""
        other = self.best_other(owner, colour)
        gold, silver = self.view.gold[colour], self.view.silver[colour]
        made = []
        if size > other and gold != owner:
            made.append(("gold", gold, BOX.medals["gold"]))
        if size >= other and silver != owner:
            made.append(("silver", silver, BOX.medals["silver"]))
        return made

    # ---- customers

    @cached_property
    def customers(self) -> dict[int, int]:
        """Where each customer on the board stands."""
        return {colour: site for colour, site in enumerate(self.view.stands) if site >= 0}

    @cached_property
    def outside(self) -> int:
        """The customer off the board; -1 if there is none yet."""
        return next((colour for colour, site in enumerate(self.view.stands) if site < 0), -1)

    def reach(self, customer: int) -> list[int]:
        """Sets of the sites a customer on the board reaches after 0, 1, 2 … steps."""
        return self.once(("reach", customer), lambda: paths.levels(self.walk, self.customers[customer]))

    def goals(self, customer: int) -> list[Goal]:
        """The eligible entries of a customer on the board, nearest first, whatever barkers they take."""
        return self.once(("goals", customer), lambda: self._goals(customer))

    def _goals(self, customer: int) -> list[Goal]:
        reach, crowd = self.reach(customer), paths.board(self.view.crowd)
        mine = [stand for stand in self.stands if stand.colour == customer and not crowd >> stand.entry & 1]
        far = sorted((paths.steps(reach, stand.entry), stand.owner, stand) for stand in mine)
        return [
            Goal(stand, steps, sum(0 <= other < steps for other, _, _ in far)) for steps, _, stand in far if steps > 0
        ]

    def way(self, customer: int, entry: int) -> tuple[int, ...]:
        """The sites of a shortest way of a customer on the board."""
        return paths.straightest(paths.shortest(self.reach(customer), entry))

    @cached_property
    def narrows(self) -> dict[int, int]:
        """Sites that all shortest ways of a customer to one of his entries cross, by customer."""
        made = {}
        for customer in self.customers:
            found = 0
            for goal in self.goals(customer):
                found |= paths.narrows(paths.shortest(self.reach(customer), goal.stand.entry))
            made[customer] = found & self.free
        return made

    @cached_property
    def joints(self) -> int:
        """Walkable sites of which it takes a search to know whether building there would cut something off."""
        return paths.board(self.view.reach) & ~paths.board(self.view.loose)

    def earnings(self, mover: int, stand: Stand) -> list[tuple[int, int]]:
        """Who earns what when ``mover`` lures somebody to a stand (KA-L07 to KA-L09): seats and money."""
        made = [] if stand.owner == NEUTRAL else [(stand.owner, stand.size)]
        return made if stand.owner == mover else [*made, (mover, VISIT)]

    def earned(self, mover: int, stand: Stand) -> str:
        """The same in words: ``Yusuf +3, you +1``."""
        return ", ".join(f"{self.called(seat)} +{money}" for seat, money in self.earnings(mover, stand))

    # ---- what was done last

    @cached_property
    def fresh(self) -> frozenset[int]:
        """Sites built on in the events not yet answered."""
        return frozenset(row.site for row in self.recent if row.kind in _BUILT)

    @cached_property
    def moved(self) -> frozenset[int]:
        """Customers lured or come in the events not yet answered."""
        return frozenset(row.customer for row in self.recent if row.kind in (Event.LURED, Event.CAME))
