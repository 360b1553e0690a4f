"""Positions of Chatuchak in the notation of its worked examples, and a table to play on from there.

Every choice is carried out three times, compiled, interpreted and by the reference, and all must agree on everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from types import SimpleNamespace
from typing import Any

from souq.engine.rules.chance import below
from souq.engine.rules.twin import Twin, interpreted
from souq.games.chatuchak import GAME
from souq.games.chatuchak.rules.market import renew
from souq.games.chatuchak.state import Event, Mode
from tests.games import tables
from tests.games.chatuchak.reference import BESIDE, BOOTHS, LETTERS, PRINTED, TILES, Game, grid_of

AMY, JOSH, TOM = range(3)
NAMES = ("RED", "YELLOW", "GREEN", "BLUE", "PINK")
MIXES = "R/G Y/G G/B B/R P/Y"
"""The mixes of position E."""
AMYS = "PYYBPB RGGGYR BGRRRP YGPBYG BRB.PY"
JOSHS = "BBBBPR GGRRRP GGYPBG PYYRYB .RPYGY"
TOMS = "PBRBBG YPYGYB RBGR.R YGPYGP PRYRBG"
AMY_HOLDS = "RED GREEN R/G"
JOSH_HOLDS = "YELLOW BLUE Y/G G/B B/R PATH RECTANGLE"
TIDY = "YBBBBG YYYYBG .YRRBG PPPRGG PPRRRG"
"""The end of a puzzle: every colour is in one piece."""
PLAIN = ".BPGBY RGBRGR YRYPYG PGRBRY BPYPBG"
"""A start grid."""


def filled(grid: str, apart: str = "") -> str:
    """A whole grid from one in which ``?`` is a booth that does not matter: no two such booths make a group with
    anything, and none of the colours ``apart`` lies beside the hole.
    """
    letters = list(word(grid))
    stock = {letter: n - letters.count(letter) for letter, n in BOOTHS.items()}
    hole = letters.index(".")
    todo = sorted(
        (cell for cell in range(30) if letters[cell] == "?"), key=lambda cell: (cell not in BESIDE[hole], cell)
    )
    assert min(stock.values()) >= 0 and sum(stock.values()) == len(todo), grid

    def fill(nth: int) -> bool:
        if nth == len(todo):
            return True
        cell = todo[nth]
        around = {letters[other] for other in BESIDE[cell]} | (set(apart) if hole in BESIDE[cell] else set())
        for letter in sorted(stock, key=lambda each: -stock[each]):
            if stock[letter] and letter not in around:
                letters[cell], stock[letter] = letter, stock[letter] - 1
                if fill(nth + 1):
                    return True
                letters[cell], stock[letter] = "?", stock[letter] + 1
        return False

    assert fill(0), grid
    return spaced("".join(letters))


def options(**chosen: Any) -> dict[str, Any]:
    """Return all options with their values."""
    return GAME.check_options(chosen)


def numbers(**chosen: Any) -> list[int]:
    """Return the options as setup receives them."""
    return GAME.option_numbers(options(**chosen))


def word(grid: str) -> str:
    """Return thirty letters from five words."""
    letters = grid.replace(" ", "")
    assert len(letters) == 30, grid
    return letters


def spaced(grid: str) -> str:
    """Return five words from thirty letters."""
    return " ".join(grid[i : i + 6] for i in range(0, 30, 6))


def sides(mixes: str) -> list[int]:
    """Return which side of every tile is up: ``"R/G Y/G G/B B/R P/Y"``."""
    return [TILES[tile].index(pair.replace("/", "")) for tile, pair in enumerate(mixes.split())]


def marker(name: str, mixes: str) -> int:
    """Return the number of a marker: ``"RED"``, ``"R/G"``, ``"PATH"``."""
    return [*NAMES, *mixes.split(), "PATH", "RECTANGLE"].index(name)


def key_of(die: int) -> tuple[int, int]:
    """Return a key of chance with which the next roll shows a number."""
    for key in count(1):
        source = SimpleNamespace(key=[key, 7], draws=0)
        if interpreted(below)(source, 12) + 1 == die:
            return key, 7
    raise AssertionError


class Table(tables.Table):
    """A position that can be played on."""

    GAME = GAME

    def __init__(self, twin: Twin) -> None:
        super().__init__(twin)
        self.game = Game(twin)
        self.game.check(twin, GAME.rule_id)

    # ---- reading

    @property
    def names(self) -> list[str]:
        """Return the names of the markers, by number."""
        return [*NAMES, *(f"{goal[0]}/{goal[1]}" for goal in self.game.goals[5:10]), "PATH", "RECTANGLE"]

    def holds(self, seat: int) -> set[str]:
        """Return the markers a seat holds, in its grid or next to it; -1: those in the middle."""
        return {name for name, holder in zip(self.names, self.twin.holder, strict=True) if holder == seat}

    def beside(self, seat: int) -> set[str]:
        """Return the markers a seat holds that have no place in its grid (CH-B02)."""
        return {name for name in self.holds(seat) if not self.twin.strength[seat][self.names.index(name)]}

    def tokens(self, seat: int) -> set[str]:
        """Return the matching tokens of a seat."""
        return {name for name, owner in zip(self.names, self.twin.token, strict=True) if owner == seat}

    def grid(self, seat: int = 0) -> str:
        """Return a seat's grid in five words."""
        return spaced(grid_of(self.twin.booths[seat]))

    def strength(self, name: str, seat: int = 0) -> int | tuple[int, int]:
        """Return a strength; of a mix as two numbers."""
        value = int(self.twin.strength[seat][self.names.index(name)])
        return divmod(value, 8) if "/" in name and value else value

    def moves_of(self, seat: int | None = None) -> list[int]:
        """Return the cells from which a seat can move a booth."""
        seat = self.twin.player if seat is None else seat
        return [int(c) for c in GAME.bindings.legal(self.state, seat) if c < 30]

    @property
    def won(self) -> list[tuple[int, str, int]]:
        """Return what the last choice won: seat, marker, from whom (-1: from the middle)."""
        return [(seat, self.names[which], whose) for seat, which, whose, _ in self.events_of(Event.WON)]

    @property
    def ended(self) -> str | None:
        """Return the rule that ended the game."""
        return GAME.rule_id(self.twin.ended) if self.twin.over else None

    # ---- playing

    def play(self, *choices: str, die: int | Sequence[int] = (), seat: int | None = None) -> Table:
        """Make choices one after the other: ``"15->27"``, ``"move 15"``, ``"pass"``.

        Args:
            choices: each by the seat that is on turn.
            die: what the die shows; one number, or one for each choice. Anything when left out.
            seat: who chooses, where several may.
        """
        dice = [die] * len(choices) if isinstance(die, int) else list(die)
        for nth, name in enumerate(choices):
            who = self.twin.player if seat is None else seat
            key = key_of(dice[nth]) if dice else (next(self.keys), 1)
            read = self._read(name, who)
            self.make(who, self.number(read), key)
            self.game.answer(who, read, [row[0] for row in self.events_of(Event.ROLL)])
            self.game.check(self.twin, GAME.rule_id)
        return self

    def _read(self, name: str, seat: int) -> str:
        if "->" not in name:
            return name
        start, end = map(int, name.split("->"))
        assert end == self.twin.hole[seat], f"{name}: the hole is {self.twin.hole[seat]}"
        return f"move {start}"


