"""Compiled kernels are cached for the next process, and compiled again when their sources change."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from numba import config

from souq.engine import registry
from souq.engine.compiler import numba_compiler
from souq.gpu import kernels, target

pytestmark = [pytest.mark.suites, pytest.mark.short]


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Pretend that there is a GPU, onto which nothing is loaded, and give it an empty cache folder."""
    from numba.cuda import codegen

    kind = (9, 0)
    monkeypatch.setattr(target.dispatchers, "get_current_device", lambda: SimpleNamespace(compute_capability=kind))
    monkeypatch.setattr(target.dispatchers._Kernel, "bind", lambda self: None)
    monkeypatch.setattr(codegen.CUDACodeLibrary, "_ensure_cc", lambda self, cc: cc or kind)
    monkeypatch.setattr(codegen.JITCUDACodegen, "magic_tuple", lambda self: kind)
    monkeypatch.setenv("SOUQ_CACHE_DIR", str(tmp_path))
    numba_compiler.cache_folder.cache_clear()
    yield
    monkeypatch.undo()
    numba_compiler.cache_folder.cache_clear()


def made() -> Any:
    frame, game = kernels.FRAMES["observing"], registry.find("kairo")
    return target.translated(frame.function(game), frame.signature(game))


def test_a_kernel_is_cached(card: None, tmp_path: Path) -> None:
    assert not config.ENABLE_CUDASIM
    first, second = made(), made()
    assert sum(first._cache_misses.values()) == 1 and not first._cache_hits
    assert sum(second._cache_hits.values()) == 1 and not second._cache_misses
    (fresh,), (kept,) = first.overloads.values(), second.overloads.values()
    assert kept.entry_name == fresh.entry_name and kept._codelibrary.get_asm_str() == fresh._codelibrary.get_asm_str()
    assert len(list(tmp_path.rglob("*observing*.nbc"))) == 1


def test_a_changed_rule_recompiles_it(card: None, monkeypatch: pytest.MonkeyPatch) -> None:
    made()
    stamp = numba_compiler.stamp
    monkeypatch.setattr(numba_compiler, "stamp", lambda home: f"changed-{stamp(home)}")
    assert not made()._cache_hits


def test_a_truncated_file_is_harmless(card: None, tmp_path: Path) -> None:
    made()
    (kept,) = tmp_path.rglob("*observing*.nbc")
    kept.write_bytes(kept.read_bytes()[:100])
    assert not made()._cache_hits


def test_numba_is_patched_only_while_compiling() -> None:
    names = [(target.target.CUDATypingContext, "resolve_value_type"), (target.dispatchers, "CUDACache")]
    names += [(target.target.CUDATargetContext, "make_constant_array"), (target.dispatchers, "get_current_device")]
    before = [getattr(owner, name) for owner, name in names]
    with target.translating((9, 0)):
        assert all(getattr(owner, name) is not was for (owner, name), was in zip(names, before, strict=True))
    assert [getattr(owner, name) for owner, name in names] == before
