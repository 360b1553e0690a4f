"""A game's data files: TOML that holds to a JSON Schema."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema

from souq.engine.errors import SouqError


def read(path: Path, schema: Mapping[str, Any], bad: type[SouqError], called: str = "") -> dict[str, Any]:
    """Read a data file.

    Args:
        path: the file.
        schema: what it must hold to.
        bad: raised if it can't be read or breaks the schema; the message names the place.
        called: what the message calls the file; its path when left out.
    """
    called = called or str(path)
    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise bad(f"{called} cannot be read: {error}.") from error
    wrong = next(jsonschema.Draft202012Validator(schema).iter_errors(data), None)
    if wrong is not None:
        where = ".".join(str(part) for part in wrong.absolute_path) or "the file"
        raise bad(f"{called}: {where}: {wrong.message}.")
    return data
