"""Visitors: the crowds at the fountains, and the queue round the wall with its two ends."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import moved, rect
from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, text
from souq.engine.present.wording import many
from souq.games.marracash import state as m
from souq.games.marracash.box import LETTERS
from souq.games.marracash.rules.visitors import MOST
from souq.games.marracash.scene.art import (
    CROWDS_LAYER,
    INK,
    LINE,
    LIT,
    LIT_SOFT,
    MUTED,
    PAPER,
    PAWN,
    QUEUE_LAYER,
    QUEUED,
    badge,
    feet,
    pawn,
    plate,
    tone,
)
from souq.games.marracash.scene.desk import OUT_OF, Desk
from souq.games.marracash.scene.geometry import UNIT, Plan, chips, plate_of, spots
from souq.games.marracash.state import Phase
from souq.games.marracash.story.wording import crowd_words
from souq.games.marracash.visits import Crowd

ENDS = "AB"
ALONE = 4
"""Size of the largest crowd drawn figure by figure; larger ones are drawn as one stack per colour."""
IN_A_ROW = 3
"""Size of the largest crowd drawn in one row."""
EDGE = 'class="edge"'
READABLE = 16.2
"""Font size of the smallest text on a phone, in the plan's units: nine pixels there."""


def crowd_key(fountain: int) -> str:
    """Return the key of the crowd at a fountain."""
    return f"crowd-{fountain + 1}"


def waiting_key(place: int) -> str:
    """Return the key of the visitor at a position in the queue."""
    return f"queue-{place}"


def end_key(end: int) -> str:
    """Return the key of the plate at an end of the queue (0 A, 1 B)."""
    return f"queue-{ENDS[end]}"


# ---- crowds


