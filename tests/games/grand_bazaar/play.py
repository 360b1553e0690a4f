"""Random games of the Grand Bazaar, as they are and from made-up positions of a round."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from souq.engine.match.decision import seats
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import CHOICES, State
from tests.games.grand_bazaar.positions import numbers, position
from tests.games.grand_bazaar.reference import BUYERS, COPIES

EAGER = {
    "accept": 4, "pick": 4, "propose": 3, "take up": 6, "counter": 2, "leave": 0.3, "retire": 0.1, "finish": 0.3,
    "done": 3, "negotiator": 5, "nothing": 0.5, "post": 0.7, "withdraw": 0.2, "refuse": 0.2, "none": 0.5,
}  # fmt: skip
"""How much more often some kinds of choices are made in lively games."""
LONG = 60
"""Messages after which the clock of open trading runs out in random games, at the latest."""

Made = tuple[int, str]


def games(
    players: int, seed: int, *, lively: bool = True, log: list[Made] | None = None, **chosen: Any
) -> Iterator[Batch]:
    """Yield a random game: the position before its first decision and after every one.

    Seats (-1: the clock) and the names of their choices are added to ``log``.
    """
    start = GAME.bindings.setup(players, numbers(**chosen), (seed, 0))
    yield from on(start, random.Random(seed), lively, log)


def on(state: Batch, pick: random.Random, lively: bool = True, log: list[Made] | None = None) -> Iterator[Batch]:
    """Yield a random game from a position on."""
    ply = 0
    yield state.copy()
    while not state["over"][0]:
        made = step(state, pick, ply := ply + 1, lively)
        if log is not None:
            log.append(made)
        yield state.copy()


def step(state: Batch, pick: random.Random, ply: int, lively: bool = True) -> Made:
    """Make a random decision, and return its seat and choice."""
    seat = pick.choice(list(seats(GAME.bindings.deciders(state))))
    if GAME.bindings.legal(state, -1).size and pick.random() < 1 / LONG:
        seat = -1
    legal = GAME.bindings.legal(state, seat).tolist()
    weights = [weight(CHOICES.name(choice)) for choice in legal] if lively else None
    choice = pick.choices(legal, weights)[0]
    GAME.bindings.apply(state, seat, choice, (pick.getrandbits(32), ply))
    return seat, CHOICES.name(choice)


def weight(name: str) -> float:
    """Return how likely a choice is; large numbers of Talents are unlikely."""
    if name.startswith("talents "):
        return 1 / (1 + abs(int(name.split()[1])) ** 2)
    return next((each for word, each in EAGER.items() if name.startswith(word)), 1)


def strange(players: int, seed: int, *, at: str = "", log: list[Made] | None = None, **chosen: Any) -> Iterator[Batch]:
    """Yield a random game from the start of some phase, with arbitrary hands, for at most two rounds."""
    pick = random.Random(seed)
    state = State.new()
    made_up(players, pick, at or pick.choice(["caravans", "trading", "selling"]), **chosen).store(state)
    yield from on(state, pick, log=log)


def made_up(players: int, pick: random.Random, at: str, **chosen: Any) -> Twin:
    """Return a position at the start of a phase of one of the last rounds, with arbitrary hands."""
    deck = [code for code, n in COPIES.items() for _ in range(n)]
    pick.shuffle(deck)
    hands = [" ".join(deck.pop() for _ in range(pick.choice([0, 1, 2, 5, 9, 14]))) for _ in range(players)]
    letters = "ABCDEF"[:players]
    cubes = dict.fromkeys(letters, 6)

    def some(share: float) -> str:
        return "".join(letter for letter in letters if pick.random() < share and use(letter))

    def use(letter: str, n: int = 1) -> bool:
        if cubes[letter] < n:
            return False
        cubes[letter] -= n
        return True

    def stack() -> str:
        order = [letter for letter in pick.sample(letters, players) if pick.random() < 0.4]
        sizes = pick.sample(range(1, players + 1), len(order))
        return " ".join(f"{letter}{n}" for letter, n in zip(order, sizes, strict=True) if use(letter, n))

    customers = [some(0.4) for _ in BUYERS]
    negotiators = some(0.6)
    squares = [letter for letter in pick.choices(letters, k=pick.choice([0, 2, 4])) if use(letter)]
    market = [" ".join(deck.pop() for _ in range(2)) for _ in range(6)]
    rounds = {2: 4}.get(players, players)
    return position(
        *hands,
        at=at,
        nth=pick.choice([rounds, rounds, rounds - 1]),
        first=pick.randrange(players),
        market=market,
        top=deck.pop(),
        below="" if (poor := pick.random() < 0.2) else None,
        discard="" if poor else " ".join(pick.sample(deck, pick.choice([0, 5, 20]))),
        caravans={c: stack() for c in pick.sample(range(1, 7), 3)},
        informant=stack(),
        squares="".join(squares),
        negotiators=negotiators,
        customers=customers,
        talents=[pick.choice([0, 0, 1, 3, 60]) for _ in range(players)],
        turns=[pick.choice([1, 2, 5]) for _ in range(players)],
        **chosen,
    )
