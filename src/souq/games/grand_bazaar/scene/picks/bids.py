"""Picks of bids: a click on a caravan opens the choice of a number of cubes, a click on a wedge puts one cube there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from souq.engine.present.scene import OPENS, Pick
from souq.engine.present.wording import counted, listed, many, opened
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.selling import BONUS, GUILD_PAYS
from souq.games.grand_bazaar.scene.board import supply_key
from souq.games.grand_bazaar.scene.board.caravans import caravan_key
from souq.games.grand_bazaar.scene.board.wedges import CHOICE_AT, square_key, wedge_key
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import (
    CUSTOMER_AT,
    GUILD_AT,
    HAGGLER_AT,
    INFORMANT_AT,
    NEGOTIATOR_AT,
    TRADER_AT,
    WEDGES,
    Plan,
)
from souq.games.grand_bazaar.scene.previews import joining, preview
from souq.games.grand_bazaar.state import Phase
from souq.games.grand_bazaar.story.wording import fitting, place

_NTH = ("first", "second", "third", "fourth", "fifth", "sixth")
LONGEST = 105
"""Maximum number of characters in a bid's hint, without the last sentence on the cubes left."""


def bids(desk: Desk, plan: Plan) -> list[Pick]:
    """Return all bids that the viewer can make."""
    if not desk.asks(Phase.BID):
        return []
    made = [pick for contest in range(g.CONTESTS) for pick in _contest(desk, plan, contest)]
    return made + list(_wedges(desk, plan))


def contest_key(contest: int) -> str:
    """Return the key of the sprite that is clicked to bid on a contest (a caravan or the Informant)."""
    return wedge_key(INFORMANT_AT) if contest == g.INFORMANT else caravan_key(contest)


# ---- caravans and the Informant


def _contest(desk: Desk, plan: Plan, contest: int) -> list[Pick]:
    """Return the picks with which the viewer bids on a contest (a caravan or the Informant).

    If only one number of cubes is legal, the click chooses it. Otherwise the click opens the numbers, and a second
    click on the same sprite chooses the smallest.
    """
    counts = [at + 1 for at in desk.options(g.CARAVAN + g.CUBES * contest, g.CUBES)]
    if not counts:
        return []
    key, name = contest_key(contest), place(contest)
    made = [_bid(desk, plan, contest, count) for count in counts]
    if len(counts) == 1:
        words = _label(desk, contest, counts[0])
        return [replace(made[0], label=words, on=(key,), commit=words, drag=_cubes(desk))]
    group, opening = f"bid-{contest}", made[0]
    fewer = (0, *counts)
    made = [
        replace(pick, group=group, button=True, drag=_taken(count)[less:], onto=(key,))
        for pick, less, count in zip(made, fewer, counts, strict=False)
    ]
    made[0] = replace(made[0], on=(key, *opening.on), primary=True)
    title = f"How many cubes on {name}?"
    return [Pick(OPENS, title, (key,), opening.hint, preview=opening.preview, opens=group, lifts=opening.lifts), *made]


def _bid(desk: Desk, plan: Plan, contest: int, count: int) -> Pick:
    """Return the pick of a bid of ``count`` cubes on a contest; its button is short where space is."""
    return Pick(
        g.CARAVAN + g.CUBES * contest + count - 1,
        _label(desk, contest, count, short=plan.tall),
        (supply_key(count - 1),),
        hint(desk, contest, count),
        preview=preview(desk, plan, contest, count),
        lifts=_taken(count),
        final=True,
    )


def _label(desk: Desk, contest: int, count: int, *, short: bool = False) -> str:
    words = f"Add {count}" if desk.view.bids[contest][desk.seat] else f"Bid {count}"
    return words if short else f"{words} on {place(contest)}"


def _taken(count: int) -> tuple[str, ...]:
    """Return the sprite keys of the viewer's unplaced cubes that a bid of ``count`` cubes would use."""
    return tuple(supply_key(at) for at in range(count))


def _cubes(desk: Desk) -> tuple[str, ...]:
    """Return the sprite keys of all the viewer's unplaced cubes; any of them can be dragged to place one."""
    return _taken(desk.view.cubes[desk.seat])


def hint(desk: Desk, contest: int, count: int) -> str:
    """Describe a bid: who would lead, who would draw for being outbid, and how many cubes would be left."""
    total, lead = desk.view.bids[contest][desk.seat] + count, desk.leaders[contest]
    losers = listed([desk.called(seat) for seat in desk.outbid(contest, desk.seat)]) if contest != g.INFORMANT else ""
    drawn = f"{losers} would draw a card." if losers else ""
    return f"{fitting(LONGEST, _place(desk, contest, total, lead), drawn)} {_rest(desk, count)}"


def _place(desk: Desk, contest: int, total: int, lead: int) -> str:
    prize = "a look at the markets and a card" if contest == g.INFORMANT else "both cards of a market"
    if total == g.CUBES:
        return f"Six cubes win {prize}: nobody can outbid you."
    cubes = many(total, "cube")
    if lead < 0:
        wins = "wins" if total == 1 else "win"
        return f"No bids yet. {opened(cubes)} {wins} {prize} unless you’re outbid."
    if lead == desk.seat:
        return f"You already lead; this makes it {cubes}."
    beaten = f"{desk.whose(lead)} {counted(desk.view.bids[contest][lead])}"
    return f"{opened(counted(total))} beats {beaten}: you’d win {prize} unless you’re outbid."


def _rest(desk: Desk, count: int) -> str:
    left = desk.view.cubes[desk.seat] - count
    if left == 0:
        return "That’s your last cube." if count == 1 else "Those are your last cubes."
    return f"You’d have {many(left, 'cube')} left."


# ---- one cube


def _wedges(desk: Desk, plan: Plan) -> Iterator[Pick]:
    """Yield the picks to put one cube on the Free Trader, the Negotiator or a customer."""
    for at in (TRADER_AT, NEGOTIATOR_AT, *CUSTOMER_AT):
        choice = CHOICE_AT[at]
        if choice not in desk.legal:
            continue
        where = f"Free Trader square {desk.next_square + 1}" if at == TRADER_AT else f"the {WEDGES[at]}"
        words = f"Cube on {where}"
        yield Pick(
            choice,
            words,
            (wedge_key(at), *((square_key(desk.next_square),) if at == TRADER_AT else ())),
            f"{_purpose(desk, at)} {_rest(desk, 1)}",
            commit=words,
            preview=joining(desk, plan, at),
            lifts=_taken(1),
            final=True,
            drag=_cubes(desk),
        )


def _purpose(desk: Desk, at: int) -> str:
    """Describe what a cube on a wedge lets the viewer do."""
    if at == TRADER_AT:
        place = sum(seat != desk.seat for seat in desk.line)
        return f"Draw two cards after a caravan is claimed; you’re {_NTH[place]} in line."
    if at == NEGOTIATOR_AT:
        return "Lets you start trades. Players without a cube here can only trade with those who have one."
    if at == HAGGLER_AT:
        return "Lets you sell two or more of the same good for twice their value."
    return (
        f"Lets you sell all five goods of one type for {GUILD_PAYS}."
        if at == GUILD_AT
        else f"Lets you sell one good of each type for their value plus {BONUS}."
    )
