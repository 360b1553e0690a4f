"""Prompts: what the viewer is asked to do, or what the viewer is waiting for.

While a player composes a proposal or a sale, other seats see the prompt for the decision before its first step.
"""

from __future__ import annotations

from collections.abc import Callable

from souq.engine.present.scene import Names, Prompt
from souq.engine.present.voice import addressed, person, spoken
from souq.engine.present.wording import counted, listed, many, opened, plural, several
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules import scoring
from souq.games.grand_bazaar.rules.bidding import leader
from souq.games.grand_bazaar.rules.cards import cards_in, kind_of, value_of
from souq.games.grand_bazaar.rules.floor import next_floor, proposer
from souq.games.grand_bazaar.rules.proposals import access_of, can_accept
from souq.games.grand_bazaar.rules.selling import BONUS, FEWEST, KEEP, MOST, excess, may_ply, price
from souq.games.grand_bazaar.state import Phase, State
from souq.games.grand_bazaar.story.wording import (
    TYPE_NAMES,
    ahead,
    bundle,
    buyers,
    fitting,
    line,
    lowest_square,
    nearest,
    negotiators,
    open_proposals,
    people,
    place,
    places,
    proposal,
    proposal_sides,
    sides,
    talents,
    wanting,
)

LONGEST = 100
"""Maximum number of characters in the detail of a prompt; sentences that don't fit are left out."""


def prompt(view: State, seat: int, names: Names) -> Prompt:
    """Return what ``seat`` is asked to do or is waiting for; seat -1 is a spectator.

    ``view`` is a twin (the position as plain Python data).
    """
    asked = _prompt(view, seat, addressed(names, seat))
    return Prompt(spoken(asked.title), spoken(asked.detail))


def _prompt(view: State, seat: int, names: Names) -> Prompt:
    if view.over:
        return Prompt("The game is over", _result(view, names))
    # ``asks`` is the phase that other seats see; a player with an unfinished proposal is asked for its next step
    if view.asks == Phase.OPEN and not (view.phase != Phase.OPEN and seat == view.player):
        return _open(view, seat, names)
    if seat == view.player:
        return _QUESTIONS[Phase(view.phase)](view, names)
    return _WAITING[Phase(view.asks)](view, seat, names)


def _result(view: State, names: Names) -> str:
    """Describe who has won, and with how many Talents."""
    ranks = [interpreted(scoring.rank)(view, other) for other in range(view.players)]
    best = [other for other, rank in enumerate(ranks) if rank == 1]
    money = talents(view.talents[best[0]])
    if len(best) > 1:
        return f"{people(best, names)} share the win with {money} each."
    who = person(names, best[0])
    return f"{who} {who.does('wins')} with {money}."


# ---- bidding


def _ask_bid(view: State, names: Names) -> Prompt:
    n = view.cubes[view.player]
    which = {1: "last cube", 2: "last two cubes", g.CUBES: "six cubes"}.get(n, f"other {counted(n)} cubes")
    title = f"Where {'does' if n == 1 else 'do'} your {which} go?"
    how = "Choose a place to see what it gives you. You bid in turns, one place at a time."
    return Prompt(title, fitting(LONGEST, *_contested(view, view.player, names)) or how)


def _contested(view: State, seat: int, names: Names) -> list[str]:
    """Return a sentence on each contest where ``seat`` has been outbid, and one on the contests that it leads."""
    led, lost = [], []
    for contest in range(g.CONTESTS):
        first = interpreted(leader)(view, contest)
        if first == seat:
            led.append(contest)
        elif seat >= 0 and view.bids[contest][seat]:
            cubes = many(view.bids[contest][first], "cube")
            lost.append(f"{names(first)} has outbid you on {place(contest)} with {cubes}.")
    return [*lost, f"You lead {places(led)}." if led else ""]


def _wait_bid(view: State, seat: int, names: Names) -> Prompt:
    own = f", you {view.cubes[seat]}" if seat >= 0 else ""
    left = f"Cubes left: {names(view.player)} {view.cubes[view.player]}{own}."
    return Prompt(f"{names(view.player)} is bidding", left)


# ---- caravans


