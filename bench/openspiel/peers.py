"""OpenSpiel's search bots as they are, stopped by the clock instead of by a count.

Their classes are not changed: the clock is looked at before every simulation, by a method that the search calls there,
and once the time is up an exception ends the loop with the tree as it stands. Neither ever sees the true position:

- MCTS searches a position as it is, so it gets one guess at what its seat cannot know, a new one each move. Dice and
  draws are chance nodes to it.
- ISMCTS starts each simulation from a guess of its own. On games written in Python OpenSpiel's ISMCTS does not run as
  it comes: ``State.resample_from_infostate`` is not passed on to Python, so that its Python bot raises ("not
  implemented") and its C++ bot crashes the process. Our position overrides the method in Python, where the Python bot
  finds it. It also refuses games of perfect information. There a guess changes only what chance will bring, which is
  what its simulations need, so it is let in.

Both roll out with OpenSpiel's ``RandomRolloutEvaluator``. It and they draw from :class:`Draws`, for with NumPy's
``RandomState``, their default, three quarters of a rollout would be spent on choosing one of a short list.
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
"""Simulations without which neither bot has a choice to show."""


class OutOfTime(Exception):
    """The time of a move is up."""


class Clock:
    """How long a move has taken, in CPU-seconds of this thread, and how many simulations were made."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.start()

    def start(self) -> None:
        """A move begins."""
        self.until = time.thread_time() + self.seconds
        self.simulations = 0

    def tick(self) -> None:
        """A simulation begins.

        Raises:
            OutOfTime: it must not.
        """
        if self.simulations >= LEAST and time.thread_time() >= self.until:
            raise OutOfTime
        self.simulations += 1


class Draws(random.Random):
    """Python's random numbers under the names that NumPy's ``RandomState`` has for them."""

    def choice(self, seq: Any, p: Any = None) -> Any:
        """One of ``seq``, each equally likely unless ``p`` says otherwise."""
        if p is None:
            return seq[int(self.random() * len(seq))]
        return self.choices(seq, p)[0]

    def randint(self, high: int, *_: Any) -> int:
        """A number below ``high``."""
        return int(self.random() * high)

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        """A number between the two."""
        return low + (high - low) * self.random()


class Evaluator(mcts.RandomRolloutEvaluator):
    """OpenSpiel's random rollouts; chance is drawn on the way, not made a node of."""

    def evaluate(self, state: SouqState) -> Any:
        """What a rollout brought each seat."""
        return super().evaluate(state.sampled())


class TimedMCTS(mcts.MCTSBot):
    """OpenSpiel's MCTS until the time is up."""

    def __init__(self, game: SouqGame, clock: Clock, uct_c: float, draws: Draws) -> None:
        super().__init__(game, uct_c, ENDLESS, Evaluator(random_state=draws), random_state=draws)
        self.clock = clock

    def _apply_tree_policy(self, root: mcts.SearchNode, state: SouqState) -> Any:
        self.root = root
        self.clock.tick()
        return super()._apply_tree_policy(root, state)

    def mcts_search(self, state: SouqState) -> mcts.SearchNode:
        """The tree that there was time for."""
        try:
            return super().mcts_search(state)
        except OutOfTime:
            return self.root


class TimedISMCTS(ismcts.ISMCTSBot):
    """OpenSpiel's ISMCTS until the time is up."""

    def __init__(self, game: SouqGame, clock: Clock, uct_c: float, draws: Draws) -> None:
        super().__init__(game, Evaluator(random_state=draws), uct_c, ENDLESS, random_state=draws)
        self.clock = clock
        imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
        asked = SimpleNamespace(dynamics=game.get_type().dynamics, information=imperfect)
        game.get_type = lambda: asked

    def sample_root_state(self, state: SouqState) -> SouqState:
        """What the next simulation starts from."""
        self.clock.tick()
        return super().sample_root_state(state)  # type: ignore[no-any-return]

    def run_search(self, state: SouqState) -> Any:
        """The policy that there was time for."""
        try:
            return super().run_search(state)
        except OutOfTime:
            return self.get_final_policy(state, self._root_node)


PEERS: dict[str, Any] = {"mcts": TimedMCTS, "ismcts": TimedISMCTS}
"""OpenSpiel's bots by name."""


class Player(Protocol):
    """Somebody in a match."""

    simulations: int
    """How many were made for the last choice."""

    def choose(self, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """One of ``legal``, from what ``seat`` may know."""
        ...


class Peer:
    """One of OpenSpiel's bots at our table."""

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
        """What the bot chooses when its time is up."""
        self.clock.start()
        self.draws.seed(seed)
        shared = self.game.shared
        shared.random.seed(seed)
        guess = shared.bindings.determinized(view, seat, shared.key())
        guess["key"], guess["draws"] = shared.key(), 0
        choice = int(self.bot.step((SouqState if self.explicit else Rollout).of(self.game, guess)))
        self.simulations = self.clock.simulations
        return choice
