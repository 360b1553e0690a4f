"""The way a customer walks: shortest, as straight as it can be, over sites nothing is built on."""

from __future__ import annotations

from collections.abc import Set

from souq.engine.bits import has, triple
from souq.engine.twin import Twin
from souq.games.kairo.scene.geometry import NEAR
from souq.games.kairo.state import BOX, SITES

_MARKET = frozenset(range(SITES)) - frozenset(BOX.restaurant)


def walkable(view: Twin) -> frozenset[int]:
    """Market sites without a stall and without an expansion (KA-L03)."""
    solid = triple(view.solid)
    return frozenset(site for site in _MARKET if not has(solid, site))


def distances(ground: Set[int], goal: int) -> list[int]:
    """Steps from every site to ``goal`` over ``ground``; -1 where no way leads."""
    steps = [-1] * SITES
    steps[goal], edge = 0, [goal]
    for site in edge:
        for near in NEAR[site]:
            if near in ground and steps[near] < 0:
                steps[near] = steps[site] + 1
                edge.append(near)
    return steps


def route(ground: Set[int], start: int, goal: int) -> tuple[int, ...]:
    """Sites of a shortest way over ``ground``, both ends among them; it turns only where it must, empty if none leads."""
    steps = distances(ground, goal)
    if steps[start] < 0:
        return ()
    way, ahead = [start], 0
    while way[-1] != goal:
        at = way[-1]
        nearer = [near for near in NEAR[at] if steps[near] == steps[at] - 1]
        on = at + ahead
        way.append(on if ahead and on in nearer else nearer[0])
        ahead = way[-1] - at
    return tuple(way)
