"""The twelve goals, each with every seat's strength, the marker's holder, and the strength that wins it.

In the wide layout they are a table with a row for each goal, on a phone three columns of chips.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import n
from souq.engine.present.scene import Area, Sprite, path, text
from souq.engine.present.wording import listed, opened
from souq.games.chatuchak.box import COLUMNS as ACROSS
from souq.games.chatuchak.scene.art import coin, sign, sign_width
from souq.games.chatuchak.scene.desk import MARKERS, Desk
from souq.games.chatuchak.state import BOX, MIX, NOBODY, PATH, STRONG
from souq.games.chatuchak.story.wording import Mixes, goal_name, strength_words

AREA = "goals"
WIDTH, ROW, HEAD = 276.0, 31.0, 36.0
TALL_WIDTH, CHIP = 376.0, 34.0
COLUMNS = 3

MARK_LAYER = 1
_SIGN = 52.0
_WIN = 58.0
_BOLD = 600
INK, MUTED, LINE, PAPER = "var(--ink)", "var(--muted)", "var(--line)", "var(--paper)"


def goal_key(marker: int) -> str:
    """Return the key of a goal's row or chip."""
    return f"goal-{marker}"


def mark_key(marker: int) -> str:
    """Return the key of a goal's symbol in its row."""
    return f"mark-{marker}"


def goals(desk: Desk) -> Area | None:
    """Return the area of the goals, or None in the puzzle and in races."""
    if desk.race:
        return None
    made = _chips(desk) if desk.terse else _table(desk)
    rows = len(MARKERS) // COLUMNS
    high = rows * (CHIP + 5) - 5 if desk.terse else HEAD + len(MARKERS) * ROW
    wide = TALL_WIDTH if desk.terse else WIDTH
    return Area(AREA, wide, high, tuple(made), label="Goals", place="story")


def order(desk: Desk) -> list[int]:
    """Return the seats in the order of the table's columns: the own one first, the others in turn order."""
    return [(desk.own + k) % len(desk.seats) for k in desk.seats]


# ---- the table


def _table(desk: Desk) -> list[Sprite]:
    seats = tuple(order(desk))
    made = [Sprite("goals-head", _head(seats, "" if desk.over else "to win"), 0, 0)]
    for marker in MARKERS:
        values = tuple(desk.view.strength[seat][marker] for seat in seats)
        holder = seats.index(desk.view.holder[marker]) if desk.view.holder[marker] >= 0 else NOBODY
        art = _row(marker, values, holder, to_win(desk, marker), marker in desk.changed)
        y = HEAD + marker * ROW
        made.append(Sprite(goal_key(marker), art, 0, y, label=title(desk, marker)))
        made.append(_mark(marker, desk.pairs, 1 + sign_width(marker) / 2, y + ROW / 2))
    return made


@lru_cache(maxsize=256)
def _mark(marker: int, pairs: Mixes, x: float, y: float) -> Sprite:
    return Sprite(mark_key(marker), sign(marker, pairs), x, y, layer=MARK_LAYER)


def _column(k: int, seats: int) -> float:
    """Return the x coordinate of the middle of the ``k``-th seat's column in the table of goals."""
    return _SIGN + (WIDTH - _SIGN - _WIN) * (k + 0.5) / seats


@lru_cache(maxsize=64)
def _head(seats: tuple[int, ...], last: str) -> str:
    art = text("Goals", 0, 23, 16, INK, anchor="start", serif=True)
    art += "".join(coin(seat, _column(k, len(seats)) - 11, 6, 22) for k, seat in enumerate(seats))
    return art + text(last, WIDTH, 22, 13, MUTED, anchor="end", serif=True)


