"""The others' markets, small: joined groups, the gap, and the goals they hold under them or beside."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Area, Layout, Look, Sprite
from souq.engine.wording import listed, opened
from souq.games.chatuchak.scene import mini
from souq.games.chatuchak.scene.desk import Desk, Outcome
from souq.games.chatuchak.scene.marks import HIGH, sign, width
from souq.games.chatuchak.scene.planes import Pairs, cells
from souq.games.chatuchak.scene.words import BOOTHS, MINUS, goal_name, several, strength_words
from souq.games.chatuchak.state import NAMES

_APART = 5.0  # from chip to chip
_SIZES = (1.2, 1.05, 0.92, 0.8, 0.7, 0.6, 0.5)


@dataclass(frozen=True)
class Box:
    """Where chips lie: in the middle of a strip under the market, or from the top beside it."""

    left: float
    top: float
    width: float
    height: float
    under: bool


@dataclass(frozen=True)
class Frame:
    """How a small market lies in its area, from ``left``, and its chips; None: there is no room for them."""

    width: float
    height: float
    left: float
    chips: Box | None

    def at(self, cell: int) -> tuple[float, float]:
        """Middle of a cell."""
        x, y = mini.middle(cell)
        return self.left + x, y


def _under(wide: float, strip: float) -> Frame:
    """A market with its chips in a strip under it."""
    box = Box(4, mini.HEIGHT + 2, wide - 8, strip - 2, True)
    return Frame(wide, mini.HEIGHT + strip, (wide - mini.WIDTH) / 2, box)


def _beside(wide: float) -> Frame:
    """A market with its chips right of it, as far as there is room."""
    rest = wide - mini.WIDTH - 10
    return Frame(wide, mini.HEIGHT, 0, Box(mini.WIDTH + 10, 2, rest, mini.HEIGHT - 4, False) if rest > HIGH else None)


_WIDE = {1: _under(198, 26), 2: _under(198, 26), 3: _under(236, 24), 4: _beside(316)}
_TALL = {1: _beside(516), 2: _beside(262), 3: _beside(198), 4: _beside(198)}


_BARE = Frame(mini.WIDTH, mini.HEIGHT, 0, None)
"""Where there are no goals."""
_ALONE = Frame(316, mini.HEIGHT, (316 - mini.WIDTH) / 2, None)
"""The only rival in a race on a phone: in the middle, and smaller than the own market."""


def frame_of(layout: Layout, rivals: int, race: bool) -> Frame:
    """The frame for so many small markets."""
    if race:
        return _ALONE if layout == "tall" and rivals == 1 else _BARE
    return (_TALL if layout == "tall" else _WIDE)[rivals]


def area_name(seat: int) -> str:
    """The area of a seat's small market."""
    return f"market-{seat}"


def booth_key(seat: int, cell: int) -> str:
    """Key of a booth in a small market."""
    return f"s{seat}-booth-{cell}"


def chip_key(seat: int, marker: int) -> str:
    """Key of a marker held by a seat with a small market."""
    return f"s{seat}-chip-{marker}"


def floor_key(seat: int) -> str:
    """Key of the floor of a small market."""
    return f"s{seat}-market"


def rivals(desk: Desk) -> list[Area]:
    """An area for every seat whose market is not the large one."""
    return [_area(desk, seat, frame_of(desk.ctx.layout, len(desk.rivals), desk.race)) for seat in desk.rivals]


def _area(desk: Desk, seat: int, frame: Frame) -> Area:
    market, label = desk.markets[seat], f"{opened(desk.whose(seat))} market"
    made = [*mini.sprites(f"s{seat}", market.planes, market.hole, frame.left, 0, label)]
    if seat in desk.fresh:
        made.append(_fresh(seat, desk.fresh[seat], frame))
    if frame.chips:
        away = tuple(marker for marker in desk.held(seat) if not desk.strength(seat, marker))
        made += _chips(seat, tuple(desk.placed(seat)), away, desk.pairs, frame.chips)
    return Area(area_name(seat), frame.width, frame.height, tuple(made), label=label, place="panel", seat=seat)


@lru_cache(maxsize=1024)
def _fresh(seat: int, cell: int, frame: Frame) -> Sprite:
    """A ring round the booth that moved last."""
    under = mini.square('fill="none" stroke="var(--outline)" stroke-width="4"')
    ring = mini.square('fill="none" stroke="var(--trail)" stroke-width="2"')
    return Sprite(f"s{seat}-fresh", under + ring, *frame.at(cell), layer=mini.FRESH_LAYER)


