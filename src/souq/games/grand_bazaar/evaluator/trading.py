"""Scores of choices in trading, before any search: the worth of a trade, and how likely the other seat agrees.

A proposal is modelled as one thing given (a card, an access, or nothing) for one thing wanted, plus the Talents that
make it attractive to the other side. The hand of another seat is estimated from the backs of its cards. The estimates
for every thing are stored in *notes*, an array for each side of the proposal: ``give`` and ``want``.
"""

from __future__ import annotations

import math
from typing import Any

from souq.engine.arrays import np
from souq.engine.compiler.compiled import allocating, rule
from souq.games.grand_bazaar.best import TALLY, change
from souq.games.grand_bazaar.evaluator.hands import is_last, marginals, tally, with_access, worth
from souq.games.grand_bazaar.evaluator.numbers import (
    ACCESS,
    FACE,
    FAIR,
    FIRST_ACCESS,
    LEAVING,
    LUCK,
    MARGIN,
    PAIRED,
    PATIENCE,
    RIVAL,
    SOUGHT,
    SWEET,
)
from souq.games.grand_bazaar.rules.cards import cards_in
from souq.games.grand_bazaar.rules.floor import proposer
from souq.games.grand_bazaar.rules.open_trading import may_post
from souq.games.grand_bazaar.rules.proposals import access_of, lendable
from souq.games.grand_bazaar.state import (
    ACCEPT,
    BORROW,
    COPIES,
    COUNTER,
    CUSTOMERS,
    DONE,
    GIVE,
    GOODS,
    HAGGLER,
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

NO_CARD = GOODS
"""Index of "nothing" in each block of the notes: goods come before it, and accesses (from ``BUYER`` on) after it."""
BUYER = GOODS + 1
SIDES = BUYER + CUSTOMERS
MINE, THEIRS, ODDS, BEST = 0, SIDES, 2 * SIDES, 3 * SIDES
"""Offsets of the four blocks of the notes, each with one number for every good, for nothing and for every access.

They are: the worth to the seat itself, the worth to the other seat, the probability that the thing is available, and
the value of the best proposal with it.
"""
NOTES = 4 * SIDES
HOPELESS = -20.0
"""Score of a choice that the bot rules out."""


@allocating
def judge_trade(s: State, w: Any, seat: int, choices: Any, n: int, out: Any, hand: Any) -> None:
    """Score each choice on the floor, in a proposal or in open trading; write the scores to ``out``."""
    give = np.empty(NOTES)
    want = np.empty(NOTES)
    if s.phase != Phase.PICK and s.phase != Phase.LAST:  # these only judge whole proposals, without notes
        own_side(s, w, seat, hand, give, want)
    if Phase.GIVE <= s.phase <= Phase.BORROW:
        judge_steps(s, w, seat, choices, n, out, give, want)
        return
    for i in range(n):
        out[i] = message_worth(s, w, seat, choices[i], hand, give, want)


# ---- what things are worth


@rule
def own_side(s: State, w: Any, seat: int, hand: Any, give: Any, want: Any) -> None:
    """Write to the ``MINE`` blocks of the notes what giving each thing costs the seat, and what getting it adds."""
    access = access_of(s, seat)
    marginals(s, w, hand, access, want, give)
    before = worth(w, hand, access, is_last(s))
    give[NO_CARD] = want[NO_CARD] = 0.0
    for customer in range(CUSTOMERS):
        give[BUYER + customer] = before - worth(w, hand, access & ~(1 << customer), is_last(s))
        want[BUYER + customer] = worth(w, hand, with_access(access, customer), is_last(s)) - before


@rule
def other_side(s: State, w: Any, seat: int, other: int, give: Any, want: Any) -> None:
    """Write to the notes what each thing is worth to ``other``, and the probability that it is available.

    These are the ``THEIRS`` and ``ODDS`` blocks; they use only what ``seat`` can know.
    """
    theirs = access_of(s, other)
    lean = cards_in(s, other)
    for good in range(GOODS):
        held = holding_odds(s, seat, other, good)
        value = VALUE[good] * w[FACE]
        if (theirs >> HAGGLER) & 1 == 1:
            value += VALUE[good] * w[PAIRED] * held
        want[THEIRS + good] = value
        want[ODDS + good] = held
        if s.kinds[other][TYPE[good]] == 0:
            value -= 1.0
        if s.sought == good and s.floor == other:
            value += w[SOUGHT] * VALUE[good]
        give[THEIRS + good] = value
        give[ODDS + good] = 1.0
    for customer in range(CUSTOMERS):
        rest = theirs & ~(1 << customer)
        value = lean * (w[ACCESS] if rest != 0 else w[FIRST_ACCESS])
        give[THEIRS + BUYER + customer] = want[THEIRS + BUYER + customer] = value
        give[ODDS + BUYER + customer] = want[ODDS + BUYER + customer] = 1.0
    give[THEIRS + NO_CARD] = want[THEIRS + NO_CARD] = 0.0
    give[ODDS + NO_CARD] = want[ODDS + NO_CARD] = 1.0


@rule
def odds_elsewhere(s: State, seat: int, good: int) -> float:
    """Return a rough probability that at least one other seat has a good.

    It grows with the number of cards of the good's type in the other hands, and with the number of copies left for
    them.
    """
    backs = 0
    for other in range(s.players):
        if other != seat:
            backs += s.kinds[other][TYPE[good]]
    about = max(0, COPIES[good] - s.discard[good] - s.hand[seat][good])
    return min(1.0, 0.08 * about * backs)


@rule
def holding_odds(s: State, viewer: int, seat: int, good: int) -> float:
    """Return the probability that ``seat`` holds a good, as far as ``viewer`` can tell."""
    if s.known[viewer][seat][good] > 0:
        return 1.0
    about = max(0, COPIES[good] - s.discard[good] - s.hand[viewer][good])
    return min(0.9, about * s.kinds[seat][TYPE[good]] / 20.0)


# ---- the best proposal


@rule
def acceptance_odds(gain: float) -> float:
    """Return the probability that another seat accepts a trade in which it seems to gain ``gain`` Talents."""
    return 0.5 + 0.5 * gain / (1.0 + abs(gain))


@rule
def plan(s: State, w: Any, seat: int, other: int, give: Any, want: Any, paid: int) -> tuple[float, int]:
    """Return the value of the best proposal to another seat, and the Talents to pay (negative: to ask for).

    Things with probability 0 in the notes are excluded. The value of the best proposal with each thing is written to
    the ``BEST`` blocks of the notes. ``paid`` is the payment already decided, or more than ``TALENTS`` if none is.
    """
    found = HOPELESS
    pay = 0
    most = min(TALENTS, s.talents[seat])
    least = -min(TALENTS, s.talents[other])
    for away in range(SIDES):
        give[BEST + away] = want[BEST + away] = HOPELESS
    for away in range(SIDES):
        if give[ODDS + away] > 0.0:
            for thing in range(SIDES):
                odds = want[ODDS + thing]
                if odds == 0.0 or thing == away:  # nothing may be on both sides (GB-T08)
                    continue
                own = want[MINE + thing] - give[MINE + away]
                cost = want[THEIRS + thing] - give[THEIRS + away]
                net = paid
                if paid > TALENTS:
                    short = cost + w[SWEET]
                    net = math.ceil(short + w[FAIR] * max(0.0, own - short))
                    net = max(least, min(most, net))
                    # Talents must make up for an empty side, and only one side can pay them.
                    if (away == NO_CARD and net <= 0) or (thing == NO_CARD and net >= 0):
                        continue
                value = (own - net - w[MARGIN]) * odds * acceptance_odds(net - cost)
                give[BEST + away] = max(give[BEST + away], value)
                want[BEST + thing] = max(want[BEST + thing], value)
                if value > found:
                    found = value
                    pay = net
    return found, pay


@rule
def proposal_worth(s: State, w: Any, seat: int, other: int, give: Any, want: Any) -> float:
    """Return the value of the best proposal that a seat can make to ``other``.

    While the seat composes a draft, only proposals that continue the draft count.
    """
    other_side(s, w, seat, other, give, want)
    for good in range(GOODS):
        if s.hand[seat][good] == 0:
            give[ODDS + good] = 0.0
        if s.kinds[other][TYPE[good]] == 0 or want[MINE + good] <= 0.0:
            want[ODDS + good] = 0.0
    mine = lendable(s, seat, other)
    theirs = lendable(s, other, seat)
    for customer in range(CUSTOMERS):
        if (mine >> customer) & 1 == 0:
            give[ODDS + BUYER + customer] = 0.0
        if (theirs >> customer) & 1 == 0:
            want[ODDS + BUYER + customer] = 0.0
    if other == s.floor and s.sought != NOTHING and s.sought < GOODS:
        for away in range(SIDES):
            if away != s.sought:  # an answer to an invitation gives the good sought
                give[ODDS + away] = 0.0
    if Phase.GIVE <= s.phase <= Phase.BORROW:
        exclude_settled(s, give, want)
    return plan(s, w, seat, other, give, want, settled_pay(s))[0]


@rule
def settled_pay(s: State) -> int:
    """Return the payment decided in the draft, or more than ``TALENTS`` if it isn't decided yet."""
    return s.paying if s.phase == Phase.WANT or s.phase == Phase.BORROW else TALENTS + 1


@rule
def exclude_settled(s: State, give: Any, want: Any) -> None:
    """Exclude what contradicts the draft from :func:`plan`, by setting its probability in the notes to 0."""
    lends = s.lending != 0
    if s.giving[0] != NOTHING or lends or s.phase > Phase.GIVE:
        for away in range(NO_CARD):
            if away != s.giving[0] or lends:
                give[ODDS + away] = 0.0
    if s.giving[0] != NOTHING or lends or s.phase > Phase.LEND:
        for customer in range(CUSTOMERS):
            if (s.lending >> customer) & 1 == 0:
                give[ODDS + BUYER + customer] = 0.0
        if s.giving[0] != NOTHING or lends:
            give[ODDS + NO_CARD] = 0.0
    if s.wanting[0] != NOTHING or s.phase > Phase.WANT:
        for thing in range(NO_CARD):
            if thing != s.wanting[0]:
                want[ODDS + thing] = 0.0
        if s.wanting[0] != NOTHING:
            for thing in range(NO_CARD, SIDES):
                want[ODDS + thing] = 0.0


@rule
def judge_steps(s: State, w: Any, seat: int, choices: Any, n: int, out: Any, give: Any, want: Any) -> None:
    """Score each choice of a step of a proposal; write the scores to ``out``.

    A choice scores the value of the best proposal that it can lead to, in which one thing is given for another. For
    more than one thing on a side the score is only a rough estimate.
    """
    proposal_worth(s, w, seat, s.partner, give, want)  # fills in the notes
    begun = s.giving[0] != NOTHING if s.phase <= Phase.LEND else s.wanting[0] != NOTHING
    begun = begun or (s.phase == Phase.LEND and s.lending != 0) or (s.phase == Phase.BORROW and s.borrowing != 0)
    pay = 0
    best = 0.0
    if s.phase == Phase.NET:
        best, pay = plan(s, w, seat, s.partner, give, want, TALENTS + 1)
    for i in range(n):
        choice = choices[i]
        if choice == DONE:
            out[i] = done_worth(s, give, want, begun)
        elif choice < LEND:
            good = choice - GIVE
            out[i] = give[BEST + good] if not begun else done_worth(s, give, want, begun) - 1.0 - give[MINE + good]
        elif choice < NET:
            customer = BUYER + choice - LEND
            out[i] = give[BEST + customer] if not begun else HOPELESS
        elif choice < WANT:
            short = choice - NET - TALENTS - pay
            out[i] = best - (0.6 * short if short > 0 else -1.0 * short)
        elif choice < BORROW:
            good = choice - WANT
            if begun:
                out[i] = done_worth(s, give, want, begun) - 2.0 + 0.3 * want[MINE + good] * want[ODDS + good]
            else:
                out[i] = want[BEST + good]
        else:
            customer = BUYER + choice - BORROW
            out[i] = want[BEST + customer] if not begun else HOPELESS


@rule
def done_worth(s: State, give: Any, want: Any, begun: bool) -> float:
    """Return the score of DONE, which ends a step: the value of the best proposal that is still possible after it.

    If this side of the draft is empty, it can only remain so or, after the step for goods, receive an access.
    """
    side = give if s.phase <= Phase.LEND else want
    first = 0 if begun else NO_CARD
    best = HOPELESS
    for thing in range(first, SIDES):
        if thing <= NO_CARD or begun or s.phase == Phase.GIVE or s.phase == Phase.WANT:
            best = max(best, side[BEST + thing])
    return best


# ---- messages


@rule
def message_worth(s: State, w: Any, seat: int, choice: int, hand: Any, give: Any, want: Any) -> float:
    """Return the score of any choice in trading that isn't a step of composing a proposal."""
    if s.phase == Phase.SEEK:
        good = choice - SEEK
        return w[LUCK] * want[MINE + good] * odds_elsewhere(s, seat, good) if good < GOODS else 0.1
    if s.phase == Phase.FLOOR:
        return floor_worth(s, w, seat, choice, give, want)
    if s.phase == Phase.INVITED:
        return proposal_worth(s, w, seat, s.floor, give, want) if choice == PROPOSE else 0.0
    if choice == ACCEPT:
        return deal_worth(s, w, proposer(s), seat, hand) - w[MARGIN]
    if choice == COUNTER:
        return proposal_worth(s, w, seat, s.floor, give, want) - 0.5
    if choice == REJECT or choice == NONE:
        return 0.0
    if PICK <= choice < NONE:
        return deal_worth(s, w, choice - PICK, seat, hand) - w[MARGIN]
    return open_worth(s, w, seat, choice, hand, give, want)


@rule
def floor_worth(s: State, w: Any, seat: int, choice: int, give: Any, want: Any) -> float:
    """Return the score of a choice of a floor turn: an offer, an invitation, or leaving the trading.

    The score of an offer or an invitation falls with every floor turn that the seat has used.
    """
    tired = w[PATIENCE] * (s.turns - s.left[seat])
    if choice == LEAVE:
        return w[LEAVING]
    if choice == INVITE:
        best = 0.0
        for good in range(GOODS):
            best = max(best, want[MINE + good] * odds_elsewhere(s, seat, good))
        return w[LUCK] * best - 1.7 * tired
    return proposal_worth(s, w, seat, choice - OFFER, give, want) - tired


@rule
def open_worth(s: State, w: Any, seat: int, choice: int, hand: Any, give: Any, want: Any) -> float:
    """Return the score of a choice of open trading: to post, withdraw, refuse or accept an offer, or to leave."""
    if choice < WITHDRAW:
        if (s.posted[seat] >> (choice - POST)) & 1 == 1:
            return -1.0
        return proposal_worth(s, w, seat, choice - POST, give, want) - 0.4 * s.posts[seat]
    if choice < REFUSE:
        return -0.5
    if choice < TAKE_UP:
        return 0.2 if deal_worth(s, w, choice - REFUSE, seat, hand) < w[MARGIN] else -0.2
    if choice == RETIRE:
        return w[LEAVING]
    return deal_worth(s, w, choice - TAKE_UP, seat, hand) - w[MARGIN]


@allocating
def deal_worth(s: State, w: Any, other: int, seat: int, hand: Any) -> float:
    """Return the score of accepting a proposal: what ``seat`` gains minus a share of what ``other`` seems to gain."""
    access = access_of(s, seat)
    before = worth(w, hand, access, is_last(s))
    made = np.empty(TALLY, np.int64)
    for i in range(TALLY):
        made[i] = hand[i]
    rival = -float(s.net[other][seat])
    for k in range(SIDE):
        given = s.give[other][seat][k]
        wanted = s.want[other][seat][k]
        if given != NOTHING:
            change(made, given, 1)
            rival -= VALUE[given] * w[FACE]
        if wanted != NOTHING:
            if made[wanted] == 0:
                return HOPELESS
            change(made, wanted, -1)
            rival += VALUE[wanted] * w[FACE]
    for customer in range(CUSTOMERS):
        swing = ((s.borrow[other][seat] >> customer) & 1) - ((s.lend[other][seat] >> customer) & 1)
        if swing != 0:
            rest = access_of(s, other) & ~(1 << customer)
            rival += swing * cards_in(s, other) * (w[ACCESS] if rest != 0 else w[FIRST_ACCESS])
    access = (access | s.lend[other][seat]) & ~s.borrow[other][seat]
    gain = worth(w, made, access, is_last(s)) - before + s.net[other][seat]
    return gain - w[RIVAL] * max(0.0, rival) / (s.players - 1)


@allocating
def has_useful_message(s: State, w: Any, seat: int, spared: int) -> bool:
    """Return whether a seat has a useful message in open trading: a post worth making, or a post to answer.

    ``spared`` is a bit mask of the seats to which it makes no posts.
    """
    hand = np.empty(TALLY, np.int64)
    tally(s, seat, hand)
    give = np.empty(NOTES)
    want = np.empty(NOTES)
    own_side(s, w, seat, hand, give, want)
    for other in range(s.players):
        if (s.posted[other] >> seat) & 1 == 1:
            return True
        if (spared >> other) & 1 == 1:
            continue
        if may_post(s, seat, other) and open_worth(s, w, seat, POST + other, hand, give, want) > w[LEAVING]:
            return True
    return False