def _ask_look(view: State, names: Names) -> Prompt:
    return Prompt(
        "Look at a market, or at one type", "As Informant you look in secret. Then you may take a card for yourself."
    )


def _ask_take(view: State, names: Names) -> Prompt:
    return Prompt("Take a card?", f"You may {_takeable(view)}.")


def _takeable(view: State) -> str:
    draws = f"draw the top card{_top(view)}"
    return f"take any discarded card, or {draws}" if sum(view.discard) else draws


def _top(view: State) -> str:
    """Return the type of the top card in brackets, after a space; "" if the pile is empty."""
    if view.top == g.NOTHING:
        return ""
    return f" ({TYPE_NAMES[interpreted(kind_of)(view.top)]})"


def _top_card(view: State) -> str:
    return f"The top card is {_top(view)[2:-1]}." if view.top != g.NOTHING else "No card is left to draw."


def _ask_claim(view: State, names: Names) -> Prompt:
    losers = [seat for seat in range(view.players) if view.bids[view.caravan][seat] and seat != view.player]
    drew = "were outbid and draw one each" if len(losers) > 1 else "was outbid and draws one"
    theirs = f"{people(losers, names)} {drew}." if losers else ""
    own = f"{opened(place(view.caravan))} is yours: take both cards of one market."
    return Prompt("Claim a market", fitting(LONGEST, own, theirs))


def _wait_look(view: State, seat: int, names: Names) -> Prompt:
    return Prompt(f"{names(view.player)} is looking at the markets", "The Informant looks in secret.")


def _wait_take(view: State, seat: int, names: Names) -> Prompt:
    return Prompt(f"{names(view.player)} may take a card", f"The Informant may {_takeable(view)}.")


def _wait_claim(view: State, seat: int, names: Names) -> Prompt:
    draws = "You draw a card for being outbid." if seat >= 0 and view.bids[view.caravan][seat] else ""
    won = f"{opened(place(view.caravan))} is {person(names, view.player).whose}."
    return Prompt(f"{names(view.player)} is claiming a market", fitting(LONGEST, won, draws))


# ---- the Free Trader


def _ask_poll(view: State, names: Names) -> Prompt:
    others = ahead(view, view.player)
    ahead_of = f"{'are' if len(others) > 1 else 'is'} ahead of you in line and may object."
    who = f"{people(others, names)} {ahead_of}" if others else "Nobody can object."
    return Prompt("Draw two cards with your Free Trader cube?", fitting(LONGEST, _top_card(view), who))


def _ask_right(view: State, names: Names) -> Prompt:
    square = lowest_square(view, view.player)
    draws = f"If you object, you draw two cards yourself, with your cube on square {square}."
    return Prompt(f"Let {names(view.sender)} draw before you?", fitting(LONGEST, draws, _top_card(view)))


def _ask_denied(view: State, names: Names) -> Prompt:
    left = nearest(view, view.ahead)
    after = f"{names(left[0])} may object too." if left else "Nobody else can object: you draw two cards."
    return Prompt("Go on, or keep your cube?", fitting(LONGEST, after, _top_card(view)))


def _wait_poll(view: State, seat: int, names: Names) -> Prompt:
    row = line(view)
    then = [other for other in row[row.index(view.player) + 1 :] if not view.held >> other & 1]
    after = f"Next in line: {people(then, names)}." if then else ""
    return Prompt(f"{names(view.player)} may draw two cards", fitting(LONGEST, _top_card(view), after))


def _wait_right(view: State, seat: int, names: Names) -> Prompt:
    sender = person(names, view.sender)
    wants = f"{sender} {sender.does('wants')} to draw two cards."
    return Prompt(f"{names(view.player)} may object", fitting(LONGEST, wants, _top_card(view)))


def _wait_denied(view: State, seat: int, names: Names) -> Prompt:
    objected = "Somebody ahead in line has objected."
    return Prompt(f"{names(view.player)} may go on all the same", fitting(LONGEST, objected, _top_card(view)))


# ---- trading in turns


def _ask_floor(view: State, names: Names) -> Prompt:
    n = view.left[view.player]
    turns = "This is your last turn." if n == 1 else f"You have {many(n, 'turn')}."
    return Prompt("Your turn to trade", f"Make one player an offer, ask everyone for offers, or leave. {turns}")


