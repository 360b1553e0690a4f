"""The client stays small, and knows no game."""

import re

from souq.engine import registry
from souq.table.look import STATIC

MODULES = (
    *(
        "amount",
        "analysis",
        "choose",
        "company",
        "compose",
        "dom",
        "hash",
        "main",
        "menu",
        "motion",
        "panels",
        "replay",
    ),
    *("scene", "shares", "socket", "sound", "standing", "types"),
)


def code(name: str) -> list[str]:
    """A module's lines without blank ones and comments."""
    lines = (line.strip() for line in (STATIC / "js" / f"{name}.js").read_text("utf-8").splitlines())
    return [line for line in lines if line and not line.startswith(("/*", "*", "//"))]


def test_the_client_stays_small():
    """Of what there is, playing again, leaving, the replay by turns, enlarging, and swatches are the latest."""
    assert sum(len(code(name)) for name in MODULES) < 2050


def test_the_client_names_no_game():
    names = {re.escape(name.lower()) for game in registry.games().values() for name in (game.name, game.title)}
    for module in MODULES:
        assert not re.search(rf"\b({'|'.join(names)})\b", "\n".join(code(module)).lower()), module
