"""One game between bots, from a seed."""

from __future__ import annotations

import hashlib
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from souq.bots.base import Bot
from souq.engine.errors import IllegalChoice, SouqError
from souq.engine.learn.playout import next_decider

if TYPE_CHECKING:
    from souq.engine.game import Game


class BotFailed(SouqError, RuntimeError):
    """A bot raised an error of its own."""


@dataclass(frozen=True)
class Played:
    """What came of a game: decisions made, points and ranks by seat.

    ``ranks`` is empty when the game was stopped; nobody is first where nobody has won. ``thought`` are, by seat, the
    CPU-seconds each of its decisions took, without those that had only one way to go.
    """

    length: int
    points: list[int]
    ranks: list[int]
    thought: list[list[float]] = field(compare=False)


def lot(seed: int, decision: int) -> int:
    """The seed that a bot is given for a decision, 63 bits, from which nobody finds out that of the game.

    >>> lot(1, 0) == lot(1, 0), lot(1, 0) == lot(1, 1), 0 <= lot(1, 0) < 1 << 63
    (True, False, True)
    """
    made = hashlib.blake2b(f"{seed} {decision}".encode(), digest_size=8).digest()
    return int.from_bytes(made, "big") >> 1


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
        BotFailed: a bot raised an error.
    """
    bindings = game.bindings
    state = bindings.setup(len(seated), options, (seed >> 32, seed & 0xFFFFFFFF))
    state["n_events"] = -1
    thought: list[list[float]] = [[] for _ in seated]
    made, seat = 0, len(seated) - 1
    while mask := bindings.deciders(state):
        if 0 < limit <= made:
            return Played(made, bindings.points(state), [], thought)
        seat = next_decider(mask, seat)
        legal = bindings.legal(state, seat).tolist()
        view = bindings.hidden(state, seat)
        began = time.process_time()
        try:
            choice = seated[seat].choose(game, view, seat, legal, lot(seed, made))
        except (Exception, SystemExit) as error:
            raise BotFailed(_failure(seated[seat], error)) from error
        if len(legal) > 1:
            thought[seat].append(time.process_time() - began)
        if not isinstance(choice, int | np.integer):
            raise IllegalChoice(f"The bot {name_of(seated[seat])!r} chose {choice!r}, which isn't a whole number.")
        if choice not in legal:
            words = repr(game.choices.name(int(choice)) if choice in range(game.n_choices) else choice)
            raise IllegalChoice(f"The bot {name_of(seated[seat])!r} chose {words}, which isn't legal.")
        bindings.step(state, seat, choice)
        made += 1
    return Played(made, bindings.points(state), bindings.standings(state), thought)


def name_of(bot: Bot) -> str:
    """What a bot calls itself; one that has no name, by its class."""
    return str(getattr(bot, "name", type(bot).__name__))


def _failure(bot: Bot, error: BaseException) -> str:
    """What went wrong in a bot, and where."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}, line {last.lineno}"
    return f"The bot {name_of(bot)!r} failed in {where}: {type(error).__name__}: {error}"
