"""The auction panel under the board: the shop for sale, the highest bid, each seat's last bid, the stakes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present.markup import n, rect
from souq.engine.present.scene import Sprite, Tooltip, path, text, use
from souq.engine.present.wording import many, opened
from souq.games.marracash.bidding import fee_of, next_bid
from souq.games.marracash.box import LETTERS
from souq.games.marracash.rules.auction import HIGH, LEAST, LIMIT, LOW
from souq.games.marracash.scene import souvenirs
from souq.games.marracash.scene.art import INK, LINE, MUTED, OUTLINE, PAPER, prose, sign, tone
from souq.games.marracash.scene.desk import TOWN, Desk
from souq.games.marracash.scene.geometry import Plan
from souq.games.marracash.state import SHOP_NAMES
from souq.games.marracash.story.wording import money, shop_name

ACCENT, ACCENT_SOFT = "var(--accent)", "var(--accent-soft)"


@dataclass(frozen=True, slots=True)
class Places:
    """Positions and sizes on an auction panel."""

    width: float
    height: float
    bid: tuple[float, float]
    """Left edge and first baseline of the standing bid."""
    big: float
    """Font size of the standing bid."""
    seats: float
    """Left edge of the row of bidders."""
    box: tuple[float, float]
    """Maximum width of a bidder, and its height."""
    words: tuple[float, float, float]
    """Left edge, first baseline and width of the sentences."""
    words_with_cards: tuple[float, float, float]
    """Left edge, first baseline and width of the sentences if the panel also shows souvenirs."""


WIDE = Places(866, 72, (78, 22), 30, 170, (70, 68), (594, 20, 272), (478, 20, 262))
TALL = Places(366, 94, (0, 13), 25, 82, (71, 56), (0, 75, 366), (0, 75, 366))


def places_of(plan: Plan) -> Places:
    """Return the positions on the auction panel in a plan's layout."""
    return TALL if plan.tall else WIDE


def bidder_key(seat: int) -> str:
    """Return the key of a seat's bid."""
    return f"bid-{seat}"


# ---- art


@lru_cache(maxsize=32)
def lot_art(shop: int) -> str:
    """Draw the shop being auctioned, with the auctioneer's stone, 66 by 46 round (0, 0)."""
    colour = TOWN.shops[shop].colour
    weave = rect(-32, -17, 64, 34, 5, f"url(#ma-p-{LETTERS[colour]})", extra='opacity=".8"') if colour < 4 else ""
    art = rect(-32, -17, 64, 34, 5, tone(colour), OUTLINE, 1.5) + weave + use("ma-stone", -26, -13, 26)
    disc = f'<circle cx="14" r="12" fill="{PAPER}" stroke="{OUTLINE}" stroke-width="1.2"/>'
    return art + disc + text(SHOP_NAMES[shop], 14, 4.5, 12.5, INK, 700)


@lru_cache(maxsize=256)
def bidder_art(seat: int, said: str, state: str, auctioneer: bool, width: float, height: float) -> str:
    """Draw a seat's sign and its last bid; ``state`` is "best", "asked", "out" or ""."""
    w = width - 4
    fill = ACCENT_SOFT if state == "best" else "none"
    art = rect(-w / 2, -height / 2, w, height, 8, fill, ACCENT if state == "asked" else "", 1.4)
    size, top = (27.0, -height / 2 + 6) if height > 60 else (24.0, -height / 2 + 5)
    inner = sign(seat, 0, top + size / 2, size)
    if auctioneer:
        inner += use("ma-stone", round(size / 2 - 4, 1), round(top - 3, 1), 13)
    y, weight, ink = height / 2 - 8, 600, INK
    if state == "out":
        strike = path(f"M-9 {n(y - 4)}H9", "none", MUTED, 1)
        return f'<g opacity=".55">{inner}{text(said, 0, y, 12.5, MUTED)}{strike}</g>'
    if not said[:1].isdigit():
        weight, ink = 400, MUTED
    return art + inner + text(said, 0, y, 13.5, ink, weight)


# ---- sprites


