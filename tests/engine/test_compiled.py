"""The compile cache is correct, and its failures are harmless."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any

import numba.core.runtime
import numpy as np
import pytest

from souq.engine.compiler import numba_compiler

PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from bazaar.caller import price
print(price(3), len(price.stats.cache_hits), len(price.stats.cache_misses))
"""


NO_ROOM = """
from numba.core.caching import IndexDataCacheFile

def full(self, name, data):
    raise OSError(28, "No space left on device")

IndexDataCacheFile._save_data = full
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a package in which one module's rule calls another's."""
    folder = tmp_path / "source" / "bazaar"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "callee.py").write_text(
        "from souq.engine.compiler.compiled import rule\n\n\n@rule\ndef each(n):\n    return n * 10\n"
    )
    (folder / "caller.py").write_text(
        textwrap.dedent("""
        from souq.engine.compiler.compiled import rule
        from bazaar.callee import each


        @rule
        def price(n):
            return each(n) + 1
        """)
    )
    return folder


def run(package: Path, **environment: str) -> list[str]:
    """Return the price computed in a fresh process, and the cache's hits and misses.

    Python keeps no bytecode: it would know an edited file by the second in which it was written, and by its size.
    """
    code, environment = PROGRAM.format(folder=str(package.parent)), {"PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_a_second_process_loads_what_the_first_compiled(package: Path, tmp_path: Path) -> None:
    cache = {"SOUQ_CACHE_DIR": str(tmp_path / "cache")}
    assert run(package, **cache) == ["31", "0", "1"]
    assert run(package, **cache) == ["31", "1", "0"]


def test_editing_a_callee_recompiles_its_callers(package: Path, tmp_path: Path) -> None:
    cache = {"SOUQ_CACHE_DIR": str(tmp_path / "cache")}
    run(package, **cache)
    callee = package / "callee.py"
    callee.write_text(callee.read_text().replace("* 10", "* 20"))
    assert run(package, **cache) == ["61", "0", "1"]


def test_an_interrupted_save_never_leaves_stale_code(package: Path, tmp_path: Path) -> None:
    """On a disk that is nearly full, the small index fits and the code that it names doesn't."""
    cache = {"SOUQ_CACHE_DIR": str(tmp_path / "cache")}
    run(package, **cache)
    callee = package / "callee.py"
    callee.write_text(callee.read_text().replace("* 10", "* 20"))
    program = NO_ROOM + PROGRAM.format(folder=str(package.parent))
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **cache}
    for _ in range(2):
        full = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        assert full.stdout.split()[0] == "61"
    assert run(package, **cache) == ["61", "0", "1"]
    assert run(package, **cache) == ["61", "1", "0"]
    kept = [path.name.split("-")[0] for path in (tmp_path / "cache").rglob("*.nbc")]
    assert sorted(kept) == ["callee.each", "caller.price"], "what was before the edit is gone"


