"""The parameters with which OpenSpiel loads a game: ``souq_kairo(players=3,options=start:suggested,chance=exact)``."""

from __future__ import annotations

import base64
import contextlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from souq.engine import registry
from souq.engine.errors import BadOption, BadPlayers
from souq.engine.game import Game, OptionValue
from souq.engine.match.position import BadPosition
from souq.envs.errors import one_of, whole
from souq.envs.tables import Table, table

OUTCOMES = 8
"""Number of outcomes of a chance node by default, with ``chance=sampled``."""
CHANCES = ("sampled", "exact")
RETURNS = ("victory", "points")

DEFAULTS: dict[str, Any] = {
    "players": 0,
    "options": "",
    "chance": "sampled",
    "outcomes": OUTCOMES,
    "recall": True,
    "small": "",
    "start": "",
    "returns": "victory",
    "window": 0,
}
"""Default values of the parameters. 0 players means the smallest number of players with an opponent."""


class BadParameter(BadOption):
    """Raised for a parameter with an invalid value."""


@dataclass(frozen=True)
class Parameters:
    """The checked parameters of a loaded game. Two of these are equal if the game and all values are equal."""

    game: str
    given: tuple[tuple[str, Any], ...]
    table: Table = field(compare=False)
    chance: str = field(compare=False)
    outcomes: int = field(compare=False)
    recall: bool = field(compare=False)
    small: str = field(compare=False)
    window: int = field(compare=False)
    returns: str = field(compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return read, (self.game, dict(self.given))


def read(name: str, given: Mapping[str, Any]) -> Parameters:
    """Check the parameters with which OpenSpiel loads a game, and return them.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, UnknownSmall: a parameter is invalid; the message says what
        would be right.
    """
    game = registry.find(name)
    values = {**DEFAULTS, **given}
    if not isinstance(values["options"], str):
        raise BadOption(f"Options are said like 'name:value;name:value' to OpenSpiel, not {values['options']!r}.")
    chosen = options(game, values["options"])
    values["options"] = ";".join(f"{option}:{value}" for option, value in _typed(values["options"]))
    if values["small"] and (values["start"] or values["options"]):
        raise BadParameter("A small game says itself how it begins: leave 'start' and 'options' out.")
    start = str(values["small"]) or (_position(str(values["start"])) if values["start"] else None)
    if isinstance(start, dict):
        values["start"] = packed(start)
    place = table(game, _whole("players", values["players"]) or None, chosen, start)
    if place.players < 2:
        raise BadPlayers(
            f"OpenSpiel needs company: {game.title} is for 2 to {game.max_players} here, not {place.players}."
        )
    outcomes = _whole("outcomes", values["outcomes"])
    if not 0 <= outcomes <= 1024:
        raise BadParameter(f"The parameter 'outcomes' cannot be {outcomes}; it goes from 0 to 1024.")
    return Parameters(
        game=game.name,
        given=tuple(sorted(values.items())),
        table=place,
        chance=_one_of("chance", values["chance"], CHANCES),
        outcomes=outcomes,
        recall=bool(values["recall"]),
        small=str(values["small"]),
        returns=_one_of("returns", values["returns"], RETURNS),
        window=_window(_whole("window", values["window"]), str(values["chance"])),
    )


def options(game: Game, said: str) -> dict[str, OptionValue]:
    """Return the values of a game's options from a text such as ``"high:on;colour:red"``; ``=`` can replace ``:``.

    Raises:
        BadOption: an option is unknown, or its value invalid.
    """
    made: dict[str, OptionValue] = {}
    known = {option.name: option for option in game.options}
    for name, value in _typed(said):
        if name not in known:
            game.check_options({name: value})
        made[name] = known[name].read(value)
    return made


def _typed(said: str) -> Iterator[tuple[str, str]]:
    """Split a text of options into pairs of a name and a value, both strings.

    Raises:
        BadOption: an option has no value.
    """
    for part in filter(None, (part.strip() for part in said.split(";"))):
        name, is_there, value = (word.strip() for word in part.replace("=", ":", 1).partition(":"))
        if not is_there:
            raise BadOption(f"The option {part[:40]!r} has no value; say it like 'name:value;name:value'.")
        yield name, value


def _whole(name: str, value: Any) -> int:
    return whole(f"The parameter {name!r}", value, error=BadParameter)


def _window(said: int, chance: str) -> int:
    """Check the parameter ``window``, the number of decisions after which time runs out (0: never), and return it."""
    if said < 0:
        raise BadParameter(
            f"The parameter 'window' cannot be {said}; it is 0, or after how many decisions time runs out."
        )
    if said and chance == "exact":
        raise BadParameter("With a window chance is sampled: leave 'chance' or 'window' out.")
    return said


def _one_of(name: str, value: Any, known: tuple[str, ...]) -> str:
    return one_of(f"The parameter {name!r}", str(value), known, BadParameter)


def packed(position: Mapping[str, Any]) -> str:
    """Encode a position as base64url of its JSON, without padding, because OpenSpiel splits parameters at commas."""
    plain = json.dumps(position, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(plain).decode().rstrip("=")


def _position(said: str) -> dict[str, Any]:
    """Decode a position from JSON, or from the result of :func:`packed`.

    Raises:
        BadPosition: the text is neither.
    """
    made = None
    with contextlib.suppress(ValueError):
        if not said.lstrip().startswith("{"):
            said = base64.urlsafe_b64decode(said + "=" * (-len(said) % 4)).decode()
        made = json.loads(said)
    if not isinstance(made, dict):
        raise BadPosition("The parameter 'start' is a position as JSON, like json.dumps(match.position()).")
    return made
