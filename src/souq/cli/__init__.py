"""The command line, with one module per command. Slow imports happen inside the commands that need them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from souq.cli import (  # noqa: F401  (each adds its command)
    admin,
    arena,
    backup,
    bench,
    compile,
    doctor,
    games,
    play,
    puzzles,
    rules,
    show,
    simulate,
    site,
    solve,
    streams,
    tidy,
    train,
    tune,
    verify,
    worker,
)
from souq.cli.app import INTERRUPTED, MISTAKE, app, echo


def _version(asked: bool) -> None:
    if asked:
        from souq import __version__

        typer.echo(f"souq {__version__}")
        raise typer.Exit


@app.callback()
def souq(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Bazaar board games: play them, study them, let bots loose on them."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit: 0 done, 1 the answer is no, 2 it cannot be done as asked, 130 interrupted.

    Args:
        arguments: the words after ``souq``; by default those of the process.
    """
    streams.prepare()
    code = _run(arguments)
    try:
        streams.flush()
    except BrokenPipeError:
        pass  # the reader, such as head, has closed the pipe
    except OSError as error:
        if not code:
            echo(f"souq: {_words(error)}", err=True)
            code = MISTAKE
    sys.exit(code)


def _run(arguments: list[str] | None) -> int | str | None:
    """Run a command, print a message if it fails, and return the exit code."""
    out = sys.stdout
    try:
        app(arguments, prog_name="souq")
    except SystemExit as left:
        sys.stdout = out  # Typer replaces it after a broken pipe
        return 0 if isinstance(left.__context__, BrokenPipeError) else left.code
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from souq.engine.errors import SouqError

        if not isinstance(error, (SouqError, OSError)):
            raise
        echo(f"souq: {_words(error)}", err=True)
        return MISTAKE
    return 0


def _words(error: Exception) -> str:
    """Return the text of an error for the user; for an error of the operating system, without its number."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
