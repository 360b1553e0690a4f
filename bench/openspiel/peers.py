"""OpenSpiel's search bots, unchanged except that the clock stops them instead of a number of simulations.

A method that the search calls before every simulation checks the clock, and raises an exception when the time is up;
the tree so far gives the choice. Neither bot ever sees the true position:

- MCTS searches a single position, so each move gets a new determinization. Dice and draws are chance nodes to it.
- ISMCTS starts each simulation from another determinization. For games written in Python OpenSpiel's ISMCTS doesn't
work as it comes: ``State.resample_from_infostate`` is not passed on to Python, so that its Python bot raises ("not
implemented") and its C++ bot crashes the process. Souq's states override the method in Python, where the Python bot
finds it. ISMCTS also refuses games of perfect information. There a determinization only changes future chance, which is
what its simulations need, so the check is bypassed.

Both use OpenSpiel's ``RandomRolloutEvaluator``. They draw from :class:`Draws`: with NumPy's ``RandomState``, their
default, three quarters of a rollout would be spent on choosing from short lists.
"""

from __future__ import annotations

import random
import time
from types import SimpleNamespace
from typing import Any, Protocol

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from souq.bots.base import Legal
from souq.engine.game import Game
from souq.engine.rules.record import Batch
from souq.envs.openspiel import OUTCOMES, Rollout, SouqGame, SouqState, load

ENDLESS = 1 << 60
LEAST = 2
"""Simulations that either bot needs to have a choice at all."""


class OutOfTime(Exception):
    """The time for a move is up."""


class Clock:
    """CPU-seconds of this thread for a move, and the number of simulations."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.start()

    def start(self) -> None:
        """Start the clock for a move."""
        self.until = time.thread_time() + self.seconds
        self.simulations = 0

    def tick(self) -> None:
        """Count a simulation that is about to start.

        Raises:
            OutOfTime: the time is up.
        """
        if self.simulations >= LEAST and time.thread_time() >= self.until:
            raise OutOfTime
        self.simulations += 1


class Draws(random.Random):
    """Python's random numbers, with the interface of NumPy's ``RandomState`` that the bots use."""

    def choice(self, seq: Any, p: Any = None) -> Any:
        """Return a random element of ``seq``, with probabilities ``p`` if given."""
        if p is None:
            return seq[int(self.random() * len(seq))]
        return self.choices(seq, p)[0]

    def randint(self, high: int, *_: Any) -> int:
        """Return a random integer below ``high``."""
        return int(self.random() * high)

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """Return a random number between ``low`` and ``high``."""
        return low + (high - low) * self.random()


class Evaluator(mcts.RandomRolloutEvaluator):
    """OpenSpiel's random rollouts, with chance drawn while playing instead of by chance nodes."""

    def evaluate(self, state: SouqState) -> Any:
        """Return the returns of a rollout."""
        return super().evaluate(state.sampled())


class TimedMCTS(mcts.MCTSBot):
    """OpenSpiel's MCTS, stopped by the clock."""

    def __init__(self, game: SouqGame, clock: Clock, uct_c: float, draws: Draws) -> None:
        super().__init__(game, uct_c, ENDLESS, Evaluator(random_state=draws), random_state=draws)
        self.clock = clock

    def _apply_tree_policy(self, root: mcts.SearchNode, state: SouqState) -> Any:
        self.root = root
        self.clock.tick()
        return super()._apply_tree_policy(root, state)

    def mcts_search(self, state: SouqState) -> mcts.SearchNode:
        """Search until the time is up and return the root of the tree."""
        try:
            return super().mcts_search(state)
        except OutOfTime:
            return self.root


class TimedISMCTS(ismcts.ISMCTSBot):
    """OpenSpiel's ISMCTS, stopped by the clock."""

    def __init__(self, game: SouqGame, clock: Clock, uct_c: float, draws: Draws) -> None:
        super().__init__(game, Evaluator(random_state=draws), uct_c, ENDLESS, random_state=draws)
        self.clock = clock
        imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
        asked = SimpleNamespace(dynamics=game.get_type().dynamics, information=imperfect)
        game.get_type = lambda: asked

    def sample_root_state(self, state: SouqState) -> SouqState:
        """Return the start of the next simulation, unless the time is up."""
        self.clock.tick()
        return super().sample_root_state(state)  # type: ignore[no-any-return]

    def run_search(self, state: SouqState) -> Any:
        """Search until the time is up and return the policy."""
        try:
            return super().run_search(state)
        except OutOfTime:
            return self.get_final_policy(state, self._root_node)


PEERS: dict[str, Any] = {"mcts": TimedMCTS, "ismcts": TimedISMCTS}
"""OpenSpiel's bots by name."""


class Player(Protocol):
    """A participant in a match."""

    simulations: int
    """Number of simulations for the last choice."""

    def choose(self, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return one of ``legal``, given what ``seat`` may know."""
        ...


class Peer:
    """One of OpenSpiel's bots as a participant."""

    def __init__(
        self, name: str, game: Game, players: int, seconds: float, uct_c: float, outcomes: int = OUTCOMES
    ) -> None:
        self.game = load(game.name, players, outcomes=outcomes, recall=False)
        self.clock = Clock(seconds)
        self.draws = Draws()
        self.bot = PEERS[name](self.game, self.clock, uct_c, self.draws)
        self.explicit = name == "mcts"
        self.simulations = 0

    def choose(self, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return the bot's choice when its time is up."""
        self.clock.start()
        self.draws.seed(seed)
        shared = self.game.shared
        shared.random.seed(seed)
        guess = shared.bindings.determinized(view, seat, shared.key())
        guess["key"], guess["draws"] = shared.key(), 0
        choice = int(self.bot.step((SouqState if self.explicit else Rollout).of(self.game, guess)))
        self.simulations = self.clock.simulations
        return choice
