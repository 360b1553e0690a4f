"""Record games as in a browser: without numpy, Numba and jsonschema, on the game's WebAssembly module.

``python -m tests.wasm.without_numpy PACKAGE MODULE [NAME=FILE …]`` writes what :func:`tests.wasm.recording.record`
returns to standard output; the files hold computed arrays.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import wasmtime

for absent in ("numpy", "numba", "llvmlite", "jsonschema"):
    sys.modules[absent] = None  # type: ignore[assignment]
sys.platform = "emscripten"

from souq.engine.browser import modules, rules  # noqa: E402


class Host:
    """An instance of a module, run by Wasmtime."""

    def __init__(self, engine: wasmtime.Engine, code: wasmtime.Module) -> None:
        self._store = wasmtime.Store(engine)
        self._exports: Any = wasmtime.Instance(self._store, code, []).exports(self._store)

    def call(self, name: str, *numbers: int) -> int:
        """Call an exported function."""
        return int(self._exports[name](self._store, *numbers) or 0)

    def read(self, at: int, size: int) -> bytes:
        """Return a copy of a part of the memory."""
        return bytes(self._exports["memory"].read(self._store, at, at + size))

    def write(self, at: int, data: bytes) -> None:
        """Copy bytes to an address in the memory."""
        self._exports["memory"].write(self._store, data, at)

    def address(self, name: str) -> int:
        """Return the value of an exported global."""
        return int(self._exports[name].value(self._store))


def main(package: str, module: str, *computed: str) -> None:
    """Write the record of a game as JSON."""
    engine = wasmtime.Engine()
    code = wasmtime.Module(engine, Path(module).read_bytes())
    modules.register(package.rpartition(".")[2], lambda: Host(engine, code))
    for name, _, path in (each.partition("=") for each in computed):
        rules.offer(name, Path(path).read_bytes())
    from tests.wasm.recording import record

    json.dump(record(package), sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
