"""Refusals: finding the rule that best explains why a choice is illegal."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule, table
from souq.games.grand_bazaar.rules.bidding import free_square, highest, least
from souq.games.grand_bazaar.rules.cards import available, kind_of
from souq.games.grand_bazaar.rules.floor import active, partner_for, proposer
from souq.games.grand_bazaar.rules.open_trading import may_post
from souq.games.grand_bazaar.rules.proposals import access_of, can_accept, of_type, step_allowed, times
from souq.games.grand_bazaar.rules.selling import FEW, all_goods, all_types, may_ply, next_card
from souq.games.grand_bazaar.rules.turn import deciders
from souq.games.grand_bazaar.state import (
    ACCEPT,
    ALLOW,
    BORROW,
    CARAVAN,
    CLAIM,
    COLLECT,
    COLLECTOR,
    COUNTER,
    CUBES,
    CUSTOMER,
    DECLINE,
    DENY,
    DONE,
    DRAW,
    FINISH,
    GIVE,
    GO_ON,
    GUILD,
    GUILD_SALE,
    HAGGLE,
    HAGGLER,
    HOLD,
    INFORMANT,
    INVITE,
    LEAVE,
    LEAVE_IT,
    LEND,
    LOOK,
    MARKETS,
    NEGOTIATOR,
    NET,
    NOBODY,
    NONE,
    NOTHING,
    OFFER,
    PAIR,
    PICK,
    PLY,
    POST,
    PROPOSE,
    QUANTITY,
    REFUSE,
    REJECT,
    RETIRE,
    SEEK,
    SEND,
    STOP,
    TAKE,
    TAKE_UP,
    TALENTS,
    TIME,
    TRADER,
    TYPE,
    WANT,
    WITHDRAW,
    Phase,
    Rule,
    State,
    Trading,
)

_ASKS = {
    Phase.BID: Rule.GB_B11,
    Phase.LOOK: Rule.GB_C02,
    Phase.TAKE: Rule.GB_C03,
    Phase.CLAIM: Rule.GB_C05,
    Phase.POLL: Rule.GB_F03,
    Phase.RIGHT: Rule.GB_F05,
    Phase.DENIED: Rule.GB_F08,
    Phase.FLOOR: Rule.GB_T15,
    Phase.SEEK: Rule.GB_T17,
    Phase.INVITED: Rule.GB_T17,
    Phase.ANSWER: Rule.GB_T16,
    Phase.LAST: Rule.GB_T16,
    Phase.PICK: Rule.GB_T17,
    Phase.SELL: Rule.GB_L02,
    Phase.QUANTITY: Rule.GB_L03,
    Phase.COLLECT: Rule.GB_L04,
    Phase.PLY: Rule.GB_L06,
    Phase.DISCARD: Rule.GB_L09,
    Phase.OPEN: Rule.GB_T23,
}
QUESTIONS = table([_ASKS[Phase(n)] if n in set(Phase) and Phase(n) in _ASKS else Rule.GB_T20 for n in range(25)])
"""For each phase, the rule that governs the phase's decision; a refusal names it if no other rule fits better."""


@rule
def refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule that forbids a choice of ``seat``, or 0 if it is legal.

    For a choice that doesn't belong to the present phase, return the rule that governs the present decision.
    """
    if s.over == 1:
        return Rule.GB_R04
    if seat == NOBODY:
        return 0 if choice == TIME and s.asks == Phase.OPEN else Rule.GB_T23
    if (deciders(s) >> seat) & 1 == 0:
        return Rule.GB_B01 if s.phase == Phase.BID else question(s)
    if s.phase == Phase.BID:
        return bid_refusal(s, seat, choice)
    if s.phase <= Phase.DENIED:
        return caravan_refusal(s, choice)
    if s.phase == Phase.OPEN:
        return message_refusal(s, seat, choice)
    if s.phase >= Phase.SELL:
        return sale_refusal(s, seat, choice)
    if s.phase >= Phase.GIVE and s.phase <= Phase.BORROW:
        return step_refusal(s, choice)
    return trade_refusal(s, seat, choice)


@rule
def question(s: State) -> int:
    """Return the rule that governs the present decision; the steps of a hidden draft count as one decision."""
    return QUESTIONS[s.asks]


@rule
def bid_refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule that forbids a bid, or 0 if it is legal."""
    if choice < CARAVAN or choice >= LOOK:
        return Rule.GB_B11
    if choice < TRADER:
        contest = (choice - CARAVAN) // CUBES
        k = (choice - CARAVAN) % CUBES + 1
        if least(s, seat, contest) <= k <= s.cubes[seat]:
            return 0
        if k > s.cubes[seat]:
            return Rule.GB_B02
        if highest(s, contest, seat) == CUBES:
            return Rule.GB_B07
        return Rule.GB_B04 if contest == INFORMANT else Rule.GB_B03
    if choice == TRADER:
        return 0 if free_square(s) != NOTHING else Rule.GB_B08
    if choice == NEGOTIATOR:
        if s.trading == Trading.OFF:
            return Rule.GB_B14
        return 0 if (s.negotiator >> seat) & 1 == 0 else Rule.GB_B09
    return 0 if (s.placed[choice - CUSTOMER] >> seat) & 1 == 0 else Rule.GB_B10


