"""The messages of a browser's tables, in plain Python, against pydantic's: they accept and refuse the same."""

from __future__ import annotations

import importlib.util
import json
import sys
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from souq.server.core import plain_models
from souq.server.core.commands import protocol
from souq.server.core.messages import dump
from souq.server.errors import Malformed

pytestmark = pytest.mark.server


def in_plain_python() -> ModuleType:
    """Return the protocol as a browser has it."""
    spec = importlib.util.spec_from_file_location("tests.plain_protocol", protocol.__file__)
    assert spec and spec.loader
    made = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "souq.server.core.messages", plain_models)
        spec.loader.exec_module(made)
    return made


PLAIN = in_plain_python()

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([-(2**31) - 1, -(2**31), -1, 0, 1, 7, 15, 16, 99, 2**31, 2**31 + 1, 1.0, 0.5]),
    st.sampled_from(["", "roll", "a" * 64, "0f" * 32, "0f" * 32 + "\n", "x" * 81, "y" * 401, "wide", "narrow", "none"]),
    st.sampled_from(["a\tb", "é", "z" * 20_001, "quick", "trader", "\x7f"]),
    st.lists(st.sampled_from([0, 3, "roll", True, None, "z" * 401]), max_size=3),
    st.just([1] * 17),
    st.just({"a": 1}),
)
NAMES = sorted({name for command in protocol.MESSAGES for name in command.model_fields} | {"more"})


def outcome(module: ModuleType, text: str) -> Any:
    """Return the type and the fields of the command that a module reads, or that it refuses the text."""
    try:
        command = module.read(text)
    except (Malformed, PLAIN.Malformed) as error:
        assert str(error).startswith("That message is malformed. ")
        return "refused"
    return type(command).__name__, {name: value for name, value in command.model_dump().items() if name != "id"}


@given(
    st.sampled_from([*(command.model_fields["type"].default for command in protocol.MESSAGES), "nothing", 5]),
    st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4),
    st.booleans(),
)
@settings(max_examples=1500, deadline=None)
def test_a_browser_reads_the_same_commands(kind: Any, fields: dict[str, Any], whole: bool) -> None:
    usual = {"id": "k", "seq": 3, "choice": 1, "seat": 2, "text": "hello", "on": True} if whole else {}
    text = json.dumps({"type": kind, **usual, **{name: value for name, value in fields.items() if name != "type"}})
    assert outcome(PLAIN, text) == outcome(protocol, text)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", '"choose"', '{"type": []}', "{}", '{"type": null}', "[" * 9999]
)
def test_what_is_no_command_is_refused(text: str) -> None:
    assert outcome(PLAIN, text) == outcome(protocol, text) == "refused"


def test_json_is_written_alike() -> None:
    message = {
        "type": "chat",
        "text": "Grüße “x”\n",
        "n": 3,
        "at": 1764460800.25,
        "about": None,
        "list": [1, 2.5, True],
    }
    assert plain_models.dump(message) == dump(message)


def test_a_required_field_of_an_own_message_is_missed() -> None:
    with pytest.raises(TypeError, match="Resize needs layout"):
        PLAIN.Resize()
