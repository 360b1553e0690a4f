"""The panels of all seats, and a chart of how many rounds are left."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, lru_cache
from html import escape
from itertools import accumulate
from typing import Any

from souq.engine.present.markup import n
from souq.engine.present.scene import Facts, Panel, text
from souq.engine.present.wording import number, opened, several
from souq.engine.rules.twin import blank, interpreted
from souq.games.chatuchak.rules.clock import SPACES, advance
from souq.games.chatuchak.scene.art import EMBLEMS
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.state import BOX, COLOURS, Mode, State
from souq.games.chatuchak.story.wording import MINUS


def panels(desk: Desk) -> tuple[Panel, ...]:
    """Return a panel for every seat. If all seats move at the same time, no panel is highlighted."""
    quiet: dict[str, Any] = {"acting": False} if desk.mode == Mode.SPEED else {}
    return tuple(
        desk.panel(seat, _score(desk, seat), note(desk, seat), EMBLEMS, **quiet, **_unplaced(desk, seat))
        for seat in desk.seats
    )


def _unplaced(desk: Desk, seat: int) -> dict[str, Any]:
    """Return the panel fields that hide a seat's rank if the seat has none (CH-V03, V05).

    In races and puzzles only seats that solved their market have a rank.
    """
    return {} if desk.mode == Mode.GOALS or desk.solved(seat) else {"rank": None}


def left(desk: Desk, seat: int) -> int:
    """Return how many pieces a seat has beyond one for each colour; the market is solved when there are none."""
    return sum(desk.markets[seat].counts()) - COLOURS


def _score(desk: Desk, seat: int) -> str:
    """Return the number on a seat's panel: points, in the puzzle the moves made, in a race the pieces left to join."""
    if desk.mode == Mode.SOLO:
        return str(desk.view.moves[seat])
    return str(left(desk, seat)) if desk.race else number(desk.score(seat))


def note(desk: Desk, seat: int) -> str:
    """Return the text under a seat's name: its tokens and untidiest colour, or its moves and pieces left to join."""
    if desk.mode == Mode.GOALS:
        tokens, minus = several(desk.tokens(seat), "token"), f"{MINUS}{desk.markets[seat].minus()}"
        return f"passed · {tokens}, {minus}" if desk.passed(seat) else f"{tokens}, untidiest {minus}"
    if desk.solved(seat):
        return f"solved in {several(desk.view.moves[seat], 'move')}"
    if desk.passed(seat):
        return f"out after {several(desk.view.moves[seat], 'move')}"
    return _under_way(desk.mode == Mode.SOLO, desk.view.moves[seat], left(desk, seat))


def _under_way(alone: bool, moves: int, left: int) -> str:
    to_join = f"{several(left, 'piece')} to join"
    made = several(moves, "move")
    return f"{made}, {to_join}" if alone else f"{to_join}, {made}"


# ---- how long the game may go on


WIDTH, HEIGHT = 268.0, 54.0
_FOOT = 15.0  # of the picture, for its numbers
_FIRST = 70.0
"""Width of the text under the first bar of the chart."""
_RARE = 0.005
"""Probability below which the chart leaves out the last rounds."""
_UNLIKELY = 0.05
"""Probability, at each end, of numbers of rounds that are left out of the likely range."""
_MANY = 3
"""Maximum number of players for which the legend fits."""


def facts(desk: Desk) -> tuple[Facts, ...]:
    """Return the chart of the rounds left, placed above the story, and a legend if there are few players."""
    if desk.race:
        return ()
    legend = (_legend(),) if len(desk.seats) <= _MANY else ()
    return (*(() if desk.over else (_ending(desk),)), *legend)


def chance_words(desk: Desk) -> str:
    """Return the odds in words, such as ``8% chance that this round is the last``.

    As long as this round can't be the last, return the minimum number of rounds left and the likely range.
    """
    ends = rounds(desk.view.tent, desk.view.need)
    if ends[0]:
        return f"{opened(percent(ends[0]))} chance that this round is the last"
    first = next(k for k, chance in enumerate(ends, 1) if chance)
    low, high = within(ends, _UNLIKELY, _UNLIKELY)
    return f"At least {first} more rounds **likely {low}–{high}**"


def warning(desk: Desk) -> str:
    """Return a warning that the game may end this round; empty except on phones, which don't show the odds."""
    near = not desk.race and not desk.over and this_round(desk.view.tent, desk.view.need) > 0
    return f"{chance_words(desk)}." if desk.terse and near else ""


def percent(chance: float) -> str:
    """Return a percentage: ``8%``. Possible events never get 0%, and uncertain ones never 100%."""
    if 0 < chance < 0.005:
        return "less than 1%"
    return f"{min(99, round(100 * chance)) if chance < 1 else 100}%"


def _ending(desk: Desk) -> Facts:
    return Facts(chance_words(desk), (("", _picture(desk.view.tent, desk.view.need)),), place="story")


