"""What a tile costs on a site: its flag without what the neighbours pay, and three cards for each one that is missing.

Everything is reckoned for the player who decides.
"""

from __future__ import annotations

from dataclasses import dataclass

from souq.games.desert_bazaar.state import BOX, NEIGHBOURS, RESOURCES, State

Count = tuple[int, int, int, int]
"""Cards of each resource."""


@dataclass(frozen=True, slots=True)
class Bill:
    """What a tile costs on a site with every offer used (DB-P06).

    ``pay`` is in cards of each resource; ``missing`` of them must be traded for.
    """

    pay: Count
    missing: int
    payable: bool

    @property
    def cards(self) -> int:
        """Cards the flag still asks for."""
        return sum(self.pay)

    @property
    def spent(self) -> int:
        """Cards that leave the hand for good: three are traded for each one missing (DB-P05)."""
        return sum(self.pay) + 2 * self.missing


def offered(view: State, site: int) -> Count:
    """What the neighbours of a site offer (DB-P02)."""
    count = [0] * RESOURCES
    for near in NEIGHBOURS[site]:
        if view.tile[near] >= 0:
            count[BOX.tiles[view.tile[near]].product] += 1
    return (count[0], count[1], count[2], count[3])


def bill(view: State, tile: int, offer: Count) -> Bill:
    """What a tile costs where the neighbours offer so much (DB-P04, DB-P06)."""
    cost, hand, pile = BOX.tiles[tile].cost, view.hand[view.player], view.pile
    pay = (
        max(0, cost[0] - offer[0]),
        max(0, cost[1] - offer[1]),
        max(0, cost[2] - offer[2]),
        max(0, cost[3] - offer[3]),
    )
    missing = [max(0, p - h) for p, h in zip(pay, hand, strict=True)]
    surplus = sum(max(0, h - p) for p, h in zip(pay, hand, strict=True))
    payable = surplus >= 3 * sum(missing) and all(m <= p for m, p in zip(missing, pile, strict=True))
    return Bill(pay, sum(missing), payable)
