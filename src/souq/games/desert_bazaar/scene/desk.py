"""What a position means to the eye: camps, what neighbours offer, what a tile costs where, what building brings.

A :class:`Desk` is made once for a scene. It reads the public fields of a view and works everything out from the tiles
that lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from souq.engine import desk
from souq.engine.scene import Context
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.state import (
    BOX,
    FULL,
    NEIGHBOURS,
    PARTS,
    PAY,
    RESOURCES,
    SITE,
    SITES,
    SLOTS,
    TILE,
    TRADE,
    TRADES,
    Event,
    Phase,
    State,
)
from souq.games.desert_bazaar.story.prices import Bill, Count, bill, offered

_PARTS: list[Count] = [tuple(row) for row in PARTS.tolist()]
_TRADES: list[Count] = [tuple(row) for row in TRADES.tolist()]


@dataclass(frozen=True, slots=True)
class Camp:
    """Tents that touch. ``head`` is the topmost site: its size stands there."""

    sites: tuple[int, ...]
    head: int

    @property
    def full(self) -> bool:
        """Whether it takes no more tents (DB-B03)."""
        return len(self.sites) == FULL


class Desk(desk.Desk[State]):
    """A view with its meaning."""

    game = GAME

    def __init__(self, view: State, ctx: Context) -> None:
        super().__init__(view, ctx)
        self.tile: list[int] = view.tile
        self.owner: list[int] = view.owner
        self.camps, self.camp_at = _camps(self.tile)
        self._bills: dict[tuple[Count, Count], Bill] = {}

    # ---- sites

    @cached_property
    def touching(self) -> list[frozenset[int]]:
        """Camps beside each site, by their place in ``camps``; empty for a site with a tile."""
        at = self.camp_at
        return [
            frozenset(at[near] for near in NEIGHBOURS[s] if at[near] >= 0) if at[s] < 0 else frozenset()
            for s in range(SITES)
        ]

    @cached_property
    def size(self) -> list[int]:
        """How large a camp a tile on each empty site would make; 0 for a site with a tile."""
        length = [len(camp.sites) for camp in self.camps]
        return [1 + sum(length[c] for c in self.touching[s]) if self.camp_at[s] < 0 else 0 for s in range(SITES)]

    @cached_property
    def open(self) -> list[int]:
        """Sites where a tile may still be placed (DB-B03)."""
        return [s for s in range(SITES) if 0 < self.size[s] <= FULL]

    @cached_property
    def dead(self) -> list[int]:
        """Empty sites where no tile can ever be placed."""
        return [s for s in range(SITES) if self.size[s] > FULL]

    @cached_property
    def offers(self) -> list[Count]:
        """What the neighbours of each site offer (DB-P02)."""
        return [offered(self.view, s) for s in range(SITES)]

    # ---- what a tile costs

    @property
    def building(self) -> int:
        """The tile being built, or -1."""
        return self.view.display[self.view.side][self.view.slot] if self.view.slot >= 0 else -1

    def bill(self, tile: int, site: int) -> Bill:
        """What a tile costs the deciding player on a site, every offer used (DB-P04, DB-P06)."""
        key = (BOX.tiles[tile].cost, self.offers[site])
        known = self._bills.get(key)
        if known is None:
            known = self._bills[key] = bill(self.view, tile, self.offers[site])
        return known

    def prices(self, tile: int) -> dict[int, Bill]:
        """What a tile costs on every site where the deciding player can pay for it."""
        return {site: bill for site in self.open if (bill := self.bill(tile, site)).payable}

    @cached_property
    def shown(self) -> dict[int, dict[int, Bill]]:
        """Prices of the tiles the viewer can choose among now, by tile."""
        if self.asks(Phase.SITE):
            return {self.building: self.prices(self.building)}
        if not self.asks(Phase.TURN, Phase.NEXT):
            return {}
        tiles = [
            tile
            for side, row in enumerate(self.view.display)
            for slot, tile in enumerate(row)
            if tile_choice(side, slot) in self.legal
        ]
        return {tile: self.prices(tile) for tile in tiles}

    def traded(self, pay: Count) -> Count:
        """Cards a payment would trade away: three for each one missing, the most plentiful first (DB-P05)."""
        hand = self.view.hand[self.player]
        missing = sum(max(0, need - have) for need, have in zip(pay, hand, strict=True))
        spare = [max(0, have - need) for need, have in zip(pay, hand, strict=True)]
        given = [0] * RESOURCES
        for _ in range(min(3 * missing, sum(spare))):
            most = max(range(RESOURCES), key=lambda good: spare[good] - given[good])
            given[most] += 1
        return (given[0], given[1], given[2], given[3])

    def payment(self, choice: int) -> Count:
        """The cards a payment choice pays for the tile in hand."""
        least, more = self.bill(self.building, self.view.site).pay, _PARTS[choice - PAY]
        return (least[0] + more[0], least[1] + more[1], least[2] + more[2], least[3] + more[3])

    def given(self, choice: int) -> Count:
        """The cards a trade gives."""
        return _TRADES[choice - TRADE]

    def helpers(self, tile: int, site: int) -> list[tuple[int, int]]:
        """Neighbours that pay for the tile, as (site, resource): one for every unit of the flag they take over."""
        want, made = list(BOX.tiles[tile].cost), []
        for near in NEIGHBOURS[site]:
            if self.tile[near] >= 0 and want[good := BOX.tiles[self.tile[near]].product]:
                want[good] -= 1
                made.append((near, good))
        return made

    # ---- what building brings

    def gains(self, site: int) -> dict[int, int]:
        """Points at once by seat if the deciding player built on ``site`` (DB-E01, DB-E03, DB-E04)."""
        marked, points = self.view.markers[self.player] > 0, dict.fromkeys(self.seats, 0)
        if self.size[site] == 1:
            points[self.player] = BOX.scoring["isolated"] if marked else 0
        elif self.size[site] == FULL:
            for camp in self.touching[site]:
                for other in self.camps[camp].sites:
                    if self.owner[other] >= 0:
                        points[self.owner[other]] += BOX.scoring["marker"]
            points[self.player] += BOX.scoring["closing"] + marked * BOX.scoring["marker"]
        return points

    def ends(self, site: int) -> bool:
        """Whether no site would be left after a tile on ``site`` (DB-X01)."""
        joined, size = self.touching[site], self.size[site]
        for other in self.open:
            if other == site:
                continue
            near, grown = self.touching[other], other in NEIGHBOURS[site]
            if grown or near & joined:
                if size + 1 + sum(len(self.camps[c].sites) for c in near - joined) <= FULL:
                    return False
            else:
                return False
        return True

    # ---- what was done last

    @cached_property
    def fresh(self) -> frozenset[int]:
        """Sites built on in the events not yet answered."""
        return frozenset(row.site for row in self.recent if row.kind == Event.SITE)

    def majority(self, good: int) -> tuple[int, int]:
        """Who alone holds most cards of a resource and how many; (-1, most) when nobody does alone (DB-F02)."""
        held = [self.view.hand[seat][good] for seat in self.seats]
        most = max(held)
        return (held.index(most) if most and held.count(most) == 1 else -1), most

    def projected(self) -> list[int]:
        """Every seat's points if the game ended now."""
        points = list(self.view.score[: len(self.seats)])
        if self.over:
            return points
        for owner in self.owner:
            if owner >= 0:
                points[owner] += BOX.scoring["marker"]
        for good in range(4):
            leader, _ = self.majority(good)
            if leader >= 0:
                points[leader] += BOX.scoring["majority"]
        return points


def _camps(tile: list[int]) -> tuple[list[Camp], list[int]]:
    """All camps, by their lowest site, and each site's camp or -1."""
    at = [-1] * SITES
    camps: list[Camp] = []
    for start in range(SITES):
        if tile[start] < 0 or at[start] >= 0:
            continue
        at[start], sites = len(camps), [start]
        for site in sites:
            for near in NEIGHBOURS[site]:
                if tile[near] >= 0 and at[near] < 0:
                    at[near] = len(camps)
                    sites.append(near)
        camps.append(Camp(tuple(sites), start))
    return camps, at


def tile_choice(side: int, slot: int) -> int:
    """The choice that takes a tile on display."""
    return TILE + side * SLOTS + slot


def site_choice(site: int) -> int:
    """The choice that builds on a site."""
    return SITE + site
