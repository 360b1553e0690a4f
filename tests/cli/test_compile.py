"""What ``souq play`` believes of what has been compiled before."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from souq import compiling
from souq.engine import compiled, registry

PACKAGE = """
from types import SimpleNamespace
from pathlib import Path
from souq.engine.compiled import rule
from souq.compiling import is_ready, set_ready

@rule
def double(x):
    return 2 * x

game = SimpleNamespace(name="twice", package="twice", folder=Path(__file__).parent)
was = is_ready(game)
double(3)
set_ready(game)
print(was, double._cache_hits[double.signatures[0]] if double._cache_hits else 0)
"""


def run(package: Path, cache: Path) -> list[str]:
    """Whether the package believed to be compiled, and how often compiled code was found."""
    where = os.environ | {"PYTHONPATH": str(package.parent), "SOUQ_CACHE_DIR": str(cache)}
    done = subprocess.run([sys.executable, "-c", "import twice"], env=where, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_a_second_copy_of_the_same_sources_is_not_believed_to_be_compiled(tmp_path: Path) -> None:
    first, second, cache = tmp_path / "first" / "twice", tmp_path / "second" / "twice", tmp_path / "cache"
    for package in (first, second):
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(PACKAGE)
    assert run(first, cache) == ["False", "0"]
    assert run(first, cache) == ["True", "1"]
    assert run(second, cache) == ["False", "0"], "its code is not found, so nobody may believe that it is there"
    assert run(second, cache) == ["True", "1"]
    assert run(first, cache) == ["True", "1"]


def test_another_souq_or_another_processor_has_compiled_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(iter(registry.games().values()))
    here = compiling.mark(game)
    assert here == compiling.mark(game)
    with monkeypatch.context() as patch:
        patch.setattr(compiled, "__file__", "/elsewhere/souq/engine/compiled.py")
        assert compiling.mark(game) != here
    from numba.core.registry import cpu_target

    codegen = cpu_target.target_context.codegen()
    monkeypatch.setattr(type(codegen), "magic_tuple", lambda self: ("another", "processor", ""))
    assert compiling.mark(game) != here
