"""Why something cannot be done here: what stands in the way in this very position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from souq.engine.scene import Names
from souq.engine.twin import interpreted
from souq.engine.wording import counted, listed, opened
from souq.games.grand_bazaar.rules.bidding import highest, leader, least
from souq.games.grand_bazaar.rules.cards import cards_in
from souq.games.grand_bazaar.rules.floor import partner_for, proposer
from souq.games.grand_bazaar.rules.open_trading import POSTS, TRADES
from souq.games.grand_bazaar.rules.proposals import access_of, times
from souq.games.grand_bazaar.rules.selling import FEWEST
from souq.games.grand_bazaar.state import (
    CHOICES,
    COLLECTOR,
    CUBES,
    GUILD,
    HAGGLER,
    INFORMANT,
    MARKETS,
    NAMES,
    NOTHING,
    RANKS,
    TALENTS,
    TYPE,
    Phase,
)
from souq.games.grand_bazaar.story.asked import prompt
from souq.games.grand_bazaar.story.wording import (
    TYPES,
    buyer,
    buyers,
    goods,
    market,
    negotiators,
    people,
    place,
    several,
    talents,
)


@dataclass(frozen=True, slots=True)
class Case:
    """A refused choice: the position, who asks, the group of the choice and its index there."""

    view: Any
    seat: int
    names: Names
    group: str
    index: int

    @property
    def access(self) -> list[str]:
        """The customers the seat may sell to, in words."""
        return buyers(int(interpreted(access_of)(self.view, self.seat)))

    def held(self, good: int) -> int:
        """Copies of a good in the seat's own hand."""
        return int(self.view.hand[self.seat][good])


def why(view: Any, seat: int, choice: int, rule: str, names: Names) -> str:
    """What in this position forbids a choice of ``seat``: a sentence or two.

    It adds to the text of the rule; for spectators it is empty.
    """
    if not 0 <= seat < view.players or not rule:
        return ""
    if view.over:
        end = prompt(view, seat, names)
        return f"{end.title}. {end.detail}"
    open_trading = view.asks == Phase.OPEN
    if not open_trading and seat != view.player:
        return f"{names(view.player)} is asked now, not you."
    group, index = CHOICES.group_of(choice)
    explain = _EXPLAINED.get((rule, group)) if group in _GROUPS.get(view.phase, ()) else None
    said = explain(Case(view, seat, names, group, index)) if explain else ""
    return opened(said) or _asked(view, seat, names)


def _asked(view: Any, seat: int, names: Names) -> str:
    """What is asked instead."""
    title = prompt(view, seat, names).title
    return title if title.endswith("?") else f"{title}."


# ---- bidding


def _too_few(case: Case) -> str:
    """Not enough to lead a caravan or the Informant (GB-B03, B04)."""
    contest = _contest(case)
    first = int(interpreted(leader)(case.view, contest))
    top, own = int(interpreted(highest)(case.view, contest, case.seat)), int(case.view.bids[contest][case.seat])
    need = int(interpreted(least)(case.view, case.seat, contest))
    said = f"{case.names(first)} leads {place(contest)} with {top}"
    if need > case.view.cubes[case.seat]:
        return f"{said}: you need {need}{' more' if own else ''}, and have {int(case.view.cubes[case.seat])} left."
    return f"{said}, you have {own} there: add at least {need}." if own else f"{said}: you need at least {need}."


def _contest(case: Case) -> int:
    """Which contest a bid is for."""
    return INFORMANT if case.group == "informant" else case.index // CUBES


def _bought(case: Case) -> str:
    """Six cubes lie there (GB-B07)."""
    contest = _contest(case)
    return f"{case.names(int(interpreted(leader)(case.view, contest)))} has all {CUBES} cubes on {place(contest)}."


def _cubes(case: Case) -> str:
    """More cubes than are left (GB-B02)."""
    return f"you have only {several(int(case.view.cubes[case.seat]), 'cube')} left."


def _squares(case: Case) -> str:
    owners = people(list(dict.fromkeys(case.view.square)), case.names, case.seat)
    return f"all six squares of the Free Trader are taken, by {owners}."


def _negotiating(case: Case) -> str:
    return "you have a cube on the Negotiator already."


def _befriended(case: Case) -> str:
    return f"you have a cube on {buyer(case.index)} already."


