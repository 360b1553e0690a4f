"""Generate TypeScript types of everything the server sends and receives, from its Python classes.

    python -m tools.client_types

writes ``types.d.ts`` next to the client's modules; a test fails when that file is outdated. Types that no class of the
server defines, and those that the modules pass to each other, are written by hand in ``client.d.ts``.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, is_dataclass

from pydantic import BaseModel

from souq.engine.present import scene, standing_orders
from souq.engine.rules import amounts, composing
from souq.server.core.commands import protocol
from souq.server.core.http.templating import STATIC
from souq.server.core.realtime import info, times

PATH = STATIC / "js" / "types.d.ts"
HEAD = """\
// Written by `python -m tools.client_types` from the classes of the server: change those, and write it again.

export * from "./client.js";
"""
UNSENT = (scene.Context,)
"""Classes that are never part of a scene."""

Fields = Mapping[str, str]
"""Types by field name; optional fields have a question mark after the name."""


def generated() -> str:
    """Return the content of the file, formatted as Prettier does."""
    interfaces = {kind.__name__: _drawn(kind) for kind in _classes(scene, amounts, standing_orders, composing)}
    interfaces |= {kind.__name__: _dumped(kind) for kind in _classes(info, times) if issubclass(kind, BaseModel)}
    interfaces["Commands"] = {name: _block(_taken(kind), "  ") for name, kind in _commands()}
    return "\n".join([HEAD, *(f"export interface {name} {_block(fields)}\n" for name, fields in interfaces.items())])


def _classes(*modules: types.ModuleType) -> Iterator[type]:
    """Yield all dataclasses and models that these modules define."""
    for module in modules:
        own = [kind for kind in vars(module).values() if getattr(kind, "__module__", "") == module.__name__]
        classes = [kind for kind in own if isinstance(kind, type) and kind not in UNSENT]
        yield from (kind for kind in classes if is_dataclass(kind) or issubclass(kind, BaseModel))


def _commands() -> Iterator[tuple[str, type[protocol.Command]]]:
    """Yield the commands that a socket accepts, with their names on the wire."""
    for kind in protocol.MESSAGES:
        yield typing.get_args(kind.model_fields["type"].annotation)[0], kind


def _drawn(kind: type) -> Fields:
    """Return the fields of a scene's part as :func:`souq.engine.present.scene.to_json` sends them, without defaults."""
    hints, found = typing.get_type_hints(kind), {}
    for name, needed, _, left_out in scene._wanted(kind):
        found[name if left_out is MISSING else f"{name}?"] = _typescript(hints[name], "null" if needed else "")
    return found


def _dumped(kind: type[BaseModel]) -> Fields:
    """Return the fields of a model as it is dumped: all of them, with null for None."""
    hints = typing.get_type_hints(kind)
    return {name: _typescript(hints[name]) for name in kind.model_fields}


def _taken(kind: type[protocol.Command]) -> Fields:
    """Return the fields of a command as a client may send it.

    Those with defaults are optional; ``type`` and ``id`` are added by the client.
    """
    hints = typing.get_type_hints(kind)
    return {
        name if field.is_required() else f"{name}?": _typescript(hints[name])
        for name, field in kind.model_fields.items()
        if name not in ("type", "id")
    }


def _block(fields: Fields, indent: str = "") -> str:
    lines = "".join(f"{indent}  {name}: {kind};\n" for name, kind in fields.items())
    return f"{{\n{lines}{indent}}}" if lines else "{}"


def _typescript(kind: object, none: str = "null") -> str:
    """Return the TypeScript for a Python type; ``none`` is the type for None, "" where None is left out."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return _typescript(arguments[0], none)
    if origin in (typing.Union, types.UnionType):
        each = dict.fromkeys(_typescript(one, none) for one in arguments if one is not types.NoneType)
        return " | ".join([*each, *([none] if none and types.NoneType in arguments else [])])
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in arguments if value)
    if origin is dict:
        return f"Record<{_typescript(arguments[0], none)}, {_typescript(arguments[1], none)}>"
    if origin is tuple and arguments[-1] is not Ellipsis:
        return f"[{', '.join(_typescript(one, none) for one in arguments)}]"
    if origin in (tuple, list):
        inner = _typescript(arguments[0], none)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    assert isinstance(kind, type), kind
    return {str: "string", int: "number", float: "number", bool: "boolean"}.get(kind, kind.__name__)


if __name__ == "__main__":
    PATH.write_text(generated(), "utf-8")
