"""Explanations of illegal choices in a position: why a choice is illegal, and what to do instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from souq.engine.present.scene import Names
from souq.engine.present.voice import addressed, person
from souq.engine.present.wording import counted, listed, many, opened
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.bidding import highest, leader, least
from souq.games.grand_bazaar.rules.cards import cards_in
from souq.games.grand_bazaar.rules.floor import partner_for, proposer
from souq.games.grand_bazaar.rules.open_trading import POSTS, TRADES
from souq.games.grand_bazaar.rules.proposals import access_of, has_wares, times
from souq.games.grand_bazaar.rules.selling import FEWEST
from souq.games.grand_bazaar.state import Phase, State
from souq.games.grand_bazaar.story.prompts import prompt
from souq.games.grand_bazaar.story.wording import (
    TYPE_NAMES,
    buyer,
    buyers,
    goods,
    market,
    negotiators,
    people,
    place,
    talents,
    type_name,
)


@dataclass(frozen=True, slots=True)
class Case:
    """An illegal choice to be explained: position, seat, and the choice (name of its group, index in the group)."""

    view: State
    seat: int
    names: Names
    group: str
    index: int

    @property
    def access(self) -> list[str]:
        """The customers that the seat may sell to, in words."""
        return buyers(interpreted(access_of)(self.view, self.seat))

    def held(self, good: int) -> int:
        """Return the number of copies of a good in the seat's own hand."""
        return self.view.hand[self.seat][good]


def why(view: State, seat: int, choice: int, rule: str, names: Names) -> str:
    """Explain why a choice of ``seat`` is illegal, and what the seat can do instead; return "" for spectators.

    The explanation has one or two sentences and is shown in addition to the text of the rule.
    """
    if not 0 <= seat < view.players or not rule:
        return ""
    if view.over:
        end = prompt(view, seat, names)
        return f"{end.title}. {end.detail}"
    open_trading = view.asks == Phase.OPEN
    if not open_trading and seat != view.player:
        return f"It’s {names(view.player)}’s turn, not yours."
    group, index = g.CHOICES.group_of(choice)
    explain = _EXPLAINED.get((rule, group)) if group in _GROUPS.get(view.phase, ()) else None
    explanation = explain(Case(view, seat, addressed(names, seat), group, index)) if explain else ""
    return opened(explanation) or _asked(view, seat, names)


def _asked(view: State, seat: int, names: Names) -> str:
    """Return the title of the seat's prompt (what the seat is asked to do) as a sentence."""
    title = prompt(view, seat, names).title
    return title if title.endswith("?") else f"{title}."


# ---- bidding


def _too_few(case: Case) -> str:
    """Explain that a bid is too low to lead a caravan or the Informant (GB-B03, B04)."""
    contest = _contest(case)
    first, left = case.names(interpreted(leader)(case.view, contest)), case.view.cubes[case.seat]
    top, own = interpreted(highest)(case.view, contest, case.seat), case.view.bids[contest][case.seat]
    need = interpreted(least)(case.view, case.seat, contest)
    leads = f"{first} leads on {place(contest)} with {counted(top)}"
    there = f" and you have {counted(own)} there" if own else ""
    if need > left:
        return f"choose another place: {leads}{there}, and you have only {many(left, 'cube')} left."
    return f"{'add' if own else 'bid'} at least {counted(need)}: {leads}{there}."


def _contest(case: Case) -> int:
    """Return the number of the contest, which is a caravan or the Informant, that a bid is for."""
    return g.INFORMANT if case.group == "informant" else case.index // g.CUBES


def _bought(case: Case) -> str:
    """Explain that a caravan or the Informant belongs to a seat with all its six cubes there (GB-B07)."""
    contest = _contest(case)
    who = person(case.names, interpreted(leader)(case.view, contest))
    return f"choose another place: {who} {who.does('has')} all {counted(g.CUBES)} cubes on {place(contest)}."


