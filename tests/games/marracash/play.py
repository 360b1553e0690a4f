"""Random games of MarraCash, normal and with strange positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from souq.engine.rules.events import Row, rows, visible_events
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted
from souq.games.marracash import GAME
from souq.games.marracash.rules.turn import go_on, make_forced
from souq.games.marracash.state import CHOICES, SHOP_NAMES, Event, Phase
from tests.games.marracash.reference import BESIDE, CARDS, COLOURS, GATES, SHOPS, VISITORS

EAGER = {"move": 4, "pass": 3, "bid": 3}
"""How much more often each kind of choice is made in games that do not raise much."""


def games(
    players: int, seed: int, *, souvenirs: bool = False, eager: bool = False, log: list[str] | None = None
) -> Iterator[Batch]:
    """Yield a random game: the position before its first decision and after every one.

    The names of the choices are added to ``log``.
    """
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [int(souvenirs), 0], (seed, 0))
    ply = 0
    yield state.copy()
    while not state["over"][0]:
        choice = step(state, pick, ply := ply + 1, eager)
        if log is not None:
            log.append(choice)
        yield state.copy()


def happened(state: Batch, *kinds: Event) -> list[Row]:
    """Return the events of some kinds in a state's last decision; all of them if no kind is given."""
    return [row for row in rows(Event, visible_events(state[0], -1)) if not kinds or row.kind in kinds]


def step(state: Batch, pick: random.Random, ply: int, eager: bool = False) -> str:
    """Make a random decision, and return it."""
    seat = int(state["player"][0])
    legal = GAME.bindings.legal(state, seat).tolist()
    weights = [EAGER.get(CHOICES.name(c).split()[0], 1) if eager else 1 for c in legal]
    choice = int(pick.choices(legal, weights)[0])
    GAME.bindings.apply(state, seat, choice, (pick.getrandbits(32), ply))
    return CHOICES.name(choice)


def strange(players: int, seed: int, *, souvenirs: bool = True, log: list[str] | None = None) -> Iterator[Batch]:
    """Yield a random game in which everything is dealt again before some actions; then ``log`` gets ``"anew"``."""
    pick = random.Random(seed)
    state = GAME.bindings.setup(players, [int(souvenirs), 0], (seed, 0))
    ply = 0
    yield state.copy()
    while not state["over"][0]:
        if state["phase"][0] == Phase.ACTION and state["turn"][0] > players and pick.random() < 0.4:
            shuffle(state, pick)
            choice = "anew"
        else:
            choice = step(state, pick, ply := ply + 1)
        if log is not None:
            log.append(choice)
        yield state.copy()


def shuffle(state: Batch, pick: random.Random) -> None:
    """Deal shops, customers, crowds, cash and souvenirs again, within the invariants; if no action is left, the turn
    goes on.
    """
    twin = Twin.of(state)
    share = pick.choice([0.2, 0.5, 0.9])
    most = 12 if twin.players == 2 else 6
    owner = {name: pick.choice(range(twin.players)) if pick.random() < share else -1 for name in SHOPS}
    for seat in range(twin.players):
        for name in [name for name in SHOPS if owner[name] == seat][most:]:
            owner[name] = -1
        twin.signs[seat] = most - list(owner.values()).count(seat)
        twin.cash[seat] = 25 * int(pick.expovariate(1 / pick.choice([4, 40, 150])))
    twin.owner = [owner[name] for name in SHOP_NAMES]
    _people(twin, pick, owner)
    cards = list(range(len(CARDS)))
    pick.shuffle(cards)
    if twin.souvenirs:
        twin.shown = [cards.pop() if pick.random() < 0.9 else -1 for _ in range(2)]
        if twin.shown[0] >= 0 and pick.random() < 0.5:
            twin.shown = [5 * (twin.shown[0] // 5) + k for k in pick.sample(range(5), 2)]
        left = [c for c in cards if c not in twin.shown][: pick.choice([0, 1, 12, 25])]
        twin.unseen = sum(1 << c for c in left)
    twin.n_events = 0
    interpreted(go_on)(twin)
    interpreted(make_forced)(twin)
    twin.store(state)


def _people(twin: Twin, pick: random.Random, owner: dict[str, int]) -> None:
    """Distribute all 54: in the queue, in crowds, in shops."""
    people = [letter for letter, n in VISITORS.items() for _ in range(n)]
    pick.shuffle(people)
    inside: Counter[str] = Counter()
    for letter in people[: pick.randint(0, 20)]:
        if open_ := [name for name in SHOPS if name[0] == letter and owner[name] >= 0]:
            inside[pick.choice(open_)] += 1
            people.remove(letter)
    pick.shuffle(people)
    waiting = pick.choice([1, 2, 3, 4, 5, 6, 20]) if twin.closing < 0 else 0
    queue, people = people[:waiting], people[waiting:]
    twin.front, twin.back = 0, len(queue)
    twin.queue = [COLOURS.index(letter) for letter in queue] + [0] * (45 - len(queue))
    twin.customers = [inside[name] for name in SHOP_NAMES]
    twin.crowd = [[0] * len(COLOURS) for _ in range(16)]
    shut = {(fountain, name[0]) for name, fountain in BESIDE.items() if owner[name] >= 0}
    for letter in people:
        where = pick.choice([1, 8, 16, *(f for f in range(1, 17) if (f, letter) not in shut)])
        twin.crowd[where - 1][COLOURS.index(letter)] += 1
    if pick.random() < 0.5 and twin.closing < 0:
        _crush(twin, pick.choice(GATES))


def _crush(twin: Twin, gate: int) -> None:
    """Move everybody at one of the entrances to fountain 13, which is next to no shop."""
    for colour, n in enumerate(twin.crowd[gate - 1]):
        twin.crowd[12][colour] += n
    twin.crowd[gate - 1] = [0] * len(COLOURS)
