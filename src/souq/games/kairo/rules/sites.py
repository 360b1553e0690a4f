"""The square: sites as sets of bits, and which sites are next to each other."""

from __future__ import annotations

from souq.engine.compiler.compiled import hot, table
from souq.engine.rules.bits import Bits, common, lowered, minus, raised, triple, union, words
from souq.games.kairo import box
from souq.games.kairo.box import WIDTH
from souq.games.kairo.state import BOX, PURPLE, SEGMENTS, SITES, State

WORDS = 3
NOWHERE: Bits = (0, 0, 0)
BOARD = words(range(SITES), WORDS)
RESTAURANT = words(BOX.restaurant, WORDS)
MARKET = minus(BOARD, RESTAURANT)
NOT_WEST = words((site for site in range(SITES) if site % WIDTH > 0), WORDS)
NOT_EAST = words((site for site in range(SITES) if site % WIDTH < WIDTH - 1), WORDS)
SPOT = table([words([site], WORDS) for site in range(SITES)])
"""For each site, the set that holds only it."""
NEAR = table([words(box.beside(site), WORDS) for site in range(SITES)])
"""For each site, the set of the sites next to it."""
SEGMENT = table(BOX.segment)
"""For each site, its segment."""
SEGMENT_BITS = (1 << SEGMENTS) - 1
SEGMENT_SITES = table([words((i for i in range(SITES) if BOX.segment[i] == k), WORDS) for k in range(SEGMENTS)])
"""For each segment, the set of its sites."""
SEGMENTS_SITES = table(
    [words((i for i in range(SITES) if mask >> BOX.segment[i] & 1), WORDS) for mask in range(1 << SEGMENTS)]
)
"""For each bit mask of segments, the set of their sites."""
CARD_SEGMENTS = table([sum(1 << segment for segment in card.segments) for card in BOX.cards])
"""For each card, the bit mask of the segments it reaches."""
CARD_SITES = table([words((i for i in range(SITES) if BOX.segment[i] in card.segments), WORDS) for card in BOX.cards])
"""For each card, the set of the sites it reaches."""


@hot
def east(a: Bits) -> Bits:
    """Return the sites one step east of these."""
    return common(raised(a, 1), NOT_WEST)


@hot
def west(a: Bits) -> Bits:
    """Return the sites one step west of these."""
    return common(lowered(a, 1), NOT_EAST)


@hot
def near(a: Bits) -> Bits:
    """Return the sites orthogonally next to any of these."""
    return common(union(union(east(a), west(a)), union(raised(a, WIDTH), lowered(a, WIDTH))), BOARD)


@hot
def walkable(s: State) -> Bits:
    """Return the market sites with no stall and no expansion (KA-L03)."""
    return minus(MARKET, triple(s.solid))


@hot
def free(s: State) -> Bits:
    """Return the sites with no stall, expansion, entry or customer (KA-N02)."""
    return minus(minus(minus(BOARD, triple(s.solid)), triple(s.doors)), triple(s.crowd))


@hot
def area(colour: int) -> Bits:
    """Return the sites of a colour's area: the restaurant for purple, else the market (KA-N04, KA-E02)."""
    if colour == PURPLE:
        return RESTAURANT
    return MARKET
