"""Games as PettingZoo's parallel environments: all agents that may act do so at once.

The last action of every agent is to wait. In a race several may choose, and one that would rather see what the others
do waits. Actions of a round are carried out one after another, in an order drawn with the seed: if an earlier action
makes an agent's action illegal, it does nothing, and the agent's info has ``"late"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from souq.engine.match.decision import SPECTATOR
from souq.envs import errors, rendering
from souq.envs.errors import NONE_BEGUN, BadActions, GameOver
from souq.envs.play import Play
from souq.envs.refusing import ILLEGAL, refusal
from souq.envs.zoo import Seats, Seen
from souq.extras import importing

with importing("envs", "This needs"):
    from pettingzoo import ParallelEnv

Round = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]
"""Results of a round: observations, rewards, terminations, truncations and infos, each a dict by agent."""


class SouqParallel(Seats, ParallelEnv[str, Seen, int]):
    """One game in which all agents act at once.

    Actions are as in :class:`~souq.envs.zoo.SouqAEC`, with one more at the end, which waits. An agent that isn't
    deciding can only wait. In a race (when several seats may decide) a deciding agent may wait as well. An agent that
    decides alone can't wait. In a round in which all agents wait, time passes.

    Attributes:
        wait: the number of the action that waits.
    """

    def __init__(
        self,
        play: Play,
        *,
        through: bool = True,
        max_cycles: int | None = None,
        render_mode: rendering.Mode | None = None,
    ) -> None:
        """Make an environment of the game ``play``, see :func:`souq.envs.parallel`.

        Forced decisions are made here if ``through`` is true, and ``play`` itself must not make any: in a race a seat
        may wait.
        """
        super().__init__(play, 1, max_cycles, render_mode)
        self.wait = self.actions - 1
        self._through = errors.flag("through", through)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin another game. The same seed begins the same game; ``options`` are ignored."""
        self.begin(seed)
        self._owed = self._forced()
        if self.render_mode == "human":
            self.render()
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> Round:
        """Carry out all agents' actions; an agent that is left out waits.

        ``infos[agent]["illegal"]`` says why an action was illegal when the round began, which costs 1;
        ``infos[agent]["late"]`` says why another agent's action, carried out first, made it illegal.

        Raises:
            GameOver: the game has ended, or hasn't begun.
            UnknownSeat: an action of an unknown agent.
            BadActions: an action isn't a whole number.
        """
        if not self.agents:
            raise GameOver(NONE_BEGUN)
        there, play = self.agents, self.play
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in there}
        rewards, self._owed = self._owed, np.zeros(play.players)
        acting = self._acting(actions, infos, rewards)
        for seat in self._luck.sample(list(acting), len(acting)):
            if not play.over and play.mask(seat)[acting[seat]]:
                play.step(acting[seat], seat)
                rewards += play.rewards
            else:
                infos[there[seat]]["late"] = self._late(seat, acting[seat])
        if not acting:
            play.wait()
            rewards += play.rewards
        rewards += self._forced()
        self._cycles += 1
        over = play.over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if self.render_mode == "human":
            self.render()
        seen = self._observed()
        if over or cut:
            self.agents = []
        paid = dict(zip(there, rewards.tolist(), strict=True))
        return seen, paid, dict.fromkeys(there, over), dict.fromkeys(there, cut), infos

    def render(self) -> Any:
        """Return the table as a spectator sees it: an array, text, or None, depending on the render mode."""
        return self._rendered(SPECTATOR)

    def _acting(
        self, actions: Mapping[str, int], infos: dict[str, dict[str, Any]], rewards: NDArray[np.float64]
    ) -> dict[int, int]:
        """Return the action of each seat that acts legally and doesn't wait.

        Illegal actions are noted in ``infos`` and cost their seats a point in ``rewards``.
        """
        if not isinstance(actions, Mapping):
            raise BadActions(f"A step takes a table of actions by agent, such as {{'seat_0': 3}}, not {actions!r}.")
        asked = {self.seat(agent): errors.action(action) for agent, action in actions.items()}
        acting = {}
        for seat, agent in enumerate(self.possible_agents):
            action = asked.get(seat, self.wait)
            if not 0 <= action < self.actions or self._masks[seat, action] == 0:
                infos[agent]["illegal"] = self._refusal(seat, action)
                rewards[seat] += ILLEGAL
            elif action != self.wait:
                acting[seat] = action
        return acting

    def _refusal(self, seat: int, action: int) -> str:
        if not 0 <= action < self.actions:
            return f"There is no action {action}: they go from 0 to {self.wait}, which waits."
        if action == self.wait:
            return f"{self.possible_agents[seat]} cannot wait now: nobody else is to choose."
        return refusal(self.play, seat, action)

    def _late(self, seat: int, action: int) -> str:
        """Return why an action that was legal when the round began can't be carried out any longer."""
        if self.play.over:
            return "The game was over before."
        return refusal(self.play, seat, action)

    def _forced(self) -> NDArray[np.float64]:
        """Make decisions with a single legal choice while only one seat may decide; return the rewards of all seats."""
        play, paid = self.play, np.zeros(self.play.players)
        while self._through and not play.over and len(play.deciders) == 1:
            mask = play.mask()
            if mask.sum() != 1:
                break
            play.step(int(mask.argmax()))
            paid += play.rewards
        return paid

    def _observed(self) -> dict[str, Seen]:
        """Return what every agent sees and its mask of legal actions; the masks are stored for the next step."""
        play, deciders = self.play, self.play.deciders
        self._masks = np.zeros((play.players, self.actions), np.int8)
        for seat in deciders:
            self._masks[seat, : self.wait] = play.mask(seat)
        self._masks[:, self.wait] = [deciders != [seat] for seat in range(play.players)]
        return {
            agent: {"observation": play.observe(seat), "action_mask": self._masks[seat].copy()}
            for seat, agent in enumerate(self.possible_agents)
        }
