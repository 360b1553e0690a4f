"""Stands (a stall with its expansions, KA-E01 to KA-E07), and stalls that cannot be expanded (KA-B01)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import Bits, common, first, minus, plus, some, store, triple, union
from souq.games.kairo.rules.access import any_safe, built_on, joints, safe
from souq.games.kairo.rules.sites import BOARD, NEAR, SPOT, area, free, near
from souq.games.kairo.state import State


@rule
def stand(s: State, owner: int, colour: int) -> Bits:
    """Return the tiles of a stand: those of its colour that are connected with its stall."""
    tiles = triple(SPOT[s.stall[owner][colour]])
    for _ in range(s.sizes[owner][colour] - 1):
        tiles = union(tiles, common(near(tiles), triple(s.tiles[colour])))
    return tiles


@rule
def border(s: State, owner: int, colour: int) -> Bits:
    """Return the sites for a stand's next expansion, with those that would cut customers off (KA-E02 to KA-E05)."""
    site = s.stall[owner][colour]
    own = triple(SPOT[site])
    beside = triple(NEAR[site])
    if s.sizes[owner][colour] > 1:
        own = stand(s, owner, colour)
        beside = near(own)
    others = minus(triple(s.tiles[colour]), own)
    return common(minus(common(beside, free(s)), near(others)), area(colour))


@rule
def growth(s: State, owner: int, colour: int) -> Bits:
    """Return the legal sites for an expansion of a stand, in any segment and at any cost (KA-E02 to KA-E06)."""
    return safe(s, border(s, owner, colour))


@rule
def has_growth(s: State, owner: int, colour: int, within: Bits) -> bool:
    """Return whether a stand can legally expand onto any of some sites (KA-E02 to KA-E06)."""
    own = triple(SPOT[s.stall[owner][colour]])
    easy = minus(common(common(triple(NEAR[s.stall[owner][colour]]), within), common(free(s), area(colour))), joints(s))
    if s.sizes[owner][colour] == 1 and some(easy):  # fast path: usually the first one fits
        if not some(common(triple(NEAR[first(easy)]), minus(triple(s.tiles[colour]), own))):
            return True
    return any_safe(s, common(border(s, owner, colour), within))


@rule
def blocked(s: State, owner: int, colour: int) -> bool:
    """Return whether a stall has no expansion and no site for one (KA-B01, KA-X15)."""
    return s.sizes[owner][colour] == 1 and not has_growth(s, owner, colour, BOARD)


@rule
def add_tile(s: State, owner: int, colour: int, site: int) -> None:
    """Put an expansion on a site."""
    s.sizes[owner][colour] += 1
    store(s.solid, plus(triple(s.solid), site))
    store(s.tiles[colour], plus(triple(s.tiles[colour]), site))
    built_on(s, site)
