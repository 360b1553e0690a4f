"""The market of the best solution known, at the same move as one's own: once the puzzle is over."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.scene import Area, Sprite, text
from souq.games.chatuchak.scene import mini
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.planes import Market
from souq.games.chatuchak.scene.words import several
from souq.games.chatuchak.state import MOVE, Mode

AREA = "solver"
_HEAD = 26.0
_ASIDE = 110.0
INK, MUTED = "var(--ink)", "var(--muted)"


def solver(desk: Desk) -> Area | None:
    """The area above the story; nothing while the game goes on, or where no solution is known."""
    if desk.mode != Mode.SOLO or not desk.ctx.finished or not desk.ctx.line:
        return None
    made = min(desk.moves(0), len(desk.ctx.line))
    market = along(desk.started[0], desk.ctx.line[:made])
    words = title(desk), f"move {made} of {len(desk.ctx.line)}"
    label = f"{words[0]}, {words[1]}: {several(sum(market.counts()), 'group')}"
    top = 0.0 if desk.terse else _HEAD
    sprites = mini.sprites("solver", market.planes, market.hole, 0.0, top, label)
    head = _beside(*words) if desk.terse else _above(*words)
    width = mini.WIDTH + (_ASIDE if desk.terse else 0.0)
    shown = (Sprite("solver-head", head, 0, 0), *sprites)
    return Area(AREA, width, mini.HEIGHT + top, shown, label=label, place="story")


def title(desk: Desk) -> str:
    """What is known of the solution."""
    return "Shortest possible" if desk.ctx.bound == len(desk.ctx.line or ()) else "Best known"


@lru_cache(maxsize=256)
def _along(planes: tuple[int, ...], hole: int, choices: tuple[int, ...]) -> Market:
    market = Market(planes, hole, ())
    for choice in choices:
        market = market.after(choice - MOVE)
    return market


def along(start: Market, choices: tuple[int, ...]) -> Market:
    """A market after these moves."""
    return _along(start.planes, start.hole, choices)


def _above(name: str, made: str) -> str:
    art = text(name, 0, 15, 12, INK, anchor="start", serif=True)
    return art + text(made, mini.WIDTH, 15, 10, MUTED, anchor="end")


def _beside(name: str, made: str) -> str:
    art = text(name, mini.WIDTH + 10, 18, 13, INK, anchor="start", serif=True)
    return art + text(made, mini.WIDTH + 10, 36, 11.5, MUTED, anchor="start")
