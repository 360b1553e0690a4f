"""What a game is: a few facts, and rooms found by their names.

Every game is a package with the same rooms (``state``, ``rules``, ``story``, ``scene``, ``sense``, ``rulebook.toml``
…). Its ``__init__`` defines ``GAME = Game(package=__name__, …)``, registered under the entry-point group
``souq.games``. Rooms are loaded when they are first needed, so that asking for a list of games does not load a
compiler.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from souq.engine.errors import BadOption, BadPlayers

if TYPE_CHECKING:
    from souq.engine.choices import Choices
    from souq.engine.door import Door
    from souq.engine.record import GameRecord
    from souq.engine.rulebook import Rulebook

OptionValue = bool | int | str


@dataclass(frozen=True)
class Option:
    """Something a table may decide before the game. ``rules`` options change the game, others only how it is shown.

    An option without ``values`` is a date: ``"2026-11-21"``, or ``""`` for none.
    """

    name: str
    label: str
    help: str
    default: OptionValue = False
    values: tuple[OptionValue, ...] = (False, True)
    rules: bool = True

    @property
    def kind(self) -> Literal["bool", "choice", "date"]:
        """How a form asks for it: a switch, one of several values, or a day."""
        return "date" if not self.values else "bool" if self.values == (False, True) else "choice"

    def check(self, value: Any) -> OptionValue:
        """``value`` if it is one of ours.

        Raises:
            BadOption: it is not; the message lists the values.
        """
        if self.kind == "date":
            return self._day(value)
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        raise BadOption(
            f"The option {self.name!r} cannot be {value!r}; it is one of {', '.join(map(repr, self.values))}."
        )

    def number(self, value: OptionValue) -> int:
        """The value as the rules receive it: its index in ``values``, the integer itself, or a date as 20261121."""
        if self.kind == "date":
            return int(str(value).replace("-", "") or 0)
        return int(value) if isinstance(value, int) else self.values.index(value)

    def _day(self, value: Any) -> str:
        try:
            return date.fromisoformat(value).isoformat() if value else ""
        except (TypeError, ValueError):
            raise BadOption(f"The option {self.name!r} is a day like 2026-11-21, not {value!r}.") from None


@dataclass(frozen=True, eq=False)
class Game:
    """A game's facts. ``edition`` changes when its rules do: matches saved under another edition are not replayed."""

    package: str
    title: str
    designer: str
    publisher: str
    year: int
    min_players: int
    max_players: int
    minutes: str = ""
    edition: str = "1"
    options: tuple[Option, ...] = field(default=())

    @property
    def name(self) -> str:
        """The package's own name: ``desert_bazaar``."""
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        """Where the game's files are."""
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"The package {self.package} is not there any more.")
        return Path(spec.origin).parent

    def room(self, name: str) -> ModuleType | None:
        """A module of the package, or None when the game has no such room."""
        if importlib.util.find_spec(f"{self.package}.{name}") is None:
            return None
        return importlib.import_module(f"{self.package}.{name}")

    @cached_property
    def state(self) -> ModuleType:
        """The room with the record, the choices and the rule numbers."""
        return importlib.import_module(f"{self.package}.state")

    @cached_property
    def rules(self) -> ModuleType:
        """The room with the rules."""
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def story(self) -> ModuleType | None:
        """How it is told; None falls back on plain words."""
        return self.room("story")

    @cached_property
    def scene(self) -> ModuleType | None:
        """How it looks; None falls back on a plain table."""
        return self.room("scene")

    @cached_property
    def phrases(self) -> ModuleType | None:
        """What can be said for several choices at once; None where every text is the name of a choice."""
        return self.room("phrases")

    @cached_property
    def orders(self) -> ModuleType | None:
        """Which standing orders a seat may leave; None where there are none."""
        return self.room("orders")

    @cached_property
    def solve(self) -> ModuleType | None:
        """The best way on for one player alone; None where nobody can say."""
        return self.room("solve")

    @cached_property
    def sense(self) -> ModuleType | None:
        """What looks good; None leaves bots without judgement."""
        return self.room("sense")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in words."""
        from souq.engine.rulebook import Rulebook

        return Rulebook.read(self.folder / "rulebook.toml")

    @property
    def State(self) -> type[GameRecord]:
        """The record of a position."""
        made: type[GameRecord] = self.state.State
        return made

    @property
    def choices(self) -> Choices:
        """The numbering of everything that can be chosen."""
        made: Choices = self.state.CHOICES
        return made

    @property
    def n_choices(self) -> int:
        """How many choices are numbered."""
        return self.choices.size

    @property
    def door(self) -> Door:
        """The compiled rules, callable from Python."""
        from souq.engine.door import door

        return door(self)

    @cached_property
    def rules_version(self) -> str:
        """Edition and a hash of the components in force: what a saved match must agree with."""
        from souq.engine.components import source

        path = source(self.folder)
        data = path.read_bytes() if path.is_file() else b""
        return f"{self.edition}-{hashlib.sha256(data).hexdigest()[:8]}"

    def rule_id(self, number: int) -> str:
        """The ID of a rule number: ``DB-B03``."""
        return str(self.state.Rule(number).name).replace("_", "-")

    def check_players(self, players: int) -> int:
        """``players`` if the game can be played by so many.

        Raises:
            BadPlayers: it cannot.
        """
        if not isinstance(players, int) or not self.min_players <= players <= self.max_players:
            span = (
                f"{self.min_players} to {self.max_players}"
                if self.max_players > self.min_players
                else f"{self.min_players}"
            )
            raise BadPlayers(f"{self.title} is for {span} players, not {players}.")
        return players

    def check_options(self, options: dict[str, Any] | None) -> dict[str, OptionValue]:
        """All options with their values, defaults filled in.

        Raises:
            BadOption: an unknown option, or a value it cannot take.
        """
        given = dict(options or {})
        made = {o.name: o.check(given.pop(o.name, o.default)) for o in self.options}
        if given:
            known = ", ".join(o.name for o in self.options) or "none"
            raise BadOption(f"{self.title} has no option {next(iter(given))!r}; it has: {known}.")
        return made

    def option_numbers(self, options: dict[str, OptionValue]) -> list[int]:
        """The values of the options that change the rules, in order, as ``setup`` receives them."""
        return [o.number(options[o.name]) for o in self.options if o.rules]