def _cubes(case: Case) -> str:
    """Explain that the seat has too few cubes left for a bid (GB-B02)."""
    return f"bid fewer: you have only {many(case.view.cubes[case.seat], 'cube')} left."


def _squares(case: Case) -> str:
    owners = people(dict.fromkeys(case.view.square), case.names)
    return f"choose another place: all six Free Trader squares are taken, by {owners}."


def _negotiating(case: Case) -> str:
    return "choose another place: you already have a cube on the Negotiator."


def _befriended(case: Case) -> str:
    return f"choose another place: you already have a cube on {buyer(case.index)}."


def _no_trading(case: Case) -> str:
    return "choose another place: there’s no trading at this table."


# ---- caravans


def _nothing_to_see(case: Case) -> str:
    """Explain that the Informant can't look at an empty market or at a type without cards (GB-C02)."""
    if case.index < g.MARKETS:
        return f"choose another market: there are no cards in {market(case.index)}."
    return f"choose another type: the markets have no {TYPE_NAMES[case.index - g.MARKETS]}."


def _take(case: Case) -> str:
    if case.group == "draw":
        return "there’s no card left to draw."
    return f"choose another card: the discard pile has no {g.NAMES[case.index]}."


def _claim(case: Case) -> str:
    """Explain that a market has been claimed already (GB-C05)."""
    left = [market(n) for n in range(g.MARKETS) if case.view.market[n][0] != g.NOTHING]
    return f"choose {listed(left, 'or')}: there are no cards in {market(case.index)}."


# ---- trading in turns


def _self(case: Case) -> str:
    """Explain that a seat can't trade with itself or with a seat beyond the last player (GB-T01)."""
    if case.index == case.seat:
        return "choose another player: you can’t trade with yourself."
    return f"choose another player: there are only {counted(case.view.players)} players at this table."


def _gone(case: Case) -> str:
    if case.group == "retire":
        left = case.view.retired >> case.seat & 1
        return "you’ve left the trading already." if left else "you have no cube on the Negotiator to take off."
    return f"choose another player: {_left(case, case.index)}."


def _left(case: Case, seat: int) -> str:
    who = person(case.names, seat)
    return f"{who} {who.does('has')} left the trading for this round"


def _no_deal(case: Case) -> str:
    """Explain that the seat can't trade with a player, or with anyone, because there is nothing to swap (GB-T15)."""
    if case.group == "invite":
        return "leave instead: nobody has anything to swap with you."
    return f"choose another player: {_poor(case, case.index)}."


def _poor(case: Case, other: int) -> str:
    """Describe why two players can't trade: one has nothing to give, or both have nothing but Talents."""
    for one, two in ((case.seat, other), (other, case.seat)):
        if not case.view.talents[one] and not interpreted(has_wares)(case.view, one, two):
            who = person(case.names, one)
            return f"{who} {who.does('has')} nothing to give"
    return f"you and {case.names(other)} have only Talents to give, no card and no customer"


def _no_proposal(case: Case) -> str:
    if case.index >= case.view.players or case.index == case.seat:
        return _self(case)
    return f"choose another offer, or none: {case.names(case.index)} hasn’t made one."


_INSTEAD = {Phase.ANSWER: "reject it or make a counter-offer", Phase.LAST: "reject it"}
_INSTEAD |= {Phase.PICK: "choose another offer, or none", Phase.OPEN: "decline it or make another offer"}


def _cannot_pay(case: Case) -> str:
    """Explain which goods the seat lacks to accept a proposal (GB-T11)."""
    giver = case.index
    if case.group == "accept":
        giver = interpreted(proposer)(case.view)
    wanted = case.view.want[giver][case.seat]
    short = [
        good
        for good in dict.fromkeys(wanted)
        if good != g.NOTHING
        for _ in range(interpreted(times)(wanted, good) - case.held(good))
    ]
    # if some goods are missing entirely, only those are named
    none = [g.NAMES[good] for good in dict.fromkeys(short) if not case.held(good)]
    asks = f"{_INSTEAD[Phase(case.view.phase)]}: {case.names(giver)} wants"
    if none:
        return f"{asks} {listed(none)}, and you have none."
    return f"{asks} more than you have. You’re missing {listed(goods(short))}."


