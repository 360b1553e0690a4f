"""How good trades look: what is given and what is wanted are judged apart, and others should gain too."""

from __future__ import annotations

from typing import Any

import numpy as np

from souq.engine.compiled import rule
from souq.games.grand_bazaar.rules.floor import proposer
from souq.games.grand_bazaar.rules.open_trading import may_post
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.sense.hands import TALLY, change, is_last, less, more, tally, worth
from souq.games.grand_bazaar.sense.numbers import FACE, LEAVING, LUCK, MARGIN, PATIENCE, SWEET
from souq.games.grand_bazaar.state import (
    ACCEPT,
    BORROW,
    COPIES,
    COUNTER,
    DONE,
    GIVE,
    GOODS,
    INVITE,
    LEAVE,
    LEND,
    NET,
    NONE,
    NOTHING,
    OFFER,
    PICK,
    POST,
    PROPOSE,
    REFUSE,
    REJECT,
    RETIRE,
    SEEK,
    SIDE,
    TAKE_UP,
    TALENTS,
    TYPE,
    VALUE,
    WANT,
    WITHDRAW,
    Phase,
    State,
)

UNPAYABLE = -1000


@rule
def judge_trade(s: State, w: Any, seat: int, choices: Any, n: int, out: Any, hand: Any) -> None:
    """How good each choice of the floor, of a proposal or of open trading looks, into ``out``."""
    access = access_of(s, seat)
    gain = np.zeros(GOODS)
    loss = np.zeros(GOODS)
    for good in range(GOODS):
        gain[good] = more(s, w, hand, access, good)
        loss[good] = less(s, w, hand, access, good) if hand[good] > 0 else 99.0
    for i in range(n):
        choice = choices[i]
        if Phase.GIVE <= s.phase <= Phase.BORROW:
            out[i] = step_worth(s, w, seat, choice, gain, loss)
        elif s.phase == Phase.SEEK:
            good = choice - SEEK
            out[i] = gain[good] * likely(s, seat, good) if good < GOODS else 0.1
        elif s.phase == Phase.FLOOR or s.phase == Phase.INVITED:
            out[i] = floor_worth(s, w, seat, choice, gain, loss)
        else:
            out[i] = answer_worth(s, w, seat, choice, gain, loss, hand)


@rule
def likely(s: State, seat: int, good: int) -> float:
    """How likely anybody else has a good: their cards of its type, against the copies that are about."""
    shown = 0
    for other in range(s.players):
        if other != seat:
            shown += s.kinds[other][TYPE[good]]
    about = max(0, COPIES[good] - s.discard[good] - s.hand[seat][good])
    return min(1.0, 0.08 * about * shown)


@rule
def has_perhaps(s: State, viewer: int, seat: int, good: int) -> float:
    """How likely a seat has a good, as far as ``viewer`` can tell."""
    if s.known[viewer][seat][good] > 0:
        return 1.0
    about = max(0, COPIES[good] - s.discard[good] - s.hand[viewer][good])
    return min(0.9, about * s.kinds[seat][TYPE[good]] / 20.0)


@rule
def price(s: State, w: Any, seat: int, other: int, give: int, want: int) -> int:
    """Talents with which another seat should like a swap: to pay, or below 0 to ask for; -1000 if it cannot be paid."""
    short = w[FACE] * (VALUE[want] - VALUE[give]) + w[SWEET]
    if s.kinds[other][TYPE[give]] == 0:
        short -= 1.0
    net = int(np.ceil(short)) if short > 0 else -int(np.floor(-short))
    net = max(net, -s.talents[other])
    return net if net <= s.talents[seat] else UNPAYABLE


@rule
def plan(s: State, w: Any, seat: int, other: int, gain: Any, loss: Any) -> tuple[float, int, int, int]:
    """The best swap of one card with another seat: what it may bring, what to give, to want and to pay; -1 for none."""
    best = 0.0
    give = NOTHING
    want = NOTHING
    pay = 0
    for good in range(GOODS):
        if s.kinds[other][TYPE[good]] > 0 and gain[good] > w[MARGIN]:
            chance = has_perhaps(s, seat, other, good)
            for away in range(GOODS):
                if away != good and loss[away] + w[MARGIN] < gain[good]:
                    net = price(s, w, seat, other, away, good)
                    value = (gain[good] - loss[away] - net) * chance
                    if net > UNPAYABLE and value > best and gain[good] - loss[away] - net > w[MARGIN]:
                        best = value
                        give = away
                        want = good
                        pay = net
    return best, give, want, pay


