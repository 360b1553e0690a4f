"""Tooltips of everything on the board."""

from __future__ import annotations

from souq.engine.present.scene import Tooltip
from souq.engine.present.wording import counted, listed, many, opened, remaining, several
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.selling import BONUS, GUILD_PAYS
from souq.games.grand_bazaar.scene.board import STAGES, supply_key
from souq.games.grand_bazaar.scene.board.caravans import caravan_key, caravan_words
from souq.games.grand_bazaar.scene.board.markets import keys_of, market_words, pile_words
from souq.games.grand_bazaar.scene.board.shelf import sold
from souq.games.grand_bazaar.scene.board.wedges import open_wedges, square_key, wedge_key, wedge_words
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
from souq.games.grand_bazaar.state import Phase
from souq.games.grand_bazaar.story.wording import ahead, named, of_kind, people

PURPOSE = {
    INFORMANT_AT: "The highest bidder looks at one market, or at one type in all of them, and may take a card.",
    HAGGLER_AT: "Buys two or more of the same good for twice their value, as often as you like.",
    NEGOTIATOR_AT: "Players with a cube here start trades. The others can only trade with them.",
    COLLECTOR_AT: f"Buys one good of each type for their value plus {BONUS}, as often as you like.",
    TRADER_AT: "Each cube can draw two cards after a caravan. Those ahead have the right of way and may object.",
    GUILD_AT: f"Buys all five goods of one type for {GUILD_PAYS}, as often as you like.",
}
"""For each wedge, a sentence on what it is for."""


def tooltips(desk: Desk, plan: Plan) -> list[Tooltip]:
    """Return the tooltips of everything on the board."""
    lit = open_wedges(desk)
    made = [_wedge(desk, at) for at in range(len(WEDGES)) if at not in lit]
    made += [_square(desk, square) for square in range(g.SQUARES)]
    made += [_caravan(desk, at) for at in range(g.CARAVANS)]
    made += [_market(desk, market) for market in range(g.MARKETS) if desk.market(market)]
    return [*made, *_piles(desk, plan), _hafid(desk), _track(desk), *_supply(desk)]


def _wedge(desk: Desk, at: int) -> Tooltip:
    """Return a wedge's tooltip: its purpose, and why the viewer can't put a cube there or who may use it."""
    hint = PURPOSE[at]
    if desk.asks(Phase.BID):
        hint += f" {_barred(desk, at)}"
    elif at in CUSTOMER_AT and desk.stage in ("trading", "selling"):
        hint += f" {_sellers(desk, CUSTOMER_AT.index(at))}"
    elif at == NEGOTIATOR_AT and desk.retired:
        gone = people(desk.retired, desk.called)
        have = "have" if len(desk.retired) > 1 else desk.called(desk.retired[0]).does("has")
        hint += f" {opened(gone)} {have} left."
    return Tooltip((wedge_key(at),), opened(wedge_words(desk, at)), hint)


def _barred(desk: Desk, at: int) -> str:
    if at == INFORMANT_AT:
        return _needs(desk, g.INFORMANT)
    if at == NEGOTIATOR_AT and desk.trading == g.Trading.OFF:
        return "There’s no trading at this table."
    return "All squares are taken." if at == TRADER_AT else "You’re there already."


def _sellers(desk: Desk, customer: int) -> str:
    who = people(desk.access(customer), desk.called)
    return f"{opened(who)} may sell here this round." if who else "Nobody may sell here this round."


def _square(desk: Desk, square: int) -> Tooltip:
    seat = desk.view.square[square]
    if seat == g.NOBODY:
        return Tooltip(
            (square_key(square),),
            f"Free Trader, square {square + 1}",
            "Cubes fill the squares from 1 to 6. Lower squares go first.",
        )
    words = f"{opened(desk.called(seat))} on square {square + 1}"
    if desk.lowest(seat) != square:
        return Tooltip((square_key(square),), words, "The cube on the lower square goes first.")
    others = [desk.called(other) for other in ahead(desk.view, seat)]
    wait = f"{opened(listed(others))} may object." if others else "First in line: nobody may object."
    return Tooltip((square_key(square),), words, f"Can draw two cards after a caravan. {wait}")


