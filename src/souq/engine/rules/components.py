"""Components are data: what is in the box stands in ``components.toml`` and is read here.

Someone who owns the box and wants its exact board points ``SOUQ_COMPONENTS`` at a folder with files of their own,
``<game>.toml``; what is in force is part of ``rules_version`` and of the stamp of compiled code.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from souq.engine.errors import BadComponents
from souq.engine.rules import datafile

WORD: dict[str, Any] = {"type": "string", "minLength": 1}
"""Schema of a word or a name."""


def count(most: int, least: int = 0) -> dict[str, Any]:
    """Schema of a number of things."""
    return {"type": "integer", "minimum": least, "maximum": most}


def exactly(size: int, item: dict[str, Any]) -> dict[str, Any]:
    """Schema of a list of so many of these."""
    return {"type": "array", "items": item, "minItems": size, "maxItems": size}


def each_of(*items: dict[str, Any]) -> dict[str, Any]:
    """Schema of a list of exactly these, one after the other."""
    return {"type": "array", "prefixItems": [*items], "minItems": len(items), "maxItems": len(items)}


def section(**fields: dict[str, Any]) -> dict[str, Any]:
    """Schema of a section: these fields, and its provenance: R the rulebook, P a public source, C made by us."""
    return whole(**fields, provenance={"enum": ["R", "P", "C"]})


def whole(**fields: dict[str, Any]) -> dict[str, Any]:
    """Schema of a file: these sections, and no others."""
    return {"type": "object", "required": list(fields), "additionalProperties": False, "properties": fields}


def load(folder: Path, schema: dict[str, Any]) -> dict[str, Any]:
    """The component data of the game in ``folder``, checked against a JSON Schema.

    Raises:
        BadComponents: the file cannot be read, or breaks the schema; the message names the place.
    """
    path = source(folder)
    return datafile.read(path, schema, BadComponents, path.name)


def source(folder: Path) -> Path:
    """The file in force for the game in ``folder``: the owner's, if there is one, else ours."""
    own = os.environ.get("SOUQ_COMPONENTS")
    if own and (path := Path(own) / f"{folder.name}.toml").is_file():
        return path
    return folder / "components.toml"
