"""Building (DB-B01 to DB-B09), markers (DB-M01, DB-M02) and the display (DB-D01 to DB-D05)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import nth_bit, popcount
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.desert_bazaar.rules.asking import ask_site
from souq.games.desert_bazaar.rules.encampments import put_tile
from souq.games.desert_bazaar.rules.payment import pay, payable_sites, purse, sufficient
from souq.games.desert_bazaar.rules.scoring import score_tile
from souq.games.desert_bazaar.state import SIDES, SLOTS, Event, State


@rule
def buildable(s: State) -> int:
    """Return a bit mask of the displayed tiles that the player can pay for; the left set has the low bits (DB-T02)."""
    held = purse(s, s.player)
    tiles = 0
    for side in range(SIDES):
        if s.side < 0 or s.side == side:  # DB-B01
            for slot in range(SLOTS):
                tile = s.display[side][slot]  # DB-B02
                if tile >= 0 and sufficient(held, tile) & s.offered != 0:
                    tiles |= 1 << (SLOTS * side + slot)
    return tiles


@rule
def choose_tile(s: State, place: int) -> None:
    """Choose a displayed tile to build, and ask for its site."""
    s.side = place // SLOTS
    s.slot = place % SLOTS
    s.barren = 0
    tile = s.display[s.side][s.slot]
    emit(s, Event.TILE, ALL, s.player, s.side, s.slot, tile)
    ask_site(s, payable_sites(s, s.player, tile))


@rule
def build(s: State) -> None:
    """Put the tile on its site, with a marker if the player has one; pay for it and score it (DB-B09)."""
    seat = s.player
    site = s.site
    tile = s.display[s.side][s.slot]
    s.display[s.side][s.slot] = -1  # DB-D04
    s.built += 1
    marked = 0
    if s.markers[seat] > 0:  # DB-M01, DB-M02
        s.markers[seat] -= 1
        s.owner[site] = seat
        marked = 1
    camp, touched = put_tile(s, site, tile)
    emit(s, Event.SITE, ALL, seat, site, tile, marked)
    pay(s)
    score_tile(s, seat, site, camp, touched)
    s.slot = s.site = -1


@rule
def sold_out(s: State, side: int) -> bool:
    """Return whether no tile is left on one side of the display, before it is filled up again."""
    for slot in range(SLOTS):
        if s.display[side][slot] >= 0:
            return False
    return True


@rule
def refill(s: State, side: int) -> None:
    """Fill the empty slots on one side of the display with tiles drawn from the stock (DB-D03, DB-D04)."""
    for slot in range(SLOTS):
        if s.display[side][slot] < 0 and s.stock != 0:
            left = popcount(s.stock) - 1
            tile = nth_bit(s.stock, below(s, left + 1))
            s.stock ^= 1 << tile
            s.display[side][slot] = tile
            emit(s, Event.REFILL, ALL, side, slot, tile, left)
