"""Stalls (KA-N01 to KA-N09): sites for a new or a moved stall, and for its entry."""

from __future__ import annotations

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import Bits, common, first, minus, plus, rest, some, store, triple, union
from souq.games.kairo.rules.access import built_on, connected, joints, renew
from souq.games.kairo.rules.sites import BOARD, MARKET, NEAR, SEGMENT, SEGMENTS_SITES, SPOT, area, free, near
from souq.games.kairo.state import BOX, COLOURS, PURPLE, SEGMENTS, State

CROWD = BOX.start["crowd"]


@rule
def spare(s: State) -> Bits:
    """Return the free sites that touch no stall or expansion and have a site for an entry next to them (KA-N03)."""
    vacant = free(s)
    return common(minus(vacant, near(triple(s.solid))), near(common(vacant, triple(s.reach))))


@hot
def allowed(s: State, colour: int, within: Bits) -> Bits:
    """Return those sites of ``within`` whose area and segment are right for a stall of a colour (KA-N04, KA-N06)."""
    return common(minus(within, triple(SEGMENTS_SITES[s.present[colour]])), area(colour))


@rule
def entries(s: State, colour: int, site: int) -> Bits:
    """Return the sites for the entry of a stall of a colour on ``site``, which must be a spare one (KA-N05, KA-N09)."""
    beside = common(common(triple(NEAR[site]), free(s)), MARKET)
    return common(beside, connected(s, site))


@rule
def places(s: State, colour: int) -> Bits:
    """Return the legal sites for a stall of a colour, in any segment."""
    sites = allowed(s, colour, spare(s))
    if colour == PURPLE:
        return sites  # nobody walks over restaurant sites, so they cut nothing off
    risky = common(sites, joints(s))
    good = minus(sites, risky)
    while some(risky):
        later = rest(risky)
        if some(entries(s, colour, first(risky))):
            good = union(good, minus(risky, later))
        risky = later
    return good


@rule
def any_place(s: State, colour: int, within: Bits) -> bool:
    """Return whether a stall of a colour can be built on one of the sites ``within``, which :func:`spare` returned."""
    sites = allowed(s, colour, within)
    if colour == PURPLE:
        return some(sites)
    risky = common(sites, joints(s))
    if some(minus(sites, risky)):
        return True
    while some(risky):
        if some(entries(s, colour, first(risky))):
            return True
        risky = rest(risky)
    return False


@rule
def places_for(s: State, seat: int, within: Bits, most: int) -> int:
    """Return colours in which a seat has no stall yet but can build one on a site of ``within``, as a bit mask.

    The search stops when ``most`` colours are found.
    """
    found = 0
    if some(within):
        for colour in range(COLOURS):
            if s.sizes[seat][colour] == 0 and any_place(s, colour, within):
                found |= 1 << colour
                most -= 1
                if most == 0:
                    return found
    return found


@rule
def put_stall(s: State, owner: int, colour: int, site: int, entry: int) -> None:
    """Place an owner's stall; the owner is a seat, or NEUTRAL."""
    s.stall[owner][colour] = site
    s.entry[owner][colour] = entry
    s.sizes[owner][colour] = 1
    s.present[colour] |= 1 << SEGMENT[site]
    store(s.solid, plus(triple(s.solid), site))
    store(s.tiles[colour], plus(triple(s.tiles[colour]), site))
    store(s.doors, plus(triple(s.doors), entry))
    built_on(s, site)


@rule
def lift_stall(s: State, owner: int, colour: int) -> None:
    """Take a stall without expansions off the board; both of its sites become free (KA-B02)."""
    site = s.stall[owner][colour]
    spot = triple(SPOT[site])
    store(s.solid, minus(triple(s.solid), spot))
    store(s.tiles[colour], minus(triple(s.tiles[colour]), spot))
    store(s.doors, minus(triple(s.doors), triple(SPOT[s.entry[owner][colour]])))
    s.present[colour] &= ~(1 << SEGMENT[site])
    s.sizes[owner][colour] = 0
    s.stall[owner][colour] = s.entry[owner][colour] = -1
    renew(s)


@rule
def places_moved(s: State, owner: int, colour: int) -> Bits:
    """Return the sites to which a stall may move, once it has left its two sites (KA-B02, KA-X16, KA-X17)."""
    site = s.stall[owner][colour]
    entry = s.entry[owner][colour]
    lift_stall(s, owner, colour)
    sites = minus(places(s, colour), triple(SPOT[site]))
    put_stall(s, owner, colour, site, entry)
    return sites


@rule
def entries_moved(s: State, owner: int, colour: int, to: int) -> Bits:
    """Return the sites for a stall's new entry if the stall moves to the site ``to``."""
    site = s.stall[owner][colour]
    entry = s.entry[owner][colour]
    lift_stall(s, owner, colour)
    sites = entries(s, colour, to)
    put_stall(s, owner, colour, site, entry)
    return sites


@rule
def crowded(s: State) -> int:
    """Return the segments that hold as many stalls as the setup allows, as a bit mask (KA-S07)."""
    full = 0
    for segment in range(SEGMENTS):
        stalls = 0
        for colour in range(COLOURS):
            stalls += (s.present[colour] >> segment) & 1
        if stalls >= CROWD:
            full |= 1 << segment
    return full


@rule
def placeable(s: State) -> Bits:
    """Return the sites allowed by the setup's limit per segment, while it applies (KA-S07, KA-X32)."""
    if s.limit == 0:
        return BOARD
    return minus(BOARD, triple(SEGMENTS_SITES[crowded(s)]))
