"""Recorded solutions in ``solutions.toml``: the shortest known for every printed start grid, and its proven bound."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from souq.games.chatuchak.solve.position import Market

FILE = Path(__file__).parent.parent / "solutions.toml"
HEAD = """\
# Chatuchak: the shortest solutions known of the printed start grids, and proven lower bounds.
# Where length and bound are equal, no solution is shorter. Reproduce them with
#
#     souq solve chatuchak --all --fresh --seconds 120 --write
#
"""


@cache
def solutions() -> dict[Market, tuple[tuple[int, ...], int]]:
    """Return the solution of every recorded market: its moves and its proven bound."""
    return {Market.read(entry["rows"]): (tuple(entry["moves"]), entry["bound"]) for entry in _entries()}


def recorded(market: Market) -> tuple[tuple[int, ...], int] | None:
    """Return the recorded moves and proven bound of a market, or None."""
    return solutions().get(market)


def keep(side: int, market: Market, moves: tuple[int, ...], bound: int) -> bool:
    """Save a solution if it is shorter than the recorded one or its bound is higher; return whether it was saved."""
    known = recorded(market)
    if not moves or (known and (len(moves), -bound) >= (len(known[0]), -known[1])):
        return False
    entries = {entry["side"]: entry for entry in _entries()}
    entries[side] = {"side": side, "rows": market.rows(), "moves": moves, "bound": bound}
    FILE.write_text(HEAD + "".join(map(_written, sorted(entries.values(), key=_side))), encoding="utf-8")
    solutions.cache_clear()
    return True


def _entries() -> list[dict[str, Any]]:
    data = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    return list(data.get("solutions", ()))


def _side(entry: dict[str, Any]) -> int:
    return int(entry["side"])


def _written(entry: dict[str, Any]) -> str:
    rows = ", ".join(f'"{row}"' for row in entry["rows"])
    moves = ", ".join(map(str, entry["moves"]))
    facts = f"length = {len(entry['moves'])}\nbound = {entry['bound']}\n"
    return f"\n[[solutions]]\nside = {entry['side']}\nrows = [{rows}]\nmoves = [{moves}]\n{facts}"
