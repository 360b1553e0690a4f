"""Arrays with a few facts in one file, which is there whole or not at all; whoever reads it learns if it was damaged.

The file is NumPy's ``npz``, with the facts as JSON in an array of bytes; nothing in it is ever run.
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

import numpy as np
from numpy.typing import NDArray

from souq.engine.errors import SouqError

FACTS = "facts"
"""The array with the facts."""

Arrays = dict[str, NDArray[Any]]


class Damaged(SouqError, ValueError):
    """A file that is not what it was when it was written, or never was."""


def packed(facts: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """What a file of these facts and arrays holds; the same makes the same bytes."""
    made = io.BytesIO()
    said = np.frombuffer(json.dumps(facts, ensure_ascii=False).encode(), np.uint8)
    np.savez_compressed(made, allow_pickle=False, **{FACTS: said}, **arrays)
    return made.getvalue()


def unpacked(content: bytes, called: str) -> tuple[dict[str, Any], Arrays]:
    """The facts and arrays of a file, which is ``called`` so where something is wrong.

    Raises:
        Damaged: it was not made by :func:`packed`, or is not whole.
    """
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as found:
            arrays = {name: found[name] for name in found.files}
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
    """Write a file beside its place and put it there in one step, so that nobody ever finds half of it.

    Raises:
        OSError: it cannot be written.
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
