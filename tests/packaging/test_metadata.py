"""What pyproject.toml promises: ranges of what souq stands on, pins of what a checkout installs, and Pythons."""

from __future__ import annotations

import tomllib
from itertools import chain

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from souq.engine.compiled import numba

from .installing import ROOT, promised

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PINS = {
    canonicalize_name(name): Version(version)
    for name, _, version in (line.partition("==") for line in (ROOT / "constraints.txt").read_text().splitlines())
}
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
    if need.name == "ray":  # no verb of run.py installs it
        return
    assert PINS[canonicalize_name(need.name)] in need.specifier


def test_numba_is_held_to_the_line_whose_internals_compiled_rules_use() -> None:
    (need,) = [need for need in NEEDED if need.name == "numba"]
    ours = Version(numba.__version__)
    assert ours in need.specifier
    assert Version(f"{ours.major}.{ours.minor + 1}.0") not in need.specifier


def test_the_oldest_python_promised_is_the_oldest_that_is_let_in() -> None:
    assert PROJECT["requires-python"] == ">={}.{}".format(*promised()[0])
