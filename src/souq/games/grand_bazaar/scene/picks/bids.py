"""Cubes that the viewer can place: a click on a caravan says how many, a click on a wedge puts one there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from souq.engine.markup import circle
from souq.engine.scene import OPENS, Pick, Sprite, path
from souq.engine.wording import counted, listed, many, opened
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.selling import BONUS, GUILD_PAYS
from souq.games.grand_bazaar.scene.art import LIT, cube
from souq.games.grand_bazaar.scene.board import supply_key
from souq.games.grand_bazaar.scene.board.caravans import caravan_key, number_art, pile, places
from souq.games.grand_bazaar.scene.board.wedges import (
    LIFTED_LAYER,
    cube_size,
    informant_spots,
    members,
    row_step,
    spots,
    square_key,
    standing,
    wedge_key,
)
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import (
    CARAVAN as RADIUS,
)
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
from souq.games.grand_bazaar.state import Phase
from souq.games.grand_bazaar.story.wording import fitting, place

LONGEST = 105
"""Letters of what a bid wins, before what is left."""


def bids(desk: Desk, plan: Plan) -> list[Pick]:
    """Every bid that the viewer can make."""
    if not desk.asks(Phase.BID):
        return []
    made = [pick for contest in range(g.CONTESTS) for pick in _contest(desk, plan, contest)]
    return made + list(_wedges(desk, plan))


def contest_key(contest: int) -> str:
    """The sprite that is clicked for a contest."""
    return wedge_key(INFORMANT_AT) if contest == g.INFORMANT else caravan_key(contest)


# ---- caravans and the Informant


def _contest(desk: Desk, plan: Plan, contest: int) -> list[Pick]:
    """One number alone is chosen as it is; several open a choice, in which a second click means the least."""
    first = g.CARAVAN + g.CUBES * contest
    counts = [at + 1 for at in desk.options(first, g.CUBES)]
    if not counts:
        return []
    key, name, least = contest_key(contest), place(contest), counts[0]
    if len(counts) == 1:
        words = f"{_verb(desk, contest, least)} on {name}"
        return [
            Pick(
                first + least - 1,
                words,
                (key,),
                hint(desk, contest, least),
                commit=words,
                preview=preview(desk, plan, contest, least),
                lifts=_taken(least),
                final=True,
            )
        ]
    group = f"bid-{contest}"
    title = f"How many cubes on {name}?"
    shown = preview(desk, plan, contest, least)
    made = [Pick(OPENS, title, (key,), hint(desk, contest, least), preview=shown, opens=group, lifts=_taken(least))]
    for count in counts:
        made.append(
            Pick(
                first + count - 1,
                _verb(desk, contest, count),
                (key, supply_key(count - 1)) if count == least else (supply_key(count - 1),),
                hint(desk, contest, count),
                preview=preview(desk, plan, contest, count),
                lifts=_taken(count),
                group=group,
                primary=count == least,
                button=True,
                final=True,
            )
        )
    return made


def _verb(desk: Desk, contest: int, count: int) -> str:
    return f"Add {count}" if desk.bid(contest, desk.seat) else f"Bid {count}"


def _taken(count: int) -> tuple[str, ...]:
    """Keys of the cubes that would be placed."""
    return tuple(supply_key(at) for at in range(count))


def hint(desk: Desk, contest: int, count: int) -> str:
    """Who would lead, who is outbid, and what is left."""
    total, lead = desk.bid(contest, desk.seat) + count, desk.leaders[contest]
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
    beaten = f"{desk.whose(lead)} {counted(desk.bid(contest, lead))}"
    return f"{opened(counted(total))} beat {beaten} and win {prize} unless you’re outbid."


def _rest(desk: Desk, count: int) -> str:
    left = desk.cubes(desk.seat) - count
    if left == 0:
        return "That’s your last cube." if count == 1 else "Those are your last cubes."
    return f"You’d have {many(left, 'cube')} left."


def preview(desk: Desk, plan: Plan, contest: int, count: int) -> tuple[Sprite, ...]:
    """The contest as it would be."""
    total = desk.bid(contest, desk.seat) + count
    if contest == g.INFORMANT:
        return _informant(desk, plan, total)
    x, y = plan.caravan(contest)
    ring = 'stroke-dasharray="5 4"'
    nx, ny = plan.number(contest)
    art = circle(0, 0, RADIUS - 1, "var(--g-7)", LIT, 2.5, ring)
    art += number_art(contest, round(nx - x, 1), round(ny - y, 1), plan.grow, False)
    made = [Sprite("as-if", art, x, y, layer=LIFTED_LAYER)]
    for seat, cubes, dx, dy, size, pale in places(desk, contest, (desk.seat, total)):
        art = pile(seat, cubes, size, pale)
        made.append(Sprite(f"as-if-{seat}", art, x + dx, y + dy, layer=LIFTED_LAYER + 1))
    return tuple(made)


def _informant(desk: Desk, plan: Plan, total: int) -> tuple[Sprite, ...]:
    there = [(desk.seat, total)]
    there += [(seat, desk.bid(g.INFORMANT, seat)) for seat in desk.bidders(g.INFORMANT) if seat != desk.seat]
    made = [_cover(plan, INFORMANT_AT)]
    for i, ((seat, cubes), (x, y, size)) in enumerate(zip(there, informant_spots(plan, len(there)), strict=True)):
        made.append(Sprite(f"as-if-{seat}", standing(seat, cubes, size, i > 0), x, y, layer=LIFTED_LAYER + 1))
    return tuple(made)


@lru_cache(maxsize=64)
def _cover(plan: Plan, at: int, rows: int = 1) -> Sprite:
    """Hides the cubes of a wedge, so that they can be shown as they would be."""
    y, half = plan.block(at).row, cube_size(plan) / 2 + 5
    shape = plan.band(at, y - half, y + half + (rows - 1) * row_step(plan))
    return Sprite("as-if", path(shape, "var(--lit-soft)", LIT, 1.5, 'stroke-dasharray="5 4"'), 0, 0, layer=LIFTED_LAYER)


# ---- one cube


def _wedges(desk: Desk, plan: Plan) -> Iterator[Pick]:
    """The Free Trader, the Negotiator and the customers."""
    for choice, at in (
        (g.TRADER, TRADER_AT),
        (g.NEGOTIATOR, NEGOTIATOR_AT),
        *((g.CUSTOMER + c, at) for c, at in enumerate(CUSTOMER_AT)),
    ):
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
            preview=_joining(desk, plan, at),
            lifts=_taken(1),
            final=True,
        )


def _purpose(desk: Desk, at: int) -> str:
    """What a cube there is good for."""
    if at == TRADER_AT:
        ahead = [desk.called(seat) for seat in desk.line if seat != desk.seat]
        wait = f", after {listed(ahead)}" if ahead else ""
        return f"When a caravan is claimed you may draw two cards{wait}."
    if at == NEGOTIATOR_AT:
        return "Lets you start trades. Players without a cube here can only trade with those who have one."
    if at == HAGGLER_AT:
        return "Lets you sell two or more of the same good for twice their value."
    return (
        f"Lets you sell all five goods of one type for {GUILD_PAYS}."
        if at == GUILD_AT
        else f"Lets you sell one good of each type for their value plus {BONUS}."
    )


def _joining(desk: Desk, plan: Plan, at: int) -> tuple[Sprite, ...]:
    """The wedge with one cube more."""
    if at == TRADER_AT:
        x, y = plan.square(desk.next_square)
        return (Sprite("as-if", cube(desk.seat, 0, 0, cube_size(plan)), x, y, layer=LIFTED_LAYER, classes="lifted"),)
    there = [*members(desk, at), desk.seat]
    places_then = spots(plan, at, len(there))
    made = [_cover(plan, at, len({y for _, y in places_then}))]
    for seat, (x, y) in zip(there, places_then, strict=True):
        made.append(Sprite(f"as-if-{seat}", cube(seat, 0, 0, cube_size(plan)), x, y, layer=LIFTED_LAYER + 1))
    return tuple(made)