def auction(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return all sprites of the auction panel."""
    at = places_of(plan)
    made = [] if plan.tall else [_lot(desk), Sprite("rim", path("M0 6V66", "none", LINE, 1), 162, 0)]
    made.append(_standing(desk, at))
    made += _bidders(desk, plan, at)
    x, y, width = at.words_with_cards if desk.view.souvenirs else at.words
    said = stakes(desk)
    art = prose(said, x, y, width, 12.0, 2 if plan.tall else 4)
    made.append(Sprite("stakes", art, 0, 0, label=said.replace("**", "")))
    if desk.view.souvenirs:
        made += _cards(desk, plan, at)
    return made


def _lot(desk: Desk) -> Sprite:
    return Sprite("lot", lot_art(desk.lot), 34, 36, label=f"{opened(shop_name(desk.lot))} is being auctioned")


def _standing(desk: Desk, at: Places) -> Sprite:
    (x, y), standing = at.bid, desk.view.standing
    art = text("highest bid" if standing else "bids from", x, y, 12, MUTED, anchor="start")
    art += text(money(standing or LEAST), x, y + at.big * 1.06, at.big, INK, anchor="start", serif=True)
    label = f"Highest bid {money(standing)}" if standing else f"The auctioneer opens with {LEAST} or more"
    return Sprite("standing", art, 0, 0, label=label)


def _bidders(desk: Desk, plan: Plan, at: Places) -> list[Sprite]:
    wide, high = at.box
    if plan.tall:
        cards_width = souvenirs.width(compact=True) * _SCALE if desk.view.souvenirs else 0
        wide = min(wide, (at.width - at.seats - cards_width) / len(desk.seats))
    made = []
    for seat in desk.seats:
        said, state = last_said(desk, seat), _state(desk, seat)
        art = bidder_art(seat, said, state, seat == desk.active, wide, high)
        x, y = at.seats + wide * (seat + 0.5), high / 2 + 1 if plan.tall else at.height / 2
        made.append(Sprite(bidder_key(seat), art, x, y, label=bidder_words(desk, seat)))
    return made


_SCALE = 0.74  # of souvenirs on a phone's panel


def _cards(desk: Desk, plan: Plan, at: Places) -> list[Sprite]:
    if not plan.tall:
        return souvenirs.cards(desk, at.width - souvenirs.width(compact=True) + 5, at.height / 2, compact=True)
    left = at.width - souvenirs.width(compact=True) * _SCALE
    return souvenirs.cards(desk, left, at.box[1] / 2, compact=True, scale=_SCALE)


# ---- words


def _state(desk: Desk, seat: int) -> str:
    if not desk.view.inside >> seat & 1:
        return "out"
    return "asked" if seat == desk.player else "best" if seat == desk.view.leader else ""


def last_said(desk: Desk, seat: int) -> str:
    """Return a seat's last bid in an auction, ``out`` if it has passed, or a dash if it hasn't bid yet."""
    if not desk.view.inside >> seat & 1:
        return "out"
    bid = desk.view.standing if seat == desk.view.leader else desk.view.bids[seat]
    return money(bid) if bid else "–"


def bidder_words(desk: Desk, seat: int) -> str:
    """Return a seat's last bid as a sentence: ``Omar, the auctioneer, bid 450``."""
    called, said = desk.called(seat), last_said(desk, seat)
    who = opened(called) + (", the auctioneer," if seat == desk.active else "")
    if said == "out":
        return f"{who} {called.does('has')} {'passed' if desk.view.signs[seat] else 'no signs left'}"
    return f"{who} bid {said}" if said != "–" else f"{who} {called.does('hasn’t')} bid yet"


def stakes(desk: Desk) -> str:
    """Return sentences on what the auction means for the viewer: the auctioneer's fee, and the cash left by winning."""
    said, seat = _fee(desk), desk.seat
    if seat < 0 or not desk.view.inside >> seat & 1:
        return said
    cash, leader = desk.view.cash[seat], desk.view.leader
    if seat == leader:
        return f"{said} If you win, you keep **{money(cash - desk.view.standing)}**."
    after = cash - next_bid(desk.view)
    if after < 0:
        return f"{said} You have **{money(cash)}**, too little to raise."
    return f"{said} You have **{money(cash)}**; bidding {money(next_bid(desk.view))} leaves **{money(after)}**."


def _fee(desk: Desk) -> str:
    """Return a sentence on the fee that the bank pays the auctioneer if another seat wins (MA-A09)."""
    fee = f"**{LOW}** (**{HIGH}** above {LIMIT})" if fee_of(desk.view.standing) == LOW else f"**{HIGH}**"
    if desk.active == desk.seat:
        return f"If someone else wins, the bank pays you {fee}."
    who = desk.ctx.names(desk.active)
    return f"The bank pays {who} {fee} unless {who} wins."


def tooltips(desk: Desk) -> tuple[Tooltip, ...]:
    """Return a tooltip for each bidder, with its last bid, cash and remaining signs."""
    made = []
    for seat in desk.seats:
        left = f"{many(desk.view.signs[seat], 'sign')} left"
        cash = f"{money(desk.view.cash[seat])} Dirham, " if open_purse(desk, seat) else ""
        made.append(Tooltip((bidder_key(seat),), bidder_words(desk, seat), opened(f"{cash}{left}.")))
    return tuple(made)


def open_purse(desk: Desk, seat: int) -> bool:
    """Return whether the viewer can see a seat's cash (option ``concealed``, MA-W02)."""
    return not desk.ctx.options.get("concealed") or seat == desk.seat or desk.over or desk.ctx.finished