# ---- the goals held


@lru_cache(maxsize=512)
def _chips(seat: int, placed: tuple[int, ...], away: tuple[int, ...], pairs: Pairs, box: Box) -> tuple[Sprite, ...]:
    """The markers a seat holds; those without a place in its market come last, pale within dashes."""
    rows, scale = _rows((*placed, *away), box)
    high, made = HIGH * scale, list[Sprite]()
    step = min(high + 5, box.height / len(rows))
    y = box.top + (box.height - step * (len(rows) - 1)) / 2 if box.under else box.top + high / 2 + 2
    for row in rows:
        x = box.left + ((box.width - _long(row, scale)) / 2 if box.under else 0)
        for marker in row:
            wide = width(marker) * scale
            art = _pale(sign(marker, pairs, scale), wide, high) if marker in away else sign(marker, pairs, scale)
            made.append(Sprite(chip_key(seat, marker), art, x + wide / 2, y, layer=mini.CHIPS_LAYER))
            x += wide + _APART
        y += step
    return tuple(made)


def _pale(art: str, wide: float, high: float) -> str:
    box = f'x="{n(-wide / 2 - 2)}" y="{n(-high / 2 - 2)}" width="{n(wide + 4)}" height="{n(high + 4)}"'
    ring = f'<rect {box} rx="{n(high / 2 + 2)}" fill="none" stroke="var(--danger)" stroke-dasharray="3 3"/>'
    return f'<g opacity=".5">{art}</g>{ring}'


def _rows(markers: tuple[int, ...], box: Box) -> tuple[list[tuple[int, ...]], float]:
    """Markers in rows that fit a box, and how large they can be."""
    for scale in _SIZES[2:] if box.under else _SIZES:
        rows: list[tuple[int, ...]] = [()]
        for marker in markers:
            if rows[-1] and _long((*rows[-1], marker), scale) > box.width:
                rows.append(())
            rows[-1] = (*rows[-1], marker)
        if len(rows) * (HIGH * scale + 2) <= box.height:
            break
    return rows, scale


def _long(row: tuple[int, ...], scale: float) -> float:
    return sum(width(marker) * scale + _APART for marker in row) - _APART


# ---- pointing


def looks(desk: Desk) -> list[Look]:
    """What each small market, and each goal held there, says of itself."""
    made = []
    for seat in desk.rivals:
        made.append(_market_look(desk, seat))
        if not desk.race:
            made += [_chip_look(desk, seat, marker) for marker in desk.held(seat)]
    return made


def _market_look(desk: Desk, seat: int) -> Look:
    market, counts = desk.markets[seat], desk.markets[seat].counts()
    parts = listed([f"{NAMES[colour]} {n}" for colour, n in enumerate(counts)])
    title = f"{opened(desk.whose(seat))} market"
    if desk.race:
        return Look((floor_key(seat),), title, f"{several(sum(counts), 'group')}: {parts}.")
    worst = market.untidy()
    untidy = f"Untidiest: {BOOTHS[worst]}s in {several(counts[worst], 'group')}, {MINUS}{counts[worst]}."
    own = [goal_name(marker, desk.pairs) for marker in desk.placed(seat)]
    held = f"Holds {listed(own)}. " if own else "Holds no goal. "
    return Look((floor_key(seat),), title, held + untidy)


def _chip_look(desk: Desk, seat: int, marker: int) -> Look:
    strength, who = desk.strength(seat, marker), desk.ctx.names(seat)
    name = goal_name(marker, desk.pairs)
    hint = (
        f"{strength_words(marker, strength)} in {desk.whose(seat)} market."
        if strength
        else "It has no place in the market right now, so it doesn’t count."
    )
    lifted = structure(desk, seat, marker)
    return Look((chip_key(seat, marker),), f"{who} holds {name}", hint, area=area_name(seat), lifts=lifted)


# ---- what something concerns


def structure(desk: Desk, seat: int, marker: int) -> tuple[str, ...]:
    """The booths of a small market that are strongest for a marker."""
    return tuple(booth_key(seat, cell) for cell in cells(desk.markets[seat].best(marker)[1]))


def concerned(desk: Desk, outcome: Outcome) -> tuple[str, ...]:
    """What a move of the own market would take from others, or open to them: goals, and booths that would strike."""
    keys = [chip_key(win.giver, win.marker) for win in outcome.wins if win.giver >= 0]
    keys += [booth_key(threat.seat, threat.cell) for threat in outcome.threats]
    return tuple(dict.fromkeys(keys))