@rule
def floor_worth(s: State, w: Any, seat: int, choice: int, gain: Any, loss: Any) -> float:
    """How good an offer, an invitation, leaving, or an answer to an invitation looks."""
    if s.phase == Phase.INVITED:
        if choice != PROPOSE:
            return 0.3
        value, _, _, _ = plan(s, w, seat, s.floor, gain, loss)
        return value if s.sought == GOODS or s.hand[seat][s.sought] > 0 else 0.5 * value
    tired = w[PATIENCE] * (s.turns - s.left[seat])
    if choice == LEAVE:
        return 0.5
    if choice == INVITE:
        best = 0.0
        for good in range(GOODS):
            best = max(best, gain[good] * likely(s, seat, good))
        return w[LUCK] * best - 1.7 * tired
    value, _, _, _ = plan(s, w, seat, choice - OFFER, gain, loss)
    return value - tired


@rule
def step_worth(s: State, w: Any, seat: int, choice: int, gain: Any, loss: Any) -> float:
    """How good a step of a proposal looks: one card given, one wanted, and what makes it fair; accesses are kept."""
    if choice == DONE:
        return 0.0
    _, give, want, pay = plan(s, w, seat, s.partner, gain, loss)
    if choice < LEND:
        good = choice - GIVE
        return (5.0 if good == give else 1.0 - 0.1 * loss[good]) if s.giving[0] == NOTHING else -1.0
    if choice < NET:
        return -5.0
    if choice < WANT:
        return -abs(float(choice - NET - TALENTS - pay))
    if choice < BORROW:
        good = choice - WANT
        return (5.0 if good == want else 0.1 * gain[good]) if s.wanting[0] == NOTHING else -1.0
    return -1.0


@rule
def answer_worth(s: State, w: Any, seat: int, choice: int, gain: Any, loss: Any, hand: Any) -> float:
    """How good it looks to accept, to reject, to pick, or to say something in open trading."""
    if choice == ACCEPT:
        return deal_worth(s, w, proposer(s), seat, hand) - w[MARGIN]
    if choice == REJECT:
        return 0.0
    if choice == COUNTER:
        value, _, _, _ = plan(s, w, seat, s.floor, gain, loss)
        return w[LUCK] * value - 0.5
    if PICK <= choice < NONE:
        return deal_worth(s, w, choice - PICK, seat, hand) - w[MARGIN]
    if choice == NONE:
        return 0.0
    if choice < WITHDRAW:
        value, _, _, _ = plan(s, w, seat, choice - POST, gain, loss)
        return w[LUCK] * value - 0.4 * s.posts[seat] if (s.posted[seat] >> (choice - POST)) & 1 == 0 else -1.0
    if choice < REFUSE:
        return -0.5
    if choice < TAKE_UP:
        return 0.2 if deal_worth(s, w, choice - REFUSE, seat, hand) < w[MARGIN] else -0.2
    if choice == RETIRE:
        return w[LEAVING]
    return deal_worth(s, w, choice - TAKE_UP, seat, hand) - w[MARGIN]


@rule
def deal_worth(s: State, w: Any, other: int, seat: int, hand: Any) -> float:
    """What the standing proposal of ``other`` would bring ``seat``."""
    before = worth(w, hand, access_of(s, seat), is_last(s))
    made = np.empty(TALLY, np.int64)
    for i in range(TALLY):
        made[i] = hand[i]
    for k in range(SIDE):
        if s.give[other][seat][k] != NOTHING:
            change(made, s.give[other][seat][k], 1)
        if s.want[other][seat][k] != NOTHING:
            if made[s.want[other][seat][k]] == 0:
                return -99.0
            change(made, s.want[other][seat][k], -1)
    access = (access_of(s, seat) | s.lend[other][seat]) & ~s.borrow[other][seat]
    return worth(w, made, access, is_last(s)) - before + s.net[other][seat]


@rule
def has_word(s: State, w: Any, seat: int) -> bool:
    """Whether a seat has something to say in open trading: a post worth making, or one to take up or to refuse."""
    access = access_of(s, seat)
    hand = np.empty(TALLY, np.int64)
    tally(s, seat, hand)
    gain = np.zeros(GOODS)
    loss = np.zeros(GOODS)
    for good in range(GOODS):
        gain[good] = more(s, w, hand, access, good)
        loss[good] = less(s, w, hand, access, good) if hand[good] > 0 else 99.0
    for other in range(s.players):
        if (s.posted[other] >> seat) & 1 == 1:
            return True
        if may_post(s, seat, other) and answer_worth(s, w, seat, POST + other, gain, loss, hand) > w[LEAVING]:
            return True
    return False
