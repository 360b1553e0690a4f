"""The six caravans with their bids, the number of cubes needed to lead, and Hafid in the centre."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from souq.engine.present.markup import circle, moved
from souq.engine.present.scene import Sprite, path, text
from souq.engine.present.wording import opened
from souq.games.grand_bazaar.scene.art import LIFT, LIT, OUTLINE, cube, disc, pill, stack
from souq.games.grand_bazaar.scene.board.wedges import CUBE_LAYER, bid_key
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import CARAVAN, NUMBER, Plan
from souq.games.grand_bazaar.state import CARAVAN as BID
from souq.games.grand_bazaar.state import CARAVANS, CUBES, Event, Phase

CARAVAN_LAYER, NEED_LAYER = 1, 4
_FEZ = "M-9-4c0-8 4-12 9-12s9 4 9 12c-5 2-13 2-18 0zM-7 0c1 7 3.5 10 7 10s6-3 7-10c-4 1.5-10 1.5-14 0z"


def caravan_key(caravan: int) -> str:
    """Return the key of a caravan's sprite."""
    return f"caravan-{caravan}"


def caravans(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of all caravans and their bids, and of Hafid."""
    made = [_hafid(desk, plan)]
    for at in range(CARAVANS):
        made.append(_caravan(desk, plan, at))
        made += bids(desk, plan, at)
        made += _need(desk, plan, at)
    return made


def _caravan(desk: Desk, plan: Plan, at: int) -> Sprite:
    x, y = plan.caravan(at)
    (nx, ny), now = plan.number(at), desk.stage == "caravans" and at == desk.view.caravan
    lit = desk.asks(Phase.BID) and bool(desk.options(BID + CUBES * at, CUBES))
    bid_on = {row.contest for row in desk.recent_events(Event.BID)}
    claimed = {row.caravan for row in desk.recent_events(Event.CLAIMS)}
    refused = BID + CUBES * at if desk.asks(Phase.BID) and not lit else None
    art = caravan_art(at, round(nx - x, 1), round(ny - y, 1), plan.grow, lit, now)
    classes = "trail" if at in bid_on | claimed and not lit else ""
    return Sprite(
        caravan_key(at), art, x, y, layer=CARAVAN_LAYER, label=caravan_words(desk, at), classes=classes, refused=refused
    )


@lru_cache(maxsize=64)
def caravan_art(at: int, nx: float, ny: float, grow: float, lit: bool, now: bool) -> str:
    """Return a caravan's ring, which the client can light up, and the disc with its number."""
    ring = LIFT if lit else "none"
    art = circle(0, 0, CARAVAN, "none", ring, 4, 'pointer-events="all"')
    art += circle(0, 0, CARAVAN + 2, "none", LIT if lit or now else "none", 2.5, 'class="edge"')
    return art + number_art(at, nx, ny, grow, now)


@lru_cache(maxsize=64)
def number_art(at: int, nx: float, ny: float, grow: float, now: bool) -> str:
    """Return the disc with a caravan's number."""
    size = NUMBER * grow**0.5
    art = circle(nx, ny, size, LIT if now else "var(--frame-ink)", OUTLINE, 1.3)
    ink = "var(--accent-ink)" if now else "#2a221c"
    return art + text(str(at + 1), nx, round(ny + size * 0.42, 1), round(size * 1.17, 1), ink, 700)


def caravan_words(desk: Desk, at: int) -> str:
    """Describe a caravan's bids: ``Caravan 2: Omar leads with 2, you have 1``."""
    bidders = desk.bidders(at)
    if not bidders:
        return f"Caravan {at + 1}: nobody yet"
    lead, *rest = bidders
    who = desk.called(lead)
    sentence = f"Caravan {at + 1}: {who} {who.does('leads')} with {desk.view.bids[at][lead]}"
    for each in rest:
        other = desk.called(each)
        sentence += f", {other} {other.does('has')} {desk.view.bids[at][each]}"
    return sentence


# ---- bids


@lru_cache(maxsize=512)
def pile(seat: int, count: int, size: float, pale: bool) -> str:
    """Return the drawing of a bid with its number: a stack of cubes for the leader, or one pale cube if outbid."""
    ink, big = "var(--g-7-ink)", round(size * (0.66 if not pale else 0.82), 1)
    number = text(
        str(count), round(size * 0.6, 1), round(size * (0.26 if not pale else 0.34), 1), big, ink, 700, "start"
    )
    if pale:
        return f'<g opacity=".66">{cube(seat, 0, 0, size)}</g>' + number
    return stack(seat, count, size) + number


class BidSpot(NamedTuple):
    """Place of a bid on a caravan: seat, number of cubes, centre relative to the caravan's, and width of a cube."""

    seat: int
    cubes: int
    x: float
    y: float
    size: float
    pale: bool
    """Whether another seat has outbid this bid, which is therefore drawn pale."""


# shifts, right and up, that keep outbid bids clear of the caravan's number
_CLEAR = {2: (-6.0, 2.0), 3: (0.0, 4.0), 4: (6.0, 2.0)}


def bid_spots(desk: Desk, at: int, extra: tuple[int, int] | None = None) -> list[BidSpot]:
    """Return the places of a caravan's bids, the leader's first.

    ``extra`` adds a bid for a preview: the seat that would lead with it, and the number of cubes it would have there.
    """
    there = [(seat, desk.view.bids[at][seat]) for seat in desk.bidders(at)]
    if extra:
        there = [extra, *((seat, count) for seat, count in there if seat != extra[0])]
    if not there:
        return []
    (lead, count), rest = there[0], there[1:]
    size = 24.0 if rest else 27.0
    low = -4.0 - 3 * (len(rest) > 3) + 1.0 * (count - 1) if rest else 5.0 + 1.5 * (count - 1)
    made = [BidSpot(lead, count, -size * 0.33, low, size, False)]
    small = 16.0 if len(rest) < 3 else 13.0
    aside, up = _CLEAR.get(at, (0.0, 0.0))
    for i, (seat, cubes) in enumerate(rest):
        row, column = divmod(i, 3)
        x = (column - (min(3, len(rest) - 3 * row) - 1) / 2) * small * 1.5 - small * 0.25
        y = 20.0 + 14 * row - 4 * (len(rest) > 3)
        made.append(BidSpot(seat, cubes, x + aside, y - up, small, True))
    return made


def bids(desk: Desk, plan: Plan, at: int) -> list[Sprite]:
    """Return the sprites of the bids on a caravan."""
    x, y = plan.caravan(at)
    return [
        Sprite(bid_key(at, seat), pile(seat, count, size, pale), x + dx, y + dy, layer=CUBE_LAYER)
        for seat, count, dx, dy, size, pale in bid_spots(desk, at)
    ]


def _need(desk: Desk, plan: Plan, at: int) -> list[Sprite]:
    """Return a plate with the number of cubes that the viewer must add to lead a caravan.

    There is none if the viewer leads or can't bid there now.
    """
    if desk.stage != "bidding" or desk.over:
        return []
    x, y = plan.need(at)
    if not desk.asks(Phase.BID) or not desk.options(BID + CUBES * at, CUBES):
        return []
    if desk.leaders[at] == desk.seat:
        return []
    least = desk.least(at)
    art = pill(f"+{least}", 12 * plan.grow)
    return [Sprite(f"need-{at}", art, x, y, layer=NEED_LAYER, label=f"{least} to lead")]


# ---- Hafid


def _hafid(desk: Desk, plan: Plan) -> Sprite:
    """Return the Hafid marker, with the name and coin of the first player."""
    who = desk.called(desk.view.first)
    name = opened(who) if who.you else str(who)
    art = circle(0, 0, 21, "var(--g-8)", "var(--frame-ink)", 2) + path(_FEZ, "var(--frame-ink)")
    if plan.tall:  # a phone's larger caravan numbers leave no space for the name
        art += moved(disc(desk.view.first, 0, 0, 27), 14, 13)
    else:
        art += moved(disc(desk.view.first, 0, 0, 17), 15, 14)
        art += text(name, 0, 36, 12.5, "var(--frame-ink)", serif=True, room=62)
    return Sprite(
        "hafid",
        art,
        plan.x,
        plan.y - 4,
        layer=CARAVAN_LAYER,
        label=f"{name} {who.does('holds')} Hafid and {who.does('goes')} first",
    )
