"""Cards: how the home page presents a game.

A game's ``card.py`` defines ``CARD``. A game that is only announced consists of its metadata (``GAME``, not registered
yet), its card, its colours (``theme.css``) and the symbols of its art (``symbols.svg``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from souq.engine import registry
from souq.engine.game import Game, Level, Preset
from souq.engine.present.ornament import Layer, svg
from souq.engine.present.scene import path, use

EMBLEMS = ("crescent", "star", "camel", "palm", "lamp", "rose")
"""Default emblems of the seats, in order; a game that uses one of them for its goods leaves it out."""

LEVELS: Mapping[Level, str] = {"easy": "Easy to learn", "medium": "A bit to learn", "hard": "A lot to learn"}
"""Label of each difficulty of learning the rules, easiest first."""


@dataclass(frozen=True, eq=False)
class Card:
    """The texts and pictures with which the home page presents a game.

    Its picture ``scene`` is SVG markup that is 200 units wide and high.
    """

    facts: Game
    """The game itself; its title, authors and numbers of players appear on the card."""
    tagline: str
    """Description that makes people want to play, in one or two short sentences."""
    pattern: Callable[[float, float, float], list[Layer]]
    """Function that draws the game's ornament: from a width, a height and a scale (1 on the card) to layers."""
    scene: str
    emblems: tuple[str, ...] = EMBLEMS
    ease: int = 100
    """Position among the games, which pages list with the smallest number first: how much there is to learn."""

    @property
    def game(self) -> str:
        """Name of the game's package, such as ``desert_bazaar``; also the attribute ``data-game`` of its pages."""
        return self.facts.name

    @property
    def playable(self) -> bool:
        """Whether the game can be played; otherwise it is only announced."""
        return self.game in registry.games()

    @property
    def presets(self) -> tuple[Preset, ...]:
        """Presets that can be started with one click; none for an announced game."""
        return self.facts.presets if self.playable else ()

    @property
    def level(self) -> str:
        """Label of the game's difficulty; "" for an announced game."""
        return LEVELS[self.facts.level] if self.playable else ""

    @property
    def theme(self) -> str:
        """CSS with the game's colours."""
        return (self.facts.folder / "theme.css").read_text("utf-8")

    @property
    def symbols(self) -> str:
        """SVG with the game's symbols."""
        return (self.facts.folder / "symbols.svg").read_text("utf-8")

    def ornament(self, width: float, height: float, scale: float = 1.0) -> str:
        """Return the game's ornament as SVG markup."""
        return svg(self.pattern(width, height, scale), width, height)


def window(d: str) -> str:
    """Return SVG markup of an opening in a card's picture: the path ``d`` in the board's colour, with a rim."""
    edge = path(d, "var(--outline)", "var(--outline)", 10) + path(d, "var(--frame-ink)", "var(--frame-ink)", 7)
    return edge + path(d, "var(--board)")


def coin(seat: int, emblem: str, x: float, y: float, radius: float) -> str:
    """Return SVG markup of the coin with a seat's colour and emblem, centred at (x, y). Seats count from 0."""
    sign = use(f"e-{emblem}", x - radius * 0.54, y - radius * 0.54, radius * 1.08, colour="var(--tone-ink)")
    return f'<g class="seat-{seat + 1}">{use("marker", x - radius, y - radius, 2 * radius)}{sign}</g>'
