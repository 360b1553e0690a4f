"""The viewer's picks (the sprites and buttons that make choices); trades and sales have modules of their own.

This module has the picks of the Informant, the caravans and the Free Trader.
"""

from __future__ import annotations

from souq.engine.present.markup import rect
from souq.engine.present.scene import Pick, Sprite
from souq.engine.present.wording import counted, listed, plural
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.scene.art import LIT
from souq.games.grand_bazaar.scene.board.markets import cards_words, keys_of, keys_of_kind, kind_key
from souq.games.grand_bazaar.scene.board.shelf import ware_key
from souq.games.grand_bazaar.scene.board.wedges import square_key
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import Plan
from souq.games.grand_bazaar.scene.picks.bids import bids
from souq.games.grand_bazaar.scene.picks.deals import deals
from souq.games.grand_bazaar.scene.picks.sales import sales
from souq.games.grand_bazaar.state import Phase
from souq.games.grand_bazaar.story.wording import TYPE_NAMES, ahead, nearest
from souq.games.grand_bazaar.story.wording import market as market_name


def picks(desk: Desk, plan: Plan) -> tuple[Pick, ...]:
    """Return all picks that the viewer can make now."""
    if not desk.mine:
        return ()
    if desk.phase == Phase.BID:
        return tuple(bids(desk, plan))
    if desk.stage == "caravans":
        return tuple(_CARAVANS[desk.phase](desk, plan))
    return tuple(deals(desk, plan) if desk.stage == "trading" else sales(desk, short=plan.tall))


# ---- the Informant


def _looks_at(desk: Desk, plan: Plan) -> list[Pick]:
    """Return the Informant's picks, each to look at a market or at all cards of a type."""
    made = []
    for market in desk.options(g.LOOK, g.MARKETS):
        keys = keys_of(desk, market)
        hint = f"You see {cards_words(desk.market(market))}. Nobody else does."
        name = f"Look at {market_name(market)}"
        made.append(Pick(g.LOOK + market, name, keys, hint, commit=name, preview=_ring(desk, plan, market), lifts=keys))
    for kind in desk.options(g.LOOK + g.MARKETS, g.TYPES):
        keys, n = keys_of_kind(desk, kind), desk.in_markets[kind]
        name = f"Look at {TYPE_NAMES[kind]}"
        which = "the one" if n == 1 else "both" if n == 2 else f"all {counted(n)}"
        hint = f"You see {which} {TYPE_NAMES[kind]} {plural(n, 'card')} in the markets. Nobody else does."
        made.append(Pick(g.LOOK + g.MARKETS + kind, name, (kind_key(kind),), hint, commit=name, lifts=keys))
    return made


def _ring(desk: Desk, plan: Plan, market: int) -> tuple[Sprite, ...]:
    """Return a dashed ring that marks a market while the viewer previews looking at it; a phone has none."""
    if plan.tall:
        return ()
    (ax, ay), (bx, by), scale = plan.market(market)
    width, high = bx - ax + 60 * scale + 12, abs(by - ay) + 84 * scale + 12
    art = rect(-width / 2, -high / 2, width, high, 10, "none", LIT, 2.4, 'stroke-dasharray="6 5"')
    return (Sprite("round", art, (ax + bx) / 2, (ay + by) / 2, layer=9),)


def _take(desk: Desk, plan: Plan) -> list[Pick]:
    """Return the Informant's picks after looking: a discarded good, the top card, or no card."""
    made = []
    for good in desk.options(g.TAKE, g.GOODS):
        name = f"Take {g.NAMES[good]}"
        hint = f"You add {g.NAMES[good]} to your hand, and everyone sees it."
        made.append(Pick(g.TAKE + good, name, (ware_key(good),), hint, commit=name))
    if g.DRAW in desk.legal:
        hint = (
            f"A {TYPE_NAMES[desk.top]} card. Nobody else sees which."
            if desk.top >= 0
            else "From the shuffled discard pile."
        )
        made.append(Pick(g.DRAW, "Draw the top card", ("pile",), hint, button=True))
    return [*made, Pick(g.LEAVE_IT, "Take nothing", hint="You go without a card.", commit="Yes, take nothing")]


