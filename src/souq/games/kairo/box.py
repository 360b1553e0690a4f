"""Contents of the box: ``components.toml``, checked and turned into plain tuples."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from souq.engine.errors import BadComponents
from souq.engine.rules.components import WORD, count, each_of, exactly, load, section, whole

WIDTH = HEIGHT = 12
"""Size of the board: columns A to L, rows 1 to 12."""

LABELS = tuple(f"{chr(ord('A') + column)}{row + 1}" for row in range(HEIGHT) for column in range(WIDTH))
"""Name of each site, ordered by the site's number: ``A1`` is the north-west corner, ``L12`` the south-east corner."""


def beside(site: int) -> list[int]:
    """Return the sites next to a site, in the order north, south, west, east; sites off the board are left out."""
    row, column = divmod(site, WIDTH)
    places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * WIDTH + c for r, c in places if 0 <= r < HEIGHT and 0 <= c < WIDTH]


COLOURS = ("white", "red", "purple", "green", "yellow", "blue")
RESTAURANT = "purple"
NOBODY = "N"

_COUNT = count(30)
_LABEL = {"type": "string", "pattern": "^[A-L]([1-9]|1[0-2])$"}
_START = {"type": "string", "pattern": r"^[0-3N] (white|red|purple|green|yellow|blue)( [A-L]([1-9]|1[0-2])){2}$"}

SCHEMA = whole(
    colours=each_of(*[section(name={"const": name}, ware=WORD) for name in COLOURS]),
    supply=section(expansions=_COUNT, barkers=_COUNT),
    start=section(money=_COUNT, cards={**_COUNT, "maximum": 4}, stalls={**_COUNT, "maximum": 6}, crowd=_COUNT),
    turn=section(
        display={"const": 4},
        hand={**_COUNT, "minimum": 1, "maximum": 4},
        picks=_COUNT,
        three={"const": 3},
        joker_fee={"const": 1},
        substitutes=_COUNT,
        visit=_COUNT,
    ),
    end=section(exhausted=_COUNT, low=_COUNT, money={**_COUNT, "minimum": 1}),
    patience=section(rounds={**_COUNT, "minimum": 1}),
    medals=section(gold=_COUNT, silver=_COUNT),
    board=section(
        area=exactly(HEIGHT, {"type": "string", "pattern": f"^[MR]{{{WIDTH}}}$"}),
        segment=exactly(HEIGHT, {"type": "string", "pattern": f"^[1-9]{{{WIDTH}}}$"}),
        names=exactly(9, WORD),
        customers=exactly(5, _LABEL),
    ),
    cards=section(copies={"type": "integer", "minimum": 1, "maximum": 3}),
    jokers=exactly(6, section(name=WORD, segments=exactly(3, {"type": "integer", "minimum": 1, "maximum": 9}))),
    suggested=section(two=exactly(12, _START), three=exactly(9, _START), four=exactly(12, _START)),
)
"""JSON Schema of ``components.toml``."""


@dataclass(frozen=True)
class Card:
    """A kind of stall card: its code (``5`` or ``J2``), its name, and the segments it reaches, numbered from 0."""

    code: str
    name: str
    segments: tuple[int, ...]
    copies: int

    @property
    def joker(self) -> bool:
        """Whether the card is a joker, which costs a fee."""
        return self.code.startswith("J")


@dataclass(frozen=True)
class Start:
    """A stall of the suggested starts. ``owner`` counts seats from the start player; -1 means a neutral stall."""

    owner: int
    colour: int
    stall: int
    entry: int


@dataclass(frozen=True)
class Box:
    """Contents of the game's box. Sites, segments (parts of the board) and colours are numbered from 0."""

    wares: tuple[str, ...]
    supply: dict[str, int]
    start: dict[str, int]
    turn: dict[str, int]
    end: dict[str, int]
    patience: int
    medals: dict[str, int]
    restaurant: tuple[int, ...]
    segment: tuple[int, ...]
    segment_names: tuple[str, ...]
    customers: tuple[int, ...]
    cards: tuple[Card, ...]
    suggested: dict[int, tuple[Start, ...]]


def unpack(folder: Path) -> Box:
    """Load and validate the contents of the box of the game in ``folder``.

    Raises:
        BadComponents: the file cannot be read, breaks the schema, or a suggested start uses a site twice or omits a
            seat.
    """
    data = load(folder, SCHEMA)
    area, board = "".join(data["board"]["area"]), data["board"]
    standard = [Card(str(k + 1), name, (k,), data["cards"]["copies"]) for k, name in enumerate(board["names"])]
    jokers = [_joker(k + 1, joker) for k, joker in enumerate(data["jokers"])]
    return Box(
        wares=tuple(colour["ware"] for colour in data["colours"]),
        supply=data["supply"],
        start=data["start"],
        turn=data["turn"],
        end=data["end"],
        patience=data["patience"]["rounds"],
        medals=data["medals"],
        restaurant=tuple(site for site, kind in enumerate(area) if kind == "R"),
        segment=tuple(int(digit) - 1 for digit in "".join(board["segment"])),
        segment_names=tuple(board["names"]),
        customers=tuple(LABELS.index(label) for label in board["customers"]),
        cards=(*standard, *jokers),
        suggested={n: _starts(data["suggested"][word], n) for n, word in ((2, "two"), (3, "three"), (4, "four"))},
    )


def _joker(number: int, joker: dict[str, Any]) -> Card:
    return Card(f"J{number}", joker["name"], tuple(segment - 1 for segment in joker["segments"]), 1)


def _starts(lines: list[str], players: int) -> tuple[Start, ...]:
    made = [_start(line) for line in lines]
    used = [site for start in made for site in (start.stall, start.entry)]
    seats = set(range(players)) | ({-1} if players == 2 else set())
    if len(set(used)) < len(used) or {start.owner for start in made} != seats:
        raise BadComponents(f"components.toml: suggested: the start for {players} uses a site twice, or no seat.")
    return tuple(made)


def _start(line: str) -> Start:
    owner, colour, stall, entry = line.split()
    return Start(-1 if owner == NOBODY else int(owner), COLOURS.index(colour), LABELS.index(stall), LABELS.index(entry))