def _wait_floor(view: State, seat: int, names: Names) -> Prompt:
    after = interpreted(next_floor)(view, (view.player + 1) % view.players)
    who = person(names, after) if after not in (g.NOBODY, view.player) else None
    coming = "" if who is None else "You’re next." if who.you else f"{who} is next."
    turns = f"{many(view.left[view.player], 'turn')} left."
    whose = person(names, view.player).whose
    return Prompt(f"{whose} turn to trade", fitting(LONGEST, _may_answer(view, seat), coming, opened(turns)))


def _may_answer(view: State, seat: int) -> str:
    """Return a sentence on how a seat without the right to start trades can trade now; "" for other seats."""
    if seat < 0 or seat in negotiators(view):
        return ""
    return _LEFT_TRADING if view.retired >> seat & 1 else "You can trade when somebody asks you."


_LEFT_TRADING = "You’ve left the trading for this round."


def _ask_seek(view: State, names: Names) -> Prompt:
    return Prompt("What do you want?", "Everyone who can trade with you makes an offer or passes. Then you choose.")


def _ask_invited(view: State, names: Names) -> Prompt:
    need = "" if view.sought == g.ANYTHING else "You may offer something else too."
    return Prompt(f"{wanting(names, view)}. Make an offer?", fitting(LONGEST, _last_offer(view, names), need))


def _wait_seek(view: State, seat: int, names: Names) -> Prompt:
    return Prompt(f"{names(view.player)} is asking for offers", "Everyone who can trade is asked in turn.")


def _wait_invited(view: State, seat: int, names: Names) -> Prompt:
    floor = person(names, view.floor)
    coming = "You’ll be asked too." if seat >= 0 and view.waiting >> seat & 1 else ""
    title = f"{names(view.player)} may make {'you ' if floor.you else ''}an offer"
    return Prompt(title, fitting(LONGEST, f"{wanting(names, view)}.", _last_offer(view, names), coming))


def _last_offer(view: State, names: Names) -> str:
    """Describe the latest proposal made in answer to the invitation."""
    made = [giver for giver, _ in open_proposals(view)]
    if not made:
        return "No offers yet."
    # seats are asked in order, starting after the inviter: the furthest one is the latest
    return _proposed(view, max(made, key=lambda giver: (giver - view.floor) % view.players), names)


def _proposed(view: State, giver: int, names: Names) -> str:
    """Describe a proposal to the seat that has the floor, shortened if it is too long."""
    who = person(names, giver)
    sentence = f"{who} {who.does('offers')} {proposal(view, giver, view.floor)}."
    return sentence if len(sentence) <= LONGEST else f"{who} {who.does('offers')} {_short(view, giver, view.floor)}."


def _short(view: State, giver: int, taker: int) -> str:
    """Return a proposal with only the numbers of its cards: ``five cards and 3 Talents for four cards``."""
    parts = []
    for cards, money, access in proposal_sides(view, giver, taker):
        number = [many(len(cards), "card")] if cards else []
        paid = [talents(money)] if money else []
        parts.append(listed([*number, *paid, *([many(access.bit_count(), "customer")] if access else [])]))
    return " for ".join(parts)


def _ask_answer(view: State, names: Names) -> Prompt:
    giver = interpreted(proposer)(view)
    kind = "offer" if view.phase == Phase.ANSWER else "counter-offer"
    return Prompt(f"Accept {names(giver)}’s {kind}?", _on_table(view, giver, view.player, view.player))


def _wait_answer(view: State, seat: int, names: Names) -> Prompt:
    made = [giver for giver, _ in open_proposals(view) if giver != view.floor]
    giver = view.floor if view.asks == Phase.ANSWER or not made else made[0]
    kind = "offer" if view.asks == Phase.ANSWER else "counter-offer"
    title = f"{names(view.player)} is answering {person(names, giver).whose} {kind}"
    return Prompt(title, _on_table(view, giver, view.player, seat))


