"""Random games of Desert Bazaar, normal and with strange hands."""

from __future__ import annotations

import random
from collections.abc import Iterator

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted
from souq.games.desert_bazaar import GAME
from souq.games.desert_bazaar.rules.asking import forced
from souq.games.desert_bazaar.rules.turn import begin_turn
from souq.games.desert_bazaar.state import Phase


def games(players: int, seed: int, *, auto_discount: bool = False, every: int = 1, skip: int = 0) -> Iterator[Batch]:
    """Yield a random game: the position before its first decision and every ``every``-th after it, from ``skip`` on."""
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [int(auto_discount)], (seed, 0))
    ply = 0
    while True:
        if ply >= skip and (ply - skip) % every == 0:
            yield state.copy()
        if state["over"][0]:
            break
        step(state, pick, ply := ply + 1)


def step(state: Batch, pick: random.Random, ply: int) -> int:
    """Make a random decision, and return it."""
    seat = int(state["player"][0])
    choice = int(pick.choice(GAME.bindings.legal(state, seat)))
    GAME.bindings.apply(state, seat, choice, (pick.getrandbits(32), ply))
    return choice


def strange(players: int, seed: int) -> Iterator[Batch]:
    """Yield a random game in which all cards are dealt again at the start of some turns, often with empty piles."""
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [0], (seed, 0))
    ply = 0
    while True:
        if state["phase"][0] == Phase.TURN and not state["over"][0] and pick.random() < 0.5:
            shuffle_cards(state, pick)
        yield state.copy()
        if state["over"][0]:
            break
        step(state, pick, ply := ply + 1)


def shuffle_cards(state: Batch, pick: random.Random) -> None:
    """Deal all cards again between hands and piles, and ask again, unless that would leave only one option."""
    twin = Twin.of(state)
    share = pick.choice([0.2, 0.6, 0.9, 0.97])
    for r in range(4):
        out = [pick.randrange(twin.players) if pick.random() < share else -1 for _ in range(15)]
        for seat in range(twin.players):
            twin.hand[seat][r] = out.count(seat)
        twin.pile[r] = out.count(-1)
    twin.turn -= 1
    interpreted(begin_turn)(twin)
    if interpreted(forced)(twin) < 0:
        twin.store(state)
