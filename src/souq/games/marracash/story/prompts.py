"""The prompts of MarraCash: for the player who has to decide, and for everyone else."""

from __future__ import annotations

from collections.abc import Callable

from souq.engine.present.scene import Names, Prompt
from souq.engine.present.wording import counted, listed, many, opened, plural, some
from souq.engine.rules.twin import interpreted
from souq.games.marracash import visits
from souq.games.marracash.rules import auction
from souq.games.marracash.rules.walking import walkable_routes
from souq.games.marracash.state import BOX, ENTRANCE, NOBODY, SHOP_NAMES, STEP, Phase, State
from souq.games.marracash.story.wording import COIN, hue, money, shop, souvenir

LONGEST = 100
"""Maximum number of characters of a prompt's detail; further sentences are left out."""


def prompt(view: State, seat: int, names: Names) -> Prompt:
    """Return the prompt for ``seat`` (-1: a spectator), which may decide or wait; ``view`` is a twin of the record."""
    if view.over:
        return Prompt("The game is over", "The most money wins. Shops count for nothing.")
    phase = Phase(view.phase)
    if seat == view.player:
        return _ASKED[phase](view, names)
    return _WAITED[phase](view, seat, names)


# ---- who acts


def _ask_action(view: State, names: Names) -> Prompt:
    if view.turn <= view.players:
        return Prompt("Choose a shop to auction", "In the first round everyone holds one auction. Crowds come later.")
    can_lead, can_sell = _can_lead(view), bool(interpreted(auction.for_sale)(view))
    if can_lead and can_sell:
        after = "After an auction you can’t lead crowds this turn." if not view.actions else ""
        return Prompt("Lead a crowd or auction a shop", _detail(_nth_action(view), after))
    if can_lead:
        return Prompt("Lead a crowd", _detail(_nth_action(view), _no_auction(view)))
    title = "Auction another shop" if view.auctioned else "Auction a shop"
    return Prompt(title, _detail(_nth_action(view), _stay(view)))


def _no_auction(view: State) -> str:
    """Return a sentence on why the active player can't auction a shop (MA-A01)."""
    if NOBODY not in view.owner:
        return "Every shop is sold."
    if not view.signs[view.player]:
        return f"All {counted(view.owner.count(view.player))} of your signs are in use, so you can’t hold an auction."
    return f"You need {auction.LEAST} {COIN} to hold an auction."


def _stay(view: State) -> str:
    """Return a sentence on why the active player can't lead a crowd (MA-T03)."""
    return "You can’t lead crowds after an auction." if view.auctioned else "The streets are empty."


def _ask_bid(view: State, names: Names) -> Prompt:
    if view.leader == NOBODY:
        return Prompt(f"Open the auction of {shop(view.lot)}", _detail(f"Bid {auction.LEAST} or more.", _door(view)))
    last = f"If you pass, {names(view.leader)} gets the shop." if _others_in(view)[0] == view.leader else ""
    leads = f"{names(view.leader)} leads with {money(view.standing)}."
    detail = _detail(leads, _door(view), _fee(view, view.player), last)
    return Prompt(f"Bid for {shop(view.lot)}, or pass?", detail)


def _ask_amount(view: State, names: Names) -> Prompt:
    most = interpreted(auction.cap)(view, view.player)
    said = f"From {money(view.counted + STEP)} to {money(most)}, in steps of {STEP}."
    return Prompt(f"How much do you bid for {shop(view.lot)}?", _detail(said, _door(view)))


def _ask_souvenir(view: State, names: Names) -> Prompt:
    sales = [(visits.sale(view, slot), souvenir(card, priced=False)) for slot, card in enumerate(view.shown)]
    proceeds = [f"{money(profit - cut)} with {what}" for (profit, cut), what in sales]
    return Prompt(f"Choose the souvenir to sell in {SHOP_NAMES[view.sale]}", f"You keep {listed(proceeds, 'or')}.")


def _ask_gate(view: State, names: Names) -> Prompt:
    return Prompt("Choose the gate to fill first", f"{_empty(view)} {_queue(view)}")


def _ask_group(view: State, names: Names) -> Prompt:
    most = min(BOX.visitors["most"], _waiting(view))
    sizes = [counted(n) for n in range(BOX.visitors["fewest"], most + 1)]
    title = f"Bring visitors to gate {_gate(view) + 1}"
    return Prompt(title, f"{opened(listed(sizes, 'or'))}, from either end of the queue. {_queue(view)}")


_ASKED: dict[Phase, Callable[[State, Names], Prompt]] = {
    Phase.ACTION: _ask_action,
    Phase.BID: _ask_bid,
    Phase.AMOUNT: _ask_amount,
    Phase.SOUVENIR: _ask_souvenir,
    Phase.GATE: _ask_gate,
    Phase.GROUP: _ask_group,
}


# ---- who waits


