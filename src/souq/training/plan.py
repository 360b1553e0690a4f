"""The settings of a training run: the file ``train.toml`` in the run's folder."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt, ValidationError

from souq.bots.search import ENDLESS, Manner
from souq.engine import registry
from souq.engine.errors import SouqError

if TYPE_CHECKING:
    from souq.engine.game import Game

FILE = "train.toml"
KINDS = ("int", "float")
"""Names of types that pydantic adds to the place of an error, to be left out of messages."""


class BadPlan(SouqError, ValueError):
    """The settings of a training run are invalid."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Games(_Part):
    """Settings of self-play: the games to learn from, which the search plays against itself."""

    each_round: int = Field(default=1000, ge=2, description="Games per round.")
    iterations: int = Field(default=200, ge=8, description="Iterations of the search before each decision.")
    curious: float = Field(
        default=0.25, ge=0, le=1, description="Share of decisions drawn in proportion to the visits."
    )
    each_shard: int = Field(default=20, ge=1, description="Games in a file: all that a process can lose.")


class Fit(_Part):
    """Settings of training a net on the games of self-play."""

    hidden: tuple[int, int] = Field(default=(64, 32), description="Sizes of the net's two hidden layers.")
    rounds: int = Field(default=4, ge=1, description="Number of latest rounds whose games are learned from.")
    held: float = Field(default=0.1, gt=0, le=0.5, description="Share of the games held out for evaluation.")
    results: bool = Field(
        default=True, description="Whether it also learns to predict the result; if not, only the choices."
    )
    trust: float = Field(
        default=1.0, ge=0, le=1, description="Weight of the search's value against who won in the end, 0 to 1."
    )
    epochs: int = Field(default=3, ge=1, description="Epochs: times that every decision is learned from.")
    batch: int = Field(default=256, ge=1, description="Batch size, in decisions.")
    rate: float = Field(default=0.0005, gt=0, description="Learning rate.")
    falling: bool = Field(default=False, description="Whether steps decrease to nearly zero at the end.")
    anew: bool = Field(
        default=False, description="Whether each round's net starts from scratch instead of the best one before."
    )
    decay: float = Field(default=1.0, ge=0, description="Weight decay.")


class Gate(_Part):
    """Settings of evaluation, in which a round's net plays against the best earlier net and must be stronger."""

    games: int = Field(default=400, ge=2, description="Minimum number of games in the arena.")
    iterations: int = Field(default=200, ge=8, description="Iterations of both before each decision.")
    share: float = Field(
        default=0.55, gt=0.5, lt=1, description="It has to win this share, with the 95 % interval above a half."
    )


class Plan(_Part):
    """All settings of a training run."""

    game: str = Field(description="The game.")
    players: int = Field(description="The number of players, which a net can't change.")
    options: Mapping[str, bool | int | str] = Field(default_factory=dict, description="The game's options.")
    seed: int = Field(default=1, ge=0, description="The same seed gives the same nets, on the same machine.")
    rounds: int = Field(
        default=20, ge=1, description="Rounds of self-play, training and evaluation. You can raise it later."
    )
    games: Games = Field(default_factory=Games)
    fit: Fit = Field(default_factory=Fit)
    gate: Gate = Field(default_factory=Gate)
    search: Mapping[str, StrictInt | StrictFloat] = Field(
        default_factory=dict,
        description="How a net is searched with, where it isn't as the game is searched anyway: see the page Training.",
    )

    @property
    def found(self) -> Game:
        """The game to train for, found by its name."""
        return registry.find(self.game)

    @property
    def manner(self) -> Manner:
        """Settings of the search when a net evaluates its positions.

        A game without a handwritten evaluator is normally searched by playing to the end (``ENDLESS``). A net evaluates
        positions at once instead.
        """
        own = Manner.of(self.found)
        if own.depth == ENDLESS:
            own = Manner(depth=0)
        return own.changed(self.search)


