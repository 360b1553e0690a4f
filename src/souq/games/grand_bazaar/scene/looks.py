"""What things of the board say when somebody points at them."""

from __future__ import annotations

from souq.engine.scene import Look
from souq.engine.wording import counted, listed, opened, remaining
from souq.games.grand_bazaar.scene.board import STAGES, supply_key
from souq.games.grand_bazaar.scene.caravans import caravan_key, caravan_words
from souq.games.grand_bazaar.scene.desk import Desk, kind_of
from souq.games.grand_bazaar.scene.geometry import (
    COLLECTOR_AT,
    CUSTOMER_AT,
    GUILD_AT,
    HAGGLER_AT,
    INFORMANT_AT,
    NEGOTIATOR_AT,
    TRADER_AT,
    WEDGES,
    Plan,
)
from souq.games.grand_bazaar.scene.markets import TYPE_NAMES, keys_of, market_words, pile_words
from souq.games.grand_bazaar.scene.shelf import sold
from souq.games.grand_bazaar.scene.wedges import open_wedges, square_key, wedge_key, wedge_words
from souq.games.grand_bazaar.state import (
    BACK,
    CARAVANS,
    CUBES,
    INFORMANT,
    MARKETS,
    NAMES,
    NOBODY,
    RANKS,
    SQUARES,
    Phase,
    Trading,
)

PURPOSE = {
    INFORMANT_AT: "The highest bid looks at a market or at all cards of a type there, then may take a card.",
    HAGGLER_AT: "Buys two or more of one good for twice their value, any number of times.",
    NEGOTIATOR_AT: "Only who has a cube here starts trades; others trade with them.",
    COLLECTOR_AT: "Buys one good of each type for their value and 5 more, any number of times.",
    TRADER_AT: "Each time a caravan is claimed a cube in line may be sent for two cards; the front has right of way.",
    GUILD_AT: "Buys all five goods of one type for 30.",
}
"""What each wedge does, in a sentence."""


def looks(desk: Desk, plan: Plan) -> list[Look]:
    """Everything on the board that says something."""
    made = [_wedge(desk, at) for at in range(len(WEDGES)) if at not in open_wedges(desk)]
    made += [_square(desk, square) for square in range(SQUARES)]
    made += [_caravan(desk, at) for at in range(CARAVANS)]
    made += [_market(desk, market) for market in range(MARKETS) if desk.market(market)]
    return [*made, *_piles(desk, plan), _hafid(desk), _track(desk), *_supply(desk)]


def _wedge(desk: Desk, at: int) -> Look:
    """What it does, and why the viewer cannot put a cube there."""
    said = PURPOSE[at]
    if desk.asks(Phase.BID):
        said += f" {_barred(desk, at)}"
    elif at in CUSTOMER_AT and desk.stage in ("trading", "selling"):
        said += f" {_sellers(desk, CUSTOMER_AT.index(at))}"
    elif at == NEGOTIATOR_AT and desk.retired:
        gone = [desk.called(seat) for seat in desk.retired]
        said += f" {opened(listed(gone))} left."
    return Look((wedge_key(at),), opened(wedge_words(desk, at)), said)


def _barred(desk: Desk, at: int) -> str:
    if at == INFORMANT_AT:
        return "Nobody can outbid six." if desk.bought(INFORMANT) else f"{desk.least(INFORMANT)} would lead."
    if at == NEGOTIATOR_AT and desk.trading == Trading.OFF:
        return "At this table there is no trading."
    return "All squares are taken." if at == TRADER_AT else "You are there already: one cube a round."


def _sellers(desk: Desk, customer: int) -> str:
    who = [desk.called(seat) for seat in desk.access(customer)]
    return f"{opened(listed(who))} may sell there." if who else "Nobody may sell there."


def _square(desk: Desk, square: int) -> Look:
    seat = desk.squares[square]
    if seat == NOBODY:
        return Look(
            (square_key(square),),
            f"Free Trader, square {square + 1}",
            "Cubes fill the squares from 1 to 6; lower ones go first.",
        )
    place = desk.line.index(seat) + 1
    words = f"{opened(desk.called(seat))} on square {square + 1}"
    if desk.lowest(seat) != square:
        return Look((square_key(square),), words, "The cube on the lowest square is used first.")
    ahead = [desk.called(other) for other in desk.line[: place - 1]]
    wait = (
        f"Must ask {listed(list(reversed(ahead)))} for right of way."
        if ahead
        else "First in line: may send without asking."
    )
    return Look((square_key(square),), words, f"{wait} A cube draws two cards.")