# ---- caravans


def _claim(desk: Desk, plan: Plan) -> list[Pick]:
    """Return the picks to claim a market, one for each that still has cards."""
    caravan = desk.view.caravan
    losers = [desk.called(seat) for seat in desk.outbid(caravan, desk.seat)]
    draw = "each draw" if len(losers) > 1 else "draws"
    after = f" {listed(losers)} {draw} a card for being outbid." if losers else ""
    made = []
    for market in desk.options(g.CLAIM, g.MARKETS):
        keys = keys_of(desk, market)
        name = f"Claim {market_name(market)}"
        hint = f"You take both cards: {cards_words(desk.market(market))}.{after}"
        made.append(
            Pick(
                g.CLAIM + market,
                name,
                keys,
                hint,
                commit=name,
                preview=_ring(desk, plan, market),
                lifts=keys,
                final=True,
            )
        )
    return made


# ---- the Free Trader


def _poll(desk: Desk, plan: Plan) -> list[Pick]:
    """Return the picks of a seat polled in the Free Trader's line: to hold back or to draw two cards."""
    square = desk.lowest(desk.seat)
    others = [desk.called(seat) for seat in ahead(desk.view, desk.seat)]
    ask = f"{listed(others)} may object and draw first." if others else "Nobody can object."
    two = f"You draw two cards{_top(desk, ', a {} card first')}"
    later = "You can still draw after a later caravan."
    if not _caravans_left(desk):
        unless = ", so" if desk.line[-1] == desk.seat else ". If nobody behind you draws,"
        later = f"This is the last caravan{unless} your cube is wasted."
    send = Pick(g.SEND, "Draw two", (square_key(square), "pile"), f"{two}. {ask}", button=True)
    return [Pick(g.HOLD, "Hold back", hint=later), send]


def _top(desk: Desk, words: str) -> str:
    """Insert the type of the draw pile's top card into ``words`` in place of ``{}``; return "" if the pile is empty."""
    return words.format(TYPE_NAMES[desk.top]) if desk.top >= 0 else ""


def _caravans_left(desk: Desk) -> int:
    """Return the number of caravans after the present one that have bids."""
    return sum(desk.leaders[at] >= 0 for at in range(desk.view.caravan + 1, 6))


def _right(desk: Desk, plan: Plan) -> list[Pick]:
    """Return the picks of a seat that may let a seat behind it in line draw: to give way or to object."""
    who, square = desk.called(desk.view.sender), desk.lowest(desk.seat)
    two = f"You draw two cards now{_top(desk, ', a {} card first')}"
    deny = Pick(g.DENY, "Object", (square_key(square),), f"{two}, for your cube on square {square + 1}.", button=True)
    return [Pick(g.ALLOW, "Give way", hint=f"{who} goes ahead, and your cube stays in line."), deny]


def _denied(desk: Desk, plan: Plan) -> list[Pick]:
    """Return the picks of a seat whose request to draw met an objection: to go on asking or to keep its cube."""
    left = nearest(desk.view, desk.view.ahead)
    ask = f"{desk.called(left[0])} may object too" if left else "Nobody else can object: you draw two cards"
    top = _top(desk, ". A {} card lies on top")
    square = square_key(desk.lowest(desk.seat))
    return [
        Pick(g.GO_ON, "Go on", (square,), f"{ask}{top}.", button=True),
        Pick(g.STOP, "Keep my cube", hint="You keep your cube and your place in line."),
    ]


_CARAVANS = {
    Phase.LOOK: _looks_at,
    Phase.TAKE: _take,
    Phase.CLAIM: _claim,
    Phase.POLL: _poll,
    Phase.RIGHT: _right,
    Phase.DENIED: _denied,
}
