"""Building: play the cards, pay the cost, then place, expand or move the stall (KA-C01 to KA-B03)."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import popcount
from souq.engine.rules.events import ALL, emit
from souq.games.kairo.rules.cards import copies, give_up, one
from souq.games.kairo.rules.medals import medal_points, take_medals
from souq.games.kairo.rules.payment import FEE, SUBSTITUTES, cost_of, wealth
from souq.games.kairo.rules.stalls import lift_stall, put_stall
from souq.games.kairo.rules.stands import add_tile
from souq.games.kairo.state import BOX, CARDS, COLOURS, Act, Event, Rule, State

EXHAUSTED = BOX.end["exhausted"]
LOW = BOX.end["low"]


@rule
def play_card(s: State, t: int) -> None:
    """Play a single card."""
    emit(s, Event.CARD, ALL, s.player, t, 0, 0)
    give_up(s, s.player, t)


@rule
def play_three(s: State, spared: int) -> None:
    """Play the whole hand to pay for a building, except for one card of kind ``spared`` (-1: play all cards)."""
    seat = s.player
    left = s.hand[seat]
    if spared >= 0:
        left -= one(spared)
    for t in range(CARDS):
        for _ in range(copies(left, t)):
            emit(s, Event.CARD, ALL, seat, t, 1, 0)
            give_up(s, seat, t)


@rule
def pay(s: State, colour: int, amount: int) -> None:
    """Take money of one colour from the player."""
    s.money[s.player][colour] -= amount
    emit(s, Event.PAID, ALL, s.player, colour, amount, 0)


@rule
def pay_fee(s: State, colour: int) -> None:
    """Pay a joker's fee (KA-C02)."""
    s.money[s.player][colour] -= FEE
    emit(s, Event.FEE, ALL, s.player, colour, 0, 0)


@rule
def pay_cost(s: State) -> None:
    """Pay the cost in its own colour as far as possible; note what must be paid in other colours (KA-E08 to KA-E10)."""
    cost = cost_of(s, s.player, s.act, s.colour)
    own = min(cost, s.money[s.player][s.colour])
    s.owed = SUBSTITUTES * (cost - own)
    if own > 0:
        pay(s, s.colour, own)


@rule
def substitutes(s: State) -> int:
    """Return the other colours in which the player can pay for missing coins of the cost's colour, as a bit mask."""
    found = 0
    for colour in range(COLOURS):
        if colour != s.colour and s.money[s.player][colour] > 0:
            found |= 1 << colour
    return found


@rule
def settle(s: State) -> bool:
    """Pay what is owed in other colours if there is only one way to do so; return whether nothing is owed now."""
    if s.owed == 0:
        return True
    others = substitutes(s)
    left = wealth(s, s.player) - s.money[s.player][s.colour]
    if popcount(others) > 1 and left > s.owed:
        return False
    # Only one colour is left to pay with, or all money must go: there is nothing to choose.
    for colour in range(COLOURS):
        amount = min(s.owed, s.money[s.player][colour])
        if (others >> colour) & 1 == 1 and amount > 0:
            pay(s, colour, amount)
            s.owed -= amount
    return True


@rule
def build(s: State) -> None:
    """Place, expand or move the stall, after everything is paid."""
    seat = s.player
    if s.act == Act.EXPAND:
        expand(s, seat, s.colour, s.site)
        return
    if s.act == Act.MOVE:
        lift_stall(s, seat, s.colour)
    put_stall(s, seat, s.colour, s.site, s.door)
    emit(s, Event.MOVED if s.act == Act.MOVE else Event.NEW, ALL, seat, s.colour, s.site, s.door)


@rule
def expand(s: State, seat: int, colour: int, site: int) -> None:
    """Expand a stand: score points, take medals, and begin the final phase if few expansions are left (KA-E01)."""
    add_tile(s, seat, colour, site)
    s.supply[colour] -= 1
    size = s.sizes[seat][colour]
    emit(s, Event.EXPANDED, ALL, seat, colour, site, size)
    points = size + medal_points(s, seat, colour, size)
    emit(s, Event.SCORED, ALL, seat, points, size, 0)
    take_medals(s, seat, colour, size)
    s.score[seat] += points
    if s.final == 0 and s.supply[colour] <= 1:
        emit(s, Event.LOW, ALL, colour, s.supply[colour], 0, 0)
    if s.final == 0 and running_out(s):
        begin_final(s, Rule.KA_F01)


@rule
def running_out(s: State) -> bool:
    """Return whether a colour has no expansions left, or two colours have at most one each (KA-F01, KA-X27)."""
    gone = 0
    low = 0
    for colour in range(COLOURS):
        if s.supply[colour] == 0:
            gone += 1
        if s.supply[colour] <= 1:
            low += 1
    return gone >= EXHAUSTED or low >= LOW


@rule
def begin_final(s: State, why: int) -> None:
    """Begin the final phase and announce the rule, ``why``, that causes it."""
    s.final = 1
    emit(s, Event.FINAL, ALL, why, s.player, 0, 0)
