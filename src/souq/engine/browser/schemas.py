"""The keywords of JSON schema that the schema of saved matches uses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

Path = tuple[str | int, ...]

_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


def errors(schema: Mapping[str, Any], document: Any, *path: str | int) -> Iterator[tuple[Path, str]]:
    """Yield the places where a document violates a schema, each with what is wrong there.

    Keywords other than those below are ignored.
    """
    known = schema.get("type", [])
    kinds = [_TYPES[name] for name in ([known] if isinstance(known, str) else known)]
    if kinds and not any(isinstance(document, kind) and (kind is bool) >= (type(document) is bool) for kind in kinds):
        yield path, f"{document!r} is not of type {known!r}"
        return
    if "const" in schema and document != schema["const"]:
        yield path, f"{schema['const']!r} was expected"
    if isinstance(document, dict):
        parts = schema.get("properties", {})
        yield from (
            (path, f"{name!r} is a required property") for name in schema.get("required", ()) if name not in document
        )
        more = schema.get("additionalProperties", True)
        for name, value in document.items():
            if name in parts:
                yield from errors(parts[name], value, *path, name)
            elif isinstance(more, Mapping):
                yield from errors(more, value, *path, name)
            elif not more:
                yield path, f"{name!r} was unexpected"
    elif isinstance(document, list):
        for at, value in enumerate(document):
            yield from errors(schema.get("items", {}), value, *path, at)
        yield from _bounds(schema, "Items", len(document), "items", path)
    elif isinstance(document, str):
        if "pattern" in schema and not re.search(schema["pattern"], document):
            yield path, f"{document!r} does not match {schema['pattern']!r}"
        yield from _bounds(schema, "Length", len(document), "characters", path)
    elif isinstance(document, int):
        yield from _bounds(schema, "imum", document, "", path)


def _bounds(schema: Mapping[str, Any], ending: str, n: int, what: str, path: Path) -> Iterator[tuple[Path, str]]:
    if n < schema.get(f"min{ending}", n):
        yield path, f"{n} {what} is less than the minimum of {schema[f'min{ending}']}".replace("  ", " ")
    if n > schema.get(f"max{ending}", n):
        yield path, f"{n} {what} is greater than the maximum of {schema[f'max{ending}']}".replace("  ", " ")