def _on_table(view: State, giver: int, taker: int, seat: int) -> str:
    """Describe the proposal from ``giver`` to ``taker``, as ``seat`` reads it.

    The taker reads it as what it gets and gives, preceded by what it lacks to accept, if anything.
    """
    give, want = sides(view, giver, taker)
    sentence = f"You get {give} for {want}." if seat == taker else f"{opened(give)} for {want}."
    if len(sentence) > LONGEST:
        sentence = f"{opened(_short(view, giver, taker))}."
    cannot = seat == taker and not interpreted(can_accept)(view, giver, taker)
    return fitting(LONGEST, *([_lacking(view, giver, taker)] if cannot else []), sentence)


def _lacking(view: State, giver: int, taker: int) -> str:
    """Describe what ``taker`` lacks to accept a proposal: cards, Talents or access to a customer."""
    cards, money, access = proposal_sides(view, giver, taker)[1]
    goods = [good for good in cards if cards.count(good) > view.hand[taker][good]]
    owed = money if money > view.talents[taker] else 0
    return f"You don’t have {bundle(goods, owed, access & ~interpreted(access_of)(view, taker))}."


def _ask_pick(view: State, names: Names) -> Prompt:
    made = [giver for giver, _ in open_proposals(view)]
    return Prompt("Accept one of the offers?", fitting(LONGEST, *(_proposed(view, giver, names) for giver in made)))


def _wait_pick(view: State, seat: int, names: Names) -> Prompt:
    made = [giver for giver, _ in open_proposals(view)]
    detail = f"{'Offers' if len(made) > 1 else 'An offer'} from {people(made, names)}."
    return Prompt(f"{names(view.player)} may accept an offer", detail)


# ---- putting a proposal together


def _ask_step(view: State, names: Names) -> Prompt:
    """Return the prompt for a step of a proposal, with the contents of its two sides so far."""
    who = names(view.partner)
    titles = {
        Phase.GIVE: f"Which cards do you give {who}?",
        Phase.LEND: f"Which customer do you hand to {who}?",
        Phase.NET: "How many Talents?",
        Phase.WANT: f"Which cards do you want from {who}?",
        Phase.BORROW: f"Which customer do you want from {who}?",
    }
    give = bundle([good for good in view.giving if good != g.NOTHING], max(view.paying, 0), view.lending)
    want = bundle([good for good in view.wanting if good != g.NOTHING], max(-view.paying, 0), view.borrowing)
    detail = f"So far you give {give}." if want == "nothing" else f"So far you give {give} for {want}."
    return Prompt(titles[Phase(view.phase)], detail if len(detail) <= LONGEST else "Go on, or undo and start again.")


# ---- live trading


def _open(view: State, seat: int, names: Names) -> Prompt:
    """Return the prompt during open trading: the offers made to a seat, and the seats that it can trade with."""
    to_you = [giver for giver, taker in open_proposals(view) if taker == seat]
    if seat >= 0 and view.retired >> seat & 1:
        return Prompt("The market is open", _LEFT_TRADING)
    offers = f"{people(to_you, names)} have offers for you." if to_you else ""
    if len(to_you) == 1:
        sentence = f"{names(to_you[0])} offers {proposal(view, to_you[0], seat)}."
        offers = sentence if len(sentence) <= LONGEST else f"{names(to_you[0])} has an offer for you."
    others = [other for other in negotiators(view) if other != seat]
    with_whom = "anyone" if seat in negotiators(view) else people(others, names, last="or")
    how = f"You can make {with_whom} an offer." if seat >= 0 else f"{people(others, names)} can trade with anyone."
    return Prompt("The market is open", fitting(LONGEST, offers, how))


# ---- selling


def _ask_sell(view: State, names: Names) -> Prompt:
    seat = view.player
    n, access = interpreted(cards_in)(view, seat), interpreted(access_of)(view, seat)
    over = f"You hold {many(n, 'card')}{f' and can keep {counted(KEEP)}' if interpreted(excess)(view, seat) else ''}."
    if not access:
        return Prompt("Sell at face value, or sell nothing", fitting(LONGEST, "You have no customers.", over))
    title = "Sell to customers, or at face value" if interpreted(may_ply)(view, seat) else "Sell to customers"
    return Prompt(title, fitting(LONGEST, f"You may sell to {listed(buyers(access))}.", over))


