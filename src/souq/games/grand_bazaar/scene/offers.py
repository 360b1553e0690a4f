"""The open proposals, shown above the story (the game log) during the trading, and the invitation with its answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from souq.engine.match.decision import seats
from souq.engine.present.markup import circle, moved, rect
from souq.engine.present.scene import Area, Sprite, Tooltip, text, use
from souq.engine.present.wording import opened
from souq.games.grand_bazaar.scene.art import ACCENT, ACCENT_SOFT, INK, LINE, MUTED, PAPER, disc, fitted
from souq.games.grand_bazaar.scene.desk import Desk, Proposal
from souq.games.grand_bazaar.scene.geometry import Plan
from souq.games.grand_bazaar.scene.hand import SIGNS
from souq.games.grand_bazaar.scene.picks.deals import gives, offer_key, wants
from souq.games.grand_bazaar.scene.worth import gain_words, gained
from souq.games.grand_bazaar.state import CUSTOMER_NAMES, NAMES, RANKS, Phase, Trading
from souq.games.grand_bazaar.story.wording import cry, people

WIDE, TALL = 268.0, 370.0
"""Width of the area of proposals on a desktop, and on a phone."""
MOST = 6
"""Maximum number of proposals shown; those between other players are left out first."""

FULL = 3
"""Maximum number of proposals drawn with the names of goods; more than these are all drawn as rows of symbols.

While the viewer may act in open trading, all proposals are drawn as symbols.
"""
VEIL = 20
"""On a phone: layer of the translucent veil over the board. The proposals are shown on the layer above it."""

_CHIP, _GAP = 26.0, 5.0
_LETTER = 0.65  # width of a letter, relative to the font size
_SIZE = 12.5
_PAD = 9.0


@dataclass(frozen=True, slots=True)
class Ware:
    """One thing on a side of a proposal: copies of a good, a number of Talents, or access to a customer."""

    symbol: str
    colour: str
    words: str

    @property
    def width(self) -> float:
        """Width of the ware's chip."""
        return round(35 + len(self.words) * _SIZE * _LETTER, 1) if self.words else 28.0

    @property
    def amount(self) -> str:
        """The number at the end of the ware's text (``×2``, ``3``), or "" if there is none."""
        return self.words.rpartition(" ")[2] if self.words[-1:].isdigit() else ""


def offers(desk: Desk) -> Area | None:
    """Return the area of the proposals, or None if there are none or a phone shows them over the board."""
    made, high = _stacked(desk)
    if not made or answering(desk):
        return None
    return Area("offers", TALL if desk.terse else WIDE, high, tuple(made), label="Proposals", place="story")


