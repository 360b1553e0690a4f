"""What a game is: a few facts, and modules found by their names.

Every game is a package with the same modules (``state``, ``rules``, ``story``, ``scene``, ``evaluator``,
``rulebook.toml`` …). Its ``__init__`` defines ``GAME = Game(package=__name__, …)``, registered under the entry-point
group ``souq.games``. Modules are loaded when they are first needed, so that asking for a list of games does not load a
compiler.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from souq.engine.errors import BadOption, BadPlayers, UnknownPreset

if TYPE_CHECKING:
    from souq.engine.rules.bindings import Bindings
    from souq.engine.rules.choices import Choices
    from souq.engine.rules.record import GameRecord
    from souq.engine.rules.rulebook import Rulebook

OptionValue = bool | int | str

When = Mapping[str, tuple[OptionValue, ...]]
"""What must hold together: the values that other options, or ``"players"``, may have."""

TODAY = "today"
"""A value of every date: the day on which it is given, on the machine that takes it."""

SWITCH = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
"""What people type for yes and no."""


@dataclass(frozen=True)
class Option:
    """Something a table may decide before the game. ``rules`` options change the game, others only how it is shown.

    An option without ``values`` is a date: ``"2026-11-21"``, or ``""`` for none. ``titles`` are the names of the values
    where they are not plain enough themselves, and ``say`` tells a value that was chosen, ``{}`` being its name. Where
    the values are ``seats``, the first is none and the others are the seats in order (see :func:`who_begins`).

    ``when`` says where the option makes a difference: in any of the cases listed. Elsewhere forms do not ask for it,
    and it may be set without harm. An option without cases always makes one.
    """

    name: str
    label: str
    help: str
    default: OptionValue = False
    values: tuple[OptionValue, ...] = (False, True)
    rules: bool = True
    titles: tuple[str, ...] = ()
    say: str = ""
    when: tuple[When, ...] = field(default=(), hash=False)
    seats: bool = False

    @property
    def kind(self) -> Literal["bool", "choice", "date"]:
        """How a form asks for it: a switch, one of several values, or a day."""
        return "date" if not self.values else "bool" if self.values == (False, True) else "choice"

    def check(self, value: Any) -> OptionValue:
        """``value`` if it is one of ours; :data:`TODAY` becomes today's date.

        Raises:
            BadOption: it is not; the message lists the values.
        """
        if self.kind == "date":
            return self._day(value)
        for known in self.values:
            if type(known) is type(value) and known == value:
                return known
        raise BadOption(
            f"The option {self.name!r} cannot be {value!r:.60}; it is one of {', '.join(map(repr, self.values))}."
        )

    def fits(self, value: OptionValue, players: int) -> bool:
        """Whether a table of so many has what the value names: a seat that is not there cannot be chosen."""
        return not self.seats or self.values.index(value) <= players

    def wrapped(self, value: OptionValue, players: int) -> OptionValue:
        """The value that fits, seats being counted on round the table: the fourth of three is the first."""
        place = self.values.index(value) if self.seats else 0
        return self.values[1 + (place - 1) % players] if place else value

    def read(self, text: str) -> OptionValue:
        """The value that somebody typed, or a form sent.

        >>> Option("odds", "Odds", "").read("on")
        True

        Raises:
            BadOption: it means none of ours; the message lists the values.
        """
        if self.kind == "bool":
            return self.check(SWITCH.get(text.lower(), text))
        return self.check(next((value for value in self.values if str(value).lower() == text.lower()), text))

    def title(self, value: OptionValue) -> str:
        """What a value is called: ``21 November 2026``, ``Printed``."""
        if self.kind == "date":
            day = date.fromisoformat(str(value)) if value else None
            return f"{day.day} {day:%B} {day.year}" if day else "none"
        named = dict(zip(self.values, self.titles, strict=False))
        return named.get(value, str(value).replace("_", " ").capitalize())

    def describe(self, value: OptionValue) -> str:
        """That a table has chosen this value: ``Puzzle of 21 November 2026``, ``Money: Open``."""
        if self.kind == "bool":
            return self.label if value else f"{self.label}: no"
        return self.say.format(self.title(value)) if self.say else f"{self.label}: {self.title(value)}"

    def number(self, value: OptionValue) -> int:
        """The value as the rules receive it: its index in ``values``, the integer itself, or a date as 20261121."""
        if self.kind == "date":
            return int(str(value).replace("-", "") or 0)
        return int(value) if isinstance(value, int) else self.values.index(value)

    def facts(self) -> dict[str, Any]:
        """What a program that asks for the option must know, as plain values."""
        facts = {name: getattr(self, name) for name in ("name", "label", "help", "kind", "default")}
        when = [{name: list(values) for name, values in case.items()} for case in self.when]
        return {**facts, "values": list(self.values), "titles": [self.title(v) for v in self.values], "when": when}

    def _day(self, value: Any) -> str:
        try:
            return "" if value == "" else (date.today() if value == TODAY else date.fromisoformat(value)).isoformat()
        except (TypeError, ValueError):
            raise BadOption(
                f"The option {self.name!r} takes a day like 2026-11-21 or 'today', or nothing, not {value!r:.60}."
            ) from None


def who_begins(seats: int, when: tuple[When, ...] = ()) -> Option:
    """The option ``start_player``: who begins is drawn, or is one of so many seats."""
    values = ("random", *(f"seat {seat}" for seat in range(1, seats + 1)))
    return Option(
        "start_player",
        "Who begins",
        "Drawn at random, or the seat you choose.",
        "random",
        values,
        when=when,
        seats=True,
    )


@dataclass(frozen=True)
class Preset:
    """A way to play that is worth a button of its own: so many players, and these options.

    A preset for one player begins at once, any other fills in the form of a new table. A date may be :data:`TODAY`.
    """

    name: str
    title: str
    tagline: str
    """One short sentence that says what it is."""
    players: int
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)

    @property
    def today(self) -> str:
        """The option that is today's date, or ""."""
        return next((name for name, value in self.options.items() if value == TODAY), "")

    def facts(self) -> dict[str, Any]:
        """What a program may want to know of it, as plain values."""
        known = asdict(self)
        return {"line": known.pop("tagline"), **known, "options": dict(self.options)}


