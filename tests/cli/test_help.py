"""Every command has fast help, and a usage error gets a message."""

from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from souq import __version__
from souq.cli import app

from .conftest import Souq

COMMANDS = sorted(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def test_all_commands_exist() -> None:
    assert (
        " ".join(COMMANDS) == "admin arena backup bench compile doctor games play puzzles restore rules serve show "
        "simulate site solve tidy train tune verify worker"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(souq: Souq, command: str) -> None:
    ran = souq(command, "--help")
    assert ran.code == 0
    assert f"Example: souq {command}" in ran.out


def test_the_version_is_printed(souq: Souq) -> None:
    assert souq("--version").out == f"souq {__version__}\n"


def test_help_imports_no_heavy_modules() -> None:
    code = (
        "import sys; from souq.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print([name for name in ('numba', 'numpy', 'fastapi', 'sqlalchemy') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.splitlines()[-1] == "[]"


def test_the_module_can_be_run_as_a_command() -> None:
    ran = subprocess.run([sys.executable, "-m", "souq", "--version"], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, f"souq {__version__}\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["no_such_command"], "No such command"),
        (["rules", "dessert_bazaar"], "Did you mean 'desert_bazaar'?"),
        (["rules", "desert_bazaar", "DB-Z99"], "No rule is called 'DB-Z99'"),
        (["compile", "monopoly"], "No game is called 'monopoly'"),
        (["bench", "monopoly"], "No game is called 'monopoly'"),
        (["play", "monopoly"], "No game is called 'monopoly'"),
        (["simulate", "desert_bazaar", "--players", "9"], "3 to 5 players, not 9"),
        (["simulate", "desert_bazaar", "--games", "0"], "greater than or equal to 1"),
        (["simulate", "desert_bazaar", "--bots", "vizir"], "Did you mean 'vizier'?"),
        (["simulate", "desert_bazaar", "--bots", "random,random,random,random"], "There are 4 bots for 3 seats"),
        (["arena", "kario"], "Did you mean 'kairo'?"),
        (["arena", "desert_bazaar", "--bots", "random"], "at least two bots"),
        (["arena", "desert_bazaar", "--bots", "random,search:0"], "a number of iterations"),
        (["arena", "chatuchak", "--players", "1"], "at least two seats"),
        (["arena", "desert_bazaar", "--bots", "random,json:dumps"], "it has no choose"),
        (["show", "no_such_file"], "does not exist"),
        (["verify", "no_such_file"], "does not exist"),
        (["play", "--port", "70000"], "less than or equal to 65535"),
    ],
)
def test_usage_errors_get_a_message(souq: Souq, words: list[str], says: str) -> None:
    ran = souq(*words)
    assert ran.code == 2
    assert says in ran.err
    assert not ran.out
