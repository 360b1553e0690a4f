"""The board: encampments, legal sites, and what neighbours offer (DB-B03 to DB-B07, DB-P02).

Only building changes any of it, so it is kept in the record and renewed round the new tile. ``grown`` holds for every
legal site how large an encampment a tile there would make, in three bit planes: whole sets of sites grow or shrink by
``n`` in a few word operations, and what carries beyond seven is dead for good.
"""

from __future__ import annotations

from itertools import product

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.bits import Bits, common, count, differ, first, has, minus, pair, rest, some, store, union, words
from souq.games.desert_bazaar.state import NEIGHBOURS, PARTS, PRODUCT, RESOURCES, SITES, State

NEAR = table([words(near, 2) for near in NEIGHBOURS])
"""Set of the sites next to each site."""
BESIDE = table([[*near, *[-1] * (6 - len(near))] for near in NEIGHBOURS])
"""Sites next to each site, six; -1 where the board ends."""
SPOT = table([words([site], 2) for site in range(SITES)])
"""Set of each site alone."""
BOARD = words(range(SITES), 2)
NOWHERE: Bits = (0, 0)
LAYERS = table([([r + RESOURCES * (n - 1) for r, n in enumerate(p) if n] * 3 or [0] * 3)[:3] for p in PARTS.tolist()])
"""Rows of ``offer`` in which a site must be to be offered each part of a flag."""
DIGIT = table([27, 9, 3, 1])
"""A unit of each resource, in a number whose base-three digits say how many units of each there are."""
PART = table([sum(1 << i for i, p in enumerate(PARTS.tolist()) if p == list(n)) for n in product(range(3), repeat=4)])
"""The bit of the part of a flag that has these units; 0 for what no flag asks."""


@rule
def clear_board(s: State) -> None:
    """No tiles, every site legal, nothing offered."""
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
    """A tile on a site: its encampment, and how many encampments it touched."""
    s.tile[site] = tile
    camp, touched = join(s, site)
    spread(s, site, PRODUCT[tile])
    s.offered = parts_offered(s)
    return camp, touched


# ---- encampments


@rule
def encampment(s: State, site: int) -> tuple[Bits, Bits]:
    """The tiles connected with the one on ``site`` (DB-B04), and these together with the sites next to them."""
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
    """Join all encampments that a new tile touches (DB-B05), and renew the sites round them."""
    taken = pair(s.taken)
    camp = pair(SPOT[site])
    edge = pair(NEAR[site])
    left = minus(pair(s.open), camp)
    todo = common(edge, taken)
    touched = 0
    while some(todo):
        other, round_it = encampment(s, first(todo))
        swell(s, common(round_it, left), 8 - count(other))  # modulo 8: smaller by its size
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
    """Add ``n`` modulo 8 to what ``grown`` holds of these sites; return those that carry."""
    carry = NOWHERE
    for bit in range(3):
        plane = pair(s.grown[bit])
        more = sites if (n >> bit) & 1 == 1 else NOWHERE
        store(s.grown[bit], differ(differ(plane, more), carry))
        carry = union(common(plane, more), common(carry, union(plane, more)))
    return carry


@rule
def lone(s: State) -> Bits:
    """The legal sites that touch no tile."""
    return minus(pair(s.open), union(pair(s.grown[1]), pair(s.grown[2])))


@rule
def closing(s: State) -> Bits:
    """The legal sites where a tile makes an encampment of seven."""
    return common(common(pair(s.grown[0]), pair(s.grown[1])), pair(s.grown[2]))


# ---- offers


@rule
def spread(s: State, site: int, r: int) -> None:
    """A tile that makes ``r`` offers a unit to every site next to it (DB-P02); only legal sites matter."""
    near = pair(NEAR[site])
    two = common(pair(s.offer[r]), near)
    store(s.offer[RESOURCES + r], union(pair(s.offer[RESOURCES + r]), two))
    store(s.offer[r], union(pair(s.offer[r]), near))
    for level in range(2 * RESOURCES):
        store(s.offer[level], common(pair(s.offer[level]), pair(s.open)))


@rule
def offering(s: State, part: int) -> Bits:
    """The legal sites that are offered at least this part of a flag."""
    if part == 0:
        return pair(s.open)
    layers = LAYERS[part]
    sites = common(pair(s.offer[layers[0]]), pair(s.offer[layers[1]]))
    return common(sites, pair(s.offer[layers[2]]))


@rule
def parts_offered(s: State) -> int:
    """The parts of flags that are offered on some legal site, a bit each; what holds no site is not looked into."""
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
    """How many units of a resource the neighbours of a site offer; two stands for more."""
    if not has(pair(s.offer[r]), site):
        return 0
    return 2 if has(pair(s.offer[RESOURCES + r]), site) else 1