@rule
def caravan_refusal(s: State, choice: int) -> int:
    """Return the rule that forbids a choice of the Caravan phase, or 0 if it is legal."""
    if s.phase == Phase.LOOK and LOOK <= choice < TAKE:
        at = choice - LOOK
        return 0 if in_markets(s, at if at < MARKETS else -1, at - MARKETS) else Rule.GB_C02
    if s.phase == Phase.TAKE and TAKE <= choice <= LEAVE_IT:
        if choice < DRAW:
            return 0 if s.discard[choice - TAKE] > 0 else Rule.GB_C03
        return 0 if choice == LEAVE_IT or available(s) else Rule.GB_C03
    if s.phase == Phase.CLAIM and CLAIM <= choice < HOLD:
        return 0 if s.market[choice - CLAIM][0] != NOTHING else Rule.GB_C05
    if s.phase == Phase.POLL and (choice == HOLD or choice == SEND):
        return 0
    if s.phase == Phase.RIGHT and (choice == ALLOW or choice == DENY):
        return 0
    if s.phase == Phase.DENIED and (choice == GO_ON or choice == STOP):
        return 0
    return question(s)


@rule
def in_markets(s: State, market: int, kind: int) -> bool:
    """Return whether a market holds cards; for market -1, whether any market holds a card of type ``kind``."""
    if market >= 0:
        return s.market[market][0] != NOTHING
    for other in range(MARKETS):
        for place in range(PAIR):
            good = s.market[other][place]
            if good != NOTHING and kind_of(good) == kind:
                return True
    return False


@rule
def trade_refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule that forbids a choice of floor trading other than a step of a proposal, or 0 if it is legal."""
    if s.phase == Phase.FLOOR and OFFER <= choice <= LEAVE:
        return floor_refusal(s, seat, choice)
    if s.phase == Phase.SEEK and SEEK <= choice < DECLINE:
        return 0
    if s.phase == Phase.INVITED and (choice == DECLINE or choice == PROPOSE):
        return 0
    if s.phase == Phase.PICK and PICK <= choice <= NONE:
        if choice == NONE:
            return 0
        other = choice - PICK
        if other >= s.players or s.posted[other] == 0:
            return Rule.GB_T17
        return 0 if can_accept(s, other, seat) else Rule.GB_T11
    if (s.phase == Phase.ANSWER or s.phase == Phase.LAST) and ACCEPT <= choice <= COUNTER:
        if choice == REJECT or (choice == COUNTER and s.phase == Phase.ANSWER):
            return 0
        return Rule.GB_T16 if choice == COUNTER else 0 if can_accept(s, proposer(s), seat) else Rule.GB_T11
    return question(s)


@rule
def floor_refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule that forbids an offer or an invitation, or 0 if it is legal; leaving is always legal."""
    if choice == LEAVE:
        return 0
    if choice < INVITE:
        other = choice - OFFER
        if other >= s.players or other == seat:
            return Rule.GB_T01
        if (s.retired >> other) & 1 == 1:
            return Rule.GB_T02
        return 0 if partner_for(s, seat, other) else Rule.GB_T15
    for other in range(s.players):
        if partner_for(s, seat, other):
            return 0
    return Rule.GB_T15


@rule
def step_refusal(s: State, choice: int) -> int:
    """Return the rule that forbids a step of a proposal, or 0 if it is legal."""
    if choice == DONE and s.phase != Phase.NET:
        return 0 if step_allowed(s, choice) else Rule.GB_T08
    if step_group(choice) != s.phase:
        return Rule.GB_T20
    return 0 if step_allowed(s, choice) else part_refusal(s, choice)


@rule
def step_group(choice: int) -> int:
    """Return the phase in which a choice composes part of a proposal, or -1 if it doesn't."""
    if GIVE <= choice < LEND:
        return Phase.GIVE + 0
    if LEND <= choice < NET:
        return Phase.LEND + 0
    if NET <= choice < WANT:
        return Phase.NET + 0
    if WANT <= choice < BORROW:
        return Phase.WANT + 0
    if BORROW <= choice < DONE:
        return Phase.BORROW + 0
    return NOTHING


