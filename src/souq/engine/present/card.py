"""How a game presents itself before it is played: the card on the home page.

A game's ``card.py`` defines ``CARD``. A game that is only announced has its facts (``GAME``, not registered yet), its
card, its colours (``theme.css``), the symbols of its art (``symbols.svg``) and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from souq.engine import registry
from souq.engine.game import Game, Level, Preset
from souq.engine.present.ornament import Layer, svg
from souq.engine.present.scene import path, use

EMBLEMS = ("crescent", "star", "camel", "palm", "lamp", "rose")
"""The signs of the seats, in the order of the seats. A game leaves out what its goods use."""

LEVELS: Mapping[Level, str] = {"easy": "Easy to learn", "medium": "A bit to learn", "hard": "A lot to learn"}
"""How much there is to learn, as people say it, the least first."""


@dataclass(frozen=True, eq=False)
class Card:
    """What the home page says and shows of a game. ``scene`` is markup of 200 × 200 units."""

    facts: Game
    """The game itself: its title, who made it, and for how many it is."""
    tagline: str
    """One or two short sentences that make one want to play."""
    pattern: Callable[[float, float, float], list[Layer]]
    """The game's ornament: width, height, and a scale (1 on the card) to layers."""
    scene: str
    emblems: tuple[str, ...] = EMBLEMS

    @property
    def game(self) -> str:
        """The package's own name: ``desert_bazaar``; also the page's ``data-game``."""
        return self.facts.name

    @property
    def playable(self) -> bool:
        """Whether a game of this name is registered; the others are in the making."""
        return self.game in registry.games()

    @property
    def presets(self) -> tuple[Preset, ...]:
        """What the game offers to begin with one click."""
        return self.facts.presets if self.playable else ()

    @property
    def level(self) -> str:
        """How much there is to learn, as people say it; "" for a game in the making."""
        return LEVELS[self.facts.level] if self.playable else ""

    @property
    def theme(self) -> str:
        """The game's colours, as CSS."""
        return (self.facts.folder / "theme.css").read_text("utf-8")

    @property
    def symbols(self) -> str:
        """The game's symbol sheet, as SVG."""
        return (self.facts.folder / "symbols.svg").read_text("utf-8")

    def ornament(self, width: float, height: float, scale: float = 1.0) -> str:
        """The game's ornament as SVG markup."""
        return svg(self.pattern(width, height, scale), width, height)


def window(d: str) -> str:
    """Markup of the window a scene stands in: ink, a cream rim, and the board's ground within the path ``d``."""
    edge = path(d, "var(--outline)", "var(--outline)", 10) + path(d, "var(--frame-ink)", "var(--frame-ink)", 7)
    return edge + path(d, "var(--board)")


def coin(seat: int, emblem: str, x: float, y: float, radius: float) -> str:
    """Markup of an owner's coin round (x, y); seats count from 0."""
    sign = use(f"e-{emblem}", x - radius * 0.54, y - radius * 0.54, radius * 1.08, colour="var(--tone-ink)")
    return f'<g class="seat-{seat + 1}">{use("marker", x - radius, y - radius, 2 * radius)}{sign}</g>'