def begun(game: Game, players: int | None = None, options: Mapping[str, Any] | None = None) -> Plan:
    """Return a plan (the settings of a training run) for a game, with default values.

    Raises:
        BadPlan, BadPlayers, BadOption: the game cannot be trained like this.
    """
    seats = game.company if players is None else players
    return checked({"game": game.name, "players": seats, "options": dict(options or {})}, "The plan")


def read(path: Path, game: Game | None = None) -> Plan:
    """Read a plan from a TOML file. With ``game``, the file may leave out the settings ``game`` and ``players``.

    Raises:
        BadPlan, UnknownGame, BadPlayers, BadOption: a setting is invalid; the message says what would be right.
        OSError: it cannot be read.
    """
    try:
        facts = tomllib.loads(path.read_text("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadPlan(f"{path} isn't UTF-8. Save the file as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise BadPlan(f"{path} isn't TOML: {error}") from error
    if game is not None:
        facts = {"game": game.name, "players": game.company, **facts}
    return checked(facts, str(path))


def checked(facts: Mapping[str, Any], called: str) -> Plan:
    """Return a plan made of the settings in ``facts``; ``called`` is its name in error messages.

    Raises:
        BadPlan, UnknownGame, BadPlayers, BadOption: as in :func:`read`.
    """
    try:
        plan = Plan(**facts)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(each) for each in first["loc"] if not isinstance(each, int) and each not in KINDS)
        raise BadPlan(f"{called}, {place}: {_said(first)}") from None
    game = plan.found
    seats = game.check_players(plan.players)
    if seats < 2:
        raise BadPlan(f"{called}: who plays alone has nobody to be stronger than. Train with two players or more.")
    odd = next((name for name in plan.search if name not in Manner._fields), None)
    if odd:
        raise BadPlan(f"{called}: the search has no {odd!r}. It has: {', '.join(Manner._fields)}.")
    if isinstance(plan.search.get("depth"), float):
        raise BadPlan(f"{called}, search.depth: decisions are counted in whole numbers, not {plan.search['depth']}.")
    manner = plan.manner
    shares = max(manner.epsilon, manner.mix)
    if not (all(number >= 0 for number in manner) and manner.temperature > 0 and shares <= 1):
        settings = ", ".join(f"{name} {number}" for name, number in plan.search.items())
        raise BadPlan(
            f"{called}, search: none is negative, temperature isn't 0, epsilon and mix are 1 at most; not {settings}."
        )
    if min(plan.fit.hidden) < 1:
        raise BadPlan(f"{called}, fit.hidden: a layer has at least one number, not {list(plan.fit.hidden)}.")
    settled = game.settled(seats, game.check_options(dict(plan.options), seats))
    return plan.model_copy(update={"game": game.name, "options": settled})


def _said(error: Any) -> str:
    if error["type"] == "extra_forbidden":
        return "there is no such setting."
    if error["loc"][-1] in KINDS:
        return f"a number is wanted, not {error['input']!r}."
    if error["type"] == "missing" and isinstance(error["loc"][-1], int):
        return f"{error['input']!r} has too few numbers."
    return f"{error['msg'][:1].lower()}{error['msg'][1:]}, not {error['input']!r}."


def written(plan: Plan) -> str:
    """Return a plan as the text of a TOML file, with a comment on every setting."""
    lines = [f"# souq train {plan.game}: see the page Training of the documentation.", ""]
    parts: list[tuple[str, Any, str | None]] = []
    for name, field in type(plan).model_fields.items():
        value = getattr(plan, name)
        if isinstance(value, (_Part, Mapping)):
            parts.append((name, value, field.description))
        else:
            lines += _setting(name, value, field.description)
    for name, part, said in parts:
        lines += ["", *([f"# {said}"] if said else []), f"[{name}]"]
        if isinstance(part, _Part):
            for each, field in type(part).model_fields.items():
                lines += _setting(each, getattr(part, each), field.description)
        else:
            lines += [f"{each} = {json.dumps(value)}" for each, value in part.items()]
    return "\n".join(lines) + "\n"


def _setting(name: str, value: Any, description: str | None) -> list[str]:
    return [*([f"# {description}"] if description else []), f"{name} = {json.dumps(value)}"]
