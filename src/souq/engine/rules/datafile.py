"""TOML data files of a game, checked against a JSON schema."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.schemas import first_error


def read(path: Path, schema: Mapping[str, Any], bad: type[SouqError], called: str = "") -> dict[str, Any]:
    """Read and validate a data file.

    Args:
        path: path of the file.
        schema: JSON schema of the contents.
        bad: exception raised if the file can't be read or violates the schema; the message says where.
        called: name of the file in messages; defaults to its path.
    """
    called = called or str(path)
    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise bad(f"{called} cannot be read: {error}.") from error
    wrong = (
        None if sys.platform == "emscripten" else first_error(schema, data)
    )  # a browser gets files that were checked
    if wrong is not None:
        where = ".".join(str(part) for part in wrong.path) or "the file"
        raise bad(f"{called}: {where}: {wrong.message}.")
    return data
