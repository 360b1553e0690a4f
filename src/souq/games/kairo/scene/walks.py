"""Customers' paths: dotted lines over the sites, each with a label (a pill) of its cost and earnings at the entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import dist
from operator import itemgetter

from souq.engine.present.labels import Cell, Labels, Sheet, around
from souq.engine.present.markup import n
from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, path, text
from souq.engine.present.wording import several
from souq.games.kairo.box import WIDTH
from souq.games.kairo.scene import paths
from souq.games.kairo.scene.art import figure
from souq.games.kairo.scene.board import LIFTED_LAYER, WAYS_LAYER
from souq.games.kairo.scene.desk import Desk, Goal
from souq.games.kairo.scene.geometry import CELL, EDGE, SQUARE, Plan, centre
from souq.games.kairo.state import GOAL, LABELS, SITES, Phase

_SHIFTS = (0.0, -5.0, 5.0, -9.0, 9.0)  # in turn, so that paths over the same sites stay apart
_WIDTHS = (6.5, 4.5, 3.5)
_HIGH = 40.0  # height of a pill
_LETTER = 7.3  # width of a letter in a pill
_SHEET = Sheet(SQUARE, SQUARE, CELL, EDGE, EDGE, edge=8, slack=9)
_FARTHER = tuple(product(range(-5, 6), range(-5, 6)))  # in half sites from an entry, if no spot next to it is free


# ---- where a customer can be lured


def strolls(desk: Desk, plan: Plan, customer: int) -> tuple[Sprite, ...]:
    """Return sprites of a customer's paths to all vacant entries of its colour, with their labels."""
    return desk.once(("strolls", customer), lambda: _strolls(desk, plan, customer))


def _strolls(desk: Desk, plan: Plan, customer: int) -> tuple[Sprite, ...]:
    laid = _laid(desk, plan, customer, desk.goals(customer), [desk.customers[customer]])
    lines = "".join(line for _, line, _, _ in reversed(laid))
    pills = (Sprite("pill", pill, *at, layer=LIFTED_LAYER) for _, _, pill, at in laid)
    return (Sprite("ways", lines, 0, 0, layer=WAYS_LAYER), walker(desk, customer), *pills)


def walker(desk: Desk, customer: int) -> Sprite:
    """Return a customer on the board, drawn as chosen, on top of the paths that start there."""
    return Sprite("walker", figure(customer, "chosen"), *centre(desk.customers[customer]))


