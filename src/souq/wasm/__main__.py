"""``python -m souq.wasm PACKAGE FILE``: build the WebAssembly module of a game, for :func:`souq.wasm.module`."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from souq.engine.errors import SouqError


def main(package: str, path: str) -> None:
    """Build the module of the game in a package, and write it to a file."""
    from souq.wasm.target import retarget

    retarget()  # before anything imports rules
    from souq.wasm.building import built

    try:
        Path(path).write_bytes(built(import_module(package).GAME))
    except SouqError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
