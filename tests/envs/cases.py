"""The tables of the external test suites: every installed game, more seats, and options that change the course of a
game.
"""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from souq.engine import registry

Case = tuple[str, int | None, dict[str, Any]]

EACH: list[Case] = [(name, None, {}) for name in sorted(registry.installed())]
MORE: list[Case] = [
    *((name, game.max_players, {}) for name, game in sorted(registry.installed().items())),
    ("chatuchak", 3, {"play": "speed"}),
    ("grand_bazaar", 3, {"trading": "open"}),
    ("marracash", 3, {"souvenirs": True}),
    ("kairo", 3, {"start": "suggested", "money": "screens"}),
]
SOLO: list[Case] = [(name, 1, {}) for name, game in sorted(registry.installed().items()) if game.min_players == 1]

COPIED = pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copied", "pickled"]
)
"""Both ways to copy an environment."""

PETTINGZOO = [
    pytest.mark.filterwarnings("error::UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),  # it contains a mask too
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]
"""PettingZoo's suites warn of what is doubtful: nothing else is."""


def case_id(case: Case) -> str:
    """Return a case's part of a test ID."""
    name, players, options = case
    return "-".join([name, *([str(players)] if players else []), *map(str, options.values())])


def each(*cases: Case) -> Any:
    """Parametrize a test over these tables."""
    return pytest.mark.parametrize("case", cases, ids=case_id)
