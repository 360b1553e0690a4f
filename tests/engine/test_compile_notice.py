"""A user who waits for the compiler at a terminal is informed."""

from __future__ import annotations

import io
import sys

import numba
import pytest

from souq.compiling import announced
from tests.toy import GAME as TOY


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def compiled() -> None:
    """Compile two functions that were never called before."""
    for _ in range(2):
        numba.njit(lambda x: x + 1)(1)


def test_compiling_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    with announced(TOY):
        pass
    assert seen.getvalue() == ""
    with announced(TOY):
        compiled()
    assert seen.getvalue() == f"Compiling the rules of {TOY.title}, once on this machine: 10 to 40 seconds.\n"


def test_nothing_is_announced_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", seen := io.StringIO())
    with announced(TOY):
        compiled()
    assert seen.getvalue() == ""