def _no_trading(case: Case) -> str:
    return "nobody trades at this table."


# ---- caravans


def _look(case: Case) -> str:
    """A market without cards, or a type that lies in none (GB-C02)."""
    if case.index < MARKETS:
        return f"the market in {market(case.index)} is empty."
    return f"no {TYPES[case.index - MARKETS]} lies in the markets."


def _take(case: Case) -> str:
    if case.group == "draw":
        return "there is no card to draw."
    return f"no {NAMES[case.index]} lies in the discard pile."


def _claim(case: Case) -> str:
    """A market that was claimed already (GB-C05)."""
    left = [market(n) for n in range(MARKETS) if case.view.market[n][0] != NOTHING]
    return f"the market in {market(case.index)} is empty: choose {listed(left, 'or')}."


# ---- the floor


def _self(case: Case) -> str:
    """Dealings with oneself, or with nobody (GB-T01)."""
    if case.index == case.seat:
        return "you cannot trade with yourself."
    return f"only {counted(case.view.players)} players sit at this table."


def _gone(case: Case) -> str:
    if case.group == "retire":
        left = case.view.retired >> case.seat & 1
        return "you have left already." if left else "you have no cube on the Negotiator to take off."
    return f"{case.names(case.index)} has left the Negotiator and trades no more this round."


def _no_deal(case: Case) -> str:
    """Nothing to swap between two players, or with anybody (GB-T15)."""
    if case.group == "invite":
        return "there is nobody left with whom you could swap anything."
    return f"{_poor(case, case.index)}."


def _poor(case: Case, other: int) -> str:
    """What two players lack for a trade."""
    who = case.names(other)
    for seat, name in ((case.seat, "you have"), (other, f"{who} has")):
        if not _goods(case, seat) and not case.view.talents[seat]:
            return f"{name} nothing to give"
    return f"neither you nor {who} has a card or access to give, only Talents"


def _goods(case: Case, seat: int) -> bool:
    other = case.index if seat == case.seat else case.seat
    own, theirs = (int(interpreted(access_of)(case.view, one)) for one in (seat, other))
    return bool(interpreted(cards_in)(case.view, seat) or own & ~theirs)


def _no_proposal(case: Case) -> str:
    if case.index >= case.view.players:
        return _self(case)
    return f"{case.names(case.index)} has proposed nothing."


def _cannot_pay(case: Case) -> str:
    """What is missing to accept a proposal (GB-T11)."""
    giver = case.index
    if case.group == "accept":
        giver = int(interpreted(proposer)(case.view))
    wanted = case.view.want[giver][case.seat]
    short = [
        good
        for good in dict.fromkeys(wanted)
        if good != NOTHING
        for _ in range(interpreted(times)(wanted, good) - case.held(good))
    ]
    none = [NAMES[good] for good in dict.fromkeys(short) if not case.held(good)]
    if none:
        return f"{case.names(giver)} asks for {listed(none)}, and you have none."
    return f"{case.names(giver)} asks for more than you have: you lack {listed(goods(short))}."


def _no_counter(case: Case) -> str:
    return f"{case.names(int(interpreted(proposer)(case.view)))} has countered: accept it or reject it."


# ---- proposals


def _not_owned(case: Case) -> str:
    """No copy of a good, or no further one (GB-T10)."""
    held = case.held(case.index)
    return f"you have {f'only {listed(goods([case.index] * held))}' if held else f'no {NAMES[case.index]}'}."


def _not_shown(case: Case) -> str:
    """More of a type than the partner shows (GB-T10)."""
    view, kind = case.view, int(TYPE[case.index])
    shown = int(view.kinds[view.partner][kind])
    return f"{case.names(view.partner)} shows {f'only {shown}' if shown else 'no'} {TYPES[kind]}."


def _not_paid(case: Case) -> str:
    """Talents nobody has (GB-T10)."""
    view, net = case.view, case.index - TALENTS
    payer, has = (case.seat, "you have") if net > 0 else (view.partner, f"{case.names(view.partner)} has")
    money = int(view.talents[payer])
    return f"{has} {f'only {talents(money)}' if money else 'no Talents'}."


