"""The six wedges: what they do, the cubes on them, and the Free Trader squares."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.match.decision import seats
from souq.engine.present.markup import circle, moved, rect
from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, path, text, use
from souq.engine.present.wording import listed, opened
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.selling import BONUS, GUILD_PAYS
from souq.games.grand_bazaar.scene.art import LIT, LIT_SOFT, MUTED, OUTLINE, PAPER, cube
from souq.games.grand_bazaar.scene.board.markets import kind_art, kind_key
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import (
    CUSTOMER_AT,
    INFORMANT_AT,
    NEGOTIATOR_AT,
    SQUARE,
    TRADER_AT,
    WEDGES,
    Plan,
)
from souq.games.grand_bazaar.state import Event, Phase
from souq.games.grand_bazaar.story.wording import TYPE_NAMES

DESCRIPTIONS = (
    "Look, then take a card",
    "Pairs pay double",
    "Start trades",
    f"One of each type: +{BONUS}",
    "Draw two cards",
    f"All five for {GUILD_PAYS}",
)
"""Short description of what a cube on each wedge does."""
CHOICE_AT = (g.INFORM, g.CUSTOMER + g.HAGGLER, g.NEGOTIATOR, g.CUSTOMER + g.COLLECTOR, g.TRADER, g.CUSTOMER + g.GUILD)
"""For each wedge, the choice that puts one cube on it; for the Informant this is the smallest bid."""
WEDGE_LAYER, CUBE_LAYER, LIFTED_LAYER = 0, 2, 8
CUBE_SIZE = 24.0
_NEGOTIATORS_PER_ROW = 3
_OUTBID_SIZE = 18.0  # width of a cube of an outbid seat, before it grows with the layout


def wedge_key(at: int) -> str:
    """Return the key of a wedge's sprite; wedges are counted clockwise from the top."""
    return f"wedge-{at}"


def square_key(square: int) -> str:
    """Return the key of a Free Trader square."""
    return f"square-{square}"


def member_key(at: int, seat: int) -> str:
    """Return the key of a seat's cube on the Negotiator or a customer."""
    return f"cube-{at}-{seat}"


def bid_key(contest: int, seat: int) -> str:
    """Return the key of a seat's cubes on a caravan or the Informant."""
    return f"bid-{contest}-{seat}"


def members(desk: Desk, at: int) -> list[int]:
    """Return the seats with cubes on a wedge, each once.

    On the Informant the leader comes first, on the Free Trader the front of the line.
    """
    if at == INFORMANT_AT:
        return list(desk.bidders(g.INFORMANT))
    if at == TRADER_AT:
        return list(desk.line)
    return list(seats(desk.view.negotiator if at == NEGOTIATOR_AT else desk.view.placed[CUSTOMER_AT.index(at)]))


def open_wedges(desk: Desk) -> list[int]:
    """Return the wedges on which the viewer may put a cube now."""
    if not desk.asks(Phase.BID):
        return []
    informs = [INFORMANT_AT] if desk.options(g.INFORM, g.CUBES) else []
    return informs + [at for at, choice in enumerate(CHOICE_AT) if choice in desk.legal and at != INFORMANT_AT]