def crowds(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the crowd at each fountain; those that can be led have a ring at their feet."""
    made = []
    for fountain in range(m.FOUNTAINS):
        if not desk.sizes[fountain]:
            continue
        lit, who = any(route in desk.open_routes for route in OUT_OF[fountain]), desk.crowds[fountain]
        refused = m.MOVE + OUT_OF[fountain][0] if desk.asks(Phase.ACTION) and not lit else None
        art, at = crowd(who, plan.grow, lit, desk.pulled(fountain)), plan.fountain(fountain)
        label = f"Fountain {fountain + 1}: {crowd_words(who)}"
        made.append(Sprite(crowd_key(fountain), art, *at, layer=CROWDS_LAYER, label=label, refused=refused))
    return made + _numbers(desk, plan)


def _numbers(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return a sprite with the number of each fountain that a crowd covers; it doesn't walk with the crowd."""
    return [
        Sprite(f"number-{f + 1}", _number(f, desk.crowds[f], plan.grow), *plan.fountain(f), layer=CROWDS_LAYER)
        for f in range(m.FOUNTAINS)
        if desk.sizes[f]
    ]


@lru_cache(maxsize=2048)
def crowd(who: Crowd, grow: float = 1.0, lit: bool = False, pulled: int = -1) -> str:
    """Draw visitors round the middle of their fountain, one by one or as a counted stack of each colour.

    ``lit`` draws one ring round all their feet; ``pulled`` (a colour) draws a ring at the feet of that colour.
    """
    stacks = _stacks(who)
    if _is_counted_on_chips(who, grow):
        return _chips(stacks, lit, pulled)
    places = spots(len(stacks))
    art = _ground(len(stacks)) if lit else ""
    for (colour, size), (x, y) in sorted(zip(stacks, places, strict=True), key=lambda stood: stood[1][1]):
        if colour == pulled:
            art += moved(feet(), x, y)
        art += pawn(colour, x, y)
        if size > 1:
            art += moved(badge(f"×{size}", 11), x, y - 0.3 * PAWN)
    return art


def _is_counted_on_chips(who: Crowd, grow: float) -> bool:
    """Return whether a crowd is drawn as chips: on a phone, legible counts would cover the figures and the shops."""
    return grow > 1 and sum(who) > ALONE


def _chips(stacks: list[tuple[int, int]], lit: bool, pulled: int) -> str:
    """Draw a chip with the letter and the number of each colour; together they are no larger than a cell."""
    places = chips(len(stacks) + 1)[:-1]
    high = 13 - places[0][1]
    art = rect(-32, -high, 64, 2 * high, 11, LIT_SOFT, LIT, 1.8, EDGE) if lit else ""
    for (colour, size), (x, y) in zip(stacks, places, strict=True):
        if colour == pulled:
            art += moved(rect(-17, -12.5, 34, 25, 9, LIT_SOFT, LIT, 1.8, EDGE), x, y)
        words, ink = f"{LETTERS[colour]}{size}", f"var(--g-{colour + 1}-ink)"
        chip = plate(28, 19.5, 5.5, tone(colour)) + text(words, 0, 5.9, READABLE, ink, 700, room=26)
        art += moved(chip, x, y)
    return art


def _ground(stacks: int) -> str:
    """Draw the ring at the feet of a whole crowd."""
    broad = 1.15 + 0.42 * min(stacks - 1, 2)
    return moved(feet(PAWN, broad), 0, 0 if stacks == 1 else 3)


def _stacks(who: Crowd) -> list[tuple[int, int]]:
    """Return how to draw a crowd: each figure's colour and the number of visitors that the figure represents."""
    some = [(colour, k) for colour, k in enumerate(who) if k]
    return some if sum(who) > ALONE else [(colour, 1) for colour, k in some for _ in range(k)]


@lru_cache(maxsize=512)
def _number(fountain: int, who: Crowd, grow: float) -> str:
    """Draw a fountain's number on a disc that covers no letter of its crowd."""
    large = grow > 1
    radius, size = (11.5, READABLE) if large else (8.0, 10.5)
    disc = f'<circle r="{radius:g}" fill="var(--board)" stroke="var(--board-line)"/>'
    number = text(str(fountain + 1), 0, round(0.36 * size, 1), size, "var(--board-ink)", 600)
    return moved(disc + number, *_number_at(who, grow))


def _number_at(who: Crowd, grow: float) -> Point:
    """Return where the number stands: above the crowd or, on a phone, after the chips or between two rows' feet."""
    if _is_counted_on_chips(who, grow):
        return chips(len(_stacks(who)) + 1)[-1]
    rows = sum(who) > IN_A_ROW
    if grow > 1:
        return 0, (0.34 if rows else -0.48) * UNIT
    return 0, (-0.56 if rows else -0.42) * UNIT


# ---- the queue


def queue(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the visitors in the queue, and a plate with their number at each end."""
    made, lit = [], _reach(desk)
    for place in range(desk.front, desk.back):
        art, label = waiting(desk.queue[place], place in lit), _where(desk, place, desk.queue[place])
        made.append(Sprite(waiting_key(place), art, *plan.slot(place), layer=QUEUE_LAYER, label=label))
    return made + [_plate(desk, plan, end) for end in range(2) if desk.left]


def _reach(desk: Desk) -> frozenset[int]:
    """Return the positions in the queue of the visitors that the viewer could bring in now."""
    if not desk.asks(Phase.GATE, Phase.GROUP):
        return frozenset()
    most = min(MOST, desk.left)
    return frozenset(desk.group(0, most) + desk.group(1, most))


@lru_cache(maxsize=16)
def waiting(colour: int, lit: bool) -> str:
    """Draw a visitor of the queue."""
    return (feet(QUEUED) if lit else "") + pawn(colour, 0, 0, QUEUED)


def _where(desk: Desk, place: int, colour: int) -> str:
    from_a, from_b = place - desk.front + 1, desk.back - place
    number, end = (from_a, "A") if from_a <= from_b else (from_b, "B")
    return f"{m.NAMES[colour].capitalize()}, number {number} from end {end}"


def _plate(desk: Desk, plan: Plan, end: int) -> Sprite:
    (x, y), size = plate_of(plan, end, desk.back - 1 if end else desk.front)
    label = f"End {ENDS[end]} of the queue: {many(desk.left, 'visitor')} in all"
    art = _end(end, desk.left, size, desk.asks(Phase.GROUP))
    return Sprite(end_key(end), art, x, y, layer=QUEUE_LAYER, label=label)


@lru_cache(maxsize=512)
def _end(end: int, left: int, size: Point, lit: bool) -> str:
    w, h = size
    art = plate(w, h, 8, LIT_SOFT if lit else PAPER, LIT if lit else LINE, 1.8 if lit else 1.2)
    if w < 100:
        k = w / 70
        few = text(f"{left} in all", 0, round(17 * k, 1), round(17 * k, 1), MUTED, room=round(w - 6, 1))
        return art + text(ENDS[end], 0, round(-3 * k, 1), round(21 * k, 1), INK, 600) + few
    first = f'<tspan font-weight="600" fill="{INK}">End {ENDS[end]}</tspan>'
    style = f'font-size="13.8" fill="{MUTED}" text-anchor="middle"'
    return f'{art}<text x="0" y="5" {style}>{first}<tspan dx="6">{left} in all</tspan></text>'
