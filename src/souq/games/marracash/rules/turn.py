"""The course of the game: round 1 (MA-F01 to F03), turns (MA-T01 to T07), and the end (MA-E01 to E03, Z04)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.events import ALL, emit
from souq.games.marracash.rules.asking import ask, forced, offer
from souq.games.marracash.rules.auction import JUMP, ask_amount, bid, for_sale, least, leave, put_up
from souq.games.marracash.rules.opening import lay_out
from souq.games.marracash.rules.payment import sell, settle, turn_up
from souq.games.marracash.rules.scoring import finish
from souq.games.marracash.rules.visitors import FEWEST, SIZES, ask_group, ask_visitors, bring, waiting
from souq.games.marracash.rules.walking import walk, walkable_routes
from souq.games.marracash.state import (
    ADD,
    AUCTION,
    BID,
    BOX,
    BRING,
    GATE,
    MORE,
    MOVE,
    PASS,
    SELL,
    STEP,
    Event,
    Phase,
    Stage,
    State,
)

ACTIONS = BOX.actions
PATIENCE = BOX.patience
IN_A_ROW = 10_000
"""Maximum number of forced decisions made one after another, so that the loop is sure to end."""


@rule
def setup(s: State, options: Any) -> None:
    """Set up a game; ``options`` are whether souvenirs are in play, and the starting seat from 1 (0: drawn)."""
    lay_out(s, options)
    begin_turn(s)
    go_on(s)
    make_forced(s)


@rule
def on_turn(s: State) -> int:
    """Return the seat whose turn it is; other seats bid or choose a souvenir during it."""
    return s.active


@rule
def apply(s: State, seat: int, choice: int) -> None:
    """Apply a legal choice, and then every forced decision after it."""
    decide(s, choice)
    make_forced(s)


@rule
def make_forced(s: State) -> None:
    """Apply decisions without asking, as long as the player has only one legal choice."""
    for _ in range(IN_A_ROW):
        choice = forced(s)
        if choice < 0:
            return
        decide(s, choice)


@rule
def decide(s: State, choice: int) -> None:
    """Apply one decision to the position."""
    done = True
    if s.phase == Phase.ACTION:
        done = act(s, choice)
    elif s.phase == Phase.BID or s.phase == Phase.AMOUNT:
        done = answer(s, choice)
    elif s.phase == Phase.SOUVENIR:
        choose_souvenir(s, choice - SELL)
    elif s.phase == Phase.GATE:
        s.gate = choice - GATE
        done = waiting(s) == 1
        if done:
            bring(s, 0, 1)
        else:
            ask_group(s)
    else:
        bring(s, (choice - BRING) // SIZES, FEWEST + (choice - BRING) % SIZES)
    if done:
        go_on(s)


@rule
def go_on(s: State) -> None:
    """Continue the game until a player has to decide or the game is over; this may end the turn and begin others."""
    for _ in range(IN_A_ROW):
        if s.over == 1:
            return
        if s.sale >= 0:
            ask(s, Phase.SOUVENIR, s.owner[s.sale])
            offer(s, SELL, 3)
            return
        if s.stage == Stage.ACTIONS:
            if ask_action(s):
                return
            s.stage = Stage.VISITORS
        elif s.stage == Stage.VISITORS:
            if ask_visitors(s):
                return
            s.stage = Stage.DONE
        else:
            end_turn(s)


# ---- actions


@rule
def ask_action(s: State) -> bool:
    """Ask for the next action of the turn; return False if none is left (MA-T01 to T05) or none is possible."""
    first_round = s.turn <= s.players
    if s.actions == (1 if first_round else ACTIONS):
        return False
    moves = 0 if first_round or s.auctioned == 1 else walkable_routes(s)  # MA-F01, MA-T03
    shops = for_sale(s)
    if moves == 0 and shops == 0:
        emit(s, Event.SKIPPED, ALL, s.active, 0 if first_round else 1, 0, 0)
        return False
    ask(s, Phase.ACTION, s.active)
    offer(s, MOVE, moves)
    offer(s, AUCTION, shops)
    return True


@rule
def act(s: State, choice: int) -> bool:
    """Lead a crowd or put a shop up for auction; return whether the action is complete."""
    s.actions += 1
    if choice < AUCTION:
        walk(s, s.active, choice - MOVE)
        return True
    s.auctioned = 1
    put_up(s, choice - AUCTION)
    return False


@rule
def answer(s: State, choice: int) -> bool:
    """Apply a choice in an auction: a pass, a bid, or a step of a higher bid; return whether the auction is over."""
    if choice == PASS:
        return leave(s)
    if choice == BID:
        return bid(s, least(s))
    if choice == MORE:
        s.counted = least(s) if s.phase == Phase.BID else s.counted + JUMP
        ask_amount(s)
        return False
    return bid(s, s.counted + STEP * (choice - ADD + 1))


@rule
def choose_souvenir(s: State, slot: int) -> None:
    """Sell the souvenir that the owner chose, and pay for the visit that waited for this choice (MA-V09)."""
    shop = s.sale
    s.sale = -1
    settle(s, shop, 1, s.profit + sell(s, shop, slot), s.guide)


# ---- turns


@rule
def begin_turn(s: State) -> None:
    """Begin the active player's turn."""
    s.turn += 1
    s.stage = Stage.ACTIONS
    s.actions = s.auctioned = s.progress = 0
    emit(s, Event.TURN, ALL, s.active, s.turn, 1 if s.turn <= s.players else 2 if s.closing >= 0 else 0, 0)


@rule
def end_turn(s: State) -> None:
    """Turn up souvenirs, then end the game or begin the next player's turn (MA-T06)."""
    turn_up(s)
    if s.closing < 0 and waiting(s) == 0:
        s.closing = s.players  # MA-E01, MA-E02
        emit(s, Event.LAST, ALL, s.active, 0, 0, 0)
    elif s.closing > 0:
        s.closing -= 1
    if s.turn > s.players:
        s.idle = 0 if s.progress == 1 else s.idle + 1
    if s.closing != 0 and s.idle == PATIENCE * s.players:
        emit(s, Event.STALLED, ALL, s.idle, 0, 0, 0)
        s.closing = 0
    if s.closing == 0:
        finish(s)
    else:
        s.active = (s.active + 1) % s.players
        begin_turn(s)
