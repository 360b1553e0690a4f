"""Games as Gymnasium environments: one agent learns, and opponents have the other seats.

Importing this module registers every installed game, so ``gymnasium.make("souq.envs.gym:souq/kairo-v0", players=3)``
needs nothing else. :func:`register` registers a game that a program has made itself.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, NoReturn, SupportsFloat, Unpack

import numpy as np
from numpy.typing import NDArray

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.learn.observations import Form
from souq.engine.rules import seeds
from souq.envs import errors, rendering, spacing
from souq.envs.errors import NONE_BEGUN, BadSetting, GameOver, UnknownSeat
from souq.envs.naming import gym_id
from souq.envs.opponents import RANDOM, Opponent, seated
from souq.envs.play import Play
from souq.envs.refusing import ILLEGAL, refusal
from souq.envs.spec import Settings, expanded
from souq.extras import importing

with importing("envs", "This needs"):
    import gymnasium
    from gymnasium import spaces

SELFPLAY = "selfplay"
"""Word in the names of environments in which one learner plays all seats, see :mod:`souq.envs.vector_env`."""

TRIES = 100
"""Number of games that a reset starts at most, until there is one in which the agent has a decision to make."""


class SouqEnv(gymnasium.Env[Any, int]):
    """One game in which the agent has a seat; after its action the opponents play until it decides again.

    An illegal action leaves the position unchanged and costs 1; ``info["illegal"]`` says which rule forbids it.
    ``info["action_mask"]`` is 1 where an action is legal, :meth:`action_masks` is the same for sb3-contrib, and
    ``info["seat"]`` is the agent's seat. After the end the mask is 1 for action 0: vector environments sample an action
    there and ignore it. In observations and actions the agent's own seat is 0 and the next round the table is 1, so
    that it learns all seats as one.

    Attributes:
        play: the game.
        seat: the agent's seat in this game.
        observation_space: a ``Box``, or a ``Dict`` of the fields.
        action_space: ``Discrete``, the choices of the game.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(rendering.MODES), "render_fps": rendering.RATE}  # type: ignore[misc]

    @expanded(Settings)
    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        opponents: Opponent | Sequence[Opponent] = RANDOM,
        seat: int | Literal["random"] = 0,
        observation: Form = "flat",
        render_mode: rendering.Mode | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        """Make an environment; :meth:`reset` begins a game.

        :class:`~souq.envs.spec.EnvSpec` explains the other arguments and the errors they raise.

        Args:
            opponents: the players of the other seats, the next round the table first; one for all, or one for each.
            seat: the agent's seat, or ``"random"``: drawn for each game.
            render_mode: ``human``, ``ansi``, ``rgb_array`` or None.

        Raises:
            BadSetting, UnknownSeat, UnknownLevel: the message says what is wrong and what would be right.
        """
        self.play = Play(game, players, options, observation=observation, **settings)
        if seat != RANDOM and (isinstance(seat, bool | float) or seat not in range(self.play.players)):
            last = self.play.players - 1
            raise UnknownSeat(f"The agent cannot have the seat {seat!r}; there are 0 to {last}, and 'random'.")
        self.seat = 0 if isinstance(seat, str) else int(seat)
        self.render_mode = rendering.check(render_mode)
        self.observation_space = spacing.seen(self.play.view)
        self.action_space = spaces.Discrete(self.play.game.n_choices)  # type: ignore[assignment]
        self._drawn = isinstance(seat, str)
        self._others = seated(opponents, self.play.game, self.play.players)
        self._luck = random.Random()
        self._begun = False

    def __repr__(self) -> str:
        return f"<SouqEnv in seat {self.seat} of {self.play!r}>"

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin another game, and let the opponents play until the agent decides.

        Args:
            seed: the same seed begins the same game; without one, the generator of the last seed continues.
            options: ignored.

        Raises:
            BadSeed: the seed isn't a whole number of 64 bits.
            BadSetting: in many games the opponents ended the game before the agent could decide.
        """
        super().reset(seed=None if seed is None else seeds.checked(seed))
        self._begun = True
        begins = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self._luck.seed(int(self.np_random.integers(1 << 62)))
        for _ in range(TRIES):
            if self._drawn:
                self.seat = self._luck.randrange(self.play.players)
            self.play.reset(begins)
            self._owed = self._until_asked()
            if not self.play.over:
                break
            begins = self._luck.getrandbits(62)
        else:
            raise BadSetting(f"In seat {self.seat} nobody is asked anything: begin earlier, or sit elsewhere.")
        if self.render_mode == "human":
            self.render()
        return self.play.observe(self.seat), self._info()

    def step(self, action: int) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carry out the agent's action, and let the opponents play until it decides again.

        Raises:
            GameOver: the game has ended, or hasn't begun.
            IllegalChoice: an opponent made an illegal choice.
        """
        if not self._begun or self.play.over:
            raise GameOver(NONE_BEGUN)
        play, seat = self.play, self.seat
        if play.step(acted := errors.action(action)):
            reward = self._owed + float(play.rewards[seat]) + self._until_asked()
            self._owed = 0.0
            info = self._info()
        else:
            reward, info = ILLEGAL, {**self._info(), "illegal": refusal(play, seat, acted)}
        if self.render_mode == "human":
            self.render()
        return play.observe(seat), reward, play.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib expects: an array of bool with one item per action."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Return the table as the agent sees it: an array, text, or None, depending on the render mode."""
        return rendering.render(self.play, self.seat, self.render_mode)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.seat}

    def _mask(self) -> NDArray[np.int8]:
        """Return a mask of the agent's legal actions.

        After the end of the game it allows action 0, because vector environments sample an action then and ignore it.
        """
        mask = self.play.mask(self.seat)
        if self.play.over:
            mask[0] = 1
        return mask

    def _until_asked(self) -> float:
        """Let the opponents play until the agent has to decide; return the agent's rewards until then, added up."""
        play, seat, got = self.play, self.seat, 0.0
        while not play.over and play.seat != seat:
            play.step(self._others[(play.seat - seat) % play.players - 1](play, self._luck))
            got += float(play.rewards[seat])
        return got


def register(game: str | Game) -> str:
    """Register a game with Gymnasium as ``souq/NAME-v0`` and ``souq/NAME-selfplay-v0``; return the first name.

    Raises:
        UnknownGame: there is none; the message suggests the most similar name.
    """
    found = registry.find(game) if isinstance(game, str) else game
    name, alone = gym_id(found), gym_id(found, SELFPLAY)
    if name not in gymnasium.registry:
        gymnasium.register(name, "souq.envs.gym:SouqEnv", kwargs={"game": found.name})
        many = "souq.envs.vector_env:SouqVectorEnv"
        gymnasium.register(alone, "souq.envs.gym:only_many", vector_entry_point=many, kwargs={"game": found.name})
    return name


def only_many(game: str, **how: Any) -> NoReturn:
    """Raise an error for ``gymnasium.make`` with a name for self-play, which exists only as a vector environment.

    Raises:
        BadSetting: always; the message says how to make it.
    """
    alone = gym_id(registry.find(game), SELFPLAY)
    raise BadSetting(f"Self-play is many games at once: gymnasium.make_vec({alone!r}, num_envs=1024).")


for _name in registry.games():
    register(_name)