def _no_access(case: Case) -> str:
    """Access that its giver lacks (GB-T10)."""
    who = "you have" if case.group == "lend" else f"{case.names(case.view.partner)} has"
    return f"{who} no access to {buyer(case.index)}."


def _access_held(case: Case) -> str:
    """Access that its taker has (GB-T09)."""
    who = f"{case.names(case.view.partner)} has" if case.group == "lend" else "you have"
    return f"{who} access to {buyer(case.index)} already."


def _given(case: Case) -> str:
    """A good on both sides (GB-T08)."""
    return f"you give {NAMES[case.index]} yourself."


def _one_sided(case: Case) -> str:
    """A side that would stay empty (GB-T08)."""
    view = case.view
    if view.phase >= Phase.NET and view.giving[0] != NOTHING:
        return f"{case.names(view.partner)} gives nothing yet: both sides must give something."
    return "both sides must give something, and one of them a card or access."


def _too_late(case: Case) -> str:
    """Something out of order (GB-T20)."""
    if case.group in ("lend", "borrow"):
        return f"access to {buyer(case.index)} comes earlier in the order: begin again with Undo."
    return f"after {NAMES[case.view.at]} only goods that come later can be added: begin again with Undo."


# ---- open trading


def _message(case: Case) -> str:
    """A message that does not fit (GB-T23)."""
    if case.index == case.seat or case.index >= case.view.players:
        return _self(case)
    if case.group == "withdraw":
        return f"you have offered {case.names(case.index)} nothing."
    if case.group != "post":
        return f"{case.names(case.index)} has offered you nothing."
    return _no_post(case, case.index)


def _no_post(case: Case, other: int) -> str:
    """Why nothing can be posted to somebody."""
    view, who = case.view, case.names(other)
    for seat, name, has in ((case.seat, "you", "have"), (other, who, "has")):
        if view.retired >> seat & 1:
            return f"{name} {has} left the Negotiator and {'trade' if has == 'have' else 'trades'} no more this round."
        if view.trades[seat] >= TRADES:
            return f"{name} {has} made {TRADES} trades this round, the most there can be."
    if view.posts[case.seat] >= POSTS:
        return f"you have made {POSTS} offers this round, the most there can be."
    if case.seat not in negotiators(view) and other not in negotiators(view):
        return f"neither you nor {who} has a cube on the Negotiator."
    return f"{_poor(case, other)}." if not interpreted(partner_for)(view, case.seat, other) else ""


# ---- selling


def _buyer(case: Case) -> str:
    """A customer to whom there is no access (GB-L02)."""
    whom = {"haggle": HAGGLER, "collect": COLLECTOR, "guild": GUILD}[case.group]
    own = f", only to {listed(case.access)}" if case.access else " or any other customer"
    return f"you have no access to {buyer(whom)}{own}."


def _set(case: Case) -> str:
    """Too few of a good for the Haggler, or more than there are (GB-L03)."""
    if case.group == "haggle":
        n = case.held(case.index)
        return f"you have {'no' if not n else 'only one'} {NAMES[case.index]}, and the Haggler buys two or more."
    good = case.view.good
    return f"you have only {listed(goods([good] * case.held(good)))}."


def _collection(case: Case) -> str:
    """What the Collector misses (GB-L04)."""
    if case.group == "collect":
        lacking = [TYPES[kind] for kind, n in enumerate(case.view.kinds[case.seat]) if not n]
        return f"you have no {listed(lacking, 'and no')}."
    kind = int(case.view.n_drawn)
    if int(TYPE[case.index]) != kind:
        return f"{NAMES[case.index]} is {TYPES[int(TYPE[case.index])]}; now choose {TYPES[kind]}."
    return f"you have no {NAMES[case.index]}."


def _guild(case: Case) -> str:
    """The goods that a whole type lacks (GB-L05)."""
    lacking = [NAMES[good] for good in range(RANKS * case.index, RANKS * (case.index + 1)) if not case.held(good)]
    return f"for all five {TYPES[case.index]} you lack {listed(lacking)}."


def _ply(case: Case) -> str:
    """Ply Your Wares after a sale or with too few cards, or a card that cannot be added (GB-L06)."""
    view = case.view
    if case.group == "ply":
        if view.sold:
            return f"you have sold to {listed(buyers(int(view.sold)))} in this turn."
        return f"you have only {several(int(interpreted(cards_in)(view, case.seat)), 'card')}."
    if case.group == "done":
        return f"{counted(view.n_drawn)} chosen, and it takes {counted(FEWEST)}."
    return _card(case)


