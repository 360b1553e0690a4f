"""Components are data: what is in the box stands in ``components.toml`` and is read here.

Someone who owns the box and wants its exact board points ``SOUQ_COMPONENTS`` at a folder with files of their own,
``<game>.toml``; what is in force is part of ``rules_version`` and of the stamp of compiled code.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import jsonschema

from souq.engine.errors import BadComponents


def load(folder: Path, schema: dict[str, Any]) -> dict[str, Any]:
    """The component data of the game in ``folder``, checked against a JSON Schema.

    Raises:
        BadComponents: the file cannot be read, or breaks the schema; the message names the place.
    """
    path = source(folder)
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadComponents(f"{path.name} cannot be read: {error}.") from error
    wrong = next(jsonschema.Draft202012Validator(schema).iter_errors(data), None)
    if wrong is not None:
        where = ".".join(str(part) for part in wrong.absolute_path) or "the file"
        raise BadComponents(f"{path.name}: {where}: {wrong.message}.")
    return data


def source(folder: Path) -> Path:
    """The file in force for the game in ``folder``: the owner's, if there is one, else ours."""
    own = os.environ.get("SOUQ_COMPONENTS")
    if own and (path := Path(own) / f"{folder.name}.toml").is_file():
        return path
    return folder / "components.toml"