Level = Literal["easy", "medium", "hard"]
"""How much there is to learn before a first game."""


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
    level: Level = "medium"
    edition: str = "1"
    usual: int = 0
    """The fewest it is meant for, where it can be played by fewer if asked to: those are variants."""
    options: tuple[Option, ...] = field(default=())
    presets: tuple[Preset, ...] = field(default=())
    first: Preset | None = None
    """What somebody plays who has never finished a game of it; None: as many as are company, with the usual options."""
    binding: tuple[str, ...] = ()
    """Groups of choices that the rulebook lets nobody take back, though they show the seat nothing."""
    alike: tuple[str, ...] = ()
    """Older ``rules_version``s under which every game would have gone the same way: their tables go on."""

    def __copy__(self) -> Game:
        return self  # there is one of each, with its modules and its compiled rules

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if getattr(importlib.import_module(self.package), "GAME", None) is self:
            return _of_package, (self.package,)
        return type(self), tuple(getattr(self, each.name) for each in fields(self))  # a variant that a program has made

    @property
    def name(self) -> str:
        """The package's own name: ``desert_bazaar``."""
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        """Where the game's files are."""
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"The package {self.package} is gone.")
        return Path(spec.origin).parent

    def module(self, name: str) -> ModuleType | None:
        """A module of the package, or None when the game has no such module."""
        if importlib.util.find_spec(f"{self.package}.{name}") is None:
            return None
        return importlib.import_module(f"{self.package}.{name}")

    @cached_property
    def state(self) -> ModuleType:
        """The module with the record, the choices and the rule numbers."""
        return importlib.import_module(f"{self.package}.state")

    @cached_property
    def rules(self) -> ModuleType:
        """The module with the rules."""
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def story(self) -> ModuleType | None:
        """How it is told; None falls back on plain words."""
        return self.module("story")

    @cached_property
    def scene(self) -> ModuleType | None:
        """How it looks; None falls back on a plain table."""
        return self.module("scene")

    @cached_property
    def phrases(self) -> ModuleType | None:
        """What can be said for several choices at once; None where every text is the name of a choice."""
        return self.module("phrases")

    @cached_property
    def orders(self) -> ModuleType | None:
        """Which standing orders a seat may leave; None where there are none."""
        return self.module("orders")

    @cached_property
    def clock(self) -> ModuleType | None:
        """How long a stretch of play may take; None where time decides nothing."""
        return self.module("clock")

    @cached_property
    def solve(self) -> ModuleType | None:
        """The best way on for one player alone; None where nobody can say."""
        return self.module("solve")

    @cached_property
    def positions(self) -> ModuleType | None:
        """Which positions make sense; None leaves those that are made up with the checks that need no game."""
        return self.module("positions")

    @cached_property
    def evaluator(self) -> ModuleType | None:
        """What looks good; None leaves bots without judgement."""
        return self.module("evaluator")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules in words."""
        from souq.engine.rules.rulebook import Rulebook

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

    def binds(self, choice: int) -> bool:
        """Whether the rulebook lets nobody take a choice back."""
        return bool(self.binding) and self.choices.group_of(choice)[0] in self.binding

    @property
    def bindings(self) -> Bindings:
        """The compiled rules, callable from Python."""
        from souq.engine.rules.bindings import bindings

        return bindings(self)

    @cached_property
    def rules_version(self) -> str:
        """Edition and a hash of the components in force: what a saved match must agree with."""
        from souq.engine.rules.components import source

        path = source(self.folder)
        data = path.read_bytes() if path.is_file() else b""
        return f"{self.edition}-{hashlib.sha256(data).hexdigest()[:8]}"

    def rule_id(self, number: int) -> str:
        """The ID of a rule number: ``DB-B03``."""
        return str(self.state.Rule(number).name).replace("_", "-")

    @property
    def fewest(self) -> int:
        """How many play when nobody says: the fewest the game is meant for."""
        return self.usual or self.min_players

    @property
    def company(self) -> int:
        """How many sit down together when nobody says: the fewest that are company."""
        return min(max(2, self.fewest), self.max_players)

    @property
    def opening(self) -> Preset:
        """How somebody begins who has never finished a game of it."""
        return self.first or Preset("first", "A first game", "The usual game.", self.company)

    @property
    def span(self) -> str:
        """For how many it is, variants last: ``3–5``; ``3–4, or 2``."""
        fewer = "".join(f", or {n}" for n in range(self.min_players, self.fewest))
        return (f"{self.fewest}–{self.max_players}" if self.max_players > self.fewest else f"{self.fewest}") + fewer

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

    def check_options(self, options: Mapping[str, Any] | None, players: int = 0) -> dict[str, OptionValue]:
        """All options with their values, defaults filled in. With ``players``, also whether such a table can have them.

        Raises:
            BadOption: an unknown option, a value it cannot take, or a seat that so many players do not have.
        """
        given = dict(options or {})
        made = {o.name: o.check(given.pop(o.name, o.default)) for o in self.options}
        if given:
            known = ", ".join(o.name for o in self.options) or "none"
            raise BadOption(f"{self.title} has no option {next(iter(given))!r}; it has: {known}.")
        for option in self.options if players else ():
            if not option.fits(made[option.name], players) and self.matters(option, players, made):
                raise BadOption(
                    f"The option {option.name!r} cannot be {made[option.name]!r} at a table for {players}; "
                    f"it is one of {', '.join(repr(v) for v in option.values if option.fits(v, players))}."
                )
        return made

    def kept_options(self, options: Mapping[str, Any], players: int) -> dict[str, OptionValue]:
        """The options of a match that was kept, perhaps from when a seat that is not there was counted round the table.

        Raises:
            BadOption: an unknown option, or a value it cannot take.
        """
        if any(o.kind == "date" and options.get(o.name) == TODAY for o in self.options):
            raise BadOption(f"A match that was kept names its day; {TODAY!r} is another one every day.")
        made = self.check_options(options)
        return {o.name: o.wrapped(made[o.name], players) for o in self.options}

    def matters(self, option: Option, players: int, options: Mapping[str, OptionValue]) -> bool:
        """Whether an option makes a difference for so many players who have chosen ``options``.

        One that makes none counts as its default wherever another depends on it.
        """

        def chosen(name: str) -> OptionValue:
            if name == "players":
                return players
            other = next(o for o in self.options if o.name == name)
            matters = self.matters(other, players, options)
            return options.get(name, other.default) if matters else other.default

        cases = ((chosen(name) in values for name, values in case.items()) for case in option.when)
        return not option.when or any(map(all, cases))

    def settled(self, players: int, options: Mapping[str, Any]) -> dict[str, OptionValue]:
        """All options with their values; those that make no difference have their defaults.

        Raises:
            BadOption: an unknown option, or a value it cannot take.
        """
        made = self.check_options(options)
        return {o.name: made[o.name] if self.matters(o, players, made) else o.default for o in self.options}

    def terms(self, players: int, options: Mapping[str, OptionValue]) -> list[str]:
        """What has been chosen beside the usual, in words: ``["Speed race", "Same grid for all"]``."""
        settled = self.settled(players, options)
        return [o.describe(settled[o.name]) for o in self.options if settled[o.name] != o.default]

    def preset(self, name: str) -> Preset:
        """The preset of that name.

        Raises:
            UnknownPreset: there is none; the message lists those there are.
        """
        for preset in (*self.presets, self.opening):
            if preset.name == name:
                return preset
        known = ", ".join(preset.name for preset in self.presets) or "none"
        raise UnknownPreset(f"{self.title} has no preset {name[:40]!r}; it has: {known}.")

    def option_numbers(self, options: dict[str, OptionValue]) -> list[int]:
        """The values of the options that change the rules, in order, as ``setup`` receives them."""
        return [o.number(options[o.name]) for o in self.options if o.rules]


def _of_package(package: str) -> Game:
    """Return the game of a package, for a copy in another process."""
    made: Game = importlib.import_module(package).GAME
    return made
