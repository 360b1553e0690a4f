"""Modules that work with the dependencies of ``pip install souq``, and those that name the extra they need."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from souq.cli.app import ORDER
from souq.server import NEEDED

from . import isolated
from .installing import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

EXTRAS = {
    "souq.envs.gym": "envs",
    "souq.envs.openspiel": "openspiel",
    "souq.envs.parallel_env": "envs",
    "souq.envs.spacing": "envs",
    "souq.envs.vector_env": "envs",
    "souq.envs.zoo": "envs",
    "souq.gpu.cards": "gpu",
    "souq.server": "server",
    "souq.testing": "test",
    "souq.web": "server",
}
"""The extras that modules need, besides those of ``souq.gpu``."""


def required_distributions(*needs: str) -> set[str]:
    """Return the distributions that requirements install, with their dependencies on this machine."""
    found: set[str] = set()
    waiting = list(map(Requirement, needs))
    while waiting:
        need = waiting.pop()
        if canonicalize_name(need.name) in found or (need.marker and not need.marker.evaluate({"extra": ""})):
            continue
        found.add(canonicalize_name(need.name))
        waiting += map(Requirement, importlib.metadata.requires(need.name) or ())
    return found


def modules(distributions: set[str]) -> Iterator[str]:
    """Yield the modules that distributions install."""
    for module, given in importlib.metadata.packages_distributions().items():
        if {canonicalize_name(each) for each in given} & distributions:
            yield module


def on_the_base(work: str) -> Any:
    """Return the result of work where only the base is installed."""
    installed = modules(required_distributions("pip", *PROJECT["dependencies"]))
    words = [sys.executable, isolated.__file__, work, *installed]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_the_base_has_few_dependencies() -> None:
    assert len(PROJECT["dependencies"]) <= 6


def test_every_module_imports_on_the_base_or_names_its_extra() -> None:
    made: dict[str, str] = on_the_base("imports")
    needy = {name: re.findall(r"Install souq's extra '(\w+)': ", said)[0] for name, said in made.items() if said}
    assert needy.items() >= EXTRAS.items()
    assert {name for name in needy.keys() - EXTRAS.keys() if not name.startswith("souq.gpu.")} == set()
    assert len(made) > 200


def test_every_command_has_help_on_the_base() -> None:
    for command, said in on_the_base("helps").items():
        assert f"Usage: souq {command}".rstrip() in said
    assert len(ORDER) > 1


def test_imports_are_lazy() -> None:
    assert on_the_base("loads") == [[], []]


def test_the_server_checks_for_everything_its_extra_installs() -> None:
    given = importlib.metadata.packages_distributions()
    found = {canonicalize_name(each) for module in NEEDED for each in given[module]}
    assert found == {canonicalize_name(Requirement(need).name) for need in PROJECT["optional-dependencies"]["server"]}


def test_every_extra_that_is_named_exists() -> None:
    texts = [path.read_text() for path in (ROOT / "src").rglob("*.py")]
    named = {name for text in texts for name in re.findall(r"\b(?:check|importing|install|missing)\(['\"](\w+)", text)}
    assert {*EXTRAS.values(), "arena", "cluster", "postgres", "telemetry", "train"} <= named
    assert named <= PROJECT["optional-dependencies"].keys()
