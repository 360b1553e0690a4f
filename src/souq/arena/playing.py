"""One game between bots, from a seed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from souq.bots.base import Bot, mixed
from souq.engine.errors import IllegalChoice
from souq.engine.playout import next_decider

if TYPE_CHECKING:
    from souq.engine.game import Game


@dataclass(frozen=True)
class Played:
    """What came of a game: decisions made, points and ranks by seat.

    ``ranks`` is empty when the game was stopped. ``thought`` are, by seat, the seconds each of its decisions took,
    without those that had only one way to go.
    """

    length: int
    points: list[int]
    ranks: list[int]
    thought: list[list[float]] = field(compare=False)


def play_game(game: Game, seated: Sequence[Bot], options: list[int], seed: int, limit: int = 0) -> Played:
    """Play a game to its end, or until ``limit`` decisions are made.

    Args:
        game: what to play.
        seated: a bot for every seat. Each sees what its seat may know.
        options: the options as the rules receive them.
        seed: 64 bits; the chance of the table and of the bots. Seats that play alike from the same seed make the same
            game, whoever sits there.
        limit: stop an endless game there; 0 lets it run.

    Raises:
        IllegalChoice: a bot chose what it may not.
    """
    door = game.door
    state = door.setup(len(seated), options, (seed >> 32, seed & 0xFFFFFFFF))
    state["told"] = -1
    thought: list[list[float]] = [[] for _ in seated]
    made, seat = 0, len(seated) - 1
    while mask := door.deciders(state):
        if 0 < limit <= made:
            return Played(made, door.points(state), [], thought)
        seat = next_decider(mask, seat)
        legal = door.legal(state, seat).tolist()
        view = door.hidden(state, seat)
        began = time.perf_counter()
        choice = seated[seat].choose(game, view, seat, legal, mixed(seed + made))
        if len(legal) > 1:
            thought[seat].append(time.perf_counter() - began)
        if choice not in legal:
            words = game.choices.name(choice)
            raise IllegalChoice(f"The bot {seated[seat].name!r} chose {words!r}, which is not legal.")
        door.step(state, seat, choice)
        made += 1
    return Played(made, door.points(state), door.ranks(state), thought)
