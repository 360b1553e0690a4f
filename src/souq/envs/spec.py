"""The arguments of all environments, declared, explained and checked in one place."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, get_args

from souq.engine.rules import seeds
from souq.envs.errors import flag, one_of, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from souq.engine.game import Game
    from souq.envs.tables import Start, Table

Returns = Literal["victory", "points", "potential"]
"""Kinds of rewards. ``victory`` is paid at the end, from -1 to 1, and sums to 0. ``points`` are paid as they are
scored. ``potential`` pays, after each decision, the change in the seat's chance of victory. The evaluator behind it
sees the true position, so use it for learning, but don't show it to players.
"""
RETURNS: tuple[Returns, ...] = get_args(Returns)

Autoreset = Literal["next", "same"]
"""When a finished game begins again. ``next``: with the next step, whose action is ignored. ``same``: in the same step
that ends the game.
"""
AUTORESETS: tuple[Autoreset, ...] = get_args(Autoreset)

Bare = Literal["records", "nothing"]
"""Kinds of observations that need no encoding: ``records``, records with hidden fields blanked; ``nothing``, none."""
NOTHING: Bare = "nothing"
Observation = Literal[Bare, "flat", "named", "integers"]
"""Kinds of observations of a batch of games: those of :data:`Bare`, and those of
:data:`~souq.engine.learn.observations.Form`. They are repeated here because an import of that module would load the
compiler.
"""
OBSERVATIONS: tuple[Observation, ...] = get_args(Observation)

F = TypeVar("F", bound=Callable[..., Any])


class Settings(TypedDict, total=False):
    """Types of the keyword arguments that every environment takes; :class:`EnvSpec` explains them."""

    start: Start
    returns: Returns
    through: bool
    window: int
    redeal: bool


class BatchSettings(Settings, total=False):
    """Types of the keyword arguments that every batch of games takes; :class:`EnvSpec` explains them."""

    seed: int
    autoreset: Autoreset


@dataclass(frozen=True, eq=False)
class EnvSpec:
    """The arguments of an environment, checked. Some of them apply only to batches of games.

    Raises:
        BadSetting, BadSeed: a field has an invalid value; the message says which values are valid.
        UnknownGame, BadPlayers, BadOption, BadPosition, UnknownSmall: ``game``, ``players``, ``options`` or ``start``
            is invalid; raised on the first access to ``table``.
    """

    game: str | Game
    """The game or its name."""
    players: int | None = None
    """Number of seats; by default the smallest number above one that the game allows."""
    options: Mapping[str, Any] | None = None
    """Values of the game's options; the others keep their defaults."""
    _: KW_ONLY
    n: int = 1
    """Number of games."""
    seed: int = 0
    """Seed of all random numbers. The same seed gives the same games, whatever the number of threads."""
    threads: int = 1
    """Number of threads that step the games; 0 means one per core."""
    start: Start = None
    """A position or the name of a small game to begin from."""
    returns: Returns = "victory"
    """Kind of rewards: ``victory``, ``points`` or ``potential``, see :data:`Returns`."""
    observation: Observation = "records"
    """An array of numbers: ``flat``, ``named`` or ``integers``, see :data:`~souq.engine.learn.observations.Form`. For
    batches also ``records``, what the deciding seat may know as structured arrays, or ``nothing``: only masks."""
    through: bool = True
    """Whether decisions with only one legal choice are made automatically."""
    window: int = 0
    """Number of decisions after which time runs out, in games in which a clock can decide; 0 means never."""
    redeal: bool = True
    """Whether each game deals again what isn't public in the position ``start``, including the player's own hand.
    Otherwise all of that is always the same, and a learner that plays the position often memorizes it.
    """
    autoreset: Autoreset = "same"
    """``same``: a finished game begins again in the same step, and ``dones`` says so. ``next``: it begins with the next
    step, whose action is ignored; until then the arrays hold the final observation.
    """

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", whole("The number of games", self.n, 1))
        seeds.checked(self.seed)
        whole("The number of threads (0: one a core)", self.threads, 0)
        one_of("returns", self.returns, RETURNS)
        one_of("observation", self.observation, OBSERVATIONS)
        flag("through", self.through)
        whole("A window", self.window, 0)
        flag("redeal", self.redeal)
        one_of("autoreset", self.autoreset, AUTORESETS)

    @cached_property
    def table(self) -> Table:
        """The game, its seats and options, and the starting position, all of them checked."""
        from souq.envs.tables import table  # loads a compiler, which a signature doesn't need

        return table(self.game, self.players, self.options, self.start)


def expanded(settings: type) -> Callable[[F], F]:
    """Return a decorator that replaces ``**settings`` in a signature by the arguments that ``settings`` declares.

    Help texts and notebooks read the signature. Editors read the types, and so know the arguments anyway. Calls with
    other arguments raise TypeError.
    """

    def expand(function: F) -> F:
        signature = inspect.signature(function)
        *own, _ = signature.parameters.values()
        named = [
            inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=field.type)
            for field in fields(EnvSpec)
            if field.name in settings.__annotations__
        ]
        signature = signature.replace(parameters=[*own, *named])

        @functools.wraps(function)
        def called(*args: Any, **given: Any) -> Any:
            if strange := [name for name in given if name not in signature.parameters]:
                raise TypeError(f"{function.__qualname__}() got an unexpected keyword argument {strange[0]!r}")
            return function(*args, **given)

        called.__signature__ = signature  # type: ignore[attr-defined]
        return called  # type: ignore[return-value]

    return expand
