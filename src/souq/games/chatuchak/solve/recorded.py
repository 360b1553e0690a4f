"""Solutions that took long to find, kept in ``solutions.toml``: for every printed start grid the best known."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from souq.games.chatuchak.solve.position import Market

FILE = Path(__file__).parent.parent / "solutions.toml"


@cache
def solutions() -> dict[Market, tuple[tuple[int, ...], int]]:
    """Moves and proven bound of every market on record."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    return {Market.read(entry["rows"]): (tuple(entry["moves"]), entry["bound"]) for entry in data.get("solutions", ())}


def recorded(market: Market) -> tuple[tuple[int, ...], int] | None:
    """What is known of a market: moves and proven bound."""
    return solutions().get(market)