def over_board(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return a veil over a phone's board with the proposals on it; nothing unless the viewer has to answer them."""
    made, high = _stacked(desk)
    if not made or not answering(desk):
        return []
    scale = min(0.97 * plan.width / TALL, 0.97 * plan.height / high)
    left, top = (plan.width - scale * TALL) / 2, (plan.height - scale * high) / 2
    veil = rect(0, 0, plan.width, plan.height, 0, "var(--ground)", extra='opacity=".78" pointer-events="all"')
    scaled = [
        replace(each, x=left + scale * each.x, y=top + scale * each.y, scale=scale, layer=VEIL + 1) for each in made
    ]
    return [Sprite("veil", veil, 0, 0, layer=VEIL), *scaled]


def answering(desk: Desk) -> bool:
    """Return whether the viewer is answering proposals on a phone, where they are shown over the board."""
    return desk.terse and desk.asks(Phase.ANSWER, Phase.LAST, Phase.PICK)


def _stacked(desk: Desk) -> tuple[list[Sprite], float]:
    """Return the sprites of the invitation and the proposals, one below another, and their total height."""
    made, y = list[Sprite](), 0.0
    if desk.over or desk.stage != "trading":
        return made, y
    width = TALL if desk.terse else WIDE
    if invited(desk):
        head, high = _cry(desk, width)
        made.append(head)
        y += high
    deals = ranked(desk)
    short = len(deals) > FULL or desk.asks(Phase.OPEN)
    for deal in deals[:MOST]:
        sprite, high = _card(desk, deal, width, y, short)
        made.append(sprite)
        y += high + 7
    if len(deals) > MOST:
        words = f"and {len(deals) - MOST} more between others"
        made.append(Sprite("offers-more", text(words, 0, 13, 12.5, MUTED, anchor="start"), 2, y))
        y += 20
    return made, y


def ranked(desk: Desk) -> list[Proposal]:
    """Return all open proposals in the order shown: those to the viewer, those from the viewer, then the others."""
    return sorted(desk.proposals, key=lambda deal: (deal.other != desk.seat, deal.seat != desk.seat))


# ---- the invitation


def invited(desk: Desk) -> bool:
    """Return whether an invitation is open, in which the inviter has asked for a good or for "anything"."""
    return desk.trading == Trading.FLOOR and desk.view.sought >= 0


def answered(desk: Desk, seat: int) -> str:
    """Return a seat's answer to the invitation: ``offers``, ``passes``, ``asked`` (it is deciding) or ``waits``."""
    if desk.view.posted[seat] and seat != desk.view.floor:
        return "offers"
    if seat == desk.player and (desk.phase == Phase.INVITED or desk.draft):
        return "asked"
    return "waits" if desk.view.waiting >> seat & 1 else "passes"


def _cry(desk: Desk, width: float) -> tuple[Sprite, float]:
    """Return the sprite of the invitation, with the answers of the other seats, and its height."""
    floor, good = desk.view.floor, desk.view.sought
    others = tuple((seat, answered(desk, seat)) for seat in desk.seats if seat != floor and seat not in desk.retired)
    label = f"{opened(desk.called(floor))}: {cry(good)} {_answer_words(desk)}"
    return Sprite("cry", cry_art(floor, good, others, width), 0, 0, label=label), 78.0


@lru_cache(maxsize=512)
def cry_art(floor: int, good: int, others: tuple[tuple[int, str], ...], width: float) -> str:
    """Return an invitation in a speech bubble, above a coin with the answer of each seat."""
    art = rect(30, 1, width - 31, 32, 9, ACCENT_SOFT) + f'<path d="M31 11l-8 6 8 6z" fill="{ACCENT_SOFT}"/>'
    art += disc(floor, 11, 17, 22) + text(
        cry(good), 40, 22.5, fitted(cry(good), width - 52, 15.5), INK, anchor="start", serif=True
    )
    step = min(50.0, (width - 14) / max(1, len(others)))
    for i, (seat, state) in enumerate(others):
        x = 14 + step * i
        coin = disc(seat, x, 53, 21)
        art += coin if state in ("offers", "asked") else f'<g opacity=".45">{coin}</g>'
        if state == "asked":
            art += circle(x, 53, 13.5, "none", ACCENT, 2)
        art += _answer(x + 10, 60, state)
    return art


def _answer(x: float, y: float, state: str) -> str:
    """Return the sign of a seat's answer to the invitation: a tick, a dash, or nothing before it has answered."""
    if state not in ("offers", "passes"):
        return ""
    fill = "var(--good)" if state == "offers" else "var(--muted)"
    sign = "M-3.2 .2l2.2 2.4 4.2-4.8" if state == "offers" else "M-3 0h6"
    stroke = f'<path d="{sign}" fill="none" stroke="{PAPER}" stroke-width="1.8" stroke-linecap="round"/>'
    return circle(x, y, 6.5, fill, PAPER, 1.3) + moved(stroke, x, y)


# ---- a proposal


def _card(desk: Desk, deal: Proposal, width: float, y: float, short: bool) -> tuple[Sprite, float]:
    head = f"{opened(desk.called(deal.seat))} {desk.called(deal.seat).does('gives')}"
    to = f"to {desk.called(deal.other)}"
    own = deal.other == desk.seat
    gain = gained(desk, deal) if own else None
    if short:
        art, high = compact_art(deal.seat, deal.other, wares_of(deal, True), wares_of(deal, False), own, width, gain)
        return Sprite(offer_key(deal.seat, deal.other), art, 0, y, label=proposal_words(desk, deal)), high
    art, high = card_art(deal.seat, head, to, wares_of(deal, True), wares_of(deal, False), own, width, gain)
    return Sprite(offer_key(deal.seat, deal.other), art, 0, y, label=proposal_words(desk, deal)), high


def proposal_words(desk: Desk, deal: Proposal) -> str:
    """Return a proposal in words: ``Omar gives you Salt for 2 Rugs``."""
    who = desk.called(deal.seat)
    return f"{opened(who)} {who.does('gives')} {desk.called(deal.other)} {gives(deal)} for {wants(deal)}"


def wares_of(deal: Proposal, given: bool) -> tuple[Ware, ...]:
    """Return the wares on one side of a proposal: goods with their numbers of copies, Talents, and accesses."""
    goods, access, net = (deal.give, deal.lend, deal.net) if given else (deal.want, deal.borrow, -deal.net)
    made = []
    for good in dict.fromkeys(goods):
        n = goods.count(good)
        words = NAMES[good] if n == 1 else f"{NAMES[good]} ×{n}"
        made.append(Ware(f"gb-good-{good}", f"var(--good-{good // RANKS + 1})", words))
    if net > 0:
        made.append(Ware("gb-talent", "", str(net)))
    made += [Ware(SIGNS[customer], "var(--accent)", CUSTOMER_NAMES[customer]) for customer in seats(access)]
    return tuple(made)


@lru_cache(maxsize=512)
def card_art(
    seat: int,
    head: str,
    to: str,
    give: tuple[Ware, ...],
    want: tuple[Ware, ...],
    own: bool,
    width: float,
    gain: int | None = None,
) -> tuple[str, float]:
    """Return a proposal as a card with the names of goods, and its height.

    ``gain`` is what accepting it would add for the viewer, or None if unknown.
    """
    inner = disc(seat, _PAD + 9, 17, 18) + text(head, _PAD + 23, 21.5, 13, INK, 600, "start")
    if gain is None:
        inner += text(to, width - _PAD, 21.5, 12.5, MUTED, anchor="end")
    else:
        inner += text(gain_words(gain), width - _PAD, 21.5, 13.5, "var(--good)" if gain > 0 else MUTED, 600, "end")
    y = 32.0
    for i, side in enumerate((give, want)):
        if i:
            inner += text("for", _PAD + 2, y + 17, 12.5, MUTED, anchor="start")
        rows = _rows(side, width - 2 * _PAD - 24)
        for row in rows:
            x = _PAD + 24
            for ware in row:
                inner += moved(_chip(ware), x, y)
                x += ware.width + _GAP
            y += _CHIP + 4
        y += 2
    art = rect(0.8, 0.8, width - 1.6, y + 2, 9, PAPER if own else "var(--paper-2)", LINE, 1.4, 'class="edge"')
    return art + inner, y + 4


@lru_cache(maxsize=512)
def compact_art(
    seat: int,
    other: int,
    give: tuple[Ware, ...],
    want: tuple[Ware, ...],
    own: bool,
    width: float,
    gain: int | None = None,
) -> tuple[str, float]:
    """Return a proposal as a row of symbols, and its height.

    ``gain`` is what accepting it would add for the viewer, or None if unknown.
    """
    last = 30 if gain is None else 70
    side_width, inner = (width - 30 - last - 26) / 2, ""
    sides = [_rows(tuple(replace(ware, words=ware.amount) for ware in side), side_width) for side in (give, want)]
    for k, side in enumerate(sides):
        for i, row in enumerate(side):
            x = 30 + k * (side_width + 26)
            for ware in row:
                inner += moved(_chip(ware), x, 5 + i * (_CHIP + 3))
                x += ware.width + 3
    high = 7 + max(len(side) for side in sides) * (_CHIP + 3)
    inner += disc(seat, 16, high / 2, 18)
    if gain is None:
        inner += disc(other, width - 15, high / 2, 18)
    else:
        colour = "var(--good)" if gain > 0 else MUTED
        words = gain_words(gain) if gain else "even"  # there is no room for more
        inner += text(words, width - _PAD, high / 2 + 4.5, 12.5, colour, 600, "end")
    inner += use("gb-sign-2", 30 + side_width + 5, high / 2 - 8, 16, colour=MUTED)
    art = rect(0.8, 0.8, width - 1.6, high - 1.6, 9, PAPER if own else "var(--paper-2)", LINE, 1.4, 'class="edge"')
    return art + inner, high


def _rows(wares: tuple[Ware, ...], width: float) -> list[list[Ware]]:
    """Arrange the wares of one side of a proposal in rows that are at most ``width`` wide."""
    rows, used = [list[Ware]()], 0.0
    for ware in wares:
        if rows[-1] and used + ware.width > width:
            rows.append([])
            used = 0.0
        rows[-1].append(ware)
        used += ware.width + _GAP
    return rows


@lru_cache(maxsize=512)
def _chip(ware: Ware) -> str:
    """Return the chip of a ware: its symbol and text in a small box."""
    art = rect(0, 0, ware.width, _CHIP, 7, PAPER, LINE, 1)
    art += use(ware.symbol, 4, 3, 20, colour=ware.colour)
    return art + text(ware.words, 28, 17.5, _SIZE, INK, 600, "start")


# ---- pointing


def tooltips(desk: Desk) -> list[Tooltip]:
    """Return the tooltips of the proposals shown and of the invitation."""
    if desk.stage != "trading":
        return []
    made = []
    for deal in ranked(desk)[:MOST]:
        between = f"It is between {desk.called(deal.seat)} and {desk.called(deal.other)}."
        hint = "" if desk.seat in (deal.seat, deal.other) else between
        made.append(Tooltip((offer_key(deal.seat, deal.other),), proposal_words(desk, deal), hint))
    if invited(desk):
        title = f"{opened(desk.called(desk.view.floor))}: “{cry(desk.view.sought)}”"
        made.append(Tooltip(("cry",), title, _answer_words(desk)))
    return made


def _answer_words(desk: Desk) -> str:
    """Describe the answers to the invitation, as in ``Omar has made an offer. You are being asked``."""
    by_answer: dict[str, list[int]] = {}
    for seat in desk.seats:
        if seat != desk.view.floor and seat not in desk.retired:
            by_answer.setdefault(answered(desk, seat), []).append(seat)
    words = {"passes": "passed", "asked": "being asked", "waits": "yet to answer"}
    sentences = []
    for state, there in by_answer.items():
        verb = "has" if state in ("offers", "passes") else "is"
        does = desk.called(there[0]).does(verb) if len(there) == 1 else {"has": "have", "is": "are"}[verb]
        done = words.get(state, "made an offer" if len(there) == 1 else "made offers")
        sentences.append(f"{opened(people(there, desk.called))} {does} {done}.")
    return " ".join(sentences)
