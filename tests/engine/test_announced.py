"""Who waits for the compiler at a terminal is told why."""

from __future__ import annotations

import io
import sys

import numba
import pytest

from souq.compiling import announced
from tests.toy import GAME as TOY


class Terminal(io.StringIO):
    """What somebody looks at."""

    def isatty(self) -> bool:
        return True


def compiled() -> None:
    """Have two functions compiled that nobody has called before."""
    for _ in range(2):
        numba.njit(lambda x: x + 1)(1)


def test_that_rules_are_compiled_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    with announced(TOY):
        pass
    assert seen.getvalue() == ""
    with announced(TOY):
        compiled()
    assert seen.getvalue() == f"Compiling the rules of {TOY.title}, once on this machine: 10 to 40 seconds.\n"


def test_nothing_is_said_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", seen := io.StringIO())
    with announced(TOY):
        compiled()
    assert seen.getvalue() == ""
