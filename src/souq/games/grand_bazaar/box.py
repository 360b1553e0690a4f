"""The game's components, read from ``components.toml`` and checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from souq.engine.rules.components import WORD, count, each_of, exactly, load, section, whole

TYPES, RANKS = 5, 5
CODES = ("FG", "LS", "FO", "RM", "TX")
"""Codes of the types, which are numbered in this order: finished goods, livestock, food, raw materials, textiles."""

_COUNT = count(240)
_LIMITS = ("cubes", "hand", "deal", "keep", "market", "informant", "free_trader", "consolation")
_TRADING = ("floor_turns", "cards", "talents", "posts", "trades", "seconds")

SCHEMA = whole(
    limits=section(**dict.fromkeys(_LIMITS, _COUNT), ply=exactly(2, _COUNT)),
    rounds=section(**{str(n): _COUNT for n in range(2, 7)}),
    customers=section(haggler=_COUNT, collector=_COUNT, guild=_COUNT),
    trading=section(**dict.fromkeys(_TRADING, _COUNT)),
    ranks=section(values=exactly(RANKS, _COUNT), copies=exactly(RANKS, _COUNT)),
    types=each_of(*[section(id={"const": code}, name=WORD, icon=WORD, goods=exactly(RANKS, WORD)) for code in CODES]),
    board=section(
        caravans={"const": 6},
        squares={"const": 6},
        markets=exactly(6, WORD),
        influence=exactly(3, WORD),
        customers=exactly(3, WORD),
    ),
)
"""JSON Schema of ``components.toml``."""


@dataclass(frozen=True)
class Good:
    """A good: its code (``LS5``), name, type, value and number of copies."""

    code: str
    name: str
    type: int
    value: int
    copies: int


@dataclass(frozen=True)
class Type:
    """A type of goods, which the back of a card shows: its code, name and icon."""

    code: str
    name: str
    icon: str


@dataclass(frozen=True)
class Box:
    """The components of the game. The good of type ``t`` and rank ``r`` (from 0) has the number ``5 t + r``."""

    types: tuple[Type, ...]
    goods: tuple[Good, ...]
    limits: dict[str, int]
    ply: tuple[int, int]
    rounds: dict[int, int]
    customers: dict[str, int]
    trading: dict[str, int]
    markets: tuple[str, ...]
    influence: tuple[str, ...]
    buyers: tuple[str, ...]


def unpack(folder: Path) -> Box:
    """Read the components from ``components.toml`` in a game's folder.

    Raises:
        BadComponents: the file can't be read or breaks the schema.
    """
    data = load(folder, SCHEMA)
    return Box(
        types=tuple(Type(t["id"], t["name"], t["icon"]) for t in data["types"]),
        goods=tuple(
            Good(f"{kind['id']}{rank + 1}", name, t, data["ranks"]["values"][rank], data["ranks"]["copies"][rank])
            for t, kind in enumerate(data["types"])
            for rank, name in enumerate(kind["goods"])
        ),
        limits={name: data["limits"][name] for name in _LIMITS},
        ply=(data["limits"]["ply"][0], data["limits"]["ply"][1]),
        rounds={n: data["rounds"][str(n)] for n in range(2, 7)},
        customers={name: data["customers"][name] for name in ("haggler", "collector", "guild")},
        trading={name: data["trading"][name] for name in _TRADING},
        markets=tuple(data["board"]["markets"]),
        influence=tuple(data["board"]["influence"]),
        buyers=tuple(data["board"]["customers"]),
    )
