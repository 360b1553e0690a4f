"""Games: their metadata, and access to the modules of their packages.

Every game is a package with the same modules (``state``, ``rules``, ``story``, ``scene``, ``evaluator``,
``rulebook.toml`` …). Its ``__init__`` defines ``GAME = Game(package=__name__, …)``, registered under the entry-point
group ``souq.games``. Modules are loaded on first use, so that listing games doesn't load the compiler.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
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
"""Values that settings of a table must have, as a condition for an option to have an effect.

It maps the name of another option, or ``"players"``, to its allowed values. All entries must hold.
"""

TODAY = "today"
"""Value that any date option accepts: today's date, by this machine's clock."""

SWITCH = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}
"""Truth value of each accepted spelling of yes and no."""


@dataclass(frozen=True)
class Option:
    """A setting of a table, chosen before the game.

    If ``rules`` is set, the option changes the rules of the game; otherwise it changes only what players see.

    An option without ``values`` is a date: ``"2026-11-21"``, or ``""`` for none. ``titles`` are display names of the
    values. ``say`` describes the chosen value, with ``{}`` for its display name. If ``seats`` is set, the first value
    means no particular seat, and the others are the seats in order (see :func:`who_begins`).

    ``when`` lists conditions, one of which must hold for the option to have an effect. If none holds, forms hide the
    option and its value is ignored. An option without conditions always has an effect.
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
        """Kind of form control: a switch, a list of values, or a date."""
        return "date" if not self.values else "bool" if self.values == (False, True) else "choice"

    def check(self, value: Any) -> OptionValue:
        """Return ``value`` if it is allowed, with :data:`TODAY` replaced by today's date.

        Raises:
            BadOption: it isn't; the message lists the values.
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
        """Return whether a value can be chosen with this many players: the seat that it names must exist."""
        return not self.seats or self.values.index(value) <= players

    def wrapped(self, value: OptionValue, players: int) -> OptionValue:
        """Return the value; a seat number that is too high is replaced by counting round the table.

        With three players, seat 4 becomes seat 1.
        """
        place = self.values.index(value) if self.seats else 0
        return self.values[1 + (place - 1) % players] if place else value

    def read(self, text: str) -> OptionValue:
        """Parse a value typed by a user or sent by a form.

        >>> Option("odds", "Odds", "").read("on")
        True

        Raises:
            BadOption: it isn't an allowed value; the message lists them.
        """
        if self.kind == "bool":
            return self.check(SWITCH.get(text.lower(), text))
        return self.check(next((value for value in self.values if str(value).lower() == text.lower()), text))

    def title(self, value: OptionValue) -> str:
        """Return the display name of a value, such as ``21 November 2026`` or ``Printed``."""
        if self.kind == "date":
            day = date.fromisoformat(str(value)) if value else None
            return f"{day.day} {day:%B} {day.year}" if day else "none"
        named = dict(zip(self.values, self.titles, strict=False))
        return named.get(value, str(value).replace("_", " ").capitalize())

    def describe(self, value: OptionValue) -> str:
        """Describe a chosen value, such as ``Puzzle of 21 November 2026`` or ``Money: Open``."""
        if self.kind == "bool":
            return self.label if value else f"{self.label}: no"
        return self.say.format(self.title(value)) if self.say else f"{self.label}: {self.title(value)}"

    def number(self, value: OptionValue) -> int:
        """Return the value as an integer for the rules.

        Integers and switches are used directly, a text becomes its index in ``values``, and a date a number such as
        20261121.
        """
        if self.kind == "date":
            return int(str(value).replace("-", "") or 0)
        return int(value) if isinstance(value, int) else self.values.index(value)

    def facts(self) -> dict[str, Any]:
        """Return what a form needs to show the option, as JSON values."""
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
    """Return an option for games in which the table can set the starting player: a random one, or a given seat."""
    values = ("random", *(f"seat {seat}" for seat in range(1, seats + 1)))
    return Option(
        "start_player",
        "Who goes first",
        "Drawn at random, or a seat you choose.",
        "random",
        values,
        when=when,
        seats=True,
    )


@dataclass(frozen=True)
class Preset:
    """A named combination of a number of players and options, offered as a button.

    A preset for one player starts immediately; others fill in the form for a new table. A date may be :data:`TODAY`.
    """

    name: str
    title: str
    tagline: str
    """Description in one short sentence."""
    players: int
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)

    @property
    def today(self) -> str:
        """Name of the option whose value is :data:`TODAY`, or "" if there is none."""
        return next((name for name, value in self.options.items() if value == TODAY), "")

    def facts(self) -> dict[str, Any]:
        """Return the preset as JSON values."""
        known = asdict(self)
        return {"line": known.pop("tagline"), **known, "options": dict(self.options)}


Level = Literal["easy", "medium", "hard"]
"""Difficulty of learning the rules before a first game."""


@dataclass(frozen=True, eq=False)
class Game:
    """The metadata of a game, and access to its modules.

    ``edition`` changes with the rules; matches saved under another edition can't be replayed.
    """

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
    """Minimum number of players for the full game, if a variant exists for fewer players; 0 means ``min_players``."""
    options: tuple[Option, ...] = field(default=())
    presets: tuple[Preset, ...] = field(default=())
    first: Preset | None = None
    """Preset for players who have never finished a game; None means default options and the fewest opponents."""
    binding: tuple[str, ...] = ()
    """Names of the groups of choices that can't be undone because a rule says so.

    Other choices can be undone unless they revealed something to the player.
    """
    alike: tuple[str, ...] = ()
    """Older values of ``rules_version`` whose unfinished tables can continue, because both versions play the same."""
    luck: float = 1.0
    """Factor by which results vary more than in a game with an ordinary amount of luck; ratings change more slowly."""

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
        """Name of the package: ``desert_bazaar``."""
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        """Folder of the game's files."""
        spec = importlib.util.find_spec(self.package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(f"The package {self.package} is gone.")
        return Path(spec.origin).parent

    def module(self, name: str) -> ModuleType | None:
        """Import a module of the package, or return None if the game doesn't have it."""
        if importlib.util.find_spec(f"{self.package}.{name}") is None:
            return None
        return importlib.import_module(f"{self.package}.{name}")

    @cached_property
    def state(self) -> ModuleType:
        """Module ``state``, with the record type, the numbering of choices and the rule numbers."""
        return importlib.import_module(f"{self.package}.state")

    @cached_property
    def rules(self) -> ModuleType:
        """Module ``rules``, with the functions that decide which choices are legal and what they do."""
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def story(self) -> ModuleType | None:
        """Module ``story``, which turns events into sentences; if it is None, generic sentences are used."""
        return self.module("story")

    @cached_property
    def scene(self) -> ModuleType | None:
        """Module ``scene``, which creates scenes; if it is None, a generic table is drawn."""
        return self.module("scene")

    @cached_property
    def phrases(self) -> ModuleType | None:
        """Module ``phrases``, which converts a typed phrase such as "bid 700" to choices; None if the game has none."""
        return self.module("phrases")

    @cached_property
    def orders(self) -> ModuleType | None:
        """Module ``orders``, by which the server can make choices for a seat in advance; None if the game has none."""
        return self.module("orders")

    @cached_property
    def clock(self) -> ModuleType | None:
        """Module ``clock`` with the time limits in the rules; None if the game has none."""
        return self.module("clock")

    @cached_property
    def solve(self) -> ModuleType | None:
        """Module ``solve`` with a solver for solo games; None if the game has none."""
        return None if sys.platform == "emscripten" else self.module("solve")  # solvers need numpy

    @cached_property
    def positions(self) -> ModuleType | None:
        """Module ``positions``, which validates hand-made positions; if it is None, only general checks are made."""
        return self.module("positions")

    @cached_property
    def evaluator(self) -> ModuleType | None:
        """Module ``evaluator`` for bots; if it is None, positions can't be evaluated."""
        return self.module("evaluator")

    @cached_property
    def reasons(self) -> ModuleType | None:
        """Module ``reasons`` (:mod:`souq.engine.present.reasons`) to explain choices; None if the game has none."""
        return self.module("reasons")

    @cached_property
    def rulebook(self) -> Rulebook:
        """Rulebook of the game."""
        from souq.engine.rules.rulebook import Rulebook

        return Rulebook.read(self.folder / "rulebook.toml")

    @property
    def State(self) -> type[GameRecord]:
        """Class of the records that store the game's positions."""
        made: type[GameRecord] = self.state.State
        return made

    @property
    def choices(self) -> Choices:
        """All choices that the game can ever offer, with their numbers and names."""
        made: Choices = self.state.CHOICES
        return made

    @property
    def n_choices(self) -> int:
        """Total number of choices in the game."""
        return self.choices.size

    def binds(self, choice: int) -> bool:
        """Return whether a rule says that the choice can't be undone (see :attr:`binding`)."""
        return bool(self.binding) and self.choices.group_of(choice)[0] in self.binding

    @property
    def bindings(self) -> Bindings:
        """The game's rules as methods that Python can call."""
        from souq.engine.rules.bindings import bindings

        return bindings(self)

    @cached_property
    def rules_version(self) -> str:
        """Edition and a hash of the component data; a saved match can be replayed only under its own version."""
        from souq.engine.rules.components import source

        path = source(self.folder)
        data = path.read_bytes() if path.is_file() else b""
        return f"{self.edition}-{hashlib.sha256(data).hexdigest()[:8]}"

    def rule_id(self, number: int) -> str:
        """Return the ID of a rule, such as ``DB-B03``, from its number."""
        return str(self.state.Rule(number).name).replace("_", "-")

    @property
    def fewest(self) -> int:
        """Minimum number of players for the full game; variants for fewer players don't count."""
        return self.usual or self.min_players

    @property
    def company(self) -> int:
        """Number of players if none is given: the minimum for the full game, but at least 2 if the game allows it."""
        return min(max(2, self.fewest), self.max_players)

    @property
    def opening(self) -> Preset:
        """Preset for players who have never finished a game: :attr:`first`, or one with default options."""
        return self.first or Preset("first", "A first game", "The usual game.", self.company)

    @property
    def span(self) -> str:
        """Supported numbers of players as text; those that only a variant supports are last: ``3–5``; ``3–4, or 2``."""
        fewer = "".join(f", or {n}" for n in range(self.min_players, self.fewest))
        return (f"{self.fewest}–{self.max_players}" if self.max_players > self.fewest else f"{self.fewest}") + fewer

    def check_players(self, players: int) -> int:
        """Return ``players`` unchanged if the game supports that number.

        Raises:
            BadPlayers: it doesn't.
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
        """Return the value of every option, with defaults for those that aren't given.

        If ``players`` is given, also check that a seat named by an option exists with this many players.

        Raises:
            BadOption: an option is unknown, a value isn't allowed, or a seat doesn't exist with this many players.
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
        """Return the value of every option of a saved match, with defaults for those that the file lacks.

        Old files may contain seat numbers that are too high; they are converted by counting round the table.

        Raises:
            BadOption: an option is unknown, or a value isn't allowed.
        """
        if any(o.kind == "date" and options.get(o.name) == TODAY for o in self.options):
            raise BadOption(f"A saved match names its day; {TODAY!r} is another one every day.")
        made = self.check_options(options)
        return {o.name: o.wrapped(made[o.name], players) for o in self.options}

    def matters(self, option: Option, players: int, options: Mapping[str, OptionValue]) -> bool:
        """Return whether an option has an effect with this many players and these ``options``.

        If its condition depends on another option that has no effect, that option counts as having its default value.
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
        """Return the value of every option. An option that has no effect (see :meth:`matters`) gets its default.

        Raises:
            BadOption: an option is unknown, or a value isn't allowed.
        """
        made = self.check_options(options)
        return {o.name: made[o.name] if self.matters(o, players, made) else o.default for o in self.options}

    def terms(self, players: int, options: Mapping[str, OptionValue]) -> list[str]:
        """Describe the options that differ from their defaults, such as ``["Speed race", "Same grid for all"]``."""
        settled = self.settled(players, options)
        return [o.describe(settled[o.name]) for o in self.options if settled[o.name] != o.default]

    def preset(self, name: str) -> Preset:
        """Return the preset with a name.

        Raises:
            UnknownPreset: there is none; the message lists the names.
        """
        for preset in (*self.presets, self.opening):
            if preset.name == name:
                return preset
        known = ", ".join(preset.name for preset in self.presets) or "none"
        raise UnknownPreset(f"{self.title} has no preset {name[:40]!r}; it has: {known}.")

    def option_numbers(self, options: dict[str, OptionValue]) -> list[int]:
        """Return the options that change the rules as integers, in declared order, for the rule ``setup``."""
        return [o.number(options[o.name]) for o in self.options if o.rules]


def _of_package(package: str) -> Game:
    made: Game = importlib.import_module(package).GAME
    return made
