"""Environments with nothing but the wheel of this checkout in them, one for each Python."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 540.0
_PYTHON = re.compile(r"Programming Language :: Python :: (\d+)\.(\d+)\"")

Version = tuple[int, int]


def supported_versions() -> list[Version]:
    """The Pythons that pyproject.toml names, oldest first."""
    found = _PYTHON.findall((ROOT / "pyproject.toml").read_text())
    return sorted((int(major), int(minor)) for major, minor in found)


def interpreter(version: Version) -> str | None:
    """A Python of this version on this machine, or None: this one, one on the path, or one of pyenv's."""
    return next((each for each in _candidates(version) if _is_usable(each, version)), None)


def _candidates(version: Version) -> Iterator[str]:
    if version == sys.version_info[:2]:
        yield str(Path(sys.base_prefix) / "bin" / "python3")
    name = "python{}.{}".format(*version)
    if found := shutil.which(name):
        yield found
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    yield from map(str, sorted(kept.glob(f"*/bin/{name}")))


def _is_usable(python: str, version: Version) -> bool:
    """Whether it runs, is of this version, and can make environments: pyenv and Debian leave commands that cannot."""
    asked = "import ensurepip, sys, venv; print(*sys.version_info[:2])"
    ran = subprocess.run([python, "-c", asked], capture_output=True, text=True)
    return ran.stdout.split() == [str(part) for part in version]


@dataclass(frozen=True)
class Bare:
    """An environment that only holds souq, as ``pip install souq`` leaves it."""

    folder: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        """Where its packages lie."""
        return next(self.folder.glob("lib/python3*/site-packages"))

    def run(self, *command: object, cwd: Path | None = None) -> str:
        """What a command of its interpreter says: ``run("-m", "souq", "--version")``."""
        return output_of([self.python, *command], cwd or self.folder, self.environment)

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the checkout's, and a cache of its own."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SOUQ"))}
        return {**inherited, "SOUQ_CACHE_DIR": str(self.folder / "cache"), "NO_COLOR": "1", "COLUMNS": "120"}


def wheel(folder: Path, python: str) -> Path:
    """Build the wheel of this checkout, without its dependencies."""
    empty(folder / "builder", python).run("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (made,) = folder.glob("souq-*.whl")
    return made


def bare(folder: Path, python: str, wheel: Path) -> Bare:
    """An environment of this Python with the wheel, and what it needs, in it."""
    made = empty(folder, python)
    made.run("-m", "pip", "install", "--quiet", "--only-binary", ":all:", wheel)
    return made


def empty(folder: Path, python: str) -> Bare:
    """An environment of this Python with nothing in it."""
    output_of([python, "-m", "venv", folder], folder.parent)
    return Bare(folder)


def output_of(command: Sequence[object], cwd: Path, environment: dict[str, str] | None = None) -> str:
    """What a command says; all of it if it fails."""
    words = [str(word) for word in command]
    ran = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, f"{words} failed:\n{ran.stdout}{ran.stderr}"
    return ran.stdout
