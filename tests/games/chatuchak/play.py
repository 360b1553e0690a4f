"""Random games of Chatuchak, normal and from markets that are tidy or nearly so."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from souq.engine.match.decision import seats
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import CHOICES, Mode, State
from tests.games.chatuchak.positions import TIDY, numbers, position, spaced, word
from tests.games.chatuchak.reference import BOOTHS, LETTERS, MATES, PRINTED, TILES, grid_of, moved, solved

END = "BBBBBB RGGGGG RRYYYG PRRRYY PPPP.Y"
"""Another tidy market, with the longest path."""
MODES = (Mode.GOALS, Mode.GOALS, Mode.GOALS, Mode.SPEED, Mode.TICKS)
"""What several play in made-up positions, by chance."""

Made = tuple[int, str]


def games(
    players: int, seed: int, *, stops: float = 0.01, log: list[Made] | None = None, **chosen: Any
) -> Iterator[Batch]:
    """Yield a random game: the position before its first decision and after every one.

    Seats and the names of their choices are added to ``log``; ``stops`` is how often somebody passes.
    """
    yield from on(GAME.bindings.setup(players, numbers(**chosen), (seed, 0)), random.Random(seed), stops, log)


def on(state: Batch, pick: random.Random, stops: float, log: list[Made] | None) -> Iterator[Batch]:
    """Yield a random game from a position on."""
    ply = 0
    yield state.copy()
    while not state["over"][0]:
        made = step(state, pick, ply := ply + 1, stops)
        if log is not None:
            log.append(made)
        yield state.copy()


def step(state: Batch, pick: random.Random, ply: int, stops: float) -> Made:
    """Make a random decision, in puzzles and races a solving move if there is one; return its seat and choice."""
    seat = pick.choice(list(seats(GAME.bindings.deciders(state))))
    choice = int(pick.choice(GAME.bindings.legal(state, seat)[:-1].tolist()))
    if pick.random() < stops:
        choice = int(CHOICES.parse("pass"))
    elif state["mode"][0] != Mode.GOALS:
        grid = grid_of(state["booths"][0][seat].tolist())
        choice = next((cell for cell in MATES[grid.index(".")] if solved(moved(grid, cell))), choice)
    GAME.bindings.apply(state, seat, choice, (pick.getrandbits(32), ply))
    return seat, CHOICES.name(choice)


def strange(players: int, seed: int, *, stops: float = 0.03, log: list[Made] | None = None) -> Iterator[Batch]:
    """Yield a random game of any kind from a made-up position: tidy markets, markers anywhere, the end near."""
    pick = random.Random(seed)
    state = State.new()
    made_up(players, pick).store(state)
    yield from on(state, pick, stops, log)


def made_up(players: int, pick: random.Random) -> Twin:
    """Return a made-up position within the invariants."""
    mode = Mode.SOLO if players == 1 else pick.choice(MODES)
    race = mode != Mode.GOALS
    twin = position(
        *(spaced(market(pick, pick.choice((3, 6, 12)) if race else pick.choice((2, 9, 25)))) for _ in range(players)),
        mode=mode,
        mixes=" ".join("/".join(pick.choice(tile)) for tile in TILES),
        player=0 if race else pick.randrange(players),
        tent=0 if race else pick.choice((0, 5, 9, 10)),
        first=0 if race else pick.randrange(players),
        moves=[pick.choice((0, 30, 195)) for _ in range(players)] if race else [],
    )
    if not race:
        _goals(twin, pick)
        if pick.random() < 0.5:
            twin.passed = pick.randrange(1 << players) & ~(1 << twin.player)
    return twin


def _goals(twin: Twin, pick: random.Random) -> None:
    """Place markers, tokens and the clock at random."""
    seats_ = range(twin.players)
    for marker in range(12):
        if pick.random() < 0.6:
            twin.holder[marker], twin.token[marker] = pick.choice(seats_), pick.choice(seats_)
    for seat in seats_:
        twin.general[seat] = pick.choice((0, 1, 7))
    twin.need = max(1, PRINTED[twin.tent] - pick.choice((0, 0, 3, 12)))
    twin.rounds = pick.choice((1, 20))


def market(pick: random.Random, steps: int) -> str:
    """Return a market some random moves from a tidy one, with its colours exchanged and perhaps mirrored."""
    grid = word(pick.choice((TIDY, END)))
    colours = dict(zip("RYGB", pick.sample("RYGB", 4), strict=True)) | {"P": "P", ".": "."}
    grid = "".join(colours[letter] for letter in grid)
    if pick.random() < 0.5:
        grid = "".join(grid[i : i + 6][::-1] for i in range(0, 30, 6))
    if pick.random() < 0.5:
        grid = grid[::-1]
    for _ in range(steps):
        grid = moved(grid, pick.choice(sorted(MATES[grid.index(".")])))
    while solved(grid):
        grid = moved(grid, pick.choice(sorted(MATES[grid.index(".")])))
    return grid


def heap(pick: random.Random) -> str:
    """Return the booths in any order."""
    letters = [".", *(letter for letter in LETTERS for _ in range(BOOTHS[letter]))]
    pick.shuffle(letters)
    return "".join(letters)
