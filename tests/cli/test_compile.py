"""When ``souq play`` considers a game compiled."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import souq
from souq import compiling
from souq.cli import main
from souq.engine import registry
from souq.engine.compiler import numba_compiler

PACKAGE = """
from types import SimpleNamespace
from pathlib import Path
from souq.engine.compiler.compiled import rule
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


def run(package: Path, cache: Path, **who: Any) -> list[str]:
    """Return whether the package was considered compiled, and how often compiled code was found."""
    path = os.pathsep.join([str(package.parent), str(Path(souq.__file__).parents[1])])
    where = os.environ | {"PYTHONPATH": path, "SOUQ_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", "import twice"]
    done = subprocess.run(command, env=where, capture_output=True, text=True, check=True, **who)
    return done.stdout.split()


def test_a_second_copy_of_the_sources_is_compiled_again(tmp_path: Path) -> None:
    first, second, cache = tmp_path / "first" / "twice", tmp_path / "second" / "twice", tmp_path / "cache"
    for package in (first, second):
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(PACKAGE)
    assert run(first, cache) == ["False", "0"]
    assert run(first, cache) == ["True", "1"]
    assert run(second, cache) == ["False", "0"], "its code is not found, so nobody may believe that it is there"
    assert run(second, cache) == ["True", "1"]
    assert run(first, cache) == ["True", "1"]


def drop_root_privileges() -> None:
    """Make file permissions apply to root, in the process about to start (Linux)."""
    libc = ctypes.CDLL(None)
    for capability in (1, 2):  # to pass over them, and to read whatever there is
        libc.prctl(24, capability, 0, 0, 0)  # leave it out of the bounding set


@pytest.mark.skipif(sys.platform != "linux", reason="Needs Linux: drops the process's privileges.")
def test_a_read_only_compile_cache_of_an_image_is_used(tmp_path: Path) -> None:
    package, cache = tmp_path / "twice", tmp_path / "cache"
    package.mkdir()
    (package / "__init__.py").write_text(PACKAGE)
    assert run(package, cache) == ["False", "0"]
    paths = (cache, *cache.rglob("*"))
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert run(package, cache, preexec_fn=drop_root_privileges) == ["True", "1"]
        (package / "__init__.py").write_text(PACKAGE.replace("2 * x", "x * 2"))
        assert run(package, cache, preexec_fn=drop_root_privileges) == ["False", "0"], "something else cannot be kept"
        assert {*paths} == {cache, *cache.rglob("*")}
    finally:
        for path in paths:
            path.chmod(0o755)


def test_the_compile_cache_depends_on_version_and_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(iter(registry.games().values()))
    here = compiling.mark(game)
    assert here == compiling.mark(game)
    with monkeypatch.context() as patch:
        patch.setattr(numba_compiler, "__file__", "/elsewhere/souq/engine/compiled.py")
        assert compiling.mark(game) != here
    from numba.core.registry import cpu_target

    codegen = cpu_target.target_context.codegen()
    monkeypatch.setattr(type(codegen), "magic_tuple", lambda self: ("another", "processor", ""))
    assert compiling.mark(game) != here


def test_webassembly_modules_are_written_into_a_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("souq.wasm.module", lambda game: game.name.encode() * 100)
    with pytest.raises(SystemExit, match="0"):
        main(["compile", "kairo", "--wasm", str(tmp_path / "new")])
    assert (tmp_path / "new" / "kairo.wasm").read_bytes() == b"kairo" * 100
    assert "kairo.wasm" in capsys.readouterr().out


def test_webassembly_without_its_extra_names_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="2"):
        main(["compile", "kairo", "--wasm", str(tmp_path)])
    assert "WebAssembly modules need ziglang" in capsys.readouterr().err


def test_webassembly_modules_are_not_written_where_a_file_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(SystemExit, match="2"):
        main(["compile", "kairo", "--wasm", str(tmp_path / "taken")])
    assert "Invalid value for '--wasm'" in capsys.readouterr().err
