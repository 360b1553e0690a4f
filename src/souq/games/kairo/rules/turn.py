"""The course of the game: setup, turns (KA-T01 to KA-T03), the final phase (KA-F01 to KA-F04)."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import count, each, nth, triple
from souq.engine.rules.events import ALL, emit
from souq.games.kairo.rules.asking import GROUP, ask, barkers_left, builds
from souq.games.kairo.rules.building import begin_final, build, pay, pay_cost, pay_fee, play_card, play_three, settle
from souq.games.kairo.rules.cards import draw_card, give_up, receive, refill, renew_deck
from souq.games.kairo.rules.luring import lure
from souq.games.kairo.rules.opening import lay_out, place, place_next, place_suggested
from souq.games.kairo.rules.scoring import finish
from souq.games.kairo.state import (
    BARKER,
    BOX,
    COLOUR,
    CUSTOMER,
    DECK,
    DISCARD,
    DRAW,
    ENTRY,
    FEE,
    GOAL,
    JOKERS,
    KEEP,
    LURE,
    NEUTRAL,
    NEW,
    PAY,
    QUIT,
    SITE,
    TAKE,
    THREE,
    WAY,
    Act,
    Event,
    Phase,
    Rule,
    State,
)

HAND_LIMIT = BOX.turn["hand"]
PICKS = BOX.turn["picks"]
CARDS_FOR_THREE = BOX.turn["three"]
PATIENCE = BOX.patience


@rule
def setup(s: State, options: Any) -> None:
    """Set up a game for ``s.players`` seats; ``options[0]`` is 1 for the suggested starts (KA-S12)."""
    lay_out(s, options)
    if s.suggested == 1:
        place_suggested(s)
        begin_turns(s)
    else:
        place_on(s)


@rule
def legal(s: State, seat: int, out: Any) -> int:
    """Write the legal choices of ``seat``, ascending, to ``out``; return how many there are."""
    if s.over == 1 or seat != s.player:
        return 0
    return each(s.asked, out, GROUP[s.phase])


@hot
def random_legal(s: State, seat: int, luck: int, out: Any) -> int:
    """Return a random legal choice. ``luck`` is a random number of 32 bits; ``out`` is not used."""
    options = triple(s.asked)
    return GROUP[s.phase] + nth(options, luck * count(options) >> 32)


@rule
def apply(s: State, seat: int, choice: int) -> None:
    """Apply a legal choice."""
    phase = s.phase
    if phase == Phase.ACT:
        act(s, choice)
    elif phase == Phase.COLOUR:
        s.colour = choice - COLOUR
        ask(s, Phase.SITE)
    elif phase == Phase.SITE:
        s.site = choice - SITE
        ask(s, Phase.WAY if s.act == Act.EXPAND else Phase.ENTRY)
    elif phase == Phase.ENTRY:
        choose_entry(s, choice - ENTRY)
    elif phase == Phase.CUSTOMER:
        s.customer = choice - CUSTOMER
        ask(s, Phase.GOAL)
    elif phase == Phase.GOAL:
        lure(s, s.player, s.customer, choice - GOAL)
        end_turn(s)
    elif phase == Phase.TAKE:
        take(s, choice)
    elif phase == Phase.DISCARD:
        discard(s, choice - DISCARD)
    else:
        go_on_building(s, choice)


@rule
def act(s: State, choice: int) -> None:
    """Start the kind of action that the player has chosen (decision D1)."""
    if choice == LURE:
        s.act = Act.LURE
        ask(s, Phase.CUSTOMER)
    elif choice == DRAW:
        s.act = Act.DRAW
        s.picks = 0
        ask(s, Phase.TAKE)
    elif choice == QUIT:
        leave(s, 1)
        end_turn(s)
    else:
        s.act = Act.NEW + (choice - NEW)
        ask(s, Phase.COLOUR)


# ---- setup


@rule
def place_on(s: State) -> None:
    """Ask for the next stall of the setup; after the last one, the start player takes the first turn (KA-S11)."""
    if not place_next(s):
        begin_turns(s)


@rule
def begin_turns(s: State) -> None:
    """End the setup and begin the start player's turn."""
    s.player = s.first
    begin_turn(s)


@rule
def choose_entry(s: State, entry: int) -> None:
    """Set the entry of a stall. The setup places the stall at once; otherwise the player must pay with cards next."""
    if s.act == Act.PLACE or s.act == Act.NEUTRAL:
        place(s, NEUTRAL if s.act == Act.NEUTRAL else s.player, s.colour, s.site, entry)
        place_on(s)
    else:
        s.door = entry
        ask(s, Phase.WAY)


# ---- building


