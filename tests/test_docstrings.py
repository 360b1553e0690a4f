"""The examples in docstrings give the stated results."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import souq
import souq.engine

MODULES = ["souq", *(module.name for module in pkgutil.walk_packages(souq.engine.__path__, "souq.engine."))]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