@rule
def part_refusal(s: State, choice: int) -> int:
    """Return the rule that keeps a card, an access or a payment out of a proposal.

    Possible reasons: its giver lacks it (GB-T10); its receiver has the access already (GB-T09); the good is on both
    sides, or a side would remain empty (GB-T08); a later good or customer has been chosen already (GB-T20).
    """
    if s.phase == Phase.NET:
        net = choice - NET - TALENTS
        return Rule.GB_T08 if -s.talents[s.partner] <= net <= s.talents[s.player] else Rule.GB_T10
    if s.phase == Phase.GIVE:
        if s.hand[s.player][choice - GIVE] <= times(s.giving, choice - GIVE):
            return Rule.GB_T10
        return Rule.GB_T20 if choice - GIVE < s.at else Rule.GB_T08
    if s.phase == Phase.WANT:
        if times(s.giving, choice - WANT) > 0:
            return Rule.GB_T08
        kind = TYPE[choice - WANT]
        return Rule.GB_T10 if of_type(s.wanting, kind) >= s.kinds[s.partner][kind] else Rule.GB_T20
    if s.phase == Phase.LEND:
        return access_refusal(s, choice - LEND, s.player, s.partner)
    return access_refusal(s, choice - BORROW, s.partner, s.player)


@rule
def access_refusal(s: State, customer: int, giver: int, taker: int) -> int:
    """Return the rule that keeps the access to a customer out of a proposal."""
    if (access_of(s, giver) >> customer) & 1 == 0:
        return Rule.GB_T10
    if (access_of(s, taker) >> customer) & 1 == 1:
        return Rule.GB_T09
    return Rule.GB_T20 if customer < s.at else Rule.GB_T08


@rule
def message_refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule that forbids a message of open trading, or 0 if it is legal."""
    if POST <= choice < WITHDRAW:
        other = choice - POST
        if other < s.players and may_post(s, seat, other):
            return 0
        return Rule.GB_T23 if other < s.players and other != seat else Rule.GB_T01
    if WITHDRAW <= choice < REFUSE:
        return 0 if (s.posted[seat] >> (choice - WITHDRAW)) & 1 == 1 else Rule.GB_T23
    if REFUSE <= choice < TAKE_UP:
        return 0 if (s.posted[choice - REFUSE] >> seat) & 1 == 1 else Rule.GB_T23
    if TAKE_UP <= choice < RETIRE:
        other = choice - TAKE_UP
        if (s.posted[other] >> seat) & 1 == 0:
            return Rule.GB_T23
        return 0 if can_accept(s, other, seat) else Rule.GB_T11
    if choice == RETIRE:
        return 0 if active(s, seat) else Rule.GB_T02
    return Rule.GB_T23


@rule
def sale_refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule that forbids a sale, part of a sale, or a discard, or 0 if it is legal."""
    if s.phase == Phase.SELL:
        if choice < HAGGLE or choice > FINISH:
            return Rule.GB_L02
        return sell_refusal(s, seat, choice)
    if choice == DONE or QUANTITY <= choice < POST:
        if choice == next_card(s, choice - 1) and choice != NOTHING:
            return 0
        if s.phase == Phase.QUANTITY:
            return Rule.GB_L03
        if s.phase == Phase.COLLECT:
            return Rule.GB_L04
        return Rule.GB_L06 if s.phase == Phase.PLY else Rule.GB_L09
    return QUESTIONS[s.phase]


@rule
def sell_refusal(s: State, seat: int, choice: int) -> int:
    """Return the rule that forbids a seller from beginning a sale, or 0 if it is legal."""
    access = access_of(s, seat)
    if choice == FINISH:
        return 0
    if choice < COLLECT:
        if s.hand[seat][choice - HAGGLE] < FEW:
            return Rule.GB_L03
        return 0 if (access >> HAGGLER) & 1 == 1 else Rule.GB_L02
    if choice == COLLECT:
        if not all_types(s, seat):
            return Rule.GB_L04
        return 0 if (access >> COLLECTOR) & 1 == 1 else Rule.GB_L02
    if choice < PLY:
        if not all_goods(s, seat, choice - GUILD_SALE):
            return Rule.GB_L05
        return 0 if (access >> GUILD) & 1 == 1 else Rule.GB_L02
    return 0 if may_ply(s, seat) else Rule.GB_L06
