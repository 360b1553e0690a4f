"""Accessibility (KA-A01): every customer can walk to every entry, and nothing that is built may end that.

Nothing needs to be searched for most sites: one whose open neighbours hang together close round it can be built on
without cutting anything. These sites are ``loose``; they are found for the whole square at once and kept until
something is built. Only of the others is asked whether there is a detour.
"""

from __future__ import annotations

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import Bits, common, first, has, lowered, minus, raised, rest, some, store, triple, union
from souq.games.kairo.box import WIDTH
from souq.games.kairo.rules.sites import NEAR, NOT_EAST, NOT_WEST, NOWHERE, SPOT, east, walkable, west
from souq.games.kairo.state import State


@hot
def same(a: Bits, b: Bits) -> bool:
    """Whether two sets, one of which contains the other, are equal."""
    return not some(minus(b, a))


@hot
def steps_from(a: Bits, walk: Bits) -> Bits:
    """Where one can be after at most one more step; ``a`` lies within ``walk``, which lies within the market."""
    beside = union(common(raised(a, 1), NOT_WEST), common(lowered(a, 1), NOT_EAST))
    return union(a, common(union(beside, union(raised(a, WIDTH), lowered(a, WIDTH))), walk))


@rule
def reached(walk: Bits, origin: Bits) -> Bits:
    """All that can be walked to from a set of sites."""
    here = origin
    there = steps_from(here, walk)
    while not same(here, there):
        here = there
        there = steps_from(here, walk)
    return here


@rule
def hang_together(walk: Bits) -> Bits:
    """The sites of ``walk`` whose open neighbours are linked round them, so that none of these needs the site.

    One neighbour is linked to the next by the corner between them or by the five sites beyond it, where something
    stands on that corner. This spares two thirds of the searches in random games.
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
    # Going round a site, every neighbour that is not linked to the next one ends a group of neighbours.
    a = minus(north, common(to_east, ne))
    b = minus(to_east, common(south, se))
    c = minus(south, common(to_west, sw))
    d = minus(to_west, common(north, nw))
    ab = union(a, b)
    several = union(common(a, b), union(common(ab, c), common(union(ab, c), d)))
    return minus(walk, several)


@rule
def renew(s: State) -> None:
    """Find anew what can be reached, and which sites are loose: something was built or lifted."""
    walk = walkable(s)
    reach = reached(walk, triple(SPOT[first(triple(s.crowd))]))
    store(s.reach, reach)
    store(s.loose, common(hang_together(walk), reach))


@rule
def built_on(s: State, site: int) -> None:
    """The same after ``site`` was built on, quicker."""
    walk = walkable(s)
    spot = triple(SPOT[site])
    reach = minus(triple(s.reach), spot)
    if has(triple(s.reach), site) and not has(triple(s.loose), site):
        reach = reached(walk, triple(SPOT[first(triple(s.crowd))]))
    store(s.reach, reach)
    store(s.loose, common(hang_together(walk), reach))


@hot
def joints(s: State) -> Bits:
    """Sites of which it takes a search to know whether something would be cut off."""
    return minus(triple(s.reach), triple(s.loose))


@rule
def connected(s: State, site: int) -> Bits:
    """Where customers can walk once a free site is built on; nowhere if some then cannot reach an entry (KA-A01).

    Beside a joint the way divides. Either its ends meet again, or all but one of the parts must hold nobody (KA-A02).
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
        while not some(common(here, there)):  # from both ends at once: they meet, or one part is whole
            more = steps_from(here, left)
            others = steps_from(there, left)
            if same(here, more):
                here, part = there, here
            elif same(there, others):
                part = there
            else:
                here, there = more, others
                continue
            if some(common(goals, part)):
                return NOWHERE if some(minus(goals, part)) else part
            left = minus(left, part)
            there = here  # what is left of the two
        here = union(here, there)
    return left


@rule
def keeps(s: State, site: int) -> bool:
    """Whether every customer can still walk to every entry once this free site is built on (KA-A01)."""
    return some(connected(s, site))


@rule
def safe(s: State, sites: Bits) -> Bits:
    """Those of some free sites that can be built on under KA-A01."""
    risky = common(sites, joints(s))
    good = minus(sites, risky)
    while some(risky):
        later = rest(risky)
        if keeps(s, first(risky)):
            good = union(good, minus(risky, later))
        risky = later
    return good


@rule
def any_safe(s: State, sites: Bits) -> bool:
    """Whether there is any of these, asked of the easy ones first."""
    risky = common(sites, joints(s))
    if some(minus(sites, risky)):
        return True
    while some(risky):
        if keeps(s, first(risky)):
            return True
        risky = rest(risky)
    return False
