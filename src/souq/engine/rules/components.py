"""Components as data: the contents of the box, read from ``components.toml``.

People who own the game can play with the exact components of their box: they set ``SOUQ_COMPONENTS`` to a folder with
their own ``<game>.toml``. The file in use is part of ``rules_version`` and of the hash that compiled code is stored
under.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from souq.engine.errors import BadComponents
from souq.engine.rules import datafile

WORD: dict[str, Any] = {"type": "string", "minLength": 1}
"""JSON schema of a non-empty string."""


def count(most: int, least: int = 0) -> dict[str, Any]:
    """Return the schema of an integer from ``least`` to ``most``."""
    return {"type": "integer", "minimum": least, "maximum": most}


def exactly(size: int, item: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a list of ``size`` items with the same schema."""
    return {"type": "array", "items": item, "minItems": size, "maxItems": size}


def each_of(*items: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a list with a fixed number of items, each of which has its own schema."""
    return {"type": "array", "prefixItems": [*items], "minItems": len(items), "maxItems": len(items)}


def section(**fields: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a section of component data: the given fields, and the source of the data.

    The field ``provenance`` is R (rulebook), P (public source) or C (created for souq).
    """
    return whole(**fields, provenance={"enum": ["R", "P", "C"]})


def whole(**fields: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an object with exactly these fields, all required."""
    return {"type": "object", "required": list(fields), "additionalProperties": False, "properties": fields}


def load(folder: Path, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the component data of the game in ``folder``, validated against a JSON schema.

    Raises:
        BadComponents: the file cannot be read, or violates the schema; the message says where.
    """
    path = source(folder)
    return datafile.read(path, schema, BadComponents, path.name)


def source(folder: Path) -> Path:
    """Return the file from which a game's components are read: the user's own if it exists, otherwise the game's."""
    own = os.environ.get("SOUQ_COMPONENTS")
    if own and (path := Path(own) / f"{folder.name}.toml").is_file():
        return path
    return folder / "components.toml"
