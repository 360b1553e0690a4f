"""Games as PettingZoo's AEC environments, in which agents act one after another.

An agent's observation is computed only when it is requested.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from souq.engine.rules import seeds
from souq.envs import errors, rendering, spacing
from souq.envs.errors import NONE_BEGUN, GameOver, UnknownSeat
from souq.envs.naming import agents, zoo_name
from souq.envs.play import Play
from souq.envs.refusing import ILLEGAL, refusal
from souq.extras import importing

with importing("envs", "This needs"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Seen = dict[str, Any]
"""An agent's observation: ``{"observation": …, "action_mask": (choices,) int8}``."""


class Seats:
    """Base of environments with several agents: a game, and an agent for each of its seats.

    Attributes:
        play: the game.
        possible_agents: ``seat_0``, ``seat_1``, …, in the order of seats.
        observation_spaces: by agent, ``{"observation": …, "action_mask": …}``.
        action_spaces: by agent, ``Discrete``.
        state_space: the space of :meth:`state`.
        max_cycles: number of cycles after which a game is truncated; None: never.
        render_mode: ``"human"``, ``"ansi"``, ``"rgb_array"`` or None.
    """

    def __init__(self, play: Play, more: int, max_cycles: int | None, render_mode: rendering.Mode | None) -> None:
        """Create an agent for each seat, with an action for each of the game's choices and ``more`` other actions."""
        self.play = play
        self.max_cycles = None if max_cycles is None else errors.whole("max_cycles (None: no limit)", max_cycles, 1)
        self.render_mode = rendering.check(render_mode)
        self.possible_agents = agents(play.players)
        self.agents: list[str] = []
        self.actions = play.game.n_choices + more
        seen = spacing.masked(play.view, self.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}
        self.state_space = spacing.box(play.view)
        self.metadata: dict[str, Any] = {
            "name": zoo_name(play.game),
            "render_modes": list(rendering.MODES),
            "render_fps": rendering.RATE,
        }
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._luck = random.Random()
        self._cycles = 0

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.play!r}>"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations.

        Raises:
            UnknownSeat: there is no such agent.
        """
        return self.observation_spaces[self.possible_agents[self.seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions.

        Raises:
            UnknownSeat: there is no such agent.
        """
        return self.action_spaces[self.possible_agents[self.seat(agent)]]

    def seat(self, agent: str) -> int:
        """Return the seat of an agent.

        Raises:
            UnknownSeat: there is no such agent; the message lists them.
        """
        if agent not in self._seats:
            raise UnknownSeat(f"No agent is called {agent!r}; there are {', '.join(self.possible_agents)}.")
        return self._seats[agent]

    def state(self) -> NDArray[np.float32]:
        """Return the full position, including hidden information, for training with a central critic.

        Raises:
            GameOver: no game has begun.
        """
        return self.play.state()

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""

    def begin(self, seed: int | None) -> None:
        """Begin another game. Without ``seed``, its seed is drawn from a generator that the last ``seed`` started.

        Raises:
            BadSeed: it isn't a whole number of 64 bits.
        """
        if seed is not None:
            self._luck.seed(seeds.checked(seed))
        self.play.reset(self._luck.getrandbits(62) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0

    def _rendered(self, seat: int) -> Any:
        return rendering.render(self.play, seat, self.render_mode)


class SouqAEC(Seats, AECEnv[str, Seen, int | None]):
    """One game whose agents act one after another, even when several seats may decide at once (a race).

    An action is a choice relative to the acting agent: where it names a seat, the agent's own is 0 and the next round
    the table 1. An illegal action leaves the position unchanged and costs 1; ``infos[agent]["illegal"]`` says which
    rule forbids it.
    """

    def __init__(self, play: Play, *, max_cycles: int | None = None, render_mode: rendering.Mode | None = None) -> None:
        """Make an environment of the game ``play``, see :func:`souq.envs.aec`."""
        super().__init__(play, 0, max_cycles, render_mode)
        self.agent_selection = self.possible_agents[0]
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another game. The same seed begins the same game; ``options`` are ignored."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.play.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._refused = False
        self.agent_selection = self.possible_agents[self.play.seat]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees now, and a mask of its legal actions: all 0 if another agent has to act.

        Raises:
            UnknownSeat: there is no such agent.
            GameOver: no game has begun.
        """
        play, seat = self.play, self.seat(agent)
        asked = seat == play.seat
        return {
            "observation": play.observe(seat),
            "action_mask": play.mask(seat) if asked else np.zeros(self.actions, np.int8),
        }

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent whose turn it is.

        Raises:
            GameOver: the game has ended, or hasn't begun.
            BadActions: the action isn't a whole number.
        """
        if not self.agents:
            raise GameOver(NONE_BEGUN)
        agent, play = self.agent_selection, self.play
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self._refused:
            self.infos = {each: {} for each in self.agents}
        seat = play.seat
        chosen = errors.action(action)
        self._refused = not play.step(chosen)
        if self._refused:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.rewards[agent] = ILLEGAL
            self.infos[agent]["illegal"] = refusal(play, seat, chosen)
        else:
            self.rewards = dict(zip(self.agents, play.rewards.tolist(), strict=True))
            self.agent_selection = self.possible_agents[play.seat]
        owed = self._cumulative_rewards
        owed[agent] = 0.0
        for each, reward in self.rewards.items():
            owed[each] += reward
        self._cycles += 1
        if play.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._cycles >= self.max_cycles * play.players:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """Return the table as the acting agent sees it: an array, text, or None, depending on the render mode."""
        return self._rendered(self.play.seat)


def wrapped(env: SouqAEC) -> AECEnv[str, Seen, int | None]:
    """Wrap an environment so that an illegal action loses and ends the game, as in PettingZoo's classic games."""
    inner = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    return Wrapped(wrappers.AssertOutOfBoundsWrapper(inner))


class Wrapped(wrappers.OrderEnforcingWrapper[str, Seen, int | None]):
    """The outermost wrapper. It requires a :meth:`reset` first, and its ``repr`` names the wrapped environment."""

    def __repr__(self) -> str:
        return f"<wrapped {self.unwrapped!r}>"