def _caravan(desk: Desk, at: int) -> Tooltip:
    """Return a caravan's tooltip: who leads, who would draw for being outbid, and what the viewer needs to lead."""
    lead, hint = desk.leaders[at], ""
    if lead < 0:
        hint = (
            "The highest bid wins both cards of a market; everyone outbid draws a card."
            if desk.stage == "bidding"
            else "Nobody claims this one."
        )
    else:
        others, who = desk.outbid(at, lead), desk.called(lead)
        hint = f"As things stand, {who} {who.does('claims')} a market"
        draw = "draw" if len(others) > 1 else "".join(desk.called(seat).does("draws") for seat in others)
        hint += f" and {people(others, desk.called)} {draw} a card." if others else "."
    if desk.stage == "bidding" and desk.seat >= 0 and not desk.over:
        hint += f" {_needs(desk, at)}"
    return Tooltip((caravan_key(at),), opened(caravan_words(desk, at)), hint)


def _needs(desk: Desk, at: int) -> str:
    """Return a sentence on how many cubes the viewer needs to lead a contest (a caravan or the Informant)."""
    if desk.closed(at):
        return "Nobody can outbid six."
    if desk.leaders[at] == desk.seat:
        return "You may raise your bid."
    least, left = desk.least(at), desk.view.cubes[desk.seat]
    more = "more " if desk.view.bids[at][desk.seat] else ""
    have = f"only {counted(left)}" if left else "none"
    but = f", but you have {have} left" if left < least <= g.CUBES else ""
    return f"It takes {many(least, f'{more}cube')} to lead{but}."


# ---- cards


def _market(desk: Desk, market: int) -> Tooltip:
    cards = desk.market(market)
    seen = [
        seat for seat in desk.seats if any(desk.view.looked[market][place] >> seat & 1 for place in range(len(cards)))
    ]
    who = [desk.called(seat) for seat in seen]
    looked = f"{opened(listed(who))} looked here." if who else "Nobody has looked here."
    odds = [_odds(desk, kind_of(card)) for card in dict.fromkeys(cards) if card >= g.BACK]
    odds_words = f" Still out there: {listed(odds)}." if odds else ""
    return Tooltip(keys_of(desk, market), market_words(desk, market), f"{looked}{odds_words}")


def _odds(desk: Desk, kind: int) -> str:
    """Describe the cards of a type that the viewer can't locate; every face-down card of that type is one of them."""
    left = [desk.unseen[g.RANKS * kind + rank] for rank in range(g.RANKS)]
    # goods of a type are ordered by value; only the first two are named
    best = named((g.RANKS * kind + rank, n) for rank, n in enumerate(left) if n and rank < 2)
    return f"{of_kind(kind, sum(left))}{f' ({best} among them)' if best else ''}"


def _piles(desk: Desk, plan: Plan) -> list[Tooltip]:
    pile_hint = "You can see the type of the top card. When the pile runs out, the discards are shuffled."
    n = sum(desk.discard)
    title = f"Discard pile: {several(n, 'card')}" if n else "Discard pile: empty"
    discard_hint = (
        "Cards sold or discarded, open to everyone. The Informant may take one." if n else "Nothing has been sold yet."
    )
    preview = sold(desk, plan) if n and not desk.asks(Phase.TAKE) else ()
    return [Tooltip(("pile",), pile_words(desk), pile_hint), Tooltip(("discard",), title, discard_hint, preview)]


# ---- the rest


def _hafid(desk: Desk) -> Tooltip:
    who = desk.called(desk.view.first)
    moves = " Next round Hafid moves left." if desk.view.nth < desk.view.rounds else ""
    return Tooltip(
        ("hafid",),
        f"Hafid is with {who}",
        f"{opened(who)} {who.does('starts')} the bidding and the selling.{moves}",
    )


def _track(desk: Desk) -> Tooltip:
    if desk.over:
        return Tooltip(("track",), "The game is over", "The most Talents win.")
    left = desk.view.rounds - desk.view.nth
    more = "This is the last round." if not left else f"{opened(many(left, 'more round'))} after this one."
    parts = listed([stage for stage in STAGES if stage != "trading" or desk.trading != g.Trading.OFF])
    return Tooltip(("track",), f"Round {desk.view.nth} of {desk.view.rounds}", f"Each round has {parts}. {more}")


def _supply(desk: Desk) -> list[Tooltip]:
    if desk.seat < 0 or desk.stage != "bidding":
        return []
    left = desk.view.cubes[desk.seat]
    keys = ("supply", *(supply_key(at) for at in range(left)))
    hint = (
        "All six come back when the round ends."
        if not left
        else "Put them on the places you want. All six come back when the round ends."
    )
    return [Tooltip(keys, f"Your cubes: {remaining(left)} left", hint)]
