"""Refusals are true: the named rule forbids the choice, for the reason given."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from souq.engine.rules.record import Batch
from souq.games.marracash import GAME
from souq.games.marracash.state import ROUTE_NAMES, SHOP_NAMES, Phase
from tests.games.marracash.moments import amount, bidding, record
from tests.games.marracash.play import games, strange
from tests.games.marracash.reference import GATES
from tests.games.narrating import AMINA, OMAR
from tests.support import rules
from tests.truth import Laws, Tried, named

LAWS = Laws(GAME)
ANSWERS = {
    Phase.ACTION: {"move", "auction"},
    Phase.BID: {"pass", "bid", "more"},
    Phase.AMOUNT: {"add", "more"},
    Phase.SOUVENIR: {"sell"},
    Phase.GATE: {"gate"},
    Phase.GROUP: {"bring"},
}
"""What answers each question (chapter 5)."""
COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def asked(t: Tried, *phases: Phase) -> bool:
    """Return whether the seat is asked one of these."""
    return not t.s.over and t.seat == t.s.player and Phase(t.s.phase) in phases


def aside(t: Tried, *phases: Phase) -> bool:
    """Return whether the seat is asked one of these, and the choice answers something else."""
    return asked(t, *phases) and t.group not in ANSWERS[Phase(t.s.phase)]


def first_round(t: Tried) -> bool:
    return bool(t.s.turn <= t.s.players)


def crowd(t: Tried, fountain: int) -> int:
    """Return how many visitors are at a fountain, by its printed number."""
    return sum(t.s.crowd[fountain - 1])


def waiting(t: Tried) -> int:
    return int(t.s.back - t.s.front)


def shops(t: Tried, seat: int) -> int:
    return list(t.s.owner).count(seat)


def sum_of(t: Tried) -> int:
    """Return the bid that a choice makes; for "more" the least it can still become (D5, D6, D11)."""
    least = t.s.standing + 25 if t.s.standing else 100
    if t.s.phase == Phase.BID:
        return least + (25 if t.group == "more" else 0)
    return int(t.s.counted) + (125 if t.group == "more" else 25 * (t.place + 1))


def bids(t: Tried) -> bool:
    """Return whether a bid is pending and the choice is one, or part of one."""
    return (asked(t, Phase.BID) and t.group in ("bid", "more")) or (
        asked(t, Phase.AMOUNT) and t.group in ("add", "more")
    )


def number(text: str) -> int:
    """Return a number from figures or words."""
    return COUNTS.index(text) if text in COUNTS else 1 if text == "a" else int(text.replace(",", ""))


def numbers(text: str) -> list[int]:
    """Return the numbers of a list: ``7, 8 and 12``."""
    return [int(part) for part in text.replace(" and ", ", ").replace(" or ", ", ").split(", ")]


# ---- whose turn, and what is asked


@LAWS.rule("MA-E04")
def over(t: Tried) -> bool:
    return bool(t.s.over)


@LAWS.rule("MA-S02")
def another_is_on_turn(t: Tried) -> bool:
    return not t.s.over and t.seat != t.s.active and t.seat != t.s.player and t.s.lot < 0


@LAWS.rule("MA-A06")
def another_bids(t: Tried) -> bool:
    """One seat bids after the other; and the decider raises or passes."""
    if not t.s.over and t.s.lot >= 0 and t.seat != t.s.player:
        return True
    return t.s.standing > 0 and aside(t, Phase.BID, Phase.AMOUNT)


@LAWS.rule("MA-A02")
def must_open(t: Tried) -> bool:
    """The auctioneer opens: he can neither pass nor do something else."""
    if t.s.standing > 0:
        return False
    return aside(t, Phase.BID, Phase.AMOUNT) or (asked(t, Phase.BID) and t.group == "pass")


@LAWS.rule("MA-F01")
def first_round_auctions(t: Tried) -> bool:
    """In round 1 one shop is auctioned, and nothing else."""
    return asked(t, Phase.ACTION) and first_round(t) and t.group != "auction"


@LAWS.rule("MA-T02")
def actions_are_compulsory(t: Tried) -> bool:
    return aside(t, Phase.ACTION) and not first_round(t)


@LAWS.rule("MA-V04")
def owner_chooses_a_souvenir(t: Tried) -> bool:
    """Two souvenirs are open for one customer: the owner must choose before anything else happens."""
    if t.s.over or t.s.phase != Phase.SOUVENIR:
        return False
    return t.seat != t.s.owner[t.s.sale] or t.group != "sell"


@LAWS.rule("MA-N01")
def entrances_must_be_filled(t: Tried) -> bool:
    return aside(t, Phase.GATE, Phase.GROUP)


# ---- actions


@LAWS.rule("MA-T01")
def no_move_after_an_auction(t: Tried) -> bool:
    return asked(t, Phase.ACTION) and t.group == "move" and t.s.auctioned == 1


@LAWS.rule("MA-M01")
def the_fountain_is_empty(t: Tried) -> bool:
    return asked(t, Phase.ACTION) and t.group == "move" and crowd(t, start(t)) == 0


def start(t: Tried) -> int:
    """Return the fountain a route begins at."""
    return int(ROUTE_NAMES[t.place].split()[0])


@LAWS.rule("MA-A13")
def owned_for_good(t: Tried) -> bool:
    return asked(t, Phase.ACTION) and t.group == "auction" and t.s.owner[t.place] >= 0


@LAWS.rule("MA-A01")
def may_not_auction(t: Tried) -> bool:
    """Without 100 Dirham, or with all signs used: six, or twelve of two players (MA-W01)."""
    if not asked(t, Phase.ACTION) or t.group != "auction":
        return False
    return t.s.cash[t.seat] < 100 or shops(t, t.seat) == (12 if t.s.players == 2 else 6) or owned_for_good(t)


# ---- bids


@LAWS.rule("MA-A05")
def above_the_cash(t: Tried) -> bool:
    return bids(t) and sum_of(t) > t.s.cash[t.seat]


@LAWS.rule("MA-A12")
def above_the_most(t: Tried) -> bool:
    return bids(t) and sum_of(t) > 7000


# ---- visitors


@LAWS.rule("MA-N02")
def the_entrance_is_occupied(t: Tried) -> bool:
    return asked(t, Phase.GATE) and t.group == "gate" and crowd(t, GATES[t.place]) > 0


@LAWS.rule("MA-N03")
def too_many(t: Tried) -> bool:
    """More than are there; or all that are there from end B, which is the same as from end A (D9)."""
    end, n = divmod(t.place, 3)
    return asked(t, Phase.GROUP) and t.group == "bring" and n + 2 > waiting(t) - end


# ---- what is said


@LAWS.reason(r"Auction another shop\. After an auction you can’t lead crowds this turn\.")
def auction_another(t: Tried) -> bool:
    return no_move_after_an_auction(t) and auctions(t)


def auctions(t: Tried) -> bool:
    """Return whether the seat could put up some shop."""
    return any(not may_not_auction(Tried(t.s, t.seat, t.choice, "auction", place)) for place in range(25))


def leads(t: Tried) -> bool:
    """Return whether the seat could lead some crowd."""
    return not first_round(t) and t.s.auctioned == 0 and any(crowd(t, fountain) for fountain in range(1, 17))


@LAWS.reason(r"Choose a crowd at fountain (.+)\. Fountain (\d+) is empty\.")
def stand_elsewhere(t: Tried, there: str, here: str) -> bool:
    standing = [fountain for fountain in range(1, 17) if crowd(t, fountain)]
    return crowd(t, int(here)) == 0 and start(t) == int(here) and numbers(there) == standing


@LAWS.reason(r"Choose a shop that nobody owns\. The (\w+) shop (\w\d) is (yours|Seat\d’s) already\.")
def is_owned(t: Tried, colour: str, shop: str, owner: str) -> bool:
    seat = t.seat if owner == "yours" else named(owner.removesuffix("’s"))
    return SHOP_NAMES[t.place] == shop and shop[0] == colour[0].upper() and t.s.owner[t.place] == seat


@LAWS.reason(r"Lead a crowd\. All (\w+) of your signs are in use\.")
def no_sign(t: Tried, n: str) -> bool:
    return shops(t, t.seat) == number(n) == (12 if t.s.players == 2 else 6) and leads(t)


@LAWS.reason(r"Lead a crowd\. You need 100 Dirham to hold an auction, and you have (.+)\.")
def poor(t: Tried, cash: str) -> bool:
    return t.s.cash[t.seat] == number(cash) < 100 and leads(t)


@LAWS.reason(r"Choose a shop to auction\. In the first round everyone holds one auction\.")
def in_the_first_round(t: Tried) -> bool:
    return first_round_auctions(t)


@LAWS.reason(r"Take your (second action|two actions) first\.")
def actions_left(t: Tried, left: str) -> bool:
    return actions_are_compulsory(t) and t.s.actions == (1 if left == "second action" else 0)


@LAWS.reason(r"Open with 100 or more\. You put the \w+ shop (\w\d) up for auction yourself\.")
def opens(t: Tried, shop: str) -> bool:
    return must_open(t) and t.seat == t.s.active and SHOP_NAMES[t.s.lot] == shop


@LAWS.reason(
    r"Bid (less|([\d,]+)( or pass)?)\. "
    r"That would make ([\d,]+), and (?:you have ([\d,]+) Dirham|no bid may be higher than 7,000)\."
)
def too_much(t: Tried, how: str, instead: str | None, passes: str, amount: str, cash: str | None) -> bool:
    limit = number(cash) if cash else 7000
    if how != "less":
        least = t.s.standing + 25 if t.s.standing else 100
        assert instead
        if number(instead) != least or bool(passes) != (t.s.standing > 0):
            return False
    return number(amount) == sum_of(t) > limit and (not cash or limit == t.s.cash[t.seat])


@LAWS.reason(r"Say how much you bid for the \w+ shop (\w\d), ([\d,]+) or more\.")
def says_how_much(t: Tried, shop: str, amount: str) -> bool:
    return aside(t, Phase.AMOUNT) and SHOP_NAMES[t.s.lot] == shop and number(amount) == t.s.counted + 25


@LAWS.reason(r"Raise (Seat\d)’s ([\d,]+), or pass\. The \w+ shop (\w\d) is being auctioned\.")
def raises(t: Tried, leader: str, amount: str, shop: str) -> bool:
    return SHOP_NAMES[t.s.lot] == shop and named(leader) == t.s.leader != t.seat and number(amount) == t.s.standing


@LAWS.reason(r"Choose the souvenir to sell first\. A customer is waiting in the \w+ shop (\w\d)\.")
def customer_waits(t: Tried, shop: str) -> bool:
    return SHOP_NAMES[t.s.sale] == shop and t.s.owner[t.s.sale] == t.seat


@LAWS.reason(r"Fill gate (.+)\. (\w+) visitors? still stands? at gate (\d+)\.")
def occupied(t: Tried, there: str, n: str, here: str) -> bool:
    return crowd(t, int(here)) == number(n.lower()) and GATES[t.place] == int(here) and numbers(there) == empty(t)


@LAWS.reason(r"Bring visitors to gate (.+) first\. Your actions are done\.")
def brings(t: Tried, there: str) -> bool:
    to_fill = empty(t) if t.s.phase == Phase.GATE else [GATES[t.s.gate]]
    return entrances_must_be_filled(t) and numbers(there) == to_fill


def empty(t: Tried) -> list[int]:
    """Return the empty entrances."""
    return [gate for gate in GATES if not crowd(t, gate)]


@LAWS.reason(r"Bring fewer\. Only (\w+) (?:is|are) waiting outside\.")
def few_wait(t: Tried, n: str) -> bool:
    return number(n) == waiting(t) < t.place % 3 + 2


@LAWS.reason(r"Choose end A\. Bringing in all (\w+) is the same from either end\.")
def all_wait(t: Tried, n: str) -> bool:
    return number(n) == waiting(t) == t.place % 3 + 2 and t.place >= 3


def positions() -> Iterator[Batch]:
    """Yield positions of normal and strange random games, every question, rare ones often; and bids at their limits."""
    pick = random.Random(4)
    often = {Phase.SOUVENIR: 1, Phase.GATE: 1, Phase.GROUP: 0.4, Phase.AMOUNT: 0.1}
    for seed in range(24):
        kind = games if seed % 4 == 0 else strange
        for state in kind(2 + seed % 3, 60 + seed, souvenirs=seed % 4 != 1):
            if state["over"][0] or pick.random() < often.get(Phase(int(state["phase"][0])), 0.08):
                yield state
    for standing, cash in product((0, 500, 6850, 6900, 6950, 6975), (150, 550, 7000, 7025, 9000)):
        if cash > standing + 50:
            leader, facts = (AMINA if standing else -1), {"cash": [1200, cash, 1200, 0]}
            facts["active"] = AMINA if standing else OMAR
            yield record(bidding("B1", standing, leader, **facts))
            for counted in {standing + 125, 6900} & set(range(standing + 25, min(cash, 7000) - 25)):
                yield record(amount("B1", standing, leader, counted, **facts))


@rules("MA-T02", "MA-A01", "MA-A02", "MA-A05", "MA-A06", "MA-A12", "MA-N02", "MA-N03", "MA-V04", "MA-S02")
def test_refusals_name_a_true_rule_and_reason() -> None:
    seen = LAWS.check(positions())
    assert not LAWS.untried(seen)
    assert {group for _, group in seen} - {""} == {GAME.choices.group_of(choice)[0] for choice in range(GAME.n_choices)}
