"""The game's components: loads and validates ``components.toml``, and measures its town (shops, routes and doors)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from souq.engine.errors import BadComponents
from souq.engine.rules.components import WORD, count, each_of, exactly, load, section, whole

Cell = tuple[int, int]
"""Column and row of a cell, from 0: a piece of street, a fountain, or half a shop."""

WAYS: dict[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
STREET, PALM = "..", "##"
COLUMNS, ROWS = 13, 9
LETTERS = "RBGPY"
"""Letters of the colours (red, blue, green, purple, yellow), in the order used in every list of counts."""

_COUNT = count(20_000)
_MONEY = {**_COUNT, "multipleOf": 25}
_CELL = r"(\.\.|##|[RBGPY][1-9]|[ 1][0-9])"

SCHEMA = whole(
    players=section(
        names=exactly(4, WORD), signs={**_COUNT, "maximum": 6}, names_for_two={**_COUNT, "maximum": 2}, cash=_MONEY
    ),
    colours=each_of(
        *[
            section(
                id={"const": letter},
                name=WORD,
                visitors={**_COUNT, "maximum": 14},
                souvenirs=exactly(5, _MONEY),
                things=exactly(5, WORD),
            )
            for letter in LETTERS
        ]
    ),
    visitors=section(at_entrance={"const": 3}, run=_COUNT, group={"const": [2, 4]}),
    income=section(ladder=exactly(5, _MONEY)),
    guide=section(limit=_MONEY, low=_MONEY, high=_MONEY),
    auction=section(
        least=_MONEY,
        step={"const": 25},
        most={**_MONEY, "maximum": 7000},
        jump={"const": 100},
        limit=_MONEY,
        low=_MONEY,
        high=_MONEY,
    ),
    turn=section(actions={"const": 2}, patience={**_COUNT, "minimum": 1, "maximum": 30}),
    souvenirs=section(shown={"const": 2}),
    board=section(
        town=exactly(ROWS, {"type": "string", "pattern": f"^{_CELL}( {_CELL}){{{COLUMNS - 1}}}$"}),
        entrances=exactly(3, {"type": "integer", "minimum": 1, "maximum": 16}),
        gates=exactly(3, {"enum": ["top", "left", "right", "bottom"]}),
    ),
)
"""JSON Schema of ``components.toml``."""


@dataclass(frozen=True)
class Shop:
    """A shop: its name (``B4``), colour, two cells, and doors, each as a cell of the shop and the cell outside."""

    name: str
    colour: int
    cells: tuple[Cell, Cell]
    doors: tuple[tuple[Cell, Cell], ...]


@dataclass(frozen=True)
class Route:
    """A street as visitors walk it in one direction, from a fountain to the next.

    ``path`` leaves out the first cell and ends with the last. ``passed`` are the shops in the order of their first
    doors; shops with a door onto the same cell are sorted by name (MA-M09). Fountains and shops are numbers from 0.
    """

    start: int
    way: str
    end: int
    path: tuple[Cell, ...]
    passed: tuple[int, ...]


@dataclass(frozen=True)
class Colour:
    """A colour of visitors and shops, with the prices and names of its souvenirs."""

    letter: str
    name: str
    visitors: int
    souvenirs: tuple[int, ...]
    things: tuple[str, ...]


@dataclass(frozen=True)
class Town:
    """The board: the contents of every cell."""

    cells: dict[Cell, str]

    @cached_property
    def fountains(self) -> tuple[Cell, ...]:
        """Cells of the fountains, in the order of their numbers."""
        found = {int(what): cell for cell, what in self.cells.items() if what.strip().isdigit()}
        return tuple(found[number] for number in sorted(found))

    @cached_property
    def shops(self) -> tuple[Shop, ...]:
        """All shops, sorted row by row of their first cells."""
        halves: dict[str, list[Cell]] = {}
        for cell, what in self.cells.items():
            if what[0] in LETTERS:
                halves.setdefault(what, []).append(cell)
        return tuple(self._shop(name, cells) for name, cells in halves.items())

    @cached_property
    def routes(self) -> tuple[Route, ...]:
        """All routes (each street in both directions), by fountain and then by direction: north, east, south, west."""
        return tuple(
            self._route(number, way)
            for number, cell in enumerate(self.fountains)
            for way, step in WAYS.items()
            if self.open(_moved(cell, step))
        )

    def open(self, cell: Cell) -> bool:
        """Return whether visitors can walk on a cell: it is a street or a fountain."""
        what = self.cells.get(cell, PALM)
        return what == STREET or what.strip().isdigit()

    def touching(self, cell: Cell) -> list[int]:
        """Return the numbers of the shops with a door onto a cell, sorted by name."""
        found = [n for n, shop in enumerate(self.shops) if any(outside == cell for _, outside in shop.doors)]
        return sorted(found, key=lambda n: self.shops[n].name)

    def _shop(self, name: str, cells: list[Cell]) -> Shop:
        if len(cells) != 2:
            raise BadComponents(f"components.toml: board.town: the shop {name} has {len(cells)} cells instead of 2.")
        outside = [(cell, _moved(cell, step)) for cell in cells for step in WAYS.values()]
        doors = tuple((cell, beyond) for cell, beyond in outside if self.open(beyond))
        return Shop(name, LETTERS.index(name[0]), (cells[0], cells[1]), doors)

    def _route(self, start: int, way: str) -> Route:
        """Return the route that leaves a fountain in a direction and ends at the next fountain (MA-M02).

        The street runs straight on, or turns where it can continue in one direction only.

        Raises:
            BadComponents: the street ends, forks, or never reaches a fountain.
        """
        step, path = WAYS[way], [self.fountains[start]]
        while len(path) == 1 or path[-1] not in self.fountains:
            if not self.open(_moved(path[-1], step)):
                turns = [turn for turn in WAYS.values() if self.open(_moved(path[-1], turn)) and turn != _back(step)]
                if len(turns) != 1 or len(path) > COLUMNS:
                    raise BadComponents(f"components.toml: board.town: {start + 1} {way} leads nowhere.")
                (step,) = turns
            path.append(_moved(path[-1], step))
        passed = dict.fromkeys(shop for cell in path[1:] for shop in self.touching(cell))
        return Route(start, way, self.fountains.index(path[-1]), tuple(path[1:]), tuple(passed))


@dataclass(frozen=True)
class Box:
    """All components of the game. ``entrances`` are numbers of fountains from 0."""

    names: tuple[str, ...]
    signs: int
    signs_for_two: int
    cash: int
    colours: tuple[Colour, ...]
    visitors: dict[str, int]
    ladder: tuple[int, ...]
    guide: dict[str, int]
    auction: dict[str, int]
    actions: int
    patience: int
    town: Town
    entrances: tuple[int, ...]
    gates: tuple[str, ...]


def unpack(folder: Path) -> Box:
    """Load and validate the components of the game in ``folder``.

    Raises:
        BadComponents: the file cannot be read, breaks the schema, or has impossible shops or streets.
    """
    data = load(folder, SCHEMA)
    rows = data["board"]["town"]
    town = Town({(x, y): row[3 * x : 3 * x + 2] for y, row in enumerate(rows) for x in range(COLUMNS)})
    if (len(town.shops), len(town.fountains), len(town.routes)) != (25, 16, 46):
        raise BadComponents("components.toml: board.town: it needs 25 shops, 16 fountains and 46 ways between them.")
    fewest, most = data["visitors"]["group"]
    return Box(
        names=tuple(data["players"]["names"]),
        signs=data["players"]["signs"],
        signs_for_two=data["players"]["signs"] * data["players"]["names_for_two"],
        cash=data["players"]["cash"],
        colours=tuple(_colour(colour) for colour in data["colours"]),
        visitors={
            "at_entrance": data["visitors"]["at_entrance"],
            "run": data["visitors"]["run"],
            "fewest": fewest,
            "most": most,
        },
        ladder=tuple(data["income"]["ladder"]),
        guide=data["guide"],
        auction=data["auction"],
        actions=data["turn"]["actions"],
        patience=data["turn"]["patience"],
        town=town,
        entrances=tuple(number - 1 for number in data["board"]["entrances"]),
        gates=tuple(data["board"]["gates"]),
    )


def _colour(data: dict[str, Any]) -> Colour:
    return Colour(data["id"], data["name"], data["visitors"], tuple(data["souvenirs"]), tuple(data["things"]))


def _moved(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _back(step: Cell) -> Cell:
    return -step[0], -step[1]
