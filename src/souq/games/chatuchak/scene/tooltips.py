"""Tooltips: booths that can't move, the gap, the clock and score, other markets and goals."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.scene import Sprite, Tooltip, path
from souq.engine.present.wording import listed, number, opened, several
from souq.games.chatuchak.scene import market as others
from souq.games.chatuchak.scene.board import (
    LIFTED_LAYER,
    booth_key,
    chip_key,
    clock_words,
    need_words,
    odds_words,
)
from souq.games.chatuchak.scene.desk import MARKERS, Desk
from souq.games.chatuchak.scene.geometry import Plan, outline, plan_of
from souq.games.chatuchak.scene.goals import goal_key, hint, mark_key, title
from souq.games.chatuchak.scene.hand import parts_words, tokens_words, untidy_words
from souq.games.chatuchak.scene.panels import faces
from souq.games.chatuchak.scene.previews import dashed
from souq.games.chatuchak.state import BOX, CELLS, MIX, NAMES, PATH
from souq.games.chatuchak.story.wording import MINUS, THINGS, goal_name, spot, strength_words, structure_words


def tooltips(desk: Desk, plan: Plan) -> list[Tooltip]:
    """Return all tooltips. Some belong to sprites that only one of the layouts has."""
    hole = desk.market.hole
    made = [_booth(desk, plan, cell) for cell in range(CELLS) if cell != hole and cell not in desk.movable]
    made.append(Tooltip(("hole",), "The gap", "Any booth in the same row or column can jump in, from any distance."))
    if desk.race:
        return [*made, *(_market(desk, seat) for seat in desk.rivals)]
    others = [tooltip for seat in desk.rivals for tooltip in (_market(desk, seat), *_chips(desk, seat))]
    return [*made, *_counted(desk), *others, *(_goal(desk, marker) for marker in MARKERS)]


def _booth(desk: Desk, plan: Plan, cell: int) -> Tooltip:
    """Return a booth's tooltip: its group, what it counts for, and why it can't move."""
    market = desk.market
    colour, part = market.colour(cell), market.part(cell)
    size = part.bit_count()
    name = f"{opened(THINGS[colour])}, {spot(cell)}"
    said = [f"One of {several(size, THINGS[colour])} together." if size > 1 else "It stands alone."]
    counts = [] if desk.race else _counts(desk, cell)
    said = counts if counts and desk.terse else said + counts
    if desk.mine:
        said.append("It can’t move: it isn’t in the gap’s row or column.")
    ring = (Sprite("part", dashed(part, plan.grid, 3.0), 0, 0, layer=LIFTED_LAYER),) if size > 1 else ()
    return Tooltip((booth_key(cell),), name, " ".join(said), ring)


def _counts(desk: Desk, cell: int) -> list[str]:
    """Return a sentence on the goals for which a booth is part of the strongest structure, or nothing."""
    colour, found = desk.market.colour(cell), []
    for marker in desk.market.counting(cell):
        yours = " (yours)" if desk.view.holder[marker] == desk.own else ""
        found.append(_counting(desk, marker, desk.view.strength[desk.own][marker], colour) + yours)
    return [f"Counts for {listed(found)}."] if found else []


def _counting(desk: Desk, marker: int, strength: int, colour: int) -> str:
    """Return a goal's name in the tooltip of a booth of one of its colours: ``a mix with lamps 2·3``."""
    if marker < MIX:
        return goal_name(marker, desk.pairs)
    if marker >= PATH:
        return f"a {structure_words(marker, strength).lower()}"
    one, other = desk.pairs[marker - MIX]
    return f"a mix with {THINGS[other if colour == one else one]}s {strength_words(marker, strength)}"


# ---- what is counted


