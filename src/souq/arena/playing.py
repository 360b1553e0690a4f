"""One game between bots, played from a seed."""

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
    """A bot raised an error instead of returning a choice."""


@dataclass(frozen=True)
class Played:
    """The result of one game: how many decisions it took, and the points and ranks of all seats.

    ``ranks`` is empty when the game was stopped at its limit; no rank is 1 where nobody has won. ``thought`` holds, by
    seat, the CPU-seconds of each decision, without those that had a single legal choice.
    """

    length: int
    points: list[int]
    ranks: list[int]
    thought: list[list[float]] = field(compare=False)


def lot(seed: int, decision: int) -> int:
    """Return the random seed for a bot's decision; the bot can't find out the seed of the game from these 63 bits.

    >>> lot(1, 0) == lot(1, 0), lot(1, 0) == lot(1, 1), 0 <= lot(1, 0) < 1 << 63
    (True, False, True)
    """
    made = hashlib.blake2b(f"{seed} {decision}".encode(), digest_size=8).digest()
    return int.from_bytes(made, "big") >> 1


def play_game(game: Game, seated: Sequence[Bot], options: list[int], seed: int, limit: int = 0) -> Played:
    """Play a game to its end, or until ``limit`` decisions have been made.

    Args:
        game: the game.
        seated: the bot of every seat. Each sees only what its seat may know.
        options: the options as numbers, as the rules receive them.
        seed: 64 bits that seed both the game and the bots. The same seed and equal bots make the same game.
        limit: decisions after which the game is stopped; 0 means no limit.

    Raises:
        IllegalChoice: a bot made an illegal choice.
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
    """Return the name of a bot; the name of its class if it has none."""
    return str(getattr(bot, "name", type(bot).__name__))


def _failure(bot: Bot, error: BaseException) -> str:
    """Describe the exception a bot raised, with the file and line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}, line {last.lineno}"
    return f"The bot {name_of(bot)!r} failed in {where}: {type(error).__name__}: {error}"