def _no_counter(case: Case) -> str:
    return f"accept or reject it: {case.names(interpreted(proposer)(case.view))} has already countered."


# ---- proposals


def _not_owned(case: Case) -> str:
    """Explain that the seat has too few copies of a good to give one more (GB-T10)."""
    return f"you have {_only(case)}."


def _only(case: Case, good: int = -1) -> str:
    """Return how many copies of a good a seat has: ``no Goats``, ``only one card of Goats``, ``only two Goats``."""
    good = case.index if good < 0 else good
    held = case.held(good)
    few = "only one card of" if held == 1 else f"only {counted(held)}"
    return f"{few if held else 'no'} {g.NAMES[good]}"


def _not_shown(case: Case) -> str:
    """Explain that the partner has too few cards of a type, as the backs of its cards show (GB-T10)."""
    view, kind = case.view, int(g.TYPE[case.index])
    visible = view.kinds[view.partner][kind]
    return (
        f"{case.names(view.partner)} has {f'only {counted(visible)}' if visible else 'no'} {type_name(kind, visible)}."
    )


def _not_paid(case: Case) -> str:
    """Explain that the seat that would pay has too few Talents (GB-T10)."""
    view, net = case.view, case.index - g.TALENTS
    payer = case.seat if net > 0 else view.partner
    who, money = person(case.names, payer), view.talents[payer]
    return f"{who} {who.does('has')} {f'only {talents(money)}' if money else 'no Talents'}."


def _no_access(case: Case) -> str:
    """Explain that a seat can't give away access to a customer that it doesn't have (GB-T10)."""
    who = person(case.names, case.seat if case.group == "lend" else case.view.partner)
    return f"{who} {who.does('has')} no access to {buyer(case.index)}."


def _access_held(case: Case) -> str:
    """Explain that a seat can't get access to a customer that it already has (GB-T09)."""
    who = person(case.names, case.view.partner if case.group == "lend" else case.seat)
    return f"{who} already {who.does('has')} access to {buyer(case.index)}."


def _given(case: Case) -> str:
    """Explain that a good can't be on both sides: the seat already gives it and so can't ask for it (GB-T08)."""
    return f"you’re giving {g.NAMES[case.index]} yourself."


def _one_sided(case: Case) -> str:
    """Explain that both sides of a proposal must contain something (GB-T08)."""
    view = case.view
    if view.phase >= Phase.NET and view.giving[0] != g.NOTHING:
        return f"ask for something: {case.names(view.partner)} gives nothing yet, and both sides must give."
    return "add something: both sides must give, and one of them a card or a customer."


def _too_late(case: Case) -> str:
    """Explain that a good or customer can't be added any longer, as they are added in a fixed order (GB-T20)."""
    if case.group in ("lend", "borrow"):
        return f"undo and start again: {buyer(case.index)} comes earlier in the order."
    return f"undo and start again: after {g.NAMES[case.view.at]} you can only add goods that come later."


# ---- live trading


def _message(case: Case) -> str:
    """Explain why a message of open trading is illegal (GB-T23)."""
    if case.index == case.seat or case.index >= case.view.players:
        return _self(case)
    if case.group == "withdraw":
        return f"you haven’t made {case.names(case.index)} an offer."
    if case.group != "post":
        return f"{case.names(case.index)} hasn’t made you an offer."
    return _no_post(case, case.index)


