"""The client's types say what the server sends and takes, field by field."""

from __future__ import annotations

import re
import types
import typing
from dataclasses import MISSING, fields, is_dataclass

import pytest
from pydantic import BaseModel

from souq.engine.present import scene, standing_orders
from souq.engine.rules import amounts, composing
from souq.server.core.commands import protocol
from souq.server.core.http.templating import STATIC
from souq.server.core.realtime import info, times

SOURCE = (STATIC / "js" / "types.d.ts").read_text("utf-8")
DRAWN, _, REST = SOURCE.partition("// What the table adds to a scene.")
BODY = re.compile(r"^export interface (\w+)(?: extends \w+)? \{(.*?)^\}", re.MULTILINE | re.DOTALL)

UNSENT = (scene.Context,)
USUAL = {"scale": 1.0, "area": "board"}
"""What a renderer takes for granted, besides what says nothing."""
SCENE = {
    name: kind
    for module in (scene, amounts, standing_orders, composing)
    for name, kind in vars(module).items()
    if is_dataclass(kind) and kind not in UNSENT
}
INFO = {
    name: kind
    for module in (info, times)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, BaseModel) and kind.__module__ == module.__name__
}
COMMANDS = {
    kind.model_fields["type"].annotation.__args__[0]: kind
    for kind in protocol.Command.__subclasses__()
    if kind is not protocol.Relink
}
"""By what they are called on the wire; :class:`~souq.server.protocol.Relink` is none that is sent over the socket."""


def interfaces(source: str) -> dict[str, dict[str, str]]:
    """The fields of each interface: ``{"Prompt": {"title": "string", "detail?": "string"}}``."""
    return {name: members(body) for name, body in BODY.findall(source)}


def members(body: str) -> dict[str, str]:
    """Names and types of what stands between two braces, without comments."""
    lines = re.sub(r"/\*.*?\*/|//[^\n]*", "", body, flags=re.DOTALL)
    return dict(re.findall(r"(\w+\??): ([^;]+?) ?(?:;|$)", re.sub(r"\s+", " ", lines)))


def typescript(kind: object, none: str = "") -> str:
    """A Python type as TypeScript writes it; ``none`` is what stands for None, "" where None is left out."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return typescript(arguments[0], none)
    if origin in (typing.Union, types.UnionType):
        each = dict.fromkeys(typescript(one, none) for one in arguments if one is not type(None))
        return " | ".join([*each, *([none] if none and type(None) in arguments else [])])
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in arguments if value)
    if origin is dict:
        return f"Record<{typescript(arguments[0], none)}, {typescript(arguments[1], none)}>"
    if origin is tuple and arguments[-1] is not Ellipsis:
        return f"[{', '.join(typescript(one, none) for one in arguments)}]"
    if origin in (tuple, list):
        inner = typescript(arguments[0], none)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    assert isinstance(kind, type)
    return {str: "string", int: "number", float: "number", bool: "boolean"}.get(kind, kind.__name__)


def sent(kind: type) -> dict[str, str]:
    """A dataclass as :func:`souq.engine.present.scene.to_json` sends it: what may say nothing may be left out."""
    hints = typing.get_type_hints(kind)
    made = {}
    for field in fields(kind):
        needed = field.default is MISSING
        kept = needed or (field.default and field.default != USUAL.get(field.name))
        made[field.name if kept else f"{field.name}?"] = typescript(hints[field.name], "null" if needed else "")
    return made


def dumped(kind: type[BaseModel]) -> dict[str, str]:
    """A model as it is dumped: everything stands there, and None is null."""
    hints = typing.get_type_hints(kind)
    return {name: typescript(hints[name], "null") for name in kind.model_fields}


def asked(kind: type[protocol.Command]) -> dict[str, str]:
    """A command as it may be written: what has a default may be left out."""
    hints = typing.get_type_hints(kind)
    return {
        name if field.is_required() else f"{name}?": typescript(hints[name], "null")
        for name, field in kind.model_fields.items()
        if name not in ("type", "id")
    }


def commands(source: str) -> dict[str, dict[str, str]]:
    """The fields of each command that the client can send."""
    (listed,) = re.findall(r"^export interface Commands \{(.*?)^\}", source, re.MULTILINE | re.DOTALL)
    return {name: members(body) for name, body in re.findall(r"(\w+): \{(.*?)\};", listed, re.DOTALL)}


@pytest.mark.parametrize("name", SCENE)
def test_what_is_drawn_is_what_the_engine_sends(name: str) -> None:
    assert interfaces(DRAWN)[name] == sent(SCENE[name])


@pytest.mark.parametrize("name", INFO)
def test_what_is_known_of_a_table_is_what_the_table_sends(name: str) -> None:
    assert interfaces(REST)[name] == dumped(INFO[name])


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_are_those_of_the_protocol(name: str) -> None:
    assert commands(REST)[name] == asked(COMMANDS[name])


def test_nothing_else_is_said_to_be_drawn_or_commanded() -> None:
    assert set(interfaces(DRAWN)) == set(SCENE)
    assert set(commands(REST)) == set(COMMANDS)


def test_a_field_too_many_or_of_another_type_is_noticed() -> None:
    said = "export interface Prompt {\n  title: string;\n  detail?: number;\n  more?: string;\n}\n"
    told = interfaces(said)["Prompt"]
    assert told == {"title": "string", "detail?": "number", "more?": "string"} != sent(scene.Prompt)