def _caravan(desk: Desk, at: int) -> Look:
    """Who leads, who would draw, and what the viewer needs."""
    lead, hint = desk.leaders[at], ""
    if lead < 0:
        hint = (
            "Whoever bids highest claims a market." if desk.stage == "bidding" else "It is not claimed in this round."
        )
    else:
        others = [desk.called(seat) for seat in desk.bidders(at) if seat != lead]
        hint = f"{opened(desk.called(lead))} {'claim' if lead == desk.seat else 'claims'} a market as things are"
        hint += (
            f"; {listed(others)} {'draws' if len(others) == 1 and others[0] != 'you' else 'draw'} a card."
            if others
            else "."
        )
    if desk.stage == "bidding" and desk.seat >= 0 and not desk.over:
        hint += f" {_needs(desk, at)}"
    return Look((caravan_key(at),), opened(caravan_words(desk, at)), hint)


def _needs(desk: Desk, at: int) -> str:
    if desk.bought(at):
        return "Nobody can outbid six."
    if desk.leaders[at] == desk.seat:
        return "You may raise."
    least, left = desk.least(at), desk.cubes(desk.seat)
    more = " more" if desk.bid(at, desk.seat) else ""
    return f"{least}{more} to lead" + (
        "." if least <= left else f": you have {remaining(left)} left." if least <= CUBES else "."
    )


# ---- cards


def _market(desk: Desk, market: int) -> Look:
    cards = desk.market(market)
    seen = [
        seat
        for seat in desk.seats
        if any(int(desk.view.looked[market][place]) >> seat & 1 for place in range(len(cards)))
    ]
    who = [desk.called(seat) for seat in seen]
    said = f"{opened(listed(who))} looked here." if who else "Nobody has looked here."
    odds = [_odds(desk, kind_of(card)) for card in dict.fromkeys(cards) if card >= BACK]
    return Look(keys_of(desk, market), market_words(desk, market), " ".join(filter(None, [said, *odds])))


def _odds(desk: Desk, kind: int) -> str:
    """How many goods of a type are not located: what a back may be."""
    left = [desk.unseen[RANKS * kind + rank] for rank in range(RANKS)]
    best = [f"{n} {NAMES[RANKS * kind + rank]}" for rank, n in enumerate(left) if n and rank < 2]
    return f"{TYPE_NAMES[kind]} not located: {sum(left)}, of them {listed(best)}." if best else ""


def _piles(desk: Desk, plan: Plan) -> list[Look]:
    hint = "Its top card shows its type. When the pile runs out, what was sold is shuffled."
    n = sum(desk.discard)
    title = f"Discard pile: {n} card{'' if n == 1 else 's'}" if n else "Discard pile: empty"
    said = (
        "Sold and discarded, open to all. The Informant may take one card of it." if n else "Nothing has been sold yet."
    )
    shown = sold(desk, plan) if n and not desk.asks(Phase.TAKE) else ()
    return [Look(("pile",), pile_words(desk), hint), Look(("discard",), title, said, shown)]


# ---- the rest


def _hafid(desk: Desk) -> Look:
    who = desk.called(desk.first)
    verb = "begin" if desk.first == desk.seat else "begins"
    return Look(
        ("hafid",),
        f"Hafid is with {who}",
        f"{opened(who)} {verb} the bidding, the floor and the selling. He passes to the left.",
    )


def _track(desk: Desk) -> Look:
    if desk.over:
        return Look(("track",), "The game is over", "Most Talents wins.")
    left = int(desk.view.rounds) - int(desk.view.nth)
    more = "This is the last round." if not left else f"{opened(counted(left))} more after this one."
    stage = f"{desk.stage.capitalize()}, part {STAGES.index(desk.stage) + 1} of a round."
    return Look(("track",), f"Round {int(desk.view.nth)} of {int(desk.view.rounds)}", f"{stage} {more}")


def _supply(desk: Desk) -> list[Look]:
    if desk.seat < 0 or desk.stage != "bidding":
        return []
    left = desk.cubes(desk.seat)
    keys = ("supply", *(supply_key(at) for at in range(left)))
    said = (
        "All come back when the round ends."
        if not left
        else "Place them on caravans and wedges; all come back when the round ends."
    )
    return [Look(keys, f"Your cubes: {remaining(left)} left", said)]
