"""Checks of documents against JSON schemas, by the package jsonschema or, in a browser, by a part of it of our own."""

from __future__ import annotations

import functools
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Wrong:
    """A place in a document that violates a schema."""

    path: tuple[str | int, ...]
    """Names and indices that lead to the place."""
    message: str
    """The violation, in words."""


def first_error(schema: Mapping[str, Any], document: Any) -> Wrong | None:
    """Return the first place where a document violates a schema; None if it is valid.

    Numbers such as 5.0 are not integers, although JSON schema would accept them: they aren't valid as a choice.

    Raises:
        RecursionError: the document is nested too deeply.
    """
    if sys.platform == "emscripten":
        from souq.engine.browser.schemas import errors

        return next((Wrong(path, message) for path, message in errors(schema, document)), None)
    found = next(_validator()(schema).iter_errors(document), None)
    return None if found is None else Wrong(tuple(found.absolute_path), found.message)


@functools.cache
def _validator() -> Any:
    import jsonschema  # takes 0.1 s, which only reading a file needs

    draft: Any = jsonschema.Draft202012Validator
    extend: Any = jsonschema.validators.extend
    return extend(draft, type_checker=draft.TYPE_CHECKER.redefine("integer", _whole))


def _whole(_: Any, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
