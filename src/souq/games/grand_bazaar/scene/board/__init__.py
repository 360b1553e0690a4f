"""The board: the hexagon with its wedges and caravans, the markets, the piles, and the round track."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.present.markup import circle, rect
from souq.engine.present.scene import Area, Sprite, text
from souq.engine.present.wording import many
from souq.games.grand_bazaar.scene.art import ACCENT, INK, LINE, MUTED, cube
from souq.games.grand_bazaar.scene.board.caravans import caravans
from souq.games.grand_bazaar.scene.board.markets import markets, piles
from souq.games.grand_bazaar.scene.board.shelf import shelf
from souq.games.grand_bazaar.scene.board.wedges import bubble, wedges
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.geometry import ANGLES, CARAVAN, INNER, OUTER, SIDE, WEDGES, Plan
from souq.games.grand_bazaar.scene.ground import backdrop, ground
from souq.games.grand_bazaar.state import CARAVANS, CUBES, MARKET_NAMES, Trading

STAGES = ("bidding", "caravans", "trading", "selling")


def board(desk: Desk, plan: Plan) -> Area:
    """Return the area of the board."""
    made: list[Sprite] = wedges(desk, plan) + caravans(desk, plan)
    if not plan.tall:
        made += markets(desk, plan)
    made += supply(desk, plan) + piles(desk, plan) + bubble(desk, plan) + [track(desk, plan)] + shelf(desk, plan)
    layout = plan.layout
    return Area(
        "board", plan.width, plan.height, tuple(made), ground(layout), "The bazaar", backdrop(layout), spots=spots(plan)
    )


@lru_cache(maxsize=2)
def spots(plan: Plan) -> tuple[tuple[str, float, float, float], ...]:
    """Return the name, middle and radius of each wedge and caravan, and of each market that is on the board."""
    made = [(name, *plan.at(angle, _WEDGE), _WIDE) for name, angle in zip(WEDGES, ANGLES, strict=True)]
    made += [(f"caravan {at + 1}", *plan.caravan(at), CARAVAN) for at in range(CARAVANS)]
    if not plan.tall:
        for at, name in enumerate(MARKET_NAMES):
            (ax, ay), (bx, by), scale = plan.market(at)
            made.append((name.removeprefix("The "), (ax + bx) / 2, (ay + by) / 2, _MARKET * scale))
    return tuple(made)


_WEDGE, _WIDE = (INNER + OUTER) / 2 * SIDE, 56.0
"""Distance of a wedge's middle from that of the hexagon, and the radius of the ring around it."""
_MARKET = 62.0
"""Radius of the ring around a market's cards, before they are scaled."""


# ---- how far the game is


def track(desk: Desk, plan: Plan) -> Sprite:
    """Return the sprite of the round track: a bead for each round, and the parts of the current round."""
    nth, rounds = desk.view.nth, desk.view.rounds
    stages = tuple(stage for stage in STAGES if stage != "trading" or desk.trading != Trading.OFF)
    now = -1 if desk.over else stages.index(desk.stage)
    art = track_art(nth, rounds, stages, now, plan.tall)
    label = "The game is over" if desk.over else f"Round {nth} of {rounds}: {desk.stage}"
    return Sprite("track", art, *plan.track, label=label)


@lru_cache(maxsize=128)
def track_art(nth: int, rounds: int, stages: tuple[str, ...], now: int, tall: bool) -> str:
    """Return the drawing of the round track; a desktop names all parts of the round, a phone only the present one."""
    size, step = (7.5, 20.0) if tall else (6.0, 18.0)
    art = rect(size, -1, step * (rounds - 1), 2, 1, LINE)
    for k in range(rounds):
        done, this = k + 1 < nth or now < 0, k + 1 == nth and now >= 0
        fill = ACCENT if done or this else "var(--paper)"
        art += circle(size + k * step, 0, size + 1.5 if this else size - 1, fill, ACCENT if done or this else LINE, 1.4)
        if this:
            art += text(str(nth), size + k * step, size * 0.7, size * (2.2 if tall else 1.7), "var(--accent-ink)", 700)
    if tall:
        return art + (text(stages[now].capitalize(), 0, 34, 17, INK, 600, "start") if now >= 0 else "")
    for k, stage in enumerate(stages):
        ink, weight = (INK, 600) if k == now else (MUTED, 400)
        art += circle(3, 22 + 17 * k, 2.6, ACCENT if k == now else "none", ACCENT if k == now else LINE, 1.2)
        art += text(stage.capitalize(), 13, 26.3 + 17 * k, 12.5, ink, weight, "start")
    return art


# ---- the viewer's own cubes


def supply_key(at: int) -> str:
    """Return the sprite key of one of the viewer's unplaced cubes, which are numbered from 0."""
    return f"supply-{at}"


def supply(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of the viewer's supply: its unplaced cubes, and empty places for the cubes on the board."""
    if desk.seat < 0 or desk.stage != "bidding" or desk.over:
        return []
    left, (x, y) = desk.view.cubes[desk.seat], plan.supply
    label = f"You have {many(left, 'cube')} left"
    made = [Sprite("supply", _places(left, plan.tall), x, y, label=label)]
    for at in range(left):
        dx, dy = supply_spot(at, plan.tall)
        made.append(Sprite(supply_key(at), cube(desk.seat, 0, 0, _CUBE), x + dx, y + dy, layer=2))
    return made


_CUBE = 30.0


def supply_spot(at: int, tall: bool) -> tuple[float, float]:
    """Return the position of an unplaced cube relative to the first one: in one row, or on a phone in two."""
    return (36.0 * (at % 3), 38.0 * (at // 3)) if tall else (36.6 * at, 0.0)


@lru_cache(maxsize=32)
def _places(left: int, tall: bool) -> str:
    art = ""
    for at in range(left, CUBES):
        x, y = supply_spot(at, tall)
        art += rect(x - 10.8, y - 10.8, 21.6, 21.6, 4, "none", LINE, 1.2)
    words = "Your last cube" if left == 1 else "Your cubes" if left else "All cubes placed"
    return art if tall else text(words, -12.6, -25.5, 13.8, MUTED, anchor="start") + art