@lru_cache(maxsize=128)
def _picture(tent: int, need: int) -> str:
    """Draw a bar for the probability of each number of rounds left; the label gives the mean and the likely range."""
    ends = rounds(tent, need)
    low, high = within(ends, _UNLIKELY, _UNLIKELY)
    last = max(k for k, chance in enumerate(ends, 1) if chance >= _RARE)
    shown = ends[:last]
    step, top = WIDTH / max(len(shown), 12), max(shown)
    art = ""
    for k, chance in enumerate(shown):
        tall = (HEIGHT - _FOOT - 3) * chance / top
        fill = "var(--accent)" if k == 0 else "var(--muted)" if low <= k + 1 <= high else "var(--line)"
        if chance:
            place = f'x="{n(k * step)}" y="{n(HEIGHT - _FOOT - max(tall, 1.5))}" height="{n(max(tall, 1.5))}"'
            art += f'<rect {place} width="{n(max(step - 2, 2))}" rx="1.5" fill="{fill}"/>'
    art += "".join(_numbered(k, step) for k in (1, *range(5, last + 1, 5)) if k == 1 or (k - 0.5) * step > _FIRST)
    said = f"About {several(round(mean(ends)), 'more round')}, most likely {low} to {high}"
    box = f'width="100%" height="{HEIGHT:g}" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" preserveAspectRatio="xMinYMid"'
    return f'<svg {box} role="img" aria-label="{escape(said)}"><title>{escape(said)}</title>{art}</svg>'


def _numbered(k: int, step: float) -> str:
    words = "this round" if k == 1 else str(k)
    x = 0.0 if k == 1 else (k - 1) * step + step / 2 - 1
    return text(words, x, HEIGHT - 3, 11, "var(--muted)", anchor="start" if k == 1 else "middle")


# ---- the legend


def _legend() -> Facts:
    return Facts("", tuple((words, _sign(art)) for art, words in _SIGNS), legend=True)


def _sign(art: str) -> str:
    return f'<svg width="40" height="22" viewBox="0 0 40 22" aria-hidden="true">{art}</svg>'


def _pill(look: str, fill: str, words: str) -> str:
    return f'<rect x="2" y="1" width="36" height="20" rx="10" {look}/>' + text(words, 20, 16, 14, fill, 600)


_SIGNS = (
    (_pill('fill="var(--ink)"', "var(--paper)", "3"), "holds the marker"),
    (
        _pill('fill="none" stroke="var(--ink)" stroke-width="1.3" stroke-dasharray="3 2.5"', "var(--ink)", "–"),
        "holds it without a place",
    ),
    (text(">3", 20, 16, 14, "var(--muted)"), "beat this to win it"),
)


# ---- odds, exactly: what each face of the die does is asked of the rules


@cache
def rounds(tent: int, need: int) -> tuple[float, ...]:
    """Return the probabilities that the game ends with the first, second, … roll from now.

    The result is empty once the tent is on the last space.

    Args:
        tent: the space of the tent; 0 is START.
        need: the lowest roll that moves it.
    """
    if tent == SPACES:
        return ()
    ends = [0.0]
    for (over, *then), faces in _rolls(tent, need).items():
        likely = faces / BOX.die
        later = () if over else rounds(*then)
        ends += [0.0] * (1 + len(later) - len(ends))
        ends[0] += likely * over
        for after, chance in enumerate(later, 1):
            ends[after] += likely * chance
    return tuple(ends)


@cache
def _rolls(tent: int, need: int) -> Counter[tuple[bool, int, int]]:
    """Count how many faces of the die lead to each result.

    A result is (whether the game is over, the tent's space, the roll that is needed next).
    """
    return Counter(_rolled(tent, need, shown) for shown in range(1, BOX.die + 1))


def _rolled(tent: int, need: int, shown: int) -> tuple[bool, int, int]:
    clock = blank(State, tent=tent, need=need, n_events=-1)
    over = interpreted(advance)(clock, shown)
    return over, clock.tent, clock.need


def faces(tent: int, need: int) -> int:
    """Return the number of the die's faces that move the tent."""
    return sum(n for (_, then, _), n in _rolls(tent, need).items() if then > tent)


def this_round(tent: int, need: int) -> float:
    """Return the probability that the game ends with the next roll."""
    return rounds(tent, need)[0] if tent < SPACES else 0.0


def mean(ends: tuple[float, ...]) -> float:
    """Return the expected number of rounds left, including the current one."""
    return sum(n * chance for n, chance in enumerate(ends, 1))


def deviation(ends: tuple[float, ...]) -> float:
    """Return the standard deviation of the rounds left."""
    middle = mean(ends)
    return math.sqrt(sum((n - middle) ** 2 * chance for n, chance in enumerate(ends, 1)))


def within(ends: tuple[float, ...], low: float, high: float) -> tuple[int, int]:
    """Return the likely range of the rounds left: its first and its last number.

    The probability of fewer rounds is at most ``low``, and that of more rounds at most ``high``.
    """
    so_far = list(accumulate(ends))
    first = next(n for n, total in enumerate(so_far, 1) if total > low)
    return first, next(n for n, total in enumerate(so_far, 1) if total >= 1 - high - 1e-12)
