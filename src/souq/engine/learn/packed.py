"""Files with arrays and metadata, written atomically and checked for damage when read.

The file is NumPy's ``npz``, with the metadata as JSON in an array of bytes; no pickles are read.
"""

from __future__ import annotations

import io
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from souq.engine.arrays import NDArray, np
from souq.engine.errors import SouqError

FACTS = "facts"
"""Name under which the metadata is stored among the arrays."""

Arrays = dict[str, NDArray[Any]]


class Damaged(SouqError, ValueError):
    """A file that is damaged, or that wasn't written by :func:`packed`."""


def packed(facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the contents of a file with these arrays and metadata; equal input gives equal bytes."""
    made = io.BytesIO()
    said = np.frombuffer(json.dumps(facts, ensure_ascii=False).encode(), np.uint8)
    np.savez_compressed(made, allow_pickle=False, **{FACTS: said}, **arrays)
    return made.getvalue()


def unpacked(content: bytes, called: str) -> tuple[dict[str, Any], Arrays]:
    """Parse a file into metadata and arrays; ``called`` is the file's name in error messages.

    Raises:
        Damaged: the file is damaged, or wasn't written by :func:`packed`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as found:
            files = {name.removesuffix(".npy"): found.read(name) for name in found.namelist()}
        arrays = {name: np.load(io.BytesIO(data), allow_pickle=False) for name, data in files.items()}
        facts = json.loads(arrays.pop(FACTS).tobytes())
    except (
        zipfile.BadZipFile,
        zlib.error,
        ValueError,
        KeyError,
        TypeError,
        EOFError,
        OSError,
        RuntimeError,  # a compression that isn't known, or a password that is wanted
    ) as error:
        raise Damaged(f"{called} is damaged, or isn't a file of souq's.") from error
    if not isinstance(facts, dict):
        raise Damaged(f"{called} isn't a file of souq's.")
    return facts, arrays


def put(path: Path, content: bytes) -> None:
    """Write a file atomically: to a temporary file in the same folder, then renamed.

    Raises:
        OSError: the file can't be written.
    """
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(part).chmod(0o644)
        os.replace(part, path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise
