"""What looks good in the Grand Bazaar, in Talents: the best sale of a hand, and what would make it better.

A card is worth what it adds to the best sale with the accesses at hand, and a little for later rounds; a customer what
access to him adds; a cube what two cards bring. In a proposal what is given and what is wanted are judged apart. The
weights were found by playing variants against each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from souq.engine.compiled import rule
from souq.games.grand_bazaar.best import best_customers, best_ply, best_sale
from souq.games.grand_bazaar.rules.bidding import highest
from souq.games.grand_bazaar.rules.cards import cards_in
from souq.games.grand_bazaar.rules.floor import proposer
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.rules.selling import FEW, GUILD_PAYS, KEEP, MULTIPLE
from souq.games.grand_bazaar.state import (
    ACCEPT,
    ALLOW,
    BACK,
    BORROW,
    CARAVAN,
    CARD,
    CLAIM,
    COLLECT,
    COPIES,
    COUNTER,
    CUBES,
    CUSTOMER,
    DONE,
    DRAW,
    FINISH,
    GIVE,
    GO_ON,
    GOODS,
    GUILD,
    GUILD_SALE,
    HAGGLE,
    INVITE,
    LEAVE,
    LEAVE_IT,
    LEND,
    LOOK,
    MARKETS,
    NEGOTIATOR,
    NET,
    NONE,
    NOTHING,
    OFFER,
    PAIR,
    PICK,
    PLY,
    POST,
    PROPOSE,
    QUANTITY,
    RANKS,
    REFUSE,
    REJECT,
    RETIRE,
    SEEK,
    SEND,
    SIDE,
    TAKE,
    TAKE_UP,
    TALENTS,
    TRADER,
    TYPE,
    VALUE,
    WANT,
    WITHDRAW,
    Phase,
    State,
)

CARD_WORTH = 2.0
"""A card drawn unseen."""
CUBE = 3.0
"""What a cube brings elsewhere."""
LATER = 0.9
"""Share of its face value that a kept card is worth in a later round."""
CONTESTED = 0.75
"""How often a single cube on an empty caravan stays alone."""
DEAL = 4.0
"""What the right to trade is worth."""
KNOWING = 2.5
"""What the Informant is worth."""
UNSOLD = 0.35
"""Share of a card's face value that it is worth in a hand, whatever the sale."""
MARGIN = 0.8
"""Least gain for which a trade is made."""
LUCK = 0.45
"""How often a proposal that looks good is accepted."""
PATIENCE = 0.9
"""What each floor turn used already speaks against another one."""
FACE = 1.6
"""What others are thought to gain by each Talent of a card's value."""
SWEET = 0.6
"""What they should gain by a trade."""
UNPAYABLE = -1000


@rule
def priors(s: State, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, in Talents, into ``out``."""
    hand = np.zeros(GOODS, np.int64)
    for good in range(GOODS):
        hand[good] = s.hand[seat][good]
    if s.phase == Phase.BID:
        for i in range(n):
            out[i] = bid_worth(s, seat, choices[i], hand)
    elif s.phase <= Phase.DENIED:
        for i in range(n):
            out[i] = caravan_worth(s, seat, choices[i], hand)
    elif Phase.SELL <= s.phase <= Phase.DISCARD:
        for i in range(n):
            out[i] = sale_worth(s, seat, choices[i], hand)
    else:
        judge_trade(s, seat, choices, n, out, hand)


# ---- hands


@rule
def expected_access(s: State, seat: int) -> int:
    """Customers a seat can sell to; before it has any, those it would like."""
    access = access_of(s, seat)
    return access if access != 0 or s.phase != Phase.BID else 1


@rule
def worth(hand: Any, access: int, last: bool) -> float:
    """What a hand is worth: its best sale, and a share of its face value unless the game ends with this round."""
    total = float(best_sale(hand, access))
    if not last:
        for good in range(GOODS):
            total += UNSOLD * VALUE[good] * hand[good]
    return total


@rule
def is_last(s: State) -> bool:
    """Whether this is the last round."""
    return s.nth == s.rounds


@rule
def more(s: State, hand: Any, access: int, good: int) -> float:
    """What one more card of a good adds to a hand."""
    before = worth(hand, access, is_last(s))
    hand[good] += 1
    after = worth(hand, access, is_last(s))
    hand[good] -= 1
    return after - before


@rule
def less(s: State, hand: Any, access: int, good: int) -> float:
    """What one card of a good less takes from a hand."""
    before = worth(hand, access, is_last(s))
    hand[good] -= 1
    after = worth(hand, access, is_last(s))
    hand[good] += 1
    return before - after


@rule
def more_of_type(s: State, hand: Any, access: int, kind: int) -> float:
    """What one unknown card of a type adds to a hand, on average."""
    total = 0.0
    copies = 0
    for rank in range(RANKS):
        good = RANKS * kind + rank
        n = max(0, COPIES[good] - hand[good] - s.discard[good])
        total += n * more(s, hand, access, good)
        copies += n
    return total / copies if copies > 0 else 0.0


# ---- bidding


@rule
def bid_worth(s: State, seat: int, choice: int, hand: Any) -> float:
    """How good a bid looks."""
    if choice < TRADER:
        contest = (choice - CARAVAN) // CUBES
        k = (choice - CARAVAN) % CUBES + 1
        gain = KNOWING if contest == MARKETS else 2 * CARD_WORTH
        rival = highest(s, contest, seat)
        if s.bids[contest][seat] > rival and k > 0:
            return -CUBE * k  # leads already
        alone = CONTESTED if rival == 0 and k == 1 else 0.9
        return gain * alone + (1 - alone) * CARD_WORTH - CUBE * k
    if choice == TRADER:
        return 2 * CARD_WORTH - 0.3 - CUBE
    if choice == NEGOTIATOR:
        return DEAL - CUBE
    access = access_of(s, seat)
    customer = choice - CUSTOMER
    expect = fuller(s, seat, hand)
    gain = float(best_sale(expect, access | 1 << customer) - best_sale(expect, access))
    return (0.6 if customer == GUILD else 0.8) * gain - CUBE


@rule
def fuller(s: State, seat: int, hand: Any) -> Any:
    """A hand with about as many cards more as its cubes will still bring: the commonest ones it has."""
    made = hand.copy()
    coming = 2 + s.cubes[seat] // 2
    for good in range(GOODS - 1, -1, -1):
        if coming > 0 and hand[good] > 0 and hand[good] < COPIES[good] - s.discard[good]:
            made[good] += 1
            coming -= 2
    return made


# ---- the Caravan phase


@rule
def caravan_worth(s: State, seat: int, choice: int, hand: Any) -> float:
    """How good a look, a card, a market, or an answer in the Free Trader's line looks."""
    access = access_of(s, seat)
    if s.phase == Phase.LOOK:
        return seen_by(s, choice - LOOK)
    if s.phase == Phase.TAKE:
        if choice == DRAW:
            return top_worth(s, hand, access)
        return 0.0 if choice == LEAVE_IT else more(s, hand, access, choice - TAKE)
    if s.phase == Phase.CLAIM:
        total = 0.0
        for place in range(PAIR):
            card = s.market[choice - CLAIM][place]
            if card >= BACK:
                total += more_of_type(s, hand, access, card - BACK)
            elif card != NOTHING:
                total += more(s, hand, access, card)
        return total
    return 1.0 if choice == SEND or choice == GO_ON else 0.5 if choice == ALLOW and s.held != 0 else 0.4


@rule
def seen_by(s: State, at: int) -> float:
    """How many cards a look shows."""
    n = 0
    for market in range(MARKETS):
        for place in range(PAIR):
            card = s.market[market][place]
            if card != NOTHING:
                kind = card - BACK if card >= BACK else TYPE[card]
                if market == at or kind == at - MARKETS:
                    n += 1
    return float(n)


@rule
def top_worth(s: State, hand: Any, access: int) -> float:
    """What the top card of the draw pile adds, as far as its back tells."""
    if s.top == NOTHING:
        return 0.5
    return more_of_type(s, hand, access, s.top - BACK if s.top >= BACK else TYPE[s.top])


# ---- selling


@rule
def after_sale(s: State, hand: Any, access: int, ply: bool) -> float:
    """What a hand still brings after a sale: the best of the rest, and what is kept."""
    rest = float(best_customers(hand, access, 0))
    if ply:
        rest = max(rest, float(best_ply(hand)))
    return rest + kept(s, hand)


@rule
def kept(s: State, hand: Any) -> float:
    """What a hand is worth in later rounds: its ten dearest cards."""
    if is_last(s):
        return 0.0
    left = KEEP
    total = 0.0
    for value in range(3, 0, -1):
        for good in range(GOODS):
            if VALUE[good] == value:
                n = min(left, hand[good])
                total += LATER * value * n
                left -= n
    return total


@rule
def sale_worth(s: State, seat: int, choice: int, hand: Any) -> float:
    """How good a sale, a part of one, or a discard looks."""
    access = access_of(s, seat)
    if s.phase == Phase.DISCARD:
        return -float(VALUE[choice - CARD]) - 0.1 * hand[choice - CARD]
    if s.phase == Phase.QUANTITY:
        return haggled(s, hand, access, s.good, choice - QUANTITY + FEW)
    for good in range(GOODS):
        hand[good] -= s.drawn[good]
    if s.phase == Phase.COLLECT or s.phase == Phase.PLY:
        found = part_worth(s, choice, hand, access)
    else:
        found = begin_worth(s, choice, hand, access)
    for good in range(GOODS):
        hand[good] += s.drawn[good]
    return found


@rule
def haggled(s: State, hand: Any, access: int, good: int, n: int) -> float:
    """What selling so many of a good to the Haggler brings, with the rest."""
    hand[good] -= n
    total = MULTIPLE * n * VALUE[good] + after_sale(s, hand, access, False)
    hand[good] += n
    return total


@rule
def part_worth(s: State, choice: int, hand: Any, access: int) -> float:
    """What one more card brings in a Collector's set or a Ply."""
    if choice == DONE:
        return kept(s, hand)
    good = choice - CARD
    hand[good] -= 1
    total = VALUE[good] + (after_sale(s, hand, access, False) if s.phase == Phase.COLLECT else kept(s, hand))
    hand[good] += 1
    return total


@rule
def begin_worth(s: State, choice: int, hand: Any, access: int) -> float:
    """What a sale brings, with the rest; nothing more for having finished."""
    if choice == FINISH:
        return kept(s, hand)
    if choice < COLLECT:
        good = choice - HAGGLE
        best = 0.0
        for n in range(FEW, hand[good] + 1):
            best = max(best, haggled(s, hand, access, good, n))
        return best
    if choice == PLY:
        return ply_worth(s, hand)
    if choice == COLLECT:
        return best_customers(hand, access, 1) + 0.5 * kept(s, hand) / max(1, KEEP)
    for rank in range(RANKS):
        hand[RANKS * (choice - GUILD_SALE) + rank] -= 1
    total = GUILD_PAYS + after_sale(s, hand, access, False)
    for rank in range(RANKS):
        hand[RANKS * (choice - GUILD_SALE) + rank] += 1
    return total


@rule
def ply_worth(s: State, hand: Any) -> float:
    """What Ply Your Wares brings: in the last round ten cards, before it what is over the limit and little more."""
    n = 0
    for good in range(GOODS):
        n += hand[good]
    if is_last(s):
        return float(best_ply(hand))
    return kept(s, hand) + 1.2 * max(0, n - KEEP) - 1.0


# ---- trading


@rule
def judge_trade(s: State, seat: int, choices: Any, n: int, out: Any, hand: Any) -> None:
    """How good each choice of the floor, of a proposal or of open trading looks, into ``out``."""
    access = access_of(s, seat)
    gain = np.zeros(GOODS)
    loss = np.zeros(GOODS)
    for good in range(GOODS):
        gain[good] = more(s, hand, access, good)
        loss[good] = less(s, hand, access, good) if hand[good] > 0 else 99.0
    for i in range(n):
        choice = choices[i]
        if Phase.GIVE <= s.phase <= Phase.BORROW:
            out[i] = step_worth(s, seat, choice, gain, loss)
        elif s.phase == Phase.SEEK:
            good = choice - SEEK
            out[i] = gain[good] * likely(s, seat, good) if good < GOODS else 0.1
        elif s.phase == Phase.FLOOR or s.phase == Phase.INVITED:
            out[i] = floor_worth(s, seat, choice, gain, loss)
        else:
            out[i] = answer_worth(s, seat, choice, gain, loss, hand)


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
def price(s: State, seat: int, other: int, give: int, want: int) -> int:
    """Talents with which another seat should like a swap: to pay, or below 0 to ask for; -1000 if it cannot be paid."""
    short = FACE * (VALUE[want] - VALUE[give]) + SWEET
    if s.kinds[other][TYPE[give]] == 0:
        short -= 1.0
    net = int(np.ceil(short)) if short > 0 else -int(np.floor(-short))
    net = max(net, -s.talents[other])
    return net if net <= s.talents[seat] else UNPAYABLE


@rule
def plan(s: State, seat: int, other: int, gain: Any, loss: Any) -> tuple[float, int, int, int]:
    """The best swap of one card with another seat: what it may bring, what to give, to want and to pay; -1 for none."""
    best = 0.0
    give = NOTHING
    want = NOTHING
    pay = 0
    for good in range(GOODS):
        if s.kinds[other][TYPE[good]] > 0 and gain[good] > MARGIN:
            chance = has_perhaps(s, seat, other, good)
            for away in range(GOODS):
                if away != good and loss[away] + MARGIN < gain[good]:
                    net = price(s, seat, other, away, good)
                    value = (gain[good] - loss[away] - net) * chance
                    if net > UNPAYABLE and value > best and gain[good] - loss[away] - net > MARGIN:
                        best = value
                        give = away
                        want = good
                        pay = net
    return best, give, want, pay


@rule
def floor_worth(s: State, seat: int, choice: int, gain: Any, loss: Any) -> float:
    """How good an offer, an invitation, leaving, or an answer to an invitation looks."""
    if s.phase == Phase.INVITED:
        if choice != PROPOSE:
            return 0.3
        value, _, _, _ = plan(s, seat, s.floor, gain, loss)
        return value if s.sought == GOODS or s.hand[seat][s.sought] > 0 else 0.5 * value
    tired = PATIENCE * (s.turns - s.left[seat])
    if choice == LEAVE:
        return 0.5
    if choice == INVITE:
        best = 0.0
        for good in range(GOODS):
            best = max(best, gain[good] * likely(s, seat, good))
        return LUCK * best - 1.7 * tired
    value, _, _, _ = plan(s, seat, choice - OFFER, gain, loss)
    return value - tired


@rule
def step_worth(s: State, seat: int, choice: int, gain: Any, loss: Any) -> float:
    """How good a step of a proposal looks: one card given, one wanted, and what makes it fair; accesses are kept."""
    if choice == DONE:
        return 0.0
    _, give, want, pay = plan(s, seat, s.partner, gain, loss)
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
def answer_worth(s: State, seat: int, choice: int, gain: Any, loss: Any, hand: Any) -> float:
    """How good it looks to accept, to reject, to pick, or to say something in open trading."""
    if choice == ACCEPT:
        return deal_worth(s, proposer(s), seat, hand) - MARGIN
    if choice == REJECT:
        return 0.0
    if choice == COUNTER:
        value, _, _, _ = plan(s, seat, s.floor, gain, loss)
        return LUCK * value - 0.5
    if PICK <= choice < NONE:
        return deal_worth(s, choice - PICK, seat, hand) - MARGIN
    if choice == NONE:
        return 0.0
    if choice < WITHDRAW:
        value, _, _, _ = plan(s, seat, choice - POST, gain, loss)
        return LUCK * value - 0.4 * s.posts[seat] if (s.posted[seat] >> (choice - POST)) & 1 == 0 else -1.0
    if choice < REFUSE:
        return -0.5
    if choice < TAKE_UP:
        return 0.2 if deal_worth(s, choice - REFUSE, seat, hand) < MARGIN else -0.2
    if choice == RETIRE:
        return 0.15
    return deal_worth(s, choice - TAKE_UP, seat, hand) - MARGIN


@rule
def deal_worth(s: State, other: int, seat: int, hand: Any) -> float:
    """What the standing proposal of ``other`` would bring ``seat``."""
    before = worth(hand, access_of(s, seat), is_last(s))
    made = hand.copy()
    for k in range(SIDE):
        if s.give[other][seat][k] != NOTHING:
            made[s.give[other][seat][k]] += 1
        if s.want[other][seat][k] != NOTHING:
            made[s.want[other][seat][k]] -= 1
    for good in range(GOODS):
        if made[good] < 0:
            return -99.0
    access = (access_of(s, seat) | s.lend[other][seat]) & ~s.borrow[other][seat]
    return worth(made, access, is_last(s)) - before + s.net[other][seat]


# ---- standing


@rule
def value(s: State, out: Any) -> None:
    """What everybody may end with: Talents, and the best sale of what can be seen of a hand."""
    for seat in range(s.players):
        out[seat] = float(s.talents[seat])
        if s.over == 0:
            n = cards_in(s, seat)
            out[seat] += 1.3 * n