def _counted(desk: Desk) -> list[Tooltip]:
    """Return tooltips of the clock, tokens, untidiest colour and score."""
    name = "The game is over" if desk.over else need_words(desk)
    said = clock_words(desk) if desk.over else f"The tent has {_chances(desk)} of moving on. {odds_words(desk)}"
    made = [Tooltip(("die", "need", "tent"), name, said)]
    made.append(Tooltip(("tokens",), tokens_words(desk), "Each is worth a point, and nobody can take it."))
    made.append(Tooltip(("untidiest",), untidy_words(desk), parts_words(desk)))
    lost = desk.beside(desk.own)
    if lost:
        names = listed([goal_name(marker, desk.pairs) for marker in lost])
        it = "it" if len(lost) == 1 else "them"
        until = f"no points until your market has a place for {it} again. Others can win {it} meanwhile."
        made.append(Tooltip(("beside",), "Markers without a place", f"{opened(names)}: {until}"))
    made.append(Tooltip(("score",), f"Score {number(desk.score(desk.own))}", _sum(desk)))
    return made


def _chances(desk: Desk) -> str:
    """Return the chances that the tent moves: ``8 chances in 12``."""
    return f"{several(faces(desk.view.tent, desk.view.need), 'chance')} in {BOX.die}"


def _sum(desk: Desk) -> str:
    """Return the score as a sum in words: ``4 markers in the market + 7 tokens − 4 for the lamps.``."""
    placed, market = len(desk.placed(desk.own)), desk.market
    minus = f"{MINUS} {market.minus()} for the {THINGS[market.untidy()]}s"
    return f"{several(placed, 'marker')} in the market + {several(desk.tokens(desk.own), 'token')} {minus}."


# ---- goals


def _goal(desk: Desk, marker: int) -> Tooltip:
    """Return a goal's tooltip, which also highlights the strongest structure for the goal in every market."""
    holder, cells = desk.view.holder[marker], desk.market.best(marker)
    keys = [key for seat in desk.rivals for key in others.structure(desk, seat, marker)]
    if holder >= 0:
        keys.append(chip_key(marker) if holder == desk.own else others.chip_key(holder, marker))
    preview = (_ring(plan_of(desk.ctx.layout), cells),) if cells else ()
    on = (goal_key(marker), mark_key(marker))
    return Tooltip(on, title(desk, marker), hint(desk, marker), preview, lifts=(goal_key(marker), *keys))


@lru_cache(maxsize=1024)
def _ring(plan: Plan, cells: int) -> Sprite:
    """Draw an outline around a structure in the large market."""
    d = outline(cells, plan.grid, 2)
    art = path(d, "none", "var(--lift)", 9) + path(d, "none", "var(--lit)", 5)
    return Sprite("strongest", art, 0, 0)


# ---- the others’ markets


def _market(desk: Desk, seat: int) -> Tooltip:
    """Return the tooltip of a rival's market: the markers it holds and its untidiest colour, or its pieces."""
    market, counts = desk.markets[seat], desk.markets[seat].counts()
    parts = listed([f"{NAMES[colour]} {n}" for colour, n in enumerate(counts)])
    name = f"{opened(desk.whose(seat))} market"
    if desk.race:
        return Tooltip((others.floor_key(seat),), name, f"{several(sum(counts), 'piece')}: {parts}.")
    worst = market.untidy()
    untidy = f"Untidiest: {THINGS[worst]}s in {several(counts[worst], 'piece')}, {MINUS}{counts[worst]}."
    own = [goal_name(marker, desk.pairs) for marker in desk.placed(seat)]
    held = f"Holds the marker{'s' * (len(own) > 1)} for {listed(own)}. " if own else "Holds no marker. "
    return Tooltip((others.floor_key(seat),), name, held + untidy)


def _chips(desk: Desk, seat: int) -> list[Tooltip]:
    """Return the tooltips of the markers that a seat holds."""
    return [_chip(desk, seat, marker) for marker in desk.held(seat)]


def _chip(desk: Desk, seat: int, marker: int) -> Tooltip:
    strength, who = desk.view.strength[seat][marker], desk.ctx.names(seat)
    name = goal_name(marker, desk.pairs)
    said = f"{strength_words(marker, strength)} in {desk.whose(seat)} market."
    if not strength:
        said = "It has no place in the market right now, so it doesn’t count."
    lifted = others.structure(desk, seat, marker)
    return Tooltip(
        (others.chip_key(seat, marker),),
        f"{who} holds the marker for {name}",
        said,
        area=others.area_name(seat),
        lifts=lifted,
    )
