"""What pyproject.toml promises: ranges of what souq stands on, pins of what a checkout installs, and Pythons."""

from __future__ import annotations

import tomllib
from itertools import chain

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from souq.engine.compiler.compiled import numba

from .installing import ROOT, promised

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pins(*files: str) -> dict[str, Version]:
    """The versions that a checkout installs, by name."""
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
def test_metadata_holds_ranges_that_end_somewhere(need: Requirement) -> None:
    assert {each.operator for each in need.specifier} == {">=", "<"}


@pytest.mark.parametrize("need", NEEDED, ids=lambda need: need.name)
def test_a_checkout_installs_one_version_from_within_the_range(need: Requirement) -> None:
    held = RLLIB if need.name == "ray" else PINS
    assert held[canonicalize_name(need.name)] in need.specifier


def test_rllib_stands_beside_the_same_versions_of_all_but_gymnasium() -> None:
    """Compiled rules are then shared by all environments of a checkout."""
    assert {name for name in RLLIB.keys() & PINS.keys() if RLLIB[name] != PINS[name]} == {"gymnasium"}
    for need in map(Requirement, chain(PROJECT["dependencies"], PROJECT["optional-dependencies"]["rllib"])):
        assert need.name == "souq" or RLLIB[canonicalize_name(need.name)] in need.specifier


def test_numba_is_held_to_the_line_whose_internals_compiled_rules_use() -> None:
    (need,) = [need for need in NEEDED if need.name == "numba"]
    ours = Version(numba.__version__)
    assert ours in need.specifier
    assert Version(f"{ours.major}.{ours.minor + 1}.0") not in need.specifier


def test_the_oldest_python_promised_is_the_oldest_that_is_let_in() -> None:
    assert PROJECT["requires-python"] == ">={}.{}".format(*promised()[0])
