"""What a position means to the eye: stands, who walks where and what that earns.

A :class:`Desk` is made once for a scene. It reads what its viewer may see of a position; what can be chosen comes with
the context.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from souq.engine.scene import Context
from souq.engine.twin import Twin
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.chances import Chances
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
)

_T = TypeVar("_T")

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


class Desk:
    """A view with its meaning."""

    def __init__(self, view: Twin, ctx: Context) -> None:
        self.view = view
        self.ctx = ctx
        self.seat = ctx.seat
        self.phase = int(view.phase)
        self.act = int(view.act)
        self.player = int(view.player)
        self.over = bool(view.over)
        self.seats = range(int(view.players))
        self.legal = frozenset(ctx.legal)
        self._goals: dict[int, list[Goal]] = {}
        self._reach: dict[int, list[int]] = {}
        self._borders: dict[Stand, int] = {}
        self._once: dict[tuple[str, int], Any] = {}

    def once(self, what: str, of: int, make: Callable[[], _T]) -> _T:
        """Something that several picks and looks of a scene show, made once."""
        key = what, of
        if key not in self._once:
            self._once[key] = make()
        made: _T = self._once[key]
        return made

    # ---- whose turn

    @cached_property
    def mine(self) -> bool:
        """Whether the viewer may choose now."""
        return bool(self.legal)

    @property
    def waits(self) -> bool:
        """Whether the viewer waits for another seat."""
        return self.seat >= 0 and self.seat != self.player and not self.over

    def asks(self, *phases: Phase) -> bool:
        """Whether the viewer is asked one of these."""
        return self.mine and self.phase in phases

    def options(self, first: int, count: int) -> list[int]:
        """What can be chosen of a group of ``count`` choices that begins with ``first``: places in the group."""
        return [choice - first for choice in self.ctx.legal if first <= choice < first + count]

    # ---- what can be chosen

    @cached_property
    def chances(self) -> Chances:
        """What the viewer could do, while it is asked something; else nothing."""
        return Chances(self.view, self.ctx.legal)

    @cached_property
    def lured(self) -> list[int]:
        """Customers the viewer can lure now."""
        return self.chances.lured if self.asks(Phase.ACT, Phase.CUSTOMER) else []

    @cached_property
    def lit_stands(self) -> frozenset[int]:
        """Colours of the viewer's stands that can grow or move now, or the one that is about to."""
        if self.asks(Phase.SITE) and self.act == Act.EXPAND:
            return frozenset((int(self.view.colour),))
        if not self.asks(Phase.ACT, Phase.COLOUR):
            return frozenset()
        return frozenset(self.chances.colours(Act.EXPAND)) | frozenset(self.chances.colours(Act.MOVE))

    @cached_property
    def instead(self) -> frozenset[int]:
        """Colours of own stands that could grow in place of the one whose site is being chosen."""
        if not self.asks(Phase.SITE) or self.act != Act.EXPAND:
            return frozenset()
        return frozenset(self.chances.instead(Act.EXPAND)) - {int(self.view.colour)}

    @cached_property
    def other_stalls(self) -> frozenset[int]:
        """Colours of stalls in the hand that could be built in place of the one whose site is being chosen."""
        if not self.asks(Phase.SITE) or self.act not in (Act.PLACE, Act.NEW):
            return frozenset()
        return frozenset(self.chances.instead(self.act)) - {int(self.view.colour)}

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

    @property
    def terse(self) -> bool:
        """Whether words must be few, so that they take two lines on a phone."""
        return self.ctx.layout == "tall"

    def called(self, owner: int) -> str:
        """An owner: ``you``, a name, or ``nobody``."""
        if owner == NEUTRAL:
            return "nobody"
        return "you" if owner == self.seat else self.ctx.names(owner)

    def whose(self, owner: int) -> str:
        """Of an owner's thing: ``your``, ``Omar's``, ``the neutral``."""
        if owner == NEUTRAL:
            return "the neutral"
        return "your" if owner == self.seat else f"{self.ctx.names(owner)}’s"

    def owned(self, owner: int) -> str:
        """The same of a thing that is not named again: ``yours``, ``Omar’s``, ``the neutral one``."""
        if owner == NEUTRAL:
            return "the neutral one"
        return "yours" if owner == self.seat else f"{self.ctx.names(owner)}’s"

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
            Stand(owner, colour, stall, int(self.view.entry[owner][colour]), self._tiles(colour, stall))
            for owner in range(OWNERS)
            for colour in range(COLOURS)
            if (stall := int(self.view.stall[owner][colour])) >= 0
        ]

    def _tiles(self, colour: int, stall: int) -> frozenset[int]:
        return frozenset(paths.sites(paths.flood(1 << stall, paths.board(self.view.tiles[colour]))))

    @cached_property
    def at(self) -> dict[tuple[int, int], Stand]:
        """Stands by owner and colour."""
        return {(stand.owner, stand.colour): stand for stand in self.stands}

    @cached_property
    def own(self) -> dict[int, Stand]:
        """The viewer's stands by colour."""
        return {stand.colour: stand for stand in self.stands if stand.owner == self.seat}

    def border(self, stand: Stand) -> int:
        """Sites a stand could grow onto (KA-E02 to KA-E06), whatever it costs."""
        if stand not in self._borders:
            found = self.beside(stand)
            for site in paths.sites(found & self.joints):
                if not self.joined(site):
                    found &= ~(1 << site)
            self._borders[stand] = found
        return self._borders[stand]

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
        colour = int(self.view.colour)
        if self.act == Act.EXPAND:
            tiles = sum(1 << tile for tile in self.at[self.player, colour].tiles)
            return paths.beside(tiles) & self.free & self.area(colour)
        return self.free & self.area(colour) & ~paths.beside(self.solid)

    def best_other(self, owner: int, colour: int) -> int:
        """Size of the largest stand of a colour that another player has; 0 without one."""
        return max((int(self.view.sizes[seat][colour]) for seat in self.seats if seat != owner), default=0)

    def medals(self, owner: int, colour: int, size: int) -> list[tuple[str, int, int]]:
        """Medals a growth to ``size`` would take (KA-M01, KA-M02): which, from whom (-1: the supply), their points."""
        other = self.best_other(owner, colour)
        gold, silver = int(self.view.gold[colour]), int(self.view.silver[colour])
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
        return {colour: int(site) for colour, site in enumerate(self.view.stands) if site >= 0}

    @cached_property
    def outside(self) -> int:
        """The customer off the board; -1 if there is none yet."""
        return next((colour for colour, site in enumerate(self.view.stands) if site < 0), -1)

    def reach(self, customer: int) -> list[int]:
        """Sets of the sites a customer on the board reaches after 0, 1, 2 … steps."""
        if customer not in self._reach:
            self._reach[customer] = paths.levels(self.walk, self.customers[customer])
        return self._reach[customer]

    def goals(self, customer: int) -> list[Goal]:
        """The eligible entries of a customer on the board, nearest first, whatever barkers they take."""
        if customer not in self._goals:
            reach, crowd = self.reach(customer), paths.board(self.view.crowd)
            mine = [stand for stand in self.stands if stand.colour == customer and not crowd >> stand.entry & 1]
            far = sorted((paths.steps(reach, stand.entry), stand.owner, stand) for stand in mine)
            self._goals[customer] = [
                Goal(stand, steps, sum(0 <= other < steps for other, _, _ in far))
                for steps, _, stand in far
                if steps > 0
            ]
        return self._goals[customer]

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
        return frozenset(row[4] for row in self.ctx.recent if row[0] in _BUILT)

    @cached_property
    def moved(self) -> frozenset[int]:
        """Customers lured or come in the events not yet answered."""
        lured = {row[3] for row in self.ctx.recent if row[0] == Event.LURED}
        return frozenset(lured | {row[2] for row in self.ctx.recent if row[0] == Event.CAME})