def _wait_action(view: State, seat: int, names: Names) -> Prompt:
    who = names(view.player)
    if view.turn <= view.players:
        return Prompt(f"{who} is choosing a shop to auction", "In the first round everyone holds one auction.")
    can_lead, can_sell = _can_lead(view), bool(interpreted(auction.for_sale)(view))
    doing = "an action" if can_lead and can_sell else "a crowd to lead" if can_lead else "a shop to auction"
    return Prompt(f"{who} is choosing {doing}", _nth_action(view))


def _wait_bid(view: State, seat: int, names: Names) -> Prompt:
    who = names(view.player)
    if view.leader == NOBODY:
        return Prompt(f"{who} opens the auction", _detail(f"{opened(shop(view.lot))} is for sale.", _door(view)))
    leads = f"{'You lead' if view.leader == seat else f'{names(view.leader)} leads'} with {money(view.standing)}."
    title = f"{who} is bidding for {shop(view.lot)}"
    return Prompt(title, _detail(leads, _next(view, seat, names), _fee(view, seat), _door(view)))


def _next(view: State, seat: int, names: Names) -> str:
    """Return a sentence on the bidder after the present one, or on who gets the shop if the present one passes."""
    after = _others_in(view)[0]
    if after == view.leader:
        return f"If {names(view.player)} passes, {'you get' if after == seat else f'{names(after)} gets'} the shop."
    return "You’re next." if after == seat else f"{names(after)} is next."


def _wait_souvenir(view: State, seat: int, names: Names) -> Prompt:
    return Prompt(
        f"{names(view.player)} is choosing the souvenir to sell",
        f"For a customer in {shop(view.sale)}: {_on_offer(view)}.",
    )


def _wait_gate(view: State, seat: int, names: Names) -> Prompt:
    title = f"{names(view.player)} is choosing a gate to fill"
    return Prompt(title, f"{_empty(view)} {_queue(view)}")


def _wait_group(view: State, seat: int, names: Names) -> Prompt:
    return Prompt(f"{names(view.player)} is bringing visitors to gate {_gate(view) + 1}", _queue(view))


_WAITED: dict[Phase, Callable[[State, int, Names], Prompt]] = {
    Phase.ACTION: _wait_action,
    Phase.BID: _wait_bid,
    Phase.AMOUNT: _wait_bid,
    Phase.SOUVENIR: _wait_souvenir,
    Phase.GATE: _wait_gate,
    Phase.GROUP: _wait_group,
}


# ---- small words


def _detail(*sentences: str) -> str:
    """Join as many sentences as fit into :data:`LONGEST`; the first is always included."""
    said = sentences[0]
    for sentence in sentences[1:]:
        if sentence and len(said) + 1 + len(sentence) <= LONGEST:
            said += f" {sentence}"
    return said


def _can_lead(view: State) -> bool:
    return not view.auctioned and bool(interpreted(walkable_routes)(view))


def _nth_action(view: State) -> str:
    """Return a sentence with the number of the action, and with "last round" or "final turn" if that applies."""
    final = " in the final turn" if view.closing == 1 else " in the last round" if view.closing > 1 else ""
    return f"Action {2 if view.actions else 1} of 2{final}."


def _others_in(view: State) -> list[int]:
    """Return the other seats that are still in the auction, clockwise from the player."""
    seats = [(view.player + k) % view.players for k in range(1, view.players)]
    return [seat for seat in seats if view.inside >> seat & 1]


def _door(view: State) -> str:
    """Return a sentence on the visitors at the door of the shop on auction, who enter and pay at once (MA-A10)."""
    pull = visits.pull(view, view.lot)
    if pull is None:
        return ""
    buying = " and a souvenir" if pull.choice else ("", " with a souvenir", " with souvenirs")[len(pull.sold)]
    who = opened(some(pull.count, f"{hue(view.lot)} customer"))
    return f"{who} at its door pay{'s' if pull.count == 1 else ''} {money(pull.profit)}{buying}."


def _fee(view: State, seat: int) -> str:
    """Return a sentence on the fee if another player buys (MA-A09), for the auctioneer; "" for other seats."""
    if seat != view.active:
        return ""
    now, later = (interpreted(auction.fee_of)(price) for price in (interpreted(auction.least)(view), auction.LIMIT + 1))
    rising = f" ({later} above {auction.LIMIT})" if later != now else ""
    return f"If someone else wins, the bank pays you {now}{rising}."


def _on_offer(view: State) -> str:
    return listed([souvenir(card) for card in view.shown if card >= 0], "or")


def _waiting(view: State) -> int:
    return view.back - view.front


def _queue(view: State) -> str:
    n = _waiting(view)
    return f"{opened(many(n, 'visitor'))} wait{'s' if n == 1 else ''} outside."


def _gate(view: State) -> int:
    """Return the fountain behind the gate that is being filled."""
    return int(ENTRANCE[view.gate])


def _empty(view: State) -> str:
    """Return which gates have no visitors: ``Gates 1 and 8 are empty.``."""
    found = [str(at + 1) for at in map(int, ENTRANCE) if not sum(view.crowd[at])]
    return f"{opened(plural(len(found), 'gate'))} {listed(found)} {'is' if len(found) == 1 else 'are'} empty."
