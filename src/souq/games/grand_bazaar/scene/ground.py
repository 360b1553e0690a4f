"""The static parts of the board: the woven frame, the wedges, the inner hexagon, and the places for cards."""

from __future__ import annotations

from functools import cache

from souq.engine.present.markup import circle, moved, n
from souq.engine.present.ornament import kilim
from souq.engine.present.scene import Layout, path, text, use
from souq.games.grand_bazaar.scene.art import INK, empty_card
from souq.games.grand_bazaar.scene.geometry import CARAVAN, CUSTOMER_AT, FIELD, FRAME, HEART, WEDGES, Plan, plan_of
from souq.games.grand_bazaar.state import CARAVANS, MARKET_NAMES, MARKETS

_KNOT = 3  # size of a knot of the carpet
_TILE = (52 * _KNOT, 34 * _KNOT)


@cache
def backdrop(layout: Layout) -> str:
    """Return markup that fills the area around the hexagon with the colour of the table."""
    plan = plan_of(layout)
    return f'<rect width="{n(plan.width)}" height="{n(plan.height)}" fill="var(--ground)"/>'


@cache
def ground(layout: Layout) -> str:
    """Return the static markup below the board's sprites."""
    plan = plan_of(layout)
    art = _frame(plan) + _wedges(plan) + path(plan.hexagon(HEART), "var(--frame-2)")
    art += "".join(_caravan(plan, at) for at in range(CARAVANS))
    return art + ("" if plan.tall else "".join(_market(plan, at) for at in range(MARKETS)))


def _frame(plan: Plan) -> str:
    """Return the woven frame: a band of kilim around the field."""
    layers = kilim(*_TILE, unit=_KNOT, seed=2)
    art = "".join(f'<path d="{layer.d}" fill="var(--{layer.fill})" fill-rule="evenodd"/>' for layer in layers)
    size = f'width="{_TILE[0]}" height="{_TILE[1]}"'
    # the offset puts a figure of the pattern in the centre of the hexagon
    place = f'patternTransform="translate({n(plan.x - _KNOT / 2)} {n(plan.y - _KNOT / 2)})"'
    tile = f'<pattern id="gb-kilim" {size} patternUnits="userSpaceOnUse" {place}>{art}</pattern>'
    band = path(plan.hexagon(FRAME), "url(#gb-kilim)", "var(--frame)", 2.5)
    return tile + band + path(plan.hexagon(FIELD), "var(--board-line)", "var(--frame)", 2)


def _wedges(plan: Plan) -> str:
    """Return the six wedges; as on the printed board, those of customers are darker than the others."""
    art = ""
    for at in range(len(WEDGES)):
        fill = "var(--board-2)" if at in CUSTOMER_AT else "var(--board)"
        art += path(plan.wedge(at, 1), fill, "var(--board-line)", 1.5)
    return art


def _caravan(plan: Plan, at: int) -> str:
    x, y = plan.caravan(at)
    mark = f'<g opacity=".17">{use("gb-camel", -27, -25, 54, colour="var(--g-7-ink)")}</g>'
    return moved(circle(0, 0, CARAVAN, "var(--g-7)", "var(--outline)", 1.5) + mark, x, y)


def _market(plan: Plan, at: int) -> str:
    """Return a market's name and the outlines of its two cards."""
    left, right, scale = plan.market(at)
    art = "".join(moved(empty_card(), *point, scale) for point in (left, right))
    if at % 3 == 0:
        return art + text(MARKET_NAMES[at], left[0] - 36, left[1] + 5, 15, INK, anchor="end", serif=True)
    return art + text(MARKET_NAMES[at], (left[0] + right[0]) / 2, left[1] - 54, 15, INK, serif=True)
