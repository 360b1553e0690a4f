"""``pip install souq``: the wheel in environments of the oldest and the newest supported Python."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import re
import shlex
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.ports import free_port

from .installing import ROOT, Bare, Version, bare, empty, interpreter, output_of, supported_versions, wheel

pytestmark = pytest.mark.long

GAME = "desert_bazaar"
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

TWICE = """
import souq
from souq.engine import registry

def played(rounds):
    match = souq.new("desert_bazaar", players=3, seed=7)
    while not match.over and match.ply < rounds:
        match.play(match.legal()[0])
    return match.state.tobytes()

bindings = registry.find("desert_bazaar").bindings
bindings.interpret()
first = played(120)
bindings.load()
print(played(120) == first, bindings.interpreted)
"""
"""Play a game interpreted and compiled, with the same decisions."""

USER = """
import souq

match = souq.new("kairo", players=3, seed=1)
decision = match.play(match.legal()[0])
seat: int = decision.seat
rules: list[str] = match.points()
"""
"""A user's program: its last line takes points for words, which a type checker must report."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    python = interpreter(supported_versions()[0]) or interpreter(supported_versions()[-1])
    if python is None:
        pytest.skip("No Python here can create virtual environments: apt install python3-venv.")
    return wheel(tmp_path_factory.mktemp("wheel"), python)


@pytest.fixture(
    scope="module",
    params=[supported_versions()[0], pytest.param(supported_versions()[-1], marks=pytest.mark.wide)],
    ids="python{0[0]}.{0[1]}".format,
)
def installed(request: pytest.FixtureRequest, built: Path, tmp_path_factory: pytest.TempPathFactory) -> Bare:
    """An environment with the wheel."""
    version: Version = request.param
    python = interpreter(version)
    if python is None:
        pytest.skip("Python {}.{} is not here.".format(*version))
    return bare(tmp_path_factory.mktemp("bare") / "souq", python, built)


def test_the_wheel_contains_all_data_files(built: Path) -> None:
    ours = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src" / "souq").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with ZipFile(built) as archive:
        carried = {name for name in archive.namelist() if name.startswith("souq/")}
    assert carried == ours
    assert "souq/py.typed" in carried


def test_the_installed_command_prints_its_version(installed: Bare) -> None:
    assert output_of([installed.folder / "bin" / "souq", "--version"], installed.folder) == f"souq {VERSION}\n"
    assert not list(installed.packages.glob("pytest*"))


def test_rules_run_interpreted_and_compiled(installed: Bare) -> None:
    assert installed.run("-c", TWICE).split() == ["True", "False"]


def test_bots_play_a_game(installed: Bare) -> None:
    words = ("simulate", GAME, "--players", 3, "--games", 2, "--bots", "trader,random,random", "--json")
    assert json.loads(installed.run("-m", "souq", *words))["games"] == 2


@pytest.mark.parametrize("origin", ["checkout", "sdist", "wheel"])
def test_a_missing_extra_is_reported_with_its_install_command(origin: str, built: Path, tmp_path: Path) -> None:
    """The printed command runs and asks for the extra; nothing else is installed, to keep it fast."""
    python = interpreter(supported_versions()[0]) or sys.executable
    made = empty(tmp_path / "bare", python)
    if origin == "sdist":
        output_of([sys.executable, "-m", "build", "--sdist", "--outdir", tmp_path, ROOT], tmp_path)
    what = {"checkout": ["--editable", ROOT], "sdist": tmp_path.glob("*.tar.gz"), "wheel": [built]}[origin]
    made.run("-m", "pip", "install", "--quiet", "--no-deps", *what)
    command = shlex.split(made.run("-c", "from souq.extras import install; print(install('server'))"))
    assert command.pop(0) == str(made.python)
    report = json.loads(made.run(*command, "--dry-run", "--no-deps", "--force-reinstall", "--quiet", "--report", "-"))
    assert [each["requested_extras"] for each in report["install"]] == [["server"]]


@pytest.fixture(scope="module")
def server_environment(installed: Bare) -> Bare:
    """An environment with the extra for the server, installed by the command that souq prints."""
    words = [installed.python, "-m", "souq", "serve"]
    ran = subprocess.run(words, env=installed.environment, capture_output=True, text=True)
    needs, _, command = ran.stderr.strip().partition(" Install souq's extra 'server': ")
    assert ran.returncode == 2 and needs.startswith("souq: The table needs "), ran.stderr
    output_of(shlex.split(command), installed.folder, installed.environment)
    return installed


def test_the_installed_server_serves_a_table(server_environment: Bare) -> None:
    """Templates, static files, migrations, rulebooks and the schema of matches are included."""
    with serving(server_environment) as address:
        home = read(f"{address}/")
        assert f"souq {VERSION}" in home
        for static in set(re.findall(r'(?:src|href)="(/static/[^"]+)"', home)):
            assert read(f"{address}{static}")
        assert "DB-" in read(f"{address}/rules/{GAME}")
        seats = [{"kind": "me", "name": "Rosa"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
        wish = json.dumps({"game": GAME, "seats": seats}).encode()
        opened = json.loads(read(f"{address}/api/tables", wish))
        assert json.loads(read(f"{address}/api/tables/{opened['table']}"))["game"] == GAME
        assert "<svg" in read(f"{address}/t/{opened['table']}")


@contextmanager
def serving(installed: Bare) -> Iterator[str]:
    """The URL of a server that runs in the environment."""
    port = free_port()
    words = ["-m", "souq", "serve", "--port", str(port), "--database", str(installed.folder / "souq.db")]
    program = [str(installed.python), *words]
    with subprocess.Popen(program, env=installed.environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            line = next(line for line in server.stdout if "open at" in line)
            yield line.split()[-1].rstrip("/")
        finally:
            server.terminate()


def read(address: str, sent: bytes | None = None) -> str:
    """Return a page."""
    request = urllib.request.Request(address, sent, {"Content-Type": "application/json"} if sent else {})
    with urllib.request.urlopen(request, timeout=60) as answer:
        text: str = answer.read().decode("utf-8", "replace")
    return text


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed.")
def test_the_wheel_is_typed(installed: Bare, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(USER)
    words = ["mypy", "--strict", "--python-executable", installed.python, "--cache-dir", tmp_path / "cache", "mine.py"]
    ran = subprocess.run([sys.executable, "-m", *map(str, words)], cwd=tmp_path, capture_output=True, text=True)
    assert re.findall(r"^(.*?): error: .*\[([a-z-]+)\]$", ran.stdout, re.M) == [("mine.py:7", "assignment")], ran.stdout