@lru_cache(maxsize=4096)
def _row(marker: int, values: tuple[int, ...], holder: int, need: str, fresh: bool) -> str:
    """Draw a goal's row with each seat's strength.

    The strength of the marker's holder is in a pill, which is hollow while this strength is 0.
    """
    art = _lane(fresh) + path(f"M0 0H{WIDTH:g}", "none", LINE, 1)
    for k, strength in enumerate(values):
        x, words = _column(k, len(values)), strength_words(marker, strength)
        if k == holder:
            art += _pill(x, words, bool(strength), len(values))
        else:
            art += text(words, x, ROW / 2 + 5, 14, INK if strength else MUTED)
    return art + f'<g class="need">{text(need, WIDTH - 2, ROW / 2 + 5, 13.5, MUTED, anchor="end")}</g>'


def _lane(fresh: bool) -> str:
    """Draw a row's background: a highlight for moves that change the goal, and a bar if its holder has just changed."""
    box = f'x="-8" width="{WIDTH + 16:g}" height="{ROW:g}" rx="4"'
    lane = f'<rect {box} fill="var(--lit-soft)" class="lane" opacity="0"/>'
    bar = f'<rect x="-8" y="3" width="3" height="{ROW - 6:g}" rx="1.5" fill="var(--trail)"/>'
    return lane + (bar if fresh else "")


def _pill(x: float, words: str, placed: bool, seats: int) -> str:
    wide = min(36.0, (WIDTH - _SIGN - _WIN) / seats - 2)
    box = f'x="{n(x - wide / 2)}" y="{n(ROW / 2 - 10)}" width="{n(wide)}" height="20" rx="10"'
    look = f'fill="{INK}"' if placed else f'fill="none" stroke="{INK}" stroke-width="1.3" stroke-dasharray="3 2.5"'
    return f"<rect {box} {look}/>" + text(words, x, ROW / 2 + 5, 14, PAPER if placed else INK, _BOLD)


# ---- the chips of a phone


def _chips(desk: Desk) -> list[Sprite]:
    made = []
    for marker in MARKERS:
        holder = desk.view.holder[marker]
        value = strength_words(marker, desk.view.strength[holder][marker]) if holder >= 0 else "–"
        art = _chip(marker, value, holder, holder == desk.seat and holder >= 0, marker in desk.changed)
        x, y = _chip_at(marker)
        made.append(Sprite(goal_key(marker), art, x, y, label=title(desk, marker)))
        made.append(_mark(marker, desk.pairs, x + 6 + sign_width(marker) / 2, y + CHIP / 2))
    return made


def _chip_at(marker: int) -> tuple[float, float]:
    step = (TALL_WIDTH + 5) / COLUMNS
    return marker % COLUMNS * step, marker // COLUMNS * (CHIP + 5)


@lru_cache(maxsize=1024)
def _chip(marker: int, value: str, holder: int, mine: bool, fresh: bool) -> str:
    wide = (TALL_WIDTH + 5) / COLUMNS - 5
    line = "var(--trail)" if fresh else INK if mine else LINE
    box = f'width="{n(wide)}" height="{CHIP:g}" rx="8"'
    art = f'<rect {box} fill="{PAPER}" stroke="{line}" stroke-width="{2 if fresh else 1.2:g}"/>'
    art += f'<rect {box} fill="var(--lit-soft)" stroke="var(--lit)" stroke-width="1.5" class="lane" opacity="0"/>'
    art += text(value, 12 + sign_width(marker), CHIP / 2 + 5, 15, INK, _BOLD, "start")
    return art + (coin(holder, wide - 25, CHIP / 2 - 9.5, 19) if holder >= 0 else "")


# ---- what wins a goal


HELD = "held"
NEVER = "–"


def most(marker: int, pairs: Mixes) -> int:
    """Return the highest strength that a structure can have for a marker, which no other seat can beat."""
    if marker < MIX:
        return BOX.colours[marker].booths
    if marker < PATH:
        small, large = sorted(BOX.colours[colour].booths for colour in pairs[marker - MIX])
        return STRONG * small + large
    return min(max(colour.booths for colour in BOX.colours), ACROSS)


def least(marker: int) -> int:
    """Return the lowest strength that can win a marker."""
    group = BOX.markers["group"]
    if marker < MIX:
        return group
    if marker < PATH:
        return STRONG * group + group
    return BOX.markers["path" if marker == PATH else "rectangle"]


