"""Where no GPU can be used, the error says why, and what to use instead."""

from __future__ import annotations

import importlib.util
import re
import sys

import pytest

import souq.gpu
from souq.extras import MissingExtra, install

EXTRA = importlib.util.find_spec("numba_cuda") is not None


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba_cuda", None)
    for name in [name for name in sys.modules if name.startswith("souq.gpu.")]:
        monkeypatch.delitem(sys.modules, name)
    for asked in (souq.gpu.playout, souq.gpu.vector):
        with pytest.raises(MissingExtra, match=re.escape(install("gpu"))):
            asked("kairo", 10)


@pytest.mark.skipif(not EXTRA, reason="Needs the extra 'gpu': its absence is reported first.")
def test_without_a_gpu_the_cpu_call_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from souq.gpu import cards

    monkeypatch.setattr(cards.cuda, "is_available", lambda: False)
    for asked in (souq.gpu.playout, souq.gpu.vector):
        with pytest.raises(cards.NoCard, match=r"no NVIDIA card.*souq\.engine\.learn\.playout\.playout"):
            asked("kairo", 10)


@pytest.mark.skipif(not EXTRA, reason="Needs the extra 'gpu': its absence is reported first.")
@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"n": 0}, "The number of games cannot be 0"),
        ({"n": 10, "players": 9}, "players"),
        ({"n": 10, "seed": 1 << 64}, "2\\*\\*64"),
        ({"n": 10, "seed": -1}, "not '-1'"),
        ({"n": 10, "options": {"weather": "fine"}}, "weather"),
    ],
)
def test_invalid_arguments_are_refused_before_a_gpu_is_needed(how: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        souq.gpu.playout("kairo", **how)  # type: ignore[arg-type]


@pytest.mark.skipif(not EXTRA, reason="Needs the extra 'gpu': its absence is reported first.")
def test_potential_rewards_are_refused_on_the_gpu() -> None:
    with pytest.raises(ValueError, match="'victory' or 'points'"):
        souq.gpu.vector("kairo", 10, returns="potential")
