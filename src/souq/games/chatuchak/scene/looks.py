"""What things of the board say when somebody points at them: booths that stay, the gap, the clock, what is counted."""

from __future__ import annotations

from souq.engine.scene import Look, Sprite
from souq.engine.wording import listed, opened
from souq.games.chatuchak.scene.clock import chance_words, clock_words, need_words, odds_words
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import Plan
from souq.games.chatuchak.scene.market import LIFTED_LAYER, booth_key
from souq.games.chatuchak.scene.planes import touched
from souq.games.chatuchak.scene.preview import dashed
from souq.games.chatuchak.scene.purse import beside, parts_words, tokens_words, untidy_words
from souq.games.chatuchak.scene.words import (
    BOOTHS,
    MINUS,
    goal_name,
    several,
    signed,
    spot,
    strength_words,
    structure_words,
)
from souq.games.chatuchak.state import CELLS, MIX, PATH


def looks(desk: Desk, plan: Plan) -> list[Look]:
    """Everything on the board that says something."""
    hole = desk.market.hole
    made = [_booth(desk, plan, cell) for cell in range(CELLS) if cell != hole and cell not in desk.movable]
    made.append(Look(("hole",), "The gap", "Any booth in the same row or column can jump in, from any distance."))
    return made if desk.race else [*made, *_counted(desk)]


def _booth(desk: Desk, plan: Plan, cell: int) -> Look:
    """What a booth stands with, what that counts for, and why it cannot move."""
    market = desk.market
    colour, part = market.colour(cell), market.part(cell)
    size = part.bit_count()
    title = f"{opened(BOOTHS[colour])}, {spot(cell)}"
    said = [f"One of {several(size, BOOTHS[colour])} together." if size > 1 else "It stands alone."]
    counts = [] if desk.race else _counts(desk, cell)
    said = counts if counts and desk.terse else said + counts
    if desk.mine:
        said.append("It can’t move: it isn’t in the gap’s row or column.")
    ring = (Sprite("part", dashed(part, plan.grid, 3.0), 0, 0, layer=LIFTED_LAYER),) if size > 1 else ()
    return Look((booth_key(cell),), title, " ".join(said), ring)


def _counts(desk: Desk, cell: int) -> list[str]:
    """The goals for which the best that the market has is where this booth stands."""
    market = desk.market
    colour, found = market.colour(cell), []
    for marker in touched(desk.pairs, colour):
        strength = market.best_with(marker, cell)[0]
        if strength and strength == market.strength(marker):
            yours = " (yours)" if desk.holder(marker) == desk.own else ""
            found.append(_goal(desk, marker, strength, colour) + yours)
    return [f"Counts for {listed(found)}."] if found else []


def _goal(desk: Desk, marker: int, strength: int, colour: int) -> str:
    """A goal, seen from one of its colours: ``plants``, ``a mix with lamps 2·3``, ``a path of 3``."""
    if marker < MIX:
        return goal_name(marker, desk.pairs)
    if marker >= PATH:
        return f"a {structure_words(marker, strength).lower()}"
    one, other = desk.pairs[marker - MIX]
    return f"a mix with {BOOTHS[other if colour == one else one]}s {strength_words(marker, strength)}"


# ---- what is counted


def _counted(desk: Desk) -> list[Look]:
    """Clock, tokens, the untidiest colour, points."""
    title = "The game is over" if desk.over else need_words(desk)
    hint = clock_words(desk) if desk.over else f"That moves the tent on: {chance_words(desk)}. {odds_words(desk)}"
    made = [Look(("die", "need", "tent"), title, hint)]
    made.append(Look(("tokens",), tokens_words(desk), "Each is worth a point, and nobody can take it."))
    made.append(Look(("untidiest",), untidy_words(desk), parts_words(desk)))
    lost = beside(desk)
    if lost:
        names = listed([goal_name(marker, desk.pairs) for marker in lost])
        hint = (
            f"{opened(names)}: no points until your market has a place for them again. Others can win them meanwhile."
        )
        made.append(Look(("beside",), "Markers without a place", hint))
    made.append(Look(("score",), f"Score {signed(desk.score(desk.own))}", _sum(desk)))
    return made


def _sum(desk: Desk) -> str:
    """How the score comes about: ``4 markers in the market + 7 tokens − 4 for the lamps.``."""
    placed, market = len(desk.placed(desk.own)), desk.market
    minus = f"{MINUS} {market.minus()} for the {BOOTHS[market.untidy()]}s"
    return f"{several(placed, 'marker')} in the market + {several(desk.tokens(desk.own), 'token')} {minus}."
