"""pyproject.toml: ranges of dependencies, the pins of a checkout, and supported Pythons."""

from __future__ import annotations

import tomllib
from itertools import chain

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from souq.engine.compiler.numba_compiler import numba

from .installing import ROOT, supported_versions

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pins(*files: str) -> dict[str, Version]:
    """Return the versions that a checkout installs, by name."""
    lines = [line.partition("==") for file in files for line in (ROOT / file).read_text().splitlines()]
    assert len({canonicalize_name(name) for name, _, _ in lines}) == len(lines), "a package is pinned twice"
    return {canonicalize_name(name): Version(version) for name, _, version in lines}


PINS, RLLIB = pins("constraints.txt", "constraints-suites.txt", "constraints-gpu.txt"), pins("constraints-rllib.txt")
NEEDED = [
    need
    for need in map(Requirement, chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()))
    if need.name != "souq"
]


@pytest.mark.parametrize("need", NEEDED, ids=lambda need: need.name)
def test_dependencies_have_upper_bounds(need: Requirement) -> None:
    assert {each.operator for each in need.specifier} == {">=", "<"}


@pytest.mark.parametrize("need", NEEDED, ids=lambda need: need.name)
def test_a_checkout_pins_one_version_within_the_range(need: Requirement) -> None:
    held = RLLIB if need.name == "ray" else PINS
    assert held[canonicalize_name(need.name)] in need.specifier


def test_rllib_uses_the_same_pins_except_for_gymnasium() -> None:
    """Compiled rules are then shared by all environments of a checkout."""
    assert {name for name in RLLIB.keys() & PINS.keys() if RLLIB[name] != PINS[name]} == {"gymnasium"}
    for need in map(Requirement, chain(PROJECT["dependencies"], PROJECT["optional-dependencies"]["rllib"])):
        assert need.name == "souq" or RLLIB[canonicalize_name(need.name)] in need.specifier


def test_numba_is_pinned_to_the_series_whose_internals_are_used() -> None:
    (need,) = [need for need in NEEDED if need.name == "numba"]
    ours = Version(numba.__version__)
    assert ours in need.specifier
    assert Version(f"{ours.major}.{ours.minor + 1}.0") not in need.specifier


def test_the_oldest_supported_python_is_the_declared_minimum() -> None:
    assert PROJECT["requires-python"] == ">={}.{}".format(*supported_versions()[0])