def to_win(desk: Desk, marker: int) -> str:
    """Return the strength that the viewer needs for a goal, such as ``>3·3`` or ``4``.

    It is ``–`` if the goal can't be beaten, ``held`` if the viewer holds it, and empty when the game is over.
    """
    if desk.over:
        return ""
    if desk.seat >= 0 and desk.view.holder[marker] == desk.seat:
        return HELD
    beaten = desk.needed(desk.seat, marker)
    if not beaten:
        return strength_words(marker, least(marker))
    return NEVER if beaten >= most(marker, desk.pairs) else f">{strength_words(marker, beaten)}"


def title(desk: Desk, marker: int) -> str:
    """Return a goal's name and who holds its marker: ``Chairs with plants: Yusuf holds the marker with 3·3``."""
    name, holder = opened(goal_name(marker, desk.pairs)), desk.view.holder[marker]
    if holder < 0:
        return f"{name}: nobody holds the marker{'' if desk.over else ' yet'}"
    strength = desk.view.strength[holder][marker]
    how = f"with {strength_words(marker, strength)}" if strength else "without a place for it"
    return f"{name}: {desk.called(holder):holds} the marker {how}"


def hint(desk: Desk, marker: int) -> str:
    """Return sentences about the other seats' strengths, and about the structure that would win the goal."""
    holder = desk.view.holder[marker]
    strong = [
        f"{desk.called(seat):has} {strength_words(marker, strength)}"
        for seat in desk.seats
        if seat != holder and (strength := desk.view.strength[seat][marker])
    ]
    said = [f"{opened(listed(strong))}."] if strong else []
    if desk.over:
        return said[0] if said else f"Nobody {'has' if holder < 0 else 'else has'} a place for it."
    if holder >= 0 and not desk.view.strength[holder][marker]:
        said.append(f"The marker doesn’t count until {desk.called(holder):makes} a place for it.")
    return " ".join((*said, _what_beats_yours(desk, marker) if holder == desk.seat >= 0 else _won(desk, marker)))


def _what_beats_yours(desk: Desk, marker: int) -> str:
    """Return a sentence on the structure with which another seat would take the viewer's marker of a goal."""
    own = desk.view.strength[desk.seat][marker]
    if own >= most(marker, desk.pairs):
        return "Nobody can beat that."
    others = [desk.view.strength[seat][marker] for seat in desk.seats if seat != desk.seat]
    if len(others) > 1 and max(others) > own:  # a third one’s may be in the way (CH-Q05)
        return f"{opened(_thing(marker, own, desk.pairs))} takes it, if it beats everyone else’s."
    return f"{opened(_thing(marker, own, desk.pairs))} takes it."


def _won(desk: Desk, marker: int) -> str:
    """Return a sentence on the structure that would win a goal for the viewer or, for a spectator, for any seat."""
    beaten = desk.needed(desk.seat, marker)
    if beaten >= most(marker, desk.pairs):
        return "Nobody can beat that."
    return f"{opened(_thing(marker, beaten, desk.pairs))} wins it."


def _better_mix(marker: int, beaten: int, pairs: Mixes) -> str:
    """Return words for a mix that beats a strength, with an example: ``a mix that beats 3·3, such as 3·4,``."""
    small, large = divmod(beaten, STRONG)
    longer = large < most(marker, pairs) % STRONG
    example = STRONG * small + large + 1 if longer else STRONG * (small + 1) + small + 1
    return f"a mix that beats {strength_words(marker, beaten)}, such as {strength_words(marker, example)},"


def _thing(marker: int, beaten: int, pairs: Mixes) -> str:
    """Return words for the smallest structure that beats a strength: ``a group of 4 or more``."""
    if marker < MIX:
        return f"a group of {beaten + 1 if beaten else least(marker)} or more"
    if marker < PATH:
        return _better_mix(marker, beaten, pairs) if beaten else "a mix of two groups that touch"
    if marker == PATH:
        return f"a line of {beaten + 1 if beaten else least(marker)} or more"
    return "a block of 6" if beaten else "a square of 4 or a block of 6"