def _no_post(case: Case, other: int) -> str:
    """Explain why the seat can't post an offer to a player (GB-T23)."""
    view = case.view
    for seat in (case.seat, other):
        who = person(case.names, seat)
        if view.retired >> seat & 1:
            return f"{_left(case, seat)}."
        if view.trades[seat] >= TRADES:
            return f"{who} {who.does('has')} made {counted(TRADES)} trades this round, and that’s the limit."
    if view.posts[case.seat] >= POSTS:
        return f"you have made {POSTS} offers this round, and that’s the limit."
    if case.seat not in negotiators(view) and other not in negotiators(view):
        return f"neither you nor {case.names(other)} has a cube on the Negotiator."
    return f"{_poor(case, other)}." if not interpreted(partner_for)(view, case.seat, other) else ""


# ---- selling


def _buyer(case: Case) -> str:
    """Explain that the seat has no access to a customer (GB-L02)."""
    whom = {"haggle": g.HAGGLER, "collect": g.COLLECTOR, "guild": g.GUILD}[case.group]
    if case.access:
        return f"sell to {listed(case.access, 'or')}: you have no access to {buyer(whom)}."
    return f"you have no access to {buyer(whom)} or any other customer."


def _set(case: Case) -> str:
    """Explain that the seat has too few copies of a good for a sale to the Haggler (GB-L03)."""
    if case.group == "haggle":
        return f"choose another good: you have {_only(case)}, and the Haggler buys two or more."
    return f"choose fewer: you have {_only(case, case.view.good)}."


def _collection(case: Case) -> str:
    """Explain why a sale to the Collector fails: which card is missing, or which type comes next (GB-L04)."""
    if case.group == "collect":
        lacking = [TYPE_NAMES[kind] for kind, n in enumerate(case.view.kinds[case.seat]) if not n]
        return f"the Collector wants one good of each type, and you have no {listed(lacking, 'or')}."
    kind = case.view.n_drawn
    if int(g.TYPE[case.index]) != kind:
        return f"choose {TYPE_NAMES[kind]} now, not {TYPE_NAMES[int(g.TYPE[case.index])]}."
    return f"choose other {TYPE_NAMES[kind]}: you have no {g.NAMES[case.index]}."


def _guild(case: Case) -> str:
    """Explain which goods the seat lacks for the Guild Master (GB-L05)."""
    lacking = [g.NAMES[good] for good in range(g.RANKS * case.index, g.RANKS * (case.index + 1)) if not case.held(good)]
    return f"the Guild Master wants all five goods of {TYPE_NAMES[case.index]}, and you’re missing {listed(lacking)}."


def _ply(case: Case) -> str:
    """Explain why Ply Your Wares can't be begun, extended by a card or ended now (GB-L06)."""
    view = case.view
    if case.group == "ply":
        if view.sold:
            return f"sell to customers only: you’ve already sold to {listed(buyers(view.sold))} this turn."
        held = interpreted(cards_in)(view, case.seat)
        return f"it takes {many(FEWEST, 'card')}, and you have only {counted(held)}."
    if case.group == "done":
        return f"choose {counted(FEWEST - view.n_drawn)} more: it takes {many(FEWEST, 'card')}."
    return _card(case)


def _card(case: Case) -> str:
    """Explain why a card can't be added to a sale at face value or a discard, or why that can't be ended."""
    if case.group == "done":
        return f"choose {many(case.view.need - case.view.n_drawn, 'more card')} to discard."
    left = case.held(case.index) - case.view.drawn[case.index]
    if not left:
        return f"you have no {'more ' if case.held(case.index) else ''}{g.NAMES[case.index]}."
    if case.index < case.view.at:
        return _too_late(case)
    return f"start with goods that come earlier: after {g.NAMES[case.index]} there wouldn’t be enough left."


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
"""For each phase, the groups of choices with explanations of their own; other choices get the prompt's title."""


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
    ("GB-C02", "look"): _nothing_to_see,
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
"""For each rule and group of choices, the function that explains a refusal."""
