"""What is asked, of who acts and of who waits. That somebody puts a proposal or a sale together nobody else reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from souq.engine.scene import Names, Prompt
from souq.engine.twin import interpreted
from souq.engine.wording import counted, listed, opened
from souq.games.grand_bazaar.rules import scoring
from souq.games.grand_bazaar.rules.bidding import leader
from souq.games.grand_bazaar.rules.cards import cards_in
from souq.games.grand_bazaar.rules.floor import proposer
from souq.games.grand_bazaar.rules.proposals import access_of, can_accept
from souq.games.grand_bazaar.rules.selling import FEWEST, KEEP, MOST, MULTIPLE
from souq.games.grand_bazaar.state import (
    ANYTHING,
    BACK,
    CONTESTS,
    NAMES,
    NOTHING,
    TYPE,
    TYPES,
    VALUE,
    Phase,
)
from souq.games.grand_bazaar.story.wording import TYPES as KINDS
from souq.games.grand_bazaar.story.wording import (
    bundle,
    buyers,
    fitting,
    line,
    lowest_square,
    negotiators,
    people,
    place,
    places,
    proposal,
    several,
    sides,
    sought,
    standing,
    talents,
)

LONGEST = 100
"""Characters that what is said beside a choice may have: sentences that would not fit are left out."""


def prompt(view: Any, seat: int, names: Names) -> Prompt:
    """What is asked of ``seat`` (-1: a spectator), or for whom the others wait; ``view`` is a twin of the record."""
    if view.over:
        return Prompt("The game is over", _result(view, seat, names))
    if view.asks == Phase.OPEN and not (view.phase != Phase.OPEN and seat == view.player):
        return _open(view, seat, names)
    if seat == view.player:
        return _ASKED[Phase(view.phase)](view, names)
    return _WAITED[Phase(view.asks)](view, seat, names)


def _result(view: Any, seat: int, names: Names) -> str:
    """Who has won, and by what."""
    ranks = [int(interpreted(scoring.rank)(view, other)) for other in range(view.players)]
    best = [other for other, rank in enumerate(ranks) if rank == 1]
    money = talents(int(view.talents[best[0]]))
    who = opened(people(best, names, seat))
    if len(best) > 1:
        return f"{who} share the victory with {money} each."
    return f"{who} win{'' if best[0] == seat else 's'} with {money}."


# ---- bidding


def _ask_bid(view: Any, names: Names) -> Prompt:
    n = int(view.cubes[view.player])
    which = {1: "last cube", 2: "last two cubes", 6: "six cubes"}.get(n, f"other {counted(n)} cubes")
    title = f"Where {'does' if n == 1 else 'do'} your {which} go?"
    return Prompt(title, fitting(LONGEST, *_contested(view, view.player, names), "Each bid is for one place."))


def _contested(view: Any, seat: int, names: Names) -> list[str]:
    """Where a seat was outbid and what would take the lead back, and where it leads."""
    led, lost = [], []
    for contest in range(CONTESTS):
        first = int(interpreted(leader)(view, contest))
        if first == seat:
            led.append(contest)
        elif seat >= 0 and view.bids[contest][seat]:
            lost.append(f"{names(first)} has outbid you on {place(contest)} with {view.bids[contest][first]}.")
    return [*lost, f"You lead {places(led)}." if led else ""]


def _wait_bid(view: Any, seat: int, names: Names) -> Prompt:
    theirs = f"{names(view.player)} has {several(int(view.cubes[view.player]), 'cube')} left."
    return Prompt(f"{names(view.player)} is bidding", fitting(LONGEST, theirs, _own_cubes(view, seat)))


def _own_cubes(view: Any, seat: int) -> str:
    if seat < 0:
        return ""
    return f"You have {several(int(view.cubes[seat]), 'cube')} left." if view.cubes[seat] else "Your cubes are placed."


# ---- caravans


def _ask_look(view: Any, names: Names) -> Prompt:
    return Prompt("Look at a market, or at a type", "You lead the Informant. After the look you may take a card.")


def _ask_take(view: Any, names: Names) -> Prompt:
    gone = "Any discarded card, the top card" if sum(view.discard) else "The top card"
    return Prompt("Take a card?", f"{gone}{_top(view)}, or nothing.")


def _top(view: Any) -> str:
    """The type of the top card, in brackets."""
    if view.top == NOTHING:
        return ""
    return f" ({KINDS[view.top - BACK if view.top >= BACK else int(TYPE[view.top])]})"


def _top_card(view: Any) -> str:
    return f"The top card is {_top(view)[2:-1]}." if view.top != NOTHING else "No card is left to draw."


def _ask_claim(view: Any, names: Names) -> Prompt:
    losers = [seat for seat in range(view.players) if view.bids[view.caravan][seat] and seat != view.player]
    theirs = f"{people(losers, names)} {'draw' if len(losers) > 1 else 'draws'} a card." if losers else ""
    return Prompt("Claim a market", fitting(LONGEST, f"You lead {place(view.caravan)}: take both its cards.", theirs))


def _wait_look(view: Any, seat: int, names: Names) -> Prompt:
    return Prompt(f"{names(view.player)} is looking round the markets", f"{names(view.player)} leads the Informant.")


def _wait_take(view: Any, seat: int, names: Names) -> Prompt:
    gone = "a discarded card, the top card" if sum(view.discard) else "the top card"
    return Prompt(f"{names(view.player)} may take a card", f"{opened(gone)}{_top(view)}, or nothing.")


def _wait_claim(view: Any, seat: int, names: Names) -> Prompt:
    draws = "You draw a card then." if seat >= 0 and view.bids[view.caravan][seat] else ""
    own = f"{names(view.player)} leads {place(view.caravan)}."
    return Prompt(f"{names(view.player)} is claiming a market", fitting(LONGEST, own, draws))


# ---- the Free Trader


def _ask_poll(view: Any, names: Names) -> Prompt:
    row, seat = line(view), view.player
    ahead = row[: row.index(seat)]
    right = f"First ask {people(ahead[::-1], names)} for the right of way." if ahead else "You are first in line."
    square = lowest_square(view, seat)
    return Prompt(
        "Hold, or send for two cards?", fitting(LONGEST, _top_card(view), right, f"It costs square {square}.")
    )


def _ask_right(view: Any, names: Names) -> Prompt:
    square = lowest_square(view, view.player)
    deny = f"Deny, and you draw two cards now for square {square}."
    return Prompt(f"Let {names(view.sender)} pass?", fitting(LONGEST, deny, _top_card(view)))


def _ask_denied(view: Any, names: Names) -> Prompt:
    left = [seat for seat in line(view) if view.ahead >> seat & 1]
    after = f"{names(left[-1])} is asked next." if left else "Nobody else is ahead: you draw two cards."
    return Prompt("Go on, or keep your cube?", fitting(LONGEST, after, _top_card(view)))


def _wait_poll(view: Any, seat: int, names: Names) -> Prompt:
    row = line(view)
    then = [other for other in row[row.index(view.player) + 1 :] if not view.held >> other & 1]
    after = f"Then {people(then, names, seat)} may." if then else ""
    title = f"{names(view.player)} holds, or sends for two cards"
    return Prompt(title, fitting(LONGEST, _top_card(view), after))


def _wait_right(view: Any, seat: int, names: Names) -> Prompt:
    sender = "you" if seat == view.sender else names(view.sender)
    return Prompt(f"{names(view.player)} lets {sender} pass, or denies it", _top_card(view))


def _wait_denied(view: Any, seat: int, names: Names) -> Prompt:
    return Prompt(f"{names(view.player)} was denied, and goes on or stops", _top_card(view))


# ---- the floor


def _ask_floor(view: Any, names: Names) -> Prompt:
    n = int(view.left[view.player])
    turns = "This is your last floor turn." if n == 1 else f"You have {several(n, 'floor turn')}."
    return Prompt("You have the floor", f"Make an offer, invite everybody, or leave for this round. {turns}")


def _wait_floor(view: Any, seat: int, names: Names) -> Prompt:
    after = [other for other in negotiators(view) if view.left[other] and other != view.player]
    after.sort(key=lambda other: (other - view.player) % view.players)
    coming = f"{people(after[:1], names, seat, 'you')} {'are' if after[:1] == [seat] else 'is'} next." if after else ""
    turns = f"{several(int(view.left[view.player]), 'floor turn')} left."
    title = f"{names(view.player)} has the floor"
    return Prompt(title, fitting(LONGEST, _may_answer(view, seat), opened(coming), turns))


def _may_answer(view: Any, seat: int) -> str:
    """What somebody without a cube on the Negotiator waits for, or who has left."""
    if seat < 0 or seat in negotiators(view):
        return ""
    return "You have left, and trade no more." if view.retired >> seat & 1 else "You trade when you are asked."


def _ask_seek(view: Any, names: Names) -> Prompt:
    return Prompt("What do you seek?", "Everybody who can deal with you passes or proposes. Then you choose.")


def _ask_invited(view: Any, names: Names) -> Prompt:
    who, good = names(view.floor), sought(view.sought)
    need = "" if view.sought == ANYTHING else f"It need not be for {good}."
    title = f"{who} seeks {good}: will you propose?"
    return Prompt(title, fitting(LONGEST, _heard(view, view.player, names) or "Or pass.", need))


def _wait_seek(view: Any, seat: int, names: Names) -> Prompt:
    return Prompt(f"{names(view.player)} is inviting proposals", "Everybody who can deal is asked in turn.")


def _wait_invited(view: Any, seat: int, names: Names) -> Prompt:
    who = "you seek" if seat == view.floor else f"{names(view.floor)} seeks"
    title = f"{names(view.player)} is asked: {who} {sought(view.sought)}"
    coming = "You are asked too." if seat >= 0 and view.waiting >> seat & 1 else ""
    return Prompt(title, fitting(LONGEST, _heard(view, seat, names), coming))


def _heard(view: Any, seat: int, names: Names) -> str:
    """The last proposal that was made to the invitation."""
    made = [giver for giver, _ in standing(view)]
    if not made:
        return "No proposals yet." if view.asks == Phase.INVITED and seat != view.player else ""
    made.sort(key=lambda giver: (giver - view.floor) % view.players)
    return _proposed(view, made[-1], opened(people(made[-1:], names, seat)))


def _proposed(view: Any, giver: int, who: str) -> str:
    """A proposal to who has the floor, in full where it fits: ``Omar: Rugs for 3 Talents``."""
    said = f"{who}: {proposal(view, giver, view.floor)}."
    return said if len(said) <= LONGEST else f"{who}: {_short(view, giver, int(view.floor))}."


def _short(view: Any, giver: int, taker: int) -> str:
    """A proposal in numbers of cards: ``5 cards and 3 Talents for 4 cards``."""
    give, want = ([good for good in side[giver][taker] if good != NOTHING] for side in (view.give, view.want))
    net, parts = view.net[giver][taker], []
    for cards, money, access in (
        (give, max(net, 0), view.lend[giver][taker]),
        (want, max(-net, 0), view.borrow[giver][taker]),
    ):
        number = [several(len(cards), "card")] if cards else []
        paid = [talents(money)] if money else []
        parts.append(listed([*number, *paid, *([several(access.bit_count(), "customer")] if access else [])]))
    return " for ".join(parts)


def _ask_answer(view: Any, names: Names) -> Prompt:
    giver = int(interpreted(proposer)(view))
    kind = "offer" if view.phase == Phase.ANSWER else "counter-offer"
    return Prompt(f"Accept {names(giver)}’s {kind}?", _on_table(view, giver, view.player, view.player))


def _wait_answer(view: Any, seat: int, names: Names) -> Prompt:
    made = [giver for giver, _ in standing(view) if giver != view.floor]
    giver = int(view.floor) if view.asks == Phase.ANSWER or not made else made[0]
    whose = "your" if giver == seat else f"{names(giver)}’s"
    kind = "offer" if view.asks == Phase.ANSWER else "counter-offer"
    title = f"{names(view.player)} is answering {whose} {kind}"
    return Prompt(title, _on_table(view, giver, view.player, seat))


def _on_table(view: Any, giver: int, taker: int, seat: int) -> str:
    """A proposal, for who is asked in words of what comes and goes."""
    give, want = sides(view, giver, taker)
    said = f"You get {give} for {want}." if seat == taker else f"{opened(give)} for {want}."
    if len(said) > LONGEST:
        said = f"{opened(_short(view, giver, taker))}."
    cannot = seat == taker and not interpreted(can_accept)(view, giver, taker)
    return fitting(LONGEST, said, "You do not have all of it." if cannot else "")


def _ask_pick(view: Any, names: Names) -> Prompt:
    made = [giver for giver, _ in standing(view)]
    return Prompt(
        "Accept a proposal, or none?", fitting(LONGEST, *(_proposed(view, giver, names(giver)) for giver in made))
    )


def _wait_pick(view: Any, seat: int, names: Names) -> Prompt:
    made = [giver for giver, _ in standing(view)]
    said = f"Proposals by {people(made, names, seat)}."
    return Prompt(f"{names(view.player)} is choosing a proposal, or none", said)


# ---- putting a proposal together


def _ask_step(view: Any, names: Names) -> Prompt:
    """A step of a proposal, and what lies on its two sides so far."""
    who = names(view.partner)
    titles = {
        Phase.GIVE: f"Which cards do you give {who}?",
        Phase.LEND: f"Which access do you give {who}?",
        Phase.NET: "How many Talents?",
        Phase.WANT: f"Which cards do you want of {who}?",
        Phase.BORROW: f"Which access do you want of {who}?",
    }
    give = bundle([good for good in view.giving if good != NOTHING], max(view.paying, 0), view.lending)
    want = bundle([good for good in view.wanting if good != NOTHING], max(-view.paying, 0), view.borrowing)
    said = f"You give {give} so far." if want == "nothing" else f"{opened(give)} for {want} so far."
    return Prompt(titles[Phase(view.phase)], said if len(said) <= LONGEST else "Go on, or begin again with Undo.")


# ---- open trading


def _open(view: Any, seat: int, names: Names) -> Prompt:
    """Who may speak, and what was offered."""
    to_you = [giver for giver, taker in standing(view) if taker == seat]
    if seat >= 0 and view.retired >> seat & 1:
        return Prompt("The market is open", "You have left, and trade no more this round.")
    offers = f"{people(to_you, names)} {'have' if len(to_you) > 1 else 'has'} offers for you." if to_you else ""
    if len(to_you) == 1:
        said = f"{names(to_you[0])} offers {proposal(view, to_you[0], seat)}."
        offers = said if len(said) <= LONGEST else f"{names(to_you[0])} has an offer for you."
    others = [other for other in negotiators(view) if other != seat]
    with_whom = "anybody" if seat in negotiators(view) else people(others, names, last="or")
    how = f"Make an offer to {with_whom}." if seat >= 0 else f"{people(others, names)} may trade with anybody."
    return Prompt("The market is open", fitting(LONGEST, offers, how))


# ---- selling


def _ask_sell(view: Any, names: Names) -> Prompt:
    seat = view.player
    n, access = int(interpreted(cards_in)(view, seat)), int(interpreted(access_of)(view, seat))
    ply = n >= FEWEST and not view.sold
    over = f"{several(n, 'card')} in hand, {KEEP} can be kept." if n > KEEP else f"{several(n, 'card')} in hand."
    if not access:
        return Prompt("Ply Your Wares, or sell nothing", fitting(LONGEST, "You have no access to a customer.", over))
    title = "Sell to customers, or Ply Your Wares" if ply else "Sell to customers"
    return Prompt(title, fitting(LONGEST, f"You have access to {listed(buyers(access))}.", over))


def _wait_sell(view: Any, seat: int, names: Names) -> Prompt:
    access = int(interpreted(access_of)(view, view.player))
    whom = f"With access to {listed(buyers(access))}." if access else "Without access to a customer."
    return Prompt(f"{names(view.player)} is selling", fitting(LONGEST, whom, _own_sale(view, seat, names)))


def _own_sale(view: Any, seat: int, names: Names) -> str:
    return "You have not sold yet." if seat >= 0 and not view.sellers >> seat & 1 else ""


def _ask_quantity(view: Any, names: Names) -> Prompt:
    each = MULTIPLE * int(VALUE[view.good])
    return Prompt(f"How many {NAMES[view.good]} for the Haggler?", f"{talents(each)} each.")


def _ask_collect(view: Any, names: Names) -> Prompt:
    chosen = _chosen(view)
    kind = KINDS[min(view.n_drawn, TYPES - 1)]
    said = f"So far {chosen}." if chosen else "One good of each type, for their value and 5 more."
    return Prompt(f"Which {kind} for the Collector?", said)


def _chosen(view: Any) -> str:
    return bundle([good for good, n in enumerate(view.drawn) for _ in range(n)], 0, 0) if view.n_drawn else ""


def _ask_ply(view: Any, names: Names) -> Prompt:
    worth = sum(int(VALUE[good]) * n for good, n in enumerate(view.drawn))
    said = f"{opened(counted(view.n_drawn))} so far, for {talents(worth)}." if view.n_drawn else ""
    return Prompt("Choose the cards you ply", fitting(LONGEST, said, f"{opened(counted(FEWEST))} to {counted(MOST)}."))


def _ask_discard(view: Any, names: Names) -> Prompt:
    left = view.need - view.n_drawn
    again = "" if view.n_drawn == 0 else " more"
    title = f"Discard {counted(left)}{again} card{'' if left == 1 else 's'}"
    return Prompt(title, f"You keep {counted(KEEP)}; the others bring nothing.")


def _wait_discard(view: Any, seat: int, names: Names) -> Prompt:
    n = int(interpreted(cards_in)(view, view.player)) - KEEP
    return Prompt(f"{names(view.player)} is discarding {several(n, 'card')}", f"{opened(counted(KEEP))} can be kept.")


_ASKED: dict[Phase, Callable[[Any, Names], Prompt]] = {
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
_WAITED: dict[Phase, Callable[[Any, int, Names], Prompt]] = {
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
"""Of others' drafts only what they were asked before is known."""
