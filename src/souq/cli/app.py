"""The Typer application to which each command adds itself, and output functions that all commands use."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
import typer.core

from souq.cli.streams import is_unicode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.progress import Progress

    from souq.engine.game import Game, OptionValue

MISTAKE = 2
"""Exit code: the command can't be executed as given."""
WRONG = 1
"""Exit code: the command worked, but what it checked is wrong or what it looked for wasn't found."""
INTERRUPTED = 130
"""Exit code: stopped with Ctrl-C."""

ORDER = (
    "play",
    "serve",
    "worker",
    "games",
    "rules",
    "show",
    "verify",
    "solve",
    "puzzles",
    "simulate",
    "arena",
    "tune",
    "train",
    "bench",
    "compile",
    "site",
    "admin",
    "doctor",
    "backup",
    "restore",
    "tidy",
)
"""Order of the commands in the help: those for all users come first."""


class Listed(typer.core.TyperGroup):
    """A group of commands whose help lists them in the order :data:`ORDER` instead of alphabetically."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands in order."""
        return sorted(super().list_commands(ctx), key=ORDER.index)


app = typer.Typer(
    name="souq",
    cls=Listed,
    help="Bazaar board games. Play them, study them, set bots loose on them.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; [b]souq games[/b] lists them.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game. Repeat for more."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def example(*lines: str) -> str:
    """Return the line with examples at the end of a command's help."""
    return "Example: " + " · ".join(f"[b]{line}[/b]" for line in lines)


def console(stderr: bool = False) -> Console:
    """Return a Rich console for standard output, or for standard error."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def echo(message: str, err: bool = False) -> None:
    """Print text from a file or from a user safely: control characters are printed as visible characters."""
    from souq.engine.present.names import visible

    typer.echo(visible(message), err=err)


def print_json(value: Any) -> None:
    """Print a value as JSON; if the terminal can't print Unicode, other characters than ASCII are escaped."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=not is_unicode()))


def mistake(message: str) -> NoReturn:
    """Print a message about what is wrong with the command, and exit.

    Raises:
        typer.Exit: always, with :data:`MISTAKE`.
    """
    echo(f"souq: {message}", err=True)
    raise typer.Exit(MISTAKE)


def chosen(names: list[str]) -> list[Game]:
    """Return the games with these names; all games if there are no names.

    Raises:
        UnknownGame: one of them does not exist.
    """
    from souq.engine import registry

    return [registry.find(name) for name in names] or list(registry.games().values())


def options(game: Game, words: list[str] | None) -> dict[str, OptionValue]:
    """Parse ``--option NAME=VALUE`` arguments into options of a game.

    Raises:
        BadOption: the game has no such option, or the value is invalid.
    """
    known, made = {option.name: option for option in game.options}, {}
    for word in words or []:
        name, _, text = word.partition("=")
        if name not in known:
            game.check_options({name: text})  # raises an error that lists the options
        made[name] = known[name].read(text)
    return made


@contextmanager
def progress(*, transient: bool = True, left: bool = False) -> Iterator[Progress]:
    """Show a progress display on standard error if it is a terminal; ``left`` adds a column for the remaining time."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as TimeLeftColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        *((TextColumn("left"), TimeLeftColumn()) if left else ()),
    )
    to = console(stderr=True)
    with Progress(*columns, console=to, transient=transient, disable=not to.is_terminal) as display:
        yield display
