"""The board: encampments, legal sites, and what neighbours offer to pay (DB-B03 to DB-B07, DB-P02).

Only building changes any of these, so they are stored in the position and updated around the new tile. ``grown`` holds,
for every legal site, the size of the encampment that a tile there would make. The size has three bits, and each bit is
stored as a set of sites, so a few word operations add ``n`` to the sizes of many sites. A site whose size exceeds seven
is never legal again.
"""

from __future__ import annotations

from itertools import product

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.bits import Bits, common, count, differ, first, has, minus, pair, rest, some, store, union, words
from souq.games.desert_bazaar.state import NEIGHBOURS, PARTS, PRODUCT, RESOURCES, SITES, State

NEAR = table([words(near, 2) for near in NEIGHBOURS])
"""Set of the sites next to each site, as a set of bits."""
BESIDE = table([[*near, *[-1] * (6 - len(near))] for near in NEIGHBOURS])
"""For each site, the six sites next to it; -1 beyond the board's edge."""
SPOT = table([words([site], 2) for site in range(SITES)])
"""Set that contains only one site, for each site."""
BOARD = words(range(SITES), 2)
NOWHERE: Bits = (0, 0)
LAYERS = table([([r + RESOURCES * (n - 1) for r, n in enumerate(p) if n] * 3 or [0] * 3)[:3] for p in PARTS.tolist()])
"""For each part of a flag (a tile's cost of three cards), three rows of ``offer``. A site in all three is offered the
part.
"""
DIGIT = table([27, 9, 3, 1])
"""For each resource, its place value in a base-three number whose digits count the units of each resource."""
PART = table([sum(1 << i for i, p in enumerate(PARTS.tolist()) if p == list(n)) for n in product(range(3), repeat=4)])
"""Bit that marks a part of a flag, indexed by a base-three number of its units of each resource; 0 if no flag has such
a part.
"""


@rule
def clear_board(s: State) -> None:
    """Remove all tiles from the board, so that every site is legal and no neighbour offers anything."""
    for site in range(SITES):
        s.tile[site] = s.owner[site] = -1
    for row in range(2 * RESOURCES):
        store(s.offer[row], NOWHERE)
    store(s.taken, NOWHERE)
    store(s.open, BOARD)
    store(s.grown[0], BOARD)
    store(s.grown[1], NOWHERE)
    store(s.grown[2], NOWHERE)
    s.offered = 1


@rule
def put_tile(s: State, site: int, tile: int) -> tuple[Bits, int]:
    """Put a tile on a site; return its encampment and the number of encampments it touched."""
    s.tile[site] = tile
    camp, touched = join(s, site)
    spread(s, site, PRODUCT[tile])
    s.offered = parts_offered(s)
    return camp, touched


# ---- encampments


@rule
def encampment(s: State, site: int) -> tuple[Bits, Bits]:
    """Return the encampment (connected tiles) that contains ``site``, and the encampment with all sites next to it.

    Both are sets of sites (DB-B04).
    """
    taken = pair(s.taken)
    camp = NOWHERE
    round_it = todo = pair(SPOT[site])
    while some(todo):
        later = rest(todo)
        camp = union(camp, minus(todo, later))
        round_it = union(round_it, pair(NEAR[first(todo)]))
        todo = minus(common(round_it, taken), camp)
    return camp, round_it


@rule
def join(s: State, site: int) -> tuple[Bits, int]:
    """Join all encampments that a new tile touches (DB-B05), and update the sites around them.

    Returns:
        The encampment that contains the new tile, and the number of encampments that the tile touched.
    """
    taken = pair(s.taken)
    camp = pair(SPOT[site])
    edge = pair(NEAR[site])
    left = minus(pair(s.open), camp)
    todo = common(edge, taken)
    touched = 0
    while some(todo):
        other, round_it = encampment(s, first(todo))
        swell(s, common(round_it, left), 8 - count(other))  # modulo 8: minus its size, which is in the sum below
        camp = union(camp, other)
        edge = union(edge, round_it)
        todo = minus(todo, other)
        touched += 1
    dead = swell(s, common(edge, left), count(camp))
    store(s.open, minus(left, dead))  # DB-B03, DB-B06
    for bit in range(3):
        store(s.grown[bit], common(pair(s.grown[bit]), pair(s.open)))
    store(s.taken, union(taken, camp))
    return camp, touched


@rule
def swell(s: State, sites: Bits, n: int) -> Bits:
    """Add ``n`` modulo 8 to the stored sizes (``grown``) at some sites; return those where the sum is 8 or more."""
    carry = NOWHERE
    for bit in range(3):
        plane = pair(s.grown[bit])
        more = sites if (n >> bit) & 1 == 1 else NOWHERE
        store(s.grown[bit], differ(differ(plane, more), carry))
        carry = union(common(plane, more), common(carry, union(plane, more)))
    return carry


@rule
def lone(s: State) -> Bits:
    """Return the legal sites with no tile next to them."""
    return minus(pair(s.open), union(pair(s.grown[1]), pair(s.grown[2])))


@rule
def closing(s: State) -> Bits:
    """Return the legal sites where a tile would make an encampment of seven."""
    return common(common(pair(s.grown[0]), pair(s.grown[1])), pair(s.grown[2]))


# ---- offers


@rule
def spread(s: State, site: int, r: int) -> None:
    """Offer a unit of ``r`` on all legal sites next to a new tile that produces it (DB-P02)."""
    near = pair(NEAR[site])
    two = common(pair(s.offer[r]), near)
    store(s.offer[RESOURCES + r], union(pair(s.offer[RESOURCES + r]), two))
    store(s.offer[r], union(pair(s.offer[r]), near))
    for level in range(2 * RESOURCES):
        store(s.offer[level], common(pair(s.offer[level]), pair(s.open)))


@rule
def offering(s: State, part: int) -> Bits:
    """Return the legal sites whose neighbours would pay at least the given part of a tile's cost."""
    if part == 0:
        return pair(s.open)
    layers = LAYERS[part]
    sites = common(pair(s.offer[layers[0]]), pair(s.offer[layers[1]]))
    return common(sites, pair(s.offer[layers[2]]))


@rule
def parts_offered(s: State) -> int:
    """Return a bit mask of the parts of a cost that neighbours would pay on at least one legal site.

    Combinations with a resource that no site is offered are skipped.
    """
    parts = 1
    for a in range(RESOURCES):
        one = pair(s.offer[a])
        two = pair(s.offer[RESOURCES + a])
        if some(one):
            parts |= PART[DIGIT[a]]
        if some(two):
            parts |= PART[2 * DIGIT[a]]
            for b in range(RESOURCES):
                if b != a and some(common(two, pair(s.offer[b]))):
                    parts |= PART[2 * DIGIT[a] + DIGIT[b]]
        for b in range(a):
            both = common(one, pair(s.offer[b]))
            if some(both):
                parts |= PART[DIGIT[a] + DIGIT[b]]
                for c in range(b):
                    if some(common(both, pair(s.offer[c]))):
                        parts |= PART[DIGIT[a] + DIGIT[b] + DIGIT[c]]
    return parts


@rule
def units(s: State, site: int, r: int) -> int:
    """Return how many cards of a resource the neighbours of a site would pay: 0, 1, or 2 for two or more."""
    if not has(pair(s.offer[r]), site):
        return 0
    return 2 if has(pair(s.offer[RESOURCES + r]), site) else 1
