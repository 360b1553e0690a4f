"""The course of the game: setup, turns (DB-T01 to DB-T05), and its end (DB-X01 to DB-X05)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import count, nth, pair, some, triple
from souq.engine.rules.events import ALL, emit
from souq.games.desert_bazaar.rules.asking import add, ask, forced
from souq.games.desert_bazaar.rules.building import build, buildable, choose_tile, refill, sold_out
from souq.games.desert_bazaar.rules.opening import deal, declare, lay_out
from souq.games.desert_bazaar.rules.payment import ask_payment, ask_trade, decline, trade
from souq.games.desert_bazaar.rules.rolling import gain, keep, roll, take_free
from souq.games.desert_bazaar.rules.scoring import finish
from souq.games.desert_bazaar.state import (
    DONE,
    KEEP,
    MATCH,
    PAY,
    ROLL,
    SIDES,
    SITE,
    STOP,
    TAKE,
    TILE,
    TRADE,
    WILD,
    Event,
    Phase,
    Rule,
    State,
)

IN_A_ROW = 10_000
"""Maximum number of forced decisions in a row. No game reaches it, but it guarantees that the loop ends."""


@rule
def setup(s: State, options: Any) -> None:
    """Set up a game for ``s.players`` seats; ``options[0]`` is auto_discount."""
    lay_out(s, options)
    deal_on(s)
    apply(s, s.player, forced(s))  # the first decision can have a single option, such as rolling


@hot
def random_legal(s: State, seat: int, luck: int, out: Any) -> int:
    """Return the legal choice that 32 random bits (``luck``) select from the choices in ascending order.

    ``out`` is not used.
    """
    options = triple(s.asked)
    return nth(options, luck * count(options) >> 32)


@rule
def apply(s: State, seat: int, choice: int) -> None:
    """Apply a legal choice, and then every forced decision after it."""
    for _ in range(IN_A_ROW):
        if choice < 0:
            return
        decide(s, choice)
        choice = forced(s)


@rule
def decide(s: State, choice: int) -> None:
    """Apply one decision to the position."""
    over = False
    if s.phase == Phase.WILD:
        declare(s, choice - WILD)
        deal_on(s)
    elif choice == ROLL:
        over = roll(s)
    elif s.phase == Phase.TAKE:
        over = take_free(s, choice - TAKE)
    elif s.phase == Phase.THROWN and choice >= KEEP:
        over = keep(s, choice - KEEP)
    elif s.phase == Phase.THROWN:
        over = gain(s, choice - STOP)
    elif s.phase == Phase.MATCH:
        over = gain(s, choice - MATCH)
    elif s.phase == Phase.SITE:
        s.site = choice - SITE
        ask_payment(s)
    elif s.phase == Phase.PAY:
        decline(s, choice - PAY)
        trade_or_build(s)
    elif s.phase == Phase.TRADE:
        trade(s, choice - TRADE)
        trade_or_build(s)
    elif choice == DONE:
        refill(s, s.side)  # DB-D02
        over = True
    else:
        choose_tile(s, choice - TILE)
    if over:
        end_turn(s)


@rule
def deal_on(s: State) -> None:
    """Continue dealing cards. Once all players have theirs, turn over the first tents and begin the first turn."""
    if deal(s):
        for side in range(SIDES):
            refill(s, side)  # DB-S10
        begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    """Begin a turn (DB-T01). Building is legal if a tile can be built (DB-T02), rolling always (DB-T03)."""
    s.turn += 1
    s.built = 0
    s.side = -1
    emit(s, Event.TURN, ALL, s.player, s.turn, 0, 0)
    ask_turn(s)


@rule
def ask_turn(s: State) -> None:
    """Ask whether to roll, or for the first tile to build."""
    ask(s, Phase.TURN, TILE, buildable(s))
    add(s, ROLL, 1)


@rule
def end_turn(s: State) -> None:
    """Begin the next player's turn (DB-T05), or end the game after a whole round of barren turns (DB-X04)."""
    if s.barren == s.players:
        finish(s, Rule.DB_X04)
    else:
        s.player = (s.player + 1) % s.players
        begin_turn(s)


@rule
def trade_or_build(s: State) -> None:
    """Ask for a trade if a card is missing (DB-P07), else build the tile."""
    if not ask_trade(s):
        build(s)
        after_tile(s)


@rule
def after_tile(s: State) -> None:
    """End the game if no site or no tile is left, else ask for another tile (DB-B08)."""
    if not some(pair(s.open)):
        finish(s, Rule.DB_X01)  # DB-X02: it does not matter whether a player could pay
    elif s.stock == 0 and sold_out(s, 0) and sold_out(s, 1):
        finish(s, Rule.DB_X03)
    else:
        if sold_out(s, s.side):
            refill(s, s.side)  # DB-D01
        ask_next(s)


@rule
def ask_next(s: State) -> None:
    """Ask for another tile, or none."""
    ask(s, Phase.NEXT, TILE, buildable(s))
    add(s, DONE, 1)