def position(
    *grids: str,
    holds: Sequence[str] = (),
    tokens: Sequence[str] | None = None,
    general: Sequence[int] = (),
    mixes: str = MIXES,
    player: int = 0,
    first: int = 0,
    passed: Sequence[int] = (),
    tent: int = 0,
    need: int | None = None,
    mode: Mode | None = None,
    moves: Sequence[int] = (),
) -> Twin:
    """Return a position in which a choice is pending.

    Args:
        grids: a grid for each seat, five words.
        holds: names of the markers each seat holds.
        tokens: names of the matching tokens of each seat; those of the markers it holds when left out.
        general: purple tokens of each seat.
        mixes: which mixes are open.
        player: whose turn it is.
        first: who began.
        passed: seats that have passed or are out.
        tent: space of the tent.
        need: what the die must show; what is printed when left out.
        mode: what is played; with one grid the puzzle, else the main game when left out.
        moves: moves made by each seat.
    """
    twin = Twin.of(GAME.bindings.setup(max(2, len(grids)), numbers(start_player="seat 1"), (1, 1)))
    twin.key, twin.draws, twin.n_events = [0, 0], 0, 0
    twin.players = len(grids)
    twin.mode = (Mode.SOLO if len(grids) == 1 else Mode.GOALS) if mode is None else mode
    twin.first, twin.player, twin.passed = first, player, sum(1 << seat for seat in passed)
    twin.tent, twin.need = tent, PRINTED[tent] if need is None else need
    twin.mix = sides(mixes) if twin.mode == Mode.GOALS else [0] * 5
    twin.general = [*general, *[0] * (5 - len(general))]
    for name, seats in (("moves", moves), ("side", ())):
        setattr(twin, name, [*seats, *[0] * (5 - len(seats))])
    for seat, names in enumerate(holds):
        for each in names.split():
            twin.holder[marker(each, mixes)] = twin.token[marker(each, mixes)] = seat
    if tokens is not None:
        twin.token = [-1] * 12
        for seat, names in enumerate(tokens):
            for each in names.split():
                twin.token[marker(each, mixes)] = seat
    for seat in range(5):
        put(twin, seat, word(grids[seat]) if seat < len(grids) else "")
    return twin


def put(twin: Twin, seat: int, grid: str) -> None:
    """Give a seat a grid of thirty letters, now and at the start, or nothing."""
    twin.booths[seat] = [sum(1 << i for i, each in enumerate(grid) if each == letter) for letter in LETTERS]
    twin.start[seat] = list(twin.booths[seat])
    twin.hole[seat] = max(0, grid.find("."))
    for colour in range(len(LETTERS)):
        interpreted(renew)(twin, seat, colour)


def table(*grids: str, **what: Any) -> Table:
    """Return a position to play on from; arguments as of :func:`position`."""
    return Table(position(*grids, **what))


def example(third: str = "", **what: Any) -> Table:
    """Return position E of the worked examples, optionally with a third grid, other holders and tokens."""
    grids = [AMYS, JOSHS, *([third] if third else [])]
    return table(*grids, **({"holds": (AMY_HOLDS, JOSH_HOLDS)} | what))


def begun(players: int = 3, seed: int = 1, **chosen: Any) -> Table:
    """Return a new game."""
    return Table(Twin.of(GAME.bindings.setup(players, numbers(**chosen), (seed, 0))))