def test_rule_modules_may_have_any_name(tmp_path: Path) -> None:
    """Only names at the top of a game's folder mark texts and pictures."""
    told = ("card.py", "story/narration.py", "scene/desk.py", "reasons/facts.py", "lessons/first.toml", "figures.toml")
    for name in (*told, "art.svg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    rules = {"rules.py", "weights.toml", "moves/card.py", "moves/story.py", "position.py", "turning.py", "ledger.py"}
    for name in rules:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert {path.relative_to(tmp_path).as_posix() for path in numba_compiler._deciding(tmp_path)} == rules


def test_modules_used_by_kernels_are_part_of_the_stamp() -> None:
    """Kernels are named after their frames; the algorithms inside are defined in other modules."""
    root = numba_compiler._roots("souq")[0]
    stamped = {path.stem for path in numba_compiler._deciding(root)}
    frames = ast.parse((root.parent / "gpu" / "kernels.py").read_text("utf-8"))
    names = [node.module or "" for node in ast.walk(frames) if isinstance(node, ast.ImportFrom)]
    used = {name.rpartition(".")[2] for name in names if name.startswith("souq.engine.")}
    assert "stepping" in used and used <= stamped


def test_options_and_components_are_part_of_the_stamp(package: Path, tmp_path: Path) -> None:
    cache = {"SOUQ_CACHE_DIR": str(tmp_path / "cache")}
    run(package, **cache)
    assert run(package, SOUQ_BOUNDSCHECK="0", **cache)[1:] == ["0", "1"]
    own = tmp_path / "own"
    own.mkdir()
    (own / "bazaar.toml").write_text("stalls = 3\n")
    run(package, **cache)
    assert run(package, SOUQ_COMPONENTS=str(own), **cache)[1:] == ["0", "1"]


def test_a_missing_home_falls_back_on_the_temporary_folder(package: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    nowhere = str(tmp_path / "file" / "home")
    (tmp_path / "file").write_text("not a folder")
    places = {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "TMPDIR": str(temporary), "SOUQ_CACHE_DIR": ""}
    assert run(package, **places)[0] == "31"
    assert run(package, **places) == ["31", "1", "0"]
    assert any(temporary.iterdir())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="Needs POSIX file owners.")
def test_a_temporary_folder_that_others_can_write_to_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody can compute its path, and what lies there is executed."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    ours, theirs, link = (tmp_path / name for name in ("ours", "theirs", "link"))
    ours.mkdir(mode=0o700)
    theirs.mkdir()
    theirs.chmod(0o777)
    link.symlink_to(ours)
    assert [numba_compiler._own(folder) for folder in (ours, theirs, link)] == [True, False, False]
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert not numba_compiler._own(ours) and numba_compiler._own(tmp_path / "home" / "souq"), "a home is nobody else's"


def test_without_any_folder_rules_are_compiled_for_the_process(package: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert run(package, SOUQ_CACHE_DIR=str(tmp_path / "file" / "cache"))[:2] == ["31", "0"]


def test_a_truncated_cache_file_is_recompiled(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    run(package, SOUQ_CACHE_DIR=str(cache))
    for path in cache.rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:40])
    assert run(package, SOUQ_CACHE_DIR=str(cache)) == ["31", "0", "1"]
    assert run(package, SOUQ_CACHE_DIR=str(cache)) == ["31", "1", "0"]


CALLED_BY_A_STRANGER = """
import sys
sys.path.insert(0, {folder!r})
from souq.engine.compiler.compiled import rule
from bazaar.callee import each


@rule
def double(n):
    return 2 * each(n)


print(double(3), *(len(form.stats.cache_hits) for form in (double, each)))
"""


def test_a_cached_callee_is_linked_into_new_callers(package: Path, tmp_path: Path) -> None:
    cache = {**os.environ, "SOUQ_CACHE_DIR": str(tmp_path / "cache")}
    (package / "callee.py").write_text(
        textwrap.dedent("""
        from souq.engine.compiler.compiled import rule


        @rule
        def each(n):
            row = 7, 8, 9, 10
            print("asked", row[n])  # printing needs what belongs to this function, wherever it is linked
            return row[n] + n
        """)
    )
    program = CALLED_BY_A_STRANGER.format(folder=str(package.parent))
    run(package, SOUQ_CACHE_DIR=str(tmp_path / "cache"))
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program], env=cache, capture_output=True, text=True, check=True)
        assert done.stdout.split() == ["asked", "10", "26", "0", "0"]


def test_a_function_is_stamped_with_its_own_file(tmp_path: Path) -> None:
    """A generic algorithm may be defined outside games and the engine."""
    stamps = []
    for number in (1, 2):
        source = tmp_path / f"algorithm{number}.py"
        source.write_text(f"def f():\n    return {number}\n")
        names: dict[str, Any] = {"__name__": "souq.games.kairo.rules"}
        exec(compile(source.read_text(), str(source), "exec"), names)
        stamps.append(numba_compiler.StampedLocator.from_function(names["f"], str(source)).get_source_stamp())
    assert stamps[0] != stamps[1]
    assert all(stamp.startswith(numba_compiler.stamp("souq.games.kairo")) for stamp in stamps)


memory: Any = numba.core.runtime._nrt_python
counts: Any = numba.core.runtime.rtsys.get_allocation_stats


@numba_compiler.rule
def filled(row: Any, n: int) -> None:
    for i in range(len(row)):
        row[i] = n + i


@numba_compiler.allocating
def made(n: int) -> Any:
    row = np.empty(3, np.int64)
    filled(row, n)
    return row


@numba_compiler.allocating
def summed(rows: Any, n: int) -> int:
    own = made(n)
    return int(own[0] + own[1] + own[2] + rows[0][0] + rows[1][n])


@numba_compiler.rule
def twice(rows: Any, n: int) -> int:
    return summed(rows, n) + summed(rows, n)


def test_arrays_are_freed_exactly_once() -> None:
    memory.memsys_enable_stats()
    rows = np.arange(4), np.arange(4)
    assert twice(rows, 2) == 2 * (2 + 3 + 4 + 0 + 2)
    before, holders = counts(), sys.getrefcount(rows[0])
    for _ in range(100):
        twice(rows, 1)
    after, still = counts(), sys.getrefcount(rows[0])
    memory.memsys_disable_stats()
    assert after.alloc - before.alloc == after.free - before.free >= 200
    assert still == holders
