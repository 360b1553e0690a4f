"""Refusals: the rule that best explains why a choice cannot be made now."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import has, pair
from souq.games.marracash.rules.auction import JUMP, least
from souq.games.marracash.rules.walking import people
from souq.games.marracash.state import (
    ADD,
    AUCTION,
    BID,
    BRING,
    CHOICES,
    GATE,
    MORE,
    NOBODY,
    PASS,
    ROUTE_START,
    SELL,
    STEP,
    Phase,
    Rule,
    State,
)

N_CHOICES = CHOICES.size


@rule
def refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule that forbids a choice of ``seat``, or 0 if it is legal.

    For a choice that doesn't belong to the pending decision, return the rule that asks for that decision.
    """
    if s.over == 1:
        return Rule.MA_E04
    if seat != s.player:
        return Rule.MA_A06 if s.lot >= 0 else Rule.MA_V04 if s.sale >= 0 else Rule.MA_S02
    if choice < 0 or choice >= N_CHOICES:
        return question(s)
    if has(pair(s.asked), choice):
        return 0
    if s.phase == Phase.ACTION and choice < AUCTION:
        return no_move(s, choice)
    if s.phase == Phase.ACTION and choice < PASS:
        return no_auction(s, choice - AUCTION)
    if s.phase == Phase.BID and PASS <= choice <= MORE:
        return no_bid(s, choice)
    if s.phase == Phase.AMOUNT and (choice == MORE or ADD <= choice < SELL):
        return too_much(s, s.counted + (JUMP + STEP if choice == MORE else STEP * (choice - ADD + 1)))
    if s.phase == Phase.GATE and GATE <= choice < BRING:
        return Rule.MA_N02
    if s.phase == Phase.GROUP and choice >= BRING:
        return Rule.MA_N03
    return question(s)


@rule
def question(s: State) -> int:
    """Return the rule under which the game asks for the pending decision."""
    if s.phase == Phase.ACTION:
        return Rule.MA_F01 if s.turn <= s.players else Rule.MA_T02
    if s.phase == Phase.BID or s.phase == Phase.AMOUNT:
        return Rule.MA_A02 if s.standing == 0 else Rule.MA_A06
    if s.phase == Phase.SOUVENIR:
        return Rule.MA_V04
    return Rule.MA_N01


@rule
def no_move(s: State, route: int) -> int:
    """Return the rule that forbids leading a crowd along a route."""
    if s.turn <= s.players:
        return Rule.MA_F01
    if s.auctioned == 1:
        return Rule.MA_T01
    return Rule.MA_M01 if people(s, ROUTE_START[route]) == 0 else Rule.MA_T03


@rule
def no_auction(s: State, shop: int) -> int:
    """Return the rule that forbids putting up a shop."""
    if s.owner[shop] != NOBODY:
        return Rule.MA_A13
    return Rule.MA_A01


@rule
def no_bid(s: State, choice: int) -> int:
    """Return the rule that forbids the player to pass, to bid the minimum, or to bid more."""
    if choice == PASS:
        return Rule.MA_A02
    if choice == BID and s.signs[s.player] == 0:
        return Rule.MA_A03
    return too_much(s, least(s) + (STEP if choice == MORE else 0))


@rule
def too_much(s: State, amount: int) -> int:
    """Return the rule that a bid of ``amount`` breaks: it exceeds the player's cash, or the highest bid allowed."""
    return Rule.MA_A05 if amount > s.cash[s.player] else Rule.MA_A12