def wedges(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return all six wedges and the cubes on them."""
    lit = open_wedges(desk)
    made = []
    for at in range(len(WEDGES)):
        art = wedge_art(plan, at, at in lit, description(desk, at))
        made.append(
            Sprite(wedge_key(at), art, 0, 0, layer=WEDGE_LAYER, label=wedge_words(desk, at), refused=_refused(desk, at))
        )
    made += squares(desk, plan)
    for at in (INFORMANT_AT, NEGOTIATOR_AT, *CUSTOMER_AT):
        made += informant_bids(desk, plan) if at == INFORMANT_AT else member_cubes(desk, plan, at)
    return made


def description(desk: Desk, at: int) -> str:
    """Return what a wedge does at this table, in a few words."""
    return "No trading here" if at == NEGOTIATOR_AT and desk.trading == g.Trading.OFF else DESCRIPTIONS[at]


def _refused(desk: Desk, at: int) -> int | None:
    """Return an illegal choice for a wedge that is closed to the viewer, so that a click explains why; else None."""
    if not desk.asks(Phase.BID) or at in open_wedges(desk):
        return None
    return CHOICE_AT[at]


@lru_cache(maxsize=32)
def wedge_art(plan: Plan, at: int, lit: bool, words: str) -> str:
    """Return the highlight, symbol, name and short description of a wedge."""
    block = plan.block(at)
    fill = LIT_SOFT if lit else "none"
    edge = f'fill-opacity=".45" class="edge" stroke="{LIT if lit else "none"}" stroke-width="2.5" pointer-events="all"'
    art = path(plan.wedge(at, 6), fill, extra=f'stroke-linejoin="round" {edge}')
    size = 18 * plan.grow**0.8
    art += use(f"gb-sign-{at}", block.x - size / 2, block.sign - size / 2, size, colour="var(--board-ink)")
    art += _name(plan, at)
    return art if plan.tall else art + text(words, block.x, block.description, 11.8, "var(--board-ink)")


def _name(plan: Plan, at: int) -> str:
    """Return the drawing of a wedge's name: on one line; on a phone larger, with one line for each word."""
    block, ink = plan.block(at), "var(--board-ink)"
    if not plan.tall:
        return text(WEDGES[at], block.x, block.name, 17, ink, serif=True)
    words, size = WEDGES[at].split(), 24.0 if at % 3 == 0 else 21.0
    if len(words) == 1:
        return text(words[0], block.x, block.name - (6 if at % 3 else 0), size, ink, serif=True)
    return "".join(
        text(word, block.x, block.name - 21 * (1 - i), size, ink, serif=True) for i, word in enumerate(words)
    )


def wedge_words(desk: Desk, at: int) -> str:
    """Describe a wedge by its name and the seats with cubes on it: ``Haggler: you and Omar``."""
    there = [desk.called(seat) for seat in members(desk, at)]
    if at == TRADER_AT and there:
        return f"Free Trader, in line: {', '.join(there)}"
    if at == INFORMANT_AT and there:
        lead = desk.called(desk.leaders[g.INFORMANT])
        return f"Informant: {lead} {lead.does('leads')} with {desk.view.bids[g.INFORMANT][desk.leaders[g.INFORMANT]]}"
    return f"{WEDGES[at]}: {listed(there) if there else 'nobody yet'}"


# ---- cubes


def spots(plan: Plan, at: int, count: int) -> list[Point]:
    """Return the centres of ``count`` cubes in a wedge; the Negotiator has a second row for more than three."""
    y, size = plan.block(at).row, cube_size(plan)
    if at != NEGOTIATOR_AT or count <= _NEGOTIATORS_PER_ROW:
        return plan.row(at, y, size, count)
    return plan.row(at, y, size, _NEGOTIATORS_PER_ROW) + plan.row(
        at, y + row_step(plan), size, count - _NEGOTIATORS_PER_ROW
    )


def row_step(plan: Plan) -> float:
    """Return the distance between the two rows of cubes on the Negotiator."""
    return cube_size(plan) * 30 / 28 + 3


def cube_size(plan: Plan) -> float:
    """Return the width of a cube in a wedge."""
    return 28.0 if plan.tall else CUBE_SIZE


def member_cubes(desk: Desk, plan: Plan, at: int) -> list[Sprite]:
    """Return the cubes on the Negotiator or a customer; cubes that no longer have an effect are pale (GB-T02, T09)."""
    there = members(desk, at)
    held = desk.negotiators if at == NEGOTIATOR_AT else desk.access(CUSTOMER_AT.index(at))
    made = []
    new = new_members(desk, at)
    for seat, (x, y) in zip(there, spots(plan, at, len(there)), strict=True):
        classes = "dim" if seat not in held else "trail" if seat in new else ""
        size = cube_size(plan)
        art = circle(0, 0.5, size * 0.68, "none", "none", 2, 'class="edge"') + cube(seat, 0, 0, size)
        made.append(Sprite(member_key(at, seat), art, x, y, layer=CUBE_LAYER, classes=classes))
    return made


def new_members(desk: Desk, at: int) -> set[int]:
    """Return the seats that put a cube on the Negotiator or a customer since the viewer's last decision."""
    if at == NEGOTIATOR_AT:
        return {row.seat for row in desk.recent_events(Event.NEGOTIATES)}
    return {row.seat for row in desk.recent_events(Event.BEFRIENDS) if row.customer == CUSTOMER_AT.index(at)}


@lru_cache(maxsize=256)
def informant_bid(seat: int, count: int, size: float, pale: bool) -> str:
    """Return the drawing of a bid on the Informant: a cube of width ``size`` and, to its right, the number of cubes."""
    number = text(str(count), size * 0.62, size * 0.3, round(size * 0.72, 1), "var(--board-ink)", 700, "start")
    art = cube(seat, 0, 0, size) + number
    return f'<g opacity=".62">{art}</g>' if pale else art


def informant_spots(plan: Plan, count: int) -> list[tuple[float, float, float]]:
    """Return the places of ``count`` bids on the Informant, the leader's first: centre (x, y) and width of a cube."""
    sizes = [cube_size(plan) + 1 if i == 0 else _OUTBID_SIZE * plan.grow**0.5 for i in range(count)]
    widths = [size * 1.85 for size in sizes]
    x, y, made = plan.x - sum(widths) / 2, plan.block(INFORMANT_AT).row, []
    for size, width in zip(sizes, widths, strict=True):
        made.append((x + size / 2, y, size))
        x += width
    return made


def informant_bids(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of the bids on the Informant, with the leader's drawn larger.

    While the viewer, as the Informant, chooses what to look at, return a tile for each type of goods instead.
    """
    if desk.asks(Phase.LOOK):
        return kinds(desk, plan)
    bidders, made = desk.bidders(g.INFORMANT), []
    for i, (seat, (x, y, size)) in enumerate(zip(bidders, informant_spots(plan, len(bidders)), strict=True)):
        art = informant_bid(seat, desk.view.bids[g.INFORMANT][seat], size, i > 0)
        made.append(Sprite(bid_key(g.INFORMANT, seat), art, x, y, layer=CUBE_LAYER))
    return made


def kinds(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return a tile for each type of goods that the Informant may choose to look at, with its number of cards."""
    found = [kind for kind in range(g.TYPES) if desk.in_markets[kind]]
    step, y = 38.0 if plan.tall else 31.0, plan.block(INFORMANT_AT).row
    x = plan.x - step * (len(found) - 1) / 2
    return [
        Sprite(
            kind_key(kind),
            kind_art(kind, desk.in_markets[kind], 32 if plan.tall else 26),
            x + step * i,
            y,
            layer=CUBE_LAYER,
            label=f"{TYPE_NAMES[kind]}: {desk.in_markets[kind]} in the markets",
        )
        for i, kind in enumerate(found)
    ]


# ---- the Free Trader


@lru_cache(maxsize=64)
def _square(square: int, seat: int, state: str, grow: float) -> str:
    """Return a Free Trader square with its cube or, if it is empty, its number.

    ``state`` is "next" for the square that the next cube goes to, "asked" if its owner must decide, else "".
    """
    (width, high), fill = SQUARE, LIT_SOFT if state else PAPER
    edge = LIT if state else "var(--board-line)"
    art = rect(-width / 2, -high / 2, width, high, 4, fill, edge, 2.4 if state else 1, 'class="edge"')
    if seat == g.NOBODY:
        return art + text(str(square + 1), 0, 5.5, 13.5 if grow == 1 else 16.5, MUTED)
    return art + cube(seat, 0, 0, 23.5)


def squares(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the six Free Trader squares and the cubes on them."""
    made, new = [], {row.square for row in desk.recent_events(Event.SQUARE)}
    for square, seat in enumerate(desk.view.square):
        state = "next" if g.TRADER in desk.legal and square == desk.next_square else asked(desk, square)
        label = f"Square {square + 1}: {desk.called(seat) if seat != g.NOBODY else 'free'}"
        art = _square(square, seat, state, plan.grow)
        x, y = plan.square(square)
        classes = "trail" if square in new and seat != g.NOBODY else ""
        made.append(Sprite(square_key(square), art, x, y, layer=CUBE_LAYER, label=label, classes=classes))
    return made


def asked(desk: Desk, square: int) -> str:
    """Return "asked" if the seat that must decide now has its lowest cube on this Free Trader square, else ""."""
    seat = desk.view.square[square]
    polled = desk.phase in (Phase.POLL, Phase.RIGHT, Phase.DENIED) and not desk.over
    return "asked" if polled and seat == desk.player and desk.lowest(seat) == square else ""


def bubble(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return a speech bubble, ``May I draw?``, above the square of a seat that waits for the seats ahead (GB-F05).

    Once a seat ahead has objected, the text is ``Objection!``.
    """
    sender = desk.view.sender
    if desk.phase not in (Phase.RIGHT, Phase.DENIED) or sender == g.NOBODY or desk.over:
        return []
    square = desk.lowest(sender)
    if square == g.NOBODY:
        return []
    x, y = plan.square(square)
    size = 12 * plan.grow**0.7
    words, high = ("May I draw?" if desk.phase == Phase.RIGHT else "Objection!"), size * 1.9
    wide = 0.58 * size * len(words) + size
    top = y - 19 - high
    tail = path("M-6 0L0 8L6 0z", PAPER, OUTLINE, 1.2)
    art = moved(tail, 0, high - 1) + rect(-wide / 2, 0, wide, high, high / 2, PAPER, OUTLINE, 1.2)
    art += text(words, 0, high * 0.67, size, "var(--ink)", 600)
    who = desk.called(sender)
    label = f"{opened(who)} {who.does('wants')} to draw two cards"
    return [Sprite("bubble", art, x, top, layer=LIFTED_LAYER, label=label)]
