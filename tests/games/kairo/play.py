"""Random games of Kairo, normal and with strange positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted
from souq.games.kairo import GAME
from souq.games.kairo.rules.turn import begin_turn
from souq.games.kairo.state import CHOICES, Phase
from tests.games.kairo.reference import COPIES, stacked

BUSY = {"new": 3, "expand": 8, "move": 8, "lure": 2, "draw": 2, "quit": 1}
"""How much more often each kind of action is chosen in games that fill the board."""


def games(
    players: int, seed: int, *, suggested: bool = False, busy: bool = False, log: list[str] | None = None
) -> Iterator[Batch]:
    """Yield a random game: the position before its first decision and after every one; ``busy`` games build a lot.

    The names of the choices are added to ``log``.
    """
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [int(suggested)], (seed, 0))
    ply = 0
    yield state.copy()
    while not state["over"][0]:
        choice = step(state, pick, ply := ply + 1, busy)
        if log is not None:
            log.append(CHOICES.name(choice))
        yield state.copy()


def step(state: Batch, pick: random.Random, ply: int, busy: bool = False) -> int:
    """Make a random decision, and return it."""
    seat = int(state["player"][0])
    legal = GAME.bindings.legal(state, seat).tolist()
    weights = [BUSY.get(CHOICES.name(c), 1) if busy else 1 for c in legal]
    choice = int(pick.choices(legal, weights)[0])
    GAME.bindings.apply(state, seat, choice, (pick.getrandbits(32), ply))
    return choice


def strange(players: int, seed: int, *, log: list[str] | None = None) -> Iterator[Batch]:
    """Yield a random busy game; cards, money and barkers are dealt again at the start of some turns."""
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [seed % 2], (seed, 0))
    ply = 0
    yield state.copy()
    while not state["over"][0]:
        if state["phase"][0] == Phase.ACT and not state["final"][0] and pick.random() < 0.5:
            shuffle(state, pick)
            yield state.copy()
        choice = step(state, pick, ply := ply + 1, busy=True)
        if log is not None:
            log.append(CHOICES.name(choice))
        yield state.copy()


def shuffle(state: Batch, pick: random.Random) -> None:
    """Deal cards, money and barkers again, and ask again."""
    twin = Twin.of(state)
    cards = [kind for kind, copies in enumerate(COPIES) for _ in range(copies)]
    pick.shuffle(cards)
    rich = pick.choice([0.3, 1, 3])
    for seat in range(twin.players):
        twin.held[seat] = pick.randint(0, 4)
        twin.hand[seat] = stacked(cards.pop() for _ in range(twin.held[seat]))
        twin.known[seat] = 0
        twin.money[seat] = [int(pick.expovariate(1 / rich)) for _ in range(6)]
        twin.barkers[seat] = pick.choice([0, 0, 1, 2]) if twin.players == 3 else pick.randint(0, 1)
    twin.display = [cards.pop() for _ in range(4)]
    twin.deck, twin.left, twin.discards = stacked(cards), len(cards), 0
    twin.turn -= 1
    twin.n_events = 0
    interpreted(begin_turn)(twin)
    twin.store(state)
