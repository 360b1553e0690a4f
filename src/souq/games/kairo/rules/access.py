"""Accessibility (KA-A01): every customer can walk to every entry, and no building may change that.

Most sites need no search: if the open neighbours of a site are connected locally, around it, building there cuts
nothing off. These sites are ``loose``; they are found for the whole square at once and cached until something is built.
Only the others (``joints``) need a search for a detour.
"""

from __future__ import annotations

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import Bits, common, first, has, lowered, minus, raised, rest, some, store, triple, union
from souq.games.kairo.box import WIDTH
from souq.games.kairo.rules.sites import NEAR, NOT_EAST, NOT_WEST, NOWHERE, SPOT, east, walkable, west
from souq.games.kairo.state import State


@hot
def same(a: Bits, b: Bits) -> bool:
    """Return whether two sets of sites are equal. ``b`` must contain every site of ``a``."""
    return not some(minus(b, a))


@hot
def steps_from(a: Bits, walk: Bits) -> Bits:
    """Return ``a`` together with the sites of ``walk`` next to it. All sites must belong to the market."""
    beside = union(common(raised(a, 1), NOT_WEST), common(lowered(a, 1), NOT_EAST))
    return union(a, common(union(beside, union(raised(a, WIDTH), lowered(a, WIDTH))), walk))


@rule
def reached(walk: Bits, origin: Bits) -> Bits:
    """Return all sites that can be reached on foot from a set of sites."""
    here = origin
    there = steps_from(here, walk)
    while not same(here, there):
        here = there
        there = steps_from(here, walk)
    return here


@rule
def locally_connected(walk: Bits) -> Bits:
    """Return the sites of ``walk`` whose open neighbours are connected with each other around the site.

    Two adjacent neighbours are connected by the corner between them or, if that corner is built on, by the five
    sites beyond it. This avoids two thirds of the searches in random games.
    """
    north = raised(walk, WIDTH)
    south = lowered(walk, WIDTH)
    to_east = west(walk)
    to_west = east(walk)
    along = common(walk, common(to_east, west(to_east)))  # the westernmost of three open sites
    down = common(walk, common(south, lowered(south, WIDTH)))  # the northernmost of three
    ne = union(west(north), common(raised(along, 2 * WIDTH), raised(down, 2 * WIDTH - 2)))
    se = union(west(south), common(lowered(along, 2 * WIDTH), lowered(down, 2)))
    sw = union(east(south), common(lowered(along, 2 * WIDTH - 2), raised(down, 2)))
    nw = union(east(north), common(raised(along, 2 * WIDTH + 2), raised(down, 2 * WIDTH + 2)))
    # Clockwise around a site, an open neighbour that is not connected to the next one ends a group of neighbours. With
    # at most one such end there is one group, and the site is not needed.
    a = minus(north, common(to_east, ne))
    b = minus(to_east, common(south, se))
    c = minus(south, common(to_west, sw))
    d = minus(to_west, common(north, nw))
    ab = union(a, b)
    several = union(common(a, b), union(common(ab, c), common(union(ab, c), d)))
    return minus(walk, several)


@rule
def renew(s: State) -> None:
    """Recompute which sites customers can reach, and which of these are loose (see the module)."""
    walk = walkable(s)
    reach = reached(walk, triple(SPOT[first(triple(s.crowd))]))
    store(s.reach, reach)
    store(s.loose, common(locally_connected(walk), reach))


@rule
def built_on(s: State, site: int) -> None:
    """Update ``reach`` and ``loose`` after ``site`` was built on; faster than :func:`renew`."""
    walk = walkable(s)
    spot = triple(SPOT[site])
    reach = minus(triple(s.reach), spot)
    if has(triple(s.reach), site) and not has(triple(s.loose), site):  # only a joint can cut sites off
        reach = reached(walk, triple(SPOT[first(triple(s.crowd))]))
    store(s.reach, reach)
    store(s.loose, common(locally_connected(walk), reach))


@hot
def joints(s: State) -> Bits:
    """Return the reachable sites that are not ``loose``: a building there may cut off a customer or an entry."""
    return minus(triple(s.reach), triple(s.loose))


@rule
def connected(s: State, site: int) -> Bits:
    """Return the sites that customers can reach once ``site`` is built on; empty if one is cut off (KA-A01).

    Building on a joint may divide the walkable area. Either its neighbours are connected by a detour, or all parts
    but one must be without customers and entries (KA-A02).
    """
    spot = triple(SPOT[site])
    left = minus(triple(s.reach), spot)
    if not has(triple(s.reach), site) or has(triple(s.loose), site):
        return left
    goals = union(triple(s.doors), triple(s.crowd))
    ends = common(triple(NEAR[site]), left)
    here = triple(SPOT[first(ends)])
    ends = rest(ends)
    while some(ends):
        there = triple(SPOT[first(ends)])
        ends = rest(ends)
        while not some(common(here, there)):
            # Grow both parts in step: they meet, or one stops growing and is complete.
            more = steps_from(here, left)
            others = steps_from(there, left)
            if same(here, more):
                here, part = there, here
            elif same(there, others):
                part = there
            else:
                here, there = more, others
                continue
            # A complete part with customers or entries must hold all of them; one without any is dropped.
            if some(common(goals, part)):
                return NOWHERE if some(minus(goals, part)) else part
            left = minus(left, part)
            there = here  # go on with the part that is left
        here = union(here, there)
    return left


@rule
def keeps_access(s: State, site: int) -> bool:
    """Return whether every customer can still walk to every entry once this free site is built on (KA-A01)."""
    return some(connected(s, site))


@rule
def safe(s: State, sites: Bits) -> Bits:
    """Return those of the ``sites`` that may be built on without cutting off a customer or an entry (KA-A01)."""
    risky = common(sites, joints(s))
    good = minus(sites, risky)
    while some(risky):
        later = rest(risky)
        if keeps_access(s, first(risky)):
            good = union(good, minus(risky, later))
        risky = later
    return good


@rule
def any_safe(s: State, sites: Bits) -> bool:
    """Return whether any of some free sites may be built on under KA-A01; checks sites that need no search first."""
    risky = common(sites, joints(s))
    if some(minus(sites, risky)):
        return True
    while some(risky):
        if keeps_access(s, first(risky)):
            return True
        risky = rest(risky)
    return False