@rule
def go_on_building(s: State, choice: int) -> None:
    """Apply a choice that pays for a building: a card, the card to keep, a joker's fee or a coin of another colour."""
    if s.phase == Phase.WAY:
        choose_way(s, choice - WAY)
    elif s.phase == Phase.KEEP:
        play_three(s, choice - KEEP)
        pay_and_build(s)
    elif s.phase == Phase.FEE:
        pay_fee(s, choice - FEE)
        pay_and_build(s)
    else:
        pay(s, choice - PAY, 1)
        s.owed -= 1
        finish_build(s)


@rule
def choose_way(s: State, way: int) -> None:
    """Choose how to build: a card (KA-C01), a joker (KA-C02) or three cards (KA-C03)."""
    s.way = way
    if way == THREE:
        if s.held[s.player] > CARDS_FOR_THREE:
            ask(s, Phase.KEEP)  # KA-X07
        else:
            play_three(s, -1)
            pay_and_build(s)
    else:
        play_card(s, way)
        if way >= JOKERS:
            ask(s, Phase.FEE)
        else:
            pay_and_build(s)


@rule
def pay_and_build(s: State) -> None:
    """Pay the cost, then build."""
    pay_cost(s)
    finish_build(s)


@rule
def finish_build(s: State) -> None:
    """Build if everything is paid; otherwise ask the player for coins of other colours."""
    if settle(s):
        build(s)
        end_turn(s)
    else:
        ask(s, Phase.PAY)


# ---- drawing


@rule
def take(s: State, choice: int) -> None:
    """Take a card from the display, the top card of the deck, or a barker (KA-D01)."""
    seat = s.player
    if choice == BARKER:
        s.barkers[seat] += 1
        emit(s, Event.BARKER, ALL, seat, barkers_left(s), 0, 0)
    elif choice == DECK:
        t = draw_card(s)
        receive(s, seat, t, False)
        emit(s, Event.DREW, ALL, seat, s.left, 0, 0)
        emit(s, Event.CARD_DREW, 1 << seat, seat, t, 0, 0)
        renew_deck(s)
    else:
        take_displayed(s, seat, choice - TAKE)
    s.picks += 1
    if s.picks < PICKS:
        ask(s, Phase.TAKE)  # KA-X26
    else:
        check_hand(s)


@rule
def take_displayed(s: State, seat: int, t: int) -> None:
    """Take the leftmost card of a kind from the display; its slot stays empty until the turn is over (KA-D02)."""
    slot = 0
    while s.display[slot] != t:
        slot += 1
    s.display[slot] = -1
    receive(s, seat, t, True)
    emit(s, Event.TOOK, ALL, seat, t, slot, 0)


@rule
def check_hand(s: State) -> None:
    """Ask the player to discard a card if the hand is over the limit, else end the turn (KA-D03)."""
    if s.held[s.player] > HAND_LIMIT:
        ask(s, Phase.DISCARD)
    else:
        end_turn(s)


@rule
def discard(s: State, t: int) -> None:
    """Discard a card."""
    give_up(s, s.player, t)
    emit(s, Event.DISCARDED, ALL, s.player, t, 0, 0)
    check_hand(s)


# ---- turns


@rule
def begin_turn(s: State) -> None:
    """Begin a turn: ask the player for an action."""
    s.turn += 1
    clear_action(s)
    emit(s, Event.TURN, ALL, s.player, s.turn, 0, 0)
    ask(s, Phase.ACT)


@rule
def clear_action(s: State) -> None:
    """Reset the fields of the action in progress."""
    s.act = Act.NONE
    s.colour = s.site = s.door = s.way = s.customer = -1
    s.owed = s.picks = 0


@rule
def end_turn(s: State) -> None:
    """Refill the display and begin the next player's turn; end the game if all players are out (KA-T03, KA-F03)."""
    count_idle(s)
    refill(s)
    for _ in range(s.players):
        if s.out == (1 << s.players) - 1:
            break
        s.player = (s.player + 1) % s.players
        if (s.out >> s.player) & 1 == 0:
            if s.final == 0 or can_build(s):
                begin_turn(s)
                return
            leave(s, 0)
    clear_action(s)
    finish(s)


@rule
def can_build(s: State) -> bool:
    """Reset the action in progress, and return whether the player can legally place, expand or move a stall."""
    clear_action(s)
    return builds(s) != 0


@rule
def count_idle(s: State) -> None:
    """Begin the final phase after too many turns in a row without a new stall or an expansion (KA-X30)."""
    if s.act == Act.NEW or s.act == Act.EXPAND:
        s.idle = 0
    else:
        s.idle += 1
    if s.final == 0 and s.idle >= PATIENCE * s.players:
        begin_final(s, Rule.KA_X30)


@rule
def leave(s: State, chosen: int) -> None:
    """Note that the player will take no further turns in the final phase (KA-F03, KA-X29)."""
    s.out |= 1 << s.player
    emit(s, Event.OUT, ALL, s.player, chosen, 0, 0)
