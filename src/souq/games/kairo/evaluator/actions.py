"""Values of the kinds of action (build new, expand, move, lure, draw, stop) and of the stalls they act on."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import count
from souq.games.kairo.evaluator.hands import cheapest
from souq.games.kairo.evaluator.luring import best_lure
from souq.games.kairo.evaluator.numbers import COIN, CROWDED, FRESH, FULL_HAND, LEFT, MEDAL, MOVING, NOTHING, POOR_HAND
from souq.games.kairo.rules.building import running_out
from souq.games.kairo.rules.medals import medal_points
from souq.games.kairo.rules.payment import payable
from souq.games.kairo.rules.stalls import places
from souq.games.kairo.rules.stands import growth
from souq.games.kairo.state import COLOURS, DRAW, LURE, NEW, OWNERS, QUIT, Act, State


@rule
def action(s: State, w: Any, seat: int, choice: int) -> float:
    """Estimate the value of a kind of action. Except for drawing and stopping, it is the value of its best option."""
    if choice == QUIT:
        return 0.0
    if choice == DRAW:
        return w[POOR_HAND] - 0.3 * s.held[seat] if s.held[seat] < 3 else w[FULL_HAND]
    best = NOTHING
    if choice == LURE:
        for customer in range(COLOURS):
            if s.stands[customer] >= 0:
                best = max(best, best_lure(s, w, seat, customer))
        return best
    for colour in range(COLOURS):
        best = max(best, stall_of(s, w, seat, Act.NEW + choice - NEW, colour))
    return best


@rule
def stall_of(s: State, w: Any, seat: int, act: int, colour: int) -> float:
    """Estimate the value of an action (build, expand or move) with the player's stall of one colour."""
    size = s.sizes[seat][colour]
    if act == Act.PLACE or act == Act.NEUTRAL:
        return 0.1 * count(places(s, colour)) / 118.0 + opening(s, seat, colour)
    if (size == 0) != (act == Act.NEW) or (act == Act.EXPAND and s.supply[colour] == 0):
        return NOTHING
    if act == Act.EXPAND:
        return growing(s, w, seat, colour, size)
    if act == Act.MOVE:
        return w[MOVING] if s.final == 0 else -w[MOVING]
    cards = cheapest(s, w, seat, act, colour, places(s, colour))
    return fresh(s, w, seat, colour) - cards if cards >= 0.0 else NOTHING


@rule
def growing(s: State, w: Any, seat: int, colour: int, size: int) -> float:
    """Estimate the value of the next expansion of a stand: its points, less what it costs."""
    cost = size + 1
    if not payable(s, seat, colour, cost, -1):
        return NOTHING
    cards = cheapest(s, w, seat, Act.EXPAND, colour, growth(s, seat, colour))
    if cards < 0.0:
        return NOTHING
    medals = medal_points(s, seat, colour, cost)
    own = min(cost, s.money[seat][colour])
    price = COIN * (own + 2 * (cost - own)) + cards
    return cost + (1.0 + w[MEDAL]) * medals - price + ending(s, seat, colour, cost + medals)


@rule
def ending(s: State, seat: int, colour: int, points: int) -> float:
    """Estimate the value of starting the final phase with an expansion: positive for the leader, else negative."""
    if s.final == 1:
        return 0.0
    s.supply[colour] -= 1
    ends = running_out(s)
    s.supply[colour] += 1
    if not ends:
        return 0.0
    lead = s.score[seat] + points - best_other(s, seat)
    return max(-3.0, min(3.0, 0.4 * lead))


@rule
def best_other(s: State, seat: int) -> int:
    """Return the highest score among the other seats."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, s.score[other])
    return best


@rule
def fresh(s: State, w: Any, seat: int, colour: int) -> float:
    """Estimate the value of building a new stall of a colour, without the price of the card that pays for it."""
    if s.supply[colour] == 0:
        return -0.5
    stalls = 0
    left = 0
    for other in range(COLOURS):
        left += s.supply[other]
        if s.sizes[seat][other] > 0:
            stalls += 1
    if s.final == 1:
        return 0.5 if s.held[seat] > 1 and payable(s, seat, colour, 2, -1) else -0.5
    worth = w[FRESH] - w[CROWDED] * max(0, stalls - 3) - 0.25 * max(0, w[LEFT] - left)
    if s.gold[colour] >= 0:
        worth -= 1.0
    return worth + 0.15 * min(4, s.money[seat][colour])


@rule
def opening(s: State, seat: int, colour: int) -> float:
    """Estimate the value of a colour for a stall of the setup.

    A colour is best if few owners have it and its customer is on the board.
    """
    others = 0
    for owner in range(OWNERS):
        if s.sizes[owner][colour] > 0:
            others += 1
    return (0.5 if s.stands[colour] >= 0 else 0.0) - 0.4 * others
