"""The Caravan phase (GB-C01 to C08): the Informant first, then the caravans one by one."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.rules.bidding import highest, leader
from souq.games.grand_bazaar.rules.cards import available, draw_for, everybody, gain, kind_of, seen_to_come
from souq.games.grand_bazaar.state import (
    CARAVANS,
    CLAIM,
    DRAW,
    GOODS,
    INFORMANT,
    LEAVE_IT,
    LOOK,
    MARKETS,
    NOBODY,
    NOTHING,
    PAIR,
    TAKE,
    TYPES,
    Event,
    Phase,
    State,
)

OUTBID, INFORMED = 1, 0
"""Numbers in DRAWS events that give the reason for a draw: the seat was outbid, or it is the Informant."""


# ---- the Informant


@rule
def inspections(s: State, out: Any) -> int:
    """Write the Informant's choices of where to look to ``out``: first markets, then types; return their number."""
    n = 0
    types = 0
    for market in range(MARKETS):
        if s.market[market][0] != NOTHING:
            out[n] = LOOK + market
            n += 1
            for place in range(PAIR):
                types |= 1 << kind_of(s.market[market][place])
    for kind in range(TYPES):
        if (types >> kind) & 1 == 1:
            out[n] = LOOK + MARKETS + kind
            n += 1
    return n


@rule
def inspect(s: State, seat: int, choice: int) -> None:
    """Show the Informant all cards of the chosen market or type, then ask which card to take."""
    at = choice - LOOK
    emit(s, Event.LOOKS, ALL, seat, at if at < MARKETS else -1, at - MARKETS if at >= MARKETS else -1, 0)
    for market in range(MARKETS):
        for place in range(PAIR):
            good = s.market[market][place]
            if good != NOTHING and (market == at or kind_of(good) == at - MARKETS):
                s.looked[market][place] |= 1 << seat
                emit(s, Event.SAW, 1 << seat, seat, market, place, good)
    s.phase = s.asks = Phase.TAKE


@rule
def takes(s: State, out: Any) -> int:
    """Write the Informant's choices: each good in the discard pile, the top card, nothing (GB-C03); return how many."""
    n = 0
    for good in range(GOODS):
        if s.discard[good] > 0:
            out[n] = TAKE + good
            n += 1
    if available(s):
        out[n] = DRAW
        n += 1
    out[n] = LEAVE_IT
    return n + 1


@rule
def take(s: State, seat: int, choice: int) -> None:
    """Carry out what the Informant chose: take a card from the discard pile, draw the top card, or take nothing."""
    if choice == DRAW:
        draw_for(s, seat, 1, INFORMED)
    elif choice != LEAVE_IT:
        good = choice - TAKE
        s.discard[good] -= 1
        gain(s, seat, good)
        seen_to_come(s, seat, good, everybody())
        emit(s, Event.TAKES, ALL, seat, good, 0, 0)


@rule
def ask_informant(s: State) -> bool:
    """Ask the seat that leads on the Informant where to look; return False if nobody has a cube there (GB-C01)."""
    seat = leader(s, INFORMANT)
    if seat == NOBODY:
        return False
    s.player = seat
    s.phase = s.asks = Phase.LOOK
    return True


# ---- caravans


@rule
def ask_claim(s: State) -> bool:
    """Ask the leader of the next caravan with cubes to claim a market; return False if none is left (GB-C04, C05)."""
    while s.caravan + 1 < CARAVANS:
        s.caravan += 1
        if highest(s, s.caravan, NOBODY) > 0:
            s.player = leader(s, s.caravan)
            s.phase = s.asks = Phase.CLAIM
            return True
    s.caravan = NOBODY
    return False


@rule
def claims(s: State, out: Any) -> int:
    """Write a choice for each market that still holds cards; return how many there are."""
    n = 0
    for market in range(MARKETS):
        if s.market[market][0] != NOTHING:
            out[n] = CLAIM + market
            n += 1
    return n


@rule
def only_choice(s: State) -> int:
    """Return the player's choice in the phase TAKE or CLAIM if public information leaves only one, else -1."""
    if s.phase == Phase.TAKE:
        return NOBODY if available(s) else LEAVE_IT
    if s.phase != Phase.CLAIM:
        return NOBODY
    found = NOBODY
    for market in range(MARKETS):
        if s.market[market][0] != NOTHING:
            if found != NOBODY:
                return NOBODY
            found = CLAIM + market
    return found


@rule
def claim(s: State, seat: int, market: int) -> None:
    """Move both cards of a market to the leader's hand (GB-C05); outbid seats draw in order of arrival (GB-C06)."""
    emit(s, Event.CLAIMS, ALL, seat, market, s.caravan, 0)
    for place in range(PAIR):
        good = s.market[market][place]
        gain(s, seat, good)
        viewers = s.looked[market][place]
        seen_to_come(s, seat, good, viewers)
        emit(s, Event.GOT, viewers | 1 << seat, seat, good, market, place)
        s.market[market][place] = NOTHING
        s.looked[market][place] = 0
    for turn in range(1, s.players + 1):
        other = came_at(s, s.caravan, turn)
        if other != NOBODY and other != seat:
            draw_for(s, other, 1, OUTBID)


@rule
def came_at(s: State, contest: int, turn: int) -> int:
    """Return the seat that was the ``turn``-th (from 1) to put cubes on a caravan or the Informant, or -1."""
    for seat in range(s.players):
        if s.came[contest][seat] == turn:
            return seat
    return NOBODY


@rule
def clear_caravan(s: State) -> None:
    """Remove all cubes from the caravan being resolved (GB-C08)."""
    for seat in range(s.players):
        s.bids[s.caravan][seat] = s.came[s.caravan][seat] = 0
