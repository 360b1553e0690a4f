"""What environments are made with: declared, explained and checked here for all of them."""

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
"""What is paid. ``victory``: at the end, from -1 to 1, to all together 0. ``points``: as they are made. ``potential``:
with each decision what the chances of victory have become more. The judge sees the whole truth: learn from it, but do
not show it to who plays."""
RETURNS: tuple[Returns, ...] = get_args(Returns)

Autoreset = Literal["next", "same"]
"""A game that is over begins again with the next step, whose action is not read, or at once."""
AUTORESETS: tuple[Autoreset, ...] = get_args(Autoreset)

Bare = Literal["records", "nothing"]
"""Observations that cost nothing more: the hidden record itself, bytes of a known layout; or none, only the mask."""
NOTHING: Bare = "nothing"
Observation = Literal[Bare, "flat", "named", "integers"]
"""What a batch writes of what is seen: it may be bare, or a :data:`~souq.engine.learn.observations.Form`, whose module
would load a compiler here."""
OBSERVATIONS: tuple[Observation, ...] = get_args(Observation)

F = TypeVar("F", bound=Callable[..., Any])


class Settings(TypedDict, total=False):
    """Keyword arguments of every environment; :class:`EnvSpec` says what they mean."""

    start: Start
    returns: Returns
    through: bool
    window: int
    anew: bool


class BatchSettings(Settings, total=False):
    """Keyword arguments of every batch of games; :class:`EnvSpec` says what they mean."""

    seed: int
    autoreset: Autoreset


@dataclass(frozen=True, eq=False)
class EnvSpec:
    """What an environment is made with. Some of it only batches of games can choose.

    Raises:
        BadSetting, BadSeed: a field cannot have that value; the message says what would be right.
        UnknownGame, BadPlayers, BadOption, BadPosition, UnknownSmall: likewise, once its ``table`` is asked for.
    """

    game: str | Game
    """What to play, or its name."""
    players: int | None = None
    """How many seats; when left out, the fewest that are company."""
    options: Mapping[str, Any] | None = None
    """Values of the game's options; the others keep their defaults."""
    _: KW_ONLY
    n: int = 1
    """How many games."""
    seed: int = 0
    """The same seed gives the same games, whatever the number of threads."""
    threads: int = 1
    """How many cores work at a step; 0: all."""
    start: Start = None
    """A position or the name of a small game to begin from."""
    returns: Returns = "victory"
    """What is paid: ``victory``, ``points`` or ``potential``, see :data:`Returns`."""
    observation: Observation = "records"
    """An array of numbers: ``flat``, ``named`` or ``integers``, see :data:`~souq.engine.learn.observations.Form`. For
    batches also ``records``, what the deciding seat may know as structured arrays, or ``nothing`` but masks."""
    through: bool = True
    """Whether decisions with one option are made without asking."""
    window: int = 0
    """Where time can decide, after how many decisions it does; 0: never."""
    anew: bool = True
    """Whether what not everybody sees in the position ``start``, own hands too, is dealt again for each game. Otherwise
    it is as the position says, and a learner that plays it often knows it by heart."""
    autoreset: Autoreset = "same"
    """``same``: a game that has ended begins again in the same step, and ``dones`` says so. ``next``: it begins with
    the next step, whose action is not read; until then the arrays hold what was seen last."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", whole("The number of games", self.n, 1))
        seeds.checked(self.seed)
        whole("The number of threads (0: one a core)", self.threads, 0)
        one_of("returns", self.returns, RETURNS)
        one_of("observation", self.observation, OBSERVATIONS)
        flag("through", self.through)
        whole("A window", self.window, 0)
        flag("anew", self.anew)
        one_of("autoreset", self.autoreset, AUTORESETS)

    @cached_property
    def table(self) -> Table:
        """Where it is played."""
        from souq.envs.tables import table  # loads a compiler, which a signature doesn't need

        return table(self.game, self.players, self.options, self.start)


def expanded(settings: type) -> Callable[[F], F]:
    """Have a function's signature list what it takes as ``**settings``, each with its default; it takes nothing else.

    Editors read types, and so know this; ``help`` and notebooks read signatures.
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