def _card(case: Case) -> str:
    """A card that cannot be added to what is plied or discarded."""
    if case.group == "done":
        left = int(case.view.need - case.view.n_drawn)
        return f"{several(left, 'more card')} must go."
    left = case.held(case.index) - case.view.drawn[case.index]
    if not left:
        return f"you have no {'more ' if case.held(case.index) else ''}{NAMES[case.index]}."
    if case.index < case.view.at:
        return f"after {NAMES[case.view.at]} only goods that come later can be added: begin again with Undo."
    return f"with {NAMES[case.index]} now there would be too few cards: begin with goods that come earlier."


_Explain = Callable[[Case], str]
_BIDS = ("caravan", "informant", "free trader", "negotiator", "customer")
_CARDS = ("card", "done")
_GROUPS: dict[int, tuple[str, ...]] = {
    Phase.BID: _BIDS,
    Phase.LOOK: ("look",),
    Phase.TAKE: ("take", "draw", "nothing"),
    Phase.CLAIM: ("claim",),
    Phase.FLOOR: ("offer", "invite"),
    Phase.PICK: ("pick",),
    Phase.ANSWER: ("accept",),
    Phase.LAST: ("accept", "counter"),
    Phase.GIVE: ("give", "done"),
    Phase.LEND: ("lend", "done"),
    Phase.NET: ("talents",),
    Phase.WANT: ("want", "done"),
    Phase.BORROW: ("borrow", "done"),
    Phase.SELL: ("haggle", "collect", "guild", "ply"),
    Phase.QUANTITY: ("quantity",),
    **dict.fromkeys((Phase.COLLECT, Phase.PLY, Phase.DISCARD), _CARDS),
    Phase.OPEN: ("post", "withdraw", "refuse", "take up", "retire"),
}
"""By what is asked, the choices that answer it."""


def _by(rule: str, groups: tuple[str, ...], explain: _Explain) -> dict[tuple[str, str], _Explain]:
    return {(rule, group): explain for group in groups}


_EXPLAINED: dict[tuple[str, str], _Explain] = {
    **_by("GB-B02", _BIDS, _cubes),
    ("GB-B03", "caravan"): _too_few,
    ("GB-B04", "informant"): _too_few,
    **_by("GB-B07", _BIDS, _bought),
    ("GB-B08", "free trader"): _squares,
    ("GB-B09", "negotiator"): _negotiating,
    ("GB-B10", "customer"): _befriended,
    ("GB-B14", "negotiator"): _no_trading,
    ("GB-C02", "look"): _look,
    **_by("GB-C03", ("take", "draw"), _take),
    ("GB-C05", "claim"): _claim,
    **_by("GB-T01", ("offer", "post"), _self),
    **_by("GB-T02", ("offer", "retire"), _gone),
    **_by("GB-T15", ("offer", "invite"), _no_deal),
    ("GB-T17", "pick"): _no_proposal,
    **_by("GB-T11", ("accept", "pick", "take up"), _cannot_pay),
    ("GB-T16", "counter"): _no_counter,
    ("GB-T10", "give"): _not_owned,
    ("GB-T10", "want"): _not_shown,
    ("GB-T10", "talents"): _not_paid,
    **_by("GB-T10", ("lend", "borrow"), _no_access),
    **_by("GB-T09", ("lend", "borrow"), _access_held),
    ("GB-T08", "want"): _given,
    **_by("GB-T08", ("give", "lend", "done", "talents"), _one_sided),
    **_by("GB-T20", ("give", "want", "lend", "borrow"), _too_late),
    **_by("GB-T23", ("post", "withdraw", "refuse", "take up"), _message),
    **_by("GB-L02", ("haggle", "collect", "guild"), _buyer),
    **_by("GB-L03", ("haggle", "quantity"), _set),
    **_by("GB-L04", ("collect", "card"), _collection),
    ("GB-L05", "guild"): _guild,
    **_by("GB-L06", ("ply", *_CARDS), _ply),
    **_by("GB-L09", _CARDS, _card),
}
"""By the rule and the choices that it forbids: who explains it."""