def _wait_sell(view: State, seat: int, names: Names) -> Prompt:
    access, who = interpreted(access_of)(view, view.player), names(view.player)
    whom = f"{who} may sell to {listed(buyers(access))}." if access else f"{who} can only sell at face value."
    own = "You sell later." if seat >= 0 and not view.sellers >> seat & 1 else ""
    return Prompt(f"{who} is selling", fitting(LONGEST, whom, own))


def _ask_quantity(view: State, names: Names) -> Prompt:
    each = interpreted(price)(g.HAGGLER, int(g.VALUE[view.good]))
    return Prompt(f"How many {g.NAMES[view.good]} for the Haggler?", f"The Haggler pays {talents(each)} for each.")


def _ask_collect(view: State, names: Names) -> Prompt:
    chosen = _chosen(view)
    kind = TYPE_NAMES[min(view.n_drawn, g.TYPES - 1)]
    detail = f"So far {chosen}." if chosen else f"One good of each type sells for face value plus {BONUS}."
    return Prompt(f"Which {kind} for the Collector?", detail)


def _chosen(view: State) -> str:
    return bundle([good for good, n in enumerate(view.drawn) for _ in range(n)], 0, 0) if view.n_drawn else ""


def _ask_ply(view: State, names: Names) -> Prompt:
    detail = (
        f"{several(view.n_drawn, 'card')}, {talents(interpreted(value_of)(view.drawn))} so far."
        if view.n_drawn
        else "Each at face value."
    )
    return Prompt(f"Choose {counted(FEWEST)} to {counted(MOST)} cards to sell", detail)


def _ask_discard(view: State, names: Names) -> Prompt:
    left = view.need - view.n_drawn
    again = "" if view.n_drawn == 0 else " more"
    title = f"Discard {counted(left)}{again} {plural(left, 'card')}"
    return Prompt(title, f"You can keep {counted(KEEP)}. Discarded cards earn nothing.")


def _wait_discard(view: State, seat: int, names: Names) -> Prompt:
    n = interpreted(excess)(view, view.player)
    return Prompt(f"{names(view.player)} is discarding {many(n, 'card')}", f"Nobody keeps more than {counted(KEEP)}.")


_QUESTIONS: dict[Phase, Callable[[State, Names], Prompt]] = {
    Phase.BID: _ask_bid,
    Phase.LOOK: _ask_look,
    Phase.TAKE: _ask_take,
    Phase.CLAIM: _ask_claim,
    Phase.POLL: _ask_poll,
    Phase.RIGHT: _ask_right,
    Phase.DENIED: _ask_denied,
    Phase.FLOOR: _ask_floor,
    Phase.SEEK: _ask_seek,
    Phase.INVITED: _ask_invited,
    **dict.fromkeys((Phase.GIVE, Phase.LEND, Phase.NET, Phase.WANT, Phase.BORROW), _ask_step),
    Phase.ANSWER: _ask_answer,
    Phase.LAST: _ask_answer,
    Phase.PICK: _ask_pick,
    Phase.SELL: _ask_sell,
    Phase.QUANTITY: _ask_quantity,
    Phase.COLLECT: _ask_collect,
    Phase.PLY: _ask_ply,
    Phase.DISCARD: _ask_discard,
}
_WAITING: dict[Phase, Callable[[State, int, Names], Prompt]] = {
    Phase.BID: _wait_bid,
    Phase.LOOK: _wait_look,
    Phase.TAKE: _wait_take,
    Phase.CLAIM: _wait_claim,
    Phase.POLL: _wait_poll,
    Phase.RIGHT: _wait_right,
    Phase.DENIED: _wait_denied,
    Phase.FLOOR: _wait_floor,
    Phase.SEEK: _wait_seek,
    Phase.INVITED: _wait_invited,
    Phase.ANSWER: _wait_answer,
    Phase.LAST: _wait_answer,
    Phase.PICK: _wait_pick,
    Phase.SELL: _wait_sell,
    Phase.DISCARD: _wait_discard,
}
"""For each phase, the function that makes the prompt of waiting seats; a draft's steps are hidden and have none."""
