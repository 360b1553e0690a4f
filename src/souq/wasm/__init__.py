"""Games as WebAssembly: one module a game, with its rules, random games and bots, for browsers and other hosts.

It needs souq's extra ``wasm``, and nothing else: neither Node nor a C compiler.

>>> from pathlib import Path
>>> from souq.engine import registry
>>> from souq.wasm import module
>>> Path("kairo.wasm").write_bytes(module(registry.find("kairo")))      # doctest: +SKIP

A module imports nothing. The functions that it exports, and how they take arguments, are described in
:mod:`souq.wasm.entries`.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from souq import extras
from souq.engine.errors import SouqError

if TYPE_CHECKING:
    from souq.engine.game import Game


MODULES = Path(__file__).parent / "modules"
"""Folder of the modules that come with souq, in wheels and images; in a checkout there is none."""

SOURCES = ("building.py", "entries.py", "runtime.c", "target.py")
"""Files of this package that decide what a module contains."""


class NotBuilt(SouqError, RuntimeError):
    """A module that can't be built; the message contains the compiler's."""


def module(game: Game) -> bytes:
    """Return the WebAssembly module of a game: the same bytes for the same sources and versions.

    If it doesn't come with souq, it is built in another process, which takes 10 to 30 seconds, and cached with the
    compiled rules.

    Raises:
        MissingExtra: the extra ``wasm`` isn't installed.
        NotBuilt: something in the game can't be compiled.
    """
    from souq.engine.compiler.numba_compiler import cache_folder

    ready = MODULES / f"{game.name}.wasm"
    if game.package == f"souq.games.{game.name}" and "SOUQ_COMPONENTS" not in os.environ and ready.is_file():
        return ready.read_bytes()
    extras.check("wasm", "WebAssembly modules need", "ziglang")
    folder = cache_folder()
    kept = folder / f"{game.name}-{_stamp(game)}.wasm" if folder else None
    if kept and kept.is_file():
        return kept.read_bytes()
    made = _built(game)
    if kept:
        with contextlib.suppress(OSError):  # a full disk, or a folder that is only read
            part = kept.with_suffix(f".{os.getpid()}")
            part.write_bytes(made)
            part.replace(kept)
    return made


def computed(game: Game) -> dict[str, bytes]:
    """Return the arrays of a game that a browser can't compute (:func:`souq.engine.compiler.compiled.computed`).

    They are the contents of ``.npy`` files, by the module and name of the function that computes each.
    """
    import numpy as np

    from souq.engine.compiler.numba_compiler import COMPUTED

    made = dict[str, bytes]()
    for name, array in COMPUTED.items() if game.evaluator and game.scene else ():  # which load the modules with arrays
        if name.startswith(f"{game.package}."):
            file = io.BytesIO()
            np.save(file, array, allow_pickle=False)
            made[name] = file.getvalue()
    return made


def _stamp(game: Game) -> str:
    """Return a hash of everything that a module depends on."""
    from souq.engine.compiler.numba_compiler import home_of, stamp

    digest = hashlib.sha256(f"{stamp(home_of(game.package))} {version('ziglang')}".encode())
    here = Path(__file__).parent
    for path in [*(here / name for name in SOURCES), *sorted(game.folder.glob("learned-*.npz"))]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:24]


def _built(game: Game) -> bytes:
    """Build a module in another process, because Numba can be changed to another target only for a whole process."""
    paths = os.pathsep.join(filter(None, sys.path))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "module.wasm"
        words = [sys.executable, "-m", "souq.wasm", game.package, str(path)]
        done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths})
        if done.returncode:
            raise NotBuilt(f"{game.title} can’t be compiled to WebAssembly: {done.stderr.strip()}")
        return path.read_bytes()
