"""The games that come with souq, each in its own folder. They use the engine and know nothing of each other.

The package can be called: ``souq.games()`` are the names of all installed games, also of those in other packages.

>>> import souq
>>> "kairo" in souq.games()
True
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from souq.engine.present.card import Card


def cards() -> list[Card]:
    """Return the cards that present games on the home page: games that can be played first, the easiest first."""
    return sorted(_found(), key=lambda card: (not card.playable, card.ease, card.facts.title))


def card(game: str) -> Card | None:
    """Return the card that presents a game on the home page, or None if there is none."""
    return next((card for card in _found() if card.game == game), None)


@cache
def _found() -> tuple[Card, ...]:
    from souq.engine import registry

    here = [f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__) if module.ispkg]
    packages = dict.fromkeys([*here, *(game.package for game in registry.games().values())])
    modules = [f"{package}.card" for package in packages if importlib.util.find_spec(f"{package}.card")]
    return tuple(importlib.import_module(module).CARD for module in modules)


class _Games(ModuleType):
    """Type of the package ``souq.games``. With it the package can be called like a function: ``souq.games()``."""

    def __call__(self) -> list[str]:
        """Return the names of all installed games."""
        from souq.engine import registry

        return sorted(registry.games())


sys.modules[__name__].__class__ = _Games
