"""Environments that contain only the wheel of this checkout, one for each Python."""

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
    """Return the Pythons that pyproject.toml lists, oldest first."""
    found = _PYTHON.findall((ROOT / "pyproject.toml").read_text())
    return sorted((int(major), int(minor)) for major, minor in found)


def interpreter(version: Version) -> str | None:
    """Return a Python of this version on this machine, or None: this one, one on the path, or pyenv's."""
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
    """Return whether a Python runs, has this version, and can create environments."""
    asked = "import ensurepip, sys, venv; print(*sys.version_info[:2])"
    ran = subprocess.run([python, "-c", asked], capture_output=True, text=True)
    return ran.stdout.split() == [str(part) for part in version]


@dataclass(frozen=True)
class Bare:
    """An environment with souq only, as ``pip install souq`` creates it."""

    folder: Path

    @property
    def python(self) -> Path:
        """The interpreter."""
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        """The site-packages folder."""
        return next(self.folder.glob("lib/python3*/site-packages"))

    def run(self, *command: object, cwd: Path | None = None) -> str:
        """Return the output of a command of the interpreter, such as ``run("-m", "souq", "--version")``."""
        return output_of([self.python, *command], cwd or self.folder, self.environment)

    @property
    def environment(self) -> dict[str, str]:
        """Environment variables without the checkout, and with a cache of its own."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "SOUQ"))}
        return {**inherited, "SOUQ_CACHE_DIR": str(self.folder / "cache"), "NO_COLOR": "1", "COLUMNS": "120"}


def wheel(folder: Path, python: str) -> Path:
    """Build the wheel of this checkout without its dependencies."""
    empty(folder / "builder", python).run("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (made,) = folder.glob("souq-*.whl")
    return made


def bare(folder: Path, python: str, wheel: Path) -> Bare:
    """Create an environment of this Python with the wheel and its dependencies."""
    made = empty(folder, python)
    made.run("-m", "pip", "install", "--quiet", "--only-binary", ":all:", wheel)
    return made


def empty(folder: Path, python: str) -> Bare:
    """Create an empty environment of this Python."""
    output_of([python, "-m", "venv", folder], folder.parent)
    return Bare(folder)


def output_of(command: Sequence[object], cwd: Path, environment: dict[str, str] | None = None) -> str:
    """Return a command's output; raise with all of it if the command fails."""
    words = [str(word) for word in command]
    ran = subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, f"{words} failed:\n{ran.stdout}{ran.stderr}"
    return ran.stdout