def routes(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return sprites of the paths to the possible destinations of the customer being lured, with their labels."""
    customer = desk.view.customer
    if desk.phase != Phase.GOAL or customer not in desk.customers or desk.over:
        return []
    goals = [goal for goal in desk.goals(customer) if GOAL + goal.stand.entry in desk.legal or not desk.mine]
    laid = _laid(desk, plan, customer, goals)
    lines = [Sprite(f"way-{LABELS[entry]}", line, 0, 0, layer=WAYS_LAYER) for entry, line, _, _ in reversed(laid)]
    return lines + [Sprite(pill_key(entry), pill, *at, layer=LIFTED_LAYER) for entry, _, pill, at in laid]


def pill_key(entry: int) -> str:
    """Return the key of the pill next to an entry."""
    return f"pill-{LABELS[entry]}"


def _laid(
    desk: Desk, plan: Plan, customer: int, goals: Sequence[Goal], clear: Sequence[int] = ()
) -> list[tuple[int, str, str, Point]]:
    """Return, for each path, its entry, its line, its label and the label's middle.

    Labels avoid covering the sites ``clear``.
    """
    places = Pills(desk, plan)
    places.heavy([*(goal.stand.entry for goal in goals), *clear], 30)
    places.heavy([goal.stand.stall for goal in goals], 6)
    walked = [desk.way(customer, goal.stand.entry) for goal in goals]
    places.heavy([site for way in walked for site in way], 1.0)
    made = []
    for place, (goal, way) in enumerate(zip(goals, walked, strict=True)):
        pill, entry = pill_of(desk, goal), goal.stand.entry
        made.append((entry, track(way, rank(desk, goal), place), plate(pill, places.grow), places.put(pill, entry)))
    return made


# ---- lines


def line(way: Sequence[int], shift: float = 0.0) -> str:
    """Return path data through the middles of sites; only corners and ends become points."""
    corners = [site for i, site in enumerate(way) if not 0 < i < len(way) - 1 or way[i + 1] - site != site - way[i - 1]]
    points = (centre(site) for site in corners)
    return "M" + "L".join(f"{n(x + shift)} {n(y + shift)}" for x, y in points)


@lru_cache(maxsize=2048)
def track(way: tuple[int, ...], rank: int, place: int = 0) -> str:
    """Draw a dotted path on a soft band; ``rank`` 0 is the boldest, and ``place`` shifts paths that would overlap."""
    d = line(way, _SHIFTS[place % len(_SHIFTS)])
    ends = 'stroke-linecap="round"'
    faint = ' opacity=".75"' if rank > 1 else ""
    bed = path(d, "none", "var(--lit-soft)", 9, f'{ends} opacity=".75"')
    width = _WIDTHS[min(rank, len(_WIDTHS) - 1)]
    return bed + path(d, "none", "var(--lit)", width, f'{ends} stroke-dasharray="0 11.6"{faint}')


# ---- pills


@dataclass(frozen=True, slots=True)
class Pill:
    """A label of two short lines: ``3 steps`` over ``you +3``."""

    first: str
    second: str
    rank: int
    """Style, see :func:`rank`: 0 is filled, 1 outlined, 2 dashed and fainter."""

    @property
    def width(self) -> float:
        """Width of the label on a desktop."""
        return _LETTER * max(len(self.first), len(self.second) * 0.9) + 24


@lru_cache(maxsize=1024)
def plate(pill: Pill, grow: float) -> str:
    """Draw a pill around (0, 0)."""
    w, h = pill.width, _HIGH
    fill, first, second = (
        ("var(--lit)", "var(--accent-ink)", "var(--accent-ink)")
        if pill.rank == 0
        else ("var(--paper)", "var(--ink)" if pill.rank == 1 else "var(--muted)", "var(--muted)")
    )
    dash = ' stroke-dasharray="4 3"' if pill.rank > 1 else ""
    place = f'x="{n(-w / 2)}" y="-20" width="{n(w)}" height="{n(h)}" rx="9"'
    art = f'<rect {place} fill="{fill}" stroke="var(--lit)" stroke-width="1.5"{dash}/>'
    art += text(pill.first, 0, -4, 13, first, 600) + text(pill.second, 0, 12, 12, second)
    return art if grow == 1 else f'<g transform="scale({grow:g})">{art}</g>'


def pill_of(desk: Desk, goal: Goal) -> Pill:
    """Return the pill of a destination: steps and barkers on the first line, earnings on the second."""
    words = several(goal.steps, "step")
    if goal.barkers:
        words += f" · {several(goal.barkers, 'barker')}"
    return Pill(words, desk.earned(goal), rank(desk, goal))


def rank(desk: Desk, goal: Goal) -> int:
    """Return how well a seat can reach an entry: 0 without barkers, 1 with the barkers it has, 2 if it has too few."""
    return 0 if not goal.barkers else 1 if goal.barkers <= desk.view.barkers[desk.mover] else 2


# ---- where pills lie


class Pills:
    """Placement of the paths' labels (pills), each close to its entry but covering as little else as possible."""

    def __init__(self, desk: Desk, plan: Plan) -> None:
        self.grow = 1.5 if plan.tall else 1.0
        self._labels = Labels(_SHEET, dict.fromkeys(map(_cell, range(SITES)), 0.0))
        for weight, sites in ((3.0, desk.view.solid), (1.5, desk.view.doors), (6.0, desk.view.crowd)):
            self.heavy(paths.sites(paths.board(sites)), weight)

    def heavy(self, sites: Iterable[int], weight: float) -> None:
        """Add to the cost of covering these sites with a label."""
        self._labels.heavy(map(_cell, sites), weight)

    def put(self, pill: Pill, site: int) -> Point:
        """Return the best middle for the label of an entry, and keep its area free of later labels."""
        w, h = pill.width * self.grow, _HIGH * self.grow
        x, y = centre(site)
        up, aside = CELL / 2 + h / 2 + 4, CELL / 2 + w / 2 + 4
        spots = around((x, y), up, aside)
        spots += [(x + dx, y + dy) for dx in (-w / 3, w / 3) for dy in (-up, up)]
        spots += [(x, y - up - CELL), (x, y + up + CELL)]
        near = [(spot, 0.12 * k) for k, spot in enumerate(spots)]
        return self._labels.put(w, h, [*near, *_farther(site, w, h)])


@lru_cache(maxsize=4096)
def _farther(site: int, width: float, height: float) -> list[tuple[Point, float]]:
    """Return points some sites away from an entry, where a pill would not cover it, with their costs, nearest first."""
    x, y = centre(site)
    spots = (_SHEET.inside((x + dx * CELL / 2, y + dy * CELL / 2), width, height) for dx, dy in _FARTHER)
    clear = {spot for spot in spots if _cell(site) not in _SHEET.under(spot, width, height)}
    return sorted(((spot, 1.0 + 0.6 * dist(spot, (x, y)) / CELL) for spot in clear), key=itemgetter(1))


def _cell(site: int) -> Cell:
    return site % WIDTH, site // WIDTH
